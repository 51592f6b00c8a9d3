//! What people, and foes, can be brought to by words.

use crate::storyteller::{
    intent::Deed,
    phrases::talk as said,
    play::{Outcome, Play, Step},
    prose::the,
    table::Creature,
};

use super::{
    fighting,
    moods::{self, Mood},
    talking, topics,
};

/// Brings someone to something by words.
pub(super) fn persuade(play: &mut Play<'_>, deed: &Deed) -> Step {
    if let Some(foe) = play.foe() {
        return parley(play, &foe, deed);
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
        moods::mark(play, event);
    }
    Ok(())
}

/// Talks to a foe instead of fighting it.
fn parley(play: &mut Play<'_>, foe: &Creature, deed: &Deed) -> Step {
    if !play.may_check() {
        play.foes_answered = false;
        return Ok(());
    }
    let name = the(&foe.name);
    let chief = fighting::is_chief(play, foe);
    let wounded = foe.hp * 2 <= foe.max_hp;
    let dc = if chief { 18 } else { 14 } - if wounded { 3 } else { 0 };
    let threat = ["intimidate", "threaten", "scare", "frighten"].iter().any(|word| deed.words.starts_with(word));
    let (ability, skill) = if threat { ("cha", "intimidation") } else { ("cha", "persuasion") };
    let reason = format!("Talk {name} down");
    if play.has_checked(&reason) {
        return Ok(());
    }
    let outcome = play.check(ability, skill, dc, &reason)?;
    let slots = [("foe", name.as_str())];
    match outcome {
        Outcome::Success if !chief => {
            play.say(said::FOE_YIELDS, &slots);
            play.effects.leaving.push(foe.id.clone());
            play.effects.xp += 25;
            play.effects.scene =
                Some(format!("{} has gone, and the way is free.", crate::storyteller::prose::capitalised(&name)));
            play.effects.note(format!("{} talked {name} into leaving {}", play.hero.name, play.here()));
            play.table.creatures.retain(|other| other.id != foe.id);
        }
        Outcome::Failure => play.say(said::FOE_LAUGHS, &slots),
        _ => {
            play.say(said::FOE_WAVERS, &slots);
            play.foes_answered = true;
        }
    }
    Ok(())
}
