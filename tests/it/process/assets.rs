//! Pictures and music of a campaign, as a browser fetches them.

use serde_json::json;

use super::{
    server::{Home, Server},
    wire::{Answer, Ask},
};

const ASSETS: &str = "/api/campaigns/the-ice-house-at-sundry/assets";

async fn get(server: &Server, path: &str) -> Answer {
    server.send(Ask::get(path)).await
}

#[tokio::test]
async fn every_node_and_person_of_the_first_campaign_has_its_picture() {
    let home = Home::new();
    let server = home.start(&[]);
    let package = server.read("/api/campaigns/the-ice-house-at-sundry").await;
    let nodes = package["acts"].as_array().unwrap().iter().flat_map(|act| act["nodes"].as_array().unwrap());
    let nodes = nodes.map(|node| ("background", &node["id"]));
    let people = package["people"].as_array().unwrap().iter().map(|person| ("portrait", &person["id"]));
    let mut pictures = std::collections::BTreeSet::new();
    for (kind, id) in nodes.chain(people) {
        let answer = get(&server, &format!("{ASSETS}/{kind}/{}", id.as_str().unwrap())).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
        assert_eq!(
            answer.header("content-security-policy"),
            Some("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let svg = answer.text();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(pictures.insert(svg), "{kind} {id} looks like another");
    }
    assert!(pictures.len() > 12);
}

#[tokio::test]
async fn the_music_of_a_scene_is_a_minute_long() {
    let home = Home::new();
    let server = home.start(&[]);
    let answer = get(&server, &format!("{ASSETS}/music/the-door")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("audio/wav")));
    assert_eq!(answer.header("content-encoding"), None, "nobody packs it");
    assert_eq!(answer.body.len(), 44 + 60 * 22_050 * 2);
}

#[tokio::test]
async fn browsers_keep_what_they_were_given() {
    let home = Home::new();
    let server = home.start(&[]);
    let path = format!("{ASSETS}/background/the-door");
    let first = get(&server, &path).await;
    let etag = first.header("etag").unwrap().to_owned();
    assert_eq!(first.header("cache-control"), Some("private, no-cache"));
    let again = server.send(Ask::get(&path).header("if-none-match", &etag)).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(etag.as_str()));
    // Under an address that names the version that is played, for good; one that was never played is not there.
    let played = server.good(Ask::post("/api/sessions").json(&json!({"campaign": "the-ice-house-at-sundry"}))).await;
    let (node, digest) = (&played["plot"]["node"], played["plot"]["campaign"]["digest"].as_str().unwrap());
    assert_eq!(node, "the-door");
    let named = get(&server, &format!("{path}?v={digest}")).await;
    assert_eq!(named.header("cache-control"), Some("private, max-age=31536000, immutable"));
    assert_eq!((named.header("etag"), named.text()), (Some(etag.as_str()), first.text()));
    for other in ["0123", &digest.replace(|c: char| c.is_ascii_digit(), "0"), "..%2Fdoor"] {
        get(&server, &format!("{path}?v={other}")).await.problem(404, "unknown_campaign");
    }
    // Another server, another day: the same bytes.
    let elsewhere = Home::new();
    assert_eq!(get(&elsewhere.start(&[]), &path).await.text(), first.text());
}

#[tokio::test]
async fn what_there_is_not_is_said() {
    let home = Home::new();
    let server = home.start(&[]);
    for (path, code) in [
        ("/api/campaigns/nowhere/assets/background/the-door".to_owned(), "unknown_campaign"),
        (format!("{ASSETS}/background/nowhere"), "unknown_asset"),
        (format!("{ASSETS}/portrait/the-door"), "unknown_asset"),
        (format!("{ASSETS}/film/the-door"), "unknown_asset"),
        (format!("{ASSETS}/background/..%2F..%2Fetc%2Fpasswd"), "unknown_asset"),
    ] {
        get(&server, &path).await.problem(404, code);
    }
    assert_eq!(get(&server, &format!("{ASSETS}/background/the-door?size=9")).await.status, 422);
}
