//! What is lost is found, and nothing is lost: short soaks, each in a process of its own.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::process::{Command, Output};

fn soak(what: &str, minutes: [&str; 3], leak: &str) -> Output {
    let [minutes, warm_up, period] = minutes;
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepfall-soak"));
    command.args([what, "--minutes", minutes, "--warm-up", warm_up, "--period", period]);
    command.args(["--leak", leak]).output().unwrap()
}

fn holds(what: &str, minutes: [&str; 3]) {
    let sound = soak(what, minutes, "0");
    let (told, wrong) = (String::from_utf8(sound.stdout), String::from_utf8(sound.stderr));
    assert!(sound.status.success(), "{wrong:?}");
    assert!(told.unwrap().contains("live bytes at quiet points"));
    let leaking = soak(what, minutes, "10000");
    let wrong = String::from_utf8(leaking.stderr).unwrap();
    assert_eq!(leaking.status.code(), Some(1), "{wrong}");
    assert!(wrong.contains("memory is not flat: live bytes at quiet points"), "{wrong}");
}

#[test]
fn a_leak_of_sweeps_is_found() {
    holds("sweep", ["60", "30", "15"]);
}

#[test]
fn a_leak_of_batches_is_found() {
    holds("batch", ["10", "5", "5"]);
}

#[test]
fn without_anything_to_compare_nothing_is_said_to_be_flat() {
    let short = soak("batch", ["5", "5", "5"], "0");
    assert!(String::from_utf8(short.stderr).unwrap().contains("too short"));
}
