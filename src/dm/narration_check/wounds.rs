//! Wounds and healing.

use std::sync::LazyLock;

use game::wording::same;

use super::{
    ledger::{HeroFacts, TurnFacts, amounts_of},
    number::number,
    told::{ClaimForms, ClaimKind, ParsedProse, UnsupportedClaim, forms},
};

/// Claims that a number of hit points is lost.
pub(super) static LOST: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{WHO} (?:takes?|took|suffers?|suffered|loses?|lost) (?:another |a further |only )?{N}(?: more)?(?: points? of)?(?: [a-z]+)?(?: (?:damage|harm)| hit points?| hp)",
        "{N}(?: good)? (?:points?|hit points?|hp)(?: of (?:blood|life|health|you))? (?:have |has )?(?:leaked|drained|gone|bled|run|poured|seeped|spilled) (?:out )?(?:of|from) (?P<who>you)",
        "(?:hits?|strikes?|catches|takes|bites?|burns?|cuts?|stabs?|into|through|claws?|rakes?|slams?|sears?|scalds?|stings?) (?P<who>you) for (?:another |a further |a good )?{N}\\b",
        "(?P<who>you) (?:are|have|['’]ve|are left)(?: got)? {N} (?:hit )?points? (?:the )?(?:fewer|poorer|worse off|worse|less|lighter|short)",
        "(?:costs?|deals?|does|cost|dealt|did|strips?|robs?) (?P<who>you)(?: of)? {N}(?: points? of)?(?: [a-z]+)?(?: (?:damage|harm)| hit points?| hp)",
    ])
});
/// Claims that an amount of damage is done, to anyone.
pub(super) static DONE: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{N}(?: more)?(?: points? of)?(?: (?:slashing|piercing|bludgeoning|fire|cold|acid|poison|necrotic|radiant|lightning|thunder|force|psychic))? (?:damage|harm)\\b",
    ])
});
/// Claims that a number of hit points is regained.
pub(super) static REGAINED: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "{WHO} (?:regains?|regained|recovers?|recovered|heals?|healed|gets? back|gains?|gained)(?: for)? {N}(?: points?)?(?: of)?(?: lost)? ?(?:hit points?|hp|health|damage)?\\b",
        "(?:heals|restores|mends|heal|closes)(?: (?P<who>you))?(?: for)? {N}(?: of your)?(?: lost)? (?:hit points?|hp|points?)",
        "{N}(?: of your)?(?: lost)? (?:hit points?|hp) (?:return|come back|creep back|flow back|are restored)",
        "(?:gives|give|brings|bring|lends) (?P<who>you)(?: back)? {N}(?: of your)?(?: lost)? (?:hit points?|hp|points?)",
    ])
});
/// Claims that a number of hit points is left.
pub(super) static LEFT: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:you have|you['’]ve|leaves you (?:with|at|on)|you are left (?:with|at)|you['’]re left (?:with|at)|leaving you (?:with|at|on)|brings you (?:down |back |up )*to|down to|you are (?:now |back )?(?:at|on)|you['’]re (?:now |back )?(?:at|on)|you stand at|back up to|up to)(?: only| just| exactly)? {N}(?: of [a-z0-9-]+)?(?: hit points?| hp)",
        "{N} (?:hit points?|hp) (?:left|remain|remaining)",
        "(?:brings?|puts?|sets?|takes?|leaves?|fetches|hauls?) you (?:back |down |up |just )*(?:as far as|to|at) {N}(?:[,.;!]|$| hit| of| and)",
    ])
});
/// A hero is as whole as can be.
pub(super) static WHOLE: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:you are|you['’]re|you feel|leaves you|restored|back) (?:back )?(?:to|at) full (?:health|strength|hit points?|hp)",
        "every (?:last )?(?:wound|cut|hurt|scratch)(?: of yours| on you)? (?:is |has |are )?(?:closed|healed|gone|mended|shut|vanished)",
        "\\bas (?:hale|whole|sound|good|fit) as (?:you were|you ever|ever|new|the day|this morning|yesterday)",
        "(?:completely|fully|wholly|utterly|perfectly|entirely) (?:healed|restored|mended|whole|hale)\\b",
        "\\b(?:you are|you['’]re|leaves you|makes you|you stand|you rise) (?:hale and )?whole (?:again|once more)",
        "not a (?:scratch|mark|wound) (?:is )?(?:left|remains) (?:on you|upon you)",
    ])
});
/// Something sharp, hard or hot causes a wound, without a number.
pub(super) static HURT: LazyLock<ClaimForms> = LazyLock::new(|| {
    const THING: &str = "(?:blade|sword|scimitar|rapier|dagger|knife|axe|hatchet|spear|spearhead|lance|pike|halberd|arrow|arrowhead|bolt|dart|claws?|talons?|teeth|fangs?|jaws|tusks?|horns?|beak|sting|stinger|club|cudgel|mace|hammer|fists?|whip|hook|sickle|scythe|javelin|shortsword|longsword|stone|rock|flames?|fire|acid)";
    const DOES: &str = "(?:bites?|cuts?|slashes|stabs?|pierces?|slices?|rakes?|tears?|gashes|sinks?|punches|drives?|opens?|catches|takes|strikes|hits?|slams?|smashes|cracks?|rips?|grazes?|scores?|gouges?|carves?|burns?|sears?|scorches|thuds?|buries itself|lays open|finds)";
    let patterns = [
        format!(
            "{THING}(?: [a-z]+)? {DOES}(?: deep| hard| home| straight| clean)?(?: into| across| through| along| open| in| over)? (?:you (?:in|across|on|through) the|your)(?: [a-z]+)? {{BODY}}"
        ),
        format!(
            "{THING}(?: [a-z]+)? (?:bites|cuts|stabs|pierces|hits|strikes|catches|takes|burns|sears|scorches|slams into|tears into|sinks into) you\\b"
        ),
    ];
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    forms(&patterns)
});
/// Wounds close, without a number.
pub(super) static HEALED: LazyLock<ClaimForms> = LazyLock::new(|| {
    forms(&[
        "(?:your|the) (?:wounds?|cuts?|gash|gashes) (?:in your [a-z]+ |on your [a-z]+ )?(?:closes?|knits?|mends?|heals?|seals?|fades?)",
        "\\bknits? (?:your|the) (?:wounds?|flesh|cuts?)",
    ])
});

