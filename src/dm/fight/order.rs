//! Button actions of a player: combat actions, and others that need no Dungeon Master.

use game::{
    Change, Game, Refusal, RefusalReason, State,
    character::Character,
    combat::{
        act::FighterAction,
        arms,
        bout::{Bout, Spellbook},
        event::{CombatEvent, Wounds},
        initiative::{self, FightOpening},
        intent, perform,
        reaction::Reactions,
        shield,
        terrain::TerrainPatch,
    },
    conditions,
    creature::{self, Disposition},
    equipment,
    id::CharacterId,
    listed, potion, rest,
    turn::{ToolCallRecord, Turn},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::dm::NotPlayed;

use super::step::{FightStep, hero_of, step, to_a_hero};

/// A player's button action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Order)]
pub enum ButtonAction {
    /// An action outside a fight.
    Camp(Rest),
    /// Accept an ally's plan.
    Ally(Ally),
    /// An action in a fighter's turn.
    Fight(FighterAction),
}

/// A player's instruction to an ally.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Ally {
    /// Let the next ally follow its own plan: the hero's turn ends, and the ally takes its turn.
    Accept {
        /// The ally's id.
        ally: String,
    },
}

/// Actions outside fights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Rest {
    /// Rest: everyone for a night, or for an hour in which the hero spends hit dice.
    #[schema(rename_all = "camelCase")]
    Rest {
        /// For how long.
        kind: Length,
        /// How many hit dice the hero spends in a short rest; none if left out.
        #[serde(default)]
        hit_dice: Option<u8>,
    },
    /// Put on a suit of armour or a shield; a shield in a fight, too, as an action.
    Equip {
        /// Its name or id.
        item: String,
    },
    /// Take it off.
    Unequip {
        /// Its name or id.
        item: String,
    },
}

/// How long a rest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// An hour.
    Short,
    /// Eight hours.
    Long,
}

/// The name under which a turn keeps the order it came from.
const BUTTON: &str = "action";

impl ButtonAction {
    /// The actions that are done out of a fight.
    pub const CAMP: [&'static str; 3] = ["rest", "equip", "unequip"];
    /// The action that lets an ally follow its own plan.
    pub const ACCEPT: &'static str = "accept";

    /// The order of a turn, for a retelling of the same action.
    pub(in crate::dm) fn of(turn: &Turn) -> Option<Self> {
        let call = turn.tool_calls.first().filter(|call| Self::is_recorded_in(call))?;
        serde_json::from_value(call.input.clone()).ok()
    }

    /// Whether a recorded call is the player's own order rather than a tool call.
    pub(in crate::dm) fn is_recorded_in(call: &ToolCallRecord) -> bool {
        call.call_id == BUTTON && call.name == BUTTON
    }

    /// The record of it in the turn, in the form of a tool call.
    pub(in crate::dm) fn record(&self, events: &[CombatEvent]) -> ToolCallRecord {
        ToolCallRecord {
            call_id: BUTTON.to_owned(),
            name: BUTTON.to_owned(),
            input: json!(self),
            result: events.iter().map(CombatEvent::line).collect::<Vec<_>>().join("\n"),
            is_error: false,
            public_result: None,
        }
    }
}

/// An order and its result.
#[derive(Debug, Clone)]
pub(in crate::dm) struct CarriedOut {
    pub(in crate::dm) order: ButtonAction,
    pub(in crate::dm) played: FightStep,
}

/// What the execution of an order needs.
#[derive(Clone, Copy)]
pub(in crate::dm) struct FightMeans<'a> {
    /// The library for look-ups of spells.
    pub(in crate::dm) book: &'a dyn Spellbook,
    /// Who decides on heroes' reactions.
    pub(in crate::dm) reactions: Reactions,
    /// The terrain of a fight that the order opens.
    pub(in crate::dm) terrain: &'a [TerrainPatch],
}

