//! `embertale demo`: the game plays itself, to look on or to find faults.

use std::{
    collections::{BTreeMap, VecDeque},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use cpu_time::ProcessTime;
use serde_json::json;

use crate::{
    dm::{Ask, Models, Seeds, Tables, feed::TurnEvent},
    game::{Change, combat::encounter::Ending, edition::Edition, ready_made, view::PlayerView},
    store::{MemoryStore, Store, check_fold},
    storyteller,
};

use super::{
    chair::Chair,
    player::HabitPlayer,
    terminal::{Telling, say, tell, write},
};

/// Within so many turns no sentence should be told twice.
const N_FRESH: usize = 20;
/// A shorter sentence may come again.
const MIN_SENTENCE: usize = 12;
/// After so many turns every tool should have been used.
const TURNS_FOR_EVERY_TOOL: u32 = 500;

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
    n_endings: usize,
    /// Fights by how they ended.
    fights: BTreeMap<&'static str, u32>,
    slowest_first_turn_ms: f64,
    faults: Vec<String>,
}

impl Tally {
    /// Tools the storyteller knows that no turn has called.
    fn unused(&self) -> Vec<&'static str> {
        storyteller::TOOLS.into_iter().filter(|name| !self.tools.contains_key(*name)).collect()
    }
}

/// How a fight ended, in a word.
fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "won",
        Ending::Defeat => "lost",
        Ending::Fled => "fled",
        Ending::Settled => "settled",
    }
}

