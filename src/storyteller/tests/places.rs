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
