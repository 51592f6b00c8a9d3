//! Records what people perceive in a turn.

use game::{
    Game, Refusal,
    combat::fighter::FighterRef,
    creature, hand_over,
    id::{CharacterId, NpcId},
    knowledge::{Channel, Memory, Perceiver, Present, perceivers, remembered, shortened},
    party, person,
    turn::Exchange,
    wording::{cut, same},
};

use crate::{
    campaign::CampaignPackage,
    dm::{Draft, plot, prompt::estimate_tokens},
};

use super::{
    audience::SplitMessage,
    folk::{Npc, Whereabouts, everybody, present},
    overhearing::OverheardWords,
    phrases::{NamedListener, tokens},
};

/// Maximum number of tokens that companions and others remember of a turn, including the player's words (estimated).
const MAX_TOLD_TOKENS: usize = 900;

/// The people that a hero's words may name: other heroes, and those who are here.
pub(in crate::dm) fn listeners(
    game: &Game,
    package: Option<&CampaignPackage>,
    acting: &CharacterId,
) -> Vec<NamedListener> {
    let all = everybody(game, package, "");
    let heroes = game.characters.iter().filter(|hero| hero.id != *acting);
    let heroes = heroes.map(|hero| NamedListener::new(&hero.name, Perceiver::Hero(hero.id.clone())));
    let here = all.iter().filter(|npc| npc.is_here());
    heroes.chain(here.map(|npc| NamedListener::new(&npc.name, Perceiver::Npc(npc.id.clone())))).collect()
}

/// The default kind.
const COMMON: &str = "commoner";

/// Cuts a text to the length of a memory.
pub(super) fn within_limit(told: &str) -> String {
    let mut most = told.chars().count();
    while estimate_tokens(cut(told, most)) > MAX_TOLD_TOKENS {
        most = most * 9 / 10;
    }
    shortened(told, most)
}

/// A hero's words in a turn.
pub(super) struct SpokenBy {
    /// The hero's name.
    pub(super) hero: String,
    /// The words as the player wrote them.
    pub(super) words: String,
    /// Its audience.
    pub(super) said: SplitMessage,
}

/// A story as companions perceived it: the players' words, unless meant for some only, and the story, within the token limit.
fn seen_by_companions(spoken: &[SpokenBy], story: &str) -> String {
    let line = |SpokenBy { hero, words, said }: &SpokenBy| {
        let words = if said.asides.is_empty() { words.trim().to_owned() } else { said.aloud.join(" ") };
        (!words.is_empty()).then(|| format!("{hero}: “{words}”"))
    };
    let lines = spoken.iter().filter_map(line).chain([story.to_owned()]);
    within_limit(&lines.collect::<Vec<_>>().join(" "))
}

impl Draft {
    /// The people at the heroes' location.
    pub(super) fn present(&self) -> (Vec<Npc>, Present) {
        let package = self.campaign().ok();
        let all = everybody(self.game(), package.as_deref(), "");
        let present = present(self.game(), &all);
        (all, present)
    }

    /// Name and kind of a person present without a creature, by name or id.
    pub(in crate::dm) fn without_a_body(&self, called: &str) -> Option<(String, String)> {
        let (all, _) = self.present();
        let has_body = |npc: &Npc| self.game().creatures.iter().any(|one| npc.ids.contains(&one.id));
        let known = person::find(self.game(), called).map(|npc| &npc.id);
        let person = plot::person_called(self, called);
        let listeners = self.listeners();
        let named = match tokens(called, &listeners).as_slice() {
            [name] => name.only_one().map(|at| listeners[at].who()),
            _ => None,
        };
        let is_meant = |npc: &Npc| {
            let is_person = |id: &NpcId| Some(id) == known || person.as_deref() == Some(id.as_str());
            named == Some(&Perceiver::Npc(npc.id.clone())) || npc.ids.iter().any(is_person)
        };
        let npc = all.iter().find(|npc| npc.is_here() && !has_body(npc) && is_meant(npc))?;
        Some((npc.name.clone(), person::slug(self.game(), &npc.name, COMMON)))
    }

