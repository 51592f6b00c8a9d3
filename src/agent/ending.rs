//! How a run of the loop can end.

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The model said what it had to say.
    Told,
    /// It had nothing to say, though it was asked twice.
    Silent,
    /// It used up its replies.
    BudgetReached,
    /// It would not answer.
    Refused,
    /// The conversation has outgrown its window.
    OutOfRoom,
    /// The spending limit is reached.
    OutOfMoney,
}
