//! A custom procedure that the user is writing.

use stepfall_procedure::{Arithmetic, Item, ProcedureError, Wording};

/// The draft of a custom procedure, with its error.
#[derive(Debug, Clone, Default)]
pub(crate) struct CustomDraft {
    text: String,
    /// The chosen arithmetic; `None` uses the one that the text names.
    numbers: Option<Arithmetic>,
    error: Option<ProcedureError>,
}

impl CustomDraft {
    /// Returns the draft that produces an item: its assignments, preceded by its numbers unless they are integers.
    pub(crate) fn of(item: &Item) -> Self {
        let text = item.text_in(Wording::Assignments);
        let text = match item.spec.numbers {
            Arithmetic::Integer => text,
            numbers => format!("numbers: {numbers}\n{text}"),
        };
        Self { text, numbers: None, error: None }
    }

    /// Replaces the text.
    pub(crate) fn write(&mut self, text: String) {
        self.text = text;
    }

    pub(crate) fn choose(&mut self, numbers: Option<Arithmetic>) {
        self.numbers = numbers;
    }

    /// Returns the item of the draft; `None` if there is none. Assignments take the wording that is chosen elsewhere.
    pub(crate) fn item(&mut self, wording: Wording) -> Option<Item> {
        self.error = None;
        if self.text.trim().is_empty() {
            return None;
        }
        match Item::from_text(&self.text, self.numbers) {
            Ok(mut item) => {
                if item.spec.wording == Wording::Assignments {
                    item.spec.wording = wording;
                }
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

    /// Returns the error in the text, with its position.
    pub(crate) const fn error(&self) -> Option<&ProcedureError> {
        self.error.as_ref()
    }
}
