//! Texts of the page about Stepfall.

pub(crate) const TITLE: &str = "About Stepfall";
pub(crate) const WHAT: &str = "Stepfall asks a language model to carry out a plain arithmetic procedure, step by step, and shows exactly where the model stopped following it. Procedures are made from a seed, so that a link always leads to the same one. Answers are graded on your machine, by the code that the command line and the npm package use.";
pub(crate) const WHY: &str = "Stepfall starts from a finding: on procedures of simple arithmetic the share of correct first answers falls from 63\u{a0}% at 5 steps to 20\u{a0}% at 95, averaged over 14 to 15 models (arXiv 2605.00817, version 3 of 24 May 2026; version 1 has 61\u{a0}% at 5 steps). Stepfall makes such procedures so that every error can be located, separates losing the procedure from rounding, and compares what helps.";

pub(crate) const GUIDE: &str =
    "What every word of a verdict means: the field guide to failure modes.";

pub(crate) const STUDY_ADDRESS: &str = "https://arxiv.org/abs/2605.00817";
pub(crate) const STUDY_LINK: &str = "Read the study.";

pub(crate) const COPY_BIBTEX: &str = "Copy BibTeX";

/// Returns a BibTeX entry for Stepfall, and an entry for the study that Stepfall starts from. The
/// content is that of `CITATION.cff`. `address` is the public address of the page, if it has one.
pub(crate) fn bibtex(address: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let address = address.map(|address| format!(",\n  url = {{{address}}}")).unwrap_or_default();
    format!(
        "@software{{stepfall,
  title = {{{{Stepfall: where a language model stops following a procedure}}}},
  author = {{{{The Stepfall authors}}}},
  year = {{2026}},
  version = {{{version}}}{address}
}}

@misc{{panda2026,
  title = {{{{When LLMs Stop Following Steps: A Diagnostic Study of Procedural Execution in Language Models}}}},
  author = {{Panda, Sailesh and Kadasi, Pritam and Singh, Mayank and Upperwal, Abhishek}},
  year = {{2026}},
  eprint = {{2605.00817}},
  archivePrefix = {{arXiv}}
}}"
    )
}

/// A heading of the page with its entries. Each entry is a term with its meaning.
pub(crate) type Section = (&'static str, &'static [(&'static str, &'static str)]);

pub(crate) const SECTIONS: [Section; 4] = [
    (
        "How the grader works",
        &[
            (
                "Reading",
                "It finds every statement about a step in the text, in whatever form it is written, and every answer. Where several readings are possible it takes the one that leaves least to explain, and says how sure it is.",
            ),
            (
                "Judging",
                "Each value is compared with the exact value, and with what follows from the model’s own earlier values. A value that disagrees with both is an error; one that is incorrect only because of an earlier error is inherited.",
            ),
            (
                "How often it is correct",
                "On about 16,000 simulated answers that show their operands, with known, distinguishable errors, it names the main failure 99 times in 100. The command stepfall-dev confusion prints the whole table.",
            ),
        ],
    ),
    (
        "Words",
        &[
            ("Step", "one assignment such as S7 = S6 − S3. The two inputs do not count as steps."),
            (
                "Look-back",
                "how far back a step may reach for the operand that is not the value just before it.",
            ),
            (
                "Condition",
                "how the model is asked to work: the answer alone, every step on a line, in turns, with a tool.",
            ),
            ("Attempt", "what one model wrote for one procedure under one condition."),
            (
                "50\u{a0}% horizon",
                "the number of steps up to which answers are correct half of the time.",
            ),
            (
                "Simulated solver",
                "a program that fails in a known way. It is not a language model.",
            ),
        ],
    ),
    (
        "Keyboard",
        &[
            ("Tab", "reaches everything; the first stop leads past the head of the page."),
            ("← →", "on the arcs, go from step to step."),
            ("Ctrl+V, ⌘V", "outside a field, takes an answer from the clipboard."),
            ("Esc", "closes Settings, Share, Ask a model and Examples."),
        ],
    ),
    (
        "Cite",
        &[
            (
                "A result",
                "give the link: it holds version, seed and settings, and shows the same to everyone.",
            ),
            ("The study", "arXiv 2605.00817, for the finding that this starts from."),
            (
                "The small model and the Lab",
                "The small transformer of the Lab was trained for Stepfall; training/README.md in its source says how, and what was measured. Step-Saliency and StepFlow are from arXiv 2604.06695.",
            ),
            ("Licence", "MIT or Apache-2.0."),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bibtex_entry_equals_the_citation_file() {
        let file = include_str!("../../CITATION.cff");
        let made = bibtex(Some("https://host/"));
        for line in file.lines().map(str::trim) {
            let Some((key, value)) = line.trim_start_matches("- ").split_once(": ") else {
                continue;
            };
            let value = value.trim_matches('"');
            if ["title", "version", "family-names", "given-names", "name", "year"].contains(&key) {
                assert!(made.contains(value), "{key}: {value}");
            }
        }
        assert!(file.contains("arXiv:2605.00817v1") && made.contains("{2605.00817}"));
        assert!(made.contains("},\n  url = {https://host/}\n}"), "{made}");
        assert!(!bibtex(None).contains("url"));
    }
}
