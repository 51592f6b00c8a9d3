//! Browser tests of hostile texts in every field of the server's answers: they stay plain text.

use serde_json::{Value, json};

use crate::{
    chromium::Chromium,
    fight::QUIET,
    hostile::{STRINGS, must_be_inert},
    house::House,
    playing::import,
    support::{ScriptedClaude, says},
    tab::Tab,
};

/// Puts words in the place of every text the server sends; see there.
const TAINT: &str = include_str!("taint.js");

/// Words that stand first count where an address or a style is made of a text.
const FIRST: [&str; 3] = ["javascript:pwned=1//", "\"><img src=x onerror=pwned=1>", "//evil.example/leak"];

/// From here on, whatever comes from the server is all of these words at once.
async fn spoil(tab: &Tab, first: &str) {
    let words = format!("{first} {}", STRINGS.join(" "));
    tab.page.evaluate_on_new_document(format!("taint = {};", json!(words))).await.unwrap();
    tab.reload().await;
}

/// The screen is there, has the words, and nothing came of them.
async fn stays_words(tab: &Tab, selector: &str, place: &str) {
    tab.see(selector, "<svg onload=pwned=1>").await;
    tab.run("document.querySelectorAll('details:not(.reckoned)').forEach((details) => { details.open = true; })").await;
    must_be_inert(tab, place).await;
}

