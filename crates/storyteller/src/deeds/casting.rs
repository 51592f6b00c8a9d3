//! Spells where nobody fights: what they do to a wound, and to a quiet moment.

use std::sync::LazyLock;

use game::{class, spells};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    content, fray, intent,
    phrases::{lines, spells as said},
    play::{Play, Step, best_match, significant, word_alike},
    prose::plainly,
    words::deeds::casting::{ONLY_SPELLS, SAID_OF_SPELLS},
    world::{Spot, in_text},
};

use super::{assault, chief_fallen, lead, lore, moods, shapes, talking, tending, tending::Aim};

/// What a spell does, as far as a small table goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    /// Harm, or a hold on somebody: the fight's.
    Harm,
    Heal(&'static str),
    /// Heals several at once.
    HealAll,
    /// Brings back the dead.
    Raise,
    Light,
    Guard,
    Sight,
    /// An unseen hand.
    Hand,
    /// Shows where there is magic.
    Magic,
    Animals,
    /// Small wonders, for onlookers.
    Wonder,
    Illusion,
    /// Reads what is written, or what a thing is.
    Reading,
    Trick,
}

/// One use of spells, and the words for it.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
struct Row {
    does: Does,
    /// How many it is for at most, by the SRD.
    #[serde(default = "one")]
    most: usize,
    spells: Vec<&'static str>,
}

const fn one() -> usize {
    1
}

static SPELLS: LazyLock<Vec<Row>> = LazyLock::new(|| content::read(include_str!("../content/spells.json")));

fn row_of(spell: &str) -> Option<&'static Row> {
    let known = SPELLS.iter().flat_map(|row| row.spells.iter().map(move |name| (*name, row)));
    known.filter(|(name, _)| spell.contains(name)).max_by_key(|(name, _)| name.len()).map(|(_, row)| row)
}

/// How many a spell is for at most.
pub(super) fn most(spell: &str) -> usize {
    row_of(spell).map_or(1, |row| row.most)
}

fn does(spell: &str) -> Does {
    match row_of(spell) {
        Some(row) => row.does,
        None if ["shield", "armor", "ward", "protection"].iter().any(|word| spell.contains(word)) => Does::Guard,
        None => Does::Trick,
    }
}

/// Whether a spell heals, as far as is known here.
pub(super) fn heals(spell: &str) -> bool {
    matches!(does(spell), Does::Heal(_) | Does::HealAll)
}

/// Whether a spell brings back the dead.
pub(super) fn raises(spell: &str) -> bool {
    does(spell) == Does::Raise
}

/// The spell that a text begins with, of those that are known here; none that is an everyday word besides, such as a light.
pub(crate) fn named_spell(text: &str) -> Option<&'static str> {
    let ends = |name: &&&str| text.strip_prefix(**name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let is_spell = |name: &&&str| name.contains(' ') || ONLY_SPELLS.contains(*name);
    SPELLS.iter().flat_map(|row| &row.spells).filter(ends).filter(is_spell).max_by_key(|name| name.len()).copied()
}

/// The name of a dead hero or creature that the words mean.
fn fallen(play: &Play<'_>, words: &str) -> Option<String> {
    let heroes = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id).map(|hero| (&hero.name, hero.dead));
    let creatures = play.table.creatures.iter().map(|one| (&one.name, one.is_body()));
    let all: Vec<(&String, bool)> = heroes.chain(creatures).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let (name, is_dead) = all[best_match(words, &names)?];
    is_dead.then(|| name.clone())
}

/// The spell of the hero's that words name, by its place among cantrips and spells: in full, or by words that all stand in its name.
/// A fire storm is no fire bolt.
pub(crate) fn known_spell(play: &Play<'_>, said: &str, at: &str) -> Option<usize> {
    let all: Vec<&str> = play.hero.cantrips.iter().chain(&play.hero.spells).map(String::as_str).collect();
    let is_meant = |words: &str, i: &usize| {
        let (name, all) = (significant(all[*i]), significant(words));
        let alike = |a: &str, b: &str| word_alike(a, b) || !intent::is_word(b) && intent::slipped(a, b);
        let mut said = all.iter().filter(|word| !SAID_OF_SPELLS.contains(&word.as_str()) || name.contains(word));
        let mut named = name.iter();
        said.all(|word| name.iter().any(|part| alike(part, word)))
            || named.all(|part| all.iter().any(|it| alike(part, it)))
    };
    let by = |words: &str| best_match(words, &all).filter(|i| is_meant(words, i));
    let exact = all.iter().position(|name| name.eq_ignore_ascii_case(said.trim()));
    exact.or_else(|| by(said)).or_else(|| by(at).filter(|_| said.split(' ').all(|word| SAID_OF_SPELLS.contains(&word))))
}

