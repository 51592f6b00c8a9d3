//! A turn of a fight, from the player's message to its result.

use game::RefusalReason;
use serde_json::json;

use super::{
    Fray, aftermath, crowd, parley,
    plan::{self, Called, Doing, Tried},
    rally, reaction,
    telling::{self, Known},
};
use crate::{
    chance::hash_all,
    deeds, focus,
    intent::{self, Act, Deed},
    phrases::lines,
    play::{Play, Step},
    prose::the,
    reading::ToolAnswer,
    world::in_text,
};

/// Everything the player wants done, as calls.
#[derive(Default)]
struct Plan {
    calls: Vec<Called>,
    /// The attempt, and the index of its call.
    tried: Option<(Tried, usize)>,
    /// Where the hero runs to.
    away: Option<String>,
    /// A foe that has had enough: its id, whether it gives up, and the index of its call.
    wavers: Option<(String, bool, usize)>,
    cannot: Vec<Doing>,
    /// Deeds that are asked about first.
    doubted: Vec<Deed>,
    free: Vec<Deed>,
}

impl Plan {
    /// Takes in what a wish comes to.
    fn take(&mut self, doing: Doing) {
        match doing {
            Doing::Free => {}
            Doing::Cannot(..) | Doing::Asks(..) => self.cannot.push(doing),
            // A hero who is away does nothing more here.
            _ if self.away.is_some() => {}
            Doing::Calls(calls) => self.calls.extend(calls),
            // One thing is tried at a time.
            Doing::Tries(..) if self.tried.is_some() => {}
            Doing::Tries(calls, tried) => {
                self.calls.extend(calls);
                self.tried = Some((tried, self.calls.len() - 1));
            }
            Doing::Away(calls, to) => {
                self.calls.extend(calls);
                self.away = Some(to);
            }
        }
    }
}

/// Plays what the player wants in a fight.
pub(crate) fn play(play: &mut Play<'_>, fray: &Fray) -> Step {
    if fray.can("pass").is_some() {
        return answer(play, fray);
    }
    let all = focus::deeds(play);
    if fray.turn != play.hero.id {
        let who = fray.fighter(&fray.turn).map(|one| the(&one.name)).unwrap_or_default();
        play.say(lines::NOT_YOUR_MOMENT, &[("foe", &who)]);
        return Ok(());
    }
    // To think back takes no time, and gives none.
    if intent::looks_back(&intent::plain(&play.reading.words)).is_some() {
        untold(play, fray);
        deeds::remembered_in_a_fight(play);
        return Ok(());
    }
    let mut plan = planned(play, fray, &all);
    plan.doubted.iter().for_each(|deed| play.asks_about(deed));
    if rally::is_call(&play.reading.words) && plan.calls.is_empty() {
        plan = Plan::default();
        plan.take(rally::call(play, fray, &play.reading.words));
    }
    let answers = match plan.calls.is_empty() {
        true => Vec::new(),
        false => play.ask(plan.calls.clone())?,
    };
    untold(play, fray);
    for doing in &plan.cannot {
        cannot(play, doing);
    }
    if !plan.calls.is_empty() {
        carried_out(play, fray, &plan, &answers);
    }
    for deed in &plan.free {
        play.prose.paragraph();
        free(play, fray, deed)?;
    }
    if play.prose.text().is_empty() {
        crowd::hints(play, fray);
    }
    Ok(())
}

/// Takes or passes the requested reaction, as the player's words say; asks again if they say neither.
fn answer(play: &mut Play<'_>, fray: &Fray) -> Step {
    untold(play, fray);
    let Some(call) = reaction::read(fray, &intent::plain(&play.reading.words)) else {
        // Word for word, however often it was asked before.
        play.prose.push(&fray.asked);
        play.add(lines::SAY_YES_OR_NO, &[]);
        return Ok(());
    };
    let plan = Plan { calls: vec![call], ..Plan::default() };
    let answers = play.ask(plan.calls.clone())?;
    carried_out(play, fray, &plan, &answers);
    Ok(())
}

