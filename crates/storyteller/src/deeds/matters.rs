//! Questions that anyone can answer: what to do next, where to rest, their age, family and mood, and what they said.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::deeds::matters::SMALL;
use crate::{
    chance::hash,
    content,
    folk::Person,
    phrases::answers as said,
    play::Play,
    prose::sentences,
    world::{Spot, in_text, same},
};

use super::{chief_fallen, lead, topics};

/// A matter, and how it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Matter {
    Next,
    Healer,
    Safety,
    Age,
    Kin,
    Feelings,
    Before,
}

/// One matter, and the words for it.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
struct Row {
    matter: Matter,
    signs: Vec<&'static str>,
}

static ASKED: LazyLock<Vec<Row>> = LazyLock::new(|| content::read(include_str!("../content/matters.json")));

/// Answers it, if the topic is one of these matters; returns whether it was.
pub(super) fn answer(play: &mut Play<'_>, person: &Person, topic: &str) -> bool {
    let has = |sign: &str| {
        topic.match_indices(sign).any(|(at, _)| {
            let end = at + sign.len();
            !topic[..at].ends_with(char::is_alphanumeric) && !topic[end..].starts_with(char::is_alphanumeric)
        })
    };
    let Some(row) = ASKED.iter().find(|row| row.signs.iter().any(|sign| has(sign))) else { return false };
    let matter = &row.matter;
    let seed = hash(&person.name.to_lowercase());
    let name = ("name", person.name.as_str());
    match matter {
        Matter::Next => next(play, person),
        Matter::Healer => healer(play, person),
        Matter::Safety => play.say(said::SAFE, &[name]),
        Matter::Age => play.say(said::AGE, &[name, ("age", &number(27 + seed % 40))]),
        Matter::Kin => {
            let years = number(3 + seed % 19);
            let kin = kin(play, seed);
            let stock = if seed.is_multiple_of(3) { said::KIN_ALONE } else { said::KIN };
            play.say(stock, &[name, ("kin", kin), ("years", &years)]);
        }
        Matter::Feelings => play.say(if chief_fallen(play) { said::FEELS_WELL } else { said::FEELS }, &[name]),
        Matter::Before => repeat(play, person),
    }
    true
}

/// What the hero would do best now, as someone sees it.
pub(super) fn next(play: &mut Play<'_>, person: &Person) {
    let (giver, home) = (play.world.giver.clone(), in_text(play.world.name(Spot::Home)));
    let prize = play.world.adventure.prize;
    let slots = [("name", person.name.as_str()), ("giver", &giver), ("there", &home), ("prize", prize)];
    let goal = lead(play);
    if play.on_quest() && play.owns(prize) {
        return play.say(said::BRING_IT, &slots);
    }
    if chief_fallen(play) {
        return play.say(said::REST_NOW, &slots);
    }
    if play.on_quest() && same(play.world.name(goal), &play.table.location) {
        return play.say(said::SEARCH_HERE, &slots);
    }
    if !play.on_quest() && person.role == "quest_giver" {
        topics::plead(play, person);
    } else if !play.on_quest() {
        play.say(said::GO_TO_GIVER, &slots);
    }
    topics::point_the_way(play, person);
}

/// Trades that see to wounds.
const HEALERS: [&str; 8] = ["infirmar", "heal", "herb", "leech", "midwife", "surgeon", "nurse", "apothecar"];

fn healer(play: &mut Play<'_>, person: &Person) {
    let heals = |person: &&Person| HEALERS.iter().any(|trade| person.trade.to_lowercase().contains(trade));
    let here = play.world.people(&play.table.location);
    if let Some(healer) = Some(person).filter(heals).or_else(|| here.iter().find(heals)) {
        let stock = if healer.name == person.name { said::HEALER_SELF } else { said::HEALER_HERE };
        return play.say(stock, &[("name", &person.name), ("healer", &healer.name)]);
    }
    let market = play.world.name(Spot::Market).to_owned();
    let sold = play.world.wares(&market).iter().any(|(ware, _)| ware.contains("healing"));
    let seller = play.world.people(&market).into_iter().find(|person| person.role == "merchant").filter(|_| sold);
    match seller {
        Some(seller) => {
            let there = in_text(&market);
            play.say(said::HEALER_AT, &[("name", &person.name), ("seller", &seller.name), ("there", &there)]);
        }
        None => play.say(said::HEALER_NONE, &[("name", &person.name)]),
    }
}

/// Says again what someone said last.
fn repeat(play: &mut Play<'_>, person: &Person) {
    let first = person.first_name();
    let spoke = |part: &&str| part.contains(first) && part.contains('“');
    let quote = |part: &str| {
        let (_, rest) = part.split_once('“')?;
        let (quote, _) = rest.split_once('”')?;
        (quote.split(' ').count() > 4).then(|| quote.trim_end_matches(',').to_owned())
    };
    let told = play.reading.told.iter().rev().flat_map(|told| told.split("\n\n")).filter(spoke).find_map(quote);
    let slots = [("name", person.name.as_str())];
    match told {
        Some(quote) => {
            play.say(said::SAID_BEFORE, &slots);
            let ended = sentences(&quote).last().is_some_and(|last| last.ends_with(['.', '!', '?', '…']));
            play.prose.push(&format!("“{quote}{}”", if ended { "" } else { "." }));
        }
        None => play.say(said::SAID_NOTHING, &slots),
    }
}

/// A relative at home, with a name that no one else here has.
fn kin(play: &Play<'_>, seed: u64) -> &'static str {
    const NAMES: [&str; 9] = ["Wenna", "Oskar", "Brida", "Tolly", "Marrec", "Ysolde", "Hanno", "Perrin", "Edda"];
    let hero = play.hero.name.to_lowercase();
    let taken = |name: &str| {
        let name = name.to_lowercase();
        hero.contains(&name)
            || play.world.everybody().iter().any(|(other, _)| other.name.to_lowercase().contains(&name))
    };
    let start = usize::try_from(seed % 9).unwrap_or_default();
    (0..NAMES.len()).map(|i| NAMES[(start + i) % NAMES.len()]).find(|name| !taken(name)).unwrap_or("Wenna")
}

/// A number below a hundred as a word.
fn number(n: u64) -> String {
    const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let word =
        |all: &[&'static str], i: u64| usize::try_from(i).ok().and_then(|i| all.get(i)).copied().unwrap_or("many");
    match (n / 10, n % 10) {
        (0 | 1, _) => word(SMALL, n).to_owned(),
        (tens, 0) => word(&TENS, tens).to_owned(),
        (tens, ones) => format!("{}-{}", word(&TENS, tens), word(SMALL, ones)),
    }
}
