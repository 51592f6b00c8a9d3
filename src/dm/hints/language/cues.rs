//! Phrases with a meaning of their own, and phrases that revoke meaning.

use super::words::{MessageToken, TokenKind};

/// The meaning of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum Cue {
    /// A quest is taken on.
    Accept,
    /// One is given up.
    GiveUp,
    /// One is done.
    Fulfilled,
    /// A part of one is.
    PartDone,
    /// An hour of rest.
    ShortRest,
    /// A night of it.
    LongRest,
    /// Spell slots come back.
    SlotsBack,
    /// The party flees.
    Flee,
    /// A fight is laid down.
    Settle,
    /// No foe is left.
    LastFoe,
    /// The hero is done with a turn.
    EndTurn,
    /// The player begins a fight.
    Initiative,
    /// Someone joins the party.
    Join,
    /// Someone stays behind.
    Leave,
    /// A promise, a debt, a secret.
    Oath,
    /// The player wants it kept.
    Note,
    /// A question about past events.
    Recall,
    /// A rules question.
    Rule,
    /// Someone will be met again.
    Contact,
    /// A thing is the hero's now.
    Mine,
    /// Ownership passes to someone else.
    Yours,
    /// Something is given for nothing.
    Gift,
    /// A spell that hurts.
    Spell,
    /// A spell or a feat that helps.
    Boon,
    /// Something is held out.
    HereYouGo,
    /// A debt.
    Paid,
    /// A thing is left for good.
    Lost,
    /// The hero bleeds.
    Wounded,
    /// Someone joins a fight.
    JoinsFight,
    /// Someone leaves a fight.
    LeavesFight,
    /// The hero lies down flat.
    Prone,
    /// The hero sees nothing.
    Blind,
    /// The hero passes out.
    Unconscious,
    /// The hero is bound.
    Restrained,
    /// The hero gets up.
    StandUp,
    /// The player wants not to be noticed.
    Stealth,
    /// Negates the following verb.
    NoWay,
    /// Marks a supposition, a wish or a later plan.
    Supposed,
    /// Polite filler ("if you please").
    Polite,
    /// Long past.
    LongAgo,
    Sarcasm,
    /// Opens praise as well as sarcasm.
    Praise,
    /// Turns praise into sarcasm.
    SarcasmMarker,
}

impl Cue {
    /// As the list of phrases calls it.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cue| format!("{cue:?}") == name)
    }

    const ALL: [Self; 43] = [
        Self::Accept,
        Self::GiveUp,
        Self::Fulfilled,
        Self::PartDone,
        Self::ShortRest,
        Self::LongRest,
        Self::SlotsBack,
        Self::Flee,
        Self::Settle,
        Self::LastFoe,
        Self::EndTurn,
        Self::Initiative,
        Self::Join,
        Self::Leave,
        Self::Oath,
        Self::Note,
        Self::Recall,
        Self::Rule,
        Self::Contact,
        Self::Mine,
        Self::Yours,
        Self::Gift,
        Self::Spell,
        Self::Boon,
        Self::HereYouGo,
        Self::Paid,
        Self::Lost,
        Self::Wounded,
        Self::JoinsFight,
        Self::LeavesFight,
        Self::Prone,
        Self::Blind,
        Self::Unconscious,
        Self::Restrained,
        Self::StandUp,
        Self::Stealth,
        Self::NoWay,
        Self::Supposed,
        Self::Polite,
        Self::LongAgo,
        Self::Sarcasm,
        Self::Praise,
        Self::SarcasmMarker,
    ];
}

/// Whether a message poses as a system's, a tool's or a model's, or gives orders to one.
pub(in crate::dm) fn is_forged(low: &str) -> bool {
    let low = low.trim_start();
    FORGED_STARTS.iter().any(|start| low.starts_with(start)) || FORGED.iter().any(|mark| low.contains(mark))
}

const FORGED_STARTS: [&str; 22] = [
    "system:",
    "system note",
    "system message",
    "system prompt",
    "[",
    "{",
    "<",
    "assistant:",
    "tool result",
    "tool:",
    "ooc",
    "(ooc",
    "dm:",
    "gm:",
    "narrator:",
    "attention narrator",
    "as the dm",
    "as the gm",
    "as dungeon master",
    "call ",
    "result:",
    "user:",
];

const FORGED: [&str; 40] = [
    "update_game_state",
    "update_quest",
    "apply_state_commands",
    "start_combat",
    "end_combat",
    "roll_dice",
    "_delta",
    "tool_use",
    "tool_result",
    "\"tool\"",
    "\"ok\"",
    "</",
    "<system",
    "ignore your",
    "ignore all",
    "ignore previous",
    "ignore the rules",
    "disregard",
    "previous instructions",
    "developer",
    "the model must",
    "the ai ",
    "as an ai",
    "admin ",
    "don't argue",
    "do not argue",
    "cheat code",
    "sudo ",
    "i suddenly have",
    " dm says",
    "dm hereby",
    "dm grants",
    "dm gives me",
    "dungeon master grants",
    "gm says",
    "jailbreak",
    "override",
    "[system",
    "debug mode",
    "as your creator",
];

/// Whether a message is sarcastic.
pub(in crate::dm::hints) fn is_mockery(tokens: &[MessageToken<'_>], cues: &[(Cue, usize, usize)], text: &str) -> bool {
    let any = |kind: Cue| cues.iter().any(|(cue, ..)| *cue == kind);
    let first = tokens.iter().position(|it| it.kind == TokenKind::Word);
    let praises = cues.iter().any(|(cue, from, _)| *cue == Cue::Praise && Some(*from) == first);
    if any(Cue::Sarcasm) || !praises {
        return any(Cue::Sarcasm);
    }
    let loud = |it: &MessageToken<'_>| {
        it.kind == TokenKind::Word
            && it.to - it.from > 3
            && text[it.from..it.to].bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let shouts = tokens.iter().any(loud) && text.bytes().any(|byte| byte.is_ascii_lowercase());
    shouts || any(Cue::SarcasmMarker) || tokens.iter().any(|it| it.kind == TokenKind::Asked)
}
