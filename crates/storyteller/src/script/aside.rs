//! Actions beside the script: sheet, pack, rest, spells, manners, and what was found out.

use crate::{
    deeds,
    intent::{Act, Deed},
    play::{Play, Step, best_match},
    prose::listed,
};

use super::{Turn, block::Script, hints, line, lines, nouns};

/// Most findings in one narration.
const MOST_FOUND: usize = 6;

/// Who is here.
pub(super) fn who_is_here(play: &mut Play<'_>, script: &Script) {
    let people = script.cast();
    match people.len() {
        0 => play.say(lines::NOBODY_HERE, &[]),
        1 => line(play, lines::ONE_HERE, &[("people", &people[0])]),
        _ => line(play, lines::SOME_HERE, &[("people", &listed(&people))]),
    }
}

/// What was found out so far, and what it is all for.
pub(super) fn recall(play: &mut Play<'_>, script: &Script, about: &str) -> Step {
    let about = about.trim();
    let fits: Vec<&String> = script.found.iter().filter(|text| best_match(about, &[text]).is_some()).collect();
    let found: Vec<&String> = if fits.is_empty() { script.found.iter().collect() } else { fits };
    let found = &found[found.len().saturating_sub(MOST_FOUND)..];
    if found.is_empty() {
        play.say(lines::FOUND_NOTHING, &[]);
    } else {
        line(play, lines::FOUND_SO_FAR, &[]);
        for text in found {
            play.prose.paragraph();
            play.prose.push(&format!("– {text}"));
        }
    }
    if !script.goal.is_empty() {
        play.prose.paragraph();
        line(play, lines::GREAT_GOAL, &[("goal", &script.goal)]);
    }
    Ok(())
}

/// Something there is no one to be shown to: it is examined.
pub(super) fn nobody_to_show(play: &mut Play<'_>, script: &Script, turn: &mut Turn, what: &str) -> Step {
    play.say(lines::NOBODY_TO_ASK, &[]);
    match nouns::things(script, what) {
        nouns::Meant::One(thing) => {
            let name = thing.name.clone();
            super::deeds::look(play, script, turn, &name)
        }
        _ => Ok(()),
    }
}

/// Whether the free engine plays a deed at any table: it needs nothing but the hero, the pack and the rules.
fn is_by_sheet(play: &Play<'_>, deed: &Deed) -> bool {
    let owned = play.in_pack(&deed.object).is_some();
    let lies_here = || play.visible_things().iter().any(|it| best_match(&deed.object, &[it]).is_some());
    deeds::is_poured(deed)
        || match deed.act {
            Act::Inventory => deed.object.is_empty() || owned || is_purse(&deed.object),
            Act::Spells
            | Act::Status
            | Act::Time
            | Act::Rules
            | Act::Ability
            | Act::Rest
            | Act::Sleep
            | Act::Cast
            | Act::Tend => true,
            Act::Drop | Act::Use | Act::Eat | Act::Drink | Act::Light | Act::PutOut | Act::Read => owned,
            Act::Take => lies_here(),
            _ => false,
        }
}

/// Something the free engine does at any table, as far as it makes nothing up; or what is shrugged at.
pub(super) fn aside(play: &mut Play<'_>, script: &Script, deed: &Deed) -> Step {
    if is_by_sheet(play, deed) {
        return deeds::by_sheet(play, deed);
    }
    if looks_for(deed) && !deed.object.is_empty() && !nouns::points(&deed.object) {
        super::deeds::absent(play, script, &deed.object);
        return Ok(());
    }
    // "Hug the boy": the boy, or no one.
    let owned = play.in_pack(&deed.object).is_some();
    if deed.act == Act::Gesture && deeds::touches(deed) && !owned && !is_here(script, &deed.object) {
        super::deeds::absent(play, script, &deed.object);
        return Ok(());
    }
    match deed.act {
        Act::Inventory => play.say(lines::NOT_CARRIED, &[("thing", &deed.object)]),
        Act::Wait => {
            play.effects.minutes += 10;
            play.say(lines::WAITS, &[]);
        }
        Act::Consider | Act::Refrain => deeds::left_undone(play, deed),
        Act::Boast => shrug(play, script, lines::NOT_SO),
        Act::Meta => shrug(play, script, lines::TO_THE_TABLE),
        Act::Foreign => {
            shrug(play, script, if script.people.is_empty() { lines::FOREIGN } else { lines::FOREIGN_HEARD });
            play.prose.paragraph();
            line(play, crate::phrases::lines::ENGLISH_ONLY, &[]);
        }
        Act::Insult => play.say(if script.people.is_empty() { lines::INSULTS_NOBODY } else { lines::INSULTS }, &[]),
        Act::Gesture | Act::Settle | Act::Rise => {
            play.say(lines::GESTURE, &[("attempt", &deeds::plain_attempt(&deed.words))]);
        }
        Act::Accept | Act::Refuse => shrug(play, script, lines::YES_OR_NO),
        Act::Pay => play.say(lines::NO_COINS, &[]),
        Act::Buy | Act::Sell => play.say(lines::NO_TRADE, &[]),
        // What harms no one and changes nothing is done all the same.
        Act::Stunt | Act::Handle | Act::Use | Act::Force | Act::Climb | Act::Open | Act::Close
            if deed.words.contains(' ') =>
        {
            play.say(lines::TRIED_IDLY, &[("attempt", &deeds::plain_attempt(&deed.words))]);
        }
        Act::Unknown if is_tried(script, &deed.words) => {
            play.say(lines::TRIED_IDLY, &[("attempt", &deeds::plain_attempt(&deed.words))]);
        }
        _ => shrug(play, script, lines::PUZZLED),
    }
    Ok(())
}

/// Whether a deed is done with something that must be here.
fn looks_for(deed: &Deed) -> bool {
    matches!(
        deed.act,
        Act::Take
            | Act::Open
            | Act::Close
            | Act::Force
            | Act::Climb
            | Act::Use
            | Act::Eat
            | Act::Drink
            | Act::Light
            | Act::Read
            | Act::Look
            | Act::Search
    )
}

/// Whether words point at something or someone here, or name them.
fn is_here(script: &Script, what: &str) -> bool {
    nouns::points(what) || nouns::named(script, what).is_some() || nouns::things(script, what) != nouns::Meant::Nothing
}

/// Whether a verb that no file has is said of something or someone here.
fn is_tried(script: &Script, words: &str) -> bool {
    let Some((_, verb, rest)) = crate::handling::unheard_of(words) else { return false };
    let is_here = nouns::named(script, rest).is_some() || nouns::things(script, rest) != nouns::Meant::Nothing;
    is_here && nouns::things(script, verb) == nouns::Meant::Nothing
}

fn is_purse(what: &str) -> bool {
    ["gold", "money", "coins", "pack", "bag", "inventory", "backpack", "purse"].contains(&what)
}

fn shrug(play: &mut Play<'_>, script: &Script, stock: &[&str]) {
    play.say(stock, &[]);
    play.prose.paragraph();
    hints::hint(play, script);
}
