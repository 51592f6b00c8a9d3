//! Property tests: after any operations on a stack, in any order, numbers are unique, no turn is lost, and replaying the
//! changes gives the same stack.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{
    Change, Game, Refusal, State,
    combat::{act::FighterAction, initiative, perform, rounds},
    creature::{self, Disposition},
    hero::{NewHero, build},
    id::CharacterId,
    story::Story,
};

fn table() -> Game {
    let hero = |name: &str| {
        let new = NewHero {
            name: name.to_owned(),
            class: "fighter".to_owned(),
            race: "human".to_owned(),
            level: Some(3),
            abilities: None,
            background: None,
        };
        build(&new, |_| false).unwrap()
    };
    Game::new(State::start(Story::default(), ["Mira", "Brom", "Orrin"].map(hero).into(), [4; 32]))
}

fn opening(seq: u32, speaker: &str) -> ExchangeOpening {
    ExchangeOpening { seq, speaker: speaker.into(), words: format!("I go on, {seq}."), phase: Phase::Exploration }
}

fn action(speaker: &str) -> Action {
    Action { speaker: speaker.to_owned(), content: "strikes back".to_owned() }
}

fn apply(game: &mut Game, changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
    let changes: Vec<Change> = changes.into_iter().collect();
    game.apply_all(&changes).unwrap();
    changes
}

/// Turns as far as they go: queued, nested, ended one after the other.
#[test]
fn sub_turns_are_numbered_below_their_turn_and_no_number_comes_again() {
    let mut game = table();
    let at = opening(1, "mira");
    let ids = |game: &Game| game.turn_stack.active().iter().map(|turn| turn.id.clone()).collect::<Vec<_>>();
    let queued = game.turn_stack.queue(&at, &[action("goblin"), action("brom")], Phase::Exploration).unwrap();
    apply(&mut game, queued);
    assert_eq!(ids(&game), ["1", "1.1"]);
    let nested = game.turn_stack.queue(&at, &[action("orrin")], Phase::CombatRounds).unwrap();
    apply(&mut game, nested);
    assert_eq!(ids(&game), ["1", "1.1", "1.1.1"]);
    for next in [vec!["1", "1.1"], vec!["1", "1.2"], vec!["1"]] {
        let end = game.turn_stack.end("it is done").unwrap();
        apply(&mut game, [end]);
        assert_eq!(ids(&game), next);
    }
    assert!(game.turn_stack.end("again").is_err(), "the main turn is no sub-turn");
    let again = game.turn_stack.queue(&at, &[action("brom")], Phase::Exploration).unwrap();
    apply(&mut game, again);
    assert_eq!(ids(&game), ["1", "1.3"]);
    let end = game.turn_stack.end("over").unwrap();
    apply(&mut game, [end]);
    let close = game.turn_stack.close();
    apply(&mut game, close);
    assert_eq!((game.turn_stack.number(2), game.turn_stack.is_plain()), (2, true));
}

#[test]
fn an_exchange_that_goes_on_with_a_main_turn_takes_no_number() {
    let mut game = table();
    let queued = game.turn_stack.queue(&opening(3, "mira"), &[action("brom")], Phase::Exploration).unwrap();
    apply(&mut game, queued);
    for seq in 4..6 {
        assert_eq!(game.turn_stack.number(seq), 3);
        let on = game.turn_stack.carry_on(&opening(seq, "brom"));
        apply(&mut game, on);
    }
    let end = game.turn_stack.end("").unwrap();
    apply(&mut game, [end]);
    let close = game.turn_stack.close();
    apply(&mut game, close);
    assert_eq!((game.turn_stack.number(6), game.turn_stack.number(7)), (4, 5), "without gaps");
}

#[test]
fn steps_go_on_and_are_refused_after_the_last() {
    let mut game = table();
    let at = opening(1, "mira");
    let mut objectives = BTreeSet::new();
    for _ in 0..3 {
        let step = game.turn_stack.complete_step(&at).unwrap();
        apply(&mut game, step);
        objectives.insert(game.turn_stack.current().unwrap().objective());
    }
    assert_eq!(objectives.len(), 3, "each step has another objective, and after the last there is none");
    assert!(game.turn_stack.complete_step(&at).is_err());
}

