//! Attacks of stat blocks.

use game::combat::{
    deed::{Attack, Brings, EffectDuration, Reach, Rider, RiderSave},
    harm::DamageDice,
};

use crate::rules;

use super::{consequences, words};

/// An attack, and the same attack as it is made otherwise: with both hands, or of another type.
pub(super) struct Attacks {
    pub(super) attack: Attack,
    /// Each with a suffix for its name.
    pub(super) otherwise: Vec<(String, Attack)>,
}

/// Parses an attack. Damage named before the target's saving throw belongs to the hit, damage named after it to a failure.
pub(super) fn read(deed: &rules::StatBlockEntry, to_hit: i32) -> Attacks {
    let text = deed.text.as_str();
    let hit = text.find("Hit:").map_or("", |at| &text[at + 4..]);
    let thrown = words::save(hit);
    let (before, after) = match thrown {
        Some((_, start, _)) => (&hit[..clause(hit, start)], &hit[start..]),
        None => (hit, ""),
    };
    let (mut harm, mut saved, mut otherwise) = (Vec::new(), Vec::new(), Vec::new());
    for part in &deed.damage {
        let known = as_harm(part);
        match place(hit, &part.dice) {
            Some(at) if is_aside(hit, at) => {}
            Some(at) if at > before.len() => saved.push(known),
            _ => {
                otherwise.extend(part.or.iter().map(|or| (harm.len(), as_harm(or))));
                harm.push(known);
            }
        }
    }
    // If all damage depends on a run-up, the first is that of a plain hit.
    if harm.is_empty() && saved.is_empty() {
        harm.extend(deed.damage.first().map(as_harm));
    }
    let mut riders = consequences::read(before, None);
    if let Some((save, ..)) = thrown {
        let half = is_half(after);
        if !saved.is_empty() {
            let save = RiderSave { half, ..save };
            riders.push(Rider {
                save: Some(save),
                brings: Brings::Harm { harm: saved },
                lasts: EffectDuration::Instant,
            });
        }
        riders.extend(consequences::read(after, Some(save)));
    }
    let reach = match words::reach(text) {
        // A single distance is the melee reach of a weapon that also has a range.
        Some(Reach::Ranged { normal, long }) if normal < long => Reach::Ranged { normal, long },
        Some(told) => known_weapon(&deed.name, text).filter(|_| is_newer(text)).unwrap_or(told),
        None => usual_reach(&deed.name, text),
    };
    let attack = Attack { to_hit, reach, times: 1, harm, riders };
    let otherwise = otherwise.into_iter().enumerate().map(|(n, (at, other))| {
        let mut attack = attack.clone();
        let name = match other.damage_type {
            kind if kind != attack.harm[at].damage_type => kind.map_or("other", |kind| kind.name()).to_owned(),
            _ if n > 0 => "best".to_owned(),
            _ => "two hands".to_owned(),
        };
        // A thrown weapon leaves one hand.
        if let (Reach::Either { feet, .. }, "two hands") = (attack.reach, name.as_str()) {
            attack.reach = Reach::Melee { feet };
        }
        attack.harm[at] = other;
        (name, attack)
    });
    Attacks { otherwise: otherwise.collect(), attack }
}

/// Whether those who don't fail take half.
pub(super) fn is_half(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("half as much") || text.contains("half damage") || text.contains("takes half the")
}

/// A package's damage as the fight's.
pub(super) fn as_harm(part: &rules::DamageFacts) -> DamageDice {
    DamageDice { dice: part.dice.replace(' ', ""), damage_type: words::damage_type(&part.damage_type) }
}

/// The position of dice in a text that may write them with spaces.
pub(super) fn place(text: &str, dice: &str) -> Option<usize> {
    let spaced = dice.replace('+', " + ").replace('-', " - ");
    let minus = dice.replace('-', " − ");
    let parenthesised = [dice, &spaced, &minus].into_iter().find_map(|form| text.find(&format!("({form})")));
    parenthesised.or_else(|| {
        let bare = words::pattern(&format!(r"\b{}\b", regex::escape(dice)));
        bare.find(text).map(|found| found.start())
    })
}

/// Whether the effect at an index comes only later, or only under a condition that fights don't model.
pub(super) fn is_aside(text: &str, at: usize) -> bool {
    let from = text[..at].rfind(['.', '\n']).map_or(0, |end| end + 1);
    let ends = [". ", "\n"].iter().filter_map(|end| text[at..].find(end));
    let to = ends.min().map_or(text.len(), |end| at + end);
    let sentence = text[from..to].to_lowercase();
    let later = [
        "at the start of each",
        "at the end of each",
        "for every",
        "an extra",
        "swallowed",
        "feet straight",
        "hours that elapse",
    ];
    later.iter().any(|words| sentence.contains(words)) && !sentence.contains("saving throw")
}

/// Where the clause that holds a saving throw begins.
fn clause(hit: &str, save: usize) -> usize {
    let begins = [". ", ", and ", "damage ", "\n"];
    begins.iter().filter_map(|edge| hit[..save].rfind(edge)).max().unwrap_or(save)
}

/// Whether a text is of the newer edition, which calls an attack so.
fn is_newer(text: &str) -> bool {
    text.contains("Attack Roll")
}

/// How far a weapon of this name reaches (SRD 5.2, Weapons); rocks as giants throw them.
fn known_weapon(name: &str, text: &str) -> Option<Reach> {
    const SHOT: [(&str, u16, u16); 12] = [
        ("longbow", 150, 600),
        ("great bow", 150, 600),
        ("shortbow", 80, 320),
        ("hand crossbow", 30, 120),
        ("light crossbow", 80, 320),
        ("heavy crossbow", 100, 400),
        ("bow", 150, 600),
        ("crossbow", 80, 320),
        ("pistol", 30, 90),
        ("sling", 30, 120),
        ("rock", 60, 240),
        ("boulder", 60, 240),
    ];
    const THROWN: [(&str, u16, u16); 6] = [
        ("javelin", 30, 120),
        ("spear", 20, 60),
        ("dagger", 20, 60),
        ("handaxe", 20, 60),
        ("trident", 20, 60),
        ("harpoon", 20, 60),
    ];
    let lower = name.to_lowercase();
    let of =
        |known: &[(&str, u16, u16)]| known.iter().find(|(weapon, ..)| lower.contains(weapon)).map(|(_, n, l)| (*n, *l));
    let shot = of(&SHOT).map(|(normal, long)| Reach::Ranged { normal, long });
    let is_thrown = !text.starts_with("Melee Attack") && !text.starts_with("Ranged");
    shot.or_else(|| of(&THROWN).filter(|_| is_thrown).map(|(normal, long)| Reach::Either { feet: 5, normal, long }))
}

/// The SRD 5.2 package omits most distances: rays and similar get sixty feet, melee five.
fn usual_reach(name: &str, text: &str) -> Reach {
    const FAR: [&str; 8] = ["burst", "ray", "bolt", "blast", "spike", "flame", "trash lob", "thunder"];
    let lower = name.to_lowercase();
    // Its roll is described as melee or ranged; the name decides.
    let is_far = text.starts_with("Attack Roll") && FAR.iter().any(|far| lower.ends_with(far));
    known_weapon(name, text).unwrap_or(match text.starts_with("Ranged") || is_far {
        true => Reach::Ranged { normal: 60, long: 60 },
        false => Reach::Melee { feet: 5 },
    })
}
