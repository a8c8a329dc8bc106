//! Tests equations in claims: a false equation is never correct, and an operation is not a value.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use stepfall_grade::{Grader, Mode, Status, StopReason, Verdict, grade};
use stepfall_number::{Budget, Number};
use stepfall_procedure::{Arithmetic, Condition, Item, Op};

use crate::support::equations::{Layout, quotients};
use crate::support::errors::with_one_error;
use crate::support::items::{for_all, item};
use crate::support::trace::{Line, StepError, Trace, trace};

/// Returns an item with the inputs 643 and -416 and the values 227, 681, 38 and 19.
fn quotient() -> Item {
    let procedure = "S1 = 643\nS2 = -416\nS3 = S1 + S2\nS4 = S3 * 3\nS5 = S4 - S1\nS6 = S5 / 2";
    Item::from_text(procedure, Some(Arithmetic::Integer)).unwrap()
}

fn graded(item: &Item, text: &str) -> Verdict {
    grade(item, Condition::Free, text)
}

#[test]
fn false_quotient_is_a_root_error_in_every_notation() {
    let before = "643 + -416 = 227\n227 * 3 = 681\n681 - 643 = 38\n";
    for equation in [
        "38/2 = 18",
        "38 / 2 = 18",
        "38 ÷ 2 = 18",
        "\\frac{38}{2} = 18",
        "$\\frac{38}{2} = 18$",
        "\\[\\dfrac{38}{2} = 18\\]",
        "**38/2 = 18**",
        "- 38/2 = 18",
        "So 38/2 = 18.",
        "38/2 = 18\nAnswer: 18",
    ] {
        let verdict = graded(&quotient(), &format!("{before}{equation}"));
        let step = &verdict.visible.steps[3];
        assert_eq!(step.status, Status::RootError, "{equation}");
        let value = step.claim.as_ref().map(|claim| claim.value.to_string());
        assert_eq!(value.as_deref(), Some("18"), "{equation}");
        let answer = verdict.visible.first_answer().map(|answer| answer.claim.value.to_string());
        assert_eq!(answer.as_deref(), Some("18"), "{equation}");
        assert_eq!(verdict.primary, Mode::Slipped, "{equation}");
    }
}

/// Returns the value that a trace gives to a step.
fn own(trace: &Trace, number: u16) -> &Number {
    &trace.own[usize::from(number) - 1]
}

/// Asserts that all claims and answers in the line at position `at` have this value.
fn has_only_value(
    (item, condition): (&Item, Condition),
    lines: &[String],
    at: usize,
    value: &Number,
) -> Result<(), TestCaseError> {
    let text = lines.join("\n");
    let start: usize = lines[..at].iter().map(|line| line.len() + 1).sum();
    let line = start..start + lines[at].len();
    let verdict = Grader::new(item, condition).grade(&text, StopReason::Unknown);
    let arithmetic = item.procedure.arithmetic;
    for step in &verdict.visible.steps {
        let Some(claim) = &step.claim else { continue };
        if line.contains(&claim.value_span.start) {
            prop_assert_eq!(
                &claim.value,
                value,
                "S{} is {:?} in line {}\n{:?}\n{}",
                step.number,
                step.status,
                at,
                arithmetic,
                text
            );
        }
    }
    for answer in &verdict.visible.answers {
        if line.contains(&answer.claim.span.start) {
            prop_assert_eq!(&answer.claim.value, value, "answer\n{}", text);
        }
    }
    Ok(())
}

fn layout() -> impl Strategy<Value = Layout> {
    select(&Layout::ALL[..])
}

#[test]
fn false_equation_claims_the_value_of_its_right_side() {
    let strategy = (with_one_error(12), layout(), any::<bool>());
    for_all(
        1_500,
        &strategy,
        |((item, condition, number, error, incorrect), layout, announced)| {
            if !matches!(error, StepError::ArithmeticError(_)) || condition == Condition::Copy {
                return Ok(());
            }
            let mut lines: Vec<String> = incorrect
                .lines
                .iter()
                .enumerate()
                .map(|(at, line)| layout.write(line, at, &line.value))
                .collect();
            if announced {
                lines.push(format!("Answer: {}", incorrect.answer));
            }
            let at = usize::from(number) - 3;
            has_only_value((&item, condition), &lines, at, own(&incorrect, number))
        },
    );
}

#[test]
fn false_equation_claims_only_its_value_if_later_work_is_correct() {
    let strategy = (item(12), any::<Index>(), 1i64..60, any::<bool>(), layout());
    for_all(1_500, &strategy, |(item, at, off, is_more, layout)| {
        let off = if is_more { off } else { -off };
        let correct = trace(&item, Condition::Free, None).unwrap();
        let at = at.index(correct.lines.len());
        let arithmetic = item.procedure.arithmetic;
        let off =
            Number::integer(if matches!(arithmetic, Arithmetic::Integer) { off } else { off * 10 });
        let value = correct.own[at + 2].add(&off, Budget::digits(1_000)).unwrap();
        let is_residue = match arithmetic {
            Arithmetic::Modular { modulus } => value.rem_euclid(modulus) == Some(value.clone()),
            _ => true,
        };
        if !is_residue {
            return Ok(());
        }
        let text = arithmetic.value_text(&value);
        let lines: Vec<String> = correct
            .lines
            .iter()
            .enumerate()
            .map(|(place, line)| {
                layout.write(line, place, if place == at { &text } else { &line.value })
            })
            .collect();
        has_only_value((&item, Condition::Free), &lines, at, &value)
    });
}

