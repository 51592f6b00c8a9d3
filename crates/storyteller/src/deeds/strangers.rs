//! Neutral creatures of a scene: those that could be fought and need not be.

use crate::words::deeds::strangers::{AFTER, ASKS_FOR, OFFERS_SERVICE};
use game::story_fact::StoryFact;
use serde_json::json;

use crate::{
    chance::hash_all,
    fray,
    intent::{Act, Deed},
    phrases::{shapes as said, talk},
    play::{Outcome, Play, Step, best_match},
    prose::{plainly, the},
    stakes::Stake,
    table::Creature,
    world::{Spot, in_text},
};

use super::{moods, shapes, shapes::Shape, things};

/// How a bargain is begun.
const BARGAINS: [Act; 8] =
    [Act::Talk, Act::Persuade, Act::Accept, Act::Refuse, Act::Pay, Act::Give, Act::Wait, Act::Sell];

/// Plays a deed that is meant for someone of the scene who has not made up their mind; returns whether it was one.
pub(super) fn met(play: &mut Play<'_>, deed: &Deed) -> Step<bool> {
    let here: Vec<Creature> =
        play.table.creatures.iter().filter(|one| one.disposition == "neutral" && one.hp > 0).cloned().collect();
    let here: Vec<Creature> = here.into_iter().filter(|one| !play.world.is_guest(&one.name)).collect();
    let Some(one) = here.first().cloned() else { return Ok(false) };
    let chief = one.name.eq_ignore_ascii_case(play.world.adventure.chief.0);
    let spot = play.world.spot(&play.table.location);
    match (shapes::shape(play), spot) {
        (Shape::Unarmed, _) if chief => talks(play, &one, deed),
        (Shape::TwoSides, _) if chief => chooses(play, &one, deed),
        (Shape::Theft, _) if chief => steals(play, &one, deed),
        (Shape::Toll, Spot::Mouth) if one.hp == one.max_hp => toll(play, &one, deed),
        (Shape::Chase, Spot::Site) if one.hp == one.max_hp => chase(play, &one, deed),
        _ => prisoner(play, &one, deed),
    }
}

/// Whether a deed is meant for this creature: by name, or because it is the only one here.
fn is_for(play: &Play<'_>, one: &Creature, deed: &Deed) -> bool {
    let words = format!("{} {}", deed.object, deed.other);
    let people = play.world.people(&play.table.location);
    let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
    people.is_empty() || (best_match(&words, &[&one.name]).is_some() && best_match(&deed.object, &names).is_none())
}

fn goes(play: &mut Play<'_>, one: &Creature) {
    play.effects.creatures.push(json!({"id": one.id, "remove_from_scene": true}));
    play.table.creatures.retain(|other| other.id != one.id);
}

/// What was taken is handed over, without a blow.
fn handed_over(play: &mut Play<'_>, one: &Creature, how: &str) {
    let adventure = play.world.adventure;
    play.gain(adventure.prize);
    play.effects.xp += 100;
    let deed = format!("{} {how} {} for the {}", play.hero.name, adventure.chief.0, adventure.prize);
    play.effects.milestone = Some(deed.clone());
    play.note_fact(StoryFact::Settled { who: adventure.chief.0.to_owned() });
    play.effects.record(deed);
    play.effects.scene =
        Some(format!("The {} is in {}'s hands, and nobody bars the way.", adventure.prize, play.hero.name));
    goes(play, one);
}

/// What someone would take for it: coins, or a thing out of the pack.
fn gift(play: &mut Play<'_>, deed: &Deed) -> Option<String> {
    if deed.act == Act::Pay || deed.other.contains("gold") || deed.object.contains("gold") {
        let asked = format!("{} {}", deed.object, deed.other);
        let gold = asked.split(' ').find_map(|word| word.parse::<i64>().ok()).unwrap_or(2).clamp(1, 50);
        return play
            .pay(gold * 100, "")
            .then(|| if gold == 1 { "one gold piece".to_owned() } else { format!("{gold} gold pieces") });
    }
    let thing = play.in_pack(&deed.object).filter(|thing| !thing.eq_ignore_ascii_case(play.world.adventure.token.0))?;
    play.lose(&thing);
    Some(the(&plainly(&thing)))
}

