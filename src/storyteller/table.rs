//! The state block as the storyteller understands it: `[table]` … `[/table]`, one `key: value` a line, and before it what rarely
//! changes of the heroes, `[sheets]` … `[/sheets]`.

use super::strewn::Strewn;

/// Marks things of a pack that are worn.
const WORN: &str = " (worn)";

/// The table as the state block tells it. What a line leaves out is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Table {
    pub(super) background: String,
    /// What the background's last sentences say of things.
    pub(super) strewn: Strewn,
    pub(super) milestones: Vec<String>,
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
}

impl Creature {
    pub(super) fn is_foe(&self) -> bool {
        self.hp > 0 && self.disposition == "hostile"
    }
}

/// A hero's lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Hero {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) dead: bool,
    /// The one that counts, and the one without what changes it for a while.
    pub(super) armor_class: i32,
    pub(super) own_armor_class: i32,
    /// Hit dice left; none where the table doesn't say, as none is spent.
    hit_dice_left: Option<u32>,
    /// The day, hour and minute before which no long rest counts.
    long_rest_from: Option<[u32; 3]>,
    pub(super) conditions: Vec<String>,
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
    /// What a spell or a charm does to them just now, as the block has it: `mage armor (armor class +3; 8 hours)`.
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
    /// Such as `1d20+5`.
    pub(super) to_hit: String,
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

    /// Whether a long rest counts at this time.
    pub(super) fn may_rest_long(&self, now: [u32; 3]) -> bool {
        self.long_rest_from.is_none_or(|from| from <= now)
    }

    /// What is added to a check of this ability and skill; experts add their training twice.
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

impl Table {
    /// Reads a state block, with what stands before it; lines it doesn't know are passed over.
    pub(super) fn read(text: &str) -> Self {
        let mut table = Self { day: 1, hour: 8, ..Self::default() };
        let body = text.trim_start().strip_prefix("[table]").unwrap_or(text);
        for line in body.lines().take_while(|line| line.trim() != "[/table]") {
            let Some((key, value)) = line.split_once(": ") else { continue };
            match line.strip_prefix("  ") {
                Some(_) => {
                    if let Some(hero) = table.heroes.last_mut() {
                        hero.read_line(key.trim(), value.trim());
                    }
                }
                None => table.read_line(key.trim(), value.trim()),
            }
        }
        table
    }

    fn read_line(&mut self, key: &str, value: &str) {
        let one = || value.to_owned();
        match key {
            "time" => {
                let mut numbers = numbers(value);
                self.day = numbers.next().unwrap_or(1);
                self.hour = numbers.next().unwrap_or(8).min(23);
                self.minute = numbers.next().unwrap_or(0).min(59);
            }
            // A summary stands where the background stood.
            "background" | "summary" => (self.background, self.strewn) = Strewn::split(value),
            "milestone" => self.milestones.push(one()),
            "location" => self.location = one(),
            "scene" => self.scene = one(),
            "place" | "place (here)" => self.places.push(one()),
            // What is known of it beside its name follows behind.
            "quest" => self.quests.extend(value.split(" | ").next().map(str::to_owned)),
            // Compare names of people in lower case.
            "met" => self.met = list(&value.to_lowercase(), ", "),
            "recent" => self.recent.push(one()),
            "supporting npc" => {
                let mut parts = value.split(" | ").map(|part| part.trim().to_lowercase());
                let mut next = || parts.next().unwrap_or_default();
                self.people.push(Known { id: next(), name: next(), role: next(), location: next() });
            }
            "in the scene" => self.creatures.push(creature(value)),
            "hero" => self.seat(hero(value)),
            "acting" => self.acting = one(),
            "telling" => self.telling = one(),
            _ => {}
        }
    }

    /// Seats a hero, who keeps what an earlier block has told of them.
    fn seat(&mut self, hero: Hero) {
        let known = self.heroes.iter().position(|known| known.id == hero.id);
        let known =
            known.map(|at| self.heroes.remove(at)).unwrap_or_else(|| Hero { proficiency: 2, ..Hero::default() });
        let Hero { id, name, kind, hp, max_hp, dead, armor_class, own_armor_class, conditions, .. } = hero;
        self.heroes.push(Hero { id, name, kind, hp, max_hp, dead, armor_class, own_armor_class, conditions, ..known });
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

    /// Those who fight against the heroes and still stand.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Creature> {
        self.creatures.iter().filter(|creature| creature.is_foe())
    }
}

