//! Property tests: after any sequence of requests the state is valid, and replaying the recorded changes reproduces it.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{
    Change, Game, Refusal, State,
    character::{Ability, Character, Condition, Weapon, WeaponStat},
    chronicle,
    combat::bout::Bout,
    command, conditions,
    creature::{self, Creature, Disposition},
    experience,
    hero::{NewHero, build},
    hit_points, inventory,
    level_up::{self, LevelUpChoices},
    party, place, quest, spells,
    story::{MAX_IMPORTANT_EVENTS, MAX_MET_NPCS, MAX_MILESTONES, MAX_RECENT_EVENTS, Story},
};

/// A random request: its target, with a word and a number whose meaning depends on the kind of request.
#[derive(Debug, Clone)]
struct Intent {
    deed: Deed,
    whom: usize,
    word: String,
    number: i32,
}

#[derive(Debug, Clone, Copy)]
enum Deed {
    Hurt,
    Lend,
    Gain,
    Lose,
    Arm,
    Suffer,
    Recover,
    Pay,
    Experience,
    Rise,
    Learn,
    Forget,
    Cantrip,
    Slots,
    Choose,
    Enter,
    Befriend,
    HurtCreature,
    CreatureSuffers,
    CreatureRecovers,
    Join,
    Location,
    Recent,
    Important,
    Milestone,
    Quest,
    QuestDone,
    Met,
    Beat,
    Act,
    Place,
    Summary,
    QuestGiven,
    ObjectiveDone,
    QuestFailed,
    Draw,
    Uncover,
    Go,
    Roll,
}

const DEEDS: [Deed; 39] = {
    use Deed::*;
    [
        Hurt,
        Lend,
        Gain,
        Lose,
        Arm,
        Suffer,
        Recover,
        Pay,
        Experience,
        Rise,
        Learn,
        Forget,
        Cantrip,
        Slots,
        Choose,
        Enter,
        Befriend,
        HurtCreature,
        CreatureSuffers,
        CreatureRecovers,
        Join,
        Location,
        Recent,
        Important,
        Milestone,
        Quest,
        QuestDone,
        Met,
        Beat,
        Act,
        Place,
        Summary,
        QuestGiven,
        ObjectiveDone,
        QuestFailed,
        Draw,
        Uncover,
        Go,
        Roll,
    ]
};

/// Few words, so that they meet again; some in other cases, some that are on every sheet, some that are nothing.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "rope",
        "Rope",
        "ROPE",
        "goblin",
        "Goblin A",
        "poisoned",
        "Poisoned",
        "Longsword",
        "dagger",
        "Shield",
        "Fireball",
        "magic missile",
        "Fire Bolt",
        "Fighting Style",
        "",
        "  ",
        "Émile",
        "ÉMILE",
        "2d20kh1+3",
        "8d6!",
    ];
    prop_oneof![4 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => ".{0,12}", 1 => "[a-z]{600}"]
}

fn number() -> impl Strategy<Value = i32> {
    prop_oneof![6 => -30..30, 2 => -5_000..5_000, 1 => any::<i32>()]
}

fn intent() -> impl Strategy<Value = Intent> {
    (prop::sample::select(DEEDS.to_vec()), 0usize..8, word(), number()).prop_map(|(deed, whom, word, number)| Intent {
        deed,
        whom,
        word,
        number,
    })
}

