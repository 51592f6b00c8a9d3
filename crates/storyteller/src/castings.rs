//! Sentences that cast a spell without saying so: "Everyone but Tam gets my bless", "I give Tam a second level cure wounds".

use language::{sentences::sentences, slot_level};

use super::play::Play;
use crate::words::deeds::{
    casting::{ARTICLES, EVERYDAY_SPELLS, GETS, GRANTS, LAID_ON, SPENT_ON, WISHES},
    tending::{AIMS, SPELL_JOINS},
};

/// The most words for those who get a spell.
const MAX_WHOM: usize = 8;

impl Play<'_> {
    /// The hero's spells, with their cantrips.
    pub(super) fn spells(&self) -> Vec<String> {
        self.hero.cantrips.iter().chain(&self.hero.spells).cloned().collect()
    }
}

/// Plain words as the reader of deeds knows them: without the level of a slot where a spell is cast, and with "cast" where they only say
/// who gets it.
pub(super) fn plainly_cast(play: &Play<'_>, words: &str) -> String {
    let spells: Vec<String> = play.spells().iter().map(|spell| spell.to_lowercase()).collect();
    let names_spell = spells.iter().any(|spell| words.contains(spell.as_str()));
    if !names_spell {
        return if words.contains("cast") { slot_level::without(words) } else { words.to_owned() };
    }
    let is_paid = slot_level::find(words).is_some();
    let words = slot_level::without(words);
    if words.contains('?') {
        return words;
    }
    if words.contains("cast") {
        return each_cast(words, &spells);
    }
    let mut text = words.clone();
    for sentence in sentences(&words) {
        let plain = sentence.trim().trim_end_matches(['.', '!', ' ']);
        if let Some(said) = spells.iter().find_map(|spell| said_as_casting(plain, spell, is_paid)) {
            text = text.replace(plain, &said);
        }
    }
    text
}

/// Words that cast a spell, with "cast" before each further one: "cast aid on Tam and healing word on Ada".
fn each_cast(words: String, spells: &[String]) -> String {
    let spells = spells.iter().filter(|spell| !EVERYDAY_SPELLS.contains(&spell.as_str()));
    spells.fold(words, |words, spell| {
        SPELL_JOINS.iter().fold(words, |words, join| {
            let join = format!("{} ", join.trim_end());
            LAID_ON.iter().chain(AIMS).fold(words, |words, on| {
                words.replace(&format!("{join}{spell} {on} "), &format!("{join}cast {spell} {on} "))
            })
        })
    })
}

/// A sentence as "cast bless on Tam"; none if it is no other way to say that.
fn said_as_casting(sentence: &str, spell: &str, is_paid: bool) -> Option<String> {
    let padded = format!(" {sentence} ");
    let at = padded.find(&format!(" {spell} "))?;
    let (before, after) = (padded[..at].trim(), padded[at + spell.len() + 2..].trim());
    let is_everyday = EVERYDAY_SPELLS.contains(&spell);
    let whom = match after.split_once(' ') {
        Some((on, whom)) if LAID_ON.contains(&on) || AIMS.contains(&on) && !is_everyday => {
            aimed_at(before, whom, is_paid)
        }
        None if after.is_empty() && !is_everyday => given_to(before),
        _ => None,
    }?;
    (whom.split(' ').count() <= MAX_WHOM).then(|| format!("cast {spell} on {whom}"))
}

/// Those a spell is wished on, or a slot is spent for: "I want aid on …".
fn aimed_at<'t>(before: &str, whom: &'t str, is_paid: bool) -> Option<&'t str> {
    let before = without_article(before);
    let says = |list: &[&str]| list.contains(&before);
    (says(WISHES) || is_paid && says(SPENT_ON)).then_some(whom)
}

/// Those who get a spell, where its name ends the sentence.
fn given_to(before: &str) -> Option<&str> {
    if let Some(whom) = GETS.iter().find_map(|gets| before.strip_suffix(gets)?.strip_suffix(' ')) {
        let wished = WISHES.iter().find_map(|wish| whom.strip_prefix(wish)?.strip_prefix(' '));
        return Some(wished.unwrap_or(whom)).filter(|whom| !whom.is_empty());
    }
    let before = without_article(before);
    GRANTS.iter().find_map(|gives| before.strip_prefix(gives)?.strip_prefix(' ')).filter(|whom| !whom.is_empty())
}

fn without_article(text: &str) -> &str {
    match text.rsplit_once(' ') {
        Some((rest, last)) if ARTICLES.contains(&last) => rest,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::said_as_casting;

    #[test]
    fn who_gets_a_spell_is_whom_it_is_cast_on() {
        for (sentence, spell, cast) in [
            ("everyone but wren gets my bless", "bless", "cast bless on everyone but wren"),
            ("i want aid on us all save wren", "aid", "cast aid on us all save wren"),
            ("i give wren cure wounds", "cure wounds", "cast cure wounds on wren"),
            ("i'd like odo to have bless", "bless", "cast bless on odo"),
        ] {
            assert_eq!(said_as_casting(sentence, spell, false).as_deref(), Some(cast));
        }
        assert_eq!(
            said_as_casting("i use for cure wounds on wren", "cure wounds", true).as_deref(),
            Some("cast cure wounds on wren")
        );
        for (sentence, spell) in [
            ("i give wren my aid", "aid"),
            ("i want aid for the wounded", "aid"),
            ("i ask marta about bless", "bless"),
            ("i want to know what bless does", "bless"),
            ("i use for cure wounds on wren", "cure wounds"),
        ] {
            assert_eq!(said_as_casting(sentence, spell, false), None, "{sentence}");
        }
    }
}
