//! The specification of an asset, made from the campaign's words.

use bytes::Bytes;
use data_encoding::HEXLOWER;
use game::safety::{TextCheck, in_words};
use sha2::{Digest, Sha256};

use crate::{
    assets::{self, BackgroundSetting, Feelings, PortraitRole},
    campaign::{CampaignPackage, CampaignPlace, Feeling, Node, NodeMood, StoryRole},
};

/// How large pictures are by themselves, in pixels; a page shows them as large as it likes.
const BACKGROUND: (u32, u32) = (1200, 675);
const PORTRAIT: (u32, u32) = (480, 600);
/// Maximum length of an image prompt, in characters.
const MAX_WORDS: usize = 2_000;
/// Seconds of a loop.
const SECONDS: u32 = 60;

/// Everything that something is made from.
#[derive(Debug)]
pub(super) enum Order {
    /// The picture of a node.
    Background { seed: u64, place: String, seen: String, mood: String, feelings: Feelings, painted: String },
    /// The picture of a person.
    Portrait { seed: u64, name: String, appearance: String, part: PortraitRole, painted: String },
    /// The music of a node.
    Music { seed: u64, feelings: Feelings },
}

impl Order {
    /// What this kind of asset of this node or person is made from; none if there is no such kind, node or person. The
    /// first take is 1. What crosses one of these lines is left out of the words.
    pub(super) fn of(package: &CampaignPackage, kind: &str, id: &str, take: u32, lines: &[String]) -> Option<Self> {
        let check = TextCheck::of(lines);
        let kept = |text: &str| if check.is_empty() { text.to_owned() } else { check.without_crossing(text) };
        let node = || package.node(id).map(|(_, node)| node);
        // By names, not by the package's digest: a word that is mended in one scene leaves all others as they are.
        let seed = |of: &str| match take {
            1 => assets::seed(&format!("{}/{of}", package.slug)),
            take => assets::seed(&format!("{}/{of} {take}", package.slug)),
        };
        match kind {
            "background" => node().map(|node| Self::Background {
                seed: seed(place_of(node)),
                place: kept(&node.location),
                seen: kept(&seen(package, node)),
                mood: kept(&node.mood.text),
                feelings: feelings(&node.mood),
                painted: kept(&painted(package, node)),
            }),
            "music" => node().map(|node| Self::Music { seed: seed(place_of(node)), feelings: feelings(&node.mood) }),
            "portrait" => package.person(id).map(|person| Self::Portrait {
                seed: seed(&person.id),
                name: kept(&person.name),
                appearance: kept(&person.appearance),
                part: match person.role {
                    StoryRole::Protagonist => PortraitRole::Protagonist,
                    StoryRole::Ally => PortraitRole::Ally,
                    StoryRole::Antagonist => PortraitRole::Antagonist,
                    StoryRole::Npc => PortraitRole::Other,
                },
                painted: kept(&person.image_prompt),
            }),
            _ => None,
        }
    }

    /// The cache key: it differs for other words and for another version of the generator.
    pub(super) fn key(&self) -> String {
        let digest = Sha256::digest(format!("{} {self:?}", assets::EDITION));
        HEXLOWER.encode(&digest[..16])
    }

    /// The image prompt, without secrets; none for music. It must not show these lines.
    pub(super) fn words(&self, package: &CampaignPackage, lines: &[String]) -> Option<String> {
        // A name that crosses a line is left out.
        let of = |name: &str| if name.is_empty() { String::new() } else { format!(" of {name}") };
        let shown = match self {
            Self::Background { place, seen, mood, painted, .. } => {
                let seen = if painted.is_empty() { seen } else { painted };
                format!("A wide view{}, without text or frame. {seen} Mood: {mood}.", of(place))
            }
            Self::Portrait { name, appearance, painted, .. } => {
                let seen = if painted.is_empty() { appearance } else { painted };
                format!("A portrait{}, from the breast up, without text or frame. {seen}", of(name))
            }
            Self::Music { .. } => return None,
        };
        let style = &package.premise.art_style;
        // Before the words that may be cut off.
        let lines: Vec<&str> = lines.iter().map(|line| in_words(line)).collect();
        let never = if lines.is_empty() { String::new() } else { format!(" Never show: {}.", lines.join("; ")) };
        let words = format!("For a fantasy game.{never} {shown} Style: {style}");
        Some(words.chars().take(MAX_WORDS).collect())
    }

    pub(super) fn content_type(&self) -> &'static str {
        match self {
            Self::Background { .. } | Self::Portrait { .. } => "image/svg+xml",
            Self::Music { .. } => "audio/wav",
        }
    }

    /// Makes it. A picture takes a millisecond, music some tenths of a second.
    pub(super) fn make(&self) -> Bytes {
        match self {
            Self::Background { seed, place, seen, mood, feelings, .. } => {
                assets::background(*seed, &BackgroundSetting { place, seen, mood, feelings: *feelings }, BACKGROUND)
                    .into()
            }
            Self::Portrait { seed, name, appearance, part, .. } => {
                assets::portrait(*seed, name, appearance, *part, PORTRAIT).into()
            }
            Self::Music { seed, feelings } => assets::music(*seed, feelings, SECONDS).into(),
        }
    }
}

/// The look of a node's place: two nodes at one place share it in different moods.
fn place_of(node: &Node) -> &str {
    node.place.as_deref().unwrap_or(&node.id)
}

fn seen(package: &CampaignPackage, node: &Node) -> String {
    let more = of_package(package, node).map(|place| place.shown.as_str()).unwrap_or_default();
    format!("{} {more}", node.shown)
}

/// The author's image prompt; may be empty.
fn painted(package: &CampaignPackage, node: &Node) -> String {
    let of_place = || of_package(package, node).map(|place| place.image_prompt.clone());
    Some(node.image_prompt.clone()).filter(|own| !own.is_empty()).or_else(of_place).unwrap_or_default()
}

fn of_package<'p>(package: &'p CampaignPackage, node: &Node) -> Option<&'p CampaignPlace> {
    package.places.iter().find(|place| node.place.as_ref() == Some(&place.id))
}

fn feelings(mood: &NodeMood) -> Feelings {
    let of = |feeling| mood.feelings.iter().filter(|it| it.feeling == feeling).map(|it| it.weight).fold(0.0, f64::max);
    Feelings {
        calm: of(Feeling::Calm),
        wonder: of(Feeling::Wonder),
        dread: of(Feeling::Dread),
        danger: of(Feeling::Danger),
        sorrow: of(Feeling::Sorrow),
        triumph: of(Feeling::Triumph),
    }
}
