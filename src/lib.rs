//! Embertale: a browser-based AI Dungeon Master.

pub mod llm;
