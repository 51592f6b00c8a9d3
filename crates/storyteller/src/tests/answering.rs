//! How the table of the tests answers its tools.

use game::{
    looked_up::{KnownPerson, LookedUp, PastEvent, RulePage},
    story_fact,
};
use serde::Deserialize;

use super::*;

impl Fake {
    /// Carries a state command out.
    fn command(&mut self, command: &Value) -> Value {
        match (command["type"].as_str().unwrap(), command["rest_type"].as_str()) {
            ("rest", Some("short")) => {
                let dice = command["hit_dice_spent"].as_i64().unwrap();
                assert!(self.hit_dice_used + dice <= 1, "there are no such hit dice");
                self.hit_dice_used += dice;
                self.hp = (self.hp + 7 * dice).min(12);
                self.minutes += 60;
            }
            ("rest", _) => {
                let is_due = self.rested.is_none_or(|ended| self.minutes >= ended + 16 * 60);
                assert!(self.hp > 0 && is_due, "no long rest counts now");
                (self.hp, self.hit_dice_used) = (12, 0);
                self.minutes += 8 * 60;
                self.rested = Some(self.minutes);
            }
            ("revive", _) => self.hp = command["hp"].as_i64().unwrap(),
            ("buff", _) => {}
            other => panic!("{other:?} is no command here"),
        }
        json!({"success": true, "details": {"hp": self.hp}})
    }

    /// Answers a call: the text, whether it must be read, and whether it is an error.
    pub(super) fn run(&mut self, name: &str, input: &Value) -> (String, bool, bool) {
        let strings = |key: &str| -> Vec<String> {
            let list = input[key].as_array().cloned().unwrap_or_default();
            list.iter().map(|v| v.as_str().unwrap().to_owned()).collect()
        };
        match name {
            "roll_dice" => (self.roll(input), true, false),
            "apply_state_commands" => {
                let results: Vec<Value> =
                    input["commands"].as_array().unwrap().iter().map(|command| self.command(command)).collect();
                (json!({"results": results}).to_string(), true, false)
            }
            "start_combat" => {
                for id in strings("npc_ids") {
                    self.calm.retain(|calm| *calm != id);
                }
                let events = self.begun();
                self.report(events)
            }
            "query_session_memory" => {
                let event = |text: &String| PastEvent { text: text.clone(), until: None };
                let person = |(name, role, place): &(String, String, String)| KnownPerson {
                    name: name.clone(),
                    role: NpcRole::read(role),
                    place: place.clone(),
                    appearance: String::new(),
                    motivations: Vec::new(),
                    is_dead: false,
                };
                self.facts.looked_up = Some(LookedUp {
                    events: self.important.iter().map(event).collect(),
                    people: self.people.iter().map(person).collect(),
                    ..LookedUp::default()
                });
                ("IMPORTANT EVENTS".into(), true, false)
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
                let facts = Vec::<StoryFact>::deserialize(&input["facts"]).unwrap_or_default();
                facts.into_iter().for_each(|fact| story_fact::note(&mut self.known, fact));
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
                    if new["disposition"] == "neutral" {
                        self.calm.push(id.clone());
                    }
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
                let came = input["npcs_to_create"].is_array();
                self.facts.events = if came { self.begun() } else { Vec::new() };
                (json!({"ok": true, "rejected": rejected}).to_string(), !rejected.is_empty(), false)
            }
            "query_rules" => {
                let query = input["query"].as_str().unwrap();
                self.facts.looked_up = Some(match query {
                    "grappling" => page(
                        "Grappling",
                        "You hold on to somebody. That is harder than it looks. The one who is held may try to get away.",
                    ),
                    _ => LookedUp { near: vec!["Stealth".into(), "Steel Wind".into()], ..LookedUp::default() },
                });
                ("What the rules say.".into(), true, false)
            }
            "query_srd" => match (input["type"].as_str().unwrap(), input["slug"].as_str().unwrap()) {
                ("condition", "prone") => {
                    self.facts.looked_up = Some(page("Prone", "You lie on the floor of it all."));
                    let entry = json!({"type": "condition", "slug": "prone", "name": "Prone", "text": "You lie on the floor of it all."});
                    (entry.to_string(), true, false)
                }
                (kind, slug) => {
                    let near = vec!["Magic Missile".into()];
                    self.facts.looked_up = Some(LookedUp { near, ..LookedUp::default() });
                    let error = format!("There is no {kind} “{slug}”.");
                    (json!({"error": error, "spelled_like_it": ["Magic Missile"]}).to_string(), true, true)
                }
            },
            "query_character_ability" => match input["ability_name"].as_str() {
                Some("second wind") => {
                    let rules = "You draw on the last of your breath.";
                    self.facts.looked_up = Some(page("Second Wind", rules));
                    (json!({"character": "Bram", "ability": {"feature": {}}, "rules": rules}).to_string(), true, false)
                }
                Some(_) => (json!({"rules": "The rules we have say nothing of it."}).to_string(), true, false),
                None => (json!({"has": [{"name": "Second Wind"}]}).to_string(), true, false),
            },
            other => self.brawl(other, input),
        }
    }
}

fn page(name: &str, text: &str) -> LookedUp {
    LookedUp { page: Some(RulePage { name: name.into(), text: text.into() }), ..LookedUp::default() }
}
