//! Actions that a player only considers, asks about or refuses: repeated back, so that it is clear that nothing happened.

use crate::{
    focus,
    intent::{Act, Deed, MUSES, TOLD, WAITS, plain_verb, to_player},
    phrases::lines,
    play::Play,
    prose::the,
};

/// Says that a deed was thought of, or left undone. It takes no time.
pub(crate) fn left_undone(play: &mut Play<'_>, deed: &Deed) {
    if deed.other == MUSES && play.reading.fray.is_none() {
        let mused = focus::read(play, &deed.object);
        let clause = play.world.cased(&to_player(&in_plain_form(&deed.object)));
        play.say(lines::MUSES, &[("clause", &clause)]);
        mused.iter().for_each(|deed| play.asks_about(deed));
        return;
    }
    let kept = [(WAITS, lines::WAITS_FOR), (TOLD, lines::IS_TOLD)].into_iter().find(|(why, _)| deed.other == *why);
    if let Some((_, stock)) = kept.filter(|_| play.reading.fray.is_none()) {
        let clause = play.world.cased(&to_player(&deed.words));
        play.say(stock, &[("clause", &clause)]);
        let waiting = if deed.other == WAITS { focus::read(play, &deed.object) } else { Vec::new() };
        if waiting.iter().any(|deed| deed.act.costs() && deed.act != Act::Attack) {
            play.say(lines::NOT_WAITING, &[]);
            waiting.iter().for_each(|deed| play.asks_about(deed));
        }
        return;
    }
    let object = if deed.act == Act::Refrain { in_plain_form(&deed.object) } else { deed.object.clone() };
    let clause = play.world.cased(&to_player(&object));
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

/// A clause with its verb in the plain form: "rest" of "resting" and of "rested".
fn in_plain_form(clause: &str) -> String {
    let (first, rest) = clause.split_once(' ').unwrap_or((clause, ""));
    match plain_verb(first).filter(|_| first.ends_with("ing") || first.ends_with("ed")) {
        Some(verb) => format!("{verb} {rest}").trim_end().to_owned(),
        None => clause.to_owned(),
    }
}
