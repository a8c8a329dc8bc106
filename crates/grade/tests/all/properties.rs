//! Tests of properties that hold for every item, every text and every form of writing.
//!
//! The cases are the same at each run. `PROPTEST_CASES=2000 PROPTEST_RNG_SEED=5 cargo test -p
//! stepfall-grade --test all properties` tries more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use proptest::sample::select;
use stepfall_grade::{Cause, Grader, Mode, RootError, Status, StopReason, Verdict, grade};
use stepfall_procedure::{Condition, Item};

use crate::support::errors::{transcript, with_one_error};
use crate::support::forms::Form;
use crate::support::invariants;
use crate::support::items::{condition, every_kind, for_all, item};
use crate::support::pieces::PIECES;
use crate::support::trace::trace;

/// Returns a summary of a verdict without positions. The summary must not change if only the form
/// of a transcript changes.
fn gist(verdict: &Verdict) -> String {
    let text_verdict = &verdict.visible;
    let roots: Vec<_> =
        text_verdict.roots.iter().map(|root| (root.number, &root.causes, root.repaired)).collect();
    let steps: Vec<_> = text_verdict.steps.iter().map(|step| (step.number, step.slug())).collect();
    let answers: Vec<_> = [text_verdict.first_answer(), text_verdict.last_answer()]
        .into_iter()
        .flatten()
        .map(|answer| (&answer.claim.value, answer.is_correct))
        .collect();
    format!(
        "{:?} of {:?}\nanswers {answers:?}\nroots {roots:?}\nsteps {steps:?}",
        verdict.primary, verdict.modes
    )
}

/// Returns a description of an item and a text, for failure messages.
fn about(item: &Item, condition: Condition, text: &str) -> String {
    let spec: Vec<_> =
        item.spec.params().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values: Vec<_> = item.values.iter().map(ToString::to_string).collect();
    let listing = item.text_under(condition);
    format!(
        "{} seed={} {condition:?}\n{listing}\nvalues {}\n---\n{text}\n---",
        spec.join("&"),
        item.seed.number(),
        values.join(" ")
    )
}

/// Returns the verdict on a text, and checks its invariants. A panic becomes a failure that shows
/// the text.
fn graded(
    item: &Item,
    condition: Condition,
    text: &str,
    stop: StopReason,
) -> Result<Verdict, TestCaseError> {
    let graded = catch_unwind(AssertUnwindSafe(|| {
        let verdict = Grader::new(item, condition).grade(text, stop);
        invariants::hold(item, text, &verdict);
        verdict
    }));
    graded.map_err(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message =
            message.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        TestCaseError::fail(format!(
            "{}\n{text:?}\n{}",
            about(item, condition, text),
            message.unwrap_or_default()
        ))
    })
}

#[test]
fn arbitrary_text_keeps_the_verdict_invariants() {
    let piece = prop_oneof![8 => select(PIECES).prop_map(str::to_owned), 1 => "\\PC{0,6}", 1 => "[0-9,. ]{1,12}"];
    let text = prop_oneof![
        9 => prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
    ];
    let strategy = (select(every_kind()), condition(), any::<bool>(), text);
    for_all(1_500, &strategy, |(item, condition, cut, text)| {
        let stop = if cut { StopReason::Length } else { StopReason::Unknown };
        graded(&item, condition, &text, stop).map(drop)
    });
}

#[test]
fn shuffled_transcript_pieces_keep_the_verdict_invariants() {
    // Nearly correct texts reach more of the grader's code than random texts.
    let cuts =
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6);
    let strategy =
        (select(every_kind()), condition(), select(&Form::ALL[..]), cuts, select(PIECES));
    for_all(400, &strategy, |(item, condition, form, cuts, piece)| {
        let full_text =
            form.write(&trace(&item, condition, None).unwrap(), item.spec.names).join("\n");
        let mut text = String::new();
        for (from, to) in cuts {
            let (from, to) = (from.index(full_text.len() + 1), to.index(full_text.len() + 1));
            let (from, to) = (
                full_text.floor_char_boundary(from.min(to)),
                full_text.floor_char_boundary(from.max(to)),
            );
            text.push_str(&full_text[from..to]);
            text.push_str(piece);
        }
        graded(&item, condition, &text, StopReason::Unknown).map(drop)
    });
}

/// Asserts that all steps are correct and that `followed` is the only mode.
fn is_followed(item: &Item, condition: Condition, text: &str) -> Result<(), TestCaseError> {
    let verdict = graded(item, condition, text, StopReason::Unknown)?;
    // If there is only one step, its sentence may count as the answer and not as a claim.
    let steps = &verdict.visible.steps;
    let single = steps.len() == 1 && steps[0].status == Status::NotShown;
    let correct = single || steps.iter().all(|step| step.status == Status::Correct);
    let followed = verdict.primary == Mode::Followed && verdict.modes == [Mode::Followed];
    prop_assert!(
        followed && correct && verdict.visible.roots.is_empty(),
        "{}\n{}",
        about(item, condition, text),
        gist(&verdict)
    );
    Ok(())
}

