//! The set-up: how it is changed, whom it names, and what it would take.

use leptos::prelude::*;
use stepfall_link::{Checkpoint, Place, Route, Setup, SetupModel};
use stepfall_protocol::Request;
use stepfall_protocol::sweep::TargetState;

use super::SweepStore;
use crate::browser::{self, Timer};
use crate::state::Preset;
use crate::stores::{ModelStateStoreFields, SweepStateStoreFields};

/// How long the set-up rests before it is checked, in milliseconds.
const REST_MS: f64 = 250.0;

impl SweepStore {
    /// The address as it should be.
    pub(crate) fn fragment(self) -> String {
        self.state.setup().with_untracked(Setup::fragment)
    }

    /// The link that opens the set-up everywhere.
    pub(crate) fn link(self) -> String {
        browser::base() + &self.state.setup().with_untracked(Setup::plan)
    }

    /// Changes the set-up, which is then that of a new run: one that is open is left, and is in the list of runs.
    pub(crate) fn change(self, change: impl FnOnce(&mut Setup)) {
        if untrack(|| self.has_run()) {
            self.close();
        }
        self.state.setup().update(change);
        self.check_soon();
    }

    /// Takes a set-up to start from. One that asks simulations alone begins at once; the others wait for a model and for the visitor. Returns whether it has begun.
    pub(crate) fn take_preset(self, preset: Preset) -> bool {
        let is_free = self.state.setup().with_untracked(|setup| preset.is_free(setup));
        self.change(|setup| *setup = preset.of(setup));
        let has_begun = is_free == Some(true);
        if has_begun {
            self.begin();
        } else {
            browser::push(&self.fragment(), None);
        }
        has_begun
    }

    /// Changes a parameter. Limits are those of the open run too, from when it goes on.
    pub(crate) fn change_field(self, key: &str, typed: &str) {
        if matches!(key, "max-requests" | "max-spend") {
            self.state.setup().update(|setup| setup.set(key, typed));
            self.check_soon();
        } else {
            self.change(|setup| setup.set(key, typed));
        }
    }

    /// Takes the procedure that Play shows, but for its length and look-back.
    pub(crate) fn take_procedure(self) {
        let play = self.part(|parts| parts.play).plain_link();
        self.change(|setup| setup.take_procedure(&play));
    }

    /// Origins that the set-up names and the visitor has neither chosen nor allowed: an address or a file may name any.
    pub(crate) fn foreign(self) -> Vec<String> {
        let allowed = self.state.allowed().get();
        let origins = self
            .state
            .setup()
            .with(|setup| setup.bases().filter_map(browser::origin).collect::<Vec<String>>());
        let mut foreign: Vec<String> = origins
            .into_iter()
            .filter(|origin| !allowed.contains(origin) && !self.models().knows(origin))
            .collect();
        foreign.dedup();
        foreign
    }

    /// The origins that lack a key, or refused the one that they were given: without another one, the open run does not go on there. No key is asked for
    /// where requests may not go.
    pub(crate) fn keyless(self) -> Vec<String> {
        let (client, foreign) = (self.models(), self.foreign());
        let halted = self.state.progress().with(|progress| {
            let targets = progress.iter().flat_map(|progress| &progress.targets);
            targets.map(|target| target.state == TargetState::Halted).collect::<Vec<bool>>()
        });
        let mut keyless = self.state.setup().with(|setup| {
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
        let foreign = untrack(|| self.foreign());
        self.state.allowed().update(|allowed| allowed.extend(foreign));
        self.keep_allowed();
    }

    /// Keeps what the visitor has let the open run ask, for when the page is loaded again.
    pub(super) fn keep_allowed(self) {
        let run = self.state.setup().with_untracked(|setup| setup.run.clone());
        self.state.allowed().with_untracked(|allowed| browser::keep_allowed(&run, allowed));
    }

    pub(super) fn check_soon(self) {
        let timer = Timer::start(self.parts, REST_MS, move || {
            // Another place may have the address by now.
            if Route::read(&browser::fragment()) == Route::To(Place::Sweep) {
                browser::replace(&self.fragment(), None);
            }
            self.check();
        });
        if let Some(before) = self.part(|parts| std::mem::replace(&mut parts.resting, timer)) {
            before.cancel();
        }
    }

    /// Has the set-up checked. While models are asked, a worker of its own does it, so that none of them is held up; one that is still at an earlier set-up
    /// is ended.
    fn check(self) {
        let check = Request::Check(self.state.setup().with_untracked(Setup::plan));
        if !untrack(|| self.is_running() || self.models().is_occupied()) {
            return self.send(&check);
        }
        let (checks, is_checking) =
            self.part(|parts| (parts.checks, std::mem::replace(&mut parts.is_checking, true)));
        if is_checking {
            checks.stop();
        }
        checks.send(&check);
    }

    /// Adds the model that the form names, with its price where the list told it.
    pub(crate) fn add_model(self) {
        if let Some(target) = self.models().target() {
            self.state
                .allowed()
                .update(|allowed| allowed.extend(browser::origin(target.get("base"))));
            self.change(|setup| {
                let is_same = |model: &SetupModel| {
                    model.name == target.name && model.get("base") == target.get("base")
                };
                setup.models.retain(|model| !is_same(model));
                setup.models.push(target);
            });
            self.models().state.model().set(String::new());
        }
    }

    /// Adds the specimen.
    pub(crate) fn add_specimen(self, checkpoint: Checkpoint) {
        self.add(format!("specimen:{}", checkpoint.slug()));
    }

    /// Adds a simulated solver with a rate in ten-thousandths.
    pub(crate) fn add_simulated(self, solver: &str, rate: u32) {
        self.add(format!("simulated:{solver}:{rate}"));
    }

    /// Adds one who is asked and of whom nothing else is known.
    fn add(self, name: String) {
        self.change(|setup| {
            setup.models.retain(|model| model.name != name);
            setup.models.push(SetupModel::new(name, &[]));
        });
    }
}
