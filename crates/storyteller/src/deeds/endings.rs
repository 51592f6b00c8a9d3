//! The last step of a thread: who can read the proof, and the text of the ending.

use game::story_fact::StoryFact;

use crate::{
    chance::{hash_all, pick},
    folk::Person,
    phrases::{answers, endings as told, shapes as shaped, talk as said},
    play::Play,
    world::{Spot, in_text, milestone},
};

use super::shapes;

/// Whether someone is the one who can read what was found.
pub(super) fn is_reader(play: &Play<'_>, person: &Person) -> bool {
    shapes::who_knows(play).is_some_and(|(who, _)| who == person.name)
}

/// Someone reads what was found, and says how the way opens, or where to look for what opens it.
pub(super) fn reads_it(play: &mut Play<'_>, person: &Person) {
    let token = play.world.adventure.token;
    let mouth = in_text(play.world.name(Spot::Mouth));
    let chief = play.world.adventure.chief.0;
    play.effects.xp += 25;
    play.effects.minutes += 15;
    let trail = shapes::shape(play) == shapes::Shape::Trail;
    let there = in_text(play.world.name(Spot::Deep));
    let slots = [
        ("name", person.name.as_str()),
        ("token", token.0),
        ("mouth", mouth.as_str()),
        ("there", there.as_str()),
        ("chief", chief),
        ("trade", person.trade),
    ];
    play.say(shaped::TAKES_IT_TO_THE_LIGHT, &slots);
    let learned = match trail {
        true => {
            play.say(shaped::FIRST_READING, &slots);
            format!("{} {} into {mouth}, by {}: at {there}", play.hero.name, shapes::TOLD_WHERE, person.name)
        }
        false => {
            play.say(shaped::SECOND_CLUE, &slots);
            format!("{} {} into {mouth} from {}", play.hero.name, shapes::LEARNED, person.name)
        }
    };
    play.prose.paragraph();
    play.add(shaped::READER_WARNS, &slots);
    play.note_fact(match trail {
        true => StoryFact::ToldWhere { place: mouth },
        false => StoryFact::Learned { place: mouth },
    });
    play.effects.milestone = Some(learned.clone());
    play.effects.note(learned);
}

/// The thread's errand is done for someone, or is over on the side of another.
pub(super) fn done(play: &mut Play<'_>, whom: &str, side: &str) {
    let quest = play.world.adventure.quest.to_owned();
    play.effects.milestone = Some(milestone(&quest, side));
    play.note_fact(StoryFact::Done { quest, whom: whom.to_owned(), side: side.to_owned() });
}

/// What some give besides the coins they promised.
const GIFTS: [Option<&str>; 5] =
    [None, Some("healing potion"), None, Some("silver ring"), Some("letter of safe conduct")];

/// The thing is brought back: coins, thanks, and a turning point.
pub(super) fn reward(play: &mut Play<'_>, person: &Person) {
    let adventure = play.world.adventure;
    play.hand_in(adventure.prize);
    let (gold, sum) = play.world.pay();
    play.effects.copper += gold * 100;
    play.effects.xp += 100;
    play.effects.quests_completed.push(play.world.cased(adventure.quest));
    play.table.quests.retain(|quest| !quest.eq_ignore_ascii_case(adventure.quest));
    done(play, &person.name, "");
    play.effects.scene = Some(format!("It is over: {} is as {} has wanted it.", play.here(), person.name));
    let kept = format!("{} kept the word given to {}: {}", play.hero.name, person.name, adventure.quest);
    play.effects.record(kept);
    play.prose.paragraph();
    play.say(said::REWARD, &[("name", &person.name), ("prize", adventure.prize), ("gold", sum)]);
    let home = in_text(play.world.name(Spot::Home));
    let slots = [("name", person.name.as_str()), ("giver", person.first_name()), ("home", home.as_str())];
    play.prose.paragraph();
    play.add(&[told::of(adventure.quest)], &slots);
    play.prose.paragraph();
    play.add(&[play.world.twist().after], &slots);
    play.prose.paragraph();
    let gift = pick(hash_all(&[adventure.quest, &person.name]), &GIFTS);
    if let Some(thing) = gift {
        play.gain(thing);
        play.say(answers::BESIDES, &[("name", &person.name), ("thing", thing)]);
        play.prose.paragraph();
    }
    let days = match play.table.day {
        0 | 1 => "one day".to_owned(),
        n => {
            const WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
            let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n - 2)).copied().unwrap_or("many");
            format!("{word} days")
        }
    };
    let came = format!("came to {home} and was asked to {}", play.world.cased(adventure.quest));
    play.prose.paragraph();
    play.add(told::THE_END, &[("home", &home), ("came", &came), ("days", &days)]);
    play.prose.paragraph();
    play.say(told::WHAT_NEXT, &[("name", &person.name)]);
}
