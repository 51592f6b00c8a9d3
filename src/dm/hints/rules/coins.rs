//! Coins: paid, earned, found.

use std::sync::LazyLock;

use crate::dm::hints::{
    HintReader, Suggestion,
    language::{
        LazyWordSet,
        clause::{ClauseSubject, MessageClause},
        cues::Cue,
        listed, one_of,
        reading::MessageReading,
    },
};

const COINS: &str = include_str!("coins.txt");

/// Verbs that say whether a sum is spent, received or kept.
static GIVES: LazyWordSet = LazyLock::new(|| listed(COINS, "gives"));
static TAKES: LazyWordSet = LazyLock::new(|| listed(COINS, "takes"));
static NEUTRAL: LazyWordSet = LazyLock::new(|| listed(COINS, "neutral"));

/// Coins change hands.
pub(super) fn paid(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let live = reading.clauses.iter().filter(|clause| clause.is_live() && !clause.past && !clause.hangs);
    let hint = |clause: &MessageClause| {
        let (amount, at) = reading.money(clause.from, clause.to)?;
        let sign = Some(sign_of(reading, clause, at)).filter(|sign| *sign != 0.0);
        let amount = amount * sign.unwrap_or_else(|| explains(reading, clause));
        let reason = if amount < 0.0 { "the player pays" } else { "the player gets coins" };
        let hint = Suggestion::of("update_game_state", "gold_delta", 0.85, reason).with("amount", amount.to_string());
        (amount != 0.0).then_some(hint)
    };
    live.filter_map(hint).collect()
}

/// Whether the sum at a place of a clause comes (1) to the player or goes (-1).
fn sign_of(reading: &MessageReading<'_>, clause: &MessageClause, at: usize) -> f64 {
    let ours = |from: usize, words: &str| reading.any_word(from, clause.to, words);
    match clause.subject {
        // "he counts the 20 gold into my hand"
        ClauseSubject::Other
            if clause.head.is_some()
                && ours(clause.head.unwrap_or(at), "my me our us")
                && one_of(clause.lemma, "count give pay hand put press drop slide toss lay refund repay reward") =>
        {
            1.0
        }
        ClauseSubject::Member(_) if matches!(clause.lemma, "get" | "receive" | "take") && ours(at, "mine") => -1.0,
        // "The innkeeper gets his 3 gold"
        ClauseSubject::Other if one_of(clause.lemma, "get receive") && !clause.will => -1.0,
        _ if lands(reading, clause, at) => {
            if ours(at, "my our") {
                1.0
            } else {
                -1.0
            }
        }
        ClauseSubject::Other | ClauseSubject::You => {
            let offered = offered(reading, clause.from, clause.to, at);
            if offered == 0.0 && reading.word(clause.from) == "that" { explains(reading, clause) } else { offered }
        }
        _ if clause.head.is_none() => offered(reading, clause.from, clause.to, at),
        _ if clause.is_deed() => sign(reading, clause.lemma, clause.to, at),
        _ => 0.0,
    }
}

/// Whether coins come (1) or go (-1) with a deed.
fn sign(reading: &MessageReading<'_>, lemma: &str, to: usize, at: usize) -> f64 {
    // "I put the 12 gold in my purse"
    let keeps = || one_of(lemma, "put drop slide slip return") && reading.any_word(at, to, "my our pocket");
    // Whatever is done with a sum that goes to someone, or for something.
    let goes = || !lemma.is_empty() && reading.any_word(at, to, "to into onto for over out on down");
    match () {
        () if GIVES.contains(lemma) && keeps() || TAKES.contains(lemma) => 1.0,
        () if GIVES.contains(lemma) || !NEUTRAL.contains(lemma) && goes() => -1.0,
        () => 0.0,
    }
}

/// Whether a sum itself goes somewhere: “two gold pieces land on the counter”.
fn lands(reading: &MessageReading<'_>, clause: &MessageClause, at: usize) -> bool {
    let goes = "land lands clink clinks drop drops fall falls go goes roll rolls change changes pass passes clatter clatters ring rings jingle \
                bounce bounces";
    let there = "counter table palm hand hands bar desk bowl hat tray him her them";
    clause.head.is_none_or(|head| head > at)
        && (at + 1..(at + 5).min(clause.to)).any(|at| one_of(reading.word(at), goes))
        && reading.any_word(at, clause.to, there)
}

/// Coins that are held out in words: "here, ten gold for the room".
fn offered(reading: &MessageReading<'_>, from: usize, to: usize, at: usize) -> f64 {
    let begins =
        |at: usize| reading.word(at) == "here" || matches!((reading.word(at), reading.word(at + 1)), ("so", "here"));
    let here = begins(from)
        || (from > 0 && begins(from - 2.min(from)))
        || (at > 0 && from > 1 && reading.word(from - 2) == "here");
    let here = here || reading.any_word(from, at, "here") && reading.any_word(from, at, "is are");
    let here = here || reading.has_cue(Cue::HereYouGo) && reading.reader == HintReader::Npc;
    let share = reading.has_cue(Cue::Paid) && !reading.any_word(from, to, "want for");
    let agreed = reading.any_word(to.min(reading.tokens.len()), (to + 4).min(reading.tokens.len()), "agreed")
        && reading.reader == HintReader::Npc;
    let settled = reading.reader == HintReader::Npc && {
        let coins =
            |it: &MessageClause| reading.any_word(it.from, it.to, "coin coins gold money purse bag silver them it");
        let counts = |it: &MessageClause| {
            it.is_deed() && one_of(it.lemma, "count pay hand put lay slide push drop toss slap") && coins(it)
        };
        reading.clauses.iter().any(counts)
    };
    if here || share || agreed || settled { -1.0 } else { 0.0 }
}

/// A sum that explains another clause: "I pocket the purse: 12 gp", "I sell the old helm to her, 4 gp is fine".
fn explains(reading: &MessageReading<'_>, clause: &MessageClause) -> f64 {
    let near = reading.deeds().filter(|it| it.sentence == clause.sentence && it.from != clause.from);
    let signs = near.filter_map(|it| {
        let own = reading.any_word(it.from, it.to, "myself ourselves himself herself");
        if own && one_of(it.lemma, "get grab take pick treat fetch order") {
            return Some(-1.0);
        }
        let trade =
            one_of(it.lemma, "sell flog hawk offload vend buy purchase pay hire rent order bet tip empty loot settle");
        let coins = reading.any_word(it.from, it.to, "coin coins purse gold money silver");
        (trade || coins && reading.money(it.from, it.to).is_none()).then(|| sign(reading, it.lemma, it.to, it.from))
    });
    signs.last().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_is_used_and_has_each_word_once() {
        check_lists(COINS, &["gives", "takes", "neutral"]);
    }
}
