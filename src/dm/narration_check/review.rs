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
    ledger::Ledger,
    recorded::Mention,
    told::{Finding, Kind, Told},
    trigger::Unrecorded,
};

const INSTRUCTIONS: &str = include_str!("review.md");
/// The most tokens of the answer, thinking included.
const MAX_TOKENS: u32 = 1_024;
/// The most events that a review may add.
const MAX_ADDED: usize = 4;

/// The reviewer's answer.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    findings: Vec<Verdict>,
    also_claimed: Vec<Claim>,
}

/// Whether the story claims what a finding says it does.
#[derive(Debug, Deserialize)]
struct Verdict {
    number: usize,
    is_claimed: bool,
}

/// An event that the story tells of.
#[derive(Debug, Deserialize)]
struct Claim {
    kind: Kind,
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
    rejected: Vec<Finding>,
    /// What it claims besides the findings.
    added: Vec<Finding>,
}

impl Review {
    /// The findings that are left after the review: what it rejected is taken out, and what it added counts until the turn records
    /// an event of that kind or the story no longer says it.
    pub(super) fn applied(&self, mut findings: Vec<Finding>, narrative: &str, changes: &[Change]) -> Vec<Finding> {
        findings
            .retain(|it| !self.rejected.iter().any(|rejected| rejected.kind == it.kind && rejected.quote == it.quote));
        let recorded = changes.get(self.n_changes..).unwrap_or_default();
        let counts = |it: &&Finding| narrative.contains(&it.quote) && !records(recorded, it.kind);
        findings.extend(self.added.iter().filter(counts).cloned());
        findings
    }

