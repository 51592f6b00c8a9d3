//! Makes constants of the lines and lists in `src/content`, one of each section, so that no file is read and no name missed
//! when the program runs.
//!
//! - `phrases`: one line of narration a line. A file is a module; the files of a folder are one module together.
//! - `words`: entries parted by `|`. A folder is a module, and each of its files a module in that.
//! - All files together, for anyone who asks whether something is a word.

use std::{
    env,
    error::Error,
    fs, io,
    path::{Path, PathBuf},
};

use language::word_lists;

type Entries = fn(&'static str, &str) -> Vec<&'static str>;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/content");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for path in entries(Path::new("src/content/phrases"))? {
        let files = if path.is_dir() { entries(&path)? } else { vec![path.clone()] };
        let code: io::Result<String> = files.iter().map(|file| constants(file, lines)).collect();
        fs::write(out.join(format!("phrases_{}.rs", name(&path)?)), code?)?;
    }
    for folder in entries(Path::new("src/content/words"))? {
        let mut code = String::new();
        for file in entries(&folder)? {
            code += &format!("pub(crate) mod {} {{\n{}}}\n", name(&file)?, constants(&file, list)?);
        }
        fs::write(out.join(format!("words_{}.rs", name(&folder)?)), code)?;
    }
    fs::write(out.join("texts.rs"), texts()?)?;
    Ok(())
}

/// All files as one constant.
fn texts() -> io::Result<String> {
    let mut code =
        "/// Every text of `content`: what its words are, no slip is.\nconst TEXTS: &[&str] = &[\n".to_owned();
    let mut open = vec![Path::new("src/content").canonicalize()?];
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => open.extend(entries(&path)?),
            false => code += &format!("    include_str!({path:?}),\n"),
        }
    }
    Ok(code + "];\n")
}

/// The sections of a file as constants.
fn constants(file: &Path, entries: Entries) -> io::Result<String> {
    let text: &'static str = fs::read_to_string(file)?.leak();
    let constant = |section: &str| {
        format!("pub(crate) const {}: &[&str] = &{:?};\n", section.to_uppercase(), entries(text, section))
    };
    Ok(word_lists::sections(text).into_iter().map(constant).collect())
}

fn lines(text: &'static str, section: &str) -> Vec<&'static str> {
    word_lists::lines(text, section).collect()
}

/// A line that ends in a blank entry ends in `|`.
fn list(text: &'static str, section: &str) -> Vec<&'static str> {
    word_lists::list(text, section).into_iter().filter(|entry| !entry.is_empty()).collect()
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    all.sort();
    Ok(all)
}

fn name(path: &Path) -> Result<&str, &'static str> {
    path.file_stem().and_then(|name| name.to_str()).ok_or("a file without a name")
}
