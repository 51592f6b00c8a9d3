//! Removes what a player says but doesn't do: questions about consequences, conditionals and negations. The rest is done.

use std::sync::LazyLock;

use language::{
    musing::{self, musing},
    sentences::sentences,
    word_lists,
};

use super::{
    Act, Deed,
    conditions::{self, When},
    find_verb, lead_in, lead_ins, questions, verbs,
};
use crate::deeds;

/// The phrases of each mood.
const PHRASES: &str = include_str!("../content/moods.txt");

/// What a deed that is considered has as its `other` where the player muses on it, and is asked whether to do it.
pub(crate) const MUSES: &str = "muses";
/// What one has whose time has not come: its words are the whole sentence.
pub(crate) const WAITS: &str = "waits";
/// What one has that somebody is said to have spoken of.
pub(crate) const TOLD: &str = "told";

/// A message by its moods.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Moods {
    /// What is done, or asked of someone, as the player put it.
    pub(crate) done: String,
    /// What is only thought of or left undone, one deed for each; they take no time.
    pub(crate) undone: Vec<Deed>,
}

/// The lists of phrases by their names, the longest phrases first.
static LISTS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let phrases = |section: &'static str| {
        let mut all = word_lists::list(PHRASES, section);
        all.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        (section, all)
    };
    word_lists::sections(PHRASES).into_iter().map(phrases).collect()
});

pub(super) fn list(name: &str) -> &'static [&'static str] {
    LISTS.iter().find(|(other, _)| *other == name).map_or(&[], |(_, all)| all)
}

/// What follows the phrase of a list that a text begins with.
pub(super) fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    list(name).iter().find_map(|phrase| behind(text, phrase))
}

pub(super) fn behind<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(phrase)?;
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'') {
        None
    } else {
        Some(rest.trim_start_matches([' ', ',']))
    }
}

/// Parts a message by its moods. What is said aloud is no one's deed and stays as it is.
pub(crate) fn parted(text: &str) -> Moods {
    let text = without_mentions(text);
    let text = text.as_str();
    if text.contains('"') {
        return Moods { done: text.to_owned(), ..Moods::default() };
    }
    let mut moods = Moods::default();
    for part in sentences(text).flat_map(conditions::parts) {
        let done = sentence(part, &mut moods.undone);
        if !done.is_empty() {
            moods.done.push_str(if moods.done.is_empty() { "" } else { " " });
            moods.done.push_str(&done);
        }
    }
    moods
}

/// A text with "that" in place of words in quotes that are only spoken of: `"Yes" is all he ever said`.
fn without_mentions(text: &str) -> String {
    let parts: Vec<&str> = text.split('"').collect();
    if parts.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let is_mentioned = |at: usize| after(parts[at + 1].trim_start(), "mentions").is_some();
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => (*part).to_owned(),
        _ if is_mentioned(at) => "that".to_owned(),
        _ => format!("\"{part}\""),
    };
    parts.iter().enumerate().map(part).collect()
}

/// Whether a sentence says what is done: it is no question, no condition, no thought and no report.
pub(crate) fn is_command(sentence: &str) -> bool {
    let text = request(sentence).unwrap_or(sentence);
    let first = text.split(' ').next().unwrap_or_default();
    let is_told = first.ends_with("ing") && verbs::base(first).is_some();
    !is_asked(sentence) && !is_told && !is_doubtful(text)
}

/// Whether a sentence has a word by which it may be an if, a no or a thought.
pub(crate) fn is_doubtful(sentence: &str) -> bool {
    let plain = lead_ins::without_tail(sentence.trim_end_matches(['.', '!', '?', ';', ' ']));
    let plain: String = plain.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    let padded = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = list("no doubts").iter().fold(padded, |text, phrase| text.replace(&format!(" {phrase} "), " "));
    let is_doubt = |doubt: &&str| plain.contains(&format!(" {doubt} "));
    plain.split_whitespace().any(|word| word.ends_with("n't")) || list("doubts").iter().any(is_doubt)
}

/// Whether a sentence only asks. "Can I buy a torch?" asks for something, and "when it comes, I strike" asks nothing.
pub(crate) fn is_asked(sentence: &str) -> bool {
    let says_when = behind(sentence, "when").is_some() && !sentence.ends_with('?');
    questions::is_question(sentence) && request(sentence).is_none() && !says_when
}

/// The request in words that amount to a command.
fn request(text: &str) -> Option<&str> {
    let rest = after(text, "may")?;
    (text.contains("please") || list("acts").iter().any(|act| behind(rest, act).is_some())).then_some(rest)
}

