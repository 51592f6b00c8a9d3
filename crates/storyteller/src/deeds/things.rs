//! Things: taking, dropping, giving and using them.

use game::{potion, story_fact::StoryFact};

use crate::{
    arms,
    chance::{hash_all, pick},
    folk::Person,
    intent::{Act, Deed, is_pronoun},
    phrases::{crowd::TRINKETS, lines},
    play::{Play, Step, best_match},
    prose::{a, listed, plainly, the},
    stakes::{Stake, names},
    words::deeds::tending::BERRIES,
    world::Spot,
};

use super::{chief_fallen, favours, fighting, looking, lore, moods, party, settling, talking, tending, topics};

/// Words for any of what lies here, and for all of it.
const ANY: [&str; 7] = ["both", "lies", "something", "anything", "it", "that", "thing"];
const ALL: [&str; 6] = ["everything", "all", "both", "them", "stuff", "things"];

/// Takes something that is here.
pub(super) fn take(play: &mut Play<'_>, what: &str) -> Step {
    if let Some(dead) = looted(play, what) {
        return loot(play, &dead);
    }
    if takes_prize(play, what) {
        return Ok(());
    }
    let visible = play.visible_things();
    if is_all(what, &visible) && visible.len() > 1 {
        let all: Vec<String> = visible.iter().map(|thing| the(&plainly(thing))).collect();
        for thing in &visible {
            note_taking(play, thing);
        }
        play.say(lines::TAKES_ALL, &[("things", &listed(&all))]);
        return Ok(());
    }
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let is_any = |word: &str| ANY.contains(&word) || ALL.contains(&word);
    let any = what.is_empty() || what.split(' ').count() <= 3 && what.split(' ').any(is_any);
    match best_match(what, &names).or(any.then_some(0)).and_then(|i| visible.get(i)) {
        Some(thing) => takes(play, thing),
        None => cannot_take(play, what, &visible),
    }
    Ok(())
}

/// Whether everything is meant that lies here: "everything i can carry", "all the stuff".
fn is_all(what: &str, visible: &[String]) -> bool {
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let begins = what.split(' ').next().is_some_and(|first| ALL[..2].contains(&first));
    ALL.contains(&what) || begins && best_match(what, &names).is_none()
}

/// The dead who are to be looted.
fn looted(play: &Play<'_>, what: &str) -> Option<String> {
    let dead = fighting::fallen_here(play)?;
    let of_dead = best_match(what, &["body bodies corpse corpses loot pockets purse everything all"]).is_some();
    let said = play.reading.words.to_lowercase();
    let loots = ["loot it", "loot him", "loot her", "loot them"].iter().any(|words| said.contains(words));
    (loots || of_dead || what.is_empty() || best_match(what, &[&dead]).is_some()).then_some(dead)
}

/// Takes what it is all about, if it lies here and is meant; returns whether it was.
fn takes_prize(play: &mut Play<'_>, what: &str) -> bool {
    let prize = play.world.adventure.prize;
    let heart = play.world.spot(&play.table.location) == Spot::Heart;
    let prized = what.split(' ').any(|word| ["prize", "treasure"].contains(&word));
    if !heart || !(prized || best_match(what, &[prize]).is_some()) || play.owns(prize) {
        return false;
    }
    if chief_fallen(play) {
        takes(play, prize);
    } else {
        play.say(lines::GUARDED, &[("thing", prize)]);
    }
    true
}

/// Says why something can't be taken.
fn cannot_take(play: &mut Play<'_>, what: &str, visible: &[String]) {
    let features: Vec<&str> = play.world.features(&play.table.location).iter().map(|(name, _)| *name).collect();
    if lore::is_here(play, what) && play.in_pack(what).is_none() {
        lore::meddle(play, what);
    } else if let Some(thing) = play.in_pack(what) {
        play.say(lines::HAS_ALREADY, &[("thing", &plainly(&thing))]);
    } else if let Some(i) = best_match(what, &features) {
        play.say(lines::TOO_FAST, &[("thing", features[i])]);
    } else if looking::is_part(play, what) || looking::is_told_of(play, what) {
        play.say(lines::PART_STAYS, &[("thing", what)]);
    } else if visible.is_empty() {
        play.say(lines::NOTHING_TO_TAKE, &[]);
    } else {
        let names: Vec<String> = visible.iter().map(|thing| the(&plainly(thing))).collect();
        let things = listed(&names);
        match looking::noun(what) {
            // The second of two that are not here.
            Some(noun) if play.prose.text().contains(&things) => play.say(lines::NOR_THAT, &[("thing", &noun)]),
            Some(noun) => play.say(lines::NONE_TO_TAKE, &[("thing", &noun), ("things", &things)]),
            None => play.say(lines::NOT_HERE, &[("things", &things)]),
        }
    }
}

