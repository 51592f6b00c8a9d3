//! Questions a player asks of the table rather than of somebody there.

use super::{
    Act, Deed, bare, cut_words,
    sought::{asks_for_people, is_way_out, of_reward},
};

/// Beginnings of questions and what they ask for; what follows is what it is about.
const ASKED: &[(&str, Act)] = &[
    ("where do i take", Act::Help),
    ("where do i bring", Act::Help),
    ("who do i show", Act::Help),
    ("who can read", Act::Help),
    ("where am i going", Act::Help),
    ("where was i going", Act::Help),
    ("where are we going", Act::Help),
    ("where was i headed", Act::Help),
    ("who's next", Act::Help),
    ("who is next", Act::Help),
    ("who lives here", Act::Look),
    ("who else", Act::Look),
    ("what is this place", Act::Look),
    ("what's this place", Act::Look),
    ("what place is this", Act::Look),
    ("what is the name of this place", Act::Look),
    ("what's the name of this place", Act::Look),
    ("where does that road", Act::Ways),
    ("where does this road", Act::Ways),
    ("where does the road", Act::Ways),
    ("where does that path", Act::Ways),
    ("where does this path", Act::Ways),
    ("where does the path", Act::Ways),
    ("what's beyond", Act::Ways),
    ("what is beyond", Act::Ways),
    ("what's troubling", Act::Talk),
    ("what is troubling", Act::Talk),
    ("what's bothering", Act::Talk),
    ("what is bothering", Act::Talk),
    ("what's worrying", Act::Talk),
    ("what's up", Act::Talk),
    ("what is up", Act::Talk),
    ("what's the situation", Act::Talk),
    ("what's the story", Act::Talk),
    ("where am i", Act::Look),
    ("where are we", Act::Look),
    ("where is", Act::Where),
    ("where's", Act::Where),
    ("where are", Act::Where),
    ("where can i find", Act::Where),
    ("where do i find", Act::Where),
    ("where can i buy", Act::Where),
    ("where can i go", Act::Ways),
    ("where do i go", Act::Help),
    ("where should i go", Act::Help),
    ("where to", Act::Help),
    ("how do i get to", Act::Where),
    ("how do we get to", Act::Where),
    ("how can i get to", Act::Where),
    ("how far is it to", Act::Where),
    ("how far is", Act::Where),
    ("how far away is", Act::Where),
    ("how far off is", Act::Where),
    ("how close is", Act::Where),
    ("how near is", Act::Where),
    ("how hurt is", Act::Look),
    ("how badly hurt is", Act::Look),
    ("how wounded is", Act::Look),
    ("how big is", Act::Look),
    ("how does it look", Act::Look),
    ("which way is", Act::Where),
    ("which way to", Act::Where),
    ("exits", Act::Ways),
    ("directions", Act::Ways),
    ("map", Act::Ways),
    ("look at the map", Act::Ways),
    ("what exits are there", Act::Ways),
    ("what are the exits", Act::Ways),
    ("what time is it", Act::Time),
    ("what's the time", Act::Time),
    ("what day is it", Act::Time),
    ("how late is it", Act::Time),
    ("time", Act::Time),
    ("how am i", Act::Status),
    ("how do i feel", Act::Status),
    ("how hurt am i", Act::Status),
    ("how badly am i hurt", Act::Status),
    ("how much hp", Act::Status),
    ("how many hit points", Act::Status),
    ("am i hurt", Act::Status),
    ("am i wounded", Act::Status),
    ("who am i", Act::Status),
    ("check my wounds", Act::Status),
    ("check my health", Act::Status),
    ("check myself", Act::Status),
    ("look at myself", Act::Status),
    ("look at me", Act::Status),
    ("examine myself", Act::Status),
    ("my health", Act::Status),
    ("my hp", Act::Status),
    ("hp", Act::Status),
    ("health", Act::Status),
    ("status", Act::Status),
    ("stats", Act::Status),
    ("character sheet", Act::Status),
    ("how much gold do i have", Act::Inventory),
    ("how much money do i have", Act::Inventory),
    ("how much gold", Act::Inventory),
    ("how rich am i", Act::Inventory),
    ("do i have", Act::Inventory),
    ("do i still have", Act::Inventory),
    ("what do i have", Act::Inventory),
    ("what do i carry", Act::Inventory),
    ("what am i carrying", Act::Inventory),
    ("what have i got", Act::Inventory),
    ("what's in my", Act::Inventory),
    ("what is in my", Act::Inventory),
    ("what spells do i", Act::Spells),
    ("what spells can i", Act::Spells),
    ("what magic do i", Act::Spells),
    ("which spells", Act::Spells),
    ("my spells", Act::Spells),
    ("spells", Act::Spells),
    ("spellbook", Act::Spells),
    ("what can i do", Act::Help),
    ("what can we do", Act::Help),
    ("what could i do", Act::Help),
    ("what should i do", Act::Help),
    ("what should we do", Act::Help),
    ("what do i do", Act::Help),
    ("what shall i do", Act::Help),
    ("what are my options", Act::Help),
    ("who do i kill", Act::Help),
    ("who do i fight", Act::Help),
    ("who do i attack", Act::Help),
    ("who should i kill", Act::Help),
    ("who should i fight", Act::Help),
    ("who must i kill", Act::Help),
    ("who is my enemy", Act::Help),
    ("what next", Act::Help),
    ("what's next", Act::Help),
    ("what is next", Act::Help),
    ("what now", Act::Help),
    ("now what", Act::Help),
    ("what's my goal", Act::Help),
    ("what is my goal", Act::Help),
    ("what is my quest", Act::Help),
    ("what am i supposed to do", Act::Help),
    ("i'm lost", Act::Help),
    ("i am lost", Act::Help),
    ("i'm stuck", Act::Help),
    ("i am stuck", Act::Help),
    ("i don't know", Act::Help),
    ("i do not know", Act::Help),
    ("i have no idea", Act::Help),
    ("how do i play", Act::Help),
    ("how does this work", Act::Help),
    ("what else is here", Act::Look),
    ("what else is there", Act::Look),
    ("what else do i see", Act::Look),
    ("what else can i see", Act::Look),
    ("is there anything else", Act::Look),
    ("anything else here", Act::Look),
    ("who rules", Act::Who),
    ("who owns", Act::Who),
    ("who runs", Act::Who),
    ("who leads", Act::Who),
    ("what happened to", Act::Wonder),
    ("what has happened to", Act::Wonder),
    ("what became of", Act::Wonder),
    ("how many hit points", Act::Status),
    ("how many hp", Act::Status),
    ("how many", Act::Wonder),
    ("where did", Act::Wonder),
    ("where has", Act::Wonder),
    ("where have", Act::Wonder),
    ("who did", Act::Wonder),
    ("who took", Act::Wonder),
    ("who killed", Act::Wonder),
    ("is the", Act::Wonder),
    ("are the", Act::Wonder),
    ("was the", Act::Wonder),
    ("what did they want", Act::Recall),
    ("what does", Act::Wonder),
    ("what do they", Act::Wonder),
    ("what did they", Act::Wonder),
    ("what happened here", Act::Talk),
    ("what has happened here", Act::Talk),
    ("what has happened to this place", Act::Talk),
    ("what happened to this place", Act::Talk),
    ("what has been happening here", Act::Talk),
    ("what happened around here", Act::Talk),
    ("what do you know", Act::Talk),
    ("what is going on", Act::Talk),
    ("what's going on", Act::Talk),
    ("what's happened", Act::Talk),
    ("what's happening", Act::Talk),
    ("what is happening", Act::Talk),
    ("what's wrong", Act::Talk),
    ("what is wrong", Act::Talk),
    ("what's the matter", Act::Talk),
    ("what's new", Act::Talk),
    ("what happened", Act::Recall),
    ("what has happened", Act::Recall),
    ("what did i", Act::Recall),
    ("what did we", Act::Recall),
    ("what do i know", Act::Recall),
    ("what do we know", Act::Recall),
    ("what do i remember", Act::Recall),
    ("what have i", Act::Recall),
    ("what was i", Act::Recall),
    ("do i remember", Act::Recall),
    ("do i know", Act::Recall),
    ("have i met", Act::Recall),
    ("who was", Act::Recall),
    ("who have i met", Act::Recall),
    ("remind me", Act::Recall),
    ("can i have a look", Act::Look),
    ("can i have", Act::Buy),
    ("could i have", Act::Buy),
    ("may i have", Act::Buy),
    ("where was i", Act::Recall),
    ("where was that", Act::Recall),
    ("what errands", Act::Recall),
    ("what quests", Act::Recall),
    ("what's that smell", Act::Listen),
    ("what is that smell", Act::Listen),
    ("what's that sound", Act::Listen),
    ("what is that sound", Act::Listen),
    ("what's that noise", Act::Listen),
    ("what is that noise", Act::Listen),
    ("have you seen", Act::Where),
    ("has anyone seen", Act::Where),
    ("has anybody seen", Act::Where),
    ("does anyone know where", Act::Where),
    ("who should i talk to", Act::Look),
    ("who can i talk to", Act::Look),
    ("who could i ask", Act::Look),
    ("who can i ask", Act::Look),
    ("who is here", Act::Look),
    ("who's here", Act::Look),
    ("who is there", Act::Look),
    ("is anyone here", Act::Look),
    ("is anybody here", Act::Look),
    ("is there anyone", Act::Look),
    ("is there anybody", Act::Look),
    ("who is", Act::Who),
    ("who's", Act::Who),
    ("what do i see", Act::Look),
    ("what can i see", Act::Look),
    ("what is here", Act::Look),
    ("what's here", Act::Look),
    ("what is around", Act::Look),
    ("what's around", Act::Look),
    ("what do i hear", Act::Listen),
    ("what can i hear", Act::Listen),
    ("do i hear", Act::Listen),
    ("what do i smell", Act::Listen),
    ("do i see", Act::Look),
    ("can i see", Act::Look),
    ("is there", Act::Look),
    ("are there", Act::Look),
    ("what is", Act::Look),
    ("what's", Act::Look),
    ("what are", Act::Look),
    ("anything interesting", Act::Look),
];

