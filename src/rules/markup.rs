//! The text of SRD 5.2, freed from the markup of the engine its package was made for: inline rolls, look-ups, links.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    facts::Monster,
    numbers::{athletics, attack_bonus, damage_parts, difficulty, full_name, modifier, plain, save_dc},
};

/// What a piece of marked-up text is about.
pub(super) struct Subject<'a> {
    /// The entry's name.
    pub(super) name: &'a str,
    /// The name of the action the text describes; empty outside of stat blocks.
    pub(super) deed: &'a str,
    /// The creature's numbers, in a stat block.
    pub(super) monster: Option<&'a Monster>,
    /// The ability its spells are cast with.
    pub(super) casts_with: &'a str,
    /// What can be done with it, as the package has it.
    pub(super) activities: &'a [Value],
    /// Names by the last part of the engine's ids.
    pub(super) names: &'a HashMap<String, String>,
}

/// How deep marks may stand within what other marks stand for.
const MAX_DEPTH: u32 = 3;

/// Text without markup. Every `[[…]]`, `@Link[…]` and `&Reference[…]` becomes the words it stands for.
pub(super) fn cleaned(text: &str, subject: &Subject<'_>) -> String {
    let text = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    // Two entries of the package lack a bracket here.
    let text = text.replace("lowercase]{", "lowercase]]{");
    tidy(&without_ids(&in_words(&text, subject, MAX_DEPTH), subject))
}

/// Text with the words its marks stand for, which may hold marks themselves.
fn in_words(text: &str, subject: &Subject<'_>, depth: u32) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, mark)) = next_mark(rest) {
        clean.push_str(&rest[..at]);
        let inside = &rest[at + mark.open.len()..];
        let Some(end) = inside.find(mark.close) else {
            rest = inside;
            continue;
        };
        let (inner, after) = (&inside[..end], &inside[end + mark.close.len()..]);
        let (label, after) = label(after);
        let words = mark.means.words(inner, label, subject).replace("&amp;", "&");
        match depth {
            0 => {}
            _ => clean.push_str(&in_words(&words, subject, depth - 1)),
        }
        rest = after;
    }
    clean.push_str(rest);
    clean
}

enum Means {
    Inline,
    Reference,
    Link,
    Embedded,
}

struct Mark {
    open: &'static str,
    close: &'static str,
    means: Means,
}

fn next_mark(text: &str) -> Option<(usize, Mark)> {
    let marks = [
        Mark { open: "[[", close: "]]", means: Means::Inline },
        Mark { open: "&Reference[", close: "]", means: Means::Reference },
        Mark { open: "@UUID[", close: "]", means: Means::Link },
        Mark { open: "@Embed[", close: "]", means: Means::Embedded },
    ];
    marks.into_iter().filter_map(|mark| Some((text.find(mark.open)?, mark))).min_by_key(|(at, _)| *at)
}

/// The label in braces behind a mark, if there is one.
fn label(after: &str) -> (Option<&str>, &str) {
    match after.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
        Some((label, rest)) => (Some(label), rest),
        None => (None, after),
    }
}

impl Means {
    fn words(&self, inner: &str, label: Option<&str>, subject: &Subject<'_>) -> String {
        match self {
            // What was embedded is not in the package.
            Self::Embedded => String::new(),
            Self::Reference => label.map(str::to_owned).unwrap_or_else(|| referred(inner)),
            Self::Link => {
                let id = inner.rsplit('.').next().unwrap_or_default();
                let named = || subject.names.get(id).cloned().unwrap_or_default();
                label.map(str::to_owned).unwrap_or_else(named)
            }
            Self::Inline => inline(inner.trim(), label, subject),
        }
    }
}

/// `DifficultTerrain apply=false` is difficult terrain.
fn referred(inner: &str) -> String {
    let name = inner.split(" apply").next().unwrap_or_default().split('=').next_back().unwrap_or_default().trim();
    let mut words = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.push(c);
    }
    words
}

