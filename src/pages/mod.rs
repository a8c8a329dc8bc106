//! The places of the page.

mod elsewhere;
mod play;
mod sweep;

pub(crate) use self::elsewhere::Elsewhere;
pub(crate) use self::play::PlayPage;
pub(crate) use self::sweep::SweepPage;
