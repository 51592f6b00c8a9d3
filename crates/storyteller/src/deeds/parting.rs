//! What a hero parts with must be meant: what is given away, sold or thrown away can't be had back, so a doubtful word is
//! asked about first, and nothing changes until it is said plainly.

use crate::{
    intent::{Act, Deed, is_pronoun},
    phrases::lines,
    play::{Play, best_match, significant, word_alike},
    prose::plainly,
};

use super::{looking, lore};

/// Asks back if it isn't sure which thing a deed parts with; answers whether it asked.
pub(super) fn asked_back(play: &mut Play<'_>, deed: &Deed) -> bool {
    if !matches!(deed.act, Act::Drop | Act::Give | Act::Sell) || deed.object.is_empty() {
        return false;
    }
    if is_pronoun(&deed.object) {
        play.say(lines::WHICH_TO_PART_WITH, &[]);
        return true;
    }
    match play.in_pack(&deed.object) {
        Some(thing) if !is_sure(play, &deed.object, &thing) => {
            play.say(lines::MEANS_TO_PART_WITH, &[("thing", &plainly(&thing))]);
            true
        }
        _ => false,
    }
}

/// Whether words name a thing by what it is, "mail", or by half of its name where nothing else here shares that: the scales
/// of the court are no scale mail.
fn is_sure(play: &Play<'_>, words: &str, thing: &str) -> bool {
    let (said, name) = (significant(words), significant(thing.split(['(', ',']).next().unwrap_or(thing)));
    let is_said = |part: &&String| said.iter().any(|word| word_alike(part, word));
    if name.last().is_some_and(|last| is_said(&last)) {
        return true;
    }
    let n = name.iter().filter(is_said).count();
    let features = play.world.features(&play.table.location).into_iter().map(|(name, _)| name.to_owned());
    let others: Vec<String> = features.chain(play.visible_things()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let shared = best_match(words, &others).is_some() || lore::is_here(play, words) || looking::is_part(play, words);
    n * 2 >= name.len() && n > 0 && !shared
}