/// The changes of an intent, or its refusal.
fn changes(state: &State, Intent { deed, whom, word, number }: &Intent) -> Result<Vec<Change>, Refusal> {
    let hero = &state.characters[whom % state.characters.len()];
    let creature = || match state.creatures.len() {
        0 => Err(Refusal::new("nobody is here")),
        n => Ok(&state.creatures[whom % n]),
    };
    let some = |change: Option<Change>| Ok(Vec::from_iter(change));
    let one = |change: Change| Ok(vec![change]);
    match deed {
        Deed::Hurt => {
            let mut game = Game::new(state.clone());
            let mut bout = Bout::new(&mut game, &());
            command::change_hit_points(&mut bout, hero.id.as_str(), *number, None)?;
            Ok(bout.finish().0)
        }
        Deed::Lend => some(hit_points::lend(hero, *number)),
        Deed::Gain => one(inventory::gain(hero, word, number.unsigned_abs())),
        Deed::Lose => inventory::lose(hero, word, Some(number.unsigned_abs() % 4)),
        Deed::Arm => inventory::gain_weapon(
            hero,
            Weapon {
                name: word.clone(),
                dice: "1d6".to_owned(),
                stat: WeaponStat::Finesse,
                bonus: 0,
                damage_type: None,
                range: None,
            },
            false,
        ),
        Deed::Suffer => conditions::add(hero, word),
        Deed::Recover => conditions::remove(hero, word).map(|change| vec![change]),
        Deed::Pay => one(inventory::pay(hero, i64::from(*number)).0),
        Deed::Experience => Ok(experience::gain(hero, number.unsigned_abs())),
        Deed::Rise => match level_up::take(hero, &LevelUpChoices::default()) {
            Ok(change) => one(change),
            Err(mut errors) => Err(Refusal::new(errors.remove(0).message)),
        },
        Deed::Learn => spells::learn(hero, word).map(Vec::from_iter),
        Deed::Forget => spells::forget(hero, word).map(|change| vec![change]),
        Deed::Cantrip => spells::learn_cantrip(hero, word).map(Vec::from_iter),
        Deed::Slots => {
            let level = u8::try_from(number.rem_euclid(11)).unwrap();
            spells::use_slots(hero, level, *number).map(|(change, _)| vec![change])
        }
        Deed::Choose => spells::choose_feature(hero, word, "anything").map(|change| vec![change]),
        Deed::Enter => Ok(creature::enter(state, word, word, Disposition::Hostile, number.unsigned_abs() % 3)),
        Deed::Befriend => party::join(state, word, None, None),
        Deed::HurtCreature => creature::hurt_or_heal(creature()?, *number).map(|(changes, _)| changes),
        Deed::CreatureSuffers => conditions::add_to_creature(creature()?, word),
        Deed::CreatureRecovers => conditions::remove_from_creature(creature()?, word).map(|change| vec![change]),
        Deed::Join => {
            let taken = |id: &str| state.characters.iter().any(|hero| hero.id.as_str() == id);
            let hero = build(&new(word, "warlock"), taken).map_err(|_| Refusal::new("no such hero"))?;
            one(Change::CharacterJoined { character: Box::new(hero) })
        }
        Deed::Location => some(chronicle::location_changed(state, word)),
        Deed::Recent => some(chronicle::recent_event(state, word)),
        Deed::Important => some(chronicle::important_event(state, word)),
        Deed::Milestone => some(chronicle::milestone(state, word)),
        Deed::Quest => some(chronicle::quest_added(state, word)),
        Deed::QuestDone => quest::complete(&Game::new(state.clone()), word, &hero.id).map(|closing| closing.changes),
        Deed::QuestGiven => {
            let reward = quest::Reward { xp: number.unsigned_abs(), cp: i64::from(*number), items: vec![word.clone()] };
            let objectives = [word.clone(), format!("{word} {}", number % 3)];
            let given =
                quest::NewQuest { title: word, giver: Some(word), objectives: &objectives, reward: Some(reward) };
            quest::give(state, &given).map(|change| vec![change])
        }
        Deed::ObjectiveDone => {
            quest::complete_objective(&Game::new(state.clone()), word, word, &hero.id).map(|closing| closing.changes)
        }
        Deed::QuestFailed => quest::fail(state, word).map(|change| vec![change]),
        Deed::Draw => {
            let ways = [format!("{word} {}", number % 3), "rope".to_owned()];
            let ways = &ways[..whom % 3];
            let secrets = [word.clone()];
            place::draw(state, &place::Drawing { place: word, ways_to: ways, secrets: &secrets, ..Default::default() })
        }
        Deed::Uncover => place::find_secret(state, None, word).map(|change| vec![change]),
        Deed::Go => place::go(state, word, &[]).map(|going| going.changes),
        Deed::Met => some(chronicle::npc_met(state, &format!("{word}{}", number % 50))),
        Deed::Beat => some(chronicle::beat_completed(state, word)),
        Deed::Act => chronicle::act_advanced(state, i64::from(*number)).map(Vec::from_iter),
        Deed::Place => Ok(chronicle::place_reached(state, word)),
        Deed::Summary => some(chronicle::summary_rewritten(state, &word.repeat(20))),
        Deed::Roll => state.dice.throw(word, "for luck").map(|roll| vec![Change::DiceRolled { roll }]),
    }
}

fn new(name: &str, class: &str) -> NewHero {
    let (name, class) = (name.to_owned(), class.to_owned());
    NewHero { name, class, race: "half-elf".to_owned(), level: None, abilities: None, background: None }
}

fn start() -> Game {
    let heroes = ["wizard", "fighter"].map(|class| build(&new(class, class), |_| false).unwrap());
    let mut game = Game::new(State::start(Story { current_act: 1, ..Story::default() }, heroes.into(), [9; 32]));
    let goblins = creature::enter(&game, "Goblin", "goblin", Disposition::Hostile, 3);
    game.apply_all(&goblins).unwrap();
    game
}

