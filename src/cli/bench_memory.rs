//! `embertale bench memory`: how often a question finds its answer, in conversations in the format of `LoCoMo`.

use std::{
    collections::BTreeMap,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    recall::{Asked, Recall, Said, Unread},
    rules::{self, Endpoint, Sources},
    search::Encoder,
};

use super::{
    CommandError,
    bench_file::BenchFile,
    terminal::{note, say},
};

/// Number of results examined.
const N_FOUND: usize = 10;
/// How many numbers the packaged encoder's vectors have.
const N_DIMENSIONS: usize = 384;
/// How many texts an embeddings server is sent at once.
const BATCH: usize = 64;

/// What makes vectors of texts.
enum MessageEncoder {
    Packaged(Encoder),
    /// It reads each text alone.
    Server(Endpoint),
}

/// A file's conversation with the questions to it.
#[derive(Deserialize)]
struct Conversation {
    /// Sessions by name, `session_1` and so on, each a list of utterances, with `session_1_date_time` beside it.
    #[serde(rename = "conversation")]
    sessions: Map<String, Value>,
    qa: Vec<MemoryQuestion>,
}

#[derive(Deserialize)]
struct MemoryQuestion {
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
    /// Caption of a picture shown with it.
    blip_caption: Option<String>,
}

/// The longest message that counts as short, in characters: about as much as one passage.
const SHORT_CHARS: usize = 500;

/// How long the messages are that answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    Short,
    Long,
    Both,
}

/// A conversation, searchable.
struct SearchableConversation {
    recall: Recall,
    /// The turn of each utterance's id.
    turns: BTreeMap<String, u32>,
    /// Whether each turn is long.
    is_long: Vec<bool>,
}

/// A question's ranks: of its evidence the first and the last (from 0), none beyond the examined results.
struct SearchOutcome {
    category: Option<u32>,
    evidence: Evidence,
    first: Option<usize>,
    last: Option<usize>,
    took_ms: f64,
}

/// Asks conversations the questions of some files: what was said is searched by its words and, unless `words_alone`, by its
/// meaning, with the embeddings server if one is set. The last line is JSON: how many questions have evidence, in how many
/// cases any of it is among the first five and the first ten utterances found, in how many all of it is among the first ten, and
/// the 95th percentile of the time of a query in milliseconds, without its encoding. The figures of each conversation, category and length of the evidence go to
/// standard error, and where there are several files those of each.
///
/// # Errors
/// A file can't be read or has no questions, or the encoder can't be had.
pub async fn bench_memory(sources: &Sources, files: &[PathBuf], words_alone: bool) -> Result<(), CommandError> {
    let read = files.iter().map(|file| Ok((file, conversations(file)?)));
    let read: Vec<(&PathBuf, Vec<Conversation>)> = read.collect::<Result<_, CommandError>>()?;
    let meaning = match (words_alone, &sources.embeddings) {
        (true, _) => None,
        (false, Some(server)) => Some(MessageEncoder::Server(Endpoint::new(server.clone())?)),
        (false, None) => {
            Some(MessageEncoder::Packaged(rules::encoder(&sources.data_dir, |what| note!("{what}")).await?))
        }
    };
    let mut outcomes = Vec::new();
    for (file, conversations) in &read {
        let mut here = Vec::new();
        for (nth, conversation) in (1..).zip(conversations) {
            let of_one = asked(conversation, meaning.as_ref()).await;
            let of_one = of_one.map_err(|why| format!("{}: {why}", file.display()))?;
            note!("conversation {nth}: {}", figures(of_one.iter()));
            here.extend(of_one);
        }
        if here.is_empty() {
            return Err(format!("{} holds no questions with evidence", file.display()).into());
        }
        if read.len() > 1 {
            note!("{}: {}", file.display(), figures(here.iter()));
        }
        outcomes.extend(here);
    }
    let mut by_category: BTreeMap<u32, Vec<&SearchOutcome>> = BTreeMap::new();
    let mut by_evidence: BTreeMap<Evidence, Vec<&SearchOutcome>> = BTreeMap::new();
    for outcome in &outcomes {
        by_category.entry(outcome.category.unwrap_or_default()).or_default().push(outcome);
        by_evidence.entry(outcome.evidence).or_default().push(outcome);
    }
    by_category.into_iter().for_each(|(nth, of)| note!("category {nth}: {}", figures(of.into_iter())));
    for (evidence, of) in by_evidence {
        let length = match evidence {
            Evidence::Short => "short messages",
            Evidence::Long => "long messages",
            Evidence::Both => "short and long messages",
        };
        note!("evidence in {length}: {}", figures(of.into_iter()));
    }
    say!("{}", figures(outcomes.iter()));
    Ok(())
}

fn conversations(file: &Path) -> Result<Vec<Conversation>, CommandError> {
    BenchFile::read(file)?.json()
}

