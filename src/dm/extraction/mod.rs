//! The safety net behind the tools: records changes that the story describes but no tool recorded.
//!
//! It is asked for only where the check of the narration ([`narration_check`](super::narration_check)) found something that an objection
//! did not settle. The extractors of just the kinds that were found are asked at once, each for commands of its own kinds
//! (`extractor.rs`). The commands go through the same checks as the tool `apply_state_commands`, in a fixed order: hit points,
//! effects, resources, life cycle.
//!
//! Each sees the current turn alone: its story, the people present, and the recorded changes. It doesn't see the player's
//! message, so that a player's claim becomes no command. An extractor that fails, returns nonsense or is too slow is noted, and
//! affects no other. No text is read twice.

mod extractor;
mod material;
mod schema;
mod twice;

use futures::future::join_all;
use game::{
    Change,
    combat::{event, fighter::FighterRef},
    command::{CommandResult, ItemAction, StateCommand},
};
use model::{Tokens, ToolCall};
use serde_json::{Value, json};

use crate::agent::{Listener, Tool, ToolOutput};

use super::{
    draft::Draft,
    narration_check::{ClaimKind, UnsupportedClaim},
    one_shot_completion::{self, HelperReply, HelperRequest},
    plot::HandedOver,
    prompt::plain,
    tools::{ApplyStateCommands, CommandReport, carried_out},
};
use extractor::Extractor;
use material::{Shown, StoryReader};

/// The most tokens of an extractor's answer, thinking included.
const MAX_TOKENS: u32 = 2048;
/// The most commands of one extractor.
const MAX_COMMANDS: usize = 8;
/// The call id of extracted commands in the turn's record.
const CALL_ID: &str = "extracted";

/// An answer or the reason for its absence, with the model and the tokens it took.
type ExtractionAnswer = (Result<String, String>, Option<(String, Tokens)>);

/// Extracts the findings from the current turn's story, and records them. Text that was read before is skipped.
pub(super) async fn extract(draft: &mut Draft, findings: &[UnsupportedClaim]) {
    let told = unread(draft);
    let due = due(draft, findings, &told);
    if due.is_empty() {
        return;
    }
    draft.inquiry.extracted_to = draft.record.narrative.len();
    let tools_wrote = draft.record.changes.clone();
    let written = material::written(draft.game(), &tools_wrote);
    let rules = if due.contains(&Extractor::Effect) { draft.known_effects() } else { Vec::new() };
    let shown = Shown { told: &told, written: &written, rules: &rules };
    let heard = join_all(due.iter().map(|it| ask(draft, *it, shown))).await;
    let mut given = Vec::new();
    for (extractor, (answer, spent)) in due.into_iter().zip(heard) {
        if let Some((model, tokens)) = spent {
            draft.count(extractor.agent(), &model, &tokens);
        }
        let commands = answer
            .and_then(|text| Extractor::read(&text).ok_or_else(|| "the answer was not what was asked for".into()));
        match commands {
            Ok(commands) => given.extend(commands.into_iter().take(MAX_COMMANDS).map(|command| (extractor, command))),
            Err(why) => draft.inquiry.trace.notes.push(format!("{} failed: {why}", extractor.name())),
        }
    }
    carry_out(draft, given, &tools_wrote).await;
}

/// The extractors for findings quoted in this text, in order. A death needs a hero who is making death saving throws.
fn due(draft: &Draft, findings: &[UnsupportedClaim], told: &str) -> Vec<Extractor> {
    let is_dying = draft.game().characters.iter().any(|hero| FighterRef::Hero(hero).is_dying());
    let here = findings.iter().filter(|it| told.contains(&it.quote) && (is_dying || it.kind != ClaimKind::Death));
    let due: Vec<Extractor> = here.filter_map(|it| Extractor::of(it.kind)).collect();
    Extractor::ALL.into_iter().filter(|it| due.contains(it)).collect()
}

/// The reviewer's input: recorded changes of the exchange, findings, one per line, and the story.
pub(super) fn material_for_review(draft: &Draft, found: &str) -> String {
    let (state, record) = (draft.game(), &draft.record);
    let written = material::written(state, &record.changes) + &material::rests(draft.batch.rests());
    let campaign = draft.handed_over();
    let shown = Shown { told: &record.narrative, written: &written, rules: &[] };
    let told = material::material(state, campaign.as_ref(), StoryReader::Reviewer, shown);
    let found = if found.is_empty() { "nothing\n" } else { found };
    let quests: Vec<String> = state.story.active_quests.iter().map(|quest| plain(quest.title())).collect();
    let scene = format!(
        "[scene]\nhere: {}\nopen quests: {}\n[/scene]\n",
        plain(&state.story.current_location),
        if quests.is_empty() { "none".to_owned() } else { quests.join("; ") }
    );
    let fight: String = event::lines(&record.combat_events).iter().map(|line| format!("{}\n", plain(line))).collect();
    let fight = if fight.is_empty() { fight } else { format!("[fight]\n{fight}[/fight]\n") };
    told.replacen("[told]\n", &format!("{scene}{fight}[found]\n{found}[/found]\n[told]\n"), 1)
}

