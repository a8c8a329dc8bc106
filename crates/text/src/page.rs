//! Texts of the page around its content.

#![expect(missing_docs, reason = "a text says what it is")]

use crate::print::{size, steps};

pub const NAME: &str = "Stepfall";
pub const OPEN_ALONE: &str = "Open Stepfall in a window of its own";
pub const UNKNOWN_PLACE_HINT: &str =
    "The address may have a typo, or belong to a page of a later version.";
pub const EMBED_OPEN: &str = "Open in Stepfall";
pub const EMBED_COPY: &str = "Copy embed code";
pub const EMBED_COPIED: &str = "Copied";
pub const SKIP: &str = "Skip to the content";
pub const SHARE: &str = "Share";
pub const SHARED: &str = "Copied";
pub const COPY_PROMPT: &str = "Copy prompt";
pub const COPIED: &str = "Copied";
pub const COPY_REFUSED: &str =
    "Not copied: the browser refused. Select the text and copy it yourself.";
pub const COPY_LINK_REFUSED: &str = "The browser does not let this page copy. Here is the link:";
pub const COPY_MARKDOWN_REFUSED: &str =
    "Not copied: the browser refused. Here is the Markdown, to be copied by hand:";
pub const COPY_PICTURE_REFUSED: &str = "Not copied: the browser refused. Save the picture instead.";
pub const COPY_LINK: &str = "Copy link";
pub const COPY_PICTURE: &str = "Copy picture";
pub const LINK_TO_CHAPTER: &str =
    "Opens this chapter with your slider settings. What you wrote or guessed is not included.";
pub const LINK_COPIED: &str = "This link shows the same to everyone who opens it:";
pub const LINK_TO_PROCEDURE: &str = "This link leads to the procedure:";
pub const WITH_TRANSCRIPT: &str = "Include the answer";
pub const MARKDOWN: &str = "Copy as Markdown";
pub const SAVE_SVG: &str = "Save as SVG";
pub const SAVE_PNG: &str = "Save as PNG";
pub const CODE: &str = "QR code of the link";
pub const CODE_SIZE: &str = "Larger or smaller";
pub const NO_CODE: &str = "The link is too long for a QR code.";
pub const LINK: &str = "Link";
pub const CLOSE: &str = "Close";
pub const LINK_WITHOUT_TRANSCRIPT: &str =
    "The pasted answer is too long for a link (above 64 kB even when packed), so it is not in it.";
pub const LINK_WITHOUT_STALE: &str =
    "The pasted answer belongs to another prompt, so it is not in it.";
pub const NOTICES: &str = "Part of this link could not be read";
pub const NOTICES_OF_AGE: &str = "An old link";
pub const DISMISS: &str = "Dismiss";
pub const PROMPT: &str = "Prompt";
pub const PROCEDURE: &str = "Step by step";
pub const ANSWER: &str = "Answer";
pub const STEP: &str = "Step";
pub const EXPRESSION: &str = "Procedure";
pub const VALUE: &str = "Correct value";
pub const INPUT: &str = "input";
pub const DEAD: &str = "distractor";
pub const SHOW_VALUES: &str = "Show values";
pub const BEHIND: &str = "These settings do not work. This is the last procedure that did.";
pub const PANICKED: &str =
    "Stepfall has failed. What you see is still yours to copy. Please report this, then reload.";
pub const PANIC_DETAILS: &str = "What happened";
pub const PANIC_SOURCE: &str = "Where to report it";
pub const PANIC_HIDE: &str = "Hide";
pub const COPY_REPORT: &str = "Copy report";
pub const RELOAD: &str = "Reload";
pub const LINK_BACK: &str = "Link that leads back here";
pub const START_AFRESH: &str = "Start without this link";
pub const UPDATE_READY: &str = "A new version is ready.";
pub const UPDATE_LATER: &str = "Later";
pub const FATAL: &str = "Stepfall could not make its first procedure. Please report this:";

/// Returns the name of the theme button: the present theme, and the next one.
pub fn theme(now: &str, next: &str) -> String {
    format!("Theme: {now}. Switch to {next}.")
}

/// Returns the warning about a long link.
pub fn long_link(bytes: usize) -> String {
    format!("The link is {} long: some programs cut links above 8 kB off.", size(bytes))
}

/// Returns the title of the document.
pub fn title(steps: u16, seed: Option<u64>) -> String {
    let steps = self::steps(steps);
    match seed {
        Some(seed) => format!("{steps}, seed {seed} · {NAME}"),
        None => format!("{steps}, custom procedure · {NAME}"),
    }
}

/// Reports that an address names an unknown page.
pub fn unknown_place(name: &str) -> String {
    format!("There is no page “{name}” in {NAME}")
}

/// The footer of a page that was built for development.
pub const FOOT_DEVELOPMENT: &str = "Development build, not optimised";

/// Returns the sentence on a page while it is being loaded.
pub fn loading_page(name: &str) -> String {
    format!("Loading {name} …")
}

/// The message if a part of the page could not be fetched.
pub const PART_NOT_LOADED: &str = "This part of the page could not be loaded. Check the connection, then try again. Everything else keeps working.";

/// The message if a part of the page is gone because a newer version was published.
pub const PART_OUTDATED: &str = "A newer version of Stepfall was published, and this part of the old one is gone. Reload to get the new version. Your procedure, your answer and the settings of each page are kept; a key that the tab does not remember must be entered again.";

/// The message if the browser cannot keep the content over a reload.
pub const NOT_KEPT_OVER_RELOAD: &str =
    "This browser cannot keep your answer over a reload. Copy it first, then reload.";

/// The names of the parts of pages that are loaded on demand.
pub const PART_SETTINGS: &str = "settings";
pub const PART_SHARING: &str = "sharing";
pub const PART_ASKING: &str = "models";
pub const PART_SOURCES: &str = "examples";
pub const PART_DIALOGUE: &str = "the dialogue";
pub const PART_ATTEMPTS: &str = "the attempts";

/// Returns the title of the document for a heading.
pub fn title_of(heading: &str) -> String {
    format!("{heading} – {NAME}")
}
