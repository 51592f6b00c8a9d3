//! Sentences about fighters, written once and worded for each reader: in the third person with the numbers of the rolls for the
//! log and the model, in the second person without them for the player whose hero it is.
//!
//! A template has slots in braces, and verbs in brackets. A verb agrees with the last fighter before it: `{who} [misses]
//! {target}.` becomes `Mira misses Goblin A.` or `You miss Goblin A.`

use std::borrow::Cow;

use super::{
    event::{Actor, Initiative},
    fighter::FighterId,
};

/// The value of a slot.
#[derive(Debug, Clone)]
pub enum SlotValue<'a> {
    /// A fighter: a name, or `you`.
    Actor(&'a Actor),
    /// The same words for everyone.
    Text(Cow<'a, str>),
    /// The total of a roll. The player sees it on the dice, not in the sentence.
    Roll(String),
}

#[derive(Debug, Clone)]
enum SentencePart<'a> {
    Text(Cow<'a, str>),
    Actor(&'a Actor),
    /// A verb in the third person singular.
    Verb(&'a str),
    Roll(String),
}

/// A sentence about fighters.
#[derive(Debug, Clone)]
pub struct CombatSentence<'a>(Vec<SentencePart<'a>>);

/// Fills a template. A slot that is not there is left empty.
pub fn sentence<'a>(
    template: &'a str,
    slots: impl IntoIterator<Item = (&'static str, SlotValue<'a>)>,
) -> CombatSentence<'a> {
    let mut slots: Vec<(&str, Option<SlotValue<'a>>)> =
        slots.into_iter().map(|(name, slot)| (name, Some(slot))).collect();
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, marked) = rest.split_at(at);
        let is_verb = marked.starts_with('[');
        let Some(end) = marked.find(if is_verb { ']' } else { '}' }) else { break };
        if !before.is_empty() {
            parts.push(SentencePart::Text(before.into()));
        }
        let name = &marked[1..end];
        rest = &marked[end + 1..];
        if is_verb {
            parts.push(SentencePart::Verb(name));
            continue;
        }
        let slot = slots.iter_mut().find(|(it, _)| *it == name).and_then(|(_, slot)| match slot {
            // A fighter may be named again.
            Some(SlotValue::Actor(actor)) => Some(SlotValue::Actor(actor)),
            _ => slot.take(),
        });
        parts.extend(slot.map(|slot| match slot {
            SlotValue::Actor(actor) => SentencePart::Actor(actor),
            SlotValue::Text(text) => SentencePart::Text(text),
            SlotValue::Roll(text) => SentencePart::Roll(text),
        }));
    }
    if !rest.is_empty() {
        parts.push(SentencePart::Text(rest.into()));
    }
    CombatSentence(parts)
}

impl<'a> CombatSentence<'a> {
    /// The turn order.
    pub(super) fn order(order: &'a [Initiative]) -> Self {
        let mut parts = vec![SentencePart::Text("The fight begins: ".into())];
        for (i, it) in order.iter().enumerate() {
            if i > 0 {
                parts.push(SentencePart::Text(", ".into()));
            }
            parts.extend([SentencePart::Actor(&it.who), SentencePart::Roll(format!(" ({})", it.total))]);
        }
        parts.push(SentencePart::Text(".".into()));
        Self(parts)
    }

    /// The sentence in the third person, with the totals of rolls.
    pub fn for_log(&self) -> String {
        self.put(|_| false, |actor| actor.name.as_str().into(), true)
    }

    /// The sentence to the player of a hero, who reads the totals on the dice. Begins with a capital.
    pub fn for_player(&self, hero: &FighterId) -> String {
        self.for_player_naming(hero, |name| name.into())
    }

    /// The same, with the names of the others as `naming` puts them inside a sentence.
    pub fn for_player_naming(&self, hero: &FighterId, naming: impl Fn(&'a str) -> Cow<'a, str>) -> String {
        let text = self.put(|actor| actor.id == *hero, |actor| naming(&actor.name), false);
        let mut letters = text.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    fn put(
        &self,
        is_you: impl Fn(&Actor) -> bool,
        name: impl Fn(&'a Actor) -> Cow<'a, str>,
        with_rolls: bool,
    ) -> String {
        let (mut text, mut of_you) = (String::new(), false);
        for part in &self.0 {
            match part {
                SentencePart::Text(words) => text.push_str(words),
                SentencePart::Roll(roll) if with_rolls => text.push_str(roll),
                SentencePart::Roll(_) => {}
                SentencePart::Actor(actor) => {
                    of_you = is_you(actor);
                    let is_first = text.is_empty() || text.ends_with(". ");
                    match (of_you, is_first) {
                        (true, true) => text.push_str("You"),
                        (true, false) => text.push_str("you"),
                        (false, _) => text.push_str(&name(actor)),
                    }
                }
                SentencePart::Verb(verb) if of_you => text.push_str(&of_second_person(verb)),
                SentencePart::Verb(verb) => text.push_str(verb),
            }
        }
        text
    }
}

/// A verb of the third person singular as it goes with `you`.
fn of_second_person(verb: &str) -> Cow<'_, str> {
    let stem = |n: usize| verb.get(..verb.len().saturating_sub(n)).unwrap_or(verb);
    match verb {
        "is" => "are".into(),
        "has" => "have".into(),
        "dies" => "die".into(),
        "lies" => "lie".into(),
        _ if verb.ends_with("ies") => format!("{}y", stem(3)).into(),
        _ if ["sses", "shes", "ches", "oes"].iter().any(|end| verb.ends_with(end)) => stem(2).into(),
        _ => verb.strip_suffix('s').unwrap_or(verb).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(id: &str) -> Actor {
        Actor { id: FighterId::Hero(id.into()), name: id.to_owned() }
    }

    #[test]
    fn a_template_is_put_for_each_reader() {
        let (mira, goblin) = (actor("Mira"), actor("goblin"));
        let slots = |who, target| {
            [
                ("who", SlotValue::Actor(who)),
                ("target", SlotValue::Actor(target)),
                ("roll", SlotValue::Roll(" (9)".into())),
            ]
        };
        let text = "{who} [misses] {target}{roll}.";
        let (own, theirs) = (sentence(text, slots(&mira, &goblin)), sentence(text, slots(&goblin, &mira)));
        assert_eq!(own.for_log(), "Mira misses goblin (9).");
        assert_eq!(own.for_player(&mira.id), "You miss goblin.");
        assert_eq!(theirs.for_player(&mira.id), "Goblin misses you.");
        let named = theirs.for_player_naming(&mira.id, |name| format!("the {name}").into());
        assert_eq!(named, "The goblin misses you.");
        let twice = sentence("{target} [is] quicker: {who} [misses].", slots(&goblin, &mira));
        assert_eq!(twice.for_player(&mira.id), "You are quicker: goblin misses.");
    }

    #[test]
    fn verbs_agree_with_you() {
        for (verb, with_you) in [
            ("is", "are"),
            ("tries", "try"),
            ("dies", "die"),
            ("catches", "catch"),
            ("dashes", "dash"),
            ("does", "do"),
            ("hits", "hit"),
            ("dodges", "dodge"),
        ] {
            assert_eq!(of_second_person(verb), with_you);
        }
    }
}
