//! Reactions that heroes' players are asked about.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{
    combat::{
        deed::Modifier,
        encounter::Economy,
        legal, perform as door,
        reaction::{Reaction, ReactionTrigger, Reactions},
        rounds,
    },
    dice::Roll,
};

/// A book with Shield in it, of the levels that there are.
struct Book;

impl Spellbook for Book {
    fn spell(&self, _: &Character, name: &str, slot: u8) -> Option<Arc<CombatAction>> {
        let effect = ActionEffect::Boon {
            reach: Reach::Oneself,
            targets: 1,
            modifiers: vec![Modifier::ArmorClass { by: 5 }],
            lasts: EffectDuration::UntilDoersTurn,
        };
        let shield = CombatAction { cost: ActionCost::Reaction, magical: true, ..deed("Shield", effect) };
        (name == "Shield" && slot > 0).then(|| Arc::new(shield))
    }
}

fn wizard() -> Character {
    let mut wizard = hero("wizard", 5);
    wizard.spellcasting.as_mut().unwrap().spells = vec!["Shield".to_owned()];
    wizard
}

/// One step, with the players asked or not; what was thrown in it.
fn step(game: &mut Game, reactions: Reactions, take: impl FnOnce(&mut Bout) -> Result<(), Refusal>) -> Vec<Change> {
    let mut bout = Bout::new(game, &Book).with_reactions(reactions);
    take(&mut bout).unwrap();
    bout.finish().0
}

/// An act of the one whose turn it is, and the turns of everyone no player moves.
fn act(who: FighterId, act: FighterAction) -> impl FnOnce(&mut Bout) -> Result<(), Refusal> {
    move |bout| {
        perform(bout, &who, &act)?;
        if bout.game().encounter.is_some() { rounds::run(bout, rounds::MOST_IN_A_ROW).map(drop) } else { Ok(()) }
    }
}

fn rolls(changes: &[Change]) -> Vec<Roll> {
    changes
        .iter()
        .filter_map(|it| if let Change::DiceRolled { roll } = it { Some(roll.clone()) } else { None })
        .collect()
}

fn asked(game: &Game) -> Option<&crate::combat::reaction::ReactionQuestion> {
    game.encounter.as_deref()?.pending.as_deref().map(|pending| &pending.question)
}

/// A wizard beside a goblin whose turn it is after the wizard's, where the first blow is one that Shield would turn.
fn struck_at() -> Game {
    for seed in 0..200 {
        let ring = Ring::of(
            table(vec![wizard()], &[("Goblin", 12, &goblin())], seed),
            &[("wizard-1", 3, 3), ("goblin", 4, 3)],
        );
        let mut game = ring.game.clone();
        step(&mut game, Reactions::Ask, act(ring.id("wizard-1"), FighterAction::EndTurn));
        if asked(&game).is_some() {
            return ring.game;
        }
    }
    panic!("no blow that Shield would turn")
}

