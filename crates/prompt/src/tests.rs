//! Round trips: parsing a rendered block gives the same block.

use game::{
    character::{Ability, Character, DeathSaves},
    clock::Clock,
    combat::{
        encounter::FightSide,
        event::CombatEvent,
        fighter::FighterRef,
        harm::DamageType,
        square::Square,
        terrain::{Hazard, Rectangle, TerrainKind},
    },
    edition::Edition,
    inventory::Coins,
    place::Danger,
    ready_made,
    skill::Skill,
    story::NpcRole,
    story_fact::StoryFact,
};
use proptest::{collection::vec, option, prelude::*};

use super::{
    beside::{AnswerLine, AtOnceBlock, SceneText, SoFarBlock},
    fight::{
        ActText, Distance, FightBlock, FightOption, FighterLine, NamedAct, NotReady, PossibleAct, Span, SquareAt,
        SquaresBeside, TerrainLine,
    },
    memories::{CitedLine, CitedSource, CitedTime, MemoriesBlock, RecalledLine},
    npc::{MannerLine, MemoryLine, NpcAttitude, NpcBlock, NpcQuestLine, PersonaLine, SpeakerLine, TopicLine, YouLine},
    plot::{
        ActLine, BeatEntry, BeatLine, CampaignLine, DoomLine, EndingLine, ExitLine, ExitState, FoeCount, PersonLine,
        PlotBlock, SceneLine, SkillTest, ThingLine, TurnsOn,
    },
    sheets::{FeatureText, KnownSpells, ScoreText, SheetEntry, SheetLine, SheetsBlock, Training, WeaponText},
    table::{
        ArmorClass, ConditionText, CreatureArmor, CreatureLine, Downed, EffectLine, EffectText, EffectsText, FactLine,
        HandedOverLine, HealthText, HeroEntry, HeroHealth, HeroKind, HeroLine, MapEntry, MapLine, NpcLine,
        ObjectiveText, PackItem, PlayedBy, QuestLine, RestFrom, RewardText, SceneStance, SecretLine, SlotsOfLevel,
        SpellSlots, TableBlock,
    },
    *,
};

type Texts = BoxedStrategy<PartText>;

/// What players and campaigns may write.
fn written_by_players() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[\\PC\n\r\t\u{0}\u{2028}\u{85}]{0,14}",
        1 => "(\\[/?(table|fight|plot|npc|memories)\\]|\n|hero: | \\| |; |dead|unknown|from |under |told|x){1,6}",
        1 => "([0-9]{1,2} × |[0-9] (xp|gp)|, | \\(|\\)|: |with |foes: |a){1,6}",
    ]
}

/// Any text that is not empty.
fn any_text() -> Texts {
    let text = written_by_players().prop_map(|text| PartText::of(&text));
    text.prop_filter("a text", |text| !text.as_str().is_empty()).boxed()
}

/// A text without separators or keywords.
fn clear_text() -> Texts {
    let bare = |c: char| if ",():×".contains(c) { '.' } else { c };
    let clear = move |text: String| format!("x{}", plain(&text).chars().map(bare).collect::<String>());
    written_by_players().prop_map(move |text| PartText::of(&clear(text))).boxed()
}

fn line() -> impl Strategy<Value = LineText> {
    written_by_players().prop_map(|text| LineText::of(&text))
}

fn lines() -> impl Strategy<Value = Vec<LineText>> {
    vec(written_by_players(), 0..3).prop_map(LineText::each)
}

fn maybe(text: &Texts) -> impl Strategy<Value = PartText> + use<> {
    option::of(text.clone()).prop_map(Option::unwrap_or_default)
}

fn commas<T: std::fmt::Debug>(one: impl Strategy<Value = T>) -> impl Strategy<Value = Commas<T>> {
    vec(one, 0..3).prop_map(|all| all.into_iter().collect())
}

fn semicolons<T: std::fmt::Debug>(one: impl Strategy<Value = T>) -> impl Strategy<Value = Semicolons<T>> {
    vec(one, 0..3).prop_map(|all| all.into_iter().collect())
}

fn id<T: From<String> + std::fmt::Debug>() -> impl Strategy<Value = T> {
    "[a-z]{1,4}(-[a-z0-9]{1,3})?".prop_map(T::from)
}

