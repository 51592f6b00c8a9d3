//! The state block: the table as it stands, as the model reads it.
//!
//! # Grammar
//!
//! The block is lines of `key: value`, between a first line `[table]` and a last line `[/table]`. A value is
//! one line: line breaks and control characters in names and texts become spaces, and square brackets become round ones. Keys come in this order; a key
//! that has nothing to say is left out; a key of a list is repeated.
//!
//! ```text
//! time: day 1, 08:00
//! act: 1                                    (only from the second act on)
//! summary: …                                (the campaign so far; else `background: …`)
//! milestone: …                              (repeated)
//! location: …
//! scene: …
//! place: …   |   place (here): …            (repeated)
//! map: id | name | danger high | ways: id, id | unknown | there: id, id | …      (repeated; the places of the map, as the
//!                                           Dungeon Master knows them, what one sees there last; `map (here)`; in a campaign
//!                                           only those the heroes know, or where someone stayed)
//! notes: …                                  (how things stand where the heroes are)
//! secret: 1 | …   |   secret (found): 2 | …   (repeated; what is hidden where the heroes are)
//! quest: …                                  (repeated; one that is more than its name: `name | id | from giver | open:
//!                                           id (text); … | done: id; … | brings 50 xp, 2 gp, rope`)
//! beat done: …                              (repeated)
//! met: name, name, …
//! recent: …                                 (repeated, the last six, oldest first)
//! handed over: day 1, 09:10 | The Ford | …  (repeated, the last six; fights, quests and acts that began or ended)
//! supporting npc: id | name | role | location         (repeated; at most 12, the newest; `| dead` at its end)
//! in the scene: id | name | disposition | hp 3/7 | ac 12 (ogre) | conditions | under bless   (repeated; `dead` instead of
//!                                           hp; the stat block where the name doesn't say it; `exhaustion (level 2 of 6)`;
//!                                           boons and curses by name)
//! hero: id | name | race class level | hp 9/12 | ac 16 | conditions      (repeated; `hp 9/12 (+3 temporary)`, `hp 0/12 (dead)`,
//!                                           `(stable)`, `(dying: 1 of 3 death saves, 0 of 3 failed)`; `ac 16 (+2 = 18)` where
//!                                           something changes it for a while)
//!   hit dice: 1 of 3                        (those left, where some are spent)
//!   long rest: from day 2, 17:55 on         (where none counts before)
//!   under: bless (attacks +1d4, saves +1d4; concentration, 1 minute); …      (boons and curses, and how long they last;
//!                                           lines that begin with two spaces belong to the hero above)
//!   pack: rope; 3 × torch; …
//!   purse: 10 gp 5 sp
//!   spells: spell slots 1: 2 of 2
//!   xp: 150
//! rules: 2014                               (the edition the table plays by: 2014 or 2024)
//! acting: id                                (the hero whose player speaks)
//! telling: 2                                (only where the turn was told before, and is to be told another way)
//! ```
//!
//! What rarely changes of the heroes is a block of its own, of the same grammar, which stands before the turns a prompt shows and
//! so is read from the provider's cache:
//!
//! ```text
//! [sheets]
//! hero: id | name
//!   abilities: str 16 +3, dex 12 +1, …
//!   proficient: +2 in str, con; athletics, perception
//!   weapons: longsword 1d20+5 to hit, 1d8+3 slashing; …
//!   features: second wind, fighting style (defense)
//!   spells: cantrips light; knows bless, …
//! [/sheets]
//! ```

use std::fmt::Write;

use crate::game::{
    Game,
    character::{Ability, Character, Condition, Weapon},
    combat::fighter::Fighter,
    conditions::KILLS,
    creature::Disposition,
    id::{CharacterId, PlaceId},
    inventory::Purse,
    knowledge::{self, Memory},
    person,
    place::{self, Place},
    quest::{Quest, Reward},
    rest,
    story::SupportingNpc,
    wording::{fold, same, titled},
};

/// Marks things of a pack that are worn.
const WORN: &str = " (worn)";
const MOST_NPCS: usize = 12;
const MOST_HANDED_OVER: usize = 6;
/// Older ones stand in the turns that are shown, or in the story so far.
const MOST_RECENT: usize = 6;

/// Renders the block for a turn of the hero `acting` that was told `n_told` times before. Ends without a line break.
pub fn state_block(game: &Game, acting: &CharacterId, n_told: usize) -> String {
    let mut block = Block { text: String::with_capacity(2048) };
    block.text.push_str("[table]\n");
    story(&mut block, game);
    people(&mut block, game);
    for hero in &game.characters {
        condition_of(&mut block, game, hero);
    }
    block.line("rules", game.rules_edition.as_str());
    block.line("acting", acting.as_str());
    if n_told > 0 {
        block.line("telling", &(n_told + 1).to_string());
    }
    block.text.push_str("[/table]");
    block.text
}

