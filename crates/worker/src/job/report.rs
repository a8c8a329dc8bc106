//! Conversion of a verdict to a report for the page.

use std::ops::Range;
use std::sync::Arc;

use stepfall_api::Positions;
use stepfall_condition::{DialogueEnd, Reading, parts};
use stepfall_grade::{StepVerdict, answer_text, headline, table_name, value_name, value_text};
use stepfall_procedure::{Condition, Item};
use stepfall_protocol::verdict::{
    Cause, Dialogue, ErrorLocation, GradedAnswer, Mark, MarkKind, MessageSpan, Reasoning, Report,
    Role, RootError, Span, Step, TextVerdict, ValueRef,
};

/// Returns the report on a text of an item under a condition, from its reading.
pub(super) fn report(item: &Item, condition: Condition, text: &str, reading: &Reading) -> Report {
    let writer = ReportWriter { item, condition, positions: Positions::new(&reading.text) };
    let verdict = &reading.verdict;
    let reasoning = verdict.reasoning.as_ref();
    let withdrawn: Vec<Span> = writer.spans(&reading.withdrawn_ranges(condition));
    let withdrawn = withdrawn.into_iter().map(|span| Mark { span, of: MarkKind::Withdrawn });
    let of_reasoning =
        reasoning.into_iter().flat_map(|reasoning| writer.marks(&reasoning.verdict.visible));
    Report {
        headline: headline(item, condition, verdict),
        doubt: verdict.visible.certainty.doubt().map(|doubt| doubt.sentence().to_owned()),
        primary: verdict.primary,
        modes: verdict.modes.clone(),
        visible: Arc::new(writer.text_verdict(&verdict.visible)),
        reasoning: reasoning.map(|reasoning| Reasoning {
            spans: writer.spans(&reasoning.spans),
            headline: headline(item, condition, &reasoning.verdict),
            verdict: Arc::new(writer.text_verdict(&reasoning.verdict.visible)),
        }),
        marks: apart(writer.marks(&verdict.visible).chain(of_reasoning).chain(withdrawn)),
        samples: writer.spans(&verdict.samples),
        dialogue: (!condition.is_plain()).then(|| writer.dialogue(text, reading)),
    }
}

/// Returns the parts of a dialogue with their positions.
pub(super) fn parts_of(text: &str, positions: &Positions<'_>) -> Vec<MessageSpan> {
    let part = |part: stepfall_condition::LocatedMessage| MessageSpan {
        role: role(part.role),
        span: span(positions, &part.span),
    };
    parts(text).into_iter().map(part).collect()
}

const fn role(condition_role: stepfall_condition::Role) -> Role {
    match condition_role {
        stepfall_condition::Role::Model => Role::Model,
        stepfall_condition::Role::User => Role::User,
        stepfall_condition::Role::History => Role::Prefilled,
        stepfall_condition::Role::Evaluator => Role::Evaluator,
    }
}

fn span(positions: &Positions<'_>, bytes: &Range<usize>) -> Span {
    // A transcript is far shorter than 2^32 units.
    let at = |byte| u32::try_from(positions.utf16(byte)).unwrap_or(u32::MAX);
    Span { start: at(bytes.start), end: at(bytes.end) }
}

/// Returns the marks in the order of the text, without overlaps. A mark is left out if it overlaps
/// an earlier mark of the input, as an answer within a claim does.
fn apart(marks: impl IntoIterator<Item = Mark>) -> Vec<Mark> {
    let mut apart: Vec<Mark> = Vec::new();
    for mark in marks {
        // Nearly all marks are already in the order of the text.
        let at = apart.partition_point(|before| before.span.end <= mark.span.start);
        let is_free = apart.get(at).is_none_or(|after| mark.span.end <= after.span.start);
        if is_free && mark.span.start < mark.span.end {
            apart.insert(at, mark);
        }
    }
    apart
}

