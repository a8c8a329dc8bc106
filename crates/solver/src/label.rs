//! The truth in the notation of corpus labels.

use std::fmt;

use crate::truth::{Location, ReadAnswer, RootTruth, StepTruth, TrueCause, Truth};

impl fmt::Display for TrueCause {
    /// Writes a cause as in the `root` line of a label: `wrong-operand S8|S9`, `slip carry`,
    /// `skipped`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongOperand(taken) if taken.is_empty() => write!(f, "wrong-operand ?"),
            Self::WrongOperand(taken) => {
                let names: Vec<String> = taken.iter().map(|number| format!("S{number}")).collect();
                write!(f, "wrong-operand {}", names.join("|"))
            }
            Self::Swapped => write!(f, "swapped"),
            Self::WrongOperation(op) => write!(f, "wrong-operation {}", op.slug()),
            Self::WrongTable(name) => write!(f, "wrong-table {name}"),
            Self::ArithmeticError(arithmetic_error) => {
                write!(f, "slip {}", arithmetic_error.slug())
            }
            Self::Rounded => write!(f, "rounded"),
            Self::Unexplained | Self::AnswerUnexplained => write!(f, "unexplained"),
            Self::Skipped => write!(f, "skipped"),
            Self::Stopped => write!(f, "stopped"),
            Self::Invented => write!(f, "invented"),
            Self::AnswerEarly => write!(f, "early"),
            Self::AnswerStep(number) => write!(f, "S{number}"),
            Self::AnswerArithmeticError => write!(f, "slip"),
            Self::AnswerForm => write!(f, "form"),
        }
    }
}

impl fmt::Display for RootTruth {
    /// Writes the `root` line of a label: `S14 slip digit / wrong-operand S8`, `answer early`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Location::Step(number) => write!(f, "S{number} {}", self.cause)?,
            Location::Answer => write!(f, "answer {}", self.cause)?,
        }
        for other in &self.alternatives {
            write!(f, " / {other}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ReadAnswer {
    /// Writes `none`, `ambiguous` or the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Ambiguous => write!(f, "ambiguous"),
            Self::Value(value) => write!(f, "{value}"),
        }
    }
}

impl Truth {
    /// Returns the part of a label that the truth determines: one `key: value` per line, without a
    /// final line break.
    pub fn label(&self) -> String {
        let modes: Vec<&str> = self.modes.iter().map(|mode| mode.slug()).collect();
        let mut lines = vec![format!("first: {}", self.first)];
        if self.last != self.first {
            lines.push(format!("last: {}", self.last));
        }
        lines.push(format!("primary: {}", self.primary.slug()));
        lines.push(format!("modes: {}", modes.join(", ")));
        lines.extend(self.roots.iter().map(|root| format!("root: {root}")));
        lines.push(format!("steps: {}", summary(&self.steps)));
        lines.join("\n")
    }
}

/// Joins neighbours with the same status into ranges: `S3..S13 right, S14 swapped`.
fn summary(steps: &[StepTruth]) -> String {
    let ranges = steps.chunk_by(|previous, next| previous.status == next.status);
    let range = |range: &[StepTruth]| {
        let (first, last) = (range.first()?, range.last()?);
        let status = first.status.slug();
        Some(if first.number == last.number {
            format!("S{} {status}", first.number)
        } else {
            format!("S{}..S{} {status}", first.number, last.number)
        })
    };
    let all: Vec<String> = ranges.filter_map(range).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
