//! Silly, harmless actions. They are answered in the story without a roll.

use crate::words::deeds::silly::{EVERYWHERE, WORN};
use crate::{
    folk::Person,
    intent::{Act, Deed},
    phrases::{daring as seen, silly as said},
    play::{Play, best_match},
    prose::plainly,
};

use super::{looking, talking};

/// A kind of silly thing: its first words, and its narration if it is done to a thing.
const KINDS: [(&[&str], &[&str]); 5] = [
    (&["lick", "kiss", "bite", "taste", "eat", "chew"], said::TASTES),
    (
        &[
            "sing",
            "talk",
            "speak",
            "whisper",
            "say",
            "greet",
            "hum",
            "whistle",
            "tell",
            "hello",
            "hi",
            "propose",
            "marry",
            "recite",
            "read a story",
            "apologise",
            "apologize",
            "flirt",
            "serenade",
            "bow",
            "wave",
            "wink",
        ],
        said::THINGS_LISTEN,
    ),
    (
        &["hug", "embrace", "poke", "tickle", "boop", "pinch", "scratch", "high five", "fist bump", "stroke"],
        said::TOUCHES,
    ),
    (&["dance with", "dance for", "dance around", "dance round"], said::DANCES_WITH),
    (&["insult", "curse", "shout", "yell", "scream", "threaten", "moo", "bark", "growl", "meow"], said::SHOUTS_AT),
];

/// What is only a sound, or only a sight.
const ALONE: [(&[&str], &[&str]); 4] = [
    (&["declare", "proclaim", "crown myself"], said::DECLARES),
    (
        &["bark", "meow", "moo", "quack", "purr", "growl", "burp", "belch", "fart", "snore", "sneeze", "snort"],
        said::SOUNDS,
    ),
    (
        &[
            "moonwalk",
            "twerk",
            "skip",
            "do a",
            "cartwheel",
            "hop",
            "stand on",
            "roll on",
            "roll around",
            "flex",
            "strike a pose",
            "pose",
            "spin",
            "run in circles",
            "run around",
            "jump up",
            "jump for",
            "flap",
        ],
        said::ANTICS,
    ),
    (
        &["stick out", "stick my tongue", "pull a face", "make a face", "make faces", "pick my nose", "blow a"],
        said::FACES,
    ),
];

/// What is done to someone who has not asked for it.
const TO_PEOPLE: [&str; 11] =
    ["pet", "lick", "poke", "tickle", "boop", "pinch", "high five", "fist bump", "propose to", "marry", "scratch"];

/// Does it, if it is one of these; returns whether it was.
pub(super) fn done(play: &mut Play<'_>, deed: &Deed) -> bool {
    const MEANT: [Act; 10] = [
        Act::Give,
        Act::Gesture,
        Act::Talk,
        Act::Stunt,
        Act::Eat,
        Act::Insult,
        Act::Unknown,
        Act::Drop,
        Act::Take,
        Act::Persuade,
    ];
    if !MEANT.contains(&deed.act) || play.table.foes().next().is_some() || !deed.speech.is_empty() {
        return false;
    }
    if own_clothes(play, deed) || names_thing(play, deed) {
        return true;
    }
    // "Give Marta a high five".
    const GESTURES: [&str; 7] = ["high five", "hug", "wink", "thumbs up", "fist bump", "big hug", "pat on the back"];
    let given = format!("{} {}", deed.object, deed.other);
    if deed.act == Act::Give {
        let Some(person) = GESTURES.iter().find(|it| given.contains(**it)).and_then(|_| whom(play, &given)) else {
            return false;
        };
        play.say(said::PEOPLE_BEAR, &[("name", &person.name)]);
        return true;
    }
    let words = deed.words.as_str();
    let begins = |verb: &&&str| {
        words.strip_prefix(**verb).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
    };
    if let Some(person) = whom(play, &deed.object).filter(|_| TO_PEOPLE.iter().any(|verb| begins(&verb))) {
        play.say(said::PEOPLE_BEAR, &[("name", &person.name)]);
        return true;
    }
    // A carried thing that is eaten is gone, whatever its taste.
    let is_eaten = deed.act == Act::Eat && play.in_pack(&deed.object).is_some();
    if let Some(thing) = thing(play, deed).filter(|_| !is_eaten)
        && let Some((_, stock)) = KINDS.iter().find(|(verbs, _)| verbs.iter().any(|verb| begins(&verb)))
    {
        play.say(stock, &[("thing", &thing)]);
        witnessed(play);
        return true;
    }
    let alone = ALONE.iter().find(|(verbs, _)| verbs.iter().any(|verb| begins(&verb)));
    let Some((_, stock)) = alone.filter(|_| deed.act == Act::Gesture) else { return false };
    play.say(stock, &[]);
    witnessed(play);
    true
}

