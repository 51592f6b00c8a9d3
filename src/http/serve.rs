//! Accepts and serves connections until the process gets a signal to stop.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, body::Body};
use hyper::{
    Request,
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    signal,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::config::is_private;

use super::{
    App, Settings,
    client::{OwnAddress, Peer, client_address},
    head_timeout::{HeadTimeout, RequestCount},
    limits::GuardedBody,
    prefix::BasePath,
    request_body::{RequestBody, close_after, is_endless},
    router,
};

/// Pause after a failed accept, for example when the process has no file descriptors left.
const ACCEPT_AGAIN: Duration = Duration::from_millis(500);

/// How long stopped turns may take to record their cost.
const TIME_TO_STOP: Duration = Duration::from_secs(2);

/// How the server listens and stops.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// How long requests and turns in progress may take when the server stops.
    pub grace: Duration,
    /// Maximum number of connections. Further ones wait until one is closed.
    pub max_connections: usize,
    /// How long a connection may be idle.
    pub keep_alive: Duration,
    /// The path prefix of the service.
    pub base_path: BasePath,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(60),
            max_connections: 4_000,
            keep_alive: Duration::from_secs(130),
            base_path: BasePath::default(),
        }
    }
}

/// Serves until the process receives a signal, then lets requests and turns in progress finish. A second signal ends them at
/// once.
///
/// # Errors
/// A signal handler can't be installed.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let settings = Arc::clone(&app.settings);
    let grace = settings.server.grace;
    let (tables, writing) = (Arc::clone(&app.tables), app.writing.clone());
    let (stop, stopping) = watch::channel(false);
    let server = tokio::spawn(accept(listener, router(app), settings, stopping));
    let mut signals = Signals::new()?;
    signals.next().await;
    tracing::info!(
        "stopping: requests and turns in progress have {} s to finish; a second signal ends them",
        grace.as_secs()
    );
    let since = Instant::now();
    stop.send_replace(true);
    // They would never end by themselves.
    tables.end_streams();
    let mut ending = std::pin::pin!(async {
        let _ = server.await;
        tables.at_rest().await;
    });
    let is_over = tokio::select! {
        () = &mut ending => true,
        // An interrupted stream can be resumed at the next server, and an interrupted turn is played again under its key.
        () = sleep(grace) => {
            tracing::warn!("GRACE_S has passed; ending requests and turns in progress");
            false
        }
        () = signals.next() => {
            tracing::warn!("received a second signal; ending requests and turns in progress");
            false
        }
    };
    if !is_over {
        // The cost of an unsaved turn counts for its session.
        tables.stop();
        writing.stop();
        let _ = timeout(TIME_TO_STOP, ending).await;
    }
    tables.budget().settled(Duration::from_secs(2)).await;
    tracing::info!("stopped after {:.1} s", since.elapsed().as_secs_f64());
    Ok(())
}

async fn accept(listener: TcpListener, router: Router, settings: Arc<Settings>, stop: watch::Receiver<bool>) {
    let mut stopping = stop.clone();
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = told_to_stop(&mut stopping) => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept(), if connections.len() < settings.server.max_connections => match accepted {
                Ok((stream, peer)) => {
                    connections.spawn(serve_connection(stream, peer, router.clone(), Arc::clone(&settings), stop.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(ACCEPT_AGAIN).await;
                }
            },
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    settings: Arc<Settings>,
    mut stopping: watch::Receiver<bool>,
) {
    // Events are small and must arrive without delay.
    let _ = stream.set_nodelay(true);
    let peer = peer.ip().to_canonical();
    let own =
        settings.share.as_ref().and_then(|_| stream.local_addr().ok()).map(|own| OwnAddress(own.ip().to_canonical()));
    // All addresses of the machine are listened on; those that the internet leads to get no answer.
    if own.is_some_and(|OwnAddress(own)| !is_private(own)) {
        return;
    }
    let service = TowerToHyperService::new(router);
    let requests = RequestCount::default();
    let io = TokioIo::new(HeadTimeout::new(stream, requests.clone()));
    let counted = requests.clone();
    let keep_alive = settings.server.keep_alive;
    let service = service_fn(move |request: Request<Incoming>| {
        let guard = Arc::new(requests.start());
        let is_endless = is_endless(request.headers());
        let (parts, body) = request.into_parts();
        let client = client_address(peer, &parts.headers, &settings.gate.proxies);
        let body = RequestBody::of(body, &parts.headers, client, &guard);
        let mut request = Request::from_parts(parts, body);
        settings.server.base_path.strip(request.uri_mut());
        request.extensions_mut().insert(Peer(peer));
        own.map(|own| request.extensions_mut().insert(own));
        let response = service.call(request);
        async move {
            let mut response = response.await?.map(|body| Body::new(GuardedBody::new(body, guard)));
            if is_endless {
                close_after(&mut response);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let connection =
        http1::Builder::new().timer(TokioTimer::new()).header_read_timeout(keep_alive).serve_connection(io, service);
    let mut connection = std::pin::pin!(connection);
    let mut is_stopping = false;
    loop {
        tokio::select! {
            // A client that disconnects is not an error.
            _ = connection.as_mut() => return,
            () = counted.woken() => {}
            () = told_to_stop(&mut stopping), if !is_stopping => {
                is_stopping = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // This fails if the sender is dropped, which is a reason to stop as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// The signals that stop the process.
#[cfg(unix)]
struct Signals {
    terminate: signal::unix::Signal,
    interrupt: signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// The signals that stop the process, on systems that have only Ctrl-C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        let _ = signal::ctrl_c().await;
    }
}
