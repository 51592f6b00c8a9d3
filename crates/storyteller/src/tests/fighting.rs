//! Fights: the player's words become calls of the fight's tools, and their results are narrated.

use super::*;

fn last_call(table: &Fake) -> (String, Value) {
    table.calls.first().cloned().expect("a call")
}

#[test]
fn a_blow_is_a_call_of_the_fights_tool_and_is_told_by_its_answer() {
    let mut table = with_foe();
    table.dice = [1, 1].into();
    let told = table.play("attack the wolf");
    let (name, input) = last_call(&table);
    assert_eq!((name.as_str(), &input["action"], &input["target"]), ("take_action", &json!("attack"), &json!("wolf")));
    assert!(told.contains("longsword") && told.contains("wolf"), "{told}");
    for ((name, _), before) in table.calls.iter().zip(&table.texts_before_calls) {
        assert!(name != "take_action" || before.is_empty(), "something was told before it had happened");
    }
    assert!(table.called("roll_dice").is_empty() && table.called("update_npc").is_empty(), "no arithmetic of its own");
}

#[test]
fn a_weapon_is_known_by_what_kind_it_is() {
    for (words, weapon) in [
        ("attack the wolf with my bow", "shortbow"),
        ("attack the wolf with my sword", "longsword"),
        ("shoot it", "shortbow"),
        ("shot it", "shortbow"),
        ("attack", "longsword"),
    ] {
        let mut table = with_foe();
        table.play(words);
        assert_eq!(table.called("take_action")[0]["with"], weapon, "{words}");
    }
}

#[test]
fn a_spell_that_is_refused_is_told_with_the_name_of_its_target() {
    let component =
        |there: &str| RefusalReason::NoComponent { thing: "diamond worth 300 gp".to_owned(), there: there.to_owned() };
    for (reason, words) in [
        (RefusalReason::DeadTooLong, &["gaunt wolf", "fire bolt"][..]),
        (RefusalReason::NoEffect, &["gaunt wolf", "fire bolt"]),
        (component(""), &["diamond worth 300 gp", "none"]),
        (component("2 × Diamond (100 gp)"), &["diamond worth 300 gp", "2 × Diamond (100 gp)"]),
    ] {
        let mut table = with_foe();
        table.creatures[0].0 = "creature-2".into();
        table.spells = "spell slots 1: 1 of 2; cantrips fire bolt; knows magic missile";
        table.refuses = Some(reason.clone());
        let told = table.play("cast fire bolt at the wolf");
        assert!(words.iter().all(|word| told.contains(word)) && !told.contains("creature-2"), "{reason:?}: {told}");
    }
}

#[test]
fn who_hung_back_joins_once_blood_has_flowed() {
    let mut table = Fake::after_a_turn();
    table.creatures.push(("first".into(), "drowned oarsman A".into(), 4));
    table.creatures.push(("second".into(), "drowned oarsman B".into(), 4));
    table.calm.push("second".into());
    let joined = (0..12).any(|_| {
        (table.hp, table.dice) = (12, [1, 1, 1].into());
        table.play("attack the first oarsman");
        !table.called("add_combatant").is_empty()
    });
    assert!(joined, "{:?}", table.calls);
    assert_eq!(table.called("add_combatant")[0]["id"], "second");
}

#[test]
fn words_become_the_acts_the_rules_have() {
    for (words, action) in [
        ("I dodge", "dodge"),
        ("shove it down", "shove"),
        ("I grapple the wolf", "grapple"),
        ("cast fire bolt at it", "cast"),
        ("drink the healing potion", "use_item"),
        ("draw my bow and wait until it comes near", "ready"),
    ] {
        let mut table = with_foe();
        table.spells = "spell slots 1: 1 of 2; cantrips fire bolt; knows magic missile";
        table.pack.push("healing potion".into());
        let told = table.play(words);
        let acts: Vec<&Value> = table.called("take_action").into_iter().map(|input| &input["action"]).collect();
        assert!(acts.contains(&&json!(action)), "{words}: {acts:?} {told}");
    }
    for (words, tool) in
        [("run", "end_combat"), ("end my turn, wait", "end_turn"), ("“Surrender, or die!” I shout at it", "improvise")]
    {
        let mut table = with_foe();
        let told = table.play(words);
        assert!(!table.called(tool).is_empty(), "{words}: {:?} {told}", table.calls);
    }
}

#[test]
fn sand_nets_and_oil_are_tried_and_used_up() {
    for (thing, words, effect) in [
        ("net", "throw the net over it", "restrained"),
        ("rope", "tie it up with the rope", "restrained"),
        ("bag of salt", "throw salt into its eyes", "blinded"),
        ("oil flask", "throw the oil flask at it and light it", "harm"),
        ("ball bearings", "spill the ball bearings under its feet", "prone"),
    ] {
        let mut table = with_foe();
        table.pack.push(thing.into());
        table.dice = [19].into();
        let told = table.play(words);
        assert_eq!(table.called("improvise")[0]["effect"], effect, "{words}: {told}");
        assert!(table.called("improvise").len() == 1, "tried once: {words}");
        assert_eq!(table.state()["items_lost"], json!([thing]), "{words}: {told}");
    }
}

