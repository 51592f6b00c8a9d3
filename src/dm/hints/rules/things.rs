//! Things: taken, given away, used up, traded.

use crate::dm::hints::{
    HintReader, Suggestion,
    language::{
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        nouns::{Noun, is_person},
        one_of,
        reading::MessageReading,
    },
};

use super::{blows::is_blow, objects::is_taken_off};

const TOOL: &str = "update_game_state";
pub(super) const GAINED: &str = "items_gained";
pub(super) const LOST: &str = "items_lost";

pub(super) fn item(
    field: &'static str,
    confidence: f64,
    reason: &'static str,
    reading: &MessageReading<'_>,
    noun: &Noun,
) -> Suggestion {
    let hint = Suggestion::of(TOOL, field, confidence, reason).with("item", reading.text_of(noun));
    match noun.n.filter(|n| *n > 1.0) {
        Some(n) => hint.with("amount", n.to_string()),
        None => hint,
    }
}

/// Something comes into the pack.
pub(super) fn taken(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.deeds() {
        let Some(head) = clause.head else { continue };
        // "I'll fetch the herbs": an errand that begins.
        let later = clause.will && one_of(clause.lemma, "fetch retrieve recover bring gather collect");
        let put_back = reading.any_word(head, clause.to, "back") && clause.lemma == "put";
        if !takes(reading, clause, head) || later || put_back {
            continue;
        }
        let nouns = what_is_taken(reading, clause, head).into_iter().chain(reading.listed_after(clause));
        let gained = nouns.filter(|noun| comes_into_the_pack(reading, clause, noun));
        found.extend(gained.map(|noun| item(GAINED, 0.8, "the player takes it", reading, &noun)));
    }
    found.extend(reading.clauses.iter().filter_map(|clause| comes(reading, clause)));
    // "That lantern's mine now."
    if !reading.clauses.iter().any(|it| it.lemma == "find" || it.lemma == "have") {
        for (from, _) in reading.live_cues(Cue::Mine) {
            let Some(clause) = reading.clause_at(from).filter(|it| !it.past) else { continue };
            let noun = (clause.from..from)
                .rev()
                .filter_map(|at| reading.noun_at(at, from))
                .find(|noun| noun.to == from && reading.is_thing(noun));
            found.extend(noun.map(|noun| item(GAINED, 0.75, "the player says it is theirs now", reading, &noun)));
        }
    }
    found
}

/// Whether a deed takes something.
fn takes(reading: &MessageReading<'_>, clause: &MessageClause, head: usize) -> bool {
    let next = reading.word(head + 1);
    match clause.lemma {
        "take" => match next {
            "it" | "them" => reading.any_word(head, clause.to, "along with home away") || clause.to <= head + 3,
            _ => !one_of(next, "off on care part aim cover in over to"),
        },
        "pick" => {
            matches!(next, "up")
                || reading.any_word(head, clause.to, "up")
                || reading.any_word(clause.from, clause.to, "from pocket apples flowers herbs berries mushrooms")
        }
        "grab" | "pocket" | "collect" | "gather" | "loot" | "snatch" | "steal" | "seize" | "fetch" | "retrieve"
        | "pluck" | "harvest" | "swipe" | "nab" | "pilfer" | "salvage" | "scavenge" | "yank" | "accept" | "bag"
        | "unhook" | "claim" | "acquire" | "obtain" | "palm" | "recover" | "confiscate" | "borrow" | "extract" => {
            !matches!(next, "at" | "for" | "by" | "with")
        }
        "scoop" => true,
        "help" => one_of(next, "myself ourselves herself himself themselves"),
        "dig" => reading.any_word(clause.from, clause.to, "out up from"),
        "receive" => !reading.any_word(head, clause.to, "news word guests visitors message applause"),
        "lift" | "pull" | "slide" | "remove" | "get" | "catch" | "rip" | "strip" | "bring" | "cut" | "draw" | "pry"
        | "prise" | "fish" => {
            reading.any_word(head, clause.to, "off from out") && keeps(reading, clause)
                || stows(reading, clause)
                || one_of(clause.lemma, "lift slide remove pry prise pull rip cut get fish")
                    && reading.any_word(head, clause.to, "off from")
                    && !reading.any_word(head, clause.to, "ground floor feet")
        }
        "stuff" | "stow" | "tuck" | "slip" | "put" | "shove" | "drop" | "pack" | "load" | "roll" | "fold" | "hide"
        | "wrap" => stows(reading, clause),
        "tie" | "hang" | "clip" | "fasten" | "sling" | "strap" | "lash" => {
            reading.any_word(head, clause.to, "belt shoulder neck pack saddle back")
        }
        "snap" => next == "up",
        "carry" | "haul" | "lug" if reading.any_word(head, clause.to, "away off home") => true,
        "walk" | "make" | "run" | "sneak" | "ride" | "stroll" | "leave" => made_off_with(reading, clause).is_some(),
        "relieve" => reading.any_word(head, clause.to, "of"),
        "keep" => {
            !matches!(next, "my" | "our" | "your")
                && reading.deeds().any(|it| {
                    it.sentence == clause.sentence
                        && one_of(it.lemma, "dig pluck find wipe fish catch pull lift get cut")
                })
        }
        _ => !one_of(clause.lemma, NO_TAKING) && !clause.lemma.is_empty() && takes_from(reading, clause),
    }
}