/// One who would rather be asked than struck at.
fn talks(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    let prize = best_match(&deed.object, &[play.world.adventure.prize]).is_some();
    let handles = matches!(deed.act, Act::Close | Act::Open | Act::Force | Act::Use) && prize;
    let takes = matches!(deed.act, Act::Take | Act::Steal) || handles;
    if !is_for(play, one, deed) || !(BARGAINS.contains(&deed.act) || takes) {
        return Ok(false);
    }
    let adventure = play.world.adventure;
    let slots = [("chief", adventure.chief.0), ("prize", adventure.prize)];
    if takes {
        play.say(said::CHIEF_HOLDS_ON, &slots);
        return Ok(true);
    }
    if offers_itself(deed) {
        play.say(said::CHIEF_BUYS_NOTHING, &slots);
        play.add(said::CHIEF_WOULD_TALK, &slots);
        return Ok(true);
    }
    if matches!(deed.act, Act::Accept | Act::Wait | Act::Sell)
        || (deed.act == Act::Talk && !asks(deed) && !pleads(play, deed))
    {
        play.say(said::CHIEF_LISTENS, &slots);
        play.add(said::CHIEF_WOULD_TALK, &slots);
        return Ok(true);
    }
    if deed.act == Act::Refuse || (deed.act == Act::Talk && asks(deed)) {
        if !play.add(&[play.world.twist().words], &slots) {
            play.say(said::CHIEF_TELLS, &slots);
        }
        play.add(said::CHIEF_WOULD_TALK, &slots);
        return Ok(true);
    }
    win_over(play, one, deed)?;
    Ok(true)
}

