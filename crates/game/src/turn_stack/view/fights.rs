//! Combat turns of an exchange as sub-turns: others' turns, and reactions within them.
//!
//! Nothing of it is on the stack while it is played: the engine plays it at one go, and its changes tell who did what. Its
//! sub-turns are numbered behind those a model queued; a main turn with a fight in it ends with its exchange, so that no
//! number comes twice.

use super::{StackedTurnView, TurnState};
use crate::{
    Change, Game,
    combat::fighter::{FighterId, FighterRef},
    id::CharacterId,
    turn_stack::{Phase, StackedTurn},
    wording::{MAX_LINE, cut},
};

/// Looks on while changes are made.
pub(super) struct Watch {
    acting: FighterId,
    /// Reactions to the acting hero, and others' turns with their reactions.
    over: Vec<ActionEntry>,
    turn: Option<ActionEntry>,
    reaction: Option<ActionEntry>,
    fight: Option<Last>,
}

/// The state before the current change.
struct Last {
    current: Option<FighterId>,
    /// Reactions and legendary actions spent, by fighter.
    spent: Vec<(FighterId, bool, u8)>,
}

struct ActionEntry {
    who: FighterId,
    name: String,
    content: &'static str,
    facts: Vec<String>,
    reactions: Vec<ActionEntry>,
}

impl ActionEntry {
    fn new(game: &Game, who: &FighterId, content: &'static str) -> Self {
        let name = game.fighter(who).map_or(who.as_str(), FighterRef::name).to_owned();
        Self { who: who.clone(), name, content, facts: Vec::new(), reactions: Vec::new() }
    }

    fn seen(self, id: String, level: u32) -> StackedTurnView {
        let of = |(i, reaction): (usize, Self)| reaction.seen(format!("{id}.{}", i + 1), level + 1);
        let summary = match self.facts.is_empty() {
            true => format!("{}: nothing came of it.", self.name),
            false => format!("{}: {}.", self.name, self.facts.join("; ")),
        };
        StackedTurnView {
            level,
            speaker: self.who.as_str().to_owned(),
            content: self.content.to_owned(),
            phase: Phase::CombatRounds,
            state: TurnState::Ended,
            n_steps_done: u8::try_from(super::super::steps::steps(Phase::CombatRounds).len()).unwrap_or(u8::MAX),
            objective: None,
            summary: Some(cut(&summary, MAX_LINE).to_owned()),
            by_rules: true,
            log: Vec::new(),
            rules: Vec::new(),
            turns: self.reactions.into_iter().enumerate().map(of).collect(),
            id,
        }
    }
}

impl Watch {
    pub(super) fn begin(before: &Game, acting: &CharacterId) -> Self {
        let mut watch = Self {
            acting: FighterId::Hero(acting.clone()),
            over: Vec::new(),
            turn: None,
            reaction: None,
            fight: last(before),
        };
        let current = watch.fight.as_ref().and_then(|fight| fight.current.clone());
        watch.turn = current.map(|who| ActionEntry::new(before, &who, "its turn"));
        watch
    }

    /// Looks at a change that was made.
    pub(super) fn see(&mut self, after: &Game, change: &Change) {
        match change {
            Change::CombatTurnBegan { who, .. } => {
                self.turn_is_over();
                self.turn = Some(ActionEntry::new(after, who, "its turn"));
            }
            Change::CombatTurnEnded { .. } | Change::EncounterEnded { .. } => self.reaction_is_over(),
            Change::TurnSpent { who, economy } => {
                let fight = self.fight.as_ref();
                let others = fight.is_some_and(|fight| fight.current.as_ref() != Some(who));
                let spent = fight.and_then(|fight| fight.spent.iter().find(|(id, ..)| id == who));
                let (reacted, legendary) = spent.map_or((false, 0), |(_, reacted, legendary)| (*reacted, *legendary));
                let out_of_turn = match (economy.reaction && !reacted, economy.legendary > legendary) {
                    (true, _) => Some("a reaction"),
                    (_, true) => Some("a legendary action"),
                    _ => None,
                };
                match out_of_turn.filter(|_| others) {
                    Some(what) => {
                        self.reaction_is_over();
                        self.reaction = Some(ActionEntry::new(after, who, what));
                    }
                    None if !others => self.reaction_is_over(),
                    None => {}
                }
            }
            Change::CombatantMoved { who, .. } if self.turn.as_ref().is_some_and(|turn| turn.who == *who) => {
                self.reaction_is_over();
            }
            _ => {}
        }
        if let (Some(fact), Some(deed)) = (fact(after, change), self.reaction.as_mut().or(self.turn.as_mut())) {
            deed.facts.push(fact);
        }
        if matches!(change, Change::EncounterEnded { .. }) {
            self.turn_is_over();
        }
        self.fight = last(after);
    }

