//! The player's view of a turn's tool calls: only what each tool declares as public ([`PublicCall`]), and the words for its state
//! ([`CallSummary`]).

use std::{collections::HashMap, sync::LazyLock};

use game::{
    Turn,
    turn::{Speaker, ToolCallRecord},
    view::TurnView,
};
use serde_json::{Value, json};

use crate::agent::{CallDeclaration, CallSummary, PublicCall, Toolbox};

use super::{
    fight::{self, ButtonAction},
    judge, npc, tools,
};

/// A tool's declaration.
struct Declared {
    call: CallDeclaration,
    hides_input: bool,
}

/// The tools of the Dungeon Master's agents and those of NPCs, kept apart because some share a name.
struct Registry {
    table: HashMap<String, Declared>,
    people: HashMap<String, Declared>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let (mut table, mut people) = (HashMap::new(), HashMap::new());
    declare(&mut table, &tools::campaign_toolbox());
    declare(&mut table, &fight::toolbox());
    declare(&mut table, &judge::toolbox());
    declare(&mut people, &npc::toolbox());
    Registry { table, people }
});

/// Adds the tools of a toolbox. The first declaration of a name wins.
fn declare<C: Send + 'static>(known: &mut HashMap<String, Declared>, toolbox: &Toolbox<C>) {
    for (spec, call) in toolbox.declarations() {
        known.entry(spec.name.clone()).or_insert(Declared { call, hides_input: call.public.hides_input(spec) });
    }
}

/// The players' summary of calls of a tool of the Dungeon Master's agents, or of one of an NPC's.
pub(super) fn call_summary(name: &str, by_npc: bool) -> CallSummary {
    let known = if by_npc { &REGISTRY.people } else { &REGISTRY.table };
    known.get(name).map_or(CallSummary::DEFAULT, |tool| tool.call.summary)
}

/// The tools that a turn with these speakers can have called, with their declarations.
pub(super) fn known_tools(speakers: &[Speaker]) -> impl Iterator<Item = (&'static str, PublicCall)> {
    let known = if speakers.is_empty() { &REGISTRY.table } else { &REGISTRY.people };
    known.iter().map(|(name, tool)| (name.as_str(), tool.call.public))
}

/// A turn as its player sees it.
pub fn turn_view(turn: Turn) -> TurnView {
    TurnView::of(turn, public_call)
}

/// The public input and answer of a call; empty for an unknown tool.
fn public_call(turn: &Turn, call: &ToolCallRecord) -> (Value, String) {
    if ButtonAction::is_recorded_in(call) {
        return (call.input.clone(), call.result.clone());
    }
    let known = if turn.speakers.is_empty() { &REGISTRY.table } else { &REGISTRY.people };
    let declared = known.get(&call.name);
    let input = match declared {
        Some(tool) if call.input.is_object() => tool.call.public.public_input(&call.input),
        // Input that is not an object is shown as it is, unless the tool hides fields.
        Some(tool) if !tool.hides_input => call.input.clone(),
        _ => json!({}),
    };
    let result = match (&call.public_result, declared) {
        (Some(public), _) => public.clone(),
        (None, Some(tool)) => tool.call.public.public_result(&call.result),
        (None, None) => String::new(),
    };
    (input, result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::turn::Usage;

    #[test]
    fn every_tool_has_words_for_its_calls() {
        for (name, tool) in REGISTRY.table.iter().chain(&REGISTRY.people) {
            let CallSummary { started, done, refused } = tool.call.summary;
            assert!([started, done, refused].iter().all(|words| !words.is_empty()), "{name}");
            // Where there is nothing to roll for, the judge's call has nothing to say.
            let has_own = started != CallSummary::DEFAULT.started && done != CallSummary::DEFAULT.done;
            assert_eq!(has_own, name != "mark_no_check", "{name}");
        }
    }

    #[test]
    fn no_tool_tells_players_what_kind_somebody_is() {
        let names = |(name, tool): (&'static String, &'static Declared)| (name.as_str(), tool.call.public.input);
        for (name, input) in REGISTRY.table.iter().chain(&REGISTRY.people).map(names) {
            let kind = input.iter().find(|path| path.ends_with("slug"));
            assert!(kind.is_none(), "{name}: {kind:?}");
        }
    }

    #[test]
    fn words_belong_to_the_tool_that_is_called() {
        let rolls = call_summary("roll_dice", false);
        assert_eq!((rolls.started, rolls.done), ("Reaching for the dice", "Rolled the dice"));
        assert_eq!(rolls.refused, CallSummary::DEFAULT.refused);
        assert_eq!(call_summary("advance_plot", false).refused, "Saw that nothing comes of it");
        assert_eq!(call_summary("resolve_attack", false).done, "Let the dice decide");
        assert_eq!(call_summary("move_npc", true).started, "Somebody turns to go");
        for (name, tool) in &REGISTRY.people {
            if let Some(same) = REGISTRY.table.get(name) {
                assert_eq!(tool.call.summary, same.call.summary, "{name}");
            }
        }
    }

    #[test]
    fn a_stored_call_of_a_tool_that_is_gone_is_shown_without_its_input_and_answer() {
        let gone = "summon_balrog";
        for by_npc in [false, true] {
            assert_eq!(call_summary(gone, by_npc), CallSummary::DEFAULT);
        }
        let at = "2026-11-24T19:00:00Z";
        let call = json!({"callId": "toolu_1", "name": gone, "input": {"where": "the bridge"}, "result": "It stands in the deep.",
                          "isError": false});
        let stored = json!({"id": "turn", "seq": 1, "sessionId": "scene", "characterId": "hero", "message": "", "narrative": "",
                            "toolCalls": [call], "changes": [], "usage": Usage::default(), "model": "none", "startedAt": at,
                            "endedAt": at});
        let view = turn_view(serde_json::from_value(stored).unwrap());
        let shown = serde_json::to_value(&view).unwrap();
        assert_eq!(shown["toolCalls"][0]["name"], gone);
        assert_eq!((&shown["toolCalls"][0]["input"], &shown["toolCalls"][0]["result"]), (&json!({}), &json!("")));
    }
}
