//! Runs the program under test.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::PROGRAM;

/// Runs the program without standard input.
pub(crate) fn stepfall(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The output of a command that is given something on its standard input.
pub(crate) fn stepfall_given(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// Standard output of a command that succeeded and said nothing else.
fn quiet(output: Output, arguments: &[&str]) -> String {
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard output of a command that succeeds and says nothing else.
pub(crate) fn result(arguments: &[&str]) -> String {
    quiet(stepfall(arguments), arguments)
}

/// The same, of a command that is given something on its standard input.
pub(crate) fn result_given(arguments: &[&str], input: &str) -> String {
    quiet(stepfall_given(arguments, input.as_bytes()), arguments)
}

/// Standard error of a command that fails with status 2 and prints no result.
pub(crate) fn error(arguments: &[&str]) -> String {
    let output = stepfall(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}
