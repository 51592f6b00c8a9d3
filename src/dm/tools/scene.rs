//! `update_npc`: creatures and people in the scene.

use game::{
    Change,
    combat::fighter::FighterId,
    command, conditions,
    creature::{self, Creature},
    knowledge::MAX_MEMORY,
    party, person,
    story::SupportingNpc,
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, plot},
};

use super::cuts::Cuts;

/// Write down what happened to someone listed as "in the scene"; bring others in first with npcs_to_create. Of a supporting
/// NPC who is elsewhere only `dead`, `name`, `learns` and `location` can be said.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateNpc {
    /// Their id.
    #[serde(alias = "npc_id")]
    pub id: String,
    /// Hit points lost (negative) or regained.
    #[serde(default)]
    pub hp_delta: Option<i32>,
    /// True when they died without a wound; false when they were raised.
    #[serde(default)]
    pub dead: Option<bool>,
    /// Their name from now on.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_NAME))]
    pub name: Option<String>,
    /// Conditions that set in.
    #[serde(default)]
    pub conditions_added: Vec<String>,
    /// Conditions that ended.
    #[serde(default)]
    pub conditions_removed: Vec<String>,
    /// True when they have left for good, or their body is gone.
    #[serde(default)]
    pub remove_from_scene: bool,
    /// Where they went: they leave the scene and stay there.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_LINE))]
    pub location: Option<String>,
    /// What they alone have learned where no hero was, each in a sentence.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_MEMORY)))]
    pub learns: Vec<String>,
}

/// The most that someone learns at once.
const MOST_LEARNED: usize = 6;

