//! Applies a player's journal edits to memory: hidden facts are never shown, edited ones as edited, pinned ones first.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use game::{
    Game, State,
    journal::{ChangePosition, Fact, FactEdit, FactKind, Journal, JournalEdits, JournalEntry, folded},
    story_fact::StoryFact,
    wording::cut,
};
use prompt::{
    LineText, LineValue,
    memories::{CitedLine, CitedSource, CitedTime},
};

use crate::{dm::prompt::estimate_tokens, recall::Recall};

use super::{
    facts::RecordedLine,
    remembered::{MemoryHit, PassageSource, PastQuery},
};

/// Maximum length of an entry, in characters.
const MAX_TOLD: usize = 600;

/// A player's edits, applied to texts about the past.
///
/// A fact is the statement of a change, together with its repetitions that the journal merged while it held.
/// Forgetting or rewording a fact affects all these statements, wherever lines have a turn; what another turn said in the
/// same words, when it held no longer or of someone else, is a fact of its own and stays. Lines that stand on the table have no
/// turn: such a line means all facts in its words, goes when all of them are forgotten, and is else put as the newest of the
/// others is.
#[derive(Debug, Clone, Default)]
pub(in crate::dm) struct Corrections {
    /// The corrected text of a change, by turn and place; none if it is forgotten.
    by_change: HashMap<ChangePosition, Option<String>>,
    /// The same by letters, for lines without a turn.
    by_words: HashMap<String, Option<String>>,
    /// The ids of forgotten facts.
    forgotten: HashSet<String>,
    /// The pinned entries, the newest first.
    pinned: Vec<JournalEntry>,
    /// The player's own entries.
    written: Vec<JournalEntry>,
    /// Whether the edits are there, but not what they are of: any line may be one of them.
    is_unread: bool,
}

impl Corrections {
    /// Applies a player's edits to a journal.
    pub(super) fn of(journal: &Journal, hand: &JournalEdits) -> Self {
        if hand.notes.is_empty() && hand.marks.is_empty() {
            return Self::default();
        }
        let instead = |(place, facts): (ChangePosition, Vec<&Fact>)| {
            let told: Vec<&str> = facts.into_iter().filter_map(|it| as_put(it, hand.mark(&it.id))).collect();
            (place, (!told.is_empty()).then(|| told.join(" ")))
        };
        let by_change = journal.altered(hand).into_iter().map(instead).collect();
        let mut by_words: HashMap<String, Option<&Fact>> = HashMap::new();
        for fact in journal.namesakes(hand) {
            let stands = by_words.entry(folded(&fact.text)).or_default();
            if !hand.mark(&fact.id).is_some_and(|mark| mark.forgotten) {
                *stands = Some(fact);
            }
        }
        let put = |(words, stands): (String, Option<&Fact>)| match stands {
            None => Some((words, None)),
            Some(fact) => hand.mark(&fact.id)?.text.clone().map(|text| (words, Some(text))),
        };
        let by_words = by_words.into_iter().filter_map(put).collect();
        let touched = journal.touched(hand).into_iter().filter(|entry| !entry.forgotten);
        let (mut pinned, mut written) = (Vec::new(), Vec::new());
        for entry in touched {
            if entry.edited || entry.kind == FactKind::Note {
                written.push(entry.clone());
            }
            if entry.pinned {
                pinned.push(entry);
            }
        }
        let forgotten = hand.marks.iter().filter(|(_, mark)| mark.forgotten).map(|(id, _)| id.clone()).collect();
        Self { by_change, by_words, forgotten, pinned, written, is_unread: false }
    }

    /// Edits of a past that is not read yet: no line of the table's own is shown.
    pub(super) fn unread() -> Self {
        Self { is_unread: true, ..Self::default() }
    }

    /// The same without anything the host wrote: edited facts count as forgotten.
    pub(super) fn for_guests(self) -> Self {
        Self {
            by_change: self.by_change.into_keys().map(|place| (place, None)).collect(),
            by_words: self.by_words.into_keys().map(|words| (words, None)).collect(),
            forgotten: self.forgotten,
            pinned: Vec::new(),
            written: Vec::new(),
            is_unread: self.is_unread,
        }
    }

    /// Whether a fact is forgotten.
    pub(super) fn has_forgotten(&self, fact: &Fact) -> bool {
        self.forgotten.contains(&fact.id)
    }

    /// The corrected text of a line of the past; none if it is forgotten.
    pub(super) fn line<'a>(&'a self, seq: u32, line: &'a RecordedLine) -> Option<Cow<'a, str>> {
        match self.by_change.get(&(seq, line.change)) {
            Some(instead) => instead.as_deref().map(Cow::Borrowed),
            None => Some(Cow::Borrowed(&line.text)),
        }
    }

    /// Whether a change is forgotten or put in other words.
    pub(super) fn alters(&self, seq: u32, change: u32) -> bool {
        self.by_change.contains_key(&(seq, change))
    }

    /// The corrected text of a line without a turn; none if it is forgotten.
    fn saying<'a>(&'a self, text: &'a str) -> Option<Cow<'a, str>> {
        if self.is_unread {
            return None;
        }
        if self.by_words.is_empty() {
            return Some(Cow::Borrowed(text));
        }
        match self.by_words.get(&folded(text)) {
            Some(instead) => instead.as_deref().map(Cow::Borrowed),
            None => Some(Cow::Borrowed(text)),
        }
    }

    /// Lines of the table's own, as the player wants them.
    pub(in crate::dm) fn lines<'a>(&'a self, lines: &'a [String]) -> Vec<Cow<'a, str>> {
        lines.iter().filter_map(|line| self.saying(line)).collect()
    }

