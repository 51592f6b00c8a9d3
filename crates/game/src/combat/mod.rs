//! The fight, fought by the rules and not by the teller of it.
//!
//! What a fighter can do is a [`Deed`](deed::Deed), what it is made of a [`StatBlock`](stat_block::StatBlock); both are
//! plain numbers, read from the rules library when a fighter comes in. The fight itself is the state's
//! [`Encounter`](encounter::Encounter). Everything happens on a [`Bout`](bout::Bout), which throws dice and records
//! changes. Every action, by a button, by a tool or by a creature's own tactics, goes through [`perform`](perform::perform).

pub mod act;
mod aiming;
mod area;
pub mod arms;
mod attacking;
pub mod bout;
pub(crate) mod casting;
pub(crate) mod check;
mod components;
mod concentration;
pub mod conformance;
mod costs;
mod counterspell;
pub mod deed;
mod defaults;
mod doing;
pub(crate) mod dying;
pub mod encounter;
pub mod ending;
pub mod event;
pub(crate) mod features;
pub mod fighter;
mod fold;
pub mod footprint;
pub mod forecast;
pub mod gauntlet;
pub mod harm;
mod hazard;
pub mod improvise;
pub mod initiative;
pub mod intent;
pub mod interventions;
pub(crate) mod laid;
pub mod legal;
mod legendary;
mod manoeuvres;
pub mod modifier;
mod movement;
mod multiattack;
pub mod orders;
pub mod perform;
pub mod placement;
pub(crate) mod potions;
pub(crate) mod powers;
mod protection;
pub mod reaction;
mod repertoire;
mod riders;
pub mod rollout;
pub mod rounds;
pub mod sentence;
pub mod square;
mod square_set;
pub mod stances;
pub mod stat_block;
pub mod strapping;
pub mod strike;
pub(crate) mod sway;
pub mod tactics;
pub mod terrain;
pub mod timing;
mod turning;
mod uses;
pub mod view;
pub mod ways;
mod worth;
mod wound;

#[cfg(test)]
mod tests;