/// What of a sentence is done; what is not goes to `undone`.
fn sentence(text: &str, undone: &mut Vec<Deed>) -> String {
    let text = anew(text);
    let asks = text.ends_with('?');
    let plain = text.trim_end_matches(['.', '!', '?', ';', ' ']);
    let (led, plain) = unhedged(plain);
    if let Some(deed) = not_now(plain, asks) {
        undone.push(Deed { words: plain.to_owned(), ..deed });
        return String::new();
    }
    match conditions::when(plain).filter(|_| !asks && only_if(plain, asks).is_none()) {
        Some(When::Now(done)) => return done,
        Some(When::Waits(deed)) => {
            undone.push(Deed { other: WAITS.to_owned(), ..considered(plain, lead_in(&deed).0) });
            return String::new();
        }
        None => {}
    }
    if let Some(deed) = reported(plain).filter(|_| !asks) {
        undone.push(Deed { other: TOLD.to_owned(), ..considered(plain, deed) });
        return String::new();
    }
    if questions::asked(plain).is_some() {
        return text.to_owned();
    }
    if let Some(deed) = only_if(plain, asks).or_else(|| only_asked(plain)).or_else(|| only_mused(plain)) {
        undone.push(deed);
        return String::new();
    }
    if after(plain, "may").is_some_and(is_deed) && request(plain).is_some() {
        return text.to_owned();
    }
    if let Some((deed, rest)) = thought_aloud(plain, asks) {
        undone.push(deed);
        return rest;
    }
    if let Some(rest) = after(plain, "refuses").filter(|rest| !rest.is_empty()) {
        let what = rest.split([',']).next().unwrap_or_default();
        if after(what, "says").is_some() {
            return text.to_owned();
        }
        undone.push(Deed { words: "i won't".into(), ..Deed::of(Act::Refuse, "") });
        return instead(rest, what).unwrap_or_default();
    }
    if let Some(rest) = denied(plain) {
        return refrained(rest, undone);
    }
    // "Look at it, but don't touch it."
    for joint in [" but don't ", ", don't ", " and don't ", " but not ", " without ", " instead of "] {
        if let Some((before, rest)) = plain.split_once(joint).filter(|(_, rest)| is_deed(rest)) {
            let after = refrained(rest, undone);
            return format!("{led}{before}{}{after}", if after.is_empty() { "" } else { ". " });
        }
    }
    text.to_owned()
}

/// A part of a sentence as something that is only thought of.
fn considered(plain: &str, clause: &str) -> Deed {
    Deed { words: plain.to_owned(), ..Deed::of(Act::Consider, clause.trim()) }
}

/// What is thought of as an if: "what if I gave her the candles", "if I gave her the candles, would she talk?"
fn only_if(plain: &str, asks: bool) -> Option<Deed> {
    if let Some(rest) = after(plain, "if").filter(|rest| !rest.is_empty()) {
        return Some(considered(plain, &format!("if {}", rest.strip_prefix("if ").unwrap_or(rest))));
    }
    let would = || asks || [" would ", " could ", " will ", " can ", " what "].iter().any(|word| plain.contains(word));
    (plain.starts_with("if i ") && would()).then(|| considered(plain, plain))
}

/// The deed that somebody is said to have spoken of: "take it" of "the guard said I could take it".
fn reported(plain: &str) -> Option<&str> {
    let (at, verb) = list("reports").iter().filter_map(|verb| Some((plain.find(&format!(" {verb}"))?, verb))).min()?;
    let (who, rest) = (&plain[..at], &plain[at + 1..]);
    let is_somebody = who.split(' ').count() <= 3
        && !["i", "we"].iter().any(|own| super::starts(who, own))
        && !is_deed(who)
        && !questions::is_question(who);
    let said = behind(rest, verb)?.trim_start_matches([' ', ',', ':']);
    let said = ["that ", "to "].iter().fold(said, |said, word| said.strip_prefix(word).unwrap_or(said));
    (is_somebody && (is_deed(said) || after(said, "others").is_some())).then_some(said)
}

/// What is only asked about: "how do I open it".
fn only_asked(plain: &str) -> Option<Deed> {
    let rest = after(plain, "asks").filter(|rest| is_deed(rest))?;
    let how = if plain.starts_with("how ") { "how" } else { "" };
    Some(Deed { other: how.to_owned(), ..considered(plain, rest) })
}

