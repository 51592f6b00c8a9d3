//! Splits turns that left the window into scenes for the summariser.

use game::{Change, Game, scene_summary::SceneSummary, wording::cut};
use prompt::scenes::{ShownScene, turn_lines};

use crate::{dm::prompt::plain, store::StoredTurn};

/// A scene of more turns is two.
const MOST_TURNS: u32 = 12;
/// All that is shown of the turns, in characters.
const MAX_MATERIAL: usize = 36_000;
/// The most characters of one turn's speech and of its narration that are shown.
const MAX_SAID: usize = 600;
const MAX_TOLD: usize = 2_400;

/// Turns to be put in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SceneMaterial {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Its speech and narration.
    pub(super) material: String,
}

/// The scenes of some turns: one ends where the heroes come somewhere else, or where it has gone on long enough. What was
/// summarised before comes first as one scene, where it has more than `most_chars` characters. Turns no prompt shows are left out.
pub(super) fn scenes(game: &Game, turns: &[StoredTurn], most_chars: usize) -> Vec<SceneMaterial> {
    let turns: Vec<&StoredTurn> = turns.iter().filter(|stored| stored.is_shown()).collect();
    let room = MAX_MATERIAL / turns.len().max(1);
    let (most_said, most_told) = (MAX_SAID.min(room / 4), MAX_TOLD.min(room - room / 4));
    let begun = game.scenes.partition_point(|scene| scene.from <= game.cleared_to);
    let mut scenes: Vec<SceneMaterial> = known(&game.scenes[begun..], most_chars).into_iter().collect();
    let n_known = scenes.len();
    let mut is_over = true;
    for stored in turns {
        let turn = &stored.turn;
        let is_full = scenes.last().is_some_and(|scene| turn.seq >= scene.from.saturating_add(MOST_TURNS));
        if is_over || is_full || scenes.len() == n_known {
            scenes.push(SceneMaterial { from: turn.seq, to: turn.seq, material: String::new() });
        }
        if let Some(scene) = scenes.last_mut() {
            scene.to = turn.seq;
            let (said, told) = (cut(&turn.message, most_said), turn.exchange().told());
            let hero = turn.character_id.as_str();
            scene.material.push_str(&turn_lines(hero, &plain(said), &plain(cut(&told, most_told))));
        }
        is_over = turn.changes.iter().any(ends_a_scene);
    }
    scenes
}

/// Everything that was summarised before, where it is to be put in fewer words.
fn known(known: &[SceneSummary], most_chars: usize) -> Option<SceneMaterial> {
    let n_chars: usize = known.iter().map(|scene| scene.text.chars().count()).sum();
    let (first, last) = (known.first()?, known.last()?);
    (n_chars > most_chars).then(|| {
        let texts: Vec<String> = known.iter().map(|scene| plain(&scene.text)).collect();
        SceneMaterial { from: first.from, to: last.to, material: texts.join("\n") + "\n" }
    })
}

/// Whether the heroes are somewhere else after a change.
fn ends_a_scene(change: &Change) -> bool {
    matches!(change, Change::LocationChanged { .. } | Change::NodeReached { .. } | Change::ActBegan { .. })
}

/// The summariser's input.
pub(super) fn material(scenes: &[SceneMaterial]) -> String {
    let shown = |(number, scene): (usize, &SceneMaterial)| {
        let SceneMaterial { from, to, material } = scene;
        ShownScene { number, from: *from, to: *to, material }.to_string()
    };
    (1..).zip(scenes).map(shown).collect()
}
