//! The only reader of sentences that the storyteller wrote itself: sessions from before facts were noted have nothing else. Once a
//! fact is noted in such a session, what was read here is stored with it, and is not read again.

use game::story_fact::{self, StoryFact};

use super::{
    folk::Person, naming::same, phrases::adventures, put_to_player::mark, words::storyteller::old_sentences::OFFERED,
};

/// How the sentences begin that stood at the end of a summary.
const LEFT: &str = "Left behind: ";
const GONE: &str = "No longer to be found: ";
/// Separates a thing from the place where it was left.
const AT: &str = " at ";

/// A sentence with what was filled in, and the facts that it says.
type Sentence = (&'static str, fn(&[&str]) -> Vec<StoryFact>);

/// More specific ones come first.
const SENTENCES: [Sentence; 23] = [
    ("{} came to {}", |it| came("", it[1])),
    ("{} came back to {}", |it| came("", it[1])),
    ("{} was beaten down at {} and carried to {}", |it| came(it[1], it[2])),
    ("{} was thrown out, and carried to {}", |it| came("", it[1])),
    ("{} asked {} to {}", |it| match adventures::all().any(|adventure| alike(adventure.quest, it[2])) {
        true => vec![StoryFact::Asked { who: it[0].into(), quest: it[2].into() }],
        false => Vec::new(),
    }),
    ("{} kept the word given to {}: {}", |it| {
        vec![StoryFact::Done { quest: it[2].into(), whom: it[1].into(), side: String::new() }]
    }),
    ("{} picked the pocket of {}", |it| vec![StoryFact::Stole { whom: it[1].into(), thing: String::new() }]),
    ("{} caught {} stealing at {}, and {} saw it", |it| {
        let seen = |by: String| StoryFact::CaughtStealing { by, place: it[2].into() };
        [it[0].to_owned()].into_iter().chain(names(it[3])).map(seen).collect()
    }),
    ("{} caught {} stealing at {}", |it| vec![StoryFact::CaughtStealing { by: it[0].into(), place: it[2].into() }]),
    ("{} stole {} from {}", |it| vec![StoryFact::Stole { whom: it[2].into(), thing: it[1].into() }]),
    ("{} raised a hand against {} at {}, seen by {}", |it| violence(it[1], it[3])),
    ("{} raised a hand against {} at {}", |it| violence(it[1], "")),
    ("{} raised a hand against {}", |it| violence(it[1], "")),
    ("{} the blood of {}, having raised a hand at {}, seen by {}", |it| violence(it[1], it[3])),
    ("{} struck at {}, having raised a hand at {}, seen by {}", |it| violence(it[1], it[3])),
    ("{} insulted {} by taking the other side", |it| vec![StoryFact::Insulted { whom: it[1].into() }]),
    ("{} insulted {} at {}", |it| vec![StoryFact::Insulted { whom: it[1].into() }]),
    ("{} gave {} a gift{}", |it| vec![StoryFact::Gift { whom: it[1].into() }]),
    ("{} did {} a kindness and {} the {}", |it| vec![StoryFact::Kindness { whom: it[1].into(), thing: it[3].into() }]),
    ("{} was good company to {}", |it| vec![StoryFact::GoodCompany { whom: it[1].into() }]),
    ("{} made peace with {}", |it| vec![StoryFact::Peace { whom: it[1].into() }]),
    ("{} killed {} at {}", |it| vec![StoryFact::Fell { who: it[1].into(), place: it[2].into() }]),
    ("{} searched what was left of {}", |it| vec![StoryFact::Searched { who: it[1].into(), place: String::new() }]),
];

/// The same of what was found out on the way.
const OF_THE_WAY: [Sentence; 7] = [
    ("{} learned how the way opens into {} from {}", |it| vec![StoryFact::Learned { place: it[1].into() }]),
    ("{} learned how the way opens into {}", |it| vec![StoryFact::Learned { place: it[1].into() }]),
    ("{} was told where to look for what opens the way into {}, by {}", |it| {
        vec![StoryFact::ToldWhere { place: it[1].into() }]
    }),
    ("{} let somebody get away with a warning at {}", |it| vec![StoryFact::LetGo { place: it[1].into() }]),
    ("{} was not heard by {}", |it| vec![StoryFact::NotHeard { by: it[1].into() }]),
    ("{} was told of {} by {}", |it| vec![StoryFact::ToldOf { who: it[1].into() }]),
    ("{} sang for the people of {}", |it| vec![StoryFact::Sang { place: it[1].into() }]),
];

fn came(from: &str, to: &str) -> Vec<StoryFact> {
    vec![StoryFact::Came { from: from.into(), to: to.into() }]
}

fn violence(whom: &str, witnesses: &str) -> Vec<StoryFact> {
    let seen = names(witnesses).map(|who| StoryFact::SawViolence { who });
    [StoryFact::RaisedHand { whom: whom.into() }].into_iter().chain(seen).collect()
}

/// The names of a list such as `Ada, Bo and Cy`.
fn names(list: &str) -> impl Iterator<Item = String> {
    let names = list.split(", ").flat_map(|part| part.split(" and "));
    names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect::<Vec<_>>().into_iter()
}

fn alike(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// The words in the places of `{}` in a sentence; none if the text is a different sentence.
fn filled<'t>(sentence: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let low = text.to_ascii_lowercase();
    let mut pieces = sentence.split("{}").skip(1).peekable();
    let (mut at, mut slots) = (0, Vec::new());
    while let Some(piece) = pieces.next() {
        let end = if piece.is_empty() && pieces.peek().is_none() { text.len() } else { at + low[at..].find(piece)? };
        slots.push(text[at..end].trim());
        at = end + piece.len();
    }
    (at == text.len()).then_some(slots)
}

/// A summary without the sentences about things that stood at its end, and what those say. The names of things and of places may
/// both have an “at”, so places that are known go first.
pub(super) fn of_summary(summary: &str, places: &[&str]) -> (String, Vec<StoryFact>) {
    let (rest, gone) = summary.rsplit_once(GONE).unwrap_or((summary, ""));
    let (rest, left) = rest.rsplit_once(LEFT).unwrap_or((rest, ""));
    let entries = |text: &'_ str| -> Vec<String> {
        let text = text.trim().trim_end_matches('.');
        let bare = |entry: &str| entry.strip_prefix("the ").unwrap_or(entry).to_owned();
        text.split("; ").map(str::trim).filter(|entry| !entry.is_empty()).map(bare).collect()
    };
    let lies = |entry: &String| {
        let splits = || entry.match_indices(AT).map(move |(at, _)| (&entry[..at], &entry[at + AT.len()..]));
        let is_known = |(_, place): &(&str, &str)| places.iter().any(|known| same(known, place));
        let (thing, place) = splits().find(is_known).or_else(|| splits().last())?;
        Some(StoryFact::Left { thing: thing.into(), place: place.into() })
    };
    let left = entries(left).iter().filter_map(lies).collect::<Vec<_>>();
    let gone = entries(gone).into_iter().map(|thing| StoryFact::Gone { thing });
    (rest.trim_end().to_owned(), left.into_iter().chain(gone).collect())
}