fn planned(play: &Play<'_>, fray: &Fray, all: &[Deed]) -> Plan {
    let mut plan = Plan::default();
    for deed in all {
        match plan::surely(play, fray, deed) {
            Doing::Free => plan.free.push(deed.clone()),
            doing => {
                plan.doubted.extend(matches!(doing, Doing::Asks(..)).then(|| deed.clone()));
                plan.take(doing);
            }
        }
    }
    if plan.calls.is_empty() || plan.away.is_some() {
        return plan;
    }
    // Only the last of several deeds ends the turn.
    let last = plan.calls.len() - 1;
    for (_, input) in plan.calls.iter_mut().take(last).filter(|(name, _)| *name == "take_action") {
        input["ends_turn"] = json!(false);
    }
    if let Some((foe, yields)) = plan::wavers(play, fray).filter(|_| plan.tried.is_none()) {
        // It goes before the blow falls; a blow that was meant for it falls on no one.
        let how = if yields { "yields" } else { "flees" };
        let aimed = plan.calls.iter().any(|(_, input)| input["target"] == foe.id.as_str());
        if aimed || fray.foes().count() == 1 {
            plan.calls.clear();
        }
        plan.calls.insert(0, ("remove_combatant", json!({"id": foe.id, "how": how})));
        plan.wavers = Some((foe.id.clone(), yields, 0));
    } else if let Some((id, name)) = hangs_back(play) {
        let bold = hash_all(&[&id, &play.reading.told.len().to_string()]).is_multiple_of(2);
        // Anyone who hung back makes up their mind once blood has flowed.
        if bold && fray.foes().count() == 1 && play.hero.hp * 3 > play.hero.max_hp * 2 && !name.is_empty() {
            plan.calls.insert(0, ("add_combatant", json!({"id": id, "side": "foes"})));
            if let Some((_, at)) = &mut plan.tried {
                *at += 1;
            }
        }
    }
    plan
}

/// Someone of the chief's who has only looked on so far: id and name.
fn hangs_back(play: &Play<'_>) -> Option<(String, String)> {
    let foe = play.world.adventure.foe.0;
    let one = play.table.creatures.iter().find(|one| one.disposition == "neutral" && one.hp > 0)?;
    let untouched = one.hp == one.max_hp && one.name.contains(foe);
    untouched.then(|| (one.id.clone(), one.name.clone()))
}

/// Events before the player's message that were not narrated.
fn untold(play: &mut Play<'_>, fray: &Fray) {
    telling::tell(play, fray, &fray.untold, Known::default());
}

fn cannot(play: &mut Play<'_>, doing: &Doing) {
    if let Doing::Cannot(stock, slots) | Doing::Asks(stock, slots) = doing {
        let slots: Vec<(&str, &str)> = slots.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
        play.say(stock, &slots);
    }
}

/// Tells what the calls came to, and what follows where the fight is over.
fn carried_out(play: &mut Play<'_>, fray: &Fray, plan: &Plan, answers: &[Option<ToolAnswer>]) {
    let mut refused = true;
    let (mut over, mut dead) = (None, Vec::new());
    for (i, answer) in answers.iter().enumerate() {
        let Some(answer) = answer else { continue };
        let wavers = plan.wavers.as_ref().filter(|(.., at)| *at == i);
        if answer.is_error {
            // The first deed that can't be done is answered for; what would have followed goes without saying.
            if refused && over.is_none() {
                refuse(play, fray, &plan.calls[i], answer.facts.refusal.as_ref());
            }
            continue;
        }
        refused &= plan.calls[i].0 == "add_combatant";
        if let Some(name) = rallied(play, &plan.calls[i]) {
            play.say(lines::COMES_TO_HELP, &[("name", &name)]);
        }
        let tried = plan.tried.as_ref().filter(|(_, at)| *at == i).map(|(tried, _)| tried);
        if let Some(thing) = tried.and_then(|tried| tried.spent.clone()) {
            play.lose(&thing);
        }
        play.effects.slots_used.extend(tried.and_then(|tried| tried.slot));
        let yields = wavers.map(|(_, yields, _)| *yields);
        let told = telling::tell(play, fray, &answer.facts.events, Known { tried, yields, ..Known::default() });
        over = told.over.or(over);
        dead.extend(told.dead);
    }
    aftermath::of(play, fray, (over, &dead), plan.away.as_deref());
}

/// Anyone who joins the fight for the hero by this call.
fn rallied(play: &Play<'_>, (name, input): &Called) -> Option<String> {
    let joins = *name == "add_combatant" && input["side"] == "heroes";
    let one = play.table.creatures.iter().find(|one| joins && input["id"] == one.id.as_str())?;
    Some(the(&one.name))
}

/// How someone of the fight or the scene is called in a sentence, by id; the dead take no part in a fight.
fn name_of(play: &Play<'_>, fray: &Fray, id: &str) -> String {
    let of_table = || {
        let heroes = play.table.heroes.iter().map(|hero| (&hero.id, &hero.name));
        let mut all = heroes.chain(play.table.creatures.iter().map(|one| (&one.id, &one.name)));
        all.find(|(own, _)| *own == id).map(|(_, name)| name)
    };
    fray.fighter(id).map(|one| &one.name).or_else(of_table).map_or_else(String::new, |name| the(name))
}

