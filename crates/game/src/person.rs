//! Supporting NPCs: resolves names, and keeps one record per person, inside and outside scenes.

use super::{
    Change, State,
    creature::{self, Creature},
    id::{NpcId, PlaceId, kebab, of_person, unique},
    limits::MAX_CREATURES,
    naming, party,
    place::{self, names},
    refusal::Refusal,
    story::SupportingNpc,
    wording::{self, one_line, same, titled, titled_place},
};

/// Finds a supporting NPC by id or name, in any spelling. Former names find no one: they may be reused.
pub fn find<'s>(state: &'s State, id_or_name: &str) -> Option<&'s SupportingNpc> {
    let wanted = one_line(id_or_name);
    if wanted.is_empty() {
        return None;
    }
    find_written(state, &wanted).or_else(|| by_part_of_name(state, &wanted, naming::may_be_one_person))
}

/// The same for a name that is about to be stored: a name that differs by an accent (“Lena Kos”, “Lena Koś”) is another
/// person's.
pub fn find_written<'s>(state: &'s State, id_or_name: &str) -> Option<&'s SupportingNpc> {
    let wanted = one_line(id_or_name);
    if wanted.is_empty() {
        return None;
    }
    find_exactly(state, &wanted).or_else(|| by_part_of_name(state, &wanted, naming::may_be_spelt_so))
}

/// The same for a creature that enters the scene: a name that is only the kind's (“Guard”) doesn't match a longer one.
pub fn find_coming<'s>(state: &'s State, id_or_name: &str, slug: &str) -> Option<&'s SupportingNpc> {
    match of_person(id_or_name) == kebab(slug) {
        true => find_exactly(state, &one_line(id_or_name)),
        false => find_written(state, id_or_name),
    }
}

/// Finds a supporting NPC by id or the whole name.
fn find_exactly<'s>(state: &'s State, wanted: &str) -> Option<&'s SupportingNpc> {
    let all = &state.supporting_npcs;
    let by_id = all.iter().find(|npc| npc.id.as_str() == wanted);
    let by_name = || all.iter().find(|npc| same(&npc.name, wanted));
    by_id.or_else(by_name).or_else(|| {
        let id = of_person(wanted);
        all.iter().find(|npc| npc.id.as_str() == id && still_goes_by(npc, wanted))
    })
}

/// The only supporting NPC who may have this name: “Captain Vex” is Vex, “Oriel Finch” is Oriel. The name of a kind in play
/// (“Guard”) matches no part of a name.
fn by_part_of_name<'s>(
    state: &'s State,
    name: &str,
    may_be_one: impl Fn(&str, &str) -> bool,
) -> Option<&'s SupportingNpc> {
    let all = &state.supporting_npcs;
    let is_kind = |name: &str| {
        let kind = of_person(name);
        bodies(state).any(|one| one.slug == kind) || all.iter().any(|npc| npc.combat_slug.as_ref() == Some(&kind))
    };
    if is_kind(name) {
        return None;
    }
    let fits = |npc: &SupportingNpc| naming::is_addressed_as(name, &format!("{} {}", npc.appearance, npc.personality));
    let mut near = all.iter().filter(|npc| may_be_one(&npc.name, name) && fits(npc) && !is_kind(&npc.name));
    near.next().filter(|_| near.next().is_none())
}

/// Whether a name that gives a supporting NPC's id is theirs still: they were not renamed, or it is a part of their name.
fn still_goes_by(npc: &SupportingNpc, name: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let name = wording::fold(name);
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let own = words(&npc.name);
    of_person(&npc.name) == npc.id.as_str() || words(name).iter().all(|word| own.contains(word))
}

/// A person with only a name, with an id that no hero, supporting NPC or `reserved` entry has.
pub fn new(state: &State, name: &str, is_reserved: impl Fn(&str) -> bool) -> SupportingNpc {
    let npc = SupportingNpc::named(name);
    let is_known = |id: &str| state.supporting_npcs.iter().any(|other| other.id.as_str() == id);
    // A creature without a record counts as the person of its id.
    let is_anothers = |id: &str| bodies(state).any(|one| one.id.as_str() == id && !same(&one.name, name));
    let is_taken = |id: &str| is_reserved(id) || is_known(id) || is_anothers(id) || state.is_id_of_a_hero(id);
    let id = unique(npc.id.to_string(), is_taken);
    SupportingNpc { id: NpcId::from(id), ..npc }
}

