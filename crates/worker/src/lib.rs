//! What the page's workers do: one grades and can be ended at any time, another asks models and runs sweeps. Both are this module.
//!
//! A job, such as grading, is computed by [`Compute`], without the browser. A [`Runner`] is told what the page wants and what the network brings, and says by [`Command`]s what is to be done. Time is told to it in
//! milliseconds; it has no clock. In a browser `host` carries the commands out.
//!
//! Keys pass through: from the page to the header of a request, and from a sign-in to the page. They are in nothing else that this
//! crate says.

mod active_run;
mod answering;
mod batch;
mod catalog;
mod command;
mod copies;
mod events;
mod figure_file;
mod file_import;
#[cfg(target_arch = "wasm32")]
pub mod host;
mod job;
mod kept;
mod listing;
mod one_shot_request;
mod page;
mod question;
mod run_manager;
mod runner;
mod store;
mod table;

pub use self::batch::{Batch, MAX_BATCH_FILE, Made, make, suites};
pub use self::catalog::{Kept, answers, opened, renamed, runs};
pub use self::command::{CallId, Command};
pub use self::job::{Compute, output};
pub use self::runner::Runner;
pub use self::store::{MOST_ANSWERS, MemoryStore, Piece, Store, StoreError};
