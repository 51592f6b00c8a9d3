//! What is tried against the odds: ability checks, saving throws and attacks. Everything but the dice themselves is
//! worked out here; what is thrown falls from the session's seed.
//!
//! Rolls get the same modifiers and advantages as in a fight ([`combat`](super::combat)): from conditions, exhaustion, features
//! of race and class, effects and weapons. Incapacitated heroes can't act, and a hero at 0 hit points is unconscious, whatever
//! the sheet says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Change, State,
    character::{Ability, Character, Weapon},
    combat::{
        arms::{self, UNARMED},
        d20::{Due, aura, check_odds, save_odds, used_by_a_throw},
        fighter::Fighter,
        modifier::Throw,
        sway::{Odds, of_conditions, of_weight},
    },
    condition_kind::ConditionKind,
    creature::Creature,
    dice::Notation,
    id::CharacterId,
    refusal::Refusal,
    skill::Skill,
    wording::{fold, same},
};

/// What an attack on someone nothing is known of must reach: a commoner's armour class (SRD 5.1, Nonplayer Characters).
pub const UNKNOWN_ARMOR_CLASS: u8 = 10;

/// How hard something is, as a number to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// 10.
    Easy,
    /// 13.
    Moderate,
    /// 15.
    Hard,
    /// 18.
    VeryHard,
    /// 20.
    Formidable,
}

impl Difficulty {
    /// The number to reach.
    pub fn number(self) -> i32 {
        match self {
            Self::Easy => 10,
            Self::Moderate => 13,
            Self::Hard => 15,
            Self::VeryHard => 18,
            Self::Formidable => 20,
        }
    }
}

/// Whether two dice are thrown for one, and which of them counts (SRD 5.1, Advantage and Disadvantage).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sway {
    /// One die.
    #[default]
    None,
    /// Two, of which the higher counts.
    Advantage,
    /// Two, of which the lower counts.
    Disadvantage,
}

impl Sway {
    /// What several of them come to: any number of one kind is one, and one of each kind is none.
    pub fn of(all: impl IntoIterator<Item = Self>) -> Self {
        let (mut up, mut down) = (false, false);
        for sway in all {
            up |= sway == Self::Advantage;
            down |= sway == Self::Disadvantage;
        }
        match (up, down) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            _ => Self::None,
        }
    }

    /// Advantage where something holds.
    pub fn up(holds: bool) -> Self {
        if holds { Self::Advantage } else { Self::None }
    }

    /// Disadvantage where something holds.
    pub fn down(holds: bool) -> Self {
        if holds { Self::Disadvantage } else { Self::None }
    }

    /// The d20 as it is thrown.
    pub fn die(self) -> &'static str {
        match self {
            Self::None => "1d20",
            Self::Advantage => "2d20kh1",
            Self::Disadvantage => "2d20kl1",
        }
    }
}

/// A throw of a d20 that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What is thrown, modifiers included.
    pub dice: String,
    /// The number to reach.
    pub against: i32,
    /// The reasons for advantage or disadvantage, such as `, disadvantage: poisoned`; empty for a normal roll.
    pub because: String,
}

impl Test {
    /// A throw of a hero's, with what is lent to it for a while.
    fn new(hero: &Character, throw: Throw, (odds, sway): (Odds, Sway), bonus: i32, against: i32) -> Self {
        let lent = Fighter::Hero(hero).lent_dice(throw);
        let dice = format!("{}{}{lent}", odds.with(sway).die(), signed(bonus));
        Self { dice, against, because: odds.in_words() }
    }
}

/// The change for a one-time bonus that a hero's roll used up, such as a bard's die.
pub fn used_up(hero: &Character) -> Option<Change> {
    used_by_a_throw(Fighter::Hero(hero))
}

/// A check of a skill.
pub fn check(state: &State, hero: &Character, skill: Skill, difficulty: Difficulty, sway: Sway) -> Test {
    check_against(state, hero, skill, difficulty.number(), sway)
}

