//! Text from outside cannot control a terminal.

use std::fs;
use std::process::{Command, Stdio};

use crate::PROGRAM;
use crate::scratch::Scratch;

/// Checks that both streams of a command contain nothing that controls a terminal or changes the
/// direction of writing. Returns standard error.
fn harmless(folder: &Scratch, arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    let is_harmful = |letter: char| {
        letter.is_control() && letter != '\n'
            || ('\u{202a}'..='\u{202e}').contains(&letter)
            || ('\u{2066}'..='\u{2069}').contains(&letter)
    };
    for text in [&out, &errors] {
        assert!(!text.contains(is_harmful), "{arguments:?}: {text:?}");
    }
    errors
}

#[test]
fn columns_procedures_and_file_names_are_printed_without_controls() {
    let folder = Scratch::new();
    folder.file("t.csv", "x\u{1b}]0;PWNED\u{7}\u{1b}[31mred\u{202e},b\n1,2\n");
    let errors = harmless(&folder, &["batch", "grade", "t.csv"]);
    assert!(errors.contains("the file has x\u{fffd}]0;PWNED\u{fffd}"), "{errors}");
    for sign in ['\u{1b}', '\u{e}', '\u{9d}', '\u{202e}'] {
        folder.file("p.txt", format!("a = 1\nb = 2\nc{sign} = a + b\n"));
        let errors = harmless(&folder, &["item", "--procedure", "p.txt"]);
        assert!(errors.starts_with("error: p.txt, "), "{errors}");
    }
    let name = "a\u{1b}[31m\u{202e}.csv";
    let errors = harmless(&folder, &["batch", "grade", name]);
    assert!(errors.contains("cannot be read"), "{errors}");
    fs::write(folder.join(name), "my notes").unwrap();
    harmless(&folder, &["sweep", "--out", name]);
    harmless(&folder, &["batch", "grade", "t.csv", "--report", name]);
}

#[test]
fn models_and_ids_are_printed_without_control_characters() {
    let folder = Scratch::new();
    let line = "{\"id\":\"x\u{202e}\\u001b[31m\",\"response\":\"Answer: 1\",\"model\":\"m\\u009d\u{2066}\"}\n";
    folder.file("r.jsonl", line);
    harmless(&folder, &["batch", "grade", "r.jsonl"]);
    harmless(&folder, &["batch", "grade", "r.jsonl", "--model", "a\u{202e}b"]);
    let model = "openai:m\u{202e}\u{1b}[31m";
    harmless(&folder, &["sweep", "--model", model, "--steps", "5", "--items", "2", "--dry-run"]);
}
