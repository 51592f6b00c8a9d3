//! Writes and reads documents field by field. Absent values are left out; nothing is null.

use std::collections::HashMap;

use firestore::gcloud_sdk::{
    google::firestore::v1::{ArrayValue, Document, MapValue, Value, value::ValueType},
    prost_types,
};
use jiff::Timestamp;
use serde_json::Value as Json;

use crate::store::{Error, Result};

/// Fields to be written.
#[derive(Debug, Clone, Default)]
pub(super) struct DocumentFields(pub(super) HashMap<String, Value>);

impl DocumentFields {
    fn with(mut self, name: &str, value: ValueType) -> Self {
        self.0.insert(name.to_owned(), of(value));
        self
    }

    pub(super) fn text(self, name: &str, text: impl Into<String>) -> Self {
        self.with(name, ValueType::StringValue(text.into()))
    }

    pub(super) fn int(self, name: &str, number: i64) -> Self {
        self.with(name, ValueType::IntegerValue(number))
    }

    pub(super) fn flag(self, name: &str, is_so: bool) -> Self {
        self.with(name, ValueType::BooleanValue(is_so))
    }

    pub(super) fn bytes(self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.with(name, ValueType::BytesValue(bytes.into()))
    }

    pub(super) fn time(self, name: &str, time: Timestamp) -> Self {
        self.with(name, ValueType::TimestampValue(proto_time(time)))
    }

    /// JSON as Firestore's own values.
    pub(super) fn json(mut self, name: &str, json: &Json) -> Self {
        if let Some(value) = value(json) {
            self.0.insert(name.to_owned(), value);
        }
        self
    }
}

/// A document that was read.
#[derive(Debug, Clone)]
pub(super) struct StoredDocument {
    /// The owner, as named in error messages.
    pub(super) whose: String,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) updated: Timestamp,
    fields: HashMap<String, Value>,
}

impl StoredDocument {
    pub(super) fn of(document: Document, whose: &str) -> Self {
        let id = document.name.rsplit('/').next().unwrap_or_default().to_owned();
        let updated = document.update_time.and_then(time).unwrap_or_default();
        Self { whose: whose.to_owned(), id, name: document.name, updated, fields: document.fields }
    }

    fn value(&self, name: &str) -> Option<&ValueType> {
        self.fields.get(name)?.value_type.as_ref()
    }

    fn damaged(&self, name: &str) -> Error {
        Error::Damaged(format!("the field {name} of {}, document {}, is not what was saved", self.whose, self.id))
    }

    /// The names of its fields.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// # Errors
    /// [`Error::Damaged`]: there is no such field, or it is of another kind. So for all that follow.
    pub(super) fn text(&self, name: &str) -> Result<&str> {
        match self.value(name) {
            Some(ValueType::StringValue(text)) => Ok(text),
            _ => Err(self.damaged(name)),
        }
    }

    pub(super) fn int(&self, name: &str) -> Result<i64> {
        match self.value(name) {
            Some(ValueType::IntegerValue(number)) => Ok(*number),
            _ => Err(self.damaged(name)),
        }
    }

    /// A number that was one of ours: none is below nought.
    pub(super) fn count<T: TryFrom<i64>>(&self, name: &str) -> Result<T> {
        T::try_from(self.int(name)?).map_err(|_| self.damaged(name))
    }

    pub(super) fn bytes(&self, name: &str) -> Result<&[u8]> {
        match self.value(name) {
            Some(ValueType::BytesValue(bytes)) => Ok(bytes),
            _ => Err(self.damaged(name)),
        }
    }

    /// Bytes that are text.
    pub(super) fn body(&self, name: &str) -> Result<&str> {
        std::str::from_utf8(self.bytes(name)?).map_err(|_| self.damaged(name))
    }

    pub(super) fn time(&self, name: &str) -> Result<Timestamp> {
        match self.value(name) {
            Some(ValueType::TimestampValue(at)) => time(*at).ok_or_else(|| self.damaged(name)),
            _ => Err(self.damaged(name)),
        }
    }

    pub(super) fn is_so(&self, name: &str) -> bool {
        matches!(self.value(name), Some(ValueType::BooleanValue(true)))
    }

    /// A field as JSON, the fields of objects in the order of `names` and then of the alphabet.
    pub(super) fn json(&self, name: &str, names: &[&str]) -> Option<Json> {
        self.value(name).map(|value| json(value, names))
    }
}

/// A kind of value as a value.
pub(super) fn of(value: ValueType) -> Value {
    Value { value_type: Some(value) }
}

fn value(json: &Json) -> Option<Value> {
    Some(of(match json {
        Json::Null => return None,
        Json::Bool(is_so) => ValueType::BooleanValue(*is_so),
        Json::Number(number) => match number.as_i64() {
            Some(number) => ValueType::IntegerValue(number),
            None => ValueType::DoubleValue(number.as_f64()?),
        },
        Json::String(text) => ValueType::StringValue(text.clone()),
        Json::Array(items) => ValueType::ArrayValue(ArrayValue { values: items.iter().filter_map(value).collect() }),
        Json::Object(fields) => {
            let fields = fields.iter().filter_map(|(name, json)| Some((name.clone(), value(json)?)));
            ValueType::MapValue(MapValue { fields: fields.collect() })
        }
    }))
}

fn json(value: &ValueType, names: &[&str]) -> Json {
    let inside = |value: &Value| value.value_type.as_ref().map_or(Json::Null, |value| json(value, names));
    match value {
        ValueType::BooleanValue(is_so) => (*is_so).into(),
        ValueType::IntegerValue(number) => (*number).into(),
        ValueType::DoubleValue(number) => (*number).into(),
        ValueType::StringValue(text) => text.as_str().into(),
        ValueType::ArrayValue(array) => array.values.iter().map(inside).collect(),
        ValueType::MapValue(map) => {
            let place = |name: &String| names.iter().position(|known| known == name).unwrap_or(names.len());
            let mut fields: Vec<(&String, &Value)> = map.fields.iter().collect();
            fields.sort_by_key(|(name, _)| (place(name), *name));
            Json::Object(fields.into_iter().map(|(name, value)| (name.clone(), inside(value))).collect())
        }
        // A type that this program never writes: the document was changed by others.
        _ => Json::Null,
    }
}

pub(super) fn proto_time(time: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: time.as_second(), nanos: time.subsec_nanosecond() }
}

pub(super) fn time(time: prost_types::Timestamp) -> Option<Timestamp> {
    Timestamp::new(time.seconds, time.nanos).ok()
}
