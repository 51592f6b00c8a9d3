//! What recalling costs in a session of 20,000 turns: a question by words, by words and meaning, and how soon a turn is found
//! by its words; and in one of 500,000 turns by words alone, with what it takes to build. Beside what criterion says, the 95th percentile over many questions is printed: of processor time, which
//! holds still while the machine has other work.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use embertale::{
    recall::{Asked, Recall, Said},
    search::of_length_1,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::time::{ClockId, clock_gettime};

const N_TURNS: u32 = 20_000;
/// Two hundred evenings of talk.
const N_MANY_TURNS: u32 = 500_000;
const N_QUESTIONS: usize = 500;
const N_WORDS: f64 = 20_000.0;
const N_DIMENSIONS: usize = 384;
const SPEAKERS: [&str; 4] = ["Mira", "", "Tom", ""];

/// A random text in which the nth most frequent word occurs about once in n words.
struct Tale(ChaCha8Rng);

impl Tale {
    fn words(&mut self, n: usize) -> String {
        let words = (0..n).map(|_| {
            let rank = N_WORDS.powf(self.0.random::<f64>()) as u32;
            let letters = |n: u32| char::from(b'a' + (n % 26) as u8);
            (0..3 + rank % 5).map(|at| letters(rank.wrapping_mul(2_654_435_761) >> (5 * at))).collect::<String>()
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn text(&mut self) -> String {
        let n = self.0.random_range(20..60);
        self.words(n)
    }

    fn question(&mut self) -> (String, Vec<f32>) {
        let n = self.0.random_range(4..10);
        (format!("When did Mira {}?", self.words(n)), self.vector())
    }

    fn vector(&mut self) -> Vec<f32> {
        of_length_1((0..N_DIMENSIONS).map(|_| self.0.random::<f32>() - 0.5).collect())
    }
}

fn told(tale: &mut Tale) -> Recall {
    let mut recall = Recall::new(N_DIMENSIONS);
    for turn in 0..N_TURNS {
        let (text, speaker) = (tale.text(), SPEAKERS[turn as usize % SPEAKERS.len()]);
        recall.add(&Said { turn, speaker, text: &text, at: "day 3" });
    }
    for unread in recall.unread(usize::MAX) {
        assert!(recall.learn(unread.ticket, &tale.vector()));
    }
    recall
}

/// How much processor time something takes, in milliseconds.
fn time(of: impl FnOnce()) -> f64 {
    let start = clock_gettime(ClockId::ThreadCPUTime);
    of();
    let took = clock_gettime(ClockId::ThreadCPUTime) - start;
    took.tv_sec as f64 * 1e3 + took.tv_nsec as f64 / 1e6
}

/// The 95th percentile of some times in milliseconds.
fn p95(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    println!("{what}: p95 {:.3} ms", times[times.len() * 95 / 100]);
}

fn recalling(c: &mut Criterion) {
    let mut tale = Tale(ChaCha8Rng::seed_from_u64(7));
    let mut recall = told(&mut tale);
    let questions: Vec<(String, Vec<f32>)> = (0..N_QUESTIONS).map(|_| tale.question()).collect();
    let mut group = c.benchmark_group(format!("{N_TURNS} turns"));
    for by_meaning in [false, true] {
        let name = if by_meaning { "words and meaning" } else { "words alone" };
        let ask = |(query, vector): &(String, Vec<f32>)| {
            let asked = Asked { meaning: by_meaning.then_some(vector), ..Asked::new(query, 10) };
            black_box((recall.gist(query), recall.ask(&asked).len()));
        };
        p95(name, questions.iter().map(|question| time(|| ask(question))).collect());
        let mut next = questions.iter().cycle();
        group.bench_function(name, |b| b.iter(|| next.next().map(ask)));
    }
    let text = tale.text();
    let said = Said { turn: N_TURNS, speaker: "Mira", text: &text, at: "day 4" };
    group.bench_function("a turn added", |b| {
        b.iter_batched(|| (), |()| recall.add(black_box(&said)), BatchSize::SmallInput);
    });
    group.bench_function("its undo", |b| {
        b.iter(|| {
            recall.add(&said);
            recall.truncate(N_TURNS);
        });
    });
    group.finish();
}

fn recalling_much(_: &mut Criterion) {
    let mut tale = Tale(ChaCha8Rng::seed_from_u64(11));
    let texts: Vec<String> = (0..N_MANY_TURNS).map(|_| tale.words(12)).collect();
    let mut recall = Recall::new(N_DIMENSIONS);
    let built = time(|| {
        for (turn, text) in (0..).zip(&texts) {
            let at = format!("day {}", turn / 200);
            recall.add(&Said { turn, speaker: SPEAKERS[turn as usize % SPEAKERS.len()], text, at: &at });
        }
    });
    let n_words = f64::from(N_MANY_TURNS) * 12.0;
    println!("{N_MANY_TURNS} turns built: {:.0} ms a million words", built / n_words * 1e6);
    let questions: Vec<String> = (0..N_QUESTIONS).map(|_| tale.question().0).collect();
    let ask = |query: &String| {
        black_box(recall.ask(&Asked::new(query, 10)).len());
    };
    p95("words alone in them", questions.iter().map(|query| time(|| ask(query))).collect());
    let undo = |recall: &mut Recall| {
        recall.truncate(N_MANY_TURNS - 1);
        recall.add(&Said { turn: N_MANY_TURNS - 1, speaker: "Mira", text: &texts[0], at: "day 1" });
    };
    p95("an undo and another turn in them", (0..100).map(|_| time(|| undo(&mut recall))).collect());
}

criterion_group!(benches, recalling, recalling_much);
criterion_main!(benches);
