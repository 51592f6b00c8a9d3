//! Browser tests of the safety tools: setting lines, and the X card during a turn.

use std::time::Duration;

use serde_json::json;

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
};

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_set_and_the_x_card_stops_in_mid_sentence() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::telling_at(Duration::from_millis(400)).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    let id: String = tab.read("location.hash.split('/')[2]").await;
    tab.click("#settings", "").await;
    tab.click("dialog summary", "What not to show").await;
    tab.see("dialog select[name='tag.spiders']", "").await;
    tab.run("{ const tag = document.querySelector(\"select[name='tag.spiders']\"); tag.value = 'line'; }").await;
    tab.write("dialog textarea[name=lines]", "clowns in the fog").await;
    it.check("lines and veils").await;
    tab.click("dialog details[open] button[type=submit]", "Save").await;
    tab.see("dialog [role=status]", "Saved.").await;
    tab.press("Escape").await;
    let set = house.read(&format!("/api/sessions/{id}/safety")).await;
    assert_eq!(set["lines"], json!(["spiders", "clowns in the fog"]));

    // By the button, then by the key: its first press asks to cancel the turn that the second one stops.
    tab.expect_cut_lines();
    for (n, about) in [(0, "bells"), (1, "")] {
        tab.until("isQuiet()").await;
        tab.write("#say", "look around").await;
        tab.press("Enter").await;
        tab.until("document.querySelector('#log').textContent.length > 40 && !isQuiet()").await;
        match n {
            0 => tab.click("#x", "X card: stop this scene and undo it").await,
            _ => tab.press_twice("Escape").await,
        }
        tab.see("dialog", "The scene was stopped").await;
        if !about.is_empty() {
            tab.write("dialog input[name=about]", about).await;
        }
        it.check("the X card").await;
        tab.click("dialog button[type=submit]", "Go on").await;
        tab.until("!document.querySelector('dialog[open]') && isQuiet()").await;
        assert_eq!(house.turns(&id).await.len(), 0);
        assert!(tab.story().await.is_empty());
    }
    let set = house.read(&format!("/api/sessions/{id}/safety")).await;
    assert_eq!(set["lines"], json!(["spiders", "clowns in the fog", "bells"]));
    chromium.close([it.tab]).await;
}
