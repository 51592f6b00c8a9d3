//! A tool is its input struct: schema, parser and description come from the same lines.

use std::{future::Future, sync::Arc};

use futures::future::BoxFuture;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use model::{CacheControl, ToolCall, ToolSpec};

use super::echo;

/// A tool: a struct that is its input, with a doc comment that describes the tool to the model.
pub trait Tool: DeserializeOwned + JsonSchema + Send + 'static {
    /// The name the model calls it by.
    const NAME: &'static str;

    /// The state it works on.
    type Context;

    /// The summary of its calls that players read.
    const SUMMARY: CallSummary = CallSummary::DEFAULT;

    /// The parts of its calls that players may read. The default is none.
    const PUBLIC: PublicCall = PublicCall::HIDDEN;

    /// Whether a call is left out if an earlier call of the same reply was refused. For tools that end the turn.
    const NEEDS_EARLIER_CALLS: bool = false;

    /// Runs the tool. Impossible input gives [`ToolError::Refused`], which the model reads and corrects.
    fn run(self, context: &mut Self::Context) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// A few words about a tool's calls for the people who wait for the reply. They say nothing about the input or the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallSummary {
    /// While a call runs.
    pub started: &'static str,
    /// After a call that succeeded.
    pub done: &'static str,
    /// After a call that was refused, failed or never ran.
    pub refused: &'static str,
}

impl CallSummary {
    /// For tools that declare none, and for names that belong to no tool.
    pub const DEFAULT: Self =
        Self { started: "Looking for something", done: "Done", refused: "That was not possible; trying another way" };

    /// No words: clients have the tool's name.
    pub const NONE: Self = Self { started: "", done: "", refused: "" };

    /// With the default words for a refused call.
    pub const fn new(started: &'static str, done: &'static str) -> Self {
        Self { started, done, ..Self::DEFAULT }
    }
}

/// The parts of a tool's calls that players may read. Fields that are not named are visible to the model only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicCall {
    /// Paths of input fields: `name`, `reward.gold` within an object or a list of objects, `commands.*` for a whole object.
    pub input: &'static [&'static str],
    /// The public part of its answers.
    pub result: PublicResult,
}

/// The parts of a tool's answers that players may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicResult {
    /// Nothing.
    Hidden,
    /// These fields of a JSON answer. A plain-text answer, such as a refusal, is hidden: it may name what players have not come
    /// upon.
    Fields(&'static [&'static str]),
    /// These fields of a JSON answer, and refusals whole, because they name only what players can see.
    FieldsAndRefusals(&'static [&'static str]),
    /// All of it, because players know or can look up themselves what was asked for and what is answered.
    Whole,
}

impl PublicCall {
    /// Players see only that the tool was called.
    pub const HIDDEN: Self = Self { input: &[], result: PublicResult::Hidden };

    /// Whether a field of the tool's input is hidden from players.
    pub fn hides_input(self, spec: &ToolSpec) -> bool {
        let fields = spec.input_schema["properties"].as_object();
        let is_public = |field: &String| {
            let begins = |path: &&str| path.split('.').next() == Some(field.as_str());
            self.input.iter().any(begins)
        };
        fields.is_some_and(|fields| !fields.keys().all(is_public))
    }

    /// The public part of an input.
    pub fn public_input(self, input: &Value) -> Value {
        self.public_part(input, "")
    }

    fn public_part(self, value: &Value, path: &str) -> Value {
        match value {
            Value::Object(fields) => {
                let shown = fields.iter().filter_map(|(name, value)| {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    let is_whole = self.input.iter().any(|it| it.strip_suffix(".*") == Some(path.as_str()));
                    let is_part = || self.input.iter().any(|it| *it == path || it.starts_with(&format!("{path}.")));
                    match (is_whole, is_whole || is_part()) {
                        (true, _) => Some((name.clone(), value.clone())),
                        (false, true) => Some((name.clone(), self.public_part(value, &path))),
                        (false, false) => None,
                    }
                });
                Value::Object(shown.collect())
            }
            Value::Array(items) => items.iter().map(|item| self.public_part(item, path)).collect(),
            _ => value.clone(),
        }
    }

