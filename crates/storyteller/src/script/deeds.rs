//! Scripted actions: looking, handling, trying, fighting, leaving.

use game::RefusalReason;
use serde_json::json;

use crate::{
    intent,
    play::{Play, Step},
    prose::{capitalised, either, listed, sentences, the},
    put_to_player::{OpenQuestion, STORYTELLER, WHICH_THING},
    reading::ToolAnswer,
};

use super::{
    Turn, advance,
    block::{Script, Thing},
    hints, is_refused, line, lines,
    nouns::{self, Meant},
    tell, told_by, verbs,
};

/// Things that are named to someone who looks around.
const MOST_THINGS: usize = 6;
/// Turns whose telling a player still has before them.
const IN_SIGHT: usize = 8;

/// The scene again, in short: what it is, what a sharp eye finds, who and what is there, and the ways on.
pub(super) fn look_around(play: &mut Play<'_>, script: &Script) -> Step {
    let questions =
        vec![("query_campaign", json!({"query_type": "node"})), ("advance_plot", json!({"action": "search"}))];
    let mut answers = play.ask(questions)?.into_iter().flatten();
    let (scene, search) = (answers.next().unwrap_or_default().json(), answers.next().unwrap_or_default());
    let shown = scene["shown"].as_str().filter(|shown| !shown.is_empty()).unwrap_or(&play.reading.table.scene);
    let first = shown.lines().next().unwrap_or_default();
    // Speech on arrival is said once, and so is text that is still on the page.
    let is_new = |it: &String| !it.contains('“') && !is_in_sight(play, it);
    let seen: Vec<String> = sentences(first).into_iter().take(3).filter(is_new).collect();
    match seen.is_empty() {
        true => line(play, lines::AS_BEFORE, &[]),
        false => play.prose.push(&seen.join(" ")),
    }
    let mut turn = Turn::default();
    if !search.is_error {
        tell(play, script, &mut turn, &search);
    }
    play.prose.paragraph();
    let people = script.cast();
    if !people.is_empty() {
        let stock = if people.len() == 1 { lines::ONE_HERE } else { lines::SOME_HERE };
        line(play, stock, &[("people", &listed(&people))]);
    }
    // First what something can be done with.
    let mut things = distinct(script);
    things.sort_by_key(|thing| thing.done || thing.verbs.is_empty());
    let things: Vec<String> = things.iter().take(MOST_THINGS).map(|thing| the(&thing.name)).collect();
    if !things.is_empty() {
        line(play, lines::TO_BE_SEEN, &[("things", &listed(&things))]);
    }
    play.prose.paragraph();
    hints::ways(play, script);
    if let Some(goal) = script.beat.as_ref().map(|beat| beat.objective.clone()).filter(|goal| !goal.is_empty()) {
        play.prose.paragraph();
        line(play, lines::GOAL, &[("goal", &goal)]);
    }
    Ok(())
}

/// Where this is, for anyone who asks: by name, as narrated, with the people here and the ways on.
pub(super) fn whereabouts(play: &mut Play<'_>, script: &Script) {
    let place = crate::world::in_text(&play.table.location);
    line(play, lines::THIS_IS, &[("place", &place)]);
    let scene = play.reading.table.scene.clone();
    let first = scene.lines().next().unwrap_or_default().to_owned();
    let seen: Vec<String> = sentences(&first).into_iter().filter(|it| !it.contains('“')).take(2).collect();
    play.prose.push(&seen.join(" "));
    play.prose.paragraph();
    let people = script.cast();
    if !people.is_empty() {
        let stock = if people.len() == 1 { lines::ONE_HERE } else { lines::SOME_HERE };
        line(play, stock, &[("people", &listed(&people))]);
    }
    let things: Vec<String> = distinct(script).iter().take(3).map(|thing| the(&thing.name)).collect();
    if !things.is_empty() {
        line(play, lines::TO_BE_SEEN, &[("things", &listed(&things))]);
    }
    play.prose.paragraph();
    hints::ways(play, script);
}

