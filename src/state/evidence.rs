//! The evidence for the first error of a verdict: the procedure's line next to the answer's.

use stepfall_protocol::verdict::{ErrorLocation, Mark, MarkKind, Report, Span};

use super::{CurrentItem, Row, rows};

/// An error with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// The name of the step with the error, or the word for the answer.
    pub(crate) name: String,
    /// The line of the procedure, with its values.
    pub(crate) procedure: String,
    /// The part of the answer that contains the incorrect value; `None` if no part does.
    pub(crate) answer: Option<Span>,
    /// The possible causes, most likely first; empty if the error is not in the value of a step.
    pub(crate) causes: Vec<String>,
}

/// Returns the evidence for the first error of a report; `None` if there is no error, or if the
/// error is an equation that belongs to no step.
pub(crate) fn evidence(shown: &CurrentItem, report: &Report) -> Option<Evidence> {
    let rows = rows(&shown.item, shown.prompt_source.condition);
    let span = |wanted: &dyn Fn(&MarkKind) -> bool| {
        report
            .marks
            .iter()
            .find(|mark: &&Mark| wanted(&mark.of))
            .map(|mark| shorten_span(mark.span))
    };
    match &report.visible.root_errors.first()?.place {
        ErrorLocation::Step(value) => {
            let step = report.visible.step(value.number)?;
            let causes =
                step.causes.iter().map(|cause| cause.sentence(shown.prompt_source.condition));
            Some(Evidence {
                name: value.name.clone(),
                procedure: line(&rows, value.number)?,
                answer: span(
                    &|marked| matches!(marked, MarkKind::Step { number, .. } if *number == value.number),
                ),
                causes: causes.collect(),
            })
        }
        ErrorLocation::Answer => {
            let last = rows.last()?;
            Some(Evidence {
                name: report.visible.root_errors.first()?.place.name().to_owned(),
                procedure: format!("{} = {}", last.name, last.value),
                answer: span(&|marked| matches!(marked, MarkKind::Answer(_))),
                causes: Vec::new(),
            })
        }
        ErrorLocation::Equation => None,
    }
}

/// Shortens a span to the maximum length of a quotation.
fn shorten_span(Span { start, end }: Span) -> Span {
    /// The maximum length in UTF-16 units.
    const MAX_UNITS: u32 = 500;
    Span { start, end: end.min(start.saturating_add(MAX_UNITS)) }
}

/// Removes the Markdown of a line whose span may begin or end within bold text or code.
pub(crate) fn without_markup(written: &str) -> String {
    written.replace("**", "").replace('`', "").trim().to_owned()
}

/// Formats a step with the values of its operands: `S19 = S18 − S14 = 240 − 197 = 43`.
fn line(rows: &[Row], number: u16) -> Option<String> {
    let row = rows.get(usize::from(number).checked_sub(1)?)?;
    let expression = row.expression.as_ref()?;
    let with_values = row.with_values.iter().map(|values| format!(" = {values}"));
    Some(format!("{} = {expression}{} = {}", row.name, with_values.collect::<String>(), row.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_evidence_shows_no_markdown() {
        assert_eq!(without_markup("S13** = S12 + S8 = **369"), "S13 = S12 + S8 = 369");
        assert_eq!(without_markup("`S4 = S3 * 2 = 104`\n"), "S4 = S3 * 2 = 104");
    }
}
