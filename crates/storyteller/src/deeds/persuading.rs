//! Persuasion, and what people can be persuaded of.

use crate::words::deeds::persuading::{LOOKS_FOR_LIES, TOWARDS};
use game::story_fact::StoryFact;

use crate::{
    intent::{Act, Deed, after_verb},
    phrases::talk as said,
    play::{Outcome, Play, Step},
};

use super::{
    moods::{self, Mood},
    talking, topics,
};

/// Reads someone's face, where the words mean that; returns whether they did.
pub(super) fn reads_a_face(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let words = play.reading.words.to_lowercase();
    let meant = LOOKS_FOR_LIES.iter().any(|sign| words.contains(sign)) || words.contains("insight");
    let Some(person) = talking::whom(play, &words).filter(|_| meant && play.may_check()) else { return Ok(false) };
    let reason = format!("Read the face of {}", person.name);
    // One look answers for every part of the line.
    if play.has_checked(&reason) {
        return Ok(deed.act != Act::Talk);
    }
    let slots = [("name", person.name.as_str()), ("wish", person.wish)];
    let stock = match play.check("wis", "insight", 12, &reason)? {
        Outcome::Failure => said::READS_NOTHING,
        _ if crate::chance::hash(&person.name).is_multiple_of(2) => said::READS_HIDDEN,
        _ => said::READS_TRUE,
    };
    play.say(stock, &slots);
    Ok(true)
}

/// Brings someone to something by words.
pub(super) fn persuade(play: &mut Play<'_>, deed: &Deed) -> Step {
    // "Threaten the dragon": the dragon, or no one.
    let is_towards = TOWARDS.iter().any(|verb| after_verb(&deed.words, verb).is_some());
    if is_towards && play.foe().is_none() && !deed.object.is_empty() && talking::is_no_one_here(play, &deed.object) {
        match talking::elsewhere(play, &deed.object) {
            Some((name, place)) => talking::is_elsewhere(play, &name, &place),
            None => talking::nobody_called(play, &deed.object),
        }
        return Ok(());
    }
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
        moods::mark(play, event, StoryFact::RaisedHand { whom: person.name.clone() });
    }
    Ok(())
}