    /// The public part of an answer.
    pub fn public_result(self, result: &str) -> String {
        let fields = match self.result {
            PublicResult::Hidden => return String::new(),
            PublicResult::Whole => return result.to_owned(),
            PublicResult::Fields(fields) | PublicResult::FieldsAndRefusals(fields) => fields,
        };
        match serde_json::from_str(result) {
            Ok(Value::Object(mut answer)) if !answer.keys().all(|key| fields.contains(&key.as_str())) => {
                answer.retain(|key, _| fields.contains(&key.as_str()));
                Value::Object(answer).to_string()
            }
            Ok(Value::Object(_)) => result.to_owned(),
            _ if matches!(self.result, PublicResult::Fields(_)) => String::new(),
            _ => result.to_owned(),
        }
    }
}

/// When the model has to read an answer before the turn can end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MustRead {
    /// Never: the answer says nothing new.
    No,
    /// Before it tells the story. If the same reply tells the story, no further request is made.
    UnlessTold,
    /// Always: a look-up or dice.
    Yes,
    /// Always, after the last reply as well: the call was not of the tool's shape, and nothing of it was done.
    Malformed,
    /// Always: part of the call was rejected. Narration beside the call may need a correction.
    Rejected,
}

impl From<bool> for MustRead {
    fn from(must_be_read: bool) -> Self {
        if must_be_read { Self::Yes } else { Self::No }
    }
}

/// A tool's answer to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolOutput {
    /// The text.
    pub text: String,
    /// Whether the model has to read it before the turn can end.
    pub must_be_read: MustRead,
    /// Whether the call had no effect.
    pub is_error: bool,
    /// The text players read instead, if the tool's [`PublicCall`] does not decide.
    pub public: Option<String>,
}

impl ToolOutput {
    /// Whether the whole call or a part of it was rejected.
    pub(super) fn is_rejected(&self) -> bool {
        self.is_error || self.must_be_read == MustRead::Rejected
    }

    /// The call succeeded, and the answer tells the model nothing new.
    pub fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), must_be_read: MustRead::No, is_error: false, public: None }
    }

    /// The call succeeded, but parts of it may have been rejected.
    pub fn partly_rejected(text: impl Into<String>, is_rejected: bool) -> Self {
        let must_be_read = if is_rejected { MustRead::Rejected } else { MustRead::No };
        Self { must_be_read, ..Self::done(text) }
    }

    /// Information the model asked for.
    pub fn found(text: impl Into<String>) -> Self {
        Self { text: text.into(), must_be_read: MustRead::Yes, is_error: false, public: None }
    }

    /// Nothing was done; the text says what to do instead.
    pub fn refused(text: impl Into<String>) -> Self {
        Self { text: text.into(), must_be_read: MustRead::Yes, is_error: true, public: None }
    }

    /// The same answer with the text that players read instead.
    #[must_use]
    pub fn with_public(self, public: impl Into<String>) -> Self {
        Self { public: Some(public.into()), ..self }
    }
}

/// Why a tool did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// Returned to the model; the turn goes on. The text says what to do instead.
    #[error("{0}")]
    Refused(String),
    /// Like [`Refused`](Self::Refused), but the text names what players have not met: only the model reads it.
    #[error("{0}")]
    RefusedInPrivate(String),
    /// The turn can't go on.
    #[error("a tool broke")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
}

type RunTool<C> = for<'a> fn(Value, &'a mut C) -> BoxFuture<'a, Result<ToolOutput, ToolError>>;

/// What a tool declares about its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallDeclaration {
    /// [`Tool::SUMMARY`].
    pub summary: CallSummary,
    /// [`Tool::PUBLIC`].
    pub public: PublicCall,
    /// [`Tool::NEEDS_EARLIER_CALLS`].
    pub needs_earlier_calls: bool,
}

/// The tools an agent may use.
pub struct Toolbox<C> {
    specs: Arc<[ToolSpec]>,
    declarations: Vec<CallDeclaration>,
    runs: Vec<RunTool<C>>,
}

