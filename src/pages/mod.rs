//! The places of the page.

mod play;
mod sweep;

pub(crate) use self::play::play;
pub(crate) use self::sweep::sweep;
