//! The lists of words that deeds and readers know, as `content/words` has them: the sections of `intent/answers.txt` are the
//! constants of `intent::answers`. Entries are parted by `|`, and blanks in them count.

macro_rules! words {
    ($($name:ident),*) => {
        $(pub(super) mod $name {
            include!(concat!(env!("OUT_DIR"), "/words_", stringify!($name), ".rs"));
        })*
    };
}

words!(deeds, fray, intent, script, storyteller, voice);
