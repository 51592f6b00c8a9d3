//! The form in which names and words are compared.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form in which names are compared: composed (NFC) and case-folded for every script (ß is ss, ς is σ, İ is i), in Greek without accents,
/// without invisible characters.
pub fn fold(name: &str) -> String {
    // Dashes and quotation marks have no case and no marks.
    if name.chars().all(|c| c.is_ascii() || matches!(c, '\u{2010}'..='\u{2027}')) {
        return name.to_ascii_lowercase();
    }
    // Converting to upper case and back unifies letters with the same capital, except the dotless i, which shares its capital with i.
    let folded = name.nfc().filter(|c| !is_invisible(*c)).flat_map(|c| {
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

/// Unicode format characters and fillers that show nothing by themselves.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
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
        for invisible in ["\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{202e}", "\u{2060}"] {
            for other in [format!("{invisible}Marta"), format!("Mar{invisible}ta"), format!("Marta{invisible}")] {
                assert!(same(&other, "Marta") && same("Marta", &other), "{other:?}");
            }
        }
        assert!(!same("Bık", "Bik"), "the dotless i is another letter");
        assert!(!same("Zoe", "Zoé") && !same("Ali", "Alié") && !same("Ϊρις", "Ιρις"));
    }
}
