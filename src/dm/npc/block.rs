//! The block of one person and their knowledge for their agent. [`NpcBlock`] documents its lines.

use game::{
    Game,
    character::Character,
    combat::fighter::FighterRef,
    id::CharacterId,
    knowledge::{self, Channel, MAX_MEMORY, MAX_TELLING, Memory, shortened},
    quest::Quest,
    story::SupportingNpc,
    wording::same,
};
use prompt::{
    LineValue, Marked, PartText,
    npc::{MannerLine, MemoryLine, NpcAttitude, NpcBlock, NpcQuestLine, PersonaLine, SpeakerLine, TopicLine, YouLine},
};

use crate::{
    campaign::{CampaignPackage, CastMember, Topic},
    dm::{
        plot,
        prompt::{estimate_tokens, plain},
    },
};

use super::folk::Npc;

/// Most memories in a block; more are found by searching.
const MOST_REMEMBERED: usize = 16;

/// Token budget for complete remembered narrations in one prompt (estimated).
const MAX_TELLING_TOKENS: usize = 2_000;

/// Input of a block.
pub(super) struct NpcBlockInput<'a> {
    pub(super) game: &'a Game,
    pub(super) package: Option<&'a CampaignPackage>,
    /// The named people.
    pub(super) all: &'a [Npc],
    /// The hero who speaks.
    pub(super) acting: &'a CharacterId,
    /// Their lines from the campaign.
    pub(super) says: &'a [String],
}

/// Builds an NPC's block.
pub(super) fn npc_block(npc: &Npc, seen: &NpcBlockInput) -> NpcBlock {
    let game = seen.game;
    let supporting = game.supporting_npcs.iter().find(|one| npc.ids.contains(&one.id));
    let creature = game.creatures.iter().find(|one| npc.ids.contains(&one.id));
    let person = seen.package.and_then(|package| package.people.iter().find(|one| is_person(npc, one)));
    let mut persona = supporting.map(profile).unwrap_or_default();
    if let Some((person, package)) = person.zip(seen.package) {
        persona.extend(part(person, package, game));
    }
    persona.extend(creature.map(|creature| PersonaLine::Stands(NpcAttitude::of(creature))));
    let quests = game.story.active_quests.iter().filter(|quest| is_theirs(npc, &quest.giver));
    let (acting, others): (Vec<&Character>, Vec<&Character>) =
        game.characters.iter().partition(|hero| hero.id == *seen.acting);
    let others = others.iter().map(|hero| named(&hero.name, hero.dead));
    let is_beside = |one: &&Npc| one.id != npc.id && (one.is_here() || one.lies_dead_in(game));
    let beside = seen.all.iter().filter(is_beside).map(|one| named(&one.name, !one.is_here()));
    let remembered = remembered(game, npc);
    let memories = remembered.iter().zip(lines(&remembered));
    NpcBlock {
        you: Some(YouLine {
            id: PartText::of(npc.id.as_str()),
            name: PartText::of(&npc.name),
            role: supporting.map(|it| it.role),
            is_in_party: npc.is_in_party,
        }),
        persona,
        time: Some(game.clock),
        place: PartText::of(&game.story.current_location),
        speaks: acting.first().map(|hero| speaker(hero)),
        here: PartText::each(others.chain(beside)).into_iter().collect(),
        quests: quests.map(asked_for).collect(),
        memories: memories.map(|(memory, line)| Marked::new(line, memory.manner == Channel::Whisper)).collect(),
        says: PartText::each(seen.says),
    }
}

/// A person's name; marks the dead.
fn named(name: &str, is_dead: bool) -> String {
    if is_dead { format!("{name} (dead)") } else { name.to_owned() }
}

fn speaker(hero: &Character) -> SpeakerLine {
    SpeakerLine {
        id: PartText::of(hero.id.as_str()),
        name: PartText::of(&hero.name),
        kind: PartText::of(&format!("{} {}", hero.race, hero.class)),
        health: PartText::of(looks(hero)),
    }
}

fn asked_for(quest: &Quest) -> NpcQuestLine {
    let open = quest.open().map(|objective| format!("{} ({})", objective.id, plain(&objective.text)));
    NpcQuestLine {
        id: PartText::of(quest.id().as_str()),
        title: PartText::of(quest.title()),
        open: PartText::of(&open.collect::<Vec<_>>().join(", ")),
    }
}

