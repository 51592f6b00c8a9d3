//! Claimed deaths.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{
    claims::{ClaimMatch, ProseReading},
    ledger::TurnFacts,
    lists::list,
    reading::found,
    sentence::words,
    things::same,
    told::{ClaimKind, UnsupportedClaim},
};

/// Figures of speech that look like a death.
static NO_DEATH: LazyLock<Vec<&str>> = LazyLock::new(|| list("deaths.no_death"));
/// Words that make a sentence one about another death, or about none.
static ELSEWHERE: LazyLock<Vec<&str>> = LazyLock::new(|| list("deaths.elsewhere"));

/// Lifeless subjects of “die”: laughter, the wind, a conversation.
static FADES: LazyLock<Vec<&str>> = LazyLock::new(|| list("deaths.fades"));

/// Whether it is such a thing that dies, by the words before “dies”.
pub(super) fn fades<'w>(mut before: impl DoubleEndedIterator<Item = &'w str>) -> bool {
    let is_adverb = |word: &&str| word.ends_with("ly") || matches!(*word, "has" | "have" | "had" | "at" | "last");
    before.rfind(|word| !is_adverb(word)).is_some_and(|subject| FADES.contains(&subject))
}

/// Whether the claim says that a light, a sound or similar dies (see `FADES`).
fn tells_of_fading(quote: &str) -> bool {
    let lower = quote.to_lowercase();
    let words: Vec<&str> = words(&lower).collect();
    let dies = |word: &&str| matches!(*word, "die" | "dies" | "died" | "dying");
    words.iter().position(dies).is_some_and(|at| fades(words[..at].iter().copied()))
}

/// Compares narrated deaths with recorded deaths.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let (mut perhaps, alive) = (heard.claims("death.perhaps"), heard.claims("death.alive"));
    let is_taken = |made: &ClaimMatch<'_, '_>| !takes_a_thing(heard, ledger, made);
    perhaps.extend(heard.claims("death.perhaps.taken").into_iter().filter(is_taken));
    // An ambiguous phrase for a death counts if it occurs twice.
    let often = perhaps.len() > 1;
    let taken = heard.claims("death.taken").into_iter().filter(is_taken);
    let sure = heard.claims("death").into_iter().chain(taken).map(|made| (made, true));
    for (made, sure) in sure.chain(perhaps.into_iter().map(|made| (made, often))) {
        if is_meant(heard, &made) && (sure || !acts_on(heard, &alive, &made)) {
            let truth = lives(heard, ledger, &made, sure);
            findings.extend(truth.map(|truth| found(ClaimKind::Death, &made, truth)));
        }
    }
    for made in by_its_signs(heard, &alive) {
        let truth = lives(heard, ledger, &made, false);
        findings.extend(truth.map(|truth| found(ClaimKind::Death, &made, truth)));
    }
}

/// How many signs of a death, each of another sort, in two sentences side by side mean one.
const SIGNS: usize = 3;

/// The last sign of each death that is narrated by its signs alone: someone falls, and a pulse is felt for, and a prayer said.
fn by_its_signs<'h, 'p>(heard: &'h ProseReading<'_, 'p>, alive: &[ClaimMatch<'_, '_>]) -> Vec<ClaimMatch<'h, 'p>> {
    let mut signs = heard.claims("death.hint");
    signs.retain(|made| is_meant(heard, made) && !acts_on(heard, alive, made));
    let ways = |nth: usize| -> HashSet<usize> {
        signs.iter().filter(|it| it.nth == nth || it.nth + 1 == nth).map(|it| it.way).collect()
    };
    let last: HashMap<usize, usize> = signs.iter().enumerate().map(|(i, made)| (made.nth, i)).collect();
    let told: HashSet<usize> = last.into_iter().filter(|(nth, _)| ways(*nth).len() >= SIGNS).map(|(_, i)| i).collect();
    signs.into_iter().enumerate().filter(|(i, _)| told.contains(i)).map(|(_, made)| made).collect()
}

/// Words for another being.
const OTHERS: [&str; 7] = ["other", "second", "third", "last", "rest", "another", "companion"];

/// Whether someone acts after words that may mean a death, in the same sentence or the next.
fn acts_on(heard: &ProseReading<'_, '_>, alive: &[ClaimMatch<'_, '_>], made: &ClaimMatch<'_, '_>) -> bool {
    let another = |nth: usize| heard.glosses[nth].text.split(' ').any(|word| OTHERS.contains(&word));
    alive
        .iter()
        .any(|it| (it.nth == made.nth && it.range.end > made.range.end) || (it.nth == made.nth + 1 && !another(it.nth)))
}