/// Casts a spell.
pub(super) fn cast(play: &mut Play<'_>, spell: &str, at: &str) -> Step {
    let all: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    let Some(i) = known_spell(play, spell, at) else {
        play.say(if all.is_empty() { lines::NO_MAGIC } else { lines::NO_SPELL }, &[]);
        if !all.is_empty() {
            super::odd::spells(play);
        }
        return Ok(());
    };
    let name = all[i].to_lowercase();
    let slots = [("spell", name.as_str())];
    let does = does(&name);
    let lowest = if i < play.hero.cantrips.len() { 0 } else { lowest_slot(&name) };
    if lowest > 0 && !play.hero.slots.iter().any(|slot| slot.left > 0 && slot.level >= lowest) {
        play.say(lines::NO_SLOTS, &slots);
        return Ok(());
    }
    if does == Does::Harm {
        // At somebody who is no foe it is a blow like any other.
        if let Some(id) = assault::stranger(play, at).filter(|_| !at.is_empty()) {
            super::assault::means(play, &id)?;
            return fray::begin(play, &[id], false);
        }
        play.say(said::NOTHING_TO_HURT, &slots);
        return Ok(());
    }
    if let Some(dead) = fallen(play, at).filter(|_| heals(&name)) {
        play.say(said::PAST_HEALING, &[("spell", name.as_str()), ("name", &dead)]);
        return Ok(());
    }
    if by_rules(play, does, &name, at)? {
        return Ok(());
    }
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    if lowest > 0 && !spend_slot(play, &name) {
        play.say(lines::NO_SLOTS, &slots);
        return Ok(());
    }
    // In a campaign no spell finds what the campaign hasn't hidden.
    if play.world.cast.is_some() && !matches!(does, Does::Heal(_) | Does::Light | Does::Guard) {
        play.say(said::NOTHING_ANSWERS, &slots);
        return Ok(());
    }
    play.effects.minutes += spells::minutes_to_cast(&name).unwrap_or_default();
    work(play, does, &name, at)
}

/// Casts a spell of help on those it is for by the rules, which spend its slot; answers whether it did, or said why not. A spell on
/// the hero alone is cast here.
fn by_rules(play: &mut Play<'_>, does: Does, name: &str, at: &str) -> Step<bool> {
    let is_help = matches!(does, Does::Heal(_) | Does::HealAll | Does::Raise | Does::Guard);
    if !is_help {
        return Ok(false);
    }
    match tending::aim_of(play, at) {
        _ if does == Does::HealAll => tending::cast_on_all(play, name)?,
        Aim::All if most(name) == 1 => play.say(said::ONE_AT_A_TIME, &[("spell", name)]),
        Aim::All => tending::cast_on_all(play, name)?,
        Aim::One(patient) => tending::cast(play, &patient, name)?,
        Aim::Nobody if does == Does::Guard && lore::is_here(play, at) => return Ok(false),
        Aim::Nobody => tending::nobody_to_help(play, at, name),
        Aim::Oneself if does == Does::Raise => play.say(said::NOBODY_TO_RAISE, &[("spell", name)]),
        Aim::Oneself
            if does == Does::Guard && ward_of(play, name).is_none()
                || matches!(does, Does::Heal(_)) && tending::is_urgent(play) =>
        {
            let patient = tending::oneself(play);
            tending::cast(play, &patient, name)?;
        }
        Aim::Oneself => return Ok(false),
    }
    Ok(true)
}

/// The lowest slot that a spell takes.
fn lowest_slot(spell: &str) -> u32 {
    class::spell_level(spell).unwrap_or(1).into()
}

/// What a spell comes to that is cast.
fn work(play: &mut Play<'_>, does: Does, name: &str, at: &str) -> Step {
    let slots = [("spell", name)];
    match does {
        Does::Heal(dice) => heal(play, dice, name)?,
        Does::Hand => hand(play, at),
        Does::Magic => scents(play),
        Does::Animals => animals(play),
        Does::Reading if play.owns(play.world.adventure.token.0) => read_token(play),
        Does::Reading => play.say(said::READS_PLAIN, &slots),
        Does::Wonder => {
            play.say(said::WONDERS, &slots);
            if let Some(person) = shown(play, at, said::WONDER_SEEN) {
                let event = format!("{} was good company to {person}", play.hero.name);
                moods::good_company(play, &person, event);
            }
        }
        Does::Illusion => {
            play.say(said::ILLUSION, &slots);
            shown(play, at, said::ILLUSION_SEEN);
        }
        Does::Guard => {
            ward(play, name)?;
            play.say(said::GUARDS, &slots);
        }
        Does::Light => play.say(said::MAKES_LIGHT, &slots),
        Does::Sight => play.say(said::SEES, &slots),
        Does::Trick | Does::Harm | Does::HealAll | Does::Raise => play.say(said::TRICKS, &slots),
    }
    Ok(())
}

fn heal(play: &mut Play<'_>, dice: &str, name: &str) -> Step {
    let dice = format!("{dice}{:+}", play.hero.casting());
    let healed = play.roll(&dice, None, &format!("Healing by {name}"))?.total.max(1);
    let whole = play.hero.hp >= play.hero.max_hp;
    play.hurt_or_heal(healed);
    play.say(if whole { said::NOTHING_TO_HEAL } else { lines::HEALED_BY_SPELL }, &[("spell", name)]);
    Ok(())
}