/// The supporting NPC of a creature.
pub fn of<'s>(state: &'s State, creature: &Creature) -> Option<&'s SupportingNpc> {
    state.supporting_npcs.iter().find(|npc| is_of(creature, npc))
}

/// Whether a creature is this supporting NPC. Creatures of older sessions have no link and are matched by id or name.
pub fn is_of(creature: &Creature, npc: &SupportingNpc) -> bool {
    match &creature.supporting_npc_id {
        Some(id) => *id == npc.id,
        None => creature.id == npc.id || same(&creature.name, &npc.name),
    }
}

/// Everyone's bodies, in the scene and left behind elsewhere.
fn bodies(state: &State) -> impl Iterator<Item = &Creature> {
    state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature))
}

/// Checks that a creature can be a supporting NPC: no other creature is them, and a living creature is no dead person.
///
/// # Errors
/// Another creature is them, or they are dead; the text says what to do.
pub fn one_body(state: &State, npc: &SupportingNpc, own: &Creature) -> Result<(), Refusal> {
    if npc.dead && !own.is_dead() && !is_of(own, npc) {
        return Err(is_dead(npc));
    }
    no_other_body(state, npc, Some(&own.id))
}

/// The refusal to bring in a dead supporting NPC alive.
pub(super) fn is_dead(npc: &SupportingNpc) -> Refusal {
    Refusal::new(format!(
        "{} is dead. If raised, call update_npc with dead: false first; give a different person another name.",
        npc.shown_name()
    ))
}

/// Checks that a living newcomer doesn't have the name of a dead hero, creature or supporting NPC. Names of kinds and trades
/// (“Guard”) are exempt.
///
/// # Errors
/// One of that name is dead; the text says what to do.
pub fn is_nobody_dead(state: &State, name: &str, slug: &str) -> Result<(), Refusal> {
    match dead_called(state, name, slug) {
        Some(dead) => Err(Refusal::new(format!(
            "{dead} is dead, and only what raises the dead (command `revive`) brings them back; whoever else comes needs a name \
             of their own."
        ))),
        None => Ok(()),
    }
}

/// The dead person a name refers to: by the whole name, by a part that no living person matches, or without accents if it
/// matches no one else.
fn dead_called(state: &State, name: &str, slug: &str) -> Option<String> {
    let heroes = state.characters.iter().map(|hero| (hero.name.clone(), hero.dead));
    if let Some((hero, _)) = heroes.clone().find(|(own, is_dead)| *is_dead && same(own, name)) {
        return Some(hero);
    }
    if !naming::is_somebodys(name, bodies(state).map(|one| one.slug.as_str()).chain([slug])) {
        return None;
    }
    let is_own = |one: &&Creature| one.supporting_npc_id.is_none() && !naming::is_description(&one.name);
    let creatures = bodies(state).filter(is_own).map(|one| (one.name.clone(), one.is_dead()));
    let people = state.supporting_npcs.iter().map(|npc| (npc.shown_name(), npc.dead));
    let all: Vec<(String, bool)> = heroes.chain(creatures).chain(people).collect();
    let whole = all.iter().find(|(own, is_dead)| *is_dead && same(own, name));
    let part = || {
        let fit: Vec<_> = all.iter().filter(|(own, _)| naming::may_be_called(own, name)).collect();
        fit.iter().all(|(_, is_dead)| *is_dead).then(|| fit.first().copied()).flatten()
    };
    let without_accents = || {
        let plain = |own: &str| wording::without_accents(own);
        let mut fit = all.iter().filter(|(own, _)| naming::may_be_called(&plain(own), name));
        let first = fit.next().filter(|(_, is_dead)| *is_dead && plain(name) == wording::fold(name))?;
        fit.all(|(own, is_dead)| *is_dead && same(own, &first.0)).then_some(first)
    };
    whole.or_else(part).or_else(without_accents).map(|(own, _)| own.clone())
}

