//! The pieces of Sweep. Each shows what the store knows, and tells it what the visitor wants.

mod attempts;
mod history;
mod presets;
mod progress;
mod results;
mod sample;
mod setup;
mod targets;

pub(crate) use self::attempts::Attempts;
pub(crate) use self::history::History;
pub(crate) use self::presets::Presets;
pub(crate) use self::progress::RunHead;
pub(crate) use self::results::Results;
pub(crate) use self::sample::Sample;
pub(crate) use self::setup::Setup;
