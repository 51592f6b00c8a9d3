//! Levels, experience and dice rolls.

use std::sync::LazyLock;

use super::{
    ledger::{HeroFacts, ThrowRecord, TurnFacts},
    lists::list,
    number::number,
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// A level is reached.
pub(super) static LEVEL: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "you(?: have|['’]ve)? (?:reach|reached|gain|gained|advance to|rise to|risen to|attain|attained|are now|hit)(?: a [a-z]+)?(?: of)? (?:the )?level {N}",
        "(?:you|your|you['’]re)\\b[a-z ,'’]{0,40}? (?P<nth>\\d+(?:st|nd|rd|th)|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) level\\b",
        "(?:you are|you['’]re|makes you|welcome to) (?:now )?level {N}",
        "\\blevel {N}, ",
        "(?:you|your|you['’]re)\\b[a-z ,'’]{0,40}? level (?:of )?{N}\\b",
        "\\blevel {N}(?:[,.;!]| at last| now)",
        "\\b(?:you|you['’]re)\\b[a-z ,'’]{0,30}? (?P<nth>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)-level\\b",
        "\\b(?P<nth>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) level(?:[.;!]| at last)",
        "you (?:gain a level|level up|have leveled up|have levelled up|have gained a level|rise a level|have risen a level)",
        "(?:taken|carried|brought|lifted|raised|takes|carries|brings|lifts|raises|puts) you (?:up )?(?:a|another|one|to (?:a new|the next|another)) (?:whole )?level",
        "\\b(?P<nth>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) level (?:is|becomes) (?:now )?yours",
        "you (?:reach|have reached|attain|gain|are at) (?:a new|the next|another) level",
    ])
});
/// Experience is earned.
pub(super) static EXPERIENCE: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "you(?: each| all)? (?:gain|earn|receive|get|are awarded|gained|earned)(?: another)? {N}(?: points? of)? (?:xp|experience)",
        "{N} (?:xp|experience points?|points? of experience)\\b",
    ])
});
/// A throw came to this.
pub(super) static THREW: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:you|your)(?: [a-z]+)? ?(?:roll|rolled|rolls|throw|threw) (?:a |an |is a |of )?(?:natural )?{N}\\b",
        "\\b(?:rolls?|rolled) (?:a |an )?(?:natural )?{N}\\b",
        "\\b(?:a|an|your) {N} (?:on the (?:die|dice|d20)|total|against|is enough|is not enough|isn['’]t enough|beats|falls short)",
        "\\bnatural {N}\\b",
        "\\bnat {N}\\b",
        "(?:die|dice|d20|check|roll|throw) (?:come|comes|lands?|shows?|reads?|totals?|came|landed|showed|settles|stops|turns) (?:up |on |to |at |is )*(?:a |an )?{N}\\b",
        "(?:total|totals|result|roll|check|save) of (?:a |an )?{N}\\b",
        "\\b(?:with|on) (?:a|an) {N}(?: on the [a-z]+| total)?(?:[,.;!]| you\\b| against)",
        "\\b(?:your|a|an)(?: (?:paltry|mere|bare|measly|poor|solid|scant|splendid|lucky|miserable|handsome|lousy|respectable))? {N}(?:,| (?:is|was|isn['’]t|will|won['’]t|does|doesn['’]t|proves|ought|carries|wins|suffices|serves|fails|meets|makes)\\b)(?: [a-z'’]+){0,4}? (?:enough|shift|do|serve|carry|win|suffice|do it|fails|serves|wins|meets|beats|short)\\b",
        "\\bwith (?:a|an)(?: [a-z]+)? {N}(?:[,.;!]| to spare| you\\b| on| against| just)",
        "(?:need|needs|needed|wants|asks for|takes) (?:a |an )?{N},? and (?:you|that)(?: [a-z]+)? (?:have|get|make|throw|roll|is)",
        "\\b(?:a|an|your) {N} on (?:the|your|a) (?:check|save|roll|throw|attempt|die|dice)\\b",
        "\\b(?:with|a|an) (?:total of )?(?P<n>\\d+)(?: on the [a-z]+| total)?(?:[,.;!]| you\\b| against)",
    ])
});

impl ThrowRecord {
    /// Whether a die showed this face, or can have where no faces are recorded.
    fn shows(&self, n: i64) -> bool {
        match self.faces.as_slice() {
            [] => (n..n + 12).contains(&i64::from(self.total)),
            faces => faces.iter().any(|face| i64::from(*face) == n),
        }
    }
}

impl TurnFacts {
    /// Whether some words are in the name of a place: “Level Nine”.
    pub(super) fn is_place(&self, words: &str) -> bool {
        let words = words.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
        let words = words.rsplit("level").next().unwrap_or_default();
        self.places.iter().chain([&self.location]).any(|place| place.to_lowercase().contains(&format!("level{words}")))
    }
}

const GOOD: [&str; 11] =
    ["succeed", "success", "succeeds", "beats", "enough", "clears", "makes it", "made it", "a hit", "passes", "easily"];
const BAD: [&str; 9] =
    ["fail", "fails", "failure", "falls short", "not enough", "isn't enough", "misses", "too low", "a miss"];

