//! The heroes' position in the campaign as a prompt block. [`PlotBlock`] documents its lines.

use game::{Game, plot::Plot, wording::fold};
use prompt::{
    PartText, Share,
    plot::{
        ActLine, BeatEntry, BeatLine, CampaignLine, DoomLine, EndingLine, ExitLine, ExitState, FoeCount, PersonLine,
        PlotBlock, SceneLine, SkillTest, ThingLine, TurnsOn,
    },
};

use crate::campaign::{
    Arrival, CampaignPackage, CastMember, Course, Foe, Interactable, LoreEntry, Node, NodeExit, NotPossible, StoryBeat,
};

use super::{dead::named_dead, record::new_name};

/// Most findings in a block.
const MOST_FOUND: usize = 12;
/// The most flags.
const MOST_FLAGS: usize = 30;
/// The most lines of lore.
const MOST_LORE: usize = 3;

/// Makes the block for a game that plays a campaign, and words a player said; none if it plays none.
pub(in crate::dm) fn plot_block(package: &CampaignPackage, game: &Game, words: &str) -> Option<PlotBlock> {
    let (plot, course) = (game.plot.as_deref()?, super::course(package, game)?);
    let ending = plot.ending.as_ref();
    let block = match ending {
        Some(_) => PlotBlock::default(),
        None => scene(&course, game, plot),
    };
    let newest = plot.found.iter().skip(plot.found.len().saturating_sub(MOST_FOUND));
    let flags = plot.flags.iter().take(MOST_FLAGS).map(|(name, value)| format!("{name} = {value}"));
    Some(PlotBlock {
        campaign: Some(campaign(plot)),
        act: Some(ActLine {
            number: plot.act.number,
            title: PartText::of(&plot.act.title),
            goal: PartText::of(&plot.act.objective),
        }),
        ending: ending.map(|it| EndingLine { title: PartText::of(&it.title), kind: PartText::of(&it.kind) }),
        found: PartText::each(newest.map(|found| &found.text)),
        flags: PartText::each(flags),
        doom: plot.doom.as_ref().map(|doom| DoomLine {
            title: PartText::of(&doom.title),
            filled: Share { n: doom.filled, of: doom.segments },
        }),
        lore: PartText::each(touched(&package.lore, words).map(|lore| &lore.text)),
        strayed: plot.needs_nudge().then_some(plot.strayed),
        ..block
    })
}

/// The block during a fight: the campaign and the place. The consequences are settled once the fight is over.
pub(in crate::dm) fn fight_block(package: &CampaignPackage, game: &Game) -> Option<PlotBlock> {
    let (plot, course) = (game.plot.as_deref().filter(|plot| plot.ending.is_none())?, super::course(package, game)?);
    let node = course.node();
    Some(PlotBlock {
        campaign: Some(campaign(plot)),
        scene: node.map(scene_line),
        mood: node.map(|node| PartText::of(&node.mood.text)).unwrap_or_default(),
        people: people(&course, game),
        ..PlotBlock::default()
    })
}

fn campaign(plot: &Plot) -> CampaignLine {
    CampaignLine { slug: PartText::of(&plot.campaign.slug), title: PartText::of(&plot.campaign.title) }
}

fn scene_line(node: &Node) -> SceneLine {
    SceneLine { id: PartText::of(&node.id), title: PartText::of(&node.title) }
}

fn people(course: &Course, game: &Game) -> Vec<PersonLine> {
    let line = |person: &&CastMember| {
        let renamed = new_name(game, person);
        PersonLine {
            id: PartText::of(&person.id),
            name: PartText::of(renamed.as_deref().unwrap_or(&person.name)),
            also: renamed.as_ref().map(|_| PartText::of(&person.name)).unwrap_or_default(),
        }
    };
    course.people().iter().map(line).collect()
}

/// The part of the block about the scene.
fn scene(course: &Course, game: &Game, plot: &Plot) -> PlotBlock {
    let Some(node) = course.node() else { return PlotBlock::default() };
    let is_ahead = |beat: &&StoryBeat| !course.is_over(beat) && plot.beat.as_ref() != Some(&beat.id);
    let beats = node.beats.iter().flat_map(|beat| [beat.shown.as_str(), beat.description.as_str()]);
    let texts = [node.briefing.as_str(), node.shown.as_str()].into_iter().chain(beats);
    PlotBlock {
        scene: Some(scene_line(node)),
        mood: PartText::of(&node.mood.text),
        briefing: PartText::of(&node.briefing),
        beat: course.beat().map(in_play),
        ahead: PartText::each(node.beats.iter().filter(is_ahead).map(|beat| &beat.title)),
        people: people(course, game),
        dead: PartText::each(named_dead(course.package(), game, texts)),
        things: course.things().into_iter().map(|(beat, thing)| at_hand(course, beat, thing)).collect(),
        exits: node.exits.iter().filter_map(|exit| way_on(course, exit)).collect(),
        offers: PartText::each(&node.offers),
        ..PlotBlock::default()
    }
}

fn in_play(beat: &StoryBeat) -> BeatEntry {
    let foe = |foe: &Foe| FoeCount { count: foe.count, name: PartText::of(&foe.name) };
    let test = beat.test.map(|test| SkillTest { skill: test.skill, dc: test.dc });
    BeatEntry {
        beat: BeatLine {
            id: PartText::of(&beat.id),
            kind: PartText::of(beat.kind.as_str()),
            title: PartText::of(&beat.title),
        },
        happens: PartText::of(&beat.description),
        objective: PartText::of(beat.objective.as_deref().unwrap_or_default()),
        turns_on: (test.is_some() || !beat.foes.is_empty())
            .then(|| TurnsOn { test, foes: beat.foes.iter().map(foe).collect() }),
        foreshadows: PartText::each(&beat.foreshadowing),
    }
}

fn at_hand(course: &Course, beat: &StoryBeat, thing: &Interactable) -> ThingLine {
    let verbs = thing.handling.iter().flat_map(|handling| &handling.verbs);
    ThingLine {
        id: PartText::of(&thing.id),
        name: PartText::of(&thing.name),
        also: PartText::each(&thing.also).into_iter().collect(),
        verbs: PartText::each(verbs).into_iter().collect(),
        is_done: course.was_handled(beat, thing),
    }
}

/// An exit, if players may know of it.
fn way_on(course: &Course, exit: &NodeExit) -> Option<ExitLine> {
    let to = match course.package().follow(&exit.to) {
        Some(Arrival::Node(node)) => node.place.as_deref().unwrap_or(&node.id),
        _ => "",
    };
    let (state, why) = match course.exit(&exit.id) {
        Ok(_) => (ExitState::Open, None),
        // Trying it reveals the obstacle.
        Err(NotPossible::Not(_)) if course.barrier(exit).is_some() => (ExitState::Open, None),
        Err(NotPossible::Not(why)) => (ExitState::Closed, why),
        Err(_) => return None,
    };
    Some(ExitLine {
        id: PartText::of(&exit.id),
        state,
        label: PartText::of(&exit.label),
        when: PartText::of(&exit.when),
        to: PartText::of(to),
        why: PartText::of(why.as_deref().unwrap_or_default()),
    })
}

/// Lore that the message mentions.
fn touched<'l>(lore: &'l [LoreEntry], words: &str) -> impl Iterator<Item = &'l LoreEntry> {
    let said = format!(" {} ", fold(words).replace(|c: char| !c.is_alphanumeric(), " "));
    let touches = move |lore: &&LoreEntry| lore.about.iter().any(|about| said.contains(&format!(" {} ", fold(about))));
    lore.iter().filter(touches).take(MOST_LORE)
}