/// Compares the narrated wounds with the recorded losses and healing.
pub(super) fn check(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    check_losses(told, ledger, findings);
    check_blows(told, ledger, findings);
    check_gains(told, ledger, findings);
    check_health(told, ledger, findings);
}

fn note(findings: &mut Vec<UnsupportedClaim>, quote: &str, truth: String) {
    findings.push(UnsupportedClaim { kind: ClaimKind::HitPoints, quote: quote.to_owned(), truth });
}

/// “You take 5 damage”
fn check_losses(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&LOST, |_, parts, quote| {
        let (Some(n), Some(hero)) = (number(&parts["n"]), ledger.hero(&parts["who"])) else { return };
        let happened = amounts_of(&hero.hp_deltas).contains(&n) && hero.hp_deltas.iter().any(|delta| *delta < 0);
        let all_there_was = hero.hp.0 == 0 && n >= i64::from(hero.hp_before) && hero.hp_before > 0;
        if !happened
            && !all_there_was
            && !ledger.throws.iter().any(|throw| i64::from(throw.total) == n && !hero.hp_deltas.is_empty())
        {
            note(findings, quote, hero.told_of_hp());
        }
    });
}

/// “You deal 5 damage”
fn check_blows(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&DONE, |sentence, parts, quote| {
        let Some(n) = number(&parts["n"]) else { return };
        if ledger.amounts().any(|amount| amount == n) || n == 0 {
            return;
        }
        // A creature at 0 hit points can be hit for more than it had.
        let capped = ledger
            .others
            .iter()
            .any(|other| other.is_dead && other.hp_deltas.iter().any(|delta| -i64::from(*delta) <= n));
        let yours =
            sentence.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == "you" || word == "your");
        if !capped || (yours && ledger.others.is_empty()) {
            note(findings, quote, format!("No wound of {n} was dealt. {}", ledger.told_of_hp()));
        }
    });
}

