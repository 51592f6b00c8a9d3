//! Attacks and spells in a fight: target, weapon and approach.

use crate::words::fray::strikes::HURTING;
use game::{
    combat::{
        footprint::Footprint,
        square::{FEET, Square},
    },
    feature::FeatureId,
};
use serde_json::json;

use super::{
    Can, Fighter, Fray,
    plan::{Called, Doing, Tried, action, go_to},
};
use crate::{
    arms::{self, UNARMED, shoots},
    deeds::names_another,
    phrases::{lines, spells as said},
    play::{Play, best_match},
    prose::{listed, the},
};

/// The foe these words mean; else one beside the hero, the weakest first; else the nearest.
pub(super) fn target<'f>(play: &Play<'_>, fray: &'f Fray, words: &str) -> Option<&'f Fighter> {
    let foes: Vec<&Fighter> = fray.foes().collect();
    let names: Vec<&str> = foes.iter().map(|foe| foe.name.as_str()).collect();
    let named = best_match(words, &names).map(|i| foes[i]);
    let own = own_space(play, fray);
    named.or_else(|| foes.into_iter().min_by_key(|foe| (own.feet_to(foe.space).max(FEET), foe.hp)))
}

/// The squares that the hero fills.
pub(super) fn own_space(play: &Play<'_>, fray: &Fray) -> Footprint {
    fray.fighter(&play.hero.id).map_or(Footprint::of(Square { x: 0, y: 0 }), |own| own.space)
}

/// Whether a foe is within arm's reach.
pub(super) fn is_beside(play: &Play<'_>, fray: &Fray, foe: &Fighter) -> bool {
    own_space(play, fray).is_beside(foe.space)
}

/// The square to strike at a foe from, with as few others beside as can be, and not far.
pub(super) fn beside(play: &Play<'_>, fray: &Fray, foe: &Fighter) -> Option<Square> {
    let own = own_space(play, fray);
    let is_beside = |square: Square, foe: &Fighter| own.at(square).is_beside(foe.space);
    let others = |square: Square| fray.foes().filter(|other| other.id != foe.id && is_beside(square, other)).count();
    let near = fray.squares.iter().copied().filter(|square| is_beside(*square, foe));
    near.min_by_key(|square| (others(*square), own.square.feet_to(*square)))
}

/// The weapon these words name: by its name, its kind, or as something to shoot with.
pub(super) fn named_weapon(play: &Play<'_>, words: &str) -> Option<String> {
    let weapons = &play.hero.weapons;
    let asked = format!("{words} {}", play.reading.words).to_lowercase();
    let has = |word: &str| asked.split(|c: char| !c.is_alphabetic()).any(|said| said == word);
    if ["fist", "fists", "punch", "kick", "headbutt"].iter().any(|word| has(word)) || asked.contains("bare hands") {
        return Some(UNARMED.to_owned());
    }
    let shot = ["shoot", "shot", "shott", "arrow", "arrows", "bolt", "fire"].iter().any(|word| has(word));
    let bow = || weapons.iter().find(|weapon| shoots(&weapon.name)).filter(|_| shot);
    arms::named(play, words).or_else(|| arms::named(play, &asked)).or_else(bow).map(|weapon| weapon.name.clone())
}

/// What can be struck at this foe right now: weapons in the order of the sheet.
fn blows<'f>(fray: &'f Fray, foe: &Fighter) -> Vec<&'f Can> {
    let strikes = fray.can.iter().filter(|can| can.what == "attack" && can.cost == "action");
    strikes.filter(|can| can.targets.contains(&foe.id)).collect()
}

