//! The review of a story: the utility model withdraws findings that the story does not claim and adds events that it tells of.

use embertale::dm::NarrationCheck;
use serde_json::{Value, json};

use crate::support::{Agent, Reply, Table, Told, calls, says, updates};

/// A verdict on each finding in order, and events that the story tells of besides.
fn reviews(is_claimed: &[bool], also: &[(&str, &str)]) -> Reply {
    let findings: Vec<Value> =
        (1..).zip(is_claimed).map(|(number, it)| json!({"number": number, "is_claimed": it})).collect();
    let also: Vec<Value> = also.iter().map(|(kind, quote)| json!({"kind": kind, "quote": quote})).collect();
    says(json!({"findings": findings, "also_claimed": also}).to_string())
}

fn notices(events: &[Told]) -> Vec<&str> {
    let notices = events.iter().filter(|told| told.event == "notice" && told.data["code"] == "narration_check");
    notices.map(|told| told.data["message"].as_str().unwrap()).collect()
}

/// Plays a turn, and returns its events and the check's trace.
async fn told(table: &Table, words: &str, replies: impl IntoIterator<Item = Reply>) -> (Vec<Told>, Value) {
    let events = table.events(words, replies).await;
    let last = events.last().unwrap();
    assert_eq!(last.event, "done", "{last:?}");
    let id = last.data["turn"]["id"].as_str().unwrap();
    let trace = table.get(&format!("/turns/{id}/debug")).await.good()["narration"].take();
    (events, trace)
}

#[tokio::test]
async fn a_finding_that_the_story_does_not_claim_raises_no_objection() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_met": ["Tansy Rook"]})).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[false], &[]));
    let (events, trace) = told(&table, "And her play?", [says("Tansy Rook is dead.")]).await;
    assert_eq!((table.claude().asked().len(), notices(&events)), (2, vec![]), "one call for each turn");
    assert_eq!(trace["review"]["rejected"][0]["kind"], "death", "{trace}");
    assert_eq!((&trace["objection"], &trace["remaining"]), (&Value::Null, &json!([])));
    let [asked] = &table.claude().asked_of(Agent::Reviewer)[..] else { panic!("one review") };
    let question = asked.last_text();
    assert!(question.contains("[found]\n1. death: “") && question.contains("Tansy Rook lives."), "{question}");
    assert!(!question.contains("And her play?"), "the player's words are no part of the story");
}

#[tokio::test]
async fn the_dead_who_act_are_objected_to() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_to_create": [{"name": "Vex", "slug": "bandit", "disposition": "neutral"}]})).await;
    let dies = calls("update_npc", json!({"id": "vex", "dead": true}));
    table.play("I push him off the wall.", [dies, says("Vex falls from the wall and is dead.")]).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[true], &[]));
    let replies = [
        says("Vex comes in from the yard and stamps the mud from his boots."),
        says("The wind comes in from the yard. Vex lies where he fell."),
    ];
    let (events, trace) = told(&table, "I wait by the fire.", replies).await;
    let objection = trace["objection"].as_str().unwrap_or_default();
    assert!(objection.contains("Vex was dead before this turn."), "{trace}");
    assert_eq!((notices(&events), &trace["remaining"]), (vec![], &json!([])));
}

#[tokio::test]
async fn an_event_that_only_the_reviewer_found_is_put_to_the_model_and_settled_by_its_call() {
    let table = Table::of("fighter", 3).await;
    let story = "A gold tooth shows when she smiles. One by one, six of your best go into her palm.";
    let quote = "six of your best go into her palm";
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[("gold", quote), ("gold", "nine of your best")]));
    let replies = [says(story), updates(json!({"gold_delta": -6}))];
    let (events, trace) = told(&table, "I pay what she asks.", replies).await;
    let objection = trace["objection"].as_str().unwrap_or_default();
    assert!(objection.contains(quote) && !objection.contains("nine"), "{objection}");
    assert_eq!((notices(&events), &trace["remaining"]), (vec![], &json!([])));
    assert_eq!((&trace["review"]["cause"], &trace["review"]["added"][0]["kind"]), (&json!("gold"), &json!("gold")));
}

