//! `update_location` and `travel`: the map, and journeys on it.

use game::{
    Change,
    combat::event,
    conditions,
    id::NpcId,
    place::{self, Danger, Drawing},
    wording::MAX_LINE,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, MustRead, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{
        Draft, fight,
        plot::{self, DestinationLookup},
    },
};

use super::{
    campaign::{AdvancePlot, PlotAction},
    cuts::Cuts,
};

/// Minutes on the way where nothing is said of them.
const MINUTES: u32 = 10;
/// The longest way: thirty days.
const MAX_MINUTES: u32 = 30 * 24 * 60;

/// Draw a place on the map, or change what stands there: what one sees, how dangerous it is, where ways lead, what is hidden.
/// Only you see the map; the players know a place once it is known, and a secret once it is found. From a place with ways one
/// gets only where they lead. Draw what shall hold later; a place that is only mentioned needs no map.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateLocation {
    /// Its id, or its name; a name the map hasn't is a new place. Where the heroes are, if left out.
    #[serde(default)]
    #[schemars(length(max = MAX_LINE))]
    pub place: Option<String>,
    /// What one sees there, in a sentence or two.
    #[serde(default)]
    #[schemars(length(max = MAX_LINE))]
    pub description: Option<String>,
    /// How dangerous it is.
    #[serde(default)]
    pub danger: Option<Danger>,
    /// Places it has ways to, there and back; ids, or names of new places.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_LINE)))]
    pub ways_to: Vec<String>,
    /// Places there is no way to any more.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_LINE)))]
    pub no_way_to: Vec<String>,
    /// What is hidden there, in addition; each in a sentence.
    #[serde(default)]
    #[schemars(inner(length(max = MAX_LINE)))]
    pub secrets: Vec<String>,
    /// Numbers of secrets the heroes have found out; the players read them.
    #[serde(default)]
    pub secrets_found: Vec<u32>,
    /// How things stand there, for you alone; takes the place of earlier notes.
    #[serde(default)]
    #[schemars(length(max = MAX_LINE))]
    pub notes: Option<String>,
    /// True when the heroes know of it now.
    #[serde(default)]
    pub known: bool,
}

/// The heroes go to another place with their companions, whether a map has it or not; time passes on the way. Use it rather
/// than `location_changed` of update_game_state, which is for where they get without going. Whoever else is in the scene stays
/// where they are and is there again later. Refused where no way leads from the place they are at.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Travel {
    /// The id or name of the place.
    #[schemars(length(max = MAX_LINE))]
    pub to: String,
    /// Minutes on the way; ten if left out.
    #[serde(default)]
    pub minutes: Option<u32>,
    /// Ids of those in the scene who come along, beside companions.
    #[serde(default)]
    pub with: Vec<String>,
}

impl Tool for UpdateLocation {
    const NAME: &'static str = "update_location";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Drawing on the map", "Drew on the map");

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let here = || place::here(draft.game()).map(|here| here.id.to_string());
        let location = || draft.game().story.current_location.clone();
        let place = self.place.filter(|name| !name.trim().is_empty()).or_else(here).unwrap_or_else(location);
        let drawing = Drawing {
            place: &place,
            description: self.description.as_deref(),
            danger: self.danger,
            ways_to: &self.ways_to,
            no_way_to: &self.no_way_to,
            secrets: &self.secrets,
            notes: self.notes.as_deref(),
            is_known: self.known,
        };
        draft.record_all(place::draw(draft.game(), &drawing)?)?;
        let mut cuts = Cuts::default();
        cuts.note("description", drawing.description.unwrap_or_default(), MAX_LINE);
        cuts.note("notes", drawing.notes.unwrap_or_default(), MAX_LINE);
        for text in drawing.secrets {
            cuts.note("secrets", text, MAX_LINE);
        }
        cuts.note_blanks("secrets", drawing.secrets);
        let mut rejected = Vec::new();
        for n in &self.secrets_found {
            match place::find_secret(draft.game(), Some(&place), &n.to_string()) {
                Ok(change) => draft.record(change)?,
                Err(refusal) => rejected.push(refusal.to_string()),
            }
        }
        let drawn =
            place::find(draft.game(), &place).ok_or_else(|| ToolError::Refused("There is no such place.".into()))?;
        let mut answer = json!({"ok": true, "id": drawn.id, "ways": drawn.ways, "secrets": drawn.secrets.len()});
        cuts.tell(draft, &mut answer);
        let is_rejected = !rejected.is_empty();
        if is_rejected {
            answer["rejected"] = json!(rejected);
        }
        Ok(ToolOutput::partly_rejected(answer.to_string(), is_rejected))
    }
}

impl Tool for Travel {
    const NAME: &'static str = "travel";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("On the way", "Went on");
    const PUBLIC: PublicCall = PublicCall {
        input: &["to", "minutes", "with"],
        result: PublicResult::Fields(&["ok", "location", "time", "came_along", "stayed", "met", "told", "fight"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        draft.by_hand(Self::NAME)?;
        if self.to.trim().is_empty() {
            return Err(ToolError::Refused("Say where they go.".into()));
        }
        conditions::can_any_act(draft.game(), draft.acting())?;
        draft.leaves_nobody_dying()?;
        match plot::wanted(draft, &self.to).transpose()? {
            Some(DestinationLookup::By(exit)) => return leave(draft, exit).await,
            Some(DestinationLookup::Here) => return Err(ToolError::Refused("The heroes are there already.".into())),
            None => {}
        }
        let going = place::go(draft.game(), &self.to, &self.with)?;
        if going.changes.is_empty() {
            return Err(ToolError::Refused("The heroes are there already.".into()));
        }
        let minutes = self.minutes.unwrap_or(MINUTES).min(MAX_MINUTES);
        let now = draft.game().clock.after(minutes);
        let passed = (minutes > 0).then_some(Change::TimePassed { minutes, now });
        draft.record_all(passed.into_iter().chain(going.changes))?;
        let story = &draft.game().story;
        let mut answer = json!({"ok": true, "location": story.current_location, "time": now.to_string()});
        for (key, who) in [("came_along", &going.along), ("stayed", &going.stayed), ("met", &going.met)] {
            if !who.is_empty() {
                answer[key] = json!(who);
            }
        }
        let lines = met(draft, &going.met)?;
        let must_be_read = match (lines.is_empty(), going.met.is_empty()) {
            (false, _) => MustRead::Yes,
            (true, false) => MustRead::UnlessTold,
            (true, true) => MustRead::No,
        };
        if !lines.is_empty() {
            answer["fight"] = json!(lines);
            fight::add_opening(draft, &mut answer);
        }
        Ok(ToolOutput { text: answer.to_string(), must_be_read, is_error: false, public: None })
    }
}

/// Takes the exit of a campaign's scene that leads to the destination.
async fn leave(draft: &mut Draft, exit: String) -> Result<ToolOutput, ToolError> {
    let input = AdvancePlot { action: PlotAction::TakeExit, target: Some(exit), ..AdvancePlot::default() };
    input.run(draft).await
}

/// Lets those who are met again begin a fight, if they are hostile; returns its narration.
fn met(draft: &mut Draft, who: &[NpcId]) -> Result<Vec<String>, ToolError> {
    let from = draft.n_events();
    fight::open_by_arrival(draft, who, &[])?;
    Ok(event::lines(draft.events_since(from)))
}
