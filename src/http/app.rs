//! What every handler can reach.

use std::{path::PathBuf, sync::Arc};

use crate::{
    dm::Tables,
    game::{Session, id::SessionId},
    painter::PainterConfig,
    store::Store,
};

use super::{
    Error,
    assets::{Gallery, Studio},
    auth::Player,
    metrics::Metrics,
    plans::Writing,
};

/// The application: cheap to clone, shared by all handlers.
#[derive(Clone)]
pub struct App {
    pub(super) tables: Arc<Tables>,
    pub(super) settings: Arc<Settings>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) writing: Writing,
    pub(super) gallery: Arc<Gallery>,
    pub(super) studio: Option<Arc<Studio>>,
}

/// What configuration says about the service.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Who may play.
    pub auth: Auth,
    /// Which hosts and origins are ours.
    pub gate: Gate,
    /// Who paints pictures; they are drawn where nobody does.
    pub pictures: Option<Pictures>,
}

/// Pictures that are painted.
#[derive(Debug, Clone)]
pub struct Pictures {
    /// By whom.
    pub painter: PainterConfig,
    /// The folder they are kept in.
    pub folder: PathBuf,
}

/// Who may play.
#[derive(Clone, Default)]
pub enum Auth {
    /// Whoever reaches the server, which then listens on loopback only.
    #[default]
    None,
    /// Players by name and secret.
    Token(Vec<(String, String)>),
}

impl std::fmt::Debug for Auth {
    /// Names, never secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Token(players) => f.debug_list().entries(players.iter().map(|(name, _)| name)).finish(),
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
}

impl App {
    /// The service over these tables.
    pub fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        let metrics = Arc::new(Metrics::new(tables.tally()));
        let gallery = Arc::new(Gallery::new());
        let studio = settings.pictures.clone().and_then(|pictures| Studio::new(pictures.painter, pictures.folder));
        Self { tables, settings: Arc::new(settings), metrics, writing: Writing::default(), gallery, studio }
    }

    pub(super) fn store(&self) -> &dyn Store {
        &**self.tables.store()
    }

    /// A session, if it is this player's.
    pub(super) async fn session(&self, player: &Player, id: &SessionId) -> Result<Session, Error> {
        let session = self.store().load(id).await?;
        if session.head.owner == player.0 { Ok(session) } else { Err(Error::unknown_session()) }
    }
}
