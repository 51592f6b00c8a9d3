//! Resolves the object of an action: someone present, the hero, or a thing.

use std::sync::LazyLock;

use crate::dm::hints::language::{
    LazyWordSet,
    clause::{MessageClause, VerbSense},
    listed,
    nouns::{Noun, is_person},
    one_of,
    reading::MessageReading,
};

use super::blows::{WEAPONS, is_lifeless};

/// The kind of a noun or pronoun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    /// A creature other than the heroes, or a part of its body.
    Being,
    /// A hero, or a part of their body.
    Own,
    /// A thing, food, a thought.
    Thing,
    /// Something that is named and that the scene says nothing of.
    Unknown,
}

const OBJECTS: &str = include_str!("objects.txt");

static BEINGS: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "beings"));
static THOSE: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "those"));
static FOOD: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "food"));
static ABSTRACT: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "abstract"));
static BODY: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "body"));
static POINTERS: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "pointers"));
static HARMLESS: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "harmless"));
static WORN: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "worn"));
static EMBEDDED: LazyWordSet = LazyLock::new(|| listed(OBJECTS, "embedded"));

/// Prepositions before a target.
pub(super) const AIMS: &str = "at on onto upon into against";

/// The object of the clause's verb, and the token behind it.
pub(super) fn direct(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<ObjectKind> {
    direct_noun(reading, clause).map(|(object, _)| object)
}

/// The same, with the noun; none for a pronoun.
pub(super) fn direct_noun(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<(ObjectKind, Option<Noun>)> {
    let head = clause.head?;
    if let Some(noun) = reading.objects(clause).into_iter().next() {
        return Some((kind(reading, &noun), Some(noun)));
    }
    let skipped = (head + 1..clause.to).find(|at| !one_of(reading.word(*at), "up out off down away back over just"))?;
    pronoun(reading, clause, skipped).map(|object| (object, None))
}

/// The noun after the first of some prepositions behind the verb.
pub(super) fn aimed(reading: &MessageReading<'_>, clause: &MessageClause, prepositions: &str) -> Option<ObjectKind> {
    let head = clause.head?;
    let mut places = (head + 1..clause.to).filter(|at| one_of(reading.word(*at), prepositions));
    places.find_map(|at| at_place(reading, clause, at + 1))
}

/// The noun from a token on.
pub(super) fn at_place(reading: &MessageReading<'_>, clause: &MessageClause, at: usize) -> Option<ObjectKind> {
    let noun = reading.noun_at(at, clause.to).map(|noun| kind(reading, &noun));
    noun.or_else(|| pronoun(reading, clause, at))
}

fn pronoun(reading: &MessageReading<'_>, clause: &MessageClause, at: usize) -> Option<ObjectKind> {
    match reading.word(at) {
        _ if at >= clause.to => None,
        "them" if are_things(reading, clause) => Some(ObjectKind::Thing),
        "him" | "her" | "them" => Some(ObjectKind::Being),
        "me" | "us" | "myself" | "ourselves" => Some(ObjectKind::Own),
        "it" if has_creatures(reading) => Some(ObjectKind::Being),
        "it" => Some(ObjectKind::Unknown),
        _ => None,
    }
}

/// Whether “them” are things of the same sentence: “I take the cards and slap them on the bar”.
fn are_things(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let (from, _) = reading.sentence(clause);
    let noun = reading.meant_by_it(clause).filter(|noun| noun.from >= from && !noun.mine);
    noun.is_some_and(|noun| {
        let head = reading.word(noun.head);
        head.ends_with('s') && !BEINGS.contains(head) && !WEAPONS.contains(head.trim_end_matches('s'))
    })
}

/// Whether “it” can be a creature of the scene.
fn has_creatures(reading: &MessageReading<'_>) -> bool {
    let is_creature = |name: &String| name.split(' ').any(|word| BEINGS.contains(word.to_lowercase().as_str()));
    reading.scene.foes.is_some_and(|n| n > 0) || reading.scene.present.iter().any(is_creature)
}

/// Whether a second object follows a person: “I cut Maud a slice”.
pub(super) fn gets_something(reading: &MessageReading<'_>, clause: &MessageClause, whom: &Noun) -> bool {
    let is_time = |at: usize| one_of(reading.word(at), "moment instant second minute time next first");
    clause.sense == VerbSense::Literal
        && whom.to < clause.to
        && one_of(reading.word(whom.to), "a an some another the my her his their")
        && reading.word(whom.to - 1) != "like"
        && !is_time(whom.to + 1)
}

/// Whether anyone outside the party is present.
pub(super) fn has_others(reading: &MessageReading<'_>) -> bool {
    !reading.scene.present.is_empty() || reading.scene.foes.is_some_and(|n| n > 0)
}

/// Whether “the bigger of the two” can be an opponent. In a campaign it must be a foe of the beat or of the fight.
fn has_foes(reading: &MessageReading<'_>) -> bool {
    match &reading.scene.plot {
        Some(plot) => !plot.foes.is_empty() || reading.scene.foes.is_some_and(|n| n > 0),
        None => has_others(reading),
    }
}

/// Whether the target is not named but referred to: “the bigger of the two”, “him”.
pub(super) fn only_points(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let noun = (head + 1..clause.to).find_map(|at| reading.noun_at(at, clause.to));
    let those = |noun: &Noun| THOSE.contains(reading.word(noun.head)) || THOSE.contains(reading.word(noun.from));
    noun.map_or_else(|| reading.any_word(head, clause.to, "him her them it"), |noun| those(&noun))
}

/// The kind of a noun.
pub(super) fn kind(reading: &MessageReading<'_>, noun: &Noun) -> ObjectKind {
    let head = reading.word(noun.head);
    let any = |list: &LazyWordSet| (noun.from..noun.to).any(|at| list.contains(reading.word(at)));
    let before = noun.from.checked_sub(1).map_or("", |at| reading.word(at));
    if noun.mine {
        return ObjectKind::Own;
    }
    if before == "'s" || one_of(before, "his her its their") {
        let is_hero = before == "'s" && noun.from >= 2 && is_hero(reading, noun.from - 2);
        return if any(&BODY) {
            if is_hero { ObjectKind::Own } else { ObjectKind::Being }
        } else if is_person(head) || BEINGS.contains(head) {
            ObjectKind::Being
        } else {
            ObjectKind::Thing
        };
    }
    if (noun.from..noun.to).any(|at| is_hero(reading, at)) {
        return ObjectKind::Own;
    }
    let is_somebody = reading.is_somebody(noun) && reading.owned(noun).is_none();
    if is_somebody || is_person(head) || BEINGS.contains(head) {
        return ObjectKind::Being;
    }
    // “the bigger of the two” is one of those present.
    if THOSE.contains(head) || THOSE.contains(reading.word(noun.from)) {
        return if has_foes(reading) { ObjectKind::Being } else { ObjectKind::Unknown };
    }
    let is_thing = is_lifeless(head) || FOOD.contains(head) || ABSTRACT.contains(head) || reading.owned(noun).is_some();
    if is_thing || BODY.contains(head) || !noun.marked && reading.tokens[noun.head].verb.is_some() {
        return ObjectKind::Thing;
    }
    ObjectKind::Unknown
}

/// Whether a word names a hero.
pub(super) fn is_hero(reading: &MessageReading<'_>, at: usize) -> bool {
    reading.person_at(at).is_some_and(|name| reading.scene.heroes.iter().any(|hero| hero == name))
}

/// The instrument of an action: “with my finger”.
pub(super) fn instrument(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Noun> {
    let with = (clause.head?..clause.to).find(|at| reading.word(*at) == "with")?;
    reading.noun_at(with + 1, clause.to)
}

/// Whether a noun only points or writes: a finger, a quill.
pub(super) fn is_pointer(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    POINTERS.contains(reading.word(noun.head))
}

/// Whether the instrument is harmless: “with a hug”, “my charm”.
pub(super) fn is_harmless(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    HARMLESS.contains(reading.word(noun.head))
}

/// Whether a noun is part of a body.
pub(super) fn is_body(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    (noun.from..noun.to).any(|at| BODY.contains(reading.word(at)))
}

/// Whether a body part follows one of some prepositions: “in the shin”.
pub(super) fn aims_at_body(reading: &MessageReading<'_>, clause: &MessageClause, prepositions: &str) -> bool {
    let Some(head) = clause.head else { return false };
    let mut places = (head + 1..clause.to).filter(|at| one_of(reading.word(*at), prepositions));
    places.any(|at| reading.noun_at(at + 1, clause.to).is_some_and(|noun| !noun.mine && is_body(reading, &noun)))
}

/// Whether clothing is taken off a person present, or a splinter out of them: “I pull Tam's boots off”.
pub(super) fn is_taken_off(reading: &MessageReading<'_>, clause: &MessageClause, noun: &Noun) -> bool {
    let head = reading.word(noun.head);
    let before = noun.from.checked_sub(1).map_or("", |at| reading.word(at));
    let is_owned = before == "'s" && noun.from >= 2 && reading.person_at(noun.from - 2).is_some()
        || one_of(before, "his her their") && has_others(reading);
    let Some(off) = (clause.from..clause.to).find(|at| one_of(reading.word(*at), "off from of")) else { return false };
    let of_whom = reading.noun_at(off + 1, clause.to).filter(|of| {
        off >= noun.to && (reading.is_somebody(of) || is_body(reading, of)) && reading.owned(of).is_none()
    });
    WORN.contains(head) && (is_owned || of_whom.is_some()) || EMBEDDED.contains(head) && of_whom.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_objects_is_used_and_has_each_word_once() {
        let lists = ["beings", "those", "food", "abstract", "body", "pointers", "harmless", "worn", "embedded"];
        check_lists(OBJECTS, &lists);
        assert!(FOOD.is_disjoint(&BEINGS) && ABSTRACT.is_disjoint(&BEINGS));
    }
}
