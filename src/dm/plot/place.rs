//! The heroes' place in a campaign: always that of the current scene, which they leave only by its exits.

use game::{Change, Game, Refusal, chronicle, id::kebab, listed};

use crate::{
    campaign::{Arrival, CampaignPackage, Course, Node, NodeExit, NotPossible},
    dm::Draft,
};

/// The result of looking up a destination in a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dm) enum DestinationLookup {
    /// The destination is the place of the scene.
    Here,
    /// The id of an open exit that leads there.
    By(String),
}

/// Changes that move the heroes to a node's place; empty if they are there.
pub(super) fn coming_to(game: &Game, package: &CampaignPackage, node: &Node) -> Vec<Change> {
    let mut changes = Vec::from_iter(chronicle::location_changed(game, &node.location));
    match node.place.as_ref().and_then(|id| package.places.iter().find(|place| place.id == *id)) {
        Some(place) => changes.extend(chronicle::place_reached(game, &place.name)),
        None if game.story.current_place.is_some() => changes.push(Change::MapLeft {}),
        None => {}
    }
    changes
}

/// Looks up a destination by name. `None` without a campaign or after its ending, when the heroes may go anywhere.
///
/// # Errors
/// No open exit leads there; the text names the known exits.
pub(in crate::dm) fn wanted(draft: &Draft, to: &str) -> Option<Result<DestinationLookup, Refusal>> {
    let plot = draft.game().plot.as_deref().filter(|plot| plot.ending.is_none())?;
    let package = draft.campaign().ok()?;
    let course = super::course(&package, draft.game())?;
    let node = course.node().filter(|node| node.id == plot.node)?;
    let wanted = bare(to);
    if wanted.is_empty() || names_of(&package, node).contains(&wanted) {
        return Some(Ok(DestinationLookup::Here));
    }
    let leads_there = |exit: &&NodeExit| {
        let to = match package.follow(&exit.to) {
            Some(Arrival::Node(node)) => names_of(&package, node),
            _ => Vec::new(),
        };
        [bare(&exit.id), bare(&exit.label)].into_iter().chain(to).any(|name| name == wanted)
    };
    let exit = node.exits.iter().filter(leads_there).min_by_key(|exit| course.exit(&exit.id).is_err());
    Some(match exit.map(|exit| (exit, course.exit(&exit.id))) {
        Some((exit, Ok(_))) => Ok(DestinationLookup::By(exit.id.clone())),
        Some((exit, Err(NotPossible::Not(_)))) if course.barrier(exit).is_some() => {
            Ok(DestinationLookup::By(exit.id.clone()))
        }
        Some((exit, Err(NotPossible::Not(why)))) => {
            let why = why.as_deref().unwrap_or("something has to come first.");
            Err(Refusal::new(format!("The exit {} is closed as yet: {why}", exit.id)))
        }
        _ => Err(no_exit(&course, node)),
    })
}

/// The open exit that leads to a place, where no exit has its name.
pub(in crate::dm) fn exit_to(draft: &Draft, to: &str) -> Option<String> {
    let package = draft.campaign().ok()?;
    let course = super::course(&package, draft.game())?;
    if !matches!(course.exit(to), Err(NotPossible::Nothing)) {
        return None;
    }
    match wanted(draft, to) {
        Some(Ok(DestinationLookup::By(exit))) => Some(exit),
        _ => None,
    }
}

fn no_exit(course: &Course, node: &Node) -> Refusal {
    let known = node.exits.iter().filter(|exit| matches!(course.exit(&exit.id), Ok(_) | Err(NotPossible::Not(_))));
    let known: Vec<String> = known.map(|exit| format!("{} ({})", exit.id, exit.label)).collect();
    Refusal::new(format!(
        "No exit of this scene leads there. Its exits are {}: take one with advance_plot (take_exit), or let scene_update say \
         where in the scene they are.",
        listed(known.iter().map(String::as_str))
    ))
}

/// The names of a node as a destination.
fn names_of(package: &CampaignPackage, node: &Node) -> Vec<String> {
    let place = node.place.as_ref().and_then(|id| package.places.iter().find(|place| place.id == *id));
    let place = place.into_iter().flat_map(|place| [bare(&place.id), bare(&place.name)]);
    [bare(&node.id), bare(&node.title), bare(&node.location)].into_iter().chain(place).collect()
}

/// A name without case, article and punctuation; empty for a blank name.
fn bare(name: &str) -> String {
    if name.trim().is_empty() {
        return String::new();
    }
    let name = kebab(name);
    name.strip_prefix("the-").unwrap_or(&name).to_owned()
}

impl Draft {
    /// Moves the heroes to the place of the scene. Sessions of older versions may have them elsewhere.
    ///
    /// # Errors
    /// The changes do not fit the game.
    pub(in crate::dm) fn stand_in_the_scene(&mut self) -> Result<(), Refusal> {
        if self.game().plot.as_ref().is_none_or(|plot| plot.ending.is_some()) || self.game().encounter.is_some() {
            return Ok(());
        }
        let Ok(package) = self.campaign() else { return Ok(()) };
        let Some(node) = super::course(&package, self.game()).and_then(|course| course.node()) else { return Ok(()) };
        self.record_all(coming_to(self.game(), &package, node))
    }
}
