//! The Dungeon Master's look-ups in the campaign: people, acts, scenes and beats up to the current position. Later ones are
//! refused.

use game::{Game, Refusal, id::kebab, listed, plot::Plot, wording::same};
use serde_json::{Value, json};

use crate::campaign::{CampaignAct, CampaignPackage, CastMember, CastSecret, Course, Node, StoryBeat};

use super::{
    brief::people_of,
    record::{known_as, name_now, several_called},
};

/// The kind of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm) enum QuestionKind {
    Npc,
    Act,
    Node,
    Beat,
}

/// The answer to a question about a campaign.
///
/// # Errors
/// No such id, with the existing ones; or it lies ahead.
pub(in crate::dm) fn answer(
    package: &CampaignPackage,
    game: &Game,
    about: QuestionKind,
    id: Option<&str>,
) -> Result<Value, Refusal> {
    let none = || Refusal::new("This table plays no campaign.");
    let plot = game.plot.as_deref().ok_or_else(none)?;
    let course = super::course(package, game).ok_or_else(none)?;
    let id = id.map(str::trim).filter(|id| !id.is_empty());
    match about {
        QuestionKind::Npc => npc(&course, game, plot, id.ok_or_else(|| Refusal::new("Say whom, by id or name."))?),
        QuestionKind::Act => act(package, plot, id),
        QuestionKind::Node => node(&course, plot, id),
        QuestionKind::Beat => beat(&course, plot, id),
    }
}

fn ahead(what: &str) -> Refusal {
    Refusal::new(format!("{what} lies ahead of the heroes and stays closed until they come to it."))
}

/// The acts up to the one that is played.
fn acts_so_far<'p>(package: &'p CampaignPackage, plot: &Plot) -> impl Iterator<Item = &'p CampaignAct> {
    let now = package.acts.iter().position(|act| act.id == plot.act.id).unwrap_or(0);
    package.acts.iter().take(now + 1)
}

fn is_called(id: &str, name: &str, wanted: &str) -> bool {
    id == wanted || same(name, wanted) || id == kebab(wanted) || kebab(name) == kebab(wanted)
}

fn npc(course: &Course, game: &Game, plot: &Plot, wanted: &str) -> Result<Value, Refusal> {
    let package = course.package();
    let known: Vec<&CastMember> = acts_so_far(package, plot).flat_map(|act| people_of(package, act)).collect();
    let is_it =
        |person: &&&CastMember| is_called(&person.id, &person.name, wanted) || same(&name_now(game, person), wanted);
    let Some(person) = known.iter().find(is_it) else {
        if package.people.iter().any(|person| is_called(&person.id, &person.name, wanted)) {
            return Err(ahead("That person"));
        }
        let near = several_called(package, game, wanted);
        if !near.is_empty() && near.iter().all(|person| known.contains(person)) {
            let ids = listed(near.iter().map(|person| person.id.as_str()));
            return Err(Refusal::new(format!("More than one is called “{wanted}”: say {ids}.")));
        }
        let names = listed(known.iter().map(|person| person.id.as_str()));
        return Err(Refusal::new(format!("Nobody here is called “{wanted}”; there is {names}.")));
    };
    let stance = person.arc.iter().find(|stance| stance.act == plot.act.id).map(|stance| &stance.text);
    let secrets: Vec<Value> =
        person.secrets.iter().map(|secret| json!({"text": secret.text, "out": is_out(plot, secret)})).collect();
    let topics: Vec<Value> = person
        .topics
        .iter()
        .filter(|topic| course.progress().allows(topic.requires.as_ref()))
        .map(|topic| json!({"about": topic.about, "says": topic.says}))
        .collect();
    let mut answer = json!({
        "type": "npc", "id": person.id, "name": name_now(game, person), "appearance": person.appearance, "voice": person.voice,
        "traits": person.traits, "wants": person.wants, "stance": stance, "secrets": secrets, "topics": topics,
    });
    if known_as(game, person).is_some_and(|npc| npc.dead) {
        answer["dead"] = json!(true);
    }
    Ok(answer)
}

/// Whether a person's secret is out.
pub(in crate::dm) fn is_out(plot: &Plot, secret: &CastSecret) -> bool {
    secret.revealed_by.iter().any(|by| {
        plot.found.iter().any(|found| found.id == *by)
            || plot.done.contains(by)
            || plot.visited.iter().any(|seen| seen.id == *by)
    })
}

