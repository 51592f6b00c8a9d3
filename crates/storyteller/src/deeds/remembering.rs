//! Old events, found in the session's past and narrated with their time. The narration quotes the past word for
//! word and adds nothing.

use crate::words::deeds::remembering::SOFT;
use prompt::{
    LineValue,
    memories::{CitedLine, CitedSource, CitedTime, RecalledLine, WrittenKind, WrittenSentence},
};
use serde_json::json;

use crate::{
    excerpt::{akin, ended, piece, single},
    focus, intent,
    intent::{Act, Asks, Day, LookBack},
    long_ago,
    phrases::lines,
    play::{Play, Step, best_named, significant, word_alike},
    prose::listed,
    reading::{PastLine, ToolAnswer},
    world::{in_text, same, titled},
};

use super::{
    knowing,
    past_deeds::{self, ToldPast},
    recalling,
};

/// The most turns in one answer.
const MOST_TURNS: usize = 2;
/// The most things of a day in one answer.
const MOST_OF_A_DAY: usize = 4;
/// A longer text gets a turn of its own, in characters.
const MIN_SHOWN: usize = 24;
/// What finds whatever was written down of a day.
const OF_A_DAY: &str = "It happened, to be remembered: the heroes came to";

/// Something of the past that answers.
struct Found {
    line: PastLine,
    /// The piece of it that does.
    piece: String,
    score: usize,
}

/// Answers a question to the past, where the player's words are one and the past knows it, or no one else can; returns whether
/// it did.
pub(crate) fn answered(play: &mut Play<'_>) -> Step<bool> {
    let denial = match past_deeds::told(play)? {
        ToldPast::Answered => return Ok(true),
        ToldPast::Open => None,
        ToldPast::Doubtful(denial) => Some(denial),
    };
    if answered_by_words(play)? {
        return Ok(true);
    }
    let Some(denial) = denial else {
        // Nobody else knows what the heroes did.
        let would_ask = past_deeds::is_of_own_past(play)
            && focus::deeds(play).iter().all(|deed| matches!(deed.act, Act::Talk | Act::Wonder));
        if would_ask {
            play.say(lines::NOTHING_COMES_BACK, &[]);
        }
        return Ok(would_ask);
    };
    // In a campaign there may be people and places of which no change says anything.
    match play.reading.script {
        None => past_deeds::deny(play, &denial),
        Some(_) => play.say(lines::NOTHING_COMES_BACK, &[]),
    }
    Ok(true)
}

/// The same from what was said and told, where no change knows it.
fn answered_by_words(play: &mut Play<'_>) -> Step<bool> {
    let plain = intent::plain(&play.reading.words);
    let names: Vec<String> = everybody(play);
    let mended = intent::mended(&plain, &names, &[]);
    let Some(asked) = intent::looks_back(&plain).or_else(|| intent::looks_back(&mended)) else { return Ok(false) };
    let asked = pointed(play, asked);
    if called_to_mind(play, &asked)? || tells(play, &asked)? {
        return Ok(true);
    }
    if mended != plain
        && let Some(mended) = intent::looks_back(&mended)
    {
        let mended = pointed(play, mended);
        if mended != asked && tells(play, &mended)? {
            return Ok(true);
        }
    }
    // Anyone who is not here is not asked, and no one answers in their place: what is known of them is everything.
    let is_away = asked.asks == Asks::Saying && !asked.teller.is_empty() && !super::is_here(play, &asked.teller);
    if is_away && play.reading.script.is_none() && recalling::knows(play, &significant(&asked.teller))? {
        recalling::recollect(play, &asked.teller)?;
        return Ok(true);
    }
    let vague = words_of(&asked).is_empty() && asked.teller.is_empty();
    if vague || play.reading.script.is_some() || !matches!(asked.asks, Asks::ToMe | Asks::Memory) {
        return Ok(false);
    }
    // Someone one has met, or what was written down, is called to mind as usual.
    if asked.asks == Asks::Memory && recalling::knows(play, &words_of(&asked))? {
        recalling::recall(play, &asked.about)?;
    } else {
        play.say(lines::NOTHING_COMES_BACK, &[]);
    }
    Ok(true)
}