/// Asserts that the correct trace in one form is `followed`, for arbitrary items of at most `most`
/// steps and plain conditions.
fn reference_is_followed(form: Form, most: u16) {
    for_all(60, &(item(most), condition()), |(item, condition)| {
        let trace = trace(&item, condition, None).unwrap();
        is_followed(&item, condition, &form.write(&trace, item.spec.names).join("\n"))
    });
}

macro_rules! followed {
    ($($name:ident: $form:ident,)*) => {
        /// One test for each form, so that one failure hides no other.
        mod followed {
            $(#[test]
            fn $name() {
                super::reference_is_followed(super::Form::$form, 60);
            })*
        }

        mod cut_off {
            $(#[test]
            fn $name() {
                super::cut_text_has_no_error_but_its_end(super::Form::$form);
            })*
        }
    };
}

followed! {
    lines: Lines,
    values_only: ValuesOnly,
    bullets: Bullets,
    table: Table,
    latex: Latex,
    json: Json,
    prose: Prose,
    code: Code,
    subscripts: Subscripts,
    steps: Steps,
    arrows: Arrows,
    blocks: Blocks,
    sentences: Sentences,
    row: Row,
    numbered_table: NumberedTable,
    objects: Objects,
    assigned: Assigned,
    remarks: Remarks,
    colons: Colons,
}

/// Asserts that a correct text that is cut off at any position has no error except that it stops.
fn cut_text_has_no_error_but_its_end(form: Form) {
    let cut = (any::<prop::sample::Index>(), item(30), condition());
    for_all(300, &cut, |(at, item, condition)| {
        let full_text =
            form.write(&trace(&item, condition, None).unwrap(), item.spec.names).join("\n");
        let text = &full_text[..full_text.floor_char_boundary(at.index(full_text.len() + 1))];
        let verdict = graded(&item, condition, text, StopReason::Length)?;
        let mut roots = verdict.visible.roots.iter().map(RootError::cause);
        prop_assert!(
            roots.all(|cause| cause == Cause::Stopped),
            "{}\n{text:?}\n{}",
            about(&item, condition, text),
            gist(&verdict)
        );
        Ok(())
    });
}

#[test]
fn error_in_a_complete_line_of_a_cut_text_is_found() {
    let cut = any::<prop::sample::Index>();
    for_all(300, &(with_one_error(30), cut), |((item, condition, number, _, trace), cut)| {
        let lines = Form::Lines.write(&trace, item.spec.names);
        // The line with the error, and part of the next one.
        let finished = usize::from(number) - 2;
        let mut text = lines[..finished].join("\n") + "\n";
        if let Some(next) = lines.get(finished) {
            text.push_str(&next[..next.floor_char_boundary(cut.index(next.len()))]);
        }
        let verdict = graded(&item, condition, &text, StopReason::Length)?;
        let first = verdict.visible.roots.first().and_then(|root| root.number);
        prop_assert_eq!(
            first,
            Some(number),
            "{}\n{}",
            about(&item, condition, &text),
            gist(&verdict)
        );
        Ok(())
    });
}

#[test]
fn single_error_is_found_at_its_step_with_its_cause() {
    let strategy = (with_one_error(40), select(&Form::SHOWING[..]));
    for_all(600, &strategy, |((item, condition, number, error, trace), form)| {
        let text = form.write(&trace, item.spec.names).join("\n");
        let verdict = graded(&item, condition, &text, StopReason::Unknown)?;
        let context = || {
            format!("S{number} {error:?}\n{}\n{}", about(&item, condition, &text), gist(&verdict))
        };
        let same = |a: u16, b: u16| trace.own[usize::from(a) - 1] == trace.own[usize::from(b) - 1];
        let roots = &verdict.visible.roots;
        prop_assert!(roots.len() == 1 && roots[0].number == Some(number), "{}", context());
        prop_assert!(error.is_named_by(roots[0].cause(), same), "{}", context());
        prop_assert_eq!(roots[0].repaired, Some(true), "{}", context());
        let truth = item.values_under(condition);
        for step in &verdict.visible.steps {
            let at = usize::from(step.number) - 1;
            let expected = match step.number == number {
                true => Status::RootError,
                false if trace.own[at] == truth[at] => Status::Correct,
                false => Status::Inherited,
            };
            prop_assert_eq!(step.status, expected, "S{}: {}", step.number, context());
        }
        let primary =
            if trace.right { Mode::RightAnswerWrongProcedure } else { mode_of(roots[0].cause()) };
        prop_assert_eq!(verdict.primary, primary, "{}", context());
        Ok(())
    });
}

const fn mode_of(cause: Cause) -> Mode {
    match cause {
        Cause::Operand { .. } => Mode::LostOperand,
        Cause::Swapped | Cause::Operation(_) | Cause::Table(_) => Mode::LostOperation,
        _ => Mode::Slipped,
    }
}

