//! Irreversible costs of an action (things, coins, promises, fights), and whether the player's words clearly mean them. The verbs and
//! phrases are in `content/stakes.txt`.
//!
//! [`Play`] asks [`Licence::allows`] wherever a deed is about to cost one of these. What isn't allowed puts the whole deed in
//! doubt: `deeds::play` takes it back and asks.

use std::sync::LazyLock;

use language::{sentences::sentences, word_lists};

use super::{
    deeds,
    intent::{self, Act, Deed, after_verb, find_verb, is_coin, lead_in},
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
    /// A hand raised against someone who is no foe.
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
    /// Whether the sentence states an action, and is no question, condition or report.
    is_command: bool,
    only_asks: bool,
    /// Whether who fails at it falls, or is burnt.
    is_bruising: bool,
}

impl Licence {
    pub(super) fn of(deed: &Deed, said: &str) -> Self {
        let words = if deed.words.is_empty() && !is_bare_answer(deed) { said } else { &deed.words };
        let Read { mut stakes, rest, .. } = read(words);
        // A spell is named instead of a verb.
        stakes.extend((deed.act == Act::Cast).then_some(Stake::Blow));
        let sentence = sentence_of(&deed.words, said);
        // A question after a yes doesn't weaken it.
        let is_command = match is_bare_answer(deed) {
            true => intent::answer_of(said) == Some(Act::Accept) || !intent::is_doubtful(&sentence),
            false => intent::is_command(&sentence),
        };
        Self {
            stakes,
            rest,
            is_command,
            only_asks: intent::is_asked(&sentence),
            is_bruising: is_command && is_bruising(words),
            deed: deed.clone(),
        }
    }

    /// Whether a deed may cost this.
    pub(super) fn allows(&self, play: &Play<'_>, stake: Stake, what: &str) -> bool {
        let means = || if is_bare_answer(&self.deed) { stake != Stake::Blow } else { self.means(play, stake, what) };
        self.is_command && means()
    }

    /// Whether the verb means to cost this, and what it costs is named.
    fn means(&self, play: &Play<'_>, stake: Stake, what: &str) -> bool {
        let means = self.stakes.contains(&stake);
        match stake {
            Stake::Thing => means && (self.takes_any() || self.parts().any(|words| names(play, words, what))),
            Stake::Coins => means && self.names_coins(what),
            Stake::Quest => {
                means && self.names_quest(play)
                    || deeds::promises(play, &self.deed.words)
                    || deeds::promises(play, &self.deed.speech)
            }
            // "Hit him" means the person mentioned last.
            Stake::Blow => {
                means && self.parts().chain([self.deed.object.as_str()]).any(|words| deeds::is_meant(play, words, what))
            }
            Stake::Way => {
                means || self.deed.words.is_empty() || matches!(self.deed.act, Act::Go | Act::Leave | Act::Flee)
            }
        }
    }

    /// The deed whose words these are.
    pub(super) fn deed(&self) -> &Deed {
        &self.deed
    }

    /// Whether the words only ask about the deed.
    pub(super) fn only_asks(&self) -> bool {
        self.only_asks
    }

    /// Whether who fails at this deed is bruised.
    pub(super) fn bruises(&self) -> bool {
        self.is_bruising
    }

    /// The words that can name something.
    fn parts(&self) -> impl Iterator<Item = &str> {
        let object = Some(self.deed.object.as_str()).filter(|_| !self.deed.is_guess);
        object.into_iter().chain([self.deed.other.as_str(), self.rest.as_str()])
    }

    /// Whether anything to eat or to drink will do.
    fn takes_any(&self) -> bool {
        let any = |word: &String| word_lists::words(CONTENT, "any food").any(|any| any == word);
        matches!(self.deed.act, Act::Eat | Act::Drink) && significant(&self.rest).iter().all(any)
    }

