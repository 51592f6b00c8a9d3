//! The rules judge: resolves contested actions by dice before the Dungeon Master narrates them.
//!
//! Words that tell of nothing contested pass a gate (`gate.rs`) and cost nothing. The others are shown to the utility model,
//! which says in one reply what settles them; the throws and all arithmetic are the table's. What comes of it is a ruling,
//! which the Dungeon Master reads beside the table state. A judge that fails, is slow or says nothing of use never fails a
//! turn: it goes on without a ruling, and the Dungeon Master asks for dice as usual.
//!
//! The judge's call is the first tool call of the turn, so that a retelling repeats its ruling without another call.

mod bare_hands;
mod bench;
mod gate;
mod ruling;
mod tools;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use game::{
    State, Turn,
    creature::{self, Creature, Disposition},
    id::NpcId,
    turn::{Exchange, ToolCallRecord},
};
use model::{Block, CacheControl, SystemBlock, ToolCall, ToolSpec};

use crate::agent::{self, Agent, Listener, ToolOutput};

use super::{
    agents::RULES_JUDGE,
    answer::MessageContext,
    draft::Draft,
    fight,
    models::{Models, Provider},
    one_shot_completion::patience,
    prompt,
    step::Drill,
};
use bench::Bench;
use ruling::Ruling;
pub(super) use tools::toolbox;
use tools::{Decision, RulingCall};

/// The most tokens of the reply: a call is short, but thinking counts, too.
const MAX_TOKENS: u32 = 2048;

const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The agent that rules on contested actions.
pub(super) struct Judge {
    agent: Agent<Bench>,
    drill: Drill,
    /// How long a turn waits for it.
    patience: Duration,
}

impl Judge {
    /// The judge of a table; none if the built-in storyteller plays: it has no utility model beside it, and calls for
    /// dice and chooses difficulties by itself.
    pub(super) fn of(models: &Models, drill: &Drill) -> Option<Self> {
        let agent = Agent {
            system: system(),
            toolbox: tools::toolbox(),
            model: models.agents.utility.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: 1,
            second_chance: false,
        };
        (models.provider == Provider::Anthropic).then(|| Self {
            agent,
            drill: drill.clone(),
            patience: patience::JUDGE,
        })
    }

    /// Rules on a message outside a fight, or on each hero's action in a round. A fight that one of them begins ends the
    /// rulings.
    pub(super) async fn rule_all(&self, draft: &mut Draft, asked: &MessageContext<'_>) -> Option<String> {
        let mut before = asked.instead_of.map(|turn| self.ruled_before(turn)).unwrap_or_default().into_iter();
        if asked.deeds.is_empty() {
            let is_in_peace = draft.game().encounter.is_none();
            return if is_in_peace { self.rule(draft, asked.window, asked.message, before.next()).await } else { None };
        }
        let (acting, mut rulings) = (draft.acting().clone(), Vec::new());
        // A call that failed is missing: it is not known then whose the others are.
        let n_contested = asked.deeds.iter().filter(|deed| is_contested(draft, &deed.message)).count();
        if before.len() != n_contested {
            before = Vec::new().into_iter();
        }
        for deed in asked.deeds {
            if draft.game().encounter.is_some() {
                break;
            }
            draft.set_acting(&deed.character_id);
            if draft.acting_hero_is_helpless() {
                continue;
            }
            let call = if is_contested(draft, &deed.message) { before.next() } else { None };
            let ruling = self.rule(draft, asked.window, &deed.message, call).await;
            rulings.extend(ruling.map(|lines| format!("hero: {}\n{lines}", deed.character_id)));
        }
        draft.set_acting(&acting);
        (!rulings.is_empty()).then(|| rulings.join("\n"))
    }

    /// Rules on a message, if it is contested: rolls dice on the draft, and returns the result for the Dungeon Master, also if
    /// the rules refuse the action. `before` is the call of an earlier version.
    async fn rule(
        &self,
        draft: &mut Draft,
        window: &[Exchange],
        words: &str,
        before: Option<ToolCall>,
    ) -> Option<String> {
        let (decision, call) = match before {
            Some(call) => self.again(&call).await?,
            None if is_contested(draft, words) => self.ask(draft, window, words).await?,
            None => return None,
        };
        match decision {
            // Nothing changes in the game, but the decision is kept so that a retelling does not ask the judge again.
            Decision::NoCheck(why) => {
                draft.record.tool_calls.push(record(call, ruling::no_check(&why)));
                None
            }
            Decision::Rule(mut case) => {
                if let RulingCall::Attack(asked) = &mut case {
                    let weapons = draft.game().hero(draft.acting().as_str()).map(|hero| hero.weapons.as_slice());
                    bare_hands::read(asked, draft.in_english(words), weapons.unwrap_or_default());
                    draft.stay_out = staying_out(draft.game(), &asked.stay_out);
                }
                draft.tool_started(&call.id, &call.name);
                if let RulingCall::Attack(asked) = &case
                    && let Some(answer) = opens_a_fight(&asked.target, draft).await
                {
                    draft.tool_answered(&call, &answer).await;
                    return None;
                }
                if let RulingCall::Attack(asked) = &mut case {
                    ruling::brings_in(&mut asked.target, draft).await;
                }
                let answer = Ruling::of(case, draft);
                draft.tool_answered(&call, &answer).await;
                Some(if answer.is_error { ruling::refused(&answer.text) } else { answer.text })
            }
        }
    }

