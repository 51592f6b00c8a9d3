//! The word stock: what there is to see, to meet and to say. All of it is data; who tells it is in the deeds.

pub(super) mod adventures;
pub(super) mod answers;
pub(super) mod crowd;
pub(super) mod daring;
pub(super) mod endings;
mod errands;
pub(super) mod letters;
pub(super) mod lines;
pub(super) mod lore;
pub(super) mod manners;
pub(super) mod openings;
pub(super) mod places;
pub(super) mod shapes;
pub(super) mod silly;
pub(super) mod spells;
pub(super) mod talk;
pub(super) mod twists;
pub(super) mod voice;
