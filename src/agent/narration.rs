//! Joins the model's text of several replies without showing anything twice.

use super::{
    lead_in::without_lead_in,
    listener::{Listener, TextKind},
    remark, retelling,
};

/// Text of one turn. After a look-up, a model often starts its text over: while a reply only repeats what was shown, it is held
/// back, and only new text is shown.
#[derive(Debug, Default)]
pub(super) struct Narration {
    shown: String,
    /// Held-back text of this reply, and why.
    held: Option<String>,
    held_as: HeldText,
    /// Where this reply's text began in `shown`.
    reply_from: usize,
    /// Whether the next text starts a paragraph.
    at_break: bool,
    /// The reply to an objection or a rejected call, held back until it is classified.
    correction: Option<Correcting>,
    /// Whether the model has read something since the text began that the story may still have to tell.
    heard_news: bool,
    kind: TextKind,
}

/// The possible kinds of held-back text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum HeldText {
    /// A repetition.
    #[default]
    Repetition,
    /// A remark about the whole story that was shown before this reply.
    Remark,
    /// A first reply that tells nothing, such as "OK."
    Nothing,
    /// The story, which replaces the lead-in shown so far.
    Story,
}

/// Text to show. If `keep` is set, all but its first bytes of earlier text are withdrawn before.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownText {
    keep: Option<usize>,
    text: String,
}

impl ShownText {
    fn more(text: String) -> Self {
        Self { keep: None, text }
    }

    pub(super) fn show(self, context: &mut impl Listener) {
        if let Some(keep) = self.keep {
            context.text_taken_back(keep);
        }
        context.text(&self.text);
    }
}

/// What a held-back reply may correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CorrectionCause {
    /// An objection to the whole story.
    Objection,
    /// A call of the last reply was rejected. The story may go on after that.
    Rejection,
}

/// A held-back answer.
#[derive(Debug)]
struct Correcting {
    reason: CorrectionCause,
    /// Where the text that may be replaced begins in `shown`.
    from: usize,
    text: String,
}

/// A reply to an objection or to a rejected call.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Correction {
    /// The story again, which replaces all but the first `keep` bytes of the shown text.
    Story { keep: usize, text: String },
    /// More of the story, to be shown behind it.
    More(String),
    /// Anything else, such as "Nothing to add."
    Remark {
        text: String,
        /// Whether it is the whole answer: without tool calls, it rejects the objection.
        rejects: bool,
    },
}

