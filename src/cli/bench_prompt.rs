//! `embertale bench prompt`: the cost of a scripted game of two hundred turns, by the provider's cache rules.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures::StreamExt;
use game::{edition::Edition, ready_made};
use model::{
    Model, PicoUsd, Prices, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall, estimate_tokens,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    dm::{Ask, Models, NarrationCheck, Provider, Seeds, Tables},
    store::{MemoryStore, Store},
};

use super::{
    CommandError,
    bench_file::{BenchFile, EMBERS},
    cli_session::CliSession,
    prompt_cache::PromptCache,
    prompt_script::{ScriptLine, person_of, script, summaries, thinking},
    terminal::{note, say},
};

/// How many turns are played.
const TURNS: usize = 200;
/// A narration is padded to this length, three short paragraphs as in the models' instructions, by sentences from elsewhere in the campaign.
const TELLING_CHARS: usize = 1_000;
/// The turns whose prompts are compared: early, and late.
const EARLY: std::ops::RangeInclusive<usize> = 30..=60;
const LATE: std::ops::RangeInclusive<usize> = 170..=200;
/// The targets: the least share of bytes in an unchanged prefix, and the most that late prompts may differ from early
/// ones, and that may be paid of what it would come to without a cache, and with the whole past in every prompt.
const PREFIX_SHARE: f64 = 0.9;
const DRIFT: f64 = 0.15;
const OF_UNCACHED: f64 = 0.3;
const OF_WHOLE_PAST: f64 = 0.1;
/// How long an answer takes.
const CALL: Duration = Duration::from_secs(7);

/// Totals of one agent's requests.
#[derive(Debug, Default, Clone, Serialize)]
struct RequestTotals {
    n_requests: u32,
    bytes: usize,
    bytes_unchanged: usize,
    input_tokens: u64,
    cache_read_tokens: u64,
    cache_write_tokens: u64,
    cache_write_hour_tokens: u64,
    cost_usd: f64,
}

/// The game's model: it follows the script, and notes what it is asked.
struct Scripted {
    lines: Vec<ScriptLine>,
    notes: Mutex<Notes>,
}

#[derive(Default)]
struct Notes {
    /// The turn that is played, from 1.
    turn: usize,
    /// Requests of the one who tells it so far, and how many messages the first one showed of earlier turns.
    n_calls: usize,
    n_window: usize,
    n_replies: u32,
    now: Duration,
    cache: PromptCache,
    before: HashMap<&'static str, String>,
    by_agent: BTreeMap<&'static str, RequestTotals>,
    /// Input tokens of each turn, from the first, and of the Dungeon Master's first request of it, if there was one.
    by_turn: Vec<u64>,
    first_request: Vec<Option<u64>>,
    /// Tokens of all that was said so far.
    past: usize,
    cost: PicoUsd,
    uncached: PicoUsd,
    whole_past: PicoUsd,
}

/// Who asks, by what they may use.
fn agent(request: &Request) -> &'static str {
    let has = |name: &str| request.tools.iter().any(|tool| tool.name == name);
    match () {
        () if request.tools.is_empty() => "helper",
        () if has("mark_no_check") => "rulesJudge",
        () if has("take_action") => "combat",
        () if has("move_npc") => "npc",
        () => "dungeonMaster",
    }
}

/// How many bytes of a text are those another begins with.
fn n_unchanged(text: &str, before: &str) -> usize {
    text.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count()
}

impl Scripted {
    fn notes(&self) -> std::sync::MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next turn up, after the players have thought about it.
    fn begin(&self, turn: usize) {
        let mut notes = self.notes();
        (notes.turn, notes.n_calls) = (turn, 0);
        notes.now += thinking(turn);
        notes.by_turn.push(0);
        notes.first_request.push(None);
    }

    /// Ends a turn, for the size of a prompt with the whole history.
    fn end(&self, words: &str, told: &str) {
        self.notes().past += estimate_tokens(words) + estimate_tokens(told);
    }

