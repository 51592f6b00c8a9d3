//! The prompt of an extractor: people present, recorded changes, and the story.

use std::fmt::Write;

use game::{
    Change, State,
    character::{Character, DeathSaves},
    combat::fighter::{FighterId, FighterRef},
    command::RestType,
    id::NpcId,
    wording::titled,
};

use crate::dm::{
    plot::HandedOver,
    prompt::{condition_in_words, plain},
};

use super::extractor::Extractor;

/// The most changes that are listed.
const MOST_WRITTEN: usize = 60;

/// The reader of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoryReader {
    /// The reviewer of the narration check.
    Reviewer,
    Extractor(Extractor),
}

/// The input of a reader.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown<'a> {
    /// The story.
    pub(super) told: &'a str,
    /// Recorded changes, one per line.
    pub(super) written: &'a str,
    /// Rules of possible effects, one per line, for the extractor of effects.
    pub(super) rules: &'a [String],
}

/// The prompt of a reader. It contains nothing of earlier turns, other turns of the stack or the player's message: only people
/// present, the campaign's scene, recorded changes of this exchange, and the story.
pub(super) fn material(state: &State, campaign: Option<&HandedOver>, reader: StoryReader, shown: Shown<'_>) -> String {
    let Shown { told, written, rules } = shown;
    let mut text = "[characters]\n".to_owned();
    for hero in &state.characters {
        let _ = writeln!(text, "{}", hero_line(hero));
        if matches!(reader, StoryReader::Reviewer | StoryReader::Extractor(Extractor::Resource)) {
            let _ = writeln!(text, "  {}", stock(hero));
        }
    }
    // Only conditions and temporary effects are recorded for others than heroes.
    if matches!(reader, StoryReader::Reviewer | StoryReader::Extractor(Extractor::Effect)) {
        for one in &state.creatures {
            let downed = FighterRef::Creature(one).downed_state();
            let state = downed.unwrap_or_else(|| format!("hp {}/{}", one.hp, FighterRef::Creature(one).max_hp()));
            let _ = writeln!(text, "{} | {} | no hero | {state}", one.id, plain(&one.name));
        }
    }
    text.push_str("[/characters]\n");
    text.push_str(&campaign.map(of_campaign).unwrap_or_default());
    if reader == StoryReader::Extractor(Extractor::Effect) && !rules.is_empty() {
        let _ = writeln!(text, "[known effects]\n{}\n[/known effects]", rules.join("\n"));
    }
    text.push_str("[written down]\n");
    text.push_str(if written.is_empty() { "nothing\n" } else { written });
    let _ = write!(text, "[/written down]\n[told]\n{}\n[/told]", told.trim().replace("[/told]", "(/told)"));
    text
}

/// The campaign's content of the scene.
fn of_campaign(campaign: &HandedOver) -> String {
    let mut text = "[campaign]\n".to_owned();
    let scene = &campaign.scene;
    let mut line = |what: &str, name: &String| text.push_str(&format!("{what}: {}\n", plain(name)));
    scene.place.iter().for_each(|name| line("place", name));
    scene.people.iter().flat_map(|person| &person.names).for_each(|name| line("person", name));
    for thing in &scene.things {
        let what = if thing.handled { "thing, seen to" } else { "thing" };
        thing.named.names.iter().for_each(|name| line(what, name));
    }
    text.push_str("[/campaign]\n");
    text
}

fn hero_line(hero: &Character) -> String {
    let most = FighterRef::Hero(hero).max_hp();
    let mut line = format!("{} | {} | hero | hp {}/{most}", hero.id, plain(&hero.name), hero.current_hp);
    if hero.temp_hp > 0 {
        let _ = write!(line, " (+{} temporary)", hero.temp_hp);
    }
    let conditions: Vec<String> = hero.conditions.iter().map(condition_in_words).collect();
    for (what, is) in [("dead", hero.dead), ("stable", hero.stable)] {
        if is {
            let _ = write!(line, " | {what}");
        }
    }
    if hero.death_saves != DeathSaves::default() {
        let _ = write!(line, " | death saves {}", saves(hero.death_saves));
    }
    if !conditions.is_empty() {
        let _ = write!(line, " | {}", conditions.join(", "));
    }
    line
}

