//! Fights: the hero's blow, the foe's answer, and what lies there afterwards.

use serde_json::json;

use crate::storyteller::{
    phrases::lines,
    play::{Outcome, Play, Step, best_match, d20},
    prose::the,
    table::{Creature, Weapon},
    world::{Spot, in_text},
};

use super::{assault, moods, talking};

/// What a foe's blow is worth: added to hit, and damage.
fn blow_of(play: &Play<'_>, foe: &Creature) -> (i32, &'static str) {
    if is_chief(play, foe) { (4, "1d6+2") } else { (3, "1d4+1") }
}

pub(super) fn is_chief(play: &Play<'_>, foe: &Creature) -> bool {
    foe.name.eq_ignore_ascii_case(play.world.adventure.chief.0)
}

/// Words for whoever stands against the hero.
pub(super) const ANY_FOE: [&str; 34] = [
    "enemy",
    "enemies",
    "foe",
    "foes",
    "monster",
    "monsters",
    "creature",
    "creatures",
    "thing",
    "beast",
    "attacker",
    "nearest",
    "closest",
    "first",
    "other",
    "one",
    "it",
    "them",
    "him",
    "her",
    "everyone",
    "everything",
    "everybody",
    "all",
    "again",
    "back",
    "someone",
    "somebody",
    "anyone",
    "anything",
    "leader",
    "boss",
    "opponent",
    "head",
];

/// Whether these words name somebody to strike at who is not among those who stand against the hero.
pub(super) fn names_another(play: &Play<'_>, whom: &str) -> bool {
    let kinds = [play.world.adventure.foe, play.world.adventure.chief];
    let mut names: Vec<String> = play.table.foes().map(|foe| foe.name.clone()).collect();
    // A drowned oarsman is a zombie too.
    let also = kinds.iter().filter(|(name, _)| names.iter().any(|foe| foe.contains(name))).map(|(_, kind)| *kind);
    let also: Vec<String> = also.map(str::to_owned).collect();
    names.extend(also);
    names.extend(play.hero.weapons.iter().map(|weapon| weapon.name.clone()));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let any = whom.split(' ').any(|word| ANY_FOE.contains(&word));
    !whom.is_empty() && !any && whom.chars().count() < 40 && best_match(whom, &names).is_none()
}

/// The living foe these words mean, or the first there is.
pub(super) fn target(play: &Play<'_>, whom: &str) -> Option<Creature> {
    let foes: Vec<&Creature> = play.table.foes().collect();
    let names: Vec<&str> = foes.iter().map(|foe| foe.name.as_str()).collect();
    best_match(whom, &names).and_then(|i| foes.get(i)).or(foes.first()).map(|foe| (*foe).clone())
}

/// Strikes at someone.
pub(super) fn attack(play: &mut Play<'_>, whom: &str, with: &str) -> Step {
    let Some(foe) = target(play, whom) else {
        return no_foe(play, whom, with);
    };
    if names_another(play, whom) {
        let (whom, standing) = (play.world.cased(whom), the(&foe.name));
        play.say(lines::NOT_THAT_FOE, &[("whom", &the(&whom)), ("foe", &standing)]);
        play.foes_answered = true;
        return Ok(());
    }
    if !play.may_check() {
        play.say(lines::OUT_OF_BREATH, &[]);
        return Ok(());
    }
    play.count_check();
    let weapon = weapon(play, &format!("{with} {whom}"));
    let edge = came_hidden(play) || is_down(&foe);
    let to_hit = if edge { weapon.to_hit.replacen("1d20", "2d20kh1", 1) } else { weapon.to_hit };
    strike(play, &foe, &weapon.name.to_lowercase(), &to_hit, &weapon.damage)
}

