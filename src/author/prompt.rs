//! The author's prompt: instructions, conversation, current draft, and the new message.

use std::{
    fmt::Write,
    sync::{Arc, LazyLock},
};

use model::{Block, CacheControl, Message, SystemBlock};
use serde_json::json;

use crate::campaign::{CampaignPackage, Node, StoryBeat};

use super::{
    draft::CampaignDraft,
    picture::AttachedPicture,
    said::{AuthorSpeaker, ConversationMessage},
};

/// The author's instructions.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");
/// The most bytes of the block that shows a draft.
const MAX_BLOCK: usize = 32_000;
/// The most gaps it names.
const MAX_GAPS: usize = 12;

/// The system blocks, byte-equal for all drafts; the last carries a cache mark.
pub(super) fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        let mark = Some(CacheControl::Hour);
        [SystemBlock { text: INSTRUCTIONS.trim_end().to_owned(), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}

/// The messages of a run: the conversation, with a cache mark on its last message, then the draft, the new message's pictures,
/// and its text. `said` is the conversation.
pub(super) fn messages(
    draft: &CampaignDraft,
    said: &[ConversationMessage],
    words: &str,
    pictures: &[AttachedPicture],
) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    // A conversation begins with a message and alternates; an interrupted answer left one open.
    let mut open: Vec<Block> = Vec::new();
    for said in said.iter().filter(|said| !said.text.trim().is_empty()) {
        match said.by {
            AuthorSpeaker::Person => open.push(Block::text(&said.text)),
            AuthorSpeaker::Author if open.is_empty() => {}
            AuthorSpeaker::Author => {
                messages.push(Message::user(std::mem::take(&mut open)));
                messages.push(Message::assistant_text(&said.text));
            }
        }
    }
    if let Some(Block::Text { cache_control, .. }) = messages.last_mut().and_then(|last| last.content.last_mut()) {
        *cache_control = Some(CacheControl::Hour);
    }
    open.push(Block::text(draft_block(draft)));
    open.extend(pictures.iter().filter_map(shown));
    open.push(Block::text(words));
    messages.push(Message::user(open));
    messages
}

/// A picture as the model sees it.
fn shown(picture: &AttachedPicture) -> Option<Block> {
    let data = picture.data.as_ref()?;
    let source = json!({"type": "base64", "media_type": picture.media_type, "data": data});
    Some(Block::Raw(json!({"type": "image", "source": source})))
}

/// The draft for the model: content, progress and gaps.
pub fn draft_block(draft: &CampaignDraft) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = outline(&mut text, draft);
    if text.len() > MAX_BLOCK {
        let end = text.floor_char_boundary(MAX_BLOCK);
        text.truncate(end);
        text.push_str("\n(cut here: look at single parts with update_element)\n");
    }
    format!("[draft]\n{text}[/draft]")
}

fn outline(text: &mut String, draft: &CampaignDraft) -> std::fmt::Result {
    writeln!(text, "language: {} (write every text of the campaign in it)", one_line(draft.language()))?;
    if draft.has_premise() {
        premise(text, draft.package())?;
    } else {
        writeln!(text, "nothing is written yet")?;
    }
    people(text, draft.package())?;
    acts(text, draft)?;
    for picture in draft.pictures() {
        writeln!(text, "picture kept for reference: {} ({})", one_line(&picture.name), picture.media_type)?;
    }
    gaps(text, draft)
}

fn premise(text: &mut String, package: &CampaignPackage) -> std::fmt::Result {
    writeln!(text, "title: {} (slug {})", one_line(&package.title), package.slug)?;
    writeln!(text, "blurb: {}", one_line(&package.blurb))?;
    writeln!(text, "premise: {}", one_line(&package.premise.text))?;
    let setting = &package.setting;
    let [world, era, tone] = [&setting.world, &setting.era, &setting.tone].map(|it| one_line(it));
    writeln!(text, "setting: {world}; {era}; {tone}")?;
    writeln!(text, "party: {} heroes of level {}", package.party.heroes, package.party.level)?;
    for motif in &package.premise.motifs {
        writeln!(text, "motif {}: {}", motif.id, one_line(&motif.text))?;
    }
    for ending in &package.endings {
        writeln!(text, "ending {} ({:?}): {}", ending.id, ending.kind, one_line(&ending.title))?;
    }
    Ok(())
}

