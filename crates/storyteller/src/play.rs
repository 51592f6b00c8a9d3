//! A turn as it is played. It is played from its start for every reply: what tools have answered is at hand, and the
//! first question they have not answered yet ends the reply. So a deed reads as one straight story.

use std::cmp::Ordering;

use serde_json::{Value, json};

use game::{looked_up::LookedUp, story_fact::StoryFact};

use super::{
    chance::{hash, hash_all},
    deeds,
    effects::Effects,
    folk::first_name,
    intent::{Act, Deed},
    prose::Prose,
    reading::{Reading, ToolAnswer},
    script::Script,
    stakes::{Doubt, Licence, Stake},
    table::{Creature, Hero, Table},
    world::{World, in_text},
};

pub(super) use super::matching::{best_match, best_named, significant, word_alike};

/// The turn can't go on before its calls are answered.
#[derive(Debug)]
pub(super) struct Pause;

/// What a step of a turn comes to.
pub(super) type Step<T = ()> = Result<T, Pause>;

/// A call to a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: &'static str,
    pub(super) input: Value,
}

/// How an uncertain deed came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    /// Almost: something of it works, at a price.
    Near,
    Failure,
}

/// Dice that fell.
#[derive(Debug, Clone, Default)]
pub(super) struct Rolled {
    pub(super) total: i32,
    /// The kept dice; empty if none were thrown.
    pub(super) kept: Vec<i64>,
}

impl Rolled {
    /// How a throw against `dc` came out. Dice that could not be thrown leave it at almost.
    pub(super) fn against(&self, dc: i32) -> Outcome {
        match (self.kept.is_empty(), dc.saturating_sub(self.total)) {
            (true, 1..) => Outcome::Near,
            (_, ..=0) => Outcome::Success,
            (_, 1..=3) => Outcome::Near,
            _ => Outcome::Failure,
        }
    }
}

/// Replies after which a turn asks nothing more.
const MOST_QUESTIONS: usize = 6;
/// Uncertain deeds of one turn; what comes after them has to wait.
const MOST_CHECKS: usize = 2;

/// A turn in play.
#[derive(Debug, Clone)]
pub(super) struct Play<'a> {
    pub(super) reading: &'a Reading,
    pub(super) table: Table,
    pub(super) hero: Hero,
    pub(super) world: World,
    pub(super) prose: Prose,
    pub(super) effects: Effects,
    /// Calls that wait for their answers.
    pub(super) pending: Vec<Call>,
    n_calls: usize,
    n_checks: usize,
    /// What the memory answered, once it was asked.
    memory: Option<LookedUp>,
    /// The person the hero talks with, once they have greeted each other.
    pub(super) speaks_with: String,
    /// Someone has said where the thread goes on.
    pub(super) way_told: bool,
    /// A statement to someone, not a question.
    pub(super) tells: bool,
    /// The goods for sale here were listed in this turn.
    pub(super) wares_told: bool,
    /// The hero comes to wherever they go now without being seen or heard.
    pub(super) unseen: bool,
    /// More is done in this turn after the deed in play.
    pub(super) goes_on: bool,
    /// Checks of this turn and how they came out, by what they were for.
    checked: Vec<(String, Outcome)>,
    /// Ids of the targets of the hero's healing hands in this turn.
    pub(super) hands_laid_on: Vec<String>,
    /// The hero lies on the ground.
    pub(super) downed: bool,
    /// Minutes that rests of this turn took by the rules.
    pub(super) rested: u32,
    /// A fight has begun in this turn.
    pub(super) fights: bool,
    /// Ids of those who came into the scene with it.
    pub(super) brought: Vec<String>,
    /// The hero has come to a place for the first time in this turn.
    pub(super) has_come: bool,
    /// What the deed in play may cost; none if it is no deed of a player's words.
    pub(super) licence: Option<Licence>,
    /// The player has answered that they mean what this turn does.
    pub(super) is_confirmed: bool,
    /// The deeds that the player's yes or no is about.
    pub(super) answered: Option<Vec<Deed>>,
    /// The deeds of this turn that the hero's conditions leave; none if they forbid none.
    pub(super) allowed: Option<Vec<Deed>>,
    /// The player's words without those that another player's hero does; none if there are none.
    pub(super) own_words: Option<String>,
    /// What the deed in play would have cost without surely meaning it.
    pub(super) doubt: Option<Doubt>,
    /// The deeds that this turn asks about instead of doing them.
    pub(super) asked_about: Vec<Deed>,
    /// This turn asks something that is not answered by yes or no, such as who is meant.
    pub(super) asks_openly: bool,
}

