//! Input of a claimed turn: a player's message, a button, or a repeat of the last turn.

use game::{
    Game, Refusal, Session,
    character::Character,
    combat::{
        fighter::{FighterId, FighterRef},
        rounds,
    },
    id::{CharacterId, RoundId, SeatId},
    limits::MAX_TELLINGS,
    listed,
    roster::{Allowance, HOST, Roster, Round},
    turn::{Exchange, HeroDeed, words_of_all},
};

use crate::store::{self, TurnKey};

use super::{
    Tables,
    earlier::{Earlier, turn_at},
    fight::{self, ButtonAction, CarriedOut, FightMeans},
    models::Provider,
    npc::{Npc, addressed},
    play::{TurnInput, TurnRequest},
    plot,
    rounds::{FIGHT_FIRST, takes_messages},
    stat_blocks::Grimoire,
    words::{Ask, NotPlayed, PlayerWords},
};

impl Tables {
    /// Loads the input of a claimed turn.
    pub(super) async fn set_scene(
        &self,
        mut claimed: store::ClaimedSession,
        words: &PlayerWords,
        key: &TurnKey,
    ) -> Result<TurnInput, NotPlayed> {
        self.leave_cleared(&mut claimed.window, &claimed.session.game);
        let guest = words.guest.as_ref();
        match &words.ask {
            Ask::Message { text, character } => {
                let roster = self.store().roster(&claimed.session.head.id).await?;
                takes_messages(&claimed.session, &roster)?;
                let acting = acting_at(&roster, &claimed.session, guest, character.as_ref())?;
                self.scene_of_message(claimed, acting, text, key).await
            }
            Ask::Round { id, attempt } => self.scene_of_round(claimed, id, *attempt, key).await,
            Ask::Order { order, character } => {
                let acting = self.acting(&claimed.session, guest, character.as_ref()).await?;
                self.scene_of_order(claimed, acting, order, key).await
            }
            Ask::Retry => self.scene_of_retry(claimed, key).await,
        }
    }

    async fn scene_of_message(
        &self,
        claimed: store::ClaimedSession,
        acting: ActingHero,
        text: &str,
        key: &TurnKey,
    ) -> Result<TurnInput, NotPlayed> {
        let ActingHero { hero: acting, seat, allowance } = acting;
        self.may_spend(&claimed.session, allowance).await?;
        let to = self.spoken_to(text, &claimed.session.game, &acting, &claimed.window).await?;
        let (key, message) = (key.clone(), text.to_owned());
        let words = TurnRequest { key, message, acting, seat, to, done: None, deeds: Vec::new() };
        Ok(of_new_words(claimed, words, allowance))
    }

    async fn scene_of_round(
        &self,
        claimed: store::ClaimedSession,
        id: &RoundId,
        attempt: u32,
        key: &TurnKey,
    ) -> Result<TurnInput, NotPlayed> {
        let session = &claimed.session;
        let roster = self.store().roster(&session.head.id).await?;
        let is_due = |round: &&Round| round.is_closed && round.is_attempt(id, attempt);
        let round = roster.round().filter(is_due).ok_or(NotPlayed::RoundOver)?;
        let deeds: Vec<HeroDeed> = round.deeds().cloned().collect();
        let allowance = allowance_of_all(&roster, &deeds);
        self.may_spend(session, allowance).await?;
        let words = words_of_round(session, &roster, &deeds, key)?;
        let to = match words.deeds.is_empty() {
            true => self.spoken_to(&words.message, &session.game, &words.acting, &claimed.window).await?,
            false => Vec::new(),
        };
        Ok(of_new_words(claimed, TurnRequest { to, ..words }, allowance))
    }

    async fn scene_of_order(
        &self,
        claimed: store::ClaimedSession,
        acting: ActingHero,
        order: &ButtonAction,
        key: &TurnKey,
    ) -> Result<TurnInput, NotPlayed> {
        let ActingHero { hero: acting, seat, allowance } = acting;
        let game = &claimed.session.game;
        let done = Some(Box::new(self.carry_out(game, &acting, order.clone()).await?));
        let message = fight::words_of(order, game);
        let words = TurnRequest { key: key.clone(), message, acting, seat, to: Vec::new(), done, deeds: Vec::new() };
        Ok(of_new_words(claimed, words, allowance))
    }

