//! Properties of all simulations: the truth agrees with the text and with the item, and everything
//! depends only on the arguments.

use std::collections::{BTreeMap, BTreeSet};

use stepfall_number::{Budget, Number};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, NameStyle, Op, Operand, Seed, Spec, Step,
    for_each_single_error,
};
use stepfall_solver::{
    ArithmeticError, ErrorFrequency, Form, Location, Rate, ReadAnswer, Simulation, Solver,
    SolverKind, TrueCause, TrueMode, TrueStatus, simulate,
};

use crate::oracle::{checked, pairs};

const ARITHMETICS: [Arithmetic; 7] = [
    Arithmetic::Integer,
    Arithmetic::Modular { modulus: 97 },
    Arithmetic::Modular { modulus: 9_973 },
    Arithmetic::Decimal { places: 2 },
    Arithmetic::Rational,
    Arithmetic::Paper { places: 3 },
    Arithmetic::Paper { places: 0 },
];

fn item(spec: Spec, seed: u64) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
}

/// Returns whether `simulate` is documented to return `None` for these arguments, whatever the item
/// is.
fn is_excluded(kind: SolverKind, arithmetic: Arithmetic, condition: Condition, form: Form) -> bool {
    let looks_up = condition == Condition::Copy;
    let is_unchained = condition == Condition::Unchained;
    let has_whole_values =
        looks_up || matches!(arithmetic, Arithmetic::Integer | Arithmetic::Modular { .. });
    let shows_operands = form.shows_operands(condition);
    let needs_steps = !matches!(
        kind,
        SolverKind::Followed
            | SolverKind::SelfCorrected
            | SolverKind::TalkedOut
            | SolverKind::Refused
            | SolverKind::LostFormat
            | SolverKind::RightWorkNotShown
            | SolverKind::WrongWorkNotShown
    );
    if condition == Condition::AnswerOnly && needs_steps {
        return true;
    }
    match kind {
        SolverKind::Swapped => looks_up,
        SolverKind::WrongOperand => is_unchained && !shows_operands,
        SolverKind::ForeignOperand => looks_up || !shows_operands,
        SolverKind::Rounded | SolverKind::LostFormat => has_whole_values,
        SolverKind::ArithmeticError(ArithmeticError::Other) => !shows_operands,
        SolverKind::ArithmeticError(ArithmeticError::Sign) => {
            !looks_up && matches!(arithmetic, Arithmetic::Modular { .. })
        }
        SolverKind::Unexplained => shows_operands,
        SolverKind::WrongItem => looks_up && !shows_operands,
        SolverKind::Cancellation => looks_up || is_unchained,
        SolverKind::Recovered
        | SolverKind::Skipped
        | SolverKind::Folded
        | SolverKind::RightWorkNotShown
        | SolverKind::RightAnswerWrongProcedure => is_unchained,
        SolverKind::Revised
        | SolverKind::Repeated
        | SolverKind::SelfCorrected
        | SolverKind::TalkedOut => form == Form::Json,
        _ => false,
    }
}

/// Returns whether `simulate` is documented to return `None` for some items.
fn may_lack(kind: SolverKind, arithmetic: Arithmetic, condition: Condition) -> bool {
    match kind {
        _ if condition == Condition::Copy => kind == SolverKind::AnswerOfAnotherStep,
        SolverKind::Unannounced => matches!(arithmetic, Arithmetic::Paper { .. }),
        SolverKind::Rounded => matches!(arithmetic, Arithmetic::Paper { places: 0 }),
        SolverKind::Cancellation | SolverKind::LostFormat | SolverKind::AnswerOfAnotherStep => true,
        SolverKind::ArithmeticError(
            ArithmeticError::OffByOne | ArithmeticError::Carry | ArithmeticError::Magnitude,
        ) => {
            matches!(arithmetic, Arithmetic::Rational | Arithmetic::Paper { .. })
        }
        _ => false,
    }
}

