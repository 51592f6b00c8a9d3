//! What the rules cost: one change applied, dice thrown, and a game worked out again from its changes.

mod table;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use game::{Change, Game, Refusal, creature, hit_points, inventory};

const N_REFOLDED: usize = 1_000;

/// Changes as turns make them: hurt and healed by turns, and no list among them without an end.
fn typical(game: &Game) -> Result<Vec<(&'static str, Change)>, Refusal> {
    let hero = &game.characters[0];
    let goblin = &game.creatures[0];
    let (hurt, _) = hit_points::change(hero, -1);
    let (paid, _) = inventory::pay(hero, -1);
    let (wounded, _) = creature::hurt_or_heal(goblin, -1)?;
    let mut changes: Vec<_> = hurt.into_iter().map(|change| ("hpChanged", change)).collect();
    changes.extend([
        ("purseChanged", paid),
        ("itemGained", inventory::gain(hero, &hero.inventory[0].name, 1)),
        (
            "sceneChanged",
            Change::SceneChanged {
                scene: "The cellar door gives way, and the lamp goes out.".into(),
                after_fight: None,
            },
        ),
        ("recentEventNoted", Change::RecentEventNoted { text: "The cellar door was broken open from below.".into() }),
        (
            "importantEventRecorded",
            Change::ImportantEventRecorded {
                text: "the cellar under the toll house leads into the closed mine".into(),
                about: None,
                aspect: None,
            },
        ),
        ("timePassed", Change::TimePassed { minutes: 10, now: game.clock.after(10) }),
        ("diceRolled", Change::DiceRolled { roll: game.dice.throw("2d20kh1+5", "Stealth past the watchman")? }),
    ]);
    changes.extend(wounded.into_iter().map(|change| ("creatureHpChanged", change)));
    Ok(changes)
}

fn applying(c: &mut Criterion) {
    let game = table::session().game;
    let changes = typical(&game).expect("they fit the game");

    let mut group = c.benchmark_group("apply to a 20 KB game");
    for (kind, change) in &changes {
        let mut game = game.clone();
        group.bench_function(*kind, |b| b.iter(|| game.apply(black_box(change))));
    }
    group.finish();

    let mut group = c.benchmark_group("refold");
    group.throughput(Throughput::Elements(N_REFOLDED as u64));
    group.bench_function("1,000 changes", |b| {
        let many = || changes.iter().map(|(_, change)| change).cycle().take(N_REFOLDED);
        b.iter_batched_ref(|| game.clone(), |game| game.apply_all(black_box(many())), BatchSize::SmallInput);
    });
    group.finish();
}

fn throwing(c: &mut Criterion) {
    let dice = table::session().game.dice.clone();
    let mut group = c.benchmark_group("throw");
    for expression in ["1d20+5", "2d20kh1+5", "4d6dl1", "1d8[slashing]+2d6[fire]+3"] {
        group.bench_function(expression, |b| b.iter(|| dice.throw(black_box(expression), "Stealth past the watchman")));
    }
    group.finish();
}

criterion_group!(benches, applying, throwing);
criterion_main!(benches);