fn id_text() -> impl Strategy<Value = PartText> {
    id::<String>().prop_map(|id| PartText::of(&id))
}

fn clock() -> impl Strategy<Value = Clock> {
    (1u32..400, 0u8..24, 0u8..60).prop_map(|(day, hour, minute)| Clock { day, hour, minute })
}

fn share() -> impl Strategy<Value = Share> {
    (0u32..9, 0u32..9).prop_map(|(n, of)| Share { n, of })
}

fn purse() -> impl Strategy<Value = Coins> {
    (0u32..3, 0u32..3, 0u32..3).prop_map(|(gp, sp, cp)| Coins { gp, sp, cp })
}

fn armor() -> impl Strategy<Value = ArmorClass> {
    (0i32..30, 0i32..30).prop_map(|(own, now)| ArmorClass { own, now })
}

fn downed() -> impl Strategy<Value = Downed> {
    prop_oneof![
        Just(Downed::Dead),
        Just(Downed::Stable),
        (0u8..3, 0u8..3).prop_map(|(successes, failures)| Downed::Dying { successes, failures }),
    ]
}

fn health() -> impl Strategy<Value = HealthText> {
    let up = (0i32..99, 1i32..99).prop_map(|(hp, max_hp)| HealthText::Up { hp, max_hp });
    prop_oneof![up, downed().prop_map(HealthText::Down)]
}

fn conditions(text: &Texts) -> impl Strategy<Value = Commas<ConditionText>> + use<> {
    commas((text.clone(), option::of(1u8..7)).prop_map(|(name, level)| ConditionText { name, level }))
}

fn word<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

fn map_entry(text: &Texts) -> impl Strategy<Value = MapEntry> + use<> {
    let danger = word(&[Danger::Safe, Danger::High, Danger::Cleared]);
    let parts = (id(), text.clone(), option::of(danger), commas(id()), any::<bool>(), commas(id()), maybe(text));
    let secret = (1u32..9, text.clone(), any::<bool>());
    let secret = secret.prop_map(|(n, text, found)| Marked::new(SecretLine { n, text }, found));
    (parts, any::<bool>(), line(), vec(secret, 0..3)).prop_map(|(parts, here, notes, secrets)| {
        let (id, name, danger, ways, is_unknown, there, description) = parts;
        let place = MapLine { id, name, danger, ways, is_unknown, there, description };
        MapEntry { place: Marked::new(place, here), notes, secrets }
    })
}

fn quest(text: &Texts) -> impl Strategy<Value = QuestLine> + use<> {
    let objective = (id(), text.clone()).prop_map(|(id, text)| ObjectiveText { id, text });
    let reward = (0u32..99, purse(), vec(text.clone(), 0..3));
    let reward = reward.prop_map(|(xp, coins, items)| RewardText { xp, coins, items });
    let reward = reward.prop_filter("a reward", |reward| !reward.written().is_empty());
    let whole = (text.clone(), id(), maybe(text), semicolons(objective), semicolons(id()), option::of(reward));
    let whole = whole.prop_map(|(title, id, giver, open, done, brings)| QuestLine {
        title,
        id: Some(id),
        giver,
        open,
        done,
        brings,
    });
    let name = text.clone().prop_map(|title| {
        let (giver, open, done) = Default::default();
        QuestLine { title, id: None, giver, open, done, brings: None }
    });
    prop_oneof![whole, name]
}

fn npc_line(text: &Texts) -> impl Strategy<Value = NpcLine> + use<> {
    let role = word(&[NpcRole::Ally, NpcRole::QuestGiver]);
    (id(), text.clone(), role, maybe(text), any::<bool>()).prop_map(|(id, name, role, place, is_dead)| NpcLine {
        id,
        name,
        role,
        place,
        is_dead,
    })
}

fn creature(text: &Texts) -> impl Strategy<Value = CreatureLine> + use<> {
    let stance = word(&[SceneStance::Companion, SceneStance::Hostile, SceneStance::Neutral]);
    let kind = option::of(id_text());
    let lists = (conditions(text), commas(text.clone()), commas(text.clone()));
    let parts = (id(), text.clone(), stance, health(), armor(), kind, lists);
    parts.prop_map(|(id, name, stance, health, class, kind, (conditions, under, attacks))| CreatureLine {
        id,
        name,
        stance,
        health,
        armor: CreatureArmor { class, kind },
        conditions,
        under,
        attacks,
    })
}

