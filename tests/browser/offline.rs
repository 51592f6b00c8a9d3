//! Browser tests of the offline page: it appears if no server answers, and keeps what was being written.

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
};

/// Waits until the stand-in is kept.
const IS_KEPT: &str = "caches.open('offline').then((shelf) => shelf.match('/js/text.js')).then(Boolean)";

/// Waits until the story is kept.
const HAS_STORY: &str = "caches.open('story').then((shelf) => shelf.match('/js/kept-story.json')).then(Boolean)";

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_leaves_a_page_to_write_on_and_gives_way_to_it() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    tab.say("I look around.").await;
    tab.write("#say", "I open the").await;
    let since = std::time::Instant::now();
    while !tab.read::<bool>(IS_KEPT).await {
        assert!(since.elapsed() < crate::tab::PATIENCE, "the stand-in is not kept");
    }
    tab.until("navigator.serviceWorker.controller").await;
    while !tab.read::<bool>(HAS_STORY).await {
        assert!(since.elapsed() < crate::tab::PATIENCE, "the story is not kept");
    }
    let told = tab.story().await[0].1.clone();
    house.kill();
    tab.reload().await;
    tab.see("h1", "The lamp is out").await;
    // What was read last can be read again, without a line to anywhere.
    tab.click(".kept-story summary", "").await;
    tab.see(".kept-story .deed", "I look around.").await;
    tab.see(".kept-story .prose", told.lines().next().unwrap()).await;
    tab.see("#away", "does not answer").await;
    tab.see("#away label", "What you were about to do in “").await;
    tab.until("document.querySelector('#away textarea').value === 'I open the'").await;
    tab.run("document.querySelector('#away textarea').focus()").await;
    tab.press("End").await;
    tab.type_in(" door").await;
    house.light().await;
    // Nothing is removed while someone is writing.
    tab.see("#away button", "Back to the table").await;
    tab.click("#away button", "Back to the table").await;
    tab.at_table().await;
    tab.until("document.querySelector('#say').value === 'I open the door'").await;
    tab.see("#log", "I look around.").await;

    // Who writes nothing is brought back.
    tab.write("#say", "").await;
    house.kill();
    tab.reload().await;
    tab.see("h1", "The lamp is out").await;
    tab.run("document.activeElement?.blur()").await;
    house.light().await;
    tab.at_table().await;
    tab.forgive().await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_that_stands_in_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let checked = Checked::open(&chromium, &house.url(), axe).await;
    checked.tab.run("localStorage.setItem('embertale.draft.one', 'I open the')").await;
    // As it is sent, before anything has gone wrong: asked for on purpose, it stays until the server is looked for.
    checked.tab.go(&format!("{}offline.html#/s/one", house.url())).await;
    checked.tab.see("h1", "The lamp is out").await;
    checked.tab.run("document.querySelector('textarea').focus()").await;
    checked.check("where no server answers").await;
    chromium.close([checked.tab]).await;
}
