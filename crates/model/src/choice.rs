//! The model and effort of a request.

use std::str::FromStr;

use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value::StrDeserializer},
};

/// How much work a model puts into an answer, as the Messages protocol names it. Not every model has every level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Short answers, little thought.
    Low,
    /// Between low and high.
    Medium,
    /// The default.
    High,
    /// More than that.
    Xhigh,
    /// As much as the model can.
    Max,
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text: StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
        Self::deserialize(text).map_err(|_| "use low, medium, high, xhigh or max".to_owned())
    }
}

/// A model, and how much effort it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelChoice {
    /// The model's id.
    pub id: String,
    /// The effort; the model's own default if there is none.
    pub effort: Option<Effort>,
}

impl From<&str> for ModelChoice {
    fn from(id: &str) -> Self {
        Self { id: id.to_owned(), effort: None }
    }
}
