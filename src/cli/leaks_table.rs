//! Scripted games whose Dungeon Master keeps secrets, and a collection of everything that can be read of them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use futures::StreamExt;
use game::{edition::Edition, journal, ready_made, story::SupportingNpc, view::PlayerView};
use jiff::Timestamp;
use model::{Model, Prices, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    campaign::{self, CampaignPackage},
    dm::{
        Ask, Models, NarrationCheck, PastQuery, Provider, Seeds, Tables, Viewer,
        campaigns::{self, NotShelved},
        feed::{Feed, TurnEvent},
        turn_view,
    },
    store::{MemoryStore, Store},
};

use super::{
    CommandError,
    cli_session::{CliSession, OWNER},
};

/// A word that is in every text only the Dungeon Master may know.
const SECRET: &str = "kestrel";
/// The kind of someone who looks like anyone, in free play and in a campaign.
const KIND: &str = "doppelganger";
const CAMPAIGN_KIND: &str = "werewolf";
/// A fake API key. A player says it, and the debug view of a turn must not show it.
const KEY: &str = "sk-ant-api03-0123456789abcdef";
/// A shorter text of a package may stand in another by chance.
const MIN_HIDDEN: usize = 24;

/// Leaks, and the number of documents read.
#[derive(Debug, Default, Serialize)]
pub struct TableLeaks {
    /// Texts that players read.
    pub texts: usize,
    /// Secrets that were looked for in each.
    pub secrets: usize,
    /// The places where players could read a secret.
    pub leaks: Vec<String>,
    /// Faults of the Dungeon Master's own documents (exports and debug): forbidden or missing content.
    pub faults: Vec<String>,
}