    /// Reads an answer about a story in which `findings` were found.
    fn read(answer: Answer, narrative: &str, findings: &[Finding], may_add: impl Fn(&Claim) -> Option<String>) -> Self {
        let is_rejected = |number: usize| answer.findings.iter().any(|it| it.number == number && !it.is_claimed);
        let rejected = (1..).zip(findings).filter(|(number, _)| is_rejected(*number)).map(|(_, it)| it.clone());
        let is_new = |claim: &Claim| {
            let quote = claim.quote.trim();
            !quote.is_empty()
                && narrative.contains(quote)
                && !findings.iter().any(|it| it.kind == claim.kind && overlap(narrative, &it.quote, quote))
        };
        let mut added: Vec<Finding> = Vec::new();
        for claim in answer.also_claimed.iter().filter(|it| is_new(it)) {
            let quote = claim.quote.trim();
            // The same event may be quoted twice.
            let is_added =
                added.iter().any(|it: &Finding| it.kind == claim.kind && overlap(narrative, &it.quote, quote));
            if let Some(truth) = may_add(claim).filter(|_| !is_added && added.len() < MAX_ADDED) {
                added.push(Finding { kind: claim.kind, quote: quote.to_owned(), truth });
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

/// What the record says about an event that only a reviewer found.
fn truth_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Gold => "No such coins are recorded as paid, lost or received.",
        Kind::ItemGained => "Nothing like that is recorded as gained.",
        Kind::ItemLost => "Nothing like that is recorded as lost.",
        Kind::HitPoints => "No such hit points are recorded as lost or regained.",
        Kind::Condition => "No such condition is recorded.",
        Kind::Death => "No such death is recorded.",
        Kind::SpellSlot => "No spell slot is recorded as spent for that.",
        Kind::Rest => "No rest is recorded.",
        Kind::Quest => "No quest is recorded as taken on or done.",
        Kind::Level => "No such level or experience is recorded.",
        _ => "Nothing like that is recorded.",
    }
}

/// Whether changes record an event of this kind.
pub(super) fn records(changes: &[Change], kind: Kind) -> bool {
    changes.iter().any(|change| kind_of(change) == Some(kind))
}

/// The kind of event that a change records, if it is one that is reviewed.
fn kind_of(change: &Change) -> Option<Kind> {
    Some(match change {
        Change::PurseChanged { .. } => Kind::Gold,
        Change::ItemGained { .. } => Kind::ItemGained,
        Change::ItemLost { .. } => Kind::ItemLost,
        Change::HpChanged { .. } | Change::CreatureHpChanged { .. } => Kind::HitPoints,
        Change::ConditionAdded { .. }
        | Change::ConditionRemoved { .. }
        | Change::CreatureConditionAdded { .. }
        | Change::CreatureConditionRemoved { .. }
        | Change::EffectBegan { .. }
        | Change::EffectEnded { .. } => Kind::Condition,
        Change::HeroDied { .. } | Change::CreatureDied { .. } => Kind::Death,
        Change::SpellSlotsUsed { .. } | Change::UsesSpent { .. } => Kind::SpellSlot,
        Change::HitDiceUsed { .. } | Change::LongRestTaken { .. } => Kind::Rest,
        Change::LocationChanged { .. } | Change::PlaceReached { .. } | Change::NodeReached { .. } => Kind::Place,
        Change::QuestAdded { .. } | Change::QuestCompleted { .. } => Kind::Quest,
        Change::LevelGained { .. } | Change::LevelUpEarned { .. } | Change::XpGained { .. } => Kind::Level,
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
            Err(failure) => (Answer::default(), Some(failure)),
        };
        let narrative = self.record.narrative.clone();
        let (ledger, told) = (self.ledger(), Told::new(&narrative));
        let may_add = |claim: &Claim| {
            let quote = narrative.find(claim.quote.trim()).map(|from| from..from + claim.quote.trim().len())?;
            let of_sentence =
                |it: &&Unrecorded| it.kind == claim.kind && it.at.start < quote.end && quote.start < it.at.end;
            let against = unrecorded.iter().find(of_sentence);
            let truth = against.and_then(|it| it.truth.clone());
            // The rules know each wound of a fight, so a reviewer can't find one where they agree with the story.
            let may = Kind::REVIEWED.contains(&claim.kind)
                && (!in_fight || claim.kind.is_caused_in_fights() || against.is_some());
            let is_recorded = against.is_none() && ledger.has_recorded_quote(claim.kind, &told, quote);
            let by_record = || match claim.kind {
                Kind::Place => ledger.whereabouts(),
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

    /// What the player's words made due and the turn did not record: a journey, a rest or a spell that a hint named, and a place that
    /// the scene is said to be at.
    fn left_undone(&self, in_fight: bool) -> Option<Kind> {
        const DUE: [(&str, Kind); 3] = [("travel", Kind::Place), ("rest", Kind::Rest), ("cast_spell", Kind::SpellSlot)];
        let ledger = self.ledger();
        let is_left = |kind: &&Kind| {
            (!in_fight || kind.is_caused_in_fights()) && !ledger.has_recorded(**kind, Mention::default())
        };
        if let Some(kind) = self.found_due().iter().find(is_left) {
            return Some(*kind);
        }
        if in_fight {
            return None;
        }
        let is_due = |(name, kind): &(&str, Kind)| {
            self.hinted.iter().any(|hinted| hinted == name) && !ledger.has_recorded(*kind, Mention::default())
        };
        let scene = self.record.changes.iter().rev().find_map(|change| match change {
            Change::SceneChanged { scene, .. } => Some(scene),
            _ => None,
        });
        let is_elsewhere = scene.is_some_and(|scene| {
            let names_another = ledger.names_elsewhere(scene) || !ledger.moved && ledger.is_in_unknown_place(scene);
            names_another && !ledger.names_here(scene)
        });
        DUE.iter().find(|it| is_due(it)).map(|(_, kind)| *kind).or_else(|| is_elsewhere.then_some(Kind::Place))
    }

    /// The turn's record so far.
    fn ledger(&self) -> Ledger {
        let record = &self.record;
        let ledger = Ledger::of(&self.inquiry.before, self.game(), &record.changes, self.acting());
        let rested = self.batch.rests().next().is_some();
        ledger.with_campaign(self.handed_over().as_ref()).with_events(&record.combat_events).with_rests(rested)
    }

    /// Asks the utility model.
    async fn ask_reviewer(&mut self, findings: &[Finding]) -> Result<Answer, String> {
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

/// What the answer looks like.
fn schema() -> Value {
    let kinds = Kind::REVIEWED.map(|kind| kind.as_str());
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

    fn finding(kind: Kind, quote: &str) -> Finding {
        Finding { kind, quote: quote.to_owned(), truth: String::new() }
    }

    #[test]
    fn a_review_takes_findings_out_and_adds_quotes_of_the_story_alone() {
        let story = "Berrin waits until he has gone. You count six gold pieces onto the table.";
        let findings = [finding(Kind::Death, "he has gone")];
        let answer: Answer = serde_json::from_value(json!({
            "findings": [{"number": 1, "is_claimed": false}, {"number": 9, "is_claimed": false}],
            "also_claimed": [
                {"kind": "gold", "quote": "You count six gold pieces"},
                {"kind": "gold", "quote": "six gold pieces onto the table"},
                {"kind": "gold", "quote": "You count nine gold pieces"},
                {"kind": "roll", "quote": "Berrin waits"},
            ],
        }))
        .unwrap();
        let review = Review::read(answer, story, &findings, |it| (it.kind == Kind::Gold).then(String::new));
        let left = review.applied(findings.to_vec(), story, &[]);
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!((left[0].kind, left[0].quote.as_str()), (Kind::Gold, "You count six gold pieces"));
        let character_id = "ada".into();
        let paid = Change::PurseChanged { character_id, delta_cp: -600 };
        assert_eq!(review.applied(findings.to_vec(), story, &[paid]), []);
        assert_eq!(review.applied(Vec::new(), "You nod.", &[]), []);
    }
}
