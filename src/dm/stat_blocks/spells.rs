//! Spells as actions with their caster's numbers.

use game::combat::{
    deed::{
        ActionCost, ActionEffect, Area, Attack, Brings, CombatAction, EffectDuration, Reach, Rider, SavingThrowEffect,
        UsageLimit,
    },
    harm::DamageDice,
};

use crate::rules::{Facts, RuleEntry, Spell};

use super::{
    attacks, consequences, saving_throw_actions, spell_table, upcast,
    upcast::Growth,
    words::{self, patterns},
};

patterns! {
    ATTACK = r"(?i)\b(melee|ranged) (?:spell attack|attack roll)";
    THROWN = r"(?i)\b(strength|dexterity|constitution|intelligence|wisdom|charisma) sav(?:e\b|ing throw)";
    FEET = r"(?i)(\d+)[ -](?:feet|foot)";
    HEALED = r"(?i)(?:regains?|gets?|restores?|gains?)[^.]*?\bhit points (?:equal to )?(\d+d\d+(?: ?\+ ?\d+)?)|(?:gets?|gives[^.]*?|regains?) (\d+d\d+|\d+)(?: ?\+ your spellcasting modifier)? hit points(?: back)?|(?:regains?|restoring) (?:up to )?(\d+d\d+ ?\+ ?\d+|\d+) hit points";
    SHIELDED = r"(?i)gains? (\d+d\d+(?: ?\+ ?\d+)?|\d+) temporary hit points";
    AT_A_POINT = r"(?i)each creature within (\d+) feet of (?:that|the) point";
    WIDE_FIRST = r"(?i)(\d+)[- ](?:foot|feet)[- ]wide, (\d+)[- ](?:foot|feet)[- ]long line|line (\d+) feet wide and (\d+) feet long";
    DARTS = r"(?i)\b(?:create|hurl|creates|throw|conjure|shoot)s? (\w+) (?:\w+ ){0,3}?(?:darts?|rays?|beams?|bolts?)\b|^(\w+) darts";
    EACH_DART = r"(?i)(\d+d\d+(?: ?\+ ?\d+)?) (\w+) damage";
    EQUAL_TO = r"(?i)(\w+) damage equal to (\d+d\d+) (?:\+|plus) your spellcasting";
    ADDS = r"(?i)(?:\+|plus) your spellcasting (?:ability )?modifier";
}

/// The numbers spells are cast with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caster {
    /// Added to the d20 of a spell attack.
    pub attack: i32,
    /// Spell save DC.
    pub dc: i32,
    /// The modifier of the ability spells are cast with.
    pub modifier: i32,
    /// Of the caster, for cantrips; 1 to 20, a monster's is its challenge.
    pub level: u8,
}

/// A spell as an action, cast with a slot of this level (0 for cantrips; at least the spell's own). None if the entry is no
/// spell. Effects without numbers are narrated.
pub fn deed_of(entry: &RuleEntry, caster: &Caster, slot: u8) -> Option<CombatAction> {
    let Some(Facts::Spell(spell)) = &entry.facts else { return None };
    let (body, higher) = parts(&entry.text);
    let slot = slot.clamp(spell.level, 9);
    let growth = upcast::read(&higher, spell.level, slot, caster.level);
    let cast = SpellCast { spell, body: &body, caster, growth: &growth, slot };
    let effect = spell_table::effect_of(&entry.name, &cast).or_else(|| cast.effect()).unwrap_or_else(|| cast.told());
    Some(CombatAction {
        name: entry.name.clone(),
        cost: cost(&spell.casting_time),
        usage: UsageLimit::AtWill,
        effect,
        magical: true,
    })
}

/// A spell being cast.
pub(super) struct SpellCast<'a> {
    pub(super) spell: &'a Spell,
    pub(super) body: &'a str,
    pub(super) caster: &'a Caster,
    pub(super) growth: &'a Growth,
    /// The level of its slot; 0 for a cantrip.
    pub(super) slot: u8,
}

