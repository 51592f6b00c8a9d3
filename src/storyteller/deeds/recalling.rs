//! The past, as the session's memory has it.

use serde_json::json;

use crate::storyteller::{
    phrases::lines,
    play::{Play, Step, best_match},
    prose::{capitalised, sentences},
    world::{in_text, titled},
};

const MOST_LINES: usize = 6;

/// Asks the memory, and tells what it answered.
pub(super) fn recall(play: &mut Play<'_>, about: &str) -> Step {
    let answer = play.ask(vec![("query_session_memory", json!({"query_type": "all"}))])?.pop().flatten();
    let text = answer.map(|answer| answer.text).unwrap_or_default();
    let names = names(play);
    let all: Vec<String> = text.lines().filter_map(line).map(|line| restored(&line, &names)).collect();
    let about = about.trim();
    let fits = |line: &&String| about.is_empty() || best_match(about, &[line]).is_some();
    let mut found: Vec<&String> = all.iter().filter(fits).collect();
    let on_topic = !found.is_empty();
    if !on_topic {
        found = all.iter().collect();
    }
    play.effects.note(format!("{} thought back", play.hero.name));
    if all.is_empty() {
        play.say(lines::NO_MEMORIES, &[]);
        let recent: Vec<String> =
            play.table.recent.iter().rev().take(3).rev().map(|event| capitalised(event)).collect();
        if !recent.is_empty() {
            play.prose.push(&format!("The last things are clear enough: {}.", recent.join("; ")));
        }
        return Ok(());
    }
    play.say(if on_topic { lines::REMEMBERS } else { lines::REMEMBERS_OTHERWISE }, &[]);
    let from = found.len().saturating_sub(MOST_LINES);
    for line in &found[from..] {
        play.prose.paragraph();
        play.prose.push(&format!("– {line}"));
    }
    Ok(())
}

/// Names that memory keeps in lower case, as they are written.
fn names(play: &Play<'_>) -> Vec<String> {
    let mut names: Vec<String> = play.table.heroes.iter().map(|hero| hero.name.clone()).collect();
    names.extend(play.table.people.iter().map(|known| titled(&known.name)));
    names.extend(play.table.places.iter().map(|place| in_text(place)));
    names.push(play.world.adventure.chief.0.to_owned());
    names
}

fn restored(line: &str, names: &[String]) -> String {
    let plain = |name: &&String| name.chars().count() > 2 && name.is_ascii();
    names.iter().filter(plain).fold(line.to_owned(), |line, name| line.replace(&name.to_lowercase(), name))
}

/// A line of the memory's answer as a reader likes it; none for headings and empty answers.
fn line(line: &str) -> Option<String> {
    let line = line.trim();
    let heading =
        line.is_empty() || line.ends_with(':') || line.starts_with("No important") || line.starts_with("No supporting");
    if heading {
        return None;
    }
    let (number, rest) = line.split_once(". ").unwrap_or(("", line));
    let event = if number.chars().all(|c| c.is_ascii_digit()) { rest } else { line };
    let Some((name, facts)) = event.split_once(" [") else {
        return Some(capitalised(event));
    };
    let (role, facts) = facts.split_once(']').unwrap_or(("", facts));
    let mut told = format!("{}, {}", titled(name), role.replace('_', " "));
    for fact in facts.split(';').map(str::trim).filter(|fact| !fact.is_empty() && !fact.starts_with("id:")) {
        let plain = fact.split_once(": ").map_or(fact, |(key, value)| if key == "wants" { fact } else { value });
        let plain = plain.trim_start_matches('(').trim_end_matches([')', '.']);
        told.push_str("; ");
        told.push_str(&sentences(plain).first().cloned().unwrap_or_default().trim_end_matches('.').to_lowercase());
    }
    Some(format!("{told}."))
}
