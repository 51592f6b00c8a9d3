//! Deaths and conditions.

use std::sync::LazyLock;

use regex::Regex;

use super::{
    ledger::{Ledger, Sheet},
    told::{Finding, Kind, Told, forms},
};

const SOMEBODY: &str = "(?P<who>\\b(?:(?:the|one of the|your|another|a|last of the|first|second) )?(?:(?-i:[A-Z])[\\w'’-]+(?: (?-i:[A-Z])[\\w'’-]*)?|[a-z'’-]+(?: [a-z'’-]+)?)|\\b(?:it|he|she))";
const DIES: &str = "(?:dies|is dead|falls dead|drops dead|lies dead|breathes (?:his|her|its|their) last|falls lifeless|drops lifeless|crumples,? (?:lifeless|dead)|collapses,? (?:lifeless|dead)|(?:crumples|collapses|falls|drops|topples|goes down|slumps|sags|sinks)[a-z ,]{0,40}? (?:and|,) (?:does not|doesn['’]t|will not|won['’]t|never) (?:get up|rise|move|stir)s?(?: again)?|[a-z ,]{0,50}\\blifeless|(?:lies|goes|falls) (?:quite )?(?:still|limp)(?: forever| for good)|is slain|is killed|is no more|moves no more|will not rise again)";

/// Somebody dies.
static DEATHS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        format!("{SOMEBODY} {DIES}"),
        "{YOU} (?:kill|killed|slay|slew|behead|beheaded|finish off|finished off|cut down|strike down|struck down|execute|dispatch|run through) (?P<who>(?:the |your |one of the )?(?:(?-i:[A-Z])[\\w'’-]+(?: (?-i:[A-Z])[\\w'’-]*)?|[a-z'’-]+(?: [a-z'’-]+)?)|it|him|her)".to_owned(),
        "(?:puts|put|lays) (?P<who>it|him|her|the [a-z]+) (?:down|out|low) (?:for good|for ever|forever)".to_owned(),
        format!("{SOMEBODY} (?:comes?|came|falls?|fell|bursts?|flies|collapses|crumbles|dissolves|goes|went|explodes|shivers) (?:apart )?(?:in)?to (?:dust|ash|ashes|smoke|bones|moths|soot|pieces|nothing|shards|splinters|rubble|slime|mist)"),
        format!("{SOMEBODY} (?:is|was) dead before"),
        format!("{SOMEBODY}[^.;!?]{{0,60}}? with [a-z' ]{{1,25}} through (?:his|her|its|the) (?:throat|heart|eye|skull|brain|neck)"),
        "\\b(?:takes|catches|strikes|pierces|spears|hits|runs|shoots|stabs) (?P<who>it|him|her|the [a-z]+) (?:clean |square |straight )?through (?:the |his |her |its )?(?:heart|throat|skull|brain|eye|neck)".to_owned(),
        "\\bthrough (?P<who>his|her|its) (?:heart|throat|skull|brain|eye)\\b".to_owned(),
        "\\bnothing (?:at all )?(?:left )?(?:behind|in) (?P<who>his|her|its) eyes".to_owned(),
        "\\b(?P<who>his|her|its|the) eyes (?:gone|go|turn|turned|glazing|glaze|glazed) (?:to (?:milk|glass|stone)|over|dull|empty)".to_owned(),
        "\\blight (?:dies|goes out|fades|gutters|goes) (?:in|from|out of) (?P<who>his|her|its) (?:eyes|sockets)".to_owned(),
        "\\b(?:that['’]s|that is|which is|makes) (?:the|an) end of (?P<who>it|him|her|the [a-z]+)".to_owned(),
        "\\b(?:does|did|do) for (?P<who>it|him|her|the [a-z]+)\\b".to_owned(),
        "\\b(?P<who>his|her|its) (?:neck (?:snaps|breaks|cracks)|heart (?:stops|has stopped|gives out)|breath(?:ing)? (?:stops|has stopped)|last breath)".to_owned(),
        "\\b(?:drags?|dragging|hauls?|hauling|carry|carrying|roll|rolling|bury|burying|burn|burning) (?:off |away )?(?P<who>his|her|its|the) (?:body|corpse|carcass)".to_owned(),
        format!("{SOMEBODY} (?:gives up the ghost|stops breathing|stops moving|never gets up|does not get up|doesn['’]t get up|stays down|goes down for good|is finished|is done for)\\b"),
        "(?:killing|slaying|beheading|killing off) (?P<who>(?:the )?[a-z'’-]+|it|him|her)(?: outright| instantly| at once| where)?".to_owned(),
        "(?:kills|slays|ends|beheads|finishes) (?P<who>(?:the )(?:[a-z'’-]+)|it|him|her)(?: outright| instantly| at once|[.,;!])".to_owned(),
        "(?:life|light) (?:goes out of|leaves|fades from|drains from) (?P<who>(?:the )?[a-z'’-]+?)(?:['’]s)? ?(?:eyes|body|face)?".to_owned(),
        "(?P<who>(?:the )?[a-z]+)['’]s (?:head rolls|lifeless body|corpse hits|body hits the|corpse)".to_owned(),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});

