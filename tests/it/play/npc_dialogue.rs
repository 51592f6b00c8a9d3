//! People who speak for themselves: who is meant by `@name`, who answers, what they know, and what they may do.

use serde_json::{Value, json};

use crate::support::{Agent, Asked, Reply, Table, calls, says, updates};

fn profile(notes: &str) -> Reply {
    let profile = json!({"appearance": "Grey and upright.", "personality": "Dry.", "motivations": ["her son back"], "notes": notes});
    says(profile.to_string())
}

/// The inn, with Old Marta who keeps it and Odo who drinks in it; a carter is there, too.
async fn inn() -> Table {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"location_changed": "The Inn"})).await;
    table.claude().helper_will([profile("Counts the guests twice."), profile("Drinks alone.")]);
    let npc = |name: &str| json!({"name": name, "role": "informant", "context": "At the inn."});
    let carter = json!({"npcs_to_create": [{"slug": "bandit", "name": "Carter", "disposition": "neutral"}]});
    let both = says("They look up.").and_calls("create_supporting_npc", npc("Old Marta"));
    let both = both.and_calls("create_supporting_npc", npc("Odo")).and_updates(carter);
    table.play("I go in.", [both]).await;
    table
}

async fn joins(table: &Table, id: &str) -> crate::support::Turn {
    table.update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": id}]})).await
}

fn last(table: &Table, agent: Agent) -> Asked {
    table.claude().asked_of(agent).pop().expect("a request")
}

/// Every prompt an agent was ever shown, as text.
fn prompts(table: &Table, agent: Agent) -> String {
    let asked = table.claude().asked_of(agent);
    asked.iter().map(|asked| asked.body["messages"].to_string()).collect()
}

#[tokio::test]
async fn whoever_is_called_answers_alone_and_the_story_waits() {
    let table = inn().await;
    let n_asked = table.claude().asked().len();
    let turn = table.play("@marta, have you seen him?", [says("“Not since the flood,” she says.")]).await;
    assert_eq!(turn.narrative(), "“Not since the flood,” she says.");
    assert_eq!(turn.0["speakers"], json!([{"npcId": "old-marta", "name": "Old Marta"}]));
    assert_eq!(table.claude().asked().len(), n_asked, "the Dungeon Master was not asked");
    let asked = last(&table, Agent::Npc);
    assert_eq!(asked.last_text(), "@marta, have you seen him?");
    let block = asked.messages()[0]["content"][0]["text"].as_str().unwrap();
    assert!(block.starts_with("[npc]\nyou: old-marta | Old Marta | informant\n"), "{block}");
    for line in
        ["wants: her son back", "notes: Counts the guests twice. At the inn.", "place: The Inn", "here: Carter, Odo"]
    {
        assert!(block.lines().any(|it| it == line), "{line} is missing in {block}");
    }
    assert!(turn.0["usage"]["byAgent"]["npc"]["outputTokens"].as_u64() > Some(0));
    let stored = table.get("/turns?limit=100").await.good();
    let first = &stored["items"][0];
    assert!(first.get("speakers").is_none(), "where nobody spoke for themselves there is no such field");
    assert_eq!(stored["items"].as_array().unwrap().last().unwrap()["speakers"], turn.0["speakers"]);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_narrator_hears_what_was_said_with_its_name_once() {
    let table = inn().await;
    table.play("@marta hello", [says("“Evening.”")]).await;
    table.play("@marta and now?", [says("Old Marta: “Still evening.”")]).await;
    let state = table.state_block().await;
    assert!(!state.contains("Evening"));
    let asked = table.claude().last_asked();
    let told: Vec<&str> = asked
        .messages()
        .iter()
        .filter(|it| it["role"] == "assistant")
        .filter_map(|it| it["content"][0]["text"].as_str())
        .collect();
    assert!(told.contains(&"Old Marta: “Evening.”") && told.contains(&"Old Marta: “Still evening.”"), "{told:?}");
}

#[tokio::test]
async fn nobody_is_asked_where_the_name_is_unknown_or_its_owner_elsewhere() {
    let table = inn().await;
    let n_turns = table.get("/turns?limit=100").await.good()["items"].as_array().unwrap().len();
    let unknown = table.chat("@gandalf hello").await;
    assert_eq!(unknown.problem(), (422, "unknown_npc".to_owned()));
    let detail = unknown.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("gandalf") && detail.contains("Old Marta") && detail.contains("Carter"), "{detail}");
    table.update(json!({"location_changed": "The Mill"})).await;
    let away = table.chat("@marta hello").await;
    assert_eq!(away.problem(), (422, "npc_not_here".to_owned()));
    assert!(away.json()["detail"].as_str().unwrap().contains("The Inn"));
    table.update(json!({"location_changed": "The Inn"})).await;
    table.play("I strike.", [calls("update_npc", json!({"id": "carter", "hp_delta": -50})), says("He falls.")]).await;
    let dead = table.chat("@carter hello").await;
    assert_eq!(dead.problem(), (422, "npc_not_here".to_owned()));
    assert!(dead.json()["detail"].as_str().unwrap().contains("dead"));
    let now = table.get("/turns?limit=100").await.good()["items"].as_array().unwrap().len();
    assert_eq!(now, n_turns + 3, "nothing of that was played");
}