fn all_different<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = BTreeSet::new();
    names.map(str::to_lowercase).all(|name| seen.insert(name))
}

fn conditions_are_sound(conditions: &[Condition]) -> bool {
    all_different(conditions.iter().map(|condition| condition.name.as_str()))
}

fn hero_is_sound(hero: &Character) {
    assert!((0..=hero.max_hp).contains(&hero.current_hp) && hero.temp_hp >= 0, "{hero:?}");
    assert!(!hero.dead || hero.current_hp == 0, "{hero:?}");
    assert!((1..=20).contains(&hero.level) && hero.hit_dice.total == hero.level, "{hero:?}");
    assert!(Ability::ALL.into_iter().all(|ability| (1..=20).contains(&hero.abilities.score(ability))), "{hero:?}");
    assert!(hero.inventory.iter().all(|item| item.quantity > 0), "{hero:?}");
    assert!(all_different(hero.inventory.iter().map(|item| item.id.as_str())), "{hero:?}");
    assert!(all_different(hero.features.iter().map(|feature| feature.name.as_str())), "{hero:?}");
    assert!(conditions_are_sound(&hero.conditions), "{hero:?}");
    if let Some(pending) = &hero.pending_level_up {
        assert_eq!(pending.to_level, hero.level + 1);
    }
    if let Some(casting) = &hero.spellcasting {
        assert!(casting.slots.values().all(|slots| slots.used <= slots.max), "{hero:?}");
        assert!(all_different(casting.spells.iter().map(String::as_str)), "{hero:?}");
        assert!(all_different(casting.cantrips.iter().map(String::as_str)), "{hero:?}");
    }
}

fn creature_is_sound(creature: &Creature) {
    assert!((0..=creature.max_hp).contains(&creature.hp), "{creature:?}");
    assert!(conditions_are_sound(&creature.conditions), "{creature:?}");
}

fn state_is_sound(state: &State) {
    state.characters.iter().for_each(hero_is_sound);
    state.creatures.iter().for_each(creature_is_sound);
    assert!(all_different(state.characters.iter().map(|hero| hero.id.as_str())));
    assert!(all_different(state.creatures.iter().map(|creature| creature.id.as_str())));
    assert!(state.story.recent_events.len() <= MAX_RECENT_EVENTS);
    assert!(state.important_events.len() <= MAX_IMPORTANT_EVENTS);
    assert!(state.story.milestones.len() <= MAX_MILESTONES);
    assert!(state.story.met_npcs.len() <= MAX_MET_NPCS);
    assert!(all_different(state.story.active_quests.iter().map(|quest| quest.name.as_str())));
    assert!(all_different(state.story.known_places.iter().map(String::as_str)));
    assert!(state.story.current_act >= 1);
    assert!(all_different(state.map.iter().map(|place| place.id.as_str())));
    let there = state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature));
    assert!(all_different(there.map(|creature| creature.id.as_str())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_state_stays_sound_and_is_the_fold_of_its_changes(intents in prop::collection::vec(intent(), 1..150)) {
        let mut game = start();
        let mut recorded = Vec::new();
        for intent in &intents {
            let Ok(changes) = changes(&game, intent) else { continue };
            for change in changes {
                prop_assert!(game.apply(&change).is_ok(), "{intent:?} came to what can't be: {change:?}");
                recorded.push(change);
            }
            state_is_sound(&game);
        }

        let stored = serde_json::to_string(&recorded).unwrap();
        let loaded: Vec<Change> = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(&loaded, &recorded);
        let mut again = start();
        again.apply_all(&loaded).unwrap();
        prop_assert_eq!(&again, &game);
        let json = serde_json::to_string(&game).unwrap();
        prop_assert_eq!(&serde_json::to_string(&again).unwrap(), &json);
        prop_assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
        for change in &recorded {
            if let Change::DiceRolled { roll } = change {
                prop_assert!(again.dice.verify(roll));
            }
        }
    }

    #[test]
    fn a_change_that_is_refused_leaves_the_game_as_it_was(intents in prop::collection::vec(intent(), 1..40)) {
        let mut game = start();
        let elsewhere = {
            let stranger = build(&new("Stranger", "bard"), |_| false).unwrap();
            let mut state = State::start(Story::default(), vec![stranger], [1; 32]);
            state.creatures = game.creatures.iter().cloned().map(|mut c| { c.id = format!("{}x", c.id).into(); c }).collect();
            state
        };
        for change in intents.iter().filter_map(|intent| changes(&elsewhere, intent).ok()).flatten() {
            let before = game.clone();
            if game.apply(&change).is_err() {
                prop_assert_eq!(&game, &before);
            }
        }
    }
}
