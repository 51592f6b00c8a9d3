//! Combat, resolved by the rules without a model.
//!
//! What a fighter can do is a [`CombatAction`](deed::CombatAction), what it is made of a [`StatBlock`](stat_block::StatBlock); both are
//! plain numbers, read from the rules library when a fighter comes in. The fight itself is the state's
//! [`Encounter`](encounter::Encounter). Everything happens on a [`Bout`](bout::Bout), which throws dice and records
//! changes. Every action, by a button, by a tool or by a creature's own tactics, goes through [`perform`](perform::perform).

pub mod act;
mod action_resolution;
pub(crate) mod activated_features;
mod aiming;
mod area;
pub mod arms;
pub(crate) mod attack_advantage;
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
pub(crate) mod dying;
pub mod encounter;
pub mod ending;
pub mod event;
mod expected_value;
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
pub mod legal;
mod legendary;
mod manoeuvres;
pub mod modifier;
mod movement;
mod multiattack;
pub mod orders;
pub(crate) mod out_of_combat;
pub mod perform;
pub mod placement;
pub(crate) mod potions;
mod protection;
pub mod reaction;
mod repertoire;
mod riders;
pub mod rollout;
pub mod rounds;
pub mod sentence;
pub mod shield;
pub mod square;
mod square_set;
pub mod stances;
pub mod stat_block;
pub mod strike;
pub mod tactics;
pub mod terrain;
pub mod timing;
mod turning;
mod uses;
pub mod view;
pub mod ways;
mod wound;

#[cfg(test)]
mod tests;
