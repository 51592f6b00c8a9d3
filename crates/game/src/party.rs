//! The heroes' company: beasts, hirelings, and NPCs who join and leave.
//!
//! Both are companions, creatures at the heroes' side that fight along. A person of the story keeps their profile beside it;
//! where they are is where the heroes are.

use super::{
    Change, State,
    creature::{self, Creature, Disposition},
    id::NpcId,
    person::{self, is_of},
    refusal::{Refusal, listed},
    story::SupportingNpc,
    wording::{is_blank, same, shortened},
};

/// Most who travel along.
pub const MAX_PARTY: usize = 4;
/// Maximum number of companions who are not supporting NPCs.
pub const MAX_COMPANIONS: usize = 3;
/// The longest name kept, in characters.
const MAX_NAME: usize = 80;

/// Changes that make someone a companion: a supporting NPC who is present, by id or name, or else a creature of a kind.
/// Creatures of the scene join as they are.
///
/// # Errors
/// There are enough, this one is one already, dead or elsewhere, or there is a fight.
pub fn join(state: &State, slug: &str, name: Option<&str>, npc: Option<&str>) -> Result<Vec<Change>, Refusal> {
    let known = supporting(state, slug, name, npc)?;
    let shown = known.map(SupportingNpc::shown_name);
    let name = shortened(shown.as_deref().or(name).filter(|name| !is_blank(name)).unwrap_or(slug), MAX_NAME);
    if is_blank(&name) {
        return Err(Refusal::new("A companion needs a name or a kind."));
    }
    let living: Vec<&Creature> = state.companions().filter(|one| !one.is_dead()).collect();
    let is_known = |one: &&&Creature| known.is_some() && one.supporting_npc_id.as_ref() == known.map(|npc| &npc.id);
    if let Some(there) = living.iter().find(|one| is_known(one) || same(&one.name, &name)) {
        return Err(Refusal::new(format!("{} travels with the heroes already.", there.name)));
    }
    if let Some(npc) = known {
        may_join(state, npc)?;
    } else {
        person::is_nobody_dead(state, &name, slug)?;
        person::is_no_hero(state, &name, slug)?;
    }
    let n_nobodies = living.iter().filter(|one| one.supporting_npc_id.is_none()).count();
    let names = || listed(living.iter().map(|one| one.name.as_str()));
    if known.is_none() && n_nobodies >= MAX_COMPANIONS {
        let names = names();
        return Err(Refusal::new(format!("At most {MAX_COMPANIONS} companions travel along; there are {names}.")));
    }
    if living.len() >= MAX_PARTY {
        return Err(Refusal::new(format!(
            "The party is full: at most {MAX_PARTY} travel along; there are {}.",
            names()
        )));
    }
    Ok(enter(state, slug, &name, known))
}

/// The supporting NPC meant by an id, or by a name.
fn supporting<'s>(
    state: &'s State,
    slug: &str,
    name: Option<&str>,
    npc: Option<&str>,
) -> Result<Option<&'s SupportingNpc>, Refusal> {
    let Some(id) = npc else { return Ok(name.and_then(|name| person::find_coming(state, name, slug))) };
    person::find(state, id).map(Some).ok_or_else(|| {
        let ids = listed(state.supporting_npcs.iter().map(|known| known.id.as_str()));
        Refusal::new(format!("No supporting NPC has the id “{id}”; there is {ids}."))
    })
}

/// Whether a supporting NPC can join just now.
fn may_join(state: &State, npc: &SupportingNpc) -> Result<(), Refusal> {
    if npc.dead || state.creatures.iter().any(|one| one.is_dead() && is_of(one, npc)) {
        return Err(Refusal::new(format!("{} is dead.", npc.shown_name())));
    }
    if state.encounter.is_some() {
        return Err(Refusal::new(format!(
            "There is a fight: {} can join the party once it is over.",
            npc.shown_name()
        )));
    }
    if !is_here(state, npc) {
        return Err(Refusal::new(format!(
            "{} is at {}, not where the heroes are: only who is with them can join them. If they have come here, bring \
             them in with npcs_to_create first.",
            npc.shown_name(),
            person::place_of(state, npc)
        )));
    }
    Ok(())
}

/// Whether a supporting NPC is where the heroes are.
pub fn is_here(state: &State, npc: &SupportingNpc) -> bool {
    let there = state.creatures.iter().any(|one| is_of(one, npc));
    let stayed = state.left_behind.iter().any(|left| is_of(&left.creature, npc));
    there || (!stayed && (npc.location.trim().is_empty() || person::is_here(state, &npc.location)))
}

fn enter(state: &State, slug: &str, name: &str, known: Option<&SupportingNpc>) -> Vec<Change> {
    let here = |one: &&Creature| !one.is_dead() && known.map_or_else(|| same(&one.name, name), |npc| is_of(one, npc));
    let there = state.creatures.iter().find(here);
    let mut creature = match there {
        Some(there) => there.clone(),
        None => creature::plain(state, name.to_owned(), slug, Disposition::Friendly, &[]),
    };
    (creature.companion, creature.disposition) = (true, Disposition::Friendly);
    creature.supporting_npc_id = known.map(|npc| npc.id.clone());
    let left = there.map(|there| Change::CreatureLeft { npc_id: there.id.clone() });
    left.into_iter().chain([Change::CreatureEntered { creature }]).collect()
}

