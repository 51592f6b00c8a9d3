//! Help for the wounded, the dying and the dead: first aid, potions and spells. The rules decide the result.

mod all_but;
mod by_another;
mod casts;
mod hands;
mod potions;
mod slots;
mod whom;

pub(super) use all_but::addressed;
use all_but::{all_but, leaves_out};
pub(super) use casts::{Casting, Outcome, cast};
pub(super) use hands::laid as hands_laid;
pub(crate) use potions::is_poured;
pub(super) use potions::{give_potion, healed_by, is_another_kind, one_at_a_time, poured, poured_for};
pub(super) use slots::{part_for, slot_said};
use whom::aim_of_all;
pub(super) use whom::{Aim, Need, aim, clause_of, in_need};

use game::tending;
use serde_json::json;

use crate::{
    address, focus,
    intent::{self, Act, Deed},
    phrases::lines,
    play::{Play, Step, significant},
    table::{Creature, Hero},
    words::deeds::tending::{
        AFTER_NAME, ALL, BEFORE_PATIENT, BODY, BY_MEANS, CALLS, DOCTORS, DRINKS, HELPS, LISTENERS, NO_HELPS, NOBODY,
        NOT_FOR, POINTS, POTIONS, SELF, SPEAKS,
    },
};

use super::{casting, hindered, talking, things};

/// How many words may lie between a word of help and the one it is for: "save my poor friend".
const AIM_WORDS: usize = 3;
/// Most of those who are helped in one turn.
const MOST_PATIENTS: usize = 4;

/// How someone is who may be helped.
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
    pub(super) id: String,
    pub(super) name: String,
    is_hero: bool,
    is_foe: bool,
    health: PatientState,
}

