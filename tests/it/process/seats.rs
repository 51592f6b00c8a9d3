//! Friends at one table, as the host and the guests meet it over HTTP.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    listen::Listening,
    schemas::document,
    server::{Home, Server, until},
    table::{asking, chat, id_of, says, says_behind, told, turns, two_tools, view},
    table_stream::until_the_end_of_a_turn,
    wire::{Answer, Ask, Client},
};
use crate::claude::stub::{Gate, Stub};

/// A guest as a test plays one.
pub(super) struct Guest {
    pub(super) session: String,
    pub(super) seat: String,
    secret: String,
}

impl Guest {
    pub(super) fn of(joined: &Value) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Self { session: text(&joined["sessionId"]), seat: id_of(&joined["seat"]), secret: text(&joined["secret"]) }
    }

    /// A request below the session, with the guest's secret.
    pub(super) fn ask(&self, method: &str, rest: &str) -> Ask {
        Ask::new(method, &format!("/api/sessions/{}{rest}", self.session)).bearer(&self.secret)
    }

    /// A request to any address, with the guest's secret.
    pub(super) fn anywhere(&self, target: &str) -> Ask {
        Ask::get(target).bearer(&self.secret)
    }

    pub(super) fn says(&self, words: &str) -> Ask {
        chat(&self.session, words).bearer(&self.secret)
    }

    pub(super) async fn follow(&self, client: &Client) -> Listening {
        let mut listening = Listening::to(client, self.ask("GET", "/events")).await;
        listening.expect("hello").await;
        listening
    }
}

pub(super) fn at(session: &str, rest: &str) -> String {
    format!("/api/sessions/{session}{rest}")
}

/// A session with two of the ready-made heroes; the second is free.
pub(super) async fn table(client: &Client) -> (String, Vec<String>) {
    let ready = client.read("/api/heroes").await;
    let two: Vec<&Value> = ready["items"].as_array().unwrap().iter().take(2).map(|hero| &hero["id"]).collect();
    let session = client.good(Ask::post("/api/sessions").json(&json!({ "characters": two }))).await;
    let heroes = session["characters"].as_array().unwrap().iter().map(id_of).collect();
    (id_of(&session), heroes)
}

pub(super) async fn invite(client: &Client, session: &str, what: Value) -> Value {
    client.good(Ask::post(&at(session, "/invitations")).json(&what)).await
}

/// The token of an invitation, from its link.
fn token(invitation: &Value) -> String {
    let url = invitation["url"].as_str().expect("a link");
    url.split_once("/#/join/").expect("a fragment").1.to_owned()
}

/// A request to join with this invitation.
pub(super) fn join(invitation: &Value, name: &str, character: Value) -> Ask {
    let body = json!({"token": token(invitation), "name": name, "character": character, "bearer": true});
    Ask::post("/api/join").json(&body)
}

/// A guest who plays the second hero of a new table.
pub(super) async fn seated(client: &Client) -> (String, Vec<String>, Guest) {
    let (session, heroes) = table(client).await;
    let invitation = invite(client, &session, json!({"role": "player"})).await;
    let guest = Guest::of(&client.good(join(&invitation, "Ana", json!(heroes[1]))).await);
    (session, heroes, guest)
}

pub(super) async fn spectator(client: &Client, session: &str, name: &str) -> Guest {
    let invitation = invite(client, session, json!({"role": "spectator"})).await;
    Guest::of(&client.good(join(&invitation, name, json!(null))).await)
}

