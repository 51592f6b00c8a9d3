//! Commands on the body: hit points, death saving throws, rests.

use serde_json::json;

use super::{Batch, DeathSaveKind, Done, RestType};
use crate::{
    Change, Refusal,
    character::{Character, DeathSaves},
    combat::{
        activated_features,
        bout::Bout,
        dying::TendedBy,
        fighter::{FighterId, FighterRef},
        harm::DamageType,
        out_of_combat,
    },
    conditions, hit_points, person, rest,
};

/// Grants temporary hit points (SRD 5.1, Temporary Hit Points: they don't add up, the larger number stays).
pub(super) fn lend(bout: &mut Bout, hero: &Character, amount: i32) -> Result<Done, Refusal> {
    if amount <= 0 {
        return Err(Refusal::new("Temporary hit points are lent: `change` has to be above 0."));
    }
    living(FighterRef::Hero(hero))?;
    let change = hit_points::lend(hero, amount);
    let kept = change.is_none();
    bout.make_all(change)?;
    let hero = bout.game().hero(hero.id.as_str())?;
    let message = match kept {
        true => format!("{} keeps {} temporary hit points, which are no fewer.", hero.name, hero.temp_hp),
        false => format!("{} has {} temporary hit points.", hero.name, hero.temp_hp),
    };
    Ok(counted(hero, 0, message))
}

/// Heals by a paladin's hands.
pub(super) fn lay_hands(
    bout: &mut Bout,
    hero: &Character,
    target: &FighterId,
    amount: Option<i32>,
) -> Result<Done, Refusal> {
    let (healed, left) =
        activated_features::lay_hands_at_peace(bout, &FighterId::Hero(hero.id.clone()), target, amount)?;
    let message =
        format!("{} lays hands on {}: {healed} hit points come back.", hero.name, bout.fighter(target)?.name());
    Ok(Done { message, details: json!({ "healed": healed, "points_left": left }) })
}

/// Takes hit points or gives them back.
pub(super) fn hurt_or_heal(
    bout: &mut Bout,
    hero: &Character,
    change: i32,
    damage_type: Option<&str>,
) -> Result<Done, Refusal> {
    living(FighterRef::Hero(hero))?;
    let before = (hero.current_hp, hero.temp_hp);
    let who = FighterId::Hero(hero.id.clone());
    let felt = match change {
        ..0 => out_of_combat::hurt(bout, &who, change.saturating_neg(), damage_type.and_then(DamageType::read))?,
        _ => {
            bout.make_all(hit_points::change(hero, change).0)?;
            change
        }
    };
    if felt == 0 {
        return Ok(counted(hero, 0, format!("{} has {} hit points, as before.", hero.name, hero.current_hp)));
    }
    let hero = bout.game().hero(hero.id.as_str())?;
    let moved = hero.current_hp - before.0;
    let borne = before.1 - hero.temp_hp;
    let mut message = match change < 0 {
        true => format!("{} takes {felt} damage", hero.name),
        false => format!("{} regains {moved} hit points", hero.name),
    };
    if borne > 0 {
        message.push_str(&format!(", {borne} of it from temporary hit points"));
    }
    message.push_str(&format!(" and has {} of {}.", hero.current_hp, most(hero)));
    if hero.current_hp <= 0 && !hero.dead {
        message.push_str(&format!(" {} is unconscious.", hero.name));
    }
    Ok(counted(hero, moved, message))
}

fn counted(hero: &Character, change: i32, message: String) -> Done {
    let details = json!({
        "change": change, "hp": hero.current_hp, "max_hp": most(hero), "temp_hp": hero.temp_hp,
        "is_unconscious": hero.current_hp <= 0 && !hero.dead, "is_dead": hero.dead,
        "is_bloodied": hero.current_hp > 0 && hero.current_hp.saturating_mul(2) <= most(hero),
    });
    Done { message, details }
}

/// The most hit points a hero can have now.
fn most(hero: &Character) -> i32 {
    FighterRef::Hero(hero).max_hp()
}

