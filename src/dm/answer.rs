//! The Dungeon Master's answer to a player's message: its prompt and its run.

use std::{borrow::Cow, collections::VecDeque};

use ::prompt::{ContextBlock, fight::FightBlock};
use game::{
    Refusal, Turn,
    id::SeatId,
    listed,
    session::SessionHead,
    turn::{Exchange, HeroDeed},
    turn_stack::AwaitedAnswer as Answered,
    wording::FoldedWords,
};
use model::Message;

use crate::{
    agent::{self, Agent, RunOutcome},
    campaign::CampaignPackage,
};

use super::{
    conclusion::{BY_RULES, conclude},
    draft::Draft,
    feed::TurnFailure,
    fight,
    hints::{PreparedHints, name_of},
    play::{MAX_CALLS, MAX_TOKENS, TurnRunner, stuck},
    plot, prompt,
    stack::{self, TakeDownResult},
    step::TurnStep,
};

/// A player's words with their context.
pub(super) struct MessageContext<'a> {
    pub(super) head: &'a SessionHead,
    /// The previous turns that the prompt shows.
    pub(super) window: &'a [Exchange],
    pub(super) message: &'a str,
    /// The action of each hero if several act together; the last one is the one who acts.
    pub(super) deeds: &'a [HeroDeed],
    /// The narration whose place the answer takes.
    pub(super) instead_of: Option<&'a Turn>,
    /// The seat of the person who acts; `None` if no one was ever invited, and where several act together.
    pub(super) seat: Option<&'a SeatId>,
}

impl MessageContext<'_> {
    /// The words that the agent reads last: the player's, or those of the hero whose deed came last.
    fn last_words(&self) -> &str {
        self.deeds.last().map_or(self.message, |deed| &deed.message)
    }

    /// The actions of the others, as the agent reads them before the last message.
    fn others(&self) -> Vec<Answered> {
        let others = self.deeds.split_last().map(|(_, others)| others).unwrap_or_default();
        let given = |deed: &HeroDeed| Answered { character_id: deed.character_id.clone(), words: deed.message.clone() };
        others.iter().map(given).collect()
    }
}

/// The names of the heroes who act, as a list.
fn names_of<'d>(draft: &Draft, deeds: impl Iterator<Item = &'d HeroDeed>) -> String {
    let names: Vec<String> = deeds.map(|deed| draft.name_of_hero(&deed.character_id)).collect();
    listed(names.iter().map(String::as_str))
}

/// Deeds in their order; those in the same words are one, which their heroes do together.
fn alike(deeds: &[HeroDeed]) -> VecDeque<Vec<&HeroDeed>> {
    let mut all: VecDeque<Vec<&HeroDeed>> = VecDeque::new();
    for deed in deeds {
        let words = FoldedWords::of(&deed.message).words;
        match all.iter_mut().find(|one| FoldedWords::of(&one[0].message).words == words) {
            Some(same) => same.push(deed),
            None => all.push_back(vec![deed]),
        }
    }
    all
}

/// Records the messages of acting heroes who owe an answer. Others stay awaited only if no one does anything else.
///
/// # Errors
/// The turn stack is invalid.
fn take_down_all(draft: &mut Draft, asked: &MessageContext<'_>) -> Result<TakeDownResult, Refusal> {
    if asked.deeds.is_empty() {
        return stack::take_down(draft, asked.message);
    }
    let (acting, mut group, mut waits) = (draft.acting().clone(), Vec::new(), Vec::new());
    for deed in asked.deeds {
        draft.set_acting(&deed.character_id);
        match stack::take_down(draft, &deed.message)? {
            TakeDownResult::Told(before) => group.extend(before),
            TakeDownResult::Waits(line) => waits.push(line),
        }
    }
    draft.set_acting(&acting);
    if waits.len() == asked.deeds.len()
        && let Some(line) = waits.pop()
    {
        return Ok(TakeDownResult::Waits(line));
    }
    group.retain(|given: &Answered| asked.deeds.iter().all(|deed| deed.character_id != given.character_id));
    group.extend(asked.others());
    Ok(TakeDownResult::Told(group))
}

