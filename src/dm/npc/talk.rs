//! A conversation: each person addressed answers with their own agent; the story waits.

use game::{
    knowledge::{Manner, Perceiver, Present, perceivers},
    turn::Exchange,
};
use model::{self, Block, Message};
use prompt::Bracketed;

use crate::{
    agent::{self, RunOutcome, ToolError},
    campaign::Person,
    dm::{
        Draft,
        feed::{Failure, SPENDING_CAP_REACHED},
        hints::{Given, Hints},
        play::{broke, stuck},
        plot,
    },
    store::MODEL_REFUSED,
};

use super::{
    agent::Cast,
    block::{Seen, npc_block},
    folk::Npc,
    mention::without_calls,
};

/// Somebody who speaks just now.
#[derive(Debug, Clone)]
pub(in crate::dm) struct Voice {
    pub(in crate::dm) npc: Npc,
    /// The name of their agent in usage and traces.
    pub(in crate::dm) agent: &'static str,
    /// Where their words begin in the turn's narrative, in bytes.
    pub(in crate::dm) from: usize,
}

/// How what is said in a talk is perceived.
struct Audience {
    manner: Manner,
    present: Present,
    hero: Perceiver,
    addressed: Vec<Perceiver>,
}

impl Audience {
    fn of(&self, by: &Perceiver, to: &[Perceiver]) -> Vec<Perceiver> {
        perceivers(self.manner, Some(by), to, &[], &self.present)
    }
}

/// Lets those who were spoken to answer the turn's words, which follow the exchanges of a window, and keeps what was said with those
/// who heard it.
///
/// # Errors
/// A model failed, or the table could not take in what came of it.
pub(in crate::dm) async fn converse(
    with: (&Cast, &Hints),
    draft: &mut Draft,
    to: &[Npc],
    window: &[Exchange],
) -> Result<(), Failure> {
    let words = &draft.moment.words().to_owned();
    let listeners = draft.listeners();
    let (_, present) = draft.present();
    let mut audience = Audience {
        manner: Manner::Speech,
        present,
        hero: Perceiver::Hero(draft.acting().clone()),
        addressed: to.iter().map(|npc| Perceiver::Npc(npc.id.clone())).collect(),
    };
    let hero = draft.game().hero(draft.acting().as_str()).map_err(stuck)?.name.clone();
    for npc in to {
        answer(with, draft, npc, words, to.len() > 1).await?;
        let from = draft.voice().map_or(0, |voice| voice.from);
        let said = draft.record.narrative.get(from..).unwrap_or_default().to_owned();
        draft.record.speakers.push(npc.speaker());
        // What the hero said comes first in every memory; the first answer has heard it already. Who else hears it is asked behind
        // that answer, for which the player is waiting.
        if draft.record.speakers.len() == 1 {
            if !draft.who_hears(&listeners, window).await.asides.is_empty() {
                audience.manner = Manner::Whisper;
            }
            let heard = audience.of(&audience.hero, &audience.addressed);
            draft.remember(audience.manner, Some(&hero), without_calls(words, to), heard).map_err(stuck)?;
        }
        let by = Perceiver::Npc(npc.id.clone());
        let mut heard = audience.of(&by, std::slice::from_ref(&audience.hero));
        // People who are drawn aside together hear each other.
        heard.extend(audience.addressed.iter().filter(|it| !heard.contains(it)).cloned().collect::<Vec<_>>());
        draft.remember(audience.manner, Some(&npc.name), &said, heard).map_err(stuck)?;
    }
    // What somebody tells is not sent back to them, but what it claims is written down or said to be untrue.
    draft.settle().await;
    Ok(())
}

/// One answer.
async fn answer(
    (cast, hints): (&Cast, &Hints),
    draft: &mut Draft,
    npc: &Npc,
    words: &str,
    is_named: bool,
) -> Result<(), Failure> {
    let says = asked(draft, npc, words).await.map_err(broke)?;
    let between = if draft.record.narrative.is_empty() { "" } else { "\n\n" };
    if is_named {
        draft.say(&format!("{between}{}: ", npc.name));
    }
    let (agent, name) = cast.of_npc(npc);
    draft.speaks(Voice { npc: npc.clone(), agent: name, from: draft.record.narrative.len() }, is_named);
    let given = hints.for_npc(name, agent, draft, words);
    let beside = given.iter().filter_map(Given::block).map(|block| block.render()).collect();
    let texts = prompt(draft, npc, &says, words, beside);
    let messages = vec![Message::user(texts.into_iter().map(Block::text).collect())];
    let models = draft.models_for(name, &[]);
    let end = agent::run(agent, &*models.model, draft, messages).await;
    if let Some(given) = given {
        draft.note_hints(given);
    }
    let end = match end {
        // Answers that other people already gave are paid for, and kept.
        Err(agent::Error::Model(model::Error::CapReached { .. })) if !draft.record.speakers.is_empty() => {
            RunOutcome::OutOfMoney
        }
        end => end.map_err(Failure::from)?,
    };
    conclude(draft, npc, end);
    draft.tell_own_lines().await;
    Ok(())
}

/// The texts of the message that asks somebody: who they are and what they know, what stands `beside` that, and the words, byte
/// for byte.
fn prompt(draft: &Draft, npc: &Npc, says: &[String], words: &str, beside: Vec<String>) -> Vec<String> {
    let (all, _) = draft.present();
    let package = draft.campaign().ok();
    let seen = Seen { game: draft.game(), package: package.as_deref(), all: &all, acting: draft.acting(), says };
    std::iter::once(npc_block(npc, &seen).render()).chain(beside).chain([words.to_owned()]).collect()
}

/// What the campaign has somebody say to these words, with everything that comes of their being asked.
async fn asked(draft: &mut Draft, npc: &Npc, words: &str) -> Result<Vec<String>, ToolError> {
    let Ok(package) = draft.campaign() else { return Ok(Vec::new()) };
    let person = package.people.iter().find(|person| npc.ids.iter().any(|id| id.as_str() == person.id));
    // Only what brings a finding has to be the campaign's own doing; the rest stands in their block.
    let brings = |person: &&Person| {
        let course = plot::course(&package, draft.game());
        course.is_some_and(|course| course.topic(person, words).is_some_and(|topic| topic.finding.is_some()))
    };
    let Some(person) = person.filter(brings).map(|person| person.id.clone()) else { return Ok(Vec::new()) };
    let outcome = draft.enact(|course, throw| course.ask(&person, words, throw)).await?;
    Ok(outcome.map(|enacted| enacted.told).unwrap_or_default())
}

/// What the player reads when somebody left it at nothing.
fn conclude(draft: &mut Draft, npc: &Npc, end: RunOutcome) {
    let from = draft.voice().map_or(0, |voice| voice.from);
    let is_silent = draft.record.narrative.get(from..).is_none_or(|said| said.trim().is_empty());
    if is_silent {
        let line = match end {
            RunOutcome::Refused => format!("{} looks away, and will not answer that.", npc.name),
            _ => format!("{} says nothing.", npc.name),
        };
        // In the paragraph of a person who says nothing.
        draft.say_own_here(&line);
    }
    if end == RunOutcome::OutOfMoney {
        draft.notice(SPENDING_CAP_REACHED, "What may be spent is spent. What was said until then is kept.");
    }
    if end == RunOutcome::Refused {
        draft.notice(MODEL_REFUSED, "The model would not tell this. Try something else.");
    }
}