/// Renders what rarely changes of the heroes. Ends without a line break.
pub fn sheets_block(game: &Game) -> String {
    let mut block = Block { text: "[sheets]\n".to_owned() };
    for hero in &game.characters {
        sheet(&mut block, hero);
    }
    block.text.push_str("[/sheets]");
    block.text
}

struct Block {
    text: String,
}

impl Block {
    /// Adds a line, unless there is nothing to say.
    fn line(&mut self, key: &str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        self.text.push_str(key);
        self.text.push_str(": ");
        self.text.extend(value.trim().chars().map(flat));
        self.text.push('\n');
    }
}

/// A character of a line. No text can end its line, or its block with a mark such as `[/table]`.
fn flat(c: char) -> char {
    match c {
        '[' => '(',
        ']' => ')',
        '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    }
}

/// A text as it stands among other things of its line: what separates those would forge them.
pub(in crate::dm) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match flat(c) {
            '|' => '/',
            ';' => ',',
            c => c,
        })
        .collect()
}

fn story(block: &mut Block, game: &Game) {
    let story = &game.story;
    block.line("time", &game.clock.to_string());
    if story.current_act > 1 {
        block.line("act", &story.current_act.to_string());
    }
    if story.campaign_summary.is_empty() {
        block.line("background", &story.background);
    } else {
        block.line("summary", &story.campaign_summary);
    }
    story.milestones.iter().for_each(|milestone| block.line("milestone", milestone));
    block.line("location", &story.current_location);
    block.line("scene", &story.current_scene);
    for place in &story.known_places {
        let here = story.current_place.as_ref() == Some(place);
        block.line(if here { "place (here)" } else { "place" }, place);
    }
    // In a campaign the exits of the scene lead on; of the other places nothing is to be said yet.
    let is_told = |place: &&Place| {
        let holds_someone = || game.left_behind.iter().any(|left| left.place == place.id);
        game.plot.is_none() || place::is_known(game, place) || holds_someone()
    };
    for place in game.map.iter().filter(is_told) {
        mapped(block, game, place);
    }
    story.active_quests.iter().for_each(|quest| block.line("quest", &taken_on(quest)));
    story.completed_story_beats.iter().for_each(|beat| block.line("beat done", beat));
    let met = story.met_npcs.iter().map(|name| shown(game, name));
    block.line("met", &joined(met, ", "));
    let recent = &story.recent_events;
    recent[recent.len().saturating_sub(MOST_RECENT)..].iter().for_each(|event| block.line("recent", event));
    let handed: Vec<&Memory> = knowledge::handed_over(game).collect();
    for memory in &handed[handed.len().saturating_sub(MOST_HANDED_OVER)..] {
        block.line("handed over", &format!("{} | {} | {}", memory.time, plain(&memory.at), plain(&memory.text)));
    }
}

fn mapped(block: &mut Block, game: &Game, place: &Place) {
    let here = place::here(game).is_some_and(|here| here.id == place.id);
    let mut line = format!("{} | {}", place.id, plain(&place.name));
    if let Some(danger) = place.danger {
        let _ = write!(line, " | danger {}", danger.as_str());
    }
    let listed = |ids: Vec<&str>| ids.join(", ");
    if !place.ways.is_empty() {
        let _ = write!(line, " | ways: {}", listed(place.ways.iter().map(PlaceId::as_str).collect()));
    }
    if !place::is_known(game, place) {
        line.push_str(" | unknown");
    }
    let there: Vec<&str> =
        game.left_behind.iter().filter(|left| left.place == place.id).map(|left| left.creature.id.as_str()).collect();
    if !there.is_empty() {
        let _ = write!(line, " | there: {}", listed(there));
    }
    if !place.description.is_empty() {
        let _ = write!(line, " | {}", plain(&place.description));
    }
    block.line(if here { "map (here)" } else { "map" }, &line);
    if here {
        block.line("notes", &place.notes);
        for (n, secret) in (1..).zip(&place.secrets) {
            let key = if secret.found { "secret (found)" } else { "secret" };
            block.line(key, &format!("{n} | {}", plain(&secret.text)));
        }
    }
}

