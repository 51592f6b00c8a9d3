//! A campaign at the table: what players see of it grows with what they find, in words, pictures and music, up to its last page.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    hostile::must_be_inert,
    house::House,
    playing::arrived,
    tab::{PATIENCE, Tab},
};

const STARTER: &str = "the-ice-house-at-sundry";

/// A valid campaign of two acts from a file.
fn the_salt_road() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../it/campaign/clean.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

async fn shelve(house: &House, package: &Value) {
    let url = format!("http://{}/api/campaigns", house.address());
    let answer = reqwest::Client::new().post(url).json(package).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED, "{}", answer.text().await.unwrap());
}

/// Lays a new adventure on the table that plays this.
async fn play(house: &House, tab: &Tab, campaign: &str) -> String {
    let id = house.begin(&json!({"campaign": campaign})).await.unwrap();
    tab.turn_to(&format!("#/s/{id}")).await;
    tab.at_table().await;
    id
}

/// Waits until a picture is drawn.
async fn drawn(tab: &Tab, image: &str) {
    let image = json!(image);
    tab.until(&format!(
        "seen({image})?.complete && seen({image}).naturalWidth > 0 && /\\?v=[0-9a-f]{{64}}&session=[\\w-]+$/.test(seen({image}).src)"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_lies_beside_the_story_and_shows_what_was_seen_and_found() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    play(&house, tab, STARTER).await;
    drawn(tab, ".opening .scene").await;
    tab.until("document.querySelector('.backdrop img.here')").await;
    it.check("the opening of a campaign").await;
    tab.size(1280, 800).await;

    tab.click("#tab-plot", "Campaign").await;
    tab.see("#panel-plot h2", "The Ice House at Sundry").await;
    tab.see("#panel-plot .plot-act", "Act 1: One Hot Day").await;
    tab.see("#panel-plot", "Get Barnaby Oke’s hand off the door").await;
    tab.see("#panel-plot .plot-waits", "Something is in play here").await;
    tab.until("seen('.doom svg').getAttribute('aria-label') === 'The frost: 0 of 12. Nothing stirs yet.'").await;
    assert_eq!(tab.read::<usize>("document.querySelectorAll('.doom path').length").await, 12);
    tab.see("#panel-plot", "Nothing yet. Look closely").await;
    let scenes = "[...document.querySelectorAll('.plot-node')].map((node) => node.textContent)";
    tab.see(".plot-node.here", "A Hand on the Door").await;
    assert_eq!(tab.read::<Vec<String>>(scenes).await, ["✦ A Hand on the Door, you are here"]);
    drawn(tab, ".plot-look .scene").await;

    tab.say("I look at the frost on the cobbles.").await;
    tab.see(".plot-findings li", "Frog Lane").await;
    // The page shows the result; that it was recorded is only for screen readers.
    tab.see(".turn.newest .works summary", "1 thing noted").await;
    tab.until("/the story/.test(document.querySelector('.turn.newest .works').textContent)").await;
    assert!(!tab.holds("/_|At work/.test(seen('.turn.newest .works').textContent)").await);
    it.check("the campaign's panel").await;

    tab.size(1280, 800).await;
    tab.click(".plot-deeds button", "Down Frog Lane").await;
    tab.until(
        "document.activeElement.id === 'say' && document.querySelector('#say').value.startsWith('Down Frog Lane')",
    )
    .await;
    tab.press("Enter").await;
    tab.see(".plot-node.here", "The Last Door in Frog Lane").await;
    assert_eq!(
        tab.read::<Vec<String>>(scenes).await,
        ["A Hand on the Door", "✦ The Last Door in Frog Lane, you are here"]
    );
    tab.until("isQuiet() && document.querySelectorAll('.backdrop img').length === 1").await;
    drawn(tab, ".turn.newest .arrival .scene").await;
    assert!(tab.holds("document.querySelector('.backdrop img.here').src.includes('/background/the-cottage?')").await);
    let words = "document.querySelector('#plot-map-words').textContent";
    let told: String = tab.read(words).await;
    assert!(told.starts_with("You have seen 2 scenes. You are at The Last Door in Frog Lane."), "{told}");

    // By keyboard: from scene to scene, and a look at one.
    tab.run("document.querySelector('.plot-node.here').focus()").await;
    tab.press("ArrowUp").await;
    tab.until(
        "document.activeElement.matches('.plot-node') && document.activeElement.textContent === 'A Hand on the Door'",
    )
    .await;
    tab.press("Enter").await;
    tab.see(".plot-look figcaption", "A Hand on the Door").await;
    assert!(tab.holds("document.activeElement.getAttribute('aria-pressed') === 'true'").await);
    tab.see(".plot-ways", "The Last Door in Frog Lane").await;
    it.check("a scene looked at").await;

    tab.size(1280, 800).await;
    tab.open_panel("Alt+2", "journal").await;
    drawn(tab, "#panel-journal .person .face").await;
    tab.run("document.querySelector('#panel-journal .person').open = true").await;
    it.check("people with faces").await;
    tab.size(1280, 800).await;
    // Barnaby Oke's hand is on a door elsewhere; up at the yard he can be spoken to.
    assert!(!tab.holds("seen('.person .speak', 'Speak to Barnaby Oke')").await);
    // What is new while one looks elsewhere is marked on the tab.
    tab.size(1280, 800).await;
    assert!(!tab.holds("seen('#tab-plot .news')").await);
    tab.say("Up the lane to the ice-house yard").await;
    assert!(!tab.holds("seen('#tab-plot .news')").await, "a scene that was seen is no news");
    tab.write("#say", "how is the hand?").await;
    tab.click(".person .speak", "Speak to Barnaby Oke").await;
    tab.until("document.activeElement.id === 'say' && document.querySelector('#say').value === '@Barnaby Oke how is the hand?'")
        .await;
    tab.write("#say", " ").await;
    tab.say("I look at the ice-house door.").await;
    tab.see("#tab-plot .news", "something new").await;
    tab.open_panel("Alt+6", "plot").await;
    tab.until("document.querySelector('#tab-plot .news').hidden").await;

    // The sheet of a small screen has a way out that is always in reach.
    tab.size(360, 740).await;
    for panel in ["journal", "plot"] {
        if !tab.holds(&format!("seen('#panel-{panel}')")).await {
            tab.click(&format!("#tab-{panel}"), "").await;
        }
        tab.see(&format!("#panel-{panel} h2"), "").await;
        tab.run("document.querySelector('.panels').scrollTo(0, 1e5)").await;
        tab.click("#shut", "Close").await;
        tab.until(&format!("!seen('#panel-{panel}')")).await;
    }
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_spoken_to_answers_under_their_own_name_and_face() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    play(&house, &tab, STARTER).await;
    tab.open_panel("Alt+2", "journal").await;
    tab.see("#panel-journal .person summary", "Barnaby Oke").await;
    // A portrait that loads later moves everything below it, and a click would miss.
    drawn(&tab, "#panel-journal .person .face").await;
    tab.run("document.querySelector('#panel-journal .person').open = true").await;
    tab.write("#say", "how is your hand?").await;
    tab.click(".person .speak", "Speak to Barnaby Oke").await;
    tab.press("Enter").await;
    tab.see(".turn.newest .speaker", "Barnaby Oke").await;
    drawn(&tab, ".turn.newest .speaker .face").await;
    tab.until("isQuiet()").await;
    // A click on the name addresses them again; it is still there after a reload.
    tab.reload().await;
    tab.at_table().await;
    tab.click(".turn.newest .speaker", "Barnaby Oke").await;
    tab.until("document.querySelector('#say').value === '@Barnaby Oke '").await;
    tab.write("#say", " ").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn music_plays_when_it_is_asked_for_and_rests_when_nobody_looks() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    play(&house, &tab, STARTER).await;
    let plays = |node: &str| {
        format!(
            "(async () => {{ const {{ music }} = await import('/js/campaign/music.js'); return music.get().sounds && music.get().playing.includes('/music/{node}?v='); }})()"
        )
    };
    let silent = "import('/js/campaign/music.js').then(({ music }) => !music.get().sounds)";
    let asked = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/music/')).length";
    tab.click("#tab-plot", "").await;
    tab.see("#music", "").await;
    assert!(tab.read::<bool>(silent).await && tab.read::<usize>(asked).await == 0, "silent until it is asked for");
    assert!(!tab.holds("seen('#volume')").await);

    // The map loads later than the panel, and moves everything below it.
    tab.see(".plot-node.here", "").await;
    tab.click("label[for=music]", "Music").await;
    tab.see("#volume", "").await;
    // A minute of music is a long piece of work for a build that isn't made to be quick.
    let heard = async |node: &str| {
        let since = Instant::now();
        while !tab.read::<bool>(&plays(node)).await {
            assert!(since.elapsed() < 2 * PATIENCE, "no music of {node}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    heard("the-door").await;
    tab.say("Down Frog Lane, where the frost is going").await;
    heard("the-cottage").await;

    let hide = |hidden: bool| {
        format!(
            "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}); document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    tab.run(&hide(true)).await;
    assert!(tab.read::<bool>(silent).await);
    tab.run(&hide(false)).await;
    assert!(tab.read::<bool>(&plays("the-cottage")).await);

    // It is remembered, and waits for a hand: nothing sounds by itself.
    tab.run("const loud = document.querySelector('#volume'); loud.value = 0.2; loud.dispatchEvent(new Event('input'))")
        .await;
    tab.reload().await;
    tab.at_table().await;
    tab.until("document.querySelector('#music')?.checked && document.querySelector('#volume').value === '0.2'").await;
    assert!(tab.read::<bool>(silent).await && tab.read::<usize>(asked).await == 0);
    tab.click("#tab-plot", "").await;
    heard("the-cottage").await;
    tab.click("label[for=music]", "Music").await;
    assert!(tab.read::<bool>(silent).await);

    // The picture behind the story can be put away as well, and stays away.
    tab.click("label[for=backdrop]", "").await;
    tab.until("!document.querySelector('.backdrop img')").await;
    tab.reload().await;
    tab.at_table().await;
    tab.until("document.querySelector('#backdrop') && !document.querySelector('#backdrop').checked").await;
    assert!(!tab.holds("document.querySelector('.backdrop img')").await);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_campaign_has_no_panel_for_one_and_asks_for_none() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.open_panel("Alt+2", "journal").await;
    tab.see("#panel-journal h2", "Journal").await;
    tab.press("Alt+6").await;
    assert!(!tab.holds("document.querySelector('#tab-plot, .backdrop, .scene:not([src^=\"/art/\"])')").await);
    let of_campaigns = "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\/plot|scenery|music|faces|ending|assets/.test(name))";
    assert_eq!(tab.read::<Vec<String>>(of_campaigns).await, Vec::<String>::new());
    // From a table with a campaign to one without, all of it goes.
    let free: String = tab.read("location.hash").await;
    play(&house, &tab, STARTER).await;
    tab.see("#tab-plot", "").await;
    tab.turn_to(&free).await;
    tab.at_table().await;
    tab.until("!document.querySelector('#tab-plot') && !document.querySelector('.backdrop img')").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ending_has_a_last_page_and_a_way_to_another_adventure() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    shelve(&house, &the_salt_road()).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    let folder = chromium.downloads().await;
    let id = play(&house, tab, "the-salt-road").await;
    tab.say("By to-the-toll").await;
    for _ in 0..6 {
        if house.read(&format!("/api/sessions/{id}")).await["plot"]["ending"].is_object() {
            break;
        }
        tab.say("Home").await;
    }
    let ending = house.read(&format!("/api/sessions/{id}")).await["plot"]["ending"].clone();
    assert_eq!(ending["id"], "gone-home", "{ending}");
    tab.see(".ending-card .ending-title", ending["title"].as_str().unwrap()).await;
    it.check("the story is over").await;
    tab.size(1280, 800).await;
    tab.click("#tab-plot", "").await;
    tab.see("#panel-plot .plot-over", "The story has come to its end").await;
    it.check("a campaign that is over").await;
    tab.size(1280, 800).await;
    tab.click(".ending-card button", "Read the last page").await;
    tab.see("dialog.last-page h2", ending["title"].as_str().unwrap()).await;
    tab.see("dialog.last-page .last-kind", "The end of The Salt Road").await;
    let epilogue = ending["epilogue"].as_str().unwrap();
    tab.see("dialog.last-page .prose", epilogue.split(['.', '*']).next().unwrap()).await;
    drawn(tab, "dialog.last-page .scene").await;
    it.check("the last page").await;
    tab.size(1280, 800).await;
    tab.click("dialog.last-page button", "Save a copy").await;
    tab.click("dialog .primary", "Export").await;
    arrived(&folder).await;

    // Taken back, it is no ending any more.
    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog')").await;
    let n_left = tab.story().await.len() - 1;
    tab.press("Alt+z").await;
    tab.until(&format!("isQuiet() && story().length === {n_left} && !seen('.ending-card') && !seen('.plot-over')"))
        .await;
    tab.say("Home").await;
    tab.see(".ending-card", "").await;
    tab.reload().await;
    tab.at_table().await;
    tab.click(".ending-card button", "Read the last page").await;
    tab.click("dialog.last-page a", "Play another").await;
    tab.see(".new-game", "").await;
    assert!(!tab.holds("document.querySelector('dialog')").await);
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_campaign_is_called_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    let evil = "<img src=x onerror=\"pwned=1\"><script>pwned=1</script>";
    let mut package = the_salt_road();
    package["title"] = json!(format!("{evil} Road"));
    package["doom"]["title"] = json!(evil);
    package["people"][0]["name"] = json!("Ysolde <b onclick=pwned=1>");
    for act in package["acts"].as_array_mut().unwrap() {
        for name in ["title", "objective"] {
            act[name] = json!(evil);
        }
        for node in act["nodes"].as_array_mut().unwrap() {
            for name in ["title", "location", "shown"] {
                node[name] = json!(format!("{evil} {name}"));
            }
            node["offers"] = json!([evil]);
            for exit in node["exits"].as_array_mut().unwrap() {
                exit["label"] = json!(format!("{evil} {}", exit["id"].as_str().unwrap()));
            }
            for beat in node["beats"].as_array_mut().unwrap() {
                for finding in beat.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten() {
                    finding["text"] = json!(evil);
                }
            }
        }
    }
    for ending in package["endings"].as_array_mut().unwrap() {
        for name in ["title", "epilogue"] {
            ending[name] = json!(format!("{evil} {name}"));
        }
    }
    shelve(&house, &package).await;
    let id = play(&house, &tab, "the-salt-road").await;
    tab.click("#tab-plot", "").await;
    tab.see("#panel-plot .plot-look", evil).await;
    must_be_inert(&tab, "the first scene").await;
    tab.open_panel("Alt+2", "journal").await;
    tab.see("#panel-journal", "Ysolde").await;
    must_be_inert(&tab, "the journal").await;
    tab.open_panel("Alt+6", "plot").await;
    tab.say("to-the-toll").await;
    for _ in 0..6 {
        if house.read(&format!("/api/sessions/{id}")).await["plot"]["ending"].is_object() {
            break;
        }
        tab.say("home").await;
    }
    tab.click(".ending-card button", "").await;
    tab.see("dialog.last-page .prose", &evil.replace('"', "”")).await;
    must_be_inert(&tab, "the last page").await;
    chromium.close([tab]).await;
}
