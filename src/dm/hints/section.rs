//! Text of the hints in a prompt.

use prompt::{LineText, beside::HintsBlock, plain};

use crate::store::{AgentHints, Hint};

use super::rule::Suggestion;

/// From here on a hint is highly recommended; below it is recommended.
const HIGHLY: f64 = 0.8;
/// The text after a list of hints.
const ADVICE: &str = "These are guesses from the player's words alone. Use what fits, in whatever way the tools ask for it, and \
                      leave the rest: the story and the table count for more.";

/// The block of a prompt: a list of hints under their heading, if there are any, and notes under theirs.
pub(super) fn section(made: &[Suggestion], notes: &[String]) -> HintsBlock {
    let mut lines = Vec::new();
    if !made.is_empty() {
        lines.push("## Suggested Tools".to_owned());
        lines.extend(made.iter().map(line));
        lines.push(ADVICE.to_owned());
    }
    if !notes.is_empty() {
        lines.push("## Notes".to_owned());
        lines.extend(notes.iter().map(|note| format!("- {}", shown(note))));
    }
    HintsBlock(LineText::each(lines))
}

fn line(hint: &Suggestion) -> String {
    let label = if hint.confidence >= HIGHLY { "highly recommended" } else { "recommended" };
    let mut line = format!("- `{}` ({label}, {:.2}): {}", name(hint), hint.confidence, hint.reason);
    let amount = hint.arguments.iter().find(|(key, _)| *key == "amount").map(|(_, amount)| amount.as_str());
    let arguments = hint.arguments.iter().filter_map(|(key, value)| {
        Some(match (*key, amount) {
            // The tool's list holds an item and its number in one text.
            ("item", Some(n)) => format!("{} {n} x {}", field_of(hint, key), shown(value)),
            ("amount", _) if hint.arguments.iter().any(|(key, _)| *key == "item") => return None,
            // The tool has no field for the giver or the receiver of an item.
            ("who", _) if hint.arguments.iter().any(|(key, _)| *key == "item") => return None,
            _ => format!("{} {}", field_of(hint, key), shown(value)),
        })
    });
    let arguments: Vec<String> = arguments.collect();
    if !arguments.is_empty() {
        line.push_str("; ");
        line.push_str(&arguments.join(", "));
    }
    line
}

/// The tool's own name for an argument.
fn field_of(hint: &Suggestion, key: &'static str) -> &'static str {
    match (hint.tool, hint.field, key) {
        (_, Some(field), "item" | "amount" | "condition" | "name") => field,
        (_, Some(field @ ("companions_to_add" | "companions_to_remove")), "who") => field,
        ("travel", _, "place") => "to",
        ("update_quest", _, "who") => "giver",
        ("start_combat", _, "who") => "npc_ids",
        ("update_npc" | "add_combatant" | "remove_combatant", _, "who") => "id",
        ("query_session_memory", _, "who") => "query",
        ("update_game_state", Some("important_event"), "who") => "about",
        ("update_game_state", Some("hp_delta"), "who") => "character",
        ("apply_state_commands", _, "who") => "character_id",
        ("roll_dice", _, "skill") => "reason",
        ("update_game_state", Some("gold_delta" | "conditions_added" | "conditions_removed"), "who") => "character",
        (_, _, key) => key,
    }
}

/// A tool, with the field that is meant.
fn name(hint: &Suggestion) -> String {
    match hint.field {
        Some(field) => format!("{}({field})", hint.tool),
        None => hint.tool.to_owned(),
    }
}

/// A text of the message or the state, escaped so that it can't end its line or imitate another.
fn shown(text: &str) -> String {
    const MOST_LETTERS: usize = 120;
    plain(text).replace('`', "'").chars().take(MOST_LETTERS).collect()
}

/// The record of hints that is stored with the turn.
pub(super) fn kept(agent: &str, made: &[Suggestion], notes: Vec<String>, withheld: bool) -> AgentHints {
    let hint = |it: &Suggestion| Hint {
        tool: it.tool.to_owned(),
        field: it.field.map(str::to_owned),
        arguments: it.arguments.iter().map(|(key, value)| ((*key).to_owned(), shown(value))).collect(),
        confidence: it.confidence,
        reason: it.reason.to_owned(),
        rule: it.rule.to_owned(),
        followed: false,
    };
    AgentHints { agent: agent.to_owned(), notes, withheld, made: made.iter().map(hint).collect() }
}
