//! Recognises texts in which a spell is cast that takes minutes. Everyday words that equal such a spell's name (“find the
//! path”) count only with a verb of casting.

use std::sync::LazyLock;

use language::word_lists::list;

use super::{
    Refusal, State, rest,
    spells::{minutes_to_cast, names_of_slow_spells, singular_words},
};

/// The most words between a casting verb and the name of the spell, as in “cast the spell called”.
const MAX_WORDS_BETWEEN: usize = 3;

struct CastingWords {
    casting: Vec<&'static str>,
    casting_behind: Vec<&'static str>,
    ends: Vec<&'static str>,
    denials: Vec<Vec<String>>,
    help_in_seconds: Vec<Vec<String>>,
    other_throws: Vec<&'static str>,
    healing_spells: Vec<Vec<String>>,
}

static CASTING: LazyLock<CastingWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("slow_casting.txt"), name);
    let phrases = |name: &str| section(name).into_iter().map(singular_words).collect();
    CastingWords {
        casting: section("casting"),
        casting_behind: section("casting behind"),
        ends: section("ends"),
        denials: phrases("denials"),
        help_in_seconds: phrases("help in seconds"),
        other_throws: section("other throws"),
        healing_spells: phrases("healing spells"),
    }
});

/// The words of the names that are no single everyday word, and the names.
static NAMES: LazyLock<Vec<(Vec<String>, String)>> = LazyLock::new(|| {
    let mut names: Vec<String> = names_of_slow_spells().filter(|name| name.contains(' ')).collect();
    names.sort_unstable();
    names.into_iter().map(|name| (singular_words(&name), name)).collect()
});

/// The spell of minutes that a text says is cast.
pub fn cast_in(text: &str) -> Option<&'static str> {
    text.split(['.', ',', ';', '!', '?', '\n']).find_map(cast_in_clause)
}

/// The slow spell that dice with this reason belong to. `is_check`: whether they are a check; other dice with a healing spell
/// are its healing, whatever the verb.
pub fn cast_by_throw(reason: &str, is_check: bool) -> Option<&'static str> {
    let words = singular_words(reason);
    if words.iter().any(|word| CASTING.other_throws.contains(&word.as_str())) {
        return None;
    }
    let heals = || {
        let name = CASTING.healing_spells.iter().find(|name| !is_check && has(&words, name))?;
        NAMES.iter().find(|(words, _)| words == name).map(|(_, name)| name.as_str())
    };
    cast_in(reason).or_else(heals)
}

/// Whether a text names help that comes in seconds, such as a potion.
pub fn names_help_in_seconds(text: &str) -> bool {
    let words = singular_words(text);
    CASTING.help_in_seconds.iter().any(|phrase| has(&words, phrase))
}

/// Refuses a spell that takes minutes while someone is dying.
///
/// # Errors
/// Someone is dying; the text names the spell.
pub fn waits_for_the_dying(state: &State, spell: &str) -> Result<(), Refusal> {
    rest::nobody_is_dying(state).map_err(|refusal| {
        let minutes = match minutes_to_cast(spell) {
            Some(1) => "a minute".to_owned(),
            Some(minutes) => format!("{minutes} minutes"),
            None => "minutes".to_owned(),
        };
        let words = format!("“{spell}” takes {minutes} to cast. {refusal}");
        match refusal.reason() {
            Some(reason) => Refusal::because(reason.clone(), words),
            None => Refusal::new(words),
        }
    })
}

fn cast_in_clause(clause: &str) -> Option<&'static str> {
    let words = singular_words(clause);
    if CASTING.denials.iter().any(|phrase| has(&words, phrase)) {
        return None;
    }
    let is_cast = |name: &[String]| {
        let mut places = words.windows(name.len()).enumerate().filter(|(_, window)| *window == name);
        places.any(|(at, _)| {
            let end = at + name.len();
            let before = &words[at.saturating_sub(MAX_WORDS_BETWEEN + 1)..at];
            let behind = &words[end..words.len().min(end + MAX_WORDS_BETWEEN)];
            reaches(before.iter().rev(), &CASTING.casting) || reaches(behind.iter(), &CASTING.casting_behind)
        })
    };
    NAMES.iter().find(|(name, _)| is_cast(name)).map(|(_, name)| name.as_str())
}

/// Whether one of the verbs is among these words, before a word that ends its scope.
fn reaches<'w>(words: impl Iterator<Item = &'w String>, verbs: &[&str]) -> bool {
    let mut near = words.take_while(|word| !CASTING.ends.contains(&word.as_str()));
    near.any(|word| verbs.contains(&word.as_str()))
}

fn has(words: &[String], phrase: &[String]) -> bool {
    words.windows(phrase.len()).any(|window| window == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spell_is_cast_by_a_verb_that_nothing_denies() {
        for (text, spell) in [
            ("I cast Prayer of Healing on Tam.", Some("prayer of healing")),
            ("She casts the spell Prayer-of-Healing", Some("prayer of healing")),
            ("Mira performs prayers of healing", Some("prayer of healing")),
            ("I pray, then cast wind walk", Some("wind walk")),
            ("Ich wirke auf Tam das Gebet der Heilung", Some("gebet der heilung")),
            ("Ich will das Gebet der Heilung auf Tam wirken", Some("gebet der heilung")),
            ("We must find the path", None),
            ("I cast a light to find the path", None),
            ("I cast a stone into the magic circle", None),
            ("I pray that we find the path", None),
            ("I don't cast prayer of healing", None),
            ("Ich wirke das Gebet der Heilung nicht", None),
            ("Prayer of Healing takes long", None),
            ("I cast cure wounds in the magic circle", None),
            ("I dream of a cure for wounds.", None),
        ] {
            assert_eq!(cast_in(text), spell, "{text}");
        }
    }

    #[test]
    fn saves_checks_and_damage_cast_no_spell() {
        for (reason, is_check, spell) in [
            ("Prayer of Healing", false, Some("prayer of healing")),
            ("Gebet der Heilung: Tam", false, Some("gebet der heilung")),
            ("Cast the magic circle", true, Some("magic circle")),
            ("Religion: the words of the prayer of healing", true, None),
            ("Dexterity save against the glyph of warding", true, None),
            ("Save against the magic circle that she casts", true, None),
            ("Damage of the glyph of warding that he cast", false, None),
            ("Glyph of warding", false, None),
            ("Survival: find the path", true, None),
        ] {
            assert_eq!(cast_by_throw(reason, is_check), spell, "{reason}");
        }
    }

    #[test]
    fn help_in_seconds_is_named_in_english_and_german() {
        for (text, is_named) in [
            ("I give Tam the potions.", true),
            ("I use the healer's kit", true),
            ("Ich gebe Tam den Heiltrank", true),
            ("Prayer of Healing", false),
        ] {
            assert_eq!(names_help_in_seconds(text), is_named, "{text}");
        }
    }
}