#[test]
fn every_kind_and_form_is_simulated_or_documented_as_impossible() {
    let mut possible = BTreeSet::new();
    for arithmetic in ARITHMETICS {
        let item = item(Spec { steps: 14, ..Spec::new(arithmetic) }, 4);
        for condition in Condition::PLAIN {
            for (kind, form) in pairs() {
                let some = checked(&item, condition, Solver::once(kind), form, 2).is_some();
                let excluded = is_excluded(kind, arithmetic, condition, form);
                let lacks = may_lack(kind, arithmetic, condition);
                let what = format!("{} {} {arithmetic:?} {condition:?}", kind.slug(), form.slug());
                assert!(!(some && excluded), "{what} is not excluded");
                assert!(some || excluded || lacks, "{what} is missing");
                if some && condition == Condition::Trace {
                    possible.insert((kind.slug(), form.slug()));
                }
            }
        }
    }
    for (kind, form) in pairs() {
        let excluded = is_excluded(kind, Arithmetic::Rational, Condition::Trace, form);
        assert_eq!(possible.contains(&(kind.slug(), form.slug())), !excluded, "{kind:?} {form:?}");
    }
}

/// Returns the primary mode of a kind that fails once, and another primary mode that is also valid
/// if the answer is correct.
fn primaries(kind: SolverKind) -> (TrueMode, Option<TrueMode>) {
    let right = TrueMode::RightAnswerWrongProcedure;
    match kind {
        SolverKind::Followed
        | SolverKind::Unannounced
        | SolverKind::RightWorkNotShown
        | SolverKind::Folded
        | SolverKind::Revised
        | SolverKind::Repeated
        | SolverKind::OutOfOrder => (TrueMode::Followed, None),
        SolverKind::WrongOperand | SolverKind::ForeignOperand => {
            (TrueMode::LostOperand, Some(right))
        }
        SolverKind::Swapped | SolverKind::WrongOperation => (TrueMode::LostOperation, Some(right)),
        SolverKind::ArithmeticError(_) => (TrueMode::Slipped, Some(right)),
        SolverKind::Rounded => (TrueMode::LostPrecision, Some(right)),
        SolverKind::Unexplained => (TrueMode::Unexplained, Some(right)),
        SolverKind::AnswerUnexplained => (TrueMode::Unexplained, None),
        SolverKind::Skipped => (TrueMode::LostPlace, Some(right)),
        SolverKind::AnswerOfAnotherStep => (TrueMode::LostPlace, None),
        SolverKind::Stopped => (TrueMode::UnderExecuted, None),
        SolverKind::MissingAnswer => (TrueMode::MissingAnswer, None),
        SolverKind::PrematureAnswer => (TrueMode::PrematureAnswer, None),
        SolverKind::SelfCorrected => (TrueMode::SelfCorrected, None),
        SolverKind::TalkedOut => (TrueMode::TalkedOut, None),
        SolverKind::ExtraSteps => (TrueMode::ExtraSteps, Some(right)),
        SolverKind::Truncated => (TrueMode::Truncated, None),
        SolverKind::Refused => (TrueMode::Refused, None),
        SolverKind::AnswerMiscopied => (TrueMode::Slipped, None),
        SolverKind::LostFormat => (TrueMode::LostFormat, None),
        SolverKind::WrongWorkNotShown => (TrueMode::WrongWorkNotShown, None),
        SolverKind::RightAnswerWrongProcedure => (right, None),
        SolverKind::WrongItem => (TrueMode::WrongItem, None),
        // The error may be of any kind, and the answer may be correct again.
        SolverKind::Recovered | SolverKind::Cancellation | SolverKind::Mixed => {
            (right, Some(right))
        }
    }
}

#[test]
fn each_kind_has_its_primary_mode() {
    for arithmetic in ARITHMETICS {
        let item = item(Spec { steps: 14, ..Spec::new(arithmetic) }, 5);
        for (kind, form) in pairs() {
            let solver = Solver::once(kind);
            let Some(Simulation { truth, .. }) = checked(&item, Condition::Free, solver, form, 5)
            else {
                continue;
            };
            let (incorrect, right) = primaries(kind);
            let is_any = matches!(
                kind,
                SolverKind::Recovered | SolverKind::Cancellation | SolverKind::Mixed
            );
            let fits = truth.primary == incorrect || Some(truth.primary) == right || is_any;
            assert!(fits, "{} {}: {}", kind.slug(), form.slug(), truth.label());
            let has = |status| truth.steps.iter().any(|step| step.status == status);
            match kind {
                SolverKind::Recovered => assert!(has(TrueStatus::Recovered)),
                SolverKind::Cancellation => {
                    assert!(truth.steps.iter().any(|step| step.by_cancellation));
                }
                SolverKind::Folded => assert!(truth.modes.contains(&TrueMode::Folded)),
                SolverKind::Repeated | SolverKind::OutOfOrder => {
                    assert_eq!(truth.modes, [TrueMode::LostPlace, TrueMode::Followed]);
                }
                _ if kind.is_rated() => assert_eq!(truth.roots.len(), 1),
                _ => {}
            }
        }
    }
}

