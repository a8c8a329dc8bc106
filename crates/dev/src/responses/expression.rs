//! Arithmetic expressions in questions, as custom procedures.

use std::fmt;

use stepfall_procedure::{Arithmetic, Item, Problem, ProcedureError};

/// The reason why a question is not a custom procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeftOut {
    /// It has no expression of two numbers or more that can be parsed.
    NoExpression,
    /// A number is too long for a constant.
    Constant,
    /// The procedure is refused for another reason, such as a division that leaves a remainder.
    Refused,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoExpression => "no expression of two numbers or more",
            Self::Constant => "a number that is too long for a constant",
            Self::Refused => "refused as a procedure, as where a division leaves a remainder",
        })
    }
}

/// Returns the procedure of the longest expression in a question. Brackets come first, and products
/// and quotients come before sums. Everything else goes from left to right.
pub(super) fn procedure(question: &str) -> Result<Item, LeftOut> {
    let belongs = |next: char| {
        next.is_ascii_digit()
            || matches!(next, '+' | '-' | '*' | '/' | '×' | '÷' | '−' | '(' | ')' | '.' | ' ')
    };
    let parts = question.split(|next| !belongs(next));
    let part = parts.max_by_key(|part| part.trim().len()).unwrap_or_default();
    let part = part.trim().trim_end_matches(['.', ' ']);
    // Responses do not use the name `S99` by chance, unlike the default name `total`. The blanks
    // make `4 / 2` a step; `4/2` would be a constant.
    of_text(&format!("S99 = {}", part.replace('/', " / ")))
}

/// Returns the procedure of a text. Decimals become exact fractions, because no collection rounds
/// the result of every step.
pub(super) fn of_text(text: &str) -> Result<Item, LeftOut> {
    let numbers = text.contains('.').then_some(Arithmetic::Rational);
    Item::from_text(text, numbers).map_err(|error| left_out(&error))
}

/// Returns the procedure of a solution with marks such as `<<16-3=13>>`.
pub(super) fn of_solution(solution: &str) -> Result<Item, LeftOut> {
    Item::from_solution(solution, None).map_err(|error| left_out(&error))
}

fn left_out(error: &ProcedureError) -> LeftOut {
    match error.problem {
        Problem::Expected { .. } | Problem::NoStep => LeftOut::NoExpression,
        Problem::Constant(_) => LeftOut::Constant,
        _ => LeftOut::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expression_in_a_question_becomes_a_procedure() {
        for (question, steps, answer) in [
            ("Say what this problem comes to: 52 + 33 - 90 =", 2, "-5"),
            ("Calculate 12.5 - 3.75.", 1, "35/4"),
            ("Calculate 38/2.", 1, "19"),
            ("Calculate -7 + 3 * ( 4 - -5 ).", 3, "20"),
            ("Calculate 2 * -3 - -( 8 / 4 ).", 4, "-4"),
            ("Calculate 1 * 2 + 3 * 4 + 5 * 6.", 5, "44"),
        ] {
            let item = procedure(question).unwrap();
            assert_eq!(item.procedure.steps.len(), steps, "{}", item.text());
            assert_eq!((item.answer_text().as_str(), item.procedure.inputs.len()), (answer, 0));
        }
    }

    #[test]
    fn questions_without_a_procedure_have_distinct_reasons() {
        let reason = |question: &str| procedure(question).unwrap_err();
        assert_eq!(reason("How many legs have 4 dogs?"), LeftOut::NoExpression);
        assert_eq!(reason("Calculate 4."), LeftOut::NoExpression);
        assert_eq!(reason("Calculate ( 4 + 5."), LeftOut::NoExpression);
        assert_eq!(reason("Calculate 1 + 2 + 1000000000."), LeftOut::Constant);
        assert_eq!(reason("Calculate 7 / (3 - 3)."), LeftOut::Refused);
        assert_eq!(reason(&format!("Calculate {}1 + 2", "(".repeat(5_000))), LeftOut::NoExpression);
    }
}
