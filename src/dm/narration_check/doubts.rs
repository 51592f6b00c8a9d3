//! Dismisses findings whose context explains them: an item handed over to be eaten, held or examined, one that is picked up
//! again, or pain without a wound, such as biting frost.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;

use super::{
    claims::ProseReading,
    lists::list,
    refunds,
    sentence::words,
    told::{ClaimKind, UnsupportedClaim},
};

/// How many sentences after a claim may still dismiss it.
const LOOKS_AHEAD: usize = 4;
/// The same where the words that dismiss it are less clear.
const SOON: usize = 2;

/// Food and drink by their containers or portions.
static SERVED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(mug|cup|bowl|plate|platter|tankard|flagon|glass|goblet|beaker|ladle|horn|spoonful|slice|piece|hunk|heel|crust|bite|sip|swallow|mouthful|trencher|measure|pint|dram)s? of\b",
    )
    .ok()
});
/// The item is kept all the same.
static KEPT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(pocket|tuck|stow|pack|keep|into your (pack|bag|pouch|pocket|satchel|coat|cloak|belt))").ok()
});
/// The item is lent for a while.
static LENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(to (hold|look at|look through|try|see|smell|taste|read|inspect|admire|mind)\b|for (a moment|a while|the length of|the space of))").ok()
});
/// Possible effects that only describe how hot or strong something is: “hot enough to take the skin off your tongue”.
static DEGREE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:hot|cold|strong|sharp|bitter|sour|bright|loud|salty|sweet|raw|rough|foul|keen|fierce|dry|thick|harsh|tart|spicy|fiery|scalding) enough to (?:[a-z]+ ){0,7}$",
    )
    .ok()
});
/// A blade that is handed over and wounds no one.
static HANDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:slap|press|put|place|lay|drop|slip|fold|set|toss|smack|clap|pop|pass|hand|push)(?:s|es|ped|ed|d)?\ (?:[a-z'’-]+\ ){1,5}?
        (?:in|into|across)\ your\ (?:[a-z]+\ )?(?:hands?|palms?|fingers)\b",
    )
    .ok()
});
/// A smell, a taste or a feeling overcomes a person; it is no grapple.
static OVERCOMES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:sweetness|bitterness|smell|scent|stench|stink|reek|fumes?|taste|tang|smoke|dust|heat|cold|chill|damp|salt|air|wind|fragrance|
        perfume|incense|spirits|brandy|laughter|grief|sorrow|pity|longing|homesickness|shame|rage|anger|joy|hunger|thirst|memory|song|music|beauty|cough)
        (?:\ of(?:\ [a-z'’-]+){1,4}?)?\ (?:gets?|has|ha[ds]|catch(?:es)?|takes?|seizes?|grabs?|holds?|grips?|clutch(?:es)?)\ you\ (?:by|in)\b",
    )
    .ok()
});
/// Something that smarts and does no harm: by what it is and what it does, by where it is felt, or by both.
static IRRITATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    const MILD: &str = "smoke|soap|soapsuds|suds|onions?|juice|brine|dust|sawdust|sand|grit|pepper|vinegar|lemon|nettles?|ash|ashes|soot|fumes?|incense|tobacco|tea|broth|soup|gin|rum|ale|beer|mead|spirits|liniment|salve|tincture|salt|spray|light|lamplight|glare|sun|wind|air|peat|reek";
    const SMARTS: &str = "(?:sting|nip|prick|prickle|tickle|catche?|rasp|scour|bite|smart)";
    const TENDER: &str = "(?:eyes?|nose|nostrils|throat|tongue|lips?|mouth|lungs|gums|palate|windpipe)";
    let between = "(?: [a-z'’]+){0,3}?";
    let your = "(?: at| in| into| on)?(?: the (?:back|roof|corners?|tip) of)? your";
    Regex::new(&format!(
        "(?i)\\b(?:{MILD}){between} (?:{SMARTS}s?{your}\\b|(?:burn|scratch|claw|tear|scald)e?s?{your}(?: [a-z]+)? {TENDER}\\b)|\\b(?:sting|prick|prickle|smart|burn)s?(?: at| in)? your eyes\\b"
    ))
    .ok()
});
/// The name of a wound.
static WOUNDS: LazyLock<Vec<&str>> = LazyLock::new(|| list("doubts.wounds"));
/// A wound closes.
static CLOSES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^[\ ,]*(?:(?:is|are|has|have|was|were|itself|already|still|now|then|[a-z]+ly)\ ){0,3}
        (?:clos(?:e|es|ed|ing)|heal(?:s|ed|ing)?|knit(?:s|ted|ting)?|mend(?:s|ed|ing)?|seal(?:s|ed|ing)?|fad(?:e|es|ed|ing)|shr(?:ink|inks|unk|ank|inking)|
        vanish(?:es|ed)?|dr(?:y|ied|ies)|scab(?:s|bed)?|gone|(?:draw|pull)(?:s|n|ing)?\ (?:together|shut|closed|tight)|
        (?:stop|cease)(?:s|ped|d)?\ (?:bleeding|hurting|stinging|burning)|no\ longer)\b",
    )
    .ok()
});
/// A wound that is there already is felt.
static ACHES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^\ (?:(?:is|are|still|already|[a-z]+ly|begins?\ to|starts?\ to|has\ begun\ to)\ ){0,3}
        (?:itch|ache|throb|smart|twinge|pull|prickle|sting|burn|hurt|tighten)(?:s|es|ed|bed|ing|bing)?\b",
    )
    .ok()
});
/// Verbs of treating an existing wound, up to its noun.
static TENDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:clos|heal|knit|mend|seal|wash|clean|rins|bind|bandag|dress|dab|stitch|sew|salv|touch|look|stud|examin|inspect|trac|kiss|
        cover|wrap|notic|nod|point|peer|prod|sniff|frown|smooth|sooth|eas)(?:e|s|es|ed|d|ies|ing|ping|ding)?
        (?:\ [a-z'’]+){0,3}?\ (?:the|that|this|your|every|each)(?:\ [a-z-]+){0,2}\ $",
    )
    .ok()
});
/// Words that refer to a known wound, up to its name.
static KNOWN_WOUND: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:the|that|this|your|every|each)(?: [a-z-]+)? $").ok());
/// A drop of blood that costs no hit points.
static SCRATCH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:a|one|single) (?:tiny |small |little )?(?:bead|drop|prick|pinprick|pearl)\b").ok()
});

