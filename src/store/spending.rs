//! A day's spending.

/// A day's spending, in pico-dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DaySpending {
    /// In total.
    pub total: u64,
    /// By one player, in sessions and plans.
    pub player: u64,
}
