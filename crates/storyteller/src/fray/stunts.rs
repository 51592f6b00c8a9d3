//! Improvised actions in a fight: thrown and poured things, shoves, holds and other stunts.

use crate::words::fray::stunts::{NIMBLE, THROWS};
use serde_json::{Value, json};

use super::{
    Fighter, Fray,
    plan::{Called, Doing, Tried, a_foe, action, go_to},
    strikes::{beside, is_beside, target},
};
use crate::{
    deeds::{Tool, daring_kind, kind_of_tool, lies_about, plain_attempt},
    intent::{Act, Deed},
    phrases::{daring as dared, lines},
    play::{Play, best_match},
    prose::{plainly, the},
};

const TIES: [&str; 7] = ["tie", "bind", "lasso", "snare", "entangle", "fasten", "net"];
const BURNS: [&str; 7] = ["burn", "ignite", "light", "set", "torch", "fire", "flame"];

/// An attempt: what it is called, the skill, how hard it is, and what it brings.
fn improvise(what: &str, skill: &str, dc: i32, foe: &Fighter, effect: &str, more: Value) -> Called {
    let mut input = json!({"what": what, "skill": skill, "dc": dc, "effect": effect, "target": foe.id});
    if let (Some(input), Value::Object(more)) = (input.as_object_mut(), more) {
        input.extend(more);
    }
    ("improvise", input)
}