/// A check of a skill against a number.
pub fn check_against(state: &State, hero: &Character, skill: Skill, dc: i32, sway: Sway) -> Test {
    let (throw, odds) = (Throw::Check(skill.ability()), check_odds(state, Fighter::Hero(hero), skill));
    Test::new(hero, throw, (odds, sway), hero.skill_bonus(skill), dc)
}

/// What a saving throw is made against, as far as somebody may be good at withstanding just that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Peril {
    /// Poison.
    Poison,
    /// A charm.
    Charm,
    /// Fear.
    Fear,
    /// Any other magic.
    Magic,
}

impl Peril {
    /// The conditions it brings.
    pub fn conditions(self) -> &'static [ConditionKind] {
        match self {
            Self::Poison => &[ConditionKind::Poisoned],
            Self::Charm => &[ConditionKind::Charmed],
            Self::Fear => &[ConditionKind::Frightened],
            Self::Magic => &[],
        }
    }

    /// Whether it is magic.
    pub fn is_magical(self) -> bool {
        matches!(self, Self::Charm | Self::Magic)
    }
}

/// A saving throw; none where a condition makes it fail without one (SRD 5.1, Conditions).
pub fn save(
    state: &State,
    hero: &Character,
    ability: Ability,
    difficulty: Difficulty,
    peril: Option<Peril>,
) -> Option<Test> {
    let fighter = Fighter::Hero(hero);
    if fighter.fails_saves(ability) {
        return None;
    }
    let (magical, against) = (peril.is_some_and(Peril::is_magical), peril.map_or(&[][..], Peril::conditions));
    let due = Due { ability, dc: difficulty.number(), magical, against };
    let bonus = hero.save_bonus(ability) + aura(state, &fighter.id());
    Some(Test::new(hero, Throw::Save(ability), (save_odds(state, fighter, None, &due), Sway::None), bonus, due.dc))
}

/// Whether a hero can act at all.
///
/// # Errors
/// A condition forbids it, or the hero is dead or lies at 0 hit points; the text says so.
pub fn can_act(hero: &Character) -> Result<(), Refusal> {
    if hero.dead {
        return Err(Refusal::new(format!("{} is dead and can't act.", hero.name)));
    }
    match hero.conditions.iter().find(|condition| condition.incapacitates()) {
        Some(condition) => {
            Err(Refusal::new(format!("{} is {} and can't act.", hero.name, condition.name.to_lowercase())))
        }
        None if hero.current_hp <= 0 => Err(Refusal::new(format!("{} lies at 0 hit points and can't act.", hero.name))),
        None => Ok(()),
    }
}

/// Whether the party can go on: the hero who acts can, or another one.
///
/// # Errors
/// No hero can act; the text says why the hero `acting` can't.
pub fn can_any_act(state: &State, acting: &CharacterId) -> Result<(), Refusal> {
    match state.characters.iter().any(|hero| can_act(hero).is_ok()) {
        true => Ok(()),
        false => can_act(state.hero(acting.as_str())?),
    }
}

/// What someone strikes with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// As the sheet calls it.
    pub name: String,
    /// Added to the d20.
    pub to_hit: i32,
    /// Dice of damage; none where no dice fall for it.
    dice: Option<Notation>,
    /// Added to the damage.
    bonus: i32,
    /// Such as `slashing`.
    pub damage_type: Option<String>,
    /// Dice that are lent to its damage for a while, with their signs.
    lent: String,
    is_ranged: bool,
    heavy: bool,
}

