//! Questions about a thread that has ended are answered by its ending.

use game::story_fact::StoryFact;

use crate::{
    folk::Person,
    intent::{self, Act, Deed},
    phrases::{adventures, answers as said, endings, lines, lore},
    play::{Play, significant, word_alike},
    prose::capitalised,
    world::{Spot, in_text, same},
};

/// The quest of the thread that ended last.
fn last_done(play: &Play<'_>) -> Option<&'static str> {
    let done = play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Done { quest, side, .. } => Some(quest).filter(|_| side.is_empty()),
        _ => None,
    })?;
    adventures::all().map(|adventure| adventure.quest).find(|quest| done.eq_ignore_ascii_case(quest))
}

/// Whether words mean something of a thread, and nothing of the one that is played now.
fn is_of(play: &Play<'_>, quest: &str, words: &str) -> bool {
    let asked = significant(words);
    let names = |phrase: &str| {
        let phrase = significant(phrase);
        !phrase.is_empty() && phrase.iter().all(|part| asked.iter().any(|word| word_alike(word, part)))
    };
    let known = lore::of(quest).iter().any(|subject| subject.words.iter().any(|phrase| names(phrase)));
    let title = significant(quest).into_iter().filter(|word| word.len() > 4);
    let titled = title.into_iter().any(|part| asked.iter().any(|word| word_alike(word, &part)));
    (known || titled) && super::lore::meant(play, words).is_none()
}

/// Answers a question about what is over that no one in particular was asked; returns whether it was one.
pub(super) fn answered(play: &mut Play<'_>, deed: &Deed) -> bool {
    let asks = matches!(deed.act, Act::Wonder | Act::Recall | Act::Who);
    let Some(quest) = last_done(play).filter(|_| asks && intent::is_question(&deed.words)) else { return false };
    if !is_of(play, quest, &deed.words) {
        return false;
    }
    play.say(lines::IT_IS_OVER, &[]);
    tell_end(play, quest);
    true
}

/// Someone is asked about what is over, or for what was paid for it; returns whether that was meant.
pub(super) fn asked(play: &mut Play<'_>, person: &Person, topic: &str, of_pay: bool) -> bool {
    let Some(quest) = last_done(play) else { return false };
    let slots = [("name", person.name.as_str())];
    let paid = whom(play, quest).is_some_and(|whom| same(whom, &person.name));
    if of_pay && !play.on_quest() && paid {
        play.say(said::PAID_ALREADY, &slots);
        return true;
    }
    if !topic.contains(' ') && play.on_quest() || !is_of(play, quest, topic) {
        return false;
    }
    play.say(said::TELLS_HOW_IT_ENDED, &slots);
    tell_end(play, quest);
    true
}

/// The beneficiary.
fn whom<'p>(play: &'p Play<'_>, quest: &str) -> Option<&'p str> {
    play.table.facts.iter().rev().find_map(|fact| match fact {
        StoryFact::Done { quest: done, whom, .. } if done.eq_ignore_ascii_case(quest) && !whom.is_empty() => {
            Some(whom.as_str())
        }
        _ => None,
    })
}

/// The result, unless it was narrated lately.
fn tell_end(play: &mut Play<'_>, quest: &str) {
    let home = in_text(play.world.name(Spot::Home));
    // Anyone who asked for it then may not be the one who asks now.
    let giver = whom(play, quest).unwrap_or("whoever asked for it").to_owned();
    let giver = play.world.cased(giver.split(' ').next().unwrap_or(&giver));
    let end =
        endings::of(quest).replace("{giver}", &giver).replace("{Giver}", &capitalised(&giver)).replace("{home}", &home);
    play.prose.retell(&end);
}
