//! Tests that no code parses a fact out of a sentence that the program wrote.
//!
//! The sentences are known: the templates of combat events, the words of refusals, what the storyteller writes down of a story and
//! tells, what tools answer that look something up, the journal's own words, and every other format string. A reader is a call such
//! as `split_once(" takes ")` whose literal, or constant, is a piece of one of them. Sessions from before facts were noted have nothing
//! but sentences; one file reads those. `crates/prompt` reads the blocks that it renders.

use std::{
    fs,
    path::{Path, PathBuf},
};

const READERS: [&str; 21] = [
    "split_once",
    "rsplit_once",
    "split",
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "find",
    "rfind",
    "matches",
    "trim_start_matches",
    "trim_end_matches",
    "includes",
    "startsWith",
    "endsWith",
    "indexOf",
    "Regex::new",
    "rsplit",
    "splitn",
    "match_indices",
];

/// Readers of other texts that use the same words: the file's end and the literal.
const OTHER_TEXTS: [(&str, &str); 16] = [
    // An offer as its fact has it.
    ("script/afterwards.rs", "begin another story"),
    // The turns that a line of the story so far covers.
    ("prompt/src/beside.rs", "turns "),
    // A time of a line of the memories, which the same type writes.
    ("prompt/src/memories.rs", ", until turn "),
    ("prompt/src/memories.rs", "pinned, "),
    ("prompt/src/memories.rs", "before the first turn"),
    ("prompt/src/memories.rs", ": as it stands in the memories."),
    // Words of the player.
    ("intent/parts.rs", " pocket"),
    ("intent/looking_back.rs", " just now"),
    ("intent/rules.rs", " rules"),
    ("intent/questions.rs", "is there any"),
    ("intent/ways.rs", "back to the "),
    ("intent/ways.rs", "back to "),
    // A model's telling, which the narration check reads, and its words for a condition.
    ("narration_check/reading.rs", " back into your"),
    ("narration_check/travels.rs", " before "),
    ("game/src/conditions.rs", " until "),
    // The text of a spell, as the rules have it.
    ("stat_blocks/spells.rs", "**At Higher Levels"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source files below a folder, with their code up to the unit tests.
fn sources(folder: &Path, ext: &str, into: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            sources(&path, ext, into);
        } else if path.extension().is_some_and(|it| it == ext) && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            into.push((path, code));
        }
    }
}

/// The string literals of some code, without its comments.
fn literals(code: &str) -> Vec<String> {
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let (mut all, mut rest) = (Vec::new(), code.as_str());
    while let Some((_, behind)) = rest.split_once('"') {
        let mut is_escaped = false;
        let end = behind.find(|c: char| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { break };
        all.push(behind[..end].replace("\\n", "\n"));
        rest = &behind[end + 1..];
    }
    all
}

/// A format string or template as a sentence, with a bell character in place of each value.
fn filled(template: &str) -> String {
    let (mut sentence, mut depth) = (String::new(), 0);
    for c in template.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                sentence.push('\u{7}');
            }
            '[' | ']' => {}
            c if depth == 0 => sentence.push(c),
            _ => {}
        }
    }
    sentence
}