/// Whether the player has a sentence before them: it was in the last turns, or opened the story.
fn is_in_sight(play: &Play<'_>, sentence: &str) -> bool {
    let told = play.reading.told.iter().rev().take(IN_SIGHT);
    told.chain([&play.reading.table.scene]).any(|told| told.contains(sentence))
}

/// The things of the scene, each once.
pub(super) fn distinct(script: &Script) -> Vec<&Thing> {
    let mut all: Vec<&Thing> = Vec::new();
    for thing in &script.things {
        match all.iter_mut().find(|other| other.id == thing.id) {
            Some(other) => *other = thing,
            None => all.push(thing),
        }
    }
    all
}

/// The thing these words mean here; says so where there is none, or asks which.
fn meant<'s>(play: &mut Play<'_>, script: &'s Script, turn: &Turn, what: &str, verb: &str) -> Option<&'s Thing> {
    if nouns::points(what) {
        return nouns::it(play, script, turn.thing.as_deref()).or_else(|| {
            play.say(lines::WHICH_IT, &[]);
            None
        });
    }
    match nouns::things(script, what) {
        Meant::One(thing) => Some(thing),
        Meant::Several(all) => {
            let takes: Vec<&&Thing> = all.iter().filter(|it| verbs::nearness(verb, verb, &it.verbs) > 0).collect();
            if let [thing] = takes.as_slice() {
                return Some(thing);
            }
            let names: Vec<String> = all.iter().map(|thing| the(&thing.name)).collect();
            line(play, lines::WHICH, &[("things", &either(&names))]);
            play.waits_for_answer(STORYTELLER, WHICH_THING);
            None
        }
        Meant::Nothing => {
            absent(play, script, what);
            None
        }
    }
}

/// Whether the last turn asked which of several was meant.
pub(super) fn was_asked_which(play: &Play<'_>) -> bool {
    play.questions(0).contains(&OpenQuestion { who: STORYTELLER, about: WHICH_THING })
}

/// Says that there is no such thing here, and what there is.
pub(super) fn absent(play: &mut Play<'_>, script: &Script, what: &str) {
    let all = distinct(script);
    let start = play.reading.told.len();
    let some: Vec<String> = (0..all.len().min(3)).map(|i| the(&all[(start + i) % all.len()].name)).collect();
    if let Some(thing) = play.in_pack(what) {
        play.say(lines::IN_THE_PACK, &[("thing", &thing.to_lowercase())]);
        return;
    }
    let slots = [("thing", what), ("things", &listed(&some))];
    match (is_plain_noun(what), some.is_empty()) {
        (true, true) => play.say(lines::NO_SUCH, &slots),
        (true, false) => line(play, lines::NO_SUCH_BUT, &slots),
        (false, true) => play.say(lines::NOT_THAT, &slots),
        (false, false) => line(play, lines::NOT_THAT_BUT, &slots),
    }
}

/// Whether "there is no …" can stand before it: a word or two, and no one's own.
fn is_plain_noun(what: &str) -> bool {
    let small = ["of", "is", "are", "here", "there", "whoever", "whatever", "that", "my", "your", "his", "her", "its"];
    let words: Vec<&str> = what.split_whitespace().collect();
    (1..=3).contains(&words.len()) && !what.contains(['\'', '’']) && !words.iter().any(|word| small.contains(word))
}

/// Looks at a thing, or at someone.
pub(super) fn look(play: &mut Play<'_>, script: &Script, turn: &mut Turn, what: &str) -> Step {
    let someone = ["him", "her", "he", "she", "them"].contains(&what)
        || (nouns::points(what) && !crate::intent::is_pronoun(what));
    let person = match someone && !script.people.is_empty() {
        true => nouns::partner(play, script, turn.person.as_deref()).or_else(|| script.people.first()),
        false => {
            nouns::named(script, what).filter(|(_, before, after)| before.is_empty() && after.is_empty()).map(|it| it.0)
        }
    };
    if let Some(one) = person {
        turn.person = Some(one.id.clone());
        return face(play, &one.id, &one.name);
    }
    let Some(thing) = meant(play, script, turn, what, "look") else { return Ok(()) };
    turn.thing = Some(thing.id.clone());
    let answer = advance(play, "look", &thing.id, "")?;
    match answer.is_error {
        true => absent(play, script, what),
        false => tell(play, script, turn, &answer),
    }
    Ok(())
}

