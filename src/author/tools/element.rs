//! `update_element`: changes, shows or removes one part of the draft.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{
        draft::CampaignDraft,
        spoken::{heard, spoken},
        writing_session::WritingSession,
    },
    campaign::{CampaignAct, Node},
};

use super::{ToolRefusal, in_session, place_of, premise::ProposePremise};

/// The most bytes of an element that an answer shows.
const MAX_SHOWN: usize = 24_000;

/// Change one part of what is written: the fields named in `changes` take the place of those there are, null takes an
/// optional one out, lists are replaced whole. An id can't be changed. With empty `changes` it changes nothing and answers
/// the part as it stands: look at a part that way before you change it in a later conversation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateElement {
    /// What kind of part it is.
    kind: ElementKind,
    /// Its id; none for the premise.
    #[serde(default)]
    id: Option<String>,
    /// The act it is in, where you are sure of it.
    #[serde(default)]
    act_id: Option<String>,
    /// The fields to change, as the tool that wrote the part names them.
    #[serde(default)]
    changes: Changes,
    /// True to take it out: a character, an ending, a beat, or an act none of whose nodes is written.
    #[serde(default)]
    remove: bool,
}

/// Fields of a part.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
struct Changes(Map<String, Value>);

impl JsonSchema for Changes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Changes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object"})
    }
}

/// Kinds of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Kind")]
enum ElementKind {
    /// Everything `propose_premise` writes: also endings, motifs, lore, places, happenings and the doom clock.
    Premise,
    /// A person.
    Character,
    /// An act, but for its outline.
    Act,
    /// A node, but for its beats; its encounters are among its fields here.
    Node,
    /// A beat, wherever it is.
    Beat,
    /// An ending.
    Ending,
}

impl ElementKind {
    /// As it is called in an answer.
    fn as_str(self) -> &'static str {
        match self {
            Self::Premise => "premise",
            Self::Character => "character",
            Self::Act => "act",
            Self::Node => "node",
            Self::Beat => "beat",
            Self::Ending => "ending",
        }
    }

    /// Its fields that other tools write.
    fn elsewhere(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Act => &[("nodes", "draft_node_web"), ("outline", "draft_act_outline")],
            Self::Node => &[("beats", "draft_node_beats")],
            _ => &[],
        }
    }
}

impl Tool for UpdateElement {
    const NAME: &'static str = "update_element";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Changing something", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl UpdateElement {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        if !draft.has_premise() {
            return Err(ToolRefusal::first("propose_premise", "Nothing is written yet."));
        }
        let id = match (self.kind, self.id) {
            (ElementKind::Premise, _) => String::new(),
            (_, Some(id)) => id,
            (kind, None) => return Err(ToolRefusal::because(format!("Say which {} by its `id`.", kind.as_str()))),
        };
        if let Some(act) = &self.act_id {
            super::act_at(draft, act)?;
            let is_in = |act: &CampaignAct| act.nodes.iter().any(|node| node.id == id || node.beat(&id).is_some());
            let is_there = draft.package.act(act).is_some_and(is_in);
            if matches!(self.kind, ElementKind::Node | ElementKind::Beat) && !is_there {
                return Err(ToolRefusal::because(format!("{} {id} not found in the act {act}.", self.kind.as_str())));
            }
        }
        if self.remove {
            return match self.changes.0.is_empty() {
                true => remove(draft, self.kind, &id),
                false => Err(ToolRefusal::because("Use either `changes` or `remove`, not both.")),
            };
        }
        let changes = self.changes.0;
        if let Some(other) = changes.get("id").filter(|other| **other != json!(id)) {
            return Err(ToolRefusal::because(format!("An id can't be changed: got {other} for {id}.")));
        }
        for (field, tool) in self.kind.elsewhere() {
            if changes.contains_key(*field) {
                return Err(ToolRefusal::because(format!("Use {tool} to change `{field}`.")));
            }
        }
        let looks = changes.is_empty();
        let fields: Vec<String> = changes.keys().cloned().collect();
        let now = change(draft, self.kind, &id, changes)?;
        let shown = match now.to_string().len() {
            n if n > MAX_SHOWN => json!(format!("too long to be shown whole: {n} bytes")),
            _ => now,
        };
        let (kind, updated) = (self.kind.as_str(), if looks { Vec::new() } else { fields });
        Ok(json!({"updated": !looks, "kind": kind, "id": id, "fields": updated, "element": shown}))
    }
}

