//! What people in a scene hear of a narrated turn: not the story, as companions do, but speech near them,
//! and whispers to them.

use std::{collections::HashSet, sync::LazyLock};

use game::{
    Change, Game,
    creature::Disposition,
    id::NpcId,
    knowledge::{Channel, Perceiver},
    wording::{fold, is_name_word},
};
use language::word_lists::list;

use crate::{
    agent::Tool,
    dm::{
        Draft, Provider,
        speech::{has_speech, is_speech, outside_of_speech, sentences},
        tools::QuerySessionMemory,
    },
};

use super::{
    asides::{SPEAKING, frame},
    audience::{Audience, PrivateWords, SplitMessage},
    folk::{Npc, everybody},
    hearing::{SpokenBy, within_limit},
};

/// Words before the name of the listener.
static TO: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "to"));
/// Words before the name of someone excluded.
static PAST: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "past"));
/// Words after the name of someone excluded.
static UNHEARD: LazyLock<Vec<&str>> = LazyLock::new(|| list(SPEAKING, "unheard"));
/// How far behind a name such a word is.
const NEAR: usize = 3;
/// Minimum length of a word that can reveal speech.
const MIN_ECHO: usize = 4;

/// Words that were heard, and their listeners.
pub(super) struct OverheardWords {
    pub(super) manner: Channel,
    /// The speaker, if it is one person.
    pub(super) by: Option<String>,
    pub(super) text: String,
    pub(super) witnesses: Vec<Perceiver>,
}

/// A person in the scene who may have heard something.
struct Bystander {
    id: NpcId,
    /// The folded words of their name.
    names: Vec<String>,
    attendance: Attendance,
}

/// The part of a turn during which someone was present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attendance {
    /// All of it.
    Whole,
    /// From some moment on; they came, or the heroes came to them.
    End,
    /// Until some moment; they left, or the heroes left them.
    Beginning,
}

/// A sentence of a narration with spoken words.
struct SpokenSentence<'t> {
    text: &'t str,
    /// The number of its paragraph.
    paragraph: usize,
    /// Whether it was meant for one listener.
    is_aside: bool,
    /// Whether it is addressed to everyone.
    is_aloud: bool,
}

impl Draft {
    /// Speech that people outside the party heard in a narrated turn.
    pub(super) fn heard_by_others(
        &self,
        before: &Game,
        by_hero: &[SpokenBy],
        said: &SplitMessage,
    ) -> Vec<OverheardWords> {
        // The built-in storyteller looks up what people said in the whole story.
        let is_kept = self.models.provider == Provider::Anthropic && !self.only_looks_back();
        if said.asides.is_empty() && !is_kept {
            return Vec::new();
        }
        let listeners = self.bystanders(before);
        if said.asides.is_empty() && listeners.is_empty() {
            return Vec::new();
        }
        let spoken = spoken(&self.record.narrative);
        let n_asides: usize = by_hero.iter().map(|one| one.said.asides.len()).sum();
        // Answers to several asides have no known listener.
        let answers = if n_asides == 1 { spoken.as_slice() } else { &[] };
        let aside = |one: &SpokenBy| self.heard_aside(&one.hero, &one.said, answers, &listeners);
        let mut heard: Vec<OverheardWords> = by_hero.iter().flat_map(aside).collect();
        let hearers: Vec<Perceiver> = heard.iter().flat_map(|it| it.witnesses.clone()).collect();
        for one in listeners.iter().filter(|_| is_kept) {
            let witness = Perceiver::Npc(one.id.clone());
            let mut lines: Vec<String> = Vec::new();
            let aloud = by_hero.iter().filter(|it| one.hears_the_hero(it.words.trim()) && !it.said.aloud.is_empty());
            lines.extend(aloud.map(|it| format!("{}: “{}”", it.hero, it.said.aloud.join(" "))));
            if said.asides.is_empty() {
                lines.extend(one.hears(&self.record.narrative, &spoken, &listeners));
            } else if !hearers.contains(&witness) {
                let open = self.told_openly(said, &spoken, &hearers).into_iter().map(|it| it.text.to_owned());
                lines.extend(open.filter(|_| one.attendance == Attendance::Whole));
            }
            let text = within_limit(&lines.join(" "));
            match heard.iter_mut().find(|it| it.by.is_none() && it.text == text) {
                _ if text.is_empty() => {}
                Some(same) => same.witnesses.push(witness),
                None => {
                    heard.push(OverheardWords { manner: Channel::Narration, by: None, text, witnesses: vec![witness] })
                }
            }
        }
        heard
    }

