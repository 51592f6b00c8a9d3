//! Runs the check in a turn, and handles its findings.

use std::time::Duration;

use game::{Game, wording::cut};

use crate::{
    dm::{
        draft::Draft, extraction, models::Models, one_shot_completion::patience, plot::HandedOver, redaction::redacted,
    },
    store::{Discarded, NarrationTrace, Unexplained},
};

use super::{
    audit::compare,
    claims::ProseReading,
    ledger::TurnFacts,
    names::KnownNames,
    number::number,
    review::{self, Review, Searching},
    sentence::sentences,
    told::{ClaimKind, ParsedProse, UnsupportedClaim},
    trigger::{self, Unrecorded},
};

/// How strictly a model's story is compared with the records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NarrationCheck {
    /// Not at all.
    Off,
    /// Mismatches are reported to the player.
    Warn,
    /// Mismatches are corrected where possible; the rest is reported to the player.
    #[default]
    Repair,
    /// As `Repair`, but by the comparison alone: no helper reviews what it finds or reads the story.
    Exact,
}

impl NarrationCheck {
    /// Reads `off`, `warn`, `repair` or `exact`.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "off" => Some(Self::Off),
            "warn" => Some(Self::Warn),
            "repair" => Some(Self::Repair),
            "exact" => Some(Self::Exact),
            _ => None,
        }
    }

    /// Whether the Dungeon Master is asked to correct contradictions.
    fn repairs(self) -> bool {
        matches!(self, Self::Repair | Self::Exact)
    }

    /// Whether helpers may be asked.
    pub(super) fn asks_helpers(self) -> bool {
        matches!(self, Self::Repair | Self::Warn)
    }
}

/// The code of the notice that tells the player what doesn't fit.
const NOTICE: &str = "narration_check";
/// The most findings a notice names.
const MOST_TOLD: usize = 3;
/// The longest quote in a notice, in characters.
const MAX_QUOTE: usize = 160;
/// Maximum length of a text in a trace, in characters.
const MAX_KEPT: usize = 400;
/// Maximum length of an objection or a discarded text in a trace, in characters.
const MAX_OBJECTION: usize = 6_000;

/// The state of one turn's check.
#[derive(Debug)]
pub(in crate::dm) struct Inquiry {
    pub(super) mode: NarrationCheck,
    /// The game when the turn began.
    pub(super) before: Game,
    /// The last findings about the story.
    compared: Option<Compared>,
    /// The reviewer's answer, if one was asked.
    pub(super) review: Option<Review>,
    /// The narration at the time of the objection, and the offset where that of the current turn begins.
    told: Option<(String, usize)>,
    /// Number of changes the turn had recorded when the objection was put.
    n_changes_then: usize,
    /// Whether the model read the objection and stood by its story.
    rejected: bool,
    /// Whether it answered that everything is written down already.
    confirmed: bool,
    /// How long a turn waits for each who reads the story.
    pub(in crate::dm) patience: Duration,
    /// How much of the story the extractors have seen, in bytes.
    pub(in crate::dm) extracted_to: usize,
    /// The record in the turn's trace.
    pub(in crate::dm) trace: NarrationTrace,
}

/// A checked story and its findings.
#[derive(Debug)]
pub(super) struct Compared {
    narrative: String,
    by: Grounds,
    pub(super) findings: Vec<UnsupportedClaim>,
    /// Possible events that the turn did not record; empty if no helper model is available.
    pub(super) unrecorded: Vec<Unrecorded>,
}

/// The data a story was compared with. Changes and events are only ever added, so their numbers tell whether there are new ones.
#[derive(Debug, PartialEq)]
struct Grounds {
    n_changes: usize,
    n_events: usize,
    rested: bool,
    in_fight: bool,
    handed_over: Option<HandedOver>,
}

impl Inquiry {
    /// The check of a turn that begins with this game.
    pub(in crate::dm) fn of(models: &Models, game: &Game) -> Self {
        Self {
            mode: models.check(),
            before: game.clone(),
            compared: None,
            review: None,
            told: None,
            n_changes_then: 0,
            rejected: false,
            confirmed: false,
            patience: patience::EXTRACTION,
            extracted_to: 0,
            trace: NarrationTrace::default(),
        }
    }
}

impl Inquiry {
    /// The game when the turn began.
    pub(in crate::dm) fn before(&self) -> &Game {
        &self.before
    }
}

