//! Tests of names: the dead stay dead with every tool, an accent makes another person, and whispers reach the people named.

use serde_json::{Value, json};

use crate::support::{Agent, Table, Turn, calls, says};

async fn at_the_inn() -> Table {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    table
}

/// Plays a turn with this call, and returns the call's result.
async fn calls_tool(table: &Table, tool: &str, input: Value) -> (String, Turn) {
    let turn = table.play("I look on.", [calls(tool, input), says("So it goes.")]).await;
    (table.told(&turn, 0).await.0, turn)
}

async fn enters(table: &Table, name: &str) -> String {
    let new = json!({"npcs_to_create": [{"name": name, "slug": "commoner", "disposition": "neutral"}]});
    calls_tool(table, "update_game_state", new).await.0
}

async fn joins(table: &Table, slug: &str, name: &str) -> String {
    let new = json!({"companions_to_add": [{"slug": slug, "name": name}]});
    calls_tool(table, "update_game_state", new).await.0
}

async fn writes_down(table: &Table, name: &str, role: &str) -> String {
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": "Counts."});
    table.claude().helper_will([says(profile.to_string())]);
    writes_down_unasked(table, name, role).await
}

/// The same where the utility model is not asked for a profile.
async fn writes_down_unasked(table: &Table, name: &str, role: &str) -> String {
    calls_tool(table, "create_supporting_npc", json!({"name": name, "role": role, "context": "At the inn."})).await.0
}

/// The names of the creatures in the scene who live.
async fn living(table: &Table) -> Vec<String> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    game.creatures.iter().filter(|one| !one.is_dead()).map(|one| one.name.clone()).collect()
}

#[tokio::test]
async fn the_dead_return_by_no_door_under_their_own_name() {
    let table = at_the_inn().await;
    for name in ["Ute", "Żaba", "Μάρκος"] {
        enters(&table, name).await;
        let body = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
        calls_tool(&table, "update_npc", json!({"id": body, "dead": true})).await;
        for text in [joins(&table, "scout", name).await, enters(&table, &name.to_uppercase()).await] {
            assert!(text.contains("is dead") && text.contains("revive"), "{name}: {text}");
        }
        assert!(living(&table).await.is_empty());
        let called = table.chat(&format!("@{name} hi")).await;
        assert_eq!(called.problem(), (422, "npc_not_here".into()), "{}", called.text);
    }
    // A guard is one of many.
    enters(&table, "Guard").await;
    let guard = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
    calls_tool(&table, "update_npc", json!({"id": guard, "dead": true})).await;
    enters(&table, "Guard").await;
    assert_eq!(living(&table).await.len(), 1);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_dead_hero_is_nobody_who_joins_or_is_written_down() {
    let table = at_the_inn().await;
    let name = table.hero().await["name"].as_str().unwrap().to_owned();
    for text in [joins(&table, "knight", &name).await, writes_down_unasked(&table, &name, "ally").await] {
        assert!(text.contains("is a hero"), "{text}");
    }
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    table.update(json!({"hp_delta": -2 * most})).await;
    for text in [joins(&table, "knight", &name).await, enters(&table, &name).await] {
        assert!(text.contains("is dead"), "{text}");
    }
    assert!(living(&table).await.is_empty());
}

#[tokio::test]
async fn who_differs_by_an_accent_is_somebody_else() {
    let table = at_the_inn().await;
    for (one, other) in
        [("Lena Kos", "Lena Koś"), ("Bär", "Bar"), ("Jan Müller", "Jan Muller"), ("Ana Peña", "Ana Pena")]
    {
        let first = writes_down(&table, one, "ally").await;
        let second = writes_down(&table, other, "rival").await;
        let id = |text: &str| serde_json::from_str::<Value>(text).unwrap()["npc_id"].clone();
        assert_ne!(id(&first), id(&second), "{one}, {other}");
        let again = writes_down(&table, &one.to_uppercase(), "ally").await;
        assert_eq!(id(&again), id(&first), "the same letters in another case");
    }
    let people = table.people().await;
    assert_eq!(people.len(), 8, "{people:?}");
    let role = |name: &str| people.iter().find(|npc| npc["name"] == name).unwrap()["role"].clone();
    assert_eq!((role("lena kos"), role("lena koś")), (json!("ally"), json!("rival")));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_name_without_accents_means_the_only_one_it_fits() {
    let table = at_the_inn().await;
    writes_down(&table, "Žofie", "ally").await;
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "zofie", "location": "The Mill"})).await;
    assert!(text.contains("ok"), "{text}");
    assert_eq!(table.people().await[0]["location"], "the mill");
    enters(&table, "Rübezahl").await;
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "rubezahl", "hp_delta": -1})).await;
    assert!(text.contains("newHp"), "{text}");
    let called = table.play("@rubezahl hello", [says("“Hm.”")]).await;
    assert_eq!(called.0["speakers"][0]["name"], "Rübezahl");
    let hero = json!({"name": "Añá", "class": "cleric", "race": "human", "level": 1});
    table.post("/characters", json!({"character": hero})).await.good();
    let (text, _) = calls_tool(&table, "update_game_state", json!({"character": "ana", "hp_delta": -1})).await;
    assert!(text.contains("\"applied\":[\"hp_delta\"]"), "{text}");
}

