//! Attempts to end a fight by talking.

use crate::words::fray::parley::MEANT;
use serde_json::json;

use super::{
    Fray,
    plan::{Doing, Tried},
    strikes::target,
};
use crate::{
    intent::Deed,
    phrases::talk as said,
    play::Play,
    prose::{capitalised, the},
};

/// Whether what is said in a fight is meant to end it; banter is free.
pub(super) fn is_meant(words: &str, speech: &str) -> bool {
    let said = format!("{words} {speech}").to_lowercase();
    said.split(|c: char| !c.is_alphabetic()).any(|word| MEANT.contains(&word))
}

/// Offers peace, or threatens: a check, and it costs the moment.
pub(super) fn parley(play: &Play<'_>, fray: &Fray, deed: &Deed) -> Doing {
    let words = format!("{} {} {}", deed.words, deed.speech, deed.other).to_lowercase();
    let Some(foe) = target(play, fray, &format!("{} {}", deed.object, deed.other)) else { return Doing::Free };
    let has = |all: &[&str]| words.split(|c: char| !c.is_alphabetic()).any(|word| all.contains(&word));
    let threat =
        has(&["intimidate", "threaten", "scare", "frighten", "die", "kill", "drop", "yield", "surrender", "run"]);
    let gives_up = has(&["i", "we"]) && has(&["surrender", "yield"]) && !has(&["you"]);
    let chief = foe.name.eq_ignore_ascii_case(play.world.adventure.chief.0);
    let alone = fray.foes().count() == 1;
    // Anyone who bleeds listens; the one behind it all hardly does.
    // There is little to be said to the dead.
    let deaf = !crate::foes::speaks(if chief { play.world.adventure.chief.1 } else { play.world.adventure.foe.1 });
    let dc = 14 + if chief { 4 } else { 0 } + if deaf { 4 } else { 0 }
        - if foe.is_bloodied() { 4 } else { 0 }
        - if gives_up { 2 } else { 0 };
    let skill = match () {
        () if threat && !gives_up => "intimidation",
        () if has(&["lie", "bluff", "trick", "deceive", "pretend"]) => "deception",
        () => "persuasion",
    };
    let effect = match () {
        () if gives_up || (alone && !threat) => "settled",
        () if threat && has(&["drop", "yield", "surrender"]) => "yields",
        () => "flees",
    };
    let name = the(&foe.name);
    let what = if threat { format!("Frighten {name}") } else { format!("Talk {name} down") };
    let call = ("improvise", json!({"what": what, "skill": skill, "dc": dc, "effect": effect, "target": foe.id}));
    let slots = vec![("foe", name.clone()), ("hero", capitalised(&play.hero.name))];
    let won = match effect {
        "yields" => said::FOE_KNEELS,
        "settled" => said::FOE_STANDS_DOWN,
        _ => said::FOE_YIELDS,
    };
    Doing::Tries(vec![call], Tried { won, lost: said::FOE_LAUGHS, slots, ..Tried::default() })
}
