//! What a fight costs: a blow, a creature's turn, whole fights fought out, and the view of a crowd.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use game::{
    Change, Game, Session, SessionHead, State,
    character::{Abilities, Character},
    combat::{
        act::FighterAction,
        bout::Bout,
        deed::{ActionCost, ActionEffect, Attack, CombatAction, Reach, UsageLimit},
        fighter::FighterId,
        harm::{DamageDice, DamageType},
        initiative::{FightOpening, begin},
        perform::perform,
        rounds,
        square::Square,
        stat_block::{Size, StatBlock},
        tactics,
    },
    creature::{self, Creature, Disposition},
    ready_made::ready_made,
    story::Story,
    view::PlayerView,
};

/// The most a player's view of twenty comes to.
const MOST_BYTES: usize = 40 * 1024;
/// The most turns a fight between four and four takes.
const MOST_TURNS: usize = 400;

fn attack(name: &str, reach: Reach) -> CombatAction {
    let harm = vec![DamageDice { dice: "1d6+2".to_owned(), damage_type: Some(DamageType::Slashing) }];
    let effect = ActionEffect::Attack(Attack { to_hit: 4, reach, times: 1, harm, riders: Vec::new() });
    CombatAction { name: name.to_owned(), cost: ActionCost::Action, usage: UsageLimit::AtWill, effect, magical: false }
}

fn goblin() -> StatBlock {
    StatBlock {
        slug: Some("goblin".to_owned()),
        creature_type: "humanoid".to_owned(),
        size: Size::Small,
        abilities: Abilities { str: 8, dex: 14, con: 10, int: 10, wis: 8, cha: 8 },
        proficiency_bonus: 2,
        saves: Default::default(),
        skills: Default::default(),
        passive_perception: 9,
        speed: 30,
        flies: false,
        defences: Default::default(),
        unaffected_by: Vec::new(),
        traits: Vec::new(),
        deeds: vec![
            attack("Scimitar", Reach::Melee { feet: 5 }),
            attack("Shortbow", Reach::Ranged { normal: 80, long: 320 }),
        ],
        legendary_actions: 0,
    }
}

/// Four heroes and this number of goblins.
fn table(n_goblins: u32, hp: i32) -> Game {
    let heroes: Vec<Character> = ready_made().iter().take(4).cloned().collect();
    let mut game = Game::new(State::start(Story::default(), heroes, [3; 32]));
    for change in creature::enter(&game, "Goblin", "goblin", Disposition::Hostile, n_goblins) {
        let Change::CreatureEntered { creature } = change else { continue };
        let stats = Some(Box::new(goblin()));
        let creature = Creature { hp, max_hp: hp, armor_class: 15, xp: 50, stats, ..creature };
        game.apply(&Change::CreatureEntered { creature }).expect("there is room");
    }
    game
}

/// The same, and they fight.
fn fight(n_goblins: u32, hp: i32) -> Game {
    let mut game = table(n_goblins, hp);
    let mut bout = Bout::unheard(&mut game, &());
    begin(&mut bout, &FightOpening::default()).expect("there are foes");
    game
}

/// The fight at the first turn of a creature's, with foes beside.
fn at_a_creatures_turn(game: &Game) -> Game {
    let mut game = game.clone();
    let mut bout = Bout::unheard(&mut game, &());
    for turn in 0..MOST_TURNS {
        let current = bout.game().encounter.as_deref().and_then(|it| it.current());
        if turn >= 8 && current.is_some_and(|it| !it.who.is_hero()) {
            break;
        }
        tactics::take_turn(&mut bout).expect("there is a fight");
    }
    game
}

/// An attack that is made, from the button to the wound.
fn blows(c: &mut Criterion) {
    let mut game = table(4, 100_000);
    let (hero, goblin) = (game.characters[0].id.clone(), game.creatures[0].id.clone());
    let squares = [(FighterId::Hero(hero), Square::new(3, 3)), (FighterId::Creature(goblin), Square::new(4, 3))];
    let opening = FightOpening { squares: squares.clone().into_iter().collect(), ..FightOpening::default() };
    let mut bout = Bout::unheard(&mut game, &());
    begin(&mut bout, &opening).expect("there are foes");
    let [(who, _), (goblin, _)] = &squares;
    while bout.game().encounter.as_deref().and_then(|it| it.current()).is_some_and(|it| it.who != *who) {
        rounds::end_turn(&mut bout).expect("there is a fight");
    }
    let target = goblin.as_str().to_owned();
    let act = FighterAction::Attack {
        target,
        with: Some("Unarmed Strike".to_owned()),
        second_hand: false,
        smite: None,
        knock_out: false,
    };
    c.bench_function("one attack", |b| {
        let once = |game: &mut Game| {
            drop(perform(&mut Bout::unheard(game, &()), who, black_box(&act)).expect("a foe beside can be struck"));
        };
        b.iter_batched_ref(|| game.clone(), once, BatchSize::SmallInput);
    });
}

fn turns(c: &mut Criterion) {
    let game = at_a_creatures_turn(&fight(4, 100_000));
    c.bench_function("one creature's turn", |b| {
        let once = |game: &mut Game| tactics::take_turn(&mut Bout::unheard(game, &())).expect("there is a fight");
        b.iter_batched_ref(|| game.clone(), once, BatchSize::SmallInput);
    });
}

fn rollouts(c: &mut Criterion) {
    let game = fight(4, 7);
    let mut next_index = 0;
    c.bench_function("a fight of four against four", |b| {
        b.iter(|| {
            next_index += 1_000;
            let mut game = game.clone();
            let roll = game.dice.throw("1d20", "").expect("a die");
            let proof = game::dice::Proof { index: next_index };
            game.apply(&Change::DiceRolled { roll: game::dice::Roll { proof, ..roll } }).expect("it falls");
            let mut bout = Bout::unheard(&mut game, &());
            for _ in 0..MOST_TURNS {
                if bout.game().encounter.is_none() {
                    break;
                }
                tactics::take_turn(&mut bout).expect("there is a fight");
            }
            black_box(rounds::waits_for(bout.game()).is_some())
        });
    });
}

/// What a player's page is sent of a fight of twenty, as JSON.
fn views(c: &mut Criterion) {
    let game = fight(16, 7);
    let head = SessionHead::begin("a-crowd".into(), "local".into(), "A crowd".into(), jiff::Timestamp::UNIX_EPOCH);
    let session = Session { head, game };
    let json = || serde_json::to_vec(&PlayerView::of(black_box(&session), "a model")).expect("a view is JSON");
    let n = json().len();
    assert!(n <= MOST_BYTES, "{n} bytes");
    c.bench_function("the view of twenty", |b| b.iter(json));
}

criterion_group!(benches, blows, turns, rollouts, views);
criterion_main!(benches);
