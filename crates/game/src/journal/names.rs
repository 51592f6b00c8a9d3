//! Finds names in lower-case sentences, to capitalise them. Stored texts are in lower case; a name may equal a common word: “the
//! guard will ask will”. Such a word counts as a name only where hardly anything else fits, because a missed name is ugly but a
//! wrong one misleads.

/// Names that are words as well, or words that are names as well, in lower case.
const COMMON: &str = "will hope rose mark may grace faith joy mercy charity patience prudence honor honour verity harmony melody \
    destiny fate fortune liberty justice peace glory trinity constance felicity temperance serenity chance chase \
    april june july august summer winter autumn spring dawn eve misty sunny sandy rusty dusty merry happy lucky \
    lily daisy violet iris ivy holly hazel olive heather poppy jasmine fern willow laurel clover rosemary sage basil ginger \
    saffron pepper cherry berry candy honey pearl ruby amber jade opal crystal jet gem coral sterling silver gold copper iron \
    steel flint stone rock clay slate ash oak rowan birch reed heath cliff glen dale brook brooke lake river ridge forest wood \
    moss thorn bramble briar storm rain snow frost breeze gale blaze ember cinder spark flame shade shadow sky star moon sun nova \
    raven robin jay wren martin swift hawk falcon rook crow dove fox wolf bear bull buck drake colt lynx cat hunter archer fisher \
    tanner mason cooper carter smith miller baker porter page squire guy king queen prince duke earl baron dean abbot bishop pope \
    major victor champ ace art bill bob rob drew pat grant frank jack harry peg dot pip chip skip rip nick sue tad rich ray gene \
    lance wade norm ward miles red gray grey brown black white green scarlet blue young old bold brand true wise dash trip pike \
    chuck dick don earnest ernest faye gay lane lark lee link max mick neil pete rush sonny tab teddy van wanda woody penny polly \
    carol angel christian christmas kitty missy tiger sparrow mouse badger otter heron finch ravenous bran barley rye";

/// Those that are used in the possessive as often as people: “at summer's end”.
const OF_TIMES_AND_VIRTUES: &str = "hope faith joy grace mercy charity patience prudence honor honour harmony melody destiny fate \
    fortune liberty justice peace glory chance april may june july august summer winter autumn spring dawn eve christmas death \
    storm rain snow frost sky star moon sun river lake forest king queen prince duke earl baron bishop pope angel wolf bear fox";

/// Verbs with human subjects, in forms that are neither imperative nor passive.
const SAYS: &str = "said says asked asks told tells whispered whispers shouted answered answers replied replies agreed agrees \
    refused confessed lied stole steals swore swears promised promises owes wrote writes laughed wept nodded shrugged grinned \
    spoke speaks thanked admitted explained warned";
/// Verbs whose object is a person.
const TO_PEOPLE: &str = "told met thanked married warned hired kissed hugged robbed befriended arrested greeted tells meets thanks \
    warns hires";
/// Verbs before a recipient.
const GIVES: &str = "gave gives given spoke speaks talked talks handed sold sells lied listened wrote said confessed";
/// Verbs before a name.
const CALLS: &str = "named called nicknamed";
/// Those that follow any name: “the one they called will return”.
const MODALS: &str = "will may";
/// Words between subjects that act together, or before one.
const JOINS: &str = "and but or that when while because if until before after as so then whom where why how";
/// Words before a possessive name.
const BEFORE_OWNERS: &str = "in at to from with of for by on into near under behind beside inside outside took takes stole found \
    read sold broke saw";
/// Words that can follow a name.
const GOES_ON: &str = "and but or at in on by with for from near who whom when while before after as about into beside behind under \
    outside inside there then to that how where why what";
/// Words that can't precede a name.
const ARTICLES: &str = "the a an";
/// Number of words before a “to” that may decide its meaning.
const LOOKED_BACK: usize = 6;

fn is_among(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}

/// The positions in a lower-case text where this name is used as a name; `sure` tells which words are surely names.
pub(super) fn places(low: &str, name: &str, sure: impl Fn(&str) -> bool) -> Vec<usize> {
    let is_whole = |at: usize| {
        let (before, after) = (low[..at].chars().next_back(), low[at + name.len()..].chars().next());
        !before.into_iter().chain(after).any(char::is_alphanumeric)
    };
    let is_one_word = !name.contains(char::is_whitespace);
    let is_common = is_one_word && is_common(name);
    let is_name = |at: usize| {
        let around = Around { before: &low[..at], after: &low[at + name.len()..] };
        match is_common {
            true => around.is_somebody(name, &sure),
            false => !is_one_word || !around.word_before().is_some_and(|word| is_among(word, ARTICLES)),
        }
    };
    let found = low.match_indices(name).map(|(at, _)| at);
    found.filter(|at| is_whole(*at) && is_name(*at)).collect()
}

/// Whether a name, in lower case, is a word everyone uses.
pub(super) fn is_common(name: &str) -> bool {
    is_among(name, COMMON)
}

