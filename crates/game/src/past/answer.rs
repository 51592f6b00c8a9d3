//! Chooses the deeds that answer a question about the past.

use language::folding::fold;

use super::{DeedKind, PastQuestion, PastQuestionKind, TurnDeed, WhichEnd};

/// The most deeds that answer a question; open quests may be more.
const MAX_ANSWERS: usize = 2;
const MAX_OWED: usize = 6;

/// The deeds that answer a question, as indices into `deeds`, in order of time. `deeds` are all of the past, the oldest first.
pub fn answers(question: &PastQuestion, deeds: &[&TurnDeed]) -> Vec<usize> {
    let search = DeedSearch { question, deeds };
    let mut found = match question.asks {
        PastQuestionKind::Giver => search.givers(),
        PastQuestionKind::Owed => search.owed(),
        PastQuestionKind::Source => search.sources(),
        PastQuestionKind::Receiver => search.receivers(),
        PastQuestionKind::Fate => search.fate(),
        PastQuestionKind::Ended => search.newest(&[DeedKind::Done, DeedKind::Failed], 1),
        PastQuestionKind::Met => search.met(),
        PastQuestionKind::Arrival => search.arrivals(),
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
    /// Deeds of these kinds about what is asked, the newest first.
    fn about<'s>(&'s self, kinds: &'s [DeedKind]) -> impl Iterator<Item = usize> + 's {
        let is_it = move |at: &usize| {
            let deed = self.deeds[*at];
            kinds.contains(&deed.kind) && is_called(&deed.about, &self.question.about)
        };
        (0..self.deeds.len()).rev().filter(is_it)
    }

    fn newest(&self, kinds: &[DeedKind], most: usize) -> Vec<usize> {
        self.about(kinds).take(most).collect()
    }

    /// The first, the last, or both ends of those of one kind, as the question asks.
    fn ends(&self, mut newest_first: impl Iterator<Item = usize>, default: &[WhichEnd]) -> Vec<usize> {
        let Some(last) = newest_first.next() else { return Vec::new() };
        let first = newest_first.last().unwrap_or(last);
        let of = |end: &WhichEnd| match end {
            WhichEnd::First => first,
            WhichEnd::Last => last,
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
        let met = self.ends(self.about(&[DeedKind::Met]), &[WhichEnd::First]);
        let spoke = self.ends(self.about(&[DeedKind::Spoke]), &[WhichEnd::First]);
        match (self.question.end, met.is_empty()) {
            (Some(WhichEnd::Last), _) => {
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
        if given.is_empty() { self.newest(&[DeedKind::Lost], 1) } else { given }
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
        const OF_QUESTS: [DeedKind; 3] = [DeedKind::Promised, DeedKind::Done, DeedKind::Failed];
        let of_people = self.newest(&OF_PEOPLE, 1);
        let of_things = || self.newest(&OF_THINGS, 1);
        let all = if of_people.is_empty() { of_things() } else { of_people };
        if all.is_empty() { self.newest(&OF_QUESTS, 1) } else { all }
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
        let is_asked = |at: usize| {
            let (about, deed) = (&self.question.about, self.deeds[at]);
            about.is_empty() || is_called(&deed.about, about) || is_called(&self.giver(at), about)
        };
        let is_open = |at: usize| match self.deeds[at].kind {
            DeedKind::Promised => !is_over(at) && !is_repeated(at),
            _ => is_newest_debt(at),
        };
        (0..self.deeds.len()).rev().filter(|at| is_open(*at) && is_asked(*at)).take(MAX_OWED).collect()
    }

    fn givers(&self) -> Vec<usize> {
        let is_asked = |at: &usize| {
            let deed = self.deeds[*at];
            let has_giver = deed.kind == DeedKind::Asked || deed.kind == DeedKind::Promised && !deed.other.is_empty();
            has_giver && (self.question.about.is_empty() || is_called(&deed.about, &self.question.about))
        };
        (0..self.deeds.len()).rev().find(is_asked).into_iter().collect()
    }

    /// Whose quest it is: the promise may not say it, but who asked for it does.
    fn giver(&self, at: usize) -> String {
        other(self.deeds, at).to_owned()
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

/// Whether a question means something by this name: every word of the shorter one is in the longer one, singular or plural.
pub(super) fn is_called(name: &str, asked: &str) -> bool {
    let (name, asked) = (words(name), words(asked));
    let (few, many) = if asked.len() <= name.len() { (asked, name) } else { (name, asked) };
    !few.is_empty() && few.iter().all(|word| many.contains(word))
}

/// The words of a name without articles and numbers, in one form for singular and plural.
fn words(name: &str) -> Vec<String> {
    const SMALL: [&str; 9] = ["a", "an", "the", "of", "to", "some", "my", "our", "with"];
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let words = words.filter(|word| !SMALL.contains(word));
    words.map(|word| singular(word).to_owned()).collect()
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(word)
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
            ("When did I mend the bell?", &[]),
            ("When did I finish the bell?", &[12]),
            ("Where did I get the lantern?", &[]),
            ("What happened here?", &[]),
        ] {
            match PastQuestion::read(question) {
                Some(_) => assert_eq!(answered(&past, question), expected, "{question}"),
                None => assert!(expected.is_empty(), "{question}"),
            }
        }
    }
}