impl<'a> Play<'a> {
    /// A turn that begins.
    pub(super) fn new(reading: &'a Reading) -> Self {
        let mut table = reading.table.clone();
        let mut world = World::of(&table);
        world.cast = reading.script.as_ref().map(Script::cast);
        // In a fight the rules say who takes part.
        if reading.fray.is_some() {
            world.guests.clear();
        }
        // Who is on record needs no description.
        let on_record = table.people.iter().map(|known| &known.name).filter(|name| world.is_guest(name));
        let on_record: Vec<String> = on_record.filter(|name| !table.met.contains(name)).cloned().collect();
        table.met.extend(on_record);
        if table.location.is_empty() {
            table.location = world.name(super::world::Spot::Home).to_owned();
        }
        let n = reading.told.len().to_string();
        let last = reading.told.last().map_or("", String::as_str);
        let mut seed = hash_all(&[&table.location, &reading.words, &n, last]);
        if !table.telling.is_empty() {
            seed ^= hash(&table.telling);
        }
        let mut play = Self {
            hero: table.hero(),
            prose: Prose::after(&reading.told, seed),
            reading,
            table,
            world,
            effects: Effects::default(),
            pending: Vec::new(),
            n_calls: 0,
            n_checks: 0,
            memory: None,
            speaks_with: String::new(),
            way_told: false,
            tells: false,
            wares_told: false,
            unseen: false,
            goes_on: false,
            checked: Vec::new(),
            hands_laid_on: Vec::new(),
            downed: false,
            rested: 0,
            fights: false,
            brought: Vec::new(),
            has_come: false,
            licence: None,
            is_confirmed: false,
            answered: None,
            allowed: None,
            own_words: None,
            doubt: None,
            asked_about: Vec::new(),
            asks_openly: false,
        };
        play.read_tellings();
        play
    }

    /// The id of the next call.
    pub(super) fn next_id(&mut self) -> String {
        self.n_calls += 1;
        format!("call_{}", self.n_calls)
    }

