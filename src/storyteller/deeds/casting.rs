//! Spells where nobody fights: what they do to a wound, and to a quiet moment.

use crate::storyteller::{
    fray,
    phrases::{lines, spells as said},
    play::{Play, Step, best_match},
};

use super::assault;

/// What a spell does, as far as a small table goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    /// Harm, or a hold on somebody: the fight's.
    Harm,
    Heal(&'static str),
    Light,
    Guard,
    Sight,
    Trick,
}

const SPELLS: [(&str, Does); 49] = [
    ("fire bolt", Does::Harm),
    ("ray of frost", Does::Harm),
    ("chill touch", Does::Harm),
    ("eldritch blast", Does::Harm),
    ("shocking grasp", Does::Harm),
    ("produce flame", Does::Harm),
    ("guiding bolt", Does::Harm),
    ("inflict wounds", Does::Harm),
    ("scorching ray", Does::Harm),
    ("spiritual weapon", Does::Harm),
    ("shillelagh", Does::Harm),
    ("magic missile", Does::Harm),
    ("hunter's mark", Does::Harm),
    ("hex", Does::Harm),
    ("divine favor", Does::Harm),
    ("sacred flame", Does::Harm),
    ("vicious mockery", Does::Harm),
    ("acid splash", Does::Harm),
    ("poison spray", Does::Harm),
    ("burning hands", Does::Harm),
    ("thunderwave", Does::Harm),
    ("hellish rebuke", Does::Harm),
    ("shatter", Does::Harm),
    ("fireball", Does::Harm),
    ("lightning bolt", Does::Harm),
    ("moonbeam", Does::Harm),
    ("call lightning", Does::Harm),
    ("flaming sphere", Does::Harm),
    ("sleep", Does::Harm),
    ("entangle", Does::Harm),
    ("web", Does::Harm),
    ("hold person", Does::Harm),
    ("charm person", Does::Harm),
    ("command", Does::Harm),
    ("faerie fire", Does::Harm),
    ("animal friendship", Does::Harm),
    ("cure wounds", Does::Heal("1d8")),
    ("healing word", Does::Heal("1d4")),
    ("goodberry", Does::Heal("1d4")),
    ("light", Does::Light),
    ("daylight", Does::Light),
    ("shield of faith", Does::Guard),
    ("mage armor", Does::Guard),
    ("bless", Does::Guard),
    ("sanctuary", Does::Guard),
    ("detect magic", Does::Sight),
    ("speak with animals", Does::Sight),
    ("guidance", Does::Sight),
    ("thaumaturgy", Does::Trick),
];

fn does(spell: &str) -> Does {
    let found = SPELLS.iter().filter(|(name, _)| spell.contains(name)).max_by_key(|(name, _)| name.len());
    match found {
        Some((_, does)) => *does,
        None if ["shield", "armor", "ward", "protection"].iter().any(|word| spell.contains(word)) => Does::Guard,
        None => Does::Trick,
    }
}

/// Casts a spell.
pub(super) fn cast(play: &mut Play<'_>, spell: &str, at: &str) -> Step {
    let all: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    let names: Vec<&str> = all.iter().map(String::as_str).collect();
    let exact = names.iter().position(|name| name.eq_ignore_ascii_case(spell.trim()));
    let Some(i) = exact.or_else(|| best_match(spell, &names)).or_else(|| best_match(at, &names)) else {
        play.say(if all.is_empty() { lines::NO_MAGIC } else { lines::NO_SPELL }, &[]);
        if !all.is_empty() {
            super::odd::spells(play);
        }
        return Ok(());
    };
    let name = all[i].to_lowercase();
    let slots = [("spell", name.as_str())];
    let does = does(&name);
    let hurts = matches!(does, Does::Harm);
    if hurts {
        // At somebody who is no foe it is a blow like any other.
        if let Some(id) = assault::stranger(play, at).filter(|_| !at.is_empty()) {
            return fray::begin(play, &[id], false);
        }
        play.say(said::NOTHING_TO_HURT, &slots);
        return Ok(());
    }
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    if i >= play.hero.cantrips.len() && !spend_slot(play) {
        play.say(lines::NO_SLOTS, &slots);
        return Ok(());
    }
    match does {
        Does::Heal(dice) => {
            let dice = format!("{dice}{:+}", play.hero.casting());
            let healed = play.roll(&dice, None, &format!("Healing by {name}"))?.total.max(1);
            let whole = play.hero.hp >= play.hero.max_hp;
            play.hurt_or_heal(healed);
            play.say(if whole { said::NOTHING_TO_HEAL } else { lines::HEALED_BY_SPELL }, &slots);
            Ok(())
        }
        does => {
            let stock = match does {
                Does::Light => said::MAKES_LIGHT,
                Does::Guard => said::GUARDS,
                Does::Sight => said::SEES,
                _ => said::TRICKS,
            };
            play.say(stock, &slots);
            Ok(())
        }
    }
}

/// Spends the lowest slot that is left.
fn spend_slot(play: &mut Play<'_>) -> bool {
    let Some(slot) = play.hero.slots.iter_mut().find(|slot| slot.left > 0) else { return false };
    slot.left -= 1;
    let (level, used) = (slot.level, slot.max - slot.left);
    play.effects.slots_used.retain(|(other, _)| *other != level);
    play.effects.slots_used.push((level, used));
    true
}
