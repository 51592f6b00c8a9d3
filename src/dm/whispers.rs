//! Finds the words of a turn that only some of the people at its table may read.

use game::{
    Session,
    id::{CharacterId, SeatId},
    knowledge::Perceiver,
    own_words::{OwnWords, filled},
    roster::{HOST, Roster},
    turn::HeroDeed,
    whisper::Whisper,
};

use super::{
    feed::TurnFailure,
    npc::{self, Audience, NamedListener, PartlyPrivate},
    play::{TurnRequest, TurnRunner},
};

impl TurnRunner {
    /// The whispers in a player's words, or in those of a round. None if no guest was ever invited, because there is no one to
    /// hide them from.
    ///
    /// # Errors
    /// The store could not.
    pub(super) async fn whispers(&self, session: &Session, words: &TurnRequest) -> Result<Vec<Whisper>, TurnFailure> {
        if words.done.is_some() {
            return Ok(Vec::new());
        }
        let Some(roster) = self.roster_of(session, words).await? else { return Ok(Vec::new()) };
        let package = self.packages.of(&*self.store, &session.game).await?;
        let alone =
            [HeroDeed { seat: words.seat.clone(), character_id: words.acting.clone(), message: words.message.clone() }];
        let deeds = if words.deeds.is_empty() { alone.as_slice() } else { &words.deeds };
        let table = Hearers { session, roster: &roster };
        let whispers = deeds.iter().filter_map(|deed| {
            let listeners = npc::listeners(&session.game, package.as_deref(), &deed.character_id);
            let addressed: Vec<&str> = words.to.iter().map(|npc| npc.name.as_str()).collect();
            table.whisper(deed, &listeners, &addressed)
        });
        Ok(whispers.collect())
    }
}

/// The heroes who may hear a hero's words, and the people who act for them.
struct Hearers<'a> {
    session: &'a Session,
    roster: &'a Roster,
}

impl Hearers<'_> {
    /// The whisper in a hero's words; `addressed` are the people that a message calls by “@”, and who answer it.
    fn whisper(&self, deed: &HeroDeed, listeners: &[NamedListener], addressed: &[&str]) -> Option<Whisper> {
        let private = match deed.message.starts_with('@') {
            true => aside_to_addressed(&deed.message, listeners)?,
            false => npc::private_parts(&deed.message, listeners)?,
        };
        let heroes = private.audiences.iter().flat_map(|audience| self.heroes(audience, &deed.character_id));
        let mut seats: Vec<SeatId> = deed.seat.iter().cloned().collect();
        for hero in heroes {
            let seat = self.roster.holder(&hero).map_or_else(|| HOST.into(), |seat| seat.id.clone());
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        let names = match addressed {
            [] => named(&private.audiences, listeners),
            names => names.to_vec(),
        };
        let words = OwnWords::of(self.session.game.language.as_ref());
        let whispers = match names.as_slice() {
            [] => words.whispers.clone(),
            names => filled(&words.whispers_to, &[&names.join(", ")]),
        };
        Some(Whisper {
            character_id: deed.character_id.clone(),
            seats,
            shown: format!("{} {whispers}", private.open).trim_start().to_owned(),
            is_answered_aside: !addressed.is_empty(),
        })
    }

    /// The heroes besides the speaker who may hear something.
    fn heroes(&self, audience: &Audience, speaker: &CharacterId) -> Vec<CharacterId> {
        let is_hero = |who: &Perceiver, id: &CharacterId| matches!(who, Perceiver::Hero(hero) if hero == id);
        let is_for = |id: &CharacterId| match audience {
            Audience::Only(who) => who.iter().any(|who| is_hero(who, id)),
            Audience::AllBut(who) => !who.iter().any(|who| is_hero(who, id)),
            Audience::Unnamed | Audience::Stranger => false,
        };
        let heroes = self.session.game.characters.iter().map(|hero| &hero.id);
        heroes.filter(|id| *id != speaker && is_for(id)).cloned().collect()
    }
}

/// A message that calls people by “@”, if it is said aside: all of it is for them.
fn aside_to_addressed(words: &str, listeners: &[NamedListener]) -> Option<PartlyPrivate> {
    let asides = npc::said(words, listeners).asides;
    let audiences: Vec<Audience> = asides.into_iter().map(|aside| aside.audience).collect();
    (!audiences.is_empty()).then_some(PartlyPrivate { open: String::new(), audiences })
}

/// The names of those that something is for.
fn named<'l>(audiences: &[Audience], listeners: &'l [NamedListener]) -> Vec<&'l str> {
    let is_named = |one: &NamedListener| {
        audiences.iter().any(|audience| matches!(audience, Audience::Only(who) if who.contains(one.who())))
    };
    listeners.iter().filter(|one| is_named(one)).map(NamedListener::full_name).collect()
}