    /// Asks tools, all at once. A tool that isn't there, or a turn that has asked enough, gives no answer; one that
    /// refuses says why.
    pub(super) fn ask(&mut self, questions: Vec<(&'static str, Value)>) -> Step<Vec<Option<ToolAnswer>>> {
        let mut answers = Vec::with_capacity(questions.len());
        for (name, input) in questions {
            if !self.reading.tools.contains(name) {
                answers.push(None);
                continue;
            }
            let id = self.next_id();
            match self.reading.answers.get(&id) {
                Some(answer) => answers.push(Some(answer.clone())),
                None if self.reading.n_replies >= self.most_questions() => answers.push(None),
                None => {
                    self.pending.push(Call { id, name, input });
                    answers.push(None);
                }
            }
        }
        if self.pending.is_empty() { Ok(answers) } else { Err(Pause) }
    }

    /// In a fight there is one reply to ask in, and one to tell it.
    fn most_questions(&self) -> usize {
        if self.reading.fray.is_some() { 1 } else { MOST_QUESTIONS }
    }

    /// Throws dice.
    pub(super) fn roll(&mut self, dice: &str, dc: Option<i32>, reason: &str) -> Step<Rolled> {
        let mut input = json!({"dice": dice, "reason": reason});
        if let Some(dc) = dc {
            input["dc"] = json!(dc);
        }
        self.roll_as(input)
    }

    fn roll_as(&mut self, input: Value) -> Step<Rolled> {
        let answer = self.ask(vec![("roll_dice", input)])?.pop().flatten();
        Ok(answer.filter(|answer| !answer.is_error).map(|answer| rolled(&answer.json())).unwrap_or_default())
    }

    /// The session's memory, looked up once per turn.
    pub(super) fn memory(&mut self) -> Step<LookedUp> {
        if let Some(memory) = &self.memory {
            return Ok(memory.clone());
        }
        let memory = self.look_up("query_session_memory", json!({"query_type": "all"}))?;
        self.memory = Some(memory.clone());
        Ok(memory)
    }

    /// Calls a look-up tool.
    pub(super) fn look_up(&mut self, tool: &'static str, input: Value) -> Step<LookedUp> {
        let answer = self.ask(vec![(tool, input)])?.pop().flatten();
        Ok(answer.and_then(|answer| answer.facts.looked_up).unwrap_or_default())
    }

    /// An ability check of the hero; `skill` may be empty. `dice` excludes advantage and other modifiers; `game` adds them. `reason` is
    /// also the memo key: one check per reason and turn.
    pub(super) fn check(&mut self, ability: &str, skill: &str, dc: i32, reason: &str) -> Step<Outcome> {
        let mut input = self.check_input(ability, skill, reason);
        input["dc"] = json!(dc);
        self.once(reason, |play| Ok(play.roll_as(input)?.against(dc)))
    }

    /// The same check without a number to reach, against the throw of someone who adds `modifier` to theirs. An even result is
    /// [`Outcome::Near`], as are dice that could not be thrown.
    pub(super) fn contest(&mut self, ability: &str, skill: &str, modifier: i32, reason: &str) -> Step<Outcome> {
        let input = self.check_input(ability, skill, reason);
        let theirs = json!({"dice": d20(modifier), "reason": format!("{reason}: the other side"), "sense": "none"});
        self.once(reason, |play| {
            let (own, other) = (play.roll_as(input)?, play.roll_as(theirs)?);
            let were_thrown = !own.kept.is_empty() && !other.kept.is_empty();
            Ok(match own.total.cmp(&other.total) {
                Ordering::Greater if were_thrown => Outcome::Success,
                Ordering::Less if were_thrown => Outcome::Failure,
                _ => Outcome::Near,
            })
        })
    }

    /// An attack of the hero's outside a fight, with this bonus to hit. As with a check, `game` adds what helps and hampers.
    pub(super) fn attack(&mut self, to_hit: i32, armor_class: i32, reason: &str) -> Step<Outcome> {
        let input = json!({"dice": d20(to_hit), "reason": reason, "attack": to_hit, "dc": armor_class});
        self.once(reason, |play| Ok(play.roll_as(input)?.against(armor_class)))
    }

    fn check_input(&self, ability: &str, skill: &str, reason: &str) -> Value {
        let modifier = self.hero.skill(ability, skill);
        let skill = Some(skill).filter(|skill| !skill.is_empty());
        let check = json!({"ability": ability, "skill": skill});
        json!({"dice": d20(modifier), "reason": reason, "check": check})
    }

    /// Makes a check unless this turn already has one for this reason.
    fn once(&mut self, reason: &str, throw: impl FnOnce(&mut Self) -> Step<Outcome>) -> Step<Outcome> {
        if let Some((_, outcome)) = self.checked.iter().find(|(done, _)| done == reason) {
            return Ok(*outcome);
        }
        self.n_checks += 1;
        let outcome = throw(self)?;
        self.checked.push((reason.to_owned(), outcome));
        Ok(outcome)
    }

    /// Whether this turn already has a check for this reason.
    pub(super) fn has_checked(&self, reason: &str) -> bool {
        self.checked.iter().any(|(done, _)| done == reason)
    }

    /// Whether there is room for another uncertain deed in this turn.
    pub(super) fn may_check(&self) -> bool {
        self.n_checks < MOST_CHECKS
    }

    /// The player's words of this turn, without what was refused of them.
    pub(super) fn words(&self) -> &str {
        self.own_words.as_deref().unwrap_or(&self.reading.words)
    }

    /// The hero's place, in the form for the middle of a sentence.
    pub(super) fn here(&self) -> String {
        in_text(&self.table.location)
    }

    /// Tells one of a stock of lines; `{place}` and `{hero}` are always known.
    pub(super) fn say(&mut self, stock: &[&str], slots: &[(&str, &str)]) {
        let (here, hero) = (self.here(), self.hero.name.clone());
        let all = self.filled(slots, &here, &hero);
        self.prose.facts = self.facts();
        self.prose.say(stock, &all);
    }

    /// Narrates one of a stock of optional lines: only one that was not used lately. Returns whether it
    /// did.
    pub(super) fn add(&mut self, stock: &[&str], slots: &[(&str, &str)]) -> bool {
        let (here, hero) = (self.here(), self.hero.name.clone());
        let all = self.filled(slots, &here, &hero);
        self.prose.facts = self.facts();
        self.prose.add(stock, &all)
    }

    /// The slots of a line. A person named in full is called by the first name from then on.
    fn filled<'s>(&self, slots: &[(&'s str, &'s str)], here: &'s str, hero: &'s str) -> Vec<(&'s str, &'s str)> {
        let told = self.prose.text();
        let short = |(slot, value): &(&'s str, &'s str)| match *slot {
            "name" if told.contains(value) => (*slot, first_name(value)),
            _ => (*slot, *value),
        };
        slots.iter().map(short).chain([("place", here), ("hero", hero)]).collect()
    }

