//! How the table of the tests fights: as the server does, only with fewer rules. A foe has four hit points and armour of ten.

use game::combat::{
    encounter::FightEnding,
    event::{self, Actor, AttackOutcome, CombatEvent as E, Initiative, PlainAction},
    fighter::FighterId,
};
use game::condition_kind::ConditionKind;

use super::*;

/// What the table offers while there is a fight.
pub(super) const IN_FIGHT: [&str; 9] = [
    "take_action",
    "improvise",
    "end_turn",
    "roll_dice",
    "update_game_state",
    "query_rules",
    "end_combat",
    "add_combatant",
    "remove_combatant",
];

impl Fake {
    fn foes(&self) -> Vec<String> {
        let hostile = |one: &&(String, String, i64)| one.2 > 0 && !self.calm.contains(&one.0);
        self.creatures.iter().filter(hostile).map(|one| one.0.clone()).collect()
    }

    pub(super) fn fights(&self) -> bool {
        self.hp > 0 && !self.foes().is_empty()
    }

    fn name(&self, id: &str) -> String {
        self.creatures.iter().find(|one| one.0 == id).map_or_else(|| id.to_owned(), |one| one.1.clone())
    }

    pub(super) fn fight_block(&self) -> String {
        let foes = self.foes();
        let targets = foes.join(", ");
        let mut block =
            format!("[fight]\nround: 1\nturn: h1\nfighter: h1 | Bram | heroes | 12 | hp {}/12 | at 7,3\n", self.hp);
        for (i, id) in foes.iter().enumerate() {
            let hp = self.creatures.iter().find(|one| one.0 == *id).map_or(0, |one| one.2);
            block.push_str(&format!(
                "fighter: {id} | {} | foes | 5 | hp {hp}/4 | at 8,{} | 5 ft from h1\n",
                self.name(id),
                3 + i
            ));
        }
        for what in ["attack with longsword", "attack with shortbow", "grapple", "shove"] {
            block.push_str(&format!("can do: {what} (action): {targets}\n"));
        }
        for spell in ["fire bolt", "magic missile"].iter().filter(|spell| self.spells.contains(**spell)) {
            block.push_str(&format!("can do: cast {spell} (action): {targets}\n"));
        }
        if self.spells.contains("cure wounds") {
            block.push_str("can do: cast cure wounds with a slot of level 1 or above (action): h1\n");
        }
        for potion in self.pack.iter().filter(|name| name.contains("potion")) {
            block.push_str(&format!("can do: use_item {potion} (action): h1\n"));
        }
        block
            + "can do: dash (action)\ncan do: disengage (action)\ncan do: dodge (action)\ncan do: end_turn (free)\n\
            can go to: 0,0 1,3 7,4\n[/fight]"
    }

    /// Begins a fight, if anybody is hostile.
    pub(super) fn begun(&self) -> Vec<E> {
        let foes = self.foes();
        let foe = |id: &String| Initiative { who: self.actor(id), total: 5 };
        let hero = Initiative { who: self.actor("h1"), total: 12 };
        let order: Vec<Initiative> = std::iter::once(hero).chain(foes.iter().map(foe)).collect();
        if foes.is_empty() { Vec::new() } else { vec![E::FightBegan { order }] }
    }

    fn actor(&self, id: &str) -> Actor {
        match id {
            "h1" => Actor { id: FighterId::Hero("h1".into()), name: "Bram".into() },
            _ => Actor { id: FighterId::Creature(id.into()), name: self.name(id) },
        }
    }

    /// What a tool of a fight answers.
    pub(super) fn report(&mut self, events: Vec<E>) -> (String, bool, bool) {
        let text = json!({"ok": true, "happened": event::lines(&events)}).to_string();
        self.facts.events = events;
        (text, true, false)
    }

    fn hurt(&mut self, id: &str, damage: i64, events: &mut Vec<E>) {
        let who = self.actor(id);
        if let Some(one) = self.creatures.iter_mut().find(|one| one.0 == id) {
            one.2 = (one.2 - damage).max(0);
            if one.2 == 0 {
                events.push(E::Died { who });
            }
        }
    }

    fn attack(&self, (who, target): (&str, &str), with: &str, total: i64, damage: Option<i64>) -> E {
        let damage = damage.map(|n| i32::try_from(n).unwrap());
        E::Attack {
            who: self.actor(who),
            target: self.actor(target),
            with: with.to_owned(),
            total: i32::try_from(total).unwrap(),
            thrown_feet: None,
            advantage: None,
            outcome: damage.map_or(AttackOutcome::Miss, |damage| AttackOutcome::Hit { critical: false, damage }),
        }
    }

    /// The foes act, and the fight ends where no one is left.
    fn goes_on(&mut self, mut events: Vec<E>, acts: bool) -> (String, bool, bool) {
        for id in self.foes().into_iter().filter(|_| acts) {
            let roll = self.die(20) + 3;
            if roll < 16 || self.hp == 0 {
                events.push(self.attack((&id, "h1"), "Bite", roll, None));
                continue;
            }
            let damage = self.die(4) + 1;
            self.hp = (self.hp - damage).max(0);
            events.push(self.attack((&id, "h1"), "Bite", roll, Some(damage)));
            if self.hp == 0 {
                events.push(E::Fell { who: self.actor("h1") });
                events.push(E::FightEnded { ending: FightEnding::Defeat, xp_each: 0 });
            }
        }
        if self.hp > 0 && self.foes().is_empty() && !events.iter().any(|event| matches!(event, E::FightEnded { .. })) {
            events.push(E::FightEnded { ending: FightEnding::Victory, xp_each: 10 });
        }
        self.report(events)
    }