/// A thing thrown, poured or tied, where the words mean that.
pub(super) fn with_things(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Option<Doing> {
    let verb = deed.words.split(' ').next().unwrap_or_default();
    let starts = |verbs: &[&str]| verbs.iter().any(|known| verb.starts_with(known));
    let (throws, ties) = (starts(THROWS), starts(&TIES));
    let fires = starts(&BURNS) && !matches!(deed.act, Act::Attack | Act::Cast);
    if !(throws || ties || fires || deed.act == Act::Use || (deed.act == Act::Drop && !deed.object.is_empty())) {
        return None;
    }
    let weapon = |name: &str| play.hero.weapons.iter().any(|weapon| weapon.name.eq_ignore_ascii_case(name));
    let own = |words: &str| play.in_pack(words).filter(|name| !weapon(name));
    let held = own(&deed.object).or_else(|| own(&deed.other).filter(|_| ties));
    let found = held.clone().or_else(|| lies_about(play, &deed.object).filter(|_| throws));
    let Some(thing) = found else {
        // A weapon that is thrown is a blow with it.
        let thrown = throws && play.hero.weapons.iter().any(|w| best_match(&deed.object, &[&w.name]).is_some());
        if thrown {
            return Some(super::strikes::attack(play, fray, &deed.other, &deed.object));
        }
        let lacks = kind_of_tool(&deed.object) != Tool::Other && (throws || ties);
        let none = || Doing::Cannot(lines::HAS_NOT, vec![("thing", deed.object.clone())]);
        return lacks.then(none);
    };
    // Items used on something other than a foe have to wait.
    let foes: Vec<&str> = fray.foes().map(|foe| foe.name.as_str()).collect();
    let on_foe = deed.other.is_empty()
        || best_match(&deed.other, &foes).is_some()
        || crate::deeds::is_any_foe(&deed.other)
        || crate::intent::is_pronoun(&deed.other);
    if deed.act == Act::Use && !on_foe {
        return None;
    }
    let tool = kind_of_tool(&thing);
    // A light is only lit, and a thing that flies at a lamp hits no one.
    let lights = deed.act == Act::Light && deed.other.is_empty() && tool == Tool::Flame;
    if lights && best_match(&deed.object, &foes).is_none() {
        return Some(Doing::Cannot(lines::NO_TIME_IN_FIGHT, vec![("foe", a_foe(fray))]));
    }
    if throws && tool == Tool::Other && !on_foe && !hits_a_foe(&deed.other) {
        return Some(no_use(fray, deed));
    }
    if deed.act == Act::Use && tool == Tool::Other {
        return None;
    }
    let foe = target(play, fray, &format!("{} {}", deed.other, deed.object))?;
    Some(thrown(play, fray, foe, &thing, tool, held.is_some()))
}

/// Whether something that is thrown there meets a foe: at its eyes, under its feet.
fn hits_a_foe(at: &str) -> bool {
    const PARTS: [&str; 12] =
        ["face", "eyes", "eye", "head", "feet", "legs", "ground", "floor", "body", "chest", "back", "mouth"];
    at.split(' ').any(|word| PARTS.contains(&word))
}

fn thrown(play: &Play<'_>, fray: &Fray, foe: &Fighter, thing: &str, tool: Tool, own: bool) -> Doing {
    let shown = plainly(thing);
    let name = the(&foe.name);
    let words = play.reading.words.to_lowercase();
    let fire = words.split(|c: char| !c.is_alphabetic()).any(|word| {
        ["fire", "burn", "burning", "light", "lit", "ignite", "flame", "ablaze", "alight", "torch"].contains(&word)
    });
    let flame = play.hero.pack.iter().map(|(_, name)| name).chain(&play.hero.conditions).any(|name| {
        let name = name.to_lowercase();
        ["torch", "tinderbox", "candle", "lantern", "lamp"].iter().any(|burns| name.contains(burns))
    });
    let oiled = foe.is("oiled");
    let undead = is_undead(play, foe);
    let harm = |how: &str, kind: &str| json!({"harm": how, "damage_type": kind});
    let what = format!("{} at {name}", crate::prose::capitalised(&shown));
    let (skill, dc) = ("acrobatics", 11);
    type Lines = &'static [&'static str];
    let (effect, more, won, lost, used): (&str, Value, Lines, Lines, bool) = match tool {
        Tool::Oil if fire && flame => ("harm", harm("solid", "fire"), lines::OIL_BURNS, lines::FLASK_MISSES, true),
        Tool::Oil => ("prone", json!({}), lines::OILED_DOWN, lines::FLASK_MISSES, true),
        Tool::Fire => ("harm", harm("solid", "fire"), lines::OIL_BURNS, lines::FLASK_MISSES, true),
        Tool::Acid => ("harm", harm("heavy", "acid"), lines::EATEN_AWAY, lines::FLASK_MISSES, true),
        Tool::Holy if undead => ("harm", harm("heavy", "radiant"), lines::HALLOWED, lines::FLASK_MISSES, true),
        Tool::Holy => ("advantage", json!({}), lines::ONLY_WET, lines::FLASK_MISSES, true),
        Tool::Flame => {
            ("harm", harm(if oiled { "solid" } else { "light" }, "fire"), lines::TORCHED, lines::THRUST_LOST, false)
        }
        Tool::Snare => ("restrained", json!({}), lines::TANGLED, lines::SLIPS_THE_KNOT, true),
        Tool::Dust => ("blinded", json!({}), lines::BLINDED, lines::NOT_BLINDED, true),
        Tool::Caltrops => ("harm", harm("light", "piercing"), lines::TREADS, lines::STEPS_ROUND, true),
        Tool::Bearings => ("prone", json!({}), lines::ROLLED_OVER, lines::STEPS_ROUND, true),
        Tool::Other => ("harm", harm("light", "bludgeoning"), lines::PELTED, lines::THROWN_WIDE, true),
    };
    let mut calls: Vec<Called> = Vec::new();
    if matches!(tool, Tool::Flame | Tool::Snare) && !is_beside(play, fray, foe) {
        calls.extend(beside(play, fray, foe).map(go_to));
    }
    calls.push(improvise(&what, skill, dc, foe, effect, more));
    let slots = vec![("foe", name), ("thing", shown.clone()), ("weapon", shown)];
    let spent = (own && used).then(|| thing.to_owned());
    Doing::Tries(calls, Tried { won, lost, slots, spent, ..Tried::default() })
}

/// Whether holy things harm a foe: by the kind of its like, which the thread names.
fn is_undead(play: &Play<'_>, foe: &Fighter) -> bool {
    const DEAD: [&str; 9] = ["zombie", "skeleton", "wight", "ghoul", "ghost", "shadow", "specter", "wraith", "imp"];
    let adventure = play.world.adventure;
    let kinds = [adventure.foe, adventure.chief];
    let of_kind = kinds.iter().find(|(name, _)| foe.name.contains(name)).map_or("", |(_, kind)| *kind);
    DEAD.iter().any(|dead| foe.name.to_lowercase().contains(dead) || of_kind.contains(dead))
}

/// Music in the midst of it: it may hold a foe, or its hand at least.
pub(super) fn music(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let Some(foe) = target(play, fray, &deed.other) else { return Doing::Free };
    let words = play.reading.words.to_lowercase();
    let calms = ["calm", "soothe", "lull", "sleep", "peace", "charm"].iter().any(|word| words.contains(word));
    let attempt = plain_attempt(&deed.words);
    let dc = if foe.is_bloodied() { 12 } else { 15 };
    let (effect, dc, gain) =
        if calms { ("settled", dc, lines::FOE_CHARMED) } else { ("hindered", 12, lines::FOE_HINDERED) };
    let calls = vec![improvise(&crate::prose::capitalised(&attempt), "performance", dc, foe, effect, json!({}))];
    let slots = vec![("attempt", attempt), ("foe", the(&foe.name))];
    Doing::Tries(calls, Tried { won: dared::MUSIC, lost: lines::MUSIC_LOST, gain, slots, ..Tried::default() })
}