/// Things that bite, burn and cut only figuratively.
static FIGURES: LazyLock<Vec<&str>> = LazyLock::new(|| list("doubts.figures"));
/// Words that show a real wound.
static IN_EARNEST: LazyLock<Vec<&str>> = LazyLock::new(|| list("doubts.in_earnest"));

/// Whether the context of a claim dismisses the finding. `at` is the range of the claim in the prose without dialogue, `nth` its
/// sentence.
pub(super) fn is_taken_back(
    heard: &ProseReading<'_, '_>,
    finding: &UnsupportedClaim,
    nth: usize,
    at: Range<usize>,
) -> bool {
    let (told, sentences) = heard.told.parts();
    let sentence = &told[sentences[nth].clone()];
    let until = sentences[(nth + LOOKS_AHEAD).min(sentences.len() - 1)].end;
    let (from_here, behind) = (&told[at.start..sentences[nth].end.max(at.end)], &told[at.end..until.max(at.end)]);
    let follows = |section: &str, n_sentences: usize| {
        let claims = heard.claims(section);
        claims.iter().any(|it| (nth..=nth + n_sentences).contains(&it.nth) && heard.start_of(it) > at.start)
    };
    match finding.kind {
        ClaimKind::ItemGained => {
            let served =
                is(&SERVED, near(from_here, finding.quote.len())) && !is(&KEPT, &told[at.start..until.max(at.end)]);
            served
                || is(&LENT, near(behind, 0))
                || follows("gained.back", SOON)
                || follows("gained.returned", LOOKS_AHEAD)
        }
        ClaimKind::ItemLost => {
            follows("lost.back", LOOKS_AHEAD) || follows("lost.returned", sentences.len()) || is_lit(&finding.quote)
        }
        ClaimKind::Gold => refunds::go_back(told, &at, &sentences[nth], &sentences[nth.saturating_sub(1)], until),
        // “The soap burns in your eyes” blinds no more than it wounds.
        ClaimKind::Condition => {
            let at = at.start - sentences[nth].start;
            // A person who sees nothing with one eye isn't blind.
            let one_eye = finding.quote.to_lowercase().ends_with(" your eye");
            one_eye || is_irritation(sentence, at, &finding.quote) || overlaps(&OVERCOMES, sentence, at, &finding.quote)
        }
        ClaimKind::HitPoints => {
            let at = at.start - sentences[nth].start;
            is_figure(sentence, at, &finding.quote)
                || is_irritation(sentence, at, &finding.quote)
                || is_tended(sentence, at, &finding.quote)
                || is(&DEGREE, &sentence[..at])
                || is_handed(sentence, at, &finding.quote)
        }
        _ => false,
    }
}

