//! A Chromium of its own for each test.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use chromiumoxide::{
    Browser, BrowserConfig,
    cdp::browser_protocol::{
        browser::{SetDownloadBehaviorBehavior, SetDownloadBehaviorParams},
        target::{CreateBrowserContextParams, CreateTargetParams},
    },
};
use futures::StreamExt;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::{support::missing::left_out, tab::Tab};

/// What a headless browser on a build machine can do without.
const ARGUMENTS: [&str; 9] = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    // A tab that is not in front is read all the same.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];

/// A browser with a profile of its own, which goes with it.
pub(crate) struct Chromium {
    browser: Browser,
    handler: JoinHandle<()>,
    folder: TempDir,
}

/// How many tabs are tried, if one never answers.
const TRIES: usize = 3;

impl Chromium {
    /// Starts a browser. Where none is installed this says so and gives nothing; where `CI` is set, it fails.
    pub(crate) async fn open() -> Option<Self> {
        let program = program()?;
        let folder = tempfile::tempdir().unwrap();
        let config = BrowserConfig::builder()
            .chrome_executable(program)
            .no_sandbox()
            .new_headless_mode()
            // The default is one folder for all, in which browsers lock each other out.
            .user_data_dir(folder.path().join("profile"))
            .viewport(None)
            .launch_timeout(Duration::from_secs(60))
            .request_timeout(Duration::from_secs(120))
            .args(ARGUMENTS)
            .build()
            .unwrap();
        let (browser, mut handler) = Browser::launch(config).await.expect("Chromium starts");
        let handler = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Some(Self { browser, handler, folder })
    }

    /// A tab at this address. All of them share what the browser remembers.
    pub(crate) async fn tab(&self, url: &str) -> Tab {
        self.answering(CreateTargetParams::new("about:blank"), url).await
    }

    async fn answering(&self, target: CreateTargetParams, url: &str) -> Tab {
        for _ in 0..TRIES {
            let page = self.browser.new_page(target.clone()).await.unwrap();
            if let Some(tab) = Tab::open(page, url).await {
                return tab;
            }
        }
        panic!("{url}: {TRIES} tabs in a row do not answer");
    }

    /// A tab of someone who shares nothing with the others, as if on another machine.
    pub(crate) async fn stranger(&self, url: &str) -> Tab {
        let context = self.browser.execute(CreateBrowserContextParams::default()).await.unwrap();
        let blank =
            CreateTargetParams::builder().url("about:blank").browser_context_id(context.browser_context_id.clone());
        self.answering(blank.build().unwrap(), url).await
    }

    /// Where files land from now on.
    pub(crate) async fn downloads(&self) -> PathBuf {
        let folder = self.folder.path().join("downloads");
        let allow = SetDownloadBehaviorParams::builder().behavior(SetDownloadBehaviorBehavior::Allow);
        let allow = allow.download_path(folder.to_str().unwrap()).build().unwrap();
        self.browser.execute(allow).await.unwrap();
        folder
    }

    /// Ends it, when all its tabs were found clean.
    pub(crate) async fn close(mut self, tabs: impl IntoIterator<Item = Tab>) {
        for tab in tabs {
            tab.must_be_clean().await;
        }
        let _ = self.browser.close().await;
        let _ = self.browser.wait().await;
        let _ = self.handler.await;
    }
}

/// Where the browser is.
fn program() -> Option<PathBuf> {
    let named = ["CHROMIUM", "CHROME"].iter().find_map(std::env::var_os).map(PathBuf::from);
    let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].map(PathBuf::from);
    let found = named.into_iter().chain(usual).find(|path| path.exists());
    skipped(found, "no Chromium: apt-get install chromium, or set CHROMIUM to its path")
}

/// What a test needs and the machine may lack: its absence is said loudly, and is a failure where `CI` is set.
fn skipped<T>(found: Option<T>, why: &str) -> Option<T> {
    if found.is_none() {
        left_out(why);
    }
    found
}

/// The accessibility checker, as a script.
pub(crate) fn axe() -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
    skipped(std::fs::read_to_string(file).ok(), "no axe-core: npm ci --prefix tests/browser")
}
