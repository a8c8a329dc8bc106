//! Runs hours of Sweep and Batch in simulated time. `cargo xtask soak` runs it, and `docs/soak.md`
//! has the results.
//!
//! The page's worker runs natively and unchanged: its state machine for sweeps, with scheduler,
//! ledger, grader and figures, and its batches. The browser around it is simulated: clock, network
//! and disk. Providers answer with the text of simulated solvers, late, in pieces, and sometimes
//! not at all.
//!
//! Every byte of the heap is counted. The number of live bytes must not grow once everything is
//! closed.

mod batch;
mod dice;
mod meter;
mod sweep;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use crate::meter::{MINUTE, Meter, Span};

/// Runs Sweep or Batch for hours of simulated time, and fails if memory does not stay flat.
#[derive(Parser)]
struct Arguments {
    /// The part to run
    what: What,
    /// Minutes of simulated time
    #[arg(long, default_value_t = 480)]
    minutes: u64,
    /// Minutes of the warm-up, with which the rest is compared
    #[arg(long, default_value_t = 60)]
    warm_up: u64,
    /// Minutes between two lines of output
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    period: u64,
    /// Bytes to leak at each quiet point, to check that a leak is found
    #[arg(long, default_value_t = 0)]
    leak: usize,
    /// Divides the number of items in runs and files, to save time; does not affect the long run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    divisor: u32,
}

/// A part of the page.
#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// One run of a sweep after the other
    Sweep,
    /// One run of a sweep that goes on for the whole time
    Long,
    /// One batch of result files after the other
    Batch,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let begin = Instant::now();
    let span = Span {
        whole: arguments.minutes * MINUTE,
        warm_up: arguments.warm_up * MINUTE,
        period: arguments.period * MINUTE,
    };
    let (meter, counts) = match arguments.what {
        What::Sweep => {
            let mut meter = Meter::new("Sweep", "attempts", span, arguments.leak);
            let counts = sweep::soak(&mut meter, arguments.divisor)?;
            (meter, counts)
        }
        What::Long => {
            let mut meter = Meter::new("One run", "attempts", span, arguments.leak);
            let counts = sweep::long(&mut meter)?;
            (meter, counts)
        }
        What::Batch => {
            let mut meter = Meter::new("Batch", "responses", span, arguments.leak);
            let counts = batch::soak(&mut meter, arguments.divisor)?;
            (meter, counts)
        }
    };
    println!("{}\n{counts}\n{}", meter.table(), meter.verdict()?);
    println!("It took {} s of a clock.", begin.elapsed().as_secs());
    Ok(())
}
