//! How a session begins that plays no campaign.

use jiff::Timestamp;
use uuid::Uuid;

use crate::game::{Game, Session, SessionHead, State, character::Character, id::SessionId, story::Story};

use super::Tables;

/// A place to begin: where, what is going on, and what has come before.
struct Opening {
    location: &'static str,
    scene: &'static str,
    background: &'static str,
}

const OPENINGS: [Opening; 4] = [
    Opening {
        location: "The Lantern and Eel",
        scene: "Rain drums on the shutters of a ferry inn. The innkeeper, Marta, keeps glancing at the one table nobody \
            has touched since yesterday: a cold supper, a grey cloak, and a chair pushed back in haste.",
        background: "The ferryman of Harrow's Reach set out last night to answer a light on the far bank and has not \
            come back. The river is rising, and the light burns there still.",
    },
    Opening {
        location: "Thornwick market square",
        scene: "It is market day, and the bell in the tower has just struck thirteen. Nobody laughs. The smith's \
            daughter, Ilse, is the first to look down at the well, where something has begun to knock.",
        background: "Thornwick has buried its troubles deep: forty years ago the old mine was closed with people in \
            it. This spring the wells have started to taste of iron.",
    },
    Opening {
        location: "The toll house on Cold Pass",
        scene: "Snow has shut the pass behind you. In the toll house a pedlar, a priestess and a silent guard share one \
            fire, and one of the three, the keeper Oswin whispers, was carried in dead an hour ago.",
        background: "The pass joins two valleys that no longer trust each other. Since the first snow every caravan has \
            come through one traveller short.",
    },
    Opening {
        location: "The quay of Saltmarrow",
        scene: "The tide has gone out farther than anyone remembers, and on the bare sea floor stands a stair, going \
            down. Old Hammet, the harbour master, is offering silver to whoever brings back what rings down there.",
        background: "Saltmarrow lives by wrecks and does not ask why there are so many. Seven nights in a row its \
            children have dreamed of the same bell.",
    },
];

impl Tables {
    /// A session of these heroes that plays no campaign, at its start. It is nowhere saved yet.
    pub fn new_session(&self, owner: String, title: Option<String>, heroes: Vec<Character>) -> Session {
        let seed = self.seeds().first();
        let title = title.unwrap_or_else(|| {
            let hero = heroes.first().map_or("nobody", |hero| hero.name.as_str());
            format!("The tale of {hero}")
        });
        let id = SessionId(Uuid::now_v7().to_string());
        let head = SessionHead::begin(id, owner, title, Timestamp::now());
        Session { head, game: Game::new(State::start(opening(&seed), heroes, seed)) }
    }
}

/// The story a session begins with, chosen by its seed.
fn opening(seed: &[u8; 32]) -> Story {
    let opening = &OPENINGS[usize::from(seed[0]) % OPENINGS.len()];
    Story {
        current_location: opening.location.to_owned(),
        current_scene: opening.scene.to_owned(),
        background: opening.background.to_owned(),
        current_act: 1,
        ..Story::default()
    }
}