/// Whether a deed is done to a foe, or for one to see.
pub(super) fn means_a_foe(fray: &Fray, deed: &Deed) -> bool {
    let names = |words: &str| !words.is_empty() && (names_a_foe(fray, words) || crate::deeds::is_any_foe(words));
    let tricks = ["distract", "confuse", "dazzle", "taunt", "calm", "charm", "mock"];
    names(&deed.other) || names(&deed.object) || deed.words.split(' ').any(|word| tricks.contains(&word))
}

/// Whether words name one of the foes.
pub(super) fn names_a_foe(fray: &Fray, words: &str) -> bool {
    fray.foes().any(|foe| best_match(words, &[&foe.name]).is_some())
}

/// A deed as it is behind "you".
pub(super) fn said(deed: &Deed) -> String {
    plain_attempt(&deed.words)
}

/// Something that would do nothing to a foe: said so, and not done.
pub(super) fn no_use(fray: &Fray, deed: &Deed) -> Doing {
    Doing::Cannot(lines::NO_USE_HERE, vec![("attempt", plain_attempt(&deed.words)), ("foe", a_foe(fray))])
}

/// Shoves and holds by the rules; anything else daring by a check.
pub(super) fn daring(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let words = deed.words.as_str();
    let has = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    if has(&["dodge", "parry", "block", "duck", "defend"]) {
        return Doing::Calls(vec![action("dodge", json!({}))]);
    }
    let Some(foe) = target(play, fray, &format!("{} {}", deed.object, deed.other)) else { return Doing::Free };
    let grapples = has(&["grapple", "wrestle", "seize", "hold", "grab", "pin"]);
    let shoves = has(&["shove", "push", "tackle", "trip", "knock", "bash", "topple", "kick", "tackles"]);
    let own = |name: &str| best_match(&deed.object, &[name]).is_some();
    let at_foe = deed.object.is_empty()
        || crate::intent::is_pronoun(&deed.object)
        || fray.foes().any(|foe| own(&foe.name))
        || crate::deeds::is_any_foe(&deed.object);
    if (grapples || shoves) && at_foe {
        let how = match () {
            () if grapples => "grapple",
            () if has(&["away", "off", "back", "into", "out"]) && !has(&["down", "over", "feet"]) => "push_away",
            () => "shove",
        };
        let mut calls = Vec::new();
        if !is_beside(play, fray, foe) {
            let Some(square) = beside(play, fray, foe) else {
                return Doing::Cannot(lines::NO_WAY_THROUGH, vec![("foe", the(&foe.name))]);
            };
            calls.push(go_to(square));
        }
        calls.push(action(how, json!({"target": foe.id})));
        return Doing::Calls(calls);
    }
    // What neither means a foe nor moves the hero about comes to nothing, and costs nothing.
    if !(at_foe && !deed.object.is_empty() || means_a_foe(fray, deed) || has(NIMBLE)) {
        return no_use(fray, deed);
    }
    let attempt = plain_attempt(words);
    let (ability, skill, dc) = daring_kind(play, &attempt);
    let skill = if skill.is_empty() { "acrobatics" } else { skill };
    let (won, lost) = match ability {
        "str" => (dared::STRONG_WON, dared::STRONG_LOST),
        "dex" => (dared::NIMBLE_WON, dared::NIMBLE_LOST),
        "cha" => (dared::CHARMING_WON, dared::CHARMING_LOST),
        _ => (dared::CLEVER_WON, dared::CLEVER_LOST),
    };
    let effect = if ability == "cha" || has(&["disarm", "blind", "distract"]) { "hindered" } else { "advantage" };
    let gain = if effect == "hindered" { lines::FOE_HINDERED } else { lines::FOE_OPEN };
    let what = crate::prose::capitalised(&attempt);
    let calls = vec![improvise(&what, skill, dc, foe, effect, json!({}))];
    let slots = vec![("attempt", attempt), ("foe", a_foe(fray))];
    Doing::Tries(calls, Tried { won, lost, gain, slots, ..Tried::default() })
}
