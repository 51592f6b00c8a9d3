//! A fight in the page: its panel, its map and its buttons, by mouse and by keyboard alone, fit for everyone.

use serde_json::{Value, json};

use crate::{
    access::Checked,
    by_keyboard::{NO_MOUSE, walk},
    chromium::{Chromium, axe},
    house::House,
    support::{ScriptedClaude, calls, says},
    tab::Tab,
};

/// A fight that goes as the tests below say; see there.
const BRAWL: &str = include_str!("brawl.js");

pub(crate) const QUIET: &str =
    "isQuiet() && document.querySelector('#panel-fight')?.getAttribute('aria-busy') === 'false'";

/// Two heroes at a table where a fight breaks out.
async fn brawl(house: &House, tab: &Tab) {
    let heroes = house.read("/api/heroes").await["items"].clone();
    let party: Vec<&Value> = heroes.as_array().unwrap().iter().map(|hero| &hero["id"]).take(2).collect();
    let session = house.begin(&json!({"characters": party})).await.unwrap();
    tab.page.evaluate_on_new_document(BRAWL).await.unwrap();
    tab.go(&format!("{}#/s/{session}", house.url())).await;
    tab.at_table().await;
    assert!(!tab.holds("document.querySelector('#tab-fight')").await, "no fight, no panel");
    tab.run("brawl.begin()").await;
    tab.until(QUIET).await;
}

