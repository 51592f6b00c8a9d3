//! Each kind of command: its effect and its refusals.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::{
    Change, Game,
    character::{Ability, Condition},
    combat::{arms, fighter::FighterRef, harm::DamageType, modifier::Modifier, strike::test_outside, timing::Lasting},
    creature::{Disposition, enter},
    d20::{D20Test, SavingThrow, TestKind},
    hero::tests,
    id::CharacterId,
    skill::Skill,
    story::Story,
};

/// A table with a wizard and a fighter, and a goblin in the scene.
fn table() -> Game {
    let mut heroes = vec![tests::hero("wizard", 5), tests::hero("fighter", 5)];
    for (hero, name) in heroes.iter_mut().zip(["ada", "bo"]) {
        (hero.id, hero.name) = (name.into(), name.to_owned());
        (hero.max_hp, hero.current_hp, hero.hit_dice.used) = (30, 20, 0);
    }
    let mut game = Game::new(State::start(Story::default(), heroes, [7; 32]));
    game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
    game
}

/// Carries a command out as a batch does: whole or not at all.
fn told(game: &mut Game, batch: &mut Batch, command: Value) -> Result<Done, String> {
    let command: StateCommand = serde_json::from_value(command).map_err(|error| error.to_string())?;
    let mut copy = game.clone();
    let mut bout = Bout::new(&mut copy, &());
    let done = command.carry_out(&mut bout, batch).map_err(|refusal| refusal.to_string())?;
    let (changes, ..) = bout.finish();
    let mut again = game.clone();
    again.apply_all(&changes).unwrap();
    assert!(again == copy, "what changed is in the changes");
    *game = copy;
    Ok(done)
}

fn run(game: &mut Game, command: Value) -> Result<Done, String> {
    told(game, &mut Batch::default(), command)
}

fn refused(game: &mut Game, command: Value) -> String {
    let before = game.clone();
    let refusal = run(game, command).unwrap_err();
    assert!(*game == before, "nothing has changed");
    refusal
}

fn hp(change: i32) -> Value {
    json!({"type": "hp_change", "character_id": "ada", "change": change})
}

#[test]
fn damage_eats_temporary_hit_points_first_and_says_who_is_bloodied_or_unconscious() {
    let mut game = table();
    let lent = json!({"type": "hp_change", "character_id": "ADA", "change": 5, "is_temporary": true});
    assert_eq!(run(&mut game, lent.clone()).unwrap().details["temp_hp"], 5);
    let weaker = json!({"type": "hp_change", "character_id": "ada", "change": 3, "is_temporary": true});
    assert_eq!(run(&mut game, weaker).unwrap().details["temp_hp"], 5, "they don't add up");
    let done = run(&mut game, hp(-7)).unwrap().details;
    assert_eq!((&done["hp"], &done["temp_hp"], &done["change"]), (&json!(18), &json!(0), &json!(-2)));
    assert_eq!((&done["is_unconscious"], &done["is_bloodied"]), (&json!(false), &json!(false)));
    assert_eq!(run(&mut game, hp(-3)).unwrap().details["is_bloodied"], true, "half is bloodied");
    let down = run(&mut game, hp(-30)).unwrap();
    assert_eq!((&down.details["hp"], &down.details["is_unconscious"]), (&json!(0), &json!(true)));
    assert_eq!(down.details["is_bloodied"], false);
    assert_eq!(run(&mut game, hp(100)).unwrap().details["hp"], 30);
    let before = game.clone();
    assert_eq!(run(&mut game, hp(0)).unwrap().details["hp"], 30);
    assert!(game == before, "nothing is nothing");
    let none = json!({"type": "hp_change", "character_id": "ada", "change": 0, "is_temporary": true});
    assert!(refused(&mut game, none).contains("above 0"));
    let goblin = json!({"type": "hp_change", "character_id": "goblin", "change": -3});
    assert!(refused(&mut game, goblin).contains("update_npc"));
    game.apply(&Change::HeroDied { character_id: "ada".into(), at: None }).unwrap();
    assert!(refused(&mut game, hp(5)).contains("dead"));
}

#[test]
fn a_type_of_damage_is_reckoned_as_the_hero_bears_it() {
    let mut game = table();
    let burn = json!({"type": "hp_change", "character_id": "ada", "change": -7, "damage_type": "fire"});
    let whole = run(&mut game.clone(), burn.clone()).unwrap();
    assert_eq!(whole.details["change"], -7);
    let ward = json!({"type": "buff", "character_id": "ada", "action": "add", "buff_name": "ward",
        "duration_type": "permanent", "modifiers": {"armor_class": 1}});
    run(&mut game, ward).unwrap();
    let effect = Change::EffectBegan {
        who: FighterId::Hero("ada".into()),
        effect: Lasting::new(
            "fire ward",
            vec![Modifier::Resistance { damage_type: DamageType::Fire }],
            game.characters[0].effects[0].timing.clone(),
        ),
    };
    game.apply(&effect).unwrap();
    assert_eq!(run(&mut game, burn).unwrap().details["change"], -3);
}

