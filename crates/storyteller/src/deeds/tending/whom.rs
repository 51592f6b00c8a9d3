//! The target of words of help. Potions, spells and bandages all use it.

use crate::{
    deeds::{looking, lore, talking},
    focus,
    intent::{self, Deed, find_verb},
    play::{Play, significant},
    stakes::sentence_of,
    words::deeds::tending::{
        AFTER_NAME, AIMS, BEFORE_NAME, BEFORE_PATIENT, BODY, BOTH_OF_US, BY_HAND, CALLS, DESCRIPTIONS, EVERYBODY,
        HELPS, MOUTHS, NO_PATIENTS, NOBODY, OTHERS, OWN_PEOPLE, PRONOUNS, SELF, SEVERAL, TOUCHES,
    },
};

use super::{Patient, PatientState, all_but, is_before, is_called, oneself, patients, words};

/// How many words may lie between a word of touching and the name of the one who is touched.
const TOUCH_WORDS: usize = 3;
/// How many words of an absent person's name are quoted.
const NAME_WORDS: usize = 3;

/// The targets of words of help.
#[derive(Debug, Clone)]
pub(in crate::deeds) enum Aim {
    /// Those who are named or surely pointed at; the hero may be among them.
    These(Vec<Patient>),
    /// All of the party.
    All,
    /// One of these, but which is not clear.
    Unclear(Vec<Patient>),
    /// Someone who is not here, by these words; no one at all, if there are none.
    Nobody(String),
    /// The words say nothing of it.
    Unsaid,
}

/// What someone is to be in need of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::deeds) enum Need {
    Healing,
    /// Only the dead can use it.
    Raising,
    /// Anybody can use it.
    None,
}

impl Need {
    fn is_met_by(self, one: &Patient) -> bool {
        match self {
            Self::Healing => !matches!(one.health, PatientState::Whole | PatientState::Dead),
            Self::Raising => one.health == PatientState::Dead,
            Self::None => one.health != PatientState::Dead,
        }
    }
}

/// The part of the message that a deed comes from, in lower case: its sentence, or its own words where the message has more deeds.
pub(in crate::deeds) fn clause_of(play: &Play<'_>, deed: &Deed) -> String {
    let said = focus::said_now(play);
    let sentence = sentence_of(&deed.words, said);
    let is_alone = focus::deeds(play).len() <= 1;
    let own = deed.words.split(' ').filter(|word| !word.is_empty());
    let is_its = own.clone().count() > 0
        && own.filter(|word| sentence.contains(word)).count() * 2 >= deed.words.split(' ').count();
    if is_alone && is_its { sentence } else { deed.words.clone() }
}

/// The targets of words of help, without those that the words exclude.
pub(in crate::deeds) fn aim(play: &Play<'_>, text: &str, need: Need) -> Aim {
    all_but(play, text, need).unwrap_or_else(|| aim_of_all(play, text, need))
}

/// Those of the party in need, where words describe one of them without a name: "the one who is worst off".
fn described(play: &Play<'_>, need: Need) -> Aim {
    let own = Some(oneself(play)).filter(|own| need.is_met_by(own));
    let mut among: Vec<Patient> = own.into_iter().chain(in_need(play, need)).collect();
    if among.is_empty() && need == Need::Healing {
        among = std::iter::once(oneself(play)).chain(in_need(play, Need::None)).collect();
    }
    if among.len() == 1 { Aim::These(among) } else { Aim::Unclear(among) }
}

/// The targets of words of help, including those they exclude.
pub(super) fn aim_of_all(play: &Play<'_>, text: &str, need: Need) -> Aim {
    let all = patients(play);
    let clause = Clause::of(play, &all, text);
    let message = Clause::of(play, &all, focus::said_now(play));
    if clause.says_any(NOBODY) {
        return Aim::Nobody(String::new());
    }
    let named = clause.named();
    if clause.says_any(DESCRIPTIONS) && !named.iter().any(|one| one.is_hero) {
        return described(play, need);
    }
    if clause.says_any(BOTH_OF_US) {
        return match pointed_at(play, &all, &message, need, false) {
            Aim::These(mut one) => {
                one.insert(0, oneself(play));
                Aim::These(one)
            }
            other => other,
        };
    }
    if !named.is_empty() {
        return Aim::These(named);
    }
    if clause.says_any(EVERYBODY) {
        return Aim::All;
    }
    let others = || -> Vec<Patient> { all.iter().filter(|one| !one.is_foe && need.is_met_by(one)).cloned().collect() };
    if clause.says_any(OTHERS) {
        return match others() {
            none if none.is_empty() => Aim::Unsaid,
            some => Aim::These(some),
        };
    }
    let called = || all.iter().find(|one| is_called(one, &intent::plain(focus::said_now(play)))).cloned();
    if let Some(one) = called().filter(|_| clause.has_any(&["you"])) {
        return Aim::These(vec![one]);
    }
    if clause.has_any(PRONOUNS) || clause.has_any(OWN_PEOPLE) || clause.has_any(&["you"]) {
        return pointed_at(play, &all, &message, need, clause.has_any(SEVERAL));
    }
    if let Some(absent) = clause.absent(play) {
        return Aim::Nobody(absent);
    }
    if let Some(one) = message.touched() {
        return Aim::These(vec![one]);
    }
    match message.absent(play) {
        Some(absent) => Aim::Nobody(absent),
        None => Aim::Unsaid,
    }
}

