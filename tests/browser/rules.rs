//! The rules page: searched and read with the keyboard alone, shared by its address, and open beside a story.

use std::time::Duration;

use crate::{
    access::Checked,
    by_keyboard::{NO_MOUSE, walk},
    chromium::{Chromium, axe},
    house::House,
    tab::Tab,
};

const IN_BOX: &str = "document.activeElement.matches('#rules-ask')";

/// Waits until the entry of this name is open and read from its heading on.
async fn opened(tab: &Tab, name: &str) {
    tab.until(&format!(
        "document.activeElement.matches('.entry h2') && document.activeElement.textContent === '{name}'"
    ))
    .await;
}

/// Waits until the list begins with this name.
async fn listed(tab: &Tab, name: &str) {
    tab.until(&format!("document.querySelector('.found ol .name')?.textContent === '{name}'")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_searched_and_read_with_the_keyboard_alone() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.see(".hero-card", "").await;
    tab.run(NO_MOUSE).await;
    walk(&tab, "Tab", "#to-rules").await;
    tab.press("Enter").await;
    tab.until(IN_BOX).await;
    tab.see(".rules .notice code", "embertale setup").await;
    let main = "[...document.querySelectorAll('main, [role=main]')].filter((main) => main.checkVisibility()).length";
    assert_eq!(tab.read::<usize>(main).await, 1, "a document has one main part");

    // What is found goes with what is typed, and the keys go through it.
    tab.type_in("hold pe").await;
    listed(&tab, "Hold Person").await;
    tab.until("location.hash === '#/rules?q=hold+pe'").await;
    tab.press("ArrowDown").await;
    tab.until("document.activeElement.matches('.found li:first-child a')").await;
    tab.press("End").await;
    tab.until("document.activeElement.matches('.found li:last-child a')").await;
    tab.press("Home").await;
    tab.press("ArrowUp").await;
    tab.until(IN_BOX).await;
    tab.press("ArrowDown").await;
    tab.press("Enter").await;
    opened(&tab, "Hold Person").await;
    tab.see(".entry .terms dt", "Casting time").await;
    tab.until("document.title === 'Hold Person · Rules · Embertale'").await;

    // A name in the text leads on; the way back is the browser's own.
    walk(&tab, "Tab", ".entry .rule-text a[href='#/rules/condition/paralyzed']").await;
    tab.press("Enter").await;
    opened(&tab, "Paralyzed").await;
    tab.run("history.back()").await;
    opened(&tab, "Hold Person").await;
    tab.press("Escape").await;
    tab.until("document.activeElement.matches('.found a') && document.activeElement.textContent.startsWith('Hold')")
        .await;
    assert!(tab.holds("!document.querySelector('.entry')").await);
    tab.press("/").await;
    tab.until(IN_BOX).await;
    assert_eq!(tab.read::<String>("getSelection().toString()").await, "hold pe", "what stands there is written over");

    // Filters stand in the address.
    tab.type_in("goblin").await;
    listed(&tab, "Goblin").await;
    walk(&tab, "Tab", "#rules-type").await;
    tab.press("ArrowDown").await;
    tab.until("location.hash === '#/rules?q=goblin&type=spell'").await;
    tab.press("ArrowDown").await;
    tab.until("location.hash === '#/rules?q=goblin&type=monster'").await;
    listed(&tab, "Goblin").await;
    walk(&tab, "Tab", "#rules-edition").await;
    tab.press("ArrowDown").await;
    tab.until("location.hash === '#/rules?q=goblin&type=monster&edition=2024'").await;
    tab.see(".rules [role=status]", "No rules found.").await;
    tab.run("history.back()").await;
    listed(&tab, "Goblin").await;
    tab.until("document.querySelector('#rules-edition').value === '2014'").await;
    walk(&tab, "Shift+Tab", "#rules-ask").await;
    tab.press("Enter").await;
    opened(&tab, "Goblin").await;
    tab.see(".entry .scores td", "14 (+2)").await;

    // A miss offers what is spelled like it, and what is no rule at all is said.
    tab.press("/").await;
    tab.type_in("gobiln").await;
    tab.see(".found .others a", "Goblin").await;
    tab.press("Escape").await;
    tab.see(".found .lead", "").await;
    assert_eq!(tab.read::<Vec<String>>("mice").await, Vec::<String>::new(), "no mouse had a part in this");
    let other = chromium.tab(&format!("{}#/rules/monster/goblin?q=gob", house.url())).await;
    opened(&other, "Goblin").await;
    listed(&other, "Goblin").await;
    chromium.close([tab, other]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_said_and_nothing_else_happens() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&format!("{}#/rules?q=fire&type=vehicle", house.url())).await;
    tab.expect_cut_lines();
    tab.see(".found [role=alert]", "There is no type “vehicle”").await;
    tab.turn_to("#/rules/spell/fire-ball").await;
    listed(&tab, "Fireball").await;
    tab.see(".rules .notice", "There is no such entry.").await;
    tab.turn_to(&format!("#/rules?q={}", "x".repeat(10_000))).await;
    tab.see(".found [role=alert]", "").await;
    for odd in [".*[](){}|\\^$", "огненный шар", "<b onclick=alert()>", "🔥"] {
        tab.write("#rules-ask", odd).await;
        // The results of the previous query stay until this one is answered.
        tab.until("!document.querySelector('.found').ariaBusy").await;
        tab.see(".rules [role=status]", "No rules found.").await;
    }
    // A number is a word of the rules, whatever surrounds it.
    tab.write("#rules-ask", "<b onclick=alert(1)>").await;
    tab.see(".found ol a", "").await;
    assert!(tab.holds("!document.querySelector('.rules b[onclick]')").await);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_lie_open_beside_a_story_that_goes_on() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::telling_at(Duration::from_millis(50)).await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    let table: String = tab.read("location.hash").await;
    tab.write("#say", "I look around.").await;
    tab.press("Enter").await;
    tab.until("document.querySelector('.turn.open .prose')?.textContent").await;
    tab.write("#say", "I go on, and").await;
    tab.click("#to-rules", "").await;
    tab.until(IN_BOX).await;
    tab.type_in("goblin").await;
    listed(&tab, "Goblin").await;
    tab.press("Enter").await;
    opened(&tab, "Goblin").await;
    assert!(tab.holds("document.querySelector('.turn.open') && seen('#log') && !seen('#side')").await);
    tab.until("isQuiet() && story().length === 1").await;
    opened(&tab, "Goblin").await;

    // A reload finds both; in a narrow window the rules lie over the story.
    tab.reload().await;
    tab.see(".turn", "I look around.").await;
    tab.see(".entry h2", "Goblin").await;
    tab.size(360, 740).await;
    tab.until("document.querySelector('#story').inert && document.querySelector('#side').inert").await;
    tab.size(1280, 800).await;
    tab.until("!document.querySelector('#story').inert").await;

    // The round of regions, and back to the words that were being written.
    tab.run("document.querySelector('#say').focus()").await;
    tab.press("F6").await;
    tab.until("document.activeElement.id === 'log'").await;
    tab.press("F6").await;
    tab.until(IN_BOX).await;
    for _ in 0..2 {
        tab.press("Escape").await;
    }
    tab.until(&format!("location.hash === {table:?} && document.activeElement.id === 'say'")).await;
    assert!(tab.holds("seen('#side') && !seen('#rules')").await);
    assert_eq!(tab.read::<String>("document.querySelector('#say').value").await, "I go on, and");
    let told = house.turns(table.trim_start_matches("#/s/")).await;
    assert_eq!(told.len(), 1);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_page_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &format!("{}#/rules", house.url()), axe).await;
    let tab = &it.tab;
    tab.see(".found .lead", "").await;
    it.check("the rules").await;
    tab.write("#rules-ask", "gob").await;
    listed(tab, "Goblin").await;
    it.check("rules that were found").await;
    tab.turn_to("#/rules/monster/goblin?q=gob").await;
    opened(tab, "Goblin").await;
    it.check("a stat block").await;
    tab.turn_to("#/rules/spell/fireball").await;
    opened(tab, "Fireball").await;
    it.check("a spell").await;
    tab.turn_to("#/rules?q=frieball").await;
    tab.see(".found .others", "Fireball").await;
    it.check("a miss").await;
    tab.turn_to("#/").await;
    tab.size(1280, 800).await;
    tab.begin().await;
    tab.turn_to("#/rules/condition/grappled").await;
    opened(tab, "Grappled").await;
    it.check("beside the story").await;
    chromium.close([it.tab]).await;
}
