//! Test scenes with a secret: each lists who may know it, and playing it shows who does.

use game::{
    Change, Game, Refusal, State,
    id::{CharacterId, NpcId, kebab},
    knowledge::{Channel, Memory, Perceiver, Present, perceivers, remembered},
    party, person,
    ready_made::ready_made,
    story::{NpcRole, Story, SupportingNpc},
    wording::same,
};
use prompt::Bracketed;
use serde::Deserialize;

use crate::dm::prompt::estimate_tokens;

use super::{
    audience::{Audience, PrivateWords, said},
    block::{NpcBlockInput, npc_block},
    folk::{everybody, present},
    leaks::players_texts,
    phrases::NamedListener,
};

/// A scene, as `tests/leaks` has them.
#[derive(Debug, Clone, Deserialize)]
pub struct LeakScene {
    /// Names it.
    pub id: String,
    /// How the secret could get about.
    pub kind: String,
    scene: LeakSetting,
    events: Vec<SceneEvent>,
    secret: String,
    may_know: Vec<String>,
    must_not: Vec<String>,
    player_may_see: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct LeakSetting {
    npcs: Vec<ScenePerson>,
    heroes: Vec<String>,
    location: String,
}

#[derive(Debug, Clone, Deserialize)]
struct ScenePerson {
    name: String,
    party: bool,
    location: String,
    #[serde(default)]
    dead: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct SceneEvent {
    text: String,
    by: String,
    kind: Channel,
    to: Vec<String>,
    at: String,
    witnesses: Vec<String>,
    /// Whether it is a hero's message: who hears it is read from its words.
    #[serde(default)]
    is_message: bool,
    #[serde(default)]
    overheard_by: Vec<String>,
    #[serde(default)]
    joins: Vec<String>,
    #[serde(default)]
    leaves: Vec<String>,
}

/// The result of a scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SceneResult {
    /// How many prompts were made, one for each who lives.
    pub prompts: usize,
    /// Those whose prompt holds the secret though they may not know it.
    pub leaks: Vec<String>,
    /// The number of living people who were there at that time.
    pub rightful: usize,
    /// Those of them whose prompt doesn't hold it.
    pub denied: Vec<String>,
    /// How many more may know it, whose own words for it are not in the scene.
    pub in_other_words: usize,
    /// Whether the player's view holds it though no hero perceived it.
    pub player_leak: bool,
    /// How many events there were.
    pub events: usize,
    /// The texts of those that others perceived than the scene says.
    pub misjudged: Vec<String>,
    /// Estimated tokens of the longest prompt.
    pub tokens: usize,
    /// The number of texts the player reads: views, journal entries, facts.
    pub player_texts: usize,
}

/// The scene as it is played.
struct PlayedScene<'s> {
    scene: &'s LeakScene,
    game: Game,
    changes: Vec<Change>,
}

impl LeakScene {
    /// Plays the scene by the rules of who perceives what, makes the prompt of everyone and the player's view, and looks for the
    /// secret in them.
    ///
    /// # Errors
    /// The scene can't be played.
    pub fn play(&self) -> Result<SceneResult, Refusal> {
        let mut stage = PlayedScene { scene: self, game: self.table(), changes: Vec::new() };
        let mut outcome = SceneResult { events: self.events.len(), ..SceneResult::default() };
        self.scene.npcs.iter().try_for_each(|npc| stage.settle(npc))?;
        for (seq, event) in (1..).zip(&self.events) {
            if !stage.happens(seq, event)? {
                outcome.misjudged.push(event.text.clone());
            }
        }
        stage.make([go(&stage.game, &self.scene.location)])?;
        let is_late =
            |npc: &&ScenePerson| self.joins_later(npc) && self.events.iter().all(|it| !it.joins.contains(&npc.name));
        self.scene.npcs.iter().filter(is_late).try_for_each(|npc| stage.join(&npc.name))?;
        for npc in self.scene.npcs.iter().filter(|npc| npc.dead) {
            let died = stage.game.supporting_npcs.iter().find(|known| same(&known.name, &npc.name));
            let died = died
                .map(|npc| Change::SupportingNpcUpdated { npc: Box::new(SupportingNpc { dead: true, ..npc.clone() }) });
            stage.make(died)?;
        }
        stage.look(&mut outcome);
        Ok(outcome)
    }

    /// The heroes, where nothing has happened yet.
    fn table(&self) -> Game {
        let heroes = self.scene.heroes.iter().zip(ready_made().iter().cycle()).map(|(name, like)| {
            let mut hero = like.clone();
            (hero.id, hero.name) = (CharacterId::from(kebab(name)), name.clone());
            hero
        });
        let story = Story { current_location: self.scene.location.clone(), ..Story::default() };
        Game::new(State::start(story, heroes.collect(), [7; 32]))
    }

