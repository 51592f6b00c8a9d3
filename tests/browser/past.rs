//! Browser tests of looking back: search results lead to their turns, and numbers have text for screen readers.

use serde_json::json;

use crate::{
    access::Checked,
    by_keyboard::walk,
    chromium::{Chromium, axe},
    house::House,
    tab::Tab,
};

/// A stub of the server's search; `asked` has its queries.
async fn will_find(tab: &Tab, answer: &serde_json::Value) {
    tab.run(&format!(
        "const real = globalThis.realFetch ??= fetch;
         globalThis.asked = [];
         globalThis.fetch = (url, ...rest) => {{
             if (!String(url).includes('/memory/search')) return real(url, ...rest);
             asked.push(new URL(url, location.href).searchParams.get('q'));
             return Promise.resolve(new Response({}, {{ headers: {{ 'content-type': 'application/json' }} }}));
         }};",
        json!(answer.to_string())
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_found_in_the_story_leads_to_its_turn() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.say("I listen.").await;
    tab.press("Alt+2").await;
    tab.see("#panel-journal h2", "Journal").await;

    let found = json!({"items": [
        {"turn": "a", "seq": 1, "score": 0.9, "speaker": "old tam", "day": 1, "excerpt": "“Nobody goes <b>down</b> there,” says Old Tam."},
        {"turn": "b", "seq": 2, "score": 0.4, "day": 1, "excerpt": "A door, and behind it the sea."},
    ]});
    will_find(tab, &found).await;
    tab.click("#panel-journal button", "Search the whole story").await;
    tab.until("document.activeElement.matches('dialog.seek input')").await;
    tab.type_in("who goes down?").await;
    tab.press("Enter").await;
    tab.see("dialog.seek [role=status]", "2 places in the story").await;
    assert_eq!(tab.read::<Vec<String>>("asked").await, ["who goes down?"]);
    tab.see("dialog.seek .found-places li", "“Nobody goes <b>down</b> there,”").await;
    tab.see("dialog.seek .found-places li", "Day 1 · Old Tam").await;
    it.check("what was found").await;
    tab.size(1280, 800).await;
    walk(tab, "Tab", "dialog.seek .found-places button").await;
    tab.press("Enter").await;
    tab.until("!document.querySelector('dialog') && document.activeElement.getAttribute('aria-label') === 'Turn 1'")
        .await;

    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_beside_the_story() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.say("I look around.").await;
    let n_turns = tab.read::<usize>("document.querySelectorAll('[aria-label^=\"Turn \"]').length").await;
    tab.press("Alt+2").await;
    tab.click("#panel-journal button", "Ask the Dungeon Master").await;
    tab.until("document.activeElement.matches('dialog textarea')").await;
    tab.type_in("How many hit points do I have?").await;
    tab.press("Enter").await;
    tab.see("dialog .answers dt", "How many hit points do I have?").await;
    tab.see("dialog .answers dd", "hit points").await;
    it.check("a question and its answer").await;
    tab.press("Escape").await;
    assert_eq!(tab.read::<usize>("document.querySelectorAll('[aria-label^=\"Turn \"]').length").await, n_turns);
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_reaches_what_it_was_on_though_the_panel_changes_under_it() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.press("Alt+2").await;
    tab.see("#panel-journal h2", "Journal").await;
    let learn = |name: &str| {
        format!(
            "import('/js/state.js').then(({{ app }}) => {{
                 const {{ session }} = app.get();
                 app.set({{ session: {{ ...session, story: {{ ...session.story, metNPCs: [{}] }} }} }});
                 return true;
             }})",
            json!(name)
        )
    };
    assert!(tab.read::<bool>(&learn("odo finch")).await);
    tab.see("#panel-journal", "Odo Finch").await;
    tab.click_slowly("#panel-journal button", "Search the whole story", &learn("wenna sallow")).await;
    tab.see("dialog.seek", "").await;
    tab.press("Escape").await;
    tab.see("#panel-journal", "Wenna Sallow").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_the_dice_fell_is_counted_over_every_turn() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    for _ in 0..3 {
        tab.say("I roll to climb the wall.").await;
    }
    tab.press("Alt+3").await;
    tab.click("#panel-dice .reckoned summary", "How fair the dice are").await;
    tab.see("#panel-dice .reckoned p", "A d20 fell").await;
    tab.see("#panel-dice .reckoned p", "Too few to say more: ask again after 100 rolls.").await;
    tab.until("document.querySelectorAll('#panel-dice .chart rect').length === 20").await;
    let heard: String = tab.read("document.querySelector('#panel-dice .chart svg').getAttribute('aria-label')").await;
    assert!(heard.starts_with("How often each number fell: 1: "), "{heard}");
    it.check("how the dice fell").await;
    // What is thrown while one looks is counted as well.
    tab.size(1280, 800).await;
    let before: String = tab.read("seen('#panel-dice .reckoned p', 'A d20 fell').textContent").await;
    tab.say("I roll to climb the wall.").await;
    tab.until(&format!("seen('#panel-dice .reckoned p', 'A d20 fell').textContent !== {}", json!(before))).await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_before_is_offered_to_who_comes_back_after_long() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.say("I look around.").await;
    assert!(!tab.holds("seen('#trouble')").await, "who has only just been here needs no telling");
    let id: String = tab.read("location.hash.split('/')[2]").await;

    // The clock of the player's machine goes on by a day, and the server sums up what happened.
    let recap =
        json!({"items": [{"turn": "a", "seq": 1, "text": "You looked around, and <i>somebody</i> looked back."}]});
    tab.turn_to("#/").await;
    tab.see(".adventures", "").await;
    tab.run(&format!(
        "const [now, real] = [Date.now, fetch];
         Date.now = () => now() + 86_400_000;
         globalThis.fetch = (url, ...rest) => String(url).endsWith('/recap')
             ? Promise.resolve(new Response({}, {{ headers: {{ 'content-type': 'application/json' }} }}))
             : real(url, ...rest);",
        json!(recap.to_string())
    ))
    .await;
    tab.turn_to(&format!("#/s/{id}")).await;
    tab.at_table().await;
    tab.see("#trouble", "It has been a while.").await;
    it.check("coming back").await;
    tab.size(1280, 800).await;
    tab.click("#trouble button", "What happened so far").await;
    tab.see("dialog .recap p", "You looked around, and <i>somebody</i> looked back.").await;
    it.check("what happened before").await;
    tab.size(1280, 800).await;
    tab.click("dialog .recap a", "").await;
    tab.until("!document.querySelector('dialog') && document.activeElement.getAttribute('aria-label') === 'Turn 1'")
        .await;
    chromium.close([it.tab]).await;
}
