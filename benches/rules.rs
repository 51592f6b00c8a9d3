//! What looking something up in the rules costs: by name, by a question's words, and by its meaning once its vector is
//! known.

use std::{hint::black_box, path::Path};

use criterion::{Criterion, criterion_group, criterion_main};
use embertale::rules::{self, Edition, Library, LibraryHandle, SearchQuery, Sources};
use tokio::runtime::Runtime;

const QUESTIONS: [&str; 4] = [
    "what happens to a creature that is grappled",
    "spell that lets me walk on water",
    "how far can I jump with a running start",
    "undead that drains strength with its touch",
];

/// The whole rules where they can be had, else the core.
fn measure(c: &mut Criterion, runtime: &Runtime, library: &Library) {
    let mut group = c.benchmark_group(format!("{} entries", library.entries().len()));
    group.bench_function("exact name", |b| b.iter(|| library.named(Edition::Y2014, black_box("Fireball")).count()));
    for question in QUESTIONS {
        let asked = SearchQuery { query: question, ..SearchQuery::default() };
        group.bench_function(format!("by words: {question}"), |b| {
            b.iter(|| library.search_by_words(black_box(&asked)).found.len());
        });
        if library.model(Edition::default()).is_some() {
            // The question's vector is made before, and kept.
            group.bench_function(format!("by meaning: {question}"), |b| {
                b.iter(|| runtime.block_on(library.search(black_box(&asked))).found.len());
            });
        }
    }
    group.bench_function("near names", |b| {
        let asked = SearchQuery { query: "firebal", ..SearchQuery::default() };
        b.iter(|| library.near(black_box(&asked)).len());
    });
    group.finish();
}

fn looking_up(c: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tmp/rules-library");
    let sources = Sources { data_dir: folder.clone(), fetch: true, embeddings: None };
    let runtime = Runtime::new().expect("a runtime");
    match runtime.block_on(rules::setup(&folder, |_| ())) {
        Ok(library) => {
            if let Err(why) = runtime.block_on(rules::learn_meaning(&library, &sources, |_| (), |_, _| ())) {
                eprintln!("by words alone: {why}");
            }
            measure(c, &runtime, &library);
        }
        Err(why) => {
            eprintln!("with the core alone: {why}");
            measure(c, &runtime, &LibraryHandle::core().library());
        }
    }
}

criterion_group!(benches, looking_up);
criterion_main!(benches);
