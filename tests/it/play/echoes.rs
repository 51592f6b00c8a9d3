//! Tests that no tool repeats a long text of its input to the model.

use embertale::dm::tools;
use serde_json::{Map, Value, json};

use crate::support::{Table, calls, says};

/// An input by a schema: every text that is free is long, and different from the others.
fn filled(schema: &Value, path: &str) -> Value {
    let any = |key: &str| schema[key].as_array().and_then(|all| all.iter().find(|it| it["type"] != "null"));
    if let Some(one) = any("anyOf").or_else(|| any("oneOf")) {
        return filled(one, path);
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return value.clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str().unwrap_or_default(),
        kind => kind.as_str().unwrap_or_default(),
    };
    match kind {
        // The numbers of an unknown kind of creature would be asked of a helper.
        "string" if path.ends_with("-slug") => "commoner".into(),
        "string" => long(path).into(),
        "integer" | "number" => json!(1),
        "boolean" => json!(true),
        "array" => json!([filled(&schema["items"], path)]),
        _ => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            fields
                .map(|(name, field)| (name.clone(), filled(field, &format!("{path}-{name}"))))
                .collect::<Map<_, _>>()
                .into()
        }
    }
}

fn long(what: &str) -> String {
    (0..200).map(|n| format!("{what}{n} ")).collect::<String>().trim_end().to_owned()
}

/// Every long text of an input.
fn texts(input: &Value) -> Vec<&str> {
    match input {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn no_tool_repeats_a_long_text_of_its_input() {
    const MOST: usize = 200;
    let mut n_answers = 0;
    for tool in tools::toolbox().specs().iter() {
        let table = Table::new().await;
        let whole = filled(&tool.input_schema, &tool.name);
        let required: Vec<&str> =
            tool.input_schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let fields = whole.as_object().unwrap();
        let alone = fields.keys().map(|name| {
            let own = fields.iter().filter(|(it, _)| *it == name || required.contains(&it.as_str()));
            Value::from(own.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
        });
        let strange = json!({long("strange"): 1});
        // Calls that make a person or begin turns ask for more than the story.
        let asks_for_more = ["create_supporting_npc", "start_and_queue_turns"].contains(&tool.name.as_ref());
        let alone = alone.filter(|_| !asks_for_more);
        let whole = if asks_for_more { json!({"name": long("name"), "role": long("role")}) } else { whole.clone() };
        for input in alone.chain([whole, strange]) {
            table.play("Go on.", [calls(&tool.name, input.clone()), says("So it goes.")]).await;
            let asked = table.claude().last_asked();
            for (text, _) in asked.results() {
                n_answers += 1;
                let is_repeated = |long: &&str| {
                    let begins: String = long.chars().take(MOST).collect();
                    long.len() > MOST && text.to_lowercase().contains(&begins.to_lowercase())
                };
                let keys: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
                let repeated = texts(&input).into_iter().chain(keys).find(is_repeated);
                assert!(repeated.is_none(), "{}: {text}", tool.name);
            }
        }
    }
    assert!(n_answers > 50, "{n_answers}");
}
