//! Grading of stored attempts. Each attempt is graded when it is added, and becomes a row.

use std::collections::BTreeMap;

use stepfall_condition::{Reading, read};
use stepfall_grade::StopReason;
use stepfall_procedure::{Arithmetic, GENERATOR_VERSION, Item, LineOrder, Op, Spec};
use stepfall_stats::ItemSharing;
use stepfall_sweep::{Attempt, Plan, Target};

use crate::row::{AttemptCosts, Row, TaskKey};
use crate::run::{Completion, FigureData, Missing, TargetLabel};
use crate::selection::ListedAttempt;

/// The reason why an answer has no row if this version of the generator does not make its item.
pub const NOT_GRADED: &str = "made with an unpublished generator, not graded";

/// The attempts of a plan, each graded when it is added.
#[derive(Debug)]
pub struct GradedRun {
    plan: Plan,
    items: stepfall_sweep::Items,
    rows: BTreeMap<u32, Row>,
    given_up: BTreeMap<u32, (TaskKey, String)>,
    ungraded: BTreeMap<u32, TaskKey>,
}

impl GradedRun {
    /// Creates an empty run of a plan that passed its check.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            items: stepfall_sweep::Items::default(),
            rows: BTreeMap::new(),
            given_up: BTreeMap::new(),
            ungraded: BTreeMap::new(),
        }
    }

    /// Returns the item of a task of the plan; `None` if the plan has no procedures for it.
    pub fn item(&mut self, task: &stepfall_sweep::Task) -> Option<Item> {
        self.items.item(&self.plan, task)
    }

    /// Returns the reading of an attempt, with its item. `None` if the attempt failed, does not
    /// belong to the plan, or is at an item of another generator.
    pub fn reading(&mut self, attempt: &Attempt) -> Option<(Item, Reading)> {
        let task = self.plan.task(attempt.number)?;
        let stop = match attempt.stop.as_deref() {
            Some("length") => StopReason::Length,
            _ => StopReason::Unknown,
        };
        if !attempt.is_answer() || !self.is_graded() {
            return None;
        }
        let item = self.item(&task)?;
        let reading = read(&item, task.condition, &attempt.transcript(), stop);
        Some((item, reading))
    }

    /// Adds an attempt, which replaces an earlier one at the same task. An attempt at a task that
    /// the plan does not have is ignored.
    pub fn add(&mut self, attempt: &Attempt) {
        let Some(task) = self.plan.task(attempt.number) else { return };
        let number = task.number;
        let task_key = TaskKey {
            target: task.target,
            condition: task.condition,
            steps: task.steps,
            look_back: task.look_back,
            item: task.item,
            sample: task.sample,
        };
        self.rows.remove(&number);
        self.given_up.remove(&number);
        self.ungraded.remove(&number);
        if attempt.is_answer() && !self.is_graded() {
            self.ungraded.insert(number, task_key);
        } else if let Some((item, reading)) = self.reading(attempt) {
            let is_model = self.plan.target(&task).is_some_and(Target::is_model);
            let spent = spent(attempt, is_model);
            let row = Row::of(task_key, &item, attempt.simulated, &reading, spent);
            self.rows.insert(number, row);
        } else {
            self.given_up.insert(number, (task_key, why(attempt)));
        }
    }

    /// Returns whether answers are graded: the items of the plan are those of this version of the
    /// generator.
    pub const fn is_graded(&self) -> bool {
        self.plan.generator == GENERATOR_VERSION
    }

    /// Returns the graded attempts by the numbers of their tasks.
    pub const fn rows(&self) -> &BTreeMap<u32, Row> {
        &self.rows
    }

    /// Returns the failed attempts by the numbers of their tasks, each with the reason.
    pub const fn given_up(&self) -> &BTreeMap<u32, (TaskKey, String)> {
        &self.given_up
    }

    /// Returns the answers that are stored but not graded ([`NOT_GRADED`]), by the numbers of their
    /// tasks.
    pub const fn ungraded(&self) -> &BTreeMap<u32, TaskKey> {
        &self.ungraded
    }

    /// Returns the plan whose attempts these are.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the labels of the targets.
    pub fn targets(&self) -> Vec<TargetLabel> {
        self.plan.targets.iter().map(|target| label(&self.plan, target)).collect()
    }

    /// Returns all attempts, as input for a filter.
    pub fn listed(&self) -> impl Iterator<Item = ListedAttempt<'_>> {
        let graded = self.rows.iter().map(|(number, row)| (*number, row.task, Some(row)));
        let given_up = self.given_up.iter().map(|(number, (task, _))| (*number, *task, None));
        let ungraded = self.ungraded.iter().map(|(number, task)| (*number, *task, None));
        graded.chain(given_up).chain(ungraded)
    }

    /// Returns how many of the planned attempts have an answer or failed for good.
    pub fn completion(&self) -> Completion {
        let ended = self.rows.len() + self.given_up.len() + self.ungraded.len();
        let ended = u32::try_from(ended).unwrap_or(u32::MAX);
        Completion { planned: self.plan.task_count(), ended }
    }

    /// Returns how many of the planned attempts have an answer, graded or not.
    pub fn answered_count(&self) -> usize {
        self.rows.len() + self.ungraded.len()
    }

    /// Returns whether every planned attempt has an answer.
    pub fn is_answered(&self) -> bool {
        self.answered_count() == self.plan.task_count() as usize
    }

    /// Returns the current state as a run.
    pub fn run(&self) -> FigureData {
        let missing = |(task, _): &(TaskKey, String)| Missing {
            target: task.target,
            condition: task.condition,
            steps: task.steps,
            look_back: task.look_back,
            attempts: 1,
        };
        FigureData {
            targets: self.targets(),
            rows: self.rows.values().copied().collect(),
            missing: self.given_up.values().map(missing).collect(),
            reveals_errors: self.plan.base.arithmetic == Arithmetic::Integer
                && self.plan.base.uses(Op::Div),
            is_study: is_study(&self.plan.base),
            is_confounded: is_confounded(&self.plan.base),
            completion: self.completion(),
            legend: Vec::new(),
            repeated: self.plan.repeated_cells(),
            items: if self.plan.base.nested {
                ItemSharing::Shared
            } else {
                ItemSharing::Independent
            },
            seed: self.plan.seed.number(),
        }
    }
}

