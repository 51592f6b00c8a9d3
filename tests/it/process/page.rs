//! Tests of the page's files as they are sent: compressed, named, and without comments.

use std::{collections::HashSet, fs, io::Read, path::Path};

use super::{
    server::Home,
    wire::{Answer, Ask},
};

const ENCODINGS: [(&str, Option<&str>); 4] =
    [("gzip, deflate, br", Some("br")), ("gzip", Some("gzip")), ("br;q=0", None), ("identity", None)];

fn source(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("static");
    fs::read_to_string(root.join(path.trim_start_matches('/'))).unwrap()
}

fn unpacked(answer: &Answer) -> String {
    let mut text = String::new();
    match answer.header("content-encoding") {
        Some("br") => brotli::Decompressor::new(&answer.body[..], 4096).read_to_string(&mut text),
        Some("gzip") => flate2::read::GzDecoder::new(&answer.body[..]).read_to_string(&mut text),
        None => {
            text = answer.text();
            Ok(text.len())
        }
        other => panic!("nobody asked for {other:?}"),
    }
    .unwrap();
    text
}

#[tokio::test]
async fn every_encoding_of_a_file_has_a_name_of_its_own() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["/", "/css/table.css", "/js/turn/play.js", "/icon.svg"] {
        let (mut names, mut texts) = (HashSet::new(), HashSet::new());
        for (accepted, encoding) in ENCODINGS {
            let ask = || Ask::get(path).header("accept-encoding", accepted);
            let answer = server.send(ask()).await;
            assert_eq!((answer.status, answer.header("content-encoding")), (200, encoding), "{answer:?}");
            assert_eq!(answer.header("vary").map(|vary| vary.contains("accept-encoding")), Some(true), "{answer:?}");
            assert_eq!(answer.header("cache-control"), Some("no-cache"));
            let name = answer.header("etag").expect("a name").to_owned();
            for (others, other) in ENCODINGS {
                let again = Ask::get(path).header("accept-encoding", others).header("if-none-match", &name);
                let again = server.send(again).await;
                let expected = if other == encoding { 304 } else { 200 };
                assert_eq!(again.status, expected, "{accepted} then {others}: {again:?}");
                assert_eq!(
                    (again.header("etag") == Some(&name), again.body.is_empty()),
                    (expected == 304, expected == 304)
                );
            }
            let several = ask().header("if-none-match", &format!("\"x\", W/{name}"));
            assert_eq!(server.send(several).await.status, 304);
            names.insert(name);
            texts.insert(unpacked(&answer));
        }
        assert_eq!((names.len(), texts.len()), (3, 1), "{path}");
    }
}

/// A line as it is sent: without what it begins with to stand under another, and without types.
fn bare(line: &str) -> String {
    let mut parts = line.trim_start().split("/** ");
    let code = parts.next().unwrap_or_default().to_owned();
    parts.fold(code, |code, part| code + part.split_once("*/").map_or(part, |(_, behind)| behind))
}

#[tokio::test]
async fn a_script_keeps_its_lines_and_loses_its_comments() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["/js/turn/play.js", "/js/turn/turnview.js", "/css/table.css"] {
        let answer = server.send(Ask::get(path)).await;
        let (sent, source) = (answer.text(), source(path));
        let mut n_left_out = 0;
        assert_eq!(sent.lines().count(), source.lines().count(), "{path}");
        for (sent, source) in sent.lines().zip(source.lines()) {
            let is_comment = ["//", "/*", "*", "   "].iter().any(|sign| source.trim_start().starts_with(sign));
            assert!(
                sent == bare(source) || (sent.is_empty() && (is_comment || path.ends_with("css"))),
                "{path}: {source}"
            );
            n_left_out += usize::from(sent.is_empty() && !source.is_empty());
        }
        assert!(n_left_out > 0 && !sent.contains("/** "), "{path}");
    }
    let answer = server.send(Ask::get("/")).await;
    assert_eq!(answer.text(), source("index.html"));
}

