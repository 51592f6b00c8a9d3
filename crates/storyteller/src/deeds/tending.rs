//! Help for the wounded, the dying and the dead: by hand, by a potion, by a spell. The rules say what comes of it.

use game::{RefusalReason, draught, spells, tending};
use serde_json::json;

use crate::{
    address, focus,
    intent::{self, Act, Deed},
    phrases::lines,
    play::{Play, Step, best_match, significant},
    prose::plainly,
    reading::ToolAnswer,
    stakes::Stake,
    table::{Creature, Hero},
    words::deeds::tending::{
        AFTER_NAME, ALL, BEFORE_PATIENT, BODY, CALLS, DOCTORS, HELPS, NO_HELPS, POINTS, POTIONS, SELF, SPEAKS,
    },
};

use super::{casting, talking, things};

/// How many words may lie between a word of help and the one it is for: "save my poor friend".
const AIM_WORDS: usize = 3;
/// Most of those who are helped in one turn.
const MOST_PATIENTS: usize = 4;

/// How somebody is who may be helped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PatientState {
    Whole,
    Hurt,
    /// At 0 hit points, and not dying.
    Stable,
    Dying,
    Dead,
}

impl PatientState {
    fn of_hero(hero: &Hero) -> Self {
        match () {
            () if hero.dead => Self::Dead,
            () if hero.is_dying => Self::Dying,
            () if hero.hp <= 0 => Self::Stable,
            () if hero.hp < hero.max_hp => Self::Hurt,
            () => Self::Whole,
        }
    }

    fn of_creature(one: &Creature) -> Self {
        match () {
            () if one.is_body() => Self::Dead,
            () if one.is_dying => Self::Dying,
            () if one.hp <= 0 => Self::Stable,
            () if one.hp < one.max_hp => Self::Hurt,
            () => Self::Whole,
        }
    }
}

/// A hero or creature that can be helped, or could be as long as they lived.
#[derive(Debug, Clone)]
pub(super) struct Patient {
    id: String,
    pub(super) name: String,
    is_hero: bool,
    is_foe: bool,
    health: PatientState,
}

/// The heroes but the one who acts, their companions and friends, and the dead.
fn patients(play: &Play<'_>) -> Vec<Patient> {
    let heroes = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id);
    let heroes = heroes.map(|hero| Patient {
        id: hero.id.clone(),
        name: hero.name.clone(),
        is_hero: true,
        is_foe: false,
        health: PatientState::of_hero(hero),
    });
    let is_patient = |one: &&Creature| one.is_dying || one.disposition == "companion" || one.is_body();
    let others = play.table.creatures.iter().filter(is_patient).map(|one| Patient {
        id: one.id.clone(),
        name: one.name.clone(),
        is_hero: false,
        is_foe: one.disposition == "hostile",
        health: PatientState::of_creature(one),
    });
    heroes.chain(others).collect()
}

/// The words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let all = text.to_lowercase().replace("'s", "");
    all.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether words have one of a list, `at` a distance of at most so many words in front of a place.
fn is_before(said: &[String], at: usize, most: usize, list: &[&str]) -> bool {
    said[at.saturating_sub(most + 1)..at].iter().any(|word| list.contains(&word.as_str()))
}

impl Patient {
    /// Where words name this one.
    fn named_at(&self, said: &[String]) -> Option<usize> {
        let parts = significant(&self.name);
        said.iter().position(|word| word.len() > 2 && parts.contains(word))
    }

    /// Whether words of help are for this one by name. A foe's body is only named by the way, unless the help goes to it.
    fn is_aim(&self, said: &[String]) -> bool {
        let Some(at) = self.named_at(said) else { return false };
        !self.is_foe || is_before(said, at, AIM_WORDS, HELPS) || is_before(said, at, AIM_WORDS, BEFORE_PATIENT)
    }
}

/// Whom a text names.
fn named(all: &[Patient], text: &str) -> Option<Patient> {
    let said = words(text);
    all.iter().find(|one| one.named_at(&said).is_some()).cloned()
}

