//! Everything else players type: what they carry, cries for help, boasts, and words nobody understands.

use crate::storyteller::{
    phrases::lines,
    play::Play,
    prose::{a, listed},
};

use super::offers;

/// Looks into the pack.
pub(super) fn inventory(play: &mut Play<'_>) {
    let pack: Vec<String> =
        play.hero.pack.iter().map(|(n, name)| if *n > 1 { format!("{n} × {name}") } else { a(name) }).collect();
    let pack = if pack.is_empty() { "nothing but lint".to_owned() } else { listed(&pack) };
    let coins = match play.hero.copper {
        0 => "not a single coin".to_owned(),
        n => format!("{} gold, {} silver and {} copper", n / 100, n % 100 / 10, n % 10),
    };
    if !play.say(lines::PACK, &[("pack", &pack), ("coins", &coins)]) {
        play.prose.push(&format!("Nothing has changed in your pack: {pack}, and {coins}."));
    }
    play.effects.note(format!("{} went through the pack", play.hero.name));
}

/// Says what can be done here.
pub(super) fn help(play: &mut Play<'_>) {
    let offers = offers(play);
    if !play.say(lines::COULD, &[("offers", &offers)]) {
        play.prose.push(&format!("What stands open now: {offers}."));
    }
    play.effects.note(format!("{} took stock", play.hero.name));
}

/// A wish is no fact.
pub(super) fn boast(play: &mut Play<'_>) {
    play.say(lines::BOASTS, &[]);
    play.say(lines::SMALL_SOUNDS, &[]);
    help_out(play);
    play.effects.note(format!("{} dreamed aloud", play.hero.name));
}

/// Words to the machine reach only the weather.
pub(super) fn speak_to_the_sky(play: &mut Play<'_>) {
    play.say(lines::TO_THE_SKY, &[]);
    help_out(play);
    play.effects.note(format!("{} spoke to somebody nobody else could see", play.hero.name));
}

/// Words nobody understands.
pub(super) fn puzzle(play: &mut Play<'_>) {
    play.say(lines::PUZZLED, &[]);
    play.say(lines::SMALL_SOUNDS, &[]);
    help_out(play);
    play.effects.note(format!("{} hesitated at {}", play.hero.name, play.here()));
}

/// A moment in which nothing else is told.
pub(in crate::storyteller) fn pass_moment(play: &mut Play<'_>) {
    play.say(lines::SMALL_SOUNDS, &[]);
    help_out(play);
}

fn help_out(play: &mut Play<'_>) {
    let offers = offers(play);
    if !play.say(lines::COULD, &[("offers", &offers)]) {
        play.prose.push(&format!("For all that, there is still this to do: {offers}."));
    }
}
