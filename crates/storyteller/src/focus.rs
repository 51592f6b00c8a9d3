//! Resolves pronouns and repetitions: "her", "it", "there", "again".

use super::{
    address, arms, castings, deeds,
    folk::goes_by,
    intent::{self, Act, Deed, is_pronoun},
    play::{Play, best_match, best_named, significant},
    prose::plainly,
    world::{Exit, in_text},
};
use crate::words::{
    deeds::tending::BERRIES,
    storyteller::focus::{ALL, REMAINS, THINGS},
};

/// How many turns back someone is still "her".
const HOW_LONG: usize = 5;

/// The deeds of this turn that no condition forbids, with names where the player only pointed; those that a yes or no is about, if
/// these words are one.
pub(super) fn deeds(play: &Play<'_>) -> Vec<Deed> {
    if let Some(deeds) = play.allowed.as_ref().or(play.answered.as_ref()) {
        return deeds.clone();
    }
    let spells = play.spells();
    let words = spelled(&castings::plainly_cast(play, &intent::plain(&words_now(play))), &spells);
    let words = owners(play, &intent::mended(&words, &names_in_play(play), &told_lately(play)));
    let moods = intent::moods(&words);
    if moods.done.is_empty() && !moods.undone.is_empty() {
        return moods.undone;
    }
    read(play, &moods.done)
}

/// The words that this turn is about: the player's; those before, where these are "again" or an answer; one of a list.
fn words_now(play: &Play<'_>) -> String {
    play.chosen_of_offered(1).unwrap_or_else(|| said_now(play).to_owned())
}

/// The player's words of this turn; those before, where these are "again" or an answer.
pub(super) fn said_now<'p>(play: &'p Play<'_>) -> &'p str {
    match play.reading.asked.last().filter(|_| play.own_words.is_none()) {
        Some(last) if is_again(&play.reading.words) || play.answered.is_some() => last,
        _ => play.words(),
    }
}

/// The deeds of some words, with names where they only point.
pub(super) fn read(play: &Play<'_>, words: &str) -> Vec<Deed> {
    let (words, spells) = (words.to_owned(), play.spells());
    if to_everybody(&words) && play.table.foes().next().is_none() {
        return vec![Deed { words, ..Deed::of(Act::Talk, "everyone") }];
    }
    if let Some(deed) = by_its_words(play, &words) {
        return vec![deed];
    }
    let mut all = address::deeds(play, &words, &spells).unwrap_or_else(|| intent::understand(&words, &spells));
    apart(play, &mut all);
    swung(play, &mut all);
    keep_talking(play, &mut all);
    report_back(play, &mut all);
    for i in 0..all.len() {
        let (done, rest) = all.split_at_mut(i);
        let before = done.iter().rev().find(|deed| !deed.object.is_empty());
        said_otherwise(play, &mut rest[0]);
        handed_or_asked(play, &mut rest[0]);
        pointed_at(play, &mut rest[0], before);
    }
    // Words that say no deed are left out behind those that do.
    let says_none = |deed: &Deed| deed.act == Act::Unknown && !deeds::can_try(play, deed);
    match all.iter().all(says_none) {
        true => all.truncate(1),
        false => all.retain(|deed| !says_none(deed)),
    }
    all
}

/// Whether the object of a deed is someone.
fn is_done_to_somebody(deed: &Deed) -> bool {
    matches!(deed.act, Act::Talk | Act::Persuade | Act::Steal | Act::Insult | Act::Who)
}

