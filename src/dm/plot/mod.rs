//! The campaign of a session: what its Dungeon Master is shown, and the consequences of the heroes' actions.

mod answer;
mod beginning;
mod block;
mod brief;
mod dead;
mod facts;
mod packages;
mod place;
mod record;
mod settle;
mod turn;
mod view;

pub(super) use answer::{QuestionKind, answer, is_out};
pub(super) use block::{fight_block, plot_block};
pub(super) use brief::{language, system};
pub(super) use dead::{dead_in, without_dead};
pub(in crate::dm) use facts::{HandedOver, NamedElement, SceneFacts, ThingFacts};
pub(super) use packages::{Packages, missing};
pub(super) use place::{DestinationLookup, exit_to, wanted};
pub(super) use record::is_quest_of_an_act;
pub(super) use turn::{PlotTurn, beat_in_words, open_beats};
pub use view::PlotNow;

use std::collections::BTreeSet;

use game::{
    Change, Game, Refusal, RefusalReason,
    combat::{event, terrain::TerrainPatch},
    conditions,
    creature::{self, Creature, Disposition},
    dice::{Goal, Proof, RollOutcome, RollPurpose},
    id::NpcId,
    listed, person,
    story::SupportingNpc,
    wording::{fold, same},
};

use crate::{
    agent::ToolError,
    campaign::{CampaignPackage, CampaignProgress, CastMember, Course, Fared, Foe, NotPossible, Test, TestRoller},
};

use super::{Draft, fight};
use record::PlotRecord;

/// The id of the campaign's person meant by a name, also by one that was given in play.
pub(super) fn person_called(draft: &Draft, name: &str) -> Option<String> {
    let package = draft.campaign().ok()?;
    record::called_in_play(&package, draft.game(), name).map(|person| person.id.clone())
}

/// Refuses a part of a name that several of the campaign's people have.
///
/// # Errors
/// Several have it; the text names those the heroes have met.
pub(super) fn one_person_is_meant(draft: &Draft, name: &str) -> Result<(), Refusal> {
    let Ok(package) = draft.campaign() else { return Ok(()) };
    let all = record::several_called(&package, draft.game(), name);
    if all.is_empty() {
        return Ok(());
    }
    let met = all.iter().filter(|person| record::known_as(draft.game(), person).is_some());
    let met = met.map(|person| format!("{} ({})", record::name_now(draft.game(), person), person.id));
    let met: Vec<String> = met.collect();
    let names = listed(met.iter().map(String::as_str));
    let known = if names.is_empty() { String::new() } else { format!(" The heroes have met {names}.") };
    Err(spoiler(format!("More than one person of the campaign is called “{name}”; use a full name or an id.{known}")))
}

/// The name of the campaign's person with this id if they died in play.
pub(super) fn dead_person(draft: &Draft, id: &str) -> Option<String> {
    let package = draft.campaign().ok()?;
    let person = package.person(id)?;
    let died = record::known_as(draft.game(), person).is_some_and(|npc| npc.dead);
    died.then(|| record::name_now(draft.game(), person))
}

/// Whether a person of the campaign has this id. No other person gets it.
pub(super) fn is_id_of_a_person(draft: &Draft, id: &str) -> bool {
    draft.campaign().is_ok_and(|package| package.person(id).is_some())
}

/// The ground on which a fight is fought where the heroes are: that of the campaign's scene, until they leave it after the ending.
pub(super) fn terrain_here(package: Option<&CampaignPackage>, game: &Game) -> Vec<TerrainPatch> {
    let scene = package.zip(game.plot.as_deref()).and_then(|(package, plot)| package.node(&plot.node));
    let scene = scene.filter(|(_, node)| !is_over(game) || same(&node.location, &game.story.current_location));
    scene.map(|(_, node)| node.terrain.clone()).unwrap_or_default()
}

/// The name that players know a person of the campaign by.
pub(super) fn name_now(game: &Game, person: &CastMember) -> String {
    record::name_now(game, person)
}

/// A refusal that may name unknown things.
fn spoiler(words: impl Into<String>) -> Refusal {
    Refusal::because(RefusalReason::Spoiler, words)
}