fn hero(text: &Texts) -> impl Strategy<Value = HeroEntry> + use<> {
    let kind = (id_text(), 1u8..21).prop_map(|(race_and_class, level)| HeroKind { race_and_class, level });
    let health = (0i32..99, 1i32..99, 0i32..9, option::of(downed()));
    let health = health.prop_map(|(hp, max_hp, temp_hp, downed)| HeroHealth { hp, max_hp, temp_hp, downed });
    let hero = (id(), text.clone(), kind, health, armor(), conditions(text));
    let hero = hero.prop_map(|(id, name, kind, health, armor, conditions)| HeroLine {
        id,
        name,
        kind,
        health,
        armor,
        conditions,
    });
    let change = word(&["attacks +1d4", "ac +2", "advantage on attacks"]).prop_map(PartText::of);
    let lasts = word(&["concentration, 1 minute", "until the next rest"]).prop_map(PartText::of);
    let effect = (text.clone(), commas(change), lasts);
    let effect = effect.prop_map(|(name, changes, lasts)| EffectText { name, changes, lasts });
    let item = (0u32..4, text.clone(), any::<bool>());
    let item = item.prop_map(|(quantity, name, is_worn)| PackItem { quantity, name, is_worn });
    let slots = (1u8..10, share()).prop_map(|(level, left)| SlotsOfLevel { level, left });
    let slots = vec(slots, 1..3).prop_map(|all| SpellSlots(all.into_iter().collect()));
    let more = (
        option::of(word(&[PlayedBy::You, PlayedBy::Another])),
        option::of(share()),
        option::of(clock().prop_map(RestFrom)),
        option::of(vec(effect, 1..3).prop_map(EffectsText)),
        semicolons(item),
        option::of(purse()),
        option::of(slots),
        option::of(any::<u32>()),
    );
    (hero, more).prop_map(|(hero, (played_by, hit_dice, long_rest, under, pack, purse, slots, xp))| HeroEntry {
        hero,
        played_by,
        hit_dice,
        long_rest,
        under,
        pack,
        purse,
        slots,
        xp,
    })
}

fn table(text: &Texts) -> impl Strategy<Value = TableBlock> + use<> {
    let place = (written_by_players(), any::<bool>());
    let place = place.prop_map(|(text, here)| Marked::new(LineText::of(&format!("x{text}")), here));
    let handed = (clock(), maybe(text), text.clone());
    let handed = handed.prop_map(|(time, at, text)| HandedOverLine { time, at, text });
    let story = (option::of(clock()), option::of(2u32..9), line(), lines(), line(), line(), lines(), lines());
    let fact = (word(StoryFact::KINDS), vec(written_by_players(), 3)).prop_map(|((kind, n), parts)| {
        let parts: Vec<&str> = parts.iter().take(n).map(String::as_str).collect();
        FactLine::of(&StoryFact::of(kind, &parts).expect("a fact of its parts"))
    });
    let story = (story, vec(fact, 0..4));
    let places = (vec(place, 0..3), vec(map_entry(text), 0..3), vec(quest(text), 0..3), vec(handed, 0..2));
    let effect = (text.clone(), text.clone()).prop_map(|(name, description)| EffectLine { name, description });
    let heroes = (vec(hero(text), 0..3), vec(effect, 0..3));
    let people = (commas(text.clone()), vec(npc_line(text), 0..2), vec(creature(text), 0..3), heroes);
    let turn = (option::of(word(&Edition::ALL)), option::of(id()), option::of(2u32..9));
    (story, places, people, turn).prop_map(|(story, places, people, turn)| {
        let ((time, act, summary, milestones, location, scene, beats_done, recent), facts) = story;
        let (places, map, quests, handed_over) = places;
        let (met, npcs, creatures, (heroes, effects)) = people;
        let (rules, acting, telling) = turn;
        TableBlock {
            time,
            act,
            summary,
            milestones,
            location,
            scene,
            places,
            map,
            quests,
            beats_done,
            met,
            recent,
            facts,
            handed_over,
            npcs,
            creatures,
            heroes,
            effects,
            rules,
            acting,
            telling,
        }
    })
}