    /// The game as prompts show it: without hidden facts, and without rewritten ones, which appear in memories only. Of story
    /// facts only positions are shown: the rest is in sentences, which the player may have hidden.
    pub(in crate::dm) fn shown<'g>(&self, game: &'g Game) -> Cow<'g, Game> {
        let story = &game.story;
        let is_as_told = |line: &String| self.saying(line).is_some_and(|said| *said == **line);
        let is_shown = |fact: &StoryFact| matches!(fact, StoryFact::Left { .. });
        let is_all_as_told = self.by_words.is_empty() && !self.is_unread
            || story.milestones.iter().chain(&story.recent_events).all(is_as_told);
        if is_all_as_told && story.facts.iter().all(is_shown) {
            return Cow::Borrowed(game);
        }
        let mut state: State = (**game).clone();
        for lines in [&mut state.story.milestones, &mut state.story.recent_events] {
            lines.retain(is_as_told);
        }
        state.story.facts.retain(is_shown);
        Cow::Owned(Game::new(state))
    }

    /// A passage of a turn with the corrections of the turn's journal lines; empty if no word of it is left.
    pub(super) fn passage(&self, seq: u32, lines: &[RecordedLine], text: String) -> Option<String> {
        if self.by_change.is_empty() {
            return Some(text);
        }
        let whole = lines.iter().map(|line| &*line.text).collect::<Vec<_>>().join(" ");
        let Some(from) = whole.find(&text) else { return Some(text) };
        let (to, mut at, mut told) = (from + text.len(), 0, Vec::new());
        for line in lines {
            let (start, end) = (at, at + line.text.len());
            at = end + 1;
            let (first, last) = (start.max(from), end.min(to));
            if first >= last {
                continue;
            }
            match self.line(seq, line) {
                None => {}
                Some(said) if *said == *line.text => told.push(Cow::Borrowed(&whole[first..last])),
                Some(instead) => told.push(instead),
            }
        }
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// The player's own entries that answer a question to this past, the best first.
    pub(super) fn answers(&self, wanted: &PastQuery, past: &Recall) -> Vec<MemoryHit> {
        if wanted.speaker.is_some() {
            return Vec::new();
        }
        let memory = |entry: &JournalEntry| {
            // A note from before the first turn has no turn.
            let (turn, seq, at) = match entry.since.clone() {
                Some(since) => (Some(since.turn_id), since.seq, Some(since.time)),
                None => (None, 0, None),
            };
            let is_before = wanted.before.is_none_or(|before| seq < before);
            let is_after = wanted.after.is_none_or(|after| seq > after);
            let is_then = is_before && is_after && wanted.day.is_none_or(|day| at.is_some_and(|at| at.day == day));
            let score = past.score_of(&wanted.query, &format!("{} {}", entry.text, entry.about)).filter(|_| is_then)?;
            let whose = if entry.kind == FactKind::Note { PassageSource::Note } else { PassageSource::Edited };
            let (text, untruths) = (entry.text.clone(), Vec::new());
            Some(MemoryHit {
                turn,
                seq,
                score,
                whose,
                at,
                until: None,
                text,
                untruths,
                is_retelling: false,
                telling: String::new(),
            })
        };
        let mut found: Vec<MemoryHit> = self.written.iter().filter_map(memory).collect();
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        found.truncate(wanted.limit);
        found
    }

    /// Whether something pinned says this.
    pub(super) fn has_pinned(&self, text: &str) -> bool {
        self.pinned.iter().any(|entry| entry.text == text)
    }

    /// Pinned entries as lines, as many as fit in a number of tokens, and the tokens they take.
    pub(super) fn pinned(&self, most_tokens: usize) -> (Vec<CitedLine>, usize) {
        let (mut lines, mut n_tokens) = (Vec::new(), 0);
        for entry in &self.pinned {
            let line = CitedLine { is_pinned: true, ..told(entry) };
            let n = estimate_tokens(&line.written());
            if n_tokens + n <= most_tokens {
                n_tokens += n;
                lines.push(line);
            }
        }
        (lines, n_tokens)
    }
}

/// The author of an entry's words.
fn source(entry: &JournalEntry) -> CitedSource {
    match entry.kind {
        FactKind::Note => CitedSource::Note,
        _ if entry.edited => CitedSource::Edited,
        _ => CitedSource::Story,
    }
}

/// A fact with the player's edits; none if hidden.
fn as_put<'a>(fact: &'a Fact, mark: Option<&'a FactEdit>) -> Option<&'a str> {
    match mark {
        Some(mark) if mark.forgotten => None,
        mark => Some(mark.and_then(|mark| mark.text.as_deref()).unwrap_or(&fact.text)),
    }
}

/// An entry as a line that names its turn.
pub(super) fn told(entry: &JournalEntry) -> CitedLine {
    let when = match &entry.since {
        None => CitedTime::BeforeTheFirstTurn,
        Some(since) => {
            CitedTime::Turn { seq: since.seq, at: since.time, until: entry.until.as_ref().map(|until| until.seq) }
        }
    };
    let text = LineText::of(cut(&entry.text, MAX_TOLD));
    CitedLine { is_pinned: false, when, source: source(entry), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn until_the_past_is_read_no_line_is_shown_that_may_be_forgotten() {
        let lines = ["Marta lied.".to_owned()];
        assert_eq!(Corrections::default().lines(&lines), lines);
        assert!(Corrections::unread().lines(&lines).is_empty());
    }
}
