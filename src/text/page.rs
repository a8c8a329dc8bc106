//! Texts of the page around its content.

use stepfall_text::{size, steps};

pub(crate) const NAME: &str = "Stepfall";
pub(crate) const OPEN_ALONE: &str = "Open Stepfall in a window of its own";
pub(crate) const UNKNOWN_PAGE_HINT: &str =
    "The address may have a typo, or belong to a page of a later version.";
pub(crate) const EMBED_OPEN: &str = "Open in Stepfall";
pub(crate) const EMBED_COPY: &str = "Copy embed code";
pub(crate) const EMBED_COPIED: &str = "Copied";
pub(crate) const SKIP: &str = "Skip to the content";
pub(crate) const RESULTS: &str = "Results";
pub(crate) const SHARE: &str = "Share";
pub(crate) const SHARED: &str = "Copied";
pub(crate) const COPY_PROMPT: &str = "Copy prompt";
pub(crate) const COPIED: &str = "Copied";
pub(crate) const COPY_REFUSED: &str =
    "Not copied: the browser refused. Select the text and copy it yourself.";
pub(crate) const COPY_LINK_REFUSED: &str =
    "The browser does not let this page copy. Here is the link:";
pub(crate) const COPY_MARKDOWN_REFUSED: &str =
    "Not copied: the browser refused. Here is the Markdown, to be copied by hand:";
pub(crate) const COPY_PICTURE_REFUSED: &str =
    "Not copied: the browser refused. Save the picture instead.";
pub(crate) const COPY_LINK: &str = "Copy link";
pub(crate) const COPY_PICTURE: &str = "Copy picture";
pub(crate) const LINK_TO_CHAPTER: &str =
    "Opens this chapter with your slider settings. What you wrote or guessed is not included.";
pub(crate) const LINK_COPIED: &str = "This link shows the same to everyone who opens it:";
pub(crate) const LINK_TO_PROCEDURE: &str = "This link leads to the procedure:";
pub(crate) const WITH_TRANSCRIPT: &str = "Include the answer";
pub(crate) const MARKDOWN: &str = "Copy as Markdown";
pub(crate) const SAVE_SVG: &str = "Save as SVG";
pub(crate) const SAVE_PNG: &str = "Save as PNG";
pub(crate) const FULL_SCREEN: &str = "Full screen";
pub(crate) const LEAVE_FULL_SCREEN: &str = "Leave full screen";
pub(crate) const CODE: &str = "QR code of the link";
pub(crate) const CODE_SIZE: &str = "Larger or smaller";
pub(crate) const NO_CODE: &str = "The link is too long for a QR code.";
pub(crate) const LINK: &str = "Link";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const LINK_WITHOUT_TRANSCRIPT: &str = "The pasted answer is too long for a link (above 64 kB even when packed), so the link lacks it.";
pub(crate) const LINK_WITHOUT_STALE: &str =
    "The pasted answer belongs to another prompt, so the link lacks it.";
pub(crate) const NOTICES: &str = "Part of this link could not be read";
pub(crate) const OLD_LINK: &str = "An old link";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const PROMPT: &str = "Prompt";
pub(crate) const PROCEDURE: &str = "Step by step";
pub(crate) const ANSWER: &str = "Answer";
pub(crate) const STEP: &str = "Step";
pub(crate) const EXPRESSION: &str = "Procedure";
pub(crate) const VALUE: &str = "Correct value";
pub(crate) const INPUT: &str = "input";
pub(crate) const DISTRACTOR: &str = "distractor";
pub(crate) const SHOW_VALUES: &str = "Show values";
pub(crate) const BEHIND: &str = "These settings do not work. This is the last procedure that did.";
pub(crate) const PANICKED: &str =
    "Stepfall has failed. You can still copy what you see. Please report this, then reload.";
pub(crate) const PANIC_DETAILS: &str = "What happened";
pub(crate) const PANIC_SOURCE: &str = "Where to report it";
pub(crate) const PANIC_HIDE: &str = "Hide";
pub(crate) const COPY_REPORT: &str = "Copy report";
pub(crate) const RELOAD: &str = "Reload";
pub(crate) const LINK_BACK: &str = "Link that leads back here";
pub(crate) const START_AFRESH: &str = "Start without this link";
pub(crate) const UPDATE_READY: &str = "A new version is ready.";
pub(crate) const UPDATE_LATER: &str = "Later";
pub(crate) const FATAL: &str = "Stepfall could not make its first procedure. Please report this:";

/// Returns the accessible name of the theme button: the current theme, and the next theme.
pub(crate) fn theme(now: &str, next: &str) -> String {
    format!("Theme: {now}. Switch to {next}.")
}

/// Returns the warning about a long link.
pub(crate) fn long_link(bytes: usize) -> String {
    format!("The link is {} long: some programs cut links above 8 kB off.", size(bytes))
}

/// Returns the document title of Play.
pub(crate) fn title(steps: u16, seed: Option<u64>) -> String {
    let steps = self::steps(steps);
    match seed {
        Some(seed) => format!("{steps}, seed {seed} · {NAME}"),
        None => format!("{steps}, custom procedure · {NAME}"),
    }
}

/// Reports that an address names an unknown page.
pub(crate) fn unknown_page(name: &str) -> String {
    format!("There is no page “{name}” in {NAME}")
}

/// The footer of a page that was built for development.
pub(crate) const FOOT_DEVELOPMENT: &str = "Development build, not optimised";

/// Returns the sentence on a page while it is being loaded.
pub(crate) fn loading_page(name: &str) -> String {
    format!("Loading {name} …")
}

/// The message if a part of the page could not be fetched.
pub(crate) const PART_NOT_LOADED: &str = "This part of the page could not be loaded. Check the connection, then try again. Everything else keeps working.";

/// The message if a part of the page is gone because a newer version was published.
pub(crate) const PART_OUTDATED: &str = "A newer version of Stepfall was published, and this part of the old one is gone. Reload to get the new version. Your procedure, your answer and the settings of each page are kept; a key that the tab does not remember must be entered again.";

/// The message if the browser cannot keep the content over a reload.
pub(crate) const NOT_KEPT_OVER_RELOAD: &str =
    "This browser cannot keep your answer over a reload. Copy it first, then reload.";

/// The name of a part that is loaded on demand. The next constants name the other parts.
pub(crate) const PART_SETTINGS: &str = "settings";
pub(crate) const PART_SHARING: &str = "sharing";
pub(crate) const PART_ASKING: &str = "models";
pub(crate) const PART_SOURCES: &str = "examples";
pub(crate) const PART_DIALOGUE: &str = "the dialogue";
pub(crate) const PART_IN_PAGE: &str = "models in this page";
pub(crate) const PART_REAL: &str = "the curve of a real model";
pub(crate) const PART_ATTEMPTS: &str = "the attempts";

/// Returns the document title for a heading.
pub(crate) fn title_of(heading: &str) -> String {
    format!("{heading} – {NAME}")
}
