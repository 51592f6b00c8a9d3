//! The word stock: what there is to see, to meet and to say. All of it is data; who tells it is in the deeds.
//!
//! Lines are sections of the files in `content/phrases`, which the build script makes constants of: `[waits]` of
//! `lines/living.txt` is `lines::WAITS`. `template` describes their format.

pub(super) mod adventures;
pub(super) mod endings;
pub(super) mod lore;
pub(super) mod openings;
pub(super) mod places;
pub(super) mod twists;

macro_rules! phrases {
    ($($name:ident),*) => {
        $(pub(super) mod $name {
            include!(concat!(env!("OUT_DIR"), "/phrases_", stringify!($name), ".rs"));
        })*
    };
}

phrases!(answers, crowd, daring, letters, lines, manners, shapes, silly, spells, talk, voice);

/// What merchants sell: name, and price in copper.
pub(super) const WARES: [(&str, i64); 16] = [
    ("healing potion", 5000),
    ("torch", 5),
    ("coil of rope", 100),
    ("lantern", 500),
    ("flask of oil", 10),
    ("days of rations", 50),
    ("waterskin", 20),
    ("crowbar", 200),
    ("bag of salt", 15),
    ("bedroll", 100),
    ("whetstone", 5),
    ("bundle of chalk", 5),
    ("iron pot", 200),
    ("wool blanket", 50),
    ("steel mirror", 500),
    ("loaf of bread", 2),
];
