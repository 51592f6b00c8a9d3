//! The tool-use loop, generic over what its tools work on.
//!
//! An [`Agent`] is a prompt, a toolbox, a model's id and a budget. [`run`] lets a model answer, runs the tools it calls and
//! returns their results, until the model has finished. The loop decides when to go on; the caller, as a [`Listener`], decides
//! on tools, display and saving.
//!
//! Deliberately absent: the game, the store, retries (the model's), and any memory between runs.

mod dialogue;
mod echo;
mod lead_in;
mod listener;
mod narration;
mod nudge;
mod remark;
mod retelling;
mod run_outcome;
mod tool;
mod turn_loop;

pub use dialogue::sentences;
pub use listener::{Listener, TextKind};
pub use nudge::Nudges;
pub use run_outcome::RunOutcome;
pub use tool::{
    CallDeclaration, CallSummary, MustRead, PublicCall, PublicResult, Tool, ToolError, ToolOutput, Toolbox,
};
pub use turn_loop::{Agent, Error, run};