fn takes(play: &mut Play<'_>, thing: &str) {
    note_taking(play, thing);
    play.say(lines::TAKES, &[("thing", thing)]);
}

/// Puts a thing into the pack, and its taking among what happened.
fn note_taking(play: &mut Play<'_>, thing: &str) {
    play.gain(thing);
    play.effects.note(format!("{} took the {thing}", play.hero.name));
}

/// Looks at what is left of the dead. Their coins and weapons were handed out when they fell; there may be something that
/// no one thought of.
pub(super) fn loot(play: &mut Play<'_>, dead: &str) -> Step {
    let here = play.table.location.clone();
    let seed = hash_all(&[&here, dead, &play.reading.told.len().to_string()]);
    if seed.is_multiple_of(3) {
        play.say(lines::LOOTS, &[("foe", dead)]);
    } else {
        let thing = pick(seed, TRINKETS);
        play.gain(thing);
        play.say(lines::LOOTS_MORE, &[("foe", dead), ("thing", thing)]);
    }
    play.note_fact(StoryFact::Searched { who: dead.to_owned(), place: play.here() });
    play.effects.note(format!("{} searched what was left of {dead}", play.hero.name));
    Ok(())
}

/// Puts something down.
pub(super) fn drop(play: &mut Play<'_>, deed: &Deed) {
    let what = deed.object.as_str();
    match play.in_pack(what) {
        // Oil in the lantern is still the hero's.
        Some(thing)
            if play.in_pack(&deed.other).is_some_and(|other| other != thing && names(play, &deed.other, &other)) =>
        {
            let other = play.in_pack(&deed.other).unwrap_or_default();
            play.say(lines::PUTS_WITH, &[("thing", &plainly(&thing)), ("other", &plainly(&other))]);
        }
        Some(thing) => {
            play.leave(&thing);
            play.say(lines::DROPS, &[("thing", &plainly(&thing))]);
            play.effects.note(format!("{} left the {thing} at {}", play.hero.name, play.here()));
        }
        None => missing(play, what),
    }
}

/// Gives something to someone.
pub(super) fn give(play: &mut Play<'_>, what: &str, to: &str) -> Step {
    if let Some(hero) = party::hero_named(play, to).filter(|_| play.foe().is_none()) {
        match play.in_pack(what) {
            Some(thing) => {
                play.say(lines::HOLDS_OUT_TO_HERO, &[("thing", &plainly(&thing)), ("name", &hero.name)]);
            }
            None => missing(play, what),
        }
        return Ok(());
    }
    let lying = lying(play, what).filter(|_| talking::surely_whom(play, to).is_some());
    let Some(thing) = play.in_pack(what).or_else(|| lying.clone()) else {
        if play.foe().is_none() && talking::is_no_one_here(play, to) && talking::elsewhere(play, to).is_none() {
            talking::nobody_called(play, to);
            return Ok(());
        }
        return show(play, what, to);
    };
    let shown = plainly(&thing);
    let Some(person) = receiver(play, to, &shown) else { return Ok(()) };
    talking::greet(play, &person)?;
    if thing.eq_ignore_ascii_case(play.world.adventure.prize) {
        if person.role == "quest_giver" && play.on_quest() {
            super::endings::reward(play, &person);
        } else {
            play.say(lines::NOT_MINE, &[("name", &person.name), ("thing", &shown)]);
        }
        return Ok(());
    }
    // What opens the way must be read, and is no present.
    let is_proof = thing.eq_ignore_ascii_case(play.world.adventure.token.0);
    if is_proof || play.reading.words.to_lowercase().contains("show") {
        topics::shown(play, &person, &thing);
        return Ok(());
    }
    if lying.is_some() && play.in_pack(what).is_none() {
        takes(play, &thing);
    }
    play.stakes(Stake::Thing, &thing);
    if favours::deliver(play, &thing, &person) {
        return Ok(());
    }
    play.lose(&thing);
    play.say(lines::GIVES, &[("thing", &shown), ("name", &person.name)]);
    let gift = StoryFact::Gift { whom: person.name.clone() };
    moods::mark(play, format!("{} gave {} a gift, {}", play.hero.name, person.name, a(&shown)), gift);
    Ok(())
}

/// The thing lying here that is meant, unless something in the pack is.
fn lying(play: &Play<'_>, what: &str) -> Option<String> {
    let visible = play.visible_things();
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    let i = best_match(what, &names).filter(|_| play.in_pack(what).is_none())?;
    Some(visible[i].clone())
}

