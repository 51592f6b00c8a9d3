//! Names and words: the form in which they are compared, and lists of words as text files.

pub mod folding;
pub mod word_lists;
