//! Embertale: a browser-based AI Dungeon Master.

pub mod agent;
pub mod game;
pub mod llm;
pub mod store;
pub mod storyteller;