/// The things that a deed is about.
fn what_is_taken(reading: &MessageReading<'_>, clause: &MessageClause, head: usize) -> Vec<Noun> {
    let made_off = made_off_with(reading, clause);
    let mut nouns = made_off.map_or_else(|| reading.objects(clause), |noun| vec![noun]);
    // "I relieve the guard of his keys"
    if clause.lemma == "relieve" {
        let of = (head..clause.to).find(|at| reading.word(*at) == "of").unwrap_or(head);
        nouns = reading.noun_at(of + 1, clause.to).into_iter().collect();
    }
    if nouns.is_empty() && (head + 1..clause.to).any(|at| one_of(reading.word(at), "it them")) {
        let coins = reading.money(0, clause.from).is_some();
        nouns.extend(reading.meant_by_it(clause).filter(|_| !coins));
    }
    nouns
}

/// Whether a thing that a deed is about is in the pack afterwards and was not before.
fn comes_into_the_pack(reading: &MessageReading<'_>, clause: &MessageClause, noun: &Noun) -> bool {
    if !reading.is_thing(noun) || noun.mine && !returns(clause) || is_coin(reading, noun) {
        return false;
    }
    // “Take your pots and go”: another person takes them.
    if noun.from > 0 && reading.word(noun.from - 1) == "your" && clause.subject == ClauseSubject::Unsaid {
        return false;
    }
    // “I pull Tam's boots off” helps him out of them.
    if is_taken_off(reading, clause, noun) && !stows(reading, clause) && !keeps(reading, clause) {
        return false;
    }
    // “I walk off with my lantern”
    if one_of(clause.lemma, "carry haul lug walk make run sneak ride stroll leave") && reading.owned(noun).is_some() {
        return false;
    }
    // A thing that the hero has already is not taken: "I hold my lantern".
    if stows(reading, clause) && reading.owned(noun).is_some() && !matches!(clause.lemma, "take" | "grab" | "collect") {
        return false;
    }
    true
}

