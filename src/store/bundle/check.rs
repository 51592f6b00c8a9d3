//! Validates a bundle before it is written.

use std::collections::{HashMap, HashSet};

use game::{
    Change, Game,
    dice::{DiceCup, is_hash},
    limits::{MAX_MESSAGE, MAX_TELLINGS, MAX_TITLE},
    turn::{MAX_SPEAKERS, Speaker, Turn},
};
use jiff::Timestamp;

use crate::store::{CHECKPOINT_EVERY, Listed, MAX_TURN_BYTES, StoredTurn, TurnKey, json, limits::RecordKind};

use super::{Bundle, BundleError};

/// The longest key, and the longest name of a model or an agent, in bytes.
const MAX_KEY: usize = 200;
/// Maximum length of a speaker's name, in bytes.
const MAX_NAME: usize = 1_000;
/// The most combat events of a turn. A turn of play has a few dozen.
const MAX_COMBAT_EVENTS: usize = 10_000;
/// The most agents that a session's cost is counted by.
const MAX_AGENTS: usize = 50;
/// Maximum version. Play continues from it, and a later export must be importable again: there is room for more turns than
/// anyone plays below 2^53, up to which JSON numbers are exact, and no played session gets near it.
const MAX_VERSION: u64 = 1 << 52;
/// The most bytes that the games kept on the way may come to.
const MAX_CHECKPOINTS: usize = 256 << 20;

type BundleCheck = Result<(), BundleError>;

fn fault<T>(field: impl Into<String>, message: impl Into<String>) -> Result<T, BundleError> {
    Err(BundleError::at(field, message))
}

/// The games to be kept on the way, if everything about the bundle is sound.
pub(super) fn checked(bundle: &Bundle) -> Result<Vec<(u32, Game)>, BundleError> {
    about(bundle)?;
    campaign(bundle)?;
    seeds(bundle)?;
    names(bundle)?;
    order(bundle)?;
    tellings(bundle)?;
    journal(bundle)?;
    fold(bundle)
}

fn about(bundle: &Bundle) -> BundleCheck {
    let about = &bundle.about;
    let n = about.title.chars().count();
    if about.title.trim().is_empty() || n > MAX_TITLE {
        return fault("session.title", format!("A title has 1 to {MAX_TITLE} characters."));
    }
    time("session.createdAt", about.created_at)?;
    time("session.updatedAt", about.updated_at)
}

/// A session that plays a campaign has its package with it, and no other session has one.
fn campaign(bundle: &Bundle) -> BundleCheck {
    let played = |game: &Game| game.plot.as_ref().map(|plot| plot.campaign.digest.clone());
    let carried = bundle.campaign.as_ref().map(|package| package.digest().to_owned());
    match [&bundle.past.start, &bundle.state].into_iter().all(|game| played(game) == carried) {
        true => Ok(()),
        false if carried.is_none() => fault("campaign", "The campaign this session plays is missing."),
        false => fault("campaign", "This is not the campaign the session plays."),
    }
}

/// The journal is within its limits.
fn journal(bundle: &Bundle) -> BundleCheck {
    let wrong = bundle.past.aside.journal.check();
    wrong.map_err(|(field, message)| BundleError::at(format!("aside.journal.{field}"), message))
}

fn time(field: &str, time: Timestamp) -> BundleCheck {
    if time < Timestamp::UNIX_EPOCH { fault(field, "This time is before 1970.") } else { Ok(()) }
}

/// Every seed is listed and matches its commitment.
fn seeds(bundle: &Bundle) -> BundleCheck {
    let places: Vec<DiceCup> = bundle.past.seeds().collect();
    if places.len() != bundle.seeds.len() {
        let message = format!("There are {} seeds in this session, not {}.", places.len(), bundle.seeds.len());
        return fault("dice.seeds", message);
    }
    for (i, (place, seed)) in places.iter().zip(&bundle.seeds).enumerate() {
        let at = |field: &str| format!("dice.seeds[{i}].{field}");
        if !is_hash(&seed.commitment) {
            return fault(at("commitment"), "A commitment is 64 hexadecimal digits in lower case.");
        }
        match &seed.seed {
            Some(seed) if !is_hash(seed) => return fault(at("seed"), "A seed is 64 hexadecimal digits in lower case."),
            Some(_) if place.commitment() != seed.commitment => {
                return fault(at("commitment"), "This is not the hash of the session's seed.");
            }
            _ => {}
        }
        if seed.seed.clone().unwrap_or_default() != place.seed {
            return fault(at("seed"), "This is not the seed that stands in the session.");
        }
    }
    Ok(())
}

