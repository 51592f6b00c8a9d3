//! Things that went through the hero's hands: what lies about where it was left, and what is gone for good.
//!
//! They stand in two sentences at the end of the campaign's summary, which is written anew with each of them, so that
//! the events that must never be forgotten are not pushed out by what was dropped.

use super::{naming::same, world::in_text};

const LEFT: &str = "Left behind: ";
const GONE: &str = "No longer to be found: ";
/// So many of each are kept, the newest.
const MOST: usize = 24;

/// What was left where, and what is gone.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Strewn {
    /// Thing and place, the place as it stands inside a sentence.
    left: Vec<(String, String)>,
    gone: Vec<String>,
}

impl Strewn {
    /// A summary, and what its last sentences say of things.
    pub(super) fn split(summary: &str) -> (String, Self) {
        let (rest, gone) = summary.rsplit_once(GONE).unwrap_or((summary, ""));
        let (rest, left) = rest.rsplit_once(LEFT).unwrap_or((rest, ""));
        let entries = |text: &str| -> Vec<String> {
            let text = text.trim().trim_end_matches('.');
            text.split("; ").map(str::trim).filter(|entry| !entry.is_empty()).map(str::to_owned).collect()
        };
        let bare = |thing: &str| thing.strip_prefix("the ").unwrap_or(thing).to_owned();
        let placed = |entry: String| entry.rsplit_once(" at ").map(|(thing, place)| (bare(thing), place.to_owned()));
        let left = entries(left).into_iter().filter_map(placed).collect();
        let gone = entries(gone).iter().map(|thing| bare(thing)).collect();
        (rest.trim_end().to_owned(), Self { left, gone })
    }

    /// The summary with what there is to say of things behind it.
    pub(super) fn joined(&self, summary: &str) -> String {
        let mut text = summary.trim_end().to_owned();
        let mut add = |mark: &str, entries: Vec<String>| {
            if !entries.is_empty() {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(&format!("{mark}{}.", entries.join("; ")));
            }
        };
        add(LEFT, self.left.iter().map(|(thing, place)| format!("the {thing} at {place}")).collect());
        add(GONE, self.gone.iter().map(|thing| format!("the {thing}")).collect());
        text
    }

    /// A thing is put down at a place.
    pub(super) fn leave(&mut self, thing: &str, place: &str) {
        self.left.push((thing.to_owned(), in_text(place)));
        self.left.drain(..self.left.len().saturating_sub(MOST));
    }

    /// A thing is picked up at a place, if it was left there.
    pub(super) fn take_up(&mut self, thing: &str, place: &str) {
        let lies = |(other, at): &(String, String)| other.eq_ignore_ascii_case(thing) && same(at, place);
        if let Some(i) = self.left.iter().position(lies) {
            self.left.remove(i);
        }
    }

    /// A thing of the neighbourhood is used up, sold or given away.
    pub(super) fn lose(&mut self, thing: &str) {
        if !self.gone.iter().any(|other| other.eq_ignore_ascii_case(thing)) {
            self.gone.push(thing.to_owned());
            self.gone.drain(..self.gone.len().saturating_sub(MOST));
        }
    }

    /// What was left at a place.
    pub(super) fn at<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a str> {
        self.left.iter().filter(move |(_, at)| same(at, place)).map(|(thing, _)| thing.as_str())
    }

    /// Whether a thing is somewhere else than where it once lay.
    pub(super) fn has_moved(&self, thing: &str) -> bool {
        let is = |other: &str| other.eq_ignore_ascii_case(thing);
        self.left.iter().any(|(other, _)| is(other)) || self.gone.iter().any(|other| is(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_behind_is_read_as_it_was_written() {
        let mut strewn = Strewn::default();
        assert_eq!(strewn.joined("It rains."), "It rains.");
        strewn.leave("hempen rope (50 feet)", "The Long Bridge");
        strewn.leave("torch", "Kettle Row");
        strewn.lose("small apple");
        let written = strewn.joined("It rains.");
        assert_eq!(
            written,
            "It rains. Left behind: the hempen rope (50 feet) at the Long Bridge; the torch at Kettle Row. \
             No longer to be found: the small apple."
        );
        assert_eq!(Strewn::split(&written), ("It rains.".to_owned(), strewn.clone()));
        strewn.take_up("torch", "Kettle Row");
        assert_eq!(strewn.at("the long bridge").collect::<Vec<_>>(), ["hempen rope (50 feet)"]);
        assert!(strewn.has_moved("Small Apple") && !strewn.has_moved("torch"));
    }
}
