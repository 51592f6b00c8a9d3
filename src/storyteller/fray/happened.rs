//! What happened in a fight, as its tools say it line by line.

/// One thing that happened. Names are as the fight has them; the hero's among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Happened {
    /// The fight begins; whoever acts in it, the quickest first.
    Begins(Vec<String>),
    Strikes {
        who: String,
        whom: String,
        with: String,
        /// A critical hit.
        hard: bool,
        /// What was felt.
        damage: i32,
    },
    Misses {
        who: String,
        whom: String,
        with: String,
    },
    /// Harm without a throw to hit.
    Takes {
        who: String,
        damage: i32,
    },
    Saves {
        who: String,
        made: bool,
    },
    /// A condition sets in, or ends.
    Becomes {
        who: String,
        what: String,
        ends: bool,
    },
    Falls(String),
    Dies(String),
    Heals {
        who: String,
        amount: i32,
    },
    /// Somebody does something that has only a name: `dodges`, `dashes`, a spell or a feature.
    Does {
        who: String,
        what: String,
    },
    /// A ward that is thrown up against a blow.
    Wards {
        who: String,
        what: String,
    },
    /// A spell or a feature works on somebody from now on.
    Under {
        who: String,
        what: String,
    },
    /// It works no more.
    Spent {
        who: String,
        what: String,
    },
    /// A spell the rules have no numbers for.
    Tells {
        who: String,
        what: String,
    },
    Uses {
        who: String,
        thing: String,
    },
    /// A blow in passing is about to fall.
    InPassing {
        who: String,
        whom: String,
    },
    /// A contest of strength.
    Wrestles {
        who: String,
        whom: String,
        won: bool,
    },
    Tries {
        who: String,
        works: bool,
    },
    /// Somebody is out of it, alive.
    Leaves(String),
    Joins(String),
    Won,
    Lost,
    GotAway,
    Settled,
    /// What the fallen carried, as it is said.
    Purse(String),
    Gathers(String),
    /// What has no words of its own here, as it stands.
    Other(String),
}

use Happened as H;

/// Reads a line.
pub(super) fn read(line: &str) -> Happened {
    let line = line.trim();
    begins_or_ends(line)
        .or_else(|| blow(line))
        .or_else(|| fate(line))
        .or_else(|| deed(line))
        .unwrap_or_else(|| H::Other(line.to_owned()))
}

fn begins_or_ends(line: &str) -> Option<Happened> {
    if let Some(order) = line.strip_prefix("The fight begins: ") {
        let name = |one: &str| one.rsplit_once(" (").map_or(one, |(name, _)| name).trim().to_owned();
        return Some(H::Begins(order.trim_end_matches('.').split("), ").map(name).collect()));
    }
    if let Some(purse) = line.strip_prefix("In the purses of the fallen there is ") {
        return Some(H::Purse(purse.trim_end_matches(" for each.").to_owned()));
    }
    match line {
        _ if line.starts_with("The fight is won") => Some(H::Won),
        "No hero stands any more." => Some(H::Lost),
        "The heroes get away." => Some(H::GotAway),
        "The fight is over." => Some(H::Settled),
        _ => None,
    }
}

fn blow(line: &str) -> Option<Happened> {
    for (middle, hard) in [(" hits ", false), (" strikes a critical hit on ", true)] {
        if let Some((who, rest)) = line.split_once(middle) {
            let (rest, damage) = rest.strip_suffix(" damage.")?.rsplit_once(": ")?;
            let (whom, with) = aim(rest)?;
            return Some(H::Strikes { who: own(who), whom, with, hard, damage: damage.parse().ok()? });
        }
    }
    // What never misses has nobody's name before it.
    if let Some((_, rest)) = line.split_once(" strikes ")
        && let Some((whom, damage)) = rest.strip_suffix(" damage.").and_then(|rest| rest.rsplit_once(": "))
    {
        return Some(H::Takes { who: own(whom), damage: damage.parse().ok()? });
    }
    let (who, rest) = line.split_once(" misses ")?;
    let (whom, with) = aim(rest.trim_end_matches('.'))?;
    Some(H::Misses { who: own(who), whom, with })
}

/// `Goblin A with Longsword (18)`.
fn aim(text: &str) -> Option<(String, String)> {
    let (whom, with) = text.split_once(" with ")?;
    let with = with.rsplit_once(" (").map_or(with, |(with, _)| with);
    Some((own(whom), with.to_lowercase()))
}

fn fate(line: &str) -> Option<Happened> {
    let plain = line.strip_suffix('.')?;
    let ends = |end: &str| plain.strip_suffix(end).map(own);
    if let Some(who) = ends(" falls") {
        return Some(H::Falls(who));
    }
    if let Some(who) = ends(" dies").or_else(|| ends(" is dead")) {
        return Some(H::Dies(who));
    }
    if let Some(who) = ends(" is out of the fight") {
        return Some(H::Leaves(who));
    }
    if let Some(who) = ends(" joins the fight") {
        return Some(H::Joins(who));
    }
    if let Some((who, damage)) = plain.strip_suffix(" damage").and_then(|rest| rest.split_once(" takes ")) {
        let damage = damage.trim_end_matches(" more").parse().ok()?;
        return Some(H::Takes { who: own(who), damage });
    }
    if let Some((who, amount)) = plain.split_once(" regains ") {
        let amount = amount.split(' ').next()?.parse().ok()?;
        return Some(H::Heals { who: own(who), amount });
    }
    let (saved, _) = plain.rsplit_once(" (").unwrap_or((plain, ""));
    if let Some(who) = saved.strip_suffix(" does not save").or_else(|| plain.strip_suffix(" can't move and fails")) {
        return Some(H::Saves { who: own(who), made: false });
    }
    if let Some(who) = saved.strip_suffix(" saves") {
        return Some(H::Saves { who: own(who), made: true });
    }
    if let Some((who, what)) = plain.split_once(" is no longer ") {
        return Some(H::Becomes { who: own(who), what: own(what), ends: true });
    }
    let (who, what) = plain.split_once(" is ")?;
    let known = crate::storyteller::intent::CONDITIONS.contains(&what);
    known.then(|| H::Becomes { who: own(who), what: own(what), ends: false })
}

