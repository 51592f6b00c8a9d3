//! The start of a session without a campaign.

use std::sync::LazyLock;

use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use game::{
    Game, GameSettings, Session, SessionHead, State,
    character::Character,
    clock::Clock,
    id::SessionId,
    language_tag::LanguageTag,
    safety::{Safety, TextCheck},
    story::Story,
};

use super::{Tables, models::Provider};

/// Opening texts of sessions, in one language. The lists have the same order and length in each, so that a seed means the same
/// beginning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Openings {
    /// The title: `{hero}` and `{tale}`.
    tale: String,
    openings: Vec<OpeningScene>,
    /// Openings that carry no content tag, for tables whose lines leave out all the others. They stand apart so that the same seed
    /// goes on meaning the same opening elsewhere.
    harmless: Vec<OpeningScene>,
    /// The season. One of them follows every background, so that the same beginning is not the same country twice.
    seasons: Vec<String>,
    /// Local rumours.
    rumours: Vec<String>,
    /// The owner of the land: `{landlord}` and `{manner}`.
    landlord: String,
    landlords: Vec<String>,
    manners: Vec<String>,
}

/// A place to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningScene {
    /// The adventure's title after the hero's name.
    tale: String,
    /// Content tags of the adventure it begins.
    tags: Vec<String>,
    location: String,
    /// About what hour it begins.
    hour: u8,
    /// The scene.
    scene: String,
    /// The background.
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
        settings: GameSettings,
        safety: &Safety,
    ) -> Session {
        let seed = self.seeds().first();
        let openings = self.openings(settings.language.as_ref());
        let opening = openings.of(&seed, safety);
        let title = title.unwrap_or_else(|| {
            let hero = heroes.first().map_or("Nobody", |hero| hero.name.as_str());
            openings.tale.replace("{tale}", &opening.tale).replace("{hero}", hero)
        });
        let id = SessionId::from(Uuid::now_v7().to_string());
        let head = SessionHead::begin(id, owner, title, Timestamp::now());
        let story = openings.story(opening, &seed, safety);
        let state = State { clock: opening.clock(&seed), ..State::start(story, heroes, seed) };
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

/// One of list `i`, chosen by the seed among those that are not left out; among all, if every one is.
fn one_of<'l, T>(seed: &[u8; 32], i: usize, list: &'l [T], is_left_out: impl Fn(&T) -> bool) -> &'l T {
    let kept: Vec<&T> = list.iter().filter(|one| !is_left_out(one)).collect();
    if kept.is_empty() { &list[chosen(seed, i, list.len())] } else { kept[chosen(seed, i, kept.len())] }
}

impl Openings {
    /// The opening of a session, chosen by its seed among those that cross no line of the table.
    fn of(&self, seed: &[u8; 32], safety: &Safety) -> &OpeningScene {
        let check = TextCheck::of(&safety.lines);
        let is_left_out = |it: &OpeningScene| check.leaves_out(&it.tags, it.texts());
        let is_any_left = self.openings.iter().any(|it| !is_left_out(it));
        one_of(seed, 0, if is_any_left { &self.openings } else { &self.harmless }, is_left_out)
    }

    /// The story a session begins with. What crosses a line is left out of its background.
    fn story(&self, opening: &OpeningScene, seed: &[u8; 32], safety: &Safety) -> Story {
        let check = TextCheck::of(&safety.lines);
        let text = |i: usize, list| one_of::<String>(seed, i, list, |text| check.is_crossed_by(text)).as_str();
        let (season, rumour) = (text(1, &self.seasons), text(2, &self.rumours));
        let landlord = self.landlord.replace("{landlord}", text(3, &self.landlords));
        let landlord = landlord.replace("{manner}", text(4, &self.manners));
        Story {
            current_location: opening.location.clone(),
            current_scene: opening.scene.clone(),
            background: format!("{} {season} {landlord} {rumour}", opening.background),
            current_act: 1,
            ..Story::default()
        }
    }
}

impl OpeningScene {
    /// Its complete text.
    fn texts(&self) -> [&str; 4] {
        [&self.tale, &self.location, &self.scene, &self.background]
    }

