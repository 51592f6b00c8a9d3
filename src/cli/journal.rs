//! The journal and what was spent, as the terminal shows them.

use game::{
    Session,
    journal::{JournalEntry, WrittenBy},
    quest::QuestOutcome,
    turn::{Cost, Spent},
};

use crate::dm::budget::{BudgetStatus, Spending};

use super::{
    sheet::{titled, written},
    terminal::{say, tell},
};

/// Prints the journal: quests, what was written down, places and people.
pub(super) fn journal(now: &Session, entries: &[JournalEntry]) {
    let (game, story) = (&now.game, &now.game.story);
    let quests = story.active_quests.iter().map(|quest| {
        let name = if quest.title.is_empty() { written(game, &quest.name) } else { quest.title.clone() };
        let giver = if quest.giver.is_empty() { String::new() } else { format!(" (from {})", titled(&quest.giver)) };
        let steps =
            quest.objectives.iter().map(|step| format!("\n    [{}] {}", if step.done { "x" } else { " " }, step.text));
        format!("{name}{giver}{}", steps.collect::<String>())
    });
    let closed = story.closed_quests.iter().rev().map(|quest| {
        let outcome = match quest.outcome {
            QuestOutcome::Done => "done",
            QuestOutcome::Failed => "failed",
        };
        format!("{} ({outcome})", written(game, &quest.name))
    });
    section("Quests", quests.chain(closed));
    section("Written down", entries.iter().map(|entry| line_of(now, entry)));
    section(
        "Places",
        story.known_places.iter().map(|place| match story.current_place.as_ref() == Some(place) {
            true => format!("{place} (you are here)"),
            false => place.clone(),
        }),
    );
    section(
        "People",
        game.supporting_npcs.iter().map(|npc| {
            let dead = if npc.dead { ", dead" } else { "" };
            let about = [npc.appearance.as_str(), npc.personality.as_str()].into_iter().filter(|text| !text.is_empty());
            let about: Vec<&str> = about.collect();
            format!("{} ({}{dead}): {}", npc.shown_name(), written(game, &npc.location), about.join(" "))
        }),
    );
    let is_known = |name: &&String| game.supporting_npcs.iter().all(|npc| npc.name != **name);
    let met: Vec<String> = story.met_npcs.iter().filter(is_known).map(|name| titled(name)).collect();
    section("Also met", (!met.is_empty()).then(|| met.join(", ")).into_iter());
    if story.active_quests.is_empty() && entries.is_empty() && game.supporting_npcs.is_empty() {
        say!("  Nothing yet.");
    }
    say!("");
}

/// Prints what was spent on the session, in tokens and dollars, in all and by agent, and what may be spent.
pub(super) fn cost(now: &Session, spending: &Spending) {
    let usage = &now.head.usage;
    tell(&format!(
        "  {} for this session, with turns that were taken back or came to nothing",
        dollars(spending.spent_usd)
    ));
    tell(&format!("  its turns: {}", in_tokens(&usage.total)));
    for (agent, spent) in &usage.by_agent {
        tell(&format!("    {agent}: {}, {}", dollars(spent.cost_usd), in_tokens(spent)));
    }
    let today = &spending.today;
    tell(&format!("  today: {}{}", dollars(today.spent_usd), of_cap(today.cap_usd)));
    let next = match spending.standing {
        BudgetStatus::Open => String::new(),
        BudgetStatus::Saving => ", because little is left".to_owned(),
        BudgetStatus::Spent => ", once there is more to spend".to_owned(),
    };
    tell(&format!(
        "  this session's cap: {}",
        spending.cap_usd.0.map_or("none".to_owned(), |_| dollars(spending.cap_usd))
    ));
    tell(&format!("  the next turn is told by {}{next}\n", spending.model));
}

fn section(title: &str, lines: impl Iterator<Item = String>) {
    for (n, line) in lines.enumerate() {
        if n == 0 {
            say!("{title}");
        }
        tell(&format!("  {line}"));
    }
}

/// An entry of the journal, with the turn it is of.
fn line_of(now: &Session, entry: &JournalEntry) -> String {
    let text = match entry.written_by {
        WrittenBy::Player => entry.text.clone(),
        WrittenBy::Story => written(&now.game, &entry.text),
    };
    let since = entry.since.as_ref().map(|since| format!(" (turn {})", since.seq)).unwrap_or_default();
    let until =
        entry.until.as_ref().map(|until| format!(" (no longer so since turn {})", until.seq)).unwrap_or_default();
    let pinned = if entry.pinned { "* " } else { "" };
    format!("{pinned}{text}{since}{until}")
}

fn dollars(cost: Cost) -> String {
    Option::<f64>::from(cost).map_or_else(|| "an unknown number of dollars".to_owned(), |usd| format!("${usd:.4}"))
}

fn of_cap(cap: Cost) -> String {
    cap.0.map(|_| format!(" of {}", dollars(cap))).unwrap_or_default()
}

fn in_tokens(spent: &Spent) -> String {
    let Spent { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, .. } = spent;
    format!(
        "{} tokens read ({cache_read_tokens} from the cache), {output_tokens} written",
        input_tokens + cache_read_tokens + cache_write_tokens
    )
}