/// What costs something and is only mused about: "shall we rest".
fn only_mused(plain: &str) -> Option<Deed> {
    let rest = musing(plain).filter(|rest| costs(rest) && thought_of(plain).is_none())?;
    Some(Deed { other: MUSES.to_owned(), ..considered(plain, rest) })
}

/// What is only thought of, and what the sentence does besides.
fn thought_aloud(plain: &str, asks: bool) -> Option<(Deed, String)> {
    if let Some(rest) = after(plain, "may").filter(|rest| is_deed(rest)) {
        return Some((considered(plain, rest), String::new()));
    }
    if let Some(way) = asked_way(plain).filter(|_| asks) {
        return Some((considered(plain, way), String::new()));
    }
    let (thought, rest) = thought_of(plain)?;
    let muses = rest.is_empty() && musing(plain) == Some(thought) && costs(thought);
    let other = if muses { MUSES.to_owned() } else { String::new() };
    Some((Deed { other, ..considered(plain, thought) }, rest))
}

/// A deed that uses something up, or rests, and that a sentence does not do: it puts it off, tells of it, or feigns it. So is one that is only named by a question: "Rest?"
fn not_now(plain: &str, asks: bool) -> Option<Deed> {
    use musing::NotNow::{Later, Mused, Past, Pretended, Waits};
    let mused = |deed: &str| Deed { other: MUSES.to_owned(), ..Deed::of(Act::Consider, deed) };
    let Some((why, deed)) = musing::undone(plain) else {
        return (asks && lead_in(plain).0 == plain && uses_up(plain, REST)).then(|| mused(plain));
    };
    let deed = lead_in(deed).0;
    match why {
        Waits if is_deed(deed) || deeds::begins_with_spell(deed) => Some(Deed::of(Act::Refrain, deed)),
        Waits => Some(Deed::of(Act::Refrain, format!("bother with {deed}"))),
        // "I rest long enough" tells of nothing: only "cast" is its own past.
        Past if find_verb(deed, false).is_some_and(|(_, act)| act != Act::Cast) => None,
        Past => {
            let told = done_before(deed).or_else(|| uses_up(deed, REST).then(|| deed.to_owned()));
            told.map(|deed| Deed::of(Act::Refrain, deed))
        }
        Pretended if uses_up(deed, SPEND) => Some(Deed::of(Act::Refrain, deed)),
        Later if uses_up(deed, PUT_OFF) => Some(mused(deed)),
        Pretended | Later | Mused => None,
    }
}

/// A deed in its plain form that a text tells of by words of no such form: "sleep" of "slept".
fn done_before(text: &str) -> Option<String> {
    let forms = word_lists::lines(PHRASES, "past forms").filter_map(|line| line.split_once(" => "));
    forms
        .filter_map(|(said, meant)| Some((behind(text, said)?, meant)))
        .next()
        .map(|(rest, meant)| format!("{meant} {rest}"))
}

/// Deeds that use up a spell slot or a drink.
const SPEND: &[Act] = &[Act::Cast, Act::Drink];
/// Those, and rests.
const REST: &[Act] = &[Act::Cast, Act::Drink, Act::Rest, Act::Sleep];
/// What may be put off.
const PUT_OFF: &[Act] = &[Act::Cast, Act::Drink, Act::Rest, Act::Sleep, Act::Tend, Act::Use, Act::Give];

/// Whether a text begins with a deed of some kinds, in any form of its verb, or with a spell.
fn uses_up(text: &str, acts: &[Act]) -> bool {
    let verb = find_verb(text, false).or_else(|| find_verb(text, true).filter(|_| plain_form(text).is_some()));
    verb.is_some_and(|(_, act)| acts.contains(&act)) || deeds::begins_with_spell(text)
}

/// The verb whose form a text begins with.
fn plain_form(text: &str) -> Option<&'static str> {
    verbs::base(text.split(' ').next().unwrap_or_default())
}

/// The way that a question is about: "go north", "maybe go north".
fn asked_way(text: &str) -> Option<&str> {
    let way = after(text, "maybe").unwrap_or(text);
    after(way, "goes").map(|_| way)
}

/// What is to be done behind a "never mind".
fn anew(text: &str) -> &str {
    let rest = ["never mind", "nevermind", "forget it"].iter().find_map(|no| behind(text, no));
    let begins = |rest: &&str| list("anew").iter().any(|start| behind(rest, start).is_some_and(is_deed));
    rest.filter(begins).unwrap_or(text)
}

