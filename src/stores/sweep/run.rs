//! Runs: beginning, pausing and closing the open run, and managing the stored runs.

use leptos::prelude::*;
use stepfall_link::SweepLink;
use stepfall_protocol::Request;
use stepfall_protocol::sweep::{RunInfo, RunState, SetupCheck};

use super::{SweepStore, random_jitter_seed};
use crate::browser;

impl SweepStore {
    /// Returns whether a run is open.
    pub(crate) fn has_run(self) -> bool {
        self.setup.with(|setup| !setup.run.is_empty())
    }

    /// Returns whether a run is open, unless it is known to be missing on this machine.
    pub(crate) fn shows_run(self) -> bool {
        self.has_run()
            && self.progress.with(|progress| {
                progress.as_ref().is_none_or(|progress| progress.state != RunState::Gone)
            })
    }

    /// Returns whether the open run is sending requests.
    pub(crate) fn is_running(self) -> bool {
        self.progress.with(|progress| {
            progress.as_ref().is_some_and(|progress| progress.state == RunState::Running)
        })
    }

    /// Returns whether a run of the set-up can begin. The set-up must be valid and name a target,
    /// no run may be running, and the user must have allowed all origins.
    pub(crate) fn can_begin(self) -> bool {
        let is_correct = |checked: &Option<SetupCheck>| {
            checked.as_ref().is_some_and(|checked| checked.problems.is_empty())
        };
        self.checked.with(is_correct)
            && self.setup.with(|setup| !setup.models.is_empty())
            && !self.is_running()
            && self.unconfirmed_origins().is_empty()
    }

    /// Returns the number of abandoned attempts of the open run.
    pub(crate) fn given_up_count(self) -> u32 {
        self.progress.with(|progress| progress.as_ref().map_or(0, |progress| progress.given_up))
    }

    /// Begins a run of the set-up.
    pub(crate) fn begin(self) {
        let run = new_run_name();
        let plan = self.setup.with_untracked(SweepLink::plan);
        self.clear();
        self.setup.update(|setup| setup.open(&run));
        self.store_allowed();
        browser::push(&self.fragment(), None);
        let name = self.name.get_untracked();
        let keys = self.models().all_keys();
        self.send(&Request::Begin { run, plan, name, keys, jitter: random_jitter_seed() });
        self.name.set(String::new());
        browser::go_up();
    }

    /// Continues the open run.
    pub(crate) fn resume(self) {
        self.send_resume(false);
    }

    /// Continues the open run and repeats the attempts that were given up.
    pub(crate) fn retry_given_up(self) {
        self.send_resume(true);
    }

    fn send_resume(self, retries_given_up: bool) {
        self.suspects.set(None);
        let plan = self.setup.with_untracked(SweepLink::plan);
        let keys = self.models().all_keys();
        self.send(&Request::Resume { keys, retries_given_up, plan });
    }

    /// Stops sending requests. Requests in flight are completed.
    pub(crate) fn pause(self) {
        self.send(&Request::Pause);
    }

    /// Stops sending requests, and ends the requests in flight.
    pub(crate) fn halt(self) {
        self.send(&Request::Halt);
    }

    /// Closes the open run and shows its set-up.
    pub(crate) fn close(self) {
        self.send(&Request::Open { run: String::new(), jitter: random_jitter_seed() });
        self.setup.update(|setup| setup.run.clear());
        self.clear();
        browser::push(&self.fragment(), None);
        self.check_soon();
    }

    /// Opens a stored run.
    pub(crate) fn open_run(self, run: &RunInfo) {
        let mut setup = SweepLink::read(&run.plan);
        setup.open(&run.run);
        browser::push(&setup.fragment(), None);
        self.reopen();
    }

    /// Opens the current run again after reading it failed.
    pub(crate) fn open_again(self) {
        self.error.set(None);
        self.send(&Request::Runs);
        let run = self.setup.with_untracked(|setup| setup.run.clone());
        self.send(&Request::Open { run, jitter: random_jitter_seed() });
    }

    pub(crate) fn rename(self, run: &str, name: &str) {
        self.send(&Request::Rename { run: run.to_owned(), name: name.to_owned() });
    }

    /// Deletes a stored run.
    pub(crate) fn remove(self, run: &str) {
        if self.setup.with_untracked(|setup| setup.run == run) {
            self.close();
        }
        self.send(&Request::Remove(run.to_owned()));
    }

    /// Saves a stored run as a file of lines.
    pub(crate) fn save_lines(self, run: &str) {
        self.send(&Request::Lines(run.to_owned()));
    }

    /// Saves the open run as a file of lines.
    pub(crate) fn save_run(self) {
        self.save_lines(&self.setup.with_untracked(|setup| setup.run.clone()));
    }

    /// Compares the open run with another run; an empty name ends the comparison.
    pub(crate) fn compare(self, run: &str) {
        self.send(&Request::Compare(run.to_owned()));
    }

    /// Opens a file dialog, and imports the chosen file of attempts as a run.
    pub(crate) fn take_file(self) {
        self.error.set(None);
        let worker = self.with_internals(|internals| internals.worker);
        browser::choose_file(move |file| {
            worker.send_file(&Request::Import(new_run_name()), file.as_ref());
        });
    }
}

/// Returns a unique name for a run.
fn new_run_name() -> String {
    let chance = browser::random_number().unwrap_or_default() % 1_000_000;
    format!("{}-{chance}", browser::stamp())
}
