//! What asks models for the page, without a network: the module of the worker that has one.
//!
//! The worker (`src/browser/runner.js`) tells a [`Runner`] what the page wants and what the network brings, and carries out the
//! [`Command`]s that come of it. Time is told in milliseconds; there is no clock here.
//!
//! Keys pass through: from the page to the header of a request, and from a sign-in to the page. They are in nothing else that this
//! crate says.

mod answering;
mod bench;
#[cfg(target_arch = "wasm32")]
pub mod bindings;
mod command;
mod errand;
mod kept;
mod listing;
mod page;
mod question;
mod runner;
mod session;
mod taking;
mod told;

pub use self::command::{CallId, Command};
pub use self::question::{Question, Setting};
pub use self::runner::Runner;