fn animals(play: &mut Play<'_>) {
    play.say(said::ANIMAL_COMES, &[]);
    if chief_fallen(play) || !play.add(play.world.adventure.signs, &[]) {
        play.say(said::ANIMAL_IDLE, &[]);
    } else {
        play.add(said::ANIMAL_GOES, &[]);
    }
    play.effects.minutes += 10;
}

/// The first proof is read.
fn read_token(play: &mut Play<'_>) {
    let (token, tells) = play.world.adventure.token;
    play.say(said::READS_TOKEN, &[("thing", token)]);
    play.prose.push(tells);
    if let Some((who, there)) = shapes::who_knows(play) {
        play.say(said::READS_TOKEN_HALF, &[("who", &who), ("there", &there)]);
    }
}

/// Somebody sees it; answers who.
fn shown(play: &mut Play<'_>, at: &str, stock: &[&str]) -> Option<String> {
    let person = talking::whom(play, at).map(|person| person.name);
    match &person {
        Some(name) => play.say(stock, &[("name", name)]),
        None => play.say(said::NOBODY_TO_SEE, &[]),
    }
    person
}

/// How much harder a ward makes its caster to hit, by the rules, and how long it lasts.
fn ward_of(play: &Play<'_>, spell: &str) -> Option<(Value, &'static str, u32)> {
    const BASE: i32 = 13;
    match spell {
        // It counts for nothing over armour that is as good.
        "mage armor" => {
            let is_better = BASE + play.hero.modifier("dex") > play.hero.own_armor_class;
            is_better.then(|| (json!({"unarmored_base": BASE}), "hours", 8))
        }
        "shield of faith" => Some((json!({"armor_class": 2}), "concentration", 10)),
        _ => None,
    }
}

/// Writes down what a ward adds, where it adds a number and is not upon the hero already.
fn ward(play: &mut Play<'_>, spell: &str) -> Step {
    let is_on = play.hero.under.iter().any(|under| under.to_lowercase().starts_with(spell));
    let Some((modifiers, kind, n)) = ward_of(play, spell).filter(|_| !is_on) else { return Ok(()) };
    let command = json!({
        "type": "buff", "character_id": play.hero.id, "action": "add", "buff_name": spell,
        "duration_type": kind, "duration": n, "modifiers": modifiers,
    });
    play.ask(vec![("apply_state_commands", json!({"commands": [command]}))])?;
    Ok(())
}

/// An unseen hand does what a hand can: brings what lies about, or moves what stands here.
fn hand(play: &mut Play<'_>, at: &str) {
    let visible = play.visible_things();
    let names: Vec<&str> = visible.iter().map(String::as_str).collect();
    if let Some(thing) = best_match(at, &names).map(|i| names[i].to_owned()) {
        play.gain(&thing);
        play.say(said::HAND_BRINGS, &[("thing", &plainly(&thing))]);
        play.effects.note(format!("{} took the {thing}", play.hero.name));
        return;
    }
    if !at.is_empty() && lore::can_meddle(play, at) {
        play.say(said::HAND_REACHES, &[]);
        lore::meddle(play, at);
        return;
    }
    let features = play.world.features(&play.table.location);
    let names: Vec<&str> = features.iter().map(|(name, _)| *name).collect();
    match best_match(at, &names) {
        Some(i) => play.say(said::HAND_MOVES, &[("thing", names[i])]),
        None => play.say(said::HAND_IDLE, &[]),
    }
}

/// Magic is felt by where it comes from: what is carried, or where the thread leads.
fn scents(play: &mut Play<'_>) {
    let token = play.world.adventure.token.0;
    let here = play.table.location.clone();
    if chief_fallen(play) {
        return play.say(said::NO_MAGIC_NEAR, &[]);
    }
    if play.owns(token) {
        play.say(said::MAGIC_ON_TOKEN, &[("thing", token)]);
    }
    let goal = if play.on_quest() { lead(play) } else { Spot::Site };
    match play.world.toward(&here, goal) {
        Some(exit) => play.say(said::MAGIC_FROM, &[("way", exit.way), ("there", &in_text(&exit.name))]),
        None => play.say(said::MAGIC_HERE, &[]),
    }
}

/// Spends the lowest slot that is left and will do for a spell.
fn spend_slot(play: &mut Play<'_>, spell: &str) -> bool {
    let lowest = lowest_slot(spell);
    let Some(slot) = play.hero.slots.iter_mut().find(|slot| slot.left > 0 && slot.level >= lowest) else {
        return false;
    };
    slot.left -= 1;
    let (level, used) = (slot.level, slot.max - slot.left);
    play.effects.slots_used.retain(|(other, _)| *other != level);
    play.effects.slots_used.push((level, used));
    true
}
