//! Tests of recall over the whole session: any turn is found by its content, cited by its number, and gone after undo.

use serde_json::{Value, json};

use crate::support::{Reply, Table, Turn, calls, says};

fn looks_for(query: &str) -> Reply {
    calls("query_session_memory", json!({"query_type": "past", "query": query}))
}

/// The result of the model's search for this.
async fn recalled(table: &Table, query: &str) -> String {
    let turn = table.play("I think back.", [looks_for(query), says("You think back.")]).await;
    let (text, is_error) = turn.result(0);
    assert!(!is_error, "{text}");
    text.to_owned()
}

/// What a search gives.
async fn found(table: &Table, query: &str) -> Vec<Value> {
    let mut found = table.get(&format!("/memory/search?{query}")).await.good();
    found["items"].as_array_mut().expect("items").drain(..).collect()
}

fn seqs(found: &[Value]) -> Vec<u64> {
    found.iter().map(|item| item["seq"].as_u64().expect("a number")).collect()
}

/// A table where something was said of a ferrywoman, a bell and a key.
async fn with_a_past() -> (Table, Vec<Turn>) {
    let table = Table::of("fighter", 3).await;
    let mut turns = Vec::new();
    for (words, told) in [
        ("I ask the smith about the sealed door.", "Bram wipes his hands. He has not spoken of it since the flood."),
        ("Who has the key?", "The ferrywoman took it, he says, and asks a copper for the answer."),
        ("I cross the river.", "Rain beats on the planks. The other bank smells of smoke."),
        ("I light my lantern.", "An owl looks back at you, and then is gone."),
    ] {
        turns.push(table.play(words, [says(told)]).await);
    }
    (table, turns)
}

#[tokio::test]
async fn a_question_is_answered_by_the_turns_that_say_so_with_their_numbers() {
    let (table, _) = with_a_past().await;
    let text = recalled(&table, "who took the key").await;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "FROM EARLIER TURNS, on “who took the key”:");
    let told = "told: The ferrywoman took it, he says, and asks a copper for the answer.";
    let is_it = |line: &&str| line.starts_with("turn 2 (day 1, ") && line.ends_with(told);
    assert!(lines[1..].iter().take(2).any(is_it), "among the first: {text}");
    assert!(!text.contains("turn 5"), "the turn that asks is no answer: {text}");
    assert_eq!(recalled(&table, "zeppelin").await, "No earlier turn says anything of “zeppelin”.");
}

#[tokio::test]
async fn what_is_quoted_is_quoted_word_for_word() {
    let table = Table::of("fighter", 3).await;
    let said = "The almanac says: rain; then hail | then rain again.";
    table.play("I read the almanac.", [says(said)]).await;
    table.play("I close it.", [says("Dust rises.")]).await;
    let text = recalled(&table, "what does the almanac say").await;
    assert!(text.contains(said), "{text}");
}

#[tokio::test]
async fn lists_and_what_was_found_stand_beside_each_other_and_a_bad_question_is_refused() {
    let (table, _) = with_a_past().await;
    table.update(json!({"important_event": "The ferrywoman is a thief", "npcs_met": ["Old Brannoc"]})).await;
    let input = json!({"query_type": "all", "query": "ferrywoman", "said_by": null, "day": null});
    let turn = table.play("Who?", [calls("query_session_memory", input), says("Her.")]).await;
    let (text, is_error) = turn.result(0);
    assert!(
        !is_error && text.starts_with("IMPORTANT EVENTS:\n1. the ferrywoman is a thief\n\nNo supporting"),
        "{text}"
    );
    assert!(text.contains("\n\nFROM EARLIER TURNS, on “ferrywoman”:\n"), "{text}");
    assert!(
        text.contains("written down: To be remembered: the ferrywoman is a thief."),
        "what was written down: {text}"
    );
    for (input, says_) in [
        (json!({"query_type": "past"}), "`query`"),
        (json!({"query_type": "past", "query": "  "}), "`query`"),
        (json!({"query_type": "gossip", "query": "ferrywoman"}), "past"),
    ] {
        let turn = table.play("Who?", [calls("query_session_memory", input), says("Her.")]).await;
        let (text, is_error) = turn.result(0);
        assert!(is_error && text.contains(says_), "{text}");
    }
}