/// Someone one has met, and the errand, are called to mind as usual; returns whether it was one of these.
fn called_to_mind(play: &mut Play<'_>, asked: &LookBack) -> Step<bool> {
    const ERRANDS: [&str; 7] = ["errand", "quest", "task", "job", "mission", "errands", "quests"];
    if play.reading.script.is_some() || asked.day.is_some() || matches!(asked.asks, Asks::Own | Asks::Event) {
        return Ok(false);
    }
    let about = words_of(asked);
    if asked.teller.is_empty() && about.iter().all(|word| ERRANDS.contains(&word.as_str())) && !about.is_empty() {
        super::helping::help(play);
        return Ok(true);
    }
    let whom = if about.is_empty() { significant(&asked.teller) } else { about };
    let is_met = |name: &String| {
        let name = significant(name);
        whom.iter().all(|word| name.iter().any(|part| word_alike(part, word)))
    };
    let alone = asked.teller.is_empty() || words_of(asked).is_empty();
    if !alone || whom.is_empty() || !play.table.met.iter().any(is_met) {
        return Ok(false);
    }
    recalling::recall(play, &whom.join(" "))?;
    Ok(true)
}

/// Answers a question to the past in the middle of a fight, where only what the player keeps in sight is at hand; answers
/// whether it was one.
pub(crate) fn answered_in_a_fight(play: &mut Play<'_>) -> bool {
    let Some(asked) = intent::looks_back(&intent::plain(&play.reading.words)) else { return false };
    let asked = pointed(play, asked);
    let kept = play.reading.memories.clone();
    let found = chosen(play, &asked, kept, &[]);
    if found.is_empty() {
        play.say(lines::NO_TIME_FOR_IT, &[]);
    }
    for one in &found {
        tell(play, one, None);
    }
    true
}

/// Tells what the past says to a question nothing else answers, if all of it is spoken of there; returns whether it did.
pub(super) fn last_resort(play: &mut Play<'_>, question: &str) -> Step<bool> {
    let about = question.trim_end_matches('?').to_owned();
    let asked = LookBack { asks: Asks::Memory, about, teller: String::new(), day: None };
    if words_of(&asked).is_empty() || play.reading.told.len() < 2 { Ok(false) } else { tells(play, &asked) }
}

/// The names of all people and places.
pub(super) fn everybody(play: &Play<'_>) -> Vec<String> {
    let mut names: Vec<String> = play.world.everybody().into_iter().map(|(person, _)| person.name).collect();
    names.extend(play.table.met.iter().chain(play.table.people.iter().map(|known| &known.name)).cloned());
    names.extend(play.table.places.iter().cloned());
    names
}

/// The question with a name where the player only pointed.
fn pointed(play: &Play<'_>, mut asked: LookBack) -> LookBack {
    if ["he", "she", "him", "her", "that man", "that woman", "the man", "the woman"].contains(&asked.teller.as_str()) {
        let names = everybody(play);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        asked.teller = focus::last_mentioned(play, &names).map(|i| names[i].to_lowercase()).unwrap_or_default();
    }
    asked
}

/// The words of a question that its answer has to say.
fn words_of(asked: &LookBack) -> Vec<String> {
    let all = knowing::content(&asked.about);
    let hard: Vec<String> = all.iter().filter(|word| !SOFT.contains(&word.as_str())).cloned().collect();
    // What is nothing but "see" and "first" asks for no thing.
    if hard.is_empty() && asked.asks == Asks::Own {
        all.into_iter().filter(|word| word.len() > 4).collect()
    } else {
        hard
    }
}

/// Tells what the past says; returns whether it says anything.
fn tells(play: &mut Play<'_>, asked: &LookBack) -> Step<bool> {
    let today = play.table.day;
    let day = asked.day.map(|day| match day {
        Day::On(day) => day,
        Day::Ago(days) => today.saturating_sub(days),
    });
    let about = words_of(asked);
    if about.is_empty() && asked.teller.is_empty() {
        return match day {
            Some(day) => of_a_day(play, day),
            None => Ok(false),
        };
    }
    let query = format!("{} {}", asked.teller, asked.about);
    let found = look_up(play, query.trim(), day)?;
    let found = chosen(play, asked, found.lines, &found.retellings);
    if found.is_empty() {
        return Ok(false);
    }
    let turns: Vec<u32> = found.iter().map(|one| one.line.turn).collect();
    let places = places(play, &turns)?;
    // What someone says of a place has not happened there.
    let all: Vec<String> = play.world.all_places().map(str::to_owned).chain(play.table.places.clone()).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let there = best_named(&asked.about, &all).map(|i| all[i].to_owned()).filter(|_| asked.asks == Asks::Event);
    let told: Vec<_> = found
        .iter()
        .zip(&places)
        .filter(|(one, place)| match (&there, place) {
            (Some(there), Some(place)) => same(there, place) || written(&one.piece).is_some(),
            (Some(_), None) => written(&one.piece).is_some(),
            (None, _) => true,
        })
        .collect();
    if told.is_empty() {
        return Ok(false);
    }
    play.add(lines::COMES_BACK, &[]);
    for (one, place) in told {
        play.prose.paragraph();
        tell(play, one, place.as_deref());
    }
    Ok(true)
}

