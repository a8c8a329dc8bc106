//! Parquet files, read back by the reader of the library that wrote them.

use crate::program::error;
use crate::scratch::Scratch;

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_explains_how_to_build_it() {
    let folder = Scratch::new();
    let path = folder.join("rows.parquet");
    let (out, rows) = (folder.to_str().unwrap(), path.to_str().unwrap());
    for arguments in [
        &["batch", "make", "quick", "--for", "parquet", "--out", out][..],
        &["batch", "grade", "--parquet", rows],
    ] {
        let message = error(arguments);
        assert!(
            message.contains("cargo install --path crates/cli --features parquet"),
            "{message}"
        );
    }
    assert!(!path.exists());
}

#[cfg(feature = "parquet")]
mod written {
    use std::fs::File;
    use std::path::Path;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};
    use serde_json::{Value, json};

    use super::{Scratch, error};
    use crate::program::{result, stepfall};

    /// Returns the rows of a file as objects.
    fn rows(path: &Path) -> Vec<Value> {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        rows.map(|row| object(&row.unwrap())).collect()
    }

    fn object(row: &Row) -> Value {
        let members = row.get_column_iter().map(|(name, field)| {
            let value = match field {
                Field::Null => Value::Null,
                Field::Int(number) => json!(number),
                Field::Str(text) => json!(text),
                other => panic!("{name} is {other}"),
            };
            (name.clone(), value)
        });
        Value::Object(members.collect())
    }

    #[test]
    fn parquet_questions_equal_those_of_jsonl() {
        let folder = Scratch::new();
        let out = folder.to_str().unwrap();
        let make =
            |target| ["batch", "make", "quick", "--for", target, "--items", "3", "--out", out];
        let path = result(&make("parquet"));
        let rows = rows(Path::new(path.trim()));
        let lines = std::fs::read_to_string(result(&make("jsonl")).trim()).unwrap();
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((rows.len(), lines.len()), (15, 15));
        for (row, line) in rows.iter().zip(&lines) {
            assert_eq!(row, line);
        }
        let again = error(&make("parquet"));
        assert!(again.contains("already exists"), "{again}");
    }

    #[test]
    fn graded_parquet_rows_equal_those_of_jsonl() {
        let folder = Scratch::new();
        let out = folder.to_str().unwrap();
        let made = result(&["batch", "make", "quick", "--for", "jsonl", "--out", out]);
        let questions = std::fs::read_to_string(made.trim()).unwrap();
        let results: Vec<String> = questions
            .lines()
            .enumerate()
            .map(|(at, question)| {
                let question: Value = serde_json::from_str(question).unwrap();
                let id = &question["id"];
                let line = match at % 3 {
                    0 => json!({"id": id, "response": format!("Answer: {}", question["target"])}),
                    1 => json!({"id": id, "response": "Answer: 1", "model": "m"}),
                    _ => json!({"id": id, "response": null, "error": "late"}),
                };
                line.to_string()
            })
            .collect();
        let file = folder.file("results.jsonl", results.join("\n"));
        let path = folder.join("graded.parquet");
        let arguments =
            ["batch", "grade", &file, "--format", "jsonl", "--parquet", path.to_str().unwrap()];
        let output = stepfall(&arguments);
        assert_eq!(output.status.code(), Some(0));
        let lines = String::from_utf8(output.stdout).unwrap();
        let rows = rows(&path);
        assert_eq!((rows.len(), lines.lines().count()), (100, 100));
        for (row, line) in rows.iter().zip(lines.lines()) {
            let mut line: Value = serde_json::from_str(line).unwrap();
            // A line omits a model that is not known.
            line.as_object_mut().unwrap().entry("model").or_insert(Value::Null);
            assert_eq!(*row, line);
        }
    }
}
