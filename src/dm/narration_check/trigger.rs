//! Which stories are worth a model's review although the comparison found nothing: those with words for an event that the turn did
//! not record (`trigger.txt`). Wounds and deaths are compared for each being by itself, since another's wound explains nothing.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use game::{condition_kind::ConditionKind, wording::same};
use language::word_lists::WordMap;

use super::{
    claims::ProseReading,
    deaths,
    ledger::{HeroFacts, Other, TurnFacts},
    names::KnownNames,
    recorded::EventMention,
    sentence::words,
    told::{ClaimKind, ParsedProse},
    victims::{VictimPosition, Victims, mentioned, owner_of_body, victims},
};

/// Which records bear out the phrases of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EvidenceKind {
    /// Those of this turn.
    Event,
    /// Those of any turn: a wound or a corpse stays.
    Lasting,
    /// Those of this turn: words that tell too much else outside of a fight, unless a part of a body follows them.
    Blow,
    /// The same, outside of fights alone.
    Body,
    /// In a fight: that someone is on the ground.
    Fall,
    /// In a fight: that a blow failed.
    Miss,
    /// Those of this turn: words of someone who speaks.
    Said,
}

impl EvidenceKind {
    fn is_in_fights(self) -> bool {
        matches!(self, Self::Blow | Self::Fall | Self::Miss)
    }
}

/// An entry of the file: the words of a phrase, each of which may match any ending (`true`), the position of its victim, and the words
/// before which it means something else.
struct TriggerPhrase {
    words: Vec<(&'static str, bool)>,
    victim: VictimPosition,
    unless: Vec<&'static str>,
}

impl TriggerPhrase {
    fn read(line: &'static str) -> Self {
        let (line, unless) = line.split_once(" ! ").unwrap_or((line, ""));
        let (line, victim) = match (line.strip_prefix("_ "), line.strip_suffix(" _")) {
            (Some(line), _) => (line, VictimPosition::Before),
            (None, Some(line)) => (line, VictimPosition::After),
            (None, None) => (line, VictimPosition::Near),
        };
        let word = |word: &'static str| word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
        Self { words: line.split(' ').map(word).collect(), victim, unless: unless.split_whitespace().collect() }
    }

    fn begins(&self, text: &[LowerWord]) -> bool {
        let next = text.get(self.words.len()).map(|next| next.lower.as_str());
        let Some(text) = text.get(..self.words.len()).filter(|_| next.is_none_or(|it| !self.unless.contains(&it)))
        else {
            return false;
        };
        text.iter().zip(&self.words).all(|(spoken, (word, is_stem))| match is_stem {
            true => spoken.lower.starts_with(word),
            false => spoken.lower == *word,
        })
    }
}

/// A word of a sentence in lower case, and where it is.
struct LowerWord {
    lower: String,
    at: Range<usize>,
}

fn spoken(sentence: &str) -> Vec<LowerWord> {
    let at = |word: &str| {
        let from = word.as_ptr() as usize - sentence.as_ptr() as usize;
        from..from + word.len()
    };
    words(sentence).map(|word| LowerWord { lower: word.to_lowercase(), at: at(word) }).collect()
}

/// Phrases that tell of one kind of event.
struct TriggerSection {
    kind: ClaimKind,
    sort: EvidenceKind,
    phrases: Vec<TriggerPhrase>,
}

impl TriggerSection {
    fn read(header: &'static str) -> Self {
        let (name, sort) = header.split_once(' ').unwrap_or((header, ""));
        let kind = ClaimKind::REVIEWED.into_iter().find(|kind| kind.as_str() == name);
        let sort = match sort {
            "" => EvidenceKind::Event,
            "lasting" => EvidenceKind::Lasting,
            "blow" => EvidenceKind::Blow,
            "body" => EvidenceKind::Body,
            "fall" => EvidenceKind::Fall,
            "miss" => EvidenceKind::Miss,
            "said" => EvidenceKind::Said,
            sort => panic!("trigger.txt: {sort} is no sort of phrases"),
        };
        let kind = kind.unwrap_or_else(|| panic!("trigger.txt: {name} is not reviewed"));
        Self { kind, sort, phrases: Vec::new() }
    }

    /// Whether its phrases could tell of something unrecorded at all.
    fn may_be(&self, in_fight: bool) -> bool {
        if in_fight && !self.kind.is_told_in_fights() {
            return false;
        }
        match self.sort {
            EvidenceKind::Body => !in_fight,
            EvidenceKind::Fall | EvidenceKind::Miss => in_fight,
            EvidenceKind::Event | EvidenceKind::Lasting | EvidenceKind::Blow | EvidenceKind::Said => true,
        }
    }

