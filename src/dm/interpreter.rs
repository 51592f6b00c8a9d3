//! Translates for sessions in other languages: players' messages for the server's English rules, and the server's sentences for players.
//!
//! The judge's gate, the tool suggestions, the list of asides and the narration check's reasons read English words. In a session
//! of another language the utility model reads the player's words for all of them in one call before the turn. In any other
//! session it is asked one thing, after the narration: who hears the words, where the frames leave that open
//! ([`npc::doubt`]). The sentences that no model tells, such as the blows of a fight and notices, are translated in one call
//! before they are narrated. Each call has a short timeout; without an answer the turn goes on, and its trace says what was off.

use std::sync::LazyLock;

use game::{knowledge::Perceiver, language_tag::LanguageTag, turn::Exchange, wording::cut};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::store::{InterpretationTrace, Unexplained};

use super::{
    agents::INTERPRETER,
    conclusion::BY_RULES,
    draft::Draft,
    models::Provider,
    narration_check::ClaimKind,
    npc::{self, Audience, PrivateWords, SplitMessage},
    one_shot_completion::{self, HelperReply, HelperRequest, patience},
    prompt::plain,
    redaction::redacted,
};

const INSTRUCTIONS: &str = concat!(include_str!("interpreter.md"), include_str!("whispered.md"));
const WHO_HEARS: &str = concat!(include_str!("who_hears.md"), include_str!("whispered.md"));
const TRANSLATE: &str = include_str!("translator.md");
/// The most tokens of an answer, thinking included.
const MAX_TOKENS: u32 = 2_048;
/// The most characters of a player's words that are read.
const MAX_WORDS: usize = 3_000;
/// How many earlier exchanges are shown, and the most characters of the words and of the end of the story of each.
const EARLIER: (usize, usize, usize) = (2, 300, 400);
/// How much longer than the original a translated line may be: as a factor, and in characters.
const LONGER: (usize, usize) = (3, 60);
/// The code and the text of the notice in sessions that are not in English, without a model.
const ENGLISH_ONLY: &str = "english_only";
pub const SPEAKS_ENGLISH_ONLY: &str =
    "The built-in storyteller speaks English only. Other languages need a model; see ANTHROPIC_API_KEY.";
/// Why nothing is read or translated where the built-in storyteller plays.
const NO_MODEL: &str = "the built-in storyteller plays, and there is no utility model";

/// A player's words as the utility model read them.
#[derive(Debug)]
pub(super) struct Interpretation {
    /// The words in English.
    english: String,
    /// Whether the hero tries something that dice should decide.
    is_contested: bool,
    /// The listeners of the words; `None` if they are for everybody.
    whispered_to: Option<Vec<Perceiver>>,
    /// Events that the message implies.
    due: Vec<ClaimKind>,
}

/// The utility model's answer about words in another language than English.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InterpretedMessage {
    english: String,
    is_contested: bool,
    is_whispered: bool,
    /// The numbers of listeners.
    whispered_to: Vec<usize>,
    due: Vec<ClaimKind>,
}

/// Its answer about who hears words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hearing {
    is_whispered: bool,
    /// The numbers of listeners.
    whispered_to: Vec<usize>,
}

/// A text of the server for the player, held back until it is translated.
#[derive(Debug)]
pub(super) enum OwnLine {
    /// A paragraph of the campaign, in the campaign's language. The others are in English.
    Campaign(String),
    /// A paragraph.
    Text(String),
    /// Continues in the current paragraph.
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
            Self::Campaign(text)
            | Self::Text(text)
            | Self::Here(text)
            | Self::Message(text)
            | Self::Notice { message: text, .. } => text,
        }
    }

    /// Whether it must be translated for a story in this language.
    fn is_foreign_to(&self, language: &LanguageTag) -> bool {
        matches!(self, Self::Campaign(_)) || !language.is_english()
    }
}

impl Draft {
    /// The session's language, if one was chosen; the campaign's in sessions from before there was a choice.
    pub(super) fn language(&self) -> Option<LanguageTag> {
        match &self.game().language {
            Some(chosen) => Some(chosen).filter(|chosen| !chosen.is_undetermined()).cloned(),
            None => self.language_of_campaign(),
        }
    }