/// A person here that these words name.
pub(super) fn whom(play: &Play<'_>, words: &str) -> Option<Person> {
    let people = play.world.people(&play.table.location);
    const ANYBODY: [&str; 8] = ["person", "someone", "somebody", "everyone", "everybody", "guy", "man", "woman"];
    if words.split(' ').any(|word| ANYBODY.contains(&word)) {
        return people.into_iter().next();
    }
    let names: Vec<String> = people.iter().map(|person| format!("{} {}", person.name, person.trade)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    best_match(words, &names).map(|i| people[i].clone())
}

/// The thing it is done to: something of the place, of what lies about, of the pack, of the narration, or everything
/// everywhere.
fn thing(play: &Play<'_>, deed: &Deed) -> Option<String> {
    [&deed.other, &deed.object].into_iter().find_map(|words| named_thing(play, words))
}

pub(super) fn named_thing(play: &Play<'_>, said: &str) -> Option<String> {
    let said = said.strip_prefix("the ").unwrap_or(said);
    let of_people = whom(play, said).is_some() || looking::is_somebody(play, said);
    if said.is_empty() || of_people || talking::elsewhere(play, said).is_some() || said.split(' ').count() > 3 {
        return None;
    }
    let mut names: Vec<String> =
        play.world.features(&play.table.location).iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(play.visible_things());
    names.extend(play.hero.pack.iter().map(|(_, name)| name.clone()));
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(i) = best_match(said, &all) {
        return Some(plainly(&names[i]));
    }
    let noun = looking::noun(said)?;
    // Capitalised words in the narration are names, of people who can hear.
    let capital = format!(" {}", crate::prose::capitalised(&noun));
    let named = play.reading.told.iter().any(|told| told.contains(&capital));
    let known = EVERYWHERE.contains(&noun.rsplit(' ').next().unwrap_or_default())
        || (!named && looking::is_told_of(play, &noun))
        || looking::is_part(play, &noun);
    known.then_some(noun)
}

/// "Name my sword Bob."
fn names_thing(play: &mut Play<'_>, deed: &Deed) -> bool {
    let words = crate::intent::plain(&play.reading.words);
    let start = ["name my ", "call my ", "i name my ", "i call my "].iter().find_map(|start| words.strip_prefix(start));
    let found = start.filter(|_| matches!(deed.act, Act::Unknown | Act::Talk)).and_then(|rest| {
        let (thing, name) = rest.rsplit_once(' ')?;
        let weapon = crate::arms::named(play, thing).map(|it| it.name.to_lowercase());
        Some((weapon.or_else(|| play.in_pack(thing).map(|it| plainly(&it)))?, name.to_owned()))
    });
    let Some((thing, name)) = found else { return false };
    let name = crate::prose::capitalised(name.trim_matches(|c: char| !c.is_alphabetic()));
    play.say(said::NAMES_THING, &[("thing", &thing), ("called", &name)]);
    true
}

/// What is done with what one has on.
fn own_clothes(play: &mut Play<'_>, deed: &Deed) -> bool {
    let last = deed.object.rsplit(' ').next().unwrap_or_default();
    let worn = WORN.contains(&last)
        && [" my ", " a ", " own "].iter().any(|word| deed.words.contains(word))
        && play.in_pack(&deed.object).is_none();
    let throws =
        ["throw ", "toss ", "hurl ", "fling ", "lob ", "chuck "].iter().any(|verb| deed.words.starts_with(verb));
    let stock = match deed.act {
        Act::Eat | Act::Gesture if worn => said::EATS_CLOTHES,
        Act::Stunt | Act::Drop if worn && throws => said::THROWS_CLOTHES,
        _ => return false,
    };
    play.say(stock, &[("thing", last)]);
    witnessed(play);
    true
}

/// Anyone who is here sees it, or no one does.
fn witnessed(play: &mut Play<'_>) {
    match play.world.people(&play.table.location).first().map(|person| person.name.clone()) {
        Some(name) => play.add(seen::SOMEBODY_SEES, &[("name", &name)]),
        None => play.add(seen::NOBODY_SEES, &[]),
    };
}
