//! Resolves names in a hint to the ids and names that its tool accepts; hints that the tool would refuse are dropped.

use game::{
    Game,
    character::Character,
    conditions,
    creature::{self, Creature},
    id::CharacterId,
    inventory, item_phrase, place, quest,
    wording::{fold, same},
};

use super::rule::Suggestion;

/// A creature or thing that a hint can refer to.
struct HintTarget<'g> {
    id: &'g str,
    name: &'g str,
}

/// Hints with arguments that their tools accept for the hero `acting`. Hints without a possible effect are dropped.
pub(super) fn resolved(game: &Game, acting: &CharacterId, hints: Vec<Suggestion>) -> Vec<Suggestion> {
    let Ok(hero) = game.hero(acting.as_str()) else { return hints };
    hints.into_iter().filter_map(|hint| resolve(game, hero, hint)).collect()
}

fn resolve(game: &Game, hero: &Character, mut hint: Suggestion) -> Option<Suggestion> {
    let (tool, field) = (hint.tool, hint.field);
    match (tool, field) {
        ("take_action" | "improvise", _) => {
            hint.set("target", |target| only_one_of(game, &fighters(game), target));
            let action = hint.argument("action").map(str::to_owned);
            hint.set("with", |with| used(hero, action.as_deref(), with));
        }
        ("start_combat", _) => {
            // A spell that the hero can't cast attacks no one.
            if hint.argument("spell").is_some_and(|spell| !may_cast(hero, spell)) {
                return None;
            }
            hint.remove(&["spell"]);
            hint.set("who", |who| {
                let ids: Vec<String> = meant_of(game, &strangers(game), who).into_iter().map(str::to_owned).collect();
                (!ids.is_empty()).then(|| ids.join(", "))
            });
        }
        ("add_combatant", _) => {
            let fights = |it: &HintTarget<'_>| fighters(game).iter().any(|fighter| fighter.id == it.id);
            let outside: Vec<HintTarget<'_>> = creatures(game).into_iter().filter(|it| !fights(it)).collect();
            hint.set("who", |who| only_one_of(game, &outside, who));
        }
        ("remove_combatant", _) => hint.set("who", |who| only_one_of(game, &fighters(game), who)),
        ("update_npc", _) => hint.set("who", |who| only_one_of(game, &creatures(game), who)),
        ("update_quest", _) if hint.argument("action") != Some("give") => {
            hint.set("quest", |name| quest::find(game, name).ok().map(|found| found.title().to_owned()));
        }
        ("travel", _) => hint.set("place", |to| place::go(game, to, &[]).is_ok().then(|| to.to_owned())),
        ("cast_spell", _) => hint.set("spell", |spell| known_spell(hero, spell)),
        ("update_game_state", Some("items_gained" | "items_lost")) => things(hero, &mut hint),
        ("update_game_state", Some("companions_to_remove")) => {
            let companions: Vec<HintTarget<'_>> = game.companions().map(candidate).collect();
            hint.set("who", |who| only_one_of(game, &companions, who));
        }
        ("update_game_state", Some("hp_delta" | "gold_delta" | "conditions_added" | "conditions_removed")) => {
            hint.set("who", |who| game.hero(who).ok().map(|hero| hero.id.to_string()));
            let of = hint.argument("who").and_then(|who| game.hero(who).ok()).unwrap_or(hero);
            let ends = hint.argument("condition").filter(|_| field == Some("conditions_removed"));
            if ends.is_some_and(|name| conditions::find(&of.conditions, name, &of.name).is_err()) {
                return None;
            }
        }
        _ => {}
    }
    Some(hint)
}

impl Suggestion {
    fn argument(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find(|(it, _)| *it == key).map(|(_, value)| value.as_str())
    }

    /// Replaces an argument, or removes it where there is nothing to replace it with.
    fn set(&mut self, key: &str, with: impl Fn(&str) -> Option<String>) {
        self.arguments.retain_mut(|(it, value)| {
            if *it != key {
                return true;
            }
            let named = with(value);
            named.map(|named| *value = named).is_some()
        });
    }

    fn remove(&mut self, keys: &[&str]) {
        self.arguments.retain(|(key, _)| !keys.contains(key));
    }
}

/// Keeps the thing of a hint and its number as far as the pack bears it out.
fn things(hero: &Character, hint: &mut Suggestion) {
    let Some(item) = hint.argument("item").map(str::to_owned) else { return hint.remove(&["amount", "who"]) };
    let is_lost = hint.field == Some("items_lost");
    let is_possible = |entry: &str| match is_lost {
        true => inventory::lose(hero, entry, None).is_ok(),
        false => item_phrase::gained(hero, entry).is_ok(),
    };
    let counted = hint.argument("amount").map(|n| format!("{n} x {item}"));
    match counted {
        Some(entry) if is_possible(&entry) => {}
        _ if is_possible(&item) => hint.remove(&["amount"]),
        _ => hint.remove(&["item", "amount", "who"]),
    }
    if !is_lost {
        hint.set("item", |item| item_phrase::gained(hero, &item_phrase::one_of(item)).ok().map(|gain| gain.name));
    }
}