/// Places, people and finds that are named by other words than their own.
fn said_otherwise(play: &Play<'_>, deed: &mut Deed) {
    if matches!(deed.act, Act::Go) && deed.object.is_empty() && deed.words.ends_with("there") {
        deed.object = place(play).unwrap_or_default();
    }
    // "One of the berries" is one of those that heal.
    let takes = matches!(deed.act, Act::Eat | Act::Drink | Act::Use);
    if takes && play.owns(BERRIES[0]) && deed.object.split(' ').any(|word| BERRIES.contains(&word)) {
        BERRIES[0].clone_into(&mut deed.object);
    }
    // A hero who got into something only gets out of it, and stays at the place.
    if deed.act == Act::Leave && deed.words.starts_with("get out") && deeds::sat_down(play) {
        deed.act = Act::Rise;
    }
    // "Climb out the window", by anyone who sits nowhere, climbs.
    if deed.act == Act::Rise && !deed.object.is_empty() && deed.words.starts_with("climb ") && !deeds::sat_down(play) {
        deed.act = Act::Climb;
    }
    // "Tell her I'm scared" is speech to her.
    let somebody = is_done_to_somebody(deed);
    if let Some((whom, what)) = deed.object.split_once(' ').filter(|(first, _)| somebody && is_pronoun(first)) {
        deed.other = format!("{what} {}", deed.other).trim().to_owned();
        deed.object = whom.to_owned();
    }
    // "My sword" is the longsword.
    if matches!(deed.act, Act::Drop | Act::Give | Act::Sell) && play.in_pack(&deed.object).is_none() {
        let weapon = arms::named(play, &deed.object).map(|weapon| weapon.name.to_lowercase());
        if let Some(weapon) = weapon.filter(|name| name.ends_with(&deed.object) && play.owns(name)) {
            deed.object = weapon;
        }
    }
    // "What I found" is the first proof.
    let token = play.world.adventure.token.0;
    for part in [&mut deed.object, &mut deed.other] {
        if FOUND.contains(&part.as_str()) && play.owns(token) {
            *part = token.to_owned();
        }
    }
}

/// Deeds that are another by what they are done with: what lies here and is asked for is only picked up, and "would Una buy my
/// lute?" asks Una.
fn handed_or_asked(play: &Play<'_>, deed: &mut Deed) {
    let lies = |words: &str| {
        let visible = play.visible_things();
        best_match(words, &visible.iter().map(String::as_str).collect::<Vec<_>>()).is_some()
    };
    // "Toss Lysbet the apple", "slide the bread to her": a gift.
    if let Some((whom, what)) = thrown_to(play, &deed.words).filter(|_| deed.act == Act::Stunt) {
        *deed = Deed { other: whom, words: deed.words.clone(), ..Deed::of(Act::Give, what) };
    }
    const PACKS: [&str; 7] = ["pack", "backpack", "bag", "pocket", "pockets", "pouch", "sack"];
    match (deed.act, deed.other.as_str()) {
        (Act::Give, "me") if lies(&deed.object) => {
            (deed.act, deed.other) = (Act::Take, String::new());
        }
        (Act::Give, "me") => {
            deed.act = Act::Talk;
            deed.other = std::mem::take(&mut deed.object);
        }
        (Act::Drop, other) if PACKS.contains(&other) && lies(&deed.object) => {
            (deed.act, deed.other) = (Act::Take, String::new());
        }
        // "Hide the box under a boat" puts it there.
        (Act::Sneak, _)
            if ["hide the ", "hide my ", "hide this "].iter().any(|start| deed.words.starts_with(start))
                && play.in_pack(&deed.object).is_some() =>
        {
            let (object, other) = intent::placed(deed.words.trim_start_matches("hide "));
            *deed = Deed { other, words: deed.words.clone(), ..Deed::of(Act::Drop, object) };
        }
        // "Set the curtains on fire", "set the chair on fire".
        (Act::Handle, _) if deed.words.starts_with("set ") && deed.words.ends_with(" on fire") => {
            let what = deed.words.trim_start_matches("set ").trim_end_matches(" on fire");
            *deed = Deed { words: deed.words.clone(), ..Deed::of(Act::Light, what.trim_start_matches("the ")) };
        }
        (Act::Talk, other) if deed.object.is_empty() && deed.speech.is_empty() => {
            const ASKS: [&str; 12] =
                ["can", "could", "would", "will", "does", "did", "is", "has", "do", "was", "should", "are"];
            let first = other.split(' ').next().unwrap_or_default();
            let people = play.world.people(&play.table.location);
            // "Why did you kill her, judge?"
            let last = other.rsplit(' ').next().unwrap_or_default();
            if other.split(' ').any(|word| word == "you")
                && let Some(i) = address::first_named(last, &people)
            {
                deed.object = people[i].name.to_lowercase();
            } else if ASKS.contains(&first)
                && let Some(i) = address::first_named(other, &people)
            {
                deed.object = people[i].name.to_lowercase();
            }
        }
        _ => {}
    }
}

