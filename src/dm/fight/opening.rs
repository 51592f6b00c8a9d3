//! Starts a fight, and adds fighters to it.

use game::{
    Change, Refusal,
    combat::{
        act::FighterAction,
        encounter::FightSide,
        fighter::{FighterId, FighterRef},
        initiative::{self, FightOpening},
        perform, placement, rounds,
    },
    conditions,
    creature::{self, Creature, Disposition},
    id::NpcId,
    listed,
};
use model::ToolCall;

use crate::{
    agent::Tool,
    dm::{Draft, plot},
};

use super::{
    step::{hero_of, to_a_hero},
    tools::StartCombat,
};

/// Code of the notice that a fight that waited for `start_combat` could not begin.
const NOT_BEGUN: &str = "fight_not_begun";

/// How a fight opens: names and ids of creatures in the scene and of heroes.
#[derive(Debug, Default)]
pub(in crate::dm) struct Opens<'a> {
    /// Creatures that become hostile.
    pub(in crate::dm) foes: &'a [String],
    /// Fighters next to the acting hero.
    pub(in crate::dm) close: &'a [String],
    /// Surprised fighters.
    pub(in crate::dm) surprised: &'a [String],
    /// Creatures that stay out, besides those that the player named.
    pub(in crate::dm) stay_out: &'a [String],
}

/// The opening of a fight by hostile newcomers. If the reply that brings them in also calls `start_combat`, there is only one
/// opening, that of the call, which says who is close, who is surprised and who stays out.
#[derive(Debug, Default)]
pub(in crate::dm) struct HeldOpening {
    /// Whether the reply calls `start_combat`, which has opened no fight yet.
    is_called: bool,
    /// Whether creatures came in that begin a fight by themselves.
    is_due: bool,
    /// Those who came in this turn and are next to the acting hero, whether they begin a fight or not.
    close: Vec<NpcId>,
}

/// Notes whether a reply of the model calls `start_combat`. Opens the fight that waited for the call of an earlier reply, if this one
/// has no such call.
pub(in crate::dm) fn hear_reply(draft: &mut Draft, calls: &[ToolCall]) {
    draft.opening.is_called = calls.iter().any(|call| call.name == StartCombat::NAME);
    if !draft.opening.is_called {
        open_held(draft);
    }
}

/// Notes that a call of the model was refused. A fight that is not due yet doesn't wait for a refused `start_combat`.
pub(in crate::dm) fn hear_refusal(draft: &mut Draft, tool: &str) {
    if tool == StartCombat::NAME {
        draft.opening.is_called &= draft.opening.is_due;
    }
}

/// Opens the fight that waited for a `start_combat`, which never came or was refused. The model has read the answer to the arrival
/// by then, so a notice says why the fight can't begin.
pub(in crate::dm) fn open_held(draft: &mut Draft) {
    draft.opening.is_called = false;
    let is_due = std::mem::take(&mut draft.opening.is_due) && draft.game().encounter.is_none();
    if is_due && let Err(refusal) = open(draft, &Opens::default()) {
        draft.notice(NOT_BEGUN, &format!("The fight did not begin: {refusal}"));
    }
}

/// The fighters that an opening names.
struct OpeningNames {
    foes: Vec<NpcId>,
    stay_out: Vec<NpcId>,
    close: Vec<FighterId>,
    surprised: Vec<FighterId>,
}

impl OpeningNames {
    fn of(draft: &Draft, opens: &Opens) -> Result<Self, Refusal> {
        let found = |name: &String| {
            let found = creature::find(draft.game(), name);
            found
                .or_else(|refusal| creature::find_by_words(draft.game(), name).ok_or(refusal))
                .map(|one| one.id.clone())
        };
        let ids = |names: &[String]| names.iter().map(found).collect::<Result<Vec<NpcId>, Refusal>>();
        let fighters = |names: &[String]| {
            let fighter = |name: &String| match draft.game().hero(name) {
                Ok(hero) => Ok(FighterId::Hero(hero.id.clone())),
                Err(_) => found(name).map(FighterId::Creature),
            };
            names.iter().map(fighter).collect::<Result<Vec<FighterId>, Refusal>>()
        };
        let (foes, stay_out) = (ids(opens.foes)?, ids(opens.stay_out)?);
        if let Some(both) = foes.iter().find(|id| stay_out.contains(id)) {
            return Err(Refusal::new(format!("“{both}” can't both attack and stay out of the fight.")));
        }
        Ok(Self { foes, stay_out, close: fighters(opens.close)?, surprised: fighters(opens.surprised)? })
    }
}

