//! What was: lately, as the table shows it, and long ago, as the session's memory has it.

use super::{
    play::{Play, Step},
    world::same,
};

/// So many recent events a table shows; where there are as many, others have fallen out.
const MOST_RECENT: usize = 10;

impl Play<'_> {
    /// Looks up what the recent events no longer show, if any of it may be missing.
    pub(super) fn look_back(&mut self) -> Step {
        if self.table.recent.len() >= MOST_RECENT {
            self.memory()?;
        }
        Ok(())
    }

    /// What happened, lately and as far as the memory was asked.
    pub(super) fn past(&self) -> impl Iterator<Item = &str> {
        let long_ago = self.remembered().lines().take_while(|line| !line.starts_with("SUPPORTING"));
        let lately = self.table.recent.iter().chain(&self.effects.events);
        long_ago.chain(lately.map(String::as_str))
    }

    /// Whether something with these words happened.
    pub(super) fn happened(&self, words: &str) -> bool {
        let words = words.to_lowercase();
        self.past().any(|event| event.to_lowercase().contains(&words))
    }

    /// Things that lie about here for anyone to take: those of the place, and what the hero has left here.
    pub(super) fn visible_things(&self) -> Vec<String> {
        let here = &self.table.location;
        let own = self.world.things(here).into_iter().take(2).filter(|thing| !self.taken(thing));
        let mut things: Vec<String> = own.map(str::to_owned).collect();
        for thing in self.table.strewn.at(here) {
            if !things.iter().any(|other| other.eq_ignore_ascii_case(thing)) {
                things.push(thing.to_owned());
            }
        }
        things
    }

    /// Whether a thing of this world is not where it was: it is in the pack, or went through it.
    pub(super) fn taken(&self, thing: &str) -> bool {
        self.owns(thing) || self.table.strewn.has_moved(thing)
    }

    /// The place the hero was at before this one, as far as the last events tell.
    pub(super) fn place_before(&self) -> Option<String> {
        let arrival = |event: &String| {
            let at = [" came to ", " came back to ", " carried to "].iter().find_map(|words| event.split_once(words));
            at.map(|(_, place)| place.trim_end_matches('.').to_owned())
        };
        let known = |place: &String| self.table.places.iter().find(|known| same(known, place)).cloned();
        let places = self.table.recent.iter().rev().filter_map(arrival).filter_map(|place| known(&place));
        places.into_iter().find(|place| !same(place, &self.table.location))
    }
}
