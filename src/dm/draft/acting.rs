//! The hero who acts.

use game::id::CharacterId;

use super::Draft;

impl Draft {
    /// Another hero of a round acts from now on.
    pub(in crate::dm) fn set_acting(&mut self, hero: &CharacterId) {
        self.acting.clone_from(hero);
    }

    /// Another hero of a round acts from now on, and what comes of it is told behind their name.
    pub(in crate::dm) fn acts_as(&mut self, hero: &CharacterId, name: &str) {
        self.set_acting(hero);
        let between = if self.record.narrative.is_empty() { "" } else { "\n\n" };
        self.say(&format!("{between}**{name}.** "));
        self.deed_from = self.record.narrative.len();
    }

    /// The name of a hero.
    pub(in crate::dm) fn name_of_hero(&self, id: &CharacterId) -> String {
        self.game.hero(id.as_str()).map_or_else(|_| id.to_string(), |hero| hero.name.clone())
    }
}
