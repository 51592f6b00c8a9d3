//! Daring actions without a rule, resolved by an ability check; and gestures, which change nothing.

use crate::words::deeds::daring::{OPEN, TOUCHES};
use crate::{
    intent::{Act, Deed, after_verb, is_pronoun},
    phrases::{daring as said, lines},
    play::{Outcome, Play, Step, best_match},
    prose::the,
};

use super::looking;

/// The difficulty of overpowering someone.
const WRESTLING: i32 = 12;

/// What a daring action asks for: its words, ability, skill, difficulty.
const KINDS: [(&[&str], &str, &str, i32); 9] = [
    (
        &["shove", "grapple", "wrestle", "tackle", "trip", "disarm", "push", "arm wrestle", "knock"],
        "str",
        "athletics",
        12,
    ),
    (&["swim", "row", "drag", "haul", "build", "carve", "dig", "sprint", "race", "block"], "str", "athletics", 11),
    (&["heal", "treat", "bandage", "brew"], "wis", "medicine", 12),
    (&["hunt", "fish", "forage", "tame", "cook", "calm"], "wis", "survival", 12),
    (&["identify", "appraise", "recite", "decipher"], "int", "arcana", 12),
    (
        &["fix", "repair", "rig", "jam", "sabotage", "trap", "craft", "forge", "mend", "disarm"],
        "int",
        "investigation",
        13,
    ),
    (
        &[
            "perform",
            "busk",
            "juggle",
            "distract",
            "disguise",
            "impersonate",
            "pretend",
            "tell",
            "joke",
            "hypnotize",
            "challenge",
            "imitate",
            "gamble",
        ],
        "cha",
        "performance",
        12,
    ),
    (
        &["dodge", "parry", "slip", "tie", "untie", "free", "rescue", "throw", "toss", "hurl", "pick"],
        "dex",
        "sleight of hand",
        12,
    ),
    (
        &[
            "swing",
            "tumble",
            "flip",
            "balance",
            "jump",
            "leap",
            "dive",
            "slide",
            "vault",
            "somersault",
            "squeeze",
            "crawl",
        ],
        "dex",
        "acrobatics",
        12,
    ),
];

/// Tries something daring.
pub(super) fn stunt(play: &mut Play<'_>, deed: &Deed) -> Step {
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    let attempt = play.world.cased(&clean(&attempt(&deed.words)));
    let (ability, skill, dc) = kind(play, &attempt);
    let wrestles = ability == "str" && skill == "athletics" && dc == WRESTLING;
    if wrestles
        && !attempt.starts_with("arm wrestle")
        && (deed.object.is_empty() || is_pronoun(&deed.object) || super::aims::is_any_foe(&deed.object))
    {
        play.say(lines::NO_FOE, &[]);
        return Ok(());
    }
    let outcome = play.check(ability, skill, dc, &crate::prose::capitalised(&attempt))?;
    let slots = [("attempt", attempt.as_str())];
    let (won, nearly, lost) = match ability {
        "str" => (said::STRONG_WON, said::STRONG_NEAR, said::STRONG_LOST),
        "dex" => (said::NIMBLE_WON, said::NIMBLE_NEAR, said::NIMBLE_LOST),
        "cha" => (said::CHARMING_WON, said::CHARMING_NEAR, said::CHARMING_LOST),
        _ => (said::CLEVER_WON, said::CLEVER_NEAR, said::CLEVER_LOST),
    };
    match outcome {
        Outcome::Success => play.say(won, &slots),
        Outcome::Near => play.say(nearly, &slots),
        Outcome::Failure => play.say(lost, &slots),
    }
    if outcome == Outcome::Failure && play.bruise() {
        play.say(said::BRUISED, &slots);
    }
    Ok(())
}

/// What a daring thing asks for: ability, skill, difficulty.
pub(crate) fn kind(play: &Play<'_>, attempt: &str) -> (&'static str, &'static str, i32) {
    let first = attempt.split(' ').next().unwrap_or_default();
    let kind = KINDS.iter().find(|(words, ..)| words.iter().any(|word| attempt.starts_with(word) || *word == first));
    kind.map_or((best_ability(play), "", 13), |(_, ability, skill, dc)| (*ability, *skill, *dc))
}

/// The attempt, as the words after "you": plain, and not cut off inside of what it is about.
pub(crate) fn plain_attempt(words: &str) -> String {
    clean(&attempt(words))
}

