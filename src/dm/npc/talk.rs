//! A conversation: each person addressed answers with their own agent; the story waits.

use game::{
    knowledge::{Channel, Perceiver, Present, perceivers},
    turn::Exchange,
};
use model::{self, Block, Message};
use prompt::Bracketed;

use crate::{
    agent::{self, RunOutcome, ToolError},
    campaign::CastMember,
    dm::{
        Draft,
        feed::{SPENDING_CAP_REACHED, TurnFailure},
        hints::{Hints, PreparedHints},
        play::{broke, stuck},
        plot,
    },
    store::MODEL_REFUSED,
};

use super::{
    agent::NpcAgents,
    block::{NpcBlockInput, npc_block},
    folk::Npc,
    mention::without_calls,
};

/// The speaking NPC.
#[derive(Debug, Clone)]
pub(in crate::dm) struct Voice {
    pub(in crate::dm) npc: Npc,
    /// The name of their agent in usage and traces.
    pub(in crate::dm) agent: &'static str,
    /// Where their words begin in the turn's narrative, in bytes.
    pub(in crate::dm) from: usize,
}

/// The people who perceive a conversation.
struct ConversationAudience {
    manner: Channel,
    present: Present,
    hero: Perceiver,
    addressed: Vec<Perceiver>,
}

impl ConversationAudience {
    fn of(&self, by: &Perceiver, to: &[Perceiver]) -> Vec<Perceiver> {
        perceivers(self.manner, Some(by), to, &[], &self.present)
    }
}

/// Lets the NPCs addressed answer the turn's message after the exchanges of a window, and records what was said for those who
/// heard it.
///
/// # Errors
/// A model failed, or its effects could not be recorded.
pub(in crate::dm) async fn converse(
    with: (&NpcAgents, &Hints),
    draft: &mut Draft,
    to: &[Npc],
    window: &[Exchange],
) -> Result<(), TurnFailure> {
    let words = &draft.moment.words().to_owned();
    let listeners = draft.listeners();
    let (_, present) = draft.present();
    let mut audience = ConversationAudience {
        manner: Channel::Speech,
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
        // The hero's words are the first memory; the first NPC has heard them already. Their other listeners are determined
        // after that answer, since the player is waiting.
        if draft.record.speakers.len() == 1 {
            if !draft.who_hears(&listeners, window).await.asides.is_empty() {
                audience.manner = Channel::Whisper;
            }
            let heard = audience.of(&audience.hero, &audience.addressed);
            draft.remember(audience.manner, Some(&hero), without_calls(words, to), heard).map_err(stuck)?;
        }
        let by = Perceiver::Npc(npc.id.clone());
        let mut heard = audience.of(&by, std::slice::from_ref(&audience.hero));
        // People who are taken aside together hear each other.
        heard.extend(audience.addressed.iter().filter(|it| !heard.contains(it)).cloned().collect::<Vec<_>>());
        draft.remember(audience.manner, Some(&npc.name), &said, heard).map_err(stuck)?;
    }
    // An NPC's text isn't sent back for correction, but its claims are recorded or reported.
    draft.settle().await;
    Ok(())
}

/// One answer.
async fn answer(
    (cast, hints): (&NpcAgents, &Hints),
    draft: &mut Draft,
    npc: &Npc,
    words: &str,
    is_named: bool,
) -> Result<(), TurnFailure> {
    let says = asked(draft, npc, words).await.map_err(broke)?;
    let between = if draft.record.narrative.is_empty() { "" } else { "\n\n" };
    if is_named {
        draft.say(&format!("{between}{}: ", npc.name));
    }
    let (agent, name) = cast.of_npc(npc);
    draft.speaks(Voice { npc: npc.clone(), agent: name, from: draft.record.narrative.len() }, is_named);
    let given = hints.for_npc(name, agent, draft, words);
    let beside = given.iter().filter_map(PreparedHints::block).map(|block| block.render()).collect();
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
        end => end.map_err(TurnFailure::from)?,
    };
    conclude(draft, npc, end);
    draft.tell_own_lines().await;
    Ok(())
}

/// The texts of an NPC's prompt: person and knowledge, `beside`, and the message verbatim.
fn prompt(draft: &Draft, npc: &Npc, says: &[String], words: &str, beside: Vec<String>) -> Vec<String> {
    let (all, _) = draft.present();
    let package = draft.campaign().ok();
    let seen =
        NpcBlockInput { game: draft.game(), package: package.as_deref(), all: &all, acting: draft.acting(), says };
    std::iter::once(npc_block(npc, &seen).render()).chain(beside).chain([words.to_owned()]).collect()
}

/// The campaign's answer of a person to this message, with all consequences.
async fn asked(draft: &mut Draft, npc: &Npc, words: &str) -> Result<Vec<String>, ToolError> {
    let Ok(package) = draft.campaign() else { return Ok(Vec::new()) };
    let person = package.people.iter().find(|person| npc.ids.iter().any(|id| id.as_str() == person.id));
    // Only topics with findings are the campaign's; the others are in the NPC's block.
    let brings = |person: &&CastMember| {
        let course = plot::course(&package, draft.game());
        course.is_some_and(|course| course.topic(person, words).is_some_and(|topic| topic.finding.is_some()))
    };
    let Some(person) = person.filter(brings).map(|person| person.id.clone()) else { return Ok(Vec::new()) };
    let outcome = draft.enact(|course, throw| course.ask(&person, words, throw)).await?;
    Ok(outcome.map(|enacted| enacted.told).unwrap_or_default())
}

/// The player's text for an NPC without an answer.
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
