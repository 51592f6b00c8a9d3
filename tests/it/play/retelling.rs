//! Turning back: undo, retry, choosing among tellings, branches, and where a number came from.

use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::{Table, calls, fails, says};

/// What a session comes to beside its place in time.
fn standing(mut session: Value) -> Value {
    for field in ["version", "updatedAt"] {
        session.as_object_mut().unwrap().remove(field);
    }
    session
}

async fn keyed(table: &Table, path: &str, key: &str, body: Value) -> crate::support::Answer {
    let request = table.app.request(reqwest::Method::POST, &table.path(path));
    table.app.send(request.header("idempotency-key", key).json(&body)).await
}

async fn turns(table: &Table) -> Vec<Value> {
    table.get("/turns").await.good()["items"].as_array().unwrap().clone()
}

/// A table where three turns were played: hurt, then dice and a rest of a kind, then a memory.
async fn played() -> Table {
    let table = Table::new().await;
    table.update(json!({"hp_delta": -3, "location_changed": "The Quay"})).await;
    let throw = calls("roll_dice", json!({"dice": "1d20", "reason": "Luck"}));
    table.play("I throw.", [throw, says("It falls.").and_updates(json!({"hp_delta": 1, "minutes_passed": 30}))]).await;
    table.update(json!({"important_event": "The mill burned", "gold_delta": -2})).await;
    table
}

