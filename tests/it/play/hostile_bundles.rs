//! Property tests of damaged bundles: each is refused, or becomes a session that can be replayed and played.

use std::sync::{Arc, LazyLock};

use game::{
    Game, Session, SessionHead, State,
    character::Character,
    creature, experience, hit_points,
    id::SessionId,
    level_up::{self, LevelUpChoices},
    ready_made::ready_made,
    story::Story,
    view::PlayerView,
};
use model::Prices;
use storyteller::Storyteller;

use embertale::{
    dm::{Ask, Drill, Models, NotPlayed, PlayerWords, Provider, Seeds, Tables},
    store::{Bundle, Interlude, MemoryStore, NewSession, Past, StoredTurn, SupersededRecords, check_fold},
};
use proptest::{prelude::*, sample::Index, test_runner::TestCaseResult};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

fn tables() -> Arc<Tables> {
    let models = Models {
        model: Arc::new(Storyteller::new()),
        provider: Provider::Storyteller,
        agents: ("storyteller", "storyteller").into(),
        prices: Arc::new(Prices::default()),
        narration_check: Default::default(),
    };
    Tables::new(Arc::new(MemoryStore::new()), Arc::new(models), Seeds::new(Some("embers".into())), Drill::default())
}

fn words(session: &SessionId, text: &str) -> PlayerWords {
    let ask = Ask::Message { text: text.to_owned(), character: None };
    PlayerWords { session: session.clone(), owner: "local".into(), guest: None, ask, key: None }
}

/// Plays something, and whether it came to a good end.
async fn play(tables: &Arc<Tables>, words: PlayerWords) -> Result<(), String> {
    match tables.play(words).await {
        Ok(heard) => heard.feed.ending().await.map(drop).map_err(|failure| format!("{failure:?}")),
        // A level that waits is a good reason.
        Err(NotPlayed::LevelUpPending { .. }) => Ok(()),
        Err(not_played) => Err(format!("{not_played:?}")),
    }
}

/// A bundle with heroes who fight and cast, a foe, dice, another telling and something taken back.
static SOUND: LazyLock<Value> = LazyLock::new(|| {
    runtime().block_on(async {
        let tables = tables();
        let heroes: Vec<Character> = ready_made().to_vec();
        let mut game = Game::new(State::start(Story { current_act: 1, ..Story::default() }, heroes, [7; 32]));
        game.apply_all(&creature::enter(&game, "Goblin", "goblin", creature::Disposition::Hostile, 2)).unwrap();
        game.apply_all(&experience::gain(&game.characters[1], 300)).unwrap();
        let id = SessionId::from("origin");
        let head = SessionHead::begin(id.clone(), "local".into(), "A tale".into(), jiff::Timestamp::now());
        let new = NewSession { session: Session { head, game }, past: None, create_key: None };
        tables.store().create(new).await.unwrap();
        for text in ["I look around.", "I search the room.", "I attack the goblin.", "I talk to Marta."] {
            play(&tables, words(&id, text)).await.unwrap();
        }
        tables.undo(tables.line_up(&id), 1, Some("back".into())).await.unwrap();
        play(&tables, PlayerWords { ask: Ask::Retry, ..words(&id, "") }).await.unwrap();
        let bundle = tables.export(tables.line_up(&id)).await.unwrap().0.write().unwrap();
        play(&tables, words(&id, "I attack the goblin again.")).await.unwrap();
        assert!(Bundle::read(std::str::from_utf8(&bundle).unwrap()).is_ok());
        let bundle = tables.export(tables.line_up(&id)).await.unwrap().0.write().unwrap();
        serde_json::from_slice(&bundle).unwrap()
    })
});

/// Every place in a document.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(entries) => {
            for (i, entry) in entries.iter().enumerate() {
                places(entry, format!("{at}/{i}"), found);
            }
        }
        _ => {}
    }
    found.push(at);
}

/// Something done to a value of a document.
#[derive(Debug, Clone)]
enum Harm {
    Number(i64),
    Unsigned(u64),
    Text(String),
    Other(Value),
    Gone,
    Doubled,
    /// Another value of the document in its place.
    Swapped(Index),
}

fn harm() -> impl Strategy<Value = Harm> {
    let extremes = [0, 1, -1, 2, 5, 20, 21, 255, 256, 65_536, i64::from(i32::MAX), i64::from(i32::MIN), 1 << 40];
    prop_oneof![
        6 => proptest::sample::select(extremes.to_vec()).prop_map(Harm::Number),
        1 => proptest::sample::select(vec![u64::from(u32::MAX), u64::MAX, 1 << 53]).prop_map(Harm::Unsigned),
        2 => ".{0,12}".prop_map(Harm::Text),
        1 => (1usize..10_000).prop_map(|n| Harm::Text("x".repeat(n))),
        1 => proptest::sample::select(vec![json!(null), json!([]), json!({}), json!(true), json!(0.5), json!(1e300)])
            .prop_map(Harm::Other),
        2 => Just(Harm::Gone),
        2 => Just(Harm::Doubled),
        3 => any::<Index>().prop_map(Harm::Swapped),
    ]
}

