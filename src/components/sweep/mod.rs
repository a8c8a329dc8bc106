//! The components of Sweep. The few top-level components know the store. All others take data, and
//! callbacks for the user's actions.

mod attempts;
mod history;
mod presets;
mod progress;
mod results;
mod sample;
mod setup;
mod targets;

pub(crate) use self::attempts::{AttemptList, Attempts};
pub(crate) use self::history::History;
pub(crate) use self::presets::Presets;
pub(crate) use self::progress::{RunActions, RunHead};
pub(crate) use self::results::{FigureCard, FigureWithTable, Results};
pub(crate) use self::sample::Sample;
pub(crate) use self::setup::{QuickStart, SetupPanel};
