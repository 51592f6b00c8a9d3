//! The actions a fighter can take right now, for buttons and prompts.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    act::FighterAction,
    action_resolution, activated_features, arms, attack_advantage, attacking,
    bout::{Bout, Spellbook},
    casting, costs,
    deed::{ActionCost, ActionEffect, CombatAction, Reach},
    dying,
    fighter::{FighterId, FighterRef},
    movement, potions, protection,
    reaction::{Reaction, ReactionQuestion},
    repertoire::{self, ActionSource},
    square::Square,
    stances,
    strike::{self, Striking},
    turning,
    ways::Ways,
};
use crate::{Game, condition_kind::ConditionKind, feature::FeatureId};

/// An available action.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LegalAct)]
pub struct Legal {
    /// The action to send, with the first of its targets.
    pub act: FighterAction,
    pub name: String,
    /// `action`, `bonus action`, `movement`, `reaction` or `free`.
    pub cost: &'static str,
    /// The ids of all possible targets, in the order of initiative; empty if it has no target.
    pub targets: Vec<String>,
    /// Maximum number of targets at once; 0 if it has none.
    pub max_targets: usize,
    /// The possible squares: where to move, or where an area could be placed.
    pub squares: Vec<Square>,
    /// Whether the rules have no numbers for it, so that the Dungeon Master applies its effect.
    #[serde(skip)]
    pub is_told: bool,
    /// The attack bonus; absent for other actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_hit: Option<i32>,
    /// The odds of an attack against each of `targets`, in the same order; absent for other actions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub odds: Vec<HitOdds>,
}

/// The odds of an attack against one target, with everything that affects it now.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HitOdds {
    /// The target's id.
    pub target: String,
    /// The chance to hit, in percent.
    pub chance: u32,
    /// Mean damage, misses counted in, to one decimal; neither critical hits nor resistances are counted.
    pub damage: f64,
}

/// All actions that a fighter can take now; none outside its turn. During a reaction question, its options. None of them is
/// refused.
pub fn legal(game: &Game, book: &dyn Spellbook, who: &FighterId) -> Vec<Legal> {
    // A bout asks and answers; nothing is changed in this copy.
    let mut game = game.clone();
    let bout = Bout::unheard(&mut game, book);
    let mut all = Vec::new();
    let Some(encounter) = bout.game().encounter.as_deref() else { return all };
    if let Some(pending) = encounter.pending.as_deref() {
        return if pending.question.who.id == *who { reactions(&pending.question) } else { all };
    }
    let Some(own) = encounter.current().filter(|current| current.who == *who) else { return all };
    let Some(fighter) = bout.game().fighter(who) else { return all };
    let can_act = !own.surprised && fighter.acts();
    if fighter.is_dying() {
        all.push(plain(FighterAction::DeathSave, "Death saving throw", "free"));
    }
    if can_act && turning::is_turned(fighter) {
        steps(&bout, who, fighter, &mut all);
    } else if can_act {
        blows(&bout, who, &mut all);
        deeds(&bout, who, &mut all);
        features(&bout, who, fighter, &mut all);
        items(&bout, who, fighter, &mut all);
        with_an_action(&bout, who, fighter, &mut all);
        steps(&bout, who, fighter, &mut all);
    }
    if !dying::owes_throw(&bout, who) {
        all.push(plain(FighterAction::EndTurn, "End turn", "free"));
    }
    all
}

/// The weapons a hero can't attack with now and the spells that are reactions, each with the reason; empty if it isn't
/// the hero's turn.
pub fn not_ready(game: &Game, book: &dyn Spellbook, who: &FighterId) -> Vec<(String, &'static str)> {
    let Some(encounter) = game.encounter.as_deref() else { return Vec::new() };
    let own = encounter.current().filter(|current| current.who == *who);
    let (Some(own), Some(FighterRef::Hero(hero))) = (own, game.fighter(who)) else { return Vec::new() };
    let why = |arm: &arms::Arm| match () {
        () if !attacking::is_in_hand(hero, own, arm) => Some("it was thrown, and lies about"),
        () if !arms::has_hands_for(hero, arm) => Some("it needs both hands, and one bears a shield"),
        () if !attacking::is_ready(hero, own, arm) => Some("there is nothing to shoot with it"),
        () => None,
    };
    let arms = arms::all(hero).into_iter().filter_map(|arm| Some((arm.name.clone(), why(&arm)?)));
    let casting = hero.spellcasting.iter();
    let free = casting.flat_map(|casting| casting.spells.iter().zip(std::iter::repeat(casting::free_slots(casting))));
    let by_itself = free.filter_map(|(spell, slots)| {
        let deed = slots.into_iter().find_map(|slot| book.spell(hero, spell, slot))?;
        protection::is_asked_for(&deed)
            .then(|| (deed.name.clone(), "it is a reaction, which the fight asks for by itself"))
    });
    arms.chain(by_itself).collect()
}

