//! A browser tab as tests use it: reading, clicking and typing, and collecting the browser's errors.

use std::{
    fmt::Write,
    fs,
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use chromiumoxide::{
    Page,
    cdp::{
        IntoEventKind,
        browser_protocol::{
            emulation::{MediaFeature, SetDeviceMetricsOverrideParams},
            input::{DispatchMouseEventParams, DispatchMouseEventType, InsertTextParams, MouseButton},
            log::{EventEntryAdded, LogEntryLevel, LogEntrySource},
            network::{self, EventRequestWillBeSent},
            page::{NavigateParams, ReloadParams},
            target::SetAutoAttachParams,
        },
        js_protocol::runtime::{ConsoleApiCalledType, EvaluateParams, EventConsoleApiCalled, EventExceptionThrown},
    },
    layout::Point,
    page::ScreenshotParams,
};
use futures::StreamExt;
use serde_json::{Value, json};
use tokio::{task::JoinHandle, time::timeout};

use crate::keyboard::Key;

/// The longest anything may take before a test gives up on it. Nothing is asserted by it: with all cores busy, a browser
/// may stand still for many seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// How long a new tab may take to show its first page, before another one is tried.
const SOON: Duration = Duration::from_secs(45);

/// Runs before the page's own scripts. What a policy forbids is kept for the end; and a player's eye finds things by what
/// they say, so tests do.
const EYES: &str = include_str!("eyes.js");

/// What the browser said while the test went on.
#[derive(Debug, Default)]
struct Heard {
    complaints: Vec<String>,
    /// Complaints of the network alone: what a test that cuts lines expects.
    network: Vec<String>,
    /// Every address that was asked for.
    requests: Vec<String>,
    /// Whether cut lines and refusals are part of the test.
    may_fail: bool,
    is_checked: bool,
}

pub(crate) struct Tab {
    pub(crate) page: Page,
    heard: Arc<Mutex<Heard>>,
    listeners: Vec<JoinHandle<()>>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.listeners.iter().for_each(JoinHandle::abort);
        if !std::thread::panicking() {
            assert!(self.heard().is_checked, "a tab was let go without a look at what it complained of");
        }
    }
}

impl Tab {
    /// A tab at this address; none if it does not get there soon: on a busy machine a new tab may never answer, however often it is
    /// asked.
    pub(crate) async fn open(page: Page, url: &str) -> Option<Self> {
        let mut tab = Self { page, heard: Arc::default(), listeners: Vec::new() };
        tab.listen().await;
        // The library would have workers wait for a debugger that never comes.
        let nobody_waits =
            SetAutoAttachParams::builder().auto_attach(false).wait_for_debugger_on_start(false).flatten(true);
        tab.page.execute(nobody_waits.build().unwrap()).await.unwrap();
        tab.page.evaluate_on_new_document(EYES).await.unwrap();
        tab.size(1280, 800).await;
        let is_there = timeout(SOON, tab.go(url)).await.is_ok();
        // One that never answered has nothing to look at.
        tab.heard().is_checked |= !is_there;
        is_there.then_some(tab)
    }

    async fn listen(&mut self) {
        self.hear(|heard, event: &EventExceptionThrown| {
            heard.complaints.push(format!("exception: {:?}", event.exception_details));
        })
        .await;
        self.hear(|heard, event: &EventConsoleApiCalled| {
            if matches!(event.r#type, ConsoleApiCalledType::Error | ConsoleApiCalledType::Assert) {
                heard.complaints.push(format!("console: {:?}", event.args));
            }
        })
        .await;
        self.hear(|heard, event: &EventEntryAdded| {
            let entry = &event.entry;
            if !matches!(entry.level, LogEntryLevel::Error | LogEntryLevel::Warning) {
                return;
            }
            let said = format!("{:?}: {} {:?}", entry.source, entry.text, entry.url);
            match entry.source {
                LogEntrySource::Network => heard.network.push(said),
                _ => heard.complaints.push(said),
            }
        })
        .await;
        self.hear(|heard, event: &EventRequestWillBeSent| heard.requests.push(event.request.url.clone())).await;
    }

