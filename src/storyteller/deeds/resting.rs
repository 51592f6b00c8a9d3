//! Rest, sleep and waiting.

use crate::storyteller::{
    phrases::lines,
    play::{Outcome, Play, Step},
    prose::{a, capitalised},
};

/// An hour's rest.
pub(super) fn rest(play: &mut Play<'_>) -> Step {
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    play.effects.minutes += 60;
    if play.hero.hp >= play.hero.max_hp {
        play.say(lines::RESTS_WHOLE, &[]);
        return Ok(());
    }
    let dice = match play.hero.modifier("con") {
        0 => "1d8".to_owned(),
        con => format!("1d8{con:+}"),
    };
    let healed = play.roll(&dice, None, "Healing by an hour's rest")?.total.max(1);
    play.hurt_or_heal(healed);
    play.say(lines::RESTS, &[]);
    Ok(())
}

/// A night's sleep; where nobody lives it may be cut short.
pub(super) fn sleep(play: &mut Play<'_>) -> Step {
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    let here = play.table.location.clone();
    let wild = play.world.people(&here).is_empty() && !super::chief_fallen(play);
    if wild && play.roll("1d20", Some(8), &format!("A quiet night at {}", play.here()))?.against(8) == Outcome::Failure
    {
        let foe = super::moving::kind_of_foe(play, 3);
        play.effects.minutes += 240;
        play.hurt_or_heal(play.hero.max_hp / 4);
        play.say(lines::WOKEN, &[("foe", &foe)]);
        play.effects.enter((&foe, play.world.adventure.foe.1), 1);
        play.effects.scene = Some(format!("{} has come in the night.", capitalised(&a(&foe))));
        return Ok(());
    }
    play.effects.minutes += 480;
    play.hurt_or_heal(play.hero.max_hp);
    let spent: Vec<u32> = play.hero.slots.iter().filter(|slot| slot.left < slot.max).map(|slot| slot.level).collect();
    play.effects.slots_used.extend(spent.into_iter().map(|level| (level, 0)));
    play.say(lines::SLEEPS, &[]);
    play.add(lines::DREAMS, &[]);
    play.effects.note(format!("{} slept at {}", play.hero.name, play.here()));
    Ok(())
}

/// Lets time go by.
pub(super) fn wait(play: &mut Play<'_>) {
    play.effects.minutes += 20;
    play.say(lines::WAITS, &[]);
    play.add(lines::SMALL_SOUNDS, &[]);
}