#[tokio::test]
async fn a_friend_joins_by_link_and_plays_until_they_leave() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let document = document(&server).await;
    let (session, heroes) = table(&server).await;
    let made = server.send(Ask::post(&at(&session, "/invitations")).json(&json!({"role": "player"}))).await;
    assert_eq!(made.status, 201, "{made:?}");
    let invitation = made.json();
    let answer = |method, path, status| document.answer(method, path, status, "application/json");
    document.check(answer("post", "/api/sessions/{id}/invitations", "201"), &invitation, "invitation");
    let url = invitation["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("http://{}/#/join/{session}.", server.address)), "{url}");
    assert!(invitation["qr"].as_str().unwrap().contains("<svg"), "{invitation}");
    let listed = server.read(&at(&session, "/invitations")).await;
    document.check(answer("get", "/api/sessions/{id}/invitations", "200"), &listed, "invitations");
    assert_eq!(listed["items"][0]["id"], invitation["id"]);
    assert!(!listed.to_string().contains(&token(&invitation)));

    let look = server.good(Ask::post("/api/join/look").json(&json!({"token": token(&invitation)}))).await;
    document.check(answer("post", "/api/join/look", "200"), &look, "look");
    let free: Vec<_> = look["heroes"].as_array().unwrap().iter().map(id_of).collect();
    assert_eq!((free, &look["role"]), (vec![heroes[1].clone()], &json!("player")), "the first is the host's");

    let body = json!({"token": token(&invitation), "name": "Ana", "character": heroes[1]});
    let joined = server.send(Ask::post("/api/join").json(&body)).await;
    assert_eq!(joined.status, 201, "{joined:?}");
    document.check(answer("post", "/api/join", "201"), &joined.json(), "joined");
    assert_eq!(joined.json().get("secret"), None, "the cookie has it");
    let set = joined.header("set-cookie").unwrap();
    assert!(set.starts_with(&format!("seat_{session}=")), "{set}");
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age="] {
        assert!(set.contains(attribute), "{set}");
    }
    let cookie = set.split(';').next().unwrap().to_owned();
    let ana = |ask: Ask| ask.header("cookie", &cookie);
    let me = server.good(ana(Ask::get(&at(&session, "/me")))).await;
    document.check(answer("get", "/api/sessions/{id}/me", "200"), &me, "me");
    assert_eq!((&me["role"], &me["seat"]["name"]), (&json!("player"), &json!("Ana")));
    assert_eq!(server.read(&at(&session, "/me")).await["role"], "host");
    let again = server.send(ana(Ask::post("/api/join").json(&body))).await;
    assert_eq!((again.status, again.header("set-cookie")), (200, None), "nobody new is seated");
    document.check(answer("post", "/api/join", "200"), &again.json(), "seated");
    assert_eq!(again.json()["seat"]["id"], me["seat"]["id"], "who is here already keeps the seat");

    let turn = server.good(ana(chat(&session, "I look around."))).await;
    assert_eq!((&turn["characterId"], &turn["seat"]), (&json!(heroes[1]), &me["seat"]["id"]));
    let own = server.good(chat(&session, "I look around.")).await;
    assert_eq!((&own["characterId"], &own["seat"]), (&json!(heroes[0]), &json!("host")));
    let seats = server.read(&at(&session, "/seats")).await;
    document.check(answer("get", "/api/sessions/{id}/seats", "200"), &seats, "seats");
    assert_eq!(seats["items"].as_array().unwrap().len(), 2);

    let leave = ana(Ask::new("DELETE", &at(&session, &format!("/seats/{}", id_of(&me["seat"])))));
    let left = server.send(leave).await;
    assert_eq!(left.status, 204);
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"), "{left:?}");
    let over = server.send(ana(chat(&session, "I go on."))).await;
    over.problem(401, "unauthorized");
    assert!(over.header("set-cookie").unwrap().contains("Max-Age=0"), "{over:?}");
    let gone = server.read(&at(&session, "/seats")).await;
    assert_eq!((&gone["items"][1]["state"], &gone["items"][1]["characterIds"]), (&json!("gone"), &json!([])));
    assert_eq!(turns(&server, &session).await.len(), 2);
    home_has_none_of(&home, &[&token(&invitation), cookie.split_once('=').unwrap().1]);
}

/// Checks that neither the log nor any file has one of these secrets.
fn home_has_none_of(home: &Home, secrets: &[&str]) {
    for secret in secrets {
        let key = secret.rsplit('.').next().unwrap();
        assert!(key.len() >= 43, "256 bits: {secret}");
        assert!(!home.log().contains(key), "a secret is in the log");
        for (path, bytes) in super::server::files(&home.data()) {
            assert!(!bytes.windows(key.len()).any(|window| window == key.as_bytes()), "a secret is in {path:?}");
        }
    }
}

/// How many spell slots of the first level a hero of a session has spent.
async fn spent(client: &Client, session: &str, hero: usize) -> u64 {
    let session = client.read(&at(session, "")).await;
    session["characters"][hero]["spellcasting"]["slots"]["1"]["used"].as_u64().unwrap_or_default()
}

/// A table of Ada and Wren, who can bless.
async fn ada_and_wren(client: &Client) -> String {
    let hero = |name: &str, class: &str| json!({"name": name, "class": class, "race": "human", "level": 3});
    let two = [hero("Ada", "fighter"), hero("Wren", "cleric")];
    let session = client.good(Ask::post("/api/sessions").json(&json!({ "characters": two }))).await;
    id_of(&session)
}

#[tokio::test]
async fn what_a_hero_has_is_used_by_the_words_of_their_own_player_alone() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let alone = ada_and_wren(&server).await;
    server.good(chat(&alone, "I look around.")).await;
    server.good(chat(&alone, "Wren casts bless on Ada")).await;
    assert_eq!(spent(&server, &alone, 1).await, 1, "one player plays both");

    let session = ada_and_wren(&server).await;
    server.good(chat(&session, "I look around.")).await;
    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let ana = Guest::of(&server.good(join(&invitation, "Ana", json!("wren"))).await);
    for words in ["Wren casts bless on Ada", "Let Wren cast bless on me", "Wren drinks from her waterskin"] {
        let turn = server.good(chat(&session, words)).await;
        let told = turn["narrative"].as_str().unwrap();
        assert!(told.contains("Wren's own player"), "{words}: {told}");
        assert_eq!((spent(&server, &session, 1).await, &turn["changes"]), (0, &json!([])), "{words}");
    }
    server.good(ana.says("I cast bless on Ada")).await;
    assert_eq!(spent(&server, &session, 1).await, 1, "her own player casts");
}

#[tokio::test]
async fn a_prompt_says_who_plays_whom_where_several_people_play() {
    let home = Home::new();
    let stub = Stub::serve(["One.", "Two.", "Three."].map(|text| says(told(text))).into()).await;
    let url = stub.url();
    let server = home.start_for_ada(&asking(&url));
    let (session, _) = table(&server).await;
    server.good(chat(&session, "I look around.")).await;
    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let heroes = server.read(&at(&session, "")).await["characters"].clone();
    let ana = Guest::of(&server.good(join(&invitation, "Ana", heroes[1]["id"].clone())).await);
    server.good(chat(&session, "I listen.")).await;
    server.good(ana.says("I wait.")).await;
    let shown: Vec<String> =
        stub.requests().iter().map(|asked| String::from_utf8_lossy(&asked.body).into_owned()).collect();
    let of = |text: &str| -> Vec<String> {
        let parts = text.split("\\n  played by: ").skip(1);
        parts.map(|rest| rest.split("\\n").next().unwrap_or_default().to_owned()).collect()
    };
    let first = |words: &str| shown.iter().find(|text| text.contains(words)).map(|text| of(text)).unwrap();
    assert_eq!(first("I look around."), Vec::<String>::new(), "one person plays both");
    assert_eq!(first("I listen."), ["you", "another player"]);
    assert_eq!(first("I wait."), ["another player", "you"]);
}

