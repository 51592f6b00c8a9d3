//! People that words of help exclude, and people that are only addressed: "bless on everyone but Tam", "Sit down, Tam. Cure wounds coming
//! up."

use language::sentences::sentences;

use crate::{
    focus, intent,
    play::Play,
    words::deeds::tending::{ALL, EXCEPT, EXCEPTED_FROM, LEFT_OUT_BEHIND, SELF},
};

use super::{Aim, Need, Patient, PatientState, aim_of_all, in_need, is_called, oneself, patients, words};

/// How many words the name of someone may have who is left out and is not known.
const NAME_WORDS: usize = 3;

/// The words before those that leave someone out, and the words for the excluded.
fn split(text: &str) -> Option<(String, String)> {
    let all = words(text);
    if let Some((before, names)) = left_out_behind(&all) {
        return Some((before.join(" "), names.join(" ")));
    }
    let said = format!(" {} ", all.join(" "));
    let found = EXCEPT.iter().filter_map(|phrase| Some((said.find(&format!(" {phrase} "))?, phrase.len())));
    let (at, length) = found.min_by_key(|(at, length)| (*at, std::cmp::Reverse(*length)))?;
    Some((said[..at].to_owned(), said[at + 1 + length..].to_owned()))
}

/// The words before names that are left out by what stands behind them, and these names: "heal everyone, Tam and Ada excluded".
fn left_out_behind(all: &[String]) -> Option<(&[String], &[String])> {
    let is_at = |phrase: &&str, at: usize| phrase.split(' ').eq(all[at..].iter().take(phrase.split(' ').count()));
    let at = (1..all.len()).find(|at| LEFT_OUT_BEHIND.iter().any(|phrase| is_at(phrase, *at)))?;
    let mut from = at - 1;
    while from >= 2 && all[from - 1] == "and" {
        from -= 2;
    }
    let before = if from > 0 && all[from - 1] == "with" { from - 1 } else { from };
    (before > 0).then_some((&all[..before], &all[from..at]))
}

/// Whether words leave someone out of those who are to be helped.
pub(super) fn leaves_out(play: &Play<'_>, text: &str) -> bool {
    all_but(play, text, Need::None).is_some()
}

/// The targets of words of help that exclude someone, if they do; unclear if the excluded person is unknown.
pub(super) fn all_but(play: &Play<'_>, text: &str, need: Need) -> Option<Aim> {
    let (before, behind) = split(text)?;
    let last = before.split_whitespace().last().unwrap_or_default();
    let says_all = ALL.contains(&last);
    let some: Vec<Patient> = match aim_of_all(play, &before, need) {
        Aim::These(some) if some.len() > 1 => some,
        // "Lay hands on all but Tam" touches him only in the words behind.
        _ if EXCEPTED_FROM.contains(&last) => everybody(play),
        Aim::These(_) => return None,
        Aim::All => everybody(play),
        _ if says_all => everybody(play),
        _ => return None,
    };
    // After these words a name means a person in any context.
    let out = match aim_of_all(play, &format!("on {behind}"), Need::None) {
        Aim::These(out) => out,
        _ if behind.split_whitespace().count() <= NAME_WORDS => return Some(Aim::Unclear(some)),
        _ => return None,
    };
    let is_left = |one: &Patient| !out.iter().any(|other| other.id == one.id);
    let needs = |one: &Patient| need != Need::Healing || one.health != PatientState::Whole;
    Some(Aim::These(some.into_iter().filter(|one| is_left(one) && needs(one)).collect()))
}

fn everybody(play: &Play<'_>) -> Vec<Patient> {
    std::iter::once(oneself(play)).chain(in_need(play, Need::None)).collect()
}

/// The one of the party who is spoken to by name, if the words give no other target of a spell.
pub(in crate::deeds) fn addressed(play: &Play<'_>, need: Need) -> Option<Patient> {
    let text = intent::plain(focus::said_now(play));
    if words(&text).iter().any(|word| SELF.contains(&word.as_str())) {
        return None;
    }
    let is_meant = |one: &Patient| {
        let needs = need != Need::Healing || !matches!(one.health, PatientState::Whole | PatientState::Dead);
        needs && !one.is_foe && sentences(&text).any(|sentence| is_called(one, sentence))
    };
    patients(play).into_iter().find(is_meant)
}
