//! A verdict as text for a terminal: the first error, and its effect on the answer.

mod words;

use stepfall_condition::{DialogueEnd, Note, Reading};
use stepfall_grade::{
    Answer, Cause, Mode, RootError, StepVerdict, answer_text, headline, value_name, value_text,
};
use stepfall_procedure::{Condition, Item};
use stepfall_text::{fixing_last, verdict_name};

use crate::layout::{COLUMNS, entry, fitted, wrapped};

/// The numbers of steps that are shown before and after the first error.
const AROUND: (usize, usize) = (2, 3);
/// The width of the names of entries, in columns.
const NAMES: usize = 13;
/// The maximum width of a value in the table of steps, in columns.
const VALUE: usize = 16;
/// The maximum number of further errors that are listed.
const FURTHER: usize = 10;

/// A verdict with its item and condition.
pub struct Page<'a> {
    /// The item that the model was asked for.
    pub item: &'a Item,
    /// The condition under which the model was asked.
    pub condition: Condition,
    /// The reading of the transcript.
    pub reading: &'a Reading,
}

impl Page<'_> {
    /// Returns the verdict as text: headline, answers, failure modes, errors, steps around the
    /// first error, and measures. Notes about dialogue, reasoning and samples follow.
    pub fn text(&self) -> String {
        let mut out = wrapped(&headline(self.item, self.condition, &self.reading.verdict), 0, 0);
        out.push_str("\n\n");
        self.answers(&mut out);
        self.modes(&mut out);
        self.certainty(&mut out);
        self.error(&mut out);
        self.further(&mut out);
        self.measures(&mut out);
        self.dialogue(&mut out);
        self.reasoning(&mut out);
        self.samples(&mut out);
        out
    }

    fn answers(&self, out: &mut String) {
        let expected = self.item.expected_text(self.condition);
        out.push_str(&entry("Correct", NAMES, &expected));
        let text_verdict = &self.reading.verdict.visible;
        let Some(first) = text_verdict.first_answer() else {
            out.push_str(&entry("Answer", NAMES, "none"));
            return;
        };
        let name = if text_verdict.answers.len() > 1 { "First answer" } else { "Answer" };
        out.push_str(&entry(name, NAMES, &self.answer(first)));
        if let Some(last) = text_verdict.last_answer().filter(|_| text_verdict.answers.len() > 1) {
            out.push_str(&entry("Last answer", NAMES, &self.answer(last)));
        }
    }

    fn answer(&self, answer: &Answer) -> String {
        let text = |value| fitted(&answer_text(self.item, self.condition, value), COLUMNS / 2);
        let value = text(&answer.claim.value);
        let rule = words::rule(answer.claim.rule);
        if let Some(other) = &answer.claim.second_value {
            return format!("ambiguous: {value} or {} ({rule})", text(other));
        }
        let is_expected = || answer.claim.value == self.item.expected(self.condition);
        let judgement = match answer {
            Answer { is_correct: true, .. } => "correct",
            // If the steps are independent, every step counts, not only the last one.
            _ if self.condition.counts_every_step() && is_expected() => {
                "correct, though not every step is"
            }
            Answer { within_tolerance: true, .. } => "incorrect, though within a thousandth",
            _ => "incorrect",
        };
        format!("{value}, {judgement} ({rule})")
    }

    fn modes(&self, out: &mut String) {
        let shown = self.reading.verdict.metrics.claimed;
        let description = |mode: Mode| {
            format!("{} ({}). {}", verdict_name(mode, shown), mode.slug(), mode.meaning())
        };
        let primary = self.reading.verdict.primary;
        out.push_str(&entry("Outcome", NAMES, &description(primary)));
        for (at, mode) in
            self.reading.verdict.modes.iter().filter(|mode| **mode != primary).enumerate()
        {
            out.push_str(&entry(if at == 0 { "Also" } else { "" }, NAMES, &description(*mode)));
        }
    }

    /// Appends the certainty of the reading, unless it is certain.
    fn certainty(&self, out: &mut String) {
        let certainty = self.reading.verdict.visible.certainty;
        if let Some(doubt) = certainty.doubt() {
            let text = format!("{}: {}", certainty.slug(), doubt.sentence());
            out.push_str(&entry("Certainty", NAMES, &text));
        }
    }

    /// Returns the first root error of a step, or the first root error if none is of a step. A root
    /// error is not inherited from an earlier error.
    fn first_error(&self) -> Option<&RootError> {
        let roots = &self.reading.verdict.visible.roots;
        roots.iter().find(|root| root.number.is_some()).or(roots.first())
    }

    fn error(&self, out: &mut String) {
        let Some(root) = self.first_error() else { return };
        out.push_str(&format!("\nFirst error: {}\n", self.subject(root)));
        if let Some(number) = root.number {
            self.steps(number, out);
        }
        let mut remarks: Vec<String> = self.counterfactual(root).into_iter().collect();
        let others: Vec<String> =
            root.causes.iter().skip(1).map(|cause| self.cause(root, *cause)).collect();
        if !others.is_empty() {
            remarks.push(format!("Other explanations that fit: {}.", others.join("; ")));
        }
        if !remarks.is_empty() {
            out.push('\n');
        }
        for remark in remarks {
            out.push_str(&format!("  {}\n", wrapped(&remark, 2, 2)));
        }
    }

    /// Returns a sentence about the answer that the model would give if only this step were
    /// correct. `None` for an error of no step, and if the effect is unknown.
    fn counterfactual(&self, root: &RootError) -> Option<String> {
        let name = value_name(self.item, root.number?);
        Some(if self.condition == Condition::Unchained && root.repaired? {
            format!("{}.", fixing_last(&name))
        } else if root.repaired? {
            format!(
                "With {name} corrected, the answer would be {}, correct.",
                self.item.expected_text(self.condition)
            )
        } else {
            format!("With {name} corrected, the answer would still be incorrect.")
        })
    }

    /// Returns a text such as `S14, arithmetic error: off by one`.
    fn subject(&self, root: &RootError) -> String {
        let name = match (root.number, root.cause()) {
            (Some(number), _) => value_name(self.item, number),
            (None, Cause::Equation(_)) => "an equation that belongs to no step".to_owned(),
            (None, _) => "the answer".to_owned(),
        };
        format!("{name}, {}", self.cause(root, root.cause()))
    }

    /// Returns a possible cause of an error in words.
    fn cause(&self, root: &RootError, cause: Cause) -> String {
        words::cause(self.item, self.condition, root.number, cause)
    }

    /// Appends the steps around a step, each with its line of the transcript if it is claimed.
    fn steps(&self, number: u16, out: &mut String) {
        let text = &self.reading.verdict.visible;
        let steps = &text.steps;
        let at = text.position_of(number).unwrap_or_default().min(steps.len().saturating_sub(1));
        let from = at.saturating_sub(AROUND.0);
        let to = (at + AROUND.1 + 1).min(steps.len());
        let rows: Vec<[String; 4]> = steps[from..to].iter().map(|step| self.row(step)).collect();
        let wide =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let [names, claimed, expected] = [wide(0).max(4), wide(1).max(13), wide(2).max(13)];
        out.push_str(&format!(
            "\n    {:<names$}  {:>claimed$}  {:>expected$}\n",
            "step", "model’s value", "correct value"
        ));
        for (step, [name, claimed_value, truth, status]) in steps[from..to].iter().zip(&rows) {
            let sign = words::sign(step.status);
            let row = format!(
                "  {sign} {name:<names$}  {claimed_value:>claimed$}  {truth:>expected$}  {status}"
            );
            out.push_str(&row);
            out.push('\n');
            if let Some(line) = self.line(step) {
                out.push_str(&format!("      | {line}\n"));
            }
        }
    }

    fn row(&self, step: &StepVerdict) -> [String; 4] {
        let text = |value| fitted(&value_text(self.item, self.condition, value), VALUE);
        let claimed = step.claim.as_ref().map_or("–".to_owned(), |claim| text(&claim.value));
        let status = words::status(self.item, self.condition, step);
        [value_name(self.item, step.number), claimed, text(&step.expected), status]
    }

    /// Returns the line of the transcript with the claim of a step, or only the first line of the
    /// claim if that line is long. `None` without a claim.
    fn line(&self, step: &StepVerdict) -> Option<String> {
        let claim = step.claim.as_ref()?;
        let (before, after) = self.reading.text.split_at_checked(claim.value_span.start)?;
        let from = before.rfind('\n').map_or(0, |at| at + 1);
        let to = after.find('\n').map_or(self.reading.text.len(), |at| before.len() + at);
        let columns = COLUMNS - 8;
        let line = self.reading.text.get(from..to)?.trim();
        let is_short = line.chars().nth(columns).is_none();
        let claimed = if is_short { line } else { self.reading.text.get(claim.span.clone())? };
        Some(fitted(claimed.lines().next().unwrap_or_default().trim(), columns))
    }

    /// Appends the first [`FURTHER`] of the other root errors, and the number of the remaining
    /// ones.
    fn further(&self, out: &mut String) {
        let Some(first) = self.first_error() else { return };
        let others: Vec<&RootError> =
            self.reading.verdict.visible.roots.iter().filter(|root| *root != first).collect();
        if others.is_empty() {
            return;
        }
        out.push_str("\nFurther errors\n");
        for root in others.iter().take(FURTHER) {
            let what = match root.repaired {
                Some(true) => "; with this step corrected, the answer would be correct",
                Some(false) => "; with this step corrected, the answer would still be incorrect",
                None => "",
            };
            out.push_str(&format!(
                "  {}\n",
                wrapped(&format!("{}{what}", self.subject(root)), 2, 4)
            ));
        }
        if let Some(more @ 1..) = others.len().checked_sub(FURTHER) {
            out.push_str(&format!("  and {more} more; --format json has them all\n"));
        }
    }

    fn measures(&self, out: &mut String) {
        let metrics = &self.reading.verdict.metrics;
        if self.reading.verdict.primary == Mode::WrongItem || metrics.claimed == 0 {
            return;
        }
        let of_claimed = |count: usize| format!("{count} of {} shown", metrics.claimed);
        let mut lines = vec![
            ("steps shown", format!("{} of {}", metrics.claimed, metrics.steps)),
            ("correct values", of_claimed(metrics.correct_in_truth)),
            ("local accuracy", of_claimed(metrics.correct_given_own)),
            (
                "correct before the first error",
                format!("{} of {}", metrics.before_first_error, metrics.steps),
            ),
        ];
        if let Some(after) = metrics.first_answer_after {
            lines.push(("steps before the first answer", after.to_string()));
        }
        if self.reading.verdict.visible.extra_steps > 0 {
            lines.push((
                "steps beyond the procedure",
                self.reading.verdict.visible.extra_steps.to_string(),
            ));
        }
        out.push_str("\nMeasures\n");
        for (name, text) in lines {
            out.push_str(&format!("  {name:<31}{text}\n"));
        }
    }

    /// Appends the results of a dialogue that the verdict does not contain, and the next request.
    fn dialogue(&self, out: &mut String) {
        if self.condition.is_plain() {
            return;
        }
        let reading = self.reading;
        let replies = match reading.score.replies {
            1 => "1 reply.".to_owned(),
            replies => format!("{replies} replies."),
        };
        let solved = if reading.score.is_solved { "Solved." } else { "Not solved." };
        let mut sentences = vec![replies];
        // Before the end of the dialogue, the result is undecided.
        sentences.extend(reading.end.map(|_| solved.to_owned()));
        sentences.extend(reading.score.sentences(self.condition));
        sentences.extend(reading.notes.iter().map(Note::sentence));
        sentences.push(
            reading.end.map_or("The dialogue is not over.", DialogueEnd::sentence).to_owned(),
        );
        out.push('\n');
        let clean = sentences.join(" ").replace(char::is_control, "\u{FFFD}");
        out.push_str(&entry("Dialogue", NAMES, &clean));
        if let Some(next) = &reading.next {
            out.push_str(&format!("\nAsk next\n\n{next}\n"));
        }
    }

    fn reasoning(&self, out: &mut String) {
        let Some(reasoning) = &self.reading.verdict.reasoning else { return };
        let sentence = headline(self.item, self.condition, &reasoning.verdict);
        let text = format!("{sentence} The verdict above ignores it.");
        out.push('\n');
        out.push_str(&entry("Reasoning", NAMES, &text));
    }

    fn samples(&self, out: &mut String) {
        let count = self.reading.verdict.samples.len();
        if count > 1 {
            let text = format!(
                "The transcript seems to contain {count} samples, and this verdict treats them as one. Grade one of them with --sample 1 to --sample {count}."
            );
            out.push_str(&format!("\n{}\n", wrapped(&text, 0, 0)));
        }
    }
}
