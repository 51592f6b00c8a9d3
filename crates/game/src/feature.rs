//! The class features and racial traits that have rules in this program. A sheet stores features by name; rules refer to them
//! by id, so that each name is written in one place.

use super::wording::same;

macro_rules! features {
    ($($id:ident = $name:literal,)*) => {
        /// A feature that a rule asks for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FeatureId {
            $(#[doc = $name] $id,)*
        }

        impl FeatureId {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$id,)*];

            /// The name on a sheet (SRD 5.1, Races and Classes).
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }

            /// Whether a name on a sheet is this feature in one of its forms, such as “Destroy Undead (CR 1)” or “Fighting Style:
            /// Archery”.
            pub fn is_named_in(self, name: &str) -> bool {
                same(name.split(['(', ':']).next().unwrap_or_default().trim(), self.name())
            }
        }
    };
}

features! {
    ActionSurge = "Action Surge",
    ActionSurgeTwoUses = "Action Surge (two uses)",
    AdditionalFightingStyle = "Additional Fighting Style",
    AuraOfCourage = "Aura of Courage",
    AuraOfProtection = "Aura of Protection",
    BardicInspiration = "Bardic Inspiration",
    Brave = "Brave",
    BrutalCritical = "Brutal Critical",
    BrutalCritical2Dice = "Brutal Critical (2 dice)",
    BrutalCritical3Dice = "Brutal Critical (3 dice)",
    ChannelDivinity2Rest = "Channel Divinity (2/rest)",
    ChannelDivinity3Rest = "Channel Divinity (3/rest)",
    ChannelDivinityTurnUndead = "Channel Divinity: Turn Undead",
    CunningAction = "Cunning Action",
    DangerSense = "Danger Sense",
    DeflectMissiles = "Deflect Missiles",
    DestroyUndead = "Destroy Undead",
    DiamondSoul = "Diamond Soul",
    DiscipleOfLife = "Disciple of Life",
    DivineSmite = "Divine Smite",
    DraconicResilience = "Draconic Resilience",
    DwarvenResilience = "Dwarven Resilience",
    Elusive = "Elusive",
    Evasion = "Evasion",
    Expertise = "Expertise",
    ExtraAttack = "Extra Attack",
    ExtraAttack2 = "Extra Attack (2)",
    ExtraAttack3 = "Extra Attack (3)",
    FastMovement = "Fast Movement",
    FeralInstinct = "Feral Instinct",
    FeyAncestry = "Fey Ancestry",
    FightingStyle = "Fighting Style",
    FlurryOfBlows = "Flurry of Blows",
    FontOfInspiration = "Font of Inspiration",
    GnomeCunning = "Gnome Cunning",
    HellishResistance = "Hellish Resistance",
    ImprovedCritical = "Improved Critical",
    ImprovedDivineSmite = "Improved Divine Smite",
    Indomitable = "Indomitable",
    IndomitableThreeUses = "Indomitable (three uses)",
    IndomitableTwoUses = "Indomitable (two uses)",
    JackOfAllTrades = "Jack of All Trades",
    KiEmpoweredStrikes = "Ki-Empowered Strikes",
    LayOnHands = "Lay on Hands",
    Lucky = "Lucky",
    MartialArts = "Martial Arts",
    MindlessRage = "Mindless Rage",
    PatientDefense = "Patient Defense",
    PersistentRage = "Persistent Rage",
    PurityOfBody = "Purity of Body",
    Rage = "Rage",
    RecklessAttack = "Reckless Attack",
    RelentlessEndurance = "Relentless Endurance",
    RemarkableAthlete = "Remarkable Athlete",
    SavageAttacks = "Savage Attacks",
    SecondWind = "Second Wind",
    SlipperyMind = "Slippery Mind",
    SneakAttack = "Sneak Attack",
    StepOfTheWind = "Step of the Wind",
    StunningStrike = "Stunning Strike",
    SuperiorCritical = "Superior Critical",
    UnarmoredDefense = "Unarmored Defense",
    UnarmoredMovement = "Unarmored Movement",
    UncannyDodge = "Uncanny Dodge",
    Vanish = "Vanish",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{class, race};

    #[test]
    fn every_feature_is_one_of_a_class_or_a_race() {
        let of_classes = class::ALL.iter().flat_map(class::Class::all_features).map(|it| it.name);
        let of_races = race::ALL.iter().flat_map(|it| it.traits.iter().copied());
        let known: Vec<&str> = of_classes.chain(of_races).collect();
        for feature in FeatureId::ALL {
            assert!(known.contains(&feature.name()), "{feature:?}");
        }
    }
}