/// Checks that a name doesn't mean a hero, since the Dungeon Master never plays heroes. The full name is a hero's, and so is the
/// first name unless another person has it or it is a trade or a kind, such as `slug` (“Hunter”, “Raven”); a surname is not. If
/// a namesake of the hero entered earlier, with a letter after the name, the name may be theirs.
///
/// # Errors
/// It means a hero.
pub fn is_no_hero(state: &State, name: &str, slug: &str) -> Result<(), Refusal> {
    let name = one_line(name);
    let has_namesake = |name: &str| bodies(state).any(|one| creature::number_among(one, name).is_some());
    let is_anothers = || find_exactly(state, &name).is_some() || bodies(state).any(|one| same(&one.name, &name));
    let is_first =
        |own: &str| naming::first_name(own).is_some_and(|first| wording::same_without_accents(&first, &name));
    let is_a_name = || naming::is_somebodys(&name, bodies(state).map(|one| one.slug.as_str()).chain([slug]));
    let is_it =
        |own: &str| (same(own, &name) && !has_namesake(own)) || (is_first(own) && is_a_name() && !is_anothers());
    match state.characters.iter().find(|hero| is_it(&hero.name)) {
        Some(hero) => Err(Refusal::new(format!("{} is a hero; somebody else needs another name.", hero.name))),
        None => Ok(()),
    }
}

/// Checks that no creature but `own` is this supporting NPC.
fn no_other_body(state: &State, npc: &SupportingNpc, own: Option<&NpcId>) -> Result<(), Refusal> {
    let is_other = |one: &Creature| Some(&one.id) != own && is_of(one, npc);
    let shown = npc.shown_name();
    if let Some(there) = state.creatures.iter().find(|one| is_other(one)) {
        return Err(creature::already_here(&shown, there.id.as_str(), false));
    }
    match state.left_behind.iter().find(|left| is_other(&left.creature)) {
        Some(left) => {
            let place = state.map.iter().find(|place| place.id == left.place);
            let place = place.map_or("another place", |place| place.name.as_str());
            Err(Refusal::new(format!(
                "{shown} stayed at {place}. If they come here, bring them in with npcs_to_create; somebody else needs another \
                 name."
            )))
        }
        None => Ok(()),
    }
}

/// The stat block of a new creature: that of its supporting NPC, else the requested one.
pub fn slug(state: &State, id_or_name: &str, asked: &str) -> String {
    let known = find_coming(state, id_or_name, asked).and_then(|npc| npc.combat_slug.clone());
    known.unwrap_or_else(|| asked.to_owned())
}

/// The stored (lower-case) form of a name, and its display form if that cannot be derived from the stored one.
pub fn forms_of(name: &str) -> (String, Option<String>) {
    let shown = wording::name(name);
    let kept = shown.to_lowercase();
    let display = (titled(&kept) != shown && kept != shown).then_some(shown);
    (kept, display)
}

/// The display form of a supporting NPC's location: a known place's spelling, else capitalised.
pub fn place_of(state: &State, npc: &SupportingNpc) -> String {
    match is_here_by_name(state, &npc.location) {
        true => state.story.current_location.clone(),
        false => place::known_spelling(state, &npc.location).cloned().unwrap_or_else(|| titled_place(&npc.location)),
    }
}

/// The same; none if it is unknown.
pub fn known_place_of(state: &State, npc: &SupportingNpc) -> Option<String> {
    is_known_location(&npc.location).then(|| place_of(state, npc))
}

/// Renames a supporting NPC.
///
/// # Errors
/// The name is blank, or a person or creature has it.
pub fn renamed(state: &State, npc: &SupportingNpc, name: &str) -> Result<SupportingNpc, Refusal> {
    let other = find_written(state, name).filter(|other| other.id != npc.id);
    if let Some(other) = other {
        return Err(Refusal::new(format!("There is another {} already (id {}).", other.shown_name(), other.id)));
    }
    let (name, display_name) = forms_of(name);
    if name.is_empty() {
        return Err(Refusal::new("A name can't be blank."));
    }
    let own = bodies(state).find(|one| is_of(one, npc)).map(|one| &one.id);
    let renamed = SupportingNpc { name, display_name, ..npc.clone() };
    no_other_body(state, &renamed, own)?;
    Ok(renamed)
}

/// The change that marks a supporting NPC as alive or dead; `None` if nothing changes.
pub fn lives(npc: &SupportingNpc, lives: bool) -> Option<Change> {
    let updated = SupportingNpc { dead: !lives, ..npc.clone() };
    (npc.dead == lives).then(|| Change::SupportingNpcUpdated { npc: Box::new(updated) })
}

