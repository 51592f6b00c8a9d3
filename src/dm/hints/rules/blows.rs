//! Attacks and their targets. The object decides, not the verb alone.

use std::sync::LazyLock;

use language::word_lists;

use crate::dm::{
    attack_verbs,
    hints::language::{
        LazyWordSet,
        clause::{MessageClause, VerbSense},
        listed,
        nouns::{Noun, is_person},
        one_of,
        reading::MessageReading,
        words::TokenKind,
    },
};

use super::objects::{self, AIMS, ObjectKind};

/// Whether a deed is a blow.
pub(super) fn is_blow(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head.filter(|_| clause.sense != VerbSense::Figure) else { return false };
    let next = reading.word(head + 1);
    let any = |words: &str| reading.any_word(head, clause.to, words);
    // “I slap eleven gold on the bar”
    if reading.money(head + 1, clause.to).is_some_and(|(_, at)| at <= head + 2) {
        return false;
    }
    let is_harmless = |noun: Noun| objects::is_harmless(reading, &noun);
    let object = || reading.objects(clause).into_iter().next();
    if objects::instrument(reading, clause).or_else(object).is_some_and(is_harmless) {
        return false;
    }
    let aims =
        |words: &str| matches!(objects::aimed(reading, clause, words), Some(ObjectKind::Being | ObjectKind::Unknown));
    let aims_at_somebody = |words: &str| objects::aimed(reading, clause, words) == Some(ObjectKind::Being);
    match clause.lemma {
        "open" => next == "fire",
        "give" => any("taste") && any("fist steel blade sword knuckles axe boot"),
        "swing" => aims("at"),
        "let" => any("loose fly") && aims("at into"),
        "fall" | "set" => one_of(next, "upon on") && aims_at_somebody("upon on"),
        "lunge" | "jump" | "leap" | "spring" | "go" | "come" | "fly" | "lash" => goes_at(reading, clause),
        "run" if any("through") => objects::direct(reading, clause) == Some(ObjectKind::Being),
        "loose" | "fire" | "launch" | "unleash" | "send" => {
            let shot = reading.any_of(head, clause.to, &SHOTS);
            let fires = one_of(clause.lemma, "loose fire") && aims("at");
            fires || shot && aims("at into on") || clause.lemma != "send" && aims_at_somebody("at into on")
        }
        "throw" | "hurl" | "fling" | "toss" | "lob" | "chuck" => {
            let missile = reading.any_of(head, clause.to, &MISSILES);
            missile && (aims("at") || aims_at_somebody("into"))
                || next == "myself" && aims("at upon on")
                || one_of(next, "a the") && any("punch")
        }
        "cast" => reading.any_of(head, clause.to, &HARMFUL) && aims("at on upon against"),
        "put" | "drive" | "plunge" | "sink" | "thrust" | "bury" | "ram" | "stick" | "shove" | "bring" | "slam"
        | "run" | "jab" => {
            let sticks = reading.any_of(head, clause.to, &WEAPONS) || reading.any_of(head, clause.to, &STUCK_IN);
            // “I drive my blade home”
            let home = || one_of(clause.lemma, "drive plunge sink thrust ram slam") && any("home");
            sticks && (home() || aims_at_somebody(INTO.as_str()) || reading.scene.foes.is_some() && aims(INTO.as_str()))
        }
        // “I fight my way through the goblins”
        "fight" | "cut" | "hack" | "slash" | "carve" | "punch" if reading.word(head + 2) == "way" => {
            aims_at_somebody("through into past")
        }
        verb if TOUCHING.contains(verb) => touches(reading, clause),
        verb if attack_verbs::contains(verb) => attacks(reading, clause),
        _ => wields(reading, clause),
    }
}