/// “You regain 5 hit points”
fn check_gains(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&REGAINED, |sentence, parts, quote| {
        let speaks_of_health =
            ["hit point", "hp", "health", "wound", "heal"].iter().any(|word| sentence.to_lowercase().contains(word));
        let who = parts.name("who").map_or("you", |who| who.as_str());
        let (Some(n), Some(hero), true) = (number(&parts["n"]), ledger.hero(who), speaks_of_health) else { return };
        // A person with full hit points may have been healed by more than was missing.
        let regained: i64 = hero.hp_deltas.iter().map(|delta| i64::from((*delta).max(0))).sum();
        let full = hero.hp.0 == hero.hp.1 && regained > 0 && n >= regained;
        let gained = regained > 0 && amounts_of(&hero.hp_deltas).contains(&n);
        if !gained && !full {
            note(findings, quote, hero.told_of_hp());
        }
    });
}

/// “You have 5 hit points left”, and words for health without a number.
fn check_health(told: &ParsedProse<'_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    told.each(&LEFT, |_, parts, quote| {
        let (Some(n), Some(hero)) = (number(&parts["n"]), ledger.hero("you")) else { return };
        if n != i64::from(hero.hp.0) && ledger.heroes.iter().all(|other| i64::from(other.hp.0) != n) {
            note(findings, quote, hero.told_of_hp());
        }
    });
    told.each(&WHOLE, |_, _, quote| {
        if let Some(hero) = ledger.hero("you").filter(|hero| hero.hp.0 < hero.hp.1) {
            note(findings, quote, hero.told_of_hp());
        }
    });
    told.each(&HURT, |_, _, quote| {
        if let Some(hero) = ledger.hero("you").filter(|hero| hero.hp_deltas.iter().all(|delta| *delta >= 0)) {
            note(findings, quote, hero.told_of_hp());
        }
    });
    told.each(&HEALED, |_, _, quote| {
        let unmended = |hero: &&HeroFacts| hero.hp_before < hero.hp.1 && hero.hp_deltas.iter().all(|delta| *delta <= 0);
        if let Some(hero) = ledger.hero("you").filter(unmended)
            && ledger.heroes.iter().all(|hero| hero.hp_deltas.iter().all(|delta| *delta <= 0))
        {
            note(findings, quote, hero.told_of_hp());
        }
    });
}

impl TurnFacts {
    /// The hero it means: “you” is the acting hero.
    pub(super) fn hero(&self, who: &str) -> Option<&HeroFacts> {
        let who = who.trim().to_lowercase();
        if who == "you" {
            return self.heroes.first();
        }
        self.heroes.iter().find(|hero| hero.name.split_whitespace().any(|name| same(name, &who)))
    }

    fn told_of_hp(&self) -> String {
        let all: Vec<String> = self.heroes.iter().map(HeroFacts::told_of_hp).collect();
        all.join(" ")
    }
}

impl HeroFacts {
    pub(super) fn told_of_hp(&self) -> String {
        let sum: i32 = self.hp.0 - self.hp_before;
        let what = match sum {
            0 => "lost and regained no hit points this turn".to_owned(),
            lost if lost < 0 => format!("lost {} hit points this turn", -lost),
            regained => format!("regained {regained} hit points this turn"),
        };
        format!("{} {what} and has {} of {}.", self.name, self.hp.0, self.hp.1)
    }
}
