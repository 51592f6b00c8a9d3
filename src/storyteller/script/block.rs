//! The plot block as the storyteller understands it: `[plot]` … `[/plot]`, one `key: value` a line.

use crate::storyteller::play::Play;

/// Where the heroes stand in the campaign.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::storyteller) struct Script {
    pub(super) title: String,
    /// What the act is about, as the heroes know it.
    pub(super) goal: String,
    /// The scene, by id.
    pub(super) scene: String,
    pub(super) beat: Option<Beat>,
    pub(super) people: Vec<Somebody>,
    pub(super) things: Vec<Thing>,
    pub(super) exits: Vec<Exit>,
    pub(super) offers: Vec<String>,
    /// What was found out, the newest last.
    pub(super) found: Vec<String>,
    /// Turns away from the story.
    pub(super) strayed: u32,
    /// It is over.
    pub(super) ended: bool,
}

/// The beat in play.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Beat {
    pub(super) kind: String,
    pub(super) objective: String,
    /// What it takes, in lower case; empty where it takes a fight.
    pub(super) skill: String,
    /// Who fights in it.
    pub(super) foes: Vec<String>,
}

/// Somebody who is here.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Somebody {
    pub(super) id: String,
    pub(super) name: String,
}

/// Something that can be looked at.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Thing {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) also: Vec<String>,
    pub(super) verbs: Vec<String>,
    /// It was handled, and there is no more to it.
    pub(super) done: bool,
}

/// A way on.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Exit {
    pub(super) id: String,
    pub(super) open: bool,
    pub(super) label: String,
    pub(super) when: String,
    /// What is told of it as long as it is closed.
    pub(super) why: String,
}

impl Script {
    /// Reads a block; lines it doesn't know are passed over.
    pub(in crate::storyteller) fn read(text: &str) -> Self {
        let mut script = Self::default();
        for line in text.lines() {
            let Some((key, value)) = line.trim().split_once(": ") else { continue };
            let parts: Vec<&str> = value.split(" | ").map(str::trim).collect();
            let part = |i: usize| parts.get(i).copied().unwrap_or_default().to_owned();
            match key {
                "campaign" => script.title = part(1),
                "act" => script.goal = part(2),
                "scene" => script.scene = part(0),
                "beat" => script.beat = Some(Beat { kind: part(1), ..Beat::default() }),
                "objective" => script.of_beat(|beat| beat.objective = value.to_owned()),
                "turns on" => parts.iter().for_each(|part| script.of_beat(|beat| beat.turns_on(part))),
                "person" => script.people.push(Somebody { id: part(0), name: part(1) }),
                "thing" => script.things.push(thing(&parts)),
                "exit" => script.exits.push(Exit {
                    id: part(0),
                    open: part(1) == "open",
                    label: part(2),
                    when: part(3),
                    why: part(4),
                }),
                "offer" => script.offers.push(value.to_owned()),
                "found" => script.found.push(value.to_owned()),
                "strayed" => script.strayed = value.parse().unwrap_or(0),
                "ending" => script.ended = true,
                _ => {}
            }
        }
        script
    }

    /// The names of the people who are here.
    pub(in crate::storyteller) fn cast(&self) -> Vec<String> {
        self.people.iter().map(|one| one.name.clone()).collect()
    }

    /// Whether it goes by the script still.
    pub(in crate::storyteller) fn is_played(&self) -> bool {
        !self.ended
    }

    fn of_beat(&mut self, set: impl FnOnce(&mut Beat)) {
        if let Some(beat) = &mut self.beat {
            set(beat);
        }
    }

    /// All names a player can mean here.
    pub(super) fn names(&self, play: &Play<'_>) -> Vec<String> {
        let mut names: Vec<String> = self.cast();
        for thing in &self.things {
            names.push(thing.name.clone());
            names.extend(thing.also.iter().cloned());
            names.extend(thing.verbs.iter().cloned());
        }
        names.extend(self.exits.iter().map(|exit| exit.label.clone()));
        names.extend(self.beat.iter().flat_map(|beat| beat.foes.iter().cloned()));
        names.extend(play.hero.pack.iter().map(|(_, name)| name.clone()));
        names.extend(play.hero.cantrips.iter().chain(&play.hero.spells).cloned());
        names.extend(play.table.met.iter().cloned());
        names
    }

    /// The ways that can be taken now.
    pub(super) fn open_exits(&self) -> impl Iterator<Item = &Exit> {
        self.exits.iter().filter(|exit| exit.open)
    }
}

impl Beat {
    fn turns_on(&mut self, part: &str) {
        match part.strip_prefix("foes: ") {
            Some(foes) => {
                let name = |foe: &str| foe.split_once(" × ").map_or(foe, |(_, name)| name).trim().to_owned();
                self.foes = foes.split(", ").map(name).collect();
            }
            None => self.skill = part.trim_end_matches(|c: char| c.is_ascii_digit()).trim().to_lowercase(),
        }
    }
}

fn thing(parts: &[&str]) -> Thing {
    let mut thing = Thing::default();
    let list = |text: &str| text.split(", ").map(|word| word.trim().to_lowercase()).collect();
    for (i, part) in parts.iter().enumerate() {
        match (i, *part) {
            (0, id) => thing.id = id.to_owned(),
            (1, name) => thing.name = name.to_owned(),
            (_, "done") => thing.done = true,
            (_, part) => {
                if let Some(words) = part.strip_prefix("also: ") {
                    thing.also = list(words);
                } else if let Some(words) = part.strip_prefix("verbs: ") {
                    thing.verbs = list(words);
                }
            }
        }
    }
    thing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_line_by_line() {
        let script = Script::read(
            "[plot]\ncampaign: mill | The Mill\nact: 1 | One | find the cat\nscene: yard | The Yard | first\n\
             beat: door | puzzle | The door\n  objective: Get in.\n  turns on: stealth 12 | foes: 2 × Mill rat, 1 × Cat\n\
             person: marta | Marta Rook\nthing: lock | the iron lock | also: lock, bolt | verbs: pick, pull open | done\n\
             exit: in | closed | In at the door | They go in. | It is locked: you try it.\nexit: out | open | Out | They go.\n\
             found: A hair.\nstrayed: 3\n[/plot]",
        );
        let beat = script.beat.clone().unwrap();
        assert_eq!((beat.skill.as_str(), beat.foes.as_slice()), ("stealth", &["Mill rat".into(), "Cat".into()][..]));
        assert_eq!(
            (beat.objective.as_str(), script.scene.as_str(), script.goal.as_str()),
            ("Get in.", "yard", "find the cat")
        );
        assert_eq!((script.things[0].verbs.len(), script.things[0].done), (2, true));
        assert_eq!(script.exits[0].why, "It is locked: you try it.");
        assert_eq!(script.open_exits().count(), 1);
        assert!(script.is_played() && script.strayed == 3 && script.found == ["A hair."]);
    }
}