/// Returns a transcript without names in which the equation at position `at` has this result, and
/// all other work is correct.
fn unnamed(trace: &Trace, at: usize, result: &str) -> String {
    let line = |(place, line): (usize, &Line)| {
        let value = if place == at { result } else { &line.value };
        let sign = line.op.map_or("", Op::symbol);
        format!("{} {sign} {} = {value}\n", line.left.value, line.right.value)
    };
    let lines: String = trace.lines.iter().enumerate().map(line).collect();
    format!("{lines}Answer: {}", trace.answer)
}

#[test]
fn unnamed_false_equation_is_an_error_although_later_work_is_correct() {
    let strategy = (item(12), any::<Index>(), 1i64..60);
    let reported = Cell::new(0);
    for_all(1_500, &strategy, |(item, at, off)| {
        if !matches!(item.procedure.arithmetic, Arithmetic::Integer) {
            return Ok(());
        }
        let correct = trace(&item, Condition::Free, None).unwrap();
        let at = at.index(correct.lines.len());
        let value = &correct.own[at + 2];
        let incorrect = value.add(&Number::integer(off), Budget::digits(1_000)).unwrap();
        // Another step with one of these values could own the number.
        let is_shared = correct.own.iter().enumerate().any(|(place, other)| {
            place != at + 2 && (other.abs() == value.abs() || other.abs() == incorrect.abs())
        });
        if is_shared {
            return Ok(());
        }
        let text = unnamed(&correct, at, &incorrect.to_string());
        let verdict = graded(&item, &text);
        prop_assert_ne!(
            verdict.primary,
            Mode::Followed,
            "{}\n{}",
            item.prompt(Condition::Free),
            &text
        );
        if let Some(root) = verdict.visible.roots.first() {
            let number = u16::try_from(at + 3).ok();
            prop_assert!(root.number.is_none() || root.number == number, "{}", &text);
            reported.set(reported.get() + 1);
        }
        Ok(())
    });
    assert!(reported.get() > 300, "{}", reported.get());
}

#[test]
fn unnamed_false_equation_that_the_text_withdraws_is_no_error() {
    let item = Item::from_text("a = 4\nb = 9\nc = a + b\nd = c * 2\ne = d + a", None).unwrap();
    for line in [
        "4 + 9 = 14\n4 + 9 = 13",
        "4 + 9 = 14\nWait, that is 13.",
        "4 + 9 = 14\nNo: 13.",
        "4 + 9 = 14\nDas ist falsch.",
        "4 + 9 = 14. That line is wrong, ignore it.",
        "4 + 9 = 14?",
        "4 + 9 = 14 (or 13)",
        "It isn't 4 + 9 = 14.",
        "If it were 4 + 9 = 14, then the next would be 28.",
        "A careless student wrote: \"4 + 9 = 14\".",
        "Roughly 4 + 9 = 15.",
        "4 + 9 = 1 (mod 12)",
        "4 + 9 = 1 ten and 3 ones",
        "$4 + 9 \\not= 14$",
        "\\cancel{4 + 9 = 14}",
        "<s>4 + 9 = 14</s>",
        "Twice (4 + 9) = 26",
        "(4 + 9)² = 169",
    ] {
        let text = format!("{line}\n13 * 2 = 26\n26 + 4 = 30\nAnswer: 30");
        assert_eq!(graded(&item, &text).visible.roots, [], "{text}");
    }
}

#[test]
fn division_that_continues_an_equation_is_no_error() {
    let item = Item::from_text(
        "a = 2\nb = 5\nc = a * b\nd = c / 4\ne = d + c",
        Some(Arithmetic::Rational),
    );
    for line in ["2 × 5 = 10/4 = 5/2", "2 × 5 = 10/4", "2 * 5 = 10 / 4 = 2.5"] {
        let text = format!("{line}\n5/2 + 10 = 25/2\nAnswer: 25/2");
        assert_eq!(graded(item.as_ref().unwrap(), &text).visible.roots, [], "{text}");
    }
}

/// Generates items of whole numbers or decimals, in which a fraction is never a value.
fn without_fractions() -> impl Strategy<Value = Item> {
    item(12).prop_filter("fractions are values", |item| {
        matches!(item.procedure.arithmetic, Arithmetic::Integer | Arithmetic::Decimal { .. })
    })
}