impl Hero {
    fn read_line(&mut self, key: &str, value: &str) {
        match key {
            "abilities" => {
                let one = |part: &str| {
                    let mut words = part.split_whitespace();
                    let name = words.next()?.to_owned();
                    Some((name, words.nth(1)?.parse().ok()?))
                };
                self.modifiers = value.split(',').filter_map(one).collect();
            }
            "proficient" => {
                let bonus = value.split_whitespace().next().and_then(|word| word.parse().ok());
                self.proficiency = bonus.unwrap_or(2);
                self.skills = value.split_once(';').map(|(_, skills)| list(skills, ",")).unwrap_or_default();
            }
            "weapons" => self.weapons = value.split(';').filter_map(weapon).collect(),
            "long rest" => {
                let mut numbers = numbers(value);
                let mut next = || numbers.next();
                self.long_rest_from = next().zip(next()).zip(next()).map(|((day, hour), minute)| [day, hour, minute]);
            }
            "hit dice" => self.hit_dice_left = numbers(value).next(),
            "under" => self.under = list(value, "; ").into_iter().filter(|part| part.contains(" (")).collect(),
            "pack" => self.pack = value.split(';').map(str::trim).filter(|i| !i.is_empty()).map(item).collect(),
            "purse" => self.copper = copper(value),
            "features" => {
                let expertise =
                    list(value, ",").into_iter().filter(|feature| feature.to_lowercase().starts_with("expertise"));
                self.expertise = expertise.collect::<Vec<_>>().join(" ").to_lowercase();
                let name = |feature: String| feature.split(" (").next().unwrap_or_default().to_owned();
                self.features = list(value, ",").into_iter().map(name).collect();
            }
            "spells" => self.read_spells(value),
            _ => {}
        }
    }

    fn read_spells(&mut self, value: &str) {
        for part in value.split(';').map(str::trim) {
            if let Some(slots) = part.strip_prefix("spell slots ") {
                let one = |part: &str| {
                    let mut numbers = numbers(part).map(i64::from);
                    let level = u32::try_from(numbers.next()?).ok()?;
                    Some(Slots { level, left: numbers.next()?, max: numbers.next()? })
                };
                self.slots = slots.split(',').filter_map(one).collect();
            } else if let Some(names) = part.strip_prefix("cantrips ") {
                self.cantrips = list(names, ",");
            } else if let Some(names) = part.strip_prefix("knows ") {
                self.spells = list(names, ",");
            }
        }
    }
}