/// The unread part of the current turn's story.
fn unread(draft: &Draft) -> String {
    let told = draft.told_in_turn();
    let from = draft.record.narrative.len() - told.len();
    told.get(draft.inquiry.extracted_to.saturating_sub(from)..).unwrap_or_default().to_owned()
}

/// Asks one extractor, and waits for it as long as a turn can.
async fn ask(draft: &Draft, extractor: Extractor, shown: Shown<'_>) -> ExtractionAnswer {
    let campaign = draft.handed_over();
    let request = HelperRequest {
        instructions: extractor.instructions(),
        max_tokens: MAX_TOKENS,
        words: material::material(draft.game(), campaign.as_ref(), StoryReader::Extractor(extractor), shown),
        schema: extractor.schema(),
        patience: draft.inquiry.patience,
    };
    let models = draft.models_for(extractor.agent(), &[]);
    let HelperReply { text, spent } = one_shot_completion::ask(&models, request).await;
    (text.map_err(str::to_owned), spent)
}

/// Carries commands out, in order, each for itself, and keeps them with their results among the turn's calls.
async fn carry_out(draft: &mut Draft, given: Vec<(Extractor, Value)>, tools_wrote: &[Change]) {
    if given.is_empty() {
        return;
    }
    let (commands, mut results) = (commands_of(&given), Vec::with_capacity(given.len()));
    let call = ToolCall { id: CALL_ID.to_owned(), name: ApplyStateCommands::NAME.to_owned(), input: Ok(commands) };
    draft.tool_started(&call.id, &call.name);
    for (extractor, command) in given {
        results.push(match against(draft, extractor, &command, tools_wrote) {
            Some(why) => refused(draft, &command, why),
            None => carried_out(draft, command),
        });
    }
    let report = CommandReport::of(results);
    let text = serde_json::to_string(&report).unwrap_or_default();
    let answer = ToolOutput { text, must_be_read: false.into(), is_error: report.is_error(), public: None };
    draft.tool_answered(&call, &answer).await;
}

fn commands_of(given: &[(Extractor, Value)]) -> Value {
    let commands: Vec<&Value> = given.iter().map(|(_, command)| command).collect();
    json!({ "commands": commands })
}

/// Why a command is not this extractor's to give, or not to be carried out again.
fn against(draft: &Draft, extractor: Extractor, command: &Value, tools_wrote: &[Change]) -> Option<String> {
    let kind = command["type"].as_str().unwrap_or_default();
    if !extractor.kinds().contains(&kind) {
        return Some(format!("The {} extractor gives no command of this kind.", extractor.name()));
    }
    let command: StateCommand = serde_json::from_value(command.clone()).ok()?;
    if let StateCommand::Item { item_name, action, .. } = &command {
        let gives = |campaign: HandedOver| campaign.gives(item_name);
        if *action == ItemAction::Add && draft.handed_over().is_some_and(gives) {
            return Some("The campaign gives that by itself.".to_owned());
        }
    }
    twice::is_written(&command, draft.game(), tools_wrote).then(|| "It is written down already.".to_owned())
}

fn refused(draft: &Draft, command: &Value, why: String) -> CommandResult {
    let said = |key: &str| command[key].as_str().unwrap_or_default().to_owned();
    let character_id = game::command::id_of(draft.game(), &(said("character") + &said("character_id")));
    CommandResult { success: false, command_type: said("type"), character_id, message: why, details: json!({}) }
}

