//! Browser tests of writing a campaign: conversation, draft, finalising, mending and playing; nothing that was written is lost
//! if the connection, the server or the model fails.

use serde_json::{Value, json};

use crate::{
    access::Checked,
    by_keyboard::walk,
    calm::LISTEN,
    campaigns::sound,
    chromium::{Chromium, axe},
    claude::{
        recording::Recording,
        stub::{Act, Gate, Stub, head},
    },
    hostile::{STRINGS, must_be_inert},
    house::House,
    line::{Break, Line, Silence},
    playing::choose,
    support::{Reply, ScriptedClaude, calls, fails, says, steps},
    tab::Tab,
};

const ANSWER: &str = "There it stands, with salt in every seam. Shall I go on?";

/// One reply that takes these steps.
fn taking(steps: &[(&'static str, Value)]) -> Reply {
    let (name, input) = &steps[0];
    steps[1..].iter().fold(calls(name, input.clone()), |reply, (name, input)| reply.and_calls(name, input.clone()))
}

/// Nothing is being written.
const SILENT: &str = "seen('.asking-box [type=submit]', 'Send') || !seen('.asking-box')";

/// Begins a draft, from the first page on.
async fn begin(tab: &Tab) {
    tab.click("a", "Write one with Claude").await;
    tab.click(".new-plan button[type=submit]", "Begin").await;
    tab.see("#author h1", "A campaign without a name").await;
    tab.see("#wish", "").await;
}

async fn send(tab: &Tab, words: &str) {
    tab.until(SILENT).await;
    tab.write("#wish", words).await;
    tab.press("Enter").await;
}

/// Says something to the author, who answers so, and waits for the end of the answer.
async fn say(tab: &Tab, claude: &ScriptedClaude, words: &str, replies: impl IntoIterator<Item = Reply>) {
    let before: usize = tab.read("document.querySelectorAll('.answer:not([aria-busy])').length").await;
    claude.expect_words(words);
    claude.will(replies);
    send(tab, words).await;
    tab.until(&format!("document.querySelectorAll('.answer:not([aria-busy])').length > {before} && {SILENT}")).await;
}

/// The answers on the page: what was done, and what was said.
async fn answers(tab: &Tab) -> Vec<(Vec<String>, String)> {
    tab.read(
        "[...document.querySelectorAll('.answer')].map((answer) => [
           [...answer.querySelectorAll('.did li')].map((deed) => deed.textContent),
           [...answer.querySelectorAll('.prose')].map((prose) => prose.textContent).join('|')])",
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_written_mended_finalised_and_played() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let line = Line::to(house.address()).await;
    let it = Checked::open(&chromium, &line.url(), axe).await;
    let tab = &it.tab;
    tab.expect_cut_lines();
    tab.click("a", "Write one with Claude").await;
    tab.see("h2", "Your drafts").await;
    it.check("no drafts").await;
    tab.size(1280, 800).await;
    tab.click(".new-plan button[type=submit]", "Begin").await;
    tab.see("#author h1", "A campaign without a name").await;
    tab.see("#author-outline", "Nothing is written yet").await;
    it.check("an empty desk").await;
    tab.size(1280, 800).await;
    tab.click(".talk .invitation button", "A ferry town").await;
    let idea: String = tab.read("document.querySelector('#wish').value").await;
    assert!(idea.starts_with("A ferry town"), "an idea is put where one writes: {idea}");

    // The outline grows while the author is at work.
    let steps = steps(&sound());
    let words = "A road, and salt.";
    claude.expect_words(words);
    claude.will([taking(&steps[..steps.len() - 1]), says(ANSWER)]);
    line.fall_silent(Silence::Behind("state"));
    send(tab, words).await;
    tab.see("#author-outline h3", "The Salt Road").await;
    tab.see("#author h1", "The Salt Road").await;
    tab.see(".answer .did li.done", "Wrote the premise").await;
    tab.see(".asking-box [type=submit]", "Stop").await;
    assert!(!tab.holds("seen('#author-outline h3', 'People')").await, "nobody is in it yet");
    line.go_on().await;
    tab.see(".answer .prose", "with salt in every seam").await;
    tab.until(SILENT).await;
    tab.see("#author-outline h3", "People").await;
    tab.see(".author-head", "6 of 7 scenes finished").await;
    let raw: Vec<String> = tab
        .read("[...document.querySelectorAll('#author *')].flatMap(({ childNodes }) => [...childNodes]).filter((node) => node.nodeType === 3 && /[a-z]_/.test(node.data)).map(({ data }) => data)")
        .await;
    assert_eq!(raw, Vec::<String>::new(), "no tool is called by its name");
    tab.run("document.querySelectorAll('#author details').forEach((details) => { details.open = true; })").await;
    it.check("outlined").await;

    // The map has every scene and every ending; a scene leads to its place in the outline.
    tab.size(1280, 800).await;
    tab.click("#author-tab-map", "").await;
    tab.until("document.querySelectorAll('.web button').length === 7 && document.querySelectorAll('.web .ending').length === 4").await;
    assert!(tab.holds("document.querySelectorAll('.web path').length >= 7").await);
    it.check("map").await;
    tab.size(1280, 800).await;
    tab.click(".web button:last-of-type", "").await;
    tab.until("document.activeElement.matches('#author-outline summary') && document.activeElement.parentElement.open")
        .await;

    // The draft is incomplete: the page lists what is missing, and asks the author for it.
    tab.click(".author-head button", "Finalise").await;
    tab.see(".author .trouble[role=alert]", "It can’t be played yet.").await;
    tab.see("#author-findings .todo li", "This scene has no light and no sound yet.").await;
    let told: String = tab.read("document.querySelector('#author-findings').textContent").await;
    assert!(!told.contains('_') && !told.contains("/acts/"), "{told}");
    it.check("findings").await;
    tab.size(1280, 800).await;
    let mend = "Please write what is still missing, step by step, until the campaign is finished.";
    claude.expect_words(mend);
    claude.will([taking(&steps[steps.len() - 1..]), says("Now it has its light.")]);
    tab.click("#author-findings button", "Ask the author to fix it").await;
    tab.see(".answer .prose", "Now it has its light.").await;
    tab.until(SILENT).await;
    tab.see("#author-tab-findings", "Findings").await;
    tab.click(".author-head button", "Finalise").await;
    tab.see(".author .trouble.plain", "“The Salt Road” can be played.").await;
    tab.see("#author-findings", "It can be played, just as it is here.").await;
    it.check("finalised").await;

    // The drafts list it; it can be read again, and played.
    tab.size(1280, 800).await;
    tab.reload().await;
    tab.until("document.querySelectorAll('.answer').length === 2").await;
    let told = answers(tab).await;
    assert_eq!(told[0].1, ANSWER);
    assert_eq!(told[0].0.len(), steps.len() - 1);
    tab.click(".author-head a", "All drafts").await;
    tab.see(".adventures .name", "The Salt Road").await;
    it.check("drafts").await;
    tab.size(1280, 800).await;
    tab.click(".adventures a", "The Salt Road").await;
    tab.click("#author-tab-findings", "").await;
    tab.click("#author-findings a", "Play it").await;
    tab.see(".campaign-card", "The Salt Road").await;
    let chosen = "document.querySelector('input[name=campaign]:checked').value";
    assert_eq!(tab.read::<String>(chosen).await, "the-salt-road");
    tab.begin().await;
    let id: String = tab.read("location.hash.split('/')[2]").await;
    assert_eq!(house.read(&format!("/api/sessions/{id}")).await["campaign"], "the-salt-road");
    claude.expect_words("I look down the road.");
    claude.will([says("Salt, as far as the eye goes.")]);
    tab.say("I look down the road.").await;
    assert_eq!(tab.story().await, [("I look down the road.".to_owned(), "Salt, as far as the eye goes.".to_owned())]);
    chromium.close([it.tab]).await;
}

/// An author who writes a premise, begins to speak of it, and is then held up; and what it answers after that.
async fn slow_author(hold: Act, after: &[&str]) -> Stub {
    let (name, premise) = steps(&sound()).remove(0);
    let written = Recording::new().tool("toolu_1", name, &[&premise.to_string()]).done("tool_use");
    let spoken = Recording::new().text(&["A road. ", "And it is salt."]).done("end_turn");
    let (begun, rest) = spoken.split_at(spoken.find("And it").unwrap());
    let send = |text: &str| Act::Send(text.as_bytes().to_vec());
    let mut scripts = vec![vec![head(), send(&written)], vec![head(), send(begun), hold, send(rest)]];
    scripts.extend(after.iter().map(|text| vec![head(), send(&Recording::new().text(&[text]).done("end_turn"))]));
    Stub::serve(scripts).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_author_is_stopped_and_goes_on() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let mut stub = slow_author(Act::Stall, &["On it goes."]).await;
    let house = House::asking(&stub.url()).await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    begin(tab).await;
    tab.run(LISTEN).await;
    send(tab, "A road, and salt.").await;
    tab.see(".answer .prose", "A road.").await;
    tab.see(".author .now", "The author speaks…").await;
    it.check("speaking").await;
    tab.size(1280, 800).await;
    tab.press("Escape").await;
    tab.see(".author .trouble.plain", "You stopped the author. What it had written by then is kept.").await;
    stub.client_left().await;
    tab.until(SILENT).await;
    tab.see(".answer .notice", "Stopped here.").await;
    tab.see("#author-outline h3", "The Salt Road").await;
    it.check("stopped").await;
    tab.size(1280, 800).await;
    tab.run("spoken.length = 0").await;
    tab.click(".author .trouble button", "Go on").await;
    tab.see(".answer .prose", "On it goes.").await;
    tab.until(SILENT).await;
    tab.see(".mine", "Please go on from where you left off.").await;
    let spoken: Vec<String> = tab.read("spoken").await;
    assert!(spoken.len() <= 2 && spoken.last().is_some_and(|last| last == "On it goes."), "{spoken:#?}");
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_outlives_cut_lines_reloads_and_a_second_tab() {
    let Some(chromium) = Chromium::open().await else { return };
    let gate = Gate::closed();
    let stub = slow_author(Act::Hold(gate.clone()), &["A toll, too."]).await;
    let house = House::asking(&stub.url()).await;
    let line = Line::to(house.address()).await;
    let tab = chromium.tab(&line.url()).await;
    tab.expect_cut_lines();
    begin(&tab).await;
    let there: String = tab.read("location.href").await;
    line.arm(Break::After(4));
    send(&tab, "A road, and salt.").await;
    tab.see(".answer .prose", "A road.").await;
    assert_eq!(line.n_broken(), 1, "it was cut and taken up");
    // While it is under way: loaded again, and looked at from elsewhere.
    tab.reload().await;
    tab.see(".answer .prose", "A road.").await;
    tab.see(".asking-box [type=submit]", "Stop").await;
    let other = chromium.stranger(&there).await;
    other.see(".answer .prose", "A road.").await;
    // After leaving the page and coming back, the answer is still in progress.
    other.turn_to("#/author").await;
    other.click(".adventures a", "The Salt Road").await;
    other.see(".answer .prose", "A road.").await;
    gate.open();
    for tab in [&tab, &other] {
        tab.see(".answer .prose", "And it is salt.").await;
        tab.until(SILENT).await;
        let told = answers(tab).await;
        assert_eq!(told, [(vec!["Wrote the premise".to_owned()], "A road. And it is salt.".to_owned())]);
        assert_eq!(tab.read::<usize>("document.querySelectorAll('.mine').length").await, 1);
    }
    assert_eq!(stub.requests().len(), 2, "nothing was asked twice");

    // What is written on in one tab is in the other as soon as someone looks at it.
    send(&tab, "And a toll.").await;
    tab.see(".answer .prose", "A toll, too.").await;
    tab.until(SILENT).await;
    other.write("#wish", "Half a sen").await;
    other.run("dispatchEvent(new Event('focus'))").await;
    other.see(".answer .prose", "A toll, too.").await;
    assert_eq!(other.read::<String>("document.querySelector('#wish').value").await, "Half a sen");
    chromium.close([tab, other]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_in_the_middle_of_an_answer_leaves_the_draft() {
    let Some(chromium) = Chromium::open().await else { return };
    let stub = slow_author(Act::Stall, &["Still here."]).await;
    let mut house = House::asking(&stub.url()).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    begin(&tab).await;
    send(&tab, "A road, and salt.").await;
    tab.see(".answer .prose", "A road.").await;
    house.kill();
    tab.see(".author .now", "Picking it up again").await;
    house.light().await;
    tab.see(".author .trouble.plain", "Your last message was not answered in full.").await;
    tab.see("#author-outline h3", "The Salt Road").await;
    tab.click(".author .trouble button", "Go on").await;
    tab.see(".answer .prose", "Still here.").await;
    tab.until(SILENT).await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_is_said_and_no_words_are_lost() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let mut house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    tab.expect_cut_lines();
    begin(&tab).await;
    // Half a sentence outlives a reload, and belongs to its draft.
    tab.write("#wish", "A road").await;
    tab.reload().await;
    tab.until("document.querySelector('#wish')?.value === 'A road'").await;
    // The key is no key: what was said is there, and can be said on.
    claude.expect_words("A road, and salt.");
    claude.will([fails(401)]);
    send(&tab, "A road, and salt.").await;
    tab.see(".author .trouble[role=alert]", "Check ANTHROPIC_API_KEY").await;
    tab.until(SILENT).await;
    assert_eq!(tab.read::<String>("document.querySelector('#wish').value").await, "");
    tab.see(".mine", "A road, and salt.").await;
    tab.reload().await;
    tab.see(".author .trouble.plain", "Your last message was not answered in full.").await;
    say(&tab, &claude, "And a toll.", [says("A toll, then.")]).await;

    // No one is there: the words are back in the box.
    tab.run("const wait = setTimeout; globalThis.setTimeout = (deed, ms, ...more) => wait(deed, ms / 40, ...more)")
        .await;
    house.kill();
    send(&tab, "And rain.").await;
    tab.see(".author .trouble", "The server can’t be reached.").await;
    tab.until("document.querySelector('#wish').value === 'And rain.'").await;
    house.light().await;
    claude.expect_words("And rain.");
    claude.will([says("Rain, too.")]);
    tab.write("#wish", "And rain.").await;
    tab.press("Enter").await;
    tab.see(".answer .prose", "Rain, too.").await;
    tab.until(SILENT).await;

    // Too much at once is said before it is sent.
    tab.write("#wish", &"x".repeat(8_001)).await;
    tab.press("Enter").await;
    tab.see(".author .trouble", "That’s too long for one turn.").await;

    // A draft that was deleted, or never was.
    tab.turn_to("#/author/nobodys").await;
    tab.see("h1", "This draft is gone").await;
    tab.click("a", "All drafts").await;
    tab.click(".adventures button", "").await;
    tab.click("dialog button.danger", "Delete for good").await;
    tab.see("main [role=status]", "is gone.").await;
    tab.until("!document.querySelector('.adventures li')").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_it_says_so_and_what_is_there_can_be_finalised() {
    let (Some(chromium), Some(axe)) = (Chromium::open().await, axe()) else { return };
    let house = House::of_storyteller().await;
    let it = Checked::open(&chromium, &house.url(), axe).await;
    let tab = &it.tab;
    tab.see(".hero-card", "").await;
    assert!(!tab.holds("document.querySelector('a[href=\"#/author\"]')").await, "nothing is offered that needs a key");
    tab.turn_to("#/author").await;
    tab.see("h2", "Your drafts").await;
    tab.see("main:not(#home) .notice", "ANTHROPIC_API_KEY").await;
    tab.run("const from = document.querySelector('.new-plan [name=campaign]'); from.value = 'short-weight'; from.dispatchEvent(new Event('change', { bubbles: true }))").await;
    assert!(!tab.holds("seen('.new-plan [name=language]')").await, "it has its language");
    tab.click(".new-plan button[type=submit]", "Begin").await;
    tab.see("#author h1", "Short Weight").await;
    tab.see(".talk .notice", "Start the server with ANTHROPIC_API_KEY set").await;
    assert!(tab.holds("seen('.asking-box [type=submit]').getAttribute('aria-disabled') === 'true'").await);
    tab.write("#wish", "Hello?").await;
    tab.press("Enter").await;
    assert!(!tab.holds("document.querySelector('.mine')").await, "nothing is sent to nobody");
    it.check("nobody to talk to").await;
    tab.size(1280, 800).await;
    tab.click("#author-tab-map", "").await;
    tab.see(".web button", "").await;
    it.check("a whole map").await;
    tab.size(1280, 800).await;
    tab.click(".author-head button", "Finalise").await;
    tab.see(".author .trouble.plain", "“Short Weight” can be played.").await;
    tab.click(".author .trouble button", "Play it").await;
    tab.until("document.querySelector('input[name=campaign]:checked')?.value === 'short-weight-2'").await;
    chromium.close([it.tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_go_with_the_words_and_large_ones_are_made_smaller() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    begin(&tab).await;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // Noise of a thousand dots square: too large to be taken as it is.
    let mut seed = 1_u32;
    let noise = (0..1000 * 1000 * 3).map(|_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed.to_be_bytes()[0]
    });
    let large = file("fog.bmp", &bitmap(1000, 1000, &noise.collect::<Vec<_>>()));
    choose(&tab, "Add a picture", &large).await;
    tab.see(".pictures li", "fog.bmp").await;
    choose(&tab, "Add a picture", &file("letter.png", b"Dear Marta,")).await;
    tab.see(".author .trouble", "“letter.png” is not a picture").await;
    say(&tab, &claude, "Like this.", [says("Fog, then.")]).await;
    tab.see(".mine small", "with a picture").await;
    assert!(tab.holds("document.querySelector('.pictures').hidden").await);
    let plan: String = tab.read("location.hash.split('/')[2]").await;
    let picture = house.read(&format!("/api/plans/{plan}")).await["pictures"][0].clone();
    assert_eq!((&picture["name"], &picture["mediaType"]), (&json!("fog.bmp"), &json!("image/jpeg")));
    assert!(picture["size"].as_u64().is_some_and(|size| size > 1_000 && size <= 128 * 1024), "{picture}");
    chromium.close([tab]).await;
}

/// A picture of dots in a row of three bytes each, as a bitmap file.
fn bitmap(width: u32, height: u32, dots: &[u8]) -> Vec<u8> {
    let size = u32::try_from(dots.len()).unwrap();
    let mut file = b"BM".to_vec();
    for number in [54 + size, 0, 54, 40, width, height, 1 | (24 << 16), 0, size, 2835, 2835, 0, 0] {
        file.extend(number.to_le_bytes());
    }
    file.extend(dots);
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_is_worked_at_by_keyboard_alone_on_a_narrow_screen() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    tab.size(360, 740).await;
    tab.see(".hero-card", "").await;
    tab.run(crate::by_keyboard::NO_MOUSE).await;
    tab.turn_to("#/author").await;
    tab.until("document.activeElement.matches('h1')").await;
    walk(&tab, "Tab", ".new-plan button[type=submit]").await;
    tab.press("Enter").await;
    tab.until("document.activeElement.matches('#author h1')").await;
    walk(&tab, "Tab", "#wish").await;
    claude.expect_words("A road.");
    claude.will([taking(&steps(&sound())), says(ANSWER)]);
    tab.type_in("A road.").await;
    tab.press("Enter").await;
    tab.see(".answer .prose", "with salt in every seam").await;
    tab.until(SILENT).await;
    assert!(tab.holds("document.activeElement.id === 'wish'").await, "the focus stays where one writes");
    for (key, pane) in [("Alt+2", "outline"), ("Alt+3", "map"), ("Alt+4", "findings"), ("Alt+1", "chat")] {
        tab.press(key).await;
        tab.until(&format!("document.activeElement.id === 'author-tab-{pane}' && seen('#author-{pane}')")).await;
        tab.see(&format!("#author-{pane} h2"), "").await;
        assert_eq!(tab.read::<Vec<String>>("wider()").await, Vec::<String>::new(), "{pane}");
    }
    tab.press("ArrowRight").await;
    tab.until("document.activeElement.id === 'author-tab-outline'").await;
    tab.press("End").await;
    tab.until("document.activeElement.id === 'author-tab-findings'").await;
    tab.press("F6").await;
    tab.until("document.activeElement.id === 'author-findings'").await;
    tab.press("/").await;
    tab.until("document.activeElement.id === 'wish'").await;
    tab.press("Alt+3").await;
    walk(&tab, "Tab", ".web button").await;
    tab.press("Enter").await;
    tab.until("document.activeElement.matches('#author-outline summary')").await;
    walk(&tab, "Shift+Tab", ".author-head button").await;
    tab.press("Enter").await;
    tab.see("#author-findings", "It can be played").await;
    tab.until("document.querySelector('#status').textContent.includes('can be played')").await;
    walk(&tab, "Tab", "#author-findings a.primary").await;
    tab.press("Enter").await;
    tab.until("document.querySelector('input[name=campaign]:checked')?.value === 'the-salt-road'").await;
    assert_eq!(tab.read::<Vec<String>>("mice").await, Vec::<String>::new(), "no mouse had a part in this");
    chromium.close([tab]).await;
}

/// A premise, people and an outline that say these wherever they can.
fn hostile(strings: &[&str]) -> Reply {
    let first = strings[0];
    let ending = json!({"id": "the-end", "title": first, "kind": "triumph", "epilogue": first, "text": first});
    let mut premise = steps(&sound()).remove(0).1;
    for field in ["title", "blurb", "premise", "style", "art_style"] {
        premise[field] = json!(strings.join("\n\n"));
    }
    for field in ["world", "era", "tone"] {
        premise["setting"][field] = json!(first);
    }
    premise["possible_endings"][0]["title"] = json!(first);
    let node = json!({"id": "a-node", "purpose": first});
    let act = json!({"id": "an-act", "title": first, "objective": first, "briefing": first, "levels": {"from": 1, "to": 1}, "intended_nodes": [node]});
    let person = json!({"id": "a-person", "name": first, "role": "npc", "appearance": first, "voice": first});
    calls("propose_premise", premise)
        .and_calls("propose_character", person)
        .and_calls("draft_act_outline", act)
        .and_calls("update_element", json!({"kind": "ending", "id": first, "changes": {"title": ending["title"]}}))
        .and_calls(&format!("tool {first}"), json!({}))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_author_writes_stays_words() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    begin(&tab).await;
    for (n, strings) in STRINGS.chunks(8).enumerate() {
        let words = format!("More of it, {n}.");
        say(&tab, &claude, &words, [hostile(strings), says(strings.join("\n\n"))]).await;
        tab.run("document.querySelectorAll('#author details').forEach((details) => { details.open = true; })").await;
        must_be_inert(&tab, strings[0]).await;
        for pane in ["map", "findings", "outline"] {
            tab.click(&format!("#author-tab-{pane}"), "").await;
            tab.see(&format!("#author-{pane} h2"), "").await;
            must_be_inert(&tab, pane).await;
        }
    }
    let said: String = tab.read("document.querySelector('#author').textContent").await;
    assert!(said.contains("<svg onload"), "they did arrive");
    tab.reload().await;
    tab.until("document.querySelectorAll('.answer').length === 6").await;
    must_be_inert(&tab, "told again").await;
    tab.turn_to("#/author").await;
    tab.see(".adventures li", "").await;
    must_be_inert(&tab, "drafts").await;
    chromium.close([tab]).await;
}
