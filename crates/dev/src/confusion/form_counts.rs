//! Counts from the comparison of verdicts with the truth.

use std::collections::BTreeMap;

use stepfall_grade::{Cause, Certainty, Mode, RootError, StepVerdict, Verdict};
use stepfall_solver::{self as solver, Form, Location, SolverKind, StepTruth, TrueStatus, Truth};

use super::draw::Trial;

/// The number of failure modes. Modes are indexed by their position in [`Mode::ALL`].
pub(crate) const MODES: usize = Mode::ALL.len();
/// The number of statuses of steps, plus one. They are indexed by their position in
/// [`TrueStatus::ALL`]. The last index is for steps that are unclear, or in a text without claims.
pub(crate) const STATUSES: usize = TrueStatus::ALL.len() + 1;

/// A count and its total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct HitRate {
    pub(crate) some: u64,
    pub(crate) all: u64,
}

impl HitRate {
    pub(crate) const fn count(&mut self, is_hit: bool) {
        self.all += 1;
        self.some += is_hit as u64;
    }

    pub(crate) const fn add(&mut self, other: Self) {
        self.some += other.some;
        self.all += other.all;
    }

    /// Returns the share in hundredths of a percent, rounded down. A share of nothing is 100 %.
    pub(crate) const fn parts(self) -> u64 {
        match (self.some * 10_000).checked_div(self.all) {
            Some(parts) => parts,
            None => 10_000,
        }
    }
}

/// The measures with a target: root steps found, and primary modes correct.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TargetedShares {
    /// The share of true root errors at steps that the grader names as root errors.
    pub(crate) roots: HitRate,
    /// The share of transcripts that get the true primary mode, among those whose explanations have
    /// one mode ([`has_one_mode`]).
    pub(crate) primary: HitRate,
}

impl TargetedShares {
    const fn add(&mut self, other: Self) {
        self.roots.add(other.roots);
        self.primary.add(other.primary);
    }
}

/// Counts of the transcripts in some forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormCounts {
    pub(crate) transcripts: u64,
    /// Primary modes, `[truth][graded]`, of the transcripts whose explanations have one mode.
    pub(crate) primary: Vec<[u64; MODES]>,
    /// Statuses of steps, `[truth][graded]`, of the steps whose explanations have one status.
    pub(crate) status: Vec<[u64; STATUSES]>,
    pub(crate) aims: TargetedShares,
    /// The measures by kind and form, as positions in [`SolverKind::ALL`] and [`Form::ALL`].
    pub(crate) cells: BTreeMap<(usize, usize), TargetedShares>,
    /// The share of true root errors among those that the grader names at steps.
    pub(crate) named_roots: HitRate,
    /// The share of root errors with several possible causes whose true cause is among the
    /// hypotheses.
    pub(crate) among: HitRate,
    /// The share of root errors with several possible causes whose true cause is named first.
    pub(crate) likeliest: HitRate,
    /// The share of transcripts with the true primary mode, among those whose explanations have
    /// different modes.
    pub(crate) ambiguous: HitRate,
    /// The share of transcripts that get the true primary mode, among those whose explanations have
    /// one mode, by certainty: `sure`, `likely`, `unclear`.
    pub(crate) certainty: [HitRate; 3],
    /// The share of transcripts whose first and last answers are read as they were written.
    pub(crate) answers: HitRate,
    /// The share of transcripts that get exactly the true modes, among those whose explanations
    /// have one mode.
    pub(crate) modes: HitRate,
}

impl Default for FormCounts {
    fn default() -> Self {
        Self {
            transcripts: 0,
            primary: vec![[0; MODES]; MODES],
            status: vec![[0; STATUSES]; STATUSES],
            aims: TargetedShares::default(),
            cells: BTreeMap::new(),
            named_roots: HitRate::default(),
            among: HitRate::default(),
            likeliest: HitRate::default(),
            ambiguous: HitRate::default(),
            certainty: [HitRate::default(); 3],
            answers: HitRate::default(),
            modes: HitRate::default(),
        }
    }
}