/// The heroes but the one who acts, and all in the scene who are no foes or are dead, friends first.
fn patients(play: &Play<'_>) -> Vec<Patient> {
    let heroes = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id);
    let heroes = heroes.map(|hero| Patient {
        id: hero.id.clone(),
        name: hero.name.clone(),
        is_hero: true,
        is_foe: false,
        health: PatientState::of_hero(hero),
    });
    let is_patient = |one: &&Creature| one.is_dying || one.disposition != "hostile" || one.is_body();
    let mut creatures: Vec<&Creature> = play.table.creatures.iter().filter(is_patient).collect();
    creatures.sort_by_key(|one| !one.is_friend());
    let others = creatures.into_iter().map(|one| Patient {
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

/// Whether one of a list is among the `most` words before the position `at`.
fn is_before(said: &[String], at: usize, most: usize, list: &[&str]) -> bool {
    said[at.saturating_sub(most + 1)..at].iter().any(|word| list.contains(&word.as_str()))
}

impl Patient {
    /// Whether they are too badly hurt to answer.
    fn is_silent(&self) -> bool {
        !matches!(self.health, PatientState::Whole | PatientState::Hurt)
    }

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

/// The people that a text names.
fn named(all: &[Patient], text: &str) -> Option<Patient> {
    let said = words(text);
    all.iter().find(|one| one.named_at(&said).is_some()).cloned()
}

/// The hero who acts, as one who is helped.
pub(super) fn oneself(play: &Play<'_>) -> Patient {
    let health = PatientState::of_hero(&play.hero);
    Patient { id: play.hero.id.clone(), name: play.hero.name.clone(), is_hero: true, is_foe: false, health }
}

/// Asks which of several is meant.
pub(super) fn ask_whom(play: &mut Play<'_>, among: &[Patient]) {
    let names: Vec<String> = among.iter().map(|one| one.name.clone()).collect();
    play.ask_openly(lines::WHOM_TO_HELP, &[("names", &crate::prose::either(&names))]);
}

/// Says why a spell of help finds no one by these words; by no words, where no one is meant.
pub(super) fn nobody_to_help(play: &mut Play<'_>, at: &str, spell: &str) {
    let is_nobody = at.is_empty();
    let is_here = !is_nobody && !talking::is_no_one_here(play, at);
    match talking::surely_whom(play, at).filter(|_| is_here) {
        Some(person) => {
            let stock = if casting::heals(spell) { lines::NO_WOUND_FOR_SPELL } else { lines::SPELL_IS_DECLINED };
            play.say(stock, &[("name", &person.name), ("spell", spell)]);
        }
        None if is_nobody => play.say(lines::SPELL_NOT_FOR_THEM, &[("spell", spell)]),
        None => talking::nobody_called(play, at),
    }
}

/// Whether words are about the hero's own body: "myself", "my arm".
fn is_own(said: &[String]) -> bool {
    let is_body = |pair: &[String]| pair[0] == "my" && BODY.contains(&pair[1].as_str());
    said.iter().any(|word| SELF.contains(&word.as_str())) || said.windows(2).any(is_body)
}

/// Plays what the turn means for those who lie dying or dead and for the other players' heroes: help, then words, then what there
/// is no time for. Returns whether the turn is complete.
pub(crate) fn attended(play: &mut Play<'_>) -> Step<bool> {
    // The words as a whole may hold what the hero's conditions forbid; what they leave is played deed by deed.
    if play.allowed.is_some() && hindered::kept_from_acting(&play.hero).is_some() {
        return Ok(false);
    }
    Ok(by_another::helped(play)?
        || hands::laid_in_this_turn(play)?
        || helped(play)?
        || spoken_to(play)
        || put_off(play))
}

/// Whether a deed is help to someone: a potion that is handed on, a spell of help, a bandage.
pub(crate) fn is_help(play: &Play<'_>, deed: &Deed) -> bool {
    let is_potion = || is_poured(deed) && !patients(play).is_empty();
    let is_spell = || {
        let named = casting::known_spell(play, &deed.object, &deed.other);
        let all: Vec<&String> = play.hero.cantrips.iter().chain(&play.hero.spells).collect();
        named.is_some_and(|i| casting::helps(&all[i].to_lowercase()))
    };
    deed.act == Act::Cast && is_spell() || is_potion()
}

/// The deeds of the turn; none if the player only asks, thinks or refuses.
fn commands(play: &Play<'_>) -> Option<Vec<Deed>> {
    let is_undone = |deed: &Deed| {
        matches!(deed.act, Act::Consider | Act::Refrain | Act::Rules | Act::Recall)
            || deed.act == Act::Refuse && deed.words == "i won't"
    };
    let deeds = focus::deeds(play);
    let is_question = play.words().trim_end().ends_with('?');
    (!is_question && !deeds.iter().any(is_undone)).then_some(deeds)
}

/// The words of a text. If someone who lies there is called by name, "you" is replaced by that name.
fn words_to(all: &[Patient], text: &str) -> Vec<String> {
    let mut said = words(text);
    let plain = intent::plain(text);
    let called = all.iter().find(|one| one.is_silent() && is_called(one, &plain));
    if let Some(name) = called.and_then(|one| one.named_at(&said)).map(|at| said[at].clone()) {
        said.iter_mut().filter(|word| word.as_str() == "you").for_each(|word| word.clone_from(&name));
    }
    said
}

/// Plays the turn if someone lies dying or dead and the words mean help for them; returns whether it did.
fn helped(play: &mut Play<'_>) -> Step<bool> {
    let all = patients(play);
    if !all.iter().any(Patient::is_silent) {
        return Ok(false);
    }
    let Some(deeds) = commands(play) else { return Ok(false) };
    // "I tell Tam that I will heal him" is speech, and heals no one.
    if deeds.iter().all(|deed| all.iter().any(|one| speaks_to(one, deed))) {
        return Ok(false);
    }
    let text = play.words().to_owned();
    let mut has_helped = false;
    for part in parts_of_help(play, &all, &deeds).unwrap_or_else(|| vec![text]) {
        has_helped |= helped_by(play, &all, &deeds, &part)?;
    }
    Ok(has_helped)
}

/// The parts of a turn that are help to several people in several ways, each in its own words; none if it is not so clear.
fn parts_of_help(play: &Play<'_>, all: &[Patient], deeds: &[Deed]) -> Option<Vec<String>> {
    let is_help = |deed: &&Deed| {
        let is_drink = words(&deed.words).iter().any(|word| POTIONS.contains(&word.as_str()));
        is_drink || known_spell(play, &deed.words).is_some()
    };
    let help: Vec<&Deed> = deeds.iter().filter(is_help).collect();
    let whom: Vec<String> = help.iter().map(|deed| named(all, &deed.words).map(|one| one.id)).collect::<Option<_>>()?;
    let is_several = whom.iter().any(|id| *id != whom[0]);
    is_several.then(|| help.iter().map(|deed| deed.words.clone()).collect())
}

/// Plays these words of a turn, if they mean help for someone who lies there; returns whether they do.
fn helped_by(play: &mut Play<'_>, all: &[Patient], deeds: &[Deed], text: &str) -> Step<bool> {
    let said = words_to(all, text);
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let casts = deeds.iter().any(|deed| deed.act == Act::Cast) || says(&["cast"]);
    let spell = known_spell(play, text).filter(|spell| casts || is_means(&said, spell));
    let is_for_nobody = NOBODY.iter().any(|nobody| format!(" {} ", said.join(" ")).contains(&format!(" {nobody} ")));
    let is_help = spell.is_some() || helps_by_hand(all, &said, text) && !says(NO_HELPS);
    let is_for_another = named(all, text).is_none() && tending::is_for_another(text);
    let is_for_others = leaves_out(play, text);
    let is_denied = potions::denies_potion(text);
    let helps = is_help && !is_denied && !is_for_nobody && !is_for_another && !is_for_others;
    let whom = if helps { meant(all, &said, text) } else { Vec::new() };
    for patient in whom.iter().take(MOST_PATIENTS) {
        play.prose.paragraph();
        help(play, patient, spell.as_deref(), says(POTIONS))?;
    }
    Ok(!whom.is_empty())
}

/// Whether a spell is what something is done by: "revive Ada with revivify".
fn is_means(said: &[String], spell: &str) -> bool {
    let name = words(spell);
    let is_named = |at: &usize| said[*at..].starts_with(&name);
    (1..said.len()).filter(is_named).any(|at| BY_MEANS.contains(&said[at - 1].as_str()))
}

/// Refuses what takes minutes while someone is dying; returns whether it did.
fn put_off(play: &mut Play<'_>) -> bool {
    let takes_time = |deed: &Deed| matches!(deed.act, Act::Rest | Act::Sleep | Act::Wait | Act::Go | Act::Leave);
    let Some(dying) = patients(play).into_iter().find(|one| one.health == PatientState::Dying) else { return false };
    let is_too_slow = commands(play).is_some_and(|deeds| left_to_play(play, deeds).iter().any(takes_time));
    if is_too_slow {
        play.say(lines::FIRST_HELP, &[("name", &dying.name)]);
    }
    is_too_slow
}

/// Whether words mean help to someone who lies there. "I ask her for help" and "I help the innkeeper" do not.
fn helps_by_hand(all: &[Patient], said: &[String], text: &str) -> bool {
    let is_of_them = |word: &String| POINTS.contains(&word.as_str()) || named(all, word).is_some();
    let is_help = |(i, word): (usize, &String)| {
        HELPS.contains(&word.as_str()) && said.iter().skip(i + 1).take(AIM_WORDS).any(is_of_them)
    };
    // "Tam, I drink my potion" gives him nothing.
    let drinks = said.windows(2).any(|pair| pair[0] == "i" && DRINKS.contains(&pair[1].as_str()));
    let gives = !drinks && said.iter().any(|word| POTIONS.contains(&word.as_str()));
    gives || said.iter().enumerate().any(is_help) || tending::is_tending(text)
}

/// The targets of words of help, if one of the dying is among them.
fn meant(all: &[Patient], said: &[String], text: &str) -> Vec<Patient> {
    let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let named = without_bystanders(all.iter().filter(|one| one.is_aim(said)).cloned().collect(), said, text);
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

/// Those of several who are named that help is for. "Not to Ada", "I step over Ada" and "Ada's kit" name her by the way.
fn without_bystanders(named: Vec<Patient>, said: &[String], text: &str) -> Vec<Patient> {
    let text = text.to_lowercase().replace('’', "'");
    let is_owner = |at: usize| {
        let has_wounds = said.get(at + 1).is_some_and(|next| BODY.contains(&next.as_str()));
        text.contains(&format!("{}'s ", said[at])) && !has_wounds
    };
    let is_meant =
        |one: &Patient| one.named_at(said).is_none_or(|at| !is_before(said, at, 1, NOT_FOR) && !is_owner(at));
    let is_for_some = named.len() > 1 && named.iter().any(is_meant);
    if is_for_some { named.into_iter().filter(is_meant).collect() } else { named }
}

fn help(play: &mut Play<'_>, patient: &Patient, spell: Option<&str>, by_potion: bool) -> Step {
    match (spell, patient.health) {
        (Some(spell), PatientState::Dead) if casting::heals(spell) => {
            play.say(lines::BEYOND_HELP, &[("name", &patient.name)])
        }
        (Some(spell), _) => {
            let casting = Casting { spell, slot: slot_said(play, spell, &play.reading.words), only_by_rules: true };
            cast(play, std::slice::from_ref(patient), &casting)?;
        }
        (None, PatientState::Dead) => play.say(lines::BEYOND_HELP, &[("name", &patient.name)]),
        (None, _) if by_potion => {
            let words = play.words().to_owned();
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

/// Whether a deed tends the wounds of someone here, by the verbs of that or by others: "dress Tam's wounds".
pub(crate) fn is_tended(play: &Play<'_>, deed: &Deed) -> bool {
    let said = words(&deed.words);
    let doctors = said.first().is_some_and(|verb| DOCTORS.contains(&verb.as_str())) && tending::is_tending(&deed.words);
    let is_nobody = deed.object.is_empty() && deed.act == Act::Tend;
    let is_here = || !deed.object.is_empty() && !talking::is_no_one_here(play, &deed.object);
    (deed.act == Act::Tend || doctors)
        && (is_nobody
            || is_own(&said)
            || leaves_out(play, &deed.words)
            || named(&patients(play), &deed.words).is_some()
            || is_here())
}

/// Whether a deed tends the hero's own wounds.
pub(crate) fn tends_oneself(deed: &Deed) -> bool {
    deed.object.is_empty() || BODY.contains(&deed.object.as_str()) || is_own(&words(&deed.words))
}

/// Tends the wounds of someone here; returns whether that was meant.
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
    let text = if only_tends { play.words().to_owned() } else { deed.words.clone() };
    if let Some(left) = all_but(play, &text, Need::None) {
        return tend_all(play, left);
    }
    let said = words(&text);
    let all = patients(play);
    let mut whom: Vec<Patient> = all.iter().filter(|one| one.is_aim(&said)).cloned().collect();
    if whom.is_empty() && said.iter().any(|word| ALL.contains(&word.as_str())) {
        whom = all.into_iter().filter(|one| !one.is_foe && one.health != PatientState::Dead).collect();
    }
    for one in whom.iter().take(MOST_PATIENTS) {
        bind(play, one);
    }
    let is_own = is_own(&said) || deed.object.is_empty() || said.iter().any(|word| word == "us");
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

/// Tends the wounds of all who are left where the words exclude someone.
fn tend_all(play: &mut Play<'_>, left: Aim) {
    let whom = match left {
        Aim::These(whom) => whom,
        Aim::Unclear(among) => return ask_whom(play, &among),
        Aim::All | Aim::Nobody(_) | Aim::Unsaid => Vec::new(),
    };
    for one in whom.iter().take(MOST_PATIENTS) {
        match (one.id == play.hero.id, one.health) {
            (true, PatientState::Hurt) => play.say(lines::BINDS_OWN, &[]),
            (true, _) => play.say(lines::NOTHING_TO_BIND_OWN, &[]),
            (false, _) => bind(play, one),
        }
    }
}

/// People the storyteller does not answer for: the silent, and the other players' heroes.
fn listeners(play: &Play<'_>) -> Vec<Patient> {
    let people = play.world.people(&play.table.location);
    let is_listener =
        |one: &Patient| (one.is_silent() || one.is_hero) && address::first_named(&one.name, &people).is_none();
    patients(play).into_iter().filter(is_listener).collect()
}

/// Tells that someone who lies dying, or is dead, gives no answer, and that another player's hero gives their own. Returns whether
/// the turn has no other deeds.
fn spoken_to(play: &mut Play<'_>) -> bool {
    let all = listeners(play);
    let text = intent::plain(play.words());
    let deeds = focus::deeds(play);
    let called = all.iter().find(|one| one.is_silent() && is_called(one, &text));
    let is_called = called.is_some();
    let mut heard: Vec<&Patient> = match called {
        Some(one) => vec![one],
        None => deeds.iter().filter_map(|deed| all.iter().find(|one| speaks_to(one, deed))).collect(),
    };
    heard.dedup_by(|one, before| one.id == before.id);
    for one in &heard {
        let stock = match one.health {
            PatientState::Dead => lines::DEAD_IS_SILENT,
            PatientState::Dying => lines::DYING_IS_SILENT,
            PatientState::Stable => lines::STABLE_IS_SILENT,
            PatientState::Hurt | PatientState::Whole => lines::HERO_SPEAKS,
        };
        play.say(stock, &[("name", &one.name)]);
    }
    is_called || !heard.is_empty() && left_to_play(play, deeds).is_empty()
}

/// The deeds without those that are speech to someone the storyteller gives no answer for.
pub(crate) fn left_to_play(play: &Play<'_>, mut deeds: Vec<Deed>) -> Vec<Deed> {
    let all = listeners(play);
    let is_speech = |deed: &Deed| all.iter().any(|one| speaks_to(one, deed));
    if play.table.foes().next().is_none() && deeds.iter().any(is_speech) {
        deeds.retain(|deed| !is_speech(deed) && !goes_on_speaking(deed));
    }
    deeds
}

/// Whether a deed beside speech to someone is more of it, or adds nothing: "and tell him to wait", "OK".
fn goes_on_speaking(deed: &Deed) -> bool {
    let said = words(&deed.words);
    let is_theirs = || said.iter().skip(1).take(2).any(|word| LISTENERS.contains(&word.as_str()));
    let adds_nothing = deed.act == Act::Unknown || matches!(deed.act, Act::Accept | Act::Refuse) && deed.words == "ok";
    adds_nothing || is_speech(deed, &said) && is_theirs()
}

/// Whether a deed is words to anybody.
fn is_speech(deed: &Deed, said: &[String]) -> bool {
    matches!(deed.act, Act::Talk | Act::Persuade) || said.first().is_some_and(|verb| SPEAKS.contains(&verb.as_str()))
}

/// Whether a message calls someone by name: "Tam, wake up", "can you hear me, Tam?"
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

/// Whether a deed is words to someone: "talk to Tam", "say goodbye to Tam".
fn speaks_to(one: &Patient, deed: &Deed) -> bool {
    let said = words(&deed.words);
    let to = |at: usize| at > 0 && ["to", "at", "with"].contains(&said[at - 1].as_str());
    let is_first = |at: usize| at == 1 && said.first().is_some_and(|verb| verb != "about");
    is_speech(deed, &said) && one.named_at(&said).is_some_and(|at| to(at) || is_first(at))
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
    let command = json!({"type": "death_save", "character": patient.id, "result": "tend", "by": play.hero.id});
    let answer = play.ask(vec![("apply_state_commands", json!({"commands": [command]}))])?.pop().flatten();
    let details = answer.unwrap_or_default().json()["results"][0]["details"].take();
    let is_by_another = play.table.hero().id != play.hero.id;
    let stock = match (details["is_stable"] == true, details["by_kit"] == true) {
        (true, _) if is_by_another => lines::HELPER_TENDS,
        (false, _) if is_by_another => lines::HELPER_TENDS_IN_VAIN,
        (true, true) => lines::STABILISED_BY_KIT,
        (true, false) => lines::STABILISED,
        (false, _) => lines::NOT_STABILISED,
    };
    play.say(stock, &[("name", &patient.name)]);
    Ok(())
}
