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
        let things = self.world.things(&self.table.location).into_iter().take(2);
        let mut things: Vec<String> = things.filter(|thing| !self.taken(thing)).map(str::to_owned).collect();
        let mark = format!(" at {}", self.here()).to_lowercase();
        for event in self.past() {
            let low = event.trim_end_matches('.').to_lowercase();
            let left = low.split_once(" left the ").and_then(|(_, rest)| rest.strip_suffix(mark.as_str()));
            if let Some(thing) = left.filter(|thing| !things.iter().any(|other| other.eq_ignore_ascii_case(thing))) {
                things.push(thing.to_owned());
            } else if let Some((_, thing)) = low.split_once(" took the ") {
                things.retain(|other| !other.eq_ignore_ascii_case(thing));
            }
        }
        things.retain(|thing| !self.effects.gained.contains(thing));
        things
    }

    /// Whether a thing of this world is not where it was: it is in the pack, or went through it.
    pub(super) fn taken(&self, thing: &str) -> bool {
        let owned = self.hero.pack.iter().any(|(_, name)| name.eq_ignore_ascii_case(thing));
        let lost = self.effects.lost.iter().any(|lost| lost.eq_ignore_ascii_case(thing));
        owned || lost || self.ended(&format!(" took the {thing}")) || self.ended(&format!(" parted with the {thing}"))
    }

    /// Whether something happened that is told with these words at its end: after a rope ladder is taken the rope is there.
    fn ended(&self, words: &str) -> bool {
        let words = words.to_lowercase();
        self.past().any(|event| event.trim_end_matches('.').to_lowercase().ends_with(&words))
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