/// Whether words that tell of a death tell of one now, and of someone else's than the hero's.
fn is_meant(heard: &ProseReading<'_, '_>, made: &ClaimMatch<'_, '_>) -> bool {
    let sentence = heard.sentence(made.nth).to_lowercase();
    let figure = NO_DEATH.iter().chain(ELSEWHERE.iter()).any(|figure| sentence.contains(figure));
    let before = heard.glosses[made.nth].text[..made.range.start].rsplit(' ').take(2);
    // “You snap the scout's neck”: you do it, and someone else has it done to them.
    let object = made.part("who").and_then(|who| who.first()).is_some_and(|who| who.begins() > made.range.start + 1);
    let yours = !object && before.into_iter().any(|word| word == "you");
    // The subject of “falls” or “bursts” may be a thing.
    let thing =
        matches!(made.part_text("who"), "it" | "they") && heard.speaks_of_a_thing(made.nth, made.range.start + 1);
    // “He was dead before he hit the ground”: the past of a moment.
    let at_once = sentence.contains("dead before ");
    !figure && !tells_of_fading(made.quote) && !yours && !thing && (at_once || !heard.recounts(made))
}

/// Verbs before a thing falls into water or fire.
static LETS_GO: LazyLock<Vec<&str>> = LazyLock::new(|| list("deaths.lets_go"));

/// Whether the “it” that the water or the fire takes is a thing: an item of the pack was spoken of last or let go of, or no one was
/// spoken of who could be “it”. “You throw your waterskin over, and the river has it.”
fn takes_a_thing(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, made: &ClaimMatch<'_, '_>) -> bool {
    const WORDS_TO_ITEM: usize = 3;
    let gloss = &heard.glosses[made.nth];
    let words: Vec<&str> = gloss.text[..made.range.start].split_whitespace().collect();
    let is_thrown = |at: usize| {
        let object = words[at + 1..].iter().take(WORDS_TO_ITEM).find(|word| matches!(**word, "#item" | "#being"));
        LETS_GO.contains(&words[at]) && object == Some(&"#item")
    };
    // “You drive it back with your mace, and the bog takes it”
    let item = words.iter().rposition(|word| *word == "#item");
    let is_means =
        item.is_some_and(|at| words[at.saturating_sub(2)..at].iter().any(|word| matches!(*word, "with" | "by")));
    let is_last = heard.speaks_of_a_thing(made.nth, made.range.start + 1) && !is_means;
    let is_person = |at: &usize| match ledger.others.get(*at) {
        Some(other) => ledger.people.iter().any(|person| same(person, &other.name)),
        None => true,
    };
    let is_nobody = match heard.last_being(made.nth, made.range.end) {
        Some(all) => all.iter().all(is_person),
        None => (0..ledger.others.len()).all(|at| is_person(&at)),
    };
    is_last || (0..words.len()).any(is_thrown) || is_nobody
}

/// Whether the words of a claim may mean a body that was there before: “over his face”.
fn speaks_of_the_dead(quote: &str) -> bool {
    let lower = quote.to_lowercase();
    let is_theirs = words(&lower).any(|word| matches!(word, "his" | "her" | "its" | "their"));
    is_theirs && words(&lower).any(|word| matches!(word, "face" | "eyes" | "eyelids"))
}

/// A finding that a person that the story calls dead is alive, if it is known who is meant.
fn lives(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, made: &ClaimMatch<'_, '_>, sure: bool) -> Option<String> {
    let named = made.part("who").and_then(|who| who.iter().find_map(|word| word.sense.beings()));
    let Some(who) = named.or_else(|| heard.last_being(made.nth, made.range.end)) else {
        return ledger.nobody_died().filter(|_| sure);
    };
    // “Agnes draws a cloth over his face”: he may be someone who was dead before.
    if named.is_none() && !ledger.dead_before.is_empty() && speaks_of_the_dead(made.quote) {
        return None;
    }
    let sentence = heard.sentence(made.nth).to_lowercase();
    let every = named.is_some() && words(&sentence).take(12).any(|word| matches!(word, "both" | "all" | "every"));
    let near = heard.names_somebody(made.nth) || who.iter().all(|at| *at < ledger.others.len());
    ledger.all_live(who, named.is_some(), every).filter(|_| sure || named.is_some() || near)
}

impl TurnFacts {
    /// That all of these live (with `every`, that one of them does): their indices among all people here, as in `Names`.
    fn all_live(&self, who: &[usize], named: bool, every: bool) -> Option<String> {
        let all: Option<Vec<(&str, bool)>> = who.iter().map(|at| self.fate(*at, named)).collect();
        let all = all.filter(|all| every || all.iter().all(|(_, lives)| *lives))?;
        let (name, _) = all.iter().rfind(|(_, lives)| *lives)?;
        Some(format!("{name} lives."))
    }

    /// Someone's name, and whether they live.
    fn fate(&self, at: usize, named: bool) -> Option<(&str, bool)> {
        if let Some(other) = self.others.get(at) {
            return Some((&other.name, !other.is_dead));
        }
        let at = at - self.others.len();
        let Some(person) = self.people.get(at) else {
            return self.heroes.get(at - self.people.len() + 1).map(|hero| (hero.name.as_str(), !hero.is_dead));
        };
        Some((person, !self.is_dead(person) && (named || !self.death)))
    }

    fn nobody_died(&self) -> Option<String> {
        let living = self.others.iter().any(|other| !other.is_dead);
        (living && !self.death).then(|| "Nobody died this turn.".to_owned())
    }
}