    fn perceiver(&self, name: &str) -> Option<Perceiver> {
        let hero = self.scene.heroes.iter().find(|hero| same(hero, name));
        let npc = self.scene.npcs.iter().find(|npc| same(&npc.name, name));
        hero.map(|hero| Perceiver::Hero(CharacterId::from(kebab(hero))))
            .or_else(|| npc.map(|npc| Perceiver::Npc(NpcId::from(kebab(&npc.name)))))
    }

    /// Whether someone of the party has seen nothing of what the heroes saw: then they came to it afterwards.
    fn joins_later(&self, npc: &ScenePerson) -> bool {
        let saw = |event: &SceneEvent| {
            event.witnesses.contains(&npc.name) && self.scene.heroes.iter().any(|hero| event.witnesses.contains(hero))
        };
        npc.party && !self.events.iter().any(saw)
    }

    /// Whether someone who is dead in the end was dead when this happened.
    fn is_dead_by(&self, name: &str, event: &SceneEvent) -> bool {
        let dies = self.scene.npcs.iter().any(|npc| npc.dead && same(&npc.name, name));
        let since = self.events.iter().skip_while(|one| !std::ptr::eq(*one, event));
        dies && since.flat_map(|one| &one.witnesses).all(|witness| !same(witness, name))
    }

    fn perceivers(&self, names: &[String]) -> Vec<Perceiver> {
        names.iter().filter_map(|name| self.perceiver(name)).collect()
    }
}

/// The heroes are somewhere.
fn go(game: &Game, to: &str) -> Change {
    Change::LocationChanged { from: game.story.current_location.clone(), to: to.to_owned() }
}

