//! `embertale play`: the game in the terminal.

use std::{
    io::{self, BufRead},
    process::ExitCode,
    sync::Arc,
};

use game::{Session, dice::Roll, edition::Edition, id::SessionId, journal::EntryFilter, ready_made};

use crate::{
    campaign::known_language,
    dm::{
        Ask, NewSettings, NotPlayed, Provider, SPEAKS_ENGLISH_ONLY, Tables, feed::Feed, feed::ToolStatus,
        feed::TurnEvent,
    },
};

use super::{
    CommandError,
    cli_session::{CliSession, SendError},
    journal::{cost, journal},
    marks::marks,
    sheet::{sheet, standing, written},
    terminal::{Telling, say, tell, write},
};

const HELP: &str = "\
Say what you do, in plain words. Beside that:
  /sheet   the heroes' sheets        /journal  quests, what was written down, places, people
  /recap   what happened before      /cost     what was spent, in tokens and dollars
  /undo    take the last turn back   /retry    have it told another way
  /level   take a level that waits   /clear    let prompts begin anew; the story stays
  /language, /language de, /language none    the language of the story: show, change, or your own words'
  /quit    leave; the session is kept
Without a stroke, help is asked of the story: what waits for you, and what could be done next.";

/// The most entries of the journal that are printed, the newest.
const MOST_ENTRIES: usize = 200;

/// The session to play in the terminal.
#[derive(Debug, Clone)]
pub struct PlayOptions {
    /// The session to go on with; a new one if there is none.
    pub session: Option<String>,
    /// The ready-made hero of a new session.
    pub hero: Option<String>,
    /// The rules of a new session.
    pub edition: Edition,
    /// The campaign a new session plays, by its slug.
    pub campaign: Option<String>,
}

/// Plays a session on standard input and output: the one named, or a new one with a ready-made hero. `keeps` says whether
/// the store keeps it after the program has ended.
///
/// # Errors
/// The session, the hero or the campaign is not there, or the store or the terminal can't be reached.
pub async fn play(tables: Arc<Tables>, options: PlayOptions, keeps: bool) -> Result<ExitCode, CommandError> {
    let session = open(tables, options).await?;
    let now = session.now().await?;
    if session.tables.models().provider == Provider::Storyteller {
        say!("The built-in storyteller plays. Set ANTHROPIC_API_KEY to bring Claude.");
    }
    say!("Session {} · {}\n/help says what can be said beside your own words.\n", session.id, now.head.title);
    match session.last_turn().await? {
        Some(last) => {
            tell(&format!("> {}\n\n{}\n", last.message, last.exchange().told()));
            tell(&standing(&now.game));
        }
        None => tell(&scene(&now)),
    }
    loop {
        write(format_args!("> "));
        let Some(line) = tokio::task::spawn_blocking(read_line).await?? else { break };
        let said = line.trim();
        // Commands are the same in capitals.
        let typed = if said.starts_with('/') { said.to_lowercase() } else { said.to_owned() };
        let told = match typed.as_str() {
            "" => continue,
            "/quit" | "/exit" | "/q" | "quit" | "exit" => break,
            "/help" | "/?" => println_ok(HELP),
            "/sheet" => session.now().await.map(|now| sheet(&now)).map_err(SendError::from),
            "/journal" => written_down(&session).await.map_err(SendError::from),
            "/recap" => recap(&session).await.map_err(SendError::from),
            "/cost" => spent(&session).await.map_err(SendError::from),
            "/undo" => undo(&session).await,
            "/level" => level(&session).await,
            "/clear" => clear(&session).await,
            "/retry" => turn(&session, Ask::Retry).await,
            command if command == "/language" || command.starts_with("/language ") => {
                language(&session, said["/language".len()..].trim()).await
            }
            command if command.starts_with('/') => println_ok("There is no such command; /help lists them."),
            words => turn(&session, Ask::Message { text: words.to_owned(), character: None }).await,
        };
        if let Err(refused) = told {
            tell(&format!("{refused}\n"));
        }
    }
    if keeps {
        say!("\nTo go on: embertale play {}", session.id);
    }
    Ok(ExitCode::SUCCESS)
}

async fn written_down(session: &CliSession) -> Result<(), NotPlayed> {
    let now = session.now().await?;
    let wanted = EntryFilter { limit: MOST_ENTRIES, ..EntryFilter::default() };
    let found = session.tables.journal(&now, &wanted).await?;
    journal(&now, &found.items);
    Ok(())
}

async fn recap(session: &CliSession) -> Result<(), NotPlayed> {
    let now = session.now().await?;
    let lines = session.tables.recap(&now).await?;
    if lines.is_empty() {
        say!("  Nothing has happened yet.");
    }
    for line in lines {
        let until = line.until.map(|seq| format!(" (no longer so since turn {seq})")).unwrap_or_default();
        tell(&format!("  turn {}: {}{until}", line.seq, written(&now.game, &line.text)));
    }
    say!("");
    Ok(())
}

async fn spent(session: &CliSession) -> Result<(), NotPlayed> {
    let now = session.now().await?;
    cost(&now, &session.tables.spending(&now).await);
    Ok(())
}

async fn open(tables: Arc<Tables>, options: PlayOptions) -> Result<CliSession, CommandError> {
    let PlayOptions { session, hero, edition, campaign } = options;
    if let Some(id) = session {
        return Ok(CliSession { tables, id: SessionId::from(id) });
    }
    let hero = match &hero {
        Some(id) => ready_made::by_id(id).ok_or_else(|| format!("there is no hero “{id}”; {}", heroes()))?,
        None => &ready_made::ready_made()[0],
    };
    match campaign {
        Some(slug) => CliSession::at_campaign(tables, vec![hero.clone()], edition, &slug).await,
        None => Ok(CliSession::at_new(tables, vec![hero.clone()], edition).await?),
    }
}

