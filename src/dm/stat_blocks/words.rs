//! Parses phrases of the rules: distances, shapes, durations, saving throws.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use game::{
    character::Ability,
    combat::{
        deed::{Area, EffectDuration, Reach, RiderSave},
        harm::DamageType,
    },
};

/// A pattern that is read once.
pub(super) type LazyRegex = LazyLock<Regex>;

/// Compiles a pattern of ours.
pub(super) fn pattern(text: &str) -> Regex {
    #[allow(clippy::expect_used, reason = "a pattern is part of the program; every one is compiled by a test")]
    Regex::new(text).expect("a pattern of ours is sound")
}

/// The pattern as a static.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $text:expr;)+) => {
        $($(#[$doc])* pub(super) static $name: $crate::dm::stat_blocks::words::LazyRegex =
            std::sync::LazyLock::new(|| $crate::dm::stat_blocks::words::pattern($text));)+

        #[cfg(test)]
        #[test]
        fn patterns_are_sound() {
            $(assert!(!$name.as_str().is_empty());)+
        }
    };
}
pub(super) use patterns;

patterns! {
    /// A saving throw as either edition asks for it.
    SAVE = r"(?i)\bDC (?<dc>\d+) (?<a>Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw|\b(?<b>Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw: DC (?<dc2>\d+)";
    CONE = r"(?i)(\d+)[- ]f(?:oo|ee)?t\.?(?:-long, \d*-f(?:oo|ee)t-wide)?[- ](?:long )?cone";
    LINE = r"(?i)(\d+)-foot-long, (\d*)-?foot-wide line|(\d+)-foot line that is (\d+) (?:feet|ft\.) wide|line (?:of \w+ )?that is (\d+) (?:feet|ft\.) long and (\d+) (?:feet|ft\.) wide|line (?:of \w+ |\w+ )*?(\d+) feet long and (\d+) feet wide";
    CYLINDER = r"(?i)(\d+)-foot[- ]radius, \d+-foot-(?:tall|high) cylinder|cylinder[^.]{0,60}?(\d+)[- ]foot[- ]radius|(\d+)-foot[- ]radius cylinder|cylinder[^.]{0,40}?(\d+) feet in radius";
    SPHERE = r"(?i)(\d+)[- ]f(?:oo)?t\.?[- ]radius|(\d+)[- ]f(?:oo)?t\.? emanation|(\d+)-foot sphere";
    CUBE = r"(?i)(\d+)[- ](?:foot|feet|ft\.?)(?:[- ]on[- ]a[- ]side)? ?cube|(\d+)-foot-square|(\d+)-foot square";
    ALL_WITHIN = r"(?i)\b(?:each|every|creatures?|all|those)\b[^.:]*?\bwithin (\d+) (?:feet|ft\.?)";
    POINT = r"(?i)\b(?:point|space|surface|spot)\b[^.]*?\bwithin (\d+) (?:feet|ft\.?)";
    WITHIN = r"(?i)\bwithin (\d+) (?:feet|ft\.?)|\bup to (\d+) (?:feet|ft\.?) away";
    SPAN = r"(?i)\bfor (?:up to )?(\d+|one|an?) (round|minute|hour|day|week|month|year)s?";
    UNTIL_TURN = r"(?i)\b(?:until|before) the (start|end) of ([^.,;:]*?)(?: next)? turn\b";
    AGAIN = r"(?i)repeats? the sav(?:e|ing throw)[^.]*?at the end of (?:each of|its next turn)|at the end of each of (?:its|his|their) turns[^.]*?(?:repeat|makes? (?:a|another|the)|can make|sav)|(?:at the end of each of its turns, )(?:an|the)[^.]*?sav(?:e|ing throw)|at the end of each round[^.]*?saving throw";
    MELEE = r"(?i)\breach (\d+) ?(?:feet|ft)";
    RANGE = r"(?i)\brange (\d+)(?:/(\d+))? ?(?:feet|ft)";
    DICE = r"^\d+(?:d\d+(?:[+-]\d+)?)?$";
}

/// An ability by its name or the first letters of it.
pub(super) fn ability(name: &str) -> Option<Ability> {
    let short = name.get(..3)?.to_lowercase();
    let names = ["str", "dex", "con", "int", "wis", "cha"];
    names.iter().position(|known| *known == short).map(|at| Ability::ALL[at])
}

/// The first group that matched.
fn first(found: &Captures<'_>) -> Option<u16> {
    found.iter().skip(1).flatten().find_map(|group| group.as_str().parse().ok())
}

/// All groups that are numbers.
fn numbers(found: &Captures<'_>) -> Vec<u16> {
    found.iter().skip(1).flatten().filter_map(|group| group.as_str().parse().ok()).collect()
}

/// The first number a pattern finds in a text.
pub(super) fn number(pattern: &Regex, text: &str) -> Option<u16> {
    pattern.captures(text).and_then(|found| first(&found))
}

/// The first saving throw of a text, and where it is: its beginning and its end.
pub(super) fn save(text: &str) -> Option<(RiderSave, usize, usize)> {
    let found = SAVE.captures(text)?;
    let named = found.name("a").or(found.name("b"))?;
    let dc = found.name("dc").or(found.name("dc2"))?;
    let whole = found.get(0)?;
    let save = RiderSave { ability: ability(named.as_str())?, dc: dc.as_str().parse().ok()?, half: false };
    Some((save, whole.start(), whole.end()))
}

