//! A turn's changes as short notes for the terminal.

use game::{
    Change, State,
    id::{CharacterId, NpcId},
};

use super::sheet::{titled, written, written_as};

/// The changes, without those the story itself shows: dice, the scene, the summary. `told` is the narration, which writes
/// names as they are written.
pub(super) fn marks(changes: &[Change], after: &State, told: &str) -> Vec<String> {
    // Who joins or leaves the party leaves the scene and enters it again: no one appears.
    let left = |id: &NpcId| changes.iter().any(|it| matches!(it, Change::CreatureLeft { npc_id } if npc_id == id));
    let is_back = |change: &Change| matches!(change, Change::CreatureEntered { creature } if left(&creature.id));
    // A finding is also recorded as a memory; it is reported once.
    let finding = |change: &Change| match change {
        Change::FindingMade { text, .. } | Change::SecretFound { text, .. } => Some(text.to_lowercase()),
        _ => None,
    };
    let found: Vec<String> = changes.iter().filter_map(finding).collect();
    let is_again = |change: &Change| match change {
        Change::ImportantEventRecorded { text, .. } => found.contains(&text.to_lowercase()),
        _ => false,
    };
    let shown = changes.iter().filter(|change| !is_back(change) && !is_again(change));
    shown.filter_map(|change| mark(change, after, told)).collect()
}

fn mark(change: &Change, after: &State, story: &str) -> Option<String> {
    let of = |id: &CharacterId, text: String| Some(whose(id, after) + &text);
    let told = |text: String| Some(text);
    match change {
        Change::CharacterJoined { character } => told(format!("{} joins", character.name)),
        Change::CharacterLeft { .. } => told("a hero leaves".into()),
        Change::HpChanged { character_id, delta, temp_delta } => match delta + temp_delta {
            0 => None,
            n => of(character_id, format!("{} {} hit points", if n < 0 { "−" } else { "+" }, n.abs())),
        },
        Change::ItemGained { character_id, name, quantity, .. } => of(character_id, format!("+ {quantity} × {name}")),
        Change::ItemLost { character_id, name, quantity, .. } => of(character_id, format!("− {quantity} × {name}")),
        Change::ConditionAdded { character_id, condition } => of(character_id, format!("now {}", low(&condition.name))),
        Change::ConditionRemoved { character_id, name } => of(character_id, format!("no longer {}", low(name))),
        Change::PurseChanged { character_id, delta_cp } => of(character_id, coins(*delta_cp)),
        Change::XpGained { character_id, amount } => of(character_id, format!("{amount} experience")),
        Change::LevelGained { character_id, level, .. } => of(character_id, format!("level {level}")),
        Change::FeatureChosen { character_id, feature, option } => of(character_id, format!("{feature}: {option}")),
        Change::SpellSlotsUsed { character_id, level, used } => {
            of(character_id, format!("level {level} spell slots spent: {used}"))
        }
        Change::SpellLearned { character_id, name } | Change::CantripLearned { character_id, name } => {
            of(character_id, format!("learned {name}"))
        }
        Change::SpellForgotten { character_id, name } => of(character_id, format!("forgot {name}")),
        Change::LocationChanged { to, .. } => told(format!("you have come to {to}")),
        Change::ImportantEventRecorded { text, .. } => told(format!("remembered: {}", written_as(after, text, story))),
        Change::MilestoneReached { text } => told(written(after, text)),
        Change::QuestAdded { name, .. } => told(format!("quest: {}", written(after, name))),
        Change::QuestGiven { name, .. } => told(format!("quest: {name}")),
        Change::ObjectiveCompleted { text, .. } => told(format!("done: {text}")),
        Change::QuestFailed { name, .. } => told(format!("quest failed: {}", written(after, name))),
        Change::SecretFound { text, .. } => told(format!("found out: {text}")),
        Change::QuestCompleted { name, .. } => told(format!("quest done: {}", written(after, name))),
        Change::NpcMet { name } => told(format!("met {}", titled(name))),
        Change::PlaceRevealed { name } => told(format!("found: {name}")),
        Change::TimePassed { minutes, .. } if *minutes > 0 => told(format!("{minutes} min pass")),
        Change::CreatureEntered { creature } => told(format!("{} appears", creature.name)),
        Change::CreatureHpChanged { npc_id, delta } => {
            told(format!("{} {}", named(npc_id, after), if *delta < 0 { "is hurt" } else { "recovers" }))
        }
        Change::CreatureDied { npc_id, .. } => told(format!("{} falls", named(npc_id, after))),
        Change::CreatureConditionAdded { npc_id, condition } => {
            told(format!("{}: now {}", named(npc_id, after), low(&condition.name)))
        }
        Change::CreatureConditionRemoved { npc_id, name } => {
            told(format!("{}: no longer {}", named(npc_id, after), low(name)))
        }
        Change::HeroDied { character_id, .. } => of(character_id, "dies".into()),
        Change::HeroRevived { character_id } => of(character_id, "lives again".into()),
        Change::EncounterBegan { .. } => told("a fight begins".into()),
        Change::EncounterEnded { .. } => told("the fight is over".into()),
        Change::ItemEquipped { character_id, name, equipped, .. } => {
            of(character_id, format!("{} {name}", if *equipped { "puts on" } else { "takes off" }))
        }
        Change::ActBegan { act } => told(format!("act {}: {}", act.number, act.title)),
        Change::FindingMade { text, .. } => told(format!("found out: {text}")),
        Change::DoomAdvanced { filled } => {
            let clock = after.plot.as_ref().and_then(|plot| plot.doom.as_ref());
            told(clock.map_or_else(String::new, |clock| format!("{}: {filled} of {}", clock.title, clock.segments)))
        }
        Change::EndingReached { ending } => told(format!("the end: {}", ending.title)),
        // A pending level is printed separately, with what to do.
        Change::LevelUpEarned { .. }
        | Change::TimePassed { .. }
        | Change::WeaponGained { .. }
        | Change::WeaponLost { .. }
        | Change::SceneChanged { .. }
        | Change::NodeReached { .. }
        | Change::BeatBegan { .. }
        | Change::BeatEnded { .. }
        | Change::PlotFightBegan { .. }
        | Change::FlagSet { .. }
        | Change::HappeningCame { .. }
        | Change::PlotStrayed { .. }
        | Change::FactNoted { .. }
        | Change::RecentEventNoted { .. }
        | Change::SummaryRewritten { .. }
        | Change::ActAdvanced { .. }
        | Change::StoryBeatCompleted { .. }
        | Change::PlaceReached { .. }
        | Change::MapDrawn { .. }
        | Change::MapLeft {}
        | Change::CreatureStayed { .. }
        | Change::CreatureMet { .. }
        | Change::SupportingNpcCreated { .. }
        | Change::SupportingNpcUpdated { .. }
        | Change::NpcMoved { .. }
        | Change::Remembered { .. }
        | Change::ScenesSummarised { .. }
        | Change::HistoryCleared { .. }
        | Change::LanguageChosen { .. }
        | Change::HouseRulesChanged { .. }
        | Change::CreatureLeft { .. }
        | Change::CreatureTempHpChanged { .. }
        | Change::CreatureTurned { .. }
        | Change::CreatureIdentified { .. }
        | Change::MaxHpSank { .. }
        | Change::MaxHpRestored { .. }
        | Change::DeathSavesChanged { .. }
        | Change::CreatureDeathSavesChanged { .. }
        | Change::HitDiceUsed { .. }
        | Change::LongRestTaken { .. }
        | Change::EffectBegan { .. }
        | Change::EffectEnded { .. }
        | Change::ConcentrationBegan { .. }
        | Change::ConcentrationEnded { .. }
        | Change::UsesSpent { .. }
        | Change::CombatantJoined { .. }
        | Change::CombatantLeft { .. }
        | Change::CombatantMoved { .. }
        | Change::CombatTurnBegan { .. }
        | Change::CombatTurnEnded { .. }
        | Change::TurnSpent { .. }
        | Change::StanceTaken { .. }
        | Change::ReactionAsked { .. }
        | Change::ReactionAnswered { .. }
        | Change::EncounterXpGathered { .. }
        | Change::DiceRolled { .. }
        | Change::MainTurnOpened { .. }
        | Change::MainTurnCarriedOn { .. }
        | Change::SubTurnsQueued { .. }
        | Change::StepCompleted { .. }
        | Change::SubTurnEnded { .. }
        | Change::RulesRemembered { .. }
        | Change::ResponsesAwaited { .. }
        | Change::ResponseGiven { .. }
        | Change::ResponsesHeard {}
        | Change::ResponsesWithdrawn {}
        | Change::MainTurnEnded { .. }
        | Change::DiceReseeded { .. } => None,
    }
}

