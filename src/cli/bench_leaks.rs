//! `embertale bench leaks`: whether secrets reach anyone who must not know them.

use std::{collections::BTreeMap, path::Path};

use serde_json::json;

use crate::dm::npc::{LeakScene, SceneResult};

use super::{
    CommandError,
    bench_file::{BenchFile, LEAKS},
    leaks_table::walk_tables,
    terminal::{note, say},
};

/// Plays every scene of a file, or those that are built in, by the rules of who perceives what, and prints one line of JSON: how many scenes and prompts there
/// were; in how many prompts of those who may not know a scene's secret it stood (`leaks`), and in how many player's views though
/// no hero perceived it (`player_leaks`), of how many texts a player reads (`player_texts`); in how many prompts of those who heard it (`rightful`) it was missing
/// (`denied_rightful`), and the share of them that knows; how many may know it in words of their own that the scene doesn't
/// hold; the share of events that just those perceived who should have; tokens of the longest prompt, estimated. Then it plays
/// tables whose Dungeon Master keeps secrets and reads streams, views, search, recap, journal, debug and exports of them
/// (`tables`). What went wrong goes to standard error.
///
/// # Errors
/// The file can't be read, or a scene or a table can't be played.
pub async fn bench_leaks(file: Option<&Path>) -> Result<(), CommandError> {
    let file = BenchFile::read_or(file, LEAKS)?;
    let mut all = SceneResult::default();
    let (mut scenes, mut player_leaks, mut player_texts) = (0, 0, 0);
    let mut by_kind = BTreeMap::<String, usize>::new();
    for (at, scene) in file.lines::<LeakScene>()? {
        let outcome = scene.play().map_err(|refusal| format!("{at}: {refusal}"))?;
        for (what, whom) in
            [("leaks to", &outcome.leaks), ("is kept from", &outcome.denied), ("misjudged:", &outcome.misjudged)]
        {
            whom.iter().for_each(|whom| note!("{} [{}] {what} {whom}", scene.id, scene.kind));
        }
        if outcome.player_leak {
            note!("{} [{}] leaks to the player", scene.id, scene.kind);
        }
        scenes += 1;
        player_leaks += usize::from(outcome.player_leak);
        player_texts += outcome.player_texts;
        *by_kind.entry(scene.kind.clone()).or_default() += 1;
        all.prompts += outcome.prompts;
        all.rightful += outcome.rightful;
        all.in_other_words += outcome.in_other_words;
        all.events += outcome.events;
        all.tokens = all.tokens.max(outcome.tokens);
        all.leaks.extend(outcome.leaks);
        all.denied.extend(outcome.denied);
        all.misjudged.extend(outcome.misjudged);
    }
    if scenes == 0 {
        return Err(format!("{} holds no scenes", file.name).into());
    }
    let tables = walk_tables().await?;
    tables.leaks.iter().for_each(|leak| note!("leaks to the player: {leak}"));
    tables.faults.iter().for_each(|fault| note!("wrong: {fault}"));
    let share = |part: usize, of: usize| (part as f64 / of.max(1) as f64 * 10_000.0).round() / 10_000.0;
    say!(
        "{}",
        json!({
            "scenes": scenes, "prompts": all.prompts, "leaks": all.leaks.len(), "player_leaks": player_leaks,
            "player_texts": player_texts,
            "denied_rightful": all.denied.len(), "rightful": all.rightful, "rightful_in_other_words": all.in_other_words,
            "knowing": share(all.rightful - all.denied.len(), all.rightful),
            "perceived_right": share(all.events - all.misjudged.len(), all.events),
            "scenes_by_kind": by_kind, "longest_prompt_tokens": all.tokens,
            "tables": {"texts": tables.texts, "secrets": tables.secrets, "leaks": tables.leaks.len(), "faults": tables.faults.len()},
        })
    );
    Ok(())
}
