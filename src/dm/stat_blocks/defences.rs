//! Parses damage resistances and condition immunities.

use std::collections::BTreeSet;

use game::{
    combat::harm::{DamageType, Defence, Defences, Exception},
    condition_kind::ConditionKind,
};

use crate::rules::Monster;

/// Parses resistances, immunities and vulnerabilities.
pub(super) fn read(monster: &Monster) -> Defences {
    let all = |listed: &[String]| listed.iter().flat_map(|words| of(words)).collect();
    Defences {
        resistances: all(&monster.resistances),
        immunities: all(&monster.immunities),
        vulnerabilities: all(&monster.vulnerabilities),
    }
}

/// The defences of one list entry: a type, or several of weapons with their exceptions. Entries with conditions that fights
/// don't model, such as the wielder, are left out.
fn of(words: &str) -> Vec<Defence> {
    let words = words.to_lowercase();
    if words.contains("wielded by") || words.contains("damage from spells") {
        return Vec::new();
    }
    let except = match () {
        () if words.contains("silvered") => Exception::MagicalOrSilvered,
        () if words.contains("adamantine") => Exception::MagicalOrAdamantine,
        () if words.contains("nonmagical") => Exception::Magical,
        () => Exception::None,
    };
    let named = words.split(|c: char| !c.is_alphabetic()).filter_map(DamageType::read);
    named.map(|damage_type| Defence { damage_type, except }).collect()
}

/// The conditions it can't be in.
pub(super) fn unaffected(monster: &Monster) -> Vec<ConditionKind> {
    let named: BTreeSet<ConditionKind> =
        monster.condition_immunities.iter().filter_map(|name| ConditionKind::read(name)).collect();
    named.into_iter().collect()
}
