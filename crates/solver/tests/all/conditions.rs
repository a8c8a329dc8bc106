//! Solvers under conditions that ask for other steps than those of the procedure, or print other
//! signs.

use stepfall_number::Number;
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, NameStyle, Op, Operand, RequestedSteps, Seed, Spec,
    Wording,
};
use stepfall_solver::{
    ArithmeticError, Form, ReadAnswer, Simulation, Solver, SolverKind, TrueCause, TrueMode,
    TrueStatus, simulate,
};

use crate::oracle::checked;

const ARITHMETICS: [Arithmetic; 5] = [
    Arithmetic::Integer,
    Arithmetic::Modular { modulus: 97 },
    Arithmetic::Decimal { places: 2 },
    Arithmetic::Rational,
    Arithmetic::Paper { places: 3 },
];

fn item(spec: Spec, seed: u64) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
}

fn items() -> impl Iterator<Item = Item> {
    ARITHMETICS.into_iter().flat_map(|arithmetic| {
        Wording::ALL.into_iter().map(move |wording| {
            let spec =
                Spec { steps: 12, wording, names: NameStyle::Scattered, ..Spec::new(arithmetic) };
            item(spec, 8)
        })
    })
}

fn run(
    item: &Item,
    condition: Condition,
    kind: SolverKind,
    form: Form,
    seed: u64,
) -> Option<Simulation> {
    checked(item, condition, Solver::once(kind), form, seed)
}

#[test]
fn solver_without_errors_is_correct_under_every_condition() {
    for item in items() {
        for condition in Condition::PLAIN {
            for form in Form::ALL {
                let Simulation { truth, .. } =
                    run(&item, condition, SolverKind::Followed, form, 3).unwrap();
                let right = ReadAnswer::Value(item.expected(condition));
                assert_eq!((&truth.first, &truth.last), (&right, &right), "{condition} {form:?}");
                assert_eq!(truth.modes, [TrueMode::Followed], "{condition} {form:?}");
                assert!(truth.steps.iter().all(|step| step.status == TrueStatus::Correct));
            }
        }
    }
}

/// Formats a number as an operand. A negative right operand is in parentheses, and so is a fraction
/// next to `*` or `/`. `is_right` is true for a right operand.
fn as_operand(text: &str, op: Op, is_right: bool) -> String {
    let divides = text.contains('/') && matches!(op, Op::Mul | Op::Div);
    if divides || is_right && text.starts_with('-') { format!("({text})") } else { text.to_owned() }
}

/// Returns the correct line of a step, in the form that the prompt of this condition requests.
fn requested_line(item: &Item, condition: Condition, number: u16) -> String {
    let requested = item.requested_steps(condition);
    let values = item.values_under(condition);
    let step = item.procedure.steps[usize::from(number) - 3];
    let name = item.name(number);
    let value = item.value_text_under(condition, &values[usize::from(number) - 1]);
    if let RequestedSteps::LookUps(_) = requested {
        return format!("{name} = {value}");
    }
    let operands = item.operand_values(&requested, number, &values).unwrap();
    let text = |place: usize| match [step.left, step.right][place] {
        Operand::Value(_) => item.procedure.arithmetic.value_text(&operands[place]),
        constant @ Operand::Constant(_) => item.operand_text(constant),
    };
    let (left, right) = (as_operand(&text(0), step.op, false), as_operand(&text(1), step.op, true));
    let joined = format!("{left} {} {right} = {value}", step.op);
    if let RequestedSteps::Unchained(_) = requested {
        return format!("{name} = {joined}");
    }
    let sign = match item.spec.wording {
        Wording::English => step.op,
        _ => item.printed_op(&requested, number).unwrap(),
    };
    let (left, right) = (item.operand_text(step.left), item.operand_text(step.right));
    format!("{name} = {left} {sign} {right} = {joined}")
}

#[test]
fn trace_lines_have_the_form_that_the_prompt_requests() {
    for item in items() {
        for condition in
            [Condition::Unchained, Condition::Copy, Condition::Exception, Condition::Remapped]
        {
            let simulation = run(&item, condition, SolverKind::Followed, Form::Trace, 1).unwrap();
            let numbers = 3..=item.procedure.last();
            let mut lines: Vec<String> =
                numbers.map(|number| requested_line(&item, condition, number)).collect();
            lines.push(format!("Answer: {}", item.expected_text(condition)));
            assert_eq!(simulation.transcript, lines.join("\n"), "{condition}");
        }
    }
}