impl<C> Clone for Toolbox<C> {
    fn clone(&self) -> Self {
        Self { specs: Arc::clone(&self.specs), declarations: self.declarations.clone(), runs: self.runs.clone() }
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// A toolbox without tools.
    pub fn empty() -> Self {
        Self { specs: Arc::new([]), declarations: Vec::new(), runs: Vec::new() }
    }

    /// The same toolbox and one tool more. The last tool carries the cache mark.
    #[must_use]
    pub fn with<T: Tool<Context = C>>(self) -> Self {
        let mut specs = owned(self.specs);
        if let Some(last) = specs.last_mut() {
            last.cache_control = None;
        }
        specs.push(spec::<T>());
        let (mut declarations, mut runs) = (self.declarations, self.runs);
        declarations.push(CallDeclaration {
            summary: T::SUMMARY,
            public: T::PUBLIC,
            needs_earlier_calls: T::NEEDS_EARLIER_CALLS,
        });
        runs.push(run_tool::<T>);
        Self { specs: specs.into(), declarations, runs }
    }

    /// The same toolbox without some fields of a tool, which the model is not offered.
    #[must_use]
    pub fn without_fields(self, tool: &str, fields: &[&str]) -> Self {
        let mut specs = owned(self.specs);
        for spec in specs.iter_mut().filter(|spec| spec.name == tool) {
            if let Some(properties) = spec.input_schema["properties"].as_object_mut() {
                fields.iter().for_each(|field| drop(properties.shift_remove(*field)));
            }
        }
        Self { specs: specs.into(), ..self }
    }

    /// The same toolbox for anyone who asks again within minutes, and then not for long: its mark keeps it no longer.
    #[must_use]
    pub fn kept_for_minutes(self) -> Self {
        let mut specs = owned(self.specs);
        if let Some(last) = specs.last_mut() {
            last.cache_control = Some(CacheControl::Ephemeral);
        }
        Self { specs: specs.into(), ..self }
    }

    /// The tools as the model sees them.
    pub fn specs(&self) -> Arc<[ToolSpec]> {
        Arc::clone(&self.specs)
    }

    /// The tools with what they declare about their calls.
    pub fn declarations(&self) -> impl Iterator<Item = (&ToolSpec, CallDeclaration)> {
        self.specs.iter().zip(self.declarations.iter().copied())
    }

    /// Whether a call of a tool is left out if an earlier call of the same reply was refused.
    pub fn needs_earlier_calls(&self, tool: &str) -> bool {
        self.declarations().any(|(spec, call)| spec.name == tool && call.needs_earlier_calls)
    }

    /// Runs a call.
    ///
    /// # Errors
    /// The tool failed or refused.
    pub async fn answer(&self, call: &ToolCall, context: &mut C) -> Result<ToolOutput, ToolError> {
        let Some(i) = self.specs.iter().position(|spec| spec.name == call.name) else {
            let names: Vec<&str> = self.specs.iter().map(|spec| spec.name.as_str()).collect();
            let words = format!("There is no tool “{}”. Use one of: {}.", call.name, names.join(", "));
            return echo::bounded(call, Ok(ToolOutput::refused(words.clone()).with_public(words)));
        };
        match &call.input {
            Ok(input) if input.is_object() => echo::bounded(call, (self.runs[i])(input.clone(), context).await),
            _ => Err(ToolError::Refused(
                "The input was not a JSON object, so nothing was done. Call the tool again with one JSON object."
                    .into(),
            )),
        }
    }
}

/// The specs as a list of their own: copied only where they are shared.
fn owned(mut specs: Arc<[ToolSpec]>) -> Vec<ToolSpec> {
    match Arc::get_mut(&mut specs) {
        Some(only) => only.iter_mut().map(std::mem::take).collect(),
        None => specs.to_vec(),
    }
}

fn run_tool<T: Tool>(input: Value, context: &mut T::Context) -> BoxFuture<'_, Result<ToolOutput, ToolError>>
where
    T::Context: Send,
{
    Box::pin(async move {
        let read = serde_path_to_error::deserialize::<_, T>(&input);
        let read = read.or_else(|error| {
            let mut listed = input.clone();
            match list_single_values(&spec::<T>().input_schema, &mut listed) {
                true => serde_path_to_error::deserialize::<_, T>(&listed).map_err(|_| error),
                false => Err(error),
            }
        });
        match read {
            Ok(tool) => tool.run(context).await,
            Err(error) => {
                let (name, spec) = (T::NAME, spec::<T>());
                let place = match place_of(&error, &spec.input_schema, &input) {
                    place if is_nested(&place) => format!("{place}: "),
                    // The error itself names a field of the call.
                    _ => String::new(),
                };
                let error = error.into_inner();
                let words =
                    format!("Nothing was done: {place}{error}. Call {name} again with the fields its schema names.");
                let refused = ToolOutput { must_be_read: MustRead::Malformed, ..ToolOutput::refused(words) };
                // The error may quote a field that is hidden from players.
                Ok(match T::PUBLIC.hides_input(&spec) {
                    true => refused.with_public("Nothing was done: the call was not of the shape the tool takes."),
                    false => refused,
                })
            }
        }
    })
}

/// Makes lists of single values where a schema takes a list of them: models write `"learns": "…"`. Returns whether there were any.
fn list_single_values(schema: &Value, input: &mut Value) -> bool {
    let mut found = false;
    for (name, value) in input.as_object_mut().into_iter().flatten() {
        let field = &schema["properties"][name.as_str()];
        if field["type"] == "array" && (value.is_string() || value.is_object()) {
            *value = Value::Array(vec![value.take()]);
            found = true;
        }
        found |= list_single_values(field, value);
    }
    found
}

/// The place of an error in an input, such as `npcs_to_create[0].slug`. A missing field is named by where it belongs.
fn place_of(error: &serde_path_to_error::Error<serde_json::Error>, schema: &Value, input: &Value) -> String {
    let at = error.path().to_string();
    let mut missing = Vec::new();
    missing_fields(schema, input, "", &mut missing);
    missing.into_iter().find(|place| parent(place) == at).unwrap_or(at)
}

/// The place of the object that a field is in; `.` is the whole input, as `serde_path_to_error` writes it.
fn parent(place: &str) -> &str {
    place.rsplit_once('.').map_or(".", |(parent, _)| parent)
}

fn is_nested(place: &str) -> bool {
    place.len() > 1 && place.contains(['.', '['])
}

/// The places of all fields that a schema requires and an input lacks.
fn missing_fields(schema: &Value, input: &Value, at: &str, found: &mut Vec<String>) {
    let inside = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    if let Some(fields) = input.as_object() {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(required.filter(|name| !fields.contains_key(*name)).map(inside));
        for (name, value) in fields {
            missing_fields(&schema["properties"][name], value, &inside(name), found);
        }
    }
    for (i, item) in input.as_array().into_iter().flatten().enumerate() {
        missing_fields(&schema["items"], item, &format!("{at}[{i}]"), found);
    }
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

/// Removes `$schema`, `title`, `format` and empty defaults, which mean nothing to a model, but not fields of these names; lists
/// choices in few words, and doesn't say that an optional field may be null as well. Every prompt carries the schemas of all its
/// tools.
fn strip(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            for key in ["$schema", "title", "format"] {
                if map.get(key).is_some_and(Value::is_string) {
                    map.shift_remove(key);
                }
            }
            if map.get("default").is_some_and(is_empty) {
                map.shift_remove("default");
            }
            describe_once(map);
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

fn is_empty(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Leaves out what a list of choices is about where the field that has it says so in its own words.
fn describe_once(field: &mut Map<String, Value>) {
    if !field.get("description").is_some_and(Value::is_string) {
        return;
    }
    let kinds = field.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten();
    let choices = kinds.filter_map(Value::as_object_mut).filter(|kind| kind.contains_key("oneOf"));
    choices.for_each(|choices| drop(choices.shift_remove("description")));
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

/// Removes `null` from the types a field may have.
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
            // The field's purpose comes before its type.
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
