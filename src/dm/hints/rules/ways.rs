//! Travel: the party goes somewhere else.

use std::sync::LazyLock;

use game::wording::same;

use crate::dm::hints::{
    Suggestion,
    language::{
        LazyWordSet,
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        listed,
        nouns::{is_person, same_word},
        one_of,
        reading::MessageReading,
        subject::DETERMINERS,
        verbs::verb,
    },
};

/// The party sets out for another place.
pub(super) fn travel(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for clause in reading.clauses.iter().filter(|it| it.is_deed() && it.head.is_some() || elliptic(reading, it)) {
        // A person who leaves the party goes alone.
        let leaves = |at: usize| (clause.from..clause.to).contains(&at);
        if matches!(clause.subject, ClauseSubject::Member(_))
            && reading.live_cues(Cue::Leave).any(|(from, _)| leaves(from))
        {
            continue;
        }
        let goes = clause.head.is_none()
            || one_of(
                clause.lemma,
                "go walk head travel ride march hike journey sail row paddle climb descend ascend follow continue proceed cross trek hurry race crawl swim fly return depart set run trot gallop drift retreat flee escape bolt trudge stride make steer wade squeeze take step slip ferry teleport jog hasten saunter slog scramble stroll press push leave move come dash wander turn start drive stagger lurch totter waddle bustle traipse sidle mosey hobble barge storm tramp troop venture embark canter limp duck scurry navigate lead bring escort",
            );
        // “I reach down and pull him out”
        let grasps = clause.lemma == "reach"
            && clause.head.is_some_and(|head| {
                one_of(reading.word(head + 1), "down up over out across under behind through in into inside back past")
            });
        let enters = matches!(clause.lemma, "enter" | "reach" | "visit" | "explore" | "approach" | "board") && !grasps;
        // To a place that is known, whatever the verb.
        let named = clause
            .head
            .and_then(|head| to_known(reading, head + 1, clause.to))
            .filter(|_| !one_of(clause.lemma, NO_WAYS));
        if let (Some(place), false) = (named, goes || enters || turns_back(reading, clause)) {
            let place = known(reading, place, place + 1).unwrap_or_default();
            if !same(place, &reading.scene.location) {
                found.push(Suggestion::new("travel", 0.7, "the player goes there").with("place", place));
            }
            continue;
        }
        if !goes && !enters {
            continue;
        }
        let start = clause.head.map_or(clause.from, |head| head + 1);
        if turns_back(reading, clause) {
            continue;
        }
        let goes_on = |it: &MessageClause| it.from >= clause.to && it.sentence == clause.sentence && it.head.is_some();
        let is_last = !reading.clauses.iter().any(|it| goes_on(it) && !it.hangs);
        let end = if is_last { reading.sentence(clause).1 } else { clause.to };
        let place = if enters { direct(reading, start, end) } else { towards(reading, clause, start, end) };
        let Some((from, to)) = place else { continue };
        if is_near(reading, from, to) || figure(reading, clause, from, to) {
            continue;
        }
        let known = known(reading, from, to);
        let confidence = if known.is_some() { 0.85 } else { 0.75 };
        let place = known.map_or_else(|| reading.span(from, to), str::to_owned);
        if same(&place, &reading.scene.location) {
            continue;
        }
        found.push(Suggestion::new("travel", confidence, "the player goes there").with("place", place));
    }
    found
}

/// "Back to the inn!", "down the stairs to the cellar", "Home, to Oakbridge"
fn elliptic(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    // "To the roof!"
    let to = reading.word(clause.from) == "to"
        && DETERMINERS.contains(reading.word(clause.from + 1))
        && clause.head.is_none();
    if to && clause.is_live() && !clause.said && !clause.past && !clause.hangs && clause.subject != ClauseSubject::Other
    {
        return true;
    }
    // "I'm off to the docks"
    let off = (clause.from..clause.to).any(|at| reading.word(at) == "off" && one_of(reading.word(at + 1), "to for"));
    if off && clause.subject == ClauseSubject::Own && clause.head.is_none() {
        return clause.is_deed();
    }
    clause.head.is_none()
        && !one_of(reading.word(clause.from + 1), "they he she it you")
        && clause.is_live()
        && !clause.said
        && !clause.past
        && !clause.hangs
        && one_of(
            reading.word(clause.from),
            "back down up off through home onward onwards upstairs downstairs outside inside away next into across out over north south east west",
        )
        && (reading.any_word(clause.from, reading.sentence(clause).1, "to into towards for"))
        && (clause.from == reading.sentence(clause).0
            || matches!(reading.word(clause.from), "down" | "off" | "into" | "back"))
}

