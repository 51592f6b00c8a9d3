//! Knowledge of people: an event is known only to those who perceived it.
//!
//! Heroes need no memory here, since their players have read the story. Stored are short perceptions of other people, and
//! context lines at transitions (the end of a fight or a quest). Each NPC keeps the newest of each kind, so that long narration
//! stays small and talk doesn't displace secrets.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State,
    clock::Clock,
    id::{CharacterId, NpcId},
    wording::{MAX_NAME, cut},
};

/// Maximum length of a memory's text in characters; the newest narrations may be longer.
pub const MAX_MEMORY: usize = 360;
/// Maximum length of a complete narration, in characters.
pub const MAX_TELLING: usize = 4_000;
/// The number of newest narrations that are kept complete; older ones are cut.
pub const MAX_WHOLE_TELLINGS: usize = 12;
/// Most memories of the table; the oldest narrations go first.
pub const MAX_MEMORIES: usize = 240;
/// Most context lines that only the heroes witnessed.
pub const MAX_HAND_OVERS: usize = 20;
/// Most witnesses of one memory.
pub const MAX_WITNESSES: usize = 70;

/// Something that happened, as those who perceived it remember it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = MemoryRecord)]
pub struct Memory {
    /// The sequence number of the turn it happened in.
    pub turn: u32,
    /// When, in the world.
    pub time: Clock,
    /// Where.
    pub at: String,
    /// How it was perceived.
    pub manner: Channel,
    /// Name of the speaker, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What happened or was said, in short.
    pub text: String,
    /// Those who perceived it; others don't know it.
    pub witnesses: Vec<Perceiver>,
}

/// How something is perceived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Manner)]
pub enum Channel {
    /// The Dungeon Master's narration.
    Narration,
    /// Speech.
    Speech,
    /// A whisper.
    Whisper,
    /// Knowledge from outside the story.
    Note,
    /// Something came to its end, or began.
    HandOver,
}

/// A hero or an NPC who can perceive things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Perceiver {
    /// A hero.
    Hero(CharacterId),
    /// An NPC.
    Npc(NpcId),
}

/// Those present at an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Present {
    pub heroes: Vec<CharacterId>,
    /// The present members of the party.
    pub party: Vec<NpcId>,
    pub others: Vec<NpcId>,
}

impl Channel {
    /// How many of this sort one NPC keeps.
    fn kept(self) -> usize {
        match self {
            Self::Narration => 12,
            Self::Speech | Self::Whisper => 20,
            Self::Note | Self::HandOver => 12,
        }
    }

    /// Whether two are counted together.
    fn like(self, other: Self) -> bool {
        let said = |it| matches!(it, Self::Speech | Self::Whisper);
        self == other || (said(self) && said(other))
    }
}

impl Memory {
    pub fn is_known_to(&self, ids: &[NpcId]) -> bool {
        self.npcs().any(|npc| ids.contains(npc))
    }

    /// Whether a hero perceived it.
    pub fn is_known_to_heroes(&self) -> bool {
        self.witnesses.iter().any(|it| matches!(it, Perceiver::Hero(_)))
    }

    fn npcs(&self) -> impl Iterator<Item = &NpcId> {
        self.witnesses.iter().filter_map(|it| match it {
            Perceiver::Npc(npc) => Some(npc),
            Perceiver::Hero(_) => None,
        })
    }

    /// The same as players may read it: nothing if no hero was there, and never who listened.
    pub(super) fn without_secrets(&mut self) {
        let Self { turn: _, time: _, at, manner: _, by, text, witnesses } = self;
        witnesses.retain(|it| matches!(it, Perceiver::Hero(_)));
        if witnesses.is_empty() {
            (*by, *text, *at) = (None, String::new(), String::new());
        }
    }
}

impl Present {
    fn everybody(&self) -> Vec<Perceiver> {
        let npcs = self.party.iter().chain(&self.others).cloned().map(Perceiver::Npc);
        self.heroes.iter().cloned().map(Perceiver::Hero).chain(npcs).collect()
    }
}