/// Asks a conversation its questions.
async fn asked(
    conversation: &Conversation,
    meaning: Option<&MessageEncoder>,
) -> Result<Vec<SearchOutcome>, CommandError> {
    let mut heard = heard(conversation)?;
    if let Some(meaning) = meaning {
        let start = Instant::now();
        let unread = heard.recall.unread(usize::MAX);
        let vectors = meaning.of_passages(&unread).await?;
        heard.recall.read_anew(vectors.first().map_or(N_DIMENSIONS, Vec::len));
        let took_s = start.elapsed().as_secs_f64();
        note!("{} utterances indexed for semantic search in {took_s:.1} s", unread.len());
        // The numbers of the passages stay; their stamps are new.
        for (unread, vector) in heard.recall.unread(usize::MAX).iter().zip(vectors) {
            heard.recall.learn(unread.ticket, &vector);
        }
    }
    let asked = conversation.qa.iter().map(|it| (it, evidence(it, &heard.turns)));
    let asked: Vec<(&MemoryQuestion, Vec<u32>)> = asked.filter(|(_, turns)| !turns.is_empty()).collect();
    let gists: Vec<String> = asked.iter().map(|(question, _)| heard.recall.gist(&question.question)).collect();
    let meanings: Vec<Option<Vec<f32>>> = match meaning {
        Some(meaning) => meaning.of_questions(&gists).await?.into_iter().map(Some).collect(),
        None => vec![None; gists.len()],
    };
    let outcome = |((question, evidence), meaning): (&(&MemoryQuestion, Vec<u32>), &Option<Vec<f32>>)| {
        outcome(&heard, question, evidence, meaning.as_deref())
    };
    Ok(asked.iter().zip(&meanings).map(outcome).collect())
}

impl MessageEncoder {
    async fn of_passages(&self, unread: &[Unread]) -> Result<Vec<Vec<f32>>, CommandError> {
        match self {
            Self::Packaged(encoder) => {
                Ok(in_parallel(unread, |it| encoder.encode_within(&it.before, &it.text, &it.after)))
            }
            Self::Server(server) => {
                let texts: Vec<&str> = unread.iter().map(|it| it.text.as_str()).collect();
                let mut vectors = Vec::with_capacity(texts.len());
                for texts in texts.chunks(BATCH) {
                    vectors.extend(server.of_entries(texts).await?);
                }
                Ok(vectors)
            }
        }
    }

    async fn of_questions(&self, gists: &[String]) -> Result<Vec<Vec<f32>>, CommandError> {
        match self {
            Self::Packaged(encoder) => Ok(in_parallel(gists, |gist| encoder.encode(gist))),
            Self::Server(server) => {
                let mut vectors = Vec::with_capacity(gists.len());
                for gist in gists {
                    vectors.push(server.of_question(gist).await?);
                }
                Ok(vectors)
            }
        }
    }
}

/// A conversation as it was heard, each utterance a turn.
fn heard(conversation: &Conversation) -> Result<SearchableConversation, CommandError> {
    let mut heard =
        SearchableConversation { recall: Recall::new(N_DIMENSIONS), turns: BTreeMap::new(), is_long: Vec::new() };
    let names = (1..).map(|n| format!("session_{n}"));
    for name in names.take_while(|name| conversation.sessions.contains_key(name)) {
        let utterances: Vec<Utterance> = serde_json::from_value(conversation.sessions[&name].clone())?;
        let at = conversation.sessions.get(&format!("{name}_date_time")).and_then(Value::as_str).unwrap_or("");
        // The time of day is ignored.
        let at = at.split_once(" on ").map_or(at, |(_, date)| date);
        for Utterance { speaker, dia_id, text, blip_caption } in utterances {
            let text = match blip_caption {
                Some(caption) => format!("{text} [shows {caption}]"),
                None => text,
            };
            let turn = u32::try_from(heard.is_long.len())?;
            heard.recall.add(&Said { turn, speaker: &speaker, text: &text, at });
            heard.is_long.push(text.chars().count() > SHORT_CHARS);
            heard.turns.insert(dia_id, turn);
        }
    }
    Ok(heard)
}

/// The turns that answer a question. One string may have several ids; unknown ones are ignored.
fn evidence(question: &MemoryQuestion, ids: &BTreeMap<String, u32>) -> Vec<u32> {
    let named = question.evidence.iter().flat_map(|ids| ids.split([';', ',', ' ']));
    let mut turns: Vec<u32> = named.filter_map(|id| ids.get(id.trim()).copied()).collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

fn outcome(
    heard: &SearchableConversation,
    question: &MemoryQuestion,
    evidence: &[u32],
    meaning: Option<&[f32]>,
) -> SearchOutcome {
    let start = Instant::now();
    let found = heard.recall.ask(&Asked { meaning, ..Asked::new(&question.question, N_FOUND) });
    let took_ms = start.elapsed().as_secs_f64() * 1_000.0;
    let places: Vec<Option<usize>> =
        evidence.iter().map(|turn| found.iter().position(|found| found.turn == *turn)).collect();
    let last = places.iter().try_fold(0, |last, place| place.map(|place| last.max(place)));
    let n_long = evidence.iter().filter(|turn| heard.is_long[**turn as usize]).count();
    let evidence = match n_long {
        0 => Evidence::Short,
        n if n == places.len() => Evidence::Long,
        _ => Evidence::Both,
    };
    SearchOutcome { category: question.category, evidence, first: places.into_iter().flatten().min(), last, took_ms }
}

/// The figures of some questions.
fn figures<'a>(outcomes: impl Iterator<Item = &'a SearchOutcome> + Clone) -> Value {
    let n = outcomes.clone().count();
    let mut took: Vec<f64> = outcomes.clone().map(|outcome| outcome.took_ms).collect();
    took.sort_by(f64::total_cmp);
    let p95 = took.get((n.max(1) * 95).div_ceil(100) - 1).copied().unwrap_or_default();
    let round = |value: f64| (value * 10_000.0).round() / 10_000.0;
    let share = |place: fn(&SearchOutcome) -> Option<usize>, within: usize| {
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
        let question = |evidence: &[&str]| MemoryQuestion {
            question: String::new(),
            evidence: evidence.iter().map(|id| String::from(*id)).collect(),
            category: None,
        };
        assert_eq!(evidence(&question(&["D1:4; D1:2", "D1:2"]), &ids), [1, 3]);
        assert!(evidence(&question(&["D", "D7:1", ""]), &ids).is_empty());
    }
}
