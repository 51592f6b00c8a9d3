//! Finds the people that a message addresses by `@name`: a full name, any word of it, an id, or a name in quotes. A message may
//! address several. An `@` inside a word does not count.

use game::{
    Game, Refusal, listed,
    turn::MAX_SPEAKERS,
    wording::{is_name_word, is_of_a_sign, same, same_without_accents},
};

use crate::{
    campaign::CampaignPackage,
    dm::{plot, words::NotPlayed},
};

use super::folk::{Npc, Whereabouts, everybody};

/// The people a message is for. The list is empty if it addresses no one, or during a fight. `lately` is the last narration.
///
/// # Errors
/// The message addresses someone unknown, or someone who can't answer. The text says who is here.
pub(in crate::dm) fn addressed(
    words: &str,
    game: &Game,
    package: Option<&CampaignPackage>,
    lately: &str,
) -> Result<Vec<Npc>, NotPlayed> {
    if game.encounter.is_some() || !words.contains('@') {
        return Ok(Vec::new());
    }
    let all = everybody(game, package, lately);
    let mut called: Vec<Npc> = Vec::new();
    for rest in calls(words) {
        let npc = match meant(rest, &all) {
            Err(NotPlayed::UnknownNpc(why)) => {
                meant(rest, &told_of(game, package, lately)).cloned().map_err(|_| NotPlayed::UnknownNpc(why))?
            }
            known => known?.clone(),
        };
        match &npc.whereabouts {
            Whereabouts::Here => {}
            Whereabouts::Speechless => {
                let (name, here) = (&npc.name, here(&all));
                return Err(NotPlayed::NpcNotHere(format!("{name} is here, but can't speak. {here}")));
            }
            Whereabouts::Dead => return Err(NotPlayed::NpcNotHere(format!("{} is dead. {}", npc.name, here(&all)))),
            Whereabouts::Elsewhere(place) => {
                let (name, here) = (&npc.name, here(&all));
                let there = match place {
                    Some(place) => format!("is not here; look for them at {place}"),
                    None => "has left for an unknown place".to_owned(),
                };
                return Err(NotPlayed::NpcNotHere(format!("{name} {there}. {here}")));
            }
        }
        if called.iter().all(|one| one.id != npc.id) {
            called.push(npc);
        }
    }
    if called.len() > MAX_SPEAKERS {
        return Err(NotPlayed::Refused(Refusal::new(format!(
            "At most {MAX_SPEAKERS} people can be spoken to at once."
        ))));
    }
    Ok(called)
}

/// The message without the names at its beginning.
pub(super) fn without_calls<'w>(words: &'w str, to: &[Npc]) -> &'w str {
    let mut rest = words.trim();
    while let Some(called) = rest.strip_prefix('@') {
        let mut letters = called.chars();
        let quoted = letters.next().and_then(closing).and_then(|close| letters.as_str().split_once(close));
        let after = quoted.map(|(_, after)| after).or_else(|| {
            let ends = to.iter().flat_map(forms).filter_map(|(form, _)| end_of(called, &form, same_without_accents));
            called.get(ends.max()?..)
        });
        let Some(after) = after else { break };
        rest = after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';'));
    }
    if rest.is_empty() { words.trim() } else { rest }
}

/// The message with the names of the people it calls in the place of the `@name`s at its beginning.
pub(in crate::dm) fn in_plain_words(words: &str, to: &[Npc]) -> String {
    if to.is_empty() || !words.trim_start().starts_with('@') {
        return words.to_owned();
    }
    let names: Vec<&str> = to.iter().map(|npc| npc.name.as_str()).collect();
    format!("{}, {}", names.join(", "), without_calls(words, to))
}

/// The text after each `@` that begins a word.
fn calls(words: &str) -> impl Iterator<Item = &str> {
    words.match_indices('@').filter_map(|(at, _)| {
        let rest = &words[at + 1..];
        let begins = words[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let names = rest.chars().next().is_some_and(|c| c.is_alphanumeric() || closing(c).is_some() || is_of_a_sign(c));
        (begins && names).then_some(rest)
    })
}

/// The closing quotation mark for an opening one.
fn closing(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '“' | '„' => Some('”'),
        '«' => Some('»'),
        _ => None,
    }
}

