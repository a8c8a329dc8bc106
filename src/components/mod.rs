//! The pieces of the page. Each reads the desk and sends it edits; what they say is in `text`.

mod answer;
mod choices;
mod copy;
mod erased;
mod facts;
mod field;
mod header;
mod headline;
mod icons;
mod knobs;
mod listing;
mod notices;
mod problem;
mod prompt;
mod share;

pub(crate) use self::answer::Answer;
pub(crate) use self::facts::Facts;
pub(crate) use self::header::Header;
pub(crate) use self::headline::Headline;
pub(crate) use self::knobs::Knobs;
pub(crate) use self::listing::Listing;
pub(crate) use self::notices::Notices;
pub(crate) use self::prompt::Prompt;