/// The changes that mark a supporting NPC who is not in the scene as alive or dead. A body that was left behind elsewhere is
/// raised with `hp` hit points, or dies.
pub fn lives_elsewhere(state: &State, npc: &SupportingNpc, is_alive: bool, hp: i32) -> Vec<Change> {
    let mut left = state.left_behind.iter().map(|left| &left.creature);
    match left.find(|one| is_of(one, npc) && one.is_dead() == is_alive) {
        Some(dead) if is_alive => creature::revive(state, dead, hp),
        Some(living) => creature::kill(living),
        None => lives(npc, is_alive).into_iter().collect(),
    }
}

/// Changes implied by another change: a creature's death is also its person's death, and people in the scene, the dead
/// included, are where the heroes are.
pub(super) fn followed(state: &State, change: &Change) -> Vec<Change> {
    let one = |id: &NpcId| state.creatures.iter().find(|creature| creature.id == *id);
    match change {
        Change::CreatureDied { npc_id, .. } => {
            let dead = bodies(state).find(|body| body.id == *npc_id).and_then(|creature| of(state, creature));
            dead.and_then(|npc| lives(npc, false)).into_iter().collect()
        }
        Change::CreatureEntered { creature } => moved(state, creature).into_iter().collect(),
        Change::CreatureMet { npc_id } | Change::CreatureIdentified { npc_id, .. } => {
            one(npc_id).and_then(|creature| moved(state, creature)).into_iter().collect()
        }
        Change::LocationChanged { .. } => state.creatures.iter().filter_map(|one| moved(state, one)).collect(),
        _ => Vec::new(),
    }
}

/// The change that moves the person of a creature in the scene to the heroes' location; `None` if they are already there.
pub(super) fn moved(state: &State, creature: &Creature) -> Option<Change> {
    moved_to(of(state, creature)?, &state.story.current_location)
}

/// The heroes' position: the location, and the place on the map or nearby.
fn spots(state: &State) -> impl Iterator<Item = &String> {
    [Some(&state.story.current_location), state.story.current_place.as_ref()].into_iter().flatten()
}

/// Whether a place is where the heroes are.
pub fn is_here(state: &State, place: &str) -> bool {
    names::means_here(place) || spots(state).any(|spot| is_spot(state, spot, place))
}

/// Whether a place is the heroes' location.
pub(super) fn is_here_by_name(state: &State, place: &str) -> bool {
    is_spot(state, &state.story.current_location, place)
}

/// Whether a place is one where the heroes are, and no other that is known by just this name.
fn is_spot(state: &State, spot: &str, place: &str) -> bool {
    let mapped = state.map.iter().map(|place| &place.name);
    let is_another = || mapped.chain(&state.story.known_places).any(|known| same(known, place));
    same(spot, place) || (names::is_same_place(spot, place) && !is_another())
}

/// The location of a record: the heroes' own, if the place is where they are.
pub fn location_of(state: &State, place: &str) -> String {
    let place = if is_here(state, place) { state.story.current_location.as_str() } else { place };
    wording::line(place).to_lowercase()
}

/// Whether a place may be where the heroes are: it has the same name, or a part of it. “The Six Bells” may be the common room of the
/// Six Bells, unless it is a known place of its own. A longer name is another place: the crypt of the abbey is not the abbey.
pub fn may_be_here(state: &State, place: &str) -> bool {
    let wanted = naming::words(place);
    let is_part = |spot: &String| {
        let own = naming::words(spot);
        !wanted.is_empty() && wanted.iter().all(|word| own.contains(word))
    };
    let is_known = place::find(state, place).is_some()
        || names::of_name(state.story.known_places.iter(), String::as_str, place).is_some();
    is_here(state, place) || (!is_known && spots(state).any(is_part))
}

