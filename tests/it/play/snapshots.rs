//! What the model reads, word for word: a change of prompt is a reviewable diff.

use ::prompt::Bracketed;
use game::{Game, State, id::CharacterId, ready_made, story::Story, story_fact::StoryFact};

use embertale::dm::{extraction, fight, judge, npc, prompt, tools};
use serde_json::{Value, json};

fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_tool_is_described_as_agreed() {
    for tool in tools::campaign_toolbox().specs().iter().chain(judge::specs().iter()) {
        let schema = serde_json::to_string_pretty(&tool.input_schema).unwrap();
        check(&format!("tool_{}", tool.name), &format!("{}\n\n{schema}", tool.description));
    }
    for tool in fight::specs().iter() {
        let schema = serde_json::to_string_pretty(&tool.input_schema).unwrap();
        check(&format!("fight_tool_{}", tool.name), &format!("{}\n\n{schema}", tool.description));
    }
    for tool in npc::specs().iter() {
        let schema = serde_json::to_string_pretty(&tool.input_schema).unwrap();
        check(&format!("npc_tool_{}", tool.name), &format!("{}\n\n{schema}", tool.description));
    }
}

#[test]
fn whoever_reads_a_telling_is_instructed_as_agreed() {
    for (name, instructions, schema) in extraction::helpers() {
        let schema = serde_json::to_string_pretty(&schema).unwrap();
        check(&format!("helper_{name}"), &format!("{instructions}\n\n{schema}"));
        strict(name, &serde_json::from_str(&schema).unwrap());
    }
}

/// Holds a schema to what the provider takes of one that an answer must have.
fn strict(name: &str, schema: &Value) {
    match schema {
        Value::Object(fields) => {
            if schema["type"] == "object" {
                assert_eq!(schema["additionalProperties"], json!(false), "{name}: {schema}");
            }
            for refused in ["oneOf", "allOf", "$ref", "minimum", "maximum", "format", "default", "pattern"] {
                assert!(!fields.contains_key(refused), "{name}: {refused} in {schema}");
            }
            fields.values().for_each(|field| strict(name, field));
        }
        Value::Array(items) => items.iter().for_each(|item| strict(name, item)),
        _ => {}
    }
}

#[test]
fn every_schema_is_one_the_provider_takes() {
    for tool in tools::campaign_toolbox()
        .specs()
        .iter()
        .chain(judge::specs().iter())
        .chain(fight::specs().iter())
        .chain(npc::specs().iter())
    {
        let schema = &tool.input_schema;
        assert_eq!(
            (&schema["type"], &schema["additionalProperties"]),
            (&json!("object"), &json!(false)),
            "{}",
            tool.name
        );
        for outermost in ["oneOf", "anyOf", "allOf", "$schema", "title", "$defs"] {
            assert!(schema.get(outermost).is_none(), "{}: {outermost}", tool.name);
        }
        let legal = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        assert!(tool.name.len() <= 64 && tool.name.chars().all(legal), "{}", tool.name);
        assert!(!schema.to_string().contains("\"format\""), "{}", tool.name);
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            assert!(name.chars().all(legal), "{name}");
            assert!(field["description"].as_str().is_some_and(|text| text.len() > 5), "{name} of {}", tool.name);
        }
    }
}

