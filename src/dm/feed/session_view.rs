//! The session after a turn, as its events show it.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Serialize, Serializer, ser::Error};
use serde_json::value::{RawValue, to_raw_value};

use game::view::PlayerView;

/// A player's view of a session that several events and readers share. It is written as JSON once.
#[derive(Clone)]
pub struct SessionView(Arc<SharedView>);

struct SharedView {
    view: PlayerView,
    json: OnceLock<Box<RawValue>>,
}

impl From<PlayerView> for SessionView {
    fn from(view: PlayerView) -> Self {
        Self(Arc::new(SharedView { view, json: OnceLock::new() }))
    }
}

impl Deref for SessionView {
    type Target = PlayerView;

    fn deref(&self) -> &PlayerView {
        &self.0.view
    }
}

impl fmt::Debug for SessionView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.view.fmt(f)
    }
}

impl Serialize for SessionView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(json) = self.0.json.get() {
            return json.serialize(serializer);
        }
        let json = to_raw_value(&self.0.view).map_err(S::Error::custom)?;
        self.0.json.get_or_init(|| json).serialize(serializer)
    }
}