/// Opens a fight with all hostile creatures in the scene and with the named ones, which become hostile. Grappled creatures
/// are placed next to the acting hero, who grapples them. An attack that the rules judge resolved in this turn was the hero's
/// turn in the first round. Of a fight that began by itself in this turn, by those who came in, it changes what it still can, and
/// returns the fighters that are too late because they had their turn.
///
/// # Errors
/// A fight from an earlier turn is in progress, a name is unknown, a creature would both attack and stay out, no creature is
/// hostile, or no hero can act.
pub(in crate::dm) fn open(draft: &mut Draft, opens: &Opens) -> Result<Vec<FighterId>, Refusal> {
    if draft.game().encounter.is_some() && draft.began_a_fight() {
        return amend(draft, opens);
    }
    let OpeningNames { foes, mut stay_out, mut close, surprised } = OpeningNames::of(draft, opens)?;
    stay_out.extend(draft.stay_out.iter().filter(|id| !foes.contains(id)).cloned());
    close.extend(draft.opening.close.iter().cloned().map(FighterId::Creature));
    let (acting, struck) = (draft.acting().clone(), draft.struck);
    let terrain = plot::terrain_here(draft.campaign().ok().as_deref(), draft.game());
    let hero = hero_of(&acting);
    draft.fight(|bout| {
        for npc_id in foes {
            let turned =
                bout.game().creatures.iter().any(|one| one.id == npc_id && one.disposition != Disposition::Hostile);
            if turned {
                bout.make(Change::CreatureTurned { npc_id, disposition: Disposition::Hostile })?;
            }
        }
        for held in initiative::held_without_holder(bout.game()) {
            initiative::hold(bout, &hero, &held)?;
            close.push(FighterId::Creature(held));
        }
        let close = Some((acting, close));
        initiative::begin(bout, &FightOpening { surprised, close, stay_out, terrain, ..FightOpening::default() })?;
        // Fighters before the heroes in initiative order act before the narration of the opening.
        to_a_hero(bout)?;
        match struck && bout.pending().is_none() && rounds::waits_for(bout.game()) == Some(&hero) {
            true => {
                perform::perform(bout, &hero, &FighterAction::EndTurn)?;
                to_a_hero(bout)
            }
            false => Ok(()),
        }
    })?;
    draft.opening = HeldOpening::default();
    Ok(Vec::new())
}

/// Lets a fight that began by itself in this turn begin as this says.
fn amend(draft: &mut Draft, opens: &Opens) -> Result<Vec<FighterId>, Refusal> {
    let OpeningNames { foes, stay_out, close, surprised } = OpeningNames::of(draft, opens)?;
    draft.stay_out.extend(stay_out.iter().cloned());
    let fights = |draft: &Draft, id: &NpcId| {
        let who = FighterId::Creature(id.clone());
        draft.game().encounter.as_deref().is_some_and(|it| it.combatant(&who).is_some())
    };
    for id in &foes {
        if !fights(draft, id) {
            come_in(draft, id, Some(FightSide::Foes), false)?;
        }
    }
    let hero = hero_of(draft.acting());
    draft.fight(|bout| {
        for id in stay_out {
            let who = FighterId::Creature(id);
            if bout.game().encounter.as_deref().is_some_and(|it| it.combatant(&who).is_some()) {
                initiative::leave(bout, &who)?;
            }
        }
        let mut late = Vec::new();
        if bout.game().encounter.is_none() {
            return Ok(late);
        }
        for who in &close {
            if !initiative::come_beside(bout, who, &hero)? {
                late.push(who.clone());
            }
        }
        for who in &surprised {
            if !initiative::surprise(bout, who)? {
                late.push(who.clone());
            }
        }
        to_a_hero(bout)?;
        Ok(late)
    })
}

