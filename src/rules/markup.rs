//! Removes the markup of the SRD 5.2 package: inline rolls, look-ups, links.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    facts::Monster,
    numbers::{
        athletics, attack_bonus, damage_parts, difficulty, healing, made_with, modifier, plain, save_dc, with_average,
    },
    stat_block::capitalised,
};

/// The subject of a piece of marked-up text.
pub(super) struct TextSubject<'a> {
    /// The entry's name.
    pub(super) name: &'a str,
    /// The name of the action the text describes; empty outside of stat blocks.
    pub(super) deed: &'a str,
    /// The creature's numbers, in a stat block.
    pub(super) monster: Option<&'a Monster>,
    /// The ability its spells are cast with.
    pub(super) casts_with: &'a str,
    /// Its activities in the package's format.
    pub(super) activities: &'a [Value],
    /// Names by the last part of the engine's ids.
    pub(super) names: &'a HashMap<String, String>,
}

/// How deep marks may stand within what other marks stand for.
const MAX_DEPTH: u32 = 3;
/// The length of the engine's ids.
const ID_LENGTH: usize = 16;

/// Text without markup. Every `[[…]]`, `@Link[…]` and `&Reference[…]` becomes the words it means.
pub(super) fn cleaned(text: &str, subject: &TextSubject<'_>) -> String {
    let text = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    // Two entries of the package lack a bracket here.
    let text = text.replace("lowercase]{", "lowercase]]{");
    tidy(&without_blanks(&without_ids(&in_words(&text, subject, MAX_DEPTH), subject)))
}

/// Text with the words its marks stand for, which may hold marks themselves.
fn in_words(text: &str, subject: &TextSubject<'_>, depth: u32) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, mark)) = next_mark(rest) {
        clean.push_str(&rest[..at]);
        let inside = &rest[at + mark.open.len()..];
        // One that isn't closed before the next begins is none.
        let until = next_mark(inside).map_or(inside.len(), |(next, _)| next);
        let closes = mark.closes.iter().filter_map(|close| Some((inside[..until].find(close)?, close.len())));
        let Some((end, length)) = closes.min() else {
            rest = inside;
            continue;
        };
        let (inner, after) = (&inside[..end], &inside[end + length..]);
        let (label, after) = label(after);
        let words = mark.means.words(inner, label, subject).replace("&amp;", "&");
        if depth > 0 {
            let mut words = in_words(&words, subject, depth - 1);
            // The amount may reduce damage instead of healing.
            if clean.ends_with(" by ") && words.ends_with(" Hit Points") {
                words.truncate(words.len() - " Hit Points".len());
            }
            // Some sentences go on with what the mark means.
            if !after.trim_start().starts_with(words.as_str()) {
                clean.push_str(&words);
            }
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

struct MarkupTag {
    open: &'static str,
    /// Its closing marks; the package mixes some up.
    closes: &'static [&'static str],
    means: Means,
}

fn next_mark(text: &str) -> Option<(usize, MarkupTag)> {
    let marks = [
        MarkupTag { open: "[[", closes: &["]]"], means: Means::Inline },
        MarkupTag { open: "&Reference[", closes: &["]", "}"], means: Means::Reference },
        MarkupTag { open: "@UUID[", closes: &["]"], means: Means::Link },
        MarkupTag { open: "@Embed[", closes: &["]"], means: Means::Embedded },
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
    fn words(&self, inner: &str, label: Option<&str>, subject: &TextSubject<'_>) -> String {
        match self {
            // The embedded text is not in the package.
            Self::Embedded => String::new(),
            Self::Reference => label.map(str::to_owned).unwrap_or_else(|| referred(inner)),
            Self::Link => label.map(str::to_owned).or_else(|| named(inner, subject)).unwrap_or_default(),
            Self::Inline => inline(inner.trim(), label, subject),
        }
    }
}

/// The name of what an id or an address means; a name means itself.
fn named(address: &str, subject: &TextSubject<'_>) -> Option<String> {
    let id = address.rsplit('.').next().unwrap_or_default();
    // The ids of actions spell their names: `mmTailStinger000`.
    let spelled = || id.strip_prefix("mm").map(|name| words_of(name.trim_end_matches('0')));
    match subject.names.get(id) {
        Some(name) => Some(name.clone()),
        None if id.len() == ID_LENGTH && !id.contains(' ') => spelled(),
        None => Some(address.to_owned()).filter(|name| !name.is_empty() && !name.contains('.')),
    }
}

/// `DifficultTerrain apply=false` is difficult terrain.
fn referred(inner: &str) -> String {
    let name = inner.split(" apply").next().unwrap_or_default().split('=').next_back().unwrap_or_default().trim();
    words_of(name)
}

/// `TailStinger` is Tail Stinger.
fn words_of(name: &str) -> String {
    let mut words = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_uppercase() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.push(c);
    }
    words
}

fn inline(inner: &str, label: Option<&str>, subject: &TextSubject<'_>) -> String {
    let (command, rest) = inner.split_once(' ').unwrap_or((inner, ""));
    // A roll may have a label that says it better.
    if let Some(label) = label.filter(|_| command.starts_with('/')) {
        return label.to_owned();
    }
    let words = match command {
        "lookup" => looked_up(rest, subject),
        "/item" => named(rest, subject),
        "/attack" => attack(rest, subject),
        "/damage" => amount(rest, subject),
        "/healing" => {
            let heals = activity(rest, subject, "heal").and_then(|activity| healing(activity, subject));
            heals.or_else(|| amount(rest, subject))
        }
        "/save" => Some(asked(rest, "save", subject)),
        "/check" | "/skill" | "/tool" => Some(asked(rest, "check", subject)),
        "/award" => Some(spaced(rest)),
        // A formula with variables of the engine can't be rolled.
        "/r" if rest.contains('@') => Some("…".to_owned()),
        "/r" | "/roll" | "/gmr" => Some(rest.split('#').next().unwrap_or_default().trim().to_owned()),
        // A sum only the engine can work out; the sentence before says what it is.
        _ => return String::new(),
    };
    // Traits of all monsters of a kind are described without numbers.
    let blank = if subject.activities.is_empty() { "…" } else { "" };
    words.or_else(|| label.map(str::to_owned)).unwrap_or_else(|| blank.to_owned())
}

/// The activity a mark names, or the first of the right kind, or the first.
fn activity<'a>(rest: &str, subject: &TextSubject<'a>, kind: &str) -> Option<&'a Value> {
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

