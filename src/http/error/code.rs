//! All problem codes with their status and description, in one table.

use axum::http::StatusCode;
use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

macro_rules! codes {
    ($($name:ident $text:literal $status:ident $sentence:literal)*) => {
        /// The stable code of a problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::http) enum ProblemCode { $($name),* }

        impl ProblemCode {
            const ALL: &[Self] = &[$(Self::$name),*];

            /// The code as it is sent.
            pub(in crate::http) const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            pub(in crate::http) const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }

            const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence),* }
            }
        }
    };
}

codes! {
    InvalidJson "invalid_json" BAD_REQUEST "The body is not valid JSON."
    Unauthorized "unauthorized" UNAUTHORIZED "The request carries no valid secret."
    SpendingCapReached "spending_cap_reached" PAYMENT_REQUIRED "A spending cap is used up, so no model is called."
    SeatCapReached "seat_cap_reached" PAYMENT_REQUIRED "What the host set aside for this guest's words is spent. Buttons still play."
    ForeignHost "foreign_host" FORBIDDEN "The `Host` header is not in `ALLOWED_HOSTS`."
    ForeignOrigin "foreign_origin" FORBIDDEN "The `Origin` header is not in `ALLOWED_ORIGINS`."
    HostOnly "host_only" FORBIDDEN "Only the host of the table may do this."
    NotYourHero "not_your_hero" FORBIDDEN "Someone else plays this hero."
    UnknownRoute "unknown_route" NOT_FOUND "No route has this path."
    UnknownSession "unknown_session" NOT_FOUND "The player has no session with this id."
    UnknownTurn "unknown_turn" NOT_FOUND "The session has no turn with this id, or the plan no answer with it. A turn that failed more than ten minutes ago is unknown, too: send its message again."
    UnknownCharacter "unknown_character" NOT_FOUND "The session has no hero with this id."
    UnknownCampaign "unknown_campaign" NOT_FOUND "The player has no campaign with this slug or version."
    NoCampaign "no_campaign" NOT_FOUND "The session plays no campaign."
    UnknownAsset "unknown_asset" NOT_FOUND "The campaign has no such picture or music."
    UnknownPlan "unknown_plan" NOT_FOUND "The player has no plan with this id."
    UnknownPath "unknown_path" NOT_FOUND "The session has no value at this path."
    UnknownRule "unknown_rule" NOT_FOUND "The rules have no such entry or type."
    JournalEntryNotFound "journal_entry_not_found" NOT_FOUND "The journal has no entry with this id."
    UnknownSeat "unknown_seat" NOT_FOUND "The table has no such seat."
    UnknownInvitation "unknown_invitation" NOT_FOUND "The session has no invitation with this id."
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED "The path does not take this method; `Allow` lists those it takes."
    RequestTimeout "request_timeout" REQUEST_TIMEOUT "The body arrived too slowly; the connection is closed."
    LevelUpPending "level_up_pending" CONFLICT "A hero has a level to take before the next turn."
    TurnCancelled "turn_cancelled" CONFLICT "The turn was cancelled; nothing changed."
    StoppedForSafety "stopped_for_safety" CONFLICT "Someone played the X card; nothing changed."
    TurnUndone "turn_undone" CONFLICT "The turn with this idempotency key was undone."
    TurnInProgress "turn_in_progress" CONFLICT "Another server is playing a turn of this session."
    VersionConflict "version_conflict" CONFLICT "The session or plan was changed elsewhere meanwhile."
    PlaysInRounds "plays_in_rounds" CONFLICT "The table plays in rounds, so words are sent as a part of the round."
    NoRound "no_round" CONFLICT "The table plays no rounds, has none to close, or a fight keeps its own order."
    RoundClosed "round_closed" CONFLICT "The round is being played and takes no parts any more."
    NothingPlaying "nothing_playing" CONFLICT "There is no turn or answer to cancel."
    NotTheLastTurn "not_the_last_turn" CONFLICT "Only the last turn can be told another way."
    TooManyTellings "too_many_tellings" CONFLICT "The turn has as many alternatives as it can have."
    ReactionPending "reaction_pending" CONFLICT "A fight waits for a hero's reaction; `detail` has the question and its answers."
    NoEncounter "no_encounter" CONFLICT "There is no fight."
    ModelWithoutPrice "model_without_price" CONFLICT "A cap needs prices, and the model has none."
    JournalFull "journal_full" CONFLICT "The journal has as many notes or edits as it can have."
    SlugTaken "slug_taken" CONFLICT "A campaign that comes with the game has the slug of the one to save; one of the player's own with that slug is replaced instead."
    CampaignIsOurs "campaign_is_ours" CONFLICT "The campaign to delete comes with the game."
    ShelfFull "shelf_full" CONFLICT "The player has as many campaigns as fit."
    NeedsAKey "needs_a_key" CONFLICT "Writing a campaign needs a model, and none is configured."
    TooManyPlans "too_many_plans" CONFLICT "The player has as many plans as fit."
    PlanInUse "plan_in_use" CONFLICT "The author is still writing on this plan."
    HeroTaken "hero_taken" CONFLICT "Someone else plays this hero already."
    TableFull "table_full" CONFLICT "The table has no room for another person or hero."
    SharingNeedsSignIn "sharing_needs_sign_in" CONFLICT "Without sign-in everyone who reaches the server is a host, so there are no guests to invite."
    TooManyInvitations "too_many_invitations" CONFLICT "The session has as many open invitations as it can have."
    InvitationOver "invitation_over" GONE "No open invitation has this token: it expired, was used up or revoked, or there never was one."
    TooLarge "too_large" PAYLOAD_TOO_LARGE "The body, or what would be saved, is too large."
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE "The body is not announced as JSON."
    ValidationFailed "validation_failed" UNPROCESSABLE_ENTITY "Fields or parameters are invalid; `errors` names each."
    IdempotencyMismatch "idempotency_mismatch" UNPROCESSABLE_ENTITY "The idempotency key was used for another request."
    IllegalAction "illegal_action" UNPROCESSABLE_ENTITY "The rules forbid the action; `detail` says what is possible."
    UnknownNpc "unknown_npc" UNPROCESSABLE_ENTITY "No person with that name is known."
    NpcNotHere "npc_not_here" UNPROCESSABLE_ENTITY "The person addressed is not in the scene."
    NothingToUndo "nothing_to_undo" UNPROCESSABLE_ENTITY "There are fewer turns than should be undone."
    InvalidCampaign "invalid_campaign" UNPROCESSABLE_ENTITY "The campaign cannot be played; `findings` says why."
    TooManyTurns "too_many_turns" TOO_MANY_REQUESTS "Too many requests wait for this session."
    RateLimited "rate_limited" TOO_MANY_REQUESTS "Too many requests; wait as long as `Retry-After` says."
    Internal "internal" INTERNAL_SERVER_ERROR "A fault of the server; its log names the request id."
    ModelFailed "model_failed" BAD_GATEWAY "The model's provider failed or refused the request."
    LineCrossed "line_crossed" BAD_GATEWAY "The model crossed a line of the table twice; nothing changed."
    StoreUnavailable "store_unavailable" SERVICE_UNAVAILABLE "The store cannot be reached or written."
    ModelOverloaded "model_overloaded" SERVICE_UNAVAILABLE "The model's provider has too much to do."
    SafetyNotChecked "safety_not_checked" GATEWAY_TIMEOUT "The story was not checked against the lines of the table in time; nothing changed."
    ModelTimeout "model_timeout" GATEWAY_TIMEOUT "The model took too long."
}

impl Serialize for ProblemCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialSchema for ProblemCode {
    fn schema() -> RefOr<Schema> {
        let lines = Self::ALL
            .iter()
            .map(|code| format!("\n- `{}` ({}): {}", code.as_str(), code.status().as_u16(), code.sentence()));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .description(Some(format!(
                "A stable code. Later versions may add codes: treat one you don't know by its status.\n{}",
                lines.collect::<String>()
            )))
            .into()
    }
}

impl ToSchema for ProblemCode {}
