//! Events of a fight, as facts. Sentences are made of them per audience (see [`sentence`](super::sentence)).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    encounter::FightEnding,
    fighter::FighterId,
    reaction::ReactionQuestion,
    sentence::{CombatSentence, SlotValue, sentence},
};
use crate::{
    condition_kind::ConditionKind,
    d20::advantage::RollAdvantage,
    looked_up::LookedUp,
    refusal::{RefusalReason, listed},
};

/// A fighter in an event: the id, and the name at that moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Actor {
    /// The fighter.
    pub id: FighterId,
    /// Its name when the event happened. Creatures leave and are renamed.
    pub name: String,
}

/// One fighter's place in the order of initiative.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Initiative {
    /// The fighter.
    pub who: Actor,
    /// The total of the initiative roll.
    pub total: i32,
}

/// How an attack roll came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttackOutcome {
    /// It missed.
    Miss,
    /// It hit.
    Hit {
        /// Whether it was a critical hit.
        critical: bool,
        /// The damage that was taken, after resistances.
        damage: i32,
    },
}

/// An action without a target or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PlainAction {
    /// Takes the Dodge action.
    Dodge,
    /// Takes the Dash action.
    Dash,
    /// Takes the Disengage action.
    Disengage,
    /// Begins to hide; [`PlainAction::Hidden`] or [`PlainAction::Seen`] follows.
    Hide,
    /// Is hidden now.
    Hidden,
    /// Failed to hide.
    Seen,
    /// Takes the Help action.
    Help,
    /// Takes the Ready action.
    Ready,
    /// A readied attack is triggered.
    Triggered,
    /// Tends a dying hero.
    Tend,
    /// Escapes from a hold.
    Escaped,
    /// Fails to escape from a hold.
    StillHeld,
    /// Attacks recklessly.
    Reckless,
    /// A rage ends.
    Calm,
    /// Takes half the damage of a hit (Uncanny Dodge).
    HalvedDamage,
    /// Takes less damage from a missile (Deflect Missiles).
    DeflectedMissile,
    /// Rolls a failed saving throw again (Indomitable).
    Indomitable,
    /// Turns a failed saving throw into a success (Legendary Resistance).
    LegendaryResistance,
    /// Fails a saving throw without a roll, being helpless.
    CannotSave,
    /// Stays at 1 hit point (Relentless Endurance).
    Endured,
    /// Stays at 1 hit point (Undead Fortitude).
    UndeadFortitude,
    /// Is pushed away.
    Pushed,
    /// Is destroyed by Turn Undead.
    Crumbled,
}

