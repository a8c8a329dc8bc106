//! The places of the page.

mod play;

pub(crate) use self::play::play;