    /// The hero's first foe.
    pub(super) fn foe(&self) -> Option<Creature> {
        self.table.foes().next().cloned()
    }

    /// A thing of the pack that these words mean.
    pub(super) fn in_pack(&self, words: &str) -> Option<String> {
        let pack = self.hero.pack.iter().map(|(_, name)| name.as_str());
        let names: Vec<&str> = pack.chain(self.used_before().iter().map(String::as_str)).collect();
        best_match(words, &names).map(|i| names[i].to_owned())
    }

    /// What an earlier deed of the turn has used up that this one goes on with: a torch that was lit is the one that is handed over.
    fn used_before(&self) -> &[String] {
        let before = self.licence.as_ref().and_then(|licence| licence.deed().goes_on_from);
        let is_used =
            before.is_some_and(|act| matches!(act, Act::Light | Act::Use | Act::Drink | Act::Eat | Act::Open));
        if is_used { &self.effects.lost } else { &[] }
    }

    /// Puts a thing into the pack.
    pub(super) fn gain(&mut self, thing: &str) {
        let place = self.here();
        if self.is_fact(&StoryFact::Left { thing: thing.to_owned(), place: place.clone() }) {
            self.note_fact(StoryFact::PickedUp { thing: thing.to_owned(), place });
        }
        self.effects.gained.push(thing.to_owned());
        self.hero.pack.push((1, thing.to_owned()));
    }

    /// Asks the player something that is not answered by yes or no.
    pub(super) fn ask_openly(&mut self, stock: &[&str], slots: &[(&str, &str)]) {
        self.asks_openly = true;
        self.say(stock, slots);
    }

    /// What the turn came to so far has been written down, and a fresh page begins.
    pub(super) fn written(&mut self) {
        self.effects = Effects { people: std::mem::take(&mut self.effects.people), ..Effects::default() };
    }

    /// Whether the deed in play may cost this. If not it is in doubt, and will be taken back.
    pub(super) fn stakes(&mut self, stake: Stake, what: &str) -> bool {
        let allowed =
            self.is_confirmed || self.licence.as_ref().is_none_or(|licence| licence.allows(self, stake, what));
        if !allowed {
            self.doubt.get_or_insert(Doubt { stake, what: what.to_owned() });
        }
        allowed
    }

    /// Takes back what was played since, but for what tools were asked and answered.
    pub(super) fn take_back(&mut self, before: Self) {
        let now = std::mem::replace(self, before);
        self.n_calls = now.n_calls;
        self.n_checks = now.n_checks;
        self.memory = now.memory;
        self.checked = now.checked;
    }

    /// Whether a thing of just this name is in the pack.
    pub(super) fn owns(&self, thing: &str) -> bool {
        self.hero.pack.iter().any(|(_, name)| name.eq_ignore_ascii_case(thing))
    }

