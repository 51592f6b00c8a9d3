//! A campaign as an author would write it, call by call.

use serde_json::{Value, json};

/// The steps a whole campaign is written in, one call each, but for the last.
pub(crate) fn steps(package: &Value) -> Vec<(&'static str, Value)> {
    let spoken = spoken(package);
    let premise = &spoken["premise"];
    let mut steps = vec![(
        "propose_premise",
        json!({"title": spoken["title"], "slug": spoken["slug"], "blurb": spoken["blurb"], "setting": spoken["setting"],
               "genre": spoken["genre"], "content_tags": spoken["content_tags"],
               "premise": premise["text"], "party": spoken["party"], "themes": premise["themes"],
               "motifs": premise["motifs"], "style": premise["style"], "art_style": premise["art_style"],
               "possible_endings": spoken["endings"], "lore": spoken["lore"], "places": spoken["places"],
               "happenings": spoken["happenings"], "doom": spoken["doom"]}),
    )];
    let list = |value: &Value| value.as_array().unwrap().clone();
    steps.extend(list(&spoken["people"]).into_iter().map(|person| ("propose_character", person)));
    for act in list(&spoken["acts"]) {
        let intended: Vec<Value> =
            list(&act["outline"]).iter().map(|id| json!({"id": id, "purpose": "To be there."})).collect();
        steps.push((
            "draft_act_outline",
            json!({"id": act["id"], "title": act["title"], "objective": act["objective"], "briefing": act["briefing"],
                   "mysteries": act["mysteries"], "levels": act["levels"], "intended_nodes": intended}),
        ));
    }
    for act in list(&spoken["acts"]) {
        let nodes: Vec<Value> = list(&act["nodes"])
            .into_iter()
            .map(|mut node| {
                node.as_object_mut().unwrap().shift_remove("beats");
                node.as_object_mut().unwrap().shift_remove("encounters");
                node
            })
            .collect();
        steps.push(("draft_node_web", json!({"act_id": act["id"], "nodes": nodes})));
        for node in list(&act["nodes"]) {
            steps.push((
                "draft_node_beats",
                json!({"act_id": act["id"], "node_id": node["id"], "beats": node["beats"],
                       "encounters": node.get("encounters").cloned().unwrap_or(json!([]))}),
            ));
            steps.push((
                "finalize_node",
                json!({"act_id": act["id"], "node_id": node["id"], "background_prompt": node["mood"]["text"],
                       "music_prompts": node["mood"]["feelings"]}),
            ));
        }
    }
    // What the package leaves out is left out.
    for (_, input) in &mut steps {
        input.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    }
    steps
}

/// JSON with its fields in snake case, as a model writes them.
fn spoken(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let snake = |key: &str| {
                key.chars().fold(String::new(), |mut out, c| {
                    if c.is_ascii_uppercase() {
                        out.push('_');
                    }
                    out.push(c.to_ascii_lowercase());
                    out
                })
            };
            map.iter().map(|(key, value)| (snake(key), spoken(value))).collect()
        }
        Value::Array(items) => items.iter().map(spoken).collect(),
        other => other.clone(),
    }
}
