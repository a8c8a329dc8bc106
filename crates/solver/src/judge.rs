//! Derives the truth from the solver's actions: statuses, roots, modes and the primary mode. The
//! terms are those of `tests/corpus/README.md`.

use stepfall_number::Number;

use crate::script::{Event, Reply, Script, ScriptOutcome};
use crate::task::SolverTask;
use crate::truth::{Cause, Location, Mode, ReadAnswer, RootTruth, Status, StepTruth, Truth};
use crate::worker::{Action, Line};

/// Returns the truth about the text of a solver.
pub(crate) fn judge(task: &SolverTask<'_>, script: &Script) -> Truth {
    let (first, last) = answers(task, script);
    if script.outcome == ScriptOutcome::WrongItem {
        let (modes, primary) = (vec![Mode::WrongItem], Mode::WrongItem);
        return Truth { steps: Vec::new(), roots: Vec::new(), modes, primary, first, last };
    }
    let claims = || claims(script).filter(|(_, line)| line.number <= task.last());
    let steps: Vec<StepTruth> = match claims().next() {
        Some(_) => (task.first()..=task.last()).map(|number| step(task, script, number)).collect(),
        None => Vec::new(),
    };
    let roots = roots(script, &steps);
    let right = ReadAnswer::Value(task.expected.clone());
    // Under `Condition::Unchained` the answer depends on the last step alone. The result counts as
    // correct only if all steps are correct.
    let has_wrong_step =
        task.is_unchained() && !steps.iter().all(|step| step.status == Status::Right);
    let verdict = Verdict {
        first_is_right: first == right && !has_wrong_step,
        last_is_right: last == right && !has_wrong_step,
        first: &first,
        steps: &steps,
        roots: &roots,
        script,
    };
    let modes: Vec<Mode> = Mode::ALL.into_iter().filter(|&mode| verdict.holds(mode)).collect();
    let primary = verdict.primary(&modes);
    Truth { steps, roots, modes, primary, first, last }
}

/// Returns all claims, each with its index among the events.
fn claims(script: &Script) -> impl Iterator<Item = (usize, &Line)> {
    script.events.iter().enumerate().filter_map(|(at, event)| match event {
        Event::Claim(line) => Some((at, line)),
        _ => None,
    })
}

fn replies(script: &Script) -> impl Iterator<Item = (usize, &Reply)> {
    script.events.iter().enumerate().filter_map(|(at, event)| match event {
        Event::Reply(reply) => Some((at, reply)),
        _ => None,
    })
}

/// Returns the first and the last answer. If there is no answer, the value of the last step counts
/// as the answer.
fn answers(task: &SolverTask<'_>, script: &Script) -> (ReadAnswer, ReadAnswer) {
    let reading = |(_, reply): (usize, &Reply)| reply.reading.clone();
    let of_last_step =
        || match (script.actions.last(), script.own_values.get(usize::from(task.last()) - 1)) {
            (Some(Action::Claimed), Some(value)) => ReadAnswer::Value(value.clone()),
            _ => ReadAnswer::None,
        };
    let first = replies(script).next().map_or_else(of_last_step, reading);
    let last = replies(script).last().map_or_else(|| first.clone(), reading);
    (first, last)
}

/// Returns the solver's value with this number.
fn own_values(script: &Script, number: u16) -> Option<&Number> {
    script.own_values.get(usize::from(number) - 1)
}

fn step(task: &SolverTask<'_>, script: &Script, number: u16) -> StepTruth {
    let unclaimed = |status| StepTruth { number, status, claimed: None, by_cancellation: false };
    let value = match (
        script.actions.get(usize::from(number - task.first())),
        own_values(script, number),
    ) {
        (Some(Action::Claimed), Some(value)) => value.clone(),
        (Some(Action::Folded), _) => return unclaimed(Status::NotShown),
        (Some(Action::Skipped), _) => return unclaimed(Status::Skipped),
        _ => return unclaimed(Status::NotReached),
    };
    let earlier = &script.own_values[..usize::from(number) - 1];
    let is_right = value == *task.value(number);
    let follows = task.following(number, earlier).contains(&value);
    let status = match (is_right, follows) {
        (true, true) => Status::Right,
        (true, false) => Status::Recovered,
        (false, true) => Status::Inherited,
        (false, false) => root_status(script, number),
    };
    let is_wrong = |taken| own_values(script, taken) != Some(task.value(taken));
    let by_cancellation = status == Status::Right && task.work(number).references().any(is_wrong);
    StepTruth { number, status, claimed: Some(value), by_cancellation }
}

