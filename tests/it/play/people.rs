//! Each person has one record: after damage, death, renaming or moving, session, recall, prompt, journal and `@name` agree.

use std::time::{Duration, Instant};

use game::id::NpcId;
use serde_json::{Value, json};

use super::{
    fight_by_hand::to_the_end,
    kept::{Place, in_each_place},
};
use crate::support::{Reply, Table, TestApp, Turn, calls, says};

in_each_place! {
    a_person_killed_in_the_scene_stays_dead_for_everybody_also_after_a_restart,
    one_who_is_raised_lives_again_in_the_journal_and_in_recall_and_may_die_once_more,
}

/// Creates a person without a profile, because the helper answers in prose.
fn person(name: &str, context: &str) -> Value {
    json!({"name": name, "role": "rival", "context": context})
}

/// Plays a turn that records this person.
async fn written(table: &Table, input: Value) -> Turn {
    profiled(table, "I would rather not.", input).await
}

/// The same with this answer of the helper.
async fn profiled(table: &Table, profile: &str, input: Value) -> Turn {
    table.claude().helper_will([says(profile)]);
    table.play("Who is that?", [says("Someone.").and_calls("create_supporting_npc", input)]).await
}

/// Plays a turn in which a creature enters the scene.
async fn enters(table: &Table, name: &str, slug: &str, disposition: &str) -> Turn {
    table.update(json!({"npcs_to_create": [{"name": name, "slug": slug, "disposition": disposition}]})).await
}

async fn does(table: &Table, tool: &str, input: Value) -> Turn {
    table.play("I look on.", [calls(tool, input), says("So it goes.")]).await
}

/// The stored records of people, including hidden fields.
async fn persons(table: &Table) -> Vec<Value> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    game.supporting_npcs.iter().map(|npc| serde_json::to_value(npc).unwrap()).collect()
}

/// The model's view of a memory query.
async fn recalled(table: &Table, input: Value) -> String {
    table.play("What do I know?", [calls("query_session_memory", input), says("You think.")]).await;
    table.claude().last_asked().results()[0].0.to_owned()
}

async fn all_people(table: &Table) -> String {
    recalled(table, json!({"query_type": "supporting_npcs"})).await
}

async fn prompt_lines(table: &Table, key: &str) -> Vec<String> {
    let block = table.state_block().await;
    block.lines().filter_map(|line| line.strip_prefix(&format!("{key}: "))).map(str::to_owned).collect()
}

async fn a_person_killed_in_the_scene_stays_dead_for_everybody_also_after_a_restart(place: Place) {
    let mut table = place.table(json!({})).await;
    table.update(json!({"location_changed": "The Lantern and Eel"})).await;
    written(&table, person("Bron", "Bron cheats at dice.")).await;
    enters(&table, "BRON", "bandit", "neutral").await;
    let turn = does(&table, "update_npc", json!({"id": "bron", "hp_delta": -60})).await;
    assert_eq!(turn.report(0)["died"], true);
    assert_eq!(persons(&table).await[0]["dead"], true);
    assert!(prompt_lines(&table, "supporting npc").await[0].ends_with("| dead"));
    does(&table, "update_npc", json!({"id": "bron", "remove_from_scene": true})).await;
    table.app.restart().await;
    let recall = all_people(&table).await;
    assert!(recall.contains("Bron [rival] (The Lantern and Eel)") && recall.contains("; dead"), "{recall}");
    let called = table.post("/chat", json!({"message": "@Bron hello"})).await;
    assert_eq!(called.problem(), (422, "npc_not_here".to_owned()));
    assert!(called.text.contains("Bron is dead"), "{}", called.text);
    let journal = table.get("/journal?limit=50").await.text;
    assert!(journal.contains("Bron died."), "{journal}");
    table.app.check_fold(&table.id).await;
}

/// What the journal says of someone's life as of a turn, the newest first, each with the number of the turn that ended it.
async fn life_of(table: &Table, name: &str, as_of: Option<u32>) -> Vec<(String, Option<u64>)> {
    let as_of = as_of.map(|turn| format!("&asOf={turn}")).unwrap_or_default();
    let journal = table.get(&format!("/journal?limit=100{as_of}")).await.good();
    let lives = ["died.", "lives again.", "goes by"];
    let text = |entry: &Value| entry["text"].as_str().unwrap().to_owned();
    let is_it = |text: &str| text.contains(name) && lives.iter().any(|said| text.contains(said));
    let entries = journal["items"].as_array().unwrap().iter().filter(|entry| is_it(&text(entry)));
    entries.map(|entry| (text(entry), entry["until"]["seq"].as_u64())).collect()
}