/// The known place after `to`, `into`, `for` … in a range of the message.
fn to_known(reading: &MessageReading<'_>, from: usize, to: usize) -> Option<usize> {
    let leads = |at: usize| one_of(reading.word(at), "to into towards toward for until");
    (from..to).find(|at| known(reading, *at, at + 1).is_some() && (at.saturating_sub(3).max(from)..*at).any(leads))
}

/// Verbs about a place without going there.
const NO_WAYS: &str = "say tell ask speak talk point look listen write send sell give belong compare prefer think refer toast wait nod gesture \
                       show describe explain ask pray drink sing call shout wave read know want need plan hope prepare pack buy pay search \
                       hear watch see stare gaze save fight care mourn long";

/// Whether the sentence takes it back: "then think better of it and stay".
fn turns_back(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let mut after = reading.clauses.iter().filter(|it| it.sentence == clause.sentence && it.from > clause.from);
    after.any(|it| {
        matches!(it.lemma, "stay" | "stop" | "think" | "hesitate")
            && it.is_ours()
            && (it.lemma != "stop" || it.to - it.from < 3)
    })
}

/// The place a verb takes without more: "enter the tavern".
fn direct(reading: &MessageReading<'_>, start: usize, end: usize) -> Option<(usize, usize)> {
    if one_of(reading.word(start), "into in for for out a out") {
        return None;
    }
    let noun = reading.noun_at(start, end)?;
    Some((noun.from, noun.to))
}

/// The tokens of a destination: behind `to`, `into`, `for` …, the last of several.
fn towards(reading: &MessageReading<'_>, clause: &MessageClause, start: usize, end: usize) -> Option<(usize, usize)> {
    let mut best = None;
    for at in start..end {
        let next = reading.word(at + 1);
        if !leads(reading, clause, at, start, end) {
            continue;
        }
        let skip = match reading.word(at) {
            "as" => 3,
            "in" if next == "to" => 2,
            _ => 1,
        };
        if matches!(reading.word(at), "where" | "when" | "until") {
            if let Some(place) = (at..end).find(|at| known(reading, *at, at + 1).is_some()) {
                best = Some((place, place + 1));
            }
            continue;
        }
        if let Some(noun) = reading.noun_at(at + skip, end) {
            let known = known(reading, noun.from, noun.to).is_some();
            if best.is_none() || known || reading.word(at) != "for" {
                best = Some((noun.from, noun.to));
            }
        }
    }
    // "I climb down the well", "I cross the bridge", "We follow the road north": a way alone leads nowhere yet.
    if best.is_none() && matches!(clause.lemma, "descend" | "ascend" | "cross") {
        return None;
    }
    // "We travel on, three days through the marsh, until we stand before the gates of Karn."
    let far = one_of(clause.lemma, "travel ride march sail journey hike continue press head walk trek");
    if best.is_none() && far {
        let (_, to) = reading.sentence(clause);
        let place =
            (start..to).find(|at| known(reading, *at, at + 1).is_some() && !one_of(reading.word(at - 1), "from of"));
        let gates = (start..to).find(|at| known(reading, *at, at + 1).is_some() && reading.word(at - 2) == "gates");
        best = place.or(gates).map(|at| (at, at + 1));
    }
    // "home"
    if best.is_none()
        && reading.word(start) == "home"
        && reading.scene.places.is_empty()
        && matches!(clause.lemma, "go" | "head" | "return" | "ride" | "walk")
    {
        return Some((start, start + 1));
    }
    best
}

/// Whether the word at a place leads somewhere.
fn leads(reading: &MessageReading<'_>, clause: &MessageClause, at: usize, start: usize, end: usize) -> bool {
    let next = reading.word(at + 1);
    match reading.word(at) {
        "to" | "towards" | "toward" => verb(next).is_none() || named(reading, at + 1),
        "into" | "inside" => true,
        "in" => matches!(reading.word(at + 1), "to"),
        "for" => one_of(clause.lemma, "set make head leave depart ride start sail run bolt embark march"),
        "aboard" => matches!(clause.lemma, "climb" | "go" | "step" | "walk"),
        "onto" => one_of(clause.lemma, "climb go step walk") && reading.any_of(at + 1, end.min(at + 4), &DECKS),
        "through" => {
            matches!(clause.lemma, "go" | "step" | "walk" | "pass" | "duck")
                && at == start
                && reading.any_word(at, end, "portal gate archway gateway forest woods")
        }
        "down" | "up" => {
            matches!(clause.lemma, "go" | "climb" | "walk" | "head" | "take")
                && !reading.any_word(at, end, "to into for towards")
                && reading.any_word(at + 1, end, "mountain shaft valley tower well hill mine")
        }
        "across" => {
            matches!(clause.lemma, "go" | "walk" | "swim" | "row" | "ride")
                && reading.any_word(at, end, "moor desert plain sea")
        }
        "as" => next == "far" && reading.word(at + 2) == "as",
        "where" | "when" | "until" => matches!(clause.lemma, "take" | "go"),
        _ => false,
    }
}

