//! Settings of a session: language and house rules.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
};
use game::{
    house_rules::{HouseRules, MAX_TEXT},
    id::SessionId,
    language_tag::LanguageTag,
    view::PlayerView,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{campaign::known_language, dm::NewSettings};

use super::{
    App, Error,
    auth::Player,
    body::{FieldErrors, JsonBody, Path, idempotency_key, read_field},
    sessions::view,
};

/// New settings; missing ones stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct ChangeSettings {
    /// The language of the story as a BCP 47 tag; null for that of the player's messages.
    #[serde(deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    language: Option<Value>,
    /// All house rules; missing ones follow the rules as written.
    #[schema(value_type = Option<HouseRules>)]
    house_rules: Option<Value>,
}

/// A field that is present, possibly null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Change a session's settings.
///
/// They apply from the next turn on. Earlier text is unchanged. Undoing the turn before undoes the change as well.
#[utoipa::path(patch, path = "/api/sessions/{id}/settings", operation_id = "updateSettings",
    request_body = ChangeSettings, tag = "sessions",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the change, unique in its session"),
    ),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn change(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ChangeSettings>,
) -> Result<Json<PlayerView>, Error> {
    let key = idempotency_key(&headers)?;
    let mut fields = FieldErrors::default();
    let language = fields.read(request.language.as_ref().map(language).transpose())?;
    let house_rules = fields.read(request.house_rules.map(house_rules).transpose())?;
    let (Some(language), Some(house_rules)) = (language, house_rules) else { return Err(fields.into()) };
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let session = app.tables.set(line, key, NewSettings { language, house_rules }).await?;
    Ok(Json(view(&app, &session)))
}

/// The language that a request's field names; none for null.
pub(super) fn language(asked: &Value) -> Result<Option<LanguageTag>, Error> {
    match asked {
        Value::Null => Ok(None),
        Value::String(tag) => known_language(tag.trim()).map(Some).ok_or_else(|| {
            let shown: String = tag.chars().take(60).collect();
            let message = format!("“{shown}” is no language. Write a BCP 47 tag, such as `en` or `de-CH`.");
            Error::invalid_field("language", message)
        }),
        _ => Err(Error::invalid_field("language", "Write a BCP 47 tag as text, such as `en` or `de-CH`.")),
    }
}

/// The house rules of a request.
pub(super) fn house_rules(asked: Value) -> Result<HouseRules, Error> {
    let rules: HouseRules = read_field(asked, "houseRules")?;
    let is_too_long = rules.text.chars().count() > MAX_TEXT;
    if is_too_long || rules.text.chars().any(|c| c.is_control() && c != '\n') {
        let message =
            format!("Use at most {MAX_TEXT} characters; line breaks are the only control characters allowed.");
        return Err(Error::invalid_field("houseRules.text", message));
    }
    Ok(HouseRules { text: rules.text.trim().to_owned(), ..rules })
}

/// The language a client likes best by `Accept-Language` (RFC 9110, 12.5.4), if there is such a language.
pub(super) fn preferred_language(headers: &HeaderMap) -> Option<LanguageTag> {
    let values = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    let mut best: Option<(f32, LanguageTag)> = None;
    for range in values.flat_map(|value| value.split(',')) {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
        if let Some(language) = known_language(tag.trim())
            && weight > best.as_ref().map_or(0.0, |(most, _)| *most)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_a_client_likes_best_is_read() {
        let cases = [
            ("de-DE,de;q=0.9,en;q=0.8", Some("de-DE")),
            ("en;q=0.2, fr;q=0.7, *;q=0.9", Some("fr")),
            ("*", None),
            ("de;q=0", None),
            ("no language at all, ;;;q=q, xx-DE", None),
            ("", None),
        ];
        for (value, expected) in cases {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value.parse().unwrap())]);
            assert_eq!(preferred_language(&headers).as_ref().map(LanguageTag::as_str), expected, "{value}");
        }
        assert_eq!(preferred_language(&HeaderMap::new()), None);
    }
}