#[test]
fn trace_without_errors_matches_the_item() {
    for arithmetic in ARITHMETICS {
        let item =
            item(Spec { steps: 9, names: NameStyle::Scattered, ..Spec::new(arithmetic) }, 11);
        let simulation =
            checked(&item, Condition::Trace, Solver::once(SolverKind::Followed), Form::Trace, 0)
                .unwrap();
        // Negative numbers after a sign are in parentheses, and so are fractions next to `*` and
        // `/`.
        let value = |operand, op: Op, is_right: bool| {
            let text = match operand {
                Operand::Value(number) => arithmetic.value_text(item.value(number)),
                Operand::Constant(_) => item.operand_text(operand),
            };
            let divides = text.contains('/') && matches!(op, Op::Mul | Op::Div);
            let is_enclosed = divides || is_right && text.starts_with('-');
            if is_enclosed { format!("({text})") } else { text }
        };
        let line = |(number, step): (u16, &Step)| {
            let (left, right) = (item.operand_text(step.left), item.operand_text(step.right));
            let (x, y) = (value(step.left, step.op, false), value(step.right, step.op, true));
            let (name, op) = (item.name(number), step.op);
            let result = arithmetic.value_text(item.value(number));
            format!("{name} = {left} {op} {right} = {x} {op} {y} = {result}")
        };
        let mut lines: Vec<String> = (3u16..).zip(&item.procedure.steps).map(line).collect();
        lines.push(format!("Answer: {}", item.answer_text()));
        assert_eq!(simulation.transcript, lines.join("\n"));
        assert_eq!(simulation.truth.modes, [TrueMode::Followed]);
        assert_eq!(simulation.truth.first, ReadAnswer::Value(item.answer()));
    }
}

#[test]
fn the_same_arguments_give_the_same_simulation() {
    let item = item(Spec::default(), 3);
    for (kind, form) in pairs() {
        let run = |seed| simulate(&item, Condition::Trace, &Solver::once(kind), form, seed);
        assert_eq!(run(9), run(9));
    }
    let texts = |form| -> BTreeSet<String> {
        let solver = Solver::once(SolverKind::WrongOperand);
        let run = |seed| simulate(&item, Condition::Trace, &solver, form, seed).unwrap().transcript;
        (0..40).map(run).collect()
    };
    assert!(Form::ALL.into_iter().all(|form| texts(form).len() > 20));
}

#[test]
fn errors_occur_at_the_requested_rate() {
    let generator = Generator::new(Spec::default()).unwrap();
    let items: Vec<Item> =
        (0..80).map(|seed| generator.item(Seed::wrapping(seed), 0).unwrap()).collect();
    let count = |kind, frequency| -> usize {
        let solver = Solver { kind, frequency };
        let run = |(item, seed)| checked(item, Condition::Trace, solver, Form::Trace, seed);
        items.iter().zip(0..).map(|pair| run(pair).unwrap().truth.roots.len()).sum()
    };
    let rate = Rate::per_ten_thousand;
    for kind in [
        SolverKind::Mixed,
        SolverKind::WrongOperand,
        SolverKind::ArithmeticError(ArithmeticError::Digit),
    ] {
        assert_eq!(count(kind, ErrorFrequency::PerStep(rate(0))), 0);
        assert_eq!(count(kind, ErrorFrequency::Once), items.len());
        assert_eq!(count(kind, ErrorFrequency::AtLeastOnce(rate(0))), items.len());
        // There are 2,000 steps, but not all can fail. After an uneven division, values are
        // fractions, and no error has a fraction as its result.
        let tenth = count(kind, ErrorFrequency::PerStep(rate(1_000)));
        assert!((110..240).contains(&tenth), "{kind:?}: {tenth}");
        assert!(count(kind, ErrorFrequency::AtLeastOnce(rate(1_000))) > tenth);
    }
    let lengths = [5, 20, 80].map(|steps| {
        let generator = Generator::new(Spec { steps, ..Spec::default() }).unwrap();
        let is_correct = |seed: &u64| {
            let item = generator.item(Seed::wrapping(*seed), 0).unwrap();
            let solver = Solver::careless(rate(200));
            let truth =
                checked(&item, Condition::Trace, solver, Form::ValueLines, *seed).unwrap().truth;
            truth.first == ReadAnswer::Value(item.answer())
        };
        (0..100).filter(is_correct).count()
    });
    assert!(
        lengths[0] > 80 && lengths[0] > lengths[1] + 10 && lengths[1] > lengths[2] + 10,
        "{lengths:?}"
    );
}

