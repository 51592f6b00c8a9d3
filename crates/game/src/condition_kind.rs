//! The conditions of the rules (SRD 5.1, Appendix PH-A), one row each. What a condition does to rolls, speed and senses is
//! read from its row. A sheet may name other conditions; they have no effect on rules.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    character::{Ability, Condition},
    combat::fighter::FighterId,
    d20::advantage::{Reason, Sway},
};

/// What a condition does to the rolls of its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollEffect {
    pub sway: Sway,
    pub reason: Reason,
    /// The level of the condition from which on it counts.
    pub from_level: u8,
    /// Whether it counts only while the bearer can see the source of the condition. An unknown source always counts.
    pub source_in_sight: bool,
}

/// What a condition does to attack rolls against its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetEffect {
    /// For attackers within 5 feet.
    pub beside: Sway,
    /// For more distant attackers.
    pub farther: Sway,
    pub reason: Reason,
}

/// What a condition does to saving throws of its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveEffect {
    /// The ability; `None` for all saving throws, death saving throws among them.
    pub ability: Option<Ability>,
    pub roll: RollEffect,
}

/// How a condition binds its bearer to the one who caused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceRule {
    /// The bearer can't attack the source.
    NoAttack,
    /// The bearer can't move closer to the source.
    NoApproach,
    /// The source drags the bearer along when it moves.
    Dragged,
}

/// The rules of a condition. Effects that begin at a level begin at 1 for conditions without levels.
#[derive(Debug, Clone, Copy)]
pub struct ConditionRules {
    /// The name on a sheet, in lower case.
    pub name: &'static str,
    /// The German word behind “ist”.
    pub german: &'static str,
    /// The word behind “is” if that isn't the name.
    pub adjective: Option<&'static str>,
    /// Other words for the condition, in lower case.
    pub synonyms: &'static [&'static str],
    /// Conditions that come with it.
    pub implies: &'static [ConditionKind],
    /// Conditions that can't begin while it lasts.
    pub prevents: &'static [ConditionKind],
    /// How many levels it has.
    pub levels: u8,
    /// Attack rolls of the bearer.
    pub attacks: Option<RollEffect>,
    /// Attack rolls against the bearer.
    pub attacked: Option<TargetEffect>,
    /// Whether hits from within 5 feet are critical hits.
    pub critical_beside: bool,
    /// Ability checks of the bearer.
    pub checks: Option<RollEffect>,
    /// Saving throws of the bearer.
    pub saves: Option<SaveEffect>,
    /// Saving throws that fail without a roll.
    pub fails_saves: &'static [Ability],
    /// Whether the bearer can take actions and reactions.
    pub acts: bool,
    pub speaks: bool,
    pub sees: bool,
    pub hears: bool,
    /// Whether others can't see the bearer.
    pub unseen: bool,
    /// The level from which on speed is 0.
    pub stops_from: u8,
    /// The level from which on speed is half.
    pub slows_from: u8,
    /// Whether each foot costs one more.
    pub crawls: bool,
    /// The level from which on the maximum of hit points is half.
    pub halves_hp_from: u8,
    /// The level from which on the bearer is dead.
    pub kills_from: u8,
    /// Whether the bearer resists all damage.
    pub resists_damage: bool,
    pub source: Option<SourceRule>,
    /// Whether the bearer is held by something and can break free of it.
    pub held: bool,
    /// Whether it stays when the effect that caused it ends, until the bearer does something about it.
    pub outlasts_cause: bool,
}

impl ConditionRules {
    /// What it does to saving throws with an ability; `None` is a death saving throw, which has no ability.
    pub fn save_effect(&self, ability: Option<Ability>) -> Option<RollEffect> {
        self.saves.filter(|save| save.ability.is_none() || save.ability == ability).map(|save| save.roll)
    }
}

/// For effects that begin at no level.
const NEVER: u8 = u8::MAX;

/// A condition without effects.
const PLAIN: ConditionRules = ConditionRules {
    name: "",
    german: "",
    adjective: None,
    synonyms: &[],
    implies: &[],
    prevents: &[],
    levels: 1,
    attacks: None,
    attacked: None,
    critical_beside: false,
    checks: None,
    saves: None,
    fails_saves: &[],
    acts: true,
    speaks: true,
    sees: true,
    hears: true,
    unseen: false,
    stops_from: NEVER,
    slows_from: NEVER,
    crawls: false,
    halves_hp_from: NEVER,
    kills_from: NEVER,
    resists_damage: false,
    source: None,
    held: false,
    outlasts_cause: false,
};

/// A condition in which its bearer can neither act nor move and is easy to hit.
const HELPLESS: ConditionRules = ConditionRules {
    implies: &[ConditionKind::Incapacitated],
    attacked: Some(easy_to_hit(Reason::TargetHelpless)),
    fails_saves: &[Ability::Str, Ability::Dex],
    acts: false,
    stops_from: 1,
    ..PLAIN
};

