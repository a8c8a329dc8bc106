//! Result files, read and graded.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::{Mutex, PoisonError};
use std::thread;

use stepfall_cli::{CommandError, print_line};
use stepfall_interchange::{ColumnChoice, FileReader, FileReport};
use stepfall_procedure::{Condition, Item, MAX_RECORD};

use super::args::ReadArguments;
use super::pool;

/// The number of bytes that are read at once.
const PIECE: usize = 1 << 18;

/// Result files and the settings for reading them.
pub(super) struct ResponseReader<'a> {
    /// The paths; `-` is standard input.
    files: Vec<&'a str>,
    /// The columns or members with id and output in a file of another program. `None` if the user
    /// names none.
    columns: Option<ColumnChoice>,
    /// The model, for files that name none.
    model: Option<&'a str>,
    /// The custom procedures to which ids may refer.
    custom: &'a [Item],
    /// The number of cores; `None` means all.
    cores: Option<usize>,
}

impl<'a> ResponseReader<'a> {
    pub(super) fn new(
        files: Vec<&'a str>,
        model: Option<&'a str>,
        arguments: &ReadArguments,
        custom: &'a [Item],
    ) -> Self {
        let columns = arguments.id.clone().zip(arguments.output.clone());
        let columns = columns.map(|(id, output)| ColumnChoice { id, output });
        Self { files, columns, model, custom, cores: arguments.cores }
    }

    /// Checks that all files can be opened, before the first one is graded. Prints a line if
    /// results are read from a terminal.
    pub(super) fn check(&self) -> Result<(), CommandError> {
        for path in self.files.iter().copied().filter(|path| *path != "-") {
            let file = |error| CommandError::File { path: path.to_owned(), error };
            File::open(path).map_err(file)?;
        }
        if self.files.contains(&"-") && io::stdin().is_terminal() {
            print_line("reading results from standard input, up to its end (Ctrl-D)");
        }
        Ok(())
    }

    /// Grades all responses and passes each result to `report`, in the order of the files. Returns
    /// sentences about the unreadable parts of the files.
    pub(super) fn grade_all<E: Send>(
        &self,
        report: impl FnMut(pool::GradedResult) -> Result<(), E>,
    ) -> Result<Vec<String>, E> {
        let problems = Mutex::new(Vec::new());
        let cores = self
            .cores
            .or_else(|| thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1);
        let read = |feed: &mut pool::Feed| {
            for path in &self.files {
                let found = self.read(path, feed);
                problems.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            }
        };
        pool::grade_in_parallel(cores, self.custom, read, report)?;
        Ok(problems.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Passes the responses of a file to the grading cores. Returns sentences about the unreadable
    /// parts of the file.
    fn read(&self, path: &str, feed: &mut pool::Feed) -> Vec<String> {
        let model = self.model.map(str::to_owned);
        let mut reader = FileReader::new(path, self.columns.clone()).of_model(model);
        let read = piece_by_piece(path, |bytes| {
            reader.push(bytes, &mut |response| feed.push(response));
            !feed.is_over()
        });
        let report = reader.finish(&mut |response| feed.push(response));
        let failure = read.err().map(|error| {
            format!(
                "{path} could not be read to its end; the part before the error is graded: {error}"
            )
        });
        failure.into_iter().chain(problem_sentences(path, &report)).collect()
    }
}

/// Returns a sentence for each problem of a file: unreadable parts, records of procedures among the
/// results, and columns that are not recognised.
fn problem_sentences(path: &str, report: &FileReport) -> Vec<String> {
    let mut all: Vec<String> =
        report.problems.iter().map(|problem| format!("{path}: {problem}")).collect();
    if report.problems_left_out > 0 {
        all.push(format!("{path}: and {} more", report.problems_left_out));
    }
    if !report.procedures.is_empty() {
        all.push(format!("{path} contains records of procedures; give it with --records"));
    }
    if !report.columns.is_empty() {
        let columns = report.columns.join(", ");
        all.push(format!(
            "{path}: choose the columns with --id and --output; the file has {columns}"
        ));
    }
    all
}

/// Reads a file, or standard input for `-`, as long as `push` returns `true`.
fn piece_by_piece(path: &str, mut push: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut source: Box<dyn Read> =
        if path == "-" { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut piece = vec![0; PIECE];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => {
                if !push(&piece[..read]) {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads the custom procedures in files of records, one per line.
pub(super) fn records(paths: &[String]) -> Result<Vec<Item>, CommandError> {
    let mut items = Vec::new();
    for path in paths {
        let file = |error| CommandError::File { path: path.clone(), error };
        let mut lines = BufReader::new(File::open(path).map_err(file)?);
        loop {
            let mut line = Vec::new();
            let most = u64::try_from(MAX_RECORD).unwrap_or(u64::MAX);
            if (&mut lines).take(most + 2).read_until(b'\n', &mut line).map_err(file)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            let read: Result<(Item, Condition), _> = Item::from_record(line.trim());
            let (item, _) =
                read.map_err(|error| CommandError::Record { path: path.clone(), error })?;
            items.push(item);
        }
    }
    Ok(items)
}
