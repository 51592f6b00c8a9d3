//! Splits prose into sentences of narration, without speech, and decides whether a sentence says that something happened or
//! only that it might.

use std::ops::Range;

/// The prose with all speech blanked out, byte for byte as long as it was.
pub(super) fn without_speech(prose: &str) -> String {
    let mut told = String::with_capacity(prose.len());
    let mut speaks = false;
    for letter in prose.chars() {
        match letter {
            '\n' => speaks = false,
            '“' => speaks = true,
            _ => {}
        }
        let ends = letter == '”' || (letter == '"' && speaks);
        let begins = letter == '"' && !speaks;
        if begins {
            speaks = true;
        }
        if speaks || ends {
            told.extend(std::iter::repeat_n(' ', letter.len_utf8()));
        } else {
            told.push(letter);
        }
        if ends {
            speaks = false;
        }
    }
    told
}

/// The range of each sentence of a text.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut ended = false;
    for (at, letter) in text.char_indices() {
        let stops = matches!(letter, '.' | '!' | '?' | '…');
        if letter == '\n' || (ended && letter.is_whitespace()) {
            if from < at {
                found.push(from..at);
            }
            from = at + letter.len_utf8();
            ended = false;
        } else {
            ended = stops || (ended && matches!(letter, ')' | '*' | '_' | '\'' | '’'));
        }
    }
    if from < text.len() {
        found.push(from..text.len());
    }
    found.retain(|range| text[range.clone()].chars().any(char::is_alphanumeric));
    found
}

/// Words after which something is not said to happen.
const HEDGES: [&str; 61] = [
    "not",
    "never",
    "no",
    "nobody",
    "nothing",
    "without",
    "nearly",
    "almost",
    "would",
    "could",
    "might",
    "may",
    "should",
    "can",
    "cannot",
    "will",
    "shall",
    "must",
    "try",
    "tries",
    "trying",
    "tried",
    "want",
    "wants",
    "wanted",
    "need",
    "needs",
    "promises",
    "promised",
    "threaten",
    "threatens",
    "imagine",
    "dream",
    "dreamed",
    "dreamt",
    "remember",
    "remembers",
    "recall",
    "had",
    "used",
    "hope",
    "hopes",
    "before",
    "ready",
    "refuse",
    "refuses",
    "decline",
    "wonder",
    "expect",
    "whether",
    "picture",
    "pretend",
    "pretends",
    "claims",
    "says",
    "swears",
    "boasts",
    "neither",
    "nor",
    "hardly",
    "rather",
];

/// Beginnings of two words that hedge as well.
const TWO: [&str; 19] = [
    "sure that",
    "sure he",
    "sure she",
    "thinks that",
    "believes that",
    "fears that",
    "about to",
    "as if",
    "as though",
    "even as",
    "so as",
    "looks as",
    "seems to",
    "seem to",
    "long enough",
    "instead of",
    "far from",
    "short of",
    "in case",
];

/// Denials that are part of what is claimed: who does not get up is dead, who cannot see is blind.
const OWN: [&str; 27] = [
    "does not get up",
    "doesn't get up",
    "does not rise",
    "doesn't rise",
    "does not move",
    "doesn't move",
    "does not stir",
    "doesn't stir",
    "does not come up",
    "will not rise",
    "won't rise",
    "never rise",
    "never gets up",
    "never get up",
    "never stir",
    "never move",
    "cannot move",
    "can't move",
    "cannot see",
    "can't see",
    "cannot hear",
    "can't hear",
    "will not obey",
    "won't obey",
    "no longer",
    "no more",
    "dead before",
];

/// Words after which “before” is a time or place.
const TIMES: [&str; 14] = [
    "before him,",
    "before her,",
    "before you,",
    "before them,",
    "before it,",
    "before long",
    "before dark",
    "before dawn",
    "before noon",
    "before nightfall",
    "before sunset",
    "before midnight",
    "before evening",
    "before you know it",
];

/// An “if” that makes nothing a condition.
const LIKENESSES: [&str; 14] = [
    "as if",
    "even if",
    "ask if",
    "asks if",
    "asked if",
    "asking if",
    "wonder if",
    "wonders if",
    "wondering if",
    "see if",
    "know if",
    "knows if",
    "check if",
    "checks if",
];

/// Whether the words at `at` in a sentence are asserted: not denied, not only possible, not remembered, not asked.
#[cfg(test)]
fn is_said(sentence: &str, at: Range<usize>) -> bool {
    is_said_in(sentence, at, false)
}