#[test]
fn the_instructions_are_as_agreed() {
    let blocks = prompt::system();
    let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    check("instructions", &texts.join("\n---\n"));
    for (name, blocks) in [("npc_instructions", npc::system()), ("npc_puppeteer", npc::puppeteer())] {
        check(name, &blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n---\n"));
    }
}

#[test]
fn every_agent_whose_text_the_player_reads_writes_in_the_players_language() {
    for blocks in [prompt::system(), fight::system(), npc::system(), npc::puppeteer()] {
        let text = &blocks[0].text;
        assert!(text.contains("\n\nWrite in the language of the player's words, or of the story"), "{text}");
    }
}

/// A game that fills every line of the block.
fn rich_game() -> Game {
    let story = Story {
        current_location: "The Lantern and Eel".into(),
        current_scene: "Rain drums on the shutters.\nSomebody knocks.".into(),
        after_fight: None,
        background: "The ferryman has not come back.".into(),
        campaign_summary: "They came by river; the ferryman is dead.".into(),
        milestones: vec!["found the boat".into()],
        recent_events: vec!["A crow followed.".into(), "The lamp went out.".into()],
        current_act: 2,
        completed_story_beats: vec!["the toll".into()],
        known_places: vec!["The Landing".into(), "The Old Mill".into()],
        current_place: Some("The Old Mill".into()),
        facts: vec![
            StoryFact::Left { thing: "torch".into(), place: "the Landing".into() },
            StoryFact::Done { quest: "find the boat".into(), whom: "Old Marta".into(), side: String::new() },
        ],
        met_npcs: vec!["old marta".into(), "ilse".into()],
        active_quests: serde_json::from_value(json!([
            {"id": "find-the-bell", "name": "find the bell", "title": "Find the Bell", "giver": "Old Marta",
             "objectives": [{"id": "ask-ilse", "text": "Ask Ilse", "done": true},
                            {"id": "search-the-mill", "text": "Search the mill", "done": false},
                            {"id": "ring-it", "text": "Ring it", "done": false}],
             "reward": {"xp": 50, "cp": 250, "items": ["rope"]}},
            {"name": "feed the cat"},
        ]))
        .unwrap(),
        closed_quests: Vec::new(),
    };
    let heroes = ["ilvara-starfall", "brannoc-ashdown"].map(|id| ready_made::by_id(id).unwrap().clone());
    let mut state: Value = serde_json::to_value(State::start(story, heroes.into(), [7; 32])).unwrap();
    state["clock"] = json!({"day": 3, "hour": 17, "minute": 5});
    state["importantEvents"] = json!(["marta lied"]);
    let npc = |id: &str, role: &str| {
        json!({"id": id, "name": id.replace('-', " "), "role": role, "appearance": "Grey.", "personality": "Dry.",
               "motivations": ["her son"], "location": "the quay", "notes": "Counts twice."})
    };
    state["supportingNPCs"] = json!([npc("old-marta", "quest_giver"), npc("ilse", "ally")]);
    let creature = |id: &str, disposition: &str, hp: i32, companion: bool| {
        json!({"id": id, "name": id.replace('-', " "), "slug": "any", "disposition": disposition, "hp": hp, "maxHp": 7,
               "armorClass": 13, "xp": 50, "conditions": [], "companion": companion})
    };
    state["creatures"] = json!([
        creature("goblin-a", "hostile", 3, false),
        creature("goblin-b", "hostile", 0, false),
        creature("carter", "neutral", 7, false),
        creature("grey-wolf", "friendly", 7, true),
    ]);
    state["creatures"][0]["conditions"] = json!([{"name": "prone"}, {"name": "frightened"}]);
    state["map"] = json!([
        {"id": "the-old-mill", "name": "The Old Mill", "danger": "high", "ways": ["the-landing", "the-wheel-pit"],
         "visited": true, "notes": "The door hangs open.", "description": "A wheel that stands still.",
         "secrets": [{"text": "The miller watches.", "found": true}, {"text": "A trapdoor.", "found": false}]},
        {"id": "the-landing", "name": "The Landing", "ways": ["the-old-mill"]},
        {"id": "the-wheel-pit", "name": "The Wheel Pit", "danger": "extreme", "ways": ["the-old-mill"]},
    ]);
    let eel = creature("eel", "hostile", 7, false);
    state["leftBehind"] = json!([{"place": "the-landing", "creature": eel}]);
    let hero = &mut state["characters"][0];
    hero["currentHP"] = json!(4);
    hero["tempHP"] = json!(3);
    hero["conditions"] = json!([{"name": "poisoned", "duration": "1 hour"}]);
    hero["purse"] = json!({"gp": 12, "sp": 3, "cp": 4});
    hero["spellcasting"]["slots"]["1"]["used"] = json!(1);
    state["characters"][1]["purse"] = json!({"gp": 0, "sp": 0, "cp": 0});
    Game::new(serde_json::from_value(state).unwrap())
}

#[test]
fn the_table_is_written_out_as_agreed() {
    check("sheets_block", &prompt::sheets_block(&rich_game()).render());
    check("state_block", &prompt::state_block(&rich_game(), &CharacterId::from("brannoc-ashdown"), 0).render());
}
