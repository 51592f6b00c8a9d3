//! How texts are bounded and names compared.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The longest line kept, in characters.
pub const MAX_LINE: usize = 500;
/// The longest name kept, in characters.
pub const MAX_NAME: usize = 120;
/// The longest summary kept, in characters.
pub const MAX_SUMMARY: usize = 4_000;

/// A text as one line of at most [`MAX_LINE`] characters.
pub fn line(text: &str) -> String {
    shortened(text, MAX_LINE)
}

/// A text as a name of at most [`MAX_NAME`] characters.
pub fn name(text: &str) -> String {
    shortened(text, MAX_NAME)
}

/// A text on one line: line breaks, control characters and runs of spaces become one space.
pub fn one_line(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text on one line of at most `most` characters, cut between words where it has any.
pub fn shortened(text: &str, most: usize) -> String {
    let line = one_line(text);
    let short = cut(&line, most);
    let is_between = short.len() == line.len() || line[short.len()..].starts_with(' ');
    match short.rsplit_once(' ') {
        Some((whole, _)) if !is_between => whole.to_owned(),
        _ => short.to_owned(),
    }
}

/// Whether a text has more than `most` characters on its one line, so that [`shortened`] cuts it.
pub fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && one_line(text).chars().count() > most
}

/// What a tool's answer says of a text that [`shortened`] cuts.
pub fn cut_notice(text: &str, most: usize) -> Option<String> {
    let n = || one_line(text).chars().count();
    is_longer(text, most).then(|| format!("Cut to {most} of {} characters; what matters has to come first.", n()))
}

/// Whether a text is invisible: only white space, control characters and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Unicode format characters and fillers that show nothing by themselves.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text, trimmed, at most `most` characters.
pub fn cut(text: &str, most: usize) -> &str {
    let text = text.trim();
    // A text has at most as many characters as bytes.
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).map_or(text, |(end, _)| text[..end].trim_end())
}

/// A name that is kept in lower case, as it is written.
pub fn titled(name: &str) -> String {
    const SMALL: [&str; 6] = ["of", "the", "von", "de", "la", "and"];
    let word = |(i, word): (usize, &str)| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if i == 0 || !SMALL.contains(&word) => first.to_uppercase().chain(letters).collect(),
            _ => word.to_owned(),
        }
    };
    name.split_whitespace().enumerate().map(word).collect::<Vec<String>>().join(" ")
}

/// Whether a word of a name is distinctive, unlike "the" or "old".
pub fn is_name_word(word: &str) -> bool {
    const NONE: [&str; 12] = ["the", "of", "and", "old", "young", "little", "von", "de", "la", "a", "an", "my"];
    !NONE.iter().any(|none| same(none, word))
}

/// The form in which names are compared: composed (NFC) and case-folded for every script (ß is ss, ς is σ, İ is i), in Greek without accents.
pub fn fold(name: &str) -> String {
    // Dashes and quotation marks have no case and no marks.
    if name.chars().all(|c| c.is_ascii() || matches!(c, '\u{2010}'..='\u{2027}')) {
        return name.to_ascii_lowercase();
    }
    // Converting to upper case and back unifies letters with the same capital, except the dotless i, which shares its capital with i.
    let folded = name.nfc().flat_map(|c| {
        let through_capital = (c != 'ı').then(|| c.to_uppercase().flat_map(char::to_lowercase));
        let itself = (c == 'ı').then_some(c);
        through_capital.into_iter().flatten().chain(itself)
    });
    let mut letter = ' ';
    let kept = folded.nfd().filter(|c| {
        if !is_combining_mark(*c) {
            letter = *c;
        }
        !is_lost_in_capitals(letter, *c)
    });
    kept.nfc().collect()
}

/// Whether a mark on a letter comes and goes with its case: Greek capitals are written without accents and breathings (Ή is
/// often Η), and the lower case of the Turkish İ is either i or i with a dot.
fn is_lost_in_capitals(letter: char, mark: char) -> bool {
    match letter {
        'i' => mark == '\u{307}',
        '\u{370}'..='\u{3ff}' => matches!(mark, '\u{300}' | '\u{301}' | '\u{313}' | '\u{314}' | '\u{342}'),
        _ => false,
    }
}

/// Whether two names are the same when [folded](fold).
#[inline]
pub fn same(a: &str, b: &str) -> bool {
    // Names are compared a great many times in a fight, and most differ in their first letter.
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(x), Some(y)) if x.is_ascii() && y.is_ascii() && !x.eq_ignore_ascii_case(y) => false,
        _ => same_throughout(a, b),
    }
}

fn same_throughout(a: &str, b: &str) -> bool {
    // Everything before the first difference is ASCII. Two different ASCII letters start different characters, whatever follows.
    for (x, y) in a.bytes().zip(b.bytes()) {
        if !(x.is_ascii() && y.is_ascii()) {
            return fold(a) == fold(b);
        }
        if !x.eq_ignore_ascii_case(&y) {
            return false;
        }
    }
    // A letter can be followed by a mark that only one of them has.
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    match long.as_bytes().get(short.len()) {
        Some(next) if !next.is_ascii() => fold(a) == fold(b),
        rest => rest.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_but_for_case_in_any_script() {
        for (a, b) in
            [("Rage", "rAGE"), ("", ""), ("Élan", "éLAN"), ("ÉMILE", "émile"), ("a Élan", "A éLAN"), ("ÄÖ", "äö")]
        {
            assert!(same(a, b) && same(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("Rage", "Rag"),
            ("Rage", "Rages"),
            ("Élan", "Elan"),
            ("Emile", "émile"),
            ("a", "é"),
            ("", "é"),
            ("aé", "a"),
        ] {
            assert!(!same(a, b) && !same(b, a), "{a} {b}");
        }
        assert!(same("\u{212a}elvin", "kelvin"), "the sign for kelvin is a k");
        for (a, b) in [
            ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"),
            ("Zo\u{eb}", "ZOE\u{308}"),
            ("Weiß", "WEISS"),
            ("ﬁn", "FIN"),
            ("ΟΔΥΣΣΕΑΣ", "Οδυσσέας"),
            ("ΝΊΚΗ", "νικη"),
            ("ἈΘΗΝΆ", "αθηνα"),
            ("İSTANBUL", "istanbul"),
            ("ALİ", "ali"),
            ("İz", "i\u{307}z"),
            ("Ali", "ALI\u{307}"),
        ] {
            assert!(same(a, b) && same(b, a), "{a} {b}");
        }
        assert!(!same("Bık", "Bik"), "the dotless i is another letter");
        assert!(!same("Zoe", "Zoé") && !same("Ali", "Alié") && !same("Ϊρις", "Ιρις"));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(cut("  ééé  ", 2), "éé");
        assert_eq!(cut("ab cd", 3), "ab");
        assert_eq!(line(&"ö".repeat(600)).chars().count(), MAX_LINE);
        assert_eq!(shortened("one two  three", 9), "one two");
        assert_eq!(shortened("one two three", 7), "one two");
        assert_eq!(shortened("a\n2. b\u{0}c", 80), "a 2. b c");
    }

    #[test]
    fn an_invisible_text_is_blank() {
        assert!(is_blank(" \n\u{200b}\u{feff}\u{0}\u{2060}\u{e0041}"));
        assert!(!is_blank("\u{200b}.") && line("\u{200b} \u{feff}").is_empty());
    }
}
