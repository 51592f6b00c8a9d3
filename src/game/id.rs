//! Ids. All are opaque to the outside; inside, the names of things become readable ids.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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
    /// A turn; never reused, also when the turn is taken back.
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
    /// A stack of equal things in a hero's pack, unique in that pack.
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

/// A readable id for a name: lower case, words joined by hyphens, at most 48 characters, never empty.
pub fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() && c != '\'' && c != '’' {
            out.push('-');
        }
        if out.chars().count() >= 48 {
            break;
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() { "unnamed".to_owned() } else { out.to_owned() }
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
    fn a_taken_id_gets_the_next_number() {
        assert_eq!(unique("goblin".into(), |id| id == "goblin" || id == "goblin-2"), "goblin-3");
    }
}
