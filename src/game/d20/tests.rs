fn hero() -> Character {
    let mut hero = ready_made::ready_made()[0].clone();
    (hero.level, hero.abilities.str, hero.abilities.dex) = (1, 16, 14);
    (hero.proficiencies.skills, hero.proficiencies.saves) = (vec!["stealth".into()], vec![Ability::Str]);
    hero.features.clear();
    hero.inventory.retain(|item| !item.name.eq_ignore_ascii_case("shield"));
    hero.weapons = ["Longsword", "Shortbow"].iter().filter_map(|name| weapons::find(name)).collect();
    hero
}

fn nowhere() -> State {
    State::start(Story::default(), Vec::new(), [7; 32])
}

fn check(hero: &Character, skill: Skill, difficulty: Difficulty, sway: Sway) -> D20Test {
    D20Test::check(&nowhere(), Fighter::Hero(hero), skill).against(difficulty.number()).given(sway)
}

fn save(hero: &Character, ability: Ability, difficulty: Difficulty) -> Option<D20Test> {
    D20Test::save(&nowhere(), Fighter::Hero(hero), &Due::new(ability, difficulty.number()))
}

fn attack(hero: &Character, arm: &Arm, target: Option<&Creature>) -> D20Test {
    test_outside(&nowhere(), hero, target, arm.clone())
}

fn arm(hero: &Character, name: Option<&str>) -> Result<Arm, Refusal> {
    let arm = arms::find(hero, name)?;
    arms::free_hands_for(hero, &arm).map(|()| arm)
}

fn in_condition(name: &str) -> Character {
    let mut hero = hero();
    hero.conditions.push(Condition::new(name));
    hero
}

fn goblin(condition: Option<&str>) -> Creature {
    let changes = creature::enter(&nowhere(), "Goblin", "goblin", Disposition::Hostile, 1);
    let Some(Change::CreatureEntered { creature }) = changes.into_iter().next() else { panic!() };
    let conditions = condition.map(Condition::new).into_iter().collect();
    Creature { armor_class: 13, conditions, ..creature }
}

// srd: rule/ability-checks
#[test]
fn a_check_is_a_d20_with_what_the_hero_adds_against_the_difficulty() {
    let test = check(&hero(), Skill::Stealth, Difficulty::Moderate, Sway::None);
    assert_eq!((test.dice.as_str(), test.against), ("1d20+4", 13));
    let numbers =
        [Difficulty::Easy, Difficulty::Moderate, Difficulty::Hard, Difficulty::VeryHard, Difficulty::Formidable];
    assert_eq!(numbers.map(Difficulty::number), [10, 13, 15, 18, 20]);
    let outcome = |die| Goal::of_check(test.against, &showing(&test.dice, die)).outcome;
    assert_eq!([outcome(9), outcome(8)], [Outcome::Success, Outcome::Failure]);
}

#[test]
fn what_needs_both_hands_is_not_struck_with_beside_a_shield() {
    let mut hero = hero();
    hero.weapons = ["Greatsword"].iter().filter_map(|name| weapons::find(name)).collect();
    assert_eq!(arm(&hero, None).unwrap().name, "Greatsword");
    crate::game::hero::equip(&mut hero, "Shield", 1);
    let refusal = arm(&hero, Some("greatsword")).unwrap_err().to_string();
    assert!(refusal.contains("needs both hands"), "{refusal}");
    assert_eq!(arm(&hero, None).unwrap().name, "bare hands");
}

