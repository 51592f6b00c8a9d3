//! Scenes as the summariser is shown them: a headline with the scene's number, then its turns.

use std::fmt;

/// Label of the narration of a turn.
const TOLD: &str = "told: ";

/// A scene that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownScene<'a> {
    /// Its number among those that are shown.
    pub number: usize,
    /// Its first turn.
    pub from: u32,
    /// Its last turn.
    pub to: u32,
    /// Its turns, each as [`turn_lines`] writes it.
    pub material: &'a str,
}

impl fmt::Display for ShownScene<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "scene {} (turns {} to {})\n{}", self.number, self.from, self.to, self.material)
    }
}

impl<'a> ShownScene<'a> {
    /// The scenes of a text, in order.
    pub fn all_in(text: &'a str) -> Vec<Self> {
        let mut heads = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let from = at + line.len();
            heads.extend(headline(line.trim_end()).map(|head| (at, from, head)));
            at = from;
        }
        let ends = heads.iter().skip(1).map(|(at, ..)| *at).chain([text.len()]);
        let scenes = heads.iter().zip(ends).map(|((_, begins, (number, from, to)), end)| {
            let material = &text[*begins..end];
            let material = material.strip_suffix('\n').unwrap_or(material);
            Self { number: *number, from: *from, to: *to, material }
        });
        scenes.collect()
    }

    /// Its speech and narration, in order, without labels.
    pub fn texts(self) -> impl Iterator<Item = &'a str> {
        self.material.lines().map(|line| line.strip_prefix(TOLD).unwrap_or(line))
    }
}

/// The number of a scene, its first and its last turn.
fn headline(line: &str) -> Option<(usize, u32, u32)> {
    let (number, turns) = line.strip_prefix("scene ")?.split_once(" (turns ")?;
    let (from, to) = turns.strip_suffix(')')?.split_once(" to ")?;
    Some((number.parse().ok()?, from.parse().ok()?, to.parse().ok()?))
}

/// A turn of a scene: a hero's words, and the narration.
pub fn turn_lines(hero: &str, said: &str, told: &str) -> String {
    format!("{hero}: {said}\n{TOLD}{told}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_read_as_they_are_shown() {
        let first = turn_lines("mira", "I knock.", "Nobody answers. It rains.");
        let second = turn_lines("tam", "I wait.", "A scene (turns of phrase).");
        let scenes = [
            ShownScene { number: 1, from: 3, to: 3, material: &first },
            ShownScene { number: 2, from: 4, to: 9, material: &second },
        ];
        let shown: String = scenes.iter().map(ToString::to_string).collect();
        let read = ShownScene::all_in(&shown);
        assert_eq!(read, scenes);
        assert_eq!(read[0].texts().collect::<Vec<_>>(), ["mira: I knock.", "Nobody answers. It rains."]);
        assert_eq!(ShownScene::all_in("scene one (turns 1 to 2)\nmira: I knock.\n"), []);
    }
}
