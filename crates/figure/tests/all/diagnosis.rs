//! Simulated solvers under every condition: the losses that are found.

use std::collections::BTreeMap;

use stepfall_condition::{Simulated, read};
use stepfall_figure::{Loss, Row, Spent, TaskKey};
use stepfall_grade::Stop;
use stepfall_procedure::{Arithmetic, Condition, Generator, Seed, Spec};
use stepfall_solver::{ArithmeticError, ErrorFrequency, Form, Kind, Solver};

/// The number of items for each solver.
const ITEMS: u32 = 20;
/// The number of steps of the items.
const STEPS: u16 = 15;

/// The tested kinds of solvers, each with the loss that its errors cause.
const SOLVERS: [(Kind, Loss); 9] = [
    (Kind::Rounded, Loss::Precision),
    (Kind::WrongOperand, Loss::Operand),
    (Kind::Swapped, Loss::Operation),
    (Kind::WrongOperation, Loss::Operation),
    (Kind::ArithmeticError(ArithmeticError::Digit), Loss::Arithmetic),
    (Kind::ArithmeticError(ArithmeticError::OffByOne), Loss::Arithmetic),
    (Kind::Skipped, Loss::Place),
    (Kind::Truncated, Loss::Truncation),
    (Kind::WrongWorkNotShown, Loss::WorkNotShown),
];

/// The diagnosis of a solver under a condition.
#[derive(Default)]
struct Outcome {
    attempts: u32,
    solved: u32,
    losses: BTreeMap<Loss, u32>,
}

impl Outcome {
    /// Returns the most frequent loss of incorrect attempts, with its count.
    fn most_frequent(&self) -> Option<(Loss, u32)> {
        let most = |first: &(&Loss, &u32), second: &(&Loss, &u32)| {
            first.1.cmp(second.1).then(second.0.cmp(first.0))
        };
        self.losses.iter().max_by(most).map(|(loss, number)| (*loss, *number))
    }

    fn incorrect(&self) -> u32 {
        self.attempts - self.solved
    }

    fn text(&self) -> String {
        match (self.attempts, self.most_frequent()) {
            (0, _) => "cannot fail so".to_owned(),
            (all, None) => format!("{all} of {all} solved"),
            (all, Some((loss, number))) => {
                let (solved, incorrect) = (self.solved, self.incorrect());
                format!("{solved} of {all} solved; {} {number} of {incorrect}", loss.slug())
            }
        }
    }
}

/// Returns the spec of the procedures for a solver: decimals if it rounds, else integers.
fn spec(kind: Kind) -> Spec {
    let arithmetic = match kind {
        Kind::Rounded => Arithmetic::Decimal { places: 2 },
        _ => Arithmetic::Integer,
    };
    Spec { steps: STEPS, ..Spec::new(arithmetic) }
}

fn outcome(kind: Kind, condition: Condition) -> Outcome {
    let form = if condition == Condition::Structured { Form::Json } else { Form::Trace };
    let generator = Generator::new(spec(kind)).unwrap();
    let mut outcome = Outcome::default();
    for number in 0..ITEMS {
        let item = generator.item(Seed::wrapping(42), number).unwrap();
        let solver = Solver { kind, frequency: ErrorFrequency::Once };
        let seed = number.into();
        let text = Simulated::transcript(&item, condition, solver, form, seed);
        let Some(text) = text else { continue };
        let reading = read(&item, condition, &text, Stop::Unknown);
        let task =
            TaskKey { target: 0, condition, steps: STEPS, look_back: 5, item: number, sample: 0 };
        let row = Row::of(task, &item, true, &reading, Spent::default());
        assert_eq!(row.solved, row.loss.is_none(), "every incorrect attempt has one loss");
        outcome.attempts += 1;
        outcome.solved += u32::from(row.solved);
        if let Some(loss) = row.loss {
            *outcome.losses.entry(loss).or_default() += 1;
        }
    }
    outcome
}

#[test]
fn the_diagnosis_of_every_solver_under_every_condition() {
    let mut table = String::new();
    let kinds = SOLVERS.map(|(kind, _)| kind).into_iter().chain([Kind::Mixed]);
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
    for (kind, loss) in SOLVERS {
        let outcome = outcome(kind, Condition::Trace);
        let (main, number) = outcome.most_frequent().unwrap();
        assert_eq!(main, loss, "{}", kind.slug());
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
    for (kind, loss) in SOLVERS.into_iter().take(6) {
        for condition in Condition::OFFERED.into_iter().filter(shows) {
            let outcome = outcome(kind, condition);
            let Some((main, _)) = outcome.most_frequent() else { continue };
            assert_eq!(main, loss, "{} under {condition}: {}", kind.slug(), outcome.text());
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
            Kind::Rounded,
            Kind::ArithmeticError(ArithmeticError::Digit),
            Kind::ArithmeticError(ArithmeticError::OffByOne),
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
        let is_operand = matches!(kind, Kind::WrongOperand | Kind::ForeignOperand);
        assert!(!is_operand || outcome.incorrect() == 0, "{}: {}", kind.slug(), outcome.text());
        let mut losses = outcome.losses.keys();
        assert!(
            losses.all(|loss| matches!(loss, Loss::Arithmetic | Loss::Precision)),
            "{}: {}",
            kind.slug(),
            outcome.text()
        );
    }
}
