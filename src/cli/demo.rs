//! `embertale demo`: the game plays itself, to watch or to find faults.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use game::{
    Change, combat::encounter::FightEnding, edition::Edition, ready_made, story_fact::StoryFact, turn::Turn,
    view::PlayerView,
};
use serde_json::{Value, json};

use crate::{
    campaign,
    dm::{
        Ask, Models, Seeds, Tables,
        feed::{TurnEvent, TurnResult},
    },
    store::{MemoryStore, Store, check_fold},
    telemetry::cpu_time,
};

use super::{
    CommandError,
    cli_session::{CliSession, SendError},
    follower::Follower,
    player::HabitPlayer,
    terminal::{Telling, say, tell, write},
};

/// The number of turns within which no sentence should repeat.
const N_FRESH: usize = 20;
/// A shorter sentence may come again.
const MIN_SENTENCE: usize = 12;
/// The number of turns after which every tool should have been used.
const TURNS_FOR_EVERY_TOOL: u32 = 500;

/// Default number of turns per session.
const TURNS: u32 = 20;
/// The number of turns within which a campaign should end.
const TURNS_OF_A_CAMPAIGN: u32 = 600;

/// The options of a demonstration.
#[derive(Debug, Clone)]
pub struct Demo {
    /// The campaign, by its slug; none for free play.
    pub campaign: Option<String>,
    /// Sessions, each with dice and a player of its own.
    pub seeds: u32,
    /// Turns of each; of a campaign the most there may be before it ends.
    pub turns: Option<u32>,
    /// Shows only the figures.
    pub quiet: bool,
}

/// The result of a demonstration.
#[derive(Default)]
struct DemoReport {
    n_turns: u32,
    n_failed: u32,
    n_repeated: u32,
    n_refused: u32,
    tools: BTreeMap<String, u32>,
    n_threads_ended: usize,
    /// Endings campaigns came to, by their ids.
    endings: BTreeMap<String, u32>,
    /// Fights by how they ended.
    fights: BTreeMap<&'static str, u32>,
    slowest_first_turn_ms: f64,
    faults: Vec<String>,
}

impl DemoReport {
    /// Tools the storyteller knows that no turn has called.
    fn unused(&self) -> Vec<&'static str> {
        storyteller::TOOLS.into_iter().filter(|name| !self.tools.contains_key(*name)).collect()
    }

    /// Counts repeated sentences. In free play a repetition is a fault.
    fn count_repeated(&mut self, what: &Demo, fault: String) {
        self.n_repeated += 1;
        if !what.quiet {
            tell(&format!("  ({fault})\n"));
        }
        if what.campaign.is_none() {
            self.faults.push(fault);
        }
    }

    fn count(&mut self, turn: &Turn) {
        self.n_turns += 1;
        for call in &turn.tool_calls {
            *self.tools.entry(call.name.clone()).or_default() += 1;
            self.n_refused += u32::from(call.is_error);
        }
        for change in &turn.changes {
            if let Change::EncounterEnded { ending, .. } = change {
                *self.fights.entry(ending_word(*ending)).or_default() += 1;
            }
        }
    }

    /// The figures in one line, after the faults in a line each; `took` is seconds by the clock and of the processor.
    fn figures(&mut self, what: &Demo, took: (f64, f64)) -> Value {
        let unused = if what.campaign.is_none() { self.unused() } else { Vec::new() };
        if self.n_turns >= TURNS_FOR_EVERY_TOOL && !unused.is_empty() {
            self.faults.push(format!("never used: {}", unused.join(", ")));
        }
        self.faults.iter().for_each(|fault| say!("{fault}"));
        let per_minute = |seconds: f64| (f64::from(self.n_turns) * 60.0 / seconds).round();
        json!({
            "turns": self.n_turns, "seeds": what.seeds, "failed": self.n_failed, "refused_calls": self.n_refused,
            "repeated_sentences": self.n_repeated, "tools": self.tools, "unused_tools": unused,
            "threads_ended": self.n_threads_ended, "endings": self.endings, "fights": self.fights,
            "faults": self.faults.len(), "seconds": took.0, "cpu_seconds": took.1,
            "slowest_first_turn_ms": self.slowest_first_turn_ms, "turns_per_minute": per_minute(took.0),
            "turns_per_cpu_minute": per_minute(took.1),
        })
    }
}

