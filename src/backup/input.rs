//! Files that are read several times, also from standard input and pipes.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek},
    path::{Path, PathBuf},
};

use flate2::bufread::MultiGzDecoder;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

const STANDARD_INPUT: &str = "standard input";

/// A file, or a copy of a stream that can be read only once.
pub struct InputFile {
    /// The name for messages.
    name: PathBuf,
    file: File,
}

impl InputFile {
    /// Opens a file. `-` is standard input, which is copied to an unnamed temporary file first, as are pipes.
    ///
    /// # Errors
    /// The file can't be read, or there is no room for the copy.
    pub fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { name: STANDARD_INPUT.into(), file: copy(&mut io::stdin().lock())? });
        }
        let mut file = File::open(path)?;
        if !file.metadata()?.is_file() {
            file = copy(&mut file)?;
        }
        Ok(Self { name: path.to_owned(), file })
    }

    /// The name of the file for messages.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Reads the file from its start, and decompresses it if necessary. Ends every earlier reader.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn read(&self) -> io::Result<Box<dyn BufRead>> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        let mut bytes = BufReader::new(file);
        Ok(match bytes.fill_buf()?.starts_with(&GZIP) {
            true => Box::new(BufReader::new(MultiGzDecoder::new(bytes))),
            false => Box::new(bytes),
        })
    }
}

/// Why a file can't be read, with what to do.
pub fn unreadable(name: &Path, error: &io::Error) -> String {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    let file = if name == Path::new("-") { Path::new(STANDARD_INPUT) } else { name }.display();
    match error.kind() {
        InvalidData | InvalidInput | UnexpectedEof => {
            format!("cannot read {file}: it is cut off, damaged or no text; use another copy of it")
        }
        _ if [Path::new("-"), Path::new(STANDARD_INPUT)].contains(&name) => {
            format!("cannot read {file}: {error}; name a file instead of -")
        }
        _ => format!("cannot read {file}: {error}; name another file"),
    }
}

fn copy(stream: &mut dyn Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(stream, &mut file)?;
    Ok(file)
}