/// Changes that move a person to another place: the creature leaves scene and party, and the supporting NPC's record has the
/// place.
///
/// # Errors
/// The place is blank or the heroes' own, or there is a fight that the creature is in.
pub fn goes_to(
    state: &State,
    creature: Option<&Creature>,
    npc: Option<&SupportingNpc>,
    place: &str,
) -> Result<Vec<Change>, Refusal> {
    let mut to = wording::line(place);
    if to.is_empty() {
        return Err(Refusal::new("Say where they go; a place can't be blank."));
    }
    match is_here(state, &to) {
        true if creature.is_none() => to.clone_from(&state.story.current_location),
        _ if names::means_unknown(&to) => UNKNOWN_LOCATION.clone_into(&mut to),
        _ => {}
    }
    let mut changes = Vec::new();
    if let Some(creature) = creature {
        if state.encounter.is_some() {
            return Err(Refusal::new(format!("There is a fight: {} goes nowhere before it is over.", creature.name)));
        }
        if is_here(state, &to) {
            return Err(Refusal::new(format!("{} is there already: {to} is where the heroes are.", creature.name)));
        }
        if creature.companion {
            changes.extend(party::leave(state, creature.id.as_str())?);
        }
        changes.push(stays_at(state, &creature.id, &to));
    }
    // A body that was left at another place goes along.
    let left = npc.and_then(|npc| state.left_behind.iter().find(|left| is_of(&left.creature, npc)));
    if let Some(left) = left.filter(|_| creature.is_none()) {
        let npc_id = left.creature.id.clone();
        changes.push(Change::CreatureMet { npc_id: npc_id.clone() });
        if !is_here(state, &to) {
            changes.push(stays_at(state, &npc_id, &to));
        }
    }
    let is_moved = !changes.is_empty();
    let to_place = npc.map(|npc| (npc, moved_to(npc, &to)));
    changes.extend(to_place.and_then(|(npc, moved)| {
        let there = Change::NpcMoved { npc_id: npc.id.clone(), to: to.to_lowercase() };
        moved.or_else(|| is_moved.then_some(there))
    }));
    Ok(changes)
}

/// Recorded as location of a supporting NPC who left without a known destination.
const UNKNOWN_LOCATION: &str = "elsewhere";

/// Whether a location of a supporting NPC is a place.
pub fn is_known_location(location: &str) -> bool {
    !names::means_unknown(location)
}

/// The changes by which a creature leaves the scene permanently. The record of a living supporting NPC says that they are gone.
pub fn leaves(state: &State, creature: &Creature) -> Vec<Change> {
    let npc = of(state, creature).filter(|npc| !npc.dead && !creature.is_dead());
    let gone = npc.and_then(|npc| moved_to(npc, UNKNOWN_LOCATION));
    std::iter::once(Change::CreatureLeft { npc_id: creature.id.clone() }).chain(gone).collect()
}

/// The change that leaves a creature of the scene at a place; if too many were left behind already, it is gone.
fn stays_at(state: &State, npc_id: &NpcId, place: &str) -> Change {
    let npc_id = npc_id.clone();
    match state.left_behind.len() < MAX_CREATURES {
        true => {
            let mapped = place::find(state, place).map(|place| place.id.clone());
            Change::CreatureStayed { npc_id, place_id: mapped.unwrap_or_else(|| PlaceId::from(kebab(place))) }
        }
        false => Change::CreatureLeft { npc_id },
    }
}

/// The change that moves a supporting NPC; `None` if they are already there or the location is blank.
pub fn moved_to(npc: &SupportingNpc, location: &str) -> Option<Change> {
    let to = wording::line(location).to_lowercase();
    (!to.is_empty() && !names::is_same_place(&npc.location, &to))
        .then(|| Change::NpcMoved { npc_id: npc.id.clone(), to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::table;

    #[test]
    fn a_part_of_the_heroes_place_is_a_place_of_its_own() {
        let mut state = State::clone(&table());
        "Hollin Abbey".clone_into(&mut state.story.current_location);
        for (place, location, may_be_here) in [
            ("Hollin Abbey", "hollin abbey", true),
            ("the HOLLIN Abbey", "hollin abbey", true),
            ("Abbey of Hollin", "hollin abbey", true),
            ("here", "hollin abbey", true),
            ("Hollin Abbey crypt", "hollin abbey crypt", false),
            ("the Abbey", "the abbey", true),
            ("Mill Road", "mill road", false),
        ] {
            assert_eq!(location_of(&state, place), location, "{place}");
            assert_eq!(super::may_be_here(&state, place), may_be_here, "{place}");
        }
    }

    #[test]
    fn a_heros_first_name_that_is_a_kind_or_a_trade_blocks_nobody() {
        let mut state = State::clone(&table());
        for (hero, name, slug, is_heros) in [
            ("Raven Blackwood", "raven", "raven", false),
            ("Raven Blackwood", "Raven", "bandit", true),
            ("Hunter Vale", "Hunter", "", false),
            ("Hunter Vale", "Hunter Vale", "", true),
        ] {
            hero.clone_into(&mut state.characters[0].name);
            assert_eq!(is_no_hero(&state, name, slug).is_err(), is_heros, "{hero}: {name}");
        }
    }
}
