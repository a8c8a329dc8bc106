//! Parts that the programs `stepfall` and `stepfall-dev` share: flags, errors, output files, the
//! layout of text, verdicts as text, and the exit status.
//!
//! The commands themselves are in the programs.

mod failure;
pub mod flags;
pub mod layout;
pub mod output;
pub mod terminal;
pub mod verdict;

use std::io::{self, Write};
use std::process::ExitCode;

use stepfall_procedure::safe_text;

pub use self::failure::CommandError;

/// Writes a line to standard error, without characters that could control a terminal. An error of
/// standard error itself is ignored.
pub fn print_line(line: &str) {
    let _ = writeln!(io::stderr(), "{}", safe_text(line));
}

/// Flushes the output of a command, prints its error, and returns the exit status: 2 after an
/// error.
///
/// A reader that closes the output early is not an error.
pub fn exit_status(outcome: Result<ExitCode, CommandError>, out: &mut impl Write) -> ExitCode {
    let flushed = outcome.and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match flushed {
        Ok(status) => status,
        Err(CommandError::Output(io::ErrorKind::BrokenPipe)) => ExitCode::SUCCESS,
        Err(failure) => {
            print_line(&format!("error: {failure}"));
            ExitCode::from(2)
        }
    }
}