/// Returns whether items of a spec are in the setting of the original study (arXiv 2605.00817), so
/// that its averages are comparable. The arithmetic must be [`Arithmetic::Paper`], as in all of its
/// reconstructed suite, no step may be a distractor, and lines must be in order. The wording and
/// the names of the study's procedures are not known, so neither counts. The comparable answer is a
/// first answer under answer-only.
pub const fn is_study(spec: &Spec) -> bool {
    matches!(spec.arithmetic, Arithmetic::Paper { .. })
        && spec.dead == 0
        && matches!(spec.lines, LineOrder::Ordered)
}

/// Returns whether the operation of a step determines its look-back: sums and differences take an
/// earlier value, products and quotients a constant. In such items the effect of the operation
/// cannot be separated from that of the look-back. Residues, as in `mod97`, take earlier values for
/// all operations.
pub fn is_confounded(spec: &Spec) -> bool {
    let takes_constants =
        !matches!(spec.arithmetic, Arithmetic::Modular { .. } | Arithmetic::Paper { .. });
    let uses = |ops: [Op; 2]| ops.into_iter().any(|op| spec.uses(op));
    takes_constants && uses([Op::Add, Op::Sub]) && uses([Op::Mul, Op::Div])
}

/// Returns the reason why an attempt failed.
fn why(attempt: &Attempt) -> String {
    let Some(error) = &attempt.error else { return String::new() };
    let status = error.status.map(|status| format!(" ({status})")).unwrap_or_default();
    let message = if error.message.is_empty() { "" } else { ": " };
    format!("{}{status}{message}{}", error.error, error.message)
}

/// Returns the label of a target: its short name, or its unique name if another target has the same
/// short name.
fn label(plan: &Plan, target: &Target) -> TargetLabel {
    let name = target.name();
    let is_shared = plan.targets.iter().filter(|other| other.name() == name).count() > 1;
    let size = match target {
        Target::Model { size, .. } => size.map(|size| f64::from(size.0) / 1_000.0),
        Target::Simulated { .. } | Target::SmallModel { .. } => None,
    };
    let name = if is_shared { target.label() } else { name };
    TargetLabel { name, is_simulated: target.is_simulated(), size }
}