#[tokio::test]
async fn several_answer_in_their_order_and_hear_each_other() {
    let table = inn().await;
    let turn =
        table.play("@marta @odo @carter who was it?", [says("“Not me.”"), says("“Nor me.”"), says("He shrugs.")]).await;
    assert_eq!(turn.narrative(), "Old Marta: “Not me.”\n\nOdo: “Nor me.”\n\nCarter: He shrugs.");
    assert_eq!(turn.0["speakers"].as_array().unwrap().len(), 3);
    let odo = last(&table, Agent::Npc);
    assert!(odo.messages()[0]["content"][0]["text"].as_str().unwrap().contains("| Old Marta | “Not me.”"));
    assert!(
        prompts(&table, Agent::Puppeteer).contains("you: carter | Carter"),
        "whoever has no profile has the puppeteer"
    );
    assert!(turn.0["usage"]["byAgent"]["puppeteer"].is_object());
}

#[tokio::test]
async fn a_second_answer_that_is_taken_back_leaves_the_first() {
    let table = inn().await;
    let refuses = says("“Well, I").stopping_for("refusal");
    let turn = table.play("@marta @odo who was it?", [says("“Not me.”"), refuses]).await;
    assert_eq!(turn.narrative(), "Old Marta: “Not me.”\n\nOdo: Odo looks away, and will not answer that.");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_is_said_is_known_to_those_who_heard_it_and_nobody_else() {
    let table = inn().await;
    table.play("@odo (whispers) the silver is under the third step", [says("“I heard nothing.”")]).await;
    table.play("@marta the bridge is down", [says("“Then they stay the night.”")]).await;
    table.play("@odo what do you know?", [says("“Enough.”")]).await;
    let odo = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(
        odo.contains("third step") && odo.contains("the bridge is down") && odo.contains("stay the night"),
        "{odo}"
    );
    table.play("@marta what do you know?", [says("“Little.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(
        !marta.contains("third step") && !marta.contains("I heard nothing") && marta.contains("the bridge is down"),
        "{marta}"
    );
    assert!(
        !marta.contains("They look up") && !marta.contains("Drinks alone"),
        "no narration, and no profile of others"
    );
}

#[tokio::test]
async fn those_of_the_party_have_seen_the_story_from_then_on() {
    let table = inn().await;
    table.play("I look under the step.", [says("Silver, and a dead man's ring.")]).await;
    joins(&table, "old-marta").await;
    table.play("I open the cellar.", [says("Barrels, and behind them a bricked-up door.")]).await;
    let turn = table.play("@odo what is behind the barrels?", [says("“Wine.”")]).await;
    assert_eq!(turn.changes(), ["remembered", "remembered"]);
    table.play("@marta and you?", [says("“A door.”")]).await;
    let asked = table.claude().asked_of(Agent::Npc);
    let (odo, marta) = (asked[0].messages()[0].to_string(), asked[1].messages()[0].to_string());
    assert!(marta.contains("bricked-up door") && !marta.contains("dead man's ring"), "{marta}");
    assert!(!odo.contains("bricked-up door") && !odo.contains("dead man's ring"), "{odo}");
    // A person who leaves hears no more of it.
    table.update(json!({"companions_to_remove": ["old-marta"]})).await;
    table.play("I break it down.", [says("Behind it sits a heron of brass.")]).await;
    table.play("@marta what was there?", [says("“I was outside.”")]).await;
    assert!(!last(&table, Agent::Npc).messages()[0].to_string().contains("heron of brass"));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn companions_remember_the_whole_story_and_the_heros_words() {
    let table = inn().await;
    joins(&table, "old-marta").await;
    let middle = "The stairs go down and down, wet and worn in the middle. ".repeat(12);
    let story = format!("You lift the hatch. {middle}At the bottom stands a clay heron.");
    table.play("I swear to find the drowned bell, and lift the hatch.", [says(&story)]).await;
    table.play("I nod to her (in a whisper to myself: the map is forged).", [says("The heron stares.")]).await;
    table.play("@marta what did you see?", [says("“A heron.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(
        marta.contains("swear to find the drowned bell") && marta.contains("At the bottom stands a clay heron."),
        "{marta}"
    );
    assert!(marta.contains("The heron stares.") && !marta.contains("the map is forged"), "{marta}");
    for n in 0..14 {
        table.play(&format!("I walk on, {n}."), [says(format!("{story} {n}"))]).await;
    }
    table.play("@marta and now?", [says("“Herons.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(marta.len() < 24_000, "{}", marta.len());
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn no_form_of_whispering_reaches_other_people() {
    let asides = [
        "@odo I say it quietly, so nobody else hears: \"the silver is under the third step\"",
        "@odo I pass you a note: \"the silver is under the third step\"",
        "@odo Ich flüstere: „the silver is under the third step“",
        "@odo \"the silver is under the third step\", I say, too softly for Marta to hear",
        "@odo Psst: \"the silver is under the third step\"",
        "@odo I hand him a scrap of paper: \"the silver is under the third step\"",
        "@odo (to Odo only) the silver is under the third step",
        "@odo Szepczę: „the silver is under the third step”",
        "@odo Я шепчу: «the silver is under the third step»",
        "@odo softly the silver is under the third step",
        "@odo *leans close to his ear* the silver is under the third step",
        "@odo I scribble “the silver is under the third step” on a slip of paper and slide it over",
        "@odo I mouth the words: \"the silver is under the third step\"",
    ];
    for words in asides {
        let table = inn().await;
        table.play(words, [says("“I heard nothing.”")]).await;
        table.play("@marta what do you know?", [says("“Little.”")]).await;
        let marta = last(&table, Agent::Npc).messages()[0].to_string();
        assert!(!marta.contains("third step"), "{words}: {marta}");
    }
}

#[tokio::test]
async fn what_is_said_aloud_is_no_whisper() {
    let aloud = [
        "@odo I point to the sign to the left and say: \"the silver is under the third step\"",
        "@odo Only to the river, no further! \"the silver is under the third step\"",
        "@odo \"Psst, she said, in a low voice: the silver is under the third step\"",
        "@odo I buy a scrap of paper and read from it: \"the silver is under the third step\"",
    ];
    for words in aloud {
        let table = inn().await;
        table.play(words, [says("“Is it?”")]).await;
        table.play("@marta what do you know?", [says("“Much.”")]).await;
        let marta = last(&table, Agent::Npc).messages()[0].to_string();
        assert!(marta.contains("third step"), "{words}: {marta}");
    }
}

#[tokio::test]
async fn an_undo_takes_what_was_heard_along() {
    let table = inn().await;
    table.play("@odo the password is gooseberry", [says("“Right.”")]).await;
    table.post("/undo", json!({"turns": 1})).await.good();
    table.play("@odo what is the password?", [says("“What password?”")]).await;
    assert!(!last(&table, Agent::Npc).messages()[0].to_string().contains("gooseberry"));
}

#[tokio::test]
async fn nobody_who_speaks_for_themselves_begins_a_fight() {
    let table = inn().await;
    for tool in ["start_combat", "update_npc", "roll_dice", "travel", "create_supporting_npc", "apply_state_commands"] {
        let turn = table.play("@marta draw!", [calls(tool, json!({})), says("“No.”")]).await;
        assert!(turn.result(0).1 && turn.result(0).0.contains("There is no tool"), "{tool}: {}", turn.result(0).0);
    }
    let turn = table.play("@marta hit me", [updates(json!({"hp_delta": -3})), says("She laughs.")]).await;
    assert!(turn.result(0).1, "no field of the sheet is theirs");
    let asked = last(&table, Agent::Npc);
    let tools: Vec<&str> =
        asked.body["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(tools, ["update_quest", "update_game_state", "update_location", "query_session_memory", "move_npc"]);
    assert!(table.session().await["encounter"].is_null());
}

#[tokio::test]
async fn things_quests_and_secrets_pass_by_their_tools() {
    let table = inn().await;
    let gives = says("She hands it over.").and_updates(json!({"items_gained": ["brass key"], "gold_delta": -1.0}));
    let gives = gives.and_calls(
        "update_quest",
        json!({"action": "give", "quest": "Find my son", "objectives": ["Ask at the mill"]}),
    );
    let turn = table.play("@marta I take the key, and I will find your son.", [gives]).await;
    assert_eq!(turn.changes()[..3], ["itemGained", "purseChanged", "questGiven"]);
    assert!(table.pack().await.contains(&"brass key".to_owned()));
    assert_eq!(table.story().await["activeQuests"][0]["giver"], "Old Marta");
    table.play("@marta what did you ask of me?", [says("“My son.”")]).await;
    let block = last(&table, Agent::Npc).messages()[0]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(block.lines().any(|it| it.starts_with("quest: find-my-son | Find my son | open: ")), "{block}");
    let done = json!({"action": "complete", "quest": "find-my-son"});
    let turn = table.play("@odo I found him!", [calls("update_quest", done), says("“Tell her.”")]).await;
    assert!(turn.result(0).1, "it is Marta's quest: {}", turn.result(0).0);
    let tells = says("“Under the third step.”")
        .and_calls("update_location", json!({"secret": "A hollow under the third step."}));
    let turn = table.play("@odo where is it?", [tells]).await;
    assert!(turn.changes().contains(&"secretFound"), "{:?}", turn.changes());
    assert_eq!(table.session().await["places"][0]["secrets"], json!(["A hollow under the third step."]));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn nobody_looks_into_a_heros_pack() {
    let table = inn().await;
    let pack = table.pack().await;
    let takes = updates(json!({"items_lost": ["a"]}));
    let turn = table.play("@marta take what you need", [takes, says("She finds nothing.")]).await;
    let (answer, is_error) = turn.result(0);
    assert!(is_error && answer.contains("Mira"), "{answer}");
    let turn = table.play("@odo and you?", [updates(json!({"items_lost": ["moon pearl"]})), says("“No.”")]).await;
    let answer = format!("{answer} {}", turn.result(0).0);
    for thing in &pack {
        assert!(!answer.to_lowercase().contains(&thing.to_lowercase()), "{thing}: {answer}");
    }
    assert_eq!(table.pack().await, pack);
    let turn = table.play("I turn my pack out.", [updates(json!({"items_lost": ["moon pearl"]})), says("No.")]).await;
    assert!(turn.result(0).0.contains(&pack[0]), "whoever tells the story may know it: {}", turn.result(0).0);
}

#[tokio::test]
async fn a_trace_names_who_spoke() {
    let table = inn().await;
    let turn = table.play("@marta @odo who did it?", [says("“Him.”"), says("“Her.”")]).await;
    let debug = table.get(&format!("/turns/{}/debug", turn.0["id"].as_str().unwrap())).await.good();
    let by: Vec<(&Value, &Value)> =
        debug["agents"].as_array().unwrap().iter().map(|it| (&it["agent"], &it["speaker"]["npcId"])).collect();
    let (npc, marta, odo) = (json!("npc"), json!("old-marta"), json!("odo"));
    assert_eq!(by, [(&npc, &marta), (&npc, &odo)]);
    assert_eq!(debug["agents"][0]["speaker"], turn.0["speakers"][0]);
    let turn = table.play("I look around.", [says("Smoke.")]).await;
    let debug = table.get(&format!("/turns/{}/debug", turn.0["id"].as_str().unwrap())).await.good();
    assert!(debug["agents"][0].get("speaker").is_none(), "the Dungeon Master speaks for nobody");
}

#[tokio::test]
async fn whoever_goes_is_found_where_they_went() {
    let table = inn().await;
    let goes = says("He empties his cup and goes.").and_calls("move_npc", json!({"to": "The Mill"}));
    table.play("@odo go home", [goes]).await;
    assert_eq!(table.chat("@odo wait").await.problem(), (422, "npc_not_here".to_owned()));
    table.update(json!({"location_changed": "The Mill"})).await;
    table.play("@odo there you are", [says("“Here I am.”")]).await;
    joins(&table, "odo").await;
    let stays = [calls("move_npc", json!({"to": "The Inn"})), says("He stays.")];
    let turn = table.play("@odo go", stays).await;
    assert!(turn.result(0).1, "{}", turn.result(0).0);
}

#[tokio::test]
async fn what_they_alone_know_reaches_no_player() {
    let table = inn().await;
    let learns = json!({"id": "old-marta", "learns": ["The abbot is her brother."]});
    let turn = table.play("I wait.", [says("Rain.").and_calls("update_npc", learns)]).await;
    assert!(!turn.result(0).1);
    let remembers = [calls("query_session_memory", json!({"about": "abbot"})), says("“I know nothing of him.”")];
    let asked = table.play("@marta what of the abbot?", remembers).await;
    assert!(last(&table, Agent::Npc).results()[0].0.contains("her brother"), "she remembers it herself");
    assert!(asked.result(0).0.is_empty(), "and the player doesn't read it");
    table.play("@odo what of the abbot?", [says("“Who?”")]).await;
    assert!(!last(&table, Agent::Npc).body.to_string().contains("her brother"), "she alone");
    for path in ["", "/turns?limit=100", "/memory"] {
        assert!(!table.get(path).await.text.contains("her brother"), "{path}");
    }
    let events = table.app.events_again(&table.id, turn.0["id"].as_str().unwrap(), None).await;
    assert!(!format!("{events:?}").contains("her brother"));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn in_a_fight_words_are_the_fights() {
    let table = inn().await;
    table.update(json!({"npcs_to_create": [{"slug": "ogre", "name": "Ogre", "disposition": "hostile"}]})).await;
    if table.session().await["encounter"].is_null() {
        return;
    }
    table.play("@marta get down!", [says("She dives behind the bar.")]).await;
    assert!(table.claude().asked_of(Agent::Npc).is_empty() && !table.claude().combat_asked().is_empty());
}

#[tokio::test]
async fn instructions_and_tools_never_change() {
    let table = inn().await;
    table.play("@marta one", [says("“Two.”")]).await;
    table.play("@odo three", [says("“Four.”")]).await;
    let asked = table.claude().asked_of(Agent::Npc);
    let part = |asked: &Asked, part: &str| asked.body[part].clone();
    for name in ["system", "tools"] {
        assert_eq!(part(&asked[0], name), part(&asked[1], name));
    }
    let system: Value = part(&asked[0], "system");
    for of_the_table in ["Marta", "her son", "The Inn"] {
        assert!(!system.to_string().contains(of_the_table), "{of_the_table} stands in the instructions");
    }
}

#[tokio::test]
async fn told_again_the_same_ones_answer() {
    let table = inn().await;
    table.play("@marta who was it?", [says("“Not me.”")]).await;
    table.claude().will([says("“Ask Odo.”")]);
    table.claude().expect_words("@marta who was it?");
    let turn = table.post("/retry", json!({})).await.good();
    assert_eq!((turn["narrative"].as_str(), &turn["speakers"][0]["name"]), (Some("“Ask Odo.”"), &json!("Old Marta")));
    assert!(!last(&table, Agent::Npc).messages()[0].to_string().contains("Not me"), "that was never said");
}

#[tokio::test]
async fn a_fights_end_and_a_quest_are_handed_over() {
    let table = inn().await;
    table.play("I promise.", [says("Good.").and_updates(json!({"quests_added": ["Find the Bell"]}))]).await;
    let turn = table
        .play("I bring it.", [says("It rings.").and_updates(json!({"quests_completed": ["find the bell"]}))])
        .await;
    assert!(turn.changes().contains(&"remembered"));
    let block = table.state_block().await;
    assert!(
        block.lines().any(|it| it.starts_with("handed over: ") && it.contains("The quest “find the bell” was done.")),
        "{block}"
    );
    table.play("@marta did you hear it?", [says("“All of us did.”")]).await;
    assert!(last(&table, Agent::Npc).messages()[0].to_string().contains("“find the bell” was done"), "she was there");
    table.update(json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]})).await;
    table.play("I yield.", [calls("end_combat", json!({"how": "settled"})), says("They lower their blades.")]).await;
    let block = table.state_block().await;
    assert!(block.contains("A fight began against Goblin."), "{block}");
    assert!(block.contains("The fight against Goblin was over: it was settled."), "{block}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn an_aside_that_names_its_listener_is_known_to_that_one_alone() {
    let table = inn().await;
    joins(&table, "old-marta").await;
    joins(&table, "odo").await;
    let asides = [
        "I pass Odo a note: KESTREL-one",
        "I slip Odo a scrap of paper: KESTREL-two",
        "I say for Odo's ears only: KESTREL-three",
        "I breathe into Odo's ear: KESTREL-four",
        "I take Odo aside and tell him: KESTREL-five",
        "I mouth to Odo: KESTREL-six",
        "Leise sage ich zu Odo, dass es sonst niemand hört: KESTREL-seven",
        "I write it where only Odo sees it: KESTREL-eight",
        "I whisper to Odo: KESTREL-nine",
    ];
    for words in asides {
        table.play(words, [says("The fire crackles.")]).await;
        table.play("@odo what did you hear?", [says("“Enough.”")]).await;
        let odo = last(&table, Agent::Npc).messages()[0].to_string();
        assert!(odo.contains(words.rsplit(' ').next().unwrap_or_default()), "{words}: {odo}");
    }
    table.play("I think of KESTREL ten to myself.", [says("The fire crackles.")]).await;
    table.play("@odo KESTREL eleven, and don't tell Marta", [says("“Right.”")]).await;
    table.play("@marta what did you hear?", [says("“Nothing.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(!marta.contains("KESTREL"), "{marta}");
    table.play("@odo what did you hear?", [says("“Enough.”")]).await;
    let odo = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(odo.contains("KESTREL eleven"), "{odo}");
    assert!(!odo.contains("KESTREL ten"), "a thought is the hero's own: {odo}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_name_that_was_whispered_reaches_nobody_by_the_story() {
    let table = inn().await;
    joins(&table, "old-marta").await;
    joins(&table, "odo").await;
    for words in [
        "I tell Odo, so Marta doesn't hear, the password: Quartz.",
        "I whisper the password, Quartz, to Odo.",
        "Ich flüstere Odo das Losungswort zu: Quartz.",
    ] {
        table.play(words, [says("The fire crackles. Odo writes Quartz into his book.")]).await;
    }
    table.play("@marta what did you see?", [says("“A fire.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(marta.contains("The fire crackles.") && !marta.contains("Quartz"), "{marta}");
}

#[tokio::test]
async fn the_dead_who_lie_there_are_named_as_dead() {
    let table = inn().await;
    table.update(json!({"companions_to_add": [{"slug": "bandit", "name": "Vex"}]})).await;
    let dies = calls("update_npc", json!({"id": "odo", "dead": true}));
    let dies = dies.and_calls("update_npc", json!({"id": "vex", "hp_delta": -500}));
    table.play("I wait.", [dies, says("The roof falls on Odo and Vex.")]).await;
    table.play("@marta how are they?", [says("“Dead.”")]).await;
    let marta = last(&table, Agent::Npc).messages()[0].to_string();
    assert!(marta.contains("Vex (dead)") && marta.contains("Odo (dead)"), "{marta}");
}

#[tokio::test]
async fn words_that_name_a_companion_openly_are_heard_by_the_others() {
    let table = inn().await;
    joins(&table, "old-marta").await;
    joins(&table, "odo").await;
    table.play("I ask Odo about the note of the KESTREL.", [says("The fire crackles.")]).await;
    table.play("@marta what did you hear?", [says("“Much.”")]).await;
    assert!(last(&table, Agent::Npc).messages()[0].to_string().contains("KESTREL"));
}

#[tokio::test]
async fn a_hero_who_cannot_speak_is_heard_by_nobody() {
    let table = inn().await;
    let hp = table.hero().await["currentHP"].as_i64().unwrap();
    let silenced = [
        (json!({"conditions_added": ["paralyzed"]}), "can't speak now"),
        (json!({"conditions_removed": ["paralyzed"], "hp_delta": -hp}), "can't speak now"),
        (json!({"hp_delta": -10 * hp}), "is dead"),
    ];
    for (update, why) in silenced {
        table.update(update).await;
        let answer = table.chat("@marta the password is HERON").await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (422, Some("illegal_action")), "{}", answer.text);
        assert!(answer.text.contains(why), "{}", answer.text);
    }
    assert!(!prompts(&table, Agent::Npc).contains("HERON"));
}
