//! Answers that heroes owe before the turn goes on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    State,
    combat::{
        fighter::{FighterId, FighterRef},
        reaction::{Reaction, ReactionQuestion, ReactionTrigger},
    },
    id::CharacterId,
};

/// Answers that the turn waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AwaitedResponses)]
pub struct Awaited {
    /// The kind of answer that is asked for.
    pub response_type: ResponseType,
    /// How many must answer.
    pub mode: Mode,
    /// What the heroes were asked, in a sentence; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prompt: String,
    /// The heroes who were asked.
    pub asked: Vec<CharacterId>,
    /// The answers so far, in the order they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<AwaitedAnswer>,
}

/// A hero's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GivenResponse)]
pub struct AwaitedAnswer {
    /// The hero who answered.
    pub character_id: CharacterId,
    /// The player's whole message.
    pub words: String,
}

/// The kind of answer that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseType {
    /// What they do.
    Action,
    /// Their place in the order of a fight.
    Initiative,
    /// How they withstand something.
    SavingThrow,
    /// Whether they react, and how.
    Reaction,
    /// Whatever they say.
    FreeForm,
}

/// How many of those who were asked must answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// One of them.
    One,
    /// Every one.
    All,
    /// Whoever wants to; the first answer suffices.
    Any,
}

impl Awaited {
    /// Those who have not answered.
    pub fn owed(&self) -> impl Iterator<Item = &CharacterId> {
        self.asked.iter().filter(|id| !self.has_given(id))
    }

    /// Those who can answer: not the dead, and not heroes at 0 hit points.
    pub fn owed_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a CharacterId> {
        let is_up = |id: &CharacterId| {
            let hero = state.characters.iter().find(|hero| hero.id == *id);
            hero.is_none_or(|hero| !FighterRef::Hero(hero).is_down())
        };
        self.owed().filter(move |id| is_up(id))
    }

    /// Whether this hero is to answer.
    pub fn owes(&self, id: &CharacterId) -> bool {
        self.owed().any(|owing| owing == id)
    }

    /// Whether as many have answered as must.
    pub fn is_complete(&self) -> bool {
        match self.mode {
            Mode::All => self.owed().next().is_none(),
            Mode::One | Mode::Any => !self.given.is_empty(),
        }
    }

    fn has_given(&self, id: &CharacterId) -> bool {
        self.given.iter().any(|given| given.character_id == *id)
    }
}

impl ResponseType {
    /// Its name in plain words.
    pub fn as_words(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Initiative => "initiative",
            Self::SavingThrow => "saving throw",
            Self::Reaction => "reaction",
            Self::FreeForm => "answer",
        }
    }
}

impl Mode {
    /// Its name, as models read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::All => "all",
            Self::Any => "any",
        }
    }
}

/// The answers that the table waits for, as players see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Awaiting)]
pub struct AwaitedView {
    /// Whether a fight waits for a reaction, or the table for answers.
    pub kind: AwaitedKind,
    /// The kind of answer that is asked for.
    pub response_type: ResponseType,
    /// How many must answer.
    pub mode: Mode,
    /// What the heroes were asked; may be empty.
    pub prompt: String,
    /// The heroes who have yet to answer.
    pub owed: Vec<CharacterId>,
    /// The heroes who have answered.
    pub given: Vec<CharacterId>,
    /// What the reaction would respond to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<ReactionTrigger>,
    /// The hit points of the hero who is asked at that moment; the sheet has them only once the question is answered.
    #[serde(rename = "currentHP", skip_serializing_if = "Option::is_none")]
    pub current_hp: Option<i32>,
    /// The reactions the hero can take; `{"action": "react", "reaction": its id}` takes one, `{"action": "pass"}` none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub options: Vec<ReactionOptionView>,
}

/// What the table waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AwaitedKind {
    /// Answers in words.
    Answers,
    /// A reaction in a fight.
    Reaction,
}

/// A reaction that can be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReactionOption)]
pub struct ReactionOptionView {
    /// Its id in `react`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The level of the spell slot it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<u8>,
    /// What it would do, in numbers.
    pub effect: String,
    /// The same, typed.
    pub reaction: Reaction,
}

impl AwaitedView {
    pub(crate) fn of(state: &State) -> Option<Self> {
        if let Some(pending) = state.encounter.as_deref().and_then(|it| it.pending.as_deref()) {
            return Self::of_question(&pending.question);
        }
        let awaited = state.turn_stack.awaited.as_ref()?;
        Some(Self {
            kind: AwaitedKind::Answers,
            response_type: awaited.response_type,
            mode: awaited.mode,
            prompt: awaited.prompt.clone(),
            owed: awaited.owed_in(state).cloned().collect(),
            given: awaited.given.iter().map(|given| given.character_id.clone()).collect(),
            trigger: None,
            current_hp: None,
            options: Vec::new(),
        })
    }

    fn of_question(question: &ReactionQuestion) -> Option<Self> {
        let FighterId::Hero(hero) = &question.who.id else { return None };
        let options = question.options.iter().map(|it| ReactionOptionView {
            id: it.id(),
            name: it.name().to_owned(),
            slot: it.slot(),
            effect: it.effect(),
            reaction: it.clone(),
        });
        Some(Self {
            kind: AwaitedKind::Reaction,
            response_type: ResponseType::Reaction,
            mode: Mode::One,
            prompt: question.sentence().for_log(),
            owed: vec![hero.clone()],
            given: Vec::new(),
            trigger: Some(question.trigger.clone()),
            current_hp: Some(question.hp),
            options: options.collect(),
        })
    }
}
