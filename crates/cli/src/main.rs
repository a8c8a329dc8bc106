//! `stepfall`: items, suites, links, verdicts and sweeps on the command line.
//!
//! Standard output carries results and nothing else. What is wrong goes to standard error with what to do about it, and
//! the exit status is then 2, or 1 where a sweep was run and is not complete. The work is in the libraries; this crate reads arguments and writes lines.

mod agreement;
mod args;
mod audit;
mod batch;
mod confusion;
mod failure;
mod grade;
mod item;
mod lab;
mod layout;
mod link;
mod responses;
mod simulate;
mod specimen;
mod suite;
mod sweep;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = |()| ExitCode::SUCCESS;
    let outcome = match arguments.command {
        Command::Item(arguments) => item::run(&arguments, &mut out).map(done),
        Command::Suite(arguments) => suite::run(&arguments, &mut out).map(done),
        Command::Audit(arguments) => audit::run(&arguments, &mut out).map(done),
        Command::Link(arguments) => link::run(&arguments, &mut out).map(done),
        Command::Grade(arguments) => grade::run(&arguments, &mut out).map(done),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out).map(done),
        Command::Confusion(arguments) => confusion::run(&arguments, &mut out).map(done),
        Command::Agreement(arguments) => agreement::run(&arguments, &mut out).map(done),
        Command::Responses(arguments) => responses::run(&arguments, &mut out).map(done),
        Command::Batch(arguments) => batch::run(&arguments, &mut out).map(done),
        Command::Lab(arguments) => lab::run(&arguments, &mut out).map(done),
        Command::Sweep(arguments) => sweep::run(&arguments, &mut out),
    };
    let flushed = |status| match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(status),
    };
    match outcome.and_then(flushed) {
        Ok(status) => status,
        // Whoever reads the output may have read enough.
        Err(Failure::Output(io::ErrorKind::BrokenPipe)) => ExitCode::SUCCESS,
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