/// Lines of the past.
struct PastLines {
    lines: Vec<PastLine>,
    /// Turns whose stories only tell of earlier turns.
    retellings: Vec<u32>,
}

/// Matches in the session's past, best first; text that is already in the prompt is taken from there.
fn look_up(play: &mut Play<'_>, query: &str, day: Option<u32>) -> Step<PastLines> {
    let mut input = json!({"query_type": "past", "query": query});
    if let Some(day) = day {
        input["day"] = json!(day);
    }
    let answer = play.ask(vec![("query_session_memory", input)])?.pop().flatten();
    let answer = answer.filter(|answer| !answer.is_error).unwrap_or_default();
    let (text, looked_up) = (answer.text, answer.facts.looked_up);
    let memories = &play.reading.memories;
    let mut found: Vec<PastLine> = Vec::new();
    for line in text.lines().filter_map(RecalledLine::read) {
        match line {
            RecalledLine::Cited(line) if line.source != CitedSource::Story || line.is_pinned => {
                found.push(PastLine::of(&line));
            }
            RecalledLine::Cited(CitedLine { when, .. }) | RecalledLine::InTheMemories(when) => {
                let CitedTime::Turn { seq, .. } = when else { continue };
                found.extend(memories.iter().filter(|memory| memory.turn == seq).cloned());
            }
        }
    }
    // A line is a part of its turn's narration; while that is shown, the whole is available.
    let shown: Vec<String> = play.reading.told.iter().map(|told| flat(told)).collect();
    for line in found.iter_mut().filter(|line| line.who.is_empty() && line.text.chars().count() >= MIN_SHOWN) {
        if let Some(whole) = shown.iter().find(|told| told.contains(&line.text)) {
            line.text.clone_from(whole);
        }
    }
    // Without the tool there is what came to mind by itself.
    if found.is_empty() {
        found = memories.iter().filter(|memory| day.is_none_or(|day| memory.day == day)).cloned().collect();
    }
    Ok(PastLines { lines: found, retellings: looked_up.map(|it| it.retellings).unwrap_or_default() })
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that answer, with the piece of each that does: those of the best turns.
fn chosen(play: &Play<'_>, asked: &LookBack, lines: Vec<PastLine>, retellings: &[u32]) -> Vec<Found> {
    let about = words_of(asked);
    let teller: Vec<String> = significant(&asked.teller).into_iter().filter(|word| word.len() > 2).collect();
    let needed = match about.len() {
        n @ 0..=2 => n,
        n => (n * 3).div_ceil(5),
    };
    let own_words = matches!(asked.asks, Asks::Own);
    let mut found: Vec<Found> = Vec::new();
    for line in lines {
        let own = line.who.eq_ignore_ascii_case(&play.hero.name);
        // A question is no answer, and a repeated memory is quoted from its source.
        let is_retelling = line.who.is_empty() && !line.is_written && retellings.contains(&line.turn);
        if is_retelling || own && (intent::is_question(&line.text.to_lowercase()) || !own_words) {
            continue;
        }
        let whole = significant(&format!("{} {}", line.who, line.text));
        let names_teller = teller.iter().any(|name| whole.iter().any(|word| akin(word, name)));
        // A long speech names anyone who speaks only where it begins.
        if !teller.is_empty() && !names_teller && (about.is_empty() || !line.text.contains(['“', '”'])) {
            continue;
        }
        let Some((n, piece)) = piece(&line.text, &about, &teller) else { continue };
        if n < needed {
            continue;
        }
        let told = usize::from(!own) + usize::from(line.who.is_empty());
        let of_what_was = match asked.asks {
            Asks::Event | Asks::Own => written(&piece).is_some(),
            _ => piece.contains(['“', '”']),
        };
        let score = n * 8 + told + usize::from(of_what_was) + usize::from(names_teller) * 3;
        found.push(Found { line, piece, score });
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.score));
    let best = found.first().map_or(0, |one| one.score / 8);
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let known = kept.iter().any(|known| known.line.turn == one.line.turn || known.piece == one.piece);
        if !known && kept.len() < MOST_TURNS && one.score / 8 == best {
            kept.push(one);
        }
    }
    kept.sort_by_key(|one| one.line.turn);
    kept
}

