//! The first turn.

use super::*;

#[test]
fn no_telling_speaks_of_keys() {
    let mut table = Fake::new();
    assert!(!table.play("look").contains("ANTHROPIC_API_KEY"), "the page and the terminal say it, once");
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