    /// The last turn's words again, from before that turn.
    async fn scene_of_retry(&self, claimed: store::ClaimedSession, key: &TurnKey) -> Result<TurnInput, NotPlayed> {
        let store::ClaimedSession { claim, session, .. } = claimed;
        let store = &**self.store();
        let nothing = || NotPlayed::NothingToUndo("No turn has been played yet.".to_owned());
        let last = turn_at(store, &session, session.head.n_turns).await?.ok_or_else(nothing)?;
        if last.turn.alternatives.len() + 1 >= MAX_TELLINGS {
            return Err(NotPlayed::TooManyTellings(MAX_TELLINGS));
        }
        let base = Earlier::find(store, self.seeds(), &session, last.turn.seq - 1).await?;
        let mut window = base.window(store).await?;
        self.leave_cleared(&mut window, &base.game);
        let Earlier { head, game, interlude } = base;
        let (message, acting) = (last.turn.message.clone(), last.turn.character_id.clone());
        let done = match ButtonAction::of(&last.turn) {
            Some(order) => Some(Box::new(self.carry_out(&game, &acting, order).await?)),
            None => None,
        };
        if done.is_none() {
            self.may_spend(&session, None).await?;
        }
        let to = match done.is_none() && last.turn.deeds.is_empty() {
            true => self.spoken_to(&message, &game, &acting, &window).await?,
            false => Vec::new(),
        };
        let (seat, deeds) = (last.turn.seat.clone(), last.turn.deeds.clone());
        let words = TurnRequest { key: key.clone(), message, acting, seat, to, done, deeds };
        let session = Session { head, game };
        Ok(TurnInput { claim, session, window, words, instead_of: Some(last), interlude, allowance: None })
    }

    /// Removes from a window what its player has cleared. The built-in storyteller finds its place in the story by its own
    /// narration, and costs nothing, so it sees everything.
    fn leave_cleared(&self, window: &mut Vec<Exchange>, game: &Game) {
        if self.models().provider == Provider::Anthropic {
            window.retain(|said| said.seq > game.cleared_to);
        }
    }

    /// The people that words of the hero `acting` address by name.
    pub(super) async fn spoken_to(
        &self,
        words: &str,
        game: &Game,
        acting: &CharacterId,
        window: &[Exchange],
    ) -> Result<Vec<Npc>, NotPlayed> {
        if !words.contains('@') {
            return Ok(Vec::new());
        }
        let package = self.packages().of(&**self.store(), game).await?;
        let lately = window.last().map(|said| said.narrative.as_str()).unwrap_or_default();
        let to = addressed(words, game, package.as_deref(), lately)?;
        let hero = game.hero(acting.as_str())?;
        if !to.is_empty() && !FighterRef::Hero(hero).can_speak() {
            let why = if hero.dead { "is dead" } else { "can't speak now" };
            return Err(NotPlayed::Illegal(Refusal::new(format!("{} {why}, so nobody hears it.", hero.name))));
        }
        Ok(to)
    }

    async fn carry_out(&self, game: &Game, acting: &CharacterId, order: ButtonAction) -> Result<CarriedOut, NotPlayed> {
        let opens_a_fight = game.encounter.is_none() && matches!(order, ButtonAction::Fight(_));
        let package = match opens_a_fight {
            true => self.packages().of(&**self.store(), game).await?,
            false => None,
        };
        let book = Grimoire::new(self.rules().library(), game.rules_edition);
        let terrain = plot::terrain_here(package.as_deref(), game);
        fight::resolve(
            game,
            acting,
            order,
            FightMeans { book: &book, reactions: self.stage.reactions(), terrain: &terrain },
        )
    }
}

/// The scene of words that are played for the first time.
fn of_new_words(claimed: store::ClaimedSession, words: TurnRequest, allowance: Option<Allowance>) -> TurnInput {
    let store::ClaimedSession { claim, session, window } = claimed;
    TurnInput { claim, session, window, words, instead_of: None, interlude: None, allowance }
}