/// Ids and keys name one thing each.
fn names(bundle: &Bundle) -> BundleCheck {
    let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
    for (at, stored) in records(bundle) {
        if stored.turn.id.as_str().is_empty() || stored.turn.id.as_str().len() > MAX_KEY {
            return fault(format!("{at}.turn.id"), format!("An id has 1 to {MAX_KEY} bytes."));
        }
        if !ids.insert(stored.turn.id.as_str()) {
            return fault(format!("{at}.turn.id"), "Another turn has this id.");
        }
        key(&format!("{at}.key"), &stored.key, &mut keys)?;
    }
    for (i, undone) in bundle.past.aside.undone.iter().enumerate() {
        let at = format!("aside.undone[{i}]");
        key(&at, &undone.key, &mut keys)?;
        if let Some(id) = &undone.turn_id
            && (id.as_str().len() > MAX_KEY || !ids.insert(id.as_str()))
        {
            return fault(format!("{at}.turnId"), "Another turn has this id, or it is too long.");
        }
    }
    Ok(())
}

fn key<'a>(at: &str, key: &'a TurnKey, keys: &mut HashSet<&'a str>) -> BundleCheck {
    if key.key.is_empty() || key.key.len() > MAX_KEY {
        return fault(format!("{at}.key"), format!("A key has 1 to {MAX_KEY} bytes."));
    }
    if !is_hash(&key.fingerprint) {
        return fault(format!("{at}.fingerprint"), "A fingerprint is 64 hexadecimal digits in lower case.");
    }
    if !keys.insert(&key.key) { fault(format!("{at}.key"), "Another turn has this key.") } else { Ok(()) }
}

/// All turns and alternatives, with their paths.
fn records(bundle: &Bundle) -> impl Iterator<Item = (String, &StoredTurn)> {
    let turns = bundle.past.turns.iter().enumerate().map(|(i, stored)| (format!("turns[{i}]"), stored));
    let others = bundle.past.aside.alternatives.iter().enumerate();
    turns.chain(others.map(|(i, stored)| (format!("aside.alternatives[{i}]"), stored)))
}

/// Turns count from 1, versions grow, and interludes follow an existing turn.
fn order(bundle: &Bundle) -> BundleCheck {
    let mut version = 0;
    for (i, stored) in bundle.past.turns.iter().enumerate() {
        if usize::try_from(stored.turn.seq) != Ok(i + 1) {
            return fault(
                format!("turns[{i}].turn.seq"),
                format!("This is {}; turns count 1, 2, 3 …", stored.turn.seq),
            );
        }
        version = later(&format!("turns[{i}].headAfter.version"), version, stored.head_after.version)?;
    }
    let n_turns = bundle.past.turns.len();
    let (mut version, mut after_seq) = (0, 0);
    for (i, interlude) in bundle.past.interludes.iter().enumerate() {
        let at = |field: &str| format!("interludes[{i}].{field}");
        version = later(&at("version"), version, interlude.version)?;
        time(&at("at"), interlude.at)?;
        if interlude.after_seq < after_seq || usize::try_from(interlude.after_seq).is_ok_and(|seq| seq > n_turns) {
            let message = format!("This follows turn {}: later than what comes next, or never.", interlude.after_seq);
            return fault(at("afterSeq"), message);
        }
        after_seq = interlude.after_seq;
    }
    Ok(())
}

fn later(field: &str, before: u64, version: u64) -> Result<u64, BundleError> {
    if before < version && version <= MAX_VERSION {
        return Ok(version);
    }
    fault(field, format!("This is {version}; versions grow with everything that is saved, up to {MAX_VERSION}."))
}

