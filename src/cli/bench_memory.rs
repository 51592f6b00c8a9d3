//! How well questions find what was said, in conversations in the format of `LoCoMo`.

use std::{collections::BTreeMap, fs, num::NonZero, path::Path, thread, time::Instant};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    recall::{Asked, Recall, Said, Unread},
    rules::{self, Sources},
};

use super::{Failure, terminal::say};

/// What is looked at of what was found.
const N_FOUND: usize = 10;
/// How many numbers the packaged encoder's vectors have.
const N_DIMENSIONS: usize = 384;

/// A file's conversation with the questions to it.
#[derive(Deserialize)]
struct Conversation {
    /// Sessions by name, `session_1` and so on, each a list of utterances, with `session_1_date_time` beside it.
    #[serde(rename = "conversation")]
    sessions: Map<String, Value>,
    qa: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    question: String,
    #[serde(default)]
    evidence: Vec<String>,
    category: Option<u32>,
}

#[derive(Deserialize)]
struct Utterance {
    speaker: String,
    dia_id: String,
    text: String,
    /// What is seen in a picture that was shown with it.
    blip_caption: Option<String>,
}

/// A question's numbers: of its evidence the first and the last place (from 0), none beyond what is looked at.
struct Outcome {
    category: Option<u32>,
    first: Option<usize>,
    last: Option<usize>,
    took_ms: f64,
}

/// Asks conversations the questions of a file: what was said is searched by its words and, unless `words_alone`, by its
/// meaning. The last line is JSON: how many questions have evidence, in how many cases any of it is among the first five and
/// the first ten utterances found, in how many all of it is among the first ten, and the 95th percentile of the time of a
/// query in milliseconds, without its encoding. The figures of each category and each conversation go to standard error.
///
/// # Errors
/// The file can't be read, or the encoder can't be had.
pub async fn bench_memory(sources: &Sources, file: &Path, words_alone: bool) -> Result<(), Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{} can't be read: {error}", file.display()))?;
    let conversations: Vec<Conversation> =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let encoder = match words_alone {
        true => None,
        false => Some(rules::encoder(&sources.data_dir, |what| eprintln!("{what}")).await?),
    };
    let mut outcomes = Vec::new();
    for (nth, conversation) in (1..).zip(&conversations) {
        let (mut recall, ids) = heard(conversation).map_err(|why| format!("{}: {why}", file.display()))?;
        if let Some(encoder) = &encoder {
            let of = |unread: &Unread| encoder.encode_within(&unread.before, &unread.text, &unread.after);
            let unread = recall.unread(usize::MAX);
            eprintln!("{} utterances are read for their meaning", unread.len());
            for (unread, vector) in unread.iter().zip(in_parallel(&unread, of)) {
                recall.learn(unread.ticket, &vector);
            }
        }
        let asked: Vec<(&Question, Vec<u32>)> =
            conversation.qa.iter().map(|it| (it, evidence(it, &ids))).filter(|(_, turns)| !turns.is_empty()).collect();
        let meaning = |(question, _): &(&Question, Vec<u32>)| {
            encoder.as_ref().map(|encoder| encoder.encode(&recall.gist(&question.question)))
        };
        let meanings = in_parallel(&asked, meaning);
        let outcome = |((question, evidence), meaning): (&(&Question, Vec<u32>), &Option<Vec<f32>>)| {
            outcome(&recall, question, evidence, meaning.as_deref())
        };
        let here: Vec<Outcome> = asked.iter().zip(&meanings).map(outcome).collect();
        eprintln!("conversation {nth}: {}", figures(here.iter()));
        outcomes.extend(here);
    }
    if outcomes.is_empty() {
        return Err(format!("{} holds no questions with evidence", file.display()).into());
    }
    let mut by_category: BTreeMap<u32, Vec<&Outcome>> = BTreeMap::new();
    for outcome in &outcomes {
        by_category.entry(outcome.category.unwrap_or_default()).or_default().push(outcome);
    }
    by_category.into_iter().for_each(|(nth, of)| eprintln!("category {nth}: {}", figures(of.into_iter())));
    say!("{}", figures(outcomes.iter()));
    Ok(())
}