/// The receiver of a thrown or pushed thing, and the thing: not an attack.
fn thrown_to(play: &Play<'_>, words: &str) -> Option<(String, String)> {
    const OVER: [&str; 6] = ["toss ", "throw ", "slide ", "lob ", "chuck ", "fling "];
    const SMALL: [&str; 6] = ["the ", "a ", "an ", "my ", "some ", "one of my "];
    let rest = OVER.iter().find_map(|verb| words.strip_prefix(verb))?;
    let people = play.world.people(&play.table.location);
    let bare = |what: &str| SMALL.iter().find_map(|word| what.strip_prefix(word)).unwrap_or(what).to_owned();
    let named = |whom: &str| address::first_named(whom, &people).map(|i| people[i].name.to_lowercase());
    if let Some((what, whom)) = rest.split_once(" to ") {
        return Some((named(whom)?, bare(what)));
    }
    let (whom, what) = rest.split_once(' ')?;
    let is_thing = SMALL.iter().any(|word| what.starts_with(word)) && !what.contains(" at ");
    Some((named(whom).filter(|_| is_thing)?, bare(what)))
}

/// What "it" and "her" are; what is parted with must have been named.
fn pointed_at(play: &Play<'_>, deed: &mut Deed, before: Option<&Deed>) {
    // The target of help depends on who needs it.
    if play.table.foes().next().is_none() && deeds::is_help(play, deed) {
        return;
    }
    let done = before.map(|before| before.act);
    let before = before.map(|before| before.object.as_str());
    let parts_with = matches!(deed.act, Act::Drop | Act::Give | Act::Sell);
    let eats = matches!(deed.act, Act::Eat | Act::Drink) && before.is_some();
    if (parts_with || eats) && REMAINS.contains(&deed.object.as_str()) {
        "it".clone_into(&mut deed.object);
    }
    let in_hands = parts_with || matches!(deed.act, Act::Use | Act::Eat | Act::Drink | Act::Attack | Act::Stunt);
    if in_hands && [&deed.object, &deed.other].iter().any(|words| THINGS.contains(&words.as_str())) {
        deed.goes_on_from = done;
    }
    if is_pronoun(&deed.object) {
        let surely = surely_pointed(play, before);
        deed.object = match parts_with {
            true => surely.clone().unwrap_or_else(|| deed.object.clone()),
            false => meant(play, &deed.object, deed.act, is_done_to_somebody(deed), before),
        };
        deed.is_guess = surely.as_ref() != Some(&deed.object);
    }
    if is_pronoun(&deed.other) {
        let whom = matches!(deed.act, Act::Give | Act::Sell | Act::Pay | Act::Steal);
        deed.other = meant(play, &deed.other, deed.act, whom, before);
    }
}

