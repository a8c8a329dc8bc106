//! Example transcripts that the page offers.

use stepfall_api::{ApiError, simulate};
use stepfall_link::{PlayLink, SolverRun, parse};
use stepfall_protocol::LinkedAttempt;

/// The source of an example.
enum Source {
    /// An answer of a language model, from a case of the corpus.
    Model(&'static str),
    /// The slug of a simulated solver, the slug of the form in which it writes, and the number of
    /// the run.
    Solver(&'static str, &'static str, u32),
}

struct Example {
    /// The link to the item.
    link: &'static str,
    source: Source,
}

/// Includes a transcript of the corpus, for an item of this version of the generator.
macro_rules! corpus {
    ($name:literal) => {
        Source::Model(include_str!(concat!("../../../../tests/corpus/models/v2/", $name, ".txt")))
    };
}

/// The author of the transcripts in the corpus.
pub(super) const MODEL: &str = "Claude";

/// All examples, those of language models first. The page describes them in this order.
const EXAMPLES: [Example; 9] = [
    Example { link: "#/play?v=2&seed=90&condition=answer-only", source: corpus!("ao-25") },
    Example { link: "#/play?v=2&numbers=mod97&seed=7", source: corpus!("tr-25-mod97") },
    Example { link: "#/play?v=2&steps=15&seed=88&condition=free", source: corpus!("fr-15") },
    Example {
        link: "#/play?v=2&steps=30&numbers=decimal2&bound=10000&seed=206",
        source: corpus!("tr-30-dec"),
    },
    Example { link: "#/play?v=2&seed=42", source: Source::Solver("wrong-operand", "trace", 49) },
    Example {
        link: "#/play?v=2&steps=95&seed=5",
        source: Source::Solver("wrong-operand", "table", 2),
    },
    Example {
        link: "#/play?v=2&steps=15&seed=9",
        source: Source::Solver("talked-out", "prose", 1),
    },
    Example { link: "#/play?v=2&seed=12", source: Source::Solver("truncated", "bullets", 1) },
    Example {
        link: "#/play?v=2&steps=15&seed=21&condition=verified.5",
        source: Source::Solver("wrong-operand", "trace", 1),
    },
];

/// Returns the link and the transcript of an example by its position.
///
/// # Errors
///
/// [`ApiError`] if there is no such position.
pub(super) fn example(place: u32) -> Result<LinkedAttempt, ApiError> {
    let most = u32::try_from(EXAMPLES.len()).unwrap_or(u32::MAX) - 1;
    let found = usize::try_from(place).ok().and_then(|place| EXAMPLES.get(place));
    let Example { link, source } = found.ok_or(ApiError::Range { what: "an example", most })?;
    let link = (*link).to_owned();
    Ok(match source {
        Source::Model(text) => {
            LinkedAttempt { link, transcript: (*text).to_owned(), author: MODEL.to_owned() }
        }
        Source::Solver(solver, form, run) => simulated_example(&link, solver, form, *run)?,
    })
}

/// Returns the transcript of a solver in a form for the item of a link, in a run.
///
/// # Errors
///
/// [`ApiError`] if the solver cannot make its error on this item.
pub(super) fn simulated_example(
    link: &str,
    solver: &str,
    form: &str,
    run: u32,
) -> Result<LinkedAttempt, ApiError> {
    let transcript = simulate(link, solver, form, 0, run)?.transcript;
    // With this source, the page can continue the same run with other settings.
    let by = SolverRun { solver: solver.to_owned(), form: form.to_owned(), rate: 0, run };
    let source = stepfall_link::Source::Solver(by);
    let link = PlayLink { source, ..parse(link).link }.fragment_without_text();
    Ok(LinkedAttempt { link, transcript, author: String::new() })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use stepfall_api::open_link_with_item;
    use stepfall_procedure::Item;
    use stepfall_protocol::Grade;
    use stepfall_protocol::verdict::Mode;

    use super::*;
    use crate::job::Compute as _;

    #[test]
    fn every_example_has_its_expected_verdict() {
        let headline = |place: u32| {
            let LinkedAttempt { link, transcript, .. } = example(place).unwrap();
            let grade = Grade { link, transcript: transcript.into(), is_cut: false };
            let report = grade.compute().unwrap();
            (report.primary, report.headline.clone())
        };
        let headlines: Vec<(Mode, String)> = (0..9).map(headline).collect();
        let headlines: Vec<(Mode, &str)> =
            headlines.iter().map(|(primary, headline)| (*primary, &**headline)).collect();
        let expected = [
            (
                Mode::WrongWorkNotShown,
                "The final answer is incorrect: -413 instead of 272. No steps are shown that would say why.",
            ),
            (Mode::Followed, "All 25 steps and the answer are correct."),
            (Mode::Followed, "All 15 steps and the answer are correct."),
            (Mode::Followed, "All 30 steps and the answer are correct."),
            (
                Mode::LostOperand,
                "Correct for 16 of 25 steps. At S19 it used S17 instead of S14; later steps inherit the error.",
            ),
            (
                Mode::LostOperand,
                "Correct for 50 of 95 steps. At S53 it used S51 instead of S50; later steps inherit the error.",
            ),
            (Mode::TalkedOut, "It first gave 598, which is correct, and then changed it to 640."),
            (
                Mode::Truncated,
                "Correct for all 7 steps shown. The text breaks off after S9, before an answer.",
            ),
            (Mode::Followed, "All 15 steps and the answer are correct."),
        ];
        assert_eq!(headlines, expected);
        assert!(example(9).is_err());
    }

    #[test]
    fn the_example_of_a_model_has_the_item_of_its_link() {
        let recorded = |name: &str| -> Value {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/models/v2");
            let record = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            serde_json::from_str(&record).unwrap()
        };
        let names = ["ao-25", "tr-25-mod97", "fr-15", "tr-30-dec"];
        for (place, name) in (0..).zip(names) {
            let (opened, item): (_, Item) =
                open_link_with_item(&example(place).unwrap().link).unwrap();
            let record = item.record(opened.link.condition).unwrap();
            let made = serde_json::to_value(record).unwrap();
            let record = recorded(name);
            for (member, value) in record.as_object().unwrap() {
                // A recorded case lacks the parameters that were added to the spec later.
                match value.as_object() {
                    Some(parts) => {
                        for (part, value) in parts {
                            assert_eq!(&made[member][part], value, "{part} in {member} of {name}");
                        }
                    }
                    None => assert_eq!(&made[member], value, "{member} of {name}"),
                }
            }
        }
    }
}
