//! Ctrl-C: once to pause, twice to leave.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::SweepError;

/// The exit status of a program that was interrupted, as in shells.
const INTERRUPTED: i32 = 130;

/// A listener for Ctrl-C.
pub(super) struct Interrupt {
    is_requested: Arc<AtomicBool>,
    is_reported: bool,
}

impl Interrupt {
    /// Starts to listen. The second interrupt ends the program at once; stored lines stay.
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

    /// Returns whether there was an interrupt.
    pub(super) fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::SeqCst)
    }

    /// Returns whether there was an interrupt, but returns true only once.
    pub(super) fn is_new(&mut self) -> bool {
        let is_new = !self.is_reported && self.is_requested();
        self.is_reported |= is_new;
        is_new
    }
}