/// The living person other than the hero whom a text names as the target of a healing spell.
pub(super) fn healed_by(play: &Play<'_>, at: &str) -> Option<Patient> {
    named(&patients(play), at).filter(|one| one.health != PatientState::Dead)
}

/// Somebody other than the hero to whom a potion goes by these words.
pub(super) fn drinker(play: &Play<'_>, whom: &str) -> Option<Patient> {
    let people = play.world.people(&play.table.location);
    named(&patients(play), whom).filter(|_| address::first_named(whom, &people).is_none())
}

/// Whether words are about the hero's own body: "myself", "my arm".
fn is_own(said: &[String]) -> bool {
    let is_body = |pair: &[String]| pair[0] == "my" && BODY.contains(&pair[1].as_str());
    said.iter().any(|word| SELF.contains(&word.as_str())) || said.windows(2).any(is_body)
}

/// Plays the turn where somebody lies dying or dead and the words mean help for them, or something there is no time for; answers
/// whether it did.
pub(crate) fn helped(play: &mut Play<'_>) -> Step<bool> {
    let all = patients(play);
    let text = play.reading.words.clone();
    let is_fallen =
        |one: &&Patient| matches!(one.health, PatientState::Dying | PatientState::Stable | PatientState::Dead);
    let fallen: Vec<Patient> = all.iter().filter(is_fallen).cloned().collect();
    if fallen.is_empty() || text.trim_end().ends_with('?') {
        return Ok(false);
    }
    let acts: Vec<Act> = focus::deeds(play).iter().map(|deed| deed.act).collect();
    if acts.iter().any(|act| matches!(act, Act::Consider | Act::Refrain | Act::Rules | Act::Recall)) {
        return Ok(false);
    }
    let said = words(&text);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let spell = known_spell(play, &text).filter(|_| acts.contains(&Act::Cast) || says(&["cast"]));
    let helps = spell.is_some() || helps_by_hand(&all, &said, &text) && !says(NO_HELPS);
    let whom = if helps { meant(&all, &said, &text) } else { Vec::new() };
    for patient in whom.iter().take(MOST_PATIENTS) {
        play.prose.paragraph();
        help(play, patient, spell.as_deref(), says(POTIONS))?;
    }
    if !whom.is_empty() {
        return Ok(true);
    }
    let takes_time = |act: &Act| matches!(act, Act::Rest | Act::Sleep | Act::Wait | Act::Go | Act::Leave);
    let dying = fallen.iter().find(|one| one.health == PatientState::Dying);
    let Some(first) = dying.filter(|_| acts.iter().any(takes_time)) else { return Ok(false) };
    play.say(lines::FIRST_HELP, &[("name", &first.name)]);
    Ok(true)
}

/// Whether words mean help to somebody who lies there. "I ask her for help" and "I help the innkeeper" do not.
fn helps_by_hand(all: &[Patient], said: &[String], text: &str) -> bool {
    let is_of_them = |word: &String| POINTS.contains(&word.as_str()) || named(all, word).is_some();
    let is_help = |(i, word): (usize, &String)| {
        HELPS.contains(&word.as_str()) && said.iter().skip(i + 1).take(AIM_WORDS).any(is_of_them)
    };
    let gives = said.iter().any(|word| POTIONS.contains(&word.as_str()));
    gives || said.iter().enumerate().any(is_help) || tending::is_tending(text)
}

/// Whom words of help are for, where one of those who lie there is among them.
fn meant(all: &[Patient], said: &[String], text: &str) -> Vec<Patient> {
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let named: Vec<Patient> = all.iter().filter(|one| one.is_aim(said)).cloned().collect();
    let dying = || all.iter().filter(|one| one.health == PatientState::Dying).cloned();
    match () {
        () if named.iter().any(|one| !matches!(one.health, PatientState::Whole | PatientState::Hurt)) => {
            // The dead of one name are one.
            let mut once: Vec<Patient> = Vec::new();
            for one in named {
                let is_same = |other: &Patient| other.named_at(said) == one.named_at(said);
                if !once.iter().any(is_same) {
                    once.push(one);
                }
            }
            once
        }
        () if !named.is_empty() || is_own(said) => Vec::new(),
        () if says(ALL) => dying().collect(),
        () if says(POINTS) || tending::is_tending(text) => dying().take(1).collect(),
        () => Vec::new(),
    }
}

