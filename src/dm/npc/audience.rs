//! Splits a player's message into public and private parts, each with its audience.

mod private_parts;

pub(in crate::dm) use private_parts::{PartlyPrivate, may_be_private, private_parts};

use game::knowledge::Perceiver;

use crate::dm::speech::{has_speech, sentences};

use super::{
    asides::{AsideKind, Frame, begins_with_saying, begins_with_speaker, frame},
    phrases::NamedListener,
};

/// The audience of a text among those present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dm) enum Audience {
    /// These alone.
    Only(Vec<Perceiver>),
    /// All but these.
    AllBut(Vec<Perceiver>),
    /// Unnamed: the only person present.
    Unnamed,
    /// Someone named or described who isn't present.
    Stranger,
}

/// Words that are meant for some only.
#[derive(Debug, Clone)]
pub(in crate::dm) struct PrivateWords {
    pub(in crate::dm) text: String,
    pub(in crate::dm) audience: Audience,
}

/// A message, split by audience.
#[derive(Debug, Default)]
pub(in crate::dm) struct SplitMessage {
    /// The sentences that make a message audible to everyone.
    pub(in crate::dm) aloud: Vec<String>,
    /// Private parts.
    pub(in crate::dm) asides: Vec<PrivateWords>,
}

impl SplitMessage {
    /// A message that everyone hears.
    pub(in crate::dm) fn open(words: &str) -> Self {
        Self { aloud: vec![words.trim().to_owned()], asides: Vec::new() }
    }

    /// The words of several heroes as one message.
    pub(super) fn together<'s>(all: impl IntoIterator<Item = &'s Self>) -> Self {
        let mut together = Self::default();
        for said in all {
            together.aloud.extend(said.aloud.iter().cloned());
            together.asides.extend(said.asides.iter().cloned());
        }
        together
    }

    /// A message without an audience.
    pub(super) fn unheard(words: &str) -> Self {
        let aside = PrivateWords { text: words.trim().to_owned(), audience: Audience::Only(Vec::new()) };
        Self { aloud: Vec::new(), asides: vec![aside] }
    }
}

/// Sentences that are meant for the same.
#[derive(Debug, Default)]
struct Group {
    texts: Vec<String>,
    to: Vec<usize>,
    except: Vec<usize>,
    is_to_stranger: bool,
    is_unheard: bool,
}

/// Where a part of a message belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Belongs {
    Aloud,
    Group(usize),
}

/// Splits a message by audience.
pub(in crate::dm) fn said(words: &str, listeners: &[NamedListener]) -> SplitMessage {
    let whole: Vec<&str> = words.lines().flat_map(sentences).collect();
    let texts: Vec<&str> = whole.iter().copied().flat_map(clauses).collect();
    let frames: Vec<Frame> = texts.iter().map(|text| frame(text, listeners)).collect();
    let is_cue = |frame: &Frame| matches!(frame.kind, AsideKind::Aside | AsideKind::Unheard);
    if !frames.iter().any(is_cue) {
        let frames = match texts == whole {
            true => frames,
            false => whole.iter().map(|text| frame(text, listeners)).collect(),
        };
        let said = whole.iter().zip(are_said(&whole, &frames)).filter(|(_, is_said)| *is_said);
        return SplitMessage { aloud: said.map(|(text, _)| (*text).to_owned()).collect(), asides: Vec::new() };
    }
    let (belongs, mut groups) = grouped(&frames);
    let mut aloud = Vec::new();
    for ((text, is_said), belongs) in texts.iter().zip(are_said(&texts, &frames)).zip(&belongs) {
        match belongs {
            Belongs::Aloud if is_said => aloud.push(without_join(text)),
            Belongs::Aloud => {}
            Belongs::Group(at) => groups[*at].texts.push(without_join(text)),
        }
    }
    if let ([only], true) = (groups.as_mut_slice(), aloud.is_empty()) {
        only.texts = vec![words.trim().to_owned()];
    }
    let asides = groups.into_iter().map(|group| group.aside(listeners)).collect();
    SplitMessage { aloud, asides }
}

