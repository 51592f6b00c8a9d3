//! Texts for players put no words into the heroes' mouths.

use super::{graph::Graph, informed::Nobody, spoilers::SpoilerReader};
use crate::campaign::{
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// Words after closing quotation marks if the hero has spoken: `“Sit,” you say`.
const BEHIND: [&str; 14] = [
    "you say",
    "you ask",
    "you answer",
    "you reply",
    "you tell",
    "you shout",
    "you call",
    "you whisper",
    "you murmur",
    "you cry",
    "sagst du",
    "fragst du",
    "rufst du",
    "antwortest du",
];
/// Characters before an opening quotation mark at the beginning of a sentence: `You say “Hello?”`.
const BEFORE: [&str; 8] =
    ["You say", "You ask", "You answer", "You reply", "You shout", "You call", "You whisper", "Du sagst"];
/// Punctuation that ends speech.
const CLOSING: [char; 4] = ['”', '"', '“', '«'];

/// Notes every text that quotes the hero.
pub(super) fn check(package: &CampaignPackage, graph: &Graph, found: &mut Diagnostics) {
    let mut look = |text: &str, place: &PackageLocation, field: &str| {
        let place = if field.is_empty() { place.clone() } else { place.field(field) };
        note(text, &place, found);
    };
    SpoilerReader::over(&Nobody, &mut look).all(package, graph, |_| true);
    for (at, ending) in package.endings.iter().enumerate() {
        let place = PackageLocation::whole().item("endings", at, "ending", &ending.id);
        note(&ending.epilogue, &place.field("epilogue"), found);
        ending.variants.iter().for_each(|variant| note(&variant.shown, &place.field("variants"), found));
    }
}

fn note(text: &str, place: &PackageLocation, found: &mut Diagnostics) {
    let Some(words) = spoken(text) else { return };
    found.note(
        Code::HeroSpeaks,
        place,
        format!("The hero speaks here: {words}. What heroes say is their players'."),
        "Tell what comes of it, or what it is about, in words that anyone's hero could have found.",
    );
}

/// The words that say that the hero speaks, if any do.
fn spoken(text: &str) -> Option<&'static str> {
    let behind = text.match_indices(CLOSING).find_map(|(at, mark)| {
        let rest = text[at + mark.len()..].trim_start_matches([',', '.']).strip_prefix(' ')?;
        BEHIND.into_iter().find(|words| is_word(rest, words))
    });
    behind.or_else(|| {
        BEFORE.into_iter().find(|words| {
            text.match_indices(*words).any(|(at, _)| {
                let rest = text[at + words.len()..].trim_start_matches([',', ':']);
                let is_first = at == 0 || text[..at].trim_end().ends_with(['.', '!', '?', '”', '"', '\n']);
                is_first && rest.trim_start().starts_with(['“', '"', '„', '»']) && rest.starts_with(' ')
            })
        })
    })
}

/// Whether a text begins with these words, and no longer ones.
fn is_word(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hero_speaks_where_a_quotation_is_yours() {
        for text in
            ["“Sit,” you say.", "You say “Hello?” into the dark.", "“Halt!“, sagst du.", "It rains. You ask: “Why?”"]
        {
            assert!(spoken(text).is_some(), "{text}");
        }
        for text in [
            "“Sit,” says Oriel, and you say nothing.",
            "You read “had baby”, and “recited”.",
            "You say nothing. “Well?” she asks.",
            "“At the hearing you say a name.”",
            "You ask about her feet. “My feet!”",
        ] {
            assert_eq!(spoken(text), None, "{text}");
        }
    }
}
