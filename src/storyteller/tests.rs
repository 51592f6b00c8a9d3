//! Turns played on a small table of the tests' own.

mod beginning;
mod errands;
mod fighting;
mod hostile;
mod legal;
mod long;
mod looking_up;
mod people;
mod places;
mod soak;
mod things;
mod threads;
mod yes;

use std::collections::VecDeque;

use futures::StreamExt;
use serde_json::{Value, json};

use super::Storyteller;
use crate::llm::{Block, Event, Message, Model, Reply, Request, SystemBlock, ToolSpec};

/// What the table offers.
const TOOLS: [&str; 8] = [
    "update_game_state",
    "update_npc",
    "roll_dice",
    "create_supporting_npc",
    "query_session_memory",
    "query_rules",
    "query_srd",
    "query_character_ability",
];

/// A table just real enough to play at.
struct Fake {
    background: String,
    location: String,
    scene: String,
    places: Vec<String>,
    here: String,
    quests: Vec<String>,
    milestones: Vec<String>,
    met: Vec<String>,
    recent: Vec<String>,
    important: Vec<String>,
    people: Vec<(String, String, String)>,
    creatures: Vec<(String, String, i64)>,
    /// Conditions of creatures, by id.
    ails: Vec<(String, String)>,
    pack: Vec<String>,
    copper: i64,
    hp: i64,
    /// Since the first midnight.
    minutes: u64,
    conditions: Vec<String>,
    /// The line of spells, where the hero has any.
    spells: &'static str,
    dice: VecDeque<i64>,
    rng: u64,
    history: Vec<(String, String)>,
    /// The calls of the last turn, in order.
    calls: Vec<(String, Value)>,
    texts_before_calls: Vec<String>,
}

impl Fake {
    fn new() -> Self {
        Self {
            background: "The ferryman of Harrow's Reach set out last night to answer a light on the far bank and has \
                not come back. The river is rising, and the light burns there still."
                .into(),
            location: "The Lantern and Eel".into(),
            scene: "Rain drums on the shutters of a ferry inn. The innkeeper, Marta, keeps glancing at one table."
                .into(),
            places: vec![],
            here: String::new(),
            quests: vec![],
            milestones: vec![],
            met: vec![],
            recent: vec![],
            important: vec![],
            people: vec![],
            creatures: vec![],
            ails: vec![],
            pack: vec!["rope".into(), "torch".into()],
            copper: 1000,
            hp: 12,
            minutes: 8 * 60,
            conditions: vec![],
            spells: "",
            dice: VecDeque::new(),
            rng: 7,
            history: vec![],
            calls: vec![],
            texts_before_calls: vec![],
        }
    }

    fn after_a_turn() -> Self {
        let mut table = Self::new();
        table.play("look");
        table
    }

    fn block(&self) -> String {
        let mut block = format!(
            "[table]\ntime: day {}, {:02}:{:02}\nsummary: {}\n",
            1 + self.minutes / 1440,
            self.minutes / 60 % 24,
            self.minutes % 60,
            self.background
        );
        let mut line = |key: &str, value: &str| {
            if !value.is_empty() {
                block.push_str(&format!("{key}: {value}\n"));
            }
        };
        self.milestones.iter().for_each(|value| line("milestone", value));
        line("location", &self.location);
        line("scene", &self.scene);
        for place in &self.places {
            line(if *place == self.here { "place (here)" } else { "place" }, place);
        }
        self.quests.iter().for_each(|quest| line("quest", quest));
        line("met", &self.met.join(", "));
        self.recent.iter().for_each(|event| line("recent", event));
        for (name, role, place) in &self.people {
            line("supporting npc", &format!("{} | {name} | {role} | {place}", name.replace(' ', "-")));
        }
        for (id, name, hp) in &self.creatures {
            let health = if *hp == 0 { "dead".to_owned() } else { format!("hp {hp}/4") };
            let ails: Vec<&str> = self.ails.iter().filter(|(of, _)| of == id).map(|(_, what)| what.as_str()).collect();
            let ails = if ails.is_empty() { String::new() } else { format!(" | {}", ails.join(", ")) };
            line("in the scene", &format!("{id} | {name} | hostile | {health} | ac 10{ails}"));
        }
        let conditions =
            if self.conditions.is_empty() { String::new() } else { format!(" | {}", self.conditions.join(", ")) };
        line("hero", &format!("h1 | Bram | human fighter 1 | hp {}/12 | ac 16{conditions}", self.hp));
        line("  abilities", "str 16 +3, dex 12 +1, con 14 +2, int 10 +0, wis 8 -1, cha 10 +0");
        line("  proficient", "+2 in str, con; athletics, perception");
        line("  weapons", "longsword 1d20+5 to hit, 1d8+3 slashing; shortbow 1d20+3 to hit, 1d6+1 piercing");
        line("  pack", &self.pack.join("; "));
        line("  purse", &format!("{} gp {} sp {} cp", self.copper / 100, self.copper % 100 / 10, self.copper % 10));
        line("  features", "second wind, fighting style (defense)");
        line("  spells", self.spells);
        block + "acting: h1\n[/table]"
    }

