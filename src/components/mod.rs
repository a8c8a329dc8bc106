//! The pieces of the page. Each reads the desk and sends it edits; what they say is in `text`, and what they are made of
//! in [`mod@element`].

mod answer;
mod arcs;
mod ask;
mod choices;
mod copy;
mod dialogue;
mod earlier;
mod element;
mod facts;
mod field;
mod header;
mod headline;
mod icons;
mod knobs;
mod listing;
mod notices;
mod own;
mod problem;
mod prompt;
mod reading;
mod share;
mod small;
mod sources;
pub(crate) mod sweep;

pub(crate) use self::answer::answer;
pub(crate) use self::arcs::arcs;
pub(crate) use self::element::{Node, element, group};
pub(crate) use self::facts::facts;
pub(crate) use self::header::header;
pub(crate) use self::headline::headline;
pub(crate) use self::knobs::Knobs;
pub(crate) use self::listing::StepTable;
pub(crate) use self::notices::notices;
pub(crate) use self::prompt::prompt;
pub(crate) use self::small::{button, paragraph};
