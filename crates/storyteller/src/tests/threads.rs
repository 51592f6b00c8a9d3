//! A thread from its beginning to its end.

use super::*;
use crate::world::World;

#[test]
fn the_thread_can_be_played_to_its_end_and_another_begins() {
    let mut table = Fake::new();
    table.play("ask Marta about the trouble");
    let paid = World::of(&table.table()).pay().0;
    table.play("I'll do it");
    table.pack.push("ferryman's oar pin".into());
    table.known.push(StoryFact::Learned { place: "the Lamp House".into() });
    table.location = "The Lamp House".into();
    table.play("go down");
    assert_eq!((table.location.as_str(), table.creatures[0].1.as_str()), ("The Lamp Room", "the Lamp Warden"));
    for _ in 0..6 {
        (table.hp, table.dice) = (12, [15, 8].into());
        table.play("attack the warden");
        if !table.milestones.is_empty() {
            break;
        }
    }
    assert_eq!(table.milestones, ["the lamp warden fell to bram at the lamp room"]);
    assert!(table.pack.contains(&"warden's yellow lamp".to_owned()));
    table.play("go home");
    table.play("go home");
    table.location = "The Lantern and Eel".into();
    table.play("give Marta the lamp");
    assert!(table.quests.is_empty() && !table.pack.contains(&"warden's yellow lamp".to_owned()));
    assert_eq!(table.copper, 1000 + paid * 100, "what was promised is paid");
    assert_eq!(table.milestones[1], "done: answer the light on the far bank");
    table.play("ask Marta for work");
    table.play("yes");
    assert_eq!(table.quests.len(), 1, "another thread begins");
}