impl FormCounts {
    pub(crate) fn count(&mut self, trial: &Trial, verdict: &Verdict) {
        let truth = &trial.simulation.truth;
        self.transcripts += 1;
        let mut aims = TargetedShares::default();
        let is_primary = truth.primary.slug() == verdict.primary.slug();
        if has_one_mode(truth) {
            aims.primary.count(is_primary);
            self.certainty[place_of(verdict.visible.certainty)].count(is_primary);
            let (row, column) =
                (mode_index(truth.primary.slug()), mode_index(verdict.primary.slug()));
            self.primary[row][column] += 1;
            self.modes.count(same_modes(truth, verdict));
        } else {
            self.ambiguous.count(is_primary);
        }
        for root in &truth.roots {
            let Location::Step(number) = root.place else { continue };
            let graded = root_at(verdict, number);
            aims.roots.count(graded.is_some());
            if !root.alternatives.is_empty() {
                let causes = graded.map_or(&[][..], |graded| &graded.causes);
                self.among.count(causes.iter().any(|cause| same_cause(&root.cause, *cause)));
                self.likeliest
                    .count(causes.first().is_some_and(|cause| same_cause(&root.cause, *cause)));
            }
        }
        for number in verdict.visible.roots.iter().filter_map(|root| root.number) {
            let place = Location::Step(number);
            self.named_roots.count(truth.roots.iter().any(|root| root.place == place));
        }
        if truth.primary != solver::TrueMode::WrongItem {
            self.count_steps(truth, verdict);
        }
        self.answers.count(same_answers(truth, verdict));
        self.aims.add(aims);
        let cell = (position(&SolverKind::ALL, &trial.kind), position(&Form::ALL, &trial.form));
        self.cells.entry(cell).or_default().add(aims);
    }

