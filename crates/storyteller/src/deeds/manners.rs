//! Social actions: jokes, flattery, comfort, lies, wagers, songs. Each has an effect on the person.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::deeds::manners::{ALL, DOES, OWNED, SHOWS, TOWARDS};
use game::story_fact::StoryFact;

use crate::{
    address, content,
    folk::Person,
    intent::{self, Act, Deed},
    phrases::{lines, manners as said},
    play::{Outcome, Pause, Play, Step},
    stakes::{self, Stake},
    world::Spot,
};

use super::{looking, lore, moods, party, talking, topics, trading};

/// What is done to someone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Manner {
    Joke,
    Flattery,
    Comfort,
    Lie,
    Wager,
    Song,
    Flirt,
    Introduction,
    /// Says aloud what one thinks.
    Opinion,
    /// Says what one would rather do with one's life.
    Plan,
    Perhaps,
}

/// One manner, and the words for it.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
struct Row {
    manner: Manner,
    signs: Vec<&'static str>,
}

/// How each begins, the longer ones first.
static SIGNS: LazyLock<Vec<Row>> = LazyLock::new(|| content::read(include_str!("../content/manners.json")));

/// Whether a clause begins with these words.
fn begins(words: &str, sign: &str) -> bool {
    words.strip_prefix(sign).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
}

/// Does it to someone here, if that is what is meant; returns whether it was.
pub(super) fn shown(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    const MEANT: [Act; 15] = [
        Act::Open,
        Act::Settle,
        Act::Buy,
        Act::Talk,
        Act::Persuade,
        Act::Stunt,
        Act::Gesture,
        Act::Unknown,
        Act::Use,
        Act::Look,
        Act::Recall,
        Act::Give,
        Act::Boast,
        Act::Sell,
        Act::Pay,
    ];
    let words = intent::plain(if deed.words.is_empty() { &play.reading.words } else { &deed.words });
    let words = words.trim_start_matches("i ").trim();
    let spoken = deed.words.is_empty() && deed.act != Act::Unknown;
    let wagers = ["bet ", "wager "].iter().any(|sign| words.starts_with(sign));
    if play.table.foes().next().is_some() || spoken || !(wagers || MEANT.contains(&deed.act)) {
        return Ok(false);
    }
    // "Tell Marta a joke about ducks".
    let tells = |what: &str| words.starts_with("tell ") && words.contains(what);
    let words = match () {
        () if tells(" a joke") => "joke",
        () if tells(" a story") || tells(" a tale") => "tell a story",
        () => words,
    };
    let found = SIGNS.iter().find(|row| row.signs.iter().any(|sign| begins(words, sign)));
    let Some(Row { manner, .. }) = found else { return Ok(false) };
    // "Play the lute" is a song; "play the fool" or "perform a trick" is something else.
    if *manner == Manner::Song && begins(words, "play") && !is_instrument(words) {
        return Ok(false);
    }
    let people = play.world.people(&play.table.location);
    let named = address::first_named(&deed.words, &people).and_then(|i| people.get(i).cloned());
    // "Hug the boy": the boy, or no one.
    let is_towards = TOWARDS.iter().any(|verb| begins(words, verb)) && is_plain_name(words);
    if is_towards && named.is_none() && talking::is_no_one_here(play, &deed.object) {
        let is_thing = looking::is_here(play, &deed.object);
        if !is_thing {
            talking::nobody_called(play, &deed.object);
        }
        return Ok(!is_thing);
    }
    let whom = if is_towards { deed.object.as_str() } else { "" };
    let Some(person) = named.or_else(|| talking::whom(play, whom)) else { return Ok(false) };
    if *manner == Manner::Wager && !stakes::names_sum(words) {
        play.say(said::NO_GAME, &[("name", &person.name)]);
        return Ok(true);
    }
    if *manner == Manner::Perhaps {
        talking::greet(play, &person)?;
        play.say(said::MAYBE, &[("name", &person.name)]);
        return Ok(true);
    }
    if !play.may_check() {
        return Ok(false);
    }
    does(play, *manner, &person, words)?;
    Ok(true)
}

/// Whether words name someone by what they are, and not by what is someone's: "her hair".
fn is_plain_name(words: &str) -> bool {
    !words.split(' ').any(|word| OWNED.contains(&word) || word.ends_with("'s"))
}

fn is_instrument(words: &str) -> bool {
    words.split(' ').any(|word| ALL.contains(&word))
}

