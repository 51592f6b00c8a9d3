//! The heroes' actions in a campaign, and their consequences.

use crate::campaign::{
    act::NodeEncounter,
    beat::{Consequence, Finding, FindingSource, StoryBeat},
    checks::Fared,
    requirement::Flag,
    world::Drive,
};

use super::{Course, CourseEvent, NotPossible, TestRoller, handled};

/// Minutes it takes to ask someone something, and to handle a thing.
const A_MOMENT: u32 = 5;
/// Minutes for looking around, for a test, and for a way without a stated duration.
const A_WHILE: u32 = 10;

impl Course<'_> {
    /// The heroes look around: what lies open but takes a sharp eye.
    ///
    /// # Errors
    /// There is nothing left to search for; no time passes.
    pub fn search(&mut self, throw: TestRoller) -> Result<(), NotPossible> {
        let node = self.node().ok_or(NotPossible::Nothing)?;
        let is_told = |beat: &&StoryBeat| self.is_over(beat) || self.progress.beat.as_ref() == Some(&beat.id);
        let beats: Vec<&StoryBeat> = node.beats.iter().filter(is_told).collect();
        let mut findings =
            beats.iter().flat_map(|beat| &beat.findings).filter(|finding| finding.from == FindingSource::Scene);
        if !findings.any(|it| self.may_find(it)) {
            return Err(NotPossible::Again);
        }
        self.passes(A_WHILE);
        for beat in beats {
            self.find_all(beat, &FindingSource::Scene, throw);
        }
        Ok(())
    }

    /// They look at a thing.
    ///
    /// # Errors
    /// There is none of this id here.
    pub fn look(&mut self, thing: &str, throw: TestRoller) -> Result<(), NotPossible> {
        let (beat, thing) = self.thing(thing)?;
        self.tell(&thing.shown);
        self.find_all(beat, &FindingSource::Thing(thing.id.clone()), throw);
        Ok(())
    }

    /// They do something with a thing.
    ///
    /// # Errors
    /// There is none of this id here, nothing can be done with it, it has no more to it, or something must hold first.
    pub fn handle(&mut self, thing: &str, throw: TestRoller) -> Result<(), NotPossible> {
        let (beat, thing) = self.thing(thing)?;
        let handling = thing.handling.as_ref().ok_or(NotPossible::Nothing)?;
        if self.was_handled(beat, thing) {
            return Err(NotPossible::Again);
        }
        if !self.progress.allows(handling.requires.as_ref()) {
            return Err(NotPossible::Not(handling.refused.clone()));
        }
        self.passes(A_MOMENT);
        let fared = handling.test.map_or(Fared::Hit, |test| throw(test, &thing.name));
        let well = fared.is_good();
        let outcome = if well { &handling.success } else { &handling.failure };
        if well {
            self.once(handled(beat, thing));
        }
        let was_over = self.is_over(beat);
        if fared == Fared::Mixed {
            self.take(&handling.mixed);
        }
        self.take(outcome);
        self.find_all(beat, &FindingSource::Thing(thing.id.clone()), throw);
        if outcome.ends && !was_over && self.progress.node == self.node_of(beat) && self.progress.ending.is_none() {
            self.end_beat(beat, Fared::Hit, throw);
        }
        self.go_on();
        Ok(())
    }

    /// The heroes ask a person about something. If the roll fails, the person says nothing, and time passes.
    ///
    /// # Errors
    /// No person of this name is here, they have nothing to say about it, or the roll for it has already failed.
    pub fn ask(&mut self, person: &str, question: &str, throw: TestRoller) -> Result<(), NotPossible> {
        let person = self.person(person).ok_or(NotPossible::Nothing)?;
        let topic = self.topic(person, question).ok_or(NotPossible::Not(None))?;
        let finding = topic.finding.as_deref().and_then(|id| self.package.findings().find(|it| it.id == id));
        let is_new = |it: &&Finding| !self.progress.found.contains(&it.id);
        let finding = finding.filter(is_new);
        if finding.is_some_and(|finding| self.was_tried(finding)) {
            return Err(NotPossible::Again);
        }
        self.passes(A_MOMENT);
        if finding.is_some_and(|finding| !self.comes_by(finding, throw)) {
            return Ok(());
        }
        self.tell(&topic.says);
        self.go_on();
        Ok(())
    }

    /// They try what the beat in play turns on. Where it is what spares a fight, the fight begins if they fail.
    ///
    /// # Errors
    /// No beat is in play, or it turns on nothing but a fight.
    pub fn attempt(&mut self, throw: TestRoller) -> Result<(), NotPossible> {
        let beat = self.beat().ok_or(NotPossible::Nothing)?;
        let test = beat.test.ok_or(NotPossible::Not(None))?;
        let fared = throw(test, "");
        match fared.is_good() || beat.foes.is_empty() {
            true => {
                self.passes(A_WHILE);
                self.end_beat(beat, fared, throw);
            }
            false => self.steps.push(CourseEvent::Fight { by: beat.id.clone(), foes: beat.foes.clone() }),
        }
        self.go_on();
        Ok(())
    }

    /// The fight of the beat in play begins.
    ///
    /// # Errors
    /// No beat is in play, or no one fights in it.
    pub fn fight(&mut self) -> Result<(), NotPossible> {
        let beat = self.beat().filter(|beat| !beat.foes.is_empty()).ok_or(NotPossible::Nothing)?;
        self.steps.push(CourseEvent::Fight { by: beat.id.clone(), foes: beat.foes.clone() });
        Ok(())
    }

    /// A fight is over that was fought for a beat or an encounter.
    pub fn end_fight(&mut self, by: &str, won: bool, throw: TestRoller) {
        let Some(node) = self.node() else { return };
        match node.beat(by) {
            Some(beat) if !self.is_over(beat) => self.end_beat(beat, Fared::well(won), throw),
            Some(_) => {}
            None => {
                let met = node.encounters.iter().find(|met| met.id == by && won);
                if let Some(met) = met {
                    self.take(&met.outcome);
                }
            }
        }
        self.go_on();
    }

    /// The beat in play is over, by whatever the heroes did.
    ///
    /// # Errors
    /// No beat is in play.
    pub fn end(&mut self, well: bool, throw: TestRoller) -> Result<(), NotPossible> {
        let beat = self.beat().ok_or(NotPossible::Nothing)?;
        self.end_beat(beat, Fared::well(well), throw);
        self.go_on();
        Ok(())
    }

    /// A finding of this node was made by another way than the campaign names.
    ///
    /// # Errors
    /// The node has no such finding.
    pub fn find(&mut self, finding: &str) -> Result<(), NotPossible> {
        let node = self.node().ok_or(NotPossible::Nothing)?;
        let of_beats = node.beats.iter().flat_map(|beat| &beat.findings);
        let found = of_beats.clone().find(|it| it.id == finding).ok_or(NotPossible::Nothing)?;
        self.found(&found.id);
        self.go_on();
        Ok(())
    }

    /// Something was decided.
    pub fn set(&mut self, flag: Flag) {
        self.take(&Consequence { sets: vec![flag], ..Consequence::default() });
        self.go_on();
    }

    /// They leave by an exit. One that waits for a beat of this node begins that beat, in place of the one in play, which is there
    /// again afterwards.
    ///
    /// # Errors
    /// There is none of this id, they don't know of it, or something must hold first.
    pub fn leave(&mut self, exit: &str) -> Result<(), NotPossible> {
        let exit = match self.exit(exit) {
            Err(NotPossible::Not(refused)) => {
                let known = self.node().and_then(|node| node.exits.iter().find(|it| it.id == exit));
                let Some(beat) = known.and_then(|exit| self.barrier(exit)) else {
                    return Err(NotPossible::Not(refused));
                };
                let n_steps = self.steps.len();
                self.begin_beat(beat);
                let is_told = self.steps[n_steps..].iter().any(|step| matches!(step, CourseEvent::Told(_)));
                if let Some(refused) = refused.filter(|_| !is_told) {
                    self.tell(&refused);
                }
                return Ok(());
            }
            exit => exit?,
        };
        self.passes(exit.minutes.unwrap_or(A_WHILE));
        self.tell(&exit.outcome.shown);
        self.earn(&exit.outcome);
        self.moves(|progress, package| progress.leave(package, exit));
        self.go_on();
        Ok(())
    }

    fn passes(&mut self, minutes: u32) {
        if minutes > 0 {
            self.steps.push(CourseEvent::Passed(minutes));
        }
    }

    /// A long rest was taken, and whatever tarrying brings.
    pub fn rested(&mut self) {
        self.moves(|progress, package| progress.drive(package, Drive::LongRest));
        self.go_on();
    }

    /// The most urgent encounter for heroes who stay here; `lot` chooses among equally urgent ones, by their number.
    pub fn meet(&mut self, lot: impl FnOnce(usize) -> usize) {
        let Some(node) = self.node() else { return };
        let may_come = |met: &&NodeEncounter| {
            (met.repeatable || !self.progress.came.contains(&met.id)) && self.progress.allows(met.requires.as_ref())
        };
        let due: Vec<&NodeEncounter> = node.encounters.iter().filter(may_come).collect();
        let foremost = due.iter().map(|met| met.priority).max();
        let due: Vec<&NodeEncounter> = due.into_iter().filter(|met| Some(met.priority) == foremost).collect();
        let Some(met) = due.get(if due.len() > 1 { lot(due.len()).min(due.len() - 1) } else { 0 }) else { return };
        self.once(met.id.clone());
        self.tell(&met.shown);
        match met.foes.is_empty() {
            true => self.take(&met.outcome),
            false => self.steps.push(CourseEvent::Fight { by: met.id.clone(), foes: met.foes.clone() }),
        }
        self.go_on();
    }
}