    /// When a session begins: up to 45 minutes after the hour of its scene, in quarters of an hour.
    fn clock(&self, seed: &[u8; 32]) -> Clock {
        let quarters = u32::try_from(chosen(seed, 5, 4)).unwrap_or(0);
        Clock { day: 1, hour: self.hour, minute: 0 }.after(15 * quarters)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use game::{
        safety::{ContentTag, Safety, TextCheck, content_tags},
        story::Story,
    };

    use super::{ENGLISH, GERMAN, Openings};
    use crate::dm::Seeds;

    fn story(openings: &Openings, seed: &[u8; 32], safety: &Safety) -> Story {
        openings.story(openings.of(seed, safety), seed, safety)
    }

    #[test]
    fn openings_that_cross_a_line_are_left_out() {
        let lines = vec!["undead".to_owned(), "children with lanterns".to_owned()];
        let safety = Safety { lines, ..Safety::default() };
        for seed in seeds() {
            assert_eq!(ENGLISH.of(&seed, &safety).tale, "the lost shadows");
            let background = story(&ENGLISH, &seed, &safety).background;
            assert!(!background.contains("child has been seen"), "{background}");
        }
    }

    #[test]
    fn any_two_lines_leave_an_opening() {
        for openings in [&*ENGLISH, &*GERMAN] {
            let all = || openings.openings.iter().chain(&openings.harmless);
            // Each line by itself, because reading every text for every pair takes minutes.
            let left_by = |tag: &ContentTag| {
                let check = TextCheck::of(std::slice::from_ref(&tag.id));
                all().map(|it| !check.leaves_out(&it.tags, it.texts())).collect::<Vec<_>>()
            };
            let left: Vec<_> = content_tags().iter().map(|tag| (&tag.id, left_by(tag))).collect();
            for ((one, left_by_one), (other, left_by_other)) in
                left.iter().flat_map(|it| left.iter().map(move |two| (it, two)))
            {
                let is_any_left = left_by_one.iter().zip(left_by_other).any(|(one, other)| *one && *other);
                assert!(is_any_left, "{one} and {other}");
            }
            let lines = vec!["undead".to_owned(), "possession".to_owned()];
            let check = TextCheck::of(&lines);
            let safety = Safety { lines, ..Safety::default() };
            for seed in seeds().take(3) {
                let opening = openings.of(&seed, &safety);
                assert!(!check.leaves_out(&opening.tags, opening.texts()), "{}", opening.tale);
                let background = story(openings, &seed, &safety).background;
                assert!(!check.is_crossed_by(&background), "{background}");
            }
        }
    }

    #[test]
    fn openings_carry_the_tags_of_their_words() {
        for opening in [&*ENGLISH, &*GERMAN].into_iter().flat_map(|it| it.openings.iter().chain(&it.harmless)) {
            for tag in content_tags().iter().filter(|tag| !opening.tags.contains(&tag.id)) {
                let check = TextCheck::of(std::slice::from_ref(&tag.id));
                assert!(
                    !check.leaves_out(&opening.tags, opening.texts()),
                    "“{}” lacks the tag {}",
                    opening.tale,
                    tag.id
                );
            }
        }
        assert!(ENGLISH.harmless.iter().all(|opening| opening.tags.is_empty()));
    }

    fn seeds() -> impl Iterator<Item = [u8; 32]> {
        (0..60).map(|n: u32| Seeds::new(Some(n.to_string())).first())
    }

    #[test]
    fn every_opening_comes_its_share_of_the_times() {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for seed in seeds() {
            *times.entry(story(&ENGLISH, &seed, &Safety::default()).current_location).or_default() += 1;
        }
        let n = ENGLISH.openings.len();
        assert_eq!(times.len(), n, "{times:?}");
        assert!(times.values().all(|times| *times <= 2 * 60 / n), "{times:?}");
    }

    #[test]
    fn the_same_opening_is_not_the_same_country_twice() {
        let told: Vec<String> = seeds().map(|seed| story(&ENGLISH, &seed, &Safety::default()).background).collect();
        let once: std::collections::BTreeSet<&String> = told.iter().collect();
        assert_eq!(once.len(), 60);
    }

    #[test]
    fn a_seed_means_the_same_beginning_in_each_language() {
        let lists = |it: &Openings| {
            let openings: Vec<_> =
                it.openings.iter().chain(&it.harmless).map(|it| (it.hour, it.tags.clone())).collect();
            (openings, [it.seasons.len(), it.rumours.len(), it.landlords.len(), it.manners.len()])
        };
        assert_eq!(lists(&ENGLISH), lists(&GERMAN));
        for seed in seeds() {
            let (english, german) = [&ENGLISH, &GERMAN].map(|it| story(it, &seed, &Safety::default())).into();
            assert!(!german.background.contains(['{', '}']) && german.background != english.background);
        }
    }
}
