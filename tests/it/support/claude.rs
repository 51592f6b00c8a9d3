//! A Claude that follows a script.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
};

use serde_json::Value;
use wiremock::{
    Mock, MockServer, Request, Respond, ResponseTemplate,
    matchers::{method, path},
};

use super::{
    legality::Legality,
    reply::{Reply, says},
};

/// Who asks: the Dungeon Master, the combat agent, those who speak for themselves and the rules judge have tools, helpers have none. Those who read a telling
/// are known by the schema of their answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Agent {
    DungeonMaster,
    Combat,
    Npc,
    Puppeteer,
    Author,
    Judge,
    Helper,
    Reviewer,
    HpExtractor,
    EffectExtractor,
    ResourceExtractor,
    LifecycleExtractor,
    Summariser,
    Interpreter,
    /// The interpreter where it is only asked who hears words.
    WhoHears,
    Translator,
    /// Who says whether a paragraph crosses a line; none does, unless the script says so.
    SafetyReader,
}

/// A request as it came in.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) agent: Agent,
    pub(crate) body: Value,
    pub(super) headers: Vec<(String, String)>,
}

/// Who asks for an answer of this schema, among those who read a telling.
fn reader(schema: &Value) -> Option<Agent> {
    let fields = &schema["properties"];
    if fields.get("also_claimed").is_some() {
        return Some(Agent::Reviewer);
    }
    if fields.get("crosses").is_some() {
        return Some(Agent::SafetyReader);
    }
    if fields.get("scenes").is_some() {
        return Some(Agent::Summariser);
    }
    if fields.get("is_contested").is_some() {
        return Some(Agent::Interpreter);
    }
    if fields.get("is_whispered").is_some() {
        return Some(Agent::WhoHears);
    }
    if fields.get("lines").is_some() {
        return Some(Agent::Translator);
    }
    let commands = fields.get("commands")?.to_string();
    let gives = |kind: &str| commands.contains(&format!("\"const\":\"{kind}\""));
    let kinds = [
        ("hp_change", Agent::HpExtractor),
        ("condition", Agent::EffectExtractor),
        ("item", Agent::ResourceExtractor),
        ("rest", Agent::LifecycleExtractor),
    ];
    kinds.into_iter().find(|(kind, _)| gives(kind)).map(|(_, agent)| agent)
}

impl Asked {
    fn read(request: &Request) -> Self {
        let body: Value = serde_json::from_slice(&request.body).expect("a body of JSON");
        let has =
            |name: &str| body["tools"].as_array().is_some_and(|tools| tools.iter().any(|tool| tool["name"] == name));
        let agent = match body.get("tools") {
            None => reader(&body["output_config"]["format"]["schema"]).unwrap_or(Agent::Helper),
            Some(_) if has("mark_no_check") => Agent::Judge,
            Some(_) if has("take_action") => Agent::Combat,
            Some(_) if has("move_npc") && body["system"].to_string().contains("passers-by") => Agent::Puppeteer,
            Some(_) if has("move_npc") => Agent::Npc,
            Some(_) if has("propose_premise") => Agent::Author,
            Some(_) => Agent::DungeonMaster,
        };
        let headers = request.headers.iter();
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()));
        Self { agent, headers: headers.collect(), body }
    }

    /// The conversation.
    pub(crate) fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default()
    }

    /// The text that ends it.
    pub(crate) fn last_text(&self) -> &str {
        let content = self.messages().last().and_then(|message| message["content"].as_array());
        content.and_then(|content| content.last()).and_then(|block| block["text"].as_str()).unwrap_or_default()
    }

    /// The state block of a turn's first request.
    pub(crate) fn state_block(&self) -> &str {
        let text = self.messages().last().and_then(|message| message["content"][0]["text"].as_str());
        text.filter(|text| text.starts_with("[table]\n")).expect("a state block")
    }

    /// The rarely changing block, before the first turn of the window.
    pub(crate) fn sheets_block(&self) -> &str {
        let contents = self.messages().iter().filter_map(|message| message["content"].as_array());
        let mut texts = contents.flatten().filter_map(|block| block["text"].as_str());
        texts.find(|text| text.starts_with("[sheets]\n")).expect("the sheets")
    }

    /// The answers to the calls of the reply before, with whether each is an error.
    pub(crate) fn results(&self) -> Vec<(&str, bool)> {
        let content = self.messages().last().and_then(|message| message["content"].as_array());
        let results = content.into_iter().flatten().filter(|block| block["type"] == "tool_result");
        results
            .map(|block| (block["content"].as_str().unwrap_or_default(), block["is_error"].as_bool().unwrap_or(false)))
            .collect()
    }
}