#[tokio::test]
async fn two_guests_want_one_hero_at_once_and_one_of_them_gets_it() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player", "uses": 10})).await;
    let send = |name: &str| {
        let (client, ask) = (Client::clone(&server), join(&invitation, name, json!(heroes[1])));
        tokio::spawn(async move { client.send(ask).await })
    };
    let sent: Vec<_> = ["Ana", "Ben", "Cleo", "Dan"].map(send).into();
    let mut answers: Vec<Answer> = Vec::new();
    for sent in sent {
        answers.push(sent.await.unwrap());
    }
    let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
    assert_eq!((good.len(), bad.len()), (1, 3));
    bad.iter().for_each(|answer| drop(answer.problem(409, "hero_taken")));
    let listed = server.read(&at(&session, "/invitations")).await;
    assert_eq!(listed["items"][0]["used"], 1, "who got no seat did not use it");
}

#[tokio::test]
async fn a_new_hero_comes_along_while_there_is_room() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player", "uses": 20})).await;
    let hero = |name: &str| json!({"name": name, "class": "monk", "race": "human"});
    let ana = Guest::of(&server.good(join(&invitation, "Ana", hero("Aya"))).await);
    let here = view(&server, &session).await;
    assert_eq!(here["characters"].as_array().unwrap().len(), 3);
    assert_eq!(server.good(ana.says("I look around.")).await["characterId"], here["characters"][2]["id"]);
    server.send(join(&invitation, "Ben", json!({"name": "Bo", "class": "baker"}))).await.invalid("character.class");
    server.good(join(&invitation, "Ben", json!("ilvara-starfall"))).await;
    for name in ["Cleo", "Dan"] {
        server.good(join(&invitation, name, hero(&format!("Hero of {name}")))).await;
    }
    server.send(join(&invitation, "Eli", hero("Ed"))).await.problem(409, "table_full");
    assert_eq!(view(&server, &session).await["characters"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn an_invitation_that_is_over_lets_nobody_in() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes) = table(&server).await;
    let once = invite(&server, &session, json!({"role": "spectator"})).await;
    server.good(join(&once, "Ana", json!(null))).await;
    server.send(join(&once, "Ben", json!(null))).await.problem(410, "invitation_over");
    let brief = invite(&server, &session, json!({"role": "player", "expiresIn": 1})).await;
    let revoked = invite(&server, &session, json!({"role": "player", "characterId": heroes[1]})).await;
    server.send(join(&revoked, "Ben", json!(heroes[0]))).await.invalid("character");
    let path = at(&session, &format!("/invitations/{}", id_of(&revoked)));
    assert_eq!(server.send(Ask::new("DELETE", &path)).await.status, 204);
    server.send(Ask::new("DELETE", &path)).await.problem(404, "unknown_invitation");
    server.send(join(&revoked, "Ben", json!(null))).await.problem(410, "invitation_over");
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    server.send(join(&brief, "Ben", json!(null))).await.problem(410, "invitation_over");
    let look = Ask::post("/api/join/look").json(&json!({"token": token(&brief)}));
    server.send(look).await.problem(410, "invitation_over");
    for (body, field) in [
        (json!({"role": "player", "expiresIn": 0}), "expiresIn"),
        (json!({"role": "player", "expiresIn": 2_592_001}), "expiresIn"),
        (json!({"role": "player", "uses": 0}), "uses"),
        (json!({"role": "player", "uses": 101}), "uses"),
        (json!({"role": "spectator", "characterId": heroes[1]}), "characterId"),
    ] {
        server.send(Ask::post(&at(&session, "/invitations")).json(&body)).await.invalid(field);
    }
    let nobody = json!({"role": "player", "characterId": "nobody"});
    server.send(Ask::post(&at(&session, "/invitations")).json(&nobody)).await.problem(404, "unknown_character");
}

#[tokio::test]
async fn guesses_are_limited_and_logged_without_what_was_guessed() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let guess = |n: u32| format!("{session}.guess-number-{n}");
    let look = |token: &str| Ask::post("/api/join/look").json(&json!({ "token": token }));
    server.send(look("no-token-at-all")).await.problem(410, "invitation_over");
    server.send(look("another-session.guess-number-0")).await.problem(410, "invitation_over");
    let mut n_guesses = 0;
    loop {
        let (looked, asked) = (look(&guess(n_guesses)), Ask::get(&at(&session, "")).bearer(&guess(n_guesses)));
        if server.send(looked).await.status == 429 || server.send(asked).await.status == 429 {
            break;
        }
        n_guesses += 1;
        assert!(n_guesses < 40, "guesses have a limit");
    }
    assert!(n_guesses >= 10, "{n_guesses}");
    assert_eq!(server.send(look(&token(&invitation))).await.status, 200, "a friend is not locked out");
    assert_eq!(server.send(ana.ask("GET", "")).await.status, 200, "who has a seat is not locked out");
    let log = home.log();
    assert!(log.contains("an invitation was refused") && log.contains("the secret of a seat opens nothing"), "{log}");
    assert!(!log.contains("guess-number"), "{log}");
}