impl Narration {
    /// An empty narration.
    pub(super) fn new(kind: TextKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// A new reply begins; one that `goes_on` continues the sentence the last one was cut off in.
    pub(super) fn begin_reply(&mut self, goes_on: bool) {
        self.reply_from = self.shown.len();
        self.at_break = false;
        let may_be_remark = self.kind != TextKind::Conversation;
        self.held = (!goes_on && (may_be_remark || !self.is_empty())).then(String::new);
        self.held_as = match () {
            () if self.is_empty() => HeldText::Nothing,
            () if self.has_story() => HeldText::Remark,
            () if self.is_story() && !self.has_told() => HeldText::Story,
            () => HeldText::Repetition,
        };
    }

    /// Takes a piece of the reply and returns the part to show now.
    pub(super) fn push(&mut self, delta: &str) -> Option<ShownText> {
        if let Some(correction) = &mut self.correction {
            correction.text.push_str(delta);
            return None;
        }
        let Some(held) = &mut self.held else {
            let piece = match std::mem::take(&mut self.at_break) {
                true if !self.is_empty() && !self.shown.ends_with('\n') => format!("\n\n{}", delta.trim_start()),
                _ => delta.to_owned(),
            };
            self.shown.push_str(&piece);
            return Some(ShownText::more(piece));
        };
        match std::mem::take(&mut self.at_break) && !held.trim().is_empty() {
            true => held.push_str(&format!("\n\n{}", delta.trim_start())),
            false => held.push_str(delta),
        }
        let new = without_repetition(&self.shown, held);
        let may_be_so = match self.held_as {
            HeldText::Remark | HeldText::Story => retelling::is_short(new),
            HeldText::Repetition | HeldText::Nothing => {
                self.kind != TextKind::Conversation && remark::may_tell_nothing(new)
            }
        };
        if may_be_so || new.is_empty() {
            return None;
        }
        let new = new.to_owned();
        Some(self.show_held(&new, self.held_as == HeldText::Story))
    }

    /// Shows the text that was held back, as a new paragraph or in the place of all text shown so far.
    fn show_held(&mut self, text: &str, replaces: bool) -> ShownText {
        self.held = None;
        if replaces {
            (self.reply_from, self.shown) = (0, text.to_owned());
            return ShownText { keep: Some(0), text: text.to_owned() };
        }
        let begins = self.is_empty() || self.shown.ends_with('\n');
        let piece = if begins { text.to_owned() } else { format!("\n\n{text}") };
        self.shown.push_str(&piece);
        ShownText::more(piece)
    }

    /// Ends a reply and decides about the text that is still held back. What only repeats, remarks on the story or tells nothing
    /// stays hidden; `has_news` says whether the model has read something since that the story may still have to tell.
    pub(super) fn end_reply(&mut self, has_news: bool) -> Option<ShownText> {
        self.heard_news |= has_news;
        let text = without_repetition(&self.shown, self.held.as_deref()?).trim_end().to_owned();
        let is_hidden = match self.held_as {
            _ if text.is_empty() => true,
            HeldText::Repetition | HeldText::Nothing => remark::tells_nothing(&text),
            HeldText::Remark => remark::is_remark(&self.shown, &text, has_news),
            HeldText::Story => tells_no_story(&text),
        };
        // Short text may go on from a lead-in, unless the model has read something in between.
        let replaces = self.held_as == HeldText::Story && (self.heard_news || remark::tells_nothing(&self.shown));
        (!is_hidden).then(|| self.show_held(&text, replaces))
    }

    /// Holds back the following text as the answer to an objection, or to a rejected call beside the last reply's story.
    pub(super) fn begin_correction(&mut self, reason: CorrectionCause) {
        let from = match (reason, &self.correction) {
            (CorrectionCause::Objection, _) => 0,
            (CorrectionCause::Rejection, Some(correcting)) => correcting.from,
            (CorrectionCause::Rejection, None) => self.reply_from.min(self.shown.len()),
        };
        self.correction = Some(Correcting { reason, from, text: String::new() });
    }

    /// Shows the following text as it comes, unless it answers an objection.
    pub(super) fn end_rejection(&mut self) {
        self.correction.take_if(|it| it.reason == CorrectionCause::Rejection);
    }

    /// Whether the last reply answered a rejected call.
    pub(super) fn answers_rejection(&self) -> bool {
        self.correction.as_ref().is_some_and(|it| it.reason == CorrectionCause::Rejection)
    }

    /// Ends a reply to an objection or a rejected call, unless it `goes_on` in the next one, and classifies it. Only a complete
    /// story replaces the shown text, alone or beside tool calls. Text that was cut off after calls replaces nothing.
    pub(super) fn end_correction(&mut self, goes_on: bool, is_whole: bool, has_calls: bool) -> Option<Correction> {
        if goes_on {
            return None;
        }
        let correcting = self.correction.as_mut()?;
        let (reason, from) = (correcting.reason, correcting.from);
        let text = std::mem::take(&mut correcting.text).trim().to_owned();
        let (all, part) = (self.shown.as_str(), self.shown.get(from..).unwrap_or_default());
        let story = remark::without_remarks(all, without_lead_in(all, &text));
        let keep = match has_calls {
            _ if !is_whole => None,
            _ if from > 0 && retelling::is_full_retelling(all, story) => Some(0),
            true => retelling::is_full_retelling(part, story).then_some(from),
            false => retelling::is_retelling(part, story).then_some(from),
        };
        if let Some(keep) = keep {
            let text = if keep > 0 { format!("\n\n{story}") } else { story.to_owned() };
            let keep = self.shown[..keep].trim_end().len();
            self.shown.truncate(keep);
            self.shown.push_str(&text);
            return Some(Correction::Story { keep, text });
        }
        let may_go_on = reason == CorrectionCause::Rejection && is_whole && !has_calls;
        if may_go_on && !retelling::is_short(story) && retelling::has_voice_of(all, &text) {
            return Some(Correction::More(self.show_held(story, false).text));
        }
        (!text.is_empty()).then_some(Correction::Remark { text, rejects: is_whole && !has_calls })
    }

    /// Starts a new paragraph, because a tool ran in between.
    pub(super) fn end_paragraph(&mut self) {
        self.at_break = true;
    }

    /// Withdraws this reply and returns how many bytes of the shown text remain.
    pub(super) fn take_back_reply(&mut self) -> usize {
        self.held = None;
        if let Some(correction) = &mut self.correction {
            correction.text.clear();
        }
        self.shown.truncate(self.reply_from);
        self.shown.len()
    }

    /// Whether the text may end with a final reply. One without calls and text adds nothing, so it can't end a text that is too
    /// short for a story.
    pub(super) fn may_end(&self, has_calls: bool) -> bool {
        if has_calls || !self.is_story() {
            return self.has_told();
        }
        let repeats = self.held.as_ref().is_some_and(|held| !held.trim().is_empty());
        let says_something = self.shown.len() > self.reply_from || repeats && self.has_told();
        let tells = !self.is_empty() && !remark::tells_nothing(&self.shown);
        tells && (says_something || !retelling::is_short(&self.shown))
    }

    /// Whether the text so far is a story by itself, and more than the few words that a model says before its calls.
    pub(super) fn has_story(&self) -> bool {
        self.is_story() && self.has_told() && !retelling::is_short(&self.shown)
    }

    fn is_story(&self) -> bool {
        self.kind == TextKind::Story
    }

    /// Whether there is a story; lead-ins and remarks don't count.
    pub(super) fn has_told(&self) -> bool {
        let tells_nothing = match self.kind {
            TextKind::Conversation => false,
            TextKind::Speech => remark::tells_nothing(&self.shown),
            TextKind::Story => tells_no_story(&self.shown),
        };
        !self.is_empty() && !tells_nothing
    }

    /// Whether nothing has been said yet.
    pub(super) fn is_empty(&self) -> bool {
        self.shown.trim().is_empty()
    }
}

/// The part of a reply that does not repeat the text shown before it; empty while the reply may still turn out to repeat it.
fn without_repetition<'t>(shown: &str, reply: &'t str) -> &'t str {
    let (shown, reply) = (shown.trim(), reply.trim_start());
    if shown.starts_with(reply.trim_end()) {
        return "";
    }
    let splits_a_word = |rest: &str| shown.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric);
    reply.strip_prefix(shown).filter(|rest| !splits_a_word(rest)).map_or(reply, str::trim_start)
}

