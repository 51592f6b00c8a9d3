//! Tests of sessions in languages other than English.

use reqwest::Method;
use serde_json::{Value, json};

use super::fight_by_hand::to_the_end;
use crate::support::{Agent, Answer, Asked, Inn, Table, TestApp, Turn, calls, says};

const LANGUAGE: &str = "[language]\nWrite what players read in this language: de.";

async fn begin(app: &TestApp, body: Value, accept: Option<&str>) -> Answer {
    let request = app.request(Method::POST, "/api/sessions").json(&body);
    app.send(accept.into_iter().fold(request, |request, value| request.header("accept-language", value))).await
}

async fn german(app: TestApp) -> Table {
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"character": hero, "language": "de"})).await;
    Table { app, id }
}

/// What the interpreter answers about words; `more` is what differs from words that matter to nothing.
fn reading(english: &str, more: Value) -> String {
    let mut answer =
        json!({"english": english, "is_contested": false, "is_whispered": false, "whispered_to": [], "due": []});
    answer.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    answer.to_string()
}

async fn debug(table: &Table, turn: &Turn) -> Value {
    table.get(&format!("/turns/{}/debug", turn.0["id"].as_str().unwrap())).await.good()["interpretation"].take()
}

async fn settings(app: &TestApp, id: &str, body: Value) -> Answer {
    app.send(app.request(Method::PATCH, &format!("/api/sessions/{id}/settings")).json(&body)).await
}

