//! Browser tests of playing with the keyboard alone.

use crate::{
    chromium::{Chromium, axe},
    house::House,
    playing::arrived,
    tab::Tab,
};

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

/// What a player might do of an evening.
const EVENING: [&str; 20] = [
    "I look around.",
    "I ask whoever is here what troubles them.",
    "I listen at the nearest door.",
    "I search the place for anything of use.",
    "I take it along.",
    "I ask about the road ahead.",
    "I try to climb up for a better view.",
    "I go on to the next place.",
    "I look around again.",
    "I hide and wait.",
    "I attack the first thing that means me harm.",
    "I defend myself.",
    "I bind my wounds.",
    "I talk to them instead.",
    "I give them a coin.",
    "I follow the path down.",
    "I light a torch.",
    "I search the walls.",
    "I turn back.",
    "I rest until morning.",
];

#[tokio::test(flavor = "multi_thread")]
async fn twenty_turns_are_played_by_keyboard_on_a_small_screen_in_the_dark_and_without_motion() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab("about:blank").await;
    tab.size(320, 640).await;
    tab.prefer(&[("prefers-color-scheme", "dark"), ("prefers-reduced-motion", "reduce")]).await;
    tab.go(&house.url()).await;
    tab.see(".hero-card", "").await;
    tab.run(NO_MOUSE).await;
    tab.run("globalThis.moved = 0; for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, () => moved++, true)").await;
    walk(&tab, "Tab", ".new-game button[type=submit]").await;
    tab.press("Enter").await;
    tab.at_table().await;
    for (i, words) in EVENING.into_iter().enumerate() {
        tab.until("document.activeElement === document.querySelector('#say')").await;
        tab.type_in(words).await;
        tab.press("Enter").await;
        tab.until(&format!("isQuiet() && story().length === {}", i + 1)).await;
        assert_eq!(tab.read::<Vec<String>>("wider()").await, Vec::<String>::new(), "turn {}", i + 1);
        match i {
            // Retry, undo, and the message sent again.
            4 => {
                tab.press("Alt+r").await;
                tab.until("isQuiet() && seen('.tellings')").await;
            }
            9 => {
                tab.press("Alt+z").await;
                tab.until("isQuiet() && story().length === 9 && document.activeElement.id === 'say'").await;
                tab.press("Enter").await;
                tab.until("isQuiet() && story().length === 10").await;
            }
            // Every panel comes up over the story, is read, and goes again.
            14 => {
                for (n, panel) in ["hero", "journal", "dice"].into_iter().enumerate() {
                    tab.press(&format!("Alt+{}", n + 1)).await;
                    tab.see(&format!("#panel-{panel} h2"), "").await;
                    tab.press("Escape").await;
                    tab.until("!document.querySelector('.side.open')").await;
                }
                // Without a key nothing costs anything.
                tab.press("Alt+4").await;
                assert!(tab.read::<bool>("!document.querySelector('.side.open')").await);
                tab.press("F6").await;
            }
            _ => {}
        }
    }
    assert_eq!(tab.story().await.iter().map(|(deed, _)| deed.as_str()).collect::<Vec<_>>(), EVENING);
    // Back through the story turn by turn: each has the focus, and comes into view.
    tab.press("Shift+F6").await;
    tab.until("document.activeElement.matches('[role=tab]')").await;
    tab.press("Shift+F6").await;
    tab.until("document.activeElement.id === 'log'").await;
    for back in 0..20 {
        tab.press("k").await;
        let there = format!(
            "document.activeElement === [...document.querySelectorAll('.turn')].at(-{}) && seen('.deed') ",
            back + 1
        );
        tab.until(&there).await;
        tab.until("(({ top, bottom }, log) => top < log.bottom && bottom > log.top)(document.activeElement.getBoundingClientRect(), document.querySelector('#log').getBoundingClientRect())").await;
    }
    assert_eq!(tab.read::<Vec<String>>("mice").await, Vec::<String>::new(), "no mouse had a part in this");
    assert_eq!(tab.read::<usize>("moved + document.getAnimations().length").await, 0, "nothing moved");
    tab.run(&axe).await;
    let wrong: Vec<serde_json::Value> = tab.read("check(false)").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    chromium.close([tab]).await;
}
