//! The campaign as the storyteller uses it, parsed from the block `[plot]`.

use prompt::{
    Commas, PartText,
    plot::{BeatEntry, ExitLine, ExitState, PlotBlock, ThingLine},
};

use game::story_fact::StoryFact;

use crate::{play::Play, put_to_player::mark};

/// The position of the heroes in the campaign.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Script {
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
    pub(super) objective: String,
    /// What it takes, in lower case; empty if it takes a fight.
    pub(super) skill: String,
    /// Who fights in it.
    pub(super) foes: Vec<String>,
}

/// Someone who is here.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Somebody {
    pub(super) id: String,
    pub(super) name: String,
}

/// Something that can be examined.
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
    /// Its narration while it is closed.
    pub(super) why: String,
}

impl Script {
    /// The question that a narration of this campaign ended with, in a session that notes none.
    pub(crate) fn asks_in(&self, words: &str, told: &str) -> Option<StoryFact> {
        let who = super::nouns::who_asks(self, told)?.id.clone();
        Some(StoryFact::Waits { to: mark(words), who, about: String::new() })
    }

    /// The campaign as the block has it.
    pub(crate) fn of(block: &PlotBlock) -> Self {
        let text = |text: &PartText| text.as_str().to_owned();
        Self {
            title: block.campaign.as_ref().map(|it| text(&it.title)).unwrap_or_default(),
            goal: block.act.as_ref().map(|it| text(&it.goal)).unwrap_or_default(),
            scene: block.scene.as_ref().map(|it| text(&it.id)).unwrap_or_default(),
            beat: block.beat.as_ref().map(Beat::of),
            people: block.people.iter().map(|it| Somebody { id: text(&it.id), name: text(&it.name) }).collect(),
            things: block.things.iter().map(Thing::of).collect(),
            exits: block.exits.iter().map(Exit::of).collect(),
            offers: block.offers.iter().map(text).collect(),
            found: block.found.iter().map(text).collect(),
            strayed: block.strayed.unwrap_or_default(),
            ended: block.ending.is_some(),
        }
    }

    /// The names of the people who are here.
    pub(crate) fn cast(&self) -> Vec<String> {
        self.people.iter().map(|one| one.name.clone()).collect()
    }

    /// Whether it goes by the script still.
    pub(crate) fn is_played(&self) -> bool {
        !self.ended
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
    fn of(entry: &BeatEntry) -> Self {
        let (test, foes) = match &entry.turns_on {
            Some(turns_on) => (turns_on.test, turns_on.foes.0.as_slice()),
            None => (None, [].as_slice()),
        };
        Self {
            objective: entry.objective.as_str().to_owned(),
            skill: test.map(|test| test.skill.as_str().to_owned()).unwrap_or_default(),
            foes: foes.iter().map(|foe| foe.name.as_str().to_owned()).collect(),
        }
    }
}

impl Thing {
    fn of(line: &ThingLine) -> Self {
        let words = |words: &Commas<PartText>| words.0.iter().map(|word| word.as_str().to_lowercase()).collect();
        Self {
            id: line.id.as_str().to_owned(),
            name: line.name.as_str().to_owned(),
            also: words(&line.also),
            verbs: words(&line.verbs),
            done: line.is_done,
        }
    }
}

impl Exit {
    fn of(line: &ExitLine) -> Self {
        Self {
            id: line.id.as_str().to_owned(),
            open: line.state == ExitState::Open,
            label: line.label.as_str().to_owned(),
            when: line.when.as_str().to_owned(),
            why: line.why.as_str().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt::Bracketed;

    fn script_of(block: &str) -> Script {
        Script::of(&PlotBlock::parse(block).unwrap())
    }

    #[test]
    fn a_block_is_read_line_by_line() {
        let script = script_of(
            "[plot]\ncampaign: mill | The Mill\nact: 1 | One | find the cat\nscene: yard | The Yard | first\n\
             beat: door | puzzle | The door\n  objective: Get in.\n  turns on: stealth 12 | foes: 2 × Mill rat, 1 × Cat\n\
             person: marta | Marta Rook\nthing: lock | the iron lock | also: lock, bolt | verbs: pick, pull open | done\n\
             exit: in | closed | In at the door | They go in. | → The Hall | It is locked: you try it.\nexit: out | open | Out | They go.\n\
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