/// What nobody can see and somebody can tell.
const MATTERS: [&str; 17] = [
    "matter", "fuss", "mystery", "job", "work", "task", "quest", "trouble", "problem", "plan", "reward", "pay",
    "price", "news", "story", "deal", "danger",
];

/// How the questions begin.
pub(super) fn starts() -> impl Iterator<Item = &'static str> {
    ASKED.iter().map(|(start, _)| *start)
}

/// What a question asks of the table; none where it is for somebody there, or no question.
pub(super) fn asked(clause: &str) -> Option<Deed> {
    let text = clause.trim_end_matches('?').trim();
    if of_reward(text) {
        return Some(Deed { other: "my reward".into(), ..Deed::of(Act::Talk, "") });
    }
    if let Some(act) = of_the_sheet(text) {
        return Some(Deed::of(act, ""));
    }
    if let Some(deed) = of_the_pack(text) {
        return Some(deed);
    }
    let (start, act) = ASKED.iter().find(|(start, _)| super::starts(text, start))?;
    let raw = text.get(start.len()..).unwrap_or_default();
    let rest = bare(raw);
    // "Time to go" asks for nothing; a word that stands alone does.
    if !start.contains([' ', '\'']) && !rest.is_empty() {
        return None;
    }
    let rest = [
        "look like",
        "called",
        "here",
        "do",
        "say",
        "there",
        "near here",
        "nearby",
        "anywhere",
        "around",
        "around here",
    ]
    .iter()
    .fold(rest, |rest, end| rest.strip_suffix(end).unwrap_or(rest).trim_end());
    let object = cut_words(rest, 6);
    Some(match act {
        Act::Talk => Deed { other: "trouble".into(), ..Deed::of(*act, "") },
        Act::Look if ["you", "your name", "your trade"].contains(&object.as_str()) => {
            Deed { other: object, ..Deed::of(Act::Talk, "") }
        }
        // What the job is, or the matter, is for somebody here to say.
        Act::Look | Act::Wonder if is_matter(&object) => Deed { other: object, ..Deed::of(Act::Talk, "") },
        // A name is for somebody to say, and the way out is no thing.
        Act::Look if object.starts_with("name of ") => Deed { other: object, ..Deed::of(Act::Talk, "") },
        Act::Look if ["is there", "are there"].contains(start) && is_way_out(&object) => Deed::of(Act::Ways, ""),
        Act::Look if start.starts_with("is there any") && asks_for_people(&object) => Deed::of(Act::Look, "people"),
        Act::Look if start.starts_with("who") || start.starts_with("is any") => Deed::of(Act::Look, "people"),
        Act::Look if object.starts_with("to kill") || object.starts_with("to fight") => Deed::of(Act::Help, ""),
        // What somebody is afraid of is nothing to be looked at.
        Act::Look if asks_into(&object) => Deed::of(Act::Wonder, object),
        Act::Look if raw.trim_start().starts_with("your ") => {
            Deed { other: cut_words(raw, 6), ..Deed::of(Act::Talk, "") }
        }
        Act::Who if object == "you" => Deed { other: object, ..Deed::of(Act::Talk, "") },
        _ => Deed::of(*act, object),
    })
}