/// Returns tokens, time and cost of an attempt. The time of a target that is no language model is
/// left out, because it depends on this machine.
fn spent(attempt: &Attempt, is_model: bool) -> AttemptCosts {
    let small = |count: Option<u64>| count.and_then(|count| u32::try_from(count).ok());
    AttemptCosts {
        tokens_in: small(attempt.usage.input),
        tokens_out: small(attempt.usage.output),
        reasoning: small(attempt.usage.reasoning),
        millis: is_model.then_some(attempt.duration_ms).and_then(|took| small(Some(took))),
        cost_micros: attempt.cost.map(|cost| cost.0),
    }
}

#[cfg(test)]
mod tests {
    use stepfall_solver::SolverKind;
    use stepfall_sweep::{Balance, Estimate, Next, Reply, Scheduler};

    use super::*;

    /// Returns all attempts of a plan of simulated solvers.
    fn attempts(plan: &Plan) -> Vec<Attempt> {
        let mut sweep =
            Scheduler::new(plan.clone(), Estimate::of(plan).unwrap(), &[], &Balance::default(), 1);
        let mut graded = GradedRun::new(plan.clone());
        let mut attempts = Vec::new();
        sweep.start(0);
        loop {
            match sweep.next(0) {
                Next::Ask(call) => {
                    let item = graded.item(&call.task).unwrap();
                    let text = plan.simulate(&call.task, &item).unwrap();
                    sweep.on_answered(call.id, Reply::simulated(text), 0);
                }
                Next::Store(number) => {
                    attempts.push(sweep.unsaved()[&number].clone());
                    sweep.on_stored(number);
                }
                _ => return attempts,
            }
        }
    }

    #[test]
    fn a_dialogue_is_graded_by_its_condition() {
        use stepfall_condition::{ConditionResult, DialogueSolver};
        use stepfall_procedure::Condition;
        use stepfall_solver::{Form, Solver};

        let targets = vec![Target::simulated(SolverKind::Followed, 0)];
        let conditions = vec![Condition::Verified(5), Condition::Trace];
        let plan = Plan { targets, conditions, steps: vec![10], items: 1, ..Plan::default() };
        let mut graded = GradedRun::new(plan.clone());
        let task = plan.task(0).unwrap();
        let item = graded.item(&task).unwrap();
        let solver = Solver::once(SolverKind::WrongOperand);
        let text =
            DialogueSolver::transcript(&item, task.condition, solver, Form::Trace, 1).unwrap();
        let mut attempt = attempts(&Plan { conditions: vec![Condition::Trace], ..plan })[0].clone();
        attempt.text = Some(text);
        graded.add(&attempt);
        let row = graded.rows()[&0];
        assert!(row.is_solved && row.error_category.is_none());
        assert_eq!(row.replies, 3, "one of two turns was handed back");
        let mended = ConditionResult::Turns { right: 1, turns: 2, hand_backs: 1, mended: 1 };
        assert_eq!(row.detail, mended);
    }

    #[test]
    fn attempts_are_graded_and_counted_by_target() {
        let targets = vec![
            Target::simulated(SolverKind::Followed, 0),
            Target::simulated(SolverKind::Refused, 0),
        ];
        let plan = Plan { targets, steps: vec![5, 25], items: 3, ..Plan::default() };
        let mut graded = GradedRun::new(plan.clone());
        let mut attempts = attempts(&plan);
        for attempt in &attempts {
            graded.add(attempt);
        }
        let right = |target| {
            let rows = graded.rows().values().filter(|row| row.task.target == target);
            rows.filter(|row| row.is_first_answer_correct).count()
        };
        assert_eq!((graded.rows().len(), right(0), right(1)), (12, 6, 0));
        // A failed attempt is neither correct nor incorrect.
        let attempt = &mut attempts[0];
        attempt.text = None;
        graded.add(attempt);
        assert_eq!((graded.rows().len(), graded.run().missing.len()), (11, 1));
    }
}
