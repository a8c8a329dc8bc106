//! Checks with short soaks that nothing leaks, and that a deliberate leak is found. Each soak is a
//! process of its own.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::process::{Command, Output};

fn soak(what: &str, minutes: [&str; 3], leak: &str) -> Output {
    let [minutes, warm_up, period] = minutes;
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepfall-soak"));
    command.args([what, "--minutes", minutes, "--warm-up", warm_up, "--period", period]);
    // Small runs and files are enough to find a leak.
    command.args(["--divisor", "10", "--leak", leak]).output().unwrap()
}

/// Checks that a soak passes without a leak. With a leak of this many bytes at each quiet point, it
/// must fail and report the measure `shows`.
fn check_leak(what: &str, minutes: [&str; 3], leak: &str, shows: &str) {
    let sound = soak(what, minutes, "0");
    let (output, errors) = (String::from_utf8(sound.stdout), String::from_utf8(sound.stderr));
    assert!(sound.status.success(), "{errors:?}");
    assert!(output.unwrap().contains(&format!("- {shows}")));
    let leaking = soak(what, minutes, leak);
    let errors = String::from_utf8(leaking.stderr).unwrap();
    assert_eq!(leaking.status.code(), Some(1), "{errors}");
    assert!(errors.contains(&format!("memory is not flat: {shows}")), "{errors}");
}

#[test]
fn a_leak_of_runs_is_found() {
    check_leak("sweep", ["40", "20", "10"], "20000", "live bytes at quiet points");
}

#[test]
fn a_leak_within_a_run_is_found() {
    check_leak("long", ["6", "2", "2"], "1000000", "bytes held while open");
}

#[test]
fn a_leak_of_batches_is_found() {
    check_leak("batch", ["10", "5", "5"], "20000", "live bytes at quiet points");
}

#[test]
fn too_short_a_run_is_an_error() {
    let short = soak("batch", ["1", "5", "1"], "0");
    assert!(String::from_utf8(short.stderr).unwrap().contains("too short"));
}