/// The display form of a name that is stored in lower case.
fn shown(game: &Game, name: &str) -> String {
    let there = || game.creatures.iter().find(|one| same(&one.name, name)).map(|one| one.name.clone());
    let known = person::find(game, name).map(SupportingNpc::shown_name).or_else(there);
    plain(&known.unwrap_or_else(|| titled(name)))
}

/// A quest, as much as is known of it.
fn taken_on(quest: &Quest) -> String {
    let mut line = plain(quest.title());
    if quest.id.is_none() {
        return line;
    }
    let _ = write!(line, " | {}", quest.id());
    if !quest.giver.is_empty() {
        let _ = write!(line, " | from {}", plain(&quest.giver));
    }
    let open = quest.open().map(|objective| format!("{} ({})", objective.id, plain(&objective.text)));
    let done = quest.objectives.iter().filter(|objective| objective.done).map(|objective| objective.id.to_string());
    for (key, ids) in [("open", joined(open, "; ")), ("done", joined(done, "; "))] {
        if !ids.is_empty() {
            let _ = write!(line, " | {key}: {ids}");
        }
    }
    if !quest.reward.is_none() {
        let Reward { xp, cp, items } = &quest.reward;
        let xp = (*xp > 0).then(|| format!("{xp} xp"));
        let coins = (*cp > 0).then(|| coins(Purse::of_copper(*cp)));
        let brings = xp.into_iter().chain(coins).chain(items.iter().map(|item| plain(item)));
        let _ = write!(line, " | brings {}", joined(brings, ", "));
    }
    line
}

fn people(block: &mut Block, game: &Game) {
    let npcs = &game.supporting_npcs;
    for npc in &npcs[npcs.len().saturating_sub(MOST_NPCS)..] {
        let (name, place) = (npc.shown_name(), person::place_of(game, npc));
        let role = npc.role.as_str();
        let dead = if npc.dead { " | dead" } else { "" };
        block.line("supporting npc", &format!("{} | {} | {role} | {}{dead}", npc.id, plain(&name), plain(&place)));
    }
    for creature in &game.creatures {
        let disposition = match (creature.companion, creature.disposition) {
            (true, _) if !creature.is_dead() => "companion",
            (_, Disposition::Hostile) => "hostile",
            (_, Disposition::Neutral) => "neutral",
            (_, Disposition::Friendly) => "friendly",
        };
        let downed = Fighter::Creature(creature).downed_state();
        let health = downed.unwrap_or_else(|| format!("hp {}/{}", creature.hp, creature.max_hp));
        let mut line = format!(
            "{} | {} | {disposition} | {health} | ac {}",
            creature.id,
            plain(&creature.name),
            armor_class(creature.armor_class, Fighter::Creature(creature))
        );
        // Most creatures' names already contain their kind.
        if !fold(&creature.name).contains(&creature.slug.replace('-', " ")) {
            let _ = write!(line, " ({})", plain(&creature.slug));
        }
        if !creature.is_dead() {
            push_conditions(&mut line, &creature.conditions);
        }
        if !creature.effects.is_empty() {
            let under = creature.effects.iter().map(|effect| plain(&effect.name));
            let _ = write!(line, " | under {}", joined(under, ", "));
        }
        block.line("in the scene", &line);
    }
}

/// How a hero is just now.
fn condition_of(block: &mut Block, game: &Game, hero: &Character) {
    let mut line = format!(
        "{} | {} | {} {} {} | hp {}/{}",
        hero.id,
        plain(&hero.name),
        hero.race,
        hero.class,
        hero.level,
        hero.current_hp,
        hero.max_hp
    );
    if hero.temp_hp > 0 {
        let _ = write!(line, " (+{} temporary)", hero.temp_hp);
    }
    if let Some(state) = Fighter::Hero(hero).downed_state() {
        let _ = write!(line, " ({state})");
    }
    let _ = write!(line, " | ac {}", armor_class(hero.armor_class, Fighter::Hero(hero)));
    push_conditions(&mut line, &hero.conditions);
    block.line("hero", &line);

    let under = hero.effects.iter().map(|effect| {
        let about: Vec<String> = [effect.changes().join(", "), effect.timing.in_words()].into();
        let about: Vec<String> = about.into_iter().filter(|it| !it.is_empty()).collect();
        format!("{} ({})", plain(&effect.name), about.join("; "))
    });
    if hero.hit_dice.used > 0 {
        let left = hero.hit_dice.total.saturating_sub(hero.hit_dice.used);
        block.line("  hit dice", &format!("{left} of {}", hero.hit_dice.total));
    }
    if let Some(next) = rest::next_long(game, hero) {
        block.line("  long rest", &format!("from {next} on"));
    }
    block.line("  under", &joined(under, "; "));
    let pack = hero.inventory.iter().map(|item| {
        let worn = if item.equipped == Some(true) { WORN } else { "" };
        match item.quantity {
            1 => format!("{}{worn}", plain(&item.name)),
            n => format!("{n} × {}{worn}", plain(&item.name)),
        }
    });
    block.line("  pack", &joined(pack, "; "));
    block.line("  purse", &purse(hero));
    block.line("  spells", &slots(hero));
    block.line("  xp", &hero.xp.to_string());
}

