//! Browser tests of a turn with a screen reader and with reduced motion.

use std::time::Duration;

use serde_json::json;

use crate::{
    chromium::Chromium,
    house::House,
    support::{ScriptedClaude, calls, says},
    tab::Tab,
};

/// Keeps what a screen reader would speak: whatever changes in a region that is live.
pub(crate) const LISTEN: &str = r#"
    globalThis.spoken = [];
    const LIVE = '[aria-live], [role=status], [role=alert], [role=log], output';
    const isSilent = (region) => region.getAttribute('aria-live') === 'off';
    new MutationObserver((records) => {
        const changed = new Set();
        for (const { target, addedNodes, attributeName } of records) {
            const element = target instanceof Element ? target : target.parentElement;
            changed.add(element?.closest(LIVE));
            // What appears with words in it is spoken as well.
            for (const node of addedNodes) if (node instanceof Element) for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(LIVE)) changed.add(region);
        }
        for (const region of changed) if (region?.isConnected && !isSilent(region) && !region.closest('[hidden]') && region.textContent.trim()) spoken.push(region.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ['hidden'] });
"#;

fn busy_turn(claude: &ScriptedClaude) {
    let write = calls("roll_dice", json!({"dice": "1d20+3", "reason": "a leap"}))
        .and_calls("roll_dice", json!({"dice": "2d6", "reason": "the fall"}))
        .and_updates(json!({"hp_delta": -2, "gold_delta": 5, "location_changed": "the yard", "npcs_met": ["Marta"]}));
    claude.will([
        says("You leap,").and_calls("roll_dice", json!({"dice": "1d4"})),
        write,
        says("and land in the yard, where Marta waits."),
    ]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_speaks_up_twice_at_most() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    tab.run(LISTEN).await;
    for words in ["I leap.", "I leap again."] {
        claude.expect_words(words);
        busy_turn(&claude);
        tab.say(words).await;
        let spoken: Vec<String> = tab.read("spoken.splice(0)").await;
        assert!(spoken.len() <= 2, "{spoken:#?}");
        let last = spoken.last().expect("the turn is read out");
        assert!(
            last.contains("Marta waits") && last.contains("A leap: "),
            "the last word is the whole turn: {spoken:#?}"
        );
    }
    chromium.close([tab]).await;
}

/// Plays a turn that takes its time, and gives what moved meanwhile.
async fn moved(tab: &Tab, motion: &str) -> Vec<String> {
    tab.prefer(&[("prefers-reduced-motion", motion)]).await;
    tab.begin().await;
    tab.run(
        "globalThis.moved = [];
         for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, ({ target }) => moved.push(target.outerHTML), true)",
    )
    .await;
    tab.say("I look around.").await;
    tab.press("Alt+3").await;
    tab.click("#panel-dice form button[type=submit]", "").await;
    tab.see("#panel-dice .throws .roll", "").await;
    // What is to move does so within two frames.
    tab.read::<bool>("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        .await;
    tab.read("moved").await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_no_motion_gets_none() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::telling_at(Duration::from_millis(10)).await;
    let tab = chromium.tab(&house.url()).await;
    assert_eq!(moved(&tab, "reduce").await, Vec::<String>::new());
    assert_eq!(tab.read::<usize>("document.getAnimations().length").await, 0);
    tab.turn_to("#/new").await;
    assert!(!moved(&tab, "no-preference").await.is_empty(), "dice land where movement is welcome");
    chromium.close([tab]).await;
}
