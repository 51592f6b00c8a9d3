//! Tests of the author from the first message to a published campaign.

use embertale::{
    author::{CampaignDraft, Gap, NodeStage, Overview, WritingEvent},
    campaign,
};
use serde_json::{Value, json};

use super::{Room, calls, says, steps, written};

#[tokio::test]
async fn what_the_tools_write_is_the_package_and_the_compiler_finds_it_clean() {
    let mut room = written().await;
    let text = room.says("Finish it.", [calls([("finalize_package", json!({}))])]).await.unwrap();
    assert!(text.contains("“The Salt Road” is finished"), "{text}");
    let kept = room.kept();
    let (package, n_times) = &kept.shelf["the-salt-road"];
    assert_eq!(*n_times, 1);
    assert_eq!(campaign::check(package), []);
    let mut wanted = crate::campaign::clean();
    wanted.as_object_mut().unwrap().shift_remove("credits");
    let mut got: Value = serde_json::to_value(package).unwrap();
    got.as_object_mut().unwrap().shift_remove("credits");
    let wanted: campaign::CampaignPackage = serde_json::from_value(wanted).unwrap();
    let got: campaign::CampaignPackage = serde_json::from_value(got).unwrap();
    assert_eq!(got, wanted);
    assert!(CampaignDraft::read(kept.drafts.last().unwrap().clone()).unwrap().is_complete());
}

#[tokio::test]
async fn the_answer_to_the_last_tool_has_its_totals_and_no_model_is_asked_again() {
    let mut room = written().await;
    let n_asked = room.script.asked.lock().unwrap().len();
    room.says("Finish it.", [calls([("finalize_package", json!({}))])]).await.unwrap();
    assert_eq!(room.script.asked.lock().unwrap().len(), n_asked + 1);
    // If the conversation continues, calling the tool again gives the same answer.
    room.says(
        "And again.",
        [
            calls([
                ("finalize_package", json!({})),
                ("update_element", json!({"kind": "ending", "id": "bought", "changes": {"title": "Silver"}})),
            ]),
            says("Changed."),
        ],
    )
    .await
    .unwrap();
    let (answer, is_error) = room.result(0);
    assert!(!is_error);
    assert_eq!(answer["ok"], true);
    let totals =
        ["total_acts", "total_nodes", "total_beats", "total_people", "total_endings"].map(|name| answer[name].clone());
    assert_eq!(totals, [2, 7, 11, 2, 4].map(|n| json!(n)), "{answer}");
    assert_eq!((&answer["title"], &answer["package_id"]), (&json!("The Salt Road"), &json!("the-salt-road")));
    assert_eq!(answer["estimated_minutes"], json!({"from": 5, "to": 60}));
    assert_eq!(answer["updated"], true);
    assert!(!room.draft.is_complete(), "something was changed behind it");
}

#[tokio::test]
async fn finalising_twice_takes_the_place_of_the_first() {
    let mut room = written().await;
    room.says("Finish it.", [calls([("finalize_package", json!({}))])]).await.unwrap();
    let changes = json!({"kind": "premise", "changes": {"title": "The Grey Road"}});
    room.says("Another title.", [calls([("update_element", changes), ("finalize_package", json!({}))])]).await.unwrap();
    let kept = room.kept();
    assert_eq!(kept.shelf.len(), 1);
    let (package, n_times) = &kept.shelf["the-salt-road"];
    assert_eq!((package.title.as_str(), *n_times), ("The Grey Road", 2));
}

#[tokio::test]
async fn another_campaign_of_that_name_keeps_its_place_on_the_shelf() {
    let mut first = written().await;
    first.says("Finish it.", [calls([("finalize_package", json!({}))])]).await.unwrap();
    let mut second = Room::new();
    second.keeper = first.keeper.clone();
    let steps = steps(&crate::campaign::clean());
    second.says("The same once more.", [calls(steps), calls([("finalize_package", json!({}))])]).await.unwrap();
    let slugs: Vec<String> = second.kept().shelf.keys().cloned().collect();
    assert_eq!(slugs, ["the-salt-road", "the-salt-road-2"]);
    assert_eq!(second.draft.package().slug, "the-salt-road-2");
}

#[tokio::test]
async fn what_is_missing_is_told_with_its_place_and_remedy_and_the_model_repairs() {
    let mut room = written().await;
    let broken = json!({"kind": "node", "id": "the-toll", "changes": {"exits": [
        {"id": "on", "when": "They go on.", "label": "On", "to": {"node": "the-moon"}}]}});
    let first = calls([("update_element", broken), ("finalize_package", json!({}))]);
    let toll = steps(&crate::campaign::clean())[5].1["nodes"][2]["exits"].clone();
    let mended = json!({"kind": "node", "id": "the-toll", "changes": {"exits": toll}});
    let second = calls([("update_element", mended), ("finalize_package", json!({}))]);
    room.says("Break it, and mend it.", [first, second]).await.unwrap();
    let (answer, is_error) = room.result(1);
    assert!(is_error);
    assert_eq!(answer["ok"], false);
    let missing = &answer["missing"][0];
    assert_eq!(missing["code"], "exit-to-nowhere", "{answer}");
    assert_eq!(missing["place"], "act “the-road”, node “the-toll”, exit “on”");
    assert!(missing["remedy"].as_str().unwrap().contains("lead to something there is"), "{missing}");
    assert!(room.draft.is_complete());
    assert_eq!(room.kept().shelf.len(), 1);
}

