//! Parts a player's message into what is said aloud and what is said aside, and names who hears each.

use game::knowledge::Perceiver;

use crate::dm::speech::{has_speech, sentences};

use super::asides::{Frame, Kind, Listener, begins_with_saying, frame};

/// Who hears some words of those who are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Audience {
    /// These alone.
    Only(Vec<Perceiver>),
    /// All but these.
    AllBut(Vec<Perceiver>),
    /// One whom no name tells.
    Unnamed,
}

/// Words that are meant for some only.
#[derive(Debug)]
pub(super) struct Aside {
    pub(super) text: String,
    pub(super) audience: Audience,
}

/// A message by who is to hear it.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The sentences by which something is said for all to hear.
    pub(super) aloud: Vec<String>,
    /// What is meant for some only, each for others.
    pub(super) asides: Vec<Aside>,
}

/// Sentences that are meant for the same.
#[derive(Debug, Default)]
struct Group {
    texts: Vec<String>,
    to: Vec<usize>,
    except: Vec<usize>,
    is_unheard: bool,
}

/// Where a part of a message belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Belongs {
    Aloud,
    Group(usize),
}

/// Parts a message by who is to hear it.
pub(super) fn said(words: &str, listeners: &[Listener]) -> Said {
    let texts: Vec<&str> = words.lines().flat_map(sentences).flat_map(clauses).collect();
    let frames: Vec<Frame> = texts.iter().map(|text| frame(text, listeners)).collect();
    let is_cue = |frame: &Frame| matches!(frame.kind, Kind::Aside | Kind::Unheard);
    if !frames.iter().any(is_cue) {
        let said = texts.iter().zip(&frames).filter(|(_, frame)| is_said(frame));
        return Said { aloud: said.map(|(text, _)| (*text).to_owned()).collect(), asides: Vec::new() };
    }
    let (belongs, mut groups) = grouped(&frames);
    let mut aloud = Vec::new();
    for ((text, frame), belongs) in texts.iter().zip(&frames).zip(&belongs) {
        match belongs {
            Belongs::Aloud if is_said(frame) => aloud.push((*text).to_owned()),
            Belongs::Aloud => {}
            Belongs::Group(at) => groups[*at].texts.push((*text).to_owned()),
        }
    }
    if let ([only], true) = (groups.as_mut_slice(), aloud.is_empty()) {
        only.texts = vec![words.trim().to_owned()];
    }
    let asides = groups.into_iter().map(|group| group.aside(listeners)).collect();
    Said { aloud, asides }
}

fn is_said(frame: &Frame) -> bool {
    frame.is_said || frame.kind == Kind::Aloud || !frame.to.is_empty()
}

/// The group of each part. What says nothing of who is to hear it goes with what is before it, or else with what follows; who is
/// spoken to openly beside an aside to somebody else is heard by all.
fn grouped(frames: &[Frame]) -> (Vec<Belongs>, Vec<Group>) {
    let (mut groups, mut belongs): (Vec<Group>, Vec<Belongs>) = (Vec::new(), Vec::new());
    let mut waiting = 0;
    let mut current: Option<usize> = None;
    let are_others = |a: &[usize], b: &[usize]| !a.is_empty() && !b.is_empty() && !a.iter().any(|it| b.contains(it));
    for (at, frame) in frames.iter().enumerate() {
        let place = match frame.kind {
            Kind::Aside | Kind::Unheard => {
                let to = match frame.to.is_empty() {
                    true => turned_to(&frames[..=at], &frame.except),
                    false => frame.to.clone(),
                };
                let same = current.filter(|at| {
                    let group: &Group = &groups[*at];
                    !are_others(&group.to, &to) && group.is_unheard == (frame.kind == Kind::Unheard)
                });
                let group = same.unwrap_or_else(|| {
                    groups.push(Group { is_unheard: frame.kind == Kind::Unheard, ..Group::default() });
                    groups.len() - 1
                });
                let one = &mut groups[group];
                if one.to.is_empty() {
                    one.to = to;
                }
                one.except.extend(&frame.except);
                current = Some(group);
                Some(Belongs::Group(group))
            }
            Kind::Aloud => {
                current = None;
                Some(Belongs::Aloud)
            }
            Kind::Plain if frame.speaks || !frame.to.is_empty() => match current {
                Some(group) if are_others(&groups[group].to, &frame.to) => Some(Belongs::Aloud),
                Some(group) => {
                    if groups[group].to.is_empty() {
                        groups[group].to.clone_from(&frame.to);
                    }
                    Some(Belongs::Group(group))
                }
                None if at > 0 && belongs.last() == Some(&Belongs::Aloud) => Some(Belongs::Aloud),
                None => is_open_before(frame, &frames[at + 1..]).then_some(Belongs::Aloud),
            },
            Kind::Plain => belongs.last().copied().filter(|_| waiting == 0),
        };
        match place {
            Some(place) => {
                belongs.extend(std::iter::repeat_n(place, waiting + 1));
                waiting = 0;
            }
            None => waiting += 1,
        }
    }
    let last = belongs.last().copied().unwrap_or(Belongs::Aloud);
    belongs.extend(std::iter::repeat_n(last, waiting));
    (belongs, groups)
}

