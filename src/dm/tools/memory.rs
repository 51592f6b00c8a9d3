//! Tools of the session's memory: the people it will come back to, and what must not be forgotten.

use std::{borrow::Cow, fmt::Write};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Answer, Tool, ToolError},
    dm::{Draft, Wanted},
    game::{
        Change, State,
        id::{NpcId, kebab},
        story::{NpcRole, SupportingNpc},
        wording::cut,
    },
};

/// The most turns an answer cites.
const MOST_FOUND: usize = 6;
/// The longest question to the past, in characters.
const MAX_QUERY: usize = 1_000;

/// Write down a person the story will come back to: someone with a name, a wish and a face. Call it when such a person
/// first matters, not for passers-by. A profile is written from what you say here; the same name again renews it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateSupportingNpc {
    /// Their name.
    pub name: String,
    /// What they are to the heroes: ally, rival, neutral, informant, merchant or quest_giver.
    pub role: String,
    /// Who they are and what just happened with them, in a few sentences.
    pub context: String,
    /// The stat block they would fight with, such as "scout".
    #[serde(default)]
    pub combat_slug: Option<String>,
}

/// Look up what this session remembers: events recorded as important, supporting NPCs and, with a `query`, whatever was said,
/// told or written down in any turn so far, however long ago. Call it before you tell anything that leans on the past: a name
/// the player brings up, a promise, an old enemy.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuerySessionMemory {
    /// "important_events", "supporting_npcs", "all" for both, or "past" for what the `query` finds and nothing else.
    pub query_type: String,
    /// What you want to know of earlier turns, as a question or a few words that name who and what it is about. Each turn that
    /// answers is given by its number, with its day and who said it.
    #[serde(default)]
    pub query: Option<String>,
    /// Only what this hero or NPC said, by name.
    #[serde(default)]
    pub said_by: Option<String>,
    /// Only what was on this day of the story.
    #[serde(default)]
    pub day: Option<u32>,
    /// How things stood after the turn of this number: who and what was where, who had what, what was promised. With a `query`
    /// only what has a word of it.
    #[serde(default)]
    pub as_of_turn: Option<u32>,
}

impl Tool for CreateSupportingNpc {
    const NAME: &'static str = "create_supporting_npc";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let name = self.name.trim();
        if name.is_empty() {
            return Err(ToolError::Refused("A supporting NPC needs a name.".into()));
        }
        let location = draft.game().story.current_location.to_lowercase();
        let role = NpcRole::read(&self.role);
        let mut npc = draft.profile_of(name, role, &self.context, &location).await;
        npc.id = NpcId::from(kebab(name));
        npc.combat_slug = self.combat_slug.map(|slug| kebab(&slug));
        let id = npc.id.clone();
        if let Some(known) = draft.game().supporting_npcs.iter().find(|known| known.id == id) {
            keep_what_is_known(&mut npc, known);
        }
        let npc = Box::new(npc);
        let change = match draft.game().supporting_npcs.iter().any(|known| known.id == id) {
            true => Change::SupportingNpcUpdated { npc },
            false => Change::SupportingNpcCreated { npc },
        };
        draft.record(change)?;
        Ok(Answer::done(serde_json::json!({"ok": true, "npc_id": id}).to_string()))
    }
}

impl Tool for QuerySessionMemory {
    const NAME: &'static str = "query_session_memory";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let query = self.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let (state, as_of) = (draft.game(), self.as_of_turn);
        let important_events = |state: &State| important_events(&draft.corrections.lines(&state.important_events));
        let mut parts = match self.query_type.as_str() {
            "important_events" => vec![important_events(state)],
            "supporting_npcs" => vec![supporting_npcs(state)],
            "all" => vec![important_events(state), supporting_npcs(state)],
            "past" if query.is_some() || as_of.is_some() => Vec::new(),
            "past" => return Err(ToolError::Refused("Say in `query` what you want to know of the past.".into())),
            other => {
                return Err(ToolError::Refused(format!(
                    "There is no query_type “{other}”. Use important_events, supporting_npcs, all or past."
                )));
            }
        };
        if let Some(turn) = as_of {
            parts.push(draft.facts_as_of(turn, query).await);
        }
        if let Some(query) = query {
            let query = cut(query, MAX_QUERY).to_owned();
            let speaker = self.said_by.filter(|name| !name.trim().is_empty());
            let before = as_of.map(|turn| turn.saturating_add(1));
            let wanted = Wanted { query, speaker, day: self.day, after: None, before, limit: MOST_FOUND };
            parts.push(draft.told_of_the_past(wanted).await);
        }
        Ok(Answer::found(parts.join("\n\n")))
    }
}

/// A renewed profile keeps what it says nothing new about.
fn keep_what_is_known(npc: &mut SupportingNpc, known: &SupportingNpc) {
    let fields = [(&mut npc.appearance, &known.appearance), (&mut npc.personality, &known.personality)];
    for (new, old) in fields {
        if new.is_empty() {
            new.clone_from(old);
        }
    }
    if npc.motivations.is_empty() {
        npc.motivations.clone_from(&known.motivations);
    }
    npc.dead = known.dead;
    if npc.combat_slug.is_none() {
        npc.combat_slug.clone_from(&known.combat_slug);
    }
}

fn important_events(events: &[Cow<'_, str>]) -> String {
    if events.is_empty() {
        return "No important events have been recorded yet.".into();
    }
    let mut text = "IMPORTANT EVENTS:".to_owned();
    for (i, event) in events.iter().enumerate() {
        let _ = write!(text, "\n{}. {event}", i + 1);
    }
    text
}

fn supporting_npcs(state: &State) -> String {
    if state.supporting_npcs.is_empty() {
        return "No supporting NPCs have been written down yet.".into();
    }
    let mut text = "SUPPORTING NPCs:".to_owned();
    for npc in &state.supporting_npcs {
        let _ = write!(text, "\n{} [{}] ({})", npc.name, npc.role.as_str(), npc.location);
        let facts = [
            ("appearance", npc.appearance.clone()),
            ("personality", npc.personality.clone()),
            ("wants", npc.motivations.join(", ")),
            ("notes", npc.notes.clone()),
        ];
        for (what, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) {
            let _ = write!(text, "; {what}: {fact}");
        }
        if npc.dead {
            text.push_str("; dead");
        }
        let _ = write!(text, "; id: {}", npc.id);
    }
    text
}