/// Shows a person the subject of the trouble at its place.
fn show(play: &mut Play<'_>, what: &str, to: &str) -> Step {
    let known = lore::meant(play, what).is_some() || looking::is_told_of(play, what) || looking::is_part(play, what);
    let somebody = talking::whom(play, to).filter(|_| lore::is_here(play, what) || known);
    match somebody.filter(|_| play.foe().is_none()) {
        Some(person) => {
            talking::greet(play, &person)?;
            if !lore::asked(play, &person, what) {
                lore::unsure(play, &person);
            }
        }
        None => missing(play, what),
    }
    Ok(())
}

/// The person a thing surely goes to; tells the player if there is none. A thing meant for one person is given to no other.
fn receiver(play: &mut Play<'_>, to: &str, shown: &str) -> Option<Person> {
    if let Some(foe) = play.foe() {
        play.say(lines::FOE_WANTS_NONE, &[("thing", shown), ("foe", &the(&foe.name))]);
        return None;
    }
    if let Some((name, place)) = talking::elsewhere(play, to) {
        talking::is_elsewhere(play, &name, &place);
        return None;
    }
    let Some(person) = talking::whom(play, to) else {
        play.say(lines::NOBODY_TO_GIVE, &[("thing", shown)]);
        return None;
    };
    let people = play.world.people(&play.table.location);
    let names = listed(&people.into_iter().map(|person| person.name).collect::<Vec<_>>());
    if talking::is_no_one_here(play, to) {
        talking::nobody_called(play, to);
        return None;
    }
    let surely = talking::surely_whom(play, to).or(Some(person).filter(|_| play.is_confirmed));
    if surely.is_none() {
        play.ask_openly(lines::WHOM_TO_GIVE, &[("thing", shown), ("names", &names)]);
    }
    surely
}

/// Words that mean no particular thing.
const ANY_THING: [&str; 6] = ["thing", "things", "something", "anything", "stuff", "item"];

/// Says that something isn't there to be used.
pub(super) fn missing(play: &mut Play<'_>, what: &str) {
    let what = play.world.cased(what.strip_prefix("the ").unwrap_or(what));
    let what = what.strip_prefix("the ").unwrap_or(&what);
    if what.is_empty() || what.chars().count() > 24 || is_pronoun(what) || ANY_THING.contains(&what) {
        play.say(lines::HAS_NOT_THAT, &[]);
    } else {
        play.say(lines::HAS_NOT, &[("thing", what)]);
    }
}

/// Says that a thing is for no one, and is kept.
pub(super) fn kept(play: &mut Play<'_>) {
    play.say(lines::FOR_NOBODY, &[]);
}

/// What a draught heals that only by its name is one that does.
const PLAIN_HEALING: &str = "2d4+2";

/// Uses, drinks, eats, lights or reads something.
pub(super) fn use_up(play: &mut Play<'_>, deed: &Deed) -> Step {
    const FOOD: [&str; 8] = ["", "food", "something", "anything", "meal", "lunch", "supper", "breakfast"];
    let wanted = match deed.act {
        Act::Eat if FOOD.contains(&deed.object.as_str()) => "rations",
        Act::Drink if deed.object.split(' ').any(|word| word == "water") => "waterskin",
        _ => deed.object.as_str(),
    };
    let weapon = arms::named(play, wanted).filter(|_| deed.act == Act::Use && play.in_pack(wanted).is_none());
    if let Some(weapon) = weapon.map(|weapon| weapon.name.to_lowercase()) {
        play.say(lines::DRAWS, &[("thing", &weapon)]);
        return Ok(());
    }
    let Some(thing) = play.in_pack(wanted) else { return use_what_is_here(play, deed, wanted) };
    let low = thing.to_lowercase();
    let shown = plainly(&thing);
    let is_berry = BERRIES.contains(&low.as_str());
    let named = (low.contains("potion") || low.contains("elixir")) && (low.contains("heal") || low.contains("cure"));
    let healing = named || is_berry && matches!(deed.act, Act::Eat | Act::Use);
    if healing && !matches!(deed.act, Act::Drink | Act::Eat) && tending::poured_for(play, deed)? {
        return Ok(());
    }
    if healing && tending::is_another_kind(wanted, &low) {
        missing(play, wanted);
        return Ok(());
    }
    if healing {
        let dice = potion::dice(&thing).unwrap_or(PLAIN_HEALING);
        let healed = tending::healed_by(play, dice, &thing)?;
        play.lose(&thing);
        play.hurt_or_heal(healed);
        play.say(if is_berry { lines::EATS_HEALING } else { lines::DRINKS_HEALING }, &[("thing", &shown)]);
        tending::one_at_a_time(play, &deed.words);
        return Ok(());
    }
    let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
    if matches!(deed.act, Act::Light | Act::Use) && has(&["torch", "candle", "lantern", "lamp"]) {
        return burn(play, &thing);
    }
    let (stock, is_used_up) = use_of(play, deed.act, &low);
    if is_used_up {
        play.lose(&thing);
    }
    play.say(stock, &[("thing", &shown)]);
    if low == play.world.adventure.token.0 {
        play.prose.retell(play.world.adventure.token.1);
    }
    Ok(())
}

