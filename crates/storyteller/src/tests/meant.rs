//! What is said is done, or nothing is: no word that sounds like another deed becomes that deed.

use super::*;

/// Fights a wolf with these words, and says which tools were called.
fn in_a_fight(words: &str) -> (String, Vec<String>) {
    let mut table = with_foe();
    let told = table.play(words);
    (told, table.calls.iter().map(|(name, _)| name.clone()).collect())
}

#[test]
fn a_weapon_that_is_swung_is_a_blow() {
    for words in ["swing longsword at it", "swing my sword at the wolf", "I swing the longsword", "wave my sword at it"]
    {
        let mut table = with_foe();
        let told = table.play(words);
        assert_eq!(table.called("take_action")[0]["action"], "attack", "{words}: {told}");
        assert_eq!(table.called("take_action")[0]["with"], "longsword", "{words}");
        assert!(table.called("improvise").is_empty(), "{words}: {told}");
    }
}

#[test]
fn what_would_do_nothing_to_a_foe_costs_nothing() {
    for words in
        ["turn my back", "use the rope on the sign and turn my back", "fix the lock", "recite a poem about ducks"]
    {
        let (told, calls) = in_a_fight(words);
        assert!(
            !calls.iter().any(|name| ["take_action", "improvise", "end_turn"].contains(&name.as_str())),
            "{words}: {told}"
        );
    }
}

#[test]
fn whoever_dances_in_a_fight_for_nobody_is_told_so_and_keeps_the_moment() {
    for words in ["dance on the table", "dance", "dance a little jig"] {
        let (told, calls) = in_a_fight(words);
        assert!(calls.is_empty(), "{words}: {told}");
    }
    let (told, calls) = in_a_fight("dance to distract the wolf");
    assert!(calls.contains(&"improvise".to_owned()), "{told}");
}

#[test]
fn whoever_is_called_for_help_in_a_fight_does_what_such_people_can() {
    for words in ["Marta, help me!", "I call Marta for help", "marta help me please"] {
        let mut table = with_foe();
        let told = table.play(words);
        let call = table.called("improvise").first().map(|it| it["what"].clone());
        assert_eq!(call, Some(json!("Calls on Marta")), "{words}: {told}");
        assert!(told.contains("Marta"), "{words}: {told}");
    }
    let mut table = with_foe();
    table.creatures.push(("hob".into(), "Hob".into(), 4));
    table.calm.push("hob".into());
    table.location = "The Far Landing".into();
    let told = table.play("somebody help me!");
    assert!(table.called("improvise").is_empty(), "who has not made up their mind is no friend: {told}");
    assert!(told.contains("moment is still yours") || told.contains("cost you nothing"), "{told}");
}

#[test]
fn only_who_says_so_flees() {
    for words in ["follow the light", "go back to Marta", "go in quietly", "go north", "leave", "go home"] {
        let (told, calls) = in_a_fight(words);
        assert!(!calls.contains(&"end_combat".to_owned()), "{words}: {told}");
        assert!(told.contains("flee"), "{words}: {told}");
    }
    for words in ["flee", "run away", "run to Marta", "retreat"] {
        let (told, calls) = in_a_fight(words);
        assert!(calls.contains(&"end_combat".to_owned()), "{words}: {told}");
    }
    let mut table = with_foe();
    table.play("go north");
    table.play("yes");
    assert_eq!(table.called("end_combat").len(), 1, "whoever is asked whether they flee may say yes");
}

#[test]
fn whoever_is_not_here_does_not_hear_what_is_said_in_a_fight() {
    let mut table = with_foe();
    table.location = "Tanner's Green".into();
    let told = table.play("tell Marta that I surrender");
    assert!(told.contains("Marta") && table.called("improvise").is_empty(), "{told}");
}

#[test]
fn a_weapon_is_drawn_by_any_of_its_names() {
    for words in ["draw my sword", "drw sword", "ready my longsword", "I draw my weapon"] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains("longsword"), "{words}: {told}");
    }
}

#[test]
fn what_is_not_here_is_not_shut() {
    for words in ["shut the spigot", "close the coffin", "lock the strongbox"] {
        let told = Fake::after_a_turn().play(words);
        assert!(!told.contains("You shut") && !told.contains("You close"), "{words}: {told}");
    }
    let told = Fake::after_a_turn().play("shut the window");
    assert!(told.contains("the window"), "{told}");
}

#[test]
fn a_yes_may_be_typed_in_haste() {
    for words in ["ye i do it", "yea", "yes i do it", "Marta, I will bring the ferryman back", "Marta, I will row over"]
    {
        let mut table = Fake::after_a_turn();
        table.play("ask Marta about the trouble");
        let told = table.play(words);
        assert!(!table.quests.is_empty(), "{words}: {told}");
    }
}

#[test]
fn a_gift_of_the_heros_own_is_known_by_its_name_even_mistyped() {
    let told = Fake::after_a_turn().play("secnd wind");
    assert!(told.contains("second wind"), "{told}");
}

#[test]
fn nothing_is_understood_only_for_a_word_that_sounds_like_a_deed() {
    for words in ["back to vault", "my boots and the vault", "the monk with the charm"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        assert!(table.called("roll_dice").is_empty(), "{words}: {told}");
    }
    let told = Fake::after_a_turn().play("the purple grumbling");
    assert!(told.to_lowercase().contains("the purple grumbling"), "which words they were: {told}");
}

#[test]
fn hiding_from_nobody_throws_no_dice() {
    let mut table = Fake::after_a_turn();
    table.location = "The Far Landing".into();
    let told = table.play("hide and watch");
    assert!(table.called("roll_dice").is_empty(), "{told}");
}