/// Who perceives an event: `present` are those present; also speaker (none for narration), addressees, and those next door who
/// hear it.
///
/// Narration is perceived by the heroes and their party, or by anyone who is present if they aren't; narration with an addressee (a
/// letter) only by them. Speech reaches everyone present, a whisper its addressees. A note is known to its addressee, or to
/// no one.
pub fn perceivers(
    manner: Channel,
    by: Option<&Perceiver>,
    to: &[Perceiver],
    overhearing: &[Perceiver],
    present: &Present,
) -> Vec<Perceiver> {
    let mut all: Vec<Perceiver> = match manner {
        Channel::Note | Channel::Whisper => by.into_iter().chain(to).cloned().collect(),
        Channel::Narration if !to.is_empty() => to.to_vec(),
        Channel::Narration if !present.heroes.is_empty() => {
            Present { others: Vec::new(), ..present.clone() }.everybody()
        }
        Channel::Speech => by.into_iter().chain(to).cloned().chain(present.everybody()).collect(),
        Channel::Narration | Channel::HandOver => present.everybody(),
    };
    all.extend_from_slice(overhearing);
    let mut once: Vec<Perceiver> = Vec::with_capacity(all.len());
    for it in all {
        if !once.contains(&it) && once.len() < MAX_WITNESSES {
            once.push(it);
        }
    }
    once
}

/// The change that stores a memory; none if it is empty or only heroes perceived it.
pub fn remembered(mut memory: Memory) -> Option<Change> {
    let is_kept = memory.manner == Channel::HandOver || memory.npcs().next().is_some();
    let most = if memory.manner == Channel::Narration { MAX_TELLING } else { MAX_MEMORY };
    memory.text = shortened(&memory.text, most);
    memory.at = cut(&memory.at, MAX_NAME).to_owned();
    memory.by = memory.by.map(|by| cut(&by, MAX_NAME).to_owned());
    (is_kept && !memory.text.is_empty()).then(|| Change::Remembered { memory: Box::new(memory) })
}

/// A text as one line of at most `most` characters, cut between words.
pub fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let short = cut(&line, most - 2);
    match short.len() == line.len() {
        true => line,
        false => format!("{} …", short.rsplit_once(' ').map_or(short, |(most, _)| most)),
    }
}

/// Memories of someone with one of these ids, oldest first.
pub fn known_to<'s>(state: &'s State, ids: &'s [NpcId]) -> impl Iterator<Item = &'s Memory> {
    state.memories.iter().filter(|memory| memory.is_known_to(ids))
}

/// Context lines so far, oldest first.
pub fn handed_over(state: &State) -> impl Iterator<Item = &Memory> {
    state.memories.iter().filter(|memory| memory.manner == Channel::HandOver)
}