/// The text with the names of spells as they are written: "firebolt" is "fire bolt".
fn spelled(words: &str, spells: &[String]) -> String {
    let word = |word: &str| {
        let joined = |spell: &&String| spell.contains(' ') && spell.to_lowercase().replace(' ', "") == word;
        spells.iter().find(joined).map_or_else(|| word.to_owned(), |spell| spell.to_lowercase())
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The text with the apostrophes of people's names: "pick nells pocket".
fn owners(play: &Play<'_>, words: &str) -> String {
    let people = play.world.people(&play.table.location);
    let is_name = |stem: &str| {
        stem.len() > 2 && people.iter().any(|person| person.name.to_lowercase().split(' ').any(|part| part == stem))
    };
    let all: Vec<&str> = words.split(' ').collect();
    let word = |(i, word): (usize, &&str)| match word.strip_suffix('s') {
        Some(stem) if i + 1 < all.len() && !stem.ends_with('\'') && !is_name(word) && is_name(stem) => {
            format!("{stem}'s")
        }
        _ => (*word).to_owned(),
    };
    all.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Whether words are for all who are here: "both of you come with me".
fn to_everybody(words: &str) -> bool {
    ALL.iter().any(|start| words.starts_with(start))
}

/// What of these a hero points at who would part with it: what the player named in this message or of late, or the only thing
/// of the pack that was mentioned last.
fn surely_pointed(play: &Play<'_>, before: Option<&str>) -> Option<String> {
    let mut names: Vec<String> = play.hero.pack.iter().map(|(_, name)| name.clone()).collect();
    // Things picked up in this message are in the pack by then.
    names.extend(play.visible_things());
    let plain: Vec<String> = names.iter().map(|name| plainly(name)).collect();
    let all: Vec<&str> = plain.iter().map(String::as_str).collect();
    let asked = || play.reading.asked.iter().rev().take(2).find_map(|asked| best_named(asked, &all));
    let told = || {
        let told = play.reading.told.last()?.to_lowercase();
        let mut named = (0..all.len()).filter(|i| told.contains(&plainly(all[*i]).to_lowercase()));
        named.next().filter(|_| named.next().is_none())
    };
    let weapon = || before.and_then(|before| arms::named(play, before)).map(|weapon| weapon.name.to_lowercase());
    let named = |i: usize| names[i].to_lowercase();
    let of_before = before.and_then(|before| best_named(before, &all)).map(named).or_else(weapon);
    of_before.or_else(|| asked().or_else(told).map(named))
}

/// A way out in the words of the narration, and nothing else: "across the river", "down the well".
fn by_its_words(play: &Play<'_>, words: &str) -> Option<Deed> {
    let plain = words.trim_matches(|c: char| !c.is_alphanumeric());
    const SEES: [&str; 6] = [
        "what is there to see",
        "what's there to see",
        "what can i see",
        "what do i see",
        "what is here",
        "what's here",
    ];
    if SEES.contains(&plain) {
        return Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Look, "") });
    }
    if ["who is hurt", "who's hurt", "how badly am i hurt", "am i hurt"].contains(&plain) {
        return Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Status, "") });
    }
    // "How many torches?" counts what is carried.
    let counted = ["how many ", "how much "].iter().find_map(|start| plain.strip_prefix(start));
    if let Some(what) = counted.filter(|what| what.split(' ').count() < 3 && play.in_pack(what).is_some()) {
        return Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Inventory, what) });
    }
    let exits = play.world.exits(&play.table.location);
    if let Some(exit) = over_there(play, plain, &exits) {
        return Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Look, exit.name.to_lowercase()) });
    }
    // A side where no way leads is answered with those that do.
    const SIDES: [&str; 4] = ["north", "east", "south", "west"];
    let last = plain.rsplit(' ').next().unwrap_or_default();
    if plain.starts_with("what") && SIDES.contains(&last) && plain.split(' ').count() <= 5 {
        return Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Ways, "") });
    }
    let said = |exit: &&Exit| {
        let place = in_text(&exit.name).to_lowercase();
        let place = place.strip_prefix("the ").unwrap_or(&place).to_owned();
        exit.way == plain || plain.strip_prefix("the ").unwrap_or(plain) == place
    };
    let exit = exits.iter().find(said)?;
    Some(Deed { words: plain.to_owned(), ..Deed::of(Act::Go, exit.name.to_lowercase()) })
}

/// "What's down there?": the way that leads there, or the place that was spoken of last.
fn over_there<'e>(play: &Play<'_>, words: &str, exits: &'e [Exit]) -> Option<&'e Exit> {
    const ASKS: [&str; 6] = ["what's ", "what is ", "what lies ", "what lives ", "so what's ", "and what's "];
    let rest = ASKS.iter().find_map(|start| words.strip_prefix(start))?;
    let rest = rest.strip_prefix("to the ").or(rest.strip_prefix("in the ")).unwrap_or(rest);
    let rest = rest.split(" of here").next().unwrap_or(rest);
    if let Some(exit) = exits.iter().find(|exit| exit.direction == rest) {
        return Some(exit);
    }
    let way =
        ["down", "up", "over", "in", "out", "across", "back"].iter().find(|way| rest == format!("{way} there"))?;
    let names: Vec<&str> = exits.iter().map(|exit| exit.name.as_str()).collect();
    let leads = exits.iter().find(|exit| exit.direction == *way || exit.way.starts_with(way));
    leads.or_else(|| last_mentioned(play, &names).map(|i| &exits[i]))
}

