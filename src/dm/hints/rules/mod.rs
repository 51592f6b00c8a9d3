//! The table of rules.

mod blows;
mod body;
pub(in crate::dm::hints) mod campaign;
mod coins;
mod dare;
mod fight;
mod memory;
mod objects;
mod people;
mod quests;
mod rests;
mod spells;
mod spent;
mod things;
mod trade;
mod ways;

use super::{Reader, Rule};

const ALL: &[Reader] = &[Reader::DungeonMaster, Reader::Combat, Reader::Npc];
const TABLE: &[Reader] = &[Reader::DungeonMaster, Reader::Npc];
const MASTER: &[Reader] = &[Reader::DungeonMaster];
const FIGHT: &[Reader] = &[Reader::Combat];

/// Every rule there is.
pub(in crate::dm::hints) const RULES: &[Rule] = &[
    Rule { name: "a deed of the campaign's", readers: MASTER, reads: campaign::deeds },
    Rule { name: "a quest is taken on", readers: TABLE, reads: quests::taken_on },
    Rule { name: "a quest is given up", readers: TABLE, reads: quests::given_up },
    Rule { name: "a quest is done", readers: TABLE, reads: quests::done },
    Rule { name: "something is taken", readers: TABLE, reads: things::taken },
    Rule { name: "something is given away", readers: TABLE, reads: things::given },
    Rule { name: "something is used up", readers: TABLE, reads: spent::used },
    Rule { name: "something is bought or sold", readers: TABLE, reads: trade::traded },
    Rule { name: "coins change hands", readers: TABLE, reads: coins::paid },
    Rule { name: "somebody is hurt or healed", readers: MASTER, reads: body::hurt },
    Rule { name: "a condition sets in or ends", readers: MASTER, reads: body::conditions },
    Rule { name: "the party goes somewhere", readers: MASTER, reads: ways::travel },
    Rule { name: "a rest", readers: MASTER, reads: rests::rest },
    Rule { name: "spell slots come back", readers: MASTER, reads: rests::slots_back },
    Rule { name: "a fight begins", readers: MASTER, reads: fight::begins },
    Rule { name: "a spell is cast", readers: MASTER, reads: spells::cast },
    Rule { name: "a deed in a fight", readers: FIGHT, reads: fight::action },
    Rule { name: "a turn ends", readers: FIGHT, reads: fight::turn_ends },
    Rule { name: "a fight ends", readers: FIGHT, reads: fight::ends },
    Rule { name: "somebody comes into a fight or leaves it", readers: FIGHT, reads: fight::roster },
    Rule { name: "somebody worth remembering", readers: MASTER, reads: people::worth_remembering },
    Rule { name: "somebody joins the party", readers: MASTER, reads: people::joins },
    Rule { name: "somebody leaves the party", readers: MASTER, reads: people::leaves },
    Rule { name: "something worth remembering", readers: TABLE, reads: memory::event },
    Rule { name: "the past is asked for", readers: TABLE, reads: memory::recall },
    Rule { name: "a rule is asked for", readers: ALL, reads: memory::rules },
    Rule { name: "dice are due", readers: MASTER, reads: dare::dice },
];