#[test]
fn a_condition_needs_a_duration_and_is_there_once() {
    let mut game = table();
    let add = |more: Value| {
        let mut command = json!({"type": "condition", "character_id": "ada", "action": "add", "condition": "poisoned"});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        command
    };
    assert!(refused(&mut game, add(json!({}))).contains("duration_type"));
    assert!(refused(&mut game, add(json!({"duration_type": "rounds"}))).contains("`duration`"));
    assert!(refused(&mut game, add(json!({"duration_type": "hours", "duration": 0}))).contains("at least 1"));
    run(&mut game, add(json!({"duration_type": "rounds", "duration": 3}))).unwrap();
    let condition = &game.characters[0].conditions[0];
    assert_eq!((condition.name.as_str(), condition.duration.as_deref()), ("poisoned", Some("3 rounds")));
    assert_eq!(condition.timing.as_ref().unwrap().rounds_left, Some(3));
    assert!(refused(&mut game, add(json!({"duration_type": "permanent"}))).contains("already"));
    let remove = json!({"type": "condition", "character_id": "ada", "action": "remove", "condition": "poisoned"});
    run(&mut game, remove.clone()).unwrap();
    assert!(refused(&mut game, remove).contains("isn't poisoned"));
    let nameless = add(json!({"condition": " ", "duration_type": "permanent"}));
    assert!(refused(&mut game, nameless).contains("needs a name"));
    for (name, is_of_the_rules) in [("sleepy", false), ("Posioned", false), ("Paralysed", true), ("blinded", true)] {
        let done = run(&mut table(), add(json!({"condition": name, "duration_type": "permanent"}))).unwrap();
        assert_eq!(done.details["only_in_story"] == true, !is_of_the_rules, "{name}: {}", done.details);
        assert_eq!(done.message.contains("is not a rules condition"), !is_of_the_rules, "{}", done.message);
    }
    run(&mut game, add(json!({"condition": "sleepy", "duration_type": "permanent"}))).unwrap();
    assert_eq!(game.characters[0].conditions[0].name, "sleepy", "only the story knows it");
    assert!(refused(&mut game, add(json!({"condition": "Sleepy", "duration_type": "permanent"}))).contains("already"));
    let foe = json!({"type": "condition", "character_id": "goblin", "action": "add", "condition": "prone",
        "duration_type": "permanent"});
    run(&mut game, foe).unwrap();
    assert_eq!(game.creatures[0].conditions[0].name, "prone");
}

fn buff(name: &str, kind: &str, duration: Option<u32>, modifiers: Value) -> Value {
    let mut command = json!({"type": "buff", "character_id": "bo", "action": "add", "buff_name": name,
        "duration_type": kind, "modifiers": modifiers});
    if let Some(duration) = duration {
        command["duration"] = json!(duration);
    }
    command
}

#[test]
fn a_buff_is_active_in_everything_that_is_reckoned() {
    let mut game = table();
    let before = game.clone();
    let modifiers = json!({"armor_class": 2, "attack": 1, "damage": 3, "saves": -1, "speed": 10, "ability_checks": 4,
        "Wisdom": 2});
    run(&mut game, buff("ward", "hours", Some(1), modifiers)).unwrap();
    let bo = |game: &Game| game.characters[1].clone();
    let (hero, plain) = (bo(&game), bo(&before));
    let (now, then) = (FighterRef::Hero(&hero), FighterRef::Hero(&plain));
    assert_eq!(now.armor_class(), then.armor_class() + 2);
    assert_eq!(now.speed(), then.speed() + 10);
    assert_eq!(now.lent_bonus(TestKind::Attack), 1);
    assert_eq!(now.lent_bonus(TestKind::Save(Ability::Dex)), -1);
    assert_eq!(now.lent_bonus(TestKind::Save(Ability::Wis)), 1, "all saves, and those of wisdom");
    assert_eq!(now.lent_bonus(TestKind::Check(Ability::Dex)), 4);
    assert_eq!(now.lent_bonus(TestKind::Check(Ability::Wis)), 6);
    // Out of a fight the rules judge throws with it, too.
    let check = |hero: &Character| D20Test::check(&game, FighterRef::Hero(hero), Skill::Stealth).expression();
    assert_eq!(check(&hero), format!("{}+4", check(&plain)));
    let due = SavingThrow::new(Ability::Wis, 10);
    let save = |hero: &Character| D20Test::save(&game, FighterRef::Hero(hero), &due).unwrap().expression();
    assert_eq!(save(&hero), format!("{}+2-1", save(&plain)));
    let attack = |hero: &Character| test_outside(&game, hero, None, arms::find(hero, None).unwrap()).expression();
    assert_eq!(attack(&hero), format!("{}+1", attack(&plain)));
    assert!(refused(&mut game, buff("WARD", "permanent", None, json!({"saves": 1}))).contains("already"));
    let lift = json!({"type": "buff", "character_id": "bo", "action": "remove", "buff_name": "Ward"});
    run(&mut game, lift.clone()).unwrap();
    assert!(game.characters[1] == before.characters[1]);
    assert!(refused(&mut game, lift).contains("isn't under"));
}

