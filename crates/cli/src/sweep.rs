//! `stepfall sweep`: requests items of several lengths, and prints how many answers are correct.

mod args;
mod clock;
mod drive;
mod error;
mod file;
mod forecast;
mod gauge;
mod interrupt;
mod keys;
mod network;
mod outcome;
mod plan;
mod report;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::Duration;

use stepfall_cli::output::Outputs;
use stepfall_cli::terminal::EscapingWriter;
use stepfall_cli::{CommandError, print_line};
use stepfall_figure::{GradedRun, Summary};
use stepfall_link::{FIGURE, SweepLink};
use stepfall_provider::Endpoint;
use stepfall_sweep::{Balance, Driver, Estimate, Plan, ReplyTimeouts, Target};
use stepfall_text::removed_figure;

pub(crate) use self::args::SweepArguments;
use self::clock::now;
use self::drive::Host;
use self::error::SweepError;
use self::file::AttemptFile;
use self::interrupt::Interrupt;
use self::keys::Sources;
use self::network::Network;

/// Runs or resumes a sweep, and prints its results.
pub(crate) fn run(
    arguments: &SweepArguments,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let outputs = report::outputs(arguments)?;
    if let Some(path) = &arguments.from {
        return show(path, arguments, &outputs, out);
    }
    if arguments.dry_run {
        return print_estimate(arguments, out);
    }
    report_removed(arguments);
    let opened = arguments.out.as_deref().map(file::open).transpose()?.flatten();
    let plan = plan::read(&arguments.plan, opened.as_ref().map(|(_, run)| &run.plan))?;
    report_notices(&plan);
    let mut graded = GradedRun::new(plan.clone());
    report::check_figures(&outputs, &graded, arguments)?;
    let (mut done, mut balance) = (Vec::new(), Balance::default());
    if let Some((file, run)) = &opened {
        check_same(&plan, &run.plan, file.path())?;
        run.attempts.values().for_each(|attempt| graded.add(attempt));
        (done, balance) = (run.prior_attempts(), run.balance());
        balance.unknown().iter().for_each(|sentence| print_line(&format!("notice: {sentence}")));
    }
    // A complete run is only printed again, which needs no key.
    let is_complete = graded.rows().len() == plan.task_count() as usize;
    let endpoints = if is_complete { Vec::new() } else { endpoints(&plan, arguments)? };
    let estimate = Estimate::of(&plan).map_err(CommandError::Refusal)?;
    let file = match opened {
        Some((file, _)) => Some(file),
        None => begin(&plan, arguments)?,
    };
    let hint = outcome::Hint::new(arguments, &endpoints, &plan);
    // The last argument is the seed of the waiting times, which only has to differ between runs.
    let mut driver = Driver::new(plan.clone(), estimate, &done, balance, now());
    if arguments.retry {
        driver.scheduler().retry_given_up();
    }
    let seconds = |count: u64| count.saturating_mul(1_000);
    driver.set_timeouts(ReplyTimeouts {
        stall: seconds(arguments.stall),
        total: seconds(arguments.longest),
    });
    // The driver times out before connections do.
    let network = Network::new(Duration::from_secs(arguments.stall.saturating_add(30)));
    let interrupt = Interrupt::listen()?;
    let mut host = Host::new(driver, graded, file, endpoints, network, interrupt);
    let pause = host.run();
    let (graded, progress) = host.end();
    let concluded = conclude(&graded, arguments, &outputs, out);
    let status = outcome::report(pause.as_ref(), &progress, &plan, &hint);
    concluded.map(|()| status)
}

/// Creates the file of a new sweep. Returns `None` if no file is named, which is allowed only if no
/// language model is used.
fn begin(plan: &Plan, arguments: &SweepArguments) -> Result<Option<AttemptFile>, CommandError> {
    match &arguments.out {
        Some(path) => file::create(path, plan, now()).map(Some),
        None if !plan.targets.iter().any(Target::is_model) => Ok(None),
        None => Err(SweepError::NoFile.into()),
    }
}

/// Prints a notice if the address or `--figures` names a figure that Stepfall no longer has.
fn report_removed(arguments: &SweepArguments) {
    let address = arguments.plan.address.as_deref().unwrap_or_default();
    let named =
        [SweepLink::read(address).get(FIGURE), arguments.figures.clone().unwrap_or_default()];
    for sentence in named.iter().filter_map(|name| removed_figure(name)) {
        print_line(&format!("notice: {sentence}"));
    }
}

