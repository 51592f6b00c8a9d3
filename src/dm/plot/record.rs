//! What came of deeds in a campaign, written down as changes.

use crate::{
    campaign::{EndingKind, Foe, Package, Person, Role, Step},
    game::{
        Change, Game, Refusal, chronicle,
        id::{CharacterId, NpcId, kebab},
        plot::{ActNow, Reached},
        quest::{self, Reward},
        room,
        story::{NpcRole, SupportingNpc},
        wording,
    },
};

/// What was written down, and what is left to be told and fought.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) game: Option<Game>,
    pub(super) changes: Vec<Change>,
    pub(super) told: Vec<String>,
    pub(super) found: Vec<String>,
    pub(super) fights: Vec<(String, Vec<Foe>)>,
    pub(super) left: Vec<String>,
}

/// Writes down what came of deeds; things earned go to the hero `acting`.
///
/// # Errors
/// It doesn't fit the game.
pub(super) fn write_down(
    game: &Game,
    package: &Package,
    steps: Vec<Step>,
    acting: &CharacterId,
) -> Result<Written, Refusal> {
    let mut scribe = Scribe { game: game.clone(), package, acting, written: Written::default() };
    for step in steps {
        scribe.write(step)?;
    }
    Ok(Written { game: Some(scribe.game), ..scribe.written })
}

struct Scribe<'a> {
    game: Game,
    package: &'a Package,
    acting: &'a CharacterId,
    written: Written,
}

impl Scribe<'_> {
    fn make(&mut self, change: Change) -> Result<(), Refusal> {
        let followed = room::make(&mut self.game, &change)?;
        self.written.changes.push(change);
        self.written.changes.extend(followed);
        Ok(())
    }

    fn write(&mut self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Told(text) => self.written.told.push(text),
            Step::Came(node) => self.came_to(&node)?,
            Step::Began(beat) => {
                self.make(Change::BeatBegan { beat })?;
                self.meet_people()?;
            }
            Step::Ended { beat, well } => self.make(Change::BeatEnded { beat, well })?,
            Step::Found(id) => {
                let finding = self.package.findings().find(|finding| finding.id == id);
                let text = finding.map(|finding| finding.text.clone()).unwrap_or_default();
                self.written.found.push(text.clone());
                self.make(Change::FindingMade { id, text })?;
            }
            Step::Set(flag) => self.make(Change::FlagSet { name: flag.name, value: flag.is })?,
            Step::Once(id) => self.make(Change::HappeningCame { id })?,
            Step::Passed(minutes) => {
                let now = self.game.clock.after(minutes);
                self.make(Change::TimePassed { minutes, now })?;
            }
            Step::Doom(filled) => self.make(Change::DoomAdvanced { filled })?,
            Step::Earned(reward) => {
                let cp = i64::from(reward.gold) * 100;
                let reward = Reward { xp: reward.xp, cp, items: reward.items };
                let earned = quest::hand_out(&self.game, &reward, self.acting)?;
                earned.changes.into_iter().try_for_each(|change| self.make(change))?;
                self.written.left.extend(earned.left);
            }
            Step::Fight { by, foes } => self.written.fights.push((by, foes)),
            Step::Ending(id) => self.ended(&id)?,
        }
        Ok(())
    }

    fn came_to(&mut self, id: &str) -> Result<(), Refusal> {
        let package = self.package;
        let Some((act, node)) = package.node(id) else { return Ok(()) };
        let number = package.acts.iter().position(|other| other.id == act.id).unwrap_or(0) + 1;
        let number = u32::try_from(number).unwrap_or(1);
        if self.game.plot.as_ref().is_some_and(|plot| plot.act.id != act.id) {
            let now = ActNow { id: act.id.clone(), number, title: act.title.clone(), objective: act.objective.clone() };
            self.make(Change::ActBegan { act: now })?;
        }
        if let Some(change) = chronicle::act_advanced(&self.game, i64::from(number))? {
            self.make(change)?;
        }
        self.make(Change::NodeReached { node: node.id.clone(), title: node.title.clone() })?;
        if let Some(change) = chronicle::location_changed(&self.game, &node.location) {
            self.make(change)?;
        }
        if let Some(place) = node.place.as_ref().and_then(|id| package.places.iter().find(|place| place.id == *id)) {
            for change in chronicle::place_reached(&self.game, &place.name) {
                self.make(change)?;
            }
        }
        if let Some(change) = chronicle::scene_changed(&self.game, &node.shown) {
            self.make(change)?;
        }
        self.meet_people()
    }

    /// Those who are here are met, and written down for as long as the story lasts.
    fn meet_people(&mut self) -> Result<(), Refusal> {
        let Some(course) = super::course(self.package, &self.game) else { return Ok(()) };
        for person in course.people() {
            if let Some(change) = chronicle::npc_met(&self.game, &person.name) {
                self.make(change)?;
            }
            let npc = profile(person, &self.game.story.current_location);
            let is_known = self.game.supporting_npcs.iter().any(|known| known.id == npc.id);
            let written = Change::SupportingNpcCreated { npc: Box::new(npc) };
            if !is_known && room::room_for(&self.game, &written).is_ok() {
                self.make(written)?;
            }
        }
        Ok(())
    }

    fn ended(&mut self, id: &str) -> Result<(), Refusal> {
        let Some(ending) = self.package.ending(id) else { return Ok(()) };
        // The epilogue is the last thing that was told before the ending was noted.
        let epilogue = self.written.told.last().cloned().unwrap_or_else(|| ending.epilogue.clone());
        let kind = match ending.kind {
            EndingKind::Triumph => "triumph",
            EndingKind::Bittersweet => "bittersweet",
            EndingKind::Defeat => "defeat",
        };
        let (id, title) = (ending.id.clone(), ending.title.clone());
        if let Some(change) = chronicle::milestone(&self.game, &title) {
            self.make(change)?;
        }
        self.make(Change::EndingReached { ending: Box::new(Reached { id, title, kind: kind.to_owned(), epilogue }) })
    }
}

/// What the journal has of somebody: what one sees. What they want and hide is the Dungeon Master's.
fn profile(person: &Person, location: &str) -> SupportingNpc {
    SupportingNpc {
        id: NpcId::from(kebab(&person.name)),
        name: wording::name(&person.name).to_lowercase(),
        role: if person.role == Role::Ally { NpcRole::Ally } else { NpcRole::Neutral },
        appearance: wording::line(&person.appearance).to_owned(),
        personality: String::new(),
        motivations: Vec::new(),
        location: location.to_lowercase(),
        notes: String::new(),
        combat_slug: person.creature.as_deref().map(kebab),
        dead: false,
    }
}
