//! Quests: objectives and rewards.
//!
//! There is one body of quests and two doors to it: a name alone ([`chronicle::quest_added`](super::chronicle::quest_added)),
//! or a quest with a giver, objectives and a reward ([`give`]). Either is closed once, by [`complete`] or [`fail`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, Game, State,
    coins::is_coins,
    experience,
    id::{CharacterId, ObjectiveId, QuestId, kebab, unique},
    inventory, limits,
    refusal::{Refusal, listed},
    wording::{self, fold, line, same},
};

/// Most objectives of one quest.
pub const MAX_OBJECTIVES: usize = 20;
/// Most closed quests kept, the newest.
pub const MAX_CLOSED_QUESTS: usize = 60;
/// Most things of one reward.
pub const MAX_REWARD_ITEMS: usize = 20;
/// The most experience one quest is worth to each hero.
pub const MAX_REWARD_XP: u32 = 50_000;
/// The most coins of one reward, in copper.
pub const MAX_REWARD_CP: i64 = 100_000_000;

/// An open quest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quest {
    /// Readable, made from the name. A quest that is nothing but a name is stored without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<QuestId>,
    /// In lower case; unique among the open ones.
    pub name: String,
    /// The name as it was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub giver: String,
    /// Steps towards it, where they are known. When all are done, so is the quest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective>,
    #[serde(default, skip_serializing_if = "Reward::is_none")]
    pub reward: Reward,
}

/// A step towards a quest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", from = "StoredObjective")]
pub struct Objective {
    /// Unique in its quest.
    pub id: ObjectiveId,
    pub text: String,
    /// Whether it is completed.
    pub done: bool,
}

/// An objective as it may be stored: before objectives had ids, they were their text.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredObjective {
    Text(String),
    Whole { id: ObjectiveId, text: String, done: bool },
}