impl SpellCast<'_> {
    /// Its text, where the engine has no numbers for it.
    pub(super) fn told(&self) -> ActionEffect {
        let rounds = words::span(&self.spell.duration);
        ActionEffect::Told { text: self.body.to_owned(), concentration: self.spell.concentration, rounds }
    }

    fn effect(&self) -> Option<ActionEffect> {
        let harm = self.harm();
        if let Some(found) = ATTACK.captures(self.body) {
            let harm = if harm.is_empty() { self.told_harm() } else { harm };
            return (!harm.is_empty()).then(|| ActionEffect::Attack(self.attack(harm, &found[1])));
        }
        if harm.is_empty()
            && let Some(effect) = self.gift()
        {
            return Some(effect);
        }
        if let Some(save) = self.save(&harm) {
            return (!save.harm.is_empty() || !save.riders.is_empty()).then_some(ActionEffect::Save(save));
        }
        let times = self.n_shots().filter(|_| !harm.is_empty())?;
        // A package may count all darts together; the sentence says what each does.
        let each = EACH_DART.captures(self.body).map(|found| DamageDice {
            dice: found[1].replace(' ', ""),
            damage_type: words::damage_type(&found[2].to_lowercase()),
        });
        Some(ActionEffect::Sure { reach: self.reach(), times, harm: each.map_or(harm, |each| vec![each]) })
    }

    /// Damage at the level of casting.
    fn harm(&self) -> Vec<DamageDice> {
        let parts = self.spell.damage.iter().map(attacks::as_harm);
        let grown = parts.enumerate().map(|(at, harm)| DamageDice {
            dice: with_modifier(&self.growth.dice(&harm, at), self.caster.modifier),
            ..harm
        });
        grown.collect()
    }

    /// Damage of a hit from its sentence, if the package has no numbers.
    fn told_harm(&self) -> Vec<DamageDice> {
        let Some(found) = EQUAL_TO.captures(self.body) else { return Vec::new() };
        let harm = DamageDice { dice: found[2].to_owned(), damage_type: words::damage_type(&found[1].to_lowercase()) };
        let dice = format!("{}+mod", self.growth.dice(&harm, 0));
        vec![DamageDice { dice: with_modifier(&dice, self.caster.modifier), ..harm }]
    }

    fn attack(&self, harm: Vec<DamageDice>, kind: &str) -> Attack {
        let begins = self.body.to_lowercase().find("on a hit").unwrap_or(0);
        let reach = match self.reach() {
            // A summoned melee attacker strikes at its own position.
            Reach::Ranged { normal, long } if kind.eq_ignore_ascii_case("melee") => {
                Reach::Either { feet: 5, normal, long }
            }
            Reach::Oneself => Reach::Melee { feet: 5 },
            reach => reach,
        };
        let riders = self.lasting(consequences::read(&self.body[begins..], None));
        Attack { to_hit: self.caster.attack, reach, times: self.n_shots().unwrap_or(1), harm, riders }
    }

    /// Its darts, rays or beams, if it has some.
    fn n_shots(&self) -> Option<u8> {
        let found = DARTS.captures(self.body);
        let word = found.and_then(|found| found.get(1).or(found.get(2)).map(|word| word.as_str().to_owned()));
        let told = word.and_then(|word| words::count(&word)).filter(|n| *n > 0);
        match (told, self.growth.shots) {
            (None, 0) => None,
            (told, more) => Some(told.unwrap_or(1).saturating_add(more)),
        }
    }

    /// Hit points it gives.
    fn gift(&self) -> Option<ActionEffect> {
        let (reach, targets) = (self.reach(), self.targets());
        if let Some(found) = SHIELDED.captures(self.body) {
            let dice = self.growth.flat(&found[1].replace(' ', ""));
            return Some(ActionEffect::Shield { reach, dice });
        }
        let found = HEALED.captures(self.body)?;
        let dice = found.iter().skip(1).flatten().next()?.as_str().replace(' ', "");
        let dice = self.growth.healing(&dice);
        let dice = match ADDS.is_match(self.body) {
            true => with_modifier(&format!("{dice}+mod"), self.caster.modifier),
            false => dice,
        };
        Some(ActionEffect::Heal { reach, targets, dice })
    }

    fn save(&self, harm: &[DamageDice]) -> Option<SavingThrowEffect> {
        let found = THROWN.captures(self.body);
        let named =
            self.spell.save.as_deref().or(found.as_ref().and_then(|found| found.get(1)).map(|name| name.as_str()))?;
        let ability = words::ability(named)?;
        let begins = found.and_then(|found| found.get(0).map(|whole| whole.start())).unwrap_or(0);
        let riders = self.lasting(consequences::read(&self.body[begins..], None));
        let half = attacks::is_half(self.body) || self.body.contains("or half of it");
        let (reach, area) = (self.reach(), self.area());
        let targets = if area.is_some() { 1 } else { self.targets() };
        Some(SavingThrowEffect {
            ability,
            dc: self.caster.dc,
            reach,
            area,
            targets,
            harm: harm.to_vec(),
            half: half && !harm.is_empty(),
            riders,
        })
    }

    fn targets(&self) -> u8 {
        let others = u8::from(self.body.contains("other targets"));
        saving_throw_actions::targets(self.body).saturating_add(self.growth.targets + self.growth.shots + others)
    }

    /// Its area. The light it sheds doesn't count.
    fn area(&self) -> Option<Area> {
        let told: Vec<&str> = words::sentences(self.body).filter(|sentence| !is_light(sentence)).collect();
        let told = told.join(". ");
        if let Some(radius) = words::number(&AT_A_POINT, &told) {
            return Some(Area::Sphere { radius });
        }
        if let Some(found) = WIDE_FIRST.captures(&told) {
            let feet = |at: usize| found.get(at).or(found.get(at + 2)).and_then(|group| group.as_str().parse().ok());
            return Some(Area::Line { feet: feet(2)?, width: feet(1)? });
        }
        if let Some(area) = words::area(&told) {
            return Some(area);
        }
        let is_everybody = saving_throw_actions::is_all(&told);
        let near = words::number(&words::ALL_WITHIN, &told).filter(|_| is_everybody);
        match (near, words::number(&FEET, &self.spell.range)) {
            (Some(radius), _) => Some(Area::Sphere { radius }),
            (None, Some(radius))
                if is_everybody && (told.contains(" in range") || told.contains("any number of creatures")) =>
            {
                Some(Area::Sphere { radius })
            }
            // A wall, or an area without a size: space for a few creatures.
            (None, _) => is_everybody.then_some(Area::Sphere { radius: 10 }),
        }
    }

    /// How far it is cast.
    pub(super) fn reach(&self) -> Reach {
        let range = self.spell.range.to_lowercase();
        match words::number(&FEET, &range) {
            _ if range.starts_with("self") => Reach::Oneself,
            Some(feet) => Reach::Ranged { normal: feet, long: feet },
            None if range.starts_with("touch") => Reach::Melee { feet: 5 },
            // As far as one sees, or miles.
            None => Reach::Ranged { normal: 500, long: 500 },
        }
    }

    /// How long it lasts once cast.
    pub(super) fn duration(&self, save_at_end: bool) -> EffectDuration {
        match words::span(&self.spell.duration) {
            Some(rounds) => EffectDuration::Rounds { rounds, concentration: self.spell.concentration, save_at_end },
            None => EffectDuration::UntilEnded,
        }
    }

    /// Gives riders without a duration of their own the spell's duration.
    fn lasting(&self, riders: Vec<Rider>) -> Vec<Rider> {
        let whole = self.duration(false);
        let until = |lasts: EffectDuration, brings: &Brings| match (lasts, whole) {
            (EffectDuration::Rounds { save_at_end: true, .. }, _) => self.duration(true),
            (EffectDuration::UntilEnded, EffectDuration::Rounds { .. }) if !is_of_its_own(brings) => whole,
            (lasts, _) => lasts,
        };
        riders.into_iter().map(|rider| Rider { lasts: until(rider.lasts, &rider.brings), ..rider }).collect()
    }
}

