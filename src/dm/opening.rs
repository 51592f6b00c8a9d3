//! How a session begins that plays no campaign.

use std::sync::LazyLock;

use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use game::{
    Game, Session, SessionHead, State, TableSettings, character::Character, clock::Clock, id::SessionId,
    language_tag::LanguageTag, story::Story,
};

use super::{Tables, models::Provider};

/// What sessions begin with, in one language. The lists have the same order and length in each, so that a seed means the same
/// beginning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Openings {
    /// The title: `{hero}` and `{tale}`.
    tale: String,
    openings: Vec<Opening>,
    /// What the time of year does. One of them follows every background, so that the same beginning is not the same country twice.
    seasons: Vec<String>,
    /// What else is said in the neighbourhood.
    rumours: Vec<String>,
    /// To whom the land belongs: `{landlord}` and `{manner}`.
    landlord: String,
    landlords: Vec<String>,
    manners: Vec<String>,
}

/// A place to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    /// What an adventure there is called behind its hero's name.
    tale: String,
    location: String,
    /// About what hour it begins.
    hour: u8,
    /// What is going on.
    scene: String,
    /// What has come before.
    background: String,
}

static ENGLISH: LazyLock<Openings> = LazyLock::new(|| read(include_str!("openings/en.json")));
static GERMAN: LazyLock<Openings> = LazyLock::new(|| read(include_str!("openings/de.json")));

#[expect(clippy::expect_used, reason = "a file of this crate, which a test reads")]
fn read(json: &str) -> Openings {
    serde_json::from_str(json).expect("openings in each language")
}

impl Tables {
    /// A session of these heroes that plays no campaign, with these settings, at its start. It is nowhere saved
    /// yet.
    pub fn new_session(
        &self,
        owner: String,
        title: Option<String>,
        heroes: Vec<Character>,
        settings: TableSettings,
    ) -> Session {
        let seed = self.seeds().first();
        let openings = self.openings(settings.language.as_ref());
        let title = title.unwrap_or_else(|| {
            let hero = heroes.first().map_or("Nobody", |hero| hero.name.as_str());
            openings.tale.replace("{tale}", &openings.of(&seed).tale).replace("{hero}", hero)
        });
        let id = SessionId::from(Uuid::now_v7().to_string());
        let head = SessionHead::begin(id, owner, title, Timestamp::now());
        let state = State { clock: openings.clock(&seed), ..State::start(openings.story(&seed), heroes, seed) };
        Session { head, game: Game::new(state.with_settings(settings)) }
    }

    /// The openings in a language, as far as there are any. The built-in storyteller knows only the English ones.
    fn openings(&self, language: Option<&LanguageTag>) -> &'static Openings {
        match language.map(LanguageTag::primary).as_deref() {
            Some("de") if self.models().provider != Provider::Storyteller => &GERMAN,
            _ => &ENGLISH,
        }
    }
}

/// A place among `n`, all equally likely, from the four bytes of the seed at `4 * i`.
fn chosen(seed: &[u8; 32], i: usize, n: usize) -> usize {
    let number = seed.iter().skip(4 * i).take(4).fold(0, |number, byte| number << 8 | usize::from(*byte));
    number % n.max(1)
}

/// The text that the seed chooses in list `i`.
fn text<'t>(texts: &'t [String], seed: &[u8; 32], i: usize) -> &'t str {
    &texts[chosen(seed, i, texts.len())]
}

impl Openings {
    /// Where a session begins, chosen by its seed.
    fn of(&self, seed: &[u8; 32]) -> &Opening {
        &self.openings[chosen(seed, 0, self.openings.len())]
    }

    /// When a session begins: up to 45 minutes after the hour of its scene, in quarters of an hour.
    fn clock(&self, seed: &[u8; 32]) -> Clock {
        let quarters = u32::try_from(chosen(seed, 5, 4)).unwrap_or(0);
        Clock { day: 1, hour: self.of(seed).hour, minute: 0 }.after(15 * quarters)
    }

    /// The story a session begins with.
    fn story(&self, seed: &[u8; 32]) -> Story {
        let opening = self.of(seed);
        let season = text(&self.seasons, seed, 1);
        let rumour = text(&self.rumours, seed, 2);
        let landlord = text(&self.landlords, seed, 3);
        let landlord = self.landlord.replace("{landlord}", landlord).replace("{manner}", text(&self.manners, seed, 4));
        Story {
            current_location: opening.location.clone(),
            current_scene: opening.scene.clone(),
            background: format!("{} {season} {landlord} {rumour}", opening.background),
            current_act: 1,
            ..Story::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ENGLISH, GERMAN};
    use crate::dm::Seeds;

    fn seeds() -> impl Iterator<Item = [u8; 32]> {
        (0..60).map(|n: u32| Seeds::new(Some(n.to_string())).first())
    }

    #[test]
    fn every_opening_comes_its_share_of_the_times() {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for seed in seeds() {
            *times.entry(ENGLISH.story(&seed).current_location).or_default() += 1;
        }
        let n = ENGLISH.openings.len();
        assert_eq!(times.len(), n, "{times:?}");
        assert!(times.values().all(|times| *times <= 2 * 60 / n), "{times:?}");
    }

    #[test]
    fn the_same_opening_is_not_the_same_country_twice() {
        let told: Vec<String> = seeds().map(|seed| ENGLISH.story(&seed).background).collect();
        let once: std::collections::BTreeSet<&String> = told.iter().collect();
        assert_eq!(once.len(), 60);
    }

    #[test]
    fn a_seed_means_the_same_beginning_in_each_language() {
        let lists = |it: &super::Openings| {
            let hours: Vec<u8> = it.openings.iter().map(|opening| opening.hour).collect();
            (hours, [it.seasons.len(), it.rumours.len(), it.landlords.len(), it.manners.len()])
        };
        assert_eq!(lists(&ENGLISH), lists(&GERMAN));
        for seed in seeds() {
            let (english, german) = (ENGLISH.story(&seed), GERMAN.story(&seed));
            assert!(!german.background.contains(['{', '}']) && german.background != english.background);
        }
    }
}