/// Whether a throw may be one of this turn, and not one that people in the story make in a game of dice: it is the hero's, or of a
/// check. `lower` is its sentence in lower case, in which it ends at `until`.
fn is_of_the_table(lower: &str, until: usize, quote: &str) -> bool {
    /// The number of words behind a throw that may name its opponent: “His twelve beats yours.”
    const WORDS_BEHIND: usize = 4;
    static OF_CHECKS: LazyLock<Vec<&str>> = LazyLock::new(|| list("throws.of_checks"));
    let quoted = quote.to_lowercase();
    let is_hero = |word: &str| matches!(word.split(['\'', '’']).next(), Some("you" | "your" | "yours" | "yourself"));
    let (before, behind) = (lower.get(..until).unwrap_or(lower), lower.get(until..).unwrap_or_default());
    words(before).chain(words(behind).take(WORDS_BEHIND)).any(is_hero)
        || words(&quoted).any(|word| OF_CHECKS.contains(&word))
}

/// Whether someone other than the hero throws, by the words before the throw and its own first word.
fn is_thrown_by_another(before: &str, quote: &str) -> bool {
    let quoted = quote.to_lowercase();
    let first = words(&quoted).next().unwrap_or_default();
    let subject = words(before).last().unwrap_or_default();
    matches!(first, "rolls" | "throws" | "rolled" | "threw") && !matches!(subject, "dice" | "die" | "d20")
        || matches!(subject, "his" | "her" | "their" | "its")
}

/// Compares the narrated levels, experience and throws with the recorded ones.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    check_levels(told, ledger, hero, findings);
    check_experience(told, ledger, hero, findings);
    check_throws(told, ledger, findings);
}

fn check_levels(told: &ParsedProse<'_>, ledger: &TurnFacts, hero: &HeroFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&LEVEL, |sentence, parts, quote| {
        if sentence.to_lowercase().contains("spell") || ledger.is_place(quote) {
            return;
        }
        let n = parts.name("n").or_else(|| parts.name("nth")).and_then(|n| number(n.as_str()));
        let holds = match n {
            Some(n) => n == i64::from(hero.level) || (hero.may_rise && n == i64::from(hero.level) + 1),
            None => hero.has_risen || hero.may_rise,
        };
        if !holds {
            let truth = format!("{} is of level {}.", hero.name, hero.level);
            findings.push(UnsupportedClaim { kind: ClaimKind::Level, quote: quote.to_owned(), truth });
        }
    });
}

fn check_experience(
    told: &ParsedProse<'_>,
    ledger: &TurnFacts,
    hero: &HeroFacts,
    findings: &mut Vec<UnsupportedClaim>,
) {
    told.each(&EXPERIENCE, |_, parts, quote| {
        let Some(n) = number(&parts["n"]) else { return };
        let all: Vec<i64> = ledger.heroes.iter().flat_map(|hero| hero.xp.iter().map(|xp| i64::from(*xp))).collect();
        let sum: i64 = all.iter().sum();
        if !all.contains(&n) && sum != n {
            let own: u32 = hero.xp.iter().sum();
            let truth = format!("{} earned {own} experience this turn.", hero.name);
            findings.push(UnsupportedClaim { kind: ClaimKind::Level, quote: quote.to_owned(), truth });
        }
    });
}

fn check_throws(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&THREW, |sentence, parts, quote| {
        let Some(n) = number(&parts["n"]) else { return };
        let lower = sentence.to_lowercase();
        let dice = ["roll", "die", "dice", "d20", "check", "save", "natural", "total", "throw", "threw"];
        if ledger.throws.is_empty() && !dice.iter().any(|word| lower.contains(word)) {
            return;
        }
        let at = parts.get(0).map_or(0, |whole| whole.start());
        let until = parts.get(0).map_or(0, |whole| whole.end());
        if !is_of_the_table(&lower, until, quote)
            && (ledger.throws.is_empty() || is_thrown_by_another(&sentence[..at].to_lowercase(), quote))
        {
            return;
        }
        // “A natural 20” is the face of a die, and no total.
        let up_to = parts.name("n").map_or("", |n| &sentence[..n.start()]);
        let natural = words(up_to).last().is_some_and(|word| ["natural", "nat"].contains(&&*word.to_lowercase()));
        let is_told = |throw: &&ThrowRecord| if natural { throw.shows(n) } else { throw.is(n) };
        let thrown: Vec<_> = ledger.throws.iter().filter(is_told).collect();
        if thrown.is_empty() {
            let totals: Vec<String> = ledger.throws.iter().map(|throw| throw.total.to_string()).collect();
            let truth = match totals.as_slice() {
                [] => "No dice were thrown this turn.".to_owned(),
                totals => format!("The throws of this turn came to {}.", totals.join(", ")),
            };
            return findings.push(UnsupportedClaim { kind: ClaimKind::Roll, quote: quote.to_owned(), truth });
        }
        let sentence = sentence.to_lowercase().replace('’', "'");
        let short = ["n't good enough", "not good enough", "n't enough", "n't quite enough"];
        let bad = BAD.iter().chain(&short).any(|word| sentence.contains(word));
        let good = !bad && GOOD.iter().any(|word| sentence.contains(word));
        let against = |is_good: bool| thrown.iter().all(|throw| throw.is_good == Some(!is_good));
        if (good && against(true)) || (bad && against(false)) {
            let truth = format!("The throw of {n} was a {}.", if good { "failure" } else { "success" });
            findings.push(UnsupportedClaim { kind: ClaimKind::Roll, quote: quote.to_owned(), truth });
        }
    });
}
