//! `update_game_state`: all effects of the story on the sheet and the scene.

use std::collections::BTreeMap;

use game::{
    State,
    character::{Weapon, WeaponStat},
    command,
    creature::{self, Disposition},
    party, person,
    story_fact::StoryFact,
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, plot, stat_blocks::arrivals::NewcomerStats},
};

mod fields;
mod report;

/// The longest name of a thing, in characters.
pub(in crate::dm) const MAX_THING: usize = wording::MAX_NAME;
/// The longest dice, damage type and range of a weapon, in characters.
const MAX_WEAPON_DETAIL: usize = 40;

/// Write down what changed this turn: on the hero's sheet, in the story, in the scene. Leave out every field that did not
/// change. Hit points and gold are differences, never totals. What is impossible comes back as rejected, with what there is
/// instead; numbers out of bounds and long texts are cut, and the answer says so.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UpdateGameState {
    /// A hero; left out, the one who acts.
    pub character: Option<String>,
    /// Hit points lost (negative) or regained; falling and death follow. Nothing heals the dead.
    pub hp_delta: Option<i32>,
    /// Things that came into the pack, one entry each; "3 x torch" is three of them. Armour is in the pack then and not worn:
    /// `item` of apply_state_commands (`equip`, `unequip`) puts it on or takes it off.
    #[schemars(inner(length(max = MAX_THING)))]
    pub items_gained: Vec<String>,
    /// Things that left the pack: each entry is a single one, "3 x torch" three.
    #[schemars(inner(length(max = MAX_THING)))]
    pub items_lost: Vec<String>,
    /// Weapons that came to hand. The thing itself is put into the pack too.
    pub weapons_gained: Vec<NewWeapon>,
    /// Conditions that set in, such as "poisoned".
    pub conditions_added: Vec<String>,
    /// Conditions that ended.
    pub conditions_removed: Vec<String>,
    /// Gold pieces earned (positive) or spent (negative); 0.5 is five silver pieces.
    pub gold_delta: Option<f64>,
    /// Experience points earned by this turn's deeds.
    pub xp_gained: Option<u32>,
    /// Features whose option was chosen: feature to option.
    pub feature_choice_updates: BTreeMap<String, String>,
    /// Spell level to slots spent in all. cast_spell does it by itself.
    pub spell_slots_used: BTreeMap<String, i64>,
    /// Spells learned.
    pub spells_learned: Vec<String>,
    /// Spells forgotten.
    pub spells_removed: Vec<String>,
    /// Cantrips learned.
    pub cantrips_learned: Vec<String>,
    /// Where the heroes and their companions are now, if they got there without going; where they go, travel takes them and
    /// others there.
    #[schemars(length(max = wording::MAX_LINE))]
    pub location_changed: Option<String>,
    /// What is going on now, in a sentence or two. Give it in every turn.
    #[schemars(length(max = wording::MAX_LINE))]
    pub scene_update: Option<String>,
    /// What happened, in one line, for the next few turns.
    pub notable_event: Option<OneOrMany>,
    /// What must still be known in a hundred turns: a promise, a secret, a debt, a death.
    pub important_event: Option<OneOrMany>,
    /// Whom or what `important_event` is about, by name: a hero, a person, a place, a thing, a quest.
    #[schemars(length(max = wording::MAX_NAME))]
    pub about: Option<String>,
    /// Which side of it `important_event` tells, in a word or two, where that may become otherwise: "where", "attitude", "holds",
    /// "owes". What you tell later `about` the same with the same `aspect` takes its place. Leave it out for what happened once.
    #[schemars(length(max = wording::MAX_NAME))]
    pub aspect: Option<String>,
    /// A turning point of the campaign.
    #[schemars(length(max = wording::MAX_LINE))]
    pub milestone: Option<String>,
    /// The whole campaign so far in a few sentences, when the last summary has become wrong or thin. Players read it.
    #[schemars(length(max = wording::MAX_SUMMARY))]
    pub campaign_summary_update: Option<String>,
    /// Quests the heroes took on, by name; update_quest gives one with objectives.
    #[schemars(inner(length(max = wording::MAX_NAME)))]
    pub quests_added: Vec<String>,
    /// Quests they finished. What failed or was given up: update_quest.
    pub quests_completed: Vec<String>,
    /// Names of people they met for the first time.
    #[schemars(inner(length(max = wording::MAX_NAME)))]
    pub npcs_met: Vec<String>,
    /// The act that begins, when one ends.
    pub act_advance: Option<u32>,
    /// A beat of the act that was played out.
    #[schemars(length(max = wording::MAX_NAME))]
    pub story_beat_completed: Option<String>,
    /// People and creatures who come into the scene.
    pub npcs_to_create: Vec<NewCreature>,
    /// Ids of those who leave it for good.
    pub npcs_to_dismiss: Vec<String>,
    /// Those who travel with the heroes from now on; at most three in all.
    pub companions_to_add: Vec<NewCompanion>,
    /// Ids of companions who stay behind: in the scene, or at the place the heroes leave by the same call.
    pub companions_to_remove: Vec<String>,
    /// A place nearby that was found.
    #[schemars(length(max = wording::MAX_NAME))]
    pub reveal_poi: Option<String>,
    /// The place nearby where the heroes are now.
    #[schemars(length(max = wording::MAX_NAME))]
    pub set_current_poi: Option<String>,
    /// Minutes that went by, when it matters: an hour's walk is 60, a night's rest 480.
    pub minutes_passed: Option<u32>,
    /// Whether `hp_delta` raises the dead, too, by a wonder; offered in fights.
    #[schemars(skip)]
    pub revived: bool,
    /// Facts of what happened, from a model in this process. Others write sentences, and have no such field.
    #[schemars(skip)]
    pub facts: Vec<StoryFact>,
}