#[test]
fn slugs_are_unique_and_parse_back() {
    for kind in SolverKind::ALL {
        assert_eq!(SolverKind::from_slug(kind.slug()), Some(kind));
    }
    for form in Form::ALL {
        assert_eq!(Form::from_slug(form.slug()), Some(form));
    }
    let slugs =
        |slugs: Vec<&'static str>| slugs.len() == slugs.into_iter().collect::<BTreeSet<_>>().len();
    assert!(slugs(TrueMode::ALL.iter().map(|mode| mode.slug()).collect()));
    assert!(slugs(TrueStatus::ALL.iter().map(|status| status.slug()).collect()));
    assert!(slugs(
        ArithmeticError::ALL.iter().map(|arithmetic_error| arithmetic_error.slug()).collect()
    ));
    assert_eq!(SolverKind::from_slug("careful"), None);
}

#[test]
fn values_without_operands_can_be_ambiguous() {
    let generator = Generator::new(Spec::default()).unwrap();
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for seed in 0..60 {
        let item = generator.item(Seed::wrapping(seed), 0).unwrap();
        for kind in [
            SolverKind::WrongOperand,
            SolverKind::WrongOperation,
            SolverKind::Swapped,
            SolverKind::Unexplained,
        ] {
            for form in [Form::Trace, Form::ValueLines] {
                let simulation = simulate(&item, Condition::Trace, &Solver::once(kind), form, seed);
                let ambiguous =
                    simulation.is_some_and(|simulation| simulation.truth.is_ambiguous());
                counts.entry(kind.slug()).or_default()[usize::from(form == Form::ValueLines)] +=
                    usize::from(ambiguous);
            }
        }
    }
    // Swapping the operands of a difference changes only its sign, like `ArithmeticError::Sign`.
    assert_eq!(counts["swapped"], [0, 60]);
    assert_eq!(counts["unexplained"], [0, 0]);
    assert_eq!(counts["wrong-operand"][0], 0);
    assert!((1..30).contains(&counts["wrong-operand"][1]), "{counts:?}");
}

/// Returns which sorts of single errors give this value at a step: another operand, swapped
/// operands, another operation.
fn sorts(item: &Item, number: u16, value: &Number) -> [bool; 3] {
    let position = usize::from(number) - 3;
    let right = item.procedure.steps[position];
    let mut sorts = [false; 3];
    for_each_single_error(&item.procedure, item.spec.look_back.reach(), position, |altered| {
        let given = item.procedure.compute(altered, &item.values, Budget::default());
        if given.is_ok_and(|given| given == *value) {
            let swapped = (altered.left, altered.right) == (right.right, right.left);
            sorts[if altered.op == right.op { usize::from(swapped) } else { 2 }] = true;
        }
    });
    sorts
}

#[test]
fn values_without_operands_name_every_possible_cause() {
    for arithmetic in ARITHMETICS {
        let generator = Generator::new(Spec { steps: 12, ..Spec::new(arithmetic) }).unwrap();
        for seed in 0..30 {
            let item = generator.item(Seed::wrapping(seed), 0).unwrap();
            for kind in SolverKind::ALL.into_iter().filter(|kind| kind.is_rated()) {
                let solver = Solver::once(kind);
                let Some(Simulation { truth, .. }) =
                    simulate(&item, Condition::Trace, &solver, Form::Sentence, seed)
                else {
                    continue;
                };
                let Location::Step(number) = truth.roots[0].place else {
                    panic!("{kind:?} has no error at a step");
                };
                let step = &truth.steps[usize::from(number) - 3];
                let root = &truth.roots[0];
                let mut named = [false; 3];
                for cause in root.alternatives.iter().chain([&root.cause]) {
                    match cause {
                        TrueCause::WrongOperand(_) => named[0] = true,
                        TrueCause::Swapped => named[1] = true,
                        TrueCause::WrongOperation(_) => named[2] = true,
                        _ => {}
                    }
                }
                assert_eq!(named, sorts(&item, number, step.claimed.as_ref().unwrap()), "{root}");
            }
        }
    }
}
