//! The draft: an unfinished campaign and its conversation.

use std::collections::{BTreeMap, BTreeSet};

use game::{safety::Safety, turn::Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::campaign::{
    self, CampaignAct, CampaignPackage, CampaignSetting, Checks, Credits, FORMAT, Node, NodeMood, Party, Premise,
};

use super::{
    gap::{self, Gap},
    picture::AttachedPicture,
    said::ConversationMessage,
};

/// The format a draft is kept in.
const KEPT_AS: &str = "embertale.plan/1";
/// The default party.
const PARTY: Party = Party { heroes: 4, level: 1 };
/// Maximum size of a draft as JSON: below the stores' limit, with room for the conversation.
const MAX_BYTES: usize = campaign::MAX_BYTES - 512 * 1024;

/// A campaign in progress. Parts may be missing; the others have the package's types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignDraft {
    format: String,
    /// The package as far as it is written. Without a premise its texts are empty.
    pub(super) package: CampaignPackage,
    /// The purpose of each outlined node, by its id.
    #[serde(default)]
    pub(super) purposes: BTreeMap<String, String>,
    /// Ids of the nodes that are finished.
    #[serde(default)]
    pub(super) finished: BTreeSet<String>,
    /// Whether the package was finalised and nothing has changed since.
    #[serde(default)]
    pub(super) complete: bool,
    /// The slug it was last put on a shelf by; it stays, so that another finalising takes the place of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shelved_as: Option<String>,
    /// In order.
    #[serde(default)]
    pub(super) chat: Vec<ConversationMessage>,
    /// How much was left out at its head.
    #[serde(default)]
    pub(super) n_forgotten: usize,
    /// The first of `chat` that the prompt shows.
    #[serde(default)]
    pub(super) window_from: usize,
    /// Reference pictures.
    #[serde(default)]
    pub(super) pictures: Vec<AttachedPicture>,
    /// The player's lines, veils and dials for it.
    #[serde(default, skip_serializing_if = "Safety::is_empty")]
    pub(super) safety: Safety,
    /// The cost of writing it.
    #[serde(default)]
    pub(super) usage: Usage,
}

/// The progress of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Stage)]
pub enum NodeStage {
    /// Only listed in its act's outline.
    Outlined,
    /// It hangs in the web, with people and exits.
    Woven,
    /// It has beats.
    Written,
    /// It is done.
    Finished,
}

impl NodeStage {
    /// As the model reads it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Outlined => "outlined",
            Self::Woven => "woven",
            Self::Written => "written",
            Self::Finished => "finished",
        }
    }
}

/// A draft that can't be read.
#[derive(Debug, thiserror::Error)]
#[error("this is no draft of a campaign: {0}")]
pub struct Unreadable(String);

impl CampaignDraft {
    /// An empty draft of a campaign in a language, a BCP 47 tag.
    pub fn new(language: impl Into<String>) -> Self {
        let package = CampaignPackage {
            format: FORMAT.to_owned(),
            slug: String::new(),
            title: String::new(),
            blurb: String::new(),
            genre: String::new(),
            order: 0,
            language: language.into(),
            content_tags: Vec::new(),
            premise: Premise {
                text: String::new(),
                themes: Vec::new(),
                motifs: Vec::new(),
                style: String::new(),
                art_style: String::new(),
            },
            setting: CampaignSetting {
                world: String::new(),
                era: String::new(),
                tone: String::new(),
                hour: None,
                checks: Checks::default(),
            },
            party: PARTY,
            people: Vec::new(),
            places: Vec::new(),
            acts: Vec::new(),
            endings: Vec::new(),
            lore: Vec::new(),
            happenings: Vec::new(),
            doom: None,
            credits: Credits::default(),
        };
        Self {
            format: KEPT_AS.to_owned(),
            package,
            purposes: BTreeMap::new(),
            finished: BTreeSet::new(),
            complete: false,
            shelved_as: None,
            chat: Vec::new(),
            n_forgotten: 0,
            window_from: 0,
            pictures: Vec::new(),
            safety: Safety::default(),
            usage: Usage::default(),
        }
    }

    /// A draft that goes on from a package, whose nodes count as finished. Finalised again, it takes the place of the one
    /// `shelved` by its slug; a copy finds a place of its own.
    pub fn of(package: CampaignPackage, shelved: bool) -> Self {
        let finished = package.nodes().filter(|(_, node)| !node.beats.is_empty()).map(|(_, node)| node.id.clone());
        let finished = finished.collect();
        let shelved_as = shelved.then(|| package.slug.clone());
        let package = CampaignPackage { order: 0, ..package };
        Self { finished, shelved_as, package, ..Self::new("") }
    }

    /// Reads a draft as it was kept.
    ///
    /// # Errors
    /// It is none, or of another version.
    pub fn read(kept: Value) -> Result<Self, Unreadable> {
        let draft: Self = serde_path_to_error::deserialize(kept).map_err(|error| Unreadable(error.to_string()))?;
        match draft.format == KEPT_AS {
            true => Ok(draft),
            false => Err(Unreadable(format!("its format is “{}”", draft.format))),
        }
    }