    fn names_coins(&self, what: &str) -> bool {
        let bought = !what.is_empty() && self.parts().any(|words| best_match(words, &[what]).is_some());
        bought || self.parts().any(names_sum)
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

/// The sentence of what was said that a deed comes from, without what is left undone.
pub(super) fn sentence_of(words: &str, said: &str) -> String {
    let plain = intent::plain(said);
    let done = intent::moods(&plain).done;
    let text = if done.is_empty() { plain } else { done };
    let of_deed = |sentence: &&str| sentence.split(' ').filter(|word| words.split(' ').any(|it| it == *word)).count();
    // Of two that fit, the first.
    let all: Vec<&str> = sentences(&text).collect();
    let nearest = all.into_iter().rev().max_by_key(of_deed).map(str::to_owned);
    nearest.unwrap_or(text)
}

/// Whether a deed can end in a fall, or in burnt fingers.
fn is_bruising(words: &str) -> bool {
    let words = lead_in(words).0;
    let longest = |section| {
        let all = word_lists::list(CONTENT, section).into_iter();
        all.filter(|verb| after_verb(words, verb).is_some()).map(str::len).max()
    };
    longest("bruises") > longest("no bruises")
}

/// Whether words name a sum, or a coin.
pub(super) fn names_sum(words: &str) -> bool {
    let is_sum = |word: &str| {
        is_coin(word.trim_end_matches("'s"))
            || word.starts_with(|c: char| c.is_ascii_digit())
            || word_lists::words(CONTENT, "sums").any(|sum| sum == word)
    };
    words.split(' ').any(is_sum)
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
    let mut here = if promises { words } else { lead_in(words).0 };
    loop {
        if let Some(read) = read_verb(here) {
            return read;
        }
        let (word, rest) = here.split_once(' ').unwrap_or((here, ""));
        // Behind another verb, or of someone else, it is no deed of the hero's.
        let is_other = find_verb(here, false).is_some_and(|(_, act)| act != Act::Inventory);
        let says_nothing = word.ends_with(',') || word_lists::words(CONTENT, "before").any(|it| it == word);
        if rest.is_empty() || is_other || !says_nothing {
            return Read::default();
        }
        here = rest.trim_start();
    }
}

/// The verb that a text begins with; none if it begins with none of the file.
fn read_verb(text: &str) -> Option<Read> {
    let found = VERBS.iter().filter_map(|(verb, stake)| Some((*verb, *stake, after_verb(text, verb)?)));
    let found: Vec<_> = found.collect();
    let most = found.iter().map(|(verb, ..)| verb.len()).max()?;
    let longest = || found.iter().filter(|(verb, ..)| verb.len() == most);
    let (verb, _, rest) = longest().next()?;
    let gives = word_lists::list(CONTENT, "gives no thing").contains(verb);
    let shows = word_lists::list(CONTENT, "gestures").contains(verb);
    let is_gesture = shows || gives && is_no_thing(rest);
    let is_idle = is_gesture || is_told(text, verb) || longest().any(|(_, stake, _)| stake.is_none());
    // "Offer to sell it" sells nothing, "agree to help" agrees.
    let of_another = rest.strip_prefix("to ").is_some_and(|rest| find_verb(rest, false).is_some());
    let is_meant = |stake: &Stake| !is_idle && (*stake == Stake::Quest || !of_another);
    let stakes = longest().filter_map(|(_, stake, _)| *stake).filter(is_meant).collect();
    Some(Read { stakes, is_gesture, rest: (*rest).to_owned() })
}

/// Whether a verb is in the past tense, so that the words report a deed.
fn is_told(text: &str, verb: &str) -> bool {
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    first(text).ends_with("ed") && first(text) != first(verb)
}

/// Whether what follows a verb is only a nod, a glance or similar, to whomever: "marta a smile", "a hint about my mail".
/// A "healing word" is cast, not said.
fn is_no_thing(rest: &str) -> bool {
    if deeds::named_spell(intent::bare(rest)).is_some() {
        return false;
    }
    let words = rest.split(' ').take_while(|word| !word_lists::words(CONTENT, "at").any(|at| at == *word));
    let noun = words.last().unwrap_or_default();
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
    let is_joint = |word: &&str| word_lists::words(CONTENT, "of").any(|of| of == *word);
    let head = plain.split(' ').take_while(|word| !is_joint(word)).collect::<Vec<_>>().join(" ");
    let (said, name) = (significant(words), significant(plain));
    let is_said = |part: &String| said.iter().any(|word| word_alike(part, word));
    if [plain, &head].iter().any(|name| significant(name).last().is_some_and(is_said)) {
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
            "at",
            "of",
            "before",
            "sums",
            "any food",
            "bruises",
            "no bruises",
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
    fn a_verb_that_is_told_of_or_somebody_elses_stakes_nothing() {
        for words in [
            "dropped my rope yesterday",
            "marta gives tam my rope",
            "imagine dropping the rope",
            "ask tam to drop the rope",
            "offer to sell my lute",
            "refuse to throw the mace away",
        ] {
            assert_eq!(stakes(words), [], "{words}");
        }
        assert_eq!(stakes("now just drop the rope"), [Stake::Thing, Stake::Coins]);
        assert_eq!(stakes("lisbet, here, take my mace"), stakes("take my mace"));
    }

    #[test]
    fn only_who_climbs_or_falls_is_bruised() {
        for (words, bruises) in
            [("climb the gallery", true), ("climb behind the dock", false), ("push gently the lid", false)]
        {
            assert_eq!(is_bruising(words), bruises, "{words}");
        }
    }

    #[test]
    fn a_deed_is_judged_by_its_own_sentence() {
        assert_eq!(sentence_of("drop the rope", "Where is Marta? I drop the rope."), "i drop the rope.");
        assert_eq!(sentence_of("give it to her", "if she smiles, give it to her"), "if she smiles, give it to her");
    }

    #[test]
    fn a_bare_yes_is_an_answer() {
        assert!(is_bare_answer(&intent::understand("yes", &[])[0]));
        assert!(!is_bare_answer(&intent::understand("promise the moon", &[])[0]));
    }
}