// srd: rule/advantage-and-disadvantage
#[test]
fn advantage_is_the_higher_of_two_and_both_kinds_cancel_out() {
    let dice = |hero: &Character, sway| check(hero, Skill::Arcana, Difficulty::Easy, sway).dice;
    let plain = dice(&hero(), Sway::None);
    assert!(plain.starts_with("1d20"));
    assert_eq!(dice(&hero(), Sway::Advantage), plain.replace("1d20", "2d20kh1"));
    assert_eq!(dice(&hero(), Sway::Disadvantage), plain.replace("1d20", "2d20kl1"));
    assert_eq!(dice(&in_condition("Poisoned"), Sway::None), plain.replace("1d20", "2d20kl1"));
    assert_eq!(
        dice(&in_condition("poisoned"), Sway::Disadvantage),
        plain.replace("1d20", "2d20kl1"),
        "two are one"
    );
    assert_eq!(dice(&in_condition("poisoned"), Sway::Advantage), plain);
}

// srd: rule/saving-throws condition/restrained condition/paralyzed condition/stunned condition/petrified
// srd: condition/unconscious condition/incapacitated
#[test]
fn those_who_cannot_move_fail_with_strength_and_dexterity() {
    let throw = |hero: &Character, ability| save(hero, ability, Difficulty::Hard).map(|test| test.dice);
    assert_eq!(throw(&hero(), Ability::Str).as_deref(), Some("1d20+5"));
    assert_eq!(throw(&in_condition("restrained"), Ability::Dex).as_deref(), Some("2d20kl1+2"));
    assert_eq!(throw(&in_condition("restrained"), Ability::Str).as_deref(), Some("1d20+5"));
    for helpless in ConditionKind::ALL.into_iter().filter(|kind| kind.is_helpless()).map(ConditionKind::name) {
        assert_eq!(throw(&in_condition(helpless), Ability::Dex), None, "{helpless}");
        assert!(throw(&in_condition(helpless), Ability::Wis).is_some());
        assert!(can_act(&in_condition(helpless)).is_err(), "{helpless}: nor can they act");
    }
    let down = Character { current_hp: 0, ..hero() };
    assert!(can_act(&hero()).is_ok() && can_act(&down).is_err());
    assert_eq!([throw(&down, Ability::Str), throw(&down, Ability::Dex)], [None, None], "who lies at 0 can't move");
    assert!(throw(&down, Ability::Con).is_some());
    let dazed = in_condition("Incapacitated");
    assert!(can_act(&dazed).is_err() && can_act(&in_condition("prone")).is_ok());
    assert_eq!(throw(&dazed, Ability::Dex), throw(&hero(), Ability::Dex), "they can still move");
}

// srd: rule/making-an-attack rule/making-an-attack--attack-rolls rule/making-an-attack--modifiers-to-the-roll
// srd: rule/making-an-attack--melee-attacks
#[test]
fn an_attack_adds_what_the_weapon_adds_against_the_armour() {
    let hero = hero();
    let sword = arm(&hero, None).unwrap();
    assert_eq!(sword.name, "Longsword", "the first at hand");
    let test = attack(&hero, &sword, Some(&goblin(None)), Sway::None);
    assert_eq!((test.dice.as_str(), test.against), ("1d20+5", 13));
    assert_eq!(attack(&hero, &sword, None, Sway::None).against, 10, "nothing is known of them");
    assert_eq!(arm(&hero, Some("bow")).unwrap().name, "Shortbow");
    assert_eq!(arm(&hero, Some("trusty longsword")).unwrap().name, "Longsword");
    for not_theirs in ["catapult", "handaxe", "hand crossbow", "Hand-crossbow", "beforehand", "kickstand"] {
        assert!(arm(&hero, Some(not_theirs)).is_err(), "{not_theirs}");
    }
    for bare in ["unarmed strike", "my bare hands", "left hand", "a kick", "Fist", "kick to the shin"] {
        assert_eq!(arm(&hero, Some(bare)).unwrap().name, "bare hands", "{bare}");
    }
    let fists = arm(&hero, Some("fists")).unwrap();
    assert_eq!((fists.to_hit, fists.damage(false)), (5, Damage::Fixed(4)));
    let mut weak = Character { weapons: Vec::new(), ..hero };
    weak.abilities.str = 1;
    assert_eq!(arm(&weak, None).unwrap().damage(true), Damage::Fixed(0), "damage is never less than none");
}