/// The people meant by the words after an `@`.
fn meant<'n>(rest: &str, all: &'n [Npc]) -> Result<&'n Npc, NotPlayed> {
    let mut letters = rest.chars();
    let quoted = letters.next().and_then(closing).map(|close| letters.as_str().split(close).next().unwrap_or_default());
    let text = quoted.unwrap_or(rest);
    let fits = |npc: &Npc, is_same: fn(&str, &str) -> bool| {
        forms(npc).into_iter().filter_map(|(form, weight)| end_of(text, &form, is_same).map(|_| weight)).max()
    };
    let is_same = if all.iter().any(|npc| fits(npc, same).is_some()) { same } else { same_without_accents };
    let best = all.iter().filter_map(|npc| Some((fits(npc, is_same)?, npc)));
    let most = best.clone().map(|(weight, _)| weight).max();
    let mut nearest: Vec<&Npc> = best.filter(|(weight, _)| Some(*weight) == most).map(|(_, npc)| npc).collect();
    if nearest.iter().any(|npc| npc.is_here()) {
        nearest.retain(|npc| npc.is_here());
    }
    match nearest.as_slice() {
        [one] => Ok(one),
        [] => {
            let word = |c: char| c.is_alphanumeric() || "-'’".contains(c) || is_of_a_sign(c);
            let called = quoted.unwrap_or_else(|| rest.split(|c| !word(c)).next().unwrap_or_default());
            Err(NotPlayed::UnknownNpc(format!("Nobody is known as “{called}”. {}", here(all))))
        }
        several => {
            let names = listed(several.iter().map(|npc| npc.id.as_str()));
            Err(NotPlayed::UnknownNpc(format!("More than one is meant by that: say @ and one of {names}.")))
        }
    }
}

/// People in the last narration who have no record: runs of capitalised words that are no place, no hero and no
/// person of the campaign. A single word counts only inside a sentence, because the first word is always capitalised.
fn told_of(game: &Game, package: Option<&CampaignPackage>, lately: &str) -> Vec<Npc> {
    let places = game.story.known_places.iter().chain(game.map.iter().map(|place| &place.name));
    let heroes = game.characters.iter().map(|hero| &hero.name);
    let known: Vec<&String> = places.chain(heroes).chain([&game.story.current_location]).collect();
    let mut names: Vec<String> = Vec::new();
    for sentence in lately.split(['.', '!', '?', ':', '“', '”', '\n']) {
        for part in sentence.split([',', ';', '—', '(', ')']) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let begins = |i: usize| i == 0 && sentence.trim_start().starts_with(words[0]);
            let mut from = 0;
            while from < words.len() {
                let n = words[from..].iter().take_while(|word| word.starts_with(char::is_uppercase)).count();
                let name = words[from..from + n].join(" ");
                let name = name.trim_end_matches("'s").trim_end_matches("’s");
                if (n > 1 || (n == 1 && !begins(from))) && !known.iter().any(|known| same(known, name)) {
                    names.push(name.to_owned());
                }
                from += n.max(1);
            }
        }
    }
    names.sort();
    names.dedup();
    names.retain(|name| !package.is_some_and(|package| plot::is_one_of_its_people(package, game, name)));
    names.into_iter().map(|name| Npc::passing(&name)).collect()
}

/// The names of a person, each with its weight: a full name or an id weighs more than one word of it, the first word more than
/// the others.
fn forms(npc: &Npc) -> Vec<(String, (usize, usize))> {
    let mut all: Vec<(String, (usize, usize))> =
        npc.ids.iter().map(|id| (id.to_string(), (3, id.as_str().len()))).collect();
    // An id is made of the name a person had first. Someone else may have that name now.
    for id in &npc.ids {
        let former = id.as_str().split('-').filter(|word| word.chars().count() > 1 && is_name_word(word));
        all.extend(former.map(|word| (word.to_owned(), (0, 0))));
        all.push((id.as_str().replace('-', " "), (2, 1)));
    }
    for name in std::iter::once(&npc.name).chain(&npc.former_name) {
        all.push((name.clone(), (3, name.len())));
        let words = name.split(|c: char| !c.is_alphanumeric() && !"-'’".contains(c));
        let names = words.filter(|word| word.chars().count() > 1 && is_name_word(word));
        all.extend(names.enumerate().map(|(i, word)| (word.to_owned(), (if i == 0 { 2 } else { 1 }, 0))));
    }
    all
}