/// A hero's weapon by its name or a part of it. Without a name: the first weapon the hero has free hands for, else an unarmed
/// strike.
///
/// # Errors
/// The hero has no such weapon, or its dice can't be thrown.
pub fn arm(hero: &Character, name: Option<&str>) -> Result<Arm, Refusal> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let called = name.map(|name| {
        let exact = hero.weapons.iter().find(|weapon| same(&weapon.name, name));
        let has = |whole: &str, part: &str| fold(whole).contains(&fold(part));
        let near = |weapon: &&Weapon| has(&weapon.name, name) || has(name, &weapon.name);
        match exact.or_else(|| hero.weapons.iter().find(near)) {
            Some(weapon) => Ok(weapon.name.as_str()),
            None if is_bare(name) => Ok(UNARMED),
            None => Err(Refusal::new(format!("{} has no “{name}” to strike with.", hero.name))),
        }
    });
    let mut found = arms::find(hero, called.transpose()?)?;
    match (arms::free_hands_for(hero, &found), name) {
        // Without a free hand for any weapon there are still fists.
        (Err(_), None) => found = arms::find(hero, Some(UNARMED))?,
        (free, _) => free?,
    }
    let weapon = hero.weapons.iter().find(|weapon| weapon.name == found.name);
    let damage_type = weapon.map_or_else(|| Some("bludgeoning".to_owned()), |weapon| weapon.damage_type.clone());
    let arm = Arm {
        name: if weapon.is_some() { found.name } else { "bare hands".to_owned() },
        to_hit: found.attack.to_hit,
        dice: found.dice.as_deref().map(Notation::parse).transpose()?,
        bonus: found.bonus,
        damage_type,
        lent: if weapon.is_some() { Fighter::Hero(hero).lent_damage() } else { String::new() },
        is_ranged: found.shoots,
        heavy: found.heavy,
    };
    if let Damage::Thrown(dice) = arm.damage(true) {
        Notation::parse(&dice)?;
    }
    Ok(arm)
}

/// Words that name an unarmed strike.
const BARE: [&str; 17] = [
    "unarmed",
    "bare",
    "barehanded",
    "fist",
    "fists",
    "hands",
    "kick",
    "kicks",
    "punch",
    "punches",
    "slap",
    "slaps",
    "elbow",
    "knee",
    "headbutt",
    "knuckles",
    "foot",
];

/// Whether words name bare hands. A hand before another word may be a part of a weapon's name: “hand crossbow”.
fn is_bare(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.clone().any(|word| BARE.contains(&word)) || words.next_back() == Some("hand")
}

/// An attack with an arm on someone in the scene, or on someone nothing is known of.
pub fn attack(state: &State, hero: &Character, arm: &Arm, target: Option<&Creature>, sway: Sway) -> Test {
    let fighter = Fighter::Hero(hero);
    let target = target.map(Fighter::Creature);
    let odds = of_conditions(state, fighter, target, !arm.is_ranged);
    let against = target.map_or(i32::from(UNKNOWN_ARMOR_CLASS), Fighter::armor_class);
    Test::new(hero, Throw::Attack, (of_weight(odds, fighter, arm.heavy), sway), arm.to_hit, against)
}

/// What a blow that landed does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// These dice, modifiers included.
    Thrown(String),
    /// So much, without dice.
    Fixed(i32),
}

impl Arm {
    /// What a blow does that landed: dice of damage fall twice where it was critical, numbers count once (SRD 5.1, Damage
    /// Rolls).
    pub fn damage(&self, is_critical: bool) -> Damage {
        let Some(notation) = &self.dice else { return Damage::Fixed(self.bonus.max(0)) };
        let mut dice = String::new();
        notation.dealt(is_critical).for_each(|term| term.append(&mut dice, None));
        dice.push_str(&signed(self.bonus));
        dice.push_str(&self.lent);
        Damage::Thrown(dice)
    }
}

