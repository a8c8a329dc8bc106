//! The files that commands write, and the checks that protect other files.
//!
//! A command declares the files that it reads and writes before it reads or writes any. Each output
//! is checked when it is declared, and again when it is written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use stepfall_figure::REPORT_MARK;

use crate::failure::CommandError;

/// The mark at the end of each picture that a command writes.
const PICTURE_MARK: &str = "<!-- Written by Stepfall -->";
/// The closing tag of a picture. The mark is inserted before it.
const PICTURE_END: &str = "</svg>";
/// The name of the writer in each Parquet file that a command writes.
pub const PARQUET_MARK: &str = "stepfall";
/// The number of bytes at either end of a file that are searched for a mark.
const SEARCHED: u64 = 4 << 10;
/// The maximum number of symbolic links that are followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// The kind of an output. The kind determines how a file that Stepfall wrote is recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputKind {
    /// A report, as HTML.
    Report,
    /// A figure, as SVG.
    Picture,
    /// The numbers of a figure, as CSV, next to its picture.
    Numbers,
    /// A table, as CSV, with this first line.
    Table(String),
    /// A table, as Parquet.
    Parquet,
}

/// The outputs of a command and the files that they must not overwrite.
#[derive(Debug)]
pub struct Outputs {
    is_forced: bool,
    /// The files that are read or written, with the names that the command uses for them.
    taken: Vec<(&'static str, PathBuf)>,
}

impl Outputs {
    /// Creates a list without files. With `is_forced`, files of other programs are overwritten too,
    /// but never files that the command reads.
    pub fn new(is_forced: bool) -> Self {
        // A shell may have redirected standard output into a file.
        let output = ("standard output", PathBuf::from("/dev/stdout"));
        Self { is_forced, taken: vec![output] }
    }

    /// Protects a file that the command reads or continues; `-` is standard input.
    pub fn protect(&mut self, name: &'static str, path: &str) {
        let path = if path == "-" { "/dev/stdin" } else { path };
        self.taken.push((name, PathBuf::from(path)));
    }

    /// Checks a file that is to be written, and protects it from all other outputs.
    ///
    /// # Errors
    ///
    /// Those of [`Self::check`].
    pub fn add(
        &mut self,
        name: &'static str,
        path: &Path,
        kind: &OutputKind,
    ) -> Result<(), CommandError> {
        self.check(name, path, kind)?;
        self.taken.push((name, path.to_owned()));
        Ok(())
    }

    /// Checks that a file may be written under the name of an output.
    ///
    /// # Errors
    ///
    /// [`CommandError::Message`] for a folder, for a path that cannot be inspected, and for a file
    /// that the command also reads or writes under another name. Also for a non-empty file that
    /// Stepfall did not write, unless overwriting is forced.
    pub fn check(
        &self,
        name: &'static str,
        path: &Path,
        kind: &OutputKind,
    ) -> Result<(), CommandError> {
        let file = path.display();
        let found = match fs::metadata(path) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unwritten(path, &error)),
        };
        if let Some(found) = &found {
            if found.is_dir() {
                return Err(CommandError::Message(format!(
                    "{file} is a folder; name a file in it"
                )));
            }
            // A device or a pipe has no content to overwrite.
            if !found.is_file() {
                return Ok(());
            }
        }
        let identity = Identity::of(path);
        let others = self.taken.iter().filter(|(other, _)| *other != name);
        for (other, taken) in others {
            if identity.is(&Identity::of(taken)) {
                return Err(CommandError::Message(format!(
                    "{file} of {name} is also the file of {other}; name another file"
                )));
            }
        }
        let is_free = found.is_none_or(|found| found.len() == 0);
        if is_free || self.is_forced || kind.is_own_file(path) {
            return Ok(());
        }
        Err(CommandError::Message(format!(
            "{file} exists, and Stepfall did not write it; name another file, or overwrite this one with --force"
        )))
    }

    /// Writes a file after a last check.
    ///
    /// # Errors
    ///
    /// Those of [`Self::check`], and [`CommandError::Message`] if the file cannot be written.
    pub fn write(
        &self,
        name: &'static str,
        path: &Path,
        kind: &OutputKind,
        content: &str,
    ) -> Result<(), CommandError> {
        self.check(name, path, kind)?;
        let written = match (kind, content.strip_suffix(PICTURE_END)) {
            (OutputKind::Picture, Some(body)) => {
                fs::write(path, format!("{body}{PICTURE_MARK}{PICTURE_END}"))
            }
            _ => fs::write(path, content),
        };
        written.map_err(|error| unwritten(path, &error))
    }

    /// Creates a file for an output that is written piece by piece, after a last check.
    ///
    /// # Errors
    ///
    /// Those of [`Self::write`].
    pub fn create(
        &self,
        name: &'static str,
        path: &Path,
        kind: &OutputKind,
    ) -> Result<File, CommandError> {
        self.check(name, path, kind)?;
        File::create(path).map_err(|error| unwritten(path, &error))
    }
}

/// Creates a file that does not exist yet.
///
/// # Errors
///
/// [`CommandError::Message`] if the file exists or cannot be written.
pub fn create_new(path: &Path) -> Result<File, CommandError> {
    match File::create_new(path) {
        Ok(file) => Ok(file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(exists(path)),
        Err(error) => Err(unwritten(path, &error)),
    }
}

/// Returns the error for a file that exists and that no flag allows to overwrite.
pub fn exists(path: &Path) -> CommandError {
    let path = path.display();
    CommandError::Message(format!("{path} already exists; choose another folder with --out"))
}

/// Returns the error for a file or folder that cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> CommandError {
    CommandError::Message(format!("{} cannot be written: {error}", path.display()))
}

impl OutputKind {
    /// Returns whether the file at a path is one of this kind that Stepfall wrote.
    fn is_own_file(&self, path: &Path) -> bool {
        let Ok((head, tail)) = ends(path) else { return false };
        match self {
            Self::Report => head.starts_with(b"<!doctype html>") && holds(&head, REPORT_MARK),
            Self::Picture => head.starts_with(b"<svg ") && holds(&tail, PICTURE_MARK),
            Self::Numbers => Self::Picture.is_own_file(&path.with_extension("svg")),
            Self::Table(line) => head.starts_with(line.as_bytes()),
            Self::Parquet => head.starts_with(b"PAR1") && holds(&tail, PARQUET_MARK),
        }
    }
}

fn holds(bytes: &[u8], mark: &str) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark.as_bytes())
}

/// Reads the beginning and the end of a file.
fn ends(path: &Path) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(path)?;
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    (&mut file).take(SEARCHED).read_to_end(&mut head)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(SEARCHED)))?;
    file.take(SEARCHED).read_to_end(&mut tail)?;
    Ok((head, tail))
}

/// The identity of a file. Two paths lead to one file if the resolved paths or the nodes are equal.
struct Identity {
    path: PathBuf,
    /// The device and the inode of an existing file, on systems that have them.
    node: Option<(u64, u64)>,
}

impl Identity {
    fn of(path: &Path) -> Self {
        Self { path: resolved(path), node: node(path) }
    }

    fn is(&self, other: &Self) -> bool {
        self.path == other.path || self.node.is_some() && self.node == other.node
    }
}

#[cfg(unix)]
fn node(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
const fn node(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Returns the path of a file with all links resolved. The file may not exist yet.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(canonical) = fs::canonicalize(&path) {
            return canonical;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}