/// What somebody does of whom no more is said.
const DEEDS: [&str; 9] = [
    "dodges",
    "dashes",
    "disengages",
    "tries to hide",
    "is seen",
    "is out of sight",
    "stands up",
    "gets free",
    "can't get free",
];

fn deed(line: &str) -> Option<Happened> {
    let plain = line.strip_suffix('.')?;
    if let Some(what) = DEEDS.iter().find(|what| plain.ends_with(&format!(" {what}"))) {
        return Some(H::Does { who: own(plain.strip_suffix(what)?), what: own(what) });
    }
    if let Some((who, whom)) = plain.strip_suffix(" in passing").and_then(|rest| rest.split_once(" strikes at ")) {
        return Some(H::InPassing { who: own(who), whom: own(whom) });
    }
    for (middle, won) in [(" overcomes ", true), (" can't overcome ", false)] {
        if let Some((who, whom)) = plain.split_once(middle) {
            return Some(H::Wrestles { who: own(who), whom: own(whom), won });
        }
    }
    if let Some((who, rest)) = plain.split_once(" tries “") {
        return Some(H::Tries { who: own(who), works: rest.contains("” and succeeds") });
    }
    if let Some((who, thing)) = plain.split_once(" uses ") {
        return Some(H::Uses { who: own(who), thing: thing.to_lowercase() });
    }
    if let Some((_, things)) = plain.split_once(" gathers up ") {
        return Some(H::Gathers(things.to_lowercase()));
    }
    if let Some((who, what)) = plain.split_once(" turns the blow aside: ") {
        return Some(H::Wards { who: own(who), what: what.to_lowercase() });
    }
    if let Some((who, what)) = plain.split_once(" is under ") {
        return Some(H::Under { who: own(who), what: what.to_lowercase() });
    }
    // `Pim: Burning Hands` is the spell and nothing else; behind `Ilvara: Light` stands what the rules say of it.
    let (who, what) = plain.split_once(": ")?;
    if let Some((what, _)) = what.split_once(". ").filter(|(what, _)| what.len() < 40) {
        return Some(H::Tells { who: own(who), what: what.to_lowercase() });
    }
    if let Some(what) = what.strip_suffix(" is over") {
        return Some(H::Spent { who: own(who), what: what.to_lowercase() });
    }
    let named = !what.contains(". ");
    named.then(|| H::Does { who: own(who), what: what.to_lowercase() })
}

fn own(text: &str) -> String {
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_fight_are_read() {
        let hit = read("Mira strikes a critical hit on Goblin A with Longsword +1 (28): 17 damage.");
        let (who, whom, with) = ("Mira".into(), "Goblin A".into(), "longsword +1".into());
        assert_eq!(hit, H::Strikes { who, whom, with, hard: true, damage: 17 });
        let (who, whom, with) = ("one-eyed rat".into(), "Mira".into(), "bite".into());
        assert_eq!(read("one-eyed rat misses Mira with Bite (9)."), H::Misses { who, whom, with });
        assert_eq!(read("Mira takes 3 more damage."), H::Takes { who: "Mira".into(), damage: 3 });
        assert_eq!(read("Mira does not save (4 against 11)."), H::Saves { who: "Mira".into(), made: false });
        let prone = H::Becomes { who: "Mira".into(), what: "prone".into(), ends: false };
        assert_eq!(read("Mira is prone."), prone);
        let dart = H::Takes { who: "gaunt wolf".into(), damage: 4 };
        assert_eq!(read("Magic Missile strikes gaunt wolf: 4 damage."), dart);
        let shield = || ("Mira".to_owned(), "shield".to_owned());
        let (who, what) = shield();
        assert_eq!(read("Mira turns the blow aside: Shield."), H::Wards { who, what });
        let (who, what) = shield();
        assert_eq!(read("Mira is under Shield."), H::Under { who, what });
        let (who, what) = shield();
        assert_eq!(read("Mira: Shield is over."), H::Spent { who, what });
        let passing = H::InPassing { who: "wolf".into(), whom: "Mira".into() };
        assert_eq!(read("wolf strikes at Mira in passing."), passing);
        assert_eq!(read("Mira: Fire Bolt."), H::Does { who: "Mira".into(), what: "fire bolt".into() });
        assert_eq!(
            read("Mira tries “Sand in its eyes” and fails (8 against 13)."),
            H::Tries { who: "Mira".into(), works: false }
        );
        assert_eq!(
            read("The fight begins: Goblin A (17), Mira (9)."),
            H::Begins(vec!["Goblin A".into(), "Mira".into()])
        );
        assert_eq!(read("The fight is won; each hero earns 50 experience."), H::Won);
        assert_eq!(read("Mira holds on (1 of 3)."), H::Other("Mira holds on (1 of 3).".into()));
    }
}
