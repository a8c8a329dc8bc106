//! The time that the scheduler of a sweep needs for an attempt.

use anyhow::Result;

use super::{Figures, fastest, formatted};
use crate::process::{cargo, run};
use crate::workspace::Workspace;

/// The number of attempts of a round, as in `crates/sweep/benches/scheduler.rs`.
const ATTEMPTS: f64 = 20_000.0;

/// The timed cases by criterion's names, with their descriptions.
const CASES: [(&str, &str); 2] = [
    ("answered", "every call is answered"),
    ("one-in-twenty-fails", "one call in twenty fails once"),
];

pub(super) struct Scheduling(Figures);

/// Times sweeps whose replies arrive at once.
pub(super) fn time(workspace: &Workspace) -> Result<Scheduling> {
    run(cargo(workspace).args(["bench", "--package", "stepfall-sweep", "--bench", "scheduler"]))?;
    let case = |(case, _): &(&str, &str)| {
        let round = fastest(workspace, &format!("scheduler/{case}"))?;
        Ok(((*case).to_owned(), round / ATTEMPTS))
    };
    CASES.iter().map(case).collect::<Result<_>>().map(Scheduling)
}

impl Scheduling {
    pub(super) fn print(&self) {
        println!(
            "\nmicroseconds of scheduling for one attempt of 20,000, from the question what to do next until it is kept, its line written\n"
        );
        for (case, what) in CASES {
            println!("{what:<32}{:>8}", formatted(self.0.get(case)));
        }
    }
}
