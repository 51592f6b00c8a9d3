//! Compatibility with front ends: the OpenAPI document has everything that the last release's document had.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use super::server::Home;

/// The document of the last release.
const RELEASED: &str = include_str!("../../fixtures/openapi-0.1.0.json");

/// The direction of a value. Requests must not become narrower, responses must not become wider.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Way {
    Sent,
    Answered,
}

/// Compares two documents and collects what the new one removes.
struct Comparison<'a> {
    old: &'a Value,
    new: &'a Value,
    seen: HashSet<(String, String, Way)>,
    lost: Vec<String>,
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} leads nowhere")),
        None => schema,
    }
}

/// All properties of a schema, including those of its parts, and whether they are required.
fn properties<'a>(document: &'a Value, schema: &'a Value, into: &mut BTreeMap<&'a str, (&'a Value, bool)>) {
    let schema = resolve(document, schema);
    let is_required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        into.insert(name, (property, is_required(name)));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        properties(document, part, into);
    }
}

/// The alternatives of a schema.
fn variants<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let schema = resolve(document, schema);
    match schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        Some(choices) => choices.iter().flat_map(|choice| variants(document, choice)).collect(),
        None => vec![schema],
    }
}

fn types(schema: &Value) -> BTreeSet<&str> {
    match &schema["type"] {
        Value::String(kind) => BTreeSet::from([kind.as_str()]),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => BTreeSet::new(),
    }
}

impl<'a> Comparison<'a> {
    fn lose(&mut self, what: String) {
        self.lost.push(what);
    }

    fn documents(&mut self) {
        for (path, methods) in self.old["paths"].as_object().unwrap() {
            for (method, old) in methods.as_object().unwrap() {
                let at = format!("{method} {path}");
                match self.new["paths"][path].get(method) {
                    Some(new) => self.operations(old, new, &at),
                    None => self.lose(format!("{at} is gone")),
                }
            }
        }
    }

    fn operations(&mut self, old: &'a Value, new: &'a Value, at: &str) {
        let parameters = |operation: &'a Value| operation["parameters"].as_array().into_iter().flatten();
        let same = |one: &Value, other: &Value| one["name"] == other["name"] && one["in"] == other["in"];
        for was in parameters(old) {
            let at = format!("{at} {}", was["name"]);
            match parameters(new).find(|is| same(was, is)) {
                Some(is) if is["required"] == true && was["required"] != true => {
                    self.lose(format!("{at} is required now"))
                }
                Some(is) => self.schemas(&was["schema"], &is["schema"], Way::Sent, &at),
                None => self.lose(format!("{at} is gone")),
            }
        }
        for is in parameters(new).filter(|is| is["required"] == true) {
            if !parameters(old).any(|was| same(was, is)) {
                self.lose(format!("{at} requires {} now", is["name"]));
            }
        }
        if new["requestBody"]["required"] == true && old["requestBody"]["required"] != true {
            self.lose(format!("{at} requires a body now"));
        }
        for (media, was) in old["requestBody"]["content"].as_object().into_iter().flatten() {
            let is = &new["requestBody"]["content"][media];
            self.schemas(&was["schema"], &is["schema"], Way::Sent, &format!("{at} body"));
        }
        for (status, was) in old["responses"].as_object().unwrap() {
            let is = resolve(self.new, &new["responses"][status]);
            for (media, was) in was["content"].as_object().into_iter().flatten() {
                let at = format!("{at} {status} {media}");
                match is["content"].get(media) {
                    // Pictures and sounds were wrongly described as lists of numbers.
                    Some(is) if media.contains("json") || media.contains("event-stream") => {
                        self.schemas(&was["schema"], &is["schema"], Way::Answered, &at);
                    }
                    Some(_) => {}
                    None => self.lose(format!("{at} is gone")),
                }
            }
        }
    }

    fn schemas(&mut self, old: &'a Value, new: &'a Value, way: Way, at: &str) {
        if let (Some(was), Some(is)) = (old["$ref"].as_str(), new["$ref"].as_str())
            && !self.seen.insert((was.to_owned(), is.to_owned(), way))
        {
            return;
        }
        let (olds, news) = (variants(self.old, old), variants(self.new, new));
        if let ([old], [new]) = (olds.as_slice(), news.as_slice()) {
            return self.values(old, new, way, at);
        }
        // Null was never accepted for optional values.
        for old in olds.into_iter().filter(|old| old["type"] != "null") {
            let mut least: Option<Vec<String>> = None;
            for new in &news {
                let seen = self.seen.clone();
                let before = self.lost.len();
                self.values(old, new, way, at);
                let lost = self.lost.split_off(before);
                self.seen = seen;
                if least.as_ref().is_none_or(|least| lost.len() < least.len()) {
                    least = Some(lost);
                }
            }
            self.lost.extend(least.unwrap_or_else(|| vec![format!("{at} is gone")]));
        }
    }

