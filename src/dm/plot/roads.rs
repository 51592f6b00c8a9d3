//! The roads of a campaign that has places: those that are closed until something has happened, and the scenes they lead to.

use crate::{
    agent::ToolError,
    campaign::{Arrival, No},
    dm::Draft,
    game::{Refusal, place},
};

/// Whether the road to a place can be gone, where the campaign says what has to hold first.
///
/// # Errors
/// Not yet.
pub(in crate::dm) fn road_is_open(draft: &Draft, to: &str) -> Result<(), Refusal> {
    let Ok(package) = draft.campaign() else { return Ok(()) };
    let Some(course) = super::course(&package, draft.game()) else { return Ok(()) };
    let (here, there) = (place::here(draft.game()), place::find(draft.game(), to));
    let Some((here, there)) = here.zip(there) else { return Ok(()) };
    let from = package.places.iter().find(|place| place.id == here.id.as_str());
    let road = from.and_then(|place| place.roads.iter().find(|road| road.to == there.id.as_str()));
    match road.is_none_or(|road| course.progress().allows(road.requires.as_ref())) {
        true => Ok(()),
        false => Err(Refusal::new(format!(
            "The road to {} is closed to the heroes; something has to come first.",
            there.name
        ))),
    }
}

/// Comes to the scene that plays at the place the heroes travelled to, where an exit leads there; answers what is told of it.
///
/// # Errors
/// The table could not take it in.
pub(in crate::dm) async fn arrive(draft: &mut Draft) -> Result<Vec<String>, ToolError> {
    let Some(exit) = exit_to_here(draft) else { return Ok(Vec::new()) };
    let outcome: Result<_, No> = draft.enact(move |course, _| course.leave(&exit)).await?;
    Ok(outcome.map(|enacted| enacted.told).unwrap_or_default())
}

/// The open exit that leads to a scene at the place the heroes are at.
fn exit_to_here(draft: &Draft) -> Option<String> {
    let package = draft.campaign().ok()?;
    let course = super::course(&package, draft.game())?;
    let here = place::here(draft.game())?;
    let node = course.node().filter(|node| node.place.as_deref() != Some(here.id.as_str()))?;
    let leads_here = |to: &Arrival| matches!(to, Arrival::Node(to) if to.place.as_deref() == Some(here.id.as_str()));
    let mut open = node.exits.iter().filter(|exit| course.exit(&exit.id).is_ok());
    open.find(|exit| package.follow(&exit.to).as_ref().is_some_and(leads_here)).map(|exit| exit.id.clone())
}