#[derive(Debug, Default)]
struct Script {
    replies: VecDeque<Reply>,
    helper_replies: VecDeque<Reply>,
    judge_replies: VecDeque<Reply>,
    reader_replies: HashMap<Agent, VecDeque<Reply>>,
    /// The audience of words, by the words; `None` if they are for everyone.
    hearers: HashMap<String, Option<Vec<String>>>,
    /// What the reader of paragraphs finds to cross a line, unless it is scripted otherwise.
    crossing: Vec<String>,
    asked: Vec<Asked>,
    n_calls: u32,
    legality: Legality,
}

/// A server on the loopback that answers `POST /v1/messages` from a script and holds every request to the rules of the
/// protocol. When it is dropped its script must be used up and no rule broken.
pub(crate) struct ScriptedClaude {
    server: MockServer,
    script: Arc<Mutex<Script>>,
}

impl ScriptedClaude {
    /// A server with an empty script.
    pub(crate) async fn start() -> Self {
        let script: Arc<Mutex<Script>> = Arc::default();
        let server = MockServer::builder().disable_request_recording().start().await;
        let answers = Answers(Arc::clone(&script));
        Mock::given(method("POST")).and(path("/v1/messages")).respond_with(answers).mount(&server).await;
        Self { server, script }
    }

    /// Its address as a base URL.
    pub(crate) fn url(&self) -> String {
        self.server.uri()
    }

    /// What the Dungeon Master is going to answer, after what is in the script already.
    pub(crate) fn will(&self, replies: impl IntoIterator<Item = Reply>) {
        self.script().replies.extend(replies);
    }

    /// What a helper is going to answer.
    pub(crate) fn helper_will(&self, replies: impl IntoIterator<Item = Reply>) {
        self.script().helper_replies.extend(replies);
    }

    /// What the rules judge is going to answer. Beyond that it says nothing of use, so that there is no ruling.
    pub(crate) fn judge_will(&self, replies: impl IntoIterator<Item = Reply>) {
        self.script().judge_replies.extend(replies);
    }

    /// What one who reads a telling is going to answer. Beyond that the summariser, the reviewer and the interpreter
    /// say nothing of use, and the translator writes `ä` for every letter.
    pub(crate) fn reader_will(&self, reader: Agent, reply: Reply) {
        self.script().reader_replies.entry(reader).or_default().push_back(reply);
    }

    /// Who hears some words, as the utility model says if it is asked: these alone, or everyone.
    pub(crate) fn will_say_who_hears(&self, words: &str, who: Option<&[&str]>) {
        let who = who.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        self.script().hearers.insert(words.to_owned(), who);
    }

    /// The utility model says of every paragraph with this text that it crosses a line.
    pub(crate) fn will_find_crossing(&self, text: &str) {
        self.script().crossing.push(text.to_owned());
    }

    /// The next request is the first of a turn with these words.
    pub(crate) fn expect_words(&self, words: &str) {
        self.script().legality.words = Some(words.trim().to_owned());
    }

    /// Another model may come to play an agent's part, as money runs short.
    pub(super) fn may_be_swapped(&self) {
        self.script().legality.may_swap = true;
    }

    /// What the Dungeon Master was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked_of(Agent::DungeonMaster)
    }

    /// What the combat agent was asked so far.
    pub(crate) fn combat_asked(&self) -> Vec<Asked> {
        self.asked_of(Agent::Combat)
    }

    /// What helpers were asked so far.
    pub(crate) fn helper_asked(&self) -> Vec<Asked> {
        self.asked_of(Agent::Helper)
    }

    /// What the rules judge was asked so far.
    pub(crate) fn judge_asked(&self) -> Vec<Asked> {
        self.asked_of(Agent::Judge)
    }

    /// The Dungeon Master's last request.
    pub(crate) fn last_asked(&self) -> Asked {
        self.asked().pop().expect("a request")
    }

    /// The requests to this agent so far.
    pub(crate) fn asked_of(&self, agent: Agent) -> Vec<Asked> {
        self.script().asked.iter().filter(|asked| asked.agent == agent).cloned().collect()
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().expect("no panic while answering")
    }

    /// Checks that the script is used up and that no rule was broken.
    fn finish(&self) {
        let script = self.script();
        assert!(script.legality.broken.is_empty(), "rules were broken: {:#?}", script.legality.broken);
        let readers = script.reader_replies.values().flatten();
        let left: Vec<&Reply> =
            script.replies.iter().chain(&script.helper_replies).chain(&script.judge_replies).chain(readers).collect();
        assert!(left.is_empty(), "nobody asked for these replies: {left:#?}");
    }
}

