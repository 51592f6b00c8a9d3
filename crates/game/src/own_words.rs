//! Sentences that the rules write into the journal and into later prompts, in each supported language.

use std::sync::LazyLock;

use serde::Deserialize;

use super::language_tag::LanguageTag;

macro_rules! own_words {
    ($($name:ident),+ $(,)?) => {
        /// Sentences of one language; `{}` takes a name, a number or a quotation, in order.
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct OwnWords {
            $(pub $name: String),+
        }

        impl OwnWords {
            #[cfg(test)]
            fn all(&self) -> Vec<(&'static str, &str)> {
                vec![$((stringify!($name), self.$name.as_str())),+]
            }
        }
    };
}

own_words!(
    heroes,
    story,
    met_person,
    came_to,
    know_place,
    came_to_scene,
    act_began,
    act_began_titled,
    story_ended,
    quest_taken,
    quest_taken_for,
    step_done,
    quest_done,
    quest_failed,
    died,
    lives_again,
    namesake,
    hostile,
    neutral,
    friendly,
    fight_won,
    fight_lost,
    fight_fled,
    fight_settled,
    is_at,
    has_left,
    has_not,
    has,
    has_many,
    ally,
    rival,
    neutral_person,
    informant,
    merchant,
    quest_giver,
    fight_began,
    fight_over,
    fight_over_against,
    heroes_won,
    heroes_lost,
    heroes_fled,
    it_was_settled,
    fell,
    and,
    more,
    reached_place,
    found_out,
    place_found,
    hidden_found,
    got,
    lost,
    a_quest_taken,
    a_quest_taken_for,
    step_of_quest_done,
    a_quest_done,
    a_quest_failed,
    hero_died,
    a_deed_is_no_question,
    no_answer_now,
    whispers,
    whispers_to,
);

static ENGLISH: LazyLock<OwnWords> = LazyLock::new(|| read(include_str!("own_words/en.json")));
static GERMAN: LazyLock<OwnWords> = LazyLock::new(|| read(include_str!("own_words/de.json")));

#[expect(clippy::expect_used, reason = "a file of this crate, which a test reads")]
fn read(json: &str) -> OwnWords {
    serde_json::from_str(json).expect("each sentence in each language")
}

impl OwnWords {
    /// The words of a story's language; the English ones for a language without any.
    pub fn of(language: Option<&LanguageTag>) -> &'static Self {
        match language.map(LanguageTag::primary).as_deref() {
            Some("de") => &GERMAN,
            _ => &ENGLISH,
        }
    }
}

/// A sentence with its places filled in order.
pub fn filled(sentence: &str, words: &[&str]) -> String {
    let mut words = words.iter();
    let mut parts = sentence.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(words.next().copied().unwrap_or_default());
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, GERMAN, OwnWords, filled};
    use crate::language_tag::LanguageTag;

    #[test]
    fn each_language_says_the_same_with_the_same_places() {
        for ((name, english), (_, german)) in ENGLISH.all().into_iter().zip(GERMAN.all()) {
            assert_eq!(english.matches("{}").count(), german.matches("{}").count(), "{name}");
            assert!(!german.is_empty() && (german != english || name == "neutral_person"), "{name}");
        }
    }

    #[test]
    fn a_language_without_words_of_its_own_has_the_english_ones() {
        let heroes = |tag: &str| OwnWords::of(Some(&LanguageTag::read(tag).unwrap())).heroes.as_str();
        assert_eq!([heroes("de-CH"), heroes("fr"), heroes("en")], ["Die Helden", "The heroes", "The heroes"]);
    }

    #[test]
    fn names_with_braces_stay_names() {
        assert_eq!(filled("{} met {}.", &["{}", "Odo"]), "{} met Odo.");
    }
}