fn act(package: &CampaignPackage, plot: &Plot, wanted: Option<&str>) -> Result<Value, Refusal> {
    let wanted = wanted.unwrap_or(&plot.act.id);
    let is_it =
        |(i, act): &(usize, &CampaignAct)| is_called(&act.id, &act.title, wanted) || (i + 1).to_string() == wanted;
    let Some((i, act)) = acts_so_far(package, plot).enumerate().find(is_it) else {
        return Err(match package.acts.iter().enumerate().any(|it| is_it(&it)) {
            true => ahead("That act"),
            false => Refusal::new(format!("There is no act “{wanted}”; they count from 1.")),
        });
    };
    let is_seen = |node: &&Node| plot.visited.iter().any(|seen| seen.id == node.id);
    let scenes: Vec<Value> =
        act.nodes.iter().map(|node| json!({"title": node.title, "seen": is_seen(&node)})).collect();
    Ok(json!({
        "type": "act", "number": i + 1, "id": act.id, "title": act.title, "objective": act.objective,
        "briefing": act.briefing, "mysteries": act.mysteries, "scenes": scenes,
    }))
}

fn node(course: &Course, plot: &Plot, wanted: Option<&str>) -> Result<Value, Refusal> {
    let wanted = wanted.unwrap_or(&plot.node);
    let found = course.package().nodes().map(|(_, node)| node).find(|node| is_called(&node.id, &node.title, wanted));
    let Some(node) = found else {
        let seen = listed(plot.visited.iter().map(|seen| seen.id.as_str()));
        return Err(Refusal::new(format!("There is no scene “{wanted}”; the heroes have seen {seen}.")));
    };
    if plot.visited.iter().all(|seen| seen.id != node.id) {
        return Err(ahead("That scene"));
    }
    let here = node.id == plot.node;
    let beats: Vec<Value> = node.beats.iter().map(|beat| standing(course, plot, beat)).collect();
    let callbacks = &node.callbacks;
    Ok(json!({
        "type": "node", "id": node.id, "title": node.title, "location": node.location, "here": here,
        "shown": node.shown, "briefing": node.briefing, "mood": node.mood.text, "callbacks": callbacks, "beats": beats,
    }))
}

/// A beat by name, and how far it has come.
fn standing(course: &Course, plot: &Plot, beat: &StoryBeat) -> Value {
    let state = match () {
        () if plot.done.contains(&beat.id) => "done",
        () if plot.failed.contains(&beat.id) => "failed",
        () if course.beat().is_some_and(|now| now.id == beat.id) => "now",
        () => "ahead",
    };
    json!({"title": beat.title, "state": state})
}

fn beat(course: &Course, plot: &Plot, wanted: Option<&str>) -> Result<Value, Refusal> {
    let now = course.beat().map(|beat| beat.id.as_str());
    let wanted = wanted.or(now).ok_or_else(|| Refusal::new("No beat is in play here; name one that is over."))?;
    let mut beats = course.package().nodes().flat_map(|(_, node)| &node.beats);
    let found = beats.find(|beat| is_called(&beat.id, &beat.title, wanted));
    let beat = found.ok_or_else(|| Refusal::new(format!("There is no beat “{wanted}”.")))?;
    if Some(beat.id.as_str()) != now && !course.is_over(beat) {
        return Err(ahead("That beat"));
    }
    let is_made = |id: &str| plot.found.iter().any(|found| found.id == id);
    let findings: Vec<Value> =
        beat.findings.iter().map(|it| json!({"id": it.id, "text": it.text, "made": is_made(&it.id)})).collect();
    let things: Vec<Value> =
        beat.interactables.iter().map(|it| json!({"id": it.id, "name": it.name, "shown": it.shown})).collect();
    Ok(json!({
        "type": "beat", "id": beat.id, "title": beat.title, "kind": beat.kind.as_str(), "description": beat.description,
        "shown": beat.shown, "objective": beat.objective, "foreshadowing": beat.foreshadowing, "findings": findings,
        "things": things, "success": beat.success.shown, "failure": beat.failure.shown,
    }))
}
