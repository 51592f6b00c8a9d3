//! The campaign's people who died in play: finds texts that name them, and removes what the dead do and say.

use std::collections::BTreeSet;

use game::{Change, Game};

use crate::{
    campaign::{CampaignPackage, CastMember},
    dm::{
        Draft,
        speech::{is_unnamed_speech, sentences},
    },
};

use super::{record, turn::words};

/// The dead people of the campaign that texts, or the beats that changes begin and end, name as if they were alive.
pub(in crate::dm) fn dead_in<'t>(
    draft: &Draft,
    texts: impl Iterator<Item = &'t str>,
    changes: &[Change],
) -> Vec<String> {
    let Ok(package) = draft.campaign() else { return Vec::new() };
    let package = &*package;
    let beats = changes.iter().filter_map(|change| match change {
        Change::BeatBegan { beat } | Change::BeatEnded { beat, .. } => {
            package.nodes().find_map(|(_, node)| node.beat(beat))
        }
        _ => None,
    });
    let of_beats = beats.flat_map(|beat| [beat.shown.as_str(), beat.description.as_str()]);
    let mut told: BTreeSet<String> = texts.flat_map(words).collect();
    told.extend(of_beats.flat_map(words));
    dead_among(package, draft.game(), &told)
}

/// The names of the dead people of a campaign that texts mention.
pub(super) fn named_dead<'t>(
    package: &CampaignPackage,
    game: &Game,
    texts: impl Iterator<Item = &'t str>,
) -> Vec<String> {
    dead_among(package, game, &texts.flat_map(words).collect())
}

/// The names of the dead people of a campaign that folded words mention.
fn dead_among(package: &CampaignPackage, game: &Game, texts: &BTreeSet<String>) -> Vec<String> {
    let dead = dead_people(package, game);
    let named = dead.iter().filter(|one| one.names.iter().any(|name| texts.contains(name)));
    named.map(|one| super::name_now(game, one.person)).collect()
}

/// Words that name only dead people of a campaign.
pub(super) fn names_of_the_dead(package: &CampaignPackage, game: &Game) -> Vec<String> {
    dead_people(package, game).into_iter().flat_map(|one| one.names).collect()
}

/// The names, as they are now, of the campaign's people who died in play.
pub(super) fn names_of_dead_people(package: &CampaignPackage, game: &Game) -> Vec<String> {
    dead_people(package, game).into_iter().map(|one| super::name_now(game, one.person)).collect()
}

/// One of the campaign's people who died in play.
struct DeadPerson<'p> {
    person: &'p CastMember,
    /// The words of their name that are in no other person's.
    names: Vec<String>,
}

fn dead_people<'p>(package: &'p CampaignPackage, game: &Game) -> Vec<DeadPerson<'p>> {
    let dead = record::dead(package, game);
    let is_theirs = |word: &String| package.people.iter().filter(|one| names_of(one).contains(word)).count() == 1;
    let people = package.people.iter().filter(|person| dead.contains(&person.id));
    people
        .map(|person| DeadPerson { person, names: names_of(person).into_iter().filter(is_theirs).collect() })
        .collect()
}

/// Texts of a campaign without what those who died in play do and say.
pub(in crate::dm) fn without_dead(draft: &Draft, texts: &[String]) -> Vec<String> {
    let names = draft.campaign().map(|package| names_of_the_dead(&package, draft.game())).unwrap_or_default();
    texts.iter().filter_map(|text| without(&names, text)).collect()
}

/// A text without sentences that contain one of these names, and without speech beside them. Empty if no sentence is left.
pub(super) fn without(names: &[String], text: &str) -> Option<String> {
    let names_one = |sentence: &str| words(sentence).iter().any(|word| names.contains(word));
    if !names_one(text) {
        return Some(text.to_owned());
    }
    let paragraphs = text.split("\n\n").filter_map(|paragraph| {
        let sentences = sentences(paragraph);
        let is_dropped = |at: usize| sentences.get(at).is_some_and(|sentence| names_one(sentence));
        let is_kept = |at: usize| {
            let is_beside = is_dropped(at + 1) || at.checked_sub(1).is_some_and(is_dropped);
            let is_answer = is_beside && is_unnamed_speech(sentences[at]);
            !is_dropped(at) && !is_answer
        };
        let kept: Vec<&str> = (0..sentences.len()).filter(|at| is_kept(*at)).map(|at| sentences[at]).collect();
        (!kept.is_empty()).then(|| kept.join(" "))
    });
    let kept: Vec<String> = paragraphs.collect();
    (!kept.is_empty()).then(|| kept.join("\n\n"))
}

/// The folded parts of a person's name.
pub(super) fn names_of(person: &CastMember) -> Vec<String> {
    words(&person.name).into_iter().filter(|part| part.len() > 2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_do_and_say_is_left_out() {
        let ysolde = ["ysolde".to_owned()];
        let left = |text: &str| without(&ysolde, text);
        assert_eq!(left("Rain falls.").as_deref(), Some("Rain falls."));
        let text = "Rain falls. Ysolde waits at the gate. “You came.” “Go on.”\n\nThe road is long.";
        assert_eq!(left(text).as_deref(), Some("Rain falls. “Go on.”\n\nThe road is long."));
        assert_eq!(left("“You came.” Ysolde smiles. “Go on.” The road is long.").as_deref(), Some("The road is long."));
        assert_eq!(left("“Go,” says Ysolde."), None);
        assert_eq!(
            left("Ysolde opens before you knock. “Well?” she says. Rain falls.").as_deref(),
            Some("Rain falls.")
        );
    }
}