fn sheets(text: &Texts) -> impl Strategy<Value = SheetsBlock> + use<> {
    let score = (word(&Ability::ALL), 1u8..31, -5i32..11);
    let score = score.prop_map(|(ability, score, modifier)| ScoreText { ability, score, modifier });
    let training = (2i32..7, commas(word(&Ability::ALL)), commas(id_text()));
    let training = training.prop_map(|(bonus, saves, skills)| Training { bonus, saves, skills });
    let damage = word(&["1d8", "2d6+3", "1"]).prop_map(PartText::of);
    let weapon = (text.clone(), -5i32..12, damage, option::of(id_text()));
    let weapon =
        weapon.prop_map(|(name, to_hit, damage, damage_type)| WeaponText { name, to_hit, damage, damage_type });
    let feature = (text.clone(), option::of(text.clone()));
    let feature = feature.prop_map(|(name, choice)| FeatureText { name, choice });
    let spells = (commas(text.clone()), commas(text.clone()));
    let spells = spells.prop_map(|(cantrips, spells)| KnownSpells { cantrips, spells });
    let spells = spells.prop_filter("spells", |spells| !spells.written().is_empty());
    let of = (id(), text.clone(), commas(score), option::of(training), semicolons(weapon), commas(feature));
    let hero = (of, option::of(spells)).prop_map(|(of, spells)| {
        let (id, name, abilities, proficient, weapons, features) = of;
        SheetEntry { hero: SheetLine { id, name }, abilities, proficient, weapons, features, spells }
    });
    (line(), vec(hero, 0..3)).prop_map(|(background, heroes)| SheetsBlock { background, heroes })
}

fn square() -> impl Strategy<Value = Square> {
    (0u8..12, 0u8..8).prop_map(|(x, y)| Square { x, y })
}

fn squares() -> impl Strategy<Value = Spaced<Square>> {
    vec(square(), 1..4).prop_map(|all| all.into_iter().collect())
}

fn event() -> impl Strategy<Value = CombatEvent> {
    let events = include_str!("../../../tests/fixtures/combat-events.json");
    let events: Vec<serde_json::Value> = serde_json::from_str(events).expect("one of every kind");
    let event = |it: &serde_json::Value| serde_json::from_value(it["event"].clone()).expect("an event");
    proptest::sample::select(events.iter().map(event).collect::<Vec<CombatEvent>>())
}

fn fight(text: &Texts) -> impl Strategy<Value = FightBlock> + use<> {
    let distance = (0u16..60, id_text()).prop_map(|(feet, from)| Distance { feet, from });
    let side = word(&[FightSide::Heroes, FightSide::Foes, FightSide::Neutral]);
    let span = option::of((2u8..=4).prop_map(Span));
    let stands = (id_text(), text.clone(), side, -5i32..30, health(), (square(), span), option::of(distance));
    let fighter = (stands, commas(text.clone()), commas(text.clone())).prop_map(|(stands, states, attacks)| {
        let (id, name, side, initiative, health, (at, span), distance) = stands;
        FighterLine { id, name, side, initiative, health, at: SquareAt(at), span, distance, states, attacks }
    });
    let named = word(&[NamedAct::Attack, NamedAct::UseFeature, NamedAct::UseItem, NamedAct::React]);
    let named = (named, text.clone()).prop_map(|(act, name)| ActText::Named { act, name, slot: None });
    let cast = (text.clone(), option::of(1u8..10));
    let cast = cast.prop_map(|(name, slot)| ActText::Named { act: NamedAct::Cast, name, slot });
    let plain = word(&["dash", "end_turn", "grapple"]).prop_map(|act| ActText::Plain(PartText::of(act)));
    let cost = word(&["action", "bonus action", "free"]).prop_map(PartText::of);
    let possible = (prop_oneof![named, cast, plain], cost, commas(id_text()), any::<bool>());
    let possible =
        possible.prop_map(|(act, cost, targets, is_told)| FightOption::Do(PossibleAct { act, cost, targets, is_told }));
    let beside = (id_text(), squares()).prop_map(|(whom, squares)| SquaresBeside { whom, squares });
    let go = (0u16..60, vec(beside, 0..3)).prop_map(|(feet, beside)| FightOption::Go { feet, beside });
    let option = prop_oneof![3 => possible, 1 => go, 1 => squares().prop_map(FightOption::GoTo)];
    let not_ready = (text.clone(), id_text()).prop_map(|(name, why)| NotReady { name, why });
    let asked = option::of(text.clone());
    let told = (option::of(1u32..99), vec(text.clone(), 0..3), vec(event(), 0..3), maybe(text), asked);
    let ground = (vec(fighter, 0..4), vec(terrain(text), 0..3));
    (told, ground, vec(option, 0..5), vec(not_ready, 0..2)).prop_map(
        |(told, (fighters, terrain), options, not_ready)| {
            let (round, happened, events, turn, asked) = told;
            FightBlock { round, happened, events, turn, asked, fighters, terrain, options, not_ready }
        },
    )
}

