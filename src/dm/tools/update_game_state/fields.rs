//! Applies a call field by field; impossible values are rejected with a reason.

use game::{
    Change, Refusal, State, armor,
    character::Character,
    chronicle,
    combat::{
        event,
        fighter::{FighterId, FighterRef},
    },
    command, conditions, experience,
    id::NpcId,
    inventory::{self, Item},
    item_phrase, quest, spells,
    story_fact::MAX_FACTS,
    wording,
};

use crate::{
    agent::{ToolError, ToolOutput},
    dm::{Draft, fight, plot, tools::cuts::ReportedCut},
};

use super::{Arrivals, MAX_THING, UpdateGameState, report::UpdateReport};

mod scene;

/// The most entries of all lists of one call.
pub(super) const MAX_ENTRIES: usize = 100;
/// The most minutes one turn takes: thirty days.
const MAX_MINUTES: u32 = 30 * 24 * 60;
/// The most gold one turn moves.
const MAX_GOLD: f64 = 1e6;

/// Applies every field of a call. The fields of the sheet come first, in the order things happen to a body.
pub(super) fn apply(call: UpdateGameState, arrivals: Arrivals, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
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
    let before = draft.game().hero(&hero)?.clone();
    let slots_need_a_name = spells::slots_need_a_name(draft.game());
    let (close, report) = (Vec::new(), UpdateReport::default());
    let mut fields = FieldUpdates { draft, hero, before, slots_need_a_name, arrivals, close, report };
    fields.body(&mut call)?;
    fields.pack(&mut call)?;
    fields.craft(&mut call)?;
    fields.scene(&mut call)?;
    fields.events(&mut call)?;
    fields.quests_and_people(&mut call)?;
    fields.facts(&call)?;
    fields.acts(&call)?;
    fields.arrived(&there);
    Ok(fields.report.into_answer())
}

struct FieldUpdates<'a> {
    draft: &'a mut Draft,
    hero: String,
    /// The hero as the call began.
    before: Character,
    /// Why no slot of an unnamed spell could be spent when the call began.
    slots_need_a_name: Result<(), Refusal>,
    arrivals: Arrivals,
    /// Those who came in within the acting hero's reach.
    close: Vec<NpcId>,
    report: UpdateReport,
}