/// How players call what they found and cannot name.
const FOUND: [&str; 9] =
    ["what i found", "thing i found", "thing", "the thing", "my find", "clue", "proof", "evidence", "thing i have"];

/// Most deeds of one turn, where a list was taken apart.
const MOST_DEEDS: usize = 6;

/// "Take the knife and the bailer" is taking both, one after the other; what has an "and" in its name is one thing.
fn apart(play: &Play<'_>, all: &mut Vec<Deed>) {
    let lists = [Act::Take, Act::Drop, Act::Buy, Act::Sell, Act::Search, Act::Open, Act::Look];
    let names = names_in_play(play);
    let one = |object: &str| names.iter().any(|name| name.to_lowercase().contains(object));
    let mut found: Vec<Deed> = Vec::new();
    for deed in all.drain(..) {
        let parts: Vec<&str> = deed.object.split(" and ").flat_map(|part| part.split(',')).map(str::trim).collect();
        if parts.len() < 2 || !lists.contains(&deed.act) || one(&deed.object) {
            found.push(deed);
            continue;
        }
        let bare = |part: &str| {
            let articles = ["the ", "a ", "an ", "some ", "my ", "his ", "her ", "their ", "also "];
            articles.iter().fold(part.to_owned(), |rest, word| rest.strip_prefix(word).unwrap_or(&rest).to_owned())
        };
        let parts = parts.into_iter().map(bare).filter(|part| !part.is_empty());
        found.extend(parts.map(|object| Deed { object, ..deed.clone() }));
    }
    found.truncate(MOST_DEEDS);
    *all = found;
}

/// A weapon that is swung, raised or brought down is a blow with it; one that is only drawn is not.
fn swung(play: &Play<'_>, all: &mut [Deed]) {
    // "Kick it in the face", "smash him": a blow, and not a thing to be broken.
    const PARTS: [&str; 9] = ["face", "head", "leg", "legs", "knee", "groin", "balls", "teeth", "ribs"];
    for deed in all.iter_mut().filter(|deed| deed.act == Act::Force) {
        let first = deed.object.split(' ').next().unwrap_or_default();
        let part = deed.words.split(' ').any(|word| PARTS.contains(&word));
        if ["him", "her", "them"].contains(&first) || (first == "it" && part) {
            deed.object = first.to_owned();
            deed.act = Act::Attack;
        }
    }
    for deed in all.iter_mut().filter(|deed| matches!(deed.act, Act::Stunt | Act::Gesture | Act::Use)) {
        let verb = deed.words.split(' ').next().unwrap_or_default();
        let swings = ["swing", "whirl", "wave", "brandish", "spin"].contains(&verb);
        let Some(weapon) = arms::named(play, &deed.object).filter(|_| swings).map(|it| it.name.to_lowercase()) else {
            continue;
        };
        deed.act = if deed.other.is_empty() && play.table.foes().next().is_none() { Act::Use } else { Act::Attack };
        deed.object = match deed.act {
            Act::Use => weapon,
            _ => std::mem::replace(&mut deed.other, weapon),
        };
    }
}

/// A question during a talk is for the person the hero talks with, unless it is about something visible.
fn keep_talking(play: &Play<'_>, all: &mut [Deed]) {
    if play.table.foes().next().is_some() || play.world.people(&play.table.location).is_empty() {
        return;
    }
    let talks = |act: Act| matches!(act, Act::Talk | Act::Persuade | Act::Accept | Act::Refuse);
    for i in 1..all.len() {
        let (before, rest) = all.split_at_mut(i);
        let Some(partner) = before.iter().rev().find(|deed| talks(deed.act)) else { continue };
        let deed = &mut rest[0];
        // What the hero did is for the hero to remember.
        let own = [" i ", " we ", " my "].iter().any(|word| format!("{} ", deed.words).contains(word));
        let asks = (deed.act == Act::Recall && !own
            || matches!(deed.act, Act::Wonder | Act::Who | Act::Look | Act::Where | Act::Help))
            && intent::is_question(&deed.words)
            && (deed.act == Act::Recall || !deeds::is_about(play, &deed.object))
            && !deeds::is_here(play, &deed.object);
        if asks || (deed.act == Act::Help && intent::is_question(&deed.words)) {
            let object = if partner.act == Act::Talk { partner.object.clone() } else { String::new() };
            *deed = Deed { speech: deed.words.clone(), words: deed.words.clone(), ..Deed::of(Act::Talk, object) };
        }
    }
}