#[tokio::test]
async fn a_search_gives_each_turn_once_by_its_best_passage_the_best_first() {
    let (table, turns) = with_a_past().await;
    let key = found(&table, "q=who%20took%20the%20key").await;
    let second = key.iter().find(|item| item["seq"] == 2).expect("the turn that answers");
    assert_eq!(second["turn"], turns[1].0["id"]);
    assert_eq!(second["excerpt"], "The ferrywoman took it, he says, and asks a copper for the answer.");
    assert!(second.get("speaker").is_none(), "nobody says what is told");
    assert!(key.is_sorted_by(|a, b| a["score"].as_f64() >= b["score"].as_f64()), "{key:?}");
    let mut each = seqs(&key);
    each.sort_unstable();
    each.dedup();
    assert_eq!(each.len(), key.len());
    let lantern = found(&table, "q=lantern&limit=1&saidBy=MIRA").await;
    assert_eq!((seqs(&lantern), lantern[0]["speaker"].as_str()), (vec![4], Some("Mira")), "who said it");
    assert_eq!(lantern[0]["day"], 1);
}

#[tokio::test]
async fn names_and_days_are_filters() {
    let (table, _) = with_a_past().await;
    let rest = json!({"minutes_passed": 1440});
    table.play("I wait for a day.", [says("A day goes by.").and_calls("update_game_state", rest)]).await;
    assert_eq!(table.session().await["clock"]["day"], 2);
    table.play("I look at the key again.", [says("The key is cold.")]).await;
    assert_eq!(seqs(&found(&table, "q=key&day=2").await)[0], 6);
    assert!(seqs(&found(&table, "q=key&day=1").await).iter().all(|seq| *seq <= 4));
    let said = found(&table, "q=key&saidBy=mira").await;
    assert!(!said.is_empty() && said.iter().all(|item| item["speaker"] == "Mira"), "{said:?}");
    assert_eq!(found(&table, "q=key&saidBy=nobody").await, Vec::<Value>::new());
    assert_eq!(found(&table, "q=key&day=999").await, Vec::<Value>::new());
}

#[tokio::test]
async fn what_was_taken_back_or_told_another_way_is_found_no_more() {
    let (table, _) = with_a_past().await;
    assert_eq!(seqs(&found(&table, "q=owl").await), [4]);
    let before = found(&table, "q=planks%20owl%20key").await;
    table.play("I call out.", [says("A heron answers.")]).await;
    assert_eq!(seqs(&found(&table, "q=heron").await), [5]);
    table.post("/undo", json!({})).await.good();
    assert_eq!(found(&table, "q=heron").await, Vec::<Value>::new());
    assert_eq!(found(&table, "q=planks%20owl%20key").await, before, "as if it had never been");

    table.claude().will([says("A badger looks back at you.")]);
    table.claude().expect_words("I light my lantern.");
    let retold = table.post("/retry", json!({})).await.good();
    assert_eq!(found(&table, "q=owl").await, Vec::<Value>::new());
    assert_eq!(seqs(&found(&table, "q=badger").await), [4]);
    let first = retold["alternatives"][0]["turnId"].clone();
    let path = format!("/turns/{}/choose", retold["id"].as_str().unwrap());
    table.post(&path, json!({"alternative": first})).await.good();
    assert_eq!((found(&table, "q=badger").await, seqs(&found(&table, "q=owl").await)), (Vec::new(), vec![4]));
}

#[tokio::test]
async fn a_turn_that_is_told_again_does_not_recall_itself() {
    let (table, _) = with_a_past().await;
    assert_eq!(seqs(&found(&table, "q=owl").await), [4]);
    table.claude().will([looks_for("owl"), says("A badger looks back.")]);
    table.claude().expect_words("I light my lantern.");
    let retold = Turn(table.post("/retry", json!({})).await.good());
    assert_eq!(retold.result(0).0, "No earlier turn says anything of “owl”.");
}

#[tokio::test]
async fn a_branch_recalls_the_shared_past_and_nothing_of_the_others_future() {
    let (table, _) = with_a_past().await;
    let branch = table.post("/branch", json!({"atTurn": 3})).await.good();
    let branch = Table { id: branch["id"].as_str().unwrap().to_owned(), ..table };
    assert_eq!(seqs(&found(&branch, "q=planks").await), [3]);
    assert_eq!(found(&branch, "q=owl").await, Vec::<Value>::new());
    branch.play("I wait.", [says("A marten runs by.")]).await;
    assert_eq!(seqs(&found(&branch, "q=marten").await), [4]);
}

