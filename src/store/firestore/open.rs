//! Connects to Firestore: database, account and error messages.

use std::{
    fs::File,
    path::PathBuf,
    time::{Duration, Instant},
};

use firestore::{
    FirestoreDb, FirestoreDbOptions,
    errors::FirestoreError,
    gcloud_sdk::google_cloud_auth::credentials::{anonymous, external_account, impersonated, user_account},
};
use serde_json::Value as Json;

use crate::store::{Error, Result};

use super::{FirestoreOptions, FirestoreStore, database::Database, queries::ALL_SESSIONS};

/// The default database of a project.
const DEFAULT_DATABASE: &str = "(default)";
/// Required prefix of an emulator's project, so that it can't be confused with a real one.
const DEMO: &str = "demo-";
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// Why Firestore can't be used, with what to do.
#[derive(Debug, thiserror::Error)]
enum FirestoreOpenError {
    #[error("STORE=firestore needs FIRESTORE_PROJECT_ID: set it to the id of your Google Cloud project")]
    NoProject,
    #[error("FIRESTORE_PROJECT_ID={0} is not the id of a project: those have letters, digits and hyphens only")]
    NotAProject(String),
    #[error(
        "FIRESTORE_EMULATOR_HOST is set, and FIRESTORE_PROJECT_ID={0} does not begin with demo-: unset the host to use \
         the real project, or take a name such as demo-embertale for the emulator, which forgets everything"
    )]
    NotADemo(String),
    #[error("FIRESTORE_EMULATOR_HOST={0} is not a host and a port, such as 127.0.0.1:8080")]
    NotAHost(String),
    #[error(
        "the key file {0} in GOOGLE_APPLICATION_CREDENTIALS cannot be used: {1}; name the JSON file of a service \
         account's key"
    )]
    KeyFile(PathBuf, String),
    #[error(
        "there are no Google credentials that work: set GOOGLE_APPLICATION_CREDENTIALS to the JSON file of a service \
         account's key, or run `gcloud auth application-default login` ({0})"
    )]
    NoCredentials(String),
    #[error(
        "there is no Firestore database {database} in the project {project}: check FIRESTORE_PROJECT_ID and \
         FIRESTORE_DATABASE_ID, or create it with `gcloud firestore databases create` ({why})"
    )]
    NoDatabase { project: String, database: String, why: String },
    #[error(
        "the project {0} refuses this account: check FIRESTORE_PROJECT_ID, and give the account the role Cloud \
         Datastore User there ({1})"
    )]
    Refused(String, String),
    #[error("the Firestore emulator at {0} does not answer: start it, or unset FIRESTORE_EMULATOR_HOST ({1})")]
    NoEmulator(String, String),
    #[error("Firestore cannot be reached: check this machine's network and its way to firestore.googleapis.com ({0})")]
    NoNetwork(String),
}

impl From<FirestoreOpenError> for Error {
    fn from(error: FirestoreOpenError) -> Self {
        Self::Unavailable(Box::new(error))
    }
}

/// A failed try: whether another may do better.
struct OpenFailure {
    error: FirestoreOpenError,
    again: bool,
}

pub(super) async fn open(options: FirestoreOptions) -> Result<FirestoreStore> {
    let options = options.checked()?;
    let until = Instant::now() + options.patience;
    let mut pause = FIRST_PAUSE;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let failed = match tokio::time::timeout(left, connect(&options)).await {
            Ok(Ok(db)) => return Ok(FirestoreStore::of(Database::new(db, options.patience), options.claim_ttl)),
            Ok(Err(failed)) => failed,
            Err(_) => OpenFailure { error: away(&options, "no answer".to_owned()), again: false },
        };
        if !failed.again || Instant::now() + pause >= until {
            return Err(failed.error.into());
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
}

impl FirestoreOptions {
    /// The options without blanks.
    ///
    /// # Errors
    /// They can't be those of a database, or the key's file can't be read.
    pub fn checked(self) -> Result<Self> {
        Ok(checked(self)?)
    }
}

fn checked(options: FirestoreOptions) -> std::result::Result<FirestoreOptions, FirestoreOpenError> {
    let given = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let project = options.project_id.trim().to_owned();
    if project.is_empty() {
        return Err(FirestoreOpenError::NoProject);
    }
    // Some old ids belong to a domain: example.com:project.
    if !project.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte)) {
        return Err(FirestoreOpenError::NotAProject(project));
    }
    let emulator_host = given(options.emulator_host);
    if let Some(host) = &emulator_host {
        if !project.starts_with(DEMO) {
            return Err(FirestoreOpenError::NotADemo(project));
        }
        let has_port =
            host.rsplit_once(':').is_some_and(|(name, port)| !name.is_empty() && port.parse::<u16>().is_ok());
        if !has_port || host.contains('/') {
            return Err(FirestoreOpenError::NotAHost(host.clone()));
        }
    } else if let Some(path) = &options.credentials {
        File::open(path).map_err(|error| FirestoreOpenError::KeyFile(path.clone(), error.to_string()))?;
    }
    Ok(FirestoreOptions { project_id: project, database_id: given(options.database_id), emulator_host, ..options })
}

