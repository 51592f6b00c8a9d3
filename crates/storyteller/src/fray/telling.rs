//! Narrates the events of a fight. Damage is in words, without numbers.

use game::{
    combat::{
        encounter::FightEnding,
        event::{Actor, AttackOutcome, CombatEvent as E, PlainAction, coins_in_words},
        fighter::FighterId,
    },
    condition_kind::ConditionKind,
};

use super::{Fray, asides, plan::Tried};
use crate::{
    phrases::{lines, spells as said, talk},
    play::Play,
    prose::{a, listed, the},
};

/// What anyone who called the tools knows beside what they answered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known<'k> {
    /// What the hero tried.
    pub(super) tried: Option<&'k Tried>,
    /// Whether anyone who is out of it gave up, rather than run.
    pub(super) yields: Option<bool>,
    /// The fighter named by the previous sentence.
    pub(super) named: &'k str,
}

/// What the narration came to.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) over: Option<FightEnding>,
    /// Those who died.
    pub(super) dead: Vec<Actor>,
}

/// Tells what happened.
pub(super) fn tell(play: &mut Play<'_>, fray: &Fray, all: &[E], known: Known<'_>) -> Told {
    let mut teller = Teller {
        hero: hero_of(play),
        fray,
        known,
        told: Told::default(),
        own: None,
        spell: String::new(),
        named: vec![known.named.to_owned()],
    };
    let mut i = 0;
    while i < all.len() {
        i += teller.one(play, &all[i..]);
    }
    let dead = all.iter().filter_map(|event| if let E::Died { who } = event { Some(who.clone()) } else { None });
    teller.told.dead = dead.collect();
    teller.told
}

/// The player's hero as a fighter.
pub(super) fn hero_of(play: &Play<'_>) -> FighterId {
    FighterId::Hero(play.hero.id.as_str().into())
}

/// As little of a foe's name as tells it from these: "the wrecker", or "the limping one"; all of it where it is a name of
/// its own, or nothing less will do.
fn short<'n>(name: &str, foes: impl Iterator<Item = &'n str> + Clone) -> String {
    let (first, last) = (name.split(' ').next().unwrap_or(name), name.rsplit(' ').next().unwrap_or(name));
    let own = name.starts_with(char::is_uppercase) || name.starts_with("the ") || last.chars().count() < 2;
    let alone = |fits: &dyn Fn(&str) -> bool| foes.clone().filter(|foe| *foe != name).all(|foe| !fits(foe));
    match () {
        () if own || first == last || name.contains(" of ") => the(name),
        () if alone(&|foe| foe.rsplit(' ').next() == Some(last)) => the(last),
        () if alone(&|foe| foe.split(' ').next() == Some(first)) => format!("the {first} one"),
        () => the(name),
    }
}

/// The damage of an event without an attack roll, and its target.
fn taken(event: &E) -> Option<(&Actor, i32)> {
    match event {
        E::Damaged { who, damage, .. } | E::SureHit { target: who, damage, .. } => Some((who, *damage)),
        _ => None,
    }
}

/// Whether someone dies or falls by an event.
fn ends(event: Option<&E>, whom: &Actor) -> bool {
    matches!(event, Some(E::Died { who } | E::Fell { who }) if who.id == whom.id)
}

/// An attack.
struct Blow<'e> {
    who: &'e Actor,
    target: &'e Actor,
    with: &'e str,
    outcome: AttackOutcome,
    /// Whether the target dies or falls by it.
    ends: bool,
}

struct Teller<'f> {
    hero: FighterId,
    fray: &'f Fray,
    known: Known<'f>,
    told: Told,
    /// Whether the last narrated event was the hero's.
    own: Option<bool>,
    /// The spell that works.
    spell: String,
    /// Fighters that this narration has named in full.
    named: Vec<String>,
}

