//! Draws procedures in the original design of arXiv 2605.00817, as far as it is known:
//! `S_i = S_(i-j) op (x or y)`, where `j` is at most the look-back, and `x` and `y` are the inputs.
//!
//! The design is reconstructed from public notes. Its items do not follow the rules that make
//! errors in other items diagnosable.

use stepfall_number::Number;

use crate::op::Op;
use crate::procedure::{Operand, Step, number_at};
use crate::rng::{Key, SeededRng, Stream};
use crate::spec::{LookBack, Spec};

/// Draws inputs and steps; `None` only if the spec leaves no input or no operation.
pub(crate) fn draw_paper(spec: &Spec, key: Key) -> Option<([Number; 2], Vec<Step>)> {
    let mut inputs = key.stream(Stream::Inputs);
    let first = input(spec, &mut inputs)?;
    let second = input(spec, &mut inputs)?;
    let mut rng = key.stream(Stream::Steps);
    let steps = (0..usize::from(spec.steps)).map(|position| step(spec, position, &mut rng));
    Some(([first, second], steps.collect::<Option<_>>()?))
}

/// Draws an input from the range, with the decimal places of the arithmetic. 0 is never drawn; all
/// other values are equally likely.
fn input(spec: &Spec, rng: &mut SeededRng) -> Option<Number> {
    let (low, high) = spec.drawable_inputs();
    let has_zero = (low..=high).contains(&0);
    let count =
        u64::try_from(high - low + 1 - i64::from(has_zero)).ok().filter(|&count| count > 0)?;
    let value = low.saturating_add_unsigned(rng.below(count));
    let value = if has_zero && value >= 0 { value + 1 } else { value };
    let value = if spec.inputs().signed && rng.below_u32(2) == 1 { -value } else { value };
    Number::fraction(value, spec.unit())
}

fn step(spec: &Spec, position: usize, rng: &mut SeededRng) -> Option<Step> {
    let op = Op::ALL[rng.weighted(spec.operations.map(u16::from))?];
    let this = number_at(position);
    let farthest = u16::from(spec.look_back.reach()).min(this - 1);
    let distance = match spec.look_back {
        #[expect(clippy::cast_possible_truncation, reason = "a look-back is at most 50")]
        LookBack::AtMost(_) => rng.below_u32(u32::from(farthest)) as u16 + 1,
        LookBack::Exactly(_) => farthest,
    };
    let input = if rng.below_u32(2) == 0 { 1 } else { 2 };
    Some(Step { op, left: Operand::Value(this - distance), right: Operand::Value(input) })
}
