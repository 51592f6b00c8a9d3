//! Unopened letters in the heroes' pack.

use crate::{
    chance::{hash_all, pick},
    intent::{Act, Deed},
    phrases::letters::{KEPT_WHOLE, LETTERS},
    play::Play,
    prose::plainly,
};

/// Opens or reads a letter that is carried, where that is meant; returns whether it was. What it says stays the same, and
/// is never forgotten.
pub(super) fn read(play: &mut Play<'_>, deed: &Deed) -> bool {
    let words = format!("{} {}", deed.object, deed.other);
    let meant = ["letter", "seal", "envelope"].iter().any(|word| words.contains(word));
    let opens = matches!(deed.act, Act::Open | Act::Read | Act::Force | Act::Use | Act::Look);
    let letter =
        play.hero.pack.iter().map(|(_, name)| name.clone()).find(|name| name.to_lowercase().contains("letter"));
    let Some(letter) = letter.filter(|_| meant && opens) else { return false };
    // To tear it up is not to open it, and it is not the hero's to destroy.
    let opens = |word: &str| ["open", "seal", "read", "unfold"].contains(&word);
    if deed.act == Act::Force && !deed.words.split(' ').any(opens) {
        play.say(KEPT_WHOLE, &[("thing", &plainly(&letter))]);
        return true;
    }
    let closed = ["unopened", "sealed"].iter().any(|word| letter.to_lowercase().contains(word));
    if deed.act == Act::Look && closed {
        return false;
    }
    let bare = letter.split(',').next().unwrap_or(&letter).trim().to_owned();
    let what = pick(hash_all(&[&bare.to_lowercase(), &play.hero.name]), LETTERS);
    let (home, giver) = (crate::world::in_text(play.world.name(crate::world::Spot::Home)), play.world.giver.clone());
    let shown = plainly(&bare);
    let slots = [("thing", shown.as_str()), ("home", home.as_str()), ("giver", giver.as_str())];
    if closed {
        play.say(&["You break the seal of the {thing}. It cracks like a knuckle, and cannot be mended."], &slots);
        play.lose(&letter);
        play.gain(&bare);
        play.effects.remember(format!("{} opened the {shown}", play.hero.name));
    } else {
        play.say(&["You unfold the {thing} and read it again.", "The {thing} has not changed its mind since."], &slots);
    }
    play.say(&[what], &slots);
    true
}