    async fn hear<T: IntoEventKind + Unpin>(&mut self, mut write: impl FnMut(&mut Heard, &T) + Send + 'static) {
        let mut events = self.page.event_listener::<T>().await.unwrap();
        let heard = Arc::clone(&self.heard);
        self.listeners.push(tokio::spawn(async move {
            while let Some(event) = events.next().await {
                write(&mut heard.lock().unwrap(), &event);
            }
        }));
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// From now on lines are cut and requests refused on purpose.
    pub(crate) fn expect_cut_lines(&self) {
        self.heard().may_fail = true;
    }

    /// Lets go of what the page complained of so far, for a test that has just done something forbidden.
    pub(crate) async fn forgive(&self) -> Vec<String> {
        let mut said: Vec<String> = self.read("violations.splice(0)").await;
        // An answer to a question comes behind what was said before it.
        said.append(&mut self.heard().complaints);
        said
    }

    /// No exception, nothing wrong in the console, nothing the policy forbids, and no request to anyone else.
    pub(crate) async fn must_be_clean(self) {
        let violations: Vec<String> = self.read("globalThis.violations ?? []").await;
        let home: String = self.read("location.origin").await;
        let mut heard = self.heard();
        heard.is_checked = true;
        assert!(violations.is_empty(), "the policy was broken: {violations:#?}");
        assert!(heard.complaints.is_empty(), "the browser complains: {:#?}", heard.complaints);
        assert!(heard.may_fail || heard.network.is_empty(), "the network complains: {:#?}", heard.network);
        // Data URLs cause no request.
        let is_ours = |url: &&String| {
            url.starts_with("data:")
                || url.starts_with(&format!("{home}/"))
                || url.starts_with(&format!("blob:{home}/"))
        };
        let foreign: Vec<_> = heard.requests.iter().filter(|url| !is_ours(url) && *url != "about:blank").collect();
        assert!(foreign.is_empty(), "requests left the house: {foreign:#?}");
        assert!(heard.requests.len() > 5, "the requests were not heard");
    }

    /// Goes to an address, and waits until its page is loaded.
    pub(crate) async fn go(&self, url: &str) {
        self.leave().await;
        let answer = self.page.execute(NavigateParams::new(url)).await.unwrap();
        assert_eq!(answer.error_text, None, "{url}");
        // Without a new document only the place in the page is another.
        if answer.loader_id.is_some() {
            self.arrive().await;
        }
    }

    /// Puts a mark on the document that is to go. The library's own waiting is not used: on a busy machine it misses that a
    /// page was loaded, and gives up on it.
    async fn leave(&self) {
        self.run("globalThis.isLeft = true").await;
    }

    async fn arrive(&self) {
        self.until("!globalThis.isLeft && document.readyState === 'complete'").await;
    }

    /// Goes to another place of the page that is loaded.
    pub(crate) async fn turn_to(&self, hash: &str) {
        self.run(&format!("location.hash = {}", json!(hash))).await;
    }

    /// Loads the page again, and waits for what was there.
    pub(crate) async fn reload(&self) {
        self.leave().await;
        self.page.execute(ReloadParams::default()).await.unwrap();
        self.arrive().await;
    }

    pub(crate) async fn size(&self, width: i64, height: i64) {
        self.page.execute(SetDeviceMetricsOverrideParams::new(width, height, 1.0, false)).await.unwrap();
    }

    /// Keeps a picture of what there is to be seen, where pictures are kept: in the folder `PICTURES` names, by test and state.
    pub(crate) async fn picture(&self, state: &str) {
        let Some(folder) = std::env::var_os("PICTURES").filter(|folder| !folder.is_empty()) else { return };
        let plain = |text: &str| text.replace(|sign: char| !sign.is_alphanumeric(), "-");
        let test = std::thread::current().name().map_or_else(String::new, plain);
        let folder = Path::new(&folder).join(test);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{}.png", plain(state)));
        self.page.save_screenshot(ScreenshotParams::builder().build(), file).await.unwrap();
    }

    /// What the player's machine says it prefers, such as `prefers-color-scheme` and `dark`.
    pub(crate) async fn prefer(&self, preferences: &[(&str, &str)]) {
        let features = preferences.iter().map(|(name, value)| MediaFeature::new(*name, *value));
        self.page.emulate_media_features(features.collect()).await.unwrap();
    }

    #[expect(deprecated, reason = "what takes its place leaves `navigator.onLine` as it is")]
    pub(crate) async fn offline(&self, is_offline: bool) {
        self.page.execute(network::EmulateNetworkConditionsParams::new(is_offline, 0., -1., -1.)).await.unwrap();
        // With all cores busy the browser may tell the page before the network is cut, and the page finds its server still there.
        if is_offline {
            self.run("dispatchEvent(new Event('offline'))").await;
        }
    }

    /// The value of an expression in the page; a promise is waited for.
    pub(crate) async fn read<T: serde::de::DeserializeOwned>(&self, expression: &str) -> T {
        self.try_read(expression).await.unwrap_or_else(|error| panic!("{error}: {expression}"))
    }

    async fn try_read<T: serde::de::DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let ask = EvaluateParams::builder()
            .expression(expression)
            .await_promise(true)
            .return_by_value(true)
            .user_gesture(false);
        let answer = self.page.evaluate(ask.build()?).await.map_err(|error| error.to_string())?;
        answer.into_value().map_err(|error| error.to_string())
    }

    /// Runs statements in the page.
    pub(crate) async fn run(&self, statements: &str) {
        self.read::<bool>(&format!("(() => {{ {statements}; return true; }})()")).await;
    }

    pub(crate) async fn holds(&self, condition: &str) -> bool {
        self.try_read::<bool>(&format!("Boolean({condition})")).await.unwrap_or(false)
    }