/// Something that happened in a fight, or by its rules outside of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CombatEvent {
    /// A fight began; the fighters in the order of initiative.
    FightBegan { order: Vec<Initiative> },
    /// A fight ended. `xp_each` is the experience each hero earned.
    #[schema(rename_all = "camelCase")]
    FightEnded { ending: FightEnding, xp_each: u32 },
    /// The fight waits for a hero's reaction.
    ReactionAsked { question: ReactionQuestion },
    /// A fighter joined.
    Joined { who: Actor },
    /// A fighter left, alive.
    Left { who: Actor },
    /// An attack roll. `thrown_feet` is the distance a thrown weapon flew.
    #[schema(rename_all = "camelCase")]
    Attack {
        who: Actor,
        target: Actor,
        with: String,
        total: i32,
        thrown_feet: Option<u16>,
        advantage: Option<RollAdvantage>,
        outcome: AttackOutcome,
    },
    /// An attack by reaction, on a fighter that moves away; the [`CombatEvent::Attack`] follows.
    OpportunityAttack { who: Actor, target: Actor },
    /// Damage of something that never misses.
    SureHit { with: String, target: Actor, damage: i32 },
    /// Damage without an attack roll; `more` where it is added to that of a hit.
    Damaged { who: Actor, damage: i32, more: bool },
    /// A saving throw.
    SavingThrow {
        who: Actor,
        total: i32,
        dc: i32,
        advantage: Option<RollAdvantage>,
        made: bool,
        /// The spell that a wounded caster keeps concentrating on with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keeps: Option<String>,
    },
    /// An action without a target or a number.
    Did { who: Actor, action: PlainAction },
    /// A spell, a feature or a creature's action was used.
    Used { who: Actor, what: String },
    /// The same, by something the rules give no numbers for: its text.
    Described { who: Actor, what: String, text: String },
    /// A legendary action in another's turn.
    LegendaryAction { who: Actor, what: String },
    /// A hit was turned into a miss, as by the Shield spell.
    TurnedAside { who: Actor, what: String },
    /// A spell was countered, or an attempt to counter it failed.
    Countered { who: Actor, caster: Actor, what: String, worked: bool },
    /// A shield protected a friend.
    Shielded { who: Actor, target: Actor },
    /// Healing by touch.
    LaidHands { who: Actor, target: Actor },
    /// A potion or another thing was used up.
    UsedItem { who: Actor, item: String },
    /// A condition began.
    ConditionBegan { who: Actor, condition: ConditionKind },
    /// A condition ended.
    ConditionEnded { who: Actor, condition: ConditionKind },
    /// A condition had no effect, by immunity.
    ConditionResisted { who: Actor, condition: ConditionKind },
    /// Exhaustion rose to this level.
    Exhausted { who: Actor, level: u8 },
    /// An effect began.
    EffectBegan { who: Actor, name: String },
    /// An effect or a condition ran out, or was thrown off.
    EffectEnded { who: Actor, name: String },
    /// Concentration ended.
    ConcentrationEnded { who: Actor, on: String },
    /// A contest to grapple or shove.
    Wrestled { who: Actor, target: Actor, won: bool },
    /// An improvised action and its check.
    Improvised { who: Actor, what: String, total: i32, dc: i32, worked: bool },
    /// Hit points were restored.
    Healed { who: Actor, amount: i32 },
    /// Temporary hit points were gained.
    TempHp { who: Actor, amount: i32 },
    /// A hero fell to 0 hit points.
    Fell { who: Actor },
    /// A death saving throw succeeded; this many so far.
    HeldOn { who: Actor, successes: u8 },
    /// Death saving throws failed; this many so far.
    NearerToDeath { who: Actor, failures: u8 },
    /// A dying hero is stable.
    Stable { who: Actor },
    /// An attempt to stabilise failed.
    NotStabilised { who: Actor, patient: Actor },
    /// A fighter died.
    Died { who: Actor },
    /// A creature was knocked out.
    KnockedOut { who: Actor },
    /// A dead fighter lives again.
    Revived { who: Actor },
    /// Each hero's share of the coins of the fallen.
    Coins { gold: u32, silver: u32, copper: u32 },
    /// A hero took the weapons of the fallen.
    Gathered { who: Actor, things: Vec<String> },
    /// A hero who can't act had the turn.
    CannotAct { who: Actor, because: Down },
    /// A short rest, and the hit points it restored.
    ShortRest { who: Actor, healed: i32 },
    /// A long rest, and what became of the hero's wounds.
    LongRest {
        who: Actor,
        #[serde(default, skip_serializing_if = "Wounds::have_closed")]
        wounds: Wounds,
    },
    /// Armour or a shield was put on or taken off.
    Dressed { who: Actor, item: String, on: bool },
    /// A potion was drunk, or given to another hero, outside a fight.
    Drank { who: Actor, drinker: Actor, item: String, healed: i32 },
    /// A fight began, and what the fighter wanted to do first is not possible: why.
    Refused { who: Actor, why: String },
}

/// Why a hero at 0 hit points can't act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Down {
    Dead,
    Stable,
    Dying,
}

/// How a long rest changed a hero's wounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Wounds {
    /// There were none.
    None,
    /// All hit points came back.
    #[default]
    Closed,
    /// Hit points are missing still: a house rule keeps them back.
    Open,
}

