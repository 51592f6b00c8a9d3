//! Accessibility tests of every screen and state of the page: axe at four widths and in both themes, and no screen wider than
//! the window.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    chromium::{Chromium, axe},
    house::House,
    support::{ScriptedClaude, calls, fails, says},
    tab::Tab,
};

const WIDTHS: [i64; 4] = [320, 360, 768, 1280];

/// A tab with the checker at hand.
pub(crate) struct Checked {
    pub(crate) tab: Tab,
    axe: String,
}

impl Checked {
    pub(crate) async fn open(chromium: &Chromium, url: &str, axe: String) -> Self {
        let tab = chromium.tab(url).await;
        Self { tab, axe }
    }

    /// Looks at the page as it is now. All rules hold by night; by day only colours are others.
    pub(crate) async fn check(&self, state: &str) {
        let Self { tab, axe } = self;
        if !tab.holds("globalThis.axe").await {
            tab.run(axe).await;
        }
        let mut found = Vec::new();
        for width in WIDTHS {
            tab.size(width, 740).await;
            for theme in ["light", "dark"] {
                tab.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]).await;
                let wrong: Vec<Value> = tab.read(&format!("check({})", json!(theme == "light"))).await;
                found.extend(wrong.into_iter().map(|wrong| format!("{state}, {width} px, {theme}: {wrong:#}")));
                tab.picture(&format!("{state}, {width}, {theme}")).await;
            }
            let wide: Vec<String> = tab.read("wider()").await;
            found.extend(wide.into_iter().map(|wide| format!("{state}, {width} px: scrolls sideways: {wide}")));
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_before_the_table_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let mut house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.see(".hero-card", "").await;
    it.check("first visit").await;
    tab.click(".own-card", "").await;
    tab.see(".own", "").await;
    tab.click(".new-game button[type=submit]", "").await;
    tab.see("[aria-invalid=true]", "").await;
    it.check("a hero without a name").await;

    for n in 1..=8 {
        house
            .begin(&json!({"title": format!("The {n}. lantern under the hill, which nobody has seen burning")}))
            .await
            .unwrap();
    }
    tab.reload().await;
    tab.see(".adventures", "").await;
    it.check("list").await;
    tab.write("input.search", "nowhere").await;
    tab.see(".sessions [role=status]", "").await;
    it.check("nothing found").await;
    tab.write("input.search", " ").await;
    for (deed, inside) in
        [("", "dialog.menu"), ("Rename", "dialog input"), ("Export", "dialog .primary"), ("Delete", "dialog .danger")]
    {
        tab.click(".adventures li button", "").await;
        tab.see("dialog.menu button", "").await;
        if !deed.is_empty() {
            tab.click("dialog.menu button", deed).await;
            tab.until("!document.querySelector('dialog.menu')").await;
        }
        tab.see(inside, "").await;
        it.check(&format!("options: {deed}")).await;
        tab.press("Escape").await;
        tab.until("!document.querySelector('dialog')").await;
    }
    tab.click("#settings", "").await;
    tab.click("dialog summary", "").await;
    it.check("settings").await;
    tab.press("Escape").await;

    tab.turn_to("#/new").await;
    tab.see(".hero-card", "").await;
    it.check("new game").await;
    tab.expect_cut_lines();
    tab.turn_to("#/s/nobody").await;
    tab.see("#home-body [role=alert]", "").await;
    it.check("gone").await;
    house.kill();
    tab.turn_to("#/").await;
    tab.see("#home-body button", "Try again").await;
    it.check("nobody answers").await;
    house.light().await;
    tab.click("#home-body button", "Try again").await;
    tab.see(".adventures", "").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_door_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_player("ada", "lovelace").await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.expect_cut_lines();
    tab.see("dialog input", "").await;
    tab.type_in("babbage").await;
    tab.press("Enter").await;
    tab.see("dialog [aria-invalid=true]", "").await;
    it.check("a wrong secret").await;
    tab.write("dialog input", "lovelace").await;
    tab.press("Enter").await;
    tab.see(".hero-card", "").await;
    chromium.close([it.tab]).await;
}

const PROSE: &str = "## The *old* mill\n\nMarta lowers her voice. “You came **late**,” she says. “They took the road north.”\n\n\
    - a lantern, still warm\n- a boot, `left`\n\n1. wait\n2. follow\n\n> Here it is written: nobody crosses twice.\n\n---\n\n\
    A veryverylongwordthatnobodywouldeverwritebutamodelmightinonegreatbreathwithoutanyspaceinit stands on the door.";

