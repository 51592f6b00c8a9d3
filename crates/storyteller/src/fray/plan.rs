//! Turns the player's message into calls of the fight's tools.

use game::combat::square::{FEET, Square};
use language::word_lists;
use serde_json::{Value, json};

use super::{
    Fighter, Fray,
    strikes::{self, attack, cast},
    stunts,
};
use crate::{
    intent::{Act, Deed},
    phrases::lines,
    play::{Play, best_match},
    prose::{plainly, the},
    stakes::{Licence, Stake},
    words::{deeds::tending::POINTS, fray::strikes::HEALING},
};

/// What spells throw, and how their names say it.
const ELEMENTS: &str = include_str!("../content/elements.txt");

/// A call to a tool: its name and its input.
pub(super) type Called = (&'static str, Value);

/// What a wish comes to.
pub(super) enum Doing {
    /// Calls, in order.
    Calls(Vec<Called>),
    /// Something the hero tries that the rules have no action for, and its narration.
    Tries(Vec<Called>, Tried),
    /// The hero gets away by these calls, to wherever the words say.
    Away(Vec<Called>, String),
    /// It can't be: one of these lines says why, with its slots.
    Cannot(&'static [&'static str], Vec<(&'static str, String)>),
    /// It costs more than the words surely mean: one of these lines asks about it.
    Asks(&'static [&'static str], Vec<(&'static str, String)>),
    /// It takes nothing of the turn.
    Free,
}

/// The narration of an attempt.
#[derive(Debug, Clone, Default)]
pub(super) struct Tried {
    pub(super) won: &'static [&'static str],
    pub(super) lost: &'static [&'static str],
    /// What it brings, said after it worked.
    pub(super) gain: &'static [&'static str],
    pub(super) slots: Vec<(&'static str, String)>,
    /// A thing that is used up by it.
    pub(super) spent: Option<String>,
    /// The level of a spell slot that is spent by it, and how many of that level are spent then.
    pub(super) slot: Option<(u32, i64)>,
}

/// A `take_action`.
pub(super) fn action(action: &str, more: Value) -> Called {
    let mut input = json!({"action": action});
    if let (Some(input), Value::Object(more)) = (input.as_object_mut(), more) {
        input.extend(more);
    }
    ("take_action", input)
}

/// A step to a square, after which the turn goes on.
pub(super) fn go_to(square: Square) -> Called {
    action("move", json!({"at": square, "ends_turn": false}))
}

/// What a wish of the player comes to in the fight; a question, if it isn't sure that they mean what it costs.
pub(super) fn surely(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let doing = of(play, fray, deed);
    if play.is_confirmed {
        return doing;
    }
    let spent = match &doing {
        Doing::Tries(_, Tried { spent: Some(thing), .. }) => Some(thing),
        Doing::Free | Doing::Cannot(..) | Doing::Asks(..) => return doing,
        Doing::Calls(_) | Doing::Tries(..) | Doing::Away(..) => None,
    };
    let licence = Licence::of(deed, &play.reading.words);
    match spent {
        _ if licence.only_asks() => {
            Doing::Asks(lines::MEANS_IT_IN_FIGHT, vec![("attempt", stunts::said(deed)), ("foe", a_foe(fray))])
        }
        Some(thing) if !licence.allows(play, Stake::Thing, thing) => {
            Doing::Asks(lines::MEANS_TO_PART_WITH, vec![("thing", plainly(thing))])
        }
        _ => doing,
    }
}

/// What a wish of the player comes to in the fight.
fn of(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let words = deed.words.as_str();
    let named = format!("{} {}", deed.object, deed.other);
    let has = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    if let Some(doing) = feature(fray, &format!("{words} {named}")) {
        return doing;
    }
    if let Some(doing) = stunts::with_things(play, fray, deed) {
        return doing;
    }
    match deed.act {
        Act::Attack => match element(play, &deed.object).filter(|_| !stunts::names_a_foe(fray, &deed.object)) {
            Some(spell) => cast(play, fray, &spell, &deed.other),
            None => attack(play, fray, &deed.object, &deed.other),
        },
        Act::Cast => cast(play, fray, &deed.object, &deed.other),
        Act::Light if stunts::means_a_foe(fray, deed) => match element(play, "fire") {
            Some(spell) => cast(play, fray, &spell, &deed.object),
            None => Doing::Cannot(lines::NO_TIME_IN_FIGHT, vec![("foe", a_foe(fray))]),
        },
        Act::Use if named.contains("potion") => potion(play, fray, &named),
        Act::Drink => potion(play, fray, &named),
        Act::Use if crate::arms::named(play, &deed.object).is_some() => {
            if has(&["draw", "wield", "ready", "unsheathe", "equip"]) {
                return waits(play, fray, &deed.object);
            }
            attack(play, fray, &deed.other, &deed.object)
        }
        Act::Flee => away(play, fray, ""),
        // Anyone who goes back and shoots only makes room.
        Act::Go if deed.object == "back" && has_blow(play) => step_back(play, fray),
        Act::Go | Act::Leave => go(play, fray, deed),
        // Who dances for no one has only danced, and is warned before it costs a turn.
        Act::Gesture if has(&["dance", "bow", "twirl", "wave"]) && !stunts::means_a_foe(fray, deed) => {
            stunts::no_use(fray, deed)
        }
        Act::Gesture | Act::Use if has(&["play", "sing", "hum", "drum", "whistle", "dance"]) => {
            stunts::music(play, fray, deed)
        }
        Act::Sneak => hide(play, fray),
        Act::Climb | Act::Settle if has(&["behind", "under", "cover"]) => hide(play, fray),
        Act::Rise => stand_up(fray),
        Act::Wait if has(&["until", "ready", "till", "when"]) => waits(play, fray, &named),
        Act::Wait => Doing::Calls(vec![("end_turn", json!({}))]),
        Act::Tend => tend(play, fray, deed),
        Act::Rest if words.contains("breath") => Doing::Calls(vec![action("dodge", json!({}))]),
        Act::Stunt | Act::Handle | Act::Force | Act::Climb => stunts::daring(play, fray, deed),
        Act::Talk | Act::Persuade if crate::deeds::elsewhere(play, &deed.object).is_some() => Doing::Free,
        Act::Persuade => super::parley::parley(play, fray, deed),
        Act::Talk if super::parley::is_meant(words, &deed.speech) => super::parley::parley(play, fray, deed),
        Act::Gesture if has(&["turn"]) => stunts::no_use(fray, deed),
        Act::Use
        | Act::Rest
        | Act::Sleep
        | Act::Search
        | Act::Take
        | Act::Steal
        | Act::Open
        | Act::Close
        | Act::Eat
        | Act::Light
        | Act::Buy
        | Act::Sell
        | Act::Read
        | Act::Give
        | Act::Pay
        | Act::Settle
        | Act::Drop => Doing::Cannot(lines::NO_TIME_IN_FIGHT, vec![("foe", a_foe(fray))]),
        _ => Doing::Free,
    }
}

/// The first foe, as it is in a sentence.
pub(super) fn a_foe(fray: &Fray) -> String {
    fray.foes().next().map(|foe| the(&foe.name)).unwrap_or_default()
}

/// A feature of the class that these words name.
fn feature(fray: &Fray, words: &str) -> Option<Doing> {
    let features = fray.can.iter().filter(|can| can.what == "use_feature");
    let named = |name: &str| {
        let name = name.to_lowercase();
        words.contains(&name) || words.split(' ').any(|word| word.len() > 3 && word == name)
    };
    let can = features.into_iter().find(|can| named(&can.name))?;
    let mut input = json!({"with": can.name, "ends_turn": false});
    if let Some(target) = can.targets.first() {
        input["target"] = json!(target);
    }
    Some(Doing::Calls(vec![action("use_feature", input)]))
}

fn potion(play: &Play<'_>, fray: &Fray, words: &str) -> Doing {
    let potions: Vec<_> = fray.can.iter().filter(|can| can.what == "use_item").collect();
    let names: Vec<&str> = potions.iter().map(|can| can.name.as_str()).collect();
    let Some(can) = best_match(words, &names).or((!potions.is_empty()).then_some(0)).map(|i| potions[i]) else {
        return Doing::Cannot(lines::NO_DRAUGHT, vec![("foe", a_foe(fray))]);
    };
    let friend = fray.fighters.iter().find(|one| !one.is_foe && best_match(words, &[&one.name]).is_some());
    let target = friend.map_or(play.hero.id.as_str(), |one| &one.id);
    Doing::Calls(vec![action("use_item", json!({"with": can.name, "target": target}))])
}

/// A spell of the hero's that is meant by what it throws: "shoot fire".
fn element(play: &Play<'_>, what: &str) -> Option<String> {
    let signs = word_lists::pairs(ELEMENTS, "elements").filter(|(word, _)| what.split(' ').any(|said| said == *word));
    let known = || play.hero.cantrips.iter().chain(&play.hero.spells);
    let mut named = signs.filter_map(|(_, sign)| known().find(|name| name.to_lowercase().contains(sign)));
    named.next().cloned()
}

/// Tends the dying by hand, or casts a healing spell if the words speak of healing.
fn tend(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let friends = || fray.fighters.iter().filter(|one| !one.is_foe);
    let named = friends().find(|one| best_match(&deed.object, &[&one.name]).is_some());
    let is_pointed_at =
        crate::intent::is_pronoun(&deed.object) || deed.is_guess || POINTS.contains(&deed.object.as_str());
    let dying = fray.can("stabilise").and_then(|can| {
        let of_named = named.and_then(|one| can.targets.iter().find(|id| **id == one.id));
        of_named.or(can.targets.first().filter(|_| named.is_none() && is_pointed_at))
    });
    if let Some(target) = dying {
        return Doing::Calls(vec![action("stabilise", json!({"target": target}))]);
    }
    let own = || friends().find(|one| one.id == play.hero.id).filter(|_| crate::deeds::tends_oneself(deed));
    let others: Vec<&Fighter> = friends().filter(|one| one.id != play.hero.id).collect();
    let only_other = others.first().copied().filter(|_| is_pointed_at && others.len() == 1);
    let foes: Vec<&str> = fray.foes().map(|foe| foe.name.as_str()).collect();
    let no_time = || Doing::Cannot(lines::NO_TIME_IN_FIGHT, vec![("foe", a_foe(fray))]);
    let Some(patient) = named.or_else(own).or(only_other) else {
        if is_pointed_at || best_match(&deed.object, &foes).is_some() {
            return no_time();
        }
        let whom = play.world.cased(&deed.object);
        return Doing::Cannot(lines::NOBODY_TO_TEND, vec![("whom", whom), ("foe", a_foe(fray))]);
    };
    let names_healing = deed.words.split(|c: char| !c.is_alphabetic()).any(|word| HEALING.contains(&word));
    match heals(fray, patient).filter(|_| names_healing) {
        Some(with) => cast(play, fray, &with, &patient.name.to_lowercase()),
        None => no_time(),
    }
}

/// A healing spell at hand that reaches someone.
fn heals(fray: &Fray, patient: &Fighter) -> Option<String> {
    let cures = |name: &str| ["cure", "healing"].iter().any(|word| name.to_lowercase().contains(word));
    let reaches = |can: &super::Can| can.targets.is_empty() || can.targets.contains(&patient.id);
    let mut spells = fray.can.iter().filter(|can| can.what == "cast" && cures(&can.name));
    spells.find(|can| reaches(can)).map(|can| can.name.clone())
}

fn stand_up(fray: &Fray) -> Doing {
    match fray.can("stand_up") {
        Some(_) => Doing::Calls(vec![action("stand_up", json!({"ends_turn": false}))]),
        None => Doing::Free,
    }
}

/// Waits for a foe with a weapon ready.
fn waits(play: &Play<'_>, fray: &Fray, words: &str) -> Doing {
    let weapon = strikes::named_weapon(play, words).or_else(|| play.hero.weapons.first().map(|w| w.name.clone()));
    let (Some(with), Some(foe)) = (weapon, strikes::target(play, fray, words)) else {
        return Doing::Calls(vec![action("dodge", json!({}))]);
    };
    let input = json!({"with": with, "trigger": format!("{} comes within reach", the(&foe.name)), "target": foe.id});
    Doing::Calls(vec![action("ready", input)])
}

/// Hides, after moving away from adjacent foes if necessary.
fn hide(play: &Play<'_>, fray: &Fray) -> Doing {
    if fray.can("hide_(quickly)").is_some() {
        return Doing::Calls(vec![action("hide", json!({"bonus": true, "ends_turn": false}))]);
    }
    if fray.can("hide").is_some() {
        return Doing::Calls(vec![action("hide", json!({}))]);
    }
    match farthest(play, fray).filter(|_| fray.can("dodge").is_some()) {
        Some(square) => Doing::Calls(vec![go_to(square), action("hide", json!({}))]),
        None => Doing::Cannot(lines::NOWHERE_TO_HIDE, vec![("foe", a_foe(fray))]),
    }
}

/// The square within reach that is farthest from every foe.
fn farthest(play: &Play<'_>, fray: &Fray) -> Option<Square> {
    let own = strikes::own_space(play, fray);
    let near = |square: &Square| fray.foes().map(|foe| own.at(*square).feet_to(foe.space)).min().unwrap_or(0);
    fray.squares.iter().copied().filter(|square| near(square) > FEET).max_by_key(near)
}

/// Closer, further off, or out of it.
fn go(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let words = deed.words.as_str();
    let has = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    if has(&["behind", "cover", "under", "hide"]) {
        return hide(play, fray);
    }
    let names: Vec<&str> = fray.foes().map(|foe| foe.name.as_str()).collect();
    let at_foe = best_match(&deed.object, &names).is_some() || crate::intent::is_pronoun(&deed.object);
    if at_foe || has(&["closer", "approach", "toward", "towards", "near", "forward"]) {
        let Some(foe) = strikes::target(play, fray, &deed.object) else { return Doing::Free };
        return match strikes::beside(play, fray, foe) {
            _ if strikes::is_beside(play, fray, foe) => Doing::Calls(vec![action("dodge", json!({}))]),
            Some(square) => Doing::Calls(vec![go_to(square), action("dodge", json!({}))]),
            None => Doing::Cannot(lines::NO_WAY_THROUGH, vec![("foe", the(&foe.name))]),
        };
    }
    if has(&["back", "away", "aside", "further"]) && !has(&["run", "go"]) && !words.contains("the way") {
        return match step_back(play, fray) {
            Doing::Calls(mut calls) => {
                calls.push(("end_turn", json!({})));
                Doing::Calls(calls)
            }
            doing => doing,
        };
    }
    // Only who says that they run turns their back to a foe.
    if has(&RUNS) || play.is_confirmed {
        return away(play, fray, &deed.object);
    }
    Doing::Asks(lines::WOULD_BE_FLIGHT, vec![("foe", a_foe(fray))])
}

/// Verbs of anyone who wants to be away from here.
const RUNS: [&str; 9] = ["run", "flee", "escape", "retreat", "bolt", "withdraw", "hurry", "sprint", "dash"];

/// Whether the player's words speak of a blow or a shot as well.
fn has_blow(play: &Play<'_>) -> bool {
    let words = play.reading.words.to_lowercase();
    let blows = ["shoot", "attack", "strike", "hit", "shot", "throw", "cast", "fire"];
    words.split(|c: char| !c.is_alphabetic()).any(|word| blows.contains(&word))
}

/// Makes room between the hero and adjacent foes.
fn step_back(play: &Play<'_>, fray: &Fray) -> Doing {
    let beside = fray.foes().any(|foe| strikes::is_beside(play, fray, foe));
    let mut calls = Vec::new();
    if beside && fray.can("disengage").is_some() && !has_blow(play) {
        calls.push(action("disengage", json!({"ends_turn": false})));
    }
    match farthest(play, fray) {
        Some(square) => {
            calls.push(go_to(square));
            Doing::Calls(calls)
        }
        None => Doing::Cannot(lines::NO_WAY_THROUGH, vec![("foe", a_foe(fray))]),
    }
}

/// Gets away: past adjacent foes, which may strike in passing, and out of the fight.
fn away(play: &Play<'_>, fray: &Fray, to: &str) -> Doing {
    let held = fray.fighter(&play.hero.id).is_some_and(|own| own.is("grappled") || own.is("restrained"));
    if held && fray.can("escape").is_some() {
        return Doing::Calls(vec![action("escape", json!({}))]);
    }
    let mut calls = Vec::new();
    if fray.can("stand_up").is_some() {
        calls.push(action("stand_up", json!({"ends_turn": false})));
    }
    calls.extend(farthest(play, fray).map(go_to));
    calls.push(("end_combat", json!({"how": "fled"})));
    Doing::Away(calls, to.to_owned())
}

/// A foe that has had enough, by what is left of it; the dead and those who lead have no such thought. Returns whether it
/// gives up rather than runs.
pub(super) fn wavers<'f>(play: &Play<'_>, fray: &'f Fray) -> Option<(&'f Fighter, bool)> {
    let adventure = play.world.adventure;
    let stubborn = |foe: &Fighter| {
        let kind = if foe.name.contains(adventure.foe.0) { adventure.foe.1 } else { "" };
        let chief = foe.name.eq_ignore_ascii_case(adventure.chief.0);
        chief || ["zombie", "skeleton", "shadow"].contains(&kind)
    };
    // Anyone who served only out of fear has no reason to stay.
    let leaderless = fray.fighters.iter().any(|one| one.hp == 0 && one.name.eq_ignore_ascii_case(adventure.chief.0));
    let foe = fray.foes().find(|foe| leaderless || (foe.is_bloodied() && !stubborn(foe)))?;
    let thought = crate::chance::hash_all(&[&foe.id, &foe.hp.to_string(), "wavers"]);
    let speaks = ["bandit", "goblin", "orc", "commoner"].contains(&adventure.foe.1);
    (leaderless || !thought.is_multiple_of(4)).then_some((foe, speaks && thought % 4 == 1))
}
