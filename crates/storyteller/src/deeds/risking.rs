//! Actions that can fail: searching, sneaking, climbing, forcing.

use crate::words::deeds::risking::{ANYWHERE, SIGNS};
use crate::{
    foes,
    intent::{Act, Deed},
    phrases::{lines, shapes as shaped},
    play::{Outcome, Play, Step, best_match},
    prose::{a, capitalised, the},
    world::{Spot, in_text},
};

use super::{chief_fallen, fighting, lead, looking, lore, shapes, things};

/// Opens, closes, forces or climbs something.
pub(super) fn handle(play: &mut Play<'_>, deed: &Deed) -> Step {
    // "Climb under the ninth arch" is a wish to be there.
    if deed.act == Act::Climb && looking::is_place(play, &deed.object) {
        return super::moving::go(play, &deed.object, false);
    }
    let features: Vec<&str> = play.world.features(&play.table.location).iter().map(|(name, _)| *name).collect();
    let named = best_match(&deed.object, &features).map(|i| features[i].to_owned());
    let foes: Vec<&str> = play.table.foes().map(|foe| foe.name.as_str()).collect();
    if best_match(&deed.object, &foes).is_some() {
        return super::daring::stunt(play, deed);
    }
    if is_answered_untried(play, deed, named.is_some()) {
        return Ok(());
    }
    let thing = match &named {
        Some(name) => format!("the {name}"),
        None if deed.object.chars().count() > 40 => "whatever is in the way".to_owned(),
        None => the(&play.world.cased(&deed.object)),
    };
    let slots = [("thing", thing.as_str())];
    if deed.act == Act::Close {
        play.say(lines::CLOSES, &slots);
        return Ok(());
    }
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    let (ability, skill, dc, verb) = match deed.act {
        Act::Open => ("dex", "sleight of hand", 12, "Open"),
        Act::Climb => ("str", "athletics", 12, "Climb"),
        _ => ("str", "athletics", 13, "Force"),
    };
    let outcome = play.check(ability, skill, dc, &format!("{verb} {thing}"))?;
    let (won, nearly, lost) = match deed.act {
        Act::Climb => (lines::CLIMBS, lines::CLIMBS_BARELY, lines::CLIMB_FAILS),
        Act::Open => (lines::OPENS, lines::OPENS_BARELY, lines::OPEN_FAILS),
        _ => (lines::FORCES, lines::FORCES_BARELY, lines::FORCE_FAILS),
    };
    match outcome {
        Outcome::Failure => {
            play.say(lost, &slots);
            play.effects.minutes += 20;
            return Ok(());
        }
        Outcome::Near if play.bruise() => play.say(nearly, &slots),
        Outcome::Near | Outcome::Success => play.say(won, &slots),
    }
    // What is hidden here is for anyone who opens or searches, and not for anyone who leans on something.
    let hidden = play.world.things(&play.table.location).get(2).copied().filter(|_| deed.act == Act::Open);
    if let Some(thing) = hidden.filter(|thing| named.is_some() && !play.taken(thing)) {
        find(play, thing);
    }
    Ok(())
}

/// Answers what needs no hand: what the trouble is about, a thing of the pack, what is not here, or a verb alone.
fn is_answered_untried(play: &mut Play<'_>, deed: &Deed, is_named: bool) -> bool {
    // What the trouble is about answers for itself.
    if deed.act != Act::Climb && play.in_pack(&deed.object).is_none() && lore::meddle(play, &deed.object) {
        return true;
    }
    if let Some(own) = play.in_pack(&deed.object).filter(|_| !is_named && deed.act == Act::Open) {
        looking::look(play, &own);
        return true;
    }
    let told_of = looking::is_told_of(play, &deed.object);
    let short = deed.object.split(' ').count() <= 3;
    let anywhere = deed.object.is_empty() || short && deed.object.split(' ').any(|word| ANYWHERE.contains(&word));
    if !is_named && !told_of && !anywhere {
        looking::look(play, &deed.object);
        return true;
    }
    if !deed.object.is_empty() {
        return false;
    }
    let seen = lore::seen_here(play);
    let verb = deed.words.split(' ').next().unwrap_or_default().to_owned();
    let stock = if seen.is_empty() { lines::NOTHING_SUCH } else { lines::HANDLE_WHAT };
    play.say(stock, &[("verb", &verb), ("things", &seen)]);
    true
}