/// The record of the campaign's own person with this name; `None` if the campaign has no such person.
///
/// # Errors
/// The heroes have not met them, or several are called so.
pub(super) fn own_person(draft: &Draft, name: &str) -> Result<Option<SupportingNpc>, Refusal> {
    one_person_is_meant(draft, name)?;
    let package = draft.campaign().ok();
    let Some(person) = package.as_deref().and_then(|package| record::called_in_play(package, draft.game(), name))
    else {
        return may_be_own(draft, name).map(|()| None);
    };
    record::known_as(draft.game(), person).cloned().map(Some).ok_or_else(|| {
        spoiler(
            "The campaign has a person of that name, who is written down when the heroes meet them. Somebody else needs \
             another name.",
        )
    })
}

/// Refuses to move one of the campaign's people while it is played: the campaign says where they are.
///
/// # Errors
/// The supporting NPC is one of them.
pub(super) fn may_be_moved(draft: &Draft, npc: &SupportingNpc) -> Result<(), Refusal> {
    match !is_over(draft.game()) && is_id_of_a_person(draft, npc.id.as_str()) {
        true => Err(Refusal::new(format!(
            "The campaign says where {} is; leave `location` out. Who was brought here by npcs_to_create leaves by \
             npcs_to_dismiss.",
            npc.shown_name()
        ))),
        false => Ok(()),
    }
}

/// Checks that one of the campaign's people is with the heroes, by the campaign or as a creature of the scene. Others are where
/// their records say.
///
/// # Errors
/// They are elsewhere; the text says what to do.
pub(super) fn is_with_the_heroes(draft: &Draft, npc: &SupportingNpc) -> Result<(), Refusal> {
    let Ok(package) = draft.campaign() else { return Ok(()) };
    match is_absent(&package, draft.game(), npc) {
        true => Err(spoiler(format!(
            "{} is not in this scene of the campaign. If they have come here, bring them in with npcs_to_create first.",
            npc.shown_name()
        ))),
        false => Ok(()),
    }
}

/// Whether a supporting NPC is one of the campaign's people and not in its current scene, wherever the record has them.
pub(super) fn is_absent(package: &CampaignPackage, game: &Game, npc: &SupportingNpc) -> bool {
    let Some(person) =
        package.people.iter().find(|person| record::known_as(game, person).is_some_and(|known| known.id == npc.id))
    else {
        return false;
    };
    let has_body = game.creatures.iter().any(|one| person::is_of(one, npc));
    let is_here = || people_of_the_scene(package, game).iter().any(|one| one.id == person.id);
    !is_over(game) && !has_body && !is_here()
}

/// The people of the campaign that its scene places with the heroes; none after its ending, when the heroes go where they like and
/// people are where their records say.
pub(super) fn people_of_the_scene<'p>(package: &'p CampaignPackage, game: &Game) -> Vec<&'p CastMember> {
    let course = course(package, game).filter(|_| !is_over(game));
    course.map(|course| course.people()).unwrap_or_default()
}

/// Whether no campaign is played, or it has come to its ending.
fn is_over(game: &Game) -> bool {
    game.plot.as_ref().is_none_or(|plot| plot.ending.is_some())
}

/// Refuses a name that one of the campaign's people may be meant by.
fn may_be_own(draft: &Draft, name: &str) -> Result<(), Refusal> {
    let Ok(package) = draft.campaign() else { return Ok(()) };
    let known = person::find(draft.game(), name);
    let Some(own) = record::maybe_called(&package, name).filter(|_| known.is_none()) else { return Ok(()) };
    Err(spoiler(match record::known_as(draft.game(), own) {
        Some(npc) => format!(
            "“{name}” may be {} of the campaign: say that name, or the id {}. Somebody else needs a name that is less alike.",
            npc.shown_name(),
            npc.id
        ),
        None => {
            format!("“{name}” is too much like the name of a person of the campaign; somebody else needs another name.")
        }
    }))
}

/// Whether the campaign has a person of this name.
pub(super) fn is_one_of_its_people(package: &CampaignPackage, game: &Game, name: &str) -> bool {
    record::called_in_play(package, game, name).is_some()
}

