//! The shares of errors that show: high enough on the default spec, and equal to a count by brute
//! force.

use stepfall_procedure::{
    Arithmetic, ErrorShare, Generator, Inputs, Interval, Item, LookBack, Op, Operand, Procedure,
    Seed, Spec, Step,
};

use crate::checker::oracle::{answer, compute, evaluate, exact};

/// Returns every incorrect form of one step, as the README of the crate defines single errors:
///
/// - another operand within reach in place of each reference: any other earlier value at a distance
///   of at most k, and in `paper` also an input
/// - swapped operands, where the order matters
/// - another operation of the arithmetic
///
/// An incorrect form must differ from the step, so `S1 / S1`, which `paper` may draw, has no
/// swapped form.
fn incorrect_forms(spec: &Spec, number: u16, step: Step) -> Vec<Step> {
    let (LookBack::AtMost(reach) | LookBack::Exactly(reach)) = spec.look_back;
    let paper = matches!(spec.arithmetic, Arithmetic::Paper { .. });
    let within = |&earlier: &u16| number - earlier <= u16::from(reach) || (paper && earlier <= 2);
    let mut incorrect_forms = Vec::new();
    for other in (1..number).filter(within).map(Operand::Value) {
        if matches!(step.left, Operand::Value(_)) && step.left != other {
            incorrect_forms.push(Step { left: other, ..step });
        }
        if matches!(step.right, Operand::Value(_)) && step.right != other {
            incorrect_forms.push(Step { right: other, ..step });
        }
    }
    if matches!(step.op, Op::Sub | Op::Div) && step.left != step.right {
        incorrect_forms.push(Step { left: step.right, right: step.left, ..step });
    }
    for &op in spec.arithmetic.operations() {
        if op != step.op {
            incorrect_forms.push(Step { op, ..step });
        }
    }
    incorrect_forms
}

/// Returns the shares of single errors that change their step and the answer, by carrying out every
/// error to the end. A division by zero counts as a change.
fn brute_force(item: &Item) -> (ErrorShare, ErrorShare) {
    let arithmetic = item.spec.arithmetic;
    let procedure = &item.procedure;
    let truth = evaluate(procedure).unwrap();
    let correct = answer(arithmetic, truth.last().unwrap());
    let (mut at_step, mut in_answer) = (ErrorShare::default(), ErrorShare::default());
    for (position, &step) in procedure.steps.iter().enumerate() {
        let number = u16::try_from(position).unwrap() + 3;
        for incorrect in incorrect_forms(&item.spec, number, step) {
            at_step.of += 1;
            in_answer.of += 1;
            let mut values = truth[..position + 2].to_vec();
            let altered = compute(arithmetic, incorrect, &values);
            if altered.as_ref() == Some(&truth[position + 2]) {
                continue;
            }
            at_step.shown += 1;
            values.extend(altered);
            let rest = &procedure.steps[position + 1..];
            let carried_out = values.len() == position + 3
                && rest.iter().all(|&later| {
                    let value = compute(arithmetic, later, &values);
                    let defined = value.is_some();
                    values.extend(value);
                    defined
                });
            if !carried_out || answer(arithmetic, values.last().unwrap()) != correct {
                in_answer.shown += 1;
            }
        }
    }
    (at_step, in_answer)
}

/// Compares the shares of some items of a spec with those of [`brute_force`].
fn assert_shares(spec: Spec, seeds: u64) {
    let generator = Generator::new(spec).unwrap();
    for seed in 0..seeds {
        let item = generator.item(Seed::wrapping(seed), 3).unwrap();
        let (at_step, in_answer) = brute_force(&item);
        let text = item.text();
        assert_eq!(
            item.error_share_at_step(),
            at_step,
            "at the step: {spec:?}, seed {seed}\n{text}"
        );
        assert_eq!(
            item.error_share_in_answer().unwrap(),
            in_answer,
            "in the answer: {spec:?}, seed {seed}\n{text}"
        );
    }
}

