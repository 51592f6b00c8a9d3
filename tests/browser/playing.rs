//! Browser tests of playing: an adventure from its beginning to an exported file and back.

use std::{fs, path::Path, time::Instant};

use chromiumoxide::cdp::browser_protocol::{
    dom::SetFileInputFilesParams,
    page::{EventFileChooserOpened, SetInterceptFileChooserDialogParams},
};
use futures::StreamExt;

use crate::{
    chromium::Chromium,
    house::House,
    tab::{PATIENCE, Tab},
};

const DEEDS: [&str; 8] = [
    "I look around.",
    "I talk to whoever is here and ask what troubles them.",
    "I search the place for anything of use.",
    "I try to climb up for a better view.",
    "I go on to the next place.",
    "I ask about rumours.",
    "I rest for a while.",
    "I set out again.",
];

#[tokio::test(flavor = "multi_thread")]
async fn eight_turns_are_taken_back_branched_off_exported_and_brought_in_again() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    for deed in DEEDS {
        tab.say(deed).await;
    }
    let whole = tab.story().await;
    assert_eq!(whole.iter().map(|(deed, _)| deed.as_str()).collect::<Vec<_>>(), DEEDS);
    assert!(whole.iter().all(|(_, telling)| telling.len() > 20), "{whole:#?}");
    tab.reload().await;
    tab.at_table().await;
    assert_eq!(tab.story().await, whole, "the record tells what the stream told");

    tab.click("[data-deed=undo]", "").await;
    tab.until("story().length === 7 && isQuiet()").await;
    assert_eq!(tab.story().await, whole[..7]);
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, DEEDS[7], "the words are back");

    tab.click(".turn.newest [data-deed=menu]", "").await;
    tab.click("dialog button", "Branch off after").await;
    tab.see("#trouble", "This is a branch").await;
    tab.until("isQuiet() && story().length > 0").await;
    assert_eq!(tab.story().await, whole[..7], "a branch shares the past");
    tab.say("I go another way.").await;
    let branch = tab.story().await;
    assert_eq!(branch.len(), 8);
    let card: [String; 2] = tab
        .read("(({ textContent, title }) => [textContent, title])(document.querySelector('.roll:has(.verdict)'))")
        .await;
    assert!(card[0].contains(" against ") && card[1].starts_with("roll\u{a0}") && card[1] != "roll\u{a0}0", "{card:?}");

    let file = exported(&chromium, &tab).await;
    tab.click("dialog .close", "").await;
    tab.go(&house.url()).await;
    tab.until("document.querySelectorAll('.adventures li').length === 2").await;
    import(&tab, &file).await;
    tab.see("#trouble", "just as it was exported").await;
    tab.until("isQuiet() && story().length > 0").await;
    assert_eq!(tab.story().await, branch, "what was brought in tells the same story");
    tab.go(&house.url()).await;
    tab.until("document.querySelectorAll('.adventures li').length === 3").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_before_a_turn_has_its_words_and_a_place_stands_before_what_is_told_of_it() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    for deed in ["I look around.", "go west"] {
        tab.say(deed).await;
    }
    tab.until("document.querySelector('.turn.newest .telling > .arrival + .prose')").await;
    tab.see(".turn.newest .arrival", "You have come to").await;
    tab.click(".turn.newest [data-deed=menu]", "").await;
    tab.click("dialog button", "Branch off before").await;
    tab.see("#trouble", "Your words are in the box").await;
    tab.until("isQuiet() && story().length === 1").await;
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "go west");
    chromium.close([tab]).await;
}

/// Exports the adventure that is on the table, through the list of adventures; it is the one played last.
pub(crate) async fn exported(chromium: &Chromium, tab: &Tab) -> String {
    let folder = chromium.downloads().await;
    tab.click("#menu", "").await;
    tab.click(".drawer .adventures li button", "").await;
    tab.click("dialog button", "Export to a file").await;
    tab.click("dialog.box button.primary", "Export").await;
    arrived(&folder).await
}

/// Waits for an exported adventure, and gives where it lies.
pub(crate) async fn arrived(folder: &Path) -> String {
    let since = Instant::now();
    loop {
        if let Some(file) = finished(folder) {
            return file;
        }
        assert!(since.elapsed() < PATIENCE, "no file arrived");
        tokio::task::yield_now().await;
    }
}

/// A file that has arrived whole.
fn finished(folder: &Path) -> Option<String> {
    let mut paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let file = paths.find(|path| path.extension().is_some_and(|kind| kind == "json"))?;
    let text = fs::read_to_string(&file).ok()?;
    serde_json::from_str::<serde_json::Value>(&text).ok()?;
    Some(file.to_str()?.to_owned())
}

/// Brings an adventure in from a file.
pub(crate) async fn import(tab: &Tab, file: &str) {
    choose(tab, "Import from a file", file).await;
}

/// Gives a file to whatever a button asks one for, as the file dialog would.
pub(crate) async fn choose(tab: &Tab, button: &str, file: &str) {
    tab.page.execute(SetInterceptFileChooserDialogParams::new(true)).await.unwrap();
    let mut choosers = tab.page.event_listener::<EventFileChooserOpened>().await.unwrap();
    tab.click("button", button).await;
    let chooser = choosers.next().await.unwrap();
    let files = SetFileInputFilesParams::builder().file(file).backend_node_id(chooser.backend_node_id.unwrap());
    tab.page.execute(files.build().unwrap()).await.unwrap();
}
