//! What failure modes, standings, statuses and causes are called where people read them.
//!
//! The page says the same with words of its own, since it does not load this crate with its first view; a test holds both alike.

use stepfall_grade::{HypothesisRecord, Mode};
use stepfall_plot::Standing;
use stepfall_procedure::{Condition, LookBack, Op};

/// A failure mode.
pub(crate) fn mode(slug: &str) -> &str {
    match Mode::from_slug(slug) {
        Some(mode) => mode.name(),
        None => slug,
    }
}

/// The colour and the sign of a failure mode are those of this standing.
pub(crate) fn mode_standing(slug: &str) -> Standing {
    match slug {
        "followed" => Standing::Right,
        "folded" | "another-order" | "self-corrected" => Standing::Inherited,
        "unclear" => Standing::Unclear,
        _ => Standing::Fault,
    }
}

/// A standing.
pub(crate) const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Right => "right",
        Standing::Inherited => "inherited from it",
        Standing::Recovered => "right again",
        Standing::Fault => "where it broke",
        Standing::Unseen => "not shown",
        Standing::Unclear => "not certain",
        Standing::Missing => "missing",
    }
}

/// A status of a step.
pub(crate) fn status(slug: &str) -> &str {
    match slug {
        "inherited" => "inherited",
        "recovered" => "right again",
        "wrong-operand" => "wrong operand",
        "swapped" => "operands exchanged",
        "wrong-operation" => "wrong operation",
        "rounded" => "rounded otherwise",
        "not-shown" => "not shown",
        "skipped" => "left out",
        "not-reached" => "not reached",
        "unclear" => "not certain",
        other => other,
    }
}

/// Why the value of a step is wrong.
pub(crate) fn cause(condition: Condition, cause: &HypothesisRecord) -> String {
    let verb = if condition == Condition::Copy { "copied" } else { "used" };
    let op = cause.operation.and_then(Op::from_slug);
    match (cause.cause, &cause.operand, op) {
        ("wrong-operand", Some(operand), _) => match &cause.instead_of {
            Some(right) => format!("{} instead of {right}", taken(verb, operand)),
            None => taken(verb, operand),
        },
        ("wrong-operand", None, _) => format!("{verb} a value of no step"),
        ("swapped", ..) => "operands exchanged".to_owned(),
        ("wrong-operation", _, Some(op)) => format!("took {}", sign(op)),
        ("slip" | "false-equation", ..) => slip(cause.slip).to_owned(),
        ("rounded", ..) => "rounded otherwise".to_owned(),
        _ => "nothing known explains it".to_owned(),
    }
}

/// What was taken instead of the right operand.
pub(crate) fn taken(verb: &str, operand: &str) -> String {
    format!("{verb} {operand}")
}

fn slip(kind: Option<&str>) -> &'static str {
    match kind {
        Some("sign") => "lost the sign",
        Some("magnitude") => "a power of ten off",
        Some("off-by-one") => "off by one",
        Some("carry") => "lost or gained a carry",
        Some("digit") => "one digit wrong",
        Some("transposed") => "two digits exchanged",
        _ => "arithmetic wrong",
    }
}

const fn sign(op: Op) -> char {
    match op {
        Op::Add => '+',
        Op::Sub => '−',
        Op::Mul => '×',
        Op::Div => '÷',
    }
}

/// A count of steps.
pub(crate) fn steps(steps: u16) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

/// A look-back.
pub(crate) fn look_back(look_back: LookBack) -> String {
    match look_back {
        LookBack::AtMost(k) => format!("look-back at most {k}"),
        LookBack::Exactly(k) => format!("look-back exactly {k}"),
    }
}

/// A number, or a sentence with numbers, with the minus sign of print.
pub(crate) fn typeset(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use stepfall_grade::Slip;

    use super::*;

    /// What the page says.
    const PAGE: &str = include_str!("../../../src/text/verdict.rs");

    /// The texts in quotes between a mark and the next closing one.
    fn quoted<'a>(from: &str, to: &str) -> Vec<&'a str> {
        let (_, rest) = PAGE.split_once(from).unwrap();
        let (part, _) = rest.split_once(to).unwrap();
        part.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn modes_are_called_as_on_the_page() {
        let page = quoted("const fn mode_words(", "\n}");
        let page: Vec<&str> = page.chunks(2).map(|mode| mode[0]).collect();
        assert_eq!(page, Mode::ALL.map(|known| mode(known.slug())));
    }

    #[test]
    fn standings_and_slips_are_called_as_on_the_page() {
        let standings = [
            Standing::Right,
            Standing::Inherited,
            Standing::Recovered,
            Standing::Fault,
            Standing::Unseen,
            Standing::Unclear,
            Standing::Missing,
        ];
        assert_eq!(quoted("const fn standing(", "\n}"), standings.map(standing));
        let slips = [
            Slip::Sign,
            Slip::Magnitude,
            Slip::OffByOne,
            Slip::Carry,
            Slip::Digit,
            Slip::Transposed,
            Slip::Other,
        ];
        assert_eq!(quoted("const fn slip(", "\n}"), slips.map(|kind| slip(Some(kind.slug()))));
    }
}
