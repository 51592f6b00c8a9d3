//! Semantic similarity: a sentence encoder of the BERT family, which turns a text into a vector, and the similarity of such
//! vectors.
//!
//! The model comes from outside: a vocabulary, a configuration and weights. What is done with them is that of "BERT:
//! Pre-training of Deep Bidirectional Transformers" (Devlin and others, 2018) and "Sentence-BERT" (Reimers and Gurevych,
//! 2019): word pieces, embeddings, layers of attention, and the mean of what comes out, brought to length 1.

mod encoder;
mod layer;
mod vectors;
mod weights;
mod word_pieces;

pub use encoder::{Encoder, EncoderShape};
pub use vectors::{Vectors, of_length_1};
pub use weights::{WeightsError, write_in_halves};
