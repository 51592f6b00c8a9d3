//! Spells: what they do in a fight, to a wound, and to a quiet moment.

use serde_json::json;

use crate::storyteller::{
    phrases::{lines, spells as said},
    play::{Outcome, Play, Step, best_match, d20},
    prose::the,
};

use super::fighting;

/// What a spell does, as far as a small table goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    /// Thrown to hit; damage.
    Bolt(&'static str),
    /// Never misses; damage.
    Sure(&'static str),
    /// The foe tries to withstand it; damage, half of it where it does.
    Burst(&'static str),
    /// The foe tries to withstand it, and is in this condition where it fails.
    Bind(&'static str),
    Heal(&'static str),
    Light,
    Guard,
    Sight,
    Trick,
}

const SPELLS: [(&str, Does); 49] = [
    ("fire bolt", Does::Bolt("1d10")),
    ("ray of frost", Does::Bolt("1d8")),
    ("chill touch", Does::Bolt("1d8")),
    ("eldritch blast", Does::Bolt("1d10")),
    ("shocking grasp", Does::Bolt("1d8")),
    ("produce flame", Does::Bolt("1d8")),
    ("guiding bolt", Does::Bolt("4d6")),
    ("inflict wounds", Does::Bolt("3d10")),
    ("scorching ray", Does::Bolt("4d6")),
    ("spiritual weapon", Does::Bolt("1d8+3")),
    ("shillelagh", Does::Bolt("1d8+2")),
    ("magic missile", Does::Sure("3d4+3")),
    ("hunter's mark", Does::Sure("1d6")),
    ("hex", Does::Sure("1d6")),
    ("divine favor", Does::Sure("1d4")),
    ("sacred flame", Does::Burst("1d8")),
    ("vicious mockery", Does::Burst("1d4")),
    ("acid splash", Does::Burst("1d6")),
    ("poison spray", Does::Burst("1d12")),
    ("burning hands", Does::Burst("3d6")),
    ("thunderwave", Does::Burst("2d8")),
    ("hellish rebuke", Does::Burst("2d10")),
    ("shatter", Does::Burst("3d8")),
    ("fireball", Does::Burst("8d6")),
    ("lightning bolt", Does::Burst("8d6")),
    ("moonbeam", Does::Burst("2d10")),
    ("call lightning", Does::Burst("3d10")),
    ("flaming sphere", Does::Burst("2d6")),
    ("sleep", Does::Bind("unconscious")),
    ("entangle", Does::Bind("restrained")),
    ("web", Does::Bind("restrained")),
    ("hold person", Does::Bind("paralyzed")),
    ("charm person", Does::Bind("charmed")),
    ("command", Does::Bind("prone")),
    ("faerie fire", Does::Bind("outlined in light")),
    ("animal friendship", Does::Bind("charmed")),
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
    let hurts = matches!(does, Does::Bolt(_) | Does::Sure(_) | Does::Burst(_) | Does::Bind(_));
    let foe = fighting::target(play, at);
    if hurts && foe.is_none() {
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
    match (does, foe) {
        (Does::Bolt(dice), Some(foe)) => {
            play.count_check();
            play.say(said::CASTS, &slots);
            let to_hit = play.hero.casting() + play.hero.proficiency;
            fighting::strike(play, &foe, &name, &d20(to_hit), dice)
        }
        (Does::Sure(dice), Some(foe)) => {
            play.count_check();
            play.foes_answered = true;
            let hurt = play.roll(dice, None, &format!("Damage of {name}"))?.total.max(1);
            fighting::wound(play, &foe, hurt, (said::NEVER_MISSES, said::SPELL_KILLS), &name);
            fighting::answer_blow(play, &foe, false)
        }
        (Does::Burst(dice), Some(foe)) => burst(play, &foe, &name, dice),
        (Does::Bind(condition), Some(foe)) => bind(play, &foe, &name, condition),
        (Does::Heal(dice), _) => {
            let dice = format!("{dice}{:+}", play.hero.casting());
            let healed = play.roll(&dice, None, &format!("Healing by {name}"))?.total.max(1);
            let whole = play.hero.hp >= play.hero.max_hp;
            play.hurt_or_heal(healed);
            play.say(if whole { said::NOTHING_TO_HEAL } else { lines::HEALED_BY_SPELL }, &slots);
            Ok(())
        }
        (does, _) => {
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

/// The number a foe must reach to withstand the hero's spells.
fn save_dc(play: &Play<'_>) -> i32 {
    8 + play.hero.proficiency + play.hero.casting()
}

fn burst(play: &mut Play<'_>, foe: &crate::storyteller::table::Creature, name: &str, dice: &str) -> Step {
    play.count_check();
    play.foes_answered = true;
    let who = the(&foe.name);
    let dc = save_dc(play);
    let save =
        play.roll("1d20+1", Some(dc), &format!("{} withstands {name}", crate::storyteller::prose::capitalised(&who)))?;
    let withstood = save.against(dc) == Outcome::Success;
    let whole = play.roll(dice, None, &format!("Damage of {name}"))?.total.max(1);
    let slots = [("spell", name), ("foe", who.as_str())];
    // A cantrip that is withstood does nothing; a spell does half.
    let hurt = match withstood {
        true if play.hero.cantrips.iter().any(|cantrip| cantrip.eq_ignore_ascii_case(name)) => 0,
        true => whole / 2,
        false => whole,
    };
    if hurt > 0 {
        let stock = if withstood { said::HALF_WITHSTOOD } else { said::BURSTS };
        fighting::wound(play, foe, hurt, (stock, said::SPELL_KILLS), name);
    } else {
        play.say(said::WITHSTOOD, &slots);
    }
    fighting::answer_blow(play, foe, false)
}

fn bind(play: &mut Play<'_>, foe: &crate::storyteller::table::Creature, name: &str, condition: &str) -> Step {
    play.count_check();
    play.foes_answered = true;
    let who = the(&foe.name);
    let dc = save_dc(play);
    let save =
        play.roll("1d20+1", Some(dc), &format!("{} withstands {name}", crate::storyteller::prose::capitalised(&who)))?;
    let slots = [("spell", name), ("foe", who.as_str())];
    if save.against(dc) == Outcome::Success {
        play.say(said::WITHSTOOD, &slots);
        return fighting::answer_blow(play, foe, false);
    }
    if ["unconscious", "charmed", "paralyzed"].contains(&condition) {
        // Whoever sleeps or is won over is out of the fight.
        play.say(if condition == "charmed" { said::CHARMED } else { said::STILLED }, &slots);
        play.effects.leaving.push(foe.id.clone());
        play.table.creatures.retain(|other| other.id != foe.id);
        play.effects.xp += 25;
        play.effects.note(format!("{} overcame {who} with {name} at {}", play.hero.name, play.here()));
        return Ok(());
    }
    play.say(said::HELD, &slots);
    if !foe.conditions.iter().any(|have| have.eq_ignore_ascii_case(condition)) {
        play.effects.creatures.push(json!({"id": foe.id, "conditions_added": [condition]}));
    }
    Ok(())
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
