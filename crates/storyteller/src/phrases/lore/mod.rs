//! What the beginnings are about: what can be looked at, asked about and meddled with though nobody can carry it off.

mod first;
mod lands;
mod works;

/// Something a beginning is about.
#[derive(Debug)]
pub(crate) struct Subject {
    /// What it is called where it is offered to be asked about.
    pub(crate) name: &'static str,
    /// The words it is meant by.
    pub(crate) words: &'static [&'static str],
    /// What a look at it shows; none where there is nothing to be seen of it.
    pub(crate) look: &'static str,
    /// What people say of it.
    pub(crate) said: &'static [&'static str],
    /// What comes of meddling with it: of taking, waking, selling or breaking it; none where it is out of reach.
    pub(crate) tried: &'static str,
}

/// What the beginning of this quest is about; nothing where it is none the storyteller knows its way about in.
pub(crate) fn of(quest: &str) -> &'static [Subject] {
    let mut all = first::LORE.iter().chain(&lands::LORE).chain(&works::LORE);
    all.find(|(of, _)| *of == quest).map_or(&[], |(_, subjects)| *subjects)
}
