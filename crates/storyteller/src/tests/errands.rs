//! Errands: asked for, done, paid, and leading to others.

use super::*;
use crate::world::World;

#[test]
fn every_errand_can_be_done_and_somebody_has_another() {
    for seed in 0..12 {
        let mut table = soak::begin(4, seed);
        table.play("look");
        let mut n_paid = 0;
        for _ in 0..2 {
            let world = World::of(&table.table());
            let everybody = world.everybody();
            let (person, home) = everybody.iter().find(|(person, _)| person.role != "quest_giver").unwrap().clone();
            let n_done = table.important.iter().filter(|event| event.contains("a kindness")).count();
            let Some(errand) = world.errand(&person, n_done) else { continue };
            table.location = home.clone();
            table.play(&format!("ask {} for work", person.name));
            table.play("yes, I'll do it");
            assert!(table.quests.contains(&errand.quest), "{:?} after {:?}", table.quests, table.history.last());
            let (whom, there) = match &errand.to {
                Some(other) => (other.clone(), errand.place.clone()),
                None => (person.name.clone(), home),
            };
            if errand.to.is_none() {
                table.pack.push(errand.thing.to_owned());
            }
            table.location = there;
            let before = table.copper;
            table.play(&format!("give the {} to {whom}", errand.thing));
            assert_eq!(table.copper, before + 500, "{:?}", table.history.last());
            assert_eq!(table.state()["xp_gained"], 25);
            assert!(!table.quests.contains(&errand.quest));
            n_paid += 1;
        }
        assert!(n_paid > 0);
    }
}
