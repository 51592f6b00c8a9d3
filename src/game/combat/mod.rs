//! The fight, fought by the rules and not by the teller of it.
//!
//! What a fighter can do is a [`Deed`](deed::Deed), what it is made of a [`StatBlock`](stat_block::StatBlock); both are
//! plain numbers, read from the rules library by whoever brings a fighter in.

pub mod affliction;
pub mod deed;
pub mod harm;
pub mod stat_block;