/// What of the hero's own things is counted or asked for: "how many arrows do I have left", "what weapons have I got".
fn of_the_pack(text: &str) -> Option<Deed> {
    let rest = ["how many ", "how much ", "what ", "which ", "any ", "got any ", "do i have any ", "have i got any "]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    const OWNS: [&str; 14] = [
        " do i have left",
        " do i still have",
        " do i have",
        " have i got left",
        " have i got",
        " have i left",
        " am i carrying",
        " do i carry",
        " do we have",
        " have i still got",
        " are left",
        " i got",
        " i have",
        " do i own",
    ];
    let (what, _) = OWNS
        .iter()
        .find_map(|owns| rest.split_once(owns))
        .filter(|(what, _)| !what.contains(' ') || what.split(' ').count() < 4)?;
    Some(match what {
        "do" | "did" | "can" | "should" => return None,
        "hp" | "hit points" | "health" | "hitpoints" | "life" => Deed::of(Act::Status, ""),
        "spells" | "spell slots" | "slots" | "cantrips" | "magic" => Deed::of(Act::Spells, ""),
        "else" | "things" | "stuff" | "items" | "gear" | "equipment" | "gold" | "money" | "coins" | "silver"
        | "copper" => Deed::of(Act::Inventory, ""),
        what if ["other", "choice", "choices", "time", "idea", "options", "quests", "errands", "clues", "level"]
            .iter()
            .any(|no| what.contains(no)) =>
        {
            return None;
        }
        what => Deed::of(Act::Inventory, bare(what)),
    })
}

