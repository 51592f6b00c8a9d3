//! Parses the effects of a hit or a failed saving throw besides damage.

use game::{
    combat::deed::{Brings, EffectDuration, Modifier, Rider, RiderSave},
    condition_kind::{ConditionKind, SourceRule},
};

use super::words::{self, patterns};

patterns! {
    NAMED = &named_pattern();
    ESCAPE = r"(?i)\bescape DC (\d+)|\bDC (\d+) Strength (?:check|\(Athletics\))";
    PUSHED = r"(?i)\b(?:pushed|flung|pushes the target|thrown)(?: up| back)*(?: to)? (\d+) (?:feet|ft\.?)|pushes [^.]*?(\d+) (?:feet|ft\.?) (?:straight )?away";
    SLOWED = r"(?i)speed (?:decreases|is reduced) by (\d+) (?:feet|ft)";
    HALVED = r"(?i)speed is halved";
    HELD = r"(?i)speed (?:is|becomes) (?:reduced to )?0\b";
    SINKS = r"(?i)hit point maximum (?:is )?(?:reduced|decreases) by an amount equal";
    CLUMSY = r"(?i)disadvantage on (?:the next attack roll it makes|attack rolls|its attack rolls|strength-based (?:attack rolls|D20 tests))";
    EASY = r"(?i)next attack roll (?:made )?against (?:the target|this target|it)[^.]*?has advantage";
    ASIDE = r"(?i)^(?:while (?:swallowed|attached|engulfed|in |it|the|enlarged)|if the saving throw fails by|if the save fails by|failure by|if (?:the|this|that) (?:\w+ )?damage reduces|if the target is reduced|if the target drops|on a success|success|whenever|if a creature's saving|if the saving throw is successful|if a target's saving|as an action|a creature can|the target can|another creature|second failure|on a failure, the (?:creature|target) is petrified|each time|in addition, the target takes|the webbing|otherwise, the target takes|unless|when the|an? (?:swallowed|engulfed)|if the [\w ]+ (?:dies|takes \d+)|as long as|if (?:the target|it) fails the second|an affected|if you hit an undead|if you target)";
}

/// A condition without levels behind a verb, with those that are listed behind it.
fn named_pattern() -> String {
    let names = ConditionKind::ALL.into_iter().filter(|kind| kind.rules().levels == 1).map(ConditionKind::name);
    let names = names.collect::<Vec<_>>().join("|");
    let verbs = "is|are|be|become|becomes|becoming|falling|knocked|falls?|has|have|and|or|also|being";
    let between = "(?:(?:the|also|magically|instantly|knocked|either) )*";
    format!(r"(?i)\b(?:{verbs})\s+{between}(?<one>{names})\b(?<rest>(?:,? (?:and|or) (?:the )?(?:{names}))*)")
}

/// Half of most heroes' speed in feet, because modifiers can't halve a speed.
const HALF_OF_MOST: i32 = 15;
/// A speed reduction in feet that exceeds every speed: the creature can't move.
const MORE_THAN_ANY: i32 = 200;

/// Parses the consequences of an action. `save` is their own saving throw, if they have one.
pub(super) fn read(text: &str, save: Option<RiderSave>) -> Vec<Rider> {
    let text = outset(text);
    let text = text.as_str();
    let mut riders: Vec<Rider> = Vec::new();
    let escape_dc = words::number(&ESCAPE, text).map(i32::from);
    for sentence in words::sentences(text).filter(|sentence| !ASIDE.is_match(sentence)) {
        let said = after_if(sentence);
        for kind in named_in(said) {
            let rules = kind.rules();
            let lasts = match () {
                () if rules.outlasts_cause || rules.source == Some(SourceRule::Dragged) => EffectDuration::UntilEnded,
                () if escape_dc.is_some() && rules.held => EffectDuration::UntilEnded,
                () => match (words::lasts(said, text), riders.last()) {
                    // “Until this poison ends, the target is paralyzed”: as long as the poison.
                    (EffectDuration::UntilEnded, Some(before)) if is_as_long(sentence) => before.lasts,
                    (lasts, _) => lasts,
                },
            };
            let held = rules.held || said.to_lowercase().contains("until the grapple ends");
            let brings = Brings::Condition { kind, escape_dc: escape_dc.filter(|_| held) };
            push(&mut riders, Rider { save, brings, lasts });
        }
        if let Some(feet) = words::number(&PUSHED, said) {
            push(&mut riders, Rider { save, brings: Brings::Push { feet }, lasts: EffectDuration::Instant });
        }
        let changed: Vec<Modifier> = [
            words::number(&SLOWED, said).map(|feet| Modifier::Speed { feet: -i32::from(feet) }),
            HALVED.is_match(said).then_some(Modifier::Speed { feet: -HALF_OF_MOST }),
            HELD.is_match(said).then_some(Modifier::Speed { feet: -MORE_THAN_ANY }),
            CLUMSY.is_match(said).then_some(Modifier::AttackDisadvantage),
            EASY.is_match(said).then_some(Modifier::EasyToHit),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !changed.is_empty() {
            let brings = Brings::Modifiers { modifiers: changed };
            push(&mut riders, Rider { save, brings, lasts: words::lasts(said, text) });
        }
    }
    if SINKS.is_match(text) {
        push(&mut riders, Rider { save, brings: Brings::MaximumSinks, lasts: EffectDuration::UntilEnded });
    }
    riders
}

/// The conditions a sentence brings, in its order.
pub(super) fn named_in(sentence: &str) -> Vec<ConditionKind> {
    let found = NAMED.captures_iter(sentence);
    // A creature that is already grappled, or no longer, isn't grappled by this.
    let found = found.filter(|found| {
        let behind = found.get(0).map_or("", |whole| &sentence[whole.end()..]).to_lowercase();
        let is_old = found["one"].eq_ignore_ascii_case("grappled") && behind.starts_with(" by");
        !is_old && !behind.starts_with(" condition ends") && !behind.starts_with(" conditions end")
    });
    let words = found.flat_map(|found| {
        let rest = found.name("rest").map_or("", |rest| rest.as_str()).to_owned();
        std::iter::once(found["one"].to_owned())
            .chain(rest.split(' ').map(|word| word.trim_matches(',').to_owned()).collect::<Vec<_>>())
    });
    // No effect on a target makes it invisible.
    let named = words.filter_map(|word| ConditionKind::read(&word));
    named.filter(|kind| !kind.rules().unseen).collect()
}

/// Whether a sentence speaks of what lasts as long as the one before it.
fn is_as_long(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower.starts_with("until th") || lower.starts_with("while ")
}

/// A rider once, however often it is said.
fn push(riders: &mut Vec<Rider>, rider: Rider) {
    if !riders.iter().any(|known| known.brings == rider.brings) {
        riders.push(rider);
    }
}

/// The immediate effect, not that of a second failure or a success: a creature that begins to petrify isn't petrified yet.
fn outset(text: &str) -> String {
    let ends = ["Second Failure", "Failure by", "Success:", "Failure or Success:", "Hit or Miss:"];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].replace(". If the target is a creature, it", ", and it")
}

/// The part of a sentence after its condition: “If the target is a creature, it falls” contains “it falls”.
fn after_if(sentence: &str) -> &str {
    let lower = sentence.to_lowercase();
    let is_conditional = ["if ", "while ", "until "].iter().any(|word| lower.starts_with(word));
    match sentence.find(", ") {
        Some(at) if is_conditional => &sentence[at..],
        _ => sentence,
    }
}