/// What follows a no to a deed, as far as it is one.
fn denied(text: &str) -> Option<&str> {
    let rest = after(text, "no")?;
    let says = after(rest, "says").is_some();
    let plain = ["don't", "do not"].iter().any(|no| behind(text, no).is_some());
    let names = ["never mind", "nevermind", "forget about"].iter().any(|no| text.starts_with(no));
    if rest.is_empty() || (names && rest.contains(' ')) {
        return (!rest.is_empty()).then_some(rest);
    }
    (!says && (plain || is_deed(rest))).then_some(rest)
}

/// Notes a deed that is left undone; answers what is done in its place.
fn refrained(rest: &str, undone: &mut Vec<Deed>) -> String {
    let cuts = rest.match_indices([',', ' ']).filter(|(at, mark)| {
        let next = rest[at + mark.len()..].trim_start_matches([' ', ',']);
        *mark == "," || after(next, "instead").is_some_and(is_deed)
    });
    let end = cuts.map(|(at, _)| at).next().unwrap_or(rest.len());
    let what = rest[..end].trim();
    // "Not giving" is not to give; "never mind the scales" has no verb at all.
    let (first, more) = what.split_once(' ').unwrap_or((what, ""));
    let object = match verbs::base(first).filter(|_| first.ends_with("ing")) {
        Some(verb) => format!("{verb} {more}"),
        None if is_deed(what) => what.to_owned(),
        None => format!("bother with {what}"),
    };
    undone.push(Deed { words: rest.to_owned(), ..Deed::of(Act::Refrain, object.trim()) });
    instead(rest, what).unwrap_or_default()
}

/// What is done in place of a deed: "just look at it", with the thing that was named before.
fn instead(rest: &str, what: &str) -> Option<String> {
    let mut next = rest.get(what.len()..)?.trim_start_matches([' ', ',']);
    while let Some(more) = after(next, "instead") {
        next = more;
    }
    let next = next.strip_suffix(" instead").unwrap_or(next);
    if !is_deed(next) {
        return None;
    }
    let meant = find_verb(what, false).map_or(what, |(n, _)| what[n..].trim());
    let meant = if meant.is_empty() || meant.split(' ').count() > 4 { return Some(next.to_owned()) } else { meant };
    let word =
        |word: &str| if ["it", "him", "her", "them"].contains(&word) { meant.to_owned() } else { word.to_owned() };
    Some(next.split(' ').map(word).collect::<Vec<_>>().join(" "))
}

/// Something that is only thought of, and what is done after all: "I could give it to her, but I need it".
fn thought_of(text: &str) -> Option<(&str, String)> {
    let (rest, only_with_but) = match (after(text, "thinks"), after(text, "unless")) {
        (Some(rest), _) => (rest, false),
        (None, Some(rest)) => (rest, true),
        (None, None) => return None,
    };
    let buts = [" but ", ", but ", ", though", " though ", " if only ", " if ", " except "];
    let but = buts.iter().filter_map(|but| Some((rest.find(but)?, but.len()))).min();
    let (thought, more) = match but {
        Some((at, n)) => (&rest[..at], &rest[at + n..]),
        None if only_with_but => return None,
        None => (rest, ""),
    };
    // "I would like to …", "I'd love a drink" are wishes.
    let wishes = ["like", "love", "rather", "prefer"].iter().any(|word| behind(thought, word).is_some());
    if wishes || !is_deed(thought) {
        return None;
    }
    let done = if more.starts_with("i ") && is_deed(more) && !more.contains(" need it") { more } else { "" };
    Some((thought.trim_end_matches(','), done.to_owned()))
}

/// Whether a text begins with a deed that costs time, or something that is used up: what is only mused on is asked about then.
fn costs(text: &str) -> bool {
    let text = lead_in(text).0;
    let is_going_on = text.split(' ').next().is_some_and(|first| first.ends_with("ing"));
    let verb = find_verb(text, false).or_else(|| find_verb(text, true).filter(|_| is_going_on));
    verb.is_some_and(|(_, act)| act.costs()) || deeds::named_spell(text).is_some()
}

/// Whether a text begins with a verb of doing, in any form.
pub(super) fn is_deed(text: &str) -> bool {
    let text = lead_in(text).0;
    let first = text.split(' ').next().unwrap_or_default();
    find_verb(text, false).is_some()
        || (first.ends_with("ing") && find_verb(text, true).is_some())
        || ["tell", "attack", "touch", "hurt", "harm"].contains(&first)
}