impl TurnRunner {
    /// Lets the built-in storyteller answer what several heroes do, one after the other: it plays one hero's deed at a time. A fight that
    /// one of them begins comes before the deeds of those behind.
    pub(super) async fn answer_each(
        &self,
        draft: &mut Draft,
        asked: &MessageContext<'_>,
        deeds: &[HeroDeed],
    ) -> Result<(), TurnFailure> {
        let (mut left, mut window) = (alike(deeds), asked.window.to_vec());
        while let Some(together) = left.pop_front() {
            if draft.game().encounter.is_some() {
                let all = names_of(draft, together.into_iter().chain(left.into_iter().flatten()));
                draft.say_own(&format!("Before {all} can do what they meant to, the fight is on."));
                break;
            }
            let (names, [deed, ..]) = (names_of(draft, together.iter().copied()), together.as_slice()) else {
                continue;
            };
            draft.acts_as(&deed.character_id, &names);
            let from = draft.record.narrative.len();
            let alone = MessageContext {
                message: &deed.message,
                deeds: &[],
                window: &window,
                seat: deed.seat.as_ref(),
                ..*asked
            };
            self.answer(draft, &alone).await?;
            // The deeds behind it come after it, as in turns of their own.
            window.push(Exchange {
                seq: asked.head.n_turns + 1,
                message: deed.message.clone(),
                narrative: draft.record.narrative.get(from..).unwrap_or_default().to_owned(),
                speakers: Vec::new(),
            });
        }
        Ok(())
    }

    /// Lets an agent answer the player's words: the Dungeon Master, or the combat agent during a fight; no agent,
    /// if the hero lies at 0 hit points in it.
    pub(super) async fn answer(&self, draft: &mut Draft, asked: &MessageContext<'_>) -> Result<(), TurnFailure> {
        draft.carry_on().map_err(stuck)?;
        if fight::fallen(draft).map_err(stuck)? {
            draft.record.model = Some(BY_RULES.to_owned());
            return Ok(());
        }
        let group = match take_down_all(draft, asked).map_err(stuck)? {
            TakeDownResult::Told(group) => group,
            TakeDownResult::Waits(line) => {
                draft.say_own(&line);
                draft.record.model = Some(BY_RULES.to_owned());
                return Ok(());
            }
        };
        draft.read_journal().await;
        let ruling = self.ruling(draft, asked, &group).await;
        if draft.game().encounter.is_some() {
            draft.fight(fight::to_a_hero).map_err(stuck)?;
        }
        let block = self.fight_block(draft);
        let mut beside = draft.stack_blocks(&group);
        let in_campaign;
        let agent = match block {
            Some(block) => {
                beside.extend(self.beside_a_fight(draft, asked.window, block).await);
                &self.combat
            }
            None => {
                beside.extend(self.beside_a_scene(draft, asked, ruling.as_deref()).await);
                in_campaign = draft.campaign().ok().map(|package| self.in_campaign(&package, draft));
                in_campaign.as_ref().unwrap_or(&self.agent)
            }
        };
        let given = self.hints(agent, draft, asked.window, asked.message, ruling.is_some());
        draft.hinted = given.iter().flat_map(PreparedHints::named).collect();
        beside.extend(given.iter().filter_map(PreparedHints::block).map(|block| block.clone().into()));
        let messages = self.messages(draft, asked, beside).await;
        self.drill.reached(TurnStep::Prompt);
        let models = draft.models_for(name_of(draft), self.shown(draft, asked.window));
        let end = agent::run(agent, &*models.model, draft, messages).await;
        if let Some(given) = given {
            draft.note_hints(given);
        }
        let end = end.map_err(TurnFailure::from)?;
        fight::open_held(draft);
        if end == RunOutcome::Told {
            draft.settle().await;
        }
        conclude(draft, end);
        if draft.fights() {
            fight::end_spent_turn(draft).map_err(stuck)?;
        }
        Ok(())
    }

