//! Places and the roads between them.
//!
//! A place is a name: those the heroes have found are [`Story::known_places`](super::story::Story::known_places), the one
//! they are at is [`Story::current_place`](super::story::Story::current_place). What the table knows of a place beyond its
//! name is on the map ([`State::map`]), which the players never see as it is. A table without a map travels as it
//! likes; where the place the heroes are at has ways, they lead where it goes from there, by whichever door
//! ([`go`]).

mod drawing;
pub mod names;

pub use drawing::{Drawing, draw};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State, chronicle,
    creature::{self, Creature},
    id::{NpcId, PlaceId, kebab},
    limits::MAX_CREATURES,
    party, person,
    refusal::{Refusal, listed},
    story::SupportingNpc,
    wording::{fold, line, same, titled_place},
};

/// Most ways from one place.
pub const MAX_WAYS: usize = 20;
/// Most secrets of one place.
pub const MAX_SECRETS: usize = 10;

/// A place as it is stored. Only the Dungeon Master sees secrets, notes and ways to undiscovered places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlaceRecord)]
pub struct Place {
    /// Made from its name.
    pub id: PlaceId,
    /// Unique on the map, ignoring case.
    pub name: String,
    /// What the heroes see there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// How dangerous it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Danger>,
    /// The places one can reach from there; ways lead in both directions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<PlaceId>,
    /// What is hidden there; counted from 1, never taken away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<PlaceSecret>,
    /// The Dungeon Master's notes on the place's current state.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Whether the heroes were there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visited: bool,
}

/// Something hidden at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Secret)]
pub struct PlaceSecret {
    /// What it is.
    pub text: String,
    /// Whether the heroes know it.
    pub found: bool,
}

/// Someone who stayed at a place the heroes left, as they were then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftBehind {
    /// Where.
    pub place: PlaceId,
    /// Who.
    pub creature: Creature,
}

/// How dangerous a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Danger {
    /// Nothing threatens here.
    Safe,
    /// Little does.
    Low,
    /// One had better look out.
    Moderate,
    /// Weapons are drawn here.
    High,
    /// One may well die here.
    Extreme,
    /// What threatened here is gone.
    Cleared,
}

impl Danger {
    /// As it is written in prompts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Low => "low",
            Self::Moderate => "moderate",
            Self::High => "high",
            Self::Extreme => "extreme",
            Self::Cleared => "cleared",
        }
    }
}

impl Place {
    fn bare(id: PlaceId, name: &str) -> Self {
        Self {
            id,
            name: name.to_owned(),
            description: String::new(),
            danger: None,
            ways: Vec::new(),
            secrets: Vec::new(),
            notes: String::new(),
            visited: false,
        }
    }

    /// The place as players see its change: nothing of it where they don't know it, and no secrets, notes and ways.
    pub(super) fn without_secrets(&mut self, known: bool) {
        let name = if known { std::mem::take(&mut self.name) } else { String::new() };
        let id = if known { self.id.clone() } else { PlaceId::from(String::new()) };
        let description = if known { std::mem::take(&mut self.description) } else { String::new() };
        *self = Self { description, ..Self::bare(id, &name) };
    }
}

/// The place of the map by id or name.
pub fn find<'a>(state: &'a State, id_or_name: &str) -> Option<&'a Place> {
    let by_id = state.map.iter().find(|place| place.id.as_str() == id_or_name.trim());
    by_id.or_else(|| names::of_name(state.map.iter(), |place| &place.name, id_or_name))
}

/// The name of a place as it is spelt on the map or among the known places.
pub fn known_spelling<'a>(state: &'a State, id_or_name: &str) -> Option<&'a String> {
    let by_id = state.map.iter().find(|place| place.id.as_str() == id_or_name.trim()).map(|place| &place.name);
    let all = state.map.iter().map(|place| &place.name).chain(&state.story.known_places);
    by_id.or_else(|| names::of_name(all, String::as_str, id_or_name))
}

/// A longer one is a description, not a name.
const MOST_WORDS_OF_A_NAME: usize = 8;

/// The name of a place as it is shown: as it is spelt already, else with the capitals of a name if it is written in lower case alone.
pub fn spelt(state: &State, name: &str) -> String {
    let is_titled = name.chars().any(char::is_uppercase) || name.split_whitespace().count() > MOST_WORDS_OF_A_NAME;
    let new = || if is_titled { name.to_owned() } else { titled_place(name) };
    known_spelling(state, name).cloned().unwrap_or_else(new)
}