/// Strikes at someone.
pub(super) fn attack(play: &Play<'_>, fray: &Fray, whom: &str, with: &str) -> Doing {
    if names_another(play, whom) {
        let standing = super::plan::a_foe(fray);
        let whom = play.world.cased(whom);
        return Doing::Cannot(lines::NOT_THAT_FOE, vec![("whom", the(&whom)), ("foe", standing)]);
    }
    let Some(foe) = target(play, fray, whom) else { return Doing::Free };
    let mut calls = Vec::new();
    if fray.can("stand_up").is_some() {
        calls.push(action("stand_up", json!({"ends_turn": false})));
    }
    let named = named_weapon(play, &format!("{with} {whom}")).or_else(|| arms::by_verb(play));
    if named.is_none()
        && let Some(spell) = cantrip(play, fray, foe)
    {
        calls.push(action("cast", json!({"with": spell, "target": foe.id})));
        return Doing::Calls(calls);
    }
    let possible = blows(fray, foe);
    let near = is_beside(play, fray, foe);
    // From afar a hero shoots who shoots better than strikes; anybody else goes there.
    let archer = play.hero.modifier("dex") > play.hero.modifier("str");
    let now = match &named {
        Some(name) => possible.iter().find(|can| can.name.eq_ignore_ascii_case(name)),
        None if near => possible.iter().find(|can| !shoots(&can.name)).or(possible.first()),
        None if archer => possible.iter().find(|can| shoots(&can.name)),
        None => None,
    };
    if let Some(can) = now {
        let other = second(play, &can.name);
        calls.push(blow(play, foe, &can.name, other.is_none()));
        calls.extend(other.map(|with| action("attack", json!({"target": foe.id, "with": with, "bonus": true}))));
        return Doing::Calls(calls);
    }
    let melee = named.clone().or_else(|| {
        let own = play.hero.weapons.iter().find(|weapon| !shoots(&weapon.name));
        Some(own.map_or(UNARMED.to_owned(), |weapon| weapon.name.clone()))
    });
    let melee = melee.filter(|name| !shoots(name));
    let may_act = fray.can("dodge").is_some();
    match (melee, beside(play, fray, foe)) {
        (Some(name), Some(square)) if !near && may_act => {
            calls.push(go_to(square));
            calls.push(blow(play, foe, &name, true));
            Doing::Calls(calls)
        }
        _ => match possible.first().filter(|_| named.is_none()) {
            Some(can) => {
                calls.push(blow(play, foe, &can.name, true));
                Doing::Calls(calls)
            }
            None => out_of_reach(play, fray, foe, named),
        },
    }
}

/// A blow; it ends the turn unless another hand strikes after it.
fn blow(play: &Play<'_>, foe: &Fighter, with: &str, ends: bool) -> Called {
    let mut input = json!({"target": foe.id, "with": with});
    if !ends {
        input["ends_turn"] = json!(false);
    }
    let smites = play.reading.words.to_lowercase().contains("smite");
    let can_smite = |feature: &String| feature.eq_ignore_ascii_case(FeatureId::DivineSmite.name());
    if smites && play.hero.features.iter().any(can_smite) {
        input["slot"] = json!(1);
    }
    action("attack", input)
}

/// The second hand's blow, where the player asks for one.
fn second(play: &Play<'_>, first: &str) -> Option<String> {
    let asked = play.reading.words.to_lowercase();
    let both = ["both", "off hand", "offhand", "off-hand", "other hand", "second hand", "two weapons", "twice"];
    let wanted = both.iter().any(|words| asked.contains(words));
    let light = |weapon: &&crate::table::Weapon| {
        let name = weapon.name.to_lowercase();
        ["dagger", "shortsword", "handaxe", "sickle", "scimitar", "hammer", "club"]
            .iter()
            .any(|kind| name.contains(kind))
    };
    let other = play.hero.weapons.iter().filter(light).find(|weapon| !weapon.name.eq_ignore_ascii_case(first));
    other.filter(|_| wanted).map(|weapon| weapon.name.clone())
}

/// Too far for a blow: as near as a turn allows, with the guard up.
fn out_of_reach(play: &Play<'_>, fray: &Fray, foe: &Fighter, named: Option<String>) -> Doing {
    let shot = named.filter(|name| shoots(name));
    if let Some(name) = shot {
        return Doing::Cannot(lines::NOTHING_TO_SHOOT, vec![("weapon", name.to_lowercase())]);
    }
    let own = own_space(play, fray);
    let off = |square: Square| own.at(square).feet_to(foe.space);
    let nearer = fray.squares.iter().copied().min_by_key(|square| off(*square));
    match nearer.filter(|square| off(*square) < off(own.square) && fray.can("dodge").is_some()) {
        Some(square) => Doing::Calls(vec![go_to(square), action("dodge", json!({}))]),
        None => Doing::Cannot(lines::NO_WAY_THROUGH, vec![("foe", the(&foe.name))]),
    }
}