impl Wounds {
    /// The wounds of a hero with these hit points before and after the rest, and this maximum.
    pub fn after(before: i32, now: i32, most: i32) -> Self {
        match (before >= most, now >= most) {
            (true, _) => Self::None,
            (false, true) => Self::Closed,
            (false, false) => Self::Open,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    fn have_closed(&self) -> bool {
        *self == Self::Closed
    }
}

/// The results of a tool call by the rules: the facts behind its answer, for a model in this process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CallFacts {
    /// What happened in the fight.
    pub events: Vec<CombatEvent>,
    /// Why the rules refused it.
    pub refusal: Option<RefusalReason>,
    /// What a campaign tells, without what its dead do and say, where its own texts name them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<String>>,
    /// What a look-up found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_up: Option<LookedUp>,
}

/// Coins in words, such as `3 gold and 2 silver`.
pub fn coins_in_words(gold: u32, silver: u32, copper: u32) -> String {
    let parts = [(gold, "gold"), (silver, "silver"), (copper, "copper")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, coin)| format!("{n} {coin}")).collect();
    listed(parts.iter().map(String::as_str))
}

/// The lines of events, see [`CombatEvent::line`].
pub fn lines(events: &[CombatEvent]) -> Vec<String> {
    events.iter().map(CombatEvent::line).collect()
}

impl CombatEvent {
    /// The event in a line, in the third person, with its numbers: for the log, and for the model that tells the story.
    pub fn line(&self) -> String {
        self.sentence().for_log()
    }

    /// The fighter whose doing it is, if it is anyone's.
    pub fn actor(&self) -> Option<&Actor> {
        use CombatEvent as E;
        match self {
            E::FightBegan { .. } | E::FightEnded { .. } | E::SureHit { .. } | E::Coins { .. } | E::ShortRest { .. } => {
                None
            }
            E::LongRest { .. } => None,
            E::ReactionAsked { question } => Some(&question.who),
            E::Joined { who }
            | E::Left { who }
            | E::Attack { who, .. }
            | E::OpportunityAttack { who, .. }
            | E::Damaged { who, .. }
            | E::SavingThrow { who, .. }
            | E::Did { who, .. }
            | E::Used { who, .. }
            | E::Described { who, .. }
            | E::LegendaryAction { who, .. }
            | E::TurnedAside { who, .. }
            | E::Countered { who, .. }
            | E::Shielded { who, .. }
            | E::LaidHands { who, .. }
            | E::UsedItem { who, .. }
            | E::ConditionBegan { who, .. }
            | E::ConditionEnded { who, .. }
            | E::ConditionResisted { who, .. }
            | E::Exhausted { who, .. }
            | E::EffectBegan { who, .. }
            | E::EffectEnded { who, .. }
            | E::ConcentrationEnded { who, .. }
            | E::Wrestled { who, .. }
            | E::Improvised { who, .. }
            | E::Healed { who, .. }
            | E::TempHp { who, .. }
            | E::Fell { who }
            | E::HeldOn { who, .. }
            | E::NearerToDeath { who, .. }
            | E::Stable { who }
            | E::NotStabilised { who, .. }
            | E::Died { who }
            | E::KnockedOut { who }
            | E::Revived { who }
            | E::Gathered { who, .. }
            | E::CannotAct { who, .. }
            | E::Dressed { who, .. }
            | E::Drank { who, .. }
            | E::Refused { who, .. } => Some(who),
        }
    }

