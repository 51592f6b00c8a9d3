//! Sessions in other languages than English: what the server's own rules read, and what the server itself writes.
//!
//! The judge's gate, the tool suggestions, the list of asides and the narration check's reasons read English words. In such a
//! session the utility model reads the player's words for all of them in one call before the turn. The sentences that no model
//! tells, such as the blows of a fight and notices, are translated in one call before they are told. Each call has a short
//! timeout; without an answer the turn goes on, and its trace says what was off.

use std::sync::LazyLock;

use game::{knowledge::Perceiver, language_tag::LanguageTag, wording::cut};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::store::{InterpretationTrace, Unexplained};

use super::{
    agents::INTERPRETER,
    draft::Draft,
    integrity::Kind,
    models::Provider,
    npc::{self, Aside, Audience, Said},
    prompt::plain,
    redaction::redacted,
    single_shot::{self, HelperReply, HelperRequest, patience},
};

const INSTRUCTIONS: &str = include_str!("interpreter.md");
const TRANSLATE: &str = include_str!("translator.md");
/// The most tokens of an answer, thinking included.
const MAX_TOKENS: u32 = 2_048;
/// The most characters of a player's words that are read.
const MAX_WORDS: usize = 3_000;
/// How much longer than the original a translated line may be: as a factor, and in characters.
const LONGER: (usize, usize) = (3, 60);
/// The code and the text of the notice in sessions that are not in English, without a model.
const ENGLISH_ONLY: &str = "english_only";
pub const SPEAKS_ENGLISH_ONLY: &str =
    "The built-in storyteller speaks English only. Other languages need a model; see ANTHROPIC_API_KEY.";
/// Why nothing is read or translated where the built-in storyteller plays.
const NO_MODEL: &str = "the built-in storyteller plays, and there is no utility model";

/// A player's words as the utility model read them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Interpretation {
    /// The words in English.
    english: String,
    /// Whether the hero tries something that dice should decide.
    is_contested: bool,
    is_whispered: bool,
    /// The numbers of those whom a whisper is for.
    whispered_to: Vec<usize>,
    /// What the turn has to record.
    due: Vec<Kind>,
}

/// What the server itself tells the player, held back until it is translated.
#[derive(Debug)]
pub(super) enum OwnLine {
    /// A paragraph.
    Text(String),
    /// What goes on in the current paragraph.
    Here(String),
    /// The player's message of a turn that was played by a button.
    Message(String),
    Notice {
        code: String,
        message: String,
        untruths: Vec<Unexplained>,
    },
}

impl OwnLine {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Here(text) | Self::Message(text) | Self::Notice { message: text, .. } => text,
        }
    }
}

impl Draft {
    /// The language the session is told in, if one was chosen; that of its campaign for sessions stored before there was a choice.
    pub(super) fn language(&self) -> Option<LanguageTag> {
        self.game()
            .language
            .clone()
            .or_else(|| self.campaign().ok().and_then(|package| super::plot::language(&package)))
    }

    /// The language, if it is one that the server's own rules can't read.
    pub(super) fn foreign_language(&self) -> Option<LanguageTag> {
        self.language().filter(|language| !language.is_english())
    }

    /// Prepares the turn for its language: from now on the server's own sentences wait for their translation.
    pub(super) fn settle_language(&mut self) {
        let Some(language) = self.foreign_language() else { return };
        let trace = InterpretationTrace { language: language.to_string(), ..InterpretationTrace::default() };
        match self.models.provider {
            Provider::Storyteller => {
                self.interpretation_trace = Some(InterpretationTrace { off: Some(NO_MODEL.to_owned()), ..trace });
                self.note_interpretation();
            }
            Provider::Anthropic => {
                self.interpretation_trace = Some(trace);
                self.own_lines = Some(Vec::new());
            }
        }
    }

    /// Has the player's words read by the utility model, if the session is in another language than English and there is one.
    pub(super) async fn interpret(&mut self, words: &str) {
        if self.own_lines.is_none() {
            return;
        }
        let listeners = self.listeners();
        let answer = self.ask_interpreter(&listeners, words).await;
        let Some(trace) = &mut self.interpretation_trace else { return };
        match answer {
            Ok(it) => {
                trace.english = Some(redacted(&it.english));
                trace.is_contested = Some(it.is_contested);
                let name = |n: &usize| listeners.get(n.checked_sub(1)?).map(|one| one.full_name().to_owned());
                trace.whispered_to = it.is_whispered.then(|| it.whispered_to.iter().filter_map(name).collect());
                trace.due = it.due.iter().map(|kind| kind.as_str().to_owned()).collect();
                self.interpretation = Some(it);
            }
            Err(why) => trace.off = Some(why),
        }
        self.note_interpretation();
    }

