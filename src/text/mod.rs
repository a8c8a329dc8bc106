//! Everything that the page says: the words of `stepfall-text`, and the sentences that are made of the page's own state and of its workers' messages.

mod ask;
mod batch;
mod dialogue;
mod knobs;
mod lab;
mod steps;
mod sweep;
mod verdict;

pub(crate) use stepfall_text::*;

pub(crate) use self::ask::*;
pub(crate) use self::batch::*;
pub(crate) use self::dialogue::*;
pub(crate) use self::knobs::*;
pub(crate) use self::lab::*;
pub(crate) use self::steps::*;
pub(crate) use self::sweep::*;
pub(crate) use self::verdict::*;

/// An address leads to a place that is not built yet.
pub(crate) fn unbuilt(place: stepfall_link::Place) -> String {
    format!("{} is not in this version", place.name())
}
