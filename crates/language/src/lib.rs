//! English as players type it and models write it: the form in which names and words are compared, forms of verbs, sentences, musings, levels of
//! spell slots, and lists of words as text files.

pub mod folding;
pub mod forms;
pub mod musing;
pub mod sentences;
pub mod slot_level;
pub mod word_lists;
