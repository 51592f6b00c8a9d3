//! Tools for fighters who join or leave a fight.

use game::{
    Change, Refusal,
    combat::{
        bout::Bout,
        encounter::FightSide,
        fighter::{FighterId, FighterRef},
        initiative, perform,
    },
    creature::{self, Disposition},
    id::NpcId,
    person,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

use super::{
    super::{
        opening::come_in,
        step::{hero_of, to_a_hero},
    },
    happened, outcome,
};

/// Somebody who is in the scene, or a hero who takes no part yet, joins the fight.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddCombatant {
    /// Their id.
    pub id: String,
    /// For whom they fight.
    pub side: Joined,
}

/// For whom somebody fights.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Joined {
    /// Beside the heroes.
    Heroes,
    /// Against them.
    Foes,
}

/// Somebody leaves the fight alive.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveCombatant {
    /// The id from the list of fighters.
    pub id: String,
    /// How they leave it.
    pub how: Leaves,
}

/// How somebody leaves a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leaves {
    /// They run, and are gone from the scene.
    Flees,
    /// They give up, and stay.
    Yields,
}

impl Tool for AddCombatant {
    const NAME: &'static str = "add_combatant";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Somebody comes or goes", "Saw who stands where");
    const PUBLIC: PublicCall = PublicCall {
        input: &["id", "side"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "fight", "round", "turn"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let from = draft.n_events();
        if let Ok(hero) = draft.game().hero(&self.id) {
            let who = hero_of(&hero.id);
            draft.fight(|bout| initiative::join(bout, &who, Some(FightSide::Heroes), None))?;
            return Ok(ToolOutput::found(happened(draft, from).to_string()));
        }
        let id = creature::find(draft.game(), &self.id)?.id.clone();
        let side = match self.side {
            Joined::Heroes => FightSide::Heroes,
            Joined::Foes => FightSide::Foes,
        };
        come_in(draft, &id, Some(side), false)?;
        Ok(ToolOutput::found(happened(draft, from).to_string()))
    }
}

impl Tool for RemoveCombatant {
    const NAME: &'static str = "remove_combatant";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Somebody comes or goes", "Saw who stands where");
    const PUBLIC: PublicCall = PublicCall {
        input: &["id", "how"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "fight", "round", "turn"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let from = draft.n_events();
        let one = creature::find(draft.game(), &self.id)?;
        if one.is_dead() {
            return Err(ToolError::Refused(format!("{} is dead already; the dead stay where they fell.", one.name)));
        }
        let npc_id = one.id.clone();
        let (name, how) = (one.name.clone(), self.how);
        draft.fight(|bout| {
            perform::unasked(bout)?;
            leaves(bout, npc_id, how)?;
            to_a_hero(bout)
        })?;
        let mut answer = happened(draft, from);
        answer["now"] = json!(match how {
            Leaves::Flees => format!("{name} is gone from the scene."),
            Leaves::Yields => format!("{name} stays in the scene, neutral, and fights no more."),
        });
        outcome(draft, answer).await
    }
}

/// Lets someone out of the fight alive. A foe who yields is overcome and earns the heroes its experience (SRD 5.1, Experience
/// Points), one who flees does not.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub(super) fn leaves(bout: &mut Bout, npc_id: NpcId, how: Leaves) -> Result<(), Refusal> {
    let who = FighterId::Creature(npc_id.clone());
    let side = bout.game().encounter.as_deref().and_then(|it| it.combatant(&who)).map(|it| it.side);
    let is_foe = side == Some(FightSide::Foes);
    let worth =
        bout.game().fighter(&who).map_or(0, |fighter| if let FighterRef::Creature(one) = fighter { one.xp } else { 0 });
    if how == Leaves::Yields && is_foe && worth > 0 {
        bout.make(Change::EncounterXpGathered { amount: worth })?;
    }
    initiative::leave(bout, &who)?;
    let leaves = match (how, bout.game().fighter(&who)) {
        (Leaves::Flees, Some(FighterRef::Creature(one))) => person::leaves(bout.game(), one),
        (Leaves::Flees, _) => vec![Change::CreatureLeft { npc_id }],
        (Leaves::Yields, _) => vec![Change::CreatureTurned { npc_id, disposition: Disposition::Neutral }],
    };
    bout.make_all(leaves)
}