fn stock(hero: &Character) -> String {
    let pack: Vec<String> = hero.inventory.iter().map(|it| format!("{} × {}", it.quantity, plain(&it.name))).collect();
    let slots = hero.spellcasting.iter().flat_map(|casting| &casting.slots);
    let slots: Vec<String> =
        slots.map(|(level, it)| format!("level {level}: {} of {} spent", it.used, it.max)).collect();
    let slots = if slots.is_empty() { "none".to_owned() } else { slots.join(", ") };
    let dice = hero.hit_dice;
    format!("pack: {} | slots: {slots} | hit dice: {} of {} spent", pack.join("; "), dice.used, dice.total)
}

fn saves(saves: DeathSaves) -> String {
    format!("{} good, {} bad", saves.successes, saves.failures)
}

/// The changes of the kinds that commands can record, one line each.
pub(super) fn written(state: &State, changes: &[Change]) -> String {
    let lines: Vec<String> = changes.iter().filter_map(|change| line_of(state, change)).collect();
    let kept = &lines[lines.len().saturating_sub(MOST_WRITTEN)..];
    kept.iter().map(|line| format!("{line}\n")).collect()
}

/// A line for each rest that heroes had.
pub(super) fn rests(rests: impl Iterator<Item = RestType>) -> String {
    let line = |kind| match kind {
        RestType::Short => "the heroes had a short rest of an hour\n",
        RestType::Long => "the heroes had a long rest of a night\n",
    };
    rests.map(line).collect()
}