fn help(play: &mut Play<'_>, patient: &Patient, spell: Option<&str>, by_potion: bool) -> Step {
    match (spell, patient.health) {
        (Some(spell), PatientState::Dead) if casting::heals(spell) => {
            play.say(lines::BEYOND_HELP, &[("name", &patient.name)])
        }
        (Some(spell), _) => cast(play, patient, spell)?,
        (None, PatientState::Dead) => play.say(lines::BEYOND_HELP, &[("name", &patient.name)]),
        (None, _) if by_potion => {
            let words = play.reading.words.clone();
            give_potion(play, patient, &words)?;
        }
        (None, PatientState::Dying) => stabilise(play, patient)?,
        (None, _) => bind(play, patient),
    }
    Ok(())
}

/// Tends wounds in words: hands and bandages give no strength back.
fn bind(play: &mut Play<'_>, patient: &Patient) {
    let stock = match patient.health {
        PatientState::Dead => lines::BEYOND_HELP,
        PatientState::Dying => lines::DYING_IS_SILENT,
        PatientState::Stable => lines::IS_STABLE,
        PatientState::Hurt => lines::BINDS,
        PatientState::Whole => lines::NOTHING_TO_BIND,
    };
    play.say(stock, &[("name", &patient.name)]);
}

/// Whether a deed tends the wounds of somebody here, by the verbs of that or by others: "dress Tam's wounds".
pub(crate) fn is_tended(play: &Play<'_>, deed: &Deed) -> bool {
    let said = words(&deed.words);
    let doctors = said.first().is_some_and(|verb| DOCTORS.contains(&verb.as_str())) && tending::is_tending(&deed.words);
    let is_nobody = deed.object.is_empty() && deed.act == Act::Tend;
    let is_here = || !deed.object.is_empty() && !talking::is_no_one_here(play, &deed.object);
    (deed.act == Act::Tend || doctors)
        && (is_nobody || is_own(&said) || named(&patients(play), &deed.words).is_some() || is_here())
}

/// Tends the wounds of somebody here; answers whether that was meant.
pub(super) fn tended(play: &mut Play<'_>, deed: &Deed) -> bool {
    let is_tended = play.table.foes().next().is_none() && is_tended(play, deed);
    if is_tended {
        tend(play, deed);
    }
    is_tended
}

/// Tends the wounds of those who are named, or the hero's own.
pub(super) fn tend(play: &mut Play<'_>, deed: &Deed) {
    let only_tends = focus::deeds(play).iter().all(|other| other.act == Act::Tend);
    let said = if only_tends { words(&play.reading.words) } else { words(&deed.words) };
    let all = patients(play);
    let mut whom: Vec<Patient> = all.iter().filter(|one| one.is_aim(&said)).cloned().collect();
    if whom.is_empty() && said.iter().any(|word| ALL.contains(&word.as_str())) {
        whom = all.into_iter().filter(|one| !one.is_foe && one.health != PatientState::Dead).collect();
    }
    for one in whom.iter().take(MOST_PATIENTS) {
        bind(play, one);
    }
    let is_own = is_own(&said) || deed.object.is_empty();
    if is_own {
        let is_hurt = play.hero.hp < play.hero.max_hp;
        play.say(if is_hurt { lines::BINDS_OWN } else { lines::NOTHING_TO_BIND_OWN }, &[]);
    }
    if is_own || !whom.is_empty() {
        return;
    }
    let person = talking::surely_whom(play, &deed.object).filter(|_| !talking::is_no_one_here(play, &deed.object));
    match person {
        Some(person) => play.say(lines::NOTHING_TO_BIND, &[("name", &person.name)]),
        None => talking::nobody_called(play, &deed.object),
    }
}