/// Returns the last line of a step, which contains the solver's value; `None` if the step has no
/// line.
fn line(script: &Script, number: u16) -> Option<&Line> {
    claims(script).filter(|(_, line)| line.number == number).last().map(|(_, line)| line)
}

fn root_status(script: &Script, number: u16) -> Status {
    match line(script, number).and_then(|line| line.cause.as_ref()) {
        Some(Cause::WrongOperand(_)) => Status::WrongOperand,
        Some(Cause::Swapped) => Status::Swapped,
        Some(Cause::WrongOperation(_)) => Status::WrongOperation,
        Some(Cause::WrongTable(_)) => Status::WrongTable,
        Some(Cause::Slip(_)) => Status::Slip,
        Some(Cause::Rounded) => Status::Rounded,
        _ => Status::Unexplained,
    }
}

/// Returns all root errors in the order of the text.
fn roots(script: &Script, steps: &[StepTruth]) -> Vec<RootTruth> {
    let mut all: Vec<(usize, u16, RootTruth)> = Vec::new();
    let end = claims(script).last().map_or(0, |(at, _)| at);
    for step in steps {
        let place = Location::Step(step.number);
        let bare = |cause| RootTruth { place, cause, alternatives: Vec::new() };
        let root = match step.status {
            Status::Right | Status::Inherited | Status::Recovered | Status::NotShown => continue,
            Status::Skipped => bare(Cause::Skipped),
            Status::NotReached => bare(Cause::Stopped),
            _ => line(script, step.number).map_or(bare(Cause::Unexplained), |line| RootTruth {
                place,
                cause: line.cause.clone().unwrap_or(Cause::Unexplained),
                alternatives: line.alternatives.clone(),
            }),
        };
        let later = |claimed: &(usize, &Line)| claimed.1.number >= step.number;
        let at = claims(script).find(later).map_or(end, |(at, _)| at);
        let has_stopped = root.cause == Cause::Stopped;
        all.push((at, step.number, root));
        if has_stopped {
            break;
        }
    }
    for (at, line) in claims(script).filter(|(_, line)| line.cause == Some(Cause::Invented)) {
        let place = Location::Step(line.number);
        all.push((
            at,
            line.number,
            RootTruth { place, cause: Cause::Invented, alternatives: Vec::new() },
        ));
    }
    for (at, reply) in replies(script) {
        all.extend(reply.cause.clone().map(|cause| {
            (at, u16::MAX, RootTruth { place: Location::Answer, cause, alternatives: Vec::new() })
        }));
    }
    all.sort_by_key(|&(at, number, _)| (at, number));
    all.into_iter().map(|(_, _, root)| root).collect()
}

/// The inputs that determine the modes.
struct Verdict<'a> {
    first_is_right: bool,
    last_is_right: bool,
    first: &'a ReadAnswer,
    steps: &'a [StepTruth],
    roots: &'a [RootTruth],
    script: &'a Script,
}

