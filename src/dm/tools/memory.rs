//! Tools for supporting NPCs and important events.

use std::{borrow::Cow, fmt::Write};

use game::{
    Change, Game, Refusal, State,
    creature::{self, Creature},
    id::kebab,
    journal::SupersededEvent,
    looked_up::{KnownPerson, LookedUp, PastEvent},
    party, person,
    story::{MAX_NOTES, NpcRole, SupportingNpc},
    wording::{self, cut, fold, same},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, PastQuery, plot, profile::ProfileInput, session_memory::denied},
};

use super::cuts::Cuts;

/// Maximum size of a section of an answer in bytes; further lines are left out and counted.
const MAX_SECTION: usize = 8_000;
/// The most turns an answer cites.
const MOST_FOUND: usize = 6;
/// The longest question to the past, in characters.
const MAX_QUERY: usize = 1_000;

/// Write down a person the story will come back to, no passer-by. A profile is written from what you say here; the same name
/// again adds to it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateSupportingNpc {
    /// Their name.
    #[schemars(length(max = wording::MAX_NAME))]
    pub name: String,
    /// What they are to the heroes: ally, rival, neutral, informant, merchant or quest_giver.
    pub role: String,
    /// Who they are and what just happened with them, in a few sentences.
    #[schemars(length(max = MAX_NOTES))]
    pub context: String,
    /// The one in the scene they are, who gets their name.
    #[serde(default)]
    pub npc_id: Option<String>,
    /// Where they are, if not with the heroes.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_LINE))]
    pub location: Option<String>,
    /// The stat block they fight with, such as "scout".
    #[serde(default)]
    pub combat_slug: Option<String>,
}

/// Look up what this session remembers: events recorded as important, supporting NPCs and, with a `query`, whatever was said,
/// told or written down in any turn so far, however long ago. Call it before you tell anything that leans on the past.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuerySessionMemory {
    /// "all" is both lists, "past" what the `query` finds and nothing else.
    #[serde(default)]
    #[schemars(extend("enum" = ["important_events", "supporting_npcs", "all", "past"]))]
    pub query_type: Option<String>,
    /// What you want to know of earlier turns, as a question or a few words that name who and what it is about.
    #[serde(default)]
    pub query: Option<String>,
    /// Only what this hero or NPC said, by name.
    #[serde(default)]
    pub said_by: Option<String>,
    /// Only what was on this day of the story.
    #[serde(default)]
    pub day: Option<u32>,
    /// How things stood after the turn of this number: who and what was where, who had what, what was promised. With a `query`
    /// only what has a word of it.
    #[serde(default)]
    pub as_of_turn: Option<u32>,
}

impl Tool for CreateSupportingNpc {
    const NAME: &'static str = "create_supporting_npc";
    type Context = Draft;
    const SUMMARY: CallSummary =
        CallSummary::new("Giving someone a name and a face", "Wrote down someone worth remembering");
    const PUBLIC: PublicCall =
        PublicCall { input: &["name", "role", "npc_id"], result: PublicResult::Fields(&["ok", "npc_id"]) };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        if wording::is_blank(&self.name) {
            return Err(ToolError::Refused("A supporting NPC needs a name.".into()));
        }
        person::is_no_hero(draft.game(), &self.name, self.stat_block().unwrap_or_default())?;
        let own = plot::own_person(draft, &self.name)?;
        let there = self.creature(draft.game())?.cloned();
        let known = own.as_ref().or_else(|| self.known(draft.game(), there.as_ref())).cloned();
        let new = || person::new(draft.game(), &self.name, |id| plot::is_id_of_a_person(draft, id));
        let (is_new, npc) = (known.is_none(), known.unwrap_or_else(new));
        if is_new && there.as_ref().is_none_or(|one| !one.is_dead()) {
            person::is_nobody_dead(draft.game(), &self.name, self.stat_block().unwrap_or_default())?;
        }
        let is_own = own.is_some();
        if let Some(creature) = &there {
            self.is_nobody_else(draft.game(), creature)?;
        }
        let leaves = self.leaves_for(draft.game(), there.as_ref(), is_own)?.map(str::to_owned);
        let identified = match &there {
            Some(creature) => self.identified(draft.game(), &npc, creature, is_own)?,
            None => None,
        };
        let mut answer = json!({"ok": true, "npc_id": npc.id});
        // The campaign's own people are not overwritten.
        if is_own {
            draft.record_all(identified)?;
            if self.place().is_some_and(|place| !person::may_be_here(draft.game(), place)) {
                answer["location"] = json!("The campaign says where they are; the place was not written down.");
            }
        } else {
            self.may_fight_as(draft.game(), &npc)?;
            let npc = self.record(draft, npc, is_new, there.as_ref()).await?;
            draft.record_all(identified)?;
            if let Some(remark) = self.fight_as(draft, &npc).await? {
                answer["numbers"] = json!(remark);
            }
            if let Some(place) = leaves {
                let game = draft.game();
                let gone = there.as_ref().and_then(|one| creature::find(game, one.id.as_str()).ok());
                let changes = person::goes_to(game, gone, person::find(game, npc.id.as_str()), &place)?;
                if gone.is_some() {
                    answer["left_the_scene_for"] = json!(wording::line(&place));
                }
                draft.record_all(changes)?;
            }
            let game = draft.game();
            if let Some(npc) = person::find(game, npc.id.as_str()).filter(|npc| !party::is_here(game, npc)) {
                answer["is_at"] = json!(person::place_of(game, npc));
            }
        }
        self.cuts().tell(draft, &mut answer);
        Ok(ToolOutput::done(answer.to_string()))
    }
}

