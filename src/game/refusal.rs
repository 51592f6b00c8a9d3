//! Why the table says no.

/// A change that cannot be. The text reads well to the model, which repairs its call by it, and to the
/// player: it says what is wrong and what there is instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal in these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

/// `a, b and c`, for the end of a refusal; `nothing` for an empty list.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