/// An action the rules refuse: narrated as something the body can't do, with possible actions.
fn refuse(play: &mut Play<'_>, fray: &Fray, call: &Called, why: Option<&RefusalReason>) {
    let foe = plan::a_foe(fray);
    let target = call.1["target"].as_str().unwrap_or_default();
    let is_own = target.is_empty() || target == play.hero.id;
    let stock = match why {
        Some(RefusalReason::OutOfReach) => lines::NO_WAY_THROUGH,
        Some(RefusalReason::TotalCover) => lines::NO_CLEAR_LINE,
        Some(RefusalReason::NoSlot) => lines::NO_SLOTS,
        Some(RefusalReason::NoAmmunition) => lines::NOTHING_TO_SHOOT,
        Some(RefusalReason::Spent) => lines::MOMENT_SPENT,
        Some(RefusalReason::Surprised) => lines::CAUGHT_OFF_GUARD,
        Some(RefusalReason::TooLarge) => lines::TOO_LARGE,
        Some(RefusalReason::NoComponent { there, .. }) if there.is_empty() => lines::NO_COMPONENT,
        Some(RefusalReason::NoComponent { .. }) => lines::TOO_LITTLE_COMPONENT,
        Some(RefusalReason::DeadTooLong) => lines::DEAD_TOO_LONG,
        Some(RefusalReason::NoEffect) if is_own => lines::NOTHING_TO_END_IN_ONESELF,
        Some(RefusalReason::NoEffect) => lines::NOTHING_TO_END,
        Some(
            RefusalReason::ReactionPending
            | RefusalReason::Handled
            | RefusalReason::Spoiler
            | RefusalReason::Dying { .. }
            | RefusalReason::NoNumbers
            | RefusalReason::NotYet { .. },
        )
        | None => lines::BODY_REFUSES,
    };
    let with = call.1["with"].as_str().unwrap_or_default().to_lowercase();
    let (thing, there) = match why {
        Some(RefusalReason::NoComponent { thing, there }) => (thing.as_str(), there.as_str()),
        _ => ("", ""),
    };
    let name = name_of(play, fray, target);
    let slots = [
        ("foe", foe.as_str()),
        ("weapon", &with),
        ("spell", &with),
        ("thing", thing),
        ("there", there),
        ("name", &name),
    ];
    play.say(stock, &slots);
    crowd::hints(play, fray);
}

/// What takes nothing of the turn.
fn free(play: &mut Play<'_>, fray: &Fray, deed: &Deed) -> Step {
    let words = deed.words.as_str();
    match deed.act {
        Act::Refuse | Act::Accept if !play.prose.text().is_empty() => {}
        Act::Status if of_the_sheet(words) => return deeds::play(play, deed),
        Act::Who => crowd::show(play, fray),
        Act::Ways => play.say(lines::WOULD_BE_FLIGHT, &[("foe", &plan::a_foe(fray))]),
        Act::Look | Act::Where if deeds::is_about(play, &deed.object) => crowd::show(play, fray),
        Act::Look | Act::Where | Act::Wonder => {
            let names: Vec<&str> = fray.foes().map(|foe| foe.name.as_str()).collect();
            const FOES: [&str; 9] = ["thing", "creature", "monster", "beast", "enemy", "enemies", "foe", "it", "them"];
            let foe = deed.object.split(' ').any(|word| FOES.contains(&word)).then_some(0);
            match crate::play::best_match(&deed.object, &names).or(foe) {
                Some(_) => crowd::show(play, fray),
                None => return deeds::play(play, deed),
            }
        }
        Act::Status => crowd::show(play, fray),
        Act::Help => {
            crowd::show(play, fray);
            crowd::hints(play, fray);
        }
        Act::Unknown | Act::Refuse | Act::Accept => crowd::hints(play, fray),
        Act::Talk | Act::Persuade => match deeds::elsewhere(play, &deed.object) {
            Some((name, place)) => play.say(lines::ELSEWHERE, &[("name", &name), ("there", &in_text(&place))]),
            None => banter(play, fray, words),
        },
        _ => return deeds::play(play, deed),
    }
    Ok(())
}

/// Whether words ask for a number of the sheet.
fn of_the_sheet(words: &str) -> bool {
    const NUMBERS: [&str; 9] = ["ac", "armor", "armour", "level", "class", "stats", "sheet", "hp", "points"];
    words.split(|c: char| !c.is_alphabetic()).any(|word| NUMBERS.contains(&word))
}

/// Words that cost nothing: a foe answers as foes do.
fn banter(play: &mut Play<'_>, fray: &Fray, words: &str) {
    let foe = plan::a_foe(fray);
    let adventure = play.world.adventure;
    let speaks = |name: &str| {
        let kind = if name.contains(adventure.foe.0) { adventure.foe.1 } else { adventure.chief.1 };
        !["wolf", "giant-rat", "giant rat", "giant-spider", "brown-bear"].contains(&kind)
    };
    let stock = if speaks(&foe) { lines::FOE_BANTERS } else { lines::BEAST_ANSWERS };
    play.say(stock, &[("foe", &foe)]);
    if !parley::is_meant(words, "") {
        play.add(lines::COULD_BE_TALKED, &[("foe", &foe)]);
    }
}
