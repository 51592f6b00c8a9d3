//! The player's view of a turn's tool calls: only what each tool declares as public ([`PublicCall`]).

use std::{collections::HashMap, sync::LazyLock};

use serde_json::{Value, json};

use crate::{
    agent::{PublicCall, Toolbox},
    game::{
        Turn,
        turn::{Speaker, ToolCallRecord},
        view::TurnView,
    },
};

use super::{
    fight::{self, Order},
    judge, npc, tools,
};

/// The public part of a tool's calls.
struct Declared {
    call: PublicCall,
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
    for (spec, call) in toolbox.public_calls() {
        known.entry(spec.name.clone()).or_insert(Declared { call, hides_input: call.hides_input(spec) });
    }
}

/// The tools that a turn with these speakers can have called, with their declarations.
pub(super) fn known_tools(speakers: &[Speaker]) -> impl Iterator<Item = (&'static str, PublicCall)> {
    let known = if speakers.is_empty() { &REGISTRY.table } else { &REGISTRY.people };
    known.iter().map(|(name, tool)| (name.as_str(), tool.call))
}

/// A turn as its player sees it.
pub fn turn_view(turn: Turn) -> TurnView {
    TurnView::of(turn, public_call)
}

/// The public input and answer of a call; empty for an unknown tool.
fn public_call(turn: &Turn, call: &ToolCallRecord) -> (Value, String) {
    if Order::is_recorded_in(call) {
        return (call.input.clone(), call.result.clone());
    }
    let known = if turn.speakers.is_empty() { &REGISTRY.table } else { &REGISTRY.people };
    let declared = known.get(&call.name);
    let input = match declared {
        Some(tool) if call.input.is_object() => tool.call.public_input(&call.input),
        // Input that is not an object is shown as it is, unless the tool hides fields.
        Some(tool) if !tool.hides_input => call.input.clone(),
        _ => json!({}),
    };
    let result = match (&call.public_result, declared) {
        (Some(public), _) => public.clone(),
        (None, Some(tool)) => tool.call.public_result(&call.result),
        (None, None) => String::new(),
    };
    (input, result)
}