#[tokio::test]
async fn a_guest_acts_for_their_own_heroes_and_the_host_for_the_others() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes, ana) = seated(&server).await;
    let acts = |hero: &str| json!({"message": "I wait.", "characterId": hero});
    let said = |hero: &str| Ask::post(&at(&session, "/chat")).json(&acts(hero));
    server.send(said(&heroes[0]).bearer(&ana.secret)).await.problem(403, "not_your_hero");
    server.send(said(&heroes[1])).await.problem(403, "not_your_hero");
    let rest = |hero: &str| json!({"action": "rest", "kind": "short", "characterId": hero});
    let acted = |hero: &str| Ask::post(&at(&session, "/actions")).json(&rest(hero));
    server.send(acted(&heroes[0]).bearer(&ana.secret)).await.problem(403, "not_your_hero");
    let level = |hero: &str| Ask::post(&at(&session, "/level-up")).json(&json!({ "characterId": hero }));
    server.send(level(&heroes[0]).bearer(&ana.secret)).await.problem(403, "not_your_hero");
    server.send(level(&heroes[1])).await.problem(403, "not_your_hero");
    let sheet = |hero: &str| ana.ask("GET", &format!("/characters/{hero}/sheet"));
    server.send(sheet(&heroes[0])).await.problem(403, "not_your_hero");
    assert_eq!(server.send(sheet(&heroes[1])).await.status, 200);

    let seat = format!("/seats/{}", ana.seat);
    let away = server.good(ana.ask("PATCH", &seat).json(&json!({"state": "away", "name": "Anna"}))).await;
    assert_eq!((&away["state"], &away["name"]), (&json!("away"), &json!("Anna")));
    server.good(said(&heroes[1])).await;
    server.good(ana.ask("PATCH", &seat).json(&json!({"state": "here"}))).await;
    server.send(said(&heroes[1])).await.problem(403, "not_your_hero");

    for change in [json!({"role": "spectator"}), json!({"characterIds": heroes})] {
        server.send(ana.ask("PATCH", &seat).json(&change)).await.problem(403, "host_only");
    }
    for method in ["PATCH", "DELETE"] {
        server.send(ana.ask(method, "/seats/host").json(&json!({"name": "Me"}))).await.problem(403, "host_only");
    }
    let change = |change: Value| Ask::new("PATCH", &at(&session, &seat)).json(&change);
    server.good(change(json!({"characterIds": heroes}))).await;
    server.good(said(&heroes[0]).bearer(&ana.secret)).await;
    server.send(chat(&session, "I wait.")).await.problem(403, "not_your_hero");
    server.good(change(json!({"role": "spectator"}))).await;
    server.send(said(&heroes[0]).bearer(&ana.secret)).await.problem(403, "host_only");
    server.good(said(&heroes[0])).await;
    server.send(Ask::new("DELETE", &at(&session, "/seats/host"))).await.invalid("seatId");
    server.send(Ask::new("DELETE", &at(&session, "/seats/nobody"))).await.problem(404, "unknown_seat");
}

/// The routes below a session that guests may call, and whether spectators may.
const OPEN: [(&str, &str, bool); 23] = [
    ("get", "", true),
    ("get", "/turns", true),
    ("get", "/turns/{turnId}/events", true),
    ("get", "/events", true),
    ("get", "/me", true),
    ("get", "/seats", true),
    ("get", "/table", true),
    ("patch", "/seats/{seatId}", true),
    ("delete", "/seats/{seatId}", true),
    ("post", "/x", true),
    ("post", "/talk", false),
    ("post", "/chat", false),
    ("post", "/ask", false),
    ("post", "/ready", false),
    ("get", "/actions", false),
    ("post", "/actions", false),
    ("get", "/forecast", false),
    ("post", "/rolls", false),
    ("get", "/characters/{cid}/sheet", false),
    ("post", "/level-up", false),
    ("get", "/safety", false),
    ("put", "/safety", false),
    ("post", "/cancel", false),
];

#[tokio::test]
async fn every_other_route_of_a_session_is_closed_to_guests() {
    let home = Home::new();
    let env = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr"), ("LIMIT_SIGN_INS", "0")];
    let server = home.start(&env);
    let ada = |ask: Ask| ask.bearer("lovelace-zephyr");
    let session = server.good(ada(Ask::post("/api/sessions").json(&json!({})))).await;
    let (id, hero) = (id_of(&session), id_of(&session["characters"][0]));
    let mut guests = Vec::new();
    for role in ["player", "spectator"] {
        let ask = Ask::post(&at(&id, "/invitations")).json(&json!({ "role": role }));
        let invitation = server.good(ada(ask)).await;
        let hero = json!({"name": "Aya", "class": "monk", "race": "human"});
        guests.push(Guest::of(&server.good(join(&invitation, role, hero)).await));
    }
    let document = server.read("/api/openapi.json").await;
    let mut n_closed = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(rest) = path.strip_prefix("/api/sessions/{id}") else {
            let is_public = item.as_object().unwrap().values().all(|operation| operation["security"] == json!([]));
            for method in item.as_object().unwrap().keys().filter(|_| path.starts_with("/api/") && !is_public) {
                let real = path.replace("{id}", &id).replace(['{', '}'], "");
                let ask = Ask::new(&method.to_uppercase(), &real).bearer(&guests[0].secret);
                server.send(ask).await.problem(401, "unauthorized");
            }
            continue;
        };
        for method in item.as_object().unwrap().keys() {
            let real = rest.replace("{cid}", &hero).replace(['{', '}'], "");
            for (guest, is_player) in guests.iter().zip([true, false]) {
                let open = OPEN.iter().find(|(verb, below, _)| verb == method && *below == rest);
                if open.is_some_and(|(_, _, for_all)| *for_all || is_player) {
                    continue;
                }
                let ask = guest.ask(&method.to_uppercase(), &real).json(&json!({}));
                server.send(ask).await.problem(403, "host_only");
                n_closed += 1;
            }
        }
    }
    assert!(n_closed > 40, "{n_closed}");
    let now = server.good(ada(Ask::get(&at(&id, "")))).await;
    assert_eq!((now["title"].clone(), now["characters"].as_array().unwrap().len()), (session["title"].clone(), 2));
    let elsewhere = id_of(&server.good(ada(Ask::post("/api/sessions").json(&json!({})))).await);
    server.send(Ask::get(&at(&elsewhere, "")).bearer(&guests[0].secret)).await.problem(401, "unauthorized");
    let cookie = Ask::get(&at(&id, "/export")).header("cookie", &format!("seat_{id}={}", guests[0].secret));
    server.send(cookie.clone()).await.problem(403, "host_only");
    assert_eq!(
        server.send(ada(cookie)).await.status,
        200,
        "who signs in by a header is not who the browser's cookie says"
    );
}