fn report_notices(plan: &Plan) {
    plan.notices().iter().for_each(|notice| print_line(&format!("notice: {notice}")));
}

fn check_same(plan: &Plan, file_plan: &Plan, path: &str) -> Result<(), SweepError> {
    if plan::is_same(plan, file_plan) {
        return Ok(());
    }
    Err(SweepError::OtherPlan { path: path.to_owned(), plan: file_plan.fragment() })
}

/// Returns the endpoints of all targets, with their keys from the environment.
fn endpoints(plan: &Plan, arguments: &SweepArguments) -> Result<Vec<Option<Endpoint>>, SweepError> {
    let sources = Sources {
        named: &arguments.key_env,
        are_typed: !arguments.plan.model.is_empty(),
        variable: &|name| std::env::var(name).ok(),
    };
    keys::endpoints(plan, &sources)
}

/// Prints the estimated requests, tokens and cost of the sweep, and how many answers its file
/// already contains. Prints a notice if an endpoint cannot be used, for example without its key.
fn print_estimate(
    arguments: &SweepArguments,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let exists = |path: &&String| std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    let existing = arguments.out.as_ref().filter(exists);
    let existing =
        existing.map(|path| Ok::<_, CommandError>((path, file::read(path)?))).transpose()?;
    let plan = plan::read(&arguments.plan, existing.as_ref().map(|(_, run)| &run.plan))?;
    let estimate = Estimate::of(&plan).map_err(CommandError::Refusal)?;
    if let Some((path, run)) = &existing {
        check_same(&plan, &run.plan, path)?;
    }
    report_notices(&plan);
    let out = &mut EscapingWriter::new(out);
    forecast::print(&plan, &estimate, out)?;
    if let Some((path, run)) = existing {
        let answered = run.attempts.values().filter(|attempt| attempt.is_answer()).count();
        writeln!(out, "{path} already contains {answered} of the answers.")?;
    }
    if let Err(error) = endpoints(&plan, arguments) {
        print_line(&format!("notice: {error}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the results in a file or a table of attempts. The status is [`outcome::INCOMPLETE`] if a
/// planned attempt is not answered.
fn show(
    path: &str,
    arguments: &SweepArguments,
    outputs: &Outputs,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    if let Some((flag, _)) = arguments.plan.given().next() {
        return Err(SweepError::NoEffect { flag }.into());
    }
    report_removed(arguments);
    let run = file::read_any(path)?;
    run.plan.check().map_err(SweepError::Plan)?;
    let mut graded = GradedRun::new(run.plan.clone());
    run.attempts.values().for_each(|attempt| graded.add(attempt));
    report::check_figures(outputs, &graded, arguments)?;
    conclude(&graded, arguments, outputs, out)?;
    if graded.is_answered() {
        return Ok(ExitCode::SUCCESS);
    }
    let (answered, planned) = (graded.answered_count(), graded.completion().planned);
    print_line(&format!("notice: {answered} of {planned} planned attempts are answered"));
    Ok(ExitCode::from(outcome::INCOMPLETE))
}

/// Prints the results of the attempts, and writes the files that the arguments name.
fn conclude(
    graded: &GradedRun,
    arguments: &SweepArguments,
    outputs: &Outputs,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let summary = Summary::of(&graded.run());
    match report::print(&summary, &mut EscapingWriter::new(&mut *out))
        .and_then(|()| Ok(out.flush()?))
    {
        // The reader closed the output early. Files are still written, and missing attempts are
        // still reported.
        Ok(()) | Err(CommandError::Output(ErrorKind::BrokenPipe)) => {}
        Err(failure) => return Err(failure),
    }
    report::write(outputs, &summary, graded, &link(arguments, graded.plan()), arguments)
}

/// Returns the address of a plan. Its part before `#` is that of the address argument.
fn link(arguments: &SweepArguments, plan: &Plan) -> String {
    let address = arguments.plan.address.as_deref().unwrap_or_default();
    let page = address.split_once('#').map_or("", |(page, _)| page);
    format!("{page}{}", plan.fragment())
}
