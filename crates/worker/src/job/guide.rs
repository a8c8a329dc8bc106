//! The contents of an entry of the field guide: an example, and the grader's success rates at
//! simulated transcripts.

mod answer;

use stepfall_api::ApiError;
use stepfall_link::{GuideSlug, parse};
use stepfall_protocol::{GuidePage, GuideRate, LinkedAttempt, WrittenBy};

use self::answer::Answer;
use super::example::{self, simulated_example};

/// The committed table of `stepfall-dev confusion`.
const CONFUSION: &str = include_str!("../../../../tests/golden/confusion.txt");

/// The run number with which the solvers of the examples are simulated.
const RUN: u32 = 1;

/// The source of an entry's example.
enum Example {
    /// A solver, a form, and the parameters of the item.
    Solver(&'static str, &'static str, &'static str),
    /// A text that a person wrote, and the parameters of the item.
    Hand(&'static str, &'static str),
    /// An answer of a language model.
    Model(&'static Answer),
}

const EIGHT: &str = "steps=8&seed=3";
const DECIMALS: &str = "steps=8&numbers=decimal2&bound=10000&seed=3";

/// A reply with values that cannot be assigned to steps.
const SCRAPS: &str =
    include_str!("../../../../tests/corpus/modes/unclear/values-whose-steps-are-forgotten.txt");

/// Returns the source of an entry's example; `None` if there is no such entry.
const fn example(slug: &str) -> Option<Example> {
    use Example::{Model, Solver};
    Some(match slug.as_bytes() {
        b"wrong-item" => Solver("wrong-item", "trace", EIGHT),
        b"refused" => Solver("refused", "trace", EIGHT),
        b"truncated" => Solver("truncated", "trace", EIGHT),
        b"missing-answer" => Model(&answer::PLAN),
        b"premature-answer" | b"self-corrected" => Model(&answer::EARLY),
        b"talked-out" => Solver("talked-out", "prose", EIGHT),
        b"under-executed" | b"step-not-reached" => Model(&answer::GUESS),
        b"extra-steps" => Solver("extra-steps", "trace", EIGHT),
        b"right-answer-wrong-procedure" => Model(&answer::CUT_OFF),
        b"lost-operand" | b"step-wrong-operand" => Solver("wrong-operand", "trace", EIGHT),
        b"lost-operation" | b"step-wrong-operation" => Solver("wrong-operation", "trace", EIGHT),
        b"lost-place" | b"step-skipped" => Solver("skipped", "trace", EIGHT),
        b"slipped" | b"step-slip" | b"step-inherited" => Model(&answer::SLIP),
        b"lost-precision" | b"step-rounded" => Model(&answer::ROUNDED),
        b"lost-format" => Solver("lost-format", "trace", DECIMALS),
        b"wrong-work-not-shown" => Model(&answer::ALONE),
        b"folded" | b"step-not-shown" => Model(&answer::FORMULA),
        b"unexplained" | b"step-unexplained" => Model(&answer::UNEXPLAINED),
        b"followed" | b"step-right" => Model(&answer::CORRECT),
        b"step-recovered" => Model(&answer::RECOVERED),
        b"step-repeated" => Model(&answer::CHECKED),
        b"step-revised" => Model(&answer::CORRECTED),
        b"step-out-of-order" => Model(&answer::REVERSE),
        b"step-swapped" => Solver("swapped", "trace", EIGHT),
        b"step-wrong-table" => Solver("wrong-operation", "trace", "steps=8&seed=3&condition=copy"),
        b"step-given" => Solver("followed", "trace", "steps=8&seed=3&condition=primed.4.0"),
        b"unclear" | b"step-unclear" => Example::Hand(SCRAPS, "steps=8&seed=12"),
        b"another-order" => Model(&answer::EXPRESSION),
        _ => return None,
    })
}

/// Returns the contents of an entry.
///
/// # Errors
///
/// [`ApiError`] if there is no such entry.
pub(super) fn guide(slug: &str) -> Result<GuidePage, ApiError> {
    let unknown = || ApiError::Selection(format!("There is no entry “{slug}” in the field guide."));
    let entry = GuideSlug::from_slug(slug).ok_or_else(unknown)?;
    let link = |parameters: &str| format!("#/play?v=2&{parameters}");
    let (example, written_by) = match example(entry.slug()).ok_or_else(unknown)? {
        Example::Solver(solver, form, parameters) => {
            (simulated_example(&link(parameters), solver, form, RUN)?, WrittenBy::Solver)
        }
        Example::Hand(transcript, parameters) => {
            let (link, transcript) = (link(parameters), transcript.to_owned());
            (LinkedAttempt { link, transcript, author: String::new() }, WrittenBy::Hand)
        }
        Example::Model(Answer { model, text, of: parameters, date, settings }) => {
            let (transcript, author) = ((*text).to_owned(), example::MODEL.to_owned());
            let (name, date) = ((*model).to_owned(), (*date).to_owned());
            let (link, settings) = (link(parameters), (*settings).to_owned());
            let condition = parse(&link).link.condition.slug();
            let written_by = WrittenBy::Model { name, date, condition, settings };
            (LinkedAttempt { link, transcript, author }, written_by)
        }
    };
    Ok(GuidePage { example, written_by, rates: rates(entry) })
}

/// Returns how often the grader recognizes an entry, for each part of the confusion table that has
/// a row for the entry.
fn rates(entry: GuideSlug) -> Vec<GuideRate> {
    let step = entry.slug().strip_prefix("step-");
    let heading = if step.is_some() { "## Status of each step" } else { "## Primary mode" };
    let slug = step.unwrap_or(entry.slug());
    let parts = [("# Operands shown", true), ("# Values only", false)];
    let rate = |(part, shows_operands): (&str, bool)| {
        let part = CONFUSION.split_once(part)?.1.split_once(heading)?.1;
        Some(GuideRate { shows_operands, ..rate(part, slug)? })
    };
    parts.into_iter().filter_map(rate).collect()
}

/// Reads the row of a slug in a table. A row has a letter, the slug, a count for each slug in the
/// order of the rows (a dot for 0), and a share. Returns `None` if the table has no such row, or if
/// all its counts are 0.
fn rate(part: &str, slug: &str) -> Option<GuideRate> {
    // The line with the names of the columns begins with `truth`. The rows follow, up to an empty
    // line.
    let rows = || part.lines().skip_while(|line| !line.starts_with("truth")).skip(1);
    let rows = || rows().take_while(|line| !line.is_empty());
    let name = |row: &str| row.split_whitespace().nth(1).map(str::to_owned);
    let row = rows().find(|row| name(row).as_deref() == Some(slug))?;
    let counts = row.split_whitespace().skip(2).map(|count| count.parse().unwrap_or(0));
    let mut rate = GuideRate::default();
    for (as_what, count) in rows().filter_map(name).zip(counts) {
        rate.all += count;
        if as_what == slug {
            rate.right = count;
        } else if count > 0 {
            rate.read_as
                .push((as_what.trim_start_matches('(').trim_end_matches(',').to_owned(), count));
        }
    }
    (rate.all > 0).then_some(rate)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use stepfall_api::open_link_with_item;
    use stepfall_protocol::Grade;
    use stepfall_protocol::verdict::{ErrorLocation, Report};
    use stepfall_text::{GUIDE_ABOUT, Status, Term, guide_entry};

    use super::*;
    use crate::job::Compute as _;

    /// Returns the verdict on the example of an entry.
    fn report(slug: &str) -> std::sync::Arc<Report> {
        graded(guide(slug).unwrap().example)
    }

    /// Returns the verdict on an attempt.
    fn graded(attempt: LinkedAttempt) -> std::sync::Arc<Report> {
        let LinkedAttempt { link, transcript, .. } = attempt;
        Grade { link, transcript: transcript.into(), is_cut: false }.compute().unwrap()
    }

    /// In this example a correct step does not stop the error, and a later step has the correct
    /// value by chance.
    #[test]
    fn an_error_that_continues_is_not_called_cancelled() {
        let link = format!("#/play?v=2&{EIGHT}");
        let report = graded(simulated_example(&link, "recovered", "trace", RUN).unwrap());
        assert!(report.visible.steps.iter().any(|step| step.by_cancellation));
        assert!(!report.headline.contains("cancels"), "{}", report.headline);
    }

    #[test]
    fn every_example_shows_its_entry() {
        let mut missing = Vec::new();
        for entry in GuideSlug::ALL {
            let report = report(entry.slug());
            let steps = &report.visible.steps;
            let is_shown = match guide_entry(entry.slug()).unwrap().term {
                Term::Mode(mode) => report.modes.contains(&mode),
                Term::Step(status) => steps.iter().any(|step| step.status == status),
                Term::Claim("repeated") => steps.iter().any(|step| step.repeated),
                Term::Claim("revised") => steps.iter().any(|step| step.revised),
                Term::Claim(_) => steps.iter().any(|step| step.out_of_order),
                Term::Cause(slug) => steps.iter().any(|step| {
                    let cause = step.causes.first();
                    step.status == Status::RootError
                        && cause.is_some_and(|cause| cause.slug() == slug)
                }),
            };
            if !is_shown {
                missing.push((
                    entry.slug(),
                    report.headline.clone(),
                    guide(entry.slug()).unwrap().example.transcript,
                ));
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn detection_rates_equal_the_committed_table() {
        // The counts of each row add up, and no row of the table is missing.
        let measured = GuideSlug::ALL.into_iter().filter(|entry| !rates(*entry).is_empty()).count();
        assert_eq!(measured, 19 + 13);
        for entry in GuideSlug::ALL {
            for rate in rates(entry) {
                let others: u32 = rate.read_as.iter().map(|(_, count)| count).sum();
                assert_eq!(rate.right + others, rate.all, "{}", entry.slug());
                for (slug, _) in &rate.read_as {
                    assert!(
                        GuideSlug::ALL
                            .iter()
                            .any(|entry| entry.slug().trim_start_matches("step-") == slug),
                        "{slug}"
                    );
                }
            }
        }
        let [shown, values] =
            rates(GuideSlug::from_slug("lost-operand").unwrap()).try_into().unwrap();
        assert!(shown.shows_operands && !values.shows_operands);
        assert!(CONFUSION.contains(&format!("{} transcripts", 16_371)));
        assert!(shown.all > 500 && shown.right * 100 > shown.all * 98, "{shown:?}");
    }

    /// The entries with an answer of a language model, each with the path of its case in `tests`.
    const ANSWERED: [(&str, &str); 23] = [
        ("missing-answer", "corpus/models/v2/plan-8"),
        ("premature-answer", "corpus/models/v2/early-15"),
        ("self-corrected", "corpus/models/v2/early-15"),
        ("under-executed", "corpus/models/v2/half-16"),
        ("right-answer-wrong-procedure", "corpus/models/trace/tr-60-dec"),
        ("another-order", "corpus/models/v2/another-8"),
        ("slipped", "corpus/models/trace/tr-30-mod2"),
        ("lost-precision", "corpus/models/terse-and-early/fr-40-dec-csv"),
        ("wrong-work-not-shown", "corpus/models/v2/ao-25"),
        ("folded", "corpus/models/v2/expr-10"),
        ("unexplained", "corpus/models/terse-and-early/fr-25-dec-every"),
        ("followed", "corpus/models/v2/fr-15"),
        ("step-right", "corpus/models/v2/fr-15"),
        ("step-inherited", "corpus/models/trace/tr-30-mod2"),
        ("step-recovered", "transcripts/open/8-14"),
        ("step-slip", "corpus/models/trace/tr-30-mod2"),
        ("step-rounded", "corpus/models/terse-and-early/fr-40-dec-csv"),
        ("step-unexplained", "corpus/models/terse-and-early/fr-25-dec-every"),
        ("step-not-shown", "corpus/models/v2/expr-10"),
        ("step-not-reached", "corpus/models/v2/half-16"),
        ("step-repeated", "transcripts/fresh/1-01"),
        ("step-revised", "transcripts/held-out/2-17"),
        ("step-out-of-order", "corpus/models/v2/reverse-8"),
    ];

    /// Returns the content of a file of a case.
    fn of_case(case: &str, extension: &str) -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");
        std::fs::read_to_string(format!("{folder}/{case}.{extension}")).unwrap()
    }

    /// Returns all values of a key in the label of a case.
    fn labelled(case: &str, key: &str) -> Vec<String> {
        let label = of_case(case, "label");
        let lines = label.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(label_key, _)| *label_key == key)
            .map(|(_, value)| value.to_owned())
            .collect()
    }

    #[test]
    fn the_index_counts_the_real_examples() {
        let is_real = |entry: &&GuideSlug| {
            matches!(guide(entry.slug()).unwrap().written_by, WrittenBy::Model { .. })
        };
        let real: Vec<&str> =
            GuideSlug::ALL.iter().filter(is_real).map(|entry| entry.slug()).collect();
        let listed: Vec<&str> = ANSWERED.iter().map(|(slug, _)| *slug).collect();
        assert_eq!(real, listed);
        let sentence = format!("At {} of the {} entries ", real.len(), GuideSlug::ALL.len());
        assert!(GUIDE_ABOUT.contains(&sentence), "{GUIDE_ABOUT}");
    }

    #[test]
    fn the_provenance_of_real_examples_equals_their_labels() {
        for (slug, case) in ANSWERED {
            let WrittenBy::Model { name, date, settings, .. } = guide(slug).unwrap().written_by
            else {
                panic!("{case} is not by a model")
            };
            let actual = [name, date, settings];
            let (source, settings_key) = if case.starts_with("corpus") {
                ("verbatim", "style")
            } else {
                ("answered", "aside")
            };
            let expected = ["model", "date", settings_key].map(|key| labelled(case, key).concat());
            assert_eq!(actual, expected, "{case}");
            assert_eq!(labelled(case, "source"), [source], "{case}");
        }
    }

    #[test]
    fn real_examples_are_shown_with_their_item() {
        for (slug, case) in ANSWERED {
            let GuidePage { example, written_by, .. } = guide(slug).unwrap();
            assert_eq!(example.transcript, of_case(case, "txt"), "{case}");
            let record: Value = serde_json::from_str(&of_case(case, "json")).unwrap();
            let (opened, item) = open_link_with_item(&example.link).unwrap();
            let made = item.record(opened.link.condition).unwrap();
            let made = serde_json::to_value(made).unwrap();
            for member in ["condition", "inputs", "steps", "answer", "prompt"] {
                assert_eq!(made[member], record[member], "{member} of {case}");
            }
            let WrittenBy::Model { condition, .. } = written_by else { panic!("{case}") };
            assert_eq!(condition, record["condition"], "{case}");
        }
    }

    #[test]
    fn real_examples_are_graded_as_their_labels() {
        for (slug, case) in ANSWERED {
            let report = report(slug);
            let (roots, labels) = (&report.visible.root_errors, labelled(case, "root"));
            if case.starts_with("transcripts") {
                // The labels of these transcripts contain only the first root error and the answer.
                let root = roots.first().map_or("none".to_owned(), |root| {
                    let ErrorLocation::Step(value) = &root.place else { panic!("{case}") };
                    let step = report.visible.step(value.number).unwrap();
                    format!("S{} {}", value.number, step.causes[0].slug())
                });
                assert_eq!(labels, [root], "{case}");
                let answer = report.visible.first.as_ref().map(|answer| answer.value.clone());
                assert_eq!(labelled(case, "answer"), Vec::from_iter(answer), "{case}");
                continue;
            }
            assert_eq!(roots.len(), labels.len(), "{case}");
            assert_eq!(labelled(case, "primary"), [report.primary.slug()], "{case}");
            let labels = labelled(case, "modes").concat();
            let labels: BTreeSet<&str> = labels.split(", ").collect();
            let modes: BTreeSet<&str> = report.modes.iter().map(|mode| mode.slug()).collect();
            assert_eq!(modes, labels, "{case}");
        }
    }
}
