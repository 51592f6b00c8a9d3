//! Deeds that wait for something: "once she is gone, I take it", "go east unless it rains". What is only said to come first, or to last
//! so long, is done: "when I get to the mill, I look around", "rest until dawn".

use super::{
    Act, find_verb, lead_in,
    mood::{after, behind, is_deed, list},
    questions, starts, verbs,
};
use crate::words::intent::clauses::SPEECH;

/// What a sentence says about the time of its deed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum When {
    /// The deed waits for something that is not so.
    Waits(String),
    /// The sentence in the order in which it is done.
    Now(String),
}

/// The deed of a sentence that hangs on something else, and whether that keeps it from being done; none if nothing hangs on anything.
pub(super) fn when(plain: &str) -> Option<When> {
    let says_when = behind(plain, "when").is_some() || behind(plain, "should").is_some();
    if questions::is_question(plain) && !says_when {
        return None;
    }
    let found = first_in(plain).or_else(|| last_in(plain)).or_else(|| stayed(plain)).or_else(|| hurried(plain))?;
    // "If you pay me, I go" is said to somebody.
    let is_said = matches!(found, When::Waits(_)) && plain.split(' ').any(|word| word == "you");
    Some(if is_said { When::Now(format!("\"{plain}\"")) } else { found })
}

/// The sentences of one: "take the wax, and if she asks, run" is two.
pub(super) fn parts(sentence: &str) -> Vec<&str> {
    let joints = [" and ", " but ", " or ", " then "];
    let at = joints.iter().flat_map(|joint| sentence.match_indices(joint)).filter(|(at, joint)| {
        let rest = &sentence[at + joint.len()..];
        is_deed(&sentence[..*at]) && !speaks(&sentence[..*at]) && first_in(rest).is_some()
    });
    match at.min() {
        Some((at, joint)) => vec![sentence[..at].trim_end_matches([',', ' ']), &sentence[at + joint.len()..]],
        None => vec![sentence],
    }
}

/// A condition that begins the sentence.
fn first_in(plain: &str) -> Option<When> {
    if let Some(deed) = after(plain, "otherwise").filter(|deed| is_done(deed)) {
        return Some(When::Waits(deed.to_owned()));
    }
    let (opener, rest) = opened(plain, "conditions")?;
    // "When does the boat leave", "should I go".
    let asks = opener == "should" && ["i", "we"].iter().any(|own| starts(rest, own));
    if asks || after(rest, "no subjects").is_some() {
        return None;
    }
    let rank = |section: &str| list(section).contains(&opener);
    let is_short =
        rank("until") || opener.ends_with(" of") || rest.split(' ').next().is_some_and(|it| it.ends_with("ing"));
    let (condition, deed) = halves(rest, if is_short { 0 } else { 1 })?;
    if after(condition, "no conditions").is_some() || rank("regardless") {
        return Some(When::Now(deed.to_owned()));
    }
    if rank("until") {
        return Some(When::Now(format!("{deed} until {condition}")));
    }
    let costs = || find_verb(lead_in(deed).0, false).is_none_or(|(_, act)| act.costs() || act == Act::Light);
    let own = own(condition).or_else(|| {
        let place = after(condition, "arrivals").filter(|_| !costs())?;
        Some(format!("go to {place}"))
    });
    Some(own.map_or_else(|| When::Waits(deed.to_owned()), |own| When::Now(format!("{own} then {deed}"))))
}

/// A condition that ends the sentence.
fn last_in(plain: &str) -> Option<When> {
    let found = list("conditions behind").iter().filter_map(|phrase| {
        let at = plain.find(&format!(" {phrase} "))?;
        Some((at, std::cmp::Reverse(phrase.len()), *phrase))
    });
    let (at, _, phrase) = found.min()?;
    let (deed, condition) = (plain[..at].trim_end_matches([' ', ',']), plain[at + phrase.len() + 2..].trim());
    let binds = list("bound").contains(&deed.rsplit(' ').next().unwrap_or_default());
    let act = find_verb(lead_in(deed).0, false).map_or(Act::Cast, |(_, act)| act);
    let asks_whether = looks_or_talks(act) && ["if", "when"].contains(&phrase);
    let is_kept = matches!(act, Act::Wait | Act::Accept | Act::Refuse | Act::Persuade | Act::Consider);
    // "Go after the thief" follows somebody, "take the second torch" takes one.
    let follows = (phrase == "after" || phrase.starts_with("the ")) && !lead_in(deed).0.contains(' ');
    let is_care = phrase == "in case" && !act.costs() && after(condition, "of").is_none();
    let is_none = after(condition, "no conditions").is_some() || !condition.contains(' ');
    if binds || speaks(deed) || asks_whether || is_kept || follows || is_care || is_none || !is_done(deed) {
        return None;
    }
    Some(own(condition).map_or_else(|| When::Waits(deed.to_owned()), |own| When::Now(format!("{own} then {deed}"))))
}

/// What is done when somebody has waited for something that no clock brings: "wait till she sleeps, then take it".
fn stayed(plain: &str) -> Option<When> {
    let (first, rest) = list("until").iter().chain(&["for"]).find_map(|word| plain.split_once(&format!(" {word} ")))?;
    let (condition, deed) = rest.split_once(" then ").or_else(|| rest.split_once(" and "))?;
    let waits = find_verb(lead_in(first).0, false).is_some_and(|(_, act)| act == Act::Wait);
    let is_time = list("times").iter().any(|time| starts(condition, time));
    let harms_nobody = find_verb(lead_in(deed).0, false).is_some_and(|(_, act)| looks_or_talks(act));
    (waits && !is_time && !harms_nobody && is_done(deed)).then(|| When::Waits(deed.to_owned()))
}

