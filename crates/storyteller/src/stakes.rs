//! What can't be undone in the story, and whether a player's words surely mean it: the things, coins, promises and blows of a
//! deed. Its verbs and turns of phrase are a file, `content/stakes.txt`.
//!
//! [`Play`] asks [`Licence::allows`] wherever a deed is about to cost one of these. What isn't allowed puts the whole deed in
//! doubt: `deeds::play` takes it back and asks.

use std::sync::LazyLock;

use language::word_lists;

use super::{
    deeds,
    intent::{Act, Deed, after_verb, find_verb, is_coin, lead_in},
    play::{Play, best_match, significant, word_alike},
};

const CONTENT: &str = include_str!("content/stakes.txt");

/// What a deed can cost for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stake {
    /// A thing of the pack.
    Thing,
    Coins,
    /// A quest that is taken on.
    Quest,
    /// A hand raised against somebody who is no foe.
    Blow,
    /// The first step to where the trouble is.
    Way,
}

impl Stake {
    const ALL: [(Self, &str); 5] = [
        (Self::Thing, "thing"),
        (Self::Coins, "coins"),
        (Self::Quest, "quest"),
        (Self::Blow, "blow"),
        (Self::Way, "way"),
    ];
}

/// What a deed would have cost without surely meaning it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Doubt {
    pub(super) stake: Stake,
    pub(super) what: String,
}

/// Every verb of the file and what it may cost; nothing for one that only sounds like it.
static VERBS: LazyLock<Vec<(&str, Option<Stake>)>> = LazyLock::new(|| {
    let costly = Stake::ALL.into_iter().flat_map(|(stake, section)| {
        word_lists::list(CONTENT, section).into_iter().map(move |verb| (verb, Some(stake)))
    });
    let idle = ["idle", "gestures"].into_iter().flat_map(|section| word_lists::list(CONTENT, section));
    costly.chain(idle.map(|verb| (verb, None))).collect()
});

/// What the words of a deed surely mean to cost.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Licence {
    deed: Deed,
    stakes: Vec<Stake>,
    /// What follows the verb.
    rest: String,
}

impl Licence {
    pub(super) fn of(deed: &Deed, said: &str) -> Self {
        let words = if deed.words.is_empty() && !is_bare_answer(deed) { said } else { &deed.words };
        let Read { mut stakes, rest, .. } = read(words);
        // A spell is named instead of a verb.
        stakes.extend((deed.act == Act::Cast).then_some(Stake::Blow));
        Self { deed: deed.clone(), stakes, rest }
    }

    /// Whether a deed may cost this.
    pub(super) fn allows(&self, play: &Play<'_>, stake: Stake, what: &str) -> bool {
        let agrees = is_bare_answer(&self.deed);
        let means = self.stakes.contains(&stake);
        match stake {
            Stake::Thing => agrees || means && (self.takes_any() || self.parts().any(|words| names(play, words, what))),
            Stake::Coins => agrees || means && self.names_coins(what),
            Stake::Quest => {
                agrees
                    || means && self.names_quest(play)
                    || deeds::promises(play, &self.deed.words)
                    || deeds::promises(play, &self.deed.speech)
            }
            Stake::Blow => means && self.parts().any(|words| deeds::is_meant(play, words, what)),
            Stake::Way => {
                agrees
                    || means
                    || self.deed.words.is_empty()
                    || matches!(self.deed.act, Act::Go | Act::Leave | Act::Flee)
            }
        }
    }

    /// The words that can name something.
    fn parts(&self) -> impl Iterator<Item = &str> {
        [self.deed.object.as_str(), self.deed.other.as_str(), self.rest.as_str()].into_iter()
    }

    /// Whether anything to eat or to drink will do.
    fn takes_any(&self) -> bool {
        let any = |word: &String| word_lists::words(CONTENT, "any food").any(|any| any == word);
        matches!(self.deed.act, Act::Eat | Act::Drink) && significant(&self.rest).iter().all(any)
    }

    fn names_coins(&self, what: &str) -> bool {
        let is_sum = |word: &str| {
            is_coin(word.trim_end_matches("'s"))
                || word.starts_with(|c: char| c.is_ascii_digit())
                || ["money", "purse", "all"].contains(&word)
        };
        let bought = !what.is_empty() && self.parts().any(|words| best_match(words, &[what]).is_some());
        bought || self.parts().any(|words| words.split(' ').any(is_sum))
    }

    fn names_quest(&self, play: &Play<'_>) -> bool {
        let known = |word: &String| {
            word_lists::words(CONTENT, "quest words").any(|known| known == word)
                || best_match(word, play.world.adventure.words).is_some()
                || best_match(word, &[play.world.adventure.quest, &play.world.giver, play.world.adventure.chief.0])
                    .is_some()
        };
        let words = significant(&self.rest);
        words.is_empty() || words.first().is_some_and(known)
    }
}

/// Whether a deed can end in a fall.
pub(super) fn is_bruising(words: &str) -> bool {
    let words = lead_in(words).0;
    word_lists::list(CONTENT, "bruises").into_iter().any(|verb| after_verb(words, verb).is_some())
}

/// Whether a deed is no more than a yes.
fn is_bare_answer(deed: &Deed) -> bool {
    deed.act == Act::Accept && (deed.words.is_empty() || deed.words == "ok")
}