/// What was sent so far, without who did it.
async fn sent(tab: &Tab) -> Value {
    tab.read("brawl.posts.map(({ characterId, ...act }) => act)").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_fought_by_buttons_and_goes_when_it_is_over() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab("about:blank").await;
    brawl(&house, &tab).await;
    tab.see("#tab-fight[aria-selected=true]", "Fight").await;
    tab.see("#panel-fight h2", "Round 1Brannoc Ashdown’s turn").await;
    tab.see(".order .acts[aria-current=true]", "Brannoc Ashdown").await;
    tab.see(".odds", "7 in 10").await;
    tab.see(".order .fallen", "Goblin C").await;
    tab.see(".order li", "frightened, 2 rounds").await;
    let groups: Vec<String> =
        tab.read("[...document.querySelectorAll('.deed-group h3')].map((h) => h.textContent)").await;
    assert_eq!(groups, ["Attack", "Spells", "Tricks", "Moves"]);
    tab.see(".deed-group .primary", "Longsword").await;
    tab.see(".deed-group .primary small", "55% to hit · 1d8+3 slashing · Goblin A").await;
    tab.see(".deed-group button small", "Bonus action").await;
    // Both sides with their hit points, and what the map can be pressed for.
    tab.see(".sides ul:first-child li", "Brannoc Ashdown").await;
    tab.see(".sides ul:first-child .health", "9/12").await;
    tab.see(".sides ul:last-child li", "Goblin B").await;
    tab.until("document.querySelector('.map .token.hero .face') && document.querySelector('.square.near') && document.querySelector('.square.struck')").await;
    tab.click(".odds summary", "7 in 10").await;
    tab.see(".odds p", "Played out 400 times by the rules").await;

    // One target, and it is done; while it plays, the buttons wait.
    tab.run("brawl.held = new Promise((go) => { brawl.go = go; })").await;
    tab.click("#panel-fight button", "Longsword").await;
    tab.until("document.querySelector('[data-key=deed-end]').getAttribute('aria-disabled') === 'true'").await;
    tab.click("#panel-fight button", "End turn").await;
    tab.run("brawl.go(); brawl.held = null").await;
    tab.until(&format!("{QUIET} && story().length === 1")).await;
    assert_eq!(sent(&tab).await, json!([{"action": "attack", "target": "goblin-a", "with": "Longsword"}]));
    tab.see(".turn .deed", "As the server says it: attack").await;
    tab.see(".fell", "against armour").await;
    tab.see(".left .spent", "Action").await;
    assert!(
        !tab.holds("seen('#panel-fight button:not(:disabled)', 'Grapple')").await,
        "what can't be done any more can't be pressed"
    );
    tab.see("#panel-fight .spent:disabled", "Grapple").await;

    // A square of the map; those that are not marked do nothing.
    tab.click("#panel-fight button", "Move…").await;
    tab.see(".aim", "choose a marked square").await;
    tab.click("[data-key=square-9-6]", "").await;
    tab.click("[data-key=square-2-4]", "").await;
    tab.until(&format!("{QUIET} && story().length === 2")).await;
    assert_eq!(sent(&tab).await[1], json!({"action": "move", "to": {"x": 2, "y": 4}}));

    tab.click("#panel-fight button", "End turn").await;
    tab.see("#panel-fight h2", "Round 2Pim Underbough’s turn").await;
    tab.until(QUIET).await;
    tab.see("p[role=status]", "Round 2. Pim Underbough’s turn.").await;
    assert_eq!(
        tab.read::<String>("document.querySelector('#who').selectedOptions[0].textContent").await,
        "Pim Underbough"
    );

    // What is refused is said beside the buttons, leaves nothing in the story, and the next deed is another request.
    tab.click("#panel-fight button", "Grapple").await;
    tab.see("#panel-fight [role=alert]", "Both of your hands are full. You can strike, dodge or go.").await;
    tab.until(&format!("{QUIET} && story().length === 3 && !document.querySelector('.undone')")).await;

    // Words still work.
    tab.write("#say", "I shout.").await;
    assert!(!tab.holds("document.querySelector('#send').getAttribute('aria-disabled') === 'true'").await);
    tab.run(
        "document.querySelector('#say').value = ''; document.querySelector('#say').dispatchEvent(new Event('input'))",
    )
    .await;

    tab.click("#panel-fight button", "Second Wind").await;
    tab.see("#trouble", "The fight is won. It took 2 rounds. 75 experience for each hero.").await;
    tab.until("isQuiet() && !document.querySelector('#tab-fight, #panel-fight, .fight-bar') && seen('#tab-hero[aria-selected=true]')").await;
    tab.see(".turn.newest .marks", "Fight won").await;
    let (n, heroes): (usize, Vec<String>) =
        tab.read("[new Set(brawl.keys).size, brawl.posts.map((act) => act.characterId)]").await;
    assert_eq!(n, 5, "every deed has a key of its own");
    assert_eq!(heroes.iter().filter(|hero| hero.starts_with("brannoc")).count(), 3);
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reaction_is_asked_for_with_what_it_costs_and_nothing_else_is_offered() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab("about:blank").await;
    brawl(&house, &tab).await;
    tab.see(".deeds-now", "End turn").await;
    tab.run("brawl.ask()").await;
    tab.see("#panel-fight h2", "Round 1Brannoc Ashdown is asked").await;
    tab.see(".question", "Goblin A would hit Brannoc Ashdown with Scimitar: 17 against armour 16. Brannoc Ashdown has 9 hit points left.").await;
    tab.until(QUIET).await;
    tab.see("p[role=status]", "Round 1. Brannoc Ashdown is asked.").await;
    tab.see("#owed", "Brannoc Ashdown is still to answer.").await;
    let answers: Vec<String> = tab
        .read("[...document.querySelectorAll('.deeds-now button')].map((it) => [...it.children].map((line) => line.textContent).join('/'))")
        .await;
    assert_eq!(
        answers,
        ["Shield/armour 21: the attack misses/Costs your reaction and a level 1 slot", "Let it happen/Costs nothing"]
    );
    assert!(!tab.holds("document.querySelector('#panel-fight .left')").await, "it is nobody's turn");
    let n_legal: usize = tab.read("brawl.nLegal").await;
    assert_eq!(n_legal, 1, "the session says what can be answered");

    // Answered, and it is the hero's turn: the whole of it is offered again.
    tab.click(".question button", "Let it happen").await;
    tab.until(&format!("{QUIET} && story().length === 1")).await;
    tab.see("#panel-fight h2", "Brannoc Ashdown’s turn").await;
    tab.see(".deeds-now", "End turn").await;
    assert!(!tab.holds("document.querySelector('.question')").await);
    tab.until("document.querySelector('#owed').hidden").await;

    // A turn that comes to a question ends with it; the keyboard goes on with an answer.
    tab.run("brawl.asksNext = true; document.querySelector('[data-key=deed-end]').focus()").await;
    tab.press("Enter").await;
    tab.see("#panel-fight h2", "Round 2Pim Underbough is asked").await;
    tab.until(&format!("{QUIET} && document.activeElement.matches('[data-key=deed-react-shield]')")).await;
    tab.press("Enter").await;
    tab.until(&format!("{QUIET} && story().length === 3")).await;
    assert_eq!(
        sent(&tab).await,
        json!([{"action": "pass"}, {"action": "endTurn"}, {"action": "react", "reaction": "shield"}])
    );
    tab.see("#panel-fight h2", "Round 2Pim Underbough’s turn").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_fought_on_a_small_screen_without_a_mouse() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab("about:blank").await;
    tab.size(360, 640).await;
    tab.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    brawl(&house, &tab).await;
    tab.run(NO_MOUSE).await;
    tab.see(".fight-bar", "Round 1 · Brannoc Ashdown’s turn").await;
    assert!(!tab.holds("seen('#panel-fight h2')").await, "it covers nothing unasked");
    walk(&tab, "Shift+Tab", ".fight-bar").await;
    tab.press("Enter").await;
    tab.see("#panel-fight h2", "").await;
    tab.press("Alt+5").await;
    tab.until("document.activeElement.id === 'tab-fight'").await;

    // The choice of a target: Escape leaves the choice, and only the choice.
    walk(&tab, "Tab", "[data-key^=deed-attack-Javelin]").await;
    tab.press("Enter").await;
    tab.until("document.activeElement.matches('[data-key=target-goblin-a]')").await;
    assert_eq!(
        tab.read::<String>("document.activeElement.textContent").await,
        "Goblin A, hurt, prone, 5 ft away, 55% to hit"
    );
    tab.press("Escape").await;
    tab.until("document.activeElement.matches('[data-key^=deed-attack-Javelin]')").await;
    tab.press("Enter").await;
    walk(&tab, "Tab", "[data-key=target-goblin-b]").await;
    tab.press("Enter").await;
    tab.until(&format!("{QUIET} && story().length === 1")).await;
    // The deed that was done is gone from the list: the keyboard goes on with another.
    tab.until("document.activeElement.matches('#panel-fight [data-key^=deed-]')").await;

    walk(&tab, "Tab", "[data-key^=deed-move]").await;
    tab.press("Enter").await;
    tab.until("document.activeElement.matches('.square.marked')").await;
    tab.press("ArrowDown").await;
    tab.press("ArrowDown").await;
    let label: String = tab.read("document.activeElement.getAttribute('aria-label')").await;
    assert!(label.contains("5 ft away, can be chosen"), "{label}");
    tab.press("Enter").await;
    tab.until(&format!("{QUIET} && story().length === 2")).await;
    tab.until("document.activeElement.matches('[data-key^=deed-move]')").await;
    walk(&tab, "Tab", "[data-key=deed-end]").await;
    tab.press("Enter").await;
    tab.see("#panel-fight h2", "Pim Underbough’s turn").await;
    tab.until(QUIET).await;

    // Arrow keys move over the map, which says who is where.
    walk(&tab, "Tab", ".square").await;
    tab.press("Home").await;
    let (x, label): (String, String) =
        tab.read("[document.activeElement.dataset.x, document.activeElement.getAttribute('aria-label')]").await;
    assert_eq!((x.as_str(), label.as_str()), ("0", "A5, 5 ft away, can be reached"));
    walk(&tab, "Shift+Tab", "[data-key^=deed-use]").await;
    tab.press("Enter").await;
    tab.see("#trouble", "The fight is won.").await;
    tab.until("isQuiet() && document.activeElement.id === 'say'").await;
    let acts: Vec<String> = tab.read("brawl.posts.map(({ action }) => action)").await;
    assert_eq!(acts, ["attack", "move", "endTurn", "use"]);
    assert_eq!(tab.read::<Vec<String>>("mice").await, Vec::<String>::new(), "no mouse had a part in this");
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_fit_for_everybody() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, "about:blank", axe).await;
    let tab = &it.tab;
    brawl(&house, tab).await;
    it.check("a fight").await;
    tab.size(360, 740).await;
    tab.click(".fight-bar", "").await;
    tab.see("#panel-fight h2", "").await;
    it.check("a fight, opened").await;
    tab.click("#panel-fight button", "Javelin…").await;
    it.check("at whom").await;
    tab.click("#panel-fight button", "Back").await;
    tab.click("#panel-fight button", "Move…").await;
    it.check("where to").await;
    tab.click("#panel-fight button", "Back").await;
    tab.click("#panel-fight button", "Longsword").await;
    tab.until(&format!("{QUIET} && story().length === 1")).await;
    it.check("after a throw").await;
    tab.run("brawl.ask()").await;
    tab.see(".question", "Goblin A would hit").await;
    tab.until(QUIET).await;
    it.check("a question").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reaction_is_asked_for_in_german() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.click("#settings", "Settings").await;
    tab.see("dialog #tongue", "").await;
    tab.run("const box = document.querySelector('#tongue'); box.value = 'de'; box.dispatchEvent(new Event('change'))")
        .await;
    tab.until("document.documentElement.lang === 'de'").await;
    tab.go("about:blank").await;
    brawl(&house, tab).await;
    tab.run("brawl.ask()").await;
    tab.see("#panel-fight h2", "Runde 1Brannoc Ashdown ist gefragt").await;
    tab.see(".question", "Goblin A würde Brannoc Ashdown treffen").await;
    tab.see(".question button", "Kostet deine Reaktion und einen Zauberplatz (Grad 1)").await;
    tab.see(".question [data-key=deed-pass]", "Geschehen lassen").await;
    it.check("a question in German").await;
    chromium.close([it.tab]).await;
}

