//! The sentence encoder, shared by all users.

use std::sync::Arc;

use super::meaning::Meaning;

/// Makes vectors of texts by the model the rules are read by; there is one of it, however many read with it.
#[derive(Clone)]
pub struct Embedder(Arc<Meaning>);

impl Embedder {
    pub(super) fn new(meaning: Arc<Meaning>) -> Self {
        Self(meaning)
    }

    /// Whether both are the same model: vectors of one mean nothing to another.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The vector of a question, of length 1; none if the model is unavailable.
    pub async fn question(&self, text: &str) -> Option<Vec<f32>> {
        self.0.of_question(text).await.inspect_err(|why| tracing::debug!("a question is not read: {why}")).ok()
    }

    /// The vector of a passage, of length 1, read between its neighbours where the model can; none if the model is unavailable.
    pub async fn passage(&self, before: String, text: String, after: String) -> Option<Vec<f32>> {
        let read = self.0.of_passage(before, text, after).await;
        read.inspect_err(|why| tracing::debug!("a passage is not read: {why}")).ok()
    }
}
