//! The format of a conformance case.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    super::{act::FighterAction, defaults::one, encounter::FightSide, harm::DamageType, terrain::TerrainPatch},
    formula::Formula,
};
use crate::{
    character::Ability, command::StateCommand, condition_kind::ConditionKind, creature::Disposition,
    d20::advantage::Sway, skill::Skill,
};

/// A situation and its required outcome by the rules.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// The rule, as the ledger has its id.
    pub rule: String,
    /// The situation, in words.
    pub case: String,
    /// A number to reckon, for a case without a fight.
    #[serde(default)]
    pub(super) reckon: Option<Formula>,
    /// The expected result.
    #[serde(default)]
    pub(super) is: Value,
    #[serde(default)]
    pub(super) heroes: Vec<HeroOf>,
    #[serde(default)]
    pub(super) foes: Vec<FoeOf>,
    /// The initial state of the battle map.
    #[serde(default)]
    pub(super) terrain: Vec<TerrainPatch>,
    /// How the fight opens; left out, everyone has a turn in the order written.
    #[serde(default)]
    pub(super) opening: Option<OpeningOf>,
    /// The steps, in order.
    #[serde(default, rename = "do")]
    pub(super) steps: Vec<CaseStep>,
    /// Expected values at the end, by `who.what`.
    #[serde(default)]
    pub(super) expect: Map<String, Value>,
}

/// A hero: a whole sheet by rule, with something about it otherwise.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct HeroOf {
    pub(super) class: String,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default = "human")]
    pub(super) race: String,
    #[serde(default = "one")]
    pub(super) level: u8,
    #[serde(default)]
    pub(super) at: Option<(u8, u8)>,
    #[serde(default)]
    pub(super) weapons: Vec<String>,
    /// Names, with a level behind exhaustion.
    #[serde(default)]
    pub(super) conditions: Vec<String>,
    /// Parts of the sheet that are otherwise.
    #[serde(default)]
    pub(super) with: Value,
}

/// A creature, hostile unless it says otherwise.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct FoeOf {
    /// One of the kinds.
    #[serde(default = "goblin")]
    pub(super) like: String,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) at: Option<(u8, u8)>,
    #[serde(default)]
    pub(super) conditions: Vec<String>,
    #[serde(default = "hostile")]
    pub(super) disposition: Disposition,
    /// Parts of the creature's record that are otherwise.
    #[serde(default)]
    pub(super) with: Value,
}

/// A fight that opens with throws for initiative.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OpeningOf {
    #[serde(default)]
    pub(super) ambush_by: Option<FightSide>,
    #[serde(default)]
    pub(super) dice: DiceFaces,
    #[serde(default)]
    pub(super) thrown: Option<Vec<String>>,
}

/// What the dice of each throw show, in the order they fall; a 0 means anything.
pub(super) type DiceFaces = Vec<Vec<u32>>;

/// Something that is done.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CaseStep {
    /// The actor or target; the fighter whose turn it is if none is given.
    #[serde(default)]
    pub(super) who: Option<String>,
    pub(super) does: CaseAction,
    /// Left out, the dice fall as they like.
    #[serde(default)]
    pub(super) dice: DiceFaces,
    /// All expected throws.
    #[serde(default)]
    pub(super) thrown: Option<Vec<String>>,
    /// Words of the refusal: nothing must be changed then.
    #[serde(default)]
    pub(super) refused: Option<String>,
}

/// A step of a case.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum CaseAction {
    Act(FighterAction),
    Hurt {
        parts: Vec<(Option<DamageType>, i32)>,
        #[serde(default)]
        magical: bool,
        #[serde(default)]
        critical: bool,
    },
    Heal(i32),
    Shield(i32),
    Save {
        ability: Ability,
        dc: i32,
        #[serde(default)]
        magical: bool,
        #[serde(default)]
        against: Vec<ConditionKind>,
        #[serde(default)]
        made: Option<bool>,
    },
    Check {
        skill: Skill,
        #[serde(default)]
        total: Option<i32>,
    },
    Suffer {
        condition: ConditionKind,
        #[serde(default)]
        by: Option<String>,
    },
    Trigger {
        target: String,
    },
    EndTurns(u32),
    ShortRest {
        hit_dice: u8,
    },
    LongRest,
    /// A state command, as it is carried out where no one fights.
    Command(StateCommand),
    /// An attack as it is rolled outside a fight, on someone of the scene: its dice, and where dice fall how much is felt.
    Strike {
        with: String,
        #[serde(default)]
        foe: FoeOf,
        #[serde(default)]
        sway: Sway,
        dice: String,
        #[serde(default)]
        felt: Option<i32>,
    },
}

impl Default for FoeOf {
    fn default() -> Self {
        let conditions = Vec::new();
        Self { like: goblin(), name: None, at: None, conditions, disposition: hostile(), with: Value::Null }
    }
}

impl Case {
    /// A case as it is written.
    pub(super) fn read(written: Value) -> Result<Self, String> {
        serde_json::from_value(written).map_err(|error| format!("The case can't be read: {error}"))
    }
}

fn human() -> String {
    "human".to_owned()
}

fn goblin() -> String {
    "goblin".to_owned()
}

fn hostile() -> Disposition {
    Disposition::Hostile
}
