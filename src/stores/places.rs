//! The places of the page, and going from one to another.

use leptos::prelude::*;
use stepfall_link::{Place, Route};

use super::{BatchStore, LabStore, LearnStore, ModelClient, PlayStore, SweepStore};
use crate::browser;
use crate::text;

/// All places, of which one is seen. Each is made when it is gone to first.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// Where the address leads.
    pub(crate) route: RwSignal<Route>,
    pub(crate) play: PlayStore,
    pub(crate) models: ModelClient,
    pub(crate) sweep: SweepStore,
    pub(crate) batch: BatchStore,
    pub(crate) lab: LabStore,
    pub(crate) learn: LearnStore,
}

impl Places {
    /// Goes to a place, as it was left.
    pub(crate) fn go(self, place: Place) {
        let route = Route::To(place);
        if self.route.get_untracked() == route {
            return;
        }
        self.learn.write_address();
        match place {
            Place::Play => {
                self.play.push_address();
                self.play.set_title();
            }
            Place::Sweep => {
                self.play.write_address();
                let kept = self.sweep.is_open().then(|| self.sweep.fragment());
                let first = || format!("#/{}", Place::Sweep.slug());
                browser::push(&kept.unwrap_or_else(first), None);
                browser::set_title(text::SWEEP_TITLE);
            }
            Place::About => {
                self.play.write_address();
                browser::push(&format!("#/{}", Place::About.slug()), None);
            }
            Place::Lab => {
                self.play.write_address();
                browser::push(&self.lab.fragment(), None);
                browser::set_title(text::LAB_TITLE);
            }
            Place::Batch => {
                self.play.write_address();
                browser::push(&self.batch.fragment(), None);
                browser::set_title(text::BATCH_TITLE);
            }
            Place::Learn => {
                self.play.write_address();
                browser::push(&self.learn.fragment(), None);
                self.learn.set_title();
            }
        }
        self.route.set(route);
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(self) {
        let route = Route::read(&browser::fragment());
        match &route {
            Route::To(Place::Play) => self.play.reopen(),
            Route::To(Place::Sweep) if self.sweep.is_open() => self.sweep.reopen(),
            Route::To(Place::Batch) if self.batch.is_open() => self.batch.reopen(),
            Route::To(Place::Lab) if self.lab.is_open() => self.lab.reopen(),
            Route::To(Place::Learn) if self.learn.is_open() => self.learn.reopen(),
            // What is framed is another page under the same address.
            Route::Embed(_) => browser::reload(),
            // What is not open yet reads the address when it is; the others say nothing in it.
            Route::To(Place::Sweep | Place::About | Place::Batch | Place::Lab | Place::Learn)
            | Route::Unknown(_) => {}
        }
        self.route.set(route);
    }
}