#[tokio::test]
async fn after_a_restart_and_in_an_imported_copy_the_same_is_found() {
    let mut table = Table::on_disk().await;
    table.play("Who has the key?", [says("The ferrywoman took it.").and_updates(json!({"npcs_met": ["Ilse"]}))]).await;
    table.play("I cross the river.", [says("Rain beats on the planks.")]).await;
    let before = found(&table, "q=ferrywoman%20ilse%20rain").await;
    assert_eq!(before.len(), 2);
    table.app.restart().await;
    assert_eq!(found(&table, "q=ferrywoman%20ilse%20rain").await, before);
    let bundle = table.get("/export").await.good();
    let copy = table.app.post("/api/sessions/import", bundle).await.good();
    let copy = Table { id: copy["id"].as_str().unwrap().to_owned(), ..table };
    let excerpts = |found: &[Value]| found.iter().map(|item| item["excerpt"].clone()).collect::<Vec<_>>();
    assert_eq!(excerpts(&found(&copy, "q=ferrywoman%20ilse%20rain").await), excerpts(&before));
}

#[tokio::test]
async fn what_was_recalled_is_not_found_again_as_a_turn_of_its_own() {
    let (table, _) = with_a_past().await;
    for _ in 0..3 {
        recalled(&table, "who took the key from the ferrywoman").await;
    }
    let key = found(&table, "q=ferrywoman%20copper&limit=20").await;
    let excerpts: Vec<&str> = key.iter().filter_map(|item| item["excerpt"].as_str()).collect();
    assert_eq!(excerpts.iter().filter(|text| text.contains("copper")).count(), 1, "{excerpts:?}");
}

#[tokio::test]
async fn a_search_wants_words_and_a_session_of_ones_own() {
    let (table, _) = with_a_past().await;
    for bad in ["q=", "q=%20", "q=owl&limit=0", &format!("q={}", "owl".repeat(400)), "q=owl&day=noon", "limit=3"] {
        let answer = table.get(&format!("/memory/search?{bad}")).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{bad}");
    }
    assert_eq!(table.get("/memory/search?q=owl&limit=5000").await.status, 200);
    let nowhere = table.app.get("/api/sessions/nowhere/memory/search?q=owl").await;
    assert_eq!(nowhere.status, 404);
    table.app.delete(&table.path("")).await;
    assert_eq!(table.get("/memory/search?q=owl").await.status, 404);
}

#[tokio::test]
async fn long_and_foreign_words_are_found_within_bounds() {
    let table = Table::new().await;
    let long = format!("{}The heron has the seal.", "Mud and reeds and grey water. ".repeat(1_800));
    table.play("Я зажигаю фонарь.", [says("Сова смотрит на тебя.")]).await;
    table.play("등불을 켠다.", [says(long)]).await;
    assert!(seqs(&found(&table, "q=%D1%84%D0%BE%D0%BD%D0%B0%D1%80%D1%8C").await).contains(&1));
    assert!(seqs(&found(&table, "q=%EB%93%B1%EB%B6%88%EC%9D%84").await).contains(&2));
    let mud = found(&table, "q=reeds").await;
    assert!(mud[0]["excerpt"].as_str().unwrap().len() < 4_000, "a passage, not the turn");
    let turn = table.play("?", [looks_for("reeds"), says("Mud.")]).await;
    assert!(turn.result(0).0.len() < 2_000, "{}", turn.result(0).0.len());
}

/// A table whose window has left its first turn behind: in it the ferrywoman hid a brass key.
async fn with_a_long_past() -> Table {
    let table = Table::of("fighter", 3).await;
    table
        .play("I follow the ferrywoman.", [says("Ilse hides the brass key beneath the third step of the mill.")])
        .await;
    walk_far(&table).await;
    table
}

/// The block of memories among the texts of a message.
fn memories(message: &Value) -> Vec<&str> {
    let texts = message["content"].as_array().into_iter().flatten().filter_map(|block| block["text"].as_str());
    texts.filter(|text| text.starts_with("[memories]\n")).collect()
}

