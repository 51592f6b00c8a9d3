//! Failure codes of turns.

use serde::Serialize;
use utoipa::ToSchema;

/// Why a turn failed. The session is as it was before the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Failure)]
pub struct TurnFailure {
    /// A stable code.
    pub code: FailureCode,
    /// A sentence that says what to do.
    pub message: String,
    /// Whether the same message may succeed if it is sent again.
    pub retryable: bool,
    /// Seconds to wait before that, where they are known.
    #[serde(skip)]
    pub retry_after: Option<u64>,
    /// Why, for the log, if the model failed.
    #[serde(skip)]
    pub cause: Option<String>,
    /// How many calls of models there were, for the log.
    #[serde(skip)]
    pub model_calls: usize,
}

/// The code of what ends because a cap on spending is used up.
pub const SPENDING_CAP_REACHED: &str = "spending_cap_reached";

macro_rules! codes {
    ($($name:ident $text:expr, $sentence:literal;)*) => {
        /// The codes a turn fails with. Later versions may add codes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum FailureCode {
            $(#[doc = $sentence] $name,)*
        }

        impl FailureCode {
            /// As it is written.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// The code that is written so.
            pub fn read(text: &str) -> Option<Self> {
                [$(Self::$name),*].into_iter().find(|code| code.as_str() == text)
            }
        }
    };
}

codes! {
    TurnCancelled "turn_cancelled", "The player stopped it.";
    ModelFailed "model_failed", "The model did not answer as it should.";
    ModelOverloaded "model_overloaded", "The model has too much to do.";
    ModelTimeout "model_timeout", "The model took too long.";
    StoreUnavailable "store_unavailable", "The store could not be reached or written.";
    VersionConflict "version_conflict", "Someone else changed the session meanwhile.";
    TooLarge "too_large", "What was to be saved is too large.";
    SpendingCapReached SPENDING_CAP_REACHED, "What may be spent is spent.";
    SeatCapReached "seat_cap_reached", "What the host set aside for this guest's words is spent.";
    Internal "internal", "Our fault.";
    // For messages that waited for other turns and could no longer be played afterwards.
    PlaysInRounds "plays_in_rounds", "The table plays in rounds now.";
    NoRound "no_round", "There is nothing to play in the round, or a fight keeps its own order.";
    UnknownSession "unknown_session", "The session was deleted meanwhile.";
    UnknownTurn "unknown_turn", "There is no turn to tell again any more.";
    UnknownCharacter "unknown_character", "The hero left meanwhile.";
    NotYourHero "not_your_hero", "Someone else plays the hero now.";
    LevelUpPending "level_up_pending", "A hero has a level to take first.";
    TurnUndone "turn_undone", "The turn with this idempotency key was undone.";
    TurnInProgress "turn_in_progress", "Another server plays a turn of the session.";
    NotTheLastTurn "not_the_last_turn", "Only the last turn can be told another way.";
    TooManyTellings "too_many_tellings", "The turn has as many alternatives as it can have.";
    ReactionPending "reaction_pending", "The fight waits for a reaction.";
    NoEncounter "no_encounter", "There is no fight any more.";
    ModelWithoutPrice "model_without_price", "A cap needs prices, and the model has none.";
    ValidationFailed "validation_failed", "The request does not fit the game any more.";
    IdempotencyMismatch "idempotency_mismatch", "The idempotency key was used for another request.";
    IllegalAction "illegal_action", "The rules forbid the action.";
    UnknownNpc "unknown_npc", "No person of that name is known.";
    NpcNotHere "npc_not_here", "The person addressed is not in the scene.";
    NothingToUndo "nothing_to_undo", "There is no turn to tell again.";
    StoppedForSafety "stopped_for_safety", "Someone played the X card.";
    LineCrossed "line_crossed", "The model crossed a line of the table twice.";
    NotChecked "safety_not_checked", "The story was not checked against the lines of the table in time.";
}
