//! Serving until it is time to stop.

use std::{io, sync::Arc, time::Duration};

use tokio::{net::TcpListener, signal, sync::watch, time::timeout};

use super::{App, router};

/// How long requests that are under way may take when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Serves until the process is told to stop, then lets what is under way come to its end: requests, and turns whether
/// anyone listens or not.
///
/// # Errors
/// The listener failed.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let mut told = stopping.clone();
    let tables = Arc::clone(&app.tables);
    let server = axum::serve(listener, router(app)).with_graceful_shutdown(async move {
        let _ = told.wait_for(|stop| *stop).await;
    });
    let server = tokio::spawn(server.into_future());
    told_to_stop().await;
    tracing::info!("stopping; requests under way have {} s", GRACE.as_secs());
    stop.send_replace(true);
    let ending = async {
        let ended = server.await;
        tables.at_rest().await;
        ended
    };
    match timeout(GRACE, ending).await {
        Ok(ended) => ended.map_err(io::Error::other)?,
        // A stream that is still open is read on from the next server, and a turn that was playing is played again
        // under its key.
        Err(_) => Ok(()),
    }
}

async fn told_to_stop() {
    let interrupt = signal::ctrl_c();
    let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