/// Merges changes into a part and answers it as it is then.
fn change(
    draft: &mut CampaignDraft,
    kind: ElementKind,
    id: &str,
    changes: Map<String, Value>,
) -> Result<Value, ToolRefusal> {
    let unknown = || not_found(kind, id);
    let package = &mut draft.package;
    match kind {
        ElementKind::Premise => {
            let before = serde_json::to_value(ProposePremise::of(draft))
                .map_err(|error| ToolRefusal::because(error.to_string()))?;
            if !changes.is_empty() {
                let removes_doom = changes.get("doom").is_some_and(Value::is_null);
                let merged = merged(before, changes);
                let premise: ProposePremise = serde_json::from_value(merged)
                    .map_err(|error| ToolRefusal::because(format!("Nothing was changed: {error}.")))?;
                premise.apply(draft)?;
                if removes_doom {
                    draft.package.doom = None;
                }
            }
            Ok(serde_json::to_value(ProposePremise::of(draft)).unwrap_or_default())
        }
        ElementKind::Character => {
            let person = package.people.iter_mut().find(|person| person.id == id).ok_or_else(unknown)?;
            merge(person, changes, &[])
        }
        ElementKind::Ending => {
            let ending = package.endings.iter_mut().find(|ending| ending.id == id).ok_or_else(unknown)?;
            merge(ending, changes, &[])
        }
        ElementKind::Act => {
            let act = package.acts.iter_mut().find(|act| act.id == id).ok_or_else(unknown)?;
            merge(act, changes, kind.elsewhere())
        }
        ElementKind::Node => {
            let (a, n) = place_of(draft, id).ok_or_else(unknown)?;
            let node = &mut draft.package.acts[a].nodes[n];
            if changes.get("exits").is_some_and(|exits| exits.as_array().is_none_or(Vec::is_empty)) {
                return Err(ToolRefusal::because(
                    "A node has an exit: give it one that leads to a node, an act or an ending.",
                ));
            }
            merge(node, changes, kind.elsewhere())
        }
        ElementKind::Beat => {
            let beats = package.acts.iter_mut().flat_map(|act| &mut act.nodes).flat_map(|node| &mut node.beats);
            let beat = beats.into_iter().find(|beat| beat.id == id).ok_or_else(unknown)?;
            merge(beat, changes, &[])
        }
    }
}

fn not_found(kind: ElementKind, id: &str) -> ToolRefusal {
    ToolRefusal::because(format!("{} {id} not found.", kind.as_str()))
}

/// Merges changes into a part of a package; what is `elsewhere` is neither shown nor changed.
fn merge<T>(part: &mut T, changes: Map<String, Value>, elsewhere: &[(&str, &str)]) -> Result<Value, ToolRefusal>
where
    T: Serialize + DeserializeOwned,
{
    let before = spoken(part).map_err(|error| ToolRefusal::because(error.to_string()))?;
    if !changes.is_empty() {
        // Read first, so that a field written in either way is known by one name.
        let changes: Value = heard(Value::Object(changes)).map_err(ToolRefusal::because)?;
        let changes = spoken(&changes).map_err(|error| ToolRefusal::because(error.to_string()))?;
        let changes = changes.as_object().cloned().unwrap_or_default();
        *part = heard(merged(before, changes))
            .map_err(|error| ToolRefusal::because(format!("Nothing was changed: {error}.")))?;
    }
    let mut now = spoken(part).map_err(|error| ToolRefusal::because(error.to_string()))?;
    if let Some(fields) = now.as_object_mut() {
        elsewhere.iter().for_each(|(field, _)| drop(fields.shift_remove(*field)));
    }
    Ok(now)
}

/// An object with other fields in it; null takes one out.
fn merged(mut object: Value, changes: Map<String, Value>) -> Value {
    if let Some(fields) = object.as_object_mut() {
        for (field, value) in changes {
            match value {
                Value::Null => drop(fields.shift_remove(&field)),
                value => drop(fields.insert(field, value)),
            }
        }
    }
    object
}

/// Takes a part out.
fn remove(draft: &mut CampaignDraft, kind: ElementKind, id: &str) -> Result<Value, ToolRefusal> {
    let package = &mut draft.package;
    let is_gone = match kind {
        ElementKind::Premise => return Err(ToolRefusal::because("There is no campaign without a premise.")),
        ElementKind::Node => {
            return Err(ToolRefusal::because(
                "A node is given up by its act: call draft_act_outline without it, and name it in `drop_nodes`.",
            ));
        }
        ElementKind::Character => take_out(&mut package.people, |person| person.id == id),
        ElementKind::Ending if package.endings.len() == 1 && package.endings[0].id == id => {
            return Err(ToolRefusal::because("This is the only ending. Write another one first."));
        }
        ElementKind::Ending => take_out(&mut package.endings, |ending| ending.id == id),
        ElementKind::Act => {
            let act = package.acts.iter().find(|act| act.id == id);
            if let Some(act) = act.filter(|act| !act.nodes.is_empty()) {
                let nodes: Vec<&String> = act.nodes.iter().map(|node: &Node| &node.id).collect();
                let error =
                    "Nodes of this act are written. Give them up first, by draft_act_outline with `drop_nodes`.";
                return Err(ToolRefusal::because(error).with(json!({ "written": nodes })));
            }
            take_out(&mut package.acts, |act| act.id == id)
        }
        ElementKind::Beat => {
            let mut nodes = package.acts.iter_mut().flat_map(|act| &mut act.nodes);
            match nodes.find(|node| node.beat(id).is_some()) {
                Some(node) if node.beats.len() == 1 => {
                    return Err(ToolRefusal::because(
                        "This is the node's only beat. Replace it with draft_node_beats.",
                    ));
                }
                Some(node) => take_out(&mut node.beats, |beat| beat.id == id),
                None => false,
            }
        }
    };
    match is_gone {
        true => Ok(json!({"removed": true, "updated": true, "kind": kind.as_str(), "id": id})),
        false => Err(not_found(kind, id)),
    }
}

/// Takes the first that fits out of a list.
fn take_out<T>(list: &mut Vec<T>, fits: impl Fn(&T) -> bool) -> bool {
    match list.iter().position(fits) {
        Some(at) => {
            list.remove(at);
            true
        }
        None => false,
    }
}
