//! Derives the truth from the solver's actions: statuses, roots, modes and the primary mode. The
//! terms are those of `tests/corpus/README.md`.

use stepfall_number::Number;

use crate::script::{Event, Script, ScriptAnswer, ScriptOutcome};
use crate::state::{Action, Line};
use crate::task::SolverTask;
use crate::truth::{
    Location, ReadAnswer, RootTruth, StepTruth, TrueCause, TrueMode, TrueStatus, Truth,
};

/// Returns the truth about the transcript that is written from a script.
pub(crate) fn judge(task: &SolverTask<'_>, script: &Script) -> Truth {
    let (first, last) = answers(task, script);
    if script.outcome == ScriptOutcome::WrongItem {
        let (modes, primary) = (vec![TrueMode::WrongItem], TrueMode::WrongItem);
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
    let has_incorrect_step =
        task.is_unchained() && !steps.iter().all(|step| step.status == TrueStatus::Correct);
    let verdict = ModeEvidence {
        first_is_correct: first == right && !has_incorrect_step,
        last_is_correct: last == right && !has_incorrect_step,
        first: &first,
        steps: &steps,
        roots: &roots,
        script,
    };
    let modes: Vec<TrueMode> =
        TrueMode::ALL.into_iter().filter(|&mode| verdict.holds(mode)).collect();
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

fn replies(script: &Script) -> impl Iterator<Item = (usize, &ScriptAnswer)> {
    script.events.iter().enumerate().filter_map(|(at, event)| match event {
        Event::Reply(reply) => Some((at, reply)),
        _ => None,
    })
}

/// Returns the first and the last answer. If there is no answer, the value of the last step counts
/// as the answer if that step is claimed.
fn answers(task: &SolverTask<'_>, script: &Script) -> (ReadAnswer, ReadAnswer) {
    let reading = |(_, reply): (usize, &ScriptAnswer)| reply.reading.clone();
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
fn own_value(script: &Script, number: u16) -> Option<&Number> {
    script.own_values.get(usize::from(number) - 1)
}

fn step(task: &SolverTask<'_>, script: &Script, number: u16) -> StepTruth {
    let unclaimed = |status| StepTruth { number, status, claimed: None, by_cancellation: false };
    let value =
        match (script.actions.get(usize::from(number - task.first())), own_value(script, number)) {
            (Some(Action::Claimed), Some(value)) => value.clone(),
            (Some(Action::Folded), _) => return unclaimed(TrueStatus::NotShown),
            (Some(Action::Skipped), _) => return unclaimed(TrueStatus::Skipped),
            _ => return unclaimed(TrueStatus::NotReached),
        };
    let earlier = &script.own_values[..usize::from(number) - 1];
    let is_correct = value == *task.value(number);
    let follows = task.following_values(number, earlier).contains(&value);
    let status = match (is_correct, follows) {
        (true, true) => TrueStatus::Correct,
        (true, false) => TrueStatus::Recovered,
        (false, true) => TrueStatus::Inherited,
        (false, false) => root_status(script, number),
    };
    let is_incorrect = |taken| own_value(script, taken) != Some(task.value(taken));
    let by_cancellation =
        status == TrueStatus::Correct && task.work(number).references().any(is_incorrect);
    StepTruth { number, status, claimed: Some(value), by_cancellation }
}

/// Returns the last line of a step, which contains the solver's value; `None` if the step has no
/// line.
fn line(script: &Script, number: u16) -> Option<&Line> {
    claims(script).filter(|(_, line)| line.number == number).last().map(|(_, line)| line)
}

fn root_status(script: &Script, number: u16) -> TrueStatus {
    match line(script, number).and_then(|line| line.cause.as_ref()) {
        Some(TrueCause::WrongOperand(_)) => TrueStatus::WrongOperand,
        Some(TrueCause::Swapped) => TrueStatus::Swapped,
        Some(TrueCause::WrongOperation(_)) => TrueStatus::WrongOperation,
        Some(TrueCause::WrongTable(_)) => TrueStatus::WrongTable,
        Some(TrueCause::ArithmeticError(_)) => TrueStatus::ArithmeticError,
        Some(TrueCause::Rounded) => TrueStatus::Rounded,
        _ => TrueStatus::Unexplained,
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
            TrueStatus::Correct
            | TrueStatus::Inherited
            | TrueStatus::Recovered
            | TrueStatus::NotShown => continue,
            TrueStatus::Skipped => bare(TrueCause::Skipped),
            TrueStatus::NotReached => bare(TrueCause::Stopped),
            _ => line(script, step.number).map_or(bare(TrueCause::Unexplained), |line| RootTruth {
                place,
                cause: line.cause.clone().unwrap_or(TrueCause::Unexplained),
                alternatives: line.alternatives.clone(),
            }),
        };
        let later = |claimed: &(usize, &Line)| claimed.1.number >= step.number;
        let at = claims(script).find(later).map_or(end, |(at, _)| at);
        let has_stopped = root.cause == TrueCause::Stopped;
        all.push((at, step.number, root));
        if has_stopped {
            break;
        }
    }
    for (at, line) in claims(script).filter(|(_, line)| line.cause == Some(TrueCause::Invented)) {
        let place = Location::Step(line.number);
        all.push((
            at,
            line.number,
            RootTruth { place, cause: TrueCause::Invented, alternatives: Vec::new() },
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
struct ModeEvidence<'a> {
    first_is_correct: bool,
    last_is_correct: bool,
    first: &'a ReadAnswer,
    steps: &'a [StepTruth],
    roots: &'a [RootTruth],
    script: &'a Script,
}

impl ModeEvidence<'_> {
    fn holds(&self, mode: TrueMode) -> bool {
        let has = |status| self.steps.iter().any(|step| step.status == status);
        let has_root = |is: fn(&TrueCause) -> bool| self.roots.iter().any(|root| is(&root.cause));
        let is_incorrect = !self.first_is_correct && *self.first != ReadAnswer::None;
        match mode {
            TrueMode::WrongItem => self.script.outcome == ScriptOutcome::WrongItem,
            TrueMode::Refused => self.script.outcome == ScriptOutcome::Refused,
            TrueMode::Truncated => self.script.outcome == ScriptOutcome::Truncated,
            TrueMode::MissingAnswer => *self.first == ReadAnswer::None,
            TrueMode::PrematureAnswer => self.answers_early(),
            TrueMode::SelfCorrected => is_incorrect && self.last_is_correct,
            TrueMode::TalkedOut => self.first_is_correct && !self.last_is_correct,
            TrueMode::UnderExecuted => has(TrueStatus::NotReached),
            TrueMode::ExtraSteps => has_root(|cause| *cause == TrueCause::Invented),
            TrueMode::RightAnswerWrongProcedure => {
                self.first_is_correct
                    && self.roots.iter().any(|root| root.place != Location::Answer)
            }
            TrueMode::LostOperand => has_root(|cause| matches!(cause, TrueCause::WrongOperand(_))),
            TrueMode::LostOperation => {
                self.roots.iter().any(|root| failure(&root.cause) == Some(TrueMode::LostOperation))
            }
            TrueMode::LostPlace => {
                self.script.outcome == ScriptOutcome::Disordered
                    || has_root(|cause| {
                        matches!(cause, TrueCause::Skipped | TrueCause::AnswerStep(_))
                    })
            }
            TrueMode::Slipped => has_root(|cause| {
                matches!(cause, TrueCause::ArithmeticError(_) | TrueCause::AnswerArithmeticError)
            }),
            TrueMode::LostPrecision => {
                !self.roots.is_empty()
                    && self.roots.iter().all(|root| root.cause == TrueCause::Rounded)
            }
            TrueMode::LostFormat => has_root(|cause| *cause == TrueCause::AnswerForm),
            TrueMode::WrongWorkNotShown => is_incorrect && self.steps.is_empty(),
            TrueMode::Folded => has(TrueStatus::NotShown) && !has(TrueStatus::Skipped),
            TrueMode::Unexplained => has_root(|cause| {
                matches!(cause, TrueCause::Unexplained | TrueCause::AnswerUnexplained)
            }),
            TrueMode::Followed => {
                self.first_is_correct && self.last_is_correct && self.roots.is_empty()
            }
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
    fn primary(&self, modes: &[TrueMode]) -> TrueMode {
        let first_of = |order: &[TrueMode]| order.iter().copied().find(|mode| modes.contains(mode));
        let early = first_of(&[
            TrueMode::WrongItem,
            TrueMode::Refused,
            TrueMode::Truncated,
            TrueMode::MissingAnswer,
        ]);
        if let Some(mode) = early {
            return mode;
        }
        if self.first_is_correct {
            let order = [TrueMode::TalkedOut, TrueMode::RightAnswerWrongProcedure];
            return first_of(&order).unwrap_or(TrueMode::Followed);
        }
        let order = [TrueMode::SelfCorrected, TrueMode::LostFormat, TrueMode::WrongWorkNotShown];
        let error = self.roots.iter().find_map(|root| failure(&root.cause));
        error.or_else(|| first_of(&order)).unwrap_or(TrueMode::Unexplained)
    }
}

/// Returns the primary mode that a root error leads to. Returns `None` for
/// [`TrueCause::AnswerForm`] and [`TrueCause::AnswerUnexplained`], whose modes rank below those of
/// all other root errors.
fn failure(cause: &TrueCause) -> Option<TrueMode> {
    match cause {
        TrueCause::WrongOperand(_) => Some(TrueMode::LostOperand),
        TrueCause::Swapped | TrueCause::WrongOperation(_) | TrueCause::WrongTable(_) => {
            Some(TrueMode::LostOperation)
        }
        TrueCause::ArithmeticError(_) | TrueCause::AnswerArithmeticError => Some(TrueMode::Slipped),
        TrueCause::Rounded => Some(TrueMode::LostPrecision),
        TrueCause::Unexplained => Some(TrueMode::Unexplained),
        TrueCause::Skipped | TrueCause::AnswerStep(_) => Some(TrueMode::LostPlace),
        TrueCause::Stopped => Some(TrueMode::UnderExecuted),
        TrueCause::Invented => Some(TrueMode::ExtraSteps),
        TrueCause::AnswerEarly => Some(TrueMode::PrematureAnswer),
        TrueCause::AnswerForm | TrueCause::AnswerUnexplained => None,
    }
}
