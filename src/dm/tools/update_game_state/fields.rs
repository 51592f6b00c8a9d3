//! Field by field: what is possible is done, what isn't is answered with the reason.

use crate::{
    agent::{Answer, ToolError},
    dm::{Draft, fight},
    game::{
        Change, Refusal, State, character::Character, chronicle, conditions, creature, experience, hit_points,
        id::NpcId, inventory, party, place, quest, spells, wording,
    },
};

use super::{Arrivals, UpdateGameState, report::Report};

/// The most entries of all lists of one call.
pub(super) const MAX_ENTRIES: usize = 100;
/// The most minutes one turn takes: thirty days.
const MAX_MINUTES: u32 = 30 * 24 * 60;
/// The longest name of a thing, in characters.
pub(super) const MAX_THING: usize = 120;
/// The most gold one turn moves.
const MAX_GOLD: f64 = 1e6;

/// Applies every field of a call. The fields of the sheet come first, in the order things happen to a body.
pub(super) fn apply(call: UpdateGameState, arrivals: Arrivals, draft: &mut Draft) -> Result<Answer, ToolError> {
    let n_entries = call.n_entries();
    if n_entries > MAX_ENTRIES {
        return Err(ToolError::Refused(format!(
            "{n_entries} entries in one call are too many, so nothing was done. Write down what matters, at most \
             {MAX_ENTRIES} in all."
        )));
    }
    let hero = match &call.character {
        Some(name) => draft.game().hero(name)?.id.to_string(),
        None => draft.acting().to_string(),
    };
    let mut call = call;
    let there: Vec<NpcId> = draft.game().creatures.iter().map(|one| one.id.clone()).collect();
    let mut fields = Fields { draft, hero, arrivals, report: Report::default() };
    fields.body(&mut call)?;
    fields.pack(&mut call)?;
    fields.craft(&mut call)?;
    fields.scene(&mut call)?;
    fields.chronicle(call)?;
    fields.arrived(&there);
    Ok(fields.report.into_answer())
}

struct Fields<'a> {
    draft: &'a mut Draft,
    hero: String,
    arrivals: Arrivals,
    report: Report,
}

