//! The pages of the app.

mod about;
mod batch;
mod embed;
mod lab;
mod learn;
mod play;
mod results;
mod sweep;
mod unknown;

pub(crate) use self::about::AboutPage;
pub(crate) use self::embed::{EmbedPage, FramedChapter, FramedFigure, FramedMap};
pub(crate) use self::play::PlayPage;
pub(crate) use self::unknown::UnknownPage;