    async fn ask_interpreter(&mut self, listeners: &[npc::Listener], words: &str) -> Result<Interpretation, String> {
        static SCHEMA: LazyLock<Value> = LazyLock::new(schema);
        let here = (1..).zip(listeners).map(|(n, one)| format!("{n}. {}\n", plain(one.full_name())));
        let words = cut(words, MAX_WORDS).replace("[/words]", "(/words)");
        let words = format!("[here]\n{}[/here]\n[words]\n{words}\n[/words]", here.collect::<String>());
        let answer: Interpretation = self.ask_in_short(INSTRUCTIONS, words, SCHEMA.clone()).await?;
        match answer.english.trim().is_empty() {
            true => Err("the answer has no English words".to_owned()),
            false => Ok(answer),
        }
    }

    async fn ask_in_short<T: serde::de::DeserializeOwned>(
        &mut self,
        instructions: &str,
        words: String,
        schema: Value,
    ) -> Result<T, String> {
        let instructions = instructions.trim_end();
        let request =
            HelperRequest { instructions, max_tokens: MAX_TOKENS, words, schema, patience: patience::INTERPRETER };
        let models = self.models_for(INTERPRETER, &[]);
        let HelperReply { text, spent } = single_shot::ask(&models, request).await;
        if let Some((model, tokens)) = spent {
            self.count(INTERPRETER, &model, &tokens);
        }
        let answer = single_shot::object(&text.map_err(str::to_owned)?);
        answer.ok_or_else(|| "the answer was not what was asked for".to_owned())
    }

    /// The words as rules can read them that read English.
    pub(super) fn in_english<'w>(&'w self, words: &'w str) -> &'w str {
        self.interpretation.as_ref().map_or(words, |it| it.english.as_str())
    }

    /// Whether the utility model found the words contested; `None` if it did not read them.
    pub(super) fn was_found_contested(&self) -> Option<bool> {
        self.interpretation.as_ref().map(|it| it.is_contested)
    }

    /// What the utility model says the words make due.
    pub(super) fn found_due(&self) -> &[Kind] {
        self.interpretation.as_ref().map(|it| it.due.as_slice()).unwrap_or_default()
    }

    /// What is said aloud and what is said aside by some words, and to whom.
    pub(super) fn said(&self, words: &str) -> Said {
        let listeners = self.listeners();
        let Some(it) = &self.interpretation else { return npc::said(words, &listeners) };
        let text = words.trim().to_owned();
        if !it.is_whispered {
            return Said { aloud: vec![text], asides: Vec::new() };
        }
        let who = |n: &usize| listeners.get(n.checked_sub(1)?).map(|one| one.who().clone());
        let mut to: Vec<Perceiver> = Vec::new();
        for one in it.whispered_to.iter().filter_map(who) {
            if !to.contains(&one) {
                to.push(one);
            }
        }
        let audience = if to.is_empty() { Audience::Unnamed } else { Audience::Only(to) };
        Said { aloud: Vec::new(), asides: vec![Aside { text, audience }] }
    }

    /// Tells the player a sentence of the server's own, in a paragraph of its own unless it is the first.
    pub(super) fn say_own(&mut self, text: &str) {
        match &mut self.own_lines {
            Some(lines) => lines.push(OwnLine::Text(text.to_owned())),
            None => self.say_paragraph(text),
        }
    }

    fn say_paragraph(&mut self, text: &str) {
        let between = if self.record.narrative.is_empty() { "" } else { "\n\n" };
        self.say(&format!("{between}{text}"));
    }

    /// The same of a sentence that goes on in the current paragraph.
    pub(super) fn say_own_here(&mut self, text: &str) {
        match &mut self.own_lines {
            Some(lines) => lines.push(OwnLine::Here(text.to_owned())),
            None => self.say(text),
        }
    }

    /// Has the message of a button translated, if the session is told in another language than English.
    pub(super) fn message_of_button(&mut self, message: &str) {
        if let Some(lines) = &mut self.own_lines {
            lines.push(OwnLine::Message(message.to_owned()));
        }
    }

    /// Tells a text of the campaign, which is translated if the session is told in another language.
    pub(super) fn say_of_campaign(&mut self, text: &str) {
        match self.speaks_as_the_campaign() {
            true => self.say_paragraph(text),
            false => self.say_own(text),
        }
    }