    fn die(&mut self, sides: i64) -> i64 {
        if let Some(die) = self.dice.pop_front() {
            return die;
        }
        self.rng = self.rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.rng >> 33).unwrap() % sides + 1
    }

    fn roll(&mut self, input: &Value) -> String {
        let dice = input["dice"].as_str().unwrap();
        let (dice, modifier) = match dice.find(['+', '-']) {
            Some(at) => (&dice[..at], dice[at..].parse::<i64>().unwrap()),
            None => (dice, 0),
        };
        let (n, rest) = dice.split_once('d').unwrap();
        let sides = rest.split('k').next().unwrap().parse().unwrap();
        let mut kept: Vec<i64> = (0..n.parse().unwrap()).map(|_| self.die(sides)).collect();
        kept.sort_unstable();
        if rest.contains("kh1") {
            kept = kept.split_off(kept.len() - 1);
        } else if rest.contains("kl1") {
            kept.truncate(1);
        }
        let total: i64 = kept.iter().sum::<i64>() + modifier;
        json!({"ok": true, "kept": kept, "modifier": modifier, "total": total}).to_string()
    }

    /// Answers a call: the text, whether it must be read, and whether it is an error.
    fn run(&mut self, name: &str, input: &Value) -> (String, bool, bool) {
        let strings = |key: &str| -> Vec<String> {
            let list = input[key].as_array().cloned().unwrap_or_default();
            list.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
        };
        match name {
            "roll_dice" => (self.roll(input), true, false),
            "query_session_memory" => {
                let mut text = "IMPORTANT EVENTS:".to_owned();
                for (i, event) in self.important.iter().enumerate() {
                    text.push_str(&format!("\n{}. {event}", i + 1));
                }
                for (name, role, place) in &self.people {
                    text.push_str(&format!("\n{name} [{role}] ({place}); notes: quiet; id: {name}"));
                }
                (text, true, false)
            }
            "create_supporting_npc" => {
                let text = |key: &str| input[key].as_str().unwrap().to_owned();
                self.people.push((text("name").to_lowercase(), text("role"), self.location.to_lowercase()));
                (r#"{"ok":true}"#.into(), false, false)
            }
            "update_npc" => {
                let id = input["id"].as_str().unwrap();
                match self.creatures.iter_mut().find(|creature| creature.0 == id && creature.2 > 0) {
                    Some(creature) => {
                        creature.2 = (creature.2 + input["hp_delta"].as_i64().unwrap_or(0)).clamp(0, 4);
                        let hp = creature.2;
                        self.ails.extend(strings("conditions_added").into_iter().map(|what| (id.to_owned(), what)));
                        if input["remove_from_scene"] == true {
                            self.creatures.retain(|creature| creature.0 != id);
                        }
                        (json!({"ok": true, "newHp": hp}).to_string(), false, false)
                    }
                    None => ("No one in the scene has that id.".into(), true, true),
                }
            }
            "update_game_state" => {
                let mut rejected = Vec::new();
                for item in strings("items_lost") {
                    match self.pack.iter().position(|have| *have == item) {
                        Some(at) => drop(self.pack.remove(at)),
                        None => rejected.push(json!({"field": "items_lost", "reason": "not there"})),
                    }
                }
                self.pack.extend(strings("items_gained"));
                self.hp = (self.hp + input["hp_delta"].as_i64().unwrap_or(0)).clamp(0, 12);
                self.copper += (input["gold_delta"].as_f64().unwrap_or(0.0) * 100.0).round() as i64;
                self.minutes += input["minutes_passed"].as_u64().unwrap_or(0);
                self.recent.extend(strings("notable_event"));
                let surplus = self.recent.len().saturating_sub(10);
                self.recent.drain(..surplus);
                self.important.extend(strings("important_event").iter().map(|event| event.to_lowercase()));
                self.met.extend(strings("npcs_met").iter().map(|name| name.to_lowercase()));
                self.quests.extend(strings("quests_added"));
                let done = strings("quests_completed");
                self.quests.retain(|quest| !done.contains(quest));
                self.conditions.extend(strings("conditions_added"));
                for name in strings("conditions_removed") {
                    assert!(self.conditions.contains(&name), "a condition that isn't there was removed");
                    self.conditions.retain(|have| *have != name);
                }
                let gone = strings("npcs_to_dismiss");
                for id in &gone {
                    assert!(self.creatures.iter().any(|creature| creature.0 == *id), "nobody to dismiss: {id}");
                }
                self.creatures.retain(|creature| !gone.contains(&creature.0));
                if let Some(summary) = input["campaign_summary_update"].as_str() {
                    self.background = summary.to_owned();
                }
                for new in input["npcs_to_create"].as_array().cloned().unwrap_or_default() {
                    let name = new["name"].as_str().unwrap().to_owned();
                    let id = format!("{}-{}", name.to_lowercase().replace(' ', "-"), self.creatures.len());
                    self.creatures.push((id, name, 4));
                }
                if let Some(place) = input["location_changed"].as_str() {
                    self.location = place.to_owned();
                }
                for key in ["reveal_poi", "set_current_poi"] {
                    if let Some(place) = input[key].as_str().filter(|place| !self.places.iter().any(|p| p == place)) {
                        self.places.push(place.to_owned());
                    }
                }
                if let Some(place) = input["set_current_poi"].as_str() {
                    self.here = place.to_owned();
                }
                self.scene = input["scene_update"].as_str().unwrap_or(&self.scene).to_owned();
                self.milestones.extend(input["milestone"].as_str().map(str::to_lowercase));
                (json!({"ok": true, "rejected": rejected}).to_string(), !rejected.is_empty(), false)
            }
            "query_rules" => {
                let query = input["query"].as_str().unwrap();
                let text = match query {
                    "grappling" => {
                        "[rule/grappling] Grappling (rules of 2014)\nYou hold on to somebody. That is harder \
                        than it looks. The one who is held may try to get away.\n\n---\n\n[rule/other] Other (rules of \
                        2014)\nNothing of this is wanted."
                            .to_owned()
                    }
                    _ => format!("No rules found for “{query}”. Names spelled like it: Stealth, Steel Wind."),
                };
                (text, true, false)
            }
            "query_srd" => match (input["type"].as_str().unwrap(), input["slug"].as_str().unwrap()) {
                ("condition", "prone") => {
                    let entry = json!({"type": "condition", "slug": "prone", "name": "Prone", "text": "You lie on the floor of it all."});
                    (entry.to_string(), true, false)
                }
                (kind, slug) => {
                    let error = format!("There is no {kind} “{slug}”.");
                    (json!({"error": error, "spelled_like_it": ["Magic Missile"]}).to_string(), true, true)
                }
            },
            "query_character_ability" => match input["ability_name"].as_str() {
                Some("second wind") => {
                    let rules = "You draw on the last of your breath.";
                    (json!({"character": "Bram", "ability": {"feature": {}}, "rules": rules}).to_string(), true, false)
                }
                Some(_) => (json!({"rules": "The rules we have say nothing of it."}).to_string(), true, false),
                None => (json!({"has": [{"name": "Second Wind"}]}).to_string(), true, false),
            },
            other => panic!("no tool {other}"),
        }
    }

    /// Plays a turn as the loop does and answers what was told.
    fn play(&mut self, words: &str) -> String {
        let mut messages = Vec::new();
        for (said, told) in &self.history {
            messages.push(Message::user_text(said));
            messages.push(Message::assistant_text(told));
        }
        messages.push(Message::user(vec![Block::text(self.block()), Block::text(words)]));
        self.calls.clear();
        self.texts_before_calls.clear();
        let mut told = String::new();
        let mut ids = Vec::new();
        for n in 1.. {
            assert!(n <= 8, "the turn was not told within eight replies: {words:?}");
            let reply = reply_to(request(messages.clone(), &TOOLS));
            let text = reply.text();
            if !text.is_empty() {
                told = if told.is_empty() { text.clone() } else { format!("{told}\n\n{text}") };
            }
            let mut results = Vec::new();
            let mut goes_on = false;
            for call in &reply.calls {
                assert!(!ids.contains(&call.id), "{} was used twice", call.id);
                ids.push(call.id.clone());
                let input = call.input.clone().unwrap();
                self.texts_before_calls.push(told.clone());
                self.calls.push((call.name.clone(), input.clone()));
                let (content, must_be_read, is_error) = self.run(&call.name, &input);
                goes_on |= must_be_read || is_error;
                results.push(Block::ToolResult { tool_use_id: call.id.clone(), content, is_error });
            }
            if !told.is_empty() && !goes_on {
                break;
            }
            assert!(!results.is_empty(), "a reply without text or calls: {words:?}");
            messages.push(Message::assistant_replay(&reply.blocks));
            messages.push(Message::user(results));
        }
        assert!(!told.trim().is_empty());
        self.history.push((words.to_owned(), told.clone()));
        told
    }

    fn called(&self, name: &str) -> Vec<&Value> {
        self.calls.iter().filter(|(called, _)| called == name).map(|(_, input)| input).collect()
    }

    fn state(&self) -> Value {
        self.called("update_game_state").last().cloned().cloned().unwrap_or_default()
    }
}

