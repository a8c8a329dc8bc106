//! Replies that a language model wrote, with the results that a careful person expects.
//!
//! A file has a head with the expected results, a line of dashes, and the replies in the form of
//! `Dialogue::text`, without the questions. The JSON record of its item is next to it. A new case
//! is these two files.

use std::fs;
use std::path::Path;

use stepfall_condition::{DialogueEnd, Note, read};
use stepfall_grade::StopReason;
use stepfall_procedure::Item;

#[test]
fn recorded_replies_have_their_expected_reading() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let file = fs::read_to_string(&path).unwrap();
        let (head, text) = file.split_once("-----\n").unwrap();
        let value = |key: &str| {
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.find(|(found, _)| *found == key).map(|(_, value)| value).unwrap()
        };
        let record = fs::read_to_string(path.with_extension("json")).unwrap();
        let (item, condition) = Item::from_record(&record).unwrap();
        let reading = read(&item, condition, text, StopReason::Unknown);
        let notes: Vec<&str> = reading.notes.iter().map(Note::slug).collect();
        let notes = if notes.is_empty() { "none".to_owned() } else { notes.join(", ") };
        let found = [
            ("end", reading.end.map_or("none", DialogueEnd::slug).to_owned()),
            ("notes", notes),
            ("solved", reading.score.is_solved.to_string()),
            ("primary", reading.verdict.primary.slug().to_owned()),
            ("detail", format!("{:?}", reading.score.detail)),
        ];
        for (key, found) in found {
            assert_eq!(found, value(key), "{key} of {}\n{}", path.display(), reading.text);
        }
        files += 1;
    }
    assert!(files >= 8, "{files} files");
}
