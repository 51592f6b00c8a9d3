//! The current fight as a prompt block for the combat agent. [`FightBlock`] documents its lines.

use game::{
    Game,
    combat::{
        act::FighterAction,
        bout::Spellbook,
        deed::ActionEffect,
        encounter::Combatant,
        event::CombatEvent,
        fighter::FighterRef,
        legal::{Legal, legal, not_ready},
        square::Square,
        terrain::TerrainPatch,
    },
    id::CharacterId,
};
use prompt::{
    Commas, PartText,
    fight::{
        ActText, Distance, FightBlock, FightOption, FighterLine, NamedAct, NotReady, PossibleAct, Span, SquareAt,
        SquaresBeside, TerrainLine,
    },
    plain,
    table::HealthText,
};

use crate::dm::prompt::condition_in_words;

use super::step::hero_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm) enum BlockReader {
    /// The built-in storyteller: all reachable squares, and events as facts.
    Storyteller,
    /// A language model: the maximum distance, the squares next to foes, and events as sentences.
    Model,
}

/// Maximum number of squares listed next to one foe.
const MOST_BESIDE: usize = 3;

/// Builds the block for the hero `acting`; none without a fight. `happened` are events that haven't been narrated.
pub(in crate::dm) fn fight_block(
    game: &Game,
    book: &dyn Spellbook,
    acting: &CharacterId,
    happened: &[CombatEvent],
    reader: BlockReader,
) -> Option<FightBlock> {
    let encounter = game.encounter.as_deref()?;
    let who = hero_of(acting);
    let own = encounter.combatant(&who);
    let is_model = reader == BlockReader::Model;
    let fighter = |it: &Combatant| {
        let fighter = game.fighter(&it.who)?;
        let attacks = if is_model { attacks(fighter) } else { Commas::default() };
        Some(FighterLine { attacks, ..line(it, fighter, own, acting) })
    };
    let option = |it: &Legal| match (&it.act, own) {
        (FighterAction::Move { .. }, Some(own)) if is_model => ways(game, own, &it.squares),
        (FighterAction::Move { .. }, _) => FightOption::GoTo(it.squares.iter().copied().collect()),
        _ => FightOption::Do(possible(it, is_model)),
    };
    let not_ready = if is_model { not_ready(game, book, &who) } else { Vec::new() };
    let not_ready = not_ready.iter().map(|(name, why)| NotReady { name: PartText::of(name), why: PartText::of(why) });
    Some(FightBlock {
        round: Some(encounter.round),
        happened: if is_model { PartText::each(happened.iter().map(CombatEvent::line)) } else { Vec::new() },
        events: if is_model { Vec::new() } else { happened.to_vec() },
        turn: encounter.current().map(|current| PartText::of(current.who.as_str())).unwrap_or_default(),
        asked: encounter.pending.as_deref().map(|it| PartText::of(&it.question.sentence().for_log())),
        fighters: encounter.order.iter().filter_map(fighter).collect(),
        terrain: encounter.terrain.iter().map(terrain_line).collect(),
        options: legal(game, book, &who).iter().map(option).collect(),
        not_ready: not_ready.collect(),
    })
}

fn terrain_line(patch: &TerrainPatch) -> TerrainLine {
    let kind = patch.kind.clone();
    TerrainLine { kind, name: PartText::of(&patch.name), at: patch.at.iter().copied().collect() }
}

fn line(it: &Combatant, fighter: FighterRef, own: Option<&Combatant>, acting: &CharacterId) -> FighterLine {
    let distance = own
        .filter(|own| own.who != it.who)
        .map(|own| Distance { feet: own.feet_to(it), from: PartText::of(acting.as_str()) });
    FighterLine {
        id: PartText::of(it.who.as_str()),
        name: PartText::of(fighter.name()),
        side: it.side,
        initiative: it.initiative,
        health: HealthText::of(fighter),
        at: SquareAt(it.square),
        span: (it.span > 1).then_some(Span(it.span)),
        distance,
        states: if fighter.is_dead() { Commas::default() } else { states(it, fighter) },
        attacks: Commas::default(),
    }
}

/// Conditions of a fighter, and what else is on it.
fn states(it: &Combatant, fighter: FighterRef) -> Commas<PartText> {
    let conditions = fighter.conditions().iter().map(condition_in_words);
    let effects = fighter.effects().iter().map(|it| it.name.clone());
    let stances = [("surprised", it.surprised), ("dodging", it.stance.dodging), ("hidden", it.stance.hidden.is_some())];
    let stances = stances.iter().filter(|(_, is)| *is).map(|(what, _)| (*what).to_owned());
    PartText::each(conditions.chain(effects).chain(stances)).into_iter().collect()
}

/// The attacks of a creature that lives.
pub(in crate::dm) fn attacks(fighter: FighterRef) -> Commas<PartText> {
    let FighterRef::Creature(one) = fighter else { return Commas::default() };
    let stats = one.stat_block();
    let attacks = stats.deeds.iter().filter(|deed| !one.is_dead() && matches!(deed.effect, ActionEffect::Attack(_)));
    PartText::each(attacks.map(|deed| &deed.name).filter(|name| !plain(name).contains('('))).into_iter().collect()
}

/// How far a hero can move, and the nearest squares next to each foe.
fn ways(game: &Game, own: &Combatant, squares: &[Square]) -> FightOption {
    let mut beside = Vec::new();
    let order = game.encounter.iter().flat_map(|encounter| &encounter.order);
    for foe in order.filter(|it| it.side.fights(own.side)) {
        if game.fighter(&foe.who).is_none_or(FighterRef::is_dead) || foe.is_beside(own) {
            continue;
        }
        let mut near: Vec<Square> =
            squares.iter().copied().filter(|at| own.footprint().at(*at).is_beside(foe.footprint())).collect();
        near.sort_by_key(|at| at.feet_to(own.square));
        near.truncate(MOST_BESIDE);
        if !near.is_empty() {
            beside.push(SquaresBeside { whom: PartText::of(foe.who.as_str()), squares: near.into_iter().collect() });
        }
    }
    FightOption::Go { feet: squares.iter().map(|at| at.feet_to(own.square)).max().unwrap_or(0), beside }
}

fn possible(it: &Legal, is_model: bool) -> PossibleAct {
    let named = |act, slot| ActText::Named { act, name: PartText::of(&it.name), slot };
    let act = match &it.act {
        FighterAction::Attack { .. } => named(NamedAct::Attack, None),
        FighterAction::Do { slot, .. } => named(NamedAct::Cast, *slot),
        FighterAction::Use { .. } => named(NamedAct::UseFeature, None),
        FighterAction::UseItem { .. } => named(NamedAct::UseItem, None),
        FighterAction::React { reaction } => {
            ActText::Named { act: NamedAct::React, name: PartText::of(reaction), slot: None }
        }
        _ => ActText::Plain(PartText::of(&it.name.to_lowercase().replace(' ', "_"))),
    };
    PossibleAct {
        act,
        cost: PartText::of(it.cost),
        targets: PartText::each(&it.targets).into_iter().collect(),
        is_told: is_model && it.is_told,
    }
}