    /// The draft as it is kept.
    pub fn kept(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Its title; a word for it where it has none yet.
    pub fn title(&self) -> &str {
        if self.has_premise() { &self.package.title } else { "A campaign without a name" }
    }

    /// The language it is written in, as a BCP 47 tag.
    pub fn language(&self) -> &str {
        &self.package.language
    }

    /// The package as far as it is written.
    pub fn package(&self) -> &CampaignPackage {
        &self.package
    }

    pub fn chat(&self) -> &[ConversationMessage] {
        &self.chat
    }

    /// The pictures that show how it is meant.
    pub fn pictures(&self) -> &[AttachedPicture] {
        &self.pictures
    }

    /// The player's lines, veils and dials for it.
    pub fn safety(&self) -> &Safety {
        &self.safety
    }

    /// The same with these lines, veils and dials.
    #[must_use]
    pub fn within(self, safety: Safety) -> Self {
        Self { safety, ..self }
    }

    /// The cost of writing it.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// Whether it was finalised, and nothing has changed since.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether there is a premise.
    pub fn has_premise(&self) -> bool {
        !self.package.premise.text.is_empty()
    }

    /// The progress of a node; none if no outline lists it.
    pub fn stage(&self, node: &str) -> Option<NodeStage> {
        match self.package.node(node) {
            Some((_, node)) if node.beats.is_empty() => Some(NodeStage::Woven),
            Some((_, node)) if self.finished.contains(&node.id) => Some(NodeStage::Finished),
            Some(_) => Some(NodeStage::Written),
            None => self.outlined_in(node).map(|_| NodeStage::Outlined),
        }
    }

    /// The act whose outline has a node.
    pub(super) fn outlined_in(&self, node: &str) -> Option<&CampaignAct> {
        self.package.acts.iter().find(|act| act.outline.iter().any(|id| id == node))
    }

    /// All problems of the draft, worst first: missing steps of the pipeline, and once all are done, the compiler's findings.
    pub fn gaps(&self) -> Vec<Gap> {
        gap::of(self)
    }

    /// The package if it is playable, with the compiler's warnings.
    ///
    /// # Errors
    /// Everything that is missing or wrong.
    pub fn compiled(&self) -> Result<(CampaignPackage, Vec<Gap>), Vec<Gap>> {
        let gaps = self.gaps();
        match gaps.iter().any(Gap::is_error) {
            true => Err(gaps),
            false => Ok((self.package.clone(), gaps)),
        }
    }

    /// Its slug on the player's shelf, once published.
    pub fn shelved_as(&self) -> Option<&str> {
        self.shelved_as.as_deref()
    }

    /// Gives it another slug.
    pub fn call(&mut self, slug: String) {
        self.package.slug = slug;
    }

    /// Finalises the draft if it compiles, and returns the package with the compiler's warnings.
    ///
    /// # Errors
    /// Everything that is missing or wrong; the draft is as it was.
    pub fn finalize(&mut self) -> Result<(CampaignPackage, Vec<Gap>), Vec<Gap>> {
        let compiled = self.compiled()?;
        self.complete = true;
        self.shelved_as = Some(self.package.slug.clone());
        Ok(compiled)
    }

    /// Changes the draft. It is no longer final if its package changed; data of deleted nodes is dropped.
    pub(super) fn change<T>(&mut self, how: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.package.clone(), std::mem::take(&mut self.complete));
        let came_of_it = how(self);
        self.complete |= before.1 && self.package == before.0;
        let outlined: BTreeSet<&String> = self.package.acts.iter().flat_map(|act| &act.outline).collect();
        self.purposes.retain(|id, _| outlined.contains(id));
        let package = &self.package;
        self.finished.retain(|id| package.node(id).is_some_and(|(_, node)| !node.beats.is_empty()));
        came_of_it
    }

    /// Whether it is small enough to be kept.
    pub(super) fn fits(&self) -> bool {
        serde_json::to_vec(self).is_ok_and(|json| json.len() <= MAX_BYTES)
    }

    /// The package with a placeholder for every outlined node, for the compiler.
    pub fn stood_in(&self) -> CampaignPackage {
        let mut package = self.package.clone();
        for act in &mut package.acts {
            let mut written = std::mem::take(&mut act.nodes);
            for id in &act.outline {
                match written.iter().position(|node| node.id == *id) {
                    Some(at) => act.nodes.push(written.remove(at)),
                    None => act.nodes.push(stand_in(id)),
                }
            }
            act.nodes.append(&mut written);
        }
        package
    }
}

/// A node that is nothing but its id.
fn stand_in(id: &str) -> Node {
    Node {
        id: id.to_owned(),
        title: id.to_owned(),
        location: id.to_owned(),
        place: None,
        shown: String::new(),
        again: None,
        variants: Vec::new(),
        offers: Vec::new(),
        briefing: String::new(),
        mood: NodeMood::default(),
        image_prompt: String::new(),
        people: Vec::new(),
        absences: Vec::new(),
        callbacks: Vec::new(),
        beats: Vec::new(),
        encounters: Vec::new(),
        terrain: Vec::new(),
        exits: Vec::new(),
    }
}
