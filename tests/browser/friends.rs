//! Browser tests of friends at one table, each in a browser of their own: joining by a link, playing, whispering, and removal.

use std::time::Duration;

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
    tab::Tab,
};

/// A house with a door, so that no one is at a table who was not let in.
pub(crate) async fn house() -> House {
    House::of_player("greta", "lovelace").await
}

/// The host's tab, at a new table.
pub(crate) async fn host(chromium: &Chromium, house: &House) -> Tab {
    let tab = chromium.tab(&house.url()).await;
    sign_in(&tab).await;
    tab.begin().await;
    tab
}

/// Answers the first question, which is who is there.
pub(crate) async fn sign_in(tab: &Tab) {
    tab.expect_cut_lines();
    tab.write("dialog input", "lovelace").await;
    tab.press("Enter").await;
}

/// A link that the host makes: for a player, or for this entry of the list.
pub(crate) async fn invite(host: &Tab, whom: &str) -> String {
    host.click("#friends", "").await;
    host.see("dialog select[name=role]", "").await;
    host.run(&format!("document.querySelector('dialog select[name=role]').value = '{whom}'")).await;
    host.click("dialog button[type=submit]", "Make the link").await;
    host.see("dialog .ready .qr", "").await;
    let link: String = host.read("document.querySelector('dialog .ready input').value").await;
    close(host).await;
    link
}

/// Closes a dialog.
pub(crate) async fn close(tab: &Tab) {
    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog[open]')").await;
}

/// Someone on another machine who comes by a link: it is opened, a name given, and a seat taken.
pub(crate) async fn join(chromium: &Chromium, link: &str, name: &str) -> Tab {
    let tab = chromium.stranger(link).await;
    tab.see("input[name=guest]", "").await;
    assert_eq!(tab.read::<String>("location.hash").await, "#/join", "the token is out of the address");
    tab.write("input[name=guest]", name).await;
    tab.click(".join button[type=submit]", "Take your seat").await;
    tab.at_table().await;
    at_company(&tab).await;
    tab
}

/// Waits until a tab follows its table.
pub(crate) async fn at_company(tab: &Tab) {
    tab.see("#tab-people", "Table").await;
}

pub(crate) async fn open_people(tab: &Tab) {
    tab.click("#tab-people", "").await;
    tab.see("#panel-people .people", "").await;
}

/// Says something beside the story; with names, it is whispered to these.
async fn talk(tab: &Tab, to: &[&str], words: &str) {
    for name in to {
        tab.click(".say-it .segments button", name).await;
    }
    tab.write(".say-it textarea", words).await;
    tab.press("Enter").await;
    tab.see(".talk .mine", words).await;
    if !to.is_empty() {
        tab.click(".say-it .segments button", "Everyone").await;
    }
}