/// The changes that let a companion go, by id or name. They stay in the scene as they are, alive or dead.
///
/// # Errors
/// There is none; the text names those there are.
pub fn leave(state: &State, id: &str) -> Result<Vec<Change>, Refusal> {
    let companion = match creature::find(state, id) {
        Ok(creature) if creature.companion => Ok(creature),
        _ => state
            .companions()
            .find(|one| one.supporting_npc_id.as_ref().is_some_and(|npc| npc.as_str() == id))
            .ok_or_else(|| {
                let ids = listed(state.companions().map(|one| one.id.as_str()));
                Refusal::new(format!("No companion has the id “{id}”; there is {ids}."))
            }),
    }?;
    let follows = followed(state, companion);
    let creature = Creature { companion: false, ..companion.clone() };
    let stays = [Change::CreatureLeft { npc_id: companion.id.clone() }, Change::CreatureEntered { creature }];
    Ok(follows.into_iter().chain(stays).collect())
}

/// Changes that move the party to the heroes; none if it is there.
pub fn follow(state: &State) -> Vec<Change> {
    state.companions().filter(|one| !one.is_dead()).filter_map(|one| followed(state, one)).collect()
}

fn followed(state: &State, companion: &Creature) -> Option<Change> {
    let npc = companion.supporting_npc_id.as_ref()?;
    let npc = state.supporting_npcs.iter().find(|known| known.id == *npc)?;
    person::moved_to(npc, &state.story.current_location)
}

/// The id of a creature in the story.
pub fn known_as(creature: &Creature) -> &NpcId {
    creature.supporting_npc_id.as_ref().unwrap_or(&creature.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, hero::tests::table, id::of_person, story::NpcRole};

    fn npc(name: &str, location: &str) -> Change {
        let npc = SupportingNpc {
            id: NpcId::from(of_person(name)),
            name: name.to_lowercase(),
            display_name: None,
            role: NpcRole::Ally,
            appearance: String::new(),
            personality: String::new(),
            motivations: Vec::new(),
            location: location.to_lowercase(),
            notes: String::new(),
            combat_slug: None,
            dead: false,
        };
        Change::SupportingNpcCreated { npc: Box::new(npc) }
    }

    fn at_the_inn(people: &[&str]) -> Game {
        let mut game = table();
        game.apply(&Change::LocationChanged { from: String::new(), to: "The Inn".into() }).unwrap();
        people.iter().for_each(|name| game.apply(&npc(name, "the inn")).unwrap());
        game
    }

    fn refusal(game: &Game, name: &str) -> String {
        join(game, "commoner", Some(name), None).unwrap_err().to_string()
    }

    #[test]
    fn four_join_and_no_fifth() {
        let mut game = at_the_inn(&["Sella", "Bram", "Wren", "Odo", "Isa"]);
        for name in ["Sella", "Bram", "Wren", "Odo"] {
            game.apply_all(&join(&game, "scout", Some(name), None).unwrap()).unwrap();
        }
        assert!(refusal(&game, "Isa").contains("at most 4"));
        assert!(refusal(&game, "Bram").contains("already"));
        game.apply_all(&leave(&game, "bram").unwrap()).unwrap();
        game.apply_all(&join(&game, "scout", None, Some("isa")).unwrap()).unwrap();
        assert_eq!(game.companions().count(), 4);
    }

    #[test]
    fn only_the_living_who_are_here_join() {
        let mut game = at_the_inn(&["Sella"]);
        game.apply(&npc("Bram", "the mill")).unwrap();
        assert!(refusal(&game, "Bram").contains("The Mill"));
        game.apply_all(&creature::enter(&game, "Bram", "scout", Disposition::Neutral, 1)).unwrap();
        game.apply_all(&creature::hurt_or_heal(&game.creatures[0], -1).unwrap().0).unwrap();
        game.apply_all(&join(&game, "scout", Some("Bram"), None).unwrap()).unwrap();
        let bram = game.companions().next().unwrap();
        assert_eq!((bram.hp, bram.id.as_str(), game.creatures.len()), (3, "bram", 1), "he joins as he is");
    }

    #[test]
    fn whoever_travels_along_is_where_the_heroes_are() {
        let mut game = at_the_inn(&["Sella"]);
        game.apply_all(&join(&game, "scout", Some("Sella"), None).unwrap()).unwrap();
        assert_eq!(follow(&game), []);
        game.apply(&Change::LocationChanged { from: "The Inn".into(), to: "The Mill".into() }).unwrap();
        game.apply_all(&follow(&game)).unwrap();
        assert_eq!(game.supporting_npcs[0].location, "the mill");
        game.apply(&Change::LocationChanged { from: "The Mill".into(), to: "The Ford".into() }).unwrap();
        game.apply_all(&leave(&game, "sella").unwrap()).unwrap();
        assert_eq!((game.supporting_npcs[0].location.as_str(), game.companions().count()), ("the ford", 0));
    }
}
