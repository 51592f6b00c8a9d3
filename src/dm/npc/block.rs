//! The NPC block: one person, and what they know, as their agent reads it before the hero's words.
//!
//! # Grammar
//!
//! Lines of `key: value` between `[npc]` and `[/npc]`, in this order; a key with nothing to say is left out, a key of a list is
//! repeated. Values that have parts have them between ` | `.
//!
//! ```text
//! you: marta | Old Marta | quest_giver | in the party
//! looks: …
//! manner: …                                  (how they are and speak)
//! wants: …                                   (repeated)
//! notes: …
//! stands: …                                  (how they stand to the heroes)
//! secret: …                                  (repeated; what they hide and is not out)
//! can tell: ferry, drowned | …               (repeated; what about, and what they say of it)
//! time: day 1, 08:00
//! place: The Inn
//! speaks: mira | Mira | human fighter | bloodied     (the hero who speaks to them)
//! here: Orrin, Odo the Miller                (who else is here)
//! quest: id | title | open: id (text)        (repeated; what they have asked of the heroes)
//! remembers: 12 | day 1, 08:00 | The Inn | Mira | …  (repeated, the oldest first: turn, time, place, who spoke, what)
//! remembers (aside): 13 | …                  (what was for their ears alone)
//! says now: …                                (repeated; what the campaign has them say to these words)
//! ```

use std::fmt::Write;

use crate::{
    campaign::{Package, Person, Topic},
    dm::{
        plot,
        prompt::{estimate_tokens, plain},
    },
    game::{
        Game,
        character::Character,
        creature::{Creature, Disposition},
        id::CharacterId,
        knowledge::{self, MAX_MEMORY, MAX_TELLING, Manner, Memory, shortened},
        story::SupportingNpc,
        wording::same,
    },
};

use super::folk::Npc;

/// The most of what was said and told that is remembered at once; more is found by looking back.
const MOST_REMEMBERED: usize = 16;

/// Token budget for complete remembered narrations in one prompt (estimated).
const MAX_TELLING_TOKENS: usize = 2_000;

/// What a block is made of.
pub(super) struct Seen<'a> {
    pub(super) game: &'a Game,
    pub(super) package: Option<&'a Package>,
    /// Everybody of name.
    pub(super) all: &'a [Npc],
    /// The hero who speaks.
    pub(super) acting: &'a CharacterId,
    /// What the campaign has them say.
    pub(super) says: &'a [String],
}

/// Renders the block of somebody. Ends without a line break.
pub(super) fn npc_block(npc: &Npc, seen: &Seen) -> String {
    let mut block = Block("[npc]\n".to_owned());
    let game = seen.game;
    let supporting = game.supporting_npcs.iter().find(|one| npc.ids.contains(&one.id));
    let creature = game.creatures.iter().find(|one| npc.ids.contains(&one.id));
    let person = seen.package.and_then(|package| package.people.iter().find(|one| is_person(npc, one)));
    let role = supporting.map(|it| it.role.as_str()).unwrap_or_default();
    let party = if npc.is_in_party { "in the party" } else { "" };
    block.line("you", &[npc.id.as_str(), &plain(&npc.name), role, party]);
    if let Some(supporting) = supporting {
        profile(&mut block, supporting);
    }
    if let Some((person, package)) = person.zip(seen.package) {
        part(&mut block, person, package, game);
    }
    if let Some(creature) = creature {
        block.line("stands", &[standing(creature)]);
    }
    around(&mut block, npc, seen);
    for quest in game.story.active_quests.iter().filter(|quest| is_theirs(npc, &quest.giver)) {
        let open = quest.open().map(|objective| format!("{} ({})", objective.id, plain(&objective.text)));
        let open = open.collect::<Vec<_>>().join(", ");
        let open = if open.is_empty() { open } else { format!("open: {open}") };
        block.line("quest", &[quest.id().as_str(), &plain(quest.title()), &open]);
    }
    let memories = remembered(game, npc);
    for (memory, line) in memories.iter().zip(lines(&memories)) {
        let key = if memory.manner == Manner::Whisper { "remembers (aside)" } else { "remembers" };
        block.line(key, &[&line]);
    }
    seen.says.iter().for_each(|text| block.line("says now", &[&plain(text)]));
    block.0.push_str("[/npc]");
    block.0
}

/// Memories as lines, oldest first. The newest narrations are complete as far as the budget allows; older ones are cut.
pub(super) fn lines(memories: &[&Memory]) -> Vec<String> {
    let mut room = MAX_TELLING_TOKENS;
    let of = |memory: &&Memory| {
        let n_tokens = if memory.manner == Manner::Narration { estimate_tokens(&memory.text) } else { 0 };
        let whole = n_tokens <= room;
        room = if whole { room - n_tokens } else { 0 };
        line(memory, if whole { MAX_TELLING } else { MAX_MEMORY })
    };
    let mut lines: Vec<String> = memories.iter().rev().map(of).collect();
    lines.reverse();
    lines
}

