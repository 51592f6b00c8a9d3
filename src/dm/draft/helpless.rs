//! Heroes and others who are unable to act.

use game::{
    Change, Refusal,
    character::Character,
    combat::fighter::{FighterId, FighterRef},
    id::CharacterId,
    listed, rest,
    sense::NeededSense,
    slow_casting, tending,
    turn_stack::AwaitedAnswer,
};

use crate::{agent::Tool, dm::tools::cast_spell::CastSpell};

use super::Draft;

/// Code of the notice that the hero cannot act.
const HERO_IS_DOWN: &str = "hero_is_down";

/// Asks which of several dying people is meant.
pub(in crate::dm) fn which_of(dying: &[FighterRef]) -> Refusal {
    let ids: Vec<String> = dying.iter().map(|one| format!("{} ({})", one.name(), one.id().as_str())).collect();
    Refusal::new(format!("{} are dying: say by `character` who is meant.", listed(ids.iter().map(String::as_str))))
}

/// The state in which a hero neither acts nor speaks: at 0 hit points, dead, or in a condition such as petrified.
fn helpless(hero: &Character) -> Option<String> {
    let fighter = FighterRef::Hero(hero);
    let bound = || fighter.active_conditions().find(|it| !it.rules().acts && !it.rules().speaks);
    fighter.downed_state().or_else(|| bound().map(|it| it.kind.name().to_owned()))
}

impl Draft {
    /// Dying creatures outside a fight, and the command for their death saving throws; `None` if there are none.
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

    /// Refuses to heal a dying creature manually if the player's message or the reason of a roll describes a spell that takes
    /// minutes. The story isn't searched: it also describes other things.
    ///
    /// # Errors
    /// The spell takes longer than there is time; the text names it.
    pub(in crate::dm) fn heals_in_seconds(&self, who: &FighterId, delta: i32) -> Result<(), Refusal> {
        if delta <= 0 || !self.game.fighter(who).is_some_and(FighterRef::is_dying) {
            return Ok(());
        }
        let words = self.moment.words();
        let texts = [words, self.in_english(words)];
        if self.has_helped_in_seconds() || texts.into_iter().any(slow_casting::names_help_in_seconds) {
            return Ok(());
        }
        let thrown = self.record.changes.iter().filter_map(|change| match change {
            Change::DiceRolled { roll } => slow_casting::cast_by_throw(&roll.reason, roll.expression.contains("d20")),
            _ => None,
        });
        match texts.into_iter().filter_map(slow_casting::cast_in).chain(thrown).next() {
            Some(spell) => slow_casting::waits_for_the_dying(&self.game, spell),
            None => Ok(()),
        }
    }

    /// Whether quick help was used this turn: a potion, a healer's kit, or a spell by the rules, which refuse slow spells while
    /// someone is dying.
    fn has_helped_in_seconds(&self) -> bool {
        let is_help = |change: &Change| match change {
            Change::ItemLost { name, .. } | Change::UsesSpent { name, .. } => slow_casting::names_help_in_seconds(name),
            Change::SpellSlotsUsed { used, .. } => *used > 0,
            _ => false,
        };
        let mut calls = self.record.tool_calls.iter();
        calls.any(|call| call.name == CastSpell::NAME && !call.is_error) || self.record.changes.iter().any(is_help)
    }

    /// The target of a command on a dying creature without a name: the acting hero if dying, else the only dying one. First aid
    /// is for others only.
    ///
    /// # Errors
    /// Several are dying; the text lists them. No one is.
    pub(in crate::dm) fn the_one_who_is_dying(&self, is_tended: bool) -> Result<String, Refusal> {
        let dying: Vec<FighterRef> = tending::dying(&self.game).collect();
        let acting = FighterId::Hero(self.acting.clone());
        match dying.as_slice() {
            _ if !is_tended && dying.iter().any(|one| one.id() == acting) => Ok(self.acting.to_string()),
            [one] => Ok(one.id().as_str().to_owned()),
            [] if is_tended => Err(Refusal::new("Nobody is dying.")),
            [] => Ok(self.acting.to_string()),
            several => Err(which_of(several)),
        }
    }