impl Drop for ScriptedClaude {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.finish();
        }
    }
}

/// The lines that a translator is asked for, with `ä` for every letter.
fn translated(asked: &Asked) -> Reply {
    let question: Value = serde_json::from_str(asked.last_text()).unwrap_or_default();
    let lines = question["lines"].as_array().cloned().unwrap_or_default();
    let in_other_letters = |line: &Value| -> String {
        line.as_str().unwrap_or_default().chars().map(|c| if c.is_alphabetic() { 'ä' } else { c }).collect()
    };
    let lines: Vec<String> = lines.iter().map(in_other_letters).collect();
    says(serde_json::json!({ "lines": lines }).to_string())
}

/// Who hears the words that are asked about.
fn who_hears(asked: &Asked, hearers: &HashMap<String, Option<Vec<String>>>) -> Option<Reply> {
    let (here, words) = asked.last_text().split_once("[words]\n")?;
    let who = hearers.get(words.strip_suffix("\n[/words]")?)?;
    let lines = here.lines().filter_map(|line| line.split_once(". "));
    let is_meant = |name: &str| who.iter().flatten().any(|it| it.eq_ignore_ascii_case(name));
    let numbers: Vec<u32> = lines.filter(|(_, name)| is_meant(name)).filter_map(|(n, _)| n.parse().ok()).collect();
    Some(says(serde_json::json!({"is_whispered": who.is_some(), "whispered_to": numbers}).to_string()))
}

/// The verdict about a paragraph.
fn verdict(asked: &Asked, crossing: &[String]) -> Reply {
    let question: Value = serde_json::from_str(asked.last_text()).unwrap_or_default();
    let paragraph = question["paragraph"].as_str().unwrap_or_default();
    let crosses = crossing.iter().any(|text| paragraph.contains(text));
    let line = question["never_shown"][0].as_str().filter(|_| crosses).unwrap_or_default();
    says(serde_json::json!({"crosses": crosses, "line": line}).to_string())
}

struct Answers(Arc<Mutex<Script>>);

impl Respond for Answers {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut script = self.0.lock().expect("no panic while answering");
        let asked = Asked::read(request);
        script.legality.check(&asked, &request.body);
        let (reply, model) = match asked.agent {
            Agent::DungeonMaster if asked.body["model"] == "claude-haiku-5-5" => {
                (script.replies.pop_front(), "claude-haiku-5-5")
            }
            Agent::DungeonMaster | Agent::Combat | Agent::Npc | Agent::Puppeteer | Agent::Author => {
                (script.replies.pop_front(), "claude-sonnet-5-5-20261001")
            }
            Agent::Judge => (script.judge_replies.pop_front().or_else(|| Some(says("Hm."))), "claude-haiku-5-5"),
            Agent::Helper => (script.helper_replies.pop_front(), "claude-haiku-5-5"),
            Agent::Translator => {
                let replies = script.reader_replies.entry(Agent::Translator).or_default();
                (replies.pop_front().or_else(|| Some(translated(&asked))), "claude-haiku-5-5")
            }
            Agent::WhoHears => {
                let scripted = script.reader_replies.entry(Agent::WhoHears).or_default().pop_front();
                let reply = scripted.or_else(|| who_hears(&asked, &script.hearers));
                (reply.or_else(|| Some(says("Hm."))), "claude-haiku-5-5")
            }
            Agent::SafetyReader => {
                let replies = script.reader_replies.entry(Agent::SafetyReader).or_default();
                let scripted = replies.pop_front();
                (scripted.or_else(|| Some(verdict(&asked, &script.crossing))), "claude-haiku-5-5")
            }
            quiet @ (Agent::Summariser | Agent::Reviewer | Agent::Interpreter) => {
                let replies = script.reader_replies.entry(quiet).or_default();
                (replies.pop_front().or_else(|| Some(says("Hm."))), "claude-haiku-5-5")
            }
            reader => (script.reader_replies.entry(reader).or_default().pop_front(), "claude-haiku-5-5"),
        };
        script.asked.push(asked);
        let Some(reply) = reply else {
            let last: String =
                script.asked.last().map(|it| it.last_text().chars().take(600).collect()).unwrap_or_default();
            script.legality.broken.push(format!("a request after the end of the script: {last}"));
            return ResponseTemplate::new(400);
        };
        let mut n_calls = script.n_calls;
        let response = reply.response(model, &mut n_calls);
        script.n_calls = n_calls;
        response
    }
}
