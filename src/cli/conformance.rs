//! `embertale conformance`: tests the combat engine with all cases and all monsters.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    time::Instant,
};

use game::{
    Game, Refusal,
    character::Character,
    combat::{
        bout::{Bout, Spellbook},
        conformance,
        encounter::FightEnding,
        fighter::FighterId,
        gauntlet::{self, MultiattackRun},
        initiative::{FightOpening, begin},
        rollout::Rollout,
        square::Square,
    },
};
use serde_json::{Value, json};

use crate::{
    dm::stat_blocks::{GeneratedCreature, Recited, made_of},
    rules::{Edition, Facts, Library, LibraryHandle, Sources},
};

use super::{
    CommandError,
    fights::{bring, hero, table},
    terminal::{note, say},
};

/// The options of a run.
#[derive(Debug, Clone, Copy)]
pub struct Conformance {
    /// How many fights against each monster, each with dice of its own.
    pub seeds: u32,
    /// Fights every n-th monster; 1 for all of them.
    pub every: usize,
}

/// Results of the fights.
#[derive(Default)]
struct ConformanceReport {
    n_monsters: usize,
    n_fights: usize,
    n_won: usize,
    n_lost: usize,
    n_turns_most: u32,
    n_multiattacks: usize,
    n_whole: usize,
    n_ways: usize,
    told: Vec<String>,
    stalemates: Vec<String>,
    faults: Vec<String>,
}