fn living(fighter: FighterRef) -> Result<(), Refusal> {
    match fighter.is_dead() {
        true => Err(Refusal::new(format!(
            "{} is dead: only what raises the dead helps (command `revive`).",
            fighter.name()
        ))),
        false => Ok(()),
    }
}

/// Raises a dead hero or creature.
pub(super) fn revive(bout: &mut Bout, who: &FighterId, hp: i32) -> Result<Done, Refusal> {
    out_of_combat::revive(bout, who, hp)?;
    let fighter = bout.fighter(who)?;
    let message = format!("{} has {} of {} hit points.", fighter.name(), fighter.hp(), fighter.max_hp());
    Ok(Done { message, details: json!({ "hp": fighter.hp(), "max_hp": fighter.max_hp() }) })
}

/// Raises a supporting NPC who isn't in the scene, with up to `hp` hit points; `unknown` is the refusal for an unknown name.
pub(super) fn revive_elsewhere(bout: &mut Bout, name: &str, hp: i32, unknown: Refusal) -> Result<Done, Refusal> {
    let npc = person::find(bout.game(), name).ok_or(unknown)?;
    let message = format!("{} lives again.", npc.shown_name());
    let raised = person::lives_elsewhere(bout.game(), npc, true, hp);
    if raised.is_empty() {
        return Err(Refusal::new(format!("{} isn't dead.", npc.shown_name())));
    }
    bout.make_all(raised)?;
    Ok(Done { message, details: json!({}) })
}

/// Counts death saving throws: three successes make a hero stable, three failures kill (SRD 5.1, Death Saving Throws).
pub(super) fn death_save(bout: &mut Bout, who: &FighterId, result: DeathSaveKind, count: u8) -> Result<Done, Refusal> {
    if !(1..=3).contains(&count) {
        return Err(Refusal::new(format!("{count} throws can't be counted at once; 1 to 3 can.")));
    }
    let fighter = bout.fighter(who)?;
    let (name, before, was_stable) = (fighter.name().to_owned(), fighter.death_saves(), fighter.is_stable());
    living(fighter)?;
    if fighter.hp() > 0 && (result != DeathSaveKind::Reset || !who.is_hero()) {
        return Err(Refusal::new(format!("{name} has {} hit points and doesn't throw for life.", fighter.hp())));
    }
    if result != DeathSaveKind::Reset && was_stable {
        return Err(Refusal::new(format!("{name} is stable and doesn't throw for life.")));
    }
    if result == DeathSaveKind::Roll {
        out_of_combat::throw_for_life(bout, who)?;
        let now = bout.fighter(who)?;
        let state = now.downed_state().unwrap_or_else(|| format!("up with {} hit points", now.hp()));
        let DeathSaves { successes, failures, .. } = now.death_saves();
        let details = json!({
            "successes": successes, "failures": failures, "is_stable": now.is_stable(), "is_dead": now.is_dead(),
        });
        // The event of a death says so by itself.
        let message = match now.is_dead() {
            true => format!("The throws for life are over for {name}."),
            false => format!("{name} is {state}."),
        };
        return Ok(Done { message, details });
    }
    let DeathSaves { successes, failures, .. } = before;
    let more = |n: u8| n.saturating_add(count).min(DeathSaves::NEEDED);
    let saves = match result {
        DeathSaveKind::Success => DeathSaves { successes: more(successes), ..before },
        DeathSaveKind::Failure => DeathSaves { failures: more(failures), ..before },
        DeathSaveKind::Reset | DeathSaveKind::Roll | DeathSaveKind::Tend => DeathSaves::default(),
    };
    let (stable, dead) = (result != DeathSaveKind::Reset && saves.is_stable(), saves.failures == DeathSaves::NEEDED);
    // A stable creature starts counting again.
    let kept = if stable { DeathSaves::default() } else { saves };
    let lies_stable = stable || (result == DeathSaveKind::Reset && was_stable);
    bout.make(bout.fighter(who)?.death_saves_changed(kept, lies_stable))?;
    if dead {
        bout.make(match who.clone() {
            FighterId::Hero(character_id) => Change::HeroDied { character_id, at: None },
            FighterId::Creature(npc_id) => Change::CreatureDied { npc_id, at: None },
        })?;
        out_of_combat::fell(bout, who)?;
    }
    let message = match (stable, dead) {
        (true, _) => format!("{name} is stable."),
        (_, true) => format!("{name} is dead."),
        _ => format!("{name}: {} successes and {} failures.", saves.successes, saves.failures),
    };
    let details = json!({
        "successes": saves.successes, "failures": saves.failures, "is_stable": lies_stable, "is_dead": dead,
    });
    Ok(Done { message, details })
}

