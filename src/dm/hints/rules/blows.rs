//! Blows: what is one, and whom it is meant for.

use std::sync::LazyLock;

use crate::dm::{
    attack_verbs,
    hints::language::{
        clause::Clause,
        nouns::{Noun, is_person},
        one_of,
        reading::Reading,
        words::Kind,
    },
    word_lists,
};

/// Whether a verb is a blow.
pub(super) fn is_blow(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let next = reading.word(head + 1);
    let any = |words: &str| reading.any_word(head, clause.to, words);
    // “I slap eleven gold on the bar”
    if reading.money(head + 1, clause.to).is_some_and(|(_, at)| at <= head + 2) {
        return false;
    }
    match clause.lemma {
        // “I slap them on the bar”
        "smack" | "slap" => !(any("on onto down") && any("bar counter table desk board wood")),
        "kick" => {
            !any("door open table party group company team crew")
                && (!any("over out down") || person_after(reading, clause))
        }
        "charge" | "rush" => !matches!(next, "to" | "into" | "out" | "towards") && !any("door gate"),
        "engage" => true,
        "strike" if any("match deal pose bargain tent camp chord note") => false,
        "strike" => !matches!(next, "up" | "a" | "out" | "the") || any("at") || person_after(reading, clause),
        "hit" => !matches!(next, "upon" | "on" | "the") || person_after(reading, clause) || is_armed(reading, clause),
        "fall" | "set" => matches!(next, "upon" | "on") && person_after(reading, clause),
        "open" => next == "fire",
        "give" => any("taste") && any("fist steel blade sword knuckles axe boot"),
        "smash" | "break" | "crack" => {
            any("head skull face back jaw ribs")
                && (any("over on in into across against") || any("his her their 's") && strikes_with(reading, clause))
        }
        "shoot" => next != "to" && !any("smile glance look grin"),
        "swing" => any("at"),
        "lunge" | "jump" | "leap" | "spring" | "go" | "come" | "fly" => {
            any("at") && person_after(reading, clause) || matches!(next, "for") && any("throat")
        }
        "let" => any("loose fly") && any("at into"),
        "loose" | "fire" | "launch" | "unleash" | "send" => {
            any("at into on")
                && (any("breath weapon arrow arrows bolt bolts shot javelin spear crossbow volley dart loose")
                    || person_after(reading, clause))
        }
        "throw" | "hurl" | "fling" | "toss" | "lob" | "chuck" => {
            (any("at into"))
                && any(
                    "dagger daggers javelin spear axe knife handaxe hammer dart darts rock stone bottle trident net bomb fire punch firebolt",
                )
                || next == "myself" && any("at upon on")
                || next == "the" && any("punch")
        }
        "cast" => {
            any("at on upon against")
                && any(
                    "fireball bolt missile flame ray lightning thunderwave hands shatter smite hex blast poison burning chromatic acid frost",
                )
        }
        "put" | "drive" | "plunge" | "sink" | "thrust" | "bury" | "ram" | "stick" | "shove" | "bring" | "slam"
        | "run" | "jab" => {
            any("blade sword dagger knife spear bolt arrow axe point steel fist mace rapier pommel elbow hammer")
                && any("in into between through under down across up")
                && (any(
                    "him his her their its ribs chest back throat belly skull shoulder gut neck heart eye side face jaw",
                ) || person_after(reading, clause))
                // “I run him through”, but not “we run through the orchard to the abbot's house”
                || clause.lemma == "run" && next != "through" && any("through") && person_after(reading, clause)
        }
        "cut" | "slice" | "chop" | "hack" | "slit" | "beat" | "knock" | "pierce" | "spear" | "club" | "draw"
        | "bite" | "claw" | "trip" | "wrestle" | "grapple" => {
            let down = person_after(reading, clause) || any("throat him them");
            down && clause.lemma != "draw" && next != "it" && !any("my") && !any("loose free ropes bonds off short")
        }
        verb => attack_verbs::contains(verb) || wields(reading, clause),
    }
}

/// Whether a weapon is moved at somebody or into them, whatever the verb.
fn wields(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let weapon = (head + 1..clause.to).find(|at| {
        one_of(reading.word(*at), "blade sword dagger knife spear bolt arrow axe mace hammer rapier staff club fist steel javelin pike glaive scimitar")
    });
    let Some(weapon) = weapon else { return false };
    let body = "him his her their its ribs chest throat belly skull gut neck heart jaw temple stomach spine knee shin";
    !one_of(
        clause.lemma,
        "slide point hold wave show put lay raise lower sheathe keep rest draw drop wipe clean polish sharpen grip aim offer give \
                           hand take pick grab steal buy sell return pull see feel notice pass lean carry find examine pocket hide",
    ) && (weapon..clause.to).any(|at| one_of(reading.word(at), "into through at under across between against down up"))
        && (reading.any_word(weapon, clause.to, body) || person_after(reading, clause))
}