/// Whether a text only leads in to tool calls or tells nothing at all.
fn tells_no_story(text: &str) -> bool {
    retelling::is_lead_in(text) || remark::tells_nothing(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(replies: &[&[&str]]) -> String {
        let mut narration = Narration::default();
        let mut out = String::new();
        for reply in replies {
            narration.begin_reply(false);
            out.extend(reply.iter().filter_map(|delta| narration.push(delta)).map(|piece| piece.text));
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
    fn a_remark_after_a_short_story_is_hidden() {
        let mut narration = Narration::new(TextKind::Story);
        narration.begin_reply(false);
        assert!(narration.push("You raise the shield.").is_some());
        for (reply, shown) in [("Nothing to add.", None), ("Nothing moves.", Some("\n\nNothing moves."))] {
            narration.begin_reply(false);
            let text = narration.push(reply).or_else(|| narration.end_reply(false)).map(|piece| piece.text);
            assert_eq!(text.as_deref(), shown);
            assert!(narration.may_end(false));
        }
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
        assert_eq!(narration.push("or opens."), Some(ShownText::more("or opens.".to_owned())));
    }

    #[test]
    fn text_after_a_tool_call_is_another_paragraph() {
        let mut narration = Narration::default();
        narration.begin_reply(false);
        narration.push("You try the door.");
        narration.end_paragraph();
        assert_eq!(narration.push("It opens."), Some(ShownText::more("\n\nIt opens.".to_owned())));
    }

    #[test]
    fn white_space_alone_says_nothing() {
        let mut narration = Narration::default();
        narration.begin_reply(false);
        narration.push(" \n");
        assert!(narration.is_empty());
    }
}