fn request(messages: Vec<Message>, tools: &[&str]) -> Request {
    let spec = |name: &&str| ToolSpec {
        name: (*name).to_owned(),
        description: String::new(),
        input_schema: json!({}),
        cache_control: None,
    };
    Request {
        model: "storyteller".into(),
        max_tokens: 1000,
        system: [SystemBlock { text: "You are the Dungeon Master.".into(), cache_control: None }].into(),
        tools: tools.iter().map(spec).collect(),
        messages,
        output_config: None,
    }
}

/// Hears a reply out and checks that it is legal.
fn reply_to(request: Request) -> Reply {
    let events: Vec<Event> =
        futures::executor::block_on(Storyteller::new().reply(request).map(|event| event.unwrap()).collect());
    let mut text = String::new();
    let mut started = Vec::new();
    for event in &events {
        match event {
            Event::Text(delta) => {
                assert!(!delta.is_empty());
                text.push_str(delta);
            }
            Event::ToolStarted { id, .. } => started.push(id.clone()),
            _ => {}
        }
    }
    let Some(Event::Finished(reply)) = events.last().cloned() else { panic!("no end") };
    assert_eq!(reply.text(), text, "what streamed is what stands");
    assert_eq!(reply.model, "storyteller");
    for block in reply.blocks.iter().filter(|block| block["type"] == "text") {
        assert!(!block["text"].as_str().unwrap().trim().is_empty());
    }
    assert_eq!(started, reply.calls.iter().map(|call| call.id.clone()).collect::<Vec<_>>());
    reply
}

fn with_foe() -> Fake {
    let mut table = Fake::after_a_turn();
    table.creatures.push(("wolf".into(), "gaunt wolf".into(), 4));
    table
}