    /// An action that succeeds or fails by its check.
    fn improvised(&mut self, input: &Value, target: &str) -> Vec<E> {
        let total = self.die(20) + 2;
        let (dc, what) = (input["dc"].as_i64().unwrap(), input["what"].as_str().unwrap().to_owned());
        let worked = total >= dc;
        let number = |n: i64| i32::try_from(n).unwrap();
        let who = self.actor("h1");
        let mut events = vec![E::Improvised { who, what, total: number(total), dc: number(dc), worked }];
        let whom = self.actor(target);
        match input["effect"].as_str().unwrap_or_default() {
            _ if !worked => {}
            "harm" => {
                events.push(E::Damaged { who: whom, damage: 3, more: false });
                self.hurt(target, 3, &mut events);
            }
            "flees" => {
                events.push(E::Left { who: whom });
                self.creatures.retain(|one| one.0 != target);
            }
            "yields" | "settled" => {
                events.push(E::FightEnded { ending: FightEnding::Settled, xp_each: 0 });
                self.calm.extend(self.foes());
            }
            name => {
                events.extend(ConditionKind::read(name).map(|condition| E::ConditionBegan { who: whom, condition }));
            }
        }
        events
    }

    fn action(&mut self, action: &str, target: &str, with: &str) -> Vec<E> {
        let (hero, whom) = (self.actor("h1"), self.actor(target));
        let did = |action| vec![E::Did { who: self.actor("h1"), action }];
        match action {
            "attack" => {
                let roll = self.die(20) + 5;
                let damage = (roll >= 10).then(|| self.die(8) + 3);
                let mut events = vec![self.attack(("h1", target), with, roll, damage)];
                if let Some(damage) = damage {
                    self.hurt(target, damage, &mut events);
                }
                events
            }
            "cast" if with.contains("cure") => {
                vec![E::Used { who: hero.clone(), what: with.to_owned() }, E::Healed { who: hero, amount: 5 }]
            }
            "cast" => {
                let damage = self.die(4) + 1;
                let sure = E::SureHit { with: with.to_owned(), target: whom, damage: i32::try_from(damage).unwrap() };
                let mut events = vec![E::Used { who: hero, what: with.to_owned() }, sure];
                self.hurt(target, damage, &mut events);
                events
            }
            "shove" => vec![
                E::Wrestled { who: hero, target: whom.clone(), won: true },
                E::ConditionBegan { who: whom, condition: ConditionKind::Prone },
            ],
            "grapple" => vec![E::Wrestled { who: hero, target: whom, won: false }],
            "use_item" => {
                self.pack.retain(|have| have != with);
                self.hp = (self.hp + 5).min(12);
                vec![E::UsedItem { who: hero.clone(), item: with.to_owned() }, E::Healed { who: hero, amount: 5 }]
            }
            "dodge" => did(PlainAction::Dodge),
            "dash" => did(PlainAction::Dash),
            "disengage" => did(PlainAction::Disengage),
            "move" | "stand_up" => Vec::new(),
            "hide" => did(PlainAction::Hide),
            "ready" => did(PlainAction::Ready),
            "help" => did(PlainAction::Help),
            "stabilise" => did(PlainAction::Tend),
            "escape" => did(PlainAction::Escaped),
            other => vec![E::Used { who: hero, what: other.to_owned() }],
        }
    }

    /// Answers a call of a fight.
    pub(super) fn brawl(&mut self, name: &str, input: &Value) -> (String, bool, bool) {
        let id = |key: &str| input[key].as_str().unwrap_or_default().to_owned();
        let ends = input["ends_turn"] != json!(false);
        if !self.fights() {
            return ("There is no fight going on.".into(), true, true);
        }
        let target = id("target");
        if !target.is_empty() && target != "h1" && !self.foes().contains(&target) {
            return (format!("Nobody in the fight is “{target}”."), true, true);
        }
        if let Some(reason) = self.refuses.take_if(|_| name == "take_action") {
            self.facts.refusal = Some(reason);
            return ("The rules refuse that.".into(), true, true);
        }
        let events = match name {
            "take_action" => self.action(input["action"].as_str().unwrap(), &target, &id("with")),
            "improvise" => self.improvised(input, &target),
            "end_turn" => Vec::new(),
            "end_combat" => {
                let foes = self.foes();
                self.creatures.retain(|one| !foes.contains(&one.0));
                vec![E::FightEnded { ending: FightEnding::Fled, xp_each: 0 }]
            }
            "remove_combatant" => {
                let gone = id("id");
                let events = vec![E::Left { who: self.actor(&gone) }];
                match input["how"] == "flees" {
                    true => self.creatures.retain(|one| one.0 != gone),
                    false => self.calm.push(gone),
                }
                return self.goes_on(events, false);
            }
            "add_combatant" => {
                let joins = id("id");
                self.calm.retain(|calm| *calm != joins);
                let events = vec![E::Joined { who: self.actor(&joins) }];
                return self.goes_on(events, false);
            }
            other => panic!("no tool {other} in a fight"),
        };
        self.goes_on(events, ends)
    }
}
