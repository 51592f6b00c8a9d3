//! Important events and supporting NPCs as separate fields, so that the Firestore console can show and edit them. They are the
//! only copy in a session's document: taken out of the game's JSON when it is written, and put back when it is read.

use game::State;
use serde_json::Value as Json;

use crate::store::{Error, Result};

use super::document::{DocumentFields, StoredDocument};

const EVENTS: &str = "importantEvents";
const NPCS: &str = "supportingNPCs";
/// The member of a game's JSON that they follow.
const BEFORE: &str = "story";
/// The fields of a supporting NPC, in the order of its JSON.
const NPC_FIELDS: [&str; 11] = [
    "id",
    "name",
    "displayName",
    "role",
    "appearance",
    "personality",
    "motivations",
    "location",
    "notes",
    "combatSlug",
    "dead",
];

/// Adds both as fields.
pub(super) fn write(fields: DocumentFields, game: &State) -> Result<DocumentFields> {
    let json = |it: serde_json::Result<Json>| it.map_err(|error| Error::Damaged(error.to_string()));
    let fields = fields.json(EVENTS, &json(serde_json::to_value(&game.important_events))?);
    Ok(fields.json(NPCS, &json(serde_json::to_value(&game.supporting_npcs))?))
}

/// A game's JSON without them.
pub(super) fn taken_out(game: &str) -> String {
    let Some(members) = members(game) else { return game.to_owned() };
    let rest = members.into_iter().filter(|(name, _)| *name != EVENTS && *name != NPCS);
    object(rest.map(|(_, member)| member.to_owned()))
}

/// A game's JSON with the document's native fields; invalid ones are left for the reader's error.
pub(super) fn put_back(rest: &str, record: &StoredDocument) -> String {
    let Some(members) = members(rest) else { return rest.to_owned() };
    let own = |name: &str| Some(format!("\"{name}\":{}", record.json(name, &NPC_FIELDS)?));
    let own = || [EVENTS, NPCS].into_iter().filter_map(own);
    let mut all = Vec::with_capacity(members.len() + 2);
    for (name, member) in &members {
        all.push((*member).to_owned());
        if *name == BEFORE {
            all.extend(own());
        }
    }
    if !members.iter().any(|(name, _)| *name == BEFORE) {
        all.extend(own());
    }
    object(all)
}

fn object(members: impl IntoIterator<Item = String>) -> String {
    let members: Vec<String> = members.into_iter().collect();
    format!("{{{}}}", members.join(","))
}

/// The members of a JSON object, each with its name; none if it isn't one.
fn members(json: &str) -> Option<Vec<(&str, &str)>> {
    let inside = json.trim().strip_prefix('{')?.strip_suffix('}')?;
    let (mut members, mut start) = (Vec::new(), 0);
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                members.push(member(&inside[start..at])?);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inside.trim().is_empty() {
        members.push(member(&inside[start..])?);
    }
    Some(members)
}

fn member(text: &str) -> Option<(&str, &str)> {
    let (name, _) = text.trim().strip_prefix('"')?.split_once('"')?;
    Some((name, text))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use firestore::gcloud_sdk::google::firestore::v1::Document;

    use game::{
        Game, State,
        id::NpcId,
        story::{NpcRole, Story, SupportingNpc},
    };

    use super::*;

    fn npc(combat_slug: Option<&str>) -> SupportingNpc {
        SupportingNpc {
            id: NpcId::from("marta"),
            name: "marta".into(),
            role: NpcRole::QuestGiver,
            appearance: "tall, \"grey\" {[\\".into(),
            personality: String::new(),
            motivations: vec!["home".into(), String::new(), "\u{0}".into()],
            location: "the mill".into(),
            notes: "👩‍👩‍👧".into(),
            display_name: combat_slug.map(|_| "McMarta".into()),
            combat_slug: combat_slug.map(Into::into),
            dead: combat_slug.is_some(),
        }
    }

    fn game(events: &[&str], npcs: Vec<SupportingNpc>) -> Game {
        let story = Story { current_scene: r#"a "scene", {with} [\"]"#.into(), ..Story::default() };
        let state = State::start(story, Vec::new(), [7; 32]);
        let important_events = events.iter().map(|&event| event.into()).collect();
        Game::new(State { important_events, supporting_npcs: npcs, ..state })
    }

    fn there_and_back(game: &Game) -> (String, String) {
        let json = serde_json::to_string(game).unwrap();
        let fields: HashMap<_, _> = write(DocumentFields::default(), game).unwrap().0;
        let record = StoredDocument::of(Document { fields, ..Document::default() }, "a session");
        let rest = taken_out(&json);
        let back = put_back(&rest, &record);
        (rest, back)
    }

    #[test]
    fn what_was_taken_out_comes_back_byte_for_byte() {
        for game in [
            game(&[], Vec::new()),
            game(&["one", "t,w\"o", "\\"], vec![npc(None), npc(Some("mage"))]),
            game(&[""], vec![npc(Some(""))]),
        ] {
            let (rest, back) = there_and_back(&game);
            assert!(!rest.contains(EVENTS) && !rest.contains(NPCS), "{rest}");
            assert_eq!(back, serde_json::to_string(&game).unwrap());
        }
    }

    #[test]
    fn the_fields_of_an_npc_are_all_known_in_their_order() {
        // A new field does not compile until it is given a value here that is written down.
        let json = serde_json::to_value(npc(Some("mage"))).unwrap();
        assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), NPC_FIELDS);
    }

    #[test]
    fn what_is_no_object_is_left_for_its_reader() {
        let record = StoredDocument::of(Document::default(), "a session");
        for damaged in ["", "{", "[]", "{1}", "}{"] {
            assert_eq!(put_back(damaged, &record), damaged);
        }
    }
}
