//! `propose_premise`: the premise of the campaign.

use game::{id::kebab, language_tag::LanguageTag, safety};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{draft::CampaignDraft, spoken::ModelForm, writing_session::WritingSession},
    campaign::{CampaignEnding, CampaignPlace, CampaignSetting, Doom, Happening, LoreEntry, Motif, Party, is_id},
};

use super::{ToolRefusal, in_session, told};

/// First of all: what the campaign is about, where it plays, and the ways it can end. Called again it replaces what it
/// names; the lists that are left out stay as they are. Places, happenings and the doom clock may be added later, when the
/// acts that need them are outlined.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProposePremise {
    /// The campaign's title.
    title: String,
    /// Names the campaign in addresses: lower case words joined by hyphens. Made of the title if left out.
    #[serde(default)]
    slug: Option<String>,
    /// Two or three sentences for players who choose a campaign. It spoils nothing.
    blurb: String,
    /// What kind of story it is, in a word or two.
    #[serde(default)]
    genre: Option<String>,
    /// Topics in it that players may want to avoid.
    #[serde(default)]
    #[schemars(schema_with = "content_tags")]
    content_tags: Option<Vec<String>>,
    /// The language of the campaign as a BCP 47 tag, only if the person asks for another than the draft's.
    #[serde(default)]
    language: Option<LanguageTag>,
    /// Where and when it plays, and how it feels.
    setting: ModelForm<CampaignSetting>,
    /// The whole story on one page, with its secrets: only the Dungeon Master reads it.
    premise: String,
    /// The heroes it is written for; four of level 1 if nothing was said.
    #[serde(default)]
    party: Option<ModelForm<Party>>,
    /// Its themes, such as `debts` or `what the sea gives back`.
    #[serde(default)]
    themes: Option<Vec<String>>,
    /// Things that recur from act to act: an image, a tune, an object. Name their ids in the callbacks of nodes.
    #[serde(default)]
    motifs: Option<Vec<ModelForm<Motif>>>,
    /// The style of narration: a few rules for the Dungeon Master.
    #[serde(default)]
    style: Option<String>,
    /// How its pictures look.
    #[serde(default)]
    art_style: Option<String>,
    /// The ways it can end, at least one; two or three different ones are better.
    #[schemars(length(min = 1))]
    possible_endings: Vec<ModelForm<CampaignEnding>>,
    /// Texts for questions about a subject; players may read them.
    #[serde(default)]
    lore: Option<Vec<ModelForm<LoreEntry>>>,
    /// Places one can go to by choice, with the roads between them; only where the story needs travel.
    #[serde(default)]
    places: Option<Vec<ModelForm<CampaignPlace>>>,
    /// Events that happen wherever the heroes are.
    #[serde(default)]
    happenings: Option<Vec<ModelForm<Happening>>>,
    /// The threat that advances as they lose time.
    #[serde(default)]
    doom: Option<ModelForm<Doom>>,
}

fn content_tags(_: &mut SchemaGenerator) -> Schema {
    let ids: Vec<&str> = safety::content_tags().iter().map(|tag| tag.id.as_str()).collect();
    json_schema!({"type": "array", "items": {"type": "string", "enum": ids}})
}

fn spoken<T: Clone>(items: &[T]) -> Option<Vec<ModelForm<T>>> {
    Some(items.iter().cloned().map(ModelForm).collect())
}

fn replace<T>(list: &mut Vec<T>, with: Option<Vec<ModelForm<T>>>) {
    if let Some(with) = with {
        *list = with.into_iter().map(|item| item.0).collect();
    }
}

impl ProposePremise {
    /// The premise as it is written.
    pub(super) fn of(draft: &CampaignDraft) -> Self {
        let package = draft.package.clone();
        Self {
            title: package.title,
            slug: Some(package.slug),
            blurb: package.blurb,
            genre: Some(package.genre),
            content_tags: Some(package.content_tags),
            language: LanguageTag::read(&package.language),
            setting: ModelForm(package.setting),
            premise: package.premise.text,
            party: Some(ModelForm(package.party)),
            themes: Some(package.premise.themes),
            motifs: spoken(&package.premise.motifs),
            style: Some(package.premise.style),
            art_style: Some(package.premise.art_style),
            possible_endings: spoken(&package.endings).unwrap_or_default(),
            lore: spoken(&package.lore),
            places: spoken(&package.places),
            happenings: spoken(&package.happenings),
            doom: package.doom.map(ModelForm),
        }
    }
}

/// A name in addresses that is made of a title; letters of other scripts have none.
fn slug_of(title: &str) -> String {
    let latin: String = title.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    match kebab(&latin) {
        slug if is_id(&slug) && latin.chars().any(|c| c.is_ascii_alphanumeric()) => slug,
        _ => "a-campaign".to_owned(),
    }
}

impl Tool for ProposePremise {
    const NAME: &'static str = "propose_premise";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Writing the premise", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl ProposePremise {
    pub(super) fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        let title = told("title", &self.title)?;
        let text = told("premise", &self.premise)?;
        let blurb = told("blurb", &self.blurb)?;
        if self.possible_endings.is_empty() {
            return Err(ToolRefusal::because("There is no ending. Name at least one in `possible_endings`."));
        }
        let slug = match self.slug.filter(|slug| !slug.trim().is_empty()) {
            Some(slug) => {
                super::id("the campaign", &slug)?;
                slug
            }
            None if draft.package.slug.is_empty() => slug_of(&title),
            None => draft.package.slug.clone(),
        };
        let was_there = draft.has_premise();
        let package = &mut draft.package;
        (package.title, package.slug, package.blurb) = (title, slug, blurb);
        package.genre = self.genre.unwrap_or(std::mem::take(&mut package.genre));
        package.content_tags = self.content_tags.unwrap_or(std::mem::take(&mut package.content_tags));
        if let Some(language) = self.language {
            package.language = language.to_string();
        }
        package.setting = self.setting.0;
        if let Some(party) = self.party {
            package.party = party.0;
        }
        package.premise.text = text;
        package.premise.themes = self.themes.unwrap_or(std::mem::take(&mut package.premise.themes));
        replace(&mut package.premise.motifs, self.motifs);
        package.premise.style = self.style.unwrap_or(std::mem::take(&mut package.premise.style));
        package.premise.art_style = self.art_style.unwrap_or(std::mem::take(&mut package.premise.art_style));
        package.endings = self.possible_endings.into_iter().map(|ending| ending.0).collect();
        replace(&mut package.lore, self.lore);
        replace(&mut package.places, self.places);
        replace(&mut package.happenings, self.happenings);
        if let Some(doom) = self.doom {
            package.doom = Some(doom.0);
        }
        let (title, slug, n_endings) = (&package.title, &package.slug, package.endings.len());
        Ok(
            json!({"title": title, "slug": slug, "language": package.language, "endings": n_endings, "updated": was_there,
                  "next": "propose_character, one call for each person of name"}),
        )
    }
}