fn find(play: &mut Play<'_>, thing: &str) {
    play.gain(thing);
    play.say(lines::FINDS, &[("thing", thing)]);
    play.effects.note(format!("{} took the {thing}", play.hero.name));
}

/// Searches, listens or sneaks.
pub(super) fn try_skill(play: &mut Play<'_>, deed: &Deed) -> Step {
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    match deed.act {
        Act::Search => search(play, &deed.object),
        Act::Listen => listen(play),
        _ if deed.object.is_empty() => {
            // "Sneak down": where to is the last word, small as it is.
            let last = deed.words.rsplit(' ').next().unwrap_or_default();
            sneak(play, if super::ways::COMPASS.contains(&last) { last } else { "" })
        }
        _ => sneak(play, &deed.object),
    }
}

fn search(play: &mut Play<'_>, what: &str) -> Step {
    if play.table.foes().next().is_some() {
        play.say(lines::NO_TIME, &[]);
        return Ok(());
    }
    if let Some(dead) = body_meant(play, what) {
        return things::loot(play, &dead);
    }
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    let feature = best_match(what, &names).and_then(|i| features.get(i)).copied();
    if is_answered_without(play, what, feature.map(|(_, shows)| shows)) || takes_prize(play) {
        return Ok(());
    }
    let reason = format!("Search {}", play.here());
    if play.has_checked(&reason) {
        return Ok(());
    }
    let outcome = play.check("int", "investigation", 12, &reason)?;
    play.effects.minutes += 10;
    if !is_sought(play, outcome) {
        turns_up(play, what, feature.is_some(), outcome);
    }
    Ok(())
}

fn is_whole_place(what: &str) -> bool {
    ["room", "place", "area", "around"].iter().any(|word| what.contains(word))
}

/// Whether words may mean someone who lies dead.
fn may_be_body(what: &str) -> bool {
    const BODY: [&str; 10] = ["body", "bodies", "corpse", "pockets", "remains", "dead", "him", "her", "it", "them"];
    what.is_empty() || what.split(' ').any(|word| BODY.contains(&word))
}

/// The dead who are to be searched.
fn body_meant(play: &Play<'_>, what: &str) -> Option<String> {
    let dead = fighting::fallen_here(play).filter(|_| !is_whole_place(what))?;
    (may_be_body(what) || best_match(what, &[&dead]).is_some()).then_some(dead)
}

/// Answers what is no search of the place: something that shows itself, and what is not here.
fn is_answered_without(play: &mut Play<'_>, what: &str, shows: Option<&'static str>) -> bool {
    // A body is searched where there is one.
    if what.split(' ').any(|word| ["body", "bodies", "corpse"].contains(&word)) && shows.is_none() {
        looking::no_such(play, what);
        return true;
    }
    if let Some(shows) = shows {
        play.add(&[shows], &[]);
        return false;
    }
    // Whatever is looked for where something is sought, that is what is found.
    let seeks = shapes::errand(play) == Some(shapes::Errand::Seek(play.world.spot(&play.table.location)));
    if is_whole_place(what) || may_be_body(what) || is_clue(what) || seeks {
        return false;
    }
    if lore::look(play, what) {
        // A look is what a search for it begins with; anyone who is meant and hides stays hidden.
        play.effects.minutes += 10;
        return true;
    }
    let is_known = looking::is_somebody(play, what) || looking::is_place(play, what);
    if is_known {
        super::whereabouts::whereabouts(play, what);
    }
    is_known
}

/// What it was all about is taken from where it lay; returns whether it was.
fn takes_prize(play: &mut Play<'_>) -> bool {
    let prize = play.world.adventure.prize;
    let is_heart = play.world.spot(&play.table.location) == Spot::Heart;
    let takes = is_heart && chief_fallen(play) && !play.owns(prize) && play.on_quest();
    if takes {
        play.gain(prize);
        play.say(lines::TAKES, &[("thing", prize)]);
        play.effects.note(format!("{} took the {prize}", play.hero.name));
    }
    takes
}

