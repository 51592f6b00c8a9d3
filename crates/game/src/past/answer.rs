//! Chooses the deeds that answer a question about the past.

use language::folding::fold;

use super::{
    DeedKind, PastQuestion, PastQuestionKind, TurnDeed, WhichEnd,
    names::{Likeness, is_called, is_like},
};

/// The most deeds that answer a question; open quests may be more.
const MAX_ANSWERS: usize = 2;
const MAX_OWED: usize = 6;
/// Maximum number of deeds if a question asks for each, the newest of them.
pub const MAX_LISTED: usize = 6;
/// What becomes of a quest.
const OF_QUESTS: [DeedKind; 3] = [DeedKind::Promised, DeedKind::Done, DeedKind::Failed];

/// The deeds that answer a question, as indices into `deeds`, in order of time. `deeds` are all of the past, the oldest first.
pub fn answers(question: &PastQuestion, deeds: &[&TurnDeed]) -> Vec<usize> {
    if !question.is_of_something() {
        return Vec::new();
    }
    let search = DeedSearch { question, deeds };
    let mut found = match question.asks {
        PastQuestionKind::Giver => search.givers(),
        PastQuestionKind::Owed => search.owed(),
        // One comes across things and people, and sees people and places.
        PastQuestionKind::Source => search.sources().or(|| search.met()),
        PastQuestionKind::Met => search.met().or(|| search.arrivals()),
        PastQuestionKind::Arrival => search.arrivals().or(|| search.met()),
        PastQuestionKind::Receiver => search.receivers(),
        PastQuestionKind::Given => search.given(),
        PastQuestionKind::Sales => search.newest(&[DeedKind::Sold], MAX_LISTED),
        PastQuestionKind::Purchases => search.newest(&[DeedKind::Bought], MAX_LISTED),
        PastQuestionKind::Fate => search.fate(),
        PastQuestionKind::Killed => search.newest(&[DeedKind::Died], MAX_ANSWERS),
        PastQuestionKind::Ended => search.newest(&[DeedKind::Done, DeedKind::Failed], 1),
        PastQuestionKind::Did => search.newest(&OF_QUESTS, 1),
        PastQuestionKind::People => search.people(),
    };
    found.sort_unstable();
    found.dedup();
    found
}

struct DeedSearch<'a> {
    question: &'a PastQuestion,
    deeds: &'a [&'a TurnDeed],
}