fn terrain(text: &Texts) -> impl Strategy<Value = TerrainLine> + use<> {
    let plain = [
        TerrainKind::Blocked,
        TerrainKind::Difficult,
        TerrainKind::HalfCover,
        TerrainKind::ThreeQuartersCover,
        TerrainKind::Hazard(Hazard { damage: "2d6".to_owned(), damage_type: DamageType::Fire, save: None }),
    ];
    let rectangle = (0u8..12, 0u8..8, 1u8..=3, 1u8..=3);
    let rectangle = rectangle.prop_map(|(x, y, width, height)| Rectangle { x, y, width, height });
    let at = vec(rectangle, 1..3).prop_map(|all| all.into_iter().collect());
    (proptest::sample::select(plain.to_vec()), text.clone(), at).prop_map(|(kind, name, at)| TerrainLine {
        kind,
        name,
        at,
    })
}

/// A text that is never taken for a place where an exit leads.
fn label(text: &Texts) -> impl Strategy<Value = PartText> + use<> {
    text.clone().prop_map(|text| PartText::of(&format!("x{}", text.as_str())))
}

fn scene(text: &Texts) -> impl Strategy<Value = PlotBlock> + use<> {
    let test = (word(&Skill::ALL), 5i32..31).prop_map(|(skill, dc)| SkillTest { skill, dc });
    let foe = (1u32..9, clear_text()).prop_map(|(count, name)| FoeCount { count, name });
    let turns_on = (option::of(test), commas(foe)).prop_map(|(test, foes)| TurnsOn { test, foes });
    let turns_on = turns_on.prop_filter("something", |it| !it.written().is_empty());
    let beat = (id_text(), id_text(), maybe(text)).prop_map(|(id, kind, title)| BeatLine { id, kind, title });
    let beat = (beat, maybe(text), maybe(text), option::of(turns_on), vec(text.clone(), 0..2));
    let beat = beat.prop_map(|(beat, happens, objective, turns_on, foreshadows)| BeatEntry {
        beat,
        happens,
        objective,
        turns_on,
        foreshadows,
    });
    let person = (id_text(), label(text), maybe(text)).prop_map(|(id, name, also)| PersonLine { id, name, also });
    let thing = (id_text(), label(text), commas(text.clone()), commas(text.clone()), any::<bool>());
    let thing = thing.prop_map(|(id, name, also, verbs, is_done)| ThingLine { id, name, also, verbs, is_done });
    let exit =
        (id_text(), word(&[ExitState::Open, ExitState::Closed]), label(text), label(text), maybe(text), maybe(text));
    let exit = exit
        .prop_map(|(id, state, label, when, to, why)| ExitLine { id, state, label, when, to, why })
        .prop_filter("a text that is no place", |exit| !exit.why.as_str().starts_with('→'));
    let place = (id_text(), maybe(text)).prop_map(|(id, title)| SceneLine { id, title });
    let place = (option::of(place), maybe(text), maybe(text), option::of(beat), vec(text.clone(), 0..2));
    (place, vec(person, 0..3), vec(thing, 0..3), vec(exit, 0..3), vec(text.clone(), 0..2)).prop_map(
        |((scene, mood, briefing, beat, ahead), people, things, exits, offers)| PlotBlock {
            scene,
            mood,
            briefing,
            beat,
            ahead,
            people,
            things,
            exits,
            offers,
            ..PlotBlock::default()
        },
    )
}

