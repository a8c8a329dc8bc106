//! Everything that the page says, in one place, so that it can be read through and one day translated.
//!
//! Texts that a crate gives about its own matters (why a spec is refused, what a link lacks) stay with that crate.

mod about;
mod ask;
mod dialogue;
mod knobs;
mod play;
mod steps;
mod sweep;
mod verdict;

pub(crate) use self::about::*;
pub(crate) use self::ask::*;
pub(crate) use self::dialogue::*;
pub(crate) use self::knobs::*;
pub(crate) use self::play::*;
pub(crate) use self::steps::*;
pub(crate) use self::sweep::*;
pub(crate) use self::verdict::*;

pub(crate) const NAME: &str = "Stepfall";
pub(crate) const OPEN_ALONE: &str = "Open Stepfall in a window of its own";
pub(crate) const UNKNOWN_PLACE_HINT: &str =
    "The address may have a misprint, or lead to a place of a later version.";
pub(crate) const UNBUILT_HINT: &str =
    "A later version will have it under this address. What there is already:";
pub(crate) const SKIP: &str = "Skip to the procedure";
pub(crate) const SHARE: &str = "Share";
pub(crate) const SHARED: &str = "Copied";
pub(crate) const COPY_PROMPT: &str = "Copy prompt";
pub(crate) const COPIED: &str = "Copied";
pub(crate) const COPY_REFUSED: &str =
    "Not copied: the browser refused. Select the text and copy it yourself.";
pub(crate) const COPY_LINK_REFUSED: &str =
    "The browser does not let this page copy. Here is the link:";
pub(crate) const COPY_LINK: &str = "Copy link";
pub(crate) const COPY_PICTURE: &str = "Copy picture";
pub(crate) const LINK_COPIED: &str = "This link shows the same to everyone who opens it:";
pub(crate) const LINK_TO_PROCEDURE: &str = "This link leads to the procedure:";
pub(crate) const WITH_TRANSCRIPT: &str = "With the answer in it";
pub(crate) const MARKDOWN: &str = "Copy as Markdown";
pub(crate) const SAVE_SVG: &str = "Save as SVG";
pub(crate) const SAVE_PNG: &str = "Save as PNG";
pub(crate) const CODE: &str = "QR code of the link";
pub(crate) const CODE_SIZE: &str = "Larger or smaller";
pub(crate) const NO_CODE: &str = "The link is too long for a QR code.";
pub(crate) const LINK: &str = "Link";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const LINK_WITHOUT_TRANSCRIPT: &str =
    "The pasted answer is too long for a link (above 64 kB even when packed), so it is not in it.";
pub(crate) const LINK_WITHOUT_STALE: &str =
    "The pasted answer belongs to another prompt, so it is not in it.";
pub(crate) const NOTICES: &str = "This link was not understood in every part";
pub(crate) const NOTICES_OF_AGE: &str = "An old link";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const PROMPT: &str = "Prompt";
pub(crate) const PROCEDURE: &str = "Step by step";
pub(crate) const ANSWER: &str = "Answer";
pub(crate) const STEP: &str = "Step";
pub(crate) const EXPRESSION: &str = "Procedure";
pub(crate) const VALUE: &str = "Exact";
pub(crate) const INPUT: &str = "input";
pub(crate) const DEAD: &str = "dead";
pub(crate) const SHOW_VALUES: &str = "Show values";
pub(crate) const BEHIND: &str =
    "Not what the settings say: they are refused, and this is the last procedure that worked.";
pub(crate) const PANICKED: &str =
    "Stepfall has failed. What you see is still yours to copy. Please report this, then reload:";
pub(crate) const COPY_REPORT: &str = "Copy report";
pub(crate) const RELOAD: &str = "Reload";
pub(crate) const FATAL: &str = "Stepfall could not make its first procedure. Please report this:";

/// The theme button's name: what is on, and what a press brings.
pub(crate) fn theme(now: &str, next: &str) -> String {
    format!("Theme: {now}. Switch to {next}.")
}

/// A size in bytes as people read it.
pub(crate) fn size(bytes: usize) -> String {
    if bytes < 1_000 {
        format!("{bytes} B")
    } else {
        format!("{}.{} kB", bytes / 1_000, bytes % 1_000 / 100)
    }
}

/// What to know about a link that is long.
pub(crate) fn long_link(bytes: usize) -> String {
    format!("The link is {} long: some programs cut links above 8 kB off.", size(bytes))
}

/// A share in thousandths as per cent.
pub(crate) fn percent(per_mille: u32) -> String {
    match (per_mille / 10, per_mille % 10) {
        (whole, 0) => format!("{whole} %"),
        (whole, tenth) => format!("{whole}.{tenth} %"),
    }
}

/// The title of the document.
pub(crate) fn title(steps: u16, seed: Option<u64>) -> String {
    let steps = self::steps(steps);
    match seed {
        Some(seed) => format!("{steps}, seed {seed} · {NAME}"),
        None => format!("{steps}, one's own · {NAME}"),
    }
}

/// A count of steps.
pub(crate) fn steps(steps: u16) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

/// An address leads to a place that there is not.
pub(crate) fn unknown_place(name: &str) -> String {
    format!("There is no place “{name}” in {NAME}")
}

/// An address leads to a place that is not built yet.
pub(crate) fn unbuilt(place: stepfall_link::Place) -> String {
    format!("{} is not in this version", place.name())
}

/// The title of the document where a heading says it all.
pub(crate) fn title_of(heading: &str) -> String {
    format!("{heading} – {NAME}")
}
