//! Makes the lines of `src/content/phrases` constants of the program: each file a module, the files of a folder one module
//! together, and each section a constant of its name.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use language::word_lists;

fn main() -> Result<(), Box<dyn Error>> {
    let content = Path::new("src/content/phrases");
    println!("cargo::rerun-if-changed={}", content.display());
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for path in entries(content)? {
        let files = if path.is_dir() { entries(&path)? } else { vec![path.clone()] };
        let mut code = String::new();
        for file in files {
            let text: &'static str = fs::read_to_string(&file)?.leak();
            for section in word_lists::sections(text) {
                let lines: Vec<&str> = word_lists::lines(text, section).collect();
                writeln!(code, "pub(crate) const {}: &[&str] = &{lines:?};", section.to_uppercase())?;
            }
        }
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a file without a name")?;
        fs::write(out.join(format!("{name}.rs")), code)?;
    }
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    all.sort();
    Ok(all)
}