/// Lets a hero tend a dying hero or creature (SRD 5.1, Stabilizing a Creature).
pub(super) fn tend(bout: &mut Bout, hero: &Character, patient: &FighterId) -> Result<Done, Refusal> {
    conditions::can_act(hero)?;
    let tended_by = out_of_combat::tend(bout, &FighterId::Hero(hero.id.clone()), patient)?;
    let patient = bout.fighter(patient)?;
    let (name, is_stable) = (patient.name(), patient.is_stable());
    let mut details = json!({ "is_stable": is_stable, "by_kit": matches!(tended_by, TendedBy::Kit { .. }) });
    let message = match tended_by {
        TendedBy::Kit { uses_left } => {
            details["kit_uses_left"] = json!(uses_left);
            format!("{} tends {name} with a healer's kit, of which {uses_left} uses are left.", hero.name)
        }
        TendedBy::Medicine if is_stable => format!("{} tends {name} by Medicine.", hero.name),
        TendedBy::Medicine => format!("{} tends {name} by Medicine, in vain.", hero.name),
    };
    Ok(Done { message, details })
}

/// A rest of one hero. Heroes who rest in one turn rest at the same time, so that it passes once.
pub(super) fn rest(
    bout: &mut Bout,
    hero: &Character,
    kind: RestType,
    hit_dice: u8,
    batch: &mut Batch,
) -> Result<Done, Refusal> {
    let (mut changes, minutes) = match kind {
        RestType::Short => (rest::short(bout.game(), hero, hit_dice)?, rest::SHORT_MINUTES),
        RestType::Long if hit_dice > 0 => return Err(Refusal::new(rest::NO_DICE_BY_NIGHT)),
        RestType::Long => (rest::long(bout.game(), hero)?, rest::LONG_MINUTES),
    };
    let now = bout.game().clock;
    let has_passed = batch.has_rested(kind, now);
    for change in changes.iter_mut().filter(|_| has_passed) {
        if let Change::LongRestTaken { ended, .. } = change {
            *ended = now;
        }
    }
    let slots = changes.iter().any(|change| matches!(change, Change::SpellSlotsUsed { .. }));
    bout.make_all(changes)?;
    if !has_passed {
        bout.make_all(rest::passed(bout.game(), minutes))?;
        batch.rested.push((kind, bout.game().clock));
    }
    let borne = |hero: &Character| -> Vec<String> {
        let effects = hero.effects.iter().map(|effect| effect.name.clone());
        effects.chain(hero.conditions.iter().map(|condition| condition.name.clone())).collect()
    };
    let (before, mut over) = (hero.current_hp, borne(hero));
    let hero = bout.game().hero(hero.id.as_str())?;
    let still = borne(hero);
    over.retain(|name| !still.contains(name));
    let healed = hero.current_hp - before;
    let how = if kind == RestType::Long { "a night" } else { "an hour" };
    let left = hero.hit_dice.total.saturating_sub(hero.hit_dice.used);
    let message = format!("{} rests for {how}, regains {healed} hit points and has {left} hit dice.", hero.name);
    let mut details = json!({
        "healed": healed, "hp": hero.current_hp, "max_hp": most(hero), "hit_dice_left": left,
        "time": bout.game().clock.to_string(),
    });
    if let Some(casting) = hero.spellcasting.as_ref().filter(|_| slots) {
        let free = casting.slots.iter().map(|(level, it)| (level.to_string(), json!(it.max.saturating_sub(it.used))));
        details["slots_left"] = free.collect::<serde_json::Map<_, _>>().into();
    }
    if !over.is_empty() {
        details["ended"] = json!(over);
    }
    Ok(Done { message, details })
}