/// A conversation as it was heard, each utterance a turn, and the turn of each utterance's id.
fn heard(conversation: &Conversation) -> Result<(Recall, BTreeMap<String, u32>), Failure> {
    let (mut recall, mut ids) = (Recall::new(N_DIMENSIONS), BTreeMap::new());
    let names = (1..).map(|n| format!("session_{n}"));
    for name in names.take_while(|name| conversation.sessions.contains_key(name)) {
        let utterances: Vec<Utterance> = serde_json::from_value(conversation.sessions[&name].clone())?;
        let at = conversation.sessions.get(&format!("{name}_date_time")).and_then(Value::as_str).unwrap_or("");
        // The time of day is nothing anybody asks for.
        let at = at.split_once(" on ").map_or(at, |(_, date)| date);
        for Utterance { speaker, dia_id, text, blip_caption } in utterances {
            let text = match blip_caption {
                Some(caption) => format!("{text} [shows {caption}]"),
                None => text,
            };
            let turn = u32::try_from(ids.len())?;
            recall.add(&Said { turn, speaker: &speaker, text: &text, at });
            ids.insert(dia_id, turn);
        }
    }
    Ok((recall, ids))
}

/// The turns that answer a question. Several ids may stand in one string; what is no id of the conversation counts for nothing.
fn evidence(question: &Question, ids: &BTreeMap<String, u32>) -> Vec<u32> {
    let named = question.evidence.iter().flat_map(|ids| ids.split([';', ',', ' ']));
    let mut turns: Vec<u32> = named.filter_map(|id| ids.get(id.trim()).copied()).collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

fn outcome(recall: &Recall, question: &Question, evidence: &[u32], meaning: Option<&[f32]>) -> Outcome {
    let start = Instant::now();
    let found = recall.ask(&Asked { meaning, ..Asked::new(&question.question, N_FOUND) });
    let took_ms = start.elapsed().as_secs_f64() * 1_000.0;
    let places: Vec<Option<usize>> =
        evidence.iter().map(|turn| found.iter().position(|found| found.turn == *turn)).collect();
    let last = places.iter().try_fold(0, |last, place| place.map(|place| last.max(place)));
    Outcome { category: question.category, first: places.into_iter().flatten().min(), last, took_ms }
}

/// The figures of some questions.
fn figures<'a>(outcomes: impl Iterator<Item = &'a Outcome> + Clone) -> Value {
    let n = outcomes.clone().count();
    let mut took: Vec<f64> = outcomes.clone().map(|outcome| outcome.took_ms).collect();
    took.sort_by(f64::total_cmp);
    let p95 = took.get((n.max(1) * 95).div_ceil(100) - 1).copied().unwrap_or_default();
    let round = |value: f64| (value * 10_000.0).round() / 10_000.0;
    let share = |place: fn(&Outcome) -> Option<usize>, within: usize| {
        let hits = outcomes.clone().filter(|outcome| place(outcome).is_some_and(|place| place < within)).count();
        round(hits as f64 / n.max(1) as f64)
    };
    json!({
        "n": n, "any@5": share(|it| it.first, 5), "any@10": share(|it| it.first, 10),
        "all@10": share(|it| it.last, 10), "p95_ms": round(p95),
    })
}

/// The same done to each, on all processors, in order.
fn in_parallel<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let of = &of;
    thread::scope(|scope| {
        let part = |items| scope.spawn(move || <[T]>::iter(items).map(of).collect::<Vec<R>>());
        let parts: Vec<_> = items.chunks(items.len().div_ceil(n_threads).max(1)).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_ids_in_one_string_are_several_and_unknown_ones_none() {
        let ids: BTreeMap<String, u32> = (1..).zip(0..9).map(|(n, turn)| (format!("D1:{n}"), turn)).collect();
        let question = |evidence: &[&str]| Question {
            question: String::new(),
            evidence: evidence.iter().map(|id| String::from(*id)).collect(),
            category: None,
        };
        assert_eq!(evidence(&question(&["D1:4; D1:2", "D1:2"]), &ids), [1, 3]);
        assert!(evidence(&question(&["D", "D7:1", ""]), &ids).is_empty());
    }
}