/// A turn that has everything: dice of all kinds, gains and losses, people and places.
fn rich(claude: &ScriptedClaude) {
    let dice = |dice: &str| json!({"dice": dice, "reason": "to see what is behind the door of the old mill"});
    let update = json!({
        "hp_delta": -5, "gold_delta": 12.5, "xp_gained": 300, "items_gained": ["3 x ember", "a lantern that nobody can put out"],
        "conditions_added": ["poisoned"], "location_changed": "the old mill", "scene_update": "Smoke, and somebody in it.",
        "quests_added": ["Find the miller"], "npcs_met": ["Marta", "Odo"], "important_event": "Marta owes you a night's shelter.",
        "notable_event": "The wheel stopped.", "milestone": "The road is open.", "minutes_passed": 90, "reveal_poi": "a cellar",
        "npcs_to_create": [{"name": "goblin", "slug": "goblin", "disposition": "hostile", "count": 2}],
    });
    let write = calls("roll_dice", dice("2d20kh1+3"))
        .and_calls("roll_dice", dice("8d6+1d4"))
        .and_calls("create_supporting_npc", json!({"name": "Marta", "role": "ally", "context": "She keeps the mill."}))
        .and_updates(update);
    let profile = json!({"appearance": "Flour to the elbows.", "personality": "Short of words.", "motivations": ["quiet"], "notes": "Has one key."});
    claude.helper_will([says(profile.to_string())]);
    claude.will([write, says(PROSE)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.expect_cut_lines();
    tab.begin().await;
    it.check("a table at its beginning").await;
    claude.expect_words("I wait.");
    claude.will([says("You wait, and so does the mill.")]);
    tab.say("I wait.").await;
    claude.expect_words("I sing.");
    claude.will([fails(400)]);
    tab.write("#say", "I sing.").await;
    tab.press("Enter").await;
    tab.see("#trouble", "").await;
    tab.until("isQuiet()").await;
    it.check("a turn that failed").await;
    tab.click("#trouble button", "Dismiss").await;

    claude.expect_words("I open the door of the mill.");
    rich(&claude);
    tab.say("I open the door of the mill.").await;
    tab.run("document.querySelectorAll('.works').forEach((works) => { works.open = true; })").await;
    it.check("a rich turn").await;
    tab.size(320, 740).await;
    tab.run("document.querySelector('#log').dispatchEvent(new WheelEvent('wheel', { deltaY: -50 }))").await;
    tab.see("#latest", "To the newest words").await;
    it.check("scrolled back").await;
    for (key, panel) in [("Alt+1", "hero"), ("Alt+2", "journal"), ("Alt+3", "dice"), ("Alt+4", "cost")] {
        tab.press(key).await;
        tab.see(&format!("#panel-{panel} h2"), "").await;
        if panel == "dice" {
            tab.click("#panel-dice form button[type=submit]", "").await;
            tab.see("#panel-dice .throws .roll", "").await;
            tab.write("#panel-dice input[name=expression]", "nonsense").await;
            tab.press("Enter").await;
            tab.see("#panel-dice [aria-invalid=true]", "").await;
        }
        tab.run("document.querySelectorAll('.person').forEach((person) => { person.open = true; })").await;
        it.check(panel).await;
    }
    tab.size(1280, 800).await;
    for (opener, words, dialog) in [
        ("[data-key=sheet]", "", "dialog.sheet"),
        ("[data-key=purse]", "", "dialog.why li"),
        ("[data-key=level]", "", "dialog form"),
        (".turn.newest [data-deed=menu]", "", "dialog.menu"),
        ("#menu", "", ".drawer .adventures"),
    ] {
        tab.size(1280, 800).await;
        tab.press("Alt+1").await;
        tab.click(opener, words).await;
        tab.see(dialog, "").await;
        it.check(opener).await;
        tab.press("Escape").await;
        tab.until("!document.querySelector('dialog')").await;
    }
    tab.press("Alt+1").await;
    tab.press("Escape").await;
    tab.press("F6").await;
    tab.run("document.querySelector('#log').focus()").await;
    tab.press("?").await;
    tab.see("dialog .keys", "").await;
    it.check("keys").await;
    tab.press("Escape").await;

    tab.size(1280, 800).await;
    tab.write("#say", "I go on.").await;
    tab.press("Enter").await;
    tab.see("#trouble button", "Level up").await;
    tab.until("isQuiet()").await;
    it.check("a level waits").await;
    tab.size(1280, 800).await;
    tab.click("#trouble button", "Level up").await;
    tab.click("dialog form .primary", "").await;
    tab.until("!document.querySelector('dialog')").await;

    claude.expect_words("I open the door of the mill.");
    claude.will([says("Told another way, the mill is kinder.")]);
    tab.click("[data-deed=retell]", "").await;
    tab.until("isQuiet() && seen('.tellings')").await;
    it.check("tellings").await;
    tab.size(1280, 800).await;
    tab.click(".tellings button", "Telling before").await;
    tab.see(".elsewhere .notice", "").await;
    it.check("another telling").await;
    tab.offline(true).await;
    tab.see("#now", "offline").await;
    it.check("offline").await;
    tab.offline(false).await;
    tab.until("document.querySelector('#now').hidden").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_plays_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let mut house = House::telling_at(Duration::from_millis(400)).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.expect_cut_lines();
    let heroes = house.read("/api/heroes").await["items"].clone();
    let party: Vec<&Value> = heroes.as_array().unwrap().iter().map(|hero| &hero["id"]).take(6).collect();
    let session = house.begin(&json!({"characters": party})).await.unwrap();
    tab.turn_to(&format!("#/s/{session}")).await;
    tab.at_table().await;
    it.check("a party").await;
    tab.size(1280, 800).await;
    tab.write("#say", "I look around, and I take my time over it.").await;
    tab.press("Enter").await;
    tab.until("document.querySelector('.turn.open .prose')?.textContent").await;
    it.check("telling").await;
    tab.size(1280, 800).await;
    tab.click("#send", "Stop").await;
    tab.see("#trouble", "You stopped the telling").await;
    it.check("stopped").await;
    tab.size(1280, 800).await;
    tab.press("Enter").await;
    tab.until("document.querySelector('.turn.open .prose')?.textContent").await;
    house.kill();
    tab.see("#now", "try").await;
    it.check("the line dropped").await;
    chromium.close([it.tab]).await;
}