/// The same. In a past-tense story, what “had happened” has, unless it is of another day.
pub(super) fn is_said_in(sentence: &str, at: Range<usize>, past: bool) -> bool {
    const ANOTHER_DAY: [&str; 16] = [
        "once",
        "ago",
        "years",
        "year",
        "last",
        "ever",
        "when",
        "already",
        "always",
        "father",
        "mother",
        "winter",
        "childhood",
        "yesterday",
        "used",
        "since",
    ];
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return false;
    }
    // “As if” is a likeness, and only what follows it.
    let supposes = LIKENESSES.iter().fold(lower.clone(), |text, likeness| text.replace(likeness, ""));
    if lower.trim_end().ends_with('?') || words(&supposes).any(|word| matches!(word, "if" | "unless")) {
        return false;
    }
    // From where the clause begins.
    let before = &lower[..at.start];
    let clause = before.rfind([';', ':', '—', '–']).map_or(before, |from| &before[from..]);
    let clause = [", but ", ", and ", ", then ", ", yet ", ", so ", ", while ", " until "]
        .iter()
        .filter_map(|joint| clause.rfind(joint).map(|from| &clause[from + joint.len()..]))
        .min_by_key(|rest| rest.len())
        .unwrap_or(clause);
    let clause = after_its_reason(clause);
    let clause = if lower[at.clone()].starts_with("you") && is_introduction(clause) { "" } else { clause };
    let near = [clause, " ", &lower[at.clone()]].concat().replace('’', "'");
    // These words deny the claim itself.
    let near = OWN.iter().fold(near, |near, own| near.replace(own, " "));
    // A time of day is not a condition.
    let near = TIMES.iter().fold(near, |near, time| near.replace(time, " "));
    let had = past && !words(&lower).any(|word| ANOTHER_DAY.contains(&word));
    let hedged = words(&near).filter(|word| !(had && *word == "had")).any(|word| {
        let word = word.replace('’', "'");
        HEDGES.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("'ll") || word.ends_with("'d")
    });
    !hedged && !TWO.iter().any(|two| near.contains(two))
}

/// The words before a claim without the reason that is given first: “because he will not owe, he puts it into your bag”.
fn after_its_reason(before: &str) -> &str {
    const REASONS: [&str; 5] = ["because ", "since ", "though ", "although ", "as "];
    let bare = before.trim_start();
    let bare = bare.strip_prefix("and ").or_else(|| bare.strip_prefix("but ")).unwrap_or(bare);
    let main = REASONS.iter().any(|reason| bare.starts_with(reason)).then(|| bare.split_once(", ")).flatten();
    main.map_or(before, |(_, main)| main)
}

/// Whether the words before a claim's subject only introduce it: “before you can think better of it”, “without a word”.
fn is_introduction(before: &str) -> bool {
    const MODALS: [&str; 6] = ["can", "could", "know", "knows", "has", "have"];
    const SUPPOSES: [&str; 5] = ["whether", "that", "how", "when", "what"];
    let all: Vec<&str> = words(before).collect();
    let introduces = match all.as_slice() {
        ["without", _, ..] => true,
        ["before", rest @ ..] | ["by", "the", "time", rest @ ..] => rest.iter().any(|word| MODALS.contains(word)),
        _ => false,
    };
    introduces && !all.iter().any(|word| SUPPOSES.contains(word))
}

/// The words of a text, apostrophes included.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’' | '-'))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_is_left_out_and_nothing_moves() {
        for prose in ["He nods. \"You take five damage!\" he says.", "“Die!” you hear – and “run,” too.", "A \"b"]
        {
            let told = without_speech(prose);
            assert_eq!(told.len(), prose.len());
            assert!(!told.contains("damage") && !told.contains("Die") && !told.contains("run"), "{told}");
        }
        // A mark of three bytes and two letters.
        assert_eq!(without_speech("He said “no\nYou win."), format!("He said {}\nYou win.", " ".repeat(5)));
    }

    #[test]
    fn a_text_falls_into_its_sentences() {
        let text = "You fall. It hurts!\nThen (after all.) you rise… Slowly";
        let found: Vec<&str> = sentences(text).into_iter().map(|range| text[range].trim()).collect();
        assert_eq!(found, ["You fall.", "It hurts!", "Then (after all.)", "you rise…", "Slowly"]);
    }

    #[test]
    fn what_is_denied_wished_for_or_asked_is_not_said() {
        let said = |sentence: &str, what: &str| {
            let at = sentence.find(what).unwrap();
            is_said(sentence, at..at + what.len())
        };
        assert!(said("The goblin dies.", "dies"));
        assert!(said("You never saw him before, and the goblin dies.", "dies"));
        for told in [
            "Before you can think better of it you enter the Eel Market.",
            "Before the gate can close, you enter the Eel Market.",
            "Without a word you enter the Eel Market.",
            "By the time you can think, you enter the Eel Market.",
        ] {
            assert!(said(told, "you enter the Eel Market"), "{told}");
        }
        for told in [
            "Before you enter the Eel Market, Oswin stops.",
            "Before that you enter the Eel Market.",
            "Without you entering it, the Eel Market is dull.",
            "Before you can see whether you enter the Eel Market, he turns.",
        ] {
            let claim = if told.contains("entering") { "you entering" } else { "you enter the Eel Market" };
            assert!(!said(told, claim), "{told}");
        }
        for sentence in [
            "The goblin never dies.",
            "If the goblin dies, you are rich.",
            "The goblin almost dies.",
            "You dream that the goblin dies.",
            "The goblin hasn’t seen who dies.",
            "Who dies?",
            "As if the goblin dies.",
        ] {
            assert!(!said(sentence, "dies"), "{sentence}");
        }
    }
}
