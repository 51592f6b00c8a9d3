//! Finds messages whose audience is unclear.
//!
//! The frames of [`audience`](super::audience) know the usual ways to speak aside. Other words may be private, too: they have a
//! phrase of `cues.txt`, in one of the last messages someone went apart, or they say how someone is spoken to. The utility model is
//! asked about these ([`interpreter`](crate::dm::interpreter)). Without its answer the first two are heard only by those they
//! name: a secret that got about can't be taken back, what a bystander missed can be said again. The last are open, as most of them
//! are. Sentences that the frames know to be loud are heard by everyone in any case.

use game::knowledge::Perceiver;

use crate::dm::speech::sentences;

use super::{
    asides::{Cues, Frame, cues, frame, names_with_circumstances},
    audience::{Audience, PrivateWords, SplitMessage},
    phrases::{NamedListener, PhraseSection},
};

/// How many earlier messages are searched for a withdrawal.
pub(in crate::dm) const MAX_EARLIER: usize = 3;

/// A message with an unclear audience.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::dm) struct UnclearAudience {
    /// The audience by default; `None` for everyone.
    pub(in crate::dm) otherwise: Option<Audience>,
}

/// Whether it is open who hears words. `said` is how the frames read them, `earlier` are the messages before them, the oldest first.
pub(in crate::dm) fn doubt(
    words: &str,
    said: &SplitMessage,
    listeners: &[NamedListener],
    earlier: &[&str],
) -> Option<UnclearAudience> {
    let private = |audience| UnclearAudience { otherwise: Some(audience) };
    let is_call = words.trim_start().starts_with('@');
    let is_to = |audience| said.asides.iter().any(|it| it.audience == audience);
    // A single person may be the one that the words describe.
    if listeners.is_empty() || listeners.len() == 1 && !is_to(Audience::Stranger) {
        return None;
    }
    if !said.asides.is_empty() {
        // Private words to people who are addressed are for them.
        let is_unknown = |audience: &Audience| matches!(audience, Audience::Unnamed | Audience::Stranger);
        let is_for_nobody_known = !is_call && said.asides.iter().all(|it| is_unknown(&it.audience));
        let otherwise = if is_to(Audience::Stranger) { Audience::Stranger } else { Audience::Unnamed };
        return is_for_nobody_known.then(|| private(otherwise));
    }
    let texts: Vec<&str> = words.lines().flat_map(sentences).collect();
    let frames: Vec<Frame> = texts.iter().map(|text| frame(text, listeners)).collect();
    let places: Vec<usize> = (0..texts.len()).filter(|at| !frames[*at].is_aloud()).collect();
    let cues_of = |sorts: &[PhraseSection], is_possible: fn(&Frame) -> bool| -> Option<Cues> {
        let possible = places.iter().filter(|at| is_possible(&frames[**at]));
        let found: Vec<Cues> = possible.filter_map(|at| cues(texts[*at], listeners, sorts)).collect();
        let all = |of: fn(&Cues) -> &Vec<usize>| found.iter().flat_map(of).copied().collect();
        (!found.is_empty()).then(|| Cues { named: all(|it| &it.named), others: all(|it| &it.others) })
    };
    // Reading and thinking have no audience, writing to someone has.
    let cued =
        cues_of(&[PhraseSection::Cue, PhraseSection::Sign, PhraseSection::Withdrawn], |frame| !frame.is_silent());
    let signed = cues_of(&[PhraseSection::Sign], |_| true).filter(|it| !it.named.is_empty());
    // After the hero has withdrawn with someone, also the words of others are for them.
    let goes_apart = cues_of(&[PhraseSection::Withdrawn], |_| true).is_some_and(|it| !it.named.is_empty());
    let is_said = |frame: &Frame| frame.is_said || frame.is_called || !frame.to.is_empty();
    let is_spoken = is_call || places.iter().any(|at| is_said(&frames[*at]));
    let is_open = goes_apart || signed.is_some() || is_spoken && cued.is_some();
    let apart = went_apart(earlier, listeners).filter(|_| cues_of(&[PhraseSection::Together], |_| true).is_none());
    if !is_open && apart.is_none() {
        // A sentence with an address and no verb of saying is speech, not a description of it.
        let says_how = |frame: &Frame| frame.speaks || !frame.is_called && is_said(frame);
        let is_told = |at: &usize| says_how(&frames[*at]) && names_with_circumstances(texts[*at], listeners);
        return (!is_call && places.iter().any(is_told)).then_some(UnclearAudience { otherwise: None });
    }
    let cued = cued.or(signed).unwrap_or_default();
    let of_frames = |of: fn(&Frame) -> &Vec<usize>| -> Vec<usize> {
        places.iter().flat_map(|at| of(&frames[*at])).copied().collect()
    };
    let named =
        [of_frames(|frame| &frame.to), cued.named, of_frames(|frame| &frame.towards), apart.unwrap_or_default()];
    let meant = named.into_iter().map(|mut named| {
        named.retain(|at| !cued.others.contains(at));
        named
    });
    let mut named = meant.into_iter().find(|named| !named.is_empty()).unwrap_or_default();
    named.sort_unstable();
    named.dedup();
    let who: Vec<Perceiver> = named.into_iter().map(|at| listeners[at].who().clone()).collect();
    Some(private(if who.is_empty() { Audience::Unnamed } else { Audience::Only(who) }))
}