/// Whether the hero attacks someone: “I go straight for his throat”, but not “I go over to the girl at the cart”.
fn goes_at(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let Some(at) = (head + 1..clause.to).find(|at| !one_of(reading.word(*at), "straight right out directly up")) else {
        return false;
    };
    let object = objects::at_place(reading, clause, at + 1);
    match reading.word(at) {
        "at" if clause.lemma == "lunge" => matches!(object, Some(ObjectKind::Being | ObjectKind::Unknown)),
        "at" => object == Some(ObjectKind::Being),
        "for" => object == Some(ObjectKind::Being) && reading.any_word(at, clause.to, "throat neck eyes face heart"),
        _ => false,
    }
}

/// Whether a verb of touching is an attack: its target is a person, or is unknown and hit with a weapon.
fn touches(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let into_body = "at over on across against into in through between";
    match objects::direct_noun(reading, clause) {
        Some((ObjectKind::Being, noun)) => noun.is_none_or(|noun| !objects::gets_something(reading, clause, &noun)),
        Some((_, Some(noun))) if is_weapon(reading, &noun) => {
            objects::aimed(reading, clause, into_body) == Some(ObjectKind::Being)
        }
        // “I smash the bottle over his head”
        Some(_) if one_of(clause.lemma, "smash break crack") => {
            objects::aimed(reading, clause, "over across on against into in") == Some(ObjectKind::Being)
        }
        // “I kick the bully in the shin”
        Some((ObjectKind::Unknown, _)) => {
            strikes_with(reading, clause) || objects::aims_at_body(reading, clause, "in on across over between")
        }
        Some(_) => false,
        None => {
            let aims = if one_of(clause.lemma, "charge rush fight duel brawl wrestle grapple") {
                "at into through with against"
            } else {
                "at"
            };
            let object = objects::aimed(reading, clause, aims);
            stands_alone(reading, clause) && objects::has_others(reading)
                || object == Some(ObjectKind::Being)
                || object == Some(ObjectKind::Unknown) && strikes_with(reading, clause)
        }
    }
}

/// Whether an attack is named and nothing it is done to: “I strike first!”
fn stands_alone(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let says_how = |at: usize| {
        reading.tokens[at].kind != TokenKind::Word
            || one_of(reading.word(at), "first now back hard again too then fast")
    };
    attack_verbs::contains(clause.lemma) && clause.head.is_some_and(|head| (head + 1..clause.to).all(says_how))
}

/// Whether a deadly verb is a blow: its target is anything but a thing, and it is not done with a finger or a quill.
fn attacks(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let points = objects::instrument(reading, clause).is_some_and(|noun| objects::is_pointer(reading, &noun));
    let hurts = |object: Option<ObjectKind>| match object {
        Some(ObjectKind::Being) => true,
        Some(ObjectKind::Unknown) => !points,
        _ => false,
    };
    let aimed = || objects::aimed(reading, clause, INTO.as_str());
    match objects::direct_noun(reading, clause) {
        Some((_, Some(noun))) if objects::is_pointer(reading, &noun) => aimed() == Some(ObjectKind::Being),
        Some((_, Some(noun))) if is_weapon(reading, &noun) => hurts(aimed()),
        Some((_, Some(noun))) if objects::gets_something(reading, clause, &noun) => false,
        Some((object, _)) => hurts(Some(object)),
        None if !is_led(reading, clause) => false,
        None => objects::aimed(reading, clause, AIMS).is_none_or(|object| hurts(Some(object))),
    }
}

/// Whether what follows a verb without an object leads to a target or says how: not “I shoot to my feet”, “I kill for a drink”.
fn is_led(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    // “I shoot for his eye”
    objects::aims_at_body(reading, clause, "for")
        || !one_of(reading.word(head + 1), "to up off past out away down for in by over through")
}

/// Whether a weapon is moved at or into a person, whatever the verb.
fn wields(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let weapon = reading.any_of(head + 1, clause.to, &WEAPONS);
    let only_moved = "slide point hold wave show put lay raise lower sheathe keep rest draw drop wipe clean polish sharpen grip aim offer give \
                      hand take pick grab steal buy sell return pull see feel notice pass lean carry find examine pocket hide";
    weapon
        && !one_of(clause.lemma, only_moved)
        && objects::aimed(reading, clause, "into through at under across between against down up")
            == Some(ObjectKind::Being)
}

