//! Whole fights.

use super::*;
use crate::combat::{encounter::FightEnding, rounds, tactics};

fn party() -> Vec<Character> {
    ["fighter", "rogue", "cleric", "barbarian"].map(|class| hero(class, 3)).into()
}

fn goblins(n: usize) -> Vec<(&'static str, i32, StatBlock)> {
    (0..n).map(|_| ("Goblin", 7, goblin())).collect()
}

fn fought_out(seed: u8) -> (Game, Game, Vec<Change>, Option<FightEnding>, Vec<crate::combat::event::CombatEvent>) {
    let of = goblins(6);
    let creatures: Vec<(&str, i32, &StatBlock)> = of.iter().map(|(name, hp, stats)| (*name, *hp, stats)).collect();
    let start = table(party(), &creatures, seed);
    let mut game = start.clone();
    let mut bout = Bout::new(&mut game, &());
    begin(&mut bout, &FightOpening::default()).unwrap();
    for _ in 0..400 {
        if bout.game().encounter.is_none() {
            break;
        }
        tactics::take_turn(&mut bout).unwrap();
    }
    let (changes, events, ended) = bout.finish();
    (start, game, changes, ended.map(|ended| ended.ending), events)
}

// srd: rule/the-order-of-combat rule/combat
#[test]
fn four_heroes_and_six_goblins_fight_it_out() {
    for seed in 0..20 {
        let (start, game, changes, ending, events) = fought_out(seed);
        assert!(matches!(ending, Some(FightEnding::Victory | FightEnding::Defeat)), "{events:?}");
        assert!(game.encounter.is_none());
        let mut again = start;
        again.apply_all(&changes).unwrap();
        assert_eq!(again, game, "the game is the fold of what was recorded");
        game.check().unwrap();
        if ending == Some(FightEnding::Victory) {
            assert!(game.creatures.iter().all(Creature::is_dead));
            assert!(
                game.characters.iter().all(|hero| hero.xp == 900 + 300 / 4),
                "whoever fell has earned a share, too"
            );
        }
    }
}

#[test]
fn what_others_do_is_played_until_a_hero_can_act() {
    let mut ring = Ring::duel(hero("fighter", 1), 7, 3);
    ring.end();
    assert_eq!(ring.current(), "goblin");
    assert!(ring.step(|bout| rounds::run(bout, rounds::MOST_IN_A_ROW)).unwrap());
    assert_eq!(ring.current(), "fighter-1");
    assert_eq!(ring.game.encounter.as_ref().unwrap().round, 2);
}