#[test]
fn a_blow_that_shield_would_turn_waits_for_the_answer_before_its_damage_is_thrown() {
    let begun = struck_at();
    let who = FighterId::Hero("wizard-1".into());
    let mut game = begun.clone();
    let first = step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::EndTurn));
    let question = asked(&game).unwrap();
    let ReactionTrigger::Hit { total, armor_class, .. } = question.trigger else { panic!("{question:?}") };
    assert!(total >= armor_class && total < armor_class + 5, "{question:?}");
    assert_eq!(question.options, [Reaction::Shield { slot: 1, armor_class: armor_class + 5 }]);
    let line = question.sentence().for_log();
    let numbers = format!("{total} against armor class {armor_class}, {} hit points left", question.hp);
    let wanted = format!("Goblin would hit Hero 1 with Scimitar ({numbers}). Cast Shield?");
    assert_eq!(line, wanted);
    assert!(rolls(&first).iter().all(|roll| !roll.reason.starts_with("Damage")), "{first:?}");
    game.check().unwrap();

    // Nothing but an answer is taken, and only the hero's.
    let names = legal::legal(&game, &Book, &who).into_iter().map(|it| it.act).collect::<Vec<_>>();
    assert_eq!(names, [FighterAction::React { reaction: "shield".to_owned() }, FighterAction::Pass]);
    let mut bout = Bout::new(&mut game, &Book).with_reactions(Reactions::Ask);
    for (by, other) in [
        (who.clone(), FighterAction::EndTurn),
        (who.clone(), FighterAction::React { reaction: "parry".to_owned() }),
        (FighterId::Creature("goblin".into()), FighterAction::Pass),
        (FighterId::Creature("goblin".into()), FighterAction::EndTurn),
    ] {
        let refusal = door::perform(&mut bout, &by, &other).unwrap_err().to_string();
        assert!(refusal.contains("Cast Shield?") && refusal.contains("react (shield) or pass"), "{refusal}");
    }
    assert!(bout.changes().is_empty());

    // The state that waits is stored and read again.
    let json = serde_json::to_string(&game).unwrap();
    assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);

    let mut shielded = game.clone();
    let answered =
        step(&mut shielded, Reactions::Ask, act(who.clone(), FighterAction::React { reaction: "shield".to_owned() }));
    assert!(asked(&shielded).is_none());
    let hero = &shielded.characters[0];
    assert_eq!((hero.current_hp, hero.spellcasting.as_ref().unwrap().slots[&1].used), (hero.max_hp, 1));
    assert!(rolls(&answered).iter().all(|roll| !roll.reason.starts_with("Damage")), "{answered:?}");

    let mut passed = game.clone();
    let answered = step(&mut passed, Reactions::Ask, act(who.clone(), FighterAction::Pass));
    let damage: Vec<Roll> = rolls(&answered);
    assert!(damage[0].reason.starts_with("Damage"), "{damage:?}");
    assert_eq!(passed.characters[0].spellcasting.as_ref().unwrap().slots[&1].used, 0);
    assert!(passed.characters[0].current_hp < passed.characters[0].max_hp);

    // By the rule it is cast at once, with the same dice and the same end.
    let mut by_rule = begun.clone();
    let at_once = step(&mut by_rule, Reactions::ByRule, act(who, FighterAction::EndTurn));
    assert_eq!(by_rule, shielded);
    let both = rolls(&first).len();
    assert_eq!(rolls(&at_once)[..both], rolls(&first)[..]);
    let mut again = begun;
    again.apply_all(first.iter()).unwrap();
    assert_eq!(again, game);
}

#[test]
fn a_hero_strikes_at_who_leaves_only_if_the_player_wants_it() {
    let blade = block(vec![blow("Blade", 4, Reach::Melee { feet: 5 }, "1d6+2", DamageType::Slashing)]);
    let heroes = vec![hero("fighter", 3), wizard()];
    let ring = Ring::of(
        table(heroes, &[("Cutter", 30, &blade)], 5),
        &[("fighter-1", 3, 3), ("cutter", 4, 3), ("wizard-2", 8, 3)],
    );
    let who = ring.id("fighter-1");
    let mut game = ring.game.clone();
    step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::EndTurn));
    let question = asked(&game).expect("it leaves the fighter for the wizard");
    assert!(
        matches!(&question.trigger, ReactionTrigger::Leaves { mover } if mover.id.as_str() == "cutter"),
        "{question:?}"
    );
    let place = |game: &Game| game.encounter.as_ref().unwrap().combatant(&ring.id("cutter")).unwrap().square;
    assert_eq!(place(&game), Square { x: 4, y: 3 });
    let mut passed = game.clone();
    step(&mut passed, Reactions::Ask, act(who.clone(), FighterAction::Pass));
    assert_ne!(place(&passed), Square { x: 4, y: 3 });
    let spent = |game: &Game| game.encounter.as_ref().unwrap().combatant(&who).unwrap().economy.reaction;
    // The hero's own turn has begun again.
    assert!(!spent(&passed));
    let struck = step(
        &mut game,
        Reactions::Ask,
        act(who.clone(), FighterAction::React { reaction: "opportunity-attack".to_owned() }),
    );
    assert!(
        struck.iter().any(|it| matches!(it, Change::TurnSpent { who: it, economy } if *it == who && economy.reaction))
    );
}

