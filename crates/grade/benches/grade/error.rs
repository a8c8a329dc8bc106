//! Kinds of errors in a step.

use stepfall_procedure::{Item, Op, Step};

use crate::trace::{Line, compute};

/// The kind of an error in a step.
#[derive(Clone, Copy)]
pub(crate) enum TraceError {
    Operand,
    OffByOne,
    Operation,
    Sign,
    Swapped,
    Digit,
    Miscopied,
    Magnitude,
    Transposed,
    Unexplained,
}

use TraceError::{
    Digit, Magnitude, Miscopied, OffByOne, Operand, Operation, Sign, Swapped, Transposed,
    Unexplained,
};

impl TraceError {
    const ALL: [Self; 10] = [
        Operand,
        OffByOne,
        Operation,
        Sign,
        Swapped,
        Digit,
        Miscopied,
        Magnitude,
        Transposed,
        Unexplained,
    ];

    /// Returns the kind of error for a step position. Neighboring positions have different kinds.
    pub(crate) fn at(position: usize) -> Self {
        Self::ALL[position % Self::ALL.len()]
    }

    /// Returns a copy of a correct line that contains this error. `own` has the values of the
    /// transcript so far.
    pub(crate) fn spoil(self, line: &Line, item: &Item, step: Step, own: &[i64]) -> Line {
        let mut incorrect = line.clone();
        match self {
            Operand => replace_operand(&mut incorrect, item, step, own),
            Swapped => {
                incorrect.names.swap(0, 1);
                incorrect.values.swap(0, 1);
            }
            Operation => {
                incorrect.op = match line.op {
                    Op::Add => Op::Sub,
                    Op::Sub | Op::Mul => Op::Add,
                    _ => Op::Mul,
                }
            }
            Miscopied => incorrect.values[0] += 7,
            OffByOne | Sign | Digit | Magnitude | Transposed | Unexplained => {}
        }
        let result = compute(incorrect.op, incorrect.values);
        incorrect.result = match self {
            OffByOne => result + 1,
            Sign => -result,
            Digit => with_another_digit(result),
            Magnitude => result * 10,
            Transposed => with_two_digits_exchanged(result),
            Unexplained => result + 37,
            Operand | Swapped | Operation | Miscopied => result,
        };
        incorrect
    }
}

/// Replaces the last reference of a step by the latest value that the step does not use.
fn replace_operand(line: &mut Line, item: &Item, step: Step, own: &[i64]) {
    let referred: Vec<u16> = step.references().collect();
    let side = usize::from(step.right.reference().is_some());
    let last = u16::try_from(own.len()).unwrap_or(u16::MAX);
    if let Some(number) = (1..=last).rev().find(|number| !referred.contains(number)) {
        line.names[side] = item.name(number);
        line.values[side] = own[usize::from(number) - 1];
    }
}

/// Returns the number with another first digit.
fn with_another_digit(value: i64) -> i64 {
    let mut place = 1;
    while value.abs() / place > 9 {
        place *= 10;
    }
    let shift = if value.abs() / place < 9 { place } else { -place };
    value + shift * value.signum()
}

/// Returns the number with its last two digits exchanged.
fn with_two_digits_exchanged(value: i64) -> i64 {
    let (tens, units) = (value / 10 % 10, value % 10);
    value - tens * 10 - units + units * 10 + tens
}
