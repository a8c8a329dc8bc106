//! The values of steps in each arithmetic, and the form of an answer, with `num-rational`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op, Operand, Procedure, Step};

pub(crate) type Exact = BigRational;

pub(crate) fn whole(value: i64) -> Exact {
    Exact::from_integer(value.into())
}

/// Parses a fraction, a decimal or a whole number.
pub(crate) fn read(text: &str) -> Exact {
    if let Some((top, bottom)) = text.split_once('/') {
        return Exact::new(top.parse().unwrap(), bottom.parse().unwrap());
    }
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let scale = BigInt::from(10).pow(u32::try_from(after.len()).unwrap());
    Exact::new(format!("{before}{after}").parse().unwrap(), scale)
}

/// Converts a value of the library to an exact value.
pub(crate) fn exact(number: &Number) -> Exact {
    match number.to_fraction() {
        Some((top, 1)) => whole(top),
        Some((top, bottom)) => Exact::new(top.into(), bottom.into()),
        None => read(&number.to_string()),
    }
}

/// Rounds a value to `places` decimals, half away from zero.
pub(crate) fn rounded(value: &Exact, places: u32) -> Exact {
    let scale = BigInt::from(10).pow(places);
    let doubled: BigInt = value.numer().abs() * &scale * 2 + value.denom();
    let units = doubled / (value.denom() * 2);
    let magnitude = Exact::new(units, scale);
    if value.is_negative() { -magnitude } else { magnitude }
}

/// Returns the value of `left op right`, or `None` if the divisor is zero.
pub(crate) fn apply(arithmetic: Arithmetic, op: Op, left: &Exact, right: &Exact) -> Option<Exact> {
    let result = match op {
        Op::Add => left + right,
        Op::Sub => left - right,
        Op::Mul => left * right,
        Op::Div if right.is_zero() => return None,
        Op::Div => left / right,
        _ => panic!("no drawn procedure has {op}"),
    };
    Some(match arithmetic {
        Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => result,
        Arithmetic::Decimal { places } => rounded(&result, places.into()),
        Arithmetic::Modular { modulus } => {
            assert!(result.denom().is_one(), "no division has a residue here");
            let modulus = BigInt::from(modulus);
            Exact::from_integer(((result.numer() % &modulus) + &modulus) % modulus)
        }
    })
}

/// Returns the value of an operand, given the values so far, `S1` first.
fn operand(operand: Operand, values: &[Exact]) -> Exact {
    match operand {
        Operand::Value(number) => values[usize::from(number) - 1].clone(),
        Operand::Constant(constant) => whole(constant.to_whole().unwrap()),
    }
}

/// Returns the value of a step, given the values so far, or `None` if the divisor is zero.
pub(crate) fn compute(arithmetic: Arithmetic, step: Step, values: &[Exact]) -> Option<Exact> {
    let (left, right) = (operand(step.left, values), operand(step.right, values));
    apply(arithmetic, step.op, &left, &right)
}

/// Returns all values of a procedure, `S1` first, or `None` if a divisor is zero.
pub(crate) fn evaluate(procedure: &Procedure) -> Option<Vec<Exact>> {
    let mut values: Vec<Exact> = procedure.inputs.iter().map(exact).collect();
    for &step in &procedure.steps {
        values.push(compute(procedure.arithmetic, step, &values)?);
    }
    Some(values)
}

/// Returns the answer for a last value.
pub(crate) fn answer(arithmetic: Arithmetic, last: &Exact) -> Exact {
    match arithmetic {
        Arithmetic::Paper { .. } => rounded(last, 3),
        _ => last.clone(),
    }
}

/// Formats an answer as a prompt asks for it.
pub(crate) fn answer_text(arithmetic: Arithmetic, answer: &Exact) -> String {
    match arithmetic {
        Arithmetic::Integer | Arithmetic::Modular { .. } | Arithmetic::Rational => {
            fraction_text(answer)
        }
        Arithmetic::Decimal { places } => fixed_text(answer, places.into()),
        Arithmetic::Paper { .. } => fixed_text(answer, 3),
    }
}

/// Formats a fraction in lowest terms with a positive denominator. A denominator of 1 is left out.
fn fraction_text(value: &Exact) -> String {
    if value.denom().is_one() {
        value.numer().to_string()
    } else {
        format!("{}/{}", value.numer(), value.denom())
    }
}

/// Formats a value that fits into `places` decimals, with all of them.
fn fixed_text(value: &Exact, places: u32) -> String {
    let scaled = value * Exact::from_integer(BigInt::from(10).pow(places));
    assert!(scaled.denom().is_one(), "{value} has more than {places} decimals");
    let places = usize::try_from(places).unwrap();
    let digits = format!("{:0>1$}", scaled.numer().abs().to_string(), places + 1);
    let (before, after) = digits.split_at(digits.len() - places);
    let sign = if scaled.is_negative() { "-" } else { "" };
    format!("{sign}{before}.{after}")
}
