//! Fights: the hero's blow, the foe's answer, and what lies there afterwards.

use serde_json::json;

use crate::storyteller::{
    phrases::lines,
    play::{Outcome, Play, Step, best_match},
    prose::the,
    table::Creature,
    world::{Spot, in_text},
};

/// What a foe's blow is worth: added to hit, and damage.
fn blow_of(play: &Play<'_>, foe: &Creature) -> (i32, &'static str) {
    if is_chief(play, foe) { (4, "1d6+2") } else { (3, "1d4+1") }
}

fn is_chief(play: &Play<'_>, foe: &Creature) -> bool {
    foe.name.eq_ignore_ascii_case(play.world.adventure.chief.0)
}

/// The living foe these words mean, or the first there is.
fn target(play: &Play<'_>, whom: &str) -> Option<Creature> {
    let foes: Vec<&Creature> = play.table.foes().collect();
    let names: Vec<&str> = foes.iter().map(|foe| foe.name.as_str()).collect();
    best_match(whom, &names).and_then(|i| foes.get(i)).or(foes.first()).map(|foe| (*foe).clone())
}

/// Strikes at someone.
pub(super) fn attack(play: &mut Play<'_>, whom: &str, with: &str) -> Step {
    let Some(foe) = target(play, whom) else {
        no_foe(play, whom);
        return Ok(());
    };
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    play.count_check();
    let names: Vec<&str> = play.hero.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let chosen = best_match(&format!("{with} {whom}"), &names).and_then(|i| play.hero.weapons.get(i));
    let weapon = chosen.or(play.hero.weapons.first()).cloned();
    let bare_hands = play.hero.modifier("str");
    let (name, to_hit, damage) = match weapon {
        Some(weapon) => (weapon.name, weapon.to_hit, weapon.damage),
        None => {
            ("fist".to_owned(), crate::storyteller::play::d20(bare_hands + play.hero.proficiency), "1d4".to_owned())
        }
    };
    let to_hit = if came_hidden(play) { to_hit.replacen("1d20", "2d20kh1", 1) } else { to_hit };
    strike(play, &foe, &name, &to_hit, &damage)
}

/// Whether the hero strikes out of hiding, which ends with it.
fn came_hidden(play: &mut Play<'_>) -> bool {
    let hidden = play.hero.conditions.iter().find(|name| name.eq_ignore_ascii_case("hidden")).cloned();
    let was = hidden.is_some();
    play.effects.conditions_removed.extend(hidden);
    play.hero.conditions.retain(|name| !name.eq_ignore_ascii_case("hidden"));
    was
}

fn strike(play: &mut Play<'_>, foe: &Creature, with: &str, to_hit: &str, damage: &str) -> Step {
    let name = the(&foe.name);
    let with = with.to_lowercase();
    let with = with.as_str();
    let roll = play.roll(to_hit, Some(foe.armor_class), &format!("Attack {name} with the {with}"))?;
    play.foes_answered = true;
    let slots = [("foe", name.as_str()), ("weapon", with)];
    let great = roll.is_natural(20);
    let outcome = match roll.against(foe.armor_class) {
        _ if great => Outcome::Success,
        _ if roll.is_natural(1) => Outcome::Failure,
        other => other,
    };
    if outcome == Outcome::Success {
        let dice = if great { doubled(damage) } else { damage.to_owned() };
        let hurt = play.roll(&dice, None, &format!("Damage of the {with}"))?.total.max(1);
        if hurt_foe(play, foe, hurt, with, great) {
            return Ok(());
        }
    } else {
        play.say(if outcome == Outcome::Near { lines::GRAZE } else { lines::MISS }, &slots);
        play.effects.note(format!("{} struck at {name} and missed", play.hero.name));
    }
    answer_blow(play, foe, outcome == Outcome::Near)
}

