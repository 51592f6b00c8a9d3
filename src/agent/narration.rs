//! What the model says over several replies, put together so that nothing is shown twice.

/// Text of one turn. A model that looked something up often starts its telling over; as long as a reply only repeats
/// what was shown it is held back, and only what is new goes out.
#[derive(Debug, Default)]
pub(super) struct Narration {
    shown: String,
    /// What of this reply has been held back because it may be a repetition.
    held: Option<String>,
    /// Where this reply's text began in `shown`.
    reply_from: usize,
    /// Whether what comes next begins a paragraph.
    at_break: bool,
    /// Whether what comes next is told in place of everything before.
    starts_over: bool,
}

impl Narration {
    /// A new reply begins; one that `goes_on` continues the sentence the last one was cut off in.
    pub(super) fn begin_reply(&mut self, goes_on: bool) {
        self.reply_from = self.shown.len();
        self.at_break = false;
        self.held = if goes_on || self.is_empty() { None } else { Some(String::new()) };
    }

    /// Takes a piece of the reply and answers what is to be shown of it now.
    pub(super) fn push(&mut self, delta: &str) -> Option<String> {
        let Some(held) = &mut self.held else {
            let piece = match std::mem::take(&mut self.at_break) {
                true if !self.is_empty() && !self.shown.ends_with('\n') => format!("\n\n{}", delta.trim_start()),
                _ => delta.to_owned(),
            };
            self.shown.push_str(&piece);
            return Some(piece);
        };
        held.push_str(delta);
        let (said, again) = (self.shown.trim(), held.trim_start());
        if said.starts_with(again) {
            return None;
        }
        let new = again.strip_prefix(said).unwrap_or(again).trim_start().to_owned();
        self.held = None;
        let piece = if self.shown.ends_with('\n') { new } else { format!("\n\n{new}") };
        self.shown.push_str(&piece);
        Some(piece)
    }

    /// What comes next is told in place of everything before.
    pub(super) fn start_over(&mut self) {
        self.starts_over = true;
    }

    /// Whether everything before is taken back with this piece.
    pub(super) fn takes_all_back(&mut self, delta: &str) -> bool {
        if !self.starts_over || delta.trim().is_empty() {
            return false;
        }
        *self = Self::default();
        true
    }

    /// What comes next is another paragraph: something was done in between.
    pub(super) fn end_paragraph(&mut self) {
        self.at_break = true;
    }

    /// Takes this reply back: answers how many bytes of what was shown still stand.
    pub(super) fn take_back_reply(&mut self) -> usize {
        self.held = None;
        self.shown.truncate(self.reply_from);
        self.shown.len()
    }

    /// Whether nothing has been said yet.
    pub(super) fn is_empty(&self) -> bool {
        self.shown.trim().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(replies: &[&[&str]]) -> String {
        let mut narration = Narration::default();
        let mut out = String::new();
        for reply in replies {
            narration.begin_reply(false);
            out.extend(reply.iter().filter_map(|delta| narration.push(delta)));
        }
        out
    }

    #[test]
    fn two_replies_are_two_paragraphs() {
        assert_eq!(told(&[&["You ", "knock."], &["No one ", "comes."]]), "You knock.\n\nNo one comes.");
    }

    #[test]
    fn a_telling_that_starts_over_is_shown_once() {
        assert_eq!(told(&[&["You knock."], &["You kn", "ock. No one", " comes."]]), "You knock.\n\nNo one comes.");
        assert_eq!(told(&[&["You knock."], &["You knock."]]), "You knock.");
    }

    #[test]
    fn a_telling_that_only_begins_alike_is_shown_whole() {
        assert_eq!(told(&[&["You knock."], &["You", " wait."]]), "You knock.\n\nYou wait.");
    }

    #[test]
    fn a_reply_that_was_cut_off_goes_on_in_its_sentence() {
        let mut narration = Narration::default();
        narration.begin_reply(false);
        narration.push("The do");
        narration.begin_reply(true);
        assert_eq!(narration.push("or opens."), Some("or opens.".to_owned()));
    }

    #[test]
    fn text_after_a_tool_call_is_another_paragraph() {
        let mut narration = Narration::default();
        narration.begin_reply(false);
        narration.push("You try the door.");
        narration.end_paragraph();
        assert_eq!(narration.push("It opens."), Some("\n\nIt opens.".to_owned()));
    }

    #[test]
    fn white_space_alone_says_nothing() {
        let mut narration = Narration::default();
        narration.begin_reply(false);
        narration.push(" \n");
        assert!(narration.is_empty());
    }
}
