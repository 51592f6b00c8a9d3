//! An automatic player for campaigns: takes offered actions, makes tests, asks when stuck, and explores. It reads only what
//! players read.

use std::collections::BTreeMap;

use game::view::PlayerView;

use crate::dm::PlotNow;

use super::split_mix::SplitMix;

const BLOWS: &[&str] = &["attack", "I strike again", "attack", "hit it", "attack with all I have"];
const TRIES: &[&str] = &["I try", "I try it", "do it"];
const AT_A_LOSS: &[&str] = &["what can I do?", "look around", "what can I do?", "what do I know?", "where can I go?"];
const RESTS: &[&str] = &["take a long rest", "I lie down and sleep until morning"];
/// Where a campaign's stated choices stand, these send one back where one came from.
const LEADS_BACK: [&str; 3] = ["back", "down the", "out "];

/// Plays a campaign by what it says; the same seed plays the same way at the same table.
pub(super) struct Follower {
    lot: SplitMix,
    /// How often something was said, by scene and words.
    said: BTreeMap<(String, String), u32>,
    rested: u32,
}

impl Follower {
    /// A player of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { lot: SplitMix::of(seed), said: BTreeMap::new(), rested: 0 }
    }

    /// What the player says next; `offered` is what the last turn said could be done.
    pub(super) fn next(&mut self, session: &PlayerView, plot: &PlotNow, offered: &[String]) -> String {
        if session.encounter.is_some() {
            return self.lot.one_of(BLOWS).to_owned();
        }
        let hurt = session.characters.iter().any(|hero| hero.sheet.current_hp * 2 < hero.sheet.max_hp);
        if hurt && self.rested < 2 {
            self.rested += 1;
            return self.lot.one_of(RESTS).to_owned();
        }
        self.rested = 0;
        let scene = session.plot.as_ref().map(|plot| plot.node.clone()).unwrap_or_default();
        let words = self.choose(&scene, plot, offered);
        *self.said.entry((scene, words.clone())).or_default() += 1;
        words
    }

    fn choose(&mut self, scene: &str, plot: &PlotNow, offered: &[String]) -> String {
        let fresh = |player: &Self, words: &str| !player.said.contains_key(&(scene.to_owned(), words.to_owned()));
        let mut open: Vec<&str> = plot.offers.iter().map(String::as_str).filter(|offer| fresh(self, offer)).collect();
        open.extend(offered.iter().map(String::as_str).filter(|offer| fresh(self, offer)));
        let ways: Vec<&str> = plot.exits.iter().filter(|exit| exit.open).map(|exit| exit.label.as_str()).collect();
        match self.lot.below(11) {
            0..=3 if !open.is_empty() => self.lot.one_of(&open).to_owned(),
            0..=5 => self.lot.one_of(TRIES).to_owned(),
            // Now and then someone has had enough of words.
            6 => self.lot.one_of(BLOWS).to_owned(),
            7..=9 if !ways.is_empty() => self.way(scene, &ways),
            _ => self.lot.one_of(AT_A_LOSS).to_owned(),
        }
    }

    /// One of the ways on: mostly the one that was gone least often, and what leads back last.
    fn way(&mut self, scene: &str, ways: &[&str]) -> String {
        if self.lot.below(4) == 0 {
            return self.lot.one_of(ways).to_owned();
        }
        let n_said = |label: &str| {
            let n = self.said.get(&(scene.to_owned(), label.to_owned())).copied().unwrap_or(0);
            n * 2 + u32::from(LEADS_BACK.iter().any(|start| label.to_lowercase().starts_with(start)))
        };
        let least = ways.iter().map(|label| n_said(label)).min().unwrap_or(0);
        let fresh: Vec<&str> = ways.iter().copied().filter(|label| n_said(label) == least).collect();
        self.lot.one_of(&fresh).to_owned()
    }
}
