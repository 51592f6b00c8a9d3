//! `query_campaign` and `advance_plot`: the campaign's texts, and the heroes' actions in it. Only sessions with a campaign have them.

use game::{
    Change, Refusal, RefusalReason, conditions,
    dice::{Goal, RollOutcome},
    listed,
    plot::FlagValue,
    rest, wording,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    campaign::{Course, Flag, NotPossible, Test},
    dm::{
        Draft, fight,
        plot::{self, Enacted, QuestionKind, TestRoll},
    },
};

/// Look up what the campaign says of a person, an act, a scene or a beat, up to where the heroes are.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryCampaign {
    /// What is asked about.
    pub query_type: CampaignPart,
    /// Its id or name, or the number of an act. Left out: the act, scene or beat that is played.
    #[serde(default)]
    pub id: Option<String>,
}

/// A part of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampaignPart {
    /// A person, with what they want and hide.
    Npc,
    /// An act.
    Act,
    /// A scene that was seen.
    Node,
    /// A beat that is in play or over.
    Beat,
}

/// What the heroes do in the campaign. Throws their dice, writes down what comes of it and the time it takes, and answers with
/// all of that and what is told.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvancePlot {
    /// What they do.
    pub action: PlotAction,
    /// The id of the thing, person, finding or exit; of a flag its name, in lower case with hyphens.
    #[serde(default)]
    pub target: Option<String>,
    /// ask: what they ask about, as they said it.
    #[serde(default)]
    pub about: Option<String>,
    /// handle: which of its verbs.
    #[serde(default)]
    pub verb: Option<String>,
    /// end_beat: whether it went well; if left out, as the ruling came out, or else true.
    #[serde(default)]
    pub success: Option<bool>,
    /// set_flag: its value; true if left out.
    #[serde(default)]
    pub value: Option<FlagValue>,
}

/// What heroes do in a campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlotAction {
    /// Look at a thing of the scene.
    Look,
    /// Look around for what takes a sharp eye.
    #[default]
    Search,
    /// Do with a thing what its verbs say.
    Handle,
    /// Ask somebody who is here.
    Ask,
    /// Try what the beat in play turns on.
    Attempt,
    /// Fight those of the beat in play.
    Fight,
    /// The beat in play is over, by whatever they did.
    EndBeat,
    /// They find something out in another way.
    Find,
    /// They decide something that will matter.
    SetFlag,
    /// They go on by an exit.
    TakeExit,
}

impl Tool for QueryCampaign {
    const NAME: &'static str = "query_campaign";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Turning the pages of the tale", "Read on in the tale");

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let package = draft.campaign()?;
        draft.look_ups().count_campaign()?;
        let about = match self.query_type {
            CampaignPart::Npc => QuestionKind::Npc,
            CampaignPart::Act => QuestionKind::Act,
            CampaignPart::Node => QuestionKind::Node,
            CampaignPart::Beat => QuestionKind::Beat,
        };
        let found = plot::answer(&package, draft.game(), about, self.id.as_deref())?;
        Ok(ToolOutput::found(found.to_string()))
    }
}