impl Teller<'_> {
    fn is_hero(&self, who: &Actor) -> bool {
        who.id == self.hero
    }

    /// Someone as they are in the next sentence: anyone who was named in this narration goes by as little of the name as tells
    /// them from the others.
    fn foe(&mut self, who: &Actor) -> String {
        if !self.named.contains(&who.name) {
            self.named.push(who.name.clone());
            return the(&who.name);
        }
        short(&who.name, self.fray.fighters.iter().filter(|one| one.is_foe).map(|one| one.name.as_str()))
    }

    /// Whose deed it is decides where a paragraph begins.
    fn turn_to(&mut self, play: &mut Play<'_>, who: &Actor) {
        let own = self.is_hero(who);
        if self.own.is_some_and(|was| was != own) {
            play.prose.paragraph();
        }
        self.own = Some(own);
    }

    /// The damage as a percentage of a fighter's maximum hit points.
    fn share(&self, who: &Actor, damage: i32) -> i32 {
        let most = self.fray.fighter(who.id.as_str()).map_or(10, |one| one.max_hp);
        damage.saturating_mul(100) / most.max(1)
    }

    /// Narrates the first of these with its consequences; returns how many were narrated.
    fn one(&mut self, play: &mut Play<'_>, rest: &[E]) -> usize {
        let next = rest.get(1);
        match &rest[0] {
            E::Attack { who, target, with, outcome, .. } => {
                let ends = *outcome != AttackOutcome::Miss && ends(next, target);
                self.attack(play, &Blow { who, target, with: &with.to_lowercase(), outcome: *outcome, ends });
                return if ends { 2 } else { 1 };
            }
            E::Damaged { who, .. } | E::SureHit { target: who, .. } => return self.harm(play, rest, who, false),
            E::SavingThrow { who, made, .. } => return self.saves(play, rest, who, *made),
            E::Did { who, action: PlainAction::CannotSave } => return self.saves(play, rest, who, false),
            E::Did { who, action } => self.did(play, who, *action, &rest[0]),
            E::ConditionBegan { who, condition } => self.becomes(play, who, *condition, false),
            E::ConditionEnded { who, condition } => self.becomes(play, who, *condition, true),
            E::Fell { who } | E::Died { who } => self.goes_down(play, who, matches!(rest[0], E::Died { .. })),
            E::Healed { who, amount } => self.mends(play, who, *amount),
            E::UsedItem { who, item } => {
                self.turn_to(play, who);
                let thing = item.to_lowercase();
                match self.is_hero(who) {
                    true => play.say(lines::YOU_DRINK, &[("thing", &thing)]),
                    false => play.say(lines::THEY_DRINK, &[("foe", &the(&who.name)), ("thing", &thing)]),
                }
            }
            E::Used { who, what } | E::Described { who, what, .. } | E::LegendaryAction { who, what } => {
                self.turn_to(play, who);
                self.uses(play, who, &what.to_lowercase());
            }
            E::OpportunityAttack { who, target } => {
                let at_hero = self.is_hero(target);
                let stock = if at_hero { lines::STRIKES_IN_PASSING } else { lines::YOU_CATCH_IN_PASSING };
                let foe = self.foe(if at_hero { who } else { target });
                play.say(stock, &[("foe", &foe)]);
            }
            E::Wrestled { who, target, won } => self.wrestles(play, who, target, *won),
            E::Improvised { who, worked, .. } => {
                self.turn_to(play, who);
                self.tries(play, *worked);
            }
            E::Left { who } => self.leaves(play, who),
            E::Joined { who } => play.say(lines::FOE_JOINS, &[("foe", &the(&who.name))]),
            E::ReactionAsked { question } => asides::asks(play, question),
            E::FightBegan { .. } => {}
            E::FightEnded { ending, .. } => self.told.over = Some(*ending),
            E::Coins { gold, silver, copper } => {
                play.prose.paragraph();
                play.say(lines::PURSE, &[("coins", &coins_in_words(*gold, *silver, *copper))]);
            }
            E::Gathered { things, .. } => {
                let things: Vec<String> = things.iter().map(|thing| a(&thing.to_lowercase())).collect();
                play.add(lines::GATHERS, &[("things", &listed(&things))]);
            }
            E::TurnedAside { who, what } => return asides::ward(play, next, who, what),
            E::EffectBegan { who, name } => asides::works(play, who, &name.to_lowercase(), false),
            E::EffectEnded { who, name } => asides::works(play, who, &name.to_lowercase(), true),
            other => asides::plain(play, other),
        }
        1
    }

    fn attack(&mut self, play: &mut Play<'_>, blow: &Blow<'_>) {
        let (is_own, at_hero) = (self.is_hero(blow.who), self.is_hero(blow.target));
        self.turn_to(play, blow.who);
        let (stock, damage) = match blow.outcome {
            AttackOutcome::Miss if is_own => (lines::MISS, 0),
            AttackOutcome::Miss if at_hero => (lines::FOE_MISSES, 0),
            AttackOutcome::Miss => (lines::OTHERS_MISS, 0),
            AttackOutcome::Hit { critical, damage } => {
                let share = self.share(blow.target, damage);
                let stock = match () {
                    () if is_own && blow.ends => lines::KILL,
                    () if is_own && critical => lines::GREAT_HIT,
                    () if is_own && damage == 0 => lines::HIT_FOR_NOTHING,
                    () if is_own && share >= 50 => lines::HIT_DEEP,
                    () if is_own && share <= 20 => lines::HIT_LIGHT,
                    () if is_own => lines::HIT,
                    () if at_hero && blow.ends => lines::FOE_FELLS,
                    () if at_hero && share >= 45 => lines::FOE_HITS_HARD,
                    () if at_hero && share <= 20 => lines::FOE_SCRATCHES,
                    () if at_hero => lines::FOE_HITS,
                    () if blow.ends => lines::OTHERS_KILL,
                    () => lines::OTHERS_HIT,
                };
                (stock, damage)
            }
        };
        let foe = self.foe(if is_own { blow.target } else { blow.who });
        play.say(stock, &[("foe", &foe), ("weapon", blow.with), ("whom", &the(&blow.target.name))]);
        if at_hero {
            play.hurt(damage);
        }
    }

    /// A saving throw, with the damage it is against; returns how many were narrated.
    fn saves(&mut self, play: &mut Play<'_>, rest: &[E], who: &Actor, made: bool) -> usize {
        let (next, is_own) = (rest.get(1), self.is_hero(who));
        if next.and_then(taken).is_some_and(|(hurt, _)| hurt.id == who.id) {
            return 1 + self.harm(play, &rest[1..], who, made);
        }
        let is_taken = matches!(next, Some(E::ConditionBegan { who: it, .. } | E::ConditionEnded { who: it, .. }) if it.id == who.id);
        let stock = match () {
            () if made && is_own => return self.one_line(play, lines::YOU_WITHSTAND),
            () if self.spell.is_empty() || is_own => return 1,
            () if made => said::WITHSTOOD,
            () if is_taken => return 1,
            () => said::TAKES_HOLD,
        };
        let foe = self.foe(who);
        play.say(stock, &[("spell", &self.spell), ("foe", &foe)]);
        1
    }

    fn one_line(&self, play: &mut Play<'_>, stock: &[&str]) -> usize {
        play.say(stock, &[]);
        1
    }

    fn goes_down(&mut self, play: &mut Play<'_>, who: &Actor, dies: bool) {
        match (self.is_hero(who), dies) {
            (true, false) => play.say(lines::YOU_FALL, &[]),
            (false, false) => play.say(lines::FRIEND_FALLS, &[("name", &who.name)]),
            (true, true) => play.say(lines::YOU_DIE, &[]),
            (false, true) => {
                let foe = self.foe(who);
                play.say(lines::FOE_DIES, &[("foe", &foe)]);
            }
        }
    }

    fn mends(&mut self, play: &mut Play<'_>, who: &Actor, amount: i32) {
        if self.is_hero(who) {
            play.hurt(-amount);
            play.say(if amount > 0 { lines::YOU_MEND } else { lines::NOTHING_MENDS }, &[]);
        } else {
            play.say(lines::THEY_MEND, &[("foe", &the(&who.name))]);
        }
    }

    fn wrestles(&mut self, play: &mut Play<'_>, who: &Actor, target: &Actor, won: bool) {
        self.turn_to(play, who);
        let is_own = self.is_hero(who);
        let stock = match (is_own, won) {
            (true, true) => lines::YOU_OVERCOME,
            (true, false) => lines::YOU_CANNOT_OVERCOME,
            (false, true) => lines::OVERCOMES_YOU,
            (false, false) => lines::CANNOT_OVERCOME_YOU,
        };
        let foe = self.foe(if is_own { target } else { who });
        play.say(stock, &[("foe", &foe)]);
    }

    /// Harm without a throw to hit, all of it that one takes in a row; returns how many lines that was.
    fn harm(&mut self, play: &mut Play<'_>, rest: &[E], who: &Actor, half: bool) -> usize {
        let all: Vec<i32> = rest
            .iter()
            .map_while(|event| taken(event).filter(|(hurt, _)| hurt.id == who.id))
            .map(|(_, damage)| damage)
            .collect();
        let (n, damage) = (all.len(), all.iter().sum::<i32>());
        let ends = ends(rest.get(n), who);
        let foe = self.foe(who);
        let slots = [("foe", foe.as_str()), ("spell", self.spell.as_str()), ("weapon", self.spell.as_str())];
        if self.is_hero(who) {
            play.hurt(damage);
            play.say(if ends { lines::YOU_FALL } else { lines::YOU_ARE_HARMED }, &[]);
        } else if ends {
            play.say(if self.spell.is_empty() { lines::FOE_DIES } else { said::SPELL_KILLS }, &slots);
        } else if !self.spell.is_empty() {
            let stock = match (half, damage) {
                (_, 0) => said::WITHSTOOD,
                (true, _) => said::HALF_WITHSTOOD,
                (false, _) => said::BURSTS,
            };
            play.say(stock, &slots);
        } else if damage > 0 && self.own != Some(true) {
            play.add(lines::FOE_SUFFERS, &slots);
        }
        n + usize::from(ends)
    }

    fn becomes(&mut self, play: &mut Play<'_>, who: &Actor, what: ConditionKind, ends: bool) {
        let own = self.is_hero(who);
        // The attempt was narrated with its effect.
        if self.known.tried.is_some() && !own && !ends {
            return;
        }
        if own && what == ConditionKind::Prone {
            play.downed = !ends;
            // Anyone who has fallen is on the ground.
            if play.hero.hp == 0 {
                return;
            }
        }
        let stock = match (what, own, ends) {
            (ConditionKind::Prone, true, false) => lines::YOU_ARE_DOWN,
            (ConditionKind::Prone, true, true) => lines::YOU_STAND_AGAIN,
            (ConditionKind::Prone, false, false) => lines::FOE_IS_DOWN,
            (ConditionKind::Prone, false, true) => lines::FOE_STANDS_AGAIN,
            (ConditionKind::Grappled | ConditionKind::Restrained, true, false) => lines::YOU_ARE_HELD,
            (ConditionKind::Unconscious, false, false) => said::STILLED,
            (_, true, false) => lines::YOU_BECOME,
            (_, false, false) => lines::FOE_BECOMES,
            (_, true, true) => lines::YOU_ARE_FREE_OF_IT,
            (_, false, true) => lines::FOE_IS_FREE_OF_IT,
        };
        let foe = self.foe(who);
        play.say(stock, &[("foe", &foe), ("what", what.name()), ("spell", &self.spell)]);
    }

    /// An action without a target; one without lines of its own is narrated by its log line.
    fn did(&mut self, play: &mut Play<'_>, who: &Actor, action: PlainAction, event: &E) {
        let own = self.is_hero(who);
        let stock: Option<&[&str]> = match (action, own) {
            (PlainAction::Dodge, true) => Some(lines::YOU_GUARD),
            (PlainAction::Dodge, false) => Some(lines::FOE_GUARDS),
            (PlainAction::Dash, true) => Some(lines::YOU_RUN),
            (PlainAction::Dash, false) => Some(lines::FOE_RUNS_UP),
            (PlainAction::Disengage, true) => Some(lines::YOU_BREAK_AWAY),
            (PlainAction::Disengage, false) => Some(lines::FOE_BREAKS_AWAY),
            (PlainAction::Help | PlainAction::Ready, true) => Some(lines::YOU_WAIT),
            (PlainAction::Hide, _) | (PlainAction::Help | PlainAction::Ready | PlainAction::Seen, false) => None,
            (PlainAction::Hidden, true) => Some(lines::YOU_VANISH),
            (PlainAction::Hidden, false) => Some(lines::FOE_VANISHES),
            (PlainAction::Seen, true) => Some(lines::SEEN),
            (PlainAction::Escaped, true) => Some(lines::YOU_GET_FREE),
            (PlainAction::Escaped, false) => Some(lines::FOE_GETS_FREE),
            (PlainAction::StillHeld, true) => Some(lines::YOU_STAY_HELD),
            (PlainAction::StillHeld, false) => Some(lines::FOE_STAYS_HELD),
            _ => return asides::plain(play, event),
        };
        self.turn_to(play, who);
        let foe = if own { String::new() } else { self.foe(who) };
        if let Some(stock) = stock {
            play.say(stock, &[("foe", &foe)]);
        }
    }

    /// A spell, a feature or a creature's action.
    fn uses(&mut self, play: &mut Play<'_>, who: &Actor, what: &str) {
        if self.is_hero(who) {
            self.spell = what.to_owned();
            play.say(said::CASTS, &[("foe", ""), ("spell", what)]);
        } else {
            self.spell.clear();
            let foe = self.foe(who);
            play.say(said::THEY_CAST, &[("foe", &foe), ("spell", what)]);
        }
    }

    fn tries(&self, play: &mut Play<'_>, works: bool) {
        let Some(tried) = self.known.tried else { return };
        let slots: Vec<(&str, &str)> = tried.slots.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
        play.say(if works { tried.won } else { tried.lost }, &slots);
        if works {
            play.add(tried.gain, &slots);
        }
    }

    fn leaves(&mut self, play: &mut Play<'_>, who: &Actor) {
        let foe = self.foe(who);
        // The result of talking to it was narrated.
        if self.known.tried.is_some() {
            return;
        }
        play.prose.paragraph();
        let stock = match self.known.yields {
            Some(true) => talk::FOE_KNEELS,
            Some(false) => lines::FOE_BREAKS,
            None => lines::FOE_IS_GONE,
        };
        play.say(stock, &[("foe", &foe)]);
    }
}
