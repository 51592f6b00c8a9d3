//! `embertale bench ear`: how often the storyteller understands what players type, and what misunderstandings cost.
//!
//! The lead of each scene is played once; each sentence is said in a branch of its own.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};

use game::{Change, Game, Session, edition::Edition, ready_made, story_fact::StoryFact, turn::Turn};
use model::Prices;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use serde_json::{Value, json};
use storyteller::Storyteller;

use crate::{
    dm::{Ask, Models, NarrationCheck, Provider, Seeds, Tables},
    store::{MemoryStore, Store},
};

use super::{
    CommandError,
    bench_file::BenchFile,
    bundles,
    cli_session::{CliSession, OWNER},
    terminal::{note, say},
};

/// An answer of fewer characters, its suggestions left out, answers nothing.
const MIN_ANSWER: usize = 12;
/// How many things of the scene a look must name, and how many of the pack an inventory.
const NAMED_BY_A_LOOK: usize = 2;
const NAMED_BY_INVENTORY: usize = 4;

#[derive(Deserialize)]
#[serde(untagged)]
enum BenchLine {
    Sentence(BenchSentence),
    Scene(BenchScene),
}

/// Where sentences are said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BenchScene {
    scene: String,
    /// Seed of the dice.
    seed: String,
    /// A ready-made hero, by id.
    character: String,
    /// The campaign, by its slug; free play without one.
    #[serde(default)]
    campaign: Option<String>,
    /// Messages before the test sentences.
    lead: Vec<String>,
    /// Patterns that the lead's story or the state must match.
    there: Vec<String>,
    /// Whether the lead ends in a fight.
    #[serde(default)]
    fight: bool,
}

/// A test sentence with its allowed and expected effects.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BenchSentence {
    scene: String,
    say: String,
    /// The expected intent; `nothing` if there is nothing to understand.
    intent: String,
    kind: String,
    /// Allowed effects, as [`Effect::word`] names them; `none` if it must be free.
    may: BTreeSet<String>,
    /// The only things that may be lost.
    #[serde(default)]
    loses: Option<String>,
    /// Required effects.
    #[serde(default)]
    must: BTreeSet<String>,
    /// Expected location afterwards.
    #[serde(default)]
    to: Option<String>,
    /// Expected in the pack afterwards.
    #[serde(default)]
    gains: Vec<String>,
    /// Must be named in the answer.
    #[serde(default)]
    who: Option<String>,
    /// At least one of these must be in the story (without suggestions) or in the reason of a roll.
    #[serde(default)]
    expects: Vec<String>,
    /// None of these may be in the story.
    #[serde(default)]
    not: Vec<String>,
}

/// A scene that is ready for its test sentences.
struct BenchStage {
    scene: BenchScene,
    tables: Arc<Tables>,
    session: Session,
}

/// The result of a sentence.
#[derive(Default)]
struct EarOutcome {
    /// Costs that were not allowed.
    harm: Vec<String>,
    /// Other mistakes.
    wrong: Vec<String>,
    is_understood: bool,
    told: String,
}

/// Says every sentence of these files in its scene. With `misses`, those that were not understood right go to standard error,
/// but for those of a folder `fresh`, which are held out.
///
/// # Errors
/// A file can't be read, or a scene can't be made.
pub async fn bench_ear(files: &[PathBuf], misses: bool) -> Result<(), CommandError> {
    storyteller::warm_up();
    let (mut stages, mut sentences) = (HashMap::new(), Vec::new());
    for file in files {
        let shows = misses && !file.iter().any(|part| part == "fresh");
        for (_, line) in BenchFile::read(file)?.lines::<BenchLine>()? {
            match line {
                BenchLine::Scene(scene) => {
                    stages.insert(scene.scene.clone(), BenchStage::play(scene, file).await?);
                }
                BenchLine::Sentence(sentence) => sentences.push((sentence, shows)),
            }
        }
    }
    let mut heard = Vec::new();
    for (sentence, shows) in sentences {
        let stage = stages.get(&sentence.scene).ok_or_else(|| format!("there is no scene {}", sentence.scene))?;
        let outcome = stage.say(&sentence).await?;
        if shows && !outcome.is_right() {
            note!("{} [{}] “{}”: {}", sentence.scene, sentence.kind, sentence.say, outcome.faults());
            note!("    {}", outcome.told.replace('\n', " "));
        }
        heard.push((sentence, outcome));
    }
    say!("{}", figures(&heard));
    Ok(())
}