/// Which parts are spoken: marked ones, and those after an address: “Marta, why do you weep? The heron is found.”
fn are_said(texts: &[&str], frames: &[Frame]) -> Vec<bool> {
    let mut is_called = false;
    let said = texts.iter().zip(frames).map(|(text, frame)| {
        is_called = frame.is_called || is_called && !begins_with_speaker(text);
        (frame.is_said || frame.is_aloud() || !frame.to.is_empty() || is_called) && !frame.is_silent()
    });
    said.collect()
}

/// A part without the word that joins it to the part before it.
fn without_join(text: &str) -> String {
    let text = text.trim_start_matches([',', ';', ' ']);
    let text = text.strip_prefix("and ").or_else(|| text.strip_prefix("und ")).unwrap_or(text);
    text.strip_prefix("then ").unwrap_or(text).to_owned()
}

/// The group of each part. Parts without an audience join the previous or else the next one; a person addressed openly beside an
/// aside to someone else is heard by all.
fn grouped(frames: &[Frame]) -> (Vec<Belongs>, Vec<Group>) {
    let (mut groups, mut belongs): (Vec<Group>, Vec<Belongs>) = (Vec::new(), Vec::new());
    let mut waiting = 0;
    let mut current: Option<usize> = None;
    let are_others = |a: &[usize], b: &[usize]| !a.is_empty() && !b.is_empty() && !a.iter().any(|it| b.contains(it));
    for (at, frame) in frames.iter().enumerate() {
        let place = match frame.kind {
            AsideKind::Aside | AsideKind::Unheard => {
                let to = match frame.to.is_empty() {
                    true => turned_to(&frames[..=at], &frame.except),
                    false => frame.to.clone(),
                };
                let same = current.filter(|at| {
                    let group: &Group = &groups[*at];
                    !are_others(&group.to, &to) && group.is_unheard == (frame.kind == AsideKind::Unheard)
                });
                let group = same.unwrap_or_else(|| {
                    groups.push(Group { is_unheard: frame.kind == AsideKind::Unheard, ..Group::default() });
                    groups.len() - 1
                });
                let one = &mut groups[group];
                if one.to.is_empty() {
                    one.to = to;
                }
                one.is_to_stranger |= frames[..=at].iter().any(|it| it.is_to_stranger);
                one.except.extend(&frame.except);
                current = Some(group);
                Some(Belongs::Group(group))
            }
            AsideKind::Aloud => {
                current = None;
                Some(Belongs::Aloud)
            }
            AsideKind::Plain if frame.speaks || !frame.to.is_empty() => match current {
                Some(group) if are_others(&groups[group].to, &frame.to) => Some(Belongs::Aloud),
                Some(group) => {
                    if groups[group].to.is_empty() {
                        groups[group].to.clone_from(&frame.to);
                        groups[group].is_to_stranger |= frame.is_to_stranger;
                    }
                    Some(Belongs::Group(group))
                }
                None if at > 0 && belongs.last() == Some(&Belongs::Aloud) => Some(Belongs::Aloud),
                None => is_open_before(frame, &frames[at + 1..]).then_some(Belongs::Aloud),
            },
            AsideKind::Plain => belongs.last().copied().filter(|_| waiting == 0),
        };
        match place {
            Some(place) => {
                belongs.extend(std::iter::repeat_n(place, waiting + 1));
                waiting = 0;
            }
            None => waiting += 1,
        }
    }
    let last = belongs.last().copied().unwrap_or(Belongs::Aloud);
    belongs.extend(std::iter::repeat_n(last, waiting));
    (belongs, groups)
}