    /// Whether its events are compared for each being by itself.
    fn is_of_victims(&self) -> bool {
        matches!(self.kind, ClaimKind::HitPoints | ClaimKind::Death)
    }
}

/// The contents of the file.
#[derive(Default)]
struct Triggers {
    sections: Vec<TriggerSection>,
    /// The phrases by their first word. Most words of a story begin no phrase.
    first_words: WordMap<&'static str, Vec<PhraseId>>,
    /// Those whose first word may have any ending, by its first byte.
    first_stems: WordMap<u8, Vec<PhraseId>>,
    /// Parts of a body.
    body: HashSet<&'static str>,
    /// Worn things that are struck like parts of a body.
    worn: HashSet<&'static str>,
}

static TRIGGERS: LazyLock<Triggers> = LazyLock::new(|| {
    let (mut triggers, mut list) = (Triggers::default(), None);
    let lines = include_str!("trigger.txt").lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix('[').and_then(|line| line.strip_suffix(']')), triggers.sections.last_mut()) {
            (Some(name @ ("body" | "worn")), _) => list = Some(name),
            (Some(header), _) => triggers.sections.push(TriggerSection::read(header)),
            (None, _) if list == Some("body") => triggers.body.extend(line.split(' ')),
            (None, _) if list == Some("worn") => triggers.worn.extend(line.split(' ')),
            (None, Some(section)) => match line.strip_prefix("{condition} but ") {
                Some(but) => section.phrases.extend(conditions_but(but).map(TriggerPhrase::read)),
                None => section.phrases.push(TriggerPhrase::read(line)),
            },
            (None, None) => panic!("trigger.txt begins with a phrase instead of a kind"),
        }
    }
    triggers.index();
    triggers
});

/// The names of the conditions of the rules, without these.
fn conditions_but(names: &'static str) -> impl Iterator<Item = &'static str> {
    ConditionKind::ALL.into_iter().map(ConditionKind::name).filter(move |name| names.split(' ').all(|but| but != *name))
}

/// A phrase: its section, and its place there.
type PhraseId = (usize, usize);

/// A phrase in a sentence: its section, the word it begins at, and its place in the section. Their order is that in which they are
/// examined.
type PhraseStart = (usize, usize, usize);

impl Triggers {
    /// Notes which phrases begin with a word.
    fn index(&mut self) {
        for (nth, section) in self.sections.iter().enumerate() {
            for (i, phrase) in section.phrases.iter().enumerate() {
                let Some((word, is_stem)) = phrase.words.first() else { continue };
                let list = match is_stem {
                    true => self.first_stems.entry(word.bytes().next().unwrap_or_default()).or_default(),
                    false => self.first_words.entry(word).or_default(),
                };
                list.push((nth, i));
            }
        }
    }

    /// All phrases in a sentence.
    fn begun(&self, text: &[LowerWord]) -> Vec<PhraseStart> {
        let mut begun = Vec::new();
        for (at, word) in text.iter().enumerate() {
            let stems = word.lower.bytes().next().and_then(|first| self.first_stems.get(&first));
            for (section, i) in self.first_words.get(word.lower.as_str()).into_iter().chain(stems).flatten() {
                if self.sections[*section].phrases[*i].begins(&text[at..]) {
                    begun.push((*section, at, *i));
                }
            }
        }
        begun.sort_unstable();
        begun
    }
}

/// The phrases of a section among those of a sentence.
fn of_section(begun: &[PhraseStart], section: usize) -> &[PhraseStart] {
    let from = begun.partition_point(|(of, ..)| *of < section);
    let to = begun.partition_point(|(of, ..)| *of <= section);
    &begun[from..to]
}

/// A sentence that seems to tell of an event which the turn did not record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unrecorded {
    pub(super) kind: ClaimKind,
    /// The range of the sentence in the story.
    pub(super) at: Range<usize>,
    /// The recorded truth, for a wound or a death.
    pub(super) truth: Option<String>,
}

