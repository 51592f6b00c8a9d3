//! Small sessions and turns as test data.

use game::{
    Change, Game, Session, SessionHead, State, Turn,
    character::Character,
    id::{SessionId, TurnId},
    story::Story,
    turn::{Cost, Spent, ToolCallRecord, Usage},
};

use embertale::store::{
    BeginOutcome, Claim, ClaimedSession, Commit, Interlude, Listed, NewSession, StoredTurn, Trace, TurnKey, TurnRecord,
};
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};

/// A time this number of minutes after the start of a certain day.
pub(crate) fn at(minute: i64) -> Timestamp {
    "2026-03-01T08:00:00.25Z".parse::<Timestamp>().unwrap() + minute.minutes()
}

pub(crate) fn hero(name: &str) -> Character {
    serde_json::from_value(json!({
        "id": "hero-1", "name": name, "class": "rogue", "race": "halfling", "level": 1, "xp": 0,
        "pendingLevelUp": null,
        "abilities": {"str": 8, "dex": 16, "con": 12, "int": 13, "wis": 10, "cha": 14},
        "currentHP": 9, "maxHP": 9, "tempHP": 0, "armorClass": 14, "speed": 25,
        "hitDice": {"sides": 8, "total": 1, "used": 0},
        "deathSaves": {"successes": 0, "failures": 0},
        "proficiencies": {"saves": ["dex", "int"], "skills": ["stealth"], "weapons": [], "armor": [], "tools": [],
                          "languages": ["common"]},
        "conditions": [], "inventory": [{"id": "rope", "name": "Rope", "quantity": 1}],
        "purse": {"cp": 3, "sp": 2, "gp": 15}, "weapons": [], "features": [], "spellcasting": null
    }))
    .unwrap()
}

/// A session at its start.
pub(crate) fn session(owner: &str, title: &str) -> Session {
    session_at(owner, title, 0)
}

/// A session that began this number of minutes after the start of the day.
pub(crate) fn session_at(owner: &str, title: &str, minute: i64) -> Session {
    let story = Story {
        current_location: "Thornwick".into(),
        current_scene: "Rain on the square.".into(),
        current_act: 1,
        ..Story::default()
    };
    Session {
        head: SessionHead::begin(
            SessionId::from(uuid::Uuid::now_v7().to_string()),
            owner.into(),
            title.into(),
            at(minute),
        ),
        game: Game::new(State::start(story, vec![hero("Pip")], [7; 32])),
    }
}

pub(crate) fn new(session: &Session) -> NewSession {
    NewSession { session: session.clone(), past: None, create_key: None }
}

pub(crate) fn keyed(session: &Session, key: &str) -> NewSession {
    NewSession { session: session.clone(), past: None, create_key: Some(key.into()) }
}

pub(crate) fn key(key: &str, words: &str) -> TurnKey {
    TurnKey { key: key.into(), fingerprint: format!("fingerprint of {words}") }
}

/// A turn that could be played next.
pub(crate) struct NextTurn {
    pub(crate) claim: Claim,
    pub(crate) key: TurnKey,
    pub(crate) commit: Commit<TurnRecord>,
    /// The session as it is when the turn is saved.
    pub(crate) after: Session,
}

/// The next turn of a session: its key and its one event are from `words`.
pub(crate) fn next_turn(session: &Session, words: &str) -> NextTurn {
    let id = TurnId::from(uuid::Uuid::now_v7().to_string());
    let mut after = session.clone();
    let changes = vec![Change::ImportantEventRecorded { text: words.to_lowercase(), about: None, aspect: None }];
    after.game.apply_all(&changes).unwrap();
    let mut usage = Usage::default();
    usage.count(
        "dm",
        Spent { input_tokens: 2_100, output_tokens: 80, cost_usd: Cost(Some(7_500_000_001)), ..Spent::default() },
    );
    let head = &mut after.head;
    head.version += 1;
    head.n_turns += 1;
    head.updated_at += 1.minute();
    head.usage.add(&usage);
    let turn = Turn {
        id: id.clone(),
        seq: head.n_turns,
        session_id: head.id.clone(),
        character_id: "hero-1".into(),
        seat: None,
        message: words.into(),
        narrative: format!("You {words}."),
        speakers: Vec::new(),
        tool_calls: vec![],
        changes,
        combat_events: Vec::new(),
        alternatives: vec![],
        deeds: vec![],
        whispers: Vec::new(),
        usage,
        model: "a-model".into(),
        started_at: session.head.updated_at,
        ended_at: head.updated_at,
    };
    let key = key(&format!("key of {words}"), words);
    let log = vec![Listed::Text { to: 3 }, Listed::Roll { change: 0, made: Some(vec![1]) }, Listed::Reset];
    let stored = StoredTurn { turn, key: key.clone(), log, head_after: head.clone() };
    let claim = Claim { session: head.id.clone(), turn: id };
    let commit = Commit {
        expected_version: session.head.version,
        head: after.head.clone(),
        game: after.game.clone(),
        what: TurnRecord { window: vec![stored.turn.exchange()], stored, interlude: None, trace: Trace::default() },
    };
    NextTurn { claim, key, commit, after }
}

/// The claimed session.
pub(crate) fn claimed(begun: BeginOutcome) -> ClaimedSession {
    match begun {
        BeginOutcome::Claimed(claimed) => *claimed,
        other => panic!("not claimed: {other:?}"),
    }
}

/// A tool call with this input.
pub(crate) fn tool_call(input: Value) -> ToolCallRecord {
    ToolCallRecord {
        call_id: "toolu_1".into(),
        name: "update_game_state".into(),
        input,
        result: "{\"ok\":true}".into(),
        is_error: false,
        public_result: None,
    }
}

/// An interlude that could come next, and the session after it.
pub(crate) fn next_interlude(session: &Session, amount: u32) -> (Commit<Interlude>, Session) {
    let changes = vec![Change::XpGained { character_id: "hero-1".into(), amount }];
    let mut after = session.clone();
    after.game.apply_all(&changes).unwrap();
    after.head.version += 1;
    after.head.updated_at += 1.second();
    let what = Interlude {
        session_id: session.head.id.clone(),
        after_seq: session.head.n_turns,
        version: after.head.version,
        at: after.head.updated_at,
        changes,
        key: None,
    };
    let expected_version = session.head.version;
    (Commit { expected_version, head: after.head.clone(), game: after.game.clone(), what }, after)
}
