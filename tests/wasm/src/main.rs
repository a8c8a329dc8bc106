//! `stepfall-golden write`: writes the golden files that `tests/golden/links.txt` lists.
//!
//! Once the version of the generator is frozen, existing files only get new members. Everything
//! else in them stays for ever, and each line of the list keeps its place.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;
use stepfall_procedure::{GENERATOR_VERSION, IS_FROZEN};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() != Some("write") {
        eprintln!("usage: stepfall-golden write");
        return ExitCode::from(2);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden");
    match write(&folder) {
        Ok(count) => {
            println!("{count} golden files written");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The reason why no file was written.
enum Failure {
    Files(io::Error),
    /// Files that would change other than by new members, or that would be removed.
    Frozen(Vec<PathBuf>),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Files(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(error) => error.fmt(f),
            Self::Frozen(files) => {
                writeln!(
                    f,
                    "version {GENERATOR_VERSION} is frozen, and these files would change; undo what changes them, or begin another version:"
                )?;
                let files: Vec<String> =
                    files.iter().map(|path| path.display().to_string()).collect();
                f.write_str(&files.join("\n"))
            }
        }
    }
}

/// Writes one file for each line `name link` of the list. Before the freeze it removes files that
/// are not listed.
fn write(folder: &Path) -> Result<usize, Failure> {
    let list = fs::read_to_string(folder.join("links.txt"))?;
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    let named = lines.filter_map(|line| line.split_once(' '));
    let files: Vec<(PathBuf, String)> = (1..)
        .zip(named)
        .map(|(number, (name, link))| {
            (folder.join(format!("{number:03}-{name}.json")), stepfall_golden::render(link))
        })
        .collect();
    let mut gone = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_golden = path.extension().is_some_and(|extension| extension == "json");
        if is_golden && files.iter().all(|(listed, _)| *listed != path) {
            gone.push(path);
        }
    }
    if IS_FROZEN {
        let changed = files.iter().filter(|(path, text)| {
            fs::read_to_string(path).is_ok_and(|before| !is_kept(&before, text))
        });
        gone.extend(changed.map(|(path, _)| path.clone()));
        if !gone.is_empty() {
            return Err(Failure::Frozen(gone));
        }
    }
    for path in gone {
        fs::remove_file(path)?;
    }
    for (path, text) in &files {
        fs::write(path, text)?;
    }
    Ok(files.len())
}

/// Returns whether a text contains everything that an earlier one did.
fn is_kept(before: &str, now: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text);
    read(before).is_ok_and(|before| read(now).is_ok_and(|now| holds(&now, &before)))
}

/// Returns whether a value equals an earlier one, apart from new members.
fn holds(now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            before.iter().all(|(name, value)| now.get(name).is_some_and(|now| holds(now, value)))
        }
        (Value::Array(now), Value::Array(before)) => {
            now.len() == before.len()
                && now.iter().zip(before).all(|(now, before)| holds(now, before))
        }
        (now, before) => now == before,
    }
}

#[cfg(test)]
mod tests {
    use super::is_kept;

    #[test]
    fn members_may_be_added_and_nothing_may_change() {
        let before = r#"{"item": {"steps": [{"value": "3"}]}, "prompts": {"trace": "a"}}"#;
        let more = r#"{"item": {"steps": [{"value": "3", "printed": "+"}]}, "prompts": {"trace": "a", "other": "b"}}"#;
        assert!(is_kept(before, before) && is_kept(before, more));
        assert!(!is_kept(more, before));
        for changed in [before.replace('3', "4"), before.replace("\"a\"", "\"b\""), "{".to_owned()]
        {
            assert!(!is_kept(before, &changed), "{changed}");
        }
        assert!(!is_kept(before, r#"{"item": {"steps": []}, "prompts": {"trace": "a"}}"#));
    }
}
