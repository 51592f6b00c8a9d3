//! The engine of fights held to the rules and to its own bounds, as `embertale conformance` does: every case, and a sample
//! of the monsters.

use embertale::cli::{Conformance, calibration, prove};

use super::whole;

#[tokio::test]
async fn every_case_comes_out_and_a_sample_of_the_monsters_keeps_its_bounds() {
    let Some(library) = whole().await else { return };
    let (figures, failed) = prove(library, Conformance { seeds: 1, every: 40 }).unwrap();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let n = |key: &str| figures[key].as_u64().unwrap();
    assert!(n("cases") >= 1260 && n("monsters") >= 14 && n("fights") == n("monsters"), "{figures}");
    assert!(n("waysInFull") > 0 && n("won") > 0 && n("failed") == 0, "{figures}");
}

#[tokio::test]
async fn odds_are_better_than_a_guess() {
    let Some(library) = whole().await else { return };
    let figures = calibration(library, 12).unwrap();
    let brier = figures["brier"].as_f64().unwrap();
    assert!(brier < 0.25, "always saying one half scores 0.25: {figures}");
}
