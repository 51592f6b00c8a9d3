//! How the table of the tests fights: as the server does, only with fewer rules. A foe has four hit points and armour of ten.

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
        for potion in self.pack.iter().filter(|name| name.contains("potion")) {
            block.push_str(&format!("can do: use_item {potion} (action): h1\n"));
        }
        block
            + "can do: dash (action)\ncan do: disengage (action)\ncan do: dodge (action)\ncan do: end_turn (free)\n\
            can go to: 0,0 1,3 7,4\n[/fight]"
    }

    /// Begins a fight, if anybody is hostile.
    pub(super) fn begun(&self) -> Vec<String> {
        let foes: Vec<String> = self.foes().iter().map(|id| format!("{} (5)", self.name(id))).collect();
        if foes.is_empty() { Vec::new() } else { vec![format!("The fight begins: Bram (12), {}.", foes.join(", "))] }
    }

    fn hurt(&mut self, id: &str, damage: i64, lines: &mut Vec<String>) {
        let name = self.name(id);
        if let Some(one) = self.creatures.iter_mut().find(|one| one.0 == id) {
            one.2 = (one.2 - damage).max(0);
            if one.2 == 0 {
                lines.push(format!("{name} dies."));
            }
        }
    }

    /// The foes act, and the fight ends where nobody is left.
    fn goes_on(&mut self, mut lines: Vec<String>, acts: bool) -> (String, bool, bool) {
        for id in self.foes().into_iter().filter(|_| acts) {
            let (name, roll) = (self.name(&id), self.die(20));
            if roll + 3 < 16 || self.hp == 0 {
                lines.push(format!("{name} misses Bram with Bite ({}).", roll + 3));
                continue;
            }
            let damage = self.die(4) + 1;
            self.hp = (self.hp - damage).max(0);
            lines.push(format!("{name} hits Bram with Bite ({}): {damage} damage.", roll + 3));
            if self.hp == 0 {
                lines.extend(["Bram falls.".to_owned(), "No hero stands any more.".to_owned()]);
            }
        }
        if self.hp > 0
            && self.foes().is_empty()
            && !lines.iter().any(|line| line.contains("get away") || line.contains("is over"))
        {
            lines.push("The fight is won; each hero earns 10 experience.".to_owned());
        }
        (json!({"ok": true, "happened": lines}).to_string(), true, false)
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
        let whom = self.name(&target);
        let mut lines = Vec::new();
        match (name, input["action"].as_str().unwrap_or_default()) {
            ("take_action", "attack") => {
                let with = id("with");
                let roll = self.die(20) + 5;
                if roll >= 10 {
                    let damage = self.die(8) + 3;
                    lines.push(format!("Bram hits {whom} with {with} ({roll}): {damage} damage."));
                    self.hurt(&target, damage, &mut lines);
                } else {
                    lines.push(format!("Bram misses {whom} with {with} ({roll})."));
                }
            }
            ("take_action", "cast") => {
                let damage = self.die(4) + 1;
                lines.extend([
                    format!("Bram: {}.", id("with")),
                    format!("{} strikes {whom}: {damage} damage.", id("with")),
                ]);
                self.hurt(&target, damage, &mut lines);
            }
            ("take_action", "shove") => lines.extend([format!("Bram overcomes {whom}."), format!("{whom} is prone.")]),
            ("take_action", "grapple") => lines.push(format!("Bram can't overcome {whom}.")),
            ("take_action", "use_item") => {
                let potion = id("with");
                self.pack.retain(|have| *have != potion);
                self.hp = (self.hp + 5).min(12);
                lines.extend([format!("Bram uses {potion}."), "Bram regains 5 hit points.".to_owned()]);
            }
            ("take_action", "move" | "stand_up") => {}
            ("take_action", other) => lines.push(format!("Bram {other}s.").replace("dashs", "dashes")),
            ("improvise", _) => {
                let roll = self.die(20) + 2;
                let works = roll >= input["dc"].as_i64().unwrap();
                let how = if works { "succeeds" } else { "fails" };
                lines.push(format!("Bram tries “{}” and {how} ({roll} against {}).", id("what"), input["dc"]));
                match id("effect").as_str() {
                    _ if !works => {}
                    "harm" => {
                        lines.push(format!("{whom} takes 3 damage."));
                        self.hurt(&target, 3, &mut lines);
                    }
                    "flees" => {
                        lines.push(format!("{whom} is out of the fight."));
                        self.creatures.retain(|one| one.0 != target);
                    }
                    "yields" | "settled" => {
                        lines.push("The fight is over.".to_owned());
                        self.calm.extend(self.foes());
                    }
                    condition => lines.push(format!("{whom} is {condition}.")),
                }
            }
            ("end_turn", _) => {}
            ("end_combat", _) => {
                lines.push("The heroes get away.".to_owned());
                let foes = self.foes();
                self.creatures.retain(|one| !foes.contains(&one.0));
            }
            ("remove_combatant", _) => {
                let gone = id("id");
                lines.push(format!("{} is out of the fight.", self.name(&gone)));
                match input["how"] == "flees" {
                    true => self.creatures.retain(|one| one.0 != gone),
                    false => self.calm.push(gone),
                }
                return self.goes_on(lines, false);
            }
            ("add_combatant", _) => {
                let joins = id("id");
                self.calm.retain(|calm| *calm != joins);
                lines.push(format!("{} joins the fight.", self.name(&joins)));
                return self.goes_on(lines, false);
            }
            (other, _) => panic!("no tool {other} in a fight"),
        }
        self.goes_on(lines, ends)
    }
}
