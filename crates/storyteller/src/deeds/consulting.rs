//! Rules questions and questions about the hero's abilities. They take no time and change nothing.

use game::looked_up::{LookedUp, RulePage};
use serde_json::{Value, json};

use crate::{
    intent::Deed,
    phrases::lines,
    play::{Play, Step, best_match, d20},
    prose::{listed, plainly},
};

use super::looking;

/// The approximate number of characters of an entry that are shown at a time.
const MOST_CHARS: usize = 420;
/// As many names are offered where there is none.
const MOST_NEAR: usize = 3;

/// Looks something up, unless it is something here, which is examined.
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
            LookedUp { page: None, near, .. } if near.is_empty() => search(play, &deed.object)?,
            found => found,
        },
    };
    match found.page {
        Some(page) => tell(play, &page, lines::RULE_TOLD),
        None => {
            let what = if deed.object.chars().count() > 40 { "such a thing" } else { deed.object.as_str() };
            play.say(lines::RULE_MISSED, &[("what", what)]);
            let near: Vec<String> = found.near.into_iter().take(MOST_NEAR).collect();
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
    let page = play.look_up("query_character_ability", input)?.page.filter(|page| !page.text.is_empty());
    let shown = plainly(&name);
    let weapon = play.hero.weapons.iter().find(|weapon| weapon.name == name).cloned();
    match page {
        Some(page) => tell(play, &RulePage { name: shown.clone(), ..page }, lines::GIFT_TOLD),
        None if weapon.is_none() => play.say(lines::GIFT_SILENT, &[("entry", &shown)]),
        None => {}
    }
    if let Some(weapon) = weapon {
        let hit = d20(weapon.to_hit);
        play.say(lines::GIFT_STRIKES, &[("entry", &shown), ("hit", &hit), ("harm", &weapon.damage)]);
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

/// Narrates the next part of an entry that was not narrated lately.
fn tell(play: &mut Play<'_>, page: &RulePage, stock: &[&str]) {
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
fn search(play: &mut Play<'_>, what: &str) -> Step<LookedUp> {
    play.look_up("query_rules", json!({"query": what, "limit": 1}))
}

/// One record by its type and name.
fn record(play: &mut Play<'_>, kind: &str, what: &str) -> Step<LookedUp> {
    let letters = what.replace('\'', "").to_lowercase();
    let slug: Vec<&str> = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    play.look_up("query_srd", json!({"type": kind, "slug": slug.join("-")}))
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
            told.extend(crate::prose::sentences(&plain));
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
}
