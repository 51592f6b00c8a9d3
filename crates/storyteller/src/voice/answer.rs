//! An NPC's answer.

use crate::words::voice::answer::{ADVICE, BEASTS, GIVES, GREETINGS, LIGHT, RECALLING};
use serde_json::{Value, json};

use crate::{
    chance::hash_all,
    intent::is_question,
    matching::{significant, word_alike},
    phrases::voice as lines,
    play::Call,
    prose::Prose,
    reading::Reading,
};

use super::persona::{Heard, Persona};

/// An answer in the making.
struct Talk<'a> {
    persona: &'a Persona,
    /// The hero's words without those they were called by, in lower case.
    words: String,
    prose: Prose,
}

/// What someone says, and which tools they call.
pub(crate) fn answer(reading: &Reading, persona: &Persona) -> (String, Vec<Call>) {
    let words = bare(&reading.words, persona);
    let n = persona.memories.len().to_string();
    let seed = hash_all(&[&persona.name, &reading.words, &n, &persona.time]);
    let prose = Prose::after(&persona.own_words(), seed);
    let mut talk = Talk { persona, words, prose };
    if let Some((name, input)) = talk.deed() {
        let id = "call_1".to_owned();
        match reading.answers.get(&id).map(|answer| answer.is_error) {
            None if reading.tools.contains(name) => return (String::new(), vec![Call { id, name, input }]),
            None => talk.speak(),
            Some(failed) => talk.tell_deed(failed),
        }
    } else {
        talk.speak();
    }
    (talk.prose.text().to_owned(), Vec::new())
}

/// Words without the names they call.
fn bare(words: &str, persona: &Persona) -> String {
    let own = significant(&persona.name);
    let mut rest = String::new();
    let mut called = false;
    for word in words.replace('’', "'").split_whitespace() {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let of_name = called && own.contains(&plain);
        called = word.starts_with('@') || of_name;
        if !called {
            rest.push_str(&word.to_lowercase());
            rest.push(' ');
        }
    }
    rest.trim().to_owned()
}