    /// The event as a sentence that can be put for each reader.
    pub fn sentence(&self) -> CombatSentence<'_> {
        use CombatEvent as E;
        use SlotValue::{Actor as A, Roll, Text as T};
        match self {
            E::FightBegan { order } => CombatSentence::order(order),
            E::FightEnded { ending: FightEnding::Victory, xp_each } => {
                sentence("The fight is won; each hero earns {xp} experience.", [("xp", T(xp_each.to_string().into()))])
            }
            E::FightEnded { ending: FightEnding::Defeat, .. } => sentence("No hero stands any more.", []),
            E::FightEnded { ending: FightEnding::Fled, .. } => sentence("The heroes get away.", []),
            E::FightEnded { ending: FightEnding::Settled, .. } => sentence("The fight is over.", []),
            E::ReactionAsked { question } => question.sentence(),
            E::Joined { who } => sentence("{who} [joins] the fight.", [("who", A(who))]),
            E::Left { who } => sentence("{who} [is] out of the fight.", [("who", A(who))]),
            E::Attack { who, target, with, outcome, .. } => {
                let (template, damage) = match outcome {
                    AttackOutcome::Miss => ("{who} [misses] {target} with {with}{roll}.", 0),
                    AttackOutcome::Hit { critical: false, damage } => {
                        ("{who} [hits] {target} with {with}{roll}: {damage} damage.", *damage)
                    }
                    AttackOutcome::Hit { critical: true, damage } => {
                        ("{who} [strikes] a critical hit on {target} with {with}{roll}: {damage} damage.", *damage)
                    }
                };
                let damage = T(damage.to_string().into());
                let slots = [("who", A(who)), ("target", A(target)), ("with", T(with.into())), ("damage", damage)];
                sentence(template, slots.into_iter().chain([("roll", Roll(self.roll()))]))
            }
            E::OpportunityAttack { who, target } => {
                sentence("{who} [strikes] at {target} in passing.", [("who", A(who)), ("target", A(target))])
            }
            E::SureHit { with, target, damage } => sentence(
                "{with} strikes {target}: {damage} damage.",
                [("with", T(with.into())), ("target", A(target)), ("damage", T(damage.to_string().into()))],
            ),
            E::Damaged { who, damage, more } => {
                let template = if *more { "{who} [takes] {n} more damage." } else { "{who} [takes] {n} damage." };
                sentence(template, [("who", A(who)), ("n", T(damage.to_string().into()))])
            }
            E::SavingThrow { who, made, .. } => {
                let template = if *made { "{who} [saves]{roll}." } else { "{who} [does] not save{roll}." };
                sentence(template, [("who", A(who)), ("roll", Roll(self.roll()))])
            }
            E::Did { who, action } => sentence(action.template(), [("who", A(who))]),
            E::Used { who, what } => sentence("{who}: {what}.", [("who", A(who)), ("what", T(what.into()))]),
            E::Described { who, what, text } => {
                let slots = [("who", A(who)), ("what", T(what.into())), ("text", T(text.into()))];
                sentence("{who}: {what}. {text}", slots)
            }
            E::LegendaryAction { who, what } => {
                sentence("{who} [acts] out of turn: {what}.", [("who", A(who)), ("what", T(what.into()))])
            }
            E::TurnedAside { who, what } => {
                sentence("{who} [turns] the blow aside: {what}.", [("who", A(who)), ("what", T(what.into()))])
            }
            E::Countered { who, caster, what, worked } => {
                let template = match worked {
                    true => "{who} [counters] {what}, cast by {caster}.",
                    false => "{who} can't counter {what}, cast by {caster}.",
                };
                sentence(template, [("who", A(who)), ("caster", A(caster)), ("what", T(what.into()))])
            }
            E::Shielded { who, target } => {
                sentence("{who} [puts] a shield before {target}.", [("who", A(who)), ("target", A(target))])
            }
            E::LaidHands { who, target } => {
                sentence("{who} [lays] hands on {target}.", [("who", A(who)), ("target", A(target))])
            }
            E::UsedItem { who, item } => sentence("{who} [uses] {item}.", [("who", A(who)), ("item", T(item.into()))]),
            E::ConditionBegan { who, condition } => {
                sentence("{who} [is] {what}.", [("who", A(who)), ("what", T(condition.name().into()))])
            }
            E::ConditionEnded { who, condition } => {
                sentence("{who} [is] no longer {what}.", [("who", A(who)), ("what", T(condition.name().into()))])
            }
            E::ConditionResisted { who, condition } => {
                sentence("{who} can't be {what}.", [("who", A(who)), ("what", T(condition.name().into()))])
            }
            E::Exhausted { who, level } => {
                sentence("{who} [is] exhausted (level {n}).", [("who", A(who)), ("n", T(level.to_string().into()))])
            }
            E::EffectBegan { who, name } => {
                sentence("{who} [is] under {name}.", [("who", A(who)), ("name", T(name.into()))])
            }
            E::EffectEnded { who, name } => {
                sentence("{who}: {name} is over.", [("who", A(who)), ("name", T(name.into()))])
            }
            E::ConcentrationEnded { who, on } => {
                sentence("{who} no longer [concentrates] on {on}.", [("who", A(who)), ("on", T(on.into()))])
            }
            E::Wrestled { who, target, won } => {
                let template = if *won { "{who} [overcomes] {target}." } else { "{who} can't overcome {target}." };
                sentence(template, [("who", A(who)), ("target", A(target))])
            }
            E::Improvised { who, what, worked, .. } => {
                let template = match worked {
                    true => "{who} [tries] “{what}” and [succeeds]{roll}.",
                    false => "{who} [tries] “{what}” and [fails]{roll}.",
                };
                sentence(template, [("who", A(who)), ("what", T(what.into())), ("roll", Roll(self.roll()))])
            }
            E::Healed { who, amount } => {
                sentence("{who} [regains] {n} hit points.", [("who", A(who)), ("n", T(amount.to_string().into()))])
            }
            E::TempHp { who, amount } => {
                let slots = [("who", A(who)), ("n", T(amount.to_string().into()))];
                sentence("{who} [has] {n} temporary hit points.", slots)
            }
            E::Fell { who } => sentence("{who} [falls].", [("who", A(who))]),
            E::HeldOn { who, successes } => {
                sentence("{who} [holds] on ({n} of 3).", [("who", A(who)), ("n", T(successes.to_string().into()))])
            }
            E::NearerToDeath { who, failures } => sentence(
                "{who} [is] nearer to death ({n} of 3).",
                [("who", A(who)), ("n", T(failures.to_string().into()))],
            ),
            E::Stable { who } => sentence("{who} [is] stable.", [("who", A(who))]),
            E::NotStabilised { who, patient } => {
                sentence("{who} can't stop {patient} dying.", [("who", A(who)), ("patient", A(patient))])
            }
            E::Died { who } if who.id.is_hero() => sentence("{who} [is] dead.", [("who", A(who))]),
            E::Died { who } => sentence("{who} [dies].", [("who", A(who))]),
            E::KnockedOut { who } => sentence("{who} [is] knocked out and [lives].", [("who", A(who))]),
            E::Revived { who } => sentence("{who} [lives] again.", [("who", A(who))]),
            E::Coins { gold, silver, copper } => {
                let coins = coins_in_words(*gold, *silver, *copper);
                sentence("The fallen carried coins: {coins} for each hero.", [("coins", T(coins.into()))])
            }
            E::Gathered { who, things } => {
                let things = listed(things.iter().map(String::as_str));
                sentence("{who} [gathers] up {things}.", [("who", A(who)), ("things", T(things.into()))])
            }
            E::CannotAct { who, because } => {
                let template = match because {
                    Down::Dead => "{who} [is] dead, and [does] nothing more in this fight.",
                    Down::Stable => "{who} [lies] still, breathing, and can do nothing.",
                    Down::Dying => "{who} [lies] dying, and can do nothing but hold on.",
                };
                sentence(template, [("who", A(who))])
            }
            E::ShortRest { who, healed } => {
                let template = match healed {
                    0 => "An hour goes by in quiet talk and mended straps.",
                    _ => "An hour goes by in quiet talk and mended straps. {who} [regains] {n} hit points.",
                };
                sentence(template, [("who", A(who)), ("n", T(healed.to_string().into()))])
            }
            E::LongRest { who, wounds } => {
                let template = match wounds {
                    Wounds::None => "The night passes, watch by watch. {who} [wakes] rested.",
                    Wounds::Closed => {
                        "The night passes, watch by watch. {who} [wakes] rested, and the wounds have closed."
                    }
                    Wounds::Open => {
                        "The night passes, watch by watch. {who} [wakes] rested, but the wounds are as they were."
                    }
                };
                sentence(template, [("who", A(who))])
            }
            E::Dressed { who, item, on } => {
                let template = if *on { "{who} [puts] on the {item}." } else { "{who} [takes] off the {item}." };
                sentence(template, [("who", A(who)), ("item", T(item.to_lowercase().into()))])
            }
            E::Drank { who, drinker, item, healed } => {
                let template = match who == drinker {
                    true => "{who} [drinks] the {item} and [regains] {n} hit points.",
                    false => "{who} [gives] the {item} to {drinker}, who regains {n} hit points.",
                };
                let words = [("item", T(item.to_lowercase().into())), ("n", T(healed.to_string().into()))];
                sentence(template, [("who", A(who)), ("drinker", A(drinker))].into_iter().chain(words))
            }
            E::Refused { why, .. } => sentence("{why}", [("why", T(why.into()))]),
        }
    }

    /// The total of the roll and what it was against, as ` (18, disadvantage: prone)`; empty without a roll.
    fn roll(&self) -> String {
        let reasons =
            |advantage: &Option<RollAdvantage>| advantage.as_ref().map(ToString::to_string).unwrap_or_default();
        match self {
            Self::Attack { total, thrown_feet, advantage, .. } => {
                let thrown = thrown_feet.map(|feet| format!(", thrown {feet} feet")).unwrap_or_default();
                format!(" ({total}{thrown}{})", reasons(advantage))
            }
            Self::SavingThrow { total, dc, advantage, keeps, .. } => {
                let keeps = keeps.as_ref().map(|spell| format!(", to keep {spell}")).unwrap_or_default();
                format!(" ({total} against {dc}{}{keeps})", reasons(advantage))
            }
            Self::Improvised { total, dc, .. } => format!(" ({total} against {dc})"),
            _ => String::new(),
        }
    }
}