#[tokio::test]
async fn a_story_without_words_for_an_unrecorded_event_is_not_reviewed() {
    let table = Table::of("fighter", 3).await;
    let (_, trace) =
        told(&table, "I listen.", [says("The hinges groan, and cold air rolls over the threshold.")]).await;
    assert_eq!((table.claude().asked_of(Agent::Reviewer).len(), trace), (0, Value::Null));
    let paid = says("You count ten gold pieces onto the bar.").and_updates(json!({"gold_delta": -10}));
    told(&table, "I pay.", [paid]).await;
    assert_eq!(table.claude().asked_of(Agent::Reviewer).len(), 0, "what is recorded needs no review");
}

#[tokio::test]
async fn a_reviewer_that_talks_nonsense_leaves_the_findings_as_they_were() {
    for answer in ["Hm.", "{}", "{\"findings\": [{\"number\": -1}]}", "{\"findings\": 3, \"also_claimed\": []}"] {
        let table = Table::checked(NarrationCheck::Warn).await;
        table.claude().reader_will(Agent::Reviewer, says(answer));
        let (events, trace) = told(&table, "I push.", [says("A beam comes down. You take 5 damage.")]).await;
        assert_eq!(notices(&events).len(), 1, "{answer}");
        assert_eq!(trace["review"]["failure"], "the answer was not what was asked for", "{answer}");
    }
}

#[tokio::test]
async fn an_exact_check_asks_no_helper() {
    let table = Table::checked(NarrationCheck::Exact).await;
    let hurt = "A beam comes down. You take 5 damage.";
    let (events, trace) = told(&table, "I push the door.", [says(hurt), says("It hurt; that is all.")]).await;
    assert_eq!(table.claude().asked().len(), 2, "the Dungeon Master is asked to put it right");
    for agent in [Agent::Reviewer, Agent::HpExtractor] {
        assert_eq!(table.claude().asked_of(agent).len(), 0, "{agent:?}");
    }
    assert_eq!((notices(&events).len(), trace.get("review")), (1, None), "{trace}");
}

#[tokio::test]
async fn in_a_fight_the_reviewer_adds_no_wounds_and_no_deaths() {
    let table = Table::of("fighter", 3).await;
    let goblin = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 1}]);
    table.update(json!({"npcs_to_create": goblin})).await;
    let story = "The goblin's shadow jumps on the wall. A coin rolls from its pouch.";
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[("death", "shadow jumps on the wall")]));
    let (events, trace) = told(&table, "I wait.", [says(story)]).await;
    assert_eq!((notices(&events), &trace["review"]["added"]), (vec![], &json!([])), "{trace}");
}

/// A table of a fighter at which a fight with a goblin is on.
async fn in_a_fight() -> Table {
    let table = Table::of("fighter", 3).await;
    let goblin = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 1, "close": true}]);
    table.update(json!({"npcs_to_create": goblin})).await;
    table
}

#[tokio::test]
async fn a_wound_that_the_fight_has_not_is_reviewed_and_put_to_the_model() {
    let table = in_a_fight().await;
    let quote = "opens a gash in the goblin's arm";
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[("hit_points", quote)]));
    let story = format!("Your blade {quote}.");
    let (events, trace) = told(&table, "I wait.", [says(&story), says(&story)]).await;
    let review = &trace["review"];
    assert_eq!(
        (&review["cause"], &review["added"][0]["kind"]),
        (&json!("hit_points"), &json!("hit_points")),
        "{trace}"
    );
    assert_eq!(review["added"][0]["truth"], "Goblin lost and regained no hit points this turn.");
    assert!(trace["objection"].as_str().unwrap_or_default().contains(quote), "{trace}");
    assert_eq!(notices(&events).len(), 1, "{events:?}");
}

#[tokio::test]
async fn a_wound_that_the_fight_has_is_not_reviewed() {
    let table = in_a_fight().await;
    let (mut n_hit, mut n_missed) = (0, 0);
    while n_hit == 0 && n_missed < 12 {
        let attack = calls("take_action", json!({"action": "attack", "target": "goblin"}));
        let turn = table.play("I strike.", [attack, says("Your blade opens a gash in the goblin's arm.")]).await;
        assert!(!turn.result(0).1, "{}", turn.result(0).0);
        let is_hit = turn.0["changes"].as_array().unwrap().iter().any(|it| it["kind"] == "creatureHpChanged");
        (n_hit, n_missed) = if is_hit { (1, n_missed) } else { (0, n_missed + 1) };
        let asked = table.claude().asked_of(Agent::Reviewer);
        assert_eq!(asked.len(), n_missed, "{} {}", turn.narrative(), turn.0);
        let log = asked.last().map(|last| last.last_text().to_owned()).unwrap_or_default();
        assert!(is_hit || log.contains("\n[fight]\nMira misses Goblin"), "{log}");
    }
    assert!(n_hit > 0 && n_missed > 0, "{n_hit} hits and {n_missed} misses");
}

