//! Traits of a creature that affect combat.

use game::combat::{harm::DamageType, stat_block::Trait};

use crate::rules;

use super::words::{self, patterns};

patterns! {
    REGAINS = r"(?i)regains (\d+) hit points?";
    SNEAKS = r"\b(\d+d6)\b";
    PER_DAY = r"(?i)(\d+)(?: per |/)day";
}

/// Parses a trait; none if it has no effect in fights, or only a narrated one.
pub(super) fn read(deed: &rules::StatBlockEntry) -> Option<Trait> {
    let name = deed.name.split(['(', ',']).next().unwrap_or_default().trim().to_lowercase();
    let text = deed.text.as_str();
    Some(match name.as_str() {
        "pack tactics" => Trait::PackTactics,
        "magic resistance" => Trait::MagicResistance,
        "magic weapons" | "angelic weapons" | "hellish weapons" => Trait::MagicWeapons,
        "legendary resistance" => {
            let said = format!("{} {}", deed.usage.as_deref().unwrap_or_default(), deed.name);
            let times = words::number(&PER_DAY, &said).and_then(|times| u8::try_from(times).ok()).unwrap_or(3);
            Trait::LegendaryResistance { times }
        }
        "regeneration" => {
            Trait::Regeneration { hp: i32::from(words::number(&REGAINS, text)?), stopped_by: stopped_by(text) }
        }
        "undead fortitude" => Trait::UndeadFortitude,
        "nimble escape" => Trait::NimbleEscape,
        "cunning action" => Trait::CunningAction,
        "reckless" => Trait::Reckless,
        "flyby" => Trait::Flyby,
        "evasion" => Trait::Evasion,
        "sneak attack" => Trait::SneakAttack { dice: SNEAKS.captures(text)?[1].to_owned() },
        "martial advantage" => Trait::SneakAttack { dice: SNEAKS.captures(text)?[1].to_owned() },
        "brute" => Trait::Brute,
        "ambusher" | "surprise attack" | "assassinate" => Trait::Ambusher,
        _ => return None,
    })
}

/// The damage that stops a regeneration.
fn stopped_by(text: &str) -> Vec<DamageType> {
    let told = words::sentences(text)
        .find(|sentence| sentence.to_lowercase().contains("if the") && sentence.contains("takes"));
    let told = told.unwrap_or_default().to_lowercase();
    told.split(|c: char| !c.is_alphabetic()).filter_map(DamageType::read).collect()
}
