//! `stepfall batch`: suites as files for batch services and other tools, the graded results, and
//! comparisons of two results.

mod args;
mod compare;
mod grade;
mod list;
mod make;
#[cfg_attr(not(feature = "parquet"), path = "batch/without_parquet.rs")]
mod parquet;
mod pool;
mod read;
mod summary;

use std::io::Write;

use stepfall_cli::CommandError;

pub(crate) use self::args::{BatchArguments, BatchCommand};

pub(crate) fn run(arguments: &BatchArguments, out: &mut impl Write) -> Result<(), CommandError> {
    match &arguments.command {
        BatchCommand::List => list::run(out),
        BatchCommand::Make(arguments) => make::run(arguments, out),
        BatchCommand::Grade(arguments) => grade::run(arguments, out),
        BatchCommand::Compare(arguments) => compare::run(arguments, out),
    }
}
