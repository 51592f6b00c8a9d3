//! Quests that the story claims to be taken on or done.

use super::{
    claims::ProseReading,
    ledger::{TouchedQuest, TurnFacts},
    reading::found,
    sentence::words,
    things::singular,
    told::{ClaimKind, UnsupportedClaim},
    verbs::first_form,
};

/// Compares the narrated quests with the recorded ones. Where one was done in the turn, words that name none are about that one,
/// and so are words that may be about either.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let not_done = ledger.quests_not_done();
    if !not_done.is_empty() {
        let truth = ledger.told_of_quests();
        let is_about = |nth: usize, quests: &[String]| quests.iter().any(|quest| heard.speaks_of_quest(nth, quest));
        let is_near = |nth: usize, quests: &[String]| (nth.saturating_sub(1)..=nth).any(|nth| is_about(nth, quests));
        let is_recorded =
            |nth: usize| ledger.quest_done && (!is_near(nth, &not_done) || is_near(nth, &ledger.quests_done));
        let made = heard.claims("quest_done").into_iter().filter(|made| !is_recorded(made.nth));
        findings.extend(made.map(|made| found(ClaimKind::Quest, &made, truth.clone())));
        // An ambiguous word for an end counts if words of the quest are near.
        let near = heard.claims("quest_done.near").into_iter();
        let near = near.filter(|made| is_near(made.nth, &not_done) && !is_recorded(made.nth));
        findings.extend(near.map(|made| found(ClaimKind::Quest, &made, truth.clone())));
        let tells = |nth: usize, quests: &[String]| quests.iter().any(|quest| heard.tells_as_done(nth, quest));
        for nth in 0..heard.glosses.len() {
            if tells(nth, &not_done) && !tells(nth, &ledger.quests_done) {
                let quote = heard.quote(nth, 0..heard.sentence(nth).len()).to_owned();
                findings.push(UnsupportedClaim { kind: ClaimKind::Quest, quote, truth: truth.clone() });
            }
        }
    }
    if !ledger.quest_added {
        let truth = "No quest was taken on this turn.";
        findings.extend(heard.claims("quest_new").iter().map(|made| found(ClaimKind::Quest, made, truth.to_owned())));
    }
}

impl TurnFacts {
    /// Titles of the quests that were open before the turn and that it has not done.
    pub(super) fn quests_not_done(&self) -> Vec<String> {
        self.quests.iter().chain(&self.quests_failed).cloned().collect()
    }

    /// Which quests the turn has done, which failed, and which are open still.
    pub(super) fn told_of_quests(&self) -> String {
        let done = match self.quests_done.is_empty() {
            true => "No quest was done this turn".to_owned(),
            false => format!("Of the quests only these were done this turn: {}", self.quests_done.join("; ")),
        };
        let [failed, open] = [("failed", &self.quests_failed), ("open", &self.quests)].map(|(what, quests)| {
            if quests.is_empty() { String::new() } else { format!("; {what}: {}", quests.join("; ")) }
        });
        format!("{done}{failed}{open}.")
    }

    /// Whether the turn recorded anything of the quest that a text tells of. A text that names none may mean any.
    pub(super) fn has_recorded_quest(&self, text: &str) -> bool {
        let names_touched = self.quests_touched.iter().any(|quest| names(text, &quest.asked()));
        let names_open = || self.quests.iter().any(|quest| speaks_of(text, quest));
        !self.quests_touched.is_empty() && (names_touched || !names_open())
    }
}

impl TouchedQuest {
    /// The words of what it and the objective that was reached are about.
    fn asked(&self) -> Vec<String> {
        [Some(&self.title), self.objective.as_ref()].into_iter().flatten().flat_map(|text| asked(text)).collect()
    }
}

/// Whether most of what a quest asks for is named in a text.
fn speaks_of(text: &str, quest: &str) -> bool {
    names(text, &asked(quest))
}

/// Whether a text has most of these words.
fn names(text: &str, asked: &[String]) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    let roots: Vec<String> = words(&text).map(root).collect();
    let shared = asked.iter().filter(|word| roots.contains(word)).count();
    shared >= 2 || (shared == 1 && asked.len() <= 3 && asked.last().is_some_and(|last| roots.contains(last)))
}

/// Words that say that something has come about.
const COME_ABOUT: [&str; 33] = [
    "free",
    "safe",
    "home",
    "rest",
    "lit",
    "open",
    "shut",
    "closed",
    "broken",
    "lifted",
    "ended",
    "over",
    "done",
    "yours",
    "won",
    "held",
    "kept",
    "found",
    "saved",
    "sealed",
    "caught",
    "cured",
    "back",
    "whole",
    "ends",
    "stops",
    "lights",
    "falls",
    "settled",
    "solved",
    "recovered",
    "delivered",
    "reached",
];
/// Words of a sentence that tells of no end.
const NOT_YET: [&str; 16] = [
    "half", "begun", "only", "part", "first", "yet", "still", "next", "remains", "almost", "nearly", "soon", "not",
    "never", "no", "nothing",
];
/// Words that introduce wishes, plans and possibilities.
const MAY_BE: [&str; 12] =
    ["would", "could", "will", "can", "may", "might", "must", "should", "want", "wants", "need", "when"];

