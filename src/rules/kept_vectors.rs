//! Vectors on disk, so that each text is encoded once.
//!
//! A file for each model: a line that names format, model and length, then records of one size: the text's hash, the
//! vector, a checksum. They are added as they are made, so a process that was killed loses the last few; a record that
//! isn't whole, or not what was written, is none.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::files::{Access, write_atomically};

use super::packages::PackagesError;

const FORMAT: &str = "embertale-vectors 1";
/// Raised whenever vectors are made of the same words in another way.
const RECIPE: &str = "1";
const KEY_BYTES: usize = 16;
const SUM_BYTES: usize = 4;

/// The key of a text's vector.
pub(super) type VectorKey = [u8; KEY_BYTES];

/// The key of a text.
pub(super) fn key(text: &str) -> VectorKey {
    let mut key = [0; KEY_BYTES];
    key.copy_from_slice(&Sha256::digest(text)[..KEY_BYTES]);
    key
}

/// The vectors of one model, and the file they are added to.
pub(super) struct KeptVectors {
    path: PathBuf,
    first_line: String,
    n_dimensions: usize,
    found: HashMap<VectorKey, Vec<f32>>,
    file: Option<BufWriter<File>>,
}

impl KeptVectors {
    /// The stored vectors of a model in a folder. Models of one name that differ otherwise, as by the server they are on, are distinguished
    /// by their `origin`.
    pub(super) fn open(folder: &Path, model: &str, origin: &str, n_dimensions: usize) -> Self {
        let digest = Sha256::digest(format!("{RECIPE} {model} {origin}"));
        let model: String = model.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let model = format!("{model}-{}", HEXLOWER.encode(&digest[..4]));
        let path = folder.join(format!("{model}.vectors"));
        let mut kept = Self {
            path,
            first_line: format!("{FORMAT} {model} {n_dimensions}\n"),
            n_dimensions,
            found: HashMap::new(),
            file: None,
        };
        kept.read();
        kept
    }

    fn record_bytes(&self) -> usize {
        KEY_BYTES + 4 * self.n_dimensions + SUM_BYTES
    }

    fn read(&mut self) {
        let mut bytes = Vec::new();
        // A file that can't be read is written again.
        let Ok(mut file) = File::open(&self.path) else { return };
        if file.read_to_end(&mut bytes).is_err() {
            return;
        }
        let Some(records) = bytes.strip_prefix(self.first_line.as_bytes()) else { return };
        for record in records.chunks_exact(self.record_bytes()) {
            let (said, sum) = record.split_at(record.len() - SUM_BYTES);
            let (key, numbers) = said.split_at(KEY_BYTES);
            let Ok(key) = VectorKey::try_from(key) else { continue };
            if sum == checksum(said) {
                let (quads, _) = numbers.as_chunks::<4>();
                self.found.insert(key, quads.iter().map(|quad| f32::from_le_bytes(*quad)).collect());
            }
        }
    }

    /// The vector of the text with this key.
    pub(super) fn get(&self, key: &VectorKey) -> Option<&[f32]> {
        self.found.get(key).map(Vec::as_slice)
    }

    /// Rewrites the file with only the `wanted` vectors, so that vectors of removed texts are dropped and new ones can be
    /// added.
    pub(super) fn begin(&mut self, wanted: impl Fn(&VectorKey) -> bool) -> Result<(), PackagesError> {
        self.found.retain(|key, _| wanted(key));
        let failed =
            |error: std::io::Error| PackagesError(format!("{} can't be written: {error}", self.path.display()));
        self.path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        write_atomically(&self.path, Access::Shared, |file| {
            file.write_all(self.first_line.as_bytes())?;
            self.found.iter().try_for_each(|(key, vector)| file.write_all(&record(key, vector)))
        })
        .map_err(failed)?;
        let file = OpenOptions::new().append(true).open(&self.path).map_err(failed)?;
        self.file = Some(BufWriter::new(file));
        Ok(())
    }

    /// Adds vectors, and writes them down.
    pub(super) fn add(
        &mut self,
        vectors: impl IntoIterator<Item = (VectorKey, Vec<f32>)>,
    ) -> Result<(), PackagesError> {
        let failed =
            |error: std::io::Error| PackagesError(format!("{} can't be written: {error}", self.path.display()));
        for (key, vector) in vectors {
            if let Some(file) = &mut self.file {
                file.write_all(&record(&key, &vector)).map_err(failed)?;
            }
            self.found.insert(key, vector);
        }
        self.file.as_mut().map_or(Ok(()), |file| file.flush().map_err(failed))
    }
}

fn record(key: &VectorKey, vector: &[f32]) -> Vec<u8> {
    let mut bytes = key.to_vec();
    vector.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    let sum = checksum(&bytes);
    bytes.extend(sum);
    bytes
}

fn checksum(bytes: &[u8]) -> [u8; SUM_BYTES] {
    let digest = Sha256::digest(bytes);
    [digest[0], digest[1], digest[2], digest[3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> PathBuf {
        let mut kept = KeptVectors::open(folder, "a/model", "here", 2);
        kept.begin(|_| true).unwrap();
        kept.add([(key("one"), vec![0.6, 0.8]), (key("two"), vec![1.0, 0.0])]).unwrap();
        kept.path
    }

    #[test]
    fn vectors_are_found_again_by_their_texts() {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path());
        let mut kept = KeptVectors::open(folder.path(), "a/model", "here", 2);
        assert_eq!(kept.get(&key("one")), Some([0.6, 0.8].as_slice()));
        assert_eq!(kept.get(&key("three")), None);
        kept.begin(|wanted| *wanted == key("two")).unwrap();
        kept.add([(key("three"), vec![0.0, 1.0])]).unwrap();
        let again = KeptVectors::open(folder.path(), "a/model", "here", 2);
        assert_eq!((again.get(&key("one")), again.found.len()), (None, 2));
        assert!(KeptVectors::open(folder.path(), "a/model", "here", 3).found.is_empty(), "of another length");
        assert!(KeptVectors::open(folder.path(), "a-model", "here", 2).found.is_empty(), "of another model");
        assert!(KeptVectors::open(folder.path(), "a/model", "there", 2).found.is_empty(), "of another server");
    }

    #[test]
    fn wherever_a_file_is_cut_or_damaged_what_is_whole_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let sound = fs::read(&path).unwrap();
        let right = |kept: &KeptVectors| {
            kept.get(&key("one")).is_none_or(|vector| vector == [0.6, 0.8])
                && kept.get(&key("two")).is_none_or(|vector| vector == [1.0, 0.0])
                && kept.found.len() <= 2
        };
        for at in 0..sound.len() {
            fs::write(&path, &sound[..at]).unwrap();
            assert!(right(&KeptVectors::open(folder.path(), "a/model", "here", 2)), "cut at {at}");
            let mut damaged = sound.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, damaged).unwrap();
            assert!(right(&KeptVectors::open(folder.path(), "a/model", "here", 2)), "damaged at {at}");
        }
    }
}
