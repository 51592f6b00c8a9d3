//! Calling someone to the hero's side in a fight: a creature of the scene joins it, other people help as they can.

use crate::words::fray::rally::CALLS;
use serde_json::json;

use super::{
    Fray,
    plan::{Doing, Tried, a_foe},
    strikes::target,
};
use crate::{
    deeds,
    phrases::lines,
    play::{Play, best_named},
    world::in_text,
};

/// Whether these words call for help.
pub(super) fn is_call(words: &str) -> bool {
    let words = words.to_lowercase();
    let plain = words.trim_matches(|c: char| !c.is_alphabetic());
    // "Help" alone asks what can be done.
    plain != "help" && CALLS.iter().any(|call| words.contains(call))
}

/// What comes of calling for help: by name, or to anyone who hears it.
pub(super) fn call(play: &Play<'_>, fray: &Fray, words: &str) -> Doing {
    let named = |names: &[&str]| best_named(words, names);
    let allies: Vec<&str> =
        fray.fighters.iter().filter(|one| !one.is_foe && one.id != play.hero.id).map(|one| one.name.as_str()).collect();
    let is_fighting = |id: &str| fray.fighters.iter().any(|one| one.id == id);
    let idle = play.table.creatures.iter().filter(|one| one.hp > 0 && one.is_friend() && !is_fighting(&one.id));
    let idle: Vec<_> = idle.collect();
    let names: Vec<&str> = idle.iter().map(|one| one.name.as_str()).collect();
    let people = play.world.people(&play.table.location);
    let here: Vec<&str> = people.iter().map(|one| one.name.as_str()).collect();
    if let Some(i) = named(&names) {
        return Doing::Calls(vec![("add_combatant", json!({"id": idle[i].id, "side": "heroes"}))]);
    }
    if let Some(i) = named(&allies) {
        return Doing::Cannot(lines::FIGHTS_ALREADY, vec![("name", allies[i].to_owned()), ("foe", a_foe(fray))]);
    }
    if let Some(i) = named(&here) {
        return lends_a_hand(play, fray, here[i]);
    }
    if let Some((name, place)) = deeds::elsewhere(play, words) {
        return Doing::Cannot(lines::OUT_OF_HEARING, vec![("name", name), ("there", in_text(&place))]);
    }
    match (idle.first(), here.first()) {
        (Some(one), _) => Doing::Calls(vec![("add_combatant", json!({"id": one.id, "side": "heroes"}))]),
        (None, Some(name)) => lends_a_hand(play, fray, name),
        _ => Doing::Cannot(lines::NOBODY_COMES, vec![("foe", a_foe(fray))]),
    }
}

/// Someone who is no fighter: a stool thrown, a shout, a tug at a sleeve.
fn lends_a_hand(play: &Play<'_>, fray: &Fray, name: &str) -> Doing {
    let Some(foe) = target(play, fray, "") else { return Doing::Free };
    let input = json!({
        "what": format!("Calls on {name}"), "skill": "persuasion", "dc": 8, "effect": "advantage", "target": foe.id,
    });
    let slots = vec![("name", name.to_owned()), ("foe", a_foe(fray))];
    let (won, lost, gain) = (lines::LENDS_A_HAND, lines::STANDS_FROZEN, lines::FOE_OPEN);
    Doing::Tries(vec![("improvise", input)], Tried { won, lost, gain, slots, ..Tried::default() })
}

#[cfg(test)]
mod tests {
    use super::is_call;

    #[test]
    fn a_cry_for_help_is_no_question_what_to_do() {
        assert!(["Maud, help me!", "I shout for help", "help! help!", "Wolf, to my side"].into_iter().all(is_call));
        assert!(!["help", "help?", "what can I do", "help yourself"].into_iter().any(is_call));
    }
}
