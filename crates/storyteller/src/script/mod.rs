//! A campaign played by its script: what the player wants is found among the things, people and exits of the plot block,
//! `advance_plot` is asked for it, and its text is narrated word for word. Nothing is made up beside it but how people shrug.

mod afterwards;
mod aside;
mod block;
mod commands;
mod deeds;
mod hearsay;
mod hints;
mod lines;
mod locks;
mod nouns;
mod talk;
mod verbs;
mod wish;

pub(super) use block::Script;
pub(super) use hints::help_out;

use game::RefusalReason;
use serde_json::{Value, json};

use super::{
    chance::{Chance, hash},
    intent,
    play::{Play, Step},
    reading::ToolAnswer,
    template::expand,
};
use wish::Wish;

/// Most deeds of one turn; each is a call of its own.
const MOST_DEEDS: usize = 3;

/// What a scripted turn has come to so far.
#[derive(Debug, Default)]
struct Turn {
    /// The thing that was named last, by id.
    thing: Option<String>,
    /// The person who was named last, by id.
    person: Option<String>,
    /// The question that the campaign told last, and by id who asks, if they were here already.
    asked: Option<(String, String)>,
    /// The scene is another one, a fight has begun, or it is all over: what else was wanted has to wait.
    over: bool,
}

/// The player's words of this turn, without those of deeds that the hero's conditions forbid.
fn left_words(play: &Play<'_>) -> String {
    let Some(allowed) = &play.allowed else { return play.words().to_owned() };
    let words: Vec<&str> = allowed.iter().map(|deed| deed.words.as_str()).filter(|words| !words.is_empty()).collect();
    words.join(". ")
}

/// Plays a turn of a table that plays a campaign and is not in a fight.
pub(super) fn play(play: &mut Play<'_>, script: &Script) -> Step {
    if !play.reading.told.is_empty() && super::deeds::remembered(play)? {
        return Ok(());
    }
    if !script.is_played() {
        return afterwards::play(play, script);
    }
    let mut turn = Turn::default();
    let words = hints::chosen(play).unwrap_or_else(|| left_words(play));
    let words = super::castings::plainly_cast(play, &intent::plain(&words));
    let words = intent::mended(&words, &script.names(play), &told_lately(play));
    for wish in wish::wishes(play, script, &words).into_iter().take(MOST_DEEDS) {
        play.prose.paragraph();
        grant(play, script, &mut turn, wish)?;
        if turn.over {
            break;
        }
    }
    if play.prose.text().is_empty() {
        play.say(lines::A_MOMENT, &[]);
    }
    if let Some((who, question)) = turn.asked.take() {
        play.waits_for_answer(&who, &question);
    }
    if script.strayed > 0 && !turn.over && script.strayed.is_multiple_of(3) && !play.has_offered() {
        play.prose.paragraph();
        hints::nudge(play, script);
    }
    Ok(())
}

fn grant(play: &mut Play<'_>, script: &Script, turn: &mut Turn, wish: Wish) -> Step {
    match wish {
        Wish::Around => deeds::look_around(play, script)?,
        Wish::Here => deeds::whereabouts(play, script),
        Wish::Way(labels) => {
            let all: Vec<String> = labels.iter().map(|label| hints::as_deed(label)).collect();
            line(play, lines::ONE_WAY, &[("way", &all.join(", or "))]);
        }
        Wish::Absent(whom) => {
            let name = super::prose::capitalised(&whom);
            line(play, lines::NOT_HERE_TO_HEAR, &[("name", &name)]);
            hints::ways(play, script);
        }
        Wish::NoLock => line(play, lines::NO_LOCK, &[]),
        Wish::Reply { to, yes, words } => talk::reply(play, script, turn, (&to, yes), &words)?,
        Wish::Look(what) => deeds::look(play, script, turn, &what)?,
        Wish::Handle { verb, what } => deeds::handle(play, script, turn, &verb, &what)?,
        Wish::Say { to, about } => talk::say(play, script, turn, to.as_deref(), &about)?,
        Wish::Show { what, to } => talk::show(play, script, turn, &what, to.as_deref())?,
        Wish::Attempt => deeds::attempt(play, script, turn)?,
        Wish::Fight(whom) => deeds::fight(play, script, turn, &whom)?,
        Wish::Leave(exits) => deeds::leave(play, script, turn, &exits)?,
        Wish::NoWay(place) => deeds::no_way(play, script, &place),
        Wish::Ways => hints::ways(play, script),
        Wish::Hint => hints::hint(play, script),
        Wish::Who => aside::who_is_here(play, script),
        Wish::Recall(about) => aside::recall(play, script, &about)?,
        Wish::Aside(deed) => aside::aside(play, script, &deed)?,
    }
    Ok(())
}

