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

use super::{HintReader, HintRule};

const ALL: &[HintReader] = &[HintReader::DungeonMaster, HintReader::Combat, HintReader::Npc];
const TABLE: &[HintReader] = &[HintReader::DungeonMaster, HintReader::Npc];
const MASTER: &[HintReader] = &[HintReader::DungeonMaster];
const FIGHT: &[HintReader] = &[HintReader::Combat];

/// Every rule there is.
pub(in crate::dm::hints) const RULES: &[HintRule] = &[
    HintRule { name: "a deed of the campaign's", readers: MASTER, reads: campaign::deeds },
    HintRule { name: "a quest is taken on", readers: TABLE, reads: quests::taken_on },
    HintRule { name: "a quest is given up", readers: TABLE, reads: quests::given_up },
    HintRule { name: "a quest is done", readers: TABLE, reads: quests::done },
    HintRule { name: "something is taken", readers: TABLE, reads: things::taken },
    HintRule { name: "something is given away", readers: TABLE, reads: things::given },
    HintRule { name: "something is used up", readers: TABLE, reads: spent::used },
    HintRule { name: "something is bought or sold", readers: TABLE, reads: trade::traded },
    HintRule { name: "coins change hands", readers: TABLE, reads: coins::paid },
    HintRule { name: "somebody is hurt or healed", readers: MASTER, reads: body::hurt },
    HintRule { name: "a condition sets in or ends", readers: MASTER, reads: body::conditions },
    HintRule { name: "the party goes somewhere", readers: MASTER, reads: ways::travel },
    HintRule { name: "a rest", readers: MASTER, reads: rests::rest },
    HintRule { name: "spell slots come back", readers: MASTER, reads: rests::slots_back },
    HintRule { name: "a fight begins", readers: MASTER, reads: fight::begins },
    HintRule { name: "a spell is cast", readers: MASTER, reads: spells::cast },
    HintRule { name: "a deed in a fight", readers: FIGHT, reads: fight::action },
    HintRule { name: "a turn ends", readers: FIGHT, reads: fight::turn_ends },
    HintRule { name: "a fight ends", readers: FIGHT, reads: fight::ends },
    HintRule { name: "somebody comes into a fight or leaves it", readers: FIGHT, reads: fight::roster },
    HintRule { name: "somebody worth remembering", readers: MASTER, reads: people::worth_remembering },
    HintRule { name: "somebody joins the party", readers: MASTER, reads: people::joins },
    HintRule { name: "somebody leaves the party", readers: MASTER, reads: people::leaves },
    HintRule { name: "something worth remembering", readers: TABLE, reads: memory::event },
    HintRule { name: "the past is asked for", readers: TABLE, reads: memory::recall },
    HintRule { name: "a rule is asked for", readers: ALL, reads: memory::rules },
    HintRule { name: "dice are due", readers: MASTER, reads: dare::dice },
];
