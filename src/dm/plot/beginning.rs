//! The start of a session with a campaign.

use game::{
    Game, GameSettings, Refusal, Session, SessionHead, State,
    character::Character,
    clock::Clock,
    id::{PlaceId, SessionId},
    place::{Danger, Place, PlaceSecret},
    plot::{ActNow, DoomClock, PlayedCampaign, Plot},
    quest,
    story::Story,
};

use crate::{
    campaign::{CampaignPackage, Course},
    dm::{Tables, campaigns::Chosen},
};

use jiff::Timestamp;
use uuid::Uuid;

use super::record;

impl Tables {
    /// A new session that plays a campaign, at its first node. It isn't saved; its package must be stored before it.
    ///
    /// # Errors
    /// The campaign can't be begun, as one that has no node.
    pub fn new_campaign(
        &self,
        owner: String,
        title: Option<String>,
        heroes: Vec<Character>,
        settings: GameSettings,
        chosen: &Chosen,
    ) -> Result<Session, Refusal> {
        let title = title.unwrap_or_else(|| chosen.package.title.clone());
        let head = SessionHead::begin(SessionId::from(Uuid::now_v7().to_string()), owner, title, Timestamp::now());
        let game = begin(chosen, heroes, settings, self.seeds().first())?;
        Ok(Session { head, game })
    }
}

fn begin(chosen: &Chosen, heroes: Vec<Character>, settings: GameSettings, seed: [u8; 32]) -> Result<Game, Refusal> {
    let package = &chosen.package;
    let start = package.start().zip(package.acts.first());
    let (node, act) = start.ok_or_else(|| Refusal::new("This campaign has no node to begin in."))?;
    let story = Story {
        current_location: node.location.clone(),
        background: package.blurb.clone(),
        current_act: 1,
        ..Story::default()
    };
    let plot = Plot {
        campaign: PlayedCampaign {
            slug: package.slug.clone(),
            title: package.title.clone(),
            digest: chosen.kept.digest().to_owned(),
        },
        act: ActNow { id: act.id.clone(), number: 1, title: act.title.clone(), objective: act.objective.clone() },
        node: node.id.clone(),
        beat: None,
        fight: None,
        visited: Vec::new(),
        done: Default::default(),
        failed: Default::default(),
        found: Vec::new(),
        flags: Default::default(),
        doom: package.doom.as_ref().map(|doom| DoomClock {
            title: doom.title.clone(),
            filled: 0,
            segments: doom.segments,
        }),
        came: Default::default(),
        strayed: 0,
        ending: None,
    };
    let settings = GameSettings { language: settings.language.or_else(|| chosen.language()), ..settings };
    let clock = Clock::default();
    let clock = Clock { hour: package.setting.hour.unwrap_or(clock.hour).min(23), ..clock };
    let plot = Some(Box::new(plot));
    let state = State { plot, clock, map: map(package), ..State::start(story, heroes, seed) };
    let mut game = Game::new(state.with_settings(settings));
    game.apply(&quest::give(&game, &record::quest_of(act))?)?;
    let acting = game.characters.first().map(|hero| hero.id.clone());
    let acting = acting.ok_or_else(|| Refusal::new("Nobody sits at the table."))?;
    let written = record::write_down(&game, package, Course::begin(package).finish().1, &acting)?;
    let scene = written.told.join("\n\n");
    let game = written.game.unwrap_or(game);
    let story = Story { current_scene: scene, ..game.story.clone() };
    Ok(Game::new(State { story, ..State::clone(&game) }))
}

/// The map of a campaign that has one.
fn map(package: &CampaignPackage) -> Vec<Place> {
    let place = |place: &crate::campaign::CampaignPlace| Place {
        id: PlaceId::from(place.id.as_str()),
        name: place.name.clone(),
        description: place.shown.clone(),
        danger: Some(danger(place.danger)),
        ways: place.roads.iter().map(|road| PlaceId::from(road.to.as_str())).collect(),
        secrets: place.secrets.iter().map(|text| PlaceSecret { text: text.clone(), found: false }).collect(),
        notes: String::new(),
        visited: false,
    };
    package.places.iter().map(place).collect()
}

/// A place's danger, written as a number from 0 to 5.
fn danger(written: u8) -> Danger {
    match written {
        0 => Danger::Safe,
        1 => Danger::Low,
        2 => Danger::Moderate,
        3 | 4 => Danger::High,
        _ => Danger::Extreme,
    }
}
