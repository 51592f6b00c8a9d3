//! The progress in a campaign as players may see it.

use std::collections::BTreeSet;

use game::{
    Game,
    id::{NpcId, SessionId},
    turn_stack::ResponseType,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    campaign::{self, CampaignPackage, Course, NotPossible, Pointer, Scope, Web},
    dm::Tables,
    store,
};

use super::record::{known_as, name_now};

/// The progress in a campaign as players know it, and their options.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlotNow {
    /// The goal of the current beat, else of the act.
    pub objective: String,
    pub awaits: Awaits,
    /// Things to do, as players would say them.
    pub offers: Vec<String>,
    /// The ways on that they know.
    pub exits: Vec<WayOn>,
    /// The scenes they have seen, and the ways between them.
    pub map: Web,
    /// Known targets of findings.
    pub leads: Vec<Lead>,
    /// The people of the campaign they have met.
    pub people: Vec<Acquaintance>,
}

/// A finding's target that the heroes have seen or met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Lead {
    /// The finding's id.
    pub finding: String,
    /// The title of the scene, or the name of the person.
    pub to: String,
}

/// A person of the campaign that the heroes have met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acquaintance {
    /// Their id in the journal and in the scene.
    pub npc_id: NpcId,
    /// Their id for the campaign's assets, such as the portrait.
    pub person: String,
    /// Whether they died.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
}

/// What the story waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Awaits {
    /// That a way is chosen.
    Choice,
    /// Whatever the heroes do.
    FreeText,
    /// That they go on by the only way.
    Continue,
    /// How a fight comes out.
    CombatResult,
    /// How dice fall.
    DiceResult,
}

/// A way on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WayOn {
    /// Its id.
    pub id: String,
    pub label: String,
    /// Whether it can be taken.
    pub open: bool,
}

impl Tables {
    /// The progress of a session in its campaign; none in free play.
    ///
    /// # Errors
    /// The store failed, or has no such session.
    pub async fn plot(&self, session: &SessionId) -> Result<Option<PlotNow>, store::Error> {
        let game = self.store().load(session).await?.game;
        let package = self.packages().of(&**self.store(), &game).await?;
        Ok(package.and_then(|package| now(&package, &game)))
    }

    /// The scenes a session's heroes have seen, drawn as SVG; none if it plays no campaign.
    ///
    /// # Errors
    /// As [`Tables::plot`].
    pub async fn plot_map(&self, session: &SessionId) -> Result<Option<String>, store::Error> {
        let game = self.store().load(session).await?.game;
        let package = self.packages().of(&**self.store(), &game).await?;
        Ok(package.map(|package| campaign::svg(&package, Scope::Seen(&seen(&game)))))
    }
}

fn seen(game: &Game) -> BTreeSet<String> {
    game.plot.iter().flat_map(|plot| &plot.visited).map(|seen| seen.id.clone()).collect()
}

fn now(package: &CampaignPackage, game: &Game) -> Option<PlotNow> {
    let (plot, course) = (game.plot.as_deref()?, super::course(package, game)?);
    let map = Web::of(package, Scope::Seen(&seen(game)));
    let (leads, people) = (leads(package, game), people(package, game));
    if plot.ending.is_some() {
        let (offers, exits) = (Vec::new(), Vec::new());
        return Some(PlotNow { objective: String::new(), awaits: Awaits::FreeText, offers, exits, map, leads, people });
    }
    let exits = ways_on(&course);
    let objective = course.beat().and_then(|beat| beat.objective.clone()).unwrap_or_else(|| plot.act.objective.clone());
    let offers = course.node().map(|node| node.offers.clone()).unwrap_or_default();
    Some(PlotNow { objective, awaits: awaits(game, &course, &exits), offers, exits, map, leads, people })
}

/// A finding says where it pointed only once the heroes know the place or the person by themselves.
fn leads(package: &CampaignPackage, game: &Game) -> Vec<Lead> {
    let (found, seen) = (game.plot.iter().flat_map(|plot| &plot.found), seen(game));
    let known = |pointer: &Pointer| match pointer {
        Pointer::Node(id) => package.node(id).filter(|_| seen.contains(id)).map(|(_, node)| node.title.clone()),
        Pointer::Person(id) => {
            package.person(id).filter(|person| known_as(game, person).is_some()).map(|person| name_now(game, person))
        }
        Pointer::Secret(_) | Pointer::Ending(_) => None,
    };
    let of = |id: &str| package.findings().find(|finding| finding.id == id);
    found
        .filter_map(|found| of(&found.id))
        .flat_map(|finding| finding.points_to.iter().filter_map(known).map(|to| (finding.id.clone(), to)))
        .map(|(finding, to)| Lead { finding, to })
        .collect()
}

fn people(package: &CampaignPackage, game: &Game) -> Vec<Acquaintance> {
    let met = package.people.iter().filter_map(|person| Some((known_as(game, person)?, person)));
    met.map(|(npc, person)| Acquaintance { npc_id: npc.id.clone(), person: person.id.clone(), dead: npc.dead })
        .collect()
}

fn ways_on(course: &Course) -> Vec<WayOn> {
    let exits = course.node().map(|node| node.exits.as_slice()).unwrap_or_default();
    let known = exits.iter().filter_map(|exit| {
        let open = match course.exit(&exit.id) {
            Ok(_) => true,
            Err(NotPossible::Not(_)) => false,
            Err(_) => return None,
        };
        Some(WayOn { id: exit.id.clone(), label: exit.label.clone(), open })
    });
    known.collect()
}

fn awaits(game: &Game, course: &Course, exits: &[WayOn]) -> Awaits {
    let n_open = exits.iter().filter(|exit| exit.open).count();
    let thrown = |kind: ResponseType| matches!(kind, ResponseType::Initiative | ResponseType::SavingThrow);
    match () {
        () if game.encounter.is_some() => Awaits::CombatResult,
        () if game.turn_stack.awaited.as_ref().is_some_and(|it| thrown(it.response_type)) => Awaits::DiceResult,
        () if course.beat().is_some() => Awaits::FreeText,
        () if n_open == 1 => Awaits::Continue,
        () if n_open > 1 => Awaits::Choice,
        () => Awaits::FreeText,
    }
}
