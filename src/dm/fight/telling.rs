//! The engine's plain lines, put so that they can be read as a story: to the player's hero in the second person, without the
//! totals of throws, in paragraphs. Damage stays, as one number a sentence.

use std::sync::LazyLock;

use regex::Regex;

/// The totals of throws, which the dice cards show.
static TOTALS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r" \(-?\d+(?: against -?\d+)?\)").ok());
/// A blow that lands, as the engine tells it.
static HIT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(.+) (hits|strikes a critical hit on) (.+) with (.+): (\d+) damage\.$").ok());
/// One that doesn't.
static MISS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(.+) misses (.+) with (.+)\.$").ok());

/// The most sentences of a paragraph.
const A_PARAGRAPH: usize = 4;

/// Tells lines to the hero of this name. The same lines are told the same way; `salt` is any number that grows from step to
/// step, so that the next are told another way.
pub(in crate::dm) fn tell(lines: &[String], hero: &str, salt: u64) -> String {
    let mut paragraphs: Vec<Vec<String>> = Vec::new();
    let mut was_yours = None;
    for (i, line) in lines.iter().enumerate() {
        let salt = salt.wrapping_add(i as u64);
        let line = TOTALS.as_ref().map_or_else(|| line.clone(), |totals| totals.replace_all(line, "").into_owned());
        let yours = begins_with(&line, hero);
        let told = begun(&to_you(&varied(&line, salt), hero));
        match paragraphs.last_mut() {
            Some(last) if was_yours == Some(yours) && last.len() < A_PARAGRAPH => last.push(told),
            _ => paragraphs.push(vec![told]),
        }
        was_yours = Some(yours);
    }
    let paragraphs: Vec<String> = paragraphs.iter().map(|sentences| sentences.join(" ")).collect();
    paragraphs.join("\n\n")
}

/// A blow in one of several ways; anything else as it is.
fn varied(line: &str, salt: u64) -> String {
    let pick = |ways: &[&'static str]| ways[usize::try_from(salt).unwrap_or(0) % ways.len()];
    if let Some(found) = HIT.as_ref().and_then(|hit| hit.captures(line)) {
        let (who, whom, with, damage) = (&found[1], &found[3], found[4].to_lowercase(), &found[5]);
        let way = match (&found[2], damage) {
            (_, "0") => "{who} hits {whom} with the {with}, to no effect.",
            ("hits", _) => pick(&[
                "{who} hits {whom} with the {with} for {damage} damage.",
                "The {with} finds {whom}: {who} deals {damage} damage.",
                "{who} gets past the guard of {whom} with the {with}, for {damage} damage.",
                "{who} catches {whom} with the {with}: {damage} damage.",
            ]),
            _ => pick(&[
                "{who} lands a terrible blow on {whom} with the {with}: {damage} damage.",
                "Nothing stops the {with}: {who} deals {damage} damage to {whom}.",
            ]),
        };
        return filled(way, &[("{who}", who), ("{whom}", whom), ("{with}", &with), ("{damage}", damage)]);
    }
    if let Some(found) = MISS.as_ref().and_then(|miss| miss.captures(line)) {
        let (who, whom, with) = (&found[1], &found[2], found[3].to_lowercase());
        let way = pick(&[
            "{who} misses {whom} with the {with}.",
            "The {with} goes wide: {who} misses {whom}.",
            "{who} cuts only air beside {whom} with the {with}.",
            "{whom} is quicker than the {with}: {who} misses.",
        ]);
        return filled(way, &[("{who}", who), ("{whom}", whom), ("{with}", &with)]);
    }
    line.to_owned()
}

fn filled(way: &str, with: &[(&str, &str)]) -> String {
    with.iter().fold(way.to_owned(), |text, (slot, value)| text.replace(slot, value))
}

/// A sentence with a capital at its beginning: foes may have names without one.
fn begun(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn begins_with(line: &str, name: &str) -> bool {
    line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '\'', ':']))
}

/// A sentence about the hero of this name, said to that hero.
fn to_you(line: &str, hero: &str) -> String {
    if hero.trim().is_empty() || !line.contains(hero) {
        return line.to_owned();
    }
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(hero) {
        let (before, after) = (&rest[..at], &rest[at + hero.len()..]);
        let whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        text.push_str(before);
        if !whole {
            text.push_str(hero);
            rest = after;
            continue;
        }
        let first = text.is_empty() || text.ends_with(". ");
        if let Some(owned) = after.strip_prefix("'s") {
            text.push_str(if first { "Your" } else { "your" });
            rest = owned;
            continue;
        }
        text.push_str(if first { "You" } else { "you" });
        rest = after;
        let acts = first || text.ends_with(": you");
        if let Some(verb) = rest.strip_prefix(' ').filter(|_| acts) {
            let end = verb.find([' ', '.', ',']).unwrap_or(verb.len());
            text.push(' ');
            text.push_str(&plain_verb(&verb[..end]));
            rest = &verb[end..];
        }
    }
    text.push_str(rest);
    // What is said of “you” behind a name of somebody else's deed needs no other verb.
    text.replace("you is ", "you are ")
}

/// A verb as it is said of “you”.
fn plain_verb(verb: &str) -> String {
    match verb {
        "is" => "are".to_owned(),
        "isn't" => "aren't".to_owned(),
        "has" => "have".to_owned(),
        "does" => "do".to_owned(),
        "dies" => "die".to_owned(),
        "lies" => "lie".to_owned(),
        _ => {
            let stem = ["sses", "shes", "ches", "oes"].iter().find(|end| verb.ends_with(**end));
            match (stem, verb.strip_suffix('s')) {
                (Some(_), _) => verb[..verb.len() - 2].to_owned(),
                (None, Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
                _ => verb.to_owned(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> String {
        tell(&[line.to_owned()], "Mira", 0)
    }

    #[test]
    fn the_hero_is_spoken_to() {
        assert_eq!(
            told("Mira hits Goblin A with Longsword (18): 7 damage."),
            "You hit Goblin A with the longsword for 7 damage."
        );
        assert_eq!(told("Goblin A misses Mira with Scimitar (9)."), "Goblin A misses you with the scimitar.");
        assert_eq!(told("Mira does not save (4 against 11)."), "You do not save.");
        assert_eq!(told("Mira is Prone."), "You are Prone.");
        assert_eq!(told("Mira dies."), "You die.");
        assert_eq!(told("Miranda dies."), "Miranda dies.");
        assert_eq!(told("hollow passenger dashes."), "Hollow passenger dashes.");
        assert_eq!(told("Mira puts a shield before Brom."), "You put a shield before Brom.");
    }

    #[test]
    fn the_same_deed_is_told_in_more_than_one_way_and_always_the_same_way_once() {
        let line = "Goblin A hits Mira with Scimitar (18): 7 damage.".to_owned();
        let ways: std::collections::BTreeSet<String> =
            (0..8).map(|salt| tell(std::slice::from_ref(&line), "Mira", salt)).collect();
        assert!(ways.len() >= 3, "{ways:?}");
        assert!(ways.iter().all(|way| way.contains("7 damage") && !way.contains("Mira") && !way.contains("18")));
        assert_eq!(tell(std::slice::from_ref(&line), "Mira", 5), tell(&[line], "Mira", 5));
    }

    #[test]
    fn what_others_do_is_another_paragraph() {
        let lines = ["Mira dodges.", "Goblin A misses Mira with Scimitar (9).", "Goblin B falls."].map(str::to_owned);
        assert_eq!(tell(&lines, "Mira", 0).matches("\n\n").count(), 1);
    }
}
