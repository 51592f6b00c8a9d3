//! Spells outside fights.

use std::sync::LazyLock;

use game::{RefusalReason, class, spells};
use language::slot_level;
use serde::Deserialize;

use crate::{
    content, fray,
    intent::{self, Deed},
    phrases::{lines, spells as said},
    play::{Play, Step, best_match, significant, word_alike},
    prose::plainly,
    words::deeds::casting::{HEALING, ONE_MORE_A_LEVEL, ONLY_SPELLS, SAID_OF_SPELLS},
    world::{Spot, in_text},
};

use super::{
    assault, chief_fallen, lead, lore, moods, shapes, talking, tending,
    tending::{Aim, Casting, Need, Outcome, Patient},
};

/// What a spell does, as far as a small table goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    /// Harm, or a hold on someone: the fight's.
    Harm,
    Heal,
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

/// How many a spell is for at most with a slot of this level, by the SRD's "At Higher Levels".
fn most_with(spell: &str, slot: Option<u8>) -> usize {
    let levels = slot.map_or(0, |slot| u32::from(slot).saturating_sub(lowest_slot(spell)));
    let more = if ONE_MORE_A_LEVEL.contains(&spell) { levels } else { 0 };
    most(spell) + usize::try_from(more).unwrap_or_default()
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
    matches!(does(spell), Does::Heal | Does::HealAll)
}

/// Whether a spell is one of help to someone.
pub(super) fn helps(spell: &str) -> bool {
    matches!(does(spell), Does::Heal | Does::HealAll | Does::Raise | Does::Guard)
}

/// Whether a spell brings back the dead.
pub(super) fn raises(spell: &str) -> bool {
    does(spell) == Does::Raise
}

/// The spell that a text begins with, of those that are known here; none that is an everyday word besides, such as a light.
pub(crate) fn named_spell(text: &str) -> Option<&'static str> {
    let is_spell = |name: &&'static str| name.contains(' ') || ONLY_SPELLS.contains(name);
    spells_before(text).filter(is_spell).max_by_key(|name| name.len())
}

/// Whether a text begins with a spell, be it an everyday word besides.
pub(crate) fn begins_with_spell(text: &str) -> bool {
    spells_before(text).next().is_some()
}

fn spells_before(text: &str) -> impl Iterator<Item = &'static str> {
    let begins = |name: &&str| text.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    SPELLS.iter().flat_map(|row| row.spells.iter().copied()).filter(begins)
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

/// The hero's spell that a deed means by a word for healing alone, as "cast healing on Ada": the first that heals one and takes no
/// minutes.
fn any_healing(play: &Play<'_>, said: &str) -> Option<usize> {
    let is_healing = |word: &str| HEALING.contains(&word) || SAID_OF_SPELLS.contains(&word);
    let said = said.trim();
    if said.is_empty() || !said.split(' ').all(is_healing) || !said.split(' ').any(|word| HEALING.contains(&word)) {
        return None;
    }
    let all: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).map(|name| name.to_lowercase()).collect();
    let rows = SPELLS.iter().filter(|row| row.does == Does::Heal).flat_map(|row| &row.spells);
    rows.filter_map(|spell| all.iter().position(|name| name == spell)).next()
}

/// Casts a spell.
pub(super) fn cast(play: &mut Play<'_>, deed: &Deed) -> Step {
    let (spell, at) = (deed.object.as_str(), slot_level::without(&deed.other));
    let at = at.as_str();
    let all: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    let Some(i) = any_healing(play, spell).or_else(|| known_spell(play, spell, at)) else {
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
        // At someone who is no foe it is a blow like any other.
        if let Some(id) = assault::stranger(play, at).filter(|_| !at.is_empty()) {
            super::assault::means(play, &id)?;
            return fray::begin(play, &[id], false);
        }
        match talking::elsewhere(play, at) {
            Some((name, place)) => talking::is_elsewhere(play, &name, &place),
            None => play.say(said::NOTHING_TO_HURT, &slots),
        }
        return Ok(());
    }
    if let Some(dead) = fallen(play, at).filter(|_| heals(&name)) {
        play.say(said::PAST_HEALING, &[("spell", name.as_str()), ("name", &dead)]);
        return Ok(());
    }
    if is_of_rules(does, lowest) && by_rules(play, does, &name, deed)? {
        return Ok(());
    }
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    let slot = tending::slot_said(play, &name, &deed.words).map_or(lowest, |level| lowest.max(level.into()));
    if lowest > 0 && !spend_slot(play, slot) {
        play.say(lines::NO_SLOTS, &slots);
        return Ok(());
    }
    // In a campaign no spell finds what the campaign hasn't hidden.
    if play.world.cast.is_some() && !matches!(does, Does::Light | Does::Guard) {
        play.say(said::NOTHING_ANSWERS, &slots);
        return Ok(());
    }
    play.effects.minutes += spells::minutes_to_cast(&name).unwrap_or_default();
    work(play, does, &name, at);
    Ok(())
}

/// Whether the rules do what a spell does, and not the story. A cantrip without a use of its own changes nothing.
fn is_of_rules(does: Does, lowest: u32) -> bool {
    match does {
        Does::Heal | Does::HealAll | Does::Raise | Does::Guard => true,
        Does::Trick => lowest > 0,
        _ => false,
    }
}

