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

/// The most names a refusal lists.
const MAX_LISTED: usize = 20;

/// `a, b and c`, for the end of a refusal; `nothing` for an empty list, and no more than twenty names of a long one.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        many if many.len() > MAX_LISTED => {
            format!("{} and {} more", many[..MAX_LISTED].join(", "), many.len() - MAX_LISTED)
        }
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