fn looked_up(rest: &str, subject: &TextSubject<'_>) -> Option<String> {
    let path = rest.split_whitespace().next()?.trim_start_matches('@');
    let word = match path {
        "name" => subject.name.to_owned(),
        "skills.ath.passive" => (10 + athletics(subject.monster?)).to_string(),
        "attributes.spell.dc" => save_dc(subject.casts_with, subject.monster?)?.to_string(),
        "save.dc.value" | "check.dc.value" | "save.dc.formula" => {
            let what = if path.starts_with("check") { "check" } else { "save" };
            difficulty(activity(rest, subject, what)?, what, subject)?.to_string()
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
        // Values that depend on a hero's level are in the table of the class.
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
    Some(match rest {
        _ if rest.contains("lowercase") => word.to_lowercase(),
        _ if rest.contains("capitalize") => capitalised(&word),
        _ => word,
    })
}

fn attack(rest: &str, subject: &TextSubject<'_>) -> Option<String> {
    let activity = activity(rest, subject, "attack")?;
    let bonus = attack_bonus(activity, subject)?;
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

/// The dice: the formula in the text, or the damage of an activity. With `extended` it is that of a hit,
/// otherwise what comes of a failed save or by itself.
fn amount(rest: &str, subject: &TextSubject<'_>) -> Option<String> {
    let formula: Vec<&str> = rest.split_whitespace().take_while(|part| !part.contains('=') && !is_word(part)).collect();
    if !formula.is_empty() {
        let mut types: Vec<&str> = option(rest, "type").into_iter().collect();
        let manner = ["average", "extended", "temp", "temphp", "healing"];
        types.extend(rest.split_whitespace().filter(|part| is_word(part) && !manner.contains(part)));
        let dice = formula.join(" ");
        let dice = if rest.contains("average") { with_average(&dice) } else { dice };
        return Some(format!("{dice} {}", types.join(" ")).trim().to_owned());
    }
    let is_hit = rest.contains("extended");
    let kinds: &[&str] = if is_hit { &["attack"] } else { &["save", "damage"] };
    let harm = |activity: &&Value| !damage_parts(activity, subject).is_empty();
    let of_kind = |activity: &&Value| kinds.iter().any(|kind| activity["kind"] == *kind);
    let all = || subject.activities.iter().filter(harm);
    let activity = match option(rest, "activity") {
        Some(id) => all().find(|activity| activity["id"] == id),
        None => all().find(of_kind).or_else(|| all().next()),
    };
    let parts = damage_parts(activity?, subject);
    let parts = parts.iter().map(|part| format!("{} {}", with_average(&part.dice), part.damage_type));
    let parts = parts.collect::<Vec<_>>().join(" plus ");
    Some(if is_hit { format!("Hit: {parts} damage") } else { parts })
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

/// A saving throw or check that is asked for: what to reach and what it is made with, and only in the long form what it
/// is.
fn asked(rest: &str, what: &str, subject: &TextSubject<'_>) -> String {
    let known = |dc: &str| match dc.strip_prefix('@') {
        Some(_) => looked_up(dc, subject),
        None => Some(dc.to_owned()),
    };
    let number = rest.split_whitespace().find(|word| word.parse::<u32>().is_ok());
    let mut dc = option(rest, "dc").or(number).and_then(known);
    let mut with: Vec<&str> = rest.split_whitespace().filter(|word| !word.contains('=')).collect();
    with.extend(["ability", "skill", "tool"].iter().filter_map(|key| option(rest, key)));
    let mut made = made_with(&with);
    if made.is_empty()
        && let Some(activity) = activity(rest, subject, what)
    {
        let named = [&activity[what]["ability"], &activity[what]["associated"]];
        let named =
            named.into_iter().flat_map(|named| named.as_array().map_or(std::slice::from_ref(named), Vec::as_slice));
        made = made_with(&named.filter_map(Value::as_str).collect::<Vec<_>>());
        dc = dc.or_else(|| difficulty(activity, what, subject).map(|dc| dc.to_string()));
    }
    let dc = dc.map(|dc| format!("DC {dc} ")).unwrap_or_default();
    let noun = match option(rest, "format") {
        Some("long") if what == "save" => " saving throw",
        Some("long") => " check",
        _ => "",
    };
    format!("{dc}{made}{noun}").trim().to_owned()
}

/// Ids of the engine that stand in the text where a name belongs.
fn without_ids(text: &str, subject: &TextSubject<'_>) -> String {
    let is_id = |word: &str| word.len() == ID_LENGTH && ["phb", "dmg"].iter().any(|book| word.starts_with(book));
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

/// A word in braces marks a blank of the package.
fn without_blanks(text: &str) -> String {
    let mut pieces = text.split('{');
    let mut clean = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        clean.push('…');
        clean.push_str(piece.split_once('}').map_or(piece, |(_, rest)| rest));
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
            .replace(" (currently, …)", "")
            .replace(", currently …)", ")")
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
