//! Places, and the ways between them.

use super::*;

#[test]
fn the_opening_s_own_way_leads_where_it_says() {
    let mut table = Fake::after_a_turn();
    table.play("I row across the river");
    assert_eq!(table.location, "The Far Landing");
    assert!(table.places.contains(&"The Lantern and Eel".to_owned()), "and home is still home");
}

#[test]
fn look_names_the_exits() {
    let mut table = Fake::after_a_turn();
    let told = table.play("I look around");
    assert!(["north", "east", "south", "west"].iter().any(|way| told.contains(way)), "{told}");
    assert!(table.calls.is_empty(), "a look changes nothing, and nothing is written down");
}

#[test]
fn whoever_goes_and_comes_back_finds_the_same_place() {
    let mut table = Fake::after_a_turn();
    table.play("leave");
    assert_ne!(table.location, "The Lantern and Eel");
    assert_eq!(table.here, table.location);
    table.play("go back to the Lantern and Eel");
    assert_eq!(table.location, "The Lantern and Eel");
}

#[test]
fn going_back_leads_to_the_place_before_this_one() {
    let mut table = Fake::after_a_turn();
    table.play("leave");
    let first = table.location.clone();
    table.play("go on");
    table.creatures.clear();
    assert!(table.location != first, "two places from home");
    table.play("go back");
    assert_eq!(table.location, first);
    table.play("go back");
    assert_ne!(table.location, "The Lantern and Eel", "back is where one came from");
}

#[test]
fn what_was_taken_long_ago_does_not_lie_there_again() {
    let mut table = Fake::after_a_turn();
    table.play("take everything");
    let taken: Vec<String> = table.state()["items_gained"].as_array().unwrap().iter().map(|v| v.to_string()).collect();
    table.play(&format!("drop the {}", taken[0].trim_matches('"')));
    table.play(&format!("take the {}", taken[0].trim_matches('"')));
    table.recent = (0..10).map(|n| format!("Bram counted to {n}.")).collect();
    table.play("look around");
    let told = table.history.last().unwrap().1.clone();
    for thing in &taken {
        assert!(!told.contains(thing.trim_matches('"')), "{thing} in {told}");
    }
}

#[test]
fn going_back_at_the_very_beginning_leads_nowhere() {
    for words in ["go back", "I go back the way we came", "return"] {
        let mut table = Fake::new();
        table.play(words);
        assert_eq!(table.location, "The Lantern and Eel", "{words}");
        table.play(words);
        assert_eq!(table.location, "The Lantern and Eel", "{words}");
    }
}

#[test]
fn whoever_runs_on_past_a_foe_does_not_go_back_where_they_came_from() {
    let mut table = Fake::after_a_turn();
    table.play("leave");
    let mut before = table.location.clone();
    for _ in 0..6 {
        let here = table.location.clone();
        table.creatures.clear();
        table.creatures.push(("wolf".into(), "gaunt wolf".into(), 4));
        table.dice = [20].into();
        table.play("run on");
        let world = crate::world::World::of(&table.table());
        let n_ways = world.exits(&here).len();
        assert!(n_ways == 1 || table.location != before, "from {before} to {here} and back");
        before = here;
    }
}

#[test]
fn what_was_dropped_lies_there_and_is_no_important_event() {
    let mut table = Fake::after_a_turn();
    table.play("drop the rope");
    table.play("drop the torch");
    assert!(table.important.is_empty(), "{:?}", table.important);
    table.recent.clear();
    assert!(table.play("look around").contains("rope"));
    table.play("take the rope");
    assert_eq!(table.state()["items_gained"], json!(["rope"]));
    assert!(!table.background.contains("rope") && !table.background.contains("torch"), "{}", table.background);
    let left: Vec<&StoryFact> = table.known.iter().filter(|fact| matches!(fact, StoryFact::Left { .. })).collect();
    assert_eq!(left, [&StoryFact::Left { thing: "torch".into(), place: "the Lantern and Eel".into() }]);
}

#[test]
fn surroundings_are_those_of_the_place_and_the_hour() {
    const OUTDOORS: [&str; 7] = ["cloud", "sun ", "dew", "stars", "a crow", "grass", "bird"];
    for (location, below) in [("The Evidence Vault", true), ("The reading room", false)] {
        for hour in [6, 12, 19, 23] {
            let mut table = Fake::after_a_turn();
            table.history = vec![("hello".into(), "Nobody has answered yet.".into())];
            (table.minutes, table.location) = (hour * 60, location.to_owned());
            (table.background, table.places) = ("An old story.".into(), vec![location.to_owned()]);
            for words in ["look around", "wait", "wait", "look at the sky", "hmm", "wait", "listen"] {
                let told = table.play(words).to_lowercase();
                for word in OUTDOORS {
                    assert!(!told.contains(word), "{word:?} at {location}, after {words:?}: {told}");
                }
                assert!(!below || !told.contains("window"), "{told}");
            }
        }
    }
}