    /// Waits until a condition holds in the page.
    pub(crate) async fn until(&self, condition: &str) {
        let mut waited = Duration::ZERO;
        loop {
            let asked = Instant::now();
            if self.holds(condition).await {
                return;
            }
            if waited > PATIENCE {
                self.picture("in vain").await;
                panic!("waited in vain for {condition}\n{}", self.describe().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            // A machine that stood still meanwhile gave the page no time.
            waited += asked.elapsed().min(Duration::from_secs(1));
        }
    }

    async fn describe(&self) -> String {
        let mut all = String::new();
        for expression in [
            "location.href",
            "document.activeElement?.outerHTML.slice(0, 200)",
            "String(globalThis.aimedAt?.isMissed)",
            "document.body.innerText",
        ] {
            let said = self.try_read::<Value>(expression).await;
            let _ = writeln!(
                all,
                "{expression}: {}",
                said.map_or_else(|error| error, |said| said.as_str().unwrap_or_default().to_owned())
            );
        }
        let heard = self.heard();
        all + &format!("{:#?}\n{:#?}", heard.complaints, heard.network)
    }

    /// Waits until there is something to be seen that says these words; any words, with none.
    pub(crate) async fn see(&self, selector: &str, words: &str) {
        self.until(&format!("seen({}, {})", json!(selector), json!(words))).await;
    }

    /// Clicks on the first thing to be seen that says these words, once it can be reached by a mouse.
    pub(crate) async fn click(&self, selector: &str, words: &str) {
        let aim = format!("aim({}, {})", json!(selector), json!(words));
        let since = Instant::now();
        loop {
            if let Ok(Some((x, y))) = self.try_read::<Option<(f64, f64)>>(&aim).await {
                self.page.click(Point { x, y }).await.unwrap();
                // A press on a link leaves the document, and was none that missed.
                if !self.holds("globalThis.aimedAt?.isMissed").await {
                    return;
                }
            }
            if since.elapsed() > PATIENCE {
                self.picture("out of reach").await;
                panic!("nothing to click on says {words:?}: {selector}\n{}", self.describe().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Presses the pointer on something, waits until `meanwhile` is true, and lets go.
    pub(crate) async fn click_slowly(&self, selector: &str, words: &str, meanwhile: &str) {
        let aim = format!("aim({}, {})", json!(selector), json!(words));
        let since = Instant::now();
        loop {
            if let Some((x, y)) = self.read::<Option<(f64, f64)>>(&aim).await {
                self.mouse(DispatchMouseEventType::MousePressed, x, y).await;
                let is_missed: bool = self.read("aimedAt.isMissed").await;
                if !is_missed {
                    assert!(self.read::<bool>(meanwhile).await);
                }
                self.mouse(DispatchMouseEventType::MouseReleased, x, y).await;
                if !is_missed {
                    return;
                }
            }
            assert!(since.elapsed() < PATIENCE, "nothing to press says {words:?}: {selector}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn mouse(&self, kind: DispatchMouseEventType, x: f64, y: f64) {
        let event = DispatchMouseEventParams::builder().r#type(kind).x(x).y(y).button(MouseButton::Left).click_count(1);
        self.page.execute(event.build().unwrap()).await.unwrap();
    }

    /// Writes into a field, in the place of what is there.
    pub(crate) async fn write(&self, selector: &str, words: &str) {
        self.see(selector, "").await;
        self.run(&format!("const box = seen({}); box.focus(); box.select();", json!(selector))).await;
        self.type_in(words).await;
    }

    /// Types where the focus is.
    pub(crate) async fn type_in(&self, words: &str) {
        self.page.execute(InsertTextParams::new(words)).await.unwrap();
    }

    /// Opens a panel by its keys, and waits until the focus is on its tab: it comes after the key, and would take what is typed.
    pub(crate) async fn open_panel(&self, key: &str, name: &str) {
        self.press(key).await;
        self.until(&format!("document.activeElement.id === 'tab-{name}'")).await;
    }

    /// Presses a key, such as `Enter`, `Shift+Tab` or `Alt+1`.
    pub(crate) async fn press(&self, key: &str) {
        for event in Key::named(key).events() {
            self.page.execute(event).await.unwrap();
        }
    }

    /// Presses a key twice so fast that a slow machine can't make it two slow presses.
    pub(crate) async fn press_twice(&self, key: &str) {
        let key = Key::named(key);
        let events = key.events().into_iter().chain(key.events());
        for sent in futures::future::join_all(events.map(|event| self.page.execute(event))).await {
            sent.unwrap();
        }
    }

    /// Says something at the table, and waits until the turn has come to its end.
    pub(crate) async fn say(&self, words: &str) {
        self.until("isQuiet()").await;
        let before: usize = self.read("story().length").await;
        self.write("#say", words).await;
        self.press("Enter").await;
        self.until(&format!("isQuiet() && story().length > {before}")).await;
    }

    /// The player's words and the telling of every turn on the page.
    pub(crate) async fn story(&self) -> Vec<(String, String)> {
        self.read("story()").await
    }

    /// Begins an adventure with the hero who is chosen already.
    pub(crate) async fn begin(&self) {
        self.see(".hero-card", "").await;
        self.click(".new-game button[type=submit]", "").await;
        self.at_table().await;
    }

    /// Waits until a table is laid.
    pub(crate) async fn at_table(&self) {
        self.until(
            "location.hash.startsWith('#/s/') && seen('#say') && isQuiet() && (story().length || seen('.opening'))",
        )
        .await;
    }
}