impl PlainAction {
    fn template(self) -> &'static str {
        match self {
            Self::Dodge => "{who} [dodges].",
            Self::Dash => "{who} [dashes].",
            Self::Disengage => "{who} [disengages].",
            Self::Hide => "{who} [tries] to hide.",
            Self::Hidden => "{who} [is] out of sight.",
            Self::Seen => "{who} [is] seen.",
            Self::Help => "{who} [helps].",
            Self::Ready => "{who} [waits].",
            Self::Triggered => "{who} [has] waited for this.",
            Self::Tend => "{who} [tends] the fallen.",
            Self::Escaped => "{who} [gets] free.",
            Self::StillHeld => "{who} can't get free.",
            Self::Reckless => "{who} [throws] caution away.",
            Self::Calm => "{who} [calms] down.",
            Self::HalvedDamage => "{who} [dodges] half of it.",
            Self::DeflectedMissile => "{who} [catches] at the missile.",
            Self::Indomitable => "{who} [is] indomitable, and [rolls] again.",
            Self::LegendaryResistance => "{who} [shrugs] it off.",
            Self::CannotSave => "{who} can't move and [fails].",
            Self::Endured => "{who} should have fallen, and [does] not.",
            Self::UndeadFortitude => "{who} [does] not stay down.",
            Self::Pushed => "{who} [is] pushed back.",
            Self::Crumbled => "{who} [crumbles] to dust.",
        }
    }
}
