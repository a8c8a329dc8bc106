//! `stepfall`: items, suites, links, verdicts and sweeps on the command line.
//!
//! Standard output carries results and nothing else. Errors go to standard error, with their
//! remedy. The exit status is 2 after an error, and 1 if a sweep that ran or was read with `--from`
//! is not complete. A second Ctrl-C during a sweep ends the program with status 130.
//!
//! The libraries do the work. This crate reads arguments, accesses files and the network, and
//! writes lines.

mod args;
mod batch;
mod grade;
mod item;
mod lab;
mod link;
mod simulate;
mod small_model;
mod suite;
mod sweep;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use stepfall_cli::exit_status;
use stepfall_cli::terminal::EscapingWriter;

use crate::args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let stdout = io::stdout().lock();
    // Output into a file or another program is not changed.
    let stdout: Box<dyn Write> =
        if stdout.is_terminal() { Box::new(EscapingWriter::new(stdout)) } else { Box::new(stdout) };
    let mut out = BufWriter::new(stdout);
    let done = |()| ExitCode::SUCCESS;
    let outcome = match arguments.command {
        Command::Item(arguments) => item::run(&arguments, &mut out).map(done),
        Command::Suite(arguments) => suite::run(&arguments, &mut out).map(done),
        Command::Link(arguments) => link::run(&arguments, &mut out).map(done),
        Command::Grade(arguments) => grade::run(&arguments, &mut out).map(done),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out).map(done),
        Command::Batch(arguments) => batch::run(&arguments, &mut out).map(done),
        Command::Lab(arguments) => lab::run(&arguments, &mut out).map(done),
        Command::Sweep(arguments) => sweep::run(&arguments, &mut out),
    };
    exit_status(outcome, &mut out)
}
