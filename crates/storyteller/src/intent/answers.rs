//! Recognises yes and no in all their forms.

use super::{Act, Deed, lead_ins::lead_in, lead_ins::without_tail, questions::is_question};
use crate::words::intent::answers::{ASSENTS, DISSENTS, HEDGES, NO, PLEDGES, YES};

/// The text without what only leads up to an answer.
fn unhedged(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(next) =
        HEDGES.iter().filter_map(|hedge| rest.strip_prefix(hedge)).find(|rest| rest.starts_with([' ', ',']))
    {
        rest = next.trim_start_matches([' ', ',', '.']);
    }
    rest
}

/// A bare yes or no, or one that is said twice over: "no, not me".
pub(super) fn answer(text: &str) -> Option<Act> {
    // "Yes?" only asks, and "oh no" is no no.
    let asks = text.ends_with('?') && !text.contains("why not");
    if ["oh no", "oh dear", "oh my", "oh god", "oh"].contains(&text.trim_end_matches(['?', ' '])) {
        return None;
    }
    let text = unhedged(text).replace(',', "");
    let whole = text.trim_end_matches(['?', ' ']);
    let text = lead_in(whole).0;
    let is = |all: &[&str]| [whole, text, without_tail(text)].iter().any(|text| all.contains(text));
    // "Yeah ok": one yes after the other.
    let all = |words: &[&str]| !whole.is_empty() && whole.split_whitespace().all(|word| words.contains(&word));
    let twice = |words: &[&str], echoes: &[&str]| {
        let rests = words.iter().filter_map(|word| whole.strip_prefix(word)?.strip_prefix(' '));
        rests.map(str::trim).any(|rest| echoes.contains(&rest) || words.contains(&rest))
    };
    let no = (is(NO) || all(NO) || twice(NO, DISSENTS)).then_some(Act::Refuse);
    no.or_else(|| (!asks && (is(YES) || all(YES) || twice(YES, ASSENTS))).then_some(Act::Accept))
}

/// A sentence that begins with a yes or no, with a comma behind it, so that the rest is read by itself.
pub(super) fn set_off(sentence: &str) -> String {
    let sentence = unhedged(sentence);
    let after = |word: &&&str| {
        let rest = sentence.strip_prefix(**word)?;
        let rest = rest.strip_prefix([',', ' '])?.trim_start_matches([',', ' ']);
        let goes_on = ["i ", "i'", "we ", "we'", "let", "please "].iter().any(|start| rest.starts_with(start));
        // "Yes, but what is in it for me?": the question is one of its own.
        let asked = rest.strip_prefix("but ").or_else(|| rest.strip_prefix("and ")).unwrap_or(rest);
        let asks = YES.contains(*word) && is_question(asked);
        (goes_on || asks).then_some(if asks { asked } else { rest })
    };
    let all = || YES.iter().chain(NO);
    match all().filter(|word| after(word).is_some()).max_by_key(|word| word.len()) {
        Some(word) => format!("{word}\n{}", after(&word).unwrap_or_default()),
        None => sentence.to_owned(),
    }
}

/// The answer that a message is, if it is a plain yes or no and nothing else.
pub(crate) fn answer_of(words: &str) -> Option<Act> {
    answer(super::plain(words).trim_matches(|c: char| !(c.is_alphanumeric() || c == '?')))
}

/// Whether a clause behind a yes or no only says it again.
pub(super) fn is_echo(clause: &str) -> bool {
    let clause = without_tail(clause.trim_end_matches(['?', ' ']));
    // "Yes, I'll bring it home" is one promise.
    let pledge = ["i'll ", "i will ", "we'll ", "we will "].iter().find_map(|start| clause.strip_prefix(start));
    let pledges = pledge.is_some_and(|rest| PLEDGES.contains(&rest.split(' ').next().unwrap_or_default()));
    pledges || ASSENTS.contains(&clause) || DISSENTS.contains(&clause)
}

/// Leaves out what agrees to nothing: "ok, look around" only looks around.
pub(super) fn tidy(deeds: &mut Vec<Deed>) {
    if deeds.len() > 1 {
        deeds.retain(|deed| deed.words != "ok");
    }
}