impl Verdict<'_> {
    fn holds(&self, mode: Mode) -> bool {
        let has = |status| self.steps.iter().any(|step| step.status == status);
        let has_root = |is: fn(&Cause) -> bool| self.roots.iter().any(|root| is(&root.cause));
        let is_wrong = !self.first_is_right && *self.first != ReadAnswer::None;
        match mode {
            Mode::WrongItem => self.script.outcome == ScriptOutcome::WrongItem,
            Mode::Refused => self.script.outcome == ScriptOutcome::Refused,
            Mode::Truncated => self.script.outcome == ScriptOutcome::Truncated,
            Mode::MissingAnswer => *self.first == ReadAnswer::None,
            Mode::PrematureAnswer => self.answers_early(),
            Mode::SelfCorrected => is_wrong && self.last_is_right,
            Mode::TalkedOut => self.first_is_right && !self.last_is_right,
            Mode::UnderExecuted => has(Status::NotReached),
            Mode::ExtraSteps => has_root(|cause| *cause == Cause::Invented),
            Mode::RightAnswerWrongProcedure => {
                self.first_is_right && self.roots.iter().any(|root| root.place != Location::Answer)
            }
            Mode::LostOperand => has_root(|cause| matches!(cause, Cause::WrongOperand(_))),
            Mode::LostOperation => {
                self.roots.iter().any(|root| failure(&root.cause) == Some(Mode::LostOperation))
            }
            Mode::LostPlace => {
                self.script.outcome == ScriptOutcome::Disordered
                    || has_root(|cause| matches!(cause, Cause::Skipped | Cause::AnswerStep(_)))
            }
            Mode::Slipped => has_root(|cause| matches!(cause, Cause::Slip(_) | Cause::AnswerSlip)),
            Mode::LostPrecision => {
                !self.roots.is_empty() && self.roots.iter().all(|root| root.cause == Cause::Rounded)
            }
            Mode::LostFormat => has_root(|cause| *cause == Cause::AnswerForm),
            Mode::WrongWorkNotShown => is_wrong && self.steps.is_empty(),
            Mode::Folded => has(Status::NotShown) && !has(Status::Skipped),
            Mode::Unexplained => {
                has_root(|cause| matches!(cause, Cause::Unexplained | Cause::AnswerUnexplained))
            }
            Mode::Followed => self.first_is_right && self.last_is_right && self.roots.is_empty(),
        }
    }

    /// Returns whether an answer comes before the first claim of some step.
    fn answers_early(&self) -> bool {
        let Some((answer, _)) = replies(self.script).next() else {
            return false;
        };
        let is_new = |(at, line): (usize, &Line)| {
            at > answer
                && !claims(self.script)
                    .any(|(earlier, other)| earlier < at && other.number == line.number)
        };
        claims(self.script).any(is_new)
    }

    /// Returns the primary mode among the modes that hold.
    fn primary(&self, modes: &[Mode]) -> Mode {
        let first_of = |order: &[Mode]| order.iter().copied().find(|mode| modes.contains(mode));
        let early =
            first_of(&[Mode::WrongItem, Mode::Refused, Mode::Truncated, Mode::MissingAnswer]);
        if let Some(mode) = early {
            return mode;
        }
        if self.first_is_right {
            let order = [Mode::TalkedOut, Mode::RightAnswerWrongProcedure];
            return first_of(&order).unwrap_or(Mode::Followed);
        }
        let order = [Mode::SelfCorrected, Mode::LostFormat, Mode::WrongWorkNotShown];
        let fault = self.roots.iter().find_map(|root| failure(&root.cause));
        fault.or_else(|| first_of(&order)).unwrap_or(Mode::Unexplained)
    }
}

/// Returns the mode of a root error. `None` for incorrect answers that become the primary mode only
/// if there is no other error.
fn failure(cause: &Cause) -> Option<Mode> {
    match cause {
        Cause::WrongOperand(_) => Some(Mode::LostOperand),
        Cause::Swapped | Cause::WrongOperation(_) | Cause::WrongTable(_) => {
            Some(Mode::LostOperation)
        }
        Cause::Slip(_) | Cause::AnswerSlip => Some(Mode::Slipped),
        Cause::Rounded => Some(Mode::LostPrecision),
        Cause::Unexplained => Some(Mode::Unexplained),
        Cause::Skipped | Cause::AnswerStep(_) => Some(Mode::LostPlace),
        Cause::Stopped => Some(Mode::UnderExecuted),
        Cause::Invented => Some(Mode::ExtraSteps),
        Cause::AnswerEarly => Some(Mode::PrematureAnswer),
        Cause::AnswerForm | Cause::AnswerUnexplained => None,
    }
}