/// Plays a fight of two heroes by the same acts, asked and answered as the rule would or by the rule alone.
fn plays_on(begun: &Game, reactions: Reactions, choices: &[usize]) -> (Game, Vec<Roll>, usize) {
    let (mut game, mut thrown, mut n_asked) = (begun.clone(), Vec::new(), 0);
    for which in choices {
        if game.encounter.is_none() {
            break;
        }
        let Some(who) = rounds::waits_for(&game).cloned() else { break };
        let all = legal::legal(&game, &Book, &who);
        let one = all[which % all.len()].act.clone();
        thrown.extend(rolls(&step(&mut game, reactions, act(who, one))));
        while let Some(question) = asked(&game) {
            n_asked += 1;
            assert!(n_asked < 1000 && reactions == Reactions::Ask);
            game.check().unwrap();
            let (who, reaction) = (question.who.id.clone(), question.options[0].id());
            thrown.extend(rolls(&step(&mut game, reactions, act(who, FighterAction::React { reaction }))));
        }
    }
    (game, thrown, n_asked)
}

/// Four heroes and two goblins, up to the first turn of a hero.
fn brawl(seed: u8) -> Game {
    let heroes = vec![wizard(), hero("fighter", 9), hero("rogue", 5), hero("monk", 5)];
    let mut game = table(heroes, &[("Goblin", 40, &goblin()), ("Other", 40, &goblin())], seed);
    begin(&mut Bout::new(&mut game, &Book), &FightOpening::default()).unwrap();
    step(&mut game, Reactions::ByRule, |bout| rounds::run(bout, rounds::MOST_IN_A_ROW).map(drop));
    game
}

#[test]
fn random_fights_do_ask() {
    let n: usize = (0..40).map(|seed| plays_on(&brawl(seed), Reactions::Ask, &[usize::from(seed) * 7 + 3; 30]).2).sum();
    assert!(n > 20, "{n}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn answers_as_the_rule_gives_them_come_to_the_same_as_the_rule(
        seed in any::<u8>(),
        choices in prop::collection::vec(any::<usize>(), 1..40),
    ) {
        let game = brawl(seed);
        let (asked, asked_dice, _) = plays_on(&game, Reactions::Ask, &choices);
        let (ruled, ruled_dice, _) = plays_on(&game, Reactions::ByRule, &choices);
        prop_assert_eq!(asked_dice, ruled_dice);
        prop_assert_eq!(asked, ruled);
    }
}

/// The first fight of many whose question has this id, after the hero's own turn ended.
fn asked_for(hero: &Character, foe: &StatBlock, id: &str) -> (Game, FighterId) {
    for seed in 0..=255 {
        let ring = Ring::of(
            table(vec![hero.clone()], &[("Foe", 40, foe)], seed),
            &[(&format!("{}-1", hero.class), 3, 3), ("foe", 4, 3)],
        );
        let (mut game, who) = (ring.game.clone(), ring.id(&format!("{}-1", hero.class)));
        step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::EndTurn));
        if asked(&game).is_some_and(|question| question.options[0].id() == id) {
            return (game, who);
        }
    }
    panic!("nobody is asked for {id}");
}

/// The hero after each answer: what was let happen, and what the reaction made of it.
fn both_ways(hero: &Character, foe: &StatBlock, id: &str) -> (String, [(Character, bool); 2]) {
    let (game, who) = asked_for(hero, foe, id);
    let after = |answer: FighterAction| {
        let mut game = game.clone();
        let mut bout = Bout::new(&mut game, &Book).with_reactions(Reactions::Ask);
        perform(&mut bout, &who, &answer).unwrap();
        // A hero's turn gives the reaction back, so it is looked for in what was recorded.
        let spends = |it: &Change| matches!(it, Change::TurnSpent { economy, .. } if economy.reaction);
        let reacted = bout.finish().0.iter().any(spends);
        (game.characters[0].clone(), reacted)
    };
    let line = asked(&game).unwrap().sentence().for_log();
    (line, [after(FighterAction::Pass), after(FighterAction::React { reaction: id.to_owned() })])
}

