//! The shapes an adventure can have. Not every one is a job, a guard and a fight: in some nobody has to bleed, in some the
//! way is found by asking twice, in some there is something to be chosen.

use crate::storyteller::{
    chance::Chance,
    foes,
    phrases::{lines, shapes as said},
    play::Play,
    prose::{a, capitalised},
    world::{Spot, in_text},
};

use super::moving::kind_of_foe;

/// What an adventure is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Guards on the way, and one to fight at its end.
    Guarded,
    /// Nobody raises a hand first; the one at the end can be talked with.
    Unarmed,
    /// Somebody on the way lets pass whoever pays.
    Toll,
    /// What is found first has to be shown to somebody before the way opens.
    Trail,
    /// Somebody runs with what is looked for.
    Chase,
    /// The one at the end sleeps beside what was taken.
    Theft,
    /// The one at the end has a claim, too.
    TwoSides,
}

/// The shape of the thread that is played.
pub(super) fn shape(play: &Play<'_>) -> Shape {
    use Shape::{Chase, Guarded, Theft, Toll, Trail, TwoSides, Unarmed};
    let all = [Guarded, Unarmed, Toll, Trail, Chase, Theft, TwoSides];
    all[Chance::new(play.world.chapter() ^ 0x51_4a_9e).below(all.len())]
}

/// What a way that was asked for is called among what happened.
pub(super) const LEARNED: &str = "learned how the way opens";
const RAN: &str = "let somebody get away with a warning";

/// Whether the one at the end of it sleeps, and can be struck before it wakes.
pub(super) fn is_asleep(play: &Play<'_>) -> bool {
    shape(play) == Shape::Theft && play.world.spot(&play.table.location) == Spot::Heart
}

/// Whether the way into the last place is still shut, for want of somebody who can read what was found.
pub(super) fn is_shut(play: &Play<'_>) -> bool {
    shape(play) == Shape::Trail && !play.happened(LEARNED)
}

/// Somebody ran, and has told the others.
pub(super) fn note_warning(play: &mut Play<'_>) {
    play.effects.note(format!("{} {RAN} at {}", play.hero.name, play.here()));
}

/// What waits at a place that is new, where the shape says so; answers whether it did.
pub(super) fn takes_over(play: &mut Play<'_>, spot: Spot) -> bool {
    let name = kind_of_foe(play, 0);
    let slots = [("foe", name.as_str()), ("token", play.world.adventure.token.0)];
    let slug = |play: &Play<'_>| {
        let ilk = foes::ilk(play.world.adventure.foe.1);
        foes::strongest(ilk, foes::might(&play.table) * 4 / 5).0
    };
    match (shape(play), spot) {
        (Shape::Unarmed, Spot::Site | Spot::Mouth | Spot::Wild) => drop(play.add(lines::LEFT_IN_A_HURRY, &[])),
        (Shape::Theft, Spot::Mouth) => drop(play.add(said::QUIET_WAY_IN, &[])),
        (Shape::Chase, Spot::Site) => {
            play.prose.paragraph();
            play.say(said::RUNS_WITH_IT, &slots);
            play.say(said::RUN_OR_STAY, &slots);
            let slug = slug(play);
            play.effects.come_by((&name, slug));
            play.effects.scene = Some(format!("{} is getting away with something.", capitalised(&a(&name))));
        }
        (Shape::Toll, Spot::Mouth) => {
            play.prose.paragraph();
            let name = kind_of_foe(play, 3);
            let slug = slug(play);
            play.say(said::ASKS_TOLL, &[("foe", &name)]);
            play.effects.come_by((&name, slug));
            play.effects.scene = Some(format!("{} holds out a hand for two gold pieces.", capitalised(&a(&name))));
        }
        _ => return false,
    }
    true
}

/// What waits at the end of it.
pub(super) fn heart(play: &mut Play<'_>) {
    let adventure = play.world.adventure;
    let (chief, prize) = (adventure.chief.0, adventure.prize);
    let might = foes::might(&play.table);
    let (slug, weight) = foes::strongest(foes::ilk(adventure.chief.1), might * 6 / 5);
    let giver = play.world.giver.clone();
    let slots = [("chief", chief), ("prize", prize), ("giver", giver.as_str())];
    play.prose.paragraph();
    play.effects.scene = Some(format!("{} stands between {} and the {prize}.", capitalised(chief), play.hero.name));
    match shape(play) {
        Shape::Unarmed => {
            play.say(said::CHIEF_WAITS, &slots);
            play.add(&[play.world.twist().words], &slots);
            play.say(said::CHIEF_WOULD_TALK, &slots);
            return play.effects.come_by((chief, slug));
        }
        Shape::Theft => {
            play.say(said::CHIEF_SLEEPS, &slots);
            play.effects.scene = Some(format!("{} sleeps, one hand on the {prize}.", capitalised(chief)));
            return play.effects.come_by((chief, slug));
        }
        Shape::TwoSides => {
            play.say(said::CHIEF_WAITS, &slots);
            play.add(&[play.world.twist().words], &slots);
            play.say(said::CHIEF_ASKS_YOU_TO_CHOOSE, &slots);
            return play.effects.come_by((chief, slug));
        }
        _ => {}
    }
    play.say(lines::CHIEF_APPEARS, &slots);
    play.add(&[play.world.twist().words], &slots);
    play.effects.enter((chief, slug), 1);
    // One of its people looks on, and has not made up their mind; warned, they have.
    let other = kind_of_foe(play, 2);
    let (second, more) = foes::strongest(foes::ilk(adventure.foe.1), might / 3);
    if play.happened(RAN) && weight + more <= might * 3 / 2 {
        play.say(lines::CHIEF_IS_NOT_ALONE, &[("foe", &other)]);
        play.effects.enter((&other, second), 1);
    } else {
        play.say(said::LOOKS_ON, &[("foe", &other)]);
        play.effects.come_by((&other, second));
    }
}

/// Where a way that has to be asked for is asked for: the place, and who knows.
pub(super) fn who_knows(play: &Play<'_>) -> Option<(String, String)> {
    let place = play.world.name(Spot::Shrine).to_owned();
    let person = play.world.people(&place).into_iter().next()?;
    Some((person.name, in_text(&place)))
}
