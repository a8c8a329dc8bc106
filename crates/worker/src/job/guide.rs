//! What the field guide shows of an entry: an example, and how often the grader is right about simulated transcripts.

use stepfall_link::Entry;
use stepfall_protocol::{Attempt, GuidePage, GuideRate, WrittenBy};
use stepfall_share::Failure;

use super::example::{MODEL as AUTHOR, executed};

/// The committed table of `stepfall confusion`.
const CONFUSION: &str = include_str!("../../../../tests/golden/confusion.txt");

/// The run of the executors of the examples.
const RUN: u32 = 1;

/// How an entry comes to its example.
enum Example {
    /// An executor carries out the item of these parameters, in a form.
    Executor(&'static str, &'static str, &'static str),
    /// Somebody wrote it for the item of these parameters.
    Hand(&'static str, &'static str),
    /// A language model answered so.
    Model(&'static Answer),
}

/// What a language model answered: a case of the corpus.
struct Answer {
    /// The text.
    text: &'static str,
    /// The parameters of the item.
    of: &'static str,
    /// The day.
    date: &'static str,
    /// What it was told beside the prompt.
    settings: &'static str,
}

/// Who wrote those of the corpus.
const MODEL: &str = "Claude by Anthropic, exact version unknown, answering without tools";
const EARLY: Answer = Answer {
    text: include_str!("../../../../tests/corpus/models/v2/early-15.txt"),
    of: "steps=15&seed=301&condition=free",
    date: "2026-11-25",
    settings: "State your answer first, at once, and then explain how it comes about step by step.",
};
const FORMULA: Answer = Answer {
    text: include_str!("../../../../tests/corpus/models/v2/expr-10.txt"),
    of: "steps=10&seed=309&condition=free",
    date: "2026-11-25",
    settings: "Do not do the steps one by one; substitute and simplify into one expression and compute that.",
};
const ALONE: Answer = Answer {
    text: include_str!("../../../../tests/corpus/models/v2/ao-25.txt"),
    of: "seed=90&condition=answer-only",
    date: "2026-11-22",
    settings: "",
};
const RIGHT: Answer = Answer {
    text: include_str!("../../../../tests/corpus/models/v2/fr-15.txt"),
    of: "steps=15&seed=88&condition=free",
    date: "2026-11-22",
    settings: "",
};

const EIGHT: &str = "steps=8&seed=3";
const TWELVE: &str = "steps=12&seed=1";
const DECIMALS: &str = "steps=8&numbers=decimal2&bound=10000&seed=3";

/// Values of which nobody can say which step they belong to.
const SCRAPS: &str =
    include_str!("../../../../tests/corpus/modes/unclear/values-whose-steps-are-forgotten.txt");

/// The answer by one expression of the inputs.
const EXPRESSION: &str = "Every step is a sum of the inputs, so I take them together: the answer is 8 times their sum, less 2 times 426.\n\n589 - 426 = 163\n163 * 8 = 1304\n426 * 2 = 852\n1304 - 852 = 452\n\nAnswer: 452";

/// How an entry comes to its example; nothing where there is no such entry.
const fn example(slug: &str) -> Option<Example> {
    use Example::Executor;
    Some(match slug.as_bytes() {
        b"wrong-item" => Executor("wrong-item", "trace", EIGHT),
        b"refused" => Executor("refused", "trace", EIGHT),
        b"truncated" => Executor("truncated", "trace", EIGHT),
        b"missing-answer" => Executor("missing-answer", "trace", EIGHT),
        b"premature-answer" | b"self-corrected" => Example::Model(&EARLY),
        b"talked-out" => Executor("talked-out", "prose", EIGHT),
        b"under-executed" | b"step-not-reached" => Executor("stopped", "trace", EIGHT),
        b"extra-steps" => Executor("extra-steps", "trace", EIGHT),
        b"right-answer-wrong-procedure" => {
            Executor("right-answer-wrong-procedure", "trace", TWELVE)
        }
        b"lost-operand" | b"step-wrong-operand" | b"step-inherited" => {
            Executor("wrong-operand", "trace", EIGHT)
        }
        b"lost-operation" | b"step-wrong-operation" => Executor("wrong-operation", "trace", EIGHT),
        b"lost-place" | b"step-skipped" => Executor("skipped", "trace", EIGHT),
        b"slipped" | b"step-slip" => Executor("slip-carry", "trace", EIGHT),
        b"lost-precision" | b"step-rounded" => Executor("rounded", "trace", DECIMALS),
        b"lost-format" => Executor("lost-format", "trace", DECIMALS),
        b"wrong-work-not-shown" => Example::Model(&ALONE),
        b"folded" | b"step-not-shown" => Example::Model(&FORMULA),
        b"unexplained" | b"step-unexplained" => Executor("unexplained", "value-lines", EIGHT),
        b"followed" | b"step-right" => Example::Model(&RIGHT),
        b"step-recovered" => Executor("recovered", "trace", EIGHT),
        b"step-repeated" => Executor("repeated", "trace", EIGHT),
        b"step-revised" => Executor("revised", "trace", EIGHT),
        b"step-out-of-order" => Executor("out-of-order", "trace", EIGHT),
        b"step-swapped" => Executor("swapped", "trace", EIGHT),
        b"step-wrong-table" => {
            Executor("wrong-operation", "trace", "steps=8&seed=3&condition=copy")
        }
        b"step-given" => Executor("followed", "trace", "steps=8&seed=3&condition=primed.4.0"),
        b"unclear" | b"step-unclear" => Example::Hand(SCRAPS, "steps=8&seed=12"),
        b"another-order" => Example::Hand(EXPRESSION, EIGHT),
        _ => return None,
    })
}

/// What the guide shows of an entry.
///
/// # Errors
///
/// [`Failure`] where there is no such entry.
pub(super) fn guide(slug: &str) -> Result<GuidePage, Failure> {
    let unknown = || Failure::Selection(format!("There is no entry “{slug}” in the field guide."));
    let entry = Entry::from_slug(slug).ok_or_else(unknown)?;
    let link = |parameters: &str| format!("#/play?v=2&{parameters}");
    let (example, written_by) = match example(entry.slug()).ok_or_else(unknown)? {
        Example::Executor(executor, form, of) => {
            (executed(&link(of), executor, form, RUN)?, WrittenBy::Executor)
        }
        Example::Hand(transcript, of) => {
            let transcript = transcript.to_owned();
            (Attempt { link: link(of), transcript, author: String::new() }, WrittenBy::Hand)
        }
        Example::Model(Answer { text, of, date, settings }) => {
            let (transcript, author) = ((*text).to_owned(), AUTHOR.to_owned());
            let (name, date) = (MODEL.to_owned(), (*date).to_owned());
            let settings = (*settings).to_owned();
            let written_by = WrittenBy::Model { name, date, settings };
            (Attempt { link: link(of), transcript, author }, written_by)
        }
    };
    Ok(GuidePage { example, written_by, rates: rates(entry) })
}

/// How often the grader is right about an entry, for each part of the table that has it.
fn rates(entry: Entry) -> Vec<GuideRate> {
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

/// The row of a slug in a table: a letter and the slug, then how often it was read as each of them in the same order, with a dot for never, then a share. Nothing where the
/// table has no such row, or one without a count.
fn rate(part: &str, slug: &str) -> Option<GuideRate> {
    // The columns are named in a line, then come the rows up to an empty line.
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
    use stepfall_protocol::verdict::Report;
    use stepfall_protocol::{Job, JobOutput};
    use stepfall_text::{Status, Term, guide_entry};

    use super::*;
    use crate::job::carry_out;

    /// The verdict on the example of an entry.
    fn report(slug: &str) -> std::sync::Arc<Report> {
        let Attempt { link, transcript, .. } = guide(slug).unwrap().example;
        match carry_out(&Job::Grade { link, transcript, is_cut: false }).unwrap() {
            JobOutput::Grade(report) => report,
            other => panic!("{other:?}"),
        }
    }

    /// The error goes past a step that is right in spite of it, and a later one has the right value by no value of the text.
    #[test]
    fn no_step_is_said_to_cancel_an_error_that_goes_past_it() {
        let report = report("step-recovered");
        assert!(report.visible.steps.iter().any(|step| step.by_cancellation));
        assert!(!report.headline.contains("cancels"), "{}", report.headline);
    }

    #[test]
    fn every_example_shows_its_entry() {
        let mut missing = Vec::new();
        for entry in Entry::ALL {
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
                    step.status == Status::Fault && cause.is_some_and(|cause| cause.slug() == slug)
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
    fn rates_are_those_of_the_committed_table() {
        // Each column adds up over its row, and nothing is missed that the table has.
        let measured = Entry::ALL.into_iter().filter(|entry| !rates(*entry).is_empty()).count();
        assert_eq!(measured, 19 + 13);
        for entry in Entry::ALL {
            for rate in rates(entry) {
                let others: u32 = rate.read_as.iter().map(|(_, count)| count).sum();
                assert_eq!(rate.right + others, rate.all, "{}", entry.slug());
                for (slug, _) in &rate.read_as {
                    assert!(
                        Entry::ALL
                            .iter()
                            .any(|entry| entry.slug().trim_start_matches("step-") == slug),
                        "{slug}"
                    );
                }
            }
        }
        let [shown, values] = rates(Entry::from_slug("lost-operand").unwrap()).try_into().unwrap();
        assert!(shown.shows_operands && !values.shows_operands);
        assert!(CONFUSION.contains(&format!("{} transcripts", 16_371)));
        assert!(shown.all > 500 && shown.right * 100 > shown.all * 98, "{shown:?}");
    }

    #[test]
    fn what_is_said_of_a_model_is_what_its_label_says() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/models/v2");
        let cases = [
            ("premature-answer", "early-15"),
            ("folded", "expr-10"),
            ("wrong-work-not-shown", "ao-25"),
            ("followed", "fr-15"),
        ];
        for (slug, case) in cases {
            let label = std::fs::read_to_string(format!("{folder}/{case}.label")).unwrap();
            let said = |key: &str| -> String {
                let lines = label.lines().filter_map(|line| line.split_once(": "));
                lines.filter(|(of, _)| *of == key).map(|(_, said)| said.to_owned()).collect()
            };
            let WrittenBy::Model { name, date, settings } = guide(slug).unwrap().written_by else {
                panic!("nobody wrote {case}")
            };
            let expected: [String; 3] = [said("model"), said("date"), said("style")];
            assert_eq!([name, date, settings], expected, "{case}");
        }
    }
}