    /// Takes one thing of this name out of the pack, for good. What lay somewhere does not lie there again.
    pub(super) fn lose(&mut self, thing: &str) {
        self.stakes(Stake::Thing, thing);
        self.hand_in(thing);
    }

    /// The same for a thing that someone waits for.
    pub(super) fn hand_in(&mut self, thing: &str) {
        if self.world.is_found(thing) {
            self.note_fact(StoryFact::Gone { thing: thing.to_owned() });
        }
        self.part_with(thing);
    }

    /// Puts one thing of this name down, where it stays.
    pub(super) fn leave(&mut self, thing: &str) {
        self.stakes(Stake::Thing, thing);
        self.note_fact(StoryFact::Left { thing: thing.to_owned(), place: self.here() });
        self.part_with(thing);
    }

    fn part_with(&mut self, thing: &str) {
        if self.used_before().iter().any(|used| used == thing) {
            deeds::hand_over_light(self, thing);
            return;
        }
        self.effects.lost.push(thing.to_owned());
        if let Some(item) = self.hero.pack.iter_mut().find(|(_, name)| name == thing) {
            item.0 = item.0.saturating_sub(1);
        }
        self.hero.pack.retain(|(n, _)| *n > 0);
        deeds::without_light(self, thing);
    }

    /// Pays coins, for a thing if it is named; returns whether there were enough.
    pub(super) fn pay(&mut self, copper: i64, for_what: &str) -> bool {
        self.stakes(Stake::Coins, for_what);
        self.forfeit(copper)
    }

    /// Takes coins from the hero, who isn't asked; returns whether there were enough.
    pub(super) fn forfeit(&mut self, copper: i64) -> bool {
        let enough = self.hero.copper >= copper;
        if enough {
            self.hero.copper -= copper;
            self.effects.copper -= copper;
        }
        enough
    }

    /// Notes that the rules have hurt the hero (or healed, below 0); nothing is to be written down of it.
    pub(super) fn hurt(&mut self, damage: i32) {
        self.hero.hp = self.hero.hp.saturating_sub(damage).clamp(0, self.hero.max_hp.max(1));
    }

    /// Hurts (negative) or heals the hero within bounds.
    pub(super) fn hurt_or_heal(&mut self, delta: i32) {
        let to = self.hero.hp.saturating_add(delta).clamp(0, self.hero.max_hp.max(1));
        self.effects.hp += to - self.hero.hp;
        self.hero.hp = to;
    }

    /// Bruises the hero, if the deed in play is one that bruises; returns whether it did. No one is brought down by it.
    pub(super) fn bruise(&mut self) -> bool {
        let bruises = self.hero.hp > 1 && self.licence.as_ref().is_none_or(Licence::bruises);
        if bruises {
            self.hurt_or_heal(-1);
        }
        bruises
    }

    /// Whether the thread's quest is taken on.
    pub(super) fn on_quest(&self) -> bool {
        self.table.quests.iter().any(|quest| quest.eq_ignore_ascii_case(self.world.adventure.quest))
    }

    /// Takes the thread's quest on, once, by a promise or by going where it leads; returns whether it is new.
    pub(super) fn take_quest(&mut self, by: Stake) -> bool {
        let new = !self.on_quest();
        if new {
            self.stakes(by, "");
            let quest = self.world.cased(self.world.adventure.quest);
            self.table.quests.push(quest.clone());
            self.effects.quests_added.push(quest);
        }
        new
    }
}

/// A d20 and a modifier, as dice are written.
pub(super) fn d20(modifier: i32) -> String {
    if modifier == 0 { "1d20".to_owned() } else { format!("1d20{modifier:+}") }
}

fn rolled(answer: &Value) -> Rolled {
    let total = answer["total"].as_i64().and_then(|n| i32::try_from(n).ok()).unwrap_or(0);
    let kept = answer["kept"].as_array().map(|dice| dice.iter().filter_map(Value::as_i64).collect());
    Rolled { total, kept: kept.unwrap_or_default() }
}