fn list(value: &str, between: &str) -> Vec<String> {
    value.split(between).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn numbers(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// The armour class that counts: the last of `ac 16 (+2 = 18)`.
fn armor_class(text: &str) -> i32 {
    let text = text.split_once('=').map_or(text, |(_, counts)| counts);
    numbers(text).next().map_or(10, |n| i32::try_from(n).unwrap_or(10))
}

fn creature(value: &str) -> Creature {
    let parts: Vec<&str> = value.split(" | ").map(str::trim).collect();
    let part = |i: usize| parts.get(i).copied().unwrap_or_default();
    let mut hp = numbers(part(3)).map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    let hp = (hp.next().unwrap_or(0), hp.next().unwrap_or(1));
    Creature {
        id: part(0).to_owned(),
        name: part(1).to_owned(),
        disposition: part(2).to_owned(),
        hp: hp.0,
        max_hp: hp.1,
        armor_class: armor_class(part(4)),
        conditions: if part(5).starts_with("under ") { Vec::new() } else { list(part(5), ",") },
    }
}

fn hero(value: &str) -> Hero {
    let parts: Vec<&str> = value.split(" | ").map(str::trim).collect();
    let part = |i: usize| parts.get(i).copied().unwrap_or_default();
    let mut hp = numbers(part(3)).map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    let hp = (hp.next().unwrap_or(8), hp.next().unwrap_or(8));
    Hero {
        id: part(0).to_owned(),
        name: part(1).to_owned(),
        kind: part(2).to_owned(),
        hp: hp.0,
        max_hp: hp.1,
        dead: part(3).ends_with("(dead)"),
        armor_class: armor_class(part(4)),
        own_armor_class: numbers(part(4)).next().map_or(10, |n| i32::try_from(n).unwrap_or(10)),
        conditions: list(part(5), ","),
        proficiency: 2,
        ..Hero::default()
    }
}

fn weapon(text: &str) -> Option<Weapon> {
    let (attack, damage) = text.trim().split_once(" to hit, ")?;
    let (name, to_hit) = attack.rsplit_once(' ')?;
    let damage = damage.split_whitespace().next()?;
    Some(Weapon { name: name.to_owned(), to_hit: to_hit.to_owned(), damage: damage.to_owned() })
}

fn item(text: &str) -> (u32, String) {
    let text = text.strip_suffix(WORN).unwrap_or(text);
    match text.split_once(" × ") {
        Some((n, name)) => (n.trim().parse().unwrap_or(1), name.trim().to_owned()),
        None => (1, text.to_owned()),
    }
}

fn copper(text: &str) -> i64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    let worth = |pair: &[&str]| {
        let n: i64 = pair.first()?.parse().ok()?;
        let coin = match *pair.get(1)? {
            "gp" => 100,
            "sp" => 10,
            "cp" => 1,
            _ => return None,
        };
        n.checked_mul(coin)
    };
    words.windows(2).filter_map(worth).fold(0, i64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "[table]\ntime: day 2, 14:05\nbackground: Rain for a week.\nmilestone: the bell rang\n\
        location: The Ford\nscene: A ferry waits.\nplace: The Inn\nplace (here): The Ford\nquest: find the bell\n\
        met: marta, odo\nrecent: came to the ford\nsupporting npc: marta | marta | quest_giver | the inn\n\
        in the scene: rat-a | rat A | hostile | hp 3/7 | ac 12 | prone\n\
        in the scene: rat-b | rat B | hostile | dead | ac 12\n\
        hero: h1 | Bram | human fighter 1 | hp 9/12 (+2 temporary) | ac 16 | poisoned\n\
        \x20 abilities: str 16 +3, dex 12 +1, con 14 +2, int 10 +0, wis 8 -1, cha 10 +0\n\
        \x20 proficient: +2 in str, con; athletics, perception\n\
        \x20 weapons: longsword 1d20+5 to hit, 1d8+3 slashing; light crossbow 1d20+3 to hit, 1d8+1 piercing\n\
        \x20 pack: rope; 3 × torch\n  purse: 10 gp 5 sp\n\
        \x20 features: second wind, Expertise (Perception and Stealth), fighting style (defense)\n\
        \x20 spells: spell slots 1: 1 of 2; cantrips light; knows bless, cure wounds\n  xp: 150\nacting: h1\n[/table]";

    #[test]
    fn a_dead_hero_stays_dead_between_sheet_and_table() {
        let block = BLOCK.replace("hp 9/12 (+2 temporary)", "hp 0/12 (dead)");
        assert!(Table::read(&format!("[sheets]\nhero: h1 | Bram\n[/sheets]\n{block}")).hero().dead);
        assert!(Table::read(&block).hero().dead && !Table::read(BLOCK).hero().dead);
    }

    #[test]
    fn a_state_block_is_read_line_by_line() {
        let table = Table::read(BLOCK);
        assert_eq!((table.day, table.hour, table.minute), (2, 14, 5));
        assert_eq!(table.location, "The Ford");
        assert_eq!(table.places, ["The Inn", "The Ford"]);
        assert_eq!(table.people[0].role, "quest_giver");
        assert_eq!(table.foes().count(), 1, "the dead one is no foe");
        let hero = table.hero();
        assert_eq!((hero.hp, hero.max_hp, hero.armor_class), (9, 12, 16));
        assert_eq!(hero.skill("str", "athletics"), 5);
        assert_eq!(hero.modifier("wis"), -1);
        assert_eq!(hero.weapons[1].name, "light crossbow");
        assert_eq!(hero.weapons[0].to_hit, "1d20+5");
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
