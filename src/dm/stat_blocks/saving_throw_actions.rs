//! Parses stat-block actions that force a saving throw.

use game::combat::{
    deed::{Area, Reach, SavingThrowEffect},
    harm::DamageDice,
};

use crate::rules;

use super::{attacks, consequences, words};

/// Parses one action; none if its DC is unknown. `context` is the surrounding text.
pub(super) fn read(deed: &rules::StatBlockEntry, context: &str) -> Option<SavingThrowEffect> {
    let known = deed.save.as_ref()?;
    let text = deed.text.as_str();
    let ability = words::ability(&known.ability)?;
    let dc = i32::try_from(known.dc?).ok()?;
    let start = words::save(text).map_or(0, |(_, start, _)| start);
    // The swallower's own saving throw, to keep its victim down, doesn't count.
    let begins = text[..start].rfind(['.', '\n']).map_or(0, |end| end + 1);
    if OWN.is_match(text[begins..].trim_start()) {
        return None;
    }
    // SRD 5.2 lists all targets after the saving throw.
    let effect = text.find("Failure:").or_else(|| text.find("First Failure")).unwrap_or(begins);
    let mut harm: Vec<DamageDice> = deed
        .damage
        .iter()
        .filter(|part| !attacks::place(text, &part.dice).is_some_and(|at| attacks::is_aside(text, at)))
        .map(attacks::as_harm)
        .collect();
    if let Some(found) = OR_TAKE.captures(text).filter(|_| deed.damage.is_empty()) {
        harm.push(DamageDice { dice: found[1].replace(' ', ""), damage_type: words::damage_type(&found[2]) });
    }
    let (reach, area) = caught(text, context);
    let riders = consequences::read(&text[effect..], None);
    let half = attacks::is_half(text) || known.on_success == "half";
    let targets = match area {
        Some(_) => 1,
        None => targets(text),
    };
    Some(SavingThrowEffect { ability, dc, reach, area, targets, half: half && !harm.is_empty(), harm, riders })
}

words::patterns! {
    SEVERAL = r"(?i)\b(two|three|four|five|six|eight) (?:\w+ )?(?:bolts|creatures|targets|rays)|\bup to (two|three|four|five|six|eight|ten|twelve) (?:\w+ ){0,2}(?:creatures|targets)";
    OR_TAKE = r"(?i)\bor take \d+ \((\d+d\d+(?: ?\+ ?\d+)?)\) (\w+) damage";
    OWN = r"(?i)^if the [\w ]+ takes \d+";
    OWN_SPACE = r"(?i)in (?:the|its) [^.]*?space\b|whose space|creature grappled|creatures grappled";
}

/// How many a text says it is aimed at.
pub(super) fn targets(text: &str) -> u8 {
    let found = SEVERAL.captures(text);
    let word = found.and_then(|found| found.get(1).or(found.get(2)).map(|word| word.as_str().to_owned()));
    word.and_then(|word| words::count(&word)).unwrap_or(1)
}

/// The range of the effect, and its targets.
pub(super) fn caught(text: &str, context: &str) -> (Reach, Option<Area>) {
    let shaped = words::area(text).or_else(|| words::area(context));
    let point = words::number(&words::POINT, text);
    match shaped {
        // A cloud at a point is thrown there, a breath begins at its mouth.
        Some(area) => {
            let is_far = !matches!(area, Area::Cone { .. } | Area::Line { .. });
            (
                point.filter(|_| is_far).map_or(Reach::Oneself, |feet| Reach::Ranged { normal: feet, long: feet }),
                Some(area),
            )
        }
        None if OWN_SPACE.is_match(text) => (Reach::Melee { feet: 5 }, None),
        None => match (words::number(&words::ALL_WITHIN, text), point) {
            (Some(radius), Some(feet)) if is_all(text) && radius != feet => {
                (Reach::Ranged { normal: feet, long: feet }, Some(Area::Sphere { radius }))
            }
            (Some(radius), _) if is_all(text) => (Reach::Oneself, Some(Area::Sphere { radius })),
            _ => {
                let feet = words::number(&words::WITHIN, text).or_else(|| words::number(&words::WITHIN, context));
                match (is_all(text), feet) {
                    (true, feet) => (Reach::Oneself, Some(Area::Sphere { radius: feet.unwrap_or(60) })),
                    (false, feet) => (words::at(feet.unwrap_or(5)), None),
                }
            }
        },
    }
}

/// Whether it affects everyone nearby.
pub(super) fn is_all(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "each creature",
        "each living",
        "each non",
        "every creature",
        "every humanoid",
        "each enemy",
        "each humanoid",
        "each other creature",
        "creatures within",
    ]
    .iter()
    .any(|words| text.contains(words))
}
