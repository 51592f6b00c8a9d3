//! The tools a campaign is written with, in the order they are used in. What one does to a draft is a pure function of the
//! draft and its input; [`Desk`] keeps what came of it.

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
    agent::{Answer, ToolError, Toolbox},
    campaign::is_id,
};

use super::{
    desk::Desk,
    draft::Draft,
    gap::{self, Gap},
};

/// The most gaps one answer names.
const MAX_TOLD: usize = 12;

/// Why a tool did nothing.
#[derive(Debug)]
struct No {
    error: String,
    /// What else the model has to know.
    more: Value,
}

impl No {
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

/// Changes the draft at a desk and keeps it. `change` answers with an object, to which `ok` is added; where it refuses, the draft
/// stays as it was.
async fn at_desk(
    desk: &mut Desk,
    change: impl FnOnce(&mut Draft) -> Result<Value, No> + Send,
) -> Result<Answer, ToolError> {
    change_draft(desk, change, false).await
}

/// The same, and puts the campaign on the shelf.
async fn onto_shelf(
    desk: &mut Desk,
    change: impl FnOnce(&mut Draft) -> Result<Value, No> + Send,
) -> Result<Answer, ToolError> {
    change_draft(desk, change, true).await
}

async fn change_draft(
    desk: &mut Desk,
    change: impl FnOnce(&mut Draft) -> Result<Value, No> + Send,
    shelves: bool,
) -> Result<Answer, ToolError> {
    let mut draft = desk.draft.clone();
    if shelves {
        desk.find_slug(&mut draft).await?;
    }
    let no = match draft.change(change) {
        Ok(_) if !draft.fits() => No::because("The campaign is as large as one may be. Shorten something first."),
        Ok(done) => {
            if shelves {
                desk.shelve(&draft).await?;
            }
            desk.keep(draft).await?;
            return Ok(Answer::found(with(json!({"ok": true}), done).to_string()));
        }
        Err(no) => no,
    };
    let text = with(json!({"ok": false, "error": no.error}), no.more).to_string();
    Ok(Answer { text, must_be_read: true.into(), is_error: true, public: None })
}

/// An object with the fields of another behind its own.
fn with(mut object: Value, more: Value) -> Value {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

/// The tools of the author.
pub fn toolbox() -> Toolbox<Desk> {
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

/// What is going on while a tool is used, for the person who watches.
pub(super) fn activity(tool: &str) -> &'static str {
    static TOOLBOX: LazyLock<Toolbox<Desk>> = LazyLock::new(toolbox);
    let mut declarations = TOOLBOX.declarations();
    declarations.find(|(spec, _)| spec.name == tool).map_or("Thinking", |(_, declared)| declared.summary.started)
}

/// Whether an id can be one.
fn id(kind: &str, id: &str) -> Result<(), No> {
    match is_id(id) {
        true => Ok(()),
        false => Err(No::because(format!(
            "“{}” is no id for {kind}: use lower case letters, digits and single hyphens, as `the-old-mill`.",
            id.chars().take(64).collect::<String>()
        ))),
    }
}

/// A text without space around it, which must not be empty.
fn told(field: &str, text: &str) -> Result<String, No> {
    match text.trim() {
        "" => Err(No::because(format!("`{field}` is empty."))),
        text => Ok(text.to_owned()),
    }
}

/// What the compiler says already of a part, for an answer; null where it says nothing.
fn to_settle(draft: &Draft, at: &str) -> Value {
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

/// Where a node stands, as an act's and its own index.
fn place_of(draft: &Draft, node: &str) -> Option<(usize, usize)> {
    let acts = draft.package.acts.iter().enumerate();
    acts.flat_map(|(a, act)| act.nodes.iter().enumerate().map(move |(n, node)| (a, n, node)))
        .find(|(_, _, other)| other.id == node)
        .map(|(a, n, _)| (a, n))
}

/// The pointer to a node where every outlined one stands in its place, as [`gap::under`] looks at it.
fn pointer_to(draft: &Draft, node: &str) -> Option<String> {
    let package = draft.stood_in();
    package.acts.iter().enumerate().find_map(|(a, act)| {
        let n = act.nodes.iter().position(|other| other.id == node)?;
        Some(format!("/acts/{a}/nodes/{n}"))
    })
}

/// An act's index. Its absence names those there are.
fn act_at(draft: &Draft, act: &str) -> Result<usize, No> {
    draft.package.acts.iter().position(|other| other.id == act).ok_or_else(|| {
        let ids: Vec<&str> = draft.package.acts.iter().map(|act| act.id.as_str()).collect();
        match ids.is_empty() {
            true => No::first("draft_act_outline", &format!("Act {act} not found: there is no act yet.")),
            false => No::because(format!("Act {act} not found.")).with(json!({ "acts": ids })),
        }
    })
}

/// A node of an act that was put into the web.
fn woven(draft: &Draft, act: &str, node: &str) -> Result<(usize, usize), No> {
    let a = act_at(draft, act)?;
    if let Some(n) = draft.package.acts[a].nodes.iter().position(|other| other.id == node) {
        return Ok((a, n));
    }
    match draft.outlined_in(node) {
        Some(outlined) if outlined.id == act => {
            Err(No::first("draft_node_web", &format!("The node {node} is only outlined.")))
        }
        Some(outlined) => Err(No::because(format!("The node {node} is in the act {}, not in {act}.", outlined.id))),
        None => {
            let outline = &draft.package.acts[a].outline;
            Err(No::because(format!("Node {node} not found in the act {act}.")).with(json!({ "outline": outline })))
        }
    }
}