fn looks_or_talks(act: Act) -> bool {
    matches!(act, Act::Look | Act::Search | Act::Listen | Act::Recall | Act::Wonder | Act::Read | Act::Talk)
}

/// What is done before something else: "take it before she sees me".
fn hurried(plain: &str) -> Option<When> {
    let (deed, later) = plain.split_once(" before ")?;
    let comes_later = after(later, "others").is_some() || own(later).is_some();
    (comes_later && is_done(deed) && !speaks(deed)).then(|| When::Now(deed.to_owned()))
}

/// What one does oneself before the deed, where that is the condition: "eating the bread".
fn own(condition: &str) -> Option<String> {
    let (first, rest) = condition.split_once(' ').unwrap_or((condition, ""));
    let verb = verbs::base(first).filter(|_| first.ends_with("ing"))?;
    Some(format!("{verb} {rest}").trim_end().to_owned())
}

/// The phrase of a list that a text begins with, and what follows it.
fn opened<'t>(text: &'t str, name: &str) -> Option<(&'static str, &'t str)> {
    list(name).iter().find_map(|phrase| Some((*phrase, behind(text, phrase)?)))
}

/// A condition of more than so many words and the deed behind it, with or without a mark between them.
fn halves(rest: &str, n_words: usize) -> Option<(&str, &str)> {
    let marked = [", ", " then "].iter().find_map(|mark| rest.split_once(mark)).filter(|(_, deed)| is_done(deed));
    if marked.is_some() {
        return marked;
    }
    let begins: Vec<usize> = rest.match_indices(' ').map(|(at, _)| at + 1).skip(n_words).collect();
    let own = begins
        .iter()
        .find(|at| ["i", "we", "i'll", "we'll", "i'm", "we're", "let's"].iter().any(|own| starts(&rest[**at..], own)));
    let verb = || {
        begins.iter().find(|at| {
            let before = rest[..**at - 1].rsplit(' ').next().unwrap_or_default();
            !list("before nouns").contains(&before) && find_verb(&rest[**at..], false).is_some()
        })
    };
    // "Even if she asks I would not give it" is no deed behind the "would".
    let at = match own {
        Some(at) => *Some(at).filter(|at| is_done(&rest[**at..]))?,
        None => *verb()?,
    };
    Some((rest[..at].trim_end(), &rest[at..]))
}

/// Whether a text says what the hero does, or casts.
fn is_done(text: &str) -> bool {
    is_deed(text) || crate::deeds::begins_with_spell(lead_in(text).0)
}

/// Whether a text begins with a verb of speech, whose words run on.
fn speaks(text: &str) -> bool {
    let text = lead_in(text).0;
    SPEECH.iter().chain(&["ask", "warn"]).any(|verb| starts(text, verb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_told_from_what_is_done() {
        for (text, deed) in [
            ("once she is gone i take the cloak", "i take the cloak"),
            ("as soon as its dark we go", "we go"),
            ("when the rain stops head for the mill", "head for the mill"),
            ("if the lock is off go inside", "go inside"),
            ("should the judge break loose, i shoot him", "i shoot him"),
            ("otherwise burn the tape", "burn the tape"),
            ("give tolley the brandy after the trial", "give tolley the brandy"),
            ("go north unless it rains", "go north"),
            ("pay una so long as she keeps quiet", "pay una"),
            ("wait till she sleeps then take the cloak", "take the cloak"),
            ("wait for tam to leave then take the cloak", "take the cloak"),
            ("in case of fire go east", "go east"),
            ("rest once we reach the mill", "rest"),
            ("when i get to the mill i drop the sack", "i drop the sack"),
        ] {
            assert_eq!(when(text), Some(When::Waits(deed.to_owned())), "{text}");
        }
        for (text, now) in [
            ("when i get to the mill i look around", "go to the mill then i look around"),
            ("before anyone comes take the cloak", "take the cloak"),
            ("till dawn i sit by the fire", "i sit by the fire until dawn"),
            ("talk to tam after eating the bread", "eat the bread then talk to tam"),
            ("after eating i talk to tam", "eat then i talk to tam"),
            ("take the cloak before he sees me", "take the cloak"),
            ("if you pay me i go", "\"if you pay me i go\""),
        ] {
            assert_eq!(when(text), Some(When::Now(now.to_owned())), "{text}");
        }
        for text in [
            "rest until dawn",
            "wait until dark then go",
            "wait for an hour then go",
            "once upon a time i would volunteer",
            "even if she asks i won't give her the sword",
            "wait for tam to sit down then talk to him",
            "go after the thief",
            "ask marta if she rests",
            "check if the door is open",
            "tell tam i leave if it rains",
            "look around once more",
            "take the second torch from the left",
            "when does the boat leave",
        ] {
            assert_eq!(when(text), None, "{text}");
        }
    }

    #[test]
    fn what_comes_first_is_not_held_up() {
        assert_eq!(parts("take the wax, and if she asks, run"), ["take the wax", "if she asks, run"]);
        assert_eq!(parts("look at the bread and wine"), ["look at the bread and wine"]);
    }
}