/// Whether a sentence speaks of light that is shed.
fn is_light(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower.contains("bright light") || lower.contains("dim light") || lower.contains("sheds")
}

/// Whether it goes on when the spell that brought it has ended.
fn is_of_its_own(brings: &Brings) -> bool {
    match brings {
        Brings::Condition { kind, .. } => kind.rules().outlasts_cause,
        brings => matches!(brings, Brings::MaximumSinks | Brings::Push { .. }),
    }
}

/// Splits a spell's text into its body and the part on higher levels.
fn parts(text: &str) -> (String, String) {
    // A slip of the package's reader: a letter for the one of a ten-sided die.
    let text = text.replace("dl0", "d10");
    const HEADS: [&str; 6] = ["**Casting Time", "**Range", "**Components", "**Duration", "**Classes", "*Level"];
    const HIGHER: [&str; 6] = [
        "Using a Higher",
        "**At Higher Levels",
        "**Using a Higher",
        "**Cantrip Upgrade",
        "This spell's damage increases",
        "The spell's damage increases",
    ];
    let (mut body, mut higher) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let is_head = HEADS.iter().any(|head| paragraph.starts_with(head))
            || (paragraph.starts_with('*') && paragraph.ends_with("cantrip*"));
        match () {
            () if is_head => {}
            () if HIGHER.iter().any(|head| paragraph.starts_with(head)) => higher.push(paragraph),
            () => body.push(paragraph),
        }
    }
    let mut body = body.join("\n\n");
    // Some say it in the midst of the rest.
    let inner = [
        " The spell creates more than one beam",
        " The spell's damage increases",
        " This spell's damage increases",
        " 2d10 at 5th level",
        " 2d8 at 5th level",
    ];
    if let Some(at) = inner.iter().filter_map(|words| body.find(words)).min() {
        let rest = body.split_off(at);
        return (body, format!("{}\n{rest}", higher.join("\n")));
    }
    (body, higher.join("\n"))
}

fn cost(casting_time: &str) -> ActionCost {
    let time = casting_time.to_lowercase();
    match () {
        () if time.contains("bonus") => ActionCost::BonusAction,
        () if time.contains("reaction") => ActionCost::Reaction,
        () if time.contains("minute") || time.contains("hour") => ActionCost::TooLong,
        () => ActionCost::Action,
    }
}

/// Dice with the caster's modifier where they ask for it.
pub(super) fn with_modifier(dice: &str, modifier: i32) -> String {
    match dice.split_once("+mod") {
        Some((dice, rest)) if modifier == 0 => format!("{dice}{rest}"),
        Some((dice, rest)) => format!("{dice}{modifier:+}{rest}"),
        None => dice.to_owned(),
    }
}
