//! Rolls in a fight and outside of one follow the same rules.

use super::{super::d20, *};
use crate::game::{
    contest::{self, Difficulty, Peril, Sway},
    skill::Skill,
};

/// Heroes with every trait that affects rolls, each with a condition.
fn heroes() -> Vec<Character> {
    let conditions = ["", "poisoned", "frightened", "restrained", "exhaustion", "prone", "blinded"];
    let mut all = Vec::new();
    for (class, race) in [("barbarian", "human"), ("fighter", "dwarf"), ("paladin", "halfling"), ("monk", "gnome")] {
        for condition in conditions {
            let mut one = hero(class, 7);
            one.race = race.to_owned();
            let traits = ["Dwarven Resilience", "Gnome Cunning", "Brave"].iter().filter(|it| match race {
                "dwarf" => it.starts_with("Dwarven"),
                "gnome" => it.starts_with("Gnome"),
                "halfling" => **it == "Brave",
                _ => false,
            });
            let traits =
                traits.map(|it| crate::game::character::Feature { name: (*it).to_owned(), chosen_option: None });
            one.features.extend(traits);
            if !condition.is_empty() {
                let level = (condition == "exhaustion").then_some(3);
                let condition = crate::game::character::Condition::new(condition);
                one.conditions.push(crate::game::character::Condition { level, ..condition });
            }
            all.push(one);
        }
    }
    all
}

fn duel(one: &Character) -> (Ring, FighterId) {
    let ring = Ring::duel(one.clone(), 500, 3);
    let who = ring.id(&format!("{}-1", one.class));
    (ring, who)
}

// srd: rule/ability-checks condition/exhaustion condition/frightened condition/poisoned
#[test]
fn checks_are_thrown_alike() {
    for one in heroes() {
        let (mut ring, who) = duel(&one);
        for skill in [Skill::Athletics, Skill::Stealth, Skill::Perception] {
            ring.step(|bout| d20::check(bout, &who, skill, "")).unwrap();
            let outside = contest::check(&one, skill, Difficulty::Easy, Sway::None).dice;
            assert_eq!(ring.thrown()[0], outside, "{} {} {:?}", one.class, one.race, one.conditions);
        }
    }
}

// srd: rule/saving-throws
#[test]
fn saving_throws_are_thrown_alike() {
    let perils = [None, Some(Peril::Poison), Some(Peril::Fear), Some(Peril::Charm), Some(Peril::Magic)];
    for one in heroes() {
        let (mut ring, who) = duel(&one);
        let state = Game::new(State::start(Story::default(), vec![one.clone()], [3; 32]));
        for (ability, peril) in Ability::ALL.into_iter().flat_map(|it| perils.map(|peril| (it, peril))) {
            let against: &[Affliction] = match peril {
                Some(Peril::Poison) => &[Affliction::Poisoned],
                Some(Peril::Fear) => &[Affliction::Frightened],
                Some(Peril::Charm) => &[Affliction::Charmed],
                _ => &[],
            };
            let magical = matches!(peril, Some(Peril::Charm | Peril::Magic));
            let due = d20::Due { ability, dc: 1, magical, against };
            ring.step(|bout| d20::save(bout, &who, due, "")).unwrap();
            let outside = contest::save(&state, &one, ability, Difficulty::Easy, peril).map(|test| test.dice);
            let said = format!("{} {} {:?} {ability:?} {peril:?}", one.class, one.race, one.conditions);
            assert_eq!(ring.thrown().first().cloned(), outside, "{said}");
        }
    }
}

// srd: rule/making-an-attack weapon-property/heavy weapon-property/monk
#[test]
fn blows_are_thrown_alike() {
    for mut one in heroes() {
        let style = if one.class == "paladin" { "Dueling" } else { "Archery" };
        if let Some(known) = one.features.iter_mut().find(|it| it.name.contains("Fighting Style")) {
            known.chosen_option = Some(style.to_owned());
        }
        one.weapons = ["Longsword", "Greatsword", "Quarterstaff"]
            .iter()
            .filter_map(|name| crate::game::weapons::find(name))
            .collect();
        one.inventory.retain(|item| item.name != "Shield");
        let weapons: Vec<String> = one.weapons.iter().map(|weapon| weapon.name.clone()).collect();
        for name in weapons {
            let (mut ring, _) = duel(&one);
            let act = Act::Attack {
                target: "goblin".into(),
                with: Some(name.clone()),
                second_hand: false,
                smite: None,
                knock_out: false,
            };
            ring.act(&format!("{}-1", one.class), act).unwrap();
            let goblin = ring.game.creatures[0].clone();
            let (mut near, arm) = (goblin.clone(), contest::arm(&one, Some(&name)).unwrap());
            (near.hp, near.max_hp) = (500, 500);
            let outside = contest::attack(&ring.game, &one, &arm, Some(&near), Sway::None).dice;
            let said = format!("{} {} {:?} {name}", one.class, one.race, one.conditions);
            assert_eq!(ring.rolls()[0].expression, outside, "{said}");
        }
    }
}