/// Closes what is open above the page.
async fn close(tab: &Tab) {
    while tab.holds("document.querySelector('dialog[open]')").await {
        tab.press("Escape").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_text_of_the_servers_at_a_table_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let session = house.begin(&json!({"campaign": "the-ice-house-at-sundry"})).await.unwrap();
    let update = json!({
        "items_gained": ["a lantern"], "npcs_met": ["Marta"], "quests_added": ["Find the miller"], "important_event": "The wheel stopped.",
        "conditions_added": ["poisoned"], "location_changed": "the mill", "xp_gained": 900, "milestone": "The road is open.",
    });
    claude.expect_words("I look around.");
    claude.will([
        says("It is quiet.").and_calls("roll_dice", json!({"dice": "1d20", "reason": "a look"})).and_updates(update),
        says("Nothing stirs."),
    ]);
    house.chat(&session, "I look around.").await;

    let tab = chromium.tab("about:blank").await;
    tab.expect_cut_lines();
    tab.page.evaluate_on_new_document(TAINT).await.unwrap();
    tab.go(&format!("{}#/s/{session}", house.url())).await;
    for first in FIRST {
        spoil(&tab, first).await;
        tab.at_table().await;
        stays_words(&tab, ".turn .prose", "the story").await;
        must_be_inert(&tab, "the head").await;
        for (key, panel) in
            [("Alt+1", "hero"), ("Alt+2", "journal"), ("Alt+3", "dice"), ("Alt+4", "cost"), ("Alt+6", "plot")]
        {
            tab.press(key).await;
            tab.until(&format!("document.activeElement.id === 'tab-{panel}'")).await;
            stays_words(&tab, &format!("#panel-{panel}"), panel).await;
        }
        tab.press("Alt+2").await;
        tab.click(".fact .fact-more", "").await;
        tab.click("#panel-journal button", "Search the whole story").await;
        tab.until("document.activeElement.matches('dialog.seek input')").await;
        tab.type_in("quiet").await;
        tab.press("Enter").await;
        stays_words(&tab, "dialog.seek .found-places", "what was found").await;
        close(&tab).await;
        tab.press("Alt+1").await;
        tab.click("[data-key=level]", "").await;
        stays_words(&tab, "dialog", "a level").await;
        close(&tab).await;
        tab.click("[data-key=sheet]", "").await;
        stays_words(&tab, "dialog.sheet", "the sheet").await;
        // This number of words would push it out of reach.
        tab.run("document.querySelector('dialog.sheet [data-key=purse]').click()").await;
        tab.see("dialog.why", "").await;
        must_be_inert(&tab, "where a number is from").await;
        close(&tab).await;
        tab.click(".turn.newest [data-deed=menu]", "").await;
        tab.click("dialog.menu button", "How it was told").await;
        tab.click("dialog.debug .row button", "").await;
        stays_words(&tab, "dialog.debug", "how it was told").await;
        close(&tab).await;
        tab.click("#menu", "").await;
        stays_words(&tab, ".drawer .adventures", "the drawer").await;
        close(&tab).await;
    }

    // A level waits: the server says no to what is said, in words of its own.
    tab.write("#say", "I listen.").await;
    tab.press("Enter").await;
    stays_words(&tab, "#trouble", "a refusal").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_text_of_a_turn_as_it_is_told_and_of_a_fight_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let heroes = house.read("/api/heroes").await["items"].clone();
    let party: Vec<&Value> = heroes.as_array().unwrap().iter().map(|hero| &hero["id"]).skip(2).take(2).collect();
    let session = house.begin(&json!({"characters": party})).await.unwrap();
    let tab = chromium.tab("about:blank").await;
    tab.page.evaluate_on_new_document(TAINT).await.unwrap();
    tab.go(&format!("{}#/s/{session}", house.url())).await;
    for (n, first) in FIRST.into_iter().enumerate() {
        spoil(&tab, first).await;
        tab.at_table().await;
        let words = format!("I look around, {n}.");
        claude.expect_words(&words);
        let update = json!({"npcs_met": [format!("Marta {n}")], "items_gained": ["ember"], "location_changed": format!("yard {n}")});
        claude.will([
            says("You look.").and_calls("roll_dice", json!({"dice": "1d20", "reason": "a look"})).and_updates(update),
            says("Nothing stirs."),
        ]);
        tab.say(&words).await;
        stays_words(&tab, ".turn.newest .prose", "a turn").await;
        stays_words(&tab, ".turn.newest .arrival", "where it led").await;
        stays_words(&tab, ".turn.newest .marks", "what changed").await;
        stays_words(&tab, ".turn.newest .roll", "a throw").await;
    }
    claude.expect_words("I open the door.");
    let goblins =
        json!({"npcs_to_create": [{"name": "goblin", "slug": "goblin", "disposition": "hostile", "count": 2}]});
    claude.will([says("Two of them.").and_updates(goblins)]);
    tab.say("I open the door.").await;
    for first in FIRST {
        spoil(&tab, first).await;
        tab.at_table().await;
        tab.until(QUIET).await;
        stays_words(&tab, "#panel-fight h2", "whose turn it is").await;
        stays_words(&tab, "#panel-fight .order", "the order").await;
        stays_words(&tab, "#panel-fight .deed-group", "what can be done").await;
        must_be_inert(&tab, "the map").await;
    }
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_text_of_the_servers_away_from_a_table_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    house.begin(&json!({"title": "The old mill"})).await.unwrap();
    let ask =
        reqwest::Client::new().post(format!("{}api/plans", house.url())).json(&json!({"campaign": "short-weight"}));
    let plan: Value = ask.send().await.unwrap().json().await.unwrap();
    let plan = plan["id"].as_str().unwrap();
    let tab = chromium.tab("about:blank").await;
    tab.expect_cut_lines();
    tab.page.evaluate_on_new_document(TAINT).await.unwrap();
    tab.go(&house.url()).await;
    for first in FIRST {
        spoil(&tab, first).await;
        stays_words(&tab, ".adventures", "the list").await;
        tab.click("#settings", "").await;
        stays_words(&tab, "dialog", "the settings").await;
        close(&tab).await;
        for (address, selector) in [
            ("#/new", ".hero-card"),
            ("#/new", ".campaign-card"),
            ("#/rules?q=goblin", ".found ol"),
            ("#/rules/monster/goblin", ".entry"),
            ("#/author", ".adventures"),
            ("#/rules?q=fire&type=vehicle", ".found [role=alert]"),
        ] {
            tab.turn_to(address).await;
            stays_words(&tab, selector, address).await;
        }
        tab.turn_to(&format!("#/author/{plan}")).await;
        for pane in ["outline", "map", "findings"] {
            tab.click(&format!("#author-tab-{pane}"), "").await;
            tab.see(&format!("#author-{pane} h2"), "").await;
            must_be_inert(&tab, pane).await;
        }
        tab.turn_to("#/").await;
        tab.see(".adventures", "").await;
    }
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_writes_into_the_journal_and_calls_a_file_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let session = house.begin(&json!({})).await.unwrap();
    house.chat(&session, "I look around.").await;
    let mut n_kept = 0;
    for string in STRINGS {
        let note = json!({"text": string, "pinned": n_kept % 2 == 0});
        let ask = reqwest::Client::new().post(format!("{}api/sessions/{session}/journal", house.url())).json(&note);
        n_kept += usize::from(ask.send().await.unwrap().status().is_success());
    }
    assert!(n_kept >= 40, "{n_kept} notes were taken");
    let tab = chromium.tab(&format!("{}#/s/{session}", house.url())).await;
    tab.at_table().await;
    tab.press("Alt+2").await;
    let n_lines = "document.querySelectorAll('.fact').length";
    tab.see(".fact", "").await;
    while tab.read::<usize>(n_lines).await < n_kept {
        let before: usize = tab.read(n_lines).await;
        tab.click(".facts-book button", "Show more").await;
        tab.until(&format!("{n_lines} > {before}")).await;
    }
    let said: String = tab.read("document.querySelector('.facts-book').textContent").await;
    let n_said = STRINGS.iter().filter(|string| said.contains(**string)).count();
    assert!(n_said >= 36, "{n_said} of them stand there as they were written");
    must_be_inert(&tab, "notes").await;
    tab.click(".fact .fact-more", "").await;
    tab.click(".fact button", "Change").await;
    tab.see(".fact textarea", "").await;
    must_be_inert(&tab, "a note that is changed").await;

    // A file that is refused is named as it is called.
    tab.turn_to("#/").await;
    tab.see(".adventures", "").await;
    let folder = tempfile::tempdir().unwrap();
    for (n, name) in
        ["<img src=x onerror=pwned=1>.json", "\u{202e}nosj.tpircs.json", "'-pwned=1-'.json"].into_iter().enumerate()
    {
        let file = folder.path().join(name);
        std::fs::write(&file, format!("Dear Marta, {n}")).unwrap();
        import(&tab, file.to_str().unwrap()).await;
        tab.see(".sessions .fault", "was not imported.").await;
        must_be_inert(&tab, name).await;
    }
    chromium.close([tab]).await;
}