/// The instruction for narrating the start of a fight: the declared action has not happened yet, unless it was the attack that
/// the rules judge resolved. `None` without a fight.
pub(in crate::dm) fn goes_on(draft: &Draft) -> Option<String> {
    let encounter = draft.game().encounter.as_deref()?;
    if let Some(pending) = &encounter.pending {
        return Some(format!(
            "The fight waits for a reaction, about which only the player decides: tell what led to it, and end your telling with \
             the question: {}",
            pending.question.sentence().for_log()
        ));
    }
    let hero = draft.game().hero(draft.acting().as_str()).ok()?;
    let next = rounds::waits_for(draft.game()).and_then(|who| draft.game().fighter(who));
    let turn = next.map_or_else(|| hero.name.clone(), |next| next.name().to_owned());
    let acts = if next.is_some_and(|next| next.hp() <= 0) { "throw for life" } else { "act" };
    if draft.struck {
        return Some(format!(
            "The attack that was ruled on was {0}'s action. The fight goes on with the player's next words: end your telling \
             where {turn} is about to {acts}{again}.",
            hero.name,
            again = if turn == hero.name { " again" } else { "" }
        ));
    }
    // One answer tells what all heroes of a round do.
    let declare = match draft.tells_a_round_at_once() {
        true => draft.words_by_hero().into_iter().map(|(hero, _)| hero).collect(),
        false => vec![hero.id.clone()],
    };
    let declare = declare.iter().filter_map(|id| draft.game().hero(id.as_str()).ok());
    let declare: Vec<&str> =
        declare.filter(|hero| conditions::can_act(hero).is_ok()).map(|hero| hero.name.as_str()).collect();
    let declared = match declare.as_slice() {
        [] => String::new(),
        [name] => format!(
            "No deed of {name}'s has been done yet: a blow that the player's words declared has not been struck, and waits for \
             {name}'s turn. "
        ),
        names => format!(
            "No deed of {} has been done yet: a blow that the words of one of them declared has not been struck, and waits for \
             that hero's turn. ",
            listed(names.iter().copied())
        ),
    };
    Some(format!(
        "{declared}The fight goes on with the player's next words: say that the others were quicker, if they have acted, and end \
         your telling where {turn} is about to {acts}."
    ))
}

/// Handles arrivals in the scene: hostile creatures open a fight or join the current one; friends join too. Those in `close` stand
/// next to the acting hero. A fight waits for a `start_combat` of the same reply.
///
/// # Errors
/// The combat engine refused them.
pub(in crate::dm) fn open_by_arrival(draft: &mut Draft, came: &[NpcId], close: &[NpcId]) -> Result<(), Refusal> {
    let one = |draft: &Draft, id: &NpcId| draft.game().creatures.iter().find(|one| one.id == *id).cloned();
    let come = came.iter().filter(|id| !draft.stay_out.contains(id)).filter_map(|id| one(draft, id));
    let come: Vec<Creature> = come.collect();
    if draft.game().encounter.is_some() {
        for one in come.iter().filter(|one| initiative::takes_part(one)) {
            come_in(draft, &one.id, None, close.contains(&one.id))?;
        }
        return Ok(());
    }
    draft.opening.close.extend_from_slice(close);
    // A knocked-out creature begins no fight.
    let can_fight =
        |one: &Creature| !FighterRef::Creature(one).is_down() && !FighterRef::Creature(one).is_knocked_out();
    let hostile = come.iter().any(|one| one.disposition == Disposition::Hostile && can_fight(one));
    let stands = draft.game().characters.iter().any(|hero| hero.current_hp > 0 && !hero.dead);
    if !(hostile && stands) {
        return Ok(());
    }
    draft.opening.is_due = draft.opening.is_called;
    match draft.opening.is_due {
        true => Ok(()),
        false => open(draft, &Opens::default()).map(drop),
    }
}

/// Adds a creature of the scene to the fight, on the given side or on that of its disposition; a `close` one next to the acting
/// hero.
///
/// # Errors
/// There is no fight, or the creature is already in it.
pub(in crate::dm) fn come_in(
    draft: &mut Draft,
    id: &NpcId,
    side: Option<FightSide>,
    close: bool,
) -> Result<(), Refusal> {
    let (who, hero) = (FighterId::Creature(id.clone()), hero_of(draft.acting()));
    draft.fight(|bout| {
        let disposition = match side {
            Some(FightSide::Foes) => Some(Disposition::Hostile),
            Some(FightSide::Heroes) => Some(Disposition::Friendly),
            _ => None,
        };
        let is = bout.game().creatures.iter().find(|one| one.id == *id).map(|one| one.disposition);
        if let Some(disposition) = disposition.filter(|it| Some(*it) != is) {
            bout.make(Change::CreatureTurned { npc_id: id.clone(), disposition })?;
        }
        let square = if close { placement::free_beside(bout.game(), &hero, &who) } else { None };
        initiative::join(bout, &who, side, square)
    })
}