/// Whether a weapon goes for somebody by itself: “my rapier finds his ribs”, “dagger out, straight for her throat”.
pub(super) fn weapon_strikes(reading: &Reading<'_>, clause: &Clause) -> bool {
    let weapon = (clause.from..clause.to.min(clause.from + 4)).find(|at| WEAPONS.contains(&reading.word(*at)));
    let (from, to) = reading.sentence(clause);
    let led = clause.head.is_none() && (from..clause.from).any(|at| WEAPONS.contains(&reading.word(at)));
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

/// What blows are struck with.
pub(super) static WEAPONS: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(NOUNS, "weapons"));
/// Things that are struck without harm to anyone.
static LIFELESS: LazyLock<Vec<&str>> = LazyLock::new(|| word_lists::list(NOUNS, "lifeless"));
/// Whether a word is something that is struck without harm to anyone.
pub(super) fn is_lifeless(word: &str) -> bool {
    LIFELESS.contains(&word)
}

const NOUNS: &str = include_str!("nouns.txt");

/// Whether something is struck with a weapon that is named, and it is nothing lifeless.
fn is_armed(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_lifeless = |noun: &Noun| is_lifeless(reading.word(noun.head)) || reading.owned(noun).is_some();
    strikes_with(reading, clause)
        && reading.objects(clause).first().is_some_and(|noun| noun.marked && !noun.mine && !is_lifeless(noun))
}

/// Whether a weapon is named that a deed is done with: “with my heavy mace”.
fn strikes_with(reading: &Reading<'_>, clause: &Clause) -> bool {
    let with = (clause.head.unwrap_or(clause.from)..clause.to).find(|at| reading.word(*at) == "with");
    with.and_then(|at| reading.noun_at(at + 1, clause.to))
        .is_some_and(|noun| WEAPONS.contains(&reading.word(noun.head)))
}

/// Whether a person or creature is grabbed or held, and no thing: the object names one, or a part of the body follows.
pub(super) fn holds_somebody(reading: &Reading<'_>, clause: &Clause) -> bool {
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

pub(super) fn person_after(reading: &Reading<'_>, clause: &Clause) -> bool {
    clause.head.is_some_and(|head| {
        (head + 1..clause.to).any(|at| {
            reading.person_at(at).is_some()
                || is_person(reading.word(at))
                || reading.scene.foes.is_some() && is_somebody(reading, at)
                || one_of(reading.word(at), "him them creature beast monster enemy enemies foe foes it leader one")
        })
    })
}

/// Whether an article stands before a word that in a fight is rather somebody than something.
fn is_somebody(reading: &Reading<'_>, at: usize) -> bool {
    at > 0
        && one_of(reading.word(at - 1), "the that this nearest next other first second last big")
        && reading.tokens[at].kind == Kind::Word
        && !one_of(
            reading.word(at),
            "door table rope chandelier barrel barrels chair bench wall floor ground window gate potion sword axe bow shield way air \
             stairs back front side other next last first second big nearest fight fire torch lamp room head arm leg",
        )
}

/// Whom a blow is meant for: somebody who is here, or what is named behind the verb.
pub(super) fn target(reading: &Reading<'_>, clause: &Clause) -> Option<String> {
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

/// In a fight a weapon that is moved at somebody is a blow.
pub(super) fn strikes_anyway(reading: &Reading<'_>, clause: &Clause) -> bool {
    let Some(head) = clause.head else { return false };
    let any = |words: &str| reading.any_word(head, clause.to, words);
    one_of(
        clause.lemma,
        "swing bring drive throw hurl fling loose fire aim lash chop hack finish cut lunge thrust plunge shoot strike hit slice bury ram slam pierce spear club burn smash take",
    ) && (any("sword axe blade spear javelin dagger mace hammer arrow bow bolt staff rapier knife maul crossbow sling")
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_noun_stands_once_in_its_list_and_in_no_other() {
        assert_eq!(word_lists::sections(NOUNS), ["weapons", "lifeless"]);
        let all: Vec<&str> = WEAPONS.iter().chain(LIFELESS.iter()).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        assert!(all.iter().all(|noun| noun.chars().all(char::is_alphabetic)), "{all:?}");
    }
}
