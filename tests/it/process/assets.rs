//! Pictures and music of a campaign, as a browser fetches them.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{method, path},
};

use super::{
    seats::spectator,
    server::{Home, PATIENCE, Server},
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

/// A server of pictures that answers with this, and how often it was asked.
async fn painter(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST")).and(path("/v1/images/generations")).respond_with(answer).mount(&server).await;
    server
}

async fn n_asked(painter: &MockServer) -> usize {
    painter.received_requests().await.unwrap().len()
}

/// Repeats the request until the answer is as expected.
async fn until(server: &Server, path: &str, mut holds: impl FnMut(&Answer) -> bool) -> Answer {
    tokio::time::timeout(PATIENCE, async {
        loop {
            let answer = get(server, path).await;
            if holds(&answer) {
                return answer;
            }
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("it never came")
}

#[tokio::test]
async fn a_painted_picture_takes_the_place_of_the_drawing_and_stays() {
    let png = [&[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a][..], b"a picture"].concat();
    let answer = json!({"data": [{"b64_json": BASE64_STANDARD.encode(&png)}]});
    let painter = painter(ResponseTemplate::new(200).set_body_json(answer)).await;
    let url = format!("{}/v1", painter.uri());
    let env = [("IMAGE_BASE_URL", url.as_str()), ("IMAGE_MODEL", "brush"), ("IMAGE_API_KEY", "hush-hush")];
    let home = Home::new();
    let path = format!("{ASSETS}/background/the-door");
    {
        let server = home.start(&env);
        let drawn = get(&server, &path).await;
        assert_eq!(drawn.header("content-type"), Some("image/svg+xml"), "nobody waits for it");
        let painted = until(&server, &path, |answer| answer.header("content-type") == Some("image/png")).await;
        assert_eq!(painted.body, png);
        assert_ne!(painted.header("etag"), drawn.header("etag"));
    }
    let asked = &painter.received_requests().await.unwrap()[0];
    assert_eq!(asked.headers["authorization"], "Bearer hush-hush");
    let asked: Value = serde_json::from_slice(&asked.body).unwrap();
    assert_eq!(asked["model"], "brush");
    let words = asked["prompt"].as_str().unwrap();
    assert!(words.contains("the ice-house yard") && words.contains("Gouache"), "{words}");
    // Another start: it is there, and no one is asked again.
    let server = home.start(&env);
    assert_eq!(get(&server, &path).await.body, png);
    assert_eq!(n_asked(&painter).await, 1);
    // Another take is painted anew, of the same words.
    let take = format!("{path}?take=2");
    let painted = until(&server, &take, |answer| answer.header("content-type") == Some("image/png")).await;
    assert_ne!(painted.header("etag"), get(&server, &path).await.header("etag"));
    let asked = painter.received_requests().await.unwrap();
    assert_eq!((asked.len(), &asked[0].body), (2, &asked[1].body));
    assert!(!home.log().contains("hush-hush"));
}

#[tokio::test]
async fn a_picture_shown_in_a_session_leaves_out_what_crosses_its_lines() {
    let png = [&[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a][..], b"a picture"].concat();
    let answer = json!({"data": [{"b64_json": BASE64_STANDARD.encode(&png)}]});
    let painter = painter(ResponseTemplate::new(200).set_body_json(answer)).await;
    let url = format!("{}/v1", painter.uri());
    let home = Home::new();
    let server = home.start(&[("IMAGE_BASE_URL", url.as_str()), ("IMAGE_MODEL", "brush")]);
    let begin = async |lines: Value| {
        let new = json!({"safety": {"lines": lines}});
        let session = server.good(super::wire::Ask::post("/api/sessions").json(&new)).await;
        session["id"].as_str().unwrap().to_owned()
    };
    let (with, without) = (begin(json!(["ice-house", "spiders"])).await, begin(json!([])).await);
    let path = format!("{ASSETS}/background/the-door");
    for of in [format!("{path}?session={with}"), format!("{path}?session={without}"), path.clone()] {
        until(&server, &of, |answer| answer.header("content-type") == Some("image/png")).await;
    }
    let asked = painter.received_requests().await.unwrap();
    let words: Vec<String> = asked
        .iter()
        .map(|asked| serde_json::from_slice::<Value>(&asked.body).unwrap()["prompt"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(words.len(), 2, "without lines it is the picture of everybody: {words:?}");
    assert!(words[0].contains("Never show: ice-house; Spiders."), "{}", words[0]);
    assert!(!words[0].contains("ice-house yard") && words[1].contains("the ice-house yard"), "{words:?}");
    assert!(!words[1].contains("Never show"), "{}", words[1]);
    let nobodys = get(&server, &format!("{path}?session=nobodys")).await;
    nobodys.problem(404, "unknown_session");
}

#[tokio::test]
async fn where_painting_fails_the_drawing_stays_and_no_address_is_fetched() {
    let elsewhere = painter(ResponseTemplate::new(200)).await;
    let only_address = json!({"data": [{"url": format!("{}/v1/images/generations", elsewhere.uri())}]});
    let no_picture = json!({"data": [{"b64_json": BASE64_STANDARD.encode("<svg onload='x'/>")}]});
    for answer in [
        ResponseTemplate::new(500),
        ResponseTemplate::new(307).insert_header("location", elsewhere.uri()),
        ResponseTemplate::new(200).set_body_json(only_address),
        ResponseTemplate::new(200).set_body_json(no_picture),
    ] {
        let painter = painter(answer).await;
        let url = format!("{}/v1", painter.uri());
        let home = Home::new();
        let server = home.start(&[("IMAGE_BASE_URL", &url), ("IMAGE_MODEL", "brush")]);
        let path = format!("{ASSETS}/portrait/thimble");
        get(&server, &path).await;
        super::server::until("the failure is told", || home.log().contains("drawn, not painted")).await;
        // It is left alone for a while.
        assert_eq!(get(&server, &path).await.header("content-type"), Some("image/svg+xml"));
        assert_eq!(n_asked(&painter).await, 1);
    }
    assert_eq!(n_asked(&elsewhere).await, 0);
}

#[tokio::test]
async fn bypassed_nobody_is_asked() {
    let painter = painter(ResponseTemplate::new(500)).await;
    let home = Home::new();
    let server = home.start(&[("IMAGE_BASE_URL", &painter.uri()), ("IMAGE_MODEL", "brush"), ("BYPASS_ASSETS", "true")]);
    let path = format!("{ASSETS}/background/the-door");
    assert_eq!(get(&server, &path).await.text(), get(&server, &path).await.text());
    assert_eq!(n_asked(&painter).await, 0);
}

#[tokio::test]
async fn another_take_is_another_picture_of_the_same_words() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["background/the-door", "portrait/thimble", "music/the-door"] {
        let take = async |query: &str| get(&server, &format!("{ASSETS}/{path}{query}")).await;
        let (first, second) = (take("").await, take("?take=2").await);
        assert_eq!(first.body, take("?take=1").await.body, "{path}");
        assert_eq!(second.body, take("?take=2").await.body, "{path}");
        assert!(first.body != second.body && first.header("etag") != second.header("etag"), "{path}");
        assert_ne!(second.body, take("?take=3").await.body, "{path}");
    }
    for wrong in ["0", "100", "-1", "two"] {
        let answer = get(&server, &format!("{ASSETS}/background/the-door?take={wrong}")).await;
        assert_eq!(answer.status, 422, "{wrong}");
    }
}

#[tokio::test]
async fn an_image_server_is_told_what_the_campaign_says_a_picture_shows() {
    let painter = painter(ResponseTemplate::new(500)).await;
    let url = format!("{}/v1", painter.uri());
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    package["people"][0]["imagePrompt"] = json!("A carter in a grey hat.");
    package["acts"][0]["nodes"][0]["imagePrompt"] = json!("A milestone in the snow.");
    package["genre"] = json!("ghost story");
    let [person, node] =
        ["/people/0/id", "/acts/0/nodes/0/id"].map(|at| package.pointer(at).unwrap().as_str().unwrap());
    for (path, words) in [
        (format!("portrait/{person}"), "A carter in a grey hat."),
        (format!("background/{node}"), "A milestone in the snow."),
    ] {
        // After a failure the server is left alone for a while.
        let home = Home::new();
        let server = home.start(&[("IMAGE_BASE_URL", &url), ("IMAGE_MODEL", "brush")]);
        let taken = server.good(Ask::post("/api/campaigns").json(&package)).await;
        let card = &taken["campaign"];
        let minutes = (card["minutes"]["from"].as_u64().unwrap(), card["minutes"]["to"].as_u64().unwrap());
        assert!(card["genre"] == "ghost story" && minutes.0 >= 5 && minutes.0 < minutes.1, "{card}");
        get(&server, &format!("/api/campaigns/the-salt-road/assets/{path}")).await;
        super::server::until("it was asked", || home.log().contains("drawn, not painted")).await;
        let asked = painter.received_requests().await.unwrap().pop().unwrap();
        let asked: Value = serde_json::from_slice(&asked.body).unwrap();
        assert!(asked["prompt"].as_str().unwrap().contains(words), "{asked}");
    }
}

#[tokio::test]
async fn guests_see_pictures_of_where_the_heroes_were() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let campaign = json!({"campaign": "the-ice-house-at-sundry"});
    let session = server.good(Ask::post("/api/sessions").json(&campaign)).await;
    let (id, node) = (session["id"].as_str().unwrap(), session["plot"]["visited"][0]["id"].as_str().unwrap());
    let digest = session["plot"]["campaign"]["digest"].as_str().unwrap();
    let ben = spectator(&server, id, "Ben").await;
    let shown = |path: &str, rest: &str| ben.anywhere(&format!("{ASSETS}/{path}?v={digest}&session={id}{rest}"));
    for kind in ["background", "music"] {
        let answer = server.send(shown(&format!("{kind}/{node}"), "")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let package = server.read("/api/campaigns/the-ice-house-at-sundry").await;
    let nodes = package["acts"].as_array().unwrap().iter().flat_map(|act| act["nodes"].as_array().unwrap());
    let unseen = nodes.filter_map(|other| other["id"].as_str()).find(|other| *other != node).unwrap();
    server.send(shown(&format!("background/{unseen}"), "")).await.problem(404, "unknown_asset");
    server.send(shown(&format!("background/{node}"), "&take=2")).await.problem(404, "unknown_asset");
    let known = session["supportingNPCs"].as_array().unwrap().iter().filter_map(|npc| npc["id"].as_str());
    let known: Vec<&str> = known.collect();
    for person in package["people"].as_array().unwrap().iter().filter_map(|person| person["id"].as_str()) {
        let answer = server.send(shown(&format!("portrait/{person}"), "")).await;
        assert!(answer.status == 200 || !known.contains(&person), "{person}: {answer:?}");
    }
    let elsewhere = server.good(Ask::post("/api/sessions").json(&campaign)).await;
    let other = elsewhere["id"].as_str().unwrap();
    let foreign = ben.anywhere(&format!("{ASSETS}/background/{node}?session={other}"));
    server.send(foreign).await.problem(401, "unauthorized");
    server.send(ben.anywhere(&format!("{ASSETS}/background/{node}"))).await.problem(401, "unauthorized");
}
