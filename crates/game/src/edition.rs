//! The edition of the rules that a session uses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which rules: those of the System Reference Document 5.1 or those of 5.2.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum Edition {
    /// SRD 5.1.
    #[default]
    #[serde(rename = "2014")]
    Y2014,
    /// SRD 5.2.
    #[serde(rename = "2024")]
    Y2024,
}

impl Edition {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Y2014, Self::Y2024];

    /// The one of the two that this isn't.
    pub fn other(self) -> Self {
        match self {
            Self::Y2014 => Self::Y2024,
            Self::Y2024 => Self::Y2014,
        }
    }

    /// The year it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Y2014 => "2014",
            Self::Y2024 => "2024",
        }
    }

    /// The edition of a year.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.as_str() == text.trim())
    }

    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
