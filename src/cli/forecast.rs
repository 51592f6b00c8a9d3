//! `embertale forecast`: the odds of a fight; and `embertale bench forecast`: how reliable they are.

use std::{path::Path, time::Instant};

use game::{
    Game,
    character::Character,
    class,
    combat::{
        bout::Bout,
        encounter::FightEnding,
        forecast::{Forecast, OWN_SEED, forecast as odds},
        initiative::{FightOpening, begin},
        rollout::fight_out,
    },
    dice::DiceCup,
    id::SessionId,
};
use serde_json::{Value, json};

use crate::{
    dm::stat_blocks::{GeneratedCreature, Recited, made_of},
    rules::{Edition, Facts, Library, LibraryHandle, Sources},
    store::{Error, Store},
};

use super::{
    CommandError, bundles,
    conformance::seed_of,
    fights::{bring, foes, hero, party, table},
    terminal::say,
};

/// A fight to forecast.
#[derive(Debug, Clone)]
pub struct Fight {
    /// Heroes of their own, such as `fighter:3,mira:5`, where no session is named.
    pub heroes: Option<String>,
    /// Foes to bring in, such as `goblin:6,ogre`.
    pub foes: Option<String>,
    /// Number of simulated fights.
    pub n: u32,
    /// The rules of a fight without a session.
    pub edition: Edition,
}

/// Rollouts of one forecast of the measurement.
const ROLLOUTS: u32 = 50;

/// The game of a file that a session was exported to, or of the store's session of this id.
///
/// # Errors
/// There is neither.
pub async fn game_of(store: Option<&dyn Store>, what: &str) -> Result<Game, CommandError> {
    if Path::new(what).is_file() {
        return Ok(bundles::read(Path::new(what))?.state);
    }
    let id = SessionId::from(what.to_owned());
    let store = store.ok_or_else(|| bundles::no_session(&id))?;
    match store.load(&id).await {
        Ok(session) => Ok(session.game.clone()),
        Err(Error::NotFound) => Err(bundles::no_session(&id)),
        Err(error) => Err(error.into()),
    }
}

/// Forecasts a fight: a session's, as it is or with anyone who of the scene is hostile, or one that is described. Prints
/// one line of JSON.
///
/// # Errors
/// A hero or a foe is unknown, or there is no one to fight with.
pub async fn forecast(sources: &Sources, of: Option<Game>, fight: &Fight) -> Result<(), CommandError> {
    let shelf = LibraryHandle::core();
    shelf.fill(sources).await;
    let library = shelf.library();
    let mut game = match of {
        Some(game) => game,
        None => table(party(fight.heroes.as_deref().unwrap_or_default())?, fight.edition, seed_of(0)),
    };
    let edition = game.rules_edition;
    for (name, made, n) in foes(fight.foes.as_deref().unwrap_or_default(), &library, edition)? {
        bring(&mut game, &name, &made, n)?;
    }
    let book = Recited::of(&game.characters, &library, edition);
    let start = Instant::now();
    let figures = odds(&game, &book, &FightOpening::default(), fight.n, OWN_SEED)?;
    let mut line = serde_json::to_value(rounded(figures))?;
    line["seconds"] = json!((start.elapsed().as_secs_f64() * 100.0).round() / 100.0);
    say!("{line}");
    Ok(())
}

fn rounded(mut forecast: Forecast) -> Forecast {
    let all = [&mut forecast.victory, &mut forecast.heroes_fallen, &mut forecast.heroes_dead, &mut forecast.rounds];
    for estimate in all {
        for number in [&mut estimate.mean, &mut estimate.low, &mut estimate.high] {
            *number = (*number * 10_000.0).round() / 10_000.0;
        }
    }
    forecast
}

/// Measures forecasts: of each of `n` random fights the odds of victory by 50 rollouts, then the fight itself, with other
/// dice. Prints as one line of JSON the Brier score (the mean of the squared distance between odds and outcome), what
/// always forecasting the mean would score, how often each tenth of the odds was won, and how many fights were open.
///
/// # Errors
/// The library has no monsters, or a fight can't begin.
pub async fn bench_forecast(sources: &Sources, n: u32) -> Result<(), CommandError> {
    let shelf = LibraryHandle::core();
    shelf.fill(sources).await;
    say!("{}", calibration(&shelf.library(), n)?);
    Ok(())
}

