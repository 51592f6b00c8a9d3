//! The player's answer to an offered reaction.

use language::word_lists;
use serde_json::json;

use super::{
    Can, Fray,
    plan::{Called, action},
};

const PHRASES: &str = include_str!("../content/reactions.txt");

/// The answer that words give, as a call; none if they give none.
pub(super) fn read(fray: &Fray, words: &str) -> Option<Called> {
    let words: String = words.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    let words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    let says = |kind: &str| word_lists::list(PHRASES, kind).iter().any(|phrase| words.contains(&format!(" {phrase} ")));
    let options: Vec<&Can> = fray.can.iter().filter(|can| can.what == "react").collect();
    let named: Vec<&Can> = options.iter().copied().filter(|can| says(kind_of(&can.name).0)).collect();
    // Of one spell with several slots the one whose level is named, or the lowest.
    let level = |can: &&Can| kind_of(&can.name).1.is_some_and(|level| words.contains(&format!(" {level} ")));
    let wanted = named.iter().copied().find(level).or(named.first().copied());
    let wanted = wanted.or_else(|| options.first().copied().filter(|_| says("yes")));
    match (wanted, says("never"), says("no")) {
        (_, true, _) | (None, _, true) => Some(action("pass", json!({}))),
        (Some(can), false, false) => Some(action("react", json!({"with": can.name}))),
        _ => None,
    }
}

/// What a reaction is, and the level of its slot where its id has one.
fn kind_of(id: &str) -> (&str, Option<&str>) {
    match id.rsplit_once('-') {
        Some((kind, level)) if level.parse::<u8>().is_ok() => (kind, Some(level)),
        _ => (id, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(options: &[&str], words: &str) -> Option<String> {
        let can = |name: &&str| Can { what: "react".to_owned(), name: (*name).to_owned(), ..Can::default() };
        let fray = Fray { can: options.iter().map(can).collect(), ..Fray::default() };
        let (_, input) = read(&fray, words)?;
        Some(input["with"].as_str().or(input["action"].as_str()).unwrap_or_default().to_owned())
    }

    #[test]
    fn an_answer_is_read_from_a_player_s_words() {
        for (words, wanted) in [
            ("i cast shield", Some("shield")),
            ("yes!", Some("shield")),
            ("shield, of course", Some("shield")),
            ("no", Some("pass")),
            ("let it hit", Some("pass")),
            ("don't cast shield", Some("pass")),
            ("i'd rather not", Some("pass")),
            ("no, i cast shield", None),
            ("i look around", None),
            ("i attack the goblin", None),
        ] {
            assert_eq!(answer(&["shield"], words).as_deref(), wanted, "{words}");
        }
        assert_eq!(answer(&["opportunity-attack"], "i strike at it").as_deref(), Some("opportunity-attack"));
        assert_eq!(answer(&["opportunity-attack"], "let him run").as_deref(), Some("pass"));
        let levels = ["counterspell-3", "counterspell-4"];
        assert_eq!(answer(&levels, "counterspell").as_deref(), Some("counterspell-3"));
        assert_eq!(answer(&levels, "counterspell at level 4").as_deref(), Some("counterspell-4"));
    }
}