/// What the fight asks for next: a target, a reaction, a blow, a throw for one's life, a square nearer to a foe, and then the end of
/// the turn.
pub(crate) const NEXT: &str = r"
    const find = (key) => document.querySelector(`#panel-fight [data-key^='${key}']`);
    const foes = [...document.querySelectorAll('.square:has(.token.enemy:not(.fallen))')];
    const far = (a) => Math.min(...foes.map((b) => Math.max(Math.abs(a.dataset.x - b.dataset.x), Math.abs(a.dataset.y - b.dataset.y))));
    const near = [...document.querySelectorAll('.square.marked')].sort((a, b) => far(a) - far(b))[0];
    const goes = !document.querySelector('.left .spent:last-child') && globalThis.gone !== document.querySelector('#panel-fight h2').textContent;
    const chosen = near ?? find('target-') ?? find('deed-react-') ?? find('deed-pass') ?? find('deed-attack-') ?? find('deed-deathSave-') ?? (goes ? find('deed-move-') : null) ?? find('deed-end');
    if (near) globalThis.gone = document.querySelector('#panel-fight h2').textContent;
    chosen.click();
";

/// What the combat agent does with a hero's words: a blow where one can land, else a turn spent on guard.
fn in_words(now: &Value) -> Option<Value> {
    let items = now["items"].as_array()?;
    let act = |wanted: &str| items.iter().map(|it| &it["act"]).find(|act| act["action"] == wanted);
    let blow = act("attack")
        .map(|it| json!({"action": "attack", "target": it["target"], "with": it["with"], "ends_turn": true}));
    blow.or_else(|| act("dodge").map(|_| json!({"action": "dodge", "ends_turn": true})))
}

