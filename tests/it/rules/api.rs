//! The rules over HTTP and in the Dungeon Master's hands, with the core alone.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, calls, says};

fn names(answer: &Value) -> Vec<&str> {
    answer["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_exact_name_gives_its_entry_and_a_question_the_best_first() {
    let app = TestApp::start().await;
    let exact = app.get("/api/rules?q=bless").await.good();
    assert_eq!(names(&exact), ["Bless"]);
    let item = &exact["items"][0];
    assert_eq!((&item["type"], &item["slug"], &item["edition"]), (&json!("spell"), &json!("bless"), &json!("2014")));
    assert!(item["summary"].as_str().is_some_and(|text| text.len() > 20) && item["score"] == 1.0, "{item}");
    let asked = app.get("/api/rules?q=what%20happens%20when%20I%20am%20held%20and%20grappled&limit=50").await.good();
    assert!(names(&asked)[..2].contains(&"Grappled"), "{asked}");
    assert!(names(&asked).len() <= 10);
    let scores: Vec<f64> =
        asked["items"].as_array().unwrap().iter().map(|item| item["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(asked.get("related"), None);
}

#[tokio::test]
async fn type_and_edition_filter_and_references_come_when_asked_for() {
    let app = TestApp::start().await;
    let spells = app.get("/api/rules?q=fire&type=spells&limit=10").await.good();
    assert!(!names(&spells).is_empty());
    assert!(spells["items"].as_array().unwrap().iter().all(|item| item["type"] == "spell"));
    let other = app.get("/api/rules?q=bless&edition=2024").await.good();
    assert_eq!(names(&other), [""; 0]);
    let expanded = app.get("/api/rules?q=Hold%20Person&expand=true").await.good();
    assert_eq!(expanded["related"][0]["name"], "Paralyzed");
}

#[tokio::test]
async fn an_entry_has_its_text_its_numbers_and_what_it_points_to() {
    let app = TestApp::start().await;
    let goblin = app.get("/api/rules/monster/goblin").await.good();
    assert_eq!((&goblin["facts"]["of"], &goblin["facts"]["armorClass"]), (&json!("monster"), &json!(15)));
    assert_eq!(goblin["facts"]["actions"][0]["attackBonus"], 4);
    assert!(goblin["text"].as_str().unwrap().contains("Nimble Escape"));
    let stunned = app.get("/api/rules/conditions/stunned").await.good();
    assert_eq!(stunned["references"][0]["slug"], "incapacitated");
}

#[tokio::test]
async fn a_miss_says_so_and_offers_near_names() {
    let app = TestApp::start().await;
    let miss = app.get("/api/rules?q=firebal").await.good();
    assert_eq!(names(&miss), [""; 0]);
    assert_eq!(miss["near"][0], "Fireball");
    assert!(miss["advice"].as_str().unwrap().starts_with("No rules found"));
    for odd in [".*%5B%28%5E", "%E7%81%AB%E7%90%83", "%F0%9F%94%A5"] {
        let answer = app.get(&format!("/api/rules?q={odd}")).await.good();
        assert!(names(&answer).is_empty() && answer["advice"].is_string(), "{answer}");
    }
    let unknown = app.get("/api/rules/spell/firebal").await;
    assert_eq!(unknown.problem(), (404, "unknown_rule".into()));
    assert!(unknown.json()["detail"].as_str().unwrap().contains("Fireball"));
    assert_eq!(app.get("/api/rules/vehicle/cart").await.problem(), (404, "unknown_rule".into()));
}

#[tokio::test]
async fn more_than_ten_are_not_given_whatever_is_asked() {
    let app = TestApp::start().await;
    let many = app.get("/api/rules?q=attack%20creature%20damage&limit=99999").await.good();
    assert_eq!(names(&many).len(), 10);
    assert_eq!(names(&app.get("/api/rules?q=attack%20creature%20damage").await.good()).len(), 3);
}

#[tokio::test]
async fn a_name_is_found_however_it_is_put_together_and_while_it_is_typed() {
    let app = TestApp::start().await;
    for written in ["fire%20ball", "FireBall", "fire-ball"] {
        assert_eq!(names(&app.get(&format!("/api/rules?q={written}")).await.good()), ["Fireball"], "{written}");
    }
    let typed = app.get("/api/rules?q=hold%20p&typing=true&limit=10").await.good();
    assert_eq!(names(&typed)[0], "Hold Person");
    let typed = app.get("/api/rules?q=pois&typing=true&limit=10").await.good();
    assert_eq!(names(&typed)[0], "Poisoned");
    let whole = app.get("/api/rules?q=pois&limit=10").await.good();
    assert_eq!((names(&whole), &whole["near"][0]), (vec![], &json!("Poisoned")));
    let miss = app.get("/api/rules?q=frieball&typing=true").await.good();
    assert_eq!((names(&miss), &miss["near"][0]), (vec![], &json!("Fireball")));
}

#[tokio::test]
async fn an_entry_s_prose_leaves_out_what_its_numbers_say() {
    let app = TestApp::start().await;
    let spell = app.get("/api/rules/spell/fireball").await.good();
    let (text, prose) = (spell["text"].as_str().unwrap(), spell["prose"].as_str().unwrap());
    assert!(text.contains("**Casting Time**") && text.ends_with(prose) && !prose.contains("Casting Time"), "{spell}");
    assert!(!prose.is_empty());
    let condition = app.get("/api/rules/condition/stunned").await.good();
    assert_eq!(condition["prose"], condition["text"]);
    let found = app.get("/api/rules?q=goblin&type=monster").await.good();
    let summary = found["items"][0]["summary"].as_str().unwrap();
    assert!(
        summary.starts_with("Small humanoid (goblinoid), neutral evil · CR 1/4 · AC 15 · 7 hit points"),
        "{summary}"
    );
}

#[tokio::test]
async fn the_document_tells_a_hero_s_items_from_those_of_the_rules() {
    let app = TestApp::start().await;
    let document = app.get("/api/openapi.json").await.good();
    let fields = |schema: &str| document["components"]["schemas"][schema]["properties"].to_string();
    assert!(fields("ItemFacts").contains("weightPounds") && fields("Item").contains("quantity"));
    assert!(fields("FeatureFacts").contains("source") && fields("Feature").contains("chosenOption"));
}

#[tokio::test]
async fn what_cannot_be_asked_is_told_by_its_field() {
    let app = TestApp::start().await;
    let long = "x".repeat(10_000);
    for (query, field) in [
        ("q=", "q"),
        ("q=%20%20", "q"),
        ("", "q"),
        (&*format!("q={long}"), "q"),
        ("q=fire&type=vehicle", "type"),
        ("q=fire&edition=2020", "edition"),
        ("q=fire&limit=many", "limit"),
        ("q=fire&limit=0", "limit"),
        ("q=fire&limit=-1", "limit"),
    ] {
        let answer = app.get(&format!("/api/rules?{query}")).await;
        assert_eq!(answer.problem(), (422, "validation_failed".into()), "{query:.60}");
        let said = answer.json();
        assert!(said["errors"][0].to_string().contains(field), "{query:.60}: {said}");
    }
}

#[tokio::test]
async fn info_says_how_much_of_the_rules_is_there_and_how_to_get_the_rest() {
    let app = TestApp::start().await;
    let rules = app.get("/api/info").await.good()["rules"].clone();
    assert_eq!((&rules["ready"], &rules["semantic"]), (&json!(false), &json!(false)));
    assert!(rules["entries"].as_u64().unwrap() > 50);
    assert!(rules["missing"].as_str().unwrap().contains("embertale setup"), "{rules}");
    assert_eq!(rules["attributions"], json!([]), "the core's words are ours");
}

#[tokio::test]
async fn the_dungeon_master_looks_rules_up_by_words_and_by_id() {
    let table = Table::new().await;
    let replies = [
        calls("query_rules", json!({"query": "Bless", "limit": 50}))
            .and_calls("query_srd", json!({"type": "monsters", "slug": "goblin"})),
        says("So it is."),
    ];
    let turn = table.play("What does bless do?", replies).await;
    let (found, is_error) = table.told(&turn, 0).await;
    assert!(
        !is_error && found.contains("Bless") && found.contains("1d4") && found.contains("[spell/bless]"),
        "{found}"
    );
    assert!(found.contains("2014"), "{found}");
    let record: Value = serde_json::from_str(&table.told(&turn, 1).await.0).unwrap();
    assert_eq!((&record["name"], &record["facts"]["hitPoints"]), (&json!("Goblin"), &json!(7)));
    let miss = [calls("query_rules", json!({"query": "firebal"})), says("Hm.")];
    let miss = table.play("And that?", miss).await;
    let (missed, _) = table.told(&miss, 0).await;
    assert!(missed.starts_with("No rules found") && missed.contains("Fireball"), "{missed}");
}

#[tokio::test]
async fn players_read_nothing_of_what_the_dungeon_master_looks_up_in_the_rules() {
    let table = Table::new().await;
    let goblin = |slug: &str| json!({"type": "monster", "slug": slug});
    let looks = calls("query_srd", goblin("goblin"))
        .and_calls("query_srd", goblin("goblin-of-nowhere"))
        .and_calls("query_rules", json!({"query": "goblin", "type": "monster"}))
        .and_calls("query_rules", json!({"query": "How does a goblin hide?"}));
    let turn = table.play("I open the door.", [looks, says("It is dark.")]).await;
    assert!(!turn.0.to_string().to_lowercase().contains("goblin"), "{}", turn.0);
    for n in 0..4 {
        assert!(table.told(&turn, n).await.0.to_lowercase().contains("goblin"), "the model reads it");
    }
    for path in ["", "/turns", "/journal", "/memory"] {
        let text = table.get(path).await.text.to_lowercase();
        assert!(!text.contains("goblin"), "{path}: {text}");
    }
}

#[tokio::test]
async fn the_fourth_record_of_a_turn_is_refused_and_an_unknown_one_is_an_error() {
    let table = Table::new().await;
    let ask = |slug: &str| json!({"type": "spell", "slug": slug});
    let replies = [
        calls("query_srd", ask("bless"))
            .and_calls("query_srd", ask("no-such-spell"))
            .and_calls("query_srd", ask("shield"))
            .and_calls("query_srd", ask("sleep")),
        says("Enough."),
    ];
    let turn = table.play("I leaf through everything.", replies).await;
    let refused = |n: usize| turn.result(n).1;
    assert_eq!([refused(0), refused(1), refused(2), refused(3)], [false, true, false, true]);
    for (n, says) in [(1, "no-such-spell"), (3, "limit")] {
        let (told, _) = table.told(&turn, n).await;
        assert!(told.contains(says), "{told}");
    }
    let next = table.play("And now?", [calls("query_srd", ask("sleep")), says("Sleep.")]).await;
    assert!(!next.result(0).1, "the next turn begins anew");
}

#[tokio::test]
async fn a_hero_s_abilities_are_told_one_in_detail_or_the_whole_section() {
    let table = Table::of("wizard", 3).await;
    let ask = |section: &str, name: Option<&str>| json!({"section": section, "ability_name": name});
    let spell = table.hero().await["spellcasting"]["spells"][0].as_str().unwrap().to_owned();
    let replies = [
        calls("query_character_ability", ask("spells", Some(&spell)))
            .and_calls("query_character_ability", ask("spells", Some("Wish of Nobody")))
            .and_calls("query_character_ability", ask("summary", None))
            .and_calls("query_character_ability", ask("hats", None)),
        says("That is what you can do."),
    ];
    let turn = table.play("What can I do?", replies).await;
    assert!(turn.result(0).0.to_lowercase().contains(&spell.to_lowercase()), "{}", turn.result(0).0);
    let (section, is_error) = turn.result(1);
    assert!(!is_error && section.contains("Wish of Nobody") && section.contains(&spell), "{section}");
    assert!(!turn.result(2).1);
    assert!(turn.result(3).1 && turn.result(3).0.contains("spells"), "{}", turn.result(3).0);
}
