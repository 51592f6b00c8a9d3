//! What a case can assert about the final game.

use serde_json::{Value, json};

use super::{
    super::{encounter::Combatant, fighter::FighterRef},
    setting::named,
};
use crate::{Game, character::Ability, skill::Skill};

/// A value by its name: `fight.round`, or someone's such as `goblin.hp`.
///
/// # Errors
/// There is no one and nothing of this name.
pub(super) fn seen(game: &Game, what: &str) -> Result<Value, String> {
    let (who, what) = what.split_once('.').ok_or_else(|| format!("“{what}” has no dot."))?;
    if who == "fight" {
        let encounter = game.encounter.as_deref();
        return Ok(match what {
            "goes on" => json!(encounter.is_some()),
            "round" => json!(encounter.map(|it| it.round)),
            "turn" => json!(encounter.and_then(|it| it.current()).map(|it| it.who.as_str())),
            "order" => json!(encounter.map(|it| it.order.iter().map(|it| it.who.as_str()).collect::<Vec<_>>())),
            "xp" => json!(encounter.map(|it| it.xp)),
            _ => return Err(format!("A fight has no “{what}”.")),
        });
    }
    let id = named(game, who)?;
    let fighter = game.fighter(&id).ok_or_else(|| format!("Nobody here is “{who}”."))?;
    let place = game.encounter.as_deref().and_then(|it| it.combatant(&id));
    of_fighter(fighter, what)
        .or_else(|| of_hero(fighter, what))
        .or_else(|| of_place(place?, what))
        .ok_or_else(|| format!("{who} has no “{what}”."))
}

fn of_fighter(fighter: FighterRef, what: &str) -> Option<Value> {
    Some(match what.split_once('.').unwrap_or((what, "")) {
        ("hp", _) => json!(fighter.hp()),
        ("temp hp", _) => json!(fighter.temp_hp()),
        ("max hp", _) => json!(fighter.max_hp()),
        ("dead", _) => json!(fighter.is_dead()),
        ("down", _) => json!(fighter.is_down()),
        ("dying", _) => json!(fighter.is_dying()),
        ("helpless", _) => json!(fighter.is_helpless()),
        ("armour class", _) => json!(fighter.armor_class()),
        ("speed", _) => json!(fighter.speed()),
        ("exhaustion", _) => json!(fighter.exhaustion()),
        ("passive perception", _) => json!(fighter.passive_perception()),
        ("conditions", _) => json!(fighter.conditions().iter().map(|it| it.name.as_str()).collect::<Vec<_>>()),
        ("effects", _) => json!(fighter.effects().iter().map(|it| it.name.as_str()).collect::<Vec<_>>()),
        ("concentrates on", _) => json!(fighter.concentrating_on()),
        ("spent", name) => json!(fighter.spent(name)),
        ("save", ability) => {
            let ability: Ability = serde_json::from_value(json!(ability)).ok()?;
            json!(fighter.save_bonus(ability))
        }
        ("skill", skill) => {
            let skill: Skill = serde_json::from_value(json!(skill)).ok()?;
            json!(fighter.skill_bonus(skill))
        }
        _ => return None,
    })
}

fn of_hero(fighter: FighterRef, what: &str) -> Option<Value> {
    let FighterRef::Hero(hero) = fighter else { return None };
    Some(match what.split_once('.').unwrap_or((what, "")) {
        ("stable", _) => json!(hero.stable),
        ("successes", _) => json!(hero.death_saves.successes),
        ("failures", _) => json!(hero.death_saves.failures),
        ("xp", _) => json!(hero.xp),
        ("hit dice used", _) => json!(hero.hit_dice.used),
        ("slots used", level) => {
            let level: u8 = level.parse().ok()?;
            json!(hero.spellcasting.as_ref()?.slots.get(&level)?.used)
        }
        ("items", name) => {
            json!(hero.inventory.iter().filter(|it| it.name == name).map(|it| it.quantity).sum::<u32>())
        }
        _ => return None,
    })
}

fn of_place(place: &Combatant, what: &str) -> Option<Value> {
    Some(match what {
        "square" => json!([place.square.x, place.square.y]),
        "initiative" => json!(place.initiative),
        "surprised" => json!(place.surprised),
        "action spent" => json!(place.economy.action),
        "bonus action spent" => json!(place.economy.bonus_action),
        "reaction spent" => json!(place.economy.reaction),
        "feet gone" => json!(place.economy.feet),
        "attacks left" => json!(place.economy.attacks_left),
        "dodges" => json!(place.stance.dodging),
        "hidden" => json!(place.stance.hidden.is_some()),
        "helped" => json!(place.stance.helped.is_some()),
        "waits" => json!(place.stance.readied.is_some()),
        _ => return None,
    })
}
