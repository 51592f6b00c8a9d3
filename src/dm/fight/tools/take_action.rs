//! `take_action`: the hero's action in its turn.

use game::{
    Change, Refusal, State,
    combat::{act::FighterAction, bout::Bout, event::CombatEvent, fighter::FighterId, orders, perform, square::Square},
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, tools::cast_spell::throws},
};

use super::{
    super::step::{has_acted, hero_of, to_a_hero},
    TO_APPLY, check_turn, happened_after_orders, outcome,
};

/// Do what the hero who acts wants to do in this turn of the fight. Dice, damage, slots and wounds are the rules': the answer
/// says what happened. What can't be done is refused, with what is possible instead, and costs nothing.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeAction {
    /// What is done.
    pub action: ActionKind,
    /// The id of whom it is aimed at: for attack, grapple, shove, help (against whom), stabilise, and for a spell, a feature
    /// or a thing meant for one.
    #[serde(default)]
    pub target: Option<String>,
    /// The ids of all a spell is aimed at, where it takes several.
    #[serde(default)]
    pub targets: Vec<String>,
    /// The weapon, spell, feature or thing by its name; for ready, the weapon that waits.
    #[serde(default, alias = "weapon")]
    pub with: Option<String>,
    /// The square to move to, or where an area lies: from the left 0 to 11, from the top 0 to 7. To move beside somebody,
    /// give their id as target instead.
    #[serde(default, deserialize_with = "square")]
    pub at: Option<SquareInput>,
    /// The level of the spell slot; for an attack, of the slot a paladin smites with.
    #[serde(default)]
    pub slot: Option<u8>,
    /// How much of a feature's pool is used.
    #[serde(default)]
    pub amount: Option<i32>,
    /// The friend who is helped.
    #[serde(default)]
    pub friend: Option<String>,
    /// What a readied deed waits for.
    #[serde(default)]
    pub trigger: Option<String>,
    /// Done as a bonus action: the second hand's blow, or a quick dash, disengage or hide.
    #[serde(default)]
    pub bonus: bool,
    /// For an attack in melee: knock out and don't kill.
    #[serde(default)]
    pub knock_out: bool,
    /// Whether the turn ends with it. Left out, it ends once the action is used up.
    #[serde(default)]
    pub ends_turn: Option<bool>,
    /// What the player asks of friends in the fight; give it with the call that ends the turn.
    #[serde(default)]
    pub orders: Vec<FriendOrder>,
}

/// What a friend shall do in their next turn before the next hero's.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FriendOrder {
    /// The friend's id.
    pub id: String,
    /// The id of whom to attack, or to help.
    #[serde(default)]
    pub target: Option<String>,
    /// The friend's attack or deed, by its name.
    #[serde(default)]
    pub with: Option<String>,
}

impl FriendOrder {
    /// Gives orders to friends, on behalf of a hero.
    pub(super) fn give(orders: &[Self], bout: &mut Bout, by: &FighterId) -> Result<(), Refusal> {
        orders.iter().try_for_each(|it| orders::give(bout, by, &it.id, it.target.as_deref(), it.with.as_deref()))
    }
}

/// A square.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquareInput {
    /// From the left.
    pub x: u8,
    /// From the top.
    pub y: u8,
}

