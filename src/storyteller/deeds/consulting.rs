//! Looking things up: what the rules say, and what one's own gifts do. It takes no time and changes nothing.

use serde_json::{Value, json};

use crate::storyteller::{
    intent::Deed,
    phrases::lines,
    play::{Play, Step, best_match},
    prose::{listed, plainly},
    reading::ToolAnswer,
};

use super::looking;

/// About so many characters of an entry are told at a time.
const MOST_CHARS: usize = 420;
/// As many names are offered where there is none.
const MOST_NEAR: usize = 3;

/// An entry of the rules.
struct Page {
    name: String,
    text: String,
}

/// What a look into the rules came to.
enum Found {
    Page(Page),
    /// Nothing, but these names are spelled like it.
    Near(Vec<String>),
}

/// Looks something up, unless it is something here, which is looked at.
pub(super) fn rules(play: &mut Play<'_>, deed: &Deed) -> Step {
    let strict = ["rules", "spell", "condition", "feat", "feature", "skill"].contains(&deed.other.as_str());
    if !strict && looking::is_here(play, &deed.object) {
        looking::look(play, &deed.object);
        return Ok(());
    }
    if deed.object.is_empty() {
        super::helping::help(play);
        return Ok(());
    }
    let kind = deed.other.as_str();
    let found = match kind {
        "" | "rules" => search(play, &deed.object)?,
        kind => match record(play, kind, &deed.object)? {
            Found::Near(near) if near.is_empty() => search(play, &deed.object)?,
            found => found,
        },
    };
    match found {
        Found::Page(page) => tell(play, &page, lines::RULE_TOLD),
        Found::Near(near) => {
            let what = if deed.object.chars().count() > 40 { "such a thing" } else { deed.object.as_str() };
            play.say(lines::RULE_MISSED, &[("what", what)]);
            if !near.is_empty() {
                play.say(lines::RULE_NEAR, &[("near", &listed(&near))]);
            }
        }
    }
    Ok(())
}

/// Tells what one of the hero's own gifts or things does, or names them all.
pub(super) fn ability(play: &mut Play<'_>, what: &str) -> Step {
    let hero = &play.hero;
    let spells = hero.cantrips.iter().chain(&hero.spells).map(|name| ("spells", name.clone()));
    let features = hero.features.iter().map(|name| ("features", name.clone()));
    let weapons = hero.weapons.iter().map(|weapon| ("attacks", weapon.name.clone()));
    let pack = hero.pack.iter().map(|(_, name)| ("equipment", name.clone()));
    let own: Vec<(&str, String)> = spells.chain(features).chain(weapons).chain(pack).collect();
    if ["features", "attacks"].contains(&what) {
        return all_gifts(play, what);
    }
    let names: Vec<&str> = own.iter().map(|(_, name)| name.as_str()).collect();
    let Some((section, name)) = best_match(what, &names).map(|i| own[i].clone()) else {
        play.say(lines::GIFT_NOT_OWN, &[("what", if what.chars().count() > 40 { "such gift" } else { what })]);
        return Ok(());
    };
    let input = json!({"section": section, "ability_name": name});
    let answer = play.ask(vec![("query_character_ability", input)])?.pop().flatten();
    let said = answer.filter(|answer| !answer.is_error).map(|answer| answer.json()).unwrap_or(Value::Null);
    let text =
        said["rules"].as_str().filter(|text| !text.starts_with("The rules we have say nothing")).unwrap_or_default();
    let shown = plainly(&name);
    let weapon = play.hero.weapons.iter().find(|weapon| weapon.name == name).cloned();
    if !text.is_empty() {
        tell(play, &Page { name: shown.clone(), text: text.to_owned() }, lines::GIFT_TOLD);
    } else if weapon.is_none() {
        play.say(lines::GIFT_SILENT, &[("entry", &shown)]);
    }
    if let Some(weapon) = weapon {
        play.say(lines::GIFT_STRIKES, &[("entry", &shown), ("hit", &weapon.to_hit), ("harm", &weapon.damage)]);
    }
    Ok(())
}

/// Names what the hero can do.
fn all_gifts(play: &mut Play<'_>, section: &str) -> Step {
    let answer = play.ask(vec![("query_character_ability", json!({"section": section}))])?.pop().flatten();
    let has = answer.map(|answer| answer.json()["has"].clone()).unwrap_or(Value::Null);
    let names = has.as_array().into_iter().flatten().filter_map(|one| one["name"].as_str().map(str::to_lowercase));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        play.say(lines::GIFT_NOT_OWN, &[("what", "such gift")]);
    } else {
        play.say(lines::GIFTS, &[("gifts", &listed(&names))]);
    }
    Ok(())
}

