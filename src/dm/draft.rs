//! The transaction of a turn: a copy of the game that tools change.

use std::{sync::Arc, time::Duration};

use crate::{
    campaign::{CampaignPackage, Checks},
    rules::LibraryHandle,
    store::{AgentCall, InterpretationTrace, Listed, Unexplained},
};
use game::{
    Change, Game, Refusal, RefusalReason,
    after_fight::AfterFight,
    character::Character,
    combat::{
        bout::Bout,
        event::{CallFacts, CombatEvent},
        fighter::{FighterId, FighterRef},
        reaction::Reactions,
        timing::ROUNDS_PER_MINUTE,
    },
    command::Batch,
    d20::D20Test,
    dice::{Goal, Proof, Roll},
    hit_points,
    id::{CharacterId, NpcId},
    limits,
    looked_up::LookedUp,
    roster::Roster,
    skill::Skill,
    turn::{HeroDeed, Speaker, ToolCallRecord, Usage},
    two_dice,
};

mod acting;
mod asking;
mod causes;
pub(super) mod helpless;
mod listening;
mod newcomers;

use super::{
    feed::{Feed, MODEL_WAITING, NoticeCode, ToolStatus, TurnEvent},
    fight::{self, BLOCKED, FightStep, HeldOpening},
    hints::PreparedHints,
    interpreter::{Interpretation, OwnLine},
    lookup_cache::LookupCache,
    models::Models,
    narration_check::Inquiry,
    npc::Voice,
    plot::PlotTurn,
    safety::Boundaries,
    session_memory::{Corrections, Looked, MemoryHit},
    stack::ExchangeContext,
    stat_blocks::Grimoire,
    step::Drill,
    tools::cuts::ReportedCut,
};

/// A copy of the game for one turn, with everything that happened in the turn so far. Invisible to others until it is committed.
pub struct Draft {
    game: Game,
    /// The campaign, if the session has one.
    campaign: Option<Arc<CampaignPackage>>,
    acting: CharacterId,
    /// Who is at the table, where someone was ever invited.
    roster: Option<Roster>,
    feed: Feed,
    pub(in crate::dm) models: Arc<Models>,
    drill: Drill,
    look_ups: LookupCache,
    /// Search in the session's history.
    pub(super) past: Option<Looked>,
    /// The player's message as translated by the utility model, in a session whose language is not English.
    pub(super) interpretation: Option<Interpretation>,
    /// Its entry in the turn's trace.
    pub(super) interpretation_trace: Option<InterpretationTrace>,
    /// The server's sentences that wait for translation; `None` if they need none.
    pub(super) own_lines: Option<Vec<OwnLine>>,
    /// The player's edits of the journal, and whether the past was not there in time for them: the turn waits for it no longer.
    pub(super) corrections: Corrections,
    pub(super) is_past_unread: bool,
    /// Memories that the prompt already shows.
    pub(super) given: Vec<MemoryHit>,
    n_tools: u32,
    /// Number of stat blocks requested from a helper.
    n_written: u32,
    /// Whether the rules judge has resolved an attack of the acting hero in this turn.
    pub(super) struck: bool,
    /// Creatures that the player asked to stay out of a fight this turn, according to the rules judge.
    pub(super) stay_out: Vec<NpcId>,
    /// A fight that starts after a call of the current reply.
    pub(super) opening: HeldOpening,
    /// Context shared by the turn's state commands.
    pub(super) batch: Batch,
    /// Whether a spell has no numbers in the rules, so that the model applies its effect.
    pub(super) asks_for_calls: bool,
    /// Time spent waiting for profiles of supporting NPCs.
    waited_for_profiles: Duration,
    /// Time spent waiting for stat blocks of new creatures.
    waited_for_numbers: Duration,
    /// Whether the combat agent plays.
    fights: bool,
    /// Who decides on heroes' reactions.
    reactions: Reactions,
    /// The NPC who speaks instead of the Dungeon Master.
    voice: Option<Voice>,
    /// What each hero does, in a round in which several act.
    deeds: Vec<HeroDeed>,
    /// Where the narration of the current hero's deed begins in the story of a round, in bytes.
    deed_from: usize,
    /// The number of that deed where each is answered by itself; 0 otherwise.
    deed_number: u32,
    /// Combat events of this turn, and how many of them the model has read.
    events: Vec<CombatEvent>,
    n_read: usize,
    /// How many events were returned as facts, and the last refusal since then.
    n_handed_out: usize,
    refusal: Option<RefusalReason>,
    /// The campaign's texts of the last call, without its dead.
    pub(in crate::dm) told_without_dead: Option<Vec<String>>,
    /// Facts of the last look-up.
    pub(in crate::dm) looked_up: Option<LookedUp>,
    /// Cut texts that the current call's result reports.
    pub(in crate::dm) reported_cuts: Vec<ReportedCut>,
    /// Calls of the reply that is being streamed.
    started: Vec<(String, String)>,
    pub(super) moment: ExchangeContext,
    pub(super) inquiry: Inquiry,
    /// The tools that hints suggested for the player's message.
    pub(super) hinted: Vec<String>,
    /// Whether hints are only counted and not shown to agents.
    pub(super) hints_withheld: bool,
    /// The table's lines.
    boundaries: Boundaries,
    /// The campaign's effects in this turn.
    pub(super) plot: PlotTurn,
    pub(super) record: DraftRecord,
}