/// Every memory that a person's agent is shown.
async fn memories_of(table: &Table, called: &str) -> String {
    table.play(&format!("@{called} what did you hear?"), [says("“Enough.”")]).await;
    let asked = [Agent::Npc, Agent::Puppeteer].into_iter().flat_map(|agent| table.claude().asked_of(agent));
    let own = format!("you: {called}");
    let mut shown = asked.map(|asked| asked.messages()[0].to_string());
    shown.rfind(|text| text.contains(&own)).expect("a request")
}

#[tokio::test]
async fn words_said_aside_reach_who_is_named_and_nobody_else() {
    let words = [
        "Quietly, so nobody else hears, I tell Marta: PLUM0",
        "So that no one else hears, I tell Marta PLUM1",
        "Without anyone else hearing, I tell Marta PLUM2",
        "Leise, so dass niemand sonst es hört, sage ich Marta: PLUM3",
        "Szepczę do Marty: PLUM4",
        "Mówię po cichu Marcie: PLUM5",
        "So Eve does not hear, I tell Marta PLUM6",
        "Nobody else may know: I tell Marta PLUM7",
        "Cicho, żeby nikt inny nie słyszał, mówię Marcie PLUM8",
        "Ψιθυρίζω στη Marta: PLUM9",
    ];
    // A memory shows a limited number.
    let (first, further) = words.split_at(7);
    for (is_companion, words) in [(true, first), (false, first), (true, further), (false, further)] {
        let table = at_the_inn().await;
        match is_companion {
            true => joins(&table, "commoner", "Marta").await,
            false => enters(&table, "Marta").await,
        };
        enters(&table, "Eve").await;
        for said in words {
            table.play(said, [says("The fire crackles.")]).await;
        }
        table.play("I whisper: PEAR", [says("The fire crackles.")]).await;
        let (marta, eve) = (memories_of(&table, "marta").await, memories_of(&table, "eve").await);
        for said in words {
            assert!(marta.contains(said), "{said} (companion: {is_companion}): {marta}");
        }
        assert!(!eve.contains("PLUM") && !eve.contains("PEAR"), "{eve}");
    }
}

#[tokio::test]
async fn what_is_said_aside_to_who_is_called_stays_between_the_two() {
    let table = at_the_inn().await;
    enters(&table, "Marta").await;
    enters(&table, "Eve").await;
    let manners =
        ["leise:", "unter uns:", "between us:", "na ucho:", "między nami:", "dyskretnie:", "w sekrecie:", "σιγά:"];
    for (n, manner) in manners.into_iter().enumerate() {
        table.play(&format!("@Marta {manner} PLUM{n}"), [says("“Hm.”")]).await;
    }
    let eve = memories_of(&table, "eve").await;
    assert!(!eve.contains("PLUM"), "{eve}");
    let open = "@Marta the table stands between us, PEAR";
    table.claude().will_say_who_hears(open, None);
    table.play(open, [says("“Hm.”")]).await;
    assert!(memories_of(&table, "eve").await.contains("PEAR"), "open words are heard");
}