/// Tells the next of an entry that was not told lately.
fn tell(play: &mut Play<'_>, page: &Page, stock: &[&str]) {
    let all = plain_sentences(&page.text);
    let fresh: Vec<&String> = all.iter().filter(|sentence| play.prose.is_fresh(sentence)).collect();
    let mut rule = String::new();
    for sentence in &fresh {
        if !rule.is_empty() && rule.chars().count() + sentence.chars().count() > MOST_CHARS {
            break;
        }
        if !rule.is_empty() {
            rule.push(' ');
        }
        rule.push_str(sentence);
    }
    let slots = [("entry", page.name.as_str()), ("rule", rule.as_str())];
    let begun = all.first() != fresh.first().copied();
    match (fresh.is_empty(), begun) {
        (true, _) => play.say(lines::RULE_KNOWN, &slots),
        (_, true) => play.say(lines::RULE_GOES_ON, &slots),
        _ => play.say(stock, &slots),
    }
}

/// What a search finds first.
fn search(play: &mut Play<'_>, what: &str) -> Step<Found> {
    let answer = play.ask(vec![("query_rules", json!({"query": what, "limit": 1}))])?.pop().flatten();
    Ok(answer.filter(|answer| !answer.is_error).map_or(Found::Near(Vec::new()), |answer| first_page(&answer.text)))
}

/// The first entry of an answer, which begins with `[type/slug] Name (rules of …)`.
fn first_page(text: &str) -> Found {
    let Some((_, rest)) = text.split_once("] ").filter(|_| text.starts_with('[')) else {
        let near = text.split_once("Names spelled like it: ").and_then(|(_, names)| names.split('.').next());
        return Found::Near(
            near.map(|names| names.split(", ").take(MOST_NEAR).map(str::to_owned).collect()).unwrap_or_default(),
        );
    };
    let (head, body) = rest.split_once('\n').unwrap_or((rest, ""));
    let body = ["\n\n---", "\n\n==="].iter().fold(body, |body, end| body.split(end).next().unwrap_or(body));
    let name = head.split(" (rules of").next().unwrap_or(head).to_owned();
    Found::Page(Page { name, text: body.to_owned() })
}

/// One record by its type and name.
fn record(play: &mut Play<'_>, kind: &str, what: &str) -> Step<Found> {
    let letters = what.replace('\'', "").to_lowercase();
    let slug: Vec<&str> = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let input = json!({"type": kind, "slug": slug.join("-")});
    let Some(ToolAnswer { text, is_error, .. }) = play.ask(vec![("query_srd", input)])?.pop().flatten() else {
        return Ok(Found::Near(Vec::new()));
    };
    let record: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
    if is_error {
        let near = record["spelled_like_it"].as_array().into_iter().flatten().filter_map(Value::as_str);
        return Ok(Found::Near(near.take(MOST_NEAR).map(str::to_owned).collect()));
    }
    let field = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
    Ok(Found::Page(Page { name: field("name"), text: field("text") }))
}

/// What an entry says in sentences; where it has none, its facts as one.
fn plain_sentences(text: &str) -> Vec<String> {
    let (mut told, mut facts) = (Vec::new(), Vec::new());
    // A line that only goes on with the one before it is no paragraph of its own.
    let text = text.replace("\r\n", "\n");
    for paragraph in text.split("\n\n").flat_map(|part| part.split("\n- ")) {
        let line = paragraph.trim().trim_start_matches("- ").replace('\n', " ");
        if line.is_empty() || line.starts_with(['#', '|']) {
            continue;
        }
        let is_fact = line.starts_with('*') && !line.starts_with("***") && !line.ends_with(['.', '!', '?', ':']);
        let plain = line.replace('*', "").replace(['"', '“', '”'], "'").replace("  ", " ");
        if is_fact {
            facts.push(plain);
        } else {
            told.extend(crate::storyteller::prose::sentences(&plain));
        }
    }
    if told.is_empty() && !facts.is_empty() {
        told.push(format!("{}.", facts.join("; ")));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_told_in_its_own_sentences() {
        let text = "*Level 3 evocation*\n\n**Range** 150 feet\n\nA bead of light flies\nto a point. It bursts.\n\n\
            **At Higher Levels.** It hurts more.\n\n### Table\n\n| a | b |";
        let told = plain_sentences(text);
        assert_eq!(told, ["A bead of light flies to a point.", "It bursts.", "At Higher Levels.", "It hurts more."]);
        assert_eq!(plain_sentences("*Martial weapon*\n\n**Damage** 1d8"), ["Martial weapon; Damage 1d8."]);
        assert_eq!(plain_sentences("- You crawl.\n- You fall."), ["You crawl.", "You fall."]);
    }

    #[test]
    fn an_answer_is_read_to_the_end_of_its_first_entry() {
        let text = "[rule/a] Grappling (rules of 2014)\nYou hold on.\n\n---\n\n[rule/b] Other (rules of 2014)\nNo.";
        let Found::Page(page) = first_page(text) else { panic!("no page") };
        assert_eq!((page.name.as_str(), page.text.as_str()), ("Grappling", "You hold on."));
        let missed = "No rules found for “firebal”. Names spelled like it: Fireball, Fire Bolt. Only a core of the rules is there.";
        let Found::Near(near) = first_page(missed) else { panic!("a page") };
        assert_eq!(near, ["Fireball", "Fire Bolt"]);
    }
}