impl DeedSearch<'_> {
    /// Deeds of these kinds about what is asked, the newest first; all of them if nothing is named.
    fn about<'s>(&'s self, kinds: &'s [DeedKind]) -> impl Iterator<Item = usize> + 's {
        let (asked, is_named) = (self.question.about.as_str(), !self.question.about.is_empty());
        let likeness = self.likeness(kinds).filter(|_| is_named);
        let is_it = move |at: &usize| {
            let deed = self.deeds[*at];
            let is_meant = || likeness.is_some_and(|likeness| is_like(&deed.about, asked, likeness));
            kinds.contains(&deed.kind) && (!is_named || is_meant())
        };
        (0..self.deeds.len()).rev().filter(is_it)
    }

    /// In which way the question means what it is about. If it names it only by its kind, or by a word of a quest, there must be but
    /// one that fits.
    fn likeness(&self, kinds: &[DeedKind]) -> Option<Likeness> {
        let asked = self.question.about.as_str();
        let named = |likeness| {
            let deeds = self.deeds.iter().filter(move |deed| kinds.contains(&deed.kind));
            deeds.map(|deed| &*deed.about).filter(move |name| is_like(name, asked, likeness))
        };
        let is_one = |likeness| {
            let mut names = named(likeness).map(fold);
            names.next().is_some_and(|first| names.all(|name| name == first))
        };
        let is_of_quests = kinds.iter().all(|kind| OF_QUESTS.contains(kind) || *kind == DeedKind::Asked);
        let may_share = is_of_quests && self.question.asks != PastQuestionKind::Did;
        if named(Likeness::Called).next().is_some() {
            Some(Likeness::Called)
        } else if is_one(Likeness::OfThatKind) {
            Some(Likeness::OfThatKind)
        } else {
            (may_share && is_one(Likeness::Shares)).then_some(Likeness::Shares)
        }
    }

    fn newest(&self, kinds: &[DeedKind], most: usize) -> Vec<usize> {
        self.about(kinds).take(most).collect()
    }

    /// The first, the last, or both ends of those of one kind, or all, as the question asks.
    fn ends(&self, mut newest_first: impl Iterator<Item = usize>, default: &[WhichEnd]) -> Vec<usize> {
        if self.question.end == Some(WhichEnd::All) {
            return newest_first.take(MAX_LISTED).collect();
        }
        let Some(last) = newest_first.next() else { return Vec::new() };
        let first = newest_first.last().unwrap_or(last);
        let of = |end: &WhichEnd| match end {
            WhichEnd::First => first,
            WhichEnd::Last | WhichEnd::All => last,
        };
        self.question.end.as_ref().map_or(default, std::slice::from_ref).iter().map(of).collect()
    }

    fn arrivals(&self) -> Vec<usize> {
        let arrived = |at: &usize| self.deeds[*at].kind == DeedKind::Arrived;
        if !self.question.about.is_empty() {
            return self.ends(self.about(&[DeedKind::Arrived]), &[WhichEnd::First, WhichEnd::Last]);
        }
        // Without a name it is the place where the heroes are.
        let Some(here) = (0..self.deeds.len()).rev().find(arrived).map(|at| fold(&self.deeds[at].about)) else {
            return Vec::new();
        };
        let at_here = (0..self.deeds.len()).rev().filter(arrived).filter(|at| fold(&self.deeds[*at].about) == here);
        self.ends(at_here, &[WhichEnd::First, WhichEnd::Last])
    }

    fn met(&self) -> Vec<usize> {
        if self.question.about.is_empty() {
            return Vec::new();
        }
        let met = self.ends(self.about(&[DeedKind::Met]), &[WhichEnd::First]);
        let spoke = self.ends(self.about(&[DeedKind::Spoke]), &[WhichEnd::First]);
        match (self.question.end, met.is_empty()) {
            (Some(WhichEnd::Last | WhichEnd::All), _) => {
                if spoke.is_empty() {
                    met
                } else {
                    spoke
                }
            }
            (_, false) => met,
            (_, true) => spoke,
        }
    }

    fn sources(&self) -> Vec<usize> {
        const KINDS: [DeedKind; 3] = [DeedKind::Got, DeedKind::Bought, DeedKind::Stole];
        if self.question.about.is_empty() {
            return Vec::new();
        }
        match self.question.end {
            Some(_) => self.ends(self.about(&KINDS), &[]),
            None => self.newest(&KINDS, MAX_ANSWERS),
        }
    }

    fn receivers(&self) -> Vec<usize> {
        const KINDS: [DeedKind; 2] = [DeedKind::Gave, DeedKind::Sold];
        if self.question.about.is_empty() {
            let gave = |at: &usize| self.deeds[*at].kind == DeedKind::Gave;
            return (0..self.deeds.len()).rev().find(gave).into_iter().collect();
        }
        let given = self.newest(&KINDS, MAX_ANSWERS);
        if given.is_empty() { self.newest(&[DeedKind::Left, DeedKind::Lost], 1) } else { given }
    }

    /// What someone was given, or everything that was given away.
    fn given(&self) -> Vec<usize> {
        let asked = self.question.about.as_str();
        let is_asked = |at: &usize| {
            let deed = self.deeds[*at];
            deed.kind == DeedKind::Gave && (asked.is_empty() || is_called(&deed.other, asked))
        };
        (0..self.deeds.len()).rev().filter(is_asked).take(MAX_LISTED).collect()
    }

    /// Whom the heroes met at a place: where they are, if the question names none.
    fn people(&self) -> Vec<usize> {
        let mut place = "";
        let places: Vec<&str> = self
            .deeds
            .iter()
            .map(|deed| {
                if deed.kind == DeedKind::Arrived {
                    place = &deed.about;
                }
                place
            })
            .collect();
        let here = places.last().copied().unwrap_or_default();
        let asked = if self.question.about.is_empty() { here } else { &self.question.about };
        let is_asked = |at: &usize| {
            self.deeds[*at].kind == DeedKind::Met && !places[*at].is_empty() && is_called(places[*at], asked)
        };
        (0..self.deeds.len()).rev().filter(is_asked).take(MAX_LISTED).collect()
    }

    fn fate(&self) -> Vec<usize> {
        const OF_THINGS: [DeedKind; 7] = [
            DeedKind::Gave,
            DeedKind::Sold,
            DeedKind::Left,
            DeedKind::Lost,
            DeedKind::Got,
            DeedKind::Bought,
            DeedKind::Stole,
        ];
        const OF_PEOPLE: [DeedKind; 4] = [DeedKind::Died, DeedKind::Revived, DeedKind::Moved, DeedKind::Attacked];
        if self.question.about.is_empty() {
            return Vec::new();
        }
        let of_people = self.newest(&OF_PEOPLE, 1);
        let of_things = || self.newest(&OF_THINGS, 1);
        of_people.or(of_things).or(|| self.newest(&OF_QUESTS, 1))
    }

    /// The quests that are taken on and not over, and the newest debt of each debtor; of a repeated quest the first time counts.
    fn owed(&self) -> Vec<usize> {
        let is_newest_debt = |at: usize| {
            let debtor = fold(&self.deeds[at].other);
            let mut later = self.deeds[at + 1..].iter();
            self.deeds[at].kind == DeedKind::Owes
                && !later.any(|it| it.kind == DeedKind::Owes && fold(&it.other) == debtor)
        };
        let is_over = |at: usize| {
            self.deeds[at + 1..].iter().any(|later| {
                matches!(later.kind, DeedKind::Done | DeedKind::Failed)
                    && fold(&later.about) == fold(&self.deeds[at].about)
            })
        };
        let is_repeated = |at: usize| {
            let (deed, before) = (self.deeds[at], &self.deeds[..at]);
            before.iter().any(|it| it.kind == DeedKind::Promised && fold(&it.about) == fold(&deed.about))
        };
        let likeness = self.likeness(&[DeedKind::Promised, DeedKind::Owes]);
        let is_asked = |at: usize| {
            let (about, deed) = (&self.question.about, self.deeds[at]);
            let is_it = || likeness.is_some_and(|likeness| is_like(&deed.about, about, likeness));
            about.is_empty() || is_it() || is_called(&self.giver(at), about)
        };
        let is_open = |at: usize| match self.deeds[at].kind {
            DeedKind::Promised => !is_over(at) && !is_repeated(at),
            _ => is_newest_debt(at),
        };
        (0..self.deeds.len()).rev().filter(|at| is_open(*at) && is_asked(*at)).take(MAX_OWED).collect()
    }

    fn givers(&self) -> Vec<usize> {
        let likeness = self.likeness(&[DeedKind::Asked, DeedKind::Promised]);
        let is_asked = |at: &usize| {
            let deed = self.deeds[*at];
            let is_it = || likeness.is_some_and(|likeness| is_like(&deed.about, &self.question.about, likeness));
            let has_giver = deed.kind == DeedKind::Asked || deed.kind == DeedKind::Promised && !deed.other.is_empty();
            has_giver && (self.question.about.is_empty() || is_it())
        };
        let found: Vec<usize> = (0..self.deeds.len()).rev().find(is_asked).into_iter().collect();
        // The story of the turn that took a quest on may say for whom.
        found.or(|| if self.question.about.is_empty() { Vec::new() } else { self.newest(&[DeedKind::Promised], 1) })
    }

    /// Whose quest it is: the promise may not say it, but who asked for it does.
    fn giver(&self, at: usize) -> String {
        other(self.deeds, at).to_owned()
    }
}

