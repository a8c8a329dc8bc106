//! The page's workers. One computes jobs and can be ended at any time; another asks models and runs
//! sweeps. Both use this module.
//!
//! [`Compute`] computes a job, such as grading, without the browser. A [`Runner`] receives the
//! page's requests and the network's replies, and returns [`Command`]s. It has no clock; its
//! callers pass the time in milliseconds. In a browser `host` carries the commands out.
//!
//! Keys only pass through: from the page to the header of a request, and from a sign-in to the
//! page. No other output of this crate contains them.

mod active_run;
mod answer_request;
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
mod listing;
mod one_shot_request;
mod page;
mod question;
mod run_manager;
mod runner;
mod store;
mod stored_answer;
mod table;

pub use self::batch::{Batch, BatchSides, MAX_BATCH_FILE, Made, make, suites};
pub use self::catalog::{StoredHeader, answers, linked_attempt, rename_header, runs};
pub use self::command::{CallId, Command};
pub use self::job::{Compute, output};
pub use self::runner::Runner;
pub use self::store::{MAX_ANSWERS, MemoryStore, Piece, ReadOnlyStore, Store, StoreError};