/// Where the heroes were after these turns.
fn places(play: &mut Play<'_>, turns: &[u32]) -> Step<Vec<Option<String>>> {
    let ask = |turn: &u32| ("query_session_memory", json!({"query_type": "past", "as_of_turn": turn}));
    let answers = play.ask(turns.iter().map(ask).collect())?;
    let place = |answer: Option<ToolAnswer>| answer?.facts.looked_up?.was_at;
    Ok(answers.into_iter().map(place).collect())
}

/// Tells one of them.
fn tell(play: &mut Play<'_>, one: &Found, place: Option<&str>) {
    let line = &one.line;
    let when = long_ago::when(&play.table, (line.day, line.hour, line.minute));
    let place = place.map(|place| format!(", at {}", in_text(place))).unwrap_or_default();
    let head = match line.turn {
        0 => "From before it all began".to_owned(),
        turn => {
            let over = line.until.map(|until| format!(", and no longer so since turn {until}")).unwrap_or_default();
            format!("{when}{place} (turn {turn}{over})")
        }
    };
    let piece = match written(&one.piece).or(line.is_written.then(|| one.piece.clone())) {
        // Records are reported without a speaker.
        Some(event) => format!("{head}: {}", ended(&recalling::event(play, &event))),
        None => {
            let whose = match line.who.as_str() {
                "" => String::new(),
                name if name.eq_ignore_ascii_case(&play.hero.name) => ", in your own words".to_owned(),
                name => format!(", {} speaking", titled(name)),
            };
            // What holds a speech needs no more marks around it.
            match one.piece.contains('“') {
                true => format!("{head}{whose}: {}", ended(&one.piece)),
                false => format!("{head}{whose}: “{}”", one.piece),
            }
        }
    };
    play.prose.push(&piece);
}

/// What was written down, without how it is kept.
fn written(text: &str) -> Option<String> {
    let sentence = WrittenSentence::read(text)?;
    (!is_arrival(sentence.kind)).then_some(sentence.text)
}

fn is_arrival(kind: WrittenKind) -> bool {
    matches!(kind, WrittenKind::CameTo | WrittenKind::ReachedPlace)
}

/// Tells what was written down of a day; returns whether anything was.
fn of_a_day(play: &mut Play<'_>, day: u32) -> Step<bool> {
    let mut found = look_up(play, OF_A_DAY, Some(day))?.lines;
    found.sort_by_key(|line| line.turn);
    let (mut told, mut turns): (Vec<String>, Vec<String>) = Default::default();
    let lines = found.iter().filter(|line| line.who.is_empty() && line.day == day);
    for (turn, sentence) in lines.flat_map(|line| single(&line.text).into_iter().map(|it| (line.turn, it))) {
        let Some(WrittenSentence { kind, text }) = WrittenSentence::read(&sentence) else { continue };
        let event = match is_arrival(kind) {
            true => format!("you came to {}", in_text(&text)),
            false => recalling::event(play, &text).trim_end_matches('.').to_owned(),
        };
        if told.len() < MOST_OF_A_DAY && !told.iter().any(|known| known.eq_ignore_ascii_case(&event)) {
            told.push(event);
            turns.push(turn.to_string());
        }
    }
    turns.dedup();
    if !told.is_empty() {
        let s = if turns.len() > 1 { "s" } else { "" };
        play.prose.push(&format!(
            "{} (turn{s} {}): {}",
            long_ago::day(&play.table, day),
            listed(&turns),
            ended(&told.join("; "))
        ));
    }
    Ok(!told.is_empty())
}
