//! The check at the table: when it is made, and what is done about what it finds.

use std::time::Duration;

use crate::{
    agent::Listener,
    dm::{draft::Draft, extraction, models::Models, redaction::redacted},
    game::{Game, wording::cut},
    store::{NarrationTrace, Unexplained},
};

use super::{
    audit::audit,
    told::{Finding, Kind},
};

/// How far what a model tells is held to what is written down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NarrationCheck {
    /// Not at all.
    Off,
    /// The player is told what doesn't fit.
    Warn,
    /// It is put right as far as can be; the player is told the rest.
    #[default]
    Repair,
}

impl NarrationCheck {
    /// Reads `off`, `warn` or `repair`.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "off" => Some(Self::Off),
            "warn" => Some(Self::Warn),
            "repair" => Some(Self::Repair),
            _ => None,
        }
    }
}

/// How long a turn waits for each who reads the story: several times what a short answer of a small model takes.
const PATIENCE: Duration = Duration::from_secs(8);
/// The code of the notice that tells the player what doesn't fit.
const NOTICE: &str = "narration_check";
/// The most findings a notice names.
const MOST_TOLD: usize = 3;
/// The most of a text that is kept in a trace, in characters.
const MAX_KEPT: usize = 400;
/// The most of an objection that is kept in a trace, in characters.
const MAX_OBJECTION: usize = 6_000;

/// What is known of one turn's check.
#[derive(Debug)]
pub(in crate::dm) struct Inquiry {
    mode: NarrationCheck,
    /// The game when the turn began.
    before: Game,
    /// What was told when it was objected to, and where the telling of the current turn began in it.
    told: Option<(String, usize)>,
    /// How long a turn waits for each who reads the story.
    pub(in crate::dm) patience: Duration,
    /// How much of the story the extractors have seen, in bytes.
    pub(in crate::dm) extracted_to: usize,
    /// What stands in the turn's trace.
    pub(in crate::dm) trace: NarrationTrace,
}

impl Inquiry {
    /// The check of a turn that begins with this game.
    pub(in crate::dm) fn of(models: &Models, game: &Game) -> Self {
        Self {
            mode: models.check(),
            before: game.clone(),
            told: None,
            patience: PATIENCE,
            extracted_to: 0,
            trace: NarrationTrace::default(),
        }
    }
}

impl Draft {
    /// What the story claims so far and nothing bears out.
    fn unexplained(&self) -> Vec<Finding> {
        let (before, record) = (&self.inquiry.before, &self.record);
        audit(&record.narrative, before, self.game(), &record.changes, self.acting())
    }

    /// What stands against the story as it was told, for the model to read.
    pub(in crate::dm) fn object(&mut self) -> Option<String> {
        if self.inquiry.mode != NarrationCheck::Repair {
            return None;
        }
        let findings = self.unexplained();
        if findings.is_empty() {
            return None;
        }
        let objection = objection(&findings);
        self.inquiry.told = Some((self.record.narrative.clone(), self.moment.told_from()));
        self.inquiry.trace.findings = kept(&findings);
        self.inquiry.trace.objection = Some(cut(&redacted(&objection), MAX_OBJECTION).to_owned());
        self.note_check();
        Some(objection)
    }

    /// Nothing came of an objection: what was told before stands.
    pub(in crate::dm) fn stand_by(&mut self) {
        let (told, from) = self.inquiry.told.take().unwrap_or_default();
        if self.record.narrative != told {
            self.text_taken_back(0);
            self.text(&told);
            self.moment.tells_from(from);
        }
    }

    /// Sees to what the story claims and nothing bears out, once it is told: the extractors write down what they can, and
    /// the player is told the rest. No turn fails by it.
    pub(in crate::dm) async fn settle(&mut self) {
        if self.inquiry.mode == NarrationCheck::Off {
            return;
        }
        let mut left = self.unexplained();
        if left.is_empty() {
            return;
        }
        if self.inquiry.trace.objection.is_none() {
            self.inquiry.trace.findings = kept(&left);
        }
        // In a fight hit points, conditions and slots are the engine's, whatever is told.
        let by_hand = self.game().encounter.is_none() && !self.fights();
        if self.inquiry.mode == NarrationCheck::Repair && by_hand && self.could_be_extracted(&left) {
            extraction::extract(self).await;
            left = self.unexplained();
        }
        self.inquiry.trace.remaining = kept(&left);
        self.note_check();
        if !left.is_empty() {
            self.notice(NOTICE, &told_to_the_player(&left));
        }
    }

    /// Whether the current turn tells of something unexplained that a state command can write down: there is none for coins,
    /// places, quests, levels and throws.
    fn could_be_extracted(&self, findings: &[Finding]) -> bool {
        // What was told anew is told of all turns at once, and nobody can say what of it is the current one's.
        let told_anew = |(told, from): &(String, usize)| *from > 0 && *told != self.record.narrative;
        if self.inquiry.told.as_ref().is_some_and(told_anew) {
            return false;
        }
        let told = self.told_in_turn();
        let kinds = [Kind::HitPoints, Kind::ItemGained, Kind::ItemLost, Kind::Condition, Kind::Death];
        findings.iter().any(|finding| kinds.contains(&finding.kind) && told.contains(&finding.quote))
    }
}

fn objection(findings: &[Finding]) -> String {
    let lines: String = findings.iter().map(|it| format!("“{}”: {}\n", it.quote, it.truth)).collect();
    format!(
        "[check]\nWhat you told and what is written down do not agree:\n{lines}[/check]\nWhat did happen, write down now, by the \
         tool it is due. What did not, leave out: tell the turn again from its beginning so that it fits what is true; what \
         you tell now stands in place of all you told. If nothing has to be told otherwise, say nothing more."
    )
}

fn told_to_the_player(findings: &[Finding]) -> String {
    let lines: Vec<String> =
        findings.iter().take(MOST_TOLD).map(|it| format!("“{}” — {}", cut(&it.quote, 160), it.truth)).collect();
    format!("The story says more than was written down; what is written down counts. {}", lines.join(" "))
}

fn kept(findings: &[Finding]) -> Vec<Unexplained> {
    let short = |text: &str| cut(&redacted(text), MAX_KEPT).to_owned();
    let of = |it: &Finding| Unexplained {
        kind: it.kind.as_str().to_owned(),
        quote: short(&it.quote),
        truth: short(&it.truth),
    };
    findings.iter().map(of).collect()
}
