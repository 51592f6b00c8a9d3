//! Campaigns to choose from: those that come with the game, and each player's own. All packages are added to a player's
//! campaigns here, and found here by sessions.

use std::sync::LazyLock;

use game::{hero::FieldError, language_tag::LanguageTag};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    campaign::{self, CampaignPackage, Diagnostic, PlayingTime, Severity},
    store::{self, Bundle, BundleError, KeptPackage, Shelved, Store},
};

use super::plot;

/// Most campaigns on a player's shelf, beside ours.
pub const MAX_SHELVED: usize = 200;
/// Sessions whose endings count as found.
const MOST_SEEN: u32 = 100;

/// A published campaign in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignCard {
    /// Names it.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The player's description of it.
    #[serde(flatten)]
    pub face: CampaignFace,
    /// Whether it came with the game. Such campaigns can't be deleted or replaced.
    pub ours: bool,
    /// The titles of endings that the player's sessions reached; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub endings_found: Vec<String>,
}

/// The description of a campaign; cards of older versions may lack some fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CampaignFace {
    /// Two or three sentences that spoil nothing.
    #[schema(required)]
    pub blurb: String,
    /// The language it is played in, as a BCP 47 tag.
    #[schema(required)]
    pub language: String,
    /// The party it is written for.
    #[schema(required)]
    pub party: CampaignParty,
    /// Number of acts.
    #[schema(required)]
    #[serde(rename = "acts")]
    pub n_acts: usize,
    /// Number of nodes in all acts.
    #[schema(required)]
    #[serde(rename = "nodes")]
    pub n_nodes: usize,
    /// Number of endings.
    #[schema(required)]
    #[serde(rename = "endings")]
    pub n_endings: usize,
    /// Position among the built-in campaigns.
    #[schema(required)]
    pub order: u32,
    /// What kind of story it is; absent if the package doesn't say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub genre: String,
    /// Content tags; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub content_tags: Vec<String>,
    /// Playing time in minutes; absent for campaigns that an older version imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<PlayingMinutes>,
}

/// The playing time of a campaign in minutes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayingMinutes {
    /// On the shortest way to an ending other than a defeat.
    pub from: u32,
    /// With every scene on the way.
    pub to: u32,
}

/// The heroes a campaign is written for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CampaignParty {
    /// How many.
    #[schema(required)]
    pub heroes: u32,
    /// Their level when it begins.
    #[schema(required)]
    pub level: u8,
}

impl CampaignFace {
    fn of(package: &CampaignPackage) -> Self {
        let PlayingTime { from, to } = package.playing_time();
        Self {
            blurb: package.blurb.clone(),
            language: package.language.clone(),
            party: CampaignParty { heroes: package.party.heroes, level: package.party.level },
            n_acts: package.acts.len(),
            n_nodes: package.nodes().count(),
            n_endings: package.endings.len(),
            order: package.order,
            genre: package.genre.clone(),
            content_tags: package.content_tags.clone(),
            minutes: Some(PlayingMinutes { from, to }),
        }
    }
}

impl CampaignCard {
    fn of(package: &CampaignPackage, ours: bool) -> Self {
        let (slug, title) = (package.slug.clone(), package.title.clone());
        Self { slug, title, face: CampaignFace::of(package), ours, endings_found: Vec::new() }
    }

    fn on_shelf(campaign: Shelved) -> Self {
        let Shelved { slug, title, card, .. } = campaign;
        // A card of another version shows what can be parsed; the package is checked when it is played.
        let face = serde_json::from_value(card).unwrap_or_default();
        Self { slug, title, face, ours: false, endings_found: Vec::new() }
    }
}

/// A campaign that was chosen.
#[derive(Debug, Clone)]
pub struct Chosen {
    pub package: CampaignPackage,
    /// The same as stored; a new session stores it first ([`store::CampaignStore::keep_package`]).
    pub kept: KeptPackage,
    /// Whether it came with the game.
    pub ours: bool,
}

impl Chosen {
    /// The language it is played in, unless that is English.
    pub fn language(&self) -> Option<LanguageTag> {
        plot::language(&self.package)
    }
}

/// A campaign that was put on a shelf.
#[derive(Debug, Clone)]
pub struct Added {
    pub card: CampaignCard,
    /// The compiler's warnings.
    pub findings: Vec<Diagnostic>,
    /// Whether another of the same slug stood there before.
    pub replaced: bool,
}

