//! Actions: the effect of each kind of command, and its text.

mod acquaintance;
mod afterwards;
mod aims;
mod asking;
mod assault;
mod beginning;
mod casting;
mod considering;
mod consulting;
mod daring;
mod doubt;
mod endings;
mod everyday;
mod favours;
mod fighting;
mod handling;
mod helping;
mod hindered;
mod knowing;
mod letters;
mod looking;
mod lore;
mod manners;
mod matters;
mod moods;
mod moving;
mod odd;
mod offers;
mod opening;
mod party;
mod past_deeds;
mod persuading;
mod recalling;
mod remembering;
mod resting;
mod risking;
mod settling;
mod shapes;
mod silly;
mod stealing;
mod strangers;
mod talking;
mod tending;
mod things;
mod tools;
mod topics;
mod trading;
mod ways;
mod whereabouts;

pub(super) use aims::is_any_foe;
pub(super) use assault::is_meant;
pub(super) use beginning::{bring_hook, open_scene, show_country};
pub(super) use casting::{begins_with_spell, known_spell, named_spell};
pub(super) use considering::left_undone;
pub(super) use daring::{kind as daring_kind, plain_attempt, touches};
pub(super) use doubt::is_shared;
pub(crate) use favours::errands_here;
pub(super) use fighting::{fall, names_another};
pub(super) use handling::can_try;
pub(super) use hindered::{come_round, hindered};
pub(super) use looking::{is_about, is_here, show_around};
pub(super) use moving::run_to;
pub(super) use odd::pass_moment;
pub(super) use remembering::{answered as remembered, answered_in_a_fight as remembered_in_a_fight};
pub(super) use resting::turn_of_day;
pub(super) use settling::{burn_down, hand_over_light, sat_down, without_light};
#[cfg(test)]
pub(super) use shapes::{Shape, shape_of};
pub(super) use talking::{elsewhere, promises};
pub(super) use tending::{attended, is_help, is_poured, is_tended, left_to_play, tends_oneself};
pub(super) use tools::{Tool, kind as kind_of_tool, lies_about};

use game::story_fact::StoryFact;

use super::{
    intent::{Act, Deed},
    phrases::lines,
    play::{Play, Step},
    world::Spot,
};

/// Plays one deed.
pub(super) fn play(play: &mut Play<'_>, deed: &Deed) -> Step {
    doubt::surely(play, deed, act)
}

/// Plays a deed that more than its kind decides about, outside of fights: by its target, by its tool, by the
/// moment. The first that knows it plays it. Returns whether one did.
fn act_in_peace(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let is_done = !matches!(deed.act, Act::Consider | Act::Refrain);
    Ok(play.reading.fray.is_none()
        && is_done
        && (strangers::met(play, deed)?
            || tending::hands_laid(play, deed)?
            || tending::tended(play, deed)
            || tending::poured(play, deed)?
            || opening::tried(play, deed)?
            || afterwards::answered(play, deed)
            || persuading::reads_a_face(play, deed)?
            || letters::read(play, deed)
            || everyday::answered(play, deed)
            || handling::done(play, deed)
            || silly::done(play, deed)
            || manners::shown(play, deed)?
            || deed.act != Act::Cast && tools::used(play, deed)?))
}

