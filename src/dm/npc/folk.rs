//! The people who can be spoken to: creatures of the scene, supporting NPCs, people of the campaign, and met ones. Entries of
//! one person are merged.

use game::{
    Game,
    combat::fighter::FighterRef,
    creature::Creature,
    id::{CharacterId, NpcId, PlaceId, of_person},
    knowledge::Present,
    naming, party, person,
    story::SupportingNpc,
    turn::Speaker,
    wording::{fold, same, titled},
};

use crate::{campaign::CampaignPackage, dm::plot};

/// A person of the story, also one who is away or dead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dm) struct Npc {
    /// As the session's lists name them.
    pub(in crate::dm) id: NpcId,
    /// All their names.
    pub(super) ids: Vec<NpcId>,
    pub(in crate::dm) name: String,
    /// The campaign's name, if renamed in play.
    pub(super) former_name: Option<String>,
    /// Whether they have a head of their own: a profile, a part in the campaign, or a place in the party.
    pub(super) is_major: bool,
    pub(super) is_in_party: bool,
    pub(super) whereabouts: Whereabouts,
}

/// The whereabouts of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// Where the heroes are.
    Here,
    /// Elsewhere; none if unknown.
    Elsewhere(Option<String>),
    /// They are here and can't speak: unconscious, or turned to stone.
    Speechless,
    /// They died.
    Dead,
}

impl Npc {
    /// Whether they could answer.
    pub(super) fn is_here(&self) -> bool {
        self.whereabouts == Whereabouts::Here
    }

    /// Whether they lie dead where the heroes are.
    pub(super) fn lies_dead_in(&self, game: &Game) -> bool {
        let is_here = |npc: &SupportingNpc| !npc.location.trim().is_empty() && party::is_here(game, npc);
        let mut records = game.supporting_npcs.iter().filter(|npc| self.ids.contains(&npc.id));
        self.whereabouts == Whereabouts::Dead
            && (game.creatures.iter().any(|one| self.ids.contains(&one.id)) || records.any(is_here))
    }

    /// Their role, as readers of the dialogue see it.
    pub(in crate::dm) fn speaker(&self) -> Speaker {
        Speaker { npc_id: self.id.clone(), name: self.name.clone() }
    }

    /// A person who is here and known only by name.
    pub(super) fn passing(name: &str) -> Self {
        Self::new(&of_person(name), name.to_owned(), Whereabouts::Here)
    }

    fn new(id: &str, name: String, whereabouts: Whereabouts) -> Self {
        let id = NpcId::from(id);
        let (former_name, is_major, is_in_party) = (None, false, false);
        Self { ids: vec![id.clone()], id, name, former_name, is_major, is_in_party, whereabouts }
    }

    fn of(creature: &Creature, place: Option<&str>) -> Self {
        let whereabouts = match (creature.is_dead(), place) {
            (true, _) => Whereabouts::Dead,
            (false, None) if !FighterRef::Creature(creature).can_speak() => Whereabouts::Speechless,
            (false, None) => Whereabouts::Here,
            (false, Some(place)) => Whereabouts::Elsewhere(Some(place.to_owned())),
        };
        let mut npc = Self::new(creature.id.as_str(), titled(&creature.name), whereabouts);
        npc.is_in_party = creature.companion && !creature.is_dead();
        npc.is_major = npc.is_in_party;
        if let Some(id) = &creature.supporting_npc_id {
            npc.is_called(id);
        }
        npc
    }

    /// Sets the preferred one of several ids.
    fn is_called(&mut self, id: &NpcId) {
        if !self.ids.contains(id) {
            self.ids.push(id.clone());
        }
        self.id = id.clone();
    }
}

/// Everyone with a name, those of the scene first. `lately` is the last story: a met person is present if it mentions them.
pub(super) fn everybody(game: &Game, package: Option<&CampaignPackage>, lately: &str) -> Vec<Npc> {
    let mut all: Vec<Npc> = game.creatures.iter().map(|one| Npc::of(one, None)).collect();
    let place = |id: &PlaceId| {
        game.map.iter().find(|place| place.id == *id).map_or("somewhere else", |place| place.name.as_str())
    };
    all.extend(game.left_behind.iter().map(|left| Npc::of(&left.creature, Some(place(&left.place)))));
    game.supporting_npcs.iter().for_each(|npc| supporting(&mut all, game, npc));
    if let Some(package) = package {
        of_the_campaign(&mut all, game, package);
    }
    let lately = fold(&format!("{lately}\n{}", game.story.current_scene));
    for met in &game.story.met_npcs {
        let id = of_person(met);
        let is_it = |npc: &Npc| same(&npc.name, met) || naming::differ_by_title(&npc.name, met, game.kinds());
        let is_known = all.iter().any(|npc| is_it(npc) || npc.ids.iter().any(|other| other.as_str() == id));
        // People of the campaign are where it has them.
        let is_its_own = package.is_some_and(|package| plot::is_one_of_its_people(package, game, met));
        if !is_known && !is_its_own && lately.contains(&fold(met)) {
            all.push(Npc::passing(&titled(met)));
        }
    }
    all
}

