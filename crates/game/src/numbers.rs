//! Numbers in JSON.

use serde_json::Value;

/// Every integer up to this one has an exact `f64`.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Turns numbers such as `1.0` into integers, which JSON Schema takes them for and serde does not.
pub fn normalize_integers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() <= MAX_EXACT {
                *value = (float as i64).into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(normalize_integers),
        Value::Object(fields) => fields.values_mut().for_each(normalize_integers),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whole_floats_become_integers() {
        let mut value: Value =
            serde_json::from_str(r#"{"a": [1.0, -2e2, 1.5, 1e300], "b": {"c": -0.0, "d": "1.0"}}"#).unwrap();
        normalize_integers(&mut value);
        assert_eq!(value, json!({"a": [1, -200, 1.5, 1e300], "b": {"c": 0, "d": "1.0"}}));
    }
}