/// The answers to a question.
fn reactions(question: &ReactionQuestion) -> Vec<Legal> {
    let act = |it: &Reaction| {
        let cost = if it.spends_reaction() { "reaction" } else { "free" };
        plain(FighterAction::React { reaction: it.id() }, &it.label(), cost)
    };
    question.options.iter().map(act).chain([plain(FighterAction::Pass, "Pass", "free")]).collect()
}

fn plain(act: FighterAction, name: &str, cost: &'static str) -> Legal {
    Legal {
        act,
        name: name.to_owned(),
        cost,
        targets: Vec::new(),
        max_targets: 0,
        squares: Vec::new(),
        is_told: false,
        to_hit: None,
        odds: Vec::new(),
    }
}

fn aimed(
    targets: Vec<String>,
    name: &str,
    cost: &'static str,
    act: impl FnOnce(String) -> FighterAction,
) -> Option<Legal> {
    let act = act(targets.first()?.clone());
    Some(Legal { targets, max_targets: 1, ..plain(act, name, cost) })
}

/// The same as an attack, with its odds against each target.
fn as_attack(bout: &Bout, who: &FighterId, legal: Legal, with: &Striking) -> Legal {
    let odds = |id: &String| {
        let target = super::perform::find(bout.game(), who, id).ok()?;
        let (chance, damage) = strike::outlook(bout, who, &target, with)?;
        let damage = chance * damage * f64::from(with.attack.times.max(1));
        Some(HitOdds { target: id.clone(), chance: percent(chance), damage: (damage * 10.0).round() / 10.0 })
    };
    Legal { to_hit: Some(with.attack.to_hit), odds: legal.targets.iter().filter_map(odds).collect(), ..legal }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability is from 0 to 1")]
fn percent(chance: f64) -> u32 {
    (chance * 100.0).round() as u32
}

/// The ids of those a deed of this reach can be aimed at.
fn in_reach(bout: &Bout, who: &FighterId, feet: u16, hostile: bool) -> Vec<String> {
    let Ok(own) = bout.combatant(who) else { return Vec::new() };
    let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
    let side = order.filter(|it| if hostile { it.side.fights(own.side) } else { it.side == own.side });
    let up = side.filter(|it| !hostile || bout.game().fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()));
    let near = up.filter(|it| action_resolution::can_reach(bout, who, &it.who, feet, hostile).is_ok());
    near.map(|it| it.who.as_str().to_owned()).collect()
}

fn blows(bout: &Bout, who: &FighterId, all: &mut Vec<Legal>) {
    let Some(FighterRef::Hero(hero)) = bout.game().fighter(who) else { return };
    let Ok(own) = bout.combatant(who) else { return };
    for arm in arms::all(hero).into_iter().filter(|arm| attacking::is_ready(hero, own, arm)) {
        let targets = in_reach(bout, who, attack_advantage::furthest(arm.attack.reach), true);
        let attack = |second_hand| {
            let with = Some(arm.name.clone());
            move |target| FighterAction::Attack { target, with, second_hand, smite: None, knock_out: false }
        };
        if attacking::can_attack(bout, who, !arm.loading).is_ok() {
            let legal = aimed(targets.clone(), &arm.name, "action", attack(false));
            all.extend(legal.map(|legal| as_attack(bout, who, legal, &Striking::with_arm(arm.clone()))));
        }
        if attacking::can_strike_again(bout, who, &arm).is_ok() {
            let legal = aimed(targets, &format!("{} (second hand)", arm.name), "bonus action", attack(true));
            let with = Striking::with_arm(arm.clone().in_second_hand(hero));
            all.extend(legal.map(|legal| as_attack(bout, who, legal, &with)));
        }
    }
}

