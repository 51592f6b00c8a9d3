//! The encoder: turns a text into a vector.

use std::{io::Read, ops::Range};

use half::f16;
use ndarray::{Array1, Array2, Axis, Slice};
use serde::Deserialize;

use super::{
    layer::{Layer, Norm},
    vectors::of_length_1,
    weights::{Weights, WeightsError},
    word_pieces::WordPieces,
};

/// The most pieces of a text that are read, its start and end included.
const MAX_PIECES: usize = 128;
/// The same where a text is read with its surroundings, which have what the text itself leaves.
const MAX_PIECES_WITHIN: usize = 256;
/// Only the end of the preceding text is used.
const MAX_CHARS_BEFORE: usize = 2_000;
const WORDS: &str = "embeddings.word_embeddings.weight";
const PLACES: &str = "embeddings.position_embeddings.weight";

/// The shape of a model, as its `config.json` gives it.
#[derive(Debug, Clone, Deserialize)]
pub struct EncoderShape {
    /// Numbers for each piece, and in a vector.
    pub hidden_size: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Heads of attention in a layer.
    pub num_attention_heads: usize,
    /// Numbers for each piece between a layer's two linear maps.
    pub intermediate_size: usize,
    /// Pieces a text can have.
    pub max_position_embeddings: usize,
    /// Kinds of texts; only the first is used.
    pub type_vocab_size: usize,
    /// Added to a variance to avoid a division by zero.
    pub layer_norm_eps: f32,
}

/// A sentence encoder. Vectors have length 1, so that the cosine between two is their dot product.
pub struct Encoder {
    pieces: WordPieces,
    words: Array2<f16>,
    /// Of each place, with the kind of text already added.
    places: Array2<f32>,
    first: Norm,
    layers: Vec<Layer>,
}

impl Encoder {
    /// Puts an encoder together from its shape, its vocabulary (a piece a line) and its weights (safetensors).
    ///
    /// # Errors
    /// One of them is damaged, or they don't fit together.
    pub fn read(shape: &EncoderShape, vocabulary: &str, weights: impl Read) -> Result<Self, WeightsError> {
        let hidden = shape.hidden_size;
        if shape.num_attention_heads == 0 || !hidden.is_multiple_of(shape.num_attention_heads) || hidden == 0 {
            return Err(WeightsError::because("its heads don't share its numbers evenly"));
        }
        let pieces = WordPieces::new(vocabulary)?;
        let mut weights = Weights::read(weights, &[WORDS])?;
        let mut places = weights.matrix(PLACES, shape.max_position_embeddings, hidden)?;
        let kinds = weights.matrix("embeddings.token_type_embeddings.weight", shape.type_vocab_size, hidden)?;
        if let Some(kind) = kinds.rows().into_iter().next() {
            places += &kind;
        }
        let first = Norm::take(&mut weights, "embeddings.LayerNorm", shape)?;
        let layers = (0..shape.num_hidden_layers).map(|n| Layer::take(&mut weights, n, shape));
        let layers = layers.collect::<Result<_, _>>()?;
        let words = weights.halves(WORDS, pieces.len(), hidden)?;
        Ok(Self { pieces, words, places, first, layers })
    }

    /// How many numbers a vector has.
    pub fn n_dimensions(&self) -> usize {
        self.words.ncols()
    }

    /// The vector of a text, of length 1. Only a text's first hundred words or so count.
    pub fn encode(&self, text: &str) -> Vec<f32> {
        let ids = self.pieces.ids(text, MAX_PIECES.min(self.places.nrows()));
        let all = 0..ids.len();
        self.mean(&ids, all)
    }

    /// The vector of a text read with the text before and after it: the model sees all of it at once, and only
    /// the text's own pieces are averaged. So "there" and "her" have the meaning their surroundings give them.
    pub fn encode_within(&self, before: &str, text: &str, after: &str) -> Vec<f32> {
        let most = MAX_PIECES_WITHIN.min(self.places.nrows());
        let inner = |text: &str, limit: usize| {
            let mut ids = self.pieces.ids(text, limit);
            ids.pop();
            ids.drain(..1.min(ids.len()));
            ids
        };
        let own = inner(text, MAX_PIECES.min(most));
        if own.is_empty() {
            return self.encode(text);
        }
        let room = most.saturating_sub(own.len() + 2);
        let start = before.char_indices().rev().nth(MAX_CHARS_BEFORE).map_or(0, |(at, _)| at);
        let before = inner(&before[start..], MAX_CHARS_BEFORE);
        let after = inner(after, most);
        let n_after = after.len().min((room / 3).max(room.saturating_sub(before.len())));
        let n_before = before.len().min(room - n_after);
        let mut ids = self.pieces.ids("", 2);
        let end = ids.pop();
        ids.extend(&before[before.len() - n_before..]);
        let place = ids.len()..ids.len() + own.len();
        ids.extend(own.iter().chain(&after[..n_after]).copied().chain(end));
        self.mean(&ids, place)
    }

    /// Sends pieces through the model and averages those of a part of them.
    fn mean(&self, ids: &[u32], of: Range<usize>) -> Vec<f32> {
        let mut rows = Array2::zeros((ids.len(), self.n_dimensions()));
        for ((id, place), mut row) in ids.iter().zip(self.places.rows()).zip(rows.rows_mut()) {
            let word = self.words.row(*id as usize);
            row.zip_mut_with(&word, |number, word| *number = word.to_f32());
            row += &place;
        }
        self.first.apply(&mut rows);
        let rows = self.layers.iter().fold(rows, |rows, layer| layer.of(&rows));
        let mean = rows.slice_axis(Axis(0), Slice::from(of)).mean_axis(Axis(0));
        of_length_1(mean.unwrap_or_else(|| Array1::zeros(self.n_dimensions())).to_vec())
    }
}