/// The narration of the use of an item, and whether it is used up.
fn use_of(play: &Play<'_>, act: Act, thing: &str) -> (&'static [&'static str], bool) {
    // Words by their beginnings: a scale mail is no ale.
    let has = |words: &[&str]| thing.split([' ', '-']).any(|part| words.iter().any(|word| part.starts_with(word)));
    let edible = has(&["bread", "ration", "apple", "cheese", "nut", "eel", "meat", "fruit", "herb", "berr"]);
    let drinkable = has(&["wine", "ale", "potion", "water", "beer", "vial", "brandy"]);
    let is_weapon = play.hero.weapons.iter().any(|weapon| weapon.name.eq_ignore_ascii_case(thing));
    let stock = match act {
        Act::Eat if edible => return (lines::EATS, true),
        Act::Drink if drinkable => return (lines::DRINKS, !thing.contains("skin")),
        Act::Eat | Act::Drink => lines::NOT_FOOD,
        Act::Light if has(&["tinder"]) => lines::LIGHTS,
        Act::Light => lines::WONT_BURN,
        Act::Read => lines::READS,
        _ if has(&["lute", "horn", "whistle", "flute", "drum", "bell"]) => lines::SOUNDS,
        _ if has(&["mail", "armor", "shield", "cap", "cloak", "amulet", "symbol", "clothes"]) => lines::WEARS,
        _ if is_weapon => lines::DRAWS,
        _ if thing == play.world.adventure.token.0 => lines::USES_TOKEN,
        _ => lines::USES,
    };
    (stock, false)
}

/// Uses a thing or feature of the place, or one that was mentioned.
fn use_what_is_here(play: &mut Play<'_>, deed: &Deed, wanted: &str) -> Step {
    let features: Vec<&str> = play.world.features(&play.table.location).iter().map(|(name, _)| *name).collect();
    let seen = best_match(&deed.object, &features).map(|i| features[i].to_owned());
    match (seen, deed.act) {
        (Some(_), Act::Drink | Act::Eat | Act::Use) if lore::meddle(play, &deed.object) => {}
        (Some(seen), Act::Use | Act::Read) => looking::look(play, &seen),
        (Some(seen), Act::Drink | Act::Eat) => play.say(lines::NOT_FOOD, &[("thing", &seen)]),
        (Some(seen), _) => play.say(lines::WONT_BURN, &[("thing", &seen)]),
        (None, _) if play.visible_things().iter().any(|thing| best_match(wanted, &[thing]).is_some()) => {
            take(play, wanted)?;
        }
        // A message on a thing in the pack is read by looking at the thing.
        (None, Act::Read) if play.in_pack(&deed.other).is_some() => looking::look(play, &deed.other),
        (None, Act::Read) if looking::is_part(play, &deed.object) => looking::look(play, &deed.object),
        (None, Act::Read) if lore::look(play, &deed.object) => {}
        (None, _) if lore::meddle(play, &deed.object) => {}
        (None, Act::Use | Act::Read | Act::Light) if looking::is_told_of(play, &deed.object) => {
            play.say(lines::TOUCH_TOLD, &[("thing", &deed.object)]);
        }
        (None, _) => missing(play, &deed.object),
    }
    Ok(())
}

/// Lights something that burns down with it, or can be filled again; one light at a time.
fn burn(play: &mut Play<'_>, thing: &str) -> Step {
    let shown = plainly(thing);
    let slots = [("thing", shown.as_str())];
    if settling::light(play).is_some() {
        play.say(lines::LIT_ALREADY, &slots);
        return Ok(());
    }
    let lasting = ["lantern", "lamp"].iter().any(|kind| shown.contains(kind));
    play.say(lines::LIGHTS, &slots);
    if !lasting {
        play.lose(thing);
        play.add(lines::BURNS_DOWN, &slots);
    }
    settling::carry_light(play, thing);
    play.effects.note(format!("{} lit a {shown}", play.hero.name));
    Ok(())
}