/// Why a campaign could not be published.
#[derive(Debug, thiserror::Error)]
pub enum NotShelved {
    /// It can't be played.
    #[error("This campaign can't be played as it is: {}.", counted(.0))]
    Invalid(Vec<Diagnostic>),
    /// Its slug is that of a campaign that came with the game.
    #[error("“{0}” is a campaign that comes with the game, and stays what it is. Give yours another slug.")]
    SlugTaken(String),
    /// It came with the game.
    #[error("“{0}” comes with the game and can't be deleted.")]
    Ours(String),
    /// There is none of that slug.
    #[error("There is no campaign “{0}”.")]
    Unknown(String),
    /// The shelf is full.
    #[error("There are {MAX_SHELVED} campaigns on this shelf, and no room for another. Delete one first.")]
    Full,
    /// The store could not.
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// How much was found, in words.
fn counted(found: &[Diagnostic]) -> String {
    let n = found.iter().filter(|it| it.severity == Severity::Error).count();
    format!("{n} {} found", if n == 1 { "error was" } else { "errors were" })
}

/// Those that come with the game. They are read once.
fn ours() -> &'static [CampaignPackage] {
    static OURS: LazyLock<Vec<CampaignPackage>> = LazyLock::new(campaign::ours);
    &OURS
}

fn one_of_ours(slug: &str) -> Option<&'static CampaignPackage> {
    ours().iter().find(|package| package.slug == slug)
}

/// A package as it is kept: its fields in the order of the schema, without spaces.
///
/// # Errors
/// [`store::Error::Damaged`]: it can't be written as JSON.
pub fn as_kept(package: &CampaignPackage) -> Result<KeptPackage, store::Error> {
    let json = serde_json::to_string(package)
        .map_err(|error| store::Error::Damaged(format!("the campaign can't be written: {error}")))?;
    Ok(KeptPackage::of(json))
}

/// The campaign a kept package is.
///
/// # Errors
/// [`store::Error::Damaged`]: it is none that this version reads.
pub fn read_kept(kept: &KeptPackage) -> Result<CampaignPackage, store::Error> {
    campaign::read(kept.json().as_bytes()).map_err(|found| {
        let why = found.first().map(ToString::to_string).unwrap_or_default();
        store::Error::Damaged(format!("the package {} can't be read: {why}", kept.digest()))
    })
}

/// A package by its digest. One of ours is at hand even where the store lost it.
///
/// # Errors
/// The store lacks it or has a damaged one, and it is none of ours; or the store could not.
pub async fn kept_package(store: &dyn Store, digest: &str) -> Result<KeptPackage, store::Error> {
    match store.kept_package(digest).await {
        Err(error @ (store::Error::NotFound | store::Error::Damaged(_))) => {
            let own = ours().iter().filter_map(|package| as_kept(package).ok()).find(|kept| kept.digest() == digest);
            own.ok_or(error)
        }
        kept => kept,
    }
}

/// Whether the campaign that comes with a session, where one does, can be played.
///
/// # Errors
/// It is invalid; the first problem.
pub fn check_bundled(bundle: &Bundle) -> Result<(), BundleError> {
    let Some(kept) = &bundle.campaign else { return Ok(()) };
    let found = campaign::read(kept.json().as_bytes()).map_or_else(|found| found, |package| campaign::check(&package));
    match found.into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(BundleError::Invalid(FieldError::new("campaign", error.to_string()))),
        None => Ok(()),
    }
}

/// The same as [`list`], with the endings that the newest sessions of the player reached.
///
/// # Errors
/// The store could not.
pub async fn list_with_endings(store: &dyn Store, owner: &str) -> Result<Vec<CampaignCard>, store::Error> {
    let mut cards = list(store, owner).await?;
    for marks in store.list(owner, MOST_SEEN, None).await?.items.into_iter().map(|session| session.marks) {
        let Some((slug, ending)) = marks.campaign.zip(marks.ending) else { continue };
        let card = cards.iter_mut().find(|card| card.slug == slug && !card.endings_found.contains(&ending));
        if let Some(card) = card {
            card.endings_found.push(ending);
        }
    }
    Ok(cards)
}