fn deeds(bout: &Bout, who: &FighterId, all: &mut Vec<Legal>) {
    for choice in repertoire::of(bout, who).into_iter().filter(|choice| choice.by != ActionSource::Arm) {
        let deed = choice.deed;
        if protection::is_asked_for(&deed) || costs::can_pay(bout, who, deed.cost).is_err() {
            continue;
        }
        let slot = match choice.by {
            ActionSource::Spell { slot } if slot > 0 => Some(slot),
            _ => None,
        };
        let (targets, squares) = (targets_of(bout, who, &deed), squares_of(bout, who, &deed));
        if targets.is_empty() && squares.is_empty() && needs_an_aim(&deed) {
            continue;
        }
        let (first, at) = (targets.first().cloned().into_iter().collect(), squares.first().copied());
        let first = if squares.is_empty() { first } else { Vec::new() };
        let act = FighterAction::Do { deed: deed.name.clone(), targets: first, at, slot };
        let allowed = match choice.by {
            ActionSource::Spell { slot } => casting::can_cast(bout, who, &deed, slot).is_ok(),
            _ => true,
        };
        if allowed {
            let max_targets = action_resolution::most_targets(&deed).min(targets.len());
            let (name, cost) = (deed.name.clone(), cost_word(deed.cost));
            let is_told = matches!(deed.effect, ActionEffect::Told { .. });
            let legal = Legal { targets, max_targets, squares, is_told, ..plain(act, &name, cost) };
            all.push(match Striking::of_deed(&deed) {
                Some(with) => as_attack(bout, who, legal, &with),
                None => legal,
            });
        }
    }
}

fn cost_word(cost: ActionCost) -> &'static str {
    match cost {
        ActionCost::Action => "action",
        ActionCost::BonusAction => "bonus action",
        ActionCost::Reaction => "reaction",
        ActionCost::Legendary { .. } => "legendary",
        ActionCost::TooLong => "too long",
    }
}

fn needs_an_aim(deed: &CombatAction) -> bool {
    let elsewhere = |reach: Reach| reach != Reach::Oneself;
    match &deed.effect {
        ActionEffect::Attack(attack) => elsewhere(attack.reach),
        // An area needs a target square, even if it starts at the caster; without anyone to catch there is none.
        ActionEffect::Save(save) => save.area.is_some() || elsewhere(save.reach),
        ActionEffect::Sure { reach, .. } | ActionEffect::Heal { reach, .. } | ActionEffect::Shield { reach, .. } => {
            elsewhere(*reach)
        }
        ActionEffect::Boon { reach, .. }
        | ActionEffect::Stabilise { reach }
        | ActionEffect::Revive { reach, .. }
        | ActionEffect::Cure { reach, .. } => elsewhere(*reach),
        ActionEffect::Multiattack { .. } | ActionEffect::Pool { .. } => true,
        ActionEffect::Told { .. } | ActionEffect::Conjure { .. } => false,
    }
}

