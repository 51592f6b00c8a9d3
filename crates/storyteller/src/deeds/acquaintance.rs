//! Questions about who someone is: answered by sight, by hearsay, or from the session's memory.

use crate::{
    phrases::lines,
    play::{Play, Step, best_match},
    prose::a,
    world::{Spot, in_text, same},
};

use super::{looking, talking::is_known};

/// Whether it is asked who has the say here.
fn in_charge(words: &str) -> bool {
    ["charge", "boss", "leader", "owner", "mayor", "runs", "owns", "rules"].iter().any(|word| words.contains(word))
}

/// Says who someone is: one who is here is examined, and the memory knows the rest.
pub(super) fn who(play: &mut Play<'_>, words: &str) -> Step {
    let everybody = play.world.everybody();
    let called: Vec<String> = everybody.iter().map(|(person, _)| format!("{} {}", person.name, person.trade)).collect();
    let names: Vec<&str> = called.iter().map(String::as_str).collect();
    let known = |name: &str| play.table.met.iter().any(|met| met.eq_ignore_ascii_case(name));
    match best_match(words, &names).map(|i| everybody[i].clone()) {
        Some((person, place)) if same(&place, &play.table.location) => {
            looking::look(play, &person.name.to_lowercase());
            Ok(())
        }
        Some((person, place)) if known(&person.name) => {
            let slots = [("name", person.name.as_str()), ("look", person.look), ("manner", person.manner)];
            play.say(lines::THINKS_OF, &slots);
            play.say(lines::TO_BE_FOUND, &[("name", &person.name), ("there", &in_text(&place))]);
            Ok(())
        }
        // One who was spoken of is known by that, and may be gone and seen.
        Some((person, place)) if is_known(play, &person) => {
            let trade = a(person.trade);
            let slots = [("name", person.name.as_str()), ("trade", &trade), ("there", &in_text(&place))];
            play.say(lines::HEARD_OF, &slots);
            Ok(())
        }
        None if in_charge(words) => {
            let (giver, home) = (play.world.giver.clone(), in_text(play.world.name(Spot::Home)));
            let here = play.world.spot(&play.table.location) == Spot::Home;
            play.say(
                if here { lines::IN_CHARGE } else { lines::IN_CHARGE_THERE },
                &[("name", &giver), ("there", &home)],
            );
            Ok(())
        }
        // Someone of that name or trade lives here and the hero has not met them yet.
        _ if !play.table.people.iter().any(|known| best_match(words, &[&known.name]).is_some()) => {
            match super::knowing::heard(play, words) {
                Some(_) => super::knowing::answer(play, words)?,
                None if super::remembering::last_resort(play, words)? => {}
                None => {
                    play.say(lines::NO_SUCH_PERSON, &[]);
                    super::knowing::unknown(play);
                }
            }
            Ok(())
        }
        _ => super::recalling::recall(play, words),
    }
}
