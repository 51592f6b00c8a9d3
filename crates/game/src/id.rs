//! Ids. Opaque to clients; inside, names become readable ids.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use language::folding::is_invisible;

use super::wording::fold;

// A fight hands ids about and asks for them all the time: they are shared, not copied.
macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = String)]
        pub struct $name(Arc<str>);

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                // Mostly it is the very same one, and those of a kind differ in their last letter.
                let last = |id: &Self| id.0.as_bytes().last().copied();
                Arc::ptr_eq(&self.0, &other.0)
                    || (self.0.len() == other.0.len() && last(self) == last(other) && *self.0 == *other.0)
            }
        }

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id_type!(
    /// A session.
    SessionId
);
id_type!(
    /// A turn; never reused, even after an undo.
    TurnId
);
id_type!(
    /// A hero, unique in its session.
    CharacterId
);
id_type!(
    /// A person or creature in the scene, or a supporting NPC; unique in its session.
    NpcId
);
id_type!(
    /// A stack of identical items in a hero's pack; unique in that pack.
    ItemId
);

id_type!(
    /// A quest, unique in its session.
    QuestId
);
id_type!(
    /// An objective, unique in its quest.
    ObjectiveId
);
id_type!(
    /// A place of the map, unique in its session.
    PlaceId
);
id_type!(
    /// The draft of a campaign; never reused, also when the draft is deleted.
    PlanId
);
id_type!(
    /// A person at the table of a session, unique in it; never reused.
    SeatId
);
id_type!(
    /// A round of a table, unique in its session; never reused.
    RoundId
);
id_type!(
    /// An invitation to a session, unique in it.
    InvitationId
);

/// Maximum length of the readable part of an id, in characters.
const MAX_READABLE: usize = 48;

/// A readable id for a name: lower case, words joined by hyphens, at most 48 characters, never empty. Quests and objectives
/// stored without an id get theirs from this function when they are loaded, so it must never change. Different names can have
/// the same id; [`of_person`] distinguishes people.
pub fn kebab(name: &str) -> String {
    let out = hyphenated(name.chars().flat_map(char::to_lowercase), MAX_READABLE);
    if out.is_empty() { "unnamed".to_owned() } else { out }
}

/// The id for a person of this name, in any spelling: [`kebab`] of the folded name. If the name is too long, has no letters, or
/// has marks other than spaces and punctuation, the id ends with a digest, so that different names get different ids.
pub fn of_person(name: &str) -> String {
    let name = fold(name);
    let whole = hyphenated(name.chars(), usize::MAX);
    let is_whole = name.chars().all(|c| c.is_alphanumeric() || is_punctuation(c));
    if is_whole && !whole.is_empty() && whole.chars().count() <= MAX_READABLE {
        return whole;
    }
    let digest = Sha256::digest(super::wording::one_line(&name).as_bytes());
    let digest: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let readable = hyphenated(whole.chars(), MAX_READABLE - 1 - digest.len());
    if readable.is_empty() { format!("unnamed-{digest}") } else { format!("{readable}-{digest}") }
}

/// Whether a character may be missing from an id without making it another name's: spaces, punctuation, and what isn't seen.
fn is_punctuation(c: char) -> bool {
    let is_sign = "-‐‑‒–—_'’‘‚‛`´\"“”„‟«»‹›.,;:!?…·()/&".contains(c);
    c.is_whitespace() || c.is_control() || is_invisible(c) || is_sign
}

/// Words of letters and digits joined by hyphens, at most `most` characters.
fn hyphenated(letters: impl Iterator<Item = char>, most: usize) -> String {
    let (mut out, mut n) = (String::new(), 0);
    for c in letters {
        if c.is_alphanumeric() {
            out.push(c);
            n += 1;
        } else if !out.ends_with('-') && !out.is_empty() && c != '\'' && c != '’' {
            out.push('-');
            n += 1;
        }
        if n >= most {
            break;
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// `wanted`, or the first of `wanted-2`, `wanted-3` … that is not `taken`.
pub fn unique(wanted: String, taken: impl Fn(&str) -> bool) -> String {
    if !taken(&wanted) {
        return wanted;
    }
    (2u32..).map(|n| format!("{wanted}-{n}")).find(|id| !taken(id)).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_a_readable_id() {
        assert_eq!(kebab("Old Marta's  Inn!"), "old-martas-inn");
        assert_eq!(kebab("  Émile "), "émile");
        assert_eq!(kebab("***"), "unnamed");
    }

    #[test]
    fn people_of_different_names_have_different_ids() {
        assert_eq!(of_person("Old Marta's  Inn!"), "old-martas-inn");
        let long = |end: &str| of_person(&format!("Brother Anselm of the Monastery of the Holy Candle, the {end}"));
        assert!(long("Elder") != long("Younger") && long("Elder").chars().count() <= MAX_READABLE);
        assert!(of_person("🐉🔥") != of_person("⚔️👑") && of_person("🐉🔥").starts_with("unnamed-"));
        for (one, other) in
            [("Captain 🐉", "Captain 🔥"), ("ป่า", "ป้า"), ("C", "C#"), ("C#", "C++"), ("Captain", "Captain 🐉")]
        {
            assert_ne!(of_person(one), of_person(other), "{one} {other}");
        }
        for (one, other) in
            [("Dr. Wick", "dr wick"), ("“Red” Anna-Lise", "Red Anna Lise"), ("D’Arc", "d'arc"), ("Ada\u{200b}", "Ada")]
        {
            assert_eq!(of_person(one), of_person(other), "{one} {other}");
        }
        assert_eq!(of_person("ΟΔΥΣΣΕΥΣ"), of_person("Οδυσσευς"));
        assert_eq!(of_person("Zo\u{eb}"), of_person("Zoe\u{308}"));
    }

    #[test]
    fn a_taken_id_gets_the_next_number() {
        assert_eq!(unique("goblin".into(), |id| id == "goblin" || id == "goblin-2"), "goblin-3");
    }
}