/// An armour class; where something changes it for a while, with what that adds and the number that counts.
fn armor_class(own: u8, now: Fighter<'_>) -> String {
    match now.armor_class() - i32::from(own) {
        0 => own.to_string(),
        by => format!("{own} ({by:+} = {})", now.armor_class()),
    }
}

/// What a hero is and can do.
fn sheet(block: &mut Block, hero: &Character) {
    block.line("hero", &format!("{} | {}", hero.id, plain(&hero.name)));
    let scores = Ability::ALL.map(|ability| {
        format!("{} {} {:+}", short(ability), hero.abilities.score(ability), hero.abilities.modifier(ability))
    });
    block.line("  abilities", &scores.join(", "));
    let saves = hero.proficiencies.saves.iter().map(|ability| short(*ability)).collect::<Vec<_>>().join(", ");
    let bonus = hero.proficiency_bonus();
    block.line("  proficient", &format!("{bonus:+} in {saves}; {}", hero.proficiencies.skills.join(", ")));
    block.line("  weapons", &joined(hero.weapons.iter().map(|weapon| attack(hero, weapon)), "; "));
    let features = hero.features.iter().map(|feature| match &feature.chosen_option {
        Some(option) => format!("{} ({})", feature.name, plain(option)),
        None => feature.name.clone(),
    });
    block.line("  features", &joined(features, ", "));
    block.line("  spells", &spells(hero));
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// A condition by name; exhaustion with its level.
pub(in crate::dm) fn condition_in_words(condition: &Condition) -> String {
    match condition.level {
        Some(level) => format!("{} (level {level} of {KILLS})", plain(&condition.name)),
        None => plain(&condition.name),
    }
}

fn push_conditions(line: &mut String, conditions: &[Condition]) {
    if !conditions.is_empty() {
        let names: Vec<String> = conditions.iter().map(condition_in_words).collect();
        let _ = write!(line, " | {}", names.join(", "));
    }
}

fn attack(hero: &Character, weapon: &Weapon) -> String {
    let (to_hit, damage) = hero.weapon_bonuses(weapon);
    let kind = weapon.damage_type.as_deref().map(|kind| format!(" {kind}")).unwrap_or_default();
    format!("{} 1d20{to_hit:+} to hit, {}{}{kind}", plain(&weapon.name), weapon.dice, signed(damage))
}

fn signed(n: i32) -> String {
    if n == 0 { String::new() } else { format!("{n:+}") }
}

fn purse(hero: &Character) -> String {
    let text = coins(hero.purse);
    if text.is_empty() { "empty".to_owned() } else { text }
}

fn coins(purse: Purse) -> String {
    let coins = [(purse.gp, "gp"), (purse.sp, "sp"), (purse.cp, "cp")];
    let coins = coins.iter().filter(|(n, _)| *n > 0).map(|(n, coin)| format!("{n} {coin}"));
    joined(coins, " ")
}

fn slots(hero: &Character) -> String {
    let Some(casting) = &hero.spellcasting else { return String::new() };
    let slots =
        casting.slots.iter().map(|(level, slots)| format!("{level}: {} of {}", slots.max - slots.used, slots.max));
    let slots = joined(slots, ", ");
    if slots.is_empty() { slots } else { format!("spell slots {slots}") }
}

fn spells(hero: &Character) -> String {
    let Some(casting) = &hero.spellcasting else { return String::new() };
    let mut parts = Vec::new();
    if !casting.cantrips.is_empty() {
        parts.push(format!("cantrips {}", casting.cantrips.join(", ")));
    }
    if !casting.spells.is_empty() {
        parts.push(format!("knows {}", casting.spells.join(", ")));
    }
    parts.join("; ")
}

fn short(ability: Ability) -> &'static str {
    match ability {
        Ability::Str => "str",
        Ability::Dex => "dex",
        Ability::Con => "con",
        Ability::Int => "int",
        Ability::Wis => "wis",
        Ability::Cha => "cha",
    }
}