/// A turn of a script: what a player says, and the calls that answer it.
struct ScriptTurn {
    says: String,
    calls: Vec<(&'static str, Value)>,
}

/// A model that follows a script and helps with secrets.
struct SecretKeeper(Mutex<VecDeque<Vec<(&'static str, Value)>>>);

impl Model for SecretKeeper {
    fn reply(&self, request: Request) -> ReplyStream {
        let judges = request.tools.iter().any(|tool| tool.name == "mark_no_check");
        let (text, calls) = match () {
            () if request.tools.is_empty() => (profile(), Vec::new()),
            () if judges => (String::new(), vec![("mark_no_check", json!({}))]),
            () => {
                let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or_default();
                (if calls.is_empty() { "Rain falls on the roofs.".to_owned() } else { String::new() }, calls)
            }
        };
        let call = |(i, (name, input)): (usize, (&str, Value))| ToolCall {
            id: format!("call_{i}"),
            name: name.into(),
            input: Ok(input),
        };
        let calls: Vec<ToolCall> = calls.into_iter().enumerate().map(call).collect();
        let block = |call: &ToolCall| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input.clone().unwrap_or_default()});
        let mut blocks: Vec<Value> = calls.iter().map(block).collect();
        if !text.is_empty() {
            blocks.push(json!({"type": "text", "text": text}));
        }
        let stop = if calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
        let reply = Reply { model: request.model, blocks, calls, stop, tokens: Tokens::default() };
        let said = (!text.is_empty()).then_some(Ok(ReplyEvent::Text(text)));
        futures::stream::iter(said.into_iter().chain([Ok(ReplyEvent::Finished(reply))])).boxed()
    }
}

/// The helper's constant answer.
fn profile() -> String {
    let wants = ["To open the Kestrel gate"];
    json!({"appearance": "A tall man in grey.", "personality": "Courteous.", "motivations": wants, "notes": "He is the Kestrel."})
        .to_string()
}

/// A turn in which the Dungeon Master writes down every kind of secret, and turns in which it reads them again.
fn free_play() -> Vec<ScriptTurn> {
    let line = |says: &str, calls: Vec<(&'static str, Value)>| ScriptTurn { says: says.to_owned(), calls };
    vec![
        line(
            &format!("Who is that? My key is {KEY}."),
            vec![(
                "create_supporting_npc",
                json!({"name": "Vex", "role": "rival", "context": "Secretly the Kestrel.", "combat_slug": KIND}),
            )],
        ),
        line(
            "I wait.",
            vec![
                (
                    "update_location",
                    json!({"place": "The Mews", "secrets": ["The Kestrel sleeps here."], "notes": "Kestrel.",
                           "ways_to": ["The Kestrel's Loft"]}),
                ),
                ("update_npc", json!({"id": "vex", "learns": ["The Kestrel is betrayed."]})),
                ("roll_dice", json!({"dice": "1d4", "reason": "luck", "plan": "kestrel"})),
                ("whisper_to_self", json!({"thought": "kestrel"})),
                (
                    "update_game_state",
                    json!({"npcs_to_create": [{"name": "Innkeeper", "slug": KIND, "disposition": "friendly"}],
                           "companions_to_add": [{"name": "Grey", "slug": KIND}]}),
                ),
            ],
        ),
        line(
            "Who wants to open the gate?",
            vec![("query_session_memory", json!({"query_type": "all", "query": "who wants to open the gate"}))],
        ),
        line(
            "I look at the innkeeper.",
            vec![
                ("query_srd", json!({"type": "monster", "slug": KIND})),
                ("query_srd", json!({"type": "item", "slug": SECRET})),
                ("query_rules", json!({"query": KIND, "type": "monster"})),
                ("query_rules", json!({"query": format!("how to kill a {KIND}")})),
            ],
        ),
    ]
}

/// A turn in which the Dungeon Master reads what a campaign keeps from players.
fn campaign_play(package: &CampaignPackage) -> Vec<ScriptTurn> {
    let person = package.people.first().map(|one| one.id.clone()).unwrap_or_default();
    let calls = vec![
        ("query_campaign", json!({"query_type": "act"})),
        ("query_campaign", json!({"query_type": "npc", "id": person})),
    ];
    vec![ScriptTurn { says: "I look around.".into(), calls }]
}

/// Texts of a package that no player reads in its first scene: secrets, goals, later nodes, endings.
fn hidden(package: &CampaignPackage) -> Vec<String> {
    let mut hidden = Vec::new();
    for person in &package.people {
        hidden.extend(person.secrets.iter().map(|it| it.text.clone()));
        hidden.extend(person.wants.iter().chain([&person.voice]).cloned());
        hidden.extend(person.topics.iter().map(|topic| topic.says.clone()));
    }
    for act in &package.acts {
        hidden.extend([act.briefing.clone()].into_iter().chain(act.mysteries.iter().cloned()));
    }
    for (_, node) in package.nodes().skip(1) {
        hidden.push(node.briefing.clone());
        hidden.extend(node.beats.iter().map(|beat| beat.shown.clone()));
        hidden.extend(node.beats.iter().flat_map(|beat| &beat.findings).map(|finding| finding.text.clone()));
    }
    hidden.extend(package.endings.iter().map(|ending| ending.epilogue.clone()));
    hidden.retain(|text| text.chars().count() >= MIN_HIDDEN);
    hidden
}

/// A campaign whose people all have a hidden kind.
fn with_secret_kinds(mut package: CampaignPackage) -> CampaignPackage {
    "secret-kinds".clone_into(&mut package.slug);
    package.people.iter_mut().for_each(|person| person.creature = Some(CAMPAIGN_KIND.to_owned()));
    package
}

/// Plays free play, every campaign that comes with the game and one of people with a secret kind, and reads everything.
///
/// # Errors
/// A turn came to nothing, or something could not be read.
pub async fn walk_tables() -> Result<TableLeaks, CommandError> {
    let mut found = TableLeaks::default();
    let secrets = [SECRET.to_owned(), KIND.to_owned()];
    play("free play", None, free_play(), &secrets, &mut found).await?;
    for package in campaign::ours() {
        let lines = campaign_play(&package);
        play(&package.slug, Some(&package), lines, &hidden(&package), &mut found).await?;
    }
    if let Some(package) = campaign::ours().into_iter().next().map(with_secret_kinds) {
        let (lines, kinds) = (campaign_play(&package), [CAMPAIGN_KIND.to_owned()]);
        play(&package.slug, Some(&package), lines, &kinds, &mut found).await?;
    }
    Ok(found)
}

/// A new session of a campaign, or of free play without one.
async fn session_at(
    tables: Arc<Tables>,
    store: &dyn Store,
    campaign: Option<&CampaignPackage>,
) -> Result<CliSession, CommandError> {
    let heroes = vec![ready_made::ready_made()[0].clone()];
    Ok(match campaign {
        Some(package) => {
            match campaigns::shelve(store, OWNER, package.clone(), Timestamp::UNIX_EPOCH).await {
                // Built-in campaigns are there already.
                Ok(_) | Err(NotShelved::SlugTaken(_)) => {}
                Err(error) => return Err(error.to_string().into()),
            }
            CliSession::at_campaign(tables, heroes, Edition::default(), &package.slug).await?
        }
        None => CliSession::at_new(tables, heroes, Edition::default()).await?,
    })
}

async fn play(
    name: &str,
    campaign: Option<&CampaignPackage>,
    lines: Vec<ScriptTurn>,
    secrets: &[String],
    found: &mut TableLeaks,
) -> Result<(), CommandError> {
    let calls = lines.iter().flat_map(|line| [line.calls.clone(), Vec::new()]).collect();
    let models = Arc::new(Models {
        model: Arc::new(SecretKeeper(Mutex::new(calls))),
        provider: Provider::Anthropic,
        agents: ("claude-sonnet-5-5", "claude-haiku-5-5").into(),
        prices: Arc::new(Prices::default()),
        narration_check: NarrationCheck::Off,
    });
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let seeds = Seeds::new(Some("kestrels".into()));
    let tables = Tables::new(Arc::clone(&store), Arc::clone(&models), seeds.clone(), Default::default());
    let cli_session = session_at(tables, &*store, campaign).await?;
    let mut texts = Vec::new();
    let seats = cli_session.tables.roster(&cli_session.now().await?).await?;
    let host = seats.host().cloned().ok_or("the host has no seat")?;
    let mut follower = cli_session.tables.follow(&cli_session.id, host, None);
    let now = cli_session.now().await?;
    let mut followed: Vec<_> = follower.begin(&now, &seats).into_iter().collect();
    for line in lines {
        let ask = Ask::Message { text: line.says, character: None };
        let hear = |event: &TurnEvent, _: &Feed| texts.push((format!("stream {}", event.name()), json_of(event)));
        cli_session.play(ask, hear).await?;
    }
    cli_session.tables.session_changed(&cli_session.now().await?);
    cli_session.tables.end_streams();
    while let Some(event) = follower.next().await {
        followed.push(event);
    }
    texts.extend(
        followed.iter().map(|(_, event)| {
            (format!("table's stream, {}", event.name), event.data(&Viewer::host()).get().to_owned())
        }),
    );
    // As a server reads them that did not play them.
    let cli_session = CliSession { tables: Tables::new(store, models, seeds, Default::default()), id: cli_session.id };
    texts.extend(players_texts(&cli_session).await?);
    found.texts += texts.len();
    found.secrets += secrets.len();
    for (at, text) in &texts {
        let text = text.to_lowercase();
        let told = secrets.iter().filter(|secret| text.contains(&in_json(secret).to_lowercase()));
        found.leaks.extend(told.map(|secret| format!("{name}, {at}: {secret}")));
    }
    found.faults.extend(faults(&cli_session, name, secrets).await?);
    Ok(())
}

/// All that players can read of a session, each with the name of where it is.
async fn players_texts(cli_session: &CliSession) -> Result<Vec<(String, String)>, CommandError> {
    let (tables, session) = (&cli_session.tables, cli_session.now().await?);
    let view = PlayerView::of(&session, "a model");
    let mut texts = vec![("session".to_owned(), json_of(&view))];
    let people: Vec<SupportingNpc> =
        session.game.supporting_npcs.iter().map(SupportingNpc::as_players_see_them).collect();
    texts.push(("memory".to_owned(), json_of(&(people, &session.game.important_events))));
    for stored in tables.store().turns(&cli_session.id, None, None, u32::MAX).await? {
        let mut events = std::pin::pin!(tables.events(&cli_session.id, &stored.turn.id).await?.read(None));
        while let Some(told) = events.next().await {
            texts.push((format!("stream {} told again", told.event.name()), json_of(&told.event)));
        }
        texts.push(("turn".to_owned(), json_of(&turn_view(stored.turn))));
    }
    for query in ["who wants to open the gate", "kestrel", "secret", "what happened"] {
        let wanted = PastQuery { query: query.to_owned(), limit: 20, ..PastQuery::default() };
        let recalled = tables.recall(&session, wanted).await?;
        texts.extend(recalled.iter().map(|memory| (format!("search “{query}”"), format!("{memory:?}"))));
    }
    texts.extend(tables.recap(&session).await?.iter().map(|line| ("recap".to_owned(), line.text.clone())));
    let wanted = journal::EntryFilter { limit: usize::MAX, forgotten: true, ..journal::EntryFilter::default() };
    texts.extend(
        tables.journal(&session, &wanted).await?.items.iter().map(|entry| ("journal".to_owned(), json_of(entry))),
    );
    let fields: Vec<String> =
        serde_json::to_value(&view)?.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    for field in fields {
        texts.push((format!("why {field}"), json_of(&tables.why(&cli_session.id, &field, 100).await?)));
    }
    Ok(texts)
}

/// Faults of the Dungeon Master's documents. The debug view of a turn shows no key, a bundle no seed that is
/// still in use, and either has the secrets of free play whole.
async fn faults(cli_session: &CliSession, name: &str, secrets: &[String]) -> Result<Vec<String>, CommandError> {
    let mut faults = Vec::new();
    let is_free = secrets.iter().any(|secret| secret == SECRET);
    let mut debug = String::new();
    for stored in cli_session.tables.store().turns(&cli_session.id, None, None, u32::MAX).await? {
        debug += &cli_session.tables.debug(&cli_session.id, &stored.turn.id).await?.into_json().to_string();
    }
    if debug.contains(KEY) {
        faults.push(format!("{name}, debug: a key"));
    }
    let (bundle, _) = cli_session.tables.export(cli_session.tables.line_up(&cli_session.id)).await?;
    let next = cli_session.now().await?.game.dice.commitment();
    if bundle.seeds.iter().any(|it| it.commitment == next && it.seed.is_some()) {
        faults.push(format!("{name}, export: the seed of dice that are still to fall"));
    }
    let bundle = String::from_utf8_lossy(&bundle.write()?).to_lowercase();
    for (document, text) in [("debug", debug.to_lowercase()), ("export", bundle)] {
        if is_free && !text.contains(SECRET) {
            faults.push(format!("{name}, {document}: lacks what the Dungeon Master wrote"));
        }
    }
    Ok(faults)
}

fn json_of<T: Serialize>(it: &T) -> String {
    serde_json::to_string(it).unwrap_or_default()
}

/// A text as it is within a JSON document.
fn in_json(text: &str) -> String {
    let json = json_of(&text);
    json[1..json.len() - 1].to_owned()
}
