//! Pictures and music of a campaign: generated offline on the first request, and cached.

mod gallery;
mod order;
mod studio;

pub(super) use gallery::Gallery;
pub(super) use studio::Studio;

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use game::{Session, id::SessionId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    campaign::CampaignPackage,
    dm::campaigns::{self, NotShelved},
    painter::Picture,
    store,
};

use super::{App, Error, auth::Player, body::Path, guests::Member, page, query::Query};
use order::Order;

/// The content security policy of an SVG that is opened by itself: nothing but inline styles.
pub(super) const CSP: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
/// Under an address that names the version, nothing ever changes.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
/// Under one that doesn't, it must be asked for; the answer is mostly 304.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Which version is meant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct AssetQuery {
    /// The campaign's version, as `plot.campaign.digest` of a session names it. With it, the answer is of that version even if
    /// the shelf has another one now, and browsers cache it permanently.
    v: Option<String>,
    /// Which take, 1 to 99; default: the first. Every take is another picture or tune of the same words: request the next one
    /// for a new version.
    #[param(minimum = 1, maximum = 99)]
    take: Option<u32>,
    /// The session that it is shown in. The picture omits everything that crosses a line of that session.
    #[param(value_type = Option<String>)]
    session: Option<SessionId>,
}

/// The most takes of an asset.
const MAX_TAKES: u32 = 99;

/// A picture or a piece of music, made from the campaign's words. It is the `background` or the `music` of a node, or the
/// `portrait` of a person. The same words and take give the same bytes. With `session`, guests of that session are shown the first
/// take of nodes where the heroes were and of people they know.
#[utoipa::path(get, path = "/api/campaigns/{slug}/assets/{kind}/{id}", operation_id = "getCampaignAsset", tag = "campaigns",
    params(
        ("slug" = String, Path, description = "the campaign"),
        ("kind" = String, Path, description = "`background`, `portrait` or `music`"),
        ("id" = String, Path, description = "the node; for a portrait, the person"),
        AssetQuery,
    ),
    responses(
        (status = 200, description = "pictures are SVG if no image server is configured; music is a loop of a minute", content(
            (String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp"),
            (Vec<u8> = "audio/wav")),
            headers(("ETag" = String, description = "The version of the file."))),
        (status = 304, description = "The client has this version, as `If-None-Match` says.",
            headers(("ETag" = String, description = "The version of the file."))),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path((slug, kind, id)): Path<(String, String, String)>,
    Query(query): Query<AssetQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let owner = &player.0;
    let session = match &query.session {
        Some(session) => Some(app.session(&player, session).await?),
        None => None,
    };
    let take = query.take.unwrap_or(1);
    let is_shown = |session: &Session| take == 1 && has_been_seen(session, &slug, &kind, &id);
    if member.guest().is_some() && !session.as_ref().is_some_and(is_shown) {
        return Err(Error::unknown_asset());
    }
    let package = match &query.v {
        Some(digest) => version(&app, owner, &slug, digest).await?,
        None => Arc::new(campaigns::find(app.store(), owner, &slug).await?.package),
    };
    let lines = session.map(|session| session.head.safety.in_force().lines).unwrap_or_default();
    if !(1..=MAX_TAKES).contains(&take) {
        return Err(Error::invalid_field("take", format!("There are the takes 1 to {MAX_TAKES}, and no take {take}.")));
    }
    let order = Order::of(&package, &kind, &id, take, &lines).ok_or_else(Error::unknown_asset)?;
    if let Some((studio, words)) = app.studio.as_ref().zip(order.words(&package, &lines)) {
        let key = studio.key(&words, take);
        if let Some(Picture { bytes, content_type }) = studio.find(&key).await {
            let keeps = query.v.is_some() && query.session.is_none();
            return answer(&headers, &key, content_type, keeps, async { Some(bytes) }).await;
        }
        studio.order(key, words);
    }
    // Pictures that the image server may still replace are not cached permanently.
    let (key, content_type) = (order.key(), order.content_type());
    let keeps = query.v.is_some() && app.studio.is_none() && query.session.is_none();
    let asked = key.clone();
    answer(&headers, &key, content_type, keeps, app.gallery.ask(asked, move || order.make())).await
}

/// Whether a guest may see an asset: that of a node the heroes were in, or of a person they know, in the campaign they play.
fn has_been_seen(session: &Session, slug: &str, kind: &str, id: &str) -> bool {
    let game = &session.game;
    let Some(plot) = game.plot.as_ref().filter(|plot| plot.campaign.slug == slug) else { return false };
    match kind {
        "portrait" => {
            let (known, present) = (game.supporting_npcs.iter(), game.creatures.iter());
            known.map(|npc| &npc.id).chain(present.map(|npc| &npc.id)).any(|npc| npc.as_str() == id)
        }
        _ => plot.visited.iter().any(|node| node.id == id),
    }
}

/// The asset, or that the client has it already.
async fn answer(
    headers: &HeaderMap,
    key: &str,
    content_type: &'static str,
    keeps: bool,
    made: impl Future<Output = Option<Bytes>>,
) -> Result<Response, Error> {
    let etag = format!("\"{key}\"");
    let mut response = if page::matches(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, content_type)], made.await.ok_or_else(Error::internal)?).into_response()
    };
    response.headers_mut().extend([
        (header::ETAG, HeaderValue::try_from(etag).map_err(|_| Error::internal())?),
        (header::CACHE_CONTROL, if keeps { FOR_GOOD } else { ASK_AGAIN }),
        (header::CONTENT_SECURITY_POLICY, CSP),
    ]);
    Ok(response)
}

/// The campaign with this digest; or the one on the shelf, if no one has played it yet.
async fn version(app: &App, owner: &str, slug: &str, digest: &str) -> Result<Arc<CampaignPackage>, Error> {
    let is_one = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_one {
        match app.tables.campaign(digest).await {
            Ok(package) if package.slug == slug => return Ok(package),
            Ok(_) | Err(store::Error::CampaignMissing { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let chosen = campaigns::find(app.store(), owner, slug).await?;
    if chosen.kept.digest() == digest {
        Ok(Arc::new(chosen.package))
    } else {
        Err(NotShelved::Unknown(format!("{}, in that version", chosen.package.slug)).into())
    }
}
