//! The file of a sweep, with its attempts and the ledger of its requests: read to resume the sweep,
//! and written line by line.
//!
//! The writer holds a lock, which the system releases when the process ends, even by a crash. An
//! attempt is on the disk before it counts. The entry of a request is on the disk before the
//! request is sent. An incomplete last line, left by a crash, is cut off.

use std::cmp::Ordering;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

use flate2::read::MultiGzDecoder;
use stepfall_cli::{CommandError, print_line};
use stepfall_sweep::{
    Attempt, Header, HeaderError, LedgerEntry, Line, Plan, Run, RunReader, StoreError, is_table,
};

use super::error::SweepError;
use crate::grade::{decode_transcript, is_wide};

/// The first bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The maximum size of a file after decompression, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// A file of attempts that only this process writes.
#[derive(Debug)]
pub(super) struct AttemptFile {
    path: String,
    file: File,
    /// The position at which the next line is written, in bytes.
    end: u64,
    /// True if the bytes before `end` end with a line break.
    is_ended: bool,
}

/// Reads a file of lines without changing it.
pub(super) fn read(path: &str) -> Result<Run, CommandError> {
    Ok(Whole::of(&bytes(path)?, path)?.run)
}

/// Reads a file of lines, or a table, without changing it.
pub(super) fn read_any(path: &str) -> Result<Run, CommandError> {
    let bytes = bytes(path)?;
    if !is_table(&bytes) {
        return Ok(Whole::of(&bytes, path)?.run);
    }
    let mut reader = RunReader::default();
    let read = reader.push(&bytes).and_then(|()| reader.end());
    let run = read.and_then(|()| reader.into_run().ok_or(HeaderError::NotAHeader));
    let run = run.map_err(|error| SweepError::NotASweep { path: path.to_owned(), error })?;
    report_bad(&run, path);
    Ok(run)
}

fn bytes(path: &str) -> Result<Vec<u8>, CommandError> {
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    fs::metadata(path).and_then(|file| check_regular(&file)).map_err(unread)?;
    let mut bytes = fs::read(path).map_err(unread)?;
    if bytes.starts_with(&GZIP) {
        bytes = decompressed(&bytes).map_err(unread)?;
    }
    // A file that a shell has rewritten may be UTF-16.
    Ok(if is_wide(&bytes) { decode_transcript(&bytes, path).into_bytes() } else { bytes })
}

/// Returns the content of a file that is compressed with gzip.
fn decompressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes).take(MAX_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it has more than 1 GiB"));
    }
    Ok(text)
}

/// Reports the lines that are left out.
fn report_bad(run: &Run, path: &str) {
    for bad in &run.bad {
        print_line(&format!("notice: line {} of {path} is left out: {}", bad.line, bad.error));
    }
    let unlisted = run.bad_lines.saturating_sub(u32::try_from(run.bad.len()).unwrap_or(u32::MAX));
    if unlisted > 0 {
        print_line(&format!("notice: {unlisted} more lines of {path} are left out"));
    }
}

/// Opens a file to resume it, and reads it. Returns `None` if it is missing or empty.
pub(super) fn open(path: &str) -> Result<Option<(AttemptFile, Run)>, CommandError> {
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    let mut file = match OpenOptions::new().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // The file can be read but not written.
        Err(error) if File::open(path).is_ok() => {
            return Err(SweepError::Unwritten { path: path.to_owned(), error }.into());
        }
        Err(error) => return Err(unread(error)),
    };
    check_regular(&file.metadata().map_err(unread)?).map_err(unread)?;
    lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unread)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if is_wide(&bytes) {
        return Err(SweepError::Utf16 { path: path.to_owned() }.into());
    }
    let Whole { run, end, is_torn } = Whole::of(&bytes, path)?;
    let mut opened = AttemptFile { path: path.to_owned(), file, end, is_ended: true };
    if is_torn {
        print_line(&format!("notice: the last line of {path} was incomplete and is removed"));
    }
    if end != length(&bytes) || !bytes.ends_with(b"\n") {
        opened.mend(bytes[..at(end)].ends_with(b"\n")).map_err(|error| opened.unwritten(error))?;
    }
    Ok(Some((opened, run)))
}

/// Creates a file with the header of a plan.
pub(super) fn create(path: &str, plan: &Plan, now: u64) -> Result<AttemptFile, CommandError> {
    let unwritten = |error| SweepError::Unwritten { path: path.to_owned(), error };
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = options.map_err(unwritten)?;
    lock(&file, path)?;
    if file.metadata().map_err(unwritten)?.len() > 0 {
        return Err(SweepError::Busy { path: path.to_owned() }.into());
    }
    let mut created = AttemptFile { path: path.to_owned(), file, end: 0, is_ended: true };
    let header = Header::new(plan, "", now).line()?;
    created.write(&[&header]).map_err(unwritten)?;
    Ok(created)
}

/// Checks that a file is a regular file, since reading a device may never end.
fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
}

fn lock(file: &File, path: &str) -> Result<(), SweepError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(SweepError::Busy { path: path.to_owned() }),
        // The file system has no locks, so the user has to avoid concurrent runs.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => {
            Err(SweepError::Unwritten { path: path.to_owned(), error })
        }
    }
}

/// The contents of a file up to its last whole line.
struct Whole {
    run: Run,
    end: u64,
    is_torn: bool,
}