/// Adds a memory, and drops the oldest beyond the limits.
pub(super) fn keep(memories: &mut Vec<Memory>, memory: &Memory) {
    memories.push(memory.clone());
    let tellings = memories.iter_mut().rev().filter(|it| it.manner == Channel::Narration);
    if let Some(old) = tellings.skip(MAX_WHOLE_TELLINGS).find(|old| old.text.chars().count() > MAX_MEMORY) {
        old.text = shortened(&old.text, MAX_MEMORY);
    }
    for npc in memory.npcs() {
        let mut left = memory.manner.kept();
        for old in memories.iter_mut().rev().filter(|old| old.manner.like(memory.manner)) {
            let is_theirs = |it: &Perceiver| matches!(it, Perceiver::Npc(id) if id == npc);
            if !old.witnesses.iter().any(is_theirs) {
                continue;
            }
            match left.checked_sub(1) {
                Some(fewer) => left = fewer,
                None => old.witnesses.retain(|it| !is_theirs(it)),
            }
        }
    }
    memories.retain(|old| old.manner == Channel::HandOver || old.npcs().next().is_some());
    let n_handed = memories.iter().filter(|old| old.manner == Channel::HandOver).count();
    for _ in MAX_HAND_OVERS..n_handed {
        let oldest = memories.iter().position(|old| old.manner == Channel::HandOver);
        if let Some(oldest) = oldest {
            memories.remove(oldest);
        }
    }
    while memories.len() > MAX_MEMORIES {
        let told = memories.iter().position(|old| old.manner == Channel::Narration);
        memories.remove(told.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npc(id: &str) -> Perceiver {
        Perceiver::Npc(NpcId::from(id))
    }

    fn hero() -> Perceiver {
        Perceiver::Hero(CharacterId::from("mira"))
    }

    fn memory(manner: Channel, text: &str, witnesses: Vec<Perceiver>) -> Memory {
        Memory { turn: 1, time: Clock::default(), at: "the inn".into(), manner, by: None, text: text.into(), witnesses }
    }

    fn at_the_inn() -> Present {
        Present {
            heroes: vec![CharacterId::from("mira")],
            party: vec![NpcId::from("sella")],
            others: vec![NpcId::from("odo")],
        }
    }

    #[test]
    fn each_manner_reaches_whom_it_may() {
        let (inn, marta) = (at_the_inn(), npc("marta"));
        let of = |manner, by: Option<&Perceiver>, to: &[Perceiver]| perceivers(manner, by, to, &[], &inn);
        assert_eq!(of(Channel::Narration, None, &[]), [hero(), npc("sella")]);
        assert_eq!(of(Channel::Narration, None, &[hero()]), [hero()], "a letter is its reader's");
        assert_eq!(of(Channel::Speech, Some(&npc("odo")), &[]), [npc("odo"), hero(), npc("sella")]);
        assert_eq!(of(Channel::Whisper, Some(&marta), &[npc("odo")]), [marta.clone(), npc("odo")]);
        assert!(of(Channel::Note, None, &[]).is_empty(), "nobody knows what is known to nobody");
        let next_door = perceivers(Channel::Whisper, Some(&marta), &[], &[npc("sorley")], &inn);
        assert_eq!(next_door, [marta, npc("sorley")]);
        let elsewhere = Present { others: vec![NpcId::from("jory")], ..Present::default() };
        assert_eq!(perceivers(Channel::Narration, None, &[], &[], &elsewhere), [npc("jory")]);
    }

    #[test]
    fn talk_and_tellings_drive_no_secret_out() {
        let mut memories = Vec::new();
        keep(&mut memories, &memory(Channel::Note, "The abbot is a fraud.", vec![npc("sella")]));
        keep(&mut memories, &memory(Channel::Whisper, "Meet me at the well.", vec![npc("odo")]));
        for n in 0..10_000 {
            let manner = if n % 2 == 0 { Channel::Narration } else { Channel::Speech };
            keep(&mut memories, &memory(manner, &format!("Turn {n}."), vec![hero(), npc("sella")]));
        }
        assert_eq!(memories.len(), 1 + 1 + 12 + 20);
        assert!(memories.len() <= MAX_MEMORIES);
        let ids = [NpcId::from("sella")];
        let known: Vec<&Memory> = memories.iter().filter(|it| it.is_known_to(&ids)).collect();
        assert_eq!(
            (known[0].text.as_str(), known.last().unwrap().text.as_str()),
            ("The abbot is a fraud.", "Turn 9999.")
        );
        assert!(serde_json::to_string(&memories).unwrap().len() < 16_000);
    }

    #[test]
    fn however_many_listen_there_is_an_end_to_it() {
        let mut memories = Vec::new();
        for n in 0..2_000 {
            let who = vec![npc(&format!("npc-{n}"))];
            keep(&mut memories, &memory(Channel::Speech, "Well met.", who));
            keep(&mut memories, &memory(Channel::HandOver, "The fight is over.", vec![hero()]));
        }
        assert_eq!(memories.len(), MAX_MEMORIES);
        assert_eq!(memories.iter().filter(|it| it.manner == Channel::HandOver).count(), MAX_HAND_OVERS);
    }

    #[test]
    fn players_read_what_heroes_perceived_and_not_who_listened() {
        let Some(mut aside) = remembered(memory(Channel::Whisper, "The key is false.", vec![npc("odo"), npc("marta")]))
        else {
            panic!("it is kept")
        };
        aside = aside.without_secrets();
        assert!(!serde_json::to_string(&aside).unwrap().contains("key"));
        let Some(said) = remembered(memory(Channel::Speech, "The key is true.", vec![hero(), npc("spy")])) else {
            panic!("it is kept")
        };
        let json = serde_json::to_string(&said.without_secrets()).unwrap();
        assert!(json.contains("The key is true.") && !json.contains("spy"), "{json}");
        assert!(remembered(memory(Channel::Narration, "Rain.", vec![hero()])).is_none(), "the player has read it");
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let Some(Change::Remembered { memory }) =
            remembered(memory(Channel::Note, &"word and\n another ".repeat(80), vec![npc("odo")]))
        else {
            panic!("it is kept")
        };
        assert!(memory.text.chars().count() <= MAX_MEMORY && memory.text.ends_with(" …"), "{}", memory.text);
        assert!(!memory.text.contains('\n'));
    }
}
