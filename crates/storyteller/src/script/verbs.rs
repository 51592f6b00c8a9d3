//! The players' verbs for things, grouped by synonyms.

use language::forms::is_form;

use crate::intent::slipped;
use crate::words::script::verbs::SAME;

/// What is done by looking.
const LOOKS: &str = "look at, look in, look into, look inside, look under, look behind, look over, look through, look up at, \
    look closely at, look out of, look, l, x, examine, inspect, study, watch, observe, peer at, peer into, peer, glance at, \
    check out, check, describe, take a look at, take a closer look at, have a look at, gaze at, stare at, view, search, \
    investigate, read, admire, see, consider, approach, survey, scan, search for, look for, find, search through";
/// What is done by talking.
const TALKS: &str = "talk to, talk with, talk, speak to, speak with, speak, ask, tell, question, say, chat with, chat, greet, \
    say hello to, say hi to, hello, hi, hail, shout at, call, interview, interrogate, address, thank, answer, reply, \
    explain to, explain, whisper to, inform, warn, comfort, apologise to, apologize to, accuse, confront";
const GOES: &str = "go, walk, head, travel, move on, move, run, enter, return, follow, ride, cross, continue, step, descend, \
    visit, proceed, march, wander, hurry, crawl, climb, go back, go on, press on, carry on, keep going, leave, exit, \
    depart, ascend, take, use, get, swim, squeeze, slip";
const FIGHTS: &str = "attack, fight, hit, strike, stab, slash, kill, slay, punch, shoot, charge, murder, ambush, hack, beat, \
    swing at, shoot at, draw my sword, draw my weapon, draw steel, destroy, beat up, battle, assault, defend myself";
/// What persuades people; it is tried on them where it is what the moment turns on, and said to them elsewhere.
const SWAYS: &str = "persuade, convince, plead with, plead, bargain with, bargain, haggle with, haggle, negotiate with, \
    negotiate, reason with, beg, bluff, lie to, lie, trick, deceive, fool, threaten, intimidate, scare, frighten, charm, \
    calm, soothe, flatter, press, bribe, talk into, win over, impress, distract, entertain, cheer up";

/// What is done with each skill.
const SKILLS: [(&str, &str); 18] = [
    (
        "acrobatics",
        "balance, tumble, crawl, squeeze, slip, roll, vault, dodge, slide, swing, jump, leap, climb, wriggle",
    ),
    ("animal handling", "calm, tame, soothe, feed, pet, befriend, coax, whistle, throw, play, shoo, lure, distract"),
    ("arcana", "study, sense, recall, work out, feel, listen, follow, concentrate, figure out"),
    (
        "athletics",
        "climb, force, jump, swim, lift, push, pull, break, shove, hold, brace, leap, wrestle, drag, raise, haul, \
        heave, bash, kick, descend, hammer, block, stop, press, barricade",
    ),
    ("deception", "lie, bluff, trick, deceive, pretend, fool, disguise, feint, mislead, distract"),
    ("history", "recall, remember, work out, study, think, figure out"),
    (
        "insight",
        "watch, read, sense, feel, understand, listen, study, guess, judge, comfort, observe, work out, figure out",
    ),
    ("intimidation", "threaten, intimidate, scare, frighten, glare, shout, roar, stare down, warn, bully, menace"),
    (
        "investigation",
        "search, investigate, look round, look around, examine, work out, figure out, study, check, inspect",
    ),
    ("medicine", "heal, treat, bandage, tend, nurse, bind, help, save"),
    ("nature", "recall, track, recognise, study, work out, gather"),
    ("perception", "listen, look, watch, search, spot, notice, find, hear, look round, look around, peer, scan"),
    (
        "performance",
        "sing, play, dance, tell a story, recite, perform, joke, tell, speak, whistle, hum, say something, \
        talk, act, say",
    ),
    (
        "persuasion",
        "persuade, convince, plead, bargain, negotiate, haggle, ask, beg, reason, argue, appeal, talk, speak",
    ),
    ("religion", "pray, bless, recall, chant, kneel"),
    (
        "sleight of hand",
        "pick, palm, pickpocket, slip, ease, untangle, loosen, work, unlock, free, juggle, switch, help",
    ),
    (
        "stealth",
        "sneak, hide, creep, tiptoe, duck, keep down, stay low, lie low, slip, crawl, wait, keep quiet, shadow",
    ),
    ("survival", "track, follow, hunt, forage, lure, find, read, feed, dazzle"),
];

