//! What asks models and runs sweeps for the page: the module of a worker.
//!
//! A [`Runner`] is told what the page wants and what the network brings, and says by [`Command`]s what is to be done. Time is told to it in
//! milliseconds; it has no clock. In a browser `host` carries the commands out.
//!
//! Keys pass through: from the page to the header of a request, and from a sign-in to the page. They are in nothing else that this
//! crate says.

mod answering;
mod bench;
mod command;
mod desk;
mod errand;
mod events;
#[cfg(target_arch = "wasm32")]
pub mod host;
mod kept;
mod listing;
mod page;
mod question;
mod runner;
mod session;
mod store;
mod table;
mod taking;

pub use self::command::{CallId, Command};
pub use self::desk::{Kept, answers, opened, renamed, runs};
pub use self::runner::Runner;
pub use self::store::{MOST_ANSWERS, MemoryStore, Piece, Store, StoreError};