/// The place of the map where the heroes are.
pub fn here(state: &State) -> Option<&Place> {
    let here = state.story.current_place.as_ref()?;
    state.map.iter().find(|place| same(&place.name, here))
}

/// Whether the heroes have found a place.
pub fn is_known(state: &State, place: &Place) -> bool {
    state.story.known_places.iter().any(|known| same(known, &place.name))
}

/// Whether going from here to there is a matter of the map.
pub fn is_mapped(state: &State, to: &str) -> bool {
    find(state, to).is_some() || here(state).is_some_and(|here| !here.ways.is_empty())
}

/// The change of a secret that is found, by its number or by words of it that no other has; at the place the heroes are
/// at, if none is named.
///
/// # Errors
/// There is no such place or secret, or it was found before.
pub fn find_secret(state: &State, place: Option<&str>, secret: &str) -> Result<Change, Refusal> {
    let place = match place {
        Some(name) => find(state, name),
        None => here(state),
    };
    let place = place.ok_or_else(|| Refusal::new("There is no such place on the map."))?;
    let wanted = fold(secret.trim());
    let by_number = wanted.parse().ok().and_then(|n: usize| place.secrets.get(n.checked_sub(1)?));
    let mut near = place.secrets.iter().filter(|secret| !wanted.is_empty() && fold(&secret.text).contains(&wanted));
    let by_words = match (near.next(), near.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    match by_number.or(by_words) {
        Some(secret) if secret.found => Err(Refusal::new("The heroes know that already.")),
        Some(secret) => Ok(Change::SecretFound { place_id: place.id.clone(), text: secret.text.clone() }),
        None => {
            let n = place.secrets.len();
            Err(Refusal::new(format!("{} has {n} secrets; name one by its number, from 1.", place.name)))
        }
    }
}

/// The outcome of a journey.
#[derive(Debug, Default, PartialEq)]
pub struct Going {
    /// The changes to apply, in order.
    pub changes: Vec<Change>,
    /// Creatures that stay at the previous place.
    pub stayed: Vec<NpcId>,
    /// Creatures that are met again at the new place.
    pub met: Vec<NpcId>,
    /// Creatures of the scene that come along.
    pub along: Vec<NpcId>,
}

/// Moves the heroes, with their living companions and those who go `with` them. Everyone else in the scene, including the dead,
/// stays at the old place, whether or not it is on a map, and is there again when the heroes come back. Moving to the same
/// place, or without a place, changes nothing.
///
/// # Errors
/// The place the heroes are at has ways, and none leads there; or there is a fight on a table with a map. The text names
/// the places the heroes know that can be reached.
pub fn go(state: &State, to: &str, with: &[String]) -> Result<Going, Refusal> {
    let name = line(to);
    let (from, target) = (here(state), find(state, &name));
    let is_here =
        target.is_none() && (names::means_here(&name) || from.is_none() && person::is_here_by_name(state, &name));
    if name.is_empty() || is_here {
        return Ok(Going::default());
    }
    if let (Some(from), Some(target)) = (from, target)
        && from.id == target.id
    {
        return Ok(Going::default());
    }
    if (from.is_some() || target.is_some()) && state.encounter.is_some() {
        return Err(Refusal::new("There is a fight: nobody travels before it is over or fled from."));
    }
    if let Some(from) = from.filter(|from| !from.ways.is_empty())
        && !target.is_some_and(|target| from.ways.contains(&target.id))
    {
        let known = from.ways.iter().filter_map(|id| state.map.iter().find(|place| place.id == *id));
        let known = listed(known.filter(|place| is_known(state, place)).map(|place| place.name.as_str()));
        return Err(Refusal::new(format!(
            "No way leads from {} to {name}. From there the heroes know ways to {known}; the map has them all. Tell why \
             they get no further, or go step by step; a way there should be is drawn by update_location (ways_to).",
            from.name
        )));
    }
    let (with, guests) = those_with(state, with)?;
    let mut going = Going::default();
    // Participants of a fight move with the fight.
    match state.encounter {
        None => going.part(state, &with),
        Some(_) => going.along = state.creatures.iter().map(|one| one.id.clone()).collect(),
    }
    let name = &target.map_or_else(|| spelt(state, &name), |target| target.name.clone());
    going.changes.extend(chronicle::location_changed(state, name));
    going.changes.extend(guests.into_iter().filter_map(|npc| person::moved_to(npc, name)));
    match target {
        Some(target) => {
            going.changes.extend(chronicle::place_reached(state, name));
            going.meet(state, &target.id);
        }
        None => {
            // The places of a campaign are not on the table's own map.
            if state.story.current_place.is_some() {
                going.changes.push(Change::MapLeft {});
            }
            going.meet(state, &PlaceId::from(kebab(name)));
        }
    }
    Ok(going)
}

/// The id of the heroes' current place: of the place on the map, else made from their location.
fn spot(state: &State) -> PlaceId {
    here(state).map_or_else(|| PlaceId::from(kebab(&state.story.current_location)), |here| here.id.clone())
}

/// The changes that leave creatures outside the party at the heroes' current place.
pub fn parting(state: &State) -> Vec<Change> {
    let mut going = Going::default();
    going.part(state, &[]);
    going.changes
}

/// The changes that bring back creatures that were left at the heroes' current place.
pub fn meeting(state: &State) -> Vec<Change> {
    let mut going = Going::default();
    going.meet(state, &spot(state));
    going.changes
}

impl Going {
    /// Leaves creatures behind that don't come along.
    fn part(&mut self, state: &State, with: &[&NpcId]) {
        let from = spot(state);
        let comes = |one: &&Creature| (one.companion && !one.is_dead()) || with.contains(&&one.id);
        self.along = state.creatures.iter().filter(comes).map(|one| one.id.clone()).collect();
        let room = MAX_CREATURES.saturating_sub(state.left_behind.len());
        for one in state.creatures.iter().filter(|one| !comes(one)) {
            let npc_id = one.id.clone();
            self.changes.push(match self.stayed.len() < room {
                true => Change::CreatureStayed { npc_id: npc_id.clone(), place_id: from.clone() },
                false => Change::CreatureLeft { npc_id: npc_id.clone() },
            });
            self.stayed.push(npc_id);
        }
    }

    /// Brings back creatures that were left at a place.
    fn meet(&mut self, state: &State, at: &PlaceId) {
        let room = MAX_CREATURES.saturating_sub(state.creatures.len() - self.stayed.len());
        let is_mapped = |id: &PlaceId| state.map.iter().any(|place| place.id == *id);
        // The id of a place that is on no map is made from its name.
        let is_it = |id: &PlaceId| {
            id == at || (!is_mapped(id) && !is_mapped(at) && names::is_same_place(id.as_str(), at.as_str()))
        };
        let there = state.left_behind.iter().filter(|left| is_it(&left.place)).take(room);
        self.met = there.map(|left| left.creature.id.clone()).collect();
        self.changes.extend(self.met.iter().map(|npc_id| Change::CreatureMet { npc_id: npc_id.clone() }));
    }
}

/// Resolves the names of those who come along: creatures of the scene by id, and people who are here but not in the scene.
fn those_with<'s>(state: &'s State, with: &[String]) -> Result<(Vec<&'s NpcId>, Vec<&'s SupportingNpc>), Refusal> {
    let (mut creatures, mut guests) = (Vec::new(), Vec::new());
    for name in with {
        match (creature::find(state, name), person::find(state, name)) {
            (Ok(creature), _) => creatures.push(&creature.id),
            (Err(_), Some(npc)) if !npc.dead && party::is_here(state, npc) => guests.push(npc),
            (Err(refusal), _) => return Err(refusal),
        }
    }
    Ok((creatures, guests))
}