/// The weapon, spell or thing of a fighting deed, by its name on the hero's sheet.
fn used(hero: &Character, action: Option<&str>, with: &str) -> Option<String> {
    match action {
        Some("attack") => {
            let weapons: Vec<HintTarget<'_>> =
                hero.weapons.iter().map(|it| HintTarget { id: &it.name, name: &it.name }).collect();
            only_one(&weapons, with)
        }
        Some("cast") => known_spell(hero, with),
        Some("use_item") => item_phrase::find(hero, with).ok().map(|(item, _)| item.name.clone()),
        _ => None,
    }
}

/// Whether a hero knows a spell that shares a word with the player's, or an item may contain it.
fn may_cast(hero: &Character, named: &str) -> bool {
    let named = words(named);
    let shares =
        |name: &String| words(name).iter().any(|word| named.contains(word)) || words(name).concat() == named.concat();
    let casting = hero.spellcasting.as_ref();
    casting.into_iter().flat_map(|it| it.cantrips.iter().chain(&it.spells)).any(shares)
        || hero.inventory.iter().map(|item| &item.name).chain(hero.features.iter().map(|it| &it.name)).any(shares)
}

fn known_spell(hero: &Character, spell: &str) -> Option<String> {
    let casting = hero.spellcasting.as_ref()?;
    casting.cantrips.iter().chain(&casting.spells).find(|known| same(known, spell)).cloned()
}

fn candidate(one: &Creature) -> HintTarget<'_> {
    HintTarget { id: one.id.as_str(), name: &one.name }
}

fn creatures(game: &Game) -> Vec<HintTarget<'_>> {
    game.creatures.iter().filter(|one| !one.is_dead()).map(candidate).collect()
}

/// Living creatures of the scene that are not companions.
fn strangers(game: &Game) -> Vec<HintTarget<'_>> {
    game.creatures.iter().filter(|one| !one.is_dead() && !one.companion).map(candidate).collect()
}

/// The living participants of the current fight.
fn fighters(game: &Game) -> Vec<HintTarget<'_>> {
    let order = game.encounter.as_deref().map(|fight| fight.order.as_slice()).unwrap_or_default();
    let living = order.iter().filter_map(|it| Some((&it.who, game.fighter(&it.who).filter(|one| !one.is_dead())?)));
    living.map(|(who, fighter)| HintTarget { id: who.as_str(), name: fighter.name() }).collect()
}

/// The ids of the candidates (creatures or fighters) that a text means: the one that the tools take it for, else those of
/// those that match its words. Unlike a tool, a hint can mean several: “the goblins”.
fn meant_of<'g>(game: &'g Game, all: &[HintTarget<'g>], text: &str) -> Vec<&'g str> {
    let found =
        creature::find(game, text).ok().or_else(|| creature::find_by_words(game, text)).map(|one| one.id.as_str());
    let hero = || game.hero(text).ok().map(|hero| hero.id.as_str());
    let is_candidate = |id: &&str| all.iter().any(|it| it.id == *id);
    found.filter(is_candidate).or_else(|| hero().filter(is_candidate)).map_or_else(|| meant(all, text), |id| vec![id])
}

/// The id of the only candidate that a text means.
fn only_one_of(game: &Game, all: &[HintTarget<'_>], text: &str) -> Option<String> {
    match meant_of(game, all, text).as_slice() {
        [id] => Some((*id).to_owned()),
        _ => None,
    }
}

/// The id of the only candidate that a text means.
fn only_one(all: &[HintTarget<'_>], text: &str) -> Option<String> {
    match meant(all, text).as_slice() {
        [id] => Some((*id).to_owned()),
        _ => None,
    }
}

/// The ids of the candidates that a text means: the one of that id or name, else those whose names have all of its words, else
/// those whose names have one of them.
fn meant<'g>(all: &[HintTarget<'g>], text: &str) -> Vec<&'g str> {
    let wanted = words(text);
    let exact = all.iter().find(|it| it.id == text || words(it.name) == wanted || words(it.id) == wanted);
    if let Some(one) = exact {
        return vec![one.id];
    }
    let ids = |fits: &dyn Fn(&[String]) -> bool| -> Vec<&'g str> {
        all.iter().filter(|it| fits(&words(it.name))).map(|it| it.id).collect()
    };
    let has_all = ids(&|own| !wanted.is_empty() && wanted.iter().all(|word| own.contains(word)));
    match has_all.is_empty() {
        true => ids(&|own| wanted.iter().any(|word| word.chars().count() > 2 && own.contains(word))),
        false => has_all,
    }
}

/// The words of a name in the singular, without an article before them.
fn words(name: &str) -> Vec<String> {
    let name = fold(name);
    let all = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let one = |word: &str| {
        word.strip_suffix('s').filter(|one| one.len() > 2 && !one.ends_with('s')).unwrap_or(word).to_owned()
    };
    let all: Vec<String> = all.map(one).collect();
    let n_articles = all.iter().take_while(|word| matches!(word.as_str(), "the" | "a" | "an")).count();
    if n_articles < all.len() { all[n_articles..].to_vec() } else { all }
}