fn plot(text: &Texts) -> impl Strategy<Value = PlotBlock> + use<> {
    let campaign = (id_text(), maybe(text)).prop_map(|(slug, title)| CampaignLine { slug, title });
    let act = (1u32..5, text.clone(), maybe(text)).prop_map(|(number, title, goal)| ActLine { number, title, goal });
    let ending = (text.clone(), id_text()).prop_map(|(title, kind)| EndingLine { title, kind });
    let doom = (text.clone(), share()).prop_map(|(title, filled)| DoomLine { title, filled });
    let found = (vec(text.clone(), 0..2), vec(text.clone(), 0..2), option::of(doom), vec(text.clone(), 0..2));
    let all = (scene(text), option::of(campaign), option::of(act), option::of(ending), found, option::of(1u32..9));
    all.prop_map(|(scene, campaign, act, ending, (found, flags, doom, lore), strayed)| PlotBlock {
        campaign,
        act,
        ending,
        found,
        flags,
        doom,
        lore,
        strayed,
        ..scene
    })
}

fn npc(text: &Texts) -> impl Strategy<Value = NpcBlock> + use<> {
    let role = option::of(word(&[NpcRole::Merchant, NpcRole::QuestGiver]));
    let you = (id_text(), text.clone(), role, any::<bool>());
    let you = you.prop_map(|(id, name, role, is_in_party)| YouLine { id, name, role, is_in_party });
    let attitude = word(&[NpcAttitude::Companion, NpcAttitude::Hostile, NpcAttitude::Friendly]);
    let manner = (text.clone(), maybe(text)).prop_map(|(traits, voice)| MannerLine { traits, voice });
    let topic = (text.clone(), commas(text.clone()), maybe(text));
    let topic =
        topic.prop_map(|(first, more, says)| TopicLine { about: std::iter::once(first).chain(more.0).collect(), says });
    let persona = prop_oneof![
        text.clone().prop_map(PersonaLine::Looks),
        text.clone().prop_map(PersonaLine::Wants),
        text.clone().prop_map(PersonaLine::Notes),
        text.clone().prop_map(PersonaLine::Secret),
        text.clone().prop_map(PersonaLine::Stance),
        attitude.prop_map(PersonaLine::Stands),
        manner.prop_map(PersonaLine::Manner),
        topic.prop_map(PersonaLine::CanTell),
    ];
    let speaks = (id_text(), text.clone(), id_text(), id_text());
    let speaks = speaks.prop_map(|(id, name, kind, health)| SpeakerLine { id, name, kind, health });
    let quest = (id_text(), text.clone(), maybe(text)).prop_map(|(id, title, open)| NpcQuestLine { id, title, open });
    let memory = (any::<u32>(), clock(), maybe(text), option::of(text.clone()), text.clone(), any::<bool>());
    let memory = memory
        .prop_map(|(turn, time, at, by, text, aside)| Marked::new(MemoryLine { turn, time, at, by, text }, aside));
    let here = (option::of(clock()), maybe(text), option::of(speaks), commas(text.clone()));
    let knows = (vec(quest, 0..2), vec(memory, 0..3), vec(text.clone(), 0..2));
    (option::of(you), vec(persona, 0..6), here, knows).prop_map(|(you, persona, here, knows)| {
        let ((time, place, speaks, here), (quests, memories, says)) = (here, knows);
        NpcBlock { you, persona, time, place, speaks, here, quests, memories, says }
    })
}

fn cited(text: &Texts) -> impl Strategy<Value = CitedLine> + use<> {
    let turn = (any::<u32>(), clock(), option::of(any::<u32>()));
    let turn = turn.prop_map(|(seq, at, until)| CitedTime::Turn { seq, at, until }).boxed();
    let source = prop_oneof![
        Just(CitedSource::Told),
        Just(CitedSource::Written),
        Just(CitedSource::Note),
        Just(CitedSource::Wish),
        Just(CitedSource::Edited),
        text.clone().prop_map(CitedSource::Said),
    ];
    let when = prop_oneof![4 => turn.clone(), 1 => Just(CitedTime::BeforeTheFirstTurn)];
    let quoted = text.clone().prop_map(|text| LineText::of(text.as_str())).boxed();
    let other = (any::<bool>(), when, source, quoted.clone());
    let other = other.prop_map(|(is_pinned, when, source, text)| CitedLine { is_pinned, when, source, text });
    let pinned =
        (turn, quoted).prop_map(|(when, text)| CitedLine { is_pinned: true, when, source: CitedSource::Story, text });
    prop_oneof![other, pinned]
}

