//! Long games: memory and processor time of a turn far into a session, and after many sessions.

use serde_json::{Value, json};

use super::{absolute, folder, played, server::Server, stand_in::StandIn};

/// Turns of the session after which it is looked at.
const MARKS: [usize; 4] = [10, 100, 1_000, 10_000];
/// Turns before a mark over which the processor time is measured, at most.
const N_MEASURED: usize = 100;
const N_SESSIONS: usize = 1_000;
/// Turns of each of the many sessions.
const N_TOUCHED: usize = 2;

/// Plays one session to its last mark, and then many; prints each mark on standard error as it is reached.
pub(crate) async fn figures() -> Value {
    let (stand_in, folder) = (StandIn::start().await, folder());
    let server = Server::start(Server::embertale(&absolute(&folder), &stand_in.url)).await;
    let (player, mut at, mut marks) = (server.new_players(1).await, 0, Vec::new());
    for mark in MARKS {
        let n = N_MEASURED.min(mark - at);
        played(&player, mark - at - n).await;
        let before = server.cpu_ms();
        played(&player, n).await;
        marks.push(looked_at(&server, json!({"turn": mark}), before, n));
        at = mark;
    }
    let before = server.cpu_ms();
    for i in 1..=N_SESSIONS {
        played(&server.new_players(1).await, N_TOUCHED).await;
        if [10, 100].contains(&i) {
            eprintln!("after {i} sessions: {:.1} MiB", server.resident_mib());
        }
    }
    marks.push(looked_at(&server, json!({"sessions": N_SESSIONS}), before, N_SESSIONS * N_TOUCHED));
    marks.into()
}

fn looked_at(server: &Server, mut mark: Value, cpu_before: f64, n_turns: usize) -> Value {
    mark["mib"] = server.resident_mib().into();
    mark["cpu_ms"] = ((server.cpu_ms() - cpu_before) / n_turns as f64).into();
    eprintln!("{mark}");
    mark
}
