//! Invariants of the verdict on any text. The fuzz target `grade` checks them too.

use std::ops::Range;

use stepfall_grade::{Cause, Certainty, Status, StepClaim, TextVerdict, Verdict};
use stepfall_procedure::Item;

/// Panics if a verdict is invalid. Examples are a position outside the text or inside a character,
/// an incorrect order, and a failure mode that contradicts the rest.
pub(crate) fn hold(item: &Item, text: &str, verdict: &Verdict) {
    text_verdict(item, text, &verdict.visible);
    if let Some(reasoning) = &verdict.reasoning {
        let mut end = 0;
        for span in &reasoning.spans {
            within(text, span);
            assert!(span.start >= end && !span.is_empty(), "{:?}", reasoning.spans);
            end = span.end;
        }
        hold(item, text, &reasoning.verdict);
    }
    assert!(
        verdict.modes.contains(&verdict.primary),
        "{:?} of {:?}",
        verdict.primary,
        verdict.modes
    );
    assert!(verdict.modes.is_sorted(), "{:?}", verdict.modes);
    let mut end = 0;
    for sample in &verdict.samples {
        within(text, sample);
        assert!(sample.start == end && !sample.is_empty(), "samples {:?}", verdict.samples);
        end = sample.end;
    }
    assert!(
        verdict.samples.is_empty() || (verdict.samples.len() > 1 && end == text.len()),
        "samples {:?}",
        verdict.samples
    );
}

fn text_verdict(item: &Item, text: &str, text_verdict: &TextVerdict) {
    for answer in &text_verdict.answers {
        within(text, &answer.claim.span);
        assert!(!answer.claim.span.is_empty());
        assert!(answer.within_tolerance || !answer.is_correct);
    }
    assert!(
        text_verdict.answers.is_sorted_by_key(|answer| answer.claim.span.start),
        "answers in the order of the text"
    );
    let numbers = text_verdict.steps.iter().map(|step| step.number);
    assert!(numbers.eq(3..=item.procedure.last()), "every step has a verdict");
    for step in &text_verdict.steps {
        let claimed = matches!(
            step.status,
            Status::Correct | Status::Inherited | Status::Recovered | Status::RootError
        );
        assert_eq!(step.claim.is_some(), claimed, "{step:?}");
        assert_eq!(step.hypotheses.is_empty(), step.status != Status::RootError, "{step:?}");
        if let Some(claim) = &step.claim {
            assert_eq!(claim.number, step.number);
            claim_within(text, claim);
            let is_correct = claim.value == step.expected;
            // A correct value may be the result of a false equation.
            let is_sound = match step.status {
                Status::Correct | Status::Recovered => is_correct,
                Status::Inherited => !is_correct,
                _ => true,
            };
            assert!(is_sound, "{step:?}");
        }
    }
    let unclear = text_verdict.steps.iter().find(|step| step.status == Status::Unclear);
    match text_verdict.certainty {
        Certainty::Unclear { from, .. } => {
            assert!(
                text_verdict.roots.is_empty() && text_verdict.extra_steps == 0,
                "no error is named"
            );
            assert_eq!(unclear.map(|step| step.number), Some(from));
        }
        Certainty::Sure | Certainty::Likely(_) => assert_eq!(unclear, None),
    }
    for root in &text_verdict.roots {
        assert!(text.is_char_boundary(root.at), "{root:?}");
        assert!(!root.causes.is_empty(), "{root:?}");
    }
    // Root errors come in the order of their steps. At most one has no step, and it is the last.
    let of_steps = text_verdict.roots.iter().filter_map(|root| root.number);
    assert!(of_steps.is_sorted(), "{:?}", text_verdict.roots);
    let last = text_verdict.roots.iter().position(|root| root.number.is_none());
    assert!(last.is_none_or(|at| at + 1 == text_verdict.roots.len()), "{:?}", text_verdict.roots);
    let invented = text_verdict.roots.iter().any(|root| root.cause() == Cause::Invented);
    assert_eq!(invented, text_verdict.extra_steps > 0);
}

fn claim_within(text: &str, claim: &StepClaim) {
    within(text, &claim.span);
    within(text, &claim.value_span);
    assert!(!claim.value_span.is_empty(), "{claim:?}");
}

fn within(text: &str, span: &Range<usize>) {
    assert!(
        span.start <= span.end && text.get(span.clone()).is_some(),
        "{span:?} in a text of {} bytes",
        text.len()
    );
}