/// What the first verb of some words may cost.
#[derive(Debug, Default)]
struct Read {
    stakes: Vec<Stake>,
    /// Gives, pays or throws what is no thing, such as a nod.
    is_gesture: bool,
    /// What follows the verb.
    rest: String,
}

fn read(words: &str) -> Read {
    // "I will bring her back" is a promise, and no bringing.
    let promises = word_lists::list(CONTENT, "quest").into_iter().any(|verb| after_verb(words, verb).is_some());
    let text = if promises { words } else { lead_in(words).0 };
    let mut from = 0;
    for word in text.split(' ') {
        let here = text.get(from..).unwrap_or_default();
        let found = VERBS.iter().filter_map(|(verb, stake)| Some((*verb, *stake, after_verb(here, verb)?)));
        let found: Vec<_> = found.collect();
        if let Some(most) = found.iter().map(|(verb, ..)| verb.len()).max() {
            let longest = || found.iter().filter(|(verb, ..)| verb.len() == most);
            let rest = longest().next().map_or("", |(_, _, rest)| *rest);
            // What only sounds like a deed is none.
            let gives = longest().any(|(verb, ..)| word_lists::list(CONTENT, "gives no thing").contains(verb));
            let shows = longest().any(|(verb, ..)| word_lists::list(CONTENT, "gestures").contains(verb));
            let is_gesture = shows || gives && is_no_thing(rest);
            let is_idle = is_gesture || longest().any(|(_, stake, _)| stake.is_none());
            let stakes = longest().filter_map(|(_, stake, _)| *stake).filter(|_| !is_idle).collect();
            return Read { stakes, is_gesture, rest: rest.to_owned() };
        }
        // Another verb comes first: the deed is that one's.
        if find_verb(here, false).is_some_and(|(_, act)| act != Act::Inventory) {
            break;
        }
        from += word.len() + 1;
    }
    Read::default()
}

/// Whether what follows a verb is only a nod, a glance or the like, to whomever: "marta a smile", "a hint about my mail".
fn is_no_thing(rest: &str) -> bool {
    const AT: [&str; 15] = [
        " to ",
        " at ",
        " about ",
        " on ",
        " of ",
        " in ",
        " into ",
        " from ",
        " with ",
        " for ",
        " under ",
        " over ",
        " onto ",
        " behind ",
        " through ",
    ];
    let given = AT.iter().fold(rest, |rest, at| rest.split(at).next().unwrap_or(rest));
    let noun = given.trim().rsplit(' ').next().unwrap_or_default();
    word_lists::words(CONTENT, "no things").any(|word| word == noun)
}

/// Whether words give, pay or throw what is no thing.
pub(super) fn is_gesture(words: &str) -> bool {
    read(words).is_gesture
}

/// Whether words name a thing by what it is, "mail" or "flask", or by half of its name where nothing else here shares that:
/// the scales of the court are no scale mail.
pub(super) fn names(play: &Play<'_>, words: &str, thing: &str) -> bool {
    let plain = thing.split(['(', ',']).next().unwrap_or(thing);
    let head = [" with ", " of ", " from "].iter().fold(plain, |name, at| name.split(at).next().unwrap_or(name));
    let (said, name) = (significant(words), significant(plain));
    let is_said = |part: &String| said.iter().any(|word| word_alike(part, word));
    if [plain, head].iter().any(|name| significant(name).last().is_some_and(is_said)) {
        return true;
    }
    let n = name.iter().filter(|part| is_said(part)).count();
    n > 0 && (n * 2 >= name.len() || name.iter().skip(1).any(is_said)) && !deeds::is_shared(play, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent;

    fn stakes(words: &str) -> Vec<Stake> {
        read(words).stakes
    }

    #[test]
    fn the_file_is_whole() {
        for (_, section) in Stake::ALL {
            assert!(word_lists::list(CONTENT, section).len() > 10, "{section}");
        }
        for (verb, _) in VERBS.iter() {
            assert!(!verb.is_empty() && *verb == verb.trim() && *verb == verb.to_lowercase(), "{verb:?}");
        }
        let known = [
            "thing",
            "coins",
            "quest",
            "quest words",
            "blow",
            "way",
            "idle",
            "gestures",
            "gives no thing",
            "no things",
            "any food",
            "bruises",
        ];
        assert_eq!(word_lists::sections(CONTENT), known);
        // A turn of phrase that only sounds like a deed begins as one.
        let idle = VERBS.iter().filter(|(_, stake)| stake.is_none()).map(|(verb, _)| *verb);
        for verb in idle {
            assert!(verb.contains(' '), "{verb}: a single verb is left out instead");
        }
    }

    #[test]
    fn the_first_verb_says_what_is_at_stake() {
        assert_eq!(stakes("give lisbet my mace"), [Stake::Thing, Stake::Coins]);
        assert_eq!(stakes("i'd like to drop the rope"), [Stake::Thing, Stake::Coins]);
        assert_eq!(stakes("quietly stab hammet"), [Stake::Blow]);
        for idle in ["give a nod to lisbet", "swear an oath", "tear up the letter", "look at the gift", "pay attention"]
        {
            assert_eq!(stakes(idle), [], "{idle}");
        }
    }

    #[test]
    fn a_bare_yes_is_an_answer() {
        assert!(is_bare_answer(&intent::understand("yes", &[])[0]));
        assert!(!is_bare_answer(&intent::understand("promise the moon", &[])[0]));
    }
}