fn inline(inner: &str, label: Option<&str>, subject: &Subject<'_>) -> String {
    let (command, rest) = inner.split_once(' ').unwrap_or((inner, ""));
    let words = match command {
        "lookup" => looked_up(rest, subject),
        "/item" => label.map(str::to_owned).or_else(|| (!rest.starts_with('.')).then(|| rest.to_owned())),
        "/attack" => attack(subject),
        "/damage" | "/healing" => amount(rest, subject, command == "/healing"),
        "/save" => Some(asked(rest, "saving throw", subject)),
        "/check" | "/skill" | "/tool" => Some(asked(rest, "check", subject)),
        "/award" => Some(spaced(rest)),
        "/r" | "/roll" | "/gmr" => Some(rest.split('#').next().unwrap_or_default().trim().to_owned()),
        // A sum only the engine can throw, with a label that is a sum itself.
        _ if label.is_some_and(|label| label.contains("[[")) => Some(String::new()),
        _ => None,
    };
    words.or_else(|| label.map(str::to_owned)).unwrap_or_default()
}

/// The activity a mark names, or the first of the right kind, or the first.
fn activity<'a>(rest: &str, subject: &Subject<'a>, kind: &str) -> Option<&'a Value> {
    let named = option(rest, "activity");
    let mut all = subject.activities.iter();
    match named {
        Some(id) => all.find(|activity| activity["id"] == id),
        None => all.find(|activity| activity["kind"] == kind).or_else(|| subject.activities.first()),
    }
}

/// The value of `key=value` in a mark.
fn option<'a>(rest: &'a str, key: &str) -> Option<&'a str> {
    rest.split_whitespace().find_map(|part| part.strip_prefix(key)?.strip_prefix('='))
}

fn looked_up(rest: &str, subject: &Subject<'_>) -> Option<String> {
    let path = rest.split_whitespace().next()?.trim_start_matches('@');
    let word = match path {
        "name" => subject.name.to_owned(),
        "skills.ath.passive" => (10 + athletics(subject.monster?)).to_string(),
        "attributes.spell.dc" => save_dc(subject.casts_with, subject.monster?)?.to_string(),
        "save.dc.value" | "check.dc.value" | "save.dc.formula" => {
            let activity = activity(rest, subject, "save")?;
            let dc = if path.starts_with("check") { &activity["check"]["dc"] } else { &activity["save"]["dc"] };
            difficulty(dc, subject)?
        }
        "target.affects.labels.statblock" | "labels.description.affects" => {
            let affects = &activity(rest, subject, "save")?["target"]["affects"];
            let kind = plain(&affects["type"]).unwrap_or_else(|| "creature".into());
            match plain(&affects["count"]) {
                Some(n) if n == "1" => format!("one {kind}"),
                Some(n) => format!("up to {n} {kind}s"),
                None => format!("each {kind}"),
            }
        }
        "labels.description.template" => {
            let template = &activity(rest, subject, "save")?["target"]["template"];
            match (plain(&template["size"]), plain(&template["type"])) {
                (Some(size), Some(shape)) if shape == "sphere" => format!("{size}-foot-radius sphere"),
                (Some(size), Some(shape)) => format!("{size}-foot {shape}"),
                _ => "area".into(),
            }
        }
        ability if ability.starts_with("abilities.") => {
            let mut parts = ability.split('.').skip(1);
            let (name, what) = (parts.next()?, parts.next()?);
            match what {
                "dc" => save_dc(name, subject.monster?)?.to_string(),
                _ => modifier(name, subject.monster?)?.to_string(),
            }
        }
        // What depends on a hero's level has no number here; the table of the class has it.
        level if level.starts_with("scale.") || level.starts_with("classes.") => "as shown in the class's table".into(),
        path => {
            let mut value = activity(rest, subject, "save")?;
            for part in path.split('.') {
                value = match part {
                    "onSave" => &value["on_save"],
                    part => &value[part],
                };
            }
            plain(value)?
        }
    };
    let first = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    Some(match rest {
        _ if rest.contains("lowercase") => word.to_lowercase(),
        _ if rest.contains("capitalize") => first(&word),
        _ => word,
    })
}

fn attack(subject: &Subject<'_>) -> Option<String> {
    let activity = activity("", subject, "attack")?;
    let (bonus, _) = attack_bonus(activity, subject)?;
    let how = match activity["attack"]["type"]["value"].as_str().unwrap_or_default() {
        "ranged" => "Ranged Attack Roll",
        "melee" => "Melee Attack Roll",
        _ => "Attack Roll",
    };
    let far = match (activity["range"]["units"].as_str(), plain(&activity["range"]["value"])) {
        (Some("ft"), Some(feet)) if how == "Ranged Attack Roll" => format!(", range {feet} ft."),
        (Some("ft"), Some(feet)) => format!(", reach {feet} ft."),
        _ => String::new(),
    };
    Some(format!("{how}: {bonus:+}{far}").trim_end_matches('.').to_owned())
}

