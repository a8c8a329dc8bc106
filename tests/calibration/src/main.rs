//! How often tests reject what is true, how often intervals hold the truth, and how many items tell a difference.
//!
//! Runs are simulated of which the truth is known ([`world`]), and figures are made of them as of any run: p-values and intervals are read from the tables of
//! [`Summary`](stepfall_figure::Summary), as they are printed, and those of horizons and hazards from it directly. The table is printed, and compared with
//! `tests/golden/calibration.txt` by `cargo xtask calibrate`. It ends with failure where a limit is passed: a rejection of more than 6 %, or a mean coverage
//! below 93 % or, unless few outcomes are possible, above 97 %.

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
