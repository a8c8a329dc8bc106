//! Simulated solvers under every condition: the error categories that are found.

use std::collections::BTreeMap;

use stepfall_condition::{DialogueSolver, read};
use stepfall_figure::{AttemptCosts, ErrorCategory, Row, TaskKey};
use stepfall_grade::StopReason;
use stepfall_procedure::{Arithmetic, Condition, Generator, Seed, Spec};
use stepfall_solver::{ArithmeticError, ErrorFrequency, Form, Solver, SolverKind};

/// The number of items for each solver.
const ITEMS: u32 = 20;
/// The number of steps of the items.
const STEPS: u16 = 15;

/// The tested kinds of solvers, each with the error category that its errors cause.
const SOLVERS: [(SolverKind, ErrorCategory); 9] = [
    (SolverKind::Rounded, ErrorCategory::Precision),
    (SolverKind::WrongOperand, ErrorCategory::Operand),
    (SolverKind::Swapped, ErrorCategory::Operation),
    (SolverKind::WrongOperation, ErrorCategory::Operation),
    (SolverKind::ArithmeticError(ArithmeticError::Digit), ErrorCategory::Arithmetic),
    (SolverKind::ArithmeticError(ArithmeticError::OffByOne), ErrorCategory::Arithmetic),
    (SolverKind::Skipped, ErrorCategory::Place),
    (SolverKind::Truncated, ErrorCategory::Truncation),
    (SolverKind::WrongWorkNotShown, ErrorCategory::WorkNotShown),
];

/// The diagnosis of a solver under a condition.
#[derive(Default)]
struct Outcome {
    attempts: u32,
    solved: u32,
    error_categories: BTreeMap<ErrorCategory, u32>,
}

impl Outcome {
    /// Returns the most frequent error category of incorrect attempts, with its count.
    fn most_frequent(&self) -> Option<(ErrorCategory, u32)> {
        let most = |first: &(&ErrorCategory, &u32), second: &(&ErrorCategory, &u32)| {
            first.1.cmp(second.1).then(second.0.cmp(first.0))
        };
        self.error_categories
            .iter()
            .max_by(most)
            .map(|(error_category, number)| (*error_category, *number))
    }

    fn incorrect(&self) -> u32 {
        self.attempts - self.solved
    }

    fn text(&self) -> String {
        match (self.attempts, self.most_frequent()) {
            (0, _) => "cannot fail so".to_owned(),
            (all, None) => format!("{all} of {all} solved"),
            (all, Some((error_category, number))) => {
                let (solved, incorrect) = (self.solved, self.incorrect());
                format!(
                    "{solved} of {all} solved; {} {number} of {incorrect}",
                    error_category.slug()
                )
            }
        }
    }
}

/// Returns the spec of the procedures for a solver: decimals if it rounds, else integers.
fn spec(kind: SolverKind) -> Spec {
    let arithmetic = match kind {
        SolverKind::Rounded => Arithmetic::Decimal { places: 2 },
        _ => Arithmetic::Integer,
    };
    Spec { steps: STEPS, ..Spec::new(arithmetic) }
}

fn outcome(kind: SolverKind, condition: Condition) -> Outcome {
    let form = if condition == Condition::Structured { Form::Json } else { Form::Trace };
    let generator = Generator::new(spec(kind)).unwrap();
    let mut outcome = Outcome::default();
    for number in 0..ITEMS {
        let item = generator.item(Seed::wrapping(42), number).unwrap();
        let solver = Solver { kind, frequency: ErrorFrequency::Once };
        let seed = number.into();
        let text = DialogueSolver::transcript(&item, condition, solver, form, seed);
        let Some(text) = text else { continue };
        let reading = read(&item, condition, &text, StopReason::Unknown);
        let task =
            TaskKey { target: 0, condition, steps: STEPS, look_back: 5, item: number, sample: 0 };
        let row = Row::of(task, &item, true, &reading, AttemptCosts::default());
        assert_eq!(
            row.is_solved,
            row.error_category.is_none(),
            "every incorrect attempt has one loss"
        );
        outcome.attempts += 1;
        outcome.solved += u32::from(row.is_solved);
        if let Some(error_category) = row.error_category {
            *outcome.error_categories.entry(error_category).or_default() += 1;
        }
    }
    outcome
}

#[test]
fn the_diagnosis_of_every_solver_under_every_condition() {
    let mut table = String::new();
    let kinds = SOLVERS.map(|(kind, _)| kind).into_iter().chain([SolverKind::Mixed]);
    for kind in kinds {
        table.push_str(&format!("{}\n", kind.slug()));
        for condition in Condition::OFFERED {
            let diagnosis = outcome(kind, condition).text();
            table.push_str(&format!("  {:<16} {diagnosis}\n", condition.slug()));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn under_trace_every_solver_has_its_own_loss() {
    for (kind, error_category) in SOLVERS {
        let outcome = outcome(kind, Condition::Trace);
        let (main, number) = outcome.most_frequent().unwrap();
        assert_eq!(main, error_category, "{}", kind.slug());
        let incorrect = outcome.incorrect();
        assert!(number * 10 >= incorrect * 9, "{}: {number} of {incorrect}", kind.slug());
    }
}

#[test]
fn conditions_that_show_the_work_agree_on_the_loss() {
    let shows = |condition: &Condition| {
        !matches!(
            condition,
            Condition::AnswerOnly | Condition::Copy | Condition::Symbolic | Condition::Isolated
        )
    };
    for (kind, error_category) in SOLVERS.into_iter().take(6) {
        for condition in Condition::OFFERED.into_iter().filter(shows) {
            let outcome = outcome(kind, condition);
            let Some((main, _)) = outcome.most_frequent() else { continue };
            assert_eq!(
                main,
                error_category,
                "{} under {condition}: {}",
                kind.slug(),
                outcome.text()
            );
        }
    }
}

#[test]
fn steps_taken_over_by_a_condition_cause_no_loss() {
    let carried_out = [
        Condition::Symbolic,
        Condition::Calculator,
        Condition::CalculatorText,
        Condition::Transcribe,
    ];
    for condition in carried_out {
        for kind in [
            SolverKind::Rounded,
            SolverKind::ArithmeticError(ArithmeticError::Digit),
            SolverKind::ArithmeticError(ArithmeticError::OffByOne),
        ] {
            let outcome = outcome(kind, condition);
            assert_eq!(outcome.incorrect(), 0, "{} under {condition}", kind.slug());
        }
    }
}

#[test]
fn isolated_steps_lose_only_arithmetic() {
    for (kind, _) in SOLVERS {
        let outcome = outcome(kind, Condition::Isolated);
        let is_operand = matches!(kind, SolverKind::WrongOperand | SolverKind::ForeignOperand);
        assert!(!is_operand || outcome.incorrect() == 0, "{}: {}", kind.slug(), outcome.text());
        let mut error_categories = outcome.error_categories.keys();
        assert!(
            error_categories.all(|error_category| matches!(
                error_category,
                ErrorCategory::Arithmetic | ErrorCategory::Precision
            )),
            "{}: {}",
            kind.slug(),
            outcome.text()
        );
    }
}
