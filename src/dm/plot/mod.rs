//! The campaign a table plays: what its Dungeon Master reads of it, and what comes of the heroes' deeds in it.

mod answer;
mod beginning;
mod block;
mod brief;
mod packages;
mod record;
mod roads;
mod settle;
mod view;

pub(super) use answer::{Question, answer, is_out};
pub(super) use block::{fight_block, plot_block};
pub(super) use brief::system;
pub(super) use packages::Packages;
pub(super) use roads::{arrive, road_is_open};
pub use view::PlotNow;

use std::collections::BTreeSet;

use crate::{
    agent::ToolError,
    campaign::{Checks, Course, Fared, Foe, No, Package, Progress, Test, Throw},
    game::{
        Change, Game, Refusal,
        contest::{self, Sway},
        creature::{self, Disposition},
        dice::{Goal, Outcome, Roll},
        two_dice,
    },
};

use super::{Draft, fight};
use record::Written;

/// What came of a deed in the campaign.
#[derive(Debug, Default)]
pub(super) struct Enacted {
    /// What is told of it, in its order.
    pub(super) told: Vec<String>,
    /// What was found out.
    pub(super) found: Vec<String>,
    /// What the engine told of a fight that began.
    pub(super) fight: Vec<String>,
    /// The throws and how they came out.
    pub(super) thrown: Vec<Thrown>,
    /// Things there was no room for.
    pub(super) left: Vec<String>,
}

/// A throw for a test.
#[derive(Debug, Clone)]
pub(super) struct Thrown {
    /// What it was for.
    pub(super) what: String,
    pub(super) total: i32,
    /// What it had to reach, and what came of it.
    pub(super) goal: Goal,
}

/// How far a game has come in the campaign it plays.
pub(super) fn course<'p>(package: &'p Package, game: &Game) -> Option<Course<'p>> {
    let plot = game.plot.as_deref()?;
    let packs = game.characters.iter().filter(|hero| !hero.dead).flat_map(|hero| &hero.inventory);
    let items: BTreeSet<String> = packs.map(|item| item.name.to_lowercase()).collect();
    Some(Course::on(package, Progress::of(plot, items)))
}

impl Draft {
    /// Does something in the campaign, with everything that comes of it; the heroes' dice are thrown for everybody to see.
    ///
    /// # Errors
    /// What the campaign says against it, and nothing was done; or the table could not take it in.
    pub(super) async fn enact(
        &mut self,
        deed: impl FnOnce(&mut Course, Throw) -> Result<(), No> + Send,
    ) -> Result<Result<Enacted, No>, ToolError> {
        let package = self.campaign()?;
        let mut course = course(&package, self.game()).ok_or_else(|| Refusal::new("This table plays no campaign."))?;
        let mut thrown = Vec::new();
        if let Err(no) = deed(&mut course, &mut |test, what| self.throw_for(test, what, &mut thrown)) {
            return Ok(Err(no));
        }
        let acting = self.acting().clone();
        let Written { changes, told, found, fights, left, .. } =
            record::write_down(self.game(), &package, course.finish().1, &acting)?;
        self.record_all(changes)?;
        let mut fight = Vec::new();
        for (by, foes) in fights {
            fight.extend(self.fight_for(&package, by, &foes).await?);
        }
        Ok(Ok(Enacted { told, found, fight, thrown, left }))
    }

    /// How the hero who acts fares in a test. Who can't act fails.
    fn throw_for(&mut self, test: Test, what: &str, thrown: &mut Vec<Thrown>) -> Fared {
        let acting = self.acting().clone();
        let checks = self.checks();
        let Ok(hero) = self.game().hero(acting.as_str()) else { return Fared::Miss };
        if contest::can_act(hero).is_err() {
            return Fared::Miss;
        }
        let due = match checks {
            Checks::D20 => contest::check_against(hero, test.skill, test.dc, Sway::None),
            Checks::TwoDice => two_dice::check(hero, test.skill, test.dc, Sway::None),
        };
        let mut reason = test.skill.as_str().to_owned();
        reason.get_mut(..1).unwrap_or_default().make_ascii_uppercase();
        if !what.is_empty() {
            reason = format!("{reason}: {what}");
        }
        let goal = |roll: &Roll| match checks {
            Checks::D20 => Goal::of_check(due.against, roll),
            Checks::TwoDice => Goal::of_pair(roll),
        };
        let Ok(roll) = self.roll(&due.dice, &reason, |roll| (Some(acting), Some(goal(roll)))) else {
            return Fared::Miss;
        };
        let goal = goal(&roll);
        thrown.push(Thrown { what: reason, total: roll.total, goal });
        match goal.outcome {
            Outcome::Mixed => Fared::Mixed,
            outcome => Fared::well(outcome.is_good()),
        }
    }

    /// Brings those who fight for a beat or an encounter, as many as the party is worth, and opens the fight.
    async fn fight_for(&mut self, package: &Package, by: String, foes: &[Foe]) -> Result<Vec<String>, ToolError> {
        let from = self.n_told();
        self.record(Change::PlotFightBegan { by: Some(by) })?;
        let there: BTreeSet<String> = self.game().creatures.iter().map(|one| one.id.to_string()).collect();
        for foe in foes {
            let numbers = self.numbers_of(&foe.name, &foe.creature).await;
            let count = scaled(foe.count, self.game().characters.len(), package.party.heroes);
            let mut come = creature::enter(self.game(), &foe.name, &foe.creature, Disposition::Hostile, count);
            come.iter_mut().for_each(|change| numbers.dress(change));
            self.record_all(come)?;
        }
        let came = self.game().creatures.iter().map(|one| one.id.clone());
        let came: Vec<_> = came.filter(|id| !there.contains(id.as_str())).collect();
        fight::open_by_arrival(self, &came)?;
        Ok(self.told_since(from).to_vec())
    }
}

/// How many come against so many heroes, where the campaign counts them for another number; never none.
fn scaled(count: u32, n_heroes: usize, written_for: u32) -> u32 {
    let n_heroes = u32::try_from(n_heroes).unwrap_or(1).max(1);
    let written_for = written_for.max(1);
    ((count * n_heroes * 2 + written_for) / (2 * written_for)).clamp(1, creature::MAX_COUNT)
}
