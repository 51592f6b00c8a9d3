//! Builds the state blocks. [`TableBlock`] and [`SheetsBlock`] document their lines.

use game::{
    Game,
    character::{Ability, Character, Condition, Weapon},
    combat::{arms, fighter::FighterRef},
    creature::Creature,
    id::CharacterId,
    inventory::{Coins, Item},
    knowledge::{self, Memory},
    person,
    place::{self, Place},
    quest::Quest,
    rest,
    story::SupportingNpc,
    wording::{fold, same, titled},
};
use prompt::{
    Commas, LineText, Marked, PartText, Semicolons, Share,
    sheets::{FeatureText, KnownSpells, ScoreText, SheetEntry, SheetLine, SheetsBlock, Training, WeaponText},
    table::{
        ArmorClass, ConditionText, CreatureArmor, CreatureLine, Downed, EffectLine, EffectText, EffectsText, FactLine,
        HandedOverLine, HealthText, HeroEntry, HeroHealth, HeroKind, HeroLine, MapEntry, MapLine, NpcLine,
        ObjectiveText, PackItem, QuestLine, RestFrom, RewardText, SceneStance, SecretLine, SlotsOfLevel, SpellSlots,
        TableBlock,
    },
};

use crate::dm::fight;

const MOST_NPCS: usize = 12;
const MOST_HANDED_OVER: usize = 6;
/// Older events are in the window or in the summary.
const MOST_RECENT: usize = 6;

/// The state for a turn of the hero `acting` that was narrated `n_told` times before.
pub fn state_block(game: &Game, acting: &CharacterId, n_told: usize) -> TableBlock {
    let story = &game.story;
    let place = |place: &String| Marked::new(LineText::of(place), story.current_place.as_ref() == Some(place));
    // In a campaign the exits of the scene lead on; of the other places nothing is to be said yet.
    let is_told = |place: &&Place| {
        let holds_someone = || game.left_behind.iter().any(|left| left.place == place.id);
        game.plot.is_none() || place::is_known(game, place) || holds_someone()
    };
    let handed: Vec<&Memory> = knowledge::handed_over(game).collect();
    TableBlock {
        time: Some(game.clock),
        act: Some(story.current_act).filter(|act| *act > 1),
        summary: LineText::of(&story.campaign_summary),
        milestones: LineText::each(&story.milestones),
        location: LineText::of(&story.current_location),
        scene: story
            .after_fight
            .as_ref()
            .map_or_else(|| LineText::of(&story.current_scene), |after| LineText::of(&after.in_english())),
        places: story.known_places.iter().map(place).collect(),
        map: game.map.iter().filter(is_told).map(|place| mapped(game, place)).collect(),
        quests: story.active_quests.iter().map(taken_on).collect(),
        beats_done: LineText::each(&story.completed_story_beats),
        met: story.met_npcs.iter().map(|name| shown(game, name)).collect(),
        recent: LineText::each(newest(&story.recent_events, MOST_RECENT)),
        facts: story.facts.iter().map(FactLine::of).collect(),
        handed_over: newest(&handed, MOST_HANDED_OVER).iter().map(|memory| handed_over(memory)).collect(),
        npcs: newest(&game.supporting_npcs, MOST_NPCS).iter().map(|npc| supporting(game, npc)).collect(),
        creatures: game.creatures.iter().map(|one| in_the_scene(one, game.encounter.is_some())).collect(),
        heroes: game.characters.iter().map(|hero| condition_of(game, hero)).collect(),
        effects: described(game),
        rules: Some(game.rules_edition),
        acting: Some(acting.clone()),
        telling: (n_told > 0).then(|| u32::try_from(n_told + 1).unwrap_or(u32::MAX)),
    }
}

/// Rarely changing facts about the story and its heroes.
pub fn sheets_block(game: &Game) -> SheetsBlock {
    let story = &game.story;
    let has_summary = !story.campaign_summary.trim().is_empty();
    SheetsBlock {
        background: if has_summary { LineText::default() } else { LineText::of(&story.background) },
        heroes: game.characters.iter().map(sheet).collect(),
    }
}

fn newest<T>(all: &[T], most: usize) -> &[T] {
    &all[all.len().saturating_sub(most)..]
}