impl Draft {
    /// Unsupported claims of the story so far, after the review if there was one.
    fn unexplained(&mut self) -> Vec<UnsupportedClaim> {
        let findings = self.compared().findings.clone();
        match &self.inquiry.review {
            Some(review) => review.applied(findings, &self.record.narrative, &self.record.changes),
            None => findings,
        }
    }

    /// The result of the exact comparison, cached for the same story.
    pub(super) fn compared(&mut self) -> &Compared {
        let (record, in_fight) = (&self.record, self.in_fight());
        let by = Grounds {
            n_changes: record.changes.len(),
            n_events: record.combat_events.len(),
            rested: self.batch.rests().next().is_some(),
            in_fight,
            handed_over: self.handed_over(),
        };
        let known = self.inquiry.compared.take();
        let known = known.filter(|it| it.by == by && it.narrative == self.record.narrative);
        let compared = known.unwrap_or_else(|| self.compare(by));
        self.inquiry.compared.insert(compared)
    }

    fn compare(&self, by: Grounds) -> Compared {
        let (inquiry, record) = (&self.inquiry, &self.record);
        let ledger = TurnFacts::of(&inquiry.before, self.game(), &record.changes, self.acting());
        let ledger = ledger.with_campaign(by.handed_over.as_ref());
        let told = ParsedProse::new(&record.narrative);
        let heard = ProseReading::new(&told, KnownNames::of(&ledger));
        let findings = compare(&heard, &ledger);
        let unrecorded = match inquiry.mode.asks_helpers() {
            true => {
                let ledger = ledger.with_events(&record.combat_events).with_rests(by.rested);
                trigger::unrecorded(&heard, &ledger, by.in_fight)
            }
            false => Vec::new(),
        };
        Compared { narrative: record.narrative.clone(), by, findings, unrecorded }
    }

    /// Whether the rules of a fight decide what happens in this turn.
    pub(super) fn in_fight(&self) -> bool {
        self.fights() || self.game().encounter.is_some()
    }

    /// The objections to the narration, for the model to read.
    pub(in crate::dm) async fn object(&mut self) -> Option<String> {
        if !self.inquiry.mode.repairs() {
            return None;
        }
        self.review(Searching::Yes).await;
        let findings = self.unexplained();
        if findings.is_empty() {
            return None;
        }
        let objection = objection(&findings);
        self.inquiry.told = Some((self.record.narrative.clone(), self.moment.told_from()));
        self.inquiry.n_changes_then = self.record.changes.len();
        self.inquiry.trace.findings = kept(&findings);
        self.inquiry.trace.objection = Some(cut(&redacted(&objection), MAX_OBJECTION).to_owned());
        self.note_check();
        Some(objection)
    }

    /// Records the story in the turn's trace before another replaces it.
    pub(in crate::dm) fn note_replaced_story(&mut self) {
        let story = self.record.narrative.clone();
        self.note_discarded(&story, "replaced");
    }

    /// Records the model's remark after an objection, which is shown to no player. One that `rejects` the objection also
    /// withdraws it: what it found is kept in the trace alone.
    pub(in crate::dm) fn note_dropped_remark(&mut self, text: &str, rejects: bool) {
        self.inquiry.rejected |= rejects;
        self.inquiry.confirmed |= rejects && is_confirmation(text);
        self.note_discarded(text, "not_a_story");
    }

    fn note_discarded(&mut self, text: &str, reason: &str) {
        let text = cut(&redacted(text), MAX_OBJECTION).to_owned();
        self.inquiry.trace.discarded.push(Discarded { text, reason: reason.to_owned() });
        self.note_check();
    }