    /// The sub-turns below a main turn.
    pub(super) fn finish(mut self, main: &StackedTurn) -> Vec<StackedTurnView> {
        self.reaction_is_over();
        // A turn that waits for its player is not a sub-turn yet, but others' actions in it are.
        if let Some(turn) = self.turn.take() {
            self.over.extend(turn.reactions);
        }
        let ids = main.next_ids(self.over.len());
        self.over.into_iter().zip(ids).map(|(deed, id)| deed.seen(id, 1)).collect()
    }

    fn reaction_is_over(&mut self) {
        let Some(reaction) = self.reaction.take() else { return };
        match &mut self.turn {
            Some(turn) => turn.reactions.push(reaction),
            None => self.over.push(reaction),
        }
    }

    fn turn_is_over(&mut self) {
        self.reaction_is_over();
        match self.turn.take() {
            // The acting hero's own turn is the main turn.
            Some(turn) if turn.who == self.acting => self.over.extend(turn.reactions),
            Some(turn) => self.over.push(turn),
            None => {}
        }
    }
}

fn last(game: &Game) -> Option<Last> {
    let encounter = game.encounter.as_deref()?;
    let spent = encounter.order.iter().map(|it| (it.who.clone(), it.economy.reaction, it.economy.legendary));
    Some(Last { current: encounter.current().map(|it| it.who.clone()), spent: spent.collect() })
}

/// A short description of a change; none for minor ones.
fn fact(game: &Game, change: &Change) -> Option<String> {
    let name = |who: &FighterId| game.fighter(who).map_or(who.as_str(), FighterRef::name).to_owned();
    let hp = |who: &FighterId, n: i32| {
        let (verb, n) = if n < 0 { ("loses", n.unsigned_abs()) } else { ("regains", n.unsigned_abs()) };
        (n > 0).then(|| format!("{} {verb} {n} hit points", name(who)))
    };
    let (hero, creature) =
        (|id: &CharacterId| FighterId::Hero(id.clone()), |id: &crate::id::NpcId| FighterId::Creature(id.clone()));
    match change {
        Change::HpChanged { character_id, delta, temp_delta } => hp(&hero(character_id), delta + temp_delta),
        Change::CreatureHpChanged { npc_id, delta } => hp(&creature(npc_id), *delta),
        Change::ConditionAdded { character_id, condition } => {
            Some(format!("{} is {}", name(&hero(character_id)), condition.name.to_lowercase()))
        }
        Change::CreatureConditionAdded { npc_id, condition } => {
            Some(format!("{} is {}", name(&creature(npc_id)), condition.name.to_lowercase()))
        }
        Change::HeroDied { character_id, .. } => Some(format!("{} dies", name(&hero(character_id)))),
        Change::CreatureDied { npc_id, .. } => Some(format!("{} falls", name(&creature(npc_id)))),
        Change::CombatantMoved { feet, .. } if *feet > 0 => Some(format!("moves {feet} feet")),
        Change::DiceRolled { roll } => {
            let purpose = roll.in_english();
            (!purpose.is_empty()).then(|| format!("{purpose} {}", roll.total))
        }
        _ => None,
    }
}