fn act(play: &mut Play<'_>, deed: &Deed) -> Step {
    if act_in_peace(play, deed)? {
        return Ok(());
    }
    let climbs = daring::for_a_view(play, deed);
    let deed = climbs.as_ref().unwrap_or(deed);
    match deed.act {
        Act::Look => looking::look(play, &deed.object),
        Act::Ways => looking::ways(play),
        Act::Where => whereabouts::whereabouts(play, &deed.object),
        Act::Who => acquaintance::who(play, &deed.object)?,
        Act::Wonder => knowing::wonder(play, deed)?,
        Act::Go if talking::goes_to_somebody(play, &deed.object) => talking::talk(play, deed)?,
        Act::Go | Act::Leave => moving::go(play, &deed.object, deed.act == Act::Leave)?,
        Act::Flee => moving::flee(play),
        Act::Talk => talking::talk(play, deed)?,
        Act::Accept => offers::accept(play, deed)?,
        Act::Refuse => offers::refuse(play),
        Act::Persuade => persuading::persuade(play, deed)?,
        Act::Take => things::take(play, &deed.object)?,
        Act::Drop => things::drop(play, deed),
        Act::Give => things::give(play, &deed.object, &deed.other)?,
        Act::Use | Act::Light | Act::Read | Act::Eat | Act::Drink => things::use_up(play, deed)?,
        Act::Open | Act::Close | Act::Force | Act::Climb => risking::handle(play, deed)?,
        Act::Attack => fighting::attack(play, &deed.object)?,
        Act::Cast => casting::cast(play, deed)?,
        Act::Sneak | Act::Search | Act::Listen => risking::try_skill(play, deed)?,
        Act::Steal => stealing::steal(play, &deed.object, &deed.other)?,
        Act::Stunt | Act::Handle if lore::can_meddle(play, &deed.object) => drop(lore::meddle(play, &deed.object)),
        Act::Handle if lore::can_meddle(play, &deed.words) => drop(lore::meddle(play, &deed.words)),
        Act::Stunt => daring::stunt(play, deed)?,
        Act::Consider | Act::Refrain => considering::left_undone(play, deed),
        Act::Handle => odd::puzzle(play, &deed.words),
        Act::Rest => resting::rest(play, &deed.words)?,
        Act::Tend => tending::tend(play, deed),
        Act::Settle => settling::settle(play, deed)?,
        Act::Rise => settling::rise(play),
        Act::PutOut => settling::put_out(play),
        Act::Sleep => resting::sleep(play, &deed.words)?,
        Act::Wait => resting::wait(play, &deed.words),
        Act::Buy => trading::buy(play, &deed.object)?,
        Act::Sell => trading::sell(play, &deed.object),
        Act::Pay => trading::pay(play, deed),
        Act::Inventory => odd::inventory(play, &deed.object),
        Act::Spells => odd::spells(play),
        Act::Status => odd::status(play),
        Act::Time => odd::time(play),
        Act::Help => helping::help(play),
        Act::Recall => recalling::recall(play, &deed.object)?,
        Act::Rules => consulting::rules(play, deed)?,
        Act::Ability => consulting::ability(play, &deed.object)?,
        Act::Gesture => daring::gesture(play, deed),
        Act::Insult => talking::insult(play, &deed.object),
        Act::Boast => odd::boast(play),
        Act::Meta => odd::speak_to_the_sky(play),
        Act::Foreign => odd::foreign(play),
        Act::Unknown => odd::puzzle(play, if deed.words.is_empty() { &deed.object } else { &deed.words }),
    }
    Ok(())
}

/// Plays a deed that needs nothing but the hero, what the hero carries, and the rules.
pub(super) fn by_sheet(play: &mut Play<'_>, deed: &Deed) -> Step {
    doubt::surely(play, deed, act_by_sheet)
}

fn act_by_sheet(play: &mut Play<'_>, deed: &Deed) -> Step {
    if tending::poured(play, deed)? {
        return Ok(());
    }
    match deed.act {
        Act::Inventory => odd::inventory(play, &deed.object),
        Act::Spells => odd::spells(play),
        Act::Status => odd::status(play),
        Act::Time => odd::time(play),
        Act::Rules => consulting::rules(play, deed)?,
        Act::Ability => consulting::ability(play, &deed.object)?,
        Act::Cast => casting::cast(play, deed)?,
        Act::Rest => resting::rest(play, &deed.words)?,
        Act::Tend => tending::tend(play, deed),
        Act::Sleep => resting::sleep(play, &deed.words)?,
        Act::Take => things::take(play, &deed.object)?,
        Act::Drop => things::drop(play, deed),
        Act::PutOut => settling::put_out(play),
        _ => things::use_up(play, deed)?,
    }
    Ok(())
}

/// A hero who lies there comes to, whatever the player wanted, unless others of the party stand: it is for them to help then, and
/// nothing happens. Returns whether that is so.
pub(super) fn lies_still(play: &mut Play<'_>) -> bool {
    if play.hero.hp > 0 || play.table.heroes.is_empty() {
        return false;
    }
    if play.table.foes().next().is_some() {
        fighting::fall(play);
        return false;
    }
    if play.table.heroes.iter().any(|other| other.id != play.hero.id && other.hp > 0 && !other.dead) {
        play.say(if play.hero.dead { lines::LIES_DEAD } else { lines::LIES_STILL }, &[]);
        return true;
    }
    play.say(lines::COMES_TO, &[]);
    play.hurt_or_heal(1);
    let asleep: Vec<String> =
        play.hero.conditions.iter().filter(|name| name.to_lowercase().starts_with("unconscious")).cloned().collect();
    play.effects.conditions_removed.extend(asleep);
    false
}

/// Where the thread leads next.
fn lead(play: &Play<'_>) -> Spot {
    let adventure = play.world.adventure;
    if !play.on_quest() || chief_fallen(play) {
        Spot::Home
    } else if !play.owns(adventure.token.0) {
        Spot::Site
    } else {
        shapes::errand_spot(play).unwrap_or(Spot::Heart)
    }
}

/// Whether the one behind the trouble is done with.
fn chief_fallen(play: &Play<'_>) -> bool {
    let adventure = play.world.adventure;
    play.owns(adventure.prize) || play.is_fact(&StoryFact::Settled { who: adventure.chief.0.to_owned() })
}
