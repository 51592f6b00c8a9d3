//! Which stories are worth a model's review although the comparison found nothing: those with words for an event of a kind of which
//! the turn recorded nothing (`trigger.txt`).

use std::sync::LazyLock;

use super::{ledger::Ledger, sentence::words, told::Kind};

/// An entry of the file: the words of a phrase, of which the last may stand for any ending.
struct Phrase {
    words: Vec<&'static str>,
    is_stem: bool,
}

impl Phrase {
    fn read(line: &'static str) -> Self {
        let stem = line.strip_suffix('*');
        Self { words: stem.unwrap_or(line).split(' ').collect(), is_stem: stem.is_some() }
    }

    fn begins(&self, text: &[&str]) -> bool {
        let Some(text) = text.get(..self.words.len()) else { return false };
        let (last, before) = (text.len() - 1, self.words.len() - 1);
        text[..last] == self.words[..before]
            && if self.is_stem { text[last].starts_with(self.words[before]) } else { text[last] == self.words[before] }
    }
}

static PHRASES: LazyLock<Vec<(Kind, Vec<Phrase>)>> = LazyLock::new(|| {
    let mut kinds: Vec<(Kind, Vec<Phrase>)> = Vec::new();
    let lines = include_str!("trigger.txt").lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix('[').and_then(|line| line.strip_suffix(']')), kinds.last_mut()) {
            (Some(name), _) => {
                let kind = Kind::REVIEWED.into_iter().find(|kind| kind.as_str() == name);
                kinds.push((kind.unwrap_or_else(|| panic!("trigger.txt: {name} is not reviewed")), Vec::new()));
            }
            (None, Some((_, phrases))) => phrases.push(Phrase::read(line)),
            (None, None) => panic!("trigger.txt begins with a phrase instead of a kind"),
        }
    }
    kinds
});

/// The first kind of event that a story without its dialogue seems to tell of while the turn recorded none.
pub(super) fn unrecorded(narration: &str, ledger: &Ledger, in_fight: bool) -> Option<Kind> {
    let lower = narration.to_lowercase();
    let text: Vec<&str> = words(&lower).collect();
    let may_be = |kind: &Kind| (!in_fight || kind.is_told_in_fights()) && !ledger.has_recorded(*kind);
    let kinds = PHRASES.iter().filter(|(kind, _)| may_be(kind));
    let tells = |phrases: &[Phrase]| (0..text.len()).any(|at| phrases.iter().any(|it| it.begins(&text[at..])));
    kinds.into_iter().find(|(_, phrases)| tells(phrases)).map(|(kind, _)| *kind)
}

impl Kind {
    /// The kinds of events that a reviewer may add.
    pub(super) const REVIEWED: [Self; 11] = [
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

    /// Whether the Dungeon Master may cause it by telling while a fight is on, when the rules decide wounds, conditions and spells.
    pub(super) fn is_told_in_fights(self) -> bool {
        matches!(self, Self::Gold | Self::ItemGained | Self::ItemLost)
    }
}

impl Ledger {
    /// Whether the turn recorded an event of this kind.
    fn has_recorded(&self, kind: Kind) -> bool {
        let any_hero = |has: fn(&super::ledger::Sheet) -> bool| self.heroes.iter().any(has);
        match kind {
            Kind::Gold => any_hero(|hero| !hero.copper_deltas.is_empty()),
            Kind::ItemGained => any_hero(|hero| !hero.gained.is_empty()) || !self.handed.is_empty(),
            Kind::ItemLost => any_hero(|hero| !hero.lost.is_empty()),
            Kind::HitPoints => {
                any_hero(|hero| !hero.hp_deltas.is_empty()) || self.others.iter().any(|it| !it.hp_deltas.is_empty())
            }
            // The dead may be told of.
            Kind::Death => self.others.iter().any(|it| it.is_dead),
            Kind::Condition => any_hero(|hero| !hero.conditions.is_empty() || !hero.conditions_touched.is_empty()),
            Kind::SpellSlot => self.slot_spent || self.heroes.iter().all(|hero| hero.spells.is_empty()),
            Kind::Place => self.moved,
            Kind::Quest => self.quest_added || self.quest_done,
            Kind::Level => any_hero(|hero| hero.has_risen || hero.may_rise || !hero.xp.is_empty()),
            Kind::Rest => self.rested || self.minutes >= 60,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::integrity::ledger::Sheet;

    #[test]
    fn words_for_an_event_without_a_record_ask_for_a_review() {
        let hero = Sheet { name: "Ada".to_owned(), ..Sheet::default() };
        let mut ledger = Ledger { heroes: vec![hero], ..Ledger::default() };
        let seen = |text: &str, ledger: &Ledger| unrecorded(text, ledger, false);
        assert_eq!(seen("You count six gold pieces onto the table.", &ledger), Some(Kind::Gold));
        assert_eq!(seen("Your silver compass slips out of your pocket.", &ledger), Some(Kind::ItemLost));
        assert_eq!(seen("Bron dies without a word.", &ledger), Some(Kind::Death));
        assert_eq!(seen("The hinges groan, and cold air rolls over the threshold.", &ledger), None);
        assert_eq!(unrecorded("Bron dies without a word.", &ledger, true), None);
        ledger.heroes[0].copper_deltas.push(-600);
        assert_eq!(seen("You count six gold pieces onto the table.", &ledger), None);
    }
}
