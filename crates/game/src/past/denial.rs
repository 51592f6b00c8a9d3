//! What is to be said to a question that takes for granted what no change knows.

use serde::{Deserialize, Serialize};

use super::{
    PastQuestion, PastQuestionKind,
    names::{Likeness, is_called, is_like},
};

/// What did not happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Denial {
    pub kind: DenialKind,
    /// The thing, person, place or quest, as the game calls it, else in the player's words.
    pub about: String,
}

/// What sort of thing did not happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DenialKind {
    /// A thing was never given away: a hero still carries it.
    StillCarried,
    /// A thing was never given away, and no hero carries it.
    NeverGiven,
    /// A hero has had a thing from the start.
    HadFromTheStart,
    /// A thing was never got.
    NeverGot,
    /// Someone got nothing; or nothing was given away.
    GaveNothing,
    /// Nothing was sold.
    SoldNothing,
    /// Nothing was bought.
    BoughtNothing,
    /// The person asked about was not killed, or no one was killed at all.
    KilledNobody,
    /// Someone was never met.
    NeverMet,
    /// The heroes met no one at a place.
    MetNobody,
    /// The heroes were never at a place.
    NeverThere,
    /// No one asked the heroes to do it.
    NeverAsked,
    /// A quest is not done.
    NotDone,
    /// Nothing is owed to someone.
    OwesNothing,
}

impl DenialKind {
    /// Whether changes alone know it, whatever was told.
    pub fn is_sure(self) -> bool {
        !matches!(
            self,
            Self::NeverGot | Self::NeverMet | Self::MetNobody | Self::NeverThere | Self::NeverAsked | Self::NotDone
        )
    }
}

/// What is denied to a question that no deed answers, where the heroes carry these things; none if nothing can be said.
pub fn denied(question: &PastQuestion, carried: &[String]) -> Option<Denial> {
    use PastQuestionKind::*;
    if !question.is_own || question.pointer.is_some() {
        return None;
    }
    let asked = question.about.as_str();
    let thing = carried.iter().find(|name| is_called(name, asked));
    let thing = thing.or_else(|| carried.iter().find(|name| is_like(name, asked, Likeness::OfThatKind)));
    let kind = match (question.asks, thing) {
        (Sales, _) => DenialKind::SoldNothing,
        (Purchases, _) => DenialKind::BoughtNothing,
        (Given, _) => DenialKind::GaveNothing,
        (Killed, _) => DenialKind::KilledNobody,
        (Owed, _) => DenialKind::OwesNothing,
        _ if asked.is_empty() => return None,
        (Receiver | Fate, Some(_)) => DenialKind::StillCarried,
        (Receiver, None) => DenialKind::NeverGiven,
        (Source, Some(_)) => DenialKind::HadFromTheStart,
        (Source, None) => DenialKind::NeverGot,
        (Met, _) => DenialKind::NeverMet,
        (People, _) => DenialKind::MetNobody,
        (Arrival, _) => DenialKind::NeverThere,
        (Giver, _) => DenialKind::NeverAsked,
        (Ended, _) => DenialKind::NotDone,
        (Fate, None) | (Did, _) => return None,
    };
    let is_of_a_thing = matches!(kind, DenialKind::StillCarried | DenialKind::HadFromTheStart);
    let about = thing.filter(|_| is_of_a_thing).cloned().unwrap_or_else(|| asked.to_owned());
    Some(Denial { kind, about })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_happened_is_denied_only_of_the_heroes_themselves() {
        let carried = ["Longsword".to_owned(), "Hooded Lantern".to_owned()];
        let denial =
            |text: &str| denied(&PastQuestion::read(text).expect(text), &carried).map(|it| (it.kind, it.about));
        for (text, kind, about) in [
            ("who did I give my sword to?", DenialKind::StillCarried, "Longsword"),
            ("who has my lamp?", DenialKind::StillCarried, "Hooded Lantern"),
            ("who did I sell the crown to?", DenialKind::NeverGiven, "crown"),
            ("where did I get my longsword?", DenialKind::HadFromTheStart, "Longsword"),
            ("who gave me the silver crown?", DenialKind::NeverGot, "silver crown"),
            ("when did we kill the baron?", DenialKind::KilledNobody, "baron"),
            ("where did we meet Baron Karst?", DenialKind::NeverMet, "baron karst"),
            ("when did we visit Barrow Hill?", DenialKind::NeverThere, "barrow hill"),
            ("what have I given to Ilse?", DenialKind::GaveNothing, "ilse"),
            ("do I owe Ilse anything?", DenialKind::OwesNothing, "ilse"),
        ] {
            assert_eq!(denial(text), Some((kind, about.to_owned())), "{text}");
        }
        for text in ["what happened to the ferryman?", "when did Rufus die?", "who did I give it to?", "did I win?"] {
            assert_eq!(denial(text), None, "{text}");
        }
    }
}