#[tokio::test]
async fn a_corpse_in_the_scene_hides_no_other_death() {
    let table = Table::of("fighter", 3).await;
    let two = json!([{"slug": "wolf", "name": "Wolf", "disposition": "neutral"},
                     {"slug": "commoner", "name": "Bron", "disposition": "neutral"}]);
    table.update(json!({"npcs_to_create": two})).await;
    let dies = calls("update_npc", json!({"id": "wolf", "hp_delta": -50}));
    table.play("I put the wolf down.", [dies, says("The wolf dies.")]).await;
    let reviewed = || table.claude().asked_of(Agent::Reviewer).len();
    assert_eq!(reviewed(), 0, "it did die");
    table.play("I look.", [says("The wolf's corpse steams in the cold.")]).await;
    assert_eq!(reviewed(), 0, "a corpse is told of");
    table.claude().reader_will(Agent::Reviewer, reviews(&[false], &[]));
    table
        .play(
            "I look at Bron.",
            [says("You press two fingers to Bron's neck. Of a pulse there is nothing left: he drowned.")],
        )
        .await;
    assert_eq!(reviewed(), 1, "Bron lives");
}

/// The last question to the reviewer.
fn question(table: &Table) -> String {
    table.claude().asked_of(Agent::Reviewer).last().expect("a review").last_text().to_owned()
}

#[tokio::test]
async fn the_reviewer_reads_what_was_recorded_and_its_additions_of_the_same_are_dropped() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"items_gained": ["Shield"], "gold_delta": 10})).await;
    let story = "You sit down on the bench and rest for an hour, with your boots off. Then you pay Hessa three gold for the soup. \
        She shakes hands on it: you will find her brother. Somewhere a twig snaps.";
    let quotes = [
        ("rest", "rest for an hour"),
        ("gold", "pay Hessa three gold"),
        ("quest", "shakes hands on it"),
        ("level", "find her brother"),
    ];
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &quotes));
    let rest = json!({"commands": [{"type": "rest", "rest_type": "short"}]});
    let quest = json!({"action": "give", "quest": "The brother", "giver": "Hessa", "objectives": ["find him"]});
    let reply = says(story)
        .and_calls("apply_state_commands", rest)
        .and_calls("update_quest", quest)
        .and_updates(json!({"gold_delta": -3, "xp_gained": 30, "npcs_met": ["Hessa"]}));
    let (events, trace) = told(&table, "I rest.", [reply]).await;
    assert_eq!((notices(&events), &trace["review"]["added"]), (vec![], &json!([])), "{trace}");
    let question = question(&table);
    for line in [
        "the heroes had a short rest of an hour",
        "quest given or changed: The brother",
        "Hessa was met",
        "Mira: 30 experience",
        "coins for -300 copper pieces",
    ] {
        assert!(question.contains(line), "{line}: {question}");
    }
}

#[tokio::test]
async fn a_journey_is_shown_to_the_reviewer_and_is_no_addition() {
    let table = Table::of("fighter", 3).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[("place", "You reach the harbour")]));
    let travels = calls("travel", json!({"to": "the harbour", "minutes": 30}));
    let tells =
        says("You reach the harbour at dusk. Somewhere a twig snaps.").and_updates(json!({"scene_update": "Dusk."}));
    let (events, trace) = told(&table, "I walk down to the harbour.", [travels, tells]).await;
    assert_eq!((notices(&events), &trace["review"]["added"]), (vec![], &json!([])), "{trace}");
    let question = question(&table);
    assert!(question.contains("the heroes went from ") && question.contains(" to The Harbour"), "{question}");
}

