//! Whether the turn recorded the event that words of a story describe: by its thing, number, place or victim, and not by its
//! kind alone. If one gift was recorded, a second one counts as unrecorded.

use std::ops::Range;

use super::{
    claims::ProseReading,
    ledger::{HeroFacts, TurnFacts},
    names::KnownNames,
    number::number,
    sentence::words,
    things::singular,
    told::{ClaimKind, ParsedProse},
    travels::enters,
    trigger::EvidenceKind,
    victims::{Victims, victims_in},
};

/// Shorter words of a name say too little.
const MIN_LETTERS: usize = 3;
/// How many words behind the words for an arrival may name the place.
const MAX_NAME: usize = 4;
/// How many words behind a number may name coins.
const TO_COINS: usize = 3;

/// Words of a story that tell of an event.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EventMention<'t> {
    /// The sentence, or the quoted part of it.
    pub(super) text: &'t str,
    /// The sentence before, for what a pronoun means.
    pub(super) before: &'t str,
    /// The text after the words for the event, if known.
    pub(super) after: Option<&'t str>,
}

impl TurnFacts {
    /// Whether the turn recorded an event of this kind that the words can tell of. Wounds and deaths are compared by their victims:
    /// [`TurnFacts::has_befallen`].
    pub(super) fn has_recorded(&self, kind: ClaimKind, told: EventMention<'_>) -> bool {
        let any_hero = |has: fn(&HeroFacts) -> bool| self.heroes.iter().any(has);
        match kind {
            ClaimKind::Gold => self.has_moved_coins(told.text),
            ClaimKind::ItemGained => is_named(self.heroes.iter().flat_map(|it| &it.gained).chain(&self.handed), told),
            ClaimKind::ItemLost => {
                is_named(self.heroes.iter().flat_map(|it| it.lost.iter().chain(&it.taken_off)), told)
            }
            ClaimKind::Condition => {
                any_hero(|hero| !hero.conditions.is_empty() || !hero.conditions_touched.is_empty())
                    || self.heroes.iter().any(|hero| hero.has_effect_of(told.text))
            }
            ClaimKind::SpellSlot => self.slot_spent || self.heroes.iter().all(|hero| hero.spells.is_empty()),
            ClaimKind::Place => self.moved && !self.names_elsewhere(told.text) && self.is_where(told.after),
            ClaimKind::Quest => self.has_recorded_quest(told.text),
            ClaimKind::Level => any_hero(|hero| hero.has_risen || hero.may_rise || !hero.xp.is_empty()),
            ClaimKind::Rest => self.rested || self.minutes >= 60,
            _ => true,
        }
    }

    /// Whether words that a reviewer quoted from a story tell of an event that the turn recorded.
    pub(super) fn has_recorded_quote(&self, kind: ClaimKind, told: &ParsedProse<'_>, quote: Range<usize>) -> bool {
        let (text, sentences) = told.parts();
        let Some(nth) = sentences.iter().position(|it| it.start < quote.end && quote.start < it.end) else {
            return false;
        };
        let quoted = text.get(quote.clone()).unwrap_or_default();
        if !matches!(kind, ClaimKind::HitPoints | ClaimKind::Death) {
            let before = nth.checked_sub(1).map_or("", |before| told.sentence(before));
            return self.has_recorded(kind, EventMention { text: quoted, before, after: None });
        }
        let heard = ProseReading::new(told, KnownNames::of(self));
        let start = sentences[nth].start;
        let within = quote.start.saturating_sub(start)..quote.end.saturating_sub(start);
        self.has_befallen(kind, quoted, &victims_in(&heard, nth, within))
    }

    /// Whether a wound or a death of these was recorded, with the narrated number.
    fn has_befallen(&self, kind: ClaimKind, text: &str, victims: &Victims) -> bool {
        let is_amount = |n: i64| self.amounts().any(|amount| amount == n);
        let fits = kind == ClaimKind::Death || numbers(text).all(|(n, _)| is_amount(n));
        fits && self.against(kind, EvidenceKind::Event, victims).is_none()
    }

    /// Whether coins moved, and as many as the text tells of.
    fn has_moved_coins(&self, text: &str) -> bool {
        let deltas: Vec<i64> = self.heroes.iter().flat_map(|hero| hero.copper_deltas.iter().copied()).collect();
        let sum = |keep: fn(&i64) -> bool| deltas.iter().copied().filter(keep).sum::<i64>();
        let sums = [sum(|cp| *cp > 0), sum(|cp| *cp < 0), sum(|_| true)];
        let is_moved = |n: i64| {
            let is = |cp: &i64| [1, 10, 100, 1_000].iter().any(|worth| cp.abs() == n.saturating_mul(*worth));
            deltas.iter().chain(&sums).any(is)
        };
        let of_coins: Vec<i64> = numbers(text).filter(|(_, is_of_coins)| *is_of_coins).map(|(n, _)| n).collect();
        let told = if of_coins.is_empty() { numbers(text).map(|(n, _)| n).collect() } else { of_coins };
        let total: i64 = told.iter().sum();
        !deltas.is_empty() && (told.iter().all(|n| is_moved(*n)) || is_moved(total))
    }

