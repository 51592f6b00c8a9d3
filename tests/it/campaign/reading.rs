//! Tests of parsing hostile and damaged packages.

use embertale::campaign::{self, Code, MAX_BYTES};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{clean, read, wrong};

fn refused(bytes: &[u8]) -> (Code, String, String) {
    let found = campaign::read(bytes).unwrap_err();
    assert_eq!(found.len(), 1);
    (found[0].code, found[0].at.clone(), found[0].message.clone())
}

#[test]
fn a_campaign_is_read_as_it_was_written() {
    let written = clean();
    let package = read(&written).unwrap();
    let again = serde_json::to_value(&package).unwrap();
    assert_eq!(read(&again).unwrap(), package);
    assert_eq!(package.title, written["title"]);
}

#[test]
fn what_is_no_json_is_refused_with_the_place() {
    let (code, _, message) = refused(b"{\"format\": \"embertale.campaign/1\", ");
    assert_eq!(code, Code::Unreadable);
    assert!(message.contains("line 1"), "{message}");
    assert_eq!(refused(b"\xff\xfe").0, Code::Unreadable);
    assert_eq!(refused(b"").0, Code::Unreadable);
}

#[test]
fn another_format_is_refused_before_its_fields_are() {
    let (code, at, message) = refused(br#"{"format": "embertale.campaign/2", "planets": []}"#);
    assert_eq!((code, at.as_str()), (Code::WrongFormat, "/format"));
    assert!(message.contains("embertale.campaign/2"), "{message}");
    assert_eq!(refused(b"[]").0, Code::WrongFormat);
    assert_eq!(refused(br#"{"title": "x"}"#).0, Code::WrongFormat);
}

#[test]
fn an_unknown_field_is_named_with_its_place() {
    let mut written = clean();
    written["acts"][0]["nodes"][1]["beats"][0]["colour"] = json!("red");
    let (code, at, message) = refused(&serde_json::to_vec(&written).unwrap());
    assert_eq!(code, Code::Unreadable);
    assert!(at.starts_with("/acts/0/nodes/1/beats/0"), "{at}");
    assert!(message.contains("colour"), "{message}");
}

#[test]
fn a_missing_field_is_named_with_its_place() {
    let mut written = clean();
    written["acts"][1]["nodes"][0].as_object_mut().unwrap().remove("shown");
    let (_, at, message) = refused(&serde_json::to_vec(&written).unwrap());
    assert_eq!(at, "/acts/1/nodes/0");
    assert!(message.contains("shown"), "{message}");
}

#[test]
fn a_huge_file_is_refused_unread() {
    let (code, _, message) = refused(&vec![b' '; MAX_BYTES + 1]);
    assert_eq!(code, Code::TooMuch);
    assert!(message.contains("bytes"), "{message}");
}

#[test]
fn lists_without_end_in_one_another_are_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(refused(deep.as_bytes()).0, Code::TooMuch);
    let mut condition = json!({"found": "sawn-axle"});
    for _ in 0..60 {
        condition = json!({"not": condition});
    }
    let mut written = clean();
    written["acts"][0]["nodes"][0]["exits"][0]["requires"] = condition;
    assert_eq!(refused(&serde_json::to_vec(&written).unwrap()).0, Code::TooMuch);
}

#[test]
fn brackets_in_a_text_are_no_depth() {
    let mut written = clean();
    written["blurb"] = json!(format!("Read \\\"this\\\": {}", "[{".repeat(500)));
    assert_eq!(wrong(&written), [""; 0]);
}

#[test]
fn the_schema_accepts_what_is_read_and_names_every_field() {
    let schema = campaign::schema();
    assert_eq!(schema["properties"]["format"]["type"], "string");
    let defined = schema["$defs"].as_object().unwrap();
    for (name, of) in [
        ("Act", "outline"),
        ("Node", "exits"),
        ("Beat", "nextBeatIfFailed"),
        ("Exit", "requires"),
        ("Person", "secrets"),
    ] {
        let fields = &defined[name]["properties"];
        assert!(fields[of]["description"].is_string() || fields[of]["items"].is_object(), "{name}.{of}");
        assert_eq!(defined[name]["additionalProperties"], Value::Bool(false), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Bytes that were damaged are read, or refused; nothing else happens.
    #[test]
    fn damaged_bytes_never_panic(at in 0usize..20_000, byte: u8, cut in 0usize..20_000) {
        let mut bytes = include_bytes!("clean.json").to_vec();
        let n = bytes.len();
        bytes[at % n] = byte;
        bytes.truncate(n - if cut % 3 == 0 { cut % n } else { 0 });
        match campaign::read(&bytes) {
            Ok(package) => drop(campaign::check(&package)),
            Err(found) => prop_assert!(!found.is_empty()),
        }
    }
}