fn heroes() -> String {
    let ids: Vec<&str> = ready_made::ready_made().iter().map(|hero| hero.id.as_str()).collect();
    format!("choose one of {}", ids.join(", "))
}

fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let n = io::stdin().lock().read_line(&mut line)?;
    Ok((n > 0).then_some(line))
}

fn println_ok(text: &str) -> Result<(), SendError> {
    say!("{text}\n");
    Ok(())
}

async fn turn(session: &CliSession, ask: Ask) -> Result<(), SendError> {
    say!("");
    let (mut telling, mut begun) = (Telling::for_stdout(), false);
    let hear = |event: &TurnEvent, feed: &Feed| {
        match event {
            TurnEvent::Text { delta } if !begun => {
                begun = true;
                // Who answers alone is not named in the answer.
                let speaker = feed.speaker().filter(|name| !delta.starts_with(name.as_str()));
                if let Some(name) = speaker {
                    write(format_args!("{}", telling.shown(&format!("{name}: "))));
                }
            }
            TurnEvent::Reset { .. } => begun = false,
            _ => {}
        }
        hear(event, &mut telling);
    };
    let played = session.play(ask, hear).await;
    write(format_args!("{}", telling.end()));
    say!("");
    let played = played?;
    let changed = marks(&played.turn.turn.changes, &session.now().await?.game, &played.turn.turn.narrative);
    if !changed.is_empty() {
        tell(&format!("  [{}]\n", changed.join(" · ")));
    }
    for hero in &played.session.characters {
        if let Some(pending) = &hero.sheet.pending_level_up {
            tell(&format!("{} has earned level {}: /level takes it.\n", hero.sheet.name, pending.to_level));
        }
    }
    Ok(())
}

/// Writes an event as it comes: a story word by word. What was taken back stays on the screen, and is said to be.
fn hear(event: &TurnEvent, telling: &mut Telling) {
    let aside = match event {
        TurnEvent::Text { delta } => return write(format_args!("{}", telling.shown(delta))),
        TurnEvent::Reset { .. } => "(that is taken back)".to_owned(),
        TurnEvent::Roll { roll } => format!("[{}]", thrown(roll)),
        TurnEvent::Tool { status: ToolStatus::Refused, summary, .. } if !summary.is_empty() => format!("({summary})"),
        TurnEvent::Notice { message, .. } => format!("({message})"),
        _ => return,
    };
    write(format_args!("{}", telling.end()));
    tell(&format!("  {aside}"));
}

/// A roll as a line: its reason, dice and result.
fn thrown(roll: &Roll) -> String {
    let what_for = if roll.reason.is_empty() { String::new() } else { format!("{}: ", roll.reason) };
    let goal = roll.goal.map(|goal| format!(" against {}, {}", goal.number, goal.outcome.as_str())).unwrap_or_default();
    format!("{what_for}{} = {}{goal}", roll.expression, roll.total)
}

/// The place of a story before its first narration.
fn scene(now: &Session) -> String {
    format!("{}\n{}\n", now.game.story.current_location, now.game.story.current_scene)
}

/// Undoes the last step: a `/clear` without a later turn, else the last turn.
async fn undo(session: &CliSession) -> Result<(), SendError> {
    if session.tables.undo_clear(session.tables.line_up(&session.id), &session.id).await? {
        return println_ok(
            "The Dungeon Master is shown again what was said before. The last turn stays; /undo takes it back.",
        );
    }
    let last = session.last_turn().await?;
    let session = session.tables.undo(session.tables.line_up(&session.id), 1, None).await?;
    if let Some(last) = last {
        tell(&format!("Taken back. Turn {}, “{}”, was not played.", last.seq, last.message));
    }
    tell(&scene(&session));
    Ok(())
}

async fn clear(session: &CliSession) -> Result<(), SendError> {
    session.tables.clear(session.tables.line_up(&session.id), None).await?;
    println_ok(match session.tables.models().provider {
        Provider::Storyteller => {
            "Cleared. The built-in storyteller plays on as before; a model begins with nothing of what was said."
        }
        Provider::Anthropic => {
            "Cleared: from the next turn on the Dungeon Master is shown nothing of what was said before. Until then, /undo brings it back."
        }
    })
}

/// Shows the language of the story, or changes it.
async fn language(session: &CliSession, asked: &str) -> Result<(), SendError> {
    if !asked.is_empty() {
        let wanted = match asked {
            none if none.eq_ignore_ascii_case("none") => None,
            tag => match known_language(tag) {
                Some(language) => Some(language),
                None => {
                    return println_ok(&format!("“{tag}” is no language. Write a BCP 47 tag, such as en or de-CH."));
                }
            },
        };
        let is_storyteller = session.tables.models().provider == Provider::Storyteller;
        if is_storyteller && wanted.as_ref().is_some_and(|language| !language.is_english()) {
            say!("{SPEAKS_ENGLISH_ONLY}");
        }
        let new = NewSettings { language: Some(wanted), ..NewSettings::default() };
        session.tables.set(session.tables.line_up(&session.id), None, new).await?;
    }
    let line = match session.now().await?.game.told_in() {
        Some(language) => format!("The story is told in {language}."),
        None => "The story is told in the language of your words.".to_owned(),
    };
    println_ok(&line)
}

async fn level(session: &CliSession) -> Result<(), SendError> {
    let gained = session.level_up().await?;
    if gained.is_empty() {
        say!("No level waits.");
    }
    gained.iter().for_each(|line| say!("{line}"));
    say!("");
    Ok(())
}