impl Tool for UpdateNpc {
    const NAME: &'static str = "update_npc";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Seeing to those in the scene", "Saw to those in the scene");
    // Deaths and names are in the player's view as soon as they are recorded.
    const PUBLIC: PublicCall = PublicCall {
        input: &["id", "hp_delta", "dead", "name", "conditions_added", "conditions_removed", "remove_from_scene"],
        result: PublicResult::Fields(&["ok", "id", "newHp", "clamped", "died", "name", "rejected"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        // Nothing of a call is done whose way is impossible.
        self.way(draft)?;
        let learned = self.learn(draft)?;
        let creature = match creature::find(draft.game(), &self.id) {
            Err(_) if self.is_possible_from_afar(learned) => return self.write_down_elsewhere(draft),
            found => found?.clone(),
        };
        // The id does not change with the name.
        let id = creature.id.as_str();
        let mut answer = json!({"ok": true, "id": id});
        let died = self.hurt(draft, &creature, &mut answer)?;
        let mut rejected = Vec::new();
        for name in &self.conditions_added {
            match conditions::add_to_creature(creature::find(draft.game(), id)?, name) {
                Ok(changes) => draft.record_all(changes)?,
                Err(refusal) => rejected.push(refusal.to_string()),
            }
        }
        let (who, wound) = (FighterId::Creature(creature.id.clone()), self.hp_delta.map_or(0, |delta| delta.min(0)));
        draft.by_rules(|bout| command::shaken(bout, &who, wound.saturating_neg()))?;
        for name in &self.conditions_removed {
            let now = creature::find(draft.game(), id)?;
            match conditions::find(&now.conditions, name, &now.name) {
                Ok(name) => drop(draft.by_rules(|bout| command::end_condition(bout, &who, &name))?),
                Err(refusal) => rejected.push(refusal.to_string()),
            }
        }
        if let Some(name) = &self.name {
            rename(draft, &creature, name)?;
        }
        let now = creature::find(draft.game(), id)?;
        if self.hp_delta.is_some() || now.hp != creature.hp {
            answer["newHp"] = json!(now.hp);
        }
        if died {
            answer["died"] = json!(true);
            answer["name"] = json!(now.name);
        }
        if self.location.is_some() {
            self.go(draft, &mut answer)?;
        } else if self.remove_from_scene {
            let leaves = person::leaves(draft.game(), now);
            draft.record_all(leaves)?;
        }
        self.cuts().tell(draft, &mut answer);
        let is_rejected = !rejected.is_empty();
        if is_rejected {
            answer["rejected"] = json!(rejected);
        }
        Ok(ToolOutput::partly_rejected(answer.to_string(), is_rejected))
    }
}

impl UpdateNpc {
    /// Hurts, heals, kills or raises a creature of the scene. Returns whether it died.
    fn hurt(&self, draft: &mut Draft, creature: &Creature, answer: &mut Value) -> Result<bool, ToolError> {
        if self.hp_delta.is_some() || self.dead.is_some() {
            let what = if self.hp_delta.is_some() { "hp_delta" } else { "dead" };
            draft.by_hand(&format!("{what} of update_npc"))?;
        }
        if self.dead == Some(false) {
            let raised = if creature.is_dead() {
                creature::revive(draft.game(), creature, 1)
            } else {
                person::of(draft.game(), creature).and_then(|npc| person::lives(npc, true)).into_iter().collect()
            };
            draft.record_all(raised)?;
        }
        if self.dead == Some(true) && !creature.is_dead() {
            draft.record_all(creature::kill(creature))?;
            return Ok(true);
        }
        let Some(delta) = self.hp_delta else { return Ok(false) };
        draft.heals_in_seconds(&FighterId::Creature(creature.id.clone()), delta)?;
        let (changes, held) = creature::hurt_or_heal(creature::find(draft.game(), creature.id.as_str())?, delta)?;
        let died = changes.iter().any(|change| matches!(change, Change::CreatureDied { .. }));
        if held {
            answer["clamped"] = json!(true);
        }
        draft.record_all(changes)?;
        Ok(died)
    }

    /// Whether the whole call is possible for a supporting NPC who is elsewhere.
    fn is_possible_from_afar(&self, learned: bool) -> bool {
        let needs_scene = self.hp_delta.is_some()
            || self.remove_from_scene
            || !(self.conditions_added.is_empty() && self.conditions_removed.is_empty());
        (learned || self.dead.is_some() || self.name.is_some() || self.location.is_some()) && !needs_scene
    }

    /// Updates a supporting NPC who is not in the scene.
    fn write_down_elsewhere(&self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let known = person::find(draft.game(), &self.id).cloned();
        if let Some(mut npc) = known {
            if let Some(name) = &self.name {
                let another = plot::own_person(draft, name)?.filter(|own| own.id != npc.id);
                let another = another.map(|own| own.shown_name());
                npc = person::renamed(draft.game(), &npc, another.as_deref().unwrap_or(name))?;
                draft.record(Change::SupportingNpcUpdated { npc: Box::new(npc.clone()) })?;
            }
            if let Some(dead) = self.dead {
                draft.record_all(person::lives_elsewhere(draft.game(), &npc, !dead, 1))?;
            }
        } else if self.dead.is_some() || self.name.is_some() || self.location.is_some() {
            creature::find(draft.game(), &self.id)?;
        }
        let mut answer = json!({"ok": true, "id": self.id});
        self.go(draft, &mut answer)?;
        self.cuts().tell(draft, &mut answer);
        Ok(ToolOutput::done(answer.to_string()))
    }

    /// The changes that send someone to the place that the call names, if it names one.
    fn way(&self, draft: &Draft) -> Result<Vec<Change>, ToolError> {
        let Some(place) = &self.location else { return Ok(Vec::new()) };
        let game = draft.game();
        let creature = creature::find(game, &self.id).ok();
        let npc = creature.and_then(|one| person::of(game, one)).or_else(|| person::find(game, &self.id));
        if let Some(npc) = npc {
            plot::may_be_moved(draft, npc)?;
        }
        Ok(person::goes_to(game, creature, npc, place)?)
    }

    fn go(&self, draft: &mut Draft, answer: &mut Value) -> Result<(), ToolError> {
        let Some(place) = &self.location else { return Ok(()) };
        let changes = self.way(draft)?;
        draft.record_all(changes)?;
        let npc = person::find(draft.game(), &self.id).map(|npc| person::place_of(draft.game(), npc));
        answer["location"] = json!(npc.unwrap_or_else(|| wording::line(place)));
        Ok(())
    }

    fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.note("location", self.location.as_deref().unwrap_or_default(), wording::MAX_LINE);
        cuts.note("name", self.name.as_deref().unwrap_or_default(), wording::MAX_NAME);
        for text in &self.learns {
            cuts.note("learns", text, MAX_MEMORY);
        }
        cuts.note_count("learns", self.learns.len(), MOST_LEARNED);
        cuts.note_blanks("learns", &self.learns);
        cuts
    }

    /// Records what only this person learns. Returns whether there was anything to record.
    fn learn(&self, draft: &mut Draft) -> Result<bool, ToolError> {
        if self.learns.is_empty() {
            return Ok(false);
        }
        let game = draft.game();
        let is_raised = self.dead == Some(false);
        let (id, dead) = match person::find(game, &self.id) {
            Some(npc) => (npc.id.clone(), npc.dead.then(|| npc.shown_name())),
            None => {
                let one = creature::find(game, &self.id)?;
                (party::known_as(one).clone(), one.is_dead().then(|| one.name.clone()))
            }
        };
        if let Some(name) = dead.filter(|_| !is_raised) {
            return Err(ToolError::Refused(format!("{name} is dead and learns nothing. Leave `learns` out.")));
        }
        for text in self.learns.iter().take(MOST_LEARNED) {
            draft.learn(&id, text)?;
        }
        Ok(true)
    }
}

/// Renames a creature of the scene and its supporting NPC. A creature without one that gets the name of a supporting NPC becomes
/// that person.
fn rename(draft: &mut Draft, creature: &Creature, name: &str) -> Result<(), ToolError> {
    let name = wording::name(name);
    if name.is_empty() {
        return Err(ToolError::Refused("A name can't be blank.".into()));
    }
    let own = plot::own_person(draft, &name)?;
    let game = draft.game();
    let (name, npc, written) = match person::of(game, creature) {
        Some(npc) => {
            let another = own.filter(|own| own.id != npc.id).map(|own| own.shown_name());
            let npc = person::renamed(game, npc, another.as_deref().unwrap_or(&name))?;
            (name, Some(npc.id.clone()), Some(npc))
        }
        None => match own.or_else(|| person::find_written(game, &name).cloned()) {
            Some(npc) => {
                person::one_body(game, &npc, creature)?;
                let died = SupportingNpc { dead: true, ..npc.clone() };
                (npc.shown_name(), Some(npc.id), (creature.is_dead() && !npc.dead).then_some(died))
            }
            None => (name, None, None),
        },
    };
    let identified = creature::identified(game, creature, name, npc)?;
    let written = written.map(|npc| Change::SupportingNpcUpdated { npc: Box::new(npc) });
    draft.record_all(written.into_iter().chain([identified]))?;
    Ok(())
}
