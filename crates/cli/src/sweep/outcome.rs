//! The end of a sweep, and the command to resume it.

use std::process::ExitCode;

use stepfall_cli::layout::fitted;
use stepfall_cli::print_line;
use stepfall_procedure::safe_line;
use stepfall_provider::Endpoint;
use stepfall_sweep::{Pause, Plan, Progress, Target, TargetProgress, TargetState, may_pass};

use super::args::SweepArguments;
use super::clock::now;

/// The exit status of a sweep that ran, or was read with `--from`, and is not complete.
pub(super) const INCOMPLETE: u8 = 1;
/// The maximum number of characters of a provider's message that are printed.
const MESSAGE: usize = 200;

/// The command that resumes a sweep, and the data for related hints.
pub(super) struct Hint {
    command: Option<String>,
    /// True if each target is used without a key.
    keyless: Vec<bool>,
}

impl Hint {
    /// Creates the command for a sweep in a file; without a file there is no command. The command
    /// names the variables of keys that are not found by default.
    pub(super) fn new(
        arguments: &SweepArguments,
        endpoints: &[Option<Endpoint>],
        plan: &Plan,
    ) -> Self {
        let is_elsewhere = |(target, endpoint): (&Target, &Option<Endpoint>)| {
            let has_key = endpoint.as_ref().is_some_and(|endpoint| endpoint.key().is_some());
            has_key && !matches!(target, Target::Model { base: None, .. })
        };
        let command = arguments.out.as_ref().map(|path| {
            let mut command = format!("stepfall sweep --out {}", quoted(path));
            for named in &arguments.key_env {
                command.push_str(&format!(" --key-env {}", quoted(named)));
            }
            if arguments.key_env.is_empty() && plan.targets.iter().zip(endpoints).any(is_elsewhere)
            {
                command.push_str(" --key-env STEPFALL_KEY");
            }
            command
        });
        let is_keyless = |endpoint: &Option<Endpoint>| {
            endpoint.as_ref().is_some_and(|endpoint| endpoint.key().is_none())
        };
        Self { command, keyless: endpoints.iter().map(is_keyless).collect() }
    }
}

/// Reports on standard error what is missing, why, and how to resume. Returns the exit status.
pub(super) fn report(
    pause: Option<&Pause>,
    progress: &Progress,
    plan: &Plan,
    hint: &Hint,
) -> ExitCode {
    if progress.answered == progress.total {
        return ExitCode::SUCCESS;
    }
    let Progress { total, answered, unsaved, .. } = progress;
    print_line(&format!("notice: {answered} of {total} attempts are answered"));
    let keyless = hint.keyless.iter().copied().chain(std::iter::repeat(false));
    for ((target, progress), is_keyless) in plan.targets.iter().zip(&progress.targets).zip(keyless)
    {
        report_target(target, progress, is_keyless);
    }
    match pause {
        Some(Pause::Store(error)) if *unsaved > 0 => {
            let answers = if *unsaved == 1 { "answer" } else { "answers" };
            print_line(&format!(
                "notice: {unsaved} {answers} could not be stored and are lost: {error}"
            ));
        }
        // All answers are stored; only new lines of the ledger could not be stored.
        Some(Pause::Store(error)) => {
            print_line(&format!("notice: no further attempts could be stored: {error}"));
        }
        Some(pause) => print_line(&format!("notice: {pause}")),
        None => {}
    }
    let flags = match pause {
        Some(Pause::Requests) => " --max-requests N",
        Some(Pause::Spend) => " --max-spend DOLLARS",
        _ if progress.targets.iter().any(has_lasting_failure) => " --retry",
        _ => "",
    };
    if let Some(command) = &hint.command {
        print_line(&format!("resume with: {command}{flags}"));
    }
    ExitCode::from(INCOMPLETE)
}

/// Returns whether attempts were given up, and the last error of the target does not pass by
/// itself. Such attempts are retried only on request.
fn has_lasting_failure(target: &TargetProgress) -> bool {
    let passes = target.last_error.as_ref().is_some_and(|failed| may_pass(&failed.error));
    target.given_up > 0 && !passes
}

/// Prints the last error of a target, and how many of its attempts were given up.
fn report_target(target: &Target, progress: &TargetProgress, is_keyless: bool) {
    let label = target.label();
    let why = progress.last_error.as_ref().map(|failed| {
        let status = failed.status.map(|status| format!(", status {status}")).unwrap_or_default();
        let message = fitted(&safe_line(&failed.message), MESSAGE);
        let message = if message.is_empty() { message } else { format!(": {message}") };
        let key = if is_keyless && may_lack_key(failed.status) {
            "\n  it was asked without a key; if it needs one, set STEPFALL_KEY"
        } else {
            ""
        };
        format!("\n  its last error: {}{status}{message}{key}", failed.error)
    });
    let why = why.unwrap_or_default();
    let given_up = progress.given_up;
    if let TargetState::Halted(halt) = progress.state {
        print_line(&format!("notice: {label} gets no further requests: {halt}{why}"));
    }
    if given_up > 0 {
        let (attempts, count) =
            if given_up == 1 { ("attempt", "counts") } else { ("attempts", "count") };
        print_line(&format!(
            "notice: {given_up} {attempts} failed and {count} neither as correct nor as incorrect: {label}{why}"
        ));
    } else if matches!(progress.state, TargetState::Working | TargetState::Waiting(_))
        && progress.answered < progress.total
        && !why.is_empty()
    {
        let until = match progress.state {
            TargetState::Waiting(until) => {
                let seconds = until.saturating_sub(now()).div_ceil(1_000);
                format!(", and gets no requests for {seconds} s")
            }
            _ => String::new(),
        };
        print_line(&format!("notice: {label} is not done{until}{why}"));
    }
}

/// Returns whether an error with this status may be caused by a missing key. Some servers answer a
/// request without a key with a status from 500 to 502. Higher statuses mean that a server is busy.
fn may_lack_key(status: Option<u16>) -> bool {
    status.is_some_and(|status| (500..=502).contains(&status))
}

/// Quotes a word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_server_is_not_reported_as_a_missing_key() {
        assert!(may_lack_key(Some(500)));
        for status in [None, Some(429), Some(503), Some(529)] {
            assert!(!may_lack_key(status), "{status:?}");
        }
    }
}
