//! Ctrl-C: once to pause, twice to leave.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::SweepError;

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Whether someone has pressed Ctrl-C.
pub(super) struct Interrupt {
    is_requested: Arc<AtomicBool>,
    is_reported: bool,
}

impl Interrupt {
    /// Listens from now on. The second interrupt ends the program at once; what was kept stays.
    pub(super) fn listen() -> Result<Self, SweepError> {
        let is_requested = Arc::new(AtomicBool::new(false));
        let requested = Arc::clone(&is_requested);
        let handler = move || {
            if requested.swap(true, Ordering::SeqCst) {
                process::exit(INTERRUPTED);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| SweepError::Interrupts(error.to_string()))?;
        Ok(Self { is_requested, is_reported: false })
    }

    /// Whether there was one.
    pub(super) fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::SeqCst)
    }

    /// The same, once.
    pub(super) fn is_new(&mut self) -> bool {
        let is_new = !self.is_reported && self.is_requested();
        self.is_reported |= is_new;
        is_new
    }
}
