//! A browser test of a whole adventure: it is chosen, played through a fight and two levels, exported, imported on another
//! server and continued.

use serde_json::{Value, json};

use crate::{
    chromium::Chromium,
    fight::{NEXT, QUIET},
    house::House,
    playing::{exported, import},
    support::{ScriptedClaude, says},
    tab::Tab,
};

/// A message, and the story that answers it.
const EVENING: [(&str, &str); 5] = [
    ("I look around the mill.", "Dust hangs in the light. The stones stand still."),
    ("I call for the miller.", "Nobody answers, but something below has heard you."),
    ("I try the cellar door.", "It is not locked; it is only heavy."),
    ("I light a torch.", "The dark steps back by three paces."),
    ("I listen at the stairs.", "Claws, and then no claws. It listens, too."),
];

/// The hero as a sheet on the page shows it, without how the adventure is titled.
const SHOWN: &str = "seen('#panel-hero .sheet-head')?.textContent";

/// What a table knows of the hero that an exported adventure must keep.
async fn sheet(house: &House, session: &str) -> Value {
    let hero = house.read(&format!("/api/sessions/{session}")).await["characters"][0].clone();
    let kept = ["name", "level", "subclass", "xp", "maxHP", "currentHP", "features", "inventory"];
    kept.iter().map(|field| ((*field).to_owned(), hero[field].clone())).collect::<serde_json::Map<_, _>>().into()
}

/// Sends a message, and has this story told.
async fn say(tab: &Tab, claude: &ScriptedClaude, words: &str, telling: &str, update: Option<Value>) {
    claude.expect_words(words);
    claude.will([match update {
        Some(update) => says(telling).and_updates(update),
        None => says(telling),
    }]);
    tab.say(words).await;
}

/// Fights by the panel's buttons until no one is left to fight.
async fn fight(tab: &Tab) {
    for step in 0.. {
        tab.until(&format!("isQuiet() && (!document.querySelector('#tab-fight') || {QUIET})")).await;
        if !tab.holds("document.querySelector('#tab-fight')").await {
            return;
        }
        assert!(step < 200, "the fight has no end");
        tab.run(NEXT).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adventure_is_begun_played_fought_raised_exported_and_goes_on_elsewhere() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;

    // A hero is chosen, and the adventure gets its name.
    tab.see(".hero-card", "Brannoc Ashdown").await;
    tab.click(".hero-card", "Brannoc Ashdown").await;
    tab.click(".new-game summary", "Title, rules").await;
    tab.write(".new-game input[name=title]", "The Mill below the Weir").await;
    tab.begin().await;
    tab.see("#title", "The Mill below the Weir").await;
    let session: String = tab.read("location.hash.slice(4)").await;

    for (words, telling) in EVENING {
        say(&tab, &claude, words, telling, None).await;
    }
    assert_eq!(tab.story().await, EVENING.map(|(deed, telling)| (deed.to_owned(), telling.to_owned())));

    // What was down there is fought, by buttons alone.
    let rat = json!({"npcs_to_create": [{"name": "giant rat", "slug": "giant-rat", "disposition": "hostile"}]});
    say(&tab, &claude, "I go down.", "A rat the size of a dog looks up from the flour.", Some(rat)).await;
    tab.see("#tab-fight[aria-selected=true]", "Fight").await;
    fight(&tab).await;
    tab.see("#trouble", "The fight is won.").await;
    tab.see(".turn.newest .marks", "Fight won").await;

    // Two levels are earned, and taken where the page offers them: the second one asks for a path.
    say(&tab, &claude, "I carry the flour up.", "The miller weeps for joy.", Some(json!({"xp_gained": 875}))).await;
    for level in [2, 3] {
        tab.click("#panel-hero [data-key=level]", "").await;
        tab.see("dialog h2", &format!("level {level}")).await;
        if level == 3 {
            let paths: Vec<String> = tab
                .read("[...document.querySelector('dialog select[name=subclass]').options].map(({ text }) => text)")
                .await;
            assert_eq!(paths, ["Champion"]);
        }
        tab.click("dialog form .primary", "").await;
        tab.until("!document.querySelector('dialog')").await;
        tab.until(&format!("{SHOWN}.includes('level\\u00a0{level}')")).await;
    }
    assert!(!tab.holds("seen('#panel-hero [data-key=level]')").await, "nothing more is earned");
    tab.reload().await;
    tab.at_table().await;
    tab.see("#panel-hero .sheet-head", "").await;
    let (shown, story): (String, _) = (tab.read(SHOWN).await, tab.story().await);
    assert!(shown.contains("Brannoc Ashdown") && shown.contains("(Champion)"), "{shown}");
    let before = sheet(&house, &session).await;
    assert_eq!((&before["level"], &before["xp"]), (&json!(3), &json!(900)), "{before}");

    // Another server has never heard of it; the file is all it gets.
    let file = exported(&chromium, &tab).await;
    let elsewhere = House::of_claude(&claude).await;
    let there = chromium.stranger(&elsewhere.url()).await;
    there.see("h1", "An adventure that listens to you").await;
    there.see(".played", "Played elsewhere?").await;
    import(&there, &file).await;
    there.see("#trouble", "just as it was exported").await;
    there.until("isQuiet() && story().length > 0").await;
    assert_eq!(there.story().await, story, "turn by turn");
    there.see("#title", "The Mill below the Weir").await;
    there.see("#panel-hero .sheet-head", "").await;
    assert_eq!(there.read::<String>(SHOWN).await, shown);
    let session: String = there.read("location.hash.slice(4)").await;
    assert_eq!(sheet(&elsewhere, &session).await, before);
    say(&there, &claude, "I drink to the miller.", "He drinks to you.", None).await;
    assert_eq!(there.story().await.len(), story.len() + 1, "and it goes on");
    chromium.close([tab, there]).await;
}