/// Memories as lines, oldest first. The newest narrations are complete as far as the budget allows; older ones are cut.
pub(super) fn lines(memories: &[&Memory]) -> Vec<MemoryLine> {
    let mut room = MAX_TELLING_TOKENS;
    let of = |memory: &&Memory| {
        let n_tokens = if memory.manner == Channel::Narration { estimate_tokens(&memory.text) } else { 0 };
        let whole = n_tokens <= room;
        room = if whole { room - n_tokens } else { 0 };
        line(memory, if whole { MAX_TELLING } else { MAX_MEMORY })
    };
    let mut lines: Vec<MemoryLine> = memories.iter().rev().map(of).collect();
    lines.reverse();
    lines
}

fn line(memory: &Memory, most: usize) -> MemoryLine {
    let Memory { turn, time, at, by, text, .. } = memory;
    let text = PartText::of(&shortened(text, most));
    MemoryLine { turn: *turn, time: *time, at: PartText::of(at), by: by.as_deref().map(PartText::of), text }
}

pub(super) fn is_theirs(npc: &Npc, giver: &str) -> bool {
    let first = npc.name.split(' ').next().unwrap_or_default();
    same(giver, &npc.name) || same(giver, first) || npc.ids.iter().any(|id| same(giver, id.as_str()))
}

/// The memories in an NPC's block: all private words and results they witnessed, and the newest of what they heard.
fn remembered<'g>(game: &'g Game, npc: &'g Npc) -> Vec<&'g Memory> {
    let all: Vec<&Memory> = knowledge::known_to(game, &npc.ids).collect();
    let passes = |memory: &&Memory| !matches!(memory.manner, Channel::Note | Channel::HandOver);
    let n_old = all.iter().copied().filter(|it| passes(it)).count().saturating_sub(MOST_REMEMBERED);
    let mut n = 0;
    let is_shown = |memory: &&Memory| {
        n += usize::from(passes(memory));
        !passes(memory) || n > n_old
    };
    all.into_iter().filter(is_shown).collect()
}

fn is_person(npc: &Npc, person: &CastMember) -> bool {
    npc.ids.iter().any(|id| id.as_str() == person.id)
}

fn profile(npc: &SupportingNpc) -> Vec<PersonaLine> {
    let one = |text: &str| PartText::each([text]);
    let looks = one(&npc.appearance).into_iter().map(PersonaLine::Looks);
    let manner = one(&npc.personality).into_iter().map(|traits| {
        let voice = PartText::default();
        PersonaLine::Manner(MannerLine { traits, voice })
    });
    let wants = PartText::each(&npc.motivations).into_iter().map(PersonaLine::Wants);
    looks.chain(manner).chain(wants).chain(one(&npc.notes).into_iter().map(PersonaLine::Notes)).collect()
}

/// Their part in the campaign, as far as it has come.
fn part(person: &CastMember, package: &CampaignPackage, game: &Game) -> Vec<PersonaLine> {
    let manner = MannerLine { traits: PartText::of(&person.traits.join(", ")), voice: PartText::of(&person.voice) };
    let manner = (!manner.written().is_empty()).then_some(PersonaLine::Manner(manner));
    let looks = PartText::each([&person.appearance]).into_iter().map(PersonaLine::Looks);
    let wants = PartText::each(&person.wants).into_iter().map(PersonaLine::Wants);
    let mut lines: Vec<PersonaLine> = looks.chain(manner).chain(wants).collect();
    let (Some(plot), Some(course)) = (game.plot.as_deref(), plot::course(package, game)) else { return lines };
    let stance = person.arc.iter().filter(|stance| stance.act == plot.act.id).take(1);
    lines.extend(PartText::each(stance.map(|stance| &stance.text)).into_iter().map(PersonaLine::Stance));
    let secrets = person.secrets.iter().filter(|secret| !plot::is_out(plot, secret));
    lines.extend(PartText::each(secrets.map(|secret| &secret.text)).into_iter().map(PersonaLine::Secret));
    let may_say = |topic: &&Topic| course.progress().allows(topic.requires.as_ref());
    // A topic with a finding is only given when asked.
    let topics = person.topics.iter().filter(may_say).filter(|topic| topic.finding.is_none());
    lines.extend(topics.map(|topic| {
        PersonaLine::CanTell(TopicLine {
            about: PartText::each(&topic.about).into_iter().collect(),
            says: PartText::of(&topic.says),
        })
    }));
    lines
}

/// How hurt a hero looks, in a word.
fn looks(hero: &Character) -> &'static str {
    let most = FighterRef::Hero(hero).max_hp();
    match hero.current_hp * 4 {
        n if n <= 0 => "lying there",
        n if n <= most => "near death",
        n if n <= most * 2 => "bloodied",
        n if n < most * 4 => "hurt",
        _ => "unhurt",
    }
}
