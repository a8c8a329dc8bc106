//! A custom procedure that the user is writing.

use stepfall_procedure::{Arithmetic, Condition, Item, ProcedureError, ProcedureNotice, Wording};

use super::listing::{Row, rows};

/// The maximum number of characters shown on each side of an error.
const AROUND: usize = 28;

/// The draft of a custom procedure, with the steps, the error and the notices from when it was last
/// read.
#[derive(Debug, Clone, Default)]
pub(crate) struct CustomDraft {
    text: String,
    /// The chosen arithmetic; `None` means the arithmetic that the text names.
    numbers: Option<Arithmetic>,
    error: Option<ProcedureError>,
    notices: Vec<ProcedureNotice>,
    steps: Vec<Row>,
}

/// An error in a draft, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftError {
    /// The number of the line, from 1.
    pub(crate) line: u32,
    /// The line up to the error, shortened.
    pub(crate) before: String,
    /// The line from the error on, shortened.
    pub(crate) after: String,
    pub(crate) error: ProcedureError,
}

impl CustomDraft {
    /// Returns the draft that produces an item: the assignments of the item. A first line names the
    /// arithmetic, unless it is integer arithmetic.
    pub(crate) fn of(item: &Item) -> Self {
        let text = item.text_in(Wording::Assignments);
        let text = match item.spec.arithmetic {
            Arithmetic::Integer => text,
            numbers => format!("numbers: {numbers}\n{text}"),
        };
        Self { text, steps: steps(item), ..Self::default() }
    }

    pub(crate) fn write(&mut self, text: String) {
        self.text = text;
    }

    pub(crate) fn choose(&mut self, numbers: Option<Arithmetic>) {
        self.numbers = numbers;
    }

    /// Reads the draft and returns its item; `None` if the text is empty or has an error. An item
    /// written as assignments gets `wording`.
    pub(crate) fn item(&mut self, wording: Wording) -> Option<Item> {
        self.error = None;
        self.notices.clear();
        self.steps.clear();
        if self.text.trim().is_empty() {
            return None;
        }
        match Item::read_text(&self.text, self.numbers) {
            Ok((mut item, notices)) => {
                if item.spec.wording == Wording::Assignments {
                    item.spec.wording = wording;
                }
                self.notices = notices;
                self.steps = steps(&item);
                Some(item)
            }
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn numbers(&self) -> Option<Arithmetic> {
        self.numbers
    }

    /// Returns the error from when the draft was last read; `None` if there was no error, or if the
    /// draft has lost the line of the error.
    pub(crate) fn error(&self) -> Option<DraftError> {
        let error = self.error.clone()?;
        let line = self.text.split('\n').nth(error.place.line.saturating_sub(1) as usize)?;
        let column = error.place.column.saturating_sub(1) as usize;
        let mut before: String =
            line.chars().take(column).skip(column.saturating_sub(AROUND)).collect();
        if column > AROUND {
            before.insert(0, '…');
        }
        let mut after: String = line.chars().skip(column).take(AROUND).collect();
        if line.chars().nth(column + AROUND).is_some() {
            after.push('…');
        }
        Some(DraftError { line: error.place.line, before, after, error })
    }

    /// Returns notices about parts of the text that may be read differently than the user expects.
    pub(crate) fn notices(&self) -> &[ProcedureNotice] {
        &self.notices
    }

    /// Returns the steps that were read from the text.
    pub(crate) fn steps(&self) -> &[Row] {
        &self.steps
    }
}

/// Returns the steps of a procedure, without its inputs.
fn steps(item: &Item) -> Vec<Row> {
    rows(item, Condition::Trace).into_iter().filter(|row| row.expression.is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_has_steps_and_notices_or_an_error_with_its_line() {
        let mut draft = CustomDraft::default();
        draft.write("price = $1,250\ntotal = price * 3 - 5%".to_owned());
        assert!(draft.item(Wording::English).is_some());
        let steps: Vec<&str> = draft.steps().iter().map(|row| row.name.as_str()).collect();
        assert_eq!((steps, draft.notices().len()), (vec!["total_1", "total"], 2));
        draft.write(format!("a = 4\nb = a + {} + größe * 2", "a + ".repeat(20)));
        assert!(draft.item(Wording::English).is_none());
        assert!(draft.steps().is_empty() && draft.notices().is_empty());
        draft.write(format!("a = 4\nb = {}größe * 2 {}", "a + ".repeat(20), "+ a ".repeat(20)));
        assert!(draft.item(Wording::English).is_none());
        let error = draft.error().unwrap();
        assert_eq!(error.line, 2);
        assert_eq!(error.before, format!("…{}", "a + ".repeat(7)));
        assert!(error.after.starts_with("größe * 2") && error.after.ends_with('…'));
    }
}
