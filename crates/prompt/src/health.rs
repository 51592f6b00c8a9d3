//! Health of a creature in a block: hit points, armour class and conditions.

use std::fmt;

use game::{character::Condition, combat::fighter::FighterRef, conditions::KILLS};

use super::lines::{LineValue, PartText};

/// The state of a fighter at 0 hit points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Downed {
    Dead,
    Stable,
    Dying { successes: u8, failures: u8 },
}

impl Downed {
    /// None above 0 hit points.
    pub fn of(fighter: FighterRef<'_>) -> Option<Self> {
        let saves = fighter.death_saves();
        match (fighter.is_dead(), fighter.hp() <= 0, fighter.is_stable()) {
            (true, ..) => Some(Self::Dead),
            (_, false, _) => None,
            (_, _, true) => Some(Self::Stable),
            _ => Some(Self::Dying { successes: saves.successes, failures: saves.failures }),
        }
    }
}

impl LineValue for Downed {
    fn write(&self, to: &mut String) {
        match self {
            Self::Dead => to.push_str("dead"),
            Self::Stable => to.push_str("stable"),
            Self::Dying { successes, failures } => {
                to.push_str(&format!("dying: {successes} of 3 death saves, {failures} of 3 failed"));
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "dead" => Some(Self::Dead),
            "stable" => Some(Self::Stable),
            _ => {
                let (successes, failures) = text.strip_prefix("dying: ")?.split_once(" of 3 death saves, ")?;
                let failures = failures.strip_suffix(" of 3 failed")?;
                Some(Self::Dying { successes: successes.parse().ok()?, failures: failures.parse().ok()? })
            }
        }
    }
}

/// Hit points, or the state at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthText {
    Up { hp: i32, max_hp: i32 },
    Down(Downed),
}

impl HealthText {
    pub fn of(fighter: FighterRef<'_>) -> Self {
        match Downed::of(fighter) {
            Some(downed) => Self::Down(downed),
            None => Self::Up { hp: fighter.hp(), max_hp: fighter.max_hp() },
        }
    }
}

impl LineValue for HealthText {
    fn write(&self, to: &mut String) {
        match self {
            Self::Up { hp, max_hp } => to.push_str(&format!("hp {hp}/{max_hp}")),
            Self::Down(downed) => downed.write(to),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let Some(points) = text.strip_prefix("hp ") else { return Downed::read(text).map(Self::Down) };
        let (hp, max_hp) = points.split_once('/')?;
        Some(Self::Up { hp: hp.parse().ok()?, max_hp: max_hp.parse().ok()? })
    }
}

/// A hero's hit points, shown in any state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeroHealth {
    pub hp: i32,
    pub max_hp: i32,
    pub temp_hp: i32,
    pub downed: Option<Downed>,
}

impl LineValue for HeroHealth {
    fn write(&self, to: &mut String) {
        HealthText::Up { hp: self.hp, max_hp: self.max_hp }.write(to);
        if self.temp_hp > 0 {
            to.push_str(&format!(" (+{} temporary)", self.temp_hp));
        }
        if let Some(downed) = self.downed {
            to.push_str(&format!(" ({})", downed.written()));
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (points, rest) = text.split_once(" (").unwrap_or((text, ""));
        let HealthText::Up { hp, max_hp } = HealthText::read(points)? else { return None };
        let (mut temp_hp, mut downed) = (0, None);
        for more in rest.split(" (").filter_map(|more| more.strip_suffix(')')) {
            match more.strip_prefix('+').and_then(|more| more.strip_suffix(" temporary")) {
                Some(n) => temp_hp = n.parse().ok()?,
                None => downed = Downed::read(more),
            }
        }
        Some(Self { hp, max_hp, temp_hp, downed })
    }
}

/// An armour class, and the one that counts where something changes it for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArmorClass {
    pub own: i32,
    pub now: i32,
}

impl ArmorClass {
    pub fn of(own: u8, fighter: FighterRef<'_>) -> Self {
        Self { own: own.into(), now: fighter.armor_class() }
    }
}

impl LineValue for ArmorClass {
    fn write(&self, to: &mut String) {
        match self.now - self.own {
            0 => to.push_str(&format!("ac {}", self.own)),
            by => to.push_str(&format!("ac {} ({by:+} = {})", self.own, self.now)),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.strip_prefix("ac ")?;
        let Some((own, now)) = text.split_once(" (") else {
            let own = text.parse().ok()?;
            return Some(Self { own, now: own });
        };
        let (_, now) = now.strip_suffix(')')?.split_once(" = ")?;
        Some(Self { own: own.parse().ok()?, now: now.parse().ok()? })
    }
}

/// A creature's armour class, with its kind where the name doesn't say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatureArmor {
    pub class: ArmorClass,
    pub kind: Option<PartText>,
}

impl LineValue for CreatureArmor {
    fn write(&self, to: &mut String) {
        self.class.write(to);
        if let Some(kind) = &self.kind {
            to.push_str(&format!(" ({})", kind.as_str()));
        }
    }

    fn read(text: &str) -> Option<Self> {
        if let Some(class) = ArmorClass::read(text) {
            return Some(Self { class, kind: None });
        }
        // The class has at most one bracket of its own, which begins with a sign.
        let at = match text.split_once(" (")?.1.starts_with(['+', '-']) {
            true => text.find(") (")? + 1,
            false => text.find(" (")?,
        };
        let (class, kind) = text.split_at(at);
        let kind = kind.strip_prefix(" (")?.strip_suffix(')')?;
        Some(Self { class: ArmorClass::read(class)?, kind: Some(PartText::read(kind)?) })
    }
}

/// A condition by name; exhaustion with its level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionText {
    pub name: PartText,
    pub level: Option<u8>,
}

impl ConditionText {
    pub fn of(condition: &Condition) -> Self {
        Self { name: PartText::of(&condition.name), level: condition.level }
    }
}

impl fmt::Display for ConditionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "{} (level {level} of {KILLS})", self.name.as_str()),
            None => f.write_str(self.name.as_str()),
        }
    }
}

impl LineValue for ConditionText {
    fn write(&self, to: &mut String) {
        to.push_str(&self.to_string());
    }

    fn read(text: &str) -> Option<Self> {
        let leveled = || {
            let (name, level) = text.rsplit_once(" (level ")?;
            let level = level.strip_suffix(&format!(" of {KILLS})"))?;
            Some(Self { name: PartText::read(name)?, level: Some(level.parse().ok()?) })
        };
        leveled().or_else(|| Some(Self { name: PartText::read(text)?, level: None }))
    }
}
