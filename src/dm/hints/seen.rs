//! Builds the input of the rules from a game.

use game::{
    Game,
    character::Character,
    combat::{
        encounter::FightSide,
        fighter::{FighterId, FighterRef},
    },
    conditions,
    id::CharacterId,
    person, place, tending,
    wording::same,
};

use super::scene::{Absent, Dying, HintScene};

/// Words for a request.
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

impl HintScene {
    /// The scene of a game after its last story.
    pub fn of(game: &Game, acting: Option<&CharacterId>, last_telling: Option<&str>) -> Self {
        let story = &game.story;
        let here = |location: &str| !location.is_empty() && person::is_here(game, location);
        let (companions, others): (Vec<_>, Vec<_>) =
            game.creatures.iter().filter(|it| !it.is_dead()).partition(|it| it.companion);
        let heroes: Vec<String> = game.characters.iter().map(|hero| hero.name.clone()).collect();
        let names = |creatures: Vec<&game::creature::Creature>| -> Vec<String> {
            creatures.into_iter().map(|it| it.name.clone()).collect()
        };
        let companions = names(companions);
        let mut present = names(others);
        let mut absent = Vec::new();
        for npc in &game.supporting_npcs {
            let seen = |name: &String| same(name, &npc.name);
            if present.iter().chain(&companions).any(seen) {
                continue;
            }
            match (npc.dead, here(&npc.location)) {
                (false, true) => present.push(npc.shown_name()),
                (dead, _) => {
                    let place = if dead { None } else { person::known_place_of(game, npc) };
                    absent.push(Absent { name: npc.shown_name(), place });
                }
            }
        }
        let mapped = game.map.iter().filter(|it| place::is_known(game, it)).map(|it| it.name.clone());
        let told = last_telling.map(str::to_lowercase).unwrap_or_default();
        Self {
            present,
            party: heroes.iter().cloned().chain(companions).collect(),
            heroes,
            offered: Vec::new(),
            is_asked: WANTS.iter().any(|words| told.contains(words)),
            quests: story.active_quests.iter().map(|quest| quest.title().to_owned()).collect(),
            items: game.characters.iter().flat_map(|hero| &hero.inventory).map(|item| item.name.clone()).collect(),
            spells: spells_of(&game.characters),
            location: story.current_location.clone(),
            places: story.known_places.iter().cloned().chain(mapped).collect(),
            foes: n_foes(game),
            has_acted: acting.is_some_and(|acting| has_acted(game, acting)),
            is_down: acting
                .and_then(|id| game.hero(id.as_str()).ok())
                .is_some_and(|hero| conditions::can_act(hero).is_err()),
            dying: tending::dying(game)
                .map(|one| Dying { id: one.id().as_str().to_owned(), name: one.name().to_owned() })
                .collect(),
            fallen: game
                .creatures
                .iter()
                .filter(|it| it.is_dead() && !it.companion)
                .map(|it| it.name.clone())
                .collect(),
            absent,
            plot: None,
        }
    }
}

/// How many foes are up in the fight, if there is one.
fn n_foes(game: &Game) -> Option<usize> {
    let fight = game.encounter.as_deref()?;
    let is_up = |fighter: FighterRef<'_>| !fighter.is_down();
    let foes = fight.order.iter().filter(|it| it.side == FightSide::Foes);
    Some(foes.filter(|it| game.fighter(&it.who).is_some_and(is_up)).count())
}

/// The cantrips and spells of some heroes.
fn spells_of(heroes: &[Character]) -> Vec<String> {
    let casting = heroes.iter().filter_map(|hero| hero.spellcasting.as_ref());
    casting.flat_map(|it| it.cantrips.iter().chain(&it.spells)).cloned().collect()
}

/// Whether a hero's action is spent in the current fight.
fn has_acted(game: &Game, acting: &CharacterId) -> bool {
    let hero = FighterId::Hero(acting.clone());
    let fight = game.encounter.as_deref();
    fight.and_then(|fight| fight.order.iter().find(|it| it.who == hero)).is_some_and(|it| it.economy.action)
}
