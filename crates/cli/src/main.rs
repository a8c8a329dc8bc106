//! `stepfall`: items, suites, links and verdicts on the command line.
//!
//! Standard output carries results and nothing else. What is wrong goes to standard error with what to do about it, and
//! the exit status is then 2. The work is in the libraries; this crate reads arguments and writes lines.

mod args;
mod confusion;
mod failure;
mod grade;
mod item;
mod layout;
mod link;
mod simulate;
mod suite;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = match arguments.command {
        Command::Item(arguments) => item::run(&arguments, &mut out),
        Command::Suite(arguments) => suite::run(&arguments, &mut out),
        Command::Link(arguments) => link::run(&arguments, &mut out),
        Command::Grade(arguments) => grade::run(&arguments, &mut out),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out),
        Command::Confusion(arguments) => confusion::run(&arguments, &mut out),
    };
    match outcome.and_then(|()| Ok(out.flush()?)) {
        // Whoever reads the output may have read enough.
        Ok(()) | Err(Failure::Output(io::ErrorKind::BrokenPipe)) => ExitCode::SUCCESS,
        Err(failure) => {
            say(&format!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Writes a line to standard error. Whoever closed it does not want to know.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
