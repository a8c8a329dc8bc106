//! The build system of Stepfall: `cargo xtask <command>`.
//!
//! There is one module for each command, and these are shared:
//!
//! - [`workspace`] knows the paths.
//! - [`process`] runs other programs.
//! - [`tools`] installs missing programs.
//! - [`module`] compiles a wasm module and its JavaScript glue.
//! - [`page`] makes the page from `index.html`, `style/` and such a module.
//!
//! Nothing here is part of the published products.

mod bench;
mod budgets;
mod calibrate;
mod fuzz;
mod golden;
mod licences;
mod module;
mod packed;
mod page;
mod peers;
mod process;
mod prose;
mod python;
mod serve;
mod sizes;
mod soak;
mod test;
mod tools;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::licences::Product;
use crate::workspace::{Build, Workspace};

/// Builds, serves, tests and measures Stepfall.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// A command of the build system.
#[derive(Subcommand)]
enum Command {
    /// Build the release page into `dist/`
    Dist,
    /// Build the module of the npm package into `pkg/dist/`
    Package,
    /// Write a page with the licences of all packages in a shipped product
    Licences {
        /// The product
        of: Product,
        /// The file to write
        file: PathBuf,
        /// The target of the command line or the Python package [default: this machine]
        #[arg(long)]
        target: Option<String>,
    },
    /// Build the page for development and serve it on this machine until interrupted
    Serve {
        /// The port to listen on
        #[arg(long, default_value_t = 8123)]
        port: u16,
        /// Serve the release page, which takes minutes longer to build
        #[arg(long)]
        release: bool,
    },
    /// Run every check that a change has to pass, on the development build
    Test {
        /// Use the release build instead, and check its sizes
        #[arg(long)]
        release: bool,
        /// Also run long checks, which use the release build.
        ///
        /// They check all licences, slow down the page's main thread, and test the page in Firefox.
        /// They calibrate tests and intervals, write Parquet files, test the Python package, and
        /// run sweeps through LiteLLM's proxy and a llama.cpp server. They run suites under Inspect
        /// AI, lm-evaluation-harness and promptfoo, fuzz each parser, and run Sweep and Batch for
        /// hours of simulated time.
        #[arg(long)]
        all: bool,
    },
    /// Write the golden files of `tests/golden/`, or compare them with the current output
    Golden {
        /// Compare the library in WebAssembly and the grader's counts with the files, and write
        /// nothing
        #[arg(long)]
        check: bool,
    },
    /// Check the recorded runs of `results/`, grade them again, and write their index and document
    Results,
    /// Simulate runs of known truth, print how often tests and intervals are correct, and compare
    /// with the committed table
    Calibrate {
        /// Accept the new table
        #[arg(long)]
        update: bool,
    },
    /// Print the sizes of the page's files and of the npm package, and compare them with the
    /// budgets and the committed snapshot
    Sizes {
        /// Accept the new sizes as the snapshot
        #[arg(long)]
        update: bool,
    },
    /// Count violations of the style rules in comments and documents, and compare the counts with
    /// the committed snapshot
    Prose {
        /// Write the counts to the snapshot, unless they are higher
        #[arg(long, conflicts_with = "show")]
        update: bool,
        /// List all violations in a folder or file [default: everywhere]
        #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "")]
        show: Option<String>,
    },
    /// Print the page's sizes, Lighthouse scores and longest tasks with their budgets
    Budgets {
        /// Write them to `docs/budgets.md`
        #[arg(long)]
        update: bool,
    },
    /// Time making and grading: native, in WebAssembly, and in a peer
    Bench {
        /// Measure only the time and memory of the command line for files of transcripts
        #[arg(long)]
        batch: bool,
    },
    /// Feed random bytes to the parsers, each for an equal share of the time
    Fuzz {
        /// The minutes for all targets together
        #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
        minutes: u32,
        /// The number of targets that are fuzzed at the same time
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
        jobs: u8,
        /// Fuzz targets, file names in `fuzz/targets/` [default: all]
        targets: Vec<String>,
    },
    /// Run Sweep and Batch for hours of simulated time, and fail if memory does not stay flat
    Soak {
        /// The number of hours; the first is the baseline for the others
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..))]
        hours: u32,
        /// Write the results to `docs/soak.md`
        #[arg(long)]
        update: bool,
    },
}

impl Command {
    /// Returns how the command builds the page and its modules.
    fn build(&self) -> Build {
        match self {
            Self::Serve { release: false, .. }
            | Self::Test { release: false, all: false }
            | Self::Golden { .. }
            | Self::Results
            | Self::Calibrate { .. }
            | Self::Fuzz { .. }
            | Self::Soak { .. }
            | Self::Prose { .. } => Build::Development,
            Self::Dist
            | Self::Package
            | Self::Licences { .. }
            | Self::Serve { .. }
            | Self::Test { .. }
            | Self::Sizes { .. }
            | Self::Budgets { .. }
            | Self::Bench { .. } => Build::Release,
        }
    }
}

/// Runs this command again with the feature `release`, which adds packing and licences.
fn rerun_with_release(workspace: &Workspace) -> Result<()> {
    let mut command = process::cargo(workspace);
    command.args(["run", "--quiet", "--package", "xtask", "--features", "release", "--"]);
    process::run(command.args(std::env::args_os().skip(1)))
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let workspace = Workspace::locate(command.build())?;
    if workspace.build == Build::Release && !cfg!(feature = "release") {
        return rerun_with_release(&workspace);
    }
    match command {
        Command::Dist => page::build(&workspace),
        Command::Package => page::build_package(&workspace),
        Command::Licences { of, file, target } => {
            licences::write(&workspace, *of, target.as_deref(), file)
        }
        Command::Serve { port, .. } => serve::run(&workspace, *port),
        Command::Test { all, .. } => test::run(&workspace, *all),
        Command::Golden { check: false } => golden::write(&workspace),
        Command::Golden { check: true } => golden::check(&workspace),
        Command::Results => golden::write_results(&workspace),
        Command::Calibrate { update } => calibrate::run(&workspace, *update),
        Command::Sizes { update } => sizes::run(&workspace, *update),
        Command::Prose { update: true, .. } => prose::update(&workspace),
        Command::Prose { show: Some(path), .. } => prose::show(&workspace, path),
        Command::Prose { .. } => prose::check(&workspace),
        Command::Budgets { update } => budgets::run(&workspace, *update),
        Command::Bench { batch } => bench::run(&workspace, *batch),
        Command::Fuzz { minutes, jobs, targets } => fuzz::run(
            &workspace,
            &fuzz::Round { targets: targets.clone(), minutes: *minutes, jobs: usize::from(*jobs) },
        ),
        Command::Soak { hours, update } => soak::run(&workspace, *hours, *update),
    }
}