/// How a fight ended, in a word.
fn ending_word(ending: FightEnding) -> &'static str {
    match ending {
        FightEnding::Victory => "won",
        FightEnding::Defeat => "lost",
        FightEnding::Fled => "fled",
        FightEnding::Settled => "settled",
    }
}

/// The simulated player.
enum SimulatedPlayer {
    /// Wanders where habit leads.
    Habit(HabitPlayer),
    /// Follows a campaign.
    Follower(Follower),
}

/// Plays by itself, in memory, and checks what it played. Ends with one line of JSON; fails if a turn failed, a session does
/// not come to what is stored, or, in free play, a sentence was repeated within twenty turns or a long play left one of
/// the storyteller's tools unused; and where a campaign is played, if one of its games came to no ending.
///
/// # Errors
/// The store failed, or there is no such campaign.
pub async fn demo(models: Arc<Models>, what: Demo) -> Result<ExitCode, CommandError> {
    let mut tally = DemoReport::default();
    let (start, cpu) = (Instant::now(), cpu_time());
    for seed in 1..=what.seeds {
        let store = Arc::new(MemoryStore::new());
        let seeds = Seeds::new(Some(format!("demo {seed}")));
        let tables = Tables::new(Arc::clone(&store) as Arc<dyn Store>, Arc::clone(&models), seeds, Default::default());
        let hero = usize::try_from(seed).unwrap_or_default() % ready_made::ready_made().len();
        let heroes = vec![ready_made::ready_made()[hero].clone()];
        let session = match &what.campaign {
            Some(slug) => CliSession::at_campaign(tables, heroes, Edition::default(), slug).await?,
            None => CliSession::at_new(tables, heroes, Edition::default()).await?,
        };
        play(&session, seed, &what, &mut tally).await?;
        let folded = check_fold(&*store, &session.id).await;
        let stored = store.raw_snapshot(&session.id).await?;
        if !folded.is_ok_and(|game| serde_json::to_vec(&game).is_ok_and(|folded| folded == stored)) {
            tally.faults.push(format!("seed {seed}: its changes do not come to what is stored"));
        }
    }
    let took = (start.elapsed().as_secs_f64(), cpu_time().saturating_sub(cpu).as_secs_f64());
    say!("{}", tally.figures(&what, took));
    Ok(if tally.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
async fn play(session: &CliSession, seed: u32, what: &Demo, tally: &mut DemoReport) -> Result<(), CommandError> {
    let mut player = match what.campaign {
        Some(_) => SimulatedPlayer::Follower(Follower::new(seed.into())),
        None => SimulatedPlayer::Habit(HabitPlayer::new(seed.into())),
    };
    let most = what.turns.unwrap_or(if what.campaign.is_some() { TURNS_OF_A_CAMPAIGN } else { TURNS });
    let own = what.campaign.as_deref().map(own_words).unwrap_or_default();
    let mut lately = Lately::default();
    let start = session.now().await?;
    let (mut offered, mut was_asked) = (Vec::new(), false);
    if !what.quiet {
        tell(&format!("{}\n{}\n", start.game.story.current_location, start.game.story.current_scene));
    }
    let mut view = PlayerView::of(&start, &session.tables.models().agents.dm.id);
    for n in 1..=most {
        session.level_up().await?;
        let words = match (&mut player, session.tables.plot(&session.id).await?) {
            (SimulatedPlayer::Follower(player), Some(plot)) => player.next(&view, &plot, &offered),
            (SimulatedPlayer::Habit(player), _) => player.next(&view, was_asked),
            (SimulatedPlayer::Follower(_), None) => return Err("this table plays no campaign".into()),
        };
        let began = Instant::now();
        let played = match turn(session, &words, what.quiet).await {
            Ok(played) => played,
            Err(refused) => {
                tally.n_failed += 1;
                tally.faults.push(format!("seed {seed}, turn {n}, “{words}”: {refused}"));
                continue;
            }
        };
        if n == 1 {
            let ms = began.elapsed().as_secs_f64() * 1000.0;
            tally.slowest_first_turn_ms = tally.slowest_first_turn_ms.max(ms);
        }
        tally.count(&played.turn.turn);
        let facts = || played.turn.turn.changes.iter().filter_map(noted);
        offered = facts().filter_map(offer).map(str::to_owned).collect();
        was_asked = facts().any(|fact| matches!(fact, StoryFact::Waits { .. } | StoryFact::Asked { .. }));
        let told = &played.turn.turn.narrative;
        // Text of a campaign is repeated when a hero looks or asks again.
        for sentence in lately.again(told).into_iter().filter(|sentence| !own.contains(sentence)) {
            tally.count_repeated(what, format!("seed {seed}, turn {n}, “{words}”: told again: {sentence}"));
        }
        view = PlayerView::clone(&played.session);
        if let Some(ending) = view.plot.as_ref().and_then(|plot| plot.ending.as_ref()) {
            *tally.endings.entry(ending.id.clone()).or_default() += 1;
            return Ok(());
        }
    }
    if what.campaign.is_some() {
        let node = view.plot.as_ref().map(|plot| plot.node.as_str()).unwrap_or_default();
        tally.faults.push(format!("seed {seed}: no ending in {most} turns; it is in {node}"));
    }
    let ended = |fact: &&StoryFact| matches!(fact, StoryFact::Done { .. });
    tally.n_threads_ended += session.now().await?.game.story.facts.iter().filter(ended).count();
    Ok(())
}

fn noted(change: &Change) -> Option<&StoryFact> {
    match change {
        Change::FactNoted { fact } => Some(fact),
        _ => None,
    }
}

fn offer(fact: &StoryFact) -> Option<&str> {
    match fact {
        StoryFact::Offered { what, .. } => Some(what),
        _ => None,
    }
}

/// The sentences of a campaign that comes with the game.
fn own_words(slug: &str) -> BTreeSet<String> {
    fn gather(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::String(text) => found.extend(sentences(text)),
            Value::Array(all) => all.iter().for_each(|value| gather(value, found)),
            Value::Object(all) => all.values().for_each(|value| gather(value, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let package = campaign::ours().into_iter().find(|package| package.slug == slug);
    gather(&package.and_then(|package| serde_json::to_value(package).ok()).unwrap_or_default(), &mut found);
    found
}

/// Plays a turn, and prints it while it comes unless output is off.
async fn turn(session: &CliSession, words: &str, quiet: bool) -> Result<Box<TurnResult>, SendError> {
    if !quiet {
        tell(&format!("> {words}\n"));
    }
    let ask = Ask::Message { text: words.to_owned(), character: None };
    let mut telling = Telling::for_stdout();
    let played = session.play(ask, |event, _| {
        if let (TurnEvent::Text { delta }, false) = (event, quiet) {
            write(format_args!("{}", telling.shown(delta)));
        }
    });
    let played = played.await?;
    if !quiet {
        say!("{}", telling.end());
    }
    Ok(played)
}

/// The sentences of the last turns.
#[derive(Default)]
struct Lately(VecDeque<Vec<String>>);

impl Lately {
    /// Takes in a narration; returns its sentences that were narrated lately.
    fn again(&mut self, told: &str) -> Vec<String> {
        let told = sentences(told);
        let again = told.iter().filter(|it| self.0.iter().flatten().any(|before| before == *it)).cloned().collect();
        self.0.push_back(told);
        if self.0.len() > N_FRESH {
            self.0.pop_front();
        }
        again
    }
}

/// The sentences of a story, those of dialogue one by one, without those too short to be distinct.
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
        let mut tally = DemoReport::default();
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
