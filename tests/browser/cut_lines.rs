//! Browser tests of lost connections: the page shows a turn once and completely, wherever the stream is cut and even if the
//! server restarts.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    chromium::Chromium,
    house::House,
    line::{Break, Line},
    support::{Reply, ScriptedClaude, says},
};

const BEFORE: &str = "You set your shoulder to the gate, and the old wood groans, and something behind it wakes.";
const AFTER: &str =
    "Then it gives, all at once, and you stand in the yard among splinters, with five coins at your feet.";

fn replies() -> [Reply; 2] {
    let dice = json!({"dice": "1d20+3", "reason": "the gate"});
    let first = says(BEFORE).and_calls("roll_dice", dice).and_updates(json!({"gold_delta": 5, "npcs_met": ["Marta"]}));
    [first, says(AFTER)]
}

/// Keeps every state of the telling that the player could have seen.
const WATCH: &str = r"
    globalThis.shown = [];
    new MutationObserver(() => {
        const telling = document.querySelector('.turn.open .telling');
        if (telling) shown.push([...telling.querySelectorAll('.prose')].map((prose) => prose.textContent).join('\n'));
    }).observe(document.querySelector('#turns'), { childList: true, subtree: true, characterData: true });
";

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_cut_at_any_event_tells_the_same_turn_once() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let line = Line::to(house.address()).await;
    let tab = chromium.tab(&line.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    tab.run(WATCH).await;
    let session: String = tab.read("location.hash.slice(4)").await;

    let (mut uncut, mut n_turns) = (None, 0);
    let breaks = [Break::Answer].into_iter().chain((0..).map(Break::After));
    for at in [None].into_iter().chain(breaks.map(Some)) {
        if let Some(at) = at {
            line.arm(at);
        }
        let words = format!("I push against the gate, try {n_turns}.");
        claude.expect_words(&words);
        claude.will(replies());
        tab.run("shown.length = 0").await;
        tab.say(&words).await;
        n_turns += 1;
        let turns = house.turns(&session).await;
        assert_eq!(turns.len(), n_turns, "{at:?}: played once");
        let last: Value = tab
            .read(
                "(() => { const turn = [...document.querySelectorAll('.turn')].at(-1); return {
                   id: turn.dataset.turn,
                   telling: [...turn.querySelectorAll('.prose')].map((prose) => prose.textContent),
                   parts: [...turn.querySelector('.telling').children].map((part) => part.className.split(' ')[0]),
                   marks: [...turn.querySelectorAll('.marks li')].map((mark) => mark.textContent),
                   works: turn.querySelectorAll('.works li').length }; })()",
            )
            .await;
        assert_eq!(last["id"], turns[n_turns - 1]["id"]);
        assert_eq!(last["telling"], json!([BEFORE, AFTER]), "{at:?}");
        let shown: Vec<String> = tab.read("shown").await;
        let whole = format!("{BEFORE}\n{AFTER}");
        assert!(shown.iter().all(|shown| whole.starts_with(shown.trim_end())), "{at:?}: {shown:#?}");
        let told = (last["parts"].clone(), last["marks"].clone(), last["works"].clone());
        let uncut = uncut.get_or_insert(told.clone());
        if n_turns > 1 {
            // The first meeting is noted; the ones after it are all alike.
            uncut.2.clone_from(&if n_turns == 2 { told.2.clone() } else { uncut.2.clone() });
        }
        assert_eq!(&told, uncut, "{at:?}");
        if line.disarm() {
            break;
        }
    }
    assert!(line.n_broken() > 12, "{} cuts", line.n_broken());
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_in_the_middle_of_a_turn_leaves_the_words_to_send_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = House::telling_at(Duration::from_millis(25)).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    let session: String = tab.read("location.hash.slice(4)").await;
    tab.say("I look around.").await;

    let words = "I walk over to the oldest one here and ask about the road.";
    tab.write("#say", words).await;
    tab.press("Enter").await;
    tab.until("document.querySelector('.turn.open .prose')?.textContent.length > 10").await;
    house.kill();
    tab.until("document.querySelector('#now').textContent.includes('try')").await;
    house.light().await;
    tab.see("#trouble", "your words are kept").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, words);
    assert_eq!(tab.story().await.len(), 1, "the turn came to nothing");
    assert_eq!(house.turns(&session).await.len(), 1);

    tab.click("#trouble button", "Try again").await;
    tab.until("story().length === 2 && isQuiet()").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "");
    let told = tab.story().await;
    assert_eq!(told[1].0, words);
    assert_eq!(house.turns(&session).await.len(), 2, "played once");
    tab.reload().await;
    tab.at_table().await;
    assert_eq!(tab.story().await, told);
    chromium.close([tab]).await;
}