#[tokio::test]
async fn scripts_and_styles_carry_no_headers_of_documents() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["/js/main.js", "/css/app.css"] {
        let answer = server.send(Ask::get(path).header("accept-encoding", "br")).await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        for name in ["content-security-policy", "x-request-id", "access-control-expose-headers", "referrer-policy"] {
            assert_eq!(answer.header(name), None, "{answer:?}");
        }
    }
}

#[tokio::test]
async fn typefaces_are_kept_for_a_year_and_come_as_they_are() {
    let home = Home::new();
    let server = home.start(&[("BASE_PATH", "/tales")]);
    let style = server.send(Ask::get("/tales/css/app.css")).await.text();
    let faces: Vec<&str> = style.split("url(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(faces.len(), 5, "{faces:?}");
    for path in faces {
        assert!(path.starts_with("/tales/fonts/"), "{path}");
        let answer = server.send(Ask::get(path).header("accept-encoding", "br")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("font/woff2")), "{answer:?}");
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
        // They are compressed in themselves.
        assert_eq!((answer.header("content-encoding"), &answer.body[..4]), (None, &b"wOF2"[..]));
        assert_eq!(answer.header("content-security-policy"), None);
    }
    for path in ["/fonts/alegreya-OFL.txt", "/fonts/figtree-OFL.txt"] {
        let licence = server.send(Ask::get(path)).await;
        assert_eq!(licence.header("content-type"), Some("text/plain; charset=utf-8"));
        assert!(licence.text().contains("SIL OPEN FONT LICENSE Version 1.1"), "{path}");
    }
    let icon = server.send(Ask::get("/icons/512.png").header("accept-encoding", "br")).await;
    assert_eq!((icon.header("content-type"), icon.header("content-encoding")), (Some("image/png"), None));
}

#[tokio::test]
async fn a_document_lets_nothing_in_and_makes_no_markup_of_text() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["/", "/offline.html"] {
        let answer = server.send(Ask::get(path)).await;
        let policy: Vec<&str> = answer.header("content-security-policy").unwrap().split(';').map(str::trim).collect();
        let ours = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"];
        let types = ["require-trusted-types-for 'script'", "trusted-types worker"];
        assert!(ours.iter().chain(&types).all(|rule| policy.contains(rule)), "{path}: {policy:?}");
    }
}

#[tokio::test]
async fn a_place_and_a_person_of_no_campaign_have_pictures() {
    let home = Home::new();
    let server = home.start(&[]);
    let place = server.send(Ask::get("/art/place/Badger%20Thicket")).await;
    assert_eq!((place.status, place.header("content-type")), (200, Some("image/svg+xml")), "{place:?}");
    assert!(place.text().starts_with("<svg") && !place.text().contains("Badger"), "painted, not written");
    let again = server.send(Ask::get("/art/place/Badger%20Thicket")).await;
    assert_eq!(place.body, again.body, "a place looks the same whenever one comes there");
    let at_night = server.send(Ask::get("/art/place/Badger%20Thicket//night")).await;
    let by_day = server.send(Ask::get("/art/place/Badger%20Thicket/Ferns%20%2F%20a%20lamp./day")).await;
    assert_ne!(at_night.body, by_day.body, "the hour outweighs a lamp");
    let other = server.send(Ask::get("/art/place/The%20Salt%20Harbour")).await;
    assert_ne!(place.body, other.body);
    let name = place.header("etag").unwrap();
    let known = server.send(Ask::get("/art/place/Badger%20Thicket").header("if-none-match", name)).await;
    assert_eq!((known.status, known.body.is_empty()), (304, true));
    let of = |looks: &str| Ask::get(&format!("/art/person/Dagna/{looks}"));
    let [one, two] =
        [server.send(of("a%20dwarf%20woman")).await, server.send(of("an%20old%20elf%2C%20no%2Fyes")).await];
    assert!(one.text().starts_with("<svg") && two.text().starts_with("<svg") && one.body != two.body);
    server.send(Ask::get("/art/weather/rain")).await.problem(404, "unknown_route");
    let long = format!("/art/place/{}", "wood".repeat(1_000));
    assert_eq!(server.send(Ask::get(&long)).await.status, 200);
}
