//! Property tests of the author: for any calls in any order, nothing panics, and no written part is lost silently.

use embertale::{
    author::CampaignDraft,
    campaign::{self, CampaignPackage},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Room, calls, says, steps};

/// A call of a model without sense: a good step, one with something in it taken out or made another, or an order to throw
/// things away.
fn call() -> impl Strategy<Value = (&'static str, Value)> {
    let steps = steps(&crate::campaign::clean());
    let good = prop::sample::select(steps);
    let spoilt = (good.clone(), any::<prop::sample::Index>(), spoiling()).prop_map(|((name, mut input), at, with)| {
        let mut places = Vec::new();
        pointers(&input, String::new(), &mut places);
        let place = at.get(&places).clone();
        if let Some(value) = input.pointer_mut(&place) {
            *value = with;
        }
        (name, input)
    });
    let ids = prop::sample::select(vec![
        "the-mill",
        "the-road",
        "the-hill",
        "corm",
        "ysoldes-load",
        "bought",
        "wolves-come",
        "x",
    ]);
    let kinds = prop::sample::select(vec!["premise", "character", "act", "node", "beat", "ending"]);
    let update = (kinds, ids, any::<bool>(), spoiling()).prop_map(|(kind, id, remove, with)| {
        ("update_element", json!({"kind": kind, "id": id, "remove": remove, "changes": if remove { json!({}) } else { json!({"title": with}) }}))
    });
    let finish = Just(("finalize_package", json!({"accept_warnings": true})));
    prop_oneof![6 => good, 4 => spoilt, 3 => update, 1 => finish]
}

/// What is put in the place of something.
fn spoiling() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(""),
        json!("the-mill"),
        json!("\u{202E}\u{0}"),
        json!(-1),
        json!(1e300),
        json!([]),
        json!({}),
        json!([{"id": "the-halfway"}]),
        json!("x".repeat(7_000)),
    ])
}

fn pointers(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| pointers(value, format!("{at}/{key}"), into)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, value)| pointers(value, format!("{at}/{n}"), into))
        }
        _ => {}
    }
    into.push(at);
}

/// The ids of nodes with beats.
fn written(package: &CampaignPackage) -> Vec<String> {
    package.nodes().filter(|(_, node)| !node.beats.is_empty()).map(|(_, node)| node.id.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_called_the_draft_stays_whole(calls_made in prop::collection::vec(call(), 1..24), from_whole in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let package: CampaignPackage = serde_json::from_value(crate::campaign::clean()).unwrap();
            let mut room = if from_whole { Room::with(CampaignDraft::of(package, true)) } else { Room::new() };
            // A call that finalises ends its run, so it is the only one.
            for some in calls_made.chunk_by(|one, other| one.0 != "finalize_package" && other.0 != "finalize_package") {
                let ends = some[0].0 == "finalize_package" && room.draft.gaps().iter().all(|gap| !gap.is_error());
                let mut answers: Vec<_> = some.iter().map(|call| calls([call.clone()])).collect();
                if !ends {
                    answers.push(says("So."));
                }
                room.says("Go on.", answers).await.unwrap();
                assert!(room.draft.is_complete() || !ends);
            }
            let given_up: Vec<&Value> =
                calls_made.iter().flat_map(|(_, input)| input["drop_nodes"].as_array().into_iter().flatten()).collect();
            let drafts: Vec<CampaignDraft> = room.kept().drafts.iter().map(|kept| CampaignDraft::read(kept.clone()).unwrap()).collect();
            for (before, now) in drafts.iter().zip(&drafts[1..]) {
                for id in written(before.package()) {
                    assert!(written(now.package()).contains(&id) || given_up.contains(&&json!(id)), "{id} was lost");
                }
            }
            for draft in drafts.iter().filter(|draft| draft.is_complete()) {
                let found = campaign::check(draft.package()).into_iter();
                assert_eq!(found.filter(|found| found.severity == campaign::Severity::Error).count(), 0);
            }
            assert!(room.draft.has_premise() || !room.draft.gaps().is_empty());
        });
    }
}
