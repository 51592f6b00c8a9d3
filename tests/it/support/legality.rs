//! Checks that apply to every request to Claude in tests.

use std::collections::HashMap;

use serde_json::Value;

use super::claude::{Agent, Asked};

/// The instruction that says which language an agent writes in.
const LANGUAGE: &str = "\n\nWrite in the language of the player's words, or of the story if you see none.";

/// Earlier requests, as far as later ones are compared with them, and all violations.
#[derive(Debug, Default)]
pub(super) struct Legality {
    /// The last request of each agent.
    before: HashMap<Agent, Value>,
    /// The player's words whose first request has not come yet.
    pub(super) words: Option<String>,
    /// The words of the turn that plays.
    said: Option<String>,
    /// Whether another model may play an agent's part from some turn on.
    pub(super) may_swap: bool,
    pub(super) broken: Vec<String>,
}

impl Legality {
    /// Looks at a request that has just come in.
    pub(super) fn check(&mut self, asked: &Asked, raw: &[u8]) {
        let body = &asked.body;
        self.must(serde_json::to_vec(body).is_ok_and(|again| again == raw), "the body is not plain JSON");
        self.headers(asked);
        for banned in ["temperature", "top_p", "top_k", "tool_choice"] {
            self.must(body.get(banned).is_none(), &format!("`{banned}` is sent"));
        }
        self.must(body["stream"] == true && body["max_tokens"].as_u64() > Some(0), "no stream, or no max_tokens");
        let n_marks = raw.windows(15).filter(|window| window == b"\"cache_control\"").count();
        self.must(n_marks <= 4, &format!("{n_marks} cache marks"));
        self.messages(asked.messages());
        self.language(asked);
        match asked.agent {
            Agent::DungeonMaster | Agent::Combat | Agent::Npc | Agent::Puppeteer | Agent::Author => self.turn(asked),
            Agent::Judge => self.must(
                self.words.as_deref().is_none_or(|words| asked.last_text() == words),
                "the judge reads other words",
            ),
            Agent::Helper
            | Agent::Reviewer
            | Agent::HpExtractor
            | Agent::EffectExtractor
            | Agent::ResourceExtractor
            | Agent::LifecycleExtractor
            | Agent::Summariser
            | Agent::Interpreter
            | Agent::WhoHears
            | Agent::Translator
            | Agent::SafetyReader => self.must(body.get("tools").is_none(), "a helper is sent tools"),
        }
        if let Some(before) = self.before.insert(asked.agent, body.clone()) {
            let same_act = act(&before) == act(body);
            for part in ["model", "system", "tools"] {
                let may_change = part == "system" && !same_act || part == "model" && self.may_swap;
                self.must(may_change || before.get(part) == body.get(part), &format!("`{part}` has changed"));
            }
        }
    }

    fn must(&mut self, holds: bool, what: &str) {
        if !holds {
            self.broken.push(what.to_owned());
        }
    }

    /// Every agent gets the instruction about its language once. The author's draft names its own language.
    fn language(&mut self, asked: &Asked) {
        let blocks = asked.body["system"].as_array().map(Vec::as_slice).unwrap_or_default();
        let n_told: usize =
            blocks.iter().filter_map(|block| block["text"].as_str()).map(|it| it.matches(LANGUAGE).count()).sum();
        let is_told = n_told == 1 || asked.agent == Agent::Author;
        self.must(is_told, &format!("{:?} is told {n_told} times which language to write in", asked.agent));
    }

    fn headers(&mut self, asked: &Asked) {
        let has = |name: &str| asked.headers.iter().filter(|(n, _)| n == name).count();
        self.must(has("x-api-key") + has("authorization") == 1, "not one authorisation");
        let version = asked.headers.iter().find(|(name, _)| name == "anthropic-version");
        self.must(version.is_some_and(|(_, version)| version == "2026-10-21"), "not the protocol's version");
    }

    fn messages(&mut self, messages: &[Value]) {
        let roles: Vec<&str> = messages.iter().filter_map(|message| message["role"].as_str()).collect();
        let alternate = roles.iter().enumerate().all(|(i, role)| *role == ["user", "assistant"][i % 2]);
        self.must(alternate && roles.len() % 2 == 1, &format!("roles do not alternate: {roles:?}"));
        let mut open: Vec<&str> = Vec::new();
        for message in messages {
            let content = message["content"].as_array().map(Vec::as_slice).unwrap_or_default();
            self.must(!content.is_empty(), "a message without content");
            let is = |kind: &'static str| move |block: &&Value| block["type"] == kind;
            for text in content.iter().filter(is("text")) {
                let blank = text["text"].as_str().is_none_or(|text| text.trim().is_empty());
                self.must(!blank, "a blank text");
            }
            let answered: Vec<&str> = content
                .iter()
                .take_while(is("tool_result"))
                .filter_map(|block| block["tool_use_id"].as_str())
                .collect();
            let n_results = content.iter().filter(is("tool_result")).count();
            self.must(answered.len() == n_results, "a result that does not stand first");
            self.must(answered == open, &format!("the calls {open:?} are answered by {answered:?}"));
            open = content.iter().filter(is("tool_use")).filter_map(|block| block["id"].as_str()).collect();
            let inputs = content.iter().filter(is("tool_use")).all(|call| call["input"].is_object());
            self.must(inputs, "a call whose input is no object");
        }
        self.must(open.is_empty(), "calls without an answer");
    }

    /// What holds from request to request of a turn.
    fn turn(&mut self, asked: &Asked) {
        let messages = asked.messages();
        // NPC agents see no earlier turns, so the requests of several begin with the words.
        let is_begun = messages.len() == 1 && matches!(asked.agent, Agent::Npc | Agent::Puppeteer);
        let again = self.said.clone().filter(|_| is_begun);
        let Some(words) = self.words.take().or(again) else {
            let before = self.before.get(&asked.agent).map(|before| before["messages"].clone());
            let extends = before.as_ref().and_then(Value::as_array).is_some_and(|before| extends(messages, before));
            return self.must(extends, "a later request of a turn does not extend the one before");
        };
        self.must(asked.last_text() == words, &format!("the last message does not end with “{words}”"));
        self.said = Some(words);
        let blocks = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
        let all_text = blocks
            .into_iter()
            .all(|block| block["type"] == "text" || asked.agent == Agent::Author && block["type"] == "image");
        self.must(all_text, "the first request of a turn holds more than text");
    }
}

/// The act of a campaign that a request is asked in, by its line in the plot block: the system blocks last as long as it does.
fn act(body: &Value) -> Option<String> {
    let messages = body["messages"].as_array()?;
    let blocks = messages.iter().rev().filter_map(|message| message["content"].as_array()).flatten();
    let mut texts = blocks.filter_map(|block| block["text"].as_str());
    let plot = texts.find(|text| text.starts_with("[plot]\n"))?;
    plot.lines().find(|line| line.starts_with("act: ")).map(str::to_owned)
}

/// Whether messages begin with all of `before`; only the last of those may have grown.
fn extends(messages: &[Value], before: &[Value]) -> bool {
    let Some((last, others)) = before.split_last() else { return false };
    let Some(same) = messages.get(others.len()) else { return false };
    let content = |message: &Value| message["content"].as_array().cloned().unwrap_or_default();
    messages.starts_with(others) && same["role"] == last["role"] && content(same).starts_with(&content(last))
}
