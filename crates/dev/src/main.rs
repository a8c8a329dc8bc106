//! `stepfall-dev`: measures the generator and the grader, for people who work on them.
//!
//! It follows the rules of `stepfall`: results go to standard output, everything else to standard
//! error, and the exit status is 2 after a failure.

mod agreement;
mod audit;
mod confusion;
mod invariance;
mod responses;
mod results;

use std::io::{self, BufWriter};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use stepfall_cli::exit_status;

use crate::agreement::AgreementArguments;
use crate::audit::AuditArguments;
use crate::confusion::ConfusionArguments;
use crate::invariance::InvarianceArguments;
use crate::responses::ResponsesArguments;
use crate::results::ResultsArguments;

/// Measures the generator and the grader of Stepfall.
#[derive(Debug, Parser)]
#[command(name = "stepfall-dev", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the properties of a spec's items: traps, difficulty by length, success by guessing.
    Audit(Box<AuditArguments>),
    /// Grade simulated transcripts, whose truth is known, and print how often the grader is right.
    Confusion(ConfusionArguments),
    /// Grade transcripts that careful readers labelled, and print how often the grader agrees.
    Agreement(AgreementArguments),
    /// Edit transcripts without changing what they say, and print how often the verdict stays the
    /// same.
    Invariance(InvarianceArguments),
    /// Grade responses of models from published collections, and print what the grader reads in
    /// them.
    Responses(ResponsesArguments),
    /// Grade the recorded runs of a folder again, check them, and print their index.
    Results(ResultsArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = match arguments.command {
        Command::Audit(arguments) => audit::run(&arguments, &mut out),
        Command::Confusion(arguments) => confusion::run(&arguments, &mut out),
        Command::Agreement(arguments) => agreement::run(&arguments, &mut out),
        Command::Invariance(arguments) => invariance::run(&arguments, &mut out),
        Command::Responses(arguments) => responses::run(&arguments, &mut out),
        Command::Results(arguments) => results::run(&arguments, &mut out),
    };
    exit_status(outcome.map(|()| ExitCode::SUCCESS), &mut out)
}