async fn one_who_is_raised_lives_again_in_the_journal_and_in_recall_and_may_die_once_more(place: Place) {
    let revive = json!({"commands": [{"type": "revive", "character": "ottilie", "hp": 3}]});
    let raise = json!({"id": "ottilie", "dead": false});
    for (is_on_record, tool, input) in [
        (true, "update_npc", &raise),
        (false, "update_npc", &raise),
        (true, "apply_state_commands", &revive),
        (false, "apply_state_commands", &revive),
    ] {
        let mut table = place.table(json!({})).await;
        enters(&table, "Ottilie", "commoner", "friendly").await;
        match is_on_record {
            true => drop(written(&table, person("Ottilie", "Ottilie keeps the gate.")).await),
            false => drop(does(&table, "update_npc", json!({"id": "ottilie", "hp_delta": -1})).await),
        }
        let dies = json!({"id": "ottilie", "dead": true});
        does(&table, "update_npc", dies.clone()).await;
        does(&table, tool, input.clone()).await;
        let (died, lives) = ("Ottilie died.".to_owned(), "Ottilie lives again.".to_owned());
        assert_eq!(life_of(&table, "Ottilie", None).await, [(lives.clone(), None), (died.clone(), Some(4))], "{tool}");
        assert_eq!(life_of(&table, "Ottilie", Some(3)).await, [(died.clone(), None)]);
        assert_eq!(life_of(&table, "Ottilie", Some(4)).await, [(lives.clone(), None)]);
        let recall = recalled(&table, json!({"query_type": "all", "as_of_turn": 4})).await;
        assert!(recall.contains(&lives) && !recall.contains(&died), "{recall}");
        does(&table, "update_npc", json!({"id": "ottilie", "hp_delta": 2})).await;
        does(&table, "update_npc", dies).await;
        table.app.restart().await;
        let twice = [(died.clone(), None), (lives, Some(7)), (died, Some(4))];
        assert_eq!(life_of(&table, "Ottilie", None).await, twice, "healing says nothing of life");
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn the_death_of_a_hero_who_left_ends_in_the_journal_when_another_has_their_name() {
    let grim = json!({"name": "Grim", "class": "bard", "race": "human", "level": 3});
    let mira = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let table = Table::with(json!({"characters": [mira, grim]})).await;
    table.update(json!({"character": "grim", "hp_delta": -99})).await;
    assert_eq!(life_of(&table, "Grim", None).await, [("Grim died.".to_owned(), None)]);
    table.app.delete(&table.path("/characters/grim")).await;
    table.post("/characters", json!({ "character": grim })).await.good();
    table.update(json!({"gold_delta": 1})).await;
    table.update(json!({"gold_delta": 1})).await;
    let life = life_of(&table, "Grim", None).await;
    assert_eq!(life, [("Someone else goes by Grim now.".to_owned(), None), ("Grim died.".to_owned(), Some(2))]);
}

#[tokio::test]
async fn a_place_in_other_words_is_the_same_place() {
    let abbey = "The Orchard of Hollin Abbey";
    let table = Table::new().await;
    table.update(json!({ "location_changed": abbey })).await;
    let here = ["orchard of hollin abbey", "Hollin Abbey orchard", "here", "unknown", "THE ORCHARD of Hollin Abbey"];
    for (i, place) in here.into_iter().enumerate() {
        for (way, name) in [("profile", format!("Ada{i}")), ("tool", format!("Bea{i}")), ("update", format!("Cyd{i}"))]
        {
            let profile =
                json!({"appearance": "Grey.", "location": if way == "profile" { place } else { "" }}).to_string();
            let mut input = person(&name, "She prunes the trees.");
            match way {
                "tool" => input["location"] = json!(place),
                "update" => input["location"] = json!("The Salt Mill"),
                _ => {}
            }
            profiled(&table, &profile, input).await;
            let is_left = way == "update" && place == "unknown";
            if way == "update" {
                does(&table, "update_npc", json!({"id": name.to_lowercase(), "location": place})).await;
            }
            let record = persons(&table).await.pop().unwrap();
            let place = if is_left { "elsewhere".to_owned() } else { abbey.to_lowercase() };
            assert_eq!(record["location"], json!(place), "{way} {place}");
            if !is_left {
                table.play(&format!("@{name} hello"), [says("“Yes?”")]).await;
            }
        }
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn who_is_told_to_be_where_the_heroes_are_in_other_words_leaves_nobody_behind() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Salt Mill"})).await;
    enters(&table, "Odo", "commoner", "neutral").await;
    let scene = async || table.session().await["creatures"].as_array().unwrap().len();
    let turn = table.update(json!({"location_changed": "Salt Mill"})).await;
    assert!(!turn.changes().contains(&"locationChanged"), "{:?}", turn.changes());
    assert_eq!((scene().await, table.story().await["currentLocation"].clone()), (1, json!("The Salt Mill")));
    table.update(json!({"location_changed": "The Quay"})).await;
    assert_eq!(scene().await, 0);
    table.update(json!({"location_changed": "salt mill"})).await;
    assert_eq!(scene().await, 1, "Odo is where he stayed");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_person_is_called_by_a_name_of_signs() {
    let table = Table::new().await;
    written(&table, person("🦊", "It sits on the wall.")).await;
    let turn = table.play("@🦊 hi", [says("“Hi yourself.”")]).await;
    assert_eq!(turn.0["speakers"][0]["name"], "🦊", "{}", turn.0);
    let nobody = table.post("/chat", json!({"message": "@🐉 hi"})).await;
    assert_eq!(nobody.problem().0, 422);
    assert!(nobody.text.contains("Nobody is known as “🐉”"), "{}", nobody.text);
}

#[tokio::test]
async fn a_person_who_falls_in_a_fight_is_dead_in_memory() {
    let mut table = Table::of("fighter", 9).await;
    written(&table, person("Vex", "Vex hunts the same map.")).await;
    enters(&table, "Vex", "bandit", "hostile").await;
    to_the_end(&mut table, 1_000, false).await;
    assert_eq!(persons(&table).await[0]["dead"], true);
    assert!(all_people(&table).await.contains("; dead"));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn dead_people_cannot_enter_a_scene_until_they_are_raised() {
    let table = Table::new().await;
    written(&table, person("Bron", "Bron cheats at dice.")).await;
    does(&table, "update_npc", json!({"id": "bron", "dead": true})).await;
    assert_eq!(persons(&table).await[0]["dead"], true, "also where they were in no scene");
    let again = json!({"npcs_to_create": [{"name": "Bron", "slug": "bandit", "disposition": "neutral"}]});
    let turn = table.refused_update(again).await;
    assert!(turn.result(0).0.contains("Bron is dead"), "{}", turn.result(0).0);
    does(&table, "update_npc", json!({"id": "bron", "dead": false})).await;
    assert_eq!(persons(&table).await[0].get("dead"), None);
    enters(&table, "Bron", "bandit", "neutral").await;
    does(&table, "update_npc", json!({"id": "bron", "hp_delta": -99})).await;
    let turn = does(&table, "update_npc", json!({"id": "bron", "dead": false})).await;
    assert_eq!(turn.report(0)["newHp"], 1);
    assert_eq!(persons(&table).await[0].get("dead"), None);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_creature_in_the_scene_becomes_the_person_of_its_name() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Toll House"})).await;
    enters(&table, "Priestess", "bandit", "neutral").await;
    let ilse =
        json!({"name": "Ilse Marrow", "role": "ally", "context": "She signs for the dead.", "npc_id": "priestess"});
    let turn = written(&table, ilse).await;
    assert_eq!(turn.report(0)["npc_id"], "ilse-marrow");
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let [creature] = game.creatures.as_slice() else { panic!("one creature: {:?}", game.creatures) };
    let npc = creature.supporting_npc_id.as_ref().map(NpcId::as_str);
    assert_eq!((creature.name.as_str(), npc), ("Ilse Marrow", Some("ilse-marrow")));
    does(&table, "update_npc", json!({"id": "ilse-marrow", "hp_delta": -99})).await;
    assert_eq!(persons(&table).await[0]["dead"], true);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_person_moves_with_their_creature_and_can_join_the_party_there() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Toll House"})).await;
    enters(&table, "Priestess", "bandit", "friendly").await;
    let ilse = json!({"name": "Ilse", "role": "ally", "context": "Signs.", "npc_id": "priestess"});
    written(&table, ilse).await;
    does(&table, "travel", json!({"to": "The Ice Cellar", "with": ["ilse"]})).await;
    assert_eq!(persons(&table).await[0]["location"], "the ice cellar");
    table.update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": "ilse"}]})).await;
    assert_eq!(table.session().await["creatures"].as_array().unwrap().len(), 1);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_person_who_comes_into_the_scene_is_where_the_heroes_are() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Inn"})).await;
    written(&table, person("Ilse", "A ferrywoman.")).await;
    table.update(json!({"location_changed": "The Mill"})).await;
    let turn =
        table.refused_update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": "ilse"}]})).await;
    let why = turn.result(0).0.to_owned();
    assert!(why.contains("Ilse is at The Inn") && why.contains("npcs_to_create"), "it says what to do: {why}");
    enters(&table, "Ilse", "bandit", "friendly").await;
    assert_eq!(persons(&table).await[0]["location"], "the mill");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_person_is_renamed_everywhere_and_stays_one() {
    let table = Table::new().await;
    written(&table, person("the hooded man", "He watches.")).await;
    enters(&table, "The Hooded Man", "bandit", "neutral").await;
    does(&table, "update_npc", json!({"id": "the-hooded-man", "name": "Corin McVay"})).await;
    let session = table.session().await;
    assert_eq!(session["creatures"][0]["name"], "Corin McVay");
    assert_eq!(session["supportingNPCs"][0]["name"], "corin mcvay");
    assert!(prompt_lines(&table, "supporting npc").await[0].starts_with("the-hooded-man | Corin McVay |"));
    let turn = written(&table, person("Corin McVay", "He lied.")).await;
    assert_eq!((turn.report(0)["npc_id"].as_str(), persons(&table).await.len()), (Some("the-hooded-man"), 1));
    let turn = table.play("@corin who are you?", [says("“Nobody.”")]).await;
    assert_eq!(turn.0["speakers"][0]["name"], "Corin McVay");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_turns_of_a_renamed_person_are_found_by_each_of_their_names() {
    let table = Table::new().await;
    written(&table, person("the hooded man", "He watches.")).await;
    enters(&table, "The Hooded Man", "bandit", "neutral").await;
    table.play("@\"The Hooded Man\" where is the heron kept?", [says("“The heron is in the kiln.”")]).await;
    does(&table, "update_npc", json!({"id": "the-hooded-man", "name": "Corin McVay"})).await;
    table.play("@corin where is the otter kept?", [says("“The otter is in the loft.”")]).await;
    for name in ["The Hooded Man", "corin mcvay"] {
        for (query, answer) in [("where is the heron kept", "the kiln"), ("where is the otter kept", "the loft")] {
            let text = recalled(&table, json!({"query_type": "past", "query": query, "said_by": name})).await;
            assert!(text.contains(answer) && !text.contains("Nothing is recorded as said by"), "{name}: {text}");
        }
        let all = recalled(&table, json!({"query_type": "past", "query": format!("what {name} is")})).await;
        assert!(all.contains("The heron is in") && all.contains("The otter is in"), "{name}: {all}");
        let called = format!("@\"{name}\" and now?");
        assert_eq!(table.play(&called, [says("“Nothing.”")]).await.0["speakers"][0]["npcId"], "the-hooded-man");
    }
    let turn = table.play("@hooded, once more!", [says("“No.”")]).await;
    assert_eq!(turn.0["speakers"][0]["name"], "Corin McVay");
    let former = table.get("/journal?q=hooded%20man").await.good();
    let new = table.get("/journal?q=corin%20mcvay").await.good();
    assert!(!former["items"].as_array().unwrap().is_empty(), "{former}");
    assert_eq!(former["items"], new["items"]);
}

#[tokio::test]
async fn a_new_person_is_at_the_profiles_location_or_else_with_the_heroes() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Inn"})).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["rest"], "notes": "Hm.",
                         "location": "The Mill"});
    profiled(&table, &profile.to_string(), person("Odo", "Odo grinds corn at the mill.")).await;
    written(&table, person("Ilse", "At the bar.")).await;
    let places: Vec<Value> = persons(&table).await.into_iter().map(|it| it["location"].clone()).collect();
    assert_eq!(places, ["the mill", "the inn"]);
    let asked = table.claude().helper_asked().remove(0);
    assert!(asked.body["output_config"].to_string().contains("location"), "the helper is asked for it");
}

#[tokio::test]
async fn the_valid_fields_of_a_profile_are_kept() {
    let table = Table::new().await;
    let half = json!({"appearance": "Grey and upright.", "personality": "Dry.", "motivations": null, "location": 7});
    profiled(&table, &half.to_string(), person("Marta", "Owes Bram forty crowns.")).await;
    let wish = json!({"appearance": "", "motivations": "her son back", "notes": "Limps."});
    profiled(&table, &wish.to_string(), person("Nell", "A net mender.")).await;
    let [marta, nell] = table.people().await.try_into().expect("two");
    assert_eq!(
        (&marta["appearance"], &marta["notes"]),
        (&json!("Grey and upright."), &json!("Owes Bram forty crowns."))
    );
    assert_eq!((&nell["motivations"], &nell["notes"]), (&json!(["her son back"]), &json!("Limps. A net mender.")));
}

#[tokio::test]
async fn recording_a_person_again_keeps_place_and_notes() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Inn"})).await;
    written(&table, person("Old Marta", "Owes Bram forty crowns.")).await;
    table.update(json!({"location_changed": "The Mill"})).await;
    written(&table, person("Old Marta", "She sold the boat.")).await;
    let marta = table.people().await.remove(0);
    assert_eq!(marta["location"], "the inn");
    let notes = marta["notes"].as_str().unwrap();
    assert!(notes.contains("forty crowns") && notes.contains("sold the boat"), "{notes}");
    let called = table.post("/chat", json!({"message": "@marta hello"})).await;
    assert_eq!(called.problem(), (422, "npc_not_here".to_owned()));
    let mut moved = person("Old Marta", "She came over.");
    moved["location"] = json!("The Mill");
    written(&table, moved).await;
    assert_eq!(persons(&table).await[0]["location"], "the mill");
}

#[tokio::test]
async fn a_first_name_refers_to_the_campaigns_own_person() {
    let app = TestApp::start().await;
    let package = include_str!("../campaign/clean.json").replace("\"name\": \"Ysolde\"", "\"name\": \"Ysolde Varn\"");
    app.post("/api/campaigns", serde_json::from_str(&package).unwrap()).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    table.play("I look around.", [says("Salt.")]).await;
    let before = persons(&table).await.len();
    assert!(before > 0, "she is met and written down");
    for name in ["Ysolde", "ysolde varn"] {
        let note = says("She nods.").and_calls("create_supporting_npc", person(name, "She counts salt."));
        let turn = table.play("Who is she?", [note]).await;
        assert_eq!(turn.report(0)["npc_id"], "ysolde", "{name}");
    }
    assert_eq!(persons(&table).await.len(), before);
    let turn = table.play("@ysolde good day", [says("“Good day.”")]).await;
    assert_eq!(turn.0["speakers"][0]["npcId"], "ysolde");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn names_that_differ_are_different_people_and_forms_of_one_are_one() {
    let table = Table::new().await;
    let long = "Brother Anselm of the Monastery of the Holy Silver Candle";
    let names = [&*format!("{long}, the Elder"), &*format!("{long}, the Younger"), "🐉🔥", "⚔️👑"];
    let mut ids = Vec::new();
    for name in names {
        ids.push(written(&table, person(name, "Hm.")).await.report(0)["npc_id"].clone());
    }
    ids.dedup();
    assert_eq!((ids.len(), persons(&table).await.len()), (4, 4));
    for (one, other) in [("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"), ("Zo\u{eb}", "Zoe\u{308}"), ("Anna Weiß", "ANNA WEISS")]
    {
        let before = persons(&table).await.len();
        let first = written(&table, person(one, "Hm.")).await.report(0);
        assert_eq!(written(&table, person(other, "Hm.")).await.report(0), first);
        assert_eq!(persons(&table).await.len(), before + 1, "{one}");
    }
    let nameless = says("A shadow.").and_calls("create_supporting_npc", person("\u{200b}\u{feff}", "Hm."));
    assert!(table.play("I look.", [nameless, says("Gone.")]).await.result(0).1);
}

fn silent() -> Reply {
    says("Too late.").after(Duration::from_secs(25))
}

#[tokio::test]
async fn a_turn_does_not_wait_forever_for_a_profile() {
    let table = Table::new().await;
    table.claude().helper_will([silent()]);
    let begun = Instant::now();
    let ilse = says("They wait.").and_calls("create_supporting_npc", person("Ilse", "She waits."));
    let turn = table.play("I wait.", [ilse]).await;
    assert!(begun.elapsed() < Duration::from_secs(16), "{:?}", begun.elapsed());
    assert_eq!((&turn.report(0)["npc_id"], &persons(&table).await[0]["notes"]), (&json!("ilse"), &json!("She waits.")));
}

#[tokio::test]
async fn helpers_for_several_kinds_run_in_parallel_with_a_timeout() {
    let table = Table::new().await;
    table.claude().helper_will([silent(), silent(), silent()]);
    let kinds = ["gloomwing", "marrowfiend", "ashling"];
    let come: Vec<Value> = kinds.iter().map(|it| json!({"name": it, "slug": it, "disposition": "neutral"})).collect();
    let begun = Instant::now();
    table.update(json!({ "npcs_to_create": come })).await;
    assert!(begun.elapsed() < Duration::from_secs(16), "{:?}", begun.elapsed());
    assert_eq!(table.session().await["creatures"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn numbers_of_one_turn_share_their_time_in_however_many_calls_they_are_asked_for() {
    let table = Table::new().await;
    table.claude().helper_will([silent(), silent()]);
    let mut reply = says("They come, one by one.");
    for kind in ["gloomwing", "marrowfiend", "ashling"] {
        let comes = json!([{"name": kind, "slug": kind, "disposition": "neutral"}]);
        reply = reply.and_calls("update_game_state", json!({ "npcs_to_create": comes }));
    }
    let began = Instant::now();
    table.play("Who comes there?", [reply]).await;
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    assert_eq!(table.session().await["creatures"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_creature_of_a_heros_name_is_somebody_else() {
    let table = Table::new().await;
    let hero = table.session().await["characters"][0].clone();
    let (id, name) = (hero["id"].as_str().unwrap(), hero["name"].as_str().unwrap());
    let turn = enters(&table, name, "bandit", "neutral").await;
    let created = turn.report(0)["created"][0].as_str().unwrap().to_owned();
    assert_ne!(created, id);
    written(&table, person(name, "A namesake.")).await;
    assert!(persons(&table).await.iter().all(|npc| npc["id"] != *id));
    let joined = json!({"character": {"name": "Bandit", "class": "fighter", "race": "human", "level": 1}});
    enters(&table, "Bandit", "bandit", "neutral").await;
    let session = table.post("/characters", joined).await.good();
    let ids: Vec<&Value> = session["characters"].as_array().unwrap().iter().map(|hero| &hero["id"]).collect();
    assert!(!ids.contains(&&json!("bandit")), "{ids:?}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_former_name_is_free_for_somebody_else() {
    let table = Table::new().await;
    written(&table, person("Hooded Man", "Watches the inn.")).await;
    does(&table, "update_npc", json!({"id": "hooded-man", "name": "Joss Harrow"})).await;
    written(&table, person("Hooded Man", "Another one, at the well.")).await;
    let people = persons(&table).await;
    let ids: Vec<(&Value, &Value)> = people.iter().map(|npc| (&npc["id"], &npc["name"])).collect();
    let (joss, other) = ((json!("hooded-man"), json!("joss harrow")), (json!("hooded-man-2"), json!("hooded man")));
    assert_eq!(ids, [(&joss.0, &joss.1), (&other.0, &other.1)]);
    assert!(!people[0].to_string().contains("at the well"), "{}", people[0]);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn blank_and_cut_names_are_reported() {
    let table = Table::new().await;
    for field in [
        "scene_update",
        "location_changed",
        "campaign_summary_update",
        "story_beat_completed",
        "reveal_poi",
        "set_current_poi",
    ] {
        let turn = table.refused_update(json!({ field: "\u{200b} " })).await;
        assert_eq!(turn.report(0)["rejected"][0]["field"], field);
    }
    for field in ["quests_added", "npcs_met", "conditions_added", "items_gained"] {
        let turn = table.refused_update(json!({ field: ["\u{3164}"] })).await;
        assert_eq!(turn.report(0)["rejected"][0]["field"], field);
        let turn = table.update(json!({ field: ["long ".repeat(40)] })).await;
        assert_eq!(turn.report(0)["clamped"][0]["field"], field);
    }
    let turn = table.update(json!({"reveal_poi": "far ".repeat(40)})).await;
    assert_eq!(turn.report(0)["clamped"][0]["field"], "reveal_poi");
}

#[tokio::test]
async fn every_tool_says_what_it_cut() {
    let table = Table::new().await;
    let long = "long ".repeat(600);
    let turn = table.update(json!({"weapons_gained": [{"name": long, "dice": "1d8", "stat": "str"}]})).await;
    assert_eq!(turn.report(0)["clamped"][0]["field"], "weapons_gained", "{}", turn.report(0));
    let turn = table.update(json!({"important_event": "He swore it.", "about": long, "aspect": long})).await;
    assert_eq!(turn.report(0)["clamped"].as_array().map(Vec::len), Some(2), "{}", turn.report(0));
    enters(&table, "Sir Bron", "bandit", "neutral").await;
    let calls_and_cuts = [
        ("create_supporting_npc", person("Hanne", &long), ["context: Cut to 1500 of 2999"].as_slice()),
        ("create_supporting_npc", person(&long, "A miller."), &["name: Cut to 120"]),
        (
            "update_location",
            json!({"place": "mill", "description": long, "notes": long, "secrets": ["Short.", long]}),
            &["description: Cut to 500", "notes: Cut to 500", "secrets: Cut to 500"],
        ),
        (
            "update_npc",
            json!({"id": "hanne", "name": "far ".repeat(600), "learns": [long, "b", "c", "d", "e", "f", "g"]}),
            &["name: Cut to 120", "learns: Cut to 360", "learns: only the first 6 of 7"],
        ),
    ];
    table.claude().helper_will([says("I would rather not."), says("I would rather not.")]);
    for (tool, input, wanted) in calls_and_cuts {
        table.play("And then?", [calls(tool, input), says("So it is.")]).await;
        // The model reads it; players don't.
        let asked = table.claude().last_asked();
        let answer: Value =
            serde_json::from_str(asked.results()[0].0).unwrap_or_else(|_| panic!("{tool}: {}", asked.results()[0].0));
        let told = answer["cut"].as_array().cloned().unwrap_or_default();
        assert_eq!(told.len(), wanted.len(), "{tool}: {answer}");
        for (cut, wanted) in told.iter().zip(wanted) {
            assert!(cut.as_str().is_some_and(|cut| cut.starts_with(wanted)), "{tool}: {cut}");
        }
    }
}

#[tokio::test]
async fn profiles_of_one_turn_share_their_time() {
    let table = Table::new().await;
    table.claude().helper_will([silent(), silent()]);
    let mut reply = says("A crowd.");
    for name in ["Ann", "Ben", "Cid", "Dot", "Eve"] {
        reply = reply.and_calls("create_supporting_npc", person(name, "One of the crowd."));
    }
    let began = Instant::now();
    table.play("Who is there?", [reply]).await;
    assert!(began.elapsed() < Duration::from_secs(18), "{:?}", began.elapsed());
    assert_eq!(persons(&table).await.len(), 5);
}

#[tokio::test]
async fn a_person_has_the_numbers_of_their_stat_block() {
    let table = Table::new().await;
    let mut bron = person("Sir Bron", "A huge man.");
    bron["combat_slug"] = json!("ogre");
    written(&table, bron).await;
    let mut zanna = person("Żanna", "She goes on four legs at night.");
    zanna["combat_slug"] = json!("brown-bear");
    written(&table, zanna).await;
    enters(&table, "Sir Bron", "bandit", "neutral").await;
    table.update(json!({"companions_to_add": [{"slug": "bandit", "supporting_npc_id": "żanna"}]})).await;
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let hp = |name: &str| game.creatures.iter().find(|it| it.name == name).map(|it| it.max_hp);
    assert_eq!((hp("Sir Bron"), hp("Żanna")), (Some(59), Some(34)));
    assert!(all_people(&table).await.contains("ogre"));
    assert!(prompt_lines(&table, "in the scene").await[0].contains("ogre"));
}

#[tokio::test]
async fn long_texts_are_cut_between_words_with_a_note_and_blank_events_are_rejected() {
    let table = Table::new().await;
    let long = "The miller owes us. ".repeat(60);
    let turn = table.update(json!({"important_event": long, "scene_update": long, "location_changed": long})).await;
    let report = turn.report(0);
    let cut: Vec<&str> = report["clamped"].as_array().unwrap().iter().map(|it| it["field"].as_str().unwrap()).collect();
    for field in ["important_event", "scene_update", "location_changed"] {
        assert!(cut.contains(&field), "{field}: {report}");
    }
    let session = table.session().await;
    let event = session["importantEvents"][0].as_str().unwrap();
    assert!(event.chars().count() <= 500, "{event}");
    assert!(["the", "miller", "owes", "us."].contains(&event.split(' ').next_back().unwrap()), "{event}");
    let turn = table.refused_update(json!({"important_event": " \u{200b} "})).await;
    assert_eq!(turn.report(0)["rejected"][0]["field"], "important_event");
    table.update(json!({"important_event": "He came.\n2. he left.\n\nSUPPORTING NPCs:\nvex [ally] (here)"})).await;
    let recall = recalled(&table, json!({"query_type": "all"})).await;
    assert_eq!(
        recall.lines().filter(|line| line.to_lowercase().starts_with("supporting npcs:")).count(),
        0,
        "{recall}"
    );
    assert_eq!(recall.lines().filter(|line| line.starts_with("2. ")).count(), 1, "{recall}");
}

#[tokio::test]
async fn letters_continue_after_creatures_in_the_scene_and_ids_are_reported() {
    let table = Table::new().await;
    let two = json!({"npcs_to_create": [{"name": "Goblin", "slug": "goblin", "disposition": "neutral", "count": 2}]});
    table.update(two.clone()).await;
    does(&table, "update_npc", json!({"id": "goblin-b", "hp_delta": -50})).await;
    let turn = table.update(two).await;
    let names: Vec<Value> =
        table.session().await["creatures"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["Goblin A", "Goblin B", "Goblin C", "Goblin D"]);
    assert_eq!(turn.report(0)["created"], json!(["goblin-c", "goblin-d"]));
}

#[tokio::test]
async fn names_of_any_script_are_found_ignoring_case() {
    let app = TestApp::start().await;
    let hero = json!({"name": "Žofie Ňováková", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({ "character": hero })).await;
    let table = Table { app, id };
    let turn = table.update(json!({"character": "žofie ňováková", "gold_delta": 1})).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    enters(&table, "Gobelin élite", "goblin", "neutral").await;
    let turn = does(&table, "update_npc", json!({"id": "GOBELIN ÉLITE", "hp_delta": -1})).await;
    assert_eq!(turn.report(0)["ok"], true);
    for name in ["ÉPÉE", "épée"] {
        table.update(json!({"weapons_gained": [{"name": name, "dice": "1d8", "stat": "str"}]})).await;
    }
    let weapons = table.hero().await["weapons"].to_string().to_lowercase();
    assert_eq!(weapons.matches("épée").count(), 1, "{weapons}");
}

#[tokio::test]
async fn recall_of_many_people_is_limited_and_says_how_to_find_the_others() {
    let table = Table::new().await;
    let about = "A person of many words who has seen a great deal of the world and tells of it. ".repeat(5);
    for n in 0..60 {
        written(&table, person(&format!("Person {n}"), &about)).await;
    }
    let all = all_people(&table).await;
    assert!(all.len() < 12_000, "{} bytes", all.len());
    assert!(all.contains("Person 59 [") && all.contains("more") && all.contains("`query`"), "{all}");
    let asked = recalled(&table, json!({"query_type": "supporting_npcs", "query": "Where is Person 3?"})).await;
    assert!(asked.contains("Person 3 ["), "{asked}");
}

#[tokio::test]
async fn a_message_of_invisible_characters_is_blank() {
    let table = Table::new().await;
    let answer = table.post("/chat", json!({"message": "\u{200b}\u{feff}\u{0}\u{2060}"})).await;
    assert_eq!(answer.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn names_are_shown_as_they_were_written_and_kept_in_lower_case() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Inn of Tor MacDuff"})).await;
    written(&table, person("Ilse van der Marrow", "She signs.")).await;
    table.update(json!({"npcs_met": ["Tansy Rook", "Ilse van der Marrow"]})).await;
    let ilse = persons(&table).await.remove(0);
    assert_eq!((&ilse["name"], &ilse["location"]), (&json!("ilse van der marrow"), &json!("the inn of tor macduff")));
    let line = prompt_lines(&table, "supporting npc").await.remove(0);
    assert_eq!(line, "ilse-van-der-marrow | Ilse van der Marrow | rival | The Inn of Tor MacDuff");
    assert_eq!(prompt_lines(&table, "met").await, ["Tansy Rook, Ilse van der Marrow"]);
}

#[tokio::test]
async fn quotations_in_the_narration_are_found_by_the_speakers_name() {
    let table = Table::new().await;
    let told = "Ilse Marrow lowers her voice. “The factor signs for the dead in the caravans.”";
    table.play("I ask.", [says(told)]).await;
    table.play("I go.", [says("The road is white.")]).await;
    let input =
        json!({"query_type": "past", "query": "who signs for the dead in the caravans", "said_by": "Ilse Marrow"});
    let text = recalled(&table, input).await;
    assert!(
        text.contains("Nothing is recorded as said by “Ilse Marrow”") && text.contains("The factor signs"),
        "{text}"
    );
}