/// The result of a deed in the campaign.
#[derive(Debug, Default)]
pub(super) struct Enacted {
    /// The text about it, in order.
    pub(super) told: Vec<String>,
    /// Findings.
    pub(super) found: Vec<String>,
    /// The engine's lines about a fight that began.
    pub(super) fight: Vec<String>,
    /// The throws and how they came out.
    pub(super) thrown: Vec<TestRoll>,
    /// Things there was no room for.
    pub(super) left: Vec<String>,
    /// The events recorded for it.
    pub(super) changes: Vec<Change>,
}

/// A throw for a test.
#[derive(Debug, Clone)]
pub(super) struct TestRoll {
    pub(super) what: String,
    pub(super) total: i32,
    pub(super) goal: Goal,
    /// Which throw it is.
    pub(super) proof: Proof,
}

/// The state of a game in its campaign.
pub(super) fn course<'p>(package: &'p CampaignPackage, game: &Game) -> Option<Course<'p>> {
    let plot = game.plot.as_deref()?;
    let packs = game.characters.iter().filter(|hero| !hero.dead).flat_map(|hero| &hero.inventory);
    let items: BTreeSet<String> = packs.map(|item| fold(&item.name)).collect();
    let course = Course::on(package, CampaignProgress::of(plot, items));
    Some(course.without(record::dead(package, game)).with(brought(package, game)))
}

/// The ids of the campaign's people who were met and whose body is in the scene, so that they are in no other. Enemies count as
/// foes alone.
fn brought(package: &CampaignPackage, game: &Game) -> BTreeSet<String> {
    let is_here = |person: &&CastMember| {
        let body = record::known_as(game, person).and_then(|_| in_the_scene(game, person));
        let creature = body.and_then(|id| game.creatures.iter().find(|one| one.id == id));
        creature.is_some_and(|one| one.disposition != Disposition::Hostile)
    };
    package.people.iter().filter(is_here).map(|person| person.id.clone()).collect()
}

impl Draft {
    /// Takes an action in the campaign, with all consequences; the heroes' dice are visible to everyone.
    ///
    /// # Errors
    /// The campaign refuses the deed, and nothing was changed; or the game refuses the changes.
    pub(super) async fn enact(
        &mut self,
        deed: impl FnOnce(&mut Course, TestRoller) -> Result<(), NotPossible> + Send,
    ) -> Result<Result<Enacted, NotPossible>, ToolError> {
        let package = self.campaign()?;
        let mut course = course(&package, self.game()).ok_or_else(|| Refusal::new("This table plays no campaign."))?;
        let mut thrown = Vec::new();
        if let Err(no) = deed(&mut course, &mut |test, what| self.throw_for(test, what, &mut thrown)) {
            return Ok(Err(no));
        }
        let acting = self.acting().clone();
        let PlotRecord { changes, told, found, fights, left, .. } =
            record::write_down(self.game(), &package, course.finish().1, &acting)?;
        // Of several throws it isn't known which of them decided a change.
        let cause = if let [one] = thrown.as_slice() { Some(one.proof) } else { None };
        self.record_made(&changes, cause)?;
        self.plot.took(&changes, told.iter().chain(&found));
        let mut fight = Vec::new();
        for (by, foes) in fights {
            fight.extend(self.fight_for(&package, by, &foes).await?);
        }
        fight.extend(self.met_again(&changes)?);
        Ok(Ok(Enacted { told, found, fight, thrown, left, changes }))
    }

    /// The acting hero's result in a test. A helpless hero fails.
    fn throw_for(&mut self, test: Test, what: &str, thrown: &mut Vec<TestRoll>) -> Fared {
        let Ok(hero) = self.game().hero(self.acting().as_str()) else { return Fared::Miss };
        if conditions::can_act(hero).is_err() {
            return Fared::Miss;
        }
        let due = self.check_of(hero, test.skill, test.dc);
        // In a story of another language than the campaign's, the campaign's words are left out.
        let purpose = RollPurpose::check(test.skill).with(if self.speaks_as_the_campaign() { what } else { "" });
        // Reuse the roll that the rules judge made for this action.
        let roll = match self.plot.thrown_for(test) {
            Some(roll) => roll,
            None => match self.resolve(|bout| due.toss(bout, &purpose)) {
                Ok(roll) => roll,
                Err(_) => return Fared::Miss,
            },
        };
        let Some(goal) = due.goal_of(&roll) else { return Fared::Miss };
        thrown.push(TestRoll { what: purpose.in_english(), total: roll.total, goal, proof: roll.roll.proof });
        match goal.outcome {
            RollOutcome::Mixed => Fared::Mixed,
            outcome => Fared::well(outcome.is_good()),
        }
    }