/// A condition sets in.
static SETS_IN: LazyLock<Vec<(&'static str, Vec<Regex>)>> = LazyLock::new(|| {
    let named = |condition: &str| {
        format!(
            "(?:you are|you['’]re|you have been|leaves you|leaving you|you fall|you go|you become|renders you|knocks you|knocked|strikes you|makes you|you lie|you stand|you stagger|you reel|you sway|you stumble|you sit|you kneel|you hang|holds you|you are left|you are struck|you come up) (?:now |suddenly |both |utterly |completely |quite |at once )?{condition}\\b(?! (?:by|with) (?:greed|love|rage|beauty|joy|awe|wonder|the view|delight))"
        )
    };
    // The regular expressions know no looking ahead.
    let named = |condition: &str| named(condition).split("(?!").next().unwrap_or_default().to_owned();
    let also: [(&'static str, &[&str]); 14] = [
        (
            "poisoned",
            &[
                "(?:poison|venom) (?:is in|burns in|burns through|spreads through|takes hold of|courses through|works its way into|races through|floods|seeps into|runs in) (?:you|your (?:blood|veins|body|arm|leg|limbs))",
                "the (?:poison|venom) takes hold",
            ],
        ),
        (
            "blinded",
            &[
                "you (?:can see nothing|can['’]t see|cannot see|go blind|are blind)\\b",
                "your (?:sight|vision) (?:goes|has gone|went|winks|blinks|is snuffed|is put|burns) out\\b",
                "you (?:stagger|stumble|grope|reel|blunder|flail|fumble)(?: [a-z]+)? blind(?:ly)?\\b",
                "your (?:sight|vision|eyes) (?:is gone|goes white|goes black|goes dark|fails|are useless|is taken)",
            ],
        ),
        ("deafened", &["you (?:can hear nothing|can['’]t hear|go deaf|are deaf)\\b"]),
        (
            "charmed",
            &[
                "\\b(?:his|her|its|their|the) (?:charm|spell|glamour|enchantment|magic) (?:closes|settles|falls|takes hold|slides|wraps|steals|slips|washes|creeps)[a-z ]{0,20} (?:over|round|around|on|of|into) (?:you|your (?:will|mind|heart|thoughts|senses))\\b",
            ],
        ),
        (
            "frightened",
            &[
                "you are (?:too frightened|too terrified) to",
                "\\b(?:terror|fear|dread|panic) (?:takes|seizes|grips|roots|overwhelms|masters) (?:hold of )?you\\b",
                "you (?:are|stand|freeze|stay) rooted(?: to the [a-z]+)? (?:with|by|in) (?:fear|terror|dread)",
            ],
        ),
        (
            "paralyzed",
            &[
                "you are paralysed",
                "your (?:limbs|muscles|body) (?:lock|locks|seize up|seizes up|will not obey|won['’]t obey|refuse to move)",
                "you (?:cannot|can['’]t) move (?:a muscle|a finger|at all)",
            ],
        ),
        ("petrified", &["you turn to stone", "your (?:flesh|skin|body) (?:turns|hardens) to stone"]),
        ("restrained", &["(?:holds|hold|pins|pin|bind|binds) you fast\\b", "you are (?:caught|stuck|held) fast"]),
        ("stunned", &[]),
        ("grappled", &[]),
        ("incapacitated", &[]),
        (
            "prone",
            &[
                "(?:knocks|throws|sends|sweeps|bowls|hurls|slams|flings|pulls|drags|puts|lays) you (?:prone|flat|off your feet|sprawling|to the (?:ground|floor|ground|stones|deck|mud|dirt)|onto your back|down)",
                "you (?:are knocked|fall|go|land|drop|are thrown|are flung) (?:prone|flat on your (?:back|face|belly)|sprawling|full length|to the ground)",
                "you (?:are|lie) (?:flat )?on your back",
            ],
        ),
        (
            "unconscious",
            &[
                "you (?:fall|lose|slip into|drop|black|pass) (?:unconscious|consciousness|unconsciousness|out)\\b",
                "(?:everything|the world|all) goes (?:black|dark)\\b",
                "you know no more\\b",
            ],
        ),
        ("invisible", &["you (?:vanish|fade) from sight", "you turn invisible"]),
    ];
    also.into_iter()
        .map(|(condition, more)| {
            let mut patterns = vec![named(condition)];
            patterns.extend(more.iter().map(|pattern| (*pattern).to_owned()));
            let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
            (condition, forms(&patterns))
        })
        .collect()
});