    /// Handles unsupported claims after the narration: the extractors record what they can, and
    /// the rest is reported to the player, unless the model rejected the objection. No turn fails by it.
    pub(in crate::dm) async fn settle(&mut self) {
        if self.inquiry.mode == NarrationCheck::Off {
            return;
        }
        // A story in the last reply can't be objected to, but its mismatches are still reported.
        let is_first = self.inquiry.mode.repairs() && self.inquiry.trace.objection.is_none();
        self.review(if is_first { Searching::Yes } else { Searching::No }).await;
        let mut left = self.unexplained();
        if left.is_empty() {
            return;
        }
        if self.inquiry.trace.objection.is_none() {
            self.inquiry.trace.findings = kept(&left);
        }
        // In a fight hit points, conditions and slots are the engine's, whatever the narration says.
        let by_hand = self.game().encounter.is_none() && !self.fights();
        // Avoids recording an event twice.
        let may_extract = by_hand && !self.inquiry.confirmed;
        if self.inquiry.mode == NarrationCheck::Repair && may_extract && !self.was_told_anew() {
            extraction::extract(self, &left).await;
            left = self.unexplained();
        }
        if self.inquiry.trace.objection.is_some() {
            // The model answered a point by recording an event of its kind; its number is still held against it.
            let recorded = self.record.changes.get(self.inquiry.n_changes_then..).unwrap_or_default();
            left.retain(|it| has_number(it) || !review::records(recorded, it.kind));
        }
        self.inquiry.trace.remaining = kept(&left);
        self.note_check();
        let (rejected, confirmed) = (self.inquiry.rejected, self.inquiry.confirmed);
        left.retain(|finding| !rejected || stands_against(finding, confirmed));
        if !left.is_empty() {
            left.truncate(MOST_TOLD);
            for finding in &mut left {
                finding.quote = in_its_sentence(&self.record.narrative, &finding.quote).to_owned();
            }
            self.notice_of(NOTICE, &told_to_the_player(&left), kept(&left));
        }
    }

    /// Whether several turns were narrated again together, so that the current turn's part is unknown.
    fn was_told_anew(&self) -> bool {
        self.inquiry.told.as_ref().is_some_and(|(told, from)| *from > 0 && *told != self.record.narrative)
    }
}

fn objection(findings: &[UnsupportedClaim]) -> String {
    let lines: String = findings.iter().map(|it| format!("“{}”: {}\n", it.quote, it.truth)).collect();
    format!(
        "[check]\nWhat you told and what is written down do not agree:\n{lines}[/check]\nEither only call tools that write down what \
         did happen: your story stays as it is, and a remark beside the calls is shown to nobody. Or send the whole story again \
         so that it fits what is true: it replaces what you told. If no point holds, or all of it is written down already, answer \
         `right` and nothing else: your story stays, and nothing is changed."
    )
}

/// Whether an answer to an objection is the one word which says that everything is written down already.
fn is_confirmation(answer: &str) -> bool {
    answer.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("right")
}

/// Whether a finding counts although the model rejected it: a number that no record supports, or a gain that the model wrongly
/// says was recorded.
fn stands_against(finding: &UnsupportedClaim, confirmed: bool) -> bool {
    let is_gain = matches!(finding.kind, ClaimKind::Gold | ClaimKind::ItemGained);
    has_number(finding)
        && matches!(finding.kind, ClaimKind::HitPoints | ClaimKind::Gold | ClaimKind::ItemGained | ClaimKind::Level)
        || is_gain && confirmed
}

/// Whether the words of a finding hold a number greater than one.
fn has_number(finding: &UnsupportedClaim) -> bool {
    finding.quote.split(|c: char| !c.is_alphanumeric()).any(|word| number(word).is_some_and(|n| n > 1))
}

/// The sentence of a story that contains a quote, unless it is too long to show.
fn in_its_sentence<'s>(story: &'s str, quote: &'s str) -> &'s str {
    let Some(start) = story.find(quote) else { return quote };
    let end = start + quote.len();
    let all = sentences(story);
    let first = all.iter().find(|it| it.start <= start && start < it.end);
    let last = all.iter().find(|it| it.start < end && end <= it.end);
    let whole = first.zip(last).map(|(first, last)| story[first.start..last.end].trim());
    whole.filter(|whole| whole.chars().count() <= MAX_QUOTE).unwrap_or(quote)
}

fn told_to_the_player(findings: &[UnsupportedClaim]) -> String {
    let lines: Vec<String> =
        findings.iter().map(|it| format!("“{}” — {}", cut(&it.quote, MAX_QUOTE), it.truth)).collect();
    format!("The story says more than was written down; what is written down counts. {}", lines.join(" "))
}

pub(super) fn kept(findings: &[UnsupportedClaim]) -> Vec<Unexplained> {
    let short = |text: &str| cut(&redacted(text), MAX_KEPT).to_owned();
    let of = |it: &UnsupportedClaim| Unexplained {
        kind: it.kind.as_str().to_owned(),
        quote: short(&it.quote),
        truth: short(&it.truth),
    };
    findings.iter().map(of).collect()
}