impl State {
    /// Folds a change of the map.
    pub(super) fn apply_to_the_map(&mut self, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::PlaceRevealed { name } => self.story.known_places.push(name.clone()),
            Change::PlaceReached { name } => {
                self.story.current_place = Some(name.clone());
                if let Some(place) = self.map.iter_mut().find(|place| same(&place.name, name)) {
                    place.visited = true;
                }
            }
            Change::MapLeft {} => self.story.current_place = None,
            Change::MapDrawn { place, .. } => match self.map.iter_mut().find(|known| known.id == place.id) {
                Some(known) => known.clone_from(place),
                None => self.map.push((**place).clone()),
            },
            Change::SecretFound { place_id, text } => {
                let place = self.map.iter_mut().find(|place| place.id == *place_id);
                let secrets = place.map(|place| place.secrets.as_mut_slice()).unwrap_or_default();
                let secret = secrets.iter_mut().find(|secret| secret.text == *text);
                secret.ok_or_else(|| Refusal::new("There is no such secret."))?.found = true;
            }
            Change::CreatureStayed { npc_id, place_id } => {
                let creature = self.creature_mut(npc_id)?.clone();
                self.apply(&Change::CreatureLeft { npc_id: npc_id.clone() })?;
                self.left_behind.push(LeftBehind { place: place_id.clone(), creature });
            }
            Change::CreatureMet { npc_id } => {
                let at = self.left_behind.iter().position(|left| left.creature.id == *npc_id);
                let at = at.ok_or_else(|| Refusal::new(format!("No one “{npc_id}” was left behind.")))?;
                let met = self.left_behind.remove(at).creature;
                self.creatures.push(met);
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, creature::Disposition, hero::tests::table};

    fn drawn(game: &mut Game, drawing: &Drawing) {
        game.apply_all(&draw(game, drawing).unwrap()).unwrap();
    }

    /// A mill with ways to a ford and a cave no one knows; the heroes are at the mill.
    fn mill() -> Game {
        let mut game = table();
        let ways = ["Ford".to_owned(), "Hidden Cave".to_owned()];
        drawn(&mut game, &Drawing { place: "The Old Mill", ways_to: &ways, ..Drawing::default() });
        drawn(&mut game, &Drawing { place: "ford", is_known: true, ..Drawing::default() });
        game.apply_all(&go(&game, "old mill", &[]).unwrap().changes).unwrap();
        game
    }

    #[test]
    fn where_ways_lead_one_goes_by_them_and_hears_only_of_those_one_knows() {
        let mut game = mill();
        let at = here(&game).unwrap();
        assert_eq!((at.id.as_str(), at.visited), ("the-old-mill", true));
        let refusal = go(&game, "The Keep", &[]).unwrap_err().to_string();
        assert!(refusal.contains("Ford") && !refusal.contains("Cave"), "{refusal}");
        game.apply_all(&go(&game, "FORD", &[]).unwrap().changes).unwrap();
        assert_eq!((game.story.current_location.as_str(), game.story.current_place.as_deref()), ("Ford", Some("Ford")));
        assert!(go(&game, "Hidden Cave", &[]).is_err(), "not from here");
        assert_eq!(go(&game, "ford", &[]).unwrap(), Going::default());
    }

    #[test]
    fn a_table_without_a_map_goes_where_it_likes() {
        let mut game = table();
        for to in ["The Keep", "The Sea"] {
            let going = go(&game, to, &[]).unwrap();
            assert_eq!(going.changes.len(), 1);
            game.apply_all(&going.changes).unwrap();
            assert_eq!(game.story.current_location, to);
        }
    }

    #[test]
    fn who_does_not_come_along_is_there_again_when_the_heroes_are() {
        let mut game = mill();
        let come = creature::enter(&game, "Ogre", "ogre", Disposition::Neutral, 2);
        game.apply_all(&come).unwrap();
        game.apply_all(&creature::hurt_or_heal(&game.creatures[0], -1).unwrap().0).unwrap();
        let going = go(&game, "Ford", &["ogre-b".to_owned()]).unwrap();
        assert_eq!(going.stayed, [NpcId::from("ogre-a")]);
        game.apply_all(&going.changes).unwrap();
        assert_eq!(game.creatures.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["ogre-b"]);
        let another = creature::enter(&game, "Ogre A", "ogre", Disposition::Neutral, 1);
        assert!(matches!(&another[0], Change::CreatureEntered { creature } if creature.id.as_str() == "ogre-a-2"));
        let back = go(&game, "old mill", &[]).unwrap();
        game.apply_all(&back.changes).unwrap();
        let ogre = creature::find(&game, "ogre-a").unwrap();
        assert_eq!((back.met.as_slice(), ogre.hp), ([ogre.id.clone()].as_slice(), 3));
        assert_eq!(game.left_behind.iter().map(|left| left.creature.id.as_str()).collect::<Vec<_>>(), ["ogre-b"]);
    }

    #[test]
    fn a_secret_is_found_once_and_a_way_can_be_cut() {
        let mut game = mill();
        let secrets = ["A door behind the wheel.".to_owned()];
        drawn(&mut game, &Drawing { place: "old mill", secrets: &secrets, ..Drawing::default() });
        assert!(find_secret(&game, None, "2").is_err());
        game.apply(&find_secret(&game, None, "behind the WHEEL").unwrap()).unwrap();
        assert!(find_secret(&game, None, "1").is_err(), "found before");
        drawn(&mut game, &Drawing { place: "ford", no_way_to: &["old mill".to_owned()], ..Drawing::default() });
        assert!(go(&game, "ford", &[]).is_err());
        assert!(find(&game, "ford").unwrap().ways.is_empty());
    }
}