/// The words around a word.
#[derive(Clone, Copy)]
struct Around<'a> {
    before: &'a str,
    after: &'a str,
}

impl<'a> Around<'a> {
    /// The previous word, if no punctuation separates them.
    fn word_before(self) -> Option<&'a str> {
        let word = self.before.strip_suffix(' ')?.rsplit(char::is_whitespace).next()?;
        let is_near = word.ends_with(char::is_alphanumeric);
        is_near.then(|| word.trim_start_matches(|c: char| !c.is_alphanumeric()))
    }

    /// The words after it, up to the next mark.
    fn words_after(self) -> impl Iterator<Item = &'a str> {
        let rest = self.after.strip_prefix(' ').unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c.is_whitespace() || matches!(c, '\'' | '’' | '-')));
        rest[..end.unwrap_or(rest.len())].split_whitespace()
    }

    /// Whether a common word is a person's name here.
    fn is_somebody(self, name: &str, sure: &impl Fn(&str) -> bool) -> bool {
        let before = self.word_before();
        let mut after = self.words_after();
        let (next, second) = (after.next(), after.next());
        let begins = before.is_none_or(|word| is_among(word, JOINS));
        let ends = match next {
            Some(word) => is_among(word, GOES_ON),
            None => !self.after.starts_with(['\'', '’', '-']),
        };
        // “hope said to be lost”: hope isn't a speaker.
        let speaks = next.is_some_and(|word| is_among(word, SAYS)) && second != Some("to");
        let is_told = before.is_some_and(|word| is_among(word, TO_PEOPLE));
        let is_called = before.is_some_and(|word| is_among(word, CALLS))
            && (ends || next.is_some_and(|word| word != "of" && !is_among(name, MODALS)));
        let comes_with = next == Some("and") && second.is_some_and(sure);
        let is_owner = ["'s ", "’s "].iter().any(|mark| self.after.starts_with(mark))
            && !is_among(name, OF_TIMES_AND_VIRTUES)
            && (begins || before.is_some_and(|word| is_among(word, BEFORE_OWNERS)));
        begins && (speaks || comes_with) || ends && (is_told || self.is_given()) || is_called || is_owner
    }

    /// Whether something goes to it that goes to people.
    fn is_given(self) -> bool {
        let mut words = self.before.split_whitespace().rev();
        words.next() == Some("to") && words.take(LOOKED_BACK).any(|word| is_among(word, GIVES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Capitalises the names of those present.
    fn written(text: &str) -> String {
        let names = ["will", "hope", "rose", "mark", "may", "grace", "mira", "ferrywoman"];
        let low = text.to_lowercase();
        let mut said = text.to_owned();
        for name in names {
            for at in places(&low, name, |word| word == "mira") {
                said.replace_range(at..=at, &name[..1].to_uppercase());
            }
        }
        said
    }

    #[test]
    fn a_word_is_a_name_where_hardly_anything_else_can_stand() {
        for said in [
            "the guard asked who came, and Will said nothing",
            "the smith swore that Rose told the truth",
            "the heroes met Grace at the quay",
            "the innkeeper warned Mark about the well",
            "the captain thanked Hope.",
            "they found the ring in Rose's room",
            "the map was hidden in Mark’s boot",
            "Mira gave the letter to Will",
            "the priest handed the silver key to Rose and left",
            "a girl named Hope keeps the ferry",
            "a boy called Will, who limps",
            "at dawn, Will and Mira crossed the river",
            "the ferrywoman told Will to wait",
            "the bell rang while May whispered a name",
            "Mira will ask Mira",
        ] {
            assert_eq!(written(&said.to_lowercase()), said);
        }
    }

    #[test]
    fn a_word_stays_small_wherever_it_may_be_one() {
        for said in [
            "the guard will ask for the key",
            "the heroes may enter the crypt",
            "all hope is lost and Mira weeps",
            "the tide rose over the ford",
            "Mira rose and left the hall",
            "a mark was cut into the door",
            "they lost hope and Mira wept",
            "by the grace of the river the boat held",
            "Mira can mark the trail",
            "a rose lies on the grave",
            "the red rose's thorn drew blood",
            "the ferry comes back at may's end",
            "hope said to be lost came back",
            "the old king's will was read at noon",
            "the rune called mark of ash burns",
            "the one they called will return",
            "she swore to mark every grave",
            "the ferrywoman will not take coin of the ferrywoman",
            "good will and Mira's luck",
        ] {
            assert_eq!(written(&said.to_lowercase()), said.to_lowercase().replace("mira", "Mira"));
        }
    }

    #[test]
    fn names_are_whole_words_and_such_as_are_no_words_are_always_names() {
        assert_eq!(written("admiral mira, miracle and mira's mare"), "admiral Mira, miracle and Mira's mare");
        assert_eq!(written("somebody like the mira of old"), "somebody like the mira of old");
    }
}
