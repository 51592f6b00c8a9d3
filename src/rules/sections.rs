//! Splits chapters of the rules at their headings.

/// A part of a chapter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChapterSection {
    /// Its heading.
    pub(super) heading: String,
    /// Its text, up to the next heading of any rank.
    pub(super) text: String,
}

/// Cuts a chapter at its Markdown headings. Text before the first heading goes under the chapter's own name;
/// headings with nothing under them but other headings are left out.
pub(super) fn split(name: &str, markdown: &str) -> Vec<ChapterSection> {
    let mut sections = vec![ChapterSection { heading: name.to_owned(), text: String::new() }];
    for line in markdown.lines() {
        match heading(line) {
            // A chapter begins by saying its own name.
            Some(title) if title.eq_ignore_ascii_case(name) && sections.len() == 1 => {}
            Some(title) => sections.push(ChapterSection { heading: title.to_owned(), text: String::new() }),
            None => {
                if let Some(section) = sections.last_mut() {
                    section.text.push_str(line);
                    section.text.push('\n');
                }
            }
        }
    }
    for section in &mut sections {
        section.text = section.text.trim().to_owned();
    }
    sections.retain(|section| !section.text.is_empty());
    sections
}

fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let title = (title.len() < line.len() && title.starts_with(' ')).then(|| title.trim())?;
    (!title.is_empty()).then(|| title.trim_matches('*').trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_cut_at_its_headings() {
        let text = "## Resting\n\nEven heroes rest.\n\n### Short Rest\n\nAn hour.\n\n### Empty\n\n#### Long Rest\nEight.\n#not";
        let found = split("Resting", text);
        let of = |heading: &str, text: &str| ChapterSection { heading: heading.into(), text: text.into() };
        let expected =
            [of("Resting", "Even heroes rest."), of("Short Rest", "An hour."), of("Long Rest", "Eight.\n#not")];
        assert_eq!(found, expected);
    }
}