fn targets_of(bout: &Bout, who: &FighterId, deed: &CombatAction) -> Vec<String> {
    let near = |reach: Reach, hostile| match reach {
        Reach::Oneself => Vec::new(),
        reach => in_reach(bout, who, attack_advantage::furthest(reach), hostile),
    };
    match &deed.effect {
        ActionEffect::Attack(attack) => near(attack.reach, true),
        ActionEffect::Save(save) if save.area.is_some() => Vec::new(),
        ActionEffect::Save(save) => near(save.reach, true),
        ActionEffect::Sure { reach, .. } => near(*reach, true),
        ActionEffect::Heal { reach, .. } | ActionEffect::Shield { reach, .. } => near(*reach, false),
        ActionEffect::Boon { reach, .. } | ActionEffect::Stabilise { reach } | ActionEffect::Cure { reach, .. } => {
            let helps = |id: &String| {
                super::perform::find(bout.game(), who, id).is_ok_and(|target| {
                    action_resolution::can_aim(bout, who, deed, &action_resolution::ActionTarget::at(target)).is_ok()
                })
            };
            near(*reach, false).into_iter().filter(helps).collect()
        }
        ActionEffect::Revive { .. } => {
            let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
            let side = order.filter(|it| bout.combatant(who).is_ok_and(|own| own.side == it.side));
            let before = super::perform::dead_of_the_party(bout.game());
            let mut all: Vec<FighterId> = side.map(|it| it.who.clone()).collect();
            all.extend(before.filter(|dead| bout.combatant(dead).is_err()));
            let can = all.into_iter().filter(|it| {
                action_resolution::can_aim(bout, who, deed, &action_resolution::ActionTarget::at(it.clone())).is_ok()
            });
            can.map(|it| it.as_str().to_owned()).collect()
        }
        ActionEffect::Multiattack { .. } => {
            let foes = in_reach(bout, who, u16::MAX, true);
            let can = |id: &String| {
                super::perform::find(bout.game(), who, id).is_ok_and(|target| {
                    action_resolution::can_aim(bout, who, deed, &super::multiattack::aim(Some(target))).is_ok()
                })
            };
            foes.into_iter().filter(can).collect()
        }
        ActionEffect::Pool { .. } | ActionEffect::Told { .. } | ActionEffect::Conjure { .. } => Vec::new(),
    }
}

/// The squares where an area would catch a foe.
fn squares_of(bout: &Bout, who: &FighterId, deed: &CombatAction) -> Vec<Square> {
    let Ok(own) = bout.combatant(who) else { return Vec::new() };
    if action_resolution::shape_of(deed).is_none() {
        return Vec::new();
    }
    let is_foe = |it: &FighterId| bout.combatant(it).is_ok_and(|it| it.side.fights(own.side));
    let catches = |at: &Square| {
        let aim = action_resolution::ActionTarget { targets: Vec::new(), at: Some(*at) };
        action_resolution::can_aim(bout, who, deed, &aim).is_ok()
            && action_resolution::caught(bout, who, deed, &aim).is_ok_and(|caught| caught.iter().any(is_foe))
    };
    Square::all().filter(catches).collect()
}

fn features(bout: &Bout, who: &FighterId, fighter: FighterRef, all: &mut Vec<Legal>) {
    let FighterRef::Hero(hero) = fighter else { return };
    for power in activated_features::of(hero).filter(|power| activated_features::can_use(bout, who, *power).is_ok()) {
        let of = |target: Option<String>| FighterAction::Use { feature: power.name().to_owned(), target, amount: None };
        let cost = power.cost.map_or("free", cost_word);
        let friends = match power.feature {
            FeatureId::LayOnHands => in_reach(bout, who, 5, false),
            FeatureId::BardicInspiration => {
                in_reach(bout, who, 60, false).into_iter().filter(|id| id != who.as_str()).collect()
            }
            _ => {
                all.push(plain(of(None), power.name(), cost));
                continue;
            }
        };
        let friends = friends.into_iter().filter(|id| activated_features::helps(bout, who, power, id)).collect();
        all.extend(aimed(friends, power.name(), cost, |target| of(Some(target))));
    }
}

fn items(bout: &Bout, who: &FighterId, fighter: FighterRef, all: &mut Vec<Legal>) {
    let FighterRef::Hero(hero) = fighter else { return };
    for item in hero.inventory.iter().filter(|item| potions::healing(&item.name).is_some()) {
        for (cost, words) in [(ActionCost::Action, "action"), (ActionCost::BonusAction, "bonus action")] {
            if costs::can_pay(bout, who, cost).is_err() {
                continue;
            }
            let takes = |id: &String| {
                let target = super::perform::find(bout.game(), who, id);
                target.is_ok_and(|target| potions::cost(bout.game(), who, &target) == cost)
            };
            let targets = in_reach(bout, who, 5, false).into_iter().filter(takes).collect();
            let act = |target| FighterAction::UseItem { item: item.name.clone(), target: Some(target) };
            all.extend(aimed(targets, &item.name, words, act));
        }
    }
}

