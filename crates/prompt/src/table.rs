//! The state block `[table]`: the current state of the game.
//!
//! A value is one line: line breaks and control characters in names and texts become spaces, and square brackets become round
//! ones. Keys come in this order; a key that has nothing to say is left out; a key of a list is repeated.
//!
//! ```text
//! time: day 1, 08:00
//! act: 1                                    (only from the second act on)
//! summary: …                                (the campaign so far)
//! milestone: …                              (repeated)
//! location: …
//! scene: …
//! place: …   |   place (here): …            (repeated)
//! map: id | name | danger high | ways: id, id | unknown | there: id, id | …      (repeated; the places of the map, as the
//!                                           Dungeon Master knows them, what one sees there last; `map (here)`; in a campaign
//!                                           only those the heroes know, or where someone stayed)
//! notes: …                                  (how things are where the heroes are)
//! secret: 1 | …   |   secret (found): 2 | …   (repeated; what is hidden where the heroes are)
//! quest: …                                  (repeated; one that is more than its name: `name | id | from giver | open:
//!                                           id (text); … | done: id; … | brings 50 xp, 2 gp, rope`)
//! beat done: …                              (repeated)
//! met: name, name, …
//! recent: …                                 (repeated, the last six, oldest first)
//! fact: left | torch | the Ford           (repeated; what was noted as a fact: its sort, and names and places in their order)
//! handed over: day 1, 09:10 | The Ford | …  (repeated, the last six; fights, quests and acts that began or ended)
//! supporting npc: id | name | role | location         (repeated; at most 12, the newest; `| dead` at its end)
//! in the scene: id | name | disposition | hp 3/7 | ac 12 (ogre) | conditions | with Spear | under bless   (repeated; `dead` instead of
//!                                           hp; the stat block where the name doesn't say it; `exhaustion (level 2 of 6)`;
//!                                           attacks outside fights; boons and curses by name)
//! hero: id | name | race class level | hp 9/12 | ac 16 | conditions      (repeated; `hp 9/12 (+3 temporary)`, `hp 0/12 (dead)`,
//!                                           `(stable)`, `(dying: 1 of 3 death saves, 0 of 3 failed)`; `ac 16 (+2 = 18)` where
//!                                           something changes it for a while)
//!   played by: you                          (`another player`; only where another person plays one of the heroes)
//!   hit dice: 1 of 3                        (those left, where some are spent)
//!   long rest: from day 2, 17:55 on         (where none counts before)
//!   under: bless (attacks +1d4, saves +1d4; concentration, 1 minute); …      (boons and curses, and how long they last;
//!                                           lines that begin with two spaces belong to the hero above)
//!   pack: rope; 3 × torch; …
//!   purse: 10 gp 5 sp
//!   spells: spell slots 1: 2 of 2
//!   xp: 150
//! effect: truth-bound | …                   (repeated; what a boon or a curse above does beside its numbers)
//! rules: 2014                               (the edition the table plays by: 2014 or 2024)
//! acting: id                                (the hero whose player speaks)
//! telling: 2                                (only if the turn is narrated again)
//! ```

use game::{
    clock::Clock,
    creature::{Creature, Disposition},
    edition::Edition,
    id::{CharacterId, NpcId, ObjectiveId, PlaceId, QuestId},
    inventory::Coins,
    place::Danger,
    story::NpcRole,
    story_fact::StoryFact,
};

pub use super::health::{ArmorClass, ConditionText, CreatureArmor, Downed, HealthText, HeroHealth};
use super::lines::{
    Commas, KeyMark, LineText, LineValue, Marked, PartText, PartsReader, PartsWriter, Semicolons, Share, block,
    entries, parts, words,
};

/// Marks things of a pack that are worn.
const WORN: &str = " (worn)";
/// Separates a number of things from their name.
const TIMES: &str = " × ";

