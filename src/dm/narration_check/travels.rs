//! Places reached and quests completed.

use std::sync::LazyLock;

use super::{
    expression::Expression,
    ledger::TurnFacts,
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// The heroes are in a place with a name.
pub(super) static ARRIVES: LazyLock<ClaimForms> = LazyLock::new(|| {
    const PLACE: &str =
        "(?:the |a |an )?(?P<place>(?-i:[A-Z])[\\w'’-]+(?:(?: of the| of| the| and|-)? (?-i:[A-Z])[\\w'’-]+)*)";
    let patterns = [
        format!(
            "{{YOU}} (?:arrive|arrived|land|landed|dock|moor|make port|touch down|come down|set down|get out|get off|get down|alight|dismount|climb down|break the surface|surface|come up|emerge|wake|wake up|find yourself|set foot|stand|pull up|rein in|put in|come ashore|step ashore|wash up|fetch up|end up|tumble out|spill out|duck|pass|slip|stumble|step|march|walk|ride)(?: [a-z'’]+){{0,5}}? (?:at|in|into|on|onto|beneath|under|inside|within|outside|through|before|of) {PLACE}"
        ),
        format!(
            "{{YOU}}(?: have|['’]ve)? (?:come|got|gotten|made it|arrived|reached|climbed|crossed|walked|ridden|sailed)(?: [a-z'’]+){{0,4}}? (?:to|at|in|into|on|inside|as far as) {PLACE}"
        ),
        format!(
            "\\byour (?:foot|feet|boots?|heels?|soles?|horse|mount|mule|cart|boat|hand|prow|keel)(?: [a-z'’]+){{0,3}}? (?:finds?|touch(?:es)?|rings?|meets?|stands?|carries|strikes?|sets?|crosses|reach(?:es)?|halts?|stops?)(?: [a-z'’]+){{0,4}}? {PLACE}"
        ),
        format!(
            "(?:boat|train|coach|cart|ship|carriage|wagon|ferry|barge|sledge|raft|caravan|column|party|company|horses?|carpet)(?: has| have)? (?:drawn|pulled|rolled|come|put|rattled|docked|landed|halted|stopped|arrived|slid|run|drifted)(?: [a-z]+){{0,3}}? (?:to|into|at|in|on|beneath|before|outside) {PLACE}"
        ),
        format!("{{YOU}} (?:reach|reached|enter|entered) {PLACE}"),
        format!(
            "{{YOU}} (?:come|came|walk|walked|ride|rode|step|stepped|duck|slip|slipped|climb|climbed|pass|passed|limp|stagger|trudge|stumble|sail|row|drift|descend|hurry|stride|file|cross|come out|are)(?: [a-z]+)? (?:into|inside|out into|out onto|onto|to|on|at|down into|up into|on the [a-z]+ of|out on the [a-z]+ of|at the [a-z]+ (?:of|in)|in the [a-z]+ (?:of|in)|through the (?:gates?|doors?) (?:of|into)) {PLACE}"
        ),
        format!(
            "{{YOU}} (?:are|stand|are standing|are back|are now|stand now|find yourself|find yourselves)(?: [a-z]+)? (?:in|inside|on|at|within|back in|back at)(?: the [a-z]+ (?:of|in))? {PLACE}"
        ),
        format!("you['’]re (?:now |back |standing )*(?:in|inside|on|at)(?: the [a-z]+ (?:of|in))? {PLACE}"),
        format!(
            "(?:boat|train|coach|cart|ship|carriage|wagon|ferry|road|path|trail|stair|tunnel|ladder|barge|sledge)[a-z ,]{{0,40}} (?:draws?|drawn|pulls?|rolls?|comes?|puts?|ends?|rattles?|opens) (?:up |in |out |at last )*(?:to|into|at|in|on) {PLACE}"
        ),
        format!("{{YOU}} (?:return|returned|get back|come back|make it back|make it) to {PLACE}"),
        format!(
            "(?:brings|bring|leads|lead|carries|carry|takes|take|delivers|drops) you(?: [a-z]+){{0,4}}? (?:to|into|at|before) {PLACE}"
        ),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// A quest is done.
pub(super) static DONE: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "\\bquest(?:[ :a-z'’,-]{0,40}?)(?: is| now)? (?:complete|completed|done|finished|fulfilled)\\b",
        "you(?: have|['’]ve)? (?:completed?|fulfilled?|finish(?:ed)?) (?:the|your|this) (?:quest|task|errand|mission|job|charge|commission)",
        "your (?:quest|task|errand|mission|job|promise|oath|charge|bargain|work here|vow|commission|search)(?: here)? (?:is|has been|stands) (?:now )?(?:at last |finally )?(?:done|finished|complete|completed|fulfilled|kept|discharged|over|at an end)",
        "the (?:task|errand|job|commission|bargain|mission|contract) (?:is|has been|stands) (?:now )?(?:at last |finally )?(?:done|finished|complete|completed|fulfilled|discharged)",
        "quest complete",
        "\\b(?:quest|vow|oath|promise|word|errand|task|charge|commission|mission|orders?|bargain|contract|search|hunt|rescue|job|pledge|duty|debt|work)\\b[^.;!?]{0,32}? (?:is |are |stands? |has been |have been |now )*(?:fulfilled|discharged|accomplished|redeemed|honou?red|carried out|completed?|at an end|made good)\\b",
        "\\byour (?:quest|vow|oath|promise|word|errand|task|charge|commission|mission|orders|bargain|contract|search|hunt|rescue|job|pledge|duty|work)(?: (?:to|on|in|for|with|at|of) [\\w' ’]{1,30}?)? (?:is|are|has been|have been|stands) (?:now |at last |finally |as good as )*(?:done|over|finished|kept|ended|paid|complete|won)\\b",
        "\\b(?:that|the|this) (?:quest|errand|task|charge|commission|mission|search|hunt|rescue|job|matter|business)(?: is| stands)? (?:now |at last |finally )*(?:done|over|finished|complete|settled|ended|accomplished)\\b",
        "\\bit is (?:all )?(?:over|done|finished|accomplished)(?: at last| now)?, (?:all )?(?:you|that you|everything you|what you) (?:fought|came|swore|set out|were sent|worked|bled)",
    ])
});

