//! Effects of a call on the scene.

use game::{
    Change, Game, Refusal, State, chronicle,
    creature::{self, Creature},
    id::{NpcId, kebab},
    party, person,
    place::{self, Going},
    rest, wording,
};

use crate::dm::plot::{self, DestinationLookup};

use super::{
    super::{NewCompanion, NewCreature, UpdateGameState},
    FieldUpdates, MAX_MINUTES,
};

/// A step of what a call does to the scene.
#[derive(Debug, Clone, Copy)]
enum SceneStep<'c> {
    Dismiss(&'c str),
    Remove(&'c str),
    Travel(&'c str),
    SetScene(&'c str),
    Reveal(&'c str),
    Reach(&'c str),
    Create(&'c NewCreature),
    Join(&'c NewCompanion),
}

impl<'c> SceneStep<'c> {
    /// The steps of a call in their order. Dismissals come before the heroes go on: who stays at a place of the map is in the scene
    /// no more. Who is dismissed has left the party as well.
    fn all(call: &'c UpdateGameState) -> Vec<Self> {
        let removed = call.companions_to_remove.iter().filter(|id| !call.npcs_to_dismiss.contains(id));
        let mut steps: Vec<Self> = call.npcs_to_dismiss.iter().map(|id| Self::Dismiss(id)).collect();
        steps.extend(removed.map(|id| Self::Remove(id)));
        steps.extend(call.location_changed.as_deref().map(Self::Travel));
        steps.extend(call.scene_update.as_deref().map(Self::SetScene));
        steps.extend(call.reveal_poi.as_deref().map(Self::Reveal));
        steps.extend(call.set_current_poi.as_deref().map(Self::Reach));
        steps.extend(call.npcs_to_create.iter().map(Self::Create));
        steps.extend(call.companions_to_add.iter().map(Self::Join));
        steps
    }

    /// The field of the call it comes from.
    fn field(self) -> &'static str {
        match self {
            Self::Dismiss(_) => "npcs_to_dismiss",
            Self::Remove(_) => "companions_to_remove",
            Self::Travel(_) => "location_changed",
            Self::SetScene(_) => "scene_update",
            Self::Reveal(_) => "reveal_poi",
            Self::Reach(_) => "set_current_poi",
            Self::Create(_) => "npcs_to_create",
            Self::Join(_) => "companions_to_add",
        }
    }

    /// The name or id and the kind of the one that it adds.
    fn added(self) -> Option<(&'c str, &'c str)> {
        match self {
            Self::Create(new) => Some((new.name.as_str(), new.slug.as_str())),
            Self::Join(new) => Some((new.who(), new.slug.as_str())),
            _ => None,
        }
        .filter(|(name, _)| !wording::is_blank(name))
    }
}

impl NewCompanion {
    /// The id or name of the one who joins, else the kind.
    fn who(&self) -> &str {
        self.supporting_npc_id.as_deref().or(self.name.as_deref()).unwrap_or(&self.slug)
    }
}

/// Whether the heroes travel to a place nearby by a map or a campaign.
fn travels_to(state: &State, name: &str) -> bool {
    state.plot.is_some() || place::is_mapped(state, name)
}

/// Creatures of the scene who become companions by the same call: they come along.
fn joining(state: &State, call: &UpdateGameState) -> Vec<String> {
    let names = call.companions_to_add.iter().map(NewCompanion::who);
    names.filter_map(|name| creature::find(state, name).ok()).map(|one| one.id.to_string()).collect()
}

/// The refusal to dismiss one that the same call adds without effect.
fn not_dismissed(name: &str, added: &str, refusal: &Refusal) -> Refusal {
    let words = format!(
        "{name} was not dismissed, because {added}, whom the same call adds, could not come then: {refusal} To dismiss {name} \
         all the same, leave {added} out."
    );
    match refusal.reason() {
        Some(reason) => Refusal::because(reason.clone(), words),
        None => Refusal::new(words),
    }
}

impl FieldUpdates<'_> {
    /// The call's changes of the scene: departures, the heroes' new location, arrivals.
    pub(super) fn scene(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        if let Some(minutes) = call.minutes_passed.filter(|minutes| *minutes > 0) {
            let held = minutes.min(MAX_MINUTES);
            let due = self.draft.plot.uncounted(held);
            let now = self.state().clock.after(due);
            let passed = rest::nobody_is_dying(self.state());
            let passed = passed.map(|()| (due > 0).then_some(Change::TimePassed { minutes: due, now }));
            self.settle("minutes_passed", passed)?;
            if due < held {
                let reason = format!("advance_plot has counted {} of these minutes already.", held - due);
                self.report.clamped("minutes_passed", reason);
            }
            if held < minutes {
                self.report.clamped("minutes_passed", "At most thirty days pass in one turn.".into());
            }
        }
        self.keep_those_added_in_vain(call);
        for step in SceneStep::all(call) {
            self.take_step(step, call)?;
        }
        Ok(())
    }

    /// Takes a step and reports what came of it.
    fn take_step(&mut self, step: SceneStep<'_>, call: &UpdateGameState) -> Result<(), Refusal> {
        match step {
            SceneStep::Dismiss(_) | SceneStep::Remove(_) => {
                let gone = self.changes_of(self.state(), step, call);
                self.settle(step.field(), gone)
            }
            SceneStep::Travel(to) => match self.line(step.field(), to) {
                Ok(()) => self.go(step.field(), to, call),
                Err(blank) => self.settle(step.field(), Err::<Option<Change>, _>(blank)),
            },
            SceneStep::SetScene(scene) => {
                let line = self.line(step.field(), scene);
                let change = line.and_then(|()| self.changes_of(self.state(), step, call));
                self.settle(step.field(), change)
            }
            SceneStep::Reveal(name) => {
                let named = self.text(step.field(), name, wording::MAX_NAME);
                let change = named.and_then(|()| self.changes_of(self.state(), step, call));
                self.settle(step.field(), change)
            }
            SceneStep::Reach(name) => match self.text(step.field(), name, wording::MAX_NAME) {
                Ok(()) if travels_to(self.state(), name) => self.go(step.field(), name, call),
                Ok(()) => {
                    let changes = self.changes_of(self.state(), step, call);
                    self.settle(step.field(), changes)
                }
                Err(blank) => self.settle(step.field(), Err::<Option<Change>, _>(blank)),
            },
            SceneStep::Create(new) => self.create(new),
            SceneStep::Join(new) => {
                let joined = self.joins(self.state(), new);
                self.bounded(step.field(), new.name.as_deref().unwrap_or_default(), creature::MAX_NAME);
                let joined = self.dressed(step.field(), &new.slug, joined);
                self.settle(step.field(), joined)
            }
        }
    }

    /// The changes a step makes to a state, without those that only dress or report.
    fn changes_of(&self, state: &State, step: SceneStep<'_>, call: &UpdateGameState) -> Result<Vec<Change>, Refusal> {
        match step {
            SceneStep::Dismiss(id) => creature::find(state, id).map(|found| person::leaves(state, found)),
            SceneStep::Remove(id) => party::leave(state, id).map(Vec::from_iter),
            SceneStep::Travel(to) => self.travels(state, to, call).map(|going| going.changes),
            SceneStep::SetScene(scene) => Ok(Vec::from_iter(chronicle::scene_changed(state, scene))),
            SceneStep::Reveal(name) => Ok(Vec::from_iter(chronicle::place_revealed(state, name))),
            SceneStep::Reach(name) if travels_to(state, name) => {
                self.travels(state, name, call).map(|going| going.changes)
            }
            SceneStep::Reach(name) => {
                let changes = chronicle::place_reached(state, name);
                self.may_go(&changes)?;
                Ok(changes)
            }
            SceneStep::Create(new) => self.comes(state, new),
            SceneStep::Join(new) => self.joins(state, new),
        }
    }

    /// Brings someone into the scene.
    fn create(&mut self, new: &NewCreature) -> Result<(), Refusal> {
        let outcome = self.comes(self.state(), new);
        self.bounded("npcs_to_create", &new.name, creature::MAX_NAME);
        let outcome = self.dressed("npcs_to_create", &new.slug, outcome);
        let there: Vec<NpcId> = self.state().creatures.iter().map(|one| one.id.clone()).collect();
        self.settle("npcs_to_create", outcome)?;
        let ids = self.state().creatures.iter().map(|one| one.id.clone());
        let come: Vec<NpcId> = ids.filter(|id| !there.contains(id)).collect();
        if new.stay_out {
            self.draft.stay_out.extend(come.iter().cloned());
        }
        if new.close {
            self.close.extend(come);
        }
        if new.count > creature::MAX_COUNT {
            self.report.clamped("npcs_to_create", format!("At most {} come at once.", creature::MAX_COUNT));
        }
        Ok(())
    }

    /// Dismisses no one that the same call adds, by name or by kind, where the addition would then fail: they would be nowhere.
    fn keep_those_added_in_vain(&mut self, call: &mut UpdateGameState) {
        let found = call.npcs_to_dismiss.iter().filter_map(|id| {
            let one = creature::find(self.state(), id).ok()?;
            Some((id.clone(), one.clone()))
        });
        let mut in_vain = Vec::new();
        let mut dismissed: Vec<(String, Creature)> = found.collect();
        if dismissed.is_empty() {
            return;
        }
        let mut then = Game::new(self.state().clone());
        for step in SceneStep::all(call) {
            match self.changes_of(&then, step, call) {
                Ok(changes) => drop(then.apply_all(&changes)),
                Err(refusal) => in_vain.extend(step.added().map(|added| (added, refusal))),
            }
        }
        let mut kept = Vec::new();
        for ((name, slug), refusal) in in_vain {
            let is_it =
                |(_, one): &(String, Creature)| creature::find(self.state(), name).is_ok_and(|it| it.id == one.id);
            let is_of_kind = |(_, one): &(String, Creature)| one.slug == kebab(slug);
            let meant = dismissed.iter().position(is_it).or_else(|| dismissed.iter().position(is_of_kind));
            if let Some(at) = meant {
                let (id, one) = dismissed.remove(at);
                kept.push((id, not_dismissed(&one.name, name, &refusal)));
            }
        }
        for (id, refusal) in kept {
            self.report.refused("npcs_to_dismiss", &refusal);
            call.npcs_to_dismiss.retain(|it| *it != id);
        }
    }

    /// The changes by which someone comes into the scene.
    fn comes(&self, state: &State, new: &NewCreature) -> Result<Vec<Change>, Refusal> {
        if wording::is_blank(&new.name) {
            return Err(Refusal::new("Whoever comes into the scene needs a name."));
        }
        // Several are no person of the campaign.
        plot::own_person(self.draft, if new.count > 1 { "" } else { &new.name })?;
        creature::arrive(state, &new.name, &new.slug, new.disposition, new.count)
    }

    /// The changes by which someone joins the party.
    fn joins(&self, state: &State, new: &NewCompanion) -> Result<Vec<Change>, Refusal> {
        if let Some(own) = plot::own_person(self.draft, new.who())? {
            plot::is_with_the_heroes(self.draft, &own)?;
        }
        party::join(state, &new.slug, new.name.as_deref(), new.supporting_npc_id.as_deref())
    }

    /// Moves the heroes by the map, if there is one. In a campaign a scene cannot be left this way.
    fn go(&mut self, field: &'static str, to: &str, call: &UpdateGameState) -> Result<(), Refusal> {
        let going = self.travels(self.state(), to, call);
        if let Ok(Going { along, stayed, met, changes }) = &going
            && !changes.is_empty()
        {
            self.report.gone(along, stayed, met);
        }
        self.settle(field, going.map(|going| going.changes))
    }

    /// Where the heroes go from a state, and who goes along.
    fn travels(&self, state: &State, to: &str, call: &UpdateGameState) -> Result<Going, Refusal> {
        match plot::wanted(self.draft, to) {
            Some(Ok(DestinationLookup::Here)) => Ok(Going::default()),
            Some(Ok(DestinationLookup::By(exit))) => {
                self.draft.leaves_nobody_dying()?;
                let refusal = format!("A campaign is played here: use advance_plot (take_exit, {exit}).");
                Err(Refusal::new(refusal))
            }
            Some(Err(refusal)) => self.draft.leaves_nobody_dying().and(Err(refusal)),
            None => {
                let going = place::go(state, to, &joining(state, call))?;
                self.may_go(&going.changes)?;
                Ok(going)
            }
        }
    }

    /// Checks that the heroes may go where these changes bring them; no changes bring them nowhere.
    fn may_go(&self, changes: &[Change]) -> Result<(), Refusal> {
        if changes.is_empty() { Ok(()) } else { self.draft.leaves_nobody_dying() }
    }
}
