//! The tools a campaign is written with, in the order they are used in. The effect of a tool is a pure function of the draft
//! and the input; [`WritingSession`] saves the result.

mod beats;
mod element;
mod finalize_package;
mod node;
mod outline;
mod person;
mod premise;
mod web;

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::{
    agent::{ToolError, ToolOutput, Toolbox},
    campaign::is_id,
};

use super::{
    draft::CampaignDraft,
    gap::{self, Gap},
    writing_session::WritingSession,
};

/// The most gaps one answer names.
const MAX_TOLD: usize = 12;

/// Why a tool did nothing.
#[derive(Debug)]
struct ToolRefusal {
    error: String,
    /// More fields for the model.
    more: Value,
}

impl ToolRefusal {
    fn because(error: impl Into<String>) -> Self {
        Self { error: error.into(), more: Value::Null }
    }

    /// It is too early: `tool` comes first.
    fn first(tool: &str, why: &str) -> Self {
        Self { error: format!("{why} Call {tool} first."), more: json!({ "first": tool }) }
    }

    fn with(self, more: Value) -> Self {
        Self { more, ..self }
    }
}

/// Changes the draft at a desk and keeps it. `change` returns an object, to which `ok` is added; where it refuses, the draft
/// stays as it was.
async fn in_session(
    session: &mut WritingSession,
    change: impl FnOnce(&mut CampaignDraft) -> Result<Value, ToolRefusal> + Send,
) -> Result<ToolOutput, ToolError> {
    change_draft(session, change, false).await
}

/// The same, and puts the campaign on the shelf.
async fn onto_shelf(
    session: &mut WritingSession,
    change: impl FnOnce(&mut CampaignDraft) -> Result<Value, ToolRefusal> + Send,
) -> Result<ToolOutput, ToolError> {
    change_draft(session, change, true).await
}

async fn change_draft(
    session: &mut WritingSession,
    change: impl FnOnce(&mut CampaignDraft) -> Result<Value, ToolRefusal> + Send,
    shelves: bool,
) -> Result<ToolOutput, ToolError> {
    let mut draft = session.draft.clone();
    if shelves {
        session.find_slug(&mut draft).await?;
    }
    let no = match draft.change(change) {
        Ok(_) if !draft.fits() => {
            ToolRefusal::because("The campaign is as large as one may be. Shorten something first.")
        }
        Ok(done) => {
            if shelves {
                session.shelve(&draft).await?;
            }
            session.keep(draft).await?;
            return Ok(ToolOutput::found(with(json!({"ok": true}), done).to_string()));
        }
        Err(no) => no,
    };
    let text = with(json!({"ok": false, "error": no.error}), no.more).to_string();
    Ok(ToolOutput { text, must_be_read: true.into(), is_error: true, public: None })
}

/// An object with the fields of another behind its own.
fn with(mut object: Value, more: Value) -> Value {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

/// The tools of the author.
pub fn toolbox() -> Toolbox<WritingSession> {
    Toolbox::empty()
        .with::<premise::ProposePremise>()
        .with::<person::ProposeCharacter>()
        .with::<outline::DraftActOutline>()
        .with::<web::DraftNodeWeb>()
        .with::<beats::DraftNodeBeats>()
        .with::<node::FinalizeNode>()
        .with::<element::UpdateElement>()
        .with::<finalize_package::FinalizePackage>()
}

/// A progress text for the person who watches, while a tool runs.
pub(super) fn activity(tool: &str) -> &'static str {
    static TOOLBOX: LazyLock<Toolbox<WritingSession>> = LazyLock::new(toolbox);
    let mut declarations = TOOLBOX.declarations();
    declarations.find(|(spec, _)| spec.name == tool).map_or("Thinking", |(_, declared)| declared.summary.started)
}

/// Whether an id can be one.
fn id(kind: &str, id: &str) -> Result<(), ToolRefusal> {
    match is_id(id) {
        true => Ok(()),
        false => Err(ToolRefusal::because(format!(
            "“{}” is no id for {kind}: use lower case letters, digits and single hyphens, as `the-old-mill`.",
            id.chars().take(64).collect::<String>()
        ))),
    }
}

/// A text without space around it, which must not be empty.
fn told(field: &str, text: &str) -> Result<String, ToolRefusal> {
    match text.trim() {
        "" => Err(ToolRefusal::because(format!("`{field}` is empty."))),
        text => Ok(text.to_owned()),
    }
}

/// The compiler's findings about a part, for an answer; null if there are none.
fn to_settle(draft: &CampaignDraft, at: &str) -> Value {
    some(&gap::under(draft, at))
}

/// Gaps as a model reads them, no more than it can take in.
fn some(gaps: &[Gap]) -> Value {
    let told = gaps.iter().take(MAX_TOLD).map(|gap| {
        json!({"severity": gap.severity, "code": gap.code, "place": gap.place, "at": gap.at, "message": gap.message,
               "remedy": gap.remedy})
    });
    let mut told: Vec<Value> = told.collect();
    if let Some(n) = gaps.len().checked_sub(MAX_TOLD).filter(|n| *n > 0) {
        told.push(json!(format!("and {n} more")));
    }
    told.into()
}

/// The position of a node: the act's index and its own.
fn place_of(draft: &CampaignDraft, node: &str) -> Option<(usize, usize)> {
    let acts = draft.package.acts.iter().enumerate();
    acts.flat_map(|(a, act)| act.nodes.iter().enumerate().map(move |(n, node)| (a, n, node)))
        .find(|(_, _, other)| other.id == node)
        .map(|(a, n, _)| (a, n))
}

/// The pointer to a node when all outlined nodes are in their places, as [`gap::under`] looks at it.
fn pointer_to(draft: &CampaignDraft, node: &str) -> Option<String> {
    let package = draft.stood_in();
    package.acts.iter().enumerate().find_map(|(a, act)| {
        let n = act.nodes.iter().position(|other| other.id == node)?;
        Some(format!("/acts/{a}/nodes/{n}"))
    })
}

/// An act's index. Its absence names those there are.
fn act_at(draft: &CampaignDraft, act: &str) -> Result<usize, ToolRefusal> {
    draft.package.acts.iter().position(|other| other.id == act).ok_or_else(|| {
        let ids: Vec<&str> = draft.package.acts.iter().map(|act| act.id.as_str()).collect();
        match ids.is_empty() {
            true => ToolRefusal::first("draft_act_outline", &format!("Act {act} not found: there is no act yet.")),
            false => ToolRefusal::because(format!("Act {act} not found.")).with(json!({ "acts": ids })),
        }
    })
}

/// A node of an act that was put into the web.
fn woven(draft: &CampaignDraft, act: &str, node: &str) -> Result<(usize, usize), ToolRefusal> {
    let a = act_at(draft, act)?;
    if let Some(n) = draft.package.acts[a].nodes.iter().position(|other| other.id == node) {
        return Ok((a, n));
    }
    match draft.outlined_in(node) {
        Some(outlined) if outlined.id == act => {
            Err(ToolRefusal::first("draft_node_web", &format!("The node {node} is only outlined.")))
        }
        Some(outlined) => {
            Err(ToolRefusal::because(format!("The node {node} is in the act {}, not in {act}.", outlined.id)))
        }
        None => {
            let outline = &draft.package.acts[a].outline;
            Err(ToolRefusal::because(format!("Node {node} not found in the act {act}."))
                .with(json!({ "outline": outline })))
        }
    }
}
