//! The review of a story by the utility model: which findings of the comparison the story really claims, and what else it claims
//! that is not recorded. One call with a timeout; if it fails, the findings count as the comparison made them.

use std::sync::LazyLock;

use game::Change;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    dm::{
        agents::NARRATION_REVIEWER,
        draft::Draft,
        extraction,
        one_shot_completion::{self, HelperReply, HelperRequest, patience},
    },
    store::ReviewTrace,
};

use super::{
    inquiry::kept,
    ledger::TurnFacts,
    recorded::EventMention,
    told::{ClaimKind, ParsedProse, UnsupportedClaim},
    trigger::Unrecorded,
};

const INSTRUCTIONS: &str = include_str!("review.md");
/// The most tokens of the answer, thinking included.
const MAX_TOKENS: u32 = 1_024;
/// The most events that a review may add.
const MAX_ADDED: usize = 4;

/// The reviewer's answer.
#[derive(Debug, Default, Deserialize)]
struct ReviewAnswer {
    findings: Vec<ClaimVerdict>,
    also_claimed: Vec<StoryClaim>,
}

/// Whether the story claims what a finding says it does.
#[derive(Debug, Deserialize)]
struct ClaimVerdict {
    number: usize,
    is_claimed: bool,
}

/// An event that the story tells of.
#[derive(Debug, Deserialize)]
struct StoryClaim {
    kind: ClaimKind,
    quote: String,
}

/// Whether a story without findings is reviewed too, if its words seem to tell of unrecorded events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Searching {
    Yes,
    No,
}

/// The result of a review of a story.
#[derive(Debug, Default)]
pub(super) struct Review {
    /// The story.
    narrative: String,
    /// Number of changes the turn had recorded then.
    n_changes: usize,
    /// Findings that the story does not claim.
    rejected: Vec<UnsupportedClaim>,
    /// Claims in addition to the findings.
    added: Vec<UnsupportedClaim>,
}

impl Review {
    /// The findings that are left after the review: what it rejected is taken out, and what it added counts until the turn records
    /// an event of that kind or the story no longer says it.
    pub(super) fn applied(
        &self,
        mut findings: Vec<UnsupportedClaim>,
        narrative: &str,
        changes: &[Change],
    ) -> Vec<UnsupportedClaim> {
        findings
            .retain(|it| !self.rejected.iter().any(|rejected| rejected.kind == it.kind && rejected.quote == it.quote));
        let recorded = changes.get(self.n_changes..).unwrap_or_default();
        let counts = |it: &&UnsupportedClaim| narrative.contains(&it.quote) && !records(recorded, it.kind);
        findings.extend(self.added.iter().filter(counts).cloned());
        findings
    }

    /// Parses the review of a story with these `findings`.
    fn read(
        answer: ReviewAnswer,
        narrative: &str,
        findings: &[UnsupportedClaim],
        may_add: impl Fn(&StoryClaim) -> Option<String>,
    ) -> Self {
        let is_rejected = |number: usize| answer.findings.iter().any(|it| it.number == number && !it.is_claimed);
        let rejected = (1..).zip(findings).filter(|(number, _)| is_rejected(*number)).map(|(_, it)| it.clone());
        let is_new = |claim: &StoryClaim| {
            let quote = claim.quote.trim();
            !quote.is_empty()
                && narrative.contains(quote)
                && !findings.iter().any(|it| it.kind == claim.kind && overlap(narrative, &it.quote, quote))
        };
        let mut added: Vec<UnsupportedClaim> = Vec::new();
        for claim in answer.also_claimed.iter().filter(|it| is_new(it)) {
            let quote = claim.quote.trim();
            // The same event may be quoted twice.
            let is_added =
                added.iter().any(|it: &UnsupportedClaim| it.kind == claim.kind && overlap(narrative, &it.quote, quote));
            if let Some(truth) = may_add(claim).filter(|_| !is_added && added.len() < MAX_ADDED) {
                added.push(UnsupportedClaim { kind: claim.kind, quote: quote.to_owned(), truth });
            }
        }
        Self { rejected: rejected.collect(), added, ..Self::default() }
    }
}

/// Whether two quotes share a part of the text.
fn overlap(text: &str, one: &str, other: &str) -> bool {
    let range = |quote: &str| text.find(quote).map(|start| start..start + quote.len());
    range(one).zip(range(other)).is_some_and(|(a, b)| a.start < b.end && b.start < a.end)
}

/// The recorded truth about an event that only a reviewer found.
fn truth_of(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Gold => "No such coins are recorded as paid, lost or received.",
        ClaimKind::ItemGained => "Nothing like that is recorded as gained.",
        ClaimKind::ItemLost => "Nothing like that is recorded as lost.",
        ClaimKind::HitPoints => "No such hit points are recorded as lost or regained.",
        ClaimKind::Condition => "No such condition is recorded.",
        ClaimKind::Death => "No such death is recorded.",
        ClaimKind::SpellSlot => "No spell slot is recorded as spent for that.",
        ClaimKind::Rest => "No rest is recorded.",
        ClaimKind::Quest => "No quest is recorded as taken on or done.",
        ClaimKind::Level => "No such level or experience is recorded.",
        _ => "Nothing like that is recorded.",
    }
}

