//! The four extractors and the kinds of changes each may record.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::dm::{agents, narration_check::ClaimKind, one_shot_completion};

use super::schema;

/// A helper that extracts one kind of change from a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extractor {
    /// Hit points.
    Hp,
    /// Conditions, boons and curses.
    Effect,
    /// Slots, hit dice, things.
    Resource,
    /// Throws for life and rests.
    Lifecycle,
}

/// The answer of an extractor.
#[derive(Debug, Deserialize)]
struct Extracted {
    commands: Vec<Value>,
}

impl Extractor {
    /// All, in the order in which their commands are carried out.
    pub(super) const ALL: [Self; 4] = [Self::Hp, Self::Effect, Self::Resource, Self::Lifecycle];

    /// Name in notes.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Hp => "hp",
            Self::Effect => "effect",
            Self::Resource => "resource",
            Self::Lifecycle => "lifecycle",
        }
    }

    /// Name in usage and traces.
    pub(super) fn agent(self) -> &'static str {
        match self {
            Self::Hp => agents::HP_EXTRACTOR,
            Self::Effect => agents::EFFECT_EXTRACTOR,
            Self::Resource => agents::RESOURCE_EXTRACTOR,
            Self::Lifecycle => agents::LIFECYCLE_EXTRACTOR,
        }
    }

    /// The extractor for a finding; none if no command can record it.
    pub(super) fn of(kind: ClaimKind) -> Option<Self> {
        match kind {
            ClaimKind::HitPoints => Some(Self::Hp),
            ClaimKind::Condition => Some(Self::Effect),
            ClaimKind::ItemGained | ClaimKind::ItemLost | ClaimKind::SpellSlot => Some(Self::Resource),
            ClaimKind::Death | ClaimKind::Rest => Some(Self::Lifecycle),
            ClaimKind::Gold
            | ClaimKind::Place
            | ClaimKind::Quest
            | ClaimKind::Level
            | ClaimKind::Roll
            | ClaimKind::Armor => None,
        }
    }

    /// The kinds of commands it may give.
    pub(super) fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Hp => &["hp_change"],
            Self::Effect => &["condition", "buff"],
            Self::Resource => &["spell_slot", "hit_dice", "item"],
            Self::Lifecycle => &["death_save", "rest"],
        }
    }

    /// Its instructions.
    pub(super) fn instructions(self) -> &'static str {
        const ALL: &str = include_str!("all.md");
        static WHOLE: LazyLock<[String; 4]> = LazyLock::new(|| {
            let own = [
                include_str!("hp.md"),
                include_str!("effects.md"),
                include_str!("resources.md"),
                include_str!("lifecycle.md"),
            ];
            own.map(|own| format!("{}\n\n{}", own.trim_end(), ALL.trim_end()))
        });
        &WHOLE[self as usize]
    }

    /// The schema of its answer.
    pub(super) fn schema(self) -> Value {
        static SCHEMAS: LazyLock<[Value; 4]> = LazyLock::new(|| Extractor::ALL.map(|it| schema::of_kinds(it.kinds())));
        SCHEMAS[self as usize].clone()
    }

    /// Reads the commands of an answer.
    pub(super) fn read(text: &str) -> Option<Vec<Value>> {
        one_shot_completion::object::<Extracted>(text).map(|it| it.commands)
    }
}
