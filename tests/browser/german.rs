//! Browser tests of the page in German: choosing it, every screen, and accessibility.

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
};

#[tokio::test(flavor = "multi_thread")]
async fn who_chooses_german_reads_german() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.see(".hero-card", "").await;
    let german = "performance.getEntriesByType('resource').filter(({ name }) => /german|words\\/de/.test(name)).length";
    assert_eq!(tab.read::<usize>(german).await, 0, "nobody else fetches it");
    tab.click("#settings", "Settings").await;
    tab.see("dialog #tongue", "").await;
    tab.run("const box = document.querySelector('#tongue'); box.value = 'de'; box.dispatchEvent(new Event('change'))")
        .await;
    tab.until("document.documentElement.lang === 'de' && seen('h1', 'Ein Abenteuer, das dir zuhört')").await;
    // Who has changed the language goes on where they did.
    tab.see("dialog h2", "Einstellungen").await;
    tab.until("document.activeElement.id === 'tongue'").await;
    tab.press("Escape").await;
    tab.until("!document.querySelector('dialog')").await;
    tab.see("#to-rules", "Regeln").await;
    it.check("a first visit in German").await;
    tab.size(1280, 800).await;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.see("label[for=say]", "Was tust du?").await;
    tab.see(".turn.newest button", "Zurücknehmen").await;
    assert!(
        tab.holds("document.querySelector('.turn.newest .prose').lang === 'en'").await,
        "the story is told in English"
    );
    tab.see("#panel-hero", "Trefferpunkte").await;
    tab.press("Alt+2").await;
    tab.see("#panel-journal h3", "Orte").await;
    it.check("a table in German").await;
    tab.size(1280, 800).await;
    tab.turn_to("#/rules").await;
    tab.see(".rules h1", "Regeln").await;
    tab.turn_to("#/author").await;
    tab.see("main h1", "Eine Kampagne schreiben").await;

    // Back again, from anywhere.
    tab.click("#settings", "Einstellungen").await;
    tab.see("dialog #tongue", "").await;
    tab.run("const box = document.querySelector('#tongue'); box.value = 'en'; box.dispatchEvent(new Event('change'))")
        .await;
    tab.until("document.documentElement.lang === 'en' && seen('main h1', 'Write a campaign')").await;
    chromium.close([it.tab]).await;
}
