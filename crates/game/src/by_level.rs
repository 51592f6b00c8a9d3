//! Deserializes maps by spell level: JSON keys are text, and serde doesn't parse them as numbers inside a tagged enum.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de::Error};

/// A map by level.
pub(super) fn read<'de, D: Deserializer<'de>, V: Deserialize<'de>>(from: D) -> Result<BTreeMap<u8, V>, D::Error> {
    numbered(BTreeMap::deserialize(from)?)
}

/// A map by level that may be absent.
pub(super) fn read_some<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    from: D,
) -> Result<Option<BTreeMap<u8, V>>, D::Error> {
    Option::deserialize(from)?.map(numbered).transpose()
}

fn numbered<V, E: Error>(map: BTreeMap<String, V>) -> Result<BTreeMap<u8, V>, E> {
    let number = |key: &str| key.parse().map_err(|_| E::custom(format!("“{key}” is no spell level")));
    map.into_iter().map(|(key, value)| Ok((number(&key)?, value))).collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        Change, experience,
        hero::tests::hero,
        level_up::{self, LevelUpChoices},
    };

    fn stored_and_loaded(change: &Change) -> Change {
        serde_json::from_str(&serde_json::to_string(change).unwrap()).unwrap()
    }

    #[test]
    fn a_spellcaster_who_joins_is_loaded_as_stored() {
        let change = Change::CharacterJoined { character: Box::new(hero("wizard", 5)) };
        assert_eq!(stored_and_loaded(&change), change);
    }

    #[test]
    fn a_spellcasters_level_is_loaded_as_stored() {
        let mut hero = hero("cleric", 2);
        hero.pending_level_up = Some(level_up::pending(&hero, 3));
        hero.xp = experience::THRESHOLDS[2];
        let change = level_up::take(&hero, &LevelUpChoices::default()).unwrap();
        assert!(matches!(&change, Change::LevelGained { slots: Some(slots), .. } if slots[&2] == 2));
        assert_eq!(stored_and_loaded(&change), change);
    }

    #[test]
    fn what_is_no_level_is_not_read() {
        let json = serde_json::to_string(&hero("wizard", 1)).unwrap().replace(r#""slots":{"1""#, r#""slots":{"first""#);
        let error = serde_json::from_str::<crate::character::Character>(&json).unwrap_err().to_string();
        assert!(error.contains("“first”"), "{error}");
    }
}