/// Data of a draft for the turn's record.
#[derive(Debug, Default)]
pub(super) struct DraftRecord {
    /// The player's message in the language of the story, if the server wrote it for a button.
    pub(super) message: Option<String>,
    pub(super) narrative: String,
    /// NPCs who answered.
    pub(super) speakers: Vec<Speaker>,
    pub(super) tool_calls: Vec<ToolCallRecord>,
    pub(super) changes: Vec<Change>,
    /// Combat events, in and out of fights.
    pub(super) combat_events: Vec<CombatEvent>,
    pub(super) log: Vec<Listed>,
    /// Death saving throws and first aid rolled this turn, with their targets and rollers.
    pub(super) death_throws: Vec<(FighterId, Option<CharacterId>)>,
    /// Heroes whose failed death saving throws were counted by hand in this turn.
    pub(super) failures_by_hand: Vec<FighterId>,
    /// The number of changes when the current tool call began.
    pub(super) call_from: usize,
    pub(super) usage: Usage,
    /// The model that narrated the turn, by its own name.
    pub(super) model: Option<String>,
}

impl Draft {
    /// A draft for a turn of the hero `acting`.
    pub fn new(
        game: Game,
        acting: CharacterId,
        feed: Feed,
        models: Arc<Models>,
        drill: Drill,
        rules: Arc<LibraryHandle>,
    ) -> Self {
        Self {
            moment: ExchangeContext::of(&game, 1, ""),
            inquiry: Inquiry::of(&models, &game),
            campaign: None,
            game,
            acting,
            roster: None,
            feed,
            models,
            drill,
            look_ups: LookupCache::of(rules),
            past: None,
            interpretation: None,
            interpretation_trace: None,
            own_lines: None,
            corrections: Corrections::default(),
            is_past_unread: false,
            given: Vec::new(),
            n_tools: 0,
            n_written: 0,
            struck: false,
            stay_out: Vec::new(),
            opening: HeldOpening::default(),
            batch: Batch::default(),
            asks_for_calls: false,
            waited_for_profiles: Duration::ZERO,
            waited_for_numbers: Duration::ZERO,
            fights: false,
            reactions: Reactions::ByRule,
            voice: None,
            deeds: Vec::new(),
            deed_from: 0,
            deed_number: 0,
            events: Vec::new(),
            n_read: 0,
            n_handed_out: 0,
            refusal: None,
            told_without_dead: None,
            looked_up: None,
            reported_cuts: Vec::new(),
            started: Vec::new(),
            hinted: Vec::new(),
            hints_withheld: false,
            boundaries: Boundaries::default(),
            plot: PlotTurn::default(),
            record: DraftRecord::default(),
        }
    }

    /// Sets the exchange `seq` and its first message.
    pub(super) fn in_exchange(self, seq: u32, words: &str) -> Self {
        Self { moment: ExchangeContext::of(&self.game, seq, words), ..self }
    }

    /// Sets who decides on heroes' reactions.
    pub(super) fn deciding_reactions(self, reactions: Reactions) -> Self {
        Self { reactions, ..self }
    }

    /// Adds the search in the session's history.
    pub(super) fn looking_back(self, past: Looked) -> Self {
        Self { past: Some(past), ..self }
    }

    /// Sets the campaign.
    pub(super) fn playing(self, campaign: Option<Arc<CampaignPackage>>) -> Self {
        Self { campaign, ..self }
    }

    /// The campaign.
    ///
    /// # Errors
    /// The session has no campaign, or it isn't loaded.
    pub(super) fn campaign(&self) -> Result<Arc<CampaignPackage>, Refusal> {
        self.campaign.clone().ok_or_else(|| Refusal::new("This table plays no campaign."))
    }

    /// The dice for tests in this session.
    pub(super) fn checks(&self) -> Checks {
        self.campaign.as_ref().map_or_else(Checks::default, |package| package.setting.checks)
    }