/// Asserts that two texts get the same verdict, apart from positions.
fn same_verdict(
    item: &Item,
    condition: Condition,
    before: &str,
    after: &str,
) -> Result<(), TestCaseError> {
    let a = graded(item, condition, before, StopReason::Unknown)?;
    let b = graded(item, condition, after, StopReason::Unknown)?;
    prop_assert!(
        gist(&a) == gist(&b),
        "{}\nbefore: {}\nafter: {}",
        about(item, condition, after),
        gist(&a),
        gist(&b)
    );
    Ok(())
}

/// Lines that mention no value.
const PROSE: [&str; 14] = [
    "",
    "",
    "Let me go on.",
    "So far everything fits together.",
    "Now the next one:",
    "We continue in the same way.",
    "I will carry out the procedure line by line.",
    "Each line uses the lines before it.",
    "**Working:**",
    "## Next part",
    "---",
    "(all of this is exact)",
    "Okay, that went well!",
    "Next:",
];

#[test]
fn harmless_prose_changes_no_verdict() {
    let prose = prop::collection::vec((any::<prop::sample::Index>(), select(&PROSE[..])), 1..8);
    for_all(300, &(transcript(&Form::LOOSE), prose), |((item, condition, lines), prose)| {
        let mut more = lines.clone();
        for (at, line) in prose {
            more.insert(at.index(more.len()), line.to_owned());
        }
        same_verdict(&item, condition, &lines.join("\n"), &more.join("\n"))
    });
}

#[test]
fn closing_remark_changes_no_verdict() {
    const CLOSING: [&str; 6] = [
        "I hope this helps!",
        "Let me know if you would like to see more.",
        "All steps were carried out in order.",
        "🙂",
        "```",
        "Done.",
    ];
    for_all(
        200,
        &(transcript(&Form::LOOSE), select(&CLOSING[..])),
        |((item, condition, lines), closing)| {
            let text = lines.join("\n");
            same_verdict(&item, condition, &text, &format!("{text}\n\n{closing}"))
        },
    );
}

#[test]
fn layout_changes_no_verdict() {
    const LOOKS: [&str; 9] = [
        "crlf",
        "blanks",
        "fence",
        "quoted prompt",
        "prompt",
        "indented",
        "list",
        "final break",
        "bom",
    ];
    for_all(
        500,
        &(transcript(&Form::LOOSE), select(&LOOKS[..])),
        |((item, condition, lines), look)| {
            let text = lines.join("\n");
            let prompt = item.prompt(condition);
            let other = match look {
                "crlf" => lines.join("\r\n"),
                "blanks" => lines.join("  \t\n") + "   ",
                "fence" => format!("```\n{text}\n```"),
                "quoted prompt" => format!("> {}\n\n{text}", prompt.replace('\n', "\n> ")),
                "prompt" => format!("{prompt}\n\n{text}"),
                "indented" => format!("    {}", lines.join("\n    ")),
                "list" => lines
                    .iter()
                    .map(|line| {
                        if line.starts_with(['-', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
                            line.clone()
                        } else {
                            format!("- {line}")
                        }
                    })
                    .collect::<Vec<_>>()
                    .join("\n"),
                "bom" => format!("\u{feff}{text}"),
                _ => format!("{text}\n\n"),
            };
            same_verdict(&item, condition, &text, &other)
        },
    );
}

#[test]
fn bold_and_code_marks_change_no_verdict() {
    const MARKS: [&str; 4] = ["**", "`", "__", "*"];
    for_all(
        300,
        &(transcript(&[Form::Lines, Form::ValuesOnly]), select(&MARKS[..]), 0..3u8),
        |((item, condition, lines), mark, which)| {
            let marked: Vec<String> = lines
                .iter()
                .map(|line| {
                    let parts: Vec<&str> = line.split(" = ").collect();
                    let count = parts.len();
                    let parts = parts.into_iter().enumerate().map(|(at, part)| {
                        let is_marked = match which {
                            0 => at == 0,
                            1 => at + 1 == count,
                            _ => at == 0 || at + 1 == count,
                        };
                        if is_marked && count > 1 {
                            format!("{mark}{part}{mark}")
                        } else {
                            part.to_owned()
                        }
                    });
                    parts.collect::<Vec<_>>().join(" = ")
                })
                .collect();
            same_verdict(&item, condition, &lines.join("\n"), &marked.join("\n"))
        },
    );
}

#[test]
fn grading_a_text_again_gives_the_same_verdict() {
    let texts = prop::collection::vec(
        prop::collection::vec(select(PIECES), 0..30).prop_map(|pieces| pieces.concat()),
        2..5,
    );
    for_all(100, &(select(every_kind()), condition(), texts), |(item, condition, texts)| {
        let grader = Grader::new(&item, condition);
        let first: Vec<Verdict> =
            texts.iter().map(|text| grader.grade(text, StopReason::Unknown)).collect();
        for (text, verdict) in texts.iter().zip(&first).rev() {
            prop_assert_eq!(&grader.grade(text, StopReason::Unknown), verdict);
            prop_assert_eq!(&grade(&item, condition, text), verdict);
        }
        Ok(())
    });
}