impl CreateSupportingNpc {
    fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.note("name", &self.name, wording::MAX_NAME);
        cuts.note("context", &self.context, MAX_NOTES);
        cuts.note("location", self.location.as_deref().unwrap_or_default(), wording::MAX_LINE);
        cuts
    }

    /// The place that the call names, if it names one.
    fn place(&self) -> Option<&str> {
        self.location.as_deref().filter(|place| !wording::is_blank(place) && person::is_known_location(place))
    }

    /// The place that someone goes to: the one the call names, where the heroes are not.
    fn leaves_for(&self, state: &State, there: Option<&Creature>, is_own: bool) -> Result<Option<&str>, Refusal> {
        let place = self.place().filter(|place| !is_own && !person::may_be_here(state, place));
        match (there.filter(|one| !one.is_dead()), place) {
            (Some(one), Some(_)) if state.encounter.is_some() => {
                Err(Refusal::new(format!("{} can't leave during a fight. Omit `location`.", one.name)))
            }
            (None, _) if there.is_some() => Ok(None),
            (_, place) => Ok(place),
        }
    }

    /// Refuses a creature that got another person's name before.
    fn is_nobody_else(&self, state: &State, creature: &Creature) -> Result<(), Refusal> {
        let Some(other) = person::of(state, creature) else { return Ok(()) };
        // The id of the record renames the person, and so does one that is the creature's as well.
        let is_by_own_id =
            self.npc_id.as_deref().is_none_or(|id| wording::is_blank(id) || other.id.as_str() == id.trim());
        let is_called_so = person::find_written(state, &self.name).is_some_and(|named| named.id == other.id);
        if is_by_own_id || is_called_so {
            return Ok(());
        }
        let (id, shown, name) = (&creature.id, other.shown_name(), wording::name(&self.name));
        Err(Refusal::new(format!(
            "“{id}” is {shown} already, with the id “{}”. {name} is somebody else, or {shown} gets that name by update_npc.",
            other.id
        )))
    }

    /// The creature in the scene that is this person: by `npc_id`, else by name.
    fn creature<'g>(&self, game: &'g Game) -> Result<Option<&'g Creature>, Refusal> {
        let wanted = self.npc_id.as_deref().filter(|id| !wording::is_blank(id));
        let of_person = || {
            let npc = person::find_written(game, &self.name)?;
            game.creatures.iter().find(|one| person::is_of(one, npc))
        };
        let by_name = || game.creatures.iter().find(|one| same(&one.name, &wording::one_line(&self.name)));
        let of_name = || by_name().or_else(of_person).or_else(|| creature::called_with_title(game, &self.name, None));
        let Some(id) = wanted else { return Ok(of_name()) };
        match creature::find(game, id) {
            Ok(found) => Ok(Some(found)),
            Err(_) if person::find(game, id).is_some() => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// The existing record of this person: by `npc_id`, by the creature in the scene, or by name.
    fn known<'g>(&self, game: &'g Game, there: Option<&Creature>) -> Option<&'g SupportingNpc> {
        let by_id = self.npc_id.as_deref().and_then(|id| person::find(game, id));
        by_id.or_else(|| there.and_then(|one| person::of(game, one))).or_else(|| person::find_written(game, &self.name))
    }

    /// The change that makes a creature this person, if it is not yet.
    fn identified(
        &self,
        state: &State,
        npc: &SupportingNpc,
        creature: &Creature,
        is_own: bool,
    ) -> Result<Option<Change>, Refusal> {
        person::one_body(state, npc, creature)?;
        if let Some(other) = person::of(state, creature).filter(|other| other.id != npc.id) {
            let (id, other, name) = (&creature.id, other.shown_name(), npc.shown_name());
            return Err(Refusal::new(format!("“{id}” is {other}; {name} is somebody else.")));
        }
        let name = match self.npc_id.is_some() {
            true if is_own => npc.shown_name(),
            true => SupportingNpc::named(&self.name).shown_name(),
            false => creature.name.clone(),
        };
        let npc_id = Some(npc.id.clone());
        let is_so = creature.supporting_npc_id == npc_id && creature.name == name;
        (!is_so).then(|| creature::identified(state, creature, name, npc_id)).transpose()
    }

    /// The stat block that the call names, if it names one.
    fn stat_block(&self) -> Option<&str> {
        self.combat_slug.as_deref().filter(|slug| !wording::is_blank(slug))
    }

    /// Checks that a person's numbers can change now, if the call changes them.
    fn may_fight_as(&self, state: &State, npc: &SupportingNpc) -> Result<(), Refusal> {
        let Some(slug) = self.stat_block().map(kebab) else { return Ok(()) };
        let leave_out = "Leave combat_slug out, or give it";
        let name = npc.shown_name();
        let there = state.creatures.iter().find(|one| person::is_of(one, npc) && one.slug != slug);
        if there.is_some() && state.encounter.is_some() {
            return Err(Refusal::new(format!("Nobody's numbers change in a fight. {leave_out} once it is over.")));
        }
        match state.left_behind.iter().any(|left| person::is_of(&left.creature, npc) && left.creature.slug != slug) {
            true => Err(Refusal::new(format!(
                "{name} is elsewhere, with numbers of their own. {leave_out} when they are here."
            ))),
            false => Ok(()),
        }
    }

    /// Gives a person in the scene the numbers of the stat block that the call names; how hurt they are stays. Returns what the
    /// Dungeon Master should know about it.
    async fn fight_as(&self, draft: &mut Draft, npc: &SupportingNpc) -> Result<Option<String>, ToolError> {
        let Some(slug) = self.stat_block() else { return Ok(None) };
        let is_body = |one: &&Creature| person::is_of(one, npc) && !one.is_dead();
        let there = draft.game().creatures.iter().find(is_body).cloned();
        let Some(there) = there else { return Ok(draft.is_unknown_kind(slug)) };
        if draft.game().encounter.is_some() {
            return Ok(None);
        }
        let slug = kebab(slug);
        if there.slug == slug && there.stats.is_some() {
            return Ok(None);
        }
        let numbers = draft.numbers_of(&npc.shown_name(), &slug).await;
        if numbers.is_commoner_fallback(&slug) && there.stats.is_some() {
            let (name, kind) = (npc.shown_name(), &there.slug);
            return Ok(Some(format!("The rules know no {slug}: {name} keeps the numbers of a {kind}.")));
        }
        let mut creature = Creature { slug, stats: None, ..there.clone() };
        numbers.dress(&mut creature);
        let hp = i64::from(there.hp) * i64::from(creature.max_hp) / i64::from(there.max_hp.max(1));
        creature.hp = i32::try_from(hp).unwrap_or(1).clamp(1, creature.max_hp);
        draft.record_all([Change::CreatureLeft { npc_id: there.id }, Change::CreatureEntered { creature }])?;
        Ok(numbers.remark)
    }

    /// Creates or updates the record. An existing record keeps its place and notes unless the call gives new ones.
    async fn record(
        &self,
        draft: &mut Draft,
        known: SupportingNpc,
        is_new: bool,
        there: Option<&Creature>,
    ) -> Result<SupportingNpc, ToolError> {
        let here = draft.game().story.current_location.clone();
        let role = NpcRole::read(&self.role);
        let (name, context) = (wording::name(&self.name), self.context.as_str());
        let profile = draft.profile_of(&ProfileInput { name: &name, role, context, location: &here }).await;
        let mut npc = match self.npc_id.is_some() && !is_new {
            true => person::renamed(draft.game(), &known, &self.name)?,
            false => known,
        };
        npc.role = role;
        profile.fill(&mut npc, context);
        let said = self.place();
        let is_here = there.is_some_and(|one| !one.is_dead()).then_some(here.as_str());
        let told = profile.location.as_deref().filter(|place| person::is_known_location(place));
        let default = is_new.then(|| told.unwrap_or(&here));
        if let Some(place) = is_here.or(said).or(default) {
            npc.location = person::location_of(draft.game(), place);
        }
        if let Some(slug) = self.stat_block() {
            npc.combat_slug = Some(kebab(slug));
        }
        npc.dead |= there.is_some_and(Creature::is_dead);
        let written = Box::new(npc.clone());
        draft.record(match is_new {
            true => Change::SupportingNpcCreated { npc: written },
            false => Change::SupportingNpcUpdated { npc: written },
        })?;
        Ok(npc)
    }
}