/// Whether words before an aside are open: the aside is another saying, to others.
fn is_open_before(frame: &Frame, behind: &[Frame]) -> bool {
    let Some(cue) = behind.iter().find(|it| matches!(it.kind, Kind::Aside | Kind::Unheard | Kind::Aloud)) else {
        return true;
    };
    let same = frame.to.iter().any(|it| cue.to.contains(it)) || !frame.to.is_empty() && cue.to.is_empty();
    frame.speaks && !same && (cue.speaks || !cue.to.is_empty()) && (!cue.to.is_empty() || cue.except.is_empty())
}

/// The one whom earlier words turn to: “I step outside with Marta and tell her in secret”.
fn turned_to(frames: &[Frame], except: &[usize]) -> Vec<usize> {
    let towards = |frame: &Frame| -> Vec<usize> {
        frame.towards.iter().chain(&frame.to).filter(|it| !except.contains(it)).copied().collect()
    };
    let mut found = frames.iter().rev().map(towards).find(|it| !it.is_empty()).unwrap_or_default();
    found.sort_unstable();
    found.dedup();
    if found.len() == 1 { found } else { Vec::new() }
}

impl Group {
    fn aside(self, listeners: &[Listener]) -> Aside {
        let who = |places: &[usize]| places.iter().map(|at| listeners[*at].who.clone()).collect::<Vec<_>>();
        let to: Vec<usize> = self.to.iter().filter(|it| !self.except.contains(it)).copied().collect();
        let audience = match () {
            () if self.is_unheard => Audience::Only(Vec::new()),
            () if !to.is_empty() => Audience::Only(who(&to)),
            () if !self.except.is_empty() => Audience::AllBut(who(&self.except)),
            () => Audience::Unnamed,
        };
        Aside { text: self.texts.join(" "), audience }
    }
}

/// The parts of a sentence by each of which something is said: “I call for ale, and murmur to Marta …”.
fn clauses(sentence: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, letter) in sentence.char_indices() {
        if matches!(letter, '"' | '“' | '”' | '„' | '«' | '»') {
            is_quoted = letter == '„' || !is_quoted && letter != '”';
        }
        let rest = &sentence[at..];
        if !is_quoted && (letter.is_whitespace() || letter == ';' || letter == ',') && at > from && begins_with_saying(rest) {
            found.push(sentence[from..at].trim());
            from = at;
        }
    }
    found.push(sentence[from..].trim());
    found.retain(|part| part.chars().any(char::is_alphanumeric) || has_speech(part));
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const PRESENT: [&str; 3] = ["Marta", "Bram", "Odalind"];

    /// Who of those who are there hears of the heron.
    fn hearers(words: &str) -> BTreeSet<String> {
        let npc = |name: &str| Listener::new(name, Perceiver::Npc(name.into()));
        let all = || PRESENT.iter().map(|name| (*name).to_owned());
        let name = |who: &Perceiver| match who {
            Perceiver::Npc(id) => id.to_string(),
            Perceiver::Hero(id) => id.to_string(),
        };
        let mut heard = BTreeSet::new();
        let said = said(words, &PRESENT.map(npc));
        if words.starts_with('@') {
            let called = words.split(' ').map_while(|word| word.strip_prefix('@')).map(str::to_owned);
            return if said.asides.is_empty() { all().collect() } else { called.collect() };
        }
        if said.aloud.iter().any(|text| text.contains("heron")) {
            heard.extend(all());
        }
        for aside in said.asides.iter().filter(|aside| aside.text.contains("heron")) {
            match &aside.audience {
                Audience::Only(who) => heard.extend(who.iter().map(name)),
                Audience::AllBut(who) => heard.extend(all().filter(|one| !who.iter().any(|it| name(it) == *one))),
                Audience::Unnamed => {}
            }
        }
        heard
    }

    /// The sentences of a file that are heard by others than it says, and how many it has.
    fn misjudged(file: &str) -> (Vec<String>, usize) {
        let cases: Vec<(&str, &str)> = file.lines().filter_map(|line| line.split_once(" | ")).collect();
        let expected = |who: &str| -> BTreeSet<String> {
            let names: Vec<&str> = match who {
                "all" => PRESENT.to_vec(),
                "nobody" => Vec::new(),
                names => names.split(' ').collect(),
            };
            names.into_iter().map(str::to_owned).collect()
        };
        let wrong = cases.iter().filter(|(who, words)| hearers(words) != expected(who));
        (wrong.map(|(who, words)| format!("{who} | {words} -> {:?}", hearers(words))).collect(), cases.len())
    }

    #[test]
    fn who_hears_a_message_is_who_it_is_for() {
        for (file, allowed) in [
            (include_str!("../../../tests/whispers/sentences.txt"), 0),
            (include_str!("../../../tests/whispers/fresh.txt"), 0),
            (include_str!("../../../tests/whispers/reported.txt"), 0),
        ] {
            let (wrong, n_cases) = misjudged(file);
            assert!(wrong.len() <= allowed && n_cases > 20, "{} of {n_cases}: {wrong:#?}", wrong.len());
        }
    }
}
