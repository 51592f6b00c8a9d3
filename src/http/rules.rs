//! Rules: search and entries.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::rules::{Edition, Library, MAX_FOUND, Reference, RuleEntry, RuleKind, SearchQuery};

use super::{
    App, Error,
    auth::Player,
    body::{Path, text},
    query::Query,
};

/// The most characters of a query.
pub(super) const MAX_QUERY_CHARS: usize = 1_000;

/// Search parameters.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct RulesQuery {
    /// A name, or a question.
    q: String,
    /// Only entries of this type, such as `spell` or `monster`.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// `2014` (the default) or `2024`.
    edition: Option<String>,
    /// Number of results, 1 to 10 (more is 10); default: 3.
    #[param(minimum = 1)]
    limit: Option<u32>,
    /// Whether `q` is still being typed: entries whose name begins with it come first.
    #[serde(default)]
    typing: bool,
    /// Whether to include the entries that the results refer to.
    #[serde(default)]
    expand: bool,
}

/// Which rules.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct EditionQuery {
    /// `2014` (the default) or `2024`.
    edition: Option<String>,
}

/// An entry, in short.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleItem {
    #[serde(rename = "type")]
    kind: RuleKind,
    slug: String,
    name: String,
    edition: Edition,
    /// Its first words.
    summary: String,
    /// How well it matches the query, 0 to 1; absent for entries that were not searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f32>,
}

/// Search results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RulesFound {
    /// Best first.
    items: Vec<RuleItem>,
    /// With `expand`: the entries that these refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Vec<RuleItem>>,
    /// If none of the words is known: similarly spelled names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    near: Vec<String>,
    /// A hint if nothing was found, or only uncertain matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// A complete entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    #[serde(flatten)]
    entry: RuleEntry,
    /// The text without the numbers in `facts`.
    prose: String,
}

impl RuleItem {
    /// An entry, with its score if it was searched for.
    pub(super) fn of(entry: &RuleEntry, score: Option<f32>) -> Self {
        Self {
            kind: entry.kind,
            slug: entry.slug.clone(),
            name: entry.name.clone(),
            edition: entry.edition,
            summary: entry.summary(),
            score,
        }
    }
}

fn edition(asked: Option<&str>) -> Result<Edition, Error> {
    let Some(asked) = asked else { return Ok(Edition::default()) };
    Edition::read(asked).ok_or_else(|| Error::invalid_field("edition", "Use 2014 or 2024."))
}

fn types() -> String {
    RuleKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ")
}

/// Search the rules, best first. An exact name gives the entries of that name, the most requested kinds first.
#[utoipa::path(get, path = "/api/rules", operation_id = "searchRules", tag = "rules", params(RulesQuery), responses(
    (status = 200, description = "The search results.", body = RulesFound),
))]
pub(super) async fn search(
    State(app): State<App>,
    _player: Player,
    Query(query): Query<RulesQuery>,
) -> Result<Json<RulesFound>, Error> {
    let q = text("q", &query.q, MAX_QUERY_CHARS)?;
    let edition = edition(query.edition.as_deref())?;
    let kind = match query.kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty()) {
        None => None,
        Some(name) => Some(RuleKind::read(name).ok_or_else(|| {
            Error::invalid_field("type", format!("There is no type “{name}”; use one of: {}.", types()))
        })?),
    };
    if query.limit == Some(0) {
        return Err(Error::invalid_field("limit", "Ask for 1 at least, 10 at most."));
    }
    let library = app.tables.rules().library();
    let asked = SearchQuery { query: &q, kind, edition, limit: query.limit.map(|limit| limit as usize) };
    let answer = if query.typing { library.typed(&asked).await } else { library.search(&asked).await };
    let found: Vec<&RuleEntry> = answer.found.iter().map(|found| found.entry).collect();
    let related = query
        .expand
        .then(|| library.expand(&found).into_iter().take(MAX_FOUND).map(|entry| RuleItem::of(entry, None)).collect());
    Ok(Json(RulesFound {
        items: answer.found.iter().map(|found| RuleItem::of(found.entry, Some(found.score))).collect(),
        related,
        near: answer.near.iter().map(|name| (*name).to_owned()).collect(),
        advice: match answer.found.is_empty() {
            true => Some(advice(&library)),
            false => answer.is_a_guess.then(|| "Nothing there surely answers that; these come nearest.".to_owned()),
        },
    }))
}

fn advice(library: &Library) -> String {
    let missing = if library.is_complete() { "" } else { " Only a core of the rules is there yet; see /api/info." };
    format!("No rules found. Try a name, fewer words, another type or the other edition.{missing}")
}

/// Read an entry: its text, numbers and references.
///
/// `type` and `slug` are those of `GET /api/rules`. An unknown slug is 404 `unknown_rule`, and its `detail` names entries that
/// are spelled alike.
#[utoipa::path(get, path = "/api/rules/{type}/{slug}", operation_id = "getRule", tag = "rules",
    params(
        ("type" = String, Path, description = "the type, such as `spell`"),
        ("slug" = String, Path, description = "the entry's name in ids, such as `fireball`"),
        EditionQuery,
    ),
    responses(
        (status = 200, description = "The entry.", body = Rule),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    _player: Player,
    Path((kind, slug)): Path<(String, String)>,
    Query(query): Query<EditionQuery>,
) -> Result<Json<Rule>, Error> {
    let edition = edition(query.edition.as_deref())?;
    let kind = RuleKind::read(&kind)
        .ok_or_else(|| Error::unknown_rule(format!("There is no type “{kind}”; there is {}.", types())))?;
    let library = app.tables.rules().library();
    let entry = library.get(edition, kind, &slug).ok_or_else(|| {
        let asked = SearchQuery { query: &slug.replace('-', " "), kind: Some(kind), edition, limit: None };
        let near = library.near(&asked);
        let near = if near.is_empty() { String::new() } else { format!(" Spelled like it: {}.", near.join(", ")) };
        Error::unknown_rule(format!(
            "There is no {} “{slug}” in the rules of {}.{near}",
            kind.as_str(),
            edition.as_str()
        ))
    })?;
    let references: Vec<Reference> = library.references(entry);
    Ok(Json(Rule { prose: entry.prose().to_owned(), entry: RuleEntry { references, ..entry.clone() } }))
}