/// The end of the name at the beginning of a text, by this comparison; `None` if the text does not begin with it.
fn end_of(text: &str, name: &str, is_same: fn(&str, &str) -> bool) -> Option<usize> {
    let n = name.chars().count();
    // A name can have fewer or more letters in the other case: ß is SS.
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).skip(n.div_ceil(2)).take(2 * n);
    let is_whole = |at: &usize| text[*at..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
    ends.filter(is_whole).find(|at| is_same(&text[..*at], name))
}

/// A sentence that names the people who are here.
fn here(all: &[Npc]) -> String {
    let names: Vec<&str> = all.iter().filter(|npc| npc.is_here()).map(|npc| npc.name.as_str()).collect();
    match names.is_empty() {
        true => "Nobody is here whom you could speak to.".to_owned(),
        false => format!("You can speak to {} here.", listed(names.into_iter())),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::folk::tests::inn, *};
    use game::creature::{self, Disposition};

    fn called(words: &str) -> Vec<String> {
        addressed(words, &inn(), None, "").unwrap().into_iter().map(|npc| npc.name).collect()
    }

    #[test]
    fn a_name_is_called_in_many_ways() {
        for words in [
            "@marta, have you seen him?",
            "@Old Marta have you seen him?",
            "@old-marta: have you seen him?",
            "@\"Old Marta\" have you seen him?",
            "@“old marta” have you seen him?",
            "Good evening, @MARTA!",
            "@Marta's, you know what?",
        ] {
            assert_eq!(called(words), ["Old Marta"], "{words}");
        }
        assert_eq!(called("@marta @carter a word with you both, @marta"), ["Old Marta", "Carter"]);
        for words in ["I go.", "write to bob@inn", "@ noon we leave", "cost: 5@2"] {
            assert_eq!(called(words), [""; 0], "{words}");
        }
    }

    #[test]
    fn what_is_said_stands_without_the_names_it_begins_with() {
        let to = addressed("@marta @carter hello", &inn(), None, "").unwrap();
        for (words, said) in [
            ("@marta, the bridge is down", "the bridge is down"),
            ("@Old Marta @carter: run!", "run!"),
            ("@\"Old Marta\" run!", "run!"),
            ("Run, @marta!", "Run, @marta!"),
            ("@marta", "@marta"),
        ] {
            assert_eq!(without_calls(words, &to), said);
        }
    }

    #[test]
    fn whoever_cannot_answer_is_named_with_those_who_can() {
        let said = |words: &str| addressed(words, &inn(), None, "").unwrap_err();
        let unknown = said("@Gandalf, hello");
        assert!(
            matches!(&unknown, NotPlayed::UnknownNpc(text) if text.contains("Gandalf") && text.contains("Old Marta"))
        );
        let away = said("@odo hello");
        assert!(matches!(&away, NotPlayed::NpcNotHere(text) if text.contains("The Mill")), "{away}");
        assert!(matches!(said("@martas hello"), NotPlayed::UnknownNpc(_)), "a name ends where it ends");
    }

    #[test]
    fn whoever_was_just_told_of_can_be_called() {
        let told =
            "The yard is still. Nell Carrow is here, a net mender. You see Aumery, who nods to Nell Carrow's dog.";
        let called = |words: &str| addressed(words, &inn(), None, told).map(|all| all[0].name.clone());
        assert_eq!(called("@nell good day").unwrap(), "Nell Carrow");
        assert_eq!(called("@aumery good day").unwrap(), "Aumery");
        for nobody in ["@yard", "@the", "@you", "@gandalf", "@dog"] {
            assert!(called(nobody).is_err(), "{nobody}");
        }
    }

    #[test]
    fn who_of_several_has_to_be_said() {
        let mut game = inn();
        game.apply_all(&creature::enter(&game, "Goblin", "goblin", Disposition::Neutral, 2)).unwrap();
        let several = addressed("@goblin stop", &game, None, "").unwrap_err();
        assert!(matches!(&several, NotPlayed::UnknownNpc(text) if text.contains("goblin-b")), "{several}");
        assert_eq!(addressed("@goblin b stop", &game, None, "").unwrap()[0].name, "Goblin B");
        game.apply_all(&creature::hurt_or_heal(&game.creatures[1], -50).unwrap().0).unwrap();
        assert_eq!(addressed("@goblin stop", &game, None, "").unwrap()[0].name, "Goblin B", "the dead don't answer");
        let dead = addressed("@goblin-a stop", &game, None, "").unwrap_err();
        assert!(matches!(&dead, NotPlayed::NpcNotHere(text) if text.contains("dead")), "{dead}");
    }
}