async fn connect(options: &FirestoreOptions) -> std::result::Result<FirestoreDb, OpenFailure> {
    let mut settings = FirestoreDbOptions::new(options.project_id.clone())
        .with_database_id(database(options).to_owned())
        .with_max_retries(1)
        .with_request_timeout(options.request_timeout);
    let db = match (&options.emulator_host, &options.credentials) {
        (Some(host), _) => {
            settings = settings.with_firebase_api_url(format!("http://{host}"));
            FirestoreDb::with_options_auth(settings, anonymous::Builder::new().build()).await
        }
        (None, Some(path)) => as_key_file_says(settings, path).await?,
        (None, None) => FirestoreDb::with_options(settings).await,
    };
    let db = db.map_err(|error| why(options, &error))?;
    // Neither the account nor the database has been asked for so far.
    ALL_SESSIONS.ask(None, &[]).limit(1).names().put(&db).await.map_err(|error| why(options, &error))?;
    Ok(db)
}

/// Connects as the file says whose path was given; its kinds are those that Google's own tools write.
async fn as_key_file_says(
    settings: FirestoreDbOptions,
    path: &PathBuf,
) -> std::result::Result<firestore::FirestoreResult<FirestoreDb>, OpenFailure> {
    let cannot = |why: String| OpenFailure { error: FirestoreOpenError::KeyFile(path.clone(), why), again: false };
    let text = tokio::fs::read(path).await.map_err(|error| cannot(error.to_string()))?;
    let json: Json = serde_json::from_slice(&text).map_err(|_| cannot("it is not JSON".to_owned()))?;
    let kind = json.get("type").and_then(Json::as_str).unwrap_or_default().to_owned();
    let credentials = match kind.as_str() {
        "service_account" => {
            let db = FirestoreDb::with_options_service_account_key_file(settings, path.clone()).await;
            return match db {
                Err(error) if is_about_credentials(&error) => Err(cannot("it is no whole key".to_owned())),
                db => Ok(db),
            };
        }
        "authorized_user" => user_account::Builder::new(json).build(),
        "external_account" => external_account::Builder::new(json).build(),
        "impersonated_service_account" => impersonated::Builder::new(json).build(),
        _ => return Err(cannot("it is no key: its “type” is none that is known".to_owned())),
    };
    let credentials = credentials.map_err(|error| cannot(error.to_string()))?;
    Ok(FirestoreDb::with_options_auth(settings, credentials).await)
}

fn database(options: &FirestoreOptions) -> &str {
    options.database_id.as_deref().unwrap_or(DEFAULT_DATABASE)
}

fn is_about_credentials(error: &FirestoreError) -> bool {
    let text = error.to_string().to_lowercase();
    ["credential", "token", "private key"].iter().any(|word| text.contains(word))
}

/// The readable part of a connection error: the texts in quotation marks among its parts.
fn brief(error: &str) -> String {
    let quoted: Vec<&str> = error.split('"').skip(1).step_by(2).filter(|text| !text.is_empty()).collect();
    if quoted.is_empty() { error.to_owned() } else { quoted.join(": ") }
}

fn why(options: &FirestoreOptions, error: &FirestoreError) -> OpenFailure {
    let text = error.to_string();
    let code = match error {
        FirestoreError::DatabaseError(error) => error.public.code.as_str(),
        FirestoreError::DataNotFoundError(_) => "NotFound",
        _ => "",
    };
    let project = options.project_id.clone();
    let (error, again) = match code {
        "NotFound" => {
            (FirestoreOpenError::NoDatabase { project, database: database(options).to_owned(), why: text }, false)
        }
        "PermissionDenied" => (FirestoreOpenError::Refused(project, text), false),
        // A token may be late where the machine's own server makes it, so this is tried again.
        _ if options.emulator_host.is_none() && (code == "Unauthenticated" || is_about_credentials(error)) => {
            (FirestoreOpenError::NoCredentials(text), true)
        }
        _ => (away(options, text), true),
    };
    OpenFailure { error, again }
}

fn away(options: &FirestoreOptions, why: String) -> FirestoreOpenError {
    match &options.emulator_host {
        Some(host) => FirestoreOpenError::NoEmulator(host.clone(), brief(&why)),
        None => FirestoreOpenError::NoNetwork(brief(&why)),
    }
}
