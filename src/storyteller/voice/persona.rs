//! The NPC block as the storyteller understands it: `[npc]` … `[/npc]`, one `key: value` a line.

use crate::storyteller::{
    folk::first_name,
    matching::{significant, word_alike},
};

/// Somebody, and what they know.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::storyteller) struct Persona {
    pub(super) name: String,
    pub(super) role: String,
    pub(super) in_party: bool,
    pub(super) looks: String,
    pub(super) wants: Vec<String>,
    /// They wish the heroes ill.
    pub(super) is_hostile: bool,
    pub(super) secrets: Vec<String>,
    /// What they can tell: the words that ask for it, and what they say.
    pub(super) topics: Vec<(String, String)>,
    pub(super) time: String,
    pub(super) place: String,
    /// The hero who speaks to them, by name.
    pub(super) hero: String,
    /// Who else is here.
    pub(super) here: Vec<String>,
    /// What they have asked of the heroes, by title.
    pub(super) quests: Vec<String>,
    pub(super) memories: Vec<Heard>,
    pub(super) says_now: Vec<String>,
}

/// Something they remember.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Heard {
    /// Where it was.
    pub(super) at: String,
    /// Who said it; empty where it was seen, or is known.
    pub(super) by: String,
    pub(super) text: String,
    pub(super) is_aside: bool,
}

impl Heard {
    /// Whether somebody told in it what another had said: it is not handed on once more.
    pub(super) fn is_hearsay(&self) -> bool {
        self.text.contains('‘')
    }

    /// What was said aloud in it, without the telling around it; all of it where nothing was.
    pub(super) fn spoken(&self) -> String {
        let speeches = self.text.split('“').skip(1).filter_map(|rest| rest.split('”').next());
        let said: Vec<&str> =
            speeches.map(|said| said.trim().trim_end_matches(',')).filter(|said| !said.is_empty()).collect();
        if said.is_empty() { self.text.clone() } else { said.join(", ") }
    }
}

impl Persona {
    /// Reads a block; lines it doesn't know are passed over.
    pub(in crate::storyteller) fn read(text: &str) -> Self {
        let mut persona = Self::default();
        for line in text.lines() {
            let Some((key, value)) = line.split_once(": ") else { continue };
            persona.read_line(key, value.trim());
        }
        persona
    }

    fn read_line(&mut self, key: &str, value: &str) {
        let one = || value.to_owned();
        match key {
            "you" => {
                let parts: Vec<&str> = value.split(" | ").collect();
                self.name = parts.get(1).map(|name| (*name).to_owned()).unwrap_or_default();
                self.in_party = parts.contains(&"in the party");
                self.role = parts
                    .get(2)
                    .filter(|role| **role != "in the party")
                    .map(|role| (*role).to_owned())
                    .unwrap_or_default();
            }
            "looks" => self.looks = one(),
            "wants" => self.wants.push(wish(value)),
            "stands" => self.is_hostile |= value.contains("wish them ill"),
            "secret" => self.secrets.push(one()),
            "can tell" => {
                self.topics.extend(value.split_once(" | ").map(|(about, says)| (about.to_owned(), says.to_owned())))
            }
            "time" => self.time = one(),
            "place" => self.place = one(),
            "speaks" => self.hero = value.split(" | ").nth(1).unwrap_or(value).to_owned(),
            "here" => self.here = value.split(", ").map(str::to_owned).collect(),
            "quest" => self.quests.extend(value.split(" | ").nth(1).map(str::to_owned)),
            "remembers" | "remembers (aside)" => self.memories.extend(heard(value, key.ends_with(')'))),
            "says now" => self.says_now.push(one()),
            _ => {}
        }
    }

    /// What they are called in passing.
    pub(super) fn first_name(&self) -> &str {
        first_name(&self.name)
    }

    /// What they said themselves, as far as they remember.
    pub(super) fn own_words(&self) -> Vec<String> {
        self.memories.iter().filter(|heard| heard.by == self.name).map(|heard| heard.text.clone()).collect()
    }

    /// What they remember that has most of these words in it, if any; what they said themselves doesn't count.
    pub(super) fn recalls(&self, words: &[String]) -> Option<&Heard> {
        let score = |heard: &Heard| {
            let text = significant(&heard.text);
            words.iter().filter(|word| text.iter().any(|known| word_alike(known, word))).count()
        };
        // What somebody only asked is no knowledge.
        let tells = |heard: &&Heard| heard.by != self.name && !heard.text.ends_with('?') && !heard.is_hearsay();
        let known = self.memories.iter().filter(tells);
        // Of two that fit as well, the newer one.
        known.map(|heard| (score(heard), heard)).filter(|(n, _)| *n > 0).max_by_key(|(n, _)| *n).map(|(_, heard)| heard)
    }
}

/// A wish as it stands behind `wants`: whoever wishes for this to be over wants this to be over.
fn wish(text: &str) -> String {
    let text = text.trim_end_matches('.');
    match text.strip_prefix("for ").or_else(|| text.strip_prefix("For ")) {
        Some(rest) => rest.to_owned(),
        None => text.strip_prefix("To ").map_or_else(|| text.to_owned(), |rest| format!("to {rest}")),
    }
}

/// `12 | day 1, 08:00 | The Inn | Mira | words`; without a speaker where nobody spoke.
fn heard(value: &str, is_aside: bool) -> Option<Heard> {
    let parts: Vec<&str> = value.splitn(5, " | ").collect();
    let part = |i: usize| parts.get(i).map(|part| (*part).to_owned()).unwrap_or_default();
    match parts.len() {
        5 => Some(Heard { at: part(2), by: part(3), text: part(4), is_aside }),
        4 => Some(Heard { at: part(2), by: String::new(), text: part(3), is_aside }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_line_by_line() {
        let persona = Persona::read(
            "[npc]\nyou: old-marta | Old Marta | quest_giver | in the party\nwants: her son back\ncan tell: ferry, river | “It is late.”\n\
             speaks: mira | Mira | human fighter | hurt\nhere: Odo, Carter\nquest: find-him | find him | open: a (b)\n\
             remembers: 3 | day 1, 08:00 | The Inn | Mira | The bridge is down.\n\
             remembers (aside): 4 | day 1, 08:05 | The Inn | Odo | Run.\nremembers: 5 | day 1, 09:00 | The Mill | A wheel.\n[/npc]",
        );
        assert_eq!(
            (persona.name.as_str(), persona.role.as_str(), persona.in_party),
            ("Old Marta", "quest_giver", true)
        );
        assert_eq!((persona.hero.as_str(), persona.quests.as_slice()), ("Mira", ["find him".to_owned()].as_slice()));
        assert_eq!(persona.memories.len(), 3);
        assert!(persona.memories[1].is_aside && persona.memories[2].by.is_empty());
        assert_eq!(persona.recalls(&["bridge".into()]).unwrap().by, "Mira");
        assert_eq!(persona.recalls(&["comet".into()]), None);
    }

    #[test]
    fn what_somebody_said_is_handed_on_without_the_telling_and_only_once() {
        let heard = |text: &str| Heard { by: "Ilse".into(), text: text.into(), ..Heard::default() };
        let said = heard("Ilse hears you out. “I'll remember,” she says, “that you said it.”");
        assert_eq!(said.spoken(), "I'll remember, that you said it.");
        assert_eq!(heard("The bell is cracked.").spoken(), "The bell is cracked.");
        assert!(!said.is_hearsay() && heard("“It was Wat who said it: ‘The cask is empty.’”").is_hearsay());
    }
}
