//! Invitations to a session, as its host makes and revokes them.

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::{
    id::{CharacterId, InvitationId, SeatId, SessionId},
    roster::{self, Invite, MAX_OPEN_FOR, MAX_USES, NotSeated, OPEN_FOR, SeatRole, SecretHash},
};
use jiff::{SignedDuration, Timestamp};
use qrcode::{EcLevel, QrCode, render::svg};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    App, Auth, Error,
    auth::Player,
    body::{JsonBody, Path},
    client::ClientInfo,
    gate::{self, is_https},
    guests::new_secret,
    heroes::unknown,
    query::Query,
    seats::forget_safety,
};

/// The smallest side of a QR code, in pixels.
const QR_SIDE: u32 = 240;

/// The role of guests who join by an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum GuestRole {
    /// Act for a hero.
    Player,
    /// See the public story.
    Spectator,
}

impl From<GuestRole> for SeatRole {
    fn from(role: GuestRole) -> Self {
        match role {
            GuestRole::Player => Self::Player,
            GuestRole::Spectator => Self::Spectator,
        }
    }
}

/// An invitation to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewInvitation {
    /// The role of the guests who join by it.
    role: GuestRole,
    /// The hero it is for, which the host then gives up; default: any free one, or one of the guest's own.
    #[serde(default)]
    character_id: Option<CharacterId>,
    /// Seconds until it expires, at most 30 days; default: a day.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 2_592_000)]
    expires_in: Option<u32>,
    /// Maximum number of guests, 1 to 100; default: 1.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    uses: Option<u32>,
}

impl NewInvitation {
    fn open_for(&self) -> Result<SignedDuration, Error> {
        let Some(seconds) = self.expires_in else { return Ok(OPEN_FOR) };
        let open_for = SignedDuration::from_secs(seconds.into());
        match seconds > 0 && open_for <= MAX_OPEN_FOR {
            true => Ok(open_for),
            false => {
                let message = format!("An invitation is open for 1 to {} seconds.", MAX_OPEN_FOR.as_secs());
                Err(Error::invalid_field("expiresIn", message))
            }
        }
    }

    fn n_uses(&self) -> Result<u32, Error> {
        match self.uses {
            None => Ok(1),
            Some(uses) if (1..=MAX_USES).contains(&uses) => Ok(uses),
            Some(_) => Err(Error::invalid_field("uses", format!("An invitation lets in 1 to {MAX_USES} guests."))),
        }
    }
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub(super) struct InvitationView {
    /// Its id, for the host. The id gives no access.
    id: InvitationId,
    /// The role of the guests who join by it.
    role: SeatRole,
    /// The hero it is for; null for any.
    #[schema(required)]
    character_id: Option<CharacterId>,
    /// When it expires.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// Maximum number of guests.
    uses: u32,
    /// Number of guests who have joined by it.
    used: u32,
}

impl InvitationView {
    fn of(invitation: &roster::Invitation) -> Self {
        let roster::Invitation { id, role, character_id, expires_at, uses, used, .. } = invitation.clone();
        Self { id, role, character_id, expires_at, uses, used }
    }
}

/// A new invitation with its link. The link is shown only once: the server keeps only a hash of its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InvitationWithLink {
    #[serde(flatten)]
    invitation: InvitationView,
    /// The link to send to friends. Its secret is after the `#`, so no request line contains it.
    url: String,
    /// The same as a QR code, an SVG.
    qr: String,
}

/// All open invitations.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InvitationList {
    items: Vec<InvitationView>,
}

/// Invite friends to a session.
///
/// Friends who open the link take a seat at the table without an account, until the invitation expires, is used up or is revoked.
/// Only the host invites, and only with sign-in: without it everyone who reaches the server is a host.
#[utoipa::path(post, path = "/api/sessions/{id}/invitations", operation_id = "createInvitation", request_body = NewInvitation, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 201, description = "The invitation with its link.", body = InvitationWithLink),
    ))]
