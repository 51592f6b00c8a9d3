//! Paragraphs of SRD 5.2 set as in print. The package gives them bare: what was a heading, or the bold words a paragraph
//! begins with, can be told only by how it is written.

/// Words that stay small in a heading.
const SMALL: [&str; 12] = ["a", "an", "and", "as", "for", "from", "in", "of", "on", "or", "the", "to"];
/// The most words of a heading, or of what a paragraph begins with.
const MAX_WORDS: usize = 7;
/// What the table above a class's text names; what is said of it is the paragraph behind.
const LABELS: [&str; 9] = [
    "Primary Ability",
    "Hit Point Die",
    "Saving Throw Proficiencies",
    "Skill Proficiencies",
    "Weapon Proficiencies",
    "Tool Proficiencies",
    "Armor Training",
    "Starting Equipment",
    "Spellcasting Ability",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// A sentence or more.
    Prose,
    /// A label of a class's table.
    Label,
    /// What is said to a label.
    Value,
    /// Few words without an end: a heading, or a cell of a table that was.
    Short,
    /// A heading for certain.
    Heading,
    /// A cell of what was a table for certain.
    Cell,
}

/// So many cells in a row were a table. Where its rows began the package doesn't say.
const MIN_CELLS: usize = 4;

/// Text with its headings and lead-ins marked.
pub(super) fn set(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let mut stands: Vec<Stands> = Vec::with_capacity(paragraphs.len());
    for paragraph in &paragraphs {
        stands.push(match stands.last() {
            Some(Stands::Label) => Stands::Value,
            _ if LABELS.contains(paragraph) => Stands::Label,
            _ if is_short(paragraph) => Stands::Short,
            _ => Stands::Prose,
        });
    }
    let mut at = 0;
    while at < stands.len() {
        let is_cell = |at: &usize| matches!(stands[*at], Stands::Prose | Stands::Short) && is_open(paragraphs[*at]);
        let n_cells = (at..stands.len()).take_while(is_cell).count();
        if n_cells >= MIN_CELLS {
            stands[at..at + n_cells].fill(Stands::Cell);
        }
        at += n_cells.max(1);
    }
    for at in 0..stands.len() {
        let before = at.checked_sub(1).map(|before| stands[before]);
        let may_begin = !matches!(before, Some(Stands::Short | Stands::Label | Stands::Cell));
        // A row of short paragraphs was a table, whose cells are no headings; two may be a heading and one below it.
        let n_short = stands[at..].iter().take_while(|one| **one == Stands::Short).count();
        let is_followed = matches!(stands.get(at + n_short), Some(Stands::Prose | Stands::Label));
        if (1..=2).contains(&n_short) && is_followed && may_begin {
            stands[at] = Stands::Heading;
        }
    }
    let mut set = String::with_capacity(text.len() + 64);
    let mut before = Stands::Prose;
    for (paragraph, stands) in paragraphs.iter().zip(stands) {
        let paragraph = match stands {
            Stands::Heading => format!("### {paragraph}"),
            Stands::Label => format!("**{paragraph}**"),
            Stands::Prose => with_lead_in(paragraph),
            Stands::Short | Stands::Value | Stands::Cell => (*paragraph).to_owned(),
        };
        set.push_str(match stands {
            _ if set.is_empty() => "",
            Stands::Value => " ",
            Stands::Cell if before == Stands::Cell => " · ",
            _ => "\n\n",
        });
        set.push_str(&paragraph);
        before = stands;
    }
    set
}

/// Whether it is a few words that end without a stop.
fn is_open(paragraph: &str) -> bool {
    let ends_open = !paragraph.ends_with(['.', ':', '!', '?', ',', ';']) && !paragraph.contains(": ");
    ends_open && paragraph.split_whitespace().count() <= MAX_WORDS
}

fn is_short(paragraph: &str) -> bool {
    is_open(paragraph) && !paragraph.ends_with(')') && is_title(paragraph)
}

/// Whether every word that counts has a capital, or is a number behind one that has.
fn is_title(words: &str) -> bool {
    let begins = words.chars().next().is_some_and(char::is_uppercase);
    let stands = |word: &str| {
        let first = word.trim_start_matches(['(', '“']).chars().next();
        first.is_none_or(|c| c.is_uppercase() || !c.is_alphabetic()) || SMALL.contains(&word)
    };
    begins && words.split_whitespace().all(stands)
}

/// “Speed 0. Your speed …” begins with a name, which is set bold; so does “Prerequisite: …”.
fn with_lead_in(paragraph: &str) -> String {
    let by = |mark: &str| {
        let (lead, rest) = paragraph.split_once(mark)?;
        let fits = lead.split_whitespace().count() < MAX_WORDS && is_title(lead) && !rest.trim().is_empty();
        fits.then(|| format!("**{lead}{}** {}", mark.trim_end(), rest.trim_start()))
    };
    by(". ").or_else(|| by(": ")).unwrap_or_else(|| paragraph.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_s_first_words_are_set_as_its_name() {
        assert_eq!(set("Speed 0. Your Speed is 0."), "**Speed 0.** Your Speed is 0.");
        assert_eq!(set("Prerequisite: Level 5+ Warlock"), "**Prerequisite:** Level 5+ Warlock");
        for plain in ["You fall. It hurts.", "Nothing of the kind.", "It is so: it burns."] {
            assert_eq!(set(plain), plain);
        }
    }

    #[test]
    fn headings_are_told_from_cells_of_a_table() {
        let text = "It burns a while.\n\nBecoming a Wizard …\n\nAs a Level 1 Character\n\nGain all the traits of it.";
        assert_eq!(
            set(text),
            "It burns a while.\n\n### Becoming a Wizard …\n\n### As a Level 1 Character\n\nGain all the traits of it."
        );
        let table = "Look it up here.\n\nSpell\n\nCost\n\nLight\n\n01–05 (or none)\n\nUsed up. It ends then.";
        assert_eq!(set(table), "Look it up here.\n\nSpell · Cost · Light · 01–05 (or none)\n\nUsed up. It ends then.");
    }

    #[test]
    fn a_class_s_table_is_told_line_by_line() {
        let text = "Core Wizard Traits\n\nPrimary Ability\n\nIntelligence\n\nArmor Training\n\nNone";
        assert_eq!(set(text), "### Core Wizard Traits\n\n**Primary Ability** Intelligence\n\n**Armor Training** None");
    }
}
