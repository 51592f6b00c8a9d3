//! Browser tests of the journal: searching, editing, forgetting and restoring entries; nothing that was being written is lost.

use serde_json::{Value, json};

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
};

const NOTE: &str = "Nobody here has seen the ferryman since the flood.";

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_the_journal_is_written_changed_forgotten_and_brought_back() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.say("I look around.").await;
    tab.press("Alt+2").await;
    tab.see(".facts-book h3", "Written down").await;
    tab.until("document.querySelector('.facts-list')?.getAttribute('aria-busy') === 'false'").await;
    it.check("the journal").await;
    tab.size(1280, 800).await;

    // Neither a turn nor a new visit takes anything from what is begun.
    tab.click(".facts-book button", "Write a note").await;
    tab.until("document.activeElement.matches('.facts-book textarea')").await;
    tab.type_in(NOTE).await;
    it.check("a note that is written").await;
    tab.size(1280, 800).await;
    tab.say("I listen.").await;
    let holds = format!("document.querySelector('.facts-book textarea')?.value === '{NOTE}'");
    tab.until(&holds).await;
    tab.reload().await;
    tab.at_table().await;
    tab.press("Alt+2").await;
    tab.until(&holds).await;
    tab.click(".facts-book button", "Save the note").await;
    tab.see(".fact", NOTE).await;
    tab.see(".fact", "Your note").await;

    // Once pinned it is above all others, and shows its new text.
    tab.click(".fact-more[aria-label*=ferryman]", "").await;
    tab.click(".fact button", "Pin").await;
    tab.see(".fact:first-child.pinned", NOTE).await;
    it.check("what can be done with a line").await;
    tab.size(1280, 800).await;
    tab.click(".fact.pinned button", "Change").await;
    tab.write(".fact textarea", "The ferryman drowned in the flood.").await;
    tab.press("Enter").await;
    tab.see(".fact.pinned .fact-text", "The ferryman drowned in the flood.").await;

    // What is forgotten by mistake comes back where it stood.
    tab.click(".fact.pinned .fact-more", "").await;
    tab.click(".fact.pinned button", "Forget").await;
    tab.see(".fact.forgotten", "no longer sees it").await;
    tab.until("document.activeElement.textContent === 'Restore'").await;
    it.check("a line that is forgotten").await;
    tab.size(1280, 800).await;
    tab.click(".fact.forgotten button", "Restore").await;
    tab.until("!document.querySelector('.fact.forgotten') && seen('.fact', 'The ferryman drowned in the flood.')")
        .await;

    // It is found by its words, was not there before it was written, and leads to its turn.
    tab.write(".find input[type=search]", "ferryman").await;
    tab.see(".facts-book [role=status]", "1 entry found.").await;
    tab.click(".find summary", "At an earlier turn").await;
    tab.write(".then input", "0").await;
    tab.press("Enter").await;
    tab.see(".facts-book [role=status]", "The journal after turn 0.").await;
    tab.until("!seen('.fact', 'ferryman')").await;
    tab.click(".facts-book button", "Back to now").await;
    tab.click(".fact.pinned .way", "Turn 2").await;
    tab.until("document.activeElement.getAttribute('aria-label') === 'Turn 2'").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_in_the_players_words_is_set_back_to_what_was_told() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.say("I look around.").await;
    // A journal of one line, which the player has changed.
    let line = json!({"id": "a-line", "kind": "person", "about": "Marta", "text": "Marta lies.", "seenBy": [], "pinned": false, "writtenBy": "story"});
    tab.run(&format!(
        "const real = fetch; globalThis.sent = []; let line = {{ ...{line}, edited: true, original: 'Marta owes the ferryman a night.' }};
         globalThis.fetch = async (path, init = {{}}) => {{
             if (!String(path).includes('/journal')) return real(path, init);
             if (init.method === 'PATCH') {{
                 sent.push(JSON.parse(init.body));
                 const {{ original, ...rest }} = line;
                 line = {{ ...rest, edited: false, text: original }};
                 return Response.json(line);
             }}
             return Response.json({{ items: [line], counts: {{ kept: 1, superseded: 0, duplicates: 0, junk: 0, forgotten: 0 }}, nextCursor: null }});
         }}"
    ))
    .await;
    tab.press("Alt+2").await;
    tab.see(".fact", "Marta lies.").await;
    tab.see(".fact", "changed by you").await;
    tab.click(".fact .fact-more", "").await;
    tab.click(".fact button", "Change").await;
    tab.see(".fact form", "Originally: Marta owes the ferryman a night.").await;
    it.check("a line that was changed before").await;
    tab.size(1280, 800).await;
    tab.click(".fact button", "Cancel").await;
    tab.click(".fact .fact-more", "").await;
    tab.click(".fact button", "Original wording").await;
    tab.see(".fact .fact-text", "Marta owes the ferryman a night.").await;
    tab.until("document.activeElement.matches('.fact-more')").await;
    tab.until("document.querySelector('#status').textContent === 'Back to the original wording.'").await;
    assert_eq!(tab.read::<Value>("sent").await, json!([{"asTold": true}]), "the story's own words");
    tab.click(".fact .fact-more", "").await;
    tab.see(".fact button", "Change").await;
    assert!(!tab.holds("seen('.fact button', 'Original wording') || seen('.fact', 'changed by you')").await);
    chromium.close([it.tab]).await;
}