pub(super) async fn invite(
    State(app): State<App>,
    player: Player,
    Extension(client): Extension<ClientInfo>,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewInvitation>,
) -> Result<Response, Error> {
    if matches!(app.settings.auth, Auth::None) {
        return Err(Error::sharing_needs_sign_in());
    }
    let (open_for, uses) = (request.open_for()?, request.n_uses()?);
    if request.role == GuestRole::Spectator && request.character_id.is_some() {
        return Err(Error::invalid_field("characterId", "A spectator plays no hero. Leave it out."));
    }
    let session = app.session(&player, &id).await?;
    let heroes = &session.game.characters;
    if let Some(hero) = request.character_id.as_ref().filter(|id| heroes.iter().all(|hero| hero.id != **id)) {
        return Err(unknown(hero, heroes));
    }
    let token = new_secret(&id);
    let invite = Invite {
        id: InvitationId::from(Uuid::now_v7().to_string()),
        role: request.role.into(),
        character_id: request.character_id,
        open_for,
        uses,
        secret: SecretHash::of(&token),
    };
    let now = Timestamp::now();
    let made = app
        .tables
        .change_roster(&session, |roster| Ok::<_, Error>(InvitationView::of(roster.invite(invite.clone(), now)?)));
    let invitation = made.await?;
    let url = link(&app, &client, &headers, &token);
    let location = format!("/api/sessions/{id}/invitations/{}", invitation.id);
    let made = InvitationWithLink { invitation, qr: qr(&url)?, url };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(made)).into_response())
}

/// The address of the page that joins with this token.
fn link(app: &App, client: &ClientInfo, headers: &HeaderMap, token: &str) -> String {
    let scheme = if client.is_https || is_https(headers) { "https" } else { "http" };
    let host = match (client.host.as_ref(), &app.settings.share) {
        // The host may have the page open under a name that means another machine to friends.
        (Some(host), Some(shared)) if gate::is_loopback(host.host()) => shared,
        (host, _) => host.map_or("localhost", |host| host.as_str()),
    };
    format!("{scheme}://{host}{}/#/join/{token}", app.settings.server.base_path.as_str())
}

fn qr(url: &str) -> Result<String, Error> {
    let code = QrCode::with_error_correction_level(url, EcLevel::M).map_err(|_| Error::internal())?;
    Ok(code.render::<svg::Color>().min_dimensions(QR_SIDE, QR_SIDE).build())
}

/// List the open invitations to a session.
///
/// The links are not included. The list has no pages.
#[utoipa::path(get, path = "/api/sessions/{id}/invitations", operation_id = "listInvitations", tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The open invitations; the list has no pages.", body = InvitationList),
    ))]
pub(super) async fn list(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<InvitationList>, Error> {
    let session = app.session(&player, &id).await?;
    let roster = app.tables.roster(&session).await?;
    let items = roster.open_invitations(Timestamp::now()).map(InvitationView::of).collect();
    Ok(Json(InvitationList { items }))
}

/// Whether the guests of the invitation are removed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct RevokeQuery {
    /// Whether guests who joined by the invitation are removed as well; default: no.
    guests: Option<bool>,
}

/// Revoke an invitation.
///
/// Its link stops working. With `guests=true`, guests who joined by it are removed at once, also if it had already ended.
#[utoipa::path(delete, path = "/api/sessions/{id}/invitations/{invitationId}", operation_id = "deleteInvitation", tag = "table",
    params(
        ("id" = String, Path, description = "the session"),
        ("invitationId" = String, Path, description = "the invitation"),
        RevokeQuery,
    ),
    responses(
        (status = 204, description = "The link no longer works."),
    ))]
pub(super) async fn revoke(
    State(app): State<App>,
    player: Player,
    Path((id, invitation)): Path<(SessionId, InvitationId)>,
    Query(query): Query<RevokeQuery>,
) -> Result<StatusCode, Error> {
    let session = app.session(&player, &id).await?;
    let (with_guests, now) = (query.guests.unwrap_or(false), Timestamp::now());
    let revoked = app.tables.change_roster(&session, |roster| match roster.revoke(&invitation, with_guests, now) {
        Err(NotSeated::Unknown) => Err(Error::unknown_invitation()),
        revoked => Ok(revoked?),
    });
    let gone: Vec<SeatId> = revoked.await?;
    forget_safety(&app, &id, gone);
    Ok(StatusCode::NO_CONTENT)
}