    fn count_steps(&mut self, truth: &Truth, verdict: &Verdict) {
        let no_status = STATUSES - 1;
        let has_no_claim = !verdict.visible.steps.iter().any(|step| step.claim.is_some());
        for (at, graded) in verdict.visible.steps.iter().enumerate() {
            let step = truth.steps.get(at);
            if step.is_some_and(|step| !has_one_status(truth, step)) {
                continue;
            }
            let row = step.map_or(no_status, |step| position(&TrueStatus::ALL, &step.status));
            let column = if has_no_claim { no_status } else { status_index(graded) };
            self.status[row][column] += 1;
        }
    }

    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.transcripts += other.transcripts;
        for (row, others) in self.primary.iter_mut().zip(&other.primary) {
            row.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
        for (row, others) in self.status.iter_mut().zip(&other.status) {
            row.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
        self.aims.add(other.aims);
        for (cell, aims) in &other.cells {
            self.cells.entry(*cell).or_default().add(*aims);
        }
        self.named_roots.add(other.named_roots);
        self.among.add(other.among);
        self.likeliest.add(other.likeliest);
        self.ambiguous.add(other.ambiguous);
        for (share, other) in self.certainty.iter_mut().zip(other.certainty) {
            share.add(other);
        }
        self.answers.add(other.answers);
        self.modes.add(other.modes);
    }
}

/// Returns the index of a certainty in [`FormCounts::certainty`].
const fn place_of(certainty: Certainty) -> usize {
    match certainty {
        Certainty::Sure => 0,
        Certainty::Likely(_) => 1,
        Certainty::Unclear { .. } => 2,
    }
}

fn position<T: PartialEq>(all: &[T], wanted: &T) -> usize {
    all.iter().position(|other| other == wanted).unwrap_or(0)
}

fn mode_index(slug: &str) -> usize {
    Mode::ALL.iter().position(|mode| mode.slug() == slug).unwrap_or(0)
}

fn status_index(step: &StepVerdict) -> usize {
    let slug = step.slug();
    TrueStatus::ALL.iter().position(|status| status.slug() == slug).unwrap_or(STATUSES - 1)
}

/// Returns the root error that a verdict names at a step.
pub(crate) fn root_at(verdict: &Verdict, number: u16) -> Option<&RootError> {
    verdict.visible.roots.iter().find(|root| root.number == Some(number))
}

/// Returns the status of a step with this cause. `None` for causes of answers, of steps that are
/// not claimed, and of steps that the procedure lacks.
fn status_of(cause: &solver::TrueCause) -> Option<TrueStatus> {
    match cause {
        solver::TrueCause::WrongOperand(_) => Some(TrueStatus::WrongOperand),
        solver::TrueCause::Swapped => Some(TrueStatus::Swapped),
        solver::TrueCause::WrongOperation(_) => Some(TrueStatus::WrongOperation),
        solver::TrueCause::WrongTable(_) => Some(TrueStatus::WrongTable),
        solver::TrueCause::ArithmeticError(_) => Some(TrueStatus::ArithmeticError),
        solver::TrueCause::Rounded => Some(TrueStatus::Rounded),
        solver::TrueCause::Unexplained => Some(TrueStatus::Unexplained),
        _ => None,
    }
}

/// Returns whether the alternative causes of each root error belong to the same mode as its cause.
pub(crate) fn has_one_mode(truth: &Truth) -> bool {
    // Swapped operands, another operation and another table belong to one mode.
    let mode = |cause: &solver::TrueCause| match status_of(cause) {
        Some(TrueStatus::WrongOperation | TrueStatus::WrongTable) => Some(TrueStatus::Swapped),
        status => status,
    };
    let same_mode = |cause: &solver::TrueCause, others: &[solver::TrueCause]| {
        others.iter().all(|other| mode(other) == mode(cause))
    };
    truth.roots.iter().all(|root| same_mode(&root.cause, &root.alternatives))
}

/// Returns whether all explanations of a step have the same status.
pub(crate) fn has_one_status(truth: &Truth, step: &StepTruth) -> bool {
    let place = Location::Step(step.number);
    let mut roots = truth.roots.iter().filter(|root| root.place == place);
    roots.all(|root| {
        root.alternatives.iter().all(|other| status_of(other) == status_of(&root.cause))
    })
}

/// Returns whether a graded cause is the true one. For an incorrect operand, any step with the used
/// value counts.
pub(crate) fn same_cause(truth: &solver::TrueCause, graded: Cause) -> bool {
    match (truth, graded) {
        (solver::TrueCause::WrongOperand(taken), Cause::Operand { took, .. }) => {
            took.map_or(taken.is_empty(), |number| taken.contains(&number))
        }
        (solver::TrueCause::WrongOperation(op), Cause::Operation(graded)) => *op == graded,
        // Generated items have tables with these names, in this order.
        (solver::TrueCause::WrongTable(name), Cause::Table(graded)) => {
            ["K", "L", "M", "N"].get(usize::from(graded)) == Some(&name.as_str())
        }
        (solver::TrueCause::ArithmeticError(arithmetic_error), Cause::ArithmeticError(graded)) => {
            arithmetic_error.slug() == graded.slug()
        }
        (solver::TrueCause::AnswerStep(number), Cause::Reports(graded)) => *number == graded,
        (solver::TrueCause::Swapped, Cause::Swapped)
        | (solver::TrueCause::Rounded, Cause::Rounded)
        | (
            solver::TrueCause::Unexplained | solver::TrueCause::AnswerUnexplained,
            Cause::Unexplained,
        )
        | (solver::TrueCause::Skipped, Cause::Skipped)
        | (solver::TrueCause::Stopped, Cause::Stopped)
        | (solver::TrueCause::Invented, Cause::Invented)
        | (solver::TrueCause::AnswerEarly, Cause::Early)
        | (solver::TrueCause::AnswerArithmeticError, Cause::ArithmeticError(_))
        | (solver::TrueCause::AnswerForm, Cause::Form) => true,
        _ => false,
    }
}

/// Returns whether the truth and the verdict have the same modes.
pub(crate) fn same_modes(truth: &Truth, verdict: &Verdict) -> bool {
    let modes = truth.modes.iter().map(|mode| mode.slug());
    modes.eq(verdict.modes.iter().map(|mode| mode.slug()))
}

/// Returns whether the truth and the verdict have the same first and last answers.
pub(crate) fn same_answers(truth: &Truth, verdict: &Verdict) -> bool {
    let same = |truth: &stepfall_solver::ReadAnswer, graded: Option<&stepfall_grade::Answer>| match (
        truth, graded,
    ) {
        (stepfall_solver::ReadAnswer::None, None) => true,
        (stepfall_solver::ReadAnswer::Ambiguous, Some(answer)) => {
            answer.claim.second_value.is_some()
        }
        (stepfall_solver::ReadAnswer::Value(value), Some(answer)) => {
            answer.claim.second_value.is_none() && answer.claim.value == *value
        }
        _ => false,
    };
    same(&truth.first, verdict.visible.first_answer())
        && same(&truth.last, verdict.visible.last_answer())
}

#[cfg(test)]
mod tests {
    use stepfall_grade::{Grader, StopReason};
    use stepfall_procedure::{Condition, Generator, Seed, Spec};
    use stepfall_solver::{Solver, simulate};

    use super::*;

    fn trial(kind: SolverKind, form: Form) -> Trial {
        let item = Generator::new(Spec::default()).unwrap().item(Seed::wrapping(42), 0).unwrap();
        let condition = Condition::Trace;
        let simulation = simulate(&item, condition, &Solver::once(kind), form, 1).unwrap();
        Trial { kind, form, condition, item, simulation }
    }

