//! An NPC as the storyteller speaks for them, parsed from the block `[npc]`.

use prompt::{
    LineValue, Marked, PartText,
    npc::{ForTheirEars, MemoryLine, NpcAttitude, NpcBlock, PersonaLine},
};

use crate::{
    folk::first_name,
    matching::{significant, word_alike},
};

/// Someone, and what they know.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Persona {
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
    /// Who said it; empty if it was seen, or is known.
    pub(super) by: String,
    pub(super) text: String,
    pub(super) is_aside: bool,
}

impl Heard {
    /// Whether it quotes another person: it is not passed on again.
    pub(super) fn is_hearsay(&self) -> bool {
        self.text.contains('‘')
    }

    /// What was said aloud in it, without the narration around it; all of it where nothing was.
    pub(super) fn spoken(&self) -> String {
        let speeches = self.text.split('“').skip(1).filter_map(|rest| rest.split('”').next());
        let said: Vec<&str> =
            speeches.map(|said| said.trim().trim_end_matches(',')).filter(|said| !said.is_empty()).collect();
        if said.is_empty() { self.text.clone() } else { said.join(", ") }
    }
}

impl Persona {
    /// Someone as the block has them.
    pub(crate) fn of(block: &NpcBlock) -> Self {
        let text = |text: &PartText| text.as_str().to_owned();
        let heard = |line: &Marked<MemoryLine, ForTheirEars>| Heard {
            at: text(&line.value.at),
            by: line.value.by.as_ref().map(text).unwrap_or_default(),
            text: text(&line.value.text),
            is_aside: line.is_marked,
        };
        let mut persona = Self {
            time: block.time.map(|time| time.to_string()).unwrap_or_default(),
            place: text(&block.place),
            hero: block.speaks.as_ref().map(|hero| text(&hero.name)).unwrap_or_default(),
            here: block.here.0.iter().map(text).collect(),
            quests: block.quests.iter().map(|quest| text(&quest.title)).collect(),
            memories: block.memories.iter().map(heard).collect(),
            says_now: block.says.iter().map(text).collect(),
            ..Self::default()
        };
        if let Some(you) = &block.you {
            persona.name = text(&you.name);
            persona.role = you.role.map(|role| role.as_str().to_owned()).unwrap_or_default();
            persona.in_party = you.is_in_party;
        }
        block.persona.iter().for_each(|line| persona.is_like(line));
        persona
    }

    fn is_like(&mut self, line: &PersonaLine) {
        match line {
            PersonaLine::Looks(looks) => looks.as_str().clone_into(&mut self.looks),
            PersonaLine::Wants(wants) => self.wants.push(wish(wants.as_str())),
            PersonaLine::Stands(attitude) => self.is_hostile |= *attitude == NpcAttitude::Hostile,
            PersonaLine::Secret(secret) => self.secrets.push(secret.as_str().to_owned()),
            PersonaLine::CanTell(topic) if !topic.says.as_str().is_empty() => {
                self.topics.push((topic.about.written(), topic.says.as_str().to_owned()));
            }
            PersonaLine::CanTell(_) | PersonaLine::Manner(_) | PersonaLine::Notes(_) | PersonaLine::Stance(_) => {}
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
        // What someone only asked is no knowledge.
        let tells = |heard: &&Heard| heard.by != self.name && !heard.text.ends_with('?') && !heard.is_hearsay();
        let known = self.memories.iter().filter(tells);
        // Of two that fit as well, the newer one.
        known.map(|heard| (score(heard), heard)).filter(|(n, _)| *n > 0).max_by_key(|(n, _)| *n).map(|(_, heard)| heard)
    }
}

/// A wish in the form that follows `wants`: “for this to be over” becomes “this to be over”.
fn wish(text: &str) -> String {
    let text = text.trim_end_matches('.');
    match text.strip_prefix("for ").or_else(|| text.strip_prefix("For ")) {
        Some(rest) => rest.to_owned(),
        None => text.strip_prefix("To ").map_or_else(|| text.to_owned(), |rest| format!("to {rest}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt::Bracketed;

    fn persona_of(block: &str) -> Persona {
        Persona::of(&NpcBlock::parse(block).unwrap())
    }

    #[test]
    fn a_block_is_read_line_by_line() {
        let persona = persona_of(
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
