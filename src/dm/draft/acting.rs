//! The hero who acts.

use game::{
    id::{CharacterId, SeatId},
    roster::Roster,
    turn::HeroDeed,
};

use crate::dm::{models::Provider, prompt::PromptActor};

use super::Draft;

impl Draft {
    /// The same draft of a round in which several heroes act.
    pub(in crate::dm) fn of_round(self, deeds: &[HeroDeed]) -> Self {
        Self { deeds: deeds.to_vec(), ..self }
    }

    /// The same draft at a table where someone was ever invited.
    pub(in crate::dm) fn at_the_table_of(self, roster: Option<Roster>) -> Self {
        Self { roster, ..self }
    }

    /// The hero who acts by the words of the person with this seat.
    pub(in crate::dm) fn actor(&self, seat: Option<&SeatId>) -> PromptActor {
        match self.roster.as_ref().zip(seat) {
            Some((roster, seat)) => PromptActor::at_the_table(&self.game, &self.acting, roster, seat),
            None => PromptActor { hero: self.acting.clone(), heroes_of_others: Vec::new() },
        }
    }

    /// Whether several heroes act.
    pub(in crate::dm) fn plays_a_round(&self) -> bool {
        !self.deeds.is_empty()
    }

    /// Whether one answer tells what several heroes do; the built-in storyteller tells it hero by hero.
    pub(in crate::dm) fn tells_a_round_at_once(&self) -> bool {
        self.plays_a_round() && self.models.provider == Provider::Anthropic
    }

    /// The heroes who act, with the words of each.
    pub(in crate::dm) fn words_by_hero(&self) -> Vec<(CharacterId, String)> {
        match self.deeds.as_slice() {
            [] => vec![(self.acting.clone(), self.moment.words().to_owned())],
            deeds => deeds.iter().map(|deed| (deed.character_id.clone(), deed.message.clone())).collect(),
        }
    }

    /// Another hero of a round acts from now on.
    pub(in crate::dm) fn set_acting(&mut self, hero: &CharacterId) {
        self.acting.clone_from(hero);
    }

    /// Switches to another hero of a round; the text for that hero follows the name.
    pub(in crate::dm) fn acts_as(&mut self, hero: &CharacterId, name: &str) {
        self.set_acting(hero);
        let between = if self.record.narrative.is_empty() { "" } else { "\n\n" };
        self.say(&format!("{between}**{name}.** "));
        self.deed_from = self.record.narrative.len();
        self.deed_number += 1;
    }

    /// A call's id in the turn. The built-in storyteller counts its calls from 1 for each hero of a round.
    pub(super) fn id_in_turn(&self, call: &str) -> String {
        match self.deed_number {
            0 | 1 => call.to_owned(),
            n => format!("{call}_{n}"),
        }
    }

    /// The name of a hero.
    pub(in crate::dm) fn name_of_hero(&self, id: &CharacterId) -> String {
        self.game.hero(id.as_str()).map_or_else(|_| id.to_string(), |hero| hero.name.clone())
    }
}
