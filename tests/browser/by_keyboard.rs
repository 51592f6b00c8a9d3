//! Everything can be done with the keyboard alone.

use crate::{chromium::Chromium, house::House, playing::arrived, tab::Tab};

pub(crate) const NO_MOUSE: &str = r"
    globalThis.mice = [];
    for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
        addEventListener(kind, () => mice.push(kind), { capture: true });
";

/// Steps from control to control until this one has the focus.
pub(crate) async fn walk(tab: &Tab, key: &str, to: &str) {
    let there = format!("document.activeElement?.matches({})", serde_json::json!(to));
    for _ in 0..80 {
        if tab.holds(&there).await {
            return;
        }
        tab.press(key).await;
        let is_lost = "document.activeElement === document.body && document.querySelector('dialog[open]')";
        assert!(!tab.holds(is_lost).await, "the focus fell out of the dialog on the way to {to}");
    }
    panic!("{key} never comes to {to}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adventure_is_played_and_exported_without_a_mouse() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.see(".hero-card", "").await;
    tab.run(NO_MOUSE).await;
    let folder = chromium.downloads().await;

    walk(&tab, "Tab", "input[name=hero]").await;
    tab.press("ArrowDown").await;
    assert!(tab.holds("document.querySelectorAll('input[name=hero]')[1].checked").await);
    walk(&tab, "Tab", ".new-game button[type=submit]").await;
    tab.press("Enter").await;
    tab.at_table().await;
    for (i, words) in ["I look around.", "I search the place.", "I listen."].into_iter().enumerate() {
        tab.until("document.activeElement === document.querySelector('#say')").await;
        tab.type_in(words).await;
        tab.press("Enter").await;
        tab.until(&format!("isQuiet() && story().length === {}", i + 1)).await;
    }

    tab.press("Alt+2").await;
    tab.until("document.activeElement === document.querySelector('#tab-journal')").await;
    tab.see("#panel-journal h2", "Journal").await;
    tab.press("Alt+1").await;
    walk(&tab, "Tab", "#panel-hero [data-key=sheet]").await;
    tab.press("Enter").await;
    tab.see("dialog.sheet", "").await;
    walk(&tab, "Tab", "dialog.sheet .traced").await;
    tab.press("Enter").await;
    tab.see("dialog.why", "").await;
    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog.why') && document.activeElement.matches('dialog.sheet .traced')").await;
    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog') && document.activeElement.matches('[data-key=sheet]')").await;

    tab.press("F6").await;
    tab.until("document.activeElement === document.querySelector('#say')").await;
    tab.press("F6").await;
    tab.until("document.activeElement === document.querySelector('#log')").await;
    tab.press("k").await;
    tab.until("document.activeElement.matches('.turn:last-child')").await;
    tab.press("/").await;
    tab.until("document.activeElement === document.querySelector('#say')").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "", "a key is no letter");
    tab.press("Alt+z").await;
    tab.until("isQuiet() && story().length === 2").await;

    walk(&tab, "Shift+Tab", "#menu").await;
    tab.press("Enter").await;
    tab.see(".drawer .adventures", "").await;
    walk(&tab, "Tab", ".drawer .adventures button").await;
    tab.press("Enter").await;
    tab.see("dialog.menu", "").await;
    tab.press("ArrowDown").await;
    tab.until("document.activeElement.textContent.startsWith('Export')").await;
    tab.press("Enter").await;
    tab.see("dialog.box button.primary", "Export").await;
    walk(&tab, "Tab", "dialog.box button.primary").await;
    tab.press("Enter").await;
    arrived(&folder).await;
    assert_eq!(tab.read::<Vec<String>>("mice").await, Vec::<String>::new(), "no mouse had a part in this");
    chromium.close([tab]).await;
}
