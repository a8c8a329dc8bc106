//! The results of a run: figures, attempts and files.

use leptos::prelude::*;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::sweep::{RunProgress, RunState};
use stepfall_protocol::{FigureFormat, Request};

use super::SweepStore;
use crate::browser::{self, Timer};

/// The debounce delay before figures are redrawn for another width, in milliseconds.
const RESIZE_DELAY_MS: f64 = 200.0;
/// The minimum time between two drawings of the figures, in milliseconds.
const REDRAW_INTERVAL_MS: f64 = 1_500.0;
/// The minimum time between two drawings of the figures, as a multiple of the last drawing's
/// duration. A drawing takes longer with every attempt, and the worker has more important tasks.
const BETWEEN_LONG_DRAWINGS: f64 = 12.0;

impl SweepStore {
    /// Sets the width available for figures, in CSS pixels. The width changes continuously while
    /// the user resizes the window.
    pub(crate) fn set_width(self, width: u32) {
        let before =
            self.with_internals(|internals| std::mem::replace(&mut internals.width, width));
        if width == before {
            return;
        }
        if before == 0 {
            return self.draw();
        }
        let timer = Timer::start(self.internals, RESIZE_DELAY_MS, move || self.draw());
        if let Some(before) =
            self.with_internals(|internals| std::mem::replace(&mut internals.resizing, timer))
        {
            before.cancel();
        }
    }

    /// Chooses the measure that counts as correct in the curve.
    pub(crate) fn choose_measure(self, measure: Measure) {
        self.measure.set(measure);
        self.draw();
    }

    /// Requests the figures, if the width is known and the run has answers.
    pub(super) fn draw(self) {
        let width = self.with_internals(|internals| internals.width);
        let is_there = self.progress.with_untracked(|progress| {
            progress.as_ref().is_some_and(|progress| progress.answered > 0)
        });
        if width > 0 && is_there {
            self.with_internals(|internals| internals.drawn_at = browser::now());
            let measure = self.measure.get_untracked();
            self.send(&Request::Figures { measure, width });
        }
    }

    /// Requests the figures again if there are new answers: at once if the run is over, otherwise
    /// after the minimum time.
    pub(super) fn draw_soon(self, progress: &RunProgress) {
        let (drawn, at, took) =
            self.with_internals(|internals| (internals.drawn, internals.drawn_at, internals.took));
        // While the worker reads a run, the counts change continuously, so nothing is drawn.
        if progress.state == RunState::Opening {
            return;
        }
        let is_over = progress.state != RunState::Running;
        let answered = progress.answered + progress.given_up;
        if answered == drawn {
            return;
        }
        let between = REDRAW_INTERVAL_MS.max(took * BETWEEN_LONG_DRAWINGS);
        let wait = (at + between - browser::now()).max(0.0).min(between);
        if is_over || wait == 0.0 {
            self.with_internals(|internals| internals.drawn = answered);
            self.draw();
        } else if self.with_internals(|internals| internals.drawing.is_none()) {
            let timer = Timer::start(self.internals, wait, move || {
                self.with_internals(|internals| internals.drawing = None);
                let now = self.progress.get_untracked();
                if let Some(progress) = now {
                    self.draw_soon(&progress);
                }
            });
            self.with_internals(|internals| internals.drawing = timer);
        }
    }

    /// Limits the list to the attempts behind a mark of a figure; an empty filter lists all
    /// attempts.
    pub(crate) fn choose_attempts(self, filter: &str) {
        self.filter.set(filter.to_owned());
    }

    /// Requests the rows of the list of attempts from number `from` on.
    pub(crate) fn list(self, from: u32) {
        let filter = self.filter.get_untracked();
        self.send(&Request::Attempts { filter, from });
    }

    /// Opens an attempt in Play.
    pub(crate) fn open_attempt(self, number: u32) {
        self.send(&Request::Attempt(number));
    }

    /// Saves a figure as a file.
    pub(crate) fn save_figure(self, figure: &str, form: FigureFormat) {
        let (measure, figure) = (self.measure.get_untracked(), figure.to_owned());
        self.send(&Request::File { measure, figure, form, is_dark: browser::is_dark() });
    }

    /// Saves the attempts of the open run as a table.
    pub(crate) fn save_table(self) {
        let run = self.setup.with_untracked(|setup| setup.run.clone());
        self.send(&Request::Table(run));
    }

    /// Saves the open run as one file with all figures.
    pub(crate) fn save_report(self) {
        let address = browser::address_without_fragment();
        self.send(&Request::Report { measure: self.measure.get_untracked(), address });
    }
}