// srd: rule/using-each-ability--attack-rolls-and-damage rule/using-each-ability--attack-rolls-and-damage-more
// srd: weapon-property/finesse
#[test]
fn a_weapon_goes_by_strength_dexterity_or_the_better_of_both() {
    let mut hero = hero();
    hero.weapons = ["Longsword", "Shortbow", "Rapier"].iter().filter_map(|name| weapons::find(name)).collect();
    let adds = |hero: &Character, name| arm(hero, Some(name)).map(|arm| (arm.to_hit, arm.damage(false))).unwrap();
    let damage = |dice: &str| Damage::Thrown(dice.into());
    assert_eq!(adds(&hero, "Longsword"), (5, damage("1d8+3")));
    assert_eq!(adds(&hero, "Shortbow"), (4, damage("1d6+2")));
    assert_eq!(adds(&hero, "Rapier"), (5, damage("1d8+3")));
    hero.abilities.dex = 18;
    assert_eq!(adds(&hero, "Rapier"), (6, damage("1d8+4")));
    assert_eq!(adds(&hero, "Longsword"), (5, damage("1d8+3")));
}

// srd: condition/blinded condition/invisible condition/poisoned condition/prone
#[test]
fn conditions_of_either_side_sway_an_attack() {
    let dice = |hero: &Character, weapon: &str, target: Option<&str>| {
        let arm = arm(hero, Some(weapon)).unwrap();
        attack(hero, &arm, Some(&goblin(target)), Sway::None).dice
    };
    for condition in ["blinded", "poisoned", "prone", "restrained"] {
        assert_eq!(dice(&in_condition(condition), "Longsword", None), "2d20kl1+5", "{condition}");
    }
    assert_eq!(dice(&in_condition("invisible"), "Longsword", None), "2d20kh1+5");
    for condition in ["blinded", "restrained", "paralyzed", "petrified", "stunned", "unconscious", "prone"] {
        assert_eq!(dice(&hero(), "Longsword", Some(condition)), "2d20kh1+5", "{condition}");
    }
    assert_eq!(dice(&hero(), "Longsword", Some("invisible")), "2d20kl1+5");
    assert_eq!(dice(&hero(), "Shortbow", Some("prone")), "2d20kl1+4", "who lies low is hard to shoot");
    assert_eq!(dice(&in_condition("prone"), "Longsword", Some("prone")), "1d20+5");
}

// srd: rule/making-an-attack--rolling-1-or-20 rule/damage-and-healing--critical-hits rule/damage-and-healing--damage-rolls
#[test]
fn a_twenty_hits_and_doubles_the_dice_and_a_one_misses() {
    let hero = hero();
    let sword = arm(&hero, None).unwrap();
    let mut target = goblin(None);
    target.armor_class = 255;
    let test = attack(&hero, &sword, Some(&target), Sway::None);
    let outcome = |test: &Test, die| Goal::of_attack(test.against, &showing(&test.dice, die)).outcome;
    assert_eq!([outcome(&test, 20), outcome(&test, 19)], [Outcome::CriticalHit, Outcome::Miss]);
    target.armor_class = 0;
    let test = attack(&hero, &sword, Some(&target), Sway::None);
    assert_eq!([outcome(&test, 1), outcome(&test, 2)], [Outcome::Miss, Outcome::Hit]);
    assert_eq!(sword.damage(false), Damage::Thrown("1d8+3".into()));
    assert_eq!(sword.damage(true), Damage::Thrown("1d8+1d8+3".into()));
    let flaming = Arm { dice: Notation::parse("1d8[slashing]+1d6[fire]+2").ok(), bonus: 0, ..sword };
    let doubled = Damage::Thrown("1d8[slashing]+1d6[fire]+2+1d8[slashing]+1d6[fire]".into());
    assert_eq!(flaming.damage(true), doubled);
}