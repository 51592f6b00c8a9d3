//! The player's view: the one place that removes the Dungeon Master's secrets.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    Change, Game, Session, SessionHead, Turn,
    character::{Character, Condition},
    clock::Clock,
    combat::{
        arms::{self, Arm},
        fighter::FighterRef,
        harm::DamageType,
        timing::Lasting,
        view::EncounterView,
    },
    creature::{Creature, Disposition},
    dice::Roll,
    edition::Edition,
    house_rules::HouseRules,
    id::{NpcId, PlaceId, SessionId, kebab},
    language_tag::LanguageTag,
    place::{self, Danger, Place},
    plot::PlotView,
    quest::Quest,
    story::{Story, SupportingNpc},
    turn::{ToolCallRecord, Usage},
    turn_stack::AwaitedView,
    wording::same,
};

/// A session as its player sees it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct PlayerView {
    /// The session's id.
    pub id: SessionId,
    /// Its title.
    pub title: String,
    /// Increases by one with each save.
    pub version: u64,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When it was last saved.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// The model that plays the Dungeon Master.
    pub model: String,
    /// The campaign's slug, for a session that plays one.
    pub campaign: Option<String>,
    /// The rules the table plays by.
    pub rules_edition: Edition,
    /// The language of the story as a BCP 47 tag; null for that of the player's messages.
    #[schema(required, value_type = Option<String>)]
    pub language: Option<LanguageTag>,
    pub house_rules: HouseRules,
    /// Time in the world.
    pub clock: Clock,
    pub story: Story,
    pub important_events: Vec<String>,
    /// Those the story will come back to.
    #[serde(rename = "supportingNPCs")]
    pub supporting_npcs: Vec<SupportingNpc>,
    /// The heroes.
    pub characters: Vec<CharacterView>,
    /// The ids of the living companions who travel with the heroes.
    pub party: Vec<NpcId>,
    pub creatures: Vec<CreatureView>,
    /// The places the heroes have found.
    pub places: Vec<PlaceView>,
    /// The progress in the table's campaign, as players know it.
    pub plot: Option<PlotView>,
    /// The fight that is going on.
    pub encounter: Option<EncounterView>,
    /// The answers that the table waits for before it goes on.
    pub awaiting: Option<AwaitedView>,
    /// SHA-256 of the session's current dice seed, in hex.
    pub dice_commitment: String,
    pub usage: Usage,
}

/// A hero's sheet with derived values.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Character)]
pub struct CharacterView {
    /// The sheet.
    #[serde(flatten)]
    pub sheet: Character,
    /// Added to rolls with a proficiency.
    pub proficiency_bonus: i32,
    /// The purse in whole gold pieces.
    pub gold: i64,
    /// The current armour class, with everything that changes the sheet's number.
    pub armor_class_now: i32,
    /// The current speed in feet per round.
    pub speed_now: u16,
    /// The hero's attacks: the weapons in the order of the sheet, and bare hands if they do damage.
    pub attacks: Vec<AttackView>,
    /// Boons and curses, in words.
    pub boons: Vec<BoonView>,
}

/// An attack of a hero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeroAttack)]
pub struct AttackView {
    /// The weapon's name on the sheet.
    pub name: String,
    /// Added to the d20: ability, proficiency and the weapon's own bonus, without effects.
    pub to_hit: i32,
    /// The damage of a hit with its bonus, such as `1d8+3`.
    pub damage: String,
    /// Such as `slashing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<DamageType>,
    /// As on the sheet, such as `5 ft` or `80/320 ft`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
}

/// A boon or a curse, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Boon)]
pub struct BoonView {
    pub name: String,
    /// A short text for each modifier.
    pub changes: Vec<String>,
    /// How long it still lasts.
    pub lasts: String,
    /// Its description; absent if name and numbers suffice.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The entry of the rules that the description is from, as `type/slug`; absent if it is from the story.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Someone in the scene, as the heroes see them.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Creature)]
pub struct CreatureView {
    /// The creature's id.
    pub id: NpcId,
    /// Its name.
    pub name: String,
    /// Attitude to the heroes.
    pub disposition: Disposition,
    /// How hurt it looks: unhurt, hurt, bloodied, near death or dead.
    pub health: &'static str,
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// Boons and curses it is under, in words.
    pub boons: Vec<BoonView>,
}

/// The tools of the rules judge.
pub const JUDGED: [&str; 5] =
    ["resolve_attack", "resolve_skill_check", "resolve_saving_throw", "mark_impossible", "mark_no_check"];

/// A place the heroes have found, as they know it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub struct PlaceView {
    /// Made from its name.
    pub id: PlaceId,
    /// As it was first written.
    pub name: String,
    /// Empty if nothing more is known.
    pub description: String,
    /// How dangerous it is, once the heroes were there.
    pub danger: Option<Danger>,
    /// The ids of places they know ways to.
    pub ways: Vec<PlaceId>,
    /// Whether the heroes are there.
    pub here: bool,
    /// Secrets that the heroes found.
    pub secrets: Vec<String>,
}