/// Whether changes record an event of this kind.
pub(super) fn records(changes: &[Change], kind: ClaimKind) -> bool {
    changes.iter().any(|change| kind_of(change) == Some(kind))
}

/// The kind of event that a change records, if it is one that is reviewed.
fn kind_of(change: &Change) -> Option<ClaimKind> {
    Some(match change {
        Change::PurseChanged { .. } => ClaimKind::Gold,
        Change::ItemGained { .. } => ClaimKind::ItemGained,
        Change::ItemLost { .. } => ClaimKind::ItemLost,
        Change::HpChanged { .. } | Change::CreatureHpChanged { .. } => ClaimKind::HitPoints,
        Change::ConditionAdded { .. }
        | Change::ConditionRemoved { .. }
        | Change::CreatureConditionAdded { .. }
        | Change::CreatureConditionRemoved { .. }
        | Change::EffectBegan { .. }
        | Change::EffectEnded { .. } => ClaimKind::Condition,
        Change::HeroDied { .. } | Change::CreatureDied { .. } => ClaimKind::Death,
        Change::SpellSlotsUsed { .. } | Change::UsesSpent { .. } => ClaimKind::SpellSlot,
        Change::HitDiceUsed { .. } | Change::LongRestTaken { .. } => ClaimKind::Rest,
        Change::LocationChanged { .. } | Change::PlaceReached { .. } | Change::NodeReached { .. } => ClaimKind::Place,
        Change::QuestAdded { .. } | Change::QuestCompleted { .. } => ClaimKind::Quest,
        Change::LevelGained { .. } | Change::LevelUpEarned { .. } | Change::XpGained { .. } => ClaimKind::Level,
        _ => return None,
    })
}

impl Draft {
    /// Has the story reviewed, unless it was already or there is no reason to. `Searching::Yes` is one: words for an event of
    /// which nothing is recorded.
    pub(super) async fn review(&mut self, searching: Searching) {
        let narrative = &self.record.narrative;
        let is_done = self.inquiry.review.as_ref().is_some_and(|it| it.narrative == *narrative);
        if !self.inquiry.mode.asks_helpers() || is_done {
            return;
        }
        let in_fight = self.in_fight();
        let compared = self.compared();
        let (findings, unrecorded) = (compared.findings.clone(), compared.unrecorded.clone());
        let cause = match findings.is_empty() {
            false => "findings",
            true if searching == Searching::No => return,
            true => match unrecorded.first() {
                Some(first) => first.kind.as_str(),
                None => match self.left_undone(in_fight) {
                    Some(kind) => kind.as_str(),
                    None => return,
                },
            },
        };
        let (answer, failure) = match self.ask_reviewer(&findings).await {
            Ok(answer) => (answer, None),
            Err(failure) => (ReviewAnswer::default(), Some(failure)),
        };
        let narrative = self.record.narrative.clone();
        let (ledger, told) = (self.ledger(), ParsedProse::new(&narrative));
        let may_add = |claim: &StoryClaim| {
            let quote = narrative.find(claim.quote.trim()).map(|from| from..from + claim.quote.trim().len())?;
            let of_sentence =
                |it: &&Unrecorded| it.kind == claim.kind && it.at.start < quote.end && quote.start < it.at.end;
            let against = unrecorded.iter().find(of_sentence);
            let truth = against.and_then(|it| it.truth.clone());
            // The rules know each wound of a fight, so a reviewer can't find one where they agree with the story.
            let may = ClaimKind::REVIEWED.contains(&claim.kind)
                && (!in_fight || claim.kind.is_caused_in_fights() || against.is_some());
            let is_recorded = against.is_none() && ledger.has_recorded_quote(claim.kind, &told, quote);
            let by_record = || match claim.kind {
                ClaimKind::Place => ledger.whereabouts(),
                kind => truth_of(kind).to_owned(),
            };
            (may && !is_recorded).then(|| truth.unwrap_or_else(by_record))
        };
        let review = Review::read(answer, &narrative, &findings, may_add);
        self.inquiry.trace.review = Some(ReviewTrace {
            cause: cause.to_owned(),
            rejected: kept(&review.rejected),
            added: kept(&review.added),
            failure,
        });
        self.note_check();
        self.inquiry.review = Some(Review { narrative, n_changes: self.record.changes.len(), ..review });
    }