impl Whole {
    fn of(bytes: &[u8], path: &str) -> Result<Self, CommandError> {
        let refused = |error| SweepError::NotASweep { path: path.to_owned(), error };
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().ok_or(HeaderError::NotAHeader).map_err(refused)?;
        if is_table(first) && RunReader::default().push(first).is_ok() {
            return Err(SweepError::IsTable { path: path.to_owned() }.into());
        }
        let mut run = Run::begin(text(first).trim_start_matches('\u{feff}')).map_err(refused)?;
        let (mut end, mut is_torn) = (length(first), false);
        for line in lines {
            // A line that lacks only its line break is kept, since its answer was paid for.
            is_torn = !line.ends_with(b"\n") && is_no_line(&text(line), &run.plan);
            if !is_torn {
                run.push(&text(line));
                end += length(line);
            }
        }
        report_bad(&run, path);
        Ok(Self { run, end, is_torn })
    }
}

/// Returns whether a line is neither an attempt nor an entry of the ledger.
fn is_no_line(line: &str, plan: &Plan) -> bool {
    Attempt::read(line, plan).is_err() && LedgerEntry::read(line).is_none()
}

/// Returns a line without its break. Invalid UTF-8 either makes the line unreadable, so that it is
/// left out, or becomes replacement characters in a text.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned()
}

impl AttemptFile {
    /// Cuts off everything after the last whole line, and ends that line with a break.
    fn mend(&mut self, is_ended: bool) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        if !is_ended {
            self.file.write_all(b"\n")?;
            self.end += 1;
        }
        self.file.sync_data()
    }

    /// Appends lines. On success the lines are on the disk; on failure none of them is in the file.
    pub(super) fn store(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        self.write(&lines).map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            _ => StoreError::Other(format!("{} cannot be written: {error}", self.path)),
        })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Checks that the file still exists, and that its length is unchanged. If another program has
    /// added bytes, an error reports them once. The bytes stay, and the next lines are written
    /// after them.
    fn check_untouched(&mut self) -> io::Result<()> {
        let missing = || {
            io::Error::other("another program removed or replaced it; restore the file to continue")
        };
        let metadata = self.file.metadata()?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            match fs::metadata(&self.path) {
                Ok(found) if (found.dev(), found.ino()) == (metadata.dev(), metadata.ino()) => {}
                Ok(_) => return Err(missing()),
                Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing()),
                Err(error) => return Err(error),
            }
        }
        match metadata.len().cmp(&self.end) {
            Ordering::Equal => Ok(()),
            Ordering::Less => {
                Err(io::Error::other("another program shortened it; restore the file to continue"))
            }
            Ordering::Greater => {
                let added = metadata.len() - self.end;
                let mut last = [0];
                self.file.seek(SeekFrom::Start(metadata.len() - 1))?;
                self.file.read_exact(&mut last)?;
                (self.end, self.is_ended) = (metadata.len(), last == *b"\n");
                Err(io::Error::other(format!(
                    "another program added {added} bytes to it; they are kept, and the next lines follow them"
                )))
            }
        }
    }

    fn write(&mut self, lines: &[&str]) -> io::Result<()> {
        self.check_untouched()?;
        let ending = if self.is_ended { "" } else { "\n" };
        let lines = lines.iter().flat_map(|line| [*line, "\n"]);
        let text: String = std::iter::once(ending).chain(lines).collect();
        let written = self.file.seek(SeekFrom::Start(self.end));
        let written = written.and_then(|_| self.file.write_all(text.as_bytes()));
        let written = written.and_then(|()| self.file.sync_data());
        if written.is_ok() {
            self.end += length(text.as_bytes());
            self.is_ended = true;
        } else {
            // Part of the text may be in the file. The next line must not follow it.
            let _ = self.file.set_len(self.end);
        }
        written
    }

    fn unwritten(&self, error: io::Error) -> SweepError {
        SweepError::Unwritten { path: self.path.clone(), error }
    }
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

fn at(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use super::*;

    /// Creates an empty folder for one test.
    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("stepfall-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn line(text: &str) -> Line {
        Line { key: 0, text: text.to_owned() }
    }

    #[test]
    fn lines_of_another_program_are_reported_and_preserved() {
        let folder = folder("added");
        let path = folder.join("a.jsonl");
        let mut file = create(path.to_str().unwrap(), &Plan::default(), 0).unwrap();
        let header = fs::read_to_string(&path).unwrap();
        file.store(&[line("one")]).unwrap();
        for (added, separator) in [("mine\n", ""), ("no break", "\n")] {
            let before = fs::read_to_string(&path).unwrap();
            let mut other = OpenOptions::new().append(true).open(&path).unwrap();
            other.write_all(added.as_bytes()).unwrap();
            let error = file.store(&[line("two")]).unwrap_err().to_string();
            assert!(error.contains("another program added"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{before}{added}"));
            file.store(&[line("two")]).unwrap();
            let content = format!("{before}{added}{separator}two\n");
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        file.store(&[line("three")]).unwrap();
        let content = fs::read_to_string(&path).unwrap();
        assert_eq!(content, format!("{header}one\nmine\ntwo\nno break\ntwo\nthree\n"));
        // A file that another program has cut is not written.
        let cut = OpenOptions::new().write(true).open(&path).unwrap();
        cut.set_len(3).unwrap();
        for _ in 0..2 {
            let error = file.store(&[line("four")]).unwrap_err().to_string();
            assert!(error.contains("another program shortened it"), "{error}");
        }
        assert_eq!(fs::metadata(&path).unwrap().len(), 3);
        fs::remove_dir_all(folder).unwrap();
    }
}