const fn roll(sway: Sway, reason: Reason) -> RollEffect {
    RollEffect { sway, reason, from_level: 1, source_in_sight: false }
}

const fn disadvantage(reason: Reason) -> RollEffect {
    roll(Sway::Disadvantage, reason)
}

const fn disadvantage_from(from_level: u8, reason: Reason) -> RollEffect {
    RollEffect { from_level, ..disadvantage(reason) }
}

const fn disadvantage_in_sight(reason: Reason) -> RollEffect {
    RollEffect { source_in_sight: true, ..disadvantage(reason) }
}

const fn easy_to_hit(reason: Reason) -> TargetEffect {
    TargetEffect { beside: Sway::Advantage, farther: Sway::Advantage, reason }
}

const fn hard_to_hit(reason: Reason) -> TargetEffect {
    TargetEffect { beside: Sway::Disadvantage, farther: Sway::Disadvantage, reason }
}

macro_rules! conditions {
    ($($kind:ident = $name:literal / $german:literal, $base:ident { $($field:ident: $value:expr,)* })*) => {
        /// A condition that has rules (SRD 5.1, Appendix PH-A; SRD 5.2, Rules Glossary).
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
            schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        #[schema(as = Affliction)]
        #[schemars(rename = "Affliction")]
        pub enum ConditionKind {
            $($kind,)*
        }

        const N: usize = [$($name,)*].len();

        const TABLE: &[ConditionRules; N] = &[$(ConditionRules { name: $name, german: $german, $($field: $value,)* ..$base },)*];

        impl ConditionKind {
            /// All of them, by name.
            pub const ALL: [Self; N] = [$(Self::$kind,)*];
        }
    };
}

conditions! {
    Blinded = "blinded" / "blind", PLAIN {
        synonyms: &["blindness"],
        attacks: Some(disadvantage(Reason::Blinded)),
        attacked: Some(easy_to_hit(Reason::TargetBlinded)),
        sees: false,
    }
    Charmed = "charmed" / "bezaubert", PLAIN {
        source: Some(SourceRule::NoAttack),
    }
    Deafened = "deafened" / "taub", PLAIN {
        synonyms: &["deaf"],
        hears: false,
    }
    Exhaustion = "exhaustion" / "erschöpft", PLAIN {
        adjective: Some("exhausted"),
        levels: 6,
        attacks: Some(disadvantage_from(3, Reason::Exhausted)),
        checks: Some(disadvantage_from(1, Reason::Exhausted)),
        saves: Some(SaveEffect { ability: None, roll: disadvantage_from(3, Reason::Exhausted) }),
        slows_from: 2,
        halves_hp_from: 4,
        stops_from: 5,
        kills_from: 6,
    }
    Frightened = "frightened" / "verängstigt", PLAIN {
        attacks: Some(disadvantage_in_sight(Reason::Frightened)),
        checks: Some(disadvantage_in_sight(Reason::Frightened)),
        source: Some(SourceRule::NoApproach),
    }
    Grappled = "grappled" / "gepackt", PLAIN {
        stops_from: 1,
        held: true,
        source: Some(SourceRule::Dragged),
    }
    Incapacitated = "incapacitated" / "handlungsunfähig", PLAIN {
        acts: false,
    }
    Invisible = "invisible" / "unsichtbar", PLAIN {
        attacks: Some(roll(Sway::Advantage, Reason::Unseen)),
        attacked: Some(hard_to_hit(Reason::TargetUnseen)),
        unseen: true,
    }
    Paralyzed = "paralyzed" / "gelähmt", HELPLESS {
        synonyms: &["paralysed"],
        critical_beside: true,
        speaks: false,
    }
    Petrified = "petrified" / "versteinert", HELPLESS {
        prevents: &[ConditionKind::Poisoned],
        speaks: false,
        sees: false,
        hears: false,
        resists_damage: true,
    }
    Poisoned = "poisoned" / "vergiftet", PLAIN {
        synonyms: &["poison"],
        attacks: Some(disadvantage(Reason::Poisoned)),
        checks: Some(disadvantage(Reason::Poisoned)),
    }
    Prone = "prone" / "am Boden", PLAIN {
        attacks: Some(disadvantage(Reason::Prone)),
        attacked: Some(TargetEffect {
            beside: Sway::Advantage,
            farther: Sway::Disadvantage,
            reason: Reason::TargetProne,
        }),
        crawls: true,
        outlasts_cause: true,
    }
    Restrained = "restrained" / "gefesselt", PLAIN {
        attacks: Some(disadvantage(Reason::Restrained)),
        attacked: Some(easy_to_hit(Reason::TargetRestrained)),
        saves: Some(SaveEffect { ability: Some(Ability::Dex), roll: disadvantage(Reason::Restrained) }),
        stops_from: 1,
        held: true,
    }
    Stunned = "stunned" / "betäubt", HELPLESS {}
    Unconscious = "unconscious" / "bewusstlos", HELPLESS {
        critical_beside: true,
        speaks: false,
        sees: false,
        hears: false,
    }
}