#[test]
fn unevaluated_division_is_no_value_of_a_step() {
    const FORMS: [fn(&str, &str, &str) -> String; 5] = [
        |name, _, quotient| format!("{name} = {quotient}"),
        |name, names, quotient| format!("{name} = {names} = {quotient}"),
        |name, _, quotient| format!("- **{name}** = {quotient}"),
        |name, _, quotient| format!("{name} is {quotient}."),
        |name, _, quotient| format!("{name}: {quotient}"),
    ];
    let strategy = (without_fractions(), any::<Index>(), 0..6usize, select(&FORMS[..]));
    for_all(600, &strategy, |(item, at, notation, form)| {
        let trace = trace(&item, Condition::Trace, None).unwrap();
        let divisions: Vec<usize> =
            (0..trace.lines.len()).filter(|at| trace.lines[*at].op == Some(Op::Div)).collect();
        if divisions.is_empty() {
            return Ok(());
        }
        let at = divisions[at.index(divisions.len())];
        let lines: Vec<String> = trace
            .lines
            .iter()
            .enumerate()
            .map(|(place, line)| {
                if place != at {
                    return format!("{} = {}", line.name, line.value);
                }
                let quotient = &quotients(&line.left.value, &line.right.value)[notation];
                form(&line.name, &format!("{} / {}", line.left.name, line.right.name), quotient)
            })
            .collect();
        let text = lines.join("\n");
        let verdict = Grader::new(&item, Condition::Trace).grade(&text, StopReason::Unknown);
        let claim = &verdict.visible.steps[at].claim;
        prop_assert!(claim.is_none(), "{:?}\n{}", claim, text);
        Ok(())
    });
}

#[test]
fn unevaluated_division_is_no_answer() {
    const FORMS: [fn(&str) -> String; 9] = [
        |quotient| format!("Answer: {quotient}"),
        |quotient| format!("**Answer: {quotient}**"),
        |quotient| format!("The final answer is {quotient}."),
        |quotient| format!("\\boxed{{{}}}", quotient.trim_matches('$')),
        |quotient| format!("<answer>{quotient}</answer>"),
        |quotient| format!("{{\"answer\": \"{quotient}\"}}"),
        |quotient| format!("**{quotient}**"),
        |quotient| quotient.to_owned(),
        |quotient| format!("Final answer: = {quotient}"),
    ];
    let strategy = (without_fractions(), 2i64..12, 0..6usize, select(&FORMS[..]));
    for_all(600, &strategy, |(item, bottom, notation, form)| {
        let arithmetic = item.procedure.arithmetic;
        let answer = item.expected(Condition::AnswerOnly);
        let top = answer.mul(&Number::integer(bottom), Budget::digits(1_000)).unwrap();
        let top = arithmetic.value_text(&top);
        let text = form(&quotients(&top, &bottom.to_string())[notation]);
        let verdict = Grader::new(&item, Condition::AnswerOnly).grade(&text, StopReason::Unknown);
        prop_assert!(verdict.visible.answers.is_empty(), "{:?}\n{}", verdict.visible.answers, text);
        prop_assert!(verdict.primary == Mode::MissingAnswer, "{:?}\n{}", verdict.primary, text);
        Ok(())
    });
}

#[test]
fn unevaluated_whole_quotient_is_no_value_in_any_arithmetic() {
    let procedure = "S1 = 12\nS2 = 26\nS3 = S1 + S2\nS4 = S3 / 2";
    for arithmetic in [Arithmetic::Integer, Arithmetic::Rational, Arithmetic::Decimal { places: 2 }]
    {
        let item = Item::from_text(procedure, Some(arithmetic)).unwrap();
        for answer in ["38/2", "$\\frac{38}{2}$", "\\boxed{\\frac{38}{2}}", "\\boxed{\\frac82}"] {
            let text = format!("S3 = 12 + 26 = 38\nAnswer: {answer}");
            let verdict = graded(&item, &text);
            assert!(!verdict.visible.is_correct(), "{arithmetic:?} {answer}");
            assert!(verdict.visible.steps[1].claim.is_none(), "{arithmetic:?} {answer}");
        }
    }
}

#[test]
fn rational_items_accept_fractions_in_lowest_terms() {
    let procedure = "S1 = 3\nS2 = 5\nS3 = S1 / S2\nS4 = S3 + 2";
    let item = Item::from_text(procedure, Some(Arithmetic::Rational)).unwrap();
    for text in [
        "S3 = 3/5\nS4 = 3/5 + 2 = 13/5\nAnswer: 13/5",
        "S3 = 3 / 5 = 3/5\nS4 = \\frac{3}{5} + 2 = \\frac{13}{5}\n\\boxed{\\frac{13}{5}}",
        "3/5 = 0.6\n3/5 + 2 = 13/5\nAnswer: \\frac{13}{5}",
    ] {
        assert_eq!(graded(&item, text).primary, Mode::Followed, "{text}");
    }
    // A false equation is an error here too.
    let verdict = graded(&item, "3/5 = 1.6\n1.6 + 2 = 3.6\nAnswer: 3.6");
    assert_eq!(verdict.visible.steps[0].status, Status::RootError);
}