/// A turn as its player sees it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Turn)]
pub struct TurnView {
    /// The record.
    #[serde(flatten)]
    pub turn: Turn,
    /// The dice thrown in it, in order.
    pub rolls: Vec<Roll>,
}

impl TurnView {
    /// The player's view of a turn; `public` returns the public input and answer of a call. For changes see
    /// [`Change::without_secrets`].
    pub fn of(turn: Turn, public: impl Fn(&Turn, &ToolCallRecord) -> (Value, String)) -> Self {
        let shown = |call: &ToolCallRecord| {
            let (input, result) = public(&turn, call);
            let (call_id, name) = (call.call_id.clone(), call.name.clone());
            ToolCallRecord { call_id, name, input, result, is_error: call.is_error, public_result: None }
        };
        let tool_calls = turn.tool_calls.iter().map(shown).collect();
        let rolls = turn.rolls().into_iter().cloned().collect();
        // Field by field, so that a new field doesn't compile until it is decided whether players see it.
        let Turn {
            id,
            seq,
            session_id,
            character_id,
            seat,
            message,
            deeds,
            whispers,
            narrative,
            speakers,
            tool_calls: _,
            changes,
            combat_events,
            alternatives,
            usage,
            model,
            started_at,
            ended_at,
        } = turn;
        let changes = changes.into_iter().map(Change::without_secrets).collect();
        let turn = Turn {
            id,
            seq,
            session_id,
            character_id,
            seat,
            message,
            deeds,
            whispers,
            narrative,
            speakers,
            tool_calls,
            changes,
            combat_events,
            alternatives,
            usage,
            model,
            started_at,
            ended_at,
        };
        Self { turn, rolls }
    }
}

impl PlayerView {
    /// The view of a session that `model` plays.
    pub fn of(session: &Session, model: &str) -> Self {
        Self::of_parts(&session.head, &session.game, model)
    }

    /// The view of a session that is in two parts.
    pub fn of_parts(head: &SessionHead, game: &Game, model: &str) -> Self {
        Self {
            id: head.id.clone(),
            title: head.title.clone(),
            version: head.version,
            created_at: head.created_at,
            updated_at: head.updated_at,
            model: model.to_owned(),
            campaign: game.plot.as_ref().map(|plot| plot.campaign.slug.clone()),
            rules_edition: game.rules_edition,
            language: game.told_in().cloned(),
            house_rules: game.house_rules.clone(),
            clock: game.clock,
            story: told_of(&game.story),
            important_events: game.important_events.clone(),
            supporting_npcs: game.supporting_npcs.iter().map(SupportingNpc::as_players_see_them).collect(),
            characters: game.characters.iter().cloned().map(CharacterView::of).collect(),
            party: game.companions().filter(|one| !one.is_dead()).map(|companion| companion.id.clone()).collect(),
            creatures: game.creatures.iter().map(CreatureView::of).collect(),
            places: game.story.known_places.iter().map(|name| PlaceView::of(game, name)).collect(),
            plot: game.plot.as_deref().map(PlotView::of),
            encounter: EncounterView::of(game),
            awaiting: AwaitedView::of(game),
            dice_commitment: game.dice.commitment(),
            usage: head.usage.clone(),
        }
    }
}