/// Adds what milestones say: what is done, who is no trouble any more, and what was found out.
pub(super) fn of_milestones<'a>(milestones: impl Iterator<Item = &'a str>, facts: &mut Vec<StoryFact>) {
    for milestone in milestones {
        let low = milestone.to_lowercase();
        if let Some(done) = milestone.strip_prefix("done: ") {
            let (quest, side) = done.split_once(", on the side of ").unwrap_or((done, ""));
            let done = StoryFact::Done { quest: quest.into(), whom: String::new(), side: side.into() };
            story_fact::note(facts, done);
        }
        let chiefs = adventures::all().map(|adventure| adventure.chief.0);
        for who in chiefs.filter(|chief| low.contains(&chief.to_lowercase())) {
            story_fact::note(facts, StoryFact::Settled { who: who.into() });
        }
        of_events([milestone].into_iter(), facts);
    }
}

/// Adds what events say.
pub(super) fn of_events<'a>(events: impl Iterator<Item = &'a str>, facts: &mut Vec<StoryFact>) {
    for event in events {
        let event = event.trim().trim_end_matches('.');
        let all = SENTENCES.iter().chain(&OF_THE_WAY);
        let said = all.filter_map(|(sentence, says)| Some(says(&filled(sentence, event)?))).next().unwrap_or_default();
        for fact in said {
            let fact = with_what_is_known(fact, facts);
            story_fact::note(facts, fact);
        }
    }
}

/// How the condition of a burning light begins.
const LIT: &str = "carrying a lit ";

/// The things that conditions say are burning.
pub(super) fn of_conditions<'a>(conditions: impl Iterator<Item = &'a str>) -> impl Iterator<Item = StoryFact> {
    conditions.filter_map(|name| Some(StoryFact::Lit { thing: name.to_lowercase().strip_prefix(LIT)?.to_owned() }))
}

/// An errand that someone has for the heroes, as narrations name it.
pub(super) struct ToldErrand {
    pub(super) person: Person,
    pub(super) thing: &'static str,
    pub(super) place: String,
    pub(super) quest: String,
    /// The heroes have the thing already, so that no place is told.
    pub(super) is_held: bool,
}