impl BenchStage {
    /// Plays the lead of a scene. If its seed no longer makes the scene, it is read from `ear_scenes` beside the file.
    async fn play(scene: BenchScene, file: &Path) -> Result<Self, CommandError> {
        let name = scene.scene.clone();
        let at = |error: CommandError| format!("scene {name}: {error}");
        let tables = tables(&scene.seed);
        let played = lead(&tables, &scene).await.map_err(at)?;
        if let Some(session) = played {
            return Ok(Self { scene, tables, session });
        }
        let bundle = file.with_file_name("ear_scenes").join(format!("{}.json", scene.scene));
        if !bundle.exists() {
            return Err(format!("its seed doesn't make the scene {name}, and there is no {}", bundle.display()).into());
        }
        let session = tables.import(bundles::read(&bundle)?, OWNER.to_owned(), (None, None)).await?.into_inner();
        Ok(Self { scene, tables, session })
    }

    /// Says a sentence in a branch of its own.
    async fn say(&self, sentence: &BenchSentence) -> Result<EarOutcome, CommandError> {
        let branch = self.tables.branch(&self.session, self.session.head.n_turns, None).await?;
        let session = CliSession { tables: Arc::clone(&self.tables), id: branch.head.id.clone() };
        let before = session.now().await?.game;
        let ask = Ask::Message { text: sentence.say.clone(), character: None };
        let played = session.play(ask, |_, _| {}).await.map_err(|why| format!("“{}”: {why}", sentence.say))?;
        let after = session.now().await?.game;
        judge(self, sentence, &PlayedTurn { before: &before, after: &after, turn: &played.turn.turn })
    }
}

/// A session service without a key, whose dice follow from a seed.
fn tables(seed: &str) -> Arc<Tables> {
    let models = Models {
        model: Arc::new(Storyteller::new()),
        provider: Provider::Storyteller,
        agents: ("storyteller", "storyteller").into(),
        prices: Arc::new(Prices::default()),
        narration_check: NarrationCheck::default(),
    };
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    Tables::new(store, Arc::new(models), Seeds::new(Some(seed.to_owned())), Default::default())
}

/// Plays what leads to a scene; none if that is another scene.
async fn lead(tables: &Arc<Tables>, scene: &BenchScene) -> Result<Option<Session>, CommandError> {
    let hero = ready_made::by_id(&scene.character).ok_or_else(|| format!("there is no hero {}", scene.character))?;
    let (tables, heroes) = (Arc::clone(tables), vec![hero.clone()]);
    let session = match &scene.campaign {
        Some(slug) => CliSession::at_campaign(tables, heroes, Edition::default(), slug).await?,
        None => CliSession::at_new(tables, heroes, Edition::default()).await?,
    };
    let mut told = String::new();
    for words in &scene.lead {
        let ask = Ask::Message { text: words.clone(), character: None };
        told.push_str(&session.play(ask, |_, _| {}).await?.turn.turn.narrative);
        told.push('\n');
    }
    let session = session.now().await?;
    told.push_str(&serde_json::to_string(&session.game)?);
    for there in &scene.there {
        if !finds(there, &told)? {
            return Ok(None);
        }
    }
    Ok((session.game.encounter.is_some() == scene.fight).then_some(session))
}

/// A turn between the game before it and the game after it.
struct PlayedTurn<'a> {
    before: &'a Game,
    after: &'a Game,
    turn: &'a Turn,
}

/// Whether a pattern is found, whatever the case of letters.
fn finds(pattern: &str, text: &str) -> Result<bool, CommandError> {
    Ok(pattern_of(pattern)?.is_match(text))
}

fn pattern_of(pattern: &str) -> Result<Regex, CommandError> {
    let made = RegexBuilder::new(pattern).case_insensitive(true).build();
    made.map_err(|error| format!("the pattern {pattern} can't be read: {error}").into())
}

/// The effects of a turn by their names in the files, each with its object.
fn effects(played: &PlayedTurn<'_>) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for change in &played.turn.changes {
        all.push(match change {
            Change::LocationChanged { to, .. } => ("move", to.clone()),
            Change::NodeReached { node, .. } => ("move", node.clone()),
            Change::ItemGained { name, .. } => ("gain_item", name.clone()),
            Change::WeaponGained { weapon, .. } => ("gain_item", weapon.name.clone()),
            Change::ItemLost { name, .. } | Change::WeaponLost { name, .. } => ("lose_item", name.clone()),
            Change::PurseChanged { delta_cp: 1.., .. } => ("gain_gold", String::new()),
            Change::PurseChanged { .. } => ("lose_gold", String::new()),
            Change::HpChanged { delta: 1.., .. } => ("hp_up", String::new()),
            Change::HpChanged { .. } => ("hp_down", String::new()),
            Change::TimePassed { minutes, .. } => ("time", format!("{minutes} minutes")),
            Change::QuestAdded { name, .. } | Change::QuestGiven { name, .. } => ("quest", name.clone()),
            Change::EncounterBegan { .. } => ("fight", String::new()),
            Change::DiceRolled { roll } => ("roll", roll.reason.clone()),
            Change::SpellSlotsUsed { .. } => ("slot", String::new()),
            Change::CombatTurnEnded { .. } | Change::TurnSpent { .. } => ("turn", String::new()),
            _ => continue,
        });
    }
    all
}