/// Going back to report to a person means going to that person's place.
fn report_back(play: &Play<'_>, all: &mut Vec<Deed>) {
    let giver = play.world.giver.clone();
    let home = play.world.people(&play.table.location).iter().any(|person| person.name == giver);
    // A report without a named listener is for the person who asked for it.
    if let Some(i) = all.iter().position(|deed| deed.words.starts_with("report ") && deed.object.is_empty()) {
        all[i].object = giver.to_lowercase();
        if home {
            all.retain(|deed| !(deed.act == Act::Go && deed.object == "back"));
        }
    }
    let place = |deed: &Deed| match deed.act {
        Act::Talk => deeds::elsewhere(play, &deed.object).map(|(_, place)| place.to_lowercase()),
        Act::Give | Act::Pay => deeds::elsewhere(play, &deed.other).map(|(_, place)| place.to_lowercase()),
        _ => None,
    };
    let Some((i, place)) = all.iter().enumerate().find_map(|(i, deed)| Some((i, place(deed)?))) else { return };
    if let Some(way) = all[..i].iter_mut().find(|deed| matches!(deed.act, Act::Go | Act::Leave)) {
        way.act = Act::Go;
        way.object = place;
    } else if all[i].words.starts_with("report") {
        all.insert(i, Deed::of(Act::Go, place));
    }
}

/// The names of all that can be meant here: who and what is here, what is carried, known, for sale, or a way off.
fn names_in_play(play: &Play<'_>) -> Vec<String> {
    let here = &play.table.location;
    let mut names = things(play);
    names.extend(play.table.creatures.iter().map(|creature| creature.name.clone()));
    names.extend(play.world.everybody().into_iter().map(|(person, _)| format!("{} {}", person.name, person.trade)));
    names.extend(play.world.all_places().map(str::to_owned));
    names.extend(play.world.wares(here).into_iter().map(|(name, _)| name.to_owned()));
    names.extend(play.world.exits(here).into_iter().map(|exit| exit.way.to_owned()));
    names.extend(play.hero.cantrips.iter().chain(&play.hero.spells).cloned());
    names.extend(play.hero.weapons.iter().map(|weapon| weapon.name.clone()));
    names.extend(play.hero.features.iter().cloned());
    names.extend([play.world.adventure.prize.to_owned(), play.world.adventure.quest.to_owned()]);
    names
}

/// The table's recent texts, whose words are valid words.
fn told_lately<'p>(play: &'p Play<'_>) -> Vec<&'p str> {
    let told = play.reading.told.iter().rev().take(HOW_LONG).map(String::as_str);
    let table = &play.reading.table;
    told.chain([table.scene.as_str(), table.background.as_str(), play.hero.name.as_str()]).collect()
}

fn is_again(words: &str) -> bool {
    let words = words.to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphabetic());
    [
        "again",
        "agian",
        "agin",
        "agen",
        "g",
        "do it again",
        "do that again",
        "once more",
        "repeat",
        "try again",
        "i try again",
    ]
    .contains(&words)
}

