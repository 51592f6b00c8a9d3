//! Replaces files atomically, and writes files that other users can't read.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

/// Who can read a new file, and who owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everyone the umask admits.
    Shared,
    /// Only its owner, who is the user of this process.
    Private,
    /// As the file it replaces. Without one, only its owner, who is the owner of the folder: a file that root writes into the
    /// folder of a service stays readable for the service.
    Inherited,
}

/// A new version of a file. It is written next to the file under another name and replaces it when it is complete. Dropping an
/// incomplete one deletes it.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    part: PathBuf,
}

impl Replacement {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// The folder can't be written, the access of the old file can't be kept, or the path is a link to nothing.
    pub fn create(path: &Path, access: Access) -> io::Result<(Self, File)> {
        static N_CREATED: AtomicU32 = AtomicU32::new(0);
        let n = N_CREATED.fetch_add(1, Ordering::Relaxed);
        // A link stays a link: the file it leads to is replaced.
        let path = &match path.is_symlink() {
            true => fs::canonicalize(path).map_err(|error| {
                io::Error::new(error.kind(), format!("it is a link, and what it leads to can't be found ({error})"))
            })?,
            false => path.to_owned(),
        };
        let mut part = path.as_os_str().to_owned();
        part.push(OsString::from(format!(".{}-{n}.part", std::process::id())));
        let part = PathBuf::from(part);
        // A killed process with the same id may have left one. A new file is never opened through a link.
        let _ = fs::remove_file(&part);
        let mut options = match access {
            Access::Shared => File::options(),
            Access::Private | Access::Inherited => private(),
        };
        let file = options.write(true).create_new(true).open(&part)?;
        let replacement = Self { path: path.clone(), part };
        if access == Access::Inherited {
            inherit(&file, path)?;
        }
        Ok((replacement, file))
    }

    /// Replaces the file. The caller has written and synced the new one.
    ///
    /// # Errors
    /// The file can't be renamed.
    pub fn finish(self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After `finish` it no longer exists.
        let _ = fs::remove_file(&self.part);
    }
}

/// Writes a file so that readers, also after a crash, see either the old or the whole new one.
///
/// # Errors
/// The file can't be written; the old one is kept.
pub fn write_atomically(
    path: &Path,
    access: Access,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let (replacement, file) = Replacement::create(path, access)?;
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    replacement.finish()
}

/// Options for opening a file that only its owner may read if it is created.
pub fn private() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Opens a file with these options, which may create it. A new file belongs to the owner of its folder.
///
/// # Errors
/// The file can't be opened.
pub fn open_inherited(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let is_new = !path.exists();
    let file = options.open(path)?;
    if is_new {
        inherit(&file, path)?;
    }
    Ok(file)
}

/// Creates a folder, and the folders it is in, for its owner only. Existing folders are not changed.
///
/// # Errors
/// A folder can't be created.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Gives a new file the mode and owner of the file at `path`, or the owner of its folder if there is none.
#[cfg(unix)]
fn inherit(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let own = file.metadata()?;
    let old = match fs::metadata(path) {
        // The file that was opened itself.
        Ok(old) if (old.dev(), old.ino()) == (own.dev(), own.ino()) => None,
        Ok(old) => Some(old),
        Err(_) => None,
    };
    if let Some(old) = old {
        let mode = old.permissions().mode() & 0o777;
        file.set_permissions(fs::Permissions::from_mode(mode))?;
        let is_kept = (old.uid(), old.gid()) == (own.uid(), own.gid());
        // Without the right to change owners, the new file must be readable for the owner of the old one all the same.
        return match is_kept || fchown(file, Some(old.uid()), Some(old.gid())).is_ok() {
            true => Ok(()),
            false if old.uid() == own.uid() || mode & 0o004 != 0 => Ok(()),
            false => Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!("it belongs to the user {}; run this as that user or as root", old.uid()),
            )),
        };
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = fs::metadata(folder)?;
    // Only root may give files away. A server in a folder of someone else keeps its own files.
    if folder.uid() != own.uid() {
        let _ = fchown(file, Some(folder.uid()), Some(folder.gid()));
    }
    Ok(())
}

#[cfg(not(unix))]
fn inherit(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        write_atomically(&path, Access::Private, |out| out.write_all(b"old")).unwrap();
        let failed = write_atomically(&path, Access::Private, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left next to it");
        write_atomically(&path, Access::Private, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.json");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            write_atomically(&link, Access::Private, |out| out.write_all(b"newer")).unwrap();
            assert!(link.is_symlink() && fs::read(&path).unwrap() == b"newer");
            fs::remove_file(&path).unwrap();
            let dangling = write_atomically(&link, Access::Private, |out| out.write_all(b"newest"));
            assert!(dangling.unwrap_err().to_string().contains("it is a link"));
            assert!(link.is_symlink() && !path.exists(), "neither the link is replaced nor what it leads to made");
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_inherited_file_keeps_mode_and_owner_of_the_old_one_or_has_the_folders_owner() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("players.json");
        let write = || write_atomically(&path, Access::Inherited, |out| out.write_all(b"[]")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        write();
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write();
        assert_eq!(mode(&path), 0o640);
        // Only root can check the owners.
        let own = fs::metadata(&path).unwrap().uid();
        if chown(folder.path(), Some(4321), Some(4321)).is_ok() {
            write();
            assert_eq!(fs::metadata(&path).unwrap().uid(), own, "the old owner");
            fs::remove_file(&path).unwrap();
            write();
            assert_eq!(fs::metadata(&path).unwrap().uid(), 4321, "the folder's owner");
            let log = folder.path().join("spending.log");
            open_inherited(&log, private().append(true).create(true)).unwrap();
            assert_eq!((fs::metadata(&log).unwrap().uid(), mode(&log)), (4321, 0o600));
        }
    }
}