fn texts(asked: &Asked) -> Vec<String> {
    let content = asked.messages().last().unwrap()["content"].as_array().unwrap().clone();
    content.iter().map(|block| block["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_session_has_the_language_that_was_given_or_the_campaigns_or_that_of_the_browser() {
    let app = TestApp::start().await;
    for (slug, language) in [("the-salt-road", "en"), ("die-salzstrasse", "de-AT")] {
        let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
        package["slug"] = json!(slug);
        package["language"] = json!(language);
        app.post("/api/campaigns", package).await.good();
    }
    let cases = [
        (json!({}), None, Value::Null),
        (json!({}), Some("*"), Value::Null),
        (json!({}), Some("xx, fr-CA;q=0.5, nl;q=0.9"), json!("nl")),
        (json!({"language": "pt-BR"}), Some("nl"), json!("pt-BR")),
        (json!({"language": null}), Some("nl"), json!("nl")),
        (json!({"campaign": "die-salzstrasse"}), Some("nl"), json!("de-AT")),
        (json!({"campaign": "die-salzstrasse", "language": "en"}), None, json!("en")),
        // A campaign in English sets no language, so that it may be played in the player's language.
        (json!({"campaign": "the-salt-road"}), Some("nl"), json!("nl")),
        (json!({"campaign": "the-salt-road"}), None, Value::Null),
    ];
    for (body, accept, expected) in cases {
        let session = begin(&app, body.clone(), accept).await.good();
        assert_eq!(session["language"], expected, "{body} {accept:?}");
        assert_eq!(app.session(session["id"].as_str().unwrap()).await["language"], expected);
    }
    let id = app.create(json!({})).await;
    for wrong in [json!("Klingon"), json!("xx"), json!("de_AT"), json!(""), json!(7), json!(["de"]), json!({})] {
        for answer in [
            begin(&app, json!({ "language": wrong }), None).await,
            settings(&app, &id, json!({ "language": wrong })).await,
        ] {
            assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{wrong}");
            assert_eq!(answer.json()["errors"][0]["field"], "language");
        }
    }
    let answer = settings(&app, &id, json!({"tongue": "de"})).await;
    assert_eq!(answer.problem(), (422, "validation_failed".to_owned()));
    assert_eq!(settings(&app, "none", json!({"language": "de"})).await.status, 404);
}

#[tokio::test]
async fn a_language_is_stored_and_goes_along_over_a_restart_a_branch_an_undo_an_export_and_an_import() {
    let mut app = TestApp::on_disk().await;
    let id = app.create(json!({"language": "de"})).await;
    let path = |rest: &str| format!("/api/sessions/{id}{rest}");
    app.claude.will([says("Eine Tür.")]);
    app.chat(&id, "Ich schaue mich um.").await.good();
    let changed = settings(&app, &id, json!({"language": "fr"})).await.good();
    assert_eq!(changed["language"], "fr");
    assert_eq!(settings(&app, &id, json!({})).await.good()["language"], "fr", "what is left out stays");
    app.restart().await;
    assert_eq!(app.session(&id).await["language"], "fr");
    let branch = app.post(&path("/branch"), json!({"atTurn": 1})).await.good();
    let bundle = app.get(&path("/export")).await.good();
    let imported = app.post("/api/sessions/import", bundle).await.good();
    assert_eq!((&branch["language"], &imported["language"]), (&json!("fr"), &json!("fr")));
    app.check_fold(&id).await;
    assert_eq!(settings(&app, &id, json!({"language": null})).await.good()["language"], Value::Null);
    app.post(&path("/undo"), json!({})).await.good();
    assert_eq!(app.session(&id).await["language"], "de");
    app.check_fold(&id).await;
}

#[tokio::test]
async fn agents_are_told_the_language_in_a_block_and_the_instructions_stay_byte_equal() {
    let table = german(TestApp::start().await).await;
    table.play("Ich warte.", [says("Nichts geschieht.")]).await;
    let first = table.claude().last_asked();
    let told = texts(&first);
    assert!(told[told.len() - 2].starts_with(LANGUAGE), "{told:?}");
    settings(&table.app, &table.id, json!({"language": "fr"})).await.good();
    table.play("J'attends.", [says("Rien.")]).await;
    let second = table.claude().last_asked();
    let told = texts(&second);
    assert!(told[told.len() - 2].contains("in this language: fr."), "{told:?}");
    assert_eq!(first.body["system"], second.body["system"]);
    settings(&table.app, &table.id, json!({"language": null})).await.good();
    table.play("I wait.", [says("Nothing.")]).await;
    assert!(!table.claude().last_asked().body["messages"].to_string().contains("[language]"));
    assert_eq!(table.claude().asked_of(Agent::Interpreter).len(), 2, "English words need no interpreter");
}

#[tokio::test]
async fn a_german_story_begins_in_german_and_its_journal_is_in_german() {
    let table = german(TestApp::on_disk().await).await;
    let story = table.app.session(&table.id).await["story"].clone();
    let said = format!("{} {}", story["currentScene"], story["background"]);
    assert!(said.contains("Das Land gehört") && !said.contains(" the "), "{said}");
    table
        .update(json!({
            "location_changed": "Die Mühle", "quests_added": ["Die Glocke"], "items_gained": ["Kerze"],
            "npcs_met": ["Marta"], "important_event": "Mira schwor, die Glocke zu finden."}))
        .await;
    table.update(json!({"quests_completed": ["Die Glocke"]})).await;
    let journal = table.app.get(&format!("/api/sessions/{}/journal", table.id)).await.good();
    let lines: Vec<&str> = journal["items"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    for line in [
        "Die Helden kamen hierher: Die Mühle.",
        "Der Auftrag „Die Glocke“ ist erfüllt.",
        "Mira hat „Kerze“.",
        "Die Helden sind Marta begegnet.",
    ] {
        assert!(lines.contains(&line), "{line}: {lines:?}");
    }
    let recap = table.get("/recap").await.good().to_string();
    assert!(recap.contains("Die Helden kamen hierher: Die Mühle.") && recap.contains("Ein Auftrag"), "{recap}");
    assert!(!recap.contains("The heroes") && !recap.contains("quest"), "{recap}");
    settings(&table.app, &table.id, json!({"language": "en"})).await.good();
    table.update(json!({"location_changed": "The Quay"})).await;
    let journal = table.app.get(&format!("/api/sessions/{}/journal", table.id)).await.good();
    assert!(journal.to_string().contains("The heroes came to The Quay."), "{journal}");
}

#[tokio::test]
async fn the_utility_model_reads_foreign_words_once_for_all_that_reads_english() {
    let table = german(TestApp::on_disk().await).await;
    table
        .update(json!({"npcs_to_create": [
        {"slug": "commoner", "name": "Odo", "disposition": "neutral"},
        {"slug": "commoner", "name": "Marta", "disposition": "neutral"}]}))
        .await;
    let claude = table.claude();
    let asked_before = claude.asked_of(Agent::Interpreter).len();
    claude.reader_will(
        Agent::Interpreter,
        says(reading("I sneak past the guard and travel to the mill.", json!({"is_contested": true}))),
    );
    let check = json!({"skill": "stealth", "difficulty": "easy", "reason": "vorbei an der Wache"});
    claude.judge_will([calls("resolve_skill_check", check)]);
    let turn = table.play("Ich schleiche an der Wache vorbei.", [says("Du kommst vorbei.")]).await;
    assert_eq!(turn.0["rolls"].as_array().unwrap().len(), 1, "the check was settled by dice");
    let hints = texts(&claude.last_asked()).into_iter().find(|text| text.starts_with("[hints]"));
    assert!(hints.is_some_and(|hints| hints.contains("travel")), "the suggestions read it, too");
    let seen = debug(&table, &turn).await;
    assert_eq!((&seen["language"], &seen["off"]), (&json!("de"), &Value::Null));
    assert_eq!((&seen["isContested"], &seen["whisperedTo"]), (&json!(true), &Value::Null));

    let asked = claude.asked_of(Agent::Interpreter);
    assert_eq!(asked.len(), asked_before + 1, "one call");
    let shown = asked.last().unwrap().last_text().to_owned();
    let marta = 1 + shown.lines().skip(1).position(|line| line.ends_with(". Marta")).expect("she is there");
    let whisper = json!({"is_whispered": true, "whispered_to": [marta]});
    claude.reader_will(
        Agent::Interpreter,
        says(reading("I tell Marta behind my hand: the key is under the step.", whisper)),
    );
    let turn =
        table.play("Hinter vorgehaltener Hand zu Marta: der Schlüssel liegt unter der Stufe.", [says("„Gut.“")]).await;
    assert_eq!(debug(&table, &turn).await["whisperedTo"], json!(["Marta"]));
    let memories = table.app.store().load(&table.id.as_str().into()).await.unwrap().game.memories.clone();
    let whisper = memories.iter().find(|it| it.text.contains("unter der Stufe")).expect("a memory");
    assert_eq!(serde_json::to_value(&whisper.witnesses).unwrap().to_string().matches("marta").count(), 1);
    assert!(!serde_json::to_string(&whisper.witnesses).unwrap().contains("odo"));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_whisper_is_for_whom_it_was_read_to_be_though_others_come_in_the_same_turn() {
    let table = german(TestApp::on_disk().await).await;
    let claude = table.claude();
    let profile = json!({"appearance": "Grau.", "personality": "Trocken.", "motivations": [], "notes": "Zählt."});
    claude.helper_will([says(profile.to_string())]);
    let marta = json!({"name": "Marta", "role": "ally", "context": "Sie wartet."});
    table.play("Wer ist da?", [says("Marta wartet.").and_calls("create_supporting_npc", marta)]).await;
    let whisper = json!({"is_whispered": true, "whispered_to": [1]});
    claude.reader_will(Agent::Interpreter, says(reading("I whisper that the key is false.", whisper)));
    let comes = json!({"npcs_to_create": [{"slug": "commoner", "name": "Odo", "disposition": "neutral"}]});
    table.play("Ich flüstere: der Schlüssel ist falsch.", [says("Odo kommt herein.").and_updates(comes)]).await;
    let memories = table.app.store().load(&table.id.as_str().into()).await.unwrap().game.memories.clone();
    let whisper = memories.iter().find(|it| it.text.contains("Schlüssel ist falsch")).expect("a memory");
    let witnesses = serde_json::to_value(&whisper.witnesses).unwrap().to_string();
    assert!(witnesses.contains("marta") && !witnesses.contains("odo"), "{witnesses}");
}

#[tokio::test]
async fn what_the_words_make_due_and_the_story_does_not_record_is_reviewed() {
    let table = german(TestApp::start().await).await;
    let claude = table.claude();
    claude.reader_will(Agent::Interpreter, says(reading("I pay the smith.", json!({"due": ["gold"]}))));
    let turn = table.play("Ich bezahle den Schmied.", [says("Du zählst die Münzen ab.")]).await;
    assert_eq!(claude.asked_of(Agent::Reviewer).len(), 1);
    assert_eq!(debug(&table, &turn).await["due"], json!(["gold"]));
    claude.reader_will(Agent::Interpreter, says(reading("I wait.", json!({}))));
    table.play("Ich warte.", [says("Nichts geschieht.")]).await;
    assert_eq!(claude.asked_of(Agent::Reviewer).len(), 1);
}

#[tokio::test]
async fn without_an_answer_the_turn_goes_on_and_its_debug_says_what_was_off() {
    let table = german(TestApp::start().await).await;
    let too_much = reading("I wait.", json!({"due": ["rain"]}));
    for (answer, why) in [
        ("Hm.", "not what was asked for"),
        (&too_much, "not what was asked for"),
        (&reading(" ", json!({})), "no English words"),
    ] {
        table.claude().reader_will(Agent::Interpreter, says(answer));
        let turn = table.play("Ich schleiche vorbei.", [says("Du kommst vorbei.")]).await;
        let off = debug(&table, &turn).await["off"].as_str().unwrap().to_owned();
        assert!(off.contains(why), "{off}");
    }
    assert!(table.claude().judge_asked().is_empty());
    let late = says(reading("I sneak past.", json!({"is_contested": true}))).after(std::time::Duration::from_secs(6));
    table.claude().reader_will(Agent::Interpreter, late);
    let since = std::time::Instant::now();
    let turn = table.play("Ich schleiche vorbei.", [says("Du kommst vorbei.")]).await;
    assert!(since.elapsed() < std::time::Duration::from_secs(6));
    assert_eq!(debug(&table, &turn).await["off"], "the model took too long");
}

#[tokio::test]
async fn a_german_journal_writes_places_and_events_with_their_capitals() {
    let table = german(TestApp::start().await).await;
    let claude = table.claude();
    let profile = json!({"appearance": "Grau.", "personality": "Trocken.", "motivations": [], "notes": "Zählt."});
    claude.helper_will([says(profile.to_string())]);
    table.update(json!({"location_changed": "Die Brücke am Fluss"})).await;
    let marta = json!({"name": "Marta", "role": "ally", "context": "Sie wartet."});
    table.play("Wer ist da?", [says("Marta wartet.").and_calls("create_supporting_npc", marta)]).await;
    let kept = json!({"location_changed": "Der Turm", "important_event": "Die Helden fanden den Schlüssel der Wache"});
    table.update(kept).await;
    let journal = table.get("/journal").await.good();
    let texts: Vec<&str> =
        journal["items"].as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap()).collect();
    for due in ["Marta ist jetzt hier: Die Brücke am Fluss.", "Die Helden fanden den Schlüssel der Wache."] {
        assert!(texts.contains(&due), "{due}: {texts:?}");
    }
    table.app.check_fold(&table.id).await;
}

/// Every text that players read in a value, with its place. Numbers, ids and words of the protocol are no texts.
fn texts_in(value: &Value, place: &str, found: &mut Vec<(String, String)>) {
    const TEXTS: [&str; 9] =
        ["delta", "narrative", "message", "reason", "summary", "scene", "currentScene", "description", "text"];
    match value {
        // Prompts read these lines, and no player.
        Value::Object(fields) if fields.get("kind") == Some(&json!("remembered")) => {}
        Value::Object(fields) => {
            // The sheet has the rules' own names.
            let fields =
                fields.iter().filter(|(name, _)| !["characters", "creature", "toolCalls"].contains(&name.as_str()));
            fields.for_each(|(name, value)| texts_in(value, name, found));
        }
        Value::Array(values) => values.iter().for_each(|value| texts_in(value, place, found)),
        Value::String(text) if TEXTS.contains(&place) => found.push((place.to_owned(), text.clone())),
        _ => {}
    }
}

/// The words of a text that are neither the script's, the translator's, the campaign's nor a name.
fn words_of_ours(text: &str) -> Vec<&str> {
    const SCRIPTED: [&str; 9] = [
        "Stahl klirrt.",
        "Du kommst vorbei.",
        "Ich schleiche vorbei.",
        "Wer da?",
        "Ich warte noch.",
        "Ich schlage zu.",
        "Mira",
        "Grak",
        "Scimitar Shortbow Longsword Light Crossbow Handaxe Greatsword Javelin Second Wind",
    ];
    let is_scripted = |word: &&str| {
        let known = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|known| known == *word);
        SCRIPTED.iter().any(|scripted| known(scripted)) || known(include_str!("../campaign/clean.json"))
    };
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic));
    words.filter(|word| !is_scripted(word) && word.chars().any(|c| c.is_alphabetic() && c != 'ä')).collect()
}