fn amount(rest: &str, subject: &Subject<'_>, heals: bool) -> Option<String> {
    let formula: Vec<&str> = rest.split_whitespace().take_while(|part| !part.contains('=') && !is_word(part)).collect();
    if !formula.is_empty() {
        let mut types: Vec<&str> = option(rest, "type").into_iter().collect();
        let manner = ["average", "extended", "temp", "temphp", "healing"];
        types.extend(rest.split_whitespace().filter(|part| is_word(part) && !manner.contains(part)));
        return Some(format!("{} {}", formula.join(" "), types.join(" ")).trim().to_owned());
    }
    let activity = activity(rest, subject, if heals { "heal" } else { "damage" })?;
    if heals {
        let healing = &activity["healing"];
        let (number, sides) = (healing["number"].as_i64()?, healing["denomination"].as_i64()?);
        return Some(format!("{number}d{sides}"));
    }
    let parts = damage_parts(activity, subject).into_iter().map(|(dice, types, average)| match dice.contains('d') {
        true => format!("{average} ({dice}) {types}"),
        false => format!("{dice} {types}"),
    });
    let parts = parts.collect::<Vec<_>>().join(" plus ");
    let hit = rest.contains("extended");
    (!parts.is_empty()).then(|| if hit { format!("Hit: {parts} damage") } else { parts })
}

/// “50GP” as it is written: a number, and of what.
fn spaced(rest: &str) -> String {
    let amount = rest.split('#').next().unwrap_or_default().trim();
    let unit = amount.find(|c: char| c.is_alphabetic()).unwrap_or(amount.len());
    format!("{} {}", amount[..unit].trim(), amount[unit..].trim()).trim().to_owned()
}

fn is_word(part: &str) -> bool {
    part.len() > 1 && part.chars().all(char::is_alphabetic)
}

/// A saving throw or check that is asked for.
fn asked(rest: &str, what: &str, subject: &Subject<'_>) -> String {
    let words = rest.split_whitespace().filter(|part| !part.contains('='));
    let (mut dc, mut named) = (option(rest, "dc").map(str::to_owned), Vec::new());
    for word in words {
        match word.parse::<u32>() {
            Ok(number) => dc = Some(number.to_string()),
            Err(_) => named.push(word.to_owned()),
        }
    }
    named.extend(["ability", "skill", "tool"].iter().filter_map(|key| option(rest, key)).map(str::to_owned));
    if named.is_empty()
        && let Some(activity) = activity(rest, subject, "save")
    {
        named.extend(activity["save"]["ability"].as_array().into_iter().flatten().filter_map(plain));
        dc = dc.or_else(|| difficulty(&activity["save"]["dc"], subject));
    }
    if dc.as_deref() == Some("@attributes.spell.dc") {
        dc = None;
    }
    let full = named.iter().map(|word| full_name(word)).collect::<Vec<_>>();
    let name = match full.as_slice() {
        [ability, skills @ ..] if !skills.is_empty() => format!("{ability} ({})", skills.join(" or ")),
        others => others.join(" "),
    };
    let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
    format!("{dc}{name} {what}").trim().to_owned()
}

/// Ids of the engine that stand in the text where a name belongs.
fn without_ids(text: &str, subject: &Subject<'_>) -> String {
    let is_id = |word: &str| word.len() == 16 && ["phb", "dmg"].iter().any(|book| word.starts_with(book));
    let mut clean = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        match is_id(word) {
            true => {
                clean.push_str(subject.names.get(word).map_or("", String::as_str));
                clean.push_str(&piece[word.len()..]);
            }
            false => clean.push_str(piece),
        }
    }
    clean
}

/// One space between words, one empty line between paragraphs, none before a full stop; notes about the engine and
/// what it left behind go.
fn tidy(text: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = line
            .replace(" .", ".")
            .replace(" ,", ",")
            .replace("..", ".")
            .replace("currently as shown", "as shown")
            .replace("2:Arcana", "2: Arcana")
            .replace("<em>", "")
            .replace("</em>", "");
        if line == "Foundry Note" {
            break;
        }
        // A dash is an empty cell of a table.
        if line == "—" || line.chars().any(char::is_alphanumeric) {
            paragraphs.push(line);
        }
    }
    paragraphs.join("\n\n")
}