/// The first proof, or what opens the way, where that is to be found; returns whether it was.
fn is_sought(play: &mut Play<'_>, outcome: Outcome) -> bool {
    let spot = play.world.spot(&play.table.location);
    let has_token = play.owns(play.world.adventure.token.0);
    if spot == Spot::Site && !has_token && !chief_fallen(play) {
        proof(play, outcome);
        return true;
    }
    let is_sought = has_token && shapes::errand(play) == Some(shapes::Errand::Seek(spot));
    if is_sought {
        if outcome == Outcome::Failure {
            play.say(lines::SEARCH_SLOW, &[]);
            play.effects.minutes += 60;
        }
        shapes::find_opener(play);
    }
    is_sought
}

/// Words for whatever there may be to find.
const VAGUE: [&str; 11] = [
    "anything",
    "something",
    "things",
    "loot",
    "treasure",
    "valuables",
    "gold",
    "hidden",
    "secret",
    "useful",
    "supplies",
];

/// What a search of the place turns up.
fn turns_up(play: &mut Play<'_>, what: &str, is_feature: bool, outcome: Outcome) {
    if is_clue(what) {
        return clue(play, outcome);
    }
    let here = play.table.location.clone();
    let hidden = play.world.things(&here).get(2).copied().filter(|thing| !play.taken(thing));
    // Anyone who looks for one thing does not find another.
    let is_wanted = is_feature
        || what.is_empty()
        || is_whole_place(what)
        || hidden.is_some_and(|thing| best_match(what, &[thing]).is_some())
        || what.split(' ').any(|word| VAGUE.contains(&word));
    if !is_wanted {
        return looking::no_such(play, what);
    }
    match (outcome, hidden) {
        (Outcome::Failure, _) => {
            play.say(lines::SEARCH_FAILS, &[]);
            // A search that comes to nothing shows where the next one may not.
            let goal = if play.on_quest() { lead(play) } else { Spot::Site };
            if let Some(exit) = play.world.toward(&here, goal) {
                play.add(lines::SEARCH_ELSEWHERE, &[("way", exit.way), ("there", &in_text(&exit.name))]);
            }
        }
        (_, Some(thing)) => {
            if outcome == Outcome::Near {
                play.say(lines::SEARCH_SLOW, &[]);
                play.effects.minutes += 30;
            }
            find(play, thing);
        }
        (_, None) => play.say(lines::SEARCHED_OUT, &[]),
    }
}

/// Whether someone looks for signs of what has been.
fn is_clue(what: &str) -> bool {
    what.split(' ').any(|word| SIGNS.contains(&word))
}

/// The result of a search for signs: a feature that was not examined yet, or traces of the trouble.
fn clue(play: &mut Play<'_>, outcome: Outcome) {
    if outcome == Outcome::Failure {
        play.say(lines::NO_SIGNS, &[]);
        return;
    }
    let features = play.world.features(&play.table.location);
    for (name, shows) in features {
        let told = play.reading.told.iter().any(|told| told.contains(shows));
        if !told {
            play.say(lines::STOPS_AT, &[("thing", name)]);
            play.prose.retell(shows);
            play.effects.remember(format!("{} looked at the {name}: {shows}", play.hero.name));
            return;
        }
    }
    if chief_fallen(play) || !play.add(play.world.adventure.signs, &[]) {
        play.say(lines::NO_SIGNS, &[]);
    }
}

/// The first proof of what goes on; it is always found, and the dice say at what price.
fn proof(play: &mut Play<'_>, outcome: Outcome) {
    let adventure = play.world.adventure;
    super::moving::set_out(play);
    let token = adventure.token.0;
    if outcome == Outcome::Near {
        play.say(lines::SEARCH_SLOW, &[]);
        play.effects.minutes += 30;
    }
    let stock = if outcome == Outcome::Failure { lines::PROOF_AT_A_PRICE } else { lines::PROOF };
    play.say(stock, &[("thing", token)]);
    token_in_hand(play);
    if outcome == Outcome::Failure {
        play.prose.paragraph();
        play.say(lines::NOISE, &[("foe", adventure.foe.0)]);
        let ilk = foes::ilk(adventure.foe.1);
        let slug = foes::strongest(ilk, foes::might(&play.table) * 3 / 5).0;
        play.effects.enter((adventure.foe.0, slug), 1);
        play.effects.scene = Some(format!("{} has come to see who is here.", capitalised(&a(adventure.foe.0))));
    }
}

