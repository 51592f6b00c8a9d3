//! A table that plays in rounds, each in a browser of their own: everyone says what they do, and all of it is one turn.

use std::time::Duration;

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    friends::{at_company, host, house, invite, join, open_people, screen_of, sign_in},
    house::House,
    support::{ScriptedClaude, fails, says},
    tab::Tab,
};

/// Lets the host's table play this way.
async fn play_in(host: &Tab, mode: &str) {
    let path = "`/api/sessions/${location.hash.slice(4)}/table`";
    let body = format!("JSON.stringify({{ mode: '{mode}' }})");
    let request = format!("{{ method: 'PUT', headers: {{ 'content-type': 'application/json' }}, body: {body} }}");
    assert!(host.read::<bool>(&format!("fetch({path}, {request}).then((answer) => answer.ok)")).await);
}

/// The same in rounds, and waits until all show it.
async fn in_rounds(host: &Tab, all: &[&Tab]) {
    play_in(host, "rounds").await;
    for tab in all {
        tab.see(".this-round .stand", "You play in rounds").await;
    }
}

/// Sends the hero's action, and waits until it is shown above the box.
async fn does(tab: &Tab, words: &str) {
    tab.write("#say", words).await;
    tab.press("Enter").await;
    tab.see(".own-part", words).await;
    tab.until("document.querySelector('#say').value === ''").await;
}

/// What each hero did in the newest turn.
async fn deeds(tab: &Tab) -> Vec<String> {
    tab.read("[...document.querySelectorAll('.turn.newest .deed p')].map((words) => words.textContent)").await
}

