//! The comparison in Batch: the second files, the choice of two results, and their comparison.

use leptos::prelude::*;
use stepfall_protocol::Request;
use stepfall_protocol::batch::{BatchRequest, BatchSummary};
use stepfall_protocol::comparison::{
    ComparedModel, Comparison, PairKind, PairRows, PairsFormat, Side,
};

use crate::state::{Pairing, compared_models};
use crate::worker_client::WorkerClient;

/// The part of the store of Batch that compares two results.
#[derive(Clone, Copy)]
pub(crate) struct ComparisonStore {
    /// The summaries of the first and of the second files.
    summaries: [RwSignal<BatchSummary>; 2],
    /// The results that can be compared.
    pub(crate) models: Memo<Vec<ComparedModel>>,
    /// The results to compare; `None` if there are fewer than two.
    pub(crate) pair: Memo<Option<[ComparedModel; 2]>>,
    pairing: RwSignal<Pairing>,
    /// The results that the worker is comparing.
    pub(crate) running: RwSignal<Option<[ComparedModel; 2]>>,
    /// The last comparison, with the results that it compares.
    pub(crate) done: RwSignal<Option<([ComparedModel; 2], Comparison)>>,
    /// The kind of the listed questions; `None` lists all questions.
    pub(crate) kind: RwSignal<Option<PairKind>>,
    pub(crate) rows: RwSignal<PairRows>,
    /// A counter that changes when rows have to be requested again.
    pub(crate) version: RwSignal<u32>,
    worker: WorkerClient,
}

impl ComparisonStore {
    /// Creates the store. `worker` grades the files and compares them; `summary` is the summary of
    /// the first files.
    pub(super) fn new(worker: WorkerClient, summary: RwSignal<BatchSummary>) -> Self {
        let summaries = [summary, RwSignal::default()];
        let pairing = RwSignal::new(Pairing::default());
        let models = Memo::new(move |_| {
            let [first, second] = summaries;
            first.with(|first| second.with(|second| compared_models(first, second)))
        });
        let pair = Memo::new(move |_| pairing.with(|pairing| models.with(|all| pairing.pair(all))));
        Self {
            summaries,
            models,
            pair,
            pairing,
            running: RwSignal::default(),
            done: RwSignal::default(),
            kind: RwSignal::default(),
            rows: RwSignal::default(),
            version: RwSignal::default(),
            worker,
        }
    }

    fn send(self, request: BatchRequest) {
        self.worker.send(&Request::Batch(request));
    }

    /// Returns the summary of the second files.
    pub(crate) const fn second(self) -> RwSignal<BatchSummary> {
        self.summaries[1]
    }

    /// Chooses the first or the second result, and compares the two.
    pub(crate) fn choose(self, side: Side, model: ComparedModel) {
        let all = self.models.get_untracked();
        self.pairing.update(|pairing| pairing.choose(side, model, &all));
        self.start();
    }

    /// Compares the chosen results, if there are two.
    pub(super) fn start(self) {
        let pair = self.pair.get_untracked();
        self.running.set(pair.clone());
        match pair {
            Some(pair) => self.send(BatchRequest::Compare(pair)),
            None => self.done.set(None),
        }
    }

    pub(super) fn finish(self, comparison: &Comparison) {
        // A later request replaces a running comparison, so the result is that of the last request.
        if let Some(pair) = self.running.get_untracked() {
            self.running.set(None);
            self.done.set(Some((pair, comparison.clone())));
            self.version.update(|version| *version = version.wrapping_add(1));
        }
    }

    /// Clears the summary of the second files, the choice of results and the comparison.
    pub(super) fn empty(self) {
        self.second().set(BatchSummary::default());
        self.pairing.set(Pairing::default());
        self.running.set(None);
        self.done.set(None);
        self.kind.set(None);
        self.rows.set(PairRows::default());
    }

    /// Limits the list to the questions of this kind; `None` lists all questions.
    pub(crate) fn list_kind(self, kind: Option<PairKind>) {
        self.kind.set(kind);
    }

    /// Requests the rows of the list from number `from` on.
    pub(crate) fn list(self, from: u32) {
        self.send(BatchRequest::Pairs { kind: self.kind.get_untracked(), from });
    }

    /// Opens the response of the first or the second result to the question `id` in Play.
    pub(crate) fn open(self, side: Side, id: String) {
        self.send(BatchRequest::OpenPaired { side, id });
    }

    /// Saves all compared questions.
    pub(crate) fn save(self, form: PairsFormat) {
        self.send(BatchRequest::SavePairs(form));
    }
}
