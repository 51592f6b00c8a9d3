//! Looking around in a fight: who is where, and their condition. It takes no time.

use super::{Fighter, Fray, strikes::own_space};
use crate::{
    phrases::lines,
    play::Play,
    prose::{a, listed, the},
};

/// Positions, visible wounds, and usable things.
pub(super) fn show(play: &mut Play<'_>, fray: &Fray) {
    let own = own_space(play, fray);
    let foes: Vec<Fighter> = fray.foes().cloned().collect();
    for foe in &foes {
        let far = match own.feet_to(foe.space) {
            0..=5 => "within arm's reach",
            6..=20 => "a few strides off",
            21..=35 => "some ten paces off",
            _ => "a stone's throw off",
        };
        let state = state(foe);
        play.say(lines::FOE_STANDS, &[("foe", &the(&foe.name)), ("far", far), ("state", &state)]);
    }
    let friends: Vec<String> =
        fray.fighters.iter().filter(|one| !one.is_foe && one.id != play.hero.id).map(|one| the(&one.name)).collect();
    if !friends.is_empty() {
        play.say(lines::FRIENDS_STAND, &[("friends", &listed(&friends))]);
    }
    own_state(play);
    let features: Vec<String> = play.world.features(&play.table.location).iter().map(|(name, _)| a(name)).collect();
    if !features.is_empty() {
        play.add(lines::COVER, &[("sights", &listed(&features))]);
    }
    if let Some(exit) = play.world.exits(&play.table.location).first() {
        play.add(lines::WAY_OUT, &[("there", &crate::world::in_text(&exit.name))]);
    }
}

/// How a foe looks, and what ails it.
fn state(foe: &Fighter) -> String {
    let looks = match foe.hp * 4 {
        n if n >= foe.max_hp * 4 => "unhurt",
        n if n > foe.max_hp * 2 => "scratched",
        n if n > foe.max_hp => "bleeding",
        _ => "all but done",
    };
    let known = ["prone", "blinded", "restrained", "frightened", "grappled", "hidden", "unconscious"];
    let ails: Vec<String> = foe.conditions.iter().filter(|it| known.contains(&it.as_str())).cloned().collect();
    let ails: Vec<String> =
        ails.into_iter().map(|it| if it == "prone" { "on the ground".into() } else { it }).collect();
    if ails.is_empty() { looks.to_owned() } else { format!("{looks}, and {}", listed(&ails)) }
}

/// One sentence on the hero's health.
fn own_state(play: &mut Play<'_>) {
    let stock = match play.hero.hp * 4 / play.hero.max_hp.max(1) {
        4.. => lines::UNHURT_STILL,
        2..=3 => lines::HURT_STILL,
        _ => lines::BADLY_HURT,
    };
    play.say(stock, &[]);
}

/// What could be done now, for who is stuck.
pub(super) fn hints(play: &mut Play<'_>, fray: &Fray) {
    let foe = super::plan::a_foe(fray);
    let weapon = play.hero.weapons.first().map_or("fists".to_owned(), |weapon| weapon.name.to_lowercase());
    let mut all = vec![format!("attack {foe} with your {weapon}")];
    let spell = fray.can.iter().find(|can| can.what == "cast" && !can.targets.is_empty());
    all.extend(spell.map(|can| format!("cast {}", can.name.to_lowercase())));
    all.extend(fray.can("use_item").map(|can| format!("drink the {}", can.name.to_lowercase())));
    all.push("shove it off its feet".to_owned());
    all.push("talk it down".to_owned());
    let last = "run".to_owned();
    let offers = format!("{}, or {last}", all.join(", "));
    play.say(lines::COULD_FIGHT, &[("offers", &offers)]);
}