fn does(play: &mut Play<'_>, manner: Manner, person: &Person, words: &str) -> Step {
    let name = person.name.clone();
    let slots = [("name", name.as_str())];
    if !matches!(manner, Manner::Song) {
        talking::greet(play, person)?;
    }
    match manner {
        Manner::Joke => match play.check("cha", "performance", 10, &format!("Make {name} laugh"))? {
            Outcome::Success => {
                play.say(said::JOKE_WON, &slots);
                good_company(play, &name);
            }
            Outcome::Near => play.say(said::JOKE_NEAR, &slots),
            Outcome::Failure => play.say(said::JOKE_LOST, &slots),
        },
        Manner::Flattery => match play.check("cha", "persuasion", 11, &format!("Flatter {name}"))? {
            Outcome::Failure => play.say(said::FLATTERY_LOST, &slots),
            _ => {
                play.say(said::FLATTERY_WON, &slots);
                good_company(play, &name);
            }
        },
        Manner::Comfort => {
            play.say(said::COMFORTED, &slots);
            play.effects.minutes += 10;
            good_company(play, &name);
        }
        Manner::Lie => match play.check("cha", "deception", 13, &format!("Lie to {name}"))? {
            Outcome::Success => {
                play.say(said::LIE_WON, &slots);
                topics::news(play, person);
            }
            Outcome::Near => play.say(said::LIE_NEAR, &slots),
            Outcome::Failure => play.say(said::LIE_LOST, &slots),
        },
        Manner::Wager => wager(play, person, words)?,
        Manner::Song => song(play, person, words)?,
        Manner::Opinion => {
            if !lore::asked(play, person, words) {
                lore::hears(play, person);
            }
        }
        Manner::Plan => play.say(said::PLANS, &slots),
        Manner::Flirt => play.say(said::FLIRTS, &slots),
        Manner::Introduction | Manner::Perhaps => play.say(said::INTRODUCED, &slots),
    }
    Ok(())
}

fn good_company(play: &mut Play<'_>, name: &str) {
    moods::good_company(play, name, format!("{} was good company to {name}", play.hero.name));
}

/// What people who take a bet add to their throw: they are practised, as their proficiency bonus says.
const SKILL_OF_BETTORS: i32 = 2;

/// The most that someone bets, in copper.
const MAX_STAKE: i64 = 1_000;

/// Coins on how a thing comes out: the throws of both sides say it. An even result moves no coin.
fn wager(play: &mut Play<'_>, person: &Person, words: &str) -> Step {
    if let Some(hero) = party::hero_named(play, words) {
        play.say(lines::BETWEEN_PLAYERS, &[("name", &hero.name)]);
        return Ok(());
    }
    let stake = trading::offered(words, play.hero.copper);
    let price = trading::price(stake);
    let slots = [("name", person.name.as_str()), ("price", price.as_str())];
    if stake > MAX_STAKE {
        let most = trading::price(MAX_STAKE);
        play.say(said::BET_TOO_HIGH, &[("name", &person.name), ("price", &most)]);
        return Ok(());
    }
    if stake > play.hero.copper {
        play.say(said::BET_DECLINED, &slots);
        return Ok(());
    }
    if !play.stakes(Stake::Coins, "") {
        return Err(Pause);
    }
    let outcome = play.contest("wis", "insight", SKILL_OF_BETTORS, &format!("A wager with {}", person.name))?;
    play.effects.minutes += 10;
    match outcome {
        Outcome::Success => {
            play.effects.copper += stake;
            play.hero.copper += stake;
            play.say(said::BET_WON, &slots);
        }
        Outcome::Near => play.say(said::BET_EVEN, &slots),
        Outcome::Failure => {
            play.pay(stake, "");
            play.say(said::BET_LOST, &slots);
        }
    }
    Ok(())
}

/// A song for the people here; the first good one at a place earns something.
fn song(play: &mut Play<'_>, person: &Person, words: &str) -> Step {
    let attempt = play.world.cased(&super::daring::plain_attempt(crate::intent::lead_in(words).0));
    let slots = [("name", person.name.as_str()), ("attempt", attempt.as_str())];
    let outcome = play.check("cha", "performance", 11, &format!("Play for {}", play.here()))?;
    play.effects.minutes += 10;
    match outcome {
        Outcome::Success => play.say(said::SONG_WON, &slots),
        Outcome::Near => play.say(said::SONG_NEAR, &slots),
        Outcome::Failure => play.say(said::SONG_LOST, &slots),
    }
    let sung = format!("{} sang for the people of {}", play.hero.name, play.here());
    let fact = StoryFact::Sang { place: play.here() };
    let crowd = matches!(play.world.spot(&play.table.location), Spot::Home | Spot::Market);
    if outcome == Outcome::Success && crowd && !play.is_fact(&fact) {
        play.effects.copper += SONG_FEE;
        play.hero.copper += SONG_FEE;
        play.say(said::SONG_EARNS, &[("price", "six silver")]);
        play.note_fact(fact);
        play.effects.note(sung);
    }
    Ok(())
}

/// What the first good song at a place earns, in copper.
const SONG_FEE: i64 = 60;

/// Someone is asked to do something: lets one look at what the trouble is about, or would rather not; returns whether it
/// was a request.
pub(super) fn requested(play: &mut Play<'_>, person: &Person, request: &str) -> bool {
    let request = request.trim();
    if SHOWS.iter().any(|verb| begins(request, verb)) {
        let Some(subject) = lore::meant(play, request) else { return false };
        if subject.look.is_empty() || !lore::is_here(play, request) {
            return false;
        }
        play.say(said::LETS_YOU_SEE, &[("name", &person.name)]);
        lore::look(play, request);
        return true;
    }
    let asks = DOES.iter().any(|verb| begins(request, verb)) && !request.starts_with("go on");
    if asks {
        play.say(said::CANNOT_OBLIGE, &[("name", &person.name)]);
    }
    asks
}
