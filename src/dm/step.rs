//! The steps of a turn by name, for recovery drills.

/// A step of a turn at which a drill may kill the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnStep {
    /// The session is claimed for the turn.
    Claim,
    /// The rules judge is about to be asked.
    Judge,
    /// The prompt is built.
    Prompt,
    /// The `n`th request is about to go to the model, from 1.
    Model(u32),
    /// The `n`th tool has run, from 1.
    Tool(u32),
    /// The turn is whole and about to be checked.
    Validate,
    /// The turn is about to be saved.
    Commit,
    /// The turn is saved and about to be answered.
    Answer,
}

impl std::fmt::Display for TurnStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Claim => f.write_str("claim"),
            Self::Judge => f.write_str("judge"),
            Self::Prompt => f.write_str("prompt"),
            Self::Model(n) => write!(f, "model:{n}"),
            Self::Tool(n) => write!(f, "tool:{n}"),
            Self::Validate => f.write_str("validate"),
            Self::Commit => f.write_str("commit"),
            Self::Answer => f.write_str("answer"),
        }
    }
}

/// Where a drill kills the process, if anywhere.
#[derive(Debug, Clone, Default)]
pub struct Drill {
    crash_at: Option<String>,
}

impl Drill {
    /// A drill that aborts the process at the step of this name, such as `commit` or `tool:2`.
    pub fn crash_at(step: Option<String>) -> Self {
        Self { crash_at: step }
    }

    /// Says that a turn has come to a step.
    pub fn reached(&self, step: TurnStep) {
        if self.crash_at.as_deref().is_some_and(|at| at == step.to_string()) {
            std::process::abort();
        }
    }
}
