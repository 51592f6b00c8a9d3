//! Turns on a small test table.

mod against;
mod answering;
mod asked;
mod asked_back;
mod beginning;
mod brawling;
mod content;
mod errands;
mod fighting;
mod hasty;
mod hostile;
mod knowing;
mod legal;
mod listening;
mod long;
mod looking_up;
mod meant;
mod not_actions;
mod one_truth;
mod people;
mod places;
mod put_to_player;
mod soak;
mod things;
mod threads;
mod tools;
mod voice;
mod yes;

use std::collections::VecDeque;

use futures::StreamExt;
use game::{
    RefusalReason, clock::Clock, combat::event::CallFacts, inventory::Coins, story::NpcRole, story_fact::StoryFact,
};
use model::{Block, Message, Model, OutputConfig, Reply, ReplyEvent, Request, SystemBlock, ToolSpec};
use prompt::{
    Bracketed, Commas, LineText, LineValue, Marked, PartText, Share,
    sheets::{KnownSpells, SheetEntry, SheetLine, SheetsBlock, Training, WeaponText},
    table::{
        ArmorClass, ConditionText, CreatureArmor, CreatureLine, Downed, FactLine, HealthText, HeroEntry, HeroHealth,
        HeroKind, HeroLine, NpcLine, PackItem, QuestLine, RestFrom, SceneStance, SpellSlots, TableBlock,
    },
};
use serde_json::{Value, json};

use super::{Storyteller, table::Table};

