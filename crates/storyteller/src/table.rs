//! The state as the storyteller uses it, parsed from the blocks `[table]` and `[sheets]`.

use game::{
    condition_kind::ConditionKind,
    feature::FeatureId,
    story_fact::{self, StoryFact},
};
use prompt::{
    Commas, LineText, LineValue, PartText,
    sheets::{ScoreText, SheetEntry, SheetsBlock, WeaponText},
    table::{
        ConditionText, CreatureLine, Downed, HealthText, HeroEntry, HeroLine, NpcLine, PlayedBy, SlotsOfLevel,
        TableBlock,
    },
};

use super::old_sentences;

/// The table. What no line tells is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Table {
    pub(super) background: String,
    /// Recorded facts, newest last.
    pub(super) facts: Vec<StoryFact>,
    /// Nothing was noted so far: the facts are those that the table's sentences say.
    pub(super) is_without_facts: bool,
    /// The summary ends with sentences about things, which the facts say as well.
    pub(super) summary_lists_things: bool,
    pub(super) location: String,
    pub(super) scene: String,
    /// Places of the neighbourhood that have been found, the first one first.
    pub(super) places: Vec<String>,
    pub(super) quests: Vec<String>,
    pub(super) met: Vec<String>,
    pub(super) recent: Vec<String>,
    pub(super) people: Vec<Known>,
    pub(super) creatures: Vec<Creature>,
    pub(super) heroes: Vec<Hero>,
    pub(super) acting: String,
    /// What is never to be shown: ids of content tags, and own words of the table.
    pub(super) never_shown: Vec<String>,
    /// Which telling of the turn this is; empty for the first.
    pub(super) telling: String,
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) day: u32,
}

/// A supporting NPC's line.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Known {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) role: String,
    pub(super) location: String,
    pub(super) is_dead: bool,
}

/// The line of someone in the scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Creature {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) disposition: String,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) armor_class: i32,
    pub(super) conditions: Vec<String>,
    /// Whether it lies at 0 hit points and throws for its life.
    pub(super) is_dying: bool,
    pub(super) is_dead: bool,
    /// The stat block, where the name doesn't say it.
    pub(super) kind: Option<String>,
}

impl Creature {
    /// Whether its body lies here. A fallen foe counts as dead; a companion who is dying or stable does not.
    pub(super) fn is_body(&self) -> bool {
        self.is_dead || self.hp == 0 && self.disposition == "hostile"
    }

    pub(super) fn is_friend(&self) -> bool {
        ["companion", "friendly"].contains(&self.disposition.as_str())
    }

    pub(super) fn is_foe(&self) -> bool {
        self.hp > 0 && self.disposition == "hostile"
    }
}

/// A hero's lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Hero {
    pub(super) id: String,
    pub(super) name: String,
    /// Whether another person at the table plays them.
    pub(super) is_anothers: bool,
    pub(super) kind: String,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) dead: bool,
    /// Whether the hero lies at 0 hit points and throws for their life.
    pub(super) is_dying: bool,
    /// The one that counts, and the one without what changes it for a while.
    pub(super) armor_class: i32,
    pub(super) own_armor_class: i32,
    /// Hit dice left; none if the table doesn't say, as none is spent.
    hit_dice_left: Option<u32>,
    /// The day, hour and minute before which no long rest counts.
    long_rest_from: Option<[u32; 3]>,
    pub(super) conditions: Vec<String>,
    /// Those of the conditions that the rules know, with their levels.
    pub(super) ruled_by: Vec<(ConditionKind, u8)>,
    /// Modifiers by short name.
    pub(super) modifiers: Vec<(String, i32)>,
    pub(super) proficiency: i32,
    pub(super) skills: Vec<String>,
    pub(super) weapons: Vec<Weapon>,
    pub(super) pack: Vec<(u32, String)>,
    pub(super) copper: i64,
    pub(super) slots: Vec<Slots>,
    /// Names of class features and traits.
    pub(super) features: Vec<String>,
    /// Spells and charms that are on them just now, by name.
    pub(super) under: Vec<String>,
    /// What was chosen to be an expert in, in lower case.
    pub(super) expertise: String,
    pub(super) cantrips: Vec<String>,
    pub(super) spells: Vec<String>,
}

/// Spell slots of one level.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Slots {
    pub(super) level: u32,
    pub(super) left: i64,
    pub(super) max: i64,
}

/// A way to attack.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Weapon {
    pub(super) name: String,
    /// The bonus to hit.
    pub(super) to_hit: i32,
    /// Such as `1d8+3`.
    pub(super) damage: String,
}

