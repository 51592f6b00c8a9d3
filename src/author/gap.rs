//! Gaps of a draft: place, problem and remedy.

use serde::Serialize;
use utoipa::ToSchema;

use game::safety::{TextCheck, in_words};

use crate::campaign::{self, CampaignPackage, Code, Diagnostic, Node, Severity};

use super::draft::{CampaignDraft, NodeStage};

/// A part that a draft lacks, or a problem of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gap {
    /// Whether the campaign can't be played because of it.
    pub severity: GapSeverity,
    /// The kind of problem: the compiler's code, or that of a missing step.
    pub code: String,
    /// Where: a JSON pointer into the package. Empty for the package itself.
    pub at: String,
    /// Where, in words.
    pub place: String,
    pub message: String,
    /// How to fix it.
    pub remedy: String,
}

/// The severity of a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GapSeverity)]
pub enum GapSeverity {
    /// The campaign can't be played with it.
    Error,
    /// It can be played, but is worse for it.
    Warning,
}

impl Gap {
    /// Whether the campaign can't be played with it.
    pub fn is_error(&self) -> bool {
        self.severity == GapSeverity::Error
    }

    fn step(code: &str, at: &str, place: String, message: String, remedy: &str) -> Self {
        let (code, at, remedy) = (code.to_owned(), at.to_owned(), remedy.to_owned());
        Self { severity: GapSeverity::Error, code, at, place, message, remedy }
    }
}

impl From<Diagnostic> for Gap {
    fn from(found: Diagnostic) -> Self {
        let severity = match found.severity {
            Severity::Error => GapSeverity::Error,
            Severity::Warning => GapSeverity::Warning,
        };
        let Diagnostic { code, at, place, message, remedy, .. } = found;
        Self { severity, code: code.as_str().to_owned(), at, place, message, remedy }
    }
}

/// All gaps of a draft: missing steps; once all are done, the compiler's findings.
pub(super) fn of(draft: &CampaignDraft) -> Vec<Gap> {
    let steps = steps(draft);
    match steps.is_empty() {
        true => campaign::check(draft.package()).into_iter().map(Gap::from).chain(crossed(draft)).collect(),
        false => steps,
    }
}

/// The content tags that are lines of the person it is written for.
fn crossed(draft: &CampaignDraft) -> impl Iterator<Item = Gap> {
    let content_tags = &draft.package().content_tags;
    TextCheck::of(&draft.safety().lines).crossed_tags(content_tags).into_iter().map(|crossed| Gap {
        severity: GapSeverity::Warning,
        code: "crosses-line".to_owned(),
        at: "/contentTags".to_owned(),
        place: "the content tags".to_owned(),
        message: format!("The campaign contains “{}”, which is a line of this plan.", in_words(crossed)),
        remedy: "Write those parts another way, then remove the tag.".to_owned(),
    })
}

/// Faults that writing the missing parts will not mend.
const LASTING: [Code; 18] = [
    Code::TooMuch,
    Code::TooLong,
    Code::HostileText,
    Code::BadId,
    Code::DuplicateId,
    Code::OutOfBounds,
    Code::BeatLoop,
    Code::FailureEndsTheGame,
    Code::Spoiler,
    Code::TooHard,
    Code::BrokenLevels,
    Code::ShadowedTopic,
    Code::UnknownLanguage,
    Code::UnknownContentTag,
    Code::UnknownCreature,
    Code::ToothlessBoss,
    Code::ToothlessFight,
    Code::HeroSpeaks,
];

/// The compiler's findings on existing parts while steps are missing, without those that later steps may resolve.
pub(super) fn early(draft: &CampaignDraft) -> Vec<Gap> {
    if !draft.has_premise() || steps(draft).is_empty() {
        return Vec::new();
    }
    let package = draft.stood_in();
    let is_written = |at: &str| match node_at(&package, at) {
        Some(node) => draft.stage(&node.id).is_some_and(|stage| stage >= NodeStage::Written),
        None => true,
    };
    let found = campaign::check(&package).into_iter();
    found.filter(|found| LASTING.contains(&found.code) && is_written(&found.at)).map(Gap::from).collect()
}

/// The node a pointer leads into, if it does.
fn node_at<'a>(package: &'a CampaignPackage, at: &str) -> Option<&'a Node> {
    let mut parts = at.strip_prefix("/acts/")?.split('/');
    let act = package.acts.get(parts.next()?.parse::<usize>().ok()?)?;
    match parts.next()? {
        "nodes" => act.nodes.get(parts.next()?.parse::<usize>().ok()?),
        _ => None,
    }
}

/// The steps that are still to be done, in the order they are done in.
fn steps(draft: &CampaignDraft) -> Vec<Gap> {
    let package = draft.package();
    let mut gaps = Vec::new();
    let mut note = |code: &str, at: &str, message: &str, remedy: &str| {
        gaps.push(Gap::step(code, at, String::new(), message.to_owned(), remedy));
    };
    if !draft.has_premise() {
        note("no-premise", "/premise", "There is no premise.", "Write it with propose_premise.");
    }
    if package.people.is_empty() {
        note("no-people", "/people", "There is nobody in it.", "Bring people in with propose_character, one by one.");
    }
    if package.acts.is_empty() {
        note("no-acts", "/acts", "There is no act.", "Outline one with draft_act_outline.");
    }
    if package.endings.is_empty() {
        note("no-ending", "/endings", "There is no way for it to end.", "Name its endings in propose_premise.");
    }
    for (a, act) in package.acts.iter().enumerate() {
        for id in &act.outline {
            let (code, message, remedy) = match draft.stage(id) {
                Some(NodeStage::Finished) => continue,
                Some(NodeStage::Written) => {
                    ("unfinished-node", "This node was not finished.", "Give it its mood with finalize_node.")
                }
                Some(NodeStage::Woven) => {
                    ("unwritten-node", "Nothing happens in this node.", "Write draft_node_beats.")
                }
                Some(NodeStage::Outlined) | None => {
                    ("unwoven-node", "This node is only outlined.", "Put it into the web with draft_node_web.")
                }
            };
            let at = act.nodes.iter().position(|node| node.id == *id);
            let at = at.map_or_else(|| format!("/acts/{a}/outline"), |n| format!("/acts/{a}/nodes/{n}"));
            let place = format!("act “{}”, node “{id}”", act.id);
            gaps.push(Gap::step(code, &at, place, message.to_owned(), remedy));
        }
    }
    gaps
}

/// The compiler's findings on a part of a draft, by its pointer in [`CampaignDraft::stood_in`], including references to missing parts.
pub(super) fn under(draft: &CampaignDraft, at: &str) -> Vec<Gap> {
    let found = campaign::check(&draft.stood_in()).into_iter();
    let is_under = |other: &str| other.strip_prefix(at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    found.filter(|found| is_under(&found.at)).map(Gap::from).collect()
}
