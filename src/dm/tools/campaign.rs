//! `query_campaign` and `advance_plot`: what the campaign says, and what the heroes do in it. Only a table that plays one has
//! them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{Answer, Tool, ToolError},
    campaign::{Flag, No},
    dm::{
        Draft,
        plot::{self, Enacted, Question, Thrown},
    },
    game::{
        Refusal,
        dice::{Goal, Outcome},
        listed,
        plot::FlagValue,
        wording,
    },
};

/// Look up what the campaign says of a person, an act, a scene or a beat, up to where the heroes are. What lies ahead is
/// refused.
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

/// What the heroes do in the campaign. Their dice are thrown where it takes a throw, what they find, win and decide is written
/// down, and the answer says what is told of it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvancePlot {
    /// What they do.
    pub action: PlotAction,
    /// look, handle: the thing. ask: the person. find: the finding. set_flag: the flag, in lower case with hyphens. take_exit:
    /// the exit. An id.
    #[serde(default)]
    pub target: Option<String>,
    /// ask: what they ask about, as they said it.
    #[serde(default)]
    pub about: Option<String>,
    /// end_beat: whether it went well; true if left out.
    #[serde(default)]
    pub success: Option<bool>,
    /// set_flag: its value; true if left out.
    #[serde(default)]
    pub value: Option<FlagValue>,
}

/// What heroes do in a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlotAction {
    /// Look at a thing of the scene.
    Look,
    /// Look around for what takes a sharp eye.
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
    /// They find something out by another way than foreseen.
    Find,
    /// They decide something that will matter.
    SetFlag,
    /// They go on by an exit.
    TakeExit,
}

impl Tool for QueryCampaign {
    const NAME: &'static str = "query_campaign";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let package = draft.campaign()?;
        draft.look_ups().count_campaign()?;
        let about = match self.query_type {
            CampaignPart::Npc => Question::Npc,
            CampaignPart::Act => Question::Act,
            CampaignPart::Node => Question::Node,
            CampaignPart::Beat => Question::Beat,
        };
        let found = plot::answer(&package, draft.game(), about, self.id.as_deref())?;
        Ok(Answer::found(found.to_string()))
    }
}

impl Tool for AdvancePlot {
    const NAME: &'static str = "advance_plot";
    type Context = Draft;

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        draft.by_hand(Self::NAME)?;
        if draft.game().plot.as_ref().is_some_and(|plot| plot.ending.is_some()) {
            return Err(ToolError::Refused("The campaign is over; what happens now is the table's own.".into()));
        }
        let target = self.target.as_deref().map(str::trim).unwrap_or_default().to_owned();
        let needs_target =
            !matches!(self.action, PlotAction::Search | PlotAction::Attempt | PlotAction::Fight | PlotAction::EndBeat);
        if needs_target && target.is_empty() {
            return Err(ToolError::Refused("Say which, by its id (target).".into()));
        }
        let (action, about) = (self.action, self.about.unwrap_or_default());
        let flag = Flag { name: wording::name(&target).to_owned(), is: self.value.unwrap_or(FlagValue::Is(true)) };
        let well = self.success.unwrap_or(true);
        let id = target.clone();
        let outcome = draft
            .enact(move |course, throw| match action {
                PlotAction::Look => course.look(&id, throw),
                PlotAction::Search => {
                    course.search(throw);
                    Ok(())
                }
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
            Ok(enacted) => Ok(Answer::found(told(draft, enacted).to_string())),
            Err(no) => Err(refused(draft, action, &target, no)?.into()),
        }
    }
}

/// What the model reads of a deed.
fn told(draft: &Draft, enacted: Enacted) -> Value {
    let Enacted { told, found, fight, thrown, left } = enacted;
    let mut answer = json!({"ok": true, "told": told});
    let lists = [("found", found), ("fight", fight), ("no_room_for", left)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        answer[key] = json!(list);
    }
    let throws: Vec<Value> = thrown
        .iter()
        .map(|Thrown { what, total, goal: Goal { number, outcome } }| match outcome {
            Outcome::Mixed => json!({"for": what, "total": total, "outcome": outcome.as_str()}),
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

/// Why it can't be done, with what can.
fn refused(draft: &Draft, action: PlotAction, target: &str, no: No) -> Result<Refusal, Refusal> {
    let package = draft.campaign()?;
    let none = || Refusal::new("This table plays no campaign.");
    let course = plot::course(&package, draft.game()).ok_or_else(none)?;
    let ids = match action {
        PlotAction::Look | PlotAction::Handle => listed(course.things().iter().map(|(_, thing)| thing.id.as_str())),
        PlotAction::Ask => listed(course.people().iter().map(|person| person.id.as_str())),
        PlotAction::TakeExit => {
            let exits = course.node().map(|node| node.exits.as_slice()).unwrap_or_default();
            listed(exits.iter().filter(|exit| course.exit(&exit.id).is_ok()).map(|exit| exit.id.as_str()))
        }
        _ => String::new(),
    };
    Ok(Refusal::new(match (action, no) {
        (PlotAction::Handle, No::Again) => format!("“{target}” was handled; there is no more to it."),
        (_, No::Not(Some(why))) => format!("Not yet. The players are told: {why}"),
        (PlotAction::Ask, No::Not(None)) => "They have no word for that, or will not say it.".to_owned(),
        (PlotAction::TakeExit | PlotAction::Handle, No::Not(None)) => {
            format!("“{target}” can't be done yet; something has to come first. Open is {ids}.")
        }
        (PlotAction::Handle, No::Nothing) if course.things().iter().any(|(_, thing)| thing.id == target) => {
            format!("Nothing comes of handling “{target}”; it can only be looked at.")
        }
        (PlotAction::Look | PlotAction::Handle | PlotAction::Ask | PlotAction::TakeExit, _) => {
            format!("There is no “{target}” here; there is {ids}.")
        }
        (PlotAction::Find, _) => format!("This scene has no finding “{target}”."),
        (PlotAction::Attempt, No::Not(_)) => {
            "This beat turns on a fight, or on what you make of it: use fight or end_beat.".to_owned()
        }
        (PlotAction::Fight, _) => "Nobody fights in the beat in play; bring foes in with start_combat.".to_owned(),
        _ => "No beat is in play in this scene.".to_owned(),
    }))
}
