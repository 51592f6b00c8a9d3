//! Files that replace their target only when they are complete.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

use crate::files::{Access, Replacement};

use super::Error;

/// The file names that mean standard output.
const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a path means standard output.
pub fn is_standard_output(path: &Path) -> bool {
    STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
}

/// An incomplete file, or standard output. Dropping it deletes the incomplete file.
pub struct OutputFile {
    path: PathBuf,
    /// The temporary file; `None` for standard output.
    replacement: Option<Replacement>,
    out: BackupWriter,
}

enum BackupWriter {
    Plain(BufWriter<Box<dyn Sink>>),
    Compressed(Box<GzEncoder<BufWriter<Box<dyn Sink>>>>),
}

/// The destination of the bytes.
trait Sink: Write + Send {
    /// Flushes everything to the disk.
    fn sync(&self) -> io::Result<()>;
}

impl Sink for File {
    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Sink for io::Stdout {
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

impl OutputFile {
    /// Creates a file that only its owner can read, compressed if its name ends in `.gz`. `-` and `/dev/stdout` are standard
    /// output.
    ///
    /// # Errors
    /// The path is a folder or a device, or can't be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        if is_standard_output(path) {
            let out = BufWriter::new(Box::new(io::stdout()) as Box<dyn Sink>);
            return Ok(Self { path: "standard output".into(), replacement: None, out: BackupWriter::Plain(out) });
        }
        // Renaming would replace a device by a file.
        let is_system_link = path.is_symlink() && ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        if is_system_link || fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(Error::NotAFile(path.to_owned()));
        }
        let (replacement, file) = Replacement::create(path, Access::Private).map_err(|error| cannot(path, error))?;
        let out = BufWriter::new(Box::new(file) as Box<dyn Sink>);
        let out = match path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("gz")) {
            true => BackupWriter::Compressed(Box::new(GzEncoder::new(out, Compression::default()))),
            false => BackupWriter::Plain(out),
        };
        Ok(Self { path: path.to_owned(), replacement: Some(replacement), out })
    }

    /// Appends to the file.
    ///
    /// # Errors
    /// The bytes can't be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = match &mut self.out {
            BackupWriter::Plain(out) => out.write_all(bytes),
            BackupWriter::Compressed(out) => out.write_all(bytes),
        };
        written.map_err(|error| self.cannot(error))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// The file can't be written or renamed.
    pub fn finish(mut self) -> Result<(), Error> {
        let finished = match &mut self.out {
            BackupWriter::Plain(out) => flush(out),
            BackupWriter::Compressed(out) => out.try_finish().and_then(|()| flush(out.get_mut())),
        };
        finished.map_err(|error| self.cannot(error))?;
        let Self { path, replacement, .. } = self;
        replacement.map_or(Ok(()), Replacement::finish).map_err(|error| cannot(&path, error))
    }

    fn cannot(&self, error: io::Error) -> Error {
        match self.replacement {
            Some(_) => cannot(&self.path, error),
            None => Error::StandardOutput(error),
        }
    }
}

fn flush(out: &mut BufWriter<Box<dyn Sink>>) -> io::Result<()> {
    out.flush()?;
    out.get_ref().sync()
}

fn cannot(path: &Path, error: io::Error) -> Error {
    Error::Output { path: path.to_owned(), error }
}
