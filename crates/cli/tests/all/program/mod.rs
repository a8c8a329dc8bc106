//! Runs the program under test.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::PROGRAM;

/// Runs the program without standard input.
pub(crate) fn stepfall(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program with this standard input.
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

/// Returns standard output, and checks that the command succeeded without a message.
fn quiet(output: Output, arguments: &[&str]) -> String {
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns standard output of a command that succeeds without a message.
pub(crate) fn result(arguments: &[&str]) -> String {
    quiet(stepfall(arguments), arguments)
}

/// Like [`result`], with this standard input.
pub(crate) fn result_given(arguments: &[&str], input: &str) -> String {
    quiet(stepfall_given(arguments, input.as_bytes()), arguments)
}

/// Returns standard error of a command that fails with status 2 and prints no result.
pub(crate) fn error(arguments: &[&str]) -> String {
    let output = stepfall(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}
