//! Collects all texts a player can read of a session that hides a secret: the secret is put into every hidden field, and every
//! view is serialized.

use game::{
    Change, Game, Session, SessionHead, Turn,
    creature::{Creature, Disposition},
    id::{CharacterId, NpcId, SessionId, TurnId},
    journal::{Circumstances, EntryFilter, Journal, JournalEdits},
    story::SupportingNpc,
    turn::{Speaker, ToolCallRecord, Usage},
    view::PlayerView,
};
use serde_json::{Map, Value, json};

use crate::{
    agent::{PublicCall, PublicResult},
    dm::{facts_of, players_view::known_tools, turn_view},
};

/// A field that no tool defines.
const UNKNOWN_FIELD: &str = "a_field_of_tomorrow";

/// Every text a player reads: of the game, of these changes, and of calls of every tool with the secret in all hidden fields.
pub(super) fn players_texts(game: &Game, changes: &[Change], secret: &str) -> Vec<String> {
    let mut game = game.clone();
    let person = Box::new(keeper_of(secret));
    let mut changes = changes.to_vec();
    for change in [
        Change::SupportingNpcCreated { npc: person.clone() },
        Change::SupportingNpcUpdated { npc: Box::new(SupportingNpc { dead: true, ..*person }) },
        Change::CreatureEntered { creature: stranger_of(secret) },
    ] {
        // A full session has no room for them; the other views are still checked.
        if game.apply(&change).is_ok() {
            changes.push(change);
        }
    }
    let mut texts = Vec::new();
    for speakers in [Vec::new(), vec![Speaker { npc_id: NpcId::from("keeper"), name: "Keeper".into() }]] {
        let tool_calls = known_tools(&speakers).flat_map(|(name, public)| calls(name, public, secret)).collect();
        texts.push(json(&turn_view(Turn { tool_calls, speakers, ..turn(&changes) })));
    }
    let head =
        SessionHead::begin(SessionId::from("scene"), "local".into(), "A scene".into(), jiff::Timestamp::UNIX_EPOCH);
    texts.push(json(&PlayerView::of(&Session { head, game: game.clone() }, "none")));
    let mut journal = Journal::default();
    journal.add(&turn(&changes), &Circumstances::of(&game), |_| false);
    let wanted = EntryFilter { limit: usize::MAX, forgotten: true, ..EntryFilter::default() };
    texts.extend(journal.read(&JournalEdits::default(), &wanted).items.iter().map(json));
    texts.extend(facts_of(&changes));
    texts
}

/// A person whose motivations, notes and kind are the secret.
fn keeper_of(secret: &str) -> SupportingNpc {
    SupportingNpc {
        motivations: vec![secret.to_owned()],
        notes: secret.to_owned(),
        combat_slug: Some(secret.to_owned()),
        ..SupportingNpc::named("keeper")
    }
}

/// A creature whose kind is the secret.
fn stranger_of(secret: &str) -> Creature {
    Creature {
        id: NpcId::from("passer-by"),
        name: "Passer-by".to_owned(),
        slug: secret.to_owned(),
        disposition: Disposition::Neutral,
        hp: 4,
        max_hp: 4,
        armor_class: 10,
        xp: 10,
        conditions: Vec::new(),
        companion: false,
        supporting_npc_id: None,
        stats: None,
        temp_hp: 0,
        effects: Vec::new(),
        concentrating_on: Some(secret.to_owned()),
        spent: [(secret.to_owned(), 1)].into(),
        death_saves: None,
        died_at: None,
    }
}

/// Calls of a tool with the secret in all hidden fields: one answered normally, one with a malformed input.
fn calls(name: &str, public: PublicCall, secret: &str) -> [ToolCallRecord; 2] {
    // A fully public answer quotes only what players may look up.
    let hidden_in_answer = if public.result == PublicResult::Whole { "" } else { secret };
    let public = public.input;
    let mut input: Map<String, Value> = public.iter().map(|field| ((*field).to_owned(), json!("seen"))).collect();
    for hidden in [
        "context",
        "learns",
        "secrets",
        "notes",
        "target",
        "about",
        "secret",
        "id",
        "slug",
        "combat_slug",
        UNKNOWN_FIELD,
    ] {
        if !public.contains(&hidden) {
            input.insert(hidden.to_owned(), json!([secret, { UNKNOWN_FIELD: secret }]));
        }
    }
    let call = |call_id: &str, input, result| ToolCallRecord {
        call_id: call_id.to_owned(),
        name: name.to_owned(),
        input,
        result,
        is_error: false,
        public_result: None,
    };
    let nested = public.iter().map(|field| ((*field).to_owned(), json!([{ UNKNOWN_FIELD: secret }]))).collect();
    [
        call("answered", Value::Object(input), json!({"ok": true, UNKNOWN_FIELD: hidden_in_answer}).to_string()),
        call("nested", Value::Object(nested), String::new()),
    ]
}

fn turn(changes: &[Change]) -> Turn {
    let now = jiff::Timestamp::UNIX_EPOCH;
    Turn {
        id: TurnId::from("turn"),
        seq: 1,
        session_id: SessionId::from("scene"),
        character_id: CharacterId::from("hero"),
        seat: None,
        message: String::new(),
        narrative: String::new(),
        speakers: Vec::new(),
        tool_calls: Vec::new(),
        changes: changes.to_vec(),
        combat_events: Vec::new(),
        alternatives: Vec::new(),
        deeds: Vec::new(),
        whispers: Vec::new(),
        usage: Usage::default(),
        model: String::new(),
        started_at: now,
        ended_at: now,
    }
}

fn json<T: serde::Serialize>(it: &T) -> String {
    serde_json::to_string(it).unwrap_or_default()
}