#[tokio::test]
async fn a_removed_guest_hears_nothing_more_at_once() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One.")), says(told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    let watch = invite(&server, &session, json!({"role": "spectator", "uses": 2})).await;
    let ben = Guest::of(&server.good(join(&watch, "Ben", json!(null))).await);
    let (table, watching) = (ana.follow(&server).await, ben.follow(&server).await);
    let playing = Listening::to(&server, ana.says("I go.")).await;
    until("the turn plays", || stub.requests().len() == 1).await;
    let since = Instant::now();
    let removed = Ask::new("DELETE", &at(&session, &format!("/seats/{}", ana.seat)));
    assert_eq!(server.send(removed).await.status, 204);
    let rest = table.rest().await;
    assert!(playing.rest().await.iter().all(|event| event.name != "done"));
    assert!(rest.iter().all(|event| !event.data.to_string().contains("One.")), "{rest:?}");
    server.send(ana.ask("GET", "")).await.problem(401, "unauthorized");
    let revoked = Ask::new("DELETE", &at(&session, &format!("/invitations/{}?guests=true", id_of(&watch))));
    assert_eq!(server.send(revoked).await.status, 204);
    watching.rest().await;
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    server.send(ben.ask("GET", "")).await.problem(401, "unauthorized");
    gate.open();
    until("the turn is over", || stub.requests().len() == 1).await;
    server.good(chat(&session, "I wait.")).await;
    assert_eq!(turns(&server, &session).await[0]["narrative"], "One.", "what was begun is told to its end");
}

#[tokio::test]
async fn a_message_that_waits_is_not_played_once_its_guest_is_removed() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _, ana) = seated(&server).await;
    let mut listening = Listening::resume(&server, &at(&session, "/events"), None).await;
    listening.expect("hello").await;
    let first = tokio::spawn({
        let (client, ask) = (Client::clone(&server), chat(&session, "I go."));
        async move { client.send(ask).await }
    });
    listening.expect("turn").await;
    let second = tokio::spawn({
        let (client, ask) = (Client::clone(&server), ana.says("I follow."));
        async move { client.send(ask).await }
    });
    let queued = listening.expect("queued").await;
    assert_eq!((&queued.data["seat"], &queued.data["preview"]), (&json!(ana.seat), &json!("I follow.")));
    assert_eq!(server.send(ana.ask("POST", "/cancel")).await.problem(409, "nothing_playing")["status"], 409);
    let removed = Ask::new("DELETE", &at(&session, &format!("/seats/{}", ana.seat)));
    assert_eq!(server.send(removed).await.status, 204);
    gate.open();
    assert_eq!(first.await.unwrap().status, 200);
    second.await.unwrap().problem(401, "unauthorized");
    until_the_end_of_a_turn(&mut listening).await;
    let refused = until_the_end_of_a_turn(&mut listening).await;
    assert_eq!(refused.last().unwrap().data["code"], "not_your_hero", "{refused:?}");
    assert_eq!(turns(&server, &session).await.len(), 1);
}

#[tokio::test]
async fn a_guest_cancels_their_own_turn() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (_, _, ana) = seated(&server).await;
    let playing = Listening::to(&server, ana.says("I go.")).await;
    until("the turn plays", || stub.requests().len() == 1).await;
    assert_eq!(server.send(ana.ask("POST", "/cancel")).await.status, 202);
    assert_eq!(playing.rest().await.last().unwrap().data["code"], "turn_cancelled");
}

#[tokio::test]
async fn a_guest_leaves_and_comes_back_and_the_server_was_started_anew_in_between() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player", "uses": 3})).await;
    let ana = Guest::of(&server.good(join(&invitation, "Ana", json!(heroes[1]))).await);
    server.good(ana.says("I look around.")).await;
    server.terminate();
    server.ended().await;
    let server = home.start_for_ada(&[]);
    let turn = server.good(ana.says("I look around.")).await;
    assert_eq!(turn["seat"], json!(ana.seat));
    assert_eq!(server.send(ana.ask("DELETE", &format!("/seats/{}", ana.seat))).await.status, 204);
    let again = Guest::of(&server.good(join(&invitation, "Ana", json!(heroes[1]))).await);
    assert_ne!(again.seat, ana.seat, "a seat is never somebody else's");
    assert_eq!(server.good(again.says("I am back.")).await["characterId"], json!(heroes[1]));
    server.send(ana.ask("GET", "")).await.problem(401, "unauthorized");
    assert_eq!(server.send(Ask::new("DELETE", &at(&session, ""))).await.status, 204);
    server.send(again.ask("GET", "")).await.problem(401, "unauthorized");
    server.send(join(&invitation, "Ana", json!(null))).await.problem(410, "invitation_over");
    drop(server);
    home.verify();
}

