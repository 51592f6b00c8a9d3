//! The cache: the parsed packages in one file.
//!
//! Its first line names the format and the packages it was made from, its second is the SHA-256 of the rest. Anything
//! that doesn't fit is no cache, and is made again.

use std::{fs, io::Write, path::Path};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::{Access, write_atomically};

use super::{
    entry::RuleEntry,
    library::Attribution,
    packages::{self, PackagesError},
};

/// Raised whenever entries are read otherwise than before.
const VERSION: u32 = 5;

#[derive(Serialize, Deserialize)]
pub(super) struct Cache {
    pub(super) attributions: Vec<Attribution>,
    pub(super) entries: Vec<RuleEntry>,
}

/// The expected first line of a cache file.
fn first_line() -> String {
    let hashes: Vec<&str> = packages::texts().iter().map(|package| package.sha256).collect();
    format!("embertale-rules {VERSION} {}", hashes.join(" "))
}

/// The cache in a file, or why it is invalid; `None` if there is no file.
pub(super) fn load(path: &Path) -> Result<Option<Cache>, PackagesError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(PackagesError(format!("{} can't be read: {error}", path.display()))),
    };
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    let (first, sum, rest) = (parts.next(), parts.next(), parts.next());
    let because = |why: &str| PackagesError(format!("{} {why}", path.display()));
    if first != Some(first_line().as_bytes()) {
        return Err(because("was made by another version or from other packages"));
    }
    let (Some(sum), Some(rest)) = (sum, rest) else { return Err(because("is cut off")) };
    if sum != digest(rest).as_bytes() {
        return Err(because("is damaged"));
    }
    serde_json::from_slice(rest).map(Some).map_err(|error| because(&format!("can't be read: {error}")))
}

/// Writes the cache.
pub(super) fn save(path: &Path, cache: &Cache) -> Result<(), PackagesError> {
    let failed = |error: std::io::Error| PackagesError(format!("{} can't be written: {error}", path.display()));
    let json = serde_json::to_vec(cache).map_err(|error| failed(error.into()))?;
    write_atomically(path, Access::Shared, |file| {
        write!(file, "{}\n{}\n", first_line(), digest(&json))?;
        file.write_all(&json)
    })
    .map_err(failed)
}

fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Edition, RuleKind};

    fn cache() -> Cache {
        let entry = RuleEntry {
            kind: RuleKind::Condition,
            slug: "dazed".into(),
            name: "Dazed".into(),
            edition: Edition::Y2014,
            text: "It sees stars.".into(),
            facts: None,
            references: Vec::new(),
        };
        Cache { attributions: Vec::new(), entries: vec![entry] }
    }

    #[test]
    fn a_cache_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.cache");
        assert!(load(&path).unwrap().is_none());
        save(&path, &cache()).unwrap();
        assert_eq!(load(&path).unwrap().unwrap().entries, cache().entries);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_damaged_foreign_or_half_written_cache_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.cache");
        save(&path, &cache()).unwrap();
        let sound = fs::read(&path).unwrap();
        for cut in [0, 10, sound.len() / 2, sound.len() - 1] {
            fs::write(&path, &sound[..cut]).unwrap();
            assert!(load(&path).is_err(), "cut at {cut}");
        }
        let mut damaged = sound.clone();
        let at = damaged.len() - 5;
        damaged[at] ^= 1;
        fs::write(&path, damaged).unwrap();
        assert!(load(&path).err().unwrap().to_string().contains("is damaged"));
        fs::write(&path, "something of another program").unwrap();
        assert!(load(&path).err().unwrap().to_string().contains("another version"));
    }
}