#[tokio::test]
async fn undo_takes_back_the_last_turn_whole_and_its_number_is_free_again() {
    let table = Table::new().await;
    table.update(json!({"hp_delta": -3, "location_changed": "The Quay"})).await;
    let before = table.session().await;
    let gone =
        table.update(json!({"important_event": "The mill burned", "gold_delta": -2, "minutes_passed": 90})).await;
    table.post("/rolls", json!({"expression": "1d6"})).await.good();
    let after = table.post("/undo", json!({})).await.good();
    assert_eq!(standing(after.clone()), standing(before.clone()));
    assert!(after["version"].as_u64() > before["version"].as_u64().map(|version| version + 2), "versions only grow");
    assert_eq!(table.session().await, after);
    assert_eq!(turns(&table).await.len(), 1);
    let events = table.get(&format!("/turns/{}/events", gone.0["id"].as_str().unwrap())).await;
    assert_eq!(events.problem(), (404, "unknown_turn".to_owned()));
    table.app.check_fold(&table.id).await;

    let again = table.update(json!({"hp_delta": -1})).await;
    assert_eq!(again.0["seq"], 2);
    assert_ne!(again.0["id"], gone.0["id"]);
    let prompt = table.claude().last_asked().body.to_string();
    assert!(!prompt.contains("The mill burned") && !prompt.contains("the mill burned"), "nothing of it is remembered");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn several_turns_are_taken_back_at_once_and_more_than_there_are_is_a_problem() {
    let table = played().await;
    let answer = table.post("/undo", json!({"turns": 4})).await;
    assert_eq!(answer.problem(), (422, "nothing_to_undo".to_owned()));
    assert_eq!(table.post("/undo", json!({"turns": 0})).await.problem(), (422, "validation_failed".to_owned()));
    assert_eq!(table.post("/undo", json!({"turns": -1})).await.problem(), (422, "validation_failed".to_owned()));
    assert_eq!(turns(&table).await.len(), 3);
    let start = table.post("/undo", json!({"turns": 3})).await.good();
    assert_eq!(start["usage"]["inputTokens"], 0, "a session's usage is the sum of its turns");
    assert_eq!(start["importantEvents"], json!([]));
    assert_eq!(table.post("/undo", json!({})).await.problem(), (422, "nothing_to_undo".to_owned()));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn undoing_twice_with_one_key_takes_back_one_turn() {
    let table = played().await;
    let once = keyed(&table, "/undo", "back", json!({})).await.good();
    assert_eq!(keyed(&table, "/undo", "back", json!({})).await.good(), once);
    assert_eq!(turns(&table).await.len(), 2);
    let other = keyed(&table, "/undo", "back", json!({"turns": 2})).await;
    assert_eq!(other.problem(), (422, "idempotency_mismatch".to_owned()));
    let words = keyed(&table, "/chat", "back", json!({"message": "I wait."})).await;
    assert_eq!(words.problem(), (422, "idempotency_mismatch".to_owned()));
}

#[tokio::test]
async fn the_key_of_a_turn_that_was_taken_back_plays_nothing() {
    let table = Table::new().await;
    table.claude().will([says("You wait.")]);
    table.claude().expect_words("I wait.");
    keyed(&table, "/chat", "one", json!({"message": "I wait."})).await.good();
    table.post("/undo", json!({})).await.good();
    let again = keyed(&table, "/chat", "one", json!({"message": "I wait."})).await;
    assert_eq!(again.problem(), (409, "turn_undone".to_owned()));
    let other = keyed(&table, "/chat", "one", json!({"message": "I run."})).await;
    assert_eq!(other.problem(), (422, "idempotency_mismatch".to_owned()));
    assert_eq!(turns(&table).await.len(), 0);
}

#[tokio::test]
async fn a_retry_takes_the_place_of_the_last_turn_and_its_dice_fall_as_they_fell() {
    let table = Table::new().await;
    table.update(json!({"hp_delta": -3})).await;
    let before = table.session().await;
    let throw = || calls("roll_dice", json!({"dice": "1d20", "reason": "Luck"}));
    let first = table.play("I throw.", [throw(), says("It falls badly.").and_updates(json!({"gold_delta": -1}))]).await;
    table.claude().will([throw(), says("It falls well.").and_updates(json!({"gold_delta": 3}))]);
    table.claude().expect_words("I throw.");
    let second = table.post("/retry", json!({})).await.good();
    assert_eq!((&second["seq"], &second["message"]), (&json!(2), &json!("I throw.")));
    assert_eq!(second["rolls"], first.0["rolls"], "the same dice");
    assert_eq!(second["narrative"], "It falls well.");
    let alternatives = second["alternatives"].as_array().unwrap();
    assert_eq!(alternatives.len(), 1);
    assert_eq!((&alternatives[0]["turnId"], &alternatives[0]["narrative"]), (&first.0["id"], &first.0["narrative"]));
    let asked = table.claude().last_asked().body.to_string();
    assert!(!asked.contains("It falls badly."), "the model does not see the old telling");
    assert!(asked.contains(r"\ntelling: 2\n[/table]"), "but that there was one");

    let after = table.session().await;
    let gold = |session: &Value| session["characters"][0]["gold"].as_i64().unwrap();
    assert_eq!(gold(&after), gold(&before) + 3, "only the new telling counts");
    assert_eq!(turns(&table).await.len(), 2);
    table.app.check_fold(&table.id).await;
    let events = table.app.events_again(&table.id, first.0["id"].as_str().unwrap(), None).await;
    assert_eq!(events.last().unwrap().data["turn"]["narrative"], "It falls badly.", "the old one is still told");
}

#[tokio::test]
async fn another_telling_is_chosen_and_chosen_back() {
    let table = played().await;
    let told = turns(&table).await.pop().unwrap();
    let first = table.session().await;
    table.claude().will([says("Nothing burned.").and_updates(json!({"hp_delta": -1}))]);
    table.claude().expect_words("I go on.");
    let second = table.post("/retry", json!({})).await.good();
    let after_second = table.session().await;

    let path = |turn: &Value| format!("/turns/{}/choose", turn["id"].as_str().unwrap());
    let back = table.post(&path(&second), json!({"alternative": told["id"]})).await.good();
    assert_eq!(
        (&back["id"], &back["narrative"], &back["changes"]),
        (&told["id"], &told["narrative"], &told["changes"])
    );
    assert_eq!(back["alternatives"][0]["turnId"], second["id"]);
    assert_eq!(standing(table.session().await), standing(first));
    table.app.check_fold(&table.id).await;
    let same = table.post(&path(&back), json!({"alternative": told["id"]})).await.good();
    assert_eq!(same, back, "what is there is chosen already");

    table.post(&path(&back), json!({"alternative": second["id"]})).await.good();
    assert_eq!(standing(table.session().await), standing(after_second));
    table.app.check_fold(&table.id).await;

    let unknown = table.post(&path(&back), json!({"alternative": "nothing"})).await;
    assert_eq!(unknown.problem(), (404, "unknown_turn".to_owned()));
    table.update(json!({})).await;
    let late = table.post(&path(&second), json!({"alternative": told["id"]})).await;
    assert_eq!(late.problem(), (409, "not_the_last_turn".to_owned()));
}

#[tokio::test]
async fn a_retry_that_fails_leaves_the_turn_as_it_was() {
    let table = played().await;
    let (before, told) = (table.session().await, turns(&table).await);
    table.claude().will([fails(400)]);
    table.claude().expect_words("I go on.");
    assert_eq!(table.post("/retry", json!({})).await.problem(), (502, "model_failed".to_owned()));
    assert_eq!((table.session().await, turns(&table).await), (before, told));
    table.update(json!({"hp_delta": 1})).await;
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn nothing_is_told_again_where_nothing_was_told() {
    let table = Table::new().await;
    assert_eq!(table.post("/retry", json!({})).await.problem(), (422, "nothing_to_undo".to_owned()));
    table.update(json!({})).await;
}

#[tokio::test]
async fn the_same_key_retries_once() {
    let table = played().await;
    table.claude().will([says("It was otherwise.")]);
    table.claude().expect_words("I go on.");
    let once = keyed(&table, "/retry", "other", json!({})).await.good();
    assert_eq!(keyed(&table, "/retry", "other", json!({})).await.good(), once);
    assert_eq!(turns(&table).await.pop().unwrap()["alternatives"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_branch_shares_the_past_up_to_its_turn_and_nothing_after_it() {
    let table = played().await;
    let (origin, told) = (table.session().await, turns(&table).await);
    let branch = table.post("/branch", json!({"atTurn": 2})).await;
    assert_eq!(branch.status, 201);
    let branch = branch.json();
    let id = branch["id"].as_str().unwrap().to_owned();
    assert_eq!(table.session().await, origin, "the origin is as it was");
    assert_eq!(branch["importantEvents"], json!([]));
    assert_eq!(branch["characters"][0]["id"], origin["characters"][0]["id"]);
    assert_eq!(branch["usage"]["inputTokens"], 0, "the shared part is counted in the origin");
    assert_ne!(branch["diceCommitment"], origin["diceCommitment"], "it has dice of its own");

    let branched = Table { app: table.app, id };
    let shared = turns(&branched).await;
    assert_eq!(shared.len(), 2);
    for (shared, told) in shared.iter().zip(&told) {
        assert_eq!((&shared["narrative"], &shared["changes"]), (&told["narrative"], &told["changes"]));
        assert_ne!(shared["id"], told["id"], "turn ids are new");
    }
    branched.app.check_fold(&branched.id).await;
    branched.update(json!({"important_event": "Another road"})).await;
    assert_eq!(branched.session().await["importantEvents"], json!(["another road"]));
    branched.app.check_fold(&branched.id).await;
    let origin_after = branched.app.session(origin["id"].as_str().unwrap()).await;
    assert_eq!(origin_after, origin, "and learns nothing of it");
    let events = branched.app.events_again(&branched.id, shared[1]["id"].as_str().unwrap(), None).await;
    assert_eq!(events.last().unwrap().data["turn"]["seq"], 2);
}

#[tokio::test]
async fn a_branch_begins_anew_at_0_and_not_beyond_the_last_turn() {
    let table = played().await;
    let start = keyed(&table, "/branch", "anew", json!({"atTurn": 0})).await.good();
    assert_eq!(start["story"]["recentEvents"], json!([]));
    assert_eq!(keyed(&table, "/branch", "anew", json!({"atTurn": 0})).await.good()["id"], start["id"]);
    let other = keyed(&table, "/branch", "anew", json!({"atTurn": 1})).await;
    assert_eq!(other.problem(), (422, "idempotency_mismatch".to_owned()));
    assert_eq!(table.post("/branch", json!({"atTurn": 4})).await.problem(), (404, "unknown_turn".to_owned()));
    assert_eq!(table.post("/branch", json!({})).await.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn undo_in_a_branch_does_not_bring_the_shared_dice_back() {
    let table = played().await;
    let origin = table.session().await;
    let id = table.post("/branch", json!({"atTurn": 3})).await.good()["id"].as_str().unwrap().to_owned();
    let branched = Table { app: table.app, id };
    let after = branched.post("/undo", json!({"turns": 2})).await.good();
    assert_ne!(after["diceCommitment"], origin["diceCommitment"]);
    branched.app.check_fold(&branched.id).await;
    branched.update(json!({"hp_delta": -1})).await;
    branched.app.check_fold(&branched.id).await;
}

#[tokio::test]
async fn a_value_is_explained_by_the_change_and_turn_that_made_it() {
    let table = played().await;
    let told = turns(&table).await;
    let why = table.get("/why?path=characters.0.currentHP").await.good();
    assert_eq!(why["value"], table.session().await["characters"][0]["currentHP"]);
    let history = why["history"].as_array().unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!((&history[0]["seq"], &history[0]["turnId"]), (&json!(2), &told[1]["id"]));
    assert_eq!(history[0]["change"]["kind"], "hpChanged");
    assert!(history[0].get("roll").is_none(), "the throw of that turn was for something else");
    assert_eq!((&history[1]["seq"], &history[1]["change"]["delta"]), (&json!(1), &json!(-3)));
    assert!(history[1].get("roll").is_none());
    let one = table.get("/why?path=characters.0.currentHP&limit=1").await.good();
    assert_eq!(one["history"].as_array().unwrap().len(), 1);

    let gold = table.get("/why?path=characters.0.gold").await.good();
    assert_eq!(gold["history"][0]["seq"], 3);
    let name = table.get("/why?path=characters.0.name").await.good();
    assert_eq!(name["history"], json!([]), "so from the start");
    for path in ["", "characters.9.name", "characters.0.soul", "a/b", "dice.seed"] {
        let answer = table.get(&format!("/why?path={path}")).await;
        assert_eq!(answer.problem(), (404, "unknown_path".to_owned()), "{path}");
    }
    assert_eq!(table.get("/why").await.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn a_number_is_explained_across_checkpoints_and_no_seed_is_told() {
    let table = Table::new().await;
    table.update(json!({"hp_delta": -2})).await;
    for _ in 0..101 {
        table.update(json!({"minutes_passed": 1})).await;
    }
    table.app.check_fold(&table.id).await;
    let why = table.get("/why?path=characters.0.currentHP").await.good();
    assert_eq!(why["history"][0]["seq"], 1);
    table.post("/undo", json!({"turns": 60})).await.good();
    table.app.check_fold(&table.id).await;
    assert_eq!(turns(&table).await.len(), 42);
    let id = table.post("/branch", json!({"atTurn": 42})).await.good()["id"].as_str().unwrap().to_owned();
    let branched = Table { app: table.app, id };
    let why = branched.get("/why?path=diceCommitment").await.good();
    assert_eq!(why["history"][0]["change"], json!({"kind": "diceReseeded", "seed": ""}));
    branched.app.check_fold(&branched.id).await;
}

#[tokio::test]
async fn turning_back_asks_for_a_session_there_is() {
    let table = Table::new().await;
    for path in ["undo", "retry", "branch", "turns/x/choose"] {
        let body = match path {
            "branch" => json!({"atTurn": 0}),
            "turns/x/choose" => json!({"alternative": "y"}),
            _ => json!({}),
        };
        let answer = table.app.post(&format!("/api/sessions/nowhere/{path}"), body).await;
        assert_eq!(answer.problem(), (404, "unknown_session".to_owned()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_read_while_turns_are_taken_back_is_answered_all_the_same() {
    let table = Table::on_disk().await;
    for _ in 0..60 {
        table.update(json!({"gold_delta": 1})).await;
    }
    let read = Notify::new();
    let changing = async {
        for _ in 0..20 {
            read.notified().await;
            table.post("/undo", json!({"turns": 2})).await.good();
            table.update(json!({"gold_delta": 1})).await;
            table.update(json!({"gold_delta": 1})).await;
            table.post("/rolls", json!({"expression": "1d6"})).await.good();
        }
    };
    let where_from = async || {
        let why = table.get("/why?path=characters.0.gold&limit=60").await.good();
        let history = why["history"].as_array().unwrap();
        let seqs: Vec<u64> = history.iter().filter_map(|cause| cause["seq"].as_u64()).collect();
        assert_eq!(history[0]["value"], why["value"]);
        assert!((58..=60).contains(&seqs.len()) && seqs.is_sorted_by(|a, b| *a == b + 1), "{seqs:?}");
    };
    let told_again = async || {
        let last = table.get("/turns?before=1000&limit=1").await.good()["items"][0]["id"].clone();
        let told = table.get(&format!("/turns/{}/events", last.as_str().unwrap())).await;
        assert!(told.status == 200 || told.problem() == (404, "unknown_turn".to_owned()), "{}", told.text);
    };
    let reading = async {
        loop {
            tokio::join!(where_from(), told_again(), told_again());
            read.notify_one();
        }
    };
    tokio::select! {
        () = changing => {}
        () = reading => {}
    }
}

#[tokio::test]
async fn a_number_comes_of_the_throw_that_the_rules_made_for_it_and_of_no_other_that_comes_to_as_much() {
    let table = Table::of("fighter", 5).await;
    let mut dealt = None;
    for _ in 0..12 {
        let goblin = json!([{"slug": "goblin", "name": "Goblin", "disposition": "neutral"}]);
        table.update(json!({"npcs_to_create": goblin})).await;
        let id = table.session().await["creatures"].as_array().unwrap().last().unwrap()["id"].clone();
        table.claude().judge_will([calls("resolve_attack", json!({"target": id}))]);
        let turn = table.play("I attack the goblin.", [says("Steel rings.")]).await;
        if let [_, damage] = turn.0["rolls"].as_array().unwrap().as_slice() {
            dealt = damage["total"].as_i64();
            break;
        }
    }
    let dealt = dealt.expect("the seed shows a hit");
    // The same blow again, and the hero falls over the goblin's dog and loses just as much.
    table.claude().will([says("You trip.").and_updates(json!({"hp_delta": -dealt}))]);
    table.claude().expect_words("I attack the goblin.");
    let turn = table.post("/retry", json!({})).await.good();
    assert_eq!(turn["rolls"][1]["total"].as_i64(), Some(dealt));
    let why = table.get("/why?path=characters.0.currentHP").await.good();
    assert_eq!(why["history"][0]["change"]["delta"].as_i64(), Some(-dealt));
    assert!(why["history"][0].get("roll").is_none(), "it was the goblin that felt the sword: {}", why["history"][0]);

    // What the model writes down by hand comes of no throw that is known, even if it threw for as much before.
    let throw = calls("roll_dice", json!({"dice": "1d4", "reason": "A pebble for the crows"}));
    let turn = table.play("I go downstairs.", [throw.clone(), says("You slip.")]).await;
    let fall = turn.0["rolls"][0]["total"].as_i64().unwrap();
    table.claude().will([throw, says("You slip.").and_updates(json!({"hp_delta": -fall}))]);
    table.claude().expect_words("I go downstairs.");
    let turn = table.post("/retry", json!({})).await.good();
    assert_eq!(turn["rolls"][0]["total"].as_i64(), Some(fall));
    let why = table.get("/why?path=characters.0.currentHP").await.good();
    assert_eq!(why["history"][0]["change"]["delta"].as_i64(), Some(-fall));
    assert!(why["history"][0].get("roll").is_none(), "nothing was thrown for the fall: {}", why["history"][0]);
}

#[tokio::test]
async fn of_two_throws_that_come_to_as_much_none_is_named_for_an_amount_written_by_hand() {
    let table = Table::of("fighter", 5).await;
    let throws = || {
        let throw = json!({"dice": "1d4", "reason": "The stairs"});
        calls("roll_dice", throw.clone()).and_calls("roll_dice", throw)
    };
    for _ in 0..24 {
        let turn = table.play("I go downstairs.", [throws(), says("You slip twice.")]).await;
        let [one, other] = [0, 1].map(|n| turn.0["rolls"][n]["total"].as_i64().unwrap());
        if one != other {
            continue;
        }
        let falls = |delta: i64| says("You slip twice.").and_updates(json!({"hp_delta": delta}));
        table.claude().will([throws(), falls(-one)]);
        table.claude().expect_words("I go downstairs.");
        table.post("/retry", json!({})).await.good();
        let why = table.get("/why?path=characters.0.currentHP").await.good();
        assert_eq!(why["history"][0]["change"]["delta"].as_i64(), Some(-one));
        assert!(why["history"][0].get("roll").is_none(), "{}", why["history"][0]);
        return;
    }
    panic!("no two throws were equal");
}
