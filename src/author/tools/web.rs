//! `draft_node_web`: nodes with their people and exits.

use std::collections::HashSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{
        draft::CampaignDraft,
        spoken::{heard, schema_without},
        writing_session::WritingSession,
    },
    campaign::{Destination, Node},
};

use super::{ToolRefusal, act_at, in_session, pointer_to, to_settle};

/// Fields of a node that other tools write, with the tools.
const ELSEWHERE: [(&str, &str); 2] = [("beats", "draft_node_beats"), ("encounters", "draft_node_beats")];

/// A field that only authors who edit the file write. A redrafted node keeps it.
const BY_HAND: &str = "terrain";

/// Nodes of an act, put into the web: where each is, what players are told there, who is there, and its ways on. Three to
/// five nodes in a call. Each has to stand in the act's outline. A node that is there already is replaced and keeps its
/// beats. Every node has an exit, and at least one that is open to whoever failed at everything.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftNodeWeb {
    /// The act's id.
    act_id: String,
    /// The nodes.
    #[schemars(length(min = 1))]
    nodes: Vec<WovenNode>,
}

/// A node without what happens in it.
#[derive(Debug)]
struct WovenNode(Node);

impl JsonSchema for WovenNode {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WovenNode".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let [(beats, _), (encounters, _)] = ELSEWHERE;
        schema_without::<Node>(generator, &[beats, encounters, BY_HAND])
    }
}

impl<'de> Deserialize<'de> for WovenNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut value = Value::deserialize(deserializer)?;
        if let Some(fields) = value.as_object_mut() {
            for (field, tool) in ELSEWHERE {
                if fields.contains_key(field) {
                    return Err(D::Error::custom(format!("`{field}` are written with {tool}")));
                }
            }
            fields.insert("beats".to_owned(), json!([]));
        }
        heard(value).map(Self).map_err(D::Error::custom)
    }
}

impl Tool for DraftNodeWeb {
    const NAME: &'static str = "draft_node_web";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Weaving scenes", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl DraftNodeWeb {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        let a = act_at(draft, &self.act_id)?;
        if self.nodes.is_empty() {
            return Err(ToolRefusal::because("`nodes` is empty: give at least one node."));
        }
        let mut ids = HashSet::new();
        let (mut written, mut unregistered, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
        for WovenNode(node) in self.nodes {
            if !ids.insert(node.id.clone()) {
                let error =
                    format!("Two nodes are called {}. Give one of them another id; nothing was written.", node.id);
                return Err(ToolRefusal::because(error));
            }
            let act = &mut draft.package.acts[a];
            if !act.outline.contains(&node.id) {
                unregistered.push(node.id);
            } else if node.exits.is_empty() {
                let why = "It has no exit: give it one that leads to a node, an act or an ending.";
                rejected.push(json!({"id": node.id, "why": why}));
            } else {
                written.push(node.id.clone());
                match act.nodes.iter_mut().find(|other| other.id == node.id) {
                    Some(other) => {
                        let (beats, encounters) =
                            (std::mem::take(&mut other.beats), std::mem::take(&mut other.encounters));
                        let terrain = std::mem::take(&mut other.terrain);
                        *other = Node { beats, encounters, terrain, ..node };
                    }
                    None => act.nodes.push(node),
                }
            }
        }
        let outline = draft.package.acts[a].outline.clone();
        draft.package.acts[a].nodes.sort_by_key(|node| outline.iter().position(|id| *id == node.id));
        let more = json!({"updated_nodes": written, "unregistered": unregistered, "rejected": rejected,
                          "dangling": dangling(draft, &written)});
        if written.is_empty() {
            let error = "None of these nodes was written. A node has to stand in its act's outline (draft_act_outline), and \
                         has an exit.";
            return Err(ToolRefusal::because(error).with(super::with(more, json!({ "outline": outline }))));
        }
        let settle = written.iter().filter_map(|id| pointer_to(draft, id));
        let settle: Vec<Value> = settle
            .filter_map(|at| to_settle(draft, &at).as_array().cloned())
            .flatten()
            // That nothing happens in them yet is known.
            .filter(|gap| gap["code"] != "empty-node")
            .take(super::MAX_TOLD)
            .collect();
        let waiting: Vec<&String> = outline.iter().filter(|id| draft.package.node(id).is_none()).collect();
        Ok(super::with(
            more,
            json!({"to_settle": settle, "still_outlined": waiting, "next": "draft_node_beats, one node at a time"}),
        ))
    }
}

/// The ways out of nodes that lead to what no one has outlined.
fn dangling(draft: &CampaignDraft, nodes: &[String]) -> Vec<Value> {
    let package = draft.stood_in();
    let of = |id: &String| {
        let node = package.node(id)?.1;
        let open = node.exits.iter().filter(|exit| package.follow(&exit.to).is_none());
        let of_act = |to: &Destination| matches!(to, Destination::Act(id) if package.act(id).is_some());
        let open = open.filter(|exit| !of_act(&exit.to));
        Some(open.map(|exit| json!({"node": id, "exit": exit.id, "to": exit.to})).collect::<Vec<_>>())
    };
    nodes.iter().filter_map(of).flatten().collect()
}