fn line(memory: &Memory, most: usize) -> String {
    let Memory { turn, time, at, by, text, .. } = memory;
    let text = shortened(text, most);
    let by = by.as_deref().map(|by| format!("{} | ", plain(by))).unwrap_or_default();
    format!("{turn} | {time} | {} | {by}{}", plain(at), plain(&text))
}

/// Whether a quest was given by somebody.
pub(super) fn is_theirs(npc: &Npc, giver: &str) -> bool {
    let first = npc.name.split(' ').next().unwrap_or_default();
    same(giver, &npc.name) || same(giver, first) || npc.ids.iter().any(|id| same(giver, id.as_str()))
}

/// What somebody remembers without an effort: all they were told apart and saw end, and the newest of what they heard.
fn remembered<'g>(game: &'g Game, npc: &'g Npc) -> Vec<&'g Memory> {
    let all: Vec<&Memory> = knowledge::known_to(game, &npc.ids).collect();
    let passes = |memory: &&Memory| !matches!(memory.manner, Manner::Note | Manner::HandOver);
    let n_old = all.iter().copied().filter(|it| passes(it)).count().saturating_sub(MOST_REMEMBERED);
    let mut n = 0;
    let is_shown = |memory: &&Memory| {
        n += usize::from(passes(memory));
        !passes(memory) || n > n_old
    };
    all.into_iter().filter(is_shown).collect()
}

fn is_person(npc: &Npc, person: &Person) -> bool {
    npc.ids.iter().any(|id| id.as_str() == person.id)
}

struct Block(String);

impl Block {
    /// Adds a line of plain parts, unless it has nothing to say.
    fn line(&mut self, key: &str, parts: &[&str]) {
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return;
        }
        let _ = writeln!(self.0, "{key}: {}", parts.join(" | "));
    }
}

fn profile(block: &mut Block, npc: &SupportingNpc) {
    block.line("looks", &[&plain(&npc.appearance)]);
    block.line("manner", &[&plain(&npc.personality)]);
    npc.motivations.iter().for_each(|wish| block.line("wants", &[&plain(wish)]));
    block.line("notes", &[&plain(&npc.notes)]);
}

/// Their part in the campaign, as far as it has come.
fn part(block: &mut Block, person: &Person, package: &Package, game: &Game) {
    block.line("looks", &[&plain(&person.appearance)]);
    block.line("manner", &[&plain(&person.traits.join(", ")), &plain(&person.voice)]);
    person.wants.iter().for_each(|wish| block.line("wants", &[&plain(wish)]));
    let (Some(plot), Some(course)) = (game.plot.as_deref(), plot::course(package, game)) else { return };
    let stance = person.arc.iter().find(|stance| stance.act == plot.act.id);
    block.line("stands", &[&plain(stance.map(|stance| stance.text.as_str()).unwrap_or_default())]);
    for secret in person.secrets.iter().filter(|secret| !plot::is_out(plot, secret)) {
        block.line("secret", &[&plain(&secret.text)]);
    }
    let may_say = |topic: &&Topic| course.progress().allows(topic.requires.as_ref());
    // What brings a finding is said when it is asked for.
    for topic in person.topics.iter().filter(may_say).filter(|topic| topic.finding.is_none()) {
        block.line("can tell", &[&plain(&topic.about.join(", ")), &plain(&topic.says)]);
    }
}

fn standing(creature: &Creature) -> &'static str {
    match (creature.companion, creature.disposition) {
        (true, _) => "You travel with the heroes, by your own choice.",
        (_, Disposition::Hostile) => "You wish them ill.",
        (_, Disposition::Neutral) => "You mind your own business.",
        (_, Disposition::Friendly) => "You wish them well.",
    }
}

/// What they see around them.
fn around(block: &mut Block, npc: &Npc, seen: &Seen) {
    block.line("time", &[&seen.game.clock.to_string()]);
    block.line("place", &[&plain(&seen.game.story.current_location)]);
    let (speaks, others): (Vec<&Character>, Vec<&Character>) =
        seen.game.characters.iter().partition(|hero| hero.id == *seen.acting);
    for hero in speaks {
        let kind = format!("{} {}", hero.race, hero.class);
        block.line("speaks", &[hero.id.as_str(), &plain(&hero.name), &plain(&kind), looks(hero)]);
    }
    let others = others.iter().filter(|hero| !hero.dead).map(|hero| hero.name.as_str());
    let beside = seen.all.iter().filter(|one| one.is_here() && one.id != npc.id).map(|one| one.name.as_str());
    block.line("here", &[&plain(&others.chain(beside).collect::<Vec<_>>().join(", "))]);
}

/// How hurt a hero looks, in a word.
fn looks(hero: &Character) -> &'static str {
    match hero.current_hp * 4 {
        n if n <= 0 => "lying there",
        n if n <= hero.max_hp => "near death",
        n if n <= hero.max_hp * 2 => "bloodied",
        n if n < hero.max_hp * 4 => "hurt",
        _ => "unhurt",
    }
}