    /// Whether the turn only recalled the past and took no time. Dialogue in its story was said earlier.
    fn only_looks_back(&self) -> bool {
        let took_time = self.record.changes.iter().any(|change| matches!(change, Change::TimePassed { .. }));
        !took_time && self.record.tool_calls.iter().any(|call| call.name == QuerySessionMemory::NAME)
    }

    /// The parts of a hero's asides, and of what was said in answer, that others hear.
    fn heard_aside(
        &self,
        hero: &str,
        said: &SplitMessage,
        answers: &[SpokenSentence],
        listeners: &[Bystander],
    ) -> Vec<OverheardWords> {
        let (_, present) = self.present();
        let mut heard = Vec::new();
        for aside in &said.asides {
            let witnesses = self.hearers(aside, listeners);
            let others = witnesses.iter().filter(|it| !matches!(it, Perceiver::Npc(id) if present.party.contains(id)));
            let others = others.cloned().collect();
            let (by, text) = (Some(hero.to_owned()), aside.text.clone());
            heard.push(OverheardWords { manner: Channel::Whisper, by, text, witnesses });
            let answer: Vec<&str> = answers.iter().map(|it| it.text).collect();
            let text = within_limit(&answer.join(" "));
            heard.push(OverheardWords { manner: Channel::Narration, by: None, text, witnesses: others });
        }
        heard.retain(|it| !it.text.is_empty() && !it.witnesses.is_empty());
        heard
    }

    /// The audience of an aside: named people, all but some, or the only one present.
    fn hearers(&self, aside: &PrivateWords, listeners: &[Bystander]) -> Vec<Perceiver> {
        let (all, present) = self.present();
        let party = all.iter().filter(|npc| npc.is_in_party && npc.is_here());
        let party: Vec<Bystander> = party.map(|npc| Bystander::new(npc, Attendance::Whole)).collect();
        let everybody: Vec<&Bystander> = listeners.iter().chain(&party).collect();
        let outside = folded_words(&outside_of_speech(&aside.text));
        match &aside.audience {
            Audience::Only(who) => who.clone(),
            Audience::AllBut(who) => {
                let npcs = everybody.iter().map(|one| Perceiver::Npc(one.id.clone()));
                let heroes = present.heroes.iter().filter(|id| *id != self.acting()).cloned().map(Perceiver::Hero);
                npcs.chain(heroes).filter(|it| !who.contains(it)).collect()
            }
            Audience::Stranger => Vec::new(),
            // Without a name, the listener is the only person present.
            Audience::Unnamed => match everybody.as_slice() {
                [one] if !one.is_named_in(&outside) && !frame(&aside.text, &[]).is_silent() => {
                    vec![Perceiver::Npc(one.id.clone())]
                }
                _ => Vec::new(),
            },
        }
    }