/// Carries an order out on a copy of the game.
///
/// # Errors
/// [`NotPlayed::NoEncounter`]: a combat action outside a fight. [`NotPlayed::ReactionPending`]: a question must be answered
/// first. [`NotPlayed::Illegal`]: the rules forbid it; the text lists alternatives.
pub(in crate::dm) fn resolve(
    game: &Game,
    acting: &CharacterId,
    order: ButtonAction,
    FightMeans { book, reactions, terrain }: FightMeans,
) -> Result<CarriedOut, NotPlayed> {
    let needs_a_fight = match &order {
        ButtonAction::Fight(act) => !can_do_without(game, act),
        ButtonAction::Ally(_) => true,
        ButtonAction::Camp(_) => false,
    };
    if needs_a_fight && game.encounter.is_none() {
        return Err(NotPlayed::NoEncounter);
    }
    let taken = step(game, book, reactions, |bout| match &order {
        ButtonAction::Fight(act) => fight(bout, acting, act, terrain),
        ButtonAction::Ally(Ally::Accept { ally }) => accept(bout, acting, ally),
        ButtonAction::Camp(camp) => rest_or_dress(bout, acting, camp),
    });
    let ((), played) = taken.map_err(|refusal| match refusal.reason() {
        Some(RefusalReason::ReactionPending) => NotPlayed::ReactionPending(refusal),
        _ => NotPlayed::Illegal(refusal),
    })?;
    Ok(CarriedOut { order, played })
}

/// Whether an act opens the fight it belongs to, or needs none.
fn can_do_without(game: &Game, act: &FighterAction) -> bool {
    match act {
        FighterAction::Attack { target, .. } => creature::find_foe(game, target)
            .is_some_and(|one| !one.is_dead() && one.disposition == Disposition::Hostile),
        FighterAction::UseItem { .. } => true,
        _ => false,
    }
}

/// A combat action, and everyone else's turns until a hero has to decide. Returns the text that the engine doesn't provide.
fn fight(bout: &mut Bout, acting: &CharacterId, act: &FighterAction, terrain: &[TerrainPatch]) -> Result<(), Refusal> {
    let who = hero_of(acting);
    if let (None, FighterAction::UseItem { item, target }) = (&bout.game().encounter, act) {
        return drink(bout, acting, item, target.as_deref());
    }
    let opens = bout.game().encounter.is_none();
    if opens {
        initiative::begin(bout, &FightOpening { terrain: terrain.to_vec(), ..FightOpening::default() })?;
        to_a_hero(bout)?;
        // Anyone who struck first before the fight still waits for their turn.
        let first = bout.game().encounter.as_deref().and_then(|it| it.current()).map(|it| it.who.clone());
        if first.as_ref() != Some(&who) {
            return Ok(());
        }
    }
    if !act.is_answer() {
        to_a_hero(bout)?;
    }
    match perform::perform(bout, &who, act) {
        // The fight has begun all the same, and the turn is the hero's: there is a way to go first.
        Err(refusal) if opens && bout.game().encounter.is_some() => {
            bout.happened(|bout| CombatEvent::Refused { who: bout.actor(&who), why: refusal.to_string() });
            return Ok(());
        }
        performed => performed?,
    };
    to_a_hero(bout)
}

/// Ends the hero's turn; the next ally follows its own plan.
fn accept(bout: &mut Bout, acting: &CharacterId, ally: &str) -> Result<(), Refusal> {
    perform::unasked(bout)?;
    let next = intent::next_ally(bout.game()).map(|id| id.as_str().to_owned());
    if next.as_deref() != Some(ally) {
        return Err(Refusal::new(match next {
            Some(next) => format!("It isn't “{ally}” who comes next, but “{next}”."),
            None => format!("“{ally}” doesn't come next: no ally does."),
        }));
    }
    perform::perform(bout, &hero_of(acting), &FighterAction::EndTurn)?;
    to_a_hero(bout)
}

/// A potion drunk, or given to another hero, out of a fight.
fn drink(bout: &mut Bout, acting: &CharacterId, item: &str, target: Option<&str>) -> Result<(), Refusal> {
    let to = bout.game().hero(target.unwrap_or(acting.as_str()))?.clone();
    let from = bout.game().hero(acting.as_str())?.clone();
    conditions::can_act(&from)?;
    let (changes, healed) = potion::drink(bout.game(), &from, item, &to)?;
    bout.make_all(changes)?;
    bout.happened(|bout| CombatEvent::Drank {
        who: bout.actor(&hero_of(&from.id)),
        drinker: bout.actor(&hero_of(&to.id)),
        item: item.trim().to_owned(),
        healed,
    });
    Ok(())
}