/// The words of a round's turn: those of one hero as if they came alone, or those of all together.
fn words_of_round(
    session: &Session,
    roster: &Roster,
    deeds: &[HeroDeed],
    key: &TurnKey,
) -> Result<TurnRequest, NotPlayed> {
    if session.game.encounter.is_some() {
        return Err(NotPlayed::NoRound(FIGHT_FIRST));
    }
    for deed in deeds {
        let guest = deed.seat.as_ref().filter(|seat| seat.as_str() != HOST);
        acting_at(roster, session, guest, Some(&deed.character_id))?;
    }
    let mut said = Vec::new();
    for deed in deeds {
        said.push((session.game.hero(deed.character_id.as_str())?.name.as_str(), deed.message.as_str()));
    }
    let last = deeds.last().ok_or(NotPlayed::NoRound("No one acts in this round."))?;
    let (key, acting, seat) = (key.clone(), last.character_id.clone(), last.seat.clone());
    let (message, seat, deeds) = match said.as_slice() {
        [_] => (last.message.clone(), seat, Vec::new()),
        _ => (words_of_all(said), None, deeds.to_vec()),
    };
    Ok(TurnRequest { key, message, acting, seat, to: Vec::new(), done: None, deeds })
}

/// The cost limit of a turn of several players. The cost is split equally, so it is the least remaining budget times their number. A guest
/// who has used up everything since they sent their part stops no one else.
fn allowance_of_all(roster: &Roster, deeds: &[HeroDeed]) -> Option<Allowance> {
    let of = |deed: &HeroDeed| roster.allowance(deed.seat.as_ref().filter(|id| id.as_str() != HOST)?);
    let mut all: Vec<Allowance> = deeds.iter().filter_map(of).collect();
    if all.len() < deeds.len() || !all.iter().all(Allowance::is_used_up) {
        all.retain(|allowance| !allowance.is_used_up());
    }
    let least = all.into_iter().min_by_key(|allowance| allowance.cap.saturating_sub(allowance.spent))?;
    let left = least.cap.saturating_sub(least.spent).saturating_mul(deeds.len() as u64);
    Some(Allowance { cap: least.cap, spent: least.cap.saturating_sub(left) })
}

/// Whether a fight waits for a hero.
pub(super) fn has_turn(game: &Game, hero: &Character) -> bool {
    matches!(rounds::waits_for(game), Some(FighterId::Hero(id)) if *id == hero.id)
}

/// The hero who acts, and the person who acts for them.
pub(super) struct ActingHero {
    pub(super) hero: CharacterId,
    /// `None` if no one was ever invited.
    pub(super) seat: Option<SeatId>,
    /// The guest's remaining budget, if the host has set a cap.
    pub(super) allowance: Option<Allowance>,
}

impl Tables {
    /// The acting hero if a guest (or the host, if there is none) names this hero, or no hero.
    pub(super) async fn acting(
        &self,
        session: &Session,
        guest: Option<&SeatId>,
        character: Option<&CharacterId>,
    ) -> Result<ActingHero, NotPlayed> {
        acting_at(&self.store().roster(&session.head.id).await?, session, guest, character)
    }
}

/// The same at a table whose roster is known.
pub(super) fn acting_at(
    roster: &Roster,
    session: &Session,
    guest: Option<&SeatId>,
    character: Option<&CharacterId>,
) -> Result<ActingHero, NotPlayed> {
    let hero = acting(session, character, |hero| roster.may_act(guest, &hero.id))?;
    let seat = guest.or_else(|| roster.host().map(|host| &host.id)).cloned();
    let allowance = guest.and_then(|guest| roster.allowance(guest));
    Ok(ActingHero { hero, seat, allowance })
}

/// The hero who acts, if the session can go on with that one: one of those the person may act for.
fn acting(
    session: &Session,
    character: Option<&CharacterId>,
    may_act: impl Fn(&Character) -> bool,
) -> Result<CharacterId, NotPlayed> {
    let heroes = &session.game.characters;
    let own = || heroes.iter().filter(|hero| may_act(hero));
    let hero = match character {
        Some(id) => heroes.iter().find(|hero| hero.id == *id),
        None => own().find(|hero| has_turn(&session.game, hero)).or_else(|| own().next()),
    };
    let Some(hero) = hero.filter(|hero| may_act(hero)) else {
        if let Some(hero) = hero {
            return Err(NotPlayed::NotYourHero(format!("Someone else plays {}.", hero.name)));
        }
        if character.is_none() && !heroes.is_empty() {
            return Err(NotPlayed::NotYourHero("You play no hero here.".to_owned()));
        }
        let known = listed(heroes.iter().map(|hero| hero.id.as_str()));
        return Err(NotPlayed::UnknownCharacter(format!("There is no such hero in this session; there is {known}.")));
    };
    match &hero.pending_level_up {
        Some(pending) => Err(NotPlayed::LevelUpPending { hero: hero.name.clone(), to_level: pending.to_level }),
        None => Ok(hero.id.clone()),
    }
}