fn supporting(all: &mut Vec<Npc>, game: &Game, npc: &SupportingNpc) {
    let is_it = |one: &&mut Npc| one.ids.contains(&npc.id) || same(&one.name, &npc.name);
    let known = match all.iter_mut().find(is_it) {
        Some(known) => known,
        None => {
            let whereabouts = match party::is_here(game, npc) {
                true => Whereabouts::Here,
                false => Whereabouts::Elsewhere(person::known_place_of(game, npc)),
            };
            all.push(Npc::new(npc.id.as_str(), npc.shown_name(), whereabouts));
            let Some(new) = all.last_mut() else { return };
            new
        }
    };
    known.is_called(&npc.id);
    known.name = npc.shown_name();
    known.is_major = true;
    if matches!(known.whereabouts, Whereabouts::Elsewhere(_)) {
        known.whereabouts = Whereabouts::Elsewhere(person::known_place_of(game, npc));
    }
    if npc.dead {
        known.whereabouts = Whereabouts::Dead;
    }
}

fn of_the_campaign(all: &mut Vec<Npc>, game: &Game, package: &CampaignPackage) {
    let here = plot::people_of_the_scene(package, game);
    for person in &package.people {
        let id = NpcId::from(person.id.as_str());
        let is_here = here.iter().any(|one| one.id == person.id);
        let is_it = |one: &Npc| one.ids.contains(&id) || same(&one.name, &person.name);
        match all.iter().position(is_it) {
            Some(at) => {
                // A person recorded twice, once by a part of the name and once by the full name, counts once.
                let others: Vec<Npc> = all.extract_if(at + 1.., |one| is_it(one)).collect();
                let known = &mut all[at];
                others.iter().flat_map(|other| &other.ids).for_each(|id| known.is_called(id));
                known.is_called(&id);
                known.name = plot::name_now(game, person);
                known.former_name = (known.name != person.name).then(|| person.name.clone());
                known.is_major = true;
                let record = game.supporting_npcs.iter().find(|npc| known.ids.contains(&npc.id));
                match &known.whereabouts {
                    Whereabouts::Elsewhere(_) if is_here => known.whereabouts = Whereabouts::Here,
                    // The campaign has the last word where the record has them here.
                    Whereabouts::Here if record.is_some_and(|npc| plot::is_absent(package, game, npc)) => {
                        known.whereabouts = Whereabouts::Elsewhere(Some("another place".to_owned()));
                    }
                    _ => {}
                }
            }
            None if is_here => {
                let person = Npc::new(&person.id, person.name.clone(), Whereabouts::Here);
                all.push(Npc { is_major: true, ..person });
            }
            // People the heroes haven't met are unknown.
            None => {}
        }
    }
}

/// The people at the heroes' location.
pub(super) fn present(game: &Game, all: &[Npc]) -> Present {
    let heroes = game.characters.iter().filter(|hero| !hero.dead);
    let heroes: Vec<CharacterId> = heroes.map(|hero| hero.id.clone()).collect();
    let of = |in_party: bool| {
        let here = all.iter().filter(|npc| npc.is_here() && npc.is_in_party == in_party);
        here.map(|npc| npc.id.clone()).collect()
    };
    Present { heroes, party: of(true), others: of(false) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use game::{
        Change, State,
        creature::{self, Disposition},
        ready_made::ready_made,
        story::{NpcRole, Story},
    };

    pub(in crate::dm::npc) fn npc(name: &str, location: &str) -> SupportingNpc {
        SupportingNpc {
            id: NpcId::from(of_person(name)),
            name: name.to_lowercase(),
            role: NpcRole::Ally,
            appearance: "Grey and upright.".into(),
            personality: "Dry.".into(),
            motivations: vec!["her son back".into()],
            location: location.to_lowercase(),
            notes: String::new(),
            display_name: None,
            combat_slug: None,
            dead: false,
        }
    }

    /// The inn, with Old Marta who keeps it, Odo who is at the mill, and a carter.
    pub(in crate::dm::npc) fn inn() -> Game {
        let story = Story { current_location: "The Inn".into(), ..Story::default() };
        let mut game = Game::new(State::start(story, ready_made()[..1].to_vec(), [1; 32]));
        for npc in [npc("Old Marta", "The Inn"), npc("Odo the Miller", "The Mill")] {
            game.apply(&Change::SupportingNpcCreated { npc: Box::new(npc) }).unwrap();
        }
        game.apply_all(&creature::enter(&game, "carter", "commoner", Disposition::Neutral, 1)).unwrap();
        game
    }

    #[test]
    fn whoever_stands_in_several_lists_is_one_person() {
        let mut game = inn();
        game.apply_all(&creature::enter(&game, "Old Marta", "scout", Disposition::Friendly, 1)).unwrap();
        game.apply(&Change::NpcMet { name: "old marta".into() }).unwrap();
        game.apply(&Change::NpcMet { name: "ilse".into() }).unwrap();
        let all = everybody(&game, None, "Ilse looks up from her cards.");
        let names: Vec<(&str, bool, bool)> =
            all.iter().map(|npc| (npc.name.as_str(), npc.is_major, npc.is_here())).collect();
        assert_eq!(
            names,
            [
                ("Carter", false, true),
                ("Old Marta", true, true),
                ("Odo the Miller", true, false),
                ("Ilse", false, true)
            ]
        );
        assert_eq!(everybody(&game, None, "").len(), 3, "nothing is said of Ilse");
    }
}
