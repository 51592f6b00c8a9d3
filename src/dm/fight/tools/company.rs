//! Who comes into a fight that goes on, and who leaves it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{Answer, Tool, ToolError},
    dm::Draft,
    game::{
        Change, Refusal,
        combat::{bout::Bout, encounter::Side, fighter::FighterId, initiative},
        creature::{self, Disposition},
        id::NpcId,
    },
};

use super::{
    super::{opening::come_in, step::to_a_hero},
    happened,
};

/// Somebody who is in the scene joins the fight.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddCombatant {
    /// The id from the list of those in the scene.
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

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let from = draft.n_told();
        let id = creature::find(draft.game(), &self.id)?.id.clone();
        let side = match self.side {
            Joined::Heroes => Side::Heroes,
            Joined::Foes => Side::Foes,
        };
        come_in(draft, &id, Some(side))?;
        Ok(happened(draft, from))
    }
}

impl Tool for RemoveCombatant {
    const NAME: &'static str = "remove_combatant";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let from = draft.n_told();
        let one = creature::find(draft.game(), &self.id)?;
        if one.is_dead() {
            return Err(ToolError::Refused(format!("{} is dead already; the dead stay where they fell.", one.name)));
        }
        let npc_id = one.id.clone();
        draft.fight(|bout| {
            leaves(bout, npc_id, self.how)?;
            to_a_hero(bout)
        })?;
        Ok(happened(draft, from))
    }
}

/// Lets somebody out of the fight alive.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub(super) fn leaves(bout: &mut Bout, npc_id: NpcId, how: Leaves) -> Result<(), Refusal> {
    initiative::leave(bout, &FighterId::Creature(npc_id.clone()))?;
    bout.make(match how {
        Leaves::Flees => Change::CreatureLeft { npc_id },
        Leaves::Yields => Change::CreatureTurned { npc_id, disposition: Disposition::Neutral },
    })
}
