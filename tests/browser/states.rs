//! Browser tests of a turn's states: each is shown where the player acts, during the turn and after a failure.

use std::time::Duration;

use serde_json::json;

use crate::{
    chromium::Chromium,
    house::House,
    line::{Break, Line, Silence},
    support::{ScriptedClaude, calls, fails, says},
    tab::Tab,
};

/// A table where Claude plays, behind a connection that the test controls.
async fn table(chromium: &Chromium, claude: &ScriptedClaude) -> (House, Line, Tab) {
    let house = House::of_claude(claude).await;
    let line = Line::to(house.address()).await;
    let tab = chromium.tab(&line.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    (house, line, tab)
}

/// Makes the page's clock go on by so much.
async fn later(tab: &Tab, seconds: u32) {
    tab.run(&format!("const now = Date.now; Date.now = () => now() + {seconds} * 1000")).await;
}

/// Makes the page's waits forty times as short.
async fn hurry(tab: &Tab) {
    tab.run("const wait = setTimeout; globalThis.setTimeout = (deed, ms, ...more) => wait(deed, ms / 40, ...more)")
        .await;
}

async fn send(tab: &Tab, words: &str) {
    tab.until("isQuiet()").await;
    tab.write("#say", words).await;
    tab.press("Enter").await;
}

/// The words are in the box again, and the turn that came to nothing is marked so.
async fn came_to_nothing(tab: &Tab, words: &str, mark: &str) {
    tab.until("isQuiet()").await;
    tab.see(".undone .notice", mark).await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, words);
    tab.see("#send", "Send").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_says_what_it_does_from_its_first_moment_to_its_last() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let (_house, line, tab) = table(&chromium, &claude).await;
    // What plays turns is fetched with the first words; the line is to be silent at the turn, however long that takes.
    assert!(
        tab.read::<bool>(
            "Promise.all([import('/js/turn/play.js'), import('/js/turn/phasewords.js')]).then(() => true)"
        )
        .await
    );
    tab.until(
        "document.querySelector('#now').hidden && seen('#send', 'Send').getAttribute('aria-disabled') === 'false'",
    )
    .await;

    claude.expect_words("I try the door.");
    claude.will([says("It holds.").and_calls("roll_dice", json!({"dice": "1d20"})), says("And then it gives.")]);
    line.fall_silent(Silence::Answer);
    send(&tab, "I try the door.").await;
    tab.see("#now", "Your words are on their way…").await;
    tab.see("#send", "Stop").await;
    later(&tab, 4).await;
    tab.until("/way… \\d+ s$/.test(document.querySelector('#now').textContent)").await;

    line.go_on_until(Silence::Behind("turn")).await;
    tab.see("#now", "The Dungeon Master considers…").await;
    later(&tab, 4).await;
    tab.until("/considers… \\d+ s$/.test(document.querySelector('#now').textContent)").await;

    line.go_on_until(Silence::Behind("text")).await;
    tab.see("#now", "The Dungeon Master tells…").await;
    tab.see(".turn.open .prose", "It holds.").await;
    later(&tab, 60).await;
    tab.see("#now", "The Dungeon Master pauses… 6").await;

    line.go_on_until(Silence::Behind("tool")).await;
    tab.see("#now", "Rolling the dice…").await;
    tab.see(".turn.open .works summary", "").await;

    line.go_on_until(Silence::Behind("roll")).await;
    tab.see(".turn.open .roll", "1d20").await;

    // The line breaks, and the next one is slow to come about.
    line.arm(Break::Here);
    line.go_on_until(Silence::Answer).await;
    tab.see("#now", "The line dropped. Picking it up again, try 1 of 6…").await;
    tab.see("#send", "Stop").await;
    line.go_on().await;
    tab.until("isQuiet() && story().length === 1 && document.querySelector('#now').hidden").await;
    assert_eq!(tab.story().await, [("I try the door.".to_owned(), "It holds.\nAnd then it gives.".to_owned())]);
    assert_eq!(line.n_broken(), 1);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_fails_says_why_and_gives_the_words_back() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let (_house, _line, tab) = table(&chromium, &claude).await;
    let undone = "None of this happened";

    // Before its first word: the key is no key.
    claude.expect_words("I sing.");
    claude.will([fails(401)]);
    send(&tab, "I sing.").await;
    tab.see("#trouble[role=alert]", "does not accept the key (401). Check ANTHROPIC_API_KEY. Your words are kept.")
        .await;
    came_to_nothing(&tab, "I sing.", undone).await;
    assert!(!tab.holds("seen('.undone .prose')").await, "nothing was told");

    // In the middle of the telling.
    claude.expect_words("I sing.");
    claude.will([says("A hush falls,").and_calls("roll_dice", json!({"dice": "1d20"})), fails(400)]);
    tab.click("#trouble button", "Try again").await;
    tab.see("#trouble", "The turn failed, and the story is as it was before.").await;
    came_to_nothing(&tab, "I sing.", undone).await;
    tab.see(".undone .prose", "A hush falls,").await;
    assert!(tab.story().await.is_empty(), "it is no part of the story");

    // The Dungeon Master has nothing to say, however often it may answer.
    claude.expect_words("I sing.");
    claude.will((0..8).map(|_| calls("roll_dice", json!({"dice": "1d4"}))));
    tab.click("#trouble button", "Try again").await;
    tab.see(".turn.newest .notice", "used up its replies for this turn").await;
    tab.until("isQuiet() && story().length === 1").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "", "this one counts");
    assert!(!tab.holds("seen('.undone')").await, "and what came to nothing is cleared away");

    // A failed retry: the existing version stays.
    let story = tab.story().await;
    claude.expect_words("I sing.");
    claude.will([fails(400)]);
    tab.press("Alt+r").await;
    tab.see("#trouble", "The new telling failed, and the earlier one stays.").await;
    tab.until("isQuiet()").await;
    assert_eq!(tab.story().await, story);
    assert!(tab.holds("seen('.turn.newest') && !seen('.undone')").await);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_stopped_gives_the_words_back_and_says_what_became_of_it() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = House::telling_at(Duration::from_millis(400)).await;
    let line = Line::to(house.address()).await;
    let tab = chromium.tab(&line.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    let (words, telling) =
        ("I look around, and I take my time over it.", "document.querySelector('.turn.open .prose')?.textContent");

    // Before the server has answered: it may not be ours to stop yet.
    line.fall_silent(Silence::Answer);
    send(&tab, words).await;
    tab.see(".turn.open", "").await;
    tab.see("#now", "Your words are on their way…").await;
    tab.press("Escape").await;
    tab.see("#now", "Stopping…").await;
    line.go_on().await;
    tab.see("#trouble", "You stopped the telling. Nothing of it counts").await;
    came_to_nothing(&tab, words, "None of this happened").await;

    // In the middle of it: silent behind its first words, so that the stop's answer can't come before it is looked for.
    line.fall_silent(Silence::Behind("text"));
    tab.press("Enter").await;
    tab.until(telling).await;
    tab.click("#send", "Stop").await;
    tab.see("#now", "Stopping…").await;
    line.go_on().await;
    tab.see("#trouble", "You stopped the telling. Nothing of it counts").await;
    came_to_nothing(&tab, words, "None of this happened").await;
    assert!(tab.holds("seen('.undone .prose')").await, "what was told stays readable");

    // From somewhere else.
    tab.press("Enter").await;
    tab.until(telling).await;
    house.cancel(&tab.read::<String>("location.hash.slice(4)").await).await;
    tab.see("#trouble", "The telling was stopped from elsewhere, perhaps in another tab.").await;
    came_to_nothing(&tab, words, "None of this happened").await;

    // With no one there to say what became of it: then no one says that it did not happen.
    line.fall_silent(Silence::Behind("text"));
    tab.press("Enter").await;
    tab.until(telling).await;
    tab.until("document.querySelector('#now').textContent.includes('tells')").await;
    hurry(&tab).await;
    house.kill();
    tab.click("#send", "Stop").await;
    tab.see("#trouble", "The server has not said yet whether it still counted").await;
    came_to_nothing(&tab, words, "Whether it still counts, the server has not said yet").await;
    line.go_on().await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_whose_stop_comes_too_late_stands() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let (_house, line, tab) = table(&chromium, &claude).await;
    claude.expect_words("I count.");
    claude.will([says("One.").and_calls("roll_dice", json!({"dice": "1d4"})), says("Two.")]);
    line.fall_silent(Silence::Behind("text"));
    send(&tab, "I count.").await;
    tab.see(".turn.open .prose", "One.").await;
    tab.click("#send", "Stop").await;
    tab.see("#now", "Stopping…").await;
    line.go_on().await;
    tab.until("isQuiet() && story().length === 1 && !seen('.undone')").await;
    assert_eq!(tab.story().await[0].1, "One.\nTwo.");
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stays_away_is_said_to_be_and_found_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    tab.say("I look around.").await;
    hurry(&tab).await;
    house.kill();
    send(&tab, "I listen.").await;
    tab.see("#trouble", "The server can’t be reached. Your words are kept.").await;
    came_to_nothing(&tab, "I listen.", "The line was cut here.").await;
    house.light().await;
    tab.click("#trouble button", "Try again").await;
    tab.until("isQuiet() && story().length === 2 && !seen('.undone')").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "");
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_asked_too_much_counts_down_until_it_can_be_asked_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::telling_at(Duration::from_secs(60)).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    let session: String = tab.read("location.hash.slice(4)").await;
    let crowd = house.crowd(&session).await;

    send(&tab, "I push in.").await;
    tab.see("#now", "You can send again in").await;
    came_to_nothing(&tab, "I push in.", "This was not played.").await;
    assert_eq!(tab.read::<String>("seen('#send').getAttribute('aria-disabled')").await, "true");
    tab.press("Enter").await;
    assert!(tab.holds("seen('#now', 'You can send again in')").await, "it is not sent before its time");
    later(&tab, 10).await;
    tab.until("document.querySelector('#now').hidden && seen('#send').getAttribute('aria-disabled') === 'false'").await;
    drop(crowd);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_offline_writes_on_and_sends_when_the_network_is_back() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    tab.offline(true).await;
    tab.see("#now", "You are offline. Keep writing: your words are kept").await;
    tab.write("#say", "I wait for better weather.").await;
    tab.press("Enter").await;
    tab.until("document.querySelector('#status').textContent.startsWith('You are offline')").await;
    assert!(tab.holds("seen('#send').title.startsWith('You are offline') && seen('#send').getAttribute('aria-disabled') === 'true'").await);
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "I wait for better weather.");
    tab.offline(false).await;
    tab.until("document.querySelector('#now').hidden").await;
    tab.press("Enter").await;
    tab.until("isQuiet() && story().length === 1").await;
    chromium.close([tab]).await;
}