impl QuerySessionMemory {
    /// The query of the past, secrets included.
    fn wanted(&self, query: &str) -> PastQuery {
        PastQuery {
            query: cut(query, MAX_QUERY).to_owned(),
            speaker: self.said_by.clone().filter(|name| !wording::is_blank(name)),
            day: self.day,
            after: None,
            before: self.as_of_turn.map(|turn| turn.saturating_add(1)),
            limit: MOST_FOUND,
            with_secrets: true,
            for_guests: false,
            each_speaker: true,
        }
    }
}

impl Tool for QuerySessionMemory {
    const NAME: &'static str = "query_session_memory";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Leafing back through the story", "Looked it up in the story so far");
    const PUBLIC: PublicCall =
        PublicCall { input: &["query_type", "query", "said_by", "day", "as_of_turn"], result: PublicResult::Whole };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let query = self.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let (state, as_of) = (draft.game(), self.as_of_turn);
        let query_type = self.query_type.as_deref().unwrap_or("all");
        let superseded = match query_type {
            "important_events" | "all" => draft.superseded().await,
            _ => Vec::new(),
        };
        let until = |index: usize| {
            let is_it = |ended: &&SupersededEvent| usize::try_from(ended.index).is_ok_and(|at| at == index);
            superseded.iter().find(is_it).map(|ended| ended.superseded_by.seq)
        };
        let as_put =
            |(index, event)| draft.corrections.lines(std::slice::from_ref(event)).pop().map(|put| (put, until(index)));
        let events: Vec<_> = state.important_events.iter().enumerate().filter_map(as_put).collect();
        let mut facts = LookedUp {
            events: events.iter().map(|(text, until)| PastEvent { text: text.to_string(), until: *until }).collect(),
            people: state.supporting_npcs.iter().map(|npc| KnownPerson::of(state, npc)).collect(),
            ..LookedUp::default()
        };
        let events = important_events(&events);
        let (people, as_seen) = supporting_npcs(state, query);
        // The model's text and the players' text.
        let (mut parts, mut public) = match query_type {
            "important_events" => (vec![events.clone()], vec![events]),
            "supporting_npcs" => (vec![people], vec![as_seen]),
            "all" => (vec![events.clone(), people], vec![events, as_seen]),
            "past" if query.is_some() || as_of.is_some() => (Vec::new(), Vec::new()),
            "past" => return Err(ToolError::Refused("Say in `query` what you want to know of the past.".into())),
            other => {
                return Err(ToolError::Refused(format!(
                    "There is no query_type “{other}”. Use important_events, supporting_npcs, all or past."
                )));
            }
        };
        if let Some(turn) = as_of {
            facts.was_at = draft.place_after(turn).await;
            let held = draft.facts_as_of(turn, query).await;
            public.push(held.clone());
            parts.push(held);
        }
        if let Some(query) = query {
            let wanted = self.wanted(query);
            let (as_seen, _) = draft.told_of_the_past(PastQuery { with_secrets: false, ..wanted.clone() }).await;
            let (told, retellings) = draft.told_of_the_past(wanted.clone()).await;
            (facts.deeds, facts.denial) = draft.past_deeds(wanted).await;
            let denied = facts.denial.as_ref().map(|denial| format!("{}\n", denied(denial))).unwrap_or_default();
            public.push(format!("{denied}{as_seen}"));
            parts.push(format!("{denied}{told}"));
            facts.retellings = retellings;
        }
        draft.looked_up = Some(facts);
        let (answer, public) = (parts.join("\n\n"), public.join("\n\n"));
        Ok(match answer == public {
            true => ToolOutput::found(answer),
            false => ToolOutput::found(answer).with_public(public),
        })
    }
}