/// The name that a pronoun means; the pronoun itself if no name fits.
fn meant(play: &Play<'_>, word: &str, act: Act, person: bool, before: Option<&str>) -> String {
    let someone = ["him", "her", "he", "she", "hers", "his", "someone"].contains(&word);
    let many = ["them", "they"].contains(&word);
    let hands = matches!(
        act,
        Act::Take
            | Act::Drop
            | Act::Give
            | Act::Use
            | Act::Drink
            | Act::Eat
            | Act::Light
            | Act::Read
            | Act::Sell
            | Act::Pay
            | Act::Buy
    );
    // Burning “it” in a fight means burning the foe.
    let hands = hands && !(act == Act::Light && play.table.foes().next().is_some());
    let mut names: Vec<String> = play.table.foes().map(|foe| foe.name.clone()).filter(|_| !hands).collect();
    let fights = matches!(act, Act::Attack | Act::Cast | Act::Light) && !names.is_empty();
    // Without anybody left to attack, “it” means no thing either.
    if word == "it" && act == Act::Attack && !fights {
        return word.to_owned();
    }
    if (someone || many || person) && !fights {
        let people = play.world.people(&play.table.location).into_iter().map(|person| person.name);
        names.extend(people.filter(|name| goes_by(name, word)));
    }
    if !someone && !person && !fights {
        // What is to be taken, opened or climbed is not what one carries.
        let own: Vec<String> = play.hero.pack.iter().map(|(_, name)| name.clone()).collect();
        let away = matches!(act, Act::Take | Act::Open | Act::Climb);
        names.extend(things(play).into_iter().filter(|name| !(away && own.contains(name))));
    }
    // "Her" means the only woman here, no matter who was mentioned last.
    if let ([only], true) = (names.as_slice(), someone && word != "someone") {
        return only.to_lowercase();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let earlier = before.and_then(|before| best_match(before, &names));
    match earlier.or_else(|| last_mentioned(play, &names)) {
        Some(i) => names[i].to_lowercase(),
        None if fights => String::new(),
        None => word.to_owned(),
    }
}

/// Things one can point at here.
fn things(play: &Play<'_>) -> Vec<String> {
    let here = &play.table.location;
    let mut names: Vec<String> = play.world.features(here).iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(play.visible_things());
    names.extend(play.hero.pack.iter().map(|(_, name)| name.clone()));
    // What it is all about lies where it ends.
    if play.world.spot(here) == super::world::Spot::Heart {
        names.push(play.world.adventure.prize.to_owned());
    }
    names
}

/// The place that was spoken of last.
fn place(play: &Play<'_>) -> Option<String> {
    let here = &play.table.location;
    let names: Vec<String> = play.world.all_places().filter(|name| *name != here).map(str::to_owned).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    last_mentioned(play, &names).map(|i| names[i].to_lowercase())
}

/// Someone here who was spoken with or of in the last turns.
pub(super) fn person(play: &Play<'_>) -> Option<String> {
    let names: Vec<String> = play.world.people(&play.table.location).into_iter().map(|person| person.name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    last_mentioned(play, &names).map(|i| names[i].to_owned())
}

/// The one of these names that was mentioned last: by the player, or else in the narration.
pub(super) fn last_mentioned(play: &Play<'_>, names: &[&str]) -> Option<usize> {
    let turns = play.reading.asked.iter().rev().zip(play.reading.told.iter().rev()).take(HOW_LONG);
    turns.into_iter().find_map(|(asked, told)| best_match(asked, names).or_else(|| last_in(told, names)))
}

/// Those of these names who were mentioned last, all of them where the player named several at once.
pub(super) fn lately_mentioned(play: &Play<'_>, names: &[&str]) -> Vec<usize> {
    let all_in = |asked: &str| -> Vec<usize> {
        let said = significant(&asked.to_lowercase().replace('’', "'").replace("'s", ""));
        (0..names.len()).filter(|i| significant(names[*i]).iter().any(|part| said.contains(part))).collect()
    };
    let turns = play.reading.asked.iter().rev().zip(play.reading.told.iter().rev()).take(HOW_LONG);
    let found = turns.into_iter().find_map(|(asked, told)| match all_in(asked.as_str()) {
        none if none.is_empty() => last_in(told, names).map(|i| vec![i]),
        named => Some(named),
    });
    found.unwrap_or_default()
}

fn last_in(told: &str, names: &[&str]) -> Option<usize> {
    let told = told.to_lowercase();
    let at = |name: &str| {
        let name = in_text(name).to_lowercase();
        let first = name.split(' ').next().unwrap_or_default();
        let whole = told.rfind(&name);
        whole.or_else(|| told.rfind(&format!("{first} ")).filter(|_| first.len() > 3))
    };
    let found = names.iter().enumerate().filter_map(|(i, name)| Some((at(name)?, i)));
    found.max().map(|(_, i)| i)
}
