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
    let (mut n_hit, mut n_missed) = (0, 0);
    for _ in 0..12 {
        let table = in_a_fight().await;
        let attack = calls("take_action", json!({"action": "attack", "target": "goblin"}));
        let turn = table.play("I strike.", [attack, says("Your blade opens a gash in the goblin's arm.")]).await;
        let n_asked = table.claude().asked_of(Agent::Reviewer).len();
        let is_hit = turn.0["changes"].as_array().unwrap().iter().any(|it| it["kind"] == "creatureHpChanged");
        assert!(!turn.result(0).1, "{}", turn.result(0).0);
        assert_eq!(n_asked, usize::from(!is_hit), "{}", turn.narrative());
        match is_hit {
            true => n_hit += 1,
            false => n_missed += 1,
        }
        if n_hit > 0 && n_missed > 0 {
            let asked = table.claude().asked_of(Agent::Reviewer);
            assert!(
                is_hit || asked[0].last_text().contains("\n[fight]\nMira misses Goblin"),
                "{:?}",
                asked[0].last_text()
            );
            return;
        }
    }
    panic!("{n_hit} hits and {n_missed} misses");
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
