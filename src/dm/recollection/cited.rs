//! What was found in the past, put before the Dungeon Master with the turns it stands in.

use std::{fmt::Write, time::Duration};

use crate::{
    dm::{Draft, prompt::plain},
    game::wording::cut,
};

use super::remembered::{Memory, Wanted};

/// How long a tool waits for the past.
const PATIENCE: Duration = Duration::from_secs(8);
/// The longest excerpt, in characters.
const MAX_EXCERPT: usize = 600;

impl Draft {
    /// What earlier turns say to a question, with the turns named.
    pub(in crate::dm) async fn told_of_the_past(&self, wanted: Wanted) -> String {
        let query = plain(&wanted.query);
        let found = match &self.past {
            Some(past) => past.ask(wanted, PATIENCE).await,
            None => Some(Vec::new()),
        };
        match found.as_deref() {
            None => "The past can't be searched just now. Go on with what you know, and don't guess at it.".to_owned(),
            Some([]) => format!("No earlier turn says anything of “{query}”."),
            Some(found) => {
                let mut text = format!("FROM EARLIER TURNS, on “{query}”:");
                for memory in found {
                    let is_given = self.given.iter().any(|it| it.seq == memory.seq && it.text == memory.text);
                    let _ = match is_given {
                        true => write!(text, "\nturn {} ({}): as it stands in the memories.", memory.seq, memory.at),
                        false => write!(text, "\n{}", cited(memory)),
                    };
                }
                text
            }
        }
    }
}

/// A memory as a line that names its turn.
pub(super) fn cited(memory: &Memory) -> String {
    let who = match memory.speaker.as_str() {
        "" => "told".to_owned(),
        name => plain(name),
    };
    format!("turn {} ({}), {who}: {}", memory.seq, memory.at, plain(cut(&memory.text, MAX_EXCERPT)))
}
