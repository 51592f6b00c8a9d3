//! Passages of earlier turns for the Dungeon Master, with their turn numbers.

use std::time::Duration;

use game::{
    past::{Denial, DenialKind, PastDeed},
    wording::cut,
};
use prompt::{
    LineText, LineValue, PartText,
    memories::{CitedLine, CitedSource, RecalledLine},
    plain,
};

use crate::{dm::Draft, store::Unexplained};

use super::remembered::{MemoryHit, PassageSource, PastQuery, Untruth};

/// How long a tool waits for the past.
const PATIENCE: Duration = Duration::from_secs(8);
/// The longest excerpt, in characters.
const MAX_EXCERPT: usize = 600;

impl Draft {
    /// Passages of earlier turns that answer a question, with the numbers of the turns, and those of the turns that only tell of
    /// earlier ones.
    pub(in crate::dm) async fn told_of_the_past(&self, mut wanted: PastQuery) -> (String, Vec<u32>) {
        let found = self.ask_the_past(&wanted).await;
        let speaker = wanted.speaker.take().filter(|_| found.as_ref().is_some_and(Vec::is_empty));
        // Quotations within a narration are attributed to the narration, not to the speaker.
        let found = if speaker.is_some() { self.ask_the_past(&wanted).await } else { found };
        let told = self.told_of(&wanted.query, found.as_deref());
        let retellings = found.iter().flatten().filter(|memory| memory.is_retelling).map(|memory| memory.seq).collect();
        match speaker {
            None => (told, retellings),
            Some(speaker) => {
                let told = format!("Nothing is recorded as said by “{}”. Whoever said it:\n{told}", plain(&speaker));
                (told, retellings)
            }
        }
    }

    /// The deeds that answer a question, the oldest first, or what is denied to it.
    pub(in crate::dm) async fn past_deeds(&self, wanted: PastQuery) -> (Vec<PastDeed>, Option<Denial>) {
        let packs = self.game().characters.iter().flat_map(|hero| &hero.inventory);
        let carried: Vec<String> = packs.map(|item| item.name.clone()).collect();
        match &self.past {
            Some(past) => past.deeds(wanted, carried, PATIENCE).await,
            None => Default::default(),
        }
    }

    async fn ask_the_past(&self, wanted: &PastQuery) -> Option<Vec<MemoryHit>> {
        match &self.past {
            Some(past) => past.ask(wanted.clone(), PATIENCE).await,
            None => Some(Vec::new()),
        }
    }

    fn told_of(&self, query: &str, found: Option<&[MemoryHit]>) -> String {
        let query = plain(query);
        match found {
            None => "The past can't be searched just now. Go on with what you know, and don't guess at it.".to_owned(),
            Some([]) => format!("No earlier turn says anything of “{query}”."),
            Some(found) => {
                let mut text = format!("FROM EARLIER TURNS, on “{query}”:");
                for memory in found {
                    let is_given = self.given.iter().any(|it| it.seq == memory.seq && it.text == memory.text);
                    let lines = match is_given {
                        true => vec![RecalledLine::InTheMemories(memory.when())],
                        false => cited_with_untruths(memory).map(RecalledLine::Cited).collect(),
                    };
                    lines.iter().for_each(|line| text.extend(["\n", &line.written()]));
                }
                text
            }
        }
    }
}

impl Untruth {
    /// It as a line that names its turn.
    pub(super) fn line(&self) -> CitedLine {
        let text = format!("“{}”: {}", self.what.quote, self.what.truth);
        CitedLine { is_pinned: false, when: self.when, source: CitedSource::NotSo, text: LineText::of(&text) }
    }
}

/// What the Dungeon Master reads about a question that assumes something no change recorded.
pub(in crate::dm) fn denied(denial: &Denial) -> String {
    let about = plain(&denial.about);
    match denial.kind {
        DenialKind::StillCarried => format!("NOT SO: no hero ever gave away “{about}”; a hero carries it still."),
        DenialKind::HadFromTheStart => {
            format!("NOT SO: no hero got “{about}” in any turn; they had it from the start.")
        }
        DenialKind::GaveNothing | DenialKind::SoldNothing | DenialKind::BoughtNothing | DenialKind::OwesNothing => {
            "NOT SO: no change of any turn says so.".to_owned()
        }
        _ => format!(
            "NOT SO as far as changes know: none of any turn says so of “{about}”. Only a story among the memories can show otherwise."
        ),
    }
}

/// A memory as lines: its own, and one for each thing it says wrongly.
pub(in crate::dm) fn cited_with_untruths(memory: &MemoryHit) -> impl Iterator<Item = CitedLine> {
    let line = |what: &Unexplained| Untruth { when: memory.when(), what: what.clone() }.line();
    cited_whole(memory).into_iter().chain(memory.untruths.iter().map(line))
}

/// A memory as a line, and what the turn's story says of a deed as another.
pub(super) fn cited_whole(memory: &MemoryHit) -> Vec<CitedLine> {
    let telling = (!memory.telling.is_empty()).then(|| CitedLine {
        is_pinned: false,
        when: memory.when(),
        source: CitedSource::Told,
        text: LineText::of(cut(&memory.telling, MAX_EXCERPT)),
    });
    std::iter::once(cited(memory)).chain(telling).collect()
}

/// A memory as a line that names its turn, and says whose words it is in.
fn cited(memory: &MemoryHit) -> CitedLine {
    let source = match &memory.whose {
        PassageSource::Told => CitedSource::Told,
        PassageSource::Said(name) => CitedSource::Said(PartText::of(name)),
        PassageSource::Written => CitedSource::Written,
        PassageSource::Note => CitedSource::Note,
        PassageSource::Edited => CitedSource::Edited,
    };
    let text = LineText::of(cut(&memory.text, MAX_EXCERPT));
    CitedLine { is_pinned: false, when: memory.when(), source, text }
}
