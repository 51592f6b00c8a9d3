//! Safety tools: lines and veils, and the X card.

use axum::{Json, extract::State};
use game::{
    Session,
    id::SessionId,
    safety::{MAX_ENTRIES, MAX_ENTRY, Romance, Safety, TextCheck, Tone, Violence, content_tags, is_entry, tag},
    view::PlayerView,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::Instrument;
use utoipa::ToSchema;

use super::{
    App, Error,
    auth::Player,
    body::{FieldErrors, JsonBody, Path, read_field, text},
    guests::Member,
    sessions::view,
};

/// Topics that a player may not want in a story.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TagList {
    items: Vec<NamedTag>,
}

/// A content tag with its names.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NamedTag {
    /// Its id, as lines, veils and campaigns have it.
    id: &'static str,
    /// Its name in English.
    en: &'static str,
    /// Its name in German.
    de: &'static str,
}

impl NamedTag {
    fn of(id: &str) -> Option<Self> {
        tag(id).map(|tag| Self { id: &tag.id, en: &tag.en, de: &tag.de })
    }
}

/// The tags among a campaign's that are lines.
pub(super) fn crossed(safety: &Safety, content_tags: &[String]) -> Vec<NamedTag> {
    TextCheck::of(&safety.lines).crossed_tags(content_tags).into_iter().filter_map(NamedTag::of).collect()
}

/// List the content tags that can be picked as lines and veils.
///
/// Campaigns describe themselves with the same tags. The list has no pages.
#[utoipa::path(get, path = "/api/safety/tags", operation_id = "listContentTags", tag = "safety", responses(
    (status = 200, description = "All content tags; the list has no pages.", body = TagList),
))]
pub(super) async fn tags(_: Player) -> Json<TagList> {
    Json(TagList { items: content_tags().iter().filter_map(|tag| NamedTag::of(&tag.id)).collect() })
}

/// Lines, veils and dials as they are set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SafetySettings {
    /// Never shown: ids of content tags, and phrases.
    lines: Vec<String>,
    /// Only off screen, in the same form.
    veils: Vec<String>,
    /// How dark the story is; null where it is not set.
    tone: Option<Tone>,
    /// How violence is shown; null where it is not set.
    violence: Option<Violence>,
    /// How much romance there is; null where it is not set.
    romance: Option<Romance>,
    /// The lines that the session's campaign crosses, by its own description.
    crossed: Vec<NamedTag>,
}

async fn settings(app: &App, session: &Session, member: &Member) -> Result<Json<SafetySettings>, Error> {
    let safety = &session.head.safety.set_by(member.guest());
    let content_tags = match &session.game.plot {
        Some(plot) if !safety.lines.is_empty() => {
            app.tables.campaign(&plot.campaign.digest).await?.content_tags.clone()
        }
        _ => Vec::new(),
    };
    let crossed = crossed(safety, &content_tags);
    let Safety { lines, veils, tone, violence, romance } = safety.clone();
    Ok(Json(SafetySettings { lines, veils, tone, violence, romance, crossed }))
}

/// Read your own lines, veils and dials of a session.
///
/// Only their owner sees them; they are in no session, turn or stream. An export of the session contains the host's.
#[utoipa::path(get, path = "/api/sessions/{id}/safety", operation_id = "getSafety", tag = "safety",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The settings.", body = SafetySettings),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
) -> Result<Json<SafetySettings>, Error> {
    settings(&app, &app.session(&player, &id).await?, &member).await
}

/// Replace your own lines, veils and dials of a session: missing ones are unset.
///
/// At a table with guests, everyone's lines and veils apply together, without names, and the mildest setting of each dial. They
/// apply from the next turn on, and undo does not change them. With lines set, the story is shown only after it was checked:
/// sentence by sentence, or paragraph by paragraph if a utility model checks it as well. This is a tool, not a guarantee.
#[utoipa::path(put, path = "/api/sessions/{id}/safety", operation_id = "setSafety", tag = "safety",
    request_body = Safety,
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The settings.", body = SafetySettings),
    ))]
pub(super) async fn set(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<Value>,
) -> Result<Json<SafetySettings>, Error> {
    let safety = safety(request, "")?;
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let session = app.tables.set_safety(line, member.guest(), safety).await?;
    settings(&app, &session, &member).await
}

/// The safety settings of a request.
pub(super) fn safety(asked: Value, within: &str) -> Result<Safety, Error> {
    let safety: Safety = read_field(asked, within)?;
    let mut fields = FieldErrors::default();
    for (name, entries) in [("lines", &safety.lines), ("veils", &safety.veils)] {
        let field = if within.is_empty() { name.to_owned() } else { format!("{within}.{name}") };
        if entries.len() > MAX_ENTRIES {
            let message = format!("At most {MAX_ENTRIES} entries fit here; these are {}.", entries.len());
            fields.read::<()>(Err(Error::invalid_field(&field, message)))?;
        }
        for (i, entry) in entries.iter().enumerate() {
            fields.read(words(&format!("{field}[{i}]"), entry))?;
        }
    }
    fields.none_wrong()?;
    Ok(safety.tidied())
}

/// The words of a line.
fn words(field: &str, value: &str) -> Result<String, Error> {
    let words = text(field, value, MAX_ENTRY)?;
    match is_entry(&words) {
        true => Ok(words),
        false => Err(Error::invalid_field(field, "Use words in a single line, without control characters.")),
    }
}

/// The X card.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct XCard {
    /// An optional topic, at most 80 characters. It becomes a line.
    about: Option<String>,
}

/// Play the X card: the scene stops at once and did not happen.
///
/// During a turn, its stream gets the event `safety` and ends with `failed`, code `stopped_for_safety`, and the turn is undone
/// completely. Otherwise the last turn is undone. Waiting messages are refused. Until the next turn is saved, the card can be
/// played again without another undo, for example to name a topic. Who played it is not recorded.
#[utoipa::path(post, path = "/api/sessions/{id}/x", operation_id = "playXCard", request_body = Option<XCard>, tag = "safety",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn x_card(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(XCard { about }): JsonBody<XCard>,
) -> Result<Json<PlayerView>, Error> {
    let about = about.map(|about| words("about", &about)).transpose()?;
    app.session(&player, &id).await?;
    let tables = app.tables.clone();
    let played = async move { tables.play_x_card(&id, about).await };
    // In a task of its own: a guest who plays the card and leaves at once has played it.
    let session = tokio::spawn(played.in_current_span()).await.map_err(|_| Error::internal())??;
    Ok(Json(member.viewer().sees(view(&app, &session))))
}