#[test]
fn a_buff_that_says_nothing_or_nonsense_is_refused() {
    let mut game = table();
    assert!(refused(&mut game, buff("ward", "permanent", None, json!({}))).contains("modifiers"));
    assert!(refused(&mut game, buff("ward", "permanent", None, json!({"luck": 1}))).contains("“luck”"));
    assert!(refused(&mut game, buff("ward", "permanent", None, json!({"saves": 21}))).contains("1 to 20"));
    assert!(refused(&mut game, buff("ward", "permanent", None, json!({"saves": 0}))).contains("not by 0"));
    assert!(refused(&mut game, buff(" ", "permanent", None, json!({"saves": 1}))).contains("name"));
    let nobody = json!({"type": "buff", "character_id": "nobody", "action": "remove", "buff_name": "ward"});
    assert!(refused(&mut game, nobody).contains("nobody"));
}

#[test]
fn a_buff_runs_out_by_the_clock_by_a_rest_and_with_concentration() {
    let mut game = table();
    let pass = |game: &mut Game, minutes: u32| {
        let now = game.clock.after(minutes);
        game.apply(&Change::TimePassed { minutes, now }).unwrap();
    };
    let names =
        |game: &Game| -> Vec<String> { game.characters[1].effects.iter().map(|effect| effect.name.clone()).collect() };
    let one = json!({"saves": 1});
    run(&mut game, buff("a", "minutes", Some(10), one.clone())).unwrap();
    run(&mut game, buff("b", "hours", Some(1), one.clone())).unwrap();
    run(&mut game, buff("c", "permanent", None, one.clone())).unwrap();
    run(&mut game, buff("d", "until_rest", None, one.clone())).unwrap();
    pass(&mut game, 9);
    assert_eq!(names(&game), ["a", "b", "c", "d"]);
    pass(&mut game, 1);
    assert_eq!(names(&game), ["b", "c", "d"]);
    let rest = json!({"type": "rest", "character_id": "bo", "rest_type": "short"});
    run(&mut game, rest).unwrap();
    assert_eq!(names(&game), ["c"], "an hour has gone by, and it was a rest");

    let mut held = buff("bless", "concentration", Some(1), one.clone());
    held["source"] = json!("ada");
    run(&mut game, held.clone()).unwrap();
    held["character_id"] = json!("ada");
    run(&mut game, held).unwrap();
    assert_eq!(game.characters[0].concentrating_on.as_deref(), Some("bless"));
    assert_eq!((names(&game).len(), game.characters[0].effects.len()), (2, 1), "of one spell several can be held");
    let mut other = buff("haste", "concentration", None, one);
    other["source"] = json!("ada");
    run(&mut game, other).unwrap();
    assert_eq!(names(&game), ["c", "haste"], "of two spells only the later");
    run(&mut game, hp(-100)).unwrap();
    assert_eq!(names(&game), ["c"], "who falls holds nothing");
    assert_eq!(game.characters[0].concentrating_on, None);
}