    /// The rulings before an answer: impossible actions, the judge's ruling, and due death saving throws. The built-in
    /// storyteller revives the fallen itself.
    async fn ruling(&self, draft: &mut Draft, asked: &MessageContext<'_>, group: &[Answered]) -> Option<String> {
        let is_paid = self.is_paid();
        let helpless = if is_paid { draft.hero_who_can_do_nothing() } else { None };
        let others = if is_paid { draft.helpless_among(group) } else { None };
        let impossible = helpless.map(|why| format!("impossible: {why}"));
        let judged = match &self.judge {
            Some(judge) if impossible.is_none() || !asked.deeds.is_empty() => judge.rule_all(draft, asked).await,
            _ => None,
        };
        // After the ruling, which may have stabilised someone.
        let saves = if is_paid { draft.due_death_saves() } else { None };
        let lines: Vec<String> = [impossible, judged, others, saves].into_iter().flatten().collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The block of the fight; the built-in storyteller needs every square of it.
    fn fight_block(&self, draft: &mut Draft) -> Option<FightBlock> {
        let reader = if self.is_paid() { fight::BlockReader::Model } else { fight::BlockReader::Storyteller };
        let book = draft.book();
        fight::fight_block(draft.game(), &book, draft.acting(), draft.events_since(0), reader)
    }

    /// The blocks that the combat agent is shown. From now on the draft belongs to it.
    async fn beside_a_fight(&self, draft: &mut Draft, window: &[Exchange], fight: FightBlock) -> Vec<ContextBlock> {
        draft.fights_now();
        let reminders = draft.reminders(self.shown(draft, window)).await;
        let mut beside: Vec<ContextBlock> = reminders.map(ContextBlock::from).into_iter().collect();
        beside.push(fight.into());
        let plot = draft.campaign().ok().and_then(|it| plot::fight_block(&it, draft.game()));
        beside.extend(plot.map(ContextBlock::from));
        beside
    }

    /// The blocks that the Dungeon Master is shown outside of a fight.
    async fn beside_a_scene(
        &self,
        draft: &mut Draft,
        asked: &MessageContext<'_>,
        ruling: Option<&str>,
    ) -> Vec<ContextBlock> {
        let plot = draft.campaign().ok().and_then(|it| plot::plot_block(&it, draft.game(), asked.message));
        let mut beside: Vec<ContextBlock> = plot.map(ContextBlock::from).into_iter().collect();
        let memories = match self.past.enable_memories {
            true => draft.memories(asked.window, asked.message).await,
            false => draft.reminders(asked.window).await,
        };
        beside.extend(memories.map(ContextBlock::from));
        beside.extend(ruling.map(|lines| prompt::ruling_block(lines).into()));
        beside
    }

    /// The turns shown verbatim: fewer in a fight. The built-in storyteller is free, and must not repeat what it said before the
    /// fight.
    fn shown<'a>(&self, draft: &Draft, window: &'a [Exchange]) -> &'a [Exchange] {
        if draft.fights() && self.is_paid() { prompt::window_of_a_fight(window) } else { window }
    }

    async fn messages(&self, draft: &mut Draft, asked: &MessageContext<'_>, beside: Vec<ContextBlock>) -> Vec<Message> {
        let so_far = self.summaries(asked.head, draft, asked.window).await;
        let window = self.shown(draft, asked.window);
        // The built-in storyteller finds its place in the story by the state.
        let shown = match self.is_paid() {
            true => draft.corrections.shown(draft.game()),
            false => Cow::Borrowed(draft.game()),
        };
        // The built-in storyteller would tell the scene that was stopped again.
        let is_stopped = !self.is_paid() && draft.boundaries().has_stopped_scene();
        let n_told = asked.instead_of.map_or(0, |told| told.alternatives.len() + 1) + usize::from(is_stopped);
        let actor = draft.actor(asked.seat);
        let mut messages = prompt::messages(so_far, window, &shown, &actor, n_told, beside, asked.last_words());
        if draft.fights() {
            model::keep_for_minutes(&mut messages);
        }
        messages
    }

    /// The Dungeon Master of a table that plays a campaign.
    fn in_campaign(&self, package: &CampaignPackage, draft: &Draft) -> Agent<Draft> {
        Agent {
            system: plot::system(package, draft.game()),
            toolbox: self.campaign_toolbox.clone(),
            model: self.agent.model.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: MAX_CALLS,
            second_chance: false,
        }
    }
}
