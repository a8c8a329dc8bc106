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
mod pointed;
mod problem;
mod prompt;
mod reading;
mod root;
mod share;
mod small;
mod sources;
pub(crate) mod sweep;

pub(crate) use self::answer::Answer;
pub(crate) use self::arcs::ArcsCard;
pub(crate) use self::element::{Node, element};
pub(crate) use self::facts::Facts;
pub(crate) use self::header::Header;
pub(crate) use self::headline::Headline;
pub(crate) use self::knobs::Knobs;
pub(crate) use self::listing::StepTable;
pub(crate) use self::notices::Notices;
pub(crate) use self::pointed::Pointed;
pub(crate) use self::prompt::Prompt;
pub(crate) use self::root::Root;
pub(crate) use self::small::Button;
