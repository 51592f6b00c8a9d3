//! Things that are used up, broken, or left behind.

use std::sync::LazyLock;

use crate::dm::hints::{
    Suggestion,
    language::{LazyWordSet, clause::MessageClause, cues::Cue, nouns::Noun, one_of, reading::MessageReading, set},
};

use super::blows::{is_blow, lands_a_weapon};
use super::things::{LOST, is_coin, item, stows};

/// Something is used up, broken, or left lying.
pub(super) fn used(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.deeds() {
        let Some(head) = clause.head else { continue };
        let consumes = one_of(
            clause.lemma,
            "drink eat quaff swallow gulp consume chew swig devour munch inhale administer chug slurp guzzle nibble wolf",
        );
        let destroys = one_of(
            clause.lemma,
            "burn light smear anoint daub spread apply rub break snap smash tear shatter hammer crush scatter sacrifice ignite detonate sprinkle discard dump bury use spend drop abandon finish dissolve spill drive",
        );
        let leaves = leaves(reading, clause, head);
        // Whatever is done with a draught that is not only handled uses it up.
        let draught = !one_of(clause.lemma, HANDLED)
            && reading
                .objects(clause)
                .iter()
                .any(|it| reading.owned(it).is_some() && reading.any_of(it.from, it.to, &POTIONS));
        // A weapon used for a blow is not used up.
        if !(consumes || destroys || leaves || draught)
            || (destroys && !leaves && is_blow(reading, clause))
            || lands_a_weapon(reading, clause)
        {
            continue;
        }
        if stows(reading, clause) || reading.any_word(head, clause.to, "where") && clause.lemma == "leave" {
            continue;
        }
        let mut nouns = reading.objects(clause);
        if nouns.is_empty() && reading.any_word(head + 1, clause.to, "it them") {
            nouns.extend(reading.meant_by_it(clause).filter(|noun| reading.owned(noun).is_some()));
        }
        for noun in nouns {
            let owned = reading.owned(&noun).is_some();
            if is_coin(reading, &noun) || !reading.is_thing(&noun) {
                continue;
            }
            // In one place: only the hero's own items, and consumables.
            let fits = owned
                || (noun.mine && (consumes || destroys))
                || (consumes && reading.any_of(noun.from, noun.to, &POTIONS));
            let emptied = (consumes || one_of(clause.lemma, "pour empty drain tip spill")) && is_vessel(reading, &noun);
            let lasts = matches!(clause.lemma, "use" | "light") && !spends(reading, &noun) || emptied;
            if fits && !lasts {
                found.push(item(LOST, if owned { 0.8 } else { 0.7 }, "it is used up or left behind", reading, &noun));
            }
        }
    }
    found.extend(gone_by_itself(reading));
    found
}

/// Whether a deed leaves something behind.
fn leaves(reading: &MessageReading<'_>, clause: &MessageClause, head: usize) -> bool {
    let next = reading.word(head + 1);
    match clause.lemma {
        "throw" | "toss" | "fling" | "hurl" | "chuck" | "lob" => {
            next != "myself" && (!reading.any_word(head, clause.to, "at") || reading.any_word(head, clause.to, "feet"))
        }
        "leave" => !reading.any_word(head, clause.to, "is"),
        "plant" => true,
        "let" => reading.any_word(head, clause.to, "fall drop sink burn slip"),
        "part" => next == "with",
        "lay" | "place" | "set" | "put" | "hang" => {
            reading.any_word(
                head,
                clause.to,
                "grave altar tomb shrine offering fire behind river well pedestal statue flames",
            ) && !reading.any_word(head, clause.to, "by near before beside")
        }
        "pour" | "empty" | "drain" => true,
        "tip" | "dunk" | "drown" | "sink" | "melt" | "grind" => {
            reading.any_word(head, clause.to, "into in onto over out")
        }
        "tie" | "wedge" | "jam" => reading.any_word(head, clause.to, "leave"),
        "read" | "activate" => reading.any_word(head, clause.to, "scroll"),
        "feed" => true,
        "nail" | "pin" | "hook" | "fasten" => reading.any_word(head, clause.to, "to on"),
        "cut" | "rip" | "hack" | "chop" => reading.any_word(head, clause.to, "pieces half apart shreds up"),
        _ => false,
    }
}

/// Things that the player merely reports as gone.
fn gone_by_itself(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    // "One of my rations goes to the dog."
    for clause in
        reading.clauses.iter().filter(|it| it.is_live() && !it.past && !it.hangs && !it.said && it.lemma == "go")
    {
        let head = clause.head.unwrap_or(clause.from);
        let noun = reading.noun_at(clause.from, head).filter(|noun| reading.owned(noun).is_some());
        let to = one_of(reading.word(head + 1), "to into");
        found.extend(noun.filter(|_| to).map(|noun| item(LOST, 0.75, "it goes to somebody else", reading, &noun)));
    }
    // "The sword gets left at the door."
    for clause in reading.clauses.iter().filter(|it| it.is_live() && !it.hangs && !it.said) {
        let gets = (clause.from..clause.to).find(|at| one_of(reading.word(*at), "gets get"));
        let Some(gets) = gets.filter(|at| one_of(reading.word(*at + 1), GIVEN_UP)) else { continue };
        let noun = reading.noun_at(clause.from, gets).filter(|noun| reading.owned(noun).is_some());
        found.extend(noun.map(|noun| item(LOST, 0.75, "it is left behind", reading, &noun)));
    }
    // "The letter goes into the fire."
    for (from, to) in reading.live_cues(Cue::Lost) {
        let Some(clause) = reading.clause_at(from).filter(|it| !it.past) else { continue };
        let (start, _) = reading.sentence(clause);
        let noun = (start..from).find_map(|at| reading.noun_at(at, to)).filter(|noun| reading.owned(noun).is_some());
        found.extend(noun.map(|noun| item(LOST, 0.75, "it is left behind", reading, &noun)));
    }
    found
}

/// Verbs that end the hero's ownership.
const GIVEN_UP: &str =
    "left given handed thrown dropped traded sold burned burnt used tossed passed buried eaten drunk abandoned swapped";

/// Verbs for potions that are kept.
const HANDLED: &str = "hold take show keep put check examine sniff smell look read shake open uncork buy sell hide draw count study want need find \
                       grab pick get see have offer carry pack stow lift raise weigh touch clean pull fetch bring set give hand pass toss";

/// Whether using it uses it up.
fn spends(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    static ONCE: LazyWordSet = LazyLock::new(|| {
        set(
            "potion potions torch torches candle candles scroll oil flask vial ration rations bandage bandages kit salve \
     antidote draught holy acid caltrops bomb match incense",
        )
    });
    reading.any_of(noun.from, noun.to, &ONCE)
}

/// Whether a thing remains when its contents are poured out or drunk.
fn is_vessel(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    static VESSELS: LazyWordSet = LazyLock::new(|| {
        set(
            "waterskin wineskin canteen bucket pail jug pitcher mug tankard cup goblet bowl kettle pot cauldron barrel keg \
             pouch sack bag purse pack backpack quiver basket",
        )
    });
    VESSELS.contains(reading.word(noun.head)) && !reading.any_word(noun.from, noun.to, "of")
}

static POTIONS: LazyWordSet =
    LazyLock::new(|| set("potion elixir draught antidote philtre vial ration rations tonic brew"));