/// Waits until tabs show the same turns, the last of them with these words.
async fn same_story(tabs: &[&Tab], last: &str) {
    for tab in tabs {
        tab.until(&format!("isQuiet() && story().at(-1)?.[0] === '{last}'")).await;
    }
    let first = tabs[0].story().await;
    for tab in tabs {
        assert_eq!(tab.story().await, first);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_comes_by_link_and_both_play_and_see_who_acted() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    assert!(!greta.holds("document.querySelector('#tab-people')").await, "who is alone sees one entry and no more");
    let link = invite(&greta, "").await;
    // Who has invited someone sees them come, also after a reload.
    greta.reload().await;
    greta.at_table().await;
    let ana = join(&chromium, &link, "Ana").await;
    at_company(&greta).await;

    // A guest has no button that is the host's alone.
    for gone in ["[data-deed=undo]", "#menu", "#cost", "#tab-journal", "#tab-cost", "#friends"] {
        assert!(!ana.holds(&format!("seen('{gone}')")).await, "{gone}");
    }
    ana.say("I look around.").await;
    same_story(&[&greta, &ana], "I look around.").await;
    greta.say("I listen.").await;
    same_story(&[&ana, &greta], "I listen.").await;
    for tab in [&greta, &ana] {
        tab.see(".turn:nth-of-type(1) .by", "Ana").await;
        tab.see(".turn.newest .by", "greta").await;
    }
    open_people(&greta).await;
    greta.see(".people li", "Ana").await;
    greta.see(".people li .state", "here").await;

    open_people(&ana).await;
    ana.click("#panel-people button", "Step away").await;
    greta.see(".people li .state", "away").await;
    ana.click("#panel-people button", "I’m back").await;
    greta.until("document.querySelectorAll('.people li.here').length === 2").await;

    // A reload brings a guest back to the same seat, with nothing kept but a cookie that no script reads.
    ana.reload().await;
    ana.at_table().await;
    at_company(&ana).await;
    let kept: String = ana.read("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])").await;
    let token = link.split_once("/#/join/").unwrap().1;
    assert!(!kept.contains(token.rsplit_once('.').unwrap().1), "{kept}");
    chromium.close([greta, ana]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whisper_is_heard_by_those_it_is_for_and_talk_by_all() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    let jo = join(&chromium, &invite(&greta, "").await, "Jo").await;
    for tab in [&greta, &ana, &jo] {
        open_people(tab).await;
        tab.until("document.querySelectorAll('.people li').length === 3").await;
    }
    talk(&ana, &[], "Shall we?").await;
    for tab in [&greta, &jo] {
        tab.see(".talk li", "Shall we?").await;
    }
    // Who looks elsewhere finds a mark.
    greta.click("#tab-hero", "").await;
    talk(&ana, &["greta"], "Let us leave Jo behind.").await;
    greta.see("#tab-people .unread", "1").await;
    open_people(&greta).await;
    greta.see(".talk .whisper", "Let us leave Jo behind.").await;
    assert!(!greta.holds("seen('.unread')").await);
    // What is said after it has come, so the whisper would have.
    talk(&greta, &[], "Soon.").await;
    jo.see(".talk li", "Soon.").await;
    let heard: String = jo.read("document.body.textContent").await;
    assert!(!heard.contains("leave Jo behind"), "{heard}");
    chromium.close([greta, ana, jo]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_guest_is_shown_the_door_at_once_and_a_used_link_opens_nothing() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let link = invite(&greta, "").await;
    let ana = join(&chromium, &link, "Ana").await;
    ana.say("I hide a key.").await;
    same_story(&[&greta, &ana], "I hide a key.").await;

    let late = chromium.stranger(&link).await;
    late.expect_cut_lines();
    late.see("#home-body h1", "This invitation is over").await;
    assert_eq!(late.read::<String>("location.hash").await, "#/join");

    ana.expect_cut_lines();
    open_people(&greta).await;
    greta.click(".people button", "Ana: more").await;
    greta.click("dialog.menu button", "Remove from the table").await;
    greta.see("dialog", "Remove Ana?").await;
    greta.click("dialog .danger", "Remove").await;
    ana.see("#home-body h1", "Your seat is gone").await;
    assert!(
        !ana.holds("seen('#log') || seen('dialog')").await,
        "nothing of the table is left, and nobody asks for a secret"
    );
    let kept: String = ana.read("JSON.stringify({...localStorage}) + document.body.textContent").await;
    assert!(!kept.contains("guest.") && !kept.contains("hide a key"), "{kept}");
    greta.until("document.querySelectorAll('.people li').length === 1").await;

    // Who leaves on their own is thanked.
    let jo = join(&chromium, &invite(&greta, "").await, "Jo").await;
    open_people(&jo).await;
    jo.click("#panel-people button", "Leave the table").await;
    jo.click("dialog .primary", "Leave the table").await;
    jo.see("#home-body h1", "You have left the table").await;
    greta.until("document.querySelectorAll('.people li').length === 1").await;
    chromium.close([greta, ana, jo, late]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hosts_link_signs_in_and_leaves_no_secret_in_the_address() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = chromium.tab(&format!("{}/#/host/lovelace", house.url())).await;
    greta.begin().await;
    let kept: String = greta.read("JSON.stringify({...localStorage}) + document.cookie + location.href").await;
    assert!(!kept.contains("lovelace"), "{kept}");

    let late = chromium.stranger(&format!("{}/#/host/hopper", house.url())).await;
    late.expect_cut_lines();
    late.see("#home-body h1", "This link opens nothing").await;
    assert_eq!(late.read::<String>("location.hash").await, "#/join");
    chromium.close([greta, late]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_when_its_server_was_killed_and_is_back() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    ana.expect_cut_lines();
    ana.say("I look around.").await;
    same_story(&[&greta, &ana], "I look around.").await;
    open_people(&ana).await;
    house.kill();
    ana.see("#panel-people .notice", "can’t be heard").await;
    house.light().await;
    ana.until("!seen('#panel-people .notice')").await;
    greta.say("I listen.").await;
    same_story(&[&ana, &greta], "I listen.").await;
    open_people(&greta).await;
    talk(&greta, &[], "Still there?").await;
    ana.see(".talk li", "Still there?").await;
    chromium.close([greta, ana]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_sees_the_story_as_it_comes_and_an_open_link_is_revoked() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let jo = spectator(&chromium, &greta, "Jo").await;
    assert!(!jo.holds("seen('#say') || seen('#send')").await);
    assert!(jo.holds("seen('#x')").await, "the X card is everybody's");
    at_company(&greta).await;
    greta.say("I look around.").await;
    jo.until("story().length === 1").await;

    let link = invite(&greta, "").await;
    greta.click("#friends", "").await;
    greta.click("dialog .lines button", "Revoke").await;
    greta.see("dialog [role=status]", "Revoked.").await;
    let late = chromium.stranger(&link).await;
    late.expect_cut_lines();
    late.see("#home-body h1", "This invitation is over").await;
    close(&greta).await;
    chromium.close([greta, jo, late]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screens_of_friends_are_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = house().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    sign_in(tab).await;
    tab.begin().await;
    tab.click("#friends", "").await;
    tab.see("dialog .notice", "Friends can’t get in yet").await;
    it.check("an invitation to make").await;
    tab.click("dialog button[type=submit]", "Make the link").await;
    tab.see("dialog .ready .qr", "").await;
    it.check("an invitation that is made").await;
    let link: String = tab.read("document.querySelector('dialog .ready input').value").await;
    close(tab).await;
    let ana = chromium.stranger(&link).await;
    ana.write("input[name=guest]", "Ana").await;
    ana.click(".join button[type=submit]", "").await;
    ana.at_table().await;
    open_people(&ana).await;
    at_company(tab).await;
    tab.size(1280, 800).await;
    open_people(tab).await;
    talk(&ana, &[], "Here I am.").await;
    tab.see(".talk li", "Here I am.").await;
    it.check("the people at the table").await;
    tab.size(1280, 800).await;
    tab.click(".people button", "Ana: more").await;
    it.check("what a host can do about a guest").await;
    close(tab).await;
    tab.click("#panel-people button", "Table settings").await;
    tab.see("dialog [name=capPerSeatUsd]", "").await;
    it.check("how a table is played").await;
    tab.write("dialog [name=capPerSeatUsd]", "much").await;
    tab.press("Enter").await;
    tab.see("dialog .field .fault", "from 0 to 1,000,000").await;
    it.check("a cap that is none").await;
    close(tab).await;
    tab.expect_cut_lines();
    tab.turn_to("#/join/nothing.atall").await;
    tab.see("#home-body h1", "This invitation is over").await;
    it.check("an invitation that is over").await;
    chromium.close([it.tab, ana]).await;
}

/// The address of the screen of the table that a tab is at.
pub(crate) async fn screen_of(tab: &Tab, house: &House) -> String {
    let place: String = tab.read("location.hash.replace('#/s/', '#/watch/')").await;
    format!("{}{place}", house.url())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_screen_shows_the_story_to_all_lets_people_in_and_outlives_its_server() {
    let Some(chromium) = Chromium::open().await else { return };
    let mut house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    let screen = chromium.tab(&screen_of(&greta, &house).await).await;
    screen.see("#watch .party", "played by Ana").await;
    assert!(!screen.holds("seen('textarea') || seen('.bar') || seen('#watch .deeds-line')").await, "it takes no words");
    ana.say("I look around.").await;
    screen.see("#watch .turn .by", "Ana").await;
    screen.see("#watch .turn .deed", "I look around.").await;
    screen.until("document.querySelector('#status').textContent !== ''").await;

    // Someone on the sofa scans the code; what hides it closes the way.
    screen.click(".controls button", "Show the join code").await;
    screen.see(".way-in .qr", "").await;
    open_invitations(&greta, 1).await;
    screen.click(".controls button", "Hide the code").await;
    screen.until("!seen('.way-in')").await;
    open_invitations(&greta, 0).await;

    // Words among people are for people.
    open_people(&ana).await;
    talk(&ana, &[], "Shall we?").await;
    open_people(&greta).await;
    greta.see(".talk li", "Shall we?").await;
    assert!(!screen.holds("document.body.textContent.includes('Shall we?')").await);

    for tab in [&screen, &greta, &ana] {
        tab.expect_cut_lines();
    }
    house.kill();
    screen.see("#watch .news", "The line to the table is down").await;
    house.light().await;
    screen.until("!seen('#watch .news')").await;
    greta.say("I listen.").await;
    screen.see("#watch .turn .deed", "I listen.").await;
    screen.click(".controls a", "To the table").await;
    screen.at_table().await;
    assert!(!screen.holds("document.querySelector('#watch')").await);
    chromium.close([greta, ana, screen]).await;
}

/// Waits until this number of invitations is open.
async fn open_invitations(host: &Tab, n: usize) {
    let count = "fetch(`/api/sessions/${location.hash.slice(4)}/invitations`).then((answer) => answer.json()).then(({ items }) => items.length)";
    for _ in 0..200 {
        if host.read::<usize>(count).await == n {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("there are not {n} open invitations");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_opens_the_table_screen_and_whoever_is_removed_leaves_it() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let jo = spectator(&chromium, &greta, "Jo").await;
    open_people(&jo).await;
    jo.see("#panel-people a", "Table screen").await;
    let hash: String = jo.read("document.querySelector('#panel-people a[href^=\"#/watch\"]').hash").await;
    jo.turn_to(&hash).await;
    jo.see("#watch", "Looking on: Jo").await;
    assert!(!jo.holds("seen('.controls button:first-child')").await, "only a host lets people in");
    jo.expect_cut_lines();
    at_company(&greta).await;
    open_people(&greta).await;
    greta.click(".people button", "Jo: more").await;
    greta.click("dialog.menu button", "Remove from the table").await;
    greta.click("dialog .danger", "Remove").await;
    jo.see("#home-body h1", "Your seat is gone").await;
    assert!(!jo.holds("document.querySelector('#watch')").await);
    chromium.close([greta, jo]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_screen_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = house().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    sign_in(tab).await;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.until("isQuiet() && story().length === 1").await;
    let screen = screen_of(tab, &house).await;
    tab.run(&format!("location.href = {screen:?}")).await;
    tab.see("#watch .turn", "").await;
    it.check("the table screen").await;
    tab.size(1280, 800).await;
    tab.click(".controls button", "Show the join code").await;
    tab.see(".way-in .qr", "").await;
    it.check("the way in on the table screen").await;
    tab.size(1280, 800).await;
    tab.click(".controls button", "Hide the code").await;
    chromium.close([it.tab]).await;
}

/// A spectator at the table of a host.
async fn spectator(chromium: &Chromium, host: &Tab, name: &str) -> Tab {
    let tab = chromium.stranger(&invite(host, "spectator").await).await;
    tab.write("input[name=guest]", name).await;
    tab.click(".join button[type=submit]", "Watch the story").await;
    tab.see("#aside-line", "You are watching.").await;
    tab
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_sets_how_a_table_is_played_and_lets_spectators_talk() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let jo = spectator(&chromium, &greta, "Jo").await;
    open_people(&jo).await;
    jo.see("#panel-people .soft", "lets spectators read along").await;
    assert!(!jo.holds("seen('.say-it')").await);
    // The hero is only to be looked at.
    jo.click("#tab-hero", "").await;
    jo.see("#panel-hero.others", "").await;
    assert!(!jo.holds("seen('#panel-hero [data-key=rest]')").await);

    at_company(&greta).await;
    open_people(&greta).await;
    greta.click("#panel-people button", "Table settings").await;
    greta.write("dialog [name=capPerSeatUsd]", "much").await;
    greta.press("Enter").await;
    greta.see("dialog .field .fault", "from 0 to 1,000,000").await;
    assert_eq!(greta.read::<String>("document.activeElement.name").await, "capPerSeatUsd");
    // Closed by mistake, it is there again.
    greta.write("dialog [name=capPerSeatUsd]", "0.50").await;
    close(&greta).await;
    greta.click("#panel-people button", "Table settings").await;
    greta.see("dialog [role=status]", "Not saved yet").await;
    assert_eq!(greta.read::<String>("document.querySelector('[name=capPerSeatUsd]').value").await, "0.50");
    greta.click("dialog .check", "Spectators may join the talk").await;
    greta.click("dialog button[type=submit]", "Save").await;
    greta.see("dialog [role=status]", "Saved.").await;
    close(&greta).await;

    // The next look at the talk knows.
    jo.click("#tab-dice", "").await;
    open_people(&jo).await;
    jo.see(".say-it textarea", "").await;
    talk(&jo, &[], "May I?").await;
    greta.see(".talk li", "May I?").await;
    chromium.close([greta, jo]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_invited_learns_at_the_door_that_links_are_opened_and_may_paste_theirs() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let link = invite(&greta, "").await;
    let ana = chromium.stranger(&house.url()).await;
    ana.expect_cut_lines();
    ana.see("dialog p", "open the link you were sent").await;
    ana.write("dialog input", &link).await;
    ana.press("Enter").await;
    ana.see("input[name=guest]", "").await;
    assert_eq!(ana.read::<String>("location.hash").await, "#/join", "the token is out of the address");
    chromium.close([greta, ana]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_is_marked_by_role_whatever_a_guest_is_called() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let guest = join(&chromium, &invite(&greta, "").await, "Host").await;
    at_company(&greta).await;
    for tab in [&greta, &guest] {
        open_people(tab).await;
        tab.see(".people .host-mark", "host").await;
        let marked: Vec<String> = tab
            .read("[...document.querySelectorAll('.people b:has(.host-mark)')].map((one) => one.firstChild.data)")
            .await;
        assert_eq!(marked, ["greta"]);
    }
    guest.say("I look around.").await;
    greta.say("I listen.").await;
    same_story(&[&greta, &guest], "I listen.").await;
    guest.see(".turn.newest .by .host-mark", "host").await;
    assert!(!guest.holds("document.querySelector('.turn:nth-of-type(1) .by .host-mark')").await);
    let screen = chromium.tab(&screen_of(&greta, &house).await).await;
    screen.see("#watch .party .host-mark", "host").await;
    screen.see("#watch .party", "played by greta").await;
    chromium.close([greta, guest, screen]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_an_x_takes_back_is_said_to_be_gone_on_the_table_screen() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = house().await;
    let greta = host(&chromium, &house).await;
    let ana = join(&chromium, &invite(&greta, "").await, "Ana").await;
    let screen = chromium.tab(&screen_of(&greta, &house).await).await;
    ana.say("I look around.").await;
    screen.see("#watch .turn .deed", "I look around.").await;
    ana.until("isQuiet()").await;
    ana.click("#x", "").await;
    screen.see("#watch .news", "The story has gone back a step").await;
    screen.until("!seen('#watch .turn')").await;
    chromium.close([greta, ana, screen]).await;
}