/// Whether a question is for something on the hero's own sheet: "what's my hp", "how much money have I".
fn of_the_sheet(text: &str) -> Option<Act> {
    const NUMBERS: [&str; 13] = [
        "hp",
        "health",
        "hitpoints",
        "hit",
        "wounds",
        "ac",
        "armor",
        "armour",
        "level",
        "class",
        "stats",
        "condition",
        "sheet",
    ];
    let rest = ["what's my ", "what is my ", "what are my ", "show my ", "check my ", "my ", "how is my ", "how's my "]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    let words: Vec<&str> = rest.split(' ').collect();
    let money = ["gold", "money", "purse", "coins", "inventory", "pack", "equipment", "items"];
    match words.as_slice() {
        [first, ..] if words.len() < 4 && NUMBERS.contains(first) => Some(Act::Status),
        [one] if money.contains(one) => Some(Act::Inventory),
        _ => None,
    }
}

/// Whether what is asked for ends in the air: "Jem afraid of", "they looking for".
fn asks_into(object: &str) -> bool {
    object.contains(' ')
        && ["of", "about", "for", "after", "into"].iter().any(|end| object.ends_with(&format!(" {end}")))
}

/// Whether a short question is about a matter: "the job", "it pay".
fn is_matter(object: &str) -> bool {
    let words: Vec<&str> = object.split(' ').filter(|word| !["all", "the", "this", "about"].contains(word)).collect();
    let names = |word: &&str| MATTERS.contains(word);
    words.len() <= 2 && words.last().is_some_and(names) || words.len() <= 3 && words.first().is_some_and(names)
}

/// Whether a clause begins as a question does.
pub(crate) fn is_question(text: &str) -> bool {
    const STARTS: [&str; 33] = [
        "would",
        "could",
        "can",
        "should",
        "any",
        "what's",
        "who's",
        "where's",
        "how's",
        "what",
        "who",
        "where",
        "why",
        "how",
        "when",
        "which",
        "whose",
        "is",
        "are",
        "do",
        "does",
        "did",
        "was",
        "were",
        "has",
        "have you",
        "will",
        "would you",
        "could you",
        "can you",
        "don't you",
        "isn't",
        "aren't",
    ];
    text.ends_with('?') || STARTS.iter().any(|start| super::starts(text, start))
}