    fn note(&self, request: &Request, prices: &Prices) -> Tokens {
        let mut notes = self.notes();
        let notes = &mut *notes;
        let agent = agent(request);
        notes.now += CALL;
        let text: String = request.pieces().map(|piece| piece.text).collect();
        let tokens = notes.cache.read(request, notes.now);
        let n_input = tokens.input + tokens.cache_read + tokens.cache_write;
        let shows_past = matches!(agent, "dungeonMaster" | "combat");
        if shows_past && notes.n_calls == 0 {
            notes.n_window = request.messages.len().saturating_sub(1);
        }
        let shown = if shows_past { &request.messages[..notes.n_window.min(request.messages.len())] } else { &[] };
        let blocks = shown.iter().flat_map(|message| &message.content).filter_map(|block| block.as_text());
        let window: usize = blocks.map(estimate_tokens).sum();
        let past = if shows_past { notes.past } else { window };
        let with_whole_past = n_input.saturating_sub(window as u64) + past as u64;
        let price = |tokens: &Tokens| prices.cost(&request.model, tokens).unwrap_or_default();
        let plain = |input: u64| price(&Tokens { input, ..Tokens::default() });
        let cost = price(&tokens);
        notes.cost += cost;
        notes.uncached += plain(n_input);
        notes.whole_past += plain(with_whole_past);
        if let Some(turn) = notes.by_turn.last_mut() {
            *turn += n_input;
        }
        if let Some(first) = notes.first_request.last_mut().filter(|_| agent == "dungeonMaster") {
            first.get_or_insert(n_input);
        }
        let before = notes.before.insert(agent, text.clone()).unwrap_or_default();
        let asked = notes.by_agent.entry(agent).or_default();
        asked.n_requests += 1;
        asked.bytes += text.len();
        asked.bytes_unchanged += n_unchanged(&text, &before);
        asked.input_tokens += tokens.input;
        asked.cache_read_tokens += tokens.cache_read;
        asked.cache_write_tokens += tokens.cache_write;
        asked.cache_write_hour_tokens += tokens.cache_write_hour;
        asked.cost_usd += cost.as_usd();
        notes.n_calls += usize::from(shows_past);
        tokens
    }

