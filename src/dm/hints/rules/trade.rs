//! Buying, selling and bartering.

use crate::dm::hints::{
    HintReader, Suggestion,
    language::{
        clause::{ClauseSubject, MessageClause},
        nouns::Noun,
        one_of,
        reading::MessageReading,
    },
};

use super::things::{GAINED, LOST, is_coin, item};

/// Something is bought, sold, swapped.
pub(super) fn traded(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let all = reading.tokens.len();
    for clause in reading.deeds() {
        let Some(head) = clause.head else { continue };
        match clause.lemma {
            "have" if !(clause.will && reading.any_word(0, all, "deal sold gold silver gp")) => {}
            "buy" | "purchase" | "have" => {
                let mut nouns = reading.objects(clause);
                if nouns.is_empty() && reading.any_word(head + 1, clause.to, "it them") {
                    nouns.extend(reading.meant_by_it(clause));
                }
                for noun in nouns.iter().filter(|noun| reading.is_thing(noun) && !is_round(reading, noun)) {
                    found.push(item(GAINED, 0.85, "the player buys it", reading, noun));
                }
            }
            // “I get myself a cloak from the stall, three gold”
            "get" | "grab" | "take" | "pick" | "treat" | "fetch" | "order"
                if reading.any_word(head, clause.to, "myself ourselves himself herself")
                    && reading.money(0, all).is_some() =>
            {
                for noun in
                    reading.objects(clause).iter().filter(|noun| reading.is_thing(noun) && !is_round(reading, noun))
                {
                    found.push(item(GAINED, 0.8, "the player buys it", reading, noun));
                }
            }
            "sell" | "pawn" | "flog" | "hawk" | "offload" | "vend" => {
                for noun in reading.objects(clause).iter().filter(|noun| reading.is_thing(noun)) {
                    found.push(item(LOST, 0.85, "the player sells it", reading, noun));
                }
            }
            "trade" | "swap" | "exchange" | "barter" => {
                let Some(noun) = reading.objects(clause).into_iter().next().filter(|noun| reading.is_thing(noun))
                else {
                    continue;
                };
                let with = (noun.to..clause.to).find(|at| matches!(reading.word(*at), "for" | "against"));
                let other = with
                    .and_then(|at| reading.noun_at(at + 1, clause.to))
                    .filter(|other| reading.is_thing(other) && !is_coin(reading, other));
                found.push(item(LOST, 0.8, "the player trades it", reading, &noun));
                found.extend(
                    other.map(|other| item(GAINED, 0.8, "the player gets it for another thing", reading, &other)),
                );
            }
            _ => {
                // "I pay ten gold for the sword", "Here's 50 gold for the sword"
                let pays = one_of(clause.lemma, "pay give hand put offer count slide")
                    && reading.money(head, clause.to).is_some();
                if pays {
                    found.extend(paid_for(reading, clause));
                }
            }
        }
    }
    found.extend(offered(reading));
    found
}

/// Prices and offers in other words than actions.
fn offered(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.clauses.iter().filter(|it| it.is_live() && !it.past && !it.is_deed()) {
        let offered = reading.word(clause.from) == "here" && reading.money(clause.from, clause.to).is_some();
        if offered {
            found.extend(paid_for(reading, clause));
        }
        // "now hand me those boots", once it is paid for
        let wraps = matches!(clause.lemma, "wrap" | "pack" | "box" | "bag")
            && reading.any_word(clause.from, clause.to, "me us");
        let hands = (matches!(clause.lemma, "hand" | "give" | "pass") || wraps)
            && clause.subject == ClauseSubject::You
            && reading.reader == HintReader::Npc;
        if hands && reading.money(0, reading.tokens.len()).is_some() {
            let noun = clause.head.and_then(|head| reading.noun_at(head + 2, clause.to));
            let noun = noun.filter(|noun| reading.is_thing(noun));
            found.extend(noun.map(|noun| item(GAINED, 0.75, "it is paid for", reading, &noun)));
        }
    }
    found
}

fn paid_for(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Suggestion> {
    let at = (clause.from..clause.to).find(|at| reading.word(*at) == "for")?;
    let noun = reading.noun_at(at + 1, clause.to)?;
    let service = reading.any_word(
        noun.from,
        noun.to,
        "room bed meal stay silence service information passage trouble help ride night drink ale round repairs stabling crossing",
    );
    (reading.is_thing(&noun) && !service).then(|| item(GAINED, 0.8, "it is paid for", reading, &noun))
}

fn is_round(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    reading.any_word(noun.from, noun.to, "round rounds drink drinks ale ales beer dinner meal supper time story")
}