#[tokio::test]
async fn what_the_window_no_longer_shows_comes_to_mind_unasked_and_is_said_once() {
    let table = with_a_long_past().await;
    let recall = looks_for("Where is the brass key?");
    let turn = table.play("Where did she hide the brass key?", [recall, says("Beneath the step.")]).await;
    let asked = &table.claude().asked()[..];
    let first = &asked[asked.len() - 2];
    let (last, earlier) = first.messages().split_last().unwrap();
    let [block] = memories(last)[..] else { panic!("one block: {last}") };
    let lines: Vec<&str> = block.lines().collect();
    assert!(lines[1].starts_with("turn 1 (day 1, ") && lines[1].contains("beneath the third step"), "{block}");
    assert!(block.chars().count() < 2_400, "{block}");
    assert!(!json!(earlier).to_string().contains("third step"), "the window shows it no more");
    assert_eq!(last["content"][0]["text"].as_str().map(|text| text.starts_with("[table]")), Some(true));
    let (told, _) = turn.result(0);
    assert!(told.contains("turn 1 (day 1, ") && told.contains("as it stands in the memories"), "{told}");
    assert!(!told.contains("beneath the third step"), "never twice: {told}");

    table.play("I look at the sky.", [says("Clouds.")]).await;
    let asked = table.claude().last_asked();
    let (last, earlier) = asked.messages().split_last().unwrap();
    assert!(memories(last).is_empty(), "nothing there answers that: {last}");
    assert!(!json!(earlier).to_string().contains("[memories]"), "what was recalled is no part of a later prompt");
}

/// Turns after which the window shows none of those before them.
async fn walk_far(table: &Table) {
    for n in 0..22 {
        let telling = format!("Mile {n}. {}", "The rain goes on over the reeds and the grey water. ".repeat(40));
        table.play("I walk on.", [says(telling)]).await;
    }
}

#[tokio::test]
async fn a_wish_stays_in_mind_until_it_is_withdrawn_and_goes_with_its_turn() {
    let table = Table::of("fighter", 3).await;
    table.play("Call me Captain. No spiders, please!", [says("Aye.")]).await;
    walk_far(&table).await;
    table.play("I look at the sky.", [says("Clouds.")]).await;
    let wishes = || {
        let asked = table.claude().last_asked();
        memories(asked.messages().last().unwrap()).into_iter().map(str::to_owned).collect::<String>()
    };
    let in_mind = wishes();
    for wish in ["Call me Captain", "No spiders, please"] {
        let line = format!(", the player's wish: {wish}\n");
        assert!(in_mind.contains(&line) && in_mind.contains("\nturn 1 (day 1, "), "{in_mind}");
    }
    table.play("Call me Admiral.", [says("Aye, admiral.")]).await;
    table.play("Spiders are fine, after all.", [says("They crawl.")]).await;
    table.play("I look at the sky.", [says("Clouds.")]).await;
    assert_eq!(wishes(), "", "one is replaced by what the window shows, one is withdrawn");
    for _ in 0..3 {
        table.post("/undo", json!({})).await.good();
    }
    table.play("I look at the ground.", [says("Mud.")]).await;
    assert_eq!(wishes(), in_mind, "as if nothing had been said since");
    let branch = table.post("/branch", json!({"atTurn": 1})).await.good();
    let branch = Table { id: branch["id"].as_str().unwrap().to_owned(), ..table };
    walk_far(&branch).await;
    branch.play("I look at the sky.", [says("Clouds.")]).await;
    let asked = branch.claude().last_asked();
    let in_branch = memories(asked.messages().last().unwrap()).concat();
    assert!(in_branch.contains("the player's wish: Call me Captain"), "{in_branch}");
}