#[test]
fn to_look_to_ask_and_to_talk_costs_nothing() {
    for words in ["look around", "who is hurt?", "how am I?", "what can I do?", "hello there", "inventory", "asdf qwer"]
    {
        let mut table = with_foe();
        let told = table.play(words);
        assert!(table.called("take_action").is_empty() && table.called("end_turn").is_empty(), "{words}: {told}");
        assert_eq!(table.hp, 12, "{words}: {told}");
    }
}

#[test]
fn what_falls_is_told_of_and_left_behind() {
    let mut table = with_foe();
    table.dice = [15, 8].into();
    table.play("attack the wolf");
    assert!(table.creatures.is_empty(), "the body is no company");
    assert!(table.recent.iter().any(|event| event.contains("killed the gaunt wolf")), "{:?}", table.recent);
    let told = table.play("attack the wolf");
    assert!(table.called("take_action").is_empty() && told.contains("wolf"), "{told}");
}

#[test]
fn a_hero_who_falls_wakes_somewhere_safe() {
    let mut table = with_foe();
    (table.hp, table.location) = (2, "The Wet Ford".into());
    table.dice = [1, 19, 4].into();
    let told = table.play("attack the wolf");
    assert_eq!((table.hp, table.location.as_str()), (1, "The Lantern and Eel"), "{told}");
    assert!(table.creatures.is_empty());
}

#[test]
fn a_blow_at_somebody_who_is_not_here_strikes_nobody_else() {
    for words in ["attack Marta", "kill the dragon", "I stab Brother Aumery with my longsword"] {
        let mut table = with_foe();
        table.location = "The Wet Ford".into();
        let told = table.play(words);
        assert!(table.called("take_action").is_empty(), "{words}: {told}");
    }
}

#[test]
fn whoever_comes_with_foes_is_told_who_is_quicker() {
    let mut table = Fake::after_a_turn();
    table.creatures.push(("wolf".into(), "gaunt wolf".into(), 4));
    table.calm.push("wolf".into());
    table.location = "The Wet Ford".into();
    let told = table.play("attack the wolf");
    assert_eq!(table.called("start_combat").len(), 1, "{told}");
    assert!(told.contains("wolf"), "{told}");
}

#[test]
fn no_number_of_a_throw_is_told() {
    let mut table = with_foe();
    for words in ["attack", "attack", "dodge", "attack"] {
        table.hp = 12;
        table.creatures = vec![("wolf".into(), "gaunt wolf".into(), 4)];
        let told = table.play(words);
        assert!(!told.contains(|c: char| c.is_ascii_digit()), "{told}");
    }
}

#[test]
fn somebody_who_has_had_enough_runs_or_gives_up_before_the_blow_falls() {
    let mut left = 0;
    for name in ["lean thief", "old poacher", "wild dog", "marsh robber", "hungry dog", "sheep thief"] {
        let mut table = with_foe();
        table.creatures = vec![(name.replace(' ', "-"), name.into(), 2)];
        let told = table.play("attack");
        if table.called("remove_combatant").len() == 1 {
            left += 1;
            assert!(table.called("take_action").is_empty() && !table.fights(), "{told}");
        }
    }
    assert!(left > 0, "nobody ever has enough");
}

#[test]
fn a_yes_may_name_whoever_asked_and_come_late() {
    for yes in [
        "Yes Marta, I will do it.",
        "I'll do it, Marta",
        "Yes, Marta, I'll do it. When did he row out?",
        "I will do it",
    ] {
        let mut table = Fake::new();
        table.play("talk to Marta");
        for words in ["look around", "look at the window", "inventory", "what time is it?"] {
            table.play(words);
        }
        let told = table.play(yes);
        assert_eq!(table.quests, ["answer the light on the far bank"], "{yes}: {told}");
    }
}

#[test]
fn a_letter_that_is_opened_says_something_and_stays_open() {
    let mut table = Fake::after_a_turn();
    table.pack.push("Letter with a Royal Seal, Unopened".into());
    let told = table.play("I open the letter with the royal seal");
    assert!(table.pack.contains(&"Letter with a Royal Seal".to_owned()), "{:?} {told}", table.pack);
    assert!(!told.contains("unopened") && told.len() > 120, "{told}");
}

#[test]
fn a_bandage_is_no_spell_and_a_stranger_is_not_the_hero() {
    for (words, casts) in [
        ("heal myself", true),
        ("heal my wounds", true),
        ("bandage my arm", false),
        ("give first aid", false),
        ("bandage the guard", false),
        ("heal the guard", false),
        ("heal the wolf", false),
    ] {
        let mut table = with_foe();
        table.spells = "spell slots 1: 1 of 2; knows cure wounds";
        let told = table.play(words);
        let acts = table.called("take_action");
        assert_eq!(acts.iter().any(|input| input["action"] == "cast"), casts, "{words}: {acts:?} {told}");
        assert!(casts || acts.is_empty(), "{words}: {acts:?} {told}");
        assert!(!words.ends_with("guard") || told.contains("guard"), "{words}: {told}");
    }
}
