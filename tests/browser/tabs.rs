//! Browser tests of several tabs with one session: they agree, and none of them loses what was being written.

use serde_json::json;

use crate::{
    chromium::Chromium,
    house::House,
    support::{ScriptedClaude, fails, says},
    tab::Tab,
};

/// A session with one turn, and two tabs at its table.
async fn two_tabs(chromium: &Chromium, house: &House) -> (Tab, Tab) {
    let first = chromium.tab(&house.url()).await;
    first.begin().await;
    first.say("I look around.").await;
    let url: String = first.read("location.href").await;
    let second = chromium.tab(&url).await;
    second.at_table().await;
    (first, second)
}

async fn same_story(tabs: [&Tab; 2], deeds: &[&str]) {
    let want =
        format!("isQuiet() && JSON.stringify(story().map(([deed]) => deed)) === {}", json!(json!(deeds).to_string()));
    for tab in tabs {
        tab.until(&want).await;
    }
    assert_eq!(tabs[0].story().await, tabs[1].story().await);
}

async fn draft(tab: &Tab) -> String {
    tab.read("document.querySelector('#say').value").await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_played_or_taken_back_in_one_tab_shows_in_the_other() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let (first, second) = two_tabs(&chromium, &house).await;
    same_story([&first, &second], &["I look around."]).await;
    first.say("I search the place.").await;
    same_story([&first, &second], &["I look around.", "I search the place."]).await;
    second.say("I listen.").await;
    same_story([&first, &second], &["I look around.", "I search the place.", "I listen."]).await;
    second.run("document.querySelector('.turn').dataset.stays = 'yes'; document.querySelector('.turn').focus()").await;
    first.click("[data-deed=undo]", "").await;
    same_story([&first, &second], &["I look around.", "I search the place."]).await;
    second.see("#trouble", "taken back elsewhere").await;
    assert!(second.holds("document.activeElement.dataset.stays === 'yes'").await, "who reads is not disturbed");
    first.see("#trouble", "The turn is taken back. Your words are in the box.").await;
    first.type_in(" And").await;
    first.until("document.querySelector('#trouble').hidden").await;
    // Both send at once: one waits for the other, and both turns are played.
    for (tab, words) in [(&first, "I wait at the door."), (&second, "I knock at the door.")] {
        tab.write("#say", words).await;
    }
    first.press("Enter").await;
    second.press("Enter").await;
    for tab in [&first, &second] {
        tab.until("isQuiet() && story().length === 4").await;
    }
    assert_eq!(first.story().await, second.story().await);
    chromium.close([first, second]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_fell_behind_catches_up_when_it_plays() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let here = chromium.tab(&house.url()).await;
    here.begin().await;
    here.say("I look around.").await;
    let url: String = here.read("location.href").await;
    // Another machine: no word passes between these two.
    let there = chromium.stranger(&url).await;
    there.at_table().await;
    here.say("I search the place.").await;
    here.say("I listen.").await;
    there.write("#say", "I come in late.").await;
    there.press("Enter").await;
    there.until("isQuiet() && story().at(-1)[0] === 'I come in late.'").await;
    there.until("story().length === 4").await;
    here.run("dispatchEvent(new Event('focus'))").await;
    let deeds = ["I look around.", "I search the place.", "I listen.", "I come in late."];
    same_story([&here, &there], &deeds).await;
    chromium.close([here, there]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_outlives_a_reload_and_is_there_in_a_second_tab_and_belongs_to_its_session() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let (first, second) = two_tabs(&chromium, &house).await;
    first.write("#say", "Half a sen").await;
    first.reload().await;
    first.at_table().await;
    assert_eq!(draft(&first).await, "Half a sen");
    second.reload().await;
    second.at_table().await;
    assert_eq!(draft(&second).await, "Half a sen");

    let there: String = first.read("location.hash").await;
    first.turn_to("#/new").await;
    first.begin().await;
    assert_eq!(draft(&first).await, "", "another session has drafts of its own");
    first.write("#say", "Elsewhere").await;
    first.turn_to(&there).await;
    first.until("document.querySelector('#say').value === 'Half a sen'").await;
    first.press("Escape").await;
    first.say("Half a sentence.").await;
    first.reload().await;
    first.at_table().await;
    assert_eq!(draft(&first).await, "", "what was taken is no draft any more");
    chromium.close([first, second]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_the_server_would_not_take_are_back_in_the_box() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;

    // The model fails after the turn began.
    claude.expect_words("I sing.");
    claude.will([fails(400)]);
    tab.write("#say", "I sing.").await;
    tab.press("Enter").await;
    tab.see("#trouble", "").await;
    tab.until("isQuiet()").await;
    assert_eq!(draft(&tab).await, "I sing.");

    // The server says no before it begins: a level waits to be taken.
    claude.expect_words("I dance.");
    claude.will([says("You know more now.").and_updates(json!({"xp_gained": 300}))]);
    tab.say("I dance.").await;
    tab.write("#say", "I go on.").await;
    tab.press("Enter").await;
    tab.see("#trouble", "level").await;
    tab.until("isQuiet()").await;
    assert_eq!(draft(&tab).await, "I go on.");
    tab.reload().await;
    tab.at_table().await;
    assert_eq!(draft(&tab).await, "I go on.");
    assert_eq!(tab.story().await.len(), 1);
    chromium.close([tab]).await;
}