impl Hero {
    pub(super) fn modifier(&self, ability: &str) -> i32 {
        self.modifiers.iter().find(|(name, _)| name == ability).map_or(0, |(_, n)| *n)
    }

    /// How many hit dice are left: one for each level, but for those that are spent.
    pub(super) fn hit_dice(&self) -> u32 {
        let level = || self.kind.rsplit(' ').next().and_then(|level| level.parse().ok());
        self.hit_dice_left.or_else(level).unwrap_or_default()
    }

    /// The minutes from now until a long rest counts.
    pub(super) fn minutes_to_long_rest(&self, now: [u32; 3]) -> u32 {
        let minutes = |[day, hour, minute]: [u32; 3]| (day * 24 + hour) * 60 + minute;
        self.long_rest_from.map_or(0, |from| minutes(from).saturating_sub(minutes(now)))
    }

    /// The bonus to a check of this ability and skill; experts add their training twice.
    pub(super) fn skill(&self, ability: &str, skill: &str) -> i32 {
        let trained = self.skills.iter().any(|known| known.eq_ignore_ascii_case(skill));
        let expert = self.expertise.contains(&skill.to_lowercase());
        self.modifier(ability) + i32::from(trained) * (1 + i32::from(expert)) * self.proficiency
    }

    /// The ability spells most likely come from: the best of the mind's three.
    pub(super) fn casting(&self) -> i32 {
        ["int", "wis", "cha"].iter().map(|ability| self.modifier(ability)).max().unwrap_or(0)
    }
}

/// The condition of the rules that a condition is, with its level.
fn ruled_by(condition: &ConditionText) -> Option<(ConditionKind, u8)> {
    Some((ConditionKind::read(condition.name.as_str())?, condition.level.unwrap_or(1)))
}

impl Table {
    /// The table as the blocks have it.
    pub(super) fn of(table: &TableBlock, sheets: Option<&SheetsBlock>) -> Self {
        let texts = |lines: &[LineText]| lines.iter().map(|line| line.as_str().to_owned()).collect();
        // A summary takes the place of the background.
        let background = sheets.map(|sheets| &sheets.background).filter(|_| table.summary.as_str().is_empty());
        let past = background.unwrap_or(&table.summary);
        let places: Vec<&str> = table.places.iter().map(|place| place.value.as_str()).collect();
        let (background, things) = old_sentences::of_summary(past.as_str(), &places);
        let summary_lists_things = !things.is_empty();
        let mut facts: Vec<StoryFact> = table.facts.iter().map(|line| line.fact().clone()).collect();
        let is_without_facts = facts.is_empty();
        if is_without_facts {
            // A person that the heroes met counts as having spoken.
            let spoke = table.met.0.iter().map(|name| StoryFact::Spoke { who: name.as_str().to_owned() });
            facts.extend(spoke);
            things.into_iter().for_each(|fact| story_fact::note(&mut facts, fact));
            old_sentences::of_milestones(table.milestones.iter().map(LineText::as_str), &mut facts);
            old_sentences::of_events(table.recent.iter().map(LineText::as_str), &mut facts);
        }
        let conditions = table.heroes.iter().flat_map(|hero| &hero.hero.conditions.0);
        let lit: Vec<StoryFact> = old_sentences::of_conditions(conditions.map(|it| it.name.as_str())).collect();
        facts.extend(lit.into_iter().filter(|lit| !facts.iter().any(|fact| fact.is_like(lit))).collect::<Vec<_>>());
        let clock = table.time.unwrap_or_default();
        let sheet = |hero: &HeroEntry| {
            let mut sheets = sheets.into_iter().flat_map(|sheets| &sheets.heroes);
            sheets.find(|sheet| sheet.hero.id == hero.hero.id)
        };
        Self {
            never_shown: Vec::new(),
            background,
            facts,
            is_without_facts,
            summary_lists_things,
            location: table.location.as_str().to_owned(),
            scene: table.scene.as_str().to_owned(),
            places: table.places.iter().map(|place| place.value.as_str().to_owned()).collect(),
            quests: table.quests.iter().map(|quest| quest.title.as_str().to_owned()).collect(),
            // Compare names of people in lower case.
            met: table.met.0.iter().map(|name| name.as_str().to_lowercase()).collect(),
            recent: texts(&table.recent),
            people: table.npcs.iter().map(Known::of).collect(),
            creatures: table.creatures.iter().map(Creature::of).collect(),
            heroes: table.heroes.iter().map(|hero| Hero::of(hero, sheet(hero))).collect(),
            acting: table.acting.as_ref().map(ToString::to_string).unwrap_or_default(),
            telling: table.telling.map(|n| n.to_string()).unwrap_or_default(),
            hour: clock.hour.into(),
            minute: clock.minute.into(),
            day: clock.day,
        }
    }