impl Tool for AdvancePlot {
    const NAME: &'static str = "advance_plot";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary {
        // A campaign that does not provide for the attempt is a result of the story, not a failed call.
        refused: "Saw that nothing comes of it",
        ..CallSummary::new("Seeing what comes of it", "The tale goes on")
    };
    const PUBLIC: PublicCall = PublicCall {
        input: &[],
        result: PublicResult::Fields(&["ok", "told", "found", "fight", "no_room_for", "thrown", "scene", "ending"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        draft.by_hand(Self::NAME)?;
        if draft.game().plot.as_ref().is_some_and(|plot| plot.ending.is_some()) {
            return Err(ToolError::Refused("The campaign is over; what happens now is the table's own.".into()));
        }
        let action = self.action;
        may_act(draft, action).inspect_err(|refusal| draft.note_refusal(refusal))?;
        let target = self.target(draft)?;
        let test = may_be_thrown_for(draft, action, &target)?;
        let about = self.about.unwrap_or_default();
        let flag = Flag { name: wording::name(&target).to_owned(), is: self.value.unwrap_or(FlagValue::Is(true)) };
        let well = self.success.or_else(|| draft.plot.ruled_well()).unwrap_or(true);
        match action {
            PlotAction::Handle => self.verb.as_deref().map_or(Ok(()), |verb| answers_to(draft, &target, verb))?,
            PlotAction::Attempt => draft.may_attempt()?,
            PlotAction::EndBeat => ends_as_ruled(draft, self.success)?,
            _ => {}
        }
        let (topic, others) =
            if action == PlotAction::Ask { topics(draft, &target, &about)? } else { Default::default() };
        if let Some(topic) = topic.as_ref().filter(|topic| draft.plot.was_answered(&target, topic)) {
            return asked_again(draft, &target, topic, &others);
        }
        let left = if action == PlotAction::TakeExit { plot::open_beats(draft)? } else { Vec::new() };
        let node = draft.game().plot.as_ref().map(|plot| plot.node.clone());
        let before = Before { node, others, left, is_question: action == PlotAction::Ask };
        let id = target.clone();
        let outcome = draft
            .enact(move |course, throw| match action {
                PlotAction::Look => course.look(&id, throw),
                PlotAction::Search => course.search(throw),
                PlotAction::Handle => course.handle(&id, throw),
                PlotAction::Ask => course.ask(&id, &about, throw),
                PlotAction::Attempt => course.attempt(throw),
                PlotAction::Fight => course.fight(),
                PlotAction::EndBeat => course.end(well, throw),
                PlotAction::Find => course.find(&id),
                PlotAction::SetFlag => {
                    course.set(flag);
                    Ok(())
                }
                PlotAction::TakeExit => course.leave(&id),
            })
            .await?;
        match outcome {
            Ok(enacted) => {
                match (action, test) {
                    (PlotAction::Attempt, _) => draft.attempted(),
                    (PlotAction::Handle, Some(test)) => draft.handled(target.clone(), test),
                    _ => {}
                }
                if let Some(topic) = topic.filter(|_| !enacted.told.is_empty()) {
                    draft.plot.answers(&target, topic);
                }
                answered(draft, enacted, before)
            }
            Err(no) => not_done(draft, action, &target, no),
        }
    }
}

impl AdvancePlot {
    /// The id of what the action is aimed at; empty for actions that need none.
    fn target(&self, draft: &Draft) -> Result<String, ToolError> {
        let mut target = self.target.as_deref().map(str::trim).unwrap_or_default().to_owned();
        if self.action == PlotAction::Ask {
            plot::one_person_is_meant(draft, &target)?;
            target = plot::person_called(draft, &target).unwrap_or(target);
            if let Some(name) = plot::dead_person(draft, &target) {
                return Err(ToolError::Refused(format!("{name} is dead and can't answer.")));
            }
        }
        let needs_none =
            matches!(self.action, PlotAction::Search | PlotAction::Attempt | PlotAction::Fight | PlotAction::EndBeat);
        if target.is_empty() && !needs_none {
            return Err(ToolError::Refused("Say which, by its id (target).".into()));
        }
        Ok(match self.action {
            PlotAction::Look | PlotAction::Handle => thing_id(draft, &target)?.unwrap_or(target),
            PlotAction::TakeExit => plot::exit_to(draft, &target).unwrap_or(target),
            _ => target,
        })
    }
}

/// Facts from before an action that are reported after it.
struct Before {
    /// The scene the heroes are in.
    node: Option<String>,
    /// Whether it was a question: then a living person's own words come first.
    is_question: bool,
    /// Other topics of the question.
    others: Vec<String>,
    /// The beats they leave behind if they go.
    left: Vec<Value>,
}

/// The answer to an action that was carried out.
fn answered(draft: &mut Draft, enacted: Enacted, before: Before) -> Result<ToolOutput, ToolError> {
    let (spoken, rest) = enacted.told.split_at(usize::from(before.is_question && !enacted.told.is_empty()));
    let without_dead = [spoken, &plot::without_dead(draft, rest)].concat();
    draft.told_without_dead = (without_dead != enacted.told).then_some(without_dead);
    let mut answer = told(draft, enacted);
    if !before.others.is_empty() {
        answer["also_asked_about"] = json!(before.others);
    }
    let plot = draft.game().plot.as_ref();
    let has_left = plot.is_some_and(|plot| plot.ending.is_some() || before.node.as_ref() != Some(&plot.node));
    if has_left && !before.left.is_empty() {
        answer["left_behind"] = json!(before.left);
    }
    if has_left {
        arrived(draft, &mut answer)?;
    }
    let found = ToolOutput::found(answer.to_string());
    // The model reads the whole text and which people to leave out of it; players read it without them.
    Ok(match &draft.told_without_dead {
        Some(told) => {
            answer["told"] = json!(told);
            found.with_public(AdvancePlot::PUBLIC.public_result(&answer.to_string()))
        }
        None => found,
    })
}

/// The answer to a further question of the turn about a topic that was answered: it is one topic, answered and counted once.
fn asked_again(draft: &Draft, person: &str, topic: &str, others: &[String]) -> Result<ToolOutput, ToolError> {
    let topics = open_topics(draft, person)?;
    let mut answer = json!({
        "ok": true, "told": [],
        "note": format!(
            "This is the topic “{topic}” again, which {person} has answered in this turn: nothing is added, and no time has \
             passed. They can speak of {topics}."
        ),
    });
    if !others.is_empty() {
        answer["also_asked_about"] = json!(others);
    }
    Ok(ToolOutput::found(answer.to_string()))
}

/// The answer to an action that the campaign refuses.
fn not_done(draft: &mut Draft, action: PlotAction, target: &str, no: NotPossible) -> Result<ToolOutput, ToolError> {
    if action == PlotAction::Search && matches!(no, NotPossible::Again) {
        let nothing = "Nothing more is to be found here by looking around; no time has passed.";
        let things = things_here(draft)?;
        return Ok(ToolOutput::found(json!({"ok": true, "told": [], "note": nothing, "look_at": things}).to_string()));
    }
    let topics = match (action, &no) {
        (PlotAction::Ask, NotPossible::Not(None) | NotPossible::Again) => open_topics(draft, target)?,
        _ => String::new(),
    };
    let refusal = refused(draft, action, target, no)?;
    draft.note_refusal(&refusal);
    let words = match topics.is_empty() {
        true => refusal.to_string(),
        false => format!("{refusal} They can speak of {topics}."),
    };
    let answer = ToolOutput::refused(words);
    // Players read only what the campaign tells them: the words for the model name ids, things and topics ahead.
    Ok(match refusal.reason() {
        Some(RefusalReason::NotYet { told }) => {
            answer.with_public(plot::without_dead(draft, std::slice::from_ref(told)).concat())
        }
        _ => answer,
    })
}

/// Adds who is in the scene the heroes came into, and the ways on from it.
fn arrived(draft: &Draft, answer: &mut Value) -> Result<(), Refusal> {
    let package = draft.campaign()?;
    let Some(course) = plot::course(&package, draft.game()) else { return Ok(()) };
    let people = course
        .people()
        .into_iter()
        .map(|person| json!({"id": person.id, "name": plot::name_now(draft.game(), person)}));
    answer["people"] = people.collect();
    let exits = course.node().into_iter().flat_map(|node| &node.exits).filter(|exit| course.exit(&exit.id).is_ok());
    answer["exits"] = exits.map(|exit| json!({"id": exit.id, "label": exit.label})).collect();
    Ok(())
}

/// The first word of the topic of a person that answers a question, and of each further topic that it is about.
fn topics(draft: &Draft, person: &str, question: &str) -> Result<(Option<String>, Vec<String>), Refusal> {
    let package = draft.campaign()?;
    let Some(course) = plot::course(&package, draft.game()) else { return Ok(Default::default()) };
    let topics = course.person(person).map(|person| course.topics(person, question)).unwrap_or_default();
    let mut topics = topics.into_iter().filter_map(|topic| topic.about.first().cloned());
    Ok((topics.next(), topics.collect()))
}

/// The first word of each topic a person can speak of now. Players must not read what they have not asked about.
fn open_topics(draft: &Draft, person: &str) -> Result<String, Refusal> {
    let package = draft.campaign()?;
    let Some(course) = plot::course(&package, draft.game()) else { return Ok(String::new()) };
    let topics = course.person(person).map(|person| course.open_topics(person).collect::<Vec<_>>()).unwrap_or_default();
    Ok(listed(topics.into_iter().filter_map(|topic| topic.about.first()).map(String::as_str)))
}

/// The ids of the scene's things.
fn things_here(draft: &Draft) -> Result<Vec<String>, Refusal> {
    let package = draft.campaign()?;
    let course = plot::course(&package, draft.game());
    let things = course.map(|course| course.things()).unwrap_or_default();
    Ok(things.iter().map(|(_, thing)| thing.id.clone()).collect())
}

/// The id of a thing of the scene that is meant by an id or a name.
fn thing_id(draft: &Draft, wanted: &str) -> Result<Option<String>, Refusal> {
    let package = draft.campaign()?;
    let course = plot::course(&package, draft.game());
    Ok(course.and_then(|course| course.thing(wanted).ok().map(|(_, thing)| thing.id.clone())))
}

/// Checks that someone is able to do this: the hero who acts, or for leaving the scene any hero; and that no one is dying if
/// it takes minutes. What the Dungeon Master writes down takes no one and no time.
fn may_act(draft: &Draft, action: PlotAction) -> Result<(), Refusal> {
    let acting = || conditions::can_act(draft.game().hero(draft.acting().as_str())?);
    match action {
        PlotAction::Look => {
            acting()?;
            draft.acting_hero_sees()
        }
        PlotAction::Search => {
            acting()?;
            draft.acting_hero_sees()?;
            rest::nobody_is_dying(draft.game())
        }
        PlotAction::Handle | PlotAction::Ask | PlotAction::Attempt => {
            acting()?;
            rest::nobody_is_dying(draft.game())
        }
        PlotAction::TakeExit => {
            conditions::can_any_act(draft.game(), draft.acting())?;
            draft.leaves_nobody_dying()
        }
        PlotAction::EndBeat => rest::nobody_is_dying(draft.game()),
        PlotAction::Fight | PlotAction::Find | PlotAction::SetFlag => Ok(()),
    }
}

/// Checks that what has a test may be thrown for: the rules judge did not find it impossible, and no other throw of this turn
/// was for what the hero does. Returns the test.
fn may_be_thrown_for(draft: &Draft, action: PlotAction, target: &str) -> Result<Option<Test>, Refusal> {
    let package = draft.campaign()?;
    let Some(course) = plot::course(&package, draft.game()) else { return Ok(None) };
    let test = match action {
        PlotAction::Attempt => course.beat().and_then(|beat| beat.test),
        PlotAction::Handle => course
            .things()
            .iter()
            .filter(|(beat, thing)| thing.id == target && !course.was_handled(beat, thing))
            .find_map(|(_, thing)| thing.handling.as_ref()?.test),
        _ => None,
    };
    let Some(test) = test else { return Ok(None) };
    if let Some(why) = draft.found_impossible() {
        return Err(Refusal::new(format!("The [ruling] of this turn is that it is impossible: {why}")));
    }
    draft.may_throw_for(test)?;
    if action == PlotAction::Handle {
        draft.may_handle(target)?;
    }
    Ok(Some(test))
}

/// Checks that a beat does not end otherwise than the rules judge's check of this turn came out, and fails by no other deed's.
fn ends_as_ruled(draft: &Draft, success: Option<bool>) -> Result<(), Refusal> {
    draft.plot.may_end(draft.scene_facts().and_then(|facts| facts.test), success)
}

/// Checks that a thing can be handled with this verb.
fn answers_to(draft: &Draft, target: &str, verb: &str) -> Result<(), Refusal> {
    let package = draft.campaign()?;
    let Some(course) = plot::course(&package, draft.game()) else { return Ok(()) };
    let things = course.things();
    let handling = things.iter().find(|(_, thing)| thing.id == target).and_then(|(_, thing)| thing.handling.as_ref());
    let verbs = handling.map(|handling| handling.verbs.as_slice()).unwrap_or_default();
    let verb = verb.trim();
    if verb.is_empty() || verbs.is_empty() || verbs.iter().any(|one| wording::same(one, verb)) {
        return Ok(());
    }
    let verbs = listed(verbs.iter().map(String::as_str));
    Err(Refusal::new(format!(
        "“{target}” answers to {verbs}. What comes of “{verb}” is yours to tell; the campaign has nothing for it."
    )))
}

/// The model's view of an action.
fn told(draft: &Draft, enacted: Enacted) -> Value {
    let Enacted { told, found, fight, thrown, left, changes } = enacted;
    let dead = plot::dead_in(draft, told.iter().chain(&found).map(String::as_str), &changes);
    let mut answer = json!({"ok": true, "told": told});
    if !dead.is_empty() {
        let names = listed(dead.iter().map(String::as_str));
        answer["dead"] = json!(format!("{names}: dead. Tell this without what the dead would do or say in it."));
    }
    if told.is_empty() && found.is_empty() && !thrown.is_empty() {
        answer["note"] = json!("Nothing is told of it, and it is not to be tried again.");
    }
    if !fight.is_empty() {
        fight::add_opening(draft, &mut answer);
    }
    let lists = [("found", found), ("fight", fight), ("no_room_for", left)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        answer[key] = json!(list);
    }
    written_down(draft, &changes, &mut answer);
    let throws: Vec<Value> = thrown
        .iter()
        .map(|TestRoll { what, total, goal: Goal { number, outcome }, .. }| match outcome {
            RollOutcome::Mixed => json!({"for": what, "total": total, "outcome": outcome.as_str()}),
            outcome => json!({"for": what, "total": total, "against": number, "success": outcome.is_good()}),
        })
        .collect();
    if !throws.is_empty() {
        answer["thrown"] = json!(throws);
    }
    if let Some(plot) = draft.game().plot.as_deref() {
        answer["scene"] = json!(plot.node);
        if let Some(ending) = &plot.ending {
            answer["ending"] = json!({"title": ending.title, "kind": ending.kind});
        }
    }
    answer
}

/// Adds the changes of an action to the answer.
fn written_down(draft: &Draft, changes: &[Change], answer: &mut Value) {
    let (mut minutes, mut copper, mut xp) = (0, 0, 0);
    let mut lists: Vec<(&str, Value)> = Vec::new();
    let mut beats: Vec<(&String, &str)> = Vec::new();
    for change in changes {
        match change {
            Change::TimePassed { minutes: passed, .. } => minutes += passed,
            Change::PurseChanged { delta_cp, .. } => copper += delta_cp,
            Change::XpGained { amount, .. } => xp = xp.max(*amount),
            Change::ItemGained { name, quantity: 1, .. } => lists.push(("gained", json!(name))),
            Change::ItemGained { name, quantity, .. } => lists.push(("gained", json!(format!("{quantity} × {name}")))),
            Change::NpcMet { name } => lists.push(("met", json!(as_written(draft, name)))),
            Change::BeatBegan { beat } => beats.push((beat, "began")),
            Change::BeatEnded { beat, well } => beats.push((beat, if *well { "went well" } else { "failed" })),
            Change::QuestGiven { name, .. } => lists.push(("quests", json!(format!("begun: {name}")))),
            Change::QuestCompleted { name, .. } => lists.push(("quests", json!(format!("done: {name}")))),
            Change::QuestFailed { name, .. } => lists.push(("quests", json!(format!("failed: {name}")))),
            Change::CreatureStayed { npc_id, .. } => lists.push(("stayed_behind", json!(npc_id))),
            Change::CreatureMet { npc_id } => lists.push(("there_again", json!(npc_id))),
            Change::DoomAdvanced { filled } => answer["doom"] = json!(filled),
            _ => {}
        }
    }
    // A beat that began and ended with the same action is listed as ended.
    let is_last = |at: usize| beats[at + 1..].iter().all(|(later, _)| *later != beats[at].0);
    let stand = beats.iter().enumerate().filter(|(at, _)| is_last(*at));
    lists.extend(stand.filter_map(|(_, (beat, is))| Some(("beats", plot::beat_in_words(draft, beat, is)?))));
    for (key, value) in lists {
        match answer[key].as_array_mut() {
            Some(list) => list.push(value),
            None => answer[key] = json!([value]),
        }
    }
    for (key, n) in [("xp", i64::from(xp)), ("minutes", i64::from(minutes))].into_iter().filter(|(_, n)| *n > 0) {
        answer[key] = json!(n);
    }
    if copper != 0 {
        answer["gold"] = json!(copper as f64 / 100.0);
    }
    if minutes > 0 {
        answer["time"] = json!(draft.game().clock.to_string());
    }
}

/// A name in the campaign's own spelling.
fn as_written(draft: &Draft, name: &str) -> String {
    let package = draft.campaign().ok();
    let person = package.as_ref().and_then(|it| it.people.iter().find(|person| wording::same(&person.name, name)));
    person.map_or_else(|| name.to_owned(), |person| person.name.clone())
}

/// The ids that an action can be for in the scene, in words.
fn possible_targets(course: &Course<'_>, action: PlotAction) -> String {
    match action {
        PlotAction::Look | PlotAction::Handle => listed(course.things().iter().map(|(_, thing)| thing.id.as_str())),
        PlotAction::Ask => listed(course.people().iter().map(|person| person.id.as_str())),
        PlotAction::Find => {
            let findings = course.node().into_iter().flat_map(|node| &node.beats).flat_map(|beat| &beat.findings);
            listed(
                findings
                    .filter(|finding| !course.progress().found.contains(&finding.id))
                    .map(|finding| finding.id.as_str()),
            )
        }
        PlotAction::TakeExit => {
            let exits = course.node().map(|node| node.exits.as_slice()).unwrap_or_default();
            listed(exits.iter().filter(|exit| course.exit(&exit.id).is_ok()).map(|exit| exit.id.as_str()))
        }
        _ => String::new(),
    }
}

/// Why it can't be done, with what can.
fn refused(draft: &Draft, action: PlotAction, target: &str, no: NotPossible) -> Result<Refusal, Refusal> {
    let package = draft.campaign()?;
    let none = || Refusal::new("This table plays no campaign.");
    let course = plot::course(&package, draft.game()).ok_or_else(none)?;
    let ids = possible_targets(&course, action);
    let reason = match (action, &no) {
        (PlotAction::Handle, NotPossible::Again) => Some(RefusalReason::Handled),
        (_, NotPossible::Not(Some(why))) => Some(RefusalReason::NotYet { told: why.clone() }),
        _ => None,
    };
    let words = match (action, no) {
        (PlotAction::Handle, NotPossible::Again) => format!("“{target}” was handled; there is no more to it."),
        (_, NotPossible::Not(Some(why))) => format!("Not yet. The players are told: {why}"),
        (PlotAction::Ask, NotPossible::Again) => "They have kept that to themselves, and still do.".to_owned(),
        (PlotAction::Ask, NotPossible::Not(None)) => {
            "Nothing they can speak of surely answers that; no time has passed. Ask again (about) with a plain word for it, as \
             query_campaign (npc) has them, or let them not know."
                .to_owned()
        }
        (PlotAction::TakeExit | PlotAction::Handle, NotPossible::Not(None)) => {
            format!("“{target}” can't be done yet; something has to come first. Open is {ids}.")
        }
        (PlotAction::Handle, NotPossible::Nothing) if course.things().iter().any(|(_, thing)| thing.id == target) => {
            format!("Nothing comes of handling “{target}”; it can only be looked at.")
        }
        (PlotAction::Look | PlotAction::Handle | PlotAction::Ask | PlotAction::TakeExit, _) => {
            format!("There is no “{target}” here; there is {ids}.")
        }
        (PlotAction::Find, _) => format!("This scene has no finding “{target}” left; there is {ids}."),
        (PlotAction::Attempt, NotPossible::Not(_)) => {
            "This beat turns on a fight, or on what you make of it: use fight or end_beat.".to_owned()
        }
        (PlotAction::Fight, _) => match course.fight_ahead() {
            Some(beat) if course.beat().is_some() => format!(
                "The fight “{}” comes after the beat in play. Call end_beat for that one first (success: false where it went \
                 wrong), then fight.",
                beat.id
            ),
            _ => "Nobody fights in this scene; bring foes in with start_combat.".to_owned(),
        },
        (PlotAction::Attempt, _) if draft.plot.ruled_well().is_some() => {
            "No beat is in play in this scene: tell what comes of it by the throw of the [ruling].".to_owned()
        }
        _ => "No beat is in play in this scene.".to_owned(),
    };
    Ok(match reason {
        Some(reason) => Refusal::because(reason, words),
        None => Refusal::new(words),
    })
}