/// What one sees of someone.
fn face(play: &mut Play<'_>, id: &str, name: &str) -> Step {
    let answer = play.ask(vec![("query_campaign", json!({"query_type": "npc", "id": id}))])?.pop().flatten();
    let looks = answer.unwrap_or_default().json()["appearance"].as_str().unwrap_or_default().to_owned();
    match looks.is_empty() {
        true => play.say(lines::NO_FACE, &[("name", name)]),
        false => play.prose.push(&looks),
    }
    Ok(())
}

/// Does something with a thing.
pub(super) fn handle(play: &mut Play<'_>, script: &Script, turn: &mut Turn, verb: &str, what: &str) -> Step {
    let Some(thing) = meant(play, script, turn, what, verb) else { return Ok(()) };
    turn.thing = Some(thing.id.clone());
    if thing.verbs.is_empty() || verbs::nearness(verb, verb, &thing.verbs) == 0 {
        return only_looks(play, script, turn, thing, verb);
    }
    if thing.done {
        play.say(lines::DONE_ALREADY, &[("thing", &the(&thing.name))]);
        return Ok(());
    }
    let answer = advance(play, "handle", &thing.id, "")?;
    match answer.is_error {
        false => {
            keep(play, &answer);
            tell(play, script, turn, &answer);
        }
        true if is_refused(play, &answer) => {}
        true if answer.facts.refusal == Some(RefusalReason::Handled) => {
            play.say(lines::DONE_ALREADY, &[("thing", &the(&thing.name))]);
        }
        true => return only_looks(play, script, turn, thing, verb),
    }
    Ok(())
}

/// What can't be done with a thing can't be done; it is examined instead, where it was not, and what can be done is said.
fn only_looks(play: &mut Play<'_>, script: &Script, turn: &mut Turn, thing: &Thing, verb: &str) -> Step {
    let name = the(&thing.name);
    let attempt = attempted(play, verb, &name);
    let slots = [("thing", name.as_str()), ("attempt", attempt.as_str())];
    let answer = advance(play, "look", &thing.id, "")?;
    let result = answer.json();
    let shown = result["told"][0].as_str().unwrap_or_default();
    let is_known = play.reading.told.iter().any(|told| told.contains(shown));
    let open: Vec<String> = thing.verbs.iter().take(3).cloned().collect();
    match (open.is_empty() || thing.done, is_known) {
        (true, true) => play.say(lines::NOTHING_COMES, &slots),
        (true, false) => play.say(lines::ONLY_LOOKS, &slots),
        (false, _) => {
            play.say(lines::COULD_RATHER, &[("thing", &name), ("verbs", &either(&open))]);
        }
    }
    if !answer.is_error && !is_known {
        tell(play, script, turn, &answer);
    }
    Ok(())
}

/// The attempt, in the player's words as they are after "you".
fn attempted(play: &Play<'_>, verb: &str, thing: &str) -> String {
    let clauses = intent::clauses(&intent::plain(&play.reading.words));
    let bare = clauses.iter().map(|clause| intent::without_tail(intent::lead_in(clause).0));
    let clause =
        bare.filter(|bare| !verb.is_empty() && verbs::rest_of(bare, verb).is_some()).find(|bare| bare.contains(' '));
    match clause {
        Some(clause) => crate::deeds::plain_attempt(clause),
        None if verb.is_empty() => format!("do something with {thing}"),
        None => format!("{verb} {thing}"),
    }
}

/// The scene as a deed that went somewhere left it.
fn keep(play: &mut Play<'_>, answer: &ToolAnswer) {
    let told = told_by(answer);
    let Some(text) = told.last().and_then(|text| text.rsplit("\n\n").next()) else { return };
    let told = sentences(text);
    play.effects.scene = Some(told[..told.len().min(2)].join(" ")).filter(|scene| !scene.is_empty());
}

