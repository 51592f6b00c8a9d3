//! The block `[npc]`: one person and their knowledge, for that person's agent.
//!
//! A key with nothing to say is left out, a key of a list is repeated.
//!
//! ```text
//! you: marta | Old Marta | quest_giver | in the party
//! looks: …                                   (repeated; likewise the three below)
//! manner: …                                  (how they are and speak)
//! wants: …                                   (repeated)
//! notes: …
//! stands: …                                  (their attitude to the heroes)
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

use game::{
    clock::Clock,
    creature::{Creature, Disposition},
    story::NpcRole,
};

use super::lines::{
    BlockEntry, BlockLines, Commas, KeyMark, KeyedLine, LineValue, Marked, PartText, PartsWriter, block, parts,
};

block! {
    /// One person and their knowledge.
    NpcBlock = "npc" {
        you: Option<YouLine> = "you",
        /// Character and topics, in the order of the lines.
        persona: Vec<PersonaLine> = "",
        time: Option<Clock> = "time",
        place: PartText = "place",
        speaks: Option<SpeakerLine> = "speaks",
        here: Commas<PartText> = "here",
        quests: Vec<NpcQuestLine> = "quest",
        memories: Vec<Marked<MemoryLine, ForTheirEars>> = "remembers",
        says: Vec<PartText> = "says now",
    }
}

parts! {
    YouLine {
        id: PartText,
        name: PartText,
        role: Option<NpcRole> = "",
        is_in_party: bool = "in the party",
    }

    /// How they are, and how they speak.
    MannerLine {
        traits: PartText = "",
        voice: PartText = "",
    }

    /// A topic: the words that ask for it, and the answer.
    TopicLine {
        about: Commas<PartText> = "",
        says: PartText = "",
    }

    SpeakerLine {
        id: PartText,
        name: PartText,
        kind: PartText,
        health: PartText,
    }

    NpcQuestLine {
        id: PartText,
        title: PartText,
        open: PartText = "open: ",
    }
}

/// Marks a whisper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ForTheirEars;

impl KeyMark for ForTheirEars {
    const WORD: &'static str = "aside";
}

/// Attitude to the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NpcAttitude {
    Companion,
    Hostile,
    Neutral,
    Friendly,
}

impl NpcAttitude {
    const ALL: [Self; 4] = [Self::Companion, Self::Hostile, Self::Neutral, Self::Friendly];

    pub fn of(creature: &Creature) -> Self {
        match (creature.companion, creature.disposition) {
            (true, _) => Self::Companion,
            (_, Disposition::Hostile) => Self::Hostile,
            (_, Disposition::Neutral) => Self::Neutral,
            (_, Disposition::Friendly) => Self::Friendly,
        }
    }
}

impl LineValue for NpcAttitude {
    fn write(&self, to: &mut String) {
        to.push_str(match self {
            Self::Companion => "You travel with the heroes, by your own choice.",
            Self::Hostile => "You wish them ill.",
            Self::Neutral => "You mind your own business.",
            Self::Friendly => "You wish them well.",
        });
    }

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.written() == text)
    }
}

/// A line about a person. The profile's lines come first, then the campaign's.
#[derive(Debug, Clone, PartialEq)]
pub enum PersonaLine {
    Looks(PartText),
    Manner(MannerLine),
    Wants(PartText),
    Notes(PartText),
    /// Attitude in this act.
    Stance(PartText),
    /// Attitude as a creature of the scene.
    Stands(NpcAttitude),
    /// A secret that isn't out.
    Secret(PartText),
    CanTell(TopicLine),
}

impl BlockEntry for PersonaLine {
    fn write(&self, _key: &str, to: &mut BlockLines) {
        let (key, value) = match self {
            Self::Looks(text) => ("looks", text.written()),
            Self::Manner(manner) => ("manner", manner.written()),
            Self::Wants(text) => ("wants", text.written()),
            Self::Notes(text) => ("notes", text.written()),
            Self::Stance(text) => ("stands", text.written()),
            Self::Stands(standing) => ("stands", standing.written()),
            Self::Secret(text) => ("secret", text.written()),
            Self::CanTell(topic) => ("can tell", topic.written()),
        };
        to.line(key, &value);
    }

    fn begin(_key: &str, line: KeyedLine<'_>) -> Option<Self> {
        let text = || PartText::read(line.value);
        match line.key {
            "looks" => text().map(Self::Looks),
            "manner" => MannerLine::read(line.value).map(Self::Manner),
            "wants" => text().map(Self::Wants),
            "notes" => text().map(Self::Notes),
            "stands" => NpcAttitude::read(line.value).map(Self::Stands).or_else(|| text().map(Self::Stance)),
            "secret" => text().map(Self::Secret),
            "can tell" => TopicLine::read(line.value).map(Self::CanTell),
            _ => None,
        }
    }
}

/// A memory: `12 | day 1, 08:00 | The Inn | Mira | words`; the speaker may be absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryLine {
    pub turn: u32,
    pub time: Clock,
    pub at: PartText,
    pub by: Option<PartText>,
    pub text: PartText,
}

impl LineValue for MemoryLine {
    fn write(&self, to: &mut String) {
        let mut parts = PartsWriter::new(to);
        parts.push(&self.turn.to_string());
        parts.push(&self.time.to_string());
        [Some(&self.at), self.by.as_ref(), Some(&self.text)]
            .into_iter()
            .flatten()
            .for_each(|it| parts.push(it.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts: Vec<&str> = text.split(" | ").collect();
        let text = parts.pop()?;
        let mut parts = parts.into_iter();
        let (turn, time, at) = (parts.next()?.parse().ok()?, Clock::read(parts.next()?)?, parts.next()?);
        let by = parts.next().and_then(PartText::read);
        Some(Self { turn, time, at: PartText::read(at)?, by, text: PartText::read(text)? })
    }
}