fn line_of(state: &State, change: &Change) -> Option<String> {
    let hero = |id: &game::id::CharacterId| name_of(state, &FighterId::Hero(id.clone()));
    let npc = |id: &NpcId| name_of(state, &FighterId::Creature(id.clone()));
    let person = |id: &NpcId| {
        let known = state.supporting_npcs.iter().find(|it| it.id == *id);
        known.map_or_else(|| npc(id), |it| plain(&it.shown_name()))
    };
    Some(match change {
        Change::HpChanged { character_id, delta, temp_delta: 0 } => {
            format!("{}: hit points {delta:+}", hero(character_id))
        }
        Change::HpChanged { character_id, delta, temp_delta } => {
            format!("{}: hit points {delta:+}, temporary ones {temp_delta:+}", hero(character_id))
        }
        Change::ItemGained { character_id, name, quantity, .. } => {
            format!("{}: {quantity} × {} came into the pack", hero(character_id), plain(name))
        }
        Change::ItemLost { character_id, name, quantity, .. } => {
            format!("{}: {quantity} × {} went out of the pack", hero(character_id), plain(name))
        }
        Change::PurseChanged { character_id, delta_cp } => {
            format!("{}: coins for {delta_cp:+} copper pieces", hero(character_id))
        }
        Change::ConditionAdded { character_id, condition } => {
            format!("{} is {} now", hero(character_id), condition_in_words(condition))
        }
        Change::ConditionRemoved { character_id, name } => {
            format!("{} is no longer {}", hero(character_id), plain(name))
        }
        Change::CreatureConditionAdded { npc_id, condition } => {
            format!("{} is {} now", npc(npc_id), condition_in_words(condition))
        }
        Change::CreatureConditionRemoved { npc_id, name } => format!("{} is no longer {}", npc(npc_id), plain(name)),
        Change::EffectBegan { who, effect } => format!("{} is under {} now", name_of(state, who), plain(&effect.name)),
        Change::EffectEnded { who, name } => format!("{} is no longer under {}", name_of(state, who), plain(name)),
        Change::SpellSlotsUsed { character_id, level, used } => {
            format!("{}: {used} slots of level {level} are spent in all", hero(character_id))
        }
        Change::HitDiceUsed { character_id, used } => {
            format!("{}: {used} hit dice are spent in all", hero(character_id))
        }
        Change::DeathSavesChanged { character_id, saves: it, stable } => {
            format!("{}: death saves {}{}", hero(character_id), saves(*it), if *stable { ", stable" } else { "" })
        }
        Change::CreatureDeathSavesChanged { npc_id, saves: it } => {
            format!("{}: death saves {}{}", npc(npc_id), saves(*it), if it.is_stable() { ", stable" } else { "" })
        }
        Change::HeroDied { character_id, .. } => format!("{} died", hero(character_id)),
        Change::HeroRevived { character_id } => format!("{} lives again", hero(character_id)),
        Change::CreatureHpChanged { npc_id, delta } => format!("{}: hit points {delta:+}", npc(npc_id)),
        Change::CreatureDied { npc_id, .. } => format!("{} died", npc(npc_id)),
        Change::TimePassed { minutes, .. } => format!("{minutes} minutes went by"),
        Change::LongRestTaken { character_id, .. } => format!("{}: a long rest", hero(character_id)),
        Change::UsesSpent { who, name, spent } => {
            format!("{}: {spent} uses of {} are spent in all", name_of(state, who), plain(name))
        }
        Change::XpGained { character_id, amount } => format!("{}: {amount} experience", hero(character_id)),
        Change::LevelGained { character_id, level, .. } => format!("{} is of level {level} now", hero(character_id)),
        Change::QuestAdded { name, title } => {
            format!("quest taken on: {}", plain(if title.is_empty() { name } else { title }))
        }
        Change::QuestGiven { quest, .. } => format!("quest given or changed: {}", plain(quest.title())),
        Change::QuestCompleted { name, .. } => format!("quest done: {}", plain(name)),
        Change::QuestFailed { name, .. } => format!("quest failed or given up: {}", plain(name)),
        Change::ObjectiveCompleted { text, .. } => format!("a step towards a quest was done: {}", plain(text)),
        Change::LevelUpEarned { character_id, .. } => format!("{} has earned a level", hero(character_id)),
        Change::ItemEquipped { character_id, name, equipped, .. } => {
            format!("{} {} {}", hero(character_id), if *equipped { "put on" } else { "took off" }, plain(name))
        }
        Change::ConcentrationBegan { who, on } => format!("{} concentrates on {} now", name_of(state, who), plain(on)),
        Change::ConcentrationEnded { who, on } => {
            format!("{} no longer concentrates on {}", name_of(state, who), plain(on))
        }
        Change::NpcMet { name } => format!("{} was met", plain(&titled(name))),
        Change::CreatureEntered { creature } => format!("{} came", plain(&creature.name)),
        Change::CreatureMet { npc_id } => format!("{} is here again", npc(npc_id)),
        Change::CreatureLeft { npc_id } => format!("{} left", npc(npc_id)),
        Change::CreatureStayed { npc_id, .. } => format!("{} stayed behind", npc(npc_id)),
        Change::CreatureTurned { npc_id, disposition } => {
            let disposition = format!("{disposition:?}").to_lowercase();
            format!("{} is {disposition} now", npc(npc_id))
        }
        Change::SupportingNpcCreated { npc } => format!("{} was written down as a person", plain(&npc.shown_name())),
        Change::NpcMoved { npc_id, to } => format!("{} is at {} now", person(npc_id), plain(to)),
        Change::CharacterJoined { character } => format!("{} joined", plain(&character.name)),
        Change::CharacterLeft { character_id } => format!("{} left", hero(character_id)),
        Change::EncounterBegan { .. } => "a fight began".to_owned(),
        Change::EncounterEnded { .. } => "the fight ended".to_owned(),
        Change::LocationChanged { from, to } => format!("the heroes went from {} to {}", plain(from), plain(to)),
        Change::PlaceReached { name } | Change::NodeReached { title: name, .. } => {
            format!("the heroes are at {} now", plain(name))
        }
        _ => return None,
    })
}

fn name_of(state: &State, who: &FighterId) -> String {
    state.fighter(who).map_or_else(|| who.as_str().to_owned(), |it| plain(it.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{character::Condition, ready_made, story::Story};

    #[test]
    fn exhaustion_is_shown_with_its_level() {
        let mut hero = ready_made::ready_made()[0].clone();
        let exhaustion = Condition { level: Some(3), ..Condition::new("exhaustion") };
        hero.conditions = vec![exhaustion.clone(), Condition::new("prone")];
        let added = Change::ConditionAdded { character_id: hero.id.clone(), condition: exhaustion };
        let state = State::start(Story::default(), vec![hero], [7; 32]);
        let text = material(
            &state,
            None,
            StoryReader::Reviewer,
            Shown { told: "", written: &written(&state, &[added]), rules: &[] },
        );
        assert!(text.contains(" | exhaustion (level 3 of 6), prone\n"), "{text}");
        assert!(text.contains(" is exhaustion (level 3 of 6) now\n"), "{text}");
    }
}
