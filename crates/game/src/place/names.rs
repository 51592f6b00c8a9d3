//! Names of places: which of them mean the same place, and the text for a place without a name.

use std::{collections::HashSet, sync::LazyLock};

use language::word_lists;

use crate::wording::{FoldedWords, fold, same};

/// The lists of `names.txt`, folded.
struct PlaceWords {
    small: HashSet<String>,
    here: HashSet<String>,
    here_with: HashSet<String>,
    heroes: HashSet<String>,
    are: HashSet<String>,
    unknown: HashSet<String>,
}

static PLACE_WORDS: LazyLock<PlaceWords> = LazyLock::new(|| {
    const NAMES: &str = include_str!("names.txt");
    let phrases = |section: &str| word_lists::list(NAMES, section).into_iter().map(fold).collect();
    PlaceWords {
        small: word_lists::words(NAMES, "small").map(fold).collect(),
        here: phrases("here"),
        here_with: phrases("here with"),
        heroes: phrases("heroes"),
        are: phrases("are"),
        unknown: phrases("unknown"),
    }
});

/// Whether two names mean one place: the case, articles and the order of the words say nothing.
pub fn is_same_place(one: &str, other: &str) -> bool {
    same(one, other) || {
        let [one, other] = [one, other].map(|name| {
            let mut words = telling_words(name);
            words.sort();
            words
        });
        !one.is_empty() && one == other
    }
}

/// The one whose name means this place: by its whole name, else without articles, else with its words in another order.
pub fn of_name<'a, T>(
    all: impl Iterator<Item = &'a T> + Clone,
    name: impl Fn(&T) -> &str,
    wanted: &str,
) -> Option<&'a T> {
    let words = telling_words(wanted);
    let exact = all.clone().find(|one| same(name(one), wanted.trim()));
    let in_order = || all.clone().find(|one| !words.is_empty() && telling_words(name(one)) == words);
    exact.or_else(in_order).or_else(|| all.clone().find(|one| is_same_place(name(one), wanted)))
}

/// Whether these words mean wherever the heroes are.
pub fn means_here(place: &str) -> bool {
    let words = &*PLACE_WORDS;
    let place = plain(place);
    let mut rest = words.here_with.iter().filter_map(|with| place.strip_prefix(with.as_str())?.strip_prefix(' '));
    let is_of_heroes = |rest: &str| {
        let mut bare = words.are.iter().filter_map(|are| rest.strip_suffix(are.as_str())?.strip_suffix(' '));
        words.heroes.contains(rest) || bare.any(|rest| words.heroes.contains(rest))
    };
    words.here.contains(&place) || rest.any(is_of_heroes)
}

/// Whether these words say that the place is not known.
pub fn means_unknown(place: &str) -> bool {
    PLACE_WORDS.unknown.contains(&plain(place))
}

fn plain(place: &str) -> String {
    fold(place.trim().trim_end_matches('.'))
}

fn telling_words(name: &str) -> Vec<String> {
    let mut words = FoldedWords::of(name).words;
    words.retain(|word| !PLACE_WORDS.small.contains(word));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_same_in_other_case_and_order_and_without_articles() {
        for name in ["the orchard of hollin abbey", "Hollin Abbey orchard", "ORCHARD OF HOLLIN ABBEY"] {
            assert!(is_same_place("The Orchard of Hollin Abbey", name), "{name}");
        }
        for (one, other) in
            [("The Mill", "Under the Mill"), ("Hinter der Theke", "Die Theke"), ("The", "Of"), ("", "The")]
        {
            assert!(!is_same_place(one, other), "{one}, {other}");
        }
    }

    #[test]
    fn the_nearest_name_is_meant() {
        let all = ["Mill Road", "The Road Mill"];
        let meant = |name| of_name(all.iter(), |it| it, name).copied();
        assert_eq!([meant("road mill"), meant("the mill road"), meant("Mill")], [Some(all[1]), Some(all[0]), None]);
    }

    #[test]
    fn no_place_is_named_by_here_and_unknown() {
        for here in [
            " Here. ",
            "bei den helden",
            "the same place as the heroes",
            "this place",
            "Same location as the party",
            "where the party currently is",
            "With the player characters.",
        ] {
            assert!(means_here(here), "{here}");
        }
        for elsewhere in
            ["The Inn", "with the miller", "where the river bends", "the same place as Marta", "This Place of Skulls"]
        {
            assert!(!means_here(elsewhere), "{elsewhere}");
        }
        assert!(means_unknown("Unknown") && means_unknown("n/a") && means_unknown("?") && !means_unknown("here"));
    }
}