/// Tries what it comes down to here.
pub(super) fn attempt(play: &mut Play<'_>, script: &Script, turn: &mut Turn) -> Step {
    let Some(beat) = &script.beat else {
        play.say(lines::NOTHING_TO_TRY, &[]);
        hints::hint(play, script);
        return Ok(());
    };
    if beat.skill.is_empty() {
        play.say(lines::COMES_TO_BLOWS, &[("foe", &beat.foes.first().map_or("them".to_owned(), |foe| the(foe)))]);
        hints::ways(play, script);
        return Ok(());
    }
    let answer = advance(play, "attempt", "", "")?;
    match answer.is_error {
        false => {
            keep(play, &answer);
            tell(play, script, turn, &answer);
        }
        true if is_refused(play, &answer) => {}
        true => {
            play.say(lines::NOTHING_TO_TRY, &[]);
            hints::hint(play, script);
        }
    }
    Ok(())
}

/// Comes to blows.
pub(super) fn fight(play: &mut Play<'_>, script: &Script, turn: &mut Turn, whom: &str) -> Step {
    let foes = script.beat.as_ref().map(|beat| beat.foes.as_slice()).unwrap_or_default();
    let alike = crate::play::word_alike;
    let is_foe = whom.is_empty()
        || nouns::points(whom)
        || foes.iter().any(|foe| nouns::fits(whom, foe, alike) > 0)
        || (nouns::named(script, whom).is_none() && nouns::things(script, whom) == Meant::Nothing);
    let by_thing = matches!(nouns::things(script, whom), Meant::One(_)) && !foes.is_empty();
    if foes.is_empty() || !(is_foe || by_thing) {
        if let Some((one, ..)) = nouns::named(script, whom) {
            play.say(lines::NOT_THEM, &[("name", &one.name)]);
        } else if let Meant::One(thing) = nouns::things(script, whom) {
            play.say(lines::NO_FIGHT_WITH, &[("thing", &the(&thing.name))]);
        } else {
            play.say(lines::NOBODY_TO_FIGHT, &[]);
        }
        return Ok(());
    }
    let answer = advance(play, "fight", "", "")?;
    match answer.is_error {
        true => play.say(lines::NOBODY_TO_FIGHT, &[]),
        false => tell(play, script, turn, &answer),
    }
    Ok(())
}

/// Leaves by one of these exits.
pub(super) fn leave(play: &mut Play<'_>, script: &Script, turn: &mut Turn, ids: &[String]) -> Step {
    let all: Vec<_> = script.exits.iter().filter(|exit| ids.contains(&exit.id)).collect();
    let open: Vec<_> = all.iter().filter(|exit| exit.open).copied().collect();
    let exit = match (all.as_slice(), open.as_slice()) {
        ([exit], _) | (_, [exit]) => *exit,
        ([], _) => {
            hints::ways(play, script);
            return Ok(());
        }
        _ => {
            let ways: Vec<String> = all.iter().map(|exit| hints::as_deed(&exit.label)).collect();
            line(play, lines::WHICH_WAY, &[]);
            hints::number(play, &ways);
            return Ok(());
        }
    };
    let answer = advance(play, "take_exit", &exit.id, "")?;
    if !answer.is_error {
        tell(play, script, turn, &answer);
        return Ok(());
    }
    match is_refused(play, &answer) {
        true => {}
        false if exit.why.is_empty() => play.say(lines::NOT_YET, &[]),
        false => play.prose.push(&exit.why),
    }
    if let Some(goal) = script.beat.as_ref().map(|beat| beat.objective.clone()).filter(|goal| !goal.is_empty()) {
        play.prose.paragraph();
        line(play, lines::GOAL, &[("goal", &goal)]);
    }
    Ok(())
}

/// There is no way from here to there.
pub(super) fn no_way(play: &mut Play<'_>, script: &Script, place: &str) {
    let known = play
        .table
        .places
        .iter()
        .chain([&play.table.location])
        .any(|name| nouns::fits(place, name, crate::play::word_alike) > 0);
    let place = if place.split(' ').count() > 6 { "that" } else { place };
    match (place.is_empty(), known) {
        (true, _) => {}
        (_, true) => play.say(lines::NOT_FROM_HERE, &[("place", &capitalised(place))]),
        _ => play.say(lines::NO_WAY_THERE, &[("place", place)]),
    }
    hints::ways(play, script);
}