/// Whether a weapon is the subject of an attack: “my rapier finds his ribs”, “dagger out, straight for her throat”.
pub(super) fn weapon_strikes(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let weapon = (clause.from..clause.to.min(clause.from + 4)).find(|at| WEAPONS.contains(reading.word(*at)));
    let (from, to) = reading.sentence(clause);
    let led = clause.head.is_none() && (from..clause.from).any(|at| WEAPONS.contains(reading.word(at)));
    let owned = weapon.is_some_and(|at| at > 0 && one_of(reading.word(at - 1), "my our 's"));
    let still = "aim point be hang rest stay slip lie gleam glow shine break need want cost belong";
    if !(owned || led) || !clause.is_live() || clause.past || clause.hangs || clause.said || one_of(clause.lemma, still)
    {
        return false;
    }
    let start = weapon.map_or(clause.from, |at| at + 1);
    let towards = (start..clause.to).any(|at| {
        one_of(
            reading.word(at),
            "for at into through across against between finds meets bites catches takes pierces slashes",
        )
    });
    let body = "throat ribs chest heart belly gut neck face jaw skull head arm leg shoulder back side eye";
    let whose = (start..to)
        .any(|at| one_of(reading.word(at), "his her its their the him them") || reading.person_at(at).is_some());
    towards
        && whose
        && (reading.any_word(start, clause.to, body) || (start..clause.to).any(|at| reading.person_at(at).is_some()))
}

/// Whether a weapon goes into a person, or by a verb of attack into something not known to be lifeless: such a weapon isn't used
/// up.
pub(super) fn lands_a_weapon(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let is_it =
        || reading.word(head + 1) == "it" && reading.meant_by_it(clause).is_some_and(|it| is_weapon(reading, &it));
    let moves = reading.objects(clause).first().is_some_and(|noun| is_weapon(reading, noun)) || is_it();
    moves
        && match objects::aimed(reading, clause, INTO.as_str()) {
            Some(ObjectKind::Being) => LANDS.contains(clause.lemma) || SINKS.contains(clause.lemma),
            Some(ObjectKind::Unknown) => LANDS.contains(clause.lemma),
            _ => false,
        }
}

fn is_weapon(reading: &MessageReading<'_>, noun: &Noun) -> bool {
    WEAPONS.contains(reading.word(noun.head))
}

/// Weapons.
pub(super) static WEAPONS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "weapons"));
static MISSILES: LazyWordSet = LazyLock::new(|| listed(NOUNS, "missiles"));
static SHOTS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "shots"));
static STUCK_IN: LazyWordSet = LazyLock::new(|| listed(NOUNS, "stuck in"));
static LAUNCHERS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "launchers"));
static HARMFUL: LazyWordSet = LazyLock::new(|| listed(NOUNS, "harmful"));
static LANDS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "lands"));
static SINKS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "sinks"));
/// Where a weapon is moved to or into.
static INTO: LazyLock<String> = LazyLock::new(|| word_lists::list(NOUNS, "into").join(" "));
/// Verbs that hurt only who can be hurt: “hit”, “kick”, “cut”.
static TOUCHING: LazyWordSet =
    LazyLock::new(|| attack_verbs::touching().chain(word_lists::list(NOUNS, "touching")).collect());
/// Things that are struck without harm to anyone.
static LIFELESS: LazyWordSet = LazyLock::new(|| listed(NOUNS, "lifeless"));
/// Whether a word is something that is struck without harm to anyone.
pub(super) fn is_lifeless(word: &str) -> bool {
    LIFELESS.contains(word)
}

const NOUNS: &str = include_str!("nouns.txt");

/// Whether a weapon is named that a deed is done with: “with my heavy mace”.
fn strikes_with(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    objects::instrument(reading, clause).is_some_and(|noun| is_weapon(reading, &noun))
}