/// The events that hold, the newest last, and then those that ended, each with the turn that contradicted it. If not all fit, the
/// oldest of those that ended are left out first.
fn important_events(events: &[(Cow<'_, str>, Option<u32>)]) -> String {
    if events.is_empty() {
        return "No important events have been recorded yet.".into();
    }
    let (ended, hold): (Vec<_>, Vec<_>) = events.iter().partition(|(_, until)| until.is_some());
    let hold: Vec<String> =
        (1..).zip(&hold).map(|(n, (event, _))| format!("{n}. {}", wording::one_line(event))).collect();
    let ended = ended.iter().filter_map(|(event, until)| Some((wording::one_line(event), (*until)?)));
    let ended: Vec<String> = ended.map(|(event, until)| format!("- until turn {until}: {event}")).collect();
    let n_told = n_that_fit(hold.iter().rev().chain(ended.iter().rev()));
    let (n_hold, n_ended) = (n_told.min(hold.len()), n_told.saturating_sub(hold.len()));
    let mut text = "IMPORTANT EVENTS:".to_owned();
    if n_told < events.len() {
        let _ = write!(text, "\n({} older ones are left out: ask with `query`.)", events.len() - n_told);
    }
    hold[hold.len() - n_hold..].iter().for_each(|line| text.extend(["\n", line]));
    if n_ended > 0 {
        text.push_str("\nNO LONGER SO:");
    }
    ended[ended.len() - n_ended..].iter().for_each(|line| text.extend(["\n", line]));
    text
}

/// The number of lines that fit into an answer, at least one.
fn n_that_fit<'l>(lines: impl Iterator<Item = &'l String>) -> usize {
    let mut n_bytes = 0;
    let fits = |(i, line): &(usize, &String)| {
        n_bytes += line.len();
        *i == 0 || n_bytes <= MAX_SECTION
    };
    lines.enumerate().take_while(fits).count()
}

/// One line for each person, as the Dungeon Master knows them and as players do. If not all fit, those named in the query come
/// first, then those who are here, then the most recently recorded.
fn supporting_npcs(state: &State, query: Option<&str>) -> (String, String) {
    if state.supporting_npcs.is_empty() {
        let nobody = "No supporting NPCs have been written down yet.";
        return (nobody.into(), nobody.into());
    }
    let asked = query.map(fold).unwrap_or_default();
    let asked: Vec<&str> = asked.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let named = |npc: &SupportingNpc| {
        let name = fold(&npc.name);
        let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        usize::from(words.clone().any(|word| asked.contains(&word)))
            + usize::from(words.all(|word| asked.contains(&word)))
    };
    let mut people: Vec<(usize, String)> =
        state.supporting_npcs.iter().map(|npc| in_a_line(state, npc)).enumerate().collect();
    people.sort_by_key(|(i, _)| {
        let npc = &state.supporting_npcs[*i];
        std::cmp::Reverse((named(npc), party::is_here(state, npc), *i))
    });
    let n_left_out = people.len() - n_that_fit(people.iter().map(|(_, line)| line));
    people.truncate(people.len() - n_left_out);
    people.sort_by_key(|(i, _)| *i);
    let section = |lines: &mut dyn Iterator<Item = String>| {
        let mut text = lines.fold("SUPPORTING NPCs:".to_owned(), |text, line| text + "\n" + &line);
        if n_left_out > 0 {
            let _ = write!(text, "\n({n_left_out} more are written down: ask with a name in `query`.)");
        }
        text
    };
    let as_seen = |i: usize| in_a_line(state, &state.supporting_npcs[i].as_players_see_them());
    (section(&mut people.iter().map(|(_, line)| line.clone())), section(&mut people.iter().map(|(i, _)| as_seen(*i))))
}

fn in_a_line(state: &State, npc: &SupportingNpc) -> String {
    let place = person::place_of(state, npc);
    let mut text = format!("{} [{}] ({place})", npc.shown_name(), npc.role.as_str());
    let facts = [
        ("appearance", npc.appearance.clone()),
        ("personality", npc.personality.clone()),
        ("wants", npc.motivations.join(", ")),
        ("notes", npc.notes.clone()),
        ("fights as", npc.combat_slug.clone().unwrap_or_default()),
    ];
    for (what, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) {
        let _ = write!(text, "; {what}: {fact}");
    }
    if npc.dead {
        text.push_str("; dead");
    }
    let _ = write!(text, "; id: {}", npc.id);
    // Older sessions may have written one person down twice.
    let doubles = state.supporting_npcs.iter().filter(|other| other.id != npc.id && same(&other.name, &npc.name));
    for double in doubles {
        let _ = write!(text, "; perhaps the same person as: {}", double.id);
    }
    wording::one_line(&text)
}