#[tokio::test(flavor = "multi_thread")]
async fn four_heroes_fight_six_goblins_to_the_end_by_chat_and_by_buttons_over_a_restart() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let mut house = House::of_claude(&claude).await;
    let heroes = house.read("/api/heroes").await["items"].clone();
    let party: Vec<&Value> = heroes.as_array().unwrap().iter().map(|hero| &hero["id"]).take(4).collect();
    let session = house.begin(&json!({"characters": party})).await.unwrap();
    let tab = chromium.tab(&format!("{}#/s/{session}", house.url())).await;
    tab.expect_cut_lines();
    tab.at_table().await;
    claude.expect_words("I open the door.");
    let goblins =
        json!({"npcs_to_create": [{"name": "goblin", "slug": "goblin", "disposition": "hostile", "count": 6}]});
    claude.will([says("Six goblins look up from their dice.").and_updates(goblins)]);
    tab.say("I open the door.").await;
    tab.until(QUIET).await;
    let order: Vec<String> =
        tab.read("[...document.querySelectorAll('.order .called')].map((it) => it.textContent)").await;
    assert_eq!(order.len(), 10, "{order:?}");
    let (mut is_restarted, mut n_in_words) = (false, 0);
    for step in 0_u32.. {
        tab.until(&format!("isQuiet() && (!document.querySelector('#tab-fight') || {QUIET})")).await;
        if !tab.holds("document.querySelector('#tab-fight')").await {
            break;
        }
        assert!(step < 400, "the fight has no end");
        let refused: String = tab.read("document.querySelector('#panel-fight [role=alert]').textContent").await;
        assert_eq!(refused, "", "what is offered is not refused");
        if story_is_long(&tab).await && !is_restarted {
            is_restarted = true;
            let before: Vec<String> = tab.read(STANDING).await;
            house.kill();
            house.light().await;
            tab.reload().await;
            tab.at_table().await;
            tab.until(QUIET).await;
            assert_eq!(tab.read::<Vec<String>>(STANDING).await, before, "the fight goes on where it was");
        }
        let aims = tab.holds("document.querySelector('.square.marked, [data-key^=target-]')").await;
        let in_words = in_words(&house.read(&format!("/api/sessions/{session}/actions")).await);
        match in_words {
            Some(act) if step % 4 == 3 && !aims => {
                n_in_words += 1;
                let words = format!("I do what I must, for the {n_in_words}. time.");
                claude.expect_words(&words);
                claude.will([calls("take_action", act), says("It is done.")]);
                tab.say(&words).await;
            }
            _ => tab.run(NEXT).await,
        }
    }
    assert!(is_restarted && n_in_words > 1, "the fight was over too soon: {n_in_words}");
    tab.see("#trouble", "The fight is ").await;
    tab.see(".turn.newest .marks", "Fight ").await;
    let after = house.read(&format!("/api/sessions/{session}")).await;
    assert!(after["encounter"].is_null());
    let xp: i64 = after["characters"].as_array().unwrap().iter().map(|hero| hero["xp"].as_i64().unwrap()).sum();
    assert!(xp == 0 || xp == 300, "six goblins are worth 300, for those who beat them: {xp}");
    chromium.close([tab]).await;
}