fn inflict(document: &mut Value, at: &Index, harm: &Harm) {
    let mut found = Vec::new();
    places(document, String::new(), &mut found);
    // Mostly where it may slip through: in the numbers of games and changes.
    let numbers = |place: &&String| document.pointer(place).is_some_and(|it| it.is_number());
    let chosen = match harm {
        Harm::Number(_) | Harm::Unsigned(_) => found.iter().filter(numbers).cloned().collect(),
        _ => found.clone(),
    };
    let place = at.get(&chosen).clone();
    let swapped = match harm {
        Harm::Swapped(from) => document.pointer(from.get(found.as_slice()).as_str()).cloned(),
        _ => None,
    };
    let Some((parent, last)) = place.rsplit_once('/') else { return };
    match (harm, document.pointer_mut(parent)) {
        (Harm::Gone, Some(Value::Object(fields))) => drop(fields.shift_remove(last)),
        (Harm::Gone, Some(Value::Array(entries))) => drop(entries.remove(last.parse().unwrap())),
        (Harm::Doubled, Some(Value::Array(entries))) => {
            let entry = entries[last.parse::<usize>().unwrap()].clone();
            entries.push(entry);
        }
        _ => {}
    }
    let Some(value) = document.pointer_mut(&place) else { return };
    match harm {
        Harm::Number(n) => *value = json!(n),
        Harm::Unsigned(n) => *value = json!(n),
        Harm::Text(text) => *value = json!(text),
        Harm::Other(other) => value.clone_from(other),
        Harm::Swapped(_) => *value = swapped.unwrap_or_default(),
        Harm::Gone | Harm::Doubled => {}
    }
}

/// Makes the state what the changes come to, as one would who wants to get through.
fn cover_up(document: &mut Value) -> Option<()> {
    let read = |pointer: &str| document.pointer(pointer).cloned();
    let start: Game = serde_json::from_value(read("/session/start")?).ok()?;
    let turns: Vec<StoredTurn> = serde_json::from_value(read("/turns")?).ok()?;
    let interludes: Vec<Interlude> = serde_json::from_value(read("/interludes")?).ok()?;
    let past = Past { start, turns, interludes, checkpoints: Vec::new(), aside: SupersededRecords::default() };
    let (game, _) = past.fold().ok()?;
    *document.pointer_mut("/session/state")? = serde_json::to_value(game).ok()?;
    Some(())
}

/// Everything a player may do with a session that came in.
async fn use_it(bundle: Bundle) -> TestCaseResult {
    let tables = tables();
    let session = tables.import(bundle, "local".into(), (None, None)).await;
    let session = session.map_err(|error| TestCaseError::fail(error.to_string()))?.into_inner();
    let id = session.head.id.clone();
    let fails = |what: &str| TestCaseError::fail(what.to_owned());
    check_fold(&**tables.store(), &id).await.map_err(|error| fails(&error.to_string()))?;
    let game = &session.game;
    let _ = serde_json::to_string(&PlayerView::of(&session, "storyteller"));
    for hero in &game.characters {
        let _ = (level_up::take(hero, &LevelUpChoices::default()), experience::gain(hero, u32::MAX));
        for by in [i32::MIN, -7, 7, i32::MAX] {
            let mut game = game.clone();
            prop_assert!(game.apply_all(&hit_points::change(hero, by).0).is_ok());
            prop_assert!(game.check().is_ok());
        }
    }
    prop_assert!(game.dice.throw("4d6", "").is_ok(), "fresh dice are there");
    let past = Past::load(&**tables.store(), &id).await.map_err(|error| fails(&error.to_string()))?;
    let _ = past.throw_again();
    for stored in past.turns.iter().chain(&past.aside.alternatives) {
        let feed = tables.events(&id, &stored.turn.id).await.map_err(|error| fails(&error.to_string()))?;
        prop_assert!(feed.ending().await.is_ok());
    }
    for other in past.aside.alternatives.iter().filter(|other| other.turn.seq == session.head.n_turns) {
        let chosen = tables.choose(tables.line_up(&id), &other.turn.id, &other.turn.id).await;
        prop_assert!(chosen.is_ok(), "{chosen:?}");
    }
    play(&tables, words(&id, "I attack the goblin.")).await.map_err(|error| fails(&error))?;
    play(&tables, words(&id, "I cast a spell at it and rest.")).await.map_err(|error| fails(&error))?;
    check_fold(&**tables.store(), &id).await.map_err(|error| fails(&error.to_string()))?;
    let again = tables.export(tables.line_up(&id)).await.map_err(|error| fails(&error.to_string()))?;
    let again = again.0.write().map_err(|error| fails(&error.to_string()))?;
    let read = Bundle::read(std::str::from_utf8(&again).unwrap_or_default());
    prop_assert!(read.is_ok(), "what came in goes out and in again: {read:?}");
    Ok(())
}

fn came_in(document: &Value) -> Result<bool, TestCaseError> {
    let Ok(bundle) = Bundle::read(&document.to_string()) else { return Ok(false) };
    runtime().block_on(use_it(bundle)).map(|()| true)
}

#[test]
fn a_sound_bundle_comes_in_and_can_be_used() {
    let mut sound = SOUND.clone();
    assert!(came_in(&sound).unwrap());
    cover_up(&mut sound).unwrap();
    assert_eq!(sound, *SOUND);
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn a_harmed_bundle_is_refused_or_can_be_played(
        harms in proptest::collection::vec((any::<Index>(), harm()), 1..4),
        covered in proptest::bool::weighted(0.8),
    ) {
        let mut document = SOUND.clone();
        for (at, harm) in &harms {
            inflict(&mut document, at, harm);
        }
        if covered {
            cover_up(&mut document);
        }
        came_in(&document)?;
    }

    #[test]
    fn no_text_makes_reading_panic(text in ".{0,200}", cut in any::<Index>()) {
        let _ = Bundle::read(&text);
        let whole = SOUND.to_string();
        let mut end = cut.index(whole.len());
        while !whole.is_char_boundary(end) {
            end -= 1;
        }
        prop_assert!(Bundle::read(&whole[..end]).is_err());
    }
}
