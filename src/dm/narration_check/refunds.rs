//! Coins that are returned or refused: nothing was received or paid.

use std::{ops::Range, sync::LazyLock};

use regex::{Match, Regex};

use super::{number::number, sentence::words};

/// The coins of a claim, as a later sentence speaks of them.
const COINS: &str = "(?:(?:it|them|(?:(?:the|his|her|their|your|those|these|all|every|of) ){0,3}(?:one|two|three|four|five|six|seven|eight|nine|ten|[0-9]+|(?:[a-z]+ )?(?:coins?|coppers?|silvers?|gold|money|purse|pieces?|penny|pennies)|both|all|lot))\\b)";
/// Verbs of handing over in their base form: in a present-tense story, the hero's.
const HAND: &str = "(?:drop|give|hand|pass|push|press|put|slide|toss|throw|lay|set|count|tip|pour|shove|flip|return)";
/// The same of someone else.
const HANDS: &str = "(?:drops|gives|hands|passes|pushes|presses|puts|slides|tosses|throws|lays|sets|counts|tips|pours|shoves|flips|returns)";
/// The same in the past.
const HANDED: &str = "(?:dropped|gave|handed|passed|pushed|pressed|put|slid|tossed|threw|laid|set|counted|tipped|poured|shoved|flipped|returned)";

/// The hero gives the coins back or refuses them.
static BY_HERO: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let base = returns(HAND, "(?:refuse|decline)", "(?:push|wave)");
    let past = returns(HANDED, "(?:refused|declined)", "(?:pushed|waved)");
    let adverb = "(?:[a-z]+ly |just |only |then )?";
    Regex::new(&format!("(?i)(?:\\b(?:you|and|but|then)|,) {adverb}{base}|\\byou {adverb}{past}")).ok()
});
/// Someone else does.
static BY_OTHER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let present = returns(HANDS, "(?:refuses|declines)", "(?:pushes|waves)");
    let past = returns(HANDED, "(?:refused|declined)", "(?:pushed|waved)");
    Regex::new(&format!("(?i)\\b{present}|\\b(?:he|she|they) {past}")).ok()
});
/// The coins of a claim come to the hero. Otherwise they leave the hero.
static COMES_IN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:to|into|in|at|across|over|onto|on|under|towards?|before)\ (?:the\ [a-z]+\ (?:to|at|in|before)\ )?your?\b
        |\b(?:pays|hands|gives|counts|tosses|slides|presses|drops|pushes|pours|flips|throws|passes|lends|owes)(?:\ over|\ out)?\ you\b
        |\b(?:paid|handed|gave|counted|tossed|slid|pressed|dropped|pushed|poured|flipped|threw|passed)(?:\ over|\ out)?\ you\b
        |\byou\ (?:gain|receive|received|get|got|earn|earned|pocket|pocketed|collect|collected|take|took|scoop|scooped|sweep|swept|win|won|gather|find|found)\b",
    )
    .ok()
});

/// The pattern of coins that are handed back, refused, or pushed away.
fn returns(hand: &str, refuse: &str, push: &str) -> String {
    format!(
        "(?:{hand}(?: [a-z'’]+)?? {COINS}(?: [a-z]+)? back\\b|{hand}(?: [a-z'’]+)?? (?:straight |right )?back {COINS}|{refuse} {COINS}|{push} {COINS} (?:away|aside|off)\\b)"
    )
}

/// Whether the coins of a claim go back to the giver afterwards. `at` is the range of the claim in `told`, `own` the range of its
/// sentence, `before` that of the sentence before, and `until` the end of what is read.
pub(super) fn go_back(told: &str, at: &Range<usize>, own: &Range<usize>, before: &Range<usize>, until: usize) -> bool {
    let known = &told[before.start..own.end];
    let behind = &told[at.end..until.max(at.end)];
    [(&BY_HERO, true), (&BY_OTHER, false)].into_iter().any(|(form, by_hero)| {
        let Some(form) = form.as_ref() else { return false };
        form.find_iter(behind).any(|it| {
            let claim = &told[own.start..own.end.min(at.end + it.start())];
            let comes_in = COMES_IN.as_ref().is_some_and(|form| form.is_match(claim));
            let is_paid = !comes_in && words(claim).any(|word| word.eq_ignore_ascii_case("you"));
            let may_return = if by_hero { comes_in } else { is_paid };
            may_return && is_of_claim(behind, &it, claim) && reaches_giver(behind, &it, known, by_hero)
        })
    })
}

/// Whether what is handed back are the claim's coins: the number is one of the claim's, and “it” is near enough to mean them.
fn is_of_claim(behind: &str, back: &Match<'_>, claim: &str) -> bool {
    const SENTENCES_TO_IT: usize = 1;
    let lower = claim.to_lowercase();
    let same = |n: i64| words(&lower).any(|word| number(word) == Some(n));
    let is_near = behind[..back.start()].matches(['.', '!', '?']).count() <= SENTENCES_TO_IT;
    words(&back.as_str().to_lowercase()).all(|word| match word {
        "it" => is_near,
        word => number(word).is_none_or(same),
    })
}

/// Whether the coins return to their giver: no absent person is named, and neither giver puts them into their own purse.
fn reaches_giver(behind: &str, back: &Match<'_>, known: &str, by_hero: bool) -> bool {
    const WORDS_BEHIND: usize = 4;
    let after = behind[back.end()..].split(['.', ',', ';', '!', '?']).next().unwrap_or_default();
    let after = || words(after).take(WORDS_BEHIND);
    let is_kept = |word: &str| match by_hero {
        true => word == "your",
        false => matches!(word, "his" | "her" | "their" | "till" | "drawer"),
    };
    let is_stranger = |word: &str| word.starts_with(char::is_uppercase) && !words(known).any(|it| it == word);
    !after().any(is_kept) && !words(back.as_str()).skip(1).chain(after()).any(is_stranger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::narration_check::sentence::sentences;

    fn back(claim: &str, told: &str) -> bool {
        let all = sentences(told);
        let start = told.find(claim).unwrap();
        let nth = all.iter().position(|range| range.contains(&start)).unwrap();
        go_back(told, &(start..start + claim.len()), &all[nth], &all[nth.saturating_sub(1)], told.len())
    }

    #[test]
    fn coins_that_are_given_back_or_refused_were_never_received() {
        for told in [
            "He gives you two copper for it. The rain comes on. You drop the coppers back into his hand.",
            "Oswin pushes two copper into your hand, and you give them straight back to him.",
            "Oswin pushes two copper over to you. You shake your head and push both back to Oswin.",
            "She puts two copper into your palm. You hand her back the coins.",
            "She puts two copper into your palm. You wave the coins away.",
        ] {
            assert!(back("two copper", told), "{told}");
        }
        assert!(back("two copper", "You slide two copper across the bar. He pushes the coins back to you."));
    }

    #[test]
    fn coins_that_are_kept_or_passed_on_were_received() {
        for told in [
            "He gives you two copper for it. You put the coins back in your purse.",
            "He gives you two copper for it. You hand Merrow back the coins.",
            "He gives you two copper for it. You hand him back his hat.",
            "He gives you two copper for it. You give him nine copper back.",
            "He gives you two copper for it. You give Merrow the coins and go back.",
            "He gives you two copper for it. He pushes the coins back.",
        ] {
            assert!(!back("two copper", told), "{told}");
        }
        assert!(!back("two copper", "You slide two copper across the bar. He puts the coins back in his till."));
        assert!(!back("two copper", "It is two copper, poured out over your knees. Perry gives it back to you."));
    }
}