/// A number to be added to dice; nothing for none.
fn signed(n: i32) -> String {
    if n == 0 { String::new() } else { format!("{n:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{
        character::Condition,
        creature,
        creature::Disposition,
        dice::{DiceCup, Goal, Outcome, Roll},
        ready_made,
        story::Story,
        weapons,
    };

    fn hero() -> Character {
        let mut hero = ready_made::ready_made()[0].clone();
        (hero.level, hero.abilities.str, hero.abilities.dex) = (1, 16, 14);
        (hero.proficiencies.skills, hero.proficiencies.saves) = (vec!["stealth".into()], vec![Ability::Str]);
        hero.features.clear();
        hero.inventory.retain(|item| !item.name.eq_ignore_ascii_case("shield"));
        hero.weapons = ["Longsword", "Shortbow"].iter().filter_map(|name| weapons::find(name)).collect();
        hero
    }

    fn nowhere() -> State {
        State::start(Story::default(), Vec::new(), [7; 32])
    }

    fn check(hero: &Character, skill: Skill, difficulty: Difficulty, sway: Sway) -> Test {
        super::check(&nowhere(), hero, skill, difficulty, sway)
    }

    fn save(hero: &Character, ability: Ability, difficulty: Difficulty) -> Option<Test> {
        super::save(&nowhere(), hero, ability, difficulty, None)
    }

    fn attack(hero: &Character, arm: &Arm, target: Option<&Creature>, sway: Sway) -> Test {
        super::attack(&nowhere(), hero, arm, target, sway)
    }

    fn in_condition(name: &str) -> Character {
        let mut hero = hero();
        hero.conditions.push(Condition::new(name));
        hero
    }

    fn goblin(condition: Option<&str>) -> Creature {
        let changes = creature::enter(&nowhere(), "Goblin", "goblin", Disposition::Hostile, 1);
        let Some(Change::CreatureEntered { creature }) = changes.into_iter().next() else { panic!() };
        let conditions = condition.map(Condition::new).into_iter().collect();
        Creature { armor_class: 13, conditions, ..creature }
    }

    /// A throw whose first d20 that counts shows this.
    fn showing(dice: &str, value: u32) -> Roll {
        let throws = (0..500).map(|index| DiceCup { next_index: index, ..DiceCup::new([3; 32]) });
        let mut rolls = throws.map(|cup| cup.throw(dice, "").unwrap());
        rolls.find(|roll| roll.dice.iter().find(|die| die.kept).is_some_and(|die| die.value == value)).unwrap()
    }

    // srd: rule/ability-checks
    #[test]
    fn a_check_is_a_d20_with_what_the_hero_adds_against_the_difficulty() {
        let test = check(&hero(), Skill::Stealth, Difficulty::Moderate, Sway::None);
        assert_eq!((test.dice.as_str(), test.against), ("1d20+4", 13));
        let numbers =
            [Difficulty::Easy, Difficulty::Moderate, Difficulty::Hard, Difficulty::VeryHard, Difficulty::Formidable];
        assert_eq!(numbers.map(Difficulty::number), [10, 13, 15, 18, 20]);
        let outcome = |die| Goal::of_check(test.against, &showing(&test.dice, die)).outcome;
        assert_eq!([outcome(9), outcome(8)], [Outcome::Success, Outcome::Failure]);
    }

    #[test]
    fn what_needs_both_hands_is_not_struck_with_beside_a_shield() {
        let mut hero = hero();
        hero.weapons = ["Greatsword"].iter().filter_map(|name| weapons::find(name)).collect();
        assert_eq!(arm(&hero, None).unwrap().name, "Greatsword");
        crate::game::hero::equip(&mut hero, "Shield", 1);
        let refusal = arm(&hero, Some("greatsword")).unwrap_err().to_string();
        assert!(refusal.contains("needs both hands"), "{refusal}");
        assert_eq!(arm(&hero, None).unwrap().name, "bare hands");
    }

    // srd: rule/advantage-and-disadvantage
    #[test]
    fn advantage_is_the_higher_of_two_and_both_kinds_cancel_out() {
        let dice = |hero: &Character, sway| check(hero, Skill::Arcana, Difficulty::Easy, sway).dice;
        let plain = dice(&hero(), Sway::None);
        assert!(plain.starts_with("1d20"));
        assert_eq!(dice(&hero(), Sway::Advantage), plain.replace("1d20", "2d20kh1"));
        assert_eq!(dice(&hero(), Sway::Disadvantage), plain.replace("1d20", "2d20kl1"));
        assert_eq!(dice(&in_condition("Poisoned"), Sway::None), plain.replace("1d20", "2d20kl1"));
        assert_eq!(
            dice(&in_condition("poisoned"), Sway::Disadvantage),
            plain.replace("1d20", "2d20kl1"),
            "two are one"
        );
        assert_eq!(dice(&in_condition("poisoned"), Sway::Advantage), plain);
    }

    // srd: rule/saving-throws condition/restrained condition/paralyzed condition/stunned condition/petrified
    // srd: condition/unconscious condition/incapacitated
    #[test]
    fn those_who_cannot_move_fail_with_strength_and_dexterity() {
        let throw = |hero: &Character, ability| save(hero, ability, Difficulty::Hard).map(|test| test.dice);
        assert_eq!(throw(&hero(), Ability::Str).as_deref(), Some("1d20+5"));
        assert_eq!(throw(&in_condition("restrained"), Ability::Dex).as_deref(), Some("2d20kl1+2"));
        assert_eq!(throw(&in_condition("restrained"), Ability::Str).as_deref(), Some("1d20+5"));
        for helpless in ConditionKind::ALL.into_iter().filter(|kind| kind.is_helpless()).map(ConditionKind::name) {
            assert_eq!(throw(&in_condition(helpless), Ability::Dex), None, "{helpless}");
            assert!(throw(&in_condition(helpless), Ability::Wis).is_some());
            assert!(can_act(&in_condition(helpless)).is_err(), "{helpless}: nor can they act");
        }
        let down = Character { current_hp: 0, ..hero() };
        assert!(can_act(&hero()).is_ok() && can_act(&down).is_err());
        assert_eq!([throw(&down, Ability::Str), throw(&down, Ability::Dex)], [None, None], "who lies at 0 can't move");
        assert!(throw(&down, Ability::Con).is_some());
        let dazed = in_condition("Incapacitated");
        assert!(can_act(&dazed).is_err() && can_act(&in_condition("prone")).is_ok());
        assert_eq!(throw(&dazed, Ability::Dex), throw(&hero(), Ability::Dex), "they can still move");
    }

    // srd: rule/making-an-attack rule/making-an-attack--attack-rolls rule/making-an-attack--modifiers-to-the-roll
    // srd: rule/making-an-attack--melee-attacks
    #[test]
    fn an_attack_adds_what_the_weapon_adds_against_the_armour() {
        let hero = hero();
        let sword = arm(&hero, None).unwrap();
        assert_eq!(sword.name, "Longsword", "the first at hand");
        let test = attack(&hero, &sword, Some(&goblin(None)), Sway::None);
        assert_eq!((test.dice.as_str(), test.against), ("1d20+5", 13));
        assert_eq!(attack(&hero, &sword, None, Sway::None).against, 10, "nothing is known of them");
        assert_eq!(arm(&hero, Some("bow")).unwrap().name, "Shortbow");
        assert_eq!(arm(&hero, Some("trusty longsword")).unwrap().name, "Longsword");
        for not_theirs in ["catapult", "handaxe", "hand crossbow", "Hand-crossbow", "beforehand", "kickstand"] {
            assert!(arm(&hero, Some(not_theirs)).is_err(), "{not_theirs}");
        }
        for bare in ["unarmed strike", "my bare hands", "left hand", "a kick", "Fist", "kick to the shin"] {
            assert_eq!(arm(&hero, Some(bare)).unwrap().name, "bare hands", "{bare}");
        }
        let fists = arm(&hero, Some("fists")).unwrap();
        assert_eq!((fists.to_hit, fists.damage(false)), (5, Damage::Fixed(4)));
        let mut weak = Character { weapons: Vec::new(), ..hero };
        weak.abilities.str = 1;
        assert_eq!(arm(&weak, None).unwrap().damage(true), Damage::Fixed(0), "damage is never less than none");
    }

    // srd: rule/using-each-ability--attack-rolls-and-damage rule/using-each-ability--attack-rolls-and-damage-more
    // srd: weapon-property/finesse
    #[test]
    fn a_weapon_goes_by_strength_dexterity_or_the_better_of_both() {
        let mut hero = hero();
        hero.weapons = ["Longsword", "Shortbow", "Rapier"].iter().filter_map(|name| weapons::find(name)).collect();
        let adds = |hero: &Character, name| arm(hero, Some(name)).map(|arm| (arm.to_hit, arm.damage(false))).unwrap();
        let damage = |dice: &str| Damage::Thrown(dice.into());
        assert_eq!(adds(&hero, "Longsword"), (5, damage("1d8+3")));
        assert_eq!(adds(&hero, "Shortbow"), (4, damage("1d6+2")));
        assert_eq!(adds(&hero, "Rapier"), (5, damage("1d8+3")));
        hero.abilities.dex = 18;
        assert_eq!(adds(&hero, "Rapier"), (6, damage("1d8+4")));
        assert_eq!(adds(&hero, "Longsword"), (5, damage("1d8+3")));
    }

    // srd: condition/blinded condition/invisible condition/poisoned condition/prone
    #[test]
    fn conditions_of_either_side_sway_an_attack() {
        let dice = |hero: &Character, weapon: &str, target: Option<&str>| {
            let arm = arm(hero, Some(weapon)).unwrap();
            attack(hero, &arm, Some(&goblin(target)), Sway::None).dice
        };
        for condition in ["blinded", "poisoned", "prone", "restrained"] {
            assert_eq!(dice(&in_condition(condition), "Longsword", None), "2d20kl1+5", "{condition}");
        }
        assert_eq!(dice(&in_condition("invisible"), "Longsword", None), "2d20kh1+5");
        for condition in ["blinded", "restrained", "paralyzed", "petrified", "stunned", "unconscious", "prone"] {
            assert_eq!(dice(&hero(), "Longsword", Some(condition)), "2d20kh1+5", "{condition}");
        }
        assert_eq!(dice(&hero(), "Longsword", Some("invisible")), "2d20kl1+5");
        assert_eq!(dice(&hero(), "Shortbow", Some("prone")), "2d20kl1+4", "who lies low is hard to shoot");
        assert_eq!(dice(&in_condition("prone"), "Longsword", Some("prone")), "1d20+5");
    }

    // srd: rule/making-an-attack--rolling-1-or-20 rule/damage-and-healing--critical-hits rule/damage-and-healing--damage-rolls
    #[test]
    fn a_twenty_hits_and_doubles_the_dice_and_a_one_misses() {
        let hero = hero();
        let sword = arm(&hero, None).unwrap();
        let mut target = goblin(None);
        target.armor_class = 255;
        let test = attack(&hero, &sword, Some(&target), Sway::None);
        let outcome = |test: &Test, die| Goal::of_attack(test.against, &showing(&test.dice, die)).outcome;
        assert_eq!([outcome(&test, 20), outcome(&test, 19)], [Outcome::CriticalHit, Outcome::Miss]);
        target.armor_class = 0;
        let test = attack(&hero, &sword, Some(&target), Sway::None);
        assert_eq!([outcome(&test, 1), outcome(&test, 2)], [Outcome::Miss, Outcome::Hit]);
        assert_eq!(sword.damage(false), Damage::Thrown("1d8+3".into()));
        assert_eq!(sword.damage(true), Damage::Thrown("1d8+1d8+3".into()));
        let flaming = Arm { dice: Notation::parse("1d8[slashing]+1d6[fire]+2").ok(), bonus: 0, ..sword };
        let doubled = Damage::Thrown("1d8[slashing]+1d6[fire]+2+1d8[slashing]+1d6[fire]".into());
        assert_eq!(flaming.damage(true), doubled);
    }
}
