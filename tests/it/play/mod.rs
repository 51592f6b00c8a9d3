//! Play, from a player's words over HTTP to the saved turn, with Claude following a script.

mod agent_loop;
mod arrivals;
mod bundles;
mod campaign;
mod cost;
mod dice;
mod editions;
mod events;
mod fight;
mod fight_by_hand;
mod histories;
mod hostile_bundles;
mod judge;
mod memory;
mod npcs;
mod outage;
mod prompt;
mod retelling;
mod sessions;
mod shapes;
mod sheet;
mod snapshots;
mod story;
mod storyteller;
mod turn_stack;
mod updates;