    /// Whether the campaign is written in the language the story is told in.
    pub(super) fn speaks_as_the_campaign(&self) -> bool {
        let own = self.campaign().ok().and_then(|package| super::plot::language(&package));
        own.map(|own| own.primary()) == self.foreign_language().map(|it| it.primary())
    }

    /// Says that the built-in storyteller speaks English only, in a session that was begun in another language.
    pub(super) fn say_what_language_is_spoken(&mut self) {
        if self.models.provider == Provider::Storyteller && self.foreign_language().is_some() {
            self.notice(ENGLISH_ONLY, SPEAKS_ENGLISH_ONLY);
        }
    }

    /// Tells what was held back to be translated, in its order.
    pub(super) async fn tell_own_lines(&mut self) {
        let Some(lines) = self.own_lines.as_mut().map(std::mem::take) else { return };
        if lines.is_empty() {
            return;
        }
        let Some(language) = self.foreign_language() else { return };
        let translated = self.translated(&language, &lines).await;
        // What is said below goes to the player at once.
        self.own_lines = None;
        for (line, text) in lines.iter().zip(translated) {
            let text = text.as_deref().unwrap_or(line.text());
            match line {
                OwnLine::Text(_) => self.say_own(text),
                OwnLine::Here(_) => self.say(text),
                OwnLine::Message(_) => self.record.message = Some(text.to_owned()),
                OwnLine::Notice { code, untruths, .. } => self.notice_of(code, text, untruths.clone()),
            }
        }
        self.own_lines = Some(Vec::new());
    }

    /// The lines in the language, as far as the translation is to be believed.
    async fn translated(&mut self, language: &LanguageTag, lines: &[OwnLine]) -> Vec<Option<String>> {
        #[derive(Deserialize)]
        struct Answer {
            lines: Vec<String>,
        }
        let texts: Vec<&str> = lines.iter().map(OwnLine::text).collect();
        let words = json!({"language": language, "lines": texts}).to_string();
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {"lines": {"type": "array", "items": {"type": "string"}}},
            "required": ["lines"],
        });
        let answer: Result<Answer, String> = self.ask_in_short(TRANSLATE, words, schema).await;
        let answer = answer.and_then(|answer| match answer.lines.len() == texts.len() {
            true => Ok(answer.lines),
            false => Err("the answer has another number of lines".to_owned()),
        });
        let (told, why) = match answer {
            Ok(told) => {
                let pairs = told.into_iter().zip(&texts);
                let told: Vec<Option<String>> =
                    pairs.map(|(told, text)| is_faithful(&told, text).then(|| told.trim().to_owned())).collect();
                let is_whole = told.iter().all(Option::is_some);
                (told, (!is_whole).then(|| "a translation has other numbers, or is empty or too long".to_owned()))
            }
            Err(why) => (vec![None; texts.len()], Some(why)),
        };
        if let (Some(trace), Some(why)) = (&mut self.interpretation_trace, why) {
            trace.left_in_english = Some(why);
            self.note_interpretation();
        }
        told
    }
}

/// Whether a translation may stand for a line: of a likely length, and with the same numbers.
fn is_faithful(told: &str, line: &str) -> bool {
    let numbers = |text: &str| {
        let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let mut all: Vec<String> = digits.map(str::to_owned).collect();
        all.sort_unstable();
        all
    };
    let most = line.chars().count() * LONGER.0 + LONGER.1;
    !told.trim().is_empty() && told.chars().count() <= most && numbers(told) == numbers(line)
}

/// What the answer about a player's words looks like.
fn schema() -> Value {
    let kinds = Kind::REVIEWED.map(|kind| kind.as_str());
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "english": {"type": "string"},
            "is_contested": {"type": "boolean"},
            "is_whispered": {"type": "boolean"},
            "whispered_to": {"type": "array", "items": {"type": "integer"}},
            "due": {"type": "array", "items": {"type": "string", "enum": kinds}},
        },
        "required": ["english", "is_contested", "is_whispered", "whispered_to", "due"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_keeps_every_number() {
        let line = "You hit the wolf with your mace for 7 damage.";
        assert!(is_faithful("Du triffst den Wolf mit deinem Streitkolben für 7 Schaden.", line));
        for other in ["", "Du triffst den Wolf für 8 Schaden.", "Du triffst den Wolf.", "7, 7"] {
            assert!(!is_faithful(other, line), "{other}");
        }
        assert!(!is_faithful(&"7 ".repeat(200), line));
    }
}
