//! The set-up of a sweep: its changes, its targets and its check.

use leptos::prelude::*;
use stepfall_link::{Checkpoint, LinkedModel, Page, Route, SweepLink};
use stepfall_protocol::Request;
use stepfall_protocol::sweep::TargetStatus;

use super::SweepStore;
use crate::browser::{self, Timer};
use crate::state::Preset;

/// The debounce delay before the set-up is checked, in milliseconds.
const CHECK_DELAY_MS: f64 = 250.0;

impl SweepStore {
    /// Returns the fragment of the current state.
    pub(crate) fn fragment(self) -> String {
        self.setup.with_untracked(SweepLink::fragment)
    }

    /// Returns the link that opens the set-up on any machine.
    pub(crate) fn link(self) -> String {
        browser::address_without_fragment() + &self.setup.with_untracked(SweepLink::plan)
    }

    /// Changes the set-up for a new run. An open run is closed and stays in the list of runs.
    pub(crate) fn change(self, change: impl FnOnce(&mut SweepLink)) {
        if untrack(|| self.has_run()) {
            self.close();
        }
        self.setup.update(change);
        self.check_soon();
    }

    /// Applies a preset. A preset with only simulated solvers begins at once. For other presets,
    /// the user adds a model if there is none, and begins the run. Returns whether the run has
    /// begun.
    pub(crate) fn take_preset(self, preset: Preset) -> bool {
        let is_free = self.setup.with_untracked(|setup| preset.is_free(setup));
        self.change(|setup| *setup = preset.of(setup));
        let has_begun = is_free == Some(true);
        if has_begun {
            self.begin();
        } else {
            browser::push(&self.fragment(), None);
        }
        has_begun
    }

    /// Changes a parameter. The limits `max-requests` and `max-spend` also apply to the open run
    /// when it continues, so their change does not close it.
    pub(crate) fn change_field(self, key: &str, typed: &str) {
        if matches!(key, "max-requests" | "max-spend") {
            self.setup.update(|setup| setup.set(key, typed));
            self.check_soon();
        } else {
            self.change(|setup| setup.set(key, typed));
        }
    }

    /// Copies the procedure from Play, except its length and look-back.
    pub(crate) fn take_procedure(self) {
        let play = self.with_internals(|internals| internals.play).plain_link();
        self.change(|setup| setup.take_procedure(&play));
    }

    /// Returns the origins in the set-up that need the user's permission, because a link or a file
    /// may name any origin. Origins that the user has allowed or entered a key for are left out.
    pub(crate) fn unconfirmed_origins(self) -> Vec<String> {
        let allowed = self.allowed.get();
        let origins = self
            .setup
            .with(|setup| setup.bases().filter_map(browser::origin).collect::<Vec<String>>());
        let mut foreign: Vec<String> = origins
            .into_iter()
            .filter(|origin| !allowed.contains(origin) && !self.models().has_key_for(origin))
            .collect();
        foreign.sort_unstable();
        foreign.dedup();
        foreign
    }

    /// Returns the origins of targets that have no key, or that the run has halted. Origins that
    /// still need the user's permission are left out.
    pub(crate) fn origins_without_key(self) -> Vec<String> {
        let (client, foreign) = (self.models(), self.unconfirmed_origins());
        let halted = self.progress.with(|progress| {
            let targets = progress.iter().flat_map(|progress| &progress.targets);
            targets.map(|target| target.state == TargetStatus::Halted).collect::<Vec<bool>>()
        });
        let mut keyless = self.setup.with(|setup| {
            let is_halted = |at: usize| halted.get(at).copied().unwrap_or_default();
            let models = setup.models.iter().enumerate();
            models
                .filter(|(at, model)| is_halted(*at) || !client.has_key(model))
                .filter_map(|(_, model)| client.key_origin(model))
                .filter(|origin| !foreign.contains(origin))
                .collect::<Vec<String>>()
        });
        keyless.sort();
        keyless.dedup();
        keyless
    }

    /// Allows requests to the origins that the set-up names.
    pub(crate) fn allow(self) {
        let foreign = untrack(|| self.unconfirmed_origins());
        self.allowed.update(|allowed| allowed.extend(foreign));
        self.store_allowed();
    }

    /// Stores the origins that the user has allowed for the open run, for the next load of the
    /// page.
    pub(super) fn store_allowed(self) {
        let run = self.setup.with_untracked(|setup| setup.run.clone());
        self.allowed.with_untracked(|allowed| browser::store_allowed_origins(&run, allowed));
    }

    pub(super) fn check_soon(self) {
        let timer = Timer::start(self.internals, CHECK_DELAY_MS, move || {
            // Another page may own the address by now.
            if Route::read(&browser::fragment()) == Route::To(Page::Sweep) {
                browser::replace(&self.fragment(), None);
            }
            self.check();
        });
        if let Some(before) =
            self.with_internals(|internals| std::mem::replace(&mut internals.debounce_timer, timer))
        {
            before.cancel();
        }
    }

    /// Requests a check of the set-up. While models are asked, a separate worker checks it, so that
    /// no request is delayed. A running check of an earlier set-up is cancelled.
    fn check(self) {
        let check = Request::Check(self.setup.with_untracked(SweepLink::plan));
        if !untrack(|| self.is_running() || self.models().is_occupied()) {
            return self.send(&check);
        }
        let (checks, is_checking) = self.with_internals(|internals| {
            (internals.checks, std::mem::replace(&mut internals.is_checking, true))
        });
        if is_checking {
            checks.stop();
        }
        checks.send(&check);
    }

    /// Adds the model that the form names, with its price if the list of models contains the price.
    pub(crate) fn add_model(self) {
        if let Some(target) = self.models().target() {
            self.allowed.update(|allowed| allowed.extend(browser::origin(target.get("base"))));
            self.change(|setup| {
                let is_same = |model: &LinkedModel| {
                    model.name == target.name && model.get("base") == target.get("base")
                };
                setup.models.retain(|model| !is_same(model));
                setup.models.push(target);
            });
            self.models().model.set(String::new());
        }
    }

    /// Adds the small model.
    pub(crate) fn add_small_model(self, checkpoint: Checkpoint) {
        self.add(format!("specimen:{}", checkpoint.slug()));
    }

    /// Adds a simulated solver with a rate in ten-thousandths.
    pub(crate) fn add_simulated(self, solver: &str, rate: u32) {
        self.add(format!("simulated:{solver}:{rate}"));
    }

    /// Adds a target that needs only a name.
    fn add(self, name: String) {
        self.change(|setup| {
            setup.models.retain(|model| model.name != name);
            setup.models.push(LinkedModel::new(name, &[]));
        });
    }
}