/// Compares the shares for a few specs of one arithmetic: several look-backs, short and long, with
/// and without dead steps.
fn assert_shares_of(numbers: Arithmetic) {
    let standard = Spec { steps: 18, ..Spec::new(numbers) };
    assert_shares(standard, 6);
    for look_back in
        [LookBack::AtMost(1), LookBack::AtMost(2), LookBack::Exactly(3), LookBack::AtMost(9)]
    {
        let spec = Spec { look_back, ..standard };
        assert_shares(spec, 4);
    }
    for steps in [1, 2, 5, 40] {
        assert_shares(Spec { steps, ..standard }, 4);
    }
    if !matches!(numbers, Arithmetic::Paper { .. }) {
        for dead in [20, 40] {
            assert_shares(Spec { dead, ..standard }, 4);
        }
    }
}

#[test]
fn integer_shares_equal_brute_force() {
    assert_shares_of(Arithmetic::Integer);
    let spec = Spec {
        bound: 1_000_000,
        inputs: Some(Inputs::plain(-300, 300)),
        constants: Interval::new(2, 40),
        look_back: LookBack::AtMost(7),
        ..Spec::default()
    };
    assert_shares(spec, 4);
}

#[test]
fn modular_shares_equal_brute_force() {
    assert_shares_of(Arithmetic::Modular { modulus: 97 });
    assert_shares_of(Arithmetic::Modular { modulus: 9_973 });
    let numbers = Arithmetic::Modular { modulus: 11 };
    for look_back in [LookBack::AtMost(1), LookBack::AtMost(2)] {
        let spec = Spec { look_back, ..Spec::new(numbers) };
        assert_shares(spec, 10);
    }
}

#[test]
fn decimal_shares_equal_brute_force() {
    assert_shares_of(Arithmetic::Decimal { places: 1 });
    assert_shares_of(Arithmetic::Decimal { places: 2 });
    assert_shares_of(Arithmetic::Decimal { places: 6 });
}

#[test]
fn rational_shares_equal_brute_force() {
    assert_shares_of(Arithmetic::Rational);
}

#[test]
fn paper_shares_equal_brute_force() {
    assert_shares_of(Arithmetic::Paper { places: 3 });
    assert_shares_of(Arithmetic::Paper { places: 0 });
    // Small whole inputs, so that some values are 0 and some errors divide by zero.
    let spec = Spec {
        inputs: Some(Inputs::plain(-1, 1)),
        look_back: LookBack::AtMost(4),
        ..Spec::new(Arithmetic::Paper { places: 0 })
    };
    assert_shares(spec, 40);
}

#[test]
fn default_spec_reaches_its_target_shares() {
    let generator = Generator::new(Spec::default()).unwrap();
    let (mut at_step, mut in_answer) = (0.0, 0.0);
    let mean_of = |share: ErrorShare| f64::from(share.shown) / f64::from(share.of) / 1_000.0;
    for seed in 0..1_000 {
        let item = generator.item(Seed::wrapping(seed), 0).unwrap();
        at_step += mean_of(item.error_share_at_step());
        in_answer += mean_of(item.error_share_in_answer().unwrap());
    }
    println!("errors show at the step in {at_step:.4}, in the answer in {in_answer:.4}");
    assert!(at_step >= 0.99, "{at_step}");
    assert!(in_answer >= 0.95, "{in_answer}");
}

#[test]
fn uneven_divisions_are_exact_and_division_by_zero_is_an_error() {
    // The divisions in a generated item leave no remainder. After an error in an earlier step
    // they may leave one, or divide by zero.
    let step = |op, left, right| Step { op, left, right };
    let (one, two, three) = (Operand::Value(1), Operand::Value(2), Operand::Value(3));
    let procedure = Procedure {
        arithmetic: Arithmetic::Integer,
        inputs: [3, 5].map(stepfall_number::Number::integer).to_vec(),
        steps: vec![
            step(Op::Add, one, two),
            step(Op::Div, three, one),
            step(Op::Sub, Operand::Value(4), Operand::Value(4)),
            step(Op::Div, two, Operand::Value(5)),
        ],
    };
    let budget = stepfall_number::Budget::default();
    let mut values = procedure.inputs.clone();
    for expected in ["8", "8/3", "0"] {
        let step = procedure.steps[values.len() - 2];
        let value = procedure.compute(step, &values, budget).unwrap();
        assert_eq!(value.to_string(), expected);
        values.push(value);
    }
    assert_eq!(procedure.evaluate(budget), Err(stepfall_number::NumberError::DivisionByZero));
    assert_eq!(evaluate(&procedure), None);
    assert_eq!(exact(&values[3]).to_string(), "8/3");
}
