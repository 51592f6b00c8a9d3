//! A file that takes its name only once it is whole: whoever finds it finds all of it, and what was there before stays
//! until then.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use super::Failure;

/// A file in the making. Dropping it leaves nothing behind.
pub(super) struct Unfinished {
    path: PathBuf,
    beside: PathBuf,
    out: BufWriter<File>,
}

impl Unfinished {
    /// Begins a file that only its owner may read, where the system knows of owners.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&beside).map_err(|error| cannot(path, &error))?;
        Ok(Self { path: path.to_owned(), beside, out: BufWriter::new(file) })
    }

    /// Writes on.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| cannot(&self.path, &error))
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let finished = self.out.flush().and_then(|()| self.out.get_ref().sync_all());
        let finished = finished.and_then(|()| fs::rename(&self.beside, &self.path));
        finished.map_err(|error| cannot(&self.path, &error))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Finished, it is not there any more.
        let _ = fs::remove_file(&self.beside);
    }
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    format!("cannot write {}: {error}; name another file", path.display()).into()
}
