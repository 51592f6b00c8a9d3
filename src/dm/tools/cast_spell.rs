//! `cast_spell`: casts a spell outside a fight.

use game::{
    Change,
    combat::{
        event::{self, CombatEvent},
        fighter::FighterId,
        timing::Lasting,
    },
    command,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

/// Cast a hero's spell where nobody fights; slot, concentration and effect are the rules'. A spell they have no numbers for
/// takes its slot, too; its text is quoted where it is known, and you tell what it does.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CastSpell {
    /// One the hero knows.
    pub spell: String,
    /// Heroes or those in the scene.
    #[serde(default)]
    pub targets: Vec<String>,
    /// A single target; models write it so as well.
    #[serde(default)]
    #[schemars(skip)]
    pub target: Option<String>,
    /// The slot's level; the lowest if left out.
    #[serde(default, alias = "level")]
    pub slot: Option<u8>,
    /// A hero; left out, the one who acts.
    #[serde(default)]
    pub character: Option<String>,
    /// Whether to refuse a spell that the rules have no numbers for. The built-in storyteller sets it.
    #[serde(default)]
    #[schemars(skip)]
    pub only_by_rules: bool,
}

/// The remaining task after a spell without numbers in the rules, cast with a slot of this level. `lasts` is whether they know
/// how long it is kept in mind.
fn to_apply(slot: u8, lasts: bool) -> String {
    let changed = match slot {
        0 => "nothing by this cantrip".to_owned(),
        slot => format!("nothing by this spell but the slot of level {slot}"),
    };
    if lasts {
        return format!(
            "The rules have changed {changed}, and keep how long it lasts (`now`). Write down what else its text does: a number or a \
             die it adds by a buff of its name, by concentration, with modifiers such as {{\"ability_checks\": \"1d4\"}}; who is \
             hurt or helped by update_npc and update_game_state."
        );
    }
    format!(
        "The rules have changed {changed}. Write down what its text does: what lasts by apply_state_commands (a buff on the one who \
         has it, without modifiers where it changes no number), who is hurt or helped by update_npc and update_game_state."
    )
}

/// The throws among changes, as `1d8+3 = 8`, each with its reason.
pub(in crate::dm) fn throws(changes: &[Change]) -> Vec<String> {
    let rolls =
        changes.iter().filter_map(|change| if let Change::DiceRolled { roll } = change { Some(roll) } else { None });
    rolls.map(|roll| format!("{}: {} = {}", roll.in_english(), roll.expression, roll.total)).collect()
}

/// The state of the targets of effects: armor class, and their effects with durations.
fn now(draft: &Draft, changes: &[Change]) -> Vec<String> {
    let laid = changes.iter().filter_map(|change| match change {
        Change::EffectBegan { who, effect } => Some((who, effect)),
        _ => None,
    });
    let line = |(who, effect): (&FighterId, &Lasting)| {
        let fighter = draft.game().fighter(who)?;
        let (name, ac, lasts) = (fighter.name(), fighter.armor_class(), effect.timing.in_words());
        Some(format!("{name}: under {} ({lasts}), ac {ac}", effect.name))
    };
    laid.filter_map(line).collect()
}

/// The state of a spell's unchanged targets, or of its caster if no target was named.
fn unchanged(draft: &Draft, caster: &str, targets: &[String]) -> Vec<String> {
    let caster = [caster.to_owned()];
    let whom = if targets.is_empty() { &caster[..] } else { targets };
    let fighters = whom.iter().filter_map(|name| command::fighter(draft.game(), name));
    fighters.map(|one| format!("{}: nothing changed, hp {} of {}", one.name(), one.hp(), one.max_hp())).collect()
}

impl Tool for CastSpell {
    const NAME: &'static str = "cast_spell";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Weaving a spell", "Cast a spell");
    const PUBLIC: PublicCall = PublicCall {
        input: &["spell", "targets", "target", "slot", "level", "character"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "slot"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let targets: Vec<String> = self.targets.into_iter().chain(self.target).collect();
        let caster = self.character.unwrap_or_else(|| draft.acting().to_string());
        let from = draft.record.changes.len();
        let cast = draft.by_rules(|bout| {
            if self.only_by_rules {
                command::has_numbers(bout, &caster, &self.spell, self.slot)?;
            }
            command::cast(bout, &caster, &self.spell, &targets, self.slot)
        });
        let (slot, happened) = cast?;
        let mut answer = json!({"ok": true, "happened": event::lines(&happened)});
        let changes = &draft.record.changes[from.min(draft.record.changes.len())..];
        let is_told = happened.iter().any(|event| matches!(event, CombatEvent::Described { .. }));
        let laid = now(draft, changes);
        let (lasts, mut standing) = (!laid.is_empty(), laid);
        if happened.is_empty() {
            standing.extend(unchanged(draft, &caster, &targets));
        }
        for (key, lines) in [("thrown", throws(changes)), ("now", standing)] {
            if !lines.is_empty() {
                answer[key] = json!(lines);
            }
        }
        if slot > 0 {
            let casting = draft.game().hero(&caster).ok().and_then(|hero| hero.spellcasting.as_ref());
            let left = casting.and_then(|casting| casting.slots.get(&slot)).map(|it| it.max.saturating_sub(it.used));
            answer["slot"] = json!(slot);
            answer["slots_left"] = json!(left);
        }
        if is_told {
            answer["to_apply"] = json!(to_apply(slot, lasts));
        }
        Ok(ToolOutput::done(answer.to_string()))
    }
}