/// Plays by itself, in memory, and checks what it played. Ends with one line of JSON; fails if a turn failed, a sentence
/// was told twice within twenty turns, a session does not come to what is stored, or a long play left one of the
/// storyteller's tools unused.
///
/// # Errors
/// The store could not.
pub async fn demo(models: Arc<Models>, what: Demo) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut tally = Tally::default();
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    for seed in 1..=what.seeds {
        let store = Arc::new(MemoryStore::new());
        let seeds = Seeds::new(Some(format!("demo {seed}")));
        let tables = Tables::new(Arc::clone(&store) as Arc<dyn Store>, Arc::clone(&models), seeds, Default::default());
        let hero = usize::try_from(seed).unwrap_or_default() % ready_made::ready_made().len();
        let chair = Chair::at_new(tables, vec![ready_made::ready_made()[hero].clone()], Edition::default()).await?;
        play(&chair, seed, what, &mut tally).await?;
        let folded = check_fold(&*store, &chair.session).await;
        let stored = store.raw_snapshot(&chair.session).await?;
        if !folded.is_ok_and(|game| serde_json::to_vec(&game).is_ok_and(|folded| folded == stored)) {
            tally.faults.push(format!("seed {seed}: its changes do not come to what is stored"));
        }
    }
    let (seconds, cpu_seconds) = (start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let unused = tally.unused();
    if tally.n_turns >= TURNS_FOR_EVERY_TOOL && !unused.is_empty() {
        tally.faults.push(format!("never used: {}", unused.join(", ")));
    }
    tally.faults.iter().for_each(|fault| say!("{fault}"));
    let per_minute = |seconds: f64| (f64::from(tally.n_turns) * 60.0 / seconds).round();
    let figures = json!({
        "turns": tally.n_turns, "seeds": what.seeds, "failed": tally.n_failed, "refused_calls": tally.n_refused,
        "repeated_sentences": tally.n_repeated, "tools": tally.tools, "unused_tools": unused,
    "threads_ended": tally.n_endings, "fights": tally.fights, "faults": tally.faults.len(), "seconds": seconds, "cpu_seconds": cpu_seconds,
        "slowest_first_turn_ms": tally.slowest_first_turn_ms, "turns_per_minute": per_minute(seconds),
        "turns_per_cpu_minute": per_minute(cpu_seconds),
    });
    say!("{figures}");
    Ok(if tally.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn play(chair: &Chair, seed: u32, what: Demo, tally: &mut Tally) -> Result<(), Box<dyn std::error::Error>> {
    let mut player = HabitPlayer::new(seed.into());
    let mut lately: VecDeque<Vec<String>> = VecDeque::new();
    let start = chair.now().await?;
    let mut told = String::new();
    if !what.quiet {
        tell(&format!("{}\n{}\n", start.game.story.current_location, start.game.story.current_scene));
    }
    let mut session = PlayerView::of(&start, &chair.tables.models().dm);
    for n in 1..=what.turns {
        chair.level_up().await?;
        let words = player.next(&session, &told);
        if !what.quiet {
            tell(&format!("> {words}\n"));
        }
        let ask = Ask::Message { text: words.clone(), character: None };
        let began = Instant::now();
        let mut telling = Telling::for_stdout();
        let played = chair.play(ask, |event| {
            if let (TurnEvent::Text { delta }, false) = (event, what.quiet) {
                write(format_args!("{}", telling.shown(delta)));
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
            say!("{}", telling.end());
        }
        if n == 1 {
            let ms = began.elapsed().as_secs_f64() * 1000.0;
            tally.slowest_first_turn_ms = tally.slowest_first_turn_ms.max(ms);
        }
        let turn = &played.turn.turn;
        tally.n_turns += 1;
        for call in &turn.tool_calls {
            *tally.tools.entry(call.name.clone()).or_default() += 1;
            tally.n_refused += u32::from(call.is_error);
        }
        for change in &turn.changes {
            if let Change::EncounterEnded { ending, .. } = change {
                *tally.fights.entry(ending_word(*ending)).or_default() += 1;
            }
        }
        told.clone_from(&turn.narrative);
        let told = sentences(&turn.narrative);
        for sentence in &told {
            if lately.iter().flatten().any(|before| before == sentence) {
                tally.n_repeated += 1;
                tally.faults.push(format!("seed {seed}, turn {n}, “{words}”: told again: {sentence}"));
                if !what.quiet {
                    tell(&format!("  (told before: {sentence})\n"));
                }
            }
        }
        lately.push_back(told);
        if lately.len() > N_FRESH {
            lately.pop_front();
        }
        session = played.session.clone();
    }
    let ended = |milestone: &&String| milestone.starts_with("done: ");
    tally.n_endings += chair.now().await?.game.story.milestones.iter().filter(ended).count();
    Ok(())
}

/// The sentences of a story, also those somebody says one by one, but for those too short to be told from each other.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut from = 0;
        for (at, c) in line.char_indices().filter(|(_, c)| c.is_whitespace()) {
            let ended = line[from..at].trim_end_matches(['”', '*']).ends_with(['.', '!', '?', '…']);
            if ended && !line[at + c.len_utf8()..].starts_with(char::is_lowercase) {
                found.push(&line[from..at]);
                from = at;
            }
        }
        found.push(&line[from..]);
    }
    let plain = found.into_iter().map(|sentence| sentence.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    plain.filter(|sentence| sentence.chars().count() >= MIN_SENTENCE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::{fight, tools::toolbox};

    #[test]
    fn the_tools_asked_for_are_those_the_storyteller_knows_and_all_of_them_exist() {
        let mut tally = Tally::default();
        assert_eq!(tally.unused(), storyteller::TOOLS);
        tally.tools.extend(storyteller::TOOLS[1..].iter().map(|name| ((*name).to_owned(), 1)));
        assert_eq!(tally.unused(), storyteller::TOOLS[..1]);
        let (dm, combat) = (toolbox().specs(), fight::specs());
        let is_one = |name: &str| dm.iter().chain(combat.iter()).any(|tool| tool.name == name);
        assert!(storyteller::TOOLS.into_iter().all(is_one));
    }

    #[test]
    fn what_somebody_says_is_taken_sentence_by_sentence() {
        let told = "“Who goes there? Come into the light!” says the guard.\n\nNobody comes. He waits a while.";
        let expected = ["who goes there", "come into the light!” says the guard", "nobody comes", "he waits a while"];
        assert_eq!(sentences(told), expected);
    }
}