/// The possible referents of a pronoun: who is named in this message; who needs it and was spoken of last, or alone needs it; who was spoken of
/// last; the only other one.
fn pointed_at(play: &Play<'_>, all: &[Patient], message: &Clause<'_>, need: Need, may_be_several: bool) -> Aim {
    let party: Vec<&Patient> = all.iter().filter(|one| !one.is_foe).collect();
    let own = play.hero.id.as_str();
    let named: Vec<Patient> = message.named().into_iter().filter(|one| one.id != own).collect();
    match named.len() {
        0 => {}
        1 => return Aim::These(named),
        _ if may_be_several => return Aim::These(named),
        _ => return Aim::These(named[..1].to_vec()),
    }
    let last = |of: &[&Patient]| -> Option<Aim> {
        // The question who is meant named them all.
        if play.asks_openly {
            return None;
        }
        let names: Vec<&str> = of.iter().map(|one| one.name.as_str()).collect();
        let those: Vec<Patient> = focus::lately_mentioned(play, &names).into_iter().map(|i| of[i].clone()).collect();
        match those.len() {
            0 => None,
            1 => Some(Aim::These(those)),
            _ if may_be_several => Some(Aim::These(those)),
            _ => Some(Aim::Unclear(those)),
        }
    };
    let needy: Vec<&Patient> = party.iter().copied().filter(|one| need.is_met_by(one)).collect();
    let urgent: Vec<&Patient> = needy.iter().copied().filter(|one| one.health == PatientState::Dying).collect();
    match (needy.as_slice(), urgent.as_slice()) {
        ([one], _) | (_, [one]) => Aim::These(vec![(*one).clone()]),
        ([], _) => match (last(&party), party.as_slice()) {
            (Some(those), _) => those,
            (None, [one]) => Aim::These(vec![(*one).clone()]),
            (None, []) => Aim::Unsaid,
            (None, many) => Aim::Unclear(many.iter().map(|one| (*one).clone()).collect()),
        },
        (many, _) => match last(many) {
            Some(those) => those,
            None => Aim::Unclear(many.iter().map(|one| (*one).clone()).collect()),
        },
    }
}

/// The only one of the party who needs help, where the words name no one; all of them, if they are several.
pub(in crate::deeds) fn in_need(play: &Play<'_>, need: Need) -> Vec<Patient> {
    patients(play).into_iter().filter(|one| (!one.is_foe || need == Need::Raising) && need.is_met_by(one)).collect()
}

/// Some words of a message, read for those that they name.
struct Clause<'a> {
    all: &'a [Patient],
    own: Patient,
    said: Vec<String>,
    /// With a blank before and behind each word.
    spaced: String,
    /// The places of names in the genitive.
    owners: Vec<usize>,
}

impl<'a> Clause<'a> {
    fn of(play: &Play<'_>, all: &'a [Patient], text: &str) -> Self {
        let said = words(&without_spells(play, text));
        let is_owner = |word: &str| word.ends_with("'s");
        let marked = text.to_lowercase().replace('’', "'");
        let owned: Vec<String> = marked.split_whitespace().filter(|word| is_owner(word)).flat_map(words).collect();
        let owners = (0..said.len()).filter(|at| owned.contains(&said[*at])).collect();
        let spaced = format!(" {} ", said.join(" "));
        Self { all, own: oneself(play), said, spaced, owners }
    }