impl UpdateGameState {
    /// Raises a dead hero outside a fight where the call says so, with 1 hit point if it names none.
    fn revive(&mut self, draft: &mut Draft) -> Result<(), ToolError> {
        let name = self.character.clone().unwrap_or_else(|| draft.acting().to_string());
        let hp = self.hp_delta.unwrap_or(1);
        if !self.revived || hp <= 0 || !draft.game().hero(&name).is_ok_and(|hero| hero.dead) {
            return Ok(());
        }
        if draft.game().encounter.is_none() {
            self.hp_delta = None;
            draft.by_rules(|bout| command::revive(bout, &name, hp))?;
        } else if self.hp_delta.is_none() {
            draft.may_change_hit_points()?;
        }
        Ok(())
    }

    /// Whether the call changes the scene before others come in.
    fn moves_on(&self) -> bool {
        self.location_changed.is_some() || self.set_current_poi.is_some() || !self.npcs_to_dismiss.is_empty()
    }

    /// How many entries its lists have.
    fn n_entries(&self) -> usize {
        let texts = [
            &self.items_gained,
            &self.items_lost,
            &self.conditions_added,
            &self.conditions_removed,
            &self.spells_learned,
            &self.spells_removed,
            &self.cantrips_learned,
            &self.quests_added,
            &self.quests_completed,
            &self.npcs_met,
            &self.npcs_to_dismiss,
            &self.companions_to_remove,
        ];
        let events = [&self.notable_event, &self.important_event].map(|event| match event {
            Some(OneOrMany::Many(several)) => several.len(),
            _ => 0,
        });
        texts.iter().map(|list| list.len()).sum::<usize>()
            + events.iter().sum::<usize>()
            + self.weapons_gained.len()
            + self.feature_choice_updates.len()
            + self.spell_slots_used.len()
            + self.npcs_to_create.len()
            + self.companions_to_add.len()
    }
}

/// One text, or several.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    One(#[schemars(length(max = wording::MAX_LINE))] String),
    Many(#[schemars(inner(length(max = wording::MAX_LINE)))] Vec<String>),
}

