//! Tests of the author's tools: their order, and what each refuses.

use embertale::author::NodeStage;
use serde_json::{Value, json};

use super::{Room, calls, says, steps, written};

fn step(name: &str) -> Value {
    steps(&crate::campaign::clean()).into_iter().find(|(other, _)| *other == name).unwrap().1
}

#[tokio::test]
async fn a_tool_that_comes_too_early_is_refused_with_what_comes_first() {
    let mut room = Room::new();
    let first = [
        ("propose_character", "propose_premise"),
        ("draft_act_outline", "propose_premise"),
        ("draft_node_web", "draft_act_outline"),
        ("draft_node_beats", "draft_act_outline"),
        ("finalize_node", "draft_act_outline"),
    ];
    for (tool, needed) in first {
        let (answer, is_error) = room.call(tool, step(tool)).await;
        assert!(is_error, "{tool}");
        assert_eq!((&answer["ok"], &answer["first"]), (&json!(false), &json!(needed)), "{tool}: {answer}");
    }
    let (answer, _) = room.call("finalize_package", json!({})).await;
    let codes: Vec<&str> =
        answer["missing"].as_array().unwrap().iter().map(|gap| gap["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["no-premise", "no-people", "no-acts", "no-ending"]);
    room.call("propose_premise", step("propose_premise")).await;
    let (answer, _) = room.call("draft_act_outline", step("draft_act_outline")).await;
    assert_eq!(answer["first"], "propose_character");
    room.call("propose_character", step("propose_character")).await;
    room.call("draft_act_outline", step("draft_act_outline")).await;
    let (answer, _) = room.call("draft_node_beats", step("draft_node_beats")).await;
    assert_eq!(answer["first"], "draft_node_web");
    room.call("draft_node_web", step("draft_node_web")).await;
    let (answer, _) = room.call("finalize_node", step("finalize_node")).await;
    assert_eq!((&answer["ok"], &answer["first"]), (&json!(false), &json!("draft_node_beats")));
    room.call("draft_node_beats", step("draft_node_beats")).await;
    let (answer, is_error) = room.call("finalize_node", step("finalize_node")).await;
    assert!(!is_error, "{answer}");
    assert_eq!(answer["background_url"], "/api/campaigns/the-salt-road/assets/background/the-halfway");
    assert_eq!(answer["music_url"], "/api/campaigns/the-salt-road/assets/music/the-halfway");
    assert_eq!(room.draft.stage("the-halfway"), Some(NodeStage::Finished));
    assert_eq!(room.draft.stage("the-spill"), Some(NodeStage::Woven));
}

#[tokio::test]
async fn the_same_id_is_written_anew_and_not_twice() {
    let mut room = written().await;
    let mut person = step("propose_character");
    person["name"] = json!("Ysolde the carter");
    let (answer, _) = room.call("propose_character", person).await;
    assert_eq!((&answer["ok"], &answer["updated"], &answer["people"]), (&json!(true), &json!(true), &json!(2)));
    assert_eq!(answer["image_url"], "/api/campaigns/the-salt-road/assets/portrait/ysolde");
    assert_eq!(room.draft.package().person("ysolde").unwrap().name, "Ysolde the carter");
    let (answer, _) = room.call("propose_premise", step("propose_premise")).await;
    assert_eq!((&answer["updated"], &answer["title"]), (&json!(true), &json!("The Salt Road")));
    assert_eq!(room.draft.gaps(), []);
}

#[tokio::test]
async fn an_act_outlined_anew_keeps_the_nodes_that_are_written() {
    let mut room = written().await;
    let beats = room.draft.package().node("the-spill").unwrap().1.beats.clone();
    let mut outline = step("draft_act_outline");
    outline["intended_nodes"].as_array_mut().unwrap().push(json!({"id": "the-ford", "purpose": "To get wet."}));
    let (answer, _) = room.call("draft_act_outline", outline).await;
    assert_eq!(answer["nodes"][3], json!({"id": "the-ford", "stage": "outlined"}));
    assert_eq!((&answer["nodes"][1]["stage"], &answer["position"]), (&json!("finished"), &json!(1)));
    assert_eq!(room.draft.package().node("the-spill").unwrap().1.beats, beats);
    assert_eq!(room.draft.package().acts[1].id, "the-hill");
}

#[tokio::test]
async fn an_outline_that_leaves_out_what_is_written_has_to_say_so() {
    let mut room = written().await;
    let mut outline = step("draft_act_outline");
    outline["intended_nodes"].as_array_mut().unwrap().pop();
    let (answer, is_error) = room.call("draft_act_outline", outline.clone()).await;
    assert!(is_error);
    assert_eq!(answer["written"], json!(["the-toll"]));
    assert_eq!(room.draft.stage("the-toll"), Some(NodeStage::Finished));
    outline["drop_nodes"] = json!(["the-toll"]);
    let (answer, _) = room.call("draft_act_outline", outline).await;
    assert_eq!(answer["dropped"], json!(["the-toll"]));
    assert_eq!(room.draft.stage("the-toll"), None);
}

#[tokio::test]
async fn a_node_of_no_outline_and_a_way_to_nowhere_are_reported() {
    let mut room = written().await;
    let (answer, _) = room.call("draft_node_web", json!({"act_id": "the-cellar", "nodes": []})).await;
    assert_eq!(answer["error"], "Act the-cellar not found.");
    assert_eq!(answer["acts"], json!(["the-road", "the-hill"]), "{:?}", room.tools_told());
    let mut web = step("draft_node_web");
    let mut stranger = web["nodes"][0].clone();
    stranger["id"] = json!("the-cellar");
    web["nodes"].as_array_mut().unwrap().push(stranger);
    web["nodes"][1]["exits"][0]["to"] = json!({"node": "the-attic"});
    web["nodes"][2]["exits"] = json!([]);
    let (answer, is_error) = room.call("draft_node_web", web).await;
    assert!(!is_error);
    assert_eq!(answer["unregistered"], json!(["the-cellar"]));
    assert_eq!(answer["updated_nodes"], json!(["the-halfway", "the-spill"]));
    assert_eq!(answer["rejected"][0]["id"], "the-toll");
    assert_eq!(answer["dangling"], json!([{"node": "the-spill", "exit": "back", "to": {"node": "the-attic"}}]));
    assert_eq!(answer["to_settle"][0]["code"], "exit-to-nowhere", "{answer}");
    assert_eq!(room.draft.package().node("the-spill").unwrap().1.beats.len(), 4, "the beats stay");
    assert_eq!(room.draft.stage("the-spill"), Some(NodeStage::Finished));
}

#[tokio::test]
async fn two_nodes_of_one_id_are_refused() {
    let mut room = written().await;
    let mut web = step("draft_node_web");
    web["nodes"][1]["id"] = json!("the-halfway");
    let (answer, is_error) = room.call("draft_node_web", web).await;
    assert!(is_error && answer["error"].as_str().unwrap().contains("Two nodes are called the-halfway"), "{answer}");
    let mut outline = step("draft_act_outline");
    outline["id"] = json!("the-third");
    let (answer, _) = room.call("draft_act_outline", outline).await;
    assert!(answer["error"].as_str().unwrap().contains("The act the-road has a node the-halfway already"), "{answer}");
}

#[tokio::test]
async fn beats_are_replaced_and_none_is_refused() {
    let mut room = written().await;
    let mut beats = step("draft_node_beats");
    beats["beats"] = json!([{"id": "a-knock", "title": "A knock", "kind": "social", "description": "Somebody knocks."},
                            {"id": "no-answer", "title": "No answer", "kind": "rest", "description": "Nobody does."}]);
    let (answer, _) = room.call("draft_node_beats", beats.clone()).await;
    assert_eq!((&answer["beat_count"], &answer["replaced"]), (&json!(2), &json!(1)));
    let ids: Vec<_> =
        room.draft.package().node("the-halfway").unwrap().1.beats.iter().map(|beat| &beat.id).cloned().collect();
    assert_eq!(ids, ["a-knock", "no-answer"]);
    beats["beats"] = json!([]);
    let (answer, is_error) = room.call("draft_node_beats", beats).await;
    assert!(is_error && answer["error"].as_str().unwrap().contains("no beat"), "{answer}");
    assert_eq!(room.draft.package().node("the-halfway").unwrap().1.beats.len(), 2);
}

#[tokio::test]
async fn an_update_merges_and_what_it_must_not_do_is_refused() {
    let mut room = written().await;
    let update = |kind: &str, id: &str, changes: Value| json!({"kind": kind, "id": id, "changes": changes});
    let (answer, _) = room
        .call("update_element", update("beat", "wolves-come", json!({"title": "Wolves", "next_beat_if_failed": null})))
        .await;
    assert_eq!((&answer["element"]["title"], &answer["element"]["kind"]), (&json!("Wolves"), &json!("combat")));
    let (_, node) = room.draft.package().node("the-spill").unwrap();
    assert_eq!(node.beat("wolves-come").unwrap().next_beat_if_failed, None);
    assert_eq!(node.beat("wolves-come").unwrap().foes.len(), 1);
    let (answer, _) =
        room.call("update_element", update("act", "the-hill", json!({"objective": "Stop the mill."}))).await;
    assert_eq!(answer["element"]["objective"], "Stop the mill.");
    assert_eq!(room.draft.package().acts[1].nodes.len(), 4);
    let (answer, _) = room.call("update_element", update("premise", "", json!({"blurb": "Salt."}))).await;
    assert_eq!(answer["element"]["blurb"], "Salt.");
    assert_eq!(room.draft.package().endings.len(), 4);
    for (input, error) in [
        (update("node", "the-attic", json!({"title": "Attic"})), "node the-attic not found."),
        (update("character", "nobody", json!({})), "character nobody not found."),
        (update("node", "the-mill", json!({"id": "the-grinder"})), "An id can't be changed"),
        (update("node", "the-mill", json!({"beats": []})), "Use draft_node_beats to change"),
        (update("node", "the-mill", json!({"exits": []})), "A node has an exit"),
        (update("act", "the-hill", json!({"nodes": []})), "Use draft_node_web to change"),
        (update("act", "the-hill", json!({"levels": {"from": "one", "to": 2}})), "levels.from"),
        (update("node", "the-mill", json!({"smell": "flour"})), "unknown field `smell`"),
        (
            json!({"kind": "node", "id": "the-mill", "act_id": "the-road", "changes": {}}),
            "not found in the act the-road",
        ),
        (json!({"kind": "node", "id": "the-mill", "remove": true}), "drop_nodes"),
        (json!({"kind": "act", "id": "the-hill", "remove": true}), "Nodes of this act are written"),
        (json!({"kind": "beat", "id": "ysoldes-load", "remove": true}), "the node's only beat"),
        (json!({"kind": "premise", "remove": true}), "no campaign without a premise"),
        (json!({"kind": "dragon", "id": "x"}), "unknown variant `dragon`"),
    ] {
        let before = room.draft.package().clone();
        let (answer, is_error) = room.call("update_element", input.clone()).await;
        assert!(is_error && answer.to_string().contains(error), "{input}: {answer}");
        assert_eq!(*room.draft.package(), before, "{input}");
    }
    let (answer, _) = room.call("update_element", json!({"kind": "character", "id": "corm", "remove": true})).await;
    assert_eq!(answer["removed"], true);
    assert!(room.draft.package().person("corm").is_none());
}

#[tokio::test]
async fn garbage_is_refused_and_the_talk_goes_on() {
    let mut room = Room::new();
    let garbage = Ok(vec![
        super::Part::Calls("propose_premise".into(), Err("{\"title\": \"half".into())),
        super::Part::Calls("write_everything".into(), Ok(json!({}))),
        super::Part::Calls("propose_premise".into(), Ok(json!([1, 2]))),
        super::Part::Calls("propose_premise".into(), Ok(json!({"title": "T", "colour": "red"}))),
        super::Part::Calls("propose_character".into(), Ok(json!({"id": "Not An Id"}))),
    ]);
    room.says("Write.", [garbage, calls([("propose_premise", step("propose_premise"))]), says("There.")])
        .await
        .unwrap();
    assert!(room.draft.has_premise());
    let told = room.tools_told();
    assert_eq!(told.iter().filter(|told| told.ends_with("Refused")).count(), 5, "{told:?}");
    assert_eq!(told.last().unwrap(), "propose_premise Done");
}