impl Fields<'_> {
    fn hero(&self) -> Result<&Character, Refusal> {
        self.draft.game().hero(&self.hero)
    }

    fn state(&self) -> &State {
        self.draft.game()
    }

    /// Makes the changes a field came to, or notes why it can't be.
    fn settle(
        &mut self,
        field: &'static str,
        outcome: Result<impl IntoIterator<Item = Change>, Refusal>,
    ) -> Result<(), Refusal> {
        match outcome {
            Ok(changes) => match self.draft.record_all(changes) {
                Ok(()) => self.report.applied(field),
                Err(full) => self.report.rejected(field, full),
            },
            Err(refusal) => self.report.rejected(field, refusal),
        }
        Ok(())
    }

    /// Gives those who come in the numbers of their kind.
    fn dressed(
        &mut self,
        field: &'static str,
        slug: &str,
        outcome: Result<Vec<Change>, Refusal>,
    ) -> Result<Vec<Change>, Refusal> {
        let (mut changes, known) = (outcome?, self.arrivals.get(slug));
        if let Some(known) = known {
            changes.iter_mut().for_each(|change| known.dress(change));
            if let Some(remark) = known.remark.clone() {
                self.report.clamped(field, remark);
            }
        }
        Ok(changes)
    }

    fn body(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        if call.hp_delta.is_some()
            && let Err(refusal) = self.draft.by_hand("hp_delta")
        {
            call.hp_delta = None;
            self.report.rejected("hp_delta", refusal);
        }
        if let Some(delta) = call.hp_delta {
            let hero = self.hero()?;
            let (changes, clamped) = hit_points::change(hero, delta);
            self.settle("hp_delta", Ok(changes))?;
            if clamped {
                let hero = self.hero()?;
                let reason = format!("{} has {} of {} hit points now.", hero.name, hero.current_hp, hero.max_hp);
                self.report.clamped("hp_delta", reason);
            }
        }
        for name in &call.conditions_added {
            let changes = conditions::add(self.hero()?, name);
            self.settle("conditions_added", Ok(changes))?;
        }
        for name in &call.conditions_removed {
            let change = conditions::remove(self.hero()?, name);
            self.settle("conditions_removed", change.map(Some))?;
        }
        Ok(())
    }

    fn pack(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        for entry in &call.items_gained {
            let (name, quantity) = inventory::counted(entry);
            let outcome = match name.is_empty() {
                true => Err(Refusal::new("A thing needs a name.")),
                false => Ok([inventory::gain(self.hero()?, wording::cut(name, MAX_THING), quantity)]),
            };
            self.settle("items_gained", outcome)?;
        }
        for entry in &call.items_lost {
            let (name, quantity) = inventory::counted(entry);
            let outcome = self.lost(name, quantity);
            self.settle("items_lost", outcome)?;
        }
        for weapon in std::mem::take(&mut call.weapons_gained) {
            let outcome = match weapon.name.trim().is_empty() {
                true => Err(Refusal::new("A weapon needs a name.")),
                false => inventory::gain_weapon(self.hero()?, weapon.into()),
            };
            self.settle("weapons_gained", outcome)?;
        }
        if let Some(gold) = call.gold_delta {
            let copper = (gold.clamp(-MAX_GOLD, MAX_GOLD) * 100.0).round() as i64;
            let (change, clamped) = inventory::pay(self.hero()?, copper);
            self.settle("gold_delta", Ok([change]))?;
            if clamped || gold.abs() > MAX_GOLD {
                let hero = self.hero()?;
                let (name, purse) = (hero.name.clone(), hero.purse);
                let reason =
                    format!("{name} has {} gp {} sp {} cp now; a purse has no debts.", purse.gp, purse.sp, purse.cp);
                self.report.clamped("gold_delta", reason);
            }
        }
        Ok(())
    }

    /// The changes that take something out of the pack. Who speaks for themselves doesn't see into it, and isn't told what
    /// there is instead.
    fn lost(&self, name: &str, quantity: u32) -> Result<Vec<Change>, Refusal> {
        let hero = self.hero()?;
        inventory::lose(hero, name, quantity).map_err(|refusal| match self.draft.voice() {
            Some(_) => Refusal::new(format!(
                "{} can't hand over “{name}”: there is no such thing to give, or not so much of it, or several things \
                 could be meant. Ask what is held out.",
                hero.name
            )),
            None => refusal,
        })
    }

    fn craft(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        if let Some(amount) = call.xp_gained.filter(|amount| *amount > 0) {
            let changes = experience::gain(self.hero()?, amount);
            self.settle("xp_gained", Ok(changes))?;
        }
        for (feature, option) in &call.feature_choice_updates {
            let change = spells::choose_feature(self.hero()?, feature, option);
            self.settle("feature_choice_updates", change.map(Some))?;
        }
        for (level, used) in &call.spell_slots_used {
            let Ok(level) = level.trim().parse::<u8>() else {
                self.report.rejected("spell_slots_used", format!("“{level}” is no spell level; use 1 to 9."));
                continue;
            };
            let used = i32::try_from(*used).unwrap_or(if *used < 0 { i32::MIN } else { i32::MAX });
            match spells::use_slots(self.hero()?, level, used) {
                Ok((change, clamped)) => {
                    self.settle("spell_slots_used", Ok([change]))?;
                    if clamped {
                        let reason = format!("Slots of level {level} were held between none and all of them.");
                        self.report.clamped("spell_slots_used", reason);
                    }
                }
                Err(refusal) => self.report.rejected("spell_slots_used", refusal),
            }
        }
        for name in &call.spells_learned {
            let change = spells::learn(self.hero()?, name);
            self.settle("spells_learned", change)?;
        }
        for name in &call.spells_removed {
            let change = spells::forget(self.hero()?, name);
            self.settle("spells_removed", change.map(Some))?;
        }
        for name in &call.cantrips_learned {
            let change = spells::learn_cantrip(self.hero()?, name);
            self.settle("cantrips_learned", change)?;
        }
        Ok(())
    }

    fn scene(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        if let Some(minutes) = call.minutes_passed.filter(|minutes| *minutes > 0) {
            let held = minutes.min(MAX_MINUTES);
            let now = self.state().clock.after(held);
            self.settle("minutes_passed", Ok([Change::TimePassed { minutes: held, now }]))?;
            if held < minutes {
                self.report.clamped("minutes_passed", "At most thirty days pass in one turn.".into());
            }
        }
        // Before the heroes go on: who stays at a place of the map is in the scene no more.
        for id in &call.npcs_to_dismiss {
            let found = creature::find(self.state(), id).map(|found| found.id.clone());
            self.settle("npcs_to_dismiss", found.map(|npc_id| [Change::CreatureLeft { npc_id }]))?;
        }
        if let Some(to) = &call.location_changed {
            self.go("location_changed", to)?;
        }
        if let Some(scene) = &call.scene_update {
            let change = chronicle::scene_changed(self.state(), scene);
            self.settle("scene_update", Ok(change))?;
        }
        if let Some(name) = &call.reveal_poi {
            let change = chronicle::place_revealed(self.state(), name);
            self.settle("reveal_poi", Ok(change))?;
        }
        if let Some(name) = &call.set_current_poi {
            match place::is_mapped(self.state(), name) {
                true => self.go("set_current_poi", name)?,
                false => {
                    let changes = chronicle::place_reached(self.state(), name);
                    self.settle("set_current_poi", Ok(changes))?;
                }
            }
        }
        for new in &call.npcs_to_create {
            let outcome = match new.name.trim().is_empty() {
                true => Err(Refusal::new("Whoever comes into the scene needs a name.")),
                false => Ok(creature::enter(self.state(), &new.name, &new.slug, new.disposition, new.count)),
            };
            let outcome = self.dressed("npcs_to_create", &new.slug, outcome);
            self.settle("npcs_to_create", outcome)?;
            if new.count > creature::MAX_COUNT {
                self.report.clamped("npcs_to_create", format!("At most {} come at once.", creature::MAX_COUNT));
            }
        }
        for new in &call.companions_to_add {
            let joined = party::join(self.state(), &new.slug, new.name.as_deref(), new.supporting_npc_id.as_deref());
            let joined = self.dressed("companions_to_add", &new.slug, joined);
            self.settle("companions_to_add", joined)?;
        }
        for id in &call.companions_to_remove {
            let left = party::leave(self.state(), id);
            self.settle("companions_to_remove", left)?;
        }
        Ok(())
    }

    /// Goes somewhere by the map, where there is one.
    fn go(&mut self, field: &'static str, to: &str) -> Result<(), Refusal> {
        let going = place::go(self.state(), to, &[]);
        self.settle(field, going.map(|going| going.changes))
    }

    /// Lets those who came in begin a fight, or join the one there is.
    fn arrived(&mut self, there: &[NpcId]) {
        let came = self.draft.game().creatures.iter().filter(|one| !there.contains(&one.id));
        let came: Vec<NpcId> = came.map(|one| one.id.clone()).collect();
        let from = self.draft.n_told();
        match fight::open_by_arrival(self.draft, &came) {
            Ok(()) => self.report.fight(self.draft.told_since(from)),
            Err(refusal) => self.report.rejected("npcs_to_create", refusal),
        }
    }

    fn chronicle(&mut self, call: UpdateGameState) -> Result<(), Refusal> {
        for text in call.notable_event.map(super::OneOrMany::into_vec).unwrap_or_default() {
            let change = chronicle::recent_event(self.state(), &text);
            self.settle("notable_event", Ok(change))?;
        }
        let important = call.important_event.map(super::OneOrMany::into_vec).unwrap_or_default();
        // Several at once are not each other's end.
        let aspect = call.aspect.as_deref().filter(|_| important.len() == 1);
        for text in important {
            let about = call.about.as_deref();
            let change = chronicle::important_event_of(self.state(), &text, about, aspect);
            self.settle("important_event", Ok(change))?;
        }
        if let Some(text) = call.milestone {
            let change = chronicle::milestone(self.state(), &text);
            self.settle("milestone", Ok(change))?;
        }
        if let Some(text) = call.campaign_summary_update {
            let change = chronicle::summary_rewritten(self.state(), &text);
            self.settle("campaign_summary_update", Ok(change))?;
        }
        for name in call.quests_added {
            let change = chronicle::quest_added(self.state(), &name);
            self.settle("quests_added", Ok(change))?;
        }
        for name in call.quests_completed {
            let closing = quest::complete(self.draft.game(), &name, self.draft.acting());
            self.settle("quests_completed", closing.map(|closing| closing.changes))?;
        }
        for name in call.npcs_met {
            let change = chronicle::npc_met(self.state(), &name);
            self.settle("npcs_met", Ok(change))?;
        }
        let plays_a_campaign = self.state().plot.is_some();
        let by_the_plot = |deed: &str| Refusal::new(format!("A campaign is played here: use advance_plot ({deed})."));
        if let Some(act) = call.act_advance {
            let change = match plays_a_campaign {
                true => Err(by_the_plot("take_exit")),
                false => chronicle::act_advanced(self.state(), i64::from(act)),
            };
            self.settle("act_advance", change)?;
        }
        if let Some(name) = call.story_beat_completed {
            let change = match plays_a_campaign {
                true => Err(by_the_plot("end_beat")),
                false => Ok(chronicle::beat_completed(self.state(), &name)),
            };
            self.settle("story_beat_completed", change)?;
        }
        Ok(())
    }
}
