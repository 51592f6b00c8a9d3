//! The first turn.

use super::*;

#[test]
fn the_first_turn_says_how_to_bring_claude_and_the_second_does_not() {
    let mut table = Fake::new();
    assert!(table.play("look").contains("ANTHROPIC_API_KEY"));
    assert!(!table.play("look").contains("ANTHROPIC_API_KEY"));
}

#[test]
fn no_dice_fall_before_the_player_tries_something() {
    for words in ["look", "talk to Marta", "where am I?", "hello"] {
        let mut table = Fake::new();
        table.play(words);
        assert!(table.called("roll_dice").is_empty(), "{words}");
    }
}