/// The first `n_bytes` of a text and a little more.
fn near(text: &str, n_bytes: usize) -> &str {
    const BEYOND: usize = 16;
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= n_bytes + BEYOND);
    &text[..end.unwrap_or(text.len())]
}

fn is(form: &LazyLock<Option<Regex>>, text: &str) -> bool {
    form.as_ref().is_some_and(|form| form.is_match(text))
}

/// Whether an item that seems to be used up is only lit.
fn is_lit(quote: &str) -> bool {
    let lower = quote.to_lowercase();
    let lamp = words(&lower).any(|word| matches!(word, "lantern" | "lamp"));
    lamp && words(&lower).any(|word| matches!(word, "light" | "lights" | "lift" | "raise" | "hold" | "unhood"))
}

/// Whether an injury is only figurative or a scratch: such a word is near the claim, and no word in the sentence shows a
/// real wound.
fn is_figure(sentence: &str, at: usize, quote: &str) -> bool {
    const WORDS_BEFORE: usize = 4;
    const WORDS_OF_QUOTE: usize = 2;
    if quote.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let lower = sentence.to_lowercase();
    if words(&lower).any(|word| IN_EARNEST.contains(&word)) {
        return false;
    }
    if is(&SCRATCH, sentence) {
        return true;
    }
    let before = sentence[..at].to_lowercase();
    let quoted = quote.to_lowercase();
    let before: Vec<&str> = words(&before).collect();
    let near = before[before.len().saturating_sub(WORDS_BEFORE)..].iter().copied();
    near.chain(words(&quoted).take(WORDS_OF_QUOTE)).any(|word| FIGURES.contains(&word))
}

/// Whether something only smarts: smoke in the eyes, spirits in the throat.
fn is_irritation(sentence: &str, at: usize, quote: &str) -> bool {
    const HARMS: [&str; 4] = ["acid", "venom", "poison", "lye"];
    let lower = sentence.to_lowercase();
    let is_real = words(&lower).any(|word| IN_EARNEST.contains(&word) || HARMS.contains(&word));
    !is_real && overlaps(&IRRITATION, sentence, at, quote)
}

/// Whether a phrase of the sentence shares words with a claim.
fn overlaps(form: &LazyLock<Option<Regex>>, sentence: &str, at: usize, quote: &str) -> bool {
    form.as_ref().is_some_and(|form| form.find_iter(sentence).any(|it| it.start() <= at + quote.len() && at < it.end()))
}

/// Whether a blade is only given into the hero's hand: the sentence has no word of a wound.
fn is_handed(sentence: &str, at: usize, quote: &str) -> bool {
    static HURTS: LazyLock<Vec<&str>> = LazyLock::new(|| list("doubts.hurts"));
    let lower = sentence.to_lowercase();
    !words(&lower).any(|word| HURTS.contains(&word)) && overlaps(&HANDED, sentence, at, quote)
}

/// Whether a wound is one the hero had already: it closes, someone tends it, or one that is known aches.
fn is_tended(sentence: &str, at: usize, quote: &str) -> bool {
    let lower = quote.to_lowercase();
    let is_wound = words(&lower).next().is_some_and(|word| WOUNDS.contains(&word));
    let (before, after) = (&sentence[..at], sentence.get(at + quote.len()..).unwrap_or_default());
    is_wound && (is(&CLOSES, after) || is(&TENDS, before) || (is(&KNOWN_WOUND, before) && is(&ACHES, after)))
}