#[tokio::test]
async fn a_campaign_in_german_has_no_english_word_of_ours_in_its_log() {
    let app = TestApp::on_disk().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    package["language"] = json!("de");
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let claude = table.claude();

    claude.reader_will(Agent::Interpreter, says(reading("I sneak past the guard.", json!({"is_contested": true}))));
    let check = json!({"skill": "stealth", "difficulty": "easy", "reason": "vorbei"});
    claude.judge_will([calls("resolve_skill_check", check)]);
    let sneaks = table.play("Ich schleiche vorbei.", [says("Du kommst vorbei.")]).await;
    assert_eq!(claude.judge_asked().len(), 1);

    let goblin = json!({"npcs_to_create": [{"slug": "goblin", "name": "Grak", "disposition": "hostile"}]});
    let mut live = table.events("Wer da?", [says("Stahl klirrt.").and_updates(goblin)]).await;
    claude.judge_will([]);
    let mut table = table;
    let mut turns = vec![sneaks];
    turns.extend(to_the_end(&mut table, usize::MAX, false).await);
    live.extend(table.events("Ich warte noch.", [says("").stopping_for("refusal")]).await);
    for turn in &turns {
        live.extend(table.app.events_again(&table.id, turn.0["id"].as_str().unwrap(), None).await);
    }
    let stored = table.get("/turns?limit=100").await.good();
    let session = table.session().await;
    assert!(session["encounter"].is_null(), "the fight is over");
    let mut texts = Vec::new();
    live.iter().for_each(|told| texts_in(&told.data, &told.event, &mut texts));
    [&stored, &session].into_iter().for_each(|value| texts_in(value, "", &mut texts));
    for (place, text) in &texts {
        assert_eq!(words_of_ours(text), [""; 0], "{place}: {text}");
    }
    let of = |kind: &str| texts.iter().filter(|(place, _)| place == kind).count();
    assert!(
        ["delta", "narrative", "message", "reason", "scene", "summary"].iter().all(|kind| of(kind) > 0),
        "{texts:?}"
    );

    // The facts say what the names leave out.
    let rolls: Vec<&Value> = live.iter().filter(|told| told.event == "roll").map(|told| &told.data["roll"]).collect();
    let of =
        |kind: &str| rolls.iter().find(|roll| roll["purpose"]["kind"] == kind).unwrap_or_else(|| panic!("no {kind}"));
    assert_eq!((&of("check")["purpose"]["skill"], &of("check")["reason"]), (&json!("stealth"), &json!("vorbei")));
    assert_eq!(of("initiative")["reason"], of("initiative")["purpose"]["who"]);
    let blow = &of("attack")["purpose"];
    let names = ["who", "target", "name"].map(|part| blow[part].as_str().unwrap());
    assert_eq!(of("attack")["reason"], format!("{} → {} · {}", names[0], names[1], names[2]));
    let after = &session["story"]["afterFight"];
    let english = table.state_block().await;
    match after["ending"].as_str().unwrap() {
        "victory" => {
            assert!(after["fallen"] == json!(["Grak"]) && english.contains("the dead lie where they fell: Grak."))
        }
        _ => assert!(english.contains("scene: The fight is lost"), "{after}"),
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_german_campaign_is_told_in_english_or_in_the_players_own_tongue_if_that_is_chosen() {
    let app = TestApp::start().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    package["language"] = json!("de");
    package["happenings"][0]["when"] = json!({"carries": "silver buckle"});
    package["happenings"][0]["outcome"]["shown"] = json!("Ein Reiter kommt vorbei.");
    app.post("/api/campaigns", package).await.good();
    let id = app.create(json!({"campaign": "the-salt-road", "language": "en"})).await;
    let table = Table { app, id };
    let claude = table.claude();
    claude.reader_will(Agent::Translator, says(json!({"lines": ["A rider passes by."]}).to_string()));
    let turn = table.update(json!({"items_gained": ["silver buckle"]})).await;
    let told = turn.narrative();
    assert!(told.contains("A rider passes by.") && told.contains("So it goes."), "{told}");
    assert!(claude.asked_of(Agent::Interpreter).is_empty(), "English words need no interpreter");
    assert!(claude.asked_of(Agent::Translator)[0].last_text().contains("Reiter"));

    for (chosen, is_told) in [(json!("de"), true), (Value::Null, false), (json!("de"), true)] {
        assert_eq!(settings(&table.app, &table.id, json!({ "language": chosen })).await.good()["language"], chosen);
        table.play("Ich warte.", [says("Nichts geschieht.")]).await;
        let request = table.claude().last_asked().body["messages"].to_string();
        assert_eq!(request.contains("[language]"), is_told, "{chosen}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_line_whose_translation_has_other_numbers_stays_as_it_is_and_debug_says_so() {
    let table = german(TestApp::start().await).await;
    table
        .claude()
        .reader_will(Agent::Translator, says(json!({"lines": ["Er schweigt seit 7 Tagen.", "Nein."]}).to_string()));
    let turn = table.play("Ich warte.", [says("").stopping_for("refusal")]).await;
    assert!(!turn.narrative().is_empty() && !turn.narrative().contains('7'), "{}", turn.narrative());
    assert!(debug(&table, &turn).await["leftInEnglish"].as_str().unwrap().contains("other numbers"));
    assert_eq!(table.claude().asked_of(Agent::Translator).len(), 1);
}

#[tokio::test]
async fn the_storyteller_says_once_that_it_speaks_english_only() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"language": "de"})).await;
    let (first, second) = (inn.turn(&id, "I look around.").await, inn.turn(&id, "I wait.").await);
    let notices = async |turn: &Value| {
        let events = inn.text(&format!("/api/sessions/{id}/turns/{}/events", turn["id"].as_str().unwrap())).await;
        events.matches("\"english_only\"").count()
    };
    assert_eq!((notices(&first).await, notices(&second).await), (1, 0));
    for turn in [&first, &second] {
        let debug = inn.get(&format!("/api/sessions/{id}/turns/{}/debug", turn["id"].as_str().unwrap())).await;
        let off = debug["interpretation"]["off"].as_str().unwrap();
        assert!(off.contains("no utility model"), "{debug}");
        assert!(!debug["agents"].to_string().contains("[language]"), "it reads no language");
    }
    let id = inn.begin(json!({"language": "en-GB"})).await;
    let turn = inn.turn(&id, "I look around.").await;
    let debug = inn.get(&format!("/api/sessions/{id}/turns/{}/debug", turn["id"].as_str().unwrap())).await;
    assert_eq!(debug["interpretation"], Value::Null);
}