fn mapped(game: &Game, place: &Place) -> MapEntry {
    let here = place::here(game).is_some_and(|here| here.id == place.id);
    let there = game.left_behind.iter().filter(|left| left.place == place.id);
    let line = MapLine {
        id: place.id.clone(),
        name: PartText::of(&place.name),
        danger: place.danger,
        ways: place.ways.iter().cloned().collect(),
        is_unknown: !place::is_known(game, place),
        there: there.map(|left| left.creature.id.clone()).collect(),
        description: PartText::of(&place.description),
    };
    let secrets = (1..).zip(&place.secrets).map(|(n, secret)| {
        let line = SecretLine { n, text: PartText::of(&secret.text) };
        Marked::new(line, secret.found)
    });
    MapEntry {
        place: Marked::new(line, here),
        notes: if here { LineText::of(&place.notes) } else { LineText::default() },
        secrets: if here { secrets.collect() } else { Vec::new() },
    }
}

/// The display form of a name that is stored in lower case.
fn shown(game: &Game, name: &str) -> PartText {
    let there = || game.creatures.iter().find(|one| same(&one.name, name)).map(|one| one.name.clone());
    let known = person::find(game, name).map(SupportingNpc::shown_name).or_else(there);
    PartText::of(&known.unwrap_or_else(|| titled(name)))
}

/// A quest, as much as is known of it.
fn taken_on(quest: &Quest) -> QuestLine {
    let title = PartText::of(quest.title());
    if quest.id.is_none() {
        let (giver, open, done) = (PartText::default(), Semicolons::default(), Semicolons::default());
        return QuestLine { title, id: None, giver, open, done, brings: None };
    }
    let open = quest.open().map(|it| ObjectiveText { id: it.id.clone(), text: PartText::of(&it.text) });
    let done = quest.objectives.iter().filter(|objective| objective.done);
    let reward = &quest.reward;
    QuestLine {
        title,
        id: Some(quest.id()),
        giver: PartText::of(&quest.giver),
        open: open.collect(),
        done: done.map(|objective| objective.id.clone()).collect(),
        brings: (!reward.is_none()).then(|| RewardText {
            xp: reward.xp,
            coins: Coins::of_copper(reward.cp),
            items: PartText::each(&reward.items),
        }),
    }
}

fn handed_over(memory: &Memory) -> HandedOverLine {
    HandedOverLine { time: memory.time, at: PartText::of(&memory.at), text: PartText::of(&memory.text) }
}

fn supporting(game: &Game, npc: &SupportingNpc) -> NpcLine {
    NpcLine {
        id: npc.id.clone(),
        name: PartText::of(&npc.shown_name()),
        role: npc.role,
        place: PartText::of(&person::place_of(game, npc)),
        is_dead: npc.dead,
    }
}

fn in_the_scene(creature: &Creature, is_in_a_fight: bool) -> CreatureLine {
    let fighter = FighterRef::Creature(creature);
    // Most creatures' names already contain their kind.
    let is_told = fold(&creature.name).contains(&creature.slug.replace('-', " "));
    let conditions = creature.conditions.iter().filter(|_| !creature.is_dead());
    CreatureLine {
        id: creature.id.clone(),
        name: PartText::of(&creature.name),
        stance: SceneStance::of(creature),
        health: HealthText::of(fighter),
        armor: CreatureArmor {
            class: ArmorClass::of(creature.armor_class, fighter),
            kind: (!is_told).then(|| PartText::of(&creature.slug)),
        },
        conditions: conditions.map(ConditionText::of).collect(),
        under: creature.effects.iter().map(|effect| PartText::of(&effect.name)).collect(),
        attacks: match is_in_a_fight || creature.stats.is_none() {
            true => Commas::default(),
            false => fight::attacks(fighter),
        },
    }
}