impl PlayedScene<'_> {
    fn make(&mut self, changes: impl IntoIterator<Item = Change>) -> Result<(), Refusal> {
        for change in changes {
            self.game.apply(&change)?;
            self.changes.push(change);
        }
        Ok(())
    }

    /// Puts someone where they are when the scene begins: those who join later where they join, and those who were in the party
    /// from the beginning into it.
    fn settle(&mut self, npc: &ScenePerson) -> Result<(), Refusal> {
        let is_named = |names: &[String]| names.iter().any(|name| same(name, &npc.name));
        let joins = self.scene.events.iter().find(|event| is_named(&event.joins));
        let location = joins.map_or(&npc.location, |event| &event.at).to_lowercase();
        let known = SupportingNpc {
            id: NpcId::from(kebab(&npc.name)),
            name: npc.name.to_lowercase(),
            role: NpcRole::Neutral,
            appearance: String::new(),
            personality: String::new(),
            motivations: Vec::new(),
            location,
            notes: String::new(),
            display_name: None,
            combat_slug: None,
            dead: false,
        };
        self.make([Change::SupportingNpcCreated { npc: Box::new(known) }])?;
        let leaves = self.scene.events.iter().any(|event| is_named(&event.leaves));
        let from_the_beginning = npc.party && joins.is_none() && !self.scene.joins_later(npc);
        if from_the_beginning || leaves { self.join(&npc.name) } else { Ok(()) }
    }

    fn join(&mut self, name: &str) -> Result<(), Refusal> {
        let id = kebab(name);
        let at = self.game.supporting_npcs.iter().find(|npc| npc.id.as_str() == id).map(|npc| npc.location.clone());
        // They join where they are; the heroes are there then.
        self.make(at.map(|at| go(&self.game, &at)))?;
        let joined = party::join(&self.game, "commoner", None, Some(&id))?;
        self.make(joined)
    }

    /// Lets something happen; whether those perceived it who should have.
    fn happens(&mut self, seq: u32, event: &SceneEvent) -> Result<bool, Refusal> {
        let scene = self.scene;
        event.joins.iter().try_for_each(|name| self.join(name))?;
        // The heroes' location follows from what they perceive; next door they are where they overhear it.
        let is_there = |hero: &String| event.witnesses.contains(hero) && !event.overheard_by.contains(hero);
        let is_aside = matches!(event.kind, Channel::Whisper | Channel::Note);
        let heroes_are_there =
            scene.scene.heroes.iter().any(is_there) || (is_aside && same(&event.at, &self.game.story.current_location));
        if heroes_are_there {
            self.make([go(&self.game, &event.at)])?;
        }
        let follows = party::follow(&self.game);
        self.make(follows)?;
        let present = self.present(event, heroes_are_there);
        let (to, by) = (scene.perceivers(&event.to), scene.perceiver(&event.by));
        let overhearing = scene.perceivers(&event.overheard_by);
        let truth = scene.perceivers(&event.witnesses);
        let parts = match event.is_message {
            true => self.parts_of_message(event, &present),
            false => vec![(event.kind, event.text.clone(), to)],
        };
        let mut is_right = true;
        for (manner, text, to) in parts {
            let witnesses = perceivers(manner, by.as_ref(), &to, &overhearing, &present);
            let has_same = truth.len() == witnesses.len() && truth.iter().all(|it| witnesses.contains(it));
            // Of a message with several parts the scene says who hears the secret.
            is_right &= has_same || event.is_message && !text.contains(&scene.secret);
            let memory = Memory {
                turn: seq,
                time: self.game.clock,
                at: event.at.clone(),
                manner,
                by: by.is_some().then(|| event.by.clone()),
                text,
                witnesses,
            };
            self.make(remembered(memory))?;
        }
        for name in &event.leaves {
            let left = party::leave(&self.game, &kebab(name))?;
            self.make(left)?;
        }
        Ok(is_right)
    }

    /// The parts of a hero's message with their listeners.
    fn parts_of_message(&self, event: &SceneEvent, present: &Present) -> Vec<(Channel, String, Vec<Perceiver>)> {
        let others = present.party.iter().chain(&present.others);
        let name = |id: &NpcId| self.scene.scene.npcs.iter().find(|npc| kebab(&npc.name) == id.as_str());
        let listeners: Vec<NamedListener> =
            others.filter_map(|id| Some(NamedListener::new(&name(id)?.name, Perceiver::Npc(id.clone())))).collect();
        let said = said(&event.text, &listeners);
        let aside = |aside: PrivateWords| {
            let to = match aside.audience {
                Audience::Only(who) => who,
                Audience::AllBut(who) => {
                    listeners.iter().map(|one| one.who.clone()).filter(|it| !who.contains(it)).collect()
                }
                Audience::Unnamed | Audience::Stranger => Vec::new(),
            };
            (Channel::Whisper, aside.text, to)
        };
        let aloud = said.aloud.into_iter().map(|text| (Channel::Speech, text, Vec::new()));
        aloud.chain(said.asides.into_iter().map(aside)).collect()
    }

    /// The people at a place: the heroes and their party if they are there, and the people who are there anyway.
    fn present(&self, event: &SceneEvent, heroes_are_there: bool) -> Present {
        let mut there = present(&self.game, &everybody(&self.game, None, ""));
        if !heroes_are_there {
            (there.heroes, there.party) = (Vec::new(), Vec::new());
        }
        let travels = |npc: &SupportingNpc| self.game.companions().any(|one| person::is_of(one, npc));
        let others = self.game.supporting_npcs.iter().filter(|npc| same(&npc.location, &event.at) && !travels(npc));
        let lives = |npc: &&SupportingNpc| !self.scene.is_dead_by(&npc.name, event);
        there.others = others.filter(lives).map(|npc| npc.id.clone()).collect();
        there
    }

    /// Looks for the secret in everyone's prompt and in the player's view.
    fn look(&self, outcome: &mut SceneResult) {
        let (scene, secret) = (self.scene, self.scene.secret.to_lowercase());
        let all = everybody(&self.game, None, "");
        let Some(acting) = self.game.characters.first().map(|hero| hero.id.clone()) else { return };
        let seen = NpcBlockInput { game: &self.game, package: None, all: &all, acting: &acting, says: &[] };
        for somebody in scene.scene.npcs.iter().filter(|npc| !npc.dead) {
            let Some(npc) = all.iter().find(|npc| npc.id.as_str() == kebab(&somebody.name)) else { continue };
            let prompt = npc_block(npc, &seen).render();
            outcome.prompts += 1;
            outcome.tokens = outcome.tokens.max(estimate_tokens(&prompt));
            let knows = prompt.to_lowercase().contains(&secret);
            if knows && scene.must_not.contains(&somebody.name) {
                outcome.leaks.push(somebody.name.clone());
            }
            // People who may know it and heard none of the words that contain it said it first, in other words.
            let heard = |event: &SceneEvent| {
                event.text.to_lowercase().contains(&secret) && event.witnesses.contains(&somebody.name)
            };
            match scene.may_know.contains(&somebody.name) {
                true if scene.events.iter().any(heard) => {
                    outcome.rightful += 1;
                    if !knows {
                        outcome.denied.push(somebody.name.clone());
                    }
                }
                true => outcome.in_other_words += 1,
                false => {}
            }
        }
        let texts = players_texts(&self.game, &self.changes, &scene.secret);
        outcome.player_texts = texts.len();
        outcome.player_leak = !scene.player_may_see && texts.iter().any(|text| text.to_lowercase().contains(&secret));
    }
}
