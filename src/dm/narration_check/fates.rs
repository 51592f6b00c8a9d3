//! Conditions that the story names.

use std::sync::LazyLock;

use game::condition_kind::ConditionKind;

use super::{
    ledger::{HeroFacts, TurnFacts},
    sentence::words,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// A condition sets in.
pub(super) static SETS_IN: LazyLock<Vec<(&'static str, ClaimForms)>> = LazyLock::new(|| {
    let named = |condition: &str| {
        format!(
            "(?:you are|you['’]re|you have been|leaves you|leaving you|you fall|you go|you become|renders you|knocks you|knocked|strikes you|makes you|you lie|you stand|you stagger|you reel|you sway|you stumble|you sit|you kneel|you hang|holds you|you are left|you are struck|you come up) (?:now |suddenly |both |utterly |completely |quite |at once )?{condition}\\b(?! (?:by|with) (?:greed|love|rage|beauty|joy|awe|wonder|the view|delight))"
        )
    };
    // The regular expressions know no looking ahead.
    let named = |condition: &str| named(condition).split("(?!").next().unwrap_or_default().to_owned();
    let also: [(&'static str, &[&str]); 11] = [
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
                "you (?:can see nothing|go blind|are blind)\\b",
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
    // Stories call many exhausted who have no level of exhaustion.
    let told = ConditionKind::ALL.into_iter().filter(|kind| kind.rules().levels == 1).map(ConditionKind::name);
    told.map(|condition| {
        let named = named(condition);
        let more = also.iter().filter(|(of, _)| *of == condition).flat_map(|(_, more)| more.iter().copied());
        (condition, forms(&[named.as_str()].into_iter().chain(more).collect::<Vec<_>>()))
    })
    .collect()
});

/// A condition ends.
pub(super) static ENDS: LazyLock<Vec<(&'static str, ClaimForms)>> = LazyLock::new(|| {
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

/// Words that make a condition's name a figure of speech.
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

/// Compares the narrated conditions with the recorded ones.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    for (condition, forms) in SETS_IN.iter() {
        told.each(forms, |sentence, _, quote| {
            let sentence = sentence.to_lowercase();
            if hero.is_known_for(condition)
                || ledger.is_own_magic(condition, quote)
                || FIGURES.iter().any(|figure| sentence.contains(figure))
            {
                return;
            }
            let truth = format!("{} is not {condition}.", hero.name);
            findings.push(UnsupportedClaim { kind: ClaimKind::Condition, quote: quote.to_owned(), truth });
        });
    }
    for (condition, forms) in ENDS.iter() {
        told.each(forms, |_, _, quote| {
            if hero.conditions.iter().any(|it| alike(it, condition)) {
                let truth = format!("{} is still {condition}.", hero.name);
                findings.push(UnsupportedClaim { kind: ClaimKind::Condition, quote: quote.to_owned(), truth });
            }
        });
    }
}

/// Whether two words name the same condition: “exhausted” is “exhaustion”.
fn alike(a: &str, b: &str) -> bool {
    let stem = |word: &str| word.chars().take(6).collect::<String>();
    stem(a) == stem(b)
}

/// Whether a condition keeps its bearer from acting or from walking upright. Stories use the same words for all of these.
fn hinders_the_body(kind: ConditionKind) -> bool {
    let rules = kind.rules();
    !rules.acts || rules.crawls || rules.stops_from == 1
}

impl TurnFacts {
    /// Whether the claim is about the spell that was cast in this turn, which does not charm the hero.
    pub(super) fn is_own_magic(&self, condition: &str, quote: &str) -> bool {
        const OF_ANOTHER: [&str; 4] = ["his", "her", "its", "their"];
        const MAGIC: [&str; 3] = ["spell", "magic", "enchantment"];
        let lower = quote.to_lowercase();
        let has = |list: &[&str]| words(&lower).any(|word| list.contains(&word));
        condition == "charmed" && self.slot_spent && has(&MAGIC) && !has(&OF_ANOTHER)
    }
}

impl HeroFacts {
    /// Whether the hero has the condition now.
    pub(super) fn has_condition(&self, condition: &str) -> bool {
        self.conditions.iter().any(|it| alike(it, condition))
    }

    /// Whether the condition, or one described by the same words, is or was the hero's in this turn.
    pub(super) fn is_known_for(&self, condition: &str) -> bool {
        let mut hindering = ConditionKind::ALL.into_iter().filter(|kind| hinders_the_body(*kind));
        let hinders = ConditionKind::meant(condition).is_some_and(hinders_the_body);
        let is_down = condition == "unconscious" && self.hp.0 == 0;
        is_down || self.knows(condition) || (hinders && hindering.any(|kind| self.knows(kind.name())))
    }

    /// Whether a text has a word of a boon or curse that began in this turn: “invisible” of Invisibility.
    pub(super) fn has_effect_of(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let of = |effect: &String| {
            words(effect).filter(|word| word.len() > 3).any(|word| words(&text).any(|it| alike(it, word)))
        };
        self.effects.iter().any(of)
    }

    /// Whether the condition is or was the hero's, in this turn.
    pub(super) fn knows(&self, condition: &str) -> bool {
        [&self.conditions, &self.conditions_before, &self.conditions_touched, &self.effects]
            .iter()
            .any(|all| all.iter().any(|it| alike(it, condition)))
    }
}