/// All turns can be replayed, and shown to a model.
fn tellings(bundle: &Bundle) -> BundleCheck {
    let mut others: HashMap<u32, HashSet<&str>> = HashMap::new();
    for (i, other) in bundle.past.aside.alternatives.iter().enumerate() {
        let seq = other.turn.seq;
        if seq == 0 || usize::try_from(seq).is_ok_and(|seq| seq > bundle.past.turns.len()) {
            return fault(format!("aside.alternatives[{i}].turn.seq"), format!("There is no turn {seq}."));
        }
        later(&format!("aside.alternatives[{i}].headAfter.version"), 0, other.head_after.version)?;
        others.entry(seq).or_default().insert(other.turn.id.as_str());
    }
    let mut agents = HashSet::new();
    for (at, stored) in records(bundle) {
        told(&at, stored)?;
        agents.extend(stored.turn.usage.by_agent.keys());
        if agents.len() > MAX_AGENTS || stored.turn.usage.by_agent.keys().any(|agent| agent.len() > MAX_KEY) {
            return fault(format!("{at}.turn.usage.byAgent"), "There are too many agents, or one has too long a name.");
        }
    }
    for (i, stored) in bundle.past.turns.iter().enumerate() {
        let listed: HashSet<&str> = stored.turn.alternatives.iter().map(|other| other.turn_id.as_str()).collect();
        let there = others.remove(&stored.turn.seq).unwrap_or_default();
        if listed != there || listed.len() != stored.turn.alternatives.len() {
            return fault(
                format!("turns[{i}].turn.alternatives"),
                "These are not the other tellings of this turn that stand in aside.alternatives.",
            );
        }
    }
    Ok(())
}

fn told(at: &str, stored: &StoredTurn) -> BundleCheck {
    let StoredTurn { turn, log, head_after, .. } = stored;
    let n = turn.message.chars().count();
    if turn.message.trim().is_empty() || n > MAX_MESSAGE {
        return fault(format!("{at}.turn.message"), format!("A message has 1 to {MAX_MESSAGE} characters."));
    }
    if turn.narrative.trim().is_empty() {
        return fault(format!("{at}.turn.narrative"), "A turn tells something.");
    }
    if turn.model.len() > MAX_KEY {
        return fault(format!("{at}.turn.model"), format!("The name of a model has at most {MAX_KEY} bytes."));
    }
    let is_long = |one: &Speaker| one.name.len() > MAX_NAME || one.npc_id.as_str().len() > MAX_NAME;
    if turn.speakers.len() > MAX_SPEAKERS || turn.speakers.iter().any(is_long) {
        let message = format!("At most {MAX_SPEAKERS} answer for themselves, with names of at most {MAX_NAME} bytes.");
        return fault(format!("{at}.turn.speakers"), message);
    }
    if turn.combat_events.len() > MAX_COMBAT_EVENTS {
        let message = format!("A turn has at most {MAX_COMBAT_EVENTS} combat events.");
        return fault(format!("{at}.turn.combatEvents"), message);
    }
    if turn.alternatives.len() >= MAX_TELLINGS {
        let message = format!("A turn has at most {MAX_TELLINGS} tellings.");
        return fault(format!("{at}.turn.alternatives"), message);
    }
    time(&format!("{at}.turn.startedAt"), turn.started_at)?;
    time(&format!("{at}.turn.endedAt"), turn.ended_at)?;
    time(&format!("{at}.headAfter.updatedAt"), head_after.updated_at)?;
    if let Some(i) = turn.changes.iter().position(|change| matches!(change, Change::DiceReseeded { .. })) {
        return fault(format!("{at}.turn.changes[{i}]"), "Dice get another seed between turns only.");
    }
    listing(at, turn, log)
}