    /// Counts a death saving throw of a dying creature or, with `by`, that hero's first aid: one of each per turn.
    ///
    /// # Errors
    /// There was one in this turn.
    pub(in crate::dm) fn throws_once(&mut self, patient: &FighterId, by: Option<&CharacterId>) -> Result<(), Refusal> {
        let throw = (patient.clone(), by.cloned());
        if !self.record.death_throws.contains(&throw) {
            self.record.death_throws.push(throw);
            return Ok(());
        }
        if by.is_none() {
            return Err(self.has_thrown(patient));
        }
        let name = self.game.fighter(patient).map_or_else(String::new, |one| one.name().to_owned());
        Err(Refusal::new(format!(
            "{name} was tended in this turn, and it counts. To try again is for the player's next words."
        )))
    }

    /// Records failed death saving throws that a model counts itself: once in a turn, and not in addition to the turn's roll.
    ///
    /// # Errors
    /// There were some in this turn, or the throw of the turn was made.
    pub(in crate::dm) fn fails_by_hand(&mut self, patient: &FighterId) -> Result<(), Refusal> {
        if self.record.failures_by_hand.contains(patient) || self.record.death_throws.contains(&(patient.clone(), None))
        {
            return Err(self.has_thrown(patient));
        }
        self.record.failures_by_hand.push(patient.clone());
        Ok(())
    }

    fn has_thrown(&self, patient: &FighterId) -> Refusal {
        let name = self.game.fighter(patient).map_or_else(String::new, |one| one.name().to_owned());
        Refusal::new(format!(
            "{name} has made the death saving throw of this turn, and it counts. Damage is no throw: as `hp_change` of a hero or \
             `hp_delta` of a creature it counts its failure by itself."
        ))
    }

    /// Checks that the heroes go nowhere while a hero or a companion is dying. Out of a fight that ended in this turn the dying may be
    /// carried.
    ///
    /// # Errors
    /// A hero or a companion is dying.
    pub(in crate::dm) fn leaves_nobody_dying(&self) -> Result<(), Refusal> {
        let is_out_of_a_fight = |change: &Change| matches!(change, Change::EncounterEnded { .. });
        match self.record.changes.iter().any(is_out_of_a_fight) {
            true => Ok(()),
            false => rest::nobody_is_dying(&self.game),
        }
    }

    /// Checks that the hero who acts sees something: looking at things and around needs eyes.
    ///
    /// # Errors
    /// The hero is blinded, or can do nothing at all.
    pub(in crate::dm) fn acting_hero_sees(&self) -> Result<(), Refusal> {
        let hero = self.game.hero(self.acting.as_str())?;
        match FighterRef::Hero(hero).sees() {
            true => Ok(()),
            false => Err(Refusal::new(format!("{} {}.", hero.name, NeededSense::Sight.lacking()))),
        }
    }

    /// Whether the hero who acts can do nothing at all.
    pub(in crate::dm) fn acting_hero_is_helpless(&self) -> bool {
        self.game.hero(self.acting.as_str()).is_ok_and(|hero| helpless(hero).is_some())
    }

    /// Why the acting hero is helpless outside a fight, as a notice to the player. None for a hero who can act or speak.
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
    pub(in crate::dm) fn helpless_among(&self, group: &[AwaitedAnswer]) -> Option<String> {
        let heroes = group.iter().filter_map(|given| self.game.hero(given.character_id.as_str()).ok());
        let helpless = heroes.filter_map(|hero| {
            let state = helpless(hero)?;
            Some(format!("impossible: {} is {state}, and what {} answered is not done.", hero.name, hero.name))
        });
        let lines: Vec<String> = helpless.collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