fn named(reading: &MessageReading<'_>, at: usize) -> bool {
    reading.tokens.get(at).is_some_and(|token| token.capital) || known(reading, at, at + 1).is_some()
}

/// The known place some words name.
fn known<'s>(reading: &'s MessageReading<'_>, from: usize, to: usize) -> Option<&'s str> {
    reading.scene.places.iter().map(String::as_str).find(|place| {
        let parts: Vec<&str> = place
            .split(' ')
            .filter(|part| part.len() > 2 && !matches!(*part, "The" | "the" | "Old" | "old" | "Saint" | "Gilded"))
            .collect();
        parts.iter().any(|part| {
            (from..to)
                .any(|at| same_word(reading.word(at), part) || same_word(reading.word(at), part.trim_end_matches("'s")))
        })
    })
}

/// Something in the current place, or no place at all.
fn is_near(reading: &MessageReading<'_>, from: usize, to: usize) -> bool {
    if known(reading, from, to).is_some() {
        return false;
    }
    reading.any_of(from, to, &NEAR)
        || SPOTS.contains(reading.word(to - 1)) && !leads_through(reading, from)
        || (from..to).any(|at| reading.person_at(at).is_some() && !reading.any_word(at, to, "'s"))
        || is_person(reading.word(to - 1)) && !matches!(reading.word(to - 1), "smith" | "miller" | "healer" | "baker")
        || !reading.scene.location.is_empty()
            && (from..to).any(|at| {
                reading.scene.location.split(' ').any(|part| part.len() > 3 && same_word(reading.word(at), part))
            })
}

/// Whether a path leads down, up or through a noun: “I climb down the well”.
fn leads_through(reading: &MessageReading<'_>, from: usize) -> bool {
    let mut before = (0..from).rev().filter(|at| !DETERMINERS.contains(reading.word(*at)));
    before.next().is_some_and(|at| one_of(reading.word(at), "down up through"))
}

/// "My heart goes to my boots", "go to sleep", "take it to heart"
fn figure(reading: &MessageReading<'_>, clause: &MessageClause, from: usize, to: usize) -> bool {
    let no_place = reading.any_of(from, to, &FIGURES);
    let own = from > 0
        && matches!(reading.word(from - 1), "my" | "his" | "her" | "their" | "our")
        && one_of(
            reading.word(from),
            "feet knees pack bag heart boots mind business belt pocket sleeve hand hands senses",
        );
    // The object of taking, bringing or pushing is a thing, not a destination, unless it is a known place.
    let thing = known(reading, from, to).is_none()
        && one_of(clause.lemma, "take bring push press slip turn set make leave move drive lead return run")
        && {
            let next = clause.head.map_or("", |head| reading.word(head + 1));
            match clause.lemma {
                "take" => !reading.any_word(
                    clause.from,
                    clause.to,
                    "road stairs path ferry boat way ship stair coach trail tunnel passage lift ladder street",
                ),
                "make" => {
                    !matches!(next, "my" | "our" | "for" | "her" | "his" | "their")
                        || !reading.any_word(clause.from, clause.to, "way for haste")
                }
                "set" => !matches!(next, "off" | "out" | "sail" | "course" | "forth"),
                "run" => one_of(next, "my a the her his"),
                "return" => {
                    !one_of(next, "to home into back with through at")
                        && clause.head.is_some_and(|head| head + 1 < clause.to)
                }
                "leave" => one_of(next, "them it him her my our one two"),
                "slip" | "push" | "press" | "turn" | "move" | "drive" => !one_of(
                    next,
                    "on out into in through back past to off down up inside north south towards our along over across under",
                ),
                _ => {
                    !matches!(next, "us" | "the") || !reading.any_word(clause.from, clause.to, "party group others us")
                }
            }
        };
    // "I run to Mira's aid", "I step to the side"
    no_place || own || thing
}

/// Parts of the current place.
pub(super) static NEAR: LazyWordSet = LazyLock::new(|| listed(PLACES, "near"));
/// The same, where it is all that a way leads to.
static SPOTS: LazyWordSet = LazyLock::new(|| listed(PLACES, "spots"));

/// Places that one goes onto.
static DECKS: LazyWordSet = LazyLock::new(|| listed(PLACES, "decks"));
/// No place at all: “I go to sleep”.
static FIGURES: LazyWordSet = LazyLock::new(|| listed(PLACES, "figures"));

const PLACES: &str = include_str!("places.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_places_is_used_and_has_each_word_once() {
        check_lists(PLACES, &["near", "spots", "decks", "figures"]);
        assert!(SPOTS.is_disjoint(&NEAR));
    }
}
