//! What a player only thinks of, asks about or leaves undone: said back, so that it is plain that nothing was done.

use crate::{
    intent::{Act, Deed, to_player},
    phrases::lines,
    play::Play,
    prose::the,
};

/// Says that a deed was thought of, or left undone. It takes no time.
pub(crate) fn left_undone(play: &mut Play<'_>, deed: &Deed) {
    let clause = play.world.cased(&to_player(&deed.object));
    let thought = clause.strip_prefix("if ");
    let foe = play.table.foes().next().map(|foe| the(&foe.name));
    let stock = match (deed.act, thought, &foe) {
        (Act::Refrain, ..) => lines::REFRAINS,
        (_, _, Some(_)) => lines::CONSIDERS_IN_FIGHT,
        (_, Some(_), None) => lines::CONSIDERS_IF,
        _ if deed.other == "how" => lines::CONSIDERS_HOW,
        _ => lines::CONSIDERS,
    };
    let clause = match (thought, stock == lines::CONSIDERS_IN_FIGHT) {
        (Some(_), true) => clause.clone(),
        (None, true) => format!("to {clause}"),
        (thought, false) => thought.unwrap_or(&clause).to_owned(),
    };
    play.say(stock, &[("clause", &clause), ("foe", &foe.unwrap_or_default())]);
}
