//! State shared by all handlers.

use std::{path::PathBuf, sync::Arc};

use game::{Session, id::SessionId};

use crate::{config::PlayerRegistry, dm::Tables, painter::PainterConfig, store::Store};

use ipnet::IpNet;

use super::{
    Error,
    assets::{Gallery, Studio},
    auth::{Player, SignOuts},
    limits::{LimitOptions, Limits},
    metrics::Metrics,
    plans::Writing,
    serve::ServerOptions,
};

/// The application: cheap to clone, shared by all handlers.
#[derive(Clone)]
pub struct App {
    pub(super) tables: Arc<Tables>,
    pub(super) settings: Arc<Settings>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) limits: Arc<Limits>,
    pub(super) sign_outs: Arc<SignOuts>,
    pub(super) writing: Writing,
    pub(super) gallery: Arc<Gallery>,
    pub(super) studio: Option<Arc<Studio>>,
}

/// The configuration of the service.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    pub auth: Auth,
    /// Where friends in the host's network reach the server, `192.168.1.5:3000`; with SHARE=lan.
    pub share: Option<String>,
    /// Which hosts and origins are ours.
    pub gate: Gate,
    /// The image generator; without one, pictures are drawn by code.
    pub pictures: Option<Pictures>,
    /// Rate limits.
    pub limits: LimitOptions,
    /// How the server listens and stops.
    pub server: ServerOptions,
}

/// Pictures that are painted.
#[derive(Debug, Clone)]
pub struct Pictures {
    /// The image client.
    pub painter: PainterConfig,
    /// The folder they are kept in.
    pub folder: PathBuf,
}

/// How players are authenticated.
#[derive(Clone, Default)]
pub enum Auth {
    /// Everyone who can reach the server, which then listens on loopback only.
    #[default]
    None,
    /// Players with a secret.
    Token(Arc<PlayerRegistry>),
}

impl std::fmt::Debug for Auth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Token(_) => f.write_str("Token"),
        }
    }
}

/// Which hosts and origins are ours.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    /// Host names beside those of loopback, in lower case, without ports.
    pub hosts: Vec<String>,
    /// Origins beside the server's own, such as `http://localhost:5173`.
    pub origins: Vec<String>,
    /// Proxies whose `X-Forwarded-…` headers are trusted.
    pub proxies: Vec<IpNet>,
}

impl App {
    /// The service over these tables.
    pub fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        tables.ask_for_reactions();
        let metrics = Arc::new(Metrics::new(&tables));
        let gallery = Arc::new(Gallery::new());
        let studio = settings.pictures.clone().and_then(|pictures| Studio::new(pictures.painter, pictures.folder));
        let limits = Arc::new(Limits::new(settings.limits));
        let settings = Arc::new(settings);
        let (sign_outs, writing) = Default::default();
        Self { tables, settings, metrics, limits, sign_outs, writing, gallery, studio }
    }

    pub(super) fn store(&self) -> &dyn Store {
        &**self.tables.store()
    }

    /// A session, if it is this player's.
    pub(super) async fn session(&self, player: &Player, id: &SessionId) -> Result<Session, Error> {
        let session = self.tables.store_metrics().time("load", self.store().load(id)).await?;
        if session.head.owner == player.0 { Ok(session) } else { Err(Error::unknown_session()) }
    }
}
