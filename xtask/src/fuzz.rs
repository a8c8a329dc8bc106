//! `cargo xtask fuzz`: random bytes for a parser, through libFuzzer.
//!
//! No sanitizer is used, so the stable compiler will do: the crates hold no unsafe code, and what is looked for are panics,
//! endless loops and memory without bound.

use anyhow::{Result, bail};

use crate::process::{cargo, program, run as run_program};
use crate::tools;
use crate::workspace::Workspace;

/// The version of cargo-fuzz that is installed.
const VERSION: &str = "0.13.2";

/// Fuzzes one target for some minutes; a finding is an error, and libFuzzer says where it put the input.
pub(crate) fn run(workspace: &Workspace, target: &str, minutes: u32) -> Result<()> {
    if !workspace.root.join("fuzz/targets").join(format!("{target}.rs")).is_file() {
        bail!("there is no fuzz target {target}: see fuzz/targets/");
    }
    let cargo_fuzz = tools::cargo_program(workspace, "cargo-fuzz", VERSION)?;
    let seconds = minutes.saturating_mul(60);
    run_program(
        program(workspace, cargo_fuzz)
            .args(["run", target, "--sanitizer", "none", "--target-dir"])
            .arg(workspace.target.join("fuzz"))
            .args([
                "--",
                "-max_len=70000",
                "-timeout=5",
                "-rss_limit_mb=1024",
                "-print_final_stats=1",
            ])
            .arg(format!("-max_total_time={seconds}"))
            .env("CARGO", cargo(workspace).get_program()),
    )
}