#[tokio::test]
async fn a_spectator_hears_the_story_and_says_nothing_in_it() {
    let stub = Stub::serve(vec![says(two_tools()), says(told("The gate gives way."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _) = table(&server).await;
    let ben = spectator(&server, &session, "Ben").await;
    let mut watching = ben.follow(&server).await;
    server.good(chat(&session, "I step up.")).await;
    let heard = until_the_end_of_a_turn(&mut watching).await;
    let done = &heard.last().unwrap().data;
    assert_eq!(done["turn"]["narrative"], "The gate gives way.");
    assert!(heard.iter().all(|event| event.data["seat"] == "host"), "{heard:?}");
    for shown in [done["turn"].clone(), done["session"].clone(), server.good(ben.ask("GET", "")).await] {
        assert_eq!((&shown["usage"]["costUsd"], &shown["usage"]["outputTokens"]), (&json!(null), &json!(0)));
        assert_eq!(shown["usage"]["byAgent"], json!({}));
    }
    assert_ne!(view(&server, &session).await["usage"]["outputTokens"], 0, "the host sees it");
    let page = server.good(ben.ask("GET", "/turns")).await;
    assert_eq!(page["items"][0], done["turn"]);
    assert_eq!(page["items"][0]["toolCalls"][0]["input"], json!({}));
    let turn = page["items"][0]["id"].as_str().unwrap();
    let again = Listening::to(&server, ben.ask("GET", &format!("/turns/{turn}/events"))).await.rest().await;
    assert_eq!(again.last().unwrap().data["turn"], done["turn"]);
    server.send(ben.says("I help.")).await.problem(403, "host_only");
    let played = server.good(ben.ask("POST", "/x")).await;
    assert_eq!(played["usage"]["costUsd"], json!(null));
    assert_eq!(turns(&server, &session).await.len(), 0, "any seat can stop the scene");
}

#[tokio::test]
async fn a_whisper_is_heard_by_those_it_is_for_alone() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    let (ben, cleo) = (spectator(&server, &session, "Ben").await, spectator(&server, &session, "Cleo").await);
    let mut host = Listening::resume(&server, &at(&session, "/events"), None).await;
    host.expect("hello").await;
    let (mut of_ana, mut of_ben, mut of_cleo) =
        (ana.follow(&server).await, ben.follow(&server).await, cleo.follow(&server).await);
    let whisper = json!({"text": "Don't trust the quetzal.", "to": [ben.seat]});
    server.good(ana.ask("POST", "/talk").json(&whisper)).await;
    server.good(Ask::post(&at(&session, "/talk")).json(&json!({"text": "Ready?"}))).await;
    for listening in [&mut of_ana, &mut of_ben] {
        let heard = listening.expect("talk").await;
        assert_eq!((&heard.data["text"], &heard.data["from"]), (&whisper["text"], &json!(ana.seat)));
        assert_eq!(heard.data["to"], json!([ben.seat]));
    }
    for listening in [&mut of_ana, &mut of_ben, &mut of_cleo, &mut host] {
        let heard = listening.expect("talk").await;
        assert_eq!((&heard.data["text"], &heard.data["from"]), (&json!("Ready?"), &json!("host")));
        assert_eq!(heard.data.get("to"), None);
    }
    for (body, field) in [
        (json!({"text": " "}), "text"),
        (json!({"text": "x".repeat(2_001)}), "text"),
        (json!({"text": "Psst.", "to": []}), "to"),
    ] {
        server.send(ana.ask("POST", "/talk").json(&body)).await.invalid(field);
    }
    server.send(ana.ask("POST", "/talk").json(&json!({"text": "x".repeat(64 * 1024)}))).await.problem(413, "too_large");
    let nobody = json!({"text": "Psst.", "to": ["nobody"]});
    server.send(ana.ask("POST", "/talk").json(&nobody)).await.problem(404, "unknown_seat");
    let mut n_said = 0;
    let limited = loop {
        match server.send(ana.ask("POST", "/talk").json(&json!({"text": "And then?"}))).await {
            answer if answer.status == 200 => n_said += 1,
            answer => break answer,
        }
        assert!(n_said < 60, "talk has a limit");
    };
    limited.problem(429, "rate_limited");
    server.good(Ask::post(&at(&session, "/talk")).json(&json!({"text": "One at a time."}))).await;
    let export = server.good(Ask::get(&at(&session, "/export"))).await.to_string();
    // Words that no world we make up contains: people and places of a session are drawn anew each time.
    for secret in ["quetzal", "\"Ana\"", "\"invitation", &ana.seat] {
        assert!(!export.contains(secret), "{secret}");
    }
    assert!(!home.log().contains("quetzal"));
}

#[tokio::test]
async fn what_is_the_hosts_alone_reaches_no_guest() {
    const MARK: &str = "quetzal";
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    let mut stream = Listening::to(&server, ana.ask("GET", "/events")).await;
    let note = json!({"text": format!("The {MARK} knows."), "pinned": true});
    server.good(Ask::post(&at(&session, "/journal")).json(&note)).await;
    let lines = |word: &str| json!({ "lines": [word] });
    server.good(Ask::new("PUT", &at(&session, "/safety")).json(&lines(MARK))).await;
    server.good(ana.ask("PUT", "/safety").json(&lines("marzipan"))).await;
    assert_eq!(server.good(ana.ask("GET", "/safety")).await["lines"], json!(["marzipan"]));
    assert_eq!(server.read(&at(&session, "/safety")).await["lines"], json!([MARK]));
    server.good(ana.says("I look around.")).await;
    server.good(ana.says("What do I remember?")).await;
    let branch = server.good(Ask::post(&at(&session, "/branch")).json(&json!({"atTurn": 1}))).await;
    let seats = server.read(&at(branch["id"].as_str().unwrap(), "/seats")).await;
    assert_eq!(seats["items"].as_array().unwrap().len(), 1, "a branch takes nobody along");
    let mut heard = String::new();
    for _ in 0..2 {
        for event in until_the_end_of_a_turn(&mut stream).await {
            heard += &event.data.to_string();
        }
    }
    for rest in ["", "/turns", "/seats", "/me", "/safety", "/actions"] {
        heard += &server.send(ana.ask("GET", rest)).await.text();
    }
    assert!(!heard.contains(MARK), "{heard}");
    let leaves = ana.ask("DELETE", &format!("/seats/{}", ana.seat));
    assert_eq!(server.send(leaves).await.status, 204);
    let export = server.read(&at(&session, "/export")).await.to_string();
    assert!(export.contains(MARK) && !export.contains("marzipan"), "{export}");
}

#[tokio::test]
async fn nobody_is_invited_where_everyone_is_host() {
    let home = Home::new();
    let server = home.start(&[]);
    let (session, _) = table(&server).await;
    let asked = server.send(Ask::post(&at(&session, "/invitations")).json(&json!({"role": "player"}))).await;
    asked.problem(409, "sharing_needs_sign_in");
}

#[tokio::test]
async fn a_host_who_opens_the_own_link_stays_host() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let joined = server.send(join(&invitation, "Ada", json!(null)).bearer("lovelace-zephyr")).await;
    assert_eq!((joined.status, &joined.json()["seat"]["role"]), (200, &json!("host")));
    assert_eq!(joined.header("set-cookie"), None);
    assert_eq!(server.read(&at(&session, "/invitations")).await["items"][0]["used"], 0);
}

#[tokio::test]
async fn the_host_is_renamed_and_stays_host() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _) = table(&server).await;
    let change = |body: Value| Ask::new("PATCH", &at(&session, "/seats/host")).json(&body);
    let renamed = server.good(change(json!({"name": "Ada the Wise", "state": "away"}))).await;
    assert_eq!((&renamed["name"], &renamed["state"]), (&json!("Ada the Wise"), &json!("away")));
    server.send(change(json!({"role": "spectator"}))).await.invalid("role");
    assert_eq!(server.read(&at(&session, "/me")).await["seat"]["name"], "Ada the Wise");
}