#[test]
fn all_who_were_asked_answer_once_and_are_heard_as_a_group() {
    let mut game = table();
    let asked: Vec<CharacterId> = vec!["mira".into(), "brom".into()];
    let at = opening(1, "orrin");
    let ask = game.turn_stack.await_responses(&at, asked, ResponseType::SavingThrow, Mode::All, "Hold your breath!");
    apply(&mut game, ask.unwrap());
    assert!(game.turn_stack.is_held_open() && game.turn_stack.close().is_none());
    assert_eq!(game.turn_stack.give(&"orrin".into(), "Me too."), None, "nobody asked");
    let given = game.turn_stack.give(&"brom".into(), "I hold it.");
    apply(&mut game, given);
    assert_eq!((game.turn_stack.hear(&game), game.turn_stack.give(&"brom".into(), "Still.")), (None, None));
    let given = game.turn_stack.give(&"mira".into(), "So do I.");
    apply(&mut game, given);
    let heard = game.turn_stack.hear(&game);
    apply(&mut game, heard);
    let Some(Logged::Group { messages }) = game.turn_stack.main.as_ref().unwrap().log.last() else { panic!("a group") };
    assert_eq!(messages.iter().map(|said| said.speaker.as_str()).collect::<Vec<_>>(), ["brom", "mira"]);
    assert!(game.turn_stack.awaited.is_none() && game.turn_stack.close().is_some());
}

#[test]
fn nobody_waits_for_a_hero_who_left() {
    let mut game = table();
    let asked: Vec<CharacterId> = vec!["mira".into(), "brom".into()];
    let ask = game.turn_stack.await_responses(&opening(1, "orrin"), asked, ResponseType::Action, Mode::All, "");
    apply(&mut game, ask.unwrap());
    apply(&mut game, [Change::CharacterLeft { character_id: "brom".into() }]);
    assert_eq!(game.turn_stack.awaited.as_ref().unwrap().asked, ["mira".into()]);
    apply(&mut game, [Change::CharacterLeft { character_id: "mira".into() }]);
    assert!(game.turn_stack.awaited.is_none());
}

#[test]
fn what_the_rules_play_in_a_fight_is_seen_as_ended_sub_turns() {
    let mut game = table();
    let goblins = creature::enter(&game, "Goblin", "goblin", Disposition::Hostile, 2);
    game.apply_all(&goblins).unwrap();
    let before = game.clone();
    let mut changes = Vec::new();
    for _ in 0..8 {
        let mut bout = crate::combat::bout::Bout::new(&mut game, &());
        if bout.game().encounter.is_none() {
            initiative::begin(&mut bout, &initiative::FightOpening::default()).unwrap();
        }
        rounds::run(&mut bout, rounds::MOST_IN_A_ROW).unwrap();
        if let Some(who) = rounds::waits_for(bout.game()).cloned() {
            perform::perform(&mut bout, &who, &FighterAction::EndTurn).unwrap();
        }
        changes.extend(bout.finish().0);
        if game.encounter.is_none() {
            break;
        }
    }
    let view = TurnStackView::of(&before, &opening(5, "mira"), &changes).unwrap();
    assert_eq!((view.main_turn, view.turn.state, view.held_open), (5, TurnState::Ended, false));
    let ids: Vec<&str> = view.turn.turns.iter().map(|turn| turn.id.as_str()).collect();
    assert_eq!(ids, (1..=ids.len()).map(|n| format!("5.{n}")).collect::<Vec<_>>());
    assert!(ids.len() >= 4, "{ids:?}");
    for turn in &view.turn.turns {
        assert!(turn.by_rules && turn.state == TurnState::Ended && turn.summary.is_some(), "{turn:?}");
        assert_ne!(turn.speaker, "mira", "the acting hero's own turn is the main turn");
    }
}

/// Something that is wanted of the stack.
#[derive(Debug, Clone)]
enum Wish {
    Queue(usize),
    End,
    Step,
    Await(usize, Mode),
    Withdraw,
    Speak(usize),
    Close,
}