impl ConditionKind {
    /// The rules of the condition.
    pub const fn rules(self) -> &'static ConditionRules {
        &TABLE[self as usize]
    }

    /// The name on a sheet, in lower case.
    pub const fn name(self) -> &'static str {
        self.rules().name
    }

    /// The word behind “is”.
    pub const fn adjective(self) -> &'static str {
        match self.rules().adjective {
            Some(adjective) => adjective,
            None => self.name(),
        }
    }

    /// Whether the bearer can neither act nor move.
    pub const fn is_helpless(self) -> bool {
        !self.rules().acts && self.rules().stops_from == 1
    }

    /// All words for the condition, its name first.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let rules = self.rules();
        [rules.name].into_iter().chain(rules.adjective).chain(rules.synonyms.iter().copied())
    }

    /// The condition of this name, ignoring case and white space around it.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The condition that a word means: its name, its adjective or a synonym, ignoring case.
    pub fn meant(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.words().any(|known| known.eq_ignore_ascii_case(word)))
    }
}

impl Condition {
    /// The condition of the rules that it is; `None` for a condition that only the story knows.
    pub fn kind(&self) -> Option<ConditionKind> {
        ConditionKind::read(&self.name)
    }

    /// Whether it is this one.
    pub fn is(&self, kind: ConditionKind) -> bool {
        self.name.trim().eq_ignore_ascii_case(kind.name())
    }

    /// Whether the bearer can't act.
    pub fn incapacitates(&self) -> bool {
        self.kind().is_some_and(|kind| !kind.rules().acts)
    }
}

/// A condition with rules that someone is in.
#[derive(Debug, Clone, Copy)]
pub struct ActiveCondition<'a> {
    pub kind: ConditionKind,
    /// 1 to 6 for exhaustion, 1 for other conditions.
    pub level: u8,
    /// Who caused it, if that is known.
    pub source: Option<&'a FighterId>,
}

impl<'a> ActiveCondition<'a> {
    /// A condition of a sheet; `None` if the rules don't know it.
    pub fn of(condition: &'a Condition) -> Option<Self> {
        let kind = condition.kind()?;
        let level = condition.level.unwrap_or(1).min(kind.rules().levels);
        Some(Self { kind, level, source: condition.timing.as_deref().map(|timing| &timing.source) })
    }

    /// A condition that follows from others or from the hit points.
    pub fn implied(kind: ConditionKind) -> Self {
        Self { kind, level: 1, source: None }
    }

    pub fn rules(self) -> &'static ConditionRules {
        self.kind.rules()
    }

    /// Whether an effect that begins at a level counts.
    pub fn reaches(self, level: u8) -> bool {
        self.level >= level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_is_read_by_its_name_and_by_no_other_name() {
        for kind in ConditionKind::ALL {
            let name = kind.name();
            assert_eq!(serde_json::to_value(kind).unwrap(), name, "the name of stored changes");
            assert_eq!(ConditionKind::read(&format!(" {} ", name.to_uppercase())), Some(kind));
            assert!(Condition::new(name).is(kind));
            for word in kind.words() {
                assert_eq!(ConditionKind::meant(word), Some(kind), "{word} means one condition");
                assert_eq!(word, word.to_lowercase());
            }
        }
        assert_eq!(ConditionKind::read("hidden"), None);
    }

    #[test]
    fn a_condition_that_keeps_from_acting_is_incapacitated() {
        for kind in ConditionKind::ALL {
            let incapacitated =
                kind == ConditionKind::Incapacitated || kind.rules().implies.contains(&ConditionKind::Incapacitated);
            assert_eq!(!kind.rules().acts, incapacitated, "{}", kind.name());
        }
    }

    #[test]
    fn effects_begin_at_a_level_the_condition_has() {
        for kind in ConditionKind::ALL {
            let rules = kind.rules();
            let rolls = [rules.attacks, rules.checks, rules.saves.map(|save| save.roll)];
            let of_rolls = rolls.into_iter().flatten().map(|roll| roll.from_level);
            let of_body = [rules.stops_from, rules.slows_from, rules.halves_hp_from, rules.kills_from];
            for level in of_rolls.chain(of_body.into_iter().filter(|level| *level != NEVER)) {
                assert!((1..=rules.levels).contains(&level), "{} at {level}", kind.name());
            }
        }
    }
}