#[tokio::test]
async fn a_name_has_nothing_that_cannot_be_seen() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    let watch = invite(&server, &session, json!({"role": "spectator"})).await;
    let seat = format!("/seats/{}", ana.seat);
    for hidden in
        ["\u{202e}nimdA", "Ana\u{2066}", "\u{200f}Ana", "A\u{200b}na", "Ana\u{61c}", "A\u{2028}na", "A\u{7}na"]
    {
        server.send(join(&watch, hidden, json!(null))).await.invalid("name");
        server.send(ana.ask("PATCH", &seat).json(&json!({ "name": hidden }))).await.invalid("name");
    }
    for seen in ["Zoë O’Neill", "אנה", "👩\u{200d}🚀 Ana"] {
        assert_eq!(server.good(ana.ask("PATCH", &seat).json(&json!({ "name": seen }))).await["name"], seen);
    }
}

#[tokio::test]
async fn a_hero_who_cannot_come_takes_no_seat_from_others() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("One."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let (session, _) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player", "uses": 20})).await;
    let mut playing = Listening::to(&server, chat(&session, "I go.")).await;
    playing.expect("turn").await;
    let hero = |name: &str| json!({"name": name, "class": "bard", "race": "human"});
    let send = |ask: Ask| {
        let client = Client::clone(&server);
        tokio::spawn(async move { client.send(ask).await })
    };
    // New heroes come once the turn is over; those who bring them have their seats meanwhile.
    let waiting: Vec<_> = ["Ana", "Ben", "Cleo", "Dan"].map(|name| send(join(&invitation, name, hero(name)))).into();
    let seats = at(&session, "/seats");
    let n_seated = async || server.read(&seats).await["items"].as_array().unwrap().len();
    let all_seated = async {
        while n_seated().await < 5 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all_seated).await.expect("all four are seated");
    server.send(join(&invitation, "Eli", json!({"name": "Ed", "class": "baker"}))).await.invalid("character.class");
    server.send(join(&invitation, "Eli", hero("Eli"))).await.problem(409, "table_full");
    assert_eq!(n_seated().await, 5, "neither has a seat, also not for a while");
    gate.open();
    for joined in waiting {
        assert_eq!(joined.await.unwrap().status, 201);
    }
    assert_eq!(view(&server, &session).await["characters"].as_array().unwrap().len(), 6);
    assert_eq!(server.read(&at(&session, "/invitations")).await["items"][0]["used"], 4);
}

