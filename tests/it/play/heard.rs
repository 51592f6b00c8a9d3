//! Sentences about healing, potions, spells and rest at tables of the built-in storyteller: what each of them changes, and that
//! it changes nothing else. `heard.json` has the sentences the words were made for, `heard_aside.json` others of the same kinds.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use serde::Deserialize;
use serde_json::{Value, json};

use super::dying::{After, hero};
use crate::support::Inn;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentences {
    tables: BTreeMap<String, Setting>,
    cases: Vec<Case>,
}

/// A table of Mira, who acts, with Wren and Odo.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Setting {
    class: String,
    level: u8,
    /// How many hit points everyone has lost.
    lost: BTreeMap<String, i64>,
    items: Vec<String>,
    spells: Vec<String>,
    /// More calls before the player speaks: a tool and its input.
    calls: Vec<(String, Value)>,
    alone: bool,
    campaign: Option<String>,
}

impl Default for Setting {
    fn default() -> Self {
        let (lost, spells, items, calls) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
        Self { class: "cleric".into(), level: 5, lost, items, spells, calls, alone: false, campaign: None }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    table: String,
    /// The last ones are tried; those before are only said.
    words: Vec<String>,
    #[serde(default)]
    wants: Wants,
}

/// What a sentence changes. What is left out stays as it was.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct Wants {
    /// Who has more hit points.
    up: Vec<String>,
    /// Who is stable or up, and was dying. An attempt that fails is tried again.
    tended: Vec<String>,
    alive: Vec<String>,
    /// Slots spent, by level.
    slots: BTreeMap<String, u64>,
    /// What is gone from the packs, and what came into them.
    gone: Vec<String>,
    got: Vec<String>,
    /// Effects that began, as `wren: Bless`.
    under: Vec<String>,
    /// Conditions that ended, as `wren: poisoned`.
    ended: Vec<String>,
    /// Whether time goes by.
    time: bool,
    /// A part of the story.
    told: String,
    /// Whether the story asks.
    asks: bool,
}

