//! `embertale demo`: the game plays itself, to look on or to find faults.

use std::{
    collections::{BTreeMap, VecDeque},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use serde_json::json;

use crate::{
    dm::{Ask, Models, Seeds, Tables, feed::TurnEvent},
    game::{ready_made, view::PlayerView},
    store::{MemoryStore, Store, check_fold},
};

use super::{chair::Chair, player::HabitPlayer};

/// Within so many turns no sentence should be told twice.
const N_FRESH: usize = 20;
/// A shorter sentence may come again.
const MIN_SENTENCE: usize = 12;

/// What a demonstration plays.
#[derive(Debug, Clone, Copy)]
pub struct Demo {
    /// Sessions, each with dice and a player of its own.
    pub seeds: u32,
    /// Turns of each.
    pub turns: u32,
    /// Nothing is shown but the figures.
    pub quiet: bool,
}

/// What came of it.
#[derive(Default)]
struct Tally {
    n_turns: u32,
    n_failed: u32,
    n_repeated: u32,
    n_refused: u32,
    tools: BTreeMap<String, u32>,
    faults: Vec<String>,
}

/// Plays by itself, in memory, and checks what it played. Ends with one line of JSON; fails if a turn failed or a
/// session does not come to what is stored.
///
/// # Errors
/// The store could not.
pub async fn demo(models: Arc<Models>, what: Demo) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut tally = Tally::default();
    let start = Instant::now();
    for seed in 1..=what.seeds {
        let store = Arc::new(MemoryStore::new());
        let seeds = Seeds::new(Some(format!("demo {seed}")));
        let tables = Tables::new(Arc::clone(&store) as Arc<dyn Store>, Arc::clone(&models), seeds, Default::default());
        let hero = usize::try_from(seed).unwrap_or_default() % ready_made::ready_made().len();
        let chair = Chair::at_new(tables, vec![ready_made::ready_made()[hero].clone()]).await?;
        play(&chair, seed, what, &mut tally).await?;
        let folded = check_fold(&*store, &chair.session).await;
        let stored = store.raw_snapshot(&chair.session).await?;
        if !folded.is_ok_and(|game| serde_json::to_vec(&game).is_ok_and(|folded| folded == stored)) {
            tally.faults.push(format!("seed {seed}: its changes do not come to what is stored"));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    tally.faults.iter().for_each(|fault| println!("{fault}"));
    let figures = json!({
        "turns": tally.n_turns, "seeds": what.seeds, "failed": tally.n_failed, "refused_calls": tally.n_refused,
        "repeated_sentences": tally.n_repeated, "tools": tally.tools, "faults": tally.faults.len(),
        "seconds": seconds, "turns_per_minute": f64::from(tally.n_turns) * 60.0 / seconds,
    });
    println!("{figures}");
    Ok(if tally.faults.is_empty() && tally.n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn play(chair: &Chair, seed: u32, what: Demo, tally: &mut Tally) -> Result<(), Box<dyn std::error::Error>> {
    let mut player = HabitPlayer::new(seed.into());
    let mut lately: VecDeque<Vec<String>> = VecDeque::new();
    let start = chair.now().await?;
    if !what.quiet {
        println!("{}\n{}\n", start.game.story.current_location, start.game.story.current_scene);
    }
    let mut session = PlayerView::of(&start, &chair.tables.models().dm);
    for n in 1..=what.turns {
        chair.level_up().await?;
        let words = player.next(&session);
        if !what.quiet {
            println!("> {words}\n");
        }
        let ask = Ask::Message { text: words.clone(), character: None };
        let played = chair.play(ask, |event| {
            if let (TurnEvent::Text { delta }, false) = (event, what.quiet) {
                print!("{delta}")
            }
        });
        let played = match played.await {
            Ok(played) => played,
            Err(refused) => {
                tally.n_failed += 1;
                tally.faults.push(format!("seed {seed}, turn {n}, “{words}”: {refused}"));
                continue;
            }
        };
        if !what.quiet {
            println!("\n");
        }
        let turn = &played.turn.turn;
        tally.n_turns += 1;
        for call in &turn.tool_calls {
            *tally.tools.entry(call.name.clone()).or_default() += 1;
            tally.n_refused += u32::from(call.is_error);
        }
        let told = sentences(&turn.narrative);
        for sentence in &told {
            if lately.iter().flatten().any(|before| before == sentence) {
                tally.n_repeated += 1;
                if !what.quiet {
                    println!("  (told before: {sentence})\n");
                }
            }
        }
        lately.push_back(told);
        if lately.len() > N_FRESH {
            lately.pop_front();
        }
        session = played.session.clone();
    }
    Ok(())
}

/// The sentences of a story, those left out that are too short to be told from each other.
fn sentences(text: &str) -> Vec<String> {
    let sentences = text.split(['.', '!', '?', '\n', '…']).map(|sentence| sentence.trim().to_lowercase());
    sentences.filter(|sentence| sentence.chars().count() >= MIN_SENTENCE).collect()
}
