//! The page from which an attempt was opened in Play.

/// The origin of an attempt that Play shows, with the way back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttemptOrigin {
    /// A sentence that names the run or the batch.
    pub(crate) said: String,
    /// The label of the link back to the page.
    pub(crate) back: &'static str,
    /// The fragment of the page that the link opens.
    pub(crate) href: String,
}
