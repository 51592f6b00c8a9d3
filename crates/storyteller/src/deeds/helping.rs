//! Requests for help: open errands, the current goal, and what to do next.

use crate::{
    phrases::lines,
    play::Play,
    prose::a,
    world::{Spot, in_text},
};

use super::{chief_fallen, lead, odd, offers, shapes};

/// Says what the hero is about, or who is waiting for someone, and what can be done here.
pub(super) fn help(play: &mut Play<'_>) {
    matter(play);
    odd::help_out(play);
}

/// What it is all about: the errand the hero is on, or the one that waits for an answer.
fn matter(play: &mut Play<'_>) {
    let adventure = play.world.adventure;
    let main = play.on_quest();
    let quest = if main { Some(adventure.quest.to_owned()) } else { play.table.quests.first().cloned() };
    if !main && !chief_fallen(play) {
        waiting(play);
    }
    let Some(quest) = quest else { return };
    let goal = lead(play);
    let there = in_text(play.world.name(goal));
    let is_there = main && play.world.spot(&play.table.location) == goal;
    let errand = if main { shapes::errand(play).filter(|_| play.owns(adventure.token.0)) } else { None };
    let reader = shapes::who_knows(play).unwrap_or_default().0;
    let stock = match goal {
        _ if !main => lines::TO_DO_BESIDES,
        Spot::Site | Spot::Heart | Spot::Home if is_there && errand.is_none() => match goal {
            Spot::Site => lines::TO_SEARCH,
            Spot::Heart => lines::TO_FACE,
            _ if play.owns(adventure.prize) => lines::TO_HAND_OVER,
            _ => lines::TO_DO,
        },
        _ if is_there && matches!(errand, Some(shapes::Errand::Seek(_))) => lines::TO_SEEK,
        _ if is_there && errand.is_some() => lines::TO_SHOW,
        _ if errand.is_some() && !reader.is_empty() => lines::TO_REACH,
        _ => lines::TO_DO,
    };
    let (quest, giver) = (play.world.cased(&quest), play.world.giver.clone());
    let slots = [
        ("quest", quest.as_str()),
        ("there", there.as_str()),
        ("prize", adventure.prize),
        ("chief", adventure.chief.0),
        ("name", giver.as_str()),
        ("token", adventure.token.0),
        ("reader", reader.as_str()),
    ];
    play.say(stock, &slots);
}

/// Who would have something done, and whether it was asked already: the first thing a newcomer must know.
fn waiting(play: &mut Play<'_>) {
    let home = play.world.name(Spot::Home).to_owned();
    let there = in_text(&home);
    let giver = play.world.people(&home).into_iter().find(|person| person.role == "quest_giver");
    let Some(giver) = giver else { return };
    let quest = play.world.cased(play.world.adventure.quest);
    let trade = a(giver.trade);
    let asked = offers::is_asked(play);
    let here = play.world.spot(&play.table.location) == Spot::Home;
    let stock = match (here, asked) {
        (true, true) => lines::ANSWER_IS_DUE,
        (true, false) => lines::SOMEBODY_ASKS,
        (false, _) => lines::SOMEBODY_ASKS_THERE,
    };
    let slots = [("name", giver.name.as_str()), ("quest", &quest), ("there", &there), ("trade", &trade)];
    play.say(stock, &slots);
}