/// Effects that do harm if the sentence did not ask for them. Others only make an answer wrong.
const HARMS: [&str; 6] = ["lose_item", "lose_gold", "hp_down", "hp_up", "quest", "fight"];
/// Effects that make an answer wrong if they are not allowed, but do no harm.
const UNWANTED: [&str; 3] = ["move", "gain_item", "gain_gold"];

fn judge(stage: &BenchStage, sentence: &BenchSentence, played: &PlayedTurn<'_>) -> Result<EarOutcome, CommandError> {
    let effects = effects(played);
    let story = storyteller::without_suggestions(&played.turn.narrative);
    let is_empty = story.chars().filter(|c| c.is_alphanumeric()).count() < MIN_ANSWER;
    let mut outcome = EarOutcome {
        is_understood: !is_empty && !storyteller::is_puzzled(&played.turn.narrative),
        told: story,
        ..EarOutcome::default()
    };
    outcome.harm = harm(sentence, played, &effects)?;
    unwanted(sentence, &effects, &mut outcome);
    wanted(stage, sentence, played, &effects, &mut outcome)?;
    Ok(outcome)
}

/// Forbidden costs of a sentence.
fn harm(
    sentence: &BenchSentence,
    played: &PlayedTurn<'_>,
    effects: &[(&'static str, String)],
) -> Result<Vec<String>, CommandError> {
    let mut harm = Vec::new();
    for (effect, what) in effects {
        let allowed = sentence.may.contains(*effect);
        if HARMS.contains(effect) && !allowed {
            harm.push(format!("{effect} {what}").trim_end().to_owned());
        } else if *effect == "lose_item"
            && let Some(loses) = &sentence.loses
            && !finds(loses, what)?
        {
            harm.push(format!("lost {what}"));
        }
    }
    let gifts = |game: &Game| -> Vec<String> {
        let whom = game.story.facts.iter().filter_map(|fact| match fact {
            StoryFact::Gift { whom } => Some(whom.clone()),
            _ => None,
        });
        whom.collect()
    };
    let before = gifts(played.before);
    for whom in gifts(played.after).into_iter().filter(|whom| !before.contains(whom)) {
        let said = sentence.say.to_lowercase();
        let named = whom.to_lowercase().split(' ').any(|part| part.len() > 2 && said.contains(part));
        let meant = match &sentence.who {
            Some(who) => finds(who, &whom)?,
            None => true,
        };
        if !named && !meant {
            harm.push(format!("a gift went to {whom}"));
        }
    }
    Ok(harm)
}

/// Notes effects that the sentence did not ask for and that do no harm.
fn unwanted(sentence: &BenchSentence, effects: &[(&'static str, String)], outcome: &mut EarOutcome) {
    let is_free = sentence.may.contains("none");
    for (effect, what) in effects {
        if is_free && ["time", "roll", "slot", "turn"].contains(effect) {
            outcome.wrong.push(format!("a question cost something: {effect}"));
        } else if UNWANTED.contains(effect) && !sentence.may.contains(*effect) {
            outcome.wrong.push(format!("{effect} {what} was not meant"));
        }
    }
}

/// Notes missing expected effects.
fn wanted(
    stage: &BenchStage,
    sentence: &BenchSentence,
    played: &PlayedTurn<'_>,
    effects: &[(&'static str, String)],
    outcome: &mut EarOutcome,
) -> Result<(), CommandError> {
    let mut wrong = effects_wanted(sentence, played, effects)?;
    wrong.extend(words_wanted(sentence, played, effects, &outcome.told)?);
    wrong.extend(names_wanted(stage, sentence, played, &outcome.told)?);
    if !outcome.is_understood && sentence.intent != "nothing" {
        wrong.push("not understood".to_owned());
    }
    outcome.wrong.extend(wrong);
    Ok(())
}

/// The things that the heroes have.
fn pack<'a>(played: &'a PlayedTurn<'_>) -> Vec<&'a str> {
    played.after.characters.iter().flat_map(|hero| &hero.inventory).map(|it| &*it.name).collect()
}

/// Notes missing expected states.
fn effects_wanted(
    sentence: &BenchSentence,
    played: &PlayedTurn<'_>,
    effects: &[(&'static str, String)],
) -> Result<Vec<String>, CommandError> {
    let mut wrong = Vec::new();
    for must in &sentence.must {
        if !effects.iter().any(|(effect, _)| effect == must) {
            wrong.push(format!("no {must}"));
        }
    }
    if let Some(to) = &sentence.to
        && !finds(to, &played.after.story.current_location)?
    {
        wrong.push(format!("is not at {to}"));
    }
    for gains in &sentence.gains {
        if !finds(gains, &pack(played).join("\n"))? {
            wrong.push(format!("has no {gains}"));
        }
    }
    Ok(wrong)
}

/// Notes missing or forbidden texts.
fn words_wanted(
    sentence: &BenchSentence,
    played: &PlayedTurn<'_>,
    effects: &[(&'static str, String)],
    story: &str,
) -> Result<Vec<String>, CommandError> {
    let mut wrong = Vec::new();
    let speakers = played.turn.speakers.iter().map(|speaker| speaker.name.as_str());
    let heard: String = speakers.chain([story]).collect::<Vec<_>>().join("\n");
    if let Some(who) = &sentence.who
        && !finds(who, &heard)?
    {
        wrong.push(format!("does not name {who}"));
    }
    let reasons = effects.iter().filter(|(effect, _)| *effect == "roll").map(|(_, reason)| reason.as_str());
    let told = reasons.chain([story]).collect::<Vec<_>>().join("\n");
    let mut found = sentence.expects.is_empty();
    for expected in &sentence.expects {
        found = found || finds(expected, &told)?;
    }
    if !found {
        wrong.push(format!("tells nothing of {}", sentence.expects.join("|")));
    }
    for not in &sentence.not {
        if finds(not, &told)? {
            wrong.push(format!("tells of {not}"));
        }
    }
    Ok(wrong)
}

/// The fault of an answer to a look around or a look into the pack that names too few things.
fn names_wanted(
    stage: &BenchStage,
    sentence: &BenchSentence,
    played: &PlayedTurn<'_>,
    story: &str,
) -> Result<Option<String>, CommandError> {
    let (all, least) = match sentence.intent.as_str() {
        "look" => (stage.scene.there.clone(), NAMED_BY_A_LOOK),
        // A question for one thing is answered with that thing.
        "inventory" if sentence.expects.is_empty() => {
            (pack(played).iter().map(|name| last_word(name)).collect(), NAMED_BY_INVENTORY)
        }
        _ => return Ok(None),
    };
    let mut n = 0;
    for name in &all {
        n += usize::from(finds(name, story)?);
    }
    Ok((n < least.min(all.len())).then(|| format!("names {n} of {least} things")))
}

/// The last word of a name in the singular, as stories use it.
fn last_word(name: &str) -> String {
    let word = name.split(['(', ',']).next().unwrap_or(name).trim().rsplit(' ').next().unwrap_or(name);
    regex::escape(word.trim_end_matches('s'))
}

impl EarOutcome {
    fn is_right(&self) -> bool {
        self.harm.is_empty() && self.wrong.is_empty()
    }

    fn faults(&self) -> String {
        let harm = self.harm.iter().map(|harm| format!("HARM {harm}"));
        harm.chain(self.wrong.iter().cloned()).collect::<Vec<_>>().join("; ")
    }
}

fn figures(heard: &[(BenchSentence, EarOutcome)]) -> Value {
    let share = |n: usize, of: usize| (n as f64 / of.max(1) as f64 * 1_000.0).round() / 1_000.0;
    let count =
        |is: &dyn Fn(&BenchSentence, &EarOutcome) -> bool| heard.iter().filter(|(it, came)| is(it, came)).count();
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (sentence, outcome) in heard {
        let (n, right) = kinds.entry(&sentence.kind).or_default();
        *n += 1;
        *right += usize::from(outcome.is_right());
    }
    // The same answer to other words is no answer to either.
    let mut said: HashMap<(&str, &str), BTreeSet<&str>> = HashMap::new();
    for (sentence, outcome) in heard {
        said.entry((&sentence.scene, &outcome.told)).or_default().insert(&sentence.say);
    }
    let is_filler = |sentence: &BenchSentence, outcome: &EarOutcome| {
        said.get(&(sentence.scene.as_str(), outcome.told.as_str())).is_some_and(|all| all.len() > 1)
    };
    let by_kind: BTreeMap<_, _> = kinds.into_iter().map(|(kind, (n, right))| (kind, share(right, n))).collect();
    json!({
        "n": heard.len(),
        "accuracy": share(count(&|_, it| it.is_right()), heard.len()),
        "harm": count(&|_, it| !it.harm.is_empty()),
        "not_understood": count(&|sentence, it| !it.is_understood && sentence.intent != "nothing"),
        "filler": count(&is_filler),
        "by_kind": by_kind,
    })
}
