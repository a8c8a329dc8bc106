//! Steps with independent operands: [`Condition::Unchained`](crate::Condition::Unchained).

use stepfall_number::{Budget, Number};

use crate::arithmetic::Arithmetic;
use crate::item::Item;
use crate::op::Op;
use crate::procedure::{Operand, Step};
use crate::rng::{Key, SeededRng, Stream};

/// The number of pairs of operands that are drawn to find one whose result resembles the result of
/// the original step.
const TRIES: u32 = 64;

impl Item {
    /// Draws operands for every step that resemble the original ones: the same number of digits,
    /// the same sign, the same denominator.
    ///
    /// The result also resembles the step's result, if 64 draws find such a pair. Constants stay,
    /// and a step that takes one value twice still takes one value twice.
    pub(crate) fn operands_of_their_own(&self) -> Vec<[Number; 2]> {
        let key = Key::new(&self.spec, self.seed.number(), self.index);
        let mut rng = key.stream(Stream::Operands);
        let steps = self.procedure.steps.iter().enumerate();
        steps
            .map(|(position, step)| {
                self.operands_like(*step, self.procedure.number_at(position), &mut rng)
            })
            .collect()
    }

    fn operands_like(&self, step: Step, number: u16, rng: &mut SeededRng) -> [Number; 2] {
        let arithmetic = self.procedure.arithmetic;
        let truth = [self.operand_value(step.left), self.operand_value(step.right)];
        let result = self.value(number);
        let mut last = None;
        for _ in 0..TRIES {
            let Some([left, right]) = self.draw_operands(step, &truth, result, rng) else {
                continue;
            };
            let Ok(value) = arithmetic.apply(step.op, &left, &right, Budget::default()) else {
                continue;
            };
            if arithmetic == Arithmetic::Integer && !value.is_integer() {
                continue;
            }
            if looks_like(arithmetic, &value, result) {
                return [left, right];
            }
            last = Some([left, right]);
        }
        last.unwrap_or(truth)
    }

    /// Draws a pair of operands; `None` if a drawn number does not look like the original one.
    fn draw_operands(
        &self,
        step: Step,
        truth: &[Number; 2],
        result: &Number,
        rng: &mut SeededRng,
    ) -> Option<[Number; 2]> {
        let arithmetic = self.procedure.arithmetic;
        let mut like = |operand: Operand, value: &Number| match operand {
            Operand::Constant(_) => Some(value.clone()),
            Operand::Value(_) => number_like(arithmetic, value, rng),
        };
        if step.op == Op::Div && arithmetic == Arithmetic::Integer {
            // Whole numbers are divided without a remainder, so the dividend is made of divisor and
            // quotient.
            if let Operand::Constant(_) = step.left {
                return Some(truth.clone());
            }
            let right = like(step.right, &truth[1])?;
            if step.left == step.right {
                return Some([right.clone(), right]);
            }
            let quotient = number_like(arithmetic, result, rng)?;
            let left = right.mul(&quotient, Budget::default()).ok()?;
            return looks_like(arithmetic, &left, &truth[0]).then_some([left, right]);
        }
        let left = like(step.left, &truth[0])?;
        let right =
            if step.left == step.right { left.clone() } else { like(step.right, &truth[1])? };
        Some([left, right])
    }
}

/// Returns whether two numbers have the same number of digits, sign and denominator. In modular
/// arithmetic all numbers count as similar.
fn looks_like(arithmetic: Arithmetic, first: &Number, second: &Number) -> bool {
    let form = |number: &Number| match arithmetic {
        Arithmetic::Modular { .. } => (0, false, String::new()),
        Arithmetic::Decimal { places } => {
            (number.to_fixed(u32::from(places)).len(), number.is_negative(), String::new())
        }
        Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => {
            let text = number.to_string();
            let (numerator, denominator) = text.split_once('/').unwrap_or((&text, ""));
            (numerator.len(), number.is_negative(), denominator.to_owned())
        }
    };
    form(first) == form(second)
}

/// Draws a number that resembles another number; `None` if the drawn number does not, for example
/// after reduction to lowest terms.
fn number_like(arithmetic: Arithmetic, value: &Number, rng: &mut SeededRng) -> Option<Number> {
    if let Arithmetic::Modular { modulus } = arithmetic {
        // Sums with 0, and products with 0 or 1, need no work, so neither 0 nor 1 is drawn.
        let drawn = 2 + rng.below_u32(modulus - 2);
        return Some(Number::integer(i64::from(drawn)));
    }
    let scale = if let Arithmetic::Decimal { places } = arithmetic {
        Number::integer(10i64.pow(u32::from(places)))
    } else {
        let text = value.to_string();
        text.split_once('/').map_or("1", |(_, denominator)| denominator).parse().ok()?
    };
    let whole = value.mul(&scale, Budget::default()).ok()?;
    let drawn = whole_like(&whole, rng)?.div(&scale, Budget::default()).ok()?;
    looks_like(arithmetic, &drawn, value).then_some(drawn)
}

/// Draws a whole number with as many digits and the same sign; 0 stays.
fn whole_like(whole: &Number, rng: &mut SeededRng) -> Option<Number> {
    let text = whole.to_string();
    if text == "0" {
        return Some(Number::ZERO);
    }
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let mut drawn = String::from(sign);
    for at in 0..digits.len() {
        let lowest = u32::from(at == 0);
        drawn.push(char::from_digit(lowest + rng.below_u32(10 - lowest), 10)?);
    }
    drawn.parse().ok()
}
