//! Ctrl-C: once to pause, twice to leave.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::trouble::Trouble;

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Whether someone has pressed Ctrl-C.
pub(super) struct Interrupt {
    is_heard: Arc<AtomicBool>,
    is_told: bool,
}

impl Interrupt {
    /// Listens from now on. The second interrupt ends the program at once; what was kept stays.
    pub(super) fn listen() -> Result<Self, Trouble> {
        let is_heard = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&is_heard);
        let handler = move || {
            if heard.swap(true, Ordering::SeqCst) {
                process::exit(INTERRUPTED);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| Trouble::Interrupts(error.to_string()))?;
        Ok(Self { is_heard, is_told: false })
    }

    /// Whether there was one.
    pub(super) fn is_heard(&self) -> bool {
        self.is_heard.load(Ordering::SeqCst)
    }

    /// The same, once.
    pub(super) fn is_new(&mut self) -> bool {
        let is_new = !self.is_told && self.is_heard();
        self.is_told |= is_new;
        is_new
    }
}