/// A quest is taken on.
pub(super) static TAKEN_ON: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:new quest\\b|a new quest (?:begins|is yours)|you have a new quest|quest accepted|you accept the quest)",
    ])
});

/// Capitalised words that are not places.
const NO_PLACES: [&str; 55] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mondays",
    "tuesdays",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "stealth",
    "dexterity",
    "strength",
    "wisdom",
    "constitution",
    "intelligence",
    "charisma",
    "perception",
    "religion",
    "arcana",
    "athletics",
    "common",
    "elvish",
    "dwarvish",
    "i",
    "day",
    "midday",
    "spring",
    "summer",
    "autumn",
    "winter",
    "god",
    "gods",
    "lord",
    "lady",
    "captain",
    "sir",
    "master",
    "mistress",
    "brother",
    "sister",
    "father",
    "mother",
    "level",
    "you",
];

/// Common nouns for places.
const ANY_PLACE: [&str; 40] = [
    "court", "house", "hall", "bridge", "street", "road", "gate", "tower", "wood", "keep", "castle", "village",
    "market", "square", "temple", "inn", "river", "lake", "cave", "lane", "port", "harbour", "isle", "island", "mount",
    "hill", "chapel", "church", "palace", "garden", "gardens", "quarter", "town", "city", "fort", "crossing", "bay",
    "point", "the", "old",
];

/// Whether a word that follows a name makes it the name of a place: Harrow Keep.
pub(super) fn is_called_place(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && ANY_PLACE[..38].contains(&word.to_lowercase().as_str())
}

