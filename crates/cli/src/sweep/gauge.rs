//! The progress line of a sweep: redrawn in place on a terminal, and printed every few seconds
//! elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use stepfall_cli::layout::{COLUMNS, fitted};
use stepfall_cli::print_line;
use stepfall_sweep::{Plan, Progress, Target, TargetProgress, TargetState};

/// The interval between redraws on a terminal.
const REDRAWN: Duration = Duration::from_millis(250);
/// The interval between printed lines elsewhere.
const PRINTED: Duration = Duration::from_secs(10);
/// The control sequence that clears the line of a terminal.
const EMPTY: &str = "\r\x1b[2K";

/// The line on standard error with counts, rate, remaining time and cost of the sweep.
pub(super) struct ProgressLine {
    labels: Vec<String>,
    is_priced: bool,
    is_terminal: bool,
    last: Instant,
    is_drawn: bool,
}

impl ProgressLine {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            labels: plan.targets.iter().map(Target::label).collect(),
            is_priced: plan.targets.iter().any(|target| target.price().is_some()),
            is_terminal: io::stderr().is_terminal(),
            last: Instant::now(),
            is_drawn: false,
        }
    }

    /// Returns whether it is time to show the line again.
    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= if self.is_terminal { REDRAWN } else { PRINTED }
    }

    /// Redraws the line on a terminal, or prints a new line elsewhere.
    pub(super) fn show(&mut self, progress: &Progress, now: u64) {
        self.last = Instant::now();
        let line = self.line(progress, now);
        if self.is_terminal {
            let mut errors = io::stderr();
            let line = fitted(&line, COLUMNS - 1);
            let _ = write!(errors, "{EMPTY}{line}").and_then(|()| errors.flush());
            self.is_drawn = true;
        } else {
            print_line(&line);
        }
    }

    /// Removes the drawn line from the terminal.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let mut errors = io::stderr();
            let _ = write!(errors, "{EMPTY}").and_then(|()| errors.flush());
        }
    }

    /// Prints a line that is not overwritten by the progress line.
    pub(super) fn print_line(&mut self, line: &str) {
        self.clear();
        print_line(line);
    }

    fn line(&self, progress: &Progress, now: u64) -> String {
        let Progress { total, answered, given_up, in_flight, rate, .. } = progress;
        let mut parts = vec![format!("{answered} of {total} answered")];
        let mut part = |is_shown: bool, text: String| parts.extend(is_shown.then_some(text));
        part(*given_up > 0, format!("{given_up} failed"));
        part(*in_flight > 0, format!("{in_flight} under way"));
        part(*rate > 0, format!("{rate} a minute"));
        if let Some(left) = progress.eta {
            part(true, format!("{} left", span(left)));
        }
        part(self.is_priced, format!("${}", progress.cost));
        for (label, target) in self.labels.iter().zip(&progress.targets) {
            if let Some(obstacle) = obstacle(target, now) {
                part(true, format!("{label} {obstacle}"));
            }
        }
        parts.join(", ")
    }
}

/// Returns the reason why a target gets no requests. `None` if it gets requests or needs no more.
fn obstacle(target: &TargetProgress, now: u64) -> Option<String> {
    match target.state {
        TargetState::Working | TargetState::Done => None,
        TargetState::Halted(halt) => Some(format!("halted ({})", halt.slug())),
        TargetState::Waiting(until) => {
            let why = target.last_error.as_ref().map(|failed| format!(" ({})", failed.error));
            let wait = span(until.saturating_sub(now));
            Some(format!("waits {wait}{}", why.unwrap_or_default()))
        }
    }
}

/// Formats a span of time, rounded up: `40 s`, `6 min`, `3 h 20 min`.
fn span(millis: u64) -> String {
    let seconds = millis.div_ceil(1_000);
    let minutes = seconds.div_ceil(60);
    match (seconds, minutes) {
        (..90, _) => format!("{seconds} s"),
        (_, ..90) => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_sweep::{Balance, Estimate, Halt, Scheduler, Try};

    #[test]
    fn durations_are_rounded_up() {
        for (millis, text) in [
            (0, "0 s"),
            (1, "1 s"),
            (89_000, "89 s"),
            (90_000, "2 min"),
            (3_600_000, "60 min"),
            (12_000_001, "3 h 21 min"),
        ] {
            assert_eq!(span(millis), text);
        }
    }

    #[test]
    fn the_progress_line_has_counts_rate_cost_and_failing_targets() {
        let address = "#/sweep?v=2&items=2&model=groq:m;price=1/2&model=openai:m";
        let plan = Plan::read(address).0;
        let gauge = ProgressLine::new(&plan);
        let mut progress =
            Scheduler::new(plan.clone(), Estimate::of(&plan).unwrap(), &[], &Balance::default(), 1)
                .progress(0);
        assert_eq!(gauge.line(&progress, 0), "0 of 24 answered, $0");
        (progress.answered, progress.given_up, progress.in_flight) = (7, 1, 3);
        (progress.rate, progress.eta) = (12, Some(80_000));
        progress.targets[0].state = TargetState::Waiting(5_000);
        let error = "rate-limit".to_owned();
        progress.targets[0].last_error =
            Some(Try { at: 0, error, status: None, message: String::new() });
        progress.targets[1].state = TargetState::Halted(Halt::WrongKey);
        assert_eq!(
            gauge.line(&progress, 1_000),
            "7 of 24 answered, 1 failed, 3 under way, 12 a minute, 80 s left, $0, groq:m waits 4 s (rate-limit), \
             openai:m halted (wrong-key)"
        );
    }
}