#[tokio::test]
async fn a_second_gift_a_second_payment_and_a_second_wound_are_not_what_was_recorded() {
    for (story, recorded, kind, quote, named) in [
        (
            "Hessa hands you the short axe. Pell gives you a tin lantern.",
            json!({"items_gained": ["Short Axe"]}),
            "item_gained",
            "gives you a tin lantern",
            "tin lantern",
        ),
        (
            "You pay Hessa three gold. Pell gets two gold for the stone.",
            json!({"gold_delta": -3}),
            "gold",
            "Pell gets two gold",
            "“two”: Mira spent 3 gp",
        ),
        (
            "The bar burns your hand. Then the tongs swing round and lay Hessa's arm open.",
            json!({"hp_delta": -1}),
            "hit_points",
            "lay Hessa's arm open",
            "Hessa's arm",
        ),
    ] {
        let table = Table::of("fighter", 3).await;
        table.update(json!({"npcs_met": ["Hessa", "Pell"], "gold_delta": 20})).await;
        table.claude().reader_will(Agent::Reviewer, reviews(&[true, true, true], &[(kind, quote)]));
        let (_, trace) = told(&table, "I wait.", [says(story).and_updates(recorded), says("Right.")]).await;
        let objection = trace["objection"].as_str().unwrap_or_default();
        assert!(objection.contains(named), "{named}: {trace}");
    }
}

#[tokio::test]
async fn what_the_players_words_made_due_and_a_scene_elsewhere_are_reasons_for_a_review() {
    let quiet = "The road is wet, and the carter sings of a duck.";
    for (words, update, cause) in [
        ("I travel to Otter Weir.", json!({"scene_update": "Rain."}), "place"),
        ("I sleep until morning.", json!({"scene_update": "Rain."}), "rest"),
        ("I wait.", json!({"scene_update": "Mira stands at Otter Weir."}), "place"),
    ] {
        let table = Table::of("fighter", 3).await;
        table.update(json!({"reveal_poi": "Otter Weir"})).await;
        table.claude().reader_will(Agent::Reviewer, reviews(&[], &[]));
        let (_, trace) = told(&table, words, [says(quiet).and_updates(update)]).await;
        assert_eq!(trace["review"]["cause"], cause, "{words}: {trace}");
    }
}

#[tokio::test]
async fn a_scene_that_is_written_anew_brings_the_heroes_to_no_other_place() {
    let table = Table::of("fighter", 3).await;
    let story = "The morning goes by. You walk into Saltmouth, and the gulls are loud over the roofs.";
    let scene = json!({"scene_update": "Mira stands on the quay of Saltmouth."});
    table.claude().reader_will(Agent::Reviewer, reviews(&[true], &[]));
    let (_, trace) = told(&table, "I wait.", [says(story).and_updates(scene), says("Right.")]).await;
    let objection = trace["objection"].as_str().unwrap_or_default();
    assert!(objection.contains("walk into Saltmouth") && objection.contains("still at"), "{trace}");

    // A scene alone is a reason for a review, too.
    let table = Table::of("fighter", 3).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[]));
    let scene = json!({"scene_update": "Mira stands in Saltmouth, among the gulls."});
    let (_, trace) = told(&table, "I wait.", [says("The carter sings of a duck.").and_updates(scene)]).await;
    assert_eq!(trace["review"]["cause"], "place", "{trace}");
}

#[tokio::test]
async fn an_arrival_elsewhere_is_answered_by_where_a_journey_went() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"reveal_poi": "Otter Weir"})).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[("place", "You reach Otter Weir")]));
    let travels = calls("travel", json!({"to": "the harbour", "minutes": 30}));
    let tells = says("You reach Otter Weir at dusk. A twig snaps.").and_updates(json!({"scene_update": "Dusk."}));
    let (_, trace) = told(&table, "I walk down to the harbour.", [travels, tells, says("Right.")]).await;
    let objection = trace["objection"].as_str().unwrap_or_default();
    assert!(objection.contains("went to The Harbour") && !objection.contains("still at"), "{trace}");
}