fn saves(name: &str, dc: i32) -> StatBlock {
    let save = SavingThrowEffect {
        ability: Ability::Dex,
        dc,
        reach: Reach::Ranged { normal: 60, long: 60 },
        area: None,
        targets: 1,
        harm: harm("4d6", DamageType::Fire),
        half: true,
        riders: Vec::new(),
    };
    block(vec![CombatAction { magical: true, ..deed(name, ActionEffect::Save(save)) }])
}

#[test]
fn a_rogue_and_a_monk_are_asked_about_the_damage_of_a_hit() {
    let blade = block(vec![blow("Blade", 9, Reach::Melee { feet: 5 }, "1d6+4", DamageType::Slashing)]);
    let (line, [passed, dodged]) = both_ways(&hero("rogue", 5), &blade, "uncanny-dodge");
    assert!(line.starts_with("Foe hits Hero 1 with Blade: ") && line.ends_with("Use Uncanny Dodge?"), "{line}");
    let lost = |hero: &Character| hero.max_hp - hero.current_hp;
    assert_eq!(lost(&dodged.0), lost(&passed.0) / 2);
    assert!(dodged.1 && !passed.1);

    let bow = block(vec![blow("Bow", 9, Reach::Ranged { normal: 80, long: 320 }, "2d6+4", DamageType::Piercing)]);
    let (line, [passed, caught]) = both_ways(&hero("monk", 5), &bow, "deflect-missiles");
    assert!(line.ends_with("Use Deflect Missiles?"), "{line}");
    assert!(lost(&caught.0) < lost(&passed.0) && caught.1 && !passed.1);
}

#[test]
fn a_fighter_is_asked_about_a_saving_throw_that_fails() {
    let fighter = hero("fighter", 9);
    let (line, [passed, thrown]) = both_ways(&fighter, &saves("Gout of Fire", 25), "indomitable");
    assert!(line.starts_with("Hero 1 does not save (Dexterity save against Gout of Fire, "), "{line}");
    assert!(line.ends_with("against 25). Use Indomitable?"), "{line}");
    let spent = |hero: &Character| hero.spent.get("Indomitable").copied();
    assert_eq!((spent(&passed.0), spent(&thrown.0)), (None, Some(1)));
}

#[test]
fn a_wizard_is_asked_whether_to_counter_a_spell_and_a_rule_never_does() {
    let mut wizard = wizard();
    wizard.spellcasting.as_mut().unwrap().spells.push("Counterspell".to_owned());
    let (line, [passed, countered]) = both_ways(&wizard, &saves("Fireball", 25), "counterspell-3");
    assert_eq!(line, "Foe casts Fireball (level 3). Cast Counterspell with a slot of level 3?");
    assert!(passed.0.current_hp < passed.0.max_hp && countered.0.current_hp == countered.0.max_hp);
    let third = |hero: &Character| hero.spellcasting.as_ref().unwrap().slots[&3].used;
    assert_eq!((third(&passed.0), third(&countered.0)), (0, 1));

    // Against a spell above the slot it takes a check.
    let (game, who) = asked_for(&wizard, &saves("Blight", 25), "counterspell-3");
    assert_eq!(asked(&game).unwrap().options, [Reaction::Counterspell { slot: 3, dc: Some(14) }]);
    let answered = step(&mut game.clone(), Reactions::Ask, |bout| {
        perform(bout, &who, &FighterAction::React { reaction: "counterspell-3".to_owned() }).map(drop)
    });
    let check = rolls(&answered).into_iter().find(|roll| roll.reason == "Counterspell against Blight");
    assert!(check.is_some(), "{answered:?}");

    // No one counters what is no spell, and the rule counters nothing.
    let mut ring =
        Ring::of(table(vec![wizard], &[("Foe", 40, &saves("Fireball", 25))], 1), &[("wizard-1", 3, 3), ("foe", 4, 3)]);
    let who = ring.id("wizard-1");
    step(&mut ring.game, Reactions::ByRule, act(who, FighterAction::EndTurn));
    assert_eq!(third(&ring.game.characters[0]), 0);
}