/// What a narration may have asked of the heroes.
pub(super) struct ToldQuestions {
    /// How the quest's giver puts it, who that is, and the quest.
    pub(super) plea: String,
    pub(super) giver: String,
    pub(super) quest: &'static str,
    pub(super) errands: Vec<ToldErrand>,
    pub(super) people: Vec<Person>,
}

/// How what could be done is led up to.
const COULD_STEMS: [&str; 6] =
    ["You could ", "you could ", "you might ", "you can ", "It comes down to this: ", "should you want to "];
/// How is asked which of several things of a campaign is meant.
const WHICH_STEMS: [&str; 2] = ["Which do you mean: ", "Which one: "];

impl ToldQuestions {
    /// What a narration put to the player who said `words`.
    pub(super) fn of_telling(&self, words: &str, told: &str) -> Vec<StoryFact> {
        let to = mark(words);
        let waits = |who: &str, about: &str| StoryFact::Waits { to: to.clone(), who: who.into(), about: about.into() };
        let mut questions: Vec<(usize, StoryFact)> = Vec::new();
        questions.extend(told.rfind(&self.plea).map(|at| (at, waits(&self.giver, self.quest))));
        let errand = self.errands.iter().find(|errand| errand.is_in(told));
        questions.extend(errand.and_then(|it| Some((told.rfind(&it.person.name)?, waits(&it.person.name, &it.quest)))));
        questions.sort_by_key(|(at, _)| *at);
        let mut facts: Vec<StoryFact> = questions.into_iter().map(|(_, fact)| fact).collect();
        if facts.is_empty() {
            facts.extend(self.asker(told).map(|person| waits(&person.name, "")));
        }
        if WHICH_STEMS.iter().any(|stem| told.contains(stem)) {
            facts.push(waits(super::put_to_player::STORYTELLER, super::put_to_player::WHICH_THING));
        }
        let offered = Some(numbered(told)).filter(|all| !all.is_empty()).unwrap_or_else(|| listed(told));
        facts.extend(offered.into_iter().map(|what| StoryFact::Offered { to: to.clone(), what }));
        facts
    }

    /// The person whose question ends a narration.
    fn asker(&self, told: &str) -> Option<&Person> {
        let (before, _) = told.rsplit_once('”')?;
        let (_, words) = before.rsplit_once('“')?;
        let part = told.split("\n\n").filter(|part| part.contains(words)).last()?;
        words.ends_with('?').then(|| self.people.iter().find(|person| part.contains(person.first_name()))).flatten()
    }
}

impl ToldErrand {
    fn is_in(&self, told: &str) -> bool {
        let is_held = self.is_held && told.contains('“');
        let is_named = told.contains(&self.person.name) || is_held && told.contains(self.person.first_name());
        told.contains(self.thing) && is_named && (is_held || told.contains(&self.place))
    }
}

/// The things a narration said could be done.
fn listed(told: &str) -> Vec<String> {
    let starts = COULD_STEMS.iter().filter_map(|stem| told.rfind(stem).map(|at| at + stem.len()));
    let Some(list) = starts.max().and_then(|at| told[at..].split(['.', '\n']).next()) else { return Vec::new() };
    let parts = list.split(", ").flat_map(|part| part.split(" or "));
    let parts: Vec<String> = parts.map(|part| part.trim().trim_start_matches("or ").to_owned()).collect();
    // What begins with another verb is a sentence that only begins like a list.
    let is_offer = |part: &String| OFFERED.iter().any(|verb| part.starts_with(verb));
    if parts.iter().all(is_offer) { parts } else { Vec::new() }
}

/// The same with a number before each: `(1) look at the bell, (2) ...`.
fn numbered(told: &str) -> Vec<String> {
    let mut all = Vec::new();
    while let Some((_, rest)) = told.rsplit_once(&format!("({}) ", all.len() + 1)) {
        let ends = [", (", ", or (", ".", "\n"].iter().filter_map(|end| rest.find(end)).min();
        all.push(rest[..ends.unwrap_or(rest.len())].to_owned());
    }
    all
}