#[tokio::test]
async fn warnings_are_mended_or_accepted() {
    let mut room = written().await;
    let lonely = json!({"id": "nobody", "name": "Nobody", "role": "npc", "appearance": "A coat on a nail."});
    let accept = calls([("finalize_package", json!({"accept_warnings": true}))]);
    let answers = [calls([("propose_character", lonely), ("finalize_package", json!({}))]), accept];
    room.says("Somebody more.", answers).await.unwrap();
    let (answer, _) = room.result(1);
    assert_eq!((&answer["ok"], &answer["missing"][0]["code"]), (&json!(false), &json!("lonely-person")));
    assert!(room.draft.is_complete());
}

#[tokio::test]
async fn a_finished_campaign_can_be_edited_from_its_package() {
    let package: campaign::CampaignPackage = serde_json::from_value(crate::campaign::clean()).unwrap();
    let mut room = Room::with(CampaignDraft::of(package.clone(), true));
    assert_eq!(room.draft.gaps(), []);
    assert_eq!(room.draft.stage("the-mill"), Some(NodeStage::Finished));
    let look = json!({"kind": "character", "id": "corm"});
    let (answer, _) = room.call("update_element", look).await;
    assert_eq!((&answer["updated"], &answer["element"]["name"]), (&json!(false), &json!("Corm")));
    let change = json!({"kind": "character", "id": "corm", "changes": {"voice": "a bell under water"}});
    room.says("Another voice.", [calls([("update_element", change), ("finalize_package", json!({}))])]).await.unwrap();
    let (now, n_times) = room.kept().shelf["the-salt-road"].clone();
    assert_eq!((now.person("corm").unwrap().voice.as_str(), n_times), ("a bell under water", 1));
    assert_eq!(now.acts, package.acts);
}

#[tokio::test]
async fn every_campaign_of_ours_can_be_written_with_the_tools() {
    for package in campaign::ours() {
        let value = serde_json::to_value(&package).unwrap();
        let mut room = Room::new();
        let steps = steps(&value);
        // A reply at a time, as a model writes it.
        let mut answers: Vec<_> = steps.chunks(8).map(|some| calls(some.iter().cloned())).collect();
        while answers.len() > 20 {
            let some: Vec<_> = answers.drain(..20).collect();
            room.says("Go on.", some.into_iter().chain([says("So far.")])).await.unwrap();
        }
        answers.push(calls([("finalize_package", json!({}))]));
        room.says("And finish it.", answers).await.unwrap();
        let kept = room.kept();
        let (got, _) = &kept.shelf[&package.slug];
        let (credits, order) = (package.credits.clone(), package.order);
        assert_eq!(campaign::CampaignPackage { credits, order, ..got.clone() }, package);
    }
}

#[tokio::test]
async fn whoever_watches_sees_the_draft_grow() {
    let room = written().await;
    let events = room.events.lock().unwrap();
    let states: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            WritingEvent::State { plan } => Some(plan),
            _ => None,
        })
        .collect();
    assert_eq!(states.len(), steps(&crate::campaign::clean()).len());
    assert_eq!(states[0].title, "The Salt Road");
    assert_eq!(states[0].gaps.iter().map(|gap| gap.code.as_str()).collect::<Vec<_>>(), ["no-people", "no-acts"]);
    let last = states.last().unwrap();
    assert!(last.acts.iter().flat_map(|act| &act.nodes).all(|node| node.stage == NodeStage::Finished));
    assert_eq!(last.gaps, []);
    assert!(last.acts[0].nodes[0].ways.iter().any(|way| way.to == "the-spill"));
}

#[tokio::test]
async fn the_compiler_speaks_up_early_of_what_nothing_to_come_will_mend() {
    let steps = steps(&crate::campaign::clean());
    let mut room = Room::new();
    let nothing = Overview::of(&room.draft);
    assert!(nothing.found.is_empty() && !nothing.gaps.is_empty());
    let mut premise = steps[0].1.clone();
    premise["party"] = json!({"heroes": 99, "level": 1});
    room.call("propose_premise", premise).await;
    let codes = |gaps: &[Gap]| gaps.iter().map(|gap| gap.code.clone()).collect::<Vec<_>>();
    let early = Overview::of(&room.draft);
    assert_eq!(codes(&early.found), ["out-of-bounds"], "{:#?}", early.found);
    assert!(early.found[0].at.starts_with("/party"));
    assert_eq!(codes(&early.gaps), ["no-people", "no-acts"]);
    // Written step by step, a clean campaign is never found fault with; whole, it has what the compiler says in its gaps.
    let mut room = Room::new();
    for (name, input) in steps {
        room.call(name, input).await;
        assert_eq!(Overview::of(&room.draft).found, [], "after {name}");
    }
    assert_eq!(Overview::of(&room.draft).gaps, []);
}