/// Whether words before an aside are open: the aside is another saying, to others.
fn is_open_before(frame: &Frame, behind: &[Frame]) -> bool {
    let Some(cue) =
        behind.iter().find(|it| matches!(it.kind, AsideKind::Aside | AsideKind::Unheard | AsideKind::Aloud))
    else {
        return true;
    };
    let same = frame.to.iter().any(|it| cue.to.contains(it)) || !frame.to.is_empty() && cue.to.is_empty();
    frame.speaks && !same && (cue.speaks || !cue.to.is_empty()) && (!cue.to.is_empty() || cue.except.is_empty())
}

/// The person that earlier words address: “I step outside with Marta and tell her in secret”.
fn turned_to(frames: &[Frame], except: &[usize]) -> Vec<usize> {
    let towards = |frame: &Frame| -> Vec<usize> {
        frame.towards.iter().chain(&frame.to).filter(|it| !except.contains(it)).copied().collect()
    };
    let mut found = frames.iter().rev().map(towards).find(|it| !it.is_empty()).unwrap_or_default();
    found.sort_unstable();
    found.dedup();
    if found.len() == 1 { found } else { Vec::new() }
}

impl Group {
    fn aside(self, listeners: &[NamedListener]) -> PrivateWords {
        let who = |places: &[usize]| places.iter().map(|at| listeners[*at].who.clone()).collect::<Vec<_>>();
        let to: Vec<usize> = self.to.iter().filter(|it| !self.except.contains(it)).copied().collect();
        let audience = if self.is_unheard {
            Audience::Only(Vec::new())
        } else if !to.is_empty() {
            Audience::Only(who(&to))
        } else if self.is_to_stranger {
            Audience::Stranger
        } else if !self.except.is_empty() {
            Audience::AllBut(who(&self.except))
        } else {
            Audience::Unnamed
        };
        PrivateWords { text: self.texts.join(" "), audience }
    }
}

