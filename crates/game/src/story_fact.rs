//! Facts of a story for code. People read the sentence beside a fact; it is never parsed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wording::line;

/// Most facts kept, the newest.
pub const MAX_FACTS: usize = 200;
/// Most things that lie about, and most that are gone.
const MAX_THINGS: usize = 24;
/// Most things that were offered, and most questions that wait: those of the last turns.
const MAX_OPEN: usize = 12;

macro_rules! story_facts {
    ($($(#[$doc:meta])* $name:ident = $word:literal { $($field:ident),+ },)*) => {
        /// A fact of the story. Names are as in the story; `place` and `thing` in the form used inside a sentence.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind", rename_all = "camelCase")]
        pub enum StoryFact {
            $($(#[$doc])* $name { $($field: String),+ },)*
        }

        impl StoryFact {
            /// The words of all facts, each with the number of its parts.
            pub const KINDS: &[(&str, usize)] = &[$(($word, [$(stringify!($field)),+].len())),*];

            /// The kind of fact, in a word or two.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $word,)*
                }
            }

            /// Its parts, in their order.
            pub fn parts(&self) -> Vec<&str> {
                match self {
                    $(Self::$name { $($field),+ } => vec![$($field.as_str()),+],)*
                }
            }

            /// The fact of this word with these parts, if there is one.
            pub fn of(word: &str, parts: &[&str]) -> Option<Self> {
                let mut parts = parts.iter();
                let fact = match word {
                    $($word => Self::$name { $($field: (*parts.next()?).to_owned()),+ },)*
                    _ => return None,
                };
                parts.next().is_none().then_some(fact)
            }
        }

    };
}

story_facts! {
    /// A thing was left at a place, and lies there.
    Left = "left" { thing, place },
    /// A thing that was left at a place was picked up.
    PickedUp = "picked up" { thing, place },
    /// A thing was used up, sold or given away.
    Gone = "gone" { thing },
    /// The heroes went from one place to another. Only the last way is kept.
    Came = "came" { from, to },
    /// The heroes spoke with someone.
    Spoke = "spoke" { who },
    /// Someone asked the heroes for something.
    Asked = "asked" { who, quest },
    /// A request was fulfilled, or ended in another side's favour.
    Done = "done" { quest, whom, side },
    /// The culprit of a trouble is dealt with.
    Settled = "settled" { who },
    /// Someone fell.
    Fell = "fell" { who, place },
    /// A body that lies at a place was searched.
    Searched = "searched" { who, place },
    /// Something was stolen from someone; without a thing, the coins in their pockets.
    Stole = "stole" { whom, thing },
    /// Someone saw the heroes steal.
    CaughtStealing = "caught stealing" { by, place },
    /// Someone was attacked.
    RaisedHand = "raised a hand" { whom },
    /// Someone witnessed an attack.
    SawViolence = "saw violence" { who },
    /// Someone was insulted.
    Insulted = "insulted" { whom },
    /// Someone got a gift.
    Gift = "gift" { whom },
    /// The heroes did someone a favour.
    Kindness = "kindness" { whom, thing },
    /// Someone enjoyed the heroes' company.
    GoodCompany = "good company" { whom },
    /// Someone forgave the heroes.
    Peace = "peace" { whom },
    /// The heroes know how the way into a place opens.
    Learned = "way learned" { place },
    /// The heroes learned where to find what opens a place.
    ToldWhere = "told where to look" { place },
    /// Someone escaped and warned others.
    LetGo = "let go" { place },
    /// Someone refused to listen.
    NotHeard = "not heard" { by },
    /// The heroes heard about someone.
    ToldOf = "told of" { who },
    /// The heroes sang for the people of a place.
    Sang = "sang" { place },
    /// A turn said that something could be done; `to` marks the message it answered.
    Offered = "offered" { to, what },
    /// A turn ended with a question of someone's: about a quest, or anything else. `to` marks the message it answered.
    Waits = "waits for an answer" { to, who, about },
    /// A hero lit something that burns. It burns as long as a condition of theirs says so.
    Lit = "lit" { thing },
}

impl StoryFact {
    /// Whether it only keeps what a narration put to the players, and nothing that happened.
    pub fn is_put_to_players(&self) -> bool {
        matches!(self, Self::Offered { .. } | Self::Waits { .. })
    }

    /// The fact with each text as a line.
    #[must_use]
    pub fn in_lines(&self) -> Self {
        let lines: Vec<String> = self.parts().into_iter().map(line).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        Self::of(self.word(), &lines).unwrap_or_else(|| self.clone())
    }

    /// Whether it says the same, whatever the case of its names.
    pub fn is_like(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&&str, &&str)| a.to_lowercase() == b.to_lowercase();
        let (own, others) = (self.parts(), other.parts());
        self.word() == other.word() && own.iter().zip(&others).all(is_same)
    }
}

/// Adds a fact; a repeated one becomes the newest.
pub fn note(facts: &mut Vec<StoryFact>, fact: StoryFact) {
    match &fact {
        StoryFact::Left { .. } => {}
        StoryFact::PickedUp { thing, place } => {
            let lay = StoryFact::Left { thing: thing.clone(), place: place.clone() };
            if let Some(i) = facts.iter().position(|it| it.is_like(&lay)) {
                facts.remove(i);
            }
            return;
        }
        StoryFact::Came { .. } => facts.retain(|it| !matches!(it, StoryFact::Came { .. })),
        fact => facts.retain(|it| !it.is_like(fact)),
    }
    let most = match fact {
        StoryFact::Left { .. } | StoryFact::Gone { .. } => MAX_THINGS,
        StoryFact::Offered { .. } | StoryFact::Waits { .. } => MAX_OPEN,
        _ => MAX_FACTS,
    };
    let word = fact.word();
    facts.push(fact);
    if facts.iter().filter(|it| it.word() == word).count() > most
        && let Some(i) = facts.iter().position(|it| it.word() == word)
    {
        facts.remove(i);
    }
    facts.drain(..facts.len().saturating_sub(MAX_FACTS));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(thing: &str, place: &str) -> StoryFact {
        StoryFact::Left { thing: thing.into(), place: place.into() }
    }

    #[test]
    fn every_fact_is_made_again_of_its_word_and_parts() {
        for (word, n) in StoryFact::KINDS {
            let fact = StoryFact::of(word, &vec!["Marta"; *n]).unwrap();
            assert_eq!((fact.word(), fact.parts()), (*word, vec!["Marta"; *n]));
            assert_eq!(StoryFact::of(word, &vec!["Marta"; n + 1]), None);
            let json = serde_json::to_string(&fact).unwrap();
            assert_eq!(serde_json::from_str::<StoryFact>(&json).unwrap(), fact);
        }
        let kinds: std::collections::BTreeSet<_> = StoryFact::KINDS.iter().map(|(word, _)| word).collect();
        assert_eq!(kinds.len(), StoryFact::KINDS.len());
    }

    #[test]
    fn what_is_picked_up_lies_there_no_more() {
        let mut facts = Vec::new();
        note(&mut facts, left("rope", "the Long Bridge"));
        note(&mut facts, left("torch", "Kettle Row"));
        note(&mut facts, StoryFact::PickedUp { thing: "Torch".into(), place: "kettle row".into() });
        note(&mut facts, StoryFact::PickedUp { thing: "rope".into(), place: "Kettle Row".into() });
        assert_eq!(facts, [left("rope", "the Long Bridge")]);
    }

    #[test]
    fn a_fact_that_is_told_again_is_the_newest_and_the_last_way_is_the_only_one() {
        let gift = || StoryFact::Gift { whom: "Marta".into() };
        let way = |to: &str| StoryFact::Came { from: "home".into(), to: to.into() };
        let mut facts = Vec::new();
        for fact in [gift(), way("a"), StoryFact::Insulted { whom: "Marta".into() }, way("b"), gift()] {
            note(&mut facts, fact);
        }
        assert_eq!(facts, [StoryFact::Insulted { whom: "Marta".into() }, way("b"), gift()]);
    }

    #[test]
    fn the_newest_facts_are_kept() {
        let mut facts = Vec::new();
        for n in 0..300 {
            note(&mut facts, left(&n.to_string(), "here"));
            note(&mut facts, StoryFact::Sang { place: n.to_string() });
        }
        assert_eq!(facts.len(), MAX_FACTS);
        assert_eq!(facts.iter().filter(|it| it.word() == "left").count(), MAX_THINGS);
    }
}
