//! Checks a campaign's claims about itself: its premise has content, its fights and bosses must be won, its creatures are in the SRD,
//! and its language tag is valid and matches the text.

use std::{collections::HashSet, sync::LazyLock};

use game::{language_tag::LanguageTag, safety};

use crate::campaign::{
    act::Node,
    beat::{BeatKind, Foe},
    creatures,
    diagnostic::{Code, Diagnostics, PackageLocation},
    package::CampaignPackage,
};

/// Language subtags.
static LANGUAGES: LazyLock<HashSet<&str>> = LazyLock::new(|| lines(include_str!("../languages.txt")));
/// Common words; almost every English sentence contains one of them.
const ENGLISH: &[&str] = &[
    "the", "and", "of", "to", "is", "in", "that", "it", "for", "you", "with", "on", "are", "was", "his", "her", "they",
    "this", "have", "from", "what", "not",
];
/// Texts with fewer words are too short to identify their language.
const MIN_WORDS: usize = 40;
/// The same of a single node, whose texts may be names and lists.
const MIN_WORDS_OF_NODE: usize = 60;
/// The share of those words above which a text is English, and below which it is not. English prose has .25 to .40, other
/// languages hardly .05.
const IS_ENGLISH: f64 = 0.18;
const IS_NOT_ENGLISH: f64 = 0.06;

fn lines(text: &'static str) -> HashSet<&'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

/// Reports claims of the campaign that its content does not support.
pub(super) fn check(package: &CampaignPackage, found: &mut Diagnostics) {
    let whole = PackageLocation::whole();
    if let Some(message) = emptiness(&package.premise.text) {
        let remedy = "Tell the whole story on one page, for the Dungeon Master alone.";
        found.note(Code::Blank, &whole.field("premise").field("text"), message, remedy);
    }
    let epilogues = package.endings.iter().enumerate().map(|(at, ending)| {
        let place = whole.item("endings", at, "ending", &ending.id);
        (place.field("epilogue"), &ending.epilogue)
    });
    for (place, text) in epilogues.chain([(whole.field("blurb"), &package.blurb)]) {
        if let Some(message) = emptiness(text) {
            found.note(Code::Blank, &place, message, "Write it.");
        }
    }
    language(package, &whole.field("language"), found);
    content_tags(package, found);
    for (at, person) in package.people.iter().enumerate() {
        let place = whole.item("people", at, "person", &person.id).field("creature");
        if let Some(kind) = &person.creature {
            creature(kind, &place, found);
        }
    }
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            let place = super::graph::place_of(package, a, n);
            for (b, beat) in node.beats.iter().enumerate() {
                let place = place.item("beats", b, "beat", &beat.id);
                foes(&beat.foes, &place, found);
                let harmless = match beat.kind {
                    BeatKind::Boss => Some((Code::ToothlessBoss, "boss is beaten")),
                    BeatKind::Combat => Some((Code::ToothlessFight, "fight is won")),
                    _ => None,
                };
                if let Some((code, what)) = harmless.filter(|_| !beat.can_fail()) {
                    let message = format!("This {what} as soon as it is told: it has neither foes nor a test.");
                    let remedy = "Give it foes or a test, or let it be another kind of beat.";
                    found.note(code, &place, message, remedy);
                }
            }
            for (e, met) in node.encounters.iter().enumerate() {
                foes(&met.foes, &place.item("encounters", e, "encounter", &met.id), found);
            }
        }
    }
}

/// Words that hold the place of a text that is still to be written.
const PLACEHOLDERS: [&str; 10] =
    ["tbd", "tba", "tbc", "tk", "todo", "fixme", "wip", "placeholder", "to do", "lorem ipsum"];

/// The error of a text without content: empty, without letters, or a placeholder.
fn emptiness(text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return Some("This is empty.".to_owned());
    }
    let shown = || text.trim().chars().take(60).collect::<String>();
    if !text.chars().any(char::is_alphabetic) {
        return Some(format!("Without letters, this says nothing: “{}”.", shown()));
    }
    let mut rest = format!(" {} ", text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
    for word in PLACEHOLDERS {
        while let Some(at) = rest.find(&format!(" {word} ")) {
            rest.replace_range(at..at + word.len() + 1, "");
        }
    }
    rest.trim().is_empty().then(|| format!("“{}” holds the place of a text that is still to be written.", shown()))
}

fn foes(foes: &[Foe], place: &PackageLocation, found: &mut Diagnostics) {
    for (at, foe) in foes.iter().enumerate() {
        creature(&foe.creature, &place.item("foes", at, "foe", &foe.name), found);
    }
}

fn creature(kind: &str, place: &PackageLocation, found: &mut Diagnostics) {
    if creatures::challenge_of(kind).is_none() {
        let message = format!("The SRD has no creature “{}”.", kind.chars().take(60).collect::<String>());
        let remedy = "Name one it has, such as `bandit` or `giant-rat`, and keep your own name in `name`.";
        found.note(Code::UnknownCreature, place, message, remedy);
    }
}