    /// Asks the utility model.
    async fn ask(&self, draft: &mut Draft, window: &[Exchange], words: &str) -> Option<(Decision, ToolCall)> {
        let last = window.len().saturating_sub(1);
        let shown = draft.corrections.shown(draft.game());
        let mut messages = prompt::messages_for_helper(&window[last..], &shown, draft.acting(), words);
        if let (Some(facts), Some(message)) = (draft.scene_facts(), messages.last_mut()) {
            let before_the_words = message.content.len().saturating_sub(1);
            message.content.insert(before_the_words, Block::text(facts.judged()));
        }
        let mut bench = Bench::new(self.drill.clone());
        let models = draft.models_for(RULES_JUDGE, &window[last..]);
        let run = agent::run(&self.agent, &*models.model, &mut bench, messages);
        match tokio::time::timeout(self.patience, run).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "no ruling was made; the Dungeon Master calls for dice"),
            Err(_) => tracing::warn!("the judge took too long; the Dungeon Master calls for dice"),
        }
        for (model, tokens) in std::mem::take(&mut bench.spent) {
            draft.count(RULES_JUDGE, &model, &tokens);
        }
        bench.take()
    }

    /// The judge's calls of an earlier version.
    fn ruled_before(&self, told: &Turn) -> Vec<ToolCall> {
        let specs = self.agent.toolbox.specs();
        let ours = |record: &&ToolCallRecord| specs.iter().any(|spec| spec.name == record.name) && !record.is_error;
        let call = |record: &ToolCallRecord| {
            let (id, name, input) = (record.call_id.clone(), record.name.clone(), Ok(record.input.clone()));
            ToolCall { id, name, input }
        };
        told.tool_calls.iter().filter(ours).map(call).collect()
    }

    /// The decision of a call that was made before.
    async fn again(&self, call: &ToolCall) -> Option<(Decision, ToolCall)> {
        let mut bench = Bench::new(self.drill.clone());
        let answer = self.agent.toolbox.answer(call, &mut bench).await.ok()?;
        bench.tool_answered(call, &answer).await;
        bench.take()
    }
}

/// Whether words tell of something that dice may settle.
fn is_contested(draft: &Draft, words: &str) -> bool {
    draft.was_found_contested().unwrap_or_else(|| gate::is_contested(words))
}

/// An attack on a hostile creature or on a foe of the campaign's beat opens the fight, which then resolves it. `None` if no
/// fight begins.
async fn opens_a_fight(target: &str, draft: &mut Draft) -> Option<ToolOutput> {
    let hostile = |one: &Creature| one.disposition == Disposition::Hostile && !one.is_dead();
    match creature::find_foe(draft.game(), target) {
        Some(one) => {
            let is_foe = hostile(one);
            is_foe.then(|| fight::open(draft, &fight::Opens::default()).ok()).flatten()?;
        }
        None => {
            draft.scene_facts().filter(|facts| facts.has_foe(target))?;
            draft.enact(|course, _| course.fight()).await.ok()?.ok()?;
        }
    }
    Some(ToolOutput::done("attack: the fight begins"))
}

/// The creatures of these ids or names that may stay out of a fight: all but hostile ones.
fn staying_out(state: &State, names: &[String]) -> Vec<NpcId> {
    let found = names.iter().filter_map(|name| creature::find(state, name).ok());
    found.filter(|one| one.disposition != Disposition::Hostile).map(|one| one.id.clone()).collect()
}

fn record(call: ToolCall, result: String) -> ToolCallRecord {
    let input = call.input.unwrap_or_else(serde_json::Value::String);
    ToolCallRecord { call_id: call.id, name: call.name, input, result, is_error: false, public_result: None }
}

/// The judge's instructions, byte-equal over all turns.
fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        let mark = Some(CacheControl::Hour);
        [SystemBlock { text: prompt::instructions(INSTRUCTIONS), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}

/// The judge's tools as its model sees them.
pub fn specs() -> Arc<[ToolSpec]> {
    tools::toolbox().specs()
}

#[cfg(test)]
mod tests {
    use futures::{StreamExt, stream};

    use super::*;
    use crate::{dm::feed::Feed, rules::LibraryHandle};
    use game::{Game, ready_made, story::Story, view::JUDGED};
    use model::{Model, Prices, ReplyStream, Request};

    /// A model that never answers.
    struct Silent;

    impl Model for Silent {
        fn reply(&self, _: Request) -> ReplyStream {
            stream::pending().boxed()
        }
    }

    fn models(provider: Provider) -> Models {
        let (prices, narration_check) = (Arc::new(Prices::default()), Default::default());
        Models { model: Arc::new(Silent), provider, agents: ("a", "b").into(), prices, narration_check }
    }

    #[tokio::test]
    async fn a_turn_does_not_wait_for_ever_for_its_judge() {
        let models = models(Provider::Anthropic);
        let hero = ready_made::ready_made()[0].clone();
        let (acting, heroes) = (hero.id.clone(), vec![hero]);
        let game = Game::new(State::start(Story::default(), heroes, [7; 32]));
        let mut judge = Judge::of(&models, &Drill::default()).unwrap();
        assert_eq!(judge.patience, patience::JUDGE);
        judge.patience = Duration::from_millis(10);
        let mut draft =
            Draft::new(game, acting, Feed::new(), Arc::new(models), Drill::default(), LibraryHandle::core());
        assert_eq!(judge.rule(&mut draft, &[], "I attack!", None).await, None);
        assert!(draft.record.changes.is_empty() && draft.record.tool_calls.is_empty());
    }

    #[test]
    fn the_player_is_shown_no_answer_of_the_judges_tools() {
        let specs = specs();
        let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names, JUDGED);
    }

    #[test]
    fn where_the_storyteller_plays_there_is_no_judge() {
        assert!(Judge::of(&models(Provider::Storyteller), &Drill::default()).is_none());
    }
}