/// Tries to have what was taken by words, or for a gift.
fn win_over(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step {
    let adventure = play.world.adventure;
    let slots = [("chief", adventure.chief.0), ("prize", adventure.prize)];
    // "Give me the jar" gives nothing.
    let wants = ["give me", "give us", "hand me", "give it", "hand it", "hand over", "give back"]
        .iter()
        .any(|start| deed.words.starts_with(start));
    let brings = matches!(deed.act, Act::Give | Act::Pay) && !wants;
    let gift = if brings { gift(play, deed) } else { None };
    if brings && gift.is_none() {
        things::missing(play, &deed.object);
        return Ok(());
    }
    let unheard = StoryFact::NotHeard { by: adventure.chief.0.to_owned() };
    let refused = play.is_fact(&unheard);
    let dc = if gift.is_some() { 7 } else { 13 };
    let outcome = play.check("cha", "persuasion", dc, &format!("Win {} over", adventure.chief.0))?;
    if let Some(gift) = &gift {
        play.say(said::CHIEF_TAKES_GIFT, &[("chief", adventure.chief.0), ("gift", gift)]);
    }
    match outcome {
        Outcome::Success => {
            play.say(said::CHIEF_GIVES, &slots);
            handed_over(play, one, "reasoned with");
        }
        Outcome::Near => play.say(said::CHIEF_WANTS_GIFT, &slots),
        Outcome::Failure if refused && gift.is_none() => {
            play.say(said::CHIEF_LOSES_PATIENCE, &slots);
            fray::begin(play, std::slice::from_ref(&one.id), false)?;
        }
        Outcome::Failure => {
            play.say(said::CHIEF_UNMOVED, &slots);
            play.note_fact(unheard);
            play.effects.note(format!("{} was not heard by {}", play.hero.name, adventure.chief.0));
        }
    }
    Ok(())
}

/// Whether words ask for what was taken, or for an end of it, rather than say anything at all.
fn pleads(play: &Play<'_>, deed: &Deed) -> bool {
    let words = format!("{} {} {} {}", deed.words, deed.object, deed.other, deed.speech).to_lowercase();
    let asks = words.split(|c: char| !c.is_alphabetic()).any(|word| ASKS_FOR.contains(&word));
    asks || best_match(&words, &[play.world.adventure.prize]).is_some()
}

/// Whether the hero offers service or a part of themselves, the opposite of the errand.
fn offers_itself(deed: &Deed) -> bool {
    let words = format!("{} {} {}", deed.words, deed.other, deed.speech).to_lowercase();
    deed.act == Act::Sell || OFFERS_SERVICE.iter().any(|phrase| words.contains(phrase))
}

/// Whether words only ask.
fn asks(deed: &Deed) -> bool {
    let text = format!("{} {} {}", deed.words, deed.other, deed.speech);
    let first = deed.words.split(' ').next().unwrap_or_default();
    text.contains('?') || ["who", "what", "why", "how", "where", "ask", "talk", "hello", "greet"].contains(&first)
}

/// One who has a claim: the hero gives it up to them, takes it to the other side, or brings both to an agreement.
fn chooses(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    let words = format!("{} {}", deed.words, deed.speech);
    let sides = words.contains("with you")
        || words.contains("side with")
        || words.contains("your side")
        || words.contains("keep it");
    let takes = matches!(deed.act, Act::Take | Act::Steal);
    if !is_for(play, one, deed) || !(BARGAINS.contains(&deed.act) || takes || sides) {
        return Ok(false);
    }
    let adventure = play.world.adventure;
    let giver = play.world.giver.clone();
    let slots = [("chief", adventure.chief.0), ("prize", adventure.prize), ("giver", giver.as_str())];
    if deed.act == Act::Accept || sides {
        play.stakes(Stake::Quest, "");
        play.say(said::SIDES_WITH_CHIEF, &slots);
        let quest = adventure.quest;
        play.effects.quests_completed.push(play.world.cased(quest));
        super::endings::done(play, "", adventure.chief.0);
        play.note_fact(StoryFact::Settled { who: adventure.chief.0.to_owned() });
        play.effects.remember(format!("{} sided with {} against {giver}", play.hero.name, adventure.chief.0));
        play.effects.xp += 100;
        let thing = SIDE_GIFTS[usize::try_from(hash_all(&[quest]) % 4).unwrap_or(0)];
        play.gain(thing);
        play.say(said::CHIEF_THANKS, &[("chief", adventure.chief.0), ("thing", thing)]);
        let insulted = StoryFact::Insulted { whom: giver.clone() };
        moods::mark(play, format!("{} insulted {giver} by taking the other side", play.hero.name), insulted);
        goes(play, one);
        return Ok(true);
    }
    if deed.act == Act::Refuse || takes {
        play.say(said::CHIEF_IS_REFUSED, &slots);
        fray::begin(play, std::slice::from_ref(&one.id), false)?;
        return Ok(true);
    }
    if deed.act == Act::Talk && asks(deed) {
        play.say(said::CHIEF_TELLS, &slots);
        play.say(said::CHIEF_ASKS_YOU_TO_CHOOSE, &slots);
        return Ok(true);
    }
    if matches!(deed.act, Act::Wait | Act::Sell) || (deed.act == Act::Talk && !pleads(play, deed)) {
        play.say(said::CHIEF_LISTENS, &slots);
        play.say(said::CHIEF_ASKS_YOU_TO_CHOOSE, &slots);
        return Ok(true);
    }
    match play.check("cha", "persuasion", 14, &format!("Bring {} to an agreement", adventure.chief.0))? {
        Outcome::Success => {
            play.say(said::BOTH_AGREE, &slots);
            handed_over(play, one, "made peace between both sides and asked");
        }
        _ => {
            play.say(said::CHIEF_UNMOVED, &slots);
            play.say(said::CHIEF_ASKS_YOU_TO_CHOOSE, &slots);
        }
    }
    Ok(true)
}

/// What the other side gives.
const SIDE_GIFTS: [&str; 4] = ["healing potion", "old gold ring", "silver key without a lock", "cloak of grey fur"];

/// One who sleeps.
fn steals(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    let adventure = play.world.adventure;
    let slots = [("chief", adventure.chief.0), ("prize", adventure.prize)];
    let prize = best_match(&deed.object, &[adventure.prize]).is_some() || deed.object.is_empty();
    match deed.act {
        Act::Take | Act::Steal if prize => {}
        Act::Sneak if !["hide", "stay", "lie low", "take cover"].iter().any(|verb| deed.words.starts_with(verb)) => {}
        Act::Talk | Act::Persuade | Act::Insult => {
            play.say(said::CHIEF_WAKES, &slots);
            fray::begin(play, std::slice::from_ref(&one.id), false)?;
            return Ok(true);
        }
        _ => return Ok(false),
    }
    let skill = if deed.act == Act::Sneak { "stealth" } else { "sleight of hand" };
    match play.check("dex", skill, 12, &format!("Take the {} unheard", adventure.prize))? {
        Outcome::Failure => {
            play.say(said::CHIEF_WAKES, &slots);
            fray::begin(play, std::slice::from_ref(&one.id), false)?;
        }
        how => {
            play.say(if how == Outcome::Near { said::ALMOST_WOKE } else { said::TAKEN_UNHEARD }, &slots);
            handed_over(play, one, "outwitted");
        }
    }
    Ok(true)
}

/// One who wants to be paid.
fn toll(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    let foe = the(&one.name);
    let slots = [("foe", foe.as_str())];
    match deed.act {
        Act::Pay | Act::Accept | Act::Give => {
            let paid = if deed.act == Act::Accept { play.pay(200, "") } else { gift(play, deed).is_some() };
            if !paid {
                play.say(said::TOLL_IS_SHORT, &slots);
                return Ok(true);
            }
            play.say(said::TOLL_IS_PAID, &slots);
            play.effects.note(format!("{} paid {foe} at {}", play.hero.name, play.here()));
            goes(play, one);
        }
        Act::Refuse => {
            play.say(said::TOLL_IS_REFUSED, &slots);
            fray::begin(play, std::slice::from_ref(&one.id), false)?;
        }
        Act::Persuade | Act::Sneak => {
            let (ability, skill) = if deed.act == Act::Sneak { ("dex", "stealth") } else { ("cha", "persuasion") };
            match play.check(ability, skill, 12, &format!("Get past {foe} for nothing"))? {
                Outcome::Failure => play.say(said::TOLL_STANDS, &slots),
                _ => {
                    play.say(said::TOLL_IS_WAIVED, &slots);
                    play.effects.xp += 25;
                    goes(play, one);
                }
            }
        }
        Act::Talk | Act::Wait => play.say(said::TOLL_STANDS, &slots),
        Act::Go | Act::Leave
            if play.world.toward(&play.table.location, Spot::Heart).is_some_and(|exit| {
                deed.object.is_empty()
                    || ["on", "in", "inside", "down"].contains(&deed.object.as_str())
                    || best_match(&deed.object, &[&exit.name]).is_some()
            }) =>
        {
            play.say(said::TOLL_STANDS, &slots);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// One who runs.
fn chase(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    let adventure = play.world.adventure;
    let foe = the(&one.name);
    let slots = [("foe", foe.as_str()), ("token", adventure.token.0)];
    let words = play.reading.words.to_lowercase();
    let pursues = words.split(|c: char| !c.is_alphabetic()).any(|word| AFTER.contains(&word));
    if !pursues && crate::turn::is_free(deed.act) {
        play.say(said::STILL_RUNNING, &slots);
        play.prose.paragraph();
        return Ok(false);
    }
    if !pursues {
        // Whatever else is done, it is done while someone gets away.
        play.say(said::GOT_AWAY_WITH_IT, &slots);
        shapes::note_warning(play);
        goes(play, one);
        play.prose.paragraph();
        return Ok(false);
    }
    let athletic = play.hero.skill("str", "athletics") >= play.hero.skill("dex", "acrobatics");
    let (ability, skill) = if athletic { ("str", "athletics") } else { ("dex", "acrobatics") };
    let first = play.check(ability, skill, 11, &format!("Keep up with {foe}"))?;
    let second = match first {
        Outcome::Failure => play.check("wis", "perception", 12, &format!("Guess where {foe} is going"))?,
        first => first,
    };
    play.effects.minutes += 5;
    match second {
        Outcome::Failure => {
            play.say(said::LOST_IN_THE_CHASE, &slots);
            shapes::note_warning(play);
        }
        how => {
            play.say(if how == Outcome::Near { said::DROPS_IT } else { said::CAUGHT_UP_WITH }, &slots);
            if !play.owns(adventure.token.0) {
                play.say(said::WHAT_IT_CARRIED, &slots);
                super::risking::token_in_hand(play);
            }
            if how == Outcome::Near {
                shapes::note_warning(play);
            }
        }
    }
    goes(play, one);
    Ok(true)
}

/// One who has given up, or who only looks on.
fn prisoner(play: &mut Play<'_>, one: &Creature, deed: &Deed) -> Step<bool> {
    // One who has heard nothing so far hears words.
    let hidden = play.hero.conditions.iter().any(|name| name.eq_ignore_ascii_case("hidden"));
    let speaks = matches!(deed.act, Act::Talk | Act::Persuade | Act::Insult);
    if hidden && speaks && one.hp == one.max_hp && play.world.people(&play.table.location).is_empty() {
        play.say(said::HEARS_YOU, &[("foe", &the(&one.name))]);
        super::fighting::came_hidden(play);
        fray::begin(play, std::slice::from_ref(&one.id), false)?;
        return Ok(true);
    }
    if !matches!(deed.act, Act::Talk | Act::Persuade | Act::Accept | Act::Give | Act::Pay) || !is_for(play, one, deed) {
        return Ok(false);
    }
    let foe = the(&one.name);
    let adventure = play.world.adventure;
    let here = play.table.location.clone();
    let goal = if play.world.spot(&here) == Spot::Site { Spot::Mouth } else { Spot::Heart };
    let there = in_text(play.world.name(goal));
    let slots = [("foe", foe.as_str()), ("chief", adventure.chief.0), ("there", there.as_str())];
    if !crate::foes::speaks(adventure.foe.1) {
        play.say(talk::CANNOT_SPEAK, &slots);
        return Ok(true);
    }
    if play.add(said::PRISONER_TALKS, &slots) && !play.is_fact(&StoryFact::ToldOf { who: adventure.chief.0.to_owned() })
    {
        play.note_fact(StoryFact::ToldOf { who: adventure.chief.0.to_owned() });
        play.effects.remember(format!("{} was told of {} by {foe}", play.hero.name, adventure.chief.0));
    }
    goes(play, one);
    play.say(said::PRISONER_GOES, &slots);
    Ok(true)
}