#[tokio::test]
async fn of_two_facts_about_one_thing_the_newer_comes_first_and_the_older_says_until_when_it_held() {
    let table = Table::new().await;
    let owes = |text: &str| json!({"important_event": text, "about": "Old Marta", "aspect": "owes"});
    table.play("I ask.", [says("So it is.").and_updates(owes("Old Marta owes the miller three crowns."))]).await;
    table.play("I go.", [says("You go.")]).await;
    table.play("I ask again.", [says("It changed.").and_updates(owes("Old Marta owes the miller nothing."))]).await;
    let all = found(&table, "q=what%20does%20Old%20Marta%20owe%20the%20miller").await;
    assert_eq!(seqs(&all)[..2], [3, 1], "{all:?}");
    assert_eq!((&all[0]["until"], &all[1]["until"]), (&Value::Null, &json!(3)));
    let text = recalled(&table, "what does Old Marta owe the miller").await;
    assert!(text.contains(", until turn 3), written down: "), "{text}");
    table.post("/undo", json!({})).await.good();
    table.post("/undo", json!({})).await.good();
    let before = found(&table, "q=what%20does%20Old%20Marta%20owe%20the%20miller").await;
    assert_eq!((seqs(&before), &before[0]["until"]), (vec![1], &Value::Null), "taken back: it holds again");
}

#[tokio::test]
async fn the_first_and_the_last_time_and_what_came_after_are_found_with_when_they_were() {
    let table = Table::new().await;
    for told in [
        "You meet Bram at the old forge.",
        "A cold bell rings in the fog.",
        "“Run for the hills,” Ilse whispers.",
        "You meet Bram at the gallows.",
    ] {
        table.play("I go on.", [says(told)]).await;
    }
    assert_eq!(seqs(&found(&table, "q=when%20did%20we%20first%20meet%20Bram%3F").await)[0], 1);
    assert_eq!(seqs(&found(&table, "q=when%20did%20we%20last%20meet%20Bram%3F").await)[0], 4);
    let after = found(&table, "q=what%20did%20she%20say%20after%20the%20cold%20bell%20rang%3F").await;
    assert!(seqs(&after)[..2].contains(&3), "{after:?}");
    let text = recalled(&table, "when did we first meet Bram?").await;
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("turn 1 (day 1, ")), "{text}");
}

#[tokio::test]
async fn what_the_window_shows_does_not_come_to_mind_as_well() {
    let (table, _) = with_a_past().await;
    table.play("Who took the key, the ferrywoman?", [says("She did.")]).await;
    assert!(memories(table.claude().last_asked().messages().last().unwrap()).is_empty());
}

