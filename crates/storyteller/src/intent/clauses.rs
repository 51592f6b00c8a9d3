//! Splits a message into speech and one clause per action.

use super::{answers, lead_ins::lead_in, questions, slips, verbs::find_verb};
use crate::words::intent::clauses::{SAID_ALL, SPEECH, TOLD_TO_WAIT, WHILE_WAITING};

/// Takes direct speech out of a text.
pub(crate) fn split_speech(text: &str) -> (String, String) {
    let parts: Vec<&str> = text.split('"').collect();
    if parts.len() < 3 {
        // A quotation mark that is never closed holds the rest of the message.
        return match parts.as_slice() {
            [before, after] if !after.trim().is_empty() => (before.trim().to_owned(), after.trim().to_owned()),
            _ => (text.replace('"', " "), String::new()),
        };
    }
    let speech: Vec<&str> = parts.iter().skip(1).step_by(2).map(|part| part.trim()).collect();
    let rest: Vec<&str> = parts.iter().step_by(2).map(|part| part.trim()).collect();
    (rest.join(" "), speech.join(" "))
}

/// A player's text as it is read: in lower case, with one sort of quotation marks, and hasty words written out.
pub(crate) fn plain(text: &str) -> String {
    // "/help" is help.
    let text = text.trim().trim_start_matches('/');
    let plain = text.to_lowercase().replace(['’', '‘', '`'], "'").replace(['“', '”', '«', '»', '„'], "\"");
    slips::written_out(&double_quoted(plain.trim()))
}

/// The text with what is said between single quotation marks between double ones; apostrophes stay.
fn double_quoted(text: &str) -> String {
    let opens = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || c == ':' || c == ',') && after.is_some_and(char::is_alphanumeric)
    };
    let closes = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        before.is_some_and(|c| !c.is_whitespace()) && after.is_none_or(|c| !c.is_alphanumeric())
    };
    let marks: Vec<usize> = text.match_indices('\'').map(|(at, _)| at).collect();
    let Some(from) = marks.iter().copied().find(|at| opens(*at)) else { return text.to_owned() };
    // The last mark that can close it does: "the miners' lamp" may stand inside.
    let Some(to) = marks.iter().rev().copied().find(|at| *at > from && closes(*at)) else { return text.to_owned() };
    format!("{}\"{}\"{}", &text[..from], &text[from + 1..to], &text[to + 1..])
}

/// The clauses of a text: sentences, and what `then`, or a comma or an `and` before a verb, joins.
pub(crate) fn clauses(text: &str) -> Vec<String> {
    let mut clauses = Vec::new();
    let text = text.replace("...", " ").replace('…', " ").replace(" & ", " and ");
    for sentence in sentences(&text) {
        // "No. Find somebody else."
        if clauses.last().is_some_and(|last: &String| answers::answer(last).is_some()) && answers::is_echo(&sentence) {
            continue;
        }
        let answered = answers::set_off(&sentence);
        let sentence = match answered.split_once('\n') {
            Some((answer, rest)) => {
                clauses.push(answer.to_owned());
                if answers::is_echo(rest) {
                    continue;
                }
                rest.to_owned()
            }
            None => sentence,
        };
        let sentence = without_leaving(sentence);
        let sentence = sentence.replace(" and then ", " then ").replace(", ", " , ").replace(" before i ", " then ");
        for part in sentence.split(" then ") {
            // "Say good luck to Tam, then to Marta": both are said.
            let said = clauses.last().filter(|_| part.trim_start().starts_with("to "));
            let verb = said.and_then(|last| SPEECH.iter().find(|verb| super::starts(lead_in(last).0, verb)));
            split_at_verbs(
                &verb.map_or_else(|| part.to_owned(), |verb| format!("{verb} {}", part.trim_start())),
                &mut clauses,
            );
        }
    }
    clauses.iter().map(|clause| trimmed(&clause.replace(" ,", ","))).filter(|clause| !clause.is_empty()).collect()
}

/// A sentence without when it is said: "any advice before I go?" goes nowhere.
fn without_leaving(sentence: String) -> String {
    let bare = sentence.trim_end_matches('?');
    let ends = [" before i go", " before i leave", " before we go", " before i start", " before i set out"];
    match ends.iter().find_map(|end| bare.strip_suffix(end)) {
        Some(rest) => rest.to_owned(),
        None => sentence,
    }
}

/// Splits words wherever a verb, a wish or a question begins behind what joins clauses.
fn split_at_verbs(part: &str, clauses: &mut Vec<String>) {
    let mut clause = String::new();
    let words: Vec<&str> = part.split_whitespace().collect();
    for (i, word) in words.iter().enumerate() {
        let joins = matches!(clause.rsplit(' ').next(), Some("and" | "," | "but" | "so"));
        let from = match *word {
            "i" | "we" | "also" | "please" => i + 1,
            _ => i,
        };
        let rest = words[from.min(words.len())..].join(" ");
        let rest = if from > i { lead_in(&rest).0 } else { &rest };
        let joins = joins || begins_wish(&clause, &words[i..]);
        let is_said = SAID_ALL.contains(&trimmed(&clause).as_str()) || has_told_to_wait(&clause, rest);
        let speaks = !is_said && SPEECH.iter().any(|verb| super::starts(&clause, verb));
        if joins && !speaks && (find_verb(rest, false).is_some() || asks(rest)) {
            clauses.push(trimmed(&clause));
            clause.clear();
        }
        if !clause.is_empty() {
            clause.push(' ');
        }
        clause.push_str(word);
    }
    clauses.push(clause);
}

/// Whether a clause ends by telling someone to wait, and what follows is nothing that one would do meanwhile.
fn has_told_to_wait(clause: &str, next: &str) -> bool {
    let told = trimmed(clause);
    let verb = next.split(' ').next().unwrap_or_default();
    TOLD_TO_WAIT.iter().any(|end| told.ends_with(&format!(" {end}"))) && !WHILE_WAITING.contains(&verb)
}

/// Whether a wish begins here: "I'm hurt i want to sleep" is two clauses, with or without a mark.
fn begins_wish(before: &str, words: &[&str]) -> bool {
    const OPEN: [&str; 14] =
        ["what", "if", "that", "all", "thing", "where", "who", "how", "when", "because", "as", "do", "can", "should"];
    let wishes = matches!(words, ["i", "want" | "need" | "wanna" | "try", ..]);
    wishes && !before.is_empty() && !OPEN.contains(&before.rsplit(' ').next().unwrap_or_default())
}

/// Whether a text begins with a question for the table.
fn asks(text: &str) -> bool {
    text.contains(' ') && questions::asked(text).is_some()
}

/// The sentences of a text; a question keeps its mark.
fn sentences(text: &str) -> Vec<String> {
    let plain = |part: &str| {
        let mark = if part.ends_with('?') { "?" } else { "" };
        let plain = part.trim_end_matches(['.', '!', '?', ';']).trim();
        (!plain.is_empty()).then(|| format!("{plain}{mark}"))
    };
    language::sentences::sentences(text).filter_map(plain).collect()
}

fn trimmed(clause: &str) -> String {
    let mut rest = clause.trim();
    loop {
        let before = rest;
        rest = rest.trim_matches([' ', ',', ':', '-', '–', '—']);
        for word in [" and", " but", " so", " please", " then"] {
            rest = rest.strip_suffix(word).unwrap_or(rest);
        }
        if rest == before {
            return rest.to_owned();
        }
    }
}