    fn says_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.spaced.contains(&format!(" {phrase} ")))
    }

    fn has_any(&self, list: &[&str]) -> bool {
        self.said.iter().any(|word| list.contains(&word.as_str()))
    }

    fn is_name_of(&self, one: &Patient, at: usize) -> bool {
        self.said[at].chars().count() > 2 && significant(&one.name).contains(&self.said[at])
    }

    /// Whether someone's body is spoken of behind a place: "Tam's open mouth".
    fn is_of_body(&self, at: usize) -> bool {
        let is_part = |word: &String| BODY.contains(&word.as_str()) || MOUTHS.contains(&word.as_str());
        self.said.iter().skip(at + 1).take(3).any(is_part)
    }

    /// Whether someone is called: the name comes first or last, and the message goes on about something else.
    fn is_called_at(&self, at: usize) -> bool {
        let next = self.said.get(at + 1).map_or("", String::as_str);
        let is_first = self.said[..at].iter().all(|word| CALLS.contains(&word.as_str()));
        is_first && AFTER_NAME.contains(&next)
    }

    /// Whether the words mean the hero at a place.
    fn is_own_at(&self, at: usize) -> bool {
        let word = self.said[at].as_str();
        let is_part = || {
            let next = self.said.get(at + 1).is_some_and(|next| BODY.contains(&next.as_str()));
            word == "my" && next && !is_before(&self.said, at, 1, BY_HAND)
        };
        SELF.contains(&word) && word != "mine" || self.is_name_of(&self.own, at) || is_part()
    }

    /// The people that the words name, in their order.
    fn named(&self) -> Vec<Patient> {
        let mut found: Vec<Patient> = Vec::new();
        for at in 0..self.said.len() {
            let is_thing_of = self.owners.contains(&at) && !self.is_of_body(at);
            let is_meant = |one: &&Patient| {
                let is_aimed = || {
                    is_before(&self.said, at, 3, HELPS)
                        || is_before(&self.said, at, 3, BEFORE_PATIENT)
                        || is_before(&self.said, at, 2, AIMS)
                };
                self.is_name_of(one, at) && (!one.is_foe || is_aimed())
            };
            let one = match () {
                () if self.is_own_at(at) => Some(self.own.clone()),
                () if is_thing_of || self.is_called_at(at) => None,
                () => self.all.iter().find(is_meant).cloned(),
            };
            // The dead of one name are one.
            let is_known = |one: &Patient| found.iter().any(|there| there.id == one.id || there.name == one.name);
            if let Some(one) = one.filter(|one| !is_known(one)) {
                found.push(one);
            }
        }
        found
    }

    /// The one that the hero touches, turns to or aims at, by the words.
    fn touched(&self) -> Option<Patient> {
        let is_touched =
            |at: usize| is_before(&self.said, at, TOUCH_WORDS, TOUCHES) || is_before(&self.said, at, 1, AIMS);
        (0..self.said.len())
            .filter(|at| is_touched(*at))
            .find_map(|at| self.all.iter().find(|one| self.is_name_of(one, at)).cloned())
    }

    /// Words for someone or something who is aimed at and is not of those here.
    fn absent(&self, play: &Play<'_>) -> Option<String> {
        let plain = |word: &str| {
            !(NO_PATIENTS.contains(&word)
                || BODY.contains(&word)
                || SELF.contains(&word)
                || AIMS.contains(&word)
                || PRONOUNS.contains(&word)
                || word.chars().any(|c| c.is_ascii_digit())
                || find_verb(word, false).is_some())
        };
        (0..self.said.len()).filter(|at| AIMS.contains(&self.said[*at].as_str())).find_map(|at| {
            let rest = &self.said[at + 1..];
            let rest = &rest[rest.iter().take_while(|word| BEFORE_NAME.contains(&word.as_str())).count()..];
            let phrase: Vec<&str> =
                rest.iter().take(NAME_WORDS).map(String::as_str).take_while(|word| plain(word)).collect();
            let is_here = |phrase: &str| {
                looking::is_here(play, phrase) || lore::is_here(play, phrase) || play.in_pack(phrase).is_some()
            };
            let phrase = phrase.join(" ");
            let is_person = || !talking::is_no_one_here(play, &phrase);
            (!phrase.is_empty() && (is_person() || !is_here(&phrase))).then_some(phrase)
        })
    }
}

/// A text without the names of the hero's spells, whose words name no one.
fn without_spells(play: &Play<'_>, text: &str) -> String {
    let plain = text.to_lowercase();
    let known = play.hero.cantrips.iter().chain(&play.hero.spells).map(|name| name.to_lowercase());
    known.fold(plain, |text, name| text.replace(&name, " "))
}