/// The campaigns for a player: built-in ones in their order, then the player's own, newest first.
///
/// # Errors
/// The store could not.
pub async fn list(store: &dyn Store, owner: &str) -> Result<Vec<CampaignCard>, store::Error> {
    let own = store.shelf(owner).await?.into_iter().map(CampaignCard::on_shelf);
    // A built-in campaign hides an older one of the player with the same name.
    let own = own.filter(|card| one_of_ours(&card.slug).is_none());
    Ok(ours().iter().map(|package| CampaignCard::of(package, true)).chain(own).collect())
}

/// The campaign of that slug, as this player sees it: ours first, then their own.
///
/// # Errors
/// [`NotShelved::Unknown`], or the store could not.
pub async fn find(store: &dyn Store, owner: &str, slug: &str) -> Result<Chosen, NotShelved> {
    if let Some(package) = one_of_ours(slug) {
        return Ok(Chosen { package: package.clone(), kept: as_kept(package)?, ours: true });
    }
    let shelved = store.shelved(owner, slug).await.map_err(|error| unknown(error, slug))?;
    let kept = store.kept_package(&shelved.digest).await?;
    Ok(Chosen { package: read_kept(&kept)?, kept, ours: false })
}

/// Reads a campaign from a file's bytes, checks it, and puts it on a player's shelf.
///
/// # Errors
/// As [`shelve`].
pub async fn import(store: &dyn Store, owner: &str, bytes: Vec<u8>, at: Timestamp) -> Result<Added, NotShelved> {
    let read = apart(move || campaign::read(&bytes)).await?;
    shelve(store, owner, read.map_err(NotShelved::Invalid)?, at).await
}

/// Checks a campaign and puts it on a player's shelf, in the place of one of theirs that has the same slug.
///
/// # Errors
/// It has errors, its slug is taken, or there is no room; then nothing is written. Or the store could not.
pub async fn shelve(
    store: &dyn Store,
    owner: &str,
    package: CampaignPackage,
    at: Timestamp,
) -> Result<Added, NotShelved> {
    let (package, findings) = apart(move || {
        let findings = campaign::check(&package);
        (package, findings)
    })
    .await?;
    if findings.iter().any(|found| found.severity == Severity::Error) {
        return Err(NotShelved::Invalid(findings));
    }
    if one_of_ours(&package.slug).is_some() {
        return Err(NotShelved::SlugTaken(package.slug));
    }
    let shelf = store.shelf(owner).await?;
    let replaced = shelf.iter().any(|campaign| campaign.slug == package.slug);
    if !replaced && shelf.len() >= MAX_SHELVED {
        return Err(NotShelved::Full);
    }
    let (package, kept) = apart(move || as_kept(&package).map(|kept| (package, kept))).await??;
    store.keep_package(&kept).await?;
    let card = CampaignCard::of(&package, false);
    let shelved = Shelved {
        slug: card.slug.clone(),
        title: card.title.clone(),
        digest: kept.digest().to_owned(),
        card: serde_json::to_value(&card.face).unwrap_or(Value::Null),
        at,
    };
    store.shelve(owner, &shelved).await?;
    Ok(Added { card, findings, replaced })
}

/// Removes a campaign from a player's shelf. Its sessions go on.
///
/// # Errors
/// It is not there, it is ours, or the store could not.
pub async fn unshelve(store: &dyn Store, owner: &str, slug: &str) -> Result<(), NotShelved> {
    match store.unshelve(owner, slug).await {
        Err(store::Error::NotFound) if one_of_ours(slug).is_some() => Err(NotShelved::Ours(slug.to_owned())),
        done => done.map_err(|error| unknown(error, slug)),
    }
}

fn unknown(error: store::Error, slug: &str) -> NotShelved {
    match error {
        store::Error::NotFound => NotShelved::Unknown(shown(slug)),
        error => error.into(),
    }
}

/// A requested name, shortened for a message.
fn shown(slug: &str) -> String {
    slug.chars().filter(|c| !c.is_control()).take(64).collect()
}

/// Runs blocking work on another thread.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, store::Error> {
    let broke_down = |panic| store::Error::Damaged(format!("a campaign could not be read: {panic}"));
    tokio::task::spawn_blocking(work).await.map_err(broke_down)
}