/// A cantrip that is better than anything in the hero's hands.
fn cantrip(play: &Play<'_>, fray: &Fray, foe: &Fighter) -> Option<String> {
    let strong = play.hero.modifier("str").max(play.hero.modifier("dex"));
    let hurting = fray.can.iter().filter(|can| can.what == "cast" && can.targets.contains(&foe.id));
    let mut hurting = hurting.filter(|can| HURTING.contains(&can.name.to_lowercase().as_str()));
    hurting.next().filter(|_| play.hero.casting() > strong).map(|can| can.name.clone())
}

/// Casts a spell.
pub(super) fn cast(play: &Play<'_>, fray: &Fray, spell: &str, at: &str) -> Doing {
    let known: Vec<&String> = play.hero.cantrips.iter().chain(&play.hero.spells).collect();
    let foe = target(play, fray, at);
    let Some(i) = crate::deeds::known_spell(play, spell, at) else {
        // "A spell", whichever: the one that hurts from here.
        let any = foe.and_then(|foe| cantrip(play, fray, foe).map(|with| (with, foe)));
        return match any.filter(|_| ["", "spell", "magic", "something"].contains(&spell.trim())) {
            Some((with, foe)) => Doing::Calls(vec![action("cast", json!({"with": with, "target": foe.id}))]),
            None if known.is_empty() => Doing::Cannot(lines::NO_MAGIC, Vec::new()),
            None => {
                let spells = listed(&known.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>());
                Doing::Cannot(lines::NO_SPELL_BUT, vec![("spells", spells)])
            }
        };
    };
    let name = known[i].as_str();
    let slots = vec![("spell", name.to_lowercase()), ("foe", super::plan::a_foe(fray))];
    let Some(can) = fray.can.iter().find(|can| can.what == "cast" && can.name.eq_ignore_ascii_case(name)) else {
        let cantrip = i < play.hero.cantrips.len();
        let none_left = !cantrip && play.hero.slots.iter().all(|slot| slot.left == 0);
        return Doing::Cannot(if none_left { lines::NO_SLOTS } else { said::NOT_FROM_HERE }, slots);
    };
    if let (Some(foe), "sleep", true) = (foe, name.to_lowercase().as_str(), can.targets.is_empty()) {
        return lulls(play, foe, name);
    }
    let friend = fray.fighters.iter().find(|one| !one.is_foe && best_match(at, &[&one.name]).is_some());
    let mut input = json!({"with": can.name});
    match (foe, friend) {
        (_, Some(friend)) if can.targets.contains(&friend.id) => input["target"] = json!(friend.id),
        (Some(foe), _) if can.targets.contains(&foe.id) => input["target"] = json!(foe.id),
        // An area is placed on the foe's square.
        (Some(foe), _) if can.targets.is_empty() => input["at"] = json!(foe.space.square),
        _ if can.targets.contains(&play.hero.id) => input["target"] = json!(play.hero.id),
        _ => input["target"] = json!(can.targets.first()),
    }
    if can.cost != "action" {
        input["ends_turn"] = json!(false);
    }
    Doing::Calls(vec![action("cast", input)])
}

/// Sleep, which the rules leave to the teller: the fewer hit points a foe has left, the sooner it takes hold (SRD 5.1,
/// Sleep). It costs the lowest slot there is.
fn lulls(play: &Play<'_>, foe: &Fighter, name: &str) -> Doing {
    let dc = 6 + foe.hp / 2;
    let what = format!("Sleep on {}", the(&foe.name));
    let input = json!({"what": what, "skill": "arcana", "dc": dc, "effect": "yields", "target": foe.id});
    let slots = vec![("spell", name.to_lowercase()), ("foe", the(&foe.name))];
    let slot = play.hero.slots.iter().find(|slot| slot.left > 0).map(|slot| (slot.level, slot.max - slot.left + 1));
    let tried = Tried { won: said::STILLED, lost: said::WITHSTOOD, slots, slot, ..Tried::default() };
    Doing::Tries(vec![("improvise", input)], tried)
}
