//! Texts around the parts of Play.

use stepfall_protocol::recorded::RecordedAttempt;

pub(crate) const LINE: &str = "Find the step where a language model stops following a procedure.";
pub(crate) const LINE_HINT: &str = "Copy the prompt into any model and paste its answer back; Stepfall checks every step, in your browser.";
pub(crate) const LINE_EXAMPLE: &str = "This is an example; paste your own to replace it.";
/// The label of the link from a recorded attempt to its run.
pub(crate) const ITS_RUN: &str = "Open its run in Results";
/// The label of the link from an attempt back to the page that opened it.
pub(crate) const BACK_TO_RUN: &str = "Back to the run";
pub(crate) const FROM_BATCH: &str = "From the results of a batch.";
pub(crate) const BACK_TO_BATCH: &str = "Back to the results";
pub(crate) const VERDICT: &str = "Verdict";
pub(crate) const PASTE: &str = "Paste answer";
pub(crate) const PASTE_REFUSED: &str =
    "The browser does not let this page read the clipboard: press Ctrl+V (⌘V) here.";
pub(crate) const FOOT: &str =
    "Everything runs in this page. Nothing is sent anywhere unless you ask for it.";
pub(crate) const FOOT_ABOUT: &str = "How grading works, and how to cite";
pub(crate) const FOOT_STUDY: &str = "The study";
pub(crate) const FOOT_SOURCE: &str = "Source";
pub(crate) const FOOT_LICENCES: &str = "Licences";
pub(crate) const ABOUT: &str = "About";

/// Names the run from which an attempt was opened.
pub(crate) fn from_run(title: &str) -> String {
    if title.is_empty() { "From a run.".to_owned() } else { format!("From run “{title}”.") }
}

/// Names the model of a recorded attempt.
pub(crate) fn recorded_model(attempt: &RecordedAttempt) -> String {
    format!("{} ({})", attempt.model, attempt.quantisation)
}

/// Describes when and how a recorded attempt was made.
pub(crate) fn recording_details(attempt: &RecordedAttempt) -> String {
    let RecordedAttempt { date, engine, temperature, max_output, .. } = attempt;
    format!(
        "Recorded on {date}, at temperature {temperature}, with at most {max_output} output tokens. Engine: {engine}."
    )
}

/// Reports the version of the program and its licences.
pub(crate) fn version(version: &str) -> String {
    format!("Stepfall {version} · MIT or Apache-2.0")
}

#[cfg(test)]
mod tests {
    use crate::state::example;

    #[test]
    fn a_recorded_attempt_is_described_with_its_settings() {
        let attempt = example::attempt().unwrap();
        assert_eq!(super::recorded_model(&attempt), "SmolLM2-135M-Instruct (Q4_1)");
        assert_eq!(
            super::recording_details(&attempt),
            "Recorded on 2026-11-28, at temperature 0, with at most 256 output tokens. Engine: the llama.cpp server of xllamacpp 2026.10.11549."
        );
    }

    #[test]
    fn the_document_has_the_introduction_of_the_page() {
        let document = include_str!("../../index.html");
        for line in [super::LINE, super::LINE_HINT] {
            assert!(document.contains(line), "{line}");
        }
    }
}
