//! What pictures and music cost that are made from words: the largest background, a portrait, and a minute of music.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, criterion_group, criterion_main};
use embertale::assets::{BackgroundSetting, Feelings, PortraitRole, background, music, portrait};

fn pictures(c: &mut Criterion) {
    let feelings = Feelings { wonder: 0.6, calm: 0.4, ..Feelings::default() };
    let setting =
        BackgroundSetting { place: "the market", seen: "Stalls under lanterns.", mood: "dusk, rain", feelings };
    c.bench_function("assets/background", |b| b.iter(|| background(black_box(7), &setting, (1200, 675))));
    let looks = "An old dwarf with a long red beard, in a dented helmet and mail, freckled, with spectacles";
    c.bench_function("assets/portrait", |b| {
        b.iter(|| portrait(black_box(7), "Somebody", looks, PortraitRole::Ally, (480, 600)))
    });
}

fn sounds(c: &mut Criterion) {
    // Everything that can be felt, so that every voice plays.
    let all = Feelings { calm: 0.5, wonder: 0.5, dread: 0.5, danger: 1.0, sorrow: 0.5, triumph: 0.5 };
    let mut group = c.benchmark_group("assets");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    group.bench_function("music, 60 s", |b| b.iter(|| music(black_box(7), &all, 60)));
    group.finish();
}

criterion_group!(benches, pictures, sounds);
criterion_main!(benches);