#[test]
fn incorrect_value_across_the_bound_changes_the_operation() {
    let generator = Generator::new(Spec { steps: 12, ..Spec::default() }).unwrap();
    let mut changed = 0;
    for seed in 0..40 {
        let item = generator.item(Seed::wrapping(seed), 0).unwrap();
        let RequestedSteps::Exception(exception) = item.requested_steps(Condition::Exception)
        else {
            continue;
        };
        let Simulation { truth, .. } =
            run(&item, Condition::Exception, SolverKind::WrongOperand, Form::Trace, seed).unwrap();
        let mut own: Vec<Number> = item.values[..2].to_vec();
        own.extend(truth.steps.iter().filter_map(|step| step.claimed.clone()));
        for (position, step) in item.procedure.steps.iter().enumerate() {
            let is_inherited = truth.steps[position].status == TrueStatus::Inherited;
            let applies = |values: &[Number]| {
                let value_of = |operand: Operand| match operand {
                    Operand::Value(number) => values[usize::from(number) - 1].clone(),
                    Operand::Constant(constant) => constant.number(),
                };
                exception.applies(&value_of(step.left), &value_of(step.right))
            };
            let is_sum = matches!(step.op, Op::Add | Op::Sub);
            if is_inherited && is_sum && applies(&own) != applies(&item.values) {
                changed += 1;
            }
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn wrong_operation_may_be_the_usual_meaning_of_the_sign() {
    for condition in [Condition::Exception, Condition::Remapped] {
        let is_usual = |seed: u64| {
            let item = item(Spec { steps: 12, ..Spec::default() }, seed);
            let requested = item.requested_steps(condition);
            let Simulation { truth, .. } =
                run(&item, condition, SolverKind::WrongOperation, Form::Trace, seed).unwrap();
            let step = truth.steps.iter().find(|step| step.status == TrueStatus::WrongOperation);
            let number = step.unwrap().number;
            let printed = item.printed_op(&requested, number).unwrap();
            let right = item.procedure.steps[usize::from(number) - 3].op;
            printed != right && truth.roots[0].cause == TrueCause::WrongOperation(printed)
        };
        let usual = (0..40).filter(|seed| is_usual(*seed)).count();
        assert!((4..36).contains(&usual), "{usual} {condition}");
    }
}

#[test]
fn unchained_error_stays_in_its_step_and_makes_the_result_incorrect() {
    let condition = Condition::Unchained;
    for item in items() {
        for kind in [
            SolverKind::WrongOperand,
            SolverKind::ForeignOperand,
            SolverKind::Swapped,
            SolverKind::WrongOperation,
            SolverKind::ArithmeticError(ArithmeticError::Digit),
        ] {
            for seed in 0..6 {
                let Some(Simulation { truth, .. }) = run(&item, condition, kind, Form::Trace, seed)
                else {
                    continue;
                };
                let incorrect =
                    truth.steps.iter().filter(|step| step.status != TrueStatus::Correct);
                assert_eq!(incorrect.count(), 1);
                assert!(!truth.modes.contains(&TrueMode::Followed));
                assert!(!truth.modes.contains(&TrueMode::RightAnswerWrongProcedure));
            }
        }
    }
}

#[test]
fn look_up_errors_are_operand_table_or_result_errors() {
    let condition = Condition::Copy;
    for item in items() {
        let RequestedSteps::LookUps(look_ups) = item.requested_steps(condition) else {
            panic!("nothing is looked up");
        };
        for seed in 0..12 {
            let error = |kind| {
                let truth = run(&item, condition, kind, Form::Unicode, seed).unwrap().truth;
                let is_root =
                    |status| !matches!(status, TrueStatus::Correct | TrueStatus::Inherited);
                let step = truth.steps.iter().find(|step| is_root(step.status)).unwrap();
                (truth.roots[0].cause.clone(), step.clone())
            };
            let (cause, step) = error(SolverKind::WrongOperand);
            assert!(matches!(&cause, TrueCause::WrongOperand(taken) if !taken.contains(&1)));
            assert_eq!(step.status, TrueStatus::WrongOperand);
            let (cause, step) = error(SolverKind::WrongOperation);
            let right = look_ups.table_name(usize::from(step.number) - 3);
            assert!(matches!(&cause, TrueCause::WrongTable(name) if name != right));
            let (cause, step) = error(SolverKind::ArithmeticError(ArithmeticError::Digit));
            assert_eq!(cause, TrueCause::ArithmeticError(ArithmeticError::Digit));
            let is_last = step.number == item.procedure.last();
            assert!(is_last || look_ups.has(&step.claimed.unwrap()));
        }
        let kinds = [SolverKind::Swapped, SolverKind::Rounded, SolverKind::ForeignOperand];
        let none =
            |kind| simulate(&item, condition, &Solver::once(kind), Form::Unicode, 1).is_none();
        assert!(kinds.into_iter().all(none));
    }
}