/// Tells a wound; answers whether it was the last.
fn hurt_foe(play: &mut Play<'_>, foe: &Creature, hurt: i32, with: &str, great: bool) -> bool {
    let name = the(&foe.name);
    let slots = [("foe", name.as_str()), ("weapon", with)];
    play.effects.creatures.push(json!({"id": foe.id, "hp_delta": -hurt}));
    let left = foe.hp - hurt;
    if let Some(creature) = play.table.creatures.iter_mut().find(|creature| creature.id == foe.id) {
        creature.hp = left.max(0);
    }
    if left > 0 {
        let stock = if great { lines::GREAT_HIT } else { lines::HIT };
        play.say(stock, &slots);
        play.effects.note(format!("{} wounded {name}", play.hero.name));
        return false;
    }
    play.say(lines::KILL, &slots);
    let here = play.here();
    if is_chief(play, foe) {
        victory(play, &here);
    } else {
        play.effects.xp += 50;
        play.say(lines::AFTER_KILL, &slots);
        play.effects.note(format!("{} killed {name} at {here}", play.hero.name));
    }
    play.table.foes().next().is_none()
}

/// The one behind the trouble has fallen.
fn victory(play: &mut Play<'_>, here: &str) {
    let adventure = play.world.adventure;
    play.effects.xp += 150;
    play.gain(adventure.prize);
    let deed = format!("{} fell to {} at {here}", adventure.chief.0, play.hero.name);
    play.effects.milestone = Some(deed.clone());
    play.effects.important.push(deed.clone());
    play.effects.note(deed);
    play.prose.paragraph();
    let home = in_text(play.world.name(Spot::Home));
    play.say(lines::VICTORY, &[("chief", adventure.chief.0), ("prize", adventure.prize), ("home", &home)]);
}

/// The foe strikes back, if it still stands.
fn answer_blow(play: &mut Play<'_>, foe: &Creature, staggered: bool) -> Step {
    let standing = play.table.foes().find(|other| other.id == foe.id).or(play.table.foes().next()).cloned();
    let Some(foe) = standing else { return Ok(()) };
    let (bonus, damage) = blow_of(play, &foe);
    let name = the(&foe.name);
    let dice = if staggered { format!("2d20kl1+{bonus}") } else { format!("1d20+{bonus}") };
    let dc = play.hero.armor_class;
    let roll = play.roll(&dice, Some(dc), &format!("{name} strikes at {}", play.hero.name))?;
    let slots = [("foe", name.as_str())];
    if roll.kept.is_empty() || roll.against(dc) != Outcome::Success {
        play.say(lines::FOE_MISSES, &slots);
        return Ok(());
    }
    let hurt = play.roll(damage, None, &format!("Damage from {name}"))?.total.max(1);
    play.hurt_or_heal(-hurt);
    if play.hero.hp == 0 {
        play.say(lines::FOE_FELLS, &slots);
        fall(play);
        return Ok(());
    }
    let low = play.hero.hp * 3 <= play.hero.max_hp;
    play.say(lines::FOE_HITS, &slots);
    if low {
        play.say(lines::BADLY_HURT, &slots);
    }
    play.effects.note(format!("{name} wounded {}", play.hero.name));
    Ok(())
}

/// Those who stand against the hero have their go.
pub(in crate::storyteller) fn foes_press(play: &mut Play<'_>) -> Step {
    play.foes_answered = true;
    let Some(foe) = play.table.foes().next().cloned() else { return Ok(()) };
    play.say(lines::FOE_PRESSES, &[("foe", &the(&foe.name))]);
    answer_blow(play, &foe, false)
}

/// The hero is beaten: wakes where it is safe, poorer.
pub(super) fn fall(play: &mut Play<'_>) {
    let home = play.world.name(Spot::Home).to_owned();
    play.prose.paragraph();
    play.say(lines::FALLS, &[("home", &in_text(&home))]);
    play.hurt_or_heal(1);
    let toll = (play.hero.copper / 3).min(1000);
    if toll > 0 {
        play.pay(toll);
    }
    play.effects.leaving.extend(
        play.table.creatures.iter().filter(|c| c.disposition != "companion").map(|creature| creature.id.clone()),
    );
    play.table.creatures.retain(|creature| creature.disposition == "companion");
    play.effects.important.push(format!("{} was beaten down at {} and carried to {home}", play.hero.name, play.here()));
    play.effects.note(format!("{} woke at {}, barely alive", play.hero.name, in_text(&home)));
    play.effects.location = Some(home.clone());
    play.effects.place = Some(home.clone());
    play.table.location = home;
    play.effects.minutes += 360;
    play.foes_answered = true;
}