#[test]
fn slots_and_hit_dice_are_never_more_than_there_are() {
    let mut game = table();
    let slot = |action: &str, level: u8, count: u8| json!({"type": "spell_slot", "character_id": "ada", "action": action, "level": level, "count": count});
    assert!(refused(&mut game, slot("restore", 1, 1)).contains("spent no"));
    assert_eq!(run(&mut game, slot("use", 1, 3)).unwrap().details["slots_left"], 1);
    assert!(refused(&mut game, slot("use", 1, 2)).contains("only 1"));
    run(&mut game, slot("use", 1, 1)).unwrap();
    assert!(refused(&mut game, slot("use", 1, 1)).contains("no spell slots"));
    assert_eq!(run(&mut game, slot("restore", 1, 9)).unwrap().details["slots_left"], 4, "no more than were spent");
    assert!(refused(&mut game, slot("use", 9, 1)).contains("level 9"));
    assert!(refused(&mut game, slot("use", 10, 1)).contains("1 to 9"));
    assert!(refused(&mut game, slot("use", 1, 0)).contains("at least 1"));
    let unschooled = json!({"type": "spell_slot", "character_id": "bo", "action": "use", "level": 1});
    assert!(refused(&mut game, unschooled).contains("casts no spells"));

    let dice =
        |action: &str, count: u8| json!({"type": "hit_dice", "character_id": "bo", "action": action, "count": count});
    assert!(refused(&mut game, dice("restore", 1)).contains("spent no"));
    assert_eq!(run(&mut game, dice("use", 9)).unwrap().details["count"], 5, "as many as there are");
    assert!(refused(&mut game, dice("use", 1)).contains("no hit dice"));
    assert_eq!(run(&mut game, dice("restore", 2)).unwrap().details["hit_dice_left"], 2);
}

#[test]
fn only_a_hero_who_can_act_spends_slots_and_uses_things_up() {
    let spends = json!({"type": "spell_slot", "character_id": "ada", "action": "use", "level": 1});
    let drinks = json!({"type": "item", "character_id": "ada", "action": "use", "item_name": "potion of healing"});
    let taken = json!({"type": "item", "character_id": "ada", "action": "remove", "item_name": "potion of healing"});
    let regains = json!({"type": "spell_slot", "character_id": "ada", "action": "restore", "level": 1});
    let mut game = table();
    let potions = json!({"type": "item", "character_id": "ada", "action": "add", "item_name": "potion of healing", "quantity": 3});
    run(&mut game, potions).unwrap();
    run(&mut game, spends.clone()).unwrap();
    let drunk = run(&mut game, drinks.clone()).unwrap();
    assert!(drunk.message.contains("throw 2d4+2"), "{}", drunk.message);
    let ada = || CharacterId::from("ada");
    let helpless = |name: &str| Change::ConditionAdded { character_id: ada(), condition: Condition::new(name) };
    let down = Change::HpChanged { character_id: ada(), delta: -20, temp_delta: 0 };
    let died = Change::HeroDied { character_id: ada(), at: None };
    let states =
        [down, died, helpless("paralyzed"), helpless("petrified"), helpless("stunned"), helpless("unconscious")];
    for state in states {
        let mut game = game.clone();
        game.apply(&state).unwrap();
        assert!(refused(&mut game, spends.clone()).contains("can't act"), "{state:?}");
        assert!(refused(&mut game, drinks.clone()).contains("`remove`"), "{state:?}");
        run(&mut game, taken.clone()).expect("somebody else takes it");
        run(&mut game, regains.clone()).expect("a slot can come back");
    }
}

#[test]
fn things_come_are_used_and_go_but_no_more_than_there_are() {
    let mut game = table();
    let item = |action: &str, n: u32| json!({"type": "item", "character_id": "bo", "action": action, "item_name": "silver arrows", "quantity": n});
    assert_eq!(run(&mut game, item("add", 50)).unwrap().details["quantity_left"], 50);
    assert_eq!(run(&mut game, item("use", 1)).unwrap().details["quantity_left"], 49);
    assert!(refused(&mut game, item("remove", 50)).contains("only 49"));
    assert_eq!(run(&mut game, item("remove", 49)).unwrap().details["quantity_left"], 0);
    refused(&mut game, item("use", 1));
    // A phrase without a number needs the number in its own field.
    run(&mut game, item("add", 20)).unwrap();
    let open = json!({"type": "item", "character_id": "bo", "action": "remove", "item_name": "silver arrows"});
    assert!(refused(&mut game, open).contains("say how many"));
    assert_eq!(run(&mut game, item("remove", 1)).unwrap().details["quantity_left"], 19);
    assert!(refused(&mut game, item("add", 0)).contains("at least 1"));
}