    fn graded(trial: &Trial) -> Verdict {
        let grader = Grader::new(&trial.item, trial.condition);
        grader.grade(&trial.simulation.transcript, StopReason::Unknown)
    }

    /// Counts one trial with the verdict on the transcript of another.
    fn counted(trial: &Trial, read: &Trial) -> FormCounts {
        let mut counts = FormCounts::default();
        counts.count(trial, &graded(read));
        counts
    }

    fn modes(counts: &FormCounts) -> Vec<(&'static str, &'static str, u64)> {
        let cells = (0..MODES).flat_map(|row| (0..MODES).map(move |column| (row, column)));
        let counts = cells.map(|(row, column)| (row, column, counts.primary[row][column]));
        let counts = counts.filter(|(_, _, count)| *count > 0);
        let slug = |at: usize| Mode::ALL[at].slug();
        counts.map(|(row, column, count)| (slug(row), slug(column), count)).collect()
    }

    #[test]
    fn agreement_is_counted_on_the_diagonal() {
        let trial = trial(SolverKind::WrongOperand, Form::Trace);
        let counts = counted(&trial, &trial);
        assert_eq!(modes(&counts), [("lost-operand", "lost-operand", 1)]);
        assert_eq!(counts.aims.roots, HitRate { some: 1, all: 1 });
        assert_eq!(counts.aims.primary, HitRate { some: 1, all: 1 });
        assert_eq!(counts.named_roots, HitRate { some: 1, all: 1 });
        assert_eq!(counts.answers, HitRate { some: 1, all: 1 });
        let diagonal: u64 = (0..STATUSES).map(|at| counts.status[at][at]).sum();
        assert_eq!(diagonal, 25);
        assert_eq!(counts.cells.len(), 1);
    }

    #[test]
    fn disagreement_is_counted_off_the_diagonal() {
        let error = trial(SolverKind::WrongOperand, Form::Trace);
        let correct = trial(SolverKind::Followed, Form::Trace);
        let missed = counted(&error, &correct);
        assert_eq!(modes(&missed), [("lost-operand", "followed", 1)]);
        assert_eq!(missed.aims.roots, HitRate { some: 0, all: 1 });
        assert_eq!(missed.named_roots, HitRate { some: 0, all: 0 });
        let imagined = counted(&correct, &error);
        assert_eq!(modes(&imagined), [("followed", "lost-operand", 1)]);
        assert_eq!(imagined.aims.roots, HitRate { some: 0, all: 0 });
        assert_eq!(imagined.named_roots, HitRate { some: 0, all: 1 });
        let correct = position(&TrueStatus::ALL, &TrueStatus::Correct);
        assert!(imagined.status[correct][correct] < 25 && imagined.answers.some == 0);
    }

    #[test]
    fn separate_counts_add_up_to_a_joint_count() {
        let trials =
            [SolverKind::Swapped, SolverKind::Skipped, SolverKind::Stopped, SolverKind::Refused]
                .map(|kind| trial(kind, Form::ValueLines));
        let mut counted_together = FormCounts::default();
        let mut sum = FormCounts::default();
        for trial in &trials {
            counted_together.count(trial, &graded(trial));
            sum.add(&counted(trial, trial));
        }
        assert_eq!(counted_together, sum);
        assert_eq!(counted_together.transcripts, 4);
    }

    #[test]
    fn alternative_causes_make_a_transcript_ambiguous() {
        let mut trial = trial(SolverKind::Swapped, Form::ValueLines);
        let truth = &mut trial.simulation.truth;
        truth.roots[0].alternatives =
            vec![solver::TrueCause::WrongOperation(stepfall_procedure::Op::Add)];
        assert!(has_one_mode(truth), "both are lost operations");
        let step = |truth: &Truth| {
            truth.steps.iter().find(|step| step.status == TrueStatus::Swapped).cloned().unwrap()
        };
        assert!(!has_one_status(truth, &step(truth)));
        truth.roots[0].alternatives = vec![solver::TrueCause::Unexplained];
        assert!(!has_one_mode(truth));
        let counts = counted(&trial, &trial);
        assert_eq!(counts.aims.primary.all, 0);
        assert_eq!((counts.ambiguous.all, counts.among.all), (1, 1));
        let counted: u64 = counts.status.iter().flatten().sum();
        assert_eq!(counted, 24);
    }

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(HitRate { some: 9_999_999, all: 10_000_000 }.parts(), 9_999);
        assert_eq!(HitRate { some: 0, all: 0 }.parts(), 10_000);
    }
}