/// What the hero strikes with: the weapon that is named, one that shoots where shooting is meant, or else the first.
fn weapon(play: &Play<'_>, words: &str) -> Weapon {
    let weapons = &play.hero.weapons;
    let names: Vec<&str> = weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let shoots =
        |weapon: &&Weapon| ["bow", "sling", "dart"].iter().any(|kind| weapon.name.to_lowercase().contains(kind));
    let asked = play.reading.words.to_lowercase();
    let bow = || weapons.iter().find(shoots).filter(|_| asked.contains("shoot") || asked.contains("arrow"));
    // A shortbow is a bow, and a longsword a sword.
    let ends_so = |weapon: &&Weapon| {
        let name = weapon.name.to_lowercase();
        asked.split(|c: char| !c.is_alphabetic()).any(|word| word.len() >= 3 && name.ends_with(word))
    };
    let of_kind = || weapons.iter().find(ends_so);
    let fists = ["fist", "punch", "kick", "bare hands"].iter().any(|word| asked.contains(word));
    let chosen =
        best_match(words, &names).and_then(|i| weapons.get(i)).or_else(of_kind).or_else(bow).or(weapons.first());
    match chosen.filter(|_| !fists) {
        Some(weapon) => weapon.clone(),
        None => {
            let strong = play.hero.modifier("str");
            let damage = format!("1d4{}", if strong > 0 { format!("+{strong}") } else { String::new() });
            Weapon { name: "fist".into(), to_hit: d20(strong + play.hero.proficiency), damage }
        }
    }
}

/// Whether the hero comes out of hiding, which ends with it.
pub(super) fn came_hidden(play: &mut Play<'_>) -> bool {
    let hidden = play.hero.conditions.iter().find(|name| name.eq_ignore_ascii_case("hidden")).cloned();
    let was = hidden.is_some();
    play.effects.conditions_removed.extend(hidden);
    play.hero.conditions.retain(|name| !name.eq_ignore_ascii_case("hidden"));
    was
}

/// Whether a foe is easier to hit.
pub(super) fn is_down(foe: &Creature) -> bool {
    foe.conditions
        .iter()
        .any(|name| ["prone", "stunned", "restrained", "blinded"].contains(&name.to_lowercase().as_str()))
}

/// A throw to hit, and what comes of it; the foe answers if it still stands.
pub(super) fn strike(play: &mut Play<'_>, foe: &Creature, with: &str, to_hit: &str, damage: &str) -> Step {
    let name = the(&foe.name);
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
        let stock = if great { lines::GREAT_HIT } else { lines::HIT };
        wound(play, foe, hurt, (stock, lines::KILL), with);
    } else {
        play.say(if outcome == Outcome::Near { lines::GRAZE } else { lines::MISS }, &slots);
    }
    answer_blow(play, foe, outcome == Outcome::Near)
}

/// Takes hit points from a foe, and tells it in one of the first lines; or its end in one of the second.
pub(super) fn wound(play: &mut Play<'_>, foe: &Creature, hurt: i32, stock: (&[&str], &[&str]), with: &str) {
    let name = the(&foe.name);
    let slots = [("foe", name.as_str()), ("weapon", with), ("spell", with)];
    let left = foe.hp - hurt;
    if let Some(creature) = play.table.creatures.iter_mut().find(|creature| creature.id == foe.id) {
        creature.hp = left.max(0);
    }
    if left > 0 {
        play.effects.creatures.push(json!({"id": foe.id, "hp_delta": -hurt}));
        play.say(stock.0, &slots);
        return;
    }
    // The body is no company: it lies in the story, not in the scene.
    play.effects.creatures.push(json!({"id": foe.id, "hp_delta": -hurt, "remove_from_scene": true}));
    play.table.creatures.retain(|creature| creature.id != foe.id);
    play.say(stock.1, &slots);
    let here = play.here();
    if is_chief(play, foe) {
        victory(play, &here);
        return;
    }
    play.effects.xp += 50;
    play.effects.note(format!("{} killed {name} at {here}", play.hero.name));
    if play.table.foes().next().is_none() {
        play.add(lines::AFTER_KILL, &slots);
        play.effects.scene =
            Some(format!("{} lies dead. It is quiet again.", crate::storyteller::prose::capitalised(&name)));
    }
}

/// The one behind the trouble has fallen.
fn victory(play: &mut Play<'_>, here: &str) {
    let adventure = play.world.adventure;
    play.effects.xp += 150;
    play.gain(adventure.prize);
    let deed = format!("{} fell to {} at {here}", adventure.chief.0, play.hero.name);
    play.effects.milestone = Some(deed.clone());
    play.effects.remember(deed.clone());
    play.effects.note(deed);
    let rest: Vec<String> = play.table.foes().map(|foe| foe.id.clone()).collect();
    play.prose.paragraph();
    let home = in_text(play.world.name(Spot::Home));
    play.say(lines::VICTORY, &[("chief", adventure.chief.0), ("prize", adventure.prize), ("home", &home)]);
    if !rest.is_empty() {
        play.say(lines::THE_REST_RUN, &[("foe", &the(adventure.foe.0))]);
        play.table.creatures.retain(|creature| !rest.contains(&creature.id));
        play.effects.leaving.extend(rest);
    }
    play.effects.scene = Some(format!(
        "{} is gone, and with it what kept this place in its grip.",
        crate::storyteller::prose::capitalised(adventure.chief.0)
    ));
}