fn rest_or_dress(bout: &mut Bout, acting: &CharacterId, camp: &Rest) -> Result<(), Refusal> {
    perform::unasked(bout)?;
    let hero = bout.game().hero(acting.as_str())?.clone();
    let who = hero_of(acting);
    match camp {
        Rest::Rest { kind: Length::Short, hit_dice } => {
            let changes = rest::short(bout.game(), &hero, hit_dice.unwrap_or(0))?;
            bout.make_all(changes)?;
            everybody_else(bout, acting, |state, other| rest::short(state, other, 0))?;
            bout.make_all(rest::passed(bout.game(), rest::SHORT_MINUTES))?;
            let healed = bout.game().hero(acting.as_str())?.current_hp - hero.current_hp;
            bout.happened(|bout| CombatEvent::ShortRest { who: bout.actor(&who), healed: healed.max(0) });
            Ok(())
        }
        Rest::Rest { kind: Length::Long, hit_dice: Some(_) } => Err(Refusal::new(rest::NO_DICE_BY_NIGHT)),
        Rest::Rest { kind: Length::Long, hit_dice: None } => {
            let changes = rest::long(bout.game(), &hero)?;
            bout.make_all(changes)?;
            everybody_else(bout, acting, rest::long)?;
            bout.make_all(rest::passed(bout.game(), rest::LONG_MINUTES))?;
            let now = bout.game().hero(acting.as_str())?;
            let wounds = Wounds::after(hero.current_hp, now.current_hp, now.max_hp);
            bout.happened(|bout| CombatEvent::LongRest { who: bout.actor(&who), wounds });
            Ok(())
        }
        Rest::Equip { item } => dress(bout, &hero, equipment::dressed(&hero, item, true)?, true),
        Rest::Unequip { item } => dress(bout, &hero, equipment::dressed(&hero, item, false)?, false),
    }
}

fn dress(bout: &mut Bout, hero: &Character, change: Change, on: bool) -> Result<(), Refusal> {
    let item = if let Change::ItemEquipped { name, .. } = &change { name.clone() } else { String::new() };
    match bout.game().encounter.is_some() {
        true => shield::strap(bout, &hero_of(&hero.id), change)?,
        false => bout.make(change)?,
    }
    let who = hero_of(&hero.id);
    bout.happened(|bout| CombatEvent::Dressed { who: bout.actor(&who), item, on });
    Ok(())
}

/// The rest of the others; who lies at 0 hit points, or is dead, gets nothing of it.
fn everybody_else(
    bout: &mut Bout,
    acting: &CharacterId,
    rest: impl Fn(&State, &Character) -> Result<Vec<Change>, Refusal>,
) -> Result<(), Refusal> {
    let others = bout.game().characters.iter().filter(|hero| hero.id != *acting);
    let others: Vec<CharacterId> = others.map(|hero| hero.id.clone()).collect();
    for id in others {
        let changes = bout.game().hero(id.as_str()).and_then(|other| rest(bout.game(), other));
        bout.make_all(changes.unwrap_or_default())?;
    }
    Ok(())
}