/// The order of initiative, and the health of each fighter.
const STANDING: &str = "[...document.querySelectorAll('#panel-fight h2, .order li')].map((it) => it.textContent)";

/// Whether a few deeds were done.
async fn story_is_long(tab: &Tab) -> bool {
    tab.holds("story().length > 3").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_servers_own_rests_are_taken_from_the_heros_panel() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.begin().await;
    tab.click("[data-key=rest]", "").await;
    tab.see("dialog input[name=hitDice]", "").await;
    it.check("a rest").await;
    tab.write("dialog input[name=hitDice]", "7").await;
    tab.press("Enter").await;
    tab.expect_cut_lines();
    tab.see("#trouble", "hit dice left to spend").await;
    tab.until("isQuiet() && !document.querySelector('.turn, dialog')").await;
    tab.click("[data-key=rest]", "").await;
    tab.click("dialog button", "Short rest").await;
    tab.until("isQuiet() && story().length === 1").await;
    tab.see(".turn .deed", "I rest for an hour.").await;
    tab.click("[data-key=rest]", "").await;
    tab.click("dialog button", "Long rest").await;
    tab.until("isQuiet() && story().length === 2").await;
    tab.see(".turn.newest .deed", "I rest until morning.").await;
    chromium.close([it.tab]).await;
}