fn wish() -> impl Strategy<Value = Wish> {
    let mode = prop::sample::select(vec![Mode::One, Mode::All, Mode::Any]);
    prop_oneof![
        3 => (0usize..5).prop_map(Wish::Queue),
        4 => Just(Wish::End),
        2 => Just(Wish::Step),
        1 => (0usize..4, mode).prop_map(|(n, mode)| Wish::Await(n, mode)),
        1 => Just(Wish::Withdraw),
        3 => (0usize..3).prop_map(Wish::Speak),
        2 => Just(Wish::Close),
    ]
}

fn changes(game: &State, at: &ExchangeOpening, wish: &Wish) -> Result<Vec<Change>, Refusal> {
    let stack = &game.turn_stack;
    let heroes = ["mira", "brom", "orrin"];
    match wish {
        Wish::Queue(n) => {
            let actions: Vec<Action> = (0..*n).map(|i| action(heroes[i % 3])).collect();
            stack.queue(at, &actions, Phase::Exploration)
        }
        Wish::End => stack.end("it is done").map(|change| vec![change]),
        Wish::Step => stack.complete_step(at),
        Wish::Await(n, mode) => {
            let asked = heroes.iter().take(*n).map(|id| CharacterId::from(*id)).collect();
            stack.await_responses(at, asked, ResponseType::Action, *mode, "And you?")
        }
        Wish::Withdraw => Ok(Vec::from_iter(stack.withdraw())),
        Wish::Speak(who) => Ok(Vec::from_iter(stack.give(&heroes[*who].into(), "Yes."))),
        Wish::Close => Ok(Vec::from_iter(stack.hear(game).or_else(|| stack.close()))),
    }
}

fn all_open(turn: &StackedTurn, into: &mut Vec<String>) {
    into.push(turn.id.clone());
    turn.queue.iter().for_each(|child| all_open(child, into));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn numbers_are_unique_no_turn_is_lost_and_the_fold_gives_the_same_stack(
        wishes in prop::collection::vec((wish(), any::<bool>()), 1..120),
    ) {
        let mut game = table();
        let (mut seq, mut recorded) = (1u32, Vec::new());
        let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
        for (wish, next) in &wishes {
            if *next {
                seq += 1;
                let on = game.turn_stack.carry_on(&opening(seq, "mira"));
                recorded.extend(apply(&mut game, on));
            }
            let Ok(changes) = changes(&game, &opening(seq, "mira"), wish) else { continue };
            for change in apply(&mut game, changes) {
                match &change {
                    Change::MainTurnOpened { number, .. } => {
                        // A main turn that ends and one that begins in one exchange never come about in play.
                        begun.insert(format!("{number}"));
                    }
                    Change::SubTurnsQueued { turns, .. } => {
                        for turn in turns {
                            prop_assert!(begun.insert(turn.id.clone()) , "{} comes twice", turn.id);
                        }
                    }
                    Change::SubTurnEnded { turn, .. } => { prop_assert!(ended.insert(turn.clone())); }
                    Change::MainTurnEnded { number } => {
                        ended.insert(number.to_string());
                        // The exchange is over, too.
                        seq += 1;
                    }
                    _ => {}
                }
                recorded.push(change);
            }
            let mut open = Vec::new();
            game.turn_stack.main.iter().for_each(|main| all_open(main, &mut open));
            let known: BTreeSet<String> = begun.difference(&ended).cloned().collect();
            prop_assert_eq!(&open.iter().cloned().collect::<BTreeSet<_>>(), &known, "what began and has not ended is open");
            prop_assert!(open.len() <= MAX_OPEN && game.turn_stack.active().len() <= MAX_DEPTH);
            prop_assert_eq!(check(&game.turn_stack), Ok(()));
        }
        let stored = serde_json::to_string(&recorded).unwrap();
        let loaded: Vec<Change> = serde_json::from_str(&stored).unwrap();
        let mut again = table();
        again.apply_all(&loaded).unwrap();
        prop_assert_eq!(&again, &game);
        prop_assert_eq!(serde_json::from_str::<Game>(&serde_json::to_string(&game).unwrap()).unwrap(), game);
    }
}