    /// Due effects of the player's words that the turn did not record: a journey, a rest or a spell that a hint named, and a place that
    /// the scene is said to be at.
    fn left_undone(&self, in_fight: bool) -> Option<ClaimKind> {
        const DUE: [(&str, ClaimKind); 3] =
            [("travel", ClaimKind::Place), ("rest", ClaimKind::Rest), ("cast_spell", ClaimKind::SpellSlot)];
        let ledger = self.ledger();
        let is_left = |kind: &&ClaimKind| {
            (!in_fight || kind.is_caused_in_fights()) && !ledger.has_recorded(**kind, EventMention::default())
        };
        if let Some(kind) = self.found_due().iter().find(is_left) {
            return Some(*kind);
        }
        if in_fight {
            return None;
        }
        let is_due = |(name, kind): &(&str, ClaimKind)| {
            self.hinted.iter().any(|hinted| hinted == name) && !ledger.has_recorded(*kind, EventMention::default())
        };
        let scene = self.record.changes.iter().rev().find_map(|change| match change {
            Change::SceneChanged { scene, .. } => Some(scene),
            _ => None,
        });
        let is_elsewhere = scene.is_some_and(|scene| {
            let names_another = ledger.names_elsewhere(scene) || !ledger.moved && ledger.is_in_unknown_place(scene);
            names_another && !ledger.names_here(scene)
        });
        DUE.iter().find(|it| is_due(it)).map(|(_, kind)| *kind).or_else(|| is_elsewhere.then_some(ClaimKind::Place))
    }

    /// The turn's record so far.
    fn ledger(&self) -> TurnFacts {
        let record = &self.record;
        let ledger = TurnFacts::of(&self.inquiry.before, self.game(), &record.changes, self.acting());
        let rested = self.batch.rests().next().is_some();
        ledger.with_campaign(self.handed_over().as_ref()).with_events(&record.combat_events).with_rests(rested)
    }

    /// Asks the utility model.
    async fn ask_reviewer(&mut self, findings: &[UnsupportedClaim]) -> Result<ReviewAnswer, String> {
        static SCHEMA: LazyLock<Value> = LazyLock::new(schema);
        let found = (1..).zip(findings);
        let found: String =
            found.map(|(n, it)| format!("{n}. {}: “{}” ({})\n", it.kind.as_str(), it.quote, it.truth)).collect();
        let request = HelperRequest {
            instructions: INSTRUCTIONS.trim_end(),
            max_tokens: MAX_TOKENS,
            words: extraction::material_for_review(self, &found),
            schema: SCHEMA.clone(),
            patience: self.inquiry.patience.min(patience::EXTRACTION),
        };
        let models = self.models_for(NARRATION_REVIEWER, &[]);
        let HelperReply { text, spent } = one_shot_completion::ask(&models, request).await;
        if let Some((model, tokens)) = spent {
            self.count(NARRATION_REVIEWER, &model, &tokens);
        }
        let answer = one_shot_completion::object(&text.map_err(str::to_owned)?);
        answer.ok_or_else(|| "the answer was not what was asked for".to_owned())
    }
}

/// The schema of the answer.
fn schema() -> Value {
    let kinds = ClaimKind::REVIEWED.map(|kind| kind.as_str());
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "findings": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "properties": {"number": {"type": "integer"}, "is_claimed": {"type": "boolean"}},
                "required": ["number", "is_claimed"],
            }},
            "also_claimed": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "properties": {"kind": {"type": "string", "enum": kinds}, "quote": {"type": "string"}},
                "required": ["kind", "quote"],
            }},
        },
        "required": ["findings", "also_claimed"],
    })
}

/// The reviewer as its model reads it: name, instructions and schema of the answer.
pub(in crate::dm) fn helper() -> (&'static str, &'static str, Value) {
    (NARRATION_REVIEWER, INSTRUCTIONS.trim_end(), schema())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: ClaimKind, quote: &str) -> UnsupportedClaim {
        UnsupportedClaim { kind, quote: quote.to_owned(), truth: String::new() }
    }

    #[test]
    fn a_review_takes_findings_out_and_adds_quotes_of_the_story_alone() {
        let story = "Berrin waits until he has gone. You count six gold pieces onto the table.";
        let findings = [finding(ClaimKind::Death, "he has gone")];
        let answer: ReviewAnswer = serde_json::from_value(json!({
            "findings": [{"number": 1, "is_claimed": false}, {"number": 9, "is_claimed": false}],
            "also_claimed": [
                {"kind": "gold", "quote": "You count six gold pieces"},
                {"kind": "gold", "quote": "six gold pieces onto the table"},
                {"kind": "gold", "quote": "You count nine gold pieces"},
                {"kind": "roll", "quote": "Berrin waits"},
            ],
        }))
        .unwrap();
        let review = Review::read(answer, story, &findings, |it| (it.kind == ClaimKind::Gold).then(String::new));
        let left = review.applied(findings.to_vec(), story, &[]);
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!((left[0].kind, left[0].quote.as_str()), (ClaimKind::Gold, "You count six gold pieces"));
        let character_id = "ada".into();
        let paid = Change::PurseChanged { character_id, delta_cp: -600 };
        assert_eq!(review.applied(findings.to_vec(), story, &[paid]), []);
        assert_eq!(review.applied(Vec::new(), "You nod.", &[]), []);
    }
}
