//! The block `[sheets]`: rarely changing facts about story and heroes, placed before the turns so that the provider caches them.
//!
//! ```text
//! background: …                             (how the story began; left out where there is a summary)
//! hero: id | name
//!   abilities: str 16 +3, dex 12 +1, …
//!   proficient: +2 in str, con; athletics, perception
//!   weapons: longsword 1d20+5 to hit, 1d8+3 slashing; …
//!   features: second wind, fighting style (defense)
//!   spells: cantrips light; knows bless, …
//! ```

use game::{character::Ability, id::CharacterId};

use super::lines::{Commas, LineText, LineValue, PartText, Semicolons, block, entries, parts};

block! {
    /// Rarely changing facts about the story and its heroes.
    SheetsBlock = "sheets" {
        /// Left out where there is a summary.
        background: LineText = "background",
        heroes: Vec<SheetEntry> = "hero",
    }
}

entries! {
    /// A hero's abilities.
    SheetEntry {
        hero: SheetLine,
        abilities: Commas<ScoreText> = "  abilities",
        proficient: Option<Training> = "  proficient",
        weapons: Semicolons<WeaponText> = "  weapons",
        features: Commas<FeatureText> = "  features",
        spells: Option<KnownSpells> = "  spells",
    }
}

parts! {
    SheetLine {
        id: CharacterId,
        name: PartText,
    }
}

/// An ability: score and modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreText {
    pub ability: Ability,
    pub score: u8,
    pub modifier: i32,
}

impl LineValue for ScoreText {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} {} {:+}", self.ability.as_str(), self.score, self.modifier));
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let mut next = || words.next();
        Some(Self { ability: Ability::read(next()?)?, score: next()?.parse().ok()?, modifier: next()?.parse().ok()? })
    }
}

/// A hero's proficiencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Training {
    pub bonus: i32,
    pub saves: Commas<Ability>,
    pub skills: Commas<PartText>,
}

impl LineValue for Training {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{:+} in {}; {}", self.bonus, self.saves.written(), self.skills.written()));
    }

    fn read(text: &str) -> Option<Self> {
        let (bonus, rest) = text.split_once(" in ")?;
        // The line was trimmed where no skills follow.
        let (saves, skills) = rest.split_once(';')?;
        Some(Self {
            bonus: bonus.parse().ok()?,
            saves: Commas::read(saves)?,
            skills: Commas::read(skills.trim_start())?,
        })
    }
}

/// A way to attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeaponText {
    pub name: PartText,
    pub to_hit: i32,
    /// Dice and modifier: `1d8+3`.
    pub damage: PartText,
    pub damage_type: Option<PartText>,
}

impl LineValue for WeaponText {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} 1d20{:+} to hit, {}", self.name.as_str(), self.to_hit, self.damage.as_str()));
        if let Some(kind) = &self.damage_type {
            to.push_str(&format!(" {}", kind.as_str()));
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (attack, damage) = text.rsplit_once(" to hit, ")?;
        let (name, to_hit) = attack.rsplit_once(" 1d20")?;
        let (damage, kind) = damage.split_once(' ').map_or((damage, None), |(damage, kind)| (damage, Some(kind)));
        let damage_type = kind.and_then(PartText::read);
        let (name, damage) = (PartText::read(name)?, PartText::read(damage)?);
        Some(Self { name, to_hit: to_hit.parse().ok()?, damage, damage_type })
    }
}

/// A feature with its chosen option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureText {
    pub name: PartText,
    pub choice: Option<PartText>,
}

impl LineValue for FeatureText {
    fn write(&self, to: &mut String) {
        to.push_str(self.name.as_str());
        if let Some(choice) = &self.choice {
            to.push_str(&format!(" ({})", choice.as_str()));
        }
    }

    fn read(text: &str) -> Option<Self> {
        let chosen = || text.strip_suffix(')')?.split_once(" (");
        let (name, choice) = chosen().map_or((text, None), |(name, choice)| (name, Some(choice)));
        Some(Self { name: PartText::read(name)?, choice: choice.and_then(PartText::read) })
    }
}

/// Spells by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownSpells {
    pub cantrips: Commas<PartText>,
    pub spells: Commas<PartText>,
}

impl LineValue for KnownSpells {
    fn write(&self, to: &mut String) {
        let lists = [("cantrips", &self.cantrips), ("knows", &self.spells)];
        let lists = lists.into_iter().filter(|(_, list)| !list.0.is_empty());
        let lists: Vec<String> = lists.map(|(key, list)| format!("{key} {}", list.written())).collect();
        to.push_str(&lists.join("; "));
    }

    fn read(text: &str) -> Option<Self> {
        let mut known = Self::default();
        for list in text.split("; ") {
            if let Some(names) = list.strip_prefix("cantrips ") {
                known.cantrips = Commas::read(names)?;
            } else if let Some(names) = list.strip_prefix("knows ") {
                known.spells = Commas::read(names)?;
            }
        }
        Some(known)
    }
}