/// Descriptions of all effects, each once.
fn described(game: &Game) -> Vec<EffectLine> {
    let mut lines: Vec<EffectLine> = Vec::new();
    let of_heroes = game.characters.iter().flat_map(|hero| &hero.effects);
    for effect in of_heroes.chain(game.creatures.iter().flat_map(|one| &one.effects)) {
        let line = EffectLine { name: PartText::of(&effect.name), description: PartText::of(&effect.description) };
        if !effect.description.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// How a hero is just now.
fn condition_of(game: &Game, hero: &Character) -> HeroEntry {
    let fighter = FighterRef::Hero(hero);
    let dice = &hero.hit_dice;
    let effects = hero.effects.iter().map(|effect| EffectText {
        name: PartText::of(&effect.name),
        changes: PartText::each(effect.changes()).into_iter().collect(),
        lasts: PartText::of(&effect.timing.in_words()),
    });
    // A spell without numbers leaves no effect behind.
    let held = hero.concentrating_on.iter().filter(|spell| hero.effects.iter().all(|it| !same(&it.name, spell)));
    let held = held.map(|spell| EffectText {
        name: PartText::of(spell),
        changes: std::iter::empty().collect(),
        lasts: PartText::of("concentration"),
    });
    let under: Vec<EffectText> = effects.chain(held).collect();
    let item = |item: &Item| PackItem {
        quantity: item.quantity,
        name: PartText::of(&item.name),
        is_worn: item.equipped == Some(true),
    };
    HeroEntry {
        hero: HeroLine {
            id: hero.id.clone(),
            name: PartText::of(&hero.name),
            kind: HeroKind {
                race_and_class: PartText::of(&format!("{} {}", hero.race, hero.class)),
                level: hero.level,
            },
            health: HeroHealth {
                hp: hero.current_hp,
                max_hp: fighter.max_hp(),
                temp_hp: hero.temp_hp,
                downed: Downed::of(fighter),
            },
            armor: ArmorClass::of(hero.armor_class, fighter),
            conditions: hero.conditions.iter().map(ConditionText::of).collect(),
        },
        played_by: None,
        hit_dice: (dice.used > 0)
            .then(|| Share { n: dice.total.saturating_sub(dice.used).into(), of: dice.total.into() }),
        long_rest: rest::next_long(game, hero).map(RestFrom),
        under: (!under.is_empty()).then_some(EffectsText(under)),
        pack: hero.inventory.iter().map(item).collect(),
        purse: Some(hero.purse),
        slots: slots(hero),
        xp: Some(hero.xp),
    }
}

fn slots(hero: &Character) -> Option<SpellSlots> {
    let slots = &hero.spellcasting.as_ref()?.slots;
    let of = slots.iter().map(|(level, slots)| SlotsOfLevel {
        level: *level,
        left: Share { n: (slots.max - slots.used).into(), of: slots.max.into() },
    });
    (!slots.is_empty()).then(|| SpellSlots(of.collect()))
}

fn sheet(hero: &Character) -> SheetEntry {
    let score = |ability: Ability| ScoreText {
        ability,
        score: hero.abilities.score(ability),
        modifier: hero.abilities.modifier(ability),
    };
    let features = hero.features.iter().map(|feature| FeatureText {
        name: PartText::of(&feature.name),
        choice: feature.chosen_option.as_deref().map(PartText::of),
    });
    let names = |names: &[String]| -> Commas<PartText> { PartText::each(names).into_iter().collect() };
    SheetEntry {
        hero: SheetLine { id: hero.id.clone(), name: PartText::of(&hero.name) },
        abilities: Ability::ALL.map(score).into_iter().collect(),
        proficient: Some(Training {
            bonus: hero.proficiency_bonus(),
            saves: hero.trained_saves().collect(),
            skills: names(&hero.proficiencies.skills),
        }),
        weapons: hero.weapons.iter().map(|weapon| attack(hero, weapon)).collect(),
        features: features.collect(),
        spells: hero
            .spellcasting
            .as_ref()
            .map(|casting| KnownSpells { cantrips: names(&casting.cantrips), spells: names(&casting.spells) }),
    }
}

fn attack(hero: &Character, weapon: &Weapon) -> WeaponText {
    let arm = arms::of(hero, weapon);
    WeaponText {
        name: PartText::of(&weapon.name),
        to_hit: arm.attack.to_hit,
        damage: PartText::of(arm.damage()),
        damage_type: weapon.damage_type.as_deref().map(PartText::of),
    }
}

/// A condition by name; exhaustion with its level.
pub(in crate::dm) fn condition_in_words(condition: &Condition) -> String {
    ConditionText::of(condition).to_string()
}
