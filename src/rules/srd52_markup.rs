//! Restores headings, lead-ins and tables of SRD 5.2, which the package gives as plain paragraphs.

/// Words in lower case in a heading.
const SMALL: [&str; 12] = ["a", "an", "and", "as", "for", "from", "in", "of", "on", "or", "the", "to"];
/// Most words of a heading or a lead-in.
const MAX_WORDS: usize = 7;
/// Row names of the table above a class's text; the next paragraph is the value.
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
enum ParagraphKind {
    /// A sentence or more.
    Prose,
    /// A row name of a class's table.
    Label,
    /// Follows a label.
    Value,
    /// A few words without a full stop: a heading or a table cell.
    Short,
    Heading,
    Cell,
}

/// Minimum run of short paragraphs that is treated as a table. The package doesn't mark its rows.
const MIN_CELLS: usize = 4;

/// Marks headings, lead-ins and table cells.
pub(super) fn add_markup(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let mut kinds: Vec<ParagraphKind> = Vec::with_capacity(paragraphs.len());
    for paragraph in &paragraphs {
        kinds.push(match kinds.last() {
            Some(ParagraphKind::Label) => ParagraphKind::Value,
            _ if LABELS.contains(paragraph) => ParagraphKind::Label,
            _ if is_short(paragraph) => ParagraphKind::Short,
            _ => ParagraphKind::Prose,
        });
    }
    let mut at = 0;
    while at < kinds.len() {
        let is_cell =
            |at: &usize| matches!(kinds[*at], ParagraphKind::Prose | ParagraphKind::Short) && is_open(paragraphs[*at]);
        let n_cells = (at..kinds.len()).take_while(is_cell).count();
        if n_cells >= MIN_CELLS {
            kinds[at..at + n_cells].fill(ParagraphKind::Cell);
        }
        at += n_cells.max(1);
    }
    for at in 0..kinds.len() {
        let before = at.checked_sub(1).map(|before| kinds[before]);
        let may_begin = !matches!(before, Some(ParagraphKind::Short | ParagraphKind::Label | ParagraphKind::Cell));
        // A longer run of short paragraphs is a table; two may be a heading and a subheading.
        let n_short = kinds[at..].iter().take_while(|one| **one == ParagraphKind::Short).count();
        let is_followed = matches!(kinds.get(at + n_short), Some(ParagraphKind::Prose | ParagraphKind::Label));
        if (1..=2).contains(&n_short) && is_followed && may_begin {
            kinds[at] = ParagraphKind::Heading;
        }
    }
    let mut set = String::with_capacity(text.len() + 64);
    let mut before = ParagraphKind::Prose;
    for (paragraph, kind) in paragraphs.iter().zip(kinds) {
        let paragraph = match kind {
            ParagraphKind::Heading => format!("### {paragraph}"),
            ParagraphKind::Label => format!("**{paragraph}**"),
            ParagraphKind::Prose => with_lead_in(paragraph),
            ParagraphKind::Short | ParagraphKind::Value | ParagraphKind::Cell => (*paragraph).to_owned(),
        };
        set.push_str(match kind {
            _ if set.is_empty() => "",
            ParagraphKind::Value => " ",
            ParagraphKind::Cell if before == ParagraphKind::Cell => " · ",
            _ => "\n\n",
        });
        set.push_str(&paragraph);
        before = kind;
    }
    set
}

/// Whether it is a few words without a full stop.
fn is_open(paragraph: &str) -> bool {
    let ends_open = !paragraph.ends_with(['.', ':', '!', '?', ',', ';']) && !paragraph.contains(": ");
    ends_open && paragraph.split_whitespace().count() <= MAX_WORDS
}

fn is_short(paragraph: &str) -> bool {
    is_open(paragraph) && !paragraph.ends_with(')') && is_title(paragraph)
}

/// Whether it is in title case; numbers may follow the first word.
fn is_title(words: &str) -> bool {
    let begins = words.chars().next().is_some_and(char::is_uppercase);
    let is_title_word = |word: &str| {
        let first = word.trim_start_matches(['(', '“']).chars().next();
        first.is_none_or(|c| c.is_uppercase() || !c.is_alphabetic()) || SMALL.contains(&word)
    };
    begins && words.split_whitespace().all(is_title_word)
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
        assert_eq!(add_markup("Speed 0. Your Speed is 0."), "**Speed 0.** Your Speed is 0.");
        assert_eq!(add_markup("Prerequisite: Level 5+ Warlock"), "**Prerequisite:** Level 5+ Warlock");
        for plain in ["You fall. It hurts.", "Nothing of the kind.", "It is so: it burns."] {
            assert_eq!(add_markup(plain), plain);
        }
    }

    #[test]
    fn headings_are_told_from_cells_of_a_table() {
        let text = "It burns a while.\n\nBecoming a Wizard …\n\nAs a Level 1 Character\n\nGain all the traits of it.";
        assert_eq!(
            add_markup(text),
            "It burns a while.\n\n### Becoming a Wizard …\n\n### As a Level 1 Character\n\nGain all the traits of it."
        );
        let table = "Look it up here.\n\nSpell\n\nCost\n\nLight\n\n01–05 (or none)\n\nUsed up. It ends then.";
        assert_eq!(
            add_markup(table),
            "Look it up here.\n\nSpell · Cost · Light · 01–05 (or none)\n\nUsed up. It ends then."
        );
    }

    #[test]
    fn a_class_s_table_is_told_line_by_line() {
        let text = "Core Wizard Traits\n\nPrimary Ability\n\nIntelligence\n\nArmor Training\n\nNone";
        assert_eq!(
            add_markup(text),
            "### Core Wizard Traits\n\n**Primary Ability** Intelligence\n\n**Armor Training** None"
        );
    }
}