    /// Opens a fight if hostile creatures are met again, and returns the lines about it.
    fn met_again(&mut self, changes: &[Change]) -> Result<Vec<String>, Refusal> {
        let met = changes.iter().filter_map(|change| match change {
            Change::CreatureMet { npc_id } => Some(npc_id.clone()),
            _ => None,
        });
        let (met, from): (Vec<NpcId>, usize) = (met.collect(), self.n_events());
        fight::open_by_arrival(self, &met, &[])?;
        Ok(event::lines(self.events_since(from)))
    }

    /// Brings those who fight for a beat or an encounter, as many as the party is worth, and opens the fight.
    async fn fight_for(
        &mut self,
        package: &CampaignPackage,
        by: String,
        foes: &[Foe],
    ) -> Result<Vec<String>, ToolError> {
        let from = self.n_events();
        self.record(Change::PlotFightBegan { by: Some(by) })?;
        let there: BTreeSet<String> = self.game().creatures.iter().map(|one| one.id.to_string()).collect();
        let mut turned = Vec::new();
        for foe in foes {
            let own = record::called(package, &foe.name).filter(|own| is_meant(foe, own));
            let name = own.map_or(foe.name.as_str(), |own| &own.name);
            // A person who died in play joins no fight.
            if own.is_some_and(|own| record::known_as(self.game(), own).is_some_and(|npc| npc.dead)) {
                continue;
            }
            // A person of the campaign who is in the scene fights with their own record.
            if let Some(npc_id) = own.and_then(|own| in_the_scene(self.game(), own)) {
                turned.push(npc_id.clone());
                self.record(Change::CreatureTurned { npc_id, disposition: Disposition::Hostile })?;
                continue;
            }
            let numbers = self.numbers_of(name, &foe.creature).await;
            // However many heroes come, there is one of each person.
            let count = match own {
                Some(_) => 1,
                None => scaled(foe.count, self.game().characters.len(), package.party.heroes),
            };
            let (game, hostile) = (self.game(), Disposition::Hostile);
            let mut come = match creature::arrive(game, name, &foe.creature, hostile, count) {
                Ok(come) => come,
                // A person of the campaign whose body is here does not come again. Anyone else of that name is another person.
                Err(_) if own.is_some() => continue,
                Err(_) => creature::enter(game, name, &foe.creature, hostile, count),
            };
            come.iter_mut().for_each(|change| numbers.dress_those_of(change));
            self.record_all(come)?;
        }
        let came = self.game().creatures.iter().map(|one| one.id.clone());
        let came: Vec<_> = came.filter(|id| !there.contains(id.as_str()) || turned.contains(id)).collect();
        fight::open_by_arrival(self, &came, &[])?;
        Ok(event::lines(self.events_since(from)))
    }
}

/// Whether a foe is just that person: one of the same name, or of part of it and the same kind.
fn is_meant(foe: &Foe, own: &CastMember) -> bool {
    foe.count == 1 && (same(&own.name, &foe.name) || own.creature.as_ref() == Some(&foe.creature))
}

/// The living creature of the scene that a person of the campaign is.
fn in_the_scene(game: &Game, own: &CastMember) -> Option<NpcId> {
    let known = record::known_as(game, own);
    let is_them = |one: &&Creature| match known {
        Some(npc) => person::is_of(one, npc),
        None => same(&one.name, &own.name),
    };
    game.creatures.iter().filter(|one| !one.is_dead()).find(is_them).map(|one| one.id.clone())
}

/// The number of foes for this number of heroes, scaled from the number the campaign is written for; at least one.
fn scaled(count: u32, n_heroes: usize, written_for: u32) -> u32 {
    let n_heroes = u32::try_from(n_heroes).unwrap_or(1).max(1);
    let written_for = written_for.max(1);
    ((count * n_heroes * 2 + written_for) / (2 * written_for)).clamp(1, creature::MAX_COUNT)
}