#[test]
fn a_paladin_is_asked_to_put_the_shield_before_a_friend() {
    let mut guard = hero("paladin", 5);
    let styles = guard.features.iter_mut().filter(|it| it.name.contains("Fighting Style"));
    styles.for_each(|it| it.chosen_option = Some("Protection".to_owned()));
    let blade = block(vec![blow("Blade", 4, Reach::Melee { feet: 5 }, "1d6+2", DamageType::Slashing)]);
    let ring = Ring::of(
        table(vec![guard, hero("bard", 1)], &[("Foe", 30, &blade)], 3),
        &[("paladin-1", 3, 3), ("bard-2", 3, 4), ("foe", 4, 4)],
    );
    let mut game = ring.game.clone();
    for who in ["paladin-1", "bard-2"] {
        step(&mut game, Reactions::Ask, act(ring.id(who), FighterAction::EndTurn));
    }
    let Some(question) = asked(&game) else { panic!("{:?}", game.characters[0].features) };
    let line = question.sentence().for_log();
    assert_eq!(line, "Foe attacks Hero 2 with Blade. Put a shield in the way?");
    let answered = step(
        &mut game,
        Reactions::Ask,
        act(ring.id("paladin-1"), FighterAction::React { reaction: "Protection".to_owned() }),
    );
    assert_eq!(rolls(&answered)[0].expression, "2d20kl1+4");
}

#[test]
fn the_way_a_foe_has_gone_is_gone_while_its_blow_waits() {
    let blade = block(vec![blow("Blade", 4, Reach::Melee { feet: 5 }, "1d6+2", DamageType::Slashing)]);
    for seed in 0..=255 {
        let ring =
            Ring::of(table(vec![wizard()], &[("Cutter", 30, &blade)], seed), &[("wizard-1", 3, 3), ("cutter", 7, 3)]);
        let (mut game, who) = (ring.game.clone(), ring.id("wizard-1"));
        step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::EndTurn));
        if asked(&game).is_none() {
            continue;
        }
        let encounter = game.encounter.as_ref().unwrap();
        assert!(encounter.combatant(&ring.id("cutter")).unwrap().feet_to(encounter.combatant(&who).unwrap()) == 5);
        step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::React { reaction: "shield".to_owned() }));
        let mut by_rule = ring.game;
        step(&mut by_rule, Reactions::ByRule, act(who, FighterAction::EndTurn));
        assert_eq!(game, by_rule);
        return;
    }
    panic!("no blow that Shield would turn");
}

#[test]
fn a_question_is_answered_by_the_rule_where_no_player_is_asked_and_as_the_player_says_where_one_answers() {
    let begun = struck_at();
    let who = FighterId::Hero("wizard-1".into());
    let mut game = begun.clone();
    step(&mut game, Reactions::Ask, act(who.clone(), FighterAction::EndTurn));
    assert!(asked(&game).is_some());
    let slots = |game: &Game| game.characters[0].spellcasting.as_ref().unwrap().slots[&1].used;

    // As a terminal goes on with a session that was left at a question in the page.
    let mut ruled = game.clone();
    step(&mut ruled, Reactions::ByRule, |bout| rounds::run(bout, rounds::MOST_IN_A_ROW).map(drop));
    assert!(asked(&ruled).is_none());
    let mut passed = game.clone();
    step(&mut passed, Reactions::ByRule, act(who.clone(), FighterAction::Pass));
    assert_eq!((slots(&ruled), slots(&passed)), (1, 0));

    let mut at_once = begun;
    step(&mut at_once, Reactions::ByRule, act(who, FighterAction::EndTurn));
    assert_eq!(ruled, at_once);
}

#[test]
fn indomitable_is_asked_about_although_the_reaction_is_spent() {
    let (mut game, who) = asked_for(&hero("fighter", 9), &saves("Gout of Fire", 25), "indomitable");
    let names = legal::legal(&game, &Book, &who);
    assert_eq!((names[0].name.as_str(), names[0].cost), ("Indomitable: throws again, 1 left", "free"));
    let economy = Economy { reaction: true, ..Economy::default() };
    game.apply(&Change::TurnSpent { who, economy }).unwrap();
    step(&mut game, Reactions::Ask, |bout| rounds::run(bout, rounds::MOST_IN_A_ROW).map(drop));
    assert!(asked(&game).is_some());
}