block! {
    /// The current state.
    TableBlock = "table" {
        time: Option<Clock> = "time",
        act: Option<u32> = "act",
        summary: LineText = "summary",
        milestones: Vec<LineText> = "milestone",
        location: LineText = "location",
        scene: LineText = "scene",
        /// Places of the neighbourhood that have been found.
        places: Vec<Marked<LineText, IsHere>> = "place",
        map: Vec<MapEntry> = "map",
        quests: Vec<QuestLine> = "quest",
        beats_done: Vec<LineText> = "beat done",
        met: Commas<PartText> = "met",
        recent: Vec<LineText> = "recent",
        facts: Vec<FactLine> = "fact",
        handed_over: Vec<HandedOverLine> = "handed over",
        npcs: Vec<NpcLine> = "supporting npc",
        creatures: Vec<CreatureLine> = "in the scene",
        heroes: Vec<HeroEntry> = "hero",
        /// Descriptions of temporary effects, each once.
        effects: Vec<EffectLine> = "effect",
        rules: Option<Edition> = "rules",
        acting: Option<CharacterId> = "acting",
        /// The number of this version of the turn, from the second on.
        telling: Option<u32> = "telling",
    }
}

/// Marks where the heroes are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IsHere;

impl KeyMark for IsHere {
    const WORD: &'static str = "here";
}

/// Marks a secret that was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IsFound;

impl KeyMark for IsFound {
    const WORD: &'static str = "found";
}

entries! {
    /// A place of the map; with details for the current one.
    MapEntry {
        place: Marked<MapLine, IsHere>,
        notes: LineText = "notes",
        secrets: Vec<Marked<SecretLine, IsFound>> = "secret",
    }

    /// A hero, and how they are just now.
    HeroEntry {
        hero: HeroLine,
        played_by: Option<PlayedBy> = "  played by",
        hit_dice: Option<Share> = "  hit dice",
        long_rest: Option<RestFrom> = "  long rest",
        under: Option<EffectsText> = "  under",
        pack: Semicolons<PackItem> = "  pack",
        purse: Option<Coins> = "  purse",
        slots: Option<SpellSlots> = "  spells",
        xp: Option<u32> = "  xp",
    }
}

parts! {
    MapLine {
        id: PlaceId,
        name: PartText,
        danger: Option<Danger> = "danger ",
        ways: Commas<PlaceId> = "ways: ",
        is_unknown: bool = "unknown",
        there: Commas<NpcId> = "there: ",
        description: PartText = "",
    }

    SecretLine {
        n: u32,
        text: PartText,
    }

    QuestLine {
        title: PartText,
        /// Absent where the quest is only a name, like all that follows.
        id: Option<QuestId> = "",
        giver: PartText = "from ",
        open: Semicolons<ObjectiveText> = "open: ",
        done: Semicolons<ObjectiveId> = "done: ",
        brings: Option<RewardText> = "brings ",
    }

    EffectLine {
        name: PartText,
        description: PartText,
    }

    HandedOverLine {
        time: Clock,
        at: PartText,
        text: PartText,
    }

    NpcLine {
        id: NpcId,
        name: PartText,
        role: NpcRole,
        place: PartText,
        is_dead: bool = "dead",
    }

    CreatureLine {
        id: NpcId,
        name: PartText,
        stance: SceneStance,
        health: HealthText,
        armor: CreatureArmor,
        conditions: Commas<ConditionText> = "",
        /// Where they are known, and outside fights, whose block has them.
        attacks: Commas<PartText> = "with ",
        under: Commas<PartText> = "under ",
    }

    HeroLine {
        id: CharacterId,
        name: PartText,
        kind: HeroKind,
        health: HeroHealth,
        armor: ArmorClass,
        conditions: Commas<ConditionText> = "",
    }
}

words! {
    Danger: Safe Low Moderate High Extreme Cleared;
    NpcRole: Ally Rival Neutral Informant Merchant QuestGiver;
    Edition: Y2014 Y2024;
    SceneStance: Companion Hostile Neutral Friendly;
    PlayedBy: You Another;
}

/// A fact of the story: `left | torch | the Ford`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactLine(StoryFact);

