//! Claims without numbers: wounds, items, places, conditions and results of rolls.

use std::{cell::LazyCell, sync::LazyLock};

use game::{condition_kind::ConditionKind, weapons};

use super::{
    claims::{ClaimMatch, ProseReading},
    deaths,
    gloss::{GlossWord, Sense},
    ledger::{HeroFacts, TurnFacts},
    lists::list,
    quests,
    sentence::words,
    things::{CONTAINERS, bare, head_of, is_objected_to, kind_of, same, shares, singular},
    told::{ClaimKind, UnsupportedClaim},
    travels::enters,
};

/// Finds claims that no record supports.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    if ledger.heroes.is_empty() {
        return;
    }
    for compare in [deaths::check, wounds, payments, gains, losses, arrivals, quests::check, conditions, outcomes] {
        compare(heard, ledger, findings);
    }
}

/// A finding in the words of a claim.
pub(super) fn found(kind: ClaimKind, made: &ClaimMatch<'_, '_>, truth: String) -> UnsupportedClaim {
    UnsupportedClaim { kind, quote: made.quote.to_owned(), truth }
}

/// Words that look like a new wound and are none.
static NO_WOUND: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.no_wound"));

fn wounds(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let hero = &ledger.heroes[0];
    let all = |quiet: fn(&i32) -> bool| ledger.heroes.iter().all(|hero| hero.hp_deltas.iter().all(quiet));
    if all(|delta| *delta >= 0) {
        for made in heard.claims("wound") {
            if heard.glosses[made.nth].text[..=made.range.start].ends_with(" you ") {
                continue;
            }
            let sentence = heard.sentence(made.nth).to_lowercase();
            if !NO_WOUND.iter().any(|word| sentence.contains(word)) {
                findings.push(found(ClaimKind::HitPoints, &made, hero.told_of_hp()));
            }
        }
    }
    if all(|delta| *delta <= 0) && hero.hp_before < hero.hp.1 {
        findings.extend(heard.claims("mend").iter().map(|made| found(ClaimKind::HitPoints, made, hero.told_of_hp())));
    }
    if hero.hp.0 > 0 {
        findings
            .extend(heard.claims("none.left").iter().map(|made| found(ClaimKind::HitPoints, made, hero.told_of_hp())));
    }
    if hero.hp.0 < hero.hp.1 {
        findings.extend(heard.claims("whole").iter().map(|made| found(ClaimKind::HitPoints, made, hero.told_of_hp())));
    }
}

fn payments(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let moved = |way: fn(&i64) -> bool| ledger.heroes.iter().any(|hero| hero.copper_deltas.iter().any(way));
    let truth = ledger.heroes[0].told_of_coins();
    if !moved(|delta| *delta < 0) {
        findings.extend(heard.claims("paid.some").iter().map(|made| found(ClaimKind::Gold, made, truth.clone())));
    }
    if !moved(|delta| *delta > 0) && ledger.heroes.iter().all(|hero| hero.gained.is_empty()) {
        findings.extend(heard.claims("got.some").iter().map(|made| found(ClaimKind::Gold, made, truth.clone())));
    }
}

/// Nouns that one can have but that are not things.
static NO_THINGS: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.no_things"));

/// Objects of “take” that are not things, identified by more than the last word: “the first watch”.
static DUTIES: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.duties"));

/// Separators between things.
pub(super) static PARTING: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.parting"));
/// Surfaces under a hand or a foot, which no one owns.
static UNDER: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.under"));
/// Parts of the body that a blade can hit.
static ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.ends"));

