//! Opens the last obstacle with the thing that someone named; the final object can be handled only there.

use crate::{
    intent::{Act, Deed},
    phrases::lines,
    play::{Play, Step, best_match},
    world::{Exit, Spot, in_text},
};

use super::{chief_fallen, moving, shapes};

/// Deeds by which something may be held to a sign, or turned in a lock.
const HANDLES: [Act; 11] = [
    Act::Use,
    Act::Force,
    Act::Give,
    Act::Drop,
    Act::Open,
    Act::Wait,
    Act::Stunt,
    Act::Gesture,
    Act::Climb,
    Act::Attack,
    Act::Unknown,
];

/// Plays a deed that is meant for the last way, or for what lies behind it; returns whether it was one.
pub(super) fn tried(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    Ok(behind(play, deed) || opens(play, deed))
}

/// Uses what was found on the way it opens.
fn opens(play: &mut Play<'_>, deed: &Deed) -> bool {
    let here = play.table.location.clone();
    if !play.on_quest() || chief_fallen(play) || play.world.spot(&here) != Spot::Mouth || !HANDLES.contains(&deed.act) {
        return false;
    }
    let keys = [shapes::opener(play), play.world.adventure.token.0];
    let Some(key) = keys.into_iter().find(|key| play.owns(key) && best_match(&deed.words, &[key]).is_some()) else {
        return false;
    };
    // What is only drawn out of the pack, thrown or put down is not held to anything.
    let held = !deed.other.is_empty() || deed.act == Act::Use;
    if !held {
        return false;
    }
    let Some(exit) = play.world.exits(&here).into_iter().find(|exit| exit.spot == Spot::Heart) else { return false };
    if shapes::is_shut(play) {
        play.say(lines::WAY_STAYS_SHUT, &[("thing", key)]);
        moving::hint_at_the_way(play);
        return true;
    }
    goes_in(play, key, &exit);
    true
}

fn goes_in(play: &mut Play<'_>, key: &str, exit: &Exit) {
    play.say(lines::WAY_OPENS, &[("thing", key)]);
    play.prose.paragraph();
    moving::arrive(play, exit);
}

/// What it is all about cannot be shut, forced or used where it is not.
fn behind(play: &mut Play<'_>, deed: &Deed) -> bool {
    const TOUCHES: [Act; 8] =
        [Act::Close, Act::Force, Act::Open, Act::Use, Act::Take, Act::Steal, Act::Give, Act::Drop];
    let prize = play.world.adventure.prize;
    let named = best_match(&deed.object, &[prize]).is_some() && !deed.object.is_empty();
    let elsewhere = play.world.spot(&play.table.location) != Spot::Heart && !play.owns(prize);
    let gives = matches!(deed.act, Act::Give | Act::Drop);
    let here = !gives && super::looking::is_here(play, &deed.object) || play.in_pack(&deed.object).is_some();
    if !(named && elsewhere && TOUCHES.contains(&deed.act)) || here || !play.on_quest() || chief_fallen(play) {
        return false;
    }
    let there = in_text(play.world.name(Spot::Heart));
    play.say(lines::PRIZE_ELSEWHERE, &[("prize", prize), ("there", &there)]);
    true
}
