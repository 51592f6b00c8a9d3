//! The language of a campaign or a session.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The most characters of a tag.
const MAX_TAG: usize = 35;

/// A language by its BCP 47 tag, as `en`, `de-CH` or `zh-Hant`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LanguageTag(String);

impl LanguageTag {
    /// Reads a tag: letters first, then letters and digits in groups of one to eight (RFC 5646, 2.1). Whether the language
    /// exists is not asked.
    pub fn read(tag: &str) -> Option<Self> {
        let mut parts = tag.split('-');
        let is_word = |part: &str, is: fn(&char) -> bool| (1..=8).contains(&part.len()) && part.chars().all(|c| is(&c));
        let first = parts.next()?;
        let holds = first.len() >= 2
            && is_word(first, char::is_ascii_alphabetic)
            && parts.all(|part| is_word(part, char::is_ascii_alphanumeric));
        (holds && tag.len() <= MAX_TAG).then(|| Self(tag.to_owned()))
    }

    /// The language without its script and region, in lower case: `de` of `de-CH`.
    pub fn primary(&self) -> String {
        self.0.split('-').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// `und` (ISO 639-2): no fixed language. The story follows the player's messages even if the campaign has a language of its
    /// own.
    pub fn undetermined() -> Self {
        Self("und".to_owned())
    }

    /// Whether it names no language in particular.
    pub fn is_undetermined(&self) -> bool {
        self.primary() == "und"
    }

    /// Whether it is English, of wherever.
    pub fn is_english(&self) -> bool {
        self.primary() == "en"
    }

    /// The tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for LanguageTag {
    /// English.
    fn default() -> Self {
        Self("en".to_owned())
    }
}

impl TryFrom<String> for LanguageTag {
    type Error = String;

    fn try_from(tag: String) -> Result<Self, String> {
        Self::read(tag.trim())
            .ok_or_else(|| "a language is written as a BCP 47 tag, such as `en` or `de-CH`".to_owned())
    }
}

impl From<LanguageTag> for String {
    fn from(language: LanguageTag) -> Self {
        language.0
    }
}

impl std::fmt::Display for LanguageTag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for LanguageTag {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}
