//! What stands around the parts of Play.

pub(crate) const LINE: &str = "Find the step where a language model stops following a procedure.";
pub(crate) const LINE_HINT: &str = "Copy the prompt into any model and paste its answer back; every step is checked on your machine.";
pub(crate) const LINE_EXAMPLE: &str = "Below, an example is filled in.";
pub(crate) const VERDICT: &str = "Verdict";
pub(crate) const PASTE: &str = "Paste answer";
pub(crate) const PASTE_REFUSED: &str =
    "The browser does not let this page read the clipboard: press Ctrl+V (⌘V) here.";
pub(crate) const ABOUT_ITEM: &str = "About this item";
pub(crate) const FOOT: &str = "Everything runs in this page. Nothing is sent anywhere unless you ask a model with your own key.";
pub(crate) const ABOUT: &str = "About";

#[cfg(test)]
mod tests {
    #[test]
    fn the_document_says_the_same_before_the_page_has_started() {
        let document = include_str!("../../index.html");
        for line in [super::LINE, super::LINE_HINT] {
            assert!(document.contains(line), "{line}");
        }
    }
}
