//! A tool is its input struct: schema, parser and description come from the same lines.

use std::{future::Future, sync::Arc};

use futures::future::BoxFuture;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::llm::{CacheControl, ToolCall, ToolSpec};

/// A tool: a struct that is its input, with a doc comment that tells the model what it is for.
pub trait Tool: DeserializeOwned + JsonSchema + Send + 'static {
    /// The name the model calls it by.
    const NAME: &'static str;

    /// What it works on.
    type Context;

    /// Does it. What is impossible is a [`ToolError::Refused`], which the model reads and repairs.
    fn run(self, context: &mut Self::Context) -> impl Future<Output = Result<Answer, ToolError>> + Send;
}

/// What a tool tells the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Whether the model has to read it before the turn can end: a look-up, or something that didn't go as asked.
    pub must_be_read: bool,
    /// Whether nothing of what was asked for could be done.
    pub is_error: bool,
}

impl Answer {
    /// It is done, and there is nothing in it the model didn't know.
    pub fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), must_be_read: false, is_error: false }
    }

    /// Something the model asked to know.
    pub fn found(text: impl Into<String>) -> Self {
        Self { text: text.into(), must_be_read: true, is_error: false }
    }
}

/// Why a tool did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// Told to the model; the turn goes on. The text says what to do instead.
    #[error("{0}")]
    Refused(String),
    /// The turn can't go on.
    #[error("a tool broke")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
}

type Run<C> = for<'a> fn(Value, &'a mut C) -> BoxFuture<'a, Result<Answer, ToolError>>;

/// The tools an agent may use.
pub struct Toolbox<C> {
    specs: Arc<[ToolSpec]>,
    runs: Vec<Run<C>>,
}

impl<C> Clone for Toolbox<C> {
    fn clone(&self) -> Self {
        Self { specs: Arc::clone(&self.specs), runs: self.runs.clone() }
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// A toolbox without tools.
    pub fn empty() -> Self {
        Self { specs: Arc::new([]), runs: Vec::new() }
    }

    /// The same toolbox and one tool more. The last tool carries the cache mark.
    #[must_use]
    pub fn with<T: Tool<Context = C>>(self) -> Self {
        let mut specs: Vec<ToolSpec> = self.specs.iter().cloned().collect();
        if let Some(last) = specs.last_mut() {
            last.cache_control = None;
        }
        specs.push(spec::<T>());
        let mut runs = self.runs;
        runs.push(run_tool::<T>);
        Self { specs: specs.into(), runs }
    }

    /// The same toolbox for whoever asks again within minutes, and then not for long: its mark keeps it no longer.
    #[must_use]
    pub fn kept_for_minutes(self) -> Self {
        let mut specs = self.specs.to_vec();
        if let Some(last) = specs.last_mut() {
            last.cache_control = Some(CacheControl::Ephemeral);
        }
        Self { specs: specs.into(), runs: self.runs }
    }

    /// The tools as the model sees them.
    pub fn specs(&self) -> Arc<[ToolSpec]> {
        Arc::clone(&self.specs)
    }

    /// Runs a call.
    ///
    /// # Errors
    /// The tool broke, or it refused: so does one that isn't there, or input that isn't what the tool takes.
    pub async fn answer(&self, call: &ToolCall, context: &mut C) -> Result<Answer, ToolError> {
        let Some(i) = self.specs.iter().position(|spec| spec.name == call.name) else {
            let names: Vec<&str> = self.specs.iter().map(|spec| spec.name.as_str()).collect();
            let words = format!("There is no tool “{}”. Use one of: {}.", call.name, names.join(", "));
            return Err(ToolError::Refused(words));
        };
        match &call.input {
            Ok(input) if input.is_object() => (self.runs[i])(input.clone(), context).await,
            _ => Err(ToolError::Refused(
                "The input was not a JSON object, so nothing was done. Call the tool again with one JSON object."
                    .into(),
            )),
        }
    }
}

fn run_tool<T: Tool>(input: Value, context: &mut T::Context) -> BoxFuture<'_, Result<Answer, ToolError>>
where
    T::Context: Send,
{
    Box::pin(async move {
        match serde_json::from_value::<T>(input) {
            Ok(tool) => tool.run(context).await,
            Err(error) => Err(ToolError::Refused(format!(
                "Nothing was done: {error}. Call {} again with the fields its schema names.",
                T::NAME
            ))),
        }
    })
}

/// The tool as the model sees it: its doc comment apart, and its schema without what only documents Rust.
fn spec<T: Tool>() -> ToolSpec {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    let description = schema["description"].as_str().unwrap_or_default().to_owned();
    if let Some(root) = schema.as_object_mut() {
        root.shift_remove("description");
    }
    strip(&mut schema);
    ToolSpec { name: T::NAME.to_owned(), description, input_schema: schema, cache_control: Some(CacheControl::Hour) }
}

/// Takes out `$schema`, `title` and `format`, which mean nothing to a model, but not fields of these names; says in few words
/// what stands to choice, and leaves out that a field one may leave out may be null as well. Every prompt carries the schemas of
/// all its tools.
fn strip(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            for key in ["$schema", "title", "format"] {
                if map.get(key).is_some_and(Value::is_string) {
                    map.shift_remove(key);
                }
            }
            map.values_mut().for_each(strip);
            name_choices(map);
            let required: Vec<Value> = map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            if let Some(Value::Object(properties)) = map.get_mut("properties") {
                let optional = properties.iter_mut().filter(|(name, _)| !required.iter().any(|it| it == name.as_str()));
                optional.filter_map(|(_, property)| property.as_object_mut()).for_each(without_null);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Makes one list of texts to choose from of a schema for each, with what each means behind what the choice is about.
fn name_choices(map: &mut Map<String, Value>) {
    let text = |of: &Value, key: &str| of[key].as_str().map(str::to_owned);
    let is_text = |it: &Value| it["const"].is_string() && it["type"] == "string";
    let Some(choices) = map.get("oneOf").and_then(Value::as_array).filter(|all| all.iter().all(is_text)) else {
        return;
    };
    let names: Vec<Value> = choices.iter().map(|choice| choice["const"].clone()).collect();
    let mut told: Vec<String> = map.get("description").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    let meanings = choices
        .iter()
        .filter_map(|choice| Some(format!("`{}`: {}", text(choice, "const")?, text(choice, "description")?)));
    told.extend(meanings);
    map.shift_remove("oneOf");
    map.insert("type".into(), "string".into());
    map.insert("enum".into(), names.into());
    if !told.is_empty() {
        map.insert("description".into(), told.join(" ").into());
    }
}

/// Leaves out that a field may be null.
fn without_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = property.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &kinds[..] {
            let kind = kind.clone();
            property.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(schemas)) = property.get_mut("anyOf") {
        schemas.retain(|schema| schema["type"] != "null");
        if let [Value::Object(only)] = &schemas[..] {
            let only = only.clone();
            property.shift_remove("anyOf");
            // What the field is for stands before what its kind is.
            for (key, value) in only {
                match (property.get_mut(&key), value) {
                    (Some(Value::String(own)), Value::String(more)) if key == "description" => {
                        own.push(' ');
                        own.push_str(&more);
                    }
                    (Some(_), _) => {}
                    (None, value) => drop(property.insert(key, value)),
                }
            }
        }
    }
    if let Some(Value::Array(names)) = property.get_mut("enum") {
        names.retain(|name| !name.is_null());
    }
    if property.get("default").is_some_and(Value::is_null) {
        property.shift_remove("default");
    }
}