fn no_foe(play: &mut Play<'_>, whom: &str) {
    let here = play.table.location.clone();
    let people = play.world.people(&here);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    let dead: Vec<&str> = play
        .table
        .creatures
        .iter()
        .filter(|creature| creature.hp == 0)
        .map(|creature| creature.name.as_str())
        .collect();
    let again = ["", "again", "it", "him", "her", "them"].contains(&whom) && !dead.is_empty();
    if let Some(name) = best_match(whom, &dead).or(again.then_some(0)).map(|i| the(dead[i])) {
        play.say(lines::DEAD_ALREADY, &[("foe", &name)]);
        play.effects.note(format!("{name} lay dead at {}", in_text(&here)));
    } else if let Some(i) = best_match(whom, &names) {
        play.say(lines::THREATENS, &[("name", names[i])]);
        play.effects.note(format!("{} raised a hand against {} and let it sink", play.hero.name, names[i]));
    } else {
        play.say(lines::NO_FOE, &[]);
        play.effects.note(format!("{} was ready for a fight that did not come", play.hero.name));
    }
}

/// The damage with its dice doubled.
fn doubled(damage: &str) -> String {
    let digits = damage.chars().take_while(char::is_ascii_digit).count();
    let n: u32 = damage[..digits].parse().unwrap_or(1);
    format!("{}{}", n.saturating_mul(2), &damage[digits..])
}

/// Spells that hurt, and by how much.
const HARM: [(&str, &str); 18] = [
    ("fire bolt", "1d10"),
    ("ray of frost", "1d8"),
    ("sacred flame", "1d8"),
    ("chill touch", "1d8"),
    ("eldritch blast", "1d10"),
    ("vicious mockery", "1d4"),
    ("acid splash", "1d6"),
    ("poison spray", "1d12"),
    ("shocking grasp", "1d8"),
    ("produce flame", "1d8"),
    ("magic missile", "3d4+3"),
    ("burning hands", "3d6"),
    ("guiding bolt", "4d6"),
    ("thunderwave", "2d8"),
    ("inflict wounds", "3d10"),
    ("hellish rebuke", "2d10"),
    ("hunter's mark", "1d6"),
    ("hex", "1d6"),
];

/// Casts a spell.
pub(super) fn cast(play: &mut Play<'_>, spell: &str, at: &str) -> Step {
    let all: Vec<String> = play.hero.cantrips.iter().chain(&play.hero.spells).cloned().collect();
    let names: Vec<&str> = all.iter().map(String::as_str).collect();
    let Some(i) = best_match(&format!("{spell} {at}"), &names) else {
        play.say(if all.is_empty() { lines::NO_MAGIC } else { lines::NO_SPELL }, &[]);
        play.effects.note(format!("{} reached for magic that was not there", play.hero.name));
        return Ok(());
    };
    let name = all[i].to_lowercase();
    let slots = [("spell", name.as_str())];
    if i >= play.hero.cantrips.len() && !spend_slot(play) {
        play.say(lines::NO_SLOTS, &slots);
        play.effects.note(format!("{} was too worn out to cast {name}", play.hero.name));
        return Ok(());
    }
    if name.contains("cure") || name.contains("heal") {
        let dice = format!("1d8{:+}", play.hero.casting());
        let healed = play.roll(&dice, None, &format!("Healing by {name}"))?.total.max(1);
        play.hurt_or_heal(healed);
        play.say(lines::HEALED_BY_SPELL, &slots);
        play.effects.note(format!("{} cast {name}", play.hero.name));
        return Ok(());
    }
    let harm = HARM.iter().find(|(harm, _)| name.contains(harm)).map(|(_, dice)| *dice);
    match (harm, target(play, at)) {
        (Some(dice), Some(foe)) if play.may_check() => {
            play.count_check();
            let to_hit = play.hero.casting() + play.hero.proficiency;
            play.say(lines::CASTS, &slots);
            strike(play, &foe, &name, &crate::storyteller::play::d20(to_hit), dice)
        }
        _ => {
            play.say(lines::SPELL_WORKS, &slots);
            play.effects.note(format!("{} cast {name} at {}", play.hero.name, play.here()));
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