impl FactLine {
    /// The fact, with its texts escaped.
    pub fn of(fact: &StoryFact) -> Self {
        let parts: Vec<PartText> = fact.parts().into_iter().map(PartText::of).collect();
        let parts: Vec<&str> = parts.iter().map(PartText::as_str).collect();
        Self(StoryFact::of(fact.word(), &parts).unwrap_or_else(|| fact.clone()))
    }

    pub fn fact(&self) -> &StoryFact {
        &self.0
    }
}

impl LineValue for FactLine {
    fn write(&self, to: &mut String) {
        let mut parts = PartsWriter::new(to);
        parts.push(self.0.word());
        self.0.parts().into_iter().for_each(|part| parts.push(part));
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = PartsReader::new(text, &[]);
        let word = parts.next_part()?;
        let parts: Vec<&str> = std::iter::from_fn(|| parts.next_part()).collect();
        StoryFact::of(word, &parts).map(Self)
    }
}

/// A creature's attitude to the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SceneStance {
    Companion,
    Hostile,
    Neutral,
    Friendly,
}

impl SceneStance {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Companion => "companion",
            Self::Hostile => "hostile",
            Self::Neutral => "neutral",
            Self::Friendly => "friendly",
        }
    }

    pub fn of(creature: &Creature) -> Self {
        match (creature.companion, creature.disposition) {
            (true, _) if !creature.is_dead() => Self::Companion,
            (_, Disposition::Hostile) => Self::Hostile,
            (_, Disposition::Neutral) => Self::Neutral,
            (_, Disposition::Friendly) => Self::Friendly,
        }
    }
}

/// Who plays a hero: the person who speaks, or another one at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedBy {
    You,
    Another,
}

impl PlayedBy {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::You => "you",
            Self::Another => "another player",
        }
    }
}

/// What a hero is: `human fighter 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeroKind {
    pub race_and_class: PartText,
    pub level: u8,
}

impl LineValue for HeroKind {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} {}", self.race_and_class.as_str(), self.level));
    }

    fn read(text: &str) -> Option<Self> {
        let (kind, level) = text.rsplit_once(' ')?;
        Some(Self { race_and_class: PartText::read(kind)?, level: level.parse().ok()? })
    }
}

/// A temporary effect with its modifiers and duration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectText {
    pub name: PartText,
    pub changes: Commas<PartText>,
    pub lasts: PartText,
}

/// Boons and curses: `bless (attacks +1d4, saves +1d4; concentration, 1 minute); …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectsText(pub Vec<EffectText>);

impl LineValue for EffectsText {
    fn write(&self, to: &mut String) {
        // An effect without numbers has only its duration in brackets.
        let one = |it: &EffectText| match it.changes.written() {
            changes if changes.is_empty() => format!("{} ({})", it.name.as_str(), it.lasts.as_str()),
            changes => format!("{} ({changes}; {})", it.name.as_str(), it.lasts.as_str()),
        };
        to.push_str(&self.0.iter().map(one).collect::<Vec<_>>().join("; "));
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split("; ");
        let mut effects = Vec::new();
        while let Some(begun) = parts.next() {
            // The replaced parts contain no brackets.
            let (name, rest) = begun.rsplit_once(" (")?;
            let (changes, lasts) = match rest.strip_suffix(')') {
                Some(lasts) => (Commas::read("")?, lasts),
                None => (Commas::read(rest)?, parts.next()?.strip_suffix(')')?),
            };
            effects.push(EffectText { name: PartText::read(name)?, changes, lasts: PartText::read(lasts)? });
        }
        Some(Self(effects))
    }
}

/// The time from which on a long rest counts again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestFrom(pub Clock);

impl LineValue for RestFrom {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("from {} on", self.0));
    }

    fn read(text: &str) -> Option<Self> {
        Clock::read(text.strip_prefix("from ")?.strip_suffix(" on")?).map(Self)
    }
}

/// A number, if it is written as numbers are.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n: &u32| n.written() == text)
}

/// Things of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackItem {
    pub quantity: u32,
    pub name: PartText,
    pub is_worn: bool,
}

