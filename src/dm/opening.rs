//! How a session begins that plays no campaign.

use jiff::Timestamp;
use uuid::Uuid;

use crate::game::{
    Game, Session, SessionHead, State, character::Character, edition::Edition, id::SessionId, story::Story,
};

use super::Tables;

/// A place to begin: what an adventure there is called behind its hero's name, where it is, what is going on, and what
/// has come before.
struct Opening {
    tale: &'static str,
    location: &'static str,
    scene: &'static str,
    background: &'static str,
}

const OPENINGS: [Opening; 10] = [
    Opening {
        tale: "the light across the river",
        location: "The Lantern and Eel",
        scene: "Rain drums on the shutters of a ferry inn. The innkeeper, Marta, keeps glancing at the one table nobody \
            has touched since yesterday: a cold supper, a grey cloak, and a chair pushed back in haste.",
        background: "The ferryman of Harrow's Reach set out last night to answer a light on the far bank and has not \
            come back. The river is rising, and the light burns there still.",
    },
    Opening {
        tale: "the bell that struck thirteen",
        location: "Thornwick market square",
        scene: "It is market day, and the bell in the tower has just struck thirteen. Nobody laughs. The smith's \
            daughter, Ilse, is the first to look down at the well, where something has begun to knock.",
        background: "Thornwick has buried its troubles deep: forty years ago the old mine was closed with people in \
            it. This spring the wells have started to taste of iron.",
    },
    Opening {
        tale: "the traveller too many",
        location: "The toll house on Cold Pass",
        scene: "Snow has shut the pass behind you. In the toll house a pedlar, a priestess and a silent guard share one \
            fire, and one of the three, the keeper Oswin whispers, was carried in dead an hour ago.",
        background: "The pass joins two valleys that no longer trust each other. Since the first snow every caravan has \
            come through one traveller short.",
    },
    Opening {
        tale: "the stair under the sea",
        location: "The quay of Saltmarrow",
        scene: "The tide has gone out farther than anyone remembers, and on the bare sea floor stands a stair, going \
            down. Old Hammet, the harbour master, is offering silver to whoever brings back what rings down there.",
        background: "Saltmarrow lives by wrecks and does not ask why there are so many. Seven nights in a row its \
            children have dreamed of the same bell.",
    },
    Opening {
        tale: "the sleepers of Hollin Abbey",
        location: "The orchard of Hollin Abbey",
        scene: "Ladders stand in the apple trees, and nobody is on them. Under the nearest a monk sleeps with a full \
            basket on his knees, and Agnes, the infirmarian, is pouring cold water over him for the third time today.",
        background: "Hollin Abbey presses the best cider in the valley. Since the oldest cask was opened eleven monks \
            have fallen asleep at their work, and asleep they all murmur the same name.",
    },
    Opening {
        tale: "the lost shadows",
        location: "The night market on Pell Bridge",
        scene: "Every lamp on the bridge is lit, and yet the woman who sells you a pie throws no shade on her own \
            counter. At the rail Corin, the lamplighter, is counting feet and what falls behind them, and keeps coming \
            out three short.",
        background: "Once a year there is a market on Pell Bridge that comes at dusk and is gone by dawn. This year it \
            has stayed for nine nights, and people have begun to come home from it without their shadows.",
    },
    Opening {
        tale: "the coach that came back",
        location: "The yard of the Six Bells",
        scene: "A coach stands steaming in the inn yard with its door open and its step let down, and nobody has got \
            out. The ostler, Jem, will not go nearer to it than the length of a rein.",
        background: "The night coach for Gallowmere set out with six people in it and came back with its lamps lit, its \
            horses fresh and nobody on the box. It has come back each night since, to the minute, with its door open.",
    },
    Opening {
        tale: "the people in the glass",
        location: "The glassworks at Emberlow",
        scene: "The furnace roars, and nobody is feeding it. New panes are cooling along the racks, each with a figure \
            in it no taller than a hand, and the glassblower, Tessa, is turning them one by one to face the wall.",
        background: "Emberlow makes glass so clear that birds break their necks on it. A month ago the furnace drew in \
            somebody's voice, and since then there is someone standing in every pane.",
    },
    Opening {
        tale: "the river that goes nowhere",
        location: "The barge Patience",
        scene: "A willow, a stile, a white cow: you tied up here last night, and the night before. At the tiller \
            Maud, the skipper, sets her knife to the wood to cut another notch, and finds that it is there already.",
        background: "The barge Patience has been poling down the Slow Lyn for eleven days, to a town that lies two days \
            downstream. Since the third day there has been nothing new to look at.",
    },
    Opening {
        tale: "the drowned witness",
        location: "The courthouse of Ashgate",
        scene: "The court is packed to the stairs. In the dock sits a judge in his own chains, in the witness chair a \
            drowned woman drips, and under the bench the clerk, Lisbet, pushes a note into your hand: who is speaking \
            out of her?",
        background: "In Ashgate the dead can be called to witness, and in thirty years nobody has lied in court. \
            Yesterday a dead woman swore that the judge had killed her, and the judge is a good man.",
    },
];

impl Tables {
    /// A session of these heroes that plays no campaign, by the rules of `edition`, at its start. It is nowhere saved
    /// yet.
    pub fn new_session(
        &self,
        owner: String,
        title: Option<String>,
        heroes: Vec<Character>,
        edition: Edition,
    ) -> Session {
        let seed = self.seeds().first();
        let title = title.unwrap_or_else(|| {
            let hero = heroes.first().map_or("Nobody", |hero| hero.name.as_str());
            format!("{hero} and {}", opening(&seed).tale)
        });
        let id = SessionId(Uuid::now_v7().to_string());
        let head = SessionHead::begin(id, owner, title, Timestamp::now());
        Session { head, game: Game::new(State::start(story(&seed), heroes, seed).by_rules_of(edition)) }
    }
}

/// Where a session begins, chosen by its seed.
fn opening(seed: &[u8; 32]) -> &'static Opening {
    &OPENINGS[usize::from(seed[0]) % OPENINGS.len()]
}

/// The story a session begins with.
fn story(seed: &[u8; 32]) -> Story {
    let opening = opening(seed);
    Story {
        current_location: opening.location.to_owned(),
        current_scene: opening.scene.to_owned(),
        background: opening.background.to_owned(),
        current_act: 1,
        ..Story::default()
    }
}