    /// Whether a text names a place the heroes know and were not at in this turn.
    pub(super) fn names_elsewhere(&self, text: &str) -> bool {
        let was_there = |name: &String| self.visited.iter().any(|it| plain(it) == plain(name));
        self.elsewhere.iter().any(|name| names(text, name) && !was_there(name))
    }

    /// Whether a text names where the heroes are.
    pub(super) fn names_here(&self, text: &str) -> bool {
        names(text, &self.location)
    }

    /// Whether what follows the words for an arrival can name a place the heroes came to.
    fn is_where(&self, after: Option<&str>) -> bool {
        let Some(after) = after else { return true };
        const GOES_ON: [&str; 12] =
            ["at", "by", "as", "with", "before", "after", "when", "while", "and", "where", "again", "from"];
        let clause = after.split([',', '.', ';', ':', '—', '!', '?']).next().unwrap_or_default();
        let name: Vec<&str> = words(clause).take_while(|word| !GOES_ON.contains(word)).take(MAX_NAME).collect();
        name.is_empty() || self.knows_name(&name.join(" "), enters(clause))
    }
}

impl TurnFacts {
    /// Whether a sentence tells of more time than went by in the turn, at least an hour: “Three days go by.” Events narrated as
    /// so long before, or to be so long every time, is none.
    pub(super) fn is_longer(&self, told: &ParsedProse<'_>, nth: usize) -> bool {
        const UNITS: [(&str, i64); 4] = [("hour", 60), ("night", 480), ("day", 1_440), ("week", 10_080)];
        const PASSING: [&str; 16] = [
            "pass", "passes", "passed", "go", "goes", "went", "later", "crawl", "crawls", "slip", "slips", "wait",
            "sleep", "rest", "sit", "spend",
        ];
        const OTHERWISE: [&str; 12] =
            ["ago", "old", "every", "each", "last", "next", "before", "since", "had", "been", "another", "more"];
        let sentence = told.sentence(nth);
        let all: Vec<&str> = words(sentence).collect();
        let is_any = |list: &[&str]| all.iter().any(|word| list.iter().any(|it| it.eq_ignore_ascii_case(word)));
        let lasts = all.windows(2).filter_map(|pair| {
            // Nearly all words are not units.
            let initial = pair[1].bytes().next().map(|it| it.to_ascii_lowercase());
            UNITS.iter().find(|(name, _)| name.bytes().next() == initial)?;
            let unit = singular(&pair[1].to_lowercase());
            let (_, minutes) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
            let n =
                if matches!(pair[0].to_lowercase().as_str(), "a" | "an" | "one") { Some(1) } else { number(pair[0]) };
            let start = pair[0].as_ptr() as usize - sentence.as_ptr() as usize;
            let at = start..start + pair[0].len();
            n.filter(|_| told.says(sentence, at)).map(|n| n.saturating_mul(minutes))
        });
        let longest = lasts.max().unwrap_or_default();
        longest >= 60
            && longest > i64::from(self.minutes) * 2
            && !self.rested
            && is_any(&PASSING)
            && !is_any(&OTHERWISE)
    }
}

/// Whether words name one of these things, or mean it by a pronoun.
fn is_named<'n>(names: impl Iterator<Item = &'n String>, told: EventMention<'_>) -> bool {
    const PRONOUNS: [&str; 4] = ["it", "them", "that", "this"];
    let text: Vec<String> = words(&told.text.to_lowercase()).map(singular).collect();
    let before: Vec<String> = words(&told.before.to_lowercase()).map(singular).collect();
    let has_pronoun = words(&told.text.to_lowercase()).any(|word| PRONOUNS.contains(&word));
    let is_word = |word: &String| text.contains(word) || (has_pronoun && before.contains(word));
    names.into_iter().any(|name| {
        let name = name.to_lowercase();
        words(&name).map(singular).any(|word| word.len() >= MIN_LETTERS && is_word(&word))
    })
}

/// The numbers above one in a text, and whether each counts coins.
fn numbers(text: &str) -> impl Iterator<Item = (i64, bool)> {
    const COINS: [&str; 9] = ["gold", "silver", "copper", "coin", "crown", "gp", "sp", "cp", "piece"];
    let all: Vec<String> = words(&text.to_lowercase()).map(str::to_owned).collect();
    let of_coins = |at: usize| all[at + 1..].iter().take(TO_COINS).any(|word| COINS.contains(&singular(word).as_str()));
    let found: Vec<(i64, bool)> =
        (0..all.len()).filter_map(|at| Some((number(&all[at]).filter(|n| *n > 1)?, of_coins(at)))).collect();
    found.into_iter()
}

/// Whether a text names a place.
fn names(text: &str, name: &str) -> bool {
    let name = plain(name);
    !name.is_empty() && format!(" {} ", plain(text)).contains(&format!(" {name} "))
}

