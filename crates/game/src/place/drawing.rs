//! Adds places to the map.

use super::{Danger, MAX_SECRETS, MAX_WAYS, Place, PlaceSecret, find, here, is_known};
use crate::{
    Change, State, chronicle,
    id::{PlaceId, kebab, unique},
    limits::MAX_PLACES,
    refusal::Refusal,
    wording::{self, line, same},
};

/// A drawing of a place; missing fields stay as they were.
#[derive(Debug, Clone, Default)]
pub struct Drawing<'a> {
    /// The place, by id or name; one the map hasn't is new.
    pub place: &'a str,
    pub description: Option<&'a str>,
    /// How dangerous it is.
    pub danger: Option<Danger>,
    /// Places it has a way to, by id or name; those the map hasn't are new.
    pub ways_to: &'a [String],
    /// Places that are no longer connected to it.
    pub no_way_to: &'a [String],
    /// Additional secrets.
    pub secrets: &'a [String],
    /// The current situation there.
    pub notes: Option<&'a str>,
    /// Whether the heroes know of it now.
    pub is_known: bool,
}

/// Changes that draw or redraw a place with its roads. If it is the heroes' current location by name, it also becomes known and
/// current.
///
/// # Errors
/// It has no name, or too much is drawn.
pub fn draw(state: &State, drawing: &Drawing) -> Result<Vec<Change>, Refusal> {
    let mut sheet = MapEdit { state, drawn: Vec::new() };
    let at = sheet.place(drawing.place)?;
    if let Some(description) = drawing.description {
        sheet.drawn[at].description = line(description);
    }
    if let Some(notes) = drawing.notes {
        sheet.drawn[at].notes = line(notes);
    }
    sheet.drawn[at].danger = drawing.danger.or(sheet.drawn[at].danger);
    for text in drawing.secrets.iter().map(|text| line(text)).filter(|text| !text.is_empty()) {
        let secrets = &mut sheet.drawn[at].secrets;
        if !secrets.iter().any(|secret| same(&secret.text, &text)) {
            secrets.push(PlaceSecret { text, found: false });
        }
    }
    for to in drawing.ways_to {
        let to = sheet.place(to)?;
        sheet.connect(at, to);
    }
    for to in drawing.no_way_to {
        let to = sheet.place(to)?;
        sheet.part(at, to);
    }
    if sheet.drawn[at].secrets.len() > MAX_SECRETS {
        return Err(Refusal::new(format!("A place has at most {MAX_SECRETS} secrets.")));
    }
    if let Some(crowded) = sheet.drawn.iter().find(|place| place.ways.len() > MAX_WAYS) {
        return Err(Refusal::new(format!("{} has more than {MAX_WAYS} ways.", crowded.name)));
    }
    let new = sheet.drawn.iter().filter(|place| state.map.iter().all(|known| known.id != place.id)).count();
    if state.map.len() + new > MAX_PLACES {
        return Err(Refusal::new(format!("The map has room for {MAX_PLACES} places.")));
    }
    let MapEdit { drawn, .. } = sheet;
    let place = drawn[at].name.clone();
    let is_here = here(state).is_none() && same(&state.story.current_location, &place);
    let changed = drawn.into_iter().filter(|place| !state.map.contains(place));
    let mut changes: Vec<Change> = changed
        .map(|place| {
            let named = same(&place.name, &state.story.current_location) && is_here;
            let known = named || is_known(state, &place);
            Change::MapDrawn { place: Box::new(place), known }
        })
        .collect();
    if is_here {
        changes.extend(chronicle::place_reached(state, &place));
    } else if drawing.is_known {
        changes.extend(chronicle::place_revealed(state, &place));
    }
    Ok(changes)
}

/// Map changes of one call, not yet applied.
struct MapEdit<'s> {
    state: &'s State,
    drawn: Vec<Place>,
}

impl MapEdit<'_> {
    /// The place of this id or name among those that are drawn: from the map, or a new one.
    fn place(&mut self, id_or_name: &str) -> Result<usize, Refusal> {
        let name = wording::name(id_or_name);
        if name.is_empty() {
            return Err(Refusal::new("A place needs a name."));
        }
        let known = find(self.state, &name).cloned();
        let is_it = |place: &Place| match &known {
            Some(known) => place.id == known.id,
            None => same(&place.name, &name),
        };
        if let Some(at) = self.drawn.iter().position(is_it) {
            return Ok(at);
        }
        let place = known.unwrap_or_else(|| {
            let taken = |id: &str| self.state.map.iter().chain(&self.drawn).any(|place| place.id.as_str() == id);
            Place::bare(PlaceId::from(unique(kebab(&name), taken)), &name)
        });
        self.drawn.push(place);
        Ok(self.drawn.len() - 1)
    }

    fn connect(&mut self, a: usize, b: usize) {
        for (from, to) in [(a, b), (b, a)] {
            let id = self.drawn[to].id.clone();
            if a != b && !self.drawn[from].ways.contains(&id) {
                self.drawn[from].ways.push(id);
            }
        }
    }

    fn part(&mut self, a: usize, b: usize) {
        for (from, to) in [(a, b), (b, a)] {
            let id = self.drawn[to].id.clone();
            self.drawn[from].ways.retain(|way| *way != id);
        }
    }
}