fn gains(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    // Few turns have gains.
    let all_told: LazyCell<Vec<String>, _> = LazyCell::new(|| {
        let of = |nth| words(&heard.sentence(nth).to_lowercase()).map(singular).collect::<Vec<_>>();
        (0..heard.glosses.len()).flat_map(of).collect()
    });
    // A gained thing without a distinctive name may be the narrated one.
    let called_otherwise =
        ledger.heroes.iter().flat_map(|hero| &hero.gained).any(|name| !all_told.contains(&head_of(name)));
    for made in heard.claims("gained") {
        let Some(words) = made.part("thing").filter(|_| heard.is_yours(&made)) else { continue };
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let sentence = heard.sentence(made.nth);
        let thing = &sentence[first.at.start..with_contents(sentence, last.at.end)];
        let read = made.part_text("thing");
        // An item taken “again” was owned before.
        let again = heard.glosses[made.nth].text[made.range.end..].starts_with("again ");
        if again || is_nothing_new(&made, words, read) || bare(thing).is_empty() {
            continue;
        }
        let borne_out = ledger.heroes.iter().any(|hero| {
            hero.items.iter().chain(&hero.items_before).any(|name| same(name, thing))
                || hero.gained.iter().any(|name| same(name, thing) || shares(name, thing))
        });
        if !borne_out && !called_otherwise && !ledger.was_handed(thing) {
            let truth = format!("No {} came into anybody’s pack this turn.", bare(thing));
            findings.push(found(ClaimKind::ItemGained, &made, truth));
        }
    }
    if ledger.heroes.iter().all(|hero| hero.gained.is_empty()) {
        for made in heard.claims("gained.it") {
            let coins = (made.nth.saturating_sub(1)..=made.nth).any(|nth| heard.does_claim("coins.near", nth));
            let objected =
                (made.nth.saturating_sub(1)..=made.nth).any(|nth| is_objected_to(findings, heard.sentence(nth)));
            let handed =
                (made.nth.saturating_sub(1)..=made.nth).any(|nth| ledger.speaks_of_handed(heard.sentence(nth)));
            // “Half of it goes down your chin”
            let before = &heard.glosses[made.nth].text[..=made.range.start];
            // “You work the blade loose again and put it away.”
            let part = before.ends_with(" of ") || before.contains(" again ");
            if heard.last_item(made.nth, made.range.end).is_none()
                && !part
                && !coins
                && !handed
                && !objected
                && heard.is_yours(&made)
            {
                let truth = "Nothing came into anybody’s pack this turn.".to_owned();
                findings.push(found(ClaimKind::ItemGained, &made, truth));
            }
        }
    }
}

/// The end of a thing that ends at `end`, with what it holds: “a jar of honey into your pack”.
fn with_contents(sentence: &str, end: usize) -> usize {
    const AFTER: [&str; 12] = ["into", "in", "to", "onto", "on", "at", "for", "from", "under", "and", "or", "with"];
    let Some(held) = sentence[end..].strip_prefix(" of ") else { return end };
    let mut at = end + " of ".len();
    for word in held.split_inclusive(' ').take(3) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if AFTER.contains(&bare) {
            break;
        }
        at += bare.len();
        if bare.len() + 1 != word.len() || !word.ends_with(' ') {
            return at;
        }
        at += 1;
    }
    sentence[..at].trim_end().len()
}

/// Sharp things that are driven into a body.
static SHARP: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.sharp"));

/// Whether a narrated gain is not a gain of the hero: one's own, someone, no thing at all, or a blade in the back.
fn is_nothing_new(made: &ClaimMatch<'_, '_>, thing: &[GlossWord], read: &str) -> bool {
    let head = read.split(" of ").next().unwrap_or(read).rsplit(' ').next().unwrap_or_default();
    let struck =
        SHARP.contains(&head) && made.quote.contains(" into your ") && ENDS.iter().any(|end| made.quote.ends_with(end));
    let under = ["under your ", "beneath your "].iter().any(|under| made.quote.contains(under))
        && UNDER.iter().any(|end| made.quote.ends_with(end));
    let own = read.contains("#item") || read.starts_with("your ");
    struck
        || under
        || own
        || made.quote.ends_with("your head")
        || made.quote.ends_with("your back")
        || NO_THINGS.contains(&head)
        || DUTIES.iter().any(|duty| read.ends_with(duty))
        || read.split(' ').any(|word| PARTING.contains(&word))
        || read.split(' ').skip(1).any(|word| matches!(word, "a" | "an" | "the"))
        || thing.last().is_some_and(|word| matches!(word.sense, Sense::Being(_) | Sense::Number(_)))
}

/// Ammunition.
const SHOT: [&str; 6] = ["arrow", "bolt", "dart", "quarrel", "bullet", "pellet"];

/// The person whose hand it falls out of, if not the hero's.
static OTHER_HANDS: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.other_hands"));

/// Whether a thing slips out of someone else's hand.
fn is_anothers(heard: &ProseReading<'_, '_>, made: &ClaimMatch<'_, '_>) -> bool {
    let after = heard.glosses[made.nth].text.get(made.range.end..).unwrap_or_default();
    let next = after.split(' ').find(|word| !word.is_empty()).unwrap_or_default();
    let told = format!("{} {next}", heard.glosses[made.nth].text[made.range.clone()].trim());
    OTHER_HANDS.iter().any(|of| told.ends_with(of) || told.contains(&format!("{of} ")))
}

