//! What happened earlier, from the facts of the session.

use game::story_fact::{self, StoryFact};

use super::{
    deeds,
    old_sentences::{self, ToldQuestions},
    play::{Play, Step},
    world::{in_text, same},
};

/// The number of recent events a table shows; if it shows this many, older ones may be missing.
const MOST_RECENT: usize = 6;
/// The narrations of an old session that are read for what they put to the player.
const MOST_TOLD: usize = 8;

impl Play<'_> {
    /// Turns what the sentences of an old session say into facts, once.
    pub(super) fn take_over(&mut self) -> Step {
        if !self.table.is_without_facts {
            return Ok(());
        }
        if self.table.recent.len() >= MOST_RECENT {
            let memory = self.memory()?;
            let mut facts = Vec::new();
            old_sentences::of_events(memory.events.iter().map(|event| event.text.as_str()), &mut facts);
            for fact in std::mem::take(&mut self.table.facts) {
                story_fact::note(&mut facts, fact);
            }
            self.table.facts = facts;
        }
        self.note_all();
        // A session that has a fact is taken over no more.
        if !self.table.facts.iter().any(|fact| matches!(fact, StoryFact::Came { .. })) {
            self.note_way("", &self.table.location.clone());
        }
        Ok(())
    }

    /// Reads what the last narrations put to the player, in a session that has noted nothing of the kind. It is not stored.
    pub(super) fn read_tellings(&mut self) {
        if self.reading.told.is_empty() || self.table.facts.iter().any(StoryFact::is_put_to_players) {
            return;
        }
        let people = self.world.people(&self.table.location);
        let giver = people.iter().find(|person| person.role == "quest_giver");
        let questions = ToldQuestions {
            plea: self.world.plea(),
            giver: giver.map(|person| person.name.clone()).unwrap_or_default(),
            quest: self.world.adventure.quest,
            errands: deeds::errands_here(self),
            people,
        };
        let turns = self.reading.asked.iter().zip(&self.reading.told).rev().take(MOST_TOLD).rev();
        let mut facts: Vec<StoryFact> = turns.flat_map(|(words, told)| questions.of_telling(words, told)).collect();
        if let (Some(script), Some((words, told))) =
            (&self.reading.script, self.reading.asked.last().zip(self.reading.told.last()))
        {
            facts.extend(script.asks_in(words, told));
        }
        facts.into_iter().for_each(|fact| story_fact::note(&mut self.table.facts, fact));
    }

    /// Notes the facts that the table's sentences say, if nothing was noted so far.
    fn note_all(&mut self) {
        if std::mem::take(&mut self.table.is_without_facts) {
            self.effects.facts.clone_from(&self.table.facts);
            if self.table.summary_lists_things && !self.table.background.is_empty() {
                self.effects.summary = Some(self.table.background.clone());
            }
        }
    }

    /// Notes a fact.
    pub(super) fn note_fact(&mut self, fact: StoryFact) {
        self.note_all();
        story_fact::note(&mut self.table.facts, fact.clone());
        self.effects.facts.push(fact);
    }

    /// Whether the facts say so, whatever the case of names.
    pub(super) fn is_fact(&self, fact: &StoryFact) -> bool {
        self.table.facts.iter().any(|known| known.is_like(fact))
    }

    /// Things that lie about here for anyone to take: those of the place, and what the hero has left here.
    pub(super) fn visible_things(&self) -> Vec<String> {
        let here = &self.table.location;
        let own = self.world.things(here).into_iter().take(2).filter(|thing| !self.taken(thing));
        let mut things: Vec<String> = own.map(str::to_owned).collect();
        for fact in &self.table.facts {
            if let StoryFact::Left { thing, place } = fact
                && same(place, here)
                && !things.iter().any(|other| other.eq_ignore_ascii_case(thing))
            {
                things.push(thing.clone());
            }
        }
        things
    }

    /// Whether a thing of this world is not where it was: it is in the pack, or went through it.
    pub(super) fn taken(&self, thing: &str) -> bool {
        let has_moved = |fact: &StoryFact| match fact {
            StoryFact::Left { thing: moved, .. } | StoryFact::Gone { thing: moved } => {
                moved.eq_ignore_ascii_case(thing)
            }
            _ => false,
        };
        self.owns(thing) || self.table.facts.iter().any(has_moved)
    }

    /// The hero goes to another place.
    pub(super) fn note_way(&mut self, from: &str, to: &str) {
        self.note_fact(StoryFact::Came { from: in_text(from), to: in_text(to) });
    }

    /// The place the hero was at before this one.
    pub(super) fn place_before(&self) -> Option<String> {
        let known = |place: &str| self.table.places.iter().find(|known| same(known, place)).cloned();
        let ends = self.table.facts.iter().find_map(|fact| match fact {
            StoryFact::Came { from, to } => Some([to, from]),
            _ => None,
        });
        let places = ends?.into_iter().filter_map(|place| known(place));
        places.into_iter().find(|place| !same(place, &self.table.location))
    }
}
