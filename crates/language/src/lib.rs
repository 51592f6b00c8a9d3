//! English as it is typed and told: the form in which names and words are compared, forms of verbs, sentences, and lists of words
//! as text files.

pub mod folding;
pub mod forms;
pub mod sentences;
pub mod word_lists;