/// Tells that somebody who lies dying, or is dead, gives no answer, and that another player's hero gives their own; answers whether
/// the words were for one of them.
pub(crate) fn spoken_to(play: &mut Play<'_>) -> bool {
    let people = play.world.people(&play.table.location);
    let text = intent::plain(&play.reading.words);
    let deeds = focus::deeds(play);
    let is_addressed = |one: &&Patient| {
        let is_silent = !matches!(one.health, PatientState::Whole | PatientState::Hurt);
        let is_here = address::first_named(&one.name, &people).is_some();
        let is_spoken_to = || deeds.iter().any(|deed| speaks_to(one, deed));
        !is_here && (is_silent && is_called(one, &text) || (is_silent || one.is_hero) && is_spoken_to())
    };
    let Some(one) = patients(play).iter().find(is_addressed).cloned() else { return false };
    let stock = match one.health {
        PatientState::Dead => lines::DEAD_IS_SILENT,
        PatientState::Dying => lines::DYING_IS_SILENT,
        PatientState::Stable => lines::STABLE_IS_SILENT,
        PatientState::Hurt | PatientState::Whole => lines::HERO_SPEAKS,
    };
    play.say(stock, &[("name", &one.name)]);
    true
}

/// Whether a message calls somebody by name: "Tam, wake up", "can you hear me, Tam?"
fn is_called(one: &Patient, text: &str) -> bool {
    let said = words(text);
    let begins = said.iter().position(|word| !CALLS.contains(&word.as_str()));
    let (Some(from), Some(at)) = (begins, one.named_at(&said)) else { return false };
    let name = &said[at];
    let marked = [",", "!", ":", "?"].iter().any(|mark| text.contains(&format!("{name}{mark}")));
    let next = said.get(at + 1);
    let first =
        at == from && (next.is_none() || marked || next.is_some_and(|word| AFTER_NAME.contains(&word.as_str())));
    let end = text.trim_end_matches(['.', '!', '?', ' ']);
    first || end.ends_with(&format!(", {name}"))
}

/// Whether a deed is words to somebody: "talk to Tam", "say goodbye to Tam".
fn speaks_to(one: &Patient, deed: &Deed) -> bool {
    let said = words(&deed.words);
    let speaks = matches!(deed.act, Act::Talk | Act::Persuade)
        || said.first().is_some_and(|verb| SPEAKS.contains(&verb.as_str()));
    let to = |at: usize| at > 0 && ["to", "at", "with"].contains(&said[at - 1].as_str());
    let is_first = |at: usize| at == 1 && said.first().is_some_and(|verb| verb != "about");
    speaks && one.named_at(&said).is_some_and(|at| to(at) || is_first(at))
}

/// A spell of the hero's that the words name.
fn known_spell(play: &Play<'_>, text: &str) -> Option<String> {
    let spaced = |text: &str| format!(" {} ", words(text).join(" "));
    let said = spaced(text);
    let known = play.hero.cantrips.iter().chain(&play.hero.spells).map(|name| name.to_lowercase());
    known.filter(|name| said.contains(&spaced(name))).max_by_key(String::len)
}

/// Tends a dying patient with a healer's kit or bare hands.
fn stabilise(play: &mut Play<'_>, patient: &Patient) -> Step {
    let command = json!({"type": "death_save", "character": patient.id, "result": "tend"});
    let answer = play.ask(vec![("apply_state_commands", json!({"commands": [command]}))])?.pop().flatten();
    let details = answer.unwrap_or_default().json()["results"][0]["details"].take();
    let stock = match (details["is_stable"] == true, details["by_kit"] == true) {
        (true, true) => lines::STABILISED_BY_KIT,
        (true, false) => lines::STABILISED,
        (false, _) => lines::NOT_STABILISED,
    };
    play.say(stock, &[("name", &patient.name)]);
    Ok(())
}