/// A condition ends.
static ENDS: LazyLock<Vec<(&'static str, Vec<Regex>)>> = LazyLock::new(|| {
    let of: [(&'static str, &[&str]); 11] = [
        (
            "exhausted",
            &[
                "\\b(?:exhaustion|weariness|tiredness|fatigue) (?:has |is |had )?(?:left|leaves|gone|goes|lifts|lifted|drains|drained|falls away|passes|passed|drops)",
                "you are no longer (?:tired|weary|exhausted)",
            ],
        ),
        (
            "poisoned",
            &[
                "you are no longer poisoned",
                "(?:poison|venom) (?:leaves|fades|drains|is gone|burns itself out|lets go|loses its hold|is drawn out|runs out of|ebbs|passes|is purged)",
                "(?:draws|burns|purges|flushes|drives|washes) the (?:last of the )?(?:poison|venom)",
                "{YOU} (?:shake|throw|sweat|fight|burn|shrug)(?: it)? off the (?:last of the )?(?:poison|venom)",
            ],
        ),
        (
            "blinded",
            &[
                "you (?:are no longer blind(?:ed)?|can see again)",
                "your (?:sight|vision) (?:returns|comes back|clears)",
            ],
        ),
        ("deafened", &["you (?:are no longer deaf(?:ened)?|can hear again)", "your hearing (?:returns|comes back)"]),
        ("charmed", &["you are no longer charmed", "the charm (?:breaks|lifts|fades)"]),
        (
            "frightened",
            &[
                "you are no longer frightened",
                "(?:the|your) (?:fear|terror|dread) (?:leaves|lifts|lets go|drains|is gone|passes)",
            ],
        ),
        (
            "paralyzed",
            &[
                "you (?:are no longer paraly[sz]ed|can move again)",
                "(?:feeling|movement) (?:returns|comes back|floods back) to your (?:limbs|legs|arms)",
            ],
        ),
        (
            "restrained",
            &["you are no longer restrained", "{YOU} (?:tear|break|cut|wriggle|pull|wrench) (?:yourself )?free\\b"],
        ),
        ("stunned", &["you are no longer stunned"]),
        (
            "prone",
            &[
                "{YOU} (?:get|climb|scramble|struggle|spring|leap|push yourself|haul yourself|stagger|roll) (?:back )?(?:up )?(?:to|onto) your feet",
                "{YOU} (?:stand up|get up|stand again)\\b",
            ],
        ),
        ("unconscious", &["you (?:wake|come to|come round|regain consciousness|open your eyes)\\b"]),
    ];
    of.into_iter().map(|(condition, patterns)| (condition, forms(patterns))).collect()
});

/// What makes a condition's word a figure of speech.
const FIGURES: [&str; 16] = [
    "by greed",
    "with greed",
    "by love",
    "with love",
    "by rage",
    "by the beauty",
    "by its beauty",
    "by her beauty",
    "by the view",
    "by the sheer",
    "with delight",
    "by wonder",
    "into silence",
    "by the news",
    "by his words",
    "by the price",
];