/// What the table offers.
const TOOLS: [&str; 10] = [
    "start_combat",
    "apply_state_commands",
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
    known: Vec<StoryFact>,
    people: Vec<(String, String, String)>,
    creatures: Vec<(String, String, i64)>,
    /// Ids of those who mean no harm.
    calm: Vec<String>,
    /// Conditions of creatures, by id.
    ails: Vec<(String, String)>,
    pack: Vec<String>,
    copper: i64,
    hp: i64,
    hit_dice_used: i64,
    /// When the last long rest ended.
    rested: Option<u64>,
    /// Since the first midnight.
    minutes: u64,
    conditions: Vec<String>,
    /// The line of spells, where the hero has any.
    spells: &'static str,
    /// The line of abilities.
    abilities: &'static str,
    dice: VecDeque<i64>,
    rng: u64,
    history: Vec<(String, String)>,
    /// The calls of the last turn, in order.
    calls: Vec<(String, Value)>,
    texts_before_calls: Vec<String>,
    /// The facts behind the answer to the last call.
    facts: CallFacts,
    /// Why the next action of a fight is refused, if it is.
    refuses: Option<RefusalReason>,
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
            known: vec![],
            people: vec![],
            creatures: vec![],
            calm: vec![],
            ails: vec![],
            pack: vec!["rope".into(), "torch".into()],
            copper: 1000,
            hp: 12,
            hit_dice_used: 0,
            rested: None,
            minutes: 8 * 60,
            conditions: vec![],
            spells: "",
            abilities: "str 16 +3, dex 12 +1, con 14 +2, int 10 +0, wis 8 -1, cha 10 +0",
            dice: VecDeque::new(),
            rng: 7,
            history: vec![],
            calls: vec![],
            texts_before_calls: vec![],
            facts: CallFacts::default(),
            refuses: None,
        }
    }

    fn after_a_turn() -> Self {
        let mut table = Self::new();
        table.play("look");
        table
    }

    /// The table as the storyteller reads it.
    fn table(&self) -> Table {
        Table::of(&self.table_block(), Some(&self.sheets_block()))
    }

    fn table_block(&self) -> TableBlock {
        let minute = |minutes: u64| u8::try_from(minutes).unwrap();
        let clock = |minutes: u64| Clock {
            day: u32::try_from(1 + minutes / 1440).unwrap(),
            hour: minute(minutes / 60 % 24),
            minute: minute(minutes % 60),
        };
        let place = |place: &String| Marked::new(LineText::of(place), *place == self.here);
        let quest = |title: &String| QuestLine::read(title).unwrap();
        let next_rest = self.rested.map(|ended| ended + 16 * 60).filter(|next| self.minutes < *next);
        let copper = |n: i64| u32::try_from(n).unwrap();
        let hero = HeroLine {
            id: "h1".into(),
            name: PartText::of("Bram"),
            kind: HeroKind { race_and_class: PartText::of("human fighter"), level: 1 },
            health: HeroHealth { hp: self.hp.try_into().unwrap(), max_hp: 12, temp_hp: 0, downed: None },
            armor: ArmorClass { own: 16, now: 16 },
            conditions: self.conditions.iter().filter_map(|it| ConditionText::read(it)).collect(),
        };
        TableBlock {
            time: Some(clock(self.minutes)),
            summary: LineText::of(&self.background),
            milestones: LineText::each(&self.milestones),
            location: LineText::of(&self.location),
            scene: LineText::of(&self.scene),
            places: self.places.iter().map(place).collect(),
            quests: self.quests.iter().map(quest).collect(),
            met: PartText::each(&self.met).into_iter().collect(),
            recent: LineText::each(&self.recent),
            facts: self.known.iter().map(FactLine::of).collect(),
            npcs: self.people.iter().map(npc).collect(),
            creatures: self.creatures.iter().map(|it| self.creature(it)).collect(),
            heroes: vec![HeroEntry {
                hero,
                played_by: None,
                hit_dice: (self.hit_dice_used > 0).then_some(Share { n: 0, of: 1 }),
                long_rest: next_rest.map(|next| RestFrom(clock(next))),
                under: None,
                pack: self.pack.iter().filter_map(|it| PackItem::read(it)).collect(),
                purse: Some(Coins {
                    gp: copper(self.copper / 100),
                    sp: copper(self.copper % 100 / 10),
                    cp: copper(self.copper % 10),
                }),
                slots: self.spells.split("; ").find_map(SpellSlots::read),
                xp: None,
            }],
            acting: Some("h1".into()),
            ..TableBlock::default()
        }
    }

    fn creature(&self, (id, name, hp): &(String, String, i64)) -> CreatureLine {
        let ails = self.ails.iter().filter(|(of, _)| of == id);
        CreatureLine {
            id: id.as_str().into(),
            name: PartText::of(name),
            stance: if self.calm.contains(id) { SceneStance::Neutral } else { SceneStance::Hostile },
            health: match *hp {
                0 => HealthText::Down(Downed::Dead),
                hp => HealthText::Up { hp: hp.try_into().unwrap(), max_hp: 4 },
            },
            armor: CreatureArmor { class: ArmorClass { own: 10, now: 10 }, kind: None },
            conditions: ails.filter_map(|(_, what)| ConditionText::read(what)).collect(),
            under: Commas::default(),
            attacks: Commas::default(),
        }
    }

    fn sheets_block(&self) -> SheetsBlock {
        let weapon = |text: &str| WeaponText::read(text).unwrap();
        SheetsBlock {
            background: LineText::default(),
            heroes: vec![SheetEntry {
                hero: SheetLine { id: "h1".into(), name: PartText::of("Bram") },
                abilities: LineValue::read(self.abilities).unwrap(),
                proficient: Training::read("+2 in str, con; athletics, perception"),
                weapons: ["longsword 1d20+5 to hit, 1d8+3 slashing", "shortbow 1d20+3 to hit, 1d6+1 piercing"]
                    .map(weapon)
                    .into_iter()
                    .collect(),
                features: LineValue::read("second wind, fighting style (defense)").unwrap(),
                spells: KnownSpells::read(self.spells),
            }],
        }
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

    /// Plays a turn as the loop does and returns the narration.
    fn play(&mut self, words: &str) -> String {
        let mut messages = Vec::new();
        for (said, told) in &self.history {
            messages.push(Message::user_text(said));
            messages.push(Message::assistant_text(told));
        }
        let fights = self.fights();
        let mut blocks = vec![Block::text(self.sheets_block().render()), Block::text(self.table_block().render())];
        blocks.extend(fights.then(|| Block::text(self.fight_block())));
        blocks.push(Block::text(words));
        messages.push(Message::user(blocks));
        let tools: &[&str] = if fights { &brawling::IN_FIGHT } else { &TOOLS };
        self.calls.clear();
        self.texts_before_calls.clear();
        let mut told = String::new();
        let mut ids = Vec::new();
        for n in 1.. {
            assert!(n <= if fights { 2 } else { 8 }, "the turn was not told within its replies: {words:?}");
            let reply = reply_to(request(messages.clone(), tools));
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
                assert!(tools.contains(&call.name.as_str()), "{} is no tool here", call.name);
                let (content, must_be_read, is_error) = self.run(&call.name, &input);
                goes_on |= must_be_read || is_error;
                let facts = serde_json::to_value(std::mem::take(&mut self.facts)).ok();
                results.push(Block::ToolResult { tool_use_id: call.id.clone(), content, is_error, facts });
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

    /// What the turn wrote down, but for what it only put to the player.
    fn state(&self) -> Value {
        let mut state = self.called("update_game_state").last().cloned().cloned().unwrap_or_default();
        if let Some(facts) = state.get_mut("facts").and_then(Value::as_array_mut) {
            facts.retain(|fact| !["offered", "waits"].iter().any(|kind| fact["kind"] == *kind));
        }
        if let Some(fields) = state.as_object_mut() {
            fields.retain(|name, value| name != "facts" || value.as_array().is_none_or(|facts| !facts.is_empty()));
        }
        if state.as_object().is_some_and(|fields| fields.is_empty()) { Value::Null } else { state }
    }
}

fn npc((name, role, place): &(String, String, String)) -> NpcLine {
    NpcLine {
        id: name.replace(' ', "-").into(),
        name: PartText::of(name),
        role: NpcRole::read(role),
        place: PartText::of(place),
        is_dead: false,
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
    let events: Vec<ReplyEvent> =
        futures::executor::block_on(Storyteller::new().reply(request).map(|event| event.unwrap()).collect());
    let mut text = String::new();
    let mut started = Vec::new();
    for event in &events {
        match event {
            ReplyEvent::Text(delta) => {
                assert!(!delta.is_empty());
                text.push_str(delta);
            }
            ReplyEvent::ToolStarted { id, .. } => started.push(id.clone()),
            _ => {}
        }
    }
    let Some(ReplyEvent::Finished(reply)) = events.last().cloned() else { panic!("no end") };
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