/// The shape a text speaks of.
pub(super) fn area(text: &str) -> Option<Area> {
    if let Some(feet) = number(&CONE, text) {
        return Some(Area::Cone { feet });
    }
    if let Some(found) = LINE.captures(text) {
        return match numbers(&found).as_slice() {
            [feet, width, ..] => Some(Area::Line { feet: *feet, width: *width }),
            // A line whose width the package leaves out is as wide as lines usually are.
            [feet] => Some(Area::Line { feet: *feet, width: 5 }),
            [] => None,
        };
    }
    if let Some(radius) = number(&CYLINDER, text) {
        return Some(Area::Cylinder { radius });
    }
    if let Some(radius) = number(&SPHERE, text) {
        return Some(Area::Sphere { radius });
    }
    number(&CUBE, text).map(|feet| Area::Cube { feet })
}

/// The duration of an effect described in one sentence; `whole` is the full text.
pub(super) fn lasts(sentence: &str, whole: &str) -> EffectDuration {
    let again = AGAIN.is_match(whole);
    let span =
        SPAN.captures(sentence).or_else(|| SPAN.captures(whole).filter(|_| again)).and_then(|found| rounds(&found));
    if again {
        return EffectDuration::Rounds { rounds: span.unwrap_or(10), concentration: false, save_at_end: true };
    }
    let until = UNTIL_TURN.captures(sentence).or_else(|| {
        let said =
            |sentence: &&str| sentence.starts_with("This effect lasts") || sentence.starts_with("These effects last");
        UNTIL_TURN.captures(sentences(whole).find(said)?)
    });
    if let Some(found) = until {
        let whose = found[2].trim().to_lowercase();
        let targets = ["its", "the target's", "the creature's", "that creature's", "their", "the target’s", "his"];
        let is_targets = targets.contains(&whose.as_str());
        return match (&found[1].to_lowercase()[..], is_targets) {
            ("end", true) => EffectDuration::UntilEndOfTargetsTurn,
            ("end", false) => EffectDuration::UntilEndOfDoersTurn,
            _ => EffectDuration::UntilDoersTurn,
        };
    }
    match span {
        Some(rounds) => EffectDuration::Rounds { rounds, concentration: false, save_at_end: false },
        None => EffectDuration::UntilEnded,
    }
}

/// A span of time in rounds of six seconds, at most a year.
fn rounds(found: &Captures<'_>) -> Option<u32> {
    let number: u32 = match &found[1].to_lowercase()[..] {
        "a" | "an" | "one" => 1,
        digits => digits.parse().ok()?,
    };
    let each = match &found[2].to_lowercase()[..] {
        "round" => 1,
        "minute" => 10,
        "hour" => 600,
        "day" => 14_400,
        "week" => 100_800,
        "month" => 432_000,
        _ => 5_256_000,
    };
    Some(number.saturating_mul(each).min(5_256_000))
}

/// A span of time such as a spell's duration, in rounds; none if it has no end, or happens at once.
pub(super) fn span(duration: &str) -> Option<u32> {
    let found = SPAN
        .captures(&format!("for {}", duration.to_lowercase().trim_start_matches("up to ")))
        .map(|found| rounds(&found));
    found.flatten()
}

/// How far hand or shot gets.
pub(super) fn reach(text: &str) -> Option<Reach> {
    let melee = number(&MELEE, text).map(|feet| feet.max(5));
    let range = RANGE.captures(text).and_then(|found| match numbers(&found).as_slice() {
        [normal, long, ..] => Some((*normal, *long)),
        [normal] => Some((*normal, *normal)),
        [] => None,
    });
    match (melee, range) {
        (Some(feet), Some((normal, long))) => Some(Reach::Either { feet, normal, long }),
        (Some(feet), None) => Some(Reach::Melee { feet }),
        (None, Some((normal, long))) => Some(Reach::Ranged { normal, long }),
        (None, None) => None,
    }
}

/// A distance as a reach: adjacent targets are in melee reach.
pub(super) fn at(feet: u16) -> Reach {
    if feet <= 5 { Reach::Melee { feet: 5 } } else { Reach::Ranged { normal: feet, long: feet } }
}

/// A text in sentences, its paragraphs apart.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.split(". ")).map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// A type of damage; of several to choose from, the first.
pub(super) fn damage_type(name: &str) -> Option<DamageType> {
    name.split([',', ' ']).find_map(DamageType::read)
}

/// Whether the fight's dice can throw this.
pub(super) fn is_dice(dice: &str) -> bool {
    DICE.is_match(dice)
}

/// Twice the average of dice.
pub(super) fn twice_average(dice: &str) -> i32 {
    let (number, rest) = dice.split_once('d').unwrap_or(("0", dice));
    let (sides, bonus) = match dice.contains('d') {
        true => rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len())),
        false => ("0", rest),
    };
    let read = |text: &str| text.trim_start_matches('+').parse::<i32>().unwrap_or(0);
    read(number) * (read(sides) + i32::from(dice.contains('d'))) + 2 * read(bonus)
}

/// A number in words or digits.
pub(super) fn count(word: &str) -> Option<u8> {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = word.to_lowercase();
    let word = if word == "a" || word == "an" || word == "once" {
        "one".to_owned()
    } else if word == "twice" {
        "two".to_owned()
    } else {
        word
    };
    word.parse().ok().or_else(|| WORDS.iter().position(|known| *known == word).and_then(|at| u8::try_from(at).ok()))
}
