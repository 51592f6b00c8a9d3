//! Removes what looks like a secret from the debug view.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

/// A text without what looks like a key. Nothing of the configuration ever comes into a prompt; a player's words, or a
/// provider's answer, may hold one.
pub(super) fn redacted(text: &str) -> String {
    // Word boundaries of ASCII: those of Unicode are searched much more slowly in texts with other letters.
    static SECRET: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let shapes = [
            r"(?-u:\b)[sr]k-[A-Za-z0-9_-]{12,}",
            r"(?i:(?-u:\b)bearer\s+)[A-Za-z0-9._~+/=-]{8,}",
            r#"(?i:(?-u:\b)x-api-key["']?\s*[:=]\s*["']?)[^\s"',]{8,}"#,
            r"(?-u:\b)AIza[A-Za-z0-9_-]{30,}",
            r"(?-u:\b)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
        ];
        Regex::new(&shapes.join("|")).ok()
    });
    match &*SECRET {
        Some(secret) => secret.replace_all(text, "[redacted]").into_owned(),
        // The expression is a constant, and a test holds it.
        None => "[redacted]".to_owned(),
    }
}

/// The same for every text in a value; names of fields stay.
pub(super) fn redact(value: &mut Value) {
    match value {
        Value::String(text) => *text = redacted(text),
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(fields) => fields.values_mut().for_each(redact),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_key_is_not_told() {
        for secret in [
            "sk-ant-api03-AbCdEf_0123456789-xyz",
            "Bearer abcdef0123456789",
            "x-api-key: 0123456789abcdef",
            "AIzaSyA0123456789012345678901234567890",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig",
            "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----",
        ] {
            assert_eq!(redacted(&format!("before {secret} after")), "before [redacted] after", "{secret}");
        }
        let plain = "The task-master bears a sk-etch; I risk-it-all-for-gold and bearer of the ring.";
        assert_eq!(redacted(plain), plain);
    }
}