/// A turn's log covers its narrative from the beginning or the last reset. A turn may have none.
fn listing(at: &str, turn: &Turn, log: &[Listed]) -> BundleCheck {
    if log.is_empty() {
        return Ok(());
    }
    let mut reached = 0;
    for (i, entry) in log.iter().enumerate() {
        match entry {
            Listed::Text { to } if *to < reached || *to > MAX_TURN_BYTES => {
                return fault(format!("{at}.log[{i}].to"), "The text ends before it began, or is too long.");
            }
            Listed::Text { to } => reached = *to,
            Listed::Reset => reached = 0,
            Listed::Roll { change, .. } if !matches!(turn.changes.get(*change), Some(Change::DiceRolled { .. })) => {
                return fault(
                    format!("{at}.log[{i}].change"),
                    "There is no throw at this place in the turn's changes.",
                );
            }
            Listed::Roll { .. } | Listed::Tool { .. } | Listed::Notice { .. } => {}
        }
    }
    let standing = log.iter().rposition(|entry| *entry == Listed::Reset).map_or(0, |reset| reset + 1);
    let ends = log[standing..].iter().all(|entry| match entry {
        Listed::Text { to } => turn.narrative.is_char_boundary(*to),
        _ => true,
    });
    if !ends || reached != turn.narrative.len() {
        return fault(format!("{at}.log"), "The log does not come to the turn's narrative.");
    }
    Ok(())
}

/// The changes produce the state, and a playable game at every turn that can be returned to.
fn fold(bundle: &Bundle) -> Result<Vec<(u32, Game)>, BundleError> {
    let past = &bundle.past;
    past.start.check().map_err(|error| BundleError::at(format!("session.start.{}", error.field), error.message))?;
    let mut others: HashMap<u32, Vec<(usize, &StoredTurn)>> = HashMap::new();
    for (i, other) in past.aside.alternatives.iter().enumerate() {
        others.entry(other.turn.seq).or_default().push((i, other));
    }
    let mut game = past.start.clone();
    let (mut checkpoints, mut kept_bytes) = (Vec::new(), 0);
    let mut interludes = past.interludes.iter().enumerate().peekable();
    for (i, stored) in past.turns.iter().enumerate() {
        while let Some((k, interlude)) = interludes.next_if(|(_, it)| it.after_seq < stored.turn.seq) {
            game = after(&game, &interlude.changes, &format!("interludes[{k}].changes"))?;
        }
        for (k, other) in others.remove(&stored.turn.seq).unwrap_or_default() {
            played(&game, &other.turn, &format!("aside.alternatives[{k}].turn"))?;
        }
        game = played(&game, &stored.turn, &format!("turns[{i}].turn"))?;
        if stored.turn.seq.is_multiple_of(CHECKPOINT_EVERY) {
            let size = json::encode(RecordKind::Snapshot, &game).map(|json| json.len());
            kept_bytes += size.map_err(|error| BundleError::at(format!("turns[{i}]"), error.to_string()))?;
            if kept_bytes > MAX_CHECKPOINTS {
                return fault(format!("turns[{i}]"), "The games on the way are too large to be kept.");
            }
            checkpoints.push((stored.turn.seq, game.clone()));
        }
    }
    for (k, interlude) in interludes {
        game = after(&game, &interlude.changes, &format!("interludes[{k}].changes"))?;
    }
    if game != bundle.state {
        return fault("session.state", "The changes do not come to this state: something of the session was altered.");
    }
    Ok(checkpoints)
}

/// The game after a turn.
fn played(game: &Game, turn: &Turn, at: &str) -> Result<Game, BundleError> {
    if game.characters.iter().all(|hero| hero.id != turn.character_id) {
        return fault(format!("{at}.characterId"), format!("There is no hero “{}” in this turn.", turn.character_id));
    }
    after(game, &turn.changes, &format!("{at}.changes"))
}

/// The game after some changes. Only where they lead astray is it asked which of them does.
fn after(before: &Game, changes: &[Change], at: &str) -> Result<Game, BundleError> {
    let mut game = before.clone();
    for (i, change) in changes.iter().enumerate() {
        game.apply(change).map_err(|refusal| BundleError::at(format!("{at}[{i}]"), refusal.to_string()))?;
    }
    let Err(wrong) = game.check() else { return Ok(game) };
    let mut game = before.clone();
    for (i, change) in changes.iter().enumerate() {
        let wrong = game.apply(change).err().map(|refusal| refusal.to_string());
        let wrong = wrong.or_else(|| game.check().err().map(|error| format!("{}: {}", error.field, error.message)));
        if let Some(wrong) = wrong {
            return fault(format!("{at}[{i}]"), format!("This leads to a game that can't be. {wrong}"));
        }
    }
    fault(at, format!("These lead to a game that can't be. {}: {}", wrong.field, wrong.message))
}
