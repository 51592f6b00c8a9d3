//! Parses the actions of a stat block.

use game::combat::deed::{ActionCost, ActionEffect, CombatAction, EffectDuration, Modifier, Reach, UsageLimit};

use crate::rules;

use super::{
    attacks, saving_throw_actions,
    together::{self, plain},
    words::{self, patterns},
};

patterns! {
    COSTS = r"(?i)\(costs? (\d) actions?\)";
    PARRIES = r"(?i)\badds (\d+) to (?:its|his|her) AC\b";
    HEALS = r"(?i)\bregains (\d+) (?:\((\d+d\d+(?: ?[+-] ?\d+)?)\) )?hit points";
    SHIELDS = r"(?i)\bgains (\d+) (?:\((\d+d\d+(?: ?[+-] ?\d+)?)\) )?temporary hit points";
    TOUCHES = r"(?i)\b(?:touches|one creature|another creature|the target)\b";
}

/// Reads a deed with this cost; several if it can be done in more than one way.
pub(super) fn read(deed: &rules::StatBlockEntry, cost: ActionCost, is_magical: bool) -> Vec<CombatAction> {
    let usage = usage(deed.usage.as_deref());
    let cost = match (cost, words::number(&COSTS, &deed.name)) {
        (ActionCost::Legendary { .. }, Some(actions)) => {
            ActionCost::Legendary { actions: u8::try_from(actions).unwrap_or(1) }
        }
        (cost, _) => cost,
    };
    let name = plain(&deed.name).to_owned();
    let text = deed.text.to_lowercase();
    let of = |name: String, effect: ActionEffect| {
        let is_attack = matches!(effect, ActionEffect::Attack(_));
        let magical = text.contains("magic") || text.contains("spell attack") || (is_attack && is_magical);
        CombatAction { name, cost, usage, magical, effect }
    };
    if !deed.options.is_empty() {
        let options = deed.options.iter().filter_map(|option| {
            let save = saving_throw_actions::read(option, &deed.text)?;
            Some(of(plain(&option.name).to_owned(), ActionEffect::Save(save)))
        });
        let read: Vec<CombatAction> = options.collect();
        if read.len() == deed.options.len() {
            return read;
        }
    }
    if let Some(to_hit) = deed.attack_bonus.filter(|_| !is_by_way_of_another(deed)) {
        let made = attacks::read(deed, to_hit);
        let mut read = vec![of(name.clone(), ActionEffect::Attack(made.attack))];
        let otherwise = made.otherwise.into_iter();
        read.extend(otherwise.map(|(how, attack)| of(format!("{name} ({how})"), ActionEffect::Attack(attack))));
        return read;
    }
    if let Some(save) =
        saving_throw_actions::read(deed, "").filter(|save| !save.harm.is_empty() || !save.riders.is_empty())
    {
        return vec![of(name, ActionEffect::Save(save))];
    }
    let effect = simple(deed).unwrap_or_else(|| ActionEffect::Told {
        text: deed.text.clone(),
        concentration: false,
        rounds: None,
    });
    vec![of(name, effect)]
}

/// Effects without an attack roll or a saving throw: a parry, healing, temporary hit points.
fn simple(deed: &rules::StatBlockEntry) -> Option<ActionEffect> {
    let text = deed.text.as_str();
    if let Some(by) = words::number(&PARRIES, text) {
        let modifiers = vec![Modifier::ArmorClass { by: i32::from(by) }];
        return Some(ActionEffect::Boon {
            reach: Reach::Oneself,
            targets: 1,
            modifiers,
            lasts: EffectDuration::Instant,
        });
    }
    // Healing by drinking blood is narrated.
    let reach = if TOUCHES.is_match(text) {
        words::at(words::number(&words::WITHIN, text).unwrap_or(5))
    } else {
        Reach::Oneself
    };
    let dice = |found: &regex::Captures<'_>| {
        found.get(2).map_or_else(|| found[1].to_owned(), |dice| dice.as_str().replace(' ', ""))
    };
    if let Some(found) = HEALS.captures(text) {
        return Some(ActionEffect::Heal { reach, targets: 1, dice: dice(&found) });
    }
    SHIELDS.captures(text).map(|found| ActionEffect::Shield { reach, dice: dice(&found) })
}

/// Whether it is an attack only through another action: the package assigns the bite's bonus to the action that includes it, and
/// its numbers to the swallowed target.
fn is_by_way_of_another(deed: &rules::StatBlockEntry) -> bool {
    let is_told = ["to hit", "Attack Roll", "reach ", "range "].iter().any(|words| deed.text.contains(words));
    !is_told && (deed.damage.is_empty() || deed.text.contains("swallow"))
}

/// How often something can be done.
pub(super) fn usage(words: Option<&str>) -> UsageLimit {
    let Some(words) = words else { return UsageLimit::AtWill };
    let number = |text: &str| text.trim().parse::<u8>().ok();
    if let Some(faces) = words.strip_prefix("recharge ") {
        return faces
            .split('-')
            .next()
            .and_then(number)
            .map_or(UsageLimit::AtWill, |from| UsageLimit::Recharge { from });
    }
    match words.split_once(" per day") {
        Some((times, _)) => number(times).map_or(UsageLimit::AtWill, |times| UsageLimit::PerDay { times }),
        None if words.contains("rest") => UsageLimit::PerRest,
        None => UsageLimit::AtWill,
    }
}

/// The multiattack; as text if it can't be composed of the block's actions.
pub(super) fn multiattack(
    deed: &rules::StatBlockEntry,
    names: &[String],
    traits: &[rules::StatBlockEntry],
) -> CombatAction {
    let (ways, _) = together::ways(deed, names, traits);
    let effect = match ways.is_empty() {
        true => ActionEffect::Told { text: deed.text.clone(), concentration: false, rounds: None },
        false => ActionEffect::Multiattack { ways },
    };
    CombatAction {
        name: plain(&deed.name).to_owned(),
        cost: ActionCost::Action,
        usage: usage(deed.usage.as_deref()),
        magical: false,
        effect,
    }
}