    /// A scripted answer: some text, and calls.
    fn answer(&self, request: &Request) -> (String, Vec<(&'static str, Value)>) {
        let (turn, n_calls) = {
            let notes = self.notes();
            (notes.turn, notes.n_calls)
        };
        let line = &self.lines[(turn - 1) % self.lines.len()];
        match agent(request) {
            "helper" => (summaries(request), Vec::new()),
            "rulesJudge" if turn.is_multiple_of(2) => (String::new(), vec![("mark_no_check", json!({}))]),
            "rulesJudge" => {
                let check = json!({"skill": "perception", "difficulty": "moderate", "reason": "What is to be seen"});
                (String::new(), vec![("resolve_skill_check", check)])
            }
            "combat" if turn % 20 == 2 => (line.telling.clone(), vec![("end_combat", json!({"how": "settled"}))]),
            "combat" => (line.telling.clone(), Vec::new()),
            "npc" => (line.telling.chars().take(300).collect(), Vec::new()),
            _ if n_calls == 1 && turn.is_multiple_of(3) => {
                let throw = json!({"dice": "1d20+3", "reason": "Feeling along the wall", "dc": 12});
                (String::new(), vec![("roll_dice", throw)])
            }
            _ if n_calls == 1 && turn % 7 == 2 => {
                (String::new(), vec![("query_session_memory", json!({"query_type": "all"}))])
            }
            _ if n_calls == 1 && turn % 11 == 4 => {
                (String::new(), vec![("query_rules", json!({"query": "grappling in the dark"}))])
            }
            _ => (self.told(turn), self.written(turn, line)),
        }
    }

    /// A narration of the length models tell at.
    fn told(&self, turn: usize) -> String {
        let mut text = self.lines[(turn - 1) % self.lines.len()].telling.clone();
        for step in 1.. {
            if text.chars().count() >= TELLING_CHARS {
                break;
            }
            let other = &self.lines[(turn * 7 + step * 31) % self.lines.len()].telling;
            let between = if step % 2 == 0 { "\n\n" } else { " " };
            text = format!("{text}{between}{other}");
        }
        text
    }

    /// The recorded events beside it.
    fn written(&self, turn: usize, line: &ScriptLine) -> Vec<(&'static str, Value)> {
        let gist: String = line.telling.split_inclusive(['.', '!', '?']).take(1).collect();
        let mut update = json!({"scene_update": gist, "minutes_passed": 10});
        if turn.is_multiple_of(4) {
            update["notable_event"] = gist.clone().into();
        }
        if turn.is_multiple_of(6) {
            update["important_event"] = gist.clone().into();
        }
        if turn.is_multiple_of(5) {
            update["gold_delta"] = json!(if turn.is_multiple_of(2) { -1 } else { 1 });
        }
        if turn % 30 == 10 {
            update["quests_added"] = json!([format!("The errand of turn {turn}")]);
        }
        if turn % 30 == 28 {
            update["quests_completed"] = json!([format!("The errand of turn {}", turn - 18)]);
        }
        if turn.is_multiple_of(40) {
            update["npcs_to_create"] = json!([{"name": "A masked cutter", "slug": "bandit", "disposition": "hostile"}]);
        }
        let mut calls = vec![("update_game_state", update)];
        if let Some(name) = person_of(turn) {
            let person = json!({"name": name, "role": "ally", "context": gist});
            calls.push(("create_supporting_npc", person));
        }
        calls
    }
}

/// A model behind an `Arc`.
struct SharedModel(Arc<Scripted>, Arc<Prices>);

impl Model for SharedModel {
    fn reply(&self, request: Request) -> ReplyStream {
        let tokens = self.0.note(&request, &self.1);
        let (text, calls) = self.0.answer(&request);
        let n = {
            let mut notes = self.0.notes();
            notes.n_replies += 1;
            notes.n_replies
        };
        let calls: Vec<ToolCall> = (calls.into_iter().enumerate())
            .map(|(i, (name, input))| ToolCall { id: format!("call_{n}_{i}"), name: name.into(), input: Ok(input) })
            .collect();
        let mut blocks = Vec::new();
        if !text.is_empty() {
            blocks.push(json!({"type": "text", "text": text}));
        }
        let block = |call: &ToolCall| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input.clone().unwrap_or_default()});
        blocks.extend(calls.iter().map(block));
        let output = blocks.iter().map(|block| estimate_tokens(&block.to_string())).sum::<usize>() as u64;
        let stop = if calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
        let reply = Reply { model: request.model, blocks, calls, stop, tokens: Tokens { output, ..tokens } };
        let said = (!text.is_empty()).then_some(Ok(ReplyEvent::Text(text)));
        futures::stream::iter(said.into_iter().chain([Ok(ReplyEvent::Finished(reply))])).boxed()
    }
}