    /// The sentences of a story for those who didn't hear the hero's aside: public speech, and others' speech about other
    /// things.
    fn told_openly<'t, 's>(
        &self,
        said: &SplitMessage,
        spoken: &'s [SpokenSentence<'t>],
        hearers: &[Perceiver],
    ) -> Vec<&'s SpokenSentence<'t>> {
        let (all, _) = self.present();
        let is_named = |npc: &Npc, words: &[String]| Bystander::new(npc, Attendance::Whole).is_named_in(words);
        let is_anothers = |text: &str| {
            let words = folded_words(&outside_of_speech(text));
            let mut named = all.iter().filter(|npc| npc.is_here() && is_named(npc, &words)).peekable();
            named.peek().is_some() && named.all(|npc| !hearers.contains(&Perceiver::Npc(npc.id.clone())))
        };
        let secrets = self.words_of_asides(said);
        let is_open = |it: &&SpokenSentence| {
            it.is_aloud || !it.is_aside && is_anothers(it.text) && n_echoed(it.text, &secrets) == 0
        };
        spoken.iter().filter(is_open).collect()
    }

    /// The story without the hero's asides: their content, and sentences that echo it.
    fn without_asides(&self, said: &SplitMessage, hearers: &[Perceiver]) -> String {
        const MANY: usize = 2;
        let narrative = &self.record.narrative;
        let (spoken, secrets) = (spoken(narrative), self.words_of_asides(said));
        // A name or a password gives the secret away alone.
        let names: HashSet<String> = said.asides.iter().flat_map(|aside| capitalized(&aside.text)).collect();
        let names: Vec<String> = secrets.iter().filter(|word| names.contains(*word)).cloned().collect();
        let open: Vec<&str> = self.told_openly(said, &spoken, hearers).into_iter().map(|it| it.text).collect();
        let is_kept = |sentence: &&str| match spoken.iter().any(|it| it.text == *sentence) {
            true => open.contains(sentence),
            false => {
                let n_echoed = n_echoed(sentence, &secrets);
                let has_few = n_echoed < MANY.min(secrets.len()).max(1) && self::n_echoed(sentence, &names) == 0;
                has_few && (n_echoed == 0 || !frame(sentence, &[]).is_aside())
            }
        };
        let paragraphs =
            narrative.lines().map(|text| sentences(text).into_iter().filter(is_kept).collect::<Vec<_>>().join(" "));
        paragraphs.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// What each of the party perceived of the story of a turn with asides: those who heard all of them the whole, others the rest.
    pub(super) fn story_for_party(&self, before: &Game, said: &SplitMessage) -> Vec<(String, Vec<NpcId>)> {
        let (_, present) = self.present();
        let listeners = self.bystanders(before);
        let hearers: Vec<Vec<Perceiver>> = said.asides.iter().map(|aside| self.hearers(aside, &listeners)).collect();
        let has_heard = |id: &&NpcId| hearers.iter().all(|all| all.contains(&Perceiver::Npc((*id).clone())));
        let (whole, rest): (Vec<&NpcId>, Vec<&NpcId>) = present.party.iter().partition(has_heard);
        let own = |ids: Vec<&NpcId>| ids.into_iter().cloned().collect();
        let open = if rest.is_empty() { String::new() } else { self.without_asides(said, &hearers.concat()) };
        let parts: [(String, Vec<NpcId>); 2] = [(self.record.narrative.clone(), own(whole)), (open, own(rest))];
        parts.into_iter().filter(|(_, ids)| !ids.is_empty()).collect()
    }

    /// The content words of the hero's asides, without names and manner of speaking.
    fn words_of_asides(&self, said: &SplitMessage) -> Vec<String> {
        let (all, _) = self.present();
        let names: Vec<String> = all.iter().flat_map(|npc| names_of(&npc.name)).collect();
        let common: Vec<&str> = ["common", "says", "whispers"].into_iter().flat_map(|it| list(SPEAKING, it)).collect();
        let words = said.asides.iter().flat_map(|aside| folded_words(&aside.text));
        let tells = |word: &String| {
            word.chars().count() >= MIN_ECHO && !names.contains(word) && !common.contains(&word.as_str())
        };
        let mut words: Vec<String> = words.filter(tells).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// People who were in the scene for some of the turn and are neither in the party nor enemies.
    fn bystanders(&self, before: &Game) -> Vec<Bystander> {
        let package = self.campaign().ok();
        let is_enemy = |npc: &Npc| {
            let mut bodies = self.game().creatures.iter().filter(|one| npc.ids.contains(&one.id));
            bodies.any(|one| one.disposition == Disposition::Hostile)
        };
        let may_hear = |npc: &Npc| npc.is_here() && !npc.is_in_party && !is_enemy(npc);
        let then: Vec<Npc> = everybody(before, package.as_deref(), "").into_iter().filter(may_hear).collect();
        let now: Vec<Npc> = everybody(self.game(), package.as_deref(), "").into_iter().filter(may_hear).collect();
        let moved = before.story.current_location != self.game().story.current_location;
        let is_in = |all: &[Npc], npc: &Npc| all.iter().any(|one| one.id == npc.id);
        let is_in_party = |npc: &Npc| self.game().companions().any(|one| npc.ids.contains(&one.id));
        let gone = then.iter().filter(|npc| !is_in(&now, npc) && !is_in_party(npc));
        let gone = gone.map(|npc| Bystander::new(npc, Attendance::Beginning));
        let here = now.iter().map(|npc| match is_in(&then, npc) && !moved {
            true => Bystander::new(npc, Attendance::Whole),
            false => Bystander::new(npc, Attendance::End),
        });
        here.chain(gone).collect()
    }
}

impl Bystander {
    fn new(npc: &Npc, attendance: Attendance) -> Self {
        Self { id: npc.id.clone(), names: names_of(&npc.name), attendance }
    }

    /// The places of folded words that are a part of their name.
    fn places_in(&self, words: &[String]) -> Vec<usize> {
        let is_name = |word: &String| {
            let word = word.strip_suffix("'s").unwrap_or(word);
            self.names.iter().any(|name| name == word)
        };
        (0..words.len()).filter(|at| is_name(&words[*at])).collect()
    }

    /// Whether folded words have a part of their name.
    fn is_named_in(&self, words: &[String]) -> bool {
        !self.places_in(words).is_empty()
    }

    /// Whether words say that they are to hear nothing.
    fn is_to_miss(&self, words: &[String]) -> bool {
        self.places_in(words).into_iter().any(|at| {
            let before = at.checked_sub(1).map(|at| words[at].as_str());
            let mut behind = words.iter().skip(at + 1).take(NEAR);
            before.is_some_and(|word| PAST.contains(&word)) || behind.any(|word| UNHEARD.contains(&word.as_str()))
        })
    }

    /// Whether it is addressed to them by words for several people.
    fn is_spoken_to(&self, words: &[String]) -> bool {
        let is_to = |at: usize| at.checked_sub(1).is_some_and(|at| TO.contains(&words[at].as_str()));
        self.places_in(words).into_iter().any(is_to) && !self.is_to_miss(words)
    }

    /// Whether they heard the hero, who spoke before the story.
    fn hears_the_hero(&self, words: &str) -> bool {
        self.attendance == Attendance::Whole || self.is_named_in(&folded_words(words))
    }

    /// The parts of a story that they heard. Those present for a part heard the speech in paragraphs that name them; newcomers
    /// all speech after their arrival.
    fn hears(&self, narrative: &str, spoken: &[SpokenSentence], all: &[Bystander]) -> Vec<String> {
        let paragraphs: Vec<Vec<String>> =
            narrative.lines().map(|paragraph| folded_words(&outside_of_speech(paragraph))).collect();
        let names_them = |at: usize| paragraphs.get(at).is_some_and(|words| self.is_named_in(words));
        let first = (0..paragraphs.len()).find(|at| names_them(*at));
        let is_there = |it: &&SpokenSentence| match self.attendance {
            Attendance::Whole => true,
            Attendance::End => first.is_some_and(|first| it.paragraph >= first),
            Attendance::Beginning => names_them(it.paragraph),
        };
        let is_meant = |it: &&SpokenSentence| !it.is_aside || self.takes_part_in(it, narrative, all);
        spoken.iter().filter(is_there).filter(is_meant).map(|it| it.text.to_owned()).collect()
    }

    /// Whether private speech involves them: the sentence names them first or after “to”; or it names no one, and the paragraph
    /// names only them.
    fn takes_part_in(&self, spoken: &SpokenSentence, narrative: &str, all: &[Bystander]) -> bool {
        let own = folded_words(&outside_of_speech(spoken.text));
        let first = all.iter().filter_map(|one| one.places_in(&own).first().copied()).min();
        if let Some(first) = first {
            let is_theirs = self.places_in(&own).first() == Some(&first);
            return (is_theirs && !self.is_to_miss(&own)) || self.is_spoken_to(&own);
        }
        let paragraph = narrative.lines().nth(spoken.paragraph).unwrap_or_default();
        let words = folded_words(&outside_of_speech(paragraph));
        let named: Vec<&Bystander> = all.iter().filter(|one| one.is_named_in(&words)).collect();
        matches!(named.as_slice(), [one] if one.id == self.id)
    }
}

/// The folded words with a capital letter inside sentences.
fn capitalized(text: &str) -> impl Iterator<Item = String> {
    let words = sentences(text).into_iter().flat_map(|sentence| sentence.split_whitespace().skip(1));
    let is_capitalized =
        |word: &&str| word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_uppercase);
    words.filter(is_capitalized).flat_map(folded_words)
}

