//! Stat blocks of creatures that enter a scene: from the library, from a helper, or from a similar creature.

use std::time::Duration;

use game::{Change, State, creature::Creature, edition::Edition, id::kebab, wording::cut};
use model::Tokens;

use crate::rules::{Library, RuleKind};

use super::{
    super::models::Models,
    blocks::{GeneratedCreature, made_of},
    stand_ins, stat_agent,
};

/// Suffixes in the library's names of kinds with only one variant: `goblin-warrior`, `werewolf-hybrid`.
const SORTS: [&str; 4] = ["", "-warrior", "-hybrid", "-vampire"];

/// The creature kind used for a person without a stat block.
const COMMONER: &str = "commoner";

/// How much of a name is said again, in characters.
const MAX_NAME: usize = 80;

/// A newcomer's stat block.
#[derive(Debug, Clone, Default)]
pub(in crate::dm) struct NewcomerStats {
    /// None if it is unknown: a commoner's is used.
    made: Option<GeneratedCreature>,
    /// A remark for the Dungeon Master.
    pub(in crate::dm) remark: Option<String>,
}

impl NewcomerStats {
    /// Gives those a change brings in their numbers.
    pub(in crate::dm) fn dress_those_of(&self, change: &mut Change) {
        if let Change::CreatureEntered { creature } = change {
            self.dress(creature);
        }
    }

    /// Whether the library has no such kind, so that a commoner's numbers would be used.
    pub(in crate::dm) fn is_commoner_fallback(&self, slug: &str) -> bool {
        self.made.is_none() && slug != COMMONER
    }

    /// Gives a creature its numbers; existing ones are kept.
    pub(in crate::dm) fn dress(&self, creature: &mut Creature) {
        if let Some(made) = &self.made
            && creature.stats.is_none()
        {
            creature.hp = made.hp;
            creature.max_hp = made.hp;
            creature.armor_class = made.armor_class;
            creature.xp = made.xp;
            creature.stats = Some(Box::new(made.stats.clone()));
        }
    }
}

/// The numbers of a kind that is known: to the library by the table's rules, to the library by the other ones, or from
/// one of that kind who is here already.
pub(in crate::dm) fn known(library: &Library, state: &State, name: &str, slug: &str) -> Option<NewcomerStats> {
    let made = look_up(library, state.rules_edition, slug).or_else(|| look_up(library, state.rules_edition, name));
    let made = made.or_else(|| state.creatures.iter().find(|there| there.slug == kebab(slug)).and_then(like));
    match made {
        Some(_) => Some(NewcomerStats { made, remark: None }),
        // A commoner's numbers hold without the library, too.
        None => (kebab(slug) == COMMONER).then(NewcomerStats::default),
    }
}

/// The numbers of a creature that is here already.
fn like(creature: &Creature) -> Option<GeneratedCreature> {
    let stats = creature.stats.as_deref()?.clone();
    Some(GeneratedCreature { hp: creature.max_hp, armor_class: creature.armor_class, xp: creature.xp, stats })
}

/// The stat block of an unknown kind: a helper's, or that of a similar kind, or none; with the helper's usage. Without models
/// there is no helper; otherwise the second value limits the waiting time.
pub(in crate::dm) async fn made_up(
    models: Option<(&Models, Duration)>,
    library: &Library,
    state: &State,
    name: &str,
    slug: &str,
) -> (NewcomerStats, Option<(String, Tokens)>) {
    let strongest = state.characters.iter().map(|hero| hero.level).max().unwrap_or(1);
    let (made, spent) = match models {
        Some((models, patience)) => stat_agent::write(models, name, slug, strongest, &state.story, patience).await,
        None => (None, None),
    };
    if made.is_some() {
        return (NewcomerStats { made, remark: None }, spent);
    }
    let (name, slug) = (cut(name, MAX_NAME), cut(slug, MAX_NAME));
    let words = format!("{} {name}", slug.replace('-', " "));
    let stand_in =
        stand_ins::of(&words).into_iter().find_map(|slug| Some((slug, look_up(library, state.rules_edition, slug)?)));
    let (like, made) = stand_in.map_or((COMMONER, None), |(like, made)| (like, Some(made)));
    let so_far = if library.is_complete() { "" } else { " so far, as only a core of them is here" };
    let remark = format!("The rules know no {slug}{so_far}; {name} has the numbers of a {}.", like.replace('-', " "));
    (NewcomerStats { made, remark: Some(remark) }, spent)
}

/// The library's numbers of a kind, of one or of several of it; the table's rules come first.
fn look_up(library: &Library, edition: Edition, kind: &str) -> Option<GeneratedCreature> {
    let slugs = singulars(&kebab(kind));
    let entry = [edition, edition.other()].into_iter().find_map(|edition| {
        let sorts = SORTS.iter().flat_map(|sort| slugs.iter().map(move |slug| format!("{slug}{sort}")));
        sorts.into_iter().find_map(|slug| {
            let named = library.named(edition, &slug.replace('-', " ")).find(|entry| entry.kind == RuleKind::Monster);
            library.get(edition, RuleKind::Monster, &slug).or(named)
        })
    });
    made_of(entry?, library)
}

/// A kind as it is, and as one of several: `wolves`, `harpies`, `goblins`.
fn singulars(slug: &str) -> Vec<String> {
    let mut all = vec![slug.to_owned()];
    let ends = [("ves", "f"), ("ies", "y"), ("men", "man"), ("es", ""), ("s", "")];
    all.extend(ends.iter().filter_map(|(many, one)| slug.strip_suffix(many).map(|stem| format!("{stem}{one}"))));
    all
}
