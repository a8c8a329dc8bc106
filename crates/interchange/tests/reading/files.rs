//! One file of each format, as its tool or provider writes it.

use std::fs;
use std::path::Path;

use stepfall_interchange::{ColumnChoice, FileReader};

use crate::{read, summary};

fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).unwrap()
}

#[test]
fn each_format_reads_the_same_in_any_pieces() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    for name in names {
        insta::assert_snapshot!(name.replace('.', "-"), summary(&read(&file(&name), None)));
    }
}

#[test]
fn chosen_columns_are_read() {
    let choice =
        |id: &str, output: &str| ColumnChoice { id: id.to_owned(), output: output.to_owned() };
    let chosen = |bytes: &[u8], choice: ColumnChoice| summary(&read(bytes, Some(&choice)));
    assert_eq!(
        chosen(&file("other.csv"), choice("question", "model_answer")),
        "rows with columns that were chosen; 2 records\n\
         4 + 9?#0 \"Answer: 13\"\n\
         4 + 8?#0 \"Answer: 12\""
    );
    assert_eq!(
        chosen(&file("other.csv"), choice("question", "Model answer")),
        "nothing that is known; 2 records\n\
         The file: No row has both a column “question” and a column “Model answer”. Choose other columns.\n\
         columns: question | gold | model_answer"
    );
    let lines = br#"{"a":{"b":"sf-1"},"c":[{"d":"13"}]}
{"a":1}
{"id":"sf-2","text":"14"}
"#;
    assert_eq!(
        chosen(lines, choice("a.b", "c.0.d")),
        "rows with columns that were chosen; 3 records\n\
         sf-1#0 \"13\"\n\
         sf-2#0 \"14\"\n\
         Line 2: It has no known format, and was left out."
    );
}

#[test]
fn unusual_batch_lines_are_read() {
    let body = r#"{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"13\"},\"finish_reason\":\"stop\"}]}"#;
    let lines = [
        r#"{"custom_id":"sf-1","response":"Answer: 285"}"#.to_owned(),
        format!(r#"{{"custom_id":"sf-2","response":{{"status_code":200,"body":"{body}"}}}}"#),
        r#"{"custom_id":"sf-3","response":{"status_code":200,"body":{"object":"response","status":"cancelled","output":[]}}}"#.to_owned(),
        r#"{"custom_id":"sf-4","response":null,"error":{"code":"content_filter","message":"It was filtered."}}"#.to_owned(),
    ];
    assert_eq!(
        summary(&read(lines.join("\n").as_bytes(), None)),
        "results of a batch in OpenAI’s format; 4 records\n\
         sf-1#0 \"Answer: 285\"\n\
         sf-2#0 \"13\"\n\
         sf-3#0 (failed: it was cancelled) \"\"\n\
         sf-4#0 (refusal) \"\""
    );
}

/// Returns the models of the responses in a file with this name. `default` is the model for
/// responses that name none.
fn models(name: &str, bytes: &[u8], default: Option<&str>) -> Vec<Option<String>> {
    let mut models = Vec::new();
    let mut reader = FileReader::new(name, None).of_model(default.map(str::to_owned));
    reader.push(bytes, &mut |response| models.push(response.model));
    reader.finish(&mut |response| models.push(response.model));
    models
}

#[test]
fn the_default_model_applies_only_if_the_file_names_none() {
    let line = b"{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"b\",\"text\":\"1\",\"model\":\"own\"}\n";
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(models("a.jsonl", line, None), [None, some("own")]);
    assert_eq!(models("a.jsonl", line, Some("m")), [some("m"), some("own")]);
    let samples = file("samples_stepfall.jsonl");
    let path = "out/org__m/samples_stepfall_2026-11-25T10-00-00.1.jsonl";
    assert!(models(path, &samples, None).iter().all(|model| *model == some("org__m")));
    assert!(models(path, &samples, Some("m")).iter().all(|model| *model == some("m")));
    // In a batch, the replies name their model. Failed calls belong to that model, so they do not
    // get the default.
    let failed = br#"{"custom_id":"a","response":null,"error":{"message":"late"}}"#;
    assert_eq!(models("a.jsonl", failed, Some("m")), [None]);
}
