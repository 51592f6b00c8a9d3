//! Things, people, sums: what a verb is about.

use std::sync::LazyLock;

use super::{Words, clause::Clause, one_of, reading::Reading, set, subject::DETERMINERS, sums::number, words::Kind};

/// Something that is named: `two flasks of oil`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::dm::hints) struct Noun {
    /// Its first token, without article and number.
    pub(in crate::dm::hints) from: usize,
    /// The token it ends before.
    pub(in crate::dm::hints) to: usize,
    /// The token that says what it is.
    pub(in crate::dm::hints) head: usize,
    /// How many, where that is said.
    pub(in crate::dm::hints) n: Option<f64>,
    /// Whether an article, a number or an owner stands before it.
    pub(in crate::dm::hints) marked: bool,
    /// Whether it is the hero's own: `my sword`.
    pub(in crate::dm::hints) mine: bool,
}

impl Reading<'_> {
    /// What the verb of a clause is about: `the key and the map`.
    pub(in crate::dm::hints) fn objects(&self, clause: &Clause) -> Vec<Noun> {
        let mut found = Vec::new();
        let Some(head) = clause.head else { return found };
        let mut at = head + 1;
        // "I help myself to a loaf"
        if clause.lemma == "help" && self.word(at + 1) == "to" {
            at += 2;
        }
        while at < clause.to && (PARTICLES.contains(self.word(at)) || REFLEXIVES.contains(self.word(at))) {
            at += 1;
        }
        while let Some(noun) = self.noun_at(at, clause.to) {
            at = noun.to;
            found.push(noun);
            if self.word(at) == "and" && at < clause.to {
                at += 1;
            } else {
                break;
            }
        }
        found
    }

    /// What "it" and "them" mean: the last thing that was named before a clause and can be had.
    pub(in crate::dm::hints) fn meant_by_it(&self, clause: &Clause) -> Option<Noun> {
        let before = (0..clause.from)
            .rev()
            .filter(|at| DETERMINERS.contains(self.word(*at)) && !one_of(self.word(*at), "this that all no"));
        let nouns = before.filter_map(|at| self.noun_at(at, clause.from));
        nouns.take(3).find(|noun| self.is_thing(noun))
    }

    /// What a list goes on with behind a comma: `the key, the map`.
    pub(in crate::dm::hints) fn listed_after(&self, clause: &Clause) -> Vec<Noun> {
        let after = self.clauses.iter().filter(|it| it.from >= clause.to && it.sentence == clause.sentence);
        let bare = after.take_while(|it| {
            it.head.is_none() && DETERMINERS.contains(self.word(it.from)) && self.word(it.from) != "your"
        });
        bare.filter_map(|it| self.noun_at(it.from, it.to)).collect()
    }

    /// The thing that is named from a token on.
    pub(in crate::dm::hints) fn noun_at(&self, from: usize, end: usize) -> Option<Noun> {
        let mut at = from;
        let (mut n, mut marked, mut mine) = (None, false, false);
        while at < end {
            let word = self.word(at);
            if let Some(number) = number(word) {
                if !matches!(word, "a" | "an") {
                    n = Some(number);
                }
                marked = true;
            } else if DETERMINERS.contains(word) || QUANTITIES.contains(word) {
                if matches!(word, "no") {
                    return None;
                }
                marked = true;
                mine |= matches!(word, "my" | "our");
            } else if word == "of" && marked {
                // "one of my torches", "both of the keys"
            } else {
                break;
            }
            at += 1;
        }
        // "a bundle of the dry moss", "a handful of coins", "the last of the salve"
        let measure = self.word(at);
        if MEASURES.contains(measure) && self.word(at + 1) == "of" {
            at += 2;
            while DETERMINERS.contains(self.word(at)) {
                mine |= matches!(self.word(at), "my" | "our");
                at += 1;
            }
            marked = true;
        }
        let start = at;
        while at < end && self.is_word(at) && !ENDS.contains(self.word(at)) {
            // "the widow's hand": whose it is, comes first.
            if at > start && self.word(at) == "'s" {
                at += 1;
                if at < end && self.is_word(at) && !ENDS.contains(self.word(at)) {
                    return self.noun_at(at, end).map(|noun| Noun { marked: true, mine, n: noun.n.or(n), ..noun });
                }
                break;
            }
            if at > start && (is_after(self.word(at)) || DETERMINERS.contains(self.word(at))) {
                break;
            }
            at += 1;
        }
        // "two flasks of oil", "a wand of frost": what it is, is still the first word.
        let mut head = at.checked_sub(1).filter(|head| *head >= start)?;
        if at < end && self.word(at) == "of" && at > start && !one_of(self.word(at + 1), "mine his hers it us them the")
        {
            let from = at + 1;
            let mut to = from;
            while to < end && self.is_word(to) && !ENDS.contains(self.word(to)) && !is_after(self.word(to)) {
                to += 1;
            }
            if to > from {
                at = to;
            }
        }
        if matches!(self.word(head), "'s") {
            head = start;
        }
        (start < at).then_some(Noun { from: start, to: at, head, n, marked, mine })
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    /// A noun as it stands in the message.
    pub(in crate::dm::hints) fn text_of(&self, noun: &Noun) -> String {
        self.span(noun.from, noun.to)
    }

    /// Whether it is a thing one can have, and no figure of speech, no part of a body, nobody.
    pub(in crate::dm::hints) fn is_thing(&self, noun: &Noun) -> bool {
        let head = self.word(noun.head);
        let first = self.word(noun.from);
        if self.owned(noun).is_some() {
            return true;
        }
        noun.marked
            && head.len() > 2
            && !NO_THINGS.contains(head)
            && !head.strip_suffix('s').is_some_and(|one| NO_THINGS.contains(one))
            && !NO_THINGS.contains(first)
            && !is_person(head)
            && !self.is_somebody(noun)
            && number(head).is_none()
    }

    /// What of the hero's pack a noun names.
    pub(in crate::dm::hints) fn owned(&self, noun: &Noun) -> Option<&str> {
        self.scene.items.iter().map(String::as_str).find(|item| {
            item.split(' ')
                .filter(|part| part.len() > 2 && !matches!(*part, "the" | "and" | "old"))
                .any(|part| (noun.from..noun.to).any(|at| is_called(self.word(at), part)))
        })
    }

    /// Whether a noun names somebody who is here.
    pub(in crate::dm::hints) fn is_somebody(&self, noun: &Noun) -> bool {
        (noun.from..noun.to).any(|at| self.person_at(at).is_some())
    }

    /// Whether a word names somebody who is here and of no party.
    pub(in crate::dm::hints) fn is_present(&self, at: usize) -> bool {
        self.person_at(at).is_some_and(|name| self.scene.present.iter().any(|it| it == name))
    }

    /// Who of those here, or of the party, a word names.
    pub(in crate::dm::hints) fn person_at(&self, at: usize) -> Option<&str> {
        let word = self.word(at);
        if word.len() < 3 {
            return None;
        }
        self.scene
            .present
            .iter()
            .chain(&self.scene.party)
            .map(String::as_str)
            .find(|name| name.split(' ').any(|part| part.len() > 2 && !is_title(part) && same_word(word, part)))
    }
}

