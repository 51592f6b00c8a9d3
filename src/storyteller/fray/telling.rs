//! What happened in a fight, told: who did what to whom, how it came out and how bad it looks. Damage is told in words.

use super::{Fray, asides, happened::Happened as H, plan::Tried};
use crate::storyteller::{
    phrases::{lines, spells as said, talk},
    play::Play,
    prose::{a, listed, the},
};

/// How a fight ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Won,
    Lost,
    Fled,
    Settled,
}

/// What whoever called the tools knows beside what they answered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known<'k> {
    /// What the hero tried.
    pub(super) tried: Option<&'k Tried>,
    /// Whether whoever is out of it gave up, rather than run.
    pub(super) yields: Option<bool>,
    /// Whom the sentence before has named.
    pub(super) named: &'k str,
}

/// What the telling came to.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) over: Option<Over>,
    /// Names of those who died.
    pub(super) dead: Vec<String>,
}

/// Tells what happened.
pub(super) fn tell(play: &mut Play<'_>, fray: &Fray, all: &[H], known: Known<'_>) -> Told {
    let mut teller = Teller {
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
    let dead = all.iter().filter_map(|one| if let H::Dies(who) = one { Some(who.clone()) } else { None });
    teller.told.dead = dead.collect();
    teller.told
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

struct Teller<'f> {
    fray: &'f Fray,
    known: Known<'f>,
    told: Told,
    /// Whether the last thing told was the hero's doing.
    own: Option<bool>,
    /// The spell that works.
    spell: String,
    /// Whom this telling has named in full.
    named: Vec<String>,
}

impl Teller<'_> {
    /// Somebody as they stand in the next sentence: whoever was named in this telling goes by as little of the name as tells
    /// them from the others.
    fn foe(&mut self, name: &str) -> String {
        if !self.named.iter().any(|named| named == name) {
            self.named.push(name.to_owned());
            return the(name);
        }
        short(name, self.fray.fighters.iter().filter(|one| one.is_foe).map(|one| one.name.as_str()))
    }

    /// Whose deed it is decides where a paragraph begins.
    fn turn_to(&mut self, play: &mut Play<'_>, who: &str) {
        let own = who == play.hero.name;
        if self.own.is_some_and(|was| was != own) {
            play.prose.paragraph();
        }
        self.own = Some(own);
    }

    /// The share of somebody's hit points that so much damage is, in hundredths.
    fn share(&self, name: &str, damage: i32) -> i32 {
        let most = self.fray.fighters.iter().find(|one| one.name == name).map_or(10, |one| one.max_hp);
        damage.saturating_mul(100) / most.max(1)
    }

    /// Tells the first of these, with what belongs to it; answers how many were told.
    fn one(&mut self, play: &mut Play<'_>, rest: &[H]) -> usize {
        let hero = play.hero.name.clone();
        let next = rest.get(1);
        match &rest[0] {
            H::Strikes { who, whom, with, hard, damage } => {
                self.turn_to(play, who);
                let dies = matches!(next, Some(H::Dies(dead)) if dead == whom);
                let falls = matches!(next, Some(H::Falls(down)) if down == whom);
                self.strikes(play, (who, whom, with), (*hard, *damage), dies || falls);
                if *whom == hero {
                    play.hurt(*damage);
                }
                return if dies || falls { 2 } else { 1 };
            }
            H::Misses { who, whom, with } => {
                self.turn_to(play, who);
                let stock = match () {
                    () if *who == hero => lines::MISS,
                    () if *whom == hero => lines::FOE_MISSES,
                    () => lines::OTHERS_MISS,
                };
                let foe = self.foe(if *who == hero { whom } else { who });
                play.say(stock, &[("foe", &foe), ("weapon", with), ("whom", &the(whom))]);
            }
            H::Takes { who, .. } => return self.harm(play, rest, who, false),
            H::Saves { who, made } => {
                if matches!(next, Some(H::Takes { who: hurt, .. }) if hurt == who) {
                    return 1 + self.harm(play, &rest[1..], who, *made);
                }
                let taken = matches!(next, Some(H::Becomes { who: taken, .. }) if taken == who);
                if *made && !self.spell.is_empty() && *who != hero {
                    let foe = self.foe(who);
                    play.say(said::WITHSTOOD, &[("spell", &self.spell), ("foe", &foe)]);
                } else if *made && *who == hero {
                    play.say(lines::YOU_WITHSTAND, &[]);
                } else if !taken && *who != hero && !self.spell.is_empty() {
                    let foe = self.foe(who);
                    play.say(said::TAKES_HOLD, &[("spell", &self.spell), ("foe", &foe)]);
                }
            }
            H::Becomes { who, what, ends } => self.becomes(play, who, what, *ends),
            H::Falls(who) if *who == hero => play.say(lines::YOU_FALL, &[]),
            H::Falls(who) => play.say(lines::FRIEND_FALLS, &[("name", who)]),
            H::Dies(who) if *who == hero => play.say(lines::YOU_DIE, &[]),
            H::Dies(who) => {
                let foe = self.foe(who);
                play.say(lines::FOE_DIES, &[("foe", &foe)]);
            }
            H::Heals { who, amount } => {
                if *who == hero {
                    play.hurt(-amount);
                    play.say(if *amount > 0 { lines::YOU_MEND } else { lines::NOTHING_MENDS }, &[]);
                } else {
                    play.say(lines::THEY_MEND, &[("foe", &the(who))]);
                }
            }
            H::Uses { who, thing } => {
                self.turn_to(play, who);
                match *who == hero {
                    true => play.say(lines::YOU_DRINK, &[("thing", thing)]),
                    false => play.say(lines::THEY_DRINK, &[("foe", &the(who)), ("thing", thing)]),
                }
            }
            H::Does { who, what } => {
                self.turn_to(play, who);
                self.does(play, who, what, *who == hero);
            }
            H::InPassing { who, whom } => {
                let stock = if *whom == hero { lines::STRIKES_IN_PASSING } else { lines::YOU_CATCH_IN_PASSING };
                let foe = self.foe(if *whom == hero { who } else { whom });
                play.say(stock, &[("foe", &foe)]);
            }
            H::Wrestles { who, whom, won } => {
                self.turn_to(play, who);
                let stock = match (*who == hero, *won) {
                    (true, true) => lines::YOU_OVERCOME,
                    (true, false) => lines::YOU_CANNOT_OVERCOME,
                    (false, true) => lines::OVERCOMES_YOU,
                    (false, false) => lines::CANNOT_OVERCOME_YOU,
                };
                let foe = self.foe(if *who == hero { whom } else { who });
                play.say(stock, &[("foe", &foe)]);
            }
            H::Tries { who, works } => {
                self.turn_to(play, who);
                self.tries(play, *works);
            }
            H::Leaves(who) => self.leaves(play, who),
            H::Joins(who) => play.say(lines::FOE_JOINS, &[("foe", &the(who))]),
            H::Won => self.told.over = Some(Over::Won),
            H::Lost => self.told.over = Some(Over::Lost),
            H::GotAway => self.told.over = Some(Over::Fled),
            H::Settled => self.told.over = Some(Over::Settled),
            H::Purse(coins) => {
                play.prose.paragraph();
                play.say(lines::PURSE, &[("coins", coins)]);
            }
            H::Gathers(things) => {
                let things: Vec<String> = things.split(" and ").flat_map(|part| part.split(", ")).map(a).collect();
                play.add(lines::GATHERS, &[("things", &listed(&things))]);
            }
            H::Begins(_) => {}
            H::Tells { who, what } => {
                self.turn_to(play, who);
                self.does(play, who, what, *who == hero);
            }
            H::Wards { who, what } => return asides::ward(play, rest, who, what),
            H::Under { who, what } => asides::works(play, who, what, false),
            H::Spent { who, what } => asides::works(play, who, what, true),
            H::Other(line) => asides::plain(play, self.fray, line),
        }
        1
    }

    fn strikes(&mut self, play: &mut Play<'_>, who: (&str, &str, &str), blow: (bool, i32), ends: bool) {
        let (doer, whom, with) = who;
        let (hard, damage) = blow;
        let hero = play.hero.name.clone();
        let share = self.share(whom, damage);
        let stock = match () {
            () if doer == hero && ends => lines::KILL,
            () if doer == hero && hard => lines::GREAT_HIT,
            () if doer == hero && damage == 0 => lines::HIT_FOR_NOTHING,
            () if doer == hero && share >= 50 => lines::HIT_DEEP,
            () if doer == hero && share <= 20 => lines::HIT_LIGHT,
            () if doer == hero => lines::HIT,
            () if whom == hero && ends => lines::FOE_FELLS,
            () if whom == hero && share >= 45 => lines::FOE_HITS_HARD,
            () if whom == hero && share <= 20 => lines::FOE_SCRATCHES,
            () if whom == hero => lines::FOE_HITS,
            () if ends => lines::OTHERS_KILL,
            () => lines::OTHERS_HIT,
        };
        let foe = self.foe(if doer == hero { whom } else { doer });
        play.say(stock, &[("foe", &foe), ("weapon", with), ("whom", &the(whom))]);
    }

    /// Harm without a throw to hit, all of it that one takes in a row; answers how many lines that was.
    fn harm(&mut self, play: &mut Play<'_>, rest: &[H], who: &str, half: bool) -> usize {
        let same = rest.iter().take_while(|one| matches!(one, H::Takes { who: hurt, .. } if hurt == who));
        let all: Vec<i32> =
            same.filter_map(|one| if let H::Takes { damage, .. } = one { Some(*damage) } else { None }).collect();
        let (n, damage) = (all.len(), all.iter().sum::<i32>());
        let ends = matches!(rest.get(n), Some(H::Dies(dead) | H::Falls(dead)) if dead == who);
        let hero = play.hero.name.clone();
        let foe = self.foe(who);
        let slots = [("foe", foe.as_str()), ("spell", self.spell.as_str()), ("weapon", self.spell.as_str())];
        if who == hero {
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

    fn becomes(&mut self, play: &mut Play<'_>, who: &str, what: &str, ends: bool) {
        // What was tried has been told with what it brings.
        if self.known.tried.is_some() && who != play.hero.name && !ends {
            return;
        }
        let own = who == play.hero.name;
        if own && what == "prone" {
            play.downed = !ends;
            // Whoever has fallen is on the ground.
            if play.hero.hp == 0 {
                return;
            }
        }
        let stock = match (what, own, ends) {
            ("prone", true, false) => lines::YOU_ARE_DOWN,
            ("prone", true, true) => lines::YOU_STAND_AGAIN,
            ("prone", false, false) => lines::FOE_IS_DOWN,
            ("prone", false, true) => lines::FOE_STANDS_AGAIN,
            ("grappled" | "restrained", true, false) => lines::YOU_ARE_HELD,
            ("unconscious", false, false) => said::STILLED,
            (_, true, false) => lines::YOU_BECOME,
            (_, false, false) => lines::FOE_BECOMES,
            (_, true, true) => lines::YOU_ARE_FREE_OF_IT,
            (_, false, true) => lines::FOE_IS_FREE_OF_IT,
        };
        let foe = self.foe(who);
        play.say(stock, &[("foe", &foe), ("what", what), ("spell", &self.spell)]);
    }

    fn does(&mut self, play: &mut Play<'_>, who: &str, what: &str, own: bool) {
        let foe = if own { String::new() } else { self.foe(who) };
        let stock = match (what, own) {
            ("dodges", true) => lines::YOU_GUARD,
            ("dodges", false) => lines::FOE_GUARDS,
            ("dashes", true) => lines::YOU_RUN,
            ("dashes", false) => lines::FOE_RUNS_UP,
            ("disengages", true) => lines::YOU_BREAK_AWAY,
            ("disengages", false) => lines::FOE_BREAKS_AWAY,
            ("tries to hide", _) => return,
            ("is out of sight", true) => lines::YOU_VANISH,
            ("is out of sight", false) => lines::FOE_VANISHES,
            ("is seen", true) => lines::SEEN,
            ("is seen", false) => return,
            ("gets free", true) => lines::YOU_GET_FREE,
            ("gets free", false) => lines::FOE_GETS_FREE,
            ("can't get free", true) => lines::YOU_STAY_HELD,
            ("can't get free", false) => lines::FOE_STAYS_HELD,
            ("helps" | "waits", true) => lines::YOU_WAIT,
            ("helps" | "waits", false) => return,
            (_, true) => {
                self.spell = what.to_owned();
                said::CASTS
            }
            (_, false) => {
                self.spell.clear();
                said::THEY_CAST
            }
        };
        play.say(stock, &[("foe", &foe), ("spell", what)]);
    }

    fn tries(&self, play: &mut Play<'_>, works: bool) {
        let Some(tried) = self.known.tried else { return };
        let slots: Vec<(&str, &str)> = tried.slots.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
        play.say(if works { tried.won } else { tried.lost }, &slots);
        if works {
            play.add(tried.gain, &slots);
        }
    }

    fn leaves(&mut self, play: &mut Play<'_>, who: &str) {
        let foe = self.foe(who);
        // What it was talked into has been told.
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
