//! Consequences for the campaign after a turn was narrated: ended fights, rests, and turns away from the story.

use game::{
    Change, Game,
    combat::encounter::FightEnding,
    creature::{Creature, Disposition},
    plot::NUDGE_AFTER,
    rest::LONG_MINUTES,
    turn::ToolCallRecord,
};

use crate::{
    agent::{Tool, ToolError},
    dm::{Draft, conclusion::BY_RULES, hints::only_looks, models::Provider, tools::AdvancePlot},
};

use super::dead::{names_of_the_dead, without};

/// Narrations with fewer words do not count.
const MIN_TELLING: usize = 5;

impl Draft {
    /// Advances the campaign after this turn, and tells the consequences. Texts leave out what people who were dead `before` the
    /// turn do and say.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) async fn settle_plot(&mut self, before: &Game) -> Result<(), ToolError> {
        let dead = self.campaign().map(|package| names_of_the_dead(&package, before)).unwrap_or_default();
        // Before `plot_goes_on`: a fight's end may have ended the campaign, and its texts are still owed.
        if self.game().encounter.is_none() {
            let left_out = self.left_out();
            self.tell_on(left_out, &dead);
        }
        if !self.plot_goes_on() {
            return Ok(());
        }
        let of_fight = self.fight_is_over().await?;
        self.tell_on(of_fight, &dead);
        if self.rested() {
            self.go_on(&dead, |course| course.rested()).await?;
        }
        self.go_on(&dead, |course| course.go_on()).await?;
        self.strayed(&dead).await
    }

    /// Whether the campaign goes on outside fights, and a hero lives.
    fn plot_goes_on(&self) -> bool {
        let is_over = self.game().plot.as_ref().is_none_or(|plot| plot.ending.is_some());
        let lives = self.game().characters.iter().any(|hero| !hero.dead);
        self.campaign().is_ok() && !is_over && self.game().encounter.is_none() && lives
    }

    /// Continues the campaign after a fight if a model tells the story. Returns the texts for the model to tell; those it leaves
    /// out are appended when the turn is settled.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) async fn plot_after_fight(&mut self) -> Result<Vec<String>, ToolError> {
        if !self.plot_goes_on() || self.models.provider != Provider::Anthropic {
            return Ok(Vec::new());
        }
        let dead =
            self.campaign().map(|package| names_of_the_dead(&package, self.inquiry.before())).unwrap_or_default();
        let told = self.fight_is_over().await?;
        let told: Vec<String> = told.iter().filter_map(|text| without(&dead, text)).collect();
        self.plot.buffer_fight_texts(&told);
        Ok(told)
    }

    /// Ends the fight of a beat or an encounter. Returns the campaign's texts.
    async fn fight_is_over(&mut self) -> Result<Vec<String>, ToolError> {
        let Some(by) = self.game().plot.as_ref().and_then(|plot| plot.fight.clone()) else { return Ok(Vec::new()) };
        let ended = self.record.changes.iter().rev().find_map(|change| match change {
            Change::EncounterEnded { ending, .. } => Some(*ending),
            _ => None,
        });
        // A fight without a recorded result, as when all heroes fell, is judged by the survivors.
        let is_foe = |one: &Creature| one.disposition == Disposition::Hostile && !one.is_dead();
        let well = match ended {
            Some(ending) => matches!(ending, FightEnding::Victory | FightEnding::Settled),
            None => !self.game().creatures.iter().any(is_foe),
        };
        self.record(Change::PlotFightBegan { by: None })?;
        let outcome = self
            .enact(|course, throw| {
                course.end_fight(&by, well, throw);
                Ok(())
            })
            .await?;
        Ok(outcome.map(|enacted| enacted.told).unwrap_or_default())
    }

    async fn go_on(
        &mut self,
        dead: &[String],
        go: impl FnOnce(&mut crate::campaign::Course) + Send,
    ) -> Result<(), ToolError> {
        let outcome = self
            .enact(|course, _| {
                go(course);
                Ok(())
            })
            .await?;
        self.tell_on(outcome.map(|enacted| enacted.told).unwrap_or_default(), dead);
        Ok(())
    }

    /// Counts a turn without progress, unless it was conversation; after enough of them, the campaign's event for this happens.
    async fn strayed(&mut self, dead: &[String]) -> Result<(), ToolError> {
        if self.voice().is_some() {
            return Ok(());
        }
        // A turn without a story says nothing about the player's course; button actions need none.
        let is_told = self.moment.is_told() || self.record.model.as_deref() == Some(BY_RULES);
        if !is_told || self.record.narrative.split_whitespace().count() < MIN_TELLING {
            return Ok(());
        }
        let strayed = self.game().plot.as_ref().map_or(0, |plot| plot.strayed);
        // Looking and asking keep to the story, whether or not they find anything.
        let touched = |call: &ToolCallRecord| call.name == AdvancePlot::NAME && !call.is_error;
        // So does a successful check for which the campaign has no outcome.
        let went_well = self.plot.ruled_well() == Some(true);
        if went_well || self.record.changes.iter().any(moves_the_plot) || self.record.tool_calls.iter().any(touched) {
            return if strayed == 0 { Ok(()) } else { Ok(self.record(Change::PlotStrayed { turns: 0 })?) };
        }
        // Looking around is never straying.
        if only_looks(self.moment.words()) {
            return Ok(());
        }
        let turns = strayed.saturating_add(1);
        self.record(Change::PlotStrayed { turns })?;
        if turns.is_multiple_of(NUDGE_AFTER) {
            let lot = usize::try_from(self.game().dice.next_index).unwrap_or(0);
            self.go_on(dead, |course| course.meet(|n| lot % n.max(1))).await?;
        }
        Ok(())
    }

    /// Whether the heroes stayed in place for the length of a long rest. Travel time is not rest.
    fn rested(&self) -> bool {
        let changes = &self.record.changes;
        let stayed = |at: usize| changes.get(at + 1).is_none_or(|next| !brings_elsewhere(next));
        let is_long =
            |change: &Change| matches!(change, Change::TimePassed { minutes, .. } if *minutes >= LONG_MINUTES);
        changes.iter().enumerate().any(|(at, change)| is_long(change) && stayed(at))
    }

    /// Tells texts of the campaign without these dead people.
    fn tell_on(&mut self, told: Vec<String>, dead: &[String]) {
        for text in told.iter().filter_map(|text| without(dead, text)) {
            self.say_of_campaign(&text);
        }
    }
}

fn brings_elsewhere(change: &Change) -> bool {
    matches!(
        change,
        Change::LocationChanged { .. }
            | Change::PlaceReached { .. }
            | Change::NodeReached { .. }
            | Change::ActBegan { .. }
            | Change::ActAdvanced { .. }
    )
}

fn moves_the_plot(change: &Change) -> bool {
    matches!(
        change,
        Change::NodeReached { .. }
            | Change::BeatBegan { .. }
            | Change::BeatEnded { .. }
            | Change::FindingMade { .. }
            | Change::FlagSet { .. }
            | Change::HappeningCame { .. }
            | Change::PlotFightBegan { .. }
            | Change::EndingReached { .. }
    )
}
