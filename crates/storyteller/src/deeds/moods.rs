//! People's opinion of the hero, from what happened between them.

use game::story_fact::StoryFact;

use crate::{folk::Person, naming::same, play::Play};

/// What someone thinks of the hero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Warm,
    Plain,
    Cold,
}

/// The mood that a fact causes, and the person who has it.
fn made_by(fact: &StoryFact) -> Option<(Mood, &str)> {
    Some(match fact {
        StoryFact::CaughtStealing { by: who, .. }
        | StoryFact::RaisedHand { whom: who }
        | StoryFact::SawViolence { who }
        | StoryFact::Insulted { whom: who } => (Mood::Cold, who),
        StoryFact::Gift { whom: who }
        | StoryFact::Kindness { whom: who, .. }
        | StoryFact::GoodCompany { whom: who }
        | StoryFact::Done { whom: who, .. } => (Mood::Warm, who),
        StoryFact::Peace { whom: who } => (Mood::Plain, who),
        _ => return None,
    })
}

/// The last fact between someone and the hero that made a mood.
pub(super) fn regard<'p>(play: &'p Play<'_>, person: &Person) -> Option<&'p StoryFact> {
    let is_theirs = |fact: &&StoryFact| made_by(fact).is_some_and(|(_, who)| same(who, &person.name));
    play.table.facts.iter().rfind(is_theirs)
}

/// How someone thinks of the hero; the newest counts.
pub(super) fn of(play: &Play<'_>, person: &Person) -> Mood {
    regard(play, person).and_then(made_by).map_or(Mood::Plain, |(mood, _)| mood)
}

/// Whether someone was met, and not spoken of in the last turns.
pub(super) fn is_long_gone(play: &Play<'_>, person: &Person) -> bool {
    let met = play.table.met.iter().any(|met| met.eq_ignore_ascii_case(&person.name));
    let lately = play.reading.told.iter().rev().take(12).any(|told| told.contains(person.first_name()));
    met && !lately
}

/// Someone is asked to forgive.
pub(super) fn mend(play: &mut Play<'_>, person: &Person) {
    let event = format!("{} made peace with {}", play.hero.name, person.name);
    mark(play, event, StoryFact::Peace { whom: person.name.clone() });
}

/// Someone liked to have the hero about; noted unless it is the last that was between them.
pub(super) fn good_company(play: &mut Play<'_>, name: &str, event: String) {
    let company = StoryFact::GoodCompany { whom: name.to_owned() };
    let is_theirs = |fact: &&StoryFact| made_by(fact).is_some_and(|(_, who)| same(who, name));
    if play.table.facts.iter().rfind(is_theirs).is_none_or(|last| !last.is_like(&company)) {
        mark(play, event, company);
    }
}

/// Something came between someone and the hero, or brought them together; it is never forgotten.
pub(super) fn mark(play: &mut Play<'_>, event: String, fact: StoryFact) {
    play.note_fact(fact);
    play.effects.record(event);
}