fn read(name: &str) -> Sentences {
    let path = format!("{}/tests/it/play/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

async fn sit_down(seed: &str, setting: &Setting) -> (Inn, String) {
    let mut first = vec![
        ("update_game_state", json!({"items_gained": setting.items})),
        ("update_game_state", json!({"spells_learned": setting.spells})),
    ];
    for (who, by) in &setting.lost {
        first.push(("update_game_state", json!({"character": who, "hp_delta": -by})));
    }
    for (tool, input) in &setting.calls {
        first.push((Box::leak(tool.clone().into_boxed_str()), input.clone()));
    }
    let inn = Inn::with_model(seed, Arc::new(After::new(AtomicBool::new(false), first))).await;
    let mut mira = hero("Mira", &setting.class);
    mira["level"] = json!(setting.level);
    let others = if setting.alone { vec![] } else { vec![hero("Wren", "fighter"), hero("Odo", "fighter")] };
    let heroes: Vec<Value> = std::iter::once(mira).chain(others).collect();
    let mut body = json!({ "characters": heroes });
    if let Some(campaign) = &setting.campaign {
        body["campaign"] = json!(campaign);
    }
    let id = inn.begin(body).await;
    inn.turn(&id, "look").await;
    (inn, id)
}

fn spent(session: &Value) -> BTreeMap<String, u64> {
    let slots = session["characters"][0]["spellcasting"]["slots"].as_object();
    slots.into_iter().flatten().filter_map(|(level, it)| Some((level.clone(), it["used"].as_u64()?))).collect()
}

fn packs(session: &Value) -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    for item in session["characters"].as_array().unwrap().iter().flat_map(|hero| hero["inventory"].as_array().unwrap())
    {
        *all.entry(item["name"].as_str().unwrap().to_owned()).or_default() += item["quantity"].as_i64().unwrap();
    }
    all
}

fn named(session: &Value, field: &str) -> Vec<String> {
    let heroes = session["characters"].as_array().unwrap();
    let of = |hero: &Value| {
        let who = hero["id"].as_str().unwrap().to_owned();
        let all = hero[field].as_array().cloned().unwrap_or_default();
        all.into_iter().map(move |it| format!("{who}: {}", it["name"].as_str().unwrap_or_default())).collect::<Vec<_>>()
    };
    heroes.iter().flat_map(of).collect()
}

/// The session, with the numbers of those who are no heroes.
async fn seen(inn: &Inn, id: &str) -> Value {
    let mut session = inn.session(id).await;
    session["creatures"] = inn.kept(id).await["creatures"].take();
    session
}

/// What came of a turn.
fn came_of(before: &Value, now: &Value, told: &str, wants: &Wants) -> Wants {
    let heroes = |session: &Value| -> Vec<Value> {
        let creatures = session["creatures"].as_array().cloned().unwrap_or_default();
        session["characters"].as_array().unwrap().iter().cloned().chain(creatures).collect()
    };
    let hp = |one: &Value| one["currentHP"].as_i64().or(one["hp"].as_i64()).unwrap_or(0);
    let pairs: Vec<(Value, Value)> = heroes(before).into_iter().zip(heroes(now)).collect();
    let those = |is: &dyn Fn(&Value, &Value) -> bool| -> Vec<String> {
        pairs.iter().filter(|(a, b)| is(a, b)).map(|(a, _)| a["id"].as_str().unwrap().to_owned()).collect()
    };
    let left = |a: &BTreeMap<String, i64>, b: &BTreeMap<String, i64>| -> Vec<String> {
        a.iter().filter(|(name, n)| b.get(*name).copied().unwrap_or(0) < **n).map(|(name, _)| name.clone()).collect()
    };
    let new = |field: &str, a: &Value, b: &Value| -> Vec<String> {
        let there = named(a, field);
        named(b, field).into_iter().filter(|it| !there.contains(it)).collect()
    };
    let (slots_before, slots_now) = (spent(before), spent(now));
    let slots = slots_now.into_iter().filter_map(|(level, n)| {
        let more = n.saturating_sub(slots_before.get(&level).copied().unwrap_or(0));
        (more > 0).then_some((level, more))
    });
    Wants {
        up: those(&|a, b| hp(b) > hp(a) && a["dead"] != true),
        tended: those(&|a, b| hp(a) == 0 && hp(b) == 0 && a["stable"] != true && b["stable"] == true),
        alive: those(&|a, b| a["dead"] == true && b["dead"] != true),
        slots: slots.collect(),
        gone: left(&packs(before), &packs(now)),
        got: left(&packs(now), &packs(before)),
        under: new("effects", before, now),
        ended: new("conditions", now, before),
        time: before["clock"] != now["clock"],
        told: if told.to_lowercase().contains(&wants.told.to_lowercase()) {
            wants.told.clone()
        } else {
            told.to_owned()
        },
        asks: told.contains('?'),
    }
}

/// Tries all sentences, and says which of them came to something else.
async fn try_all(file: &str) {
    let sentences = read(file);
    let mut wrong = Vec::new();
    for case in &sentences.cases {
        let (tried, before_it) = case.words.split_last().unwrap();
        let setting = &sentences.tables[&case.table];
        let mut outcome = None;
        // A check of Medicine may fail; another table has other dice.
        for n in 0..6 {
            let (inn, id) = sit_down(&format!("{tried}{n}"), setting).await;
            for words in before_it {
                inn.turn(&id, words).await;
            }
            let before = seen(&inn, &id).await;
            let told = inn.turn(&id, tried).await["narrative"].as_str().unwrap_or_default().to_owned();
            let now = seen(&inn, &id).await;
            inn.check_fold(&id).await;
            let came = came_of(&before, &now, &told, &case.wants);
            let is_right = came
                == Wants { asks: case.wants.asks || came.asks && !case.wants.told.is_empty(), ..copy(&case.wants) };
            let is_throw = !case.wants.tended.is_empty() && !is_right;
            outcome = (!is_right).then(|| {
                format!("{}: {tried:?}\n  wanted {:?}\n  came   {came:?}\n  told   {told}", case.table, case.wants)
            });
            if !is_throw {
                break;
            }
        }
        wrong.extend(outcome);
    }
    assert!(wrong.is_empty(), "{} of {} were not heard:\n{}", wrong.len(), sentences.cases.len(), wrong.join("\n"));
}

fn copy(wants: &Wants) -> Wants {
    Wants {
        up: wants.up.clone(),
        tended: wants.tended.clone(),
        alive: wants.alive.clone(),
        slots: wants.slots.clone(),
        gone: wants.gone.clone(),
        got: wants.got.clone(),
        under: wants.under.clone(),
        ended: wants.ended.clone(),
        told: wants.told.clone(),
        time: wants.time,
        asks: wants.asks,
    }
}

#[tokio::test]
async fn sentences_of_help_and_rest_do_what_they_say() {
    try_all("heard.json").await;
}

#[tokio::test]
async fn other_sentences_of_help_and_rest_do_what_they_say() {
    try_all("heard_aside.json").await;
}
