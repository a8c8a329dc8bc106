//! Result files are hostile input and arrive in pieces of any size. Their rows and report do not
//! depend on the pieces.
//!
//! The first byte decides whether columns are chosen. The second is the length of the first piece,
//! and the third that of all others. The rest is the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_interchange::{BatchGrader, ColumnChoice, FileReader, FileReport, Tally, graded_row};

/// Returns the rows and the report of a file that arrives in these pieces.
fn rows<'f>(
    pieces: impl IntoIterator<Item = &'f [u8]>,
    columns: Option<&ColumnChoice>,
) -> (Vec<String>, FileReport) {
    let mut reader = FileReader::new("fuzz", columns.cloned());
    let (mut grader, mut tally, mut rows) = (BatchGrader::default(), Tally::default(), Vec::new());
    let mut found = |response| {
        rows.push(match grader.grade(response) {
            Ok(graded) => {
                if !tally.is_duplicate(&graded.response) {
                    tally.add(&graded);
                }
                graded_row(&graded)
            }
            Err(why) => why.to_string(),
        });
    };
    for piece in pieces {
        reader.push(piece, &mut found);
    }
    let report = reader.finish(&mut found);
    assert_eq!(report.responses, u64::try_from(rows.len()).unwrap_or(u64::MAX));
    (rows, report)
}

fuzz_target!(|bytes: &[u8]| {
    let [choice, first, length, file @ ..] = bytes else { return };
    let columns = ColumnChoice { id: "id".to_owned(), output: "a.0".to_owned() };
    let columns = (choice % 4 == 0).then_some(&columns);
    let expected = rows([file], columns);
    let (head, rest) = file.split_at(file.len().min(usize::from(*first)));
    let pieces = std::iter::once(head).chain(rest.chunks(usize::from(*length).max(1)));
    assert_eq!(rows(pieces, columns), expected);
});
