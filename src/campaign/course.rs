//! The play of a campaign: what happens when heroes look, ask, handle things, make tests, fight and leave. Pure: the caller
//! rolls the dice and records the consequences.

mod deeds;
mod topics;

use std::collections::BTreeSet;

use game::{id::kebab, wording::fold};

use super::{
    act::{Node, NodeExit},
    beat::{Consequence, Finding, FindingSource, Foe, Interactable, Interaction, StoryBeat, Test},
    cast::CastMember,
    checks::Fared,
    package::{CampaignPackage, CampaignReward},
    progress::CampaignProgress,
    requirement::{Flag, Requirement},
};

/// A consequence of an action, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum CourseEvent {
    /// A text for the players.
    Told(String),
    /// The heroes came to a node.
    Came {
        /// Its id.
        node: String,
        /// The text shown this time.
        shown: String,
    },
    /// A beat began, by its id.
    Began(String),
    /// A beat was over.
    Ended {
        /// Its id.
        beat: String,
        /// Whether it went well.
        well: bool,
    },
    /// A finding was made, by its id.
    Found(String),
    /// A flag was set.
    Set(Flag),
    /// Something that comes or counts once did, by its id.
    Once(String),
    /// Minutes that passed.
    Passed(u32),
    /// The doom clock advanced to this number of full segments.
    Doom(u32),
    /// The heroes earned something.
    Earned(CampaignReward),
    /// Someone fights.
    Fight {
        /// The beat or encounter it is for, by its id.
        by: String,
        /// Who fights.
        foes: Vec<Foe>,
    },
    /// It is over, by the ending's id.
    Ending(String),
}

/// Why something can't be done as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPossible {
    /// There is nothing of that name here.
    Nothing,
    /// It was done before and has no further effect.
    Again,
    /// A requirement is not met; the text for players, if the campaign has one.
    Not(Option<String>),
}

/// The purpose of a roll for a finding.
const FIND_OUT_MORE: &str = "To find out more";

/// How heroes fare in a test; asked with what it is for.
pub type TestRoller<'t> = &'t mut dyn FnMut(Test, &str) -> Fared;

/// A campaign in play: its progress, and the consequences of actions so far.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    package: &'a CampaignPackage,
    progress: CampaignProgress,
    /// Ids of people who died in play.
    dead: BTreeSet<String>,
    /// Ids of people who are with the heroes in play, whichever scene the campaign has them in.
    brought: BTreeSet<String>,
    steps: Vec<CourseEvent>,
}

impl<'a> Course<'a> {
    /// A campaign at its beginning, with the first narration.
    pub fn begin(package: &'a CampaignPackage) -> Self {
        let mut course = Self::on(package, CampaignProgress::begin(package));
        course.arrive(true);
        course
    }

    /// A campaign that has come so far.
    pub fn on(package: &'a CampaignPackage, progress: CampaignProgress) -> Self {
        Self { package, progress, dead: BTreeSet::new(), brought: BTreeSet::new(), steps: Vec::new() }
    }

    /// The same, with people who died in play, by id. They are in no scene any more.
    pub fn without(self, dead: BTreeSet<String>) -> Self {
        Self { dead, ..self }
    }

    /// The same, with people who are with the heroes in play, by id. They are in the current scene.
    pub fn with(self, brought: BTreeSet<String>) -> Self {
        Self { brought, ..self }
    }

    /// How far it has come.
    pub fn progress(&self) -> &CampaignProgress {
        &self.progress
    }