#[tokio::test]
async fn a_turn_of_fifty_kilobytes_in_another_alphabet_is_found_and_weighs_on_no_later_prompt() {
    let table = Table::new().await;
    let rain = "Дождь идёт над серой рекой, и никто не говорит ни слова. ".repeat(100);
    let needle = "Паромщица прячет медный ключ под третьей ступенью мельницы.";
    // Of so long a text the first 16 KiB are searched.
    let telling = format!("{rain}{needle} {}", rain.repeat(4));
    assert!(telling.len() > 50_000, "{}", telling.len());
    table.play("Я иду за паромщицей.", [says(telling)]).await;
    let fish = "夜里的河面上漂着一盏灯笼，鱼群围着它转圈。".repeat(900);
    assert!(fish.len() > 50_000);
    table.play("我看着河。", [says(fish)]).await;
    for n in 1..=3 {
        table.play("I walk on.", [says(format!("Mile {n}."))]).await;
    }
    let asked = table.claude().last_asked();
    let shown: usize = asked.messages().iter().map(|message| message.to_string().len()).sum();
    assert!(shown < 75_000, "the newest long turn at most is shown: {shown} bytes");
    for (query, expected) in [("медный ключ", "под третьей ступенью"), ("灯笼", "灯笼"), ("Паромщица", "Паромщиц")]
    {
        let found = found(&table, &format!("q={query}")).await;
        let first = found.first().and_then(|it| it["excerpt"].as_str()).unwrap_or_default();
        assert!(first.contains(expected) && first.len() < 4_000, "{query}: {found:?}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn loans_and_debts_are_found_by_questions_about_them() {
    let table = Table::new().await;
    table.update(json!({"items_gained": ["Silver Knife", "Lantern"]})).await;
    let lends = says("Bram weighs it in his hand and grins.").and_updates(json!({"items_lost": ["Silver Knife"]}));
    table.play("I lend Bram my knife.", [lends]).await;
    let owes = json!({"important_event": "Mira owes Old Marta three crowns", "about": "Mira", "aspect": "owes"});
    table.play("I ask her for money.", [says("She counts it out, coin by coin.").and_updates(owes)]).await;
    for words in ["I walk on.", "I look for my knife-grinder friend.", "I sit by the fire.", "Who is there?"] {
        table.play(words, [says("The rain goes on over the reeds, and somebody hums a song.")]).await;
    }
    for (question, seq) in [
        ("who did I lend my knife to?", 2),
        ("who has my silver knife?", 2),
        ("what do I owe?", 3),
        ("whom do I owe money?", 3),
    ] {
        let path = format!("/memory/search?q={}", question.replace(' ', "%20").replace('?', "%3F"));
        let found = table.get(&path).await.good();
        assert_eq!(found["items"][0]["seq"], seq, "{question}: {found}");
    }
}

#[tokio::test]
async fn what_a_hero_said_is_recalled_beside_what_was_told_of_it() {
    let table = Table::of("fighter", 3).await;
    let words = "I tell Maud that my grandmother kept the ferry at Harrow, and drowned there.";
    table
        .play(words, [says("Maud hears about your grandmother, and stirs the pot. She asks Mira nothing about her.")])
        .await;
    for _ in 0..3 {
        table.play("I eat.", [says("The soup is hot.")]).await;
    }
    let query = json!({"query_type": "past", "query": "What did Mira tell Maud about her grandmother?"});
    table.play("I think back.", [calls("query_session_memory", query), says("You remember.")]).await;
    let asked = table.claude().last_asked();
    let (answer, _) = asked.results()[0];
    assert!(answer.contains("kept the ferry at Harrow") && answer.contains("stirs the pot"), "{answer}");
}

#[tokio::test]
async fn what_changed_answers_before_what_only_has_its_words() {
    let table = Table::new().await;
    let gains = says("It lies in the reeds, green with age.").and_updates(json!({"items_gained": ["Brass Key"]}));
    table.play("I look around.", [gains]).await;
    let goes =
        says("You walk until dusk.").and_updates(json!({"location_changed": "Salt Quay", "npcs_met": ["Old Ilse"]}));
    table.play("I go on.", [goes]).await;
    let loses = says("Ilse bites it, and nods.").and_updates(json!({"items_lost": ["Brass Key"]}));
    table.play("Here, take it.", [loses]).await;
    for words in ["Where did I get the brass key, I wonder?", "I dream of the brass key and of Salt Quay and Old Ilse."]
    {
        table
            .play(words, [says("The brass key, the brass key. You ask Old Ilse where you got it at Salt Quay.")])
            .await;
    }
    for (question, seq) in [
        ("where did I get the brass key?", 1),
        ("who did I give the brass key to?", 3),
        ("what happened to the brass key?", 3),
        ("when did I arrive at Salt Quay?", 2),
        ("when did we first meet Old Ilse?", 2),
    ] {
        let query = question.replace(' ', "%20").replace('?', "%3F");
        let all = found(&table, &format!("q={query}")).await;
        assert_eq!((&all[0]["seq"], &all[0]["kind"]), (&json!(seq), &json!("written")), "{question}: {all:?}");
        let text = recalled(&table, question).await;
        let first = text.lines().nth(1).unwrap_or_default().to_owned();
        assert!(first.starts_with(&format!("turn {seq} (")), "{question}: {text}");
    }
    table.post("/undo", json!({"turns": 8})).await.good();
    let all = found(&table, "q=who%20did%20I%20give%20the%20brass%20key%20to%3F").await;
    assert!(!all.is_empty() && all.iter().all(|item| item["seq"].as_u64() <= Some(2)), "taken back: {all:?}");
}

#[tokio::test]
async fn a_change_that_answers_comes_with_what_its_turn_told_of_it() {
    let table = Table::new().await;
    let gains = says("It lies in the reeds, green with age.").and_updates(json!({"items_gained": ["Brass Key"]}));
    table.play("I look around.", [gains]).await;
    let long = "Rain drums on the roof of the shed, and nobody speaks for a while. ".repeat(8);
    let told = format!("{long}You hold out the brass key. Old Corvin closes his fingers around it. {long}");
    table.play("Here, it is yours.", [says(&told).and_updates(json!({"items_lost": ["Brass Key"]}))]).await;
    table.play("I rest.", [says("You rest.")]).await;
    let text = recalled(&table, "who's got the key now?").await;
    let lines: Vec<&str> = text.lines().skip(1).take(2).collect();
    let is_told = lines[1].ends_with("told: You hold out the brass key. Old Corvin closes his fingers around it.");
    assert!(lines[0].starts_with("turn 2 (") && is_told, "{text}");
    let text = recalled(&table, "where'd I get that key from").await;
    assert!(
        text.lines().nth(2).is_some_and(|line| line.ends_with("told: It lies in the reeds, green with age.")),
        "{text}"
    );
}

#[tokio::test]
async fn a_question_that_takes_for_granted_what_no_change_knows_is_told_so() {
    let table = Table::of("fighter", 3).await;
    table.play("I rest.", [says("You rest.")]).await;
    let text = recalled(&table, "when did we kill the baron?").await;
    assert!(text.starts_with("NOT SO as far as changes know: none of any turn says so of “baron”."), "{text}");
    assert!(!recalled(&table, "when did the baron die?").await.contains("NOT SO"));
}

#[tokio::test]
async fn an_older_fact_that_is_found_brings_the_newer_one_with_it() {
    let table = Table::new().await;
    let keeps = |text: &str| json!({"important_event": text, "about": "Old Marta", "aspect": "home"});
    let lives = says("Old Marta lives in the lighthouse above the reeds, says the boy.");
    table.play("Where is she?", [lives.and_updates(keeps("Old Marta lives in the lighthouse."))]).await;
    let moved = says("Boxes stand in the lane.").and_updates(keeps("Old Marta moved to a barge."));
    table.play("I look.", [moved]).await;
    let all = found(&table, "q=who%20lives%20in%20the%20lighthouse").await;
    assert_eq!(seqs(&all)[..2], [2, 1], "{all:?}");
    assert!(all[0]["until"].is_null(), "{all:?}");
    assert_eq!(all[1]["until"], 2, "what was told says it, too: {all:?}");
}

#[tokio::test]
async fn odd_messages_are_found_and_harm_nothing() {
    let table = Table::new().await;
    let whole = "The lamp keeper counts her gulls twice, and one of them is made of brass.";
    let code = "fn main() { println!(\"{}\", 1 << 4); } // SELECT * FROM owls; {\"a\": [1]}";
    for (words, told) in [
        ("I wait.".to_owned(), whole.to_owned()),
        ("lantern ".repeat(1_000), "It is a lantern.".to_owned()),
        ("🦉🔥🗝️ ".repeat(200), "🦉 looks back.".to_owned()),
        (code.to_owned(), "Nobody here reads that.".to_owned()),
        (format!("You said: {whole}"), "So it was.".to_owned()),
    ] {
        table.play(&words, [says(told)]).await;
    }
    let gulls = found(&table, "q=which%20gull%20is%20made%20of%20brass").await;
    assert!(seqs(&gulls)[..2].contains(&1), "{gulls:?}");
    assert!(seqs(&found(&table, "q=lantern").await).contains(&2));
    assert!(seqs(&found(&table, "q=println%20owls").await).contains(&4));
    for query in ["q=%F0%9F%A6%89", "q=%7B%7D%5B%5D%22", "q=SELECT%20*%20FROM%20owls%3B"] {
        found(&table, query).await;
    }
    let one = Table::new().await;
    one.play("I light the lantern.", [says("It burns.")]).await;
    assert_eq!(seqs(&found(&one, "q=lantern").await), [1], "a session of one turn");
}

#[tokio::test]
async fn an_undo_and_a_branch_while_the_past_is_read_leave_nothing_behind() {
    let mut table = Table::on_disk().await;
    for n in 1..=30 {
        table.play(&format!("Step {n}."), [says(format!("Mile {n}: a heron stands by the milestone."))]).await;
    }
    table.app.restart().await;
    let (all, undone, branch) = tokio::join!(
        table.get("/memory/search?q=heron&limit=20"),
        table.post("/undo", json!({"turns": 10})),
        table.post("/branch", json!({"atTurn": 5})),
    );
    all.good();
    undone.good();
    let left = seqs(&found(&table, "q=heron&limit=20").await);
    assert!(left.len() == 20 && left.iter().all(|seq| *seq <= 20), "{left:?}");
    let branch = branch.good();
    let branch = Table { id: branch["id"].as_str().unwrap().to_owned(), ..table };
    let shared = seqs(&found(&branch, "q=heron&limit=20").await);
    assert!(shared.len() == 5 && shared.iter().all(|seq| *seq <= 5), "{shared:?}");
}
