//! Browser tests of errors: they are shown in plain words, lose none of the player's texts, and leave a way to continue.

use std::fs;

use chromiumoxide::cdp::browser_protocol::network::{BlockPattern, SetBlockedUrLsParams};
use serde_json::{Value, json};

use crate::{chromium::Chromium, house::House, playing::import, tab::Tab};

async fn begun(house: &House) -> String {
    house.begin(&json!({})).await.unwrap()
}

/// Scripts that can't be had from now on; none, with none.
async fn block(tab: &Tab, scripts: &[&str]) {
    let patterns = scripts.iter().map(|name| BlockPattern::new(format!("*://*:*/js/{name}.js"), true));
    tab.page.execute(SetBlockedUrLsParams::builder().url_patterns(patterns).build()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_refused_is_named_with_what_is_wrong_and_nothing_changes() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let session = begun(&house).await;
    for words in ["I look around.", "I listen."] {
        house.chat(&session, words).await;
    }
    let bundle = house.read(&format!("/api/sessions/{session}/export")).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    let folder = tempfile::tempdir().unwrap();
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut bundle = bundle.clone();
        alter(&mut bundle);
        bundle.to_string()
    };
    for (name, text, said) in [
        ("letter.json", "Dear Marta,".to_owned(), "“letter.json” was not imported. It can’t be read"),
        ("other.json", "{}".to_owned(), "“other.json” was not imported. It is not an adventure"),
        (
            "told.json",
            altered(&|it| it["turns"][1]["turn"]["narrative"] = json!("Else.")),
            "Its record of turn 2 does not",
        ),
        (
            "hero.json",
            altered(&|it| it["session"]["state"]["clock"]["day"] = json!(9)),
            "Its record of the heroes and their story",
        ),
        ("new.json", altered(&|it| it["schema"] = json!(999)), "This was exported by a newer version of Embertale"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        import(&tab, file.to_str().unwrap()).await;
        tab.see(".sessions .fault[role=alert]", said).await;
        tab.see(".sessions .fault", &format!("“{name}” was not imported.")).await;
        tab.see(".sessions .fault", "Nothing here has changed.").await;
        let fault: String = tab.read("seen('.sessions .fault').textContent").await;
        assert!(!fault.contains('[') && !fault.contains('`'), "no path, no code: {fault}");
    }
    // A server that breaks down over it may have taken it in: then no one says that nothing has changed.
    tab.run("const real = fetch; globalThis.fetch = (to, ...rest) => `${to}`.endsWith('/import') ? Promise.resolve(Response.json({ code: 'storage_unavailable', detail: 'The store is away.' }, { status: 503 })) : real(to, ...rest)").await;
    let sound = folder.path().join("sound.json");
    fs::write(&sound, bundle.to_string()).unwrap();
    import(&tab, sound.to_str().unwrap()).await;
    tab.see(".sessions .fault", "“sound.json” may have been imported or not.").await;
    assert!(!tab.read::<String>("seen('.sessions .fault').textContent").await.contains("Nothing here has changed"));
    assert_eq!(house.read("/api/sessions").await["items"].as_array().unwrap().len(), 1);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_keeps_nothing_says_so_once_and_plays_all_the_same() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    tab.run("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }").await;
    tab.write("#say", "I look").await;
    tab.see("#trouble", "This browser stores nothing for this page").await;
    tab.type_in(" around.").await;
    tab.click("#trouble button", "Dismiss").await;
    let there: String = tab.read("location.hash").await;
    tab.turn_to("#/").await;
    tab.see(".adventures", "").await;
    tab.turn_to(&there).await;
    tab.until("document.activeElement.value === 'I look around.'").await;
    tab.press("Enter").await;
    tab.until("isQuiet() && story().length === 1 && document.querySelector('#trouble').hidden").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adventure_that_ends_elsewhere_says_so_at_its_table() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.begin().await;
    let session: String = tab.read("location.hash.slice(4)").await;
    house.delete(&session).await;
    tab.write("#say", "I knock.").await;
    tab.press("Enter").await;
    tab.see("#trouble", "This adventure was deleted").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "I knock.");
    tab.click("#trouble button", "All adventures").await;
    tab.see("h1", "An adventure that listens to you").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_arrives_in_part_says_so_and_loads_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    begun(&house).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    tab.see(".adventures", "").await;

    // A part that is fetched when it is first used.
    block(&tab, &["settings/settings"]).await;
    tab.click("#settings", "").await;
    tab.see("#hitch[role=alert]", "That didn’t load. The server can’t be reached").await;

    // What nothing goes without.
    block(&tab, &["text"]).await;
    tab.reload().await;
    tab.see("#broken[role=alert]", "The page didn’t load completely. Is the server still running?").await;
    block(&tab, &[]).await;
    tab.click("#broken a", "Load it again").await;
    tab.see(".adventures", "").await;

    // A mistake of ours.
    tab.run("setTimeout(() => { throw new Error('a board was loose'); })").await;
    tab.see("dialog.crash", "Something on this page broke").await;
    tab.click("dialog.crash summary", "").await;
    let report: String = tab.read("document.querySelector('dialog.crash textarea').value").await;
    assert!(report.starts_with("Embertale ") && report.contains("a board was loose"), "{report}");
    assert_eq!(tab.forgive().await.len(), 1, "the browser heard of it, too");
    tab.press("Escape").await;
    tab.click("#settings", "").await;
    tab.see("dialog", "Settings").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_a_table_and_comes_back_at_once_finds_it_laid_once() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let session = begun(&house).await;
    house.chat(&session, "I look around.").await;
    let tab = chromium.tab(&house.url()).await;
    tab.see(".adventures", "").await;
    // Answers with turns wait until they are let go.
    tab.run(
        "const real = fetch; globalThis.gates = [];
         globalThis.fetch = async (path, ...more) => {
             const answer = await real(path, ...more);
             if (String(path).includes('/turns?')) await new Promise((open) => gates.push(open));
             return answer;
         }",
    )
    .await;
    let there = format!("#/s/{session}");
    for (i, hash) in [there.as_str(), "#/", there.as_str()].into_iter().enumerate() {
        tab.turn_to(hash).await;
        if hash == "#/" {
            tab.see(".adventures", "").await;
        } else {
            let waits = "document.querySelector('#log').ariaBusy === 'true'";
            tab.until(&format!("gates.length === {} && {waits}", i / 2 + 1)).await;
        }
    }
    tab.run("gates[1]()").await;
    tab.until("story().length === 1 && isQuiet()").await;
    tab.run("document.querySelector('.turn').dataset.mine = 'yes'; gates[0]()").await;
    tab.say("I listen.").await;
    assert!(tab.holds("document.querySelector('.turn').dataset.mine === 'yes'").await, "nothing was laid over it");
    assert_eq!(tab.story().await.len(), 2);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_table_begins_afresh_and_words_taken_back_give_way_to_those_before() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let (first, second) = (begun(&house).await, begun(&house).await);
    for words in ["I look around.", "I listen."] {
        house.chat(&first, words).await;
    }
    let tab = chromium.tab(&format!("{}/#/s/{first}", house.url())).await;
    tab.at_table().await;
    for words in ["I listen.", "I look around."] {
        tab.press("Alt+z").await;
        tab.until(&format!("isQuiet() && document.querySelector('#say').value === '{words}'")).await;
    }
    tab.until("document.querySelector('#status').textContent !== ''").await;
    tab.run("document.querySelector('.panels').scrollTo(0, 1e5)").await;
    tab.turn_to(&format!("#/s/{second}")).await;
    tab.until(
        "document.querySelector('.panels').scrollTop === 0 && document.querySelector('#status').textContent === ''",
    )
    .await;
    chromium.close([tab]).await;
}