    /// The hero whose player speaks.
    pub(super) fn hero(&self) -> Hero {
        let acting = self.heroes.iter().find(|hero| hero.id == self.acting);
        acting.or(self.heroes.first()).cloned().unwrap_or_else(|| Hero {
            name: "the stranger".into(),
            hp: 8,
            max_hp: 8,
            armor_class: 10,
            own_armor_class: 10,
            ..Hero::default()
        })
    }

    /// The names of the dead, of those on record and of those who lie in the scene.
    pub(super) fn dead(&self) -> impl Iterator<Item = &str> {
        let people = self.people.iter().filter(|known| known.is_dead).map(|known| known.name.as_str());
        people.chain(self.creatures.iter().filter(|one| one.is_dead).map(|one| one.name.as_str()))
    }

    /// The foes of the heroes who are still up.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Creature> {
        self.creatures.iter().filter(|creature| creature.is_foe())
    }
}

impl Known {
    fn of(npc: &NpcLine) -> Self {
        Self {
            id: npc.id.as_str().to_lowercase(),
            name: npc.name.as_str().to_lowercase(),
            role: npc.role.as_str().to_owned(),
            location: npc.place.as_str().to_lowercase(),
            is_dead: npc.is_dead,
        }
    }
}

impl Creature {
    fn of(line: &CreatureLine) -> Self {
        let (hp, max_hp) = match line.health {
            HealthText::Up { hp, max_hp } => (hp, max_hp),
            HealthText::Down(_) => (0, 1),
        };
        Self {
            id: line.id.to_string(),
            name: line.name.as_str().to_owned(),
            disposition: line.stance.as_str().to_owned(),
            hp,
            max_hp,
            armor_class: line.armor.class.now,
            conditions: line.conditions.0.iter().map(ToString::to_string).collect(),
            is_dying: matches!(line.health, HealthText::Down(Downed::Dying { .. })),
            is_dead: matches!(line.health, HealthText::Down(Downed::Dead)),
            kind: line.armor.kind.as_ref().map(|kind| kind.as_str().to_owned()),
        }
    }
}

impl Hero {
    fn of(entry: &HeroEntry, sheet: Option<&SheetEntry>) -> Self {
        let HeroLine { id, name, kind, health, armor, conditions } = &entry.hero;
        let slots =
            |it: &SlotsOfLevel| Slots { level: it.level.into(), left: it.left.n.into(), max: it.left.of.into() };
        let own = Self {
            id: id.to_string(),
            name: name.as_str().to_owned(),
            is_anothers: entry.played_by == Some(PlayedBy::Another),
            kind: kind.written(),
            hp: health.hp,
            max_hp: health.max_hp,
            dead: health.downed == Some(Downed::Dead),
            is_dying: matches!(health.downed, Some(Downed::Dying { .. })),
            armor_class: armor.now,
            own_armor_class: armor.own,
            hit_dice_left: entry.hit_dice.map(|left| left.n),
            long_rest_from: entry.long_rest.map(|from| [from.0.day, from.0.hour.into(), from.0.minute.into()]),
            conditions: conditions.0.iter().map(ToString::to_string).collect(),
            ruled_by: conditions.0.iter().filter_map(ruled_by).collect(),
            proficiency: 2,
            pack: entry.pack.0.iter().map(|item| (item.quantity, item.name.as_str().to_owned())).collect(),
            copper: entry.purse.map(|purse| purse.copper()).unwrap_or_default(),
            slots: entry.slots.iter().flat_map(|slots| &slots.0.0).map(slots).collect(),
            under: entry.under.iter().flat_map(|under| &under.0).map(|it| it.name.as_str().to_owned()).collect(),
            ..Self::default()
        };
        match sheet {
            Some(sheet) => own.with(sheet),
            None => own,
        }
    }

