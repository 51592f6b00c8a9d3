//! Yes and no, however they are put.

use super::{Act, Deed, lead_ins::lead_in, lead_ins::without_tail, questions::is_question};

const YES: [&str; 66] = [
    "ok sure",
    "okay sure",
    "yeah sure",
    "yes sure",
    "sure ok",
    "ok yes",
    "ok fine",
    "fine ok",
    "ok deal",
    "yeah ok",
    "ok yeah",
    "well ok",
    "ok great",
    "yes",
    "why not",
    "sure why not",
    "y",
    "yeah",
    "yep",
    "yup",
    "aye",
    "sure",
    "sure thing",
    "of course",
    "ok",
    "okay",
    "ok then",
    "okay then",
    "k",
    "fine",
    "fine then",
    "alright",
    "alright then",
    "all right",
    "all right then",
    "very well",
    "very well then",
    "agreed",
    "deal",
    "gladly",
    "certainly",
    "absolutely",
    "definitely",
    "indeed",
    "do it",
    "do that",
    "let's do it",
    "sounds good",
    "yes please",
    "yes sir",
    "yes ma'am",
    "with pleasure",
    "right",
    "good idea",
    "you bet",
    "i guess so",
    "i suppose so",
    "i suppose",
    "i'd love to",
    "i would love to",
    "if i must",
    "happily",
    "it's a deal",
    "we have a deal",
    "by all means",
    "go on then",
];
const NO: [&str; 27] = [
    "no",
    "n't",
    "nope",
    "nah",
    "never",
    "not now",
    "no way",
    "forget it",
    "rather not",
    "i'd rather not",
    "no thanks",
    "no thank you",
    "maybe later",
    "not interested",
    "i don't think so",
    "i can't",
    "i won't",
    "not really",
    "certainly not",
    "absolutely not",
    "of course not",
    "i don't want to",
    "not me",
    "not today",
    "count me out",
    "no chance",
    "nothing doing",
];
/// What goes with a yes and says no more than it.
const ASSENTS: [&str; 39] = [
    "i will",
    "i will go",
    "i'll go",
    "we will go",
    "we'll go",
    "i'll do that",
    "i'll do it",
    "i will do it",
    "i will do that",
    "i can do that",
    "i can do it",
    "i can do that for you",
    "i'll do that for you",
    "i will help",
    "i'll help",
    "i'll help you",
    "i will help you",
    "i'll be glad to",
    "i promise",
    "i accept",
    "let's go",
    "let us go",
    "i am in",
    "i'm in",
    "count me in",
    "i do",
    "i do it",
    "i do that",
    "i'll do",
    "i go",
    "we do it",
    "i would",
    "why not",
    "of course",
    "please",
    "after all",
    "you have my word",
    "i changed my mind",
    "i've changed my mind",
];
const DISSENTS: [&str; 31] = [
    "i won't",
    "i will not",
    "i can't",
    "i cannot",
    "i don't want to",
    "i'd rather not",
    "i don't",
    "not now",
    "not me",
    "not us",
    "not today",
    "not for me",
    "not this time",
    "not i",
    "find someone else",
    "find somebody else",
    "find another",
    "ask someone else",
    "ask somebody else",
    "get someone else",
    "get somebody else",
    "count me out",
    "leave me out",
    "leave me out of it",
    "i'm busy",
    "i am busy",
    "i changed my mind",
    "i've changed my mind",
    "sorry",
    "i'm sorry",
    "thanks",
];
/// What comes before an answer and takes nothing from it.
const HEDGES: [&str; 16] = [
    "actually",
    "on second thought",
    "on second thoughts",
    "well",
    "hmm",
    "hm",
    "oh",
    "wait",
    "ah",
    "um",
    "uh",
    "eh",
    "then",
    "but",
    "and",
    "in that case",
];

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
    // "Oh no" is no no.
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
    let no = (is(&NO) || all(&NO) || twice(&NO, &DISSENTS)).then_some(Act::Refuse);
    no.or_else(|| (is(&YES) || all(&YES) || twice(&YES, &ASSENTS)).then_some(Act::Accept))
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
    let all = || YES.iter().chain(&NO);
    match all().filter(|word| after(word).is_some()).max_by_key(|word| word.len()) {
        Some(word) => format!("{word}\n{}", after(&word).unwrap_or_default()),
        None => sentence.to_owned(),
    }
}

/// Whether a clause behind a yes or no only says it again.
pub(super) fn is_echo(clause: &str) -> bool {
    let clause = without_tail(clause.trim_end_matches(['?', ' ']));
    // "Yes, I'll bring it home" is one promise.
    const PLEDGES: [&str; 16] = [
        "bring", "find", "get", "stop", "help", "save", "end", "do", "answer", "wake", "free", "fetch", "return",
        "sort", "handle", "end",
    ];
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