/// Reports content tags that no one could set as a line.
fn content_tags(package: &CampaignPackage, found: &mut Diagnostics) {
    for (at, written) in package.content_tags.iter().enumerate() {
        if !safety::content_tags().iter().any(|tag| tag.id == *written) {
            let place = PackageLocation::whole().item("contentTags", at, "content tag", written);
            let message = format!("“{}” is no content tag.", written.chars().take(60).collect::<String>());
            let remedy = "Use the ids that `GET /api/safety/tags` lists, such as `spiders`.";
            found.note(Code::UnknownContentTag, &place, message, remedy);
        }
    }
}

/// Reports an unknown language tag, and prose in another language than the tag says, judged by its share of English words.
fn language(package: &CampaignPackage, place: &PackageLocation, found: &mut Diagnostics) {
    let Some(primary) = primary_subtag(&package.language) else {
        let message = format!("“{}” is no language.", package.language.chars().take(60).collect::<String>());
        found.note(Code::UnknownLanguage, place, message, "Write a BCP 47 tag, such as `en` or `de-CH`.");
        return;
    };
    let is_foreign = |share: f64| if primary == "en" { share < IS_NOT_ENGLISH } else { share > IS_ENGLISH };
    let told_in = if primary == "en" { "another language" } else { "English" };
    let told = package.nodes().flat_map(|(_, node)| told_in_node(node));
    let all = [package.premise.text.as_str(), &package.blurb].into_iter().chain(told);
    if share_of_english(all, MIN_WORDS).is_some_and(is_foreign) {
        let message = format!("This says “{}”, and what is told is in {told_in}.", package.language);
        let remedy = "Name the language it is written in, or write it in this one.";
        return found.note(Code::ForeignProse, place, message, remedy);
    }
    for (a, act) in package.acts.iter().enumerate() {
        for (n, node) in act.nodes.iter().enumerate() {
            if share_of_english(told_in_node(node), MIN_WORDS_OF_NODE).is_some_and(is_foreign) {
                let message =
                    format!("The campaign says “{}”, and what is told here is in {told_in}.", package.language);
                let remedy = "Tell it in the language of the campaign.";
                found.note(Code::ForeignProse, &super::graph::place_of(package, a, n), message, remedy);
            }
        }
    }
}

/// The narration of a node, whatever players do.
fn told_in_node(node: &Node) -> impl Iterator<Item = &str> {
    std::iter::once(node.shown.as_str()).chain(node.beats.iter().map(|beat| beat.shown.as_str()))
}

/// The language of a tag, if it exists.
pub fn known_language(tag: &str) -> Option<LanguageTag> {
    LanguageTag::read(tag).filter(|language| primary_subtag(language.as_str()).is_some())
}

/// The language subtag of a well-formed tag (RFC 5646, 2.1) in lower case, if the language exists.
pub fn primary_subtag(tag: &str) -> Option<String> {
    let mut parts = tag.split('-');
    let primary = parts.next()?.to_ascii_lowercase();
    let mut after_a_singleton = false;
    let is_subtag = |part: &str| {
        let fits = match (part.len(), after_a_singleton) {
            (1, _) => true,
            (2..=8, true) => true,
            (2, false) => part.chars().all(|c| c.is_ascii_alphabetic()),
            (3, false) => part.chars().all(|c| c.is_ascii_digit()) || part.chars().all(|c| c.is_ascii_alphabetic()),
            (4, false) => {
                part.starts_with(|c: char| c.is_ascii_digit()) || part.chars().all(|c| c.is_ascii_alphabetic())
            }
            (5..=8, false) => true,
            _ => false,
        };
        after_a_singleton |= part.len() == 1;
        fits && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let ends_well = tag.rsplit('-').next().is_none_or(|last| last.len() != 1);
    (LANGUAGES.contains(primary.as_str()) && ends_well && parts.all(is_subtag)).then_some(primary)
}

/// The share of common English words in some prose; `None` if it has fewer than `least` words.
fn share_of_english<'a>(texts: impl Iterator<Item = &'a str>, least: usize) -> Option<f64> {
    let (mut n, mut n_english) = (0usize, 0usize);
    for word in texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric())).filter(|word| !word.is_empty()) {
        n += 1;
        n_english += usize::from(ENGLISH.contains(&word.to_lowercase().as_str()));
    }
    (n >= least).then(|| n_english as f64 / n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_of_existing_languages_are_accepted() {
        for tag in ["en", "de-AT", "zh-Hant-TW", "es-419", "sr-Latn", "de-CH-1996", "fil", "en-x-pirate", "DE"] {
            assert!(primary_subtag(tag).is_some(), "{tag}");
        }
        for tag in ["", "no language at all", "qx", "english", "de-", "de--AT", "de_AT", "xx-DE", "en-ä", "en-x"] {
            assert_eq!(primary_subtag(tag), None, "{tag}");
        }
    }
}
