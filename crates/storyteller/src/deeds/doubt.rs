//! Irreversible actions need clear words: an action that would cost more than its words say is taken back, and the player is asked.

use crate::{
    intent::{Act, Deed, is_pronoun},
    phrases::lines,
    play::{Play, Step, best_match},
    prose::plainly,
    stakes::{Doubt, Licence, Stake},
};

use super::{looking, lore};

/// Plays a deed, and takes it back if it isn't sure that what it costs is meant.
pub(super) fn surely(play: &mut Play<'_>, deed: &Deed, act: fn(&mut Play<'_>, &Deed) -> Step) -> Step {
    // Which of the hero's things "it" is can't be sure.
    if matches!(deed.act, Act::Drop | Act::Give | Act::Sell) && is_pronoun(&deed.object) {
        play.ask_openly(lines::WHICH_TO_PART_WITH, &[]);
        return Ok(());
    }
    let before = play.clone();
    let outer = play.licence.replace(Licence::of(deed, &play.reading.words));
    let step = act(play, deed);
    play.licence = outer;
    let Some(doubt) = play.doubt.take() else { return step };
    play.take_back(before);
    // A sum must be named.
    let is_open = doubt.stake == Stake::Coins && doubt.what.is_empty();
    if !is_open {
        play.asks_about(deed);
    }
    ask(play, &doubt);
    Ok(())
}

/// The one question.
fn ask(play: &mut Play<'_>, doubt: &Doubt) {
    let giver = play.world.giver.clone();
    let what = plainly(&doubt.what);
    let (stock, slots) = match doubt.stake {
        Stake::Thing => (lines::MEANS_TO_PART_WITH, [("thing", what.as_str())]),
        Stake::Coins if what.is_empty() => (lines::MEANS_TO_PAY, [("thing", "")]),
        Stake::Coins => (lines::MEANS_TO_BUY, [("thing", what.as_str())]),
        Stake::Quest => (lines::MEANS_TO_AGREE, [("name", giver.as_str())]),
        Stake::Blow => (lines::MEANS_TO_STRIKE, [("name", doubt.what.as_str())]),
        Stake::Way => (lines::MEANS_TO_GO, [("thing", "")]),
    };
    match stock == lines::MEANS_TO_PAY {
        true => play.ask_openly(stock, &slots),
        false => play.say(stock, &slots),
    }
}

/// Whether words could as well mean something that is no thing of the hero's.
pub(crate) fn is_shared(play: &Play<'_>, words: &str) -> bool {
    let features = play.world.features(&play.table.location).into_iter().map(|(name, _)| name.to_owned());
    let others: Vec<String> = features.chain(play.visible_things()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    best_match(words, &others).is_some() || lore::is_here(play, words) || looking::is_part(play, words)
}