/// Casts a spell on those it is for by the rules, which spend its slot; returns whether it did, or said why not.
fn by_rules(play: &mut Play<'_>, does: Does, name: &str, deed: &Deed) -> Step<bool> {
    let need = match does {
        Does::Heal | Does::HealAll => Need::Healing,
        Does::Raise => Need::Raising,
        _ => Need::None,
    };
    let clause = tending::part_for(play, name, &deed.words).unwrap_or_else(|| tending::clause_of(play, deed));
    let slot = tending::slot_said(play, name, &deed.words);
    let most = most_with(name, slot);
    let whom = match tending::aim(play, &clause, need) {
        Aim::These(whom) if whom.len() > 1 && most == 1 => Err(Why::OneAtATime),
        Aim::All if most == 1 => Err(Why::OneAtATime),
        Aim::These(whom) => Ok(whom),
        Aim::All => Ok(helped_by(play, name, does)),
        Aim::Unclear(among) => Err(Why::Unclear(among)),
        Aim::Nobody(thing) if does == Does::Guard && lore::is_here(play, &thing) => return Ok(false),
        // What a spell does to a thing is for the story to say.
        Aim::Nobody(thing) if does == Does::Trick && !thing.is_empty() => Ok(Vec::new()),
        Aim::Nobody(whom) => Err(Why::Absent(whom)),
        Aim::Unsaid if does == Does::HealAll => Ok(helped_by(play, name, does)),
        Aim::Unsaid => match tending::addressed(play, need) {
            Some(one) => Ok(vec![one]),
            None => unsaid(play, need).map(|one| vec![one]),
        },
    };
    match whom {
        Err(Why::OneAtATime) => play.ask_openly(said::ONE_AT_A_TIME, &[("spell", name)]),
        Err(Why::Absent(whom)) => tending::nobody_to_help(play, &whom, name),
        Err(Why::Unclear(among)) if among.is_empty() => play.say(said::NOBODY_TO_RAISE, &[("spell", name)]),
        Err(Why::Unclear(among)) => tending::ask_whom(play, &among),
        Ok(whom) if whom.is_empty() && does != Does::Trick => play.say(lines::NOBODY_HURT, &[("spell", name)]),
        Ok(whom) => {
            let casting = Casting { spell: name, slot, only_by_rules: !play.is_confirmed };
            let outcome = tending::cast(play, &whom, &casting)?;
            // A turn that is read again has no tools: what was asked then is asked again, but not what was agreed to.
            let is_read_again = play.reading.tools.is_empty() && !play.is_confirmed;
            if is_read_again || outcome == Outcome::Refused(Some(RefusalReason::NoNumbers)) {
                play.asks_about(deed);
            }
        }
    }
    Ok(true)
}

/// Why a spell of help is cast on no one.
enum Why {
    OneAtATime,
    /// It may be for one of these.
    Unclear(Vec<Patient>),
    /// It is for someone by these words, who is not here.
    Absent(String),
}

/// Party members that a spell can help.
fn helped_by(play: &Play<'_>, name: &str, does: Does) -> Vec<Patient> {
    let need = if does == Does::HealAll { Need::Healing } else { Need::None };
    let own = tending::oneself(play);
    let is_helped = does != Does::HealAll || play.hero.hp < play.hero.max_hp;
    let others = tending::in_need(play, need);
    std::iter::once(own).filter(|_| is_helped).chain(others).take(most(name)).collect()
}

/// The targets of a spell without a named target: the hero, unless the hero can't use it; otherwise those among which
/// it is not clear.
fn unsaid(play: &Play<'_>, need: Need) -> Result<Patient, Why> {
    let own = || tending::oneself(play);
    if need == Need::None || need == Need::Healing && play.hero.hp < play.hero.max_hp {
        return Ok(own());
    }
    let mut needy = tending::in_need(play, need);
    match (needy.len(), need) {
        (1, _) => Ok(needy.remove(0)),
        (0, Need::Healing) => Ok(own()),
        _ => Err(Why::Unclear(needy)),
    }
}

/// The lowest slot that a spell takes.
fn lowest_slot(spell: &str) -> u32 {
    class::spell_level(spell).unwrap_or(1).into()
}

/// What a spell comes to that is cast.
fn work(play: &mut Play<'_>, does: Does, name: &str, at: &str) {
    let slots = [("spell", name)];
    match does {
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
        Does::Guard => play.say(said::GUARDS, &slots),
        Does::Light => play.say(said::MAKES_LIGHT, &slots),
        Does::Sight => play.say(said::SEES, &slots),
        Does::Trick | Does::Harm | Does::Heal | Does::HealAll | Does::Raise => play.say(said::TRICKS, &slots),
    }
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

/// Someone sees it; answers who.
fn shown(play: &mut Play<'_>, at: &str, stock: &[&str]) -> Option<String> {
    let person = talking::whom(play, at).map(|person| person.name);
    match &person {
        Some(name) => play.say(stock, &[("name", name)]),
        None => play.say(said::NOBODY_TO_SEE, &[]),
    }
    person
}

/// An unseen hand does what a hand can: brings loose things, or moves things of the place.
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

/// Spends the lowest slot that is left of this level or above.
fn spend_slot(play: &mut Play<'_>, lowest: u32) -> bool {
    let Some(slot) = play.hero.slots.iter_mut().find(|slot| slot.left > 0 && slot.level >= lowest) else {
        return false;
    };
    slot.left -= 1;
    let (level, used) = (slot.level, slot.max - slot.left);
    play.effects.slots_used.retain(|(other, _)| *other != level);
    play.effects.slots_used.push((level, used));
    true
}