fn with_an_action(bout: &Bout, who: &FighterId, fighter: FighterRef, all: &mut Vec<Legal>) {
    let beside = in_reach(bout, who, 5, true);
    if attacking::can_attack(bout, who, true).is_ok() && (fighter.size() as i8) < 5 {
        let can = |id: &String| {
            super::perform::find(bout.game(), who, id)
                .is_ok_and(|target| super::manoeuvres::can_lay_hands(bout, who, &target).is_ok())
        };
        let small: Vec<String> = beside.iter().filter(|id| can(id)).cloned().collect();
        let free = |id: &String| {
            let found = super::perform::find(bout.game(), who, id);
            found.is_ok_and(|it| bout.game().fighter(&it).is_some_and(|it| !it.is(ConditionKind::Grappled)))
        };
        let unheld: Vec<String> = small.iter().filter(|id| free(id)).cloned().collect();
        all.extend(aimed(unheld, "Grapple", "action", |target| FighterAction::Grapple { target }));
        all.extend(aimed(small, "Shove", "action", |target| FighterAction::Shove { target, away: false }));
    }
    for (bonus, cost) in [(false, "action"), (true, "bonus action")] {
        let quick = if bonus { " (quickly)" } else { "" };
        let can =
            |what| stances::cost(bout, who, bonus, what).is_ok_and(|cost| costs::can_pay(bout, who, cost).is_ok());
        if can(stances::Cunning::Dash) && fighter.speed() > 0 {
            all.push(plain(FighterAction::Dash { bonus }, &format!("Dash{quick}"), cost));
        }
        if can(stances::Cunning::Disengage) {
            all.push(plain(FighterAction::Disengage { bonus }, &format!("Disengage{quick}"), cost));
        }
        let unseen = bout.combatant(who).is_ok_and(|own| !attack_advantage::foe_beside(bout.game(), own));
        if can(stances::Cunning::Hide) && unseen {
            all.push(plain(FighterAction::Hide { bonus }, &format!("Hide{quick}"), cost));
        }
    }
    if costs::can_pay(bout, who, ActionCost::Action).is_err() {
        return;
    }
    all.push(plain(FighterAction::Dodge, "Dodge", "action"));
    let held = fighter.conditions().iter().any(|it| it.timing.as_deref().is_some_and(|it| it.escape_dc.is_some()));
    if held {
        all.push(plain(FighterAction::Escape, "Escape", "action"));
    }
    let dying = in_reach(bout, who, 5, false).into_iter().filter(|id| {
        let found = bout.game().encounter.iter().flat_map(|it| &it.order).find(|it| it.who.as_str() == id);
        found.and_then(|it| bout.game().fighter(&it.who)).is_some_and(FighterRef::is_dying)
    });
    all.extend(aimed(dying.collect(), "Stabilise", "action", |target| FighterAction::Stabilise { target }));
    let friends: Vec<String> = in_reach(bout, who, u16::MAX, false)
        .into_iter()
        .filter(|id| {
            let found = bout.game().encounter.iter().flat_map(|it| &it.order).find(|it| it.who.as_str() == id);
            id != who.as_str() && found.and_then(|it| bout.game().fighter(&it.who)).is_some_and(|it| !it.is_down())
        })
        .collect();
    if let (Some(friend), Some(_)) = (friends.first().cloned(), beside.first()) {
        all.extend(aimed(beside, "Help", "action", |target| FighterAction::Help { friend, target }));
    }
}

fn steps(bout: &Bout, who: &FighterId, fighter: FighterRef, all: &mut Vec<Legal>) {
    let Ok(own) = bout.combatant(who) else { return };
    if fighter.is(ConditionKind::Prone) && movement::feet_left(bout.game(), own) >= (fighter.speed() / 2).max(1) {
        all.push(plain(FighterAction::StandUp, "Stand up", "movement"));
    }
    if !movement::can_step(bout.game(), own) {
        return;
    }
    let (ways, left) = (Ways::of(bout.game(), own), movement::feet_left(bout.game(), own));
    let near = Square::all().filter(|square| ways.feet_to(*square).is_some_and(|n| n <= left && n > 0));
    let squares: Vec<Square> = near.filter(|square| !movement::fears_to_go(bout, who, *square)).collect();
    if let Some(to) = squares.first().copied() {
        all.push(Legal { squares, ..plain(FighterAction::Move { to }, "Move", "movement") });
    }
}