/// Name, instructions and answer schema of every helper, for snapshots.
pub fn helpers() -> Vec<(&'static str, &'static str, Value)> {
    let extractors = Extractor::ALL.into_iter().map(|it| (it.agent(), it.instructions(), it.schema()));
    std::iter::once(super::narration_check::reviewer()).chain(extractors).collect()
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex},
        time::Duration,
    };

    use futures::{StreamExt, stream};

    use super::*;
    use crate::{
        dm::{
            draft::Draft,
            feed::Feed,
            models::{Models, Provider},
            step::Drill,
        },
        rules::LibraryHandle,
    };
    use game::{Game, State, combat::bout::Bout, ready_made, story::Story};
    use model::{Model, Prices, Reply, ReplyEvent, ReplyStream, Request, StopReason};

    /// A model that takes 3 hit points from the first hero whenever it is asked, and never answers for `mute` agents.
    #[derive(Debug, Default)]
    struct Stub {
        mute: &'static str,
        asked: Mutex<usize>,
    }

    impl Model for Stub {
        fn reply(&self, request: Request) -> ReplyStream {
            *self.asked.lock().unwrap() += 1;
            let schema =
                request.output_config.and_then(|it| it.format).map(|format| format.to_string()).unwrap_or_default();
            if !self.mute.is_empty() && schema.contains(self.mute) {
                return stream::pending().boxed();
            }
            let hero = ready_made::ready_made()[0].id.clone();
            let answer = match schema.contains("hp_change") {
                true => json!({"commands": [{"type": "hp_change", "character_id": hero, "change": -3}]}),
                false => json!({"commands": []}),
            };
            let text = model::Block::text(answer.to_string());
            let reply = Reply {
                model: "a-model".into(),
                blocks: vec![serde_json::to_value(text).unwrap()],
                calls: Vec::new(),
                stop: StopReason::EndTurn,
                tokens: Tokens::default(),
            };
            stream::iter([Ok(ReplyEvent::Finished(reply))]).boxed()
        }
    }

    fn draft(stub: &Arc<Stub>) -> Draft {
        let models = Models {
            model: Arc::clone(stub) as Arc<dyn Model>,
            provider: Provider::Anthropic,
            agents: ("a", "b").into(),
            prices: Arc::new(Prices::default()),
            narration_check: Default::default(),
        };
        let hero = ready_made::ready_made()[0].clone();
        let (acting, state) = (hero.id.clone(), State::start(Story::default(), vec![hero], [7; 32]));
        let mut draft = Draft::new(
            Game::new(state),
            acting,
            Feed::new(),
            Arc::new(models),
            Drill::default(),
            LibraryHandle::core(),
        );
        draft.inquiry.patience = Duration::from_millis(50);
        draft
    }

    fn found(kinds: &[ClaimKind]) -> Vec<UnsupportedClaim> {
        let of = |kind: &ClaimKind| UnsupportedClaim {
            kind: *kind,
            quote: "stone hits you".to_owned(),
            truth: String::new(),
        };
        kinds.iter().map(of).collect()
    }

    #[tokio::test]
    async fn what_was_read_once_is_never_read_again() {
        let stub = Arc::new(Stub::default());
        let mut draft = draft(&stub);
        draft.text("A stone hits you.");
        for _ in 0..2 {
            extract(&mut draft, &found(&[ClaimKind::HitPoints, ClaimKind::Condition])).await;
            assert_eq!((*stub.asked.lock().unwrap(), draft.record.changes.len()), (2, 1));
        }
        draft.text(" Another stone hits you.");
        extract(&mut draft, &found(&[ClaimKind::HitPoints, ClaimKind::Condition])).await;
        assert_eq!(*stub.asked.lock().unwrap(), 4);
        assert_eq!(draft.record.changes.len(), 1, "and no tool's change is made twice");
    }

    #[tokio::test]
    async fn a_turn_does_not_wait_for_ever_for_an_answer() {
        let stub = Arc::new(Stub { mute: "buff", ..Stub::default() });
        let mut draft = self::draft(&stub);
        draft.text("A stone hits you.");
        extract(&mut draft, &found(&[ClaimKind::HitPoints, ClaimKind::Condition])).await;
        assert_eq!(draft.record.changes.len(), 1);
        assert_eq!(draft.inquiry.trace.notes, ["effect failed: the model took too long"]);
    }

    #[test]
    fn only_what_an_extractor_can_write_down_makes_one_due() {
        let due = |kinds: &[ClaimKind], told: &str| due(&draft(&Arc::default()), &found(kinds), told);
        let told = "A stone hits you.";
        assert_eq!(
            due(&[ClaimKind::Rest, ClaimKind::ItemLost, ClaimKind::SpellSlot, ClaimKind::HitPoints], told),
            [Extractor::Hp, Extractor::Resource, Extractor::Lifecycle]
        );
        assert_eq!(
            due(&[ClaimKind::Gold, ClaimKind::Place, ClaimKind::Quest, ClaimKind::Level, ClaimKind::Roll], told),
            []
        );
        assert_eq!(due(&[ClaimKind::Death], told), [], "no hero throws for their life");
        assert_eq!(due(&[ClaimKind::HitPoints], "Another turn's story."), []);
    }

    #[test]
    fn every_kind_of_command_is_one_extractors() {
        let kinds: Vec<&str> = Extractor::ALL.iter().flat_map(|it| it.kinds()).copied().collect();
        let schemars = schemars::schema_for!(StateCommand).to_value();
        // Only the Dungeon Master raises the dead; the extractor never infers it from the narration.
        assert!(!kinds.contains(&"revive"));
        assert_eq!(kinds.len() + 1, schemars["oneOf"].as_array().unwrap().len());
        for (extractor, (_, _, schema)) in Extractor::ALL.into_iter().zip(helpers().into_iter().skip(1)) {
            for kind in extractor.kinds() {
                assert!(schema.to_string().contains(&format!("\"const\":\"{kind}\"")), "{kind}");
            }
        }
    }

    #[test]
    fn a_buff_can_change_what_its_schema_names() {
        let hero = ready_made::ready_made()[0].clone();
        let name = hero.name.clone();
        let mut game = Game::new(State::start(Story::default(), vec![hero], [7; 32]));
        for stat in schema::MODIFIERS {
            let command: StateCommand = serde_json::from_value(json!({
                "type": "buff", "character_id": name, "action": "add", "buff_name": stat, "duration_type": "permanent",
                "modifiers": {stat: 1},
            }))
            .unwrap();
            let mut bout = Bout::new(&mut game, &());
            command.carry_out(&mut bout, &mut game::command::Batch::default()).unwrap();
        }
    }
}
