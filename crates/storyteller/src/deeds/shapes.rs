//! The shapes an adventure can have. Not every one is a job, a guard and a fight: in some no one has to bleed, in some the
//! way is found by asking twice, in some there is something to be chosen.

use game::story_fact::StoryFact;

use crate::{
    chance::Chance,
    foes,
    phrases::{lines, shapes as said},
    play::Play,
    prose::{a, capitalised},
    world::{Spot, World, in_text},
};

use super::moving::kind_of_foe;

/// What an adventure is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Guards on the way, and one to fight at its end.
    Guarded,
    /// No one raises a hand first; the one at the end can be talked with.
    Unarmed,
    /// A person on the way takes a toll.
    Toll,
    /// What is found first must be shown to someone before the way opens.
    Trail,
    /// Someone runs with what is looked for.
    Chase,
    /// The one at the end sleeps beside what was taken.
    Theft,
    /// The one at the end has a claim, too.
    TwoSides,
}

/// The shape of the thread that is played.
pub(super) fn shape(play: &Play<'_>) -> Shape {
    shape_of(&play.world)
}

/// The shape of the thread that is played in a world.
pub(crate) fn shape_of(world: &World) -> Shape {
    use Shape::{Chase, Guarded, Theft, Toll, Trail, TwoSides, Unarmed};
    let all = [Guarded, Unarmed, Toll, Trail, Chase, Theft, TwoSides];
    all[Chance::new(world.chapter() ^ 0x51_4a_9e).below(all.len())]
}

/// What a way that was asked for is called among what happened.
pub(super) const LEARNED: &str = "learned how the way opens";

/// Whether the one at the end of it sleeps, and can be struck before it wakes.
pub(super) fn is_asleep(play: &Play<'_>) -> bool {
    shape(play) == Shape::Theft && play.world.spot(&play.table.location) == Spot::Heart
}

/// The step between the first proof and the last door: a person to ask, or a place to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Errand {
    /// Someone who lives there can read what was found.
    Ask(Spot),
    /// What opens the way lies there, and must be looked for.
    Seek(Spot),
}

/// The recorded event that a person sent the heroes to a place.
pub(super) const TOLD_WHERE: &str = "was told where to look for what opens the way";

/// What has still to be done before the way into the last place is open; a trail has both, one after the other.
pub(super) fn errand(play: &Play<'_>) -> Option<Errand> {
    let mouth = || in_text(play.world.name(Spot::Mouth));
    if play.is_fact(&StoryFact::Learned { place: mouth() }) {
        return None;
    }
    let all = [Errand::Ask(Spot::Market), Errand::Ask(Spot::Shrine), Errand::Seek(Spot::Deep), Errand::Ask(Spot::Road)];
    Some(match shape(play) {
        Shape::Trail if play.is_fact(&StoryFact::ToldWhere { place: mouth() }) => Errand::Seek(Spot::Deep),
        Shape::Trail => Errand::Ask(Spot::Shrine),
        _ => all[Chance::new(play.world.chapter() ^ 0x0003_d1e5).below(all.len())],
    })
}

/// Whether the way into the last place is still shut.
pub(super) fn is_shut(play: &Play<'_>) -> bool {
    errand(play).is_some()
}

/// Where that is done.
pub(super) fn errand_spot(play: &Play<'_>) -> Option<Spot> {
    errand(play).map(|errand| match errand {
        Errand::Ask(spot) | Errand::Seek(spot) => spot,
    })
}

/// What opens the way, where it must be looked for.
pub(super) fn opener(play: &Play<'_>) -> &'static str {
    const ALL: [&str; 6] = [
        "key of green bronze",
        "bone whistle",
        "lamp of blue glass",
        "iron hand",
        "ring with a tooth",
        "black bell without a tongue",
    ];
    Chance::new(play.world.chapter() ^ 0x0e7e).pick(&ALL)
}

/// The hero looks for the hidden thing in its place and finds it, sooner or later.
pub(super) fn find_opener(play: &mut Play<'_>) {
    let thing = opener(play);
    let mouth = in_text(play.world.name(Spot::Mouth));
    let slots = [("thing", thing), ("mouth", mouth.as_str()), ("token", play.world.adventure.token.0)];
    play.gain(thing);
    play.say(said::FINDS_OPENER, &slots);
    let learned = format!("{} found {} and {LEARNED} into {mouth}", play.hero.name, a(thing));
    play.note_fact(StoryFact::Learned { place: mouth.clone() });
    play.effects.milestone = Some(learned.clone());
    play.effects.note(learned);
    play.effects.xp += 25;
}

/// What can be done with the one who waits here and has not made up their mind.
pub(super) fn ways_with(play: &Play<'_>) -> Option<Vec<String>> {
    let one = play.table.creatures.iter().find(|one| one.disposition == "neutral" && one.hp > 0)?;
    let name = crate::prose::the(&one.name);
    let (chief, prize) = (play.world.adventure.chief.0, play.world.adventure.prize);
    let is_chief = one.name.eq_ignore_ascii_case(chief);
    Some(match shape(play) {
        Shape::Unarmed if is_chief => {
            vec![format!("reason with {name}"), format!("offer five gold for the {prize}"), format!("attack {name}")]
        }
        Shape::TwoSides if is_chief => {
            vec![format!("side with {name}"), format!("reason with {name}"), format!("refuse {name}")]
        }
        Shape::Theft if is_chief => vec![format!("take the {prize}"), format!("attack {name}")],
        Shape::Toll if play.world.spot(&play.table.location) == Spot::Mouth => {
            vec!["pay two gold".to_owned(), format!("reason with {name}"), format!("attack {name}")]
        }
        _ => return None,
    })
}

/// Someone ran and warned the others.
pub(super) fn note_warning(play: &mut Play<'_>) {
    play.note_fact(StoryFact::LetGo { place: play.here() });
    play.effects.note(format!("{} let somebody get away with a warning at {}", play.hero.name, play.here()));
}

/// What waits at a place that is new, where the shape says so; returns whether it did.
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
    let is_warned = play.table.facts.iter().any(|fact| matches!(fact, StoryFact::LetGo { .. }));
    if is_warned && weight + more <= might * 3 / 2 {
        play.say(lines::CHIEF_IS_NOT_ALONE, &[("foe", &other)]);
        play.effects.enter((&other, second), 1);
    } else {
        play.say(said::LOOKS_ON, &[("foe", &other)]);
        play.effects.come_by((&other, second));
    }
}

/// Who can read what was found, and where that one lives, while that has still to be asked.
pub(super) fn who_knows(play: &Play<'_>) -> Option<(String, String)> {
    let Some(Errand::Ask(spot)) = errand(play) else { return None };
    let place = play.world.name(spot).to_owned();
    let people = play.world.people(&place);
    let person = people.iter().find(|person| person.role != "merchant").or(people.first())?;
    Some((person.name.clone(), in_text(&place)))
}