#[tokio::test]
async fn what_was_told_wrongly_is_marked_so_in_the_next_turn_and_when_it_is_recalled() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"npcs_met": ["Tansy Rook"]})).await;
    let story = "The rain stops. You turn him over with your foot, and Tansy Rook is dead. A cart goes by.";
    table.claude().reader_will(Agent::Reviewer, reviews(&[true], &[]));
    let (events, _) = told(&table, "Who lies there?", [says(story), says(story)]).await;
    let whole = "You turn him over with your foot, and Tansy Rook is dead.";
    let notices = notices(&events);
    assert!(notices.len() == 1 && notices[0].contains(&format!("“{whole}” — Tansy Rook lives.")), "{notices:?}");
    let mark = format!("not so: “{whole}”: Tansy Rook lives.");
    let look_up = calls("query_session_memory", json!({"query_type": "past", "query": "Tansy Rook dead"}));
    table.play("I go on.", [look_up, says("You remember.")]).await;
    let asked = table.claude().asked();
    let next = asked[asked.len() - 2].body["messages"].as_array().unwrap().last().unwrap().to_string();
    assert!(next.contains("[memories]") && next.contains(&mark), "{next}");
    let last = table.claude().last_asked();
    let (answer, _) = last.results()[0];
    assert!(answer.contains(&mark), "{answer}");
    let marked: Vec<&str> = answer.lines().filter(|line| line.contains("not so: ")).collect();
    assert_eq!(marked.len(), 1, "only what was told wrongly: {answer}");
}

#[tokio::test]
async fn german_words_for_an_unrecorded_event_ask_for_a_review_though_nothing_was_due() {
    for language in [Value::Null, json!("de")] {
        for (story, kind) in [
            ("Du verlierst zwei Trefferpunkte, als die Klinge deinen Arm trifft.", "hit_points"),
            ("Du nimmst die silberne Laterne und steckst sie ein.", "item_gained"),
            ("Der Wirt gibt dir fünf Goldstücke.", "gold"),
        ] {
            let app = crate::support::TestApp::start().await;
            let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
            let id = app.create(json!({"character": hero, "language": language})).await;
            let table = Table { app, id };
            table.claude().reader_will(Agent::Reviewer, reviews(&[], &[(kind, story)]));
            let (_, trace) = told(&table, "Ich gehe weiter.", [says(story), says("right")]).await;
            assert_eq!(trace["review"]["added"][0]["kind"], kind, "{language} {story} {trace}");
            assert!(trace["objection"].as_str().is_some_and(|it| it.contains(story)), "{story} {trace}");
        }
    }
    let table = Table::of("fighter", 3).await;
    table.claude().reader_will(Agent::Reviewer, reviews(&[], &[]));
    let rests = "Du schläfst acht Stunden und wachst erholt auf.";
    let (_, trace) = told(&table, "Ich ruhe.", [says(rests), says("right")]).await;
    assert_eq!(trace["findings"][0]["kind"], "rest", "{trace}");
    let table = Table::of("fighter", 3).await;
    let (_, trace) = told(&table, "Ich warte.", [says("Du schaust zum Mond. Er hängt tief über dem Dach.")]).await;
    assert_eq!(trace, Value::Null);
}

#[tokio::test]
async fn what_somebody_gives_in_a_talk_is_reviewed_and_the_player_is_told_what_was_not_recorded() {
    let table = Table::of("fighter", 3).await;
    let npc = json!({"name": "Marta", "slug": "commoner", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [npc]})).await;
    let quote = "puts the copper key into your hand";
    table.claude().reader_will(Agent::Reviewer, reviews(&[true], &[]));
    table.claude().reader_will(Agent::ResourceExtractor, says(json!({"commands": []}).to_string()));
    let story = format!("“Here,” says Marta, and {quote}. You take it.");
    let (events, trace) = told(&table, "@Marta may I have the key?", [says(story)]).await;
    assert_eq!(trace["findings"][0]["quote"], quote, "{trace}");
    assert_eq!(notices(&events).len(), 1, "{trace}");
    let (events, trace) = told(&table, "@Marta good day", [says("“Good day,” says Marta.")]).await;
    assert_eq!((notices(&events).len(), trace), (0, Value::Null));
}

#[tokio::test]
async fn a_draught_and_a_task_that_is_done_are_reasons_for_a_review() {
    for (story, kind) in [
        ("You quaff your potion; warmth spreads through you.", "item_lost"),
        ("With that, your task is complete.", "quest"),
    ] {
        let table = Table::of("fighter", 3).await;
        table.update(json!({"items_gained": ["Potion of Healing"]})).await;
        table.claude().reader_will(Agent::Reviewer, reviews(&[], &[(kind, story)]));
        let (_, trace) = told(&table, "I go on.", [says(story), says("right")]).await;
        assert_eq!(trace["findings"][0]["kind"], kind, "{story} {trace}");
    }
}