/// A message whose audience is decided now, possibly everyone. Known private parts without a listener become private; otherwise
/// all but the loud sentences.
pub(in crate::dm) fn settled(
    words: &str,
    said: SplitMessage,
    listeners: &[NamedListener],
    audience: Option<&Audience>,
) -> SplitMessage {
    let Some(audience) = audience else {
        return if said.asides.is_empty() { said } else { SplitMessage::open(words) };
    };
    if !said.asides.is_empty() {
        let to = |aside: PrivateWords| PrivateWords { audience: audience.clone(), ..aside };
        return SplitMessage { asides: said.asides.into_iter().map(to).collect(), ..said };
    }
    let texts: Vec<&str> = words.lines().flat_map(sentences).collect();
    let (loud, rest): (Vec<&str>, Vec<&str>) = texts.iter().partition(|text| frame(text, listeners).is_aloud());
    let text = if loud.is_empty() { words.trim().to_owned() } else { rest.join(" ") };
    let asides = vec![PrivateWords { text, audience: audience.clone() }];
    SplitMessage { aloud: loud.into_iter().map(str::to_owned).collect(), asides }
}

/// The people a hero withdrew with in earlier messages without returning.
fn went_apart(earlier: &[&str], listeners: &[NamedListener]) -> Option<Vec<usize>> {
    let mut apart = None;
    for text in earlier.iter().flat_map(|message| message.lines()).flat_map(sentences) {
        if cues(text, listeners, &[PhraseSection::Together]).is_some() {
            apart = None;
        }
        apart = cues(text, listeners, &[PhraseSection::Withdrawn]).map(|it| it.named).or(apart);
    }
    apart
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::dm::npc::audience::{
        said,
        tests::{cases, hearers, present},
    };

    /// Who learns of the heron with the utility model's right answer, and without an answer.
    fn with_and_without_answer(words: &str, who: &BTreeSet<String>) -> [BTreeSet<String>; 2] {
        let listeners = present();
        let read = said(words, &listeners);
        let Some(UnclearAudience { otherwise }) = doubt(words, &read, &listeners, &[]) else {
            let heard = hearers(words, &read);
            return [heard.clone(), heard];
        };
        let of = |audience| hearers(words, &settled(words, said(words, &listeners), &listeners, audience));
        let to = Audience::Only(who.iter().map(|name| Perceiver::Npc(name.as_str().into())).collect());
        [of((who.len() < listeners.len()).then_some(&to)), of(otherwise.as_ref())]
    }

    #[test]
    fn unusual_private_words_are_asked_about_and_leak_without_an_answer_to_nobody() {
        // How many are heard wrongly with an answer; without one, how many leak, and how many are not heard.
        let files = [
            ("cues", include_str!("../../../tests/whispers/cues.txt"), [1, 0, 4]),
            ("cues-fresh", include_str!("../../../tests/whispers/cues-fresh.txt"), [0, 0, 2]),
            ("hard", include_str!("../../../tests/whispers/hard.txt"), [3, 9, 5]),
            ("sentences", include_str!("../../../tests/whispers/sentences.txt"), [0, 0, 0]),
            ("fresh", include_str!("../../../tests/whispers/fresh.txt"), [0, 0, 1]),
            ("reported", include_str!("../../../tests/whispers/reported.txt"), [0, 0, 4]),
            ("later", include_str!("../../../tests/whispers/later.txt"), [2, 0, 6]),
        ];
        let mut wrong: Vec<String> = Vec::new();
        for (file, text, most) in files {
            let mut lines: [Vec<String>; 3] = Default::default();
            for (who, words) in cases(text) {
                let [with, without] = with_and_without_answer(words, &who);
                let line = |heard: &BTreeSet<String>| format!("{who:?} | {words} -> {heard:?}");
                lines[0].extend((with != who).then(|| line(&with)));
                lines[1].extend((!without.is_subset(&who)).then(|| line(&without)));
                lines[2].extend((!who.is_subset(&without)).then(|| line(&without)));
            }
            let n = [0, 1, 2].map(|at| lines[at].len());
            if n.iter().zip(most).any(|(n, most)| *n > most) {
                wrong.push(format!("{file}: {n:?}, at most {most:?}: {lines:#?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn ordinary_messages_are_seldom_asked_about() {
        let npc = |name: &str| NamedListener::new(name, Perceiver::Npc(name.into()));
        let is_asked = |words: &str, names: &[&str]| {
            let listeners: Vec<NamedListener> = names.iter().map(|name| npc(name)).collect();
            doubt(words, &said(words, &listeners), &listeners, &[]).is_some()
        };
        let messages = include_str!("../../../tests/suggestions/utterances.jsonl").lines();
        let messages = messages.map(|line| serde_json::from_str::<Value>(line).unwrap());
        let messages: Vec<Value> = messages.filter(|message| message["agent"] != "combat").collect();
        let names = |message: &'_ Value| -> Vec<String> {
            let there = message["state"]["npcsPresent"].as_array().into_iter().flatten();
            there.filter_map(Value::as_str).chain(["Marta", "Bram"]).map(str::to_owned).collect()
        };
        let asked: Vec<&str> = messages
            .iter()
            .filter(|message| {
                let names = names(message);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                is_asked(message["message"].as_str().unwrap_or_default(), &names)
            })
            .filter_map(|message| message["message"].as_str())
            .collect();
        assert!(asked.len() * 100 < messages.len() * 7, "{} of {}: {asked:#?}", asked.len(), messages.len());
    }
}