/// The first proof comes into the hero's hands, and says where it leads.
pub(super) fn token_in_hand(play: &mut Play<'_>) {
    let (token, tells) = play.world.adventure.token;
    play.gain(token);
    play.prose.retell(tells);
    let (home, giver) = (in_text(play.world.name(Spot::Home)), play.world.giver.clone());
    play.add(&[play.world.twist().sign], &[("home", &home), ("giver", &giver)]);
    if let Some((who, there)) = shapes::who_knows(play).filter(|_| shapes::is_shut(play)) {
        play.say(shaped::ASK_SOMEBODY, &[("who", &who), ("there", &there)]);
        let found = format!("{} found {} at {}, and somebody has to read it", play.hero.name, a(token), play.here());
        play.effects.record(found);
        play.effects.xp += 25;
        return;
    }
    if let Some(spot) = shapes::errand_spot(play) {
        let there = in_text(play.world.name(spot));
        play.say(shaped::FITS_SOMETHING, &[("there", &there)]);
        let found =
            format!("{} found {} at {}; what goes with it is at {there}", play.hero.name, a(token), play.here());
        play.effects.record(found);
        play.effects.xp += 25;
        return;
    }
    let mouth = in_text(play.world.name(Spot::Mouth));
    let way = play.world.toward(&play.table.location.clone(), Spot::Mouth).map_or("on", |exit| exit.way);
    play.say(lines::PROOF_LEADS, &[("mouth", &mouth), ("way", way)]);
    let found = format!("{} found {} at {}, and the trail leads to {mouth}", play.hero.name, a(token), play.here());
    play.effects.record(found);
    play.effects.xp += 25;
}

fn listen(play: &mut Play<'_>) -> Step {
    let outcome = play.check("wis", "perception", 11, &format!("Listen at {}", play.here()))?;
    if outcome == Outcome::Failure {
        play.say(lines::HEARS_NOTHING, &[]);
        return Ok(());
    }
    play.say(lines::HEARS, &[]);
    let signs = play.world.adventure.signs;
    if outcome == Outcome::Success && play.on_quest() && !chief_fallen(play) {
        play.add(signs, &[]);
        let goal = lead(play);
        let exit = play.world.toward(&play.table.location.clone(), goal);
        if let Some(exit) = exit.filter(|exit| ["north", "east", "south", "west"].contains(&exit.direction)) {
            play.say(lines::IT_COMES_FROM, &[("way", exit.way)]);
        }
    }
    Ok(())
}

/// Goes somewhere unheard, or hides where one is.
fn sneak(play: &mut Play<'_>, to: &str) -> Step {
    let goes = !to.is_empty() && super::ways::is_way_of_any_kind(play, to);
    if !goes && super::ways::COMPASS.contains(&to) {
        return super::moving::go(play, to, false);
    }
    let someone =
        play.table.creatures.iter().any(|one| one.hp > 0) || !play.world.people(&play.table.location).is_empty();
    if !goes && !someone {
        play.say(lines::HIDES_FROM_NOBODY, &[]);
        return Ok(());
    }
    let outcome = play.check("dex", "stealth", 12, "Move unseen")?;
    if goes {
        play.unseen = outcome == Outcome::Success;
        play.say(if play.unseen { lines::COMES_UNSEEN } else { lines::COMES_HEARD }, &[]);
        play.prose.paragraph();
        return super::moving::go(play, to, false);
    }
    let foe = play.table.foes().next().map(|foe| the(&foe.name));
    let hidden = play.hero.conditions.iter().any(|name| name.eq_ignore_ascii_case("hidden"));
    let slots = [("foe", foe.as_deref().unwrap_or("anyone"))];
    match (outcome, &foe) {
        (Outcome::Success, _) => {
            play.say(if foe.is_some() { lines::HIDES_FROM_FOE } else { lines::HIDES }, &slots);
            if !hidden {
                play.effects.conditions_added.push("hidden".into());
            }
        }
        (Outcome::Near, _) => {
            play.say(lines::HALF_HIDDEN, &slots);
        }
        (Outcome::Failure, _) => {
            play.say(lines::SEEN, &slots);
        }
    }
    Ok(())
}
