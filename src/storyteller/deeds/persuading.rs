//! What people can be brought to by words.

use crate::storyteller::{
    intent::Deed,
    phrases::talk as said,
    play::{Outcome, Play, Step},
};

use super::{
    moods::{self, Mood},
    talking, topics,
};

/// Brings someone to something by words.
pub(super) fn persuade(play: &mut Play<'_>, deed: &Deed) -> Step {
    let Some(person) = talking::whom(play, &deed.object).filter(|_| play.may_check()) else {
        return talking::talk(play, deed);
    };
    let threat = ["intimidate", "threaten", "scare", "frighten"].iter().any(|word| deed.words.starts_with(word));
    let mood = talking::greet(play, &person)?;
    let dc = match mood {
        Mood::Warm => 10,
        Mood::Plain => 13,
        Mood::Cold => 16,
    };
    let skill = if threat { "intimidation" } else { "persuasion" };
    let reason = if threat { format!("Frighten {}", person.name) } else { format!("Win {} over", person.name) };
    let outcome = play.check("cha", skill, dc, &reason)?;
    let slots = [("name", person.name.as_str()), ("wish", person.wish)];
    play.say(
        match (outcome, threat) {
            (Outcome::Success, false) => said::WON_OVER,
            (Outcome::Near, false) => said::HALF_WON,
            (Outcome::Failure, false) => said::UNMOVED,
            (Outcome::Failure, true) => said::UNAFRAID,
            (_, true) => said::AFRAID,
        },
        &slots,
    );
    if outcome != Outcome::Failure {
        topics::news(play, &person);
        if mood == Mood::Cold && !threat {
            moods::mend(play, &person);
        }
    }
    if threat {
        let event = format!("{} raised a hand against {}", play.hero.name, person.name);
        moods::mark(play, event);
    }
    Ok(())
}
