//! Heroes and others who can do nothing while a turn is told.

use game::{Change, Refusal, character::Character, combat::fighter::Fighter, listed, rest, tending, turn_stack::Given};

use super::Draft;

/// Code of the notice that the hero cannot act.
const HERO_IS_DOWN: &str = "hero_is_down";

/// The state in which a hero neither acts nor speaks: at 0 hit points, dead, or in a condition such as petrified.
fn helpless(hero: &Character) -> Option<String> {
    let fighter = Fighter::Hero(hero);
    let bound = || fighter.active_conditions().find(|it| !it.rules().acts && !it.rules().speaks);
    fighter.downed_state().or_else(|| bound().map(|it| it.kind.name().to_owned()))
}

impl Draft {
    /// Those who are dying outside a fight, and the command for their death saving throws; `None` if no hero is dying.
    pub(in crate::dm) fn due_death_saves(&self) -> Option<String> {
        let dying: Vec<String> = tending::dying(&self.game).map(|it| it.id().as_str().to_owned()).collect();
        (self.game.encounter.is_none() && !dying.is_empty()).then(|| {
            format!(
                "death saves: each of {} throws once in this turn unless helped before: apply_state_commands with \
                 {{\"type\": \"death_save\", \"character\": id, \"result\": \"roll\"}}; the rules throw and count. \
                 A hero who tends one of them: the same with \"tend\"",
                listed(dying.iter().map(String::as_str))
            )
        })
    }

    /// Checks that the heroes go nowhere while one of them is dying. Out of a fight that ended in this turn they may be carried.
    ///
    /// # Errors
    /// A hero is dying.
    pub(in crate::dm) fn leaves_nobody_dying(&self) -> Result<(), Refusal> {
        let is_out_of_a_fight = |change: &Change| matches!(change, Change::EncounterEnded { .. });
        match self.record.changes.iter().any(is_out_of_a_fight) {
            true => Ok(()),
            false => rest::nobody_is_dying(&self.game),
        }
    }

    /// Why the hero who acts can do nothing outside a fight; the player is told. None for a hero who can act or speak.
    pub(in crate::dm) fn hero_who_can_do_nothing(&mut self) -> Option<String> {
        let hero = self.game.hero(self.acting.as_str()).ok().filter(|_| self.game.encounter.is_none())?;
        let (name, state) = (hero.name.clone(), helpless(hero)?);
        let why = format!("{name} is {state}. The hero neither acts nor speaks; tell what happens around the body.");
        let word = match hero.current_hp <= 0 && !hero.dead {
            true => "lies at 0 hit points".to_owned(),
            false => format!("is {state}"),
        };
        self.notice(HERO_IS_DOWN, &format!("{name} {word} and can do nothing."));
        Some(why)
    }

    /// Why heroes who answered together with the one who acts can do nothing; `None` if all can.
    pub(in crate::dm) fn helpless_among(&self, group: &[Given]) -> Option<String> {
        let heroes = group.iter().filter_map(|given| self.game.hero(given.character_id.as_str()).ok());
        let helpless = heroes.filter_map(|hero| {
            let state = helpless(hero)?;
            Some(format!("impossible: {} is {state}, and what {} answered is not done.", hero.name, hero.name))
        });
        let lines: Vec<String> = helpless.collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
