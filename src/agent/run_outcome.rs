//! How a run of the tool-use loop ends.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// The model answered.
    Told,
    /// It returned no text twice.
    Silent,
    /// The limit of model calls is reached.
    BudgetReached,
    /// The provider refused to answer.
    Refused,
    /// The context window is full.
    OutOfRoom,
    /// The spending limit is reached.
    OutOfMoney,
}