/// Possible unrecorded events in a story without its dialogue, in the order of the kinds.
pub(super) fn unrecorded(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, in_fight: bool) -> Vec<Unrecorded> {
    let told = heard.told;
    let mut found = Vec::new();
    let sentences: Vec<Vec<LowerWord>> = (0..told.len()).map(|nth| spoken(told.sentence(nth))).collect();
    let begun: Vec<Vec<PhraseStart>> = sentences.iter().map(|text| TRIGGERS.begun(text)).collect();
    let is_told =
        |(_, section): &(usize, &TriggerSection)| section.sort != EvidenceKind::Said && section.may_be(in_fight);
    for (i, section) in TRIGGERS.sections.iter().enumerate().filter(is_told) {
        for (nth, text) in sentences.iter().enumerate() {
            let truth = of_section(&begun[nth], i).iter().find_map(|(_, at, phrase)| {
                let (at, phrase) = (*at, &section.phrases[*phrase]);
                let words = text[at].at.start..text[at + phrase.words.len() - 1].at.end;
                if !section.is_of_victims() {
                    let before = nth.checked_sub(1).map_or("", |before| told.sentence(before));
                    let (sentence, after) = (told.sentence(nth), told.sentence(nth).get(words.end..));
                    let is_recorded = ledger.has_recorded(section.kind, EventMention { text: sentence, before, after });
                    return (!is_recorded && !strikes(phrase, text.get(at + phrase.words.len()))).then_some(None);
                }
                let is_said = told.says(told.sentence(nth), words.start..words.start);
                if section.kind == ClaimKind::Death
                    && text[at].lower.starts_with("die")
                    && deaths::fades(text[..at].iter().map(|it| &*it.lower))
                {
                    return None;
                }
                let truth = match section.sort {
                    EvidenceKind::Miss => ledger.against_a_miss(&mentioned(heard, nth), &heard.names),
                    EvidenceKind::Blow | EvidenceKind::Body if !in_fight => {
                        let hurt = owner_of_body(heard, nth, words, phrase.victim, &TRIGGERS.body)?;
                        ledger.against(section.kind, section.sort, &hurt)
                    }
                    _ => {
                        let victims = victims(heard, nth, words, phrase.victim);
                        // In a fight, what falls or is struck may be a thing.
                        let is_thing = victims.is_none() && section.sort.is_in_fights();
                        let victims = victims.unwrap_or(Victims::Unknown);
                        if is_thing { None } else { ledger.against(section.kind, section.sort, &victims) }
                    }
                };
                truth.filter(|_| is_said).map(Some)
            });
            found.extend(truth.map(|truth| Unrecorded { kind: section.kind, at: told.parts().1[nth].clone(), truth }));
        }
    }
    found.extend(in_speech(told, ledger, in_fight));
    let is_long = |nth: &usize| !in_fight && ledger.is_longer(told, *nth);
    let long = (0..told.len()).find(is_long);
    found.extend(long.map(|nth| Unrecorded { kind: ClaimKind::Rest, at: told.parts().1[nth].clone(), truth: None }));
    found
}

/// Unrecorded events in dialogue: “Keep it.” It counts for the story's sentence around.
fn in_speech(told: &ParsedProse<'_>, ledger: &TurnFacts, in_fight: bool) -> Vec<Unrecorded> {
    let Some(speech) = told.speech() else { return Vec::new() };
    let said = spoken(&speech);
    let begun = TRIGGERS.begun(&said);
    let mut found = Vec::new();
    let is_said =
        |(_, section): &(usize, &TriggerSection)| section.sort == EvidenceKind::Said && section.may_be(in_fight);
    for (i, section) in TRIGGERS.sections.iter().enumerate().filter(is_said) {
        let mut places: Vec<usize> = of_section(&begun, i).iter().map(|(_, at, _)| *at).collect();
        places.dedup();
        for at in places {
            let around = told.around(said[at].at.start);
            let before = told.parts().0.get(..around.end).unwrap_or_default();
            if !ledger.has_recorded(section.kind, EventMention { text: before, before, after: None }) {
                found.push(Unrecorded { kind: section.kind, at: around, truth: None });
            }
        }
    }
    found
}

/// Whether what follows a phrase such as “into your” is a part of the body or armour.
fn strikes(phrase: &TriggerPhrase, next: Option<&LowerWord>) -> bool {
    phrase.words.last() == Some(&("your", false))
        && next
            .is_some_and(|next| [&TRIGGERS.body, &TRIGGERS.worn].iter().any(|list| list.contains(next.lower.as_str())))
}

impl ClaimKind {
    /// The kinds of events that a reviewer may add.
    pub(in crate::dm) const REVIEWED: [Self; 11] = [
        Self::Gold,
        Self::ItemGained,
        Self::ItemLost,
        Self::HitPoints,
        Self::Death,
        Self::Condition,
        Self::SpellSlot,
        Self::Rest,
        Self::Place,
        Self::Quest,
        Self::Level,
    ];