#[test]
fn three_successes_are_stable_three_failures_are_death_and_a_reset_counts_afresh() {
    let mut game = table();
    let save = |result: &str, count: u8| json!({"type": "death_save", "character_id": "ada", "result": result, "count": count});
    assert!(refused(&mut game, save("success", 1)).contains("20 hit points"));
    run(&mut game, hp(-20)).unwrap();
    assert_eq!(run(&mut game, save("success", 2)).unwrap().details["successes"], 2);
    assert_eq!(run(&mut game, save("failure", 2)).unwrap().details["failures"], 2);
    assert_eq!(run(&mut game, save("reset", 1)).unwrap().details["failures"], 0);
    let dying = game.clone();
    assert_eq!(run(&mut game, save("success", 3)).unwrap().details["is_stable"], true);
    assert!(game.characters[0].stable);
    assert!(refused(&mut game, save("failure", 1)).contains("stable"));
    let mut game = dying;
    assert_eq!(run(&mut game, save("failure", 3)).unwrap().details["is_dead"], true);
    assert!(game.characters[0].dead);
    assert!(refused(&mut game, save("reset", 1)).contains("dead"));
    assert!(refused(&mut table(), save("success", 4)).contains("1 to 3"));
}

#[test]
fn heroes_of_one_batch_rest_in_the_same_night() {
    let mut game = table();
    let night = |who: &str| json!({"type": "rest", "character_id": who, "rest_type": "long"});
    let mut batch = Batch::default();
    told(&mut game, &mut batch, night("ada")).unwrap();
    let morning = game.clock;
    told(&mut game, &mut batch, night("bo")).unwrap();
    assert_eq!(game.clock, morning);
    assert!(game.characters.iter().all(|hero| hero.current_hp == 30));
    let hour = json!({"type": "rest", "character_id": "bo", "rest_type": "short", "hit_dice_spent": 2});
    game.apply(&Change::HpChanged { character_id: "bo".into(), delta: -20, temp_delta: 0 }).unwrap();
    let done = run(&mut game, hour).unwrap();
    assert!(done.details["healed"].as_i64().unwrap() > 0);
    assert_eq!((done.details["hit_dice_left"].clone(), game.clock), (json!(3), morning.after(60)));
    let both = json!({"type": "rest", "character_id": "bo", "rest_type": "long", "hit_dice_spent": 1});
    assert!(refused(&mut game, both).contains("short rest"));
    let many = json!({"type": "rest", "character_id": "bo", "rest_type": "short", "hit_dice_spent": 9});
    assert!(refused(&mut game, many).contains("3 hit dice"));
}

fn any_command() -> impl Strategy<Value = Value> {
    let who = prop::sample::select(vec!["ada", "bo", "goblin", "nobody"]);
    let by = prop_oneof![-40..40_i32, Just(i32::MIN), Just(i32::MAX)];
    let n = prop_oneof![0..5_u32, Just(u32::MAX)];
    let of = |all: &'static [&'static str]| prop::sample::select(all.to_vec());
    let duration = of(&["rounds", "minutes", "hours", "concentration", "until_rest", "permanent"]);
    let stat = of(&["armor_class", "attack", "damage", "saves", "speed", "ability_checks", "dexterity", "luck"]);
    (0..9, who, by, n, duration, stat, any::<bool>(), prop::option::of(of(&["ada", "bo", "goblin"]))).prop_map(
        |(kind, who, by, n, duration, stat, first, source)| {
            let small = u8::try_from(n).unwrap_or(u8::MAX);
            let laying = if first { "add" } else { "remove" };
            let spending = if first { "use" } else { "restore" };
            match kind {
                0 => json!({"type": "hp_change", "character_id": who, "change": by, "is_temporary": first}),
                1 => json!({"type": "condition", "character_id": who, "action": laying, "condition": "stunned",
                    "duration_type": duration, "duration": n, "source": source}),
                2 => json!({"type": "buff", "character_id": who, "action": laying, "buff_name": "ward",
                    "duration_type": duration, "duration": n, "modifiers": {stat: by}, "source": source}),
                3 => json!({"type": "spell_slot", "character_id": who, "action": spending, "level": small, "count": small}),
                4 => json!({"type": "hit_dice", "character_id": who, "action": spending, "count": small}),
                5 => json!({"type": "item", "character_id": who, "action": laying, "item_name": "torch", "quantity": n}),
                6 => json!({"type": "death_save", "character_id": who, "result": if first { "success" } else { "failure" },
                    "count": small}),
                7 => json!({"type": "revive", "character": who, "hp": by}),
                _ => json!({"type": "rest", "character_id": who, "rest_type": if first { "short" } else { "long" },
                    "hit_dice_spent": if first { small } else { 0 }}),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn any_batch_leaves_a_sound_game(commands in prop::collection::vec(any_command(), 0..24)) {
        let mut game = table();
        let mut batch = Batch::default();
        for command in commands {
            let _ = told(&mut game, &mut batch, command);
        }
        prop_assert!(game.check().is_ok(), "{:?}", game.check());
    }
}