/// Whether “it” is given back that someone had handed to the hero, or is one more of what the hero has, found in the scene: “You
/// pick up an apple from the basket and toss it to the mule.”
fn is_returned(heard: &ProseReading<'_, '_>, made: &ClaimMatch<'_, '_>) -> bool {
    let gloss = &heard.glosses[made.nth].text;
    let came =
        |it: &ClaimMatch<'_, '_>| it.nth == made.nth && it.range.end <= made.range.start + 1 || it.nth + 1 == made.nth;
    let is_another = || {
        let (before, after) = gloss[..=made.range.start].rsplit_once("#item")?;
        let article = before.split_whitespace().rev().take(2).any(|word| matches!(word, "a" | "an" | "another"));
        Some(article && !after.contains(" your ") && ["from", "off", "out"].iter().any(|it| after.contains(it)))
    };
    is_another().unwrap_or_default()
        || (gloss[made.range.start..].contains(" back ") && heard.claims("gained").iter().any(came))
}

/// Whether a weapon, a shield or a light is only used: raised, swung, held in front.
fn is_used(heard: &ProseReading<'_, '_>, made: &ClaimMatch<'_, '_>) -> bool {
    let overlaps = |it: &ClaimMatch<'_, '_>| {
        it.nth == made.nth && it.range.start < made.range.end && made.range.start < it.range.end && {
            let item = it.part("item").and_then(|item| item.iter().find_map(item_of));
            item.and_then(|item| heard.names.items.get(item)).is_some_and(|name| is_wielded(name))
        }
    };
    heard.claims("lost.used").iter().any(overlaps)
}

fn item_of(word: &GlossWord) -> Option<usize> {
    if let Sense::Item(item) = word.sense { Some(item) } else { None }
}

/// Whether a thing is held in a fight: a weapon, a shield or a light.
fn is_wielded(name: &str) -> bool {
    weapons::find(name).is_some() || ["shield", "torch", "lantern", "staff"].contains(&kind_of(name).as_str())
}

/// Whether a text ends with a container of a thing that is named next: “a flask of”.
fn ends_in_a_vessel(before: &str) -> bool {
    before
        .trim_end()
        .strip_suffix(" of")
        .and_then(|of| of.rsplit(' ').next())
        .is_some_and(|it| CONTAINERS.contains(&it))
}

fn losses(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let hero = &ledger.heroes[0];
    let kept = |item: usize| {
        // Shooting spends ammunition, which stories don't count.
        let name = heard.names.items.get(item).filter(|name| !SHOT.contains(&kind_of(name).as_str()))?;
        let went = |hero: &HeroFacts| hero.lost.iter().chain(&hero.taken_off).any(|it| it == name || shares(it, name));
        let gone = ledger.heroes.iter().any(went);
        (!gone).then(|| format!("{} still has the {name}.", hero.name))
    };
    for made in heard.claims("lost") {
        let read = &heard.glosses[made.nth].text[made.range.clone()];
        let before = read.split("#item").next().unwrap_or_default();
        let tool =
            before.trim_end().rsplit(' ').take(4).any(|word| matches!(word, "with" | "by" | "like" | "from" | "of"));
        if !heard.is_yours(&made)
            || made.quote.contains(" back into your")
            || is_anothers(heard, &made)
            || is_used(heard, &made)
            || (tool && !before.contains(" of your ") && !before.contains("of the") && !ends_in_a_vessel(before))
        {
            continue;
        }
        let item = made.part("item").and_then(|item| item.iter().find_map(item_of));
        let item = item.or_else(|| heard.last_item(made.nth, made.range.end));
        let item = item.filter(|item| !is_only_emptied(heard, *item, &made));
        findings.extend(item.and_then(kept).map(|truth| found(ClaimKind::ItemLost, &made, truth)));
    }
    for made in heard.claims("lost.it") {
        if !heard.is_yours(&made) || is_returned(heard, &made) {
            continue;
        }
        let item = heard.last_item(made.nth, made.range.start + 1);
        let item = item.filter(|item| !is_only_emptied(heard, *item, &made));
        findings.extend(item.and_then(kept).map(|truth| found(ClaimKind::ItemLost, &made, truth)));
    }
}

