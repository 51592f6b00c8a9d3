//! Parses the first line of a magic item: kind, rarity, attunement.

use super::facts::ItemFacts;

/// Rarities in the first line of a magic item.
const RARITIES: [&str; 7] = ["common", "uncommon", "rare", "very rare", "legendary", "artifact", "varies"];
const ATTUNEMENT: &str = "requires attunement";

/// Parses the first paragraph into the item and returns the other paragraphs; all of them if the first isn't such a line.
pub(super) fn told<'a>(words: &'a str, item: &mut ItemFacts) -> &'a str {
    let (first, rest) = words.split_once("\n\n").unwrap_or((words, ""));
    let line = first.replace('*', "").trim().to_lowercase();
    // Some only point to the rest, which the name says as well.
    let line = line.split(", see:").next().unwrap_or_default().to_owned();
    let (line, attunement) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
        Some((line, asked)) if asked.starts_with(ATTUNEMENT) => (line, asked.strip_prefix(ATTUNEMENT)),
        _ => (line.as_str(), None),
    };
    let Some((kind, rarity)) = split(line) else { return words };
    if first.len() > 120 || !RARITIES.iter().any(|known| rarity.contains(known)) {
        return words;
    }
    item.category = kind[..1].to_uppercase() + &kind[1..];
    item.rarity = Some(rarity.trim_start_matches("rarity ").to_owned());
    item.attunement |= attunement.is_some();
    if let Some(by) = attunement.filter(|by| !by.is_empty()) {
        item.properties.push(format!("attunement{by}"));
    }
    rest.trim_start()
}

/// Cuts at the first comma outside parentheses.
fn split(line: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let at = line.char_indices().find(|(_, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        *c == ',' && depth == 0
    })?;
    let (kind, rarity) = (line[..at.0].trim(), line[at.0 + 1..].trim());
    (!kind.is_empty() && kind.is_char_boundary(1)).then_some((kind, rarity))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> (ItemFacts, &str) {
        let mut item = ItemFacts::default();
        let rest = told(words, &mut item);
        (item, rest)
    }

    #[test]
    fn the_first_line_says_what_a_thing_is() {
        let (ring, rest) = read("Ring, very rare (requires attunement by a Sorcerer, Warlock, or Wizard)\n\nIt glows.");
        assert_eq!((ring.category.as_str(), ring.rarity.as_deref(), rest), ("Ring", Some("very rare"), "It glows."));
        assert!(ring.attunement && ring.properties == ["attunement by a sorcerer, warlock, or wizard"], "{ring:?}");
        let (armor, _) = read("Armor (light, medium, or heavy), rare (+1), very rare (+2), or legendary (+3)");
        assert_eq!(armor.category, "Armor (light, medium, or heavy)");
        assert_eq!(armor.rarity.as_deref(), Some("rare (+1), very rare (+2), or legendary (+3)"));
        assert!(!armor.attunement);
    }

    #[test]
    fn a_line_of_another_kind_stays() {
        for words in ["A plain thing, made of wood.\n\nIt floats.", "Rope", "", ", rare"] {
            let (item, rest) = read(words);
            assert_eq!((item, rest), (ItemFacts::default(), words));
        }
    }
}
