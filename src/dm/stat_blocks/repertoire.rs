//! A stat block's spells as actions with the creature's numbers.

use game::combat::deed::{ActionCost, ActionEffect, CombatAction, UsageLimit};

use crate::rules::{Edition, Library, Monster, RuleKind, StatBlockEntry as Told};

use super::{
    spells::{Caster, deed_of},
    words::{self, patterns},
};

patterns! {
    DC = r"(?i)spell save DC (\d+)";
    TO_HIT = r"\+(\d+) to hit with spell attacks";
    ABILITY = r"(Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)";
    LEVEL = r"(?i)(\d+)(?:st|nd|rd|th)-level spellcaster";
    LINE = r"(?im)^(?:- |\* )?(?P<head>[^:\n]*(?:at will|/day|slots?\))[^:\n]*): (?P<list>[^\n]+)$";
    SLOTS = r"(?i)(\d)(?:st|nd|rd|th) level \((\d+) slots?\)";
    A_DAY = r"(?i)(\d+)/day";
    CASTS = r"\bcasts (?:the )?([A-Z][^\n]*)";
    AT_LEVEL = r"(?i)\(level (\d) version\)|\((\d)(?:st|nd|rd|th)[- ]level\)";
}

/// The spells of a creature that do something in a fight, each as often as its list allows. The slots of one level are
/// shared out among the spells of that level.
pub(super) fn of(monster: &Monster, library: &Library, edition: Edition) -> Vec<CombatAction> {
    let lists = lists(monster);
    let mut all: Vec<CombatAction> = Vec::new();
    for list in lists {
        let Some(caster) = caster(&list.text, monster) else { continue };
        for line in LINE.captures_iter(&list.text) {
            let (head, names) = (&line["head"], &line["list"]);
            let slots = SLOTS
                .captures(head)
                .and_then(|found| Some((found[1].parse::<u8>().ok()?, found[2].parse::<u8>().ok()?)));
            let level = slots.map_or(0, |(level, _)| level);
            let mut cast: Vec<CombatAction> =
                names.split(", ").filter_map(|name| one(name, level, &caster, library, edition)).collect();
            let n = u8::try_from(cast.len()).unwrap_or(u8::MAX).max(1);
            let usage = match (slots, words::number(&A_DAY, head)) {
                (Some((_, slots)), _) => UsageLimit::PerDay { times: slots.div_ceil(n) },
                (None, Some(times)) => UsageLimit::PerDay { times: u8::try_from(times).unwrap_or(1) },
                (None, None) => UsageLimit::AtWill,
            };
            cast.iter_mut().for_each(|deed| deed.usage = usage);
            cast.retain(|deed| all.iter().all(|known| known.name != deed.name));
            all.append(&mut cast);
        }
    }
    all
}

fn lists(monster: &Monster) -> impl Iterator<Item = &Told> {
    monster.traits.iter().chain(&monster.actions).filter(|deed| deed.name.contains("pellcasting"))
}

/// The action of a text that casts a spell by name: the first named spell with an effect in fights.
pub(super) fn cast_in(text: &str, monster: &Monster, library: &Library, edition: Edition) -> Option<ActionEffect> {
    let found = CASTS.captures(text)?;
    let of_list = || lists(monster).find_map(|list| caster(&list.text, monster));
    let caster = caster(text, monster).or_else(of_list)?;
    let names = found[1].split([',', '.']).flat_map(|names| names.split(" or "));
    names.take(4).find_map(|name| one(name.trim(), 0, &caster, library, edition)).map(|deed| deed.effect)
}

/// The numbers a text gives for the spells it speaks of.
fn caster(text: &str, monster: &Monster) -> Option<Caster> {
    let dc = i32::from(words::number(&DC, text)?);
    let ability = ABILITY.captures(text).map(|found| found[1][..3].to_lowercase()).unwrap_or_default();
    let score = monster.abilities.get(&ability).copied().unwrap_or(10);
    let level = words::number(&LEVEL, text).and_then(|level| u8::try_from(level).ok());
    // A challenge rating is at most 30; a creature without a caster level casts its cantrips by it.
    let challenge = monster.challenge_rating.clamp(1.0, 20.0) as u8;
    Some(Caster {
        attack: words::number(&TO_HIT, text).map_or(dc - 8, i32::from),
        dc,
        modifier: (i32::try_from(score).unwrap_or(10) - 10).div_euclid(2),
        level: level.unwrap_or(challenge),
    })
}

/// One spell of a list, if it does something in a fight.
fn one(name: &str, level: u8, caster: &Caster, library: &Library, edition: Edition) -> Option<CombatAction> {
    let slot = words::number(&AT_LEVEL, name).and_then(|slot| u8::try_from(slot).ok()).unwrap_or(level);
    let plain = name.split(" (").next()?.trim_matches(|c: char| !c.is_alphanumeric());
    let entry = library.named(edition, plain).find(|entry| entry.kind == RuleKind::Spell)?;
    let deed = deed_of(entry, caster, slot)?;
    (!matches!(deed.effect, ActionEffect::Pool { .. } | ActionEffect::Told { .. }) && deed.cost != ActionCost::TooLong)
        .then_some(deed)
}