/// Compares the narrated places and quests with the recorded ones.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&ARRIVES, |_, parts, quote| {
        let place = &parts["place"];
        if ledger.knows_name(place, enters(quote)) {
            return;
        }
        findings.push(UnsupportedClaim {
            kind: ClaimKind::Place,
            quote: quote.to_owned(),
            truth: ledger.whereabouts(),
        });
    });
    told.each(&DONE, |sentence, _, quote| {
        let is_recorded = ledger.quest_done && ledger.has_recorded_quest(sentence);
        if !is_recorded && !ledger.quests_not_done().is_empty() {
            findings.push(UnsupportedClaim {
                kind: ClaimKind::Quest,
                quote: quote.to_owned(),
                truth: ledger.told_of_quests(),
            });
        }
    });
    told.each(&TAKEN_ON, |_, _, quote| {
        if !ledger.quest_added {
            let truth = "No quest was taken on this turn.".to_owned();
            findings.push(UnsupportedClaim { kind: ClaimKind::Quest, quote: quote.to_owned(), truth });
        }
    });
}

/// Whether the text says that someone enters a place, not only reaches it.
pub(super) fn enters(quote: &str) -> bool {
    words(quote).any(|word| matches!(word, "in" | "into" | "inside" | "within" | "onto" | "enter" | "through"))
}

impl TurnFacts {
    /// The recorded location of the heroes.
    pub(super) fn whereabouts(&self) -> String {
        match self.moved {
            true => format!("The heroes went to {} and no farther.", self.location),
            false => format!("The heroes are still at {}.", self.location),
        }
    }

    /// Whether a scene is claimed to be at an unknown place.
    pub(super) fn is_in_unknown_place(&self, scene: &str) -> bool {
        static WITHIN: LazyLock<Expression> = LazyLock::new(|| {
            let name = "[A-Z][\\w'’-]+(?: (?:of (?:the )?)?[A-Z][\\w'’-]+)*";
            Expression::new(format!("(?-u:\\b)(?:at|in|inside|within|into) (?:the |an? )?(?P<place>{name})"))
        });
        let mut places = WITHIN.regex().into_iter().flat_map(|within| within.captures_iter(scene));
        places.any(|parts| !self.knows_name(&parts["place"], true))
    }

    /// Whether a name is one that is known here, a place's or a person's, or is no name of a place at all. Who is under or
    /// before a place is not in it: with `enters`, that is no name of where the heroes are.
    pub(super) fn knows_name(&self, name: &str, enters: bool) -> bool {
        let names: Vec<String> = words(name).map(str::to_lowercase).filter(|word| word.len() > 2).collect();
        let own: Vec<&String> = names.iter().filter(|name| !ANY_PLACE.contains(&name.as_str())).collect();
        let known = |text: &String| {
            let text = text.to_lowercase();
            let text = if enters { place_itself(&text) } else { &text };
            let here: Vec<&str> = words(text).collect();
            let names: Vec<&String> = if own.is_empty() { names.iter().collect() } else { own.clone() };
            // The Salt Stair is a known stair, but the Cloud Kitchen is not the Cloud Garden.
            let all = names.iter().all(|name| here.contains(&name.as_str()));
            all || names.last().is_some_and(|last| here.contains(&last.as_str()))
        };
        let people = self.people.iter().chain(self.others.iter().map(|other| &other.name));
        let people: Vec<String> =
            people.chain(self.heroes.iter().map(|hero| &hero.name)).map(|it| it.to_lowercase()).collect();
        // A place named after a person is a place of its own: Harrow Keep is not the Duke of Harrow.
        let is_somebody = names.iter().all(|name| people.iter().any(|person| words(person).any(|word| word == name)));
        let no_place = |name: &String| NO_PLACES.contains(&name.as_str()) || !name.chars().any(char::is_alphabetic);
        names.iter().all(no_place) || known(&self.location) || self.places.iter().any(known) || is_somebody
    }
}

/// The name of a place without the landmark it is near: “Sewers” under the Guildhall.
fn place_itself(name: &str) -> &str {
    const NEAR: [&str; 12] = [
        " under ",
        " below ",
        " before ",
        " near ",
        " outside ",
        " to ",
        " toward ",
        " towards ",
        " above ",
        " beside ",
        " behind ",
        " beneath ",
    ];
    NEAR.iter().filter_map(|near| name.find(near)).min().map_or(name, |at| &name[..at])
}