fn all(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim)
}

/// The verb of a list that a text begins with, the longest, and what follows it.
fn begins<'t>(text: &'t str, list: &'static str) -> Option<(&'static str, &'t str)> {
    let fit = all(list).filter_map(|verb| Some((verb, rest_of(text, verb)?)));
    fit.max_by_key(|(verb, _)| verb.len())
}

/// What follows a verb at the beginning of a text, in any form of it.
pub(super) fn rest_of<'t>(text: &'t str, verb: &str) -> Option<&'t str> {
    let mut rest = text;
    for (i, part) in verb.split(' ').enumerate() {
        let word = rest.split([' ', ',', '.', '!', '?']).next().unwrap_or_default();
        if !(word == part || (i == 0 && is_form(word, part))) {
            return None;
        }
        rest = rest[word.len()..].trim_start_matches([' ', ',', '.', '!', '?']);
    }
    Some(rest)
}

/// The examined thing; `aloud` is the verb.
pub(super) fn looks(text: &str) -> Option<(&'static str, &str)> {
    begins(text, LOOKS)
}

/// What follows a verb of talking, and the verb.
pub(super) fn talks(text: &str) -> Option<(&'static str, &str)> {
    begins(text, TALKS)
}

/// Where someone goes, and the verb.
pub(super) fn goes(text: &str) -> Option<(&'static str, &str)> {
    begins(text, GOES)
}

/// The opponent.
pub(super) fn fights(text: &str) -> Option<&str> {
    begins(text, FIGHTS).map(|(_, rest)| rest)
}

/// The person to persuade, and the verb.
pub(super) fn sways(text: &str) -> Option<(&'static str, &str)> {
    begins(text, SWAYS)
}

/// Whether a text begins with what is done with a skill.
pub(super) fn is_of(skill: &str, text: &str) -> bool {
    SKILLS.iter().find(|(name, _)| *name == skill).is_some_and(|(_, verbs)| begins(text, verbs).is_some())
}

/// Any verb a text begins with, the longest, and what follows it.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let lists = [LOOKS, TALKS, GOES, FIGHTS, SWAYS]
        .into_iter()
        .chain(SAME.iter().copied())
        .chain(SKILLS.iter().map(|(_, verbs)| *verbs));
    let rest = lists.filter_map(|list| begins(text, list)).map(|(_, rest)| rest).min_by_key(|rest| rest.len());
    let rest = rest.or_else(|| {
        let (n, _) = crate::intent::find_verb(text, false)?;
        Some(text[n..].trim_start())
    })?;
    let verb = text[..text.len() - rest.len()].trim_end_matches([' ', ',', '.', '!', '?']);
    Some((verb, rest))
}

/// How near what the player does is to one of the verbs a thing takes: 2 the same word, 1 another word for it, 0 neither.
pub(super) fn nearness(clause: &str, verb: &str, takes: &[String]) -> u8 {
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let has_rest = |known: &str| {
        let mut parts = known.split(' ');
        let (head, words) = (parts.next().unwrap_or_default(), clause.split(' ').collect::<Vec<_>>());
        (first(clause) == head || is_form(&first(clause), head)) && parts.all(|part| words.contains(&part))
    };
    if takes.iter().any(|known| rest_of(clause, known).is_some() || has_rest(known)) {
        return 2;
    }
    let in_group = |list: &'static str, said: &str| all(list).any(|known| known == said || is_form(said, known));
    let same = |known: &String| {
        SAME.iter().any(|group| {
            (in_group(group, verb) || in_group(group, &first(verb)))
                && (in_group(group, known) || in_group(group, &first(known)))
        })
    };
    let slip = |known: &String| verb.len() > 4 && slipped(verb, known);
    u8::from(takes.iter().any(|known| same(known) || slip(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_is_known_in_its_forms_and_by_its_kin() {
        assert_eq!(looks("looking at the door"), Some(("look at", "the door")));
        assert_eq!(split("pick up the lump"), Some(("pick up", "the lump")));
        let takes = ["take".to_owned(), "breathe on".to_owned()];
        assert_eq!(nearness("grab the lump", "grab", &takes), 1);
        assert_eq!(nearness("breathe on the pane", "breathe on", &takes), 2);
        assert_eq!(nearness("eat the lump", "eat", &takes), 0);
        assert!(is_of("stealth", "sneaking past them") && !is_of("stealth", "sing a song"));
    }
}
