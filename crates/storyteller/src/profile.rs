//! Writes a supporting NPC's profile when it is called as a helper.

use serde_json::{Value, json};

use model::{Block, MessageRole, Request};

use super::{
    chance::{hash, pick},
    folk::person,
    phrases::crowd::WISHES,
    prose::capitalised,
};

/// The profile a request asks for as JSON; none if it asks for something else.
pub(super) fn asked_for(request: &Request) -> Option<String> {
    let asks = request.output_config.as_ref().is_some_and(|config| config.format.is_some());
    if !request.tools.is_empty() || !asks {
        return None;
    }
    let last = request.messages.iter().rfind(|message| message.role == MessageRole::User)?;
    let text = last.content.iter().filter_map(Block::as_text).collect::<Vec<_>>().join("\n");
    let value = |keys: &[&str]| field(&text, keys);
    let first: String = text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let name = value(&["name"]).unwrap_or(if first.is_empty() { "someone".to_owned() } else { first });
    let context = value(&["circumstances", "context", "notes"]).unwrap_or_default();
    Some(profile(&name, &value(&["role"]).unwrap_or_default(), &value(&["location"]).unwrap_or_default(), &context))
}

/// The value of the first line `key: value`, or of a JSON object's field.
fn field(text: &str, keys: &[&str]) -> Option<String> {
    let object: Option<Value> = text.find('{').and_then(|at| serde_json::from_str(&text[at..]).ok());
    let in_object = |key: &&str| object.as_ref()?.get(*key)?.as_str().map(str::to_owned);
    let in_lines = |key: &&str| {
        text.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.trim().eq_ignore_ascii_case(key).then(|| value.trim().to_owned())
        })
    };
    keys.iter().find_map(in_object).or_else(|| keys.iter().find_map(in_lines)).filter(|value| !value.is_empty())
}

fn profile(name: &str, role: &str, location: &str, context: &str) -> String {
    let who = person(name, role);
    let known = PersonSketch::read(context);
    let own = PersonSketch { trade: who.trade, look: who.look, manner: who.manner, wish: who.wish };
    let PersonSketch { look, manner, wish, .. } = *known.as_ref().unwrap_or(&own);
    let other = pick(hash(&name.to_lowercase()) ^ 9, WISHES);
    let mut wishes = vec![wish];
    if other != wish && known.is_none() {
        wishes.push(other);
    }
    let notes = match &known {
        Some(known) => format!("{}.", known.trade),
        _ if context.is_empty() => format!("Works as {}.", super::prose::a(who.trade)),
        _ => context.to_owned(),
    };
    json!({
        "name": name,
        "role": role,
        "appearance": format!("{}.", capitalised(look)),
        "personality": format!("{}.", capitalised(manner)),
        "motivations": wishes,
        "location": location,
        "notes": notes,
    })
    .to_string()
}

/// Someone as the storyteller writes them down, in a sentence or two that the same storyteller reads as a helper.
pub(super) struct PersonSketch<'t> {
    /// What they are, and where.
    pub(super) trade: &'t str,
    pub(super) look: &'t str,
    pub(super) manner: &'t str,
    pub(super) wish: &'t str,
}

impl<'t> PersonSketch<'t> {
    const LOOK: &'static str = ", with ";
    const MANNER: &'static str = "; ";
    const WISH: &'static str = ". Wants ";

    /// `A carter at the ford, with LOOK; MANNER. Wants WISH.`
    pub(super) fn written(&self) -> String {
        let Self { trade, look, manner, wish } = *self;
        [trade, Self::LOOK, look, Self::MANNER, manner, Self::WISH, wish, "."].concat()
    }

    /// The sketch that [`written`](Self::written) made this text of.
    fn read(text: &'t str) -> Option<Self> {
        let (trade, rest) = text.split_once(Self::LOOK)?;
        let (look, rest) = rest.split_once(Self::MANNER)?;
        let (manner, wish) = rest.split_once(Self::WISH)?;
        Some(Self { trade, look, manner, wish: wish.trim_end_matches('.') })
    }
}