trait OrElse {
    /// These, or the others if there are none.
    fn or(self, others: impl FnOnce() -> Self) -> Self;
}

impl OrElse for Vec<usize> {
    fn or(self, others: impl FnOnce() -> Self) -> Self {
        if self.is_empty() { others() } else { self }
    }
}

/// The other one of a deed, for a quest anyone who asked for it before; empty if unknown.
pub fn other<'d>(deeds: &[&'d TurnDeed], at: usize) -> &'d str {
    let deed = deeds[at];
    if !deed.other.is_empty() || deed.kind != DeedKind::Promised {
        return &deed.other;
    }
    let asked = |it: &&&'d TurnDeed| it.kind == DeedKind::Asked && fold(&it.about) == fold(&deed.about);
    deeds[..at].iter().rev().find(asked).map_or("", |it| &it.other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deed(kind: DeedKind, about: &str, other: &str) -> TurnDeed {
        TurnDeed { kind, about: about.into(), other: other.into(), hero: "Bram".into(), change: 0 }
    }

    fn answered(deeds: &[TurnDeed], question: &str) -> Vec<usize> {
        let all: Vec<&TurnDeed> = deeds.iter().collect();
        answers(&PastQuestion::read(question).expect(question), &all)
    }

    #[test]
    fn each_question_gets_the_deeds_that_answer_it() {
        use DeedKind::*;
        let past = [
            deed(Arrived, "The Mill", ""),
            deed(Met, "Rufus Bale", ""),
            deed(Asked, "answer the light", "Marta"),
            deed(Promised, "answer the light", ""),
            deed(Bought, "Hammer", ""),
            deed(Gave, "Hammer", "Rufus Bale"),
            deed(Arrived, "Hemp Yard", ""),
            deed(Left, "Hempen Rope (50 feet)", "Hemp Yard"),
            deed(Spoke, "Rufus Bale", ""),
            deed(Arrived, "The Mill", ""),
            deed(Died, "Rufus Bale", ""),
            deed(Promised, "mend the bell", "Odo"),
            deed(Done, "mend the bell", ""),
            deed(Owes, "mira owes marta three crowns", "Mira"),
        ];
        for (question, expected) in [
            ("When did I arrive?", &[0, 9][..]),
            ("When did we first come to the mill?", &[0]),
            ("When did we last come to the mill?", &[9]),
            ("When did I arrive at Hemp Yard?", &[6]),
            ("When did we first meet Rufus?", &[1]),
            ("Who did I give the hammer to?", &[5]),
            ("Who did I give it to?", &[5]),
            ("Where did I get the hammer?", &[4]),
            ("What happened to the rope?", &[7]),
            ("What happened to Rufus Bale?", &[10]),
            ("What do I owe whom?", &[3, 13]),
            ("What did I promise Marta?", &[3, 13]),
            ("What did I promise Odo?", &[]),
            ("Who asked me to answer the light?", &[2]),
            ("When did I mend the bell?", &[12]),
            ("When did I finish the bell?", &[12]),
            ("Where did I get the lantern?", &[]),
            ("What happened here?", &[]),
            ("who'd I hand that old hammer over to?", &[5]),
            ("who has the hammer now", &[5]),
            ("and who did I give hammer to?", &[5]),
            ("did we already give Rufus my hammer?", &[5]),
            ("what have I given to Rufus?", &[5]),
            ("what have I given to Marta?", &[]),
            ("how often have we been to the mill?", &[0, 9]),
            ("who did we meet at the mill?", &[1]),
            ("who did we meet at Hemp Yard?", &[]),
            ("what'd I do with the cord?", &[7]),
            ("remind me who wanted us to look into that light", &[2]),
            ("do we still have to answer the light?", &[3]),
            ("have we mended the bell yet?", &[12]),
            ("what did I buy?", &[4]),
            ("what have I sold so far?", &[]),
            ("who did I kill?", &[10]),
            ("when did we kill Marta?", &[]),
            ("when did I first see Hemp Yard?", &[6]),
        ] {
            match PastQuestion::read(question) {
                Some(_) => assert_eq!(answered(&past, question), expected, "{question}"),
                None => assert!(expected.is_empty(), "{question}"),
            }
        }
    }
}