    /// The same hero, with what rarely changes of them.
    fn with(self, sheet: &SheetEntry) -> Self {
        let texts = |names: &Commas<PartText>| names.0.iter().map(|name| name.as_str().to_owned()).collect();
        let score = |it: &ScoreText| (it.ability.as_str().to_owned(), it.modifier);
        let weapon = |it: &WeaponText| Weapon {
            name: it.name.as_str().to_owned(),
            to_hit: it.to_hit,
            damage: it.damage.as_str().to_owned(),
        };
        let features = || sheet.features.0.iter();
        let expertise = features().filter(|it| FeatureId::Expertise.is_named_in(it.name.as_str()));
        Self {
            modifiers: sheet.abilities.0.iter().map(score).collect(),
            proficiency: sheet.proficient.as_ref().map_or(2, |training| training.bonus),
            skills: sheet.proficient.as_ref().map(|training| texts(&training.skills)).unwrap_or_default(),
            weapons: sheet.weapons.0.iter().map(weapon).collect(),
            features: features().map(|it| it.name.as_str().to_owned()).collect(),
            expertise: expertise.map(|it| it.written().to_lowercase()).collect::<Vec<_>>().join(" "),
            cantrips: sheet.spells.as_ref().map(|spells| texts(&spells.cantrips)).unwrap_or_default(),
            spells: sheet.spells.as_ref().map(|spells| texts(&spells.spells)).unwrap_or_default(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt::Bracketed;

    const BLOCK: &str = "[table]\ntime: day 2, 14:05\nmilestone: the bell rang\n\
        location: The Ford\nscene: A ferry waits.\nplace: The Inn\nplace (here): The Ford\nquest: find the bell\n\
        met: marta, odo\nrecent: came to the ford\nsupporting npc: marta | marta | quest_giver | the inn\n\
        in the scene: rat-a | rat A | hostile | hp 3/7 | ac 12 | prone\n\
        in the scene: rat-b | rat B | hostile | dead | ac 12\n\
        in the scene: odo | Odo | companion | dying: 1 of 3 death saves, 0 of 3 failed | ac 10\n\
        hero: h1 | Bram | human fighter 1 | hp 9/12 (+2 temporary) | ac 16 | poisoned\n\
        \x20 pack: rope; 3 × torch\n  purse: 10 gp 5 sp\n\
        \x20 spells: spell slots 1: 1 of 2\n  xp: 150\nacting: h1\n[/table]";

    const SHEETS: &str = "[sheets]\nbackground: Rain for a week.\nhero: h1 | Bram\n\
        \x20 abilities: str 16 +3, dex 12 +1, con 14 +2, int 10 +0, wis 8 -1, cha 10 +0\n\
        \x20 proficient: +2 in str, con; athletics, perception\n\
        \x20 weapons: longsword 1d20+5 to hit, 1d8+3 slashing; light crossbow 1d20+3 to hit, 1d8+1 piercing\n\
        \x20 features: second wind, Expertise (Perception and Stealth), fighting style (defense)\n\
        \x20 spells: cantrips light; knows bless, cure wounds\n[/sheets]";

    fn read(table: &str, sheets: Option<&str>) -> Table {
        Table::of(&TableBlock::parse(table).unwrap(), sheets.and_then(SheetsBlock::parse).as_ref())
    }

    #[test]
    fn a_dead_hero_stays_dead_between_sheet_and_table() {
        let block = BLOCK.replace("hp 9/12 (+2 temporary)", "hp 0/12 (dead)");
        assert!(read(&block, Some("[sheets]\nhero: h1 | Bram\n[/sheets]")).hero().dead);
        assert!(read(&block, None).hero().dead && !read(BLOCK, None).hero().dead);
    }

    #[test]
    fn a_state_block_is_read_line_by_line() {
        let table = read(BLOCK, Some(SHEETS));
        assert_eq!((table.day, table.hour, table.minute), (2, 14, 5));
        assert_eq!(table.location, "The Ford");
        assert_eq!(table.places, ["The Inn", "The Ford"]);
        assert_eq!(table.people[0].role, "quest_giver");
        assert_eq!(table.foes().count(), 1, "the dead one is no foe");
        assert_eq!(table.creatures[2].hp, 0, "death saves are no hit points");
        let hero = table.hero();
        assert_eq!((hero.hp, hero.max_hp, hero.armor_class), (9, 12, 16));
        assert_eq!(hero.skill("str", "athletics"), 5);
        assert_eq!(hero.modifier("wis"), -1);
        assert_eq!(hero.weapons[1].name, "light crossbow");
        assert_eq!(hero.weapons[0].to_hit, 5);
        assert_eq!(hero.weapons[0].damage, "1d8+3");
        assert_eq!(hero.pack[1], (3, "torch".into()));
        assert_eq!(hero.copper, 1050);
        assert_eq!(hero.slots, [Slots { level: 1, left: 1, max: 2 }]);
        assert_eq!(hero.spells, ["bless", "cure wounds"]);
        assert_eq!(hero.features, ["second wind", "Expertise", "fighting style"]);
        assert_eq!(hero.skill("wis", "perception"), 3, "experts add their training twice");
        assert_eq!(
            hero.skill("dex", "stealth"),
            hero.modifier("dex"),
            "nobody is an expert in what they aren't trained in"
        );
    }
}
