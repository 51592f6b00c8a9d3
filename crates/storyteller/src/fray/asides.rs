//! Details of a fight in the narration: what wards off a blow, what sets in and what runs out; and whatever has no words of
//! its own here, said to the player rather than about the hero.

use game::combat::{
    event::{Actor, CombatEvent},
    reaction::ReactionQuestion,
};

use super::telling::hero_of;
use crate::{
    phrases::{lines, spells as said},
    play::Play,
    prose::the,
};

/// Tells a ward, and what sets in with it; returns how many lines that was.
pub(super) fn ward(play: &mut Play<'_>, next: Option<&CombatEvent>, who: &Actor, what: &str) -> usize {
    let (own, spell) = (who.id == hero_of(play), what.to_lowercase());
    play.say(if own { said::YOU_WARD } else { said::THEY_WARD }, &[("foe", &the(&who.name)), ("spell", &spell)]);
    let same = |event: &CombatEvent| matches!(event, CombatEvent::EffectBegan { who: it, name } if it.id == who.id && name.eq_ignore_ascii_case(what));
    1 + usize::from(next.is_some_and(same))
}

/// Tells that something works on someone, or does no more.
pub(super) fn works(play: &mut Play<'_>, who: &Actor, what: &str, ends: bool) {
    let is_hero = who.id == hero_of(play);
    let foe = the(&who.name);
    // Attempts were narrated already, and their names release no one.
    let own = play.hero.spells.iter().chain(&play.hero.cantrips).chain(&play.hero.features);
    let named = own.into_iter().any(|name| name.eq_ignore_ascii_case(what));
    if !is_hero && !named && crate::intent::find_verb(what, false).is_some() {
        if ends {
            play.add(said::OVER_IT, &[("foe", &foe)]);
        }
        return;
    }
    // A state of the body is no spell that drops someone.
    let state = crate::intent::is_condition(what);
    let stock = match (is_hero, ends) {
        (true, false) if state => lines::YOU_BECOME,
        (true, true) if state => lines::YOU_ARE_FREE_OF_IT,
        (false, false) if state => lines::FOE_BECOMES,
        (false, true) if state => lines::FOE_IS_FREE_OF_IT,
        (true, false) => said::YOU_ARE_UNDER,
        (true, true) => said::YOURS_IS_SPENT,
        (false, false) => said::THEY_ARE_UNDER,
        (false, true) => said::THEIRS_IS_SPENT,
    };
    play.say(stock, &[("foe", &foe), ("spell", what), ("what", what)]);
}

/// Asks about a reaction, word for word: a question may come twice.
pub(super) fn asks(play: &mut Play<'_>, question: &ReactionQuestion) {
    play.prose.paragraph();
    let line = question.sentence().for_player_naming(&hero_of(play), |name| the(name).into());
    play.prose.push(&line);
}

/// Tells an event as the log has it: of the hero in the second person, of the others by their names.
pub(super) fn plain(play: &mut Play<'_>, event: &CombatEvent) {
    let line = event.sentence().for_player_naming(&hero_of(play), |name| the(name).into());
    if !line.contains(['{', '[', '@']) {
        play.say(&[&line], &[]);
    }
}
