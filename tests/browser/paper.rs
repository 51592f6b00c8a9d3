//! Browser tests of printing, and of text that other apps share with the page.

use chromiumoxide::{cdp::browser_protocol::page::PrintToPdfParams, page::MediaTypeParams};

use crate::{chromium::Chromium, house::House};

#[tokio::test(flavor = "multi_thread")]
async fn a_story_is_printed_with_its_title_and_heroes_and_without_controls() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    for words in ["I look around.", "I wait a while."] {
        tab.say(words).await;
    }
    let title: String = tab.read("document.querySelector('#title').textContent").await;
    tab.run("globalThis.print = () => { globalThis.nPrinted = story().length; }").await;
    tab.run("location.hash = '#/'").await;
    tab.click(".adventures li button", "").await;
    tab.click("dialog.menu button", "Print").await;
    tab.until("globalThis.nPrinted === 2").await;
    tab.until("document.querySelector('link[href=\"/css/print.css\"]')?.sheet").await;

    // As the browser does it: with the title page for as long as it takes.
    tab.run("dispatchEvent(new Event('beforeprint'))").await;
    let page: String = tab.read("document.querySelector('.title-page').textContent").await;
    assert!(page.contains(&title) && page.contains("Human Fighter"), "{page}");
    tab.run("dispatchEvent(new Event('afterprint'))").await;
    assert!(!tab.holds("document.querySelector('.title-page')").await);

    tab.page.emulate_media_type(MediaTypeParams::Print).await.unwrap();
    for control in [".bar", ".side", ".deck", ".last", "#earlier"] {
        assert!(
            !tab.holds(&format!("document.querySelector('{control}')?.checkVisibility()")).await,
            "{control} is printed"
        );
    }
    assert!(tab.holds("seen('.deed', 'I look around.') && seen('.deed .who', '') && seen('.prose', '')").await);
    let paper = tab.page.pdf(PrintToPdfParams::default()).await.unwrap();
    assert!(paper.starts_with(b"%PDF") && paper.len() > 10_000, "{} bytes", paper.len());
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_shared_from_another_app_are_in_the_box_of_the_last_adventure() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&format!("{}?text=A%20bell", house.url())).await;
    // Where nothing was played there is nothing to put them into.
    tab.until("location.hash === '#/new' && location.search === ''").await;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.go(&format!("{}?title=A%20bell&text=I%20ring%20the%20bell&url=", house.url())).await;
    tab.at_table().await;
    tab.until("document.querySelector('#say').value === 'A bell I ring the bell' && location.search === ''").await;
    chromium.close([tab]).await;
}
