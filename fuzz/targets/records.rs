//! Files of attempts are hostile input and arrive in pieces of any size. The attempts do not depend
//! on the pieces. A written attempt reads back unchanged, and its cost can be computed.
//!
//! The first byte chooses the beginning of the file, and the second the length of its pieces. The
//! rest is the file.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use stepfall_sweep::{
    Attempt, Header, HeaderError, LedgerEntry, Plan, Run, RunReader, push_record, table_cells,
    table_columns,
};

const PLANS: [&str; 3] = [
    "#/sweep?v=2&steps=5,25&items=2&model=openai:m&model=simulated:mixed:200",
    "#/sweep?v=2&steps=3&lookback=2,3&items=3&samples=2&model=mistral:m0;price=0.15/0.6",
    "#/sweep?v=2&steps=9&items=1&model=specimen:short",
];

/// The possible beginnings of a file: the header of a plan, the column names of a table, and an
/// empty text.
static BEGINS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut begins: Vec<String> = PLANS.iter().map(|plan| header(plan)).collect();
    begins.push(table_columns().join(",") + "\n");
    begins.push(table_columns().join(";") + "\r\n");
    begins.push(String::new());
    begins
});

fn header(plan: &str) -> String {
    let header = Header::new(&Plan::read(plan).0, "", 1_764_000_000_000);
    header.line().expect("a header can be written") + "\n"
}

fn read<'f>(pieces: impl IntoIterator<Item = &'f [u8]>) -> Result<Option<Run>, HeaderError> {
    let mut reader = RunReader::default();
    for piece in pieces {
        reader.push(piece)?;
    }
    reader.end()?;
    Ok(reader.into_run())
}

/// Writes the attempts of a run as a table, and reads the table back. Returns a run without
/// attempts unchanged.
fn by_table(run: &Run) -> Option<Run> {
    if run.attempts.is_empty() {
        return Some(run.clone());
    }
    let mut file = String::new();
    push_record(&mut file, table_columns());
    for attempt in run.attempts.values() {
        push_record(&mut file, &table_cells(attempt, &run.header));
    }
    read([file.as_bytes()]).expect("a table that was written can be read")
}

fuzz_target!(|bytes: &[u8]| {
    let [begin, length, rest @ ..] = bytes else { return };
    let begin = BEGINS[usize::from(*begin) % BEGINS.len()].as_bytes();
    let file = [begin, rest].concat();
    let expected = read([file.as_slice()]);
    assert_eq!(read(file.chunks(usize::from(*length).max(1))), expected);
    let Ok(Some(run)) = expected else { return };
    for attempt in run.attempts.values() {
        let line = attempt.line().expect("an attempt can be written");
        assert_eq!(Attempt::read(&line, &run.plan).as_ref(), Ok(attempt));
        let _ = (attempt.transcript(), attempt.stop());
    }
    assert_eq!(by_table(&run).as_ref().map(|run| &run.attempts), Some(&run.attempts));
    for entry in &run.entries {
        let line = entry.line().expect("an entry can be written");
        assert!(LedgerEntry::is_ledger_line(&line));
        assert_eq!(LedgerEntry::read(&line).as_ref(), Some(entry));
    }
    let _ = (run.balance(), run.prior_attempts(), run.header.title(&run.plan));
});