impl From<StoredObjective> for Objective {
    fn from(stored: StoredObjective) -> Self {
        match stored {
            StoredObjective::Text(text) => Self { id: ObjectiveId::from(kebab(&text)), text, done: false },
            StoredObjective::Whole { id, text, done } => Self { id, text, done },
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reward {
    /// Experience, to each hero.
    #[serde(default)]
    pub xp: u32,
    /// Coins in copper, shared out among the heroes.
    #[serde(default)]
    pub cp: i64,
    /// Items, for the hero who is present at the end; "3 x torch" is three.
    #[serde(default)]
    pub items: Vec<String>,
}

impl Reward {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A quest that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedQuest {
    /// The quest's id.
    pub id: QuestId,
    /// In lower case.
    pub name: String,
    /// Whether it was done or failed.
    pub outcome: QuestOutcome,
}

/// How a quest ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QuestOutcome {
    /// It was done.
    Done,
    /// It failed, or was given up.
    Failed,
}

impl Quest {
    /// A quest that is nothing but a name.
    pub fn named(name: String) -> Self {
        Self {
            id: None,
            name,
            title: String::new(),
            giver: String::new(),
            objectives: Vec::new(),
            reward: Reward::default(),
        }
    }

    /// Its id, also where none is stored.
    pub fn id(&self) -> QuestId {
        self.id.clone().unwrap_or_else(|| QuestId::from(kebab(&self.name)))
    }

    /// Its name as it is shown.
    pub fn title(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }

    /// The objectives that are not done yet.
    pub fn open(&self) -> impl Iterator<Item = &Objective> {
        self.objectives.iter().filter(|objective| !objective.done)
    }
}

/// The parts of a quest.
#[derive(Debug, Clone, Default)]
pub struct NewQuest<'a> {
    pub title: &'a str,
    pub giver: Option<&'a str>,
    /// In order.
    pub objectives: &'a [String],
    pub reward: Option<Reward>,
}

/// The change that gives the heroes a quest. An open quest of that name is updated: new objectives are added, giver and reward
/// replaced.
///
/// # Errors
/// It has no name, too many objectives, or coins among the things of its reward.
pub fn give(state: &State, given: &NewQuest) -> Result<Change, Refusal> {
    let title = wording::name(given.title);
    let name = wording::name(&title.to_lowercase());
    if name.is_empty() {
        return Err(Refusal::new("A quest needs a title."));
    }
    let known = state.story.active_quests.iter().find(|quest| same(&quest.name, &name));
    let mut quest = known.cloned().unwrap_or_else(|| Quest::named(name));
    if quest.id.is_none() {
        let taken = |id: &str| {
            let open = state.story.active_quests.iter().filter(|other| other.name != quest.name).map(Quest::id);
            let closed = state.story.closed_quests.iter().map(|closed| closed.id.clone());
            open.chain(closed).any(|other| other.as_str() == id)
        };
        quest.id = Some(QuestId::from(unique(kebab(&quest.name), taken)));
    }
    quest.title.clone_from(&title);
    if let Some(giver) = given.giver {
        quest.giver = wording::name(giver);
    }
    for text in given.objectives.iter().map(|text| line(text)).filter(|text| !text.is_empty()) {
        if quest.objectives.iter().any(|objective| same(&objective.text, &text)) {
            continue;
        }
        let id = unique(kebab(&text), |id| quest.objectives.iter().any(|objective| objective.id.as_str() == id));
        quest.objectives.push(Objective { id: ObjectiveId::from(id), text, done: false });
    }
    if quest.objectives.len() > MAX_OBJECTIVES {
        return Err(Refusal::new(format!("A quest has at most {MAX_OBJECTIVES} objectives.")));
    }
    if let Some(reward) = &given.reward {
        if let Some(coins) = reward.items.iter().find(|item| is_coins(item)) {
            return Err(Refusal::new(format!("“{coins}” is money: give it as the reward's `gold`.")));
        }
        if reward.items.len() > MAX_REWARD_ITEMS {
            return Err(Refusal::new(format!("A reward has at most {MAX_REWARD_ITEMS} things.")));
        }
        quest.reward = Reward {
            xp: reward.xp.min(MAX_REWARD_XP),
            cp: reward.cp.clamp(0, MAX_REWARD_CP),
            items: reward.items.iter().map(|item| wording::name(item)).collect(),
        };
    }
    Ok(Change::QuestGiven { name: title, quest: Box::new(quest) })
}

/// The open quest of this id or name (ignoring case), or the only one whose name contains it.
///
/// # Errors
/// There is none, or several; the text names those that are open.
pub fn find<'a>(state: &'a State, id_or_name: &str) -> Result<&'a Quest, Refusal> {
    let open = &state.story.active_quests;
    let wanted = id_or_name.trim();
    let exact = open.iter().find(|quest| quest.id().as_str() == wanted);
    let exact = exact.or_else(|| open.iter().find(|quest| same(&quest.name, &wording::name(wanted))));
    exact.or_else(|| only(open.iter(), |quest| &quest.name, wanted)).ok_or_else(|| {
        let ids: Vec<QuestId> = open.iter().map(Quest::id).collect();
        let names: Vec<String> = open.iter().zip(&ids).map(|(quest, id)| format!("{} ({id})", quest.title())).collect();
        let names = listed(names.iter().map(String::as_str));
        Refusal::new(format!("No open quest is called “{}”; there is {names}.", line(wanted)))
    })
}

