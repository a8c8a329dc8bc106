//! The places of the page.

mod elsewhere;
mod play;
mod sweep;

pub(crate) use self::elsewhere::elsewhere;
pub(crate) use self::play::play;
pub(crate) use self::sweep::sweep;