/// The figures of [`bench_forecast`].
///
/// # Errors
/// As there.
pub fn calibration(library: &Library, n: u32) -> Result<Value, CommandError> {
    let start = Instant::now();
    let pool = pool(library);
    if pool.is_empty() {
        return Err("the rules know no monsters".into());
    }
    let mut fought: Vec<(f64, bool)> = Vec::new();
    for i in 0..n {
        let mut choice = SeededChoices { cup: DiceCup::new(seed_of(i)) };
        let (mut game, heroes) = drawn_up(&pool, &mut choice, i)?;
        let book = Recited::of(&heroes, library, Edition::Y2014);
        let forecast = odds(&game, &book, &FightOpening::default(), ROLLOUTS, OWN_SEED)?;
        begin(&mut Bout::unheard(&mut game, &book), &FightOpening::default())?;
        let outcome = fight_out(&mut game, &book)?;
        fought.push((forecast.victory.mean, outcome.ending == Some(FightEnding::Victory)));
    }
    let n = f64::from(n.max(1));
    let worth = |won: bool| if won { 1.0 } else { 0.0 };
    let mean = |of: &dyn Fn(&(f64, bool)) -> f64| fought.iter().map(of).sum::<f64>() / n;
    let round = |value: f64| (value * 10_000.0).round() / 10_000.0;
    let squares = |(p, won): &(f64, bool)| (p - worth(*won)).powi(2);
    let (brier, base) = (mean(&squares), mean(&|it| worth(it.1)));
    let spread = mean(&|it| (squares(it) - brier).powi(2));
    let half = 1.96 * (spread / n).sqrt();
    let tenths: Vec<Value> = (0..10)
        .map(|tenth| {
            let of = |p: f64| ((p * 10.0) as usize).min(9) == tenth;
            let here: Vec<&(f64, bool)> = fought.iter().filter(|(p, _)| of(*p)).collect();
            let share = |of: &dyn Fn(&&&(f64, bool)) -> f64| here.iter().map(|it| of(&it)).sum::<f64>() / here.len() as f64;
            match here.is_empty() {
                true => json!({"n": 0}),
                false => json!({"n": here.len(), "forecast": round(share(&|it| it.0)), "won": round(share(&|it| worth(it.1)))}),
            }
        })
        .collect();
    let open = fought.iter().filter(|(p, _)| (0.2..=0.8).contains(p)).count();
    Ok(json!({
        "fights": fought.len(), "rollouts": ROLLOUTS, "brier": round(brier),
        "brier_95": [round((brier - half).max(0.0)), round(brier + half)],
        "brierOfTheMean": round(base * (1.0 - base)), "won": round(base), "open": open, "tenths": tenths,
        "seconds": (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
    }))
}

/// Possible foes: the monsters of 2014, with their names.
fn pool(library: &Library) -> Vec<(String, GeneratedCreature)> {
    let entries = library.entries().iter().filter(|entry| entry.edition == Edition::Y2014);
    let monsters = entries.filter(|entry| matches!(entry.facts, Some(Facts::Monster(_))));
    let made = monsters.filter_map(|entry| Some((entry.name.clone(), made_of(entry, library)?)));
    made.filter(|(_, made)| made.xp > 0).collect()
}

/// Choices by dice, so that the same number always draws up the same fight.
struct SeededChoices {
    cup: DiceCup,
}

impl SeededChoices {
    /// 0 to `n` - 1, for at most 1,000.
    fn below(&mut self, n: usize) -> usize {
        let roll = self.cup.throw(&format!("1d{}", n.clamp(2, 1_000)), "");
        self.cup.next_index += 1;
        roll.map_or(0, |roll| usize::try_from(roll.total - 1).unwrap_or(0)) % n.max(1)
    }
}

/// A random fight: one to five heroes of a level from 1 to 10, and up to eight foes of one kind, from a quarter to four
/// times what the party is worth, so that some are won and lost beforehand and many are not.
fn drawn_up(
    pool: &[(String, GeneratedCreature)],
    choice: &mut SeededChoices,
    i: u32,
) -> Result<(Game, Vec<Character>), CommandError> {
    let level = u8::try_from(1 + choice.below(10)).unwrap_or(1);
    let mut heroes: Vec<Character> = Vec::new();
    for _ in 0..=choice.below(5) {
        let class = class::ALL[choice.below(class::ALL.len())].name;
        heroes.push(hero(class, level, &heroes)?);
    }
    let worth = 60.0 * f64::from(level).powf(1.5) * heroes.len() as f64;
    let budget = worth * 2_f64.powf(choice.below(9) as f64 / 2.0 - 2.0);
    let fitting = pool.iter().filter(|(_, made)| {
        let xp = f64::from(made.xp);
        xp <= budget * 1.5 && xp * 8.0 >= budget
    });
    let fitting: Vec<&(String, GeneratedCreature)> = fitting.collect();
    let (name, made) = match fitting.is_empty() {
        true => &pool[choice.below(pool.len())],
        false => fitting[choice.below(fitting.len())],
    };
    let n = (budget / f64::from(made.xp)).round().clamp(1.0, 8.0) as u32;
    // The fight's own dice; the forecast's are others.
    let mut game = table(heroes.clone(), Edition::Y2014, seed_of(i.wrapping_add(1 << 31)));
    bring(&mut game, name, made, n)?;
    Ok((game, heroes))
}
