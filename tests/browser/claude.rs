//! What the scripted Claude of the other tests stands on.

#[path = "../it/claude/recording.rs"]
pub(crate) mod recording;