/// Whether two words are the same thing, one or several of it.
pub(in crate::dm::hints) fn same_word(word: &str, other: &str) -> bool {
    fn singular(word: &str) -> &str {
        let word = word.strip_suffix("'s").unwrap_or(word);
        word.strip_suffix('s').filter(|it| it.len() > 2 && !it.ends_with('s')).unwrap_or(word)
    }
    singular(word).eq_ignore_ascii_case(singular(other))
}

/// Whether a word is what players call a thing of this name: a draught is a potion.
pub(in crate::dm::hints) fn is_called(word: &str, name: &str) -> bool {
    static DRAUGHTS: Words =
        LazyLock::new(|| set("potion potions draught draughts elixir elixirs philtre tonic cordial"));
    same_word(word, name) || DRAUGHTS.contains(word) && DRAUGHTS.contains(name.to_lowercase().as_str())
}

fn is_title(word: &str) -> bool {
    one_of(word, "The the Old old Lord Lady Sir Mr. Mrs. Saint")
}

/// Whether a word is somebody by trade, kin or age.
pub(in crate::dm::hints) fn is_person(word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    PEOPLE.contains(word)
}

/// Whether nothing that is named goes on behind this word.
fn is_after(word: &str) -> bool {
    one_of(
        word,
        "is are was were has had will would not back up down out away off again too now quickly carefully quietly slowly please gently myself well aside together quick here there either yet hard right straight home tonight first round",
    )
}

