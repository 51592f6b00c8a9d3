//! The table the benchmarks sit down at: four heroes in the middle of a campaign, 20 KB of state as JSON.

use game::{
    Change, Game, Session, SessionHead, State,
    creature::{self, Disposition},
    id::NpcId,
    ready_made::ready_made,
    story::{NpcRole, Story, SupportingNpc},
};
use jiff::Timestamp;

/// What a stored game of a long campaign comes to.
const SNAPSHOT_BYTES: usize = 20_000;
const N_HEROES: usize = 4;
const N_GOBLINS: u32 = 3;
const N_IMPORTANT_EVENTS: usize = 30;
const N_SUPPORTING_NPCS: usize = 10;

/// A new session of such a game, of the owner `local`.
pub(crate) fn session() -> Session {
    let now = Timestamp::now();
    let id = uuid::Uuid::now_v7().to_string().into();
    let head = SessionHead::begin(id, "local".into(), "Benchmark".into(), now);
    Session { head, game: game() }
}

fn game() -> Game {
    let story = Story {
        current_location: "The toll house on Cold Pass".into(),
        current_scene: "Snow has shut the pass, and something scratches at the cellar door.".into(),
        background: "The pass joins two valleys that no longer trust each other.".into(),
        current_act: 1,
        ..Story::default()
    };
    let heroes = ready_made().iter().take(N_HEROES).cloned().collect();
    let mut game = Game::new(State::start(story, heroes, [1; 32]));
    let goblins = creature::enter(&game, "Goblin", "goblin", Disposition::Hostile, N_GOBLINS);
    let events = (1..=N_IMPORTANT_EVENTS).map(|n| Change::ImportantEventRecorded {
        text: format!("the keeper of bridge {n} was promised that his daughter comes home before the thaw"),
        about: None,
        aspect: None,
    });
    let npcs = (1..=N_SUPPORTING_NPCS).map(|n| Change::SupportingNpcCreated { npc: Box::new(supporting_npc(n)) });
    let changes: Vec<Change> = goblins.into_iter().chain(events).chain(npcs).collect();
    game.apply_all(&changes).expect("they fit the game");
    let short = serde_json::to_vec(&game).expect("a game is JSON").len();
    let text = "And so they went on. ".chars().cycle().take(SNAPSHOT_BYTES - short).collect();
    game.apply(&Change::SummaryRewritten { text }).expect("a summary fits any game");
    game
}

fn supporting_npc(n: usize) -> SupportingNpc {
    SupportingNpc {
        id: NpcId::from(format!("keeper-{n}")),
        name: format!("keeper {n}"),
        display_name: None,
        role: NpcRole::Ally,
        appearance: "A tall woman in a coat of patched sailcloth, a ring of iron keys at her belt.".into(),
        personality: "Dry, patient, and slower to laugh than to help.".into(),
        motivations: vec!["see the bridge stand another winter".into(), "find her brother".into()],
        location: "the toll house on cold pass".into(),
        notes: "Knows more of the closed mine than she says, and owes the heroes a night's lodging.".into(),
        combat_slug: None,
        dead: false,
    }
}