impl FieldUpdates<'_> {
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
                Err(full) => self.report.refused(field, &full),
            },
            Err(refusal) => self.report.refused(field, &refusal),
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
            changes.iter_mut().for_each(|change| known.dress_those_of(change));
            if let Some(remark) = known.remark.clone() {
                self.report.dressed(field, remark);
            }
        }
        Ok(changes)
    }

    fn body(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        if call.hp_delta.is_some()
            && let Err(refusal) = self.draft.may_change_hit_points()
        {
            call.hp_delta = None;
            self.report.refused("hp_delta", &refusal);
        }
        if let Some(delta) = call.hp_delta {
            self.hit_points(delta)?;
        }
        for name in &call.conditions_added {
            let named = self.text("conditions_added", name, wording::MAX_NAME);
            let hero = self.hero()?;
            let changes = named.and_then(|()| conditions::add(hero, name));
            self.settle("conditions_added", changes)?;
        }
        let who = FighterId::Hero(self.hero()?.id.clone());
        if !call.conditions_added.is_empty() {
            let ((), events) = self.draft.by_rules(|bout| command::shaken(bout, &who, 0))?;
            self.report.happened(event::lines(&events));
        }
        for name in &call.conditions_removed {
            match conditions::find(&self.hero()?.conditions, name, &self.hero()?.name) {
                Ok(name) => {
                    let ((), events) = self.draft.by_rules(|bout| command::end_condition(bout, &who, &name))?;
                    self.report.happened(event::lines(&events));
                    self.report.applied("conditions_removed");
                }
                Err(refusal) => self.report.refused("conditions_removed", &refusal),
            }
        }
        Ok(())
    }

    /// Damages or heals by the rules, including falling, death saving throws and death.
    fn hit_points(&mut self, delta: i32) -> Result<(), Refusal> {
        let points = |hero: &Character| i64::from(hero.current_hp) + i64::from(hero.temp_hp);
        let before = points(self.hero()?);
        let hero = self.hero.clone();
        let in_time = self.draft.heals_in_seconds(&FighterId::Hero(self.hero()?.id.clone()), delta);
        let changed =
            in_time.and_then(|()| self.draft.by_rules(|bout| command::change_hit_points(bout, &hero, delta, None)));
        match changed {
            Ok((_, events)) => {
                self.report.applied("hp_delta");
                self.report.happened(event::lines(&events));
            }
            Err(refusal) => {
                self.report.refused("hp_delta", &refusal);
                return Ok(());
            }
        }
        let hero = self.hero()?;
        if points(hero) - before != i64::from(delta) {
            let most = FighterRef::Hero(hero).max_hp();
            let reason = format!("{} has {} of {most} hit points now.", hero.name, hero.current_hp);
            self.report.clamped("hp_delta", reason);
        }
        Ok(())
    }

    fn pack(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        let before = self.hero()?.inventory.clone();
        let carried = |pack: &[Item], name: &str| {
            pack.iter().find(|item| wording::same(&item.name, name)).map_or(0, |item| item.quantity)
        };
        for entry in &call.items_gained {
            self.bounded("items_gained", entry, MAX_THING);
            let entry = wording::cut(entry, MAX_THING);
            let gained = item_phrase::gained(self.hero()?, entry);
            let outcome = gained
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|it| Ok(inventory::gain_thing(self.hero()?, &it.name, it.quantity)));
            self.settle("items_gained", outcome)?;
            let Ok(gained) = gained else { continue };
            let name = gained.name;
            if gained.is_guess {
                let reason = format!("“{entry}” was taken for 1 × {name}; say how many, as “3 x {name}”.");
                self.report.clamped("items_gained", reason);
            }
            let is_worn =
                self.hero()?.inventory.iter().any(|it| it.equipped == Some(true) && wording::same(&it.name, &name));
            if armor::is_armor(&name) && !is_worn {
                let reason =
                    format!("{name} is in the pack and not worn; apply_state_commands (item, equip) puts it on.");
                self.report.clamped("items_gained", reason);
            }
        }
        for entry in &call.items_lost {
            let outcome = self.lost(entry);
            self.settle("items_lost", outcome)?;
        }
        let mut armed: Vec<String> = Vec::new();
        for weapon in std::mem::take(&mut call.weapons_gained) {
            // A weapon that the same call puts into the pack is one thing.
            let n_came = carried(&self.hero()?.inventory, &weapon.name).saturating_sub(carried(&before, &weapon.name));
            let has_come = n_came as usize > armed.iter().filter(|name| wording::same(name, &weapon.name)).count();
            armed.push(weapon.name.clone());
            self.bounded("weapons_gained", &weapon.name, wording::MAX_NAME);
            let outcome = match wording::is_blank(&weapon.name) {
                true => Err(Refusal::new("A weapon needs a name.")),
                false => inventory::gain_weapon(self.hero()?, weapon.into(), has_come),
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

    /// The changes that take something out of the pack. NPCs that speak for themselves don't see into it, and don't learn what
    /// there is instead.
    fn lost(&self, name: &str) -> Result<Vec<Change>, Refusal> {
        let hero = self.hero()?;
        inventory::lose(hero, name, None).map_err(|refusal| match self.draft.voice() {
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
            let hero = self.hero()?;
            let changes = match hero.dead {
                true => Err(Refusal::new(format!("{} is dead and earns nothing.", hero.name))),
                false => Ok(experience::gain(hero, amount)),
            };
            self.settle("xp_gained", changes)?;
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
            // A hero may have cast a spell before the call's damage came.
            let spent = spells::use_slots(&self.before, level, used);
            let named = if self.spends_more(level, used) { self.slots_need_a_name.clone() } else { Ok(()) };
            match spent.and_then(|spent| named.map(|()| spent)) {
                Ok((change, clamped)) => {
                    self.settle("spell_slots_used", Ok([change]))?;
                    if clamped {
                        let reason = format!("Slots of level {level} were held between none and all of them.");
                        self.report.clamped("spell_slots_used", reason);
                    }
                }
                Err(refusal) => self.report.refused("spell_slots_used", &refusal),
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

    /// Whether more slots of a level are spent after a call than before.
    fn spends_more(&self, level: u8, used: i32) -> bool {
        let slots = self.before.spellcasting.as_ref().and_then(|casting| casting.slots.get(&level));
        slots.is_some_and(|slots| used > i32::from(slots.used))
    }

    /// Reports a text that is too long and will be cut.
    fn bounded(&mut self, field: &'static str, text: &str, most: usize) {
        if let Some(notice) = wording::cut_notice(text, most) {
            self.report.clamped(field, notice);
            self.draft.reported_cuts.push(ReportedCut::of(field, text));
        }
    }

    /// A non-blank text as a line.
    fn line(&mut self, field: &'static str, text: &str) -> Result<(), Refusal> {
        self.text(field, text, wording::MAX_LINE)
    }

    /// A non-blank text of at most `most` characters; what is cut is reported.
    fn text(&mut self, field: &'static str, text: &str, most: usize) -> Result<(), Refusal> {
        if wording::is_blank(text) {
            return Err(Refusal::new("It is blank: say what happened, or leave the field out."));
        }
        self.bounded(field, text, most);
        Ok(())
    }

    /// Lets those who came in begin a fight, or join the one there is.
    fn arrived(&mut self, there: &[NpcId]) {
        let came = self.draft.game().creatures.iter().filter(|one| !there.contains(&one.id));
        let came: Vec<NpcId> = came.map(|one| one.id.clone()).collect();
        let is_new = |id: &&NpcId| !self.report.met().contains(id);
        let created: Vec<NpcId> = came.iter().filter(is_new).cloned().collect();
        self.report.created(created);
        let from = self.draft.n_events();
        match fight::open_by_arrival(self.draft, &came, &self.close) {
            Ok(()) => {
                let next = fight::goes_on(self.draft).filter(|_| !self.draft.fights());
                self.report.fight(event::lines(self.draft.events_since(from)), next);
            }
            Err(refusal) => self.report.refused("npcs_to_create", &refusal),
        }
    }

    /// Events for later prompts.
    fn events(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        for text in call.notable_event.take().map(super::OneOrMany::into_vec).unwrap_or_default() {
            let event = self.line("notable_event", &text);
            let change = event.map(|()| chronicle::recent_event(self.state(), &text));
            self.settle("notable_event", change)?;
        }
        let important = call.important_event.take().map(super::OneOrMany::into_vec).unwrap_or_default();
        // Several at once are not each other's end.
        let aspect = call.aspect.as_deref().filter(|_| important.len() == 1);
        for (field, text) in [("about", &call.about), ("aspect", &call.aspect)] {
            self.bounded(field, text.as_deref().unwrap_or_default(), wording::MAX_NAME);
        }
        for text in important {
            let event = self.line("important_event", &text);
            let about = call.about.as_deref();
            let change = event.map(|()| chronicle::important_event_of(self.state(), &text, about, aspect));
            self.settle("important_event", change)?;
        }
        if let Some(text) = &call.milestone {
            let event = self.line("milestone", text);
            let change = event.map(|()| chronicle::milestone(self.state(), text));
            self.settle("milestone", change)?;
        }
        if let Some(text) = &call.campaign_summary_update {
            let summary = self.text("campaign_summary_update", text, wording::MAX_SUMMARY);
            let change = summary.map(|()| chronicle::summary_rewritten(self.state(), text));
            self.settle("campaign_summary_update", change)?;
        }
        Ok(())
    }

    fn quests_and_people(&mut self, call: &mut UpdateGameState) -> Result<(), Refusal> {
        for name in std::mem::take(&mut call.quests_added) {
            let named = self.text("quests_added", &name, wording::MAX_NAME);
            let change = named.map(|()| chronicle::quest_added(self.state(), &name));
            self.settle("quests_added", change)?;
        }
        for name in std::mem::take(&mut call.quests_completed) {
            let closing = match plot::is_quest_of_an_act(self.draft, &name) {
                true => Err(Refusal::new("The campaign closes that quest by itself when the act is over.")),
                false => quest::complete(self.draft.game(), &name, self.draft.acting()),
            };
            self.settle("quests_completed", closing.map(|closing| closing.changes))?;
        }
        for name in std::mem::take(&mut call.npcs_met) {
            let named = self.text("npcs_met", &name, wording::MAX_NAME);
            let own = named.and_then(|()| plot::own_person(self.draft, &name));
            let change = own.map(|own| {
                let name = own.map_or(name, |npc| npc.shown_name());
                chronicle::npc_met(self.state(), &name)
            });
            self.settle("npcs_met", change)?;
        }
        Ok(())
    }

    fn facts(&mut self, call: &UpdateGameState) -> Result<(), Refusal> {
        for fact in call.facts.iter().take(MAX_FACTS) {
            self.draft.record(Change::FactNoted { fact: fact.in_lines() })?;
        }
        Ok(())
    }

    /// The acts of free play; a campaign goes on by its plot.
    fn acts(&mut self, call: &UpdateGameState) -> Result<(), Refusal> {
        let plays_a_campaign = self.state().plot.is_some();
        let by_the_plot = |deed: &str| Refusal::new(format!("A campaign is played here: use advance_plot ({deed})."));
        if let Some(act) = call.act_advance {
            let change = match plays_a_campaign {
                true => Err(by_the_plot("take_exit")),
                false => chronicle::act_advanced(self.state(), i64::from(act)),
            };
            self.settle("act_advance", change)?;
        }
        if let Some(name) = &call.story_beat_completed {
            let change = match plays_a_campaign {
                true => Err(by_the_plot("end_beat")),
                false => self
                    .text("story_beat_completed", name, wording::MAX_NAME)
                    .map(|()| chronicle::beat_completed(self.state(), name)),
            };
            self.settle("story_beat_completed", change)?;
        }
        Ok(())
    }
}
