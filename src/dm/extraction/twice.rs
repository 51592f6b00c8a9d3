//! Rejects commands that repeat what the turn's tools have already recorded.

use game::{
    Change, State,
    character::Condition,
    combat::fighter::FighterId,
    command::{ItemAction, Laying, SpendingKind, StateCommand, id_of},
    conditions,
    item_phrase::{self, ItemPhrase},
    wording::{fold, same},
};

/// Whether these changes already contain a command's effect.
pub(super) fn is_written(command: &StateCommand, state: &State, changes: &[Change]) -> bool {
    let id = id_of(state, command.character());
    let mine = |change: &&Change| about(change).as_deref() == Some(id.as_str());
    let mut changes = changes.iter().filter(mine);
    match command {
        StateCommand::HpChange { change, is_temporary: false, .. } => {
            let felt: Vec<i32> = changes.filter_map(felt).filter(|felt| felt.signum() == change.signum()).collect();
            felt.contains(change) || felt.iter().sum::<i32>() == *change
        }
        StateCommand::HpChange { .. } => {
            changes.any(|change| matches!(change, Change::HpChanged { temp_delta, .. } if *temp_delta > 0))
        }
        StateCommand::Condition { action, condition, .. } => changes.any(|change| match (action, change) {
            (
                Laying::Add,
                Change::ConditionAdded { condition: it, .. } | Change::CreatureConditionAdded { condition: it, .. },
            ) => conditions::is_called(it, condition),
            (Laying::Remove, Change::ConditionRemoved { name, .. } | Change::CreatureConditionRemoved { name, .. }) => {
                conditions::is_called(&Condition::new(name), condition)
            }
            _ => false,
        }),
        StateCommand::Buff { action, buff_name, .. } => changes.any(|change| match (action, change) {
            (Laying::Add, Change::EffectBegan { effect, .. }) => same(&effect.name, buff_name),
            (Laying::Remove, Change::EffectEnded { name, .. }) => same(name, buff_name),
            _ => false,
        }),
        StateCommand::SpellSlot { action: SpendingKind::Use, level, .. } => {
            changes.any(|change| matches!(change, Change::SpellSlotsUsed { level: it, .. } if it == level))
        }
        StateCommand::SpellSlot { .. } => changes.any(|change| matches!(change, Change::SpellSlotsUsed { .. })),
        StateCommand::HitDice { .. } => changes.any(|change| matches!(change, Change::HitDiceUsed { .. })),
        StateCommand::Item { action, item_name, .. } => changes.any(|change| match (action, change) {
            (ItemAction::Add, Change::ItemGained { name, .. }) => alike(name, item_name),
            (ItemAction::Use | ItemAction::Remove, Change::ItemLost { name, .. }) => alike(name, item_name),
            _ => false,
        }),
        StateCommand::DeathSave { .. } => {
            let counts = |change: &Change| {
                use Change as C;
                let of_creature = matches!(change, C::CreatureDeathSavesChanged { .. } | C::CreatureDied { .. });
                of_creature || matches!(change, C::DeathSavesChanged { .. } | C::HeroDied { .. })
            };
            changes.any(counts)
        }
        StateCommand::Revive { .. } => {
            changes.any(|change| matches!(change, Change::HeroRevived { .. } | Change::CreatureHpChanged { .. }))
        }
        StateCommand::LayOnHands { .. } => changes.any(|change| matches!(change, Change::UsesSpent { .. })),
        // A short rest leaves only what it gave back: dice, slots.
        StateCommand::Rest { .. } => changes.any(|change| {
            matches!(change, Change::LongRestTaken { .. } | Change::HitDiceUsed { .. } | Change::SpellSlotsUsed { .. })
        }),
    }
}

/// Damage or healing as it was felt, temporary hit points included.
fn felt(change: &Change) -> Option<i32> {
    match change {
        Change::HpChanged { delta, temp_delta, .. } if *temp_delta <= 0 => Some(delta.saturating_add(*temp_delta)),
        _ => None,
    }
}

/// Whether one of two names of things is within the other, however many they are.
fn alike(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|name| fold(&item_phrase::one_of(ItemPhrase::read(name).name)));
    a.contains(&b) || b.contains(&a)
}

/// The id of the hero or creature that a change is about, for the kinds of changes that commands make.
fn about(change: &Change) -> Option<String> {
    Some(match change {
        Change::HpChanged { character_id, .. }
        | Change::ItemGained { character_id, .. }
        | Change::ItemLost { character_id, .. }
        | Change::ConditionAdded { character_id, .. }
        | Change::ConditionRemoved { character_id, .. }
        | Change::SpellSlotsUsed { character_id, .. }
        | Change::HitDiceUsed { character_id, .. }
        | Change::LongRestTaken { character_id, .. }
        | Change::DeathSavesChanged { character_id, .. }
        | Change::HeroRevived { character_id }
        | Change::HeroDied { character_id, .. } => character_id.as_str().to_owned(),
        Change::CreatureConditionAdded { npc_id, .. }
        | Change::CreatureConditionRemoved { npc_id, .. }
        | Change::CreatureDeathSavesChanged { npc_id, .. }
        | Change::CreatureDied { npc_id, .. }
        | Change::CreatureHpChanged { npc_id, .. } => npc_id.as_str().to_owned(),
        Change::EffectBegan { who, .. } | Change::EffectEnded { who, .. } => FighterId::as_str(who).to_owned(),
        _ => return None,
    })
}