/// The campaign's answer to an action: narrated, or refused.
fn advance(play: &mut Play<'_>, action: &str, target: &str, about: &str) -> Step<ToolAnswer> {
    let mut input = json!({"action": action});
    for (key, value) in [("target", target), ("about", about)] {
        if !value.is_empty() {
            input[key] = json!(value);
        }
    }
    // A hero who came to must be up before the campaign lets them do anything.
    let mut calls: Vec<(&'static str, Value)> = super::turn::recovery(play).into_iter().collect();
    calls.push(("advance_plot", input));
    Ok(play.ask(calls)?.pop().flatten().unwrap_or_default())
}

/// Tells what the campaign answered, word for word, and takes in what came of it.
fn tell(play: &mut Play<'_>, script: &Script, turn: &mut Turn, called: &ToolAnswer) {
    let answer = called.json();
    let told = told_by(called);
    let texts = |key: &str| -> Vec<String> {
        answer[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    for text in &told {
        play.prose.paragraph();
        play.prose.push(text);
    }
    if !told.is_empty() {
        let told = told.join("\n\n");
        let who = nouns::who_asks(script, &told).map_or(nouns::SOMEONE_NEW, |one| one.id.as_str()).to_owned();
        turn.asked = nouns::open_question(&told).map(|question| (who, question.to_owned()));
    }
    if told.is_empty() && called.facts.told.is_some() {
        line(play, lines::NOBODY_LEFT, &[]);
    }
    let found = texts("found");
    // Things noticed or guessed are in no text of the scene.
    if answer["thrown"].is_array() || told.is_empty() {
        for text in found.iter().filter(|text| !told.iter().any(|told| told.contains(text.as_str()))) {
            play.prose.paragraph();
            line(play, lines::FINDS, &[("found", text)]);
        }
    }
    found.iter().for_each(|text| play.effects.remember(text.clone()));
    for thing in texts("no_room_for") {
        play.say(lines::NO_ROOM, &[("thing", &thing)]);
    }
    let moved = answer["scene"].as_str().is_some_and(|scene| scene != script.scene);
    if answer["fight"].is_array() {
        turn.over = true;
        super::fray::begun(play, &called.facts.events);
    }
    if answer["ending"].is_object() {
        turn.over = true;
        play.prose.paragraph();
        play.offer(&[afterwards::ANOTHER_STORY.to_owned()]);
        play.say(lines::AFTER_THE_END, &[]);
    }
    turn.over |= moved;
    play.prose.paragraph();
}

/// The texts of the campaign in an answer, without what the dead do and say.
fn told_by(called: &ToolAnswer) -> Vec<String> {
    let all = || {
        let answer = called.json();
        let texts = answer["told"].as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    called.facts.told.clone().unwrap_or_else(all)
}

/// Narrates one of these lines in any case, however often its subject was named before: an unused one, if there
/// is one.
fn line(play: &mut Play<'_>, stock: &[&str], slots: &[(&str, &str)]) {
    if play.add(stock, slots) {
        return;
    }
    let n = play.reading.told.len() + play.prose.text().len();
    let Some(line) = stock.get(n % stock.len().max(1)) else { return };
    let mut chance = Chance::new(hash(line) ^ u64::try_from(n).unwrap_or(0));
    let text = expand(line, slots, &[], &mut chance);
    play.prose.push(&text);
}

/// The lines that only say what could be done, or asked about.
pub(super) fn suggestions() -> [&'static [&'static str]; 2] {
    [lines::COULD, lines::ASK_ABOUT]
}

/// The lines that say nothing was made of the player's words.
pub(super) fn puzzled() -> &'static [&'static str] {
    lines::PUZZLED
}

/// Tells why it can't be, where that has a name: the campaign's words, or that someone lies dying and what would help. Answers
/// whether it did.
fn is_refused(play: &mut Play<'_>, answer: &ToolAnswer) -> bool {
    match &answer.facts.refusal {
        Some(RefusalReason::NotYet { told }) => play.prose.push(told.trim()),
        Some(RefusalReason::Dying { who }) => line(play, super::phrases::lines::FIRST_HELP, &[("name", who)]),
        _ => return false,
    }
    true
}

fn told_lately<'p>(play: &'p Play<'_>) -> Vec<&'p str> {
    let told = play.reading.told.iter().rev().take(4).map(String::as_str);
    told.chain([play.reading.table.scene.as_str(), play.hero.name.as_str()]).collect()
}