    /// Whether a story may say something wrong about it in a fight: the Dungeon Master may cause it by telling, or the rules record
    /// it for each fighter.
    pub(super) fn is_told_in_fights(self) -> bool {
        self.is_caused_in_fights() || matches!(self, Self::HitPoints | Self::Death)
    }

    /// Whether the Dungeon Master may cause it by telling while a fight is on, when the rules decide wounds, conditions and spells.
    pub(super) fn is_caused_in_fights(self) -> bool {
        matches!(self, Self::Gold | Self::ItemGained | Self::ItemLost)
    }
}

/// The facts recorded about a being, by the sort of the words.
#[derive(Debug, Clone, Copy)]
struct Fate {
    was_hurt: bool,
    is_hurt: bool,
    is_dead: bool,
    is_down: bool,
}

impl Fate {
    fn of_hero(hero: &HeroFacts) -> Self {
        let is_hurt = hero.hp.0 < hero.hp.1;
        let was_down = hero.conditions.iter().chain(&hero.conditions_touched).any(|name| is_down(name));
        Self {
            was_hurt: !hero.hp_deltas.is_empty(),
            is_hurt,
            is_dead: hero.is_dead,
            is_down: was_down || (is_hurt && hero.hp.0 <= 0),
        }
    }

    fn of_other(other: &Other) -> Self {
        Self {
            was_hurt: !other.hp_deltas.is_empty() || other.died,
            is_hurt: other.is_hurt || other.is_dead,
            is_dead: other.is_dead,
            is_down: other.is_down || other.is_dead,
        }
    }

    fn bears_out(self, kind: ClaimKind, sort: EvidenceKind) -> bool {
        match (kind, sort) {
            (ClaimKind::Death, EvidenceKind::Fall) => self.is_down,
            (ClaimKind::Death, _) => self.is_dead,
            (_, EvidenceKind::Lasting) => self.was_hurt || self.is_hurt,
            (..) => self.was_hurt,
        }
    }
}

/// Whether a condition brings someone to the ground.
pub(super) fn is_down(condition: &str) -> bool {
    condition.eq_ignore_ascii_case("prone") || condition.eq_ignore_ascii_case("unconscious")
}

impl TurnFacts {
    /// The recorded truth against a narrated miss, if no such miss is recorded.
    fn against_a_miss(&self, mentioned: &[Victims], names: &KnownNames) -> Option<String> {
        let is = |victims: &Victims, name: &str| match victims {
            Victims::Unknown => false,
            Victims::Hero => self.heroes.first().is_some_and(|hero| same(&hero.name, name)),
            Victims::Beings(all) => all.iter().any(|at| same(&names.beings[*at], name)),
        };
        let is_told = |missed: &[String]| {
            mentioned.iter().all(|who| missed.iter().any(|name| is(who, name)))
                || missed.iter().all(|name| mentioned.iter().any(|who| is(who, name)))
        };
        (!self.missed.iter().any(|missed| is_told(missed))).then(|| "No such miss is recorded.".to_owned())
    }

    /// The recorded truth against words of this kind about these victims, if they are unsupported.
    pub(super) fn against(&self, kind: ClaimKind, sort: EvidenceKind, victims: &Victims) -> Option<String> {
        let fates: Vec<(&str, Fate)> = match victims {
            Victims::Hero => self.heroes.iter().take(1).map(|hero| (hero.name.as_str(), Fate::of_hero(hero))).collect(),
            Victims::Beings(all) => all.iter().filter_map(|at| self.fate_of(*at)).collect(),
            Victims::Unknown => {
                let heroes = self.heroes.iter().map(Fate::of_hero);
                let mut all = heroes.chain(self.others.iter().map(Fate::of_other));
                // An earlier death explains a corpse, but not a new death.
                let is_borne_out = match (kind, sort) {
                    (ClaimKind::Death, EvidenceKind::Event) => self.death,
                    _ => all.any(|fate| fate.bears_out(kind, sort)),
                };
                return (!is_borne_out).then(|| "Nothing like that is recorded of anyone here.".to_owned());
            }
        };
        let (name, _) = fates.first().filter(|_| fates.iter().all(|(_, fate)| !fate.bears_out(kind, sort)))?;
        Some(match kind {
            ClaimKind::Death => format!("{name} lives."),
            _ => format!("{name} lost and regained no hit points this turn."),
        })
    }