/// Writes the parts of a verdict with the names and numerals of an item.
struct ReportWriter<'a> {
    item: &'a Item,
    condition: Condition,
    positions: Positions<'a>,
}

impl ReportWriter<'_> {
    fn text_verdict(&self, read: &stepfall_grade::TextVerdict) -> TextVerdict {
        TextVerdict {
            expected: self.item.expected_text(self.condition),
            first: read.first_answer().map(|answer| self.answer(answer)),
            last: read.last_answer().map(|answer| self.answer(answer)),
            steps: read.steps.iter().map(|step| self.step(step)).collect(),
            root_errors: read.roots.iter().map(|root| self.root(root)).collect(),
        }
    }

    fn answer(&self, answer: &stepfall_grade::Answer) -> GradedAnswer {
        let value = answer_text(self.item, self.condition, &answer.claim.value);
        GradedAnswer { value, is_correct: answer.is_correct }
    }

    fn step(&self, step: &StepVerdict) -> Step {
        Step {
            number: step.number,
            status: step.status,
            claimed: step
                .claim
                .as_ref()
                .map(|claim| value_text(self.item, self.condition, &claim.value)),
            causes: step.hypotheses.iter().map(|cause| self.cause(step.number, *cause)).collect(),
            by_cancellation: step.by_cancellation,
            repeated: step.is_repeated,
            revised: step.is_revised,
            out_of_order: step.out_of_order,
        }
    }

    /// Converts a cause of the status of the step with this number.
    fn cause(&self, number: u16, cause: stepfall_grade::Cause) -> Cause {
        match cause {
            stepfall_grade::Cause::Operand { took, instead_of } => Cause::Operand {
                took: took.map(|number| self.value(number)),
                instead_of: instead_of
                    .map(|operand| self.item.operand_text_under(self.condition, number, operand)),
            },
            stepfall_grade::Cause::Swapped => Cause::Swapped,
            stepfall_grade::Cause::Operation(op) => {
                Cause::Operation(stepfall_text::op_sign(op).to_owned())
            }
            stepfall_grade::Cause::ArithmeticError(kind)
            | stepfall_grade::Cause::Equation(kind) => Cause::ArithmeticError(kind),
            stepfall_grade::Cause::Table(table) => {
                Cause::Table(table_name(self.item, self.condition, table))
            }
            stepfall_grade::Cause::Rounded => Cause::Rounded,
            // Except for `Unexplained`, these causes apply to positions in the procedure or to
            // answers, never to a step's value.
            stepfall_grade::Cause::Unexplained
            | stepfall_grade::Cause::Skipped
            | stepfall_grade::Cause::Stopped
            | stepfall_grade::Cause::Invented
            | stepfall_grade::Cause::Early
            | stepfall_grade::Cause::Reports(_)
            | stepfall_grade::Cause::Form => Cause::Unexplained,
        }
    }

    fn root(&self, root: &stepfall_grade::RootError) -> RootError {
        let place = match (root.number, root.cause()) {
            (Some(number), _) => ErrorLocation::Step(self.value(number)),
            (None, stepfall_grade::Cause::Equation(_)) => ErrorLocation::Equation,
            (None, _) => ErrorLocation::Answer,
        };
        RootError { place, repaired: root.repaired }
    }

    fn value(&self, number: u16) -> ValueRef {
        ValueRef { number, name: value_name(self.item, number) }
    }

    /// Returns the marks of the recognized parts, steps first.
    fn marks(&self, read: &stepfall_grade::TextVerdict) -> impl Iterator<Item = Mark> {
        let steps = read.steps.iter().filter_map(|step| {
            let span = self.span(&step.claim.as_ref()?.span);
            Some(Mark { span, of: MarkKind::Step { number: step.number, status: step.status } })
        });
        let answers = [read.first_answer(), read.last_answer()].into_iter().flatten();
        let answers = answers.map(|answer| Mark {
            span: self.span(&answer.claim.span),
            of: MarkKind::Answer(answer.is_correct),
        });
        steps.chain(answers)
    }

    fn spans(&self, bytes: &[Range<usize>]) -> Vec<Span> {
        bytes.iter().map(|bytes| self.span(bytes)).collect()
    }

    fn span(&self, bytes: &Range<usize>) -> Span {
        span(&self.positions, bytes)
    }

    fn dialogue(&self, text: &str, reading: &Reading) -> Dialogue {
        let mut facts = reading.score.sentences(self.condition);
        facts.extend(reading.notes.iter().map(stepfall_condition::Note::sentence));
        let early = reading.end.filter(|end| *end != DialogueEnd::Complete);
        facts.extend(early.map(|end| end.sentence().to_owned()));
        Dialogue {
            text: (reading.text != text).then(|| reading.text.clone()),
            parts: parts_of(&reading.text, &self.positions),
            facts,
            replies: reading.score.replies,
            is_over: reading.end.is_some(),
            next: reading.next.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::verdict::Status;
    use stepfall_protocol::{Grade, Simulate};

    use super::*;
    use crate::job::Compute as _;

    const LINK: &str = "#/play?v=2&seed=42&steps=5";

    fn graded(link: &str, transcript: &str) -> Report {
        let (link, transcript) = (link.to_owned(), transcript.to_owned().into());
        Report::clone(&Grade { link, transcript, is_cut: false }.compute().unwrap())
    }

    fn simulated(link: &str, solver: &str) -> String {
        let (link, solver, form) = (link.to_owned(), solver.to_owned(), "trace".to_owned());
        Simulate { link, solver, form, rate: 0, run: 3 }.compute().unwrap()
    }

    fn slice(text: &str, Span { start, end }: Span) -> String {
        let units: Vec<u16> = text.encode_utf16().collect();
        String::from_utf16(&units[start as usize..end as usize]).unwrap()
    }

    #[test]
    fn a_step_has_its_status_and_its_cause() {
        let text = "🧮 S3 = 643 - 416 = 227\nS4 = 227 * 3 = 682\nAnswer: 5";
        let report = graded(LINK, text);
        let steps = &report.visible.steps;
        let found: Vec<(Status, Option<&str>)> =
            steps.iter().map(|step| (step.status, step.claimed.as_deref())).collect();
        assert_eq!(found[..2], [(Status::Correct, Some("227")), (Status::RootError, Some("682"))]);
        assert_eq!(
            steps[1].causes.first(),
            Some(&Cause::ArithmeticError(stepfall_protocol::verdict::ArithmeticError::OffByOne))
        );
        let first = report.visible.first.as_ref().unwrap();
        assert_eq!((first.value.as_str(), first.is_correct), ("5", false));
        let place = &report.visible.root_errors[0].place;
        assert_eq!(*place, ErrorLocation::Step(ValueRef { number: 4, name: "S4".to_owned() }));
        // Positions are in UTF-16 code units, as in JavaScript.
        let marked: Vec<(MarkKind, String)> =
            report.marks.iter().map(|mark| (mark.of, slice(text, mark.span))).collect();
        let error = MarkKind::Step { number: 4, status: Status::RootError };
        assert_eq!(marked[1], (error, "S4 = 227 * 3 = 682".to_owned()));
        assert_eq!(marked[2], (MarkKind::Answer(false), "5".to_owned()));
        assert!(report.dialogue.is_none() && report.reasoning.is_none());
    }

    #[test]
    fn reasoning_is_graded_separately_from_the_visible_text() {
        let report = graded(LINK, "<think>S3 = 643 - 416 = 228</think>S3 = 227\nAnswer: 57");
        let reasoning = report.reasoning.unwrap();
        assert_eq!(reasoning.spans, [Span { start: 0, end: 35 }]);
        assert_eq!(reasoning.verdict.steps[0].status, Status::RootError);
        assert_eq!(report.visible.steps[0].status, Status::Correct);
        assert_eq!(report.marks.len(), 3, "{:?}", report.marks);
    }

    #[test]
    fn a_first_reply_is_graded_as_an_open_dialogue() {
        let link = "#/play?v=2&seed=42&steps=5&condition=checkpoints.3";
        let first = "S3 = 643 - 416 = 227 🧮\nS4 = 227 * 3 = 681\nS5 = 681 - 643 = 38";
        let report = graded(link, first);
        assert!(report.is_open());
        let dialogue = report.dialogue.unwrap();
        assert_eq!(dialogue.text, None);
        assert!(dialogue.next.unwrap().starts_with("Now do S6 to S7, and end with"));
        assert_eq!(dialogue.facts[0], "The only turn is correct at the first try.");
        // The dialogue restores a question that the transcript left out.
        let both = format!("{first}\n\n=== answered ===\nS6 = 19\nS7 = 57\nAnswer: 57");
        let report = graded(link, &both);
        let dialogue = report.dialogue.as_ref().unwrap();
        let text = dialogue.text.as_deref().unwrap();
        assert!(text.contains("=== asked ===\nNow do S6 to S7"), "{text}");
        assert!(dialogue.is_over && dialogue.replies == 2);
        // Positions refer to the whole text.
        let roles: Vec<Role> = dialogue.parts.iter().map(|part| part.role).collect();
        assert_eq!(roles, [Role::Model, Role::User, Role::Model]);
        assert_eq!(slice(text, dialogue.parts[2].span), "S6 = 19\nS7 = 57\nAnswer: 57");
        assert_eq!(dialogue.messages_end() as usize, text.encode_utf16().count());
        let last = MarkKind::Step { number: 7, status: Status::Correct };
        let marked = report.marks.iter().find(|mark| mark.of == last).unwrap();
        assert!(slice(text, marked.span).contains("S7 = 57"));
    }

    #[test]
    fn corrected_lines_are_marked_as_withdrawn() {
        let link = "#/play?v=2&seed=42&condition=verified.5";
        let report = graded(link, &simulated(link, "slip-digit"));
        assert!(report.marks.iter().any(|mark| mark.of == MarkKind::Withdrawn));
    }

    #[test]
    fn failed_jobs_return_an_error_sentence() {
        let link = || "#/play?v=2".to_owned();
        let job = Simulate {
            link: link(),
            solver: "nobody".to_owned(),
            form: "trace".to_owned(),
            rate: 0,
            run: 1,
        };
        let sentence = job.compute().unwrap_err().to_string();
        assert!(sentence.starts_with("there is no solver \"nobody\""), "{sentence}");
        let transcript = "x".repeat(stepfall_grade::MAX_TRANSCRIPT + 1).into();
        assert!(Grade { link: link(), transcript, is_cut: false }.compute().is_err());
        let foreign = "#/play?v=1&seed=1".to_owned();
        let transcript = "Answer: 5".to_owned().into();
        assert!(Grade { link: foreign, transcript, is_cut: false }.compute().is_err());
    }

    #[test]
    fn marks_are_sorted_and_disjoint() {
        let step = |number| MarkKind::Step { number, status: Status::Correct };
        let overlapping = [
            (10, 20, step(3)),
            (0, 5, step(4)),
            (20, 30, step(5)),
            (25, 26, MarkKind::Answer(true)),
            (40, 41, MarkKind::Answer(true)),
            (50, 50, MarkKind::Answer(true)),
        ];
        let overlapping =
            overlapping.map(|(start, end, of)| Mark { span: Span { start, end }, of });
        let marks: Vec<_> =
            apart(overlapping).iter().map(|mark| (mark.span.start, mark.of)).collect();
        let expected = [(0, step(4)), (10, step(3)), (20, step(5)), (40, MarkKind::Answer(true))];
        assert_eq!(marks, expected);
    }
}
