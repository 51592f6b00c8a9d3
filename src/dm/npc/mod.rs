//! NPCs with agents of their own. A message that begins with `@name` goes to that person's agent instead of the Dungeon Master:
//! it knows who they are, what they want and hide, and only those events that they perceived.
//!
//! Knowledge is stored by [`game::knowledge`]; this module records perceptions (`hearing`, `overhearing`), resolves addressees
//! (`folk`, `mention`), and builds their block (`block`) and conversation (`talk`).

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

pub(super) use agent::NpcAgents;
pub use agent::{puppeteer, specs, system};
pub(super) use audience::{Audience, PartlyPrivate, PrivateWords, SplitMessage, may_be_private, private_parts, said};
pub(super) use doubts::{MAX_EARLIER, UnclearAudience, doubt, settled};
pub(super) use folk::Npc;
pub(super) use hearing::listeners;
pub(super) use mention::{addressed, in_plain_words};
pub(super) use phrases::NamedListener;
pub use scenes::{LeakScene, SceneResult};
pub(super) use talk::{Voice, converse};
pub(super) use tools::toolbox;
