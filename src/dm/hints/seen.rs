//! What the rules see of a game.

use crate::game::{
    Game,
    combat::{encounter::Side, fighter::Fighter},
    place,
};

use super::scene::{Absent, Scene};

/// Words of a telling in which somebody wants something done.
const WANTS: [&str; 14] = [
    "reward",
    "bounty",
    "quest",
    "errand",
    "the job",
    "a job",
    "hire you",
    "pay you",
    "help me",
    "help us",
    "will you",
    "would you",
    "are you willing",
    "in return",
];

impl Scene {
    /// The scene of a game, as the last telling left it.
    pub fn of(game: &Game, last_telling: Option<&str>) -> Self {
        let story = &game.story;
        let here = |location: &str| !location.is_empty() && location.eq_ignore_ascii_case(&story.current_location);
        let (companions, others): (Vec<_>, Vec<_>) =
            game.creatures.iter().filter(|it| !it.is_dead()).partition(|it| it.companion);
        let heroes: Vec<String> = game.characters.iter().map(|hero| hero.name.clone()).collect();
        let names = |creatures: Vec<&crate::game::creature::Creature>| -> Vec<String> {
            creatures.into_iter().map(|it| it.name.clone()).collect()
        };
        let companions = names(companions);
        let mut present = names(others);
        let mut absent = Vec::new();
        for npc in &game.supporting_npcs {
            let seen = |name: &String| name.eq_ignore_ascii_case(&npc.name);
            if present.iter().chain(&companions).any(seen) {
                continue;
            }
            match (npc.dead, here(&npc.location)) {
                (false, true) => present.push(npc.name.clone()),
                (dead, _) => {
                    let place = (!dead).then(|| npc.location.clone());
                    absent.push(Absent { name: npc.name.clone(), place });
                }
            }
        }
        let mapped = game.map.iter().filter(|it| place::is_known(game, it)).map(|it| it.name.clone());
        let foes = game.encounter.as_deref().map(|fight| {
            let stands = |fighter: Fighter<'_>| !fighter.is_down();
            fight.order.iter().filter(|it| it.side == Side::Foes && game.fighter(&it.who).is_some_and(stands)).count()
        });
        let told = last_telling.map(str::to_lowercase).unwrap_or_default();
        Self {
            present,
            party: heroes.iter().cloned().chain(companions).collect(),
            heroes,
            offered: Vec::new(),
            is_asked: WANTS.iter().any(|words| told.contains(words)),
            quests: story.active_quests.iter().map(|quest| quest.title().to_owned()).collect(),
            items: game.characters.iter().flat_map(|hero| &hero.inventory).map(|item| item.name.clone()).collect(),
            location: story.current_location.clone(),
            places: story.known_places.iter().cloned().chain(mapped).collect(),
            foes,
            absent,
        }
    }
}
