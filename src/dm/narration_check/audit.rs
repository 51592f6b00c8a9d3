//! Compares the claims of a turn's prose with its recorded changes.

use std::{ops::Range, sync::LazyLock};

use super::{
    claims::{self, ProseReading},
    coins, dead_acting, deeds, denials, doubts, fates,
    ledger::TurnFacts,
    names::KnownNames,
    reading, reckoning, supplies, things, throws,
    told::{ClaimKind, ParsedProse, UnsupportedClaim},
    travels, wounds,
};

/// The most findings that are of use to anyone.
const MOST: usize = 8;

/// Reads the lists a prose is compared with, so that no turn has to.
pub(in crate::dm) fn warm_up() {
    LazyLock::force(&claims::CLAIMS);
    // The first reading builds the lazy word lists.
    ProseReading::new(&ParsedProse::new("You take 2 steps."), KnownNames::default());
}

/// All claims of a turn's prose that its changes do not support, ordered by kind, each once. Speech, denials, possibilities,
/// memories and questions are not claims; nor is silence.
pub(super) fn compare(heard: &ProseReading<'_, '_>, ledger: &TurnFacts) -> Vec<UnsupportedClaim> {
    let told = heard.told;
    let mut findings = Vec::new();
    let of_the_story = [wounds::check, coins::check, things::check, fates::check, travels::check, throws::check];
    for check in of_the_story.into_iter().chain([deeds::check, supplies::check]) {
        check(told, ledger, &mut findings);
    }
    for check in [reading::check, reckoning::check, denials::check, dead_acting::check] {
        check(heard, ledger, &mut findings);
    }
    let (prose, (_, sentences)) = (told.prose(), told.parts());
    let mut seen: Vec<(UnsupportedClaim, usize)> = Vec::new();
    for finding in findings {
        let Some(start) = prose.find(&finding.quote) else { continue };
        let at = start..start + finding.quote.len();
        let nth = sentences.iter().position(|range| range.contains(&start));
        if nth.is_some_and(|nth| doubts::is_taken_back(heard, &finding, nth, at.clone())) {
            continue;
        }
        let nth = nth.unwrap_or_default();
        let finding = UnsupportedClaim { quote: in_whole_words(prose, at).to_owned(), ..finding };
        // An event claimed by several phrases is reported once.
        let is_same = |(it, other): &(UnsupportedClaim, usize)| {
            it.kind == finding.kind
                && (it.quote.contains(&finding.quote)
                    || finding.quote.contains(&it.quote)
                    || (it.truth == finding.truth && (*other == nth || finding.kind == ClaimKind::ItemLost)))
        };
        if !seen.iter().any(is_same) {
            seen.push((finding, nth));
        }
    }
    seen.truncate(MOST);
    seen.into_iter().map(|(finding, _)| finding).collect()
}

/// The text of a range, extended to whole words, and to the noun after a final “your”.
fn in_whole_words(text: &str, at: Range<usize>) -> &str {
    const AWAITS_ANOTHER: [&str; 11] = ["your", "the", "a", "an", "his", "her", "its", "their", "into", "in", "of"];
    let is_letter = |c: char| c.is_alphanumeric() || c == '\'' || c == '’';
    let start = text[..at.start]
        .rfind(|c| !is_letter(c))
        .map_or(0, |end| end + text[end..].chars().next().map_or(1, char::len_utf8));
    let end_of_word = |from: usize| text[from..].find(|c| !is_letter(c)).map_or(text.len(), |end| from + end);
    let start = if text[at.start..].starts_with(is_letter) { start.min(at.start) } else { at.start };
    let mut end = if text[..at.end].ends_with(is_letter) { end_of_word(at.end) } else { at.end };
    let last = |end: usize| text[start..end].rsplit(|c| !is_letter(c)).next().unwrap_or_default().to_lowercase();
    while AWAITS_ANOTHER.contains(&last(end).as_str()) && text[end..].starts_with(' ') {
        let next = end_of_word(end + 1);
        if next == end + 1 {
            break;
        }
        end = next;
    }
    text[start..end].trim_start_matches(|c: char| matches!(c, ',' | ';' | ':' | '.') || c.is_whitespace()).trim_end()
}