fn people(text: &mut String, package: &CampaignPackage) -> std::fmt::Result {
    for person in &package.people {
        write!(text, "person {} ({:?}): {}", person.id, person.role, one_line(&person.name))?;
        for secret in &person.secrets {
            write!(text, "; secret {} revealed by {}", secret.id, secret.revealed_by.join(", "))?;
        }
        let brings: Vec<&str> = person.topics.iter().filter_map(|topic| topic.finding.as_deref()).collect();
        if !brings.is_empty() {
            write!(text, "; asked brings {}", brings.join(", "))?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn acts(text: &mut String, draft: &CampaignDraft) -> std::fmt::Result {
    let package = draft.package();
    for act in &package.acts {
        let (from, to) = (act.levels.from, act.levels.to);
        writeln!(
            text,
            "act {}: {}, levels {from} to {to}: {}",
            act.id,
            one_line(&act.title),
            one_line(&act.objective)
        )?;
        for id in &act.outline {
            let stage = draft.stage(id).map_or("", |stage| stage.as_str());
            write!(text, "- node {id} [{stage}]")?;
            if let Some(purpose) = draft.purposes.get(id) {
                write!(text, " {}", one_line(purpose))?;
            }
            writeln!(text)?;
            if let Some((_, node)) = package.node(id) {
                node_lines(text, node)?;
            }
        }
    }
    Ok(())
}

fn gaps(text: &mut String, draft: &CampaignDraft) -> std::fmt::Result {
    let gaps = draft.gaps();
    let (errors, warnings): (Vec<_>, Vec<_>) = gaps.iter().partition(|gap| gap.is_error());
    if draft.is_complete() {
        writeln!(text, "it is finalised, and on the person's shelf")?;
    }
    if !gaps.is_empty() {
        writeln!(text, "still missing or wrong ({} errors, {} warnings):", errors.len(), warnings.len())?;
    }
    for gap in gaps.iter().take(MAX_GAPS) {
        writeln!(
            text,
            "- {} {}: {} {}",
            gap.code,
            one_line(&gap.place),
            one_line(&gap.message),
            one_line(&gap.remedy)
        )?;
    }
    Ok(())
}

fn node_lines(text: &mut String, node: &Node) -> std::fmt::Result {
    write!(text, "  {} at {}", one_line(&node.title), one_line(&node.location))?;
    if !node.people.is_empty() {
        write!(text, "; here: {}", node.people.join(", "))?;
    }
    let exits: Vec<String> = node
        .exits
        .iter()
        .map(|exit| {
            let hidden = if exit.hidden { " hidden" } else { "" };
            let asks = if exit.requires.is_some() { " if" } else { "" };
            format!("{} to {}{hidden}{asks}", exit.id, exit.to)
        })
        .collect();
    writeln!(text, "; exits: {}", exits.join(", "))?;
    for beat in &node.beats {
        beat_line(text, beat)?;
    }
    Ok(())
}

fn beat_line(text: &mut String, beat: &StoryBeat) -> std::fmt::Result {
    write!(text, "  beat {} ({:?}): {}", beat.id, beat.kind, one_line(&beat.title))?;
    for foe in &beat.foes {
        write!(text, "; {} {} ({})", foe.count, one_line(&foe.name), foe.challenge)?;
    }
    let findings: Vec<&str> = beat.findings.iter().map(|finding| finding.id.as_str()).collect();
    if !findings.is_empty() {
        write!(text, "; findings: {}", findings.join(", "))?;
    }
    writeln!(text)
}

/// A text on one line, so that nothing in it looks like a line of the block.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