/// The fact with what others say of the same: from where the heroes came, and where a body lies.
fn with_what_is_known(fact: StoryFact, facts: &[StoryFact]) -> StoryFact {
    match fact {
        StoryFact::Came { from, to } if from.is_empty() => {
            let before = facts.iter().find_map(|it| match it {
                StoryFact::Came { to, .. } => Some(to.clone()),
                _ => None,
            });
            StoryFact::Came { from: before.unwrap_or_default(), to }
        }
        StoryFact::Searched { who, place } if place.is_empty() => {
            let lies = facts.iter().rev().find_map(|it| match it {
                StoryFact::Fell { who: fell, place } if alike(fell, &who) => Some(place.clone()),
                _ => None,
            });
            StoryFact::Searched { who, place: lies.unwrap_or_default() }
        }
        fact => fact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(events: &[&str]) -> Vec<StoryFact> {
        let mut facts = Vec::new();
        of_events(events.iter().copied(), &mut facts);
        facts
    }

    #[test]
    fn what_was_left_behind_is_read_as_it_was_written() {
        let summary = "It rains. Left behind: the hempen rope (50 feet) at the Long Bridge; the torch at Kettle Row. \
             No longer to be found: the small apple.";
        let left = |thing: &str, place: &str| StoryFact::Left { thing: thing.into(), place: place.into() };
        let gone = StoryFact::Gone { thing: "small apple".into() };
        let facts = vec![left("hempen rope (50 feet)", "the Long Bridge"), left("torch", "Kettle Row"), gone];
        assert_eq!(of_summary(summary, &[]), ("It rains.".to_owned(), facts));
        assert_eq!(of_summary("It rains.", &[]), ("It rains.".to_owned(), Vec::new()));
        let (_, facts) = of_summary("Left behind: the horn at the Works at Emberlow.", &["The Works at Emberlow"]);
        assert_eq!(facts, [left("horn", "the Works at Emberlow")]);
    }

    #[test]
    fn events_say_what_they_were_written_for() {
        for (event, fact) in [
            ("Bram picked the pocket of Odo.", StoryFact::Stole { whom: "Odo".into(), thing: String::new() }),
            ("bram stole eggs from granny lark", StoryFact::Stole { whom: "granny lark".into(), thing: "eggs".into() }),
            ("Bram gave Odo a gift, a rope.", StoryFact::Gift { whom: "Odo".into() }),
            (
                "Bram did Odo a kindness and brought the bell.",
                StoryFact::Kindness { whom: "Odo".into(), thing: "bell".into() },
            ),
            (
                "bram learned how the way opens into the lamp house from odo.",
                StoryFact::Learned { place: "the lamp house".into() },
            ),
            (
                "Bram found a bone whistle and learned how the way opens into the Lamp House",
                StoryFact::Learned { place: "the Lamp House".into() },
            ),
            (
                "Bram killed the gaunt wolf at the Ford.",
                StoryFact::Fell { who: "the gaunt wolf".into(), place: "the Ford".into() },
            ),
            (
                "Bram kept the word given to Marta: answer the light",
                StoryFact::Done { quest: "answer the light".into(), whom: "Marta".into(), side: String::new() },
            ),
            ("Bram sang for the people of the Ford.", StoryFact::Sang { place: "the Ford".into() }),
        ] {
            assert_eq!(said(&[event]), [fact], "{event}");
        }
        assert_eq!(said(&["Bram asked Odo to pass the salt.", "The rain went on."]), []);
    }

    #[test]
    fn whoever_saw_it_knows_it_too() {
        let caught = |by: &str| StoryFact::CaughtStealing { by: by.into(), place: "the Ford".into() };
        let event = "Odo caught Bram stealing at the Ford, and Marta and Tam Weir saw it.";
        assert_eq!(said(&[event]), ["Odo", "Marta", "Tam Weir"].map(caught));
        let seen = said(&["Bram raised a hand against Odo at the Ford, seen by Marta."]);
        assert_eq!(
            seen,
            [StoryFact::RaisedHand { whom: "Odo".into() }, StoryFact::SawViolence { who: "Marta".into() }]
        );
    }

    #[test]
    fn the_last_way_leads_from_the_place_before() {
        let events = ["Bram came to the Ford.", "Bram came to Kettle Row.", "Bram came back to the Ford."];
        assert_eq!(said(&events), [StoryFact::Came { from: "Kettle Row".into(), to: "the Ford".into() }]);
    }

    #[test]
    fn milestones_say_what_is_done() {
        let mut facts = Vec::new();
        let chief = adventures::all().next().unwrap().chief.0;
        let fell = format!("{chief} fell to bram at the ford");
        of_milestones([fell.as_str(), "done: mend it, on the side of odo"].into_iter(), &mut facts);
        assert!(facts.contains(&StoryFact::Settled { who: chief.into() }), "{facts:?}");
        let done = StoryFact::Done { quest: "mend it".into(), whom: String::new(), side: "odo".into() };
        assert!(facts.contains(&done), "{facts:?}");
    }
}