/// Compares what is told of deaths and conditions with what came of them.
pub(super) fn check(told: &Told<'_>, ledger: &Ledger, findings: &mut Vec<Finding>) {
    told.each(&DEATHS, |_, parts, quote| {
        let who = parts["who"].trim().to_lowercase();
        if let Some(truth) = ledger.lives(&who) {
            findings.push(Finding { kind: Kind::Death, quote: quote.to_owned(), truth });
        }
    });
    let Some(hero) = ledger.heroes.first() else { return };
    for (condition, forms) in SETS_IN.iter() {
        told.each(forms, |sentence, _, quote| {
            let sentence = sentence.to_lowercase();
            let down = *condition == "unconscious" && hero.hp.0 == 0;
            if hero.knows(condition) || down || FIGURES.iter().any(|figure| sentence.contains(figure)) {
                return;
            }
            let truth = format!("{} is not {condition}.", hero.name);
            findings.push(Finding { kind: Kind::Condition, quote: quote.to_owned(), truth });
        });
    }
    for (condition, forms) in ENDS.iter() {
        told.each(forms, |_, _, quote| {
            if hero.conditions.iter().any(|it| alike(it, condition)) {
                let truth = format!("{} is still {condition}.", hero.name);
                findings.push(Finding { kind: Kind::Condition, quote: quote.to_owned(), truth });
            }
        });
    }
}

/// Whether two words name the same condition: “exhausted” is “exhaustion”.
fn alike(a: &str, b: &str) -> bool {
    let stem = |word: &str| word.chars().take(6).collect::<String>();
    stem(a) == stem(b)
}

impl Sheet {
    /// Whether the condition is or was the hero's, in this turn.
    pub(super) fn knows(&self, condition: &str) -> bool {
        [&self.conditions, &self.conditions_before, &self.conditions_touched]
            .iter()
            .any(|all| all.iter().any(|it| alike(it, condition)))
    }
}

impl Ledger {
    /// That somebody who is told to die lives; nothing where they died, or where nobody knows who is meant.
    fn lives(&self, who: &str) -> Option<String> {
        let pronoun = matches!(who, "it" | "he" | "she" | "him" | "her" | "his" | "its" | "the");
        if pronoun {
            let living: Vec<&str> =
                self.others.iter().filter(|other| !other.is_dead).map(|other| other.name.as_str()).collect();
            let living = if living.is_empty() { self.people.iter().map(String::as_str).collect() } else { living };
            let nobody = !self.death && !living.is_empty() && self.others.iter().all(|other| !other.is_dead);
            return nobody.then(|| format!("Nobody died this turn: {} live.", living.join(", ")));
        }
        let named = |name: &str| {
            let name = name.to_lowercase();
            let kind = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            let kind = kind.rsplit_once(' ').filter(|(_, letter)| letter.len() == 1).map_or(kind, |(kind, _)| kind);
            let last = kind.split_whitespace().last().unwrap_or(kind).to_owned();
            let first = kind.split_whitespace().next().unwrap_or(kind).to_owned();
            super::sentence::words(who).any(|word| {
                let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
                word == last || (word == first && word.len() > 3)
            })
        };
        let of_the_name: Vec<_> = self.others.iter().filter(|other| named(&other.name)).collect();
        if !of_the_name.is_empty() {
            // The letter tells one from another, where it is told.
            let exactly = of_the_name.iter().find(|other| who.ends_with(&other.name.to_lowercase()));
            let lives = match exactly {
                Some(one) => !one.is_dead,
                None => of_the_name.iter().all(|other| !other.is_dead),
            };
            return lives.then(|| format!("{} lives.", exactly.unwrap_or(&of_the_name[0]).name));
        }
        if let Some(hero) = self.heroes.iter().skip(1).find(|hero| named(&hero.name)) {
            return (!hero.is_dead).then(|| format!("{} lives.", hero.name));
        }
        let npc = self.people.iter().find(|name| named(name))?;
        (!self.death).then(|| format!("{npc} lives."))
    }
}