    fn values(&mut self, old: &'a Value, new: &'a Value, way: Way, at: &str) {
        let (was, is) = (types(old), types(new));
        let is_kept = match way {
            Way::Sent => was.iter().all(|kind| *kind == "null" || is.contains(kind)),
            Way::Answered => is.iter().all(|kind| was.contains(kind)),
        };
        if !is_kept && !was.is_empty() && !is.is_empty() {
            self.lose(format!("{at} was {was:?} and is {is:?}"));
        }
        if let (Some(was), Some(is)) = (old["enum"].as_array(), new["enum"].as_array()) {
            for value in was.iter().filter(|value| !is.contains(value)) {
                self.lose(format!("{at} has no {value} any more"));
            }
        }
        for (bound, sign) in
            [("maximum", 1.0), ("maxLength", 1.0), ("maxItems", 1.0), ("minimum", -1.0), ("minLength", -1.0)]
        {
            if let (Way::Sent, Some(was), Some(is)) = (way, old[bound].as_f64(), new[bound].as_f64())
                && is * sign < was * sign
                && was != 0.0
            {
                self.lose(format!("{at}: {bound} was {was} and is {is}"));
            }
        }
        let (mut olds, mut news) = (BTreeMap::new(), BTreeMap::new());
        properties(self.old, old, &mut olds);
        properties(self.new, new, &mut news);
        for (name, (was, was_required)) in &olds {
            let at = format!("{at}.{name}");
            match news.get(name) {
                Some((_, false)) if way == Way::Answered && *was_required => {
                    self.lose(format!("{at} may be absent now"))
                }
                Some((is, _)) => self.schemas(was, is, way, &at),
                None => self.lose(format!("{at} is gone")),
            }
        }
        if way == Way::Sent && !olds.is_empty() {
            for (name, _) in news.iter().filter(|(_, (_, required))| *required) {
                if !olds.get(name).is_some_and(|(_, was_required)| *was_required) {
                    self.lose(format!("{at}.{name} is required now"));
                }
            }
        }
        for inner in ["items", "additionalProperties"] {
            if old[inner].is_object() && new[inner].is_object() {
                self.schemas(&old[inner], &new[inner], way, &format!("{at}[]"));
            }
        }
    }
}

fn lost(old: &Value, new: &Value) -> Vec<String> {
    let mut comparison = Comparison { old, new, seen: HashSet::new(), lost: Vec::new() };
    comparison.documents();
    comparison.lost
}

#[tokio::test]
async fn nothing_in_the_last_releases_api_is_removed_or_narrowed() {
    let released: Value = serde_json::from_str(RELEASED).unwrap();
    let home = Home::new();
    let now = home.start(&[]).read("/api/openapi.json").await;
    let lost = lost(&released, &now);
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn removals_and_narrowings_are_detected() {
    let released: Value = serde_json::from_str(RELEASED).unwrap();
    assert_eq!(lost(&released, &released), [""; 0]);
    type Spoil = fn(&mut Value);
    let spoil: [(&str, Spoil); 5] = [
        ("delete /api/sessions/{id} is gone", |new| drop(new["paths"]["/api/sessions/{id}"]["delete"].take())),
        ("parameter is required", |new| {
            new["paths"]["/api/sessions"]["get"]["parameters"][0]["required"] = true.into()
        }),
        ("field of an answer", |new| {
            let schema = new["components"]["schemas"]["Session"]["properties"].as_object_mut().unwrap();
            schema.remove("version");
        }),
        ("field that is sent", |new| {
            new["components"]["schemas"]["RollRequest"]["required"] = serde_json::json!(["expression", "reason"])
        }),
        ("type", |new| new["components"]["schemas"]["Roll"]["properties"]["total"]["type"] = "string".into()),
    ];
    for (what, spoil) in spoil {
        let mut new = released.clone();
        spoil(&mut new);
        if let Some(path) = new["paths"]["/api/sessions/{id}"].as_object_mut() {
            path.retain(|_, operation| !operation.is_null());
        }
        assert_ne!(lost(&released, &new), [""; 0], "{what}");
    }
}
