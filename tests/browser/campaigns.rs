//! A new adventure can play a campaign: one of the house, or one that is brought in, which is read through first.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{
    access::Checked,
    chromium::{Chromium, axe},
    house::House,
    playing::choose,
};

/// A valid campaign from a file.
pub(crate) fn sound() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../it/campaign/clean.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn written(folder: &Path, name: &str, campaign: &Value) -> String {
    let file = folder.join(name);
    fs::write(&file, campaign.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_brought_in_once_it_is_sound_and_can_be_chosen_and_deleted() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let folder = tempfile::tempdir().unwrap();
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.expect_cut_lines();
    tab.see(".campaign-card", "Make it up as you go").await;
    assert!(tab.holds("document.querySelector('input[name=campaign]').checked").await);
    tab.see(".campaign-card", "scenes").await;
    it.check("campaigns to choose from").await;

    let mut broken = sound();
    broken["acts"][0]["nodes"][0]["exits"] = json!([]);
    choose(tab, "Import a campaign", &written(folder.path(), "broken.json", &broken)).await;
    tab.see(".campaign-choice [role=status]", "“broken.json” was not imported.").await;
    tab.see(".finding.error", "What helps:").await;
    tab.until("document.activeElement.matches('.findings')").await;
    let told: String = tab.read("seen('.findings').textContent").await;
    assert!(told.contains("Act “") && !told.contains('`') && !told.contains("/acts/"), "places in words: {told}");
    it.check("what is wrong with a campaign").await;

    let letter = folder.path().join("letter.json");
    fs::write(&letter, "Dear Marta,").unwrap();
    choose(tab, "Import a campaign", letter.to_str().unwrap()).await;
    tab.see(".campaign-choice [role=status]", "“letter.json” was not imported.").await;
    tab.see(".finding", "The file as a whole").await;

    let mut unused = sound();
    let findings = unused["acts"][0]["nodes"][0]["beats"][0]["findings"].as_array_mut().unwrap();
    findings.push(json!({"id": "weather", "text": "It may rain."}));
    choose(tab, "Import a campaign", &written(folder.path(), "unused.json", &unused)).await;
    tab.see(".campaign-choice [role=status]", "“The Salt Road” is imported").await;
    tab.see(".finding.warning", "weather").await;
    it.check("a campaign that could be better").await;
    choose(tab, "Import a campaign", &written(folder.path(), "sound.json", &sound())).await;
    tab.until("!document.querySelector('.finding')").await;
    let chosen = "document.querySelector('input[name=campaign]:checked').value";
    assert_eq!(tab.read::<String>(chosen).await, "the-salt-road");
    it.check("a campaign of one's own").await;

    tab.reload().await;
    tab.see(".campaign-card", "The Salt Road").await;
    tab.click(".campaign button", "Delete").await;
    tab.see("dialog.box", "Adventures that play it go on").await;
    tab.click("dialog button.danger", "Delete for good").await;
    tab.see(".campaign-choice [role=status]", "“The Salt Road” is deleted").await;
    tab.until("!document.querySelector('.campaign button')").await;

    choose(tab, "Import a campaign", &written(folder.path(), "sound.json", &sound())).await;
    tab.see(".campaign-choice [role=status]", "is imported").await;
    tab.begin().await;
    let id: String = tab.read("location.hash.split('/')[2]").await;
    assert_eq!(house.read(&format!("/api/sessions/{id}")).await["campaign"], "the-salt-road");
    chromium.close([it.tab]).await;
}
