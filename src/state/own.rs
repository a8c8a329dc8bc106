//! A procedure of one's own while it is being written.

use stepfall_procedure::{Arithmetic, Item, ProcedureError, Wording};

/// What is written, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct OwnDraft {
    text: String,
    /// The arithmetic that is chosen; none for the one that the text has.
    numbers: Option<Arithmetic>,
    error: Option<ProcedureError>,
}

impl OwnDraft {
    /// The draft that leads to an item: its assignments, under its numbers where they are not whole.
    pub(crate) fn of(item: &Item) -> Self {
        let text = item.text_in(Wording::Assignments);
        let text = match item.spec.numbers {
            Arithmetic::Integer => text,
            numbers => format!("numbers: {numbers}\n{text}"),
        };
        Self { text, numbers: None, error: None }
    }

    /// Takes another text.
    pub(crate) fn write(&mut self, text: String) {
        self.text = text;
    }

    /// Chooses the arithmetic.
    pub(crate) fn choose(&mut self, numbers: Option<Arithmetic>) {
        self.numbers = numbers;
    }

    /// The item that is written; nothing while there is none. Assignments, which people write, are worded as is chosen elsewhere.
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

    /// What is wrong with the text, and where.
    pub(crate) const fn error(&self) -> Option<&ProcedureError> {
        self.error.as_ref()
    }
}