/// Plays every case, fights every monster of the library and carries out every multiattack. Prints what failed, and ends
/// with one line of JSON; fails if anything did.
///
/// # Errors
/// The party can't be made.
pub async fn conformance(sources: &Sources, what: Conformance) -> Result<ExitCode, CommandError> {
    let start = Instant::now();
    let shelf = LibraryHandle::core();
    let complete = shelf.fill(sources).await;
    let (mut figures, failed) = prove(&shelf.library(), what)?;
    if !complete {
        note!(
            "Only the {} monsters of the core rules were fought: the complete rules are not in the data folder and could not be \
             fetched. With a network and without RULES_FETCH=off they are.",
            figures["monsters"]
        );
    }
    figures["rules"] = json!(if complete { "whole" } else { "core" });
    figures["seconds"] = json!((start.elapsed().as_secs_f64() * 10.0).round() / 10.0);
    for line in &failed {
        say!("{line}");
    }
    say!("{figures}");
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The figures of the whole proof, and what failed, a line for each.
///
/// # Errors
/// The party can't be made.
pub fn prove(library: &Library, what: Conformance) -> Result<(Value, Vec<String>), CommandError> {
    let (n_cases, faults) = conformance::play_all();
    let mut failed: Vec<String> =
        faults.iter().map(|it| format!("{} ({}): {}: {}", it.rule, it.subject, it.case, it.why)).collect();
    let n_failed_cases = failed.len();
    let mut tally = ConformanceReport::default();
    for edition in Edition::ALL {
        let entries = library.entries().iter().filter(|entry| entry.edition == edition);
        let monsters = entries.filter(|entry| matches!(entry.facts, Some(Facts::Monster(_))));
        for entry in monsters.step_by(what.every.max(1)) {
            let Some(made) = made_of(entry, library) else { continue };
            let name = format!("{} ({})", entry.name, edition.as_str());
            one(&mut tally, &name, &made, library, edition, what.seeds)?;
        }
    }
    let figures = json!({
        "cases": n_cases, "casesFailed": n_failed_cases, "rulesCited": conformance::rules().len(),
        "monsters": tally.n_monsters, "fights": tally.n_fights, "won": tally.n_won, "lost": tally.n_lost,
        "stalemates": tally.stalemates.len(), "mostRounds": tally.n_turns_most,
        "multiattacks": tally.n_multiattacks, "ways": tally.n_ways, "waysInFull": tally.n_whole,
        "waysTold": tally.told.len(), "failed": n_failed_cases + tally.faults.len(),
    });
    for line in tally.stalemates.iter().chain(&tally.told) {
        note!("{line}");
    }
    failed.extend(tally.faults);
    Ok((figures, failed))
}

/// Everything about one monster.
fn one(
    tally: &mut ConformanceReport,
    name: &str,
    made: &GeneratedCreature,
    library: &Library,
    edition: Edition,
    seeds: u32,
) -> Result<(), CommandError> {
    tally.n_monsters += 1;
    let level = level_against(made.xp);
    let mut heroes: Vec<Character> = Vec::new();
    for class in ["fighter", "cleric", "rogue", "wizard"] {
        heroes.push(hero(class, level, &heroes)?);
    }
    let book = Recited::of(&heroes, library, edition);
    for seed in 0..seeds {
        let mut game = table(heroes.clone(), edition, seed_of(seed));
        tally.n_fights += 1;
        let again = format!("against four of level {level}, seed {seed}");
        match unbroken(|| fought(&mut game, made, &book)) {
            Err(why) => tally.faults.push(format!("{name} {again}: {why}")),
            Ok(rollout) => {
                tally.n_turns_most = tally.n_turns_most.max(rollout.rounds);
                match rollout.ending {
                    Some(FightEnding::Victory) => tally.n_won += 1,
                    Some(_) => tally.n_lost += 1,
                    None => tally.stalemates.push(format!("stalemate: {name} {again}: {}", why_endless(&game))),
                }
            }
        }
    }
    multiattacks(tally, name, made, &heroes, edition);
    Ok(())
}

fn fought(game: &mut Game, made: &GeneratedCreature, book: &dyn Spellbook) -> Result<Rollout, Refusal> {
    bring(game, "Foe", made, 1)?;
    begin(&mut Bout::unheard(game, book), &FightOpening::default())?;
    gauntlet::run(game, book)
}

/// Why no one wins: the fighters that did no damage.
fn why_endless(game: &Game) -> String {
    let foe = game.creatures.first().map_or(0, |foe| foe.max_hp - foe.hp);
    let hurt = game.characters.iter().filter(|hero| hero.current_hp < hero.max_hp).count();
    match (foe, hurt) {
        (0, 0) => "neither side can hurt the other".to_owned(),
        (0, _) => "the heroes can't hurt it, and it doesn't bring them down".to_owned(),
        (_, 0) => "it can't hurt the heroes, and outlives their blows".to_owned(),
        (foe, hurt) => format!("it heals as fast as it is hurt ({foe} hit points lacking, {hurt} heroes hurt)"),
    }
}

/// Every way of its multiattacks, with heroes who outlive it all around.
fn multiattacks(
    tally: &mut ConformanceReport,
    name: &str,
    made: &GeneratedCreature,
    heroes: &[Character],
    edition: Edition,
) {
    let around = [(5, 3), (4, 4), (3, 3), (4, 2)];
    let mut sturdy = heroes.to_vec();
    for hero in &mut sturdy {
        (hero.max_hp, hero.current_hp) = (5_000, 5_000);
    }
    let mut game = table(sturdy, edition, seed_of(0));
    let foe = FighterId::Creature("foe".into());
    let mut squares: std::collections::BTreeMap<FighterId, Square> =
        heroes.iter().zip(around).map(|(hero, (x, y))| (FighterId::Hero(hero.id.clone()), Square { x, y })).collect();
    squares.insert(foe.clone(), Square { x: 4, y: 3 });
    let opening = FightOpening { squares, ..FightOpening::default() };
    let begun = bring(&mut game, "Foe", made, 1).and_then(|()| begin(&mut Bout::unheard(&mut game, &()), &opening));
    if let Err(why) = begun {
        return tally.faults.push(format!("{name}, multiattack: {why}"));
    }
    let ways = gauntlet::ways(&game, &foe);
    tally.n_multiattacks += usize::from(!ways.is_empty());
    for way in ways {
        tally.n_ways += 1;
        let parts: Vec<String> = way.iter().map(|part| format!("{} {}", part.count, part.deed)).collect();
        let mut game = game.clone();
        match unbroken(|| gauntlet::carry_out(&mut game, &foe, &way)) {
            Ok(MultiattackRun::Whole) => tally.n_whole += 1,
            Ok(MultiattackRun::Told(part)) => tally.told.push(format!("told: {name}: {part} of {}", parts.join(", "))),
            Err(why) => tally.faults.push(format!("{name}, multiattack of {}: {why}", parts.join(", "))),
        }
    }
}

/// Does something; a panic is a fault like any other.
fn unbroken<T>(does: impl FnOnce() -> Result<T, Refusal>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(does)) {
        Ok(done) => done.map_err(|refusal| refusal.to_string()),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("it panics: {}", words.unwrap_or("without a word")))
        }
    }
}

/// A level at which four heroes have a fair fight against someone of this worth, more or less.
fn level_against(xp: u32) -> u8 {
    match xp {
        0..=100 => 1,
        101..=450 => 3,
        451..=1_800 => 5,
        1_801..=5_000 => 9,
        5_001..=11_500 => 13,
        11_501..=25_000 => 17,
        _ => 20,
    }
}

/// Dice of their own for every seed.
pub(super) fn seed_of(n: u32) -> [u8; 32] {
    let mut seed = [0x5e; 32];
    seed[..4].copy_from_slice(&n.to_le_bytes());
    seed
}