/// A text in lower case, its words with one blank between them, without a leading article.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    all.join(" ").trim_start_matches("the ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::{super::ledger::TouchedQuest, *};

    fn hero() -> HeroFacts {
        HeroFacts { name: "Ada".to_owned(), hp: (20, 20), hp_before: 20, ..HeroFacts::default() }
    }

    fn quoted(kind: ClaimKind, story: &str, quote: &str, ledger: &TurnFacts) -> bool {
        let from = story.find(quote).expect("the quote stands in the story");
        ledger.has_recorded_quote(kind, &ParsedProse::new(story), from..from + quote.len())
    }

    #[test]
    fn an_event_is_recorded_by_its_thing_and_its_number() {
        let paid = HeroFacts { copper_deltas: vec![-300], gained: vec!["Short Axe".to_owned()], ..hero() };
        let ledger = TurnFacts { heroes: vec![paid], ..TurnFacts::default() };
        let told = |text| EventMention { text, ..EventMention::default() };
        for (kind, text, is_recorded) in [
            (ClaimKind::Gold, "You pay Hessa three gold for the axe.", true),
            (ClaimKind::Gold, "You count the coins onto the anvil.", true),
            (ClaimKind::Gold, "Pell gets two gold for the stone.", false),
            (ClaimKind::Gold, "She throws in a purse of ten for your trouble.", false),
            (ClaimKind::ItemGained, "Hessa hands you the axe.", true),
            (ClaimKind::ItemGained, "Pell gives you a tin lantern.", false),
            (ClaimKind::ItemLost, "You hand over the axe.", false),
        ] {
            assert_eq!(ledger.has_recorded(kind, told(text)), is_recorded, "{text}");
        }
        let it = EventMention { text: "You slide it into your belt.", before: "The axe is good.", after: None };
        assert!(ledger.has_recorded(ClaimKind::ItemGained, it));
    }

    #[test]
    fn what_is_taken_off_and_what_a_spell_brings_is_recorded() {
        let hero =
            HeroFacts { taken_off: vec!["Chain Mail".to_owned()], effects: vec!["invisibility".to_owned()], ..hero() };
        let ledger = TurnFacts { heroes: vec![hero], ..TurnFacts::default() };
        for (kind, text, is_recorded) in [
            (ClaimKind::ItemLost, "You pull the mail over your head and drop it.", true),
            (ClaimKind::ItemLost, "You toss the torch into the well.", false),
            (ClaimKind::Condition, "You are invisible now.", true),
            (ClaimKind::Condition, "You are blind.", false),
        ] {
            assert_eq!(
                ledger.has_recorded(kind, EventMention { text, ..EventMention::default() }),
                is_recorded,
                "{text}"
            );
        }
    }

    #[test]
    fn a_quest_is_recorded_by_its_name() {
        let (bell, ferryman) = ("find the lost bell".to_owned(), "Free the ferryman".to_owned());
        let bell = TouchedQuest { title: bell, ..TouchedQuest::default() };
        let ledger =
            TurnFacts { quests: vec![ferryman], quests_touched: vec![bell], quest_done: true, ..TurnFacts::default() };
        let told = |text| EventMention { text, ..EventMention::default() };
        assert!(ledger.has_recorded(ClaimKind::Quest, told("The lost bell is found.")));
        assert!(ledger.has_recorded(ClaimKind::Quest, told("Your errand is done.")));
        assert!(!ledger.has_recorded(ClaimKind::Quest, told("The ferryman is free, and your word is kept.")));
    }

    #[test]
    fn a_wound_is_recorded_of_the_one_who_has_it_and_by_its_number() {
        let hurt = HeroFacts { hp_deltas: vec![-4], hp: (16, 20), ..hero() };
        let ledger = TurnFacts { heroes: vec![hurt], people: vec!["Hessa".to_owned()], ..TurnFacts::default() };
        let story = "The bar burns your hand. Then the tongs lay Hessa's arm open. You lose nine hit points.";
        assert!(quoted(ClaimKind::HitPoints, story, "burns your hand", &ledger));
        assert!(!quoted(ClaimKind::HitPoints, story, "lay Hessa's arm open", &ledger));
        assert!(!quoted(ClaimKind::HitPoints, story, "You lose nine hit points", &ledger));
    }

    #[test]
    fn a_place_is_recorded_by_its_name() {
        let ledger = TurnFacts {
            heroes: vec![hero()],
            moved: true,
            location: "the harbour".to_owned(),
            elsewhere: vec!["Otter Weir".to_owned()],
            ..TurnFacts::default()
        };
        let at = |text, after| EventMention { text, before: "", after };
        assert!(ledger.has_recorded(ClaimKind::Place, at("You come to the harbour.", Some(" the harbour."))));
        assert!(!ledger.has_recorded(ClaimKind::Place, at("You come to Otter Weir.", None)));
        assert!(
            !ledger.has_recorded(ClaimKind::Place, at("By dusk you are in the lighthouse.", Some(" the lighthouse.")))
        );
    }
}
