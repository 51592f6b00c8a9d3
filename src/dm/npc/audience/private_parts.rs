//! The parts of a message that only some of the people at the table may read.

use crate::dm::speech::sentences;

use super::{
    super::{
        asides::{AsideKind, Frame, frame},
        phrases::NamedListener,
    },
    Audience, Belongs, Group, clauses, grouped, without_join,
};

/// A message with words for some only, as everyone else may know of it.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::dm) struct PartlyPrivate {
    /// The parts that everyone may read.
    pub(in crate::dm) open: String,
    /// The audience of the other parts.
    pub(in crate::dm) audiences: Vec<Audience>,
}

/// The private parts of a message; `None` if everyone may read it. Words that no one hears, such as thoughts, are no secret of the
/// players, and words that are whispered to no one in particular are for all companions.
pub(in crate::dm) fn private_parts(words: &str, listeners: &[NamedListener]) -> Option<PartlyPrivate> {
    let texts: Vec<&str> = words.lines().flat_map(sentences).flat_map(clauses).collect();
    let frames: Vec<Frame> = texts.iter().map(|text| frame(text, listeners)).collect();
    let (belongs, groups) = grouped(&frames);
    let audience = |group: Group| match (group.is_unheard, group.aside(listeners).audience) {
        (true, _) => None,
        (false, Audience::Unnamed) => match listeners {
            [only] => Some(Audience::Only(vec![only.who().clone()])),
            _ => None,
        },
        (false, audience) => Some(audience),
    };
    let audiences: Vec<Option<Audience>> = groups.into_iter().map(audience).collect();
    let is_private = |part: &Belongs| matches!(part, Belongs::Group(at) if audiences[*at].is_some());
    let open = texts.iter().zip(&belongs).filter(|(_, part)| !is_private(part)).map(|(text, _)| without_join(text));
    let open = open.collect::<Vec<_>>().join(" ");
    let audiences: Vec<Audience> = audiences.into_iter().flatten().collect();
    (!audiences.is_empty()).then_some(PartlyPrivate { open, audiences })
}

/// Whether a message may have words for some only, anyone who listens.
pub(in crate::dm) fn may_be_private(words: &str) -> bool {
    let texts = words.lines().flat_map(sentences).flat_map(clauses);
    texts.map(|text| frame(text, &[])).any(|frame| frame.kind == AsideKind::Aside)
}

#[cfg(test)]
mod tests {
    use game::knowledge::Perceiver;

    use super::*;

    fn npc(name: &str) -> NamedListener {
        NamedListener::new(name, Perceiver::Npc(name.into()))
    }

    #[test]
    fn everyone_else_reads_the_open_parts_of_a_message_alone() {
        let hero = |name: &str| NamedListener::new(name, Perceiver::Hero(name.to_lowercase().as_str().into()));
        let all = [hero("Pim"), hero("Dagna"), npc("Marta")];
        let pim = || Audience::Only(vec![Perceiver::Hero("pim".into())]);
        for (words, open, audiences) in [
            ("I whisper to Pim: the heron is hollow.", "", vec![pim()]),
            ("I whisper to Pim: \"the heron is hollow.\"", "", vec![pim()]),
            ("I call for ale, and murmur to Pim that the heron is hollow.", "I call for ale", vec![pim()]),
            ("Ich flüstere Pim zu, dass der Reiher hohl ist.", "", vec![pim()]),
        ] {
            let read = private_parts(words, &all);
            assert_eq!(read, Some(PartlyPrivate { open: open.to_owned(), audiences }), "{words}");
            assert!(may_be_private(words), "{words}");
        }
        for words in [
            "I look around.",
            "I say to Pim that the heron is hollow.",
            "I sneak quietly to the door.",
            "I whisper that we should go.",
            "I listen for a whisper.",
        ] {
            assert_eq!(private_parts(words, &all), None, "{words}");
        }
    }
}