#[tokio::test]
async fn a_guest_without_money_left_plays_by_buttons() {
    let stub = Stub::serve(vec![says(told("One.")), says(told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start_for_ada(&asking(&url));
    let document = document(&server).await;
    let (session, heroes, ana) = seated(&server).await;
    let path = at(&session, "/table");
    let answer = |method| document.answer(method, "/api/sessions/{id}/table", "200", "application/json");
    let usual = server.read(&path).await;
    document.check(answer("get"), &usual, "table");
    assert_eq!((&usual["mode"], &usual["capPerSeatUsd"]), (&json!("free"), &json!(null)));
    server.good(ana.says("I look around.")).await;
    let set = |body: Value| Ask::new("PUT", &path).json(&body);
    let all = json!({"mode": "free", "talk": {"spectators": true}, "capPerSeatUsd": 0.000001});
    let now = server.good(set(all)).await;
    document.check(answer("put"), &now, "table");
    assert_eq!((&now["mode"], &now["talk"]["spectators"]), (&json!("free"), &json!(true)));
    assert_eq!(now["spent"][0]["seat"], json!(ana.seat));
    assert!(now["spent"][0]["spentUsd"].as_f64().unwrap() > 0.000_001, "{now}");

    let refused = server.send(ana.says("I go on.")).await;
    let problem = refused.problem(402, "seat_cap_reached");
    assert!(problem["detail"].as_str().unwrap().contains("buttons"), "{problem}");
    let rest = json!({"action": "rest", "kind": "short", "characterId": heroes[1]});
    server.good(ana.ask("POST", "/actions").json(&rest)).await;
    server.good(chat(&session, "I wait.")).await;
    let seen = server.good(ana.ask("GET", "/table")).await;
    assert_eq!(seen["spent"].as_array().unwrap().len(), 1);

    server.terminate();
    server.ended().await;
    let server = home.start_for_ada(&asking(&url));
    server.send(ana.says("I go on.")).await.problem(402, "seat_cap_reached");
    let more = server.good(set(json!({"capPerSeatUsd": null}))).await;
    assert_eq!((&more["capPerSeatUsd"], &more["talk"]["spectators"]), (&json!(null), &json!(true)));
    server.send(set(json!({"capPerSeatUsd": -1}))).await.invalid("capPerSeatUsd");
    server.send(ana.ask("PUT", "/table").json(&json!({"capPerSeatUsd": 9}))).await.problem(403, "host_only");
}

#[tokio::test]
async fn spectators_talk_where_the_host_lets_them() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _) = table(&server).await;
    let ben = spectator(&server, &session, "Ben").await;
    let talk = || ben.ask("POST", "/talk").json(&json!({"text": "Look behind you!"}));
    server.send(talk()).await.problem(403, "host_only");
    let table = Ask::new("PUT", &at(&session, "/table"));
    server.good(table.json(&json!({"talk": {"spectators": true}}))).await;
    assert_eq!(server.good(talk()).await["from"], json!(ben.seat));
    server.send(ben.says("I help.")).await.problem(403, "host_only");
}

#[tokio::test]
async fn of_guests_who_come_at_once_by_one_link_one_brings_a_hero() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, heroes) = table(&server).await;
    let invitation = invite(&server, &session, json!({"role": "player"})).await;
    let hero = |name: &str| json!({"name": name, "class": "bard", "race": "human"});
    let names = ["Ana", "Ben", "Cleo", "Dan", "Eli"];
    let joins = names.map(|name| server.send(join(&invitation, name, hero(name))));
    let answers = futures::future::join_all(joins).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1, "{answers:?}");
    let now = view(&server, &session).await;
    assert_eq!(now["characters"].as_array().unwrap().len(), heroes.len() + 1, "the others left nobody behind");
}

#[tokio::test]
async fn one_key_of_two_people_is_two_turns() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    server.good(chat(&session, "I look around.").key("one")).await;
    server.send(ana.says("I look around.").key("one")).await.problem(422, "idempotency_mismatch");
}

#[tokio::test]
async fn who_comes_later_hears_nothing_of_what_was_said_before() {
    let home = Home::new();
    let server = home.start_for_ada(&[]);
    let (session, _, ana) = seated(&server).await;
    let mut listening = ana.follow(&server).await;
    server.good(Ask::post(&at(&session, "/talk")).json(&json!({"text": "Shall we let him in?"}))).await;
    listening.expect("talk").await;
    let watcher = spectator(&server, &session, "Dan").await;
    let mut late = watcher.follow(&server).await;
    server.good(Ask::post(&at(&session, "/talk")).json(&json!({"text": "Welcome!"}))).await;
    assert_eq!(late.expect("talk").await.data["text"], "Welcome!");
}

#[tokio::test]
async fn a_player_of_the_server_who_is_not_the_host_is_no_member() {
    let home = Home::new();
    let server: Server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr, grace:hopper-1906")]);
    let session = server.good(Ask::post("/api/sessions").json(&json!({})).bearer("lovelace-zephyr")).await;
    let id = id_of(&session);
    let asks = [
        Ask::post(&at(&id, "/invitations")).json(&json!({"role": "player"})),
        Ask::get(&at(&id, "/invitations")),
        Ask::new("DELETE", &at(&id, "/invitations/any")),
        Ask::get(&at(&id, "/seats")),
        Ask::new("PATCH", &at(&id, "/seats/host")).json(&json!({"name": "Me"})),
        Ask::new("DELETE", &at(&id, "/seats/host")),
        Ask::get(&at(&id, "/me")),
        Ask::post(&at(&id, "/talk")).json(&json!({"text": "Hello."})),
    ];
    for ask in asks {
        server.send(ask.clone().bearer("hopper-1906")).await.problem(404, "unknown_session");
        server.send(ask).await.problem(401, "unauthorized");
    }
    assert_eq!(server.good(Ask::get(&at(&id, "/me")).bearer("lovelace-zephyr")).await["seat"]["name"], "ada");
}
