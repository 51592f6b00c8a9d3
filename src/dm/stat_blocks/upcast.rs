//! Effects of a higher spell slot or caster level.

use game::combat::harm::{DamageDice, DamageType};

use super::words::{self, patterns};

patterns! {
    DAMAGE = r"(?i)(?:(?P<one>\w+) damage and the (?P<two>\w+) damage|(?P<type>\w+) damage|the extra damage|damage \([^)]*\)|^damage|damage) increases? by (?P<dice>\d+d\d+|\d+)(?P<each> for every two)?|^(?:\*\*[^*]*\*\* )?(?P<more>\d+d\d+) more for each";
    HEALING = r"(?i)(?:healing|healed|hit points)[^.]*? increases? by (\d+d\d+|\d+)|(\d+d\d+|\d+) more for each|hit points regained[^.]*? by (\d+)";
    FLAT = r"(?i)gain (\d+) additional";
    SHOTS = r"(?i)one (?:additional |more )?(?:dart|ray|beam|bolt|missile)s?\b";
    TARGETS = r"(?i)\b(?:one|an) (?:additional|more)\b";
    BEAMS = r"(?i)beams at (?:5th )?level";
    POOL = r"(?i)(?:roll an additional )?(\d+d\d+)(?: more)? for each";
    EVERY_TWO = r"(?i)every two";
}

/// How a spell grows.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// More damage: the dice, how often, and the types it is for; none for the first.
    damage: Option<(String, u8, Vec<DamageType>)>,
    healing: Option<(String, u8)>,
    pool: Option<(String, u8)>,
    flat: u32,
    /// More darts or rays.
    pub(super) shots: u8,
    /// More targets.
    pub(super) targets: u8,
    /// The multiplier of a cantrip's dice; 0 for other spells.
    tier: u8,
}

/// Parses the effects of higher levels. Cantrips grow at caster levels 5, 11 and 17.
pub(super) fn read(text: &str, level: u8, slot: u8, caster: u8) -> Growth {
    if level == 0 {
        let tier = 1 + u8::from(caster >= 5) + u8::from(caster >= 11) + u8::from(caster >= 17);
        return match BEAMS.is_match(text) {
            true => Growth { shots: tier - 1, tier: 1, ..Growth::default() },
            false => Growth { tier: if text.is_empty() { 1 } else { tier }, ..Growth::default() },
        };
    }
    let above = slot.saturating_sub(level);
    if above == 0 {
        return Growth::default();
    }
    let steps = if EVERY_TWO.is_match(text) { above / 2 } else { above };
    let damage = DAMAGE.captures(text).and_then(|found| {
        let dice = found.name("dice").or(found.name("more"))?.as_str().to_owned();
        let named = ["one", "two", "type"]
            .iter()
            .filter_map(|name| found.name(name))
            .filter_map(|name| DamageType::read(name.as_str()));
        Some((dice, steps, named.collect()))
    });
    let healing = HEALING
        .captures(text)
        .and_then(|found| found.iter().skip(1).flatten().next().map(|dice| (dice.as_str().to_owned(), steps)));
    let pool = POOL.captures(text).map(|found| (found[1].to_owned(), steps));
    let flat = FLAT.captures(text).and_then(|found| found[1].parse::<u32>().ok()).unwrap_or(0) * u32::from(above);
    let shots = if SHOTS.is_match(text) { above } else { 0 };
    let targets = if shots == 0 && TARGETS.is_match(text) { above } else { 0 };
    Growth { damage, healing, pool, flat, shots, targets, tier: 0 }
}

impl Growth {
    /// The dice of one part of the damage, from 0.
    pub(super) fn dice(&self, harm: &DamageDice, part: usize) -> String {
        match &self.damage {
            None => times(&harm.dice, self.tier.max(1)),
            Some((more, steps, types)) => {
                let is_meant = match types.as_slice() {
                    [] => part == 0,
                    types => harm.damage_type.is_some_and(|kind| types.contains(&kind)),
                };
                if is_meant { plus(&harm.dice, more, *steps) } else { harm.dice.clone() }
            }
        }
    }

    /// The dice of the hit points it reaches.
    pub(super) fn more(&self, dice: &str) -> String {
        self.pool.as_ref().map_or_else(|| dice.to_owned(), |(more, steps)| plus(dice, more, *steps))
    }

    /// The dice of its healing.
    pub(super) fn healing(&self, dice: &str) -> String {
        self.healing.as_ref().map_or_else(|| dice.to_owned(), |(more, steps)| plus(dice, more, *steps))
    }

    /// Dice of temporary hit points.
    pub(super) fn flat(&self, dice: &str) -> String {
        if self.flat == 0 { dice.to_owned() } else { plus(dice, &self.flat.to_string(), 1) }
    }
}

/// The dice multiplied by a number; the constant that is added stays the same.
fn times(dice: &str, n: u8) -> String {
    match dice.split_once('d') {
        Some((number, rest)) => match number.parse::<u32>() {
            Ok(number) => format!("{}d{rest}", number * u32::from(n)),
            Err(_) => dice.to_owned(),
        },
        None => dice.to_owned(),
    }
}

/// Dice and more dice, so often: like to like, and numbers to numbers.
pub(super) fn plus(dice: &str, more: &str, steps: u8) -> String {
    if steps == 0 {
        return dice.to_owned();
    }
    let (head, tail) = dice.split_at(dice.find(['+', '-']).unwrap_or(dice.len()));
    match (head.split_once('d'), more.split_once('d')) {
        (Some((n, sides)), Some((m, others))) if sides == others => {
            let sum = n.parse::<u32>().unwrap_or(0) + m.parse::<u32>().unwrap_or(0) * u32::from(steps);
            format!("{sum}d{sides}{tail}")
        }
        (_, Some(_)) => format!("{head}+{}{tail}", times(more, steps)),
        (_, None) => {
            let more = more.parse::<i32>().unwrap_or(0) * i32::from(steps);
            match (head.contains('d'), tail.parse::<i32>()) {
                (true, Ok(flat)) => format!("{head}{:+}", flat + more),
                (true, Err(_)) if tail.is_empty() => format!("{head}{more:+}"),
                (true, Err(_)) => format!("{head}{tail}{more:+}"),
                (false, _) => (words::twice_average(dice) / 2 + more).to_string(),
            }
        }
    }
}