impl Talk<'_> {
    fn say(&mut self, stock: &[&str], more: &[(&str, &str)]) {
        let persona = self.persona;
        let wish = persona.wants.first().map_or("to be left in peace", String::as_str);
        let named = match self.prose.text().is_empty() {
            true => persona.name.as_str(),
            false => persona.first_name(),
        };
        let quest = persona.quests.first().map(String::as_str).unwrap_or_default();
        let slots: Vec<(&str, &str)> = more
            .iter()
            .copied()
            .chain([
                ("name", named),
                ("hero", persona.hero.as_str()),
                ("wish", wish),
                ("place", persona.place.as_str()),
                ("quest", quest),
            ])
            .collect();
        self.prose.say(stock, &slots);
    }

    fn has(&self, words: &[&str]) -> bool {
        let spaced = format!(" {} ", self.words.replace(|c: char| !c.is_alphanumeric() && c != '\'', " "));
        let spaced = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
        let spaced = format!(" {spaced} ");
        words.iter().any(|word| spaced.contains(&format!(" {word} ")))
    }

    /// What they do with their hands because of these words, as a call.
    fn deed(&self) -> Option<(&'static str, Value)> {
        let persona = self.persona;
        if let Some(gold) = self.paid() {
            return Some(("update_game_state", json!({"gold_delta": -gold})));
        }
        if let Some(thing) = self.handed() {
            return Some(("update_game_state", json!({"items_lost": [thing]})));
        }
        let promises =
            ["i promise", "i swear", "you have my word", "i give you my word", "i'll help you", "i will help you"];
        if self.has(&promises) && !is_question(&self.words) {
            let event = format!("{} promised {}: {}", persona.hero, persona.name, self.words);
            return Some(("update_game_state", json!({"important_event": event})));
        }
        None
    }

    /// Gold pieces these words put into someone's hand.
    fn paid(&self) -> Option<f64> {
        let pays = self.has(&["here's", "here is", "here are", "i pay", "i give you", "take these", "i hand you"]);
        let words: Vec<&str> =
            self.words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let sum = words.windows(2).find_map(|pair| {
            let n: f64 = pair[0].parse().ok()?;
            let worth = match pair[1] {
                "gold" | "gp" => 1.0,
                "silver" | "sp" => 0.1,
                "copper" | "cp" => 0.01,
                _ => return None,
            };
            Some(n * worth)
        })?;
        (pays && !is_question(&self.words) && sum > 0.0 && sum < 100_000.0).then_some(sum)
    }

    /// The thing these words put into someone's hand.
    fn handed(&self) -> Option<String> {
        if is_question(&self.words) || self.has(&["my word", "a chance", "my hand", "the truth", "my thanks"]) {
            return None;
        }
        let after = GIVES.iter().find_map(|start| self.words.split_once(start).map(|(_, after)| after))?;
        let thing = after.split([',', '.', '!', ';', '*', '"', '”']).next()?;
        let thing = thing.split(" for ").next()?.trim_end_matches(" to you").trim();
        (!thing.is_empty() && thing.split(' ').count() <= 4).then(|| thing.to_owned())
    }

    /// Tells what came of what passed from hand to hand.
    fn tell_deed(&mut self, failed: bool) {
        let thing = self.handed().unwrap_or_default();
        match (failed, self.paid().is_some(), thing.is_empty()) {
            (true, ..) => self.say(lines::EMPTY_HANDS, &[]),
            (_, true, _) => self.say(lines::TAKES_COINS, &[]),
            (_, _, false) => self.say(lines::TAKES_THING, &[("thing", &thing)]),
            _ => self.say(lines::HEARS_PROMISE, &[]),
        }
    }

    /// Words alone.
    fn speak(&mut self) {
        let persona = self.persona;
        if !persona.says_now.is_empty() {
            return persona.says_now.iter().for_each(|text| self.prose.push(text));
        }
        if is_beast(&persona.name) {
            return self.say(lines::BEAST, &[]);
        }
        let asked: Vec<String> = significant(&self.words).into_iter().filter(|word| weighs(word)).collect();
        if let Some(says) = self.topic(&asked) {
            if persona.own_words().iter().any(|said| said.contains(&says) || says.contains(said.as_str())) {
                self.say(lines::SAYS_AGAIN, &[]);
            }
            return self.prose.push(&says);
        }
        if touches(&persona.secrets, &asked) {
            return self.say(lines::DODGES, &[]);
        }
        if persona.is_hostile && !self.has(&["peace", "truce", "sorry", "mercy"]) {
            return self.say(lines::HOSTILE, &[]);
        }
        if let Some(stock) = self.plain_answer() {
            return self.say(stock, &[]);
        }
        if let Some(heard) = persona.recalls(&asked).cloned() {
            return self.recall(&heard);
        }
        if self.has(RECALLING) {
            let told = |it: &&Heard| it.by != persona.name && !it.text.ends_with('?') && !it.is_hearsay();
            return match persona.memories.iter().rev().find(told).cloned() {
                Some(heard) => self.recall(&heard),
                None => self.say(lines::NOTHING_TO_RECALL, &[]),
            };
        }
        let asks_advice = persona.in_party && self.has(ADVICE);
        match () {
            () if self.has(GREETINGS) || self.words.is_empty() => self.greet(),
            () if asks_advice => self.say(lines::COUNSELS, &[]),
            () if is_question(&self.words) || self.words.ends_with('?') => self.say(lines::DOES_NOT_KNOW, &[]),
            () => self.say(lines::HEARS_OUT, &[]),
        }
    }

    /// Answers to common topics: quests, wares, the place, thanks.
    fn plain_answer(&self) -> Option<&'static [&'static str]> {
        let persona = self.persona;
        const SMALL: [(&[&str], &[&str]); 9] = [
            (&["sorry", "apologise", "apologize", "forgive me", "my apologies"], lines::FORGIVES),
            (&["thank you", "thanks", "grateful"], lines::THANKED),
            (&["goodbye", "farewell", "bye", "good night", "see you", "until then"], lines::FAREWELL),
            (&["fool", "liar", "coward", "idiot", "pig", "shut up", "damn you"], lines::INSULTED),
            (&["who are you", "your name", "about yourself", "what do you do"], lines::OF_ONESELF),
            (&["how are you", "are you well", "are you all right", "how do you feel"], lines::HOW_ONE_IS),
            (
                &["what do you want", "what do you need", "can i help", "help you", "troubles you", "your wish"],
                lines::OF_WISHES,
            ),
            (&["leave us", "go away", "go home", "step outside"], lines::STAYS_PUT),
            (&["come with us", "join us", "travel with us", "come along"], lines::ASKED_ALONG),
        ];
        let of_quest = ["ask of me", "ask me", "ask of us", "quest", "errand", "remind me", "task"];
        if !persona.quests.is_empty() && self.has(&of_quest) {
            return Some(lines::OF_QUEST);
        }
        if self.has(&["buy", "sell", "price", "how much", "wares", "for sale", "trade"]) {
            return Some(if persona.role == "merchant" { lines::TRADES } else { lines::SELLS_NOTHING });
        }
        if !persona.place.is_empty() && self.has(&["where are we", "where am i", "this place", "what is here"]) {
            return Some(lines::OF_PLACE);
        }
        SMALL.iter().find(|(signs, _)| self.has(signs)).map(|(_, stock)| *stock)
    }

    fn greet(&mut self) {
        let (looks, known) = (self.persona.looks.clone(), !self.persona.own_words().is_empty());
        match known {
            true => self.say(lines::GREETS_AGAIN, &[]),
            false => self.say(lines::GREETS, &[]),
        }
        if !known && !looks.is_empty() && looks.len() < 160 {
            self.prose.push(&ended(&looks));
        }
        if !self.persona.wants.is_empty() && !known {
            self.say(lines::HINTS_AT_WISH, &[]);
        }
    }

    /// Says what they remember, as far as the listener may hear it.
    fn recall(&mut self, heard: &Heard) {
        let others = self.persona.here.iter().any(|name| !name.is_empty());
        let is_told = heard.by.is_empty() || heard.by == self.persona.hero;
        let text = if is_told { unquoted(&heard.text) } else { unquoted(&heard.spoken()) };
        let slots = [("by", heard.by.as_str()), ("at", heard.at.as_str()), ("text", text.as_str())];
        match () {
            // What was for their ears alone is not said across a room.
            () if heard.is_aside && heard.by != self.persona.hero && others => self.say(lines::NOT_ALOUD, &[]),
            () if heard.by.is_empty() => self.say(lines::RECALLS_WHAT_WAS, &slots),
            () if heard.by == self.persona.hero => self.say(lines::RECALLS_YOUR_WORDS, &slots),
            () => self.say(lines::RECALLS_WORDS, &slots),
        }
    }

    /// What they can tell of what these words ask for.
    fn topic(&self, asked: &[String]) -> Option<String> {
        let asks = |about: &str| {
            about.split(", ").any(|word| {
                (word.contains(' ') && self.words.contains(word))
                    || asked.iter().any(|said| word_alike(&word.to_lowercase(), said))
            })
        };
        self.persona.topics.iter().find(|(about, _)| asks(about)).map(|(_, says)| says.clone())
    }
}

/// Whether words touch on any of these texts, by two words of weight or one that is rare.
fn touches(texts: &[String], asked: &[String]) -> bool {
    let n = |text: &String| {
        let words = significant(text);
        asked.iter().filter(|said| words.iter().any(|word| word_alike(word, said))).map(String::len).sum::<usize>()
    };
    texts.iter().any(|text| n(text) >= 6)
}

/// Words that ask, and are not asked about.
fn weighs(word: &str) -> bool {
    word.len() > 2 && !LIGHT.contains(&word)
}

fn is_beast(name: &str) -> bool {
    significant(name).iter().any(|word| BEASTS.contains(&word.as_str()))
}

/// A text in the form for the inside of direct speech.
fn unquoted(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '“', '”']).trim_end_matches(['.', '!', '?', '…', ' ']);
    text.replace(['“', '”', '"'], "’")
}

/// A text with a full stop.
fn ended(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?', '…', '”']) { text.to_owned() } else { format!("{text}.") }
}