    /// The name and fate of a being, by its place in [`KnownNames::beings`].
    fn fate_of(&self, at: usize) -> Option<(&str, Fate)> {
        if let Some(other) = self.others.get(at) {
            return Some((&other.name, Fate::of_other(other)));
        }
        let at = at - self.others.len();
        let Some(person) = self.people.get(at) else {
            let hero = self.heroes.get(at - self.people.len() + 1)?;
            return Some((&hero.name, Fate::of_hero(hero)));
        };
        // A person in the scene is one of the others, too.
        let body = self.others.iter().find(|other| same(&other.name, person)).map(Fate::of_other);
        let is_dead = self.is_dead(person);
        let fate = body.unwrap_or(Fate { was_hurt: false, is_hurt: is_dead, is_dead, is_down: is_dead });
        Some((person, fate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hero() -> HeroFacts {
        HeroFacts { name: "Ada".to_owned(), hp: (20, 20), hp_before: 20, ..HeroFacts::default() }
    }

    fn other(name: &str) -> Other {
        Other { name: name.to_owned(), ..Other::default() }
    }

    fn first(text: &str, ledger: &TurnFacts, in_fight: bool) -> Option<ClaimKind> {
        unrecorded(&ProseReading::new(&ParsedProse::new(text), KnownNames::of(ledger)), ledger, in_fight)
            .first()
            .map(|it| it.kind)
    }

    #[test]
    fn words_for_an_event_without_a_record_ask_for_a_review() {
        let mut ledger = TurnFacts { heroes: vec![hero()], ..TurnFacts::default() };
        let seen = |text: &str, ledger: &TurnFacts| first(text, ledger, false);
        assert_eq!(seen("You count six gold pieces onto the table.", &ledger), Some(ClaimKind::Gold));
        assert_eq!(seen("Your silver compass slips out of your pocket.", &ledger), Some(ClaimKind::ItemLost));
        assert_eq!(seen("Bron dies without a word.", &ledger), Some(ClaimKind::Death));
        assert_eq!(seen("The hinges groan, and cold air rolls over the threshold.", &ledger), None);
        ledger.heroes[0].copper_deltas.push(-600);
        assert_eq!(seen("You count six gold pieces onto the table.", &ledger), None);
    }

    #[test]
    fn a_corpse_explains_no_second_death() {
        let corpse = Other { is_dead: true, is_hurt: true, is_down: true, ..other("Wolf") };
        let mut ledger =
            TurnFacts { heroes: vec![hero()], others: vec![corpse, other("Bron")], ..TurnFacts::default() };
        let seen = |text: &str, ledger: &TurnFacts| first(text, ledger, false);
        assert_eq!(seen("The wolf's corpse steams in the cold.", &ledger), None);
        assert_eq!(seen("You look down at the wolf you killed.", &ledger), None);
        assert_eq!(seen("Bron dies without a word.", &ledger), Some(ClaimKind::Death));
        assert_eq!(seen("He sinks to his knees, and the man dies without a word.", &ledger), Some(ClaimKind::Death));
        ledger.others[1] = Other { is_dead: true, died: true, ..other("Bron") };
        ledger.death = true;
        assert_eq!(seen("Bron dies without a word.", &ledger), None);
    }

    #[test]
    fn in_a_fight_a_wound_counts_for_the_one_who_has_it() {
        let hurt = Other { is_hurt: true, hp_deltas: vec![-4], ..other("Goblin A") };
        let missed = vec![["Goblin B", "Ada"].map(str::to_owned).to_vec()];
        let others = vec![hurt, other("Goblin B")];
        let ledger = TurnFacts { heroes: vec![hero()], others, missed, ..TurnFacts::default() };
        let asked = |text: &str| first(text, &ledger, true);
        for right in [
            "Your blade opens a gash in Goblin A's arm.",
            "Goblin A bleeds. Goblin B swings at you, and his blade goes wide.",
            "Your blade cuts into Goblin A, and it snarls.",
            "You watch the door. No blood is spilled here.",
        ] {
            assert_eq!(asked(right), None, "{right}");
        }
        for (wrong, kind) in [
            ("Your blade opens a gash in Goblin B's arm.", ClaimKind::HitPoints),
            ("Goblin B swings, and his blade cuts into your arm.", ClaimKind::HitPoints),
            ("Goblin A jerks aside, and your blade misses him.", ClaimKind::HitPoints),
            ("Goblin A dies at your feet.", ClaimKind::Death),
            ("Goblin B crumples.", ClaimKind::Death),
        ] {
            assert_eq!(asked(wrong), Some(kind), "{wrong}");
        }
    }
}