fn best_ability(play: &Play<'_>) -> &'static str {
    let all = ["dex", "str", "int", "wis", "cha"];
    all.into_iter().rev().max_by_key(|ability| play.hero.modifier(ability)).unwrap_or("dex")
}

/// The player's words in the form that follows "you"; words that are not plain are left out.
fn attempt(words: &str) -> String {
    let plain: String = words.chars().filter(|c| c.is_alphabetic() || [' ', '\'', '-'].contains(c)).collect();
    let turned = |word: &str| match word {
        "my" => "your".to_owned(),
        "me" | "myself" => "yourself".to_owned(),
        "i" => "you".to_owned(),
        "am" => "are".to_owned(),
        "i'm" => "you are".to_owned(),
        word => word.to_owned(),
    };
    let words: Vec<String> = plain.split_whitespace().take(9).map(turned).collect();
    if words.is_empty() { "try your luck".into() } else { words.join(" ") }
}

/// The attempt up to where it stops being plain: not cut off inside of what it is about.
fn clean(attempt: &str) -> String {
    let mut words: Vec<&str> = attempt.split(' ').collect();
    // Where from, and behind what, is how it is done and not what.
    if let Some(at) = words
        .iter()
        .position(|word| ["behind", "from", "while", "so", "because", "until", "till", "til"].contains(word))
    {
        words.truncate(at.max(1));
    }
    while words.len() > 1 && words.last().is_some_and(|last| OPEN.contains(last)) {
        words.pop();
    }
    words.join(" ")
}

/// Whether a gesture touches something, or someone, that is named and not the hero.
pub(crate) fn touches(deed: &Deed) -> bool {
    let is_own = deed.words.split(' ').any(|word| ["my", "myself", "me"].contains(&word));
    !is_own && !deed.object.is_empty() && TOUCHES.iter().any(|verb| after_verb(&deed.words, verb).is_some())
}

/// Does something that only shows.
pub(super) fn gesture(play: &mut Play<'_>, deed: &Deed) {
    // Only a thing that is here can be stroked.
    let there =
        is_pronoun(&deed.object) || looking::is_here(play, &deed.object) || looking::is_told_of(play, &deed.object);
    if touches(deed) && !there {
        return looking::no_such(play, &deed.object);
    }
    let words = play.world.cased(&clean(&attempt(&deed.words)));
    let first = words.split(' ').next().unwrap_or_default();
    let kinds: [(&[&str], &[&str]); 6] = [
        (&["dance", "sing", "hum", "whistle", "play", "drum", "clap", "applaud", "recite"], said::MUSIC),
        (&["pray", "kneel", "meditate", "bless"], said::PRAYER),
        (&["bow", "wave", "nod", "smile", "salute", "curtsy", "toast", "wink", "grin", "shake"], said::MANNERS),
        (&["cry", "weep", "sigh", "groan", "scream", "howl", "frown", "yawn"], said::FEELINGS),
        (&["think", "ponder", "wonder", "breathe", "stare", "stand", "be"], said::THOUGHTS),
        (&["laugh", "cheer", "jump"], said::LAUGHTER),
    ];
    let stock = kinds.iter().find(|(verbs, _)| verbs.contains(&first)).map_or(said::GESTURES, |(_, stock)| *stock);
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let who = best_match(&deed.object, &names).or((!names.is_empty()).then_some(0)).map(|i| names[i].to_owned());
    play.say(stock, &[("attempt", &words)]);
    match (play.foe().map(|foe| the(&foe.name)), who) {
        (Some(foe), _) => play.say(said::FOE_UNIMPRESSED, &[("foe", &foe)]),
        (None, Some(name)) => {
            play.add(said::SOMEBODY_SEES, &[("name", &name)]);
        }
        (None, None) => {
            play.add(said::NOBODY_SEES, &[]);
        }
    }
}

/// Anyone who climbs up only to see further climbs the first thing there is to climb.
pub(super) fn for_a_view(play: &Play<'_>, deed: &Deed) -> Option<Deed> {
    let sees = ["get ", "see ", "have a look", "look "].iter().any(|start| deed.object.starts_with(start));
    let object = play.world.features(&play.table.location).first().map_or("wall", |(name, _)| *name).to_owned();
    (deed.act == Act::Climb && sees).then(|| Deed { object, ..deed.clone() })
}