#[tokio::test]
async fn the_dead_answer_nothing_do_nothing_and_learn_nothing() {
    let table = at_the_inn().await;
    writes_down(&table, "Vex", "rival").await;
    calls_tool(&table, "update_npc", json!({"id": "vex", "dead": true})).await;
    let (text, _) = calls_tool(&table, "update_npc", json!({"id": "vex", "learns": ["The key is false."]})).await;
    assert!(text.contains("is dead"), "{text}");
    let acts = |who: &str| json!({"actions": [{"speaker": who, "content": "Sings."}]});
    let (text, _) = calls_tool(&table, "start_and_queue_turns", acts("Vex")).await;
    assert!(text.contains("is dead"), "{text}");
    let most = table.hero().await["maxHP"].as_i64().unwrap();
    let id = table.hero().await["id"].as_str().unwrap().to_owned();
    table.update(json!({"hp_delta": -2 * most})).await;
    let asks = json!({"characters": [id], "response_type": "action", "prompt": "What do you do?"});
    let (text, _) = calls_tool(&table, "await_responses", asks).await;
    assert!(text.contains("is dead"), "{text}");
    let (text, _) = calls_tool(&table, "start_and_queue_turns", acts(&id)).await;
    assert!(text.contains("is dead"), "{text}");
    assert!(table.session().await.get("awaiting").is_none_or(Value::is_null));
}

/// Brings someone in and lets them die.
async fn dies(table: &Table, name: &str) {
    enters(table, name).await;
    let body = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
    calls_tool(table, "update_npc", json!({"id": body, "dead": true})).await;
}

#[tokio::test]
async fn a_part_of_the_name_or_a_spelling_without_accents_brings_nobody_back() {
    let table = at_the_inn().await;
    for (name, called) in [("Marta Klein", "Marta"), ("Żaba", "Zaba"), ("Bron", "Captain Bron"), ("Jörg Ahl", "jorg")]
    {
        dies(&table, name).await;
        enters(&table, "A girl").await;
        let girl = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
        let mut texts = vec![
            joins(&table, "scout", called).await,
            enters(&table, called).await,
            calls_tool(&table, "update_npc", json!({"id": girl, "name": called})).await.0,
        ];
        // With a title it is the body itself that is written down, dead.
        if called != "Captain Bron" {
            texts.push(writes_down_unasked(&table, called, "ally").await);
        }
        for text in texts {
            assert!(text.contains(&format!("{name} is dead")), "{called}: {text}");
        }
        table.update(json!({"npcs_to_dismiss": [girl]})).await;
    }
    assert!(living(&table).await.is_empty());
    for name in ["Marta Voss", "Klein", "Bron Oakley"] {
        let text = enters(&table, name).await;
        assert!(!text.contains("rejected\":[{"), "{name} is somebody else: {text}");
    }
    // Of two who are called so only the one who lives can come.
    enters(&table, "Marta").await;
    assert!(living(&table).await.contains(&"Marta".to_owned()));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_part_of_a_dead_heros_name_is_the_heros() {
    let table = at_the_inn().await;
    let other = json!({"name": "Dagna Emberhand", "class": "cleric", "race": "dwarf", "level": 1});
    table.post("/characters", json!({"character": other})).await.good();
    for text in [joins(&table, "knight", "Dagna").await, writes_down_unasked(&table, "Dagna", "ally").await] {
        assert!(text.contains("Dagna Emberhand is a hero"), "{text}");
    }
    let most = table.session().await["characters"][1]["maxHP"].as_i64().unwrap();
    table.update(json!({"character": "Dagna Emberhand", "hp_delta": -2 * most})).await;
    for text in [joins(&table, "knight", "Dagna").await, enters(&table, "Dagna").await] {
        assert!(text.contains("Dagna Emberhand is dead"), "{text}");
    }
}

#[tokio::test]
async fn who_shares_a_heros_surname_is_somebody_else_by_every_door() {
    let table = at_the_inn().await;
    let other = json!({"name": "Dagna Emberhand", "class": "cleric", "race": "dwarf", "level": 1});
    table.post("/characters", json!({"character": other})).await.good();
    let text = writes_down(&table, "Wenna Emberhand", "ally").await;
    assert!(text.contains("\"npc_id\":\"wenna-emberhand\""), "{text}");
    for (name, text) in [
        ("Wenna Emberhand", enters(&table, "Wenna Emberhand").await),
        ("Hild Emberhand", joins(&table, "bandit", "Hild Emberhand").await),
        ("Emberhand", enters(&table, "Old Emberhand").await),
    ] {
        assert!(text.contains("\"rejected\":[]"), "{name}: {text}");
    }
    let said = table.play("@Wenna how is the forge?", [says("“Hot.”")]).await;
    assert_eq!(said.0["speakers"][0]["name"], "Wenna Emberhand");
    let most = table.session().await["characters"][1]["maxHP"].as_i64().unwrap();
    table.update(json!({"character": "Dagna Emberhand", "hp_delta": -2 * most})).await;
    let text = joins(&table, "bandit", "Ysolde Emberhand").await;
    assert!(text.contains("\"rejected\":[]"), "{text}");
}
