//! Browser tests of the debug view of a turn: the warning, the keyboard, and accessibility.

use serde_json::json;

use crate::{
    access::Checked,
    by_keyboard::walk,
    chromium::{Chromium, axe},
    house::House,
    support::{ScriptedClaude, calls, says},
    tab::Tab,
};

/// Opens the debug view from a turn's menu, up to the warning.
async fn warned(tab: &Tab) {
    tab.click(".turn.newest [data-deed=menu]", "").await;
    tab.click("dialog.menu button", "How it was told").await;
    tab.see("dialog.debug p", "This is everything the Dungeon Master read").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_a_turn_was_told_stands_behind_a_warning() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    claude.expect_words("I leap.");
    claude.will([
        calls("roll_dice", json!({"dice": "1d20+3", "reason": "a leap"})),
        says("You land in the yard, on both feet."),
    ]);
    tab.say("I leap.").await;

    warned(tab).await;
    assert!(!tab.holds("document.querySelector('dialog.debug .call')").await, "nothing is given away before one asks");
    it.check("the warning").await;
    tab.size(1280, 800).await;
    walk(tab, "Tab", "dialog.debug .row button").await;
    tab.press("Enter").await;
    tab.see("dialog.debug .call h4", "dungeonMaster").await;
    tab.until(
        "document.activeElement.matches('dialog.debug h3') && document.activeElement.textContent === 'Who was asked'",
    )
    .await;
    assert!(!tab.holds("seen('dialog.debug p', 'Here stands all')").await, "who was warned is warned no more");
    tab.see("dialog.debug .call p", "Used roll_dice").await;

    // The prompt is shown in blocks that open one by one.
    tab.run("document.querySelectorAll('dialog.debug details').forEach((block) => { block.open = true; })").await;
    let told: String =
        tab.read("[...document.querySelectorAll('dialog.debug pre')].map((pre) => pre.textContent).join('\\n')").await;
    assert!(told.contains("I leap."), "{told}");
    let loose = "[...document.querySelectorAll('dialog.debug pre')].filter((pre) => pre.scrollWidth > pre.clientWidth + 1 && pre.tabIndex < 0).length";
    assert_eq!(tab.read::<usize>(loose).await, 0, "what scrolls can be reached by keyboard");
    it.check("how a turn was told").await;

    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog')").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_looked_into_is_said_and_can_be_asked_for_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    tab.say("I look around.").await;
    warned(&tab).await;
    house.kill();
    tab.click("dialog.debug button", "Show it anyway").await;
    tab.see("dialog.debug [role=alert]", "").await;
    house.light().await;
    tab.click("dialog.debug button", "Show it anyway").await;
    tab.see("dialog.debug h3", "Who was asked").await;
    tab.until("!document.querySelector('dialog.debug [role=alert]')").await;
    chromium.close([tab]).await;
}