    /// The game after the turn, and the data for its record.
    pub(super) fn finish(mut self) -> (Game, DraftRecord) {
        self.count_checks();
        (self.game, self.record)
    }

    /// The game at this point of the turn.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn acting(&self) -> &CharacterId {
        &self.acting
    }

    /// The look-ups visible to the current turn of the stack.
    pub(super) fn look_ups(&mut self) -> &mut LookupCache {
        let turn = self.turn_id();
        self.look_ups.in_turn(turn)
    }

    /// Applies a change and records it.
    ///
    /// # Errors
    /// The change doesn't fit the game, or a limit is reached.
    pub fn record(&mut self, change: Change) -> Result<(), Refusal> {
        let made = limits::make(&mut self.game, change)?;
        self.record.changes.extend(made);
        Ok(())
    }

    /// Applies changes in order, all or none.
    ///
    /// # Errors
    /// As [`Draft::record`]; no change was applied.
    pub fn record_all(&mut self, changes: impl IntoIterator<Item = Change>) -> Result<(), Refusal> {
        let changes: Vec<Change> = changes.into_iter().collect();
        if let [one] = changes.as_slice() {
            return self.record(one.clone());
        }
        let (mut game, mut made) = (self.game.clone(), Vec::with_capacity(changes.len()));
        for change in changes {
            made.extend(limits::make(&mut game, change)?);
        }
        self.game = game;
        self.record.changes.extend(made);
        Ok(())
    }

    /// Records changes that were made on a copy of the game, with their consequences and the roll that caused them.
    ///
    /// # Errors
    /// A change doesn't fit the game; none was applied.
    pub(super) fn record_made(&mut self, changes: &[Change], cause: Option<Proof>) -> Result<(), Refusal> {
        let mut game = self.game.clone();
        game.apply_all(changes)?;
        self.game = game;
        let from = self.record.changes.len();
        self.record.changes.extend_from_slice(changes);
        let causes: Vec<(usize, Proof)> =
            cause.into_iter().flat_map(|it| (0..changes.len()).map(move |at| (at, it))).collect();
        self.record.note_causes(from, &causes);
        Ok(())
    }

    /// Rolls dice for the model, visible to everyone. `known` has the roller and the result, if they are known.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn roll(
        &mut self,
        expression: &str,
        reason: &str,
        known: impl FnOnce(&Roll) -> (Option<CharacterId>, Option<Goal>),
    ) -> Result<Roll, Refusal> {
        let mut roll = self.game.dice.throw(expression, reason)?;
        (roll.character_id, roll.goal) = known(&roll);
        let change = self.record.changes.len();
        self.record.log.push(Listed::Roll { change, made: Some(Vec::new()) });
        self.record(Change::DiceRolled { roll: roll.clone() })?;
        self.feed.push(TurnEvent::Roll { roll: roll.clone() });
        Ok(roll)
    }

    /// Runs a step of the fight atomically. Its dice are visible to everyone.
    ///
    /// # Errors
    /// Why the step was refused.
    pub(super) fn fight<T>(&mut self, take: impl FnOnce(&mut Bout) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let (answer, events) = self.by_rules(take)?;
        self.events.extend(events);
        Ok(answer)
    }

    /// Runs a step of the combat rules outside a fight, atomically. Returns what happened, for the Dungeon Master to
    /// narrate.
    ///
    /// # Errors
    /// Why the step was refused.
    pub(super) fn by_rules<T>(
        &mut self,
        take: impl FnOnce(&mut Bout) -> Result<T, Refusal>,
    ) -> Result<(T, Vec<CombatEvent>), Refusal> {
        let book = self.book();
        let (answer, played) =
            fight::step(&self.game, &book, self.reactions, take).inspect_err(|refusal| self.note_refusal(refusal))?;
        let events = played.events.clone();
        self.record.combat_events.extend_from_slice(&events);
        self.keep(played);
        Ok((answer, events))
    }

    /// Resolves a hero's action outside a fight by dice; the ruling narrates the result.
    ///
    /// # Errors
    /// Why the step was refused.
    pub(super) fn resolve<T>(&mut self, take: impl FnOnce(&mut Bout) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let (answer, played) = fight::step(&self.game, &(), Reactions::ByRule, |bout| {
            bout.rule();
            take(bout)
        })?;
        self.keep(played);
        Ok(answer)
    }

    /// A skill check against a DC, with the dice of this session.
    pub(super) fn check_of(&self, hero: &Character, skill: Skill, dc: i32) -> D20Test {
        match self.checks() {
            Checks::D20 => D20Test::check(&self.game, FighterRef::Hero(hero), skill).against(dc),
            Checks::TwoDice => two_dice::check(&self.game, hero, skill, dc),
        }
    }

    /// Notes why the rules or the campaign refused the current call.
    pub(super) fn note_refusal(&mut self, refusal: &Refusal) {
        self.refusal = refusal.reason().cloned();
    }

    /// Facts of the last call's combat, for a model in this process.
    fn call_facts(&mut self) -> CallFacts {
        let from = std::mem::replace(&mut self.n_handed_out, self.events.len());
        let told = self.told_without_dead.take();
        let (refusal, looked_up) = (self.refusal.take(), self.looked_up.take());
        CallFacts { events: self.events_since(from).to_vec(), refusal, told, looked_up }
    }

    /// Records the result of a step of the fight.
    pub(super) fn take_in(&mut self, played: FightStep) {
        self.record.combat_events.extend_from_slice(&played.events);
        self.events.extend_from_slice(&played.events);
        self.keep(played);
    }

    /// Records the changes of a step, and shows its dice.
    fn keep(&mut self, played: FightStep) {
        let from = self.record.changes.len();
        for change in played.changes {
            if let Change::DiceRolled { roll } = &change {
                self.record.log.push(Listed::Roll { change: self.record.changes.len(), made: Some(Vec::new()) });
                self.feed.push(TurnEvent::Roll { roll: roll.clone() });
            }
            self.record.changes.push(change);
        }
        self.record.note_causes(from, &played.causes);
        self.game = played.game;
    }

    /// The spells of the rules for the heroes.
    pub(super) fn book(&mut self) -> Grimoire {
        Grimoire::new(self.look_ups.library(), self.game.rules_edition)
    }

    /// Switches to the combat agent; it has read the text so far.
    pub(super) fn fights_now(&mut self) {
        self.fights = true;
        self.n_read = self.events.len();
    }

    /// Whether the combat agent plays.
    pub(super) fn fights(&self) -> bool {
        self.fights
    }

    /// Whether a fight began this turn and the combat agent doesn't play yet.
    pub(super) fn began_a_fight(&self) -> bool {
        !self.fights && self.record.changes.iter().any(|change| matches!(change, Change::EncounterBegan { .. }))
    }

    /// Whether the acting hero has had and ended a combat turn in this message.
    pub(super) fn has_ended_turn(&self) -> bool {
        let changes = &self.record.changes;
        let began = changes.iter().rposition(|change| matches!(change, Change::EncounterBegan { .. })).unwrap_or(0);
        let own = |who: &FighterId| *who == fight::hero_of(&self.acting);
        changes[began..].iter().any(|change| matches!(change, Change::CombatTurnEnded { who } if own(who)))
    }

    /// Switches to an NPC's voice. If the text doesn't name the NPC, the turn's followers get an event.
    pub(super) fn speaks(&mut self, voice: Voice, is_named: bool) {
        if !is_named {
            self.feed.speaks(&voice.npc.name);
        }
        self.voice = Some(voice);
    }

    /// The NPC who speaks.
    pub(super) fn voice(&self) -> Option<&Voice> {
        self.voice.as_ref()
    }

    /// Sets the scene after a fight that ended this turn, unless a tool did, and adds the minutes of the fight. Durations in
    /// rounds are already counted.
    ///
    /// # Errors
    /// The changes don't fit the game.
    pub(super) fn leave_the_fight(&mut self) -> Result<(), Refusal> {
        let changes = &self.record.changes;
        let is_end = |change: &Change| matches!(change, Change::EncounterEnded { .. });
        let Some(at) = changes.iter().rposition(is_end).filter(|_| self.game.encounter.is_none()) else {
            return Ok(());
        };
        let is_set = changes[at..].iter().any(|change| matches!(change, Change::SceneChanged { .. }));
        let round = changes.iter().rev().find_map(|change| match change {
            Change::CombatTurnBegan { round, .. } => Some(*round),
            _ => None,
        });
        let Change::EncounterEnded { ending, .. } = &changes[at] else { return Ok(()) };
        let after = AfterFight::of(&self.game, *ending);
        let minutes = round.unwrap_or(1).div_ceil(ROUNDS_PER_MINUTE);
        if !is_set {
            let scene = after.text(self.foreign_language().as_ref());
            self.record(Change::SceneChanged { scene, after_fight: Some(after) })?;
        }
        let now = self.game.clock.after(minutes);
        self.record(Change::TimePassed { minutes: 0, now })
    }

    /// Wakes heroes who were stable before the turn, once enough time has passed.
    pub(super) fn wake_the_stable(&mut self, before: &Game) -> Result<(), Refusal> {
        hit_points::woken(before, &self.game)?.into_iter().try_for_each(|change| self.record(change))
    }

    /// The number of combat events so far in this turn.
    pub(super) fn n_events(&self) -> usize {
        self.events.len()
    }

    /// The combat events since there were `from`.
    pub(super) fn events_since(&self, from: usize) -> &[CombatEvent] {
        self.events.get(from..).unwrap_or_default()
    }

    /// Tells the player all events that no text has covered: those that a model read but left out, and those it didn't read.
    pub(super) fn tell_the_rest(&mut self, by_model: bool) {
        if self.record.narrative.trim().is_empty() {
            self.n_read = 0;
        }
        let rest = self.events.split_off(self.n_read.min(self.events.len()));
        let mut events = Vec::new();
        if by_model && !self.record.narrative.trim().is_empty() {
            events = fight::untold(&self.events, &self.record.narrative, &FighterId::Hero(self.acting.clone()));
            let is_asked = |event: &&CombatEvent| matches!(event, CombatEvent::ReactionAsked { .. });
            let asked = self.events.last().filter(|it| rest.is_empty() && is_asked(it));
            events.extend(asked.cloned());
        }
        events.extend(rest);
        if events.is_empty() {
            return;
        }
        let told = fight::tell(&events, &FighterId::Hero(self.acting.clone()), self.game.dice.next_index);
        self.say_own(&told);
    }

    /// Checks that a change is allowed that only combat rules may make during a fight.
    ///
    /// # Errors
    /// There is a fight; the player is notified, too.
    pub(super) fn by_hand(&mut self, what: &str) -> Result<(), Refusal> {
        if self.fights || self.game.encounter.is_none() {
            return Ok(());
        }
        self.notice(BLOCKED, &format!("{what} was not heeded: the fight goes by its own rules."));
        Err(Refusal::new(format!(
            "There is a fight, and its rules see to blows, wounds and dice: {what} does nothing now. Tell how it begins and \
             stop there; from the next message on it is fought by the tools of the fight."
        )))
    }

    /// Checks that an agent may change a hero's hit points directly: not during a fight.
    ///
    /// # Errors
    /// There is a fight; the player is notified, too.
    pub(super) fn may_change_hit_points(&mut self) -> Result<(), Refusal> {
        self.by_hand("hp_delta")?;
        if self.game.encounter.is_none() {
            return Ok(());
        }
        self.notice(BLOCKED, "Hit points are the rules' in a fight; a change by hand was not made.");
        Err(Refusal::new(
            "Hit points are the rules' in a fight, so nothing was changed. What a hero does is take_action; what else wounds or \
             heals is improvise.",
        ))
    }

    /// Notifies the player.
    pub fn notice(&mut self, code: &str, message: &str) {
        self.notice_of(code, message, Vec::new());
    }

    /// Notifies the player of mistakes in the story.
    pub(super) fn notice_of(&mut self, code: &str, message: &str, untruths: Vec<Unexplained>) {
        debug_assert!(NoticeCode::is_known(code), "{code} is in no list of codes");
        if let Some(lines) = self.own_lines.as_mut().filter(|_| code != MODEL_WAITING) {
            let (code, message) = (code.to_owned(), message.to_owned());
            return lines.push(OwnLine::Notice { code, message, untruths });
        }
        self.record.log.push(Listed::Notice { code: code.to_owned(), message: message.to_owned(), untruths });
        self.feed.push(TurnEvent::Notice { code: code.to_owned(), message: message.to_owned() });
    }

    /// Adds earlier calls to the turn's trace.
    pub(super) fn note_calls(&self, calls: Vec<AgentCall>) {
        calls.into_iter().for_each(|call| self.feed.note(call));
    }

    /// Adds an agent's hints to the turn's trace, and which of them were followed.
    pub(super) fn note_hints(&self, given: PreparedHints) {
        self.feed.note_hints(given.followed_by(&self.record.tool_calls));
    }

    /// Adds the result of the narration check to the turn's trace.
    pub(super) fn note_check(&self) {
        self.feed.note_check(self.inquiry.trace.clone());
    }

    /// Adds the interpretation of the player's message to the turn's trace.
    pub(super) fn note_interpretation(&self) {
        self.feed.note_interpretation(self.interpretation_trace.clone());
    }

    fn tool_event(&mut self, status: ToolStatus, call_id: &str, name: &str, summary: &str) {
        self.record.log.push(status.listed(call_id, name, summary));
        let (call_id, name, summary) = (call_id.to_owned(), name.to_owned(), summary.to_owned());
        self.feed.push(TurnEvent::Tool { call_id, name, status, summary });
    }
}