/// Reads a square as the schema has it, as the fight's block writes it (`7,3`), or as a refusal does (`7/3`).
fn square<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SquareInput>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TargetInput {
        Place(SquareInput),
        Text(String),
    }
    let read = |text: &str| {
        let (x, y) = text.split_once([',', '/'])?;
        Some(SquareInput { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    };
    let wrong = || D::Error::custom(r#"at is a square: {"x": 7, "y": 3}"#);
    Ok(match Option::<TargetInput>::deserialize(from).map_err(|_| wrong())? {
        None => None,
        Some(TargetInput::Place(place)) => Some(place),
        Some(TargetInput::Text(text)) => Some(read(&text).ok_or_else(wrong)?),
    })
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Strike with a weapon or bare hands, as often as the action allows; goes up to the target first where speed allows.
    Attack,
    /// Cast a spell or a cantrip.
    Cast,
    /// Use a class feature.
    UseFeature,
    /// Drink a potion or give it to somebody beside.
    UseItem,
    /// Go to a square, or beside the target.
    Move,
    /// Stand up.
    StandUp,
    /// Seize somebody.
    Grapple,
    /// Push somebody over.
    Shove,
    /// Push somebody five feet away.
    PushAway,
    /// Get out of a hold.
    Escape,
    /// Take care not to be hit.
    Dodge,
    /// Go further.
    Dash,
    /// Get away without giving an opening.
    Disengage,
    /// Hide.
    Hide,
    /// Make a friend's next attack easier.
    Help,
    /// Wait for a moment to strike.
    Ready,
    /// Tend somebody who is dying.
    Stabilise,
    /// Take the reaction that the fight waits for; with names it.
    React,
    /// Let what the reaction would answer happen.
    Pass,
}

impl TakeAction {
    fn act(&self) -> Result<FighterAction, Refusal> {
        let needs = |what: &Option<String>, field: &str| {
            what.clone().ok_or_else(|| Refusal::new(format!("Say {field} as well: this action needs it.")))
        };
        let at = self.at.map(|at| Square { x: at.x, y: at.y });
        let bonus = self.bonus;
        Ok(match self.action {
            ActionKind::Attack => FighterAction::Attack {
                target: needs(&self.target, "target")?,
                with: self.with.clone(),
                second_hand: bonus,
                smite: self.slot,
                knock_out: self.knock_out,
            },
            ActionKind::Cast => FighterAction::Do {
                deed: needs(&self.with, "with, the spell,")?,
                targets: if self.targets.is_empty() {
                    self.target.iter().cloned().collect()
                } else {
                    self.targets.clone()
                },
                at,
                slot: self.slot,
            },
            ActionKind::UseFeature => FighterAction::Use {
                feature: needs(&self.with, "with, the feature,")?,
                target: self.target.clone(),
                amount: self.amount,
            },
            ActionKind::UseItem => {
                FighterAction::UseItem { item: needs(&self.with, "with, the thing,")?, target: self.target.clone() }
            }
            ActionKind::Move => FighterAction::Move {
                to: at
                    .ok_or_else(|| Refusal::new("Say at, the square to go to, or target, whom to go to, as well."))?,
            },
            ActionKind::StandUp => FighterAction::StandUp,
            ActionKind::Grapple => FighterAction::Grapple { target: needs(&self.target, "target")? },
            ActionKind::Shove => FighterAction::Shove { target: needs(&self.target, "target")?, away: false },
            ActionKind::PushAway => FighterAction::Shove { target: needs(&self.target, "target")?, away: true },
            ActionKind::Escape => FighterAction::Escape,
            ActionKind::Dodge => FighterAction::Dodge,
            ActionKind::Dash => FighterAction::Dash { bonus },
            ActionKind::Disengage => FighterAction::Disengage { bonus },
            ActionKind::Hide => FighterAction::Hide { bonus },
            ActionKind::Help => {
                FighterAction::Help { friend: needs(&self.friend, "friend")?, target: needs(&self.target, "target")? }
            }
            ActionKind::Ready => FighterAction::Ready {
                deed: needs(&self.with, "with, the weapon,")?,
                trigger: needs(&self.trigger, "trigger")?,
                target: self.target.clone(),
            },
            ActionKind::React => FighterAction::React { reaction: needs(&self.with, "with, the reaction,")? },
            ActionKind::Pass => FighterAction::Pass,
            ActionKind::Stabilise => FighterAction::Stabilise { target: needs(&self.target, "target")? },
        })
    }
}

impl TakeAction {
    /// Does what the call says, in the hero's turn, and returns it, and whether it is a spell that the rules have no numbers for.
    fn carry_out(&self, bout: &mut Bout, who: &FighterId) -> Result<(FighterAction, bool), Refusal> {
        let act = match (self.action, self.at, &self.target) {
            (ActionKind::Move, None, Some(target)) => {
                FighterAction::Move { to: perform::square_towards(bout, who, target)? }
            }
            _ => self.act()?,
        };
        let is_told = match &act {
            FighterAction::Attack { target, .. } => {
                perform::go_and_attack(bout, who, target, &act)?;
                false
            }
            _ => {
                let of_hero =
                    |event: &CombatEvent| matches!(event, CombatEvent::Described { who: one, .. } if one.id == *who);
                perform::perform(bout, who, &act)?.events.iter().any(of_hero)
            }
        };
        Ok((act, is_told))
    }
}

impl Tool for TakeAction {
    const NAME: &'static str = "take_action";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("In the thick of it", "It is done");
    const PUBLIC: PublicCall = PublicCall {
        input: &[
            "action",
            "target",
            "targets",
            "with",
            "at.x",
            "at.y",
            "slot",
            "amount",
            "friend",
            "trigger",
            "bonus",
            "knock_out",
            "ends_turn",
            "orders.id",
            "orders.target",
            "orders.with",
        ],
        result: PublicResult::FieldsAndRefusals(&[
            "ok",
            "happened",
            "fight",
            "round",
            "turn",
            "not_yet",
            "not_followed",
        ]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let (who, ends) = (hero_of(draft.acting()), self.ends_turn);
        if !matches!(self.action, ActionKind::React | ActionKind::Pass) {
            check_turn(draft)?;
        }
        let (from, stood) = (draft.n_events(), square_of(draft.game(), &who));
        let (unheeded, is_told, healing) = draft.fight(|bout| {
            if !matches!(self.action, ActionKind::React | ActionKind::Pass) {
                to_a_hero(bout)?;
            }
            FriendOrder::give(&self.orders, bout, &who)?;
            let before = bout.changes().len();
            let (act, is_told) = self.carry_out(bout, &who)?;
            let heals = matches!(self.action, ActionKind::Cast | ActionKind::UseFeature | ActionKind::UseItem)
                && !bout.changes()[before..].iter().any(is_wound);
            let healing = if heals { throws(&bout.changes()[before..]) } else { Vec::new() };
            again(bout, &who, &act);
            // A reaction ends no turn.
            let on = !act.is_answer()
                && bout.pending().is_none()
                && bout.game().encounter.as_deref().and_then(|it| it.current()).is_some_and(|it| it.who == who);
            // What the model has to apply belongs to this turn.
            if on && !is_told && ends.unwrap_or_else(|| has_acted(bout.game(), &who)) {
                perform::perform(bout, &who, &FighterAction::EndTurn)?;
            }
            to_a_hero(bout)?;
            Ok((bout.unheeded(), is_told, healing))
        })?;
        let mut answer = happened_after_orders(draft, from, &unheeded);
        if let Some(at) = square_of(draft.game(), &who).filter(|at| stood.is_some_and(|stood| stood != *at)) {
            answer["at"] = json!(format!("{},{}", at.x, at.y));
        }
        if !healing.is_empty() {
            answer["thrown"] = json!(healing);
        }
        if is_told {
            draft.asks_for_calls = true;
            answer["to_apply"] = json!(TO_APPLY);
        }
        outcome(draft, answer).await
    }
}

/// Where a fighter is on the mat.
fn square_of(state: &State, who: &FighterId) -> Option<Square> {
    state.encounter.as_deref()?.combatant(who).map(|it| it.square)
}

fn is_wound(change: &Change) -> bool {
    matches!(change, Change::HpChanged { delta: ..0, .. } | Change::CreatureHpChanged { delta: ..0, .. })
}

/// Strikes on at the same target, as often as the action still allows.
fn again(bout: &mut Bout, who: &FighterId, act: &FighterAction) {
    let FighterAction::Attack { target, second_hand: false, .. } = act else { return };
    // No hero has more than four attacks in an action.
    for _ in 0..3 {
        let left = bout
            .game()
            .encounter
            .as_deref()
            .and_then(|it| it.combatant(who))
            .is_some_and(|it| it.economy.attacks_left > 0);
        let stands = perform::find(bout.game(), who, target)
            .is_ok_and(|it| bout.game().fighter(&it).is_some_and(|it| !it.is_down() && !it.is_knocked_out()));
        if !left || !stands || perform::perform(bout, who, act).is_err() {
            return;
        }
    }
}
