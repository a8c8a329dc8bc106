//! The pieces of Sweep. Each reads the board and tells it what the visitor wants.

mod attempts;
mod figures;
mod history;
mod jumps;
mod presets;
mod progress;
mod setup;
mod targets;

pub(crate) use self::attempts::attempts;
pub(crate) use self::figures::figures;
pub(crate) use self::history::history;
pub(crate) use self::jumps::jumps;
pub(crate) use self::presets::presets;
pub(crate) use self::progress::progress;
pub(crate) use self::setup::setup;
