//! What a player may see: the one place where the Dungeon Master's secrets are left out.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Change, Game, Session, SessionHead, Turn,
    character::{Character, Condition},
    clock::Clock,
    combat::{fighter::Fighter, timing::Lasting, view::EncounterView},
    creature::{Creature, Disposition},
    dice::Roll,
    edition::Edition,
    id::{NpcId, PlaceId, SessionId, kebab},
    place::{self, Danger, Place},
    plot::PlotView,
    story::{Story, SupportingNpc},
    turn::Usage,
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
    /// Grows by one with everything that is saved.
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
    /// Time in the world.
    pub clock: Clock,
    /// Where the story stands.
    pub story: Story,
    /// What must not be forgotten.
    pub important_events: Vec<String>,
    /// Those the story will come back to.
    #[serde(rename = "supportingNPCs")]
    pub supporting_npcs: Vec<SupportingNpc>,
    /// The heroes.
    pub characters: Vec<CharacterView>,
    /// The ids of those who travel along.
    pub party: Vec<NpcId>,
    /// Who is in the scene.
    pub creatures: Vec<CreatureView>,
    /// The places the heroes have found.
    pub places: Vec<PlaceView>,
    /// The campaign the table plays, as far as its players have come in it.
    pub plot: Option<PlotView>,
    /// The fight that is going on.
    pub encounter: Option<EncounterView>,
    /// Whose answers the table waits for before it goes on.
    pub awaiting: Option<AwaitedView>,
    /// SHA-256 of the seed the session's dice fall from, in hex.
    pub dice_commitment: String,
    /// What it has cost.
    pub usage: Usage,
}

/// A hero's sheet with what follows from it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Character)]
pub struct CharacterView {
    /// The sheet.
    #[serde(flatten)]
    pub sheet: Character,
    /// Added to what the hero is trained in.
    pub proficiency_bonus: i32,
    /// The purse in whole gold pieces.
    pub gold: i64,
    /// What an attack has to reach now, with all that counts beside the sheet's own number.
    pub armor_class_now: i32,
    /// Feet a round now.
    pub speed_now: u16,
    /// Boons and curses, in words.
    pub boons: Vec<BoonView>,
}

/// A boon or a curse, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Boon)]
pub struct BoonView {
    /// What it is called.
    pub name: String,
    /// What it changes, each in a few words.
    pub changes: Vec<String>,
    /// How long it still lasts.
    pub lasts: String,
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
    /// How it stands to the heroes.
    pub disposition: Disposition,
    /// How hurt it looks: unhurt, hurt, bloodied, near death or dead.
    pub health: &'static str,
    /// What ails it.
    pub conditions: Vec<Condition>,
    /// Boons and curses it is under, in words.
    pub boons: Vec<BoonView>,
}

/// The tools of the rules judge. What they answer names the hit points of whoever was struck.
pub const JUDGED: [&str; 5] =
    ["resolve_attack", "resolve_skill_check", "resolve_saving_throw", "mark_impossible", "mark_no_check"];

/// The tools whose calls say what only the Dungeon Master knows.
pub const OF_SECRETS: [&str; 2] = ["update_location", "query_campaign"];

/// The tools that are asked by names nobody but the Dungeon Master knows, such as a flag's.
pub const BY_SECRET_NAMES: [&str; 1] = ["advance_plot"];

/// A place the heroes have found, as they know it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub struct PlaceView {
    /// Made from its name.
    pub id: PlaceId,
    /// As it was first written.
    pub name: String,
    /// What one sees there; empty where nothing more is known.
    pub description: String,
    /// How dangerous it is, once the heroes were there.
    pub danger: Option<Danger>,
    /// The ids of places they know ways to.
    pub ways: Vec<PlaceId>,
    /// Whether they are there.
    pub here: bool,
    /// What they found out about it.
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
    /// The view of a turn, without what the rules judge's tools and the campaign answered, what was drawn on the map, what the
    /// campaign calls things, what people remember and learn apart, and what those who came in can do. What the Dungeon
    /// Master's other tools answered is shown to the letter.
    pub fn of(mut turn: Turn) -> Self {
        turn.changes = turn.changes.into_iter().map(Change::without_secrets).collect();
        for call in &mut turn.tool_calls {
            let is_secret = OF_SECRETS.contains(&call.name.as_str());
            if is_secret || BY_SECRET_NAMES.contains(&call.name.as_str()) {
                call.input = serde_json::json!({});
            }
            // What somebody remembers is theirs, and so is what they learned apart.
            let is_remembered = !turn.speakers.is_empty() && call.name == "query_session_memory";
            if is_secret || is_remembered || JUDGED.contains(&call.name.as_str()) {
                call.result.clear();
            }
            if let Some(input) = call.input.as_object_mut().filter(|_| call.name == "update_npc") {
                input.shift_remove("learns");
            }
        }
        Self { rolls: turn.rolls().into_iter().cloned().collect(), turn }
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
            clock: game.clock,
            story: told_of(&game.story),
            important_events: game.important_events.clone(),
            supporting_npcs: game.supporting_npcs.clone(),
            characters: game.characters.iter().cloned().map(CharacterView::of).collect(),
            party: game.companions().map(|companion| companion.id.clone()).collect(),
            creatures: game.creatures.iter().map(CreatureView::of).collect(),
            places: game.story.known_places.iter().map(|name| PlaceView::of(game, name)).collect(),
            plot: game.plot.as_deref().map(PlotView::of),
            encounter: EncounterView::of(game),
            awaiting: game.turn_stack.awaited.as_ref().map(AwaitedView::of),
            dice_commitment: game.dice.commitment(),
            usage: head.usage.clone(),
        }
    }
}

/// The story, with an id for every quest.
fn told_of(story: &Story) -> Story {
    let mut story = story.clone();
    story.active_quests.iter_mut().for_each(|quest| quest.id = Some(quest.id()));
    story
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
        };
        effects.iter().map(of).collect()
    }
}

impl CharacterView {
    /// The view of one hero.
    pub fn of(sheet: Character) -> Self {
        let now = Fighter::Hero(&sheet);
        Self {
            proficiency_bonus: sheet.proficiency_bonus(),
            gold: sheet.purse.copper() / 100,
            armor_class_now: now.armor_class(),
            speed_now: now.speed(),
            boons: BoonView::all(&sheet.effects),
            sheet,
        }
    }
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