/// The verbs in brackets of some templates that say something by themselves.
fn verbs(templates: &[String]) -> Vec<String> {
    let parts = templates.iter().flat_map(|template| template.split('[').skip(1));
    let verbs = parts.filter_map(|part| part.split_once(']')).map(|(verb, _)| verb.to_owned());
    verbs.filter(|verb| !["is", "has", "does"].contains(&verb.as_str())).collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// The sentences of a template with alternatives in brackets, one for each alternative.
fn variants(template: &str) -> Vec<String> {
    let parts: Vec<&str> = template.split(['[', ']']).collect();
    let n = parts.iter().skip(1).step_by(2).map(|part| part.split('|').count()).max().unwrap_or(1);
    let variant = |nth: usize| {
        let chosen = parts.iter().enumerate().map(|(at, part)| match at % 2 {
            0 => *part,
            _ => part.split('|').cycle().nth(nth).unwrap_or_default(),
        });
        filled(&chosen.collect::<String>())
    };
    (0..n).map(variant).collect()
}

/// The constants of a file that have strings, each with its name.
fn constants(code: &str) -> Vec<(&str, Vec<String>)> {
    let heads = code.match_indices("const ").chain(code.match_indices("static "));
    let constant = |(at, head): (usize, &str)| {
        let (name, rest) = code[at + head.len()..].split_once(": ")?;
        let (_, value) = rest.split_once('=')?;
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        is_name.then(|| (name, literals(value.split(";\n").next().unwrap_or_default())))
    };
    heads.filter_map(constant).collect()
}

/// Whether a reader looks for a constant, or for each of its strings.
fn is_looked_for(code: &str, name: &str) -> bool {
    let reads = |text: &str, what: &str| {
        READERS.iter().any(|reader| {
            [format!("{reader}({what}"), format!("{reader}(&{what}"), format!("{reader}(*{what}")].iter().any(|call| {
                text.match_indices(call.as_str()).any(|(at, call)| !text[at + call.len()..].starts_with(word_goes_on))
            })
        })
    };
    let each = |at: usize| {
        let behind = &code[at + name.len()..];
        let statement = behind.split(';').next().unwrap_or_default();
        let mut parts = statement.split('|').skip(1);
        let what = parts.next().map(|what| what.trim_start_matches(['&', '*'])).unwrap_or_default();
        let body = parts.next().unwrap_or_default();
        (behind.starts_with(".iter()") || behind.starts_with(".into_iter()")) && !what.is_empty() && reads(body, what)
    };
    reads(code, name) || code.match_indices(name).any(|(at, _)| each(at))
}

fn word_goes_on(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The literals that a file's readers look for.
fn looked_for(code: &str) -> Vec<String> {
    let named = constants(code).into_iter().filter(|(name, _)| is_looked_for(code, name));
    // Names of tools and fields are constants, too.
    let mut all: Vec<String> = named.flat_map(|(_, literals)| literals).filter(|it| it.contains(' ')).collect();
    for reader in READERS {
        for (at, _) in code.match_indices(reader) {
            let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let behind = code[at + reader.len()..].strip_prefix('(').filter(|_| is_whole);
            let behind = behind.map(|behind| behind.trim_start_matches(['&', 'r', '#']));
            all.extend(behind.filter(|it| it.starts_with('"')).and_then(|it| literals(it).into_iter().next()));
        }
    }
    all
}

/// The only file that reads sentences of the storyteller: those of old sessions, which it lists.
const OF_OLD_SESSIONS: &str = "storyteller/src/old_sentences.rs";

/// Files that make the answers of tools that look something up.
const ANSWERS: [&str; 7] = [
    "prompt/src/memories.rs",
    "dm/tools/memory.rs",
    "dm/tools/rules.rs",
    "dm/tools/abilities.rs",
    "dm/session_memory/then.rs",
    "dm/session_memory/cited.rs",
    "dm/session_memory/facts.rs",
];

/// The lines of the storyteller's files, and the sentences of the journal.
fn told() -> Vec<String> {
    let mut all = Vec::new();
    sources(&root().join("crates/storyteller/src/content/phrases"), "txt", &mut all);
    let lines = all.iter().flat_map(|(_, text)| text.lines());
    let lines = lines.filter(|line| !line.starts_with(['#', '[']) && line.contains(' '));
    let mut told: Vec<String> = lines.flat_map(variants).collect();
    let journal = fs::read_to_string(root().join("crates/game/src/own_words/en.json")).unwrap();
    told.extend(literals(&journal).iter().filter(|it| it.contains(' ')).map(|it| it.replace("{}", "\u{7}")));
    assert!(told.len() > 2_000, "{}", told.len());
    told
}

struct Sentences {
    events: Vec<String>,
    verbs: Vec<String>,
    refusals: Vec<String>,
    stories: Vec<String>,
    /// What the storyteller tells, and what the journal says by itself.
    told: Vec<String>,
    /// All format strings.
    formats: Vec<String>,
}

impl Sentences {
    fn of(sources: &[(PathBuf, String)]) -> Self {
        let code =
            |end: &str| sources.iter().find(|(path, _)| path.ends_with(end)).map(|(_, code)| code.as_str()).unwrap();
        let (_, event) = code("game/src/combat/event.rs").split_once("impl CombatEvent").unwrap();
        let mut templates = literals(event);
        templates.extend(literals(code("dm/fight/telling.rs")));
        templates.retain(|it| it.contains(' '));
        assert!(templates.len() > 60, "{templates:?}");
        let refusals = sources.iter().flat_map(|(_, code)| {
            let made = [
                "Refusal::new(",
                "Refusal::because(",
                "ToolError::Refused(",
                "ToolOutput::refused(",
                "let words = format!(",
            ];
            let calls = made.into_iter().flat_map(|made| code.split(made).skip(1));
            calls.filter_map(|call| literals(call.split(';').next()?).into_iter().next())
        });
        let refusals: Vec<String> = refusals.map(|it| filled(&it)).collect();
        assert!(refusals.len() > 100, "{}", refusals.len());
        let mut stories = literals(code(OF_OLD_SESSIONS));
        ANSWERS.iter().for_each(|file| stories.extend(literals(code(file))));
        stories.retain(|it| it.contains(' '));
        assert!(stories.len() > 80, "{}", stories.len());
        let stories = stories.iter().map(|it| filled(it)).collect();
        let calls = |code: &str, call: &str| -> Vec<String> {
            let first = |call: &str| literals(call.split(';').next()?).into_iter().next();
            code.split(call).skip(1).filter_map(first).map(|it| filled(&it)).collect()
        };
        let formats = sources.iter().flat_map(|(_, code)| {
            ["format!(", "write!(", "writeln!(", "say!("].into_iter().flat_map(|call| calls(code, call))
        });
        let formats: Vec<String> = formats.collect();
        assert!(formats.len() > 1_000, "{}", formats.len());
        let events = templates.iter().map(|it| filled(it)).collect();
        Self { stories, verbs: verbs(&templates), events, refusals, told: told(), formats }
    }

    /// The sentence that a literal is a telling piece of.
    fn read_by(&self, literal: &str) -> Option<&str> {
        let words = words(literal);
        let says_verb =
            literal != literal.trim() && words.iter().any(|word| self.verbs.iter().any(|verb| verb == word));
        let of = |all: &'_ [String]| all.iter().position(|sentence| sentence.contains(literal));
        let event = of(&self.events).filter(|_| says_verb || words.len() >= 3).map(|i| self.events[i].as_str());
        let n_letters = words.iter().map(|word| word.len()).max().unwrap_or_default();
        let is_label = !words.is_empty() && literal.ends_with(": ");
        let is_padded = literal != literal.trim() && n_letters >= 5;
        let says_something = is_label || is_padded || words.len() >= 2 && n_letters >= 4;
        let story = || of(&self.stories).filter(|_| says_something).map(|i| self.stories[i].as_str());
        let event = event.or_else(story);
        let refusal = || of(&self.refusals).filter(|_| words.len() >= 3).map(|i| self.refusals[i].as_str());
        let told = || of(&self.told).filter(|_| words.len() >= 3).map(|i| self.told[i].as_str());
        event.or_else(refusal).or_else(told)
    }

    /// The format string that a literal is a telling piece of.
    fn formatted(&self, literal: &str) -> Option<&str> {
        let words = words(literal);
        let is_mark = (literal.contains('(') || literal.ends_with(": ")) && words.iter().any(|word| word.len() >= 4);
        let says_something = words.len() >= 3 || is_mark;
        self.formats.iter().find(|format| says_something && format.contains(literal)).map(String::as_str)
    }
}

#[test]
fn nobody_reads_the_programs_own_sentences() {
    let mut all = Vec::new();
    for folder in ["crates", "src"] {
        sources(&root().join(folder), "rs", &mut all);
    }
    let sentences = Sentences::of(&all);
    sources(&root().join("static/js"), "js", &mut all);
    let mut found = Vec::new();
    for (path, code) in &all {
        if path.ends_with(OF_OLD_SESSIONS) {
            continue;
        }
        let renders_blocks = path.starts_with(root().join("crates/prompt"));
        for literal in looked_for(code) {
            let is_other = OTHER_TEXTS.iter().any(|(file, text)| path.ends_with(file) && *text == literal);
            let sentence = sentences.read_by(&literal);
            let sentence = sentence.or_else(|| sentences.formatted(&literal).filter(|_| !renders_blocks));
            if let Some(sentence) = sentence.filter(|_| !is_other) {
                let path = path.strip_prefix(root()).unwrap().display();
                found.push(format!("{path}: {literal:?} is a piece of {sentence:?}"));
            }
        }
    }
    assert!(found.is_empty(), "hand on the fact instead (see CombatEvent, RefusalReason):\n{}", found.join("\n"));
}

/// The names under which the storyteller's code has the modules of its lines.
const MODULES_OF_LINES: [&str; 4] = ["lines::", "said::", "answers::", "phrases::"];

/// The readers in some code that look for a line of the storyteller by its name.
fn readers_of_lines(code: &str) -> Vec<String> {
    let calls = READERS.iter().flat_map(|reader| {
        MODULES_OF_LINES.iter().flat_map(move |module| [format!("{reader}({module}"), format!("{reader}(&{module}")])
    });
    let is_called =
        |call: &String| code.match_indices(call.as_str()).any(|(at, _)| !code[..at].ends_with(word_goes_on));
    calls.filter(is_called).collect()
}

#[test]
fn no_reader_looks_for_a_line_by_its_name() {
    let mut all = Vec::new();
    sources(&root().join("crates/storyteller/src"), "rs", &mut all);
    let found: Vec<_> = all.iter().map(|(path, code)| (path, readers_of_lines(code))).collect();
    let found: Vec<_> = found.into_iter().filter(|(_, calls)| !calls.is_empty()).collect();
    assert!(found.is_empty(), "note the fact where the line is told: {found:?}");
    assert_eq!(readers_of_lines("told.contains(lines::OVER) || told.find(x)"), ["contains(lines::"]);
}

#[test]
fn a_reader_of_a_sentence_is_found() {
    let mut all = Vec::new();
    for folder in ["crates", "src"] {
        sources(&root().join(folder), "rs", &mut all);
    }
    let sentences = Sentences::of(&all);
    for reader in [
        r#"line.split_once(" hits ")"#,
        r#"line.strip_suffix(" falls.")"#,
        r#"plain.split_once(" overcomes ")"#,
        r#"line.contains("is out of the fight")"#,
        r#"line.includes("The fight is won")"#,
        r#"why.contains("nothing left to shoot")"#,
        r#"event.split_once("kept the word given to ")"#,
        r#"event.split_once(" came to ")"#,
        r#"event.contains(" stealing at ")"#,
        r#"milestone.strip_prefix("done: ")"#,
        r#"summary.rsplit_once("Left behind: ")"#,
        r#"line.strip_prefix("- until turn ")"#,
        r#"text.split_once("Names spelled like it: ")"#,
        r#"text.strip_prefix("To be remembered: ")"#,
        r#"told.contains("and for once nobody is shouting")"#,
        r#"line.split_once(" got away from a fight")"#,
        r#"rest.split_once(" (turns ")"#,
        "const LEFT: &str = \"is out of the fight\";\nline.contains(LEFT)",
        "const ENDS: [&str; 1] = [\"is out of the fight\"];\nENDS.iter().any(|end| line.ends_with(end))",
    ] {
        let literal = looked_for(reader).pop().unwrap();
        assert!(sentences.read_by(&literal).or_else(|| sentences.formatted(&literal)).is_some(), "{reader}");
    }
    for other in [r#"words.contains("give me")"#, r#"text.split_once(" of ")"#, r#"name.ends_with(" one")"#] {
        let literal = looked_for(other).pop().unwrap();
        assert!(sentences.read_by(&literal).is_none() && sentences.formatted(&literal).is_none(), "{other}");
    }
}