/// A text and what led up to it.
fn unhedged(text: &str) -> (&str, &str) {
    let mut rest = text;
    while let Some(next) = [
        "ok", "okay", "well", "so", "hmm", "no", "nope", "wait", "actually", "and", "but", "please", "right", "then",
        "hm", "um", "like",
    ]
    .iter()
    .filter_map(|hedge| behind(rest, hedge))
    .find(|next| {
        list("no").iter().chain(list("if")).chain(list("asks")).chain(list("may")).any(|it| behind(next, it).is_some())
            || after(next, "refuses").is_some()
    }) {
        rest = next;
    }
    (&text[..text.len() - rest.len()], rest)
}

/// What a player says of themselves, said to them: "leave my pack" is "leave your pack".
pub(crate) fn to_player(words: &str) -> String {
    let word = |word: &str| match word {
        "i" | "me" | "we" | "us" => "you".to_owned(),
        "i'm" | "we're" => "you're".to_owned(),
        "i'd" => "you'd".to_owned(),
        "i've" => "you've".to_owned(),
        "i'll" => "you'll".to_owned(),
        "my" | "our" => "your".to_owned(),
        "mine" | "ours" => "yours".to_owned(),
        "myself" => "yourself".to_owned(),
        "am" => "are".to_owned(),
        word => word.to_owned(),
    };
    words.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(text: &str, done: &str, undone: &[(Act, &str)]) {
        let found = parted(text);
        let left: Vec<(Act, &str)> = found.undone.iter().map(|deed| (deed.act, deed.object.as_str())).collect();
        assert_eq!((found.done.as_str(), left.as_slice()), (done, undone), "{text}");
    }

    #[test]
    fn words_in_quotes_that_are_spoken_of_are_not_said() {
        for (text, left) in [
            ("\"yes!\" is all i'd ever hear", "that is all i'd ever hear"),
            ("\"yes!\" i say", "\"yes!\" i say"),
            ("i say \"yes", "i say \"yes"),
        ] {
            assert_eq!(without_mentions(text), left);
        }
    }

    #[test]
    fn what_is_only_asked_thought_or_denied_is_not_done() {
        use Act::{Consider, Refrain, Refuse};
        is("should i leave my pack with nell", "", &[(Consider, "leave my pack with nell")]);
        is("what happens if i run?", "", &[(Consider, "if i run")]);
        is("can i pay with candles", "", &[(Consider, "pay with candles")]);
        is("go north?", "", &[(Consider, "go north")]);
        is("maybe go north?", "", &[(Consider, "go north")]);
        is("i could give her my lute but i need it", "", &[(Consider, "give her my lute")]);
        is("i was going to throw the map away but no", "", &[(Consider, "throw the map away")]);
        is("don't throw away my oil", "", &[(Refrain, "throw away my oil")]);
        is("i don't want to hurt him", "", &[(Refrain, "hurt him")]);
        is("i won't go over there, too dangerous", "", &[(Refuse, "")]);
    }

    #[test]
    fn what_is_done_in_its_place_is_left() {
        use Act::Refrain;
        is("don't attack it, just defend", "defend", &[(Refrain, "attack it")]);
        is("don't touch the handle, just look at it", "look at the handle", &[(Refrain, "touch the handle")]);
        is("don't attack tam, talk to him", "talk to tam", &[(Refrain, "attack tam")]);
        is("look at the ring but don't touch it", "look at the ring", &[(Refrain, "touch it")]);
    }

    #[test]
    fn deeds_questions_and_statements_stay() {
        for text in [
            "look around",
            "can i have a look around?",
            "could i buy a torch, please?",
            "where should i go?",
            "i don't know",
            "i want to rest",
            "i would like to buy bread",
            "don't worry, i'll help",
            "tell her i won't hurt her",
            "no",
            "i won't",
            "what do i know?",
            "i say \"don't run\"",
        ] {
            is(text, text, &[]);
        }
    }

    #[test]
    fn what_is_no_command_costs_nothing() {
        for text in [
            "drop the rope",
            "i would like to give lisbet my mace",
            "can i buy a torch?",
            "give her the rope at once",
            "marta, take my rope",
        ] {
            assert!(is_command(text), "{text}");
        }
        for text in [
            "why did i drop the rope",
            "drop the rope?",
            "if she smiles, give it to her",
            "i could give her my rope",
            "i already gave her my rope",
            "dropping the rope sounds silly",
            "give her the rope unless she laughs",
            "i can't give her my rope",
        ] {
            assert!(!is_command(text), "{text}");
        }
    }

    #[test]
    fn words_of_a_player_are_said_back() {
        assert_eq!(to_player("leave my pack with me"), "leave your pack with you");
    }
}