/// The only one whose text contains these words.
fn only<'a, T>(all: impl Iterator<Item = &'a T>, text: impl Fn(&'a T) -> &'a str, words: &str) -> Option<&'a T> {
    let wanted = fold(words);
    let mut near = all.filter(|one| !wanted.is_empty() && fold(text(one)).contains(&wanted));
    match (near.next(), near.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

/// The result of ending a quest.
#[derive(Debug, Default, PartialEq)]
pub struct Closing {
    /// In order.
    pub changes: Vec<Change>,
    /// Things of the reward there was no room for.
    pub left: Vec<String>,
}

/// Completes an objective; with the last one also the quest, for the hero `acting`.
///
/// # Errors
/// There is no such quest or objective (the text names those there are), or it was done before.
pub fn complete_objective(game: &Game, quest: &str, objective: &str, acting: &CharacterId) -> Result<Closing, Refusal> {
    let quest = find(game, quest)?;
    let (all, wanted) = (&quest.objectives, objective.trim());
    let exact = all.iter().find(|objective| objective.id.as_str() == wanted || same(&objective.text, wanted));
    let found = exact.or_else(|| only(all.iter(), |objective| &objective.text, wanted)).ok_or_else(|| {
        let ids = listed(all.iter().map(|objective| objective.id.as_str()));
        Refusal::new(format!("“{}” has no objective “{}”; there is {ids}.", quest.title(), line(wanted)))
    })?;
    if found.done {
        let open = listed(quest.open().map(|objective| objective.id.as_str()));
        return Err(Refusal::new(format!("“{}” is done already; still open is {open}.", found.text)));
    }
    let done =
        Change::ObjectiveCompleted { quest_id: quest.id(), objective_id: found.id.clone(), text: found.text.clone() };
    let mut closing = match quest.open().count() {
        1 => complete(game, quest.id().as_str(), acting)?,
        _ => Closing::default(),
    };
    closing.changes.insert(0, done);
    Ok(closing)
}

/// Completes a quest: closes it, and gives its reward once. Items go to the hero `acting`.
///
/// # Errors
/// There is no such quest; the text names those that are open.
pub fn complete(game: &Game, quest: &str, acting: &CharacterId) -> Result<Closing, Refusal> {
    let quest = find(game, quest)?;
    let mut closing = Closing::default();
    // Each thing is put into the pack as those before it left it.
    let mut then = game.clone();
    closing.make(&mut then, Change::QuestCompleted { name: quest.name.clone(), id: Some(quest.id()) })?;
    closing.hand_out(&mut then, &quest.reward, acting)?;
    Ok(closing)
}

/// Gives a reward: experience to each living hero, coins shared, items to the hero `acting`.
///
/// # Errors
/// There is no such hero.
pub fn hand_out(game: &Game, reward: &Reward, acting: &CharacterId) -> Result<Closing, Refusal> {
    let mut closing = Closing::default();
    closing.hand_out(&mut game.clone(), reward, acting)?;
    Ok(closing)
}

impl Closing {
    fn hand_out(&mut self, then: &mut Game, reward: &Reward, acting: &CharacterId) -> Result<(), Refusal> {
        let heroes: Vec<CharacterId> =
            then.characters.iter().filter(|hero| !hero.dead).map(|hero| hero.id.clone()).collect();
        let n = i64::try_from(heroes.len()).unwrap_or(1).max(1);
        for (i, id) in (0_i64..).zip(&heroes) {
            for change in experience::gain(then.hero(id.as_str())?, reward.xp) {
                self.make(then, change)?;
            }
            // The remainder goes to the first.
            let share = reward.cp / n + if i == 0 { reward.cp % n } else { 0 };
            if share > 0 {
                let paid = inventory::pay(then.hero(id.as_str())?, share).0;
                self.make(then, paid)?;
            }
        }
        for item in reward.items.iter().filter(|item| !item.trim().is_empty()) {
            let hero = then.hero(acting.as_str())?;
            // Coins among a reward's items keep the name of the promise.
            let gained = inventory::take(hero, item, None).unwrap_or_else(|_| inventory::gain_thing(hero, item, 1));
            match gained.iter().try_for_each(|change| limits::check_limits(then, change)) {
                Ok(()) => gained.into_iter().try_for_each(|change| self.make(then, change))?,
                Err(_) => self.left.push(item.clone()),
            }
        }
        Ok(())
    }

    fn make(&mut self, then: &mut Game, change: Change) -> Result<(), Refusal> {
        then.apply(&change)?;
        self.changes.push(change);
        Ok(())
    }
}

/// The change of a quest that failed or was given up. It brings nothing.
///
/// # Errors
/// There is no such quest; the text names those that are open.
pub fn fail(state: &State, quest: &str) -> Result<Change, Refusal> {
    let quest = find(state, quest)?;
    Ok(Change::QuestFailed { quest_id: quest.id(), name: quest.name.clone() })
}

impl State {
    /// Folds a change of a quest.
    pub(super) fn apply_to_quests(&mut self, change: &Change) -> Result<(), Refusal> {
        let open = &mut self.story.active_quests;
        match change {
            Change::QuestAdded { name, title } => {
                open.push(Quest { title: title.clone(), ..Quest::named(name.clone()) });
            }
            Change::QuestGiven { quest, .. } => match open.iter_mut().find(|known| known.name == quest.name) {
                Some(known) => known.clone_from(quest),
                None => open.push((**quest).clone()),
            },
            Change::ObjectiveCompleted { quest_id, objective_id, text } => {
                let quest = open.iter_mut().find(|quest| quest.id() == *quest_id);
                let objectives = quest.map(|quest| quest.objectives.as_mut_slice()).unwrap_or_default();
                let found = objectives.iter_mut().find(|objective| objective.id == *objective_id);
                found.ok_or_else(|| Refusal::new(format!("There is no objective “{text}”.")))?.done = true;
            }
            Change::QuestCompleted { name, id } => self.close(name, id.as_ref(), QuestOutcome::Done),
            Change::QuestFailed { name, quest_id } => self.close(name, Some(quest_id), QuestOutcome::Failed),
            _ => {}
        }
        Ok(())
    }

    /// Quests that were done before they had ids are not kept.
    fn close(&mut self, name: &str, id: Option<&QuestId>, outcome: QuestOutcome) {
        self.story.active_quests.retain(|quest| quest.name != name);
        if let Some(id) = id {
            let closed = &mut self.story.closed_quests;
            closed.push(ClosedQuest { id: id.clone(), name: name.to_owned(), outcome });
            closed.drain(..closed.len().saturating_sub(MAX_CLOSED_QUESTS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::table;

    fn given(game: &mut Game, objectives: &[&str], reward: Option<Reward>) {
        let objectives: Vec<String> = objectives.iter().map(|&text| text.to_owned()).collect();
        let quest = NewQuest { title: "The Lost Bell", giver: Some("Old Marta"), objectives: &objectives, reward };
        game.apply(&give(game, &quest).unwrap()).unwrap();
    }

    fn acting(game: &Game) -> CharacterId {
        game.characters[0].id.clone()
    }

    #[test]
    fn a_quest_is_one_in_any_spelling_of_its_name() {
        let mut game = table();
        for title in ["Café", "Cafe\u{301}", "CAFÉ"] {
            game.apply(&give(&game, &NewQuest { title, ..NewQuest::default() }).unwrap()).unwrap();
        }
        assert_eq!(game.story.active_quests.len(), 1);
    }

    #[test]
    fn the_last_objective_completes_the_quest_and_its_reward_comes_once() {
        let mut game = table();
        let reward = Reward { xp: 50, cp: 250, items: vec!["2 x candle".into(), "Silver bell".into()] };
        given(&mut game, &["Ask the smith", "Find the bell"], Some(reward));
        let before = game.characters[0].clone();
        let first = complete_objective(&game, "the-lost-bell", "SMITH", &acting(&game)).unwrap();
        assert_eq!(first.changes.len(), 1);
        game.apply_all(&first.changes).unwrap();
        let again = complete_objective(&game, "the-lost-bell", "ask-the-smith", &acting(&game)).unwrap_err();
        assert!(again.to_string().contains("find-the-bell"), "{again}");
        let last = complete_objective(&game, "The Lost Bell", "find-the-bell", &acting(&game)).unwrap();
        game.apply_all(&last.changes).unwrap();
        let after = &game.characters[0];
        assert_eq!((after.xp - before.xp, after.purse.copper() - before.purse.copper()), (50, 250));
        let has = |name: &str| after.inventory.iter().any(|item| item.name == name);
        assert!(has("candle") && has("Silver bell"), "{:?}", after.inventory);
        assert!(game.story.active_quests.is_empty());
        assert_eq!(game.story.closed_quests[0].outcome, QuestOutcome::Done);
        assert!(complete(&game, "the-lost-bell", &acting(&game)).is_err(), "it is closed");
    }

    #[test]
    fn a_quest_that_was_only_a_name_gets_objectives_and_keeps_what_was_done() {
        let mut game = table();
        game.apply(&Change::QuestAdded { name: "the lost bell".into(), title: String::new() }).unwrap();
        given(&mut game, &["Ask the smith"], None);
        given(&mut game, &["ASK THE SMITH", "Dig"], None);
        let [quest] = game.story.active_quests.as_slice() else { panic!("{:?}", game.story.active_quests) };
        assert_eq!(quest.objectives.len(), 2);
        assert_eq!((quest.id().as_str(), quest.giver.as_str()), ("the-lost-bell", "Old Marta"));
    }

    #[test]
    fn objectives_stored_as_texts_still_load() {
        let quest: Quest = serde_json::from_str(r#"{"name":"feed the cat","objectives":["Buy Milk"]}"#).unwrap();
        assert_eq!((quest.objectives[0].id.as_str(), quest.objectives[0].done), ("buy-milk", false));
        assert_eq!(quest.id().as_str(), "feed-the-cat");
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_is() {
        let mut game = table();
        given(&mut game, &["Ask the smith"], None);
        let none = complete_objective(&game, "the-lost-bell", "swim", &acting(&game)).unwrap_err().to_string();
        assert!(none.contains("ask-the-smith"), "{none}");
        assert!(fail(&game, "slay the wyrm").unwrap_err().to_string().contains("the-lost-bell"));
        game.apply(&fail(&game, "lost bell").unwrap()).unwrap();
        assert_eq!(game.story.closed_quests[0].outcome, QuestOutcome::Failed);
    }
}
