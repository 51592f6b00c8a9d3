//! Effects of a turn, collected during its narration and sent to the tools at its end.

use serde_json::{Map, Value, json};

use game::story_fact::StoryFact;

/// Everything a narration changes.
#[derive(Debug, Default, Clone)]
pub(super) struct Effects {
    pub(super) hp: i32,
    pub(super) gained: Vec<String>,
    pub(super) lost: Vec<String>,
    pub(super) copper: i64,
    pub(super) xp: u32,
    pub(super) conditions_added: Vec<String>,
    pub(super) conditions_removed: Vec<String>,
    /// Spell level to the number of its slots that are spent in all.
    pub(super) slots_used: Vec<(u32, i64)>,
    pub(super) location: Option<String>,
    pub(super) found_place: Option<String>,
    pub(super) place: Option<String>,
    pub(super) scene: Option<String>,
    pub(super) events: Vec<String>,
    pub(super) important: Vec<String>,
    pub(super) facts: Vec<StoryFact>,
    pub(super) milestone: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) quests_added: Vec<String>,
    pub(super) quests_completed: Vec<String>,
    pub(super) met: Vec<String>,
    pub(super) entering: Vec<Value>,
    pub(super) leaving: Vec<String>,
    pub(super) minutes: u32,
    /// Inputs of `update_npc`.
    pub(super) creatures: Vec<Value>,
    /// Inputs of `create_supporting_npc`.
    pub(super) people: Vec<Value>,
}

impl Effects {
    /// Something happened that the next turns should know of.
    pub(super) fn note(&mut self, event: impl Into<String>) {
        self.events.push(sentence(&event.into()));
    }

    /// Something happened that must never be forgotten.
    pub(super) fn remember(&mut self, event: impl Into<String>) {
        self.important.push(event.into());
    }

    /// Something happened that both is to be known in the next turns and must never be forgotten.
    pub(super) fn record(&mut self, event: String) {
        self.remember(event.clone());
        self.note(event);
    }

    /// Foes come into the scene.
    pub(super) fn enter(&mut self, (name, slug): (&str, &str), count: u32) {
        self.entering.push(json!({"name": name, "slug": slug, "disposition": "hostile", "count": count}));
    }

    /// Whether someone comes in who means harm.
    pub(super) fn has_foes(&self) -> bool {
        self.entering.iter().any(|one| one["disposition"] == "hostile")
    }

    /// Someone comes into the scene who means no harm, or not yet.
    pub(super) fn come_by(&mut self, (name, slug): (&str, &str)) {
        self.entering.push(json!({"name": name, "slug": slug, "disposition": "neutral", "count": 1}));
    }

    /// Leaves of an input what the tool takes that has its name in a fight.
    pub(super) fn only_of_fights(input: &mut Value) {
        const TAKEN: [&str; 17] = [
            "items_gained",
            "items_lost",
            "conditions_added",
            "conditions_removed",
            "gold_delta",
            "spell_slots_used",
            "npcs_to_create",
            "npcs_to_dismiss",
            "scene_update",
            "notable_event",
            "important_event",
            "milestone",
            "location_changed",
            "set_current_poi",
            "xp_gained",
            "minutes_passed",
            "facts",
        ];
        if let Some(fields) = input.as_object_mut() {
            fields.retain(|name, _| TAKEN.contains(&name.as_str()) || name == "hp_delta");
            // A hero who would recover may have been killed.
            if fields.get("hp_delta").and_then(Value::as_i64).is_some_and(|hp| hp > 0) {
                fields.insert("revived".to_owned(), json!(true));
            }
        }
    }

    /// The input of `update_game_state`.
    pub(super) fn state(&self) -> Value {
        let mut input = Map::new();
        let mut put = |key: &str, value: Value| {
            input.insert(key.to_owned(), value);
        };
        if self.hp != 0 {
            put("hp_delta", json!(self.hp));
        }
        if self.copper != 0 {
            put("gold_delta", gold(self.copper));
        }
        if self.xp > 0 {
            put("xp_gained", json!(self.xp));
        }
        if self.minutes > 0 {
            put("minutes_passed", json!(self.minutes));
        }
        if !self.slots_used.is_empty() {
            let used = self.slots_used.iter().map(|(level, used)| (level.to_string(), json!(used)));
            put("spell_slots_used", Value::Object(used.collect()));
        }
        let lists = [
            ("items_gained", &self.gained),
            ("items_lost", &self.lost),
            ("conditions_added", &self.conditions_added),
            ("conditions_removed", &self.conditions_removed),
            ("quests_added", &self.quests_added),
            ("quests_completed", &self.quests_completed),
            ("npcs_met", &self.met),
            ("npcs_to_dismiss", &self.leaving),
            ("notable_event", &self.events),
            ("important_event", &self.important),
        ];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            put(key, json!(list));
        }
        let texts = [
            ("location_changed", &self.location),
            ("reveal_poi", &self.found_place),
            ("set_current_poi", &self.place),
            ("scene_update", &self.scene),
            ("milestone", &self.milestone),
            ("campaign_summary_update", &self.summary),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                put(key, json!(text));
            }
        }
        if !self.facts.is_empty() {
            put("facts", json!(self.facts));
        }
        if !self.entering.is_empty() {
            put("npcs_to_create", json!(self.entering));
        }
        Value::Object(input)
    }
}

/// The text as a sentence.
fn sentence(text: &str) -> String {
    let ended = text.ends_with(['.', '!', '?', '”', '…']);
    format!("{}{}", super::prose::capitalised(text), if ended { "" } else { "." })
}

/// Copper as the gold pieces the tool counts in.
fn gold(copper: i64) -> Value {
    if copper % 100 == 0 {
        return json!(copper / 100);
    }
    let capped = i32::try_from(copper).unwrap_or(if copper < 0 { i32::MIN } else { i32::MAX });
    json!(f64::from(capped) / 100.0)
}