/// The hero it belongs to, if there are several.
fn whose(id: &CharacterId, after: &State) -> String {
    let hero = after.characters.iter().find(|hero| hero.id == *id);
    match hero {
        Some(hero) if after.characters.len() > 1 => format!("{}: ", hero.name),
        _ => String::new(),
    }
}

/// Who is in the scene by name; who has left it is known by what the id says.
fn named(id: &NpcId, after: &State) -> String {
    let there = after.creatures.iter().find(|creature| creature.id == *id);
    there.map_or_else(|| id.as_str().replace('-', " "), |creature| creature.name.clone())
}

fn low(name: &str) -> String {
    name.to_lowercase()
}

/// Coins of a sum in copper, with its sign.
fn coins(copper: i64) -> String {
    let left = copper.unsigned_abs();
    let parts = [(left / 100, "gp"), (left % 100 / 10, "sp"), (left % 10, "cp")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, coin)| format!("{n} {coin}")).collect();
    format!("{} {}", if copper < 0 { "−" } else { "+" }, parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{ready_made::ready_made, story::Story};

    #[test]
    fn what_changed_is_said_with_its_sign_and_whose_it_is_among_several() {
        let mut state = State::start(Story::default(), ready_made()[..1].to_vec(), [7; 32]);
        let id = state.characters[0].id.clone();
        let changes = [
            Change::HpChanged { character_id: id.clone(), delta: -4, temp_delta: -1 },
            Change::PurseChanged { character_id: id.clone(), delta_cp: -250 },
            Change::NpcMet { name: "old marta".into() },
            Change::SceneChanged { scene: "It rains.".into(), after_fight: None },
            Change::CreatureDied { npc_id: NpcId::from("grey-wolf"), at: None },
        ];
        assert_eq!(marks(&changes, &state, ""), ["− 5 hit points", "− 2 gp 5 sp", "met Old Marta", "grey wolf falls"]);
        state.characters.push(ready_made()[1].clone());
        assert_eq!(marks(&changes[..1], &state, ""), [format!("{}: − 5 hit points", state.characters[0].name)]);
    }
}