    /// The location of the person with this name or id, as a sentence; `None` for those who are here and for unknown names.
    pub(in crate::dm) fn is_elsewhere(&self, called: &str) -> Option<String> {
        if creature::find_foe(self.game(), called).is_some() || self.without_a_body(called).is_some() {
            return None;
        }
        let (all, _) = self.present();
        let known = person::find(self.game(), called).map(|npc| npc.id.to_string());
        let meant = known.or_else(|| plot::person_called(self, called));
        let is_meant =
            |npc: &&Npc| same(&npc.name, called) || npc.ids.iter().any(|id| Some(id.as_str()) == meant.as_deref());
        let npc = all.iter().find(is_meant)?;
        match &npc.whereabouts {
            Whereabouts::Elsewhere(Some(place)) => Some(format!("{} is not here, but at {place}.", npc.name)),
            Whereabouts::Elsewhere(None) => Some(format!("{} is not here.", npc.name)),
            Whereabouts::Here | Whereabouts::Speechless | Whereabouts::Dead => None,
        }
    }

    /// The people that the acting hero's words may name: other heroes, and those who are here.
    pub(in crate::dm) fn listeners(&self) -> Vec<NamedListener> {
        self.listeners_in(self.game())
    }

    /// The same for a whole turn: those who were there when the words were said, and those who came.
    fn listeners_since(&self, before: &Game) -> Vec<NamedListener> {
        let mut all = self.listeners_in(before);
        let came = self.listeners().into_iter().filter(|one| !all.iter().any(|it| it.who == one.who));
        let came: Vec<NamedListener> = came.collect();
        all.extend(came);
        all
    }

    fn listeners_in(&self, game: &Game) -> Vec<NamedListener> {
        listeners(game, self.campaign().ok().as_deref(), self.acting())
    }

    /// Records a memory for those who perceived it.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(super) fn remember(
        &mut self,
        manner: Channel,
        by: Option<&str>,
        text: &str,
        witnesses: Vec<Perceiver>,
    ) -> Result<(), Refusal> {
        let memory = Memory {
            turn: self.moment.seq(),
            time: self.game().clock,
            at: self.game().story.current_location.clone(),
            manner,
            by: by.map(str::to_owned),
            text: text.to_owned(),
            witnesses,
        };
        remembered(memory).map_or(Ok(()), |change| self.record(change))
    }

    /// Records an NPC's secret, or knowledge from outside the story.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) fn learn(&mut self, npc: &NpcId, text: &str) -> Result<(), Refusal> {
        let who = Perceiver::Npc(npc.clone());
        self.remember(Channel::Note, None, text, perceivers(Channel::Note, None, &[who], &[], &Present::default()))
    }

    /// The words of the acting heroes, with their audience.
    async fn words_of_heroes(&mut self, before: &Game, window: &[Exchange]) -> Vec<SpokenBy> {
        let mut all = Vec::new();
        if self.voice().is_some() {
            return all;
        }
        let (acting, whole) = (self.acting().clone(), self.moment.words().to_owned());
        for (hero, words) in self.words_by_hero() {
            self.set_acting(&hero);
            self.moment.begins_with(&words);
            let is_mute = before.hero(hero.as_str()).is_ok_and(|hero| !FighterRef::Hero(hero).can_speak());
            let said = match is_mute {
                true => SplitMessage::unheard(&words),
                false => self.who_hears(&self.listeners_since(before), window).await,
            };
            all.push(SpokenBy { hero: self.name_of_hero(&hero), words, said });
        }
        self.set_acting(&acting);
        self.moment.begins_with(&whole);
        all
    }

    /// Records at a turn's end who perceived what: listeners their asides, the party the story, others in the scene the speech
    /// in it, and everyone present the results. Moves the party to the heroes.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) async fn perceive(&mut self, before: &Game, window: &[Exchange]) -> Result<(), Refusal> {
        let ended = hand_over::lines(before, &self.record.changes)?;
        let spoken = self.words_of_heroes(before, window).await;
        let said = SplitMessage::together(spoken.iter().map(|one| &one.said));
        let is_told = self.voice().is_none() && self.game().companions().any(|one| !one.is_dead());
        if is_told || !ended.is_empty() {
            let (_, present) = self.present();
            if is_told {
                for (story, party) in self.story_for_party(before, &said) {
                    let told = seen_by_companions(&spoken, &story);
                    let present = Present { party, ..present.clone() };
                    let witnesses = perceivers(Channel::Narration, None, &[], &[], &present);
                    self.remember(Channel::Narration, None, &told, witnesses)?;
                }
            }
            for line in ended {
                self.remember(Channel::HandOver, None, &line, perceivers(Channel::HandOver, None, &[], &[], &present))?;
            }
        }
        if self.voice().is_none() {
            for OverheardWords { manner, by, text, witnesses } in self.heard_by_others(before, &spoken, &said) {
                self.remember(manner, by.as_deref(), &text, witnesses)?;
            }
        }
        let follows = party::follow(self.game());
        self.record_all(follows)
    }
}