impl LineValue for PackItem {
    fn write(&self, to: &mut String) {
        if self.quantity != 1 {
            to.push_str(&format!("{}{TIMES}", self.quantity));
        }
        to.push_str(self.name.as_str());
        if self.is_worn {
            to.push_str(WORN);
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (name, is_worn) = text.strip_suffix(WORN).map_or((text, false), |name| (name, true));
        let counted = name.split_once(TIMES).and_then(|(n, name)| Some((number(n).filter(|n| *n != 1)?, name)));
        let (quantity, name) = counted.unwrap_or((1, name));
        Some(Self { quantity, name: PartText::read(name)?, is_worn })
    }
}

impl LineValue for Coins {
    fn write(&self, to: &mut String) {
        let coins = [(self.gp, "gp"), (self.sp, "sp"), (self.cp, "cp")];
        let coins: Vec<String> = coins.iter().filter(|(n, _)| *n > 0).map(|(n, coin)| format!("{n} {coin}")).collect();
        to.push_str(&if coins.is_empty() { "empty".to_owned() } else { coins.join(" ") });
    }

    fn read(text: &str) -> Option<Self> {
        let mut purse = Self::default();
        if text == "empty" {
            return Some(purse);
        }
        let words: Vec<&str> = text.split(' ').collect();
        for pair in words.chunks(2) {
            let n = pair.first()?.parse().ok()?;
            match *pair.get(1)? {
                "gp" => purse.gp = n,
                "sp" => purse.sp = n,
                "cp" => purse.cp = n,
                _ => return None,
            }
        }
        Some(purse)
    }
}

/// An open objective: id and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectiveText {
    pub id: ObjectiveId,
    pub text: PartText,
}

impl LineValue for ObjectiveText {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} ({})", self.id, self.text.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let (id, text) = text.strip_suffix(')')?.split_once(" (")?;
        Some(Self { id: ObjectiveId::from(id), text: PartText::read(text)? })
    }
}

/// A quest's reward: `50 xp, 2 gp 5 sp, rope`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewardText {
    pub xp: u32,
    pub coins: Coins,
    pub items: Vec<PartText>,
}

impl LineValue for RewardText {
    fn write(&self, to: &mut String) {
        let xp = (self.xp > 0).then(|| format!("{} xp", self.xp));
        let coins = (self.coins != Coins::default()).then(|| self.coins.written());
        let items = self.items.iter().map(LineValue::written);
        to.push_str(&xp.into_iter().chain(coins).chain(items).collect::<Vec<_>>().join(", "));
    }

    fn read(text: &str) -> Option<Self> {
        let mut rest = text.split(", ").peekable();
        let xp = rest.peek().and_then(|it| number(it.strip_suffix(" xp")?)).filter(|xp| *xp > 0);
        if xp.is_some() {
            rest.next();
        }
        let is_coins = |coins: &Coins, it: &str| *coins != Coins::default() && coins.written() == it;
        let coins = rest.peek().and_then(|it| Coins::read(it).filter(|coins| is_coins(coins, it)));
        if coins.is_some() {
            rest.next();
        }
        let items = rest.filter_map(PartText::read).collect();
        Some(Self { xp: xp.unwrap_or_default(), coins: coins.unwrap_or_default(), items })
    }
}

/// The spell slots of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotsOfLevel {
    pub level: u8,
    pub left: Share,
}

impl LineValue for SlotsOfLevel {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{}: {}", self.level, self.left.written()));
    }

    fn read(text: &str) -> Option<Self> {
        let (level, left) = text.split_once(": ")?;
        Some(Self { level: level.parse().ok()?, left: Share::read(left)? })
    }
}

/// Spell slots by level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpellSlots(pub Commas<SlotsOfLevel>);

impl LineValue for SpellSlots {
    fn write(&self, to: &mut String) {
        if !self.0.0.is_empty() {
            to.push_str(&format!("spell slots {}", self.0.written()));
        }
    }

    fn read(text: &str) -> Option<Self> {
        Commas::read(text.strip_prefix("spell slots ")?).map(Self)
    }
}