async fn until_told(all: &[&Tab], turns: usize) {
    for tab in all {
        tab.until(&format!("isQuiet() && story().length === {turns}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_three_people_do_is_one_turn_and_can_be_reworded_until_it_is() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    let jo = join(&chromium, &invite(&greta, "").await, "Jo").await;
    at_company(&greta).await;
    in_rounds(&greta, &[&greta, &ana, &jo]).await;
    ana.see("#send", "Ready").await;

    does(&ana, "I hold the lantern up.").await;
    greta.see(".this-round .stand", "Ready: Ana").await;
    greta.see(".this-round .stand", "Waiting for you and Jo").await;
    jo.see(".this-round .stand", "Waiting for greta and you").await;
    open_people(&greta).await;
    greta.until("document.querySelectorAll('.people .sent').length === 1").await;
    greta.until("document.querySelectorAll('.people .awaited').length === 2").await;

    ana.click(".own-part button", "Change").await;
    ana.until(
        "document.querySelector('#say').value === 'I hold the lantern up.' && document.activeElement.id === 'say'",
    )
    .await;
    does(&ana, "I put the lantern out.").await;
    jo.click(".this-round button", "Pass").await;
    jo.see(".own-part", "You sit this one out.").await;
    // Who comes back in the middle finds all as it was.
    for tab in [&ana, &jo] {
        tab.reload().await;
        tab.at_table().await;
    }
    ana.see(".own-part", "I put the lantern out.").await;
    jo.see(".own-part", "You sit this one out.").await;
    ana.see(".this-round .stand", "Ready: you, Jo").await;

    greta.write("#say", "I draw my sword.").await;
    greta.press("Enter").await;
    let all = [&greta, &ana, &jo];
    until_told(&all, 1).await;
    jo.reload().await;
    jo.at_table().await;
    at_company(&jo).await;
    for tab in all {
        tab.see(".turn.newest .deed .by", "greta").await;
        assert_eq!(deeds(tab).await, ["I put the lantern out.", "I draw my sword."]);
        let names: Vec<String> =
            tab.read("[...document.querySelectorAll('.turn.newest .by')].map((by) => by.firstChild.nodeValue)").await;
        assert_eq!(names, ["Ana", "greta"]);
        tab.see(".this-round .stand", "You play in rounds").await;
    }

    // The whole round is taken back, and everyone has their own words.
    greta.click(".turn.newest [data-deed=undo]", "").await;
    greta.until("story().length === 0 && document.querySelector('#say').value === 'I draw my sword.'").await;
    ana.until("story().length === 0").await;
    play_in(&greta, "free").await;
    ana.until("!seen('.this-round')").await;
    ana.see("#send", "Send").await;
    ana.say("I whistle.").await;
    until_told(&all, 1).await;
    // Words of a guest that the host takes back are not the host's.
    greta.write("#say", "").await;
    greta.click(".turn.newest [data-deed=undo]", "").await;
    greta.until("story().length === 0 && isQuiet()").await;
    assert_eq!(greta.read::<String>("document.querySelector('#say').value").await, "");
    chromium.close([greta, ana, jo]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_closes_early_and_words_that_come_too_late_stay_in_the_box() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::telling_at(Duration::from_millis(60)).await.for_player("greta", "lovelace").await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    at_company(&greta).await;
    in_rounds(&greta, &[&greta, &ana]).await;
    does(&greta, "I look around.").await;
    ana.see(".this-round .stand", "Waiting for you").await;
    assert!(!ana.holds("seen('.this-round button', 'Play it now')").await, "only the host does");
    greta.click(".this-round button", "Play it now").await;
    ana.see(".this-round .stand", "And here’s what happens").await;
    ana.write("#say", "I run.").await;
    ana.press("Enter").await;
    ana.see("#trouble", "Your words are kept for the next one.").await;
    until_told(&[&greta, &ana], 1).await;
    ana.until("!seen('#trouble') && document.querySelector('#say').value === 'I run.'").await;
    ana.press("Enter").await;
    ana.see(".own-part", "I run.").await;
    greta.see(".this-round .stand", "Ready: Ana").await;
    chromium.close([greta, ana]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_whose_turn_fails_is_played_again_with_everyones_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await.for_player("greta", "lovelace").await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    at_company(&greta).await;
    in_rounds(&greta, &[&greta, &ana]).await;
    claude.will([fails(400), says("You both rest your feet.")]);
    claude.expect_words("I sit down, too.");
    does(&ana, "I sit down.").await;
    greta.write("#say", "I sit down, too.").await;
    greta.press("Enter").await;
    greta.see(".this-round .stand", "That telling failed.").await;
    ana.see(".this-round .stand", "Your host can play it again.").await;
    ana.see(".own-part", "I sit down.").await;
    greta.see(".own-part", "I sit down, too.").await;
    claude.expect_words("I sit down, too.");
    greta.click(".this-round button", "Play it again").await;
    until_told(&[&greta, &ana], 1).await;
    for tab in [&greta, &ana] {
        assert_eq!(deeds(tab).await, ["I sit down.", "I sit down, too."]);
    }
    chromium.close([greta, ana]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_screen_says_whom_a_round_waits_for_and_what_everyone_did() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    let screen = chromium.tab(&screen_of(&greta, &house).await).await;
    screen.see("#watch .party", "played by Ana").await;
    assert!(!screen.holds("document.querySelector('#watch .this-round')").await);
    in_rounds(&greta, &[&greta, &ana]).await;
    screen.see("#watch .this-round", "what do you do?").await;
    does(&ana, "I hold the lantern up.").await;
    screen.see("#watch .this-round", "Ready: Ana").await;
    screen.see("#watch .this-round", "Waiting for greta").await;
    assert!(!screen.holds("document.body.textContent.includes('lantern up')").await, "nothing is told before its time");
    greta.write("#say", "I draw my sword.").await;
    greta.press("Enter").await;
    screen.see("#watch .turn .deed", "I hold the lantern up.").await;
    screen.see("#watch .turn .deed", "I draw my sword.").await;
    screen.see("#watch .this-round", "what do you do?").await;
    chromium.close([greta, ana, screen]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = house().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    sign_in(tab).await;
    tab.begin().await;
    let ana = join(&chromium, &invite(tab, "").await, "Ana").await;
    at_company(tab).await;
    in_rounds(tab, &[tab, &ana]).await;
    it.check("a round to begin").await;
    does(&ana, "I hold the lantern up.").await;
    tab.see(".this-round .stand", "Ready: Ana").await;
    it.check("a round that waits").await;
    tab.size(1280, 800).await;
    tab.click(".this-round button", "Pass").await;
    tab.until("story().length === 1").await;
    does(tab, "I look for a way through the fog. ".repeat(20).trim_end()).await;
    it.check("a part that was sent").await;
    let screen = screen_of(tab, &house).await;
    tab.run(&format!("location.href = {screen:?}")).await;
    tab.see("#watch .this-round", "Ready:").await;
    it.check("a round on the table screen").await;
    chromium.close([it.tab, ana]).await;
}