    /// The campaign.
    pub fn package(&self) -> &'a CampaignPackage {
        self.package
    }

    /// The progress, and the consequences of actions.
    pub fn finish(self) -> (CampaignProgress, Vec<CourseEvent>) {
        (self.progress, self.steps)
    }

    /// The node the heroes are in.
    pub fn node(&self) -> Option<&'a Node> {
        self.package.node(&self.progress.node).map(|(_, node)| node)
    }

    /// The beat that has begun and is not over.
    pub fn beat(&self) -> Option<&'a StoryBeat> {
        let beat = self.node()?.beat(self.progress.beat.as_deref()?)?;
        (!self.is_over(beat)).then_some(beat)
    }

    /// A beat of the node that is not over and has foes.
    pub fn fight_ahead(&self) -> Option<&'a StoryBeat> {
        self.node()?.beats.iter().find(|beat| !beat.foes.is_empty() && !self.is_over(beat))
    }

    /// The beat that a closed exit waits for: one of this node that the exit requires to be over, and that is neither over nor in play.
    pub fn barrier(&self, exit: &NodeExit) -> Option<&'a StoryBeat> {
        let facts = exit.requires.iter().flat_map(Requirement::facts);
        let ids: Vec<&String> = facts
            .filter_map(|fact| match fact {
                Requirement::Done(id) | Requirement::Failed(id) => Some(id),
                _ => None,
            })
            .collect();
        let is_ahead = |beat: &&StoryBeat| {
            ids.contains(&&beat.id)
                && !self.is_over(beat)
                && self.progress.beat.as_ref() != Some(&beat.id)
                && self.progress.allows(beat.requires.as_ref())
        };
        self.node()?.beats.iter().find(is_ahead)
    }

    /// Whether a beat was played.
    pub fn is_over(&self, beat: &StoryBeat) -> bool {
        self.progress.done.contains(&beat.id) || self.progress.failed.contains(&beat.id)
    }

    /// Who is here: the node's people who aren't elsewhere, those who came with the last narrated beat, and those who were
    /// brought here in play. The dead are left out.
    pub fn people(&self) -> Vec<&'a CastMember> {
        let Some(node) = self.node() else { return Vec::new() };
        let is_gone = |id: &str| node.absences.iter().any(|it| it.person == id && self.progress.holds(&it.when));
        let with_beat = self.progress.beat.as_deref().and_then(|id| node.beat(id)).map(|beat| beat.people.as_slice());
        let mut ids: Vec<&String> = node.people.iter().filter(|id| !is_gone(id)).collect();
        for id in with_beat.unwrap_or_default().iter().chain(&self.brought) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.into_iter().filter(|id| !self.dead.contains(*id)).filter_map(|id| self.package.person(id)).collect()
    }

    /// Visible things with their beats: things of the beats that were played here and of the one in play.
    pub fn things(&self) -> Vec<(&'a StoryBeat, &'a Interactable)> {
        let Some(node) = self.node() else { return Vec::new() };
        let is_told = |beat: &&StoryBeat| self.is_over(beat) || self.progress.beat.as_ref() == Some(&beat.id);
        let things =
            node.beats.iter().filter(is_told).flat_map(|beat| beat.interactables.iter().map(move |it| (beat, it)));
        things.filter(|(_, thing)| self.progress.allows(thing.requires.as_ref())).collect()
    }

    /// A person who is here, by id, name or unambiguous first name.
    pub fn person(&self, wanted: &str) -> Option<&'a CastMember> {
        let key = |name: &str| kebab(&fold(name));
        let (people, wanted) = (self.people(), key(wanted));
        let exact = people.iter().find(|one| one.id == wanted || key(&one.name) == wanted);
        let mut first = people.iter().filter(|one| key(&one.name).split('-').next() == Some(wanted.as_str()));
        exact.or_else(|| first.next().filter(|_| first.next().is_none())).copied()
    }

    /// Whether a thing has no further effect: it was handled, or its beat is over and its outcome was reached in another way.
    pub fn was_handled(&self, beat: &StoryBeat, thing: &Interactable) -> bool {
        let is_spent = |handling: &Interaction| self.is_over(beat) && self.has_come(&handling.success);
        self.progress.came.contains(&handled(beat, thing)) || thing.handling.as_ref().is_some_and(is_spent)
    }

    /// Whether all that an outcome brings is so already. One that is only narrated brings nothing, and may come at any time.
    fn has_come(&self, outcome: &Consequence) -> bool {
        let Consequence { ends, findings, sets, reward, to, .. } = outcome;
        let is_set = |flag: &Flag| self.progress.flags.get(&flag.name) == Some(&flag.is);
        let is_earned = match &reward.once {
            Some(name) if self.progress.came.contains(&earned(name)) => true,
            // A consequence that ends a finished beat can only add items.
            _ if *ends => reward.items.is_empty(),
            _ => *reward == CampaignReward::default(),
        };
        let brings = *ends || !findings.is_empty() || !sets.is_empty() || *reward != CampaignReward::default();
        let is_found = |id: &String| self.progress.found.contains(id);
        brings && to.is_none() && is_earned && findings.iter().all(is_found) && sets.iter().all(is_set)
    }

    /// Whatever has its time comes, and the next beat begins where none is in play.
    pub fn go_on(&mut self) {
        self.happen();
        self.play_on();
    }

    /// The exit of this id, if it can be taken.
    ///
    /// # Errors
    /// There is none, they don't know of it, or something must hold first.
    pub fn exit(&self, id: &str) -> Result<&'a NodeExit, NotPossible> {
        let exits = self.node().map(|node| node.exits.as_slice()).unwrap_or_default();
        let exit = exits.iter().find(|exit| exit.id == id).ok_or(NotPossible::Nothing)?;
        if !self.progress.knows_of(self.package, exit) {
            return Err(NotPossible::Nothing);
        }
        match self.progress.allows(exit.requires.as_ref()) {
            true => Ok(exit),
            false => Err(NotPossible::Not(exit.refused.clone())),
        }
    }

    /// A thing that can be examined, by its id or one of its names: “the millstones” is the millstone.
    ///
    /// # Errors
    /// There is none.
    pub fn thing(&self, wanted: &str) -> Result<(&'a StoryBeat, &'a Interactable), NotPossible> {
        let things = self.things();
        // The beat in play is nearer than those that are over.
        let nearest =
            |is_meant: &dyn Fn(&Interactable) -> bool| things.iter().rev().find(|(_, thing)| is_meant(thing)).copied();
        let name = plain_name(wanted);
        let is_called = |thing: &Interactable| {
            let names = [&thing.id, &thing.name].into_iter().chain(&thing.also);
            !name.is_empty() && names.into_iter().any(|own| plain_name(own) == name)
        };
        nearest(&|thing| thing.id == wanted).or_else(|| nearest(&is_called)).ok_or(NotPossible::Nothing)
    }

    fn node_of(&self, beat: &StoryBeat) -> String {
        let of = self.package.nodes().find(|(_, node)| node.beat(&beat.id).is_some());
        of.map(|(_, node)| node.id.clone()).unwrap_or_default()
    }

    fn end_beat(&mut self, beat: &'a StoryBeat, fared: Fared, throw: TestRoller) {
        if fared.is_good() {
            self.find_all(beat, &FindingSource::Success, throw);
        }
        // The price of a mixed result applies before the success moves the heroes.
        if fared == Fared::Mixed {
            self.take(&beat.mixed);
        }
        self.close_beat(beat, fared.is_good());
    }

    fn close_beat(&mut self, beat: &'a StoryBeat, well: bool) {
        let outcome = if well { &beat.success } else { &beat.failure };
        self.tell(&outcome.shown);
        self.earn(outcome);
        self.moves(|progress, package| progress.end_beat(package, beat, well));
    }

    /// The current beat is over once its condition no longer holds: something else has settled it, with a text of its own.
    fn pass_over(&mut self) {
        if let Some(beat) = self.beat().filter(|beat| !self.progress.allows(beat.requires.as_ref())) {
            self.progress.done.insert(beat.id.clone());
            self.steps.push(CourseEvent::Ended { beat: beat.id.clone(), well: true });
        }
    }

    /// Begins the next beat of the node. One that can't fail is over as soon as it is narrated.
    fn play_on(&mut self) {
        if self.progress.ending.is_none() {
            self.pass_over();
        }
        while self.progress.ending.is_none() && self.beat().is_none() {
            let Some(beat) = self.node().and_then(|node| self.progress.next_beat(node)) else { return };
            self.begin_beat(beat);
            if beat.can_fail() {
                return;
            }
            for finding in beat.findings.iter().filter(|it| it.from == FindingSource::Success && it.test.is_none()) {
                self.found(&finding.id);
            }
            self.close_beat(beat, true);
            self.happen();
        }
    }

    fn begin_beat(&mut self, beat: &'a StoryBeat) {
        self.progress.beat = Some(beat.id.clone());
        self.steps.push(CourseEvent::Began(beat.id.clone()));
        // A beat that was left undone is back, and its text was shown before.
        let begun = format!("begun:{}", beat.id);
        if !self.progress.came.contains(&begun) {
            self.once(begun);
            self.tell(&beat.shown);
        }
        for finding in beat.findings.iter().filter(|it| it.from == FindingSource::Scene && it.test.is_none()) {
            self.found(&finding.id);
        }
    }

    fn happen(&mut self) {
        let mut due = self.package.happenings.iter();
        while let Some(happening) = due.next().filter(|_| self.progress.ending.is_none()) {
            if !self.progress.came.contains(&happening.id) && self.progress.holds(&happening.when) {
                self.once(happening.id.clone());
                self.take(&happening.outcome);
            }
        }
    }

    fn take(&mut self, outcome: &Consequence) {
        self.tell(&outcome.shown);
        self.earn(outcome);
        self.moves(|progress, package| progress.take(package, outcome));
    }

    fn earn(&mut self, outcome: &Consequence) {
        if outcome.reward == CampaignReward::default() {
            return;
        }
        if let Some(name) = &outcome.reward.once {
            let once = earned(name);
            if self.progress.came.contains(&once) {
                return;
            }
            self.once(once);
        }
        self.steps.push(CourseEvent::Earned(outcome.reward.clone()));
    }

    /// Lets the progress move, and notes what that changed.
    fn moves(&mut self, moves: impl FnOnce(&mut CampaignProgress, &CampaignPackage)) {
        let before = self.progress.clone();
        moves(&mut self.progress, self.package);
        let after = self.progress.clone();
        let ended = |ids: &BTreeSet<String>, was: &BTreeSet<String>, well: bool| {
            ids.difference(was).map(|beat| CourseEvent::Ended { beat: beat.clone(), well }).collect::<Vec<_>>()
        };
        self.steps.extend(ended(&after.done, &before.done, true));
        self.steps.extend(ended(&after.failed, &before.failed, false));
        self.steps.extend(after.found.difference(&before.found).map(|id| CourseEvent::Found(id.clone())));
        let set = after.flags.iter().filter(|(name, value)| before.flags.get(*name) != Some(value));
        self.steps.extend(set.map(|(name, value)| CourseEvent::Set(Flag { name: name.clone(), is: value.clone() })));
        if after.doom != before.doom {
            self.steps.push(CourseEvent::Doom(after.doom));
            let omens = self.package.doom.iter().flat_map(|doom| &doom.omens);
            let due = omens.filter(|omen| before.doom < omen.at && omen.at <= after.doom);
            self.steps.extend(due.map(|omen| CourseEvent::Told(omen.shown.clone())));
        }
        if after.node != before.node {
            self.arrive(!before.visited.contains(&after.node));
        }
        if after.ending != before.ending
            && let Some(ending) = after.ending.as_ref().and_then(|id| self.package.ending(id))
        {
            let variant = ending.variants.iter().find(|it| self.progress.holds(&it.requires));
            self.tell(variant.map_or(&ending.epilogue, |it| &it.shown));
            self.steps.push(CourseEvent::Ending(ending.id.clone()));
        }
    }

    /// Tells where the heroes have come to.
    fn arrive(&mut self, first: bool) {
        let Some(node) = self.node() else { return };
        let variant = node.variants.iter().find(|it| self.progress.holds(&it.requires));
        let again = || node.again.as_deref().unwrap_or_else(|| first_sentence(&node.shown));
        let text = variant.map_or_else(|| if first { node.shown.as_str() } else { again() }, |it| it.shown.as_str());
        self.steps.push(CourseEvent::Came { node: node.id.clone(), shown: text.to_owned() });
        self.tell(text);
        self.play_on();
    }

    fn find_all(&mut self, beat: &StoryBeat, from: &FindingSource, throw: TestRoller) {
        for finding in beat.findings.iter().filter(|it| it.from == *from) {
            if !self.progress.found.contains(&finding.id) {
                self.comes_by(finding, throw);
            }
        }
    }

    /// Whether heroes come by a finding. What takes a test is tried once.
    fn comes_by(&mut self, finding: &Finding, throw: TestRoller) -> bool {
        let Some(test) = finding.test else {
            self.found(&finding.id);
            return true;
        };
        if self.was_tried(finding) {
            return false;
        }
        self.once(tried(finding));
        let well = throw(test, FIND_OUT_MORE).is_good();
        if well {
            self.found(&finding.id);
        }
        well
    }

    /// Whether a finding can still be made: it was neither made nor missed by a failed roll.
    pub fn may_find(&self, finding: &Finding) -> bool {
        !self.progress.found.contains(&finding.id) && !self.was_tried(finding)
    }

    /// Whether the roll for a finding was made, successful or not.
    fn was_tried(&self, finding: &Finding) -> bool {
        self.progress.came.contains(&tried(finding))
    }

    fn found(&mut self, id: &str) {
        if self.progress.found.insert(id.to_owned()) {
            self.steps.push(CourseEvent::Found(id.to_owned()));
        }
    }

    fn once(&mut self, id: String) {
        if self.progress.came.insert(id.clone()) {
            self.steps.push(CourseEvent::Once(id));
        }
    }

    fn tell(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.steps.push(CourseEvent::Told(text.trim().to_owned()));
        }
    }
}

/// The key under which a finding's roll is recorded as made.
fn tried(finding: &Finding) -> String {
    format!("tried:{}", finding.id)
}

/// The key under which a thing is recorded as handled.
fn handled(beat: &StoryBeat, thing: &Interactable) -> String {
    format!("handled:{}/{}", beat.id, thing.id)
}

/// The one-time key of a reward that several ways lead to.
fn earned(name: &str) -> String {
    format!("reward:{name}")
}

fn first_sentence(text: &str) -> &str {
    let end = text.find(['.', '!', '?']).map_or(text.len(), |at| at + 1);
    &text[..end]
}

/// The folded words of a name in the singular, without articles.
fn plain_name(name: &str) -> Vec<String> {
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !matches!(*word, "" | "the" | "a" | "an"));
    words.map(|word| if word.len() > 3 { word.strip_suffix('s').unwrap_or(word) } else { word }.to_owned()).collect()
}