#[test]
fn whoever_goes_softly_gets_there() {
    let mut table = Fake::after_a_turn();
    table.dice = [19].into();
    let told = table.play("sneak across the river");
    assert!(table.location != "The Lantern and Eel" && table.called("roll_dice").len() == 1, "{told}");
}

#[test]
fn a_miss_sheds_no_blood() {
    let mut table = Fake::after_a_turn();
    table.play("attack Marta");
    table.dice = [2].into();
    table.play("hit her again");
    let all = table.important.join("; ");
    assert!(!all.contains("blood") && all.contains("struck at"), "{all}");
    assert!(table.hp < 12, "whoever is thrown out has felt it");
}

#[test]
fn a_trade_names_only_whose_it_is() {
    let told = Fake::after_a_turn().play("talk to the ferryman");
    assert!(!told.contains('“'), "the ferryman is the one who is gone: {told}");
    assert!(Fake::after_a_turn().play("talk to the ferryman's boy").contains("Tam"));
}

#[test]
fn the_first_thing_one_wonders_about_is_answered() {
    let told = Fake::after_a_turn().play("Marta, who sat at that table?");
    assert!(told.contains("clear it") || told.contains("bite"), "{told}");
}

#[test]
fn a_list_that_was_read_can_be_shown() {
    let mut table = Fake::after_a_turn();
    table.play("read the list of names in the cloak");
    let told = table.play("show the list to Marta");
    assert!(told.contains("ferrymen"), "{told}");
}

#[test]
fn what_is_over_is_told_by_how_it_ended() {
    let mut table = Fake::after_a_turn();
    let quest = "answer the light on the far bank".into();
    table.known.push(StoryFact::Done { quest, whom: "Marta".into(), side: String::new() });
    let told = table.play("what happened to the ferryman?");
    assert!(told.contains("Jorn Weir") || told.contains("no light"), "{told}");
    let told = table.play("ask Marta for my reward");
    assert!(table.quests.is_empty() && table.state()["quests_added"].is_null(), "{told}");
}

/// A table at whose end someone waits, in an adventure of this shape.
fn before_the_chief(shape: crate::deeds::Shape) -> Fake {
    use crate::world::{Spot, World};
    for seed in 1..80 {
        let mut table = soak::begin(0, seed);
        table.play("look around");
        let world = World::of(&table.table());
        table.quests.push(world.adventure.quest.to_owned());
        table.location = world.name(Spot::Heart).to_owned();
        table.creatures.push(("chief".into(), world.adventure.chief.0.to_owned(), 4));
        table.calm.push("chief".into());
        if crate::deeds::shape_of(&World::of(&table.table())) == shape {
            return table;
        }
    }
    panic!("no seed has that shape")
}

/// Who ran is gone before the next foe comes out, and is not in the fight.
#[test]
fn whoever_is_let_run_is_not_there_any_more() {
    use crate::world::{Spot, World};
    let seeds = (1..200).map(|seed| {
        let mut table = soak::begin(0, seed);
        table.play("look around");
        table
    });
    let shape = |table: &Fake| crate::deeds::shape_of(&World::of(&table.table()));
    let mut n = 0;
    for mut table in seeds.filter(|table| shape(table) == crate::deeds::Shape::Chase).take(4) {
        let world = World::of(&table.table());
        table.quests.push(world.adventure.quest.to_owned());
        table.location = world.name(Spot::Site).to_owned();
        table.creatures.push(("runner".into(), world.adventure.foe.0.to_owned(), 4));
        table.calm.push("runner".into());
        let told = table.play("go on");
        assert!(table.creatures.iter().all(|(id, ..)| id != "runner"), "{told}");
        let calls: Vec<&str> = table.calls.iter().map(|(name, _)| name.as_str()).collect();
        let went = calls.iter().position(|name| *name == "update_npc");
        assert!(
            went.is_some() && went < calls.iter().position(|name| *name == "update_game_state"),
            "{calls:?}: {told}"
        );
        n += 1;
    }
    assert!(n > 1, "no seed has that shape");
}

#[test]
fn nobody_wins_by_saying_something_else() {
    let begun = || before_the_chief(crate::deeds::Shape::Unarmed);
    for words in [
        "say hello, I want to sell my shadow",
        "hello",
        "wait",
        "yes",
        "I want to serve you",
        "shut the lamp",
        "take the lamp",
    ] {
        let mut table = begun();
        let told = table.play(words);
        assert!(table.called("roll_dice").is_empty() && table.state()["items_gained"].is_null(), "{words}: {told}");
    }
    for words in ["please give it back", "reason with him", "give me the flame"] {
        let mut table = begun();
        let told = table.play(words);
        assert_eq!(table.called("roll_dice").len(), 1, "{words}: {told}");
    }
}

#[test]
fn whoever_hides_beside_a_sleeper_takes_nothing() {
    let mut table = before_the_chief(crate::deeds::Shape::Theft);
    let told = table.play("hide");
    assert!(table.state()["items_gained"].is_null(), "{told}");
    let told = table.play("look around");
    let chief = table.creatures[0].1.trim_start_matches("the ").to_owned();
    assert!(told.contains(&chief), "whoever is here is seen: {told}");
}

#[test]
fn what_was_told_of_is_there_to_be_tried() {
    let mut table = Fake::after_a_turn();
    table.history.push(("go on".into(), "Along the wall hangs a row of pegs, and it is cold.".into()));
    for words in ["look at the pegs", "examine the pegs"] {
        let told = table.play(words);
        assert!(told.contains("peg") && !told.contains('“'), "{words}: {told}");
    }
}
