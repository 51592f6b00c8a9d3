//! Renamed people: what they said, and what was said about them, is found by each of their names.

use super::{Journal, circumstances::Circumstances};
use crate::{
    Change, Turn,
    wording::{fold, same, titled},
};

impl Journal {
    /// Notes who got another name in a turn, where `before` is how things stood before it.
    pub fn note_renames(&mut self, turn: &Turn, before: &Circumstances) {
        let mut then = before.clone();
        for change in &turn.changes {
            let (id, name) = match change {
                Change::SupportingNpcUpdated { npc } => (&npc.id, npc.shown_name()),
                Change::CreatureIdentified { npc_id, name, .. } => (npc_id, titled(name)),
                _ => {
                    then.after(std::slice::from_ref(change));
                    continue;
                }
            };
            let former = then.npc(id);
            let is_known = self.renames.iter().any(|(_, one, other)| same(one, &former) && same(other, &name));
            if !same(&former, &name) && !is_known {
                self.renames.push((turn.seq, former, name));
            }
            then.after(std::slice::from_ref(change));
        }
    }

    /// All names of the person who has or had this name, this one first.
    pub fn names_of(&self, name: &str) -> Vec<String> {
        let mut names = vec![name.trim().to_owned()];
        let mut at = 0;
        while at < names.len() {
            for (_, one, other) in &self.renames {
                let next = match () {
                    () if same(bare(one), bare(&names[at])) => other,
                    () if same(bare(other), bare(&names[at])) => one,
                    () => continue,
                };
                if !names.iter().any(|name| same(name, next)) {
                    names.push(next.clone());
                }
            }
            at += 1;
        }
        names
    }

    /// Some words, and the same with each name in them that has changed put by each of the person's other names.
    pub fn by_other_names(&self, words: &str) -> Vec<String> {
        let mut all = vec![words.to_owned()];
        let low = format!(" {} ", fold(words));
        let changed = self.renames.iter().flat_map(|(_, one, other)| [one, other]);
        for name in changed {
            let own = fold(bare(name));
            let Some(at) = low.find(&format!(" {own} ")) else { continue };
            for other in self.names_of(name).iter().skip(1) {
                let put = format!("{} {other} {}", low[..at].trim(), low[at + own.len() + 2..].trim());
                if !all.contains(&put) {
                    all.push(put);
                }
            }
        }
        all
    }
}

/// A name without the article it begins with: “The Hooded Man” is asked for as “hooded man”.
fn bare(name: &str) -> &str {
    let article = name.split_once(' ').filter(|(first, _)| ["the", "a", "an"].iter().any(|one| same(first, one)));
    article.map_or(name, |(_, rest)| rest)
}