/// The spoken clauses of a sentence: “I call for ale, and murmur to Marta …”.
fn clauses(sentence: &str) -> Vec<&str> {
    let (mut found, mut from, mut is_quoted) = (Vec::new(), 0, false);
    for (at, letter) in sentence.char_indices() {
        if matches!(letter, '"' | '“' | '”' | '„' | '«' | '»') {
            is_quoted = letter == '„' || !is_quoted && letter != '”';
        }
        let rest = &sentence[at..];
        // Text behind a colon without quotation marks is narration.
        if !is_quoted && letter == ':' && !rest[1..].trim_start().starts_with(['"', '“', '„', '«', '»']) {
            break;
        }
        if !is_quoted
            && (letter.is_whitespace() || letter == ';' || letter == ',')
            && at > from
            && begins_with_saying(rest)
        {
            found.push(sentence[from..at].trim());
            from = at;
        }
    }
    found.push(sentence[from..].trim());
    found.retain(|part| part.chars().any(char::is_alphanumeric) || has_speech(part));
    found
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const PRESENT: [&str; 3] = ["Marta", "Bram", "Odalind"];

    fn npc(name: &str) -> NamedListener {
        NamedListener::new(name, Perceiver::Npc(name.into()))
    }

    pub(in crate::dm::npc) fn present() -> [NamedListener; 3] {
        PRESENT.map(npc)
    }

    /// Those present who learn of the heron.
    pub(in crate::dm::npc) fn hearers(words: &str, said: &SplitMessage) -> BTreeSet<String> {
        let all = || PRESENT.iter().map(|name| (*name).to_owned());
        let name = |who: &Perceiver| match who {
            Perceiver::Npc(id) => id.to_string(),
            Perceiver::Hero(id) => id.to_string(),
        };
        let mut heard = BTreeSet::new();
        if words.starts_with('@') {
            let called = words.split(' ').map_while(|word| word.strip_prefix('@')).map(str::to_owned);
            return if said.asides.is_empty() { all().collect() } else { called.collect() };
        }
        if said.aloud.iter().any(|text| text.contains("heron")) {
            heard.extend(all());
        }
        for aside in said.asides.iter().filter(|aside| aside.text.contains("heron")) {
            match &aside.audience {
                Audience::Only(who) => heard.extend(who.iter().map(name)),
                Audience::AllBut(who) => heard.extend(all().filter(|one| !who.iter().any(|it| name(it) == *one))),
                Audience::Unnamed | Audience::Stranger => {}
            }
        }
        heard
    }

    /// The messages of a file, each with those who should hear of the heron.
    pub(in crate::dm::npc) fn cases(file: &str) -> Vec<(BTreeSet<String>, &str)> {
        let expected = |who: &str| -> BTreeSet<String> {
            let names: Vec<&str> = match who {
                "all" => PRESENT.to_vec(),
                "nobody" => Vec::new(),
                names => names.split(' ').collect(),
            };
            names.into_iter().map(str::to_owned).collect()
        };
        file.lines().filter_map(|line| line.split_once(" | ")).map(|(who, words)| (expected(who), words)).collect()
    }

    /// The messages of a file that are heard by others than it says, and how many it has.
    fn misjudged(file: &str) -> (Vec<String>, usize) {
        let cases = cases(file);
        let heard = |words: &str| hearers(words, &said(words, &present()));
        let wrong = cases.iter().filter(|(who, words)| heard(words) != *who);
        (wrong.map(|(who, words)| format!("{who:?} | {words} -> {:?}", heard(words))).collect(), cases.len())
    }

    #[test]
    fn who_hears_a_message_is_who_it_is_for() {
        for (file, allowed) in [
            (include_str!("../../../tests/whispers/sentences.txt"), 0),
            (include_str!("../../../tests/whispers/fresh.txt"), 0),
            // “Come closer” is about positions, not the audience.
            (include_str!("../../../tests/whispers/reported.txt"), 1),
            (include_str!("../../../tests/whispers/later.txt"), 5),
        ] {
            let (wrong, n_cases) = misjudged(file);
            assert!(wrong.len() <= allowed && n_cases > 20, "{} of {n_cases}: {wrong:#?}", wrong.len());
        }
    }

    #[test]
    fn an_aside_is_said_to_be_one() {
        for words in [
            "@Marta (whispers) where is the key?",
            "@marta I whisper: \"Where is the key?\"",
            "@Marta *murmurs* the key",
            "I lean over. @marta, in your ear: run.",
            "@marta I say it quietly, so nobody else hears: \"The key is false.\"",
            "@marta I pass you a note: \"Run.\"",
            "@marta Ich flüstere: „Der Schlüssel ist falsch.“",
            "@marta unter vier Augen: wem gehört das Haus?",
            "@marta (leise) Der Schlüssel ist falsch.",
            "I lean in close and breathe that the key is false.",
            "I slip you a folded paper that says the key is false.",
            "I scribble the name on a scrap and hand it to you.",
            "telepathically: the key is false.",
            "keep your voice down. The key is false.",
            "I say it low enough that the others miss it: the key is false.",
            "fluister: de sleutel is vals.",
            "jag viskar: nyckeln är falsk.",
            "我悄悄说：钥匙是假的。",
            "ささやく：鍵は偽物だ。",
            "I say in a whisper that the key is false. Who made it?",
            "I draw you into a corner and say that the key is false.",
            "I send you a telepathic message: the key is false.",
            "I cast Message: the key is false.",
            "In thieves' cant: the key is false.",
            "I write in my diary that the key is false.",
            "@Marta (only for you) the key is false.",
            "@Marta behind my hand: the key is false.",
            "@Marta I say quietly: the key is false.",
            "Ich sage heimlich, dass der Schlüssel falsch ist.",
        ] {
            assert!(!said(words, &[]).asides.is_empty(), "{words}");
        }
        for words in [
            "@marta \"Did somebody whisper?\"",
            "@Marta hello",
            "@marta “no whisper”, I say",
            "@marta „Wer flüstert da?“",
            "don't whisper! The key is false.",
            "never whisper again. The key is false.",
            "stop muttering. The key is false.",
            "who whispered that the key is false?",
            "why did you whisper? The key is false.",
            "the wind whispers tonight. The key is false.",
            "I heard a whisper: the key is false.",
            "I loudly say: no whispering! The key is false.",
            "the priest told me privately. The key is false.",
            "You quietly open the door.",
            "Only you see it.",
            "I follow you softly.",
            "She walks quietly to you.",
        ] {
            assert!(said(words, &[]).asides.is_empty(), "{words}");
        }
    }

    fn at_the_table() -> Vec<NamedListener> {
        let npc = |name: &str| {
            NamedListener::new(name, Perceiver::Npc(name.to_lowercase().replace(' ', "-").as_str().into()))
        };
        vec![npc("Bob"), npc("Eve"), npc("Old Marta"), npc("Will Carter")]
    }

    fn to(words: &str) -> Option<Vec<String>> {
        let name = |who: &Perceiver| match who {
            Perceiver::Npc(id) => id.to_string(),
            Perceiver::Hero(id) => id.to_string(),
        };
        let asides = said(words, &at_the_table()).asides;
        let named = asides.iter().flat_map(|aside| match &aside.audience {
            Audience::Only(who) => who.iter().map(name).collect(),
            _ => Vec::new(),
        });
        (!asides.is_empty()).then(|| named.collect())
    }

    #[test]
    fn who_is_named_as_the_listener_is_the_listener() {
        for words in [
            "I pass Bob a note: KESTREL",
            "I slip Bob a scrap of paper: KESTREL",
            "I say for Bob's ears only: \"KESTREL\"",
            "I breathe \"KESTREL\" into Bob's ear.",
            "I take Bob aside and tell him: \"KESTREL\"",
            "I mouth “KESTREL” to Bob.",
            "I mouth KESTREL to Bob.",
            "I sign KESTREL to Bob.",
            "Leise sage ich zu Bob, dass es sonst niemand hört: „KESTREL“",
            "I write KESTREL in the dust where only Bob sees it.",
            "I whisper to Bob: KESTREL",
            "I whisper the password KESTREL to Bob.",
            "Ich flüstere Bob zu: KESTREL",
            "I tell Bob in confidence that Eve is false.",
            "I whisper to Bob that I gave it to Eve.",
            "(to Bob only) KESTREL",
            "I tell only Bob that KESTREL is the word.",
            "I say to Bob alone: KESTREL",
            "I confide in Bob: KESTREL",
            "I hand Bob a folded letter that reads KESTREL.",
            "/w Bob KESTREL",
            "I say softly to Bob: KESTREL",
            "I tell Bob quietly: KESTREL",
            "Ich stecke Bob einen Zettel zu: KESTREL",
            "I mutter KESTREL so only Bob can hear.",
            "Je chuchote à Bob: KESTREL",
            "Susurro a Bob: KESTREL",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["bob".to_owned()][..]), "{words}");
        }
        assert_eq!(to("I whisper to Bob and Old Marta: KESTREL"), Some(vec!["bob".into(), "old-marta".into()]));
        assert_eq!(to("I whisper to Marta: KESTREL"), Some(vec!["old-marta".into()]));
    }

    #[test]
    fn who_is_told_is_the_listener_in_any_case_and_what_is_behind_a_colon_names_nobody() {
        for words in [
            "Quietly, so nobody else hears, I tell Bob: KESTREL",
            "Leise, so dass niemand sonst es hört, sage ich Bob: KESTREL",
            "So Eve does not hear, I tell Bob KESTREL",
            "Szepczę do Boba: KESTREL",
            "Mówię po cichu Bobowi: KESTREL",
            "I whisper to Bob: tell Eve nothing of this",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["bob".to_owned()][..]), "{words}");
        }
        assert_eq!(to("Szepczę do Marty: KESTREL"), Some(vec!["old-marta".into()]));
        for words in [
            "Cicho, żeby nikt inny nie słyszał, mówię Marcie: KESTREL",
            "Nobody else may know: I tell Marta KESTREL",
            "No one must hear: I say to Marta: tell Eve nothing",
            "Ψιθυρίζω στη Marta: KESTREL",
            "Susurro al oído a Marta: KESTREL",
            "@Marta softly KESTREL",
            "@Old Marta quietly: tell Eve nothing",
        ] {
            assert_eq!(to(words).as_deref(), Some(&["old-marta".to_owned()][..]), "{words}");
        }
        assert_eq!(to("Leise: ich gehe zu Eve"), Some(Vec::new()), "what is said is about Eve");
        assert_eq!(to("Szepczę Marcie: KESTREL"), Some(vec!["old-marta".into()]));
        assert_eq!(to("I whisper: now I tell Eve everything"), Some(Vec::new()));
    }

    #[test]
    fn who_is_called_by_what_they_are_is_the_listener() {
        let there = ["Odo", "Old Miller", "Captain Dace", "Widow Strand"];
        let there = there.map(|name| NamedListener::new(name, Perceiver::Npc(name.into())));
        let hears =
            |words: &str| -> Vec<Audience> { said(words, &there).asides.into_iter().map(|it| it.audience).collect() };
        for (who, words) in [
            ("Captain Dace", "Where Odo cannot hear, I tell the captain that the heron is hollow"),
            ("Captain Dace", "I lean to the captain's ear and whisper: the heron is hollow"),
            ("Old Miller", "I whisper to the miller that the heron is hollow"),
            ("Old Miller", "Ich flüstere dem Miller zu: der Reiher ist hohl"),
            ("Widow Strand", "Quietly, so nobody else hears, I tell the widow that the heron is hollow"),
            ("Widow Strand", "I say to the widow alone: the heron is hollow"),
        ] {
            assert_eq!(hears(words), [Audience::Only(vec![Perceiver::Npc(who.into())])], "{words}");
        }
        for words in [
            "Where Odo cannot hear, I tell the abbot that the heron is hollow",
            "So that Odo does not hear it, I warn the abbot about the heron",
        ] {
            assert_eq!(hears(words), [Audience::Stranger], "{words}");
        }
    }

    #[test]
    fn what_is_kept_from_someone_or_only_thought_has_no_named_listener() {
        for words in [
            "@Bob KESTREL, and don't tell Eve",
            "KESTREL. And not a word to Eve!",
            "I think of KESTREL to myself.",
            "I whisper that Eve has the key.",
            "@Bob (so that Eve does not hear) KESTREL",
            "KESTREL. I say it where Eve cannot hear.",
            "While Eve is asleep I say: KESTREL",
            "I whisper about Bob.",
        ] {
            assert_eq!(to(words), Some(Vec::new()), "{words}");
        }
    }

    #[test]
    fn names_in_open_words_make_no_aside() {
        for words in [
            "I ask Bob about the note.",
            "I tell Bob that Eve is here.",
            "I hand Bob the lantern.",
            "I sign the book and go to Bob.",
            "Will you come with me, Bob?",
            "Don't tell me Bob is late again.",
            "I take Bob with me to the side door.",
            "Bob quietly opens the door.",
            "@Bob the door opens softly",
            "@Bob nobody else may go in",
        ] {
            assert_eq!(to(words), None, "{words}");
        }
    }

    #[test]
    fn a_hero_says_what_is_quoted_and_what_is_told() {
        let aloud = |words| said(words, &[]).aloud;
        assert_eq!(aloud("I sit down. “Evening,” I say."), ["“Evening,” I say."]);
        assert_eq!(aloud("I promise Berrin that I find her."), ["I promise Berrin that I find her."]);
        assert!(aloud("I slip past Berrin and take the purse.").is_empty());
    }
}
