//! Creates the session and its seats, and reads the saved turns in the end.

use std::{fs, path::Path, sync::Arc};

use reqwest::Client as HttpClient;
use serde_json::{Value, json};

use super::{
    CommandError,
    checker::SavedTurn,
    clients::{Client, ClientSeat, http_client},
    history::{EventClock, TurnRef},
};

/// The secret of the host, who is signed in.
pub(super) const HOST_SECRET: &str = "the-host-of-this-table-alone";
/// How many people have a hero: as many as a session has room for.
const MAX_PLAYERS: usize = 6;

/// A session and everyone at its table.
pub(super) struct TableSetup {
    /// The first is the host.
    pub(super) clients: Vec<Arc<Client>>,
    /// The version of the session before its first turn.
    pub(super) first_version: u64,
}

/// Begins a session and seats this many people: a host, players as long as there is room for heroes, and spectators. They use
/// the servers in turn.
///
/// # Errors
/// The server refuses something.
pub(super) async fn seat(n_clients: usize, servers: &[String], clock: &EventClock) -> Result<TableSetup, CommandError> {
    let setup = SetupClient { http: http_client()?, server: servers.first().ok_or("there is no server")? };
    let session = setup.post("/api/sessions", &json!({})).await?;
    let id = session["id"].as_str().ok_or("a session has no id")?;
    let path = format!("/api/sessions/{id}");
    let mut seats = vec![ClientSeat { id: "host".to_owned(), secret: HOST_SECRET.to_owned(), plays: true }];
    for n in 1..n_clients {
        let plays = n < MAX_PLAYERS;
        let role = if plays { "player" } else { "spectator" };
        let invitation = setup.post(&format!("{path}/invitations"), &json!({ "role": role })).await?;
        seats.push(setup.join(&invitation, n, plays).await?);
    }
    if n_clients > MAX_PLAYERS {
        setup.put(&format!("{path}/table"), &json!({"talk": {"spectators": true}})).await?;
    }
    let clients = (0..).zip(seats).zip(servers.iter().cycle());
    let clients =
        clients.map(|((n, seat), server)| Client::new(n, seat, format!("{server}{path}"), clock).map(Arc::new));
    let clients: Vec<Arc<Client>> = clients.collect::<Result<_, _>>()?;
    let host = clients.first().ok_or("there are no clients")?;
    let first_version = host.read_session().await.ok_or("the session can't be read")?;
    Ok(TableSetup { clients, first_version })
}

/// A server, for the requests that begin a session.
struct SetupClient<'a> {
    http: HttpClient,
    server: &'a str,
}

impl SetupClient<'_> {
    async fn post(&self, path: &str, body: &Value) -> Result<Value, CommandError> {
        let request = self.http.post(format!("{}{path}", self.server)).json(body);
        // Only the host begins sessions and invites; a guest who joins must not be taken for the host.
        let request = if path == "/api/join" { request } else { request.bearer_auth(HOST_SECRET) };
        let answer = request.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if status.is_success() {
            return Ok(serde_json::from_str(&text)?);
        }
        Err(format!("POST {path} is refused with {status}: {text}").into())
    }

    async fn put(&self, path: &str, body: &Value) -> Result<(), CommandError> {
        let request = self.http.put(format!("{}{path}", self.server)).bearer_auth(HOST_SECRET).json(body);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    /// Joins with an invitation; someone who plays brings a hero.
    async fn join(&self, invitation: &Value, n: usize, plays: bool) -> Result<ClientSeat, CommandError> {
        let url = invitation["url"].as_str().unwrap_or_default();
        let (_, token) = url.split_once("/#/join/").ok_or("an invitation has no link")?;
        let hero = plays.then(|| json!({"name": format!("Hero {n}"), "class": "bard", "race": "human"}));
        let body = json!({"token": token, "name": format!("Guest {n}"), "character": hero, "bearer": true});
        let joined = self.post("/api/join", &body).await?;
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("a guest has no seat");
        Ok(ClientSeat { id: text(&joined["seat"]["id"])?, secret: text(&joined["secret"])?, plays })
    }
}

/// All turns of the session, as its host reads them.
///
/// # Errors
/// They can't be read.
pub(super) async fn saved_turns(host: &Client) -> Result<Vec<SavedTurn>, CommandError> {
    let mut turns: Vec<SavedTurn> = Vec::new();
    loop {
        let after = turns.last().map_or(0, |saved| saved.turn.seq);
        let page: Value =
            host.get(&format!("/turns?limit=100&after={after}")).send().await?.error_for_status()?.json().await?;
        let items = page["items"].as_array().ok_or("a list of turns has no items")?;
        if items.is_empty() {
            return Ok(turns);
        }
        for item in items {
            let turn = TurnRef::read(item).ok_or("a turn has no id or number")?;
            let text = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
            turns.push(SavedTurn { turn, message: text("message"), narrative: text("narrative") });
        }
    }
}

/// Saves the exported session to a file.
///
/// # Errors
/// It can't be exported.
pub(super) async fn export(host: &Client, file: &Path) -> Result<(), CommandError> {
    let export = host.get("/export").send().await?.error_for_status()?.bytes().await?;
    Ok(fs::write(file, export)?)
}
