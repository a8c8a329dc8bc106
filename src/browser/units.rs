//! Positions in a text, in the units of JavaScript.

/// A text indexed by UTF-16 units, like a JavaScript string.
pub(crate) struct Units(js_sys::JsString);

impl Units {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.into())
    }

    pub(crate) fn length(&self) -> u32 {
        self.0.length()
    }

    pub(crate) fn slice(&self, start: u32, end: u32) -> String {
        self.0.slice(start, end).into()
    }
}
