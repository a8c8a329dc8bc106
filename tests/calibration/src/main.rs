//! Measures how often tests reject a true hypothesis, how often intervals contain the truth, and
//! how many items reveal a difference.
//!
//! Runs are simulated in a [`world`] of known truth, and figures are made of them as of any run. A
//! *worker* is a simulated target that attempts the items with a known accuracy.
//! P-values and intervals are read from the printed tables of
//! [`Summary`](stepfall_figure::Summary). Horizons and hazards come from its methods.
//!
//! `cargo xtask calibrate` compares the output with `tests/golden/calibration.txt`. The program
//! fails if more than 6 % are rejected, or if a mean coverage is below 93 % or above 97 %. The
//! upper limit of the coverage does not apply to few items and to lengths that enclose a horizon.

mod cells;
mod coverage;
mod draw;
mod level;
mod parallel;
mod power;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut is_within = true;
    println!("Calibration of tests and intervals, by simulated runs of known truth");
    for section in [level::print, coverage::print, power::print] {
        println!();
        is_within &= section();
    }
    if is_within {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: a limit is passed; its row ends with an exclamation mark");
    ExitCode::FAILURE
}