/// Gives a patient the potion that the words mean, where it heals and there is something to heal.
pub(super) fn give_potion(play: &mut Play<'_>, patient: &Patient, said: &str) -> Step {
    let is_potion = |name: &&String| {
        draught::dice(name).is_some() || words(name).iter().any(|word| POTIONS.contains(&word.as_str()))
    };
    let mut potions: Vec<String> = play.hero.pack.iter().map(|(_, name)| name).filter(is_potion).cloned().collect();
    potions.sort_by_key(|name| draught::dice(name).is_none());
    let names: Vec<&str> = potions.iter().map(String::as_str).collect();
    let Some(potion) = best_match(said, &names).map_or(potions.first(), |i| potions.get(i)).cloned() else {
        things::missing(play, "healing potion");
        return Ok(());
    };
    let shown = plainly(&potion);
    let slots = [("name", patient.name.as_str()), ("thing", shown.as_str())];
    let stock = match (patient.health, draught::dice(&potion)) {
        (PatientState::Dead, _) => lines::BEYOND_HELP,
        (PatientState::Whole, _) => lines::NOTHING_TO_HEAL_IN,
        (_, None) => lines::POTION_NO_HELP,
        (_, Some(dice)) => {
            if !play.stakes(Stake::Thing, &potion) {
                return Ok(());
            }
            pour(play, patient, &potion, dice)?;
            if patient.health == PatientState::Hurt { lines::POTION_TO_FRIEND } else { lines::GIVES_POTION }
        }
    };
    play.say(stock, &slots);
    Ok(())
}

/// Uses a potion up on a patient.
fn pour(play: &mut Play<'_>, patient: &Patient, potion: &str, dice: &str) -> Step {
    let healed = play.roll(dice, None, &format!("Healing by the {}", plainly(potion)))?.total.max(1);
    let used = json!({"type": "item", "character": play.hero.id, "action": "use", "item_name": potion});
    let mut commands = vec![used];
    let mut calls = Vec::new();
    match patient.is_hero {
        true => commands.push(json!({"type": "hp_change", "character": patient.id, "change": healed})),
        false => calls.push(("update_npc", json!({"id": patient.id, "hp_delta": healed}))),
    }
    calls.insert(0, ("apply_state_commands", json!({ "commands": commands })));
    play.ask(calls)?;
    Ok(())
}

/// Casts a spell on somebody by the rules.
pub(super) fn cast(play: &mut Play<'_>, patient: &Patient, spell: &str) -> Step {
    let slots = [("spell", spell), ("name", patient.name.as_str())];
    let minutes = spells::minutes_to_cast(spell);
    if minutes.is_some() && patient.health == PatientState::Dying {
        play.say(lines::FIRST_HELP, &slots);
        return Ok(());
    }
    let asked = json!({"spell": spell, "targets": [patient.id]});
    let answer = play.ask(vec![("cast_spell", asked)])?.pop().flatten().unwrap_or_default();
    let outcome = outcome(&answer);
    let stock = match outcome {
        Outcome::NoSlot => lines::NO_SLOTS,
        Outcome::Refused => lines::SPELL_NOT_CAST,
        Outcome::Told => lines::SPELL_NO_HELP,
        Outcome::Done if matches!(patient.health, PatientState::Whole | PatientState::Hurt) => lines::SPELL_HEALS,
        Outcome::Done if casting::heals(spell) => lines::SPELL_WAKES,
        Outcome::Done => lines::SPELL_STABILISES,
    };
    if matches!(outcome, Outcome::Told | Outcome::Done) {
        play.effects.minutes += minutes.unwrap_or_default();
    }
    play.say(stock, &slots);
    Ok(())
}

enum Outcome {
    NoSlot,
    Refused,
    /// The rules have no numbers for it.
    Told,
    Done,
}

fn outcome(answer: &ToolAnswer) -> Outcome {
    match &answer.facts.refusal {
        Some(RefusalReason::NoSlot) => Outcome::NoSlot,
        _ if answer.is_error || answer.text.is_empty() => Outcome::Refused,
        _ if answer.json()["to_apply"].is_string() => Outcome::Told,
        _ => Outcome::Done,
    }
}