/// An order in words, as the player's message of the turn.
pub(in crate::dm) fn words_of(order: &ButtonAction, game: &Game) -> String {
    let name = |id: &String| {
        let one = creature::find(game, id).map(|one| one.name.clone());
        one.or_else(|_| game.hero(id).map(|hero| hero.name.clone())).unwrap_or_else(|_| id.clone())
    };
    let to = |target: &Option<String>| target.as_ref().map(|id| format!(" for {}", name(id))).unwrap_or_default();
    let quickly = |bonus: bool| if bonus { " quickly" } else { "" };
    match order {
        ButtonAction::Camp(Rest::Rest { kind: Length::Short, .. }) => "I rest for an hour.".to_owned(),
        ButtonAction::Camp(Rest::Rest { kind: Length::Long, .. }) => "I rest until morning.".to_owned(),
        ButtonAction::Camp(Rest::Equip { item }) => format!("I put on my {item}."),
        ButtonAction::Camp(Rest::Unequip { item }) => format!("I take off my {item}."),
        ButtonAction::Ally(Ally::Accept { ally }) => format!("I leave the next move to {}.", name(ally)),
        ButtonAction::Fight(act) => match act {
            FighterAction::Attack { target, with: Some(with), .. } if with == arms::UNARMED => {
                format!("I strike at {} with my bare hands.", name(target))
            }
            FighterAction::Attack { target, with: Some(with), .. } => {
                format!("I attack {} with my {with}.", name(target))
            }
            FighterAction::Attack { target, .. } => format!("I attack {}.", name(target)),
            FighterAction::Do { deed, targets, .. } if !targets.is_empty() => {
                let names: Vec<String> = targets.iter().map(name).collect();
                format!("I cast {deed} at {}.", listed(names.iter().map(String::as_str)))
            }
            FighterAction::Do { deed, .. } => format!("I cast {deed}."),
            FighterAction::Use { feature, target, .. } => format!("I use {feature}{}.", to(target)),
            FighterAction::UseItem { item, target } => format!("I use my {item}{}.", to(target)),
            FighterAction::Move { .. } => "I move.".to_owned(),
            FighterAction::StandUp => "I stand up.".to_owned(),
            FighterAction::Grapple { target } => format!("I seize {}.", name(target)),
            FighterAction::Shove { target, .. } => format!("I shove {}.", name(target)),
            FighterAction::Escape => "I struggle free.".to_owned(),
            FighterAction::Dodge => "I dodge.".to_owned(),
            FighterAction::Dash { bonus } => format!("I dash{}.", quickly(*bonus)),
            FighterAction::Disengage { bonus } => format!("I disengage{}.", quickly(*bonus)),
            FighterAction::Hide { bonus } => format!("I hide{}.", quickly(*bonus)),
            FighterAction::Help { friend, target } => format!("I help {} against {}.", name(friend), name(target)),
            FighterAction::Ready { deed, trigger, .. } => format!("I ready my {deed}: {trigger}."),
            FighterAction::Stabilise { target } => format!("I tend {}.", name(target)),
            FighterAction::DeathSave => "I hold on to life.".to_owned(),
            FighterAction::EndTurn => "I end my turn.".to_owned(),
            FighterAction::React { reaction } => {
                let question = game.encounter.as_deref().and_then(|it| it.pending.as_deref()).map(|it| &it.question);
                let option = question.and_then(|question| question.option(reaction));
                let name = option.map_or_else(|| reaction.clone(), |it| it.name().to_owned());
                format!("I react: {name}.")
            }
            FighterAction::Pass => "I let it happen.".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{ready_made, story::Story};

    #[test]
    fn an_attack_opens_the_fight_however_far_off_the_foe_stands_and_whoever_is_first() {
        let hero = ready_made::ready_made()[0].clone();
        let acting = hero.id.clone();
        let (mut first, mut second) = (0, 0);
        for seed in 0..40 {
            let mut game = Game::new(State::start(Story::default(), vec![hero.clone()], [seed; 32]));
            game.apply_all(&creature::enter(&game, "Guard", "guard", Disposition::Hostile, 1)).unwrap();
            let blow = FighterAction::Attack {
                target: "guard".into(),
                with: None,
                second_hand: false,
                smite: None,
                knock_out: false,
            };
            let played = resolve(
                &game,
                &acting,
                ButtonAction::Fight(blow),
                FightMeans { book: &(), reactions: Reactions::Ask, terrain: &[] },
            )
            .unwrap()
            .played;
            let began = played.changes.iter().any(|change| matches!(change, Change::EncounterBegan { .. }));
            assert!(began && !played.events.is_empty(), "{:?}", played.events);
            match played.events.iter().any(|event| matches!(event, CombatEvent::Refused { .. })) {
                true => first += 1,
                false => second += 1,
            }
        }
        assert!(first > 0 && second > 0, "{first} {second}");
    }
}
