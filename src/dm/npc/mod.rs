//! People who speak for themselves. Words that begin with `@name` go to that person's own agent and not to the Dungeon Master:
//! it reads who they are, what they want and hide, and of all that happened what they perceived and nothing else.
//!
//! Who knows what is [`game::knowledge`]'s; here it is noted what a turn let them perceive (`hearing`, `overhearing`),
//! found out who is meant (`folk`, `mention`), put into a block (`block`) and talked (`talk`).

mod agent;
mod asides;
mod audience;
mod block;
mod doubts;
mod folk;
mod hearing;
mod leaks;
mod mention;
mod overhearing;
mod phrases;
mod scenes;
mod talk;
pub mod tools;

pub(super) use agent::Cast;
pub use agent::{puppeteer, specs, system};
pub(super) use audience::{Aside, Audience, Said, said};
pub(super) use doubts::{Doubt, MAX_EARLIER, doubt, settled};
pub(super) use folk::Npc;
pub(super) use mention::{addressed, in_plain_words};
pub(super) use phrases::Listener;
pub use scenes::{Scene, SceneResult};
pub(super) use talk::{Voice, converse};
pub(super) use tools::toolbox;