/// Whether a person or creature is grabbed or held, and no thing: the object names one, or a part of the body follows.
pub(super) fn holds_somebody(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let Some(noun) = reading.objects(clause).into_iter().next() else {
        return reading.any_word(head, clause.to, "him her them");
    };
    let by = (noun.to..clause.to).find(|at| one_of(reading.word(*at), "by around round"));
    reading.is_somebody(&noun) && reading.owned(&noun).is_none()
        || is_person(reading.word(noun.head))
        || one_of(reading.word(noun.head), "creature beast monster enemy enemies foe foes leader one")
        || by.is_some_and(|by| {
            reading.any_word(by, clause.to, "throat neck arm arms collar hair waist wrist leg legs horns tail ankle")
        })
}

pub(super) fn person_after(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    clause.head.is_some_and(|head| {
        (head + 1..clause.to).any(|at| {
            reading.person_at(at).is_some()
                || is_person(reading.word(at))
                || reading.scene.foes.is_some() && is_somebody(reading, at)
                || one_of(reading.word(at), "him them creature beast monster enemy enemies foe foes it leader one")
        })
    })
}

/// Whether an article precedes a word that in a fight denotes a creature.
fn is_somebody(reading: &MessageReading<'_>, at: usize) -> bool {
    at > 0
        && one_of(reading.word(at - 1), "the that this nearest next other first second last big")
        && reading.tokens[at].kind == TokenKind::Word
        && !one_of(
            reading.word(at),
            "door table rope chandelier barrel barrels chair bench wall floor ground window gate potion sword axe bow shield way air \
             stairs back front side other next last first second big nearest fight fire torch lamp room head arm leg",
        )
}

/// The target of an attack: a person present, or the noun after the verb.
pub(super) fn target(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<String> {
    let head = clause.head?;
    // “I hit the guard beside Oswin”
    let aside = "before beside behind near with while until past like under over beyond without after";
    let end = (head + 1..clause.to).find(|at| one_of(reading.word(*at), aside)).unwrap_or(clause.to);
    if let Some(at) = (head + 1..end).find(|at| reading.person_at(*at).is_some()) {
        return Some(reading.span(at, at + 1));
    }
    let after = (head + 1..clause.to).find(|at| matches!(reading.word(*at), "at" | "into" | "against" | "on"));
    let from = after.map_or(head + 1, |at| at + 1);
    let noun = reading.noun_at(from, clause.to).or_else(|| reading.noun_at(head + 1, clause.to));
    noun.map(|noun| reading.span(noun.from, noun.head + 1)).or_else(|| {
        reading.any_word(head, clause.to, "them him her it").then(|| {
            (head..clause.to)
                .find(|at| matches!(reading.word(*at), "them" | "him" | "her" | "it"))
                .map(|at| reading.word(at).to_owned())
                .unwrap_or_default()
        })
    })
}

/// In a fight, a weapon moved at someone is an attack.
pub(super) fn strikes_anyway(reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(head) = clause.head else { return false };
    let any = |words: &str| reading.any_word(head, clause.to, words);
    one_of(
        clause.lemma,
        "swing bring drive throw hurl fling loose fire aim lash chop hack finish cut lunge thrust plunge shoot strike hit slice bury ram slam pierce spear club burn smash take",
    ) && ((reading.any_of(head, clause.to, &WEAPONS) || reading.any_of(head, clause.to, &LAUNCHERS))
        && !any("down away")
        && clause.lemma != "take"
        || person_after(reading, clause)
            && clause.lemma != "take"
            && clause.lemma != "throw"
            && clause.lemma != "fling"
        || clause.lemma == "take" && any("shot swing") && any("at"))
        && !any("rope chandelier")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_blows_is_used_and_has_each_word_once() {
        let nouns = ["weapons", "launchers", "missiles", "shots", "stuck in", "lifeless", "harmful"];
        let lists = [&nouns[..], &["touching", "lands", "sinks", "into"][..]].concat();
        check_lists(NOUNS, &lists);
        assert!(WEAPONS.is_disjoint(&LIFELESS) && WEAPONS.is_disjoint(&LAUNCHERS) && WEAPONS.is_disjoint(&STUCK_IN));
    }
}
