//! The places of the page.

mod about;
mod batch;
mod elsewhere;
mod embed;
mod lab;
mod learn;
mod play;
mod sweep;

pub(crate) use self::about::AboutPage;
pub(crate) use self::batch::BatchPage;
pub(crate) use self::elsewhere::Elsewhere;
pub(crate) use self::embed::EmbedPage;
pub(crate) use self::lab::LabPage;
pub(crate) use self::learn::LearnPage;
pub(crate) use self::play::PlayPage;
pub(crate) use self::sweep::SweepPage;