impl OneOrMany {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

/// A weapon that came to hand.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWeapon {
    /// Its name.
    #[schemars(length(max = MAX_THING))]
    pub name: String,
    /// Its damage, such as "1d8".
    #[schemars(length(max = MAX_WEAPON_DETAIL))]
    pub dice: String,
    /// The ability it is wielded with.
    pub stat: NewWeaponStat,
    /// A magical bonus to attack and damage.
    #[serde(default)]
    pub bonus: i8,
    /// Such as "slashing".
    #[serde(default)]
    #[schemars(length(max = MAX_WEAPON_DETAIL))]
    pub damage_type: Option<String>,
    /// Such as "80/320 ft".
    #[serde(default)]
    #[schemars(length(max = MAX_WEAPON_DETAIL))]
    pub range: Option<String>,
}

/// The ability a weapon is wielded with.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NewWeaponStat {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// The better of the two.
    Finesse,
    /// Neither.
    None,
}

impl From<NewWeapon> for Weapon {
    fn from(new: NewWeapon) -> Self {
        let stat = match new.stat {
            NewWeaponStat::Str => WeaponStat::Str,
            NewWeaponStat::Dex => WeaponStat::Dex,
            NewWeaponStat::Finesse => WeaponStat::Finesse,
            NewWeaponStat::None => WeaponStat::None,
        };
        let short = |text: String| wording::cut(&text, MAX_WEAPON_DETAIL).to_owned();
        Self {
            name: wording::cut(&new.name, MAX_THING).to_owned(),
            dice: short(new.dice),
            stat,
            bonus: new.bonus,
            damage_type: new.damage_type.map(short),
            range: new.range.map(short),
        }
    }
}

/// People or creatures who come into the scene.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCreature {
    /// What the story calls them.
    #[schemars(length(max = creature::MAX_NAME))]
    pub name: String,
    /// The kind, such as "goblin" or "commoner".
    pub slug: String,
    /// How they stand to the heroes.
    pub disposition: Disposition,
    /// How many; several get letters.
    #[serde(default = "one")]
    pub count: u32,
    /// In the acting hero's reach in a fight.
    #[serde(default)]
    pub close: bool,
    /// Takes no part in a fight.
    #[serde(default)]
    pub stay_out: bool,
}

fn one() -> u32 {
    1
}

/// Someone who travels with the heroes from now on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCompanion {
    /// The kind, such as "wolf" or "scout".
    pub slug: String,
    /// Their name.
    #[serde(default)]
    #[schemars(length(max = creature::MAX_NAME))]
    pub name: Option<String>,
    /// The supporting NPC they are, if they are one.
    #[serde(default)]
    pub supporting_npc_id: Option<String>,
}

/// The numbers of all who come in, by kind and name: those who come to fight or help, and companions.
async fn arrivals(call: &UpdateGameState, draft: &mut Draft) -> Arrivals {
    let mut arrivals = Arrivals::new();
    if call.n_entries() > fields::MAX_ENTRIES {
        return arrivals;
    }
    let come = call.npcs_to_create.iter().filter(|new| may_come(call, new, draft));
    let come = come.map(|new| (new.slug.as_str(), new.name.as_str()));
    let join = call.companions_to_add.iter().filter(|new| may_join(call, new, draft));
    let join = join.map(|new| (new.slug.as_str(), new.name.as_deref().unwrap_or(&new.slug)));
    let mut coming: Vec<(&str, &str)> = Vec::new();
    for (slug, name) in come.chain(join) {
        if coming.iter().all(|(_, known)| *known != slug) {
            coming.push((name, slug));
        }
    }
    let numbers = draft.numbers_of_all(&coming).await;
    arrivals.extend(coming.iter().map(|(_, slug)| (*slug).to_owned()).zip(numbers));
    arrivals
}

/// Whether someone can come in, as far as that is known before the call is carried out: no one writes numbers for those who are
/// refused.
fn may_come(call: &UpdateGameState, new: &NewCreature, draft: &Draft) -> bool {
    if wording::is_blank(&new.name) {
        return false;
    }
    let own = plot::own_person(draft, if new.count > 1 { "" } else { &new.name });
    let arrives = || creature::arrive(draft.game(), &new.name, &new.slug, new.disposition, new.count).is_ok();
    own.is_ok() && (call.moves_on() || arrives())
}