/// The foe strikes back, if it still stands, or another in its place.
pub(super) fn answer_blow(play: &mut Play<'_>, foe: &Creature, staggered: bool) -> Step {
    let named = Some(foe.id.as_str());
    let standing = play.table.foes().find(|other| other.id == foe.id).or(play.table.foes().next()).cloned();
    let Some(foe) = standing else { return Ok(()) };
    let (bonus, damage) = blow_of(play, &foe);
    let name = the(&foe.name);
    let dice = if staggered || is_down(&foe) { format!("2d20kl1+{bonus}") } else { format!("1d20+{bonus}") };
    let dc = play.hero.armor_class;
    let roll = play.roll(
        &dice,
        Some(dc),
        &format!("{} strikes at {}", crate::storyteller::prose::capitalised(&name), play.hero.name),
    )?;
    // It has just been named, unless another steps in.
    let same = named == Some(foe.id.as_str()) && name.starts_with("the ") && !name[4..].starts_with(char::is_uppercase);
    let shown = if same { "it" } else { name.as_str() };
    let slots = [("foe", shown)];
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
    Ok(())
}

/// Those who stand against the hero have their go.
pub(in crate::storyteller) fn foes_press(play: &mut Play<'_>) -> Step {
    play.foes_answered = true;
    let Some(foe) = play.foe() else { return Ok(()) };
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
    let others = play.table.creatures.iter().filter(|creature| creature.disposition != "companion");
    play.effects.leaving.extend(others.map(|creature| creature.id.clone()));
    play.table.creatures.retain(|creature| creature.disposition == "companion");
    let event = format!("{} was beaten down at {} and carried to {}", play.hero.name, play.here(), in_text(&home));
    moods::mark(play, event);
    play.effects.location = Some(home.clone());
    play.effects.place = Some(home.clone());
    play.effects.scene = Some(format!("{} lies under a borrowed blanket, more alive than not.", play.hero.name));
    play.table.location = home;
    play.effects.minutes += 360;
    play.foes_answered = true;
}

/// Who lies dead here, and was not searched yet, as far as the last events tell.
pub(super) fn fallen_here(play: &Play<'_>) -> Option<String> {
    let place = format!(" at {}.", play.here());
    let mut fallen = None;
    for event in play.table.recent.iter().chain(&play.effects.events) {
        if let Some((_, rest)) = event.split_once(" killed ") {
            fallen = rest.strip_suffix(place.as_str()).map(str::to_owned).or(fallen);
        } else if event.contains(" searched what was left of ") {
            fallen = None;
        }
    }
    let corpse = play.table.creatures.iter().find(|creature| creature.hp == 0).map(|creature| the(&creature.name));
    corpse.or(fallen)
}

fn no_foe(play: &mut Play<'_>, whom: &str, with: &str) -> Step {
    let dead = fallen_here(play);
    let again = whom.split(' ').all(|word| word.is_empty() || ANY_FOE.contains(&word));
    if let Some(foe) = dead.filter(|foe| again || best_match(whom, &[foe]).is_some()) {
        play.say(lines::DEAD_ALREADY, &[("foe", &foe)]);
        return Ok(());
    }
    if let Some(person) = assault::aimed_at(play, whom) {
        let weapon = weapon(play, with).name.to_lowercase();
        return assault::strike(play, &person, &weapon);
    }
    if let Some((name, place)) = talking::elsewhere(play, whom) {
        play.say(lines::ELSEWHERE, &[("name", &name), ("there", &in_text(&place))]);
        return Ok(());
    }
    let things: Vec<&str> = play.world.features(&play.table.location).into_iter().map(|(name, _)| name).collect();
    match best_match(whom, &things) {
        Some(i) => play.say(lines::STRIKES_THING, &[("thing", things[i])]),
        None => assault::nobody_fights(play, whom),
    }
    Ok(())
}

/// The damage with its dice doubled.
pub(super) fn doubled(damage: &str) -> String {
    let digits = damage.chars().take_while(char::is_ascii_digit).count();
    let n: u32 = damage[..digits].parse().unwrap_or(1);
    format!("{}{}", n.saturating_mul(2), &damage[digits..])
}
