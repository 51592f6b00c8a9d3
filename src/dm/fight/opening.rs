//! How a fight opens, and who comes into it while it goes on.

use crate::{
    dm::Draft,
    game::{
        Change, Refusal,
        combat::{
            encounter::Side,
            fighter::FighterId,
            initiative::{self, Opening},
        },
        creature::{self, Creature, Disposition},
        id::NpcId,
    },
};

use super::step::to_a_hero;

/// Opens a fight with everybody hostile who is in the scene, and with those who are named, who turn hostile by it.
///
/// # Errors
/// There is a fight, nobody of that name is there, nobody is hostile, or no hero stands.
pub(in crate::dm) fn open(draft: &mut Draft, whom: &[String], surprised: &[String]) -> Result<(), Refusal> {
    let found = |draft: &Draft, name: &String| creature::find(draft.game(), name).map(|one| one.id.clone());
    let foes: Vec<NpcId> = whom.iter().map(|name| found(draft, name)).collect::<Result<_, _>>()?;
    let surprised: Vec<FighterId> = surprised
        .iter()
        .map(|name| match draft.game().hero(name) {
            Ok(hero) => Ok(FighterId::Hero(hero.id.clone())),
            Err(_) => found(draft, name).map(FighterId::Creature),
        })
        .collect::<Result<_, _>>()?;
    draft.fight(|bout| {
        for npc_id in foes {
            let turned =
                bout.game().creatures.iter().any(|one| one.id == npc_id && one.disposition != Disposition::Hostile);
            if turned {
                bout.make(Change::CreatureTurned { npc_id, disposition: Disposition::Hostile })?;
            }
        }
        initiative::begin(bout, &Opening { surprised, ..Opening::default() })?;
        // Whoever is quicker than the heroes has acted by the time it is told how it begins.
        to_a_hero(bout)
    })
}

/// What follows when somebody came into the scene: who is hostile opens a fight, or joins the one that goes on, as
/// friends do.
///
/// # Errors
/// The engine could not take them in.
pub(in crate::dm) fn open_by_arrival(draft: &mut Draft, came: &[NpcId]) -> Result<(), Refusal> {
    let one = |draft: &Draft, id: &NpcId| draft.game().creatures.iter().find(|one| one.id == *id).cloned();
    let come: Vec<Creature> = came.iter().filter_map(|id| one(draft, id)).collect();
    if draft.game().encounter.is_some() {
        for one in come.iter().filter(|one| one.disposition != Disposition::Neutral) {
            come_in(draft, &one.id, None)?;
        }
        return Ok(());
    }
    let hostile = come.iter().any(|one| one.disposition == Disposition::Hostile && !one.is_dead());
    let stands = draft.game().characters.iter().any(|hero| hero.current_hp > 0 && !hero.dead);
    match hostile && stands {
        true => open(draft, &[], &[]),
        false => Ok(()),
    }
}

/// Somebody of the scene joins the fight, on a side of their own choice or on that of their disposition.
///
/// # Errors
/// There is no fight, or that one is in it.
pub(in crate::dm) fn come_in(draft: &mut Draft, id: &NpcId, side: Option<Side>) -> Result<(), Refusal> {
    let who = FighterId::Creature(id.clone());
    draft.fight(|bout| {
        let disposition = match side {
            Some(Side::Foes) => Some(Disposition::Hostile),
            Some(Side::Heroes) => Some(Disposition::Friendly),
            _ => None,
        };
        let is = bout.game().creatures.iter().find(|one| one.id == *id).map(|one| one.disposition);
        if let Some(disposition) = disposition.filter(|it| Some(*it) != is) {
            bout.make(Change::CreatureTurned { npc_id: id.clone(), disposition })?;
        }
        initiative::join(bout, &who, side, None)
    })
}