impl ProseReading<'_, '_> {
    /// Whether most of what a quest asks for is named in a sentence that says it to be so.
    fn speaks_of_quest(&self, nth: usize, quest: &str) -> bool {
        speaks_of(self.sentence(nth), quest)
    }

    /// Whether a sentence tells that what a quest asks for has come about: its words stand there, and one that says so.
    fn tells_as_done(&self, nth: usize, quest: &str) -> bool {
        let sentence = self.sentence(nth).to_lowercase().replace('’', "'");
        // Anyone who only names it says nothing of its being done.
        if sentence.contains(&quest.to_lowercase().replace('’', "'")) {
            return false;
        }
        let told: Vec<&str> = words(&sentence).collect();
        if told.iter().any(|word| NOT_YET.contains(word) || word.ends_with("n't")) || !self.says(nth, 0..0) {
            return false;
        }
        let asked = asked(quest);
        let roots: Vec<String> = told.iter().map(|word| root(word)).collect();
        let shared = asked.iter().filter(|word| roots.contains(word)).count();
        let last = roots.iter().rposition(|word| asked.contains(word)).unwrap_or(0);
        if told[..last].iter().any(|word| MAY_BE.contains(word) || word.ends_with("'ll")) {
            return false;
        }
        let has_come = |at: usize| {
            told[at.saturating_sub(4)..at]
                .iter()
                .any(|word| matches!(*word, "is" | "are" | "has" | "have" | "been" | "was"))
                || told[at.saturating_sub(4)..at].iter().any(|word| word.ends_with("'s") || word.ends_with("'ve"))
        };
        // Completed tasks are narrated in the perfect tense.
        let deed = asked.first().is_some_and(|deed| {
            (0..told.len())
                .any(|at| is_deed(&roots[at], deed) && told[at] != deed && !told[at].ends_with("ing") && has_come(at))
        });
        let came_about = told.iter().any(|word| COME_ABOUT.contains(word));
        let yours = told.iter().take(4).any(|word| matches!(*word, "you" | "you've" | "you're"));
        let object = yours && asked.iter().skip(1).any(|word| roots.contains(word));
        (deed && (shared >= 2 || object)) || (shared >= 2 && came_about && shared * 2 >= asked.len() && last < 24)
    }
}

/// Words that say nothing of what a quest is about.
const EMPTY: [&str; 40] = [
    "the", "a", "an", "of", "to", "in", "for", "at", "from", "her", "his", "who", "that", "there", "be", "not", "it",
    "its", "and", "on", "with", "out", "into", "before", "by", "their", "your", "what", "why", "how", "where", "is",
    "isn't", "till", "until", "up", "down", "off", "old", "lost",
];

/// Deeds that come to the same when they are done.
const DEEDS: [&[&str]; 9] = [
    &["find", "bring", "return", "locat", "recover", "retriev", "reunit", "fetch", "discover", "reclaim"],
    &["free", "releas", "rescu", "sav", "loos", "liberat", "unchain"],
    &["kill", "slay", "defeat", "destroy", "slain", "end", "behead", "vanquish", "beat"],
    &["deliver", "carry", "bring", "tak", "hand"],
    &["learn", "discover", "uncover", "solv", "unmask", "expos", "identify", "nam", "know"],
    &["guard", "protect", "hold", "defend", "keep", "escort"],
    &["break", "lift", "end", "undo", "stop"],
    &["cur", "heal", "sav", "mend"],
    &["steal", "win", "get", "tak"],
];

/// Whether one deed is another by another word.
fn is_deed(told: &str, asked: &str) -> bool {
    told == asked || DEEDS.iter().any(|deeds| deeds.contains(&told) && deeds.contains(&asked))
}

/// The significant words of a quest, without single letters and numbers.
fn asked(quest: &str) -> Vec<String> {
    let says_much = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2 && !EMPTY.contains(word);
    words(&quest.to_lowercase()).filter(says_much).map(root).collect()
}

/// The common stem of related words: “freedom” and “free”.
fn root(word: &str) -> String {
    let word = first_form(&singular(word));
    let word = ["dom", "ation", "ment", "ing", "ed"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|stem| stem.len() > 3))
        .unwrap_or(&word);
    word.trim_end_matches('e').to_owned()
}