/// Plays a scripted campaign of two hundred turns and calculates the cost of its prompts by the rules of the provider's cache.
/// Ends with one line of JSON; fails if a promise about them is broken.
///
/// # Errors
/// The script can't be read, or a turn came to nothing.
pub async fn bench_prompt(file: Option<&Path>) -> Result<ExitCode, CommandError> {
    let file = BenchFile::read_or(file, EMBERS)?;
    let prices = Arc::new(Prices::default());
    let scripted = Arc::new(Scripted { lines: script(&file)?, notes: Mutex::default() });
    let models = Models {
        model: Arc::new(SharedModel(Arc::clone(&scripted), Arc::clone(&prices))),
        provider: Provider::Anthropic,
        agents: ("claude-sonnet-5-5", "claude-haiku-5-5").into(),
        prices,
        narration_check: NarrationCheck::Off,
    };
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let tables = Tables::new(store, Arc::new(models), Seeds::new(Some("embers".into())), Default::default());
    let heroes = vec![ready_made::ready_made()[0].clone()];
    let session = CliSession::at_new(tables, heroes, Edition::default()).await?;
    for turn in 1..=TURNS {
        session.level_up().await?;
        scripted.begin(turn);
        let line = &scripted.lines[(turn - 1) % scripted.lines.len()];
        let words = match turn {
            _ if turn > 30 && turn % 12 == 5 => format!("@Ashgrin {}", line.words),
            _ => line.words.clone(),
        };
        let ask = Ask::Message { text: words.clone(), character: None };
        let played = session.play(ask, |_, _| {}).await.map_err(|why| format!("turn {turn}, “{words}”: {why}"))?;
        scripted.end(&words, &played.turn.turn.narrative);
    }
    let spent = session.now().await?.head.usage.total;
    let notes = scripted.notes();
    let (figures, broken) = figures(&notes, spent.cost_usd.0.unwrap_or_default());
    broken.iter().for_each(|promise| note!("broken: {promise}"));
    say!("{figures}");
    Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The figures, and the promises they break.
fn figures(notes: &Notes, cost: u64) -> (Value, Vec<&'static str>) {
    let round = |value: f64| (value * 10_000.0).round() / 10_000.0;
    let sum = |of: fn(&RequestTotals) -> usize| notes.by_agent.values().map(of).sum::<usize>() as f64;
    let prefix_share = sum(|it| it.bytes_unchanged) / sum(|it| it.bytes).max(1.0);
    let mean = |turns: std::ops::RangeInclusive<usize>| {
        let n = turns.clone().count() as f64;
        turns.filter_map(|turn| notes.by_turn.get(turn - 1)).sum::<u64>() as f64 / n
    };
    // Of the late turns fewer have a second request and more are talks, which hides what a request grows by.
    let mean_request = |turns: std::ops::RangeInclusive<usize>| {
        let first: Vec<u64> = turns.filter_map(|turn| notes.first_request.get(turn - 1).copied().flatten()).collect();
        first.iter().sum::<u64>() as f64 / (first.len() as f64).max(1.0)
    };
    let (early, late) = (mean(EARLY), mean(LATE));
    let drift = late / early - 1.0;
    let request_drift = mean_request(LATE) / mean_request(EARLY) - 1.0;
    let (of_uncached, of_whole_past) = (share(notes.cost, notes.uncached), share(notes.cost, notes.whole_past));
    let seen = &notes.cache.seen;
    let promises = [
        ("too little of the prompts is unchanged", prefix_share < PREFIX_SHARE),
        ("late prompts are not as long as early ones", drift.abs().max(request_drift.abs()) > DRIFT),
        ("the cache saves too little", of_uncached > OF_UNCACHED),
        ("the window saves too little", of_whole_past > OF_WHOLE_PAST),
        ("a request has too many marks", seen.n_too_many > 0),
        ("a mark stands behind too little", seen.n_too_short > 0),
        ("a long life stands behind a short one", seen.n_out_of_order > 0),
        ("what was kept is too far back to be found", seen.n_out_of_sight > 0),
    ];
    let figures = json!({
        "turns": notes.by_turn.len(),
        "prefix_share": round(prefix_share),
        "early_input_tokens": early.round(), "late_input_tokens": late.round(), "drift": round(drift),
        "request_drift": round(request_drift),
        "input_cost_usd": round(notes.cost.as_usd()), "of_uncached": round(of_uncached), "of_whole_past": round(of_whole_past),
        "cost_usd": round(PicoUsd(cost).as_usd()),
        "most_marks": seen.most_marks, "marks_too_short": seen.n_too_short, "marks_out_of_order": seen.n_out_of_order,
        "out_of_sight": seen.n_out_of_sight,
        "by_agent": notes.by_agent,
    });
    (figures, promises.into_iter().filter(|(_, broken)| *broken).map(|(promise, _)| promise).collect())
}

fn share(part: PicoUsd, of: PicoUsd) -> f64 {
    part.0 as f64 / (of.0 as f64).max(1.0)
}