/// Whether a claim tells only that a thing which holds something holds it no more: an empty quiver and a lantern that burns out are
/// still there. Of a “flask of oil” the oil is the thing.
fn is_only_emptied(heard: &ProseReading<'_, '_>, item: usize, made: &ClaimMatch<'_, '_>) -> bool {
    static EMPTIED: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.emptied"));
    static OUTLASTS: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.outlasts"));
    const LIGHTS: [&str; 2] = ["lantern", "lamp"];
    let Some(name) = heard.names.items.get(item).filter(|name| !name.contains(" of ")) else { return false };
    let (kind, gloss) = (kind_of(name), &heard.glosses[made.nth].text);
    // “The lantern burns out”: the claim may end before the word that tells it.
    let clause = gloss[made.range.end..].split([',', ';', '.']).next().unwrap_or_default();
    let told = format!(" {} ", &gloss[made.range.start..made.range.end + clause.len()]);
    let tells = |words: &str| told.contains(&format!(" {words} "));
    let is_alight = LIGHTS.contains(&kind.as_str()) && tells("burn");
    OUTLASTS.contains(&kind.as_str()) && (is_alight || EMPTIED.iter().any(|words| tells(words)))
}

/// Beginnings of a relative clause about a place.
const ASIDES: [&str; 4] = [" , where ", " , which ", " , whose ", " , that "];

fn arrivals(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    for made in heard.claims("arrive") {
        let Some([first, ..]) = made.part("name") else { continue };
        let end = made.part("name").and_then(<[_]>::last).map_or(first.at.end, |last| last.at.end);
        let mut at = first.at.start..end;
        // “You come out into Salt Square, where all of Harrow is afoot” tells of the square, and not of Harrow.
        let gloss = &heard.glosses[made.nth];
        let led_up = gloss.text.get(made.range.start..first.begins()).unwrap_or_default();
        if let Some(aside) = ASIDES.iter().filter_map(|aside| led_up.find(aside)).min() {
            let words = gloss.within(made.range.start..made.range.start + aside + 1);
            let Some(reached) = words.iter().rev().find(|word| word.sense == Sense::Name) else { continue };
            at = reached.at.clone();
        }
        let name = &heard.sentence(made.nth)[at];
        if ledger.knows_name(name, enters(made.quote)) {
            continue;
        }
        findings.push(found(ClaimKind::Place, &made, ledger.whereabouts()));
    }
}

/// States that a narration can end, in addition to the conditions of the rules.
const ENDING_TOO: [&str; 3] = ["hidden", "diseased", "bleeding"];

fn conditions(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let hero: &HeroFacts = &ledger.heroes[0];
    for condition in ConditionKind::ALL.map(ConditionKind::adjective) {
        if hero.is_known_for(condition) {
            continue;
        }
        for made in heard.claims(&format!("set.{condition}")).into_iter().filter(|made| heard.is_yours(made)) {
            // “The mud comes up cold between your toes”
            if !made.quote.contains("between your") && !ledger.is_own_magic(condition, made.quote) {
                findings.push(found(ClaimKind::Condition, &made, format!("{} is not {condition}.", hero.name)));
            }
        }
    }
    for condition in ConditionKind::ALL.map(ConditionKind::adjective).into_iter().chain(ENDING_TOO) {
        if hero.has_condition(condition) {
            for made in heard.claims(&format!("end.{condition}")) {
                findings.push(found(ClaimKind::Condition, &made, format!("{} is still {condition}.", hero.name)));
            }
        }
    }
}

/// Nouns with levels that are not character levels.
static STOREYS: LazyLock<Vec<&str>> = LazyLock::new(|| list("reading.storeys"));

fn outcomes(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let hero = &ledger.heroes[0];
    if !hero.has_risen && !hero.may_rise {
        let truth = format!("{} did not rise a level this turn.", hero.name);
        let risen = heard.claims("level.new").into_iter().filter(|made| {
            let sentence = heard.sentence(made.nth).to_lowercase();
            !words(&sentence).any(|word| STOREYS.contains(&singular(word).as_str())) && !ledger.is_place(made.quote)
        });
        findings.extend(risen.map(|made| found(ClaimKind::Level, &made, truth.clone())));
    }
    for (section, good) in [("passed", true), ("failed", false)] {
        if !ledger.throws.is_empty() && ledger.throws.iter().all(|throw| throw.is_good == Some(!good)) {
            let truth = if good { "The throw was a failure." } else { "The throw was a success." };
            findings.extend(heard.claims(section).iter().map(|made| found(ClaimKind::Roll, made, truth.to_owned())));
        }
    }
}