static PARTICLES: Words = LazyLock::new(|| set("up out off down away back over also just quickly carefully now"));

/// For whom something is done: “I get myself a cloak”.
pub(in crate::dm::hints) static REFLEXIVES: Words =
    LazyLock::new(|| set("myself ourselves himself herself themselves yourself"));

/// What stands behind a noun and is no part of it.
static ENDS: Words = LazyLock::new(|| {
    set("and or of to from for in into on onto at with by under over behind before after between through across \
     against towards toward beside near around about as so but that which who while until till than then off \
     along past inside within without beneath above below upon because it me them him i we you he she they us")
});

static QUANTITIES: Words =
    LazyLock::new(|| set("few several many much last other half whole enough more most bit lot rest spare first"));

static MEASURES: Words = LazyLock::new(|| {
    set("bundle handful fistful bunch piece pieces bit bits pile heap armful coil length last rest some few set sack \
     purse pinch drop stack scrap slice loaf")
});

/// What is taken, given or dropped only in a manner of speaking, or can't be had.
static NO_THINGS: Words = LazyLock::new(|| {
    set(
        "liking fancy shine dislike attention apology apologies chair chairs bench stool bed table energy strength power powers magic mana slot slots balance footing courage composure senses wits bearings nerve nerves palm palms \
     benefit fire flames blood snow dust mud sweat tears rain water dirt ash crumbs page pages cover lid stopper cork gag pressure weight hat taste bull breather detour wink stare glare thumbs squeeze pat slap shove push kick punch curtsey salute start fright guess note \
     search ear view guesses kindness thanks blessing blessings regards sign signal orders nickname berth wide points ladder rungs \
     look peek glance seat breath time care hand hands arm arms eye eyes ear ears head face foot feet leg legs \
     finger fingers shoulder shoulders knee knees hair back neck throat wrist wrists chin cheek mouth lips \
     tongue heart mind thought thoughts hint subject matter point chance chances risk risks step steps pace \
     place part side turn break rest nap bath walk stroll moment minute second hour day night evening while \
     word words name advice offence offense shape job quest mission contract task deal offer work assignment \
     commission case bounty lead charge stand stance position aim shot swing swipe bow pity heed hold cover \
     shelter watch guard stairs stair stairway staircase road path track trail street lane alley route way door \
     doors gate corridor passage tunnel bridge ferry fork left right north south east west river lead smile \
     grin nod wave laugh sigh shrug kiss hug bow silence pause conversation thread tale story song tune scent \
     smell sound voice pulse temperature damage hit blow punishment blame credit pride pleasure comfort revenge \
     oath vow promise pledge liberty opportunity advantage interest control command notice notes stock measure \
     measures action course plunge bait bite sip swig gulp good best rest form note-taking something anything \
     nothing everything someone somebody anyone none plan idea question questions answer truth lie secret trick \
     hostage prisoner form lesson lessons exit fight initiative hunt",
    )
});

static PEOPLE: Words = LazyLock::new(|| {
    set("man men woman women boy girl child children guard merchant innkeeper priest priestess monk friar abbot \
     captain sergeant soldier bandit thief beggar bard smith baker miller farmer widow lady lord king queen \
     duke baron knight sister brother mother father son daughter wizard witch goblin orc ogre troll wolf dog \
     sentry cultist assassin prisoner traveller stranger villager fellow elder mayor reeve healer sailor")
});
