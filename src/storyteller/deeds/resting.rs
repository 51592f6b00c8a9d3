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

/// The hour a night ends at.
const DAWN: u32 = 6;
/// A night's sleep by the rules, in minutes.
const NIGHT: u32 = 480;

/// How long somebody sleeps who lies down now: until the next dawn; eight hours where that is too soon to be rested, and
/// by day, unless it is the morning that is waited for.
fn minutes_of_sleep(now: u32, until_morning: bool) -> u32 {
    let to_dawn = (DAWN * 60 + 24 * 60 - now % (24 * 60) - 1) % (24 * 60) + 1;
    let by_day = (DAWN * 60..14 * 60).contains(&now);
    if to_dawn < NIGHT / 2 || (by_day && !until_morning) { NIGHT } else { to_dawn }
}

/// A night's sleep; where nobody lives it may be cut short.
pub(super) fn sleep(play: &mut Play<'_>, words: &str) -> Step {
    if play.table.foes().next().is_some() {
        play.say(lines::NO_REST, &[]);
        return Ok(());
    }
    let here = play.table.location.clone();
    let until_morning = ["morning", "dawn", "sunrise", "tomorrow", "night"].iter().any(|word| words.contains(word));
    let minutes = minutes_of_sleep(play.minute_of_day(), until_morning);
    let wild = play.world.people(&here).is_empty() && !super::chief_fallen(play);
    if wild && play.roll("1d20", Some(8), &format!("A quiet night at {}", play.here()))?.against(8) == Outcome::Failure
    {
        let foe = super::moving::kind_of_foe(play, 3);
        play.effects.minutes += minutes / 2;
        play.hurt_or_heal(play.hero.max_hp / 4);
        play.say(lines::WOKEN, &[("foe", &foe)]);
        play.effects.enter((&foe, play.world.adventure.foe.1), 1);
        play.effects.scene = Some(format!("{} has come in the night.", capitalised(&a(&foe))));
        return Ok(());
    }
    play.effects.minutes += minutes;
    play.hurt_or_heal(play.hero.max_hp);
    let spent: Vec<u32> = play.hero.slots.iter().filter(|slot| slot.left < slot.max).map(|slot| slot.level).collect();
    play.effects.slots_used.extend(spent.into_iter().map(|level| (level, 0)));
    let wakes = play.minute_of_day() / 60;
    play.say(if (DAWN..12).contains(&wakes) { lines::SLEEPS } else { lines::SLEEPS_BY_DAY }, &[]);
    play.add(lines::DREAMS, &[]);
    play.effects.note(format!("{} slept at {}", play.hero.name, play.here()));
    Ok(())
}

/// Lets time go by: as long as is said, or a little while.
pub(super) fn wait(play: &mut Play<'_>, words: &str) {
    let now = play.minute_of_day();
    let until = |hour: u32| (hour * 60 + 24 * 60 - now - 1) % (24 * 60) + 1;
    let hours = [("night", 21), ("dark", 21), ("evening", 18), ("dusk", 18), ("noon", 12), ("morning", 6), ("dawn", 6)];
    let named = hours.iter().find(|(word, _)| words.contains(word)).map(|(_, hour)| until(*hour));
    let minutes = named.unwrap_or(if words.contains("hour") { 60 } else { 20 });
    play.effects.minutes += minutes;
    if minutes > 60 {
        play.say(lines::WAITS_LONG, &[]);
        play.add(lines::HOUR, &[]);
        return;
    }
    play.say(lines::WAITS, &[]);
    play.add(lines::SMALL_SOUNDS, &[]);
}

#[cfg(test)]
mod tests {
    use super::minutes_of_sleep;

    #[test]
    fn a_sleep_until_morning_ends_at_the_next_dawn() {
        for (now, minutes) in [(8 * 60, 22 * 60), (13 * 60 + 20, 1000), (22 * 60, 480), (6 * 60, 24 * 60), (0, 360)] {
            assert_eq!(minutes_of_sleep(now, true), minutes, "{now}");
            assert!(now == 0 || (now + minutes) % (24 * 60) == 360, "{now}");
        }
        assert_eq!(minutes_of_sleep(8 * 60, false), 480, "a nap by day is no day in bed");
        assert_eq!(minutes_of_sleep(19 * 60, false), 11 * 60);
        assert_eq!(minutes_of_sleep(4 * 60, true), 480, "two hours are no night");
    }
}
