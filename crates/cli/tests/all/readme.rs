//! The examples of the README print what the README says.

#![cfg(unix)]

use std::env;
use std::path::Path;
use std::process::Command;

use crate::scratch::Scratch;

/// The commands of a console listing with the output that is shown below each.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    // The indentation of the listing that a line is in.
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

#[test]
fn the_readme_tells_the_truth() {
    let readme = include_str!("../../../../README.md");
    let binary = Path::new(env!("CARGO_BIN_EXE_stepfall"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), env::var("PATH").unwrap());
    let folder = Scratch::new();
    let examples = examples(readme);
    assert!(examples.len() >= 5, "{examples:?}");
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
    }
}
