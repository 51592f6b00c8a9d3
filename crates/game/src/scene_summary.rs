//! Summaries of scenes that prompts no longer show.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Most scenes that are kept; of more the oldest go.
pub const MAX_SCENES: usize = 24;
/// The longest text of a scene, in characters.
pub const MAX_SCENE: usize = 1_200;

/// A part of the story in few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SceneSummary {
    /// Its first turn.
    pub from: u32,
    /// Its last turn.
    pub to: u32,
    /// What happened in it.
    pub text: String,
}

/// Replaces everything from its first turn on by a new summary.
pub(super) fn keep(known: &mut Vec<SceneSummary>, scenes: &[SceneSummary]) {
    let Some(first) = scenes.first() else { return };
    known.retain(|scene| scene.from < first.from);
    known.extend_from_slice(scenes);
    let surplus = known.len().saturating_sub(MAX_SCENES);
    known.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(from: u32, to: u32) -> SceneSummary {
        SceneSummary { from, to, text: format!("{from} to {to}") }
    }

    #[test]
    fn what_is_summarised_anew_stands_in_the_place_of_what_it_covers_and_the_oldest_go() {
        let mut known = vec![scene(1, 4), scene(5, 9)];
        keep(&mut known, &[scene(10, 12)]);
        assert_eq!(known, [scene(1, 4), scene(5, 9), scene(10, 12)]);
        keep(&mut known, &[scene(1, 12), scene(13, 15)]);
        assert_eq!(known, [scene(1, 12), scene(13, 15)]);
        keep(&mut known, &[]);
        assert_eq!(known.len(), 2);
        keep(&mut known, &(0..40).map(|n| scene(20 + n, 20 + n)).collect::<Vec<_>>());
        assert_eq!((known.len(), known[0].from), (MAX_SCENES, 36));
    }
}