/// Things carried off: “I walk off with the candlestick”, “I leave with the ledger under my arm”.
fn made_off_with(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Noun> {
    let head = clause.head.filter(|_| one_of(clause.lemma, "walk make run sneak ride stroll leave"))?;
    let with = (head + 1..clause.to).find(|at| reading.word(*at) == "with")?;
    let is_off = one_of(reading.word(with - 1), "off away");
    let is_held = reading.any_word(with, clause.to, "arm arms pocket hand hands");
    let noun = reading.noun_at(with + 1, clause.to)?;
    let goes = if clause.lemma == "leave" { is_held } else { is_off };
    (goes && reading.is_thing(&noun)).then_some(noun)
}

/// Whether something is moved from where it was: "I wrench the lamp from its bracket".
fn takes_from(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(noun) = reading.objects(clause).into_iter().next() else { return false };
    let after = reading.word(noun.to);
    // “I stop the wolves from scaring the sheep”: no one gets anything.
    let hinders = after == "from" && reading.word(noun.to + 1).ends_with("ing");
    !hinders
        && (after == "from" || after == "off" || after == "out" && reading.word(noun.to + 1) == "of")
        && !reading.any_word(noun.to, clause.to, "my our myself me us")
}

/// Verbs for things that stay where they are or don't exist.
const NO_TAKING: &str = "whisper sing recite quote repeat speak say shout play cite chant pray hum murmur mutter cross count walk go run climb follow move step wipe brush shake wash clean read hear learn ask order demand beg keep hide watch see look eat drink scrape rinse blow \
                         buy sell throw toss save free protect rescue cut knock shoot drive pull push separate tell know hang drop jump climb \
                         leap fall turn return translate copy draw wake chase let kick drag lead order swallow sip release shield";

/// Things that come to the hero: "into the pouch it goes", "Bram gives me his rod".
fn comes(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Suggestion> {
    let head = clause.head.filter(|_| clause.is_live() && !clause.past && !clause.hangs && !clause.said)?;
    let goes = clause.subject == ClauseSubject::Other && one_of(clause.lemma, "go vanish disappear") && {
        let pouch = "pouch pack bag pocket satchel sleeve backpack belt boot quiver sack";
        reading.any_word(clause.from, clause.to, pouch)
    };
    let given = clause.subject == ClauseSubject::Other
        && one_of(clause.lemma, "give hand pass toss throw")
        && matches!(reading.word(head + 1), "me" | "us")
        // “Somebody throw me a line”
        && !reading.any_word(clause.from, head, "please somebody someone anybody anyone could will");
    let noun = if goes {
        let before = (clause.from..head).find_map(|at| reading.noun_at(at, head)).filter(|it| reading.is_thing(it));
        before.or_else(|| reading.meant_by_it(clause))?
    } else if given {
        reading.noun_at(head + 2, clause.to)?
    } else {
        return None;
    };
    let own = reading.owned(&noun).is_some() || noun.mine || is_coin(reading, &noun) || !reading.is_thing(&noun);
    (!own && reading.reader == HintReader::DungeonMaster)
        .then(|| item(GAINED, 0.7, "it comes to the hero", reading, &noun))
}

/// Whether the thing was the hero's before: arrows, a thrown spear.
fn returns(clause: &MessageClause) -> bool {
    matches!(clause.lemma, "collect" | "retrieve" | "recover" | "gather" | "pick" | "fetch")
}

/// Into the pack, a pocket, a sleeve …
pub(super) fn stows(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    (head..clause.to).any(|at| {
        one_of(reading.word(at), "in into up under down inside to through onto")
            && (at + 1..(at + 5).min(clause.to)).any(|at| {
                one_of(reading.word(at), "pack bag backpack pocket pockets pouch sleeve satchel belt cloak boot sack quiver rucksack haversack coat purse")
            })
    })
}

/// Whether the deed goes on with keeping it.
fn keeps(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let mut after = reading.deeds().filter(|it| it.from > clause.from && it.sentence == clause.sentence);
    after.any(|it| one_of(it.lemma, "keep pocket put take stow tuck pack bag let") || stows(reading, it))
}

pub(super) fn is_coin(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    (noun.from..noun.to).any(|at| one_of(reading.word(at), "gold gp silver copper sp cp coins coin purse money"))
        && reading.money(noun.from.saturating_sub(2), noun.to + 1).is_some()
        || reading.word(noun.head) == "purse" && reading.money(0, reading.tokens.len()).is_some()
        || matches!(reading.word(noun.head), "coins" | "coin" | "money" | "gp" | "gold")
        || matches!(reading.word(noun.head), "piece" | "pieces")
            && one_of(reading.word(noun.head.saturating_sub(1)), "gold silver copper")
}

/// A thing passes to someone else.
pub(super) fn given(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.clauses.iter().filter(|it| it.is_deed() || (it.is_live() && is_offered(reading, it))) {
        let offers = is_offered(reading, clause);
        let before = if reading.word(clause.from) == "your" { 0 } else { 1 };
        let Some(head) = clause.head.or_else(|| offers.then_some(clause.from + before)) else { continue };
        if !offers && !gives(reading, clause, head) {
            continue;
        }
        let Some(noun) = reading.noun_at(place_of_gift(reading, clause, head), clause.to) else { continue };
        if is_taken_back(reading, clause) || !is_given_away(reading, clause, &noun) {
            continue;
        }
        let sure = if reading.owned(&noun).is_some() {
            0.85
        } else if noun.mine || offers || reading.scene.items.is_empty() {
            0.7
        } else {
            0.62
        };
        let who = reading.whom(head, clause.to).or_else(|| reading.whom(0, reading.tokens.len()));
        found.push(item(LOST, sure, "it passes to somebody else", reading, &noun).with("who", who.unwrap_or_default()));
    }
    found.extend(kept_by_another(reading));
    if found.is_empty() {
        found.extend(spoken_of_beside(reading));
    }
    found
}

/// Whether a deed gives something.
fn gives(reading: &MessageReading<'_>, clause: &MessageClause, head: usize) -> bool {
    match clause.lemma {
        "give" => !one_of(reading.word(head + 1), "up in way"),
        "hand" | "pass" | "return" | "deliver" | "entrust" | "gift" | "donate" | "present" | "surrender"
        | "bequeath" | "feed" | "offer" => true,
        "press" | "put" | "slip" | "push" | "lay" | "place" | "set" | "slide" | "drop" => {
            let before = reading.any_word(head, clause.to, "counter table desk front feet");
            let somebody = (head..clause.to).any(|at| reading.person_at(at).is_some() || reading.word(at) == "your");
            reading.any_word(head, clause.to, "hand hands palm lap arms fingers over across") || before && somebody
        }
        "let" => reading.any_word(head, clause.to, "have keep"),
        "toss" | "throw" | "chuck" | "fling" => (head..clause.to).any(|at| reading.word(at) == "to"),
        // “I bring my mace down on the guard”
        "bring" | "carry" if is_blow(reading, clause) => false,
        "bring" | "carry" => !clause.will && (head..clause.to).any(|at| reading.person_at(at).is_some()),
        _ => false,
    }
}

/// The place behind the one who gets it: “I give Elda the locket” and “I give the locket to Elda”.
fn place_of_gift(reading: &MessageReading<'_>, clause: &MessageClause, head: usize) -> usize {
    // "I let the old priest have my cloak"
    let lets = (head..clause.to).find(|at| one_of(reading.word(*at), "have keep")).filter(|_| clause.lemma == "let");
    let mut at = lets.unwrap_or(head) + 1;
    let mut has_passed_person = false;
    while at < clause.to {
        if one_of(reading.word(at), "over back her him them up you away")
            && !(matches!(reading.word(at), "her")
                && at + 1 < clause.to
                && reading.noun_at(at + 1, clause.to).is_some_and(|n| reading.owned(&n).is_some() && !n.marked))
        {
            at += 1;
            continue;
        }
        if let Some(noun) = reading.noun_at(at, clause.to) {
            let someone =
                reading.owned(&noun).is_none() && (reading.is_somebody(&noun) || is_person(reading.word(noun.head)));
            if someone && noun.to < clause.to && !has_passed_person && noun.to > at {
                has_passed_person = true;
                at = split_after_person(reading, &noun);
                continue;
            }
        }
        break;
    }
    at
}

/// Whether it is a thing that the hero gives away.
fn is_given_away(reading: &MessageReading<'_>, clause: &MessageClause, noun: &Noun) -> bool {
    // An offer in speech counts only for things that are present.
    let is_thing = !is_coin(reading, noun)
        && reading.is_thing(noun)
        && reading.money(noun.from.saturating_sub(2), noun.to + 1).is_none();
    let is_laid =
        || one_of(clause.lemma, "press put slip push lay place set slide drop toss throw chuck fling bring carry");
    is_thing && (reading.owned(noun).is_some() || noun.mine || !is_laid())
}

/// “It's here and it's yours”, “I brought you something: a jar of honey”: the thing mentioned beside it.
fn spoken_of_beside(reading: &MessageReading<'_>) -> Option<Suggestion> {
    let clause_of = |from: usize| reading.clause_at(from).copied();
    let theirs = reading.live_cues(Cue::Yours).any(|(from, _)| clause_of(from).is_some_and(|it| !it.past && !it.hangs));
    let gift = reading.reader == HintReader::Npc && (reading.has_cue(Cue::Gift) || reading.has_cue(Cue::HereYouGo));
    if !theirs && !gift {
        return None;
    }
    let all = reading.tokens.len();
    let is_none = |at: usize| at > 0 && one_of(reading.word(at - 1), "no your");
    let noun = (0..all)
        .find_map(|at| reading.noun_at(at, all).filter(|noun| reading.owned(noun).is_some() && !is_none(noun.from)));
    noun.map(|noun| item(LOST, 0.75, "it passes to somebody else", reading, &noun))
}

/// Whether the hero has it again at the end of the sentence: “I give him my waterskin and take it back”.
fn is_taken_back(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let mut after =
        reading.clauses.iter().filter(|it| it.sentence == clause.sentence && it.from > clause.from && it.is_ours());
    after.any(|it| {
        one_of(it.lemma, "take get have want")
            && reading.any_word(it.from, it.to, "back")
            && reading.any_word(it.from, it.to, "it them")
    })
}

/// `keep this dagger`, `Here, Jory: my good whistle.`
fn kept_by_another(reading: &MessageReading<'_>) -> Option<Suggestion> {
    if reading.reader != HintReader::Npc {
        return None;
    }
    let noun = reading.clauses.iter().filter(|it| it.is_live() && !it.past).find_map(|clause| {
        let keeps = matches!(clause.lemma, "keep" | "take" | "have" | "accept") && clause.subject == ClauseSubject::You;
        let at = match (keeps, clause.head) {
            (true, Some(head)) => head + 1,
            _ if clause.head.is_none() && reading.word(0) == "here" => clause.from,
            _ => return None,
        };
        let noun = reading.noun_at(at, clause.to)?;
        let mine = noun.mine || matches!(reading.word(at), "this" | "these");
        (reading.owned(&noun).is_some() && (mine || keeps)).then_some(noun)
    })?;
    // "Keep your cloak": it isn't ours.
    let yours = noun.from > 0 && reading.word(noun.from - 1) == "your";
    (!yours).then(|| {
        item(LOST, 0.8, "the hero leaves it with them", reading, &noun)
            .with("who", reading.whom(0, reading.tokens.len()).unwrap_or_default())
    })
}

fn is_offered(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let at = clause.from;
    let yours = reading.word(at) == "your" && clause.head.is_none();
    yours && reading.noun_at(at, clause.to).is_some_and(|noun| reading.owned(&noun).is_some())
        || reading.word(at) == "here"
            && matches!(reading.word(at + 1), "is" | "are" | "take" | "have")
            && !clause.hangs
            && one_of(reading.word(at + 2), "a an the my your this some our his her its their two three")
            && !one_of(reading.word(at + 3), "thing problem plan deal question idea truth")
            // Showing a thing to everyone is not giving it away.
            && (reading.reader == HintReader::Npc
                || reading.any_word(at, clause.to, "you")
                || reading.noun_at(at + 2, clause.to).is_some_and(|noun| noun.mine || reading.owned(&noun).is_some()))
}

fn split_after_person(reading: &MessageReading<'_>, noun: &Noun) -> usize {
    // A name and a thing may be adjacent without an article: "I give Elda bread".
    (noun.from..noun.to).rev().find(|at| reading.person_at(*at).is_some()).map_or(noun.to, |at| at + 1)
}