/// How many of some words a text has.
fn n_echoed(text: &str, words: &[String]) -> usize {
    let own = folded_words(text);
    words.iter().filter(|word| own.contains(word)).count()
}

/// The sentences of a story that contain speech. Speech alone is interpreted by the sentence before it.
fn spoken(narrative: &str) -> Vec<SpokenSentence<'_>> {
    let mut found = Vec::new();
    // The last sentence beyond speech, and its interpretation: computed only if there is speech.
    let mut around = "";
    let mut made: Option<(bool, bool, bool)> = None;
    for (paragraph, text) in narrative.lines().enumerate() {
        for sentence in sentences(text) {
            if !is_speech(sentence) {
                (around, made) = (sentence, None);
            }
            if !has_speech(sentence) {
                continue;
            }
            let (is_silent, is_aside, is_aloud) = *made.get_or_insert_with(|| {
                let frame = frame(around, &[]);
                (frame.is_silent(), frame.is_aside(), frame.is_aloud())
            });
            if !is_silent {
                found.push(SpokenSentence { text: sentence, paragraph, is_aside, is_aloud });
            }
        }
    }
    found
}

fn folded_words(text: &str) -> Vec<String> {
    let text = fold(text).replace('’', "'");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The distinguishing folded words of a name.
fn names_of(name: &str) -> Vec<String> {
    folded_words(name).into_iter().filter(|word| word.chars().count() > 1 && is_name_word(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(narrative: &str) -> Vec<&str> {
        spoken(narrative).into_iter().map(|it| it.text).collect()
    }

    #[test]
    fn what_is_said_aloud_is_heard_and_what_is_read_or_thought_is_not() {
        assert_eq!(texts("Rain. “My sister is gone,” she says. You nod."), ["“My sister is gone,” she says."]);
        for narrative in [
            "The letter says: “The abbot is a fraud.”",
            "You unfold the letter. “The abbot is a fraud.”",
            "“The abbot is a fraud,” you think.",
            "You say to yourself: “The abbot is a fraud.”",
        ] {
            assert!(texts(narrative).is_empty(), "{narrative}");
        }
        let aside = spoken("Odo leans over. “Meet me at nine,” he whispers.");
        assert!(aside.len() == 1 && aside[0].is_aside);
    }

    #[test]
    fn an_aside_is_for_whom_it_is_said_to() {
        let listener =
            |name: &str| Bystander { id: NpcId::from(name), names: names_of(name), attendance: Attendance::Whole };
        let all = [listener("Odo"), listener("Berrin Holt")];
        let hear = |narrative: &str| -> Vec<String> {
            let spoken = spoken(narrative);
            let hears = |one: &&Bystander| !one.hears(narrative, &spoken, &all).is_empty();
            all.iter().filter(hears).map(|one| one.id.to_string()).collect()
        };
        assert_eq!(hear("Odo whispers to Berrin: “Go.”"), ["Odo", "Berrin Holt"]);
        assert_eq!(hear("Odo whispers something about Berrin: “She is a thief.”"), ["Odo"]);
        assert_eq!(hear("Odo leans over. “She is a thief,” he whispers."), ["Odo"]);
        assert_eq!(hear("Odo looks at Berrin. “She is a thief,” he whispers."), [""; 0]);
        assert_eq!(hear("“Go,” says Odo."), ["Odo", "Berrin Holt"]);
    }
}