    /// The language of the campaign, if there is one in another language than English.
    fn language_of_campaign(&self) -> Option<LanguageTag> {
        self.campaign().ok().and_then(|package| super::plot::language(&package))
    }

    /// The language, if it is one that the server's own rules can't read.
    pub(super) fn foreign_language(&self) -> Option<LanguageTag> {
        self.language().filter(|language| !language.is_english())
    }

    /// Prepares the turn for its language: from now on the server's own sentences wait for their translation.
    pub(super) fn settle_language(&mut self) {
        let Some(language) = self.foreign_language() else {
            // A campaign in another language has its texts translated for a story in English.
            let is_told_in_english = self.language().is_some() && self.language_of_campaign().is_some();
            if is_told_in_english && self.models.provider == Provider::Anthropic {
                self.own_lines = Some(Vec::new());
            }
            return;
        };
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
    pub(super) async fn interpret(&mut self, words: &str, window: &[Exchange]) {
        if self.own_lines.is_none() || self.foreign_language().is_none() {
            return;
        }
        let listeners = self.listeners();
        let answer = self.ask_interpreter(&listeners, words, window).await;
        let Some(trace) = &mut self.interpretation_trace else { return };
        match answer {
            Ok(InterpretedMessage { english, is_contested, is_whispered, whispered_to, due }) => {
                let whispered_to = is_whispered.then(|| numbered(&listeners, &whispered_to));
                trace.english = Some(redacted(&english));
                trace.is_contested = Some(is_contested);
                trace.whispered_to = whispered_to.as_ref().map(|to| names(to));
                trace.due = due.iter().map(|kind| kind.as_str().to_owned()).collect();
                let whispered_to = whispered_to.map(|to| perceivers(&to));
                self.interpretation = Some(Interpretation { english, is_contested, whispered_to, due });
            }
            Err(why) => trace.off = Some(why),
        }
        self.note_interpretation();
    }

    async fn ask_interpreter(
        &mut self,
        listeners: &[npc::NamedListener],
        words: &str,
        window: &[Exchange],
    ) -> Result<InterpretedMessage, String> {
        static SCHEMA: LazyLock<Value> = LazyLock::new(schema);
        let question = question(listeners, words, window);
        let answer: InterpretedMessage = self.ask_in_short(INSTRUCTIONS, question, SCHEMA.clone()).await?;
        match answer.english.trim().is_empty() {
            true => Err("the answer has no English words".to_owned()),
            false => Ok(answer),
        }
    }

    /// The audience of the turn's message: as the utility model read it before the turn, or by phrases; if these are unclear,
    /// the utility model is asked.
    pub(super) async fn who_hears(&mut self, listeners: &[npc::NamedListener], window: &[Exchange]) -> SplitMessage {
        let words = self.moment.words().to_owned();
        // In a round, all parts were read as one message.
        if let Some(it) = self.interpretation.as_ref().filter(|_| !self.plays_a_round()) {
            return it.said(&words);
        }
        let said = npc::said(&words, listeners);
        let earlier: Vec<&str> =
            window.iter().rev().take(npc::MAX_EARLIER).rev().map(|it| it.message.as_str()).collect();
        // No model decides anything about a button.
        let is_played = self.record.model.as_deref() != Some(BY_RULES);
        let doubt = npc::doubt(&words, &said, listeners, &earlier).filter(|_| is_played);
        let Some(npc::UnclearAudience { otherwise }) = doubt else { return said };
        let answer = self.ask_who_hears(listeners, &words, window).await;
        let language = self.language().map_or_else(|| "en".to_owned(), |it| it.to_string());
        let trace = InterpretationTrace { language, ..InterpretationTrace::default() };
        let trace = self.interpretation_trace.get_or_insert(trace);
        let decided = match answer {
            Ok(Hearing { is_whispered: true, whispered_to }) => {
                Some(Audience::Only(perceivers(&numbered(listeners, &whispered_to))))
            }
            Ok(_) => None,
            Err(why) => {
                trace.off = Some(why);
                otherwise
            }
        };
        if let Some(Audience::Only(who)) = &decided {
            let of = listeners.iter().filter(|one| who.contains(one.who()));
            trace.whispered_to = Some(of.map(|one| one.full_name().to_owned()).collect());
        }
        self.note_interpretation();
        npc::settled(&words, said, listeners, decided.as_ref())
    }

    async fn ask_who_hears(
        &mut self,
        listeners: &[npc::NamedListener],
        words: &str,
        window: &[Exchange],
    ) -> Result<Hearing, String> {
        static SCHEMA: LazyLock<Value> = LazyLock::new(|| object_schema(whisper_fields()));
        if let Some(why) = self.interpretation_trace.as_ref().and_then(|trace| trace.off.clone()) {
            return Err(why);
        }
        match self.models.provider {
            Provider::Storyteller => Err(NO_MODEL.to_owned()),
            Provider::Anthropic => {
                self.ask_in_short(WHO_HEARS, question(listeners, words, window), SCHEMA.clone()).await
            }
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
        let HelperReply { text, spent } = one_shot_completion::ask(&models, request).await;
        if let Some((model, tokens)) = spent {
            self.count(INTERPRETER, &model, &tokens);
        }
        let answer = one_shot_completion::object(&text.map_err(str::to_owned)?);
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

    /// Events that the message implies according to the utility model.
    pub(super) fn found_due(&self) -> &[ClaimKind] {
        self.interpretation.as_ref().map(|it| it.due.as_slice()).unwrap_or_default()
    }

    /// Tells the player a sentence of the server's own, in a paragraph of its own unless it is the first.
    pub(super) fn say_own(&mut self, text: &str) {
        match &mut self.own_lines {
            Some(lines) => lines.push(OwnLine::Text(text.to_owned())),
            None => self.say_paragraph(text),
        }
    }

    fn say_paragraph(&mut self, text: &str) {
        let text = self.boundaries().masked(text);
        let between = if self.record.narrative.is_empty() { "" } else { "\n\n" };
        self.say(&format!("{between}{text}"));
    }

    /// The same of a sentence that goes on in the current paragraph.
    pub(super) fn say_own_here(&mut self, text: &str) {
        match &mut self.own_lines {
            Some(lines) => lines.push(OwnLine::Here(text.to_owned())),
            None => self.say(&self.boundaries().masked(text)),
        }
    }

    /// Has the message of a button translated, in a session of another language than English.
    pub(super) fn message_of_button(&mut self, message: &str) {
        if let Some(lines) = &mut self.own_lines {
            lines.push(OwnLine::Message(message.to_owned()));
        }
    }

    /// Shows a text of the campaign, translated if needed.
    pub(super) fn say_of_campaign(&mut self, text: &str) {
        let is_translated = !self.speaks_as_the_campaign();
        match &mut self.own_lines {
            Some(lines) if is_translated => lines.push(OwnLine::Campaign(text.to_owned())),
            _ => self.say_paragraph(text),
        }
    }

    /// Whether the campaign has the language of the story.
    pub(super) fn speaks_as_the_campaign(&self) -> bool {
        let own = self.language_of_campaign();
        own.map(|own| own.primary()) == self.foreign_language().map(|it| it.primary())
    }

    /// Says that the built-in storyteller speaks English only, in a session that was begun in another language.
    pub(super) fn say_what_language_is_spoken(&mut self) {
        if self.models.provider == Provider::Storyteller && self.foreign_language().is_some() {
            self.notice(ENGLISH_ONLY, SPEAKS_ENGLISH_ONLY);
        }
    }

    /// Shows the held-back texts in order, translated.
    pub(super) async fn tell_own_lines(&mut self) {
        let Some(lines) = self.own_lines.as_mut().map(std::mem::take) else { return };
        if lines.is_empty() {
            return;
        }
        let Some(language) = self.language() else { return };
        let foreign: Vec<&OwnLine> = lines.iter().filter(|line| line.is_foreign_to(&language)).collect();
        let mut translated = match foreign.as_slice() {
            [] => Vec::new(),
            foreign => self.translated(&language, foreign).await,
        }
        .into_iter();
        // Texts from here on go to the player at once.
        self.own_lines = None;
        for line in &lines {
            let translation = if line.is_foreign_to(&language) { translated.next().flatten() } else { None };
            let text = translation.as_deref().unwrap_or(line.text());
            match line {
                OwnLine::Campaign(_) | OwnLine::Text(_) => self.say_own(text),
                OwnLine::Here(_) => self.say_own_here(text),
                OwnLine::Message(_) => self.record.message = Some(text.to_owned()),
                OwnLine::Notice { code, untruths, .. } => self.notice_of(code, text, untruths.clone()),
            }
        }
        self.own_lines = Some(Vec::new());
    }

    /// The lines in the language, as far as the translation is to be believed.
    async fn translated(&mut self, language: &LanguageTag, lines: &[&OwnLine]) -> Vec<Option<String>> {
        #[derive(Deserialize)]
        struct InterpreterAnswer {
            lines: Vec<String>,
        }
        let texts: Vec<&str> = lines.iter().map(|line| line.text()).collect();
        let words = json!({"language": language, "lines": texts}).to_string();
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {"lines": {"type": "array", "items": {"type": "string"}}},
            "required": ["lines"],
        });
        let answer: Result<InterpreterAnswer, String> = self.ask_in_short(TRANSLATE, words, schema).await;
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

/// Whether a translation is plausible: of a likely length, and with the same numbers.
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

/// The prompt for a message: numbered listeners, earlier messages, and the message.
fn question(listeners: &[npc::NamedListener], words: &str, window: &[Exchange]) -> String {
    let (n, most_words, most_told) = EARLIER;
    let here: String = (1..).zip(listeners).map(|(n, one)| format!("{n}. {}\n", plain(one.full_name()))).collect();
    let before: String = window[window.len().saturating_sub(n)..]
        .iter()
        .map(|it| {
            let told = it.told();
            let n_left_out = told.chars().count().saturating_sub(most_told);
            let end: String = told.chars().skip(n_left_out).collect();
            format!("player: {}\ntold: {}\n", plain(cut(&it.message, most_words)), plain(&end)).replace("[/", "(/")
        })
        .collect();
    let words = cut(words, MAX_WORDS).replace("[/words]", "(/words)");
    format!("[here]\n{here}[/here]\n[before]\n{before}[/before]\n[words]\n{words}\n[/words]")
}

/// The listeners with these numbers, each once.
fn numbered<'l>(listeners: &'l [npc::NamedListener], numbers: &[usize]) -> Vec<&'l npc::NamedListener> {
    let mut found: Vec<&npc::NamedListener> = Vec::new();
    for one in numbers.iter().filter_map(|n| listeners.get(n.checked_sub(1)?)) {
        if !found.iter().any(|it| it.who() == one.who()) {
            found.push(one);
        }
    }
    found
}

fn names(listeners: &[&npc::NamedListener]) -> Vec<String> {
    listeners.iter().map(|one| one.full_name().to_owned()).collect()
}

fn perceivers(listeners: &[&npc::NamedListener]) -> Vec<Perceiver> {
    listeners.iter().map(|one| one.who().clone()).collect()
}

impl Interpretation {
    /// Splits a message into public and private parts.
    fn said(&self, words: &str) -> SplitMessage {
        let text = words.trim().to_owned();
        let audience = match &self.whispered_to {
            None => return SplitMessage::open(words),
            // No person present is named: the private part is for the only one there.
            Some(to) if to.is_empty() => {
                let mut asides = npc::said(&self.english, &[]).asides.into_iter();
                asides.next().map_or(Audience::Unnamed, |aside| aside.audience)
            }
            Some(to) => Audience::Only(to.clone()),
        };
        SplitMessage { aloud: Vec::new(), asides: vec![PrivateWords { text, audience }] }
    }
}

/// The schema of the answer.
fn schema() -> Value {
    let kinds = ClaimKind::REVIEWED.map(|kind| kind.as_str());
    let mut fields = json!({"english": {"type": "string"}, "is_contested": {"type": "boolean"}});
    let due = json!({"due": {"type": "array", "items": {"type": "string", "enum": kinds}}});
    for more in [whisper_fields(), due] {
        if let (Some(fields), Value::Object(more)) = (fields.as_object_mut(), more) {
            fields.extend(more);
        }
    }
    object_schema(fields)
}

/// The fields of an answer that say who hears words.
fn whisper_fields() -> Value {
    json!({"is_whispered": {"type": "boolean"}, "whispered_to": {"type": "array", "items": {"type": "integer"}}})
}

/// The schema of an object with exactly these fields.
fn object_schema(fields: Value) -> Value {
    let required: Vec<&String> = fields.as_object().into_iter().flat_map(|fields| fields.keys()).collect();
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": fields})
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