fn beside(text: &Texts) -> impl Strategy<Value = (SoFarBlock, AtOnceBlock)> + use<> {
    let scene = (any::<u32>(), any::<u32>(), text.clone()).prop_map(|(from, to, text)| SceneText { from, to, text });
    let answer = (id_text(), maybe(text)).prop_map(|(who, words)| AnswerLine { who, words });
    (vec(scene, 0..3).prop_map(SoFarBlock), vec(answer, 0..3).prop_map(AtOnceBlock))
}

/// Every kind of block with a grammar.
fn block(text: &Texts) -> impl Strategy<Value = ContextBlock> + use<> {
    prop_oneof![
        3 => table(text).prop_map(ContextBlock::from),
        1 => sheets(text).prop_map(ContextBlock::from),
        2 => fight(text).prop_map(ContextBlock::from),
        2 => plot(text).prop_map(ContextBlock::from),
        2 => npc(text).prop_map(ContextBlock::from),
        1 => vec(cited(text), 0..4).prop_map(|lines| MemoriesBlock(lines).into()),
        1 => beside(text).prop_map(|(so_far, _)| so_far.into()),
        1 => beside(text).prop_map(|(_, at_once)| at_once.into()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_block_is_parsed_as_it_was_rendered(block in block(&clear_text())) {
        let text = block.render();
        prop_assert_eq!(ContextBlock::parse(&text), Some(block), "{}", text);
    }

    #[test]
    fn whatever_is_written_a_block_that_is_parsed_renders_to_the_same_text(block in block(&any_text())) {
        let text = block.render();
        let parsed = ContextBlock::parse(&text).expect("a block");
        prop_assert_eq!(parsed.render(), text);
    }

    #[test]
    fn no_text_ends_its_line_or_its_block(block in block(&any_text())) {
        let text = block.render();
        let brackets = text.lines().filter(|line| !line.starts_with("event: ") && line.contains(['[', ']']));
        prop_assert_eq!(brackets.count(), 2, "{}", text);
    }

    #[test]
    fn what_a_search_answers_is_read_as_it_was_written(line in cited(&clear_text())) {
        for recalled in [RecalledLine::InTheMemories(line.when), RecalledLine::Cited(line)] {
            prop_assert_eq!(RecalledLine::read(&recalled.written()), Some(recalled));
        }
    }
}

#[test]
fn a_text_that_begins_like_a_later_part_stays_where_it_stands() {
    let text = "[table]\nin the scene: a | Ash | hostile | hp 1/1 | ac 10 | under x | with bow\n[/table]";
    let parsed = ContextBlock::parse(text).expect("a block");
    assert_eq!(parsed.render(), text);
}

#[test]
fn a_block_is_known_by_its_brackets() {
    assert_eq!(name_of("[table]\ntime: day 1\n[/table]"), Some("table"));
    assert_eq!(name_of("[turn log]\n1.1 done\n[/turn log]"), Some("turn log"));
    assert_eq!(name_of("[memories]\n[/memories]"), Some("memories"));
    assert_eq!(name_of("[table]\nno end"), None);
    assert_eq!(name_of("[table]\nno[/table]"), None);
    assert_eq!(name_of("I go."), None);
}

#[test]
fn who_lies_at_no_hit_points_is_described_as_the_rules_do() {
    let hero = ready_made::by_id("brannoc-ashdown").expect("a hero");
    let down = Character { current_hp: 0, ..hero.clone() };
    let saves = DeathSaves { successes: 1, failures: 2, ..DeathSaves::default() };
    for hero in [
        hero.clone(),
        Character { dead: true, ..down.clone() },
        Character { stable: true, ..down.clone() },
        Character { death_saves: saves, ..down },
    ] {
        let fighter = FighterRef::Hero(&hero);
        assert_eq!(Downed::of(fighter).map(|downed| downed.written()), fighter.downed_state());
    }
}
