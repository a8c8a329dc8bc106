//! Signs that mean other operations than usual:
//! [`Condition::Remapped`](crate::Condition::Remapped).

use crate::item::Item;
use crate::op::Op;
use crate::rng::{Key, Stream};
use crate::spec::{Spec, Wording};
use crate::wording::python_sign;

/// The operation that each sign means. No sign of the arithmetic has its usual meaning, and no two
/// signs have the same meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signs {
    /// The meaning of each sign, in the order of [`Op::ALL`]. A sign that the arithmetic lacks has
    /// its usual meaning.
    meanings: [Op; 4],
}

impl Signs {
    /// Creates the meanings of the signs of an arithmetic: the sign of `operations[i]` means
    /// `meant_ops[i]`. `None` if a sign keeps its meaning, if two signs have the same meaning, or
    /// if a meaning is not one of `operations`. Also `None` if the lists differ in length.
    pub fn new(operations: &[Op], meant_ops: &[Op]) -> Option<Self> {
        let mut meanings = Op::ALL;
        let is_new = |at: usize| {
            meant_ops[at] != operations[at]
                && operations.contains(&meant_ops[at])
                && !meant_ops[..at].contains(&meant_ops[at])
        };
        if operations.len() != meant_ops.len() || !(0..meant_ops.len()).all(is_new) {
            return None;
        }
        for (sign, meaning) in operations.iter().zip(meant_ops) {
            meanings[sign.index()] = *meaning;
        }
        Some(Self { meanings })
    }

    /// Draws the meanings for an item. Every order of the operations in which none keeps its place
    /// is equally likely.
    pub(crate) fn draw(item: &Item) -> Self {
        let operations = item.procedure.arithmetic.operations();
        let mut rng = Key::new(&item.spec, item.seed.number(), item.index).stream(Stream::Signs);
        let mut meant_ops = operations.to_vec();
        loop {
            rng.shuffle(&mut meant_ops);
            if let Some(signs) = Self::new(operations, &meant_ops) {
                return signs;
            }
        }
    }

    /// Returns the operation that a sign means. Signs that only custom procedures have keep their
    /// meaning.
    pub const fn meaning(self, sign: Op) -> Op {
        if sign.is_drawn() { self.meanings[sign.index()] } else { sign }
    }

    /// Returns the sign that means an operation.
    pub fn sign(self, op: Op) -> Op {
        Op::ALL.into_iter().find(|sign| self.meaning(*sign) == op).unwrap_or(op)
    }

    /// Returns the meanings as a prompt states them.
    pub(crate) fn sentence(self, spec: &Spec) -> String {
        let operations = spec.arithmetic.operations().iter();
        let meanings: Vec<String> = match spec.wording {
            Wording::English => operations
                .map(|sign| {
                    let (says, means) = (in_english(*sign), in_english(self.meaning(*sign)));
                    format!("\"{says}\" means to {means}")
                })
                .collect(),
            Wording::Assignments | Wording::Python | Wording::Json => operations
                .map(|sign| {
                    let written = match spec.wording {
                        Wording::Python => python_sign(spec.arithmetic, *sign).to_owned(),
                        _ => sign.to_string(),
                    };
                    let meaning = match self.meaning(*sign) {
                        Op::Add => "plus",
                        Op::Sub => "minus",
                        Op::Mul => "times",
                        _ => "divided by",
                    };
                    format!("x {written} y is x {meaning} y")
                })
                .collect(),
        };
        let what = match spec.wording {
            Wording::English => "words for operations",
            Wording::Assignments | Wording::Python | Wording::Json => "signs",
        };
        let [before @ .., last] = &meanings[..] else { return String::new() };
        format!("The {what} do not mean what they usually mean: {}, and {last}.", before.join(", "))
    }
}

/// Returns an operation on two operands in the English wording, without its capital.
const fn in_english(op: Op) -> &'static str {
    match op {
        Op::Add => "add x and y",
        Op::Sub => "subtract y from x",
        Op::Mul => "multiply x by y",
        _ => "divide x by y",
    }
}
