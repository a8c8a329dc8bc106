//! The examples of the README and of the documents print the output below them.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::scratch::Scratch;

/// Returns the commands of all console listings, each with the output below it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    // The indentation of the current console listing. `None` outside of such listings.
    let mut inside: Option<&str> = None;
    for line in readme.lines() {
        let fence = line.trim_start();
        if fence.starts_with("```") {
            inside = (fence == "```console").then(|| &line[..line.len() - fence.len()]);
            continue;
        }
        let Some(indentation) = inside else { continue };
        let line = line.strip_prefix(indentation).unwrap_or(line);
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = examples.last_mut() {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

/// Runs the examples of a document in order, in a new folder. Returns their number.
fn run_examples(document: &str) -> usize {
    let binary = Path::new(env!("CARGO_BIN_EXE_stepfall"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), env::var("PATH").unwrap());
    let folder = Scratch::new();
    let examples = examples(document);
    for (command, expected) in &examples {
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), *expected, "{command}");
    }
    examples.len()
}

#[test]
fn examples_of_the_readme_print_what_it_shows() {
    assert!(run_examples(include_str!("../../../../README.md")) >= 5);
}

#[test]
fn examples_of_the_documents_print_what_they_show() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut count = 0;
    for entry in fs::read_dir(docs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            count += run_examples(&fs::read_to_string(path).unwrap());
        }
    }
    assert!(count >= 10, "{count}");
}