/// The story, with an id for every quest. Field by field, so that a new field doesn't compile until it is decided whether
/// players see it.
fn told_of(story: &Story) -> Story {
    let Story {
        current_location,
        current_scene,
        after_fight,
        background,
        campaign_summary,
        active_quests,
        closed_quests,
        met_npcs,
        milestones,
        recent_events,
        current_act,
        completed_story_beats,
        known_places,
        current_place,
        facts: _,
    } = story.clone();
    let with_id = |quest: Quest| Quest { id: Some(quest.id()), ..quest };
    Story {
        current_location,
        current_scene,
        after_fight,
        background,
        campaign_summary,
        active_quests: active_quests.into_iter().map(with_id).collect(),
        closed_quests,
        met_npcs,
        milestones,
        recent_events,
        current_act,
        completed_story_beats,
        known_places,
        current_place,
        // Players read the sentences.
        facts: Vec::new(),
    }
}

impl PlaceView {
    fn of(game: &Game, name: &str) -> Self {
        let mapped = game.map.iter().find(|place| same(&place.name, name));
        let is_known = |id: &&PlaceId| game.map.iter().any(|place| place.id == **id && place::is_known(game, place));
        let found = |place: &Place| place.secrets.iter().filter(|it| it.found).map(|it| it.text.clone()).collect();
        Self {
            id: mapped.map_or_else(|| PlaceId::from(kebab(name)), |place| place.id.clone()),
            name: name.to_owned(),
            description: mapped.map(|place| place.description.clone()).unwrap_or_default(),
            danger: mapped.filter(|place| place.visited).and_then(|place| place.danger),
            ways: mapped.map(|place| place.ways.iter().filter(is_known).cloned().collect()).unwrap_or_default(),
            here: game.story.current_place.as_ref().is_some_and(|here| same(here, name)),
            secrets: mapped.map(found).unwrap_or_default(),
        }
    }
}

impl BoonView {
    fn all(effects: &[Lasting]) -> Vec<Self> {
        let of = |effect: &Lasting| Self {
            name: effect.name.clone(),
            changes: effect.changes(),
            lasts: effect.timing.in_words(),
            description: effect.description.clone(),
            source: effect.source.clone(),
        };
        effects.iter().map(of).collect()
    }
}

impl AttackView {
    fn all(hero: &Character) -> Vec<Self> {
        let arms = arms::all(hero).into_iter().filter(|arm| arm.damage() != "0");
        arms.map(|arm| Self::of(hero, arm)).collect()
    }

    fn of(hero: &Character, arm: Arm) -> Self {
        let range = hero.weapons.iter().find(|weapon| same(&weapon.name, &arm.name)).and_then(|it| it.range.clone());
        let (damage, damage_type) =
            (arm.damage().to_owned(), arm.attack.harm.first().and_then(|harm| harm.damage_type));
        Self { name: arm.name, to_hit: arm.attack.to_hit, damage, damage_type, range }
    }
}

impl CharacterView {
    /// The view of one hero.
    pub fn of(sheet: Character) -> Self {
        is_all_public(&sheet);
        let now = FighterRef::Hero(&sheet);
        Self {
            proficiency_bonus: sheet.proficiency_bonus(),
            gold: sheet.purse.copper() / 100,
            armor_class_now: now.armor_class(),
            speed_now: now.speed(),
            attacks: AttackView::all(&sheet),
            boons: BoonView::all(&sheet.effects),
            // Exhaustion can lower it.
            sheet: Character { max_hp: now.max_hp(), ..sheet },
        }
    }
}

/// A sheet is its player's own, and all of it is public. A new field does not compile until it is named here, or hidden.
fn is_all_public(sheet: &Character) {
    let Character {
        id: _,
        name: _,
        class: _,
        subclass: _,
        race: _,
        background: _,
        level: _,
        xp: _,
        pending_level_up: _,
        abilities: _,
        current_hp: _,
        max_hp: _,
        temp_hp: _,
        armor_class: _,
        speed: _,
        hit_dice: _,
        death_saves: _,
        proficiencies: _,
        conditions: _,
        inventory: _,
        purse: _,
        weapons: _,
        features: _,
        spellcasting: _,
        dead: _,
        stable: _,
        effects: _,
        concentrating_on: _,
        spent: _,
        rested: _,
        died_at: _,
        sunk_hp: _,
    } = sheet;
}

impl CreatureView {
    fn of(creature: &Creature) -> Self {
        Self {
            id: creature.id.clone(),
            name: creature.name.clone(),
            disposition: creature.disposition,
            health: creature.health_word(),
            conditions: creature.conditions.clone(),
            boons: BoonView::all(&creature.effects),
        }
    }
}