/// The same of a companion.
fn may_join(call: &UpdateGameState, new: &NewCompanion, draft: &Draft) -> bool {
    let who = new.supporting_npc_id.as_deref().or(new.name.as_deref()).unwrap_or(&new.slug);
    let (name, npc) = (new.name.as_deref(), new.supporting_npc_id.as_deref());
    let joins = || party::join(draft.game(), &new.slug, name, npc).is_ok();
    plot::own_person(draft, who).is_ok() && (call.moves_on() || !call.companions_to_remove.is_empty() || joins())
}

/// Gives the campaign's people who are met the names of their records, where the call has a part of it. Whether they can come is
/// checked later.
fn own_names(call: &mut UpdateGameState, draft: &Draft) {
    let own = |name: &str| plot::own_person(draft, name).ok().flatten();
    for new in call.npcs_to_create.iter_mut().filter(|new| new.count <= 1) {
        if let Some(npc) = own(&new.name) {
            new.name = npc.shown_name();
        }
    }
    for new in &mut call.companions_to_add {
        let who = new.supporting_npc_id.as_deref().or(new.name.as_deref()).unwrap_or(&new.slug);
        if let Some(npc) = own(who) {
            new.supporting_npc_id = Some(npc.id.to_string());
        }
    }
}

/// Gives supporting NPCs their recorded stat block, whatever kind the call names.
fn known_kinds(call: &mut UpdateGameState, state: &State) {
    for new in call.npcs_to_create.iter_mut().filter(|new| new.count <= 1) {
        new.slug = person::slug(state, &new.name, &new.slug);
    }
    for new in &mut call.companions_to_add {
        let who = new.supporting_npc_id.as_deref().or(new.name.as_deref()).unwrap_or_default();
        new.slug = person::slug(state, who, &new.slug);
    }
}

/// The numbers of those who come in, by kind.
type Arrivals = BTreeMap<String, NewcomerStats>;

impl Tool for UpdateGameState {
    const NAME: &'static str = "update_game_state";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Writing down what changed", "Wrote down what changed");
    const PUBLIC: PublicCall = PublicCall {
        input: &[
            "character",
            "hp_delta",
            "items_gained",
            "items_lost",
            "weapons_gained.name",
            "weapons_gained.dice",
            "weapons_gained.stat",
            "weapons_gained.bonus",
            "weapons_gained.damage_type",
            "weapons_gained.range",
            "conditions_added",
            "conditions_removed",
            "gold_delta",
            "xp_gained",
            "feature_choice_updates.*",
            "spell_slots_used.*",
            "spells_learned",
            "spells_removed",
            "cantrips_learned",
            "location_changed",
            "scene_update",
            "notable_event",
            "important_event",
            "about",
            "aspect",
            "milestone",
            "campaign_summary_update",
            "quests_added",
            "quests_completed",
            "npcs_met",
            "act_advance",
            "story_beat_completed",
            "npcs_to_create.name",
            "npcs_to_create.disposition",
            "npcs_to_create.count",
            "npcs_to_create.close",
            "npcs_to_dismiss",
            "companions_to_add.name",
            "companions_to_add.supporting_npc_id",
            "companions_to_remove",
            "reveal_poi",
            "set_current_poi",
            "minutes_passed",
        ],
        result: PublicResult::FieldsAndRefusals(&[
            "ok",
            "applied",
            "clamped",
            "rejected",
            "happened",
            "created",
            "came_along",
            "stayed",
            "met",
            "fight",
        ]),
    };

    async fn run(mut self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        self.revive(draft)?;
        own_names(&mut self, draft);
        known_kinds(&mut self, draft.game());
        let arrivals = arrivals(&self, draft).await;
        fields::apply(self, arrivals, draft)
    }
}
